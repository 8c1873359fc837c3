//! `assize explain CODE`, and `assize explain ID` for a rule of a shipped system's book

use std::fmt::Write as _;

use clap::Args;

use super::{Exit, Terminal};
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::engine::{Library, Shipped};
use crate::source::SourceMap;
use crate::verdict::rules::{self, Rule};

/// A page for each code, in the order of the codes.
pub(super) const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/mistakes.rs"));

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The code of a mistake, such as AZ201, or the ID of a rule, such as DU-003; all codes if left out
    code: Option<String>,
}

pub(super) fn explain(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let Some(code) = &arguments.code else {
        terminal.say(&list());
        return Exit::Done;
    };
    let wanted = code.to_uppercase();
    let page = PAGES.iter().find(|(code, _)| *code == wanted).map(|(_, page)| *page);
    let rules = rules::ALL.iter().filter(|rule| rule.id == wanted).map(of_rule).collect::<Vec<_>>().join("\n");
    if page.is_none() && rules.is_empty() {
        terminal.show(&unknown(code), &SourceMap::default());
        return Exit::Usage;
    }
    terminal.say(page.unwrap_or(&rules));
    Exit::Done
}

/// What a rule says, where the book says it, and the line that holds it. A reading has its ID from the system, and several
/// systems can have one of the same ID.
fn of_rule(rule: &Rule) -> String {
    let mut text = format!("{} ({}, {})\n", rule.id, rule.system, rule.heading);
    for says in rule.says {
        let _ = writeln!(text, "  {says}");
    }
    match rule.line.and_then(|(script, at)| Some((script, at, line(script, at)?))) {
        Some((script, at, line)) => {
            let _ = writeln!(text, "  {script}:{at}: {line}");
        }
        None => {
            let _ = writeln!(text, "  No line of the script holds it: {}", rule.kept);
        }
    }
    text
}

/// A line of a shipped script.
fn line(script: &str, at: usize) -> Option<String> {
    let script = Shipped.load(script, None).ok()?;
    script.text.lines().nth(at.checked_sub(1)?).map(|line| line.trim().to_owned())
}

/// Every code with the title of its page.
fn list() -> String {
    PAGES.iter().flat_map(|(_, page)| [title(page), "\n"]).collect()
}

fn title(page: &str) -> &str {
    page.lines().next().unwrap_or_default().trim_start_matches("# ")
}

fn unknown(code: &str) -> Diagnostic {
    let found = Diagnostic::placeless(codes::USAGE, format!("there is no code and no rule `{code}`"));
    let known = PAGES.iter().map(|(code, _)| *code).chain(rules::ALL.iter().map(|rule| rule.id));
    match nearest::nearest(code, known) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found.help("`assize explain` lists all codes"),
    }
}

#[cfg(test)]
mod tests {
    use super::{PAGES, title};
    use crate::diagnostic::codes;

    #[test]
    fn every_code_has_a_page_of_its_own() {
        let pages: Vec<&str> = PAGES.iter().map(|(code, _)| *code).collect();
        let codes: Vec<&str> = codes::ALL.iter().map(|code| code.0).collect();
        assert_eq!(pages, codes);
        for (code, page) in PAGES {
            assert!(title(page).starts_with(code), "{code}: {}", title(page));
        }
    }
}
