//! A session, with a journal that the host keeps.

use std::collections::BTreeMap;
use std::ffi::{c_char, c_void};
use std::io;
use std::ptr;

use assize::journal::Store;
use assize_handles::{Answered, Hear, Session};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::boundary::{answered, given, handed, handle_mut, optional, tell, tell_whether, text_of};
use crate::encounter::{AssizeGoesOn, Data, engine_of, goes_on, read};

/// Statements entered one after the other, kept in a journal, undone, told.
pub struct AssizeSession(Session);

/// Keeps a row of a journal, with its line feed; it is no text that ends with a zero byte. It has to be kept when this returns `true`;
/// `false` is told as the reason why nothing was entered.
pub type AssizeKeep = Option<unsafe extern "C" fn(data: *mut c_void, row: *const c_char, length: usize) -> bool>;

/// The rows of a journal, in the host's hands.
struct Rows {
    keep: AssizeKeep,
    data: Data,
}

impl Store for Rows {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        let Some(keep) = self.keep else { return Ok(()) };
        // SAFETY: whoever lends a function can have it called with what it gave, and reads no more than there is.
        let is_kept = unsafe { keep(self.data.pointer(), line.as_ptr().cast(), line.len()) };
        is_kept.then_some(()).ok_or_else(|| io::Error::other("the host has not kept the row"))
    }
}

/// What a session begins with.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Begin {
    texts: BTreeMap<String, String>,
    limits: Option<Value>,
    seed: Option<Value>,
    secret_seed: Option<Value>,
}

/// Does something with a session.
///
/// # Safety
/// `session` is NULL or lives, and nobody else uses it meanwhile.
unsafe fn with<T>(session: *mut AssizeSession, work: impl FnOnce(&mut Session) -> Answered<T>) -> Answered<T> {
    // SAFETY: as whoever calls promises.
    let session = unsafe { handle_mut("session", session) };
    answered(|| work(&mut session?.0))
}

/// Begins a session, whose journal goes row by row to `keep`, which may be NULL. `options` may be NULL, or have `texts`, `limits`, `seed`
/// and `secret_seed`.
///
/// # Safety
/// `options` is NULL or a text; `keep` can be called with `data` as long as the session lives; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_begin(
    options: *const c_char,
    keep: AssizeKeep,
    data: *mut c_void,
    error: *mut *mut c_char,
) -> *mut AssizeSession {
    // SAFETY: as whoever calls promises.
    let options = unsafe { optional("options", options) };
    let session = answered(|| {
        let Begin { texts, limits, seed, secret_seed } = read(options?)?;
        let seeds = [("seed", seed), ("secret_seed", secret_seed)].into_iter();
        let seeds: Map<_, _> = seeds.filter_map(|(name, seed)| Some((name.to_owned(), seed?))).collect();
        let store = Box::new(Rows { keep, data: Data(data) });
        Session::begin(&engine_of(&texts, limits.as_ref())?, &json!(seeds).to_string(), store)
    });
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, session.map(|session| handed(AssizeSession(session)))) }
}

/// Goes on with a session from all `rows` of its journal, `length` bytes of them; those to come go to `keep`. Unless `found` is NULL, it is
/// told there what was found: `{"entries", "unfinished", "page"}`. `options` may be NULL, or have `texts` and `limits`.
///
/// # Safety
/// `rows` is NULL or has so many bytes; `found` is NULL or can be written; all else as [`assize_session_begin`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_resume(
    rows: *const c_char,
    length: usize,
    options: *const c_char,
    keep: AssizeKeep,
    data: *mut c_void,
    found: *mut *mut c_char,
    error: *mut *mut c_char,
) -> *mut AssizeSession {
    // SAFETY: as whoever calls promises.
    let options = unsafe { optional("options", options) };
    let rows = if rows.is_null() {
        &[]
    } else {
        // SAFETY: it is no null, and has so many bytes, as whoever calls promises.
        unsafe { std::slice::from_raw_parts(rows.cast::<u8>(), length) }
    };
    let resumed = answered(|| {
        let Begin { texts, limits, .. } = read(options?)?;
        let store = Box::new(Rows { keep, data: Data(data) });
        Session::resume(&engine_of(&texts, limits.as_ref())?, rows, store)
    });
    if !found.is_null() {
        let told = resumed.as_ref().map_or(ptr::null_mut(), |resumed| text_of(resumed.found.clone()));
        // SAFETY: it is no null, and can be written, as whoever calls promises.
        unsafe { *found = told };
    }
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, resumed.map(|resumed| handed(AssizeSession(resumed.session)))) }
}

/// Frees a session; NULL is nothing to free. Its journal has everything that was entered.
///
/// # Safety
/// `session` is NULL, or came from this library and was not freed; nobody uses it meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_free(session: *mut AssizeSession) {
    if !session.is_null() {
        // SAFETY: it came from `Box::into_raw`, as whoever calls promises.
        drop(unsafe { Box::from_raw(session) });
    }
}

/// Enters a line: `options` is an `Enter` without `session`, such as `{"text":"2d6 + 3"}`. Where `asks`, a question ends the call with
/// `{"asks": …}`, an `OpenQuestion`, and the next one goes on with what was `said`, NULL otherwise. In the end it is
/// `{"entered": …}`, an `Entered`.
///
/// # Safety
/// `session` is NULL or lives, and nobody else uses it meanwhile; `options` and `said` are NULL or texts; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_enter(
    session: *mut AssizeSession,
    options: *const c_char,
    asks: bool,
    said: *const c_char,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let (options, said) = unsafe { (given("options", options), optional("said", said)) };
    // SAFETY: as whoever calls promises.
    let done = unsafe {
        with(session, |session| session.enter(&in_a_session(options?)?, asks, said?.map(str::to_owned), None))
    };
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// Breaks off the entry that waits for an answer.
///
/// # Safety
/// `session` is NULL or lives, and nobody else uses it meanwhile; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_break_off(session: *mut AssizeSession, error: *mut *mut c_char) -> bool {
    // SAFETY: as whoever calls promises.
    unsafe { tell_whether(error, with(session, Session::break_off)) }
}

