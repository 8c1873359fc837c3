//! What a scene writes and could write otherwise without a difference, found by trying: settings of the system, and blanks.

use std::collections::BTreeSet;

use super::encounter::Encounter;
use crate::allowance::Allowance;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::ir::Program;
use crate::ir::lower;
use crate::model::{
    Argument, Entry, Expr, ExprKind, InvocationId, LocalId, LocalKind, Named, RunMade, Scene, ThingId, Type,
    constant_of,
};
use crate::source::Span;

/// Where a value is written.
#[derive(Clone, Copy)]
enum Place {
    /// A blank of a run.
    Blank(InvocationId, LocalId),
    /// A field of something of which there is one: a setting.
    Setting(ThingId, usize),
}

impl Encounter {
    /// Settings and blanks whose values make no difference in this scene, whatever they are: with each other value that is tried the
    /// same is computed, rolled, asked and told. This lays the scene out once for almost each value that it writes, so it is for
    /// whoever checks a script and not for whoever runs it. Nothing is said of people and things, who may be written down in full,
    /// nor of settings in another file, nor where somebody is cast. The whole trial has the steps of one call and heeds the engine's `Cancel`; of what it has not come
    /// to by then nothing is said.
    ///
    /// ```
    /// use assize::{Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lamps", "system lamps\nkind person { }\none night { deep : yes/no = no, cold : 0..3 = 1 }\n\
    ///     procedure wait by person { ask long : 0..9 = 1, let left = if night.deep then long + night.cold else 0 }");
    /// let engine = Engine::with(shelf);
    /// let idle = |scene: &str| engine.compile("night.asz", scene).map(|encounter| encounter.idle().len());
    /// assert_eq!(idle("use lamps\nnight { cold 2 }\nperson ada\nwait here by ada { long 3 }")?, 1);
    /// assert_eq!(idle("use lamps\nnight { cold 2, deep yes }\nperson ada\nwait here by ada { long 3 }")?, 0);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn idle(&self) -> Vec<Diagnostic> {
        let all = self.followed();
        let known: BTreeSet<Span> = all.iter().flat_map(|found| found.labels.iter().map(|label| label.span)).collect();
        let mut found: Vec<Diagnostic> = all.into_iter().filter(|found| !self.warnings().contains(found)).collect();
        if self.program.is_some() && self.scene.cast.is_empty() {
            let trial = Trial { encounter: self, known, allowance: self.houses.bounds.allowance.afresh() };
            found.extend(trial.places().into_iter().filter_map(|place| trial.remark(place)));
        }
        found
    }
}

struct Trial<'e> {
    encounter: &'e Encounter,
    /// Places of which something is said already.
    known: BTreeSet<Span>,
    /// What is left for all that is tried.
    allowance: Allowance,
}

