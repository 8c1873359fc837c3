//! `:save`, `:load`, `:export`, `:reset`, `:quit`

use std::io::ErrorKind;
use std::path::Path;

use super::commands::Ended;
use super::shell::Repl;
use crate::cli::dates::today;
use crate::cli::export::named_after;
use crate::cli::paths::readable;
use crate::cli::writing;
use crate::diagnostic::codes;
use crate::verdict::{Audience, html, json, markdown};

pub(super) fn save(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let script = repl.session.script();
    // An earlier page has its values on this one, and its lines only where they say what there is.
    let only = if repl.session.has_earlier_pages() { " (only this page; `:export` writes all pages)" } else { "" };
    let ended = written(repl, rest, (&script, only));
    if let (Ended::Done, Some(saved)) = (&ended, repl.session.as_saved(unquoted(rest))) {
        for unused in saved.warnings().iter().filter(|found| found.code == codes::UNUSED) {
            repl.terminal.show(unused, saved.sources());
        }
    }
    ended
}

/// Loads a file of the command line, unless the session that goes on has begun with it.
pub(super) fn begin_with(repl: &mut Repl<'_>, file: &str) -> Ended {
    if repl.session.stands(&entry_of(file)) {
        repl.terminal.say(&format!("{} is already in use\n", readable(file)));
        return Ended::Done;
    }
    load(repl, file)
}

pub(super) fn load(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let file = unquoted(rest);
    if file.is_empty() {
        return repl.complain("`:load` needs a file", "name one, such as `:load party.asz`");
    }
    if file.contains(['"', '\n']) {
        return repl.complain("a file with a quote in its name cannot be used", "give it another name");
    }
    repl.enter(&entry_of(file))
}

/// What an export can be.
const FORMATS: &str = "use .md, .html, .json or .asz";

/// The line that uses a file.
fn entry_of(file: &str) -> String {
    let is_bare = file.chars().all(char::is_alphanumeric) && !Path::new(file).is_file();
    if is_bare { format!("use {file}") } else { format!("use \"{file}\"") }
}

pub(super) fn export(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let Wanted { file, players, without_undone, title } = Wanted::read(rest);
    let path = Path::new(unquoted(file));
    let audience = if players { Audience::Players } else { Audience::Gm };
    let named_after = named_after(path);
    let transcript = repl.session.transcript(title.unwrap_or(&named_after)).dated(today()).seen_by(audience);
    let transcript = if without_undone { transcript.without_undone() } else { transcript };
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let text = match extension.as_deref() {
        Some("md") => markdown::transcript(&transcript),
        Some("html") => html::transcript(&transcript),
        Some("json") => json::transcript(&transcript),
        Some("asz") if players => {
            return repl.complain("a script would show players everything", "export it as .md or .json");
        }
        Some("asz") if without_undone || title.is_some() => {
            return repl.complain("a script has no title and no undone entries", "export it as .md or .html");
        }
        Some("asz") => repl.session.script(),
        Some(other) => {
            return repl.complain(format!("`.{other}` is not a format that can be written"), FORMATS);
        }
        None => return repl.complain("the file's name needs an extension, which says what is written", FORMATS),
    };
    written(repl, file, (&text, ""))
}

/// What is to be exported: `FILE [players] [without undone] ["TITLE"]`.
#[derive(Debug, PartialEq, Eq)]
struct Wanted<'r> {
    file: &'r str,
    players: bool,
    without_undone: bool,
    title: Option<&'r str>,
}

impl<'r> Wanted<'r> {
    fn read(rest: &'r str) -> Self {
        let quoted = rest.strip_suffix('"').and_then(|rest| rest.rsplit_once(" \""));
        let (mut file, title) = quoted.map_or((rest, None), |(file, title)| (file.trim_end(), Some(title)));
        let (mut players, mut without_undone) = (false, false);
        loop {
            if let Some(before) = file.strip_suffix(" players") {
                (file, players) = (before.trim_end(), true);
            } else if let Some(before) = file.strip_suffix(" without undone") {
                (file, without_undone) = (before.trim_end(), true);
            } else {
                return Self { file, players, without_undone, title };
            }
        }
    }
}

pub(super) fn reset(repl: &mut Repl<'_>, _: &str) -> Ended {
    match repl.session.turn_page(Vec::new(), "reset") {
        Ok(()) => {
            repl.terminal.say("an empty page; `:undo` brings the old one back\n");
            repl.learn();
            Ended::Done
        }
        Err(failure) => repl.fail(&failure),
    }
}

pub(super) fn quit(_: &mut Repl<'_>, _: &str) -> Ended {
    Ended::Over
}

/// Writes a file. One that is there already is never written over.
fn written(repl: &mut Repl<'_>, file: &str, (text, which): (&str, &str)) -> Ended {
    let file = unquoted(file);
    if file.is_empty() {
        return repl.complain("`:save` needs a file", "name one, such as `:save evening.asz`");
    }
    let path = Path::new(file);
    match writing::create(path, text) {
        Ok(()) => {
            repl.terminal.say(&format!("wrote {}{which}\n", readable(file)));
            Ended::Done
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            repl.complain(format!("the file `{file}` already exists"), "choose another name")
        }
        Err(error) => repl.unwritten(&writing::refused(path, &error)),
    }
}

fn unquoted(file: &str) -> &str {
    let file = file.trim();
    file.strip_prefix('"').and_then(|file| file.strip_suffix('"')).unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::Wanted;

    #[test]
    fn a_file_may_be_followed_by_what_is_left_out_and_a_title() {
        let plain = Wanted { file: "a.md", players: false, without_undone: false, title: None };
        assert_eq!(Wanted::read("a.md"), plain);
        assert_eq!(Wanted::read("\"an evening.md\""), Wanted { file: "\"an evening.md\"", ..plain });
        let all = Wanted { players: true, without_undone: true, title: Some("The wall, 26 November"), ..plain };
        assert_eq!(Wanted::read("a.md players without undone \"The wall, 26 November\""), all);
        assert_eq!(Wanted::read("a.md without undone players \"The wall, 26 November\""), all);
    }
}
