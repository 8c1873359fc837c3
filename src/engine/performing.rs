//! The host carries out what a verdict signals.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use super::encounter::Encounter;
use super::host::{Perform, caught};
use crate::verdict::{Event, Shown, Verdict};

/// What a verdict signals, to be done by the host: each signal once, however often this is called.
pub struct Signals {
    waiting: VecDeque<(Arc<Perform>, Signal)>,
}

/// One thing that a verdict signals.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signal {
    /// Its place among all that the verdict signals, from 0.
    pub place: usize,
    /// The name under which the host registered it.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<Shown>,
}

/// Why a signal was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PerformError {
    /// The host has registered nothing of this name: the verdict is of a script compiled with another engine. Nothing was done.
    Missing {
        /// Which of the signals, from 0.
        place: usize,
        /// The name it asks for.
        name: String,
    },
    /// The host could not do it. Those before it are done; it and those after it are not.
    Failed {
        /// Which of the signals, from 0.
        place: usize,
        /// Its name.
        name: String,
        /// Why, in the words of the host.
        why: String,
    },
}

impl fmt::Display for PerformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { name, .. } => write!(f, "the host has no action `{name}`"),
            Self::Failed { name, why, .. } => write!(f, "`{name}`: {why}"),
        }
    }
}

impl std::error::Error for PerformError {}

impl Encounter {
    /// The signals of a verdict, in order. Nothing is done before [`Signals::perform`].
    ///
    /// ```
    /// use assize::engine::{Answers, Engine, Parameter};
    ///
    /// let engine = Engine::default().signalled("bell", &[("n", Parameter::Number)], |_| Ok(()))?;
    /// let encounter = engine.compile("scene.asz", "signal bell(1)\nsignal bell(2)")?;
    /// let verdict = encounter.adjudicate(Answers::deliberate())?;
    /// let mut signals = encounter.signals(&verdict)?;
    /// assert_eq!(signals.perform()?, 2);
    /// assert_eq!(signals.perform()?, 0, "each is done once");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the host has registered nothing of a name that is signalled.
    pub fn signals(&self, verdict: &Verdict) -> Result<Signals, PerformError> {
        let signals = verdict.events.iter().filter_map(|happened| {
            let Event::Signal { name, arguments, .. } = &happened.event else { return None };
            Some((name.to_string(), arguments.clone()))
        });
        let mut waiting = VecDeque::new();
        for (place, (name, arguments)) in signals.enumerate() {
            match self.houses.host.acting(&name) {
                Some(perform) => waiting.push_back((Arc::clone(perform), Signal { place, name, arguments })),
                None => return Err(PerformError::Missing { place, name }),
            }
        }
        Ok(Signals { waiting })
    }
}

impl Signals {
    /// Carries out the remaining signals, in order, and returns how many there were. After an error, the next call starts with the
    /// one that failed; [`Signals::skip`] skips it.
    ///
    /// ```
    /// use assize::engine::{Engine, Parameter};
    /// use assize::Answers;
    ///
    /// let engine = Engine::default().signalled("bell", &[("times", Parameter::Number)], |_| Ok(()))?;
    /// let encounter = engine.compile("night.asz", "signal bell(3)\nsignal bell(1)")?;
    /// let verdict = encounter.adjudicate(Answers::deliberate())?;
    /// let mut signals = encounter.signals(&verdict).expect("the host has lent it");
    /// assert_eq!((signals.perform(), signals.perform()), (Ok(2), Ok(0)));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the host cannot do one of them, or panics.
    pub fn perform(&mut self) -> Result<usize, PerformError> {
        let mut done = 0;
        while let Some((perform, Signal { place, name, arguments })) = self.waiting.front() {
            let performed = caught(|| perform(arguments));
            performed.map_err(|why| PerformError::Failed { place: *place, name: name.clone(), why })?;
            self.waiting.pop_front();
            done += 1;
        }
        Ok(done)
    }

    /// Skips the next one, which is then never carried out.
    ///
    /// ```
    /// use assize::engine::{Answers, Engine, Parameter};
    ///
    /// let engine = Engine::default().signalled("bell", &[("n", Parameter::Number)], |_| Err("the rope is torn".to_owned()))?;
    /// let encounter = engine.compile("scene.asz", "signal bell(1)")?;
    /// let mut signals = encounter.signals(&encounter.adjudicate(Answers::deliberate())?)?;
    /// assert!(signals.perform().is_err());
    /// assert_eq!(signals.waiting().count(), 1);
    /// assert_eq!(signals.skip().map(|signal| signal.name), Some("bell".to_owned()));
    /// assert_eq!(signals.perform()?, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn skip(&mut self) -> Option<Signal> {
        self.waiting.pop_front().map(|(_, signal)| signal)
    }

    /// The remaining signals.
    ///
    /// ```
    /// use assize::Answers;
    /// use assize::engine::{Engine, Parameter};
    ///
    /// let engine = Engine::default().signalled("bell", &[("times", Parameter::Number)], |_| Ok(()))?;
    /// let encounter = engine.compile("night.asz", "signal bell(3)\nsignal bell(1)")?;
    /// let mut signals = encounter.signals(&encounter.adjudicate(Answers::deliberate())?).expect("the host has lent it");
    /// assert_eq!(signals.waiting().count(), 2);
    /// signals.skip();
    /// assert_eq!(signals.waiting().count(), 1);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn waiting(&self) -> impl Iterator<Item = &Signal> {
        self.waiting.iter().map(|(_, signal)| signal)
    }
}

impl fmt::Debug for Signals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.waiting()).finish()
    }
}
