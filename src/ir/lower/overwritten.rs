//! Settings of a scene that a line sets anew before anything reads them.

use std::collections::BTreeSet;

use smol_str::format_smolstr;

use super::super::flow::{operands, successors, told, writes};
use super::super::{Address, Instruction, Operand, Program, Register};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::{Argument, Entry, Field, Scene, System, Thing};
use crate::shared_text::SharedText;
use crate::source::Span;

/// Remarks on settings that in all of these programs are set anew before they are read. Those of another file are for other
/// scenes as well.
pub fn overwritten((system, scene): (&System, &Scene), programs: &[&Program], sink: &mut Diagnostics) {
    let Some(first) = scene.statements.first() else { return };
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

fn entry(thing: &Thing, field: usize) -> Option<&Entry> {
    if let Some(Argument::One(entry)) = thing.fields.get(&field) { Some(entry) } else { None }
}

fn remark(field: &Field, entry: &Entry, line: Span) -> Diagnostic {
    let message = format!("`{}` is set anew before anything reads it", field.name);
    let found = Diagnostic::warning(codes::IDLE, entry.span, message).also(line, "set here");
    found.help("take it out, or write what that line works its value out from")
}

/// The line that sets a register before anything reads it, if there is one in each program.
fn set_in_all(name: &SharedText, programs: &[&Program]) -> Option<Span> {
    let lines: Option<Vec<Span>> = programs.iter().map(|program| set_first(name, program)).collect();
    lines?.first().copied()
}

/// The line that sets a register first, unless there is a way on which something reads it before, or keeps it to the end.
fn set_first(name: &SharedText, program: &Program) -> Option<Span> {
    let register = program.registers.iter().position(|known| known.name.as_ref() == Some(name))?;
    let register = Register(u32::try_from(register).ok()?);
    let (mut open, mut seen, mut found) = (vec![Address(0)], BTreeSet::new(), None);
    while let Some(at) = open.pop() {
        let Some(instruction) = program.code.get(at.0 as usize) else { continue };
        if !seen.insert(at) {
            continue;
        }
        if matches!(instruction, Instruction::Done) || (reads(instruction, register) && !is_told(program, at, register))
        {
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

fn reads(instruction: &Instruction, register: Register) -> bool {
    let mut found = false;
    let mut visit = |operand: Operand| found |= operand == Operand::Register(register);
    operands(instruction, &mut visit);
    told(instruction, &mut visit);
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
    is_copy && next.is_some_and(|next| sets(next, register) && !reads(next, register))
}
