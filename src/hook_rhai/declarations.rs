//! What a text declares, and that it does nothing else: functions and constants, and calls of existing functions.

use std::ops::Range;

use rhai::{AST, ASTFlags, ASTNode, Dynamic, Expr, FnAccess, FnCallExpr, Position, Scope, Stmt};

use crate::engine::{Complaint, Declared};

use super::errors::complaint;
use super::place::place;
use super::words::WORDS;

/// The constants at the top of a text. Their values are written down, not computed, so nothing runs here.
pub(super) fn constants(tree: &AST, text: &str) -> Result<Scope<'static>, Complaint> {
    let mut scope = Scope::new();
    for statement in tree.statements() {
        match statement {
            Stmt::Noop(_) => {}
            Stmt::Var(parts, flags, position) if flags.intersects(ASTFlags::CONSTANT) => {
                let (name, written, _) = &**parts;
                scope.push_constant_dynamic(name.name.clone(), value(written, text, *position)?);
            }
            other => return Err(loose_statement(text, other.position())),
        }
    }
    Ok(scope)
}

fn value(written: &Expr, text: &str, position: Position) -> Result<Dynamic, Complaint> {
    written.get_literal_value(None).ok_or_else(|| {
        complaint("a constant must be a literal value")
            .help("write a number, a text, `true`, `false`, or a list or map of these")
            .at(place(text, position))
    })
}

fn loose_statement(text: &str, position: Position) -> Complaint {
    complaint("only functions and constants are allowed at the top level of this file")
        .help("put it into a function, as in `fn before_lift(height) { … }`, or write `const NAME = 3;`")
        .at(place(text, position))
}

/// Its functions, in the order they are written. Private ones serve the others.
pub(super) fn declared(tree: &AST, text: &str) -> Result<Vec<Declared>, Complaint> {
    let (calls, mut declared) = (calls(tree), Vec::new());
    for function in tree.iter_fn_def() {
        let at = head(text, &function.name, function.body.start_position());
        if function.this_type.is_some() {
            let told = complaint(format!("`{}` belongs to a type; house rules have no types", function.name));
            return Err(told.help("write the name alone, as in `fn lift(height) { … }`").at(at));
        }
        if function.access == FnAccess::Public {
            let parameters = function.params.iter().map(ToString::to_string).collect();
            let place = at.unwrap_or_default();
            let own = function.body.start_position()..=function.body.end_position();
            let is_helper = calls.iter().any(|(name, from)| *name == function.name && !own.contains(from));
            declared.push(Declared { name: function.name.to_string(), parameters, place, is_helper });
        }
    }
    declared.sort_by_key(|function: &Declared| function.place.start);
    match declared.iter().enumerate().find(|(at, one)| declared[..*at].iter().any(|other| other.name == one.name)) {
        Some((_, twice)) => {
            let told = complaint(format!("`{}` is written twice", twice.name));
            Err(told.help("give each function its own name").at(Some(twice.place.clone())))
        }
        None => Ok(declared),
    }
}

/// Where a function's name stands: the last `fn NAME` before its body.
fn head(text: &str, name: &str, body: Position) -> Option<Range<usize>> {
    let body = place(text, body)?;
    let before = text.get(..body.start)?;
    let heads = before.match_indices("fn").filter_map(|(at, _)| {
        let rest = before.get(at + 2..)?;
        let gap = rest.len() - rest.trim_start().len();
        let begins = gap > 0 && rest.trim_start().starts_with(name);
        begins.then_some(at + 2 + gap..at + 2 + gap + name.len())
    });
    heads.last().or(Some(body))
}

/// Refuses a call of what does not exist, which Rhai would find only when it is made.
pub(super) fn only_known_calls(tree: &AST, text: &str) -> Result<(), Complaint> {
    let mut wrong = None;
    tree.walk(&mut |path| {
        wrong = path.last().and_then(called).and_then(|(call, position)| unknown(tree, call, text, position));
        wrong.is_none()
    });
    wrong.map_or(Ok(()), Err)
}

/// The names that functions call, and where.
fn calls(tree: &AST) -> Vec<(String, Position)> {
    let mut calls = Vec::new();
    tree.walk(&mut |path| {
        calls.extend(path.last().and_then(called).map(|(call, position)| (call.name.to_string(), position)));
        true
    });
    calls
}

fn called<'a>(node: &ASTNode<'a>) -> Option<(&'a FnCallExpr, Position)> {
    match node {
        ASTNode::Stmt(Stmt::FnCall(call, position))
        | ASTNode::Expr(Expr::FnCall(call, position) | Expr::MethodCall(call, position)) => Some((call, *position)),
        _ => None,
    }
}

fn unknown(tree: &AST, call: &FnCallExpr, text: &str, position: Position) -> Option<Complaint> {
    let is_sign = !call.name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    if is_sign || WORDS.contains(&call.name.as_str()) {
        return None;
    }
    let own: Vec<usize> = tree.iter_fn_def().filter(|own| own.name == call.name).map(|own| own.params.len()).collect();
    let (given, name) = (call.args.len(), &call.name);
    let told = match own.first() {
        None => complaint(format!("there is no function `{name}` here"))
            .help(format!("a rule can call the functions of its file, and {}", WORDS.join(", "))),
        Some(_) if own.contains(&given) => return None,
        Some(wanted) => complaint(format!("`{name}` takes {}, but gets {given}", things(*wanted)))
            .help("write one argument for each parameter"),
    };
    Some(told.at(place(text, position)))
}

/// `1 argument`, `2 arguments`.
pub(super) fn things(count: usize) -> String {
    if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") }
}
