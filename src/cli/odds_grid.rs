//! Tables of many chances: on a page, likelier is darker.

use dashu_ratio::RBig;

use crate::engine::percent;
use crate::verdict::html::escape;

/// What marks the variant that the scene itself is.
pub(super) const AS_WRITTEN: &str = "*";

/// A table, however it is written.
pub(super) struct Grid {
    /// What stands above it.
    pub(super) title: Option<String>,
    /// What stands above the columns.
    pub(super) heads: Vec<String>,
    /// So many columns on the left name the row.
    pub(super) names: usize,
    pub(super) rows: Vec<Vec<Cell>>,
    /// The chance that is darkest on a page.
    pub(super) darkest: RBig,
    /// What is said below.
    pub(super) notes: Vec<String>,
}

/// A cell.
#[derive(Clone, Default)]
pub(super) struct Cell {
    pub(super) text: String,
    /// The chance in it, if it is one.
    pub(super) chance: Option<RBig>,
    pub(super) is_written: bool,
    /// Whether it says why there is no answer. That is as long as it is, and widens nothing.
    pub(super) is_refusal: bool,
}

impl Grid {
    /// As text: what is numbers on the right, what names a row on the left.
    pub(super) fn text(&self) -> String {
        let heads = self.heads.iter().map(|head| Cell { text: head.clone(), ..Cell::default() }).collect();
        let lines = || [&heads].into_iter().chain(&self.rows);
        let width = |column: usize| {
            let cells = lines().filter_map(|row: &Vec<Cell>| row.get(column)).filter(|cell| !cell.is_refusal);
            cells.map(|cell| cell.marked().chars().count()).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..self.heads.len()).map(width).collect();
        let line = |row: &Vec<Cell>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                let text = cell.marked();
                if column < self.names || cell.is_refusal {
                    format!("{text:<width$}")
                } else {
                    format!("{text:>width$}")
                }
            });
            format!("{}\n", cells.collect::<Vec<String>>().join("  ").trim_end())
        };
        let title = self.title.iter().map(|title| format!("{title}\n"));
        let notes = self.notes.iter().map(|note| format!("{note}\n"));
        title.chain(lines().map(line)).chain(notes).collect()
    }

    /// As a part of a page: what is likelier is darker, and says so in its cell.
    pub(super) fn html(&self) -> String {
        let heads = self.heads.iter().map(|head| format!("<th scope=\"col\">{}</th>", escape(head)));
        let heads = heads.collect::<Vec<String>>().concat();
        let rows: String = self.rows.iter().map(|row| self.html_row(row)).collect();
        let notes = self.notes.iter().map(|note| format!("<p>{}</p>\n", escape(note)));
        let notes = notes.collect::<Vec<String>>().concat();
        let title = self.title.as_ref().map(|title| format!("<h2>{}</h2>\n", escape(title))).unwrap_or_default();
        format!(
            "<section class=\"odds heat\">\n{title}<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n{notes}</section>\n"
        )
    }

    fn html_row(&self, row: &[Cell]) -> String {
        let missing = self.heads.len().saturating_sub(row.len());
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let text = escape(&cell.marked());
            let class = match (cell.is_written, cell.is_refusal) {
                (_, true) => " class=\"refusal\"",
                (true, false) => " class=\"written\"",
                (false, false) => "",
            };
            if column < self.names {
                return format!("<th scope=\"row\"{class}>{text}</th>");
            }
            let span =
                if cell.is_refusal && missing > 0 { format!(" colspan=\"{}\"", missing + 1) } else { String::new() };
            let chance = cell.chance.as_ref().filter(|_| self.darkest != RBig::ZERO);
            let share = chance.map(|chance| percent(&(chance.clone() / self.darkest.clone())));
            let share = share.map(|share| share.trim_start_matches(['<', '>']).to_owned());
            let share = share.map(|share| format!(" style=\"--share: {share}\"")).unwrap_or_default();
            format!("<td{class}{span}{share}>{text}</td>")
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    }
}

impl Cell {
    /// What it says, with the mark of the variant that the scene itself is.
    fn marked(&self) -> String {
        if self.is_written { format!("{}{AS_WRITTEN}", self.text) } else { self.text.clone() }
    }
}
