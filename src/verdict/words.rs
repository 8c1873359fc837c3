//! Phrases that the readable forms of a verdict share.

use super::{Contribution, Die, House, How, OrderedTurn, Point, Row, Shown, Verdict};
use crate::semantics::chance::Seed;
use crate::shared_text::SharedText;

pub(super) use crate::ir::UNREACHED;

/// What stands for the value of an optional field to which none was given.
pub(super) const NOT_GIVEN: &str = "not given";

/// `Lantern & Ledger, by judgement` / `Lantern & Ledger, by dice, seed 42`
pub(super) fn heading(verdict: &Verdict) -> String {
    let mode = match verdict.mode.as_str() {
        "deliberate" => "by judgement",
        "random" => "by dice",
        "automatic" => "automatic: the best level unless one is declared",
        "dice" => "with dice rolled by hand",
        other => other,
    };
    let told = |what: &str, seed: Option<Seed>| seed.map_or_else(String::new, |seed| format!(", {what} {seed}"));
    let seeds = [told("seed", verdict.seed), told("secret seed", verdict.secret_seed)].concat();
    let system = if verdict.system.is_empty() { String::new() } else { format!("{}, ", verdict.system) };
    // A pack stands for the house rules that belong to it.
    let houses = verdict.houses.iter().filter(|house| house.pack.is_none()).map(|one| format!("{}, ", house(one)));
    let packs = verdict.packs.iter().map(|pack| format!("pack “{}” {}, ", pack.name, pack.version));
    format!("{system}{}{mode}{seeds}", houses.chain(packs).collect::<String>())
}

/// An overlay by its name.
pub(super) fn house(house: &House) -> String {
    let pack = house.pack.as_ref().map_or_else(String::new, |pack| format!(" of pack “{pack}”"));
    format!("house “{}”{pack}", house.name)
}

/// How a question was answered, where that is not what the whole run does: ` (by dice)`.
pub(super) fn how(how: How, verdict: &Verdict) -> String {
    let usual = match verdict.mode.as_str() {
        "deliberate" => Some(How::Deliberate),
        "random" => Some(How::Random),
        "automatic" => Some(How::Best),
        // What people roll is always told as theirs.
        _ => None,
    };
    if usual == Some(how) { String::new() } else { format!(" ({})", how_words(how)) }
}

/// How a level was found, likewise. Where dice decide, the roll above it says whose they were.
pub(super) fn how_resolved(how: How, verdict: &Verdict) -> String {
    let is_by_dice = matches!(how, How::Given | How::Random | How::Redrawn);
    let is_usual = matches!(verdict.mode.as_str(), "random" | "dice");
    if is_by_dice && is_usual { String::new() } else { self::how(how, verdict) }
}

/// How a question was answered.
pub(super) fn how_words(how: How) -> &'static str {
    match how {
        How::Deliberate => "by judgement",
        How::Extension => "judged faces: this project's extension",
        How::Random => "by dice",
        How::Redrawn => "by dice, newly rolled",
        How::Given => "by hand",
        How::Stated => "stated",
        How::Unasked => "stated, though not needed here",
        How::Automatic => "as declared",
        How::Best => "automatic: the best level",
        How::Person => "decided",
        How::Default => "by default",
    }
}

/// Who decided a choice: `decided by anna`, `by default`.
pub(super) fn decided(how: How, by: &str) -> String {
    if how == How::Person && !by.is_empty() { format!("decided by {by}") } else { how_words(how).to_owned() }
}

/// The faces, those that count in brackets if some do not: `4 [2]`; with the sum where several count: `3 4 = 7`.
pub(super) fn faces(dice: &[Die], kept: i64) -> String {
    let all = dice.iter().all(|die| die.kept);
    let face = |die: &Die| if die.kept && !all { format!("[{}]", die.face) } else { die.face.to_string() };
    let faces: Vec<String> = dice.iter().map(face).collect();
    let counting = dice.iter().filter(|die| die.kept).count();
    let sum = if counting > 1 { format!(" = {kept}") } else { String::new() };
    format!("{}{sum}", faces.join(" "))
}

