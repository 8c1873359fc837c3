//! What a scene writes and could write otherwise, or leave out, without a difference, found by trying: settings of the system,
//! blanks, and what is said of the items of a plan.

use std::collections::BTreeSet;

use super::encounter::Encounter;
use super::heard::{Ears, Known};
use super::places::{Holder, Other, Place, Written};
use super::refused_runs::REFUSALS;
use super::setting_lines::{setting_lines, without_line};
use super::steps::{first_name, last_name, steps};
use crate::allowance::Allowance;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::Program;
use crate::ir::expectation::Expectation;
use crate::ir::lower;
use crate::ir::passes::{self, Silence};
use crate::model::{Entry, ExprKind, LocalKind, Named, Scene};
use crate::shared_text::SharedText;
use crate::source::Span;

impl Encounter {
    /// What [`warnings`](Self::warnings) does not hold since finding it takes long. First, what refuses each run that is tried; then
    /// nothing else is said. What stops some of the runs by dice, and how often that is. Then what no run of the scene comes to although no
    /// single value rules it out, found by following all runs. Then settings and blanks whose values make no difference in this
    /// scene, whatever they are: with each other value that is tried,
    /// and without it where it may be left out, the same is rolled, asked, refused and told, and the same is left for a
    /// later scene. Of lists and families each entry is tried alone; one of a list also beside fewer of the others, so that nothing is
    /// said of several of which one suffices.
    ///
    /// What is told is what the text of a verdict says. That a value is only computed with is no difference, nor that `why` would
    /// show it; a value that no line of the rules reads is what somebody asks for, and so counts as told. That a choice
    /// which the scene states is told as stated is no difference either: it is an echo. A text into which the value is
    /// put tells it.
    ///
    /// This lays the scene out once for almost each value that it writes, so it is for whoever checks a script and not for
    /// whoever runs it. Nothing is said of people and things, who may be written down in full, nor of settings in another file,
    /// nor where somebody is cast. The whole trial has the steps of one call and heeds the engine's `Cancel`; of what it has not
    /// come to by then nothing is said.
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
        if let Some(refused) = self.refusing_all() {
            return vec![refused];
        }
        let all = self.followed();
        let mut found: Vec<Diagnostic> = all.iter().filter(|found| !self.warnings().contains(found)).cloned().collect();
        self.stopped_now_and_then(&all, &mut found);
        if let Some(program) = self.program.as_ref().filter(|_| self.scene.cast.is_empty()) {
            let trial = Trial::of(self, program, &all);
            found.extend(trial.places().into_iter().filter_map(|place| trial.remark(place)));
            found.extend(trial.set_in_vain());
        }
        found
    }
}

pub(super) struct Trial<'e> {
    pub(super) encounter: &'e Encounter,
    program: &'e Program,
    /// Places of which something is said already.
    known: BTreeSet<Span>,
    /// The names of computed values that are only steps on the way to others: some line of the rules reads each that is called so.
    steps: BTreeSet<&'e str>,
    /// What is left for all that is tried.
    allowance: Allowance,
    /// The same for finding out why something makes no difference.
    pub(super) for_reasons: Allowance,
    /// What is known of the programs as they are written, of the scene and of its expectations, where no choice is an echo.
    known_as_written: Vec<Known>,
    /// The sums of each of these programs on which nothing hangs in it.
    in_vain: Vec<BTreeSet<SharedText>>,
}

/// What comes of a scene with something else at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Otherwise {
    Same,
    Different,
    /// The rules refuse it: that tells nothing of what the word does here.
    Refused,
}

/// The programs of a scene with something else at a place.
struct Again {
    scene: Program,
    expectations: Vec<Expectation>,
}

