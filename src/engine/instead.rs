//! A scene that says something else at some of its places.

use std::sync::Arc;

use super::encounter::Encounter;
use super::failure::Failure;
use super::places::{Holder, Other, Place, Written, put};
use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::ir::lower;
use crate::model::{Argument, ExprKind, Notation, Scene, Type, constant_of};

/// The word for a value that is left out.
const WITHOUT: &str = "without";

/// More values than this are not listed.
const MOST_VALUES: usize = 100;

/// A place that is varied, and what is to stand there.
pub(super) struct Varied {
    pub(super) place: Place,
    /// How it is called: `climb.value`.
    pub(super) name: String,
    /// What stands there as the scene is written.
    pub(super) written: Option<Other>,
    pub(super) values: Vec<Other>,
}

impl Encounter {
    /// The same scene with something else at some places.
    pub(super) fn with(&self, changes: &[(Place, Other)]) -> Result<Encounter, Failure> {
        let mut scene = self.scene.clone();
        let mut changes = changes.to_vec();
        // What is left out of a list moves what stands behind it.
        changes.sort_by_key(|(place, other)| (*other == Other::LeftOut, std::cmp::Reverse(place.of_several)));
        for (place, other) in changes {
            put(&mut scene, place, other);
        }
        self.of_scene(scene)
    }

    /// The same with a scene that was made out of this one's.
    pub(super) fn of_scene(&self, scene: Scene) -> Result<Encounter, Failure> {
        let (mut ledger, mut sink) = (lower::Ledger::default(), Diagnostics::default());
        // Nothing of this is accounted for.
        ledger.mute();
        let bounds = lower::Bounds { size: self.limits.program, allowance: self.houses.bounds.allowance.afresh() };
        let laid_out = lower::scene((&self.system, &scene), &bounds, (&mut ledger, &mut sink));
        let Some((program, checkpoint)) = laid_out.filter(|_| !sink.has_errors()) else {
            return Err(Failure::new(self.sources.clone(), sink));
        };
        Ok(Encounter {
            sources: self.sources.clone(),
            system: Arc::clone(&self.system),
            scene,
            program: Some(program),
            checkpoint,
            houses: self.houses.clone(),
            limits: self.limits,
            drawn: self.drawn.clone(),
            ..Encounter::default()
        })
    }
}

/// Where a value is written, as people name it: `climb.value`, `ada.skill`, `climb.over the wall.quality`.
pub(super) fn path(encounter: &Encounter, place: Place) -> String {
    let (written, scene) = (Written(encounter), &encounter.scene);
    let name = written.entry(place).map(|entry| written.name(place, entry)).unwrap_or_default();
    match place.holder {
        Holder::Blank(run, _) => format!("{}.{name}", scene.invocations[run].path),
        Holder::Field(thing, _) => format!("{}.{name}", scene.things[thing].name),
        Holder::Item(run, blank, item, _) => {
            let argument = scene.invocations[run].arguments.get(&blank);
            let plan =
                argument.and_then(|argument| if let Argument::Plan(plan) = argument { Some(plan) } else { None });
            let item = plan.and_then(|plan| plan.items.get(item)).map_or("", |item| item.name.as_str());
            format!("{}.{item}.{name}", scene.invocations[run].path)
        }
    }
}

/// A value as the script would write it at a place.
pub(super) fn in_words(encounter: &Encounter, place: Place, value: Other) -> String {
    let Encounter { system, scene, .. } = encounter;
    let written = Written(encounter);
    let number = match value {
        Other::LeftOut => return WITHOUT.to_owned(),
        Other::Asked => return "?".to_owned(),
        Other::Thing(thing) => return scene.things[thing].name.to_string(),
        Other::Number(number) => number,
    };
    let is_bare = written.entry(place).is_none_or(|entry| entry.bare);
    match written.declared(place.holder).map(|declared| each_of(declared.ty)) {
        Some(Type::YesNo) => if number == 0 { "no" } else { "yes" }.to_owned(),
        Some(Type::Level(scale)) => {
            let level = usize::try_from(number).ok().and_then(|at| system.scales[*scale].levels.get(at));
            level.map(ToString::to_string).unwrap_or_default()
        }
        Some(Type::Die) => format!("d{number}"),
        _ if is_bare || number == 0 => number.to_string(),
        _ => match &system.notation {
            Notation::Signed => format!("{number:+}"),
            Notation::Units { bonus, .. } if number > 0 => format!("{number}{bonus}"),
            Notation::Units { penalty, .. } => format!("{}{penalty}", number.unsigned_abs()),
        },
    }
}

