//! The header says what there is, and what comes from C is looked at.

use std::ffi::{CStr, c_char};
use std::ptr;

use super::{assize_adjudicate, assize_compile, assize_encounter_free, assize_text_free};

/// Why something was refused.
fn reason(error: *mut c_char) -> String {
    assert!(!error.is_null());
    // SAFETY: it came from the library a moment ago.
    let words = unsafe { CStr::from_ptr(error) }.to_str().expect("it is UTF-8").to_owned();
    // SAFETY: as above, and it is not used any more.
    unsafe { assize_text_free(error) };
    words
}

#[test]
fn the_header_is_current() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let config = cbindgen::Config::from_file(format!("{folder}/cbindgen.toml")).expect("it is read");
    let bindings = cbindgen::Builder::new().with_crate(folder).with_config(config).generate().expect("it is made");
    let (mut made, path) = (Vec::new(), format!("{folder}/include/assize.h"));
    bindings.write(&mut made);
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(&path, &made).expect("it can be written");
    }
    let kept = std::fs::read(&path).unwrap_or_default();
    assert!(kept == made, "`{path}` is behind; `WRITE_DOCS=1 cargo test -p assize-c` writes it anew");
}

#[test]
fn what_is_null_or_no_text_is_refused() {
    let mut error = ptr::null_mut();
    // SAFETY: null is allowed everywhere, and the bytes end with a zero.
    let compiled = unsafe { assize_compile(ptr::null(), ptr::null(), &raw mut error) };
    assert!(compiled.is_null() && reason(error).contains("`text` is NULL"));
    // SAFETY: as above.
    let compiled = unsafe { assize_compile(c"\xff".as_ptr(), ptr::null(), &raw mut error) };
    assert!(compiled.is_null() && reason(error).contains("`text` is not UTF-8"));
    // SAFETY: as above.
    let compiled =
        unsafe { assize_compile(c"note \"a knock\"".as_ptr(), c"{\"nmae\":\"x\"}".as_ptr(), &raw mut error) };
    assert!(compiled.is_null() && reason(error).contains("nmae"));
    // SAFETY: as above.
    assert!(unsafe { assize_adjudicate(ptr::null(), ptr::null(), ptr::null_mut()) }.is_null());
    // SAFETY: as above.
    unsafe { assize_encounter_free(ptr::null_mut()) };
}

#[test]
fn a_panic_stays_on_this_side() {
    let silent = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let caught = crate::boundary::answered::<()>(|| panic!("the roof fell in"));
    std::panic::set_hook(silent);
    let why = caught.expect_err("it panicked").0;
    assert!(why.contains("AZ922") && why.contains("the roof fell in"), "{why}");
}
