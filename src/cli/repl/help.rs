//! `:help`

use super::commands::{self, COMMANDS, Ended};
use super::in_words::wrapped;
use super::shell::Repl;
use crate::cli::book;
use crate::cli::explain::PAGES;
use crate::diagnostic::nearest;

/// What stands before a topic that is called as a command is.
const PAGE: &str = "topic ";

pub(super) fn help(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let wanted = rest.trim_start_matches(':');
    if wanted.is_empty() {
        repl.terminal.say(&commands::summary());
        repl.terminal.say(&topics());
        return Ended::Done;
    }
    let page = |topic: &str| book::PAGES.iter().find(|(name, _)| *name == topic);
    if let Some(command) = commands::find(wanted) {
        let topic = page(command.name).map(|(name, _)| format!("  the topic of this name: `:help {PAGE}{name}`\n"));
        repl.terminal.say(&[command.page(), topic.unwrap_or_default()].concat());
        return Ended::Done;
    }
    if let Some((_, page)) = page(wanted.strip_prefix(PAGE).map_or(wanted, str::trim)) {
        repl.terminal.say_page(page);
        return Ended::Done;
    }
    let code = wanted.to_uppercase();
    if let Some((_, page)) = PAGES.iter().find(|(name, _)| *name == code) {
        repl.terminal.say_page(page);
        return Ended::Done;
    }
    let names = COMMANDS.iter().map(|command| command.name).chain(book::PAGES.iter().map(|(name, _)| *name));
    let help = match nearest::nearest(wanted, names) {
        Some(near) => format!("did you mean `:help {near}`?"),
        None => "`:help` lists the commands and the topics".to_owned(),
    };
    repl.complain(format!("there is no help about `{wanted}`"), help)
}

/// The list of topics, and what else can be typed.
fn topics() -> String {
    let names: Vec<&str> = book::PAGES.iter().map(|(name, _)| *name).collect();
    let mut text = wrapped("Topics:\n ", &names);
    text.push_str(
        "Type a line of a script to enter it, an expression to see its value, and `?` where you want to know what \
         can go there.\n`_` is the last action. Alt-Enter begins a new line, Ctrl-C clears the line or stops a long \
         computation, Ctrl-D quits.\n",
    );
    text
}
