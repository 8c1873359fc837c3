//! Which runs an instruction belongs to: where a scene says that something happens, and who does it.

use crate::diagnostic::{Code, Diagnostic, codes};
use crate::ir::{Address, Instruction, Program, Trace};
use crate::source::Span;
use crate::verdict;

/// A run that has begun and is not over.
struct OpenRun<'p> {
    begin: &'p Trace,
    span: Span,
}

impl OpenRun<'_> {
    /// `strike (effort by Mara)`
    fn in_words(&self) -> String {
        if let Trace::Begin { path, procedure, roles, .. } = self.begin {
            let name = path.rsplit('.').next().unwrap_or(path);
            format!("{name} ({})", verdict::roles(procedure, roles))
        } else {
            String::new()
        }
    }
}

/// The finding, with the line of the scene first that has led to the instruction, who acts there, and then the line of
/// the system that says so.
pub(super) fn lead_home(found: Diagnostic, program: &Program, at: Address) -> Diagnostic {
    let open = open_at(program, at);
    let of_run = open.iter().rev().map(|run| (run.span, in_words(&open)));
    // A system that is named as a file of one's own is counted among the texts of the scene.
    let home = open.first().map(|run| run.span.source).filter(|source| !source.is_of_system());
    let of_scene =
        |(span, _): &(Span, String)| !span.source.is_of_system() && home.is_none_or(|home| span.source == home);
    let Some((line, acting)) = of_run.chain(period_at(program, at)).find(of_scene) else { return found };
    let mut found = found;
    match found.labels.first_mut() {
        None => found,
        Some(first) if first.span.source == line.source => {
            if first.text.is_empty() {
                first.text = acting;
            }
            found
        }
        Some(first) => {
            if first.text.is_empty() {
                says(found.code).clone_into(&mut first.text);
            }
            found.led_by(line, acting)
        }
    }
}

/// What the line of the system has to do with it.
fn says(code: Code) -> &'static str {
    let by_a_rule =
        [codes::REFUSED, codes::OUT_OF_RANGE, codes::CANNOT_PAY, codes::OVER_BUDGET, codes::GROUPING].contains(&code);
    if by_a_rule { "the rule" } else { "stopped here" }
}

/// `strike (effort by Mara), in lunge (attack by Mara versus Roque)`
fn in_words(open: &[OpenRun<'_>]) -> String {
    let words: Vec<String> = open.iter().rev().map(OpenRun::in_words).collect();
    words.join(", in ")
}

/// The period whose beginning or end an instruction belongs to: where a scene begins it, and its name.
fn period_at(program: &Program, at: Address) -> Option<(Span, String)> {
    let before = program.code.iter().zip(&program.spans).take(at.0 as usize + 1);
    before.rev().find_map(|(instruction, span)| {
        let Instruction::Trace(number) = instruction else { return None };
        let Trace::Period { name, begins: true } = program.traces.get(*number as usize)? else { return None };
        Some((*span, name.to_string()))
    })
}

/// The runs that an instruction stands in, the outermost first. A run is laid out in one piece from its beginning to its
/// end, whatever is skipped in it.
fn open_at(program: &Program, at: Address) -> Vec<OpenRun<'_>> {
    let mut open: Vec<OpenRun<'_>> = Vec::new();
    let before = program.code.iter().zip(&program.spans).take(at.0 as usize + 1);
    for (instruction, span) in before {
        let Instruction::Trace(number) = instruction else { continue };
        let Some(trace) = program.traces.get(*number as usize) else { continue };
        if let Trace::Begin { .. } = trace {
            open.push(OpenRun { begin: trace, span: *span });
        } else if let Trace::End { .. } = trace {
            open.pop();
        }
    }
    open
}
