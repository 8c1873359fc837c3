//! What a program must not exceed while it is made: rules are put in place wherever they are used, and a few lines can
//! ask for more than any computer holds.

use super::Lowering;
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;

/// More instructions than this are not made for one program.
const MOST_INSTRUCTIONS: usize = 1_000_000;

/// More expressions than this are not looked at for one program.
const MOST_WORK: usize = 4_000_000;

/// More expressions than this do not lie within each other, through rules as well. It keeps the stack small.
const DEEPEST: usize = 100;

/// How much has been done, and how deep in it we are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    done: usize,
    depth: usize,
    refused: bool,
}

impl Lowering<'_, '_> {
    /// Begins something that can hold others of its like; not when that would be too much. What was begun is left.
    pub fn enter(&mut self, span: Span) -> bool {
        if self.work.refused {
            return false;
        }
        if self.work.depth >= DEEPEST {
            self.refuse(span, "rules lie too deep within each other here", "use values that are computed already");
            return false;
        }
        if self.work.done >= MOST_WORK || self.emit.program.code.len() >= MOST_INSTRUCTIONS {
            let help = "compute what is used often once, with `let`, and keep lists and plans short";
            self.refuse(span, "all its rules in place, this script becomes too large", help);
            return false;
        }
        self.work.done += 1;
        self.work.depth += 1;
        true
    }

    /// Ends what was begun.
    pub fn exit(&mut self) {
        self.work.depth -= 1;
    }

    fn refuse(&mut self, span: Span, message: &str, help: &str) {
        self.work.refused = true;
        self.sink.push(Diagnostic::error(codes::TOO_LARGE, span, message).help(help));
    }
}
