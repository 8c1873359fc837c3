//! The order of play: periods, repetitions, choices between options.

use smol_str::format_smolstr;

use super::super::{Binary, Choose, Instruction, Operand, Shape, Trace};
use super::Lowering;
use super::houses::Here;
use super::partial_value::{Context, Frame};
use super::pieces::Piece;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, PeriodUse, SceneOption, Statement, ThingId, Wording};
use crate::shared_text::SharedText;

/// A repetition longer than this is a mistake.
const MOST_ROUNDS: i64 = 100_000;

impl<'m> Lowering<'m, '_> {
    /// A period: its upkeep before, what happens, its upkeep after. A period in which nothing happens, and which has no
    /// upkeep after, only begins: what it begins goes on behind its line, so that no end of it is told.
    pub fn period(&mut self, period: &'m PeriodUse, body: &'m [Statement]) {
        self.upkeep(period, true);
        self.statements(&Context::scene(), body);
        let declared = &self.system.periods[period.period];
        let is_bare = self.system.procedures[declared.procedure].body.len() == declared.before;
        if !(body.is_empty() && is_bare && period.hooks.after.is_empty()) {
            self.upkeep(period, false);
        }
    }

    fn upkeep(&mut self, used: &'m PeriodUse, before: bool) {
        let period = &self.system.periods[used.period];
        let statements = &self.system.procedures[period.procedure].body;
        let (first, last) = statements.split_at(period.before);
        let written = &self.scene.invocations[used.invocation];
        let name = written
            .title
            .clone()
            .map_or_else(|| period.name.clone(), |title| format_smolstr!("{}: {title}", period.name));
        if before {
            self.clear_upkeep(used);
            self.now_runs(used.invocation);
            self.mark(period.span);
            self.emit.trace(Trace::Period { name: name.clone(), begins: true });
        }
        self.frames.push(Frame {
            invocation: used.invocation,
            first: self.emit.here(),
            to_end: Vec::new(),
            through: None,
            left: false,
            stopped: None,
            branches: self.branches,
        });
        self.ledger.take(Piece::Run(used.invocation));
        let (method, said) = self.method_of_scene();
        let context = Context { invocation: Some((used.invocation, 0)), stops: true, method, said, ..Context::scene() };
        let path = &self.scene.invocations[used.invocation].path;
        if before {
            self.heard(&context, &used.hooks.before, (path, &Here::default()));
        }
        self.statements(&context, if before { first } else { last });
        if !before {
            self.heard(&context, &used.hooks.after, (path, &Here::default()));
        }
        for jump in self.frames.pop().map(|frame| frame.to_end).unwrap_or_default() {
            self.emit.land(jump);
        }
        if !before {
            self.emit.trace(Trace::Period { name, begins: false });
        }
    }

    fn clear_upkeep(&mut self, used: &PeriodUse) {
        let state = self.state((used.invocation, 0));
        state.blanks.clear();
        state.kept_blanks.clear();
        let block = state.block;
        if let (Some((first, count)), true) = (block, self.loops > 0)
            && count > 0
        {
            self.emit.push(Instruction::Clear { first, count });
        }
    }

    /// A bounded repetition; what it waits for is looked at after each round.
    pub fn repeat(
        &mut self,
        context: &Context<'m>,
        period: Option<&'m PeriodUse>,
        (most, until): (&'m Expr, Option<&'m Expr>),
        body: &'m [Statement],
    ) {
        let bound = self.operand(context, most);
        if let Operand::Value(number) = bound
            && !(1..=MOST_ROUNDS).contains(&number)
            && (number != 0 || matches!(most.kind, ExprKind::Number(_)))
        {
            self.sink.push(
                Diagnostic::error(codes::BOUND, most.span, format!("`repeat` cannot run up to {number} times"))
                    .help(format!("write a number from 1 to {MOST_ROUNDS}; `until` ends it earlier")),
            );
        }
        let runs = self.emit.count_from_zero();
        let start = self.emit.here();
        let more = self.emit.binary(Binary::Less, Operand::Register(runs), bound);
        let end = self.emit.unless(more);
        self.loops += 1;
        self.branches += 1;
        match period {
            Some(period) => self.period(period, body),
            None => self.statements(context, body),
        }
        self.emit.count(runs, Operand::Value(1));
        if let Some(until) = until {
            let asked = self.emit.here();
            let reached = self.asked_of_line(context, until);
            let changes = self.emit.changes_between((start, asked), reached);
            let piece = if changes { Piece::Until(until.span) } else { Piece::UntilUnchanged(until.span) };
            self.ledger.take_with(piece, self.emit.here(), (reached, 1));
            self.ledger.take_unless(Piece::Unless(until.span), self.emit.here(), reached);
            self.emit.push(Instruction::Unless { on: reached, to: start });
        } else {
            self.emit.push(Instruction::Jump { to: start });
        }
        self.branches -= 1;
        self.loops -= 1;
        self.emit.land(end);
    }

    /// A choice between options.
    pub fn choose_option(
        &mut self,
        context: &Context<'m>,
        name: &'m SharedText,
        (question, by): (&'m Wording, Option<ThingId>),
        options: &'m [SceneOption],
    ) {
        let names: Vec<SharedText> = options.iter().map(|option| option.name.clone()).collect();
        let shape = Shape::Option(names.clone());
        let into = self.emit.register(Some(name.clone()), shape.clone(), None);
        let default = options.iter().position(|option| option.default);
        let last = i64::try_from(options.len()).unwrap_or(1) - 1;
        let question = self.wording(context, question);
        self.emit.push(Instruction::Choose(Box::new(Choose {
            into,
            path: name.clone(),
            question,
            by: self.names_of(by),
            low: Operand::Value(0),
            high: Operand::Value(last),
            options: names,
            default: default.map(|place| Operand::Value(i64::try_from(place).unwrap_or(0))),
            shape,
        })));
        self.branches += 1;
        let mut ends = Vec::new();
        for (place, option) in options.iter().enumerate() {
            let this = self.emit.binary(
                Binary::Equal,
                Operand::Register(into),
                Operand::Value(i64::try_from(place).unwrap_or(0)),
            );
            let next = self.emit.unless(this);
            self.statements(context, &option.body);
            ends.push(self.emit.jump());
            self.emit.land(next);
        }
        for end in ends {
            self.emit.land(end);
        }
        self.branches -= 1;
    }
}
