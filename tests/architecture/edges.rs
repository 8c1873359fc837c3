//! What is named in one place only, so that it can be exchanged there, and what the inside of the house never does.

use crate::code::{self, File, Token};
use crate::none;

/// A crate, and the beginnings of the paths that may name it.
const CRATES: &[(&str, &[&str])] = &[
    ("pest", &["src/syntax/from_text"]),
    ("pest_derive", &["src/syntax/from_text"]),
    ("miette", &["src/diagnostic/render", "src/cli/"]),
    ("rand", &["src/semantics/chance/sequential.rs"]),
    ("blake3", &["src/journal/", "src/semantics/chance/"]),
    ("getrandom", &["src/cli/seeds.rs"]),
    ("clap", &["src/cli/"]),
    ("clap_complete", &["src/cli/"]),
    ("clap_mangen", &["src/cli/"]),
    ("rhai", &["src/hook_rhai/"]),
    ("notify", &["src/cli/watch/news.rs"]),
    ("semver", &["src/engine/pack_file.rs", "src/engine/packs.rs"]),
    ("toml", &["src/cli/config.rs", "src/engine/pack_file.rs"]),
    ("rustyline", &["src/cli/repl/"]),
    ("ctrlc", &["src/cli/"]),
    ("lsp_server", &["src/cli/lsp/"]),
    ("lsp_types", &["src/cli/lsp/"]),
    ("httparse", &["src/cli/dice_page/request.rs"]),
    ("form_urlencoded", &["src/cli/dice_page/form.rs"]),
    ("tungstenite", &["src/cli/socket.rs"]),
    ("nix", &["src/cli/dice_page/at_terminal.rs"]),
    ("indicatif", &["src/cli/odds_watch.rs", "src/cli/simulate.rs"]),
    ("crc32fast", &["src/journal/"]),
    ("jiff", &["src/cli/dates.rs"]),
    ("strsim", &["src/diagnostic/nearest.rs"]),
    ("unicode_security", &["src/diagnostic/nearest.rs"]),
    // Programs and verdicts are stored and told as JSON where they leave the house.
    (
        "serde_json",
        &[
            "src/verdict/json.rs",
            "src/diagnostic/render/plain.rs",
            "src/engine/stored.rs",
            "src/engine/sheet_json.rs",
            "src/journal/",
            "src/protocol/",
            "src/cli/",
        ],
    ),
];

/// Parts of the standard library that touch the world.
const WORLD: &[(&str, &[&str])] = &[
    ("fs", &["src/cli/", "src/journal/file.rs"]),
    ("env", &["src/cli/", "src/main.rs", "src/engine/library.rs"]),
    ("io", &["src/cli/", "src/journal/"]),
    // The page on which players enter their dice, if somebody has it served.
    ("net", &["src/cli/dice_page/", "src/cli/socket.rs"]),
    ("process", &["src/cli/", "src/main.rs"]),
    // Workers, each with a session to itself, and a watch that only calls off: it ends an answer and never changes one. Blocks of a
    // simulation, whose counts do not depend on the thread that makes them. Requests to the dice page, which only bring what people say.
    // Clients that are connected, each with workers of its own. The language server reads, writes and finds out apart from each other, so that nobody who types waits.
    (
        "thread",
        &["src/cli/serve/", "src/cli/simulate.rs", "src/cli/dice_page/", "src/cli/lsp/mod.rs", "src/cli/socket.rs"],
    ),
    // The difference that a layout makes is told more coarsely where telling it would take too long. An editor has saved once nothing
    // has happened for a while.
    (
        "time",
        &[
            "src/cli/serve/watch.rs",
            "src/cli/dice_page/",
            "src/cli/fmt.rs",
            "src/cli/lsp/layout.rs",
            "src/cli/socket.rs",
            "src/cli/watch/news.rs",
        ],
    ),
];

