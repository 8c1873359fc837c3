//! Results that a loop carries from round to round only because somebody asks for them.
//!
//! Such a result tells situations apart that are alike in everything else: there is a situation for each value that it can have. Asked for
//! alone, it is better counted where it is written.

use crate::ir::Program;
use crate::ir::flow::heads;
use crate::ir::liveness::Lives;

/// To find it out may take so many bytes.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// Whether some loop carries a result that nothing reads.
pub fn is_carried(program: &Program) -> bool {
    let lives = Lives::within(program, MOST_BYTES).zip(Lives::unasked_within(program, MOST_BYTES));
    let Some((asked, unasked)) = lives else { return false };
    heads(program).any(|head| {
        let read = unasked.before(head).registers;
        let live = asked.before(head).registers;
        program.results.iter().map(|result| result.register.0).any(|one| live.contains(&one) && !read.contains(&one))
    })
}
