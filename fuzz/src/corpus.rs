//! What inputs begin with: every script of the project, of its tests and of its book.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use assize::Shelf;

use crate::grammar::Grammar;

/// A longer text is no beginning: its changes would take too long to read.
const LONGEST: usize = 24_000;

/// As many pieces of a rule are kept.
const MOST_PIECES: usize = 400;

/// A longer piece is not put elsewhere.
const LONGEST_PIECE: usize = 3_000;

/// What there is to begin with.
pub struct Corpus {
    /// Scripts, each read by the grammar.
    pub scripts: Vec<String>,
    /// Files of functions in Rhai.
    pub functions: Vec<String>,
    /// What `use` finds, by name.
    pub shelf: Vec<(String, String)>,
    /// Every word that a script has, without repetition.
    pub words: Vec<String>,
    /// The grammar they are written in.
    pub grammar: Grammar,
    /// Pieces of the scripts by their rules, for putting them where another of the rule stands.
    pub pieces: BTreeMap<String, Vec<String>>,
}

impl Corpus {
    /// Everything in the folders `scripts`, `tests`, `docs` and `examples` of the project.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn gather(project: &Path) -> io::Result<Self> {
        let grammar = Grammar::new();
        let mut files = Vec::new();
        for folder in ["scripts", "tests", "docs", "examples", "fuzz/finds", "fuzz/scenes"] {
            walk(&project.join(folder), &mut files)?;
        }
        files.sort();
        let (mut scripts, mut functions, mut shelf) = (BTreeSet::new(), Vec::new(), Vec::new());
        for file in files {
            let Ok(text) = fs::read_to_string(&file) else { continue };
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            match file.extension().and_then(|end| end.to_str()) {
                Some("asz") => {
                    shelf.push((name, text.clone()));
                    scripts.insert(text);
                }
                Some("rhai") => {
                    shelf.push((name, text.clone()));
                    functions.push(text);
                }
                Some("csv") => shelf.push((name, text)),
                Some("md") => scripts.extend(blocks(&text)),
                Some("rs") => scripts.extend(raw_texts(&text)),
                _ => {}
            }
        }
        scripts.retain(|text| text.len() <= LONGEST);
        let scripts: Vec<String> = scripts.into_iter().collect();
        let (words, pieces) = (words(&scripts), pieces(&grammar, &scripts));
        Ok(Self { scripts, functions, shelf, words, grammar, pieces })
    }

    /// What `use` finds.
    pub fn library(&self) -> Shelf {
        let mut library = Shelf::default();
        for (name, text) in &self.shelf {
            library.put(name, text);
        }
        library
    }
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { walk(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

/// The scripts of a page.
fn blocks(page: &str) -> Vec<String> {
    let mut parts = page.split("\n```");
    let mut blocks = Vec::new();
    while let Some(part) = parts.next() {
        if part.starts_with("asz") {
            blocks.extend(part.split_once('\n').map(|(_, text)| text.to_owned()));
            parts.next();
        }
    }
    blocks
}

/// The raw texts of a file of Rust that are scripts by their looks.
fn raw_texts(code: &str) -> Vec<String> {
    let ends = code.split("r#\"").skip(1).filter_map(|rest| rest.split_once("\"#"));
    ends.map(|(text, _)| text.to_owned()).filter(|text| text.contains("use ") || text.contains("system ")).collect()
}

fn words(scripts: &[String]) -> Vec<String> {
    let of = |text: &String| -> Vec<String> {
        text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').map(str::to_owned).collect()
    };
    let words: BTreeSet<String> = scripts.iter().flat_map(of).filter(|word| !word.is_empty()).collect();
    words.into_iter().filter(|word| !word.starts_with(|letter: char| letter.is_ascii_digit())).collect()
}

fn pieces(grammar: &Grammar, scripts: &[String]) -> BTreeMap<String, Vec<String>> {
    let mut pieces: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for text in scripts {
        for piece in grammar.pieces("file", text) {
            let (of_rule, piece) = (pieces.entry(piece.rule).or_default(), &text[piece.place]);
            if of_rule.len() < MOST_PIECES && piece.len() <= LONGEST_PIECE && !of_rule.iter().any(|one| one == piece) {
                of_rule.push(piece.to_owned());
            }
        }
    }
    pieces
}
