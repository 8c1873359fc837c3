//! Variants of a scene side by side: a line for each, or a grid for two varied values.

use dashu_ratio::RBig;

use super::house_told::reason;
use super::odds_grid::{AS_WRITTEN, Cell, Grid};
use super::odds_lines::answer;
use super::odds_rows::Fractions;
use crate::engine::{Chance, ChanceKind, Variant, Variants, percent};
use crate::verdict::Audience;

/// For whom it is, and how fractions are told.
type Told = (Audience, Fractions);

/// The tables of some variants, as text.
pub(super) fn text(variants: &Variants, told: Told) -> String {
    let tables: Vec<String> = grids(variants, told).iter().map(Grid::text).collect();
    tables.join("\n")
}

/// The same as parts of a page.
pub(super) fn html(variants: &Variants, told: Told) -> String {
    grids(variants, told).iter().map(Grid::html).collect()
}

/// A table for each result whose levels are asked, and one for the other questions beside each other.
fn grids(variants: &Variants, told: Told) -> Vec<Grid> {
    let questions = questions(variants);
    let are_of_one =
        |one: &String, next: &String| level_of(one).map(|(name, _)| name) == level_of(next).map(|(name, _)| name);
    let mut grids: Vec<Grid> =
        questions.chunk_by(are_of_one).map(|questions| grid(questions, variants, told)).collect();
    if grids.is_empty() {
        grids.push(grid(&[], variants, told));
    }
    if variants.variants.iter().any(|variant| variant.as_written) {
        grids.last_mut().into_iter().for_each(|last| last.notes.push(format!("{AS_WRITTEN} as the scene is written")));
    }
    grids
}

/// A grid where two values are varied and one question is asked, and otherwise a line for each variant.
fn grid(questions: &[String], variants: &Variants, told: Told) -> Grid {
    match (variants.varied.as_slice(), questions) {
        ([down, across], [question]) => crossed((down, across), question, variants, told),
        _ => listed(questions, variants, told),
    }
}

/// What is asked of the variants, each question once. A level that only some of them have stands with the others of its result.
fn questions(variants: &Variants) -> Vec<String> {
    let mut questions: Vec<String> = Vec::new();
    for answers in variants.variants.iter().filter_map(|variant| variant.odds.as_ref().ok()) {
        let asked: Vec<&str> =
            answers.iter().filter(|answer| answer.refused.is_none()).map(|answer| answer.question.as_str()).collect();
        for (at, question) in asked.iter().enumerate() {
            if !questions.iter().any(|known| known == question) {
                let place = place_among(&questions, (&asked, at)).unwrap_or(questions.len());
                questions.insert(place, (*question).to_owned());
            }
        }
    }
    questions
}

/// Where a level stands among the known levels of its result, if there are any: before the next one that is known, or else after the one
/// before it.
fn place_among(known: &[String], (asked, at): (&[&str], usize)) -> Option<usize> {
    let (result, _) = level_of(asked.get(at)?)?;
    let is_of_it = |question: &&&str| level_of(question).is_some_and(|(name, _)| name == result);
    let place = |question: &&str| known.iter().position(|one| one == question);
    let next = asked.get(at + 1..).unwrap_or_default().iter().filter(is_of_it).find_map(place);
    let before = || asked.get(..at).unwrap_or_default().iter().rev().filter(is_of_it).find_map(place);
    next.or_else(|| before().map(|before| before + 1))
}

fn listed(questions: &[String], variants: &Variants, told: Told) -> Grid {
    let names = variants.varied.len();
    let levels = levels_of_one(questions);
    let happens = |question: &&String| levels.is_none() || variants.variants.iter().any(|one| can_be(one, question));
    let questions: Vec<&String> = questions.iter().filter(happens).collect();
    let title = levels.map(str::to_owned);
    let asked = questions.iter().map(|question| match level_of(question) {
        Some((_, level)) if title.is_some() => level.to_owned(),
        _ => head(question, variants),
    });
    let heads = variants.varied.iter().cloned().chain(asked).collect();
    let row = |variant: &Variant| {
        let says = variant.says.iter().map(|says| Cell { text: says.clone(), ..Cell::default() });
        let answers: Vec<Cell> = match &variant.odds {
            Ok(_) => questions.iter().map(|question| cell(variant, question, told.1)).collect(),
            Err(failure) => vec![refused(&reason(failure, told.0))],
        };
        let mut row: Vec<Cell> = says.chain(answers).collect();
        row.iter_mut().take(names).for_each(|cell| cell.is_written = variant.as_written);
        row
    };
    Grid {
        title,
        heads,
        names,
        rows: variants.variants.iter().map(row).collect(),
        darkest: RBig::ONE,
        notes: Vec::new(),
    }
}

