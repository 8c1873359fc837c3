//! Tables of many chances: on a page, likelier is darker.

use dashu_ratio::RBig;

use crate::engine::percent;
use crate::verdict::html::escape;

/// What marks the variant that the scene itself is.
pub(super) const AS_WRITTEN: &str = "*";

/// So many columns lie between two cells.
const GAP: usize = 2;

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
        self.text_within(usize::MAX)
    }

    /// The same with no more columns than there is room for: the others stand below, behind the names of their rows again.
    pub(super) fn text_within(&self, room: usize) -> String {
        let widths = self.widths();
        let (names, columns) = widths.split_at(self.names.min(widths.len()));
        let taken: usize = names.iter().map(|width| width + GAP).sum();
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut used = usize::MAX;
        for (column, width) in (self.names..).zip(columns) {
            used = used.saturating_add(width + GAP);
            match parts.last_mut() {
                Some(part) if used <= room.saturating_add(GAP) => part.push(column),
                Some(_) | None => {
                    parts.push((0..self.names).chain([column]).collect());
                    used = taken + width + GAP;
                }
            }
        }
        if parts.is_empty() {
            parts.push((0..self.names).collect());
        }
        let title = self.title.iter().map(|title| format!("{title}\n"));
        let notes = self.notes.iter().map(|note| format!("{note}\n"));
        let parts: Vec<String> = parts.iter().map(|columns| self.part(columns, &widths)).collect();
        title.chain([parts.join("\n")]).chain(notes).collect()
    }

    /// So many characters has the longest line.
    pub(super) fn width(&self) -> usize {
        self.widths().iter().map(|width| width + GAP).sum::<usize>().saturating_sub(GAP)
    }

    /// The same with its columns as rows; what stood above them is called this.
    pub(super) fn turned(self, head: String) -> Self {
        let heads = [head].into_iter().chain(self.rows.iter().filter_map(|row| Some(row.first()?.text.clone())));
        let row = |(column, head): (usize, &String)| {
            let cells = self.rows.iter().map(move |row| row.get(column).cloned().unwrap_or_default());
            [Cell { text: head.clone(), ..Cell::default() }].into_iter().chain(cells).collect()
        };
        let rows = self.heads.iter().enumerate().skip(1).map(row).collect();
        Self { heads: heads.collect(), rows, ..self }
    }

    fn heads(&self) -> Vec<Cell> {
        self.heads.iter().map(|head| Cell { text: head.clone(), ..Cell::default() }).collect()
    }

    fn widths(&self) -> Vec<usize> {
        let heads = self.heads();
        let lines = || [&heads].into_iter().chain(&self.rows);
        let width = |column: usize| {
            let cells = lines().filter_map(|row: &Vec<Cell>| row.get(column)).filter(|cell| !cell.is_refusal);
            cells.map(|cell| cell.marked().chars().count()).max().unwrap_or_default()
        };
        (0..self.heads.len()).map(width).collect()
    }

    /// Some of the columns.
    fn part(&self, columns: &[usize], widths: &[usize]) -> String {
        let line = |row: &Vec<Cell>| {
            let cells = columns.iter().filter_map(|column| Some((*column, row.get(*column)?)));
            let cells = cells.map(|(column, cell)| {
                let (text, width) = (cell.marked(), widths.get(column).copied().unwrap_or_default());
                if column < self.names || cell.is_refusal {
                    format!("{text:<width$}")
                } else {
                    format!("{text:>width$}")
                }
            });
            format!("{}\n", cells.collect::<Vec<String>>().join("  ").trim_end())
        };
        let heads = self.heads();
        [&heads].into_iter().chain(&self.rows).map(line).collect()
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
