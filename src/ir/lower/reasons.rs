//! Why a part of a scene has no effect, and whether that is reported.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::super::Program;
use super::super::passes::Reached;
use super::ledger::Ledger;
use super::pieces::{Piece, Why};
use super::written_values::{entries, fixing};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::listing::one_of;
use crate::model::{
    ExprKind, InvocationId, LocalId, Named, OwnId, Procedure, Scene, Statement, StatementKind, System, Thing, ThingId,
    Type,
};
use crate::shared_text::SharedText;
use crate::source::Span;

/// What a scene has written, and what of it has taken effect.
pub struct Accounts<'a> {
    pub system: &'a System,
    pub scene: &'a Scene,
    pub ledger: &'a Ledger,
    pub sink: &'a mut Diagnostics,
    /// The programs of the scene and of its expectations; none where other lines are to come that may read their results.
    pub programs: &'a [&'a Program],
    /// For each of them what its runs come to, once that is asked.
    pub reached: Vec<OnceCell<Option<Reached>>>,
    /// Runs of which it is said that they are always stopped.
    pub stopped: BTreeSet<InvocationId>,
    /// Where the system names the parts of its procedures.
    pub uses: BTreeMap<Named, Vec<Span>>,
}

/// A run, and those around it, the innermost first.
pub type Within<'w> = &'w [InvocationId];

impl<'a> Accounts<'a> {
    /// The accounts of a scene.
    pub fn new((system, scene): (&'a System, &'a Scene), ledger: &'a Ledger, sink: &'a mut Diagnostics) -> Self {
        let (stopped, uses) = (BTreeSet::new(), uses_of_locals(system));
        Self { system, scene, ledger, sink, programs: &[], reached: Vec::new(), stopped, uses }
    }

    /// One remark with its reason, if the scene itself is the reason.
    pub fn say(&mut self, run: InvocationId, (place, message): (Span, String), why: Option<Why>) {
        if self.said(run, why) {
            let found = Diagnostic::warning(codes::IDLE, place, message);
            self.sink.push(self.explained(run, found, why));
        }
    }

    /// Whether a reason is said: what hangs on people who are written down elsewhere may be otherwise with others.
    pub fn said(&self, run: InvocationId, why: Option<Why>) -> bool {
        why.is_none_or(|why| self.is_fixed_here(why, self.scene.invocations[run].span))
    }

    /// Whether a condition is fixed by the text around a place, and neither by people who are cast or written down in another one
    /// nor by values that come from elsewhere.
    pub fn is_fixed_here(&self, why: Why, place: Span) -> bool {
        if let Why::Stopped(line) = why {
            // Whoever is stopped by what people are may be written down in full all the same.
            let mut named = self.system.uses.iter().filter(|(_, span)| line.contains(*span));
            return named.all(|(named, _)| !matches!(named, Named::Field(..)));
        }
        let (Why::Never(condition) | Why::Always(condition)) = why else { return true };
        let of_system = self.system.uses.iter();
        let mut named = of_system.chain(self.scene.uses.iter()).filter(|(_, span)| condition.contains(*span));
        named.all(|(named, _)| {
            // Who plays a part is open: the next cast may be another.
            if let Named::Thing(id) = named {
                return !self.scene.cast.contains(&id);
            }
            let Named::Field(kind, field) = named else { return true };
            let mut things = self.scene.things.pairs().filter(|(_, thing)| thing.kind == kind);
            things.all(|(id, thing)| {
                let here = self.scene.are_in_one_text(thing.span, place) || self.system.kinds[kind].single;
                let values = thing.fields.get(&field).into_iter().flat_map(entries);
                let mut values = values.into_iter();
                here && !self.scene.cast.contains(&id) && values.all(|value| self.scene.are_in_one_text(value, place))
            })
        })
    }

