//! What can be read: the scripts inside the program, the pages of the book, and those of mistakes.

use serde_json::{Value, json};

use crate::cli::{book, inside_texts};

/// All resources as they are listed, without the pages of mistakes, which have a template.
pub(super) fn listed() -> Vec<Value> {
    let script = |(place, text): (String, String)| {
        let title = text.lines().next().unwrap_or_default().trim_end_matches('{').trim().to_owned();
        json!({ "uri": inside_texts::address_of(&place), "name": place, "title": title, "mimeType": "text/plain" })
    };
    let page = |(name, text): &(&str, &str)| {
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned();
        let place = format!("{}/{name}.md", inside_texts::BOOK);
        json!({ "uri": inside_texts::address_of(&place), "name": place, "title": title, "mimeType": "text/markdown" })
    };
    inside_texts::scripts().into_iter().map(script).chain(book::PAGES.iter().map(page)).collect()
}

/// The resources that are not listed one by one.
pub(super) fn templates() -> Vec<Value> {
    vec![json!({
        "uriTemplate": inside_texts::address_of(&format!("{}/{{code}}.md", inside_texts::MISTAKES)),
        "name": "mistakes",
        "title": "The page about an error code, such as AZ201",
        "mimeType": "text/markdown",
    })]
}

/// What stands at an address.
pub(super) fn read(uri: &str) -> Option<Value> {
    let text = inside_texts::text_at(uri)?;
    let kind = if inside_texts::language(uri) == "markdown" { "text/markdown" } else { "text/plain" };
    Some(json!({ "contents": [{ "uri": uri, "mimeType": kind, "text": text }] }))
}
