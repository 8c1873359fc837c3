//! Random texts of a rule: everything that the grammar allows, also what no script has ever said.

use std::collections::BTreeMap;

use pest_meta::ast::{Expr, Rule, RuleType};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use super::Grammar;
use crate::Chance;

/// Deeper than any text; the depth of a rule of which nothing is known yet.
const ENDLESS: usize = 1_000;

/// As often as this at most something is repeated.
const MOST: u32 = 3;

/// How deep the shallowest text of each rule is, found by going through all rules until nothing changes.
pub(super) fn depths(rules: &BTreeMap<String, Rule>) -> BTreeMap<String, usize> {
    let mut depths: BTreeMap<String, usize> = BTreeMap::new();
    loop {
        let before = depths.clone();
        for (name, rule) in rules {
            depths.insert(name.clone(), depth(&rule.expr, &before).saturating_add(1).min(ENDLESS));
        }
        if depths == before {
            return depths;
        }
    }
}

/// How deep the shallowest text of an expression is. A name that is no rule is one of pest's own.
fn depth(expr: &Expr, depths: &BTreeMap<String, usize>) -> usize {
    match expr {
        Expr::Ident(name) if is_own(name) => 0,
        Expr::Ident(name) => depths.get(name).copied().unwrap_or(ENDLESS),
        Expr::Seq(one, other) => depth(one, depths).max(depth(other, depths)),
        Expr::Choice(one, other) => depth(one, depths).min(depth(other, depths)),
        Expr::RepOnce(inner) | Expr::RepExact(inner, _) | Expr::RepMin(inner, _) | Expr::Push(inner) => {
            depth(inner, depths)
        }
        _ => 0,
    }
}

/// Whether a name is one of pest's own.
fn is_own(name: &str) -> bool {
    name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_')
}

/// A text being written.
struct Writing<'a> {
    grammar: &'a Grammar,
    words: &'a [String],
    chance: &'a mut Chance,
    text: String,
}

impl Grammar {
    /// A random text of a rule, with these words for its names: about `depth` rules deep.
    ///
    /// ```
    /// use rand::SeedableRng as _;
    ///
    /// let (grammar, mut chance) = (assize_fuzz::grammar::Grammar::new(), assize_fuzz::Chance::seed_from_u64(1));
    /// let text = grammar.text_of("note", &["lamp".to_owned()], 8, &mut chance);
    /// assert!(text.starts_with("note"));
    /// ```
    pub fn text_of(&self, rule: &str, words: &[String], depth: usize, chance: &mut Chance) -> String {
        let mut writing = Writing { grammar: self, words, chance, text: String::new() };
        writing.rule(rule, depth);
        writing.text
    }
}

impl Writing<'_> {
    fn rule(&mut self, name: &str, left: usize) {
        if matches!(name, "word" | "any_word" | "letters") {
            let word = self.words.choose(self.chance).map_or("x", String::as_str);
            self.text.push_str(word);
        } else if let Some(rule) = self.grammar.rules.get(name) {
            let is_apart = matches!(rule.ty, RuleType::Normal | RuleType::Silent | RuleType::NonAtomic);
            self.expr(&rule.expr, left.saturating_sub(1), is_apart);
        } else {
            self.own(name);
        }
    }

    /// One of pest's own rules.
    fn own(&mut self, name: &str) {
        let letters = match name {
            "ASCII_DIGIT" => "0123456789",
            "ASCII_ALPHA" | "ASCII_ALPHANUMERIC" => "abcdefgh",
            "LETTER" => "éñßж日",
            "MARK" => "\u{301}\u{308}",
            "ANY" => "x \"{é",
            _ => "",
        };
        let letters: Vec<char> = letters.chars().collect();
        self.text.extend(letters.choose(self.chance));
    }

    fn expr(&mut self, expr: &Expr, left: usize, is_apart: bool) {
        match expr {
            Expr::Str(text) | Expr::Insens(text) => self.text.push_str(text),
            Expr::Range(from, to) => {
                let (from, to) = (first(from), first(to));
                // The ends of a range are where its readers count wrongly.
                let near = char::from_u32(u32::from(from) + self.chance.random_range(0..4)).filter(|one| *one <= to);
                self.text.push(near.unwrap_or(to));
            }
            Expr::Ident(name) => self.rule(name, left),
            Expr::Seq(one, other) => {
                self.expr(one, left, is_apart);
                self.apart(is_apart);
                self.expr(other, left, is_apart);
            }
            Expr::Choice(..) => self.choice(expr, left, is_apart),
            Expr::Opt(inner) => self.times(inner, 0, 1, left, is_apart),
            Expr::Rep(inner) => self.times(inner, 0, MOST, left, is_apart),
            Expr::RepOnce(inner) => self.times(inner, 1, MOST, left, is_apart),
            Expr::RepExact(inner, count) => self.times(inner, *count, *count, left, is_apart),
            Expr::RepMin(inner, least) => self.times(inner, *least, least + MOST, left, is_apart),
            Expr::RepMax(inner, most) => self.times(inner, 0, *most, left, is_apart),
            Expr::RepMinMax(inner, least, most) => self.times(inner, *least, *most, left, is_apart),
            Expr::Push(inner) => self.expr(inner, left, is_apart),
            // What only looks ahead or at the stack writes nothing.
            _ => {}
        }
    }

    fn times(&mut self, inner: &Expr, least: u32, most: u32, left: usize, is_apart: bool) {
        let most = if left == 0 { least } else { most };
        for time in 0..self.chance.random_range(least..=most) {
            if time > 0 {
                self.apart(is_apart);
            }
            self.expr(inner, left, is_apart);
        }
    }

    /// One of several; near the bottom the shallowest.
    fn choice(&mut self, expr: &Expr, left: usize, is_apart: bool) {
        let mut ways = Vec::new();
        collect(expr, &mut ways);
        let depth = |way: &Expr| depth(way, &self.grammar.depths);
        let shallowest = ways.iter().map(|way| depth(way)).min().unwrap_or(0);
        ways.retain(|way| depth(way) <= left.max(shallowest));
        if let Some(way) = ways.choose(self.chance) {
            self.expr(way, left, is_apart);
        }
    }

    /// Blanks stand between the pieces of a rule, unless it is atomic.
    fn apart(&mut self, is_apart: bool) {
        if is_apart && !self.text.ends_with([' ', '\n']) && self.text.len() < 20_000 {
            self.text.push(' ');
        }
    }
}

/// The ways of a choice, however they are bracketed.
fn collect<'e>(expr: &'e Expr, ways: &mut Vec<&'e Expr>) {
    if let Expr::Choice(one, other) = expr {
        collect(one, ways);
        collect(other, ways);
    } else {
        ways.push(expr);
    }
}

fn first(text: &str) -> char {
    text.chars().next().unwrap_or('a')
}
