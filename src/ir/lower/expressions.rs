//! Expressions: their values, with as much as possible computed in advance.

use super::super::{Binary, Operand, Unary};
use super::partial_value::{Context, PartialValue, bound};
use super::pieces::Why;
use super::{Lowering, emit};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, KindId, Reduce, ScaleId, Type, VarId};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, UnaryOp};

impl<'m> Lowering<'m, '_> {
    /// What an expression comes to, as a number to be read.
    pub fn operand(&mut self, context: &Context<'m>, expr: &'m Expr) -> Operand {
        let (entity, kept) = self.touching(|lowering| lowering.eval(context, expr));
        let value = self.number_of(context, &entity);
        self.may_lose(context, expr, value);
        if !expr.ty.is_more_than_a_number() {
            return self.kept_number(value, kept);
        }
        self.touch(kept);
        value
    }

    /// What an expression comes to.
    pub fn eval(&mut self, context: &Context<'m>, expr: &'m Expr) -> PartialValue<'m> {
        if !self.enter(expr.span) {
            return PartialValue::Absent;
        }
        let entity = self.eval_inside(context, expr);
        self.exit();
        entity
    }

    fn eval_inside(&mut self, context: &Context<'m>, expr: &'m Expr) -> PartialValue<'m> {
        match &expr.kind {
            ExprKind::Number(value) => PartialValue::Scalar(Operand::Value(*value)),
            ExprKind::Unreached | ExprKind::Question => PartialValue::Absent,
            ExprKind::Text(text) => PartialValue::Scalar(self.emit.text(text)),
            ExprKind::Local(local) => match context.invocation {
                Some(run) => self.local(run, *local),
                None => PartialValue::Absent,
            },
            ExprKind::Var(variable) => context.variable(*variable),
            ExprKind::Thing(id) => PartialValue::Thing(*id),
            ExprKind::All(kind) => self.all(*kind),
            ExprKind::Levels(scale) => PartialValue::List(self.levels(*scale)),
            ExprKind::Invocation(invocation) => PartialValue::Run(*invocation, 0),
            ExprKind::Own(own) => self.own_value(*own),
            ExprKind::NamedModifier(named) => PartialValue::Scalar(self.named_value(*named)),
            ExprKind::Member(base, member) => self.member(context, base, member, expr),
            ExprKind::Index(base, index) => self.index(context, base, index),
            ExprKind::Rule(id, arguments) => {
                let rule = &self.system.rules[*id];
                self.mark(rule.span);
                let inner = self.bind(context, &rule.params, arguments);
                self.eval(&inner, &rule.body)
            }
            ExprKind::House(id, arguments) => {
                PartialValue::Scalar(self.house_value(context, (*id, arguments), &expr.ty))
            }
            ExprKind::Table(id, arguments) => {
                PartialValue::Row(*id, arguments.iter().map(|argument| self.eval(context, argument)).collect())
            }
            ExprKind::Band { scale, judged, key } => {
                let key = self.operand(context, key);
                PartialValue::Scalar(self.band(*scale, *judged, key))
            }
            ExprKind::DiceCall(..) | ExprKind::Dice { .. } | ExprKind::Keep { .. } => {
                PartialValue::Dice(expr, Box::new(context.clone()))
            }
            ExprKind::Reduce { reduce, variable, list, body } => self.reduce(context, *reduce, (*variable, list), body),
            ExprKind::Absolute(inner) => PartialValue::Scalar(self.absolute(context, inner)),
            ExprKind::Extreme { greatest, of } => PartialValue::Scalar(self.extreme_of(context, *greatest, of)),
            ExprKind::Unary(..) | ExprKind::Binary(..) if expr.calculates_with_dice() => {
                PartialValue::Dice(expr, Box::new(context.clone()))
            }
            ExprKind::Unary(op, inner) => PartialValue::Scalar(self.unary(context, *op, inner)),
            ExprKind::Binary(BinaryOp::Otherwise, first, second) => self.otherwise(context, first, second),
            ExprKind::Binary(op, left, right) => self.binary(context, *op, left, right, expr),
            ExprKind::IsUnreached(inner) => {
                // A dash is told from a value, and stops nothing.
                let quiet = Context { stops: false, ..context.clone() };
                let entity = self.eval(&quiet, inner);
                let reached = self.is_reached(&quiet, &entity, inner);
                PartialValue::Scalar(self.emit.not(reached))
            }
            ExprKind::Move { op, levels, from, by } => {
                let (from, by) = (self.operand(context, from), self.operand(context, by));
                let is_die = expr.ty == Type::Die;
                PartialValue::Scalar(if is_die {
                    self.step_of_a_die(*op, from, by)
                } else {
                    self.movement(*op, *levels, from, by)
                })
            }
            ExprKind::Knows(who, named) => match self.eval(context, who).thing() {
                Some(who) => PartialValue::Scalar(self.knows(who, *named)),
                None => PartialValue::Absent,
            },
            ExprKind::If(branches, otherwise) => self.if_expr(context, branches, otherwise, expr),
        }
    }

    /// Whether what an expression comes to was reached; never unreached itself.
    fn is_reached(&mut self, context: &Context<'m>, entity: &PartialValue<'m>, whole: &'m Expr) -> Operand {
        match entity {
            PartialValue::Thing(_) | PartialValue::Plan(..) | PartialValue::Item(..) => Operand::Value(1),
            PartialValue::Absent => Operand::Value(0),
            PartialValue::Run(invocation, nth) => {
                let ran = self.has_run((*invocation, *nth));
                self.emit.reached(ran)
            }
            PartialValue::List(elements) => {
                let reached: Vec<Operand> =
                    elements.iter().map(|element| self.is_reached(context, element, whole)).collect();
                reached.into_iter().fold(Operand::Value(0), |a, b| self.emit.binary(Binary::Or, a, b))
            }
            PartialValue::Row(table, keys) => {
                let columns = 0..self.system.tables[*table].columns.len();
                let cells: Vec<PartialValue<'m>> =
                    columns.map(|column| self.row(context, *table, keys, column, whole)).collect();
                self.is_reached(context, &PartialValue::List(cells), whole)
            }
            PartialValue::Scalar(_)
            | PartialValue::Roll(..)
            | PartialValue::OwnRoll(_)
            | PartialValue::Card(..)
            | PartialValue::Dice(..)
            | PartialValue::DiceByLevel(..) => {
                let value = self.number_of(context, entity);
                self.emit.unary(Unary::IsReached, value)
            }
        }
    }

    /// Everybody of a kind.
    fn all(&self, kind: KindId) -> PartialValue<'m> {
        let things = self.present().filter(|(_, thing)| thing.kind == kind);
        PartialValue::List(things.map(|(id, _)| PartialValue::Thing(id)).collect())
    }

    /// `max(a, b)`, `min(a, b)`
    fn extreme_of(&mut self, context: &Context<'m>, greatest: bool, of: &'m [Expr]) -> Operand {
        let op = if greatest { Binary::Maximum } else { Binary::Minimum };
        let values: Vec<Operand> = of.iter().map(|value| self.operand(context, value)).collect();
        let extreme = values.into_iter().reduce(|so_far, value| self.emit.binary(op, so_far, value));
        extreme.unwrap_or(Operand::Unreached)
    }

    /// `not a`, `-a`, `+a`
    fn unary(&mut self, context: &Context<'m>, op: UnaryOp, inner: &'m Expr) -> Operand {
        let value = self.operand(context, inner);
        match op {
            UnaryOp::Not => self.emit.not(value),
            UnaryOp::Minus => self.emit.unary(Unary::Negate, value),
            UnaryOp::Plus => value,
        }
    }

    /// A number without its sign.
    fn absolute(&mut self, context: &Context<'m>, inner: &'m Expr) -> Operand {
        let value = self.operand(context, inner);
        let negated = self.emit.unary(Unary::Negate, value);
        self.emit.binary(Binary::Maximum, value, negated)
    }

    /// An entity as a number to be read.
    pub fn number_of(&mut self, context: &Context<'m>, entity: &PartialValue<'m>) -> Operand {
        match entity {
            PartialValue::Scalar(operand) | PartialValue::Card(_, operand) => *operand,
            PartialValue::OwnRoll(own) => self.own_answer(*own, super::super::Question::Kept),
            PartialValue::Roll(invocation, local, item, nth) => {
                self.answer((*invocation, *nth), *local, *item, super::super::Question::Kept)
            }
            PartialValue::Dice(..) | PartialValue::DiceByLevel(..) => {
                self.roll_now(context, entity, super::super::Question::Kept, SharedText::default())
            }
            PartialValue::Thing(_)
            | PartialValue::Run(..)
            | PartialValue::Plan(..)
            | PartialValue::Item(..)
            | PartialValue::Row(..)
            | PartialValue::List(_)
            | PartialValue::Absent => Operand::Unreached,
        }
    }

    /// Levels of a scale, one by one.
    pub fn levels(&self, scale: ScaleId) -> Vec<PartialValue<'m>> {
        let scale = &self.system.scales[scale];
        let value = |place: usize| {
            let number = scale.numbers.as_ref().and_then(|numbers| numbers.get(place)).copied();
            number.unwrap_or_else(|| i64::try_from(place).unwrap_or(0))
        };
        (0..scale.levels.len()).map(|place| PartialValue::Scalar(Operand::Value(value(place)))).collect()
    }

    /// A context in which parameters stand for arguments, and nothing else of the old one is visible but the run.
    pub fn bind(
        &mut self,
        context: &Context<'m>,
        params: &'m [(SharedText, Type, VarId)],
        arguments: &'m [Expr],
    ) -> Context<'m> {
        let values: Vec<PartialValue<'m>> = arguments.iter().map(|argument| self.eval(context, argument)).collect();
        bound(context, params, values)
    }

    fn binary(
        &mut self,
        context: &Context<'m>,
        op: BinaryOp,
        left: &'m Expr,
        right: &'m Expr,
        whole: &Expr,
    ) -> PartialValue<'m> {
        if let (PartialValue::Thing(a), PartialValue::Thing(b)) =
            (self.thing_of(context, left), self.thing_of(context, right))
        {
            let same = i64::from((a == b) == (op == BinaryOp::Is));
            return PartialValue::Scalar(Operand::Value(same));
        }
        let (a, b) = self.both(context, op, left, right);
        self.part_of_condition(op, (left, a));
        self.part_of_condition(op, (right, b));
        let span = std::mem::replace(&mut self.emit.span, whole.span);
        let value = match op {
            BinaryOp::Or => self.emit.binary(Binary::Or, a, b),
            BinaryOp::And => self.emit.binary(Binary::And, a, b),
            BinaryOp::Is | BinaryOp::Equals => self.emit.binary(Binary::Equal, a, b),
            BinaryOp::IsNot => {
                let same = self.emit.binary(Binary::Equal, a, b);
                self.emit.not(same)
            }
            BinaryOp::Less => self.emit.binary(Binary::Less, a, b),
            BinaryOp::LessOrEqual => self.emit.binary(Binary::LessOrEqual, a, b),
            BinaryOp::Greater => self.emit.binary(Binary::Less, b, a),
            BinaryOp::GreaterOrEqual => self.emit.binary(Binary::LessOrEqual, b, a),
            BinaryOp::Add => self.arithmetic(Binary::Add, a, b, whole),
            BinaryOp::Subtract => self.arithmetic(Binary::Subtract, a, b, whole),
            BinaryOp::Multiply => self.arithmetic(Binary::Multiply, a, b, whole),
            BinaryOp::DivideDown => self.arithmetic(Binary::DivideDown, a, b, whole),
            BinaryOp::DivideUp => self.arithmetic(Binary::DivideUp, a, b, whole),
            BinaryOp::Modulo => self.arithmetic(Binary::Modulo, a, b, whole),
            // Those that move a level, and `otherwise`, are read elsewhere.
            BinaryOp::Knows
            | BinaryOp::Fraction
            | BinaryOp::Up
            | BinaryOp::Down
            | BinaryOp::Towards
            | BinaryOp::Otherwise => Operand::Unreached,
        };
        self.emit.span = span;
        PartialValue::Scalar(value)
    }

    /// Both sides of an operator. Where one of them settles `and` or `or` beforehand, and not by what is written in the run, the
    /// blanks that the other reads do not matter.
    fn both(&mut self, context: &Context<'m>, op: BinaryOp, left: &'m Expr, right: &'m Expr) -> (Operand, Operand) {
        let settling = if op == BinaryOp::And { Some(false) } else { (op == BinaryOp::Or).then_some(true) };
        let settles =
            |value: Operand| settling.is_some() && emit::known(value).flatten().map(|value| value > 0) == settling;
        let why = |span| if op == BinaryOp::And { Why::Never(span) } else { Why::Always(span) };
        self.ledger.reads_perhaps();
        let a = self.operand(context, left);
        let mut read = self.ledger.read_so_far();
        self.ledger.reads_perhaps();
        let b = self.operand(context, right);
        let read_right = self.ledger.read_so_far();
        if settles(a) && read.is_empty() {
            self.pass(context, right.span, why(left.span));
        } else if settles(b) && read_right.is_empty() {
            read.clear();
            self.pass(context, left.span, why(right.span));
        } else {
            read.extend(read_right);
        }
        for (run, blank) in read {
            self.ledger.read(run, blank);
        }
        (a, b)
    }

    /// `A otherwise B`: the second is computed only where the first is not reached.
    fn otherwise(&mut self, context: &Context<'m>, first: &'m Expr, second: &'m Expr) -> PartialValue<'m> {
        if let thing @ PartialValue::Thing(_) = self.thing_of(context, first) {
            return thing;
        }
        let value = self.operand(context, first);
        match emit::known(value) {
            Some(Some(_)) => return PartialValue::Scalar(value),
            Some(None) => return self.eval(context, second),
            None => {}
        }
        if second.kind == ExprKind::Number(0) {
            return PartialValue::Scalar(self.emit.unary(Unary::OrZero, value));
        }
        let into = self.emit.temporary();
        self.emit.copy(into, value);
        let reached = self.emit.unary(Unary::IsReached, value);
        let missing = self.emit.not(reached);
        self.branches += 1;
        let over = self.emit.unless(missing);
        let instead = self.operand(context, second);
        self.emit.copy(into, instead);
        self.emit.land(over);
        self.emit.follows(missing, over);
        self.branches -= 1;
        PartialValue::Scalar(Operand::Register(into))
    }

    fn thing_of(&mut self, context: &Context<'m>, expr: &'m Expr) -> PartialValue<'m> {
        if matches!(expr.ty, Type::Thing(_)) { self.eval(context, expr) } else { PartialValue::Absent }
    }

    /// Arithmetic; what can be seen to fail beforehand is reported at once.
    fn arithmetic(&mut self, op: Binary, a: Operand, b: Operand, whole: &Expr) -> Operand {
        if let (Some(a), Some(b)) = (emit::known(a), emit::known(b)) {
            match crate::semantics::arithmetic::binary(op, a, b) {
                Ok(value) => return emit::operand(value),
                Err(crate::semantics::arithmetic::ArithmeticError::DivisionByZero) => self.sink.push(
                    Diagnostic::error(codes::DIVISION_BY_ZERO, whole.span, "this divides by zero")
                        .help("make the divisor at least 1"),
                ),
                Err(crate::semantics::arithmetic::ArithmeticError::Overflow) => self.sink.push(
                    Diagnostic::error(codes::OVERFLOW, whole.span, "this number is too large")
                        .help("numbers are limited to 64 bits"),
                ),
            }
            return Operand::Unreached;
        }
        self.emit.binary(op, a, b)
    }

    fn if_expr(
        &mut self,
        context: &Context<'m>,
        branches: &'m [(Expr, Expr)],
        otherwise: &'m Expr,
        whole: &'m Expr,
    ) -> PartialValue<'m> {
        let mut open = branches;
        while let Some(((condition, value), rest)) = open.split_first() {
            if whole.ty == Type::Dice && !self.is_known(context, condition) {
                return PartialValue::Dice(whole, Box::new(context.clone()));
            }
            let span = condition.span;
            let condition = self.operand(context, condition);
            self.choose_by(span, condition);
            match emit::known(condition) {
                Some(Some(1..)) => {
                    self.mark(value.span);
                    for (condition, value) in rest {
                        self.pass(context, condition.span.to(value.span), Why::Always(span));
                    }
                    self.pass(context, otherwise.span, Why::Always(span));
                    return self.eval(context, value);
                }
                Some(_) => {
                    self.pass(context, value.span, Why::Never(span));
                    open = rest;
                }
                None => return self.if_at_the_table(context, (span, condition), (value, rest), otherwise, whole),
            }
        }
        self.mark(otherwise.span);
        self.eval(context, otherwise)
    }

    /// Whether a condition is known beforehand.
    fn is_known(&mut self, context: &Context<'m>, condition: &'m Expr) -> bool {
        let value = self.operand(context, condition);
        emit::known(value).is_some()
    }

    fn if_at_the_table(
        &mut self,
        context: &Context<'m>,
        (place, condition): (Span, Operand),
        (value, rest): (&'m Expr, &'m [(Expr, Expr)]),
        otherwise: &'m Expr,
        whole: &'m Expr,
    ) -> PartialValue<'m> {
        if whole.ty.is_more_than_a_number() {
            self.sink.push(
                Diagnostic::error(
                    codes::NOT_CONSTANT,
                    whole.span,
                    "the person or thing named here must be known before the run",
                )
                .help("put the condition around the lines that differ"),
            );
            return PartialValue::Absent;
        }
        let into = self.emit.temporary();
        self.branches += 1;
        let no = self.emit.unless(condition);
        self.chosen_at_the_table(place);
        self.mark(value.span);
        let yes = self.operand(context, value);
        self.emit.copy(into, yes);
        let end = self.emit.jump();
        self.emit.land(no);
        let other = self.if_expr(context, rest, otherwise, whole);
        let other = self.number_of(context, &other);
        self.emit.copy(into, other);
        self.emit.land(end);
        self.emit.follows(condition, no);
        self.branches -= 1;
        PartialValue::Scalar(Operand::Register(into))
    }

    fn reduce(
        &mut self,
        context: &Context<'m>,
        reduce: Reduce,
        (variable, list): (VarId, &'m Expr),
        body: &'m Expr,
    ) -> PartialValue<'m> {
        let elements = self.elements(context, list);
        if elements.is_empty() {
            self.pass(context, body.span, Why::Empty(list.span));
        }
        let each = |element| {
            self.touch(self.kept_entry(&element));
            self.operand(&context.with(variable, element), body)
        };
        let values: Vec<Operand> = elements.into_iter().map(each).collect();
        PartialValue::Scalar(match reduce {
            Reduce::Sum | Reduce::Count => self.total(&values),
            Reduce::Any => values.into_iter().fold(Operand::Value(0), |a, b| self.emit.binary(Binary::Or, a, b)),
            Reduce::All => values.into_iter().fold(Operand::Value(1), |a, b| self.emit.binary(Binary::And, a, b)),
            Reduce::Highest => self.of_reached(Binary::GreatestReached, &values),
            Reduce::Lowest => self.of_reached(Binary::LeastReached, &values),
        })
    }

    /// The sum of what is reached.
    pub fn total(&mut self, values: &[Operand]) -> Operand {
        let mut total = Operand::Value(0);
        for value in values {
            let counted = self.emit.unary(Unary::OrZero, *value);
            total = self.emit.binary(Binary::Add, total, counted);
        }
        total
    }

    /// The least or greatest of what is reached; unreached when nothing is.
    fn of_reached(&mut self, op: Binary, values: &[Operand]) -> Operand {
        values.iter().fold(Operand::Unreached, |best, value| match best {
            Operand::Unreached => *value,
            Operand::Value(_) | Operand::Register(_) => self.emit.binary(op, best, *value),
        })
    }

    /// The elements of a list.
    pub fn elements(&mut self, context: &Context<'m>, list: &'m Expr) -> Vec<PartialValue<'m>> {
        match self.eval(context, list) {
            PartialValue::List(elements) => elements,
            PartialValue::Absent => Vec::new(),
            PartialValue::Plan(invocation, local, nth) => (0..self.item_count(invocation, local))
                .map(|item| PartialValue::Item(invocation, local, item, nth))
                .collect(),
            other @ (PartialValue::Scalar(_)
            | PartialValue::Thing(_)
            | PartialValue::Run(..)
            | PartialValue::Item(..)
            | PartialValue::Roll(..)
            | PartialValue::OwnRoll(_)
            | PartialValue::Card(..)
            | PartialValue::Row(..)
            | PartialValue::Dice(..)
            | PartialValue::DiceByLevel(..)) => vec![other],
        }
    }
}
