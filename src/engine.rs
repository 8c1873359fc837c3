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

mod answers;
mod completion;
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
mod symbols;

pub use answers::{Answers, DiceFrom};
pub use coverage::Covered;
pub use failure::Failure;
pub use functions::{Argument, Change, Complaint, Declared, Functions, ReadFunctions, Returned};
pub use host::Parameter;
pub use library::{Library, LoadError, Loaded, Shelf, Shipped, file_stem, is_shipped};
pub use limits::{LONGEST_FILE, Limits};
pub use odds::{Chance, OddsRequest};
pub(crate) use pages::{Besides, PageText};
pub use replay::Stopped;
pub use report::{Report, Tested};
pub use symbols::{Part, Takes, Term, Vocabulary, Word};

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

use host::Host;
use houses::Houses;
use loading::Texts;

use crate::diagnostic::{Diagnostic, Diagnostics, codes, nearest};
use crate::drivers::chosen;
use crate::ir::expectation::{Expectation, ExpectedMode};
use crate::ir::from_model;
use crate::ir::{Program, Value};
use crate::machine::{Bounds, Fault};
use crate::model::{self, Files};
use crate::source::SourceMap;
use crate::syntax::ast;
use crate::verdict::Verdict;
use crate::verdict::recorder::Recorder;

/// Compiles scripts. It holds nothing but the libraries `use` looks in, and can be shared between threads.
pub struct Engine {
    libraries: Vec<Box<dyn Library>>,
    functions: Option<Box<ReadFunctions>>,
    limits: Limits,
    cancel: Cancel,
    host: Host,
}

impl Default for Engine {
    /// An engine that knows the shipped systems only.
    fn default() -> Self {
        let (limits, cancel) = (Limits::default(), Cancel::default());
        Self { libraries: vec![Box::new(Shipped)], functions: None, limits, cancel, host: Host::default() }
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
        self.libraries.push(Box::new(library));
        self
    }

    /// Reads house rules that are written in another language with `reader`. Without one, `use house "NAME.rhai"` is an
    /// error.
    #[must_use]
    pub fn functions_by(mut self, reader: Box<ReadFunctions>) -> Self {
        self.functions = Some(reader);
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
        page: &[PageText<'_>],
        cast: &Cast,
        besides: &Besides<'_>,
    ) -> Result<Encounter, Failure> {
        let mut texts = loading::load_page(&self.shelves(), page);
        besides.add_to(&mut texts);
        let cast = pages::needed(&texts.files, cast);
        self.compile_texts(texts, &cast)
    }

    fn shelves(&self) -> loading::Shelves<'_> {
        loading::Shelves { libraries: &self.libraries, functions: self.functions.as_deref(), limits: self.limits }
    }