/// What stands at a place, if that is known before the run.
pub(super) fn now(encounter: &Encounter, place: Place) -> Option<Other> {
    let entry = Written(encounter).entry(place)?;
    if let ExprKind::Thing(thing) = &entry.value.kind {
        return Some(Other::Thing(*thing));
    }
    constant_of(&entry.value).map(Other::Number)
}

/// The type of one value.
fn each_of(ty: &Type) -> &Type {
    if let Type::Many(each) = ty { each } else { ty }
}

impl Varied {
    /// Reads a name and values: `value 0..3`.
    pub(super) fn read(encounter: &Encounter, spec: &str) -> Result<Self, Diagnostic> {
        let spec = spec.trim();
        let mut found: Vec<(Place, String, usize)> = Vec::new();
        let places = Written(encounter).places();
        let named: Vec<(Place, String)> = places.into_iter().map(|place| (place, path(encounter, place))).collect();
        for (place, path) in &named {
            let long = names(encounter, *place, path)
                .into_iter()
                .filter(|name| begins_with(spec, name))
                .map(|name| name.len());
            if let Some(long) = long.max() {
                found.push((*place, path.clone(), long));
            }
        }
        let longest = found.iter().map(|(.., long)| *long).max().unwrap_or_default();
        found.retain(|(.., long)| *long == longest);
        match found.as_slice() {
            [] => Err(unknown(spec, &named)),
            [(place, name, long)] => {
                let written = now(encounter, *place);
                let values = values(encounter, *place, spec[*long..].trim())?;
                Ok(Self { place: *place, name: name.clone(), written, values })
            }
            several => Err(ambiguous(encounter, &spec[..longest], several)),
        }
    }

    /// What is said of too many variants.
    pub(super) fn too_many(most: usize) -> Diagnostic {
        Diagnostic::placeless(codes::ODDS, format!("these are more than {most} variants"))
            .help("vary less at a time, or name fewer values")
    }
}

/// What a place may be called: the path, each end of it, these with the reason that stands there in quotes, and that reason
/// alone.
pub(super) fn names(encounter: &Encounter, place: Place, path: &str) -> Vec<String> {
    let text = Written(encounter).entry(place).and_then(|entry| entry.text.clone());
    let named = ends(path).flat_map(|end| {
        let with_reason = text.as_ref().map(|text| format!("{end} \"{text}\""));
        [end.to_owned()].into_iter().chain(with_reason)
    });
    named.chain(text.as_ref().map(|text| format!("\"{text}\""))).collect()
}

/// A path, and each end of it.
pub(super) fn ends(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |rest| rest.split_once('.').map(|(_, rest)| rest))
}

/// Whether a text begins with this name, and goes on with something else.
fn begins_with(spec: &str, name: &str) -> bool {
    spec.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

fn unknown(spec: &str, named: &[(Place, String)]) -> Diagnostic {
    let paths: Vec<&str> = named.iter().map(|(_, path)| path.as_str()).collect();
    no_such_value(spec, &paths)
}

/// Nothing that could be another has the name with which this begins.
pub(super) fn no_such_value(spec: &str, paths: &[&str]) -> Diagnostic {
    let quoted = spec.strip_prefix('"').and_then(|rest| Some(&spec[..rest.find('"')? + 2]));
    let name = quoted.or_else(|| spec.split_whitespace().next()).unwrap_or_default();
    let message = format!("this scene writes no value called `{name}`");
    let candidates = paths.iter().flat_map(|path| [*path, path.rsplit('.').next().unwrap_or(path)]);
    let mut known = paths.to_vec();
    known.dedup();
    let help = match nearest(name, candidates) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if known.is_empty() => "it writes none that could be another".to_owned(),
        None => format!("it writes {}", list(&known)),
    };
    Diagnostic::placeless(codes::ODDS, message).help(help)
}

fn ambiguous(encounter: &Encounter, name: &str, several: &[(Place, String, usize)]) -> Diagnostic {
    let full = several.iter().map(|(place, path, _)| {
        let text = Written(encounter).entry(*place).and_then(|entry| entry.text.clone());
        text.map_or_else(|| path.clone(), |text| format!("{path} \"{text}\""))
    });
    let full: Vec<String> = full.collect();
    let full: Vec<&str> = full.iter().map(String::as_str).collect();
    Diagnostic::placeless(codes::ODDS, format!("several values are called `{}`", name.trim()))
        .help(format!("write more of the name: {}", list(&full)))
}

