//! What stopped a run, as a finding with its place in the script.

use super::open_runs;
use crate::diagnostic::counted::are;
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::ir::lower::{HELP_SHOWN, miscounted};
use crate::ir::{Address, Function, Program, Refusal, Value};
use crate::machine::{Fault, FaultKind, FunctionFault, Unanswered};
use crate::semantics::dice::{MOST_DICE, MOST_SIDES};
use crate::source::Span;
use crate::verdict::{Visibility, redaction};

/// The finding for a fault of `program`: where the scene has led to it, who acted there, and the rule that stopped it.
pub(super) fn diagnostic(fault: &Fault, program: &Program) -> Diagnostic {
    open_runs::lead_home(at_its_line(fault, program), program, fault.at)
}

/// The same at the line that could not be carried out.
fn at_its_line(fault: &Fault, program: &Program) -> Diagnostic {
    if let FaultKind::House { .. } = &fault.kind {
        return house(fault, program);
    }
    let (code, message, help) = words(&fault.kind, program);
    // Dice that are left over belong to no line.
    let placed = code != codes::TOO_MANY_DICE || matches!(fault.kind, FaultKind::Refused(..));
    let span = program.spans.get(fault.at.0 as usize).copied().filter(|_| placed);
    let found = match span {
        Some(span) => Diagnostic::error(code, span, message),
        None => Diagnostic::placeless(code, message),
    };
    match help {
        Some(help) => found.help(help),
        None => found,
    }
}

/// For whom the finding is: what the instruction reads may stand in it as numbers.
pub(super) fn visibility(fault: &Fault, program: &Program) -> Visibility {
    match fault.kind {
        FaultKind::CalledOff | FaultKind::Paused => Visibility::All,
        // Its numbers are the limits, but its place may be one that nobody is to know of.
        FaultKind::Fuel { .. } | FaultKind::Work { .. } | FaultKind::Events { .. } | FaultKind::Output { .. } => {
            program.secrecy.at(fault.at)
        }
        FaultKind::Overflow
        | FaultKind::DivisionByZero
        | FaultKind::Refused(..)
        | FaultKind::BadDice { .. }
        | FaultKind::DeckEmpty { .. }
        | FaultKind::BadAnswer { .. }
        | FaultKind::Malformed { .. }
        | FaultKind::Diverged { .. }
        | FaultKind::House { .. }
        | FaultKind::NoAnswer { .. } => redaction::instruction(program, fault.at),
    }
}

/// A function's own words, at its own place, and the line that called it.
fn house(fault: &Fault, program: &Program) -> Diagnostic {
    let FaultKind::House { house, message, help, place, what } = &fault.kind else {
        return Diagnostic::placeless(codes::HOUSE, "a function failed");
    };
    let code = function_code(*what);
    let caller = program.spans.get(fault.at.0 as usize).copied().unwrap_or_default();
    let source = program.functions.iter().find(|function| function.house == *house).map(|function| function.source);
    let found = match (place, source) {
        (Some(place), Some(source)) => {
            Diagnostic::error(code, Span::new(source, place.clone()), message.clone()).also(caller, "called here")
        }
        _ => Diagnostic::error(code, caller, message.clone()),
    };
    match help {
        Some(help) => found.help(help.clone()),
        None => found,
    }
}

fn function_code(what: FunctionFault) -> Code {
    match what {
        FunctionFault::Refuses => codes::REFUSED,
        FunctionFault::House => codes::HOUSE,
        FunctionFault::Host => codes::HOST_FUNCTION,
    }
}

/// Code, message and help.
type Words = (Code, String, Option<String>);

fn words(kind: &FaultKind, program: &Program) -> Words {
    match kind {
        FaultKind::Overflow => helped(
            codes::OVERFLOW,
            "this number is too large",
            "give limits such as `0..1000` to the numbers it is computed from",
        ),
        FaultKind::DivisionByZero => {
            helped(codes::DIVISION_BY_ZERO, "this divides by zero", "handle that case: `if n < 1 then … else …`")
        }
        FaultKind::Fuel { limit } => helped(
            codes::FUEL,
            format!("the run was stopped after {limit} steps"),
            "lower the limits of the repetitions",
        ),
        FaultKind::Work { limit } => {
            helped(codes::FUEL, format!("this was stopped after {limit} steps in all"), "ask for less at once")
        }
        FaultKind::Events { limit } => helped(
            codes::FUEL,
            format!("the run was stopped after {limit} events"),
            "lower the limits of the repetitions",
        ),
        FaultKind::Output { limit } => helped(
            codes::FUEL,
            format!("the run was stopped after {limit} bytes of text"),
            "make its texts shorter or fewer",
        ),
        FaultKind::Refused(refusal, numbers) => refused(refusal, numbers),
        FaultKind::BadDice { count, sides } => {
            let help = if *count < 0 || *sides < 1 {
                "keep the number of dice from falling below 0, with `max(n, 0)`".to_owned()
            } else {
                format!(
                    "one roll has at most {MOST_DICE} dice of at most {MOST_SIDES} sides; limit a pool with `min(n, 10)`"
                )
            };
            (codes::BAD_DICE, format!("{count}d{sides} cannot be rolled"), Some(help))
        }
        FaultKind::DeckEmpty { deck } => {
            let name = program.decks.get(*deck as usize).map_or("?", |deck| &deck.name);
            let help = Some(format!("put the cards back with `shuffle {name}`"));
            (codes::DECK_EMPTY, format!("the deck `{name}` has no cards left"), help)
        }
        FaultKind::BadAnswer { what } => plain(codes::IMPOSSIBLE_FACE, what.clone()),
        FaultKind::NoAnswer { what, why: why @ (Unanswered::TooFewDice | Unanswered::TooManyDice) } => helped(
            why.code(),
            what.clone(),
            "give exactly the dice that are rolled; or let the program ask for one roll at a time (`--table`)",
        ),
        FaultKind::NoAnswer { what, why } => plain(why.code(), what.clone()),
        FaultKind::Diverged { was, now } => diverged(was, now),
        FaultKind::House { message, what, .. } => plain(function_code(*what), message.clone()),
        FaultKind::CalledOff => plain(codes::CALLED_OFF, "this was cancelled before it finished"),
        FaultKind::Paused => plain(codes::NO_CHOICE, "this still needs an answer"),
        FaultKind::Malformed { what } => plain(codes::FORMAT, format!("this program is invalid: {what}")),
    }
}

