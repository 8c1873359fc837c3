//! Reads from the grammar which keywords there are and where they may stand, so that nothing else has to list them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use pest_meta::ast::Expr;
use pest_meta::parser::{self, Rule};

type Words = BTreeSet<String>;

/// The rules that name words of questions, such as `median`: these are ordinary names everywhere else.
const OF_QUESTIONS: [&str; 2] = ["odds_word", "begins_like_a_word"];

/// The tables of `src/syntax/keywords.rs`, as Rust.
pub fn tables(grammar: &str) -> String {
    let read = parser::parse(Rule::grammar_rules, grammar).expect("the grammar can be read");
    let read = parser::consume_rules(read).unwrap_or_else(|errors| panic!("the grammar is wrong: {errors:?}"));
    let rules = read.into_iter().filter(|rule| !OF_QUESTIONS.contains(&rule.name.as_str()));
    let grammar = Grammar { rules: rules.map(|rule| (rule.name, rule.expr)).collect() };

    let mut all = Words::new();
    let mut lines: BTreeMap<String, (Words, Words)> = BTreeMap::new();
    for body in grammar.rules.values() {
        words(body, &mut all);
        let begin = grammar.first(body);
        let (Some(head), 1) = (begin.first(), begin.len()) else { continue };
        let line = lines.entry(head.clone()).or_default();
        grammar.following(body, &mut line.0, &mut BTreeSet::new());
        line.1.extend(grammar.inside(body));
        line.0.remove(head);
    }

    let mut text = String::from("/// All of them.\nconst ALL: &[&str] = &");
    let _ = writeln!(
        text,
        "{all:?};\n/// Those a line of a file may begin with.\nconst FIRST: &[&str] = &{:?};",
        grammar.first_of("item")
    );
    let _ = writeln!(
        text,
        "/// Those a line of a scene may begin with.\nconst IN_SCENE: &[&str] = &{:?};",
        grammar.first_of("scene_line")
    );
    let _ = writeln!(
        text,
        "/// Those that join others, so that no name can hold them.\nconst JOINING: &[&str] = &{:?};",
        grammar.first_of("joining")
    );
    let mut in_line = Words::new();
    grammar.following(&grammar.rules["line"], &mut in_line, &mut BTreeSet::new());
    let _ = writeln!(
        text,
        "/// Those that may follow in a line that begins with a name.\nconst IN_LINE: &[&str] = &{in_line:?};"
    );
    text.push_str(
        "/// What a line begins with, what may follow in it, and what the lines of its block may begin with.\n",
    );
    text.push_str("const LINES: &[(&str, &[&str], &[&str])] = &[\n");
    for (head, (follow, inside)) in lines {
        let _ = writeln!(text, "    ({head:?}, &{follow:?}, &{inside:?}),");
    }
    // Sets are printed with braces, lists have brackets.
    text.push_str("];\n");
    text.replace('{', "[").replace('}', "]")
}

struct Grammar {
    rules: BTreeMap<String, Expr>,
}

impl Grammar {
    fn first_of(&self, rule: &str) -> Words {
        self.rules.get(rule).map(|body| self.first(body)).unwrap_or_default()
    }

    /// The keywords a text may begin with.
    fn first(&self, body: &Expr) -> Words {
        let mut found = Words::new();
        self.begins(body, &mut found);
        found
    }

    /// The same; answers whether the text may be empty, so that what follows is its beginning as well.
    fn begins(&self, body: &Expr, into: &mut Words) -> bool {
        match body {
            Expr::Str(text) => {
                into.extend(word(text));
                false
            }
            Expr::Ident(name) => self.rules.get(name).is_some_and(|body| self.begins(body, into)),
            Expr::Seq(one, next) => self.begins(one, into) && self.begins(next, into),
            Expr::Choice(one, other) => {
                let (one, other) = (self.begins(one, into), self.begins(other, into));
                one || other
            }
            Expr::Opt(inner) | Expr::Rep(inner) => {
                self.begins(inner, into);
                true
            }
            Expr::RepOnce(inner) => self.begins(inner, into),
            Expr::PosPred(_) | Expr::NegPred(_) => true,
            _ => false,
        }
    }

    /// The keywords of a line before its block; answers whether the block has begun.
    fn following<'g>(&'g self, body: &'g Expr, into: &mut Words, seen: &mut BTreeSet<&'g str>) -> bool {
        match body {
            Expr::Str(text) => {
                into.extend(word(text));
                text == "{"
            }
            Expr::Ident(name) => match self.rules.get(name) {
                Some(body) if seen.insert(name) => self.following(body, into, seen),
                _ => false,
            },
            Expr::Seq(one, next) => self.following(one, into, seen) || self.following(next, into, seen),
            Expr::Choice(one, other) => {
                let (one, other) = (self.following(one, into, seen), self.following(other, into, seen));
                one && other
            }
            Expr::RepOnce(inner) => self.following(inner, into, seen),
            Expr::Opt(inner) | Expr::Rep(inner) => {
                self.following(inner, into, seen);
                false
            }
            _ => false,
        }
    }

    /// The keywords the lines of its block may begin with.
    fn inside(&self, body: &Expr) -> Words {
        let parts = in_order(body);
        let mut found = Words::new();
        if let Some(brace) = parts.iter().position(|part| matches!(part, Expr::Str(text) if text == "{")) {
            for part in &parts[brace + 1..] {
                if !self.begins(part, &mut found) {
                    break;
                }
            }
            return found;
        }
        for part in parts {
            match part {
                Expr::Choice(one, other) => found.extend(self.inside(one).into_iter().chain(self.inside(other))),
                Expr::Opt(inner) | Expr::Rep(inner) | Expr::RepOnce(inner) => found.extend(self.inside(inner)),
                Expr::Ident(name) if name.ends_with("block") => found.extend(self.inside(&self.rules[name])),
                _ => {}
            }
        }
        found
    }
}

/// The parts of a sequence.
fn in_order(body: &Expr) -> Vec<&Expr> {
    match body {
        Expr::Seq(one, next) => in_order(one).into_iter().chain(in_order(next)).collect(),
        other => vec![other],
    }
}

/// Every keyword that stands in it.
fn words(body: &Expr, into: &mut Words) {
    match body {
        Expr::Str(text) => into.extend(word(text)),
        Expr::Seq(one, next) | Expr::Choice(one, next) => {
            words(one, into);
            words(next, into);
        }
        Expr::Opt(inner) | Expr::Rep(inner) | Expr::RepOnce(inner) | Expr::PosPred(inner) | Expr::NegPred(inner) => {
            words(inner, into);
        }
        _ => {}
    }
}

/// A text that is a word; the `d` of dice is none.
fn word(text: &str) -> Option<String> {
    let letters = text.chars().all(|sign| sign.is_ascii_lowercase() || sign == '/');
    (text.len() > 1 && letters).then(|| text.to_owned())
}
