//! A compiled script, and what it knows about itself.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::failure::Failure;
use super::houses::Houses;
use super::kept_words;
use super::limits::Limits;
use super::policy::Policy;
use super::remarks::Remarks;
use super::runtime_errors;
use super::texts::UsedAgain;
use super::use_errors::used_again;
use crate::diagnostic::{Diagnostic, codes};
use crate::ir::Program;
use crate::ir::expectation::Expectation;
use crate::ir::lower::{self, Checkpoint};
use crate::machine::{Fault, Machine, State};
use crate::model::{NamedModifier, Scene, System, Thing, ThingId};
use crate::source::{SourceId, SourceKind, SourceMap};
use crate::verdict::{Verdict, Visibility};

/// A role for which nobody is cast.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenRole {
    /// What the scene calls it.
    pub name: String,
    /// The kind of thing that can fill it.
    pub kind: String,
    /// Those of that kind, in the order in which they are declared.
    pub fitting: Vec<String>,
    /// Their titles, in the same order; the name of somebody without one.
    pub titles: Vec<String>,
}

/// A compiled script: the system it uses, the checked scene, and the program made of both.
#[derive(Debug, Default)]
pub struct Encounter {
    pub(super) sources: SourceMap,
    pub(super) system: Arc<System>,
    pub(super) scene: Scene,
    pub(super) program: Option<Program>,
    /// What is known at its end, for questions about odds.
    pub(super) checkpoint: Option<Checkpoint>,
    pub(super) expectations: Vec<Expectation>,
    pub(super) remarks: Remarks,
    pub(super) houses: Houses,
    pub(super) limits: Limits,
    /// The texts that say who or what there is, whatever else they do; known of a page only.
    pub(super) declaring: BTreeSet<SourceId>,
    /// What the texts in hand use although it is in use.
    pub(super) again: Vec<UsedAgain>,
    /// If a policy makes the choices: the program without it, and the policy. A question may need the scene to be lowered again.
    pub(super) without_policy: Option<Box<(Program, Policy)>>,
    /// For each deck the cards that are drawn before it begins; none where nothing stands before it.
    pub(super) drawn: Vec<Vec<u32>>,
}

impl Encounter {
    /// A program alone, without its texts.
    pub(super) fn of(program: Program) -> Self {
        Self { program: Some(program), ..Self::default() }
    }