impl<'e> Trial<'e> {
    /// A trial of what nothing is said of yet.
    fn of(encounter: &'e Encounter, program: &'e Program, said: &[Diagnostic]) -> Self {
        let known = said.iter().flat_map(|found| found.labels.iter().map(|label| label.span));
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
            allowance: encounter.houses.bounds.allowance.afresh(),
            for_reasons: encounter.houses.bounds.allowance.afresh(),
            known_as_written: vec![Known::default(); encounter.expectations.len() + 1],
        }
    }

    /// Everything that can be tried, in the order in which it is written: blanks, what is said of the items of a plan, and fields of
    /// something of which there is one.
    /// Settings of another file are for other scenes as well.
    fn places(&self) -> Vec<Place> {
        let Encounter { system, scene, .. } = self.encounter;
        let Some(first) = scene.statements.first() else { return Vec::new() };
        let is_tried = |place: &Place| match place.holder {
            Holder::Blank(..) | Holder::Item(..) => true,
            Holder::Field(thing, _) => system.kinds[scene.things[thing].kind].single,
        };
        let here =
            |place: &Place| self.written().entry(*place).is_some_and(|entry| entry.span.source == first.span.source);
        self.written().places().into_iter().filter(|place| is_tried(place) && here(place)).collect()
    }

    pub(super) fn written(&self) -> Written<'e> {
        Written(self.encounter)
    }

    fn remark(&self, place: Place) -> Option<Diagnostic> {
        let entry = self.written().entry(place)?;
        let is_known = self.known.iter().any(|span| entry.span.contains(*span) || span.contains(entry.span));
        if is_known || !self.is_read(place.holder) {
            return None;
        }
        let others = self.others(place, entry);
        let is_unasked = self.is_unasked(place);
        let makes_none = is_unasked || (!others.is_empty() && self.is_idle(place, &others));
        if !makes_none {
            return None;
        }
        let name = self.written().name(place, entry);
        let beside = if self.written().is_priced(place.holder) { " but for what it costs" } else { "" };
        let message = format!("`{name}` makes no difference here{beside}");
        let found = Diagnostic::warning(codes::IDLE, entry.span, message);
        let is_needless = is_unasked || matches!(others.as_slice(), [Other::LeftOut]);
        let same = if is_needless { "without it" } else { "with other values" };
        let same = format!("it comes to the same {same}");
        self.explained(found, (place, entry, &others), &same)
    }

    /// What else is tried there. One of several things is written for what it is, so another one in its place tells nothing of it.
    /// What costs points goes on costing them, unless somebody is asked for it; and an entry in a list of an item has words that
    /// are told with the whole, so it is not left out.
    fn others(&self, place: Place, entry: &Entry) -> Vec<Other> {
        let written = self.written();
        let (is_priced, is_asked) = (written.is_priced(place.holder), entry.value.kind == ExprKind::Question);
        let is_listed = matches!(place.holder, Holder::Item(..))
            && written.declared(place.holder).is_some_and(|declared| declared.ty.is_list());
        let others = written.others(place, entry, near).into_iter();
        others
            .filter(|other| match other {
                Other::Number(_) => !(is_priced && is_asked),
                Other::Thing(_) => place.of_several.is_none() && !is_priced,
                Other::LeftOut | Other::Asked => !is_priced && !is_listed,
            })
            .collect()
    }

    /// Whether it makes no difference as the scene is written, nor beside fewer of the entries with which it stands in a list: where
    /// one of several suffices, the scene comes to the same without any one of them.
    fn is_idle(&self, place: Place, others: &[Other]) -> bool {
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

    /// The program of a scene of which nothing is accounted for, or what was found in its way.
    pub(super) fn laid_out(&self, scene: &Scene, allowance: &Allowance) -> Result<Program, Diagnostics> {
        let Encounter { system, limits, .. } = self.encounter;
        let (mut ledger, mut sink) = (lower::Ledger::default(), Diagnostics::default());
        ledger.mute();
        let bounds = lower::Bounds { size: limits.program, allowance: allowance.clone() };
        let program = lower::scene((system, scene), &bounds, (&mut ledger, &mut sink));
        program.filter(|_| !sink.has_errors()).map(|(program, _)| program).ok_or(sink)
    }

    /// Whether some line of the system reads it: what nobody reads is a note of whoever plays.
    fn is_read(&self, holder: Holder) -> bool {
        let Encounter { system, scene, .. } = self.encounter;
        let (named, declared) = match holder {
            Holder::Blank(run, blank) => {
                let procedure = scene.invocations[run].procedure;
                (Named::Local(procedure, blank), system.procedures[procedure].locals[blank].span)
            }
            Holder::Field(thing, field) => {
                let kind = scene.things[thing].kind;
                (Named::Field(kind, field), system.kinds[kind].fields[field].span)
            }
            // Where a plan says what it costs, that reads nothing.
            Holder::Item(..) => {
                let Some((plan, qualifier)) = self.written().qualifier(holder) else { return false };
                let (named, plan) = (Named::Qualifier(plan, qualifier), &system.plans[plan]);
                let is_price = |span: Span| plan.named_at.iter().any(|line| line.contains(span));
                return system.uses.iter().any(|(used, span)| used == named && !is_price(span));
            }
        };
        system.uses.iter().any(|(used, span)| used == named && span != declared)
    }

    /// Whether the scene comes to the same with everything else there. What is refused there tells nothing, as long as the scene comes to
    /// the same without the word.
    fn makes_none(&self, place: Place, others: &[Other]) -> bool {
        let (left_out, others): (Vec<Other>, Vec<Other>) =
            others.iter().partition(|other| matches!(other, Other::LeftOut));
        let is_same_without = left_out.iter().all(|other| self.otherwise(place, *other) == Otherwise::Same);
        let is_needless = is_same_without && !left_out.is_empty();
        is_same_without
            && others.iter().all(|other| match self.otherwise(place, *other) {
                Otherwise::Same => true,
                Otherwise::Refused => is_needless,
                Otherwise::Different => false,
            })
    }

    /// Whether an answer is stated that nobody is asked for, whatever falls, and the scene comes to the same without it.
    fn is_unasked(&self, place: Place) -> bool {
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
    fn otherwise(&self, place: Place, other: Other) -> Otherwise {
        match self.with_other(place, other) {
            Ok(again) => self.compared(self.choice(place.holder).as_deref(), &again),
            Err(otherwise) => otherwise,
        }
    }

    /// What the scene comes to as it was laid out anew, where that a choice is stated is only an echo.
    fn compared(&self, choice: Option<&str>, again: &Again) -> Otherwise {
        if !self.comes_to(choice, (0, self.program), &again.scene) {
            return if self.is_refused(&again.scene) { Otherwise::Refused } else { Otherwise::Different };
        }
        let is_same = self.pairs(again).skip(1).all(|(which, one, other)| match (one, other) {
            (Some(one), Some(other)) => self.comes_to(choice, (which, one), other),
            (one, other) => one.is_none() && other.is_none(),
        });
        if is_same { Otherwise::Same } else { Otherwise::Different }
    }

    /// Remarks on lines that set something to what it holds already, in each run that comes to them: without one of them all is the same.
    fn set_in_vain(&self) -> Vec<Diagnostic> {
        let scene = &self.encounter.scene;
        let Some(first) = scene.statements.first() else { return Vec::new() };
        let is_new = |place: &Span| {
            let is_known = self.known.iter().any(|known| place.contains(*known) || known.contains(*place));
            place.source == first.span.source && !is_known
        };
        let changes_nothing = |place: &Span| {
            let again = self.again(&without_line(scene, *place));
            again.is_ok_and(|again| self.compared(None, &again) == Otherwise::Same)
        };
        let idle = setting_lines(scene).into_iter().filter(|place| is_new(place) && changes_nothing(place));
        let remark = |place| {
            let message = "this changes nothing when the scene begins as it is written: it holds so already";
            let help = "take the line out, or set what was meant; leave it so if the scene comes after others that may have changed it";
            Diagnostic::warning(codes::IDLE, place, message).help(help)
        };
        idle.map(remark).collect()
    }

    /// The programs with something else there, or what is known of it without them.
    fn with_other(&self, place: Place, other: Other) -> Result<Again, Otherwise> {
        let mut changed = self.encounter.scene.clone();
        self.written().put_beside_price(&mut changed, place, other);
        self.again(&changed)
    }

    /// The programs of a changed scene, or what is known of it without them.
    fn again(&self, changed: &Scene) -> Result<Again, Otherwise> {
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
        let silence = Silence { is_step: &is_step, in_vain, echo };
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

/// The names of the runs of which some line of the scene or of its expectations asks something.
fn asked_runs(scene: &Scene) -> BTreeSet<&str> {
    let all = scene.uses.iter().chain(scene.expects.iter().flat_map(|expect| expect.uses.iter()));
    let runs = all.filter_map(|(named, _)| if let Named::Invocation(run) = named { Some(run) } else { None });
    runs.map(|run| first_name(&scene.invocations[run].path)).collect()
}

/// Numbers that are tried in the place of this one.
fn near(now: i64, (low, high): (i64, i64)) -> Vec<i64> {
    let steps = [1, -1, 7, -7].map(|step| now.saturating_add(step));
    // Where a number is a bonus or a count, one of the other sign is seldom what could stand there, and refused.
    let near = steps.into_iter().filter(|number| (*number < 0) == (now < 0)).chain([0]);
    near.filter(|number| (low..=high).contains(number)).collect()
}
