//! What conditions mean: when they are true and when they are false, and which values are the same.

use super::facts::Fact;
use super::reached::Reaching;
use crate::model::{Expr, ExprKind, KindId, LocalId, Member, Type, constant_of};
use crate::syntax::ast::{BinaryOp, UnaryOp};

impl Reaching<'_> {
    /// Whether something was reached, of which no more is known than its name.
    pub fn unknown(&mut self, expr: &Expr) -> Fact {
        let name = self.name(expr);
        self.facts.atom(format!("reached {name}"))
    }

    /// Whether an optional blank is filled.
    pub fn given(&mut self, base: &Expr) -> Fact {
        let name = self.name(base);
        self.facts.atom(format!("given {name}"))
    }

    /// When a blank of this procedure is filled that may be left open.
    pub fn given_local(&mut self, local: LocalId) -> Fact {
        self.facts.atom(format!("given {local:?}"))
    }

    /// When a condition is yes.
    pub fn yes(&mut self, expr: &Expr) -> Fact {
        self.holds(expr, true)
    }

    /// When it is no; an unreached one is neither.
    pub fn no(&mut self, expr: &Expr) -> Fact {
        self.holds(expr, false)
    }

    fn holds(&mut self, expr: &Expr, wanted: bool) -> Fact {
        if self.facts.is_full() {
            return Fact::ALWAYS;
        }
        if let ExprKind::Number(number) = &expr.kind {
            return if (*number != 0) == wanted { Fact::ALWAYS } else { Fact::NEVER };
        }
        if let ExprKind::Unary(UnaryOp::Not, inner) = &expr.kind {
            return self.holds(inner, !wanted);
        }
        if let ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) = &expr.kind {
            let parts = [self.holds(left, wanted), self.holds(right, wanted)];
            return if (*op == BinaryOp::And) == wanted { self.facts.all(parts) } else { self.facts.any(parts) };
        }
        if let ExprKind::IsUnreached(inner) = &expr.kind {
            let reached = self.reached_by_now(inner);
            return if wanted { self.facts.not(reached) } else { reached };
        }
        let fact = if let ExprKind::Member(base, Member::Given) = &expr.kind {
            self.given(base)
        } else if let ExprKind::Binary(op, left, right) = &expr.kind
            && compares(*op)
        {
            self.compare(*op, left, right)
        } else {
            let name = self.name(expr);
            self.facts.atom(format!("yes {name}"))
        };
        let fact = if wanted { fact } else { self.facts.not(fact) };
        let known = if let ExprKind::Local(local) = &expr.kind { self.meant.get(local).copied() } else { None };
        let fact = known.map_or(fact, |(yes, no)| if wanted { yes } else { no });
        let reached = self.quietly(expr);
        self.facts.all([fact, reached])
    }

    /// When it is reached, without a word about it. Whether one run of a list has acted already is known of none of them,
    /// and of the rounds of a repetition in a scene not which is the last.
    fn reached_by_now(&mut self, expr: &Expr) -> Fact {
        let reached = self.quietly(expr);
        let is_one_of_a_list = matches!(&expr.kind, ExprKind::Var(variable) if !self.parameters.contains_key(variable));
        if reached == Fact::ALWAYS && (is_one_of_a_list || self.runs_of_scene.is_some()) {
            let name = self.name(expr);
            return self.facts.atom(format!("reached {name}"));
        }
        reached
    }

    /// When it is reached, without a word about it.
    fn quietly(&mut self, expr: &Expr) -> Fact {
        let quiet = std::mem::replace(&mut self.quiet, true);
        let again = self.looks_again(true);
        let reached = self.reach(expr, Fact::ALWAYS);
        self.looks_again(again);
        self.quiet = quiet;
        reached
    }

    fn compare(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Fact {
        let fact = match op {
            BinaryOp::Less | BinaryOp::GreaterOrEqual => self.less(left, right),
            BinaryOp::Greater | BinaryOp::LessOrEqual => self.less(right, left),
            BinaryOp::Is
            | BinaryOp::IsNot
            | BinaryOp::Equals
            | BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Knows
            | BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::DivideDown
            | BinaryOp::DivideUp
            | BinaryOp::Modulo
            | BinaryOp::Fraction
            | BinaryOp::Up
            | BinaryOp::Down
            | BinaryOp::Towards
            | BinaryOp::Otherwise => self.equal(left, right),
        };
        let opposite = matches!(op, BinaryOp::IsNot | BinaryOp::GreaterOrEqual | BinaryOp::LessOrEqual);
        if opposite { self.facts.not(fact) } else { fact }
    }

    fn equal(&mut self, left: &Expr, right: &Expr) -> Fact {
        if let (Some(left), Some(right)) = (constant_of(left), constant_of(right)) {
            return certain(left == right);
        }
        let (subject, value) = match (&left.kind, &right.kind) {
            (_, ExprKind::Number(value)) => (left, *value),
            (ExprKind::Number(value), _) => (right, *value),
            _ => {
                let name = format!("same {} {}", self.name(left), self.name(right));
                return self.facts.atom(name);
            }
        };
        if subject.ty == Type::YesNo {
            return self.holds(subject, value != 0);
        }
        let (name, count) = (self.name(subject), self.levels(&subject.ty));
        self.facts.is(&name, value, count)
    }

    fn less(&mut self, left: &Expr, right: &Expr) -> Fact {
        if let (Some(left), Some(right)) = (constant_of(left), constant_of(right)) {
            return certain(left < right);
        }
        let count = self.levels(&left.ty).and_then(|count| i64::try_from(count).ok());
        let (subject, values) = match (&left.kind, &right.kind, count) {
            (_, ExprKind::Number(value), Some(_)) => (left, 0..*value),
            (ExprKind::Number(value), _, Some(count)) => (right, value + 1..count),
            // `x < 5`, and `5 < x`, which says that it is not below 6.
            (_, ExprKind::Number(value), None) => {
                let name = self.name(left);
                return self.facts.below(&name, *value);
            }
            (ExprKind::Number(value), _, None) => {
                let name = self.name(right);
                let fact = self.facts.below(&name, value.saturating_add(1));
                return self.facts.not(fact);
            }
            _ => {
                let name = format!("less {} {}", self.name(left), self.name(right));
                return self.facts.atom(name);
            }
        };
        let (name, count) = (self.name(subject), self.levels(&subject.ty));
        let parts: Vec<Fact> = values.map(|value| self.facts.is(&name, value, count)).collect();
        self.facts.any(parts)
    }

    /// How many values there are, where they can be told one by one.
    pub(super) fn levels(&self, ty: &Type) -> Option<usize> {
        let Type::Level(scale) = ty else { return None };
        Some(self.system.scales[*scale].levels.len()).filter(|count| *count <= 64)
    }

    /// Whether some line changes a field.
    fn changes_field(&self, kind: KindId, field: usize) -> bool {
        let changed = (kind, field);
        self.notes.changing.contains(&changed) || self.system.changing.contains(&changed)
    }

    /// A name for what an expression comes to here: what has the same name has the same value.
    pub(super) fn name(&self, expr: &Expr) -> String {
        let own = match &expr.kind {
            ExprKind::Local(local) => return format!("{local:?}"),
            ExprKind::Var(variable) => {
                return self.name_of_handed(*variable).unwrap_or_else(|| format!("{variable:?}"));
            }
            ExprKind::Number(number) => return format!("{number}"),
            ExprKind::Member(owner, Member::Field(field)) => {
                // What no line changes is the same everywhere.
                let lasts = matches!(owner.ty, Type::Thing(kind) if !self.changes_field(kind, *field));
                format!("field {field} {}", if lasts { 0 } else { self.changes })
            }
            ExprKind::Member(_, Member::Card(field, arguments)) => {
                let arguments: Vec<String> = arguments.iter().map(|argument| self.name(argument)).collect();
                format!("card {field} {}", arguments.join(" "))
            }
            ExprKind::Member(_, member) => format!("{member:?}"),
            ExprKind::Rule(id, _) => format!("{id:?} {}", self.changes),
            ExprKind::Table(id, _) => format!("{id:?} {}", self.changes),
            ExprKind::Unary(op, _) => format!("{op:?}"),
            ExprKind::Binary(op, ..) => format!("{op:?}"),
            ExprKind::Thing(thing) => return format!("{thing:?}"),
            ExprKind::Invocation(run) => return format!("{run:?}"),
            ExprKind::Own(own) => return format!("{own:?} {}", self.changes),
            ExprKind::Index(..) => "index".to_owned(),
            ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::NamedModifier(_)
            | ExprKind::House(..)
            | ExprKind::Band { .. }
            | ExprKind::DiceCall(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Reduce { .. }
            | ExprKind::Extreme { .. }
            | ExprKind::Absolute(_)
            | ExprKind::IsUnreached(_)
            | ExprKind::Move { .. }
            | ExprKind::Knows(..)
            | ExprKind::If(..)
            | ExprKind::Question => format!("{:?} {}", expr.span, self.changes),
        };
        let parts: Vec<String> = expr.parts().into_iter().map(|part| self.name(part)).collect();
        format!("({own} {})", parts.join(" "))
    }
}

/// Which side of a comparison leads astray where it is not reached: whoever did not get there has not got far, so that `x >= 3`
/// says what is meant, and `x < 3` does not.
pub fn misread(op: BinaryOp, wanted: bool) -> (bool, bool) {
    match (op, wanted) {
        (BinaryOp::Is | BinaryOp::Equals, false) | (BinaryOp::IsNot, true) => (true, true),
        (BinaryOp::Less | BinaryOp::LessOrEqual, true) | (BinaryOp::Greater | BinaryOp::GreaterOrEqual, false) => {
            (true, false)
        }
        (BinaryOp::Greater | BinaryOp::GreaterOrEqual, true) | (BinaryOp::Less | BinaryOp::LessOrEqual, false) => {
            (false, true)
        }
        _ => (false, false),
    }
}

/// A yes or no that is read, and not made of others.
pub fn is_leaf(expr: &Expr) -> bool {
    expr.ty == Type::YesNo
        && matches!(expr.kind, ExprKind::Local(_) | ExprKind::Member(..) | ExprKind::Rule(..) | ExprKind::Reduce { .. })
}

/// Whether an operator compares two values.
fn compares(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Is | BinaryOp::IsNot | BinaryOp::Equals)
        || matches!(op, BinaryOp::Less | BinaryOp::LessOrEqual | BinaryOp::Greater | BinaryOp::GreaterOrEqual)
}

/// When something is so that is known beforehand.
fn certain(holds: bool) -> Fact {
    if holds { Fact::ALWAYS } else { Fact::NEVER }
}
