//! The engine: what scripts are compiled with.

use std::sync::Arc;

use super::failure::Failure;
use super::functions::{Argument, ReadFunctions, Returned};
use super::host::Host;
use super::in_force::PackInForce;
use super::library::{Library, Shipped};
use super::limits::Limits;
use super::systems::Systems;
use crate::allowance::Cancel;
use crate::model::Parameter;
use crate::source::{Source, SourceKind};
use crate::verdict::Shown;

/// Compiles scripts. It has the libraries that `use` looks in, the host functions, limits, and the systems that
/// scripts have used so far, which are not checked again. It can be shared between threads; a clone costs nothing, and shares
/// all of that.
#[derive(Clone)]
pub struct Engine {
    pub(super) libraries: Vec<Arc<dyn Library>>,
    pub(super) functions: Option<Arc<ReadFunctions>>,
    pub(super) limits: Limits,
    pub(super) cancel: Cancel,
    pub(super) host: Arc<Host>,
    pub(super) systems: Systems,
    pub(super) packs: Arc<[PackInForce]>,
}

impl Default for Engine {
    /// An engine that knows only the shipped systems.
    fn default() -> Self {
        Self {
            libraries: vec![Arc::new(Shipped)],
            functions: None,
            limits: Limits::default(),
            cancel: Cancel::default(),
            host: Arc::default(),
            systems: Systems::default(),
            packs: Arc::new([]),
        }
    }
}

impl Engine {
    /// An engine that looks in `library` for everything that is not shipped.
    ///
    /// ```
    /// use assize::{Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("party.asz", "note \"here they are\"");
    /// assert!(Engine::with(shelf).compile("night.asz", "use \"party.asz\"").is_ok());
    /// ```
    pub fn with(library: impl Library + 'static) -> Self {
        Self::default().and(library)
    }

    /// Looks in `library` too, after all others.
    ///
    /// ```
    /// use assize::{Engine, Shelf};
    ///
    /// let (mut rules, mut party) = (Shelf::default(), Shelf::default());
    /// rules.put("lamps", "system lamps");
    /// party.put("party.asz", "use lamps\nnote \"here they are\"");
    /// let engine = Engine::with(rules).and(party);
    /// assert!(engine.compile("night.asz", "use \"party.asz\"").is_ok());
    /// ```
    #[must_use]
    pub fn and(mut self, library: impl Library + 'static) -> Self {
        self.libraries.push(Arc::new(library));
        self
    }

    /// Has this pack of house rules in force in every scene of the system that it extends, as if each said
    /// `use house pack "NAME"`; after those that were named before. It is looked for in the libraries: `NAME/assize.toml`, and the
    /// files that this names.
    ///
    /// ```
    /// use assize::{Answers, Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lamps", "system lamps \"Lamps\"\nkind person { oil : 0..9 = 3 }");
    /// shelf.put("dim/assize.toml", "[pack]\nname = \"dim\"\nversion = \"1.0.0\"\nextends = \"lamps\"\nrules = [\"less.asz\"]");
    /// shelf.put("dim/less.asz", "house less extends lamps\nreplace field person.oil { oil : 0..9 = 1 }");
    /// let engine = Engine::with(shelf).pack("dim");
    /// let verdict = engine.compile("night.asz", "use lamps\nperson ada")?.adjudicate(Answers::deliberate())?;
    /// assert_eq!((verdict.packs[0].name.as_str(), verdict.packs[0].version.as_str()), ("dim", "1.0.0"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    #[must_use]
    pub fn pack(self, name: &str) -> Self {
        let text = format!("use house pack \"{name}\"");
        let (place, source) = (0..text.len(), Arc::new(Source::new(SourceKind::File, "packs of the host", text)));
        self.and_packs([PackInForce { source, place, name: name.to_owned(), relative_to: None }])
    }

    /// The same for several, each with the place of the setting that names it.
    pub(crate) fn and_packs(mut self, packs: impl IntoIterator<Item = PackInForce>) -> Self {
        self.packs = self.packs.iter().cloned().chain(packs).collect();
        self
    }

    /// Reads house rules written in another language with `reader`. Without a reader, `use house "NAME.rhai"` is an
    /// error.
    ///
    /// ```
    /// # #[cfg(feature = "rhai")] {
    /// use assize::{Engine, Limits};
    ///
    /// // House rules in Rhai, held to the limits for scripts of strangers.
    /// let reader = assize::hook_rhai::reader(Limits::untrusted());
    /// let engine = Engine::default().functions_by(reader).limits(Limits::untrusted());
    /// assert!(engine.compile("night.asz", "note \"a knock\"").is_ok());
    /// # }
    /// ```
    #[must_use]
    pub fn functions_by(mut self, reader: Box<ReadFunctions>) -> Self {
        self.functions = Some(Arc::from(reader));
        self
    }

