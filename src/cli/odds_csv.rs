//! Odds as comma-separated rows, for a spreadsheet.

use dashu_ratio::RBig;

use super::odds_rows::{Row, decimal, rows};
use crate::engine::{
    Chance, ChanceKind, Changed, Estimate, Hinge, Hinges, Joint, Overview, Reach, ResultKind, ResultOdds, Variants,
};

/// What stands above the columns.
const HEADS: [&str; 6] = ["result", "value", "chance", "decimal", "at least", "at most"];

/// And above those of results, which have titles and may say what their levels mean.
const OF_RESULTS: [&str; 2] = ["title", "meaning"];

/// Answers as rows: of a distribution one for each value, of anything else one with its number.
pub(super) fn of_answers(answers: &[Chance]) -> String {
    let rows = answers.iter().flat_map(|answer| match &answer.distribution {
        Some(spread) => rows_of(&answer.question, rows(ResultKind::Number, spread)),
        None => vec![row_of(answer)],
    });
    table(rows)
}

/// Results as rows, one for each value.
pub(super) fn of_overview(overview: &Overview) -> String {
    let heads = HEADS.into_iter().chain(OF_RESULTS).map(str::to_owned).collect();
    let rows = overview.results.iter().flat_map(|result| {
        let spread = result.spread.as_ref().ok();
        let rows = rows_of(&result.name, spread.map(|spread| rows(result.kind, spread)).unwrap_or_default());
        rows.into_iter().map(|row| {
            let meaning = result.meanings.get(&row[1]).cloned().unwrap_or_default();
            let title = result.title.clone().unwrap_or_default();
            row.into_iter().chain([title, meaning]).collect()
        })
    });
    let refused = overview.refused.iter().map(row_of);
    let refused = refused.map(|row| row.into_iter().chain([String::new(), String::new()]).collect());
    [heads].into_iter().chain(rows).chain(refused).map(|row: Vec<String>| line(&row)).collect()
}

/// What stands above the columns of estimates.
const OF_ESTIMATES: [&str; 6] = ["result", "value", "about", "give or take", "at least", "at most"];

/// Rows of estimates under their heads.
pub(super) fn estimated(rows: impl Iterator<Item = [String; 6]>) -> String {
    [OF_ESTIMATES.map(str::to_owned)].into_iter().chain(rows).map(|row| line(&row)).collect()
}

/// An estimate as a row: about how much it is, and how far that may be off.
pub(super) fn of_estimate(estimate: &Estimate) -> [String; 6] {
    let Estimate { chance, within, undecided, .. } = estimate;
    let holds = chance.holds().map(|holds| if holds { "probably yes" } else { "probably no" });
    let holds = holds.map(|holds| if *undecided { "undecided" } else { holds }.to_owned());
    let about = chance.value.as_ref().filter(|_| holds.is_none()).map(decimal).unwrap_or_default();
    let within = within.as_ref().map(decimal).unwrap_or_default();
    [chance.question.clone(), holds.unwrap_or_default(), about, within, String::new(), String::new()]
}

/// A result as rows, one for each value.
pub(super) fn of_estimates(result: &ResultOdds, estimate: &Estimate) -> Vec<[String; 6]> {
    let within = estimate.within.as_ref().map(decimal).unwrap_or_default();
    let rows = result.spread.as_ref().map(|spread| rows(result.kind, spread)).unwrap_or_default();
    let estimated = |[name, value, _, about, at_least, at_most]: [String; 6]| {
        [name, value, about, within.clone(), at_least, at_most]
    };
    rows_of(&result.name, rows).into_iter().map(estimated).collect()
}

/// Variants as rows: what each says, a question, and its answer.
pub(super) fn of_variants(variants: &Variants) -> String {
    let asked = ["question", "value", "decimal"].map(str::to_owned);
    let heads: Vec<String> = variants.varied.iter().cloned().chain(asked).collect();
    let rows = variants.variants.iter().flat_map(|variant| {
        let answers = variant.odds.iter().flatten();
        answers.map(|answer| [variant.says.as_slice(), &value_of(answer)].concat())
    });
    [heads].into_iter().chain(rows).map(|row| line(&row)).collect()
}

/// What answers hinge on as rows, one for each value that was tried.
pub(super) fn of_hinges(hinges: &[Hinges]) -> String {
    let heads = ["hinge", "written", "instead", "question", "value", "decimal", "change", "refused"].map(str::to_owned);
    let rows = hinges.iter().flat_map(|one| &one.hinges).flat_map(Hinge::each).filter_map(|(hinge, tried)| {
        let change = tried.change.as_ref().map(decimal).unwrap_or_default();
        let names = [hinge.name.clone(), hinge.written.clone(), tried.says.clone()];
        Some([names.as_slice(), &value_of(tried.answer.as_ref().ok()?), &[change, decimal(&tried.refused)]].concat())
    });
    [heads.to_vec()].into_iter().chain(rows).map(|row| line(&row)).collect()
}

