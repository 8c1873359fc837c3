//! Advice in the terminal: what is best at each choice, when, and the value of everything else.

use std::fmt::Write;

use dashu_ratio::RBig;

use super::bars::Meaning;
use super::odds_rows::{LONGEST_FRACTION, part_of, readable};
use super::odds_table::{Look, hanging, list};
use crate::diagnostic::clean;
use crate::engine::{
    Advice, AdviceTree, AdvisedCase, AdvisedChoice, AdvisedOption, ChanceKind, Opened, percent, rounded,
};

/// A bar says no more with more columns than this, and nothing with fewer.
const LONGEST_BAR: usize = 30;
const SHORTEST_BAR: usize = 8;

/// Names that leave less than this of a line stand behind the values, without bars.
const SHORTEST_REST: usize = 40;

/// Of more options than this only the better ones are shown.
const MOST_OPTIONS: usize = 8;

/// The widths of the columns of all options.
#[derive(Clone, Copy)]
struct Widths {
    name: usize,
    value: usize,
    bar: usize,
}

/// Everything that is advised.
pub(super) fn text(advice: &Advice, policies: &[String], look: Look) -> String {
    let mut text = head(advice, look) + by_policy(advice, policies, look).as_str();
    let widths = widths(advice, look);
    for (choice, tree) in advice.choices.iter().filter_map(|choice| Some((choice, open_tree(choice)?))) {
        text.push('\n');
        text.push_str(&heading(choice, look.width));
        branches((choice, tree), 1, (advice, widths, look), &mut text);
    }
    text.push_str(&asides(advice, look.width));
    text
}

/// Said where the scene suggests a goal to which no choice makes a difference.
pub(super) fn instead(advice: &Advice) -> Option<String> {
    let (suggested, goal) = (clean::line(advice.instead_of.as_ref()?), clean::line(&advice.goal));
    Some(format!("no choice makes a difference to `{suggested}`, so this is the advice for `{goal}`"))
}

/// What is best at a choice, where it makes a difference: always, where fewer conditions are told than it hangs on.
fn open_tree(choice: &AdvisedChoice) -> Option<&AdviceTree> {
    choice.advice.as_ref().filter(|tree| tree.matters() || choice.is_simplified)
}

/// The choices of which there is nothing more to tell.
fn asides(advice: &Advice, width: usize) -> String {
    let names = |is_one: &dyn Fn(&AdvisedChoice) -> bool| {
        let named = advice.choices.iter().filter(|choice| is_one(choice));
        named.map(|choice| clean::line(&choice.name)).collect::<Vec<String>>()
    };
    let is_even = |choice: &AdvisedChoice| choice.advice.is_some() && open_tree(choice).is_none();
    let lists = [
        ("makes no difference if the other choices are the best ones", names(&is_even)),
        ("never asked if the other choices are the best ones", names(&|choice| choice.advice.is_none())),
        ("the goal does not depend on", advice.idle.iter().map(|name| clean::line(name)).collect()),
    ];
    let told: String =
        lists.iter().filter(|(_, names)| !names.is_empty()).map(|(head, names)| list(head, names, width)).collect();
    if told.is_empty() { told } else { format!("\n{told}") }
}

fn head(advice: &Advice, look: Look) -> String {
    let value = |value: &RBig| in_full(advice, value, look.exact);
    if let Some((low, high)) = &advice.between {
        let (low, high) = (advice.in_words(low), advice.in_words(high));
        let stopped = format!("stopped after {} situations", advice.situations);
        return format!(
            "{} is between {low} and {high} at best: {stopped}\n{}",
            clean::line(&advice.goal),
            sides(advice, look.width)
        );
    }
    if !advice.matters() {
        return format!("{} = {}, whatever is chosen\n", clean::line(&advice.goal), value(&advice.best));
    }
    let mut head =
        format!("{} = {} at best\n{}", clean::line(&advice.goal), value(&advice.best), sides(advice, look.width));
    let short = |value: &RBig| advice.in_words(value);
    let by_default = advice.by_default.as_ref().map(|value| format!("{} by default, ", short(value)));
    let _ = writeln!(head, "  {}{} at worst", by_default.unwrap_or_default(), short(&advice.worst));
    if advice.followed != advice.best {
        let lost = less(advice, &(advice.best.clone() - advice.followed.clone()));
        let _ = writeln!(head, "  {} if you follow this policy exactly: {lost}", value(&advice.followed));
    }
    head
}

/// Whose goal it is, and whose choices serve it.
fn sides(advice: &Advice, width: usize) -> String {
    let names = |names: &mut dyn Iterator<Item = &String>| {
        names.map(|name| clean::line(name)).collect::<Vec<String>>().join(" and ")
    };
    let (whose, against) = (names(&mut advice.whose.iter()), names(&mut advice.against.iter()));
    let whose = if whose.is_empty() { String::new() } else { format!("on the side of {whose}: ") };
    let against = if against.is_empty() {
        "everybody's choices serve this goal".to_owned()
    } else {
        format!("everybody's choices serve this goal, but those of {against} work against it")
    };
    hanging(&format!("{whose}{against}"), 2, width)
}

