//! From the texts of a script to an encounter: read, checked and lowered, with a gate after each stage.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::choosing;
use super::encounter::Encounter;
use super::failure::Failure;
use super::house_words;
use super::houses::Houses;
use super::input::Input;
use super::limits::Limits;
use super::loading;
use super::pages::{self, Besides, PageText};
use super::remarks::Remarks;
use super::setup::Engine;
use super::shelves::Shelves;
use super::texts::Texts;
use crate::allowance::Allowance;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::ir::Program;
use crate::ir::expectation::Expectation;
use crate::ir::lower::{self, Checkpoint};
use crate::machine::Bounds;
use crate::model::{self, Cast, Scene, SceneFiles, System, SystemFiles};
use crate::source::{SourceMap, Span};
use crate::syntax::ast;

impl Engine {
    /// Compiles a script that needs no cast. `name` is what messages call it, and what `use` is relative to.
    ///
    /// ```
    /// use assize::Engine;
    ///
    /// let failure = Engine::default().compile("night.asz", "note \"a knock").unwrap_err();
    /// assert!(failure.to_string().starts_with("night.asz:1:"));
    /// ```
    ///
    /// # Errors
    /// With everything that is wrong in the script, in one go.
    pub fn compile(&self, name: &str, text: &str) -> Result<Encounter, Failure> {
        self.compile_with(name, text, &Cast::new())
    }

    /// Compiles a script whose roles are filled by `cast`.
    ///
    /// ```
    /// use assize::engine::Cast;
    /// use assize::{Answers, Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lamps", "system lamps\nkind person { oil : 0..9 = 3 }\nprocedure wait by person { let left = person.oil }");
    /// let scene = "use lamps\nperson ada { oil 5 }\nperson ben\ncast keeper : person\nwait night by keeper";
    /// let engine = Engine::with(shelf);
    /// let cast = |who: &str| Cast::from([("keeper".to_owned(), who.to_owned())]);
    /// let verdict = engine.compile_with("night.asz", scene, &cast("ada"))?.adjudicate(Answers::deliberate())?;
    /// assert_eq!(verdict.get("night.left").and_then(|left| left.number), Some(5));
    /// assert!(engine.compile_with("night.asz", scene, &cast("nobody")).is_err());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// With everything that is wrong in the script, in one go.
    pub fn compile_with(&self, name: &str, text: &str, cast: &Cast) -> Result<Encounter, Failure> {
        self.compile_texts(loading::load(&self.shelves(), name, text), cast)
    }

    /// Compiles a script with people and things that the host hands in, and with whoever it casts. What is wrong with them is
    /// told as it is of a script, at a place that is called as the host calls it: `inez.oil`.
    ///
    /// ```
    /// use assize::engine::{Input, Sheet};
    /// use assize::{Answers, Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lamps", "system lamps\nkind person { oil : 0..9 = 3 }\nprocedure wait by person { let left = person.oil }");
    /// let ada = Input::new().sheet(Sheet::new("person", "ada").field("oil", 7));
    /// let encounter = Engine::with(shelf).compile_with_input("night.asz", "use lamps\nwait night by ada", &ada)?;
    /// let verdict = encounter.adjudicate(Answers::deliberate())?;
    /// assert_eq!(verdict.get("night.left").and_then(|left| left.number), Some(7));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// With everything that is wrong in the script and in what is handed in, in one go.
    pub fn compile_with_input(&self, name: &str, text: &str, input: &Input) -> Result<Encounter, Failure> {
        let mut texts = loading::load(&self.shelves(), name, text);
        input.add_to(&mut texts);
        self.compile_texts(texts, &input.cast)
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
        let texts = self.texts_of_page(page, besides);
        let (cast, declaring) = (pages::needed(&texts.scene.scenes, cast), pages::declaring(&texts));
        Ok(Encounter { declaring, ..self.compile_texts(texts, &cast)? })
    }

    /// What the files of a page say of who there is, as lines of a script, by the place of the text on the page that uses them.
    pub(crate) fn declared_lines(&self, page: Vec<PageText>) -> BTreeMap<usize, String> {
        loading::declared_lines(&self.shelves(), page)
    }

    /// The texts of a page with all that they use, read.
    pub(super) fn texts_of_page(&self, page: Vec<PageText>, besides: Besides<'_>) -> Texts {
        let (mut texts, _) = loading::load_page(&self.shelves(), page);
        besides.add_to(&mut texts);
        texts
    }

