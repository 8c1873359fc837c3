//! What an embedder sees: compile a script, adjudicate it, ask its odds, run its tests.
//!
//! ```
//! use assize::engine::{Engine, Shelf};
//!
//! let mut shelf = Shelf::default();
//! shelf.put("party.asz", "use house nights\n");
//! let engine = Engine::with(shelf);
//! match engine.compile("scene.asz", "use \"party.asz\"\n") {
//!     Ok(encounter) => println!("{} warnings", encounter.warnings().len()),
//!     Err(failure) => assert!(failure.to_string().starts_with("party.asz:1:1: error[AZ108]")),
//! }
//! ```
//!
//! Nothing in here reads a file, a clock or the environment; texts come from a [`Library`], chance from a seed.

#![deny(
    clippy::wildcard_enum_match_arm,
    reason = "a new item, event or fault is decided about wherever it is asked for"
)]

mod analysis;
mod answers;
mod asking;
mod coverage;
mod failure;
mod functions;
mod host;
mod houses;
mod library;
mod limits;
mod loading;
mod odds;
mod pages;
mod replay;
mod report;
mod rollers;
mod runtime_errors;
mod systems;
mod use_errors;

pub(crate) use analysis::Analysis;
pub use answers::{Answers, DiceFrom};
pub use coverage::Covered;
pub use failure::Failure;
pub use functions::{Argument, Change, Complaint, Declared, Functions, ReadFunctions, Returned};
pub use host::Parameter;
pub use library::{Library, LoadError, Loaded, Shelf, Shipped, file_stem};
pub use limits::{LONGEST_FILE, Limits};
pub use odds::{Chance, ChanceKind, OddsRequest};
pub(crate) use pages::{Besides, PageText};
pub use replay::Stopped;
pub use report::{Report, Tested};

pub use crate::drivers::Mode;
pub use crate::drivers::adjudicate::{Person, Response};
pub use crate::drivers::by_hand;
pub use crate::drivers::odds::Budget;
pub use crate::drivers::recorded::Before;
pub use crate::machine::{Answer, Ask, Cancel, How};
pub use crate::model::Cast;
pub use crate::semantics::chance::{Seed, SeedError, Seeds, Stream};
pub use crate::syntax::keywords::is_keyword;
pub use crate::verdict::recorder::Events;

use std::collections::BTreeSet;
use std::sync::Arc;

use host::Host;
use houses::Houses;
use loading::Texts;
use systems::Systems;

use crate::diagnostic::{Diagnostic, Diagnostics, codes, nearest};
use crate::drivers::chosen;
use crate::ir::expectation::Expectation;
use crate::ir::from_model::{self, Checkpoint};
use crate::ir::{Program, Value};
use crate::machine::{Bounds, Fault};
use crate::model::{self, Scene, SceneFiles, System, SystemFiles};
use crate::source::{SourceId, SourceKind, SourceMap};
use crate::syntax::ast;
use crate::verdict::Verdict;
use crate::verdict::recorder::Recorder;

/// Compiles scripts. It holds the libraries `use` looks in, what the host lends, limits, and the systems that scripts
/// have used so far, which are not checked again. It can be shared between threads; a clone costs nothing, and shares all
/// of that.
#[derive(Clone)]
pub struct Engine {
    libraries: Vec<Arc<dyn Library>>,
    functions: Option<Arc<ReadFunctions>>,
    limits: Limits,
    cancel: Cancel,
    host: Arc<Host>,
    systems: Systems,
}

impl Default for Engine {
    /// An engine that knows the shipped systems only.
    fn default() -> Self {
        Self {
            libraries: vec![Arc::new(Shipped)],
            functions: None,
            limits: Limits::default(),
            cancel: Cancel::default(),
            host: Arc::default(),
            systems: Systems::default(),
        }
    }
}

impl Engine {
    /// An engine that looks in `library` for whatever is not shipped.
    pub fn with(library: impl Library + 'static) -> Self {
        Self::default().and(library)
    }

    /// Looks in `library` as well, after all others.
    #[must_use]
    pub fn and(mut self, library: impl Library + 'static) -> Self {
        self.libraries.push(Arc::new(library));
        self
    }