    /// Whether a condition of the scene asks for a field that nothing here changes, and of which the scene says nothing: an evening
    /// before may have left anything there.
    pub fn is_left_open(&self, why: Why) -> bool {
        let (Why::Never(condition) | Why::Always(condition)) = why else { return false };
        let asked = self.uses_of_scene().filter(|(_, span)| condition.contains(*span));
        let asked: Vec<Named> = asked.map(|(named, _)| named).collect();
        let is_named = |id: ThingId| asked.contains(&Named::Thing(id));
        asked.iter().any(|named| {
            let Named::Field(kind, field) = *named else { return false };
            let changing =
                self.system.changing.contains(&(kind, field)) || self.scene.changing.contains(&(kind, field));
            let of_kind = || self.scene.things.pairs().filter(|(_, thing)| thing.kind == kind);
            let anybody = !of_kind().any(|(id, _)| is_named(id));
            let mut asked = of_kind().filter(|(id, _)| anybody || is_named(*id));
            !changing && asked.any(|(_, thing)| !thing.fields.contains_key(&field))
        })
    }

    /// Whether a condition of the scene asks for a field.
    pub fn asks_for_a_field(&self, condition: Span) -> bool {
        let mut asked = self.uses_of_scene().filter(|(_, span)| condition.contains(*span));
        asked.any(|(named, _)| matches!(named, Named::Field(..)))
    }

    /// Whether some line of the scene changes a tally or a flag.
    pub fn is_changed(&self, own: OwnId) -> bool {
        changes(&self.scene.statements, own)
    }

    /// Where the lines of the scene and of its expectations use names.
    pub fn uses_of_scene(&self) -> impl Iterator<Item = (Named, Span)> {
        let of_expectations = self.scene.expects.iter().flat_map(|expect| expect.uses.iter());
        self.scene.uses.iter().chain(of_expectations)
    }

    /// Whether everybody and everything is written down in the text around a place, and nobody is cast.
    pub fn is_alone(&self, place: Span) -> bool {
        let is_here =
            |thing: &Thing| self.scene.are_in_one_text(thing.span, place) || self.system.kinds[thing.kind].single;
        self.scene.cast.is_empty() && self.scene.things.iter().all(is_here)
    }

    /// Says that something never comes about, and what to do if that hangs on how the scene begins.
    pub fn never(&self, message: &str, pieces: &[Piece]) -> (String, Option<&'static str>) {
        as_written(message, pieces.iter().any(|piece| self.ledger.is_taken_otherwise(*piece)))
    }

    /// The same where it never comes about since a condition is settled.
    pub fn settled(&self, message: &str, pieces: &[Piece], why: Why) -> (String, Option<&'static str>) {
        if self.is_left_open(why) { as_written(message, true) } else { self.never(message, pieces) }
    }

    pub fn explained(&self, run: InvocationId, found: Diagnostic, why: Option<Why>) -> Diagnostic {
        let help = "remove it, or change the scene so that it counts";
        let Some(why) = why else { return found.help("remove it: nothing here reads it") };
        let found = because(found, why);
        let (Why::Never(condition) | Why::Always(condition) | Why::Stopped(condition)) = why else {
            return found.help(help);
        };
        let fixed = self.fixed_by(run, condition);
        let usual = if fixed.is_empty() { self.usual_setting(condition) } else { None };
        let found = fixed.into_iter().fold(found, |found, place| found.also(place, "because of this"));
        found.help(usual.unwrap_or_else(|| help.to_owned()))
    }

    /// What to do about a condition that asks for a setting of which the scene says nothing, so that it is as usual.
    fn usual_setting(&self, condition: Span) -> Option<String> {
        let mut asked = self.system.uses.iter().filter(|(_, span)| condition.contains(*span));
        asked.find_map(|(named, _)| {
            let Named::Field(kind, field) = named else { return None };
            let (of, setting) = (&self.system.kinds[kind], &self.system.kinds[kind].fields[field]);
            let mut things = self.scene.things.iter().filter(|thing| thing.kind == kind);
            let is_usual = of.single && !things.any(|thing| thing.fields.contains_key(&field));
            let Type::Level(scale) = setting.ty else { return None };
            if !is_usual
                || self.system.changing.contains(&(kind, field))
                || self.scene.changing.contains(&(kind, field))
            {
                return None;
            }
            let levels = one_of(self.system.scales[scale].levels.iter().map(SharedText::as_str));
            let (of, name) = (&of.name, &setting.name);
            Some(format!("remove it, or change the setting it depends on: `{of} {{ {name} … }}` can be {levels}"))
        })
    }

