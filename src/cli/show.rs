//! `assize show NAME`

use clap::Args;

use super::{Exit, Terminal};
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::engine::{Library, Shipped};
use crate::source::SourceMap;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A system, a house rule or the data of a deck, as `use` names it
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// List the systems and house rules that come with the program
    #[arg(long, conflicts_with = "name")]
    list: bool,
}

pub(super) fn show(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let Some(name) = &arguments.name else {
        terminal.say(&list());
        return Exit::Done;
    };
    if let Ok(script) = Shipped.load(name, None) {
        terminal.say(&script.text);
        return Exit::Done;
    }
    terminal.show(&unknown(name), &SourceMap::default());
    Exit::Usage
}

/// What is shipped, by the first line of each script: it says whether it is a system or extends one, and its title.
fn list() -> String {
    let script = |name: &String| Shipped.load(name, None).ok();
    let firsts =
        Shipped.names(None).iter().filter_map(script).map(|script| first_line(&script.text)).collect::<Vec<_>>();
    let (systems, houses): (Vec<String>, Vec<String>) =
        firsts.into_iter().partition(|line| line.starts_with("system "));
    systems.into_iter().chain(houses).collect()
}

fn first_line(script: &str) -> String {
    [script.lines().next().unwrap_or_default(), "\n"].concat()
}

fn unknown(name: &str) -> Diagnostic {
    let message = format!("there is no built-in system or house rule `{name}`");
    let found = Diagnostic::placeless(codes::USAGE, message);
    match nearest::nearest(name, Shipped.names(None).iter().map(String::as_str)) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found.help("`assize show --list` lists them"),
    }
}
