//! Names that a house rule brings and that no line of the rules uses.

use std::collections::BTreeSet;

use super::checker::SystemChecker;
use super::overlay_rows::number;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::joined;
use crate::model::{LocalKind, Named};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{ItemKind, LineChange, LineChangeKind};

/// What is declared, its name and where it stands.
type Declared = (Named, SharedText, Span);

impl SystemChecker<'_> {
    /// Remarks on blanks and fields of house rules that no line names, be it in the system or in any house rule.
    pub fn unused_of_houses(&mut self) {
        let named: BTreeSet<(Named, Span)> = self.notes.uses.iter().collect();
        let is_unused = |(what, name, declared): &Declared| {
            !named.iter().any(|(named, span)| named == what && span != declared) && !self.is_perhaps_read(name)
        };
        let blanks: Vec<Declared> = self.blanks_of_houses().filter(is_unused).collect();
        let fields: Vec<Declared> = self.fields_of_houses().filter(is_unused).collect();
        for (_, name, span) in blanks {
            let found = Diagnostic::warning(codes::UNUSED, span, format!("nothing reads `{name}`"));
            self.report(found.help(format!(
                "name it on a line where it should count, such as `if {name} {{ … }}` or a row of a sum; or take it out"
            )));
        }
        for (_, name, span) in fields {
            let message = format!("no line of the rules reads or changes `{name}`");
            let found = Diagnostic::warning(codes::UNUSED, span, message);
            self.report(found.help("name it on a line where it should count, or take it out"));
        }
    }

    /// Remarks on rows that house rules put into a sum, and that add nothing.
    pub fn rows_of_nothing(&mut self) {
        let items = self.files.houses.iter().flat_map(|file| &file.items);
        let rows = items.filter_map(|item| {
            let ItemKind::ChangeLine(LineChange { kind: LineChangeKind::Extend(rows), .. }) = &item.kind else {
                return None;
            };
            Some(rows)
        });
        let found = rows.flatten().filter(|row| number(&row.value) == Some(0)).map(|row| {
            let found = Diagnostic::warning(codes::IDLE, row.value.span, "this adds nothing");
            found.help("write what the row adds, or take it out")
        });
        let found: Vec<Diagnostic> = found.collect();
        self.notes.sink.extend(found);
    }

    /// Whether a function of a house rule or of the host may read that name, by its parameters.
    fn is_perhaps_read(&self, name: &str) -> bool {
        let joined = joined(name);
        let mut parameters = self.system.functions.iter().flat_map(|function| &function.parameters);
        parameters.any(|parameter| parameter.contains(joined.as_str()))
    }

    /// Remarks on lines that house rules add, and between whose braces nothing stands.
    pub fn additions_of_nothing(&mut self) {
        let items = self.files.houses.iter().flat_map(|file| &file.items);
        let found = items.filter_map(|item| {
            let ItemKind::ChangeLine(LineChange { kind: LineChangeKind::Add { body, .. }, .. }) = &item.kind else {
                return None;
            };
            let found = Diagnostic::warning(codes::IDLE, item.span, "this adds nothing");
            body.is_empty().then(|| found.help("write between the braces what happens there, or take it out"))
        });
        let found: Vec<Diagnostic> = found.collect();
        self.notes.sink.extend(found);
    }

    /// What house rules ask for, of the scene or of a person.
    fn blanks_of_houses(&self) -> impl Iterator<Item = Declared> {
        let locals = self.system.procedures.pairs().flat_map(|(id, procedure)| {
            let blanks =
                procedure.locals.pairs().filter(|(_, local)| local.is_blank() || local.kind == LocalKind::Choose);
            blanks.map(move |(local, declared)| (Named::Local(id, local), declared))
        });
        let of_houses = locals.filter(|(_, declared)| self.system.is_overlaid(declared.span));
        of_houses.map(|(named, declared)| (named, declared.name.clone(), declared.span))
    }

    /// The fields that house rules add to kinds.
    fn fields_of_houses(&self) -> impl Iterator<Item = Declared> {
        let fields = self.system.kinds.pairs().flat_map(|(id, kind)| {
            kind.fields.iter().enumerate().map(move |(place, field)| (Named::Field(id, place), field))
        });
        let of_houses = fields.filter(|(_, field)| self.system.is_overlaid(field.span));
        of_houses.map(|(named, field)| (named, field.name.clone(), field.span))
    }
}
