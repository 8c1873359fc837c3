//! Checks systems: a [`System`] is what its files say, with all house rules applied to it. No scene is known here.
//!
//! The work is done in small passes, each of which needs only the results of earlier ones; see `passes.rs`.

// Each layer uses the ones above it.

// House rules, laid over what was written.
mod declared_words;
mod overlay_additions;
mod overlay_fields;
mod overlay_kind_needs;
mod overlay_line_names;
mod overlay_lines;
mod overlay_repeats;
mod overlay_rows;
mod overlay_touches;
mod overlays;
mod taken_blanks;

// The checker, and what needs no more than names and types as they are written.
mod checker;
mod lines_outside;
mod names;
mod overlay_names;
mod signatures;
mod sources;

// What has a type that is found when somebody needs it.
mod cells;
mod dice;
mod inference;
mod tables;

// What is declared, one sort after the other.
mod decks;
mod handed;
mod item_values;
mod kinds;
mod locals;
mod own_runs;

mod plans;
mod procedures;
mod scales;
mod statements;

// What lines read, on each way that leads to them.
mod missing_rows;
mod new_levels;
mod reached_lines;
mod values_before_use;

// What never counts.
mod covered_rows;
mod emptied_blocks;
mod idle_changes;
mod overwritten;
mod rows_of_dice;
mod unread_values;
mod unused;

// All of it in order, and whose fault it is.
mod overlay_blame;
mod passes;

use super::{System, SystemFiles};
use crate::allowance::Allowance;
use crate::diagnostic::Diagnostics;
use checker::SystemChecker;

/// Resolves and checks a system with its overlays. Findings go to `sink`; with errors among them there is no system.
pub fn check(files: &SystemFiles, allowance: &Allowance, sink: &mut Diagnostics) -> Option<System> {
    let system = check_partial(files, allowance, sink);
    (!sink.has_errors()).then_some(system)
}

/// What is sound of a system, for whoever helps while it is written. Findings go to `sink`; with errors among them it must
/// not be run.
pub fn check_partial(files: &SystemFiles, allowance: &Allowance, sink: &mut Diagnostics) -> System {
    let (system, found) = laid_over(files, allowance, std::mem::take(sink));
    *sink =
        overlay_blame::led_home(files, (&system, found), &|files| laid_over(files, allowance, Diagnostics::default()));
    system
}

/// The system with its house rules, and what was found of it.
fn laid_over(files: &SystemFiles, allowance: &Allowance, mut sink: Diagnostics) -> (System, Diagnostics) {
    let mut merged = overlays::merge(files, &mut sink);
    // What is wrong with rules of which one half is missing follows from that.
    let contradicted = merged.is_contradictory.then(|| sink.clone());
    let declarations = names::each_once(std::mem::take(&mut merged.declarations), &mut sink);
    let mut checker = SystemChecker::new(files, allowance, sink);
    checker.frame();
    checker.declarations(&declarations);
    let (mut system, found) = checker.finish();
    let found = contradicted.unwrap_or(found);
    system.taken_blanks = taken_blanks::taken_blanks(files, &declarations);
    let alone = || {
        let of_host = files.functions.iter().filter(|function| function.signature.is_some()).cloned().collect();
        let files = SystemFiles { houses: Vec::new(), functions: of_host, ..files.clone() };
        laid_over(&files, allowance, Diagnostics::default()).0
    };
    if !found.has_errors() {
        system.new_levels = new_levels::new_levels((files, &declarations), &system, &alone);
    }
    let mut sink = Diagnostics::default();
    let found = found.into_iter().map(|finding| merged.beside_displaced(finding));
    sink.extend(found.map(|finding| emptied_blocks::led_home(finding, &declarations, &merged)));
    sink.extend(system.new_levels.iter().filter_map(new_levels::remark));
    (system, sink)
}
