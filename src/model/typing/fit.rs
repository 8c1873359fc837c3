//! Types as written, constants, and whether a value fits where it stands.

use super::{Env, Typer};
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::listing::{article, one_of};
use crate::model::{Expr, ExprKind, Member, Named, Notation, ScaleId, Type, VarId};
use crate::semantics::dice::Question;
use crate::source::Span;
use crate::syntax::ast::{self, Param, TypeKind, TypeRef, UnaryOp};

/// A type as written, with what belongs to it.
#[derive(Clone, Debug)]
pub struct Written {
    pub ty: Type,
    pub optional: bool,
    pub limits: Option<(i64, i64)>,
}

impl Typer<'_> {
    /// What a type stands for.
    pub fn written(&mut self, written: &TypeRef) -> Written {
        let mut limits = None;
        let ty = match &written.kind {
            TypeKind::YesNo => Type::YesNo,
            TypeKind::Limits(lower, upper) => {
                limits = self.constant(lower).zip(self.constant(upper));
                if let Some((low, high)) = limits.filter(|(low, high)| low > high) {
                    let message = format!("no number lies in {low}..{high}");
                    self.report(
                        Diagnostic::error(codes::OUT_OF_RANGE, written.span, message)
                            .help("write the smaller limit first")
                            .fix(Fix::sure(lower.span.to(upper.span), format!("{high}..{low}"))),
                    );
                }
                Type::Number
            }
            TypeKind::Name(phrase) => self.named_type(&phrase.text(), phrase.span()),
        };
        let ty = if written.many { Type::Many(Box::new(ty)) } else { ty };
        Written { ty, optional: written.optional || written.many, limits }
    }

    fn named_type(&mut self, name: &str, span: Span) -> Type {
        match name {
            "number" => return Type::Number,
            "text" => return Type::Text,
            "die" => return Type::Die,
            _ => {}
        }
        let names = &self.system.names;
        let found = names
            .scales
            .get(name)
            .map(|id| (Named::Scale(*id), self.system.level_type(*id)))
            .or_else(|| names.plans.get(name).map(|id| (Named::Plan(*id), Type::Plan(*id))))
            .or_else(|| names.kinds.get(name).map(|id| (Named::Kind(*id), Type::Thing(*id))))
            .or_else(|| names.procedures.get(name).map(|id| (Named::Procedure(*id), Type::Run(*id))));
        if let Some((what, found)) = found {
            self.used(what, span);
            return found;
        }
        {
            let built_in = ["number", "text", "die", "yes/no"];
            let all =
                names.scales.keys().chain(names.kinds.keys()).chain(names.plans.keys()).chain(names.procedures.keys());
            let all: Vec<&str> = all.map(String::as_str).chain(built_in).collect();
            let near = guess(name, all.iter().copied());
            let complaint = Diagnostic::error(codes::UNKNOWN_NAME, span, format!("there is no type `{name}`"));
            let complaint = complaint.did_you_mean(near, || format!("a type is {}", one_of(all)));
            self.report(complaint);
            Type::Unknown
        }
    }

    /// The scale a phrase names.
    pub fn scale_named(&mut self, phrase: &ast::Phrase) -> Option<ScaleId> {
        let name = phrase.text();
        let found = self.system.names.scales.get(&name).copied();
        if let Some(found) = found {
            self.used(Named::Scale(found), phrase.span());
        } else {
            let near = guess(&name, self.system.names.scales.keys().map(String::as_str));
            let complaint =
                Diagnostic::error(codes::UNKNOWN_NAME, phrase.span(), format!("there is no scale `{name}`"));
            self.report(complaint.did_you_mean(near, || "name a scale of the system".into()));
        }
        found
    }

    /// Parameters; each becomes a variable.
    pub fn params(&mut self, params: &[Param]) -> Vec<(String, Type, VarId)> {
        let mut typed = Vec::new();
        for param in params {
            let ty = match &param.ty {
                Some(ty) => self.written(ty).ty,
                None => self.type_by_name(&param.name.text()),
            };
            let variable = self.notes.variable(param.name.span(), ty.clone());
            typed.push((param.name.text(), ty, variable));
        }
        typed
    }

    /// What a parameter is that says nothing itself: a level or a thing if it bears the name of a scale or a kind.
    fn type_by_name(&self, name: &str) -> Type {
        if let Some(scale) = self.system.names.scales.get(name) {
            return self.system.level_type(*scale);
        }
        self.system.names.kinds.get(name).map_or(Type::Number, |kind| Type::Thing(*kind))
    }

    /// A whole number known at once: `3`, `-2`, `2p`.
    pub fn constant(&mut self, expr: &ast::Expr) -> Option<i64> {
        match &expr.kind {
            ast::ExprKind::Number { value, unit } => self.number(*value, unit.as_deref(), expr.span),
            ast::ExprKind::Unary(UnaryOp::Minus, inner) => self.constant(inner)?.checked_neg(),
            ast::ExprKind::Unary(UnaryOp::Plus, inner) => self.constant(inner),
            ast::ExprKind::Die(_)
            | ast::ExprKind::Dice { .. }
            | ast::ExprKind::Keep { .. }
            | ast::ExprKind::Text(_)
            | ast::ExprKind::Name(_)
            | ast::ExprKind::Question
            | ast::ExprKind::Member(..)
            | ast::ExprKind::Call(..)
            | ast::ExprKind::Unary(..)
            | ast::ExprKind::Binary(..)
            | ast::ExprKind::If(..) => {
                self.report(
                    Diagnostic::error(codes::NOT_CONSTANT, expr.span, "a plain number is wanted here")
                        .help("write a number such as `3`; it must be known before the run"),
                );
                None
            }
        }
    }

    /// A number with its unit: `2b` is +2 and `3p` is -3 where the system says so.
    pub fn number(&mut self, value: i64, unit: Option<&str>, span: Span) -> Option<i64> {
        let Some(unit) = unit else { return Some(value) };
        let help = match &self.system.notation {
            Notation::Units { bonus, .. } if bonus == unit => return Some(value),
            Notation::Units { penalty, .. } if penalty == unit => return value.checked_neg(),
            Notation::Units { bonus, penalty } => {
                format!("this system writes a bonus as `{value}{bonus}` and a penalty as `{value}{penalty}`")
            }
            Notation::Signed => format!("this system writes modifiers as `+{value}` and `-{value}`"),
        };
        self.report(
            Diagnostic::error(codes::UNIT, span, format!("`{value}{unit}` is no number of this system")).help(help),
        );
        None
    }

    /// The name of a type for people.
    pub fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Number => "a number".into(),
            Type::YesNo => "yes or no".into(),
            Type::Level(id) => format!("a level of `{}`", self.system.scales[*id].name),
            Type::Die => "a die such as d8".into(),
            Type::Text => "a text".into(),
            Type::Thing(id) => with_article(&self.system.kinds[*id].name),
            Type::Run(id) => format!("a run of `{}`", self.system.procedures[*id].name),
            Type::Card(_) => "a card".into(),
            Type::TableRow(id) => format!("a row of `{}`", self.system.tables[*id].name),
            Type::Roll => "a roll".into(),
            Type::Dice => "dice not rolled yet".into(),
            Type::Plan(_) => "a plan".into(),
            Type::Item(id) => with_article(&self.system.plans[*id].item),
            Type::Many(of) => format!("a list, each {}", self.type_name(of)),
            Type::NamedModifier => "a modifier with a name".into(),
            Type::Unknown => "something".into(),
        }
    }

    /// The value as one of the wanted type, or a report of why it is none.
    pub fn fit(&mut self, expr: Expr, wanted: &Type, env: &Env) -> Expr {
        if expr.ty == *wanted
            || expr.ty == Type::Unknown
            || *wanted == Type::Unknown
            || expr.kind == ExprKind::Unreached
        {
            return expr;
        }
        let span = expr.span;
        match (&expr.ty, wanted) {
            (Type::Roll, Type::Number) => return self.ask_roll(env, expr, Question::Kept),
            (Type::Dice, Type::Number) if env.rolls => {
                return Expr {
                    span,
                    ty: Type::Number,
                    kind: ExprKind::Member(Box::new(expr), Member::Question(Question::Kept)),
                };
            }
            (Type::NamedModifier | Type::Die, Type::Number) | (Type::Number, Type::Die | Type::Dice) => {
                return Expr { ty: wanted.clone(), ..expr };
            }
            (Type::TableRow(id), _) => {
                if let Some(column) = self.sole_column(*id, wanted) {
                    return Expr {
                        span,
                        ty: wanted.clone(),
                        kind: ExprKind::Member(Box::new(expr), Member::Column(column)),
                    };
                }
            }
            _ => {}
        }
        self.mismatch(&expr, wanted);
        Expr::unknown(span)
    }

    /// The column that a table without a named column answers: the only one of that type.
    fn sole_column(&self, id: crate::model::TableId, wanted: &Type) -> Option<usize> {
        let columns = &self.system.tables[id].columns;
        let mut fitting = columns.iter().enumerate().filter(|(_, (_, ty))| ty == wanted);
        let first = fitting.next()?.0;
        fitting.next().is_none().then_some(first)
    }

    fn mismatch(&mut self, expr: &Expr, wanted: &Type) {
        let (found, wanted_name) = (self.type_name(&expr.ty), self.type_name(wanted));
        let (code, help) = match (&expr.ty, wanted) {
            (Type::Level(_), Type::Level(id)) => {
                let levels = one_of(self.system.scales[*id].levels.iter().map(String::as_str));
                (codes::WRONG_SCALE, format!("its levels are {levels}"))
            }
            (Type::Many(of), Type::Number) if **of == Type::Number => {
                (codes::LIST, "bring it down to one number: `sum(…)`, `highest(…)`, `lowest(…)` or `count(…)`".into())
            }
            (Type::Many(_), _) => {
                (codes::LIST, "ask the list: `sum(x in list : …)`, `any(x in list : …)`, `count(x in list : …)`".into())
            }
            (_, Type::Many(_)) => (codes::LIST, "name a list here".into()),
            (Type::Level(id), Type::Number) if !self.system.scales[*id].columns.is_empty() => {
                let columns = one_of(self.system.scales[*id].columns.iter().map(|c| c.name.as_str()));
                (codes::WRONG_TYPE, format!("read one of its columns after a dot: {columns}"))
            }
            (Type::Level(id), Type::YesNo) => {
                let level = self.system.scales[*id].levels.first().map_or("…", String::as_str);
                (codes::WRONG_TYPE, format!("compare it with a level, such as `… is {level}` or `… >= {level}`"))
            }
            (Type::Number, Type::YesNo) => (codes::WRONG_TYPE, "compare it with a number, such as `… >= 1`".into()),
            (_, Type::Level(id)) => {
                let levels = one_of(self.system.scales[*id].levels.iter().map(String::as_str));
                (codes::WRONG_TYPE, format!("its levels are {levels}"))
            }
            (Type::Dice, Type::Number) => (codes::WRONG_TYPE, "roll them first: `roll dice : …`".into()),
            _ => (codes::WRONG_TYPE, format!("write {wanted_name} here")),
        };
        let message = format!("this is {found}, and {wanted_name} is wanted");
        self.report(Diagnostic::error(code, expr.span, message).help(help));
    }
}

