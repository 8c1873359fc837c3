//! Lines of a scene in another order.

use super::later_changes::lines;
use crate::model::Statement;
use crate::source::Span;

/// The line of a block around a place.
pub(super) fn around(block: &[Statement], place: Span) -> Option<usize> {
    let holds = |line: &Statement| line.span.contains(place) || place.contains(line.span);
    block.iter().position(|line| lines(std::slice::from_ref(line)).into_iter().any(holds))
}

/// Whether a block has lines around both places.
pub(super) fn holds_both(block: &[Statement], here: Span, other: Span) -> bool {
    around(block, here).is_some() && around(block, other).is_some()
}

/// Moves the line around another place before the one around `here`, where both stand in one block and it comes later.
pub(super) fn move_before(block: &mut Vec<Statement>, here: Span, other: Span) {
    let (Some(first), Some(behind)) = (around(block, here), around(block, other)) else { return };
    if first < behind {
        let line = block.remove(behind);
        block.insert(first, line);
    } else if first == behind {
        let inner = block[first].blocks_mut().into_iter().find(|inner| holds_both(inner, here, other));
        if let Some(inner) = inner {
            move_before(inner, here, other);
        }
    }
}

/// Moves the line around `here` behind the one around another place, where both stand in one block.
pub(super) fn move_behind(block: &mut Vec<Statement>, here: Span, other: Span) {
    let (Some(first), Some(behind)) = (around(block, here), around(block, other)) else { return };
    if first < behind {
        let line = block.remove(first);
        block.insert(behind, line);
    } else if let Some(inner) = block[first].blocks_mut().into_iter().find(|inner| holds_both(inner, here, other)) {
        move_behind(inner, here, other);
    }
}
