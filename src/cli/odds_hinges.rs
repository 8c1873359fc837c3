//! What an answer about odds depends on, the most important first.

use dashu_base::Abs;
use dashu_ratio::RBig;

use super::bars::{Ink, Meaning};
use super::house_told::reason;
use super::odds_lines::line;
use super::odds_rows::{Fractions, part_of};
use super::odds_table::{Look, list};
use super::odds_varied::brief;
use crate::diagnostic::clean;
use crate::engine::{ChanceKind, Hinge, Hinges, Tried, percent, rounded};
use crate::verdict::Audience;
use crate::verdict::html::escape;

/// The longest bar has so many columns.
const BAR: usize = 24;

/// Said of values that change nothing.
const IDLE: &str = "it does not hinge on";

/// Said of a value with which odds take so much longer that nobody waits for them unasked.
const TOO_LONG: &str = "none: it takes much longer than the scene as it is written (ask with `--vary`)";

/// A value that was tried, as a row: what it says, the answer, the change, and how large that is.
struct Row {
    says: String,
    answer: String,
    change: String,
    size: RBig,
    is_less: bool,
}

/// An answer with what it hinges on, as text.
pub(super) fn text(hinges: &Hinges, whom: Audience, look: Look) -> String {
    let told = (whom, Fractions::of(look.exact));
    let mut text = line(&hinges.answer, told.1);
    let (counting, idle): (Vec<&Hinge>, Vec<&Hinge>) = hinges.hinges.iter().partition(|hinge| counts(hinge));
    let rows: Vec<(&Hinge, Vec<Row>)> = counting.iter().map(|hinge| (*hinge, rows(hinges, hinge, told))).collect();
    let all = || rows.iter().flat_map(|(_, rows)| rows);
    // Why there is no answer is as long as it is, and widens nothing.
    let answered = |row: &&Row| !row.change.is_empty();
    let width =
        |of: fn(&Row) -> &str| all().filter(answered).map(|row| of(row).chars().count()).max().unwrap_or_default();
    let says = all().map(|row| row.says.chars().count()).max().unwrap_or_default();
    let (answer, change) = (width(|row| &row.answer), width(|row| &row.change));
    let greatest = all().map(|row| row.size.clone()).max().unwrap_or_default();
    for (hinge, rows) in &rows {
        text.extend(["  ", &title(hinge), "\n"]);
        for row in rows {
            let drawn = drawn(row, &greatest, look.ink);
            let Row { says: value, answer: told, change: moved, .. } = row;
            let line = if answered(&row) {
                format!("    {value:<says$}  {told:>answer$}  {moved:>change$}  {drawn}")
            } else {
                format!("    {value:<says$}  {told}")
            };
            text.extend([line.trim_end(), "\n"]);
        }
    }
    let idle: Vec<String> = idle.into_iter().map(title).collect();
    let idle = if idle.is_empty() { String::new() } else { list(IDLE, &idle, look.width) };
    [text, idle].concat()
}

/// The same as a part of a page.
pub(super) fn html(hinges: &Hinges, told: (Audience, Fractions)) -> String {
    let (counting, idle): (Vec<&Hinge>, Vec<&Hinge>) = hinges.hinges.iter().partition(|hinge| counts(hinge));
    let all: Vec<(&Hinge, Vec<Row>)> = counting.iter().map(|hinge| (*hinge, rows(hinges, hinge, told))).collect();
    let greatest = all.iter().flat_map(|(_, rows)| rows).map(|row| row.size.clone()).max().unwrap_or_default();
    let body: Vec<String> = all
        .iter()
        .map(|(hinge, rows)| {
            let head = format!("<tr><th scope=\"rowgroup\" colspan=\"4\">{}</th></tr>\n", escape(&title(hinge)));
            let rows = rows.iter().map(|row| html_row(row, &greatest));
            format!("<tbody>\n{head}{}</tbody>\n", rows.collect::<String>())
        })
        .collect();
    let answer = escape(line(&hinges.answer, told.1).trim_end());
    let idle: Vec<String> = idle.into_iter().map(title).collect();
    let idle = if idle.is_empty() { String::new() } else { format!("<p>{IDLE}: {}</p>\n", escape(&idle.join(", "))) };
    format!(
        "<section class=\"odds hinges\">\n<h2>{answer}</h2>\n<table>\n{}</table>\n{idle}</section>\n",
        body.concat()
    )
}

