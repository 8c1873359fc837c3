//! The functions a script may call, besides its own: few, pure, and without surprises.

use std::any::TypeId;
use std::ops::{Range, RangeInclusive};

use rhai::{Array, Dynamic, Engine, EvalAltResult, ImmutableString, Map};

use super::level::Level;

/// All of them, as a script writes them; `x in list` is `contains`.
pub(super) const WORDS: &[&str] = &[
    "abs",
    "contains",
    "count",
    "div_down",
    "div_up",
    "down",
    "ends_with",
    "keys",
    "len",
    "max",
    "min",
    "push",
    "sign",
    "sort",
    "starts_with",
    "sum",
    "up",
];

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// Makes them known.
pub(super) fn register(engine: &mut Engine) {
    numbers(engine);
    texts(engine);
    lists(engine);
    maps(engine);
    engine.register_iterator::<Array>();
    engine.register_iterator::<Range<i64>>();
    engine.register_iterator::<RangeInclusive<i64>>();
    refuse_mixed_comparisons(engine);
    // Alternatives of a `switch` need the sign, so it cannot be disabled.
    engine.register_fn("|", |_: i64, _: i64| Err::<i64, Box<EvalAltResult>>("`or` is written `||`".into()));
}

fn numbers(engine: &mut Engine) {
    engine.register_fn("-", |n: i64| counted(n.checked_neg()));
    engine.register_fn("+", |n: i64| n);
    engine.register_fn("!", |yes: bool| !yes);
    engine.register_fn("abs", |n: i64| counted(n.checked_abs()));
    engine.register_fn("sign", i64::signum);
    engine.register_fn("min", |a: i64, b: i64| a.min(b));
    engine.register_fn("max", |a: i64, b: i64| a.max(b));
    engine.register_fn("div_down", div_down);
    engine.register_fn("div_up", |a: i64, b: i64| {
        let down = div_down(a, b)?;
        Ok::<i64, Box<EvalAltResult>>(if down.wrapping_mul(b) == a { down } else { down + 1 })
    });
}

fn div_down(a: i64, b: i64) -> Result<i64> {
    if b == 0 {
        return Err("this divides by zero".into());
    }
    let towards_zero = counted(a.checked_div(b))?;
    let inexact = towards_zero.wrapping_mul(b) != a;
    Ok(if inexact && (a < 0) != (b < 0) { towards_zero - 1 } else { towards_zero })
}

fn texts(engine: &mut Engine) {
    engine.register_fn("len", letters).register_get("len", letters);
    engine.register_fn("contains", |text: ImmutableString, part: ImmutableString| text.contains(part.as_str()));
    engine.register_fn("starts_with", |text: ImmutableString, part: ImmutableString| text.starts_with(part.as_str()));
    engine.register_fn("ends_with", |text: ImmutableString, part: ImmutableString| text.ends_with(part.as_str()));
    engine.register_fn("+", |text: ImmutableString, number: i64| text + number.to_string());
    engine.register_fn("+", |number: i64, text: ImmutableString| ImmutableString::from(number.to_string()) + text);
}

fn letters(text: &mut ImmutableString) -> i64 {
    length(text.chars().count())
}

fn length(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn lists(engine: &mut Engine) {
    engine.register_fn("len", |list: &mut Array| length(list.len()));
    engine.register_get("len", |list: &mut Array| length(list.len()));
    engine.register_fn("push", |list: &mut Array, entry: Dynamic| list.push(entry));
    engine.register_fn("contains", |list: &mut Array, wanted: Dynamic| list.iter().any(|entry| same(entry, &wanted)));
    engine.register_fn("count", |list: &mut Array, wanted: Dynamic| {
        length(list.iter().filter(|entry| same(entry, &wanted)).count())
    });
    engine.register_fn("sum", |list: &mut Array| counted(figures(list)?.into_iter().try_fold(0_i64, i64::checked_add)));
    engine.register_fn("min", |list: &mut Array| extreme(figures(list)?.into_iter().min()));
    engine.register_fn("max", |list: &mut Array| extreme(figures(list)?.into_iter().max()));
    engine.register_fn("sort", |list: &mut Array| {
        let mut sorted = figures(list)?;
        sorted.sort_unstable();
        *list = sorted.into_iter().map(Dynamic::from_int).collect();
        Ok::<(), Box<EvalAltResult>>(())
    });
    engine.register_fn("+", |first: Array, second: Array| first.into_iter().chain(second).collect::<Array>());
    engine.register_fn("contains", |range: &mut Range<i64>, n: i64| range.contains(&n));
    engine.register_fn("contains", |range: &mut RangeInclusive<i64>, n: i64| range.contains(&n));
}

fn maps(engine: &mut Engine) {
    engine.register_fn("len", |map: &mut Map| length(map.len()));
    engine.register_get("len", |map: &mut Map| length(map.len()));
    engine.register_fn("contains", |map: &mut Map, key: ImmutableString| map.contains_key(key.as_str()));
    engine.register_fn("keys", |map: &mut Map| map.keys().map(|key| key.clone().into()).collect::<Array>());
}

/// The numbers of a list.
fn figures(list: &Array) -> Result<Vec<i64>> {
    list.iter()
        .map(|entry| entry.as_int().map_err(|_| "this list contains something that is not a number".into()))
        .collect()
}

/// Numbers, texts, yes and no, and levels by their name; other things are never the same.
fn same(one: &Dynamic, other: &Dynamic) -> bool {
    match (one.as_int(), other.as_int()) {
        (Ok(one), Ok(other)) => return one == other,
        (Err(_), Err(_)) => {}
        _ => return false,
    }
    match (one.as_bool(), other.as_bool()) {
        (Ok(one), Ok(other)) => return one == other,
        (Err(_), Err(_)) => {}
        _ => return false,
    }
    match (name(one), name(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one.is_unit() && other.is_unit(),
    }
}

fn name(value: &Dynamic) -> Option<String> {
    let level = value.read_lock::<Level>().map(|level| level.name().to_owned());
    level.or_else(|| value.as_immutable_string_ref().ok().map(|text| text.to_string()))
}

/// A sum that is there unless it grew beyond all figures.
fn counted(number: Option<i64>) -> Result<i64> {
    number.ok_or_else(|| "this number is too large".into())
}

/// The least or greatest number, unless there is none.
fn extreme(number: Option<i64>) -> Result<i64> {
    number.ok_or_else(|| "an empty list has no lowest or highest number".into())
}

/// Rhai answers `false` when a number is compared with a text, which hides a mistake.
fn refuse_mixed_comparisons(engine: &mut Engine) {
    let kinds = [
        (TypeId::of::<i64>(), "a number"),
        (TypeId::of::<ImmutableString>(), "text"),
        (TypeId::of::<bool>(), "yes or no"),
    ];
    for (one, one_name) in kinds {
        for (other, other_name) in kinds.into_iter().filter(|(other, _)| *other != one) {
            for sign in ["==", "!=", "<", "<=", ">", ">="] {
                engine.register_raw_fn(sign, [one, other], move |_, _| -> Result<Dynamic> {
                    Err(format!("{one_name} cannot be compared with {other_name}").into())
                });
            }
        }
    }
}
