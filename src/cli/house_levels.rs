//! The levels that house rules add, with the lines that do not count them.

use schemars::JsonSchema;
use serde::Serialize;

use super::paths::readable;
use crate::engine::Trial;

/// A level that house rules add to a scale or a ladder.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Added {
    /// The scale or ladder.
    scale: String,
    /// The level.
    level: String,
    /// The lines that ask for the level beside it, and are not true for it.
    lines: Vec<Asking>,
    /// How it stands with fields that have a value for each level of the scale, if there are any.
    fields: Option<String>,
}

/// A line that asks for another level.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Asking {
    /// The file.
    file: String,
    /// The line in it.
    line: u32,
    /// The level that it asks for.
    asks: String,
    /// How a house rule calls it, behind `replace`.
    address: String,
}

/// Those of a trial of which something is to be told.
pub(super) fn added(trial: &Trial) -> Vec<Added> {
    let sources = trial.with.sources();
    let told = trial.levels_added().into_iter().map(|new| {
        let lines = new.lines.iter().map(|line| {
            let place = sources.place(line.place);
            let (file, asks) = (place.file.to_string(), line.level.to_string());
            Asking { file, line: place.line, asks, address: line.address.clone() }
        });
        let (scale, level) = (new.scale.to_string(), new.level.to_string());
        Added { scale, level, lines: lines.collect(), fields: new.told_families() }
    });
    told.filter(|added| !added.lines.is_empty() || added.fields.is_some()).collect()
}

/// The same for people.
pub(super) fn told(added: &[Added]) -> String {
    let each = added.iter().map(|Added { scale, level, lines, fields }| {
        let those = if lines.is_empty() { "" } else { ", and these lines do not count it" };
        let lines = lines.iter().map(|Asking { file, line, asks, address }| {
            format!("  {}:{line} asks `is {asks}`: `replace {address} {{ … }}`\n", readable(file))
        });
        let fields = fields.iter().map(|fields| format!("  {fields}\n"));
        let begin = format!("`{level}` of `{scale}` is new{those}:\n");
        [begin].into_iter().chain(lines).chain(fields).collect::<String>()
    });
    each.collect()
}
