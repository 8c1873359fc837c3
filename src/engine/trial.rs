//! A scene tried with other values: whether it has the same result as the scene as written.

use std::collections::BTreeSet;

use super::encounter::Encounter;
use super::heard::{Ears, Known};
use super::places::{Holder, Other, Place, Written};
use super::refused_runs::REFUSALS;
use super::steps::{first_name, last_name, steps};
use crate::allowance::Allowance;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::ir::Program;
use crate::ir::expectation::Expectation;
use crate::ir::lower;
use crate::ir::passes::{self, Silence};
use crate::model::{Argument, ExprKind, LocalKind, Named, Scene};
use crate::shared_text::SharedText;
use crate::source::Span;

/// What it may cost to find out why things make no difference, all of them together: beyond that a remark goes without its reason.
const FOR_REASONS: u64 = 15_000_000;

/// What it may cost to try other values, all of them together: of what is not tried by then nothing is said.
const FOR_VALUES: u64 = 15_000_000;

/// A scene that is laid out again and again.
pub(super) struct Trial<'e> {
    pub(super) encounter: &'e Encounter,
    program: &'e Program,
    /// Places of which something is said already.
    pub(super) known: BTreeSet<Span>,
    /// The names of computed values that are only steps on the way to others: some line of the rules reads each that is called so.
    steps: BTreeSet<&'e str>,
    /// What is left for all that is tried.
    allowance: Allowance,
    /// The same for finding out why something makes no difference.
    pub(super) for_reasons: Allowance,
    /// The same for finding out whether it counts once somebody is in another condition.
    pub(super) for_conditions: Allowance,
    /// What is known of the programs as they are written, of the scene and of its expectations, where no choice is an echo.
    known_as_written: Vec<Known>,
    /// The sums of each of these programs on which nothing hangs in it.
    in_vain: Vec<BTreeSet<SharedText>>,
}

/// What comes of a scene with something else at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Otherwise {
    Same,
    Different,
    /// The rules refuse it: that tells nothing of what the word does here.
    Refused,
}

/// The programs of a scene with something else at a place.
pub(super) struct Again {
    scene: Program,
    expectations: Vec<Expectation>,
}

impl<'e> Trial<'e> {
    /// A trial of what nothing is said of yet.
    pub(super) fn of(encounter: &'e Encounter, program: &'e Program, said: &[Diagnostic]) -> Self {
        let known = said.iter().flat_map(|found| found.labels.iter().map(|label| label.span));
        let known = known.chain(said.iter().flat_map(|found| written_in_stopped_runs(encounter, found)));
        let steps = steps(&encounter.system);
        let expected = encounter.expectations.iter().map(|expectation| expectation.program.as_ref().ok());
        let is_step = |path: &str| steps.contains(last_name(path));
        let asked = asked_runs(&encounter.scene);
        let is_told = |path: &str| !asked.contains(first_name(path));
        let in_vain = std::iter::once(Some(program)).chain(expected).map(|program| {
            program.map(|program| passes::sums_in_vain(program, &is_step, &is_told)).unwrap_or_default()
        });
        let in_vain = in_vain.collect();
        Self {
            encounter,
            program,
            known: known.collect(),
            steps,
            in_vain,
            allowance: encounter.houses.bounds.allowance.at_most(FOR_VALUES),
            for_reasons: encounter.houses.bounds.allowance.at_most(FOR_REASONS),
            for_conditions: encounter.houses.bounds.allowance.at_most(FOR_REASONS),
            known_as_written: vec![Known::default(); encounter.expectations.len() + 1],
        }
    }

