//! `assize explain CODE`, and `assize explain ID` for a rule or a worked example of a shipped system's book

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
    /// An error code, such as AZ201, or the ID of a rule, such as DU-003, of a worked example, such as DU-W01,
    /// or of a reading of one system, such as `duel:A3`; if omitted, all codes
    code: Option<String>,
}

pub(super) fn explain(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let Some(code) = &arguments.code else {
        terminal.say(&list());
        return Exit::Done;
    };
    match (page(code), rules(code)) {
        (Some(page), _) => terminal.say_page(page),
        (None, Some(rules)) => terminal.say(&rules),
        (None, None) => {
            terminal.show(&unknown(code), &SourceMap::default());
            return Exit::Usage;
        }
    }
    Exit::Done
}

/// The page about the mistake of this code.
pub(super) fn page(code: &str) -> Option<&'static str> {
    PAGES.iter().find(|(known, _)| known.eq_ignore_ascii_case(code)).map(|(_, page)| *page)
}

/// The rules, readings and worked examples of this ID.
pub(super) fn rules(id: &str) -> Option<String> {
    let found: Vec<String> = rules::ALL.iter().filter(|rule| is_asked(rule, id)).map(of_rule).collect();
    Some(found.join("\n")).filter(|found| !found.is_empty())
}

/// Whether somebody asks for this rule: by its ID, or by system and ID, since several systems can have a reading of one ID.
fn is_asked(rule: &Rule, code: &str) -> bool {
    let (system, id) = code.split_once(':').unwrap_or((rule.system, code));
    rule.system.eq_ignore_ascii_case(system) && rule.id.eq_ignore_ascii_case(id)
}

/// What a rule says, where the book says it, and the lines that hold it.
pub(super) fn of_rule(rule: &Rule) -> String {
    let mut text = format!("{} ({}, {})\n", rule.id, rule.system, rule.heading);
    for says in rule.says {
        let _ = writeln!(text, "  {says}");
    }
    if rule.example {
        let _ = writeln!(text, "  Tried in {}", rule.kept);
    } else if rule.holding.is_empty() {
        let _ = writeln!(text, "  It has no line in the script: {}", rule.kept);
    }
    for (script, at) in rule.holding {
        for line in lines(script, *at, rule.id) {
            let _ = writeln!(text, "  {script}:{at}: {line}");
        }
    }
    text
}

/// A line of a shipped script that holds a rule, with the comments right above it that speak of the rule.
fn lines(script: &str, at: usize, id: &str) -> Vec<String> {
    let Ok(script) = Shipped.load(script, None) else { return Vec::new() };
    let until: Vec<&str> = script.text.lines().take(at).map(str::trim).collect();
    let Some((line, before)) = until.split_last() else { return Vec::new() };
    let above = before.iter().rev().take_while(|line| line.starts_with('#')).filter(|line| rules::names(line, id));
    let mut found: Vec<String> = above.map(|line| (*line).to_owned()).collect();
    found.reverse();
    found.push((*line).to_owned());
    found
}

/// Every code with the title of its page.
fn list() -> String {
    PAGES.iter().flat_map(|(_, page)| [title(page), "\n"]).collect()
}

fn title(page: &str) -> &str {
    page.lines().next().unwrap_or_default().trim_start_matches("# ")
}

fn unknown(code: &str) -> Diagnostic {
    let found = Diagnostic::placeless(codes::USAGE, format!("there is no error code or rule `{code}`"));
    if let Some(rule) = rules::ALL.iter().find(|rule| is_number_of(rule, code)) {
        let help = format!(
            "a letter before the number marks an example or a chance that follows from the rules: it has no line of its own, and the tests of \
             `{}` name the examples and chances they try; `assize explain {}` shows one of its rules",
            rule.system, rule.id
        );
        return found.help(help);
    }
    // The number of a code alone.
    if let Some((code, _)) = PAGES.iter().find(|(known, _)| known.strip_prefix("AZ") == Some(code)) {
        return found.help(format!("did you mean `{code}`?"));
    }
    let known = PAGES.iter().map(|(code, _)| *code).chain(rules::ALL.iter().map(|rule| rule.id));
    match nearest::nearest(code, known) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found.help("`assize explain` lists all codes"),
    }
}

/// Whether an ID is of the same book as a rule, with a letter before its number: `DU-D05` beside `DU-005`.
fn is_number_of(rule: &Rule, code: &str) -> bool {
    let (system, id) = code.split_once(':').unwrap_or((rule.system, code));
    let book = |id: &str| id.split_once('-').map(|(book, rest)| (book.to_ascii_uppercase(), rest.to_owned()));
    let (Some((asked, rest)), Some((known, _))) = (book(id), book(rule.id)) else { return false };
    let number = rest.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let has_a_letter = number.len() < rest.len();
    let is_number = !number.is_empty() && number.bytes().all(|sign| sign.is_ascii_digit());
    rule.system.eq_ignore_ascii_case(system) && asked == known && has_a_letter && is_number
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
