//! Settings and changes of a scene that another line overwrites before anything reads them.

use std::collections::BTreeSet;

use smol_str::format_smolstr;

use super::super::flow::{successors, writes};
use super::super::{Address, Instruction, Program, Register};
use super::uncounted::reads;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::{Argument, Entry, Field, Scene, Statement, StatementKind, System, Thing};
use crate::shared_text::SharedText;
use crate::source::Span;

/// Remarks on settings, and on changes that lines of the scene make, that in all of these programs are set anew before they are read.
/// Those of another file are for other scenes as well.
pub fn overwritten((system, scene): (&System, &Scene), programs: &[&Program], sink: &mut Diagnostics) {
    let Some(first) = scene.statements.first() else { return };
    for line in changes(&scene.statements).into_iter().filter(|line| line.source == first.span.source) {
        let is_known = sink.iter().any(|found| found.labels.first().is_some_and(|label| label.span == line));
        if let (false, Some(again)) = (is_known, changed_anew(line, programs)) {
            let found = Diagnostic::warning(codes::IDLE, line, "this is overwritten before anything reads it");
            sink.push(found.also(again, "set here").help("remove it, or move it after that line"));
        }
    }
    for thing in scene.things.iter().filter(|thing| system.kinds[thing.kind].single) {
        let fields = system.kinds[thing.kind].fields.iter().enumerate();
        let written = fields.filter_map(|(place, field)| Some((field, entry(thing, place)?)));
        for (field, entry) in written.filter(|(_, entry)| entry.span.source == first.span.source) {
            let name = format_smolstr!("{}.{}", thing.name, field.name);
            if let Some(line) = set_in_all(&name, programs) {
                sink.push(remark(field, entry, line));
            }
        }
    }
}

/// The lines that change something, those inside of others included.
fn changes(lines: &[Statement]) -> Vec<Span> {
    let changed = |line: &Statement| {
        let own = matches!(line.kind, StatementKind::Set { .. } | StatementKind::Add { .. }).then_some(line.span);
        own.into_iter().chain(line.blocks().into_iter().flat_map(changes)).collect::<Vec<Span>>()
    };
    lines.iter().flat_map(changed).collect()
}

/// The line that sets anew what this line has changed, wherever a run comes to it.
fn changed_anew(line: Span, programs: &[&Program]) -> Option<Span> {
    let all = programs.iter().flat_map(|program| {
        let code = program.code.iter().zip(&program.spans).enumerate();
        code.filter_map(move |(at, (instruction, span))| Some((*program, at, changed(program, instruction)?, *span)))
    });
    let again = all.filter(|(.., span)| *span == line).map(|(program, at, register, _)| {
        // What is told of the change is no reason for it.
        let told = matches!(program.code.get(at + 1), Some(Instruction::Trace(_)));
        set_first(register, program, Address(u32::try_from(at + 1 + usize::from(told)).ok()?))
    });
    let again: Option<Vec<Span>> = again.collect();
    again?.into_iter().find(|again| *again != line)
}

/// The register of a field that an instruction changes.
fn changed(program: &Program, instruction: &Instruction) -> Option<Register> {
    let Instruction::Copy { into, .. } = instruction else { return None };
    program.registers.get(into.0 as usize)?.name.as_ref().map(|_| *into)
}

fn entry(thing: &Thing, field: usize) -> Option<&Entry> {
    if let Some(Argument::One(entry)) = thing.fields.get(&field) { Some(entry) } else { None }
}

fn remark(field: &Field, entry: &Entry, line: Span) -> Diagnostic {
    let message = format!("`{}` is overwritten before anything reads it", field.name);
    let found = Diagnostic::warning(codes::IDLE, entry.span, message).also(line, "set here");
    found.help("remove it, or set a value that the later line is computed from")
}

/// The line that sets a register before anything reads it, if there is one in each program.
fn set_in_all(name: &SharedText, programs: &[&Program]) -> Option<Span> {
    let lines = programs.iter().map(|program| set_first(register_of(name, program)?, program, Address(0)));
    let lines: Option<Vec<Span>> = lines.collect();
    lines?.first().copied()
}

fn register_of(name: &SharedText, program: &Program) -> Option<Register> {
    let register = program.registers.iter().position(|known| known.name.as_ref() == Some(name))?;
    u32::try_from(register).ok().map(Register)
}

/// The line that sets a register first from there on, unless there is a way on which something reads it before, or keeps it to the end.
fn set_first(register: Register, program: &Program, from: Address) -> Option<Span> {
    let (mut open, mut seen, mut found) = (vec![from], BTreeSet::new(), None);
    let read = BTreeSet::from([register]);
    while let Some(at) = open.pop() {
        let Some(instruction) = program.code.get(at.0 as usize) else { continue };
        if !seen.insert(at) {
            continue;
        }
        let is_read = reads(program, instruction, &read) && !is_told(program, at, register);
        if matches!(instruction, Instruction::Done) || is_read {
            return None;
        }
        if sets(instruction, register) {
            found = found.or_else(|| program.spans.get(at.0 as usize).copied());
            continue;
        }
        let next = successors(instruction, at);
        open.extend(next.next.into_iter().chain(next.jump));
    }
    found
}

fn sets(instruction: &Instruction, register: Register) -> bool {
    let mut found = false;
    writes(instruction, &mut |written| found |= written == register);
    found
}

/// Whether an instruction only keeps what the next one overwrites, so that the change can be told.
fn is_told(program: &Program, at: Address, register: Register) -> bool {
    let is_copy = matches!(program.code.get(at.0 as usize), Some(Instruction::Copy { .. }));
    let next = program.code.get(at.0 as usize + 1);
    is_copy && next.is_some_and(|next| sets(next, register) && !reads(program, next, &BTreeSet::from([register])))
}