    pub(super) fn written(&self) -> Written<'e> {
        Written(self.encounter)
    }

    /// Whether it makes no difference as the scene is written, nor beside fewer of the entries with which it stands in a list: where
    /// one of several suffices, the scene comes to the same without any one of them.
    pub(super) fn is_idle(&self, place: Place, others: &[Other]) -> bool {
        self.makes_none(place, others)
            && self
                .among(place)
                .is_none_or(|all| (1..all).all(|fewer| self.makes_none_beside(fewer - 1, place, others)))
    }

    /// How many entries stand in the list in which one stands; nothing in a family, where each has its own level.
    fn among(&self, place: Place) -> Option<usize> {
        let is_list = self.written().declared(place.holder).is_some_and(|declared| declared.by.is_none());
        self.written().listed(place.holder).filter(|_| is_list)
    }

    /// Whether it makes no difference beside so many of the other entries of its list; not where the rules want more of them.
    fn makes_none_beside(&self, kept: usize, place: Place, others: &[Other]) -> bool {
        let (Some(which), Some(all)) = (place.of_several, self.among(place)) else { return false };
        let behind_kept = (0..all).filter(|other| *other != which).skip(kept);
        let at = |which| Place { of_several: Some(which), ..place };
        let left_out: Vec<(Place, Other)> = behind_kept.map(|other| (at(other), Other::LeftOut)).collect();
        let Ok(mut fewer) = self.encounter.with(&left_out) else { return false };
        fewer.expectations = self.expectations(&fewer.scene);
        let Some(program) = &fewer.program else { return false };
        let trial = Trial { allowance: self.allowance.clone(), ..Trial::of(&fewer, program, &[]) };
        trial.makes_none(at(which.min(kept)), others)
    }

    /// Whether what stands at a place makes a difference in another scene.
    pub(super) fn counts_where_it_is(&self, mended: &Encounter, place: Place, others: &[Other]) -> bool {
        mended.program.as_ref().is_some_and(|program| {
            let trial = Trial { allowance: self.allowance.clone(), ..Trial::of(mended, program, &[]) };
            !trial.makes_none(place, others)
        })
    }

    /// The program of a scene of which nothing is accounted for, or what was found in its way.
    pub(super) fn laid_out(&self, scene: &Scene, allowance: &Allowance) -> Result<Program, Diagnostics> {
        let Encounter { system, limits, .. } = self.encounter;
        let (mut ledger, mut sink) = (lower::Ledger::default(), Diagnostics::default());
        ledger.mute();
        let bounds = lower::Bounds { size: limits.program, allowance: allowance.clone() };
        let program = lower::scene((system, scene), &bounds, (&mut ledger, &mut sink));
        program.filter(|_| !sink.has_errors()).map(|(program, _)| program).ok_or(sink)
    }

    /// Whether the scene comes to the same with everything else there. What is refused there tells nothing, as long as the scene comes to
    /// the same without the word; but without a default it always does, so that tells nothing either.
    fn makes_none(&self, place: Place, others: &[Other]) -> bool {
        let (left_out, others): (Vec<Other>, Vec<Other>) =
            others.iter().partition(|other| matches!(other, Other::LeftOut));
        let is_same_without = left_out.iter().all(|other| self.otherwise(place, *other) == Otherwise::Same);
        let is_needless = is_same_without && !left_out.is_empty() && !self.written().is_default(place);
        is_same_without
            && others.iter().all(|other| match self.otherwise(place, *other) {
                Otherwise::Same => true,
                Otherwise::Refused => is_needless,
                Otherwise::Different => false,
            })
    }

    /// Whether an answer is stated that nobody is asked for, whatever falls, and the scene comes to the same without it.
    pub(super) fn is_unasked(&self, place: Place) -> bool {
        let Some(choice) = self.choice(place.holder) else { return false };
        let leaves_open = self.written().entry(place).is_none_or(|entry| entry.value.kind == ExprKind::Question);
        if leaves_open {
            return false;
        }
        let Ok(without) = self.with_other(place, Other::LeftOut) else { return false };
        self.pairs(&without).all(|(which, one, other)| match (one, other) {
            (Some(one), Some(other)) => {
                self.comes_to(Some(&choice), (which, one), other)
                    && self.comes_to_whatever_falls(&choice, (which, one), other)
            }
            (one, other) => one.is_none() && other.is_none(),
        })
    }

    /// What the scene comes to with something else there.
    pub(super) fn otherwise(&self, place: Place, other: Other) -> Otherwise {
        match self.with_other(place, other) {
            Ok(again) => self.compared(self.choice(place.holder).as_deref(), &again),
            Err(otherwise) => otherwise,
        }
    }

    /// What the scene comes to as it was laid out anew, where that a choice is stated is only an echo.
    pub(super) fn compared(&self, choice: Option<&str>, again: &Again) -> Otherwise {
        if !self.comes_to(choice, (0, self.program), &again.scene) {
            return if self.is_refused(&again.scene) { Otherwise::Refused } else { Otherwise::Different };
        }
        let is_same = self.pairs(again).skip(1).all(|(which, one, other)| match (one, other) {
            (Some(one), Some(other)) => self.comes_to(choice, (which, one), other),
            (one, other) => one.is_none() && other.is_none(),
        });
        if is_same { Otherwise::Same } else { Otherwise::Different }
    }

    /// Whether two changed scenes, and the expectations of each, come to the same.
    pub(super) fn are_alike(&self, one: &Again, other: &Again) -> bool {
        let both = one.expectations.iter().zip(&other.expectations);
        let mut expected = both.map(|(one, other)| (one.program.as_ref().ok(), other.program.as_ref().ok()));
        let same = |which: usize, one: &Program, other: &Program| {
            self.with_ears(which, None, |ears| ears.hear_the_same(one, &Known::default(), other))
        };
        same(0, &one.scene, &other.scene)
            && (1..).zip(&mut expected).all(|(which, both)| match both {
                (Some(one), Some(other)) => same(which, one, other),
                (one, other) => one.is_none() && other.is_none(),
            })
    }

    /// The programs with something else there, or what is known of it without them.
    pub(super) fn with_other(&self, place: Place, other: Other) -> Result<Again, Otherwise> {
        let mut changed = self.encounter.scene.clone();
        self.written().put_beside_price(&mut changed, place, other);
        self.again(&changed)
    }

    /// The programs of a changed scene, or what is known of it without them.
    pub(super) fn again(&self, changed: &Scene) -> Result<Again, Otherwise> {
        let scene = self.laid_out(changed, &self.allowance).map_err(|found| {
            let mut errors = found.iter().filter(|found| found.severity == Severity::Error);
            let is_refused = found.has_errors() && errors.all(|found| REFUSALS.contains(&found.code));
            if is_refused { Otherwise::Refused } else { Otherwise::Different }
        })?;
        Ok(Again { scene, expectations: self.expectations(changed) })
    }

    /// The expectations of a scene of which nothing is accounted for.
    fn expectations(&self, scene: &Scene) -> Vec<Expectation> {
        let Encounter { system, limits, .. } = self.encounter;
        let (mut ledger, mut sink) = (lower::Ledger::default(), Diagnostics::default());
        ledger.mute();
        let bounds = lower::Bounds { size: limits.program, allowance: self.allowance.clone() };
        lower::expectations((system, scene), bounds, (&mut ledger, &mut sink))
    }

    /// The programs of the scene and of its expectations by their numbers, each as it is written and as it was laid out anew.
    fn pairs<'a>(
        &'a self,
        again: &'a Again,
    ) -> impl Iterator<Item = (usize, Option<&'a Program>, Option<&'a Program>)> {
        let both = self.encounter.expectations.iter().zip(&again.expectations);
        let expected = both.map(|(one, other)| (one.program.as_ref().ok(), other.program.as_ref().ok()));
        let all = std::iter::once((Some(self.program), Some(&again.scene))).chain(expected);
        (0..).zip(all).map(|(which, (one, other))| (which, one, other))
    }

    /// The same of two programs in which dice and cards fall as they may.
    fn comes_to_whatever_falls(&self, choice: &str, (which, written): (usize, &Program), again: &Program) -> bool {
        let (open, again) = (lower::with_open_dice(written), lower::with_open_dice(again));
        open.code == written.code
            || self.with_ears(which, Some(choice), |ears| ears.hear_the_same(&open, &Known::default(), &again))
    }

    /// Whether a program that was laid out anew does and tells the same as it did: the one of this number as it is written.
    fn comes_to(&self, choice: Option<&str>, (which, written): (usize, &Program), again: &Program) -> bool {
        let unknown = Known::default();
        let known = self.known_as_written.get(which).filter(|_| choice.is_none());
        self.with_ears(which, choice, |ears| ears.hear_the_same(written, known.unwrap_or(&unknown), again))
    }

    /// Whether the rules refuse each run of the scene that was laid out anew, and not of the one that is written.
    fn is_refused(&self, again: &Program) -> bool {
        let Some(known) = self.known_as_written.first() else { return false };
        self.with_ears(0, None, |ears| ears.hear_no_end(self.program, known, again))
    }

    /// Listens to programs that are held to the one of this number.
    pub(super) fn with_ears(&self, which: usize, echo: Option<&str>, listen: impl FnOnce(Ears<'_>) -> bool) -> bool {
        let Some(in_vain) = self.in_vain.get(which) else { return false };
        let is_step = |path: &str| self.steps.contains(last_name(path));
        let silence = Silence { is_step: &is_step, in_vain, echo, numbers: false };
        listen(Ears { silence, allowance: &self.allowance })
    }

    /// The path of the choice that is stated there, if it is one.
    pub(super) fn choice(&self, holder: Holder) -> Option<String> {
        let Encounter { system, scene, .. } = self.encounter;
        let Holder::Blank(run, blank) = holder else { return None };
        let run = &scene.invocations[run];
        let local = &system.procedures[run.procedure].locals[blank];
        matches!(local.kind, LocalKind::Choose).then(|| format!("{}.{}", run.path, local.name))
    }
}

