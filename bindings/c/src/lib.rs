//! The library as C calls it: handles, and texts in JSON. `assize.h` is made of this.
//!
//! Nothing panics across the boundary, and what is null or not UTF-8 is refused.

// What C hands in is only read where it is said to point to something; each place says why that is so.
#![allow(unsafe_code, reason = "pointers of C are read and handed out here, and nowhere else")]

mod boundary;
mod encounter;
mod session;
mod verdict;

#[cfg(test)]
mod tests;

use std::ffi::c_char;

use boundary::{answered, given, tell, text_of};

pub use encounter::*;
pub use session::*;
pub use verdict::*;

/// The version of the library, such as `0.1.0`. It belongs to the library.
#[unsafe(no_mangle)]
pub extern "C" fn assize_version() -> *const c_char {
    const VERSION: &std::ffi::CStr =
        match std::ffi::CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

/// Frees a text that a function of this library has given back; NULL is nothing to free.
///
/// # Safety
/// `text` is NULL, or came from this library and was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: it came from `CString::into_raw`, as whoever calls promises.
        drop(unsafe { std::ffi::CString::from_raw(text) });
    }
}

/// The systems and house rules that come with the library, with their texts: a list of `{"name", "text"}`.
///
/// # Safety
/// `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_shipped(error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, answered(|| Ok(assize_handles::shipped())).map(text_of)) }
}

/// A script in the one layout. It is refused where it has mistakes.
///
/// # Safety
/// `text` is NULL or a text; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assize_format(text: *const c_char, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: as whoever calls promises.
    let text = unsafe { given("text", text) };
    let done = answered(|| assize_handles::formatted("script", text?)).map(text_of);
    // SAFETY: as whoever calls promises.
    unsafe { tell(error, done) }
}
