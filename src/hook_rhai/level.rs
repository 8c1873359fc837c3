//! Levels of a scale: they compare with each other and with the names of levels.

use std::cmp::Ordering;
use std::sync::Arc;

use rhai::{Engine, EvalAltResult, ImmutableString};

/// A level, which knows its scale.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The scale it belongs to.
    pub(super) scale: Arc<Scale>,
    /// Its place, from 0.
    pub(super) rank: usize,
}

/// An ordered scale.
#[derive(Debug)]
pub(super) struct Scale {
    /// Its name.
    pub(super) name: String,
    /// Its levels, lowest first.
    pub(super) levels: Vec<String>,
}

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// What holds of two levels, by the sign that asks it.
type Holds = fn(Ordering) -> bool;

/// Every comparison.
const COMPARISONS: [(&str, Holds); 6] = [
    ("==", Ordering::is_eq),
    ("!=", Ordering::is_ne),
    ("<", Ordering::is_lt),
    ("<=", Ordering::is_le),
    (">", Ordering::is_gt),
    (">=", Ordering::is_ge),
];

/// Makes levels known.
pub(super) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Level>("level");
    engine.register_get("rank", |level: &mut Level| i64::try_from(level.rank).unwrap_or(i64::MAX));
    engine.register_get("name", |level: &mut Level| level.name().to_owned());
    engine.register_fn("to_string", |level: &mut Level| level.name().to_owned());
    engine.register_fn("up", |level: &mut Level, by: i64| level.moved(by));
    engine.register_fn("down", |level: &mut Level, by: i64| level.moved(by.saturating_neg()));
    engine.register_fn("+", |text: ImmutableString, level: Level| text + level.name());
    engine.register_fn("+", |level: Level, text: ImmutableString| ImmutableString::from(level.name()) + text);
    for (sign, holds) in COMPARISONS {
        register_comparison(engine, sign, holds);
    }
}

/// A level's name may be a number, as in a scale of points.
fn register_comparison(engine: &mut Engine, sign: &str, holds: Holds) {
    engine.register_fn(sign, move |left: Level, right: Level| left.compared(&right).map(holds));
    engine.register_fn(sign, move |left: Level, right: ImmutableString| left.with_name(&right).map(holds));
    engine.register_fn(sign, move |left: ImmutableString, right: Level| right.with_name(&left).map(reversed(holds)));
    engine.register_fn(sign, move |left: Level, right: i64| left.with_name(&right.to_string()).map(holds));
    engine.register_fn(sign, move |left: i64, right: Level| right.with_name(&left.to_string()).map(reversed(holds)));
    engine.register_fn(sign, |left: Level, _: bool| left.no_level::<bool>("yes or no"));
    engine.register_fn(sign, |_: bool, right: Level| right.no_level::<bool>("yes or no"));
}

fn reversed(holds: Holds) -> impl Fn(Ordering) -> bool {
    move |order| holds(order.reverse())
}

impl Level {
    /// Its name; empty only if whoever handed it in gave a rank beyond its scale.
    pub(super) fn name(&self) -> &str {
        self.scale.levels.get(self.rank).map_or("", String::as_str)
    }

    /// A level further up or down, but not beyond the ends.
    fn moved(&self, by: i64) -> Self {
        let steps = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
        let highest = self.scale.levels.len().saturating_sub(1);
        let rank = if by < 0 { self.rank.saturating_sub(steps) } else { self.rank.saturating_add(steps) };
        Self { scale: Arc::clone(&self.scale), rank: rank.min(highest) }
    }

    fn compared(&self, other: &Self) -> Result<Ordering> {
        if self.scale.levels == other.scale.levels {
            return Ok(self.rank.cmp(&other.rank));
        }
        Err(format!("levels of `{}` and of `{}` cannot be compared", self.scale.name, other.scale.name).into())
    }

    fn with_name(&self, name: &str) -> Result<Ordering> {
        let other = self.scale.levels.iter().position(|level| level == name);
        other.map_or_else(|| self.no_level(&format!("`{name}`")), |other| Ok(self.rank.cmp(&other)))
    }

    fn no_level<T>(&self, what: &str) -> Result<T> {
        let levels = self.scale.levels.join("`, `");
        Err(format!("{what} is not a level of `{}`; its levels are `{levels}`", self.scale.name).into())
    }
}