    fn compile_texts(&self, texts: Texts, cast: &Cast) -> Result<Encounter, Failure> {
        let Texts { sources, mut files, mut sink, mut houses } = texts;
        files.functions.extend(self.host.known().iter().cloned());
        houses.host = self.host.clone();
        houses.bounds = Bounds { fuel: self.limits.fuel, cancel: self.cancel.clone() };
        houses.operations = self.limits.operations_in_all;
        match build(&files, cast, &mut sink) {
            Some(Built { program, mut expectations, lost }) if !sink.has_errors() => {
                for expectation in &mut expectations {
                    as_written(expectation, &sources);
                }
                let (cast, warnings) = (cast.clone(), sink.into_iter().collect());
                let limits = self.limits;
                Ok(Encounter { sources, files, cast, program, expectations, warnings, lost, houses, limits })
            }
            _ => Err(Failure::new(sources, sink)),
        }
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

/// What comes out of the stages after reading.
struct Built {
    program: Option<Program>,
    expectations: Vec<Expectation>,
    lost: Vec<String>,
}

/// The stages after reading, with a gate after each.
fn build(files: &Files, cast: &Cast, sink: &mut Diagnostics) -> Option<Built> {
    if sink.has_errors() {
        return None;
    }
    let model = model::build(files, cast, sink)?;
    if sink.has_errors() {
        return None;
    }
    let alone = files.scenes.is_empty();
    let program = if alone { None } else { from_model::scene(&model, sink) };
    Some(Built { program, expectations: from_model::expectations(&model, sink), lost: model.lost })
}

/// A compiled script.
#[derive(Debug)]
pub struct Encounter {
    sources: SourceMap,
    files: Files,
    cast: Cast,
    program: Option<Program>,
    expectations: Vec<Expectation>,
    warnings: Vec<Diagnostic>,
    lost: Vec<String>,
    houses: Houses,
    limits: Limits,
}

impl Encounter {
    fn of(program: Program) -> Self {
        Self {
            sources: SourceMap::default(),
            files: Files::default(),
            cast: Cast::new(),
            program: Some(program),
            expectations: Vec::new(),
            warnings: Vec::new(),
            lost: Vec::new(),
            houses: Houses::default(),
            limits: Limits::default(),
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

    /// Exact odds.
    ///
    /// # Errors
    /// When a question is wrong, or the answer would need more states than the budget allows.
    pub fn odds(&self, request: &OddsRequest) -> Result<Vec<Chance>, Failure> {
        let request = &odds::within(request, self.limits);
        let (questions, request) = match request.questions.as_slice() {
            [] => {
                let is_open = |path: &str| !request.happened.contains(path);
                (odds::usual_questions(self.program_to_run()?, is_open), &odds::unasked(request))
            }
            some => (some.iter().flat_map(|question| self.each_level(question)).collect(), request),
        };
        if questions.is_empty() && !request.happened.is_empty() {
            return Ok(Vec::new());
        }
        if questions.is_empty() {
            let complaint = Diagnostic::placeless(codes::ODDS, "nothing is resolved here, so there are no odds");
            return Err(self.failure(complaint.help("ask a question, such as `P(NAME.PART >= 2)`")));
        }
        let asking = self.asking(&odds::script(&questions, request.given.as_deref()))?;
        let fail = |complaint| Failure::of(asking.sources.clone(), complaint);
        let Some(Expectation { mode: ExpectedMode::Odds { given }, program: Ok(program), claims, .. }) = &asking.last
        else {
            return Err(fail(Diagnostic::placeless(codes::ODDS, "these questions cannot be asked")));
        };
        let asked: Vec<odds::Asked> = claims.iter().map(report::asked_by).collect();
        let values = odds::values((program, &self.houses), request, (&asked, *given), &mut crate::machine::Deaf)
            .map_err(fail)?;
        let answers = questions.into_iter().zip(values);
        let answers = answers.map(|(question, value)| Chance { question, value });
        // Where nobody asked for it, what is always reached need not be told that it is.
        let told = |answer: &Chance| request.questions.contains(&answer.question) || !odds::never_unreached(answer);
        let answers = answers.filter(told);
        Ok(answers.collect())
    }

    /// A question, or one for each level of the result that is named instead, or of all results of what is named.
    fn each_level(&self, question: &str) -> Vec<String> {
        let is_of_it = |path: &str| {
            path.strip_prefix(question.trim()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let levels = self.program().map(|program| odds::usual_questions(program, is_of_it)).unwrap_or_default();
        if levels.is_empty() { vec![question.to_owned()] } else { levels }
    }

    /// The same encounter with one more expectation, which is not checked but asked.
    fn asking(&self, script: &str) -> Result<Asking, Failure> {
        let (mut sources, mut files, mut sink) = (self.sources.clone(), self.files.clone(), Diagnostics::default());
        let id = sources.add("question", script);
        let asked = crate::syntax::parse(id, script, &mut sink);
        match files.scenes.last_mut() {
            Some(scene) => scene.items.extend(asked.items),
            None => files.scenes.push(asked),
        }
        let built = build(&files, &self.cast, &mut sink);
        match built.and_then(|built| built.expectations.into_iter().last()) {
            Some(Expectation { program: Err(findings), .. }) => {
                sink.extend(findings);
                Err(Failure::new(sources, sink))
            }
            last if !sink.has_errors() => Ok(Asking { sources, last }),
            _ => Err(Failure::new(sources, sink)),
        }
    }

    /// Runs every `expect` of the script, its overlays and its system.
    pub fn test(&self) -> Report {
        report::test(&self.expectations, &self.sources, &self.houses)
    }

    /// Runs every `expect` of one text only.
    pub(crate) fn test_of(&self, file: &str) -> Report {
        let own = |one: &&Expectation| self.sources.place(one.span).file == file;
        let expectations: Vec<Expectation> = self.expectations.iter().filter(own).cloned().collect();
        report::test(&expectations, &self.sources, &self.houses)
    }

    /// Runs every `expect` and says which rules, rows and branches of the system one of them reaches.
    pub fn coverage(&self) -> Vec<Covered> {
        let mut sink = Diagnostics::default();
        let Some(model) = model::build(&self.files, &self.cast, &mut sink) else { return Vec::new() };
        let expectations = from_model::covering(&model, &mut sink);
        coverage::coverage(&expectations, model.reachable(), (&self.sources, &self.houses))
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

    /// Whether one of its texts says who or what there is, whatever else it does.
    pub(crate) fn declares(&self, text: &str) -> bool {
        let is_of_it = |item: &ast::Item| self.sources.get(item.span.source).is_some_and(|source| source.name == text);
        pages::declares(&self.files, is_of_it)
    }

    /// Whether anything in it is kept from somebody. Odds would tell of it.
    pub(crate) fn keeps_secrets(&self) -> bool {
        self.program.as_ref().is_some_and(|program| !program.secrecy.is_empty())
    }

    /// The values that were carried over and have no place here, by name.
    pub fn lost(&self) -> &[String] {
        &self.lost
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

/// An encounter with a question put to it.
struct Asking {
    sources: SourceMap,
    last: Option<Expectation>,
}
