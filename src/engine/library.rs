//! Where the texts behind `use` come from.

use std::collections::BTreeMap;
use std::sync::Arc;

/// A text that `use` has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The name that messages use for it. The same text always has the same name: circles are found by it.
    pub name: String,
    /// Its contents; no longer than [`Limits::file`](super::Limits) allows, or it is refused.
    pub text: String,
}

/// Why `use` got no text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// Nothing has this name here; the next library is asked.
    NotFound,
    /// Something has this name, but it cannot be read; in words.
    Unreadable(String),
    /// Something has this name, but it is not UTF-8 text.
    NotText,
}

/// A place to look for the texts behind `use`, and for the data that decks name.
pub trait Library: Send + Sync {
    /// The text called `name`: bare (`lantern`) or a file's name (`party.asz`, `deck.csv`). `relative_to` is the name of
    /// the text that uses it.
    ///
    /// # Errors
    /// When there is no such text here, or it cannot be read.
    fn load(&self, name: &str, relative_to: Option<&str>) -> Result<Loaded, LoadError>;

    /// Names to suggest when the text called `relative_to` misspells one.
    fn names(&self, relative_to: Option<&str>) -> Vec<String>;
}

/// The systems and overlays inside the program, and the data of their decks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

/// Names and texts of what is shipped.
const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

impl Library for Shipped {
    fn load(&self, name: &str, _relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        let wanted = file_stem(name);
        let found = SHIPPED.iter().find(|(name, _)| *name == wanted);
        found.map(|(name, text)| Loaded { name: (*name).into(), text: (*text).into() }).ok_or(LoadError::NotFound)
    }

    fn names(&self, _relative_to: Option<&str>) -> Vec<String> {
        // Data files of decks have an ending, scripts have none.
        SHIPPED.iter().map(|(name, _)| (*name).to_owned()).filter(|name| !name.contains('.')).collect()
    }
}

impl<L: Library + ?Sized> Library for Arc<L> {
    fn load(&self, name: &str, relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        (**self).load(name, relative_to)
    }

    fn names(&self, relative_to: Option<&str>) -> Vec<String> {
        (**self).names(relative_to)
    }
}

impl<L: Library + ?Sized> Library for Box<L> {
    fn load(&self, name: &str, relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        (**self).load(name, relative_to)
    }

    fn names(&self, relative_to: Option<&str>) -> Vec<String> {
        (**self).names(relative_to)
    }
}

impl<L: Library + ?Sized> Library for &L {
    fn load(&self, name: &str, relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        (**self).load(name, relative_to)
    }

    fn names(&self, relative_to: Option<&str>) -> Vec<String> {
        (**self).names(relative_to)
    }
}

/// Texts that a host keeps in memory.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    texts: BTreeMap<String, String>,
}

impl Shelf {
    /// Puts a text on the shelf, under a bare name (`lantern`) or a file's (`party.asz`, `coast/salt.asz`). `use lantern` also
    /// finds `lantern.asz`. A text with a folder in its name finds what is in that folder first.
    ///
    /// ```
    /// use assize::{Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("party.asz", "note \"here they are\"");
    /// assert!(Engine::with(shelf).compile("night.asz", "use \"party.asz\"").is_ok());
    /// ```
    pub fn put(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.texts.insert(name.into(), text.into());
    }
}

impl Library for Shelf {
    fn load(&self, name: &str, relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        let folder = relative_to.and_then(|user| Some(&user[..user.rfind('/')?])).unwrap_or_default();
        let beside = within(folder, name);
        let found = beside.into_iter().chain([name.to_owned()]).find_map(|name| {
            let stem = file_stem(&name);
            let names = [name.as_str(), &stem, &format!("{stem}.asz")];
            names.into_iter().find_map(|name| self.texts.get_key_value(name))
        });
        found.map(|(name, text)| Loaded { name: name.clone(), text: text.clone() }).ok_or(LoadError::NotFound)
    }

    fn names(&self, _relative_to: Option<&str>) -> Vec<String> {
        self.texts.keys().cloned().collect()
    }
}

/// The name of what is called so from a folder; nothing if that is outside of every folder.
fn within(folder: &str, name: &str) -> Option<String> {
    let mut steps: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    for step in name.split('/') {
        match step {
            "." | "" => {}
            ".." => drop(steps.pop()?),
            step => steps.push(step),
        }
    }
    Some(steps.join("/"))
}

/// A name of several words as a file name: `ten sided` is `ten-sided`.
///
/// ```
/// assert_eq!(assize::engine::file_stem("ten sided"), "ten-sided");
/// ```
pub fn file_stem(name: &str) -> String {
    name.replace([' ', '_'], "-")
}

/// The name of a file without quotes, if it has one: `ten-sided.asz` is `ten sided`.
pub(crate) fn bare_name(file: &str) -> Option<String> {
    let stem = file.strip_suffix(".asz").unwrap_or(file);
    let is_word = |word: &str| word.starts_with(char::is_alphabetic) && word.chars().all(char::is_alphanumeric);
    stem.split('-').all(is_word).then(|| stem.replace('-', " "))
}
