//! Why something in a scene never comes about: the value that keeps it from that, or what the scene leaves out.

use std::cell::Cell;
use std::collections::BTreeSet;

use super::encounter::Encounter;
use super::houses::Houses;
use super::later_changes::Cause;
use super::places::{Holder, Other, Place, Written, put};
use super::remarks::Explained;
use super::unsaid::{Unsaid, filled_by_rules};
use crate::allowance::Allowance;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::drivers::{self, Mode};
use crate::ir::lower::{self, Carried, Comes, TakenAt};
use crate::ir::passes;
use crate::ir::{Address, Program, Value};
use crate::model::listing::one_of;
use crate::model::{Entry, InvocationId, KindId, Local, LocalId, Named, RunMade, Scene, ThingId, Type};
use crate::source::Span;

/// So many changed scenes are tried for one remark, and so many for all of them.
const EACH: u32 = 60;
const IN_ALL: u32 = 200;

/// What it may cost to find the causes of all remarks: a remark is worth waiting for, its cause no more than a moment.
const MOST_STEPS: u64 = 15_000_000;

/// So many values are named, each of which keeps something from coming about.
const MOST_CAUSES: usize = 3;

/// So many runs of a changed scene are looked at.
const RUNS: u64 = 40;

/// In a program that is longer than this, no cause is looked for.
const LONGEST: usize = 20_000;

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
        let causes =
            Causes { encounter: self, houses, modes: self.modes_of_runs(), allowance, known, left: Cell::new(IN_ALL) };
        let mut all = Explained::default();
        for remark in remarks {
            match causes.explained(&remark) {
                Some((explained, mended)) => {
                    all.remarks.push(explained);
                    all.mended.extend(mended);
                }
                None => all.remarks.push(remark),
            }
        }
        all
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
}

