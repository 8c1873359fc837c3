//! What could stand at the cursor: for the Tab key, and for a hole.

use std::fs;
use std::path::Path;

use super::commands::{COMMANDS, find};
use super::topics::TOPICS;
use crate::cli::files::scripts_in;
use crate::engine::{Library, Shipped, Term, Vocabulary, Word};

/// Words of one name that are looked at together at most.
const AT_ONCE: usize = 6;

/// What could stand after `before`: where what is typed of it begins, and the words.
pub(super) fn completions(known: &Vocabulary, before: &str) -> (usize, Vec<Word>) {
    if let Some(part) = file_part(before) {
        return (before.len() - part.len(), files(part));
    }
    // A name of several words goes on where its first words are typed already.
    let starts = starts(before);
    for start in starts.iter().copied().skip(1).rev() {
        let (context, part) = before.split_at(start);
        let begun = beginning(words(known, context), part);
        if !begun.is_empty() {
            return (start, begun);
        }
    }
    let start = starts.first().copied().unwrap_or(before.len());
    let (context, part) = before.split_at(start);
    let words = words(known, context);
    let mut found = beginning(words.clone(), part);
    if found.is_empty() || is_first(context) {
        found.extend(keywords(known, context, part).into_iter().map(plain));
    }
    if found.is_empty() {
        found = words.into_iter().filter(|word| has_part(&word.text, part)).collect();
    }
    (start, found)
}

/// The keywords that could stand in a place; later in a line only those that are begun, since most of them could stand there.
pub(super) fn keywords(known: &Vocabulary, context: &str, part: &str) -> Vec<&'static str> {
    if is_command(context) && !context.trim_start().starts_with(":o") {
        return Vec::new();
    }
    let listed = known.keywords(context).iter().copied();
    listed.filter(|word| word.starts_with(part) && (is_first(context) || !part.is_empty())).collect()
}

/// Whether a line begins here.
fn is_first(context: &str) -> bool {
    let before = context.trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with(['{', '\n', ','])
}

/// The words of the system, of the scene or of a command that could stand after `context`.
pub(super) fn words(known: &Vocabulary, context: &str) -> Vec<Word> {
    if is_command(context) {
        return of_command(known, context.trim_start().trim_start_matches(':').trim_start());
    }
    let line = context.rsplit(['\n', '{']).next().unwrap_or_default();
    match line.split_whitespace().collect::<Vec<&str>>().as_slice() {
        ["use"] | ["use", "house"] => scripts(),
        _ => known.fitting(context),
    }
}

fn of_command(known: &Vocabulary, typed: &str) -> Vec<Word> {
    let Some((name, rest)) = typed.split_once(char::is_whitespace) else {
        return COMMANDS
            .iter()
            .map(|command| Word { text: command.name.into(), meaning: command.does.into() })
            .collect();
    };
    let Some(command) = find(name) else { return Vec::new() };
    let own = || command.words.iter().map(|word| plain(word));
    match (command.name, rest.trim()) {
        ("help", "") => {
            let commands = COMMANDS.iter().map(|command| command.name);
            commands.chain(TOPICS.iter().map(|(name, _)| *name)).map(plain).collect()
        }
        ("info", "") => known.named().map(Term::word).collect(),
        ("list", "") => {
            let kinds = known.terms.iter().filter(|term| term.sort == "kind");
            own().chain(kinds.map(Term::word)).collect()
        }
        ("why", "") => known.done().map(Term::word).collect(),
        ("dice", whose) if whose.starts_with("table") => known.things().map(Term::word).collect(),
        ("odds", "") => own().chain(known.things().chain(known.done()).map(Term::word)).collect(),
        ("why" | "odds", rest) => known.fitting(&format!("{rest} ")),
        (_, "") => own().collect(),
        _ => Vec::new(),
    }
}

/// The systems and house rules that can be used by their names.
fn scripts() -> Vec<Word> {
    let here = scripts_in(Path::new(""));
    let here = here.iter().filter_map(|file| file.strip_suffix(".asz")).map(str::to_owned);
    let is_bare = |name: &String| name.chars().all(|sign| sign.is_alphanumeric() || sign == '-');
    let names = Shipped.names(None).into_iter().chain(here.filter(is_bare));
    names.map(|name| plain(&name.replace('-', " "))).collect()
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
    let quoted = rest.strip_prefix("house").map_or(rest, str::trim_start);
    quoted.strip_prefix('"').filter(|part| !part.contains('"'))
}

