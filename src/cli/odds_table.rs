//! The odds of all results as tables in the terminal.

use dashu_ratio::RBig;

use super::bars::{Ink, Meaning};
use super::distributions::brief;
use super::odds_lines::{AMONG_ALL, GIVEN_ALWAYS, STOPPED, line as answer_line, notes};
use super::odds_rows::{
    Fractions, MAIN, OTHERS, Row, asked_by, by_weight, few_rows, left_out, part_of, readable, refused, without_tables,
};
use super::terminal;
use crate::diagnostic::clean;
use crate::engine::{Chance, Gathered, Overview, ResultKind, ResultOdds, Spread, percent};

/// A bar says no more with more columns than this.
const LONGEST_BAR: usize = 40;

/// A shorter bar says nothing.
const SHORTEST_BAR: usize = 8;

/// Lists of names are not spread further than this.
const WIDEST_LIST: usize = 100;

/// What stands above the columns.
const HEADS: [&str; 6] = ["", "percent", "", "at least", "at most", "chance"];

/// What stands there where the chances are estimates.
const ABOUT: [&str; 6] = ["", "about", "", "at least", "at most", ""];

/// How tables are to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// So many columns are there.
    pub(super) width: usize,
    /// What bars are drawn with.
    pub(super) ink: Ink,
    /// Whether each fraction stands there in full.
    pub(super) exact: bool,
    /// Whether the chances are estimates, of which fractions say nothing.
    pub(super) about: bool,
}

/// The cells of a row: label, percent, at least, at most, chance; its chance and what it is one of, to be drawn; and what the scene says
/// that it means.
struct Line {
    cells: [String; 5],
    chance: RBig,
    meaning: Meaning,
    says: Option<String>,
}

/// A result that chance decides about, as a table.
struct Block<'o> {
    result: &'o ResultOdds,
    spread: &'o Spread,
    lines: Vec<Line>,
    /// The chance of its most likely value, for which the longest bar stands.
    greatest: RBig,
}

/// All that is told of an overview as text: the tables, and what holds for all of them.
pub(super) fn text(overview: &Overview, look: Look) -> String {
    let always = if overview.given_always { GIVEN_ALWAYS } else { "" };
    let among_all = if overview.refused.is_empty() { "" } else { AMONG_ALL };
    let stopped = if overview.is_stopped() { STOPPED } else { "" };
    [always, &tables(overview, look), among_all, stopped].concat()
}

/// How tables look in this terminal.
pub(super) fn look(exact: bool) -> Look {
    let ink = if terminal::draws_blocks() { Ink::Blocks } else { Ink::Signs };
    Look { width: terminal::width(), ink, exact, about: false }
}

/// A table for each result that chance decides about, and then what is certain, what is never reached, and what is left out.
fn tables(overview: &Overview, look: Look) -> String {
    let rest = Some(asides(overview, look.width)).filter(|rest| !rest.is_empty());
    by_groups(overview, look).into_iter().chain(rest).collect::<Vec<String>>().join("\n")
}

/// The tables alone: those of the results that matter most, and all others.
pub(super) fn of_results(overview: &Overview, look: Look) -> String {
    by_groups(overview, look).join("\n")
}

/// The table of one result.
pub(super) fn of_result(result: &ResultOdds, look: Look) -> String {
    let block = Block::of(result, look);
    block.map(|block| [&block].map(|block| block.text(widths([block]), look))).into_iter().flatten().collect()
}

/// Answers as people read them, with a table for each result whose levels are asked for.
pub(super) fn told_together((chances, all): (&[Chance], &[Gathered]), look: Look) -> String {
    let told = all.iter().map(|one| match one {
        Gathered::Answer(at) => {
            chances.get(*at).map(|one| answer_line(one, Fractions::of(look.exact))).unwrap_or_default()
        }
        Gathered::Result(result, _) => of_result(result, look),
    });
    told.chain([notes(chances)]).collect()
}