/// What the goal comes to under each policy, by the names of their files.
fn by_policy(advice: &Advice, policies: &[String], look: Look) -> String {
    let told = advice.by_policy.iter().zip(policies).map(|(value, policy)| match value {
        Some(value) => {
            let lost = advice.best.clone() - value.clone();
            let lost = if lost == RBig::ZERO { "as much as the best".to_owned() } else { less(advice, &lost) };
            format!("  {} by {policy}: {lost}\n", in_full(advice, value, look.exact))
        }
        None => format!("  with {policy}, some runs cannot finish: the rules refuse its choice, or it makes none\n"),
    });
    told.collect()
}

/// By how much a value is lower than the best.
fn less(advice: &Advice, lost: &RBig) -> String {
    let lost = if advice.kind == ChanceKind::Chance { points(lost) } else { rounded(lost, 2) };
    format!("{lost} less")
}

/// A difference of two chances.
fn points(lost: &RBig) -> String {
    percent(lost).replace('%', " percentage points")
}

fn in_full(advice: &Advice, value: &RBig, exact: bool) -> String {
    format!("{}  ({})", advice.in_words(value), fraction(advice, value, exact))
}

/// A value as an exact fraction where that is short or asked for, and otherwise about how much it is.
fn fraction(advice: &Advice, value: &RBig, exact: bool) -> String {
    let whole = value.to_string();
    if exact || whole.len() <= LONGEST_FRACTION {
        whole
    } else if advice.kind == ChanceKind::Chance {
        readable(value)
    } else {
        format!("~{}", rounded(value, 6))
    }
}

/// What is asked, of whom, and how often.
fn heading(choice: &AdvisedChoice, width: usize) -> String {
    let mut first = clean::line(&choice.name);
    // Without a name, a choice goes by its question.
    if !choice.question.is_empty() && choice.question != choice.name {
        let _ = write!(first, " \"{}\"", clean::line(&choice.question));
    }
    if !choice.by.is_empty() {
        let _ = write!(first, ", by {}", clean::line(&choice.by));
    }
    if choice.is_against {
        first.push_str(", against it");
    }
    let often = often(choice);
    let is_short = first.chars().count() + often.chars().count() + 2 <= width;
    if is_short { format!("{first}: {often}\n") } else { format!("{first}:\n  {often}\n") }
}

fn often(choice: &AdvisedChoice) -> String {
    if choice.is_repeated {
        return format!("asked {} times per run on average", rounded(&choice.times, 2));
    }
    if choice.times == RBig::ONE {
        "always asked".into()
    } else {
        format!("asked in {} of all runs", percent(&choice.times))
    }
}

fn branches(
    (choice, tree): (&AdvisedChoice, &AdviceTree),
    deep: usize,
    (advice, widths, look): (&Advice, Widths, Look),
    text: &mut String,
) {
    match tree {
        AdviceTree::Always(case) => options((choice, case), deep, (advice, widths, look), text),
        AdviceTree::When(branches_here) => {
            for (condition, tree) in branches_here {
                let share = tree.cases().iter().fold(RBig::ZERO, |sum, (_, case)| sum + case.share.clone());
                let pad = "  ".repeat(deep);
                let _ = writeln!(text, "{pad}if {} ({})", clean::line(condition), percent(&share));
                branches((choice, tree), deep + 1, (advice, widths, look), text);
            }
        }
    }
}

/// Options that stand in one line: one, or neighbouring numbers that come to the same.
struct Row<'a> {
    name: String,
    /// The first of them.
    option: &'a AdvisedOption,
    /// How many they are.
    many: usize,
}

