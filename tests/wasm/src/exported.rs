//! What Node calls: two functions, and the memory in which the text stands.

#![expect(unsafe_code, reason = "functions are exported by a name of their own, which is all that is unsafe here")]

use std::sync::OnceLock;

static TOLD: OnceLock<String> = OnceLock::new();

/// Has everything told for a seed, once; where it stands in memory.
#[unsafe(no_mangle)]
pub extern "C" fn tell(seed: u64) -> *const u8 {
    TOLD.get_or_init(|| crate::told(seed)).as_ptr()
}

/// How many bytes have been told.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    TOLD.get().map_or(0, String::len)
}