fn by_groups(overview: &Overview, look: Look) -> Vec<String> {
    let (main, others) = by_weight(overview);
    let [main, others]: [Vec<Block<'_>>; 2] =
        [main, others].map(|results| results.into_iter().filter_map(|result| Block::of(result, look)).collect());
    let widths = widths(main.iter().chain(&others));
    let are_two = !main.is_empty() && !others.is_empty();
    let head = |text: &str| are_two.then(|| format!("== {text} ==\n"));
    let tables =
        |blocks: &[Block<'_>]| -> Vec<String> { blocks.iter().map(|block| block.text(widths, look)).collect() };
    head(MAIN).into_iter().chain(tables(&main)).chain(head(OTHERS)).chain(tables(&others)).collect()
}

/// How wide the cells of tables are that stand below each other.
fn widths<'b, 'o: 'b>(blocks: impl IntoIterator<Item = &'b Block<'o>>) -> [usize; 5] {
    let mut widths = [0, 1, 2, 3, 4].map(|column| HEADS[column + usize::from(column > 1)].len());
    for line in blocks.into_iter().flat_map(|block| &block.lines) {
        for (width, cell) in widths.iter_mut().zip(&line.cells) {
            *width = cell.chars().count().max(*width);
        }
    }
    widths
}

impl<'o> Block<'o> {
    fn of(result: &'o ResultOdds, look: Look) -> Option<Self> {
        let spread = result.spread.as_ref().ok().filter(|_| result.is_open())?;
        let rows = few_rows(result.kind, spread);
        let greatest = rows.iter().map(|row| row.chance.clone()).max().unwrap_or_default();
        Some(Self { result, spread, lines: rows.into_iter().map(|row| line(row, result, look)).collect(), greatest })
    }

    fn text(&self, widths: [usize; 5], look: Look) -> String {
        // Two columns are left free on the left and between the six.
        let taken: usize = widths.iter().sum::<usize>() + 2 * HEADS.len();
        let bar = look.width.saturating_sub(taken).clamp(SHORTEST_BAR, LONGEST_BAR);
        let [label, percent, least, most, _] = widths;
        let row = |cells: [&str; 6]| {
            let [name, per, drawn, at_least, at_most, chance] = cells;
            let gap = " ".repeat(bar.saturating_sub(drawn.chars().count()));
            let text = format!(
                "  {name:<label$}  {per:>percent$}  {drawn}{gap}  {at_least:>least$}  {at_most:>most$}  {chance}"
            );
            text.trim_end().to_owned() + "\n"
        };
        let is_ordered = self.result.kind != ResultKind::Word;
        let all = if look.about { ABOUT } else { HEADS };
        let heads = if is_ordered { all } else { all.map(|head| if head.starts_with("at ") { "" } else { head }) };
        let mut text = [self.heading(look.width), row(heads)].concat();
        for line in &self.lines {
            let [name, per, at_least, at_most, chance] = &line.cells;
            let drawn = look.ink.bar(part_of(8 * bar, &line.chance, &self.greatest), line.meaning);
            text.push_str(&row([name, per, &drawn, at_least, at_most, chance]));
            if let Some(says) = &line.says {
                text.push_str(&hanging(says, label + 4, look.width));
            }
        }
        text
    }

    /// The title, the names by which it is asked for, and of a number what lies in its middle; on a line of its own where one is not
    /// enough.
    fn heading(&self, width: usize) -> String {
        let Self { result, spread, .. } = self;
        let names = asked_by(result);
        let name = match &result.title {
            Some(title) => format!("{} ({names})", clean::line(title)),
            None => names,
        };
        let middle = if result.kind == ResultKind::Number { brief(spread) } else { None };
        let Some(middle) = middle else { return hanging(&name, 0, width) };
        let line = format!("{name}: {middle}\n");
        if line.chars().count() <= width + 1 { line } else { format!("{}  {middle}\n", hanging(&name, 0, width)) }
    }
}

/// Words on as many lines as they need, so far in; every line but the first is two further in.
pub(super) fn hanging(words: &str, margin: usize, width: usize) -> String {
    let (mut text, mut column) = (" ".repeat(margin), margin);
    for (at, word) in words.split(' ').enumerate() {
        let long = word.chars().count();
        if at > 0 && column + 1 + long > width {
            text.extend(["\n", &" ".repeat(margin + 2)]);
            column = margin + 2;
        } else if at > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += long;
    }
    text + "\n"
}

fn line(row: Row, result: &ResultOdds, look: Look) -> Line {
    let cumulated = |chance: &Option<RBig>| chance.as_ref().map(percent).unwrap_or_default();
    let chance = match (look.about, look.exact) {
        (true, _) => String::new(),
        (false, true) => row.chance.to_string(),
        (false, false) => readable(&row.chance),
    };
    let (at_least, at_most) = (cumulated(&row.at_least), cumulated(&row.at_most));
    let cells = [clean::line(&row.label), percent(&row.chance), at_least, at_most, chance];
    let meaning = if row.is_unreached { Meaning::Absence } else { Meaning::Value };
    let says = result.meanings.get(&row.label).map(|text| clean::line(text));
    Line { cells, chance: row.chance, meaning, says }
}

/// What has no table.
fn asides(overview: &Overview, width: usize) -> String {
    let lists = without_tables(overview).into_iter().map(|(head, names)| list(head, &names, width));
    let lines = refused(overview).into_iter().map(|line| clean::line(&line)).chain(left_out(overview));
    lists.chain(lines.map(|line| line + "\n")).collect()
}

/// A list of names on lines of this width.
pub(super) fn list(head: &str, names: &[String], width: usize) -> String {
    let (last, width) = (names.len().saturating_sub(1), width.min(WIDEST_LIST));
    let mut text = format!("{head}:");
    let mut column = text.len();
    for (at, name) in names.iter().enumerate() {
        let comma = if at < last { "," } else { "" };
        let long = name.chars().count() + comma.len() + 1;
        if column + long > width {
            text += "\n ";
            column = 1;
        }
        text.extend([" ", name, comma]);
        column += long;
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn a_list_keeps_to_its_width() {
        let names: Vec<String> = (0..40).map(|number| format!("climb.part{number}")).collect();
        let text = list("never reached", &names, 40);
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
        assert_eq!(text.matches("climb.part").count(), 40);
        assert!(text.starts_with("never reached: climb.part0, ") && text.ends_with(" climb.part39\n"), "{text}");
    }
}
