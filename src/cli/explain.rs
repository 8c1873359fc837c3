//! `assize explain CODE`

use clap::Args;

use super::{Exit, Terminal};
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::source::SourceMap;

/// A page for each code, in the order of the codes.
pub(super) const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/mistakes.rs"));

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The code of a mistake, such as AZ201; all codes if left out
    code: Option<String>,
}

pub(super) fn explain(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let Some(code) = &arguments.code else {
        terminal.say(&list());
        return Exit::Done;
    };
    let wanted = code.to_uppercase();
    let found = PAGES.iter().find(|(code, _)| *code == wanted);
    if let Some((_, page)) = found {
        terminal.say(page);
        return Exit::Done;
    }
    terminal.show(&unknown(code), &SourceMap::default());
    Exit::Usage
}

/// Every code with the title of its page.
fn list() -> String {
    PAGES.iter().flat_map(|(_, page)| [title(page), "\n"]).collect()
}

fn title(page: &str) -> &str {
    page.lines().next().unwrap_or_default().trim_start_matches("# ")
}

fn unknown(code: &str) -> Diagnostic {
    let found = Diagnostic::placeless(codes::USAGE, format!("there is no code `{code}`"));
    match nearest::nearest(code, PAGES.iter().map(|(code, _)| *code)) {
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
