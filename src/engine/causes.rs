//! Why something in a scene never comes about: the value that keeps it from that, or what the scene leaves out.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::asked_otherwise::TurnedRound;
use super::encounter::Encounter;
use super::houses::Houses;
use super::other_names::OtherName;
use super::places::Written;
use super::remarks::Explained;
use super::ways_out::WaysOut;
use crate::allowance::Allowance;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::drivers::{self, Mode};
use crate::ir::lower::{self, Carried, Comes, TakenAt};
use crate::ir::passes;
use crate::ir::{Address, Program, Value};
use crate::model::Scene;
use crate::source::Span;

/// So many changed scenes are tried for one remark, and so many for all of them.
const EACH: u32 = 90;
const IN_ALL: u32 = 280;

/// So many of these are left for other names.
const FOR_NAMES: u32 = 24;

/// What it may cost to find the causes of all remarks: a remark is worth waiting for, its cause no more than a moment.
const MOST_STEPS: u64 = 15_000_000;

/// So many runs of a changed scene are looked at.
const RUNS: u64 = 40;

/// In a program that is longer than this, no cause is looked for.
const LONGEST: usize = 20_000;

/// A remark with other names, scenes with them, and the names.
type ByAName = ((Diagnostic, Vec<Scene>), Vec<OtherName>);

impl Encounter {
    /// Remarks on what never comes about, each with the values of the scene that keep it from that, or the blanks that would bring it
    /// about, where a few runs of the scene with this change come to it and nothing else is stopped by it.
    pub(super) fn with_causes(&self, remarks: Vec<Diagnostic>) -> Explained {
        let is_short = self.program.as_ref().is_some_and(|program| program.code.len() <= LONGEST);
        if !is_short || !self.scene.cast.is_empty() || remarks.is_empty() {
            return Explained { remarks, mended: Vec::new() };
        }
        let mut houses = self.houses.for_one_call();
        let allowance = houses.bounds.allowance.at_most(MOST_STEPS);
        houses.bounds.allowance = allowance.clone();
        let known: Vec<Span> = remarks.iter().filter_map(place_of).collect();
        let (modes, names, left) = (self.modes_of_runs(), RefCell::default(), Cell::new(IN_ALL));
        let causes = Causes { encounter: self, houses, modes, allowance, known, left, names };
        let (mut all, mut turned) = (Explained::default(), Vec::new());
        for remark in remarks {
            if let Some(explained) = self.taken_above(&remark) {
                all.remarks.push(explained);
                continue;
            }
            let question = causes.tried(&remark, &|place| causes.asked_the_other_way(&remark, place));
            if let Some((explained, turned_round)) = question {
                all.mended.push(turned_round.scene.clone());
                turned.push(turned_round);
                all.remarks.push(self.with_what_is_seen(explained));
                continue;
            }
            let explained = causes.tried(&remark, &|place| causes.follows(&remark, place, &turned));
            let explained = explained.or_else(|| causes.tried(&remark, &|place| causes.explained(&remark, place)));
            let unexplained = || {
                let has_none = remark.code == codes::IDLE && causes.may_have_cause(&remark);
                if has_none { self.with_what_would_change_it(remark.clone()) } else { remark.clone() }
            };
            let (explained, mended) = explained.unwrap_or_else(|| (unexplained(), Vec::new()));
            all.remarks.push(self.with_what_is_seen(explained));
            all.mended.extend(mended);
        }
        all
    }

    /// A remark with what the runs of the scene show of it: in which words a run is always stopped, and what a comparison that never
    /// holds compares.
    fn with_what_is_seen(&self, mut found: Diagnostic) -> Diagnostic {
        if found.code != codes::IDLE {
            return found;
        }
        let told = found.message.clone();
        for label in found.labels.iter_mut().filter(|label| !label.span.source.is_of_system()) {
            let run = self.scene.invocations.iter().find(|run| run.span == label.span);
            let why = run.filter(|_| label.text.is_empty()).and_then(|run| self.stop_of_all_runs(&run.path));
            let why = why.filter(|why| !told.contains(why.as_str()));
            if let Some(why) = why {
                label.text = why.to_string();
            } else if let Some(seen) = self.seen_at(label.span) {
                label.text = if label.text.is_empty() { seen } else { format!("{}: {seen}", label.text) };
            }
        }
        found
    }
}

/// What is left for finding out about all remarks.
struct Causes<'e> {
    encounter: &'e Encounter,
    houses: Houses,
    modes: Vec<Mode>,
    allowance: Allowance,
    /// Where remarks stand.
    known: Vec<Span>,
    left: Cell<u32>,
    /// Other names with which that would come about of which a remark speaks.
    names: RefCell<Vec<OtherName>>,
}