    /// Reads house rules that are written in another language with `reader`. Without one, `use house "NAME.rhai"` is an
    /// error.
    #[must_use]
    pub fn functions_by(mut self, reader: Box<ReadFunctions>) -> Self {
        self.functions = Some(Arc::from(reader));
        self
    }

    /// Holds every script to `limits`. Functions of house rules are held to those their reader was given.
    ///
    /// ```
    /// use assize::engine::{Answers, Engine, Limits};
    ///
    /// let engine = Engine::default().limits(Limits::untrusted());
    /// let endless = "repeat up to 1000 { repeat up to 1000 { note \"again\" } }";
    /// let refusal = engine.compile("endless.asz", endless).unwrap().adjudicate(Answers::random(1)).unwrap_err();
    /// assert!(refusal.to_string().contains("error[AZ703]: the run was stopped after 200000 steps"));
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Lets `cancel` call off what its encounters work out: runs and odds.
    #[must_use]
    pub fn called_off_by(mut self, cancel: &Cancel) -> Self {
        self.cancel = cancel.clone();
        self
    }

    /// Compiles a script that needs no cast. `name` is what messages call it, and what `use` is relative to.
    ///
    /// # Errors
    /// With everything that is wrong in the script, in one go.
    pub fn compile(&self, name: &str, text: &str) -> Result<Encounter, Failure> {
        self.compile_with(name, text, &Cast::new())
    }

    /// Compiles a script whose roles are filled by `cast`.
    ///
    /// # Errors
    /// With everything that is wrong in the script, in one go.
    pub fn compile_with(&self, name: &str, text: &str, cast: &Cast) -> Result<Encounter, Failure> {
        self.compile_texts(loading::load(&self.shelves(), name, text), cast)
    }

    /// Compiles several texts as one script, in their order. There is always a scene to run, if only an empty one. A role of
    /// `cast` that none of them has is for a scene to come, and is passed over.
    ///
    /// # Errors
    /// With everything that is wrong in them, in one go.
    pub(crate) fn compile_page(
        &self,
        page: Vec<PageText>,
        cast: &Cast,
        besides: Besides<'_>,
    ) -> Result<Encounter, Failure> {
        let mut texts = loading::load_page(&self.shelves(), page);
        besides.add_to(&mut texts);
        let (cast, declaring) = (pages::needed(&texts.scene.scenes, cast), pages::declaring(&texts));
        Ok(Encounter { declaring, ..self.compile_texts(texts, &cast)? })
    }

    fn shelves(&self) -> loading::Shelves<'_> {
        let Self { libraries, systems, functions, limits, .. } = self;
        loading::Shelves { libraries, systems, functions: functions.as_deref(), limits: *limits }
    }

    fn compile_texts(&self, texts: Texts, cast: &Cast) -> Result<Encounter, Failure> {
        let Texts { sources, mut system, scene, mut sink, mut houses } = texts;
        system.functions.extend(self.host.known().iter().cloned());
        houses.host = Arc::clone(&self.host);
        houses.bounds = Bounds { fuel: self.limits.fuel, cancel: self.cancel.clone() };
        houses.operations = self.limits.operations_in_all;
        match self.build((&system, &scene), &sources, cast, &mut sink) {
            Some(Built { system, scene, program, checkpoint, mut expectations }) if !sink.has_errors() => {
                for expectation in &mut expectations {
                    as_written(expectation, &sources);
                }
                let (warnings, limits, declaring) = (sink.into_iter().collect(), self.limits, BTreeSet::new());
                Ok(Encounter {
                    sources,
                    system,
                    scene,
                    program,
                    checkpoint,
                    expectations,
                    warnings,
                    houses,
                    limits,
                    declaring,
                })
            }
            _ => Err(Failure::new(sources, sink)),
        }
    }

    /// The stages after reading, with a gate after each.
    fn build(
        &self,
        (system, scene): (&SystemFiles, &SceneFiles),
        sources: &SourceMap,
        cast: &Cast,
        sink: &mut Diagnostics,
    ) -> Option<Built> {
        if sink.has_errors() {
            return None;
        }
        let tested = tested(system, scene);
        let alone = scene.scenes.is_empty();
        let system = self.systems.check(system, sources, sink)?;
        let scene = model::check_scene::check(&system, scene, tested, cast, sink)?;
        if sink.has_errors() {
            return None;
        }
        let program = if alone { None } else { from_model::scene((&system, &scene), sink) };
        let (program, checkpoint) = program.map_or((None, None), |(program, checkpoint)| (Some(program), checkpoint));
        let expectations = from_model::expectations((&system, &scene), sink);
        Some(Built { system, scene, program, checkpoint, expectations })
    }

    /// A program that was compiled before and stored as JSON. It has no texts, and so no expectations.
    ///
    /// # Errors
    /// When it is no program, or one of another format.
    pub fn load_program(json: &str) -> Result<Encounter, Failure> {
        let refuse = |why: String| Failure::from(Diagnostic::placeless(codes::FORMAT, why));
        // The format is asked first: a program of another format need not even have the same fields.
        let stored: serde_json::Value =
            serde_json::from_str(json).map_err(|error| refuse(format!("this is no stored program: {error}")))?;
        let format = stored.get("format").and_then(serde_json::Value::as_u64);
        if format.is_some_and(|format| format != u64::from(crate::ir::FORMAT)) {
            return Err(refuse(other_format(format)));
        }
        let program: Program =
            serde_json::from_value(stored).map_err(|error| refuse(format!("this is no stored program: {error}")))?;
        program.check_format().map_err(refuse)?;
        Ok(Encounter::of(program))
    }
}

