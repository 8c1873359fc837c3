//! Runs that a scene stops now and then: a rule refuses them once the dice have fallen.

use std::collections::BTreeSet;

use dashu_ratio::RBig;

use super::answers::Answers;
use super::chance::rounded;
use super::encounter::Encounter;
use super::failure::Failure;
use super::houses::Houses;
use super::later_changes::{changed_by, lines};
use super::odds::{self, Explored, OddsRequest};
use super::runtime_errors;
use super::titles::ordinal;
use super::told_refusals;
use super::ways_out::with_ways_out;
use crate::diagnostic::{Code, Diagnostic, Severity, codes};
use crate::drivers::odds::{Budget, OddsError};
use crate::ir::Program;
use crate::ir::lower::{fields_of_taken, fixing};
use crate::machine::{FaultKind, FunctionFault};
use crate::model::{Argument, Statement};
use crate::source::Span;
use crate::verdict::Event;

/// What following all runs may cost.
const BUDGET: Budget = Budget::of(50_000, 100_000, 64 * 1024 * 1024);

/// So many runs by dice are looked at for the words in which they are stopped.
const TOLD_RUNS: u64 = 40;

/// So many runs by dice are tried before it is said that each is refused.
const REFUSED_RUNS: u64 = 8;

/// Where fewer than one run of so many comes to its end, nearly all are stopped.
const NEARLY_ALL: u8 = 10;

/// So many changed scenes are tried for a way out.
const MOST_TRIED: u32 = 120;

/// What is said where rules refuse a run, whatever is answered.
pub(super) const REFUSALS: [Code; 5] =
    [codes::REFUSED, codes::CANNOT_PAY, codes::OVER_BUDGET, codes::GROUPING, codes::OUT_OF_RANGE];

/// What is said where dice are stated that cannot fall there.
const MISSTATED: [Code; 3] = [codes::TOO_FEW_DICE, codes::TOO_MANY_DICE, codes::IMPOSSIBLE_FACE];