fn html_row(row: &Row, greatest: &RBig) -> String {
    let width = part_of(1000, &row.size, greatest);
    let class = if row.is_less { "none" } else { "value" };
    let drawn = format!(
        "<svg aria-hidden=\"true\"><rect class=\"{class}\" width=\"{}.{}%\" height=\"100%\"/></svg>",
        width / 10,
        width % 10
    );
    let drawn = if width == 0 { String::new() } else { drawn };
    if row.change.is_empty() {
        // Why there is no answer takes the place of what it would be.
        let (says, why) = (escape(&row.says), escape(&row.answer));
        return format!("<tr><th scope=\"row\">{says}</th><td class=\"refusal\" colspan=\"3\">{why}</td></tr>\n");
    }
    format!(
        "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td class=\"bar\">{drawn}</td></tr>\n",
        escape(&row.says),
        escape(&row.answer),
        escape(&row.change)
    )
}

/// `climb.value 1b "her brother is behind it"`
fn title(hinge: &Hinge) -> String {
    let reason = hinge.reason.as_ref().map(|text| format!(" \"{text}\"")).unwrap_or_default();
    clean::line(&format!("{} {}{reason}", hinge.name, hinge.written))
}

/// Whether the answer is another one with some other value, or there is none.
fn counts(hinge: &Hinge) -> bool {
    hinge.tried.iter().any(|tried| tried.change.as_ref().is_none_or(|change| *change != RBig::ZERO))
}

fn rows(hinges: &Hinges, hinge: &Hinge, (whom, fractions): (Audience, Fractions)) -> Vec<Row> {
    let is_chance = hinges.answer.kind == ChanceKind::Chance;
    let row = |tried: &Tried| {
        let answer = match &tried.answer {
            Ok(_) if tried.refused != hinges.refused => refused(tried, hinges),
            Ok(answer) => brief(answer, fractions),
            Err(failure) if failure.ran_out().is_some() => TOO_LONG.to_owned(),
            Err(failure) => format!("none: {}", reason(failure, whom)),
        };
        let change = tried.change.clone().unwrap_or_default();
        let size = change.clone().abs();
        let is_less = change < RBig::ZERO;
        Row { says: tried.says.clone(), answer, change: moved(tried, is_chance, fractions), size, is_less }
    };
    let mut rows: Vec<Row> = Vec::new();
    for row in hinge.tried.iter().map(row) {
        // What comes to the same is one row: to leave a value out may be to write the lowest one.
        match rows.iter_mut().find(|known| known.answer == row.answer && known.size == row.size) {
            Some(known) => known.says.extend([", ", row.says.as_str()]),
            None => rows.push(row),
        }
    }
    rows
}

/// Said where the rules refuse more runs than in the scene as it is written, or fewer: the answers cannot be compared.
fn refused(tried: &Tried, as_written: &Hinges) -> String {
    let now = format!("none: the rules refuse {} of all runs", percent(&tried.refused));
    if as_written.refused == RBig::ZERO { now } else { format!("{now}, not {}", percent(&as_written.refused)) }
}

/// The change in points of a hundred, or in the unit of what is asked; in full it is the difference of the two answers.
fn moved(tried: &Tried, is_chance: bool, fractions: Fractions) -> String {
    let Some(change) = &tried.change else { return String::new() };
    let unit = if is_chance { RBig::from(100_u8) } else { RBig::ONE };
    let digits = fractions.brief(change, |change| rounded(&(change.clone() * unit), 2));
    if change > &RBig::ZERO { format!("+{digits}") } else { digits }
}

fn drawn(row: &Row, greatest: &RBig, ink: Ink) -> String {
    if row.size == RBig::ZERO {
        return String::new();
    }
    let meaning = if row.is_less { Meaning::Absence } else { Meaning::Value };
    ink.bar(part_of(8 * BAR, &row.size, greatest), meaning)
}