    /// Lines of a run that fix a condition of its procedure.
    pub fn fixed_by(&self, run: InvocationId, condition: Span) -> Vec<Span> {
        fixing((self.system, self.scene), run, condition)
    }

    /// Why nothing reads a blank: none of the lines that would are come to.
    pub fn why_unread(&self, within: Within<'_>, blank: LocalId) -> Option<Why> {
        let run = *within.first()?;
        let readers: Vec<Span> = self.readers(run, blank).collect();
        self.why(within, &readers).or_else(|| {
            self.ledger.put_into(run, blank).find_map(|(other, of_other)| {
                let inside: Vec<InvocationId> = std::iter::once(other).chain(within.iter().copied()).collect();
                self.why_unread(&inside, of_other)
            })
        })
    }

    /// Why lines are passed over in a run or in those around it.
    pub fn why(&self, within: Within<'_>, lines: &[Span]) -> Option<Why> {
        lines.iter().find_map(|line| {
            within.iter().find_map(|run| {
                let mut passed = self.ledger.passed_in(Some(*run)).filter(|passed| passed.lines.contains(*line));
                passed.next().map(|passed| passed.why)
            })
        })
    }

    /// Where the system names a blank, other than where it asks for it.
    pub fn readers(&self, run: InvocationId, blank: LocalId) -> impl Iterator<Item = Span> {
        let procedure = self.scene.invocations[run].procedure;
        let declared = self.system.procedures[procedure].locals[blank].span;
        let uses = self.uses.get(&Named::Local(procedure, blank));
        uses.into_iter().flatten().copied().filter(move |span| *span != declared)
    }

    pub fn procedure(&self, run: InvocationId) -> &'a Procedure {
        &self.system.procedures[self.scene.invocations[run].procedure]
    }
}

/// What is said of something that may hang on how a scene begins, and what to do then.
fn as_written(message: &str, hangs_on_beginning: bool) -> (String, Option<&'static str>) {
    if !hangs_on_beginning {
        return (message.to_owned(), None);
    }
    let help = "remove it, unless an earlier scene may change the values it depends on";
    (format!("{message} when the scene begins as written"), Some(help))
}

/// Where a system names the parts of its procedures.
fn uses_of_locals(system: &System) -> BTreeMap<Named, Vec<Span>> {
    let mut uses: BTreeMap<Named, Vec<Span>> = BTreeMap::new();
    for (named, span) in
        system.uses.iter().filter(|(named, _)| matches!(named, Named::Local(..) | Named::Qualifier(..)))
    {
        uses.entry(named).or_default().push(span);
    }
    uses
}

/// The reason, with its place.
pub fn because(found: Diagnostic, why: Why) -> Diagnostic {
    match why {
        Why::Never(condition) => found.also(condition, "because this is never true here"),
        Why::Always(condition) => found.also(condition, "because this is always true here"),
        Why::Ended(_, line) => found.also(line, "because the run goes only this far"),
        Why::Stopped(line) => found.also(line, "because, as the scene is written, it always stops here"),
        Why::Empty(list) => found.also(list, "because this is empty"),
        Why::Automatic => found.here("because `automatic` does no sums"),
    }
}

/// Whether some of these lines, or of those inside of them, changes a tally or a flag.
fn changes(lines: &[Statement], own: OwnId) -> bool {
    lines.iter().any(|line| {
        let is_here = if let StatementKind::Set { place, .. }
        | StatementKind::Add { place, .. }
        | StatementKind::Pay { place, .. } = &line.kind
        {
            place.kind == ExprKind::Own(own)
        } else {
            false
        };
        is_here || line.blocks().into_iter().any(|block| changes(block, own))
    })
}
