//! What the book says: rules by their IDs or words, and mistakes by their codes.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::cli::explain;
use crate::diagnostic::{Diagnostic, clean, codes};
use crate::verdict::rules::{self, Rule};

/// So many rules are told at a time.
const MOST: usize = 12;

/// What is known about what is asked.
pub(super) fn look_up(fields: &Map<String, Value>) -> Result<String, Diagnostic> {
    let word = |name: &str| fields.get(name).map(|given| given.as_str().ok_or_else(|| no_text(name))).transpose();
    let about = word("about")?.map(str::trim).filter(|about| !about.is_empty()).ok_or_else(|| no_text("about"))?;
    let system = word("system")?;
    if let Some(system) = system
        && !rules::ALL.iter().any(|rule| rule.system.eq_ignore_ascii_case(system))
    {
        let message = format!("there is no system `{}`", clean::short(system, 40));
        return Err(Diagnostic::placeless(codes::PARAMETERS, message).help("omit `system` to look in all of them"));
    }
    let is_there = |rule: &&Rule| system.is_none_or(|system| rule.system.eq_ignore_ascii_case(system));
    if system.is_none()
        && let Some(page) = explain::page(about)
    {
        return Ok(page.to_owned());
    }
    let id = system.map_or_else(|| about.to_owned(), |system| format!("{system}:{about}"));
    if let Some(told) = explain::rules(&id) {
        return Ok(told);
    }
    let words: Vec<String> = about.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let found: Vec<&Rule> = rules::ALL.iter().filter(is_there).filter(|rule| says(rule, &words)).collect();
    match found.len() {
        0 => {
            let message = format!("no rule says anything about \"{}\"", clean::short(about, 80));
            Err(Diagnostic::placeless(codes::PARAMETERS, message).help("try fewer words, or other ones"))
        }
        some => {
            let mut told: String =
                found.iter().take(MOST).map(|rule| explain::of_rule(rule)).collect::<Vec<_>>().join("\n");
            if some > MOST {
                let _ = writeln!(told, "\n{} more rules contain these words; give more of them.", some - MOST);
            }
            Ok(told)
        }
    }
}

fn no_text(field: &str) -> Diagnostic {
    Diagnostic::placeless(codes::PARAMETERS, format!("`{field}` must be text that is not empty"))
}

/// Whether a rule has all of these words.
fn says(rule: &Rule, words: &[String]) -> bool {
    let text = [&[rule.heading], rule.says].concat().join(" ").to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
}