/// Pairs of values as rows, with the chance of both together.
pub(super) fn of_joint(all: &[Joint]) -> String {
    let heads = ["result", "value", "by", "its value", "chance", "decimal"].map(str::to_owned);
    let rows = all.iter().flat_map(|joint| {
        joint.each().map(|((row, column), chance)| {
            let names = [&joint.columns.question, column, &joint.rows.question, row].map(Clone::clone);
            [names.as_slice(), &[chance.to_string(), decimal(chance)]].concat()
        })
    });
    [heads.to_vec()].into_iter().chain(rows).map(|row| line(&row)).collect()
}

/// The ways to a goal as rows, one for each change: the number of the way, what is changed, and the goal's sides then.
pub(super) fn of_reach(reach: &Reach) -> String {
    let heads = ["way", "name", "written", "instead", "steps", "reached", "left", "right"].map(str::to_owned);
    let ways = (1_usize..).zip(reach.ways.iter().chain(&reach.nearest));
    let rows = ways.flat_map(|(number, way)| {
        let sides = way.answer.sides.as_ref();
        let [left, right] = [sides.map(|(left, _)| left), sides.map(|(_, right)| right)]
            .map(|side| side.map(decimal).unwrap_or_default());
        let reached = if way.answer.holds() == Some(true) { "yes" } else { "no" };
        way.changes.iter().map(move |Changed { name, written, instead, .. }| {
            let [name, written, instead] = [name, written, instead].map(Clone::clone);
            let steps = way.size.to_string();
            [number.to_string(), name, written, instead, steps, reached.to_owned(), left.clone(), right.clone()]
        })
    });
    [heads].into_iter().chain(rows).map(|row| line(&row)).collect()
}

/// The question, the exact value and the rounded one.
fn value_of(answer: &Chance) -> [String; 3] {
    let about = answer.value.as_ref().map(decimal).unwrap_or_default();
    [answer.question.clone(), answer.value.as_ref().map(ToString::to_string).unwrap_or_default(), about]
}

fn table(rows: impl Iterator<Item = [String; 6]>) -> String {
    [HEADS.map(str::to_owned)].into_iter().chain(rows).map(|row| line(&row)).collect()
}

fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell_of(cell)).collect();
    [cells.join(","), "\n".to_owned()].concat()
}

fn rows_of(name: &str, rows: Vec<Row>) -> Vec<[String; 6]> {
    let bound = |chance: Option<RBig>| chance.as_ref().map(decimal).unwrap_or_default();
    let cells = |row: Row| {
        let (chance, about) = (row.chance.to_string(), decimal(&row.chance));
        [name.to_owned(), row.label, chance, about, bound(row.at_least), bound(row.at_most)]
    };
    rows.into_iter().map(cells).collect()
}

/// A chance stands where chances stand; a mean, what is computed, or whether a comparison holds is a value.
fn row_of(answer: &Chance) -> [String; 6] {
    let exact = answer.value.as_ref().map(ToString::to_string).unwrap_or_default();
    let about = answer.value.as_ref().map(decimal).unwrap_or_default();
    let question = answer.question.clone();
    if let Some((low, high)) = &answer.between {
        let between = format!("between {low} and {high}");
        return [question, between, String::new(), String::new(), decimal(low), decimal(high)];
    }
    if answer.stopped {
        return [question, "not known".to_owned(), String::new(), String::new(), String::new(), String::new()];
    }
    let [value, chance, about] = match (answer.kind, answer.holds()) {
        (_, Some(holds)) => [if holds { "yes" } else { "no" }.to_owned(), String::new(), String::new()],
        (ChanceKind::Chance, None) => [String::new(), exact, about],
        (
            ChanceKind::Mean
            | ChanceKind::Deviation
            | ChanceKind::Quantile
            | ChanceKind::Number
            | ChanceKind::Comparison
            | ChanceKind::Distribution,
            None,
        ) => [exact, String::new(), about],
    };
    [question, value, chance, about, String::new(), String::new()]
}

/// A cell, in quotes where a comma, a quote or a line in it would end it.
fn cell_of(text: &str) -> String {
    let text: String = text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::cell_of;

    #[test]
    fn a_cell_stays_one_cell() {
        assert_eq!(cell_of("no result"), "no result");
        assert_eq!(cell_of("two, or \"three\""), "\"two, or \"\"three\"\"\"");
        assert_eq!(cell_of("one\ntwo\r\u{1b}"), "one two  ");
    }
}