/// Some names, as a message lists them.
pub(super) fn list(names: &[&str]) -> String {
    const MOST: usize = 12;
    let quoted: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > MOST { ", …" } else { "" };
    format!("{}{more}", quoted.join(", "))
}

/// The values that are named; all that could stand there if none are.
fn values(encounter: &Encounter, place: Place, text: &str) -> Result<Vec<Other>, Diagnostic> {
    if text.is_empty() {
        return all(encounter, place);
    }
    let mut values: Vec<Other> = Vec::new();
    for part in text.split(',').map(str::trim) {
        let range = match part.split_once("..") {
            Some((low, high)) => between(value(encounter, place, low)?, value(encounter, place, high)?, part)?,
            None => vec![value(encounter, place, part)?],
        };
        values.extend(range);
    }
    if values.len() > MOST_VALUES {
        return Err(Varied::too_many(MOST_VALUES));
    }
    Ok(values)
}

/// Every value that could stand at a place, if these are few.
fn all(encounter: &Encounter, place: Place) -> Result<Vec<Other>, Diagnostic> {
    let written = Written(encounter);
    let limits = written.declared(place.holder).and_then(|declared| declared.limits);
    let few = |_, (low, high): (i64, i64)| {
        let is_few =
            high.checked_sub(low).and_then(|many| usize::try_from(many).ok()).is_some_and(|many| many < MOST_VALUES);
        if is_few { (low..=high).collect() } else { Vec::new() }
    };
    let others = written.entry(place).map(|entry| written.others(place, entry, few)).unwrap_or_default();
    let mut values: Vec<Other> = others.into_iter().chain(now(encounter, place)).collect();
    values.sort_by_key(|value| match value {
        Other::LeftOut | Other::Asked => (0, 0),
        Other::Number(number) => (1, *number),
        Other::Thing(_) => (2, 0),
    });
    if values.len() > 1 || limits.is_some() {
        return Ok(values);
    }
    let name = path(encounter, place);
    let message = format!("`{name}` could be anything");
    Err(Diagnostic::placeless(codes::ODDS, message).help(format!("name the values: `{name} 0..3`")))
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
            let message = format!("`{part}` has nothing between its ends");
            Err(Diagnostic::placeless(codes::ODDS, message)
                .help("name the values one after the other, with commas between them"))
        }
    }
}

/// A value by its words.
fn value(encounter: &Encounter, place: Place, text: &str) -> Result<Other, Diagnostic> {
    let Encounter { system, scene, .. } = encounter;
    let text = text.trim();
    let declared = Written(encounter).declared(place.holder);
    let ty = declared.as_ref().map(|declared| each_of(declared.ty));
    let is_known = |found: Option<i64>| found.map(Other::Number);
    let found = match ty {
        _ if text == WITHOUT => Some(Other::LeftOut),
        Some(Type::YesNo) => {
            is_known(["no", "yes"].iter().position(|word| *word == text).and_then(|at| i64::try_from(at).ok()))
        }
        Some(Type::Level(scale)) => {
            let levels = &system.scales[*scale].levels;
            is_known(levels.iter().position(|level| level == text).and_then(|at| i64::try_from(at).ok()))
        }
        Some(Type::Die) => is_known(text.strip_prefix('d').and_then(|sides| sides.parse().ok())),
        Some(Type::Thing(kind)) => {
            let thing = scene.things.pairs().find(|(_, thing)| thing.kind == *kind && thing.name == text);
            thing.map(|(thing, _)| Other::Thing(thing))
        }
        _ => is_known(number(&system.notation, text)),
    };
    let (name, limits) = (path(encounter, place), declared.and_then(|declared| declared.limits));
    match (found, limits) {
        (None, _) => {
            let known = all(encounter, place).unwrap_or_default();
            let known: Vec<String> = known.into_iter().map(|one| in_words(encounter, place, one)).collect();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let help =
                if known.is_empty() { "write a number".to_owned() } else { format!("it could be {}", list(&known)) };
            Err(Diagnostic::placeless(codes::ODDS, format!("`{text}` cannot stand at `{name}`")).help(help))
        }
        (Some(Other::Number(number)), Some((low, high))) if !(low..=high).contains(&number) => {
            Err(Diagnostic::placeless(
                codes::OUT_OF_RANGE,
                format!("`{name}` would be {number}, and must lie in {low}..{high}"),
            )
            .help(format!("name values from {low} to {high}")))
        }
        (Some(found), _) => Ok(found),
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
