//! Odds as a single page of HTML that needs no other file: for a screen at the table, a phone, a printer.

use dashu_ratio::RBig;

use super::distributions::brief;
use super::odds_lines::{AMONG_ALL, STOPPED, answer};
use super::odds_rows::{
    Fractions, MAIN, OTHERS, Row, asked_by, by_weight, few_rows, left_out, part_of, readable, without_tables,
};
use crate::engine::{Chance, ChanceKind, Gathered, Overview, ResultKind, ResultOdds, Spread, percent};
use crate::verdict::html::{escape, styled};

/// What the columns say, for somebody who is shown the page.
const LEGEND: &str = "<p class=\"legend\"><b>at least</b>: this or more, or a better level. <b>at most</b>: this or less, or a worse \
    level. <b>unreached</b>: runs that never come to it.</p>\n";

/// How the page looks, beside the pages of verdicts.
const STYLE: &str = include_str!("odds_page.css");

/// What a bar for something that does not come about is filled with, so that no colour alone tells it from the others.
const PATTERN: &str = "<svg class=\"patterns\" aria-hidden=\"true\"><defs><pattern id=\"hatched\" width=\"6\" height=\"6\" \
    patternUnits=\"userSpaceOnUse\"><path d=\"M0 6 6 0\" fill=\"none\"/></pattern></defs></svg>\n";

/// A bar is as long as so many parts of its place.
const PARTS: usize = 10_000;

/// What stands above and before the odds.
pub(super) struct Heading<'a> {
    /// What the odds are of.
    pub(super) title: &'a str,
    /// On which condition.
    pub(super) given: Option<&'a str>,
    /// Whether the fractions stand there in full.
    pub(super) exact: bool,
    /// Of what runs the chances are estimates, and how far they may be off; empty where they are exact.
    pub(super) about: &'a str,
}

/// A page with a table for each result that chance decides about, and lists of the others.
pub(super) fn of_overview(heading: &Heading<'_>, overview: &Overview) -> String {
    let mut body = [head(heading, overview.given_always), of_results(heading, overview)].concat();
    for (head, names) in without_tables(overview) {
        body.extend(["<p>", &escape(head), ": ", &escape(&names.join(", ")), "</p>\n"]);
    }
    if !overview.refused.is_empty() {
        body.extend([
            asked(&overview.refused.iter().collect::<Vec<&Chance>>(), Fractions::of(heading.exact)),
            format!("<p>{}</p>\n", escape(AMONG_ALL.trim())),
        ]);
    }
    if overview.is_stopped() {
        body.extend(["<p>", &escape(STOPPED.trim()), "</p>\n"]);
    }
    for line in left_out(overview) {
        body.extend(["<p>", &escape(&line), "</p>\n"]);
    }
    page(heading, &body)
}

/// The tables alone: those of the results that matter most, and all others.
pub(super) fn of_results(heading: &Heading<'_>, overview: &Overview) -> String {
    let (main, others) = by_weight(overview);
    let are_two = !main.is_empty() && !others.is_empty();
    let (mut body, mut legend) = (String::new(), "");
    for (group, results) in [(MAIN, main), (OTHERS, others)] {
        if are_two {
            body.extend(["<h2 class=\"group\">", group, "</h2>\n"]);
        }
        body.extend(results.iter().map(|result| of_result(result, heading)));
        if results.iter().any(|result| result.spread.is_ok() && result.kind != ResultKind::Word) {
            legend = LEGEND;
        }
    }
    body + legend
}

/// The table of a result under its title, or else its name.
pub(super) fn of_result(result: &ResultOdds, heading: &Heading<'_>) -> String {
    let Ok(spread) = &result.spread else { return String::new() };
    let middle = if result.kind == ResultKind::Number { brief(spread) } else { None };
    let also = (!result.also.is_empty()).then(|| format!("also {}", result.also.join(", ")));
    let (name, names) = match &result.title {
        Some(title) => (title, Some(asked_by(result))),
        None => (&result.name, also),
    };
    let beside: Vec<String> = names.into_iter().chain(middle).collect();
    let says = |label: &str| result.meanings.get(label).map(String::as_str);
    section((name, &beside.join("; ")), (result.kind, spread), &says, heading)
}

/// A page with the answers to questions.
pub(super) fn of_answers(heading: &Heading<'_>, (answers, all): (&[Chance], &[Gathered])) -> String {
    let fractions = Fractions::of(heading.exact);
    let mut body = head(heading, answers.iter().any(|answer| answer.given_always));
    let (mut lines, mut legend): (Vec<&Chance>, &str) = (Vec::new(), "");
    for one in all {
        match one {
            Gathered::Answer(at) => match answers.get(*at) {
                Some(told @ Chance { question, distribution: Some(spread), .. }) => {
                    legend = LEGEND;
                    body += &asked(&std::mem::take(&mut lines), fractions);
                    let beside = brief(spread).unwrap_or_else(|| answer(told, fractions));
                    body += &section((question, &beside), (ResultKind::Number, spread), &|_| None, heading);
                }
                alone => lines.extend(alone),
            },
            Gathered::Result(result, _) => {
                if result.kind != ResultKind::Word {
                    legend = LEGEND;
                }
                body += &asked(&std::mem::take(&mut lines), fractions);
                body += &of_result(result, heading);
            }
        }
    }
    body += &asked(&lines, fractions);
    body += legend;
    if answers.iter().any(|answer| answer.refused.is_some()) {
        body.extend(["<p>", &escape(AMONG_ALL.trim()), "</p>\n"]);
    }
    if answers.iter().any(|answer| answer.stopped) {
        body.extend(["<p>", &escape(STOPPED.trim()), "</p>\n"]);
    }
    page(heading, &body)
}

