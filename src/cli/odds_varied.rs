//! Variants of a scene side by side: a line for each, or a grid of two values that are varied.

use dashu_ratio::RBig;

use super::house_told::reason;
use super::odds_lines::answer;
use crate::engine::{Chance, ChanceKind, Variant, Variants, percent};
use crate::verdict::Audience;
use crate::verdict::html::escape;

/// What marks the variant that the scene itself is.
const AS_WRITTEN: &str = "*";

/// A table, however it is written.
pub(super) struct Grid {
    /// What stands above the columns.
    heads: Vec<String>,
    /// So many columns on the left name the row.
    names: usize,
    rows: Vec<Vec<Cell>>,
    /// What is said below.
    notes: Vec<String>,
}

/// A cell.
#[derive(Clone, Default)]
struct Cell {
    text: String,
    /// The chance in it, if it is one.
    chance: Option<RBig>,
    is_written: bool,
    /// Whether it says why there is no answer. That is as long as it is, and widens nothing.
    is_refusal: bool,
}

/// The table of some variants: a grid where two values are varied and one question is asked, and otherwise a line for each.
pub(super) fn grid(variants: &Variants, whom: Audience) -> Grid {
    let questions = questions(variants);
    let mut grid = match (variants.varied.as_slice(), questions.as_slice()) {
        ([down, across], [question]) => crossed((down, across), question, variants, whom),
        _ => listed(&questions, variants, whom),
    };
    if variants.variants.iter().any(|variant| variant.as_written) {
        grid.notes.push(format!("{AS_WRITTEN} as the scene is written"));
    }
    grid
}

/// What is asked of the variants, each question once.
fn questions(variants: &Variants) -> Vec<String> {
    let mut questions: Vec<String> = Vec::new();
    let answers = variants.variants.iter().filter_map(|variant| variant.odds.as_ref().ok()).flatten();
    for answer in answers.filter(|answer| answer.refused.is_none()) {
        if !questions.contains(&answer.question) {
            questions.push(answer.question.clone());
        }
    }
    questions
}

fn listed(questions: &[String], variants: &Variants, whom: Audience) -> Grid {
    let names = variants.varied.len();
    let levels = levels_of_one(questions);
    let (asked, notes) = match &levels {
        Some((name, levels)) => (levels.as_slice(), vec![(*name).to_owned()]),
        None => (questions, Vec::new()),
    };
    let heads = variants.varied.iter().chain(asked).cloned().collect();
    let row = |variant: &Variant| {
        let says = variant.says.iter().map(|says| Cell { text: says.clone(), ..Cell::default() });
        let answers: Vec<Cell> = match &variant.odds {
            Ok(_) => questions.iter().map(|question| cell(variant, question)).collect(),
            Err(failure) => vec![refused(&reason(failure, whom))],
        };
        let mut row: Vec<Cell> = says.chain(answers).collect();
        row.iter_mut().take(names).for_each(|cell| cell.is_written = variant.as_written);
        row
    };
    Grid { heads, names, rows: variants.variants.iter().map(row).collect(), notes }
}

/// The name and the levels, where each level of one result is asked for.
fn levels_of_one(questions: &[String]) -> Option<(&str, Vec<String>)> {
    let mut names = Vec::new();
    let mut levels = Vec::new();
    for question in questions {
        let (name, level) = question.strip_prefix("P(")?.strip_suffix(')')?.rsplit_once(" is ")?;
        names.push(name);
        levels.push(level.to_owned());
    }
    let first = *names.first()?;
    (names.len() > 1 && names.iter().all(|name| *name == first)).then_some((first, levels))
}

fn crossed((down, across): (&str, &str), question: &str, variants: &Variants, whom: Audience) -> Grid {
    let columns = variants.variants.iter().filter_map(|variant| variant.says.get(1));
    let mut heads: Vec<String> = vec![format!("{down} \\ {across}")];
    for says in columns {
        if !heads[1..].contains(says) {
            heads.push(says.clone());
        }
    }
    let rows = variants.variants.chunk_by(|one, next| one.says.first() == next.says.first());
    let rows = rows.map(|row| {
        let name = row.first().and_then(|variant| variant.says.first()).cloned().unwrap_or_default();
        let answers = row.iter().map(|variant| match &variant.odds {
            Ok(_) => Cell { is_written: variant.as_written, ..cell(variant, question) },
            Err(failure) => refused(&reason(failure, whom)),
        });
        [Cell { text: name, ..Cell::default() }].into_iter().chain(answers).collect()
    });
    let notes = vec![question.to_owned()];
    Grid { heads, names: 1, rows: rows.collect(), notes }
}

fn refused(why: &str) -> Cell {
    Cell { text: format!("none: {why}"), is_refusal: true, ..Cell::default() }
}

fn cell(variant: &Variant, question: &str) -> Cell {
    let answers = variant.odds.iter().flatten();
    let Some(found) = answers.into_iter().find(|answer| answer.question == question) else { return Cell::default() };
    let chance = found.value.clone().filter(|_| found.kind == ChanceKind::Chance);
    let text = [brief(found), refused_share(variant)].concat();
    Cell { text, chance, ..Cell::default() }
}

/// ` (2.78% refused)`, where the rules refuse some runs of a variant.
fn refused_share(variant: &Variant) -> String {
    let refused = variant.odds.iter().flatten().filter(|answer| answer.refused.is_some());
    let share = refused.filter_map(|answer| answer.value.clone()).fold(RBig::ZERO, |sum, chance| sum + chance);
    if share == RBig::ZERO { String::new() } else { format!(" ({} refused)", percent(&share)) }
}

/// An answer as briefly as a table has room for.
pub(super) fn brief(found: &Chance) -> String {
    let holds = found.holds().map(|holds| if holds { "yes" } else { "no" }.to_owned());
    let never = found.never_reached.then(|| "never reached".to_owned());
    never.or(holds).or_else(|| found.percent()).or_else(|| found.decimal()).unwrap_or_else(|| answer(found))
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
        let notes = self.notes.iter().map(|note| format!("{note}\n"));
        lines().map(line).chain(notes).collect()
    }

    /// As a part of a page: what is likelier is darker, and says so in its cell.
    pub(super) fn html(&self) -> String {
        let heads = self.heads.iter().map(|head| format!("<th scope=\"col\">{}</th>", escape(head)));
        let heads = heads.collect::<Vec<String>>().concat();
        let rows: String = self.rows.iter().map(|row| self.html_row(row)).collect();
        let notes = self.notes.iter().map(|note| format!("<p>{}</p>\n", escape(note)));
        let notes = notes.collect::<Vec<String>>().concat();
        format!(
            "<section class=\"odds heat\">\n<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n{notes}</section>\n"
        )
    }

    fn html_row(&self, row: &[Cell]) -> String {
        let missing = self.heads.len().saturating_sub(row.len());
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let text = escape(&cell.marked());
            let class = if cell.is_written { " class=\"written\"" } else { "" };
            if column < self.names {
                return format!("<th scope=\"row\"{class}>{text}</th>");
            }
            let span =
                if cell.is_refusal && missing > 0 { format!(" colspan=\"{}\"", missing + 1) } else { String::new() };
            let share = cell.chance.as_ref().map(|chance| percent(chance).trim_start_matches(['<', '>']).to_owned());
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
