//! What is said of a command line that means nothing: in the words of people, with what they probably meant.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::Exit;
use super::repl;
use super::terminal::{Colour, ErrorFormat, Terminal};
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::source::SourceMap;

/// Words that people try, and what does it here.
const MEANT: [(&[&str], &str); 7] = [
    (&["play", "prompt", "shell", "session", "console", "interactive"], "`assize repl` plays a session, line by line"),
    (&["roll", "dice"], "`assize repl` rolls what you type, such as `2d6`"),
    (&["start", "go", "exec", "execute", "adjudicate"], "`assize run night.asz` runs a scene"),
    (&["lint", "validate", "verify", "compile", "build"], "`assize check night.asz` finds errors"),
    (&["chance", "chances", "probability", "probabilities", "stats"], "`assize odds night.asz` shows exact odds"),
    (&["init", "create"], "`assize new night` creates a folder with a scene"),
    (&["list", "systems", "games"], "`assize show --list` lists the systems and house rules"),
];

/// Words that mean nothing, or a call for help.
pub(super) fn misunderstood(mut error: clap::Error, program: Command, words: &[OsString]) -> (Terminal, Exit) {
    let format = wanted_format(words);
    let mut terminal = Terminal::new(format, Colour::Never);
    if !error.use_stderr() {
        terminal.say(&error.render().to_string());
        return (terminal, Exit::Done);
    }
    if let Some(found) = in_our_words(&error, program, words) {
        terminal.show(&found, &SourceMap::default());
        return (terminal, Exit::Usage);
    }
    // A tip to write `-- --word` leads to the next error.
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
    }
    let text = error.render().to_string();
    if format == ErrorFormat::Human {
        terminal.warn(&text);
    } else {
        let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        terminal.show(&Diagnostic::placeless(codes::USAGE, first), &SourceMap::default());
    }
    (terminal, Exit::Usage)
}

/// What is said of the mistakes that people make most.
fn in_our_words(error: &clap::Error, mut program: Command, words: &[OsString]) -> Option<Diagnostic> {
    program.build();
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let (command, path) = command_of(&program, &words);
    let said = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(said)) => Some(said.as_str()),
        Some(ContextValue::Strings(all)) => all.first().map(String::as_str),
        Some(_) | None => None,
    };
    if error.kind() == ErrorKind::InvalidSubcommand {
        return Some(no_command(command, &path, said(ContextKind::InvalidSubcommand)?));
    }
    let argument = said(ContextKind::InvalidArg)?;
    if error.kind() == ErrorKind::UnknownArgument {
        return Some(no_argument(command, &path, argument, &words));
    }
    // Options that are missing beside others are told with those.
    let is_missing = error.kind() == ErrorKind::MissingRequiredArgument && argument.starts_with(['<', '[']);
    is_missing.then(|| nothing_named(command, &path, argument))
}

/// The command that the words name, and how it is called.
fn command_of<'c>(program: &'c Command, words: &[&str]) -> (&'c Command, String) {
    let (mut command, mut path) = (program, program.get_name().to_owned());
    for word in words.iter().skip(1).filter(|word| !word.starts_with('-')) {
        let Some(inner) = command.find_subcommand(word) else { break };
        command = inner;
        path = format!("{path} {word}");
    }
    (command, path)
}

fn no_command(command: &Command, path: &str, word: &str) -> Diagnostic {
    let found = Diagnostic::placeless(codes::USAGE, format!("there is no command `{word}`"));
    if Path::new(word).extension().is_some_and(|extension| extension == "asz") {
        return found.help(format!("to run a scene, write `assize run {word}`"));
    }
    let near = nearest::nearest(word, command.get_subcommands().map(Command::get_name));
    let meant = || MEANT.iter().find(|(words, _)| words.contains(&word)).map(|(_, help)| (*help).to_owned());
    let of_prompt = || {
        let help = format!("`:{word}` is a command of the prompt, which `assize repl` opens");
        repl::has_command(word).then_some(help)
    };
    let help = near.map(|near| format!("did you mean `{near}`?")).or_else(meant).or_else(of_prompt);
    found.help(help.unwrap_or_else(|| format!("`{path} --help` lists the commands")))
}

fn no_argument(command: &Command, path: &str, argument: &str, words: &[&str]) -> Diagnostic {
    let options = || command.get_arguments().filter_map(clap::Arg::get_long);
    // `-seed` is read letter by letter.
    let with_one_dash = || {
        let long = words.iter().filter_map(|word| word.strip_prefix('-')).filter(|long| long.len() > 1);
        long.into_iter().find(|long| options().any(|option| option == *long))
    };
    let Some(option) = argument.strip_prefix('-') else {
        let found = Diagnostic::placeless(codes::USAGE, format!("`{argument}` is one word too many"));
        return found.help(several_values(command, argument, words).unwrap_or_else(|| of_help(path)));
    };
    if let (false, Some(long)) = (option.starts_with('-'), with_one_dash()) {
        let found = Diagnostic::placeless(codes::USAGE, format!("`{path}` has no option `-{long}`"));
        return found.help(format!("did you mean `--{long}`?"));
    }
    let found = Diagnostic::placeless(codes::USAGE, format!("`{path}` has no option `{argument}`"));
    let near = nearest::nearest(option.trim_start_matches('-'), options());
    found.help(near.map_or_else(|| of_help(path), |near| format!("did you mean `--{near}`?")))
}

fn of_help(path: &str) -> String {
    format!("`{path} --help` shows what it takes")
}

/// `--dice 12 3`, where an option takes several values with commas between them.
fn several_values(command: &Command, argument: &str, words: &[&str]) -> Option<String> {
    let at = words.iter().rposition(|word| *word == argument)?;
    let (option, first) = (*words.get(at.checked_sub(2)?)?, *words.get(at - 1)?);
    let long = option.strip_prefix("--")?;
    let takes = command.get_arguments().find(|known| known.get_long() == Some(long))?;
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|digit| digit.is_ascii_digit());
    if !takes.get_action().takes_values() || !is_number(first) || !is_number(argument) {
        return None;
    }
    Some(format!("write a comma between the values: `{option} {first},{argument}`"))
}

/// A command without what it works on; its first example has it.
fn nothing_named(command: &Command, path: &str, argument: &str) -> Diagnostic {
    let name = argument.trim_matches(['<', '>', '[', ']', '.']);
    let found = Diagnostic::placeless(codes::USAGE, format!("`{path}` needs a {name}"));
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let example = examples.lines().map(str::trim).find(|line| line.starts_with("assize "));
    found
        .help(example.map_or_else(|| of_help(path), |example| format!("write it after the command, as in `{example}`")))
}

/// The error format asked for among words that could not be understood.
fn wanted_format(words: &[OsString]) -> ErrorFormat {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let next = words.iter().zip(words.iter().skip(1)).find(|(word, _)| **word == "--error-format");
    let joined = words.iter().find_map(|word| word.strip_prefix("--error-format="));
    match joined.or(next.map(|(_, format)| *format)) {
        Some("json") => ErrorFormat::Json,
        Some("plain") => ErrorFormat::Plain,
        _ => ErrorFormat::Human,
    }
}
