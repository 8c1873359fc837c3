//! A line as typed: what `_` in it stands for, and what kind of line it is.

use super::entry::Entry;
use super::log::Session;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::engine::{Encounter, Failure};
use crate::journal::EntryMode;
use crate::source::SourceMap;
use crate::syntax;
use crate::syntax::ast::{self, ItemKind, StatementKind};
use crate::syntax::tokens::{Token, Tokens};
use crate::verdict::{Audience, Visibility};

impl Session {
    /// `_` is the last entry that did something which this audience may see, on this page or else on an earlier one.
    ///
    /// # Errors
    /// When the text contains it, and there is no such entry.
    pub(super) fn with_last(&self, text: &str, audience: Audience) -> Result<String, Failure> {
        self.with_last_before(self.entries.len(), text, audience)
    }

    /// The same, if only this many entries come before the text.
    pub(super) fn with_last_before(&self, place: usize, text: &str, audience: Audience) -> Result<String, Failure> {
        let path = |entry: &'_ Entry| entry.path_seen_by(audience).map(str::to_owned);
        let last = self.happened_in(self.page.first..place).rev().find_map(path).or_else(|| {
            let mut earlier = self.page.stretches();
            earlier.find_map(|places| self.happened_in(places).rev().find_map(path))
        });
        let (mut replaced, mut done) = (String::with_capacity(text.len()), 0);
        for (_, place) in Tokens::of(text).filter(|(token, _)| *token == Token::Word("_")) {
            let Some(last) = &last else {
                let found = Diagnostic::placeless(codes::UNKNOWN_NAME, "there is no action on this page yet");
                return Err(found.help("`_` is the last action").into());
            };
            replaced.extend([&text[done..place.start], last]);
            done = place.end;
        }
        Ok(replaced + &text[done..])
    }
}

/// A line as it can be read.
pub(super) struct Read {
    file: ast::File,
    /// It, read as an expression.
    pub(super) expression: Option<ast::Expr>,
}

impl Read {
    pub(super) fn new(text: &str) -> Self {
        let mut sources = SourceMap::default();
        let id = sources.add("", text);
        let mut unread = Diagnostics::default();
        let file = syntax::parse(id, text, &mut unread);
        let expression = syntax::parse_expression(id, text, &mut Diagnostics::default());
        Self { file, expression }
    }

    /// Who may read all of its lines.
    pub(super) fn visibility(&self) -> Visibility {
        let of_line = |item: &ast::Item| {
            let ItemKind::Statement(statement) = &item.kind else { return None };
            let StatementKind::Concealed { concealment, .. } = &statement.kind else { return None };
            Some(match concealment {
                ast::Concealment::Secret => Visibility::Gm,
                ast::Concealment::Hidden => Visibility::Hidden,
            })
        };
        Visibility::of_all(self.file.items.iter().filter_map(of_line))
    }

    pub(super) fn understood(&self) -> String {
        syntax::print(&self.file).trim_end().to_owned()
    }

    /// Whether it can only be meant as an expression: more than a name, and not a statement that begins with a keyword.
    pub(super) fn asks_for(&self, expression: &ast::Expr) -> bool {
        let is_line = |item: &ast::Item| match &item.kind {
            ItemKind::Statement(statement) => matches!(statement.kind, StatementKind::Line(_)),
            _ => false,
        };
        !matches!(expression.kind, ast::ExprKind::Name(_)) && self.file.items.iter().all(is_line)
    }

    /// How many files it uses, if it does nothing else.
    pub(super) fn uses_only(&self) -> Option<usize> {
        let uses = |item: &ast::Item| matches!(item.kind, ItemKind::Use { .. });
        self.file.items.iter().all(uses).then_some(self.file.items.len())
    }

    /// Whether it may bring in roles: the line `cast`, or a file in which one stands.
    pub(super) fn may_bring_roles(&self) -> bool {
        self.file.items.iter().any(|item| {
            let casts = |statement: &ast::Statement| matches!(statement.kind, StatementKind::Cast { .. });
            matches!(item.kind, ItemKind::Use { .. })
                || matches!(&item.kind, ItemKind::Statement(statement) if casts(statement))
        })
    }

    pub(super) fn expects(&self) -> bool {
        self.file.items.iter().any(|item| matches!(item.kind, ItemKind::Expect(_)))
    }

    /// `mode deliberate` alone sets how this and the next lines are answered.
    pub(super) fn stated_mode(&self) -> Option<EntryMode> {
        let [item] = self.file.items.as_slice() else { return None };
        let ItemKind::Statement(statement) = &item.kind else { return None };
        let StatementKind::Mode(word) = &statement.kind else { return None };
        match word.text.as_str() {
            "random" => Some(EntryMode::Random),
            "deliberate" => Some(EntryMode::Deliberate),
            "automatic" => Some(EntryMode::Automatic),
            _ => None,
        }
    }
}

/// Using what is already in use would have no effect. A text that says more may also say what it builds on.
pub(super) fn check_uses(read: &Read, encounter: &Encounter, number: u64) -> Result<(), Failure> {
    let again = encounter.used_again(number);
    let changes_nothing = read.uses_only() == Some(again.len());
    let refused: Vec<Diagnostic> =
        again.into_iter().filter(|(_, is_scene)| changes_nothing || *is_scene).map(|(found, _)| found).collect();
    if refused.is_empty() { Ok(()) } else { Err(Failure::several(encounter.sources().clone(), refused)) }
}
