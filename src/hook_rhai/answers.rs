//! What a function may return, as far as its text shows: maps with their keys, names of levels, refusals.
//!
//! An answer is last in a function or comes after `return`, in each of its branches. It may be put in a variable first,
//! or be returned by another function of the text.

use std::ops::{Range, RangeInclusive};

use rhai::{AST, ASTFlags, ASTNode, Expr, FnCallExpr, Ident, Position, Stmt};

use crate::engine::{Complaint, Declared, Level, Written};

use super::change::{KEYS, no_such_key};
use super::errors::complaint;
use super::place::{inside_quotes, place};

/// The signs that compare a level with the name of one.
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// A function with its statements, which Rhai hands out one by one.
struct Body {
    name: String,
    parameters: Vec<String>,
    around: RangeInclusive<Position>,
    statements: Vec<Stmt>,
}

/// All functions of a text, those that only serve others included.
fn bodies(tree: &AST) -> Vec<Body> {
    let body = |function: &rhai::Shared<rhai::ScriptFuncDef>| Body {
        name: function.name.to_string(),
        parameters: function.params.iter().map(ToString::to_string).collect(),
        around: function.body.start_position()..=function.body.end_position(),
        statements: Vec::new(),
    };
    let mut bodies: Vec<Body> = tree.iter_fn_def().map(body).collect();
    tree.walk(&mut |path| {
        if let [ASTNode::Stmt(statement)] = path
            && !matches!(statement, Stmt::Noop(_))
            && let Some(body) = bodies.iter_mut().find(|body| body.around.contains(&statement.position()))
        {
            body.statements.push((*statement).clone());
        }
        true
    });
    bodies
}

/// The answers of one function, and what its variables hold.
#[derive(Default)]
struct Answers<'t> {
    values: Vec<&'t Expr>,
    calls: Vec<&'t FnCallExpr>,
    /// What is put into which variable as it is declared.
    held: Vec<(&'t str, &'t Expr)>,
    /// The entries that a variable is given later, each with its key and where that stands.
    entries: Vec<(&'t str, &'t str, Position, &'t Expr)>,
}

impl<'t> Answers<'t> {
    fn of(function: &'t Body) -> Self {
        let mut answers = Self::default();
        answers.block(&function.statements, true);
        answers
    }

    /// The last of a block is an answer if the block is.
    fn block(&mut self, statements: &'t [Stmt], answers: bool) {
        let last = statements.len().saturating_sub(1);
        for (at, statement) in statements.iter().enumerate() {
            self.statement(statement, answers && at == last);
        }
    }

    fn statement(&mut self, statement: &'t Stmt, answers: bool) {
        match statement {
            Stmt::Return(Some(value), flags, _) if !flags.intersects(ASTFlags::BREAK) => self.value(value),
            Stmt::Expr(value) if answers => self.value(value),
            Stmt::FnCall(call, _) if answers => self.calls.push(call),
            Stmt::If(parts, _) | Stmt::TryCatch(parts, _) => {
                self.block(parts.body.statements(), answers);
                self.block(parts.branch.statements(), answers);
            }
            Stmt::Switch(parts, _) => {
                for case in &parts.1.expressions {
                    self.case(&case.rhs, answers);
                }
            }
            Stmt::Block(block) => self.block(block.statements(), answers),
            Stmt::While(parts, _) | Stmt::Do(parts, ..) => self.block(parts.body.statements(), false),
            Stmt::For(parts, _) => self.block(parts.2.body.statements(), false),
            Stmt::Var(parts, ..) => self.held.push((parts.0.name.as_str(), &parts.1)),
            Stmt::Assignment(parts) => self.assigned(&parts.1.lhs, &parts.1.rhs),
            _ => {}
        }
    }

    fn case(&mut self, value: &'t Expr, answers: bool) {
        match value {
            Expr::Stmt(block) => self.block(block.statements(), answers),
            value if answers => self.value(value),
            _ => {}
        }
    }

    fn value(&mut self, value: &'t Expr) {
        match value {
            Expr::Stmt(block) => self.block(block.statements(), true),
            Expr::Coalesce(sides, _) => sides.iter().for_each(|side| self.value(side)),
            Expr::FnCall(call, _) => self.calls.push(call),
            value => self.values.push(value),
        }
    }