/// Where something is written inside the runs at which a remark stands, if they are always stopped: that is said of all of it.
fn written_in_stopped_runs<'s>(encounter: &'s Encounter, remark: &'s Diagnostic) -> impl Iterator<Item = Span> {
    let place = remark.labels.first().map(|label| label.span);
    let runs = encounter.scene.invocations.iter().filter(move |run| Some(run.span) == place);
    let is_stopped = |path: &str| {
        let is_refusal = REFUSALS.contains(&remark.code);
        if is_refusal {
            encounter.is_refused_whenever_it_begins(path)
        } else {
            encounter.stop_of_all_runs(path).is_some()
        }
    };
    let stopped = runs.filter(move |run| is_stopped(&run.path));
    stopped.flat_map(|run| run.arguments.values()).flat_map(Argument::all_entries).map(|entry| entry.span)
}

/// The names of the runs of which some line of the scene or of its expectations asks something.
fn asked_runs(scene: &Scene) -> BTreeSet<&str> {
    let all = scene.uses.iter().chain(scene.expects.iter().flat_map(|expect| expect.uses.iter()));
    let runs = all.filter_map(|(named, _)| if let Named::Invocation(run) = named { Some(run) } else { None });
    runs.map(|run| first_name(&scene.invocations[run].path)).collect()
}