    /// Holds every script to `limits`. Functions of house rules are held to the limits of their reader.
    ///
    /// ```
    /// use assize::engine::{Answers, Engine, Limits};
    ///
    /// let engine = Engine::default().limits(Limits::untrusted());
    /// let endless = "repeat up to 1000 { repeat up to 1000 { note \"again\" } }";
    /// let refusal = engine.compile("endless.asz", endless).unwrap().adjudicate(Answers::random(1)).unwrap_err();
    /// assert!(refusal.to_string().contains("error[AZ703]: the run was stopped after 10000 events"));
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Lets `cancel` cancel everything it does from now on: compiling and loading, the runs, tests and odds of its encounters,
    /// and [writing](Engine::written) verdicts.
    ///
    /// ```
    /// use assize::{Answers, Cancel, Engine};
    ///
    /// let cancel = Cancel::default();
    /// let encounter = Engine::default().called_off_by(&cancel).compile("night.asz", "note \"a knock\"")?;
    /// cancel.call_off();
    /// assert!(encounter.adjudicate(Answers::deliberate()).unwrap_err().to_string().contains("AZ714"));
    /// cancel.clear();
    /// assert!(encounter.adjudicate(Answers::deliberate()).is_ok());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    #[must_use]
    pub fn called_off_by(mut self, cancel: &Cancel) -> Self {
        self.cancel = cancel.clone();
        self
    }

    /// Gives scripts a function, called as `host.NAME(…)`; an underscore in its name may be written as a space. It must be
    /// pure: the same arguments give the same answer. Its arguments are checked where it is called. An error refuses the run.
    ///
    /// ```
    /// use assize::engine::{Answers, Argument, Engine, Parameter};
    ///
    /// let engine = Engine::default().function("tide", &[("hour", Parameter::Number)], |arguments| match arguments {
    ///     [Argument::Number(hour)] => Ok(hour % 12 - 6),
    ///     _ => Err("the hour is not known".to_owned()),
    /// })?;
    /// let script = "system sea \"Sea\"\none sea { depth : number = 0 }";
    /// let encounter = engine.compile("sea.asz", &format!("{script}\nexpect {{ host.tide(9) = 3 }}"))?;
    /// assert!(encounter.test().all_passed());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When scripts cannot write the name, or it is already taken.
    pub fn function(
        self,
        name: &str,
        parameters: &[(&str, Parameter)],
        answer: impl Fn(&[Argument]) -> Result<i64, String> + Send + Sync + 'static,
    ) -> Result<Self, Failure> {
        self.function_of(name, parameters, Parameter::Number, answer)
    }

    /// The same for a function that returns the type `returns`: a number, yes or no, or a level of a scale by its name.
    /// Anything else is a failure of the run. Texts are for people, and no rule can use one; to show something, use
    /// a house rule instead.
    ///
    /// ```
    /// use assize::engine::{Engine, Parameter};
    ///
    /// let level = Parameter::Level("swell".to_owned());
    /// let engine = Engine::default()
    ///     .function_of("is_ebb", &[("hour", Parameter::Number)], Parameter::YesNo, |_| Ok(true))?
    ///     .function_of("swell", &[], level, |_| Ok("high"))?;
    /// let script = "system sea \"Sea\"\nscale swell { level, low, high }\none sea { depth : number = 0 }";
    /// let encounter = engine.compile("sea.asz", &format!("{script}\nexpect {{ host.swell() is high \n host.is_ebb(9) }}"))?;
    /// assert!(encounter.test().all_passed());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When scripts cannot write the name, or it is already taken, or the function should return a text.
    pub fn function_of<R: Into<Returned>>(
        mut self,
        name: &str,
        parameters: &[(&str, Parameter)],
        returns: Parameter,
        answer: impl Fn(&[Argument]) -> Result<R, String> + Send + Sync + 'static,
    ) -> Result<Self, Failure> {
        let answer = Arc::new(move |arguments: &[Argument]| answer(arguments).map(Into::into));
        Arc::make_mut(&mut self.host).lend_pure(name, (parameters, returns), answer)?;
        Ok(self)
    }

    /// Gives scripts something that the host does: `signal NAME(…)` asks for it. While the script runs, it is only
    /// recorded; [`Encounter::signals`](super::Encounter::signals) does it once there is a verdict. Odds, tests and replays never do.
    ///
    /// ```
    /// use assize::engine::{Engine, Parameter};
    ///
    /// let engine = Engine::default().signalled("bell", &[("times", Parameter::Number)], |arguments| match arguments[0].number {
    ///     Some(1..) => Ok(()),
    ///     _ => Err("that cannot be heard".to_owned()),
    /// })?;
    /// assert!(engine.compile("night.asz", "signal bell(3)").is_ok());
    /// assert!(engine.compile("night.asz", "signal bell(\"thrice\")").is_err());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When scripts cannot write the name, or it is already taken.
    pub fn signalled(
        mut self,
        name: &str,
        parameters: &[(&str, Parameter)],
        perform: impl Fn(&[Shown]) -> Result<(), String> + Send + Sync + 'static,
    ) -> Result<Self, Failure> {
        Arc::make_mut(&mut self.host).lend_acting(name, parameters, Arc::new(perform))?;
        Ok(self)
    }

    /// What can cancel its calls.
    pub(crate) fn cancel(&self) -> &Cancel {
        &self.cancel
    }
}