/// Names that print, read a clock, hold a state for everybody, round, or depend on a seed of their own.
const WORDS: &[(&str, &[&str])] = &[
    ("println", &[]),
    ("eprintln", &[]),
    ("print", &[]),
    ("eprint", &[]),
    ("dbg", &[]),
    // How long a request may take, and how long a file may be gone.
    ("Instant", &["src/cli/dice_page/request.rs", "src/cli/watch/news.rs"]),
    ("SystemTime", &[]),
    ("thread_local", &[]),
    // Remarks belong to the script of which they are found.
    ("OnceLock", &["src/engine/remarks.rs"]),
    ("LazyLock", &[]),
    ("f32", &[]),
    ("f64", &[]),
    // Odds are looked up by their situation and sorted before anybody sees them.
    ("HashMap", &["src/drivers/advice/explore.rs", "src/drivers/odds/"]),
    ("HashSet", &["src/drivers/odds/"]),
];

#[test]
fn a_crate_is_named_in_its_place_only() {
    let mut offences = Vec::new();
    for file in code::files() {
        for (line, name) in crates(&file) {
            let rule = CRATES.iter().find(|(crate_name, _)| *crate_name == name);
            if rule.is_some_and(|(_, places)| !stands_in(&file, places)) {
                offences.push(format!("{}:{line}: `{name}`", file.path));
            }
        }
    }
    none(&offences, "a crate is named in its own place only");
}

#[test]
fn only_the_edges_touch_the_world() {
    let mut offences = Vec::new();
    for file in code::files() {
        for (line, part) in of_the_standard_library(&file) {
            let rule = WORLD.iter().find(|(name, _)| *name == part);
            if rule.is_some_and(|(_, places)| !stands_in(&file, places)) {
                offences.push(format!("{}:{line}: `std::{part}`", file.path));
            }
        }
    }
    none(&offences, "files, clocks and processes belong to the edges");
}

#[test]
fn nothing_prints_counts_in_floats_or_depends_on_a_hash() {
    let mut offences = Vec::new();
    for file in code::files() {
        let tokens = file.tokens();
        for pair in tokens.windows(2) {
            let [(line, Token::Name(name)), (_, after)] = pair else { continue };
            let print = name == "print" && *after != Token::Sign('!');
            let rule = WORDS.iter().find(|(word, _)| *word == name && !print);
            if rule.is_some_and(|(_, places)| !stands_in(&file, places)) {
                offences.push(format!("{}:{line}: `{name}`", file.path));
            }
        }
    }
    none(&offences, "the same script gives the same verdict everywhere, and says nothing by itself");
}

fn stands_in(file: &File, places: &[&str]) -> bool {
    places.iter().any(|place| file.path.starts_with(place))
}

/// Names that begin a path, each with its line: `pest::Parser`, `use rand;`, `#[derive(pest_derive::Parser)]`.
fn crates(file: &File) -> Vec<(usize, String)> {
    let tokens = file.tokens();
    let begins = |at: usize| at == 0 || tokens[at - 1].1 != Token::Sign(':');
    let path = |at: usize| matches!(tokens.get(at + 1), Some((_, Token::Sign(':' | ';'))));
    let name = |(at, (line, token)): (usize, &(usize, Token))| match token {
        Token::Name(name) if begins(at) && path(at) => Some((*line, name.clone())),
        _ => None,
    };
    tokens.iter().enumerate().filter_map(name).collect()
}

/// What of the standard library a file names: `fs` in `std::fs` and in `use std::{fs, io}`.
fn of_the_standard_library(file: &File) -> Vec<(usize, String)> {
    let tokens = file.tokens();
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if tokens[at].1 != Token::Name("std".into()) {
            continue;
        }
        match tokens.get(at + 3) {
            Some((line, Token::Name(name))) => found.push((*line, name.clone())),
            Some((_, Token::Sign('{'))) => {
                let inside = tokens[at + 3..].iter().take_while(|(_, token)| *token != Token::Sign(';'));
                found.extend(inside.filter_map(|(line, token)| match token {
                    Token::Name(name) => Some((*line, name.clone())),
                    _ => None,
                }));
            }
            _ => {}
        }
    }
    found
}
