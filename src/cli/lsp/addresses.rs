//! Addresses of texts as editors write them, and the names by which they are called here.

use std::fmt::Write as _;
use std::path::Path;

use crate::engine::{Library, Shipped};
use crate::source::{Source, SourceKind};

use super::super::explain::PAGES;

/// What the addresses of texts inside the program begin with. Some editors write one slash.
const INSIDE: &str = "assize:///";

/// The folders of these addresses.
const SYSTEMS: &str = "systems";
const HOUSES: &str = "house";
const DATA: &str = "data";
const MISTAKES: &str = "mistakes";

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

/// Whether the text at an address is inside the program: nobody can change it.
pub(super) fn is_inside(uri: &str) -> bool {
    inside(uri).is_some()
}

/// Where a text stands inside the program, by its address.
pub(super) fn inside(uri: &str) -> Option<&str> {
    let path = uri.strip_prefix("assize:")?;
    path.strip_prefix("//").unwrap_or(path).strip_prefix('/')
}

/// The address of a text that takes part in a script.
pub(super) fn of_source(source: &Source) -> String {
    match source.kind {
        SourceKind::Shipped => format!("{INSIDE}{}", place_inside(&source.name, &source.text)),
        SourceKind::File | SourceKind::Entry(_) | SourceKind::Carried | SourceKind::Question => of_file(&source.name),
    }
}

/// Where a text stands inside the program: `systems/NAME.asz`.
fn place_inside(name: &str, text: &str) -> String {
    let folder = match text.split_whitespace().next() {
        _ if name.contains('.') => return format!("{DATA}/{}", encoded(name)),
        Some("system") => SYSTEMS,
        Some(_) | None => HOUSES,
    };
    format!("{folder}/{}.asz", encoded(name))
}

/// The address of the page about a mistake.
pub(super) fn of_mistake(code: &str) -> String {
    format!("{INSIDE}{MISTAKES}/{}.md", encoded(code))
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

/// All scripts inside the program: where each stands, and its text.
pub(super) fn all_inside() -> Vec<(String, String)> {
    let texts = Shipped.names(None).into_iter().filter_map(|name| Shipped.load(&name, None).ok());
    texts.map(|loaded| (place_inside(&loaded.name, &loaded.text), loaded.text)).collect()
}

/// The text inside the program that has this address.
pub(super) fn text_inside(uri: &str) -> Option<String> {
    let path = decoded(inside(uri)?);
    let (folder, file) = path.split_once('/')?;
    if folder == MISTAKES {
        let code = file.strip_suffix(".md")?;
        return PAGES.iter().find(|(known, _)| *known == code).map(|(_, page)| (*page).to_owned());
    }
    let name = if folder == DATA { file } else { file.strip_suffix(".asz")? };
    let loaded = Shipped.load(name, None).ok()?;
    let is_it = place_inside(&loaded.name, &loaded.text) == encoded(&path);
    is_it.then_some(loaded.text)
}

/// In which language the text at an address is written, as editors call it.
pub(super) fn language(uri: &str) -> &'static str {
    match inside(uri).and_then(|path| path.split_once('/')) {
        Some((MISTAKES, _)) => "markdown",
        Some((DATA, _)) => "plaintext",
        Some(_) | None => "assize",
    }
}

/// A path with everything encoded that an address cannot have.
fn encoded(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// An address with everything encoded that an address cannot have.
pub(super) fn valid(uri: &str) -> String {
    let is_allowed = |sign: char| sign.is_ascii_graphic() && !"\"<>\\^`{|}".contains(sign);
    let encode = |sign: char| if is_allowed(sign) { sign.to_string() } else { encoded(&sign.to_string()) };
    uri.chars().map(encode).collect()
}

fn decoded(path: &str) -> String {
    let (mut bytes, mut rest) = (Vec::with_capacity(path.len()), path.as_bytes());
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{all_inside, decoded, encoded, name_of, of_file, of_mistake, text_inside, valid};

    #[test]
    fn paths_survive_their_addresses() {
        for path in ["/a b/\u{e4}%20#?.asz", "/night.asz", "/100%"] {
            assert_eq!(name_of(&of_file(path)), path);
            assert_eq!(decoded(&encoded(path)), path);
        }
        assert_eq!(name_of("file:///c%3A/night.asz"), "c:/night.asz");
        assert_eq!(name_of("file://localhost/night.asz"), "/night.asz");
        assert_eq!(name_of("untitled:Untitled-1"), "untitled:Untitled-1");
        assert_eq!(of_file("untitled:Untitled-1"), "untitled:Untitled-1");
        assert_eq!(decoded("%zz%4"), "%zz%4");
        assert_eq!(valid("file:///a%20b/\u{e4} c.asz"), "file:///a%20b/%C3%A4%20c.asz");
    }

    #[test]
    fn what_is_inside_has_an_address() {
        let all = all_inside();
        assert!(all.iter().any(|(place, _)| place.starts_with("systems/")));
        assert!(all.iter().any(|(place, _)| place.starts_with("house/")));
        for (place, text) in all {
            for start in ["assize:/", "assize:///"] {
                assert_eq!(text_inside(&format!("{start}{place}")).as_ref(), Some(&text), "{place}");
            }
        }
        assert!(text_inside(&of_mistake("AZ101")).is_some_and(|page| page.starts_with("# AZ101")));
        for uri in [
            "assize:/systems/nowhere.asz",
            "assize:systems/nowhere.asz",
            "assize:/x",
            "assize:/mistakes/AZ101",
            "file:///x.asz",
        ] {
            assert_eq!(text_inside(uri), None, "{uri}");
        }
    }
}