    /// `change.level = "minor"`, or another value for a variable, which is then no longer known.
    fn assigned(&mut self, into: &'t Expr, value: &'t Expr) {
        if let Expr::Dot(parts, ..) = into
            && let (Some(name), Expr::Property(property, position)) = (variable(&parts.lhs), &parts.rhs)
        {
            self.entries.push((name, property.2.as_str(), *position, value));
        } else if let Some(name) = variable(into) {
            self.held.push((name, value));
        }
    }

    /// What a variable holds, if it is given a value once.
    fn holds(&self, name: &str) -> Option<&'t Expr> {
        let mut all = self.held.iter().filter(|(own, _)| *own == name);
        let (_, value) = all.next()?;
        all.next().is_none().then_some(*value)
    }
}

/// A key of an answer, where it stands, and its value.
type Entry<'t> = (&'t str, Position, &'t Expr);

/// What one function answers, with what those answer that it hands on.
#[derive(Default)]
struct Found<'t> {
    entries: Vec<Entry<'t>>,
    /// Whatever is no map.
    values: Vec<&'t Expr>,
    /// Whether a level may be worked out: `outcome.up(1)`.
    shifts: bool,
    seen: Vec<&'t str>,
}

impl<'t> Found<'t> {
    fn gather(&mut self, bodies: &'t [Body], function: &'t Body) {
        if self.seen.contains(&function.name.as_str()) {
            return;
        }
        self.seen.push(&function.name);
        let answers = Answers::of(function);
        for value in &answers.values {
            self.value(value, &answers);
        }
        for call in &answers.calls {
            let own = bodies.iter().find(|own| call.name == own.name && own.parameters.len() == call.args.len());
            self.shifts |= own.is_none() && is_moved(call);
            if let Some(own) = own {
                self.gather(bodies, own);
            }
        }
    }

    fn value(&mut self, value: &'t Expr, answers: &Answers<'t>) {
        let name = variable(value);
        match name.and_then(|name| answers.holds(name)).unwrap_or(value) {
            Expr::Map(parts, _) => self.entries.extend(parts.0.iter().map(|(Ident { name, pos }, value)| {
                let entry: Entry<'t> = (name.as_str(), *pos, value);
                entry
            })),
            other => self.values.push(other),
        }
        let later = answers.entries.iter().filter(|(of, ..)| Some(*of) == name);
        self.entries.extend(later.map(|(_, key, position, value)| (*key, *position, *value)));
    }

    /// Every value that may be a level.
    fn levels(&self) -> Vec<&'t Expr> {
        let mut levels = Answers::default();
        for (_, _, value) in self.entries.iter().filter(|(key, ..)| *key == "level") {
            levels.value(value);
        }
        levels.values.extend(&self.values);
        levels.values
    }

    fn has(&self, wanted: &str) -> bool {
        self.first(wanted).is_some()
    }

    /// Where a key stands first.
    fn first(&self, wanted: &str) -> Option<Position> {
        self.entries.iter().find(|(key, ..)| *key == wanted).map(|(_, position, _)| *position)
    }
}

/// The name of a variable.
fn variable(value: &Expr) -> Option<&str> {
    match value {
        Expr::Variable(parts, ..) => Some(parts.1.as_str()),
        _ => None,
    }
}

/// `up` and `down` answer a level.
fn is_moved(call: &FnCallExpr) -> bool {
    matches!(call.name.as_str(), "up" | "down")
}

fn found<'t>(bodies: &'t [Body], declared: &Declared) -> Found<'t> {
    let mut found = Found::default();
    if let Some(function) = bodies.iter().find(|own| own.name == declared.name) {
        found.gather(bodies, function);
    }
    found
}

/// Refuses a map with a key that means nothing. What only serves other functions may answer any map.
pub(super) fn only_known_keys(tree: &AST, text: &str, declared: &[Declared]) -> Result<(), Complaint> {
    let bodies = bodies(tree);
    for function in declared.iter().filter(|function| !function.is_helper) {
        let found = found(&bodies, function);
        let Some((key, position, _)) = found.entries.iter().find(|(key, ..)| !KEYS.contains(key)) else { continue };
        let (told, keys) = no_such_key(key);
        let told = complaint(format!("`{}` returns {told}", function.name)).help(keys).guessed(key, &KEYS);
        return Err(told.at(place(text, *position)));
    }
    Ok(())
}

