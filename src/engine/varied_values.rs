//! What goes into a varied place: the values given, or all possible ones.

use super::encounter::Encounter;
use super::instead::{WITHOUT, in_words, now};
use super::places::{Holder, Other, Place, Written};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{LocalKind, Notation, Type};
use crate::semantics::sizes::SIZES;

/// More values than this are not listed.
const MOST_VALUES: usize = 100;

/// A list of names ends after so many.
const MOST_NAMES: usize = 12;

/// A range that is proposed goes so far to both sides of what is written.
const NEAR: i64 = 3;

/// What stands at a place in one of the variants.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// What the scene writes, be it a value or a formula.
    AsWritten,
    /// Something else.
    Instead(Other),
}

/// A place whose values are read.
#[derive(Clone, Copy)]
struct Reading<'e> {
    encounter: &'e Encounter,
    place: Place,
    /// What somebody has called it.
    name: &'e str,
}

impl Said {
    /// As the script would write it.
    pub(super) fn in_words(self, encounter: &Encounter, place: Place) -> String {
        let value = match self {
            Self::AsWritten => now(encounter, place),
            Self::Instead(value) => Some(value),
        };
        value.map_or_else(|| "as written".to_owned(), |value| in_words(encounter, place, value))
    }
}

/// What is to stand at a place that somebody has called so: the values that are named, and all that could stand there if none are.
/// What the scene writes is always among them.
pub(super) fn values(encounter: &Encounter, (place, name): (Place, &str), text: &str) -> Result<Vec<Said>, Diagnostic> {
    let reading = Reading { encounter, place, name };
    let named = if text.is_empty() { reading.all() } else { reading.named(text) }?;
    if named.len() > MOST_VALUES {
        return Err(too_many(MOST_VALUES));
    }
    let written = now(encounter, place);
    let mut all: Vec<Said> = Vec::new();
    if !named.iter().any(|value| Some(*value) == written) {
        all.push(Said::AsWritten);
    }
    for value in named {
        let said = if Some(value) == written { Said::AsWritten } else { Said::Instead(value) };
        if !all.contains(&said) {
            all.push(said);
        }
    }
    Ok(all)
}

/// What is said of too many variants.
pub(super) fn too_many(most: usize) -> Diagnostic {
    complaint(format!("this makes more than {most} variants"), "vary less at a time, or name fewer values")
}

