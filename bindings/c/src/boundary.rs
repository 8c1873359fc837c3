//! What comes from C, and what goes there.

use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use assize::diagnostic::codes;
use assize_handles::{Answered, Refused, complaint};

/// A text that has to be there.
///
/// # Safety
/// `text` is NULL or a text that ends with a zero byte, and nobody changes it meanwhile.
pub(crate) unsafe fn given<'t>(name: &str, text: *const c_char) -> Answered<&'t str> {
    // SAFETY: as whoever calls promises.
    unsafe { optional(name, text) }?.ok_or_else(|| wrong(&format!("`{name}` is NULL")))
}

/// A text that may be left out.
///
/// # Safety
/// As [`given`].
pub(crate) unsafe fn optional<'t>(name: &str, text: *const c_char) -> Answered<Option<&'t str>> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: it is no null, and a text, as whoever calls promises.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map(Some).map_err(|_| wrong(&format!("`{name}` is not UTF-8")))
}

/// What a handle stands for.
///
/// # Safety
/// `handle` is NULL, or came from this library and was not freed; nobody changes what it stands for meanwhile.
pub(crate) unsafe fn handle<'h, T>(name: &str, handle: *const T) -> Answered<&'h T> {
    // SAFETY: as whoever calls promises.
    unsafe { handle.as_ref() }.ok_or_else(|| wrong(&format!("`{name}` is NULL")))
}

/// The same for what is changed.
///
/// # Safety
/// As [`handle`], and nobody else uses it meanwhile.
pub(crate) unsafe fn handle_mut<'h, T>(name: &str, handle: *mut T) -> Answered<&'h mut T> {
    // SAFETY: as whoever calls promises.
    unsafe { handle.as_mut() }.ok_or_else(|| wrong(&format!("`{name}` is NULL")))
}

/// Does something, and tells of a panic as of anything else that is refused.
pub(crate) fn answered<T>(work: impl FnOnce() -> Answered<T>) -> Answered<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
        let words = words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        let help = "please report this with the script";
        Err(complaint(codes::INTERNAL, &format!("internal error: {words}"), Some(help)))
    })
}

/// A text for C. It has no zero byte inside: one of a script would stand for itself in JSON, and is of no use in words.
pub(crate) fn text_of(text: String) -> *mut c_char {
    let text = if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text };
    CString::new(text).map_or(ptr::null_mut(), CString::into_raw)
}

/// Something to be freed by whoever called.
pub(crate) fn handed<T>(it: T) -> *mut T {
    Box::into_raw(Box::new(it))
}

/// What was done, or null and the reason.
///
/// # Safety
/// `error` is NULL or can be written.
pub(crate) unsafe fn tell<T>(error: *mut *mut c_char, done: Answered<*mut T>) -> *mut T {
    // SAFETY: as whoever calls promises.
    unsafe { done_or_told(error, done) }.unwrap_or(ptr::null_mut())
}

/// Whether it was done; the reason, if not.
///
/// # Safety
/// `error` is NULL or can be written.
pub(crate) unsafe fn tell_whether(error: *mut *mut c_char, done: Answered<()>) -> bool {
    // SAFETY: as whoever calls promises.
    unsafe { done_or_told(error, done) }.is_some()
}

unsafe fn done_or_told<T>(error: *mut *mut c_char, done: Answered<T>) -> Option<T> {
    let (done, why) = match done {
        Ok(done) => (Some(done), ptr::null_mut()),
        Err(Refused(why)) => (None, text_of(why)),
    };
    if error.is_null() {
        // SAFETY: it is null, or was made a moment ago.
        unsafe { crate::assize_text_free(why) };
    } else {
        // SAFETY: it is no null, and can be written, as whoever calls promises.
        unsafe { *error = why };
    }
    done
}

fn wrong(message: &str) -> Refused {
    complaint(codes::PARAMETERS, message, None)
}
