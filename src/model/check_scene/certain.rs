//! Comparisons that come out the same whatever happens, because of the values that one of their sides can have.

use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::{Expr, ExprKind, LocalKind, Member, System, Type};
use crate::syntax::ast::BinaryOp;

/// Remarks on comparisons in an expression of a scene that say nothing.
pub fn remark_on_certain(system: &System, expr: &Expr, sink: &mut Diagnostics) {
    if let ExprKind::Binary(op, left, right) = &expr.kind {
        let bounds = Bounds { system };
        let found = if let ExprKind::Number(number) = right.kind {
            bounds.remark((expr, left), *op, number)
        } else if let ExprKind::Number(number) = left.kind {
            bounds.remark((expr, right), turned(*op), number)
        } else {
            None
        };
        if let Some(found) = found {
            return sink.push(found);
        }
    }
    for part in expr.parts() {
        remark_on_certain(system, part, sink);
    }
}

/// The same comparison with its sides exchanged.
fn turned(op: BinaryOp) -> BinaryOp {
    let pairs = [(BinaryOp::Less, BinaryOp::Greater), (BinaryOp::LessOrEqual, BinaryOp::GreaterOrEqual)];
    let other = pairs.into_iter().find_map(|(one, other)| match op {
        op if op == one => Some(other),
        op if op == other => Some(one),
        _ => None,
    });
    other.unwrap_or(op)
}

/// Whether a comparison with a number comes out the same for all values between two others.
fn always_so(op: BinaryOp, (low, high): (i64, i64), number: i64) -> Option<bool> {
    let (holds, never) = if op == BinaryOp::Less {
        (high < number, low >= number)
    } else if op == BinaryOp::LessOrEqual {
        (high <= number, low > number)
    } else if op == BinaryOp::Greater {
        (low > number, high <= number)
    } else if op == BinaryOp::GreaterOrEqual {
        (low >= number, high < number)
    } else if op == BinaryOp::Is {
        (false, number < low || number > high)
    } else if op == BinaryOp::IsNot {
        (number < low || number > high, false)
    } else {
        (false, false)
    };
    if holds { Some(true) } else { never.then_some(false) }
}

/// What the declarations of a system say of the values that something can have.
struct Bounds<'s> {
    system: &'s System,
}

impl Bounds<'_> {
    fn remark(&self, (whole, side): (&Expr, &Expr), op: BinaryOp, number: i64) -> Option<Diagnostic> {
        let (low, high) = self.of(side)?;
        let holds = always_so(op, (low, high), number)?;
        if low == high {
            return None;
        }
        let (how, help) = if holds {
            (
                "always holds",
                "compare it with a value above the least and below the greatest; if it only matters that it comes to that, write `… is not unreached`",
            )
        } else {
            ("never holds", "compare it with a value that it can have")
        };
        let why = self.why(side, (low, high), number);
        let message = format!("this {how}: {why}");
        Some(Diagnostic::warning(codes::IDLE, whole.span, message).help(help))
    }

    fn why(&self, side: &Expr, (low, high): (i64, i64), number: i64) -> String {
        let Type::Level(scale) = side.ty else { return format!("it lies in {low}..{high}") };
        let scale = &self.system.scales[scale];
        let level = usize::try_from(number).ok().and_then(|place| scale.levels.get(place));
        let which = if number == low { "lowest" } else { "highest" };
        format!("`{}` is the {which} level of `{}`", level.cloned().unwrap_or_default(), scale.name)
    }

    /// The least and the greatest that a value can be, if that is declared.
    fn of(&self, value: &Expr) -> Option<(i64, i64)> {
        if let Type::Level(scale) = value.ty {
            let levels = self.system.scales[scale].levels.len();
            return Some((0, i64::try_from(levels).ok()? - 1));
        }
        if let ExprKind::Index(family, _) = &value.kind {
            return self.of(family);
        }
        let ExprKind::Member(base, member) = &value.kind else { return None };
        if let (Member::Field(field), Type::Thing(kind)) = (member, &base.ty) {
            return self.system.kinds[*kind].fields[*field].limits;
        }
        let (Member::Local(local), Type::Run(procedure)) = (member, &base.ty) else { return None };
        let kind = &self.system.procedures[*procedure].locals[*local].kind;
        if let LocalKind::Ask { limits, .. } = kind { *limits } else { None }
    }
}
