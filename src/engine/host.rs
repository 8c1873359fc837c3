//! Functions that a host lends to scripts: pure ones that answer, and acting ones that do something when all is over.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::functions::{Argument, Change, Complaint, Declared, Functions, Returned};
use super::{Encounter, Engine};
use crate::model::{HouseFunction, Signature};
use crate::source::Span;
use crate::verdict::{Event, Shown, Verdict};

pub use crate::model::Parameter;

/// By this name a program knows the functions of its host.
pub(super) const HOST: &str = "host";

type Answer = dyn Fn(&[Argument]) -> Result<i64, String> + Send + Sync;
type Perform = dyn Fn(&[Shown]) -> Result<(), String> + Send + Sync;

/// What a host lends.
#[derive(Clone, Default)]
pub(super) struct Host {
    pure: Vec<(Declared, Arc<Answer>)>,
    acting: BTreeMap<String, Arc<Perform>>,
    known: Vec<HouseFunction>,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").field("known", &self.known).finish_non_exhaustive()
    }
}

impl Host {
    /// As the checker knows them.
    pub(super) fn known(&self) -> &[HouseFunction] {
        &self.known
    }

    fn declare(&mut self, name: &str, parameters: &[(&str, Parameter)], acts: bool) {
        self.known.push(HouseFunction {
            house: HOST.to_owned(),
            name: name.to_owned(),
            parameters: parameters.iter().map(|(name, _)| (*name).to_owned()).collect(),
            span: Span::default(),
            signature: Some(Signature { takes: parameters.iter().map(|(_, takes)| takes.clone()).collect(), acts }),
        });
    }
}

impl Functions for Host {
    fn declared(&self) -> Vec<Declared> {
        self.pure.iter().map(|(declared, _)| declared.clone()).collect()
    }

    fn call(&self, function: usize, arguments: &[Argument]) -> Result<Change, Complaint> {
        let complain = |message| Complaint { message, help: None, place: None, limit: false };
        let Some((declared, answer)) = self.pure.get(function) else {
            return Err(complain("the host answers no such function".to_owned()));
        };
        let answered = answer(arguments).map_err(|why| complain(format!("`host.{}`: {why}", declared.name)))?;
        Ok(Change { value: Some(Returned::Number(answered)), ..Change::default() })
    }
}

impl Engine {
    /// Lends scripts a function, called as `host.NAME(…)`; an underscore of its name may be written as a space. It must be
    /// pure: the same arguments, the same answer. What it takes is checked where it is called. An error refuses the run.
    ///
    /// ```
    /// use assize::engine::{Answers, Argument, Engine, Parameter};
    ///
    /// let engine = Engine::default().function("tide", &[("hour", Parameter::Number)], |arguments| match arguments {
    ///     [Argument::Number(hour)] => Ok(hour % 12 - 6),
    ///     _ => Err("the hour is not known".to_owned()),
    /// });
    /// let script = "system sea \"Sea\"\none sea { depth : number = 0 }";
    /// let encounter = engine.compile("sea.asz", &format!("{script}\nexpect {{ host.tide(9) = 3 }}")).unwrap();
    /// assert!(encounter.test().all_passed());
    /// ```
    #[must_use]
    pub fn function(
        mut self,
        name: &str,
        parameters: &[(&str, Parameter)],
        answer: impl Fn(&[Argument]) -> Result<i64, String> + Send + Sync + 'static,
    ) -> Self {
        let names = parameters.iter().map(|(name, _)| (*name).to_owned()).collect();
        let host = Arc::make_mut(&mut self.host);
        host.declare(name, parameters, false);
        host.pure.push((Declared { name: name.to_owned(), parameters: names, place: 0..0 }, Arc::new(answer)));
        self
    }

    /// Lends scripts something that the host does: `signal NAME(…)` asks for it. It is only written down while the script
    /// runs; [`Encounter::perform`] does it once there is a verdict. Odds, tests and replays never do.
    #[must_use]
    pub fn signalled(
        mut self,
        name: &str,
        parameters: &[(&str, Parameter)],
        perform: impl Fn(&[Shown]) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        let host = Arc::make_mut(&mut self.host);
        host.declare(name, parameters, true);
        host.acting.insert(name.to_owned(), Arc::new(perform));
        self
    }
}

impl Encounter {
    /// Does what a verdict signals, in its order.
    ///
    /// # Errors
    /// With the words of the first of them that fails; those after it are not done. Its place among the signals is told, so
    /// that a host can go on behind it.
    pub fn perform(&self, verdict: &Verdict) -> Result<(), (usize, String)> {
        let signals = verdict.events.iter().filter_map(|happened| {
            let Event::Signal { name, arguments, .. } = &happened.event else { return None };
            Some((name, arguments))
        });
        for (place, (name, arguments)) in signals.enumerate() {
            let Some(perform) = self.houses().host.acting.get(name) else { continue };
            perform(arguments).map_err(|why| (place, why))?;
        }
        Ok(())
    }
}