impl Causes<'_> {
    /// What is found for a remark that has no cause yet, by as many tries as one may take.
    fn tried<T>(&self, remark: &Diagnostic, find: &dyn Fn(Span) -> Option<T>) -> Option<T> {
        let place = place_of(remark).filter(|_| remark.code == codes::IDLE && self.may_have_cause(remark))?;
        let in_all = self.left.get();
        self.left.set(in_all.min(EACH));
        let found = find(place);
        let tried = in_all.min(EACH) - self.left.get();
        self.left.set(in_all - tried);
        found
    }

    /// A remark on what keeps a repetition to one round, with the question that would not.
    fn asked_the_other_way(&self, remark: &Diagnostic, place: Span) -> Option<(Diagnostic, TurnedRound)> {
        let turned = self.encounter.asked_the_other_way(place)?;
        let way = format!("so there is one round; to go on while this is true, write `{}`", turned.question);
        self.comes_about(&turned.scene, place).then(|| (remark.clone().help(way), turned))
    }

    /// The remark, if that of which it speaks comes about once the question is turned round of which an earlier one speaks.
    fn follows(&self, remark: &Diagnostic, place: Span, turned: &[TurnedRound]) -> Option<(Diagnostic, Vec<Scene>)> {
        let first = turned.iter().find(|turned| self.comes_about(&turned.scene, place))?;
        let found = remark.clone().also(first.place, "because of this condition");
        Some((found.help(format!("write `{}` there: then this can happen", first.question)), Vec::new()))
    }

    /// The remark with its cause, if one is found, and scenes without it.
    fn explained(&self, remark: &Diagnostic, place: Span) -> Option<(Diagnostic, Vec<Scene>)> {
        // A remark on the words alone, and not on the runs, has no cause among the values.
        if self.comes_about(&self.encounter.scene, place) {
            return None;
        }
        let comes_about = &|scene: &Scene| self.comes_about(scene, place);
        let ways = WaysOut { encounter: self.encounter, remark, place, comes_about };
        let by_a_name = |found: Option<ByAName>| {
            let (found, names) = found?;
            self.names.borrow_mut().extend(names);
            Some(found)
        };
        // What one name keeps from coming about often keeps something behind it as well.
        let known = self.names.borrow().clone();
        let found = ways.with_names(known).map(|(found, _)| found);
        let found = found.or_else(|| {
            self.keeping(FOR_NAMES, &|| {
                let found = ways.in_more_rounds().or_else(|| ways.in_another_order());
                let found = found.or_else(|| ways.kept_by_a_line_that_sets());
                let found = found.or_else(|| ways.kept_from_it()).or_else(|| ways.lacks());
                found.or_else(|| ways.lacks_where_it_is_taken())
            })
        });
        let found = found.or_else(|| by_a_name(ways.kept_by_another_name()));
        found.or_else(|| by_a_name(ways.kept_by_what_is_taken())).or_else(|| ways.kept_by_a_number())
    }

    /// What is found without so many of the tries that are left.
    fn keeping<T>(&self, kept: u32, find: &dyn Fn() -> Option<T>) -> Option<T> {
        let kept = kept.min(self.left.get());
        self.left.set(self.left.get() - kept);
        let found = find();
        self.left.set(self.left.get() + kept);
        found
    }

    /// Whether a remark speaks of a line of the scene, and not of a value, and names no value that would be the cause.
    fn may_have_cause(&self, remark: &Diagnostic) -> bool {
        let Encounter { scene, .. } = self.encounter;
        let written = Written(self.encounter);
        let values: BTreeSet<Span> =
            written.places().into_iter().filter_map(|place| written.entry(place)).map(|entry| entry.span).collect();
        let names_a_value = remark.labels.iter().any(|label| values.contains(&label.span));
        !names_a_value
            && place_of(remark).is_some_and(|place| !place.source.is_of_system() && !scene.is_expected(place))
    }

    /// Whether nothing is said of a place in a changed scene that some run goes through, and no run is stopped that was not before.
    fn comes_about(&self, changed: &Scene, place: Span) -> bool {
        let Some(left) = self.left.get().checked_sub(1) else { return false };
        self.left.set(left);
        let is_at_run = |place: Span| changed.invocations.iter().any(|run| run.span == place);
        self.remarks_on(changed).is_some_and(|again| {
            // One remark may speak of several lines that have one cause.
            let is_told = again.iter().flat_map(|remark| &remark.labels).any(|label| {
                let other = label.span;
                other.contains(place) || place.contains(other)
            });
            let mut places = again.iter().filter_map(place_of);
            !is_told && places.all(|other| self.known.contains(&other) || !is_at_run(other))
        })
    }

    /// What is worth a look in a changed scene, where that counts as done which a few runs come to; nothing where each of them is refused.
    fn remarks_on(&self, changed: &Scene) -> Option<Diagnostics> {
        let Encounter { system, limits, .. } = self.encounter;
        let mut scene = changed.clone();
        scene.expects.clear();
        let (mut ledger, mut sink) = (lower::Ledger::default(), Diagnostics::default());
        let bounds = lower::Bounds { size: limits.program, allowance: self.allowance.clone() };
        let (program, _) = lower::scene((system, &scene), &bounds, (&mut ledger, &mut sink))?;
        let end = Address(u32::try_from(program.code.len()).ok()?.checked_sub(1)?);
        if sink.has_errors() || self.seen(&program, &[(end, None)]) != [true] {
            return None;
        }
        let follow = |program: &Program, _: &[Carried], taken: &[TakenAt]| {
            let places: Vec<passes::Place> = taken.iter().map(|taken| (taken.at, taken.holding)).collect();
            let seen = self.seen(program, &places).into_iter();
            seen.map(|seen| if seen { Comes::Surely } else { Comes::Never }).collect()
        };
        let mut found = Diagnostics::default();
        lower::remark((system, &scene), &ledger, (Some(&program), &[]), (&follow, &mut found));
        self.allowance.spend(1).ok().map(|()| found)
    }

    /// Which of these places a few runs come to.
    fn seen(&self, program: &Program, places: &[passes::Place]) -> Vec<bool> {
        let calls = self.houses.calls(program);
        let host = |function: u32, arguments: &[Value]| calls.call(function, arguments);
        drivers::samples(program, (&host, &self.houses.bounds), (&self.modes, RUNS), places)
    }
}

/// Where a remark stands.
fn place_of(remark: &Diagnostic) -> Option<Span> {
    remark.labels.first().map(|label| label.span)
}