/// A line for each option, or for neighbouring numbers that are as good; of many, for the better ones, the best of all first.
fn options(
    (choice, case): (&AdvisedChoice, &AdvisedCase),
    deep: usize,
    (advice, widths, look): (&Advice, Widths, Look),
    text: &mut String,
) {
    let greatest = greatest(advice);
    let rows = rows(case);
    let is_tied = rows.iter().filter(|row| row.option.is_best).count() > 1;
    let all = rows.len();
    let shown = shown(choice, rows);
    for Row { name, option, .. } in &shown {
        let mark = if option.is_best { '>' } else { ' ' };
        let (value, fraction) = match &option.value {
            Some(value) => (advice.in_words(value), fraction(advice, value, look.exact)),
            None => ("refused".into(), String::new()),
        };
        let bar = match (&option.value, &greatest) {
            (Some(value), Some(greatest)) if *value > RBig::ZERO => {
                look.ink.bar(part_of(8 * widths.bar, value, greatest), Meaning::Value)
            }
            (Some(_) | None, _) => String::new(),
        };
        let gap = " ".repeat(widths.bar.saturating_sub(bar.chars().count()));
        let (pad, note) = ("  ".repeat(deep), note(option, choice, is_tied));
        let (wide, high) = (widths.name.saturating_sub(2 * deep), widths.value);
        let line = if widths.name + SHORTEST_REST > look.width {
            format!("{pad}{mark} {value:>high$}  {name}{note}")
        } else {
            format!("{pad}{mark} {name:<wide$}  {value:>high$}  {bar}{gap}  {fraction}{note}")
        };
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if shown.len() < all {
        let _ = writeln!(text, "{}  {}", "  ".repeat(deep), others((choice, case), &shown, advice));
    }
}

/// The options as rows, in their order.
fn rows(case: &AdvisedCase) -> Vec<Row<'_>> {
    let are_alike = |one: &AdvisedOption, other: &AdvisedOption| {
        one.number.is_some()
            && other.number.is_some()
            && (&one.value, one.is_best, one.is_sometimes) == (&other.value, other.is_best, other.is_sometimes)
            && !one.is_default
            && !other.is_default
    };
    let (all, mut left) = (case.options.len(), case.options.len());
    let mut rows = Vec::new();
    for alike in case.options.chunk_by(are_alike) {
        left -= alike.len();
        let ([option, ..], [.., last]) = (alike, alike) else { continue };
        let (low, high) = (clean::line(&option.name), clean::line(&last.name));
        let name = match alike.len() {
            1 => low,
            2 => format!("{low}, {high}"),
            many if left == 0 && many < all => format!("{low} or more"),
            _ => format!("{low} to {high}"),
        };
        rows.push(Row { name, option, many: alike.len() });
    }
    rows
}

/// The rows that are shown.
fn shown<'a>(choice: &AdvisedChoice, rows: Vec<Row<'a>>) -> Vec<Row<'a>> {
    let mut shown = rows;
    if shown.len() > MOST_OPTIONS {
        shown.retain(|row| row.option.value.is_some());
        shown.sort_by(|Row { option: one, .. }, Row { option: other, .. }| {
            let order = one.value.cmp(&other.value);
            (!one.is_best).cmp(&!other.is_best).then(if choice.is_against { order } else { order.reverse() })
        });
        let rest = shown.split_off(MOST_OPTIONS.min(shown.len()));
        shown.extend(rest.into_iter().filter(|row| row.option.is_default));
    }
    shown
}

/// How many options are not shown, and what the worst of them comes to.
fn others((choice, case): (&AdvisedChoice, &AdvisedCase), shown: &[Row<'_>], advice: &Advice) -> String {
    let open = case.options.iter().filter(|option| option.value.is_some()).count();
    let values = || case.options.iter().filter_map(|option| option.value.as_ref());
    let last = if choice.is_against { values().max() } else { values().min() };
    let down = last.map(|last| format!(", down to {}", advice.in_words(last))).unwrap_or_default();
    let left = open.saturating_sub(shown.iter().map(|row| row.many).sum());
    let refused = case.options.len() - open;
    let refused = if refused == 0 { String::new() } else { format!("; {refused} are refused") };
    format!("and {left} others{down}{refused}")
}

fn note(option: &AdvisedOption, choice: &AdvisedChoice, is_tied: bool) -> String {
    let is_tied = option.is_best && is_tied;
    let by_default = if choice.opened == Opened::ForAdvice { "as written" } else { "default" };
    let notes =
        [(is_tied, "same value"), (option.is_default, by_default), (option.is_sometimes, "where it can be chosen")];
    let notes: Vec<&str> = notes.into_iter().filter(|(is_so, _)| *is_so).map(|(_, note)| note).collect();
    if notes.is_empty() { String::new() } else { format!("  ({})", notes.join(", ")) }
}

fn every_row(advice: &Advice) -> impl Iterator<Item = (usize, Row<'_>)> {
    let trees = advice.choices.iter().filter_map(open_tree);
    trees
        .flat_map(|tree| tree.cases())
        .flat_map(|(conditions, case)| rows(case).into_iter().map(move |row| (conditions.len(), row)))
}

/// The value for which the longest bar stands; none where some are below nothing.
fn greatest(advice: &Advice) -> Option<RBig> {
    let values = || every_row(advice).filter_map(|(_, row)| row.option.value.clone());
    let is_drawn = values().all(|value| value >= RBig::ZERO);
    values().max().filter(|greatest| is_drawn && *greatest > RBig::ZERO)
}

fn widths(advice: &Advice, look: Look) -> Widths {
    let (mut name, mut value, mut exactly) = (0, 0, 0);
    for (deep, row) in every_row(advice) {
        name = name.max(row.name.chars().count() + 2 * (deep + 1));
        if let Some(known) = &row.option.value {
            value = value.max(advice.in_words(known).len());
            exactly = exactly.max(fraction(advice, known, false).len());
        }
    }
    // What stands between the columns, the mark, and a note such as the one of the default.
    let taken = name + value + exactly + 18;
    Widths {
        name,
        value: value.max("refused".len()),
        bar: look.width.saturating_sub(taken).clamp(SHORTEST_BAR, LONGEST_BAR),
    }
}
