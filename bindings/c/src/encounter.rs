//! A compiled script.

use std::collections::BTreeMap;
use std::ffi::{c_char, c_void};

use assize::diagnostic::codes;
use assize_handles::{Answered, Encounter, Engine, GoesOn, Hear, Host, Playing, complaint};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::boundary::{answered, given, handed, handle, optional, tell, text_of};
use crate::verdict::AssizeVerdict;

/// A compiled script, asked as often as you like, from any thread.
pub struct AssizeEncounter(pub(crate) Encounter);

/// A run with people who choose and roll.
pub struct AssizePlaying(pub(crate) Playing);

/// Is told now and then how many situations were come upon, or how many runs were made; `false` is enough of it. It may be called
/// often, and by the thread that asks.
pub type AssizeGoesOn = Option<unsafe extern "C" fn(data: *mut c_void, count: usize) -> bool>;

/// What C may call from any thread that asks: whoever lends it says so.
#[derive(Clone, Copy)]
pub(crate) struct Data(pub(crate) *mut c_void);

// SAFETY: it is handed back to the function that it was given with, and to nobody else; the call that has it returns before it is gone.
unsafe impl Send for Data {}
// SAFETY: as above; the functions are called by the thread that asks alone.
unsafe impl Sync for Data {}

impl Data {
    /// The pointer, so that a closure takes all of this and not the pointer alone.
    pub(crate) fn pointer(&self) -> *mut c_void {
        self.0
    }
}

/// How a script is compiled.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Compile {
    name: Option<String>,
    cast: BTreeMap<String, String>,
    texts: BTreeMap<String, String>,
    limits: Option<Value>,
}

/// The fields of an engine.
pub(crate) fn engine_of(texts: &BTreeMap<String, String>, limits: Option<&Value>) -> Answered<Engine> {
    let limits = limits.cloned().unwrap_or_else(|| json!("own"));
    Engine::new(&json!({ "texts": texts, "limits": limits }).to_string(), Host::system())
}

pub(crate) fn read<T: Default + for<'de> Deserialize<'de>>(options: Option<&str>) -> Answered<T> {
    let Some(options) = options else { return Ok(T::default()) };
    serde_json::from_str(options).map_err(|error| complaint(codes::PARAMETERS, &error.to_string(), None))
}

pub(crate) fn goes_on(hears: AssizeGoesOn, data: *mut c_void) -> Option<GoesOn> {
    let (hears, data) = (hears?, Data(data));
    Some(Box::new(move |count| {
        // SAFETY: whoever lends a function can have it called with what it gave.
        unsafe { hears(data.pointer(), count) }
    }))
}

/// Compiles a script. `options` may be NULL, or have `name` (what it is called in messages), `cast` (who fills its roles), `texts` (what
/// `use` finds, by its name) and `limits` (`"own"`, or `"untrusted"` for scripts of strangers).
///
/// # Safety
/// `text` and `options` are NULL or texts; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_compile(
    text: *const c_char,
    options: *const c_char,
    error: *mut *mut c_char,
) -> *mut AssizeEncounter {
    // SAFETY: as whoever calls promises.
    let (text, options) = unsafe { (given("text", text), optional("options", options)) };
    let compiled = answered(|| {
        let Compile { name, cast, texts, limits } = read(options?)?;
        let engine = engine_of(&texts, limits.as_ref())?;
        engine.compile(name.as_deref().unwrap_or("script"), text?, &json!(cast).to_string())
    });
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, compiled.map(|compiled| handed(AssizeEncounter(compiled)))) }
}

/// Frees an encounter; NULL is nothing to free.
///
/// # Safety
/// `encounter` is NULL, or came from this library and was not freed; nobody uses it meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_encounter_free(encounter: *mut AssizeEncounter) {
    if !encounter.is_null() {
        // SAFETY: it came from `Box::into_raw`, as whoever calls promises.
        drop(unsafe { Box::from_raw(encounter) });
    }
}

