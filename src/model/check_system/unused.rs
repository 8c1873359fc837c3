//! Names that the rules declare and that none of their lines uses.

use std::collections::BTreeSet;

use super::checker::SystemChecker;
use super::declared_words::word;
use super::overlay_rows::number;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::joined;
use crate::model::{LocalKind, Named, Type, Unnamed};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{Declaration, DeclarationKind, ItemKind, LineChange, LineChangeKind};
use crate::syntax::print_item;

/// What is declared, its name and where it stands.
type Declared = (Named, SharedText, Span);

impl SystemChecker<'_> {
    /// Remarks on blanks and opponents that no line of the rules reads, be it in the system or in any house rule, and on choices, fields
    /// and qualifiers that house rules add and no line names. Other fields of a system may be there for people, who see them and change them.
    pub fn unused(&mut self) {
        let named: BTreeSet<(Named, Span)> = self.notes.uses.iter().collect();
        // A house rule may have taken out of a system what made something of its blanks.
        let is_own = |span| self.system.houses.is_empty() || self.system.is_overlaid(span);
        let is_unused = |(what, name, declared): &Declared| {
            is_own(*declared)
                && !named.iter().any(|(named, span)| named == what && span != declared)
                && !self.is_perhaps_read(name)
        };
        let blanks: Vec<Declared> = self.blanks().filter(is_unused).collect();
        let opponents: Vec<Declared> = self.opponents().filter(is_unused).collect();
        let fields = self.fields_of_houses().chain(self.qualifiers_of_houses());
        let fields: Vec<Declared> = fields.filter(is_unused).collect();
        for (_, name, span) in blanks {
            let found = Diagnostic::warning(codes::UNUSED, span, format!("`{name}` is never used"));
            self.report(found.help("use it in a condition or in a row of a sum, or remove it"));
        }
        for (_, name, span) in opponents {
            let message = format!("`{name}` is never used, so the opponent after `versus` makes no difference");
            let found = Diagnostic::warning(codes::UNUSED, span, message);
            self.report(found.help("use it on a line, or remove it"));
        }
        for (_, name, span) in fields {
            let message = format!("the rules never use `{name}`");
            let found = Diagnostic::warning(codes::UNUSED, span, message);
            self.report(found.help("use it on a line, or remove it"));
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
            found.help("write what the row adds, or remove it")
        });
        let found: Vec<Diagnostic> = found.collect();
        self.notes.sink.extend(found);
    }

    /// What house rules declare or work out for others to name, and what no other line of the system, of a house rule or of an expectation
    /// there names. What a system declares may be there for people, who ask for it in scenes and in questions.
    pub fn unnamed(&mut self) {
        let houses = self.files.houses.iter().flat_map(|file| &file.items);
        let claims = houses.filter(|item| matches!(item.kind, ItemKind::Expect(_)));
        let claims: Vec<String> = claims.map(print_item).collect();
        let is_claimed = |one: &Unnamed| claims.iter().any(|claim| claim.contains(one.name.0.as_str()));
        let is_named = |(one, own): &(Unnamed, Vec<Span>)| {
            let mut elsewhere = self.notes.uses.iter().filter(|(_, span)| !own.iter().any(|own| own.contains(*span)));
            elsewhere.any(|(named, _)| one.is_named_by(named))
        };
        let declared: Vec<(Unnamed, Vec<Span>)> =
            self.declared_by_houses().into_iter().filter(|one| !is_claimed(&one.0) && !is_named(one)).collect();
        let whole = |part: Named| {
            if let Named::CardField(deck, _) = part {
                Some(Named::Deck(deck))
            } else if let Named::Column(scale, _) = part {
                Some(Named::Scale(scale))
            } else if let Named::TableColumn(table, _) = part {
                Some(Named::Table(table))
            } else {
                None
            }
        };
        let is_of_those =
            |part: &Unnamed| whole(part.what).is_some_and(|whole| declared.iter().any(|(one, _)| one.what == whole));
        let parts = self.values_of_houses().into_iter().chain(self.card_fields_of_houses());
        let inner = parts.chain(self.columns_of_houses()).filter(|one| {
            let name = one.0.name.0.as_str();
            !is_claimed(&one.0) && !is_named(one) && !self.is_perhaps_read(name) && !is_of_those(&one.0)
        });
        let inner: Vec<(Unnamed, Vec<Span>)> = inner.collect();
        self.system.unnamed = declared.into_iter().chain(inner).map(|(one, _)| one).collect();
    }

    /// What the declarations of house rules give a name, each with the place in which it is no news to it.
    fn declared_by_houses(&self) -> Vec<(Unnamed, Vec<Span>)> {
        let items = self.files.houses.iter().flat_map(|file| &file.items);
        let declared = items.filter_map(|item| {
            let ItemKind::Declaration(declared) = &item.kind else { return None };
            let what = self.named_by(declared)?;
            let (word, name) = (word(&declared.kind), (declared.name.text(), declared.name.span()));
            Some((Unnamed { word, name, what }, vec![item.span]))
        });
        declared.collect()
    }

    /// What a declaration gives a name that only counts where another line says it.
    fn named_by(&self, declared: &Declaration) -> Option<Named> {
        let (name, names) = (declared.name.text(), &self.system.names);
        match &declared.kind {
            DeclarationKind::Scale { .. } | DeclarationKind::Ladder { .. } => {
                names.scales.get(&name).copied().map(Named::Scale)
            }
            DeclarationKind::Table { .. } => names.tables.get(&name).copied().map(Named::Table),
            DeclarationKind::Dice { .. } => names.dice.get(&name).copied().map(Named::Dice),
            DeclarationKind::Deck(_) => names.decks.get(&name).copied().map(Named::Deck),
            DeclarationKind::Plan(_) => names.plans.get(&name).copied().map(Named::Plan),
            DeclarationKind::Rule { .. } => names.rules.get(&name).copied().map(Named::Rule),
            // Lines of scenes begin with these.
            DeclarationKind::Kind { .. } | DeclarationKind::Period { .. } | DeclarationKind::Procedure { .. } => None,
        }
    }

    /// Whether a function of a house rule or of the host may read that name, by its parameters.
    fn is_perhaps_read(&self, name: &str) -> bool {
        let joined = joined(name);
        let mut parameters = self.system.functions.iter().flat_map(|function| &function.parameters);
        parameters.any(|parameter| parameter.contains(joined.as_str()))
    }

    /// What procedures ask the scene for, and what house rules ask people. Words are for people, and nothing need be made of them; what
    /// somebody chooses is told.
    fn blanks(&self) -> impl Iterator<Item = Declared> {
        self.system.procedures.pairs().flat_map(|(id, procedure)| {
            let blanks = procedure.locals.pairs().filter(|(_, local)| {
                let is_chosen = local.kind == LocalKind::Choose && self.system.is_overlaid(local.span);
                is_chosen || (local.is_blank() && local.ty != Type::Text)
            });
            blanks.map(move |(local, declared)| (Named::Local(id, local), declared.name.clone(), declared.span))
        })
    }

    /// To whom the actions of procedures are done.
    fn opponents(&self) -> impl Iterator<Item = Declared> {
        self.system.procedures.pairs().filter_map(|(id, procedure)| {
            let versus = procedure.versus?;
            let declared = &procedure.locals[versus];
            Some((Named::Local(id, versus), declared.name.clone(), declared.span))
        })
    }

    /// The fields that house rules add to kinds.
    fn fields_of_houses(&self) -> impl Iterator<Item = Declared> {
        let fields = self.system.kinds.pairs().flat_map(|(id, kind)| {
            kind.fields.iter().enumerate().map(move |(place, field)| (Named::Field(id, place), field))
        });
        let of_houses = fields.filter(|(_, field)| self.system.is_overlaid(field.span));
        of_houses.map(|(named, field)| (named, field.name.clone(), field.span))
    }

    /// What house rules let scenes say of the items of plans.
    fn qualifiers_of_houses(&self) -> impl Iterator<Item = Declared> {
        let qualifiers = self.system.plans.pairs().flat_map(|(id, plan)| {
            let qualifiers = plan.qualifiers.iter().enumerate();
            qualifiers.map(move |(place, declared)| (Named::Qualifier(id, place), declared))
        });
        let of_houses = qualifiers.filter(|(_, declared)| self.system.is_overlaid(declared.span));
        of_houses.map(|(named, declared)| (named, declared.name.clone(), declared.span))
    }
}
