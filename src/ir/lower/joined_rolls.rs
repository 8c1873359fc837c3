//! Dice that take several rolls, such as exploding ones: questions about them are answered from all faces that fell.
//!
//! Each roll answers the questions for its own faces, and its answers are joined to those of the rolls before it.

use super::super::{Binary, DiceTerm, Instruction, Method, Operand, Question, Register, Unary};
use super::partial_value::{JoinedRolls, PartialValue};
use super::shown::Stated;
use super::{Lowering, emit};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{DiceBody, Expr, ExprKind, Type};
use crate::semantics::arithmetic::Value;
use crate::semantics::dice::{Keep, answer};
use crate::shared_text::SharedText;
use crate::syntax::ast::BinaryOp;

/// What a roll is for and what is asked of it.
#[derive(Clone)]
pub struct Purpose<'m> {
    /// The path it is rolled for.
    pub path: SharedText,
    /// Questions and where the answers go.
    pub questions: Vec<(Question, Register)>,
    /// The faces judgement sees.
    pub judged: Option<Vec<i64>>,
    /// How it is answered.
    pub method: Method,
    /// What the dice show, where the scene states it.
    pub stated: Option<Stated<'m>>,
}

impl Lowering<'_, '_> {
    /// Gives every question the answer of no dice.
    pub fn begin_joining(&mut self, purpose: &Purpose<'_>) -> JoinedRolls {
        for (question, into) in &purpose.questions {
            self.emit.copy(*into, emit::operand(answer(*question, &[], Keep::All)));
        }
        let by_place = purpose.questions.iter().any(|(question, _)| matches!(question, Question::Face(_)));
        let fallen = by_place.then(|| self.emit.temporary());
        if let Some(fallen) = fallen {
            self.emit.copy(fallen, Operand::Value(0));
        }
        JoinedRolls { number: self.emit.here().0, faces: Vec::new(), fallen }
    }

    /// What one of the rolls is asked, with registers of its own for the answers.
    pub fn asked_of_one(&mut self, purpose: &Purpose<'_>, dice: &[DiceTerm]) -> Vec<(Question, Register)> {
        let mut wanted: Vec<Question> = Vec::new();
        for (question, _) in &purpose.questions {
            match *question {
                Question::Face(place) => wanted.extend((1..=place.max(0)).map(Question::Face)),
                Question::Doubles => {
                    wanted.push(*question);
                    let dice = self.number_of_dice(dice);
                    wanted.extend((1..=dice).map(Question::Face));
                }
                Question::Kept
                | Question::Rolled
                | Question::Dropped
                | Question::Highest
                | Question::Lowest
                | Question::Any(_)
                | Question::Count(_)
                | Question::AtLeast(_) => wanted.push(*question),
            }
        }
        if self.joined.as_ref().is_some_and(|joined| joined.fallen.is_some()) {
            wanted.push(Question::AtLeast(1));
        }
        let mut asked: Vec<(Question, Register)> = Vec::new();
        for question in wanted {
            if !asked.iter().any(|(known, _)| *known == question) {
                asked.push((question, self.emit.temporary()));
            }
        }
        asked
    }

    /// How many dice these are; doubles cannot be looked for among dice whose number is known only at the table.
    fn number_of_dice(&mut self, dice: &[DiceTerm]) -> i64 {
        let counts: Option<Vec<Value>> = dice.iter().map(|term| emit::known(term.count)).collect();
        if let Some(counts) = counts {
            return counts.into_iter().flatten().map(|count| count.max(0)).fold(0, i64::saturating_add);
        }
        let message = "the number of these dice is known only at the table, and they are rolled with other dice";
        self.sink.push(
            Diagnostic::error(codes::NOT_CONSTANT, self.emit.span, message)
                .help("`doubles` works on the dice of one roll, or on a fixed number of dice"),
        );
        0
    }

    /// Joins the answers of one roll to those of the rolls before it.
    pub fn join(&mut self, purpose: &Purpose<'_>, asked: &[(Question, Register)]) {
        for (question, into) in &purpose.questions {
            let Some(own) = of_this(asked, *question) else { continue };
            match question {
                Question::Kept | Question::Rolled | Question::Dropped | Question::Count(_) | Question::AtLeast(_) => {
                    self.join_by(Binary::Add, *into, own);
                }
                Question::Highest => self.join_by(Binary::GreatestReached, *into, own),
                Question::Lowest => self.join_by(Binary::LeastReached, *into, own),
                Question::Any(_) => self.join_by(Binary::Or, *into, own),
                Question::Doubles => {
                    self.join_by(Binary::Or, *into, own);
                    self.join_doubles(*into, asked);
                }
                Question::Face(place) => self.join_face(*into, *place, asked),
            }
        }
        let fallen = self.joined.as_ref().and_then(|joined| joined.fallen);
        if let (Some(fallen), Some(own)) = (fallen, of_this(asked, Question::AtLeast(1))) {
            self.join_by(Binary::Add, fallen, own);
        }
    }

