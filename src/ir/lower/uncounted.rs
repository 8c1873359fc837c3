//! Runs inside others that are carried out although nothing outside counts them.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::super::passes::{self, Reached};
use super::super::{Address, Instruction, Operand, Program, Register, Trace, flow, renumber};
use super::ledger::End;
use super::reasons::{Accounts, Within};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{InvocationId, LocalId, LocalKind, Named, Statement, StatementKind, Type};
use crate::source::Span;

impl Accounts<'_> {
    /// Remarks on the runs in a blank that may be left out, of which nothing counts around them, although the rules take their results somewhere.
    pub fn not_counted(&mut self, within: Within<'_>, blank: LocalId, runs: &[(InvocationId, bool)]) {
        let Some(outer) = within.first() else { return };
        let asked = &self.procedure(*outer).locals[blank];
        let is_needed =
            matches!(asked.kind, LocalKind::Ask { optional: false, .. }) && !matches!(asked.ty, Type::Many(_));
        let readers: Vec<Span> = self.readers(*outer, blank).collect();
        let mut taking = Vec::new();
        takers(&self.procedure(*outer).body, &readers, &mut taking);
        if taking.is_empty() || is_needed {
            return;
        }
        let why = self.why(within, &taking);
        for (run, is_written) in runs {
            let (inner, around) = (&self.scene.invocations[*run], &self.scene.invocations[*outer]);
            if !self.said(*outer, why) || (why.is_none() && !self.is_alone(inner.span)) {
                continue;
            }
            let around_it = (!is_written).then_some(&*around.path);
            let programs = self.programs.iter().zip(&self.reached);
            let mut found = programs.filter_map(|of| counts(of, &inner.path, around_it)).peekable();
            if found.peek().is_none() || found.any(|counts| counts) {
                continue;
            }
            let place = if *is_written { inner.span } else { self.named_behind(*run, around.span) };
            let found =
                Diagnostic::warning(codes::IDLE, place, format!("the result of `{}` is never used", inner.path));
            let found = self.explained(*outer, found, why);
            let found = match self.end_of(*run).filter(|_| why.is_none()) {
                Some(End { line, says, .. }) => {
                    let says = says.as_ref().map(|says| format!(": {says}")).unwrap_or_default();
                    let help = "remove it, or change the scene so that it continues";
                    found.also(*line, format!("because it always ends here{says}")).help(help)
                }
                None => found.help("remove it, or change the lines around it so that its result is used"),
            };
            self.sink.push(found);
        }
    }
}

impl Accounts<'_> {
    /// Where a run is named first behind the beginning of another one.
    fn named_behind(&self, run: InvocationId, begin: Span) -> Span {
        let named = self.uses_of_scene().filter(|(named, span)| {
            *named == Named::Invocation(run) && span.source == begin.source && span.start >= begin.start
        });
        named.map(|(_, span)| span).min_by_key(|span| span.start).unwrap_or(begin)
    }
}

/// Those of these places in which a line takes something out of what is named there: it does more than to run it, or to demand
/// something of it.
fn takers(body: &[Statement], named: &[Span], into: &mut Vec<Span>) {
    for statement in body {
        let here = || named.iter().copied().filter(|place| statement.span.contains(*place));
        match &statement.kind {
            StatementKind::Run { .. } | StatementKind::Needs { .. } | StatementKind::Ask(_) => {}
            StatementKind::If { .. }
            | StatementKind::ForEach { .. }
            | StatementKind::Step { .. }
            | StatementKind::Concealed { .. } => {
                statement.blocks().into_iter().for_each(|block| takers(block, named, into));
            }
            StatementKind::Let { .. }
            | StatementKind::Sum { .. }
            | StatementKind::Decide { .. }
            | StatementKind::Roll { .. }
            | StatementKind::Draw { .. }
            | StatementKind::Shuffle(_)
            | StatementKind::Resolve { .. }
            | StatementKind::Choose { .. }
            | StatementKind::Cut { .. }
            | StatementKind::Pay { .. }
            | StatementKind::Stop { .. }
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Note { .. }
            | StatementKind::Signal { .. }
            | StatementKind::Reveal { .. }
            | StatementKind::Invocation(_)
            | StatementKind::Tally(_)
            | StatementKind::Chance(_)
            | StatementKind::Period { .. }
            | StatementKind::Repeat { .. }
            | StatementKind::Turns(_)
            | StatementKind::ChooseOption { .. } => into.extend(here()),
        }
    }
}

