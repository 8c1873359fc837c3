//! Two results together: a row for each value of one, a column for each value of the other.

use dashu_ratio::RBig;

use super::odds_grid::{Cell, Grid};
use super::odds_rows::Fractions;
use crate::diagnostic::clean;
use crate::engine::{Joint, percent};

/// What stands before and above the sums.
const ALL: &str = "all";

/// The tables as text. Where one is wider than the terminal, the longer side runs down; what is still too wide goes on below.
pub(super) fn text(all: &[Joint], fractions: Fractions, width: usize) -> String {
    let table = |joint: &Joint| {
        let grid = grid(joint, fractions);
        let is_turned = grid.width() > width && joint.columns.values.len() > joint.rows.values.len();
        let grid = if is_turned { grid.turned(clean::line(&joint.columns.question)) } else { grid };
        grid.text_within(width)
    };
    all.iter().map(table).collect::<Vec<String>>().join("\n")
}

/// The same as parts of a page.
pub(super) fn html(all: &[Joint], fractions: Fractions) -> String {
    all.iter().map(|joint| grid(joint, fractions).html()).collect()
}

fn grid(joint: &Joint, fractions: Fractions) -> Grid {
    let sum = |chance: &RBig| Cell { text: fractions.brief(chance, percent), ..Cell::default() };
    let named = |text: &str| Cell { text: clean::line(text), ..Cell::default() };
    let columns = joint.columns.values.iter().map(|(value, _)| clean::line(value));
    let heads = [clean::line(&joint.rows.question)].into_iter().chain(columns).chain([ALL.to_owned()]);
    let rows = joint.rows.values.iter().zip(&joint.cells).map(|((value, margin), cells)| {
        let chances = cells.iter().map(|chance| cell(chance, sum(chance))).chain([sum(margin)]);
        [named(value)].into_iter().chain(chances).collect()
    });
    let sums = joint.columns.values.iter().map(|(_, margin)| sum(margin)).chain([sum(&RBig::ONE)]);
    let last = [named(ALL)].into_iter().chain(sums).collect();
    Grid {
        title: Some(clean::line(&format!("{} by {}", joint.columns.question, joint.rows.question))),
        heads: heads.collect(),
        names: 1,
        rows: rows.chain([last]).collect(),
        // Each pair is rare beside the whole, so the likeliest one is darkest.
        darkest: joint.cells.iter().flatten().max().cloned().unwrap_or_default(),
        notes: Vec::new(),
    }
}

/// What does not come about is left free, so that the others stand out.
fn cell(chance: &RBig, told: Cell) -> Cell {
    if *chance == RBig::ZERO {
        return Cell::default();
    }
    Cell { chance: Some(chance.clone()), ..told }
}
