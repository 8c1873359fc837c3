//! A checked scene: who is there, what is known, what happens, what is expected, and what is asked.

use std::collections::{BTreeMap, BTreeSet};

use super::scene_names::{SceneName, SceneNames};
use super::{
    Arena, Entry, Expect, Expr, Invocation, InvocationId, KindId, Named, NamedModifier, NamedModifierId, Own, OwnId,
    RolledFor, StatedMethod, Statement, System, Thing, ThingId, Uses, VarId,
};
use crate::diagnostic::Diagnostic;
use crate::semantics::dice::Question as RollQuestion;
use crate::source::{SourceId, Span};
use crate::syntax::ast::Concealment;

/// A checked scene.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Everybody and everything: the single things of the system, and those that the scene names.
    pub things: Arena<ThingId, Thing>,
    /// Named modifiers that somebody may or may not know.
    pub named_modifiers: Arena<NamedModifierId, NamedModifier>,
    /// Every run of a procedure that the scene writes down, nested ones included.
    pub invocations: Arena<InvocationId, Invocation>,
    /// What it has of its own besides: tallies, flags, rolls and levels.
    pub own: Arena<OwnId, Own>,
    /// What happens, in the order of its lines; those of an expectation stand with it.
    pub statements: Vec<Statement>,
    /// The mode the scene states.
    pub mode: Option<StatedMethod>,
    /// The expectations of the files in hand.
    pub expects: Vec<Expect>,
    /// Fields that some line of the scene changes, besides those that the system changes.
    pub changing: BTreeSet<(KindId, usize)>,
    /// Questions that some line of the scene asks of a roll, besides those of the system.
    pub questions: BTreeMap<RolledFor, Vec<RollQuestion>>,
    /// Runs of a repetition that some line reads by their number.
    pub counted: BTreeSet<(InvocationId, i64)>,
    /// What is asked for at the end.
    pub asked: Option<Expr>,
    /// Texts that are entered one after the other: what they say stands together, as in one text.
    pub entered: BTreeSet<SourceId>,
    /// Who plays the roles of the encounter; in another run it may be somebody else.
    pub cast: BTreeSet<ThingId>,
    /// The parts for which nobody is cast: nameless stand-ins play them.
    pub stand_ins: BTreeSet<ThingId>,
    /// Values that were carried over and have no place here.
    pub lost: Vec<String>,
    /// Values that were carried over and are kept from somebody: a thing's field, and its level in a family.
    pub concealed: BTreeMap<(ThingId, usize, usize), Concealment>,
    /// Named modifiers that some line reveals to somebody.
    pub revealed: BTreeSet<NamedModifierId>,
    /// Where its lines use names; those of an expectation stand with it.
    pub uses: Uses,
    /// The words that declare variables, in expectations as well.
    pub variables: BTreeMap<Span, VarId>,
    /// Places where a run may not have reached a value: what is said of those that a line loses there, if some run is found that has not.
    pub may_be_lost: BTreeMap<Span, Vec<Diagnostic>>,
    /// What everything is called.
    pub(super) names: SceneNames,
}

/// How far a scene was known once, so that what came later can be taken back.
#[derive(Clone, Copy, Debug)]
pub struct SceneMark {
    /// So many things there were.
    pub things: usize,
    /// So many named modifiers.
    pub named_modifiers: usize,
    /// So many runs.
    pub invocations: usize,
    /// So much that the scene has of its own.
    pub own: usize,
    names: usize,
}

/// What is asked of the rolls of procedures.
pub type QuestionsOfRolls = BTreeMap<RolledFor, Vec<RollQuestion>>;

/// What lines of a scene ask of all of it, those before them as well.
#[derive(Clone, Debug, Default)]
pub struct Demands {
    /// As [`Scene::changing`].
    pub changing: BTreeSet<(KindId, usize)>,
    /// As [`Scene::questions`].
    pub questions: BTreeMap<RolledFor, Vec<RollQuestion>>,
    /// As [`Scene::counted`].
    pub counted: BTreeSet<(InvocationId, i64)>,
    /// As [`Scene::revealed`].
    pub revealed: BTreeSet<NamedModifierId>,
}