fn no_such_choice(name: &str, asked: &[String]) -> Diagnostic {
    let complaint = Diagnostic::placeless(codes::NO_CHOICE, format!("nobody is asked to choose `{name}`"));
    match nearest::nearest(name, asked.iter().map(String::as_str)) {
        Some(near) => complaint.help(format!("did you mean `{near}`?")),
        None if asked.is_empty() => complaint.help("this scene asks for no choices"),
        None => complaint.help(format!("the choices are {}", asked.join(", "))),
    }
}

fn other_format(format: Option<u64>) -> String {
    let found = format.unwrap_or_default();
    format!("this program is of format {found}, and this version reads format {} only", crate::ir::FORMAT)
}

/// Gives claims and results the words they were written in; the program itself knows only where they stand.
fn as_written(expectation: &mut Expectation, sources: &SourceMap) {
    for claim in &mut expectation.claims {
        sources.slice(claim.span).clone_into(&mut claim.text);
    }
    for result in expectation.program.iter_mut().flat_map(|program| &mut program.results) {
        sources.slice(result.span).clone_into(&mut result.label);
    }
}

/// The files whose expectations count: the scenes; without any, the overlays; without any, the system itself.
fn tested<'f>(system: &'f SystemFiles, scene: &'f SceneFiles) -> &'f [Arc<ast::File>] {
    match (scene.scenes.as_slice(), system.houses.as_slice()) {
        ([], []) => system.system.as_slice(),
        ([], houses) => houses,
        (scenes, _) => scenes,
    }
}

/// What comes out of the stages after reading.
struct Built {
    system: Arc<System>,
    scene: Scene,
    program: Option<Program>,
    checkpoint: Option<Checkpoint>,
    expectations: Vec<Expectation>,
}

/// A compiled script: the system it plays by, the checked scene, and the program made of both.
#[derive(Debug)]
pub struct Encounter {
    sources: SourceMap,
    system: Arc<System>,
    scene: Scene,
    program: Option<Program>,
    /// What is known at its end, for questions about odds.
    checkpoint: Option<Checkpoint>,
    expectations: Vec<Expectation>,
    warnings: Vec<Diagnostic>,
    houses: Houses,
    limits: Limits,
    /// The texts that say who or what there is, whatever else they do; known of a page only.
    declaring: BTreeSet<SourceId>,
}

impl Encounter {
    fn of(program: Program) -> Self {
        Self {
            sources: SourceMap::default(),
            system: Arc::default(),
            scene: Scene::default(),
            program: Some(program),
            checkpoint: None,
            expectations: Vec::new(),
            warnings: Vec::new(),
            houses: Houses::default(),
            limits: Limits::default(),
            declaring: BTreeSet::new(),
        }
    }

