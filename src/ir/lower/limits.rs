//! Limits of a program while it is being made: rules are expanded wherever they are used, and a few lines can
//! ask for more than any computer can hold.

use crate::allowance::Allowance;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::ir::Program;
use crate::source::Span;

/// More instructions than this are not made for one program.
const MOST_INSTRUCTIONS: usize = 250_000;

/// More expressions than this are not looked at for one program.
const MOST_WORK: usize = 4_000_000;

/// More registers than this are not made for one program.
const MOST_REGISTERS: usize = 500_000;

/// More values than this are not held by everybody and everything of one program together: one for each field, and one for
/// each level of a family.
pub const MOST_VALUES: u64 = 250_000;

/// More expressions than this do not lie within each other, through rules as well. It keeps the stack small.
const DEEPEST: usize = 100;

/// What making programs may take.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// How large all programs together may become; see [`size`].
    pub size: usize,
    /// The steps that are left.
    pub allowance: Allowance,
}

impl Default for Bounds {
    /// No more than what holds for each program.
    fn default() -> Self {
        Self { size: usize::MAX, allowance: Allowance::default() }
    }
}

impl Bounds {
    /// What is left once a program is made.
    #[must_use]
    pub fn after(self, program: Option<&Program>) -> Self {
        Self { size: self.size.saturating_sub(program.map_or(0, size)), ..self }
    }
}

/// How large a program is: its instructions, what they tell, its registers, and the cells of its tables.
pub fn size(program: &Program) -> usize {
    let cells = program.tables.iter().map(Vec::len).sum::<usize>();
    let levels = program.scales.iter().map(|scale| scale.levels.len()).sum::<usize>();
    program.code.len() + program.traces.len() + program.registers.len() + cells + levels
}

/// How much has been done, and how deep in it we are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    done: usize,
    depth: usize,
    refused: bool,
}

impl Work {
    /// Begins something that can hold others of its like, when the program has so many instructions. `false`, and a
    /// finding the first time, when that would be too much; otherwise it is ended by [`Work::exit`].
    pub fn enter(&mut self, span: Span, (made, bounds): (usize, &Bounds), sink: &mut Diagnostics) -> bool {
        if self.refused {
            return false;
        }
        if self.depth >= DEEPEST {
            let finding = Diagnostic::error(codes::TOO_LARGE, span, "rules are nested too deeply here");
            return self.refuse(finding.help("use values that are already computed"), sink);
        }
        if self.done >= MOST_WORK || made >= MOST_INSTRUCTIONS.min(bounds.size) {
            let message = "this script becomes too large once its rules are expanded";
            let help = "compute repeated values once with `let`, and keep lists and plans short";
            return self.refuse(Diagnostic::error(codes::TOO_LARGE, span, message).help(help), sink);
        }
        if let Err(why) = bounds.allowance.spend(1) {
            return self.refuse(Diagnostic::exhausted(why, span), sink);
        }
        self.done += 1;
        self.depth += 1;
        true
    }

    /// Whether so many registers may be made besides those there are, before any of them is; `false`, and a finding the first
    /// time, when those of `what` would be too many.
    pub fn has_room(
        &mut self,
        (span, what): (Span, &str),
        (more, made): (u64, usize),
        bounds: &Bounds,
        sink: &mut Diagnostics,
    ) -> bool {
        if self.refused {
            return false;
        }
        let most = MOST_REGISTERS.min(bounds.size) as u64;
        if more.saturating_add(made as u64) > most {
            let all = more.saturating_add(made as u64);
            let message = format!("with `{what}`, this script needs {all} values, but the limit is {most}");
            let help = "declare fewer things, or use scales with fewer levels";
            return self.refuse(Diagnostic::error(codes::TOO_LARGE, span, message).help(help), sink);
        }
        true
    }

    /// Whether something was refused: nothing is worked out any more, and whatever is left looks wrong.
    pub fn is_over(&self) -> bool {
        self.refused
    }

    /// Ends what was begun.
    pub fn exit(&mut self) {
        self.depth -= 1;
    }

    /// Refuses this, and whatever comes after it.
    pub fn refuse(&mut self, finding: Diagnostic, sink: &mut Diagnostics) -> bool {
        self.refused = true;
        sink.push(finding);
        false
    }
}
