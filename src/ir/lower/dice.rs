//! Rolls: which dice, which of them count, and questions about their faces.

use super::super::{DiceTerm, Instruction, Keep, Operand, Question, Roll, Roller};
use super::joined_rolls::Purpose;
use super::partial_value::{Context, PartialValue, bound};
use super::totals::{ATOM, Calculation, is_calculation, tightness};
use super::{Lowering, emit};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{DiceBody, DiceId, Expr, ExprKind, Type};
use crate::shared_text::SharedText;
use crate::syntax::ast::{BinaryOp, UnaryOp};

impl<'m> Lowering<'m, '_> {
    /// Rolls dice that are named in the middle of an expression, and asks them one question.
    pub fn roll_now(
        &mut self,
        context: &Context<'m>,
        dice: &PartialValue<'m>,
        question: Question,
        path: SharedText,
    ) -> Operand {
        let method = self.said_method(context);
        let mut purpose = Purpose { path, questions: Vec::new(), judged: None, method, stated: None };
        if question == Question::Kept {
            return self.roll(dice, &purpose);
        }
        let into = self.emit.temporary();
        purpose.questions.push((question, into));
        self.roll(dice, &purpose);
        Operand::Register(into)
    }

    /// Rolls; answers what the roll comes to. The other questions are answered from all faces that fall, however many rolls the
    /// dice take.
    pub fn roll(&mut self, dice: &PartialValue<'m>, purpose: &Purpose<'m>) -> Operand {
        let joined = self.takes_several_rolls(dice).then(|| self.begin_joining(purpose));
        let around = std::mem::replace(&mut self.joined, joined);
        let value = self.roll_value(dice, purpose);
        let joined = std::mem::replace(&mut self.joined, around);
        // The next round of a repetition must not find the faces of this one where its own dice do not come up.
        for face in joined.filter(|_| self.loops > 0).into_iter().flat_map(|joined| joined.faces) {
            self.emit.copy(face, Operand::Unreached);
        }
        value
    }

    fn roll_value(&mut self, dice: &PartialValue<'m>, purpose: &Purpose<'m>) -> Operand {
        match dice {
            PartialValue::Dice(expr, context) => self.roll_expr(context, expr, purpose),
            PartialValue::DiceByLevel(scale, column, key) => {
                let into = self.emit.temporary();
                let (mut ends, first) = (Vec::new(), self.emit.here());
                self.branches += 1;
                for (place, cell) in self.system.scales[*scale].columns[*column].cells.iter().enumerate() {
                    let Some(cell) = cell else { continue };
                    let level = Operand::Value(i64::try_from(place).unwrap_or(0));
                    let here = self.emit.binary(super::super::Binary::Equal, *key, level);
                    let next = self.emit.unless(here);
                    let value = self.roll_expr(&Context::scene(), cell, purpose);
                    self.emit.copy(into, value);
                    ends.push(self.emit.jump());
                    self.emit.land(next);
                }
                self.branches -= 1;
                for end in ends {
                    self.emit.land(end);
                }
                self.emit.follows(*key, first);
                Operand::Register(into)
            }
            PartialValue::Scalar(number) => *number,
            PartialValue::Thing(_)
            | PartialValue::Run(..)
            | PartialValue::Plan(..)
            | PartialValue::Item(..)
            | PartialValue::Roll(..)
            | PartialValue::OwnRoll(_)
            | PartialValue::Card(..)
            | PartialValue::Row(..)
            | PartialValue::List(_)
            | PartialValue::Absent => Operand::Unreached,
        }
    }

    /// What dice come to, or a number that stands among them.
    fn roll_expr(&mut self, context: &Context<'m>, expr: &'m Expr, purpose: &Purpose<'m>) -> Operand {
        self.laid_out_at(expr, |lowering| lowering.roll_inside(context, expr, purpose))
    }

    /// Lays something out at the place of an expression, unless that lies too deep.
    fn laid_out_at(&mut self, expr: &'m Expr, lay_out: impl FnOnce(&mut Self) -> Operand) -> Operand {
        if !self.enter(expr.span) {
            return Operand::Unreached;
        }
        let old = std::mem::replace(&mut self.emit.span, expr.span);
        let value = lay_out(self);
        self.emit.span = old;
        self.exit();
        value
    }

    /// What one of several cases comes to. Whatever no dice tell of it is told.
    fn roll_case(&mut self, context: &Context<'m>, expr: &'m Expr, purpose: &Purpose<'m>) -> Operand {
        let first = self.emit.here();
        let value = self.roll_expr(context, expr, purpose);
        self.instead_of_dice(context, (expr, value), purpose, first);
        value
    }

    fn roll_inside(&mut self, context: &Context<'m>, expr: &'m Expr, purpose: &Purpose<'m>) -> Operand {
        match &expr.kind {
            ExprKind::DiceCall(id, arguments) => {
                let values = arguments.iter().map(|argument| self.eval(context, argument)).collect();
                self.named_dice(context, *id, values, purpose)
            }
            ExprKind::Keep { highest, count, dice, notation } => {
                let count = u32::try_from(*count).unwrap_or(1);
                let keep = if *highest { Keep::Highest(count) } else { Keep::Lowest(count) };
                self.one_roll(context, dice, keep, notation.clone(), purpose)
            }
            ExprKind::Dice { .. } => self.one_roll(context, expr, Keep::All, None, purpose),
            ExprKind::Binary(BinaryOp::Add, left, right) if expr.falls_at_once() => {
                self.one_roll(context, expr, Keep::All, None, purpose)
            }
            ExprKind::Binary(..) | ExprKind::Unary(..) if is_calculation(expr) => {
                self.calculate(context, expr, purpose)
            }
            ExprKind::Binary(..) | ExprKind::Unary(..) => self.operand(context, expr),
            ExprKind::If(branches, otherwise) => self.dice_by_condition(context, branches, otherwise, purpose),
            _ if expr.ty == Type::Dice => {
                let entity = self.eval(context, expr);
                let is_itself =
                    if let PartialValue::Dice(inner, _) = &entity { std::ptr::eq(*inner, expr) } else { false };
                if is_itself { Operand::Unreached } else { self.roll_value(&entity, purpose) }
            }
            // No dice stand in these, other than inside of what they are made of.
            ExprKind::Number(_)
            | ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::Local(_)
            | ExprKind::Var(_)
            | ExprKind::Thing(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::Invocation(_)
            | ExprKind::NamedModifier(_)
            | ExprKind::Own(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Rule(..)
            | ExprKind::House(..)
            | ExprKind::Table(..)
            | ExprKind::Band { .. }
            | ExprKind::Reduce { .. }
            | ExprKind::Extreme { .. }
            | ExprKind::Absolute(_)
            | ExprKind::IsUnreached(_)
            | ExprKind::Move { .. }
            | ExprKind::Knows(..)
            | ExprKind::Question => self.operand(context, expr),
        }
    }

    /// Calculates with dice, and tells the calculation.
    fn calculate(&mut self, context: &Context<'m>, expr: &'m Expr, purpose: &Purpose<'m>) -> Operand {
        let mut calculation = Calculation::default();
        let value = self.calculate_inside(context, expr, purpose, &mut calculation);
        self.tell_total(context, (expr, value), purpose, calculation);
        value
    }

    fn calculate_inside(
        &mut self,
        context: &Context<'m>,
        expr: &'m Expr,
        purpose: &Purpose<'m>,
        calculation: &mut Calculation,
    ) -> Operand {
        if let ExprKind::Unary(op, inner) = &expr.kind {
            let is_minus = *op == UnaryOp::Minus;
            calculation.put_words(if is_minus { "-" } else { "" });
            let value = self.side(context, inner, purpose, (calculation, is_minus && tightness(inner) < ATOM));
            return if is_minus { self.emit.unary(super::super::Unary::Negate, value) } else { value };
        }
        let ExprKind::Binary(op, left, right) = &expr.kind else {
            let value = self.roll_expr(context, expr, purpose);
            calculation.put_number(value);
            return value;
        };
        let tight = tightness(expr);
        let a = self.side(context, left, purpose, (calculation, tightness(left) < tight));
        let (op, sign) = match op {
            BinaryOp::Subtract => (super::super::Binary::Subtract, " - "),
            BinaryOp::Multiply => (super::super::Binary::Multiply, " * "),
            // The checker lets no others than addition through.
            BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Is
            | BinaryOp::IsNot
            | BinaryOp::Less
            | BinaryOp::LessOrEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterOrEqual
            | BinaryOp::Equals
            | BinaryOp::Knows
            | BinaryOp::Add
            | BinaryOp::DivideDown
            | BinaryOp::DivideUp
            | BinaryOp::Modulo
            | BinaryOp::Fraction
            | BinaryOp::Up
            | BinaryOp::Down
            | BinaryOp::Towards
            | BinaryOp::Otherwise => (super::super::Binary::Add, " + "),
        };
        calculation.put_words(sign);
        let is_loose = tightness(right) < tight || tightness(right) == tight && op == super::super::Binary::Subtract;
        let b = self.side(context, right, purpose, (calculation, is_loose));
        self.emit.binary(op, a, b)
    }

    /// One side of an operator, in brackets if it must be.
    fn side(
        &mut self,
        context: &Context<'m>,
        expr: &'m Expr,
        purpose: &Purpose<'m>,
        (calculation, in_brackets): (&mut Calculation, bool),
    ) -> Operand {
        calculation.put_words(if in_brackets { "(" } else { "" });
        let value = if is_calculation(expr) {
            self.laid_out_at(expr, |lowering| lowering.calculate_inside(context, expr, purpose, calculation))
        } else {
            let value = self.roll_expr(context, expr, purpose);
            calculation.put_number(value);
            value
        };
        calculation.put_words(if in_brackets { ")" } else { "" });
        value
    }

    fn named_dice(
        &mut self,
        context: &Context<'m>,
        id: DiceId,
        values: Vec<PartialValue<'m>>,
        purpose: &Purpose<'m>,
    ) -> Operand {
        let dice = &self.system.dice[id];
        let inner = bound(context, &dice.params, values);
        let purpose = Purpose { judged: dice.judged.clone().or_else(|| purpose.judged.clone()), ..purpose.clone() };
        match &dice.body {
            DiceBody::Expr(expr) => self.roll_expr(&inner, expr, &purpose),
            DiceBody::Rows { dice, that, rows } => {
                let rolled = self.roll_expr(&inner, dice, &purpose);
                let inner = inner.with(*that, PartialValue::Scalar(rolled));
                let again = Purpose { judged: None, ..purpose };
                let into = self.emit.temporary();
                self.emit.copy(into, Operand::Unreached);
                let (mut ends, first) = (Vec::new(), self.emit.here());
                self.branches += 1;
                for ((low, high), result) in rows {
                    let next = self.unless_within(rolled, *low, *high);
                    self.mark(result.span);
                    let is_itself = matches!(result.kind, ExprKind::Var(var) if var == *that);
                    let value = if is_itself { rolled } else { self.roll_case(&inner, result, &again) };
                    self.emit.copy(into, value);
                    ends.push(self.emit.jump());
                    for jump in next {
                        self.emit.land(jump);
                    }
                }
                self.branches -= 1;
                for end in ends {
                    self.emit.land(end);
                }
                self.emit.follows(rolled, first);
                Operand::Register(into)
            }
        }
    }

    /// Jumps taken when a number lies outside its limits.
    fn unless_within(&mut self, value: Operand, low: Option<i64>, high: Option<i64>) -> Vec<super::super::Address> {
        let mut jumps = Vec::new();
        if let Some(low) = low {
            let above = self.emit.binary(super::super::Binary::LessOrEqual, Operand::Value(low), value);
            jumps.push(self.emit.unless(above));
        }
        if let Some(high) = high {
            let below = self.emit.binary(super::super::Binary::LessOrEqual, value, Operand::Value(high));
            jumps.push(self.emit.unless(below));
        }
        jumps
    }

    fn dice_by_condition(
        &mut self,
        context: &Context<'m>,
        branches: &'m [(Expr, Expr)],
        otherwise: &'m Expr,
        purpose: &Purpose<'m>,
    ) -> Operand {
        let into = self.emit.temporary();
        let (mut ends, mut chosen_by) = (Vec::new(), Vec::new());
        for (condition, dice) in branches {
            let condition = self.operand(context, condition);
            match emit::is_yes(condition) {
                Some(false) => continue,
                Some(true) if ends.is_empty() => {
                    self.mark(dice.span);
                    return self.roll_case(context, dice, purpose);
                }
                _ => {}
            }
            self.branches += 1;
            let next = self.emit.unless(condition);
            chosen_by.push((condition, next));
            self.mark(dice.span);
            let value = self.roll_case(context, dice, purpose);
            self.emit.copy(into, value);
            ends.push(self.emit.jump());
            self.emit.land(next);
            self.branches -= 1;
        }
        self.branches += usize::from(!ends.is_empty());
        self.mark(otherwise.span);
        let value = self.roll_case(context, otherwise, purpose);
        self.branches -= usize::from(!ends.is_empty());
        if ends.is_empty() {
            return value;
        }
        self.emit.copy(into, value);
        for end in ends {
            self.emit.land(end);
        }
        for (condition, first) in chosen_by {
            self.emit.follows(condition, first);
        }
        Operand::Register(into)
    }

    /// One roll of several dice at once.
    fn one_roll(
        &mut self,
        context: &Context<'m>,
        dice: &'m Expr,
        keep: Keep,
        notation: Option<SharedText>,
        purpose: &Purpose<'m>,
    ) -> Operand {
        let mut terms = Vec::new();
        self.terms(context, dice, &mut terms);
        let kept = self.emit.temporary();
        let is_joined = self.joined.is_some();
        let asked = if is_joined { self.asked_of_one(purpose, &terms) } else { purpose.questions.clone() };
        let mut questions = asked.clone();
        questions.push((Question::Kept, kept));
        let roll = Roll {
            dice: terms,
            keep,
            questions,
            judged: purpose.judged.clone(),
            notation,
            method: purpose.method,
            path: purpose.path.clone(),
            by: self.roller(),
            part_of: self.joined.as_ref().map(|joined| joined.number),
            shown: purpose.stated.as_ref().map(|stated| self.shown_faces(stated)),
        };
        let fallen = purpose.stated.as_ref().map(|stated| self.enough_are_stated(stated, &roll.dice, &purpose.path));
        self.emit.push(Instruction::Roll(Box::new(roll)));
        if let (Some(stated), Some(fallen)) = (&purpose.stated, fallen) {
            self.have_fallen(stated, fallen);
        }
        if is_joined {
            self.join(purpose, &asked);
        }
        Operand::Register(kept)
    }

    /// Whoever acts in the run in hand.
    pub fn roller(&self) -> Roller {
        let acting = self.frames.iter().rev().find_map(|frame| self.scene.invocations[frame.invocation].by);
        acting.map_or_else(Roller::default, |who| {
            let thing = &self.all_things[who];
            Roller { name: thing.name.clone(), title: thing.called(), secret: false }
        })
    }

    /// The dice of a sum of dice.
    fn terms(&mut self, context: &Context<'m>, dice: &'m Expr, into: &mut Vec<DiceTerm>) {
        if let ExprKind::Binary(BinaryOp::Add, left, right) = &dice.kind {
            self.terms(context, left, into);
            return self.terms(context, right, into);
        }
        let ExprKind::Dice { count, sides } = &dice.kind else {
            return self.sink.push(
                Diagnostic::error(codes::WRONG_TYPE, dice.span, "`highest` and `lowest` work only on a plain roll")
                    .help("write, for example, `highest 3d6` or `highest (1d(a) + 1d(b))`"),
            );
        };
        if let Type::Many(_) = sides.ty {
            return self.each_of(context, sides, into);
        }
        let (count, sides) = (self.operand(context, count), self.operand(context, sides));
        for (operand, least, why) in [(count, 0, "dice cannot be rolled"), (sides, 1, "sides are too few for a die")] {
            if let Some(Some(number)) = emit::known(operand)
                && number < least
                && self.branches == 0
            {
                self.sink.push(
                    Diagnostic::error(codes::BAD_DICE, dice.span, format!("{number} {why}"))
                        .help("roll at least 0 dice, each with at least 1 side"),
                );
            }
        }
        into.push(DiceTerm { count, sides });
    }

    /// Each die of a list, once. One that is not there, since its reason does not hold, is not rolled.
    fn each_of(&mut self, context: &Context<'m>, list: &'m Expr, into: &mut Vec<DiceTerm>) {
        for die in self.elements(context, list) {
            let sides = self.number_of(context, &die);
            let count = self.emit.reached(sides);
            let sides = self.emit.binary(super::super::Binary::GreatestReached, sides, Operand::Value(1));
            into.push(DiceTerm { count, sides });
        }
    }
}