/// Whether something outside of a run, or of what is `around` it, reads what is written in it; nothing where it is not run. What it
/// changes of people and things counts, and so do cards, functions and words to somebody.
fn counts(
    (program, reached): (&&Program, &OnceCell<Option<Reached>>),
    path: &str,
    around: Option<&str>,
) -> Option<bool> {
    let inside = stretches(program, path);
    if !inside.contains(&true) {
        return None;
    }
    let within = around.map(|path| stretches(program, path));
    let (mut written, mut is_come_to, mut does_more) = (BTreeSet::new(), false, false);
    let reached = reached.get_or_init(|| passes::reached(program, &[], &[]));
    let comes_to = |at: Address| reached.as_ref().is_none_or(|reached| reached.comes_to(at));
    let of_run = (0..).map(Address).zip(program.code.iter().zip(&inside));
    for (_, (instruction, _)) in of_run.filter(|(at, (_, inside))| **inside && comes_to(*at)) {
        flow::writes(instruction, &mut |register| written.extend([register]));
        (is_come_to, does_more) = (true, does_more || does_something(program, instruction));
    }
    if !is_come_to {
        return None;
    }
    let is_left = program.fields.iter().any(|field| written.contains(field));
    let is_asked = program.results.iter().any(|result| written.contains(&result.register));
    if around.is_none() && (does_more || is_left || is_asked) {
        return Some(true);
    }
    let is_around = |at: usize| within.as_ref().is_none_or(|within| within.get(at) == Some(&true));
    let mut outside =
        program.code.iter().zip(&inside).enumerate().filter(|(at, (_, inside))| !**inside && is_around(*at));
    Some(outside.any(|(_, (instruction, _))| reads(program, instruction, &written)))
}

/// Which instructions stand in the run of this path.
fn stretches(program: &Program, path: &str) -> Vec<bool> {
    let mut is_inside = false;
    let inside = program.code.iter().map(|instruction| {
        let trace = trace_of(program, instruction);
        let begins = matches!(trace, Some(Trace::Begin { path: begun, .. }) if begun == path);
        let ends = matches!(trace, Some(Trace::End { path: ended }) if ended == path);
        is_inside = (is_inside || begins) && !ends;
        is_inside || ends
    });
    inside.collect()
}

fn trace_of<'p>(program: &'p Program, instruction: &Instruction) -> Option<&'p Trace> {
    let Instruction::Trace(number) = instruction else { return None };
    program.traces.get(*number as usize)
}

/// Whether an instruction does what no register shows.
fn does_something(program: &Program, instruction: &Instruction) -> bool {
    let trace = trace_of(program, instruction);
    flow::deck(instruction).is_some()
        || matches!(instruction, Instruction::Call { .. })
        || matches!(trace, Some(Trace::Changed { .. } | Trace::Signal { .. } | Trace::Reveal { .. }))
}

/// Whether an instruction reads or tells what one of these registers holds.
pub fn reads(program: &Program, instruction: &Instruction, written: &BTreeSet<Register>) -> bool {
    let mut found = false;
    let mut visit = |operand: Operand| found |= operand.register().is_some_and(|register| written.contains(&register));
    flow::operands(instruction, &mut visit);
    flow::told(instruction, &mut visit);
    if let Some(trace) = trace_of(program, instruction) {
        renumber::of_trace(&mut trace.clone(), &mut |register| found |= written.contains(register));
    }
    found
}
