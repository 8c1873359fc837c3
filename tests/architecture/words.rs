//! The words of games stand in scripts, never in Rust: a new game needs no line of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use assize::diagnostic::Diagnostics;
use assize::source::SourceMap;
use assize::syntax::ast::{
    Cell, CellKind, Declaration, DeclarationKind, Expr, ExprKind, Field, Grid, ItemKind, Phrase, Role, Statement,
    StatementKind,
};

use crate::code::{self, Token};
use crate::none;

/// Words that some game declares and that are ours, or everybody's, as well, with the reason.
const NEUTRAL: &[(&str, &[&str])] = &[
    ("words of HTML and HTTP: where a form is sent, and how a request went", &["action", "status"]),
    ("words of the protocol of editors and of its types", &["general", "prepare", "simple"]),
    ("words of the Model Context Protocol", &["resources", "tool"]),
    ("a word of everybody who takes something back", &["undone"]),
    ("what is played, and the game master who leads it", &["game"]),
    (
        "everyday words of messages, which no game owns",
        &[
            "intermediate",
            "limited",
            "means",
            "paid",
            "people",
            "refresh",
            "running",
            "slow",
            "spaces",
            "together",
            "toward",
            "will",
        ],
    ),
    (
        "words of the language: what a scale, a sum, a plan, a roll, a card or a scene consists of",
        &[
            "band",
            "bands",
            "card",
            "change",
            "condition",
            "cost",
            "drawn",
            "face",
            "faces",
            "held",
            "label",
            "level",
            "levels",
            "location",
            "move",
            "moved",
            "need",
            "none",
            "nothing",
            "number",
            "part",
            "place",
            "players",
            "points",
            "pool",
            "position",
            "price",
            "range",
            "reached",
            "result",
            "row",
            "scene",
            "session",
            "source",
            "target",
            "there",
            "total",
            "value",
            "verdict",
        ],
    ),
    (
        "words of Rust and of programs in general",
        &[
            "again",
            "answer",
            "attempt",
            "back",
            "bar",
            "base",
            "beyond",
            "box",
            "call",
            "can",
            "chain",
            "check",
            "clock",
            "close",
            "command",
            "context",
            "create",
            "crew",
            "difference",
            "done",
            "enter",
            "even",
            "exchange",
            "expected",
            "extreme",
            "factors",
            "failure",
            "failures",
            "fast",
            "filled",
            "finished",
            "fit",
            "fits",
            "frame",
            "free",
            "full",
            "goal",
            "guard",
            "hard",
            "heat",
            "help",
            "helper",
            "high",
            "interrupted",
            "joint",
            "leader",
            "least",
            "leave",
            "left",
            "limit",
            "list",
            "long",
            "low",
            "make",
            "margin",
            "match",
            "middle",
            "name",
            "open",
            "opening",
            "pair",
            "placed",
            "progress",
            "push",
            "reach",
            "recover",
            "reply",
            "requires",
            "rest",
            "seconds",
            "share",
            "short",
            "side",
            "situation",
            "size",
            "slot",
            "span",
            "spent",
            "start",
            "style",
            "surplus",
            "temporary",
            "test",
            "tick",
            "ticks",
            "time",
            "top",
            "trait",
            "where",
            "width",
            "within",
            "work",
            "zero",
        ],
    ),
    ("what advice is asked for, by the options of `assize advise`", &["against", "goal"]),
    (
        "everyday words that help in messages",
        &[
            "a little",
            "able",
            "act",
            "acting",
            "acts",
            "adds",
            "advance",
            "affordable",
            "alive",
            "alone",
            "always",
            "amount",
            "around",
            "aside",
            "at once",
            "average",
            "bad",
            "begin",
            "best",
            "better",
            "body",
            "book",
            "bought",
            "broken",
            "calls",
            "calm",
            "casting",
            "cause",
            "certain",
            "chance",
            "checks",
            "colour",
            "comes about",
            "compared",
            "counts",
            "covering",
            "dead",
            "declared",
            "die",
            "double",
            "doubled",
            "drain",
            "due",
            "either",
            "every",
            "failed",
            "fallen",
            "far",
            "finds",
            "fixed",
            "force",
            "four",
            "gone",
            "grows",
            "hands",
            "helps",
            "history",
            "hold",
            "holds",
            "how",
            "inclusive",
            "kept",
            "last",
            "lasts",
            "later",
            "lead",
            "learn",
            "lend",
            "lift",
            "listed",
            "little",
            "lock",
            "lost",
            "made",
            "marked",
            "matters",
            "maximum",
            "member",
            "missing",
            "mixed",
            "more",
            "much",
            "named",
            "near",
            "neither",
            "never",
            "next",
            "normal",
            "now",
            "nth",
            "old",
            "once",
            "one more",
            "ones",
            "other",
            "others",
            "ours",
            "out",
            "over",
            "own",
            "part of",
            "partial",
            "pass",
            "passed",
            "passes",
            "patient",
            "payoff",
            "plain",
            "plus",
            "poison",
            "present",
            "quiet",
            "raise",
            "raised",
            "read",
            "regular",
            "risky",
            "round",
            "save",
            "saving",
            "second",
            "severity",
            "shared",
            "shown",
            "shows",
            "sized",
            "spare",
            "spend",
            "stand",
            "stands",
            "state",
            "stays",
            "steps",
            "stops",
            "strange",
            "strong",
            "struck",
            "take it",
            "takes",
            "tens",
            "theirs",
            "thing",
            "third",
            "three",
            "thrown",
            "told",
            "too much",
            "tried",
            "try",
            "turn",
            "twenty",
            "two",
            "units",
            "used",
            "uses",
            "waits",
            "wanted",
            "whole",
            "whom",
            "widest",
            "words",
            "worse",
            "worst",
            "written",
        ],
    ),
];

