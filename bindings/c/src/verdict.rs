//! A verdict, and a run that comes to one.

use std::ffi::c_char;
use std::ptr;

use assize_handles::{Answered, Verdict};

use crate::boundary::{answered, given, handed, handle, handle_mut, optional, tell, text_of};
use crate::encounter::AssizePlaying;

/// What happened, as far as those may know for whom it is. It is written down only when somebody asks for it.
pub struct AssizeVerdict(pub(crate) Verdict);

/// A verdict as something.
///
/// # Safety
/// `verdict` is NULL or lives; `error` is NULL or can be written.
unsafe fn written(
    verdict: *const AssizeVerdict,
    error: *mut *mut c_char,
    write: impl FnOnce(&Verdict) -> Answered<String>,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let verdict = unsafe { handle("verdict", verdict) };
    let done = answered(|| write(&verdict?.0));
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// Frees a verdict; NULL is nothing to free.
///
/// # Safety
/// `verdict` is NULL, or came from this library and was not freed; nobody uses it meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_verdict_free(verdict: *mut AssizeVerdict) {
    if !verdict.is_null() {
        // SAFETY: it came from `Box::into_raw`, as whoever calls promises.
        drop(unsafe { Box::from_raw(verdict) });
    }
}

/// All of it: `Verdict`, as `assize run --format json` prints it.
///
/// # Safety
/// `verdict` is NULL or lives; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_verdict_json(verdict: *const AssizeVerdict, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    unsafe { written(verdict, error, |verdict| Ok(verdict.json())) }
}

/// The named results alone: a list of `Shown`.
///
/// # Safety
/// `verdict` is NULL or lives; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_verdict_brief(verdict: *const AssizeVerdict, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    unsafe { written(verdict, error, |verdict| Ok(verdict.brief())) }
}

/// The result of this name, a `Shown`, such as that of `climb.quality`; `null`, if there is none.
///
/// # Safety
/// `verdict` is NULL or lives; `name` is NULL or a text; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_verdict_get(
    verdict: *const AssizeVerdict,
    name: *const c_char,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let name = unsafe { given("name", name) };
    // SAFETY: as whoever calls promises.
    unsafe { written(verdict, error, |verdict| Ok(verdict.get(name?).unwrap_or_else(|| "null".to_owned()))) }
}

/// In words, for people at a table. It is no JSON.
///
/// # Safety
/// `verdict` is NULL or lives; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_verdict_text(verdict: *const AssizeVerdict, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    unsafe { written(verdict, error, |verdict| Ok(verdict.text())) }
}

/// In Markdown, for the log of a session or a chat. It is no JSON.
///
/// # Safety
/// `verdict` is NULL or lives; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_verdict_markdown(
    verdict: *const AssizeVerdict,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    unsafe { written(verdict, error, |verdict| Ok(verdict.markdown())) }
}

/// One page for a browser. It is no JSON.
///
/// # Safety
/// `verdict` is NULL or lives; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_verdict_html(verdict: *const AssizeVerdict, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    unsafe { written(verdict, error, |verdict| Ok(verdict.html())) }
}

/// What a value was made of, in words; of everything if `name` is NULL. It is no JSON.
///
/// # Safety
/// `verdict` is NULL or lives; `name` is NULL or a text; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_verdict_why(
    verdict: *const AssizeVerdict,
    name: *const c_char,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let name = unsafe { optional("name", name) };
    // SAFETY: as whoever calls promises.
    unsafe { written(verdict, error, |verdict| verdict.why(name?)) }
}

/// Goes on with what was `said` to the question that is open (NULL at the beginning), up to the next one or to the verdict. It returns
/// the verdict, or NULL: then either `*error` says why, or there is another question.
///
/// # Safety
/// `playing` is NULL or lives, and nobody else uses it meanwhile; `said` is NULL or a text; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_playing_go_on(
    playing: *mut AssizePlaying,
    said: *const c_char,
    error: *mut *mut c_char,
) -> *mut AssizeVerdict {
    // SAFETY: as whoever calls promises.
    let (playing, said) = unsafe { (handle_mut("playing", playing), optional("said", said)) };
    let verdict = answered(|| playing?.0.go_on(said?.map(str::to_owned), None));
    let verdict = verdict.map(|verdict| verdict.map_or(ptr::null_mut(), |verdict| handed(AssizeVerdict(verdict))));
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, verdict) }
}

/// The question that is open: an `OpenQuestion`, or `null`.
///
/// # Safety
/// `playing` is NULL or lives; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_playing_question(
    playing: *const AssizePlaying,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let playing = unsafe { handle("playing", playing) };
    let done = answered(|| Ok(playing?.0.question().unwrap_or_else(|| "null".to_owned())));
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done.map(text_of)) }
}

/// Frees a playing; NULL is nothing to free.
///
/// # Safety
/// `playing` is NULL, or came from this library and was not freed; nobody uses it meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_playing_free(playing: *mut AssizePlaying) {
    if !playing.is_null() {
        // SAFETY: it came from `Box::into_raw`, as whoever calls promises.
        drop(unsafe { Box::from_raw(playing) });
    }
}