/// Folders, and files of the sorts that are read or written here.
fn files(part: &str) -> Vec<Word> {
    let (folder, begun) = part.rfind('/').map_or(("", part), |slash| part.split_at(slash + 1));
    let listed = fs::read_dir(Path::new(if folder.is_empty() { "." } else { folder }));
    let name = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let is_folder = entry.path().is_dir();
        let extension = Path::new(&name).extension().map(|extension| extension.to_string_lossy().into_owned());
        let wanted =
            extension.is_some_and(|extension| ["asz", "rhai", "md", "html", "json"].contains(&extension.as_str()));
        let hidden = name.starts_with('.') && begun.is_empty();
        let fits = name.starts_with(begun) && !hidden && (wanted || is_folder);
        fits.then(|| format!("{folder}{name}{}", if is_folder { "/" } else { "" }))
    };
    let mut names: Vec<String> = listed.into_iter().flatten().flatten().filter_map(name).collect();
    names.sort();
    names.iter().map(|name| plain(name)).collect()
}

fn plain(text: &str) -> Word {
    Word { text: text.to_owned(), meaning: String::new() }
}

fn is_command(text: &str) -> bool {
    text.trim_start().starts_with(':')
}

/// Where the word in hand begins, and the words before it on the same line that could belong to one name with it.
fn starts(before: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut in_word = true;
    let is_of_a_word = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '\'' | '-');
    for (at, sign) in before.char_indices().rev() {
        if is_of_a_word(sign) {
            in_word = true;
        } else {
            if in_word {
                starts.push(at + sign.len_utf8());
            }
            in_word = false;
            if sign != ' ' {
                return starts;
            }
        }
        if starts.len() == AT_ONCE {
            return starts;
        }
    }
    if in_word {
        starts.push(0);
    }
    starts
}

fn beginning(words: Vec<Word>, part: &str) -> Vec<Word> {
    let part = part.to_lowercase();
    words.into_iter().filter(|word| word.text.to_lowercase().starts_with(&part)).collect()
}

/// Whether one of the words of a long name begins so.
fn has_part(name: &str, part: &str) -> bool {
    let part = part.to_lowercase();
    name.to_lowercase().split([' ', '-']).any(|one| one.starts_with(&part))
}

#[cfg(test)]
mod tests {
    use super::{Vocabulary, completions};
    use crate::engine::{Engine, Shelf};

    const STONES: &str = "
system stones
scale height { low | as tall as possible }
kind person { stones : 0..9 = 3, reach : height = low }
procedure lift by lifter : person {
  ask aim : height = low
}
";

    fn known() -> Vocabulary {
        let mut shelf = Shelf::default();
        shelf.put("stones", STONES);
        let scene = "use stones\nperson ada \"Ada Oak\"\nlift gate by ada\n";
        Engine::with(shelf).compile("scene.asz", scene).expect("it compiles").vocabulary()
    }

    /// What a line can become.
    fn becomes(line: &str) -> Vec<String> {
        let (start, words) = completions(&known(), line);
        words.into_iter().map(|word| format!("{}{}", &line[..start], word.text)).collect()
    }

    #[test]
    fn a_long_word_completes_by_its_parts() {
        let whole = ["set ada.reach = as tall as possible"];
        for line in ["set ada.reach = a", "set ada.reach = as ta", "set ada.reach = as tall as ", "set ada.reach = pos"]
        {
            assert_eq!(becomes(line), whole, "{line}");
        }
        assert_eq!(becomes("set ada.reach = lo"), ["set ada.reach = low"]);
        assert!(becomes("set ada.reach = x").is_empty());
    }

    #[test]
    fn keywords_complete_where_they_may_stand() {
        assert_eq!(becomes("proc"), ["procedure"]);
        assert_eq!(becomes("lift wall by ada ve"), ["lift wall by ada versus"]);
        assert_eq!(becomes("procedure x { ask sec"), ["procedure x { ask secret"]);
        assert_eq!(becomes("no"), ["note"]);
    }

    #[test]
    fn commands_complete_with_what_they_take() {
        assert_eq!(becomes(":und"), [":undo"]);
        assert_eq!(becomes(":mode del"), [":mode deliberate"]);
        assert_eq!(becomes(":help first-r"), [":help first-rule"]);
        assert_eq!(becomes(":info hei"), [":info height"]);
        assert_eq!(becomes(":list pers"), [":list person"]);
        assert_eq!(becomes(":why g"), [":why gate"]);
        assert_eq!(becomes(":why gate."), [":why gate.aim"]);
        assert_eq!(becomes(":odds P(gate.aim is a"), [":odds P(gate.aim is as tall as possible"]);
        assert_eq!(becomes(":dice table a"), [":dice table ada"]);
        assert!(becomes(":zebra ").is_empty());
    }

    #[test]
    fn files_and_systems_complete_after_use() {
        assert_eq!(becomes("use \"scripts/sys"), ["use \"scripts/systems/"]);
        assert_eq!(
            becomes(":load scripts/house/wou"),
            [":load scripts/house/wounds.asz", ":load scripts/house/wounds.rhai"]
        );
        assert_eq!(becomes(":save \"READ"), [":save \"README.md"]);
        assert!(becomes("use ").len() > 3, "what is shipped");
    }
}
