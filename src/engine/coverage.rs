//! Coverage: which rules, rows and branches of a system no expectation reaches.

use std::collections::BTreeSet;

use super::encounter::Encounter;
use super::report::{self, Within};
use crate::diagnostic::Diagnostics;
use crate::drivers::odds::Budget;
use crate::ir::expectation::Expectation;
use crate::ir::lower;
use crate::ir::{Address, Operand, Register, Trace, Value};
use crate::machine::{Listener, State, Told};
use crate::model::Reachable;
use crate::source::{Place, SourceMap, Span};

/// Written behind a line, it says why no expectation reaches it.
const REASON: &str = "# not reached:";

/// What it may cost to hear all runs of one expectation of odds. Here each is told, so odds that take a second may take minutes.
const EACH: Budget = Budget::of(2_000, 10_000, 64 * 1024 * 1024);

/// Where there are more runs, those from so many seeds are heard.
const SEEDS: u64 = 200;

/// What a test could reach, and whether one does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Covered {
    /// Where it is written.
    pub place: Place,
    /// What stands there, for people: a rule, a row, a branch, by its name.
    pub what: String,
    /// Whether some expectation reaches it.
    pub reached: bool,
    /// Why none does, as its line says: `# not reached: why`.
    pub reason: Option<String>,
}

/// Hears what is reached.
#[derive(Default)]
struct Reach {
    spans: BTreeSet<Span>,
    levels: BTreeSet<(u32, i64)>,
}

impl Reach {
    fn note(&mut self, trace: &Trace, registers: &[Value]) {
        match trace {
            Trace::Reached { span } => {
                self.spans.insert(*span);
            }
            Trace::ReachedLevel { scale, level } => {
                let value = match level {
                    Operand::Value(value) => Some(*value),
                    Operand::Register(Register(index)) => registers.get(*index as usize).copied().flatten(),
                    Operand::Unreached => None,
                };
                self.levels.extend(value.map(|value| (*scale, value)));
            }
            Trace::Begin { .. }
            | Trace::End { .. }
            | Trace::Step { .. }
            | Trace::Period { .. }
            | Trace::Order { .. }
            | Trace::Sum { .. }
            | Trace::Totalled { .. }
            | Trace::Resolved { .. }
            | Trace::Computed { .. }
            | Trace::Chosen { .. }
            | Trace::Changed { .. }
            | Trace::Cut { .. }
            | Trace::Meaning { .. }
            | Trace::Stop { .. }
            | Trace::Said { .. }
            | Trace::Reason { .. }
            | Trace::Note { .. }
            | Trace::Signal { .. }
            | Trace::Reveal { .. } => {}
        }
    }
}

impl Listener for Reach {
    fn hear(&mut self, told: &Told<'_>, _: Address, state: &State) {
        match told {
            Told::Trace(trace) => self.note(trace, &state.registers),
            // Whatever these reach, a trace says so.
            Told::Rolled { .. }
            | Told::Resolved { .. }
            | Told::Drawn { .. }
            | Told::Called { .. }
            | Told::Chosen { .. } => {}
        }
    }
}

impl Encounter {
    /// Runs every `expect` and says which rules, rows and branches of the system one of them reaches. Of odds all runs count, and where
    /// there are too many to hear them all, those that come about from a few hundred seeds.
    ///
    /// ```
    /// use assize::{Engine, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "
    /// #     system lamps \"Lamps in the Dark\"
    /// #     ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }
    /// #     kind person { oil : 0..9 = 3 }
    /// #     procedure light by person { resolve glow with person.oil }");
    /// let script = "use lamps\nexpect deliberate { person ada\n light lamp by ada\n lamp.glow is bright }";
    /// let encounter = Engine::with(shelf).compile("night.asz", script)?;
    /// assert!(encounter.test().all_passed());
    /// assert!(!encounter.coverage().is_empty());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn coverage(&self) -> Vec<Covered> {
        let houses = self.houses.for_one_call();
        let bounds = lower::Bounds { size: self.limits.program, allowance: houses.bounds.allowance.clone() };
        let expectations = lower::covering((&self.system, &self.scene), bounds, &mut Diagnostics::default());
        coverage(&expectations, self.system.reachable(), &self.sources, (&houses, self.limits))
    }
}

/// Runs all expectations and says of each reachable thing whether one reached it.
fn coverage(
    expectations: &[Expectation],
    reachable: Vec<Reachable>,
    sources: &SourceMap,
    within: Within<'_>,
) -> Vec<Covered> {
    let mut reach = Reach::default();
    for expectation in expectations {
        for mark in &expectation.reached {
            reach.note(mark, &[]);
        }
        report::reach(expectation, within, (EACH, SEEDS), &mut reach);
    }
    let mut covered: Vec<Covered> = reachable
        .into_iter()
        .map(|item| {
            let reached = match item.level {
                Some((scale, level)) => reach.levels.contains(&(u32::try_from(scale).unwrap_or(u32::MAX), level)),
                None => reach.spans.contains(&item.span),
            };
            Covered { place: sources.place(item.span), what: item.what, reached, reason: reason(sources, item.span) }
        })
        .collect();
    covered.sort();
    covered.dedup();
    covered
}

/// What the comment behind a line says.
fn reason(sources: &SourceMap, span: Span) -> Option<String> {
    let text = &sources.get(span.source)?.text;
    let line = text.get(span.start as usize..)?.lines().next()?;
    let (_, reason) = line.split_once(REASON)?;
    Some(reason.trim().to_owned())
}
