//! The options of a choice: their names, and which one is the default.

use std::collections::BTreeMap;

use super::checker::SceneChecker;
use super::words::join;
use crate::diagnostic::{Diagnostic, codes};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::{ast, print_statement};

impl SceneChecker<'_> {
    /// Options that cannot be told apart, or of which more than one is taken when nobody chooses.
    pub fn options_apart(&mut self, options: &[ast::ChoiceOption]) {
        let heads: Vec<(SharedText, bool, Span)> = options
            .iter()
            .map(|option| {
                let (name, default) = option_head(option);
                (name, default, option.name.span())
            })
            .collect();
        if let [(name, _, span)] = heads.as_slice() {
            let message = format!("`{name}` is the only option, so there is nothing to choose");
            let found = Diagnostic::warning(codes::IDLE, *span, message);
            self.report(found.help("add another option, or write its lines without `choose`"));
        }
        self.options_alike(options);
        let (mut named, mut usual) = (BTreeMap::new(), None);
        for (name, default, span) in heads {
            if let Some(first) = named.get(&name) {
                let found = Diagnostic::error(codes::DUPLICATE_NAME, span, format!("there are two options `{name}`"));
                self.report(found.also(*first, "the first").help("options are chosen by name: rename one of them"));
            } else {
                named.insert(name, span);
            }
            if default && let Some(first) = usual {
                let message = "two options are marked `default`";
                let found = Diagnostic::error(codes::FILLED_TWICE, span, message).also(first, "the first");
                self.report(found.help("remove one `default`"));
            } else if default {
                usual = Some(span);
            }
        }
    }

    /// Remarks on options that do the same, word for word.
    fn options_alike(&mut self, options: &[ast::ChoiceOption]) {
        let lines = |option: &ast::ChoiceOption| -> String { option.body.iter().map(print_statement).collect() };
        let all: Vec<String> = options.iter().map(lines).collect();
        let mut firsts: BTreeMap<&str, &ast::ChoiceOption> = BTreeMap::new();
        for (option, does) in options.iter().zip(&all).filter(|(_, does)| !does.is_empty()) {
            let first = *firsts.entry(does).or_insert(option);
            if !std::ptr::eq(first, option) {
                let found =
                    Diagnostic::warning(codes::IDLE, option.name.span(), "this option does the same as another one");
                let found = found.also(first.name.span(), "this one");
                self.report(found.help("remove one of the two, or change what one of them does"));
            }
        }
    }
}

/// What an option is called, and whether it is taken when nobody chooses.
pub fn option_head(option: &ast::ChoiceOption) -> (SharedText, bool) {
    let words = &option.name.words;
    let default = words.len() > 1 && words.last().is_some_and(|word| word.text == "default");
    (join(&words[..words.len() - usize::from(default)]), default)
}
