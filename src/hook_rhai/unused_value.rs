//! Answers that would be lost: a value that is not last in a function is computed and forgotten.

use rhai::{AST, ASTNode, Expr, FnCallExpr, Position, Stmt};

use crate::engine::Complaint;

use super::errors::complaint;
use super::place::place;

/// A line and a column.
type Spot = (Option<usize>, Option<usize>);

/// A statement of a function: where it stands, and what is lost in it if it is the answer, and if it is not.
struct Told {
    at: Spot,
    as_answer: Option<Position>,
    as_step: Option<Position>,
}

/// Refuses a function that works out a value in the middle and does nothing with it: somebody meant it as the answer.
pub(super) fn every_answer_is_heard(tree: &AST, text: &str) -> Result<(), Complaint> {
    let mut statements = Vec::new();
    tree.walk(&mut |path| {
        if let [ASTNode::Stmt(statement)] = path
            && !matches!(statement, Stmt::Noop(_))
        {
            let (as_answer, as_step) = (in_statement(statement, true), in_statement(statement, false));
            statements.push(Told { at: spot(statement.position()), as_answer, as_step });
        }
        true
    });
    statements.sort_by_key(|told| told.at);
    let ends: Vec<Spot> = tree.iter_fn_def().map(|function| spot(function.body.end_position())).collect();
    let mut next_starts = statements.iter().skip(1).map(|told| told.at);
    let lost = statements.iter().find_map(|told| {
        let next = next_starts.next();
        let ends_before_next = next.is_none_or(|next| ends.iter().any(|end| told.at <= *end && *end < next));
        if ends_before_next { told.as_answer } else { told.as_step }
    });
    lost.map_or(Ok(()), |position| {
        let told = complaint("this value is not returned: more lines of the function follow it");
        let told =
            told.help("write `return` before it, or `else` between the cases; a function returns its last value");
        Err(told.at(place(text, position)))
    })
}

fn spot(position: Position) -> Spot {
    (position.line(), position.position())
}

/// The first value in a block that comes to nothing; the last of a block is heard if the block is.
fn in_block(statements: &[Stmt], heard: bool) -> Option<Position> {
    let last = statements.len().checked_sub(1)?;
    statements.iter().enumerate().find_map(|(at, statement)| in_statement(statement, heard && at == last))
}

fn in_statement(statement: &Stmt, heard: bool) -> Option<Position> {
    match statement {
        Stmt::Expr(value) if !heard && is_value(value) => Some(value.start_position()),
        Stmt::FnCall(call, position) if !heard && is_sign(call) => Some(*position),
        Stmt::If(parts, _) | Stmt::TryCatch(parts, _) => {
            in_block(parts.body.statements(), heard).or_else(|| in_block(parts.branch.statements(), heard))
        }
        Stmt::Switch(parts, _) => parts.1.expressions.iter().find_map(|case| in_case(&case.rhs, heard)),
        Stmt::Block(block) => in_block(block.statements(), heard),
        Stmt::While(parts, _) | Stmt::Do(parts, ..) => in_block(parts.body.statements(), false),
        Stmt::For(parts, _) => in_block(parts.2.body.statements(), false),
        _ => None,
    }
}

fn in_case(value: &Expr, heard: bool) -> Option<Position> {
    match value {
        Expr::Stmt(block) => in_block(block.statements(), heard),
        value if !heard && is_value(value) => Some(value.start_position()),
        _ => None,
    }
}

/// Something that is only worth its value. A call of a function may be made for what it does to a list.
fn is_value(expr: &Expr) -> bool {
    match expr {
        Expr::DynamicConstant(..)
        | Expr::BoolConstant(..)
        | Expr::IntegerConstant(..)
        | Expr::StringConstant(..)
        | Expr::InterpolatedString(..)
        | Expr::Array(..)
        | Expr::Map(..)
        | Expr::Variable(..) => true,
        Expr::FnCall(call, _) => is_sign(call),
        _ => false,
    }
}

fn is_sign(call: &FnCallExpr) -> bool {
    !call.name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}