impl Encounter {
    /// Whether each run that is tried is refused, by judgement, as it is declared and by dice: then nobody can play the scene as it
    /// is written, although its words are understood.
    ///
    /// ```
    /// use assize::{Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("quay", "
    ///     system quay \"The Quay\"
    ///     kind person {}
    ///     procedure dive by person {
    ///       ask waves : 0..6
    ///       roll dice : 1d6
    ///       needs dice.sum > waves else \"the sea is too rough\"
    ///     }");
    /// let engine = Engine::with(shelf);
    /// let scene = |waves: u8| format!("use quay\nperson ada\ndive sea by ada {{ waves {waves} }}");
    /// assert!(engine.compile("night.asz", &scene(6))?.is_refused());
    /// assert!(!engine.compile("night.asz", &scene(3))?.is_refused());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn is_refused(&self) -> bool {
        self.refusing_all().is_some()
    }

    /// What refuses each run that is tried, by judgement, as it is declared and by dice: then nothing that is written behind it can
    /// make a difference, and it is not what is written there that is wrong.
    pub(super) fn refusing_all(&self) -> Option<Diagnostic> {
        let judged = [Answers::deliberate(), Answers::automatic()].into_iter();
        let refusal = self.refusing(judged.chain(by_dice()), &REFUSALS)?;
        Some(self.as_remark("every run that was tried was refused", refusal))
    }

    /// What refuses each of these runs, with one of these codes: the first refusal.
    fn refusing<'a>(&self, mut runs: impl Iterator<Item = Answers<'a>>, refusals: &[Code]) -> Option<Diagnostic> {
        if self.program.is_none() || !self.scene.cast.is_empty() {
            return None;
        }
        let refused = |answers| {
            let failed = self.adjudicate(answers).err()?;
            let found = failed.diagnostics.iter().find(|found| refusals.contains(&found.code))?;
            Some(self.with_round(found.clone(), &failed))
        };
        let first = runs.next().and_then(refused)?;
        runs.all(|answers| refused(answers).is_some()).then_some(first)
    }

    /// A refusal as a remark, with the values on which it hangs.
    fn as_remark(&self, which: &str, refusal: Diagnostic) -> Diagnostic {
        let message = format!("{which}: {}", refusal.message);
        let values = self.values_behind(&refusal);
        let found = Diagnostic { severity: Severity::Warning, message, ..refusal };
        let at = found.labels.first().map(|label| label.span);
        let changes = |line: &Statement| Some(line.span) == at && changed_by(line).is_some();
        let is_beyond = found.code == codes::OUT_OF_RANGE && found.help.is_none();
        let found = if is_beyond && lines(&self.scene.statements).into_iter().any(changes) {
            found.help("keep it within these limits, as in `max(0, …)` or `min(9, …)`")
        } else {
            found
        };
        values.into_iter().fold(found, |found, value| found.also(value, "it depends on this"))
    }

    /// A refusal with how often its line has begun by then, where it went on at first.
    fn with_round(&self, mut refusal: Diagnostic, failed: &Failure) -> Diagnostic {
        let Some(first) = refusal.labels.first_mut() else { return refusal };
        let run = self.scene.invocations.iter().find(|run| run.span.contains(first.span));
        let begins =
            |event: &Event| matches!((event, run), (Event::Begin { path, .. }, Some(run)) if *path == run.path);
        let begun = failed
            .happened()
            .map_or(0, |verdict| verdict.events.iter().filter(|happened| begins(&happened.event)).count());
        if begun > 1 {
            first.text = format!("{}, the {} time it begins", first.text, ordinal(begun));
        }
        refusal
    }

    /// The same, with what would have to be different so that some run is not refused.
    pub(super) fn refusing_all_with_ways_out(&self) -> Option<Diagnostic> {
        let refusal = self.refusing_all()?;
        let Some(place) = refusal.labels.first().map(|label| label.span) else { return Some(refusal) };
        let goes_on = |changed: &Encounter| changed.refusing_all().is_none();
        Some(with_ways_out((self, &refusal, place), MOST_TRIED, &goes_on).unwrap_or(refusal))
    }

    /// Adds what refuses each run by dice that is tried, where that is not so by judgement; whether there is such a thing. What is said
    /// of values, and of what never comes about, follows from it.
    pub(super) fn refused_by_dice(&self, found: &mut Vec<Diagnostic>) -> bool {
        let refusals = [REFUSALS.as_slice(), &MISSTATED].concat();
        let Some(refusal) = self.refusing(by_dice(), &refusals) else { return false };
        let Some(line) = refusal.labels.first().map(|label| label.span) else { return false };
        // What always holds or never happens in the few runs that come to their end follows from that.
        found.retain(|known| known.code != codes::IDLE);
        // How many runs are refused may be told there already.
        let is_it =
            |known: &Diagnostic| known.code == refusal.code && known.labels.first().map(|at| at.span) == Some(line);
        if !found.iter().any(is_it) {
            let remark = self.as_remark("every run with dice that was tried was refused", refusal);
            let goes_on = |changed: &Encounter| changed.refusing(by_dice(), &refusals).is_none();
            found.push(with_ways_out((self, &remark, line), MOST_TRIED, &goes_on).unwrap_or(remark));
        }
        true
    }

    /// Where the scene writes the values that the rule behind a refusal reads.
    fn values_behind(&self, refusal: &Diagnostic) -> Vec<Span> {
        let spans: Vec<Span> = refusal.labels.iter().map(|label| label.span).collect();
        let Some(run) = self.scene.invocations.find(|run| spans.contains(&run.span)) else { return Vec::new() };
        let model = (&*self.system, &self.scene);
        let values =
            spans.iter().flat_map(|rule| [fixing(model, run, *rule), fields_of_taken(model, run, *rule)].concat());
        values.filter(|value| !spans.contains(value)).collect()
    }

    /// Adds what stops some of the runs by dice in which nobody chooses anything, but not all of them; nothing where that takes long to
    /// find. Where the line or a value that the rule reads is remarked on already, that is said once, and with it why it is refused.
    /// Whether nearly all of them are stopped: what always holds or never happens in the rest follows from that.
    pub(super) fn stopped_now_and_then(&self, found: &mut Vec<Diagnostic>) -> bool {
        let Some(program) = self.program.as_ref().filter(|_| self.scene.cast.is_empty()) else { return false };
        let houses = self.houses.for_one_call();
        let Some((stopped, chance)) = stopped(program, &houses) else { return false };
        let line = stopped.labels.first().map(|label| label.span).filter(|line| !line.source.is_of_system());
        let Some(line) = line else { return false };
        let nearly_all =
            chance.as_ref().is_some_and(|chance| RBig::ONE - chance < RBig::from_parts(1.into(), NEARLY_ALL.into()));
        if nearly_all {
            found.retain(|known| known.code != codes::IDLE);
        }
        let stopped = self.as_it_is_told(stopped);
        let behind = self.values_behind(&stopped);
        let is_it = |place: Span| place == line || behind.contains(&place);
        if let Some(known) = found.iter_mut().find(|known| known.labels.first().is_some_and(|at| is_it(at.span))) {
            if let Some(at) = known.labels.first_mut() {
                at.text.clone_from(&stopped.message);
            }
        } else if !found.iter().any(|other| self.is_said_inside(line, other)) {
            let how_many = chance.map_or_else(|| "some runs by dice are".to_owned(), |chance| in_words(&chance));
            let message = format!("{how_many} stopped here: {}", stopped.message);
            let mut begun = self.scene.invocations.iter().filter(|run| run.span == line);
            let changes = |changing: &Statement| changing.span == line && changed_by(changing).is_some();
            let help = if lines(&self.scene.statements).into_iter().any(changes) {
                "change this line, or widen the limits of what it changes"
            } else if begun.any(|run| self.is_refused_whenever_it_begins(&run.path)) {
                "it is refused whenever the dice lead here: change this line, or the lines before it"
            } else {
                "change the scene so that no roll leads here, or leave the value open"
            };
            let remark = Diagnostic { severity: Severity::Warning, message, ..stopped }.help(help);
            found.push(self.with_ways_out_of_dice(&remark, line).unwrap_or(remark));
        }
        nearly_all
    }

    /// What would have to be different so that the same dice do not lead to a refusal.
    fn with_ways_out_of_dice(&self, remark: &Diagnostic, place: Span) -> Option<Diagnostic> {
        let is_refused = |encounter: &Encounter, seed: &u64| encounter.adjudicate(Answers::random(*seed)).is_err();
        let refused: Vec<u64> = (1..=TOLD_RUNS).filter(|seed| is_refused(self, seed)).collect();
        if refused.is_empty() {
            return None;
        }
        let goes_on = |changed: &Encounter| !refused.iter().any(|seed| is_refused(changed, seed));
        with_ways_out((self, remark, place), MOST_TRIED, &goes_on)
    }

    /// The same in the words of the runs by dice that it stops, with their numbers, if they all say the same.
    fn as_it_is_told(&self, stopped: Diagnostic) -> Diagnostic {
        let place = |found: &Diagnostic| found.labels.first().map(|label| label.span);
        let told = (1..=TOLD_RUNS).filter_map(|seed| {
            let failed = self.adjudicate(Answers::random(seed)).err()?;
            let told =
                failed.diagnostics.iter().find(|told| told.code == stopped.code && place(told) == place(&stopped));
            told.map(|told| told.message.clone())
        });
        let told: BTreeSet<String> = told.collect();
        match told.into_iter().collect::<Vec<String>>().as_slice() {
            [one] => Diagnostic { message: one.clone(), ..stopped },
            _ => stopped,
        }
    }

    /// Whether a remark stands at the line that begins a run, or at a value that is stated in it: that may be why it is stopped.
    fn is_said_inside(&self, line: Span, remark: &Diagnostic) -> bool {
        let Some(place) = remark.labels.first().map(|label| label.span) else { return false };
        let runs = self.scene.invocations.iter().filter(|run| run.span == line);
        let mut stated = runs.flat_map(|run| run.arguments.values()).flat_map(Argument::entries);
        line.contains(place) || stated.any(|entry| entry.span == place)
    }
}