/// A page with what was made elsewhere.
pub(super) fn of_parts(heading: &Heading<'_>, parts: &str) -> String {
    page(heading, &[head(heading, false), parts.to_owned()].concat())
}

fn page(heading: &Heading<'_>, body: &str) -> String {
    styled(&format!("Odds: {}", heading.title), STYLE, &format!("{PATTERN}{body}"))
}

fn head(heading: &Heading<'_>, given_always: bool) -> String {
    let about = if heading.about.is_empty() { String::new() } else { format!("<p>{}</p>\n", escape(heading.about)) };
    let always = if given_always { ", which is always true" } else { "" };
    let given = heading.given.map(|given| format!("<p>given {}{always}</p>\n", escape(given))).unwrap_or_default();
    [about, given].concat()
}

/// What the scene says that a value means.
type Says<'s> = &'s dyn Fn(&str) -> Option<&'s str>;

/// A result with its table.
fn section(
    (name, beside): (&str, &str),
    (kind, spread): (ResultKind, &Spread),
    says: Says<'_>,
    look: &Heading<'_>,
) -> String {
    let rows = few_rows(kind, spread);
    let greatest = rows.iter().map(|row| row.chance.clone()).max().unwrap_or_default();
    let (percent, chance) = if look.about.is_empty() { ("percent", "chance") } else { ("about", "") };
    let heads: &[&str] = if kind == ResultKind::Word {
        &["", percent, "", chance]
    } else {
        &["", percent, "", "at least", "at most", chance]
    };
    let heads: Vec<String> = heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
    let heads = heads.concat();
    let rows: String = rows.iter().map(|row| line((row, says(&row.label)), kind, &greatest, look)).collect();
    let beside = if beside.is_empty() { String::new() } else { format!(" <small>{}</small>", escape(beside)) };
    format!(
        "<section class=\"odds\">\n<h2>{}{beside}</h2>\n<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n\
         </table>\n</section>\n",
        escape(name)
    )
}

fn line((row, says): (&Row, Option<&str>), kind: ResultKind, greatest: &RBig, look: &Heading<'_>) -> String {
    let cumulated = |chance: &Option<RBig>| {
        let written = chance.as_ref().map(percent).unwrap_or_default();
        if kind == ResultKind::Word { String::new() } else { format!("<td>{}</td>", escape(&written)) }
    };
    let chance = match (look.about.is_empty(), look.exact) {
        (false, _) => String::new(),
        (true, true) => row.chance.to_string(),
        (true, false) => readable(&row.chance),
    };
    let says = says.map(|says| format!(" <small>{}</small>", escape(says))).unwrap_or_default();
    format!(
        "<tr><th scope=\"row\">{}{says}</th><td>{}</td>{}{}{}<td>{}</td></tr>\n",
        escape(&row.label),
        escape(&percent(&row.chance)),
        bar(&row.chance, greatest, row.is_unreached),
        cumulated(&row.at_least),
        cumulated(&row.at_most),
        escape(&chance)
    )
}

/// A picture of a chance beside the greatest one. The number stands beside it, so it is not read aloud.
fn bar(chance: &RBig, greatest: &RBig, is_absence: bool) -> String {
    let (parts, class) = (part_of(PARTS, chance, greatest), if is_absence { "none" } else { "value" });
    let width = format!("{}.{:02}%", parts / 100, parts % 100);
    format!(
        "<td class=\"bar\"><svg aria-hidden=\"true\"><rect class=\"{class}\" width=\"{width}\" height=\"100%\"/></svg></td>"
    )
}

/// Answers of one number each: a chance with its bar, of which the whole stands for certainty.
fn asked(answers: &[&Chance], fractions: Fractions) -> String {
    let told = |one: &Chance| answer(one, fractions);
    asked_as(&answers.iter().map(|one| (*one, told(one))).collect::<Vec<(&Chance, String)>>())
}

/// The same, told in these words.
pub(super) fn asked_as(answers: &[(&Chance, String)]) -> String {
    if answers.is_empty() {
        return String::new();
    }
    let rows: Vec<String> = answers
        .iter()
        .map(|(one, told)| {
            let chance = one.value.as_ref().filter(|_| one.kind == ChanceKind::Chance);
            let drawn = chance.map_or("<td></td>".to_owned(), |chance| bar(chance, &RBig::ONE, false));
            let told = escape(told);
            format!("<tr><th scope=\"row\">{}</th>{drawn}<td>{told}</td></tr>\n", escape(&one.question))
        })
        .collect();
    let rows = rows.concat();
    format!("<section class=\"odds\">\n<table class=\"asked\">\n<tbody>\n{rows}</tbody>\n</table>\n</section>\n")
}