/// A word of the system with its article.
fn with_article(word: &str) -> String {
    format!("{} `{word}`", article(word))
}

/// Whether somebody or something is named in a blank of this type.
pub fn is_of_things(ty: &Type) -> bool {
    match ty {
        Type::Thing(_) => true,
        Type::Many(of) => is_of_things(of),
        Type::Number
        | Type::YesNo
        | Type::Level(_)
        | Type::Die
        | Type::Text
        | Type::Run(_)
        | Type::Card(_)
        | Type::TableRow(_)
        | Type::Roll
        | Type::Dice
        | Type::Plan(_)
        | Type::Item(_)
        | Type::NamedModifier
        | Type::Unknown => false,
    }
}

/// The number a value is known to be.
pub fn constant_of(value: &Expr) -> Option<i64> {
    match &value.kind {
        ExprKind::Number(number) => Some(*number),
        ExprKind::Unary(UnaryOp::Minus, inner) => constant_of(inner)?.checked_neg(),
        ExprKind::Unary(UnaryOp::Plus, inner) => constant_of(inner),
        ExprKind::Unreached
        | ExprKind::Text(_)
        | ExprKind::Local(_)
        | ExprKind::Var(_)
        | ExprKind::Thing(_)
        | ExprKind::All(_)
        | ExprKind::Levels(_)
        | ExprKind::Invocation(_)
        | ExprKind::NamedModifier(_)
        | ExprKind::Member(..)
        | ExprKind::Index(..)
        | ExprKind::Rule(..)
        | ExprKind::House(..)
        | ExprKind::Table(..)
        | ExprKind::Band { .. }
        | ExprKind::DiceCall(..)
        | ExprKind::Dice { .. }
        | ExprKind::Keep { .. }
        | ExprKind::Reduce { .. }
        | ExprKind::Extreme { .. }
        | ExprKind::Absolute(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::IsUnreached(_)
        | ExprKind::Move { .. }
        | ExprKind::Knows(..)
        | ExprKind::If(..)
        | ExprKind::Question => None,
    }
}
