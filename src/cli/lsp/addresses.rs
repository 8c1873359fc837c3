//! Addresses of texts as editors write them, and the names by which they are called here.

use std::path::Path;

use crate::cli::inside_texts::{address_of, decoded, encoded, place_inside};
use crate::source::{Source, SourceKind};

/// What the text at an address is called: the path of a file, or the address itself.
pub(super) fn name_of(uri: &str) -> String {
    match uri.strip_prefix("file://") {
        Some(path) => {
            let path = decoded(path.find('/').map_or(path, |from| &path[from..]));
            // `/c:/night.asz` is a file on a drive.
            let has_letter = path.as_bytes().get(2) == Some(&b':') && path.as_bytes()[1].is_ascii_alphabetic();
            path.get(usize::from(has_letter)..).unwrap_or_default().to_owned()
        }
        None => uri.to_owned(),
    }
}

/// The address of a text that takes part in a script.
pub(super) fn of_source(source: &Source) -> String {
    match source.kind {
        SourceKind::Shipped => address_of(&place_inside(&source.name, &source.text)),
        SourceKind::File | SourceKind::Entry(_) | SourceKind::Carried | SourceKind::Question => of_file(&source.name),
    }
}

/// The address of a file, by its path.
pub(super) fn of_file(name: &str) -> String {
    if name.contains(':') && !Path::new(name).is_absolute() {
        return name.to_owned();
    }
    let path = std::path::absolute(name).unwrap_or_else(|_| name.into());
    let path = path.to_string_lossy().replace('\\', "/");
    format!("file://{}{}", if path.starts_with('/') { "" } else { "/" }, encoded(&path))
}

/// An address with everything encoded that an address cannot have.
pub(super) fn valid(uri: &str) -> String {
    let is_allowed = |sign: char| sign.is_ascii_graphic() && !"\"<>\\^`{|}".contains(sign);
    let encode = |sign: char| if is_allowed(sign) { sign.to_string() } else { encoded(&sign.to_string()) };
    uri.chars().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::{name_of, of_file, valid};

    #[test]
    fn paths_survive_their_addresses() {
        for path in ["/a b/\u{e4}%20#?.asz", "/night.asz", "/100%"] {
            assert_eq!(name_of(&of_file(path)), path);
        }
        assert_eq!(name_of("file:///c%3A/night.asz"), "c:/night.asz");
        assert_eq!(name_of("file://localhost/night.asz"), "/night.asz");
        assert_eq!(name_of("untitled:Untitled-1"), "untitled:Untitled-1");
        assert_eq!(of_file("untitled:Untitled-1"), "untitled:Untitled-1");
        assert_eq!(valid("file:///a%20b/\u{e4} c.asz"), "file:///a%20b/%C3%A4%20c.asz");
    }
}
