//! The texts that come with a request.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::files;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Failure, Shelf};
use crate::protocol::echoed;

/// The texts as `use` finds them, by the names that they were given.
///
/// # Errors
/// When two of them are one file: nobody could tell which of the two counts.
pub(super) fn shelf(texts: BTreeMap<String, String>) -> Result<Shelf, Failure> {
    let (mut shelf, mut known) = (Shelf::default(), BTreeMap::new());
    for (name, text) in texts {
        if let Some(before) = known.insert(file(&name), name.clone()) {
            let message = format!("`{}` and `{}` in `texts` are the same file", echoed(&before), echoed(&name));
            return Err(Diagnostic::placeless(codes::DUPLICATE_NAME, message).help("remove one of them").into());
        }
        shelf.put(name, text);
    }
    Ok(shelf)
}

/// The file that a name stands for, however it is spelt: `lantern` is found as `lantern.asz` as well.
fn file(name: &str) -> String {
    let tidy = files::name(Path::new(name));
    if Path::new(&tidy).extension().is_some() { tidy } else { format!("{tidy}.asz") }
}