    pub(super) fn shelves(&self) -> Shelves<'_> {
        let Self { libraries, systems, functions, packs, limits, .. } = self;
        let allowance = Allowance::new(limits.work, self.cancel.clone());
        Shelves { libraries, systems, functions: functions.as_deref(), packs, limits: *limits, allowance }
    }

    /// How far the runs of an encounter may go.
    pub(super) fn bounds(&self, allowance: &Allowance) -> Bounds {
        let Limits { fuel, events, output, .. } = self.limits;
        Bounds { fuel, events, output, allowance: allowance.afresh() }
    }

    pub(super) fn compile_texts(&self, texts: Texts, cast: &Cast) -> Result<Encounter, Failure> {
        let Texts { sources, mut system, scene, mut sink, mut houses, allowance, again, read: _ } = texts;
        self.lend(&mut system, &mut houses, &allowance);
        match self.build((&system, &scene), &sources, (cast, &allowance), &mut sink) {
            Some(Built { system, scene, program, checkpoint, mut expectations, ledger }) if !sink.has_errors() => {
                for expectation in &mut expectations {
                    as_written(expectation, &sources);
                }
                let (remarks, limits, declaring) = (Remarks::new(sink, ledger), self.limits, BTreeSet::new());
                Ok(Encounter {
                    sources,
                    system,
                    scene,
                    program,
                    checkpoint,
                    expectations,
                    remarks,
                    houses,
                    limits,
                    declaring,
                    again,
                    without_policy: None,
                    drawn: Vec::new(),
                })
            }
            _ => {
                let sink = house_words::with_houses(sink, (&self.libraries, &sources), &system);
                Err(Failure::new(sources, sink))
            }
        }
    }

    /// What a script gets from whoever runs it: the host's functions, and limits.
    pub(super) fn lend(&self, system: &mut SystemFiles, houses: &mut Houses, allowance: &Allowance) {
        system.functions.extend(self.host.known().iter().cloned());
        houses.host = Arc::clone(&self.host);
        houses.bounds = self.bounds(allowance);
        houses.operations = self.limits.operations_in_all;
    }

    /// The stages after reading, with a gate after each.
    fn build(
        &self,
        (system, scene): (&SystemFiles, &SceneFiles),
        sources: &SourceMap,
        (cast, allowance): (&Cast, &Allowance),
        sink: &mut Diagnostics,
    ) -> Option<Built> {
        if sink.has_errors() {
            return None;
        }
        let tested = tested(system, scene);
        let alone = scene.scenes.is_empty();
        let system = self.systems.check(system, sources, allowance, sink)?;
        let mut scene = model::check_scene::check(&system, scene, tested, (cast, allowance), sink)?;
        if sink.has_errors() {
            return None;
        }
        scene.entered = sources.entries().collect();
        if scene.expects.len() > self.limits.expectations {
            let place = scene.expects.get(self.limits.expectations).map(|expect| expect.span).unwrap_or_default();
            sink.push(too_many_expectations(self.limits.expectations, place));
            return None;
        }
        let bounds = lower::Bounds { size: self.limits.program, allowance: allowance.clone() };
        let mut ledger = lower::Ledger::default();
        let program = if alone { None } else { lower::scene((&system, &scene), &bounds, (&mut ledger, sink)) };
        let bounds = bounds.after(program.as_ref().map(|(program, _)| program));
        let (program, checkpoint) = program.map_or((None, None), |(program, checkpoint)| (Some(program), checkpoint));
        let expectations = lower::expectations((&system, &scene), bounds, (&mut ledger, sink));
        for expectation in &expectations {
            choosing::check(expectation, sink);
        }
        Some(Built { system, scene, program, checkpoint, expectations, ledger })
    }
}

fn too_many_expectations(most: usize, place: Span) -> Diagnostic {
    let message = format!("this script has more than {most} expectations");
    Diagnostic::error(codes::TOO_LARGE, place, message).help("move some of them to another script")
}

/// Gives claims and results the words they were written in; the program itself knows only where they stand.
fn as_written(expectation: &mut Expectation, sources: &SourceMap) {
    for claim in &mut expectation.claims {
        claim.text = sources.slice(claim.span).into();
    }
    for result in expectation.program.iter_mut().flat_map(|program| &mut program.results) {
        result.label = sources.slice(result.span).into();
    }
}

/// The files whose expectations count: the scenes; without any, the overlays; without any, the system itself.
pub(super) fn tested<'f>(system: &'f SystemFiles, scene: &'f SceneFiles) -> &'f [Arc<ast::File>] {
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
    ledger: lower::Ledger,
}