impl Causes<'_> {
    /// The remark with its cause, if it has none yet and one is found, and scenes without it.
    fn explained(&self, remark: &Diagnostic) -> Option<(Diagnostic, Vec<Scene>)> {
        let place = place_of(remark).filter(|_| remark.code == codes::IDLE && self.may_have_cause(remark))?;
        let in_all = self.left.get();
        self.left.set(in_all.min(EACH));
        // What is said of the words alone, and not of what comes of them, has no cause among the values.
        let is_of_words = self.comes_about(&self.encounter.scene, place);
        let search = || self.kept_from_it(remark, place).or_else(|| self.lacks(remark, place));
        let found = if is_of_words { None } else { search() };
        let found = found.map(|(found, mended)| (self.with_the_stop(found, place), mended));
        let tried = in_all.min(EACH) - self.left.get();
        self.left.set(in_all - tried);
        found
    }

    /// A remark on a run that is always stopped, with the words in which it is.
    fn with_the_stop(&self, mut found: Diagnostic, place: Span) -> Diagnostic {
        let run = self.encounter.scene.invocations.iter().find(|run| run.span == place);
        let why = run.and_then(|run| self.encounter.stop_of_all_runs(&run.path));
        let why = why.filter(|why| !found.message.contains(why.as_str()));
        if let (Some(why), Some(at)) = (why, found.labels.first_mut().filter(|at| at.text.is_empty())) {
            at.text = why.to_string();
        }
        found
    }

    /// Whether a remark speaks of a line of the scene, and not of a value, and names no value that would be the cause.
    fn may_have_cause(&self, remark: &Diagnostic) -> bool {
        let Encounter { scene, .. } = self.encounter;
        let written = Written(self.encounter);
        let values: BTreeSet<Span> =
            written.places().into_iter().filter_map(|place| written.entry(place)).map(|entry| entry.span).collect();
        let names_a_value = remark.labels.iter().any(|label| values.contains(&label.span));
        let is_expected = |place: Span| scene.expects.iter().any(|expect| expect.span.contains(place));
        !names_a_value && place_of(remark).is_some_and(|place| !place.source.is_of_system() && !is_expected(place))
    }

    /// The values without which it would come about: each alone, those of the runs and of the people concerned before all others.
    fn kept_from_it(&self, remark: &Diagnostic, place: Span) -> Option<(Diagnostic, Vec<Scene>)> {
        let written = Written(self.encounter);
        let here = written
            .places()
            .into_iter()
            .filter_map(|place| Some((place, written.entry(place)?)))
            .filter(|(_, entry)| entry.span.source == place.source);
        let (runs, things) = self.concerned(remark);
        let is_near = |holder: Holder| match holder {
            Holder::Blank(run, _) | Holder::Item(run, ..) => runs.contains(&run),
            Holder::Field(thing, _) => things.contains(&thing),
        };
        let (near, far): (Vec<_>, Vec<_>) = here.partition(|(place, _)| is_near(place.holder));
        let found = |(cause, entry)| self.instead(place, (cause, entry));
        let mut causes: Vec<Cause<'_>> = near.into_iter().filter_map(found).take(MOST_CAUSES).collect();
        if causes.is_empty() {
            causes.extend(far.into_iter().find_map(found));
        }
        let mended: Vec<Scene> = causes.iter().map(|cause| self.changed(cause.place, cause.other)).collect();
        let explained = || (self.encounter.with_cause(remark.clone(), &causes, place), mended);
        (!causes.is_empty()).then(explained)
    }

    /// What else could stand at a place, so that something comes about; to leave it out is tried first.
    fn instead<'e>(&self, here: Span, (place, entry): (Place, &'e Entry)) -> Option<Cause<'e>> {
        let mut others = Written(self.encounter).others(place, entry, |_, _| Vec::new());
        others.sort_by_key(|other| *other != Other::LeftOut);
        let brings_about =
            |other: &Other| !matches!(other, Other::Thing(_)) && self.comes_about(&self.changed(place, *other), here);
        let mut others = others.into_iter().filter(brings_about);
        let other = others.next()?;
        let is_one_of_several = other != Other::LeftOut && others.next().is_some();
        Some(Cause { place, entry, other, is_one_of_several })
    }

    fn changed(&self, cause: Place, other: Other) -> Scene {
        let mut scene = self.encounter.scene.clone();
        put(&mut scene, cause, other);
        scene
    }

    /// Blanks that a run leaves out: of the run in which the remark stands any that people fill, of each other run those that take
    /// somebody or something of whom the remark speaks.
    fn lacks(&self, remark: &Diagnostic, place: Span) -> Option<(Diagnostic, Vec<Scene>)> {
        let Encounter { scene, system, .. } = self.encounter;
        let (concerned, things) = self.concerned(remark);
        let kinds: BTreeSet<KindId> = things.iter().map(|thing| scene.things[*thing].kind).collect();
        let by_rules = filled_by_rules(&system.procedures);
        let counts_in = &|scene: &Scene| self.comes_about(scene, place);
        let runs = scene.invocations.pairs().filter(|(_, run)| run.made == RunMade::Written);
        runs.filter(|(_, run)| run.span.source == place.source).find_map(|(id, run)| {
            let is_wanted = |blank: LocalId, local: &Local| match local.ty {
                Type::Thing(kind) => kinds.contains(&kind),
                _ => concerned.contains(&id) && !by_rules.contains(&(run.procedure, blank)),
            };
            let unsaid = Unsaid { encounter: self.encounter, at: run.span, counts_in };
            let blanks = unsaid.blanks(scene, id, &is_wanted);
            if blanks.is_empty() {
                return None;
            }
            let said = one_of(blanks.iter().map(|said| said.words.as_str()));
            let found = remark.clone().also(run.span, format!("this does not say {said}"));
            let help = format!("it would be otherwise if `{}` said {said}: say that, or take this out", run.path);
            Some((found.help(help), blanks.into_iter().flat_map(|said| said.scenes).collect()))
        })
    }

    /// The runs of which a remark speaks or in which it stands, and everybody and everything of whom it speaks or who acts in them.
    fn concerned(&self, remark: &Diagnostic) -> (BTreeSet<InvocationId>, BTreeSet<ThingId>) {
        let Encounter { scene, .. } = self.encounter;
        let (mut runs, mut things) = (BTreeSet::new(), BTreeSet::new());
        for label in &remark.labels {
            for (named, _) in scene.uses.iter().filter(|(_, span)| label.span.contains(*span)) {
                if let Named::Invocation(run) = named {
                    runs.insert(run);
                } else if let Named::Thing(thing) = named {
                    things.insert(thing);
                }
            }
            let is_in = |run: &crate::model::Invocation| {
                let texts = run.texts.values().flat_map(|texts| texts.values());
                run.span == label.span || texts.into_iter().any(|text| text.span == label.span)
            };
            runs.extend(scene.invocations.pairs().filter(|(_, run)| is_in(run)).map(|(id, _)| id));
        }
        let acting = runs.iter().flat_map(|run| [scene.invocations[*run].by, scene.invocations[*run].versus]);
        things.extend(acting.flatten());
        (runs, things)
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
