//! Lines of procedures and of scenes.

use super::{Part, Parts, Reader, Rule, inner};
use crate::syntax::ast::{ChoiceOption, Expr, Kept, Line, Phrase, Statement, StatementKind, SumRow};

impl Reader<'_> {
    pub(super) fn statement(&mut self, part: Part<'_>) -> Statement {
        Statement { span: self.span(&part), kind: self.statement_kind(part) }
    }

    pub(super) fn take_block(&mut self, parts: &mut Parts<'_>) -> Vec<Statement> {
        self.maybe_block(parts).unwrap_or_default()
    }

    fn maybe_block(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Statement>> {
        let part = parts.next_of(Rule::step_block).or_else(|| parts.next_of(Rule::block))?;
        Some(inner(part).map(|line| self.statement(line)).collect())
    }

    fn statement_kind(&mut self, part: Part<'_>) -> StatementKind {
        let rule = part.as_rule();
        if rule == Rule::ask {
            let secret = inner(part.clone()).has(Rule::secret_kw);
            return StatementKind::Ask { secret, field: self.field(part) };
        }
        let parts = &mut inner(part);
        match rule {
            Rule::let_
            | Rule::sum
            | Rule::decide
            | Rule::roll
            | Rule::draw
            | Rule::resolve
            | Rule::choose
            | Rule::run
            | Rule::cut => self.named(rule, parts),
            Rule::repeat | Rule::scene_choose | Rule::mode | Rule::modifier | Rule::cast => self.of_scene(rule, parts),
            Rule::line | Rule::full_line => StatementKind::Line(self.line(parts)),
            Rule::step_if | Rule::scene_if => self.branches(parts),
            Rule::for_each | Rule::step => self.bracket(rule, parts),
            Rule::kept_line | Rule::kept_step | Rule::kept_full => self.kept(parts),
            _ => self.short(rule, parts),
        }
    }

    /// `secret LINE`, `hidden LINE`
    fn kept(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let word = parts.next_of(Rule::kept_word).map_or("", |word| word.as_str().trim());
        let kept = if word == Kept::Hidden.word() { Kept::Hidden } else { Kept::Secret };
        match parts.next() {
            Some(line) => StatementKind::Kept { kept, line: Box::new(self.statement(line)) },
            None => StatementKind::If { branches: Vec::new(), otherwise: None },
        }
    }

    /// `verb NAME …`: the lines that give a name a value.
    fn named(&mut self, rule: Rule, parts: &mut Parts<'_>) -> StatementKind {
        let target = self.take_place(parts);
        match rule {
            Rule::let_ => {
                let by = self.by_scale(parts);
                StatementKind::Let { target, by, ty: self.maybe_type(parts), value: self.take_expr(parts) }
            }
            Rule::sum => StatementKind::Sum { target, rows: parts.map(|row| self.sum_row(row)).collect() },
            Rule::decide => {
                let ty = self.maybe_type(parts);
                let rows = parts.map(|row| self.decide_row(row)).collect();
                StatementKind::Decide { target, ty, rows }
            }
            Rule::roll => StatementKind::Roll { target, dice: self.take_expr(parts) },
            Rule::draw => StatementKind::Draw { target, deck: self.take_phrase(parts) },
            Rule::resolve => {
                StatementKind::Resolve { target, ladder: self.maybe_phrase(parts), total: self.take_expr(parts) }
            }
            Rule::choose => {
                let (ty, by) = (self.take_type(parts), self.maybe_phrase(parts));
                StatementKind::Choose { target, ty, by, default: self.maybe_expr(parts), text: self.maybe_text(parts) }
            }
            Rule::run => {
                let through = parts.next_of(Rule::run_through).map(|part| self.take_phrase(&mut inner(part)));
                StatementKind::Run { target, through, with: parts.map(|part| self.binding(part)).collect() }
            }
            _ => StatementKind::Cut { target, to: self.take_expr(parts) },
        }
    }

    pub(super) fn sum_row(&mut self, part: Part<'_>) -> SumRow {
        let span = self.span(&part);
        let mut parts = inner(part);
        let label = parts.next().map_or(Phrase { words: Vec::new() }, |label| self.phrase(label));
        SumRow { label, value: self.take_expr(&mut parts), span }
    }

    fn decide_row(&mut self, part: Part<'_>) -> (Expr, Expr) {
        let mut parts = inner(part);
        (self.take_expr(&mut parts), self.take_expr(&mut parts))
    }

    fn binding(&mut self, part: Part<'_>) -> (Phrase, Expr) {
        let mut parts = inner(part);
        (self.take_phrase(&mut parts), self.take_expr(&mut parts))
    }

    /// Lines without a body and without a name of their own.
    fn short(&mut self, rule: Rule, parts: &mut Parts<'_>) -> StatementKind {
        match rule {
            Rule::shuffle => StatementKind::Shuffle(self.take_phrase(parts)),
            Rule::set => StatementKind::Set { place: self.take_place(parts), value: self.take_expr(parts) },
            Rule::add => StatementKind::Add { amount: self.take_expr(parts), place: self.take_place(parts) },
            Rule::pay => {
                let (amount, from) = (self.take_expr(parts), self.take_place(parts));
                StatementKind::Pay { amount, from, why: self.maybe_text(parts) }
            }
            Rule::needs => StatementKind::Needs(self.needs(parts)),
            Rule::signal => {
                let what = self.take_place(parts);
                parts.has(Rule::if_kw);
                StatementKind::Signal { what, condition: self.maybe_expr(parts) }
            }
            Rule::reveal => StatementKind::Reveal { what: self.take_phrase(parts), to: self.name_list(parts) },
            _ => {
                let text = self.take_text(parts);
                parts.has(Rule::if_kw);
                let condition = self.maybe_expr(parts);
                if rule == Rule::stop {
                    StatementKind::Stop { why: text, condition }
                } else {
                    StatementKind::Note { text, condition }
                }
            }
        }
    }

    fn bracket(&mut self, rule: Rule, parts: &mut Parts<'_>) -> StatementKind {
        if rule == Rule::step {
            let (name, title) = (self.take_phrase(parts), self.maybe_text(parts));
            return StatementKind::Step { name, title, body: self.take_block(parts) };
        }
        parts.has(Rule::for_kw);
        let variable = self.take_word(parts);
        parts.has(Rule::in_word);
        let list = self.take_expr(parts);
        StatementKind::ForEach { variable, list, body: self.take_block(parts) }
    }

    /// `if`, `else if` and `else`; the keywords between the parts say nothing more.
    fn branches(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let (mut branches, mut otherwise) = (Vec::new(), None);
        let mut condition = None;
        for part in parts {
            match part.as_rule() {
                Rule::expr => condition = Some(self.expr(part)),
                Rule::block | Rule::step_block => {
                    let body = inner(part).map(|line| self.statement(line)).collect();
                    match condition.take() {
                        Some(condition) => branches.push((condition, body)),
                        None => otherwise = Some(body),
                    }
                }
                _ => {}
            }
        }
        StatementKind::If { branches, otherwise }
    }

    fn of_scene(&mut self, rule: Rule, parts: &mut Parts<'_>) -> StatementKind {
        match rule {
            Rule::repeat => {
                let (period, most) = (self.maybe_phrase(parts), self.take_expr(parts));
                StatementKind::Repeat { period, most, until: self.maybe_expr(parts), body: self.take_block(parts) }
            }
            Rule::scene_choose => {
                let (name, question) = (self.maybe_phrase(parts), self.take_text(parts));
                let by = self.maybe_phrase(parts);
                let options = parts.map(|part| self.option(part)).collect();
                StatementKind::ChooseOption { name, question, by, options }
            }
            Rule::mode => StatementKind::Mode(self.take_word(parts)),
            Rule::modifier => {
                let (name, value) = (self.take_phrase(parts), self.take_expr(parts));
                let text = self.maybe_text(parts);
                let known = parts.next_of(Rule::known_to).map(|part| self.name_list(&mut inner(part)));
                StatementKind::Modifier { name, value, text, known }
            }
            _ => StatementKind::Cast { names: self.name_list(parts), kind: self.take_phrase(parts) },
        }
    }

    fn option(&mut self, part: Part<'_>) -> ChoiceOption {
        let mut parts = inner(part);
        ChoiceOption {
            name: self.take_phrase(&mut parts),
            text: self.maybe_text(&mut parts),
            body: self.take_block(&mut parts),
        }
    }

    fn line(&mut self, parts: &mut Parts<'_>) -> Line {
        let words = self.take_phrase(parts);
        Line {
            value: self.line_value(&words, parts),
            words,
            text: self.maybe_text(parts),
            by: parts.next_of(Rule::by_clause).map(|part| self.take_phrase(&mut inner(part))),
            versus: parts.next_of(Rule::versus_clause).map(|part| self.take_phrase(&mut inner(part))),
            body: self.maybe_block(parts),
        }
    }
}