/// Undoes the last entry that counts: `Struck`.
///
/// # Safety
/// As [`assize_session_break_off`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_undo(session: *mut AssizeSession, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, with(session, Session::undo).map(text_of)) }
}

/// Restores the entry that was undone last: `Struck`.
///
/// # Safety
/// As [`assize_session_break_off`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_redo(session: *mut AssizeSession, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, with(session, Session::redo).map(text_of)) }
}

/// Changes the text of an earlier entry: `options` is an `Edit` without `session`; it is told as `Edited`.
///
/// # Safety
/// As [`assize_session_break_off`]; `options` is NULL or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_edit(
    session: *mut AssizeSession,
    options: *const c_char,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let options = unsafe { given("options", options) };
    // SAFETY: as whoever calls promises.
    let done = unsafe { with(session, |session| session.edit(&in_a_session(options?)?)) };
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// The values of things: `State`. `audience` is `players`, `gm` or `log`, or NULL for players.
///
/// # Safety
/// As [`assize_session_break_off`]; `audience` is NULL or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_state(
    session: *mut AssizeSession,
    audience: *const c_char,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let audience = unsafe { optional("audience", audience) };
    // SAFETY: as whoever calls promises.
    let done = unsafe { with(session, |session| session.state(&whom(audience?))) };
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// What a value was made of, in words; of the last entry if `name` is NULL. It is no JSON.
///
/// # Safety
/// As [`assize_session_break_off`]; `name` and `audience` are NULL or texts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_why(
    session: *mut AssizeSession,
    name: *const c_char,
    audience: *const c_char,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let (name, audience) = unsafe { (optional("name", name), optional("audience", audience)) };
    // SAFETY: as whoever calls promises.
    let done = unsafe { with(session, |session| session.why(name?.unwrap_or("_"), &whom(audience?))) };
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// Every entry, those that were undone as well: `History`.
///
/// # Safety
/// As [`assize_session_state`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_history(
    session: *mut AssizeSession,
    audience: *const c_char,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let audience = unsafe { optional("audience", audience) };
    // SAFETY: as whoever calls promises.
    let done = unsafe { with(session, |session| session.history(&whom(audience?))) };
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// All of it in one text: `options` is an `Export` without `session`, or NULL for Markdown for players.
///
/// # Safety
/// As [`assize_session_edit`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_export(
    session: *mut AssizeSession,
    options: *const c_char,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let options = unsafe { optional("options", options) };
    // SAFETY: as whoever calls promises.
    let done = unsafe { with(session, |session| session.export(&in_a_session(options?.unwrap_or("{}"))?)) };
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// Says how entries are answered from now on: `options` is an `Answering`, and so is what is told.
///
/// # Safety
/// As [`assize_session_edit`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_answer_by(
    session: *mut AssizeSession,
    options: *const c_char,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let options = unsafe { given("options", options) };
    // SAFETY: as whoever calls promises.
    let done = unsafe { with(session, |session| session.answer_by(options?)) };
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// Says who fills a role of the scenes to come.
///
/// # Safety
/// As [`assize_session_break_off`]; `role` and `thing` are NULL or texts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_cast(
    session: *mut AssizeSession,
    role: *const c_char,
    thing: *const c_char,
    error: *mut *mut c_char,
) -> bool {
    // SAFETY: as whoever calls promises.
    let (role, thing) = unsafe { (given("role", role), given("thing", thing)) };
    // SAFETY: as whoever calls promises.
    unsafe { tell_whether(error, with(session, |session| session.cast(role?, thing?))) }
}

/// Exact odds of what comes next: `options` is an `AskOdds` without `session`; it is told as `Odds`. See [`assize_odds`].
///
/// # Safety
/// As [`assize_session_edit`]; `hears` can be called with `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_odds(
    session: *mut AssizeSession,
    options: *const c_char,
    hears: AssizeGoesOn,
    data: *mut c_void,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let options = unsafe { optional("options", options) };
    let hear = Hear { goes_on: goes_on(hears, data), known: None };
    // SAFETY: as whoever calls promises.
    let done = unsafe { with(session, |session| session.odds(&in_a_session(options?.unwrap_or("{}"))?, hear)) };
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// The best choices in a statement that is not entered: `options` is an `AskAdvice` without `session`; it is told as `ToldAdvice`.
///
/// # Safety
/// As [`assize_session_odds`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_session_advise(
    session: *mut AssizeSession,
    options: *const c_char,
    hears: AssizeGoesOn,
    data: *mut c_void,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let options = unsafe { given("options", options) };
    // SAFETY: as whoever calls promises.
    let done = unsafe { with(session, |session| session.advise(&in_a_session(options?)?, goes_on(hears, data))) };
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// The fields of a request about a session, which has a name in the protocol only.
fn in_a_session(options: &str) -> Answered<String> {
    let mut fields: Map<String, Value> = read(Some(options))?;
    fields.insert("session".to_owned(), json!(""));
    Ok(Value::Object(fields).to_string())
}

fn whom(audience: Option<&str>) -> String {
    json!(audience.unwrap_or("players")).to_string()
}
