//! Words that a scene uses and that only a house rule declares which is not in use: the way out names the house rule.

use std::sync::Arc;

use super::library::Library;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::SystemFiles;
use crate::model::listing::one_of;
use crate::source::SourceMap;
use crate::syntax;
use crate::syntax::ast::{File, ItemKind};

/// The findings, where lines that begin with an unknown word are told with the house rules of the system that declare it.
pub(super) fn with_houses(
    found: Diagnostics,
    (libraries, sources): (&[Arc<dyn Library>], &SourceMap),
    system: &SystemFiles,
) -> Diagnostics {
    let is_unknown = |found: &Diagnostic| found.code == codes::UNKNOWN_LINE;
    let Some(name) = system.system.as_deref().and_then(name_of).filter(|_| found.iter().any(is_unknown)) else {
        return found;
    };
    let houses: Vec<(String, String)> = libraries.iter().flat_map(|library| houses_of(&**library, &name)).collect();
    let told = found.into_iter().map(|found| {
        let word = found.labels.first().filter(|_| is_unknown(&found)).map(|label| sources.slice(label.span));
        let declaring = word.map(|word| houses.iter().filter(|(_, text)| declares(text, word)));
        let declaring: Vec<&str> = declaring.into_iter().flatten().map(|(house, _)| house.as_str()).collect();
        match (word, declaring.as_slice()) {
            (Some(word), [first, ..]) => {
                let houses = one_of(declaring.iter().copied());
                let way = format!("`{word}` comes from the house rule {houses}, which is not in use here");
                Diagnostic {
                    fixes: Vec::new(),
                    ..found.help(format!("{way}: write `use house \"{first}\"` at the top"))
                }
            }
            _ => found,
        }
    });
    told.collect()
}

/// The word by which a system is used.
fn name_of(file: &File) -> Option<String> {
    file.items.iter().find_map(|item| {
        if let ItemKind::System { name, .. } = &item.kind { Some(name.text().to_string()) } else { None }
    })
}

/// The house rules of a library that extend a system, by their names, with their texts.
fn houses_of(library: &dyn Library, system: &str) -> Vec<(String, String)> {
    let extends = format!("extends {system} ");
    let texts = library.names(None).into_iter().filter_map(|name| {
        let text = library.load(&name, None).ok()?.text;
        text.contains(&extends).then_some((name, text))
    });
    let of_system = texts.filter(|(name, text)| {
        let file =
            syntax::parse(SourceMap::default().add(name.as_str(), text.as_str()), text, &mut Diagnostics::default());
        let extended =
            |kind: &ItemKind| if let ItemKind::House { extends, .. } = kind { extends.text() == system } else { false };
        file.items.iter().any(|item| extended(&item.kind))
    });
    of_system.collect()
}

/// Whether a text declares a blank or something said by this word: `ask WORD : …`, or `WORD : …` at the beginning of a line.
fn declares(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let (before, behind) = (text[..at].trim_end_matches(' '), text[at + word.len()..].trim_start_matches(' '));
        let begins = ["\n", ",", "{", "ask"].iter().any(|mark| before.ends_with(mark));
        begins && behind.starts_with(':')
    })
}