/// What is worth a look although it runs: `Checked`.
///
/// # Safety
/// `encounter` is NULL or lives; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_check(encounter: *const AssizeEncounter, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let encounter = unsafe { handle("encounter", encounter) };
    let done = answered(|| Ok(encounter?.0.check()));
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// What comes of its expectations: `Tested`.
///
/// # Safety
/// `encounter` is NULL or lives; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_test(encounter: *const AssizeEncounter, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let encounter = unsafe { handle("encounter", encounter) };
    let done = answered(|| encounter?.0.test());
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// The roles that somebody has to fill before it runs: a list of `{"name", "kind", "fitting"}`.
///
/// # Safety
/// `encounter` is NULL or lives; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_roles(encounter: *const AssizeEncounter, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let encounter = unsafe { handle("encounter", encounter) };
    let done = answered(|| Ok(encounter?.0.roles()));
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// Runs it once, with nobody to ask. `options` is an `Adjudicate`, or NULL for dice from fresh seeds, for players.
///
/// # Safety
/// `encounter` is NULL or lives; `options` is NULL or a text; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_adjudicate(
    encounter: *const AssizeEncounter,
    options: *const c_char,
    error: *mut *mut c_char,
) -> *mut AssizeVerdict {
    // SAFETY: as whoever calls promises.
    let (encounter, options) = unsafe { (handle("encounter", encounter), optional("options", options)) };
    let verdict = answered(|| encounter?.0.adjudicate(options?.unwrap_or_default()));
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, verdict.map(|verdict| handed(AssizeVerdict(verdict)))) }
}

/// Begins to run it once, with people who choose and roll. `options` is an `Adjudicate`, or NULL.
///
/// # Safety
/// `encounter` is NULL or lives; `options` is NULL or a text; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_play(
    encounter: *const AssizeEncounter,
    options: *const c_char,
    error: *mut *mut c_char,
) -> *mut AssizePlaying {
    // SAFETY: as whoever calls promises.
    let (encounter, options) = unsafe { (handle("encounter", encounter), optional("options", options)) };
    let playing = answered(|| encounter?.0.play(options?.unwrap_or_default()));
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, playing.map(|playing| handed(AssizePlaying(playing)))) }
}

/// Exact odds: `Odds`. `options` is a `FindOdds`, or NULL for everything. `goes_on` may be NULL; where it says `false`, the answers say
/// between which numbers they lie.
///
/// # Safety
/// `encounter` is NULL or lives; `options` is NULL or a text; `goes_on` can be called with `data`; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_odds(
    encounter: *const AssizeEncounter,
    options: *const c_char,
    goes_on: AssizeGoesOn,
    data: *mut c_void,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let (encounter, options) = unsafe { (handle("encounter", encounter), optional("options", options)) };
    let hear = Hear { goes_on: self::goes_on(goes_on, data), known: None };
    let done = answered(|| encounter?.0.odds(options?.unwrap_or_default(), hear));
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// The best choices for a goal: `ToldAdvice`. `options` is a `FindAdvice`, or NULL for the goal that the scene suggests.
///
/// # Safety
/// As [`assize_odds`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_advise(
    encounter: *const AssizeEncounter,
    options: *const c_char,
    goes_on: AssizeGoesOn,
    data: *mut c_void,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let (encounter, options) = unsafe { (handle("encounter", encounter), optional("options", options)) };
    let hears = self::goes_on(goes_on, data);
    let done = answered(|| encounter?.0.advise(options?.unwrap_or_default(), hears));
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// Odds by trying: a list of `ToldEstimate`. `options` is a `Simulate`, or NULL.
///
/// # Safety
/// As [`assize_odds`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_simulate(
    encounter: *const AssizeEncounter,
    options: *const c_char,
    goes_on: AssizeGoesOn,
    data: *mut c_void,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let (encounter, options) = unsafe { (handle("encounter", encounter), optional("options", options)) };
    let hears = self::goes_on(goes_on, data);
    let done = answered(|| encounter?.0.simulate(options?.unwrap_or_default(), hears));
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}
