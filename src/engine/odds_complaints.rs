//! Why there are no odds, in the words of the scene.

use super::failure::kept_from;
use super::runtime_errors;
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::drivers::odds::crowd::{self, Crowd};
use crate::drivers::odds::{Budget, OddsError};
use crate::ir::{Address, Program, flow};
use crate::source::Span;
use crate::verdict::{Audience, Visibility};

/// So many names, or groups of names, that tell situations apart are told.
const MOST_TOLD: usize = 6;

/// Why so many questions about a program have no answer.
pub(super) fn complaint(error: OddsError, asked: usize, program: &Program) -> Diagnostic {
    match error {
        // Players may not ask at all where anything is kept from them.
        OddsError::Fault(fault) if runtime_errors::visibility(&fault, program) == Visibility::Hidden => {
            kept_from(Audience::Gm, runtime_errors::diagnostic(&fault, program).code)
        }
        OddsError::Fault(fault) => runtime_errors::diagnostic(&fault, program),
        OddsError::Budget { states, answers, budget, at, crowd } => {
            let so_far = so_far((states, answers), budget);
            let message = format!("exact odds exceed the budget: {so_far}{}", told_apart(&crowd));
            let found = at_instruction(program, at, codes::ODDS_BUDGET, message);
            crowd
                .loops
                .iter()
                .fold(found, |found, around| round(found, program, *around))
                .help(ways_out(asked, program))
        }
        OddsError::Mass => Diagnostic::placeless(codes::ODDS, "the chances do not add up to 1; please report this"),
    }
}

/// What tells the situations apart: `, told apart by ada.oil (41 values), ada.rope, bo.rope (12 values each) and 2 numbers on the way`.
fn told_apart(crowd: &Crowd) -> String {
    let mut parts: Vec<String> = Vec::new();
    for alike in crowd.named.chunk_by(|(_, one), (_, other)| one == other).take(MOST_TOLD) {
        let names: Vec<&str> = alike.iter().map(|(name, _)| name.as_str()).take(MOST_TOLD).collect();
        let more = if alike.len() > MOST_TOLD { " and others" } else { "" };
        let [(_, values), ..] = alike else { continue };
        let at_least = if *values == crowd::MOST_VALUES { " or more" } else { "" };
        let each = if alike.len() > 1 { " each" } else { "" };
        parts.push(format!("{}{more} ({values}{at_least} values{each})", names.join(", ")));
    }
    match (parts.is_empty(), crowd.nameless) {
        (true, _) => String::new(),
        (false, 0) => format!(", which differ in {}", parts.join(", ")),
        (false, 1) => format!(", which differ in {} and an intermediate number", parts.join(", ")),
        (false, many) => format!(", which differ in {} and {many} intermediate numbers", parts.join(", ")),
    }
}

/// Says at a loop how often it multiplies them.
fn round(found: Diagnostic, program: &Program, (head, rounds): (Address, i64)) -> Diagnostic {
    match program.spans.get(head.0 as usize) {
        Some(span) => found.also(*span, format!("up to {rounds} rounds, and each leads to more situations")),
        None => found,
    }
}

/// What to ask instead.
fn ways_out(asked: usize, program: &Program) -> String {
    let less =
        if asked > 1 { "ask one question at a time, such as `P(NAME.PART >= 2)`" } else { "ask about an earlier line" };
    let goes_back = |(at, instruction)| flow::successors(instruction, Address(at)).jump.is_some_and(|to| to.0 <= at);
    let has_rounds = (0..).zip(&program.code).any(goes_back);
    let shorter = if has_rounds { ", take fewer rounds" } else { "" };
    format!("{less}{shorter}, or allow a larger budget; a simulation can give estimates")
}

/// How far they came. Where the first roll alone is seen beforehand to be too much, that is nowhere yet.
fn so_far((states, answers): (usize, u64), budget: Budget) -> String {
    if states <= 1 && states <= budget.states && answers <= budget.answers {
        return "the first roll or draw has too many results to count".to_owned();
    }
    let plural = |is_one: bool| if is_one { "" } else { "s" };
    format!("{states} situation{} and {answers} answer{} so far", plural(states == 1), plural(answers == 1))
}

fn at_instruction(program: &Program, at: Address, code: Code, message: String) -> Diagnostic {
    match program.spans.get(at.0 as usize) {
        Some(span) => Diagnostic::error(code, *span, message).here("the budget ran out here"),
        None => Diagnostic::placeless(code, message),
    }
}

/// A finding without a place gets one.
pub(super) fn placed(diagnostic: Diagnostic, span: Span) -> Diagnostic {
    if diagnostic.labels.is_empty() { diagnostic.also(span, "") } else { diagnostic }
}
