//! What threads share and change is a short list, which docs/architecture.md explains.

use std::collections::BTreeSet;
use std::fs;

use crate::code::{self, Token, files, root};
use crate::none;

/// What can be changed by several threads.
const SHARED: [&str; 10] = [
    "Barrier",
    "Condvar",
    "LazyLock",
    "Mutex",
    "OnceLock",
    "RwLock",
    "UnsafeCell",
    "channel",
    "sync_channel",
    "thread_local",
];

/// Each file that has something of it, and what.
const WHERE: [(&str, &[&str]); 24] = [
    ("src/allowance.rs", &["AtomicBool", "AtomicU64"]),
    ("src/cli/dice_page/board.rs", &["Mutex"]),
    ("src/cli/dice_page/keyboard.rs", &["sync_channel"]),
    ("src/cli/dice_page/server.rs", &["AtomicUsize"]),
    ("src/cli/lsp/mod.rs", &["channel"]),
    ("src/cli/mcp/desk.rs", &["Mutex"]),
    ("src/cli/odds_watch.rs", &["AtomicUsize"]),
    ("src/cli/seen.rs", &["Mutex"]),
    ("src/cli/serve/known.rs", &["Mutex"]),
    ("src/cli/serve/lanes.rs", &["Condvar", "Mutex"]),
    ("src/cli/serve/outbox.rs", &["sync_channel"]),
    ("src/cli/serve/server.rs", &["AtomicBool"]),
    ("src/cli/serve/sessions.rs", &["Mutex"]),
    ("src/cli/serve/sync.rs", &["Condvar", "Mutex"]),
    ("src/cli/serve/under_way.rs", &["Mutex"]),
    ("src/cli/serve/waiting.rs", &["Mutex"]),
    ("src/cli/serve/watch.rs", &["Condvar", "Mutex"]),
    ("src/cli/simulate.rs", &["AtomicU64"]),
    ("src/cli/socket.rs", &["AtomicUsize", "Mutex"]),
    ("src/cli/watch/news.rs", &["channel"]),
    ("src/drivers/odds/request.rs", &["AtomicBool", "AtomicU64", "AtomicUsize"]),
    ("src/engine/remarks.rs", &["OnceLock"]),
    ("src/engine/systems.rs", &["Mutex"]),
    ("src/hook_rhai/sandbox.rs", &["AtomicU64", "Mutex"]),
];

#[test]
fn what_threads_share_is_as_it_is_listed() {
    let mut found = Vec::new();
    for file in files() {
        let is_shared = |name: &str| SHARED.contains(&name) || name.starts_with("Atomic");
        let names: BTreeSet<String> = file
            .tokens()
            .into_iter()
            .filter_map(|(_, token)| match token {
                Token::Name(name) if is_shared(&name) => Some(name),
                Token::Name(_) | Token::Text(_) | Token::Sign(_) => None,
            })
            .collect();
        if !names.is_empty() {
            found.push((file.path, names.into_iter().collect::<Vec<String>>()));
        }
    }
    found.sort();
    let listed: Vec<(String, Vec<String>)> = WHERE
        .iter()
        .map(|(file, names)| ((*file).to_owned(), names.iter().map(|name| (*name).to_owned()).collect()))
        .collect();
    assert_eq!(found, listed, "say in docs/architecture.md who holds it, and why nobody waits for somebody who waits");
}

#[test]
fn the_server_shares_by_what_a_checker_can_take_the_place_of() {
    let serves = |file: &code::File| file.path.starts_with("src/cli/serve/") && !file.path.ends_with("/sync.rs");
    let mut offences = Vec::new();
    for file in files().into_iter().filter(serves) {
        // The tests inside of a file run in the server alone.
        let text = file.text.split("#[cfg(test)]").next().unwrap_or_default();
        let found = ["std::sync", "std::thread"].into_iter().filter(|path| text.contains(path));
        offences.extend(found.map(|path| format!("{} names {path}", file.path)));
    }
    none(&offences, "the server has its locks and threads from `sync`, so that tests/lanes checks them");
}

#[test]
fn the_page_explains_all_of_it() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("it is text");
    let part = page.split("## What threads share").nth(1).and_then(|rest| rest.split("\n## ").next());
    let part = part.expect("the page has that part");
    for (file, _) in WHERE {
        let inside = file.trim_start_matches("src/");
        assert!(part.contains(&format!("`{inside}`")), "{file}");
    }
}