impl Trial<'_> {
    /// Everything that can be tried, in the order in which it is written. Settings of another file are for other scenes as well.
    fn places(&self) -> Vec<Place> {
        let scene = &self.encounter.scene;
        let Some(first) = scene.statements.first() else { return Vec::new() };
        let is_here = |entry: &Entry| entry.span.source == first.span.source;
        let mut places = Vec::new();
        for (thing, declared) in scene.things.pairs() {
            if self.encounter.system.kinds[declared.kind].single {
                places.extend(declared.fields.keys().map(|field| Place::Setting(thing, *field)));
            }
        }
        for (run, written) in scene.invocations.pairs().filter(|(_, run)| run.made == RunMade::Written) {
            places.extend(written.arguments.keys().map(|blank| Place::Blank(run, *blank)));
        }
        places.retain(|place| self.entry(*place).is_some_and(is_here));
        places.sort_by_key(|place| self.entry(*place).map(|entry| (entry.span.source, entry.span.start)));
        places
    }

    fn entry(&self, place: Place) -> Option<&Entry> {
        let scene = &self.encounter.scene;
        let argument = match place {
            Place::Blank(run, blank) => scene.invocations[run].arguments.get(&blank),
            Place::Setting(thing, field) => scene.things[thing].fields.get(&field),
        };
        if let Argument::One(entry) = argument? { Some(entry) } else { None }
    }

    fn remark(&self, place: Place) -> Option<Diagnostic> {
        let entry = self.entry(place)?;
        let is_known = self.known.iter().any(|span| entry.span.contains(*span) || span.contains(entry.span));
        if is_known || !self.is_read(place) {
            return None;
        }
        let others = self.others(place, entry)?;
        let makes_none = !others.is_empty() && others.into_iter().all(|other| self.is_the_same(place, other));
        makes_none.then(|| {
            let message = format!("`{}` makes no difference here", self.name(place));
            Diagnostic::warning(codes::IDLE, entry.span, message).help(
                "it comes to the same with other values: take it out, or change what the scene says so that it counts",
            )
        })
    }

    fn name(&self, place: Place) -> &str {
        let (system, scene) = (&self.encounter.system, &self.encounter.scene);
        match place {
            Place::Blank(run, blank) => &system.procedures[scene.invocations[run].procedure].locals[blank].name,
            Place::Setting(thing, field) => &system.kinds[scene.things[thing].kind].fields[field].name,
        }
    }

    /// Whether some line of the system reads it: what nobody reads is a note of whoever plays.
    fn is_read(&self, place: Place) -> bool {
        let (system, scene) = (&self.encounter.system, &self.encounter.scene);
        let (named, declared) = match place {
            Place::Blank(run, blank) => {
                let procedure = scene.invocations[run].procedure;
                (Named::Local(procedure, blank), system.procedures[procedure].locals[blank].span)
            }
            Place::Setting(thing, field) => {
                let kind = scene.things[thing].kind;
                (Named::Field(kind, field), system.kinds[kind].fields[field].span)
            }
        };
        system.uses.iter().any(|(used, span)| used == named && span != declared)
    }

    /// Other values that could stand there; `None` where it is not known which.
    fn others(&self, place: Place, entry: &Entry) -> Option<Vec<i64>> {
        let (system, scene) = (&self.encounter.system, &self.encounter.scene);
        let now = constant_of(&entry.value)?;
        let (ty, limits) = match place {
            Place::Blank(run, blank) => {
                let local = &system.procedures[scene.invocations[run].procedure].locals[blank];
                let LocalKind::Ask { limits, .. } = &local.kind else { return None };
                (&local.ty, *limits)
            }
            Place::Setting(thing, field) => {
                let field = &system.kinds[scene.things[thing].kind].fields[field];
                (&field.ty, field.limits)
            }
        };
        let all: Vec<i64> = match ty {
            Type::YesNo => vec![0, 1],
            Type::Level(scale) => (0..).take(system.scales[*scale].levels.len()).collect(),
            Type::Number => {
                let (low, high) = limits.unwrap_or((i64::MIN, i64::MAX));
                let near =
                    [now.saturating_add(1), now.saturating_sub(1), now.saturating_add(7), now.saturating_sub(7), 0];
                near.into_iter().filter(|number| (low..=high).contains(number)).collect()
            }
            Type::Die
            | Type::Text
            | Type::Thing(_)
            | Type::Run(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Dice
            | Type::Plan(_)
            | Type::Item(_)
            | Type::Many(_)
            | Type::NamedModifier
            | Type::Unknown => return None,
        };
        Some(all.into_iter().filter(|other| *other != now).collect())
    }

    /// Whether the scene comes to the same with another value there.
    fn is_the_same(&self, place: Place, other: i64) -> bool {
        let Encounter { system, scene, program, expectations, limits, .. } = self.encounter;
        let mut changed = scene.clone();
        set(&mut changed, place, other);
        let (mut ledger, mut sink) = (lower::Ledger::default(), Diagnostics::default());
        // Nothing of this is accounted for.
        ledger.mute();
        let bounds = lower::Bounds { size: limits.program, allowance: self.allowance.clone() };
        let again = lower::scene((system, &changed), &bounds, (&mut ledger, &mut sink));
        let is_same = program.as_ref().zip(again).is_some_and(|(program, (again, _))| comes_to(program, &again));
        if !is_same || sink.has_errors() {
            return false;
        }
        let others = lower::expectations((system, &changed), bounds, (&mut ledger, &mut sink));
        expectations.iter().zip(&others).all(|(one, other)| match (&one.program, &other.program) {
            (Ok(one), Ok(other)) => comes_to(one, other),
            (one, other) => one.is_err() == other.is_err(),
        })
    }
}

/// Puts another value in.
fn set(scene: &mut Scene, place: Place, other: i64) {
    let argument = match place {
        Place::Blank(run, blank) => scene.invocations[run].arguments.get_mut(&blank),
        Place::Setting(thing, field) => scene.things[thing].fields.get_mut(&field),
    };
    if let Some(Argument::One(entry)) = argument {
        entry.value = Expr { kind: ExprKind::Number(other), ..entry.value.clone() };
    }
}

/// Whether two programs do and tell the same.
fn comes_to(one: &Program, other: &Program) -> bool {
    one.code == other.code
        && one.registers == other.registers
        && one.traces == other.traces
        && one.tables == other.tables
        && one.decks == other.decks
        && one.texts == other.texts
        && one.secrecy == other.secrecy
}