/// What stands above a question's answers: of a distribution there is only room for the mean.
fn head(question: &str, variants: &Variants) -> String {
    let answers = variants.variants.iter().filter_map(|variant| variant.odds.as_ref().ok()).flatten();
    let is_spread = |answer: &Chance| answer.question == question && answer.distribution.is_some();
    if answers.into_iter().any(is_spread) { format!("E({question})") } else { question.to_owned() }
}

/// Whether the answer of a variant is more than nothing.
fn can_be(variant: &Variant, question: &str) -> bool {
    let answer = variant.odds.iter().flatten().find(|answer| answer.question == question);
    answer.is_some_and(|answer| answer.value.as_ref().is_some_and(|value| *value != RBig::ZERO))
}

/// The name and the level, where a question asks for one.
fn level_of(question: &str) -> Option<(&str, &str)> {
    question.strip_prefix("P(")?.strip_suffix(')')?.rsplit_once(" is ")
}

/// The name, where each level of one result is asked for.
fn levels_of_one(questions: &[String]) -> Option<&str> {
    let (first, _) = level_of(questions.first()?)?;
    let is_of_it = |question: &String| level_of(question).is_some_and(|(name, _)| name == first);
    (questions.len() > 1 && questions.iter().all(is_of_it)).then_some(first)
}

fn crossed((down, across): (&str, &str), question: &str, variants: &Variants, told: Told) -> Grid {
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
            Ok(_) => Cell { is_written: variant.as_written, ..cell(variant, question, told.1) },
            Err(failure) => Cell { text: reason(failure, told.0), is_refusal: true, ..Cell::default() },
        });
        [Cell { text: name, ..Cell::default() }].into_iter().chain(answers).collect()
    });
    let title = Some(question.to_owned());
    noted(Grid { title, heads, names: 1, rows: rows.collect(), darkest: RBig::ONE, notes: Vec::new() })
}

/// The same with the reasons for cells without an answer below the grid: within it there is no room for them.
fn noted(mut grid: Grid) -> Grid {
    let mut reasons: Vec<String> = Vec::new();
    for cell in grid.rows.iter().flatten().filter(|cell| cell.is_refusal) {
        if !reasons.contains(&cell.text) {
            reasons.push(cell.text.clone());
        }
    }
    let is_only = reasons.len() == 1;
    let mark = |place: usize| if is_only { "none".to_owned() } else { format!("none ({})", place + 1) };
    for cell in grid.rows.iter_mut().flatten().filter(|cell| cell.is_refusal) {
        let place = reasons.iter().position(|reason| *reason == cell.text);
        *cell = Cell { text: place.map(mark).unwrap_or_default(), is_written: cell.is_written, ..Cell::default() };
    }
    grid.notes.extend(reasons.iter().enumerate().map(|(place, reason)| format!("{}: {reason}", mark(place))));
    grid
}

fn refused(why: &str) -> Cell {
    Cell { text: format!("none: {why}"), is_refusal: true, ..Cell::default() }
}

fn cell(variant: &Variant, question: &str, fractions: Fractions) -> Cell {
    let answers = variant.odds.iter().flatten();
    let Some(found) = answers.into_iter().find(|answer| answer.question == question) else { return Cell::default() };
    let chance = found.value.clone().filter(|_| found.kind == ChanceKind::Chance);
    let text =
        [brief(found, fractions), refused_share(variant.odds.as_deref().unwrap_or_default(), fractions)].concat();
    Cell { text, chance, ..Cell::default() }
}

/// ` (2.78% refused)`, where the rules refuse some runs.
pub(super) fn refused_share(answers: &[Chance], fractions: Fractions) -> String {
    let refused = answers.iter().filter(|answer| answer.refused.is_some());
    let share = refused.filter_map(|answer| answer.value.clone()).fold(RBig::ZERO, |sum, chance| sum + chance);
    if share == RBig::ZERO { String::new() } else { format!(" ({} refused)", fractions.brief(&share, percent)) }
}

/// An answer as briefly as a table has room for.
pub(super) fn brief(found: &Chance, fractions: Fractions) -> String {
    let holds = found.holds().map(|holds| if holds { "yes" } else { "no" }.to_owned());
    let never = found.never_reached.then(|| "never reached".to_owned());
    let in_full = || found.value.as_ref().filter(|_| fractions == Fractions::Full).map(ToString::to_string);
    never
        .or(holds)
        .or_else(in_full)
        .or_else(|| found.percent())
        .or_else(|| found.decimal())
        .unwrap_or_else(|| answer(found, fractions))
}