/// The runs by dice that are tried before it is said that each is refused.
fn by_dice() -> impl Iterator<Item = Answers<'static>> {
    (1..=REFUSED_RUNS).map(Answers::random)
}

/// What stops some of the runs by dice, but not all of them, and how many, if that is known.
fn stopped(program: &Program, houses: &Houses) -> Option<(Diagnostic, Option<RBig>)> {
    let alone = Program { results: Vec::new(), ..program.clone() };
    let request = OddsRequest { budget: BUDGET, ..OddsRequest::default() };
    let explored = Explored { program: &alone, houses, drawn: &[] };
    match odds::distribution(explored, &request, BUDGET) {
        Ok(found) => {
            let (at, chance) = found.refused.into_iter().next()?;
            Some((told_refusals::why(at, program)?, Some(chance)))
        }
        Err(OddsError::Fault(fault)) if is_of_some_runs(&fault.kind) => {
            Some((runtime_errors::diagnostic(&fault, program), None))
        }
        Err(OddsError::Fault(_) | OddsError::Budget { .. } | OddsError::Mass) => None,
    }
}

/// Whether it hangs on the dice, and neither on a limit nor on somebody who is not there. What the rules refuse is no fault unless
/// they refuse every run.
fn is_of_some_runs(kind: &FaultKind) -> bool {
    match kind {
        FaultKind::Overflow | FaultKind::DivisionByZero | FaultKind::BadDice { .. } | FaultKind::DeckEmpty { .. } => {
            true
        }
        FaultKind::House { what, .. } => *what == FunctionFault::Refuses,
        FaultKind::Refused(..)
        | FaultKind::NoAnswer { .. }
        | FaultKind::BadAnswer { .. }
        | FaultKind::Fuel { .. }
        | FaultKind::Work { .. }
        | FaultKind::Events { .. }
        | FaultKind::Output { .. }
        | FaultKind::Malformed { .. }
        | FaultKind::Diverged { .. }
        | FaultKind::Paused
        | FaultKind::CalledOff => false,
    }
}

/// `1/6 of all runs by dice (16.67%) are`
fn in_words(chance: &RBig) -> String {
    let percent = rounded(&(chance * RBig::from(100)), 2);
    format!("{chance} of all runs by dice ({percent}%) are")
}