    fn join_by(&mut self, op: Binary, into: Register, own: Register) {
        let (a, b) = (Operand::Register(into), Operand::Register(own));
        self.emit.push(Instruction::Binary { into, op, a, b });
    }

    /// Looks for each of these faces among those of the rolls before.
    fn join_doubles(&mut self, into: Register, asked: &[(Question, Register)]) {
        let own: Vec<Register> =
            asked.iter().filter(|(asked, _)| matches!(asked, Question::Face(_))).map(|(_, own)| *own).collect();
        let before = self.joined.as_ref().map(|joined| joined.faces.clone()).unwrap_or_default();
        for face in &own {
            for earlier in &before {
                let same = self.emit.binary(Binary::Equal, Operand::Register(*earlier), Operand::Register(*face));
                // A roll that did not come up shows no face.
                let same = self.emit.unary(Unary::OrZero, same);
                let (op, a) = (Binary::Or, Operand::Register(into));
                self.emit.push(Instruction::Binary { into, op, a, b: same });
            }
        }
        if let Some(joined) = &mut self.joined {
            joined.faces.extend(own);
        }
    }

    /// The die at a place of all, if it is one of this roll.
    fn join_face(&mut self, into: Register, place: i64, asked: &[(Question, Register)]) {
        let Some(fallen) = self.joined.as_ref().and_then(|joined| joined.fallen) else { return };
        for (own, register) in asked {
            let Question::Face(own) = own else { continue };
            if *own > place {
                continue;
            }
            let before = Operand::Value(place - own);
            let here = self.emit.binary(Binary::Equal, Operand::Register(fallen), before);
            let first = self.emit.here();
            let next = self.emit.unless(here);
            self.emit.copy(into, Operand::Register(*register));
            self.emit.land(next);
            self.emit.follows(here, first);
        }
    }
}

/// Where one roll answers a question.
fn of_this(asked: &[(Question, Register)], question: Question) -> Option<Register> {
    asked.iter().find(|(known, _)| *known == question).map(|(_, own)| *own)
}

impl Lowering<'_, '_> {
    /// Whether dice can take more than one roll.
    pub fn takes_several_rolls(&mut self, dice: &PartialValue<'_>) -> bool {
        if let PartialValue::DiceByLevel(scale, column, _) = dice {
            let cells = &self.system.scales[*scale].columns[*column].cells;
            return cells.iter().flatten().any(|cell| self.rolls(cell) > 1);
        }
        if let PartialValue::Dice(expr, _) = dice { self.rolls(expr) > 1 } else { false }
    }

    /// How many rolls an expression can take, as far as one is told from several.
    fn rolls(&mut self, expr: &Expr) -> usize {
        if !self.enter(expr.span) {
            return 0;
        }
        let rolls = self.rolls_inside(expr);
        self.exit();
        rolls
    }

    fn rolls_inside(&mut self, expr: &Expr) -> usize {
        match &expr.kind {
            ExprKind::Dice { .. } | ExprKind::Keep { .. } => 1,
            ExprKind::Binary(BinaryOp::Add, ..) if expr.falls_at_once() => 1,
            ExprKind::Binary(_, left, right) => match self.rolls(left) {
                several @ 2.. => several,
                few => few + self.rolls(right),
            },
            ExprKind::Unary(_, inner) => self.rolls(inner),
            ExprKind::If(branches, otherwise) => {
                let values = branches.iter().map(|(_, value)| value).chain(std::iter::once(&**otherwise));
                self.most_rolls(values)
            }
            ExprKind::DiceCall(id, _) => match &self.system.dice[*id].body {
                DiceBody::Expr(body) => self.rolls(body),
                DiceBody::Rows { dice, rows, .. } => match self.rolls(dice) {
                    several @ 2.. => several,
                    few => few + self.most_rolls(rows.iter().map(|(_, result)| result)),
                },
            },
            // Dice of which only the name is known here.
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
            | ExprKind::Question => 2 * usize::from(expr.ty == Type::Dice),
        }
    }

    fn most_rolls<'e>(&mut self, of: impl Iterator<Item = &'e Expr>) -> usize {
        let mut most = 0;
        for expr in of {
            most = most.max(self.rolls(expr));
            if most > 1 {
                break;
            }
        }
        most
    }
}
