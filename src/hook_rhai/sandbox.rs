//! What runs a script: an engine that starts empty, and is given its limits and its words.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rhai::{Engine, Module, Scope};

use crate::engine::Limits;

use super::{level, words};

/// How deep brackets, blocks and sums may lie within each other: far more than a rule needs, and few enough for a small
/// stack when functions call each other as well.
pub(super) const DEEPEST: usize = 32;

/// A list of one list of one list takes as much of the stack as it has entries, so no limit may be wider than this.
const DEEPEST_LIST: usize = 1_000;

/// How many functions a text may hold.
pub(super) const MOST_FUNCTIONS: usize = 100;

/// A map takes about four times the room of a list.
pub(super) const LISTS_TO_MAPS: usize = 4;

/// Words of Rhai that a house rule has no use for, and signs that lose figures without a word.
const DISABLED: &[&str] = &[
    "eval",
    "Fn",
    "call",
    "curry",
    "is_shared",
    "is_def_var",
    "is_def_fn",
    "type_of",
    "print",
    "debug",
    "import",
    "export",
    "as",
    "global",
    "<<",
    ">>",
    "<<=",
    ">>=",
    "&",
    "^",
    "&=",
    "|=",
    "^=",
];

/// Counts the operations of one call after the other. Rhai tells them while it works, and to nobody once a call is over.
#[derive(Debug, Default)]
pub(super) struct Meter {
    taken: Arc<AtomicU64>,
    /// Held during a call: two at once on different threads would be counted as one.
    busy: Mutex<()>,
}

impl Meter {
    /// Has an engine tell its operations here.
    pub(super) fn of(engine: &mut Engine) -> Self {
        let meter = Self::default();
        let taken = Arc::clone(&meter.taken);
        engine.on_progress(move |operations| {
            taken.store(operations, Ordering::SeqCst);
            None
        });
        meter
    }

    /// What a call gives, and the operations that it took.
    pub(super) fn counted<T>(&self, call: impl FnOnce() -> T) -> (T, u64) {
        let _busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        self.taken.store(0, Ordering::SeqCst);
        let given = call();
        (given, self.taken.load(Ordering::SeqCst))
    }
}

/// An engine for one text.
pub(super) fn engine(limits: Limits) -> Engine {
    let mut engine = Engine::new_raw();
    // Signs are looked up among our words first: comparisons of different things are refused there.
    engine.set_fast_operators(false);
    engine.set_allow_anonymous_fn(false);
    engine.set_fail_on_invalid_map_property(true);
    for word in DISABLED {
        engine.disable_symbol(*word);
    }
    limit(&mut engine, limits);
    words::register(&mut engine);
    level::register(&mut engine);
    engine
}

/// All limits are set, since Rhai's own differ between builds.
fn limit(engine: &mut Engine, limits: Limits) {
    engine.set_max_operations(limits.operations.max(1));
    engine.set_max_call_levels(limits.calls);
    engine.set_max_expr_depths(DEEPEST, DEEPEST);
    engine.set_max_functions(MOST_FUNCTIONS);
    engine.set_max_variables(limits.variables);
    let entries = limits.entries.clamp(1, DEEPEST_LIST);
    // Nought would mean no limit.
    engine.set_max_string_size(limits.text.max(1));
    engine.set_max_array_size(entries);
    engine.set_max_map_size((entries / LISTS_TO_MAPS).max(1));
}

/// Lets the functions of a text name its constants.
pub(super) fn serve(engine: &mut Engine, constants: &Scope) {
    let mut module = Module::new();
    for (name, _, value) in constants.iter() {
        module.set_var(name, value);
    }
    engine.register_global_module(module.into());
}

/// Rhai finds functions by hashes, whose seed differs between builds unless it is set. Whoever set it before keeps it.
pub(super) fn fix_hashes() {
    let seed = [0x61, 0x73, 0x73, 0x69];
    rhai::config::hashing::set_hashing_seed(Some(seed)).unwrap_or_default();
}