    /// A run from the beginning.
    pub(super) fn machine<'p>(&self, program: &'p Program) -> Machine<'p> {
        let mut state = State::start(program);
        state.drawn.iter_mut().zip(&self.drawn).for_each(|(drawn, before)| drawn.clone_from(before));
        Machine::resume(program, state).within(self.houses.for_one_call().bounds)
    }

    /// Whether a text is this entry of a session.
    pub(super) fn is_of_entry(&self, id: SourceId, number: u64) -> bool {
        self.sources.get(id).is_some_and(|source| source.kind == SourceKind::Entry(number))
    }

    /// The program; `None` when the script is a system or an overlay alone.
    pub fn program(&self) -> Option<&Program> {
        self.program.as_ref()
    }

    /// Every `expect` of the script, its overlays and its system, compiled.
    pub fn expectations(&self) -> &[Expectation] {
        &self.expectations
    }

    /// Whether an entry of a session says who or what there is, whatever else it does.
    pub(crate) fn entry_declares(&self, number: u64) -> bool {
        self.declaring.iter().any(|id| self.is_of_entry(*id, number))
    }

    /// The complaint about each `use` of an entry of a session that brings in nothing, and whether it is of something that
    /// happens.
    pub(crate) fn used_again(&self, number: u64) -> Vec<(Diagnostic, bool)> {
        let again = self.again.iter().filter(|again| self.is_of_entry(again.span.source, number));
        let complaint = |UsedAgain { span, name, since, is_scene }: &UsedAgain| {
            let since = since.and_then(|since| match self.sources.get(since)?.kind {
                SourceKind::Entry(since) if since != number => Some(since),
                SourceKind::Entry(_)
                | SourceKind::Shipped
                | SourceKind::File
                | SourceKind::Carried
                | SourceKind::Question => None,
            });
            (used_again(name, *span, since, *is_scene), *is_scene)
        };
        again.map(complaint).collect()
    }

    /// The roles for which nobody is cast: stand-ins with the usual values play them.
    ///
    /// ```
    /// use assize::{Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lamps", "system lamps\nkind person {}\nprocedure wait by person { let rest = 1 }");
    /// let encounter = Engine::with(shelf).compile("night.asz", "use lamps\nperson ada\ncast keeper : person\nwait night by keeper")?;
    /// let roles = encounter.open_roles();
    /// assert_eq!((roles[0].name.as_str(), roles[0].kind.as_str()), ("keeper", "person"));
    /// assert_eq!(roles[0].fitting, ["ada"]);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn open_roles(&self) -> Vec<OpenRole> {
        let Scene { things, stand_ins, .. } = &self.scene;
        let role = |id: &ThingId| {
            let role = &things[*id];
            let fits = |(other, thing): &(ThingId, &Thing)| thing.kind == role.kind && !stand_ins.contains(other);
            let title = |thing: &Thing| thing.title.as_ref().unwrap_or(&thing.name).to_string();
            OpenRole {
                name: role.name.to_string(),
                kind: self.system.kinds[role.kind].name.to_string(),
                fitting: things.pairs().filter(fits).map(|(_, thing)| thing.name.to_string()).collect(),
                titles: things.pairs().filter(fits).map(|(_, thing)| title(thing)).collect(),
            }
        };
        stand_ins.iter().map(role).collect()
    }

    /// Whether a scene of it has this role, whoever fills it.
    ///
    /// ```
    /// use assize::{Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lamps", "system lamps\nkind person {}\nprocedure wait by person { let rest = 1 }");
    /// let scene = "use lamps\nperson ada\ncast keeper : person\nwait night by keeper";
    /// let encounter = Engine::with(shelf).compile("scene.asz", scene)?;
    /// assert!(encounter.has_role("keeper") && !encounter.has_role("ada"));
    /// # Ok::<(), assize::engine::Failure>(())
    /// ```
    pub fn has_role(&self, name: &str) -> bool {
        self.scene.has_role(name)
    }

    /// The system it uses, checked.
    pub(crate) fn system(&self) -> &System {
        &self.system
    }

    /// The scene, checked against its system.
    pub(crate) fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Whether another one leaves what stands here as it is, whatever else it holds: the same rules, the same way of answering, and
    /// everybody and everything begins as here.
    pub(crate) fn comes_before(&self, other: &Self) -> bool {
        let (here, there) = (&self.scene.mode, &other.scene.mode);
        Arc::ptr_eq(&self.system, &other.system)
            && here.as_ref().map(|stated| &stated.method) == there.as_ref().map(|stated| &stated.method)
            && self.scene.begins_alike_in(&other.scene)
    }

    /// Whether it is a file of functions alone, for rules that are not in hand.
    #[cfg(feature = "cli")]
    pub(crate) fn is_functions_alone(&self) -> bool {
        self.program.is_none() && !self.system.is_there
    }

    /// Whether anything in it is secret from someone.
    pub(crate) fn keeps_secrets(&self) -> bool {
        !self.most_kept().is_for_all()
    }

    /// The strictest visibility of anything in it: odds would reveal that.
    pub(crate) fn most_kept(&self) -> Visibility {
        let values = self.program.as_ref().map_or(Visibility::All, |program| program.secrecy.most_kept());
        self.most_kept_modifier().max(values)
    }

    /// The strictest visibility of anything that is written in the scene.
    pub(crate) fn most_kept_in_words(&self) -> Visibility {
        if kept_words::are_kept(&self.sources, &self.system) { self.most_kept() } else { self.most_kept_modifier() }
    }

    /// The strictest visibility of a modifier that people know of one by one.
    fn most_kept_modifier(&self) -> Visibility {
        Visibility::of_all(self.scene.named_modifiers.iter().map(kept))
    }

    /// The values that were carried over and have no place here, by name.
    pub fn lost(&self) -> &[String] {
        &self.scene.lost
    }

    /// All texts that took part, for showing findings.
    ///
    /// ```
    /// use assize::Engine;
    /// use assize::diagnostic::render;
    ///
    /// let encounter = Engine::default().compile("night.asz", "note \"a knock\"")?;
    /// for warning in encounter.warnings() {
    ///     print!("{}", render::plain(warning, encounter.sources()));
    /// }
    /// assert!(encounter.sources().iter().any(|(_, source)| source.name == "night.asz"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The program, or the error that there is none.
    pub(super) fn program_to_run(&self) -> Result<&Program, Failure> {
        self.program.as_ref().ok_or_else(|| {
            let complaint = Diagnostic::placeless(codes::EMPTY, "there is no scene here to run");
            self.failure(complaint.help("a system or a house rule alone can be checked and tested"))
        })
    }

    /// What stopped a run, for those who may see the numbers in it.
    pub(super) fn fault(&self, fault: &Fault, program: &Program) -> Failure {
        let found = self.failure(runtime_errors::diagnostic(fault, program));
        found.only_for(runtime_errors::visibility(fault, program)).of_scene(self.most_kept_in_words())
    }

    /// The same for a run of which something has happened.
    pub(super) fn fault_after(&self, fault: &Fault, happened: Verdict, program: &Program) -> Failure {
        self.fault(fault, program).after(happened)
    }

    /// A finding about its texts.
    pub(super) fn failure(&self, diagnostic: Diagnostic) -> Failure {
        Failure::of(self.sources.clone(), diagnostic)
    }
}

/// For whom a named modifier is, whether or not anything uses it.
fn kept(named: &NamedModifier) -> Visibility {
    match (named.concealment, &named.known) {
        (Some(concealment), _) => lower::visibility(concealment),
        // A player whose character does not know of it must not learn that it exists.
        (None, Some(_)) => Visibility::Gm,
        (None, None) => Visibility::All,
    }
}