/// The finding where what was answered before is not asked any more.
pub(super) fn no_longer_fits(was: &str, now: &str) -> Diagnostic {
    let (code, message, _) = diverged(was, now);
    Diagnostic::placeless(code, message)
}

fn diverged(was: &str, now: &str) -> Words {
    let now = if now.is_empty() { "there are no more questions".to_owned() } else { format!("`{now}` is asked") };
    let message = format!("an earlier answer no longer fits: it was for `{was}`, but now {now}");
    (codes::DIVERGED, message, None)
}

fn plain(code: Code, message: impl Into<String>) -> Words {
    (code, message.into(), None)
}

fn helped(code: Code, message: impl Into<String>, help: &str) -> Words {
    (code, message.into(), Some(help.to_owned()))
}

/// Why an instruction refuses some runs: their numbers may be others in each of them, so none is told.
pub(super) fn of_some_runs(at: Address, refusal: &Refusal, program: &Program) -> Diagnostic {
    let fault = Fault { at, kind: FaultKind::Refused(refusal.clone(), Vec::new()) };
    let message = match refusal {
        Refusal::Needs(words) | Refusal::CannotPay { what: words, .. } => program.in_any_run(words),
        Refusal::OutOfRange { what, .. } => format!("`{what}` is outside its limits"),
        Refusal::OverBudget { what, unit, .. } => format!("`{what}` costs more {unit} than are allowed"),
        Refusal::Grouping { what } => what.to_string(),
        Refusal::Shown { what, .. } => format!("`{what}` does not roll as many dice as the faces stated for it"),
    };
    Diagnostic { message, help: None, ..diagnostic(&fault, program) }
}

/// That a function refuses some runs: what it says may be something else in each of them.
pub(super) fn of_a_function(at: Address, function: &Function, program: &Program) -> Diagnostic {
    let message = format!("`{}` in `{}` refuses", function.name, function.house);
    let (house, what) = (function.house.to_string(), FunctionFault::Refuses);
    diagnostic(&Fault { at, kind: FaultKind::House { house, message, help: None, place: None, what } }, program)
}

/// A refusal in words. `numbers` are the values of its operands, in their order.
fn refused(refusal: &Refusal, numbers: &[Value]) -> Words {
    let known = |index: usize| numbers.get(index).copied().flatten();
    let number = |index: usize| known(index).map_or_else(|| "?".to_owned(), |number| number.to_string());
    match refusal {
        Refusal::Needs(why) => plain(codes::REFUSED, why.text.clone()),
        Refusal::OutOfRange { what, .. } if numbers.first() == Some(&None) => {
            let message = format!("`{what}` would have no value: what it is set to is unreached in this run");
            let help = "say what counts then, as in `… otherwise 0`, or test first: `if … is not unreached { … }`";
            helped(codes::OUT_OF_RANGE, message, help)
        }
        Refusal::OutOfRange { what, .. } => {
            let message = match (known(1), known(2)) {
                (Some(low), Some(high)) if low > high => {
                    format!(
                        "`{what}` is {}, but no number fits: it must be at least {low} and at most {high}",
                        number(0)
                    )
                }
                (Some(low), Some(high)) if low == high => {
                    let message = format!("`{what}` is {}, but here it can only be {low}", number(0));
                    let help = "remove it, or change the lines before it, which leave nothing to choose";
                    return helped(codes::OUT_OF_RANGE, message, help);
                }
                _ => format!("`{what}` is {}; it must be from {} to {}", number(0), number(1), number(2)),
            };
            plain(codes::OUT_OF_RANGE, message)
        }
        Refusal::CannotPay { what, .. } => plain(codes::CANNOT_PAY, what.text.clone()),
        Refusal::OverBudget { what, unit, .. } => {
            let allowed = known(1).map_or_else(|| "? are".to_owned(), are);
            let message = format!("`{what}` costs {} {unit}, but only {allowed} allowed", number(0));
            let help = known(0).zip(known(1)).map(|(spent, budget)| saving(spent, budget, unit));
            (codes::OVER_BUDGET, message, help)
        }
        Refusal::Grouping { what } => plain(codes::GROUPING, what.clone()),
        Refusal::Shown { what, stated, .. } => shown(what, known(0).unwrap_or(0), *stated),
    }
}

/// Another number of dice falls than a line states faces for.
fn shown(what: &str, rolled: i64, stated: i64) -> Words {
    let (message, code) = miscounted(what, rolled, stated);
    (code, message, Some(HELP_SHOWN.to_owned()))
}

fn saving(spent: i64, budget: i64, unit: &str) -> String {
    format!("save {} {unit}", spent.saturating_sub(budget))
}
