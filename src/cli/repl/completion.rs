//! What could be at the cursor: for the Tab key, and for a hole. The language's own words are in
//! `language_service`; here are the commands of the prompt, and the files of the folder.

use std::fs;
use std::path::Path;

use super::commands::{COMMANDS, Command, find};
use crate::cli::book;
use crate::cli::files::{packs_in, scripts_in};
use crate::engine::{Library, PACK_FILE, Shipped};
use crate::language_service::{Term, Vocabulary, Word, WordKind};

/// What could stand after `before`: where what is typed of it begins, and the words.
pub(super) fn completions(known: &Vocabulary, before: &str) -> (usize, Vec<Word>) {
    if let Some(part) = file_part(before) {
        return (before.len() - part.len(), files(part));
    }
    let Some(typed) = of_command(before) else {
        let (range, words) = known.completions(before);
        return (range.start, words);
    };
    let (start, words) = in_command(known, typed);
    (before.len() - typed.len() + start, words)
}

/// What could stand in a hole after `before`: names, and keywords.
pub(super) fn hole(known: &Vocabulary, before: &str) -> (Vec<Word>, Vec<Word>) {
    let Some(typed) = of_command(before) else { return (known.fitting(before), known.keywords_begun(before, "")) };
    let Some((command, rest)) = arguments(typed) else { return (commands(""), Vec::new()) };
    match rest.trim() {
        "" => (first_words(known, command), Vec::new()),
        _ if asks(command) => (known.fitting(rest), later_keywords(known, command, rest)),
        rest => (later_words(known, command, rest), Vec::new()),
    }
}

/// What is typed of a command, behind its colon.
fn of_command(text: &str) -> Option<&str> {
    text.trim_start().strip_prefix(':').map(str::trim_start)
}

/// A command with what is typed behind its name.
fn arguments(typed: &str) -> Option<(Option<&'static Command>, &str)> {
    let (name, rest) = typed.split_once(char::is_whitespace)?;
    Some((find(name), rest))
}

/// Where what is typed of a word begins behind the colon, and the words.
fn in_command(known: &Vocabulary, typed: &str) -> (usize, Vec<Word>) {
    let Some((command, rest)) = arguments(typed) else { return (0, commands(typed)) };
    let begin = typed.len() - rest.len();
    let found = beginning(first_words(known, command), rest);
    if !found.is_empty() {
        return (begin, found);
    }
    if asks(command) {
        let (range, words) = known.completions(rest);
        return (begin + range.start, words);
    }
    let start = rest.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
    let (before, part) = rest.split_at(start);
    (begin + start, beginning(later_words(known, command, before.trim()), part))
}

/// The commands that begin so.
fn commands(part: &str) -> Vec<Word> {
    let word = |command: &Command| Word { meaning: command.does.into(), ..plain(command.name) };
    beginning(COMMANDS.iter().map(word).collect(), part)
}

/// Whether what follows the command is read as a script is.
fn asks(command: Option<&Command>) -> bool {
    command.is_some_and(|command| matches!(command.name, "why" | "odds"))
}

/// The keywords in a statement whose odds are asked for.
fn later_keywords(known: &Vocabulary, command: Option<&Command>, rest: &str) -> Vec<Word> {
    if command.is_some_and(|command| command.name == "odds") { known.keywords_begun(rest, "") } else { Vec::new() }
}

/// What may follow the name of a command.
fn first_words(known: &Vocabulary, command: Option<&Command>) -> Vec<Word> {
    let Some(command) = command else { return Vec::new() };
    let own = command.words.iter().map(|word| plain(word));
    match command.name {
        "help" => {
            let commands = COMMANDS.iter().map(|command| command.name);
            commands.chain(book::PAGES.iter().map(|(name, _)| *name)).map(plain).collect()
        }
        "info" => known.named().map(Term::word).collect(),
        "list" => own.chain(known.kinds().map(Term::word)).collect(),
        "why" => known.done().map(Term::word).collect(),
        "odds" => own.chain(known.things().chain(known.done()).map(Term::word)).collect(),
        _ => own.collect(),
    }
}

/// What may follow later.
fn later_words(known: &Vocabulary, command: Option<&Command>, before: &str) -> Vec<Word> {
    match command {
        Some(command) if command.name == "dice" && before.starts_with("table") => {
            known.things().map(Term::word).collect()
        }
        _ => Vec::new(),
    }
}

/// The systems and house rules that can be used by their names.
pub(super) fn scripts() -> Vec<String> {
    let here = scripts_in(Path::new(""));
    let here = here.iter().filter_map(|file| file.strip_suffix(".asz")).map(str::to_owned);
    let is_bare = |name: &String| name.chars().all(|sign| sign.is_alphanumeric() || sign == '-');
    let names = Shipped.names(None).into_iter().chain(here.filter(is_bare));
    names.map(|name| name.replace('-', " ")).collect()
}

/// The packs of house rules that lie here.
pub(super) fn packs() -> Vec<String> {
    let described = packs_in(Path::new(""));
    described.iter().filter_map(|name| Some(name.strip_suffix(PACK_FILE)?.trim_end_matches('/').to_owned())).collect()
}

/// What is typed of a file's name: after `use "`, or as the argument of a command that reads or writes one.
fn file_part(before: &str) -> Option<&str> {
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
    if let Some(command) = line.strip_prefix(':') {
        let (name, part) = command.split_once(' ')?;
        let takes_file = find(name).is_some_and(|command| command.arguments.starts_with("FILE"));
        return takes_file.then(|| part.trim_start().trim_start_matches('"'));
    }
    let rest = line.strip_prefix("use ")?.trim_start();
    let named = rest.strip_prefix("house").or_else(|| rest.strip_prefix("sheet"));
    let quoted = named.map_or(rest, str::trim_start);
    quoted.strip_prefix('"').filter(|part| !part.contains('"'))
}

/// Folders, and files of the sorts that are read or written here.
fn files(part: &str) -> Vec<Word> {
    let (folder, begun) = part.rfind('/').map_or(("", part), |slash| part.split_at(slash + 1));
    let listed = fs::read_dir(Path::new(if folder.is_empty() { "." } else { folder }));
    let name = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        // What a link leads to; of one that leads nowhere there is nothing to read.
        let there = fs::metadata(entry.path()).ok()?;
        let extension = Path::new(&name).extension().map(|extension| extension.to_string_lossy().into_owned());
        let wanted =
            extension.is_some_and(|extension| ["asz", "rhai", "md", "html", "json"].contains(&extension.as_str()));
        let hidden = name.starts_with('.') && begun.is_empty();
        let fits = name.starts_with(begun) && !hidden && (wanted && there.is_file() || there.is_dir());
        fits.then(|| format!("{folder}{name}{}", if there.is_dir() { "/" } else { "" }))
    };
    let mut names: Vec<String> = listed.into_iter().flatten().flatten().filter_map(name).collect();
    names.sort();
    names.iter().map(|name| plain(name)).collect()
}

fn plain(text: &str) -> Word {
    Word { text: text.to_owned(), meaning: String::new(), kind: WordKind::Keyword }
}

fn beginning(words: Vec<Word>, part: &str) -> Vec<Word> {
    let part = part.to_lowercase();
    words.into_iter().filter(|word| word.text.to_lowercase().starts_with(&part)).collect()
}

#[cfg(test)]
#[path = "tests/completion.rs"]
mod tests;