impl Demands {
    /// Asks of runs what others ask of them as well.
    pub fn ask_of_runs(&mut self, (questions, counted): (&QuestionsOfRolls, &BTreeSet<(InvocationId, i64)>)) {
        for (roll, questions) in questions {
            let known = self.questions.entry(*roll).or_default();
            for question in questions {
                if !known.contains(question) {
                    known.push(*question);
                }
            }
        }
        self.counted.extend(counted);
    }
}

impl Scene {
    /// Whether the encounter has this role, whoever fills it: that person or thing has a name of its own besides.
    pub fn has_role(&self, name: &str) -> bool {
        let Some(SceneName::Thing(id)) = self.names.get(name) else { return false };
        self.cast.contains(&id) && (self.stand_ins.contains(&id) || self.things[id].name != name)
    }

    /// Whether something stands in an expectation, and not in the scene itself.
    pub fn is_expected(&self, place: Span) -> bool {
        self.expects.iter().any(|expect| expect.span.contains(place))
    }

    /// The first run of the name of this one, where branches that exclude each other share it.
    pub fn first_of_name(&self, run: InvocationId) -> InvocationId {
        self.invocations[run].same_as.unwrap_or(run)
    }

    /// Whether everybody and everything that is here is in another scene as well, and the same is said there of how they begin.
    pub fn begins_alike_in(&self, other: &Self) -> bool {
        let there: BTreeMap<&str, &Thing> = other.things.iter().map(|thing| (&*thing.name, thing)).collect();
        let alike = |thing: &Thing, there: &Thing| {
            there.fields.keys().eq(thing.fields.keys()) && there.owned.len() == thing.owned.len()
        };
        self.things.iter().all(|thing| there.get(&*thing.name).is_some_and(|there| alike(thing, there)))
    }

    /// Whether branches that come later have runs of the same name. Their lines and those behind all branches mean the first run by
    /// it; between the braces of its own branch no other one is known yet.
    pub fn is_one_of_several(&self, run: InvocationId) -> bool {
        self.invocations.iter().any(|other| other.same_as == Some(run))
    }

    /// Whether two places stand in one text, or in texts that are entered one after the other.
    pub fn are_in_one_text(&self, one: Span, other: Span) -> bool {
        let is_entered = |span: Span| self.entered.contains(&span.source);
        one.source == other.source || (is_entered(one) && is_entered(other))
    }

    /// Whether somebody or something has to do with a run that is written here: acts in it, or fills a blank of it.
    pub fn takes_part(&self, thing: ThingId) -> bool {
        let names = |entry: &Entry| {
            self.uses.iter().any(|(named, span)| named == Named::Thing(thing) && entry.span.contains(span))
        };
        self.invocations.iter().any(|run| {
            [run.by, run.versus].contains(&Some(thing))
                || run.arguments.values().any(|argument| argument.all_entries().any(names))
        })
    }

    /// How far it is known now.
    pub fn mark(&self) -> SceneMark {
        SceneMark {
            things: self.things.len(),
            named_modifiers: self.named_modifiers.len(),
            invocations: self.invocations.len(),
            own: self.own.len(),
            names: self.names.mark(),
        }
    }

    /// Forgets everything and everybody that came after a mark.
    pub fn forget_after(&mut self, mark: SceneMark) {
        self.things.truncate(mark.things);
        self.named_modifiers.truncate(mark.named_modifiers);
        self.invocations.truncate(mark.invocations);
        self.own.truncate(mark.own);
        self.names.forget_after(mark.names);
        self.concealed.split_off(&(ThingId(mark.things), 0, 0));
        self.cast.split_off(&ThingId(mark.things));
        self.stand_ins.split_off(&ThingId(mark.things));
    }

    /// A scene in which nothing but the single things of the system is.
    pub fn of(system: &System) -> Self {
        let mut scene = Self { things: system.singles.clone(), ..Self::default() };
        for (id, single) in system.singles.pairs() {
            scene.names.give(single.name.clone(), SceneName::Thing(id));
        }
        scene
    }
}