/// What each function may answer.
pub(super) fn written(tree: &AST, text: &str, declared: &[Declared]) -> Vec<Written> {
    let bodies = bodies(tree);
    let (compared, nothing) = (compared(tree, &bodies, text), asked_for_nothing(tree, &bodies));
    let of_one = |function: &Declared| {
        let found = found(&bodies, function);
        let levels = found.levels();
        let own = compared.iter().filter(|(of, ..)| *of == function.name);
        Written {
            levels: levels.iter().filter_map(|value| named(value, text)).collect(),
            compared: own.map(|(_, parameter, level)| (parameter.clone(), level.clone())).collect(),
            changes_level: found.has("level") || found.shifts || levels.iter().any(|value| is_level(value)),
            asked_for_nothing: nothing
                .iter()
                .filter(|(of, _)| *of == function.name)
                .map(|(_, own)| own.clone())
                .collect(),
            refuses: found.has("refuse"),
            adds: found.first("add").and_then(|position| place(text, position)),
        }
    };
    declared.iter().map(of_one).collect()
}

/// Whether a value may be a level; a number or a sum is not.
fn is_level(value: &Expr) -> bool {
    match value {
        Expr::StringConstant(..) | Expr::InterpolatedString(..) | Expr::Variable(..) => true,
        Expr::Dot(parts, ..) => matches!(&parts.rhs, Expr::MethodCall(call, _) if is_moved(call)),
        _ => false,
    }
}

fn named(value: &Expr, text: &str) -> Option<Level> {
    let Expr::StringConstant(name, position) = value else { return None };
    Some(Level { name: name.to_string(), place: literal(text, *position, name)? })
}

fn literal(text: &str, position: Position, name: &str) -> Option<Range<usize>> {
    place(text, position).map(|at| inside_quotes(text, at, name))
}

/// Names of levels with which a function compares one of its parameters: the function, the parameter, and the level.
fn compared(tree: &AST, bodies: &[Body], text: &str) -> Vec<(String, String, Level)> {
    let mut compared = Vec::new();
    tree.walk(&mut |path| {
        if let Some(ASTNode::Expr(Expr::FnCall(call, position))) = path.last()
            && COMPARISONS.contains(&call.name.as_str())
            && let [one, other] = call.args.as_slice()
            && let Some(parameter) = variable(one).or_else(|| variable(other))
            && let Some(level) = [one, other].into_iter().find_map(|side| named(side, text))
        {
            let around = bodies.iter().find(|function| reads(function, parameter, *position));
            compared.extend(around.map(|function| (function.name.clone(), parameter.to_owned(), level)));
        }
        true
    });
    compared
}

/// The parameters of which a function asks whether they have a value, as in `wounds == ()` and `wounds ?? 0`: the function and the parameter.
fn asked_for_nothing(tree: &AST, bodies: &[Body]) -> Vec<(String, String)> {
    let mut asked = Vec::new();
    tree.walk(&mut |path| {
        let (parameter, position) = match path.last() {
            Some(ASTNode::Expr(Expr::FnCall(call, position)) | ASTNode::Stmt(Stmt::FnCall(call, position)))
                if ["==", "!="].contains(&call.name.as_str())
                    && call.args.iter().any(|side| matches!(side, Expr::Unit(_))) =>
            {
                (call.args.iter().find_map(variable), *position)
            }
            Some(ASTNode::Expr(Expr::Coalesce(sides, position))) => (sides.iter().find_map(variable), *position),
            _ => (None, Position::NONE),
        };
        if let Some(parameter) = parameter
            && let Some(function) = bodies.iter().find(|function| reads(function, parameter, position))
        {
            asked.push((function.name.clone(), parameter.to_owned()));
        }
        true
    });
    asked
}

/// Whether a word at this place of a function is its parameter, and has kept its value.
fn reads(function: &Body, parameter: &str, at: Position) -> bool {
    function.around.contains(&at)
        && function.parameters.iter().any(|own| own == parameter)
        && Answers::of(function).held.iter().all(|(name, _)| *name != parameter)
}
