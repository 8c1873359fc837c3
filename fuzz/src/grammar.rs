//! The grammar as data: which piece of a text is what, and random texts of a rule.

mod derive;

use std::collections::BTreeMap;
use std::ops::Range;

use pest_meta::ast::Rule;
use pest_meta::{optimizer, parser};
use pest_vm::Vm;

/// The grammar of the language, as it stands.
const TEXT: &str = include_str!("../../grammar/assize.pest");

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name of its rule.
    pub rule: String,
    /// Where it stands, in bytes.
    pub place: Range<usize>,
}

/// The grammar, ready to read and to write.
pub struct Grammar {
    vm: Vm,
    rules: BTreeMap<String, Rule>,
    /// How deep the shallowest text of each rule is.
    depths: BTreeMap<String, usize>,
}

impl Grammar {
    /// The grammar of the language.
    ///
    /// # Panics
    /// When it is no grammar, which the program itself would not compile with.
    ///
    /// ```
    /// let grammar = assize_fuzz::grammar::Grammar::new();
    /// let pieces = grammar.pieces("file", "note \"a knock\"\n");
    /// assert!(pieces.iter().any(|piece| piece.rule == "text" && piece.place == (5..14)));
    /// ```
    #[must_use]
    pub fn new() -> Self {
        let pairs = parser::parse(parser::Rule::grammar_rules, TEXT).expect("the grammar is one");
        let rules = parser::consume_rules(pairs).expect("the grammar is one");
        let vm = Vm::new(optimizer::optimize(rules.clone()));
        let rules: BTreeMap<String, Rule> = rules.into_iter().map(|rule| (rule.name.clone(), rule)).collect();
        let depths = derive::depths(&rules);
        Self { vm, rules, depths }
    }

    /// The pieces of a text of a rule, the outer ones first; none when it is no such text.
    pub fn pieces(&self, rule: &str, text: &str) -> Vec<Piece> {
        let Ok(pairs) = self.vm.parse(rule, text) else { return Vec::new() };
        pairs
            .flatten()
            .map(|pair| Piece { rule: pair.as_rule().to_owned(), place: pair.as_span().start()..pair.as_span().end() })
            .filter(|piece| !piece.place.is_empty())
            .collect()
    }
}

impl Default for Grammar {
    fn default() -> Self {
        Self::new()
    }
}
