//! Items and declarations.

use super::{Part, Parts, Reader, Rule, inner};
use crate::syntax::ast::{
    Beside, Deck, DeckField, Declaration, DeclarationKind, DiceBody, Expr, Field, HouseName, Item, ItemKind,
    LineChange, LineChangeKind, MoreRows, Needs, Param, Phrase, Plan, Role, Text, Word,
};

impl Reader<'_> {
    pub(super) fn items(&mut self, parts: Parts<'_>) -> Vec<Item> {
        parts.filter(|part| part.as_rule() != Rule::EOI).map(|part| self.item(part)).collect()
    }

    fn item(&mut self, part: Part<'_>) -> Item {
        Item { span: self.span(&part), kind: self.item_kind(part) }
    }

    fn item_kind(&mut self, part: Part<'_>) -> ItemKind {
        let rule = part.as_rule();
        match rule {
            Rule::system | Rule::house | Rule::use_ | Rule::modifiers => self.heading(rule, &mut inner(part)),
            Rule::replace => match inner(part).next() {
                Some(part) if part.as_rule() == Rule::replace_step => self.replace_step(&mut inner(part)),
                Some(part) if part.as_rule() == Rule::replace_line => self.replace_line(&mut inner(part)),
                part => part.map_or(ItemKind::Modifiers(None), |part| ItemKind::Replace(self.declaration(part))),
            },
            Rule::extend => match inner(part).next() {
                Some(part) if part.as_rule() == Rule::extend_sum => self.extend_sum(&mut inner(part)),
                Some(part) if part.as_rule() == Rule::extend_rows => self.extend_rows(&mut inner(part)),
                part => part.map_or(ItemKind::Modifiers(None), |part| ItemKind::Extend(self.declaration(part))),
            },
            Rule::add_lines => self.add_lines(&mut inner(part)),
            Rule::expect => ItemKind::Expect(self.expect(&mut inner(part))),
            _ if is_declaration(rule) => ItemKind::Declaration(self.declaration(part)),
            _ => ItemKind::Statement(self.statement(part)),
        }
    }

    fn heading(&mut self, rule: Rule, parts: &mut Parts<'_>) -> ItemKind {
        match rule {
            Rule::system => ItemKind::System { name: self.take_phrase(parts), title: self.maybe_text(parts) },
            Rule::house => {
                let name = self.house_name(parts);
                ItemKind::House { name, extends: self.take_phrase(parts), title: self.maybe_text(parts) }
            }
            Rule::use_ => ItemKind::Use { house: parts.has(Rule::use_house), what: self.house_name(parts) },
            _ if parts.has(Rule::signed) => ItemKind::Modifiers(None),
            _ => ItemKind::Modifiers(Some((self.take_word(parts), self.take_word(parts)))),
        }
    }

    fn house_name(&self, parts: &mut Parts<'_>) -> HouseName {
        match self.maybe_text(parts) {
            Some(text) => HouseName::Quoted(text),
            None => HouseName::Bare(self.take_phrase(parts)),
        }
    }

    fn replace_step(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        let (procedure, step) = (self.take_phrase(parts), self.take_phrase(parts));
        ItemKind::ReplaceStep { procedure, step, title: self.maybe_text(parts), body: self.take_block(parts) }
    }

    fn replace_line(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        let (word, path) = self.line_path(parts);
        let kind = LineChangeKind::Replace(self.take_block(parts));
        ItemKind::ChangeLine(LineChange { word, path, kind })
    }

    fn extend_sum(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        let (word, path) = self.line_path(parts);
        let kind = LineChangeKind::Extend(parts.map(|row| self.sum_row(row)).collect());
        ItemKind::ChangeLine(LineChange { word, path, kind })
    }

    fn extend_rows(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        let (word, name) = (self.take_word(parts), self.take_phrase(parts));
        let beside = parts.next_of(Rule::beside).map(|part| {
            let mut parts = inner(part);
            let after = self.take_word(&mut parts).text == "after";
            let row = parts.next().map_or(Phrase { words: Vec::new() }, |label| self.phrase(label));
            Beside { after, row }
        });
        ItemKind::ExtendRows(MoreRows { word, name, beside, grid: self.take_grid(parts) })
    }

    fn add_lines(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        let after = self.take_word(parts).text == "after";
        let (word, path) = self.line_path(parts);
        let kind = LineChangeKind::Add { after, body: self.take_block(parts) };
        ItemKind::ChangeLine(LineChange { word, path, kind })
    }

    /// The word a line begins with, and the names that say which line.
    fn line_path(&self, parts: &mut Parts<'_>) -> (Word, Vec<Phrase>) {
        let mut parts = inner(parts.next_of(Rule::line_path));
        (self.take_word(&mut parts), parts.map(|part| self.phrase(part)).collect())
    }

    fn declaration(&mut self, part: Part<'_>) -> Declaration {
        let (span, rule) = (self.span(&part), part.as_rule());
        let mut parts = inner(part);
        let name = self.take_phrase(&mut parts);
        Declaration { name, span, kind: self.declaration_kind(rule, &mut parts) }
    }

    fn declaration_kind(&mut self, rule: Rule, parts: &mut Parts<'_>) -> DeclarationKind {
        match rule {
            Rule::scale => {
                DeclarationKind::Scale { highest_first: parts.has(Rule::highest_first), grid: self.take_grid(parts) }
            }
            Rule::ladder => {
                let rolls = self.take_expr(parts);
                let highest_first = parts.has(Rule::highest_first);
                DeclarationKind::Ladder { rolls, highest_first, grid: self.take_grid(parts) }
            }
            Rule::table => DeclarationKind::Table { params: self.params(parts), grid: self.take_grid(parts) },
            Rule::dice => self.dice(parts),
            Rule::deck => DeclarationKind::Deck(self.deck(parts)),
            Rule::kind => self.kind(false, parts),
            Rule::one => self.kind(true, parts),
            Rule::plan => DeclarationKind::Plan(self.plan(parts)),
            Rule::period => self.period(parts),
            Rule::rule_ => DeclarationKind::Rule { params: self.params(parts), body: self.take_expr(parts) },
            _ => self.procedure(parts),
        }
    }

    fn params(&mut self, parts: &mut Parts<'_>) -> Vec<Param> {
        inner(parts.next_of(Rule::params))
            .map(|part| {
                let mut parts = inner(part);
                Param { name: self.take_phrase(&mut parts), ty: self.maybe_type(&mut parts) }
            })
            .collect()
    }

    fn dice(&mut self, parts: &mut Parts<'_>) -> DeclarationKind {
        let params = self.params(parts);
        let body = match self.maybe_expr(parts) {
            Some(expr) => DiceBody::Expr { expr, judged: self.numbers(&mut inner(parts.next_of(Rule::judged_faces))) },
            None => DiceBody::Rows(self.take_grid(parts)),
        };
        DeclarationKind::Dice { params, body }
    }

    fn deck(&mut self, parts: &mut Parts<'_>) -> Deck {
        let mut deck = Deck { file: None, cards: None, judged: None, fields: Vec::new() };
        for part in parts {
            if part.as_rule() == Rule::deck_field {
                deck.fields.push(self.deck_field(&mut inner(part)));
            } else if let Some(option) = inner(part).next() {
                self.deck_option(&mut deck, option);
            }
        }
        deck
    }

    fn deck_option(&mut self, deck: &mut Deck, option: Part<'_>) {
        let rule = option.as_rule();
        let mut parts = inner(option);
        match rule {
            Rule::deck_file => deck.file = self.maybe_text(&mut parts),
            Rule::deck_judged => deck.judged = self.take_number(&mut parts),
            _ => deck.cards = self.take_number(&mut parts).map(|(cards, _)| (cards, self.take_word(&mut parts))),
        }
    }

    fn deck_field(&mut self, parts: &mut Parts<'_>) -> DeckField {
        DeckField { name: self.take_phrase(parts), params: self.params(parts), body: self.take_expr(parts) }
    }

    fn kind(&mut self, single: bool, parts: &mut Parts<'_>) -> DeclarationKind {
        let (mut fields, mut needs) = (Vec::new(), Vec::new());
        for part in parts {
            if part.as_rule() == Rule::needs {
                needs.push(self.needs(&mut inner(part)));
            } else {
                fields.push(self.field(part));
            }
        }
        DeclarationKind::Kind { single, fields, needs }
    }

    pub(super) fn needs(&mut self, parts: &mut Parts<'_>) -> Needs {
        let condition = self.take_expr(parts);
        parts.has(Rule::else_kw);
        Needs { condition, why: self.take_text(parts) }
    }

    /// `names by scale : type = default "text"`, also the blank of an `ask`.
    pub(super) fn field(&mut self, part: Part<'_>) -> Field {
        let span = self.span(&part);
        let mut parts = inner(part);
        parts.has(Rule::secret_kw);
        Field {
            names: self.name_list(&mut parts),
            by: self.by_scale(&mut parts),
            ty: self.take_type(&mut parts),
            role: parts.next_of(Rule::by_role).map(|part| self.take_phrase(&mut inner(part))),
            default: self.maybe_expr(&mut parts),
            text: self.maybe_text(&mut parts),
            span,
        }
    }

    pub(super) fn by_scale(&self, parts: &mut Parts<'_>) -> Option<Phrase> {
        parts.next_of(Rule::by_scale).map(|part| self.take_phrase(&mut inner(part)))
    }

    fn plan(&mut self, parts: &mut Parts<'_>) -> Plan {
        let mut plan = Plan::default();
        for part in parts {
            let rule = part.as_rule();
            self.plan_line(&mut plan, rule, &mut inner(part));
        }
        plan
    }

    fn plan_line(&mut self, plan: &mut Plan, rule: Rule, parts: &mut Parts<'_>) {
        match rule {
            Rule::plan_budget => plan.budget = Some(self.priced(parts)),
            Rule::plan_most => plan.most = Some(self.take_expr(parts)),
            Rule::plan_upfront => plan.upfront.push(self.priced(parts)),
            Rule::plan_further => plan.further.push(self.priced(parts)),
            Rule::plan_group => plan.groups.push((self.take_phrase(parts), self.take_expr(parts))),
            Rule::plan_slots => {
                plan.slots_first = self.name_list(&mut inner(parts.next_of(Rule::slot_first)));
                plan.slots = self.name_list(parts);
            }
            _ => plan.item = Some((self.take_phrase(parts), parts.map(|part| self.field(part)).collect())),
        }
    }

    fn priced(&mut self, parts: &mut Parts<'_>) -> (Expr, Option<Text>) {
        (self.take_expr(parts), self.maybe_text(parts))
    }

    fn period(&mut self, parts: &mut Parts<'_>) -> DeclarationKind {
        let before = self.take_block(&mut inner(parts.next_of(Rule::before)));
        DeclarationKind::Period { before, after: self.take_block(&mut inner(parts.next_of(Rule::after))) }
    }

    fn procedure(&mut self, parts: &mut Parts<'_>) -> DeclarationKind {
        let mut roles = inner(parts.next_of(Rule::roles));
        let by = roles.next().map(|part| self.role(part));
        let versus = roles.next().map(|part| self.role(part));
        DeclarationKind::Procedure { by, versus, body: self.take_block(parts) }
    }

    fn role(&mut self, part: Part<'_>) -> Role {
        let mut parts = inner(part);
        Role { name: self.take_phrase(&mut parts), kind: self.maybe_phrase(&mut parts) }
    }
}

fn is_declaration(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::scale
            | Rule::ladder
            | Rule::table
            | Rule::dice
            | Rule::deck
            | Rule::kind
            | Rule::one
            | Rule::plan
            | Rule::period
            | Rule::rule_
            | Rule::procedure
    )
}
