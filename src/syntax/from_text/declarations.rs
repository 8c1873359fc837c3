//! Items and declarations.

use super::parts::{Node, Parts, Rule, inner};
use super::reader::Reader;
use crate::shared_text::SharedText;
use crate::syntax::ast::{
    Beside, CommentPlace, Deck, DeckField, Declaration, DeclarationKind, DiceBody, Expr, Field, FieldChange, File,
    HouseName, Item, ItemKind, LineChange, LineChangeKind, MoreRows, Needs, Param, Phrase, Plan, PlanLine, Role, Text,
    Trivia, Used, Word,
};

impl Reader<'_> {
    /// `file = { SOI ~ bom? ~ (item ~ (sep+ ~ item)*)? ~ EOI }`
    pub(super) fn file(&mut self, parts: Parts<'_>) -> File {
        let mut items: Vec<Item> = parts.map(|part| self.item(part)).collect();
        self.below(self.text.len(), items.last_mut().map(|item| &mut item.trivia));
        let comments = self.comments_before(self.text.len(), CommentPlace::Above);
        File { items, trivia: Trivia { blank_before: false, comments }, is_sheet: false }
    }

    /// `item = _{ system | house | use_ | modifiers | replace | remove | extend | add_lines | declaration | expect | scene_line }`
    fn item(&mut self, part: Node<'_>) -> Item {
        let span = self.span(&part);
        let (kind, trivia) = self.around(part, Self::item_kind);
        Item { span, kind, trivia }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a rule that is not named here is told as unread")]
    fn item_kind(&mut self, part: Node<'_>) -> ItemKind {
        let rule = part.as_rule();
        if declares(rule) {
            return ItemKind::Declaration(self.declaration(&part));
        }
        let mut parts = inner(part.clone());
        let kind = match rule {
            Rule::system => {
                ItemKind::System { name: self.take_phrase(&mut parts), title: self.maybe_plain_text(&mut parts) }
            }
            Rule::house => self.house(&mut parts),
            Rule::use_ => ItemKind::Use { used: used(&mut parts), what: self.house_name(&mut parts) },
            Rule::modifiers => self.modifiers(&mut parts),
            Rule::replace => self.replace(&mut parts),
            Rule::remove => self.remove(&mut parts),
            Rule::extend => self.extend(&mut parts),
            Rule::add_lines => self.add_lines(&mut parts),
            Rule::expect => ItemKind::Expect(self.expect(&mut parts)),
            _ => return ItemKind::Statement(self.bare_statement(part)),
        };
        self.end(&mut parts);
        kind
    }

    /// `house = { house_kw ~ (text | phrase) ~ extends_kw ~ phrase ~ text? }`
    fn house(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        let (name, extends) = (self.house_name(parts), self.take_phrase(parts));
        ItemKind::House { name, extends, title: self.maybe_plain_text(parts) }
    }

    /// `text | phrase`
    fn house_name(&mut self, parts: &mut Parts<'_>) -> HouseName {
        match self.maybe_plain_text(parts) {
            Some(text) => HouseName::Quoted(text),
            None => HouseName::Bare(self.take_phrase(parts)),
        }
    }

    /// `modifiers = { modifiers_kw ~ (signed | "bonus" ~ any_word ~ "," ~ "penalty" ~ any_word) }`
    fn modifiers(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        if parts.has(Rule::signed) {
            return ItemKind::Modifiers(None);
        }
        ItemKind::Modifiers(Some((self.take_word(Rule::any_word, parts), self.take_word(Rule::any_word, parts))))
    }

    /// `replace = { replace_kw ~ (replace_step | replace_field | replace_line | declaration) }`
    fn replace(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        if let Some(step) = parts.next_of(Rule::replace_step) {
            return self.replace_step(&mut inner(step));
        }
        if let Some(field) = parts.next_of(Rule::replace_field) {
            return self.replace_field(&mut inner(field));
        }
        match parts.next_of(Rule::replace_line) {
            Some(line) => self.replace_line(&mut inner(line)),
            None => ItemKind::Replace(self.take_declaration(parts)),
        }
    }

    /// `replace_step = { step_kw ~ phrase ~ "." ~ phrase ~ text? ~ step_block }`
    fn replace_step(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        let (procedure, step, title) = (self.take_phrase(parts), self.take_phrase(parts), self.maybe_plain_text(parts));
        ItemKind::ReplaceStep { procedure, step, title, body: self.take_block(Rule::step_block, parts) }
    }

    /// `replace_field = { field_kw ~ phrase ~ "." ~ phrase ~ field_block }`, and
    /// `field_block = { "{" ~ (field ~ (sep+ ~ field)*)? ~ "}" }`
    fn replace_field(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        let (of, field) = (self.take_phrase(parts), self.take_phrase(parts));
        let block = parts.next_of(Rule::field_block);
        let new = block.map(|block| {
            self.lines_of(Rule::field, &mut inner(block), Self::bare_field, |field: &mut Field| &mut field.trivia)
        });
        ItemKind::ReplaceField(FieldChange { of, field, new: new.unwrap_or_default() })
    }

    /// `replace_line = { line_path ~ step_block }`
    fn replace_line(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        let line = self.line_path(parts);
        let kind = LineChangeKind::Replace(self.take_block(Rule::step_block, parts));
        ItemKind::ChangeLine(LineChange { kind, ..line })
    }

    /// `remove = { remove_kw ~ line_path }`
    fn remove(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        ItemKind::ChangeLine(self.line_path(parts))
    }

    /// `extend = { extend_kw ~ (extend_rows | kind | one | plan | period | extend_sum) }`
    fn extend(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        if let Some(sum) = parts.next_of(Rule::extend_sum) {
            return self.extend_sum(&mut inner(sum));
        }
        match parts.next_of(Rule::extend_rows) {
            Some(rows) => self.extend_rows(&mut inner(rows)),
            None => ItemKind::Extend(self.take_declaration(parts)),
        }
    }

    /// `extend_sum = { line_path ~ "{" ~ (sum_row ~ (sep+ ~ sum_row)*)? ~ "}" }`
    fn extend_sum(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        let line = self.line_path(parts);
        ItemKind::ChangeLine(LineChange { kind: LineChangeKind::Extend(self.sum_rows(parts)), ..line })
    }

    /// `extend_rows = { rows_word ~ phrase ~ beside? ~ grid }`, `beside = { "," ~ add_where ~ label }`
    fn extend_rows(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        let (word, name) = (self.take_word(Rule::rows_word, parts), self.take_phrase(parts));
        let beside = parts.next_of(Rule::beside).map(|part| {
            let mut parts = inner(part);
            Beside { after: self.is_after(&mut parts), row: self.take_phrase_of(Rule::label, &mut parts) }
        });
        ItemKind::ExtendRows(MoreRows { word, name, beside, grid: self.take_grid(parts) })
    }

    /// `add_where = @{ ("before" | "after") ~ !word_char }`
    fn is_after(&mut self, parts: &mut Parts<'_>) -> bool {
        self.take_word(Rule::add_where, parts).text == "after"
    }

    /// `add_lines = { add_kw ~ add_where ~ line_path ~ step_block }`
    fn add_lines(&mut self, parts: &mut Parts<'_>) -> ItemKind {
        let after = self.is_after(parts);
        let line = self.line_path(parts);
        let kind = LineChangeKind::Add { after, body: self.take_block(Rule::step_block, parts) };
        ItemKind::ChangeLine(LineChange { kind, ..line })
    }

    /// `line_path = { line_word ~ phrase ~ ("." ~ phrase)* ~ text? }`: the word a line begins with, the names that say
    /// which, and what it says. Alone it is taken away.
    fn line_path(&mut self, parts: &mut Parts<'_>) -> LineChange {
        let Some(part) = parts.next_of(Rule::line_path) else {
            let word = Word { text: SharedText::default(), span: self.missing(Rule::line_path, parts) };
            return LineChange { word, path: Vec::new(), text: None, kind: LineChangeKind::Remove };
        };
        let mut parts = inner(part);
        let word = self.take_word(Rule::line_word, &mut parts);
        let word = Word { text: word.text.split_whitespace().collect::<Vec<_>>().join(" ").into(), ..word };
        let mut path = Vec::new();
        while let Some(part) = parts.next_of(Rule::phrase) {
            path.push(self.phrase(part));
        }
        LineChange { word, path, text: self.maybe_text(&mut parts), kind: LineChangeKind::Remove }
    }

    /// `declaration = _{ scale | ladder | table | dice | deck | kind | one | plan | period | rule_ | procedure }`
    fn take_declaration(&mut self, parts: &mut Parts<'_>) -> Declaration {
        if let Some(part) = parts.next() {
            return self.declaration(&part);
        }
        let span = self.missing(Rule::declaration, parts);
        let kind = DeclarationKind::Period { before: Vec::new(), after: Vec::new() };
        Declaration { name: Phrase { words: Vec::new() }, span, kind }
    }

    fn declaration(&mut self, part: &Node<'_>) -> Declaration {
        let (span, rule) = (self.span(part), part.as_rule());
        let mut parts = inner(part.clone());
        let name = self.take_phrase(&mut parts);
        let Some(kind) = self.declaration_of(rule, &mut parts) else {
            self.unread(part);
            return Declaration { name, span, kind: DeclarationKind::Period { before: Vec::new(), after: Vec::new() } };
        };
        self.end(&mut parts);
        Declaration { name, span, kind }
    }

    /// The one place where a rule becomes a declaration; `None` when it is no rule of a declaration.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a rule that is not named here is told as unread")]
    fn declaration_of(&mut self, rule: Rule, parts: &mut Parts<'_>) -> Option<DeclarationKind> {
        Some(match rule {
            Rule::scale => {
                DeclarationKind::Scale { highest_first: parts.has(Rule::highest_first), grid: self.take_grid(parts) }
            }
            Rule::ladder => self.ladder(parts),
            Rule::table => DeclarationKind::Table { params: self.maybe_params(parts), grid: self.take_grid(parts) },
            Rule::dice => self.dice(parts),
            Rule::deck => DeclarationKind::Deck(self.deck(parts)),
            Rule::kind => self.kind(false, parts),
            Rule::one => self.kind(true, parts),
            Rule::plan => DeclarationKind::Plan(self.plan(parts)),
            Rule::period => self.period(parts),
            Rule::rule_ => DeclarationKind::Rule { params: self.maybe_params(parts), body: self.take_expr(parts) },
            Rule::procedure => self.procedure(parts),
            _ => return None,
        })
    }

    /// `ladder = { ladder_kw ~ phrase ~ "," ~ rolls_kw ~ expr ~ highest_first? ~ grid }`
    fn ladder(&mut self, parts: &mut Parts<'_>) -> DeclarationKind {
        let (rolls, highest_first) = (self.take_expr(parts), parts.has(Rule::highest_first));
        DeclarationKind::Ladder { rolls, highest_first, grid: self.take_grid(parts) }
    }

    /// `params = { "(" ~ (param ~ ("," ~ param)*)? ~ ")" }`; what needs none may leave the parentheses away.
    fn maybe_params(&mut self, parts: &mut Parts<'_>) -> Vec<Param> {
        self.each(Rule::param, inner(parts.next_of(Rule::params)), Self::param)
    }

    /// `param = { phrase ~ (":" ~ type_ref)? }`
    fn param(&mut self, part: Node<'_>) -> Param {
        let mut parts = inner(part);
        Param { name: self.take_phrase(&mut parts), ty: self.maybe_type(&mut parts) }
    }

    /// `dice = { dice_kw ~ phrase ~ params? ~ ("=" ~ expr ~ judged_faces? | grid) }`,
    /// `judged_faces = { "," ~ judged_kw ~ number ~ ("," ~ number)* }`
    fn dice(&mut self, parts: &mut Parts<'_>) -> DeclarationKind {
        let params = self.maybe_params(parts);
        let body = match self.maybe_expr(parts) {
            Some(expr) => DiceBody::Expr { expr, judged: self.numbers(&mut inner(parts.next_of(Rule::judged_faces))) },
            None => DiceBody::Rows(self.take_grid(parts)),
        };
        DeclarationKind::Dice { params, body }
    }

    /// `deck = { deck_kw ~ phrase ~ ("," ~ deck_option)* ~ "{" ~ (deck_field ~ (sep+ ~ deck_field)*)? ~ "}" }`
    fn deck(&mut self, parts: &mut Parts<'_>) -> Deck {
        let mut deck = Deck { file: None, cards: None, judged: None, fields: Vec::new() };
        while let Some(part) = parts.next_of(Rule::deck_option) {
            self.deck_option(&mut deck, &mut inner(part));
        }
        deck.fields = self.lines_of(Rule::deck_field, parts, Self::deck_field, |field| &mut field.trivia);
        deck
    }

    /// `deck_option = { deck_file | deck_judged | deck_cards }`: `from_kw ~ text`, `judged_kw ~ number`,
    /// `number ~ cards_kw ~ any_word`
    fn deck_option(&mut self, deck: &mut Deck, parts: &mut Parts<'_>) {
        if let Some(file) = parts.next_of(Rule::deck_file) {
            deck.file = Some(self.take_plain_text(&mut inner(file)));
        } else if let Some(judged) = parts.next_of(Rule::deck_judged) {
            deck.judged = Some(self.take_number(&mut inner(judged)));
        } else if let Some(size) = parts.next_of(Rule::deck_cards) {
            let mut parts = inner(size);
            deck.cards = Some((self.take_number(&mut parts).0, self.take_word(Rule::any_word, &mut parts)));
        }
        self.end(parts);
    }

    /// `deck_field = { phrase ~ params? ~ "=" ~ expr }`
    fn deck_field(&mut self, part: Node<'_>) -> DeckField {
        let mut parts = inner(part);
        DeckField {
            name: self.take_phrase(&mut parts),
            params: self.maybe_params(&mut parts),
            body: self.take_expr(&mut parts),
            trivia: Trivia::default(),
        }
    }

    /// `kind = { kind_kw ~ phrase ~ "{" ~ (kind_line ~ (sep+ ~ kind_line)*)? ~ "}" }`, `kind_line = _{ needs | field }`,
    /// and the same of `one`
    #[expect(clippy::wildcard_enum_match_arm, reason = "a rule that is not named here is told as unread")]
    fn kind(&mut self, single: bool, parts: &mut Parts<'_>) -> DeclarationKind {
        let end = self.trimmed(parts.place.clone()).end;
        let (mut fields, mut needs) = (Vec::new(), Vec::new());
        let mut field_is_last = true;
        for part in parts {
            match part.as_rule() {
                Rule::field => {
                    let (line, trivia) = self.around(part, Self::bare_field);
                    fields.push(Field { trivia, ..line });
                    field_is_last = true;
                }
                Rule::needs => {
                    let (line, trivia) = self.around(part, Self::bare_needs);
                    needs.push(Needs { trivia, ..line });
                    field_is_last = false;
                }
                _ => self.unread(&part),
            }
        }
        let last_field = fields.last_mut().map(|field: &mut Field| &mut field.trivia);
        let last_needs = needs.last_mut().map(|needs: &mut Needs| &mut needs.trivia);
        self.below(end, if field_is_last { last_field } else { last_needs });
        DeclarationKind::Kind { single, fields, needs }
    }

    /// `needs = { needs_kw ~ expr ~ else_kw ~ text }`
    pub(super) fn bare_needs(&mut self, part: Node<'_>) -> Needs {
        let span = self.span(&part);
        let mut parts = inner(part);
        Needs {
            condition: self.take_expr(&mut parts),
            why: self.take_text(&mut parts),
            span,
            trivia: Trivia::default(),
        }
    }

    /// `field = { name_list ~ by_scale? ~ ":" ~ type_ref ~ ("=" ~ expr)? ~ text? }`, and the blank of
    /// `ask = { ask_kw ~ secret_kw? ~ name_list ~ by_scale? ~ ":" ~ type_ref ~ by_role? ~ ("=" ~ expr)? ~ text? }`
    pub(super) fn bare_field(&mut self, part: Node<'_>) -> Field {
        let span = self.span(&part);
        let mut parts = inner(part);
        parts.has(Rule::secret_kw);
        let field = Field {
            names: self.take_names(&mut parts),
            by: self.by_scale(&mut parts),
            ty: self.take_type(&mut parts),
            role: parts.next_of(Rule::by_role).map(|part| self.take_phrase(&mut inner(part))),
            default: self.maybe_expr(&mut parts),
            text: self.maybe_plain_text(&mut parts),
            span,
            trivia: Trivia::default(),
        };
        self.end(&mut parts);
        field
    }

    /// `by_scale = { by_kw ~ phrase }`
    pub(super) fn by_scale(&mut self, parts: &mut Parts<'_>) -> Option<Phrase> {
        parts.next_of(Rule::by_scale).map(|part| self.take_phrase(&mut inner(part)))
    }

    /// `plan = { plan_kw ~ phrase ~ "{" ~ (plan_line ~ (sep+ ~ plan_line)*)? ~ "}" }`
    fn plan(&mut self, parts: &mut Parts<'_>) -> Plan {
        let end = self.trimmed(parts.place.clone()).end;
        let mut plan = Plan::default();
        for part in parts {
            let span = self.span(&part);
            let ((), trivia) = self.around(part, |reader, part| reader.plan_line(&mut plan, &part));
            plan.lines.push(PlanLine { span, trivia });
        }
        self.below(end, plan.lines.last_mut().map(|line| &mut line.trivia));
        plan
    }

    /// `plan_line = _{ plan_budget | plan_most | plan_slots | plan_upfront | plan_further | plan_group | plan_item }`
    #[expect(clippy::wildcard_enum_match_arm, reason = "a rule that is not named here is told as unread")]
    fn plan_line(&mut self, plan: &mut Plan, part: &Node<'_>) {
        let mut parts = inner(part.clone());
        match part.as_rule() {
            Rule::plan_budget => plan.budget = Some(self.priced(&mut parts)),
            Rule::plan_most => plan.most = Some(self.take_expr(&mut parts)),
            Rule::plan_upfront => plan.upfront.push(self.priced(&mut parts)),
            Rule::plan_further => plan.further.push(self.priced(&mut parts)),
            Rule::plan_group => plan.groups.push((self.take_phrase(&mut parts), self.take_expr(&mut parts))),
            Rule::plan_slots => {
                let first = parts.next_of(Rule::slot_first);
                plan.slots_first = first.map(|first| self.take_names(&mut inner(first))).unwrap_or_default();
                plan.slots = self.take_names(&mut parts);
            }
            Rule::plan_item => {
                let name = self.take_phrase(&mut parts);
                let fields = self.lines_of(Rule::field, &mut parts, Self::bare_field, |field| &mut field.trivia);
                plan.item = Some((name, fields));
            }
            _ => self.unread(part),
        }
        self.end(&mut parts);
    }

    /// `expr ~ text?`
    fn priced(&mut self, parts: &mut Parts<'_>) -> (Expr, Option<Text>) {
        (self.take_expr(parts), self.maybe_plain_text(parts))
    }

    /// `period = { period_kw ~ phrase ~ "{" ~ before? ~ after? ~ "}" }`, both of them `{ … step_block }`
    fn period(&mut self, parts: &mut Parts<'_>) -> DeclarationKind {
        let mut body = |part: Option<Node<'_>>| {
            part.map(|part| self.take_block(Rule::step_block, &mut inner(part))).unwrap_or_default()
        };
        DeclarationKind::Period { before: body(parts.next_of(Rule::before)), after: body(parts.next_of(Rule::after)) }
    }

    /// `procedure = { procedure_kw ~ phrase ~ roles? ~ step_block }`, `roles = { by_kw ~ role ~ (versus_kw ~ role)? }`
    fn procedure(&mut self, parts: &mut Parts<'_>) -> DeclarationKind {
        let mut roles = inner(parts.next_of(Rule::roles));
        let by = roles.next_of(Rule::role).map(|part| self.role(&mut inner(part)));
        let versus = roles.next_of(Rule::role).map(|part| self.role(&mut inner(part)));
        DeclarationKind::Procedure { by, versus, body: self.take_block(Rule::step_block, parts) }
    }

    /// `role = { phrase ~ (":" ~ phrase)? }`
    fn role(&mut self, parts: &mut Parts<'_>) -> Role {
        Role { name: self.take_phrase(parts), kind: self.maybe_phrase(parts) }
    }
}

/// Whether a rule is one of a declaration.
/// `use_pack | use_house | use_sheet`
fn used(parts: &mut Parts<'_>) -> Used {
    if parts.has(Rule::use_pack) {
        Used::Pack
    } else if parts.has(Rule::use_house) {
        Used::House
    } else if parts.has(Rule::use_sheet) {
        Used::Sheet
    } else {
        Used::Script
    }
}

fn declares(rule: Rule) -> bool {
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
