//! What people read is plain English: habits that a native speaker would not have are in no message and on no page.

use std::fs;

use crate::code::{self, Token};
use crate::none;

/// Words in the place of which there are plainer ones.
const HABITS: [(&str, &str); 7] = [
    ("whoever", "say who: `anybody who`, `those who`, `a player who`"),
    ("stands nowhere", "say `is not there`"),
    ("came upon", "say `found`"),
    ("nought", "say `nothing`, `zero` or `0`"),
    ("struck out", "say `undone`"),
    ("hitherto", "say `so far`"),
    ("what comes of it", "say `result`"),
];

/// What may follow `is no`: nothing else says it better.
const AFTER_NO: [&str; 5] = ["longer", "more", "other", "such", "result"];

/// So many messages there are at least: the texts of the code that read like one.
const LEAST: usize = 1_500;

/// Texts of the code in which two words or more stand, with their places.
fn messages() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for file in code::files() {
        for (line, token) in file.tokens() {
            if let Token::Text(text) = token
                && text.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).count() >= 2
            {
                found.push((format!("{}:{line}", file.path), text.split_whitespace().collect::<Vec<_>>().join(" ")));
            }
        }
    }
    found
}

/// `this is no policy`, unless `there is no …` says that something does not exist.
fn is_no(text: &str) -> bool {
    text.match_indices(" is no ").any(|(at, found)| {
        let exists = text[..at].ends_with("there") || text[..at].ends_with("There");
        let next: String = text[at + found.len()..].chars().take_while(|sign| sign.is_alphabetic()).collect();
        !exists && !AFTER_NO.contains(&next.as_str())
    })
}

/// `MESSAGES=target/messages.txt` writes all of them there, for an editor to read.
#[test]
fn messages_are_plain() {
    let all = messages();
    assert!(all.len() >= LEAST, "{}", all.len());
    if let Some(path) = std::env::var_os("MESSAGES") {
        let lines: Vec<String> = all.iter().map(|(place, text)| format!("{place}: {text}")).collect();
        fs::write(path, lines.join("\n")).expect("it can be written");
    }
    let mut offences = Vec::new();
    for (place, text) in &all {
        let lower = text.to_lowercase();
        let habits = HABITS.iter().filter(|(habit, _)| lower.contains(habit));
        offences.extend(habits.map(|(_, instead)| format!("{place}: {instead}: {text}")));
        if is_no(text) {
            offences.push(format!("{place}: say `is not a`: {text}"));
        }
    }
    none(&offences, "messages are written as people speak");
}

#[test]
fn pages_are_plain() {
    let mut offences = Vec::new();
    let pages = code::below("docs", "md").into_iter().chain([code::root().join("README.md")]);
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page is text");
        for (line, text) in (1..).zip(text.lines()) {
            let lower = text.to_lowercase();
            let habits = HABITS.iter().filter(|(habit, _)| lower.contains(habit));
            offences.extend(habits.map(|(_, instead)| format!("{}:{line}: {instead}: {text}", page.display())));
        }
    }
    none(&offences, "pages are written as people speak");
}

#[test]
fn habits_are_found_where_they_are() {
    assert!(is_no("this is no policy") && is_no("what is no number"));
    assert!(!is_no("there is no policy") && !is_no("it is no longer there") && !is_no("it is now open"));
}
