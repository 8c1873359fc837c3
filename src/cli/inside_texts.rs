//! The texts inside the program, and their addresses: shipped scripts with their data, the pages of the book, and those of mistakes.

use std::fmt::Write as _;

use super::book;
use super::explain::PAGES;
use crate::engine::{Library, Shipped};

/// What the addresses of texts inside the program begin with. Some editors write one slash.
const INSIDE: &str = "assize:///";

/// The folders of these addresses.
const SYSTEMS: &str = "systems";
const HOUSES: &str = "house";
const DATA: &str = "data";
pub(super) const MISTAKES: &str = "mistakes";
pub(super) const BOOK: &str = "book";

/// Whether the text at an address is inside the program: nobody can change it.
pub(super) fn is_inside(uri: &str) -> bool {
    inside(uri).is_some()
}

/// Where a text stands inside the program, by its address.
pub(super) fn inside(uri: &str) -> Option<&str> {
    let path = uri.strip_prefix("assize:")?;
    path.strip_prefix("//").unwrap_or(path).strip_prefix('/')
}

/// The address of a text that stands there inside the program.
pub(super) fn address_of(place: &str) -> String {
    [INSIDE, place].concat()
}

/// Where a text stands inside the program: `systems/NAME.asz`.
pub(super) fn place_inside(name: &str, text: &str) -> String {
    let folder = match text.split_whitespace().next() {
        _ if name.contains('.') => return format!("{DATA}/{}", encoded(name)),
        Some("system") => SYSTEMS,
        Some(_) | None => HOUSES,
    };
    format!("{folder}/{}.asz", encoded(name))
}

/// The address of the page about a mistake.
pub(super) fn of_mistake(code: &str) -> String {
    address_of(&format!("{MISTAKES}/{}.md", encoded(code)))
}

/// All scripts inside the program: where each stands, and its text.
pub(super) fn scripts() -> Vec<(String, String)> {
    let texts = Shipped.names(None).into_iter().filter_map(|name| Shipped.load(&name, None).ok());
    texts.map(|loaded| (place_inside(&loaded.name, &loaded.text), loaded.text)).collect()
}

/// The text inside the program that has this address.
pub(super) fn text_at(uri: &str) -> Option<String> {
    let path = decoded(inside(uri)?);
    let (folder, file) = path.split_once('/')?;
    let page_of = |pages: &[(&str, &str)]| {
        let name = file.strip_suffix(".md")?;
        pages.iter().find(|(known, _)| *known == name).map(|(_, page)| (*page).to_owned())
    };
    if folder == MISTAKES {
        return page_of(PAGES);
    }
    if folder == BOOK {
        return page_of(book::PAGES);
    }
    let name = if folder == DATA { file } else { file.strip_suffix(".asz")? };
    let loaded = Shipped.load(name, None).ok()?;
    let is_it = place_inside(&loaded.name, &loaded.text) == encoded(&path);
    is_it.then_some(loaded.text)
}

/// In which language the text at an address is written, as editors call it.
pub(super) fn language(uri: &str) -> &'static str {
    match inside(uri).and_then(|path| path.split_once('/')) {
        Some((MISTAKES | BOOK, _)) => "markdown",
        Some((DATA, _)) => "plaintext",
        Some(_) | None => "assize",
    }
}

/// A path with everything encoded that an address cannot have.
pub(super) fn encoded(path: &str) -> String {
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

pub(super) fn decoded(path: &str) -> String {
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
    use super::{address_of, decoded, encoded, of_mistake, scripts, text_at};
    use crate::cli::book;

    #[test]
    fn paths_survive_their_addresses() {
        for path in ["/a b/\u{e4}%20#?.asz", "/night.asz", "/100%"] {
            assert_eq!(decoded(&encoded(path)), path);
        }
        assert_eq!(decoded("%zz%4"), "%zz%4");
    }

    #[test]
    fn what_is_inside_has_an_address() {
        let all = scripts();
        assert!(all.iter().any(|(place, _)| place.starts_with("systems/")));
        assert!(all.iter().any(|(place, _)| place.starts_with("house/")));
        for (place, text) in all {
            for start in ["assize:/", "assize:///"] {
                assert_eq!(text_at(&format!("{start}{place}")).as_ref(), Some(&text), "{place}");
            }
        }
        for (name, page) in book::PAGES {
            assert_eq!(text_at(&address_of(&format!("book/{name}.md"))).as_deref(), Some(*page), "{name}");
        }
        assert!(text_at(&of_mistake("AZ101")).is_some_and(|page| page.starts_with("# AZ101")));
        for uri in [
            "assize:/systems/nowhere.asz",
            "assize:systems/nowhere.asz",
            "assize:/x",
            "assize:/mistakes/AZ101",
            "file:///x.asz",
        ] {
            assert_eq!(text_at(uri), None, "{uri}");
        }
    }
}
