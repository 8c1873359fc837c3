//! Lines of procedures and of scenes.

use super::parts::{Node, Parts, Rule, inner};
use super::reader::Reader;
use crate::syntax::ast::{
    ChanceKind, ChoiceOption, Concealment, DecideRow, Expr, Line, Made, Phrase, Statement, StatementKind, SumRow,
    Trivia, Turn,
};

impl Reader<'_> {
    /// `step_line`, `scene_line`: a statement on a line of its own.
    pub(super) fn statement(&mut self, part: Node<'_>) -> Statement {
        let (statement, trivia) = self.around(part, Self::bare_statement);
        Statement { trivia, ..statement }
    }

    /// A statement without what stands around it, which belongs to the line that holds it.
    pub(super) fn bare_statement(&mut self, part: Node<'_>) -> Statement {
        Statement { span: self.span(&part), kind: self.statement_kind(part), trivia: Trivia::default() }
    }

    /// `step_block = { "{" ~ … step_line … ~ "}" }`, `block = { "{" ~ … scene_line … ~ "}" }`
    pub(super) fn block(&mut self, part: Node<'_>) -> Vec<Statement> {
        self.lines(&mut inner(part), Self::statement, |statement| &mut statement.trivia)
    }

    pub(super) fn take_block(&mut self, rule: Rule, parts: &mut Parts<'_>) -> Vec<Statement> {
        if let Some(part) = parts.next_of(rule) {
            return self.block(part);
        }
        self.missing(rule, parts);
        Vec::new()
    }

    /// `plain_step`, `plain_line`, `plain_full`, and what keeps one of them from somebody.
    fn statement_kind(&mut self, part: Node<'_>) -> StatementKind {
        let rule = part.as_rule();
        if rule == Rule::ask {
            let secret = inner(part.clone()).has(Rule::secret_kw);
            return StatementKind::Ask { secret, field: self.bare_field(part) };
        }
        if rule == Rule::needs {
            return StatementKind::Needs(self.bare_needs(part));
        }
        let mut parts = inner(part.clone());
        let Some(kind) = self.statement_of(rule, &mut parts) else {
            self.unread(&part);
            // Nobody sees it: the mistake stops whoever would read the tree.
            return StatementKind::If { branches: Vec::new(), otherwise: None };
        };
        self.end(&mut parts);
        kind
    }

    /// The one place where a rule becomes a statement; `None` when it is no rule of a statement.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a rule that is not named here is told as unread")]
    fn statement_of(&mut self, rule: Rule, parts: &mut Parts<'_>) -> Option<StatementKind> {
        Some(match rule {
            Rule::let_ => self.let_(parts),
            Rule::sum => StatementKind::Sum { target: self.take_target(parts), rows: self.sum_rows(parts) },
            Rule::decide => self.decide(parts),
            Rule::roll => StatementKind::Roll { target: self.take_target(parts), dice: self.take_expr(parts) },
            Rule::draw => StatementKind::Draw { target: self.take_target(parts), deck: self.take_phrase(parts) },
            Rule::shuffle => StatementKind::Shuffle(self.take_phrase(parts)),
            Rule::resolve => self.resolve(parts),
            Rule::choose => self.choose(parts),
            Rule::run => self.run(parts),
            Rule::cut => StatementKind::Cut { target: self.take_target(parts), to: self.take_expr(parts) },
            Rule::set => StatementKind::Set { place: self.take_place(parts), value: self.take_expr(parts) },
            Rule::add => StatementKind::Add { amount: self.take_expr(parts), place: self.take_place(parts) },
            Rule::pay => self.pay(parts),
            Rule::stop => StatementKind::Stop { why: self.take_text(parts), condition: self.maybe_expr(parts) },
            Rule::note => StatementKind::Note { text: self.take_text(parts), condition: self.maybe_expr(parts) },
            Rule::signal => StatementKind::Signal { what: self.take_place(parts), condition: self.maybe_expr(parts) },
            Rule::reveal => StatementKind::Reveal { what: self.take_phrase(parts), to: self.take_names(parts) },
            Rule::step_if | Rule::scene_if => self.branches(parts),
            Rule::for_each => self.for_each(parts),
            Rule::step => self.step(parts),
            Rule::concealed_line | Rule::concealed_step | Rule::concealed_full => self.concealed(parts),
            Rule::repeat => self.repeat(parts),
            Rule::turns => StatementKind::Turns(self.lines_of(Rule::turn, parts, Self::turn, |turn| &mut turn.trivia)),
            Rule::scene_choose => self.scene_choose(parts),
            Rule::mode => StatementKind::Mode(self.take_word(Rule::word, parts)),
            Rule::modifier => self.modifier(parts),
            Rule::cast => StatementKind::Cast { names: self.take_names(parts), kind: self.take_phrase(parts) },
            Rule::tally | Rule::flag => self.tally(parts),
            Rule::scene_roll => self.chance(parts, |reader, parts| ChanceKind::Roll(reader.take_expr(parts))),
            Rule::scene_resolve => self.chance(parts, |reader, parts| {
                let ladder = reader.maybe_phrase(parts);
                ChanceKind::Resolve { ladder, total: reader.take_expr(parts) }
            }),
            Rule::line | Rule::full_line => StatementKind::Line(self.line(parts)),
            _ => return None,
        })
    }

    /// `concealed_line = { concealing_word ~ plain_line }`, and the same of steps and of lines that an expectation brings along.
    fn concealed(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let word = self.take_word(Rule::concealing_word, parts).text;
        let concealment =
            if word.trim() == Concealment::Hidden.word() { Concealment::Hidden } else { Concealment::Secret };
        if let Some(line) = parts.next() {
            return StatementKind::Concealed { concealment, line: Box::new(self.bare_statement(line)) };
        }
        self.missing(Rule::line, parts);
        StatementKind::If { branches: Vec::new(), otherwise: None }
    }

    /// `let_ = { let_kw ~ target ~ by_scale? ~ (":" ~ type_ref)? ~ "=" ~ expr }`
    fn let_(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let (target, by) = (self.take_target(parts), self.by_scale(parts));
        StatementKind::Let { target, by, ty: self.maybe_type(parts), value: self.take_expr(parts) }
    }

    /// The rows of `sum` and of `extend_sum`: `"{" ~ (sum_row ~ (sep+ ~ sum_row)*)? ~ "}"`
    pub(super) fn sum_rows(&mut self, parts: &mut Parts<'_>) -> Vec<SumRow> {
        self.lines_of(Rule::sum_row, parts, Self::sum_row, |row| &mut row.trivia)
    }

    /// `sum_row = { label ~ "|" ~ expr }`
    fn sum_row(&mut self, part: Node<'_>) -> SumRow {
        let span = self.span(&part);
        let mut parts = inner(part);
        let label = self.take_phrase_of(Rule::label, &mut parts);
        SumRow { label, value: self.take_expr(&mut parts), span, trivia: Trivia::default() }
    }

    /// `decide = { decide_kw ~ target ~ (":" ~ type_ref)? ~ "{" ~ (decide_row ~ (sep+ ~ decide_row)*)? ~ "}" }`
    fn decide(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let (target, ty) = (self.take_target(parts), self.maybe_type(parts));
        let rows = self.lines_of(Rule::decide_row, parts, Self::decide_row, |row| &mut row.trivia);
        StatementKind::Decide { target, ty, rows }
    }

    /// `decide_row = { expr ~ "|" ~ expr }`
    fn decide_row(&mut self, part: Node<'_>) -> DecideRow {
        let mut parts = inner(part);
        DecideRow {
            value: self.take_expr(&mut parts),
            condition: self.take_expr(&mut parts),
            trivia: Trivia::default(),
        }
    }

    /// `resolve = { resolve_kw ~ target ~ (":" ~ phrase)? ~ with_kw ~ expr }`
    fn resolve(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let (target, ladder) = (self.take_target(parts), self.maybe_phrase(parts));
        StatementKind::Resolve { target, ladder, total: self.take_expr(parts) }
    }

    /// `choose = { choose_kw ~ target ~ ":" ~ type_ref ~ (by_kw ~ phrase)? ~ ("=" ~ expr)? ~ text? ~ asked_if? }`,
    /// `asked_if = { if_kw ~ expr }`
    fn choose(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let (target, ty, by) = (self.take_target(parts), self.take_type(parts), self.maybe_phrase(parts));
        let (default, text) = (self.maybe_expr(parts), self.maybe_text(parts));
        let condition = parts.next_of(Rule::asked_if).map(|part| self.take_expr(&mut inner(part)));
        StatementKind::Choose { target, ty, by, default, text, condition }
    }

    /// `run = { run_kw ~ target ~ run_of? ~ by_clause? ~ versus_clause? ~ run_through? ~ (with_kw ~ binding ~ …)? }`,
    /// `run_of = { ":" ~ phrase }`
    fn run(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let target = self.take_target(parts);
        let mut phrase_of = |rule: Rule| parts.next_of(rule).map(|part| self.take_phrase(&mut inner(part)));
        let (of, by) = (phrase_of(Rule::run_of), phrase_of(Rule::by_clause));
        let made = Made { of, by, versus: phrase_of(Rule::versus_clause) };
        let through = parts.next_of(Rule::run_through).map(|part| self.take_phrase(&mut inner(part)));
        let mut with = Vec::new();
        while let Some(part) = parts.next_of(Rule::binding) {
            with.push(self.binding(&mut inner(part)));
        }
        StatementKind::Run { target, made, through, with }
    }

    /// `binding = { phrase ~ "=" ~ expr }`
    fn binding(&mut self, parts: &mut Parts<'_>) -> (Phrase, Expr) {
        (self.take_phrase(parts), self.take_expr(parts))
    }

    /// `pay = { pay_kw ~ expr ~ from_kw ~ place ~ text? }`
    fn pay(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let (amount, from) = (self.take_expr(parts), self.take_place(parts));
        StatementKind::Pay { amount, from, why: self.maybe_text(parts) }
    }

    /// `step = { step_kw ~ phrase ~ text? ~ step_block }`
    fn step(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let (name, title) = (self.take_phrase(parts), self.maybe_plain_text(parts));
        StatementKind::Step { name, title, body: self.take_block(Rule::step_block, parts) }
    }

    /// `for_each = { for_kw ~ any_word ~ in_word ~ expr ~ step_block }`
    fn for_each(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let variable = self.take_word(Rule::any_word, parts);
        parts.has(Rule::in_word);
        let list = self.take_expr(parts);
        StatementKind::ForEach { variable, list, body: self.take_block(Rule::step_block, parts) }
    }

    /// `step_if = { if_kw ~ expr ~ step_block ~ (else_kw ~ if_kw ~ expr ~ step_block)* ~ (else_kw ~ step_block)? }`, and
    /// `scene_if` with `block`
    fn branches(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let mut branches = Vec::new();
        while let Some(condition) = self.maybe_expr(parts) {
            branches.push((condition, self.next_block(parts).unwrap_or_default()));
        }
        StatementKind::If { branches, otherwise: self.next_block(parts) }
    }

    fn next_block(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Statement>> {
        let part = parts.next_of(Rule::block).or_else(|| parts.next_of(Rule::step_block))?;
        Some(self.block(part))
    }

    /// `repeat = { repeat_kw ~ phrase? ~ "up" ~ to_kw ~ expr ~ (until_kw ~ expr)? ~ block }`
    fn repeat(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let (period, most, until) = (self.maybe_phrase(parts), self.take_expr(parts), self.maybe_expr(parts));
        StatementKind::Repeat { period, most, until, body: self.take_block(Rule::block, parts) }
    }

    /// `turn = { phrase ~ by_kw ~ expr ~ (then_kw ~ expr)* ~ block }`
    fn turn(&mut self, part: Node<'_>) -> Turn {
        let mut parts = inner(part);
        let (who, mut keys) = (self.take_phrase(&mut parts), vec![self.take_expr(&mut parts)]);
        while let Some(key) = self.maybe_expr(&mut parts) {
            keys.push(key);
        }
        Turn { who, keys, body: self.take_block(Rule::block, &mut parts), trivia: Trivia::default() }
    }

    /// `scene_choose = { choose_kw ~ phrase? ~ text ~ (by_kw ~ phrase)? ~ "{" ~ (option ~ (sep+ ~ option)*)? ~ "}" }`
    fn scene_choose(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let (name, question, by) = (self.maybe_phrase(parts), self.take_text(parts), self.maybe_phrase(parts));
        let options = self.lines_of(Rule::option, parts, Self::option, |option| &mut option.trivia);
        StatementKind::ChooseOption { name, question, by, options }
    }

    /// `tally = { tally_kw ~ phrase ~ ":" ~ type_ref ~ "=" ~ expr ~ text? }`, `flag = { flag_kw ~ phrase ~ "=" ~ expr ~ text? }`
    fn tally(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let (name, ty) = (self.take_phrase(parts), self.maybe_type(parts));
        StatementKind::Tally { name, ty, first: self.take_expr(parts), text: self.maybe_plain_text(parts) }
    }

    /// `scene_roll = { roll_kw ~ phrase ~ text? ~ ":" ~ expr ~ block? }`,
    /// `scene_resolve = { resolve_kw ~ phrase ~ text? ~ (":" ~ phrase)? ~ with_kw ~ expr ~ block? }`
    fn chance(
        &mut self,
        parts: &mut Parts<'_>,
        kind: impl Fn(&mut Self, &mut Parts<'_>) -> ChanceKind,
    ) -> StatementKind {
        let (name, text) = (self.take_phrase(parts), self.maybe_text(parts));
        let kind = kind(self, parts);
        StatementKind::Chance { name, text, kind, body: self.next_block(parts) }
    }

    /// `option = { phrase ~ text? ~ block }`
    fn option(&mut self, part: Node<'_>) -> ChoiceOption {
        let mut parts = inner(part);
        ChoiceOption {
            name: self.take_phrase(&mut parts),
            text: self.maybe_plain_text(&mut parts),
            body: self.take_block(Rule::block, &mut parts),
            trivia: Trivia::default(),
        }
    }

    /// `modifier = { modifier_kw ~ phrase ~ expr ~ text? ~ known_to? }`, `known_to = { "known" ~ to_kw ~ name_list }`
    fn modifier(&mut self, parts: &mut Parts<'_>) -> StatementKind {
        let (name, value) = (self.take_phrase(parts), self.take_expr(parts));
        let text = self.maybe_text(parts);
        let known = parts.next_of(Rule::known_to).map(|part| self.take_names(&mut inner(part)));
        StatementKind::Modifier { name, value, text, known }
    }

    /// `line = { phrase ~ line_value? ~ text? ~ by_clause? ~ versus_clause? ~ block? }`, and `full_line` with some of them
    fn line(&mut self, parts: &mut Parts<'_>) -> Line {
        let words = self.take_phrase(parts);
        let value = self.line_value(&words, parts);
        let text = self.maybe_text(parts);
        let by = parts.next_of(Rule::by_clause).map(|part| self.take_phrase(&mut inner(part)));
        let versus = parts.next_of(Rule::versus_clause).map(|part| self.take_phrase(&mut inner(part)));
        Line { words, value, text, by, versus, body: self.next_block(parts) }
    }
}
