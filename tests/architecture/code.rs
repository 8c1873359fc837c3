//! Rust files as their names and texts, without comments.

use std::fs;
use std::path::{Path, PathBuf};

/// One file of `src/`.
pub struct File {
    /// Its path inside the project, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// A piece of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name or a keyword.
    Name(String),
    /// What stands between quotes.
    Text(String),
    /// Any other character.
    Sign(char),
}

/// The project's folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below a folder with this ending, sorted.
pub fn below(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Every file of the library and the program; tests stand in folders called `tests`.
pub fn files() -> Vec<File> {
    let paths =
        below("src", "rs").into_iter().filter(|path| !path.components().any(|part| part.as_os_str() == "tests"));
    let files = paths.map(|path| {
        let text = fs::read_to_string(&path).expect("a source file is text");
        let inside = path.strip_prefix(root()).expect("it lies in the project");
        File { path: inside.to_string_lossy().replace('\\', "/"), text }
    });
    files.collect()
}

impl File {
    /// The modules it stands in: `src/ir/lower/plans.rs` is `ir`, `lower`, `plans`.
    pub fn modules(&self) -> Vec<&str> {
        let inside = self.path.trim_start_matches("src/").trim_end_matches(".rs");
        inside.split('/').filter(|part| *part != "mod").collect()
    }

    /// Its code in pieces, each with its line. Comments and modules of tests are left out.
    pub fn tokens(&self) -> Vec<(usize, Token)> {
        let end = self.text.find("#[cfg(test)]\nmod ").unwrap_or(self.text.len());
        let mut reader = Reader { rest: &self.text[..end], line: 1, tokens: Vec::new() };
        while reader.step() {}
        reader.tokens
    }
}

struct Reader<'t> {
    rest: &'t str,
    line: usize,
    tokens: Vec<(usize, Token)>,
}

impl Reader<'_> {
    /// Reads one piece; `false` at the end.
    fn step(&mut self) -> bool {
        let Some(next) = self.rest.chars().next() else { return false };
        if self.rest.starts_with("//") {
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        } else if self.rest.starts_with("/*") {
            self.take(self.rest.find("*/").map_or(self.rest.len(), |end| end + 2));
        } else if self.rest.starts_with("r\"") || self.rest.starts_with("r#") {
            self.raw_text();
        } else if next == '"' {
            self.text();
        } else if next == '\'' {
            self.letter_or_lifetime();
        } else if next.is_alphanumeric() || next == '_' {
            let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
            let line = self.line;
            let name = self.take(end);
            self.tokens.push((line, Token::Name(name)));
        } else {
            if !next.is_whitespace() {
                self.tokens.push((self.line, Token::Sign(next)));
            }
            self.take(next.len_utf8());
        }
        true
    }

    fn take(&mut self, bytes: usize) -> String {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken.to_owned()
    }

    fn raw_text(&mut self) {
        let fences = self.rest[1..].chars().take_while(|c| *c == '#').count();
        let close = format!("\"{}", "#".repeat(fences));
        let start = fences + 2;
        let end = self.rest[start..].find(&close).map_or(self.rest.len(), |end| start + end + close.len());
        let line = self.line;
        let text = self.take(end);
        self.tokens.push((line, Token::Text(text[1..].trim_matches(['#', '"']).to_owned())));
    }

    fn text(&mut self) {
        let mut escaped = false;
        let closes = |c: char| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        };
        let end = self.rest[1..].find(closes).map_or(self.rest.len(), |end| end + 2);
        let line = self.line;
        let text = self.take(end);
        self.tokens.push((line, Token::Text(text.trim_matches('"').to_owned())));
    }

    /// `'a'` and `'\n'` are letters, `'a` is a lifetime.
    fn letter_or_lifetime(&mut self) {
        let mut letters = self.rest[1..].char_indices();
        let first = letters.next().map(|(_, c)| c);
        let close = letters.next();
        if first == Some('\\') {
            let end = self.rest[3..].find('\'').map_or(self.rest.len(), |end| end + 4);
            self.take(end);
        } else if let Some((at, '\'')) = close {
            self.take(at + 2);
        } else {
            self.take(1);
        }
    }
}