/// What dice come to with what they are calculated with: `5 + 3 = 8`, or `comes to 10` where nothing is calculated.
pub(super) fn totalled(calculation: &str, total: &Shown) -> String {
    if calculation == total.value { format!("total {calculation}") } else { format!("{calculation} = {}", total.value) }
}

/// What a scene put in: `2b "safety"`, `dead 3p "they believe it", not applied: not known to the servant`.
pub(super) fn part(part: &Contribution) -> String {
    let mut text = part.label.clone();
    let has_value = part.suppressed.is_none() || part.value != UNREACHED;
    if has_value && part.label != part.value {
        text = joined(&text, &part.value).into();
    }
    if let Some(reason) = &part.text {
        text = joined(&text, &format!("\"{reason}\"")).into();
    }
    match &part.suppressed {
        Some(why) => format!("{text}, not applied: {why}"),
        None => text.into(),
    }
}

/// A row by itself, with the level that it comes from where nothing below it says so.
pub(super) fn row(row: &Row) -> String {
    let level = row.level.as_ref().filter(|_| row.parts.is_empty());
    let level = level.map(|level| format!(": {level}")).unwrap_or_default();
    format!("{} {}{level}", row.label, row.value)
}

/// Turns in their order: whose they are and the numbers they go by, as far as these tell them apart.
pub(super) fn order(turns: &[OrderedTurn]) -> String {
    let number = |turn: &OrderedTurn, key: usize| turn.keys.get(key).map(|key| key.value.clone());
    let told = turns.iter().map(|turn| {
        let mut others: Vec<&OrderedTurn> = turns.iter().filter(|other| other.who != turn.who).collect();
        let mut keys: Vec<SharedText> = Vec::new();
        for (at, key) in turn.keys.iter().enumerate() {
            keys.push(key.value.clone());
            others.retain(|other| number(other, at).as_ref() == Some(&key.value));
            if others.is_empty() {
                break;
            }
        }
        format!("{} {}", turn.who, keys.join(" then "))
    });
    told.collect::<Vec<_>>().join(", ")
}

/// The only part of a row, without repeating what the row says already.
pub(super) fn only_part(row: &Row, only: &Contribution) -> String {
    let repeats = only.suppressed.is_none() && only.value == row.value;
    let label = if only.label == row.label { String::new() } else { only.label.to_string() };
    let shown = part(&Contribution {
        label: label.into(),
        value: if repeats { SharedText::default() } else { only.value.clone() },
        ..only.clone()
    });
    let head = format!("{} {}", row.label, row.value);
    if shown.is_empty() { head } else { format!("{head}: {shown}") }
}

/// Two words with a space, or the one that is there.
fn joined(first: &str, second: &str) -> String {
    match (first, second) {
        ("", one) | (one, "") => one.to_owned(),
        _ => format!("{first} {second}"),
    }
}

/// Whether a row says something: it counts, or the scene put something in.
pub(super) fn matters(row: &Row) -> bool {
    row.number.is_some_and(|number| number != 0) || !row.parts.is_empty()
}

/// A line with a reason in parentheses, if there is one.
pub(super) fn with_reason(line: &str, why: &str) -> String {
    if why.is_empty() { line.to_owned() } else { format!("{line} ({why})") }
}

/// The points of a plan with those lost in parentheses: `1 haul: care, (2 haul: speed)`.
pub(super) fn points(points: &[Point]) -> String {
    let point = |point: &Point| {
        let text = format!("{} {}", point.number, point.label);
        if point.remains { text } else { format!("({text})") }
    };
    let points: Vec<String> = points.iter().map(point).collect();
    points.join(", ")
}

/// `by anna versus berta`
pub(crate) fn roles(procedure: &str, roles: &[(SharedText, SharedText)]) -> String {
    let mut text = procedure.to_owned();
    for (index, (_, who)) in roles.iter().enumerate() {
        text.push_str(if index == 0 { " by " } else { " versus " });
        text.push_str(who);
    }
    text
}

/// A path without its first words, where those only repeat what is being told: `height` inside `lift`.
pub(super) fn within<'a>(path: &'a str, inside: &str) -> &'a str {
    path.strip_prefix(inside).and_then(|rest| rest.strip_prefix('.')).unwrap_or(path)
}
