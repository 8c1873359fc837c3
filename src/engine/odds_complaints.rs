//! Why there are no odds, in the words of the scene.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::failure::kept_from;
use super::open_runs::lead_home;
use super::runtime_errors;
use crate::allowance::{RanOut, Resource};
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::drivers::odds::OddsError;
use crate::drivers::odds::crowd::{self, Crowd};
use crate::ir::{Address, Instruction, Program, Trace, flow};
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
        OddsError::Budget { states, answers, ran_out, at, crowd, known: _ } => {
            let so_far = so_far((states, answers), ran_out);
            let message = format!("{}{}; {so_far}", exceeded(ran_out.of), told_apart(&crowd, program));
            let found = at_instruction(program, at, codes::ODDS_BUDGET, message);
            let found = lead_home(Diagnostic { ran_out: Some(ran_out), ..found }, program, at);
            crowd
                .loops
                .iter()
                .fold(found, |found, around| round(found, program, *around))
                .help(ways_out(asked, program))
        }
        OddsError::Mass => Diagnostic::placeless(codes::ODDS, "the chances do not add up to 1; please report this"),
    }
}

/// The same of advice, which nobody can estimate by simulation: the best of choices is found by comparing them all.
pub(super) fn of_advice(error: OddsError, program: &Program) -> Diagnostic {
    let found = complaint(error, 1, program);
    if found.ran_out.is_none() {
        return found;
    }
    let shorter = if has_rounds(program) { ", or take fewer rounds" } else { "" };
    found.help(format!("make some of the choices beforehand{shorter}"))
}

/// How often it goes round, and what tells situations apart then: `: up to 8 turns, in which situations differ in oil and rope of ada and bo
/// (up to 41 values each), and 2 intermediate numbers`.
fn told_apart(crowd: &Crowd, program: &Program) -> String {
    let mut parts: Vec<String> = gathered(crowd).iter().take(MOST_TOLD).map(Alike::in_words).collect();
    if !parts.is_empty() && crowd.nameless > 0 {
        parts.push(counted(crowd.nameless, "intermediate number"));
    }
    let often: Vec<String> = crowd.loops.iter().map(|around| rounds(program, *around)).collect();
    let often = often.join(" of ");
    match (often.is_empty(), parts.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!(": {often}"),
        (true, false) => format!(": situations differ in {}", parts.join(", and ")),
        (false, false) => format!(": {often}, in which situations differ in {}", parts.join(", and ")),
    }
}

/// The same parts of several people, things or runs.
struct Alike<'c> {
    parts: BTreeSet<&'c str>,
    of: Vec<&'c str>,
    /// No part has more values.
    most: usize,
}

/// What has a name, gathered by whose it is, and then those together who have the same.
fn gathered(crowd: &Crowd) -> Vec<Alike<'_>> {
    let mut each: Vec<Alike<'_>> = Vec::new();
    for (name, values) in &crowd.named {
        let (of, part) = name.split_once('.').unwrap_or((name, ""));
        match each.iter_mut().find(|known| known.of == [of]) {
            None => each.push(Alike { parts: BTreeSet::from([part]), of: vec![of], most: *values }),
            Some(known) => {
                known.parts.insert(part);
                known.most = known.most.max(*values);
            }
        }
    }
    each.sort_by_key(|one| Reverse(one.most));
    let mut together: Vec<Alike<'_>> = Vec::new();
    for one in each {
        match together.iter_mut().find(|known| known.parts == one.parts) {
            None => together.push(one),
            Some(known) => {
                known.of.extend(one.of);
                known.of.sort_unstable();
                known.most = known.most.max(one.most);
            }
        }
    }
    together
}

impl Alike<'_> {
    /// `oil and rope of ada and bo (up to 41 values each)`
    fn in_words(&self) -> String {
        let parts: Vec<&str> = self.parts.iter().copied().filter(|part| !part.is_empty()).collect();
        let at_least = if self.most == crowd::MOST_VALUES { " or more" } else { "" };
        let values = match (self.parts.len() * self.of.len(), self.most) {
            (1, most) => format!("{most}{at_least} values"),
            (_, most) => format!("up to {most}{at_least} values each"),
        };
        let of = joined(&self.of);
        let what = if parts.is_empty() { of } else { format!("{} of {of}", joined(&parts)) };
        format!("{what} ({values})")
    }
}

/// `a, b and c`, and no more of them than people read.
fn joined(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] if names.len() <= MOST_TOLD => format!("{} and {last}", first.join(", ")),
        names => format!("{} and {} more", names[..MOST_TOLD].join(", "), names.len() - MOST_TOLD),
    }
}

/// How often a loop goes round, in the word of its period: `up to 30 rounds`, `up to 12 turns`.
fn rounds(program: &Program, (Address(head), most): (Address, i64)) -> String {
    let head = head as usize;
    // What begins within a loop inside this one has a word of its own.
    let inner = flow::heads(program).filter(|other| *other > head).min().unwrap_or(program.code.len());
    let period = program.code.iter().take(inner).skip(head).find_map(|instruction| {
        let Instruction::Trace(number) = instruction else { return None };
        let trace = program.traces.get(*number as usize)?;
        if let Trace::Period { name, begins: true } = trace {
            return Some(Some(name));
        }
        matches!(trace, Trace::Begin { .. }).then_some(None)
    });
    let word = period.flatten().map_or("round", |name| name.as_str());
    format!("up to {most} {word}s")
}

fn counted(many: usize, what: &str) -> String {
    let plural = if many == 1 { "" } else { "s" };
    format!("{many} {what}{plural}")
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
    let shorter = if has_rounds(program) { ", take fewer rounds" } else { "" };
    format!("{less}{shorter}, or let `assize simulate` give estimates")
}

fn has_rounds(program: &Program) -> bool {
    flow::heads(program).next().is_some()
}

/// Which budget they exceed.
fn exceeded(of: Resource) -> &'static str {
    match of {
        Resource::Situations => "there are too many different situations for exact odds",
        Resource::Answers => "there are too many ways through the scene for exact odds",
        Resource::Memory => "exact odds would take too much memory",
    }
}

/// How far they came. Where the first roll alone is seen beforehand to be too much, that is nowhere yet.
fn so_far((states, answers): (usize, u64), ran_out: RanOut) -> String {
    if states <= 1 && answers <= 1 {
        return "the first roll or draw has too many results to count".to_owned();
    }
    let answers = usize::try_from(answers).unwrap_or(usize::MAX);
    let in_all = match ran_out.times {
        0 => String::new(),
        1 => "; in all it would be more than the budget".to_owned(),
        times => format!("; in all it would be at least {times} times the budget"),
    };
    format!("{} and {} so far{in_all}", counted(states, "situation"), counted(answers, "answer"))
}

fn at_instruction(program: &Program, at: Address, code: Code, message: String) -> Diagnostic {
    match program.spans.get(at.0 as usize) {
        Some(span) => Diagnostic::error(code, *span, message).here("the count stopped here"),
        None => Diagnostic::placeless(code, message),
    }
}

/// A finding without a place gets one.
pub(super) fn placed(diagnostic: Diagnostic, span: Span) -> Diagnostic {
    if diagnostic.labels.is_empty() { diagnostic.also(span, "") } else { diagnostic }
}
