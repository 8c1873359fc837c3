//! What a program must not exceed while it is made: rules are put in place wherever they are used, and a few lines can
//! ask for more than any computer holds.

use crate::diagnostic::{Diagnostic, Diagnostics, codes};
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

impl Work {
    /// Begins something that can hold others of its like, when the program has so many instructions. `false`, and a
    /// finding the first time, when that would be too much; otherwise it is ended by [`Work::exit`].
    pub fn enter(&mut self, span: Span, made: usize, sink: &mut Diagnostics) -> bool {
        if self.refused {
            return false;
        }
        if self.depth >= DEEPEST {
            let finding = Diagnostic::error(codes::TOO_LARGE, span, "rules lie too deep within each other here");
            return self.refuse(finding.help("use values that are computed already"), sink);
        }
        if self.done >= MOST_WORK || made >= MOST_INSTRUCTIONS {
            let message = "all its rules in place, this script becomes too large";
            let help = "compute what is used often once, with `let`, and keep lists and plans short";
            return self.refuse(Diagnostic::error(codes::TOO_LARGE, span, message).help(help), sink);
        }
        self.done += 1;
        self.depth += 1;
        true
    }

    /// Ends what was begun.
    pub fn exit(&mut self) {
        self.depth -= 1;
    }

    fn refuse(&mut self, finding: Diagnostic, sink: &mut Diagnostics) -> bool {
        self.refused = true;
        sink.push(finding);
        false
    }
}