impl Reading<'_> {
    /// The values of a text: some with commas between them, each of which may be a range.
    fn named(self, text: &str) -> Result<Vec<Other>, Diagnostic> {
        let mut values: Vec<Other> = Vec::new();
        for part in text.split(',').map(str::trim) {
            match part.split_once("..") {
                Some((low, high)) if low.trim().is_empty() || high.trim().is_empty() => {
                    return Err(self.misread(format!("the range `{part}` has only one end")));
                }
                Some((low, high)) => {
                    let ends = [self.value(low)?, self.value(high)?];
                    let mut all = between(ends[0], ends[1], part)?;
                    // Between the ends there are those dice that people have.
                    all.retain(|one| !self.is_die() || ends.contains(one) || is_usual_die(*one));
                    values.extend(all);
                }
                None => values.push(self.value(part)?),
            }
        }
        Ok(values)
    }

    /// Every value that could stand there, if these are few.
    fn all(self) -> Result<Vec<Other>, Diagnostic> {
        let Self { encounter, place, name } = self;
        let written = Written(encounter);
        let few = |_, (low, high): (i64, i64)| {
            let is_few = high.checked_sub(low).and_then(|many| usize::try_from(many).ok());
            if is_few.is_some_and(|many| many < MOST_VALUES) { (low..=high).collect() } else { Vec::new() }
        };
        let others = match place.holder {
            Holder::Ladder(..) => self.levels(),
            Holder::Blank(..) | Holder::Field(..) | Holder::Item(..) => {
                written.entry(place).map(|entry| written.others(place, entry, few)).unwrap_or_default()
            }
        };
        if self.is_number() && !others.iter().any(|other| matches!(other, Other::Number(_))) {
            let message = format!("`{name}` has too many possible values to try them all");
            return Err(complaint(message, format!("say which values: `{name} {}`", self.proposed_range())));
        }
        if others.is_empty() {
            let message = format!("`{name}` cannot have any other value");
            return Err(complaint(message, "vary a number, a level, a die, yes or no, or a person"));
        }
        // Without a default there is the default.
        let others = others.into_iter().filter(|other| *other != Other::LeftOut || !written.is_default(place));
        let mut values: Vec<Other> = others.chain(now(encounter, place)).collect();
        values.sort_by_key(|value| match value {
            Other::LeftOut | Other::Asked => (0, 0),
            Other::Number(number) => (1, *number),
            Other::Thing(_) => (2, 0),
        });
        Ok(values)
    }

    /// All levels of the scale of what stands there.
    fn levels(self) -> Vec<Other> {
        let Encounter { system, scene, .. } = self.encounter;
        let Holder::Ladder(run, local) = self.place.holder else { return Vec::new() };
        let procedure = &system.procedures[scene.invocations[run].procedure];
        let LocalKind::Resolve(scale) = procedure.locals[local].kind else { return Vec::new() };
        let scale = &system.scales[scale];
        match &scale.numbers {
            Some(numbers) => numbers.iter().copied().map(Other::Number).collect(),
            None => (0..).take(scale.levels.len()).map(Other::Number).collect(),
        }
    }

    /// Whether numbers stand there that the script writes itself, and not by a name.
    fn is_number(self) -> bool {
        let written = Written(self.encounter);
        let is_named = written.entry(self.place).is_some_and(|entry| entry.named.is_some());
        !is_named && written.declared(self.place.holder).is_some_and(|declared| *declared.ty.each() == Type::Number)
    }

    fn is_die(self) -> bool {
        Written(self.encounter).declared(self.place.holder).is_some_and(|declared| *declared.ty.each() == Type::Die)
    }

    /// A range around what is written: `0..6`.
    fn proposed_range(self) -> String {
        let Self { encounter, place, .. } = self;
        let middle = if let Some(Other::Number(number)) = now(encounter, place) { number } else { 0 };
        let declared = Written(encounter).declared(place.holder);
        let (least, greatest) = declared.and_then(|declared| declared.limits).unwrap_or((i64::MIN, i64::MAX));
        let ends = [middle.saturating_sub(NEAR).max(least), middle.saturating_add(NEAR).min(greatest)];
        ends.map(|end| in_words(encounter, place, Other::Number(end))).join("..")
    }

    /// A value by its words.
    fn value(self, text: &str) -> Result<Other, Diagnostic> {
        let Encounter { system, scene, .. } = self.encounter;
        let text = text.trim();
        let declared = Written(self.encounter).declared(self.place.holder);
        let at = |at: Option<usize>| at.and_then(|at| i64::try_from(at).ok()).map(Other::Number);
        let found = match declared.as_ref().map(|declared| declared.ty.each()) {
            _ if text == WITHOUT => Some(Other::LeftOut),
            Some(Type::YesNo) => at(["no", "yes"].iter().position(|word| *word == text)),
            Some(Type::Level(scale)) => at(system.scales[*scale].levels.iter().position(|level| level == text)),
            Some(Type::Die) => text.strip_prefix('d').and_then(|sides| sides.parse().ok()).map(Other::Number),
            Some(Type::Thing(kind)) => {
                let thing = scene.things.pairs().find(|(_, thing)| thing.kind == *kind && thing.name == text);
                thing.map(|(thing, _)| Other::Thing(thing))
            }
            Some(_) | None => number(&system.notation, text).map(Other::Number),
        };
        let (name, limits) = (self.name, declared.and_then(|declared| declared.limits));
        match (found, limits) {
            (None, _) if text.is_empty() => Err(self.misread(format!("a value is missing at `{name}`"))),
            (None, _) => Err(self.misread(format!("`{text}` is not a possible value of `{name}`"))),
            (Some(Other::Number(number)), Some((low, high))) if !(low..=high).contains(&number) => {
                let message = format!("`{name}` would be {number}; it must be from {low} to {high}");
                Err(Diagnostic::placeless(codes::OUT_OF_RANGE, message)
                    .help(format!("name values from {low} to {high}")))
            }
            (Some(found), _) => Ok(found),
        }
    }

    /// The complaint about what is no value, with what could be written.
    fn misread(self, message: String) -> Diagnostic {
        let help = match self.all() {
            Ok(known) if !self.is_number() => {
                let known: Vec<String> =
                    known.into_iter().map(|one| in_words(self.encounter, self.place, one)).collect();
                format!("it can be {}; separate several values with commas", list(&known))
            }
            Err(_) if !self.is_number() => "leave it as it is, and vary something else".to_owned(),
            Ok(_) | Err(_) => {
                format!(
                    "write a range, such as `{} {}`, or numbers separated by commas",
                    self.name,
                    self.proposed_range()
                )
            }
        };
        complaint(message, help)
    }
}

fn is_usual_die(value: Other) -> bool {
    matches!(value, Other::Number(sides) if sides == 20 || SIZES.contains(&sides))
}

/// From one value to another.
fn between(low: Other, high: Other, part: &str) -> Result<Vec<Other>, Diagnostic> {
    match (low, high) {
        (Other::Number(low), Other::Number(high)) if low <= high => {
            Ok((low..=high).take(MOST_VALUES + 1).map(Other::Number).collect())
        }
        (Other::Number(high), Other::Number(low)) => {
            Ok((low..=high).rev().take(MOST_VALUES + 1).map(Other::Number).collect())
        }
        (Other::Number(_) | Other::Thing(_) | Other::LeftOut | Other::Asked, _) => {
            let message = format!("the range `{part}` is empty");
            Err(complaint(message, "list the values, separated by commas"))
        }
    }
}

/// A number as the system writes it: `2`, `2b`, `-1`, `+3`.
fn number(notation: &Notation, text: &str) -> Option<i64> {
    if let Notation::Units { bonus, penalty } = notation {
        let of = |unit: &str| text.strip_suffix(unit).and_then(|digits| digits.parse::<i64>().ok());
        if let Some(number) = of(bonus).or_else(|| of(penalty).and_then(i64::checked_neg)) {
            return Some(number);
        }
    }
    text.parse().ok()
}

fn complaint(message: String, help: impl Into<String>) -> Diagnostic {
    Diagnostic::placeless(codes::ODDS, message).help(help)
}

/// Some names, as a message lists them.
pub(super) fn list(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > MOST_NAMES { ", …" } else { "" };
    format!("{}{more}", quoted.join(", "))
}