#[test]
fn no_word_of_a_game_stands_in_the_code() {
    let declared = declared();
    assert!(declared.len() > 50, "the systems declare more words than {}", declared.len());
    let mut offences: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in code::files() {
        for (line, token) in file.tokens() {
            let words = match &token {
                Token::Name(name) => parts(name),
                Token::Text(text) => text.split(|c: char| !c.is_alphanumeric()).flat_map(parts).collect(),
                Token::Sign(_) => continue,
            };
            for (phrase, script) in &declared {
                if words.windows(phrase.len()).any(|window| window == phrase) {
                    let offence = format!("`{}`, a word of {script}", phrase.join(" "));
                    offences.entry(offence).or_default().push(format!("{}:{line}", file.path));
                }
            }
        }
    }
    let told = offences.iter().map(|(word, places)| format!("{word}: {}", places.join(" ")));
    none(&told.collect::<Vec<String>>(), "a word of a game belongs in its script");
}

/// `the_lastOne` is `the`, `last`, `one`.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut lower = false;
    for letter in name.chars() {
        let begins = letter == '_' || (letter.is_uppercase() && lower);
        if begins && parts.last().is_some_and(|part| !part.is_empty()) {
            parts.push(String::new());
        }
        lower = !letter.is_uppercase();
        if letter.is_alphanumeric()
            && let Some(part) = parts.last_mut()
        {
            part.extend(letter.to_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Every name that is neither neutral nor the language's own, and a script that declares it.
fn declared() -> BTreeMap<Vec<String>, String> {
    let own = words_of_the_language();
    let neutral: BTreeSet<&str> = NEUTRAL.iter().flat_map(|(_, words)| *words).copied().collect();
    let mut found = BTreeMap::new();
    for path in code::below("scripts/systems", "asz").into_iter().chain(code::below("scripts/house", "asz")) {
        let script = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for name in names(&script, &fs::read_to_string(&path).expect("a script is text")) {
            let phrase: Vec<String> = name.split(' ').flat_map(parts).collect();
            // A name of one or two letters (a suit of cards, a unit) tells nothing.
            let tells = phrase.iter().any(|word| word.chars().count() > 2 && word.chars().all(char::is_alphabetic));
            if tells && !own.contains(&name) && !neutral.contains(name.as_str()) {
                found.insert(phrase, script.clone());
            }
        }
    }
    found
}

/// The names that a script declares.
fn names(script: &str, text: &str) -> BTreeSet<String> {
    let mut sink = Diagnostics::default();
    let file = assize::syntax::parse(SourceMap::default().add(script, text), text, &mut sink);
    assert!(!sink.has_errors(), "{script} can be read");
    let mut words = Words::default();
    for item in &file.items {
        if let ItemKind::Declaration(declaration) | ItemKind::Replace(declaration) = &item.kind {
            words.declaration(declaration);
        }
    }
    words.names
}

/// Every word between quotes in the grammar.
fn words_of_the_language() -> BTreeSet<String> {
    let grammar = fs::read_to_string(code::root().join("grammar/assize.pest")).expect("the grammar is text");
    // A quote that is itself quoted ends nothing.
    let grammar = grammar.replace("\\\\", "").replace("\\\"", "");
    let quoted = grammar.split('"').skip(1).step_by(2);
    quoted.map(str::to_owned).filter(|word| word.chars().all(char::is_alphabetic)).collect()
}

/// The names of a script: everything a scene can speak of. Parameters and other variables are not among them.
#[derive(Default)]
struct Words {
    names: BTreeSet<String>,
}

impl Words {
    fn phrase(&mut self, phrase: &Phrase) {
        self.names.insert(phrase.text().into());
    }

    fn declaration(&mut self, declaration: &Declaration) {
        self.phrase(&declaration.name);
        match &declaration.kind {
            DeclarationKind::Scale { grid, .. } | DeclarationKind::Ladder { grid, .. } => self.levels(grid),
            DeclarationKind::Table { grid, .. } => self.header(grid),
            DeclarationKind::Dice { .. } | DeclarationKind::Rule { .. } => {}
            DeclarationKind::Deck(deck) => deck.fields.iter().for_each(|field| self.phrase(&field.name)),
            DeclarationKind::Kind { fields, .. } => self.fields(fields),
            DeclarationKind::Plan(plan) => {
                if let Some((name, fields)) = &plan.item {
                    self.phrase(name);
                    self.fields(fields);
                }
                plan.groups.iter().for_each(|(name, _)| self.phrase(name));
            }
            DeclarationKind::Period { before, after } => {
                before.iter().chain(after).for_each(|statement| self.statement(statement));
            }
            DeclarationKind::Procedure { by, versus, body } => {
                by.iter().chain(versus).for_each(|role| self.role(role));
                self.statements(body);
            }
        }
    }

    fn role(&mut self, role: &Role) {
        self.phrase(&role.name);
    }

    fn fields(&mut self, fields: &[Field]) {
        fields.iter().flat_map(|field| &field.names).for_each(|name| self.phrase(name));
    }

    /// The columns, and the first cell of every row; a scale may also be one row without a header.
    fn levels(&mut self, grid: &Grid) {
        self.header(grid);
        for row in &grid.rows {
            row.cells.first().into_iter().for_each(|cell| self.cell(cell));
        }
    }

    fn header(&mut self, grid: &Grid) {
        grid.rows.first().into_iter().flat_map(|row| &row.cells).for_each(|cell| self.cell(cell));
    }

    fn cell(&mut self, cell: &Cell) {
        if let CellKind::Value(expr, _) = &cell.kind {
            self.place(expr);
        }
    }

    /// The name that a cell or a target is.
    fn place(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(phrase) | ExprKind::Member(_, phrase) => self.phrase(phrase),
            _ => {}
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Ask { field, .. } => self.fields(std::slice::from_ref(field)),
            StatementKind::Let { target, .. }
            | StatementKind::Sum { target, .. }
            | StatementKind::Decide { target, .. }
            | StatementKind::Roll { target, .. }
            | StatementKind::Draw { target, .. }
            | StatementKind::Resolve { target, .. }
            | StatementKind::Choose { target, .. } => self.place(target),
            StatementKind::ForEach { body, .. } => self.statements(body),
            StatementKind::Step { name, body, .. } => {
                self.phrase(name);
                self.statements(body);
            }
            StatementKind::If { branches, otherwise } => {
                let bodies = branches.iter().map(|(_, body)| body).chain(otherwise);
                bodies.flatten().for_each(|statement| self.statement(statement));
            }
            _ => {}
        }
    }
}