    fn houses(&self) -> &Houses {
        &self.houses
    }

    /// Runs it once.
    ///
    /// # Errors
    /// When the run is refused or cannot go on.
    pub fn adjudicate(&self, mut answers: Answers<'_>) -> Result<Verdict, Failure> {
        let program = self.program_to_run()?;
        self.check_choices(&answers, program)?;
        self.check_by_hand(&answers.dice)?;
        let mut recorder = Recorder::new(program, &self.sources, answers.word());
        if let Some(told) = answers.events.take() {
            recorder.tell(0, told);
        }
        let stream = answers.stream();
        let calls = self.houses.calls(program);
        let host = |function: u32, arguments: &[Value]| calls.call(function, arguments);
        let mut driver = replay::driver(program, &mut answers, &host);
        let state = crate::drivers::go_on(self.houses.machine(program), &mut driver, &mut recorder)
            .map_err(|fault| self.fault(&fault, program))?;
        Ok(replay::conclude(recorder, stream, &state))
    }

    /// A choice made beforehand that nobody asks for is misspelt.
    fn check_choices(&self, answers: &Answers<'_>, program: &Program) -> Result<(), Failure> {
        match chosen::never_asked(&answers.choices, program) {
            Some((name, asked)) => Err(self.failure(no_such_choice(name, &asked))),
            None => Ok(()),
        }
    }

    /// Runs every `expect` of the script, its overlays and its system.
    pub fn test(&self) -> Report {
        report::test(&self.expectations, &self.sources, &self.houses)
    }

    /// Runs every `expect` of one entry of a session only.
    pub(crate) fn test_of_entry(&self, number: u64) -> Report {
        let own = |one: &&Expectation| self.is_of_entry(one.span.source, number);
        let expectations: Vec<Expectation> = self.expectations.iter().filter(own).cloned().collect();
        report::test(&expectations, &self.sources, &self.houses)
    }

    fn is_of_entry(&self, id: SourceId, number: u64) -> bool {
        self.sources.get(id).is_some_and(|source| source.kind == SourceKind::Entry(number))
    }

    /// Runs every `expect` and says which rules, rows and branches of the system one of them reaches.
    pub fn coverage(&self) -> Vec<Covered> {
        let expectations = from_model::covering((&self.system, &self.scene), &mut Diagnostics::default());
        coverage::coverage(&expectations, self.system.reachable(), (&self.sources, &self.houses))
    }

    /// The program; `None` when the script is a system or an overlay alone.
    pub fn program(&self) -> Option<&Program> {
        self.program.as_ref()
    }

    /// Every `expect` of the script, its overlays and its system, compiled.
    pub fn expectations(&self) -> &[Expectation] {
        &self.expectations
    }

    /// What is worth a look although the script runs.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Whether an entry of a session says who or what there is, whatever else it does.
    pub(crate) fn declares(&self, number: u64) -> bool {
        self.declaring.iter().any(|id| self.is_of_entry(*id, number))
    }

    /// The system it plays by, checked.
    pub(crate) fn system(&self) -> &System {
        &self.system
    }

    /// The scene, checked.
    pub(crate) fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Whether anything in it is kept from somebody. Odds would tell of it.
    pub(crate) fn keeps_secrets(&self) -> bool {
        self.program.as_ref().is_some_and(|program| !program.secrecy.is_empty())
    }

    /// The values that were carried over and have no place here, by name.
    pub fn lost(&self) -> &[String] {
        &self.scene.lost
    }

    /// All texts that took part, for showing findings.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    fn program_to_run(&self) -> Result<&Program, Failure> {
        self.program.as_ref().ok_or_else(|| {
            let complaint = Diagnostic::placeless(codes::EMPTY, "there is no scene here to run");
            self.failure(complaint.help("a system or an overlay alone can be checked and tested"))
        })
    }

    /// What stopped a run, for whoever may know of the numbers in it.
    fn fault(&self, fault: &Fault, program: &Program) -> Failure {
        self.failure(runtime_errors::diagnostic(fault, program)).only_for(runtime_errors::visibility(fault, program))
    }

    fn failure(&self, diagnostic: Diagnostic) -> Failure {
        Failure::of(self.sources.clone(), diagnostic)
    }
}
