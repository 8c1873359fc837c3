//! The functions of the language: what makes one value of a list or of several values.

use super::{Env, Typer};
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, Reduce, Type, VarId};
use crate::source::Span;
use crate::syntax::ast::{self, CallArgument, Phrase};

impl Typer<'_> {
    /// `sum`, `any`, `all`, `count`, `highest`, `lowest` over lists; `min`, `max`.
    pub fn builtin(&mut self, env: &Env, name: &Phrase, arguments: &[CallArgument], span: Span) -> Expr {
        let reduce = match name.text().as_str() {
            "sum" => Reduce::Sum,
            "count" => Reduce::Count,
            "any" => Reduce::Any,
            "all" => Reduce::All,
            "highest" => Reduce::Highest,
            "lowest" => Reduce::Lowest,
            "max" | "min" => return self.extreme(env, name.text() == "max", arguments, span),
            "abs" => return self.absolute(env, arguments, span),
            _ => {
                let known = ["sum", "count", "any", "all", "highest", "lowest", "max", "min", "abs"];
                let names = &self.system.names;
                let all = names.rules.keys().chain(names.tables.keys()).chain(names.dice.keys()).map(String::as_str);
                let all: Vec<&str> = all.chain(known).collect();
                let message = format!("there is no rule, table or dice `{}`", name.text());
                let complaint = Diagnostic::error(codes::UNKNOWN_NAME, name.span(), message);
                let complaint = complaint.did_you_mean(guess(&name.text(), all), || {
                    "rules, tables and dice of the system can be called, and sum, any, all, count, highest, lowest, max, min, abs".into()
                });
                self.report(complaint);
                return Expr::unknown(span);
            }
        };
        match arguments {
            [CallArgument::Each { variable, list, body }] => {
                self.reduce(env, reduce, (variable, list, Some(body)), span)
            }
            [CallArgument::Value(list)] => self.reduce_values(env, reduce, list, span),
            several => self.reduce_several(env, reduce, several, span),
        }
    }

    /// `sum(x in list : body)`
    fn reduce(
        &mut self,
        env: &Env,
        reduce: Reduce,
        over: (&ast::Word, &ast::Expr, Option<&ast::Expr>),
        span: Span,
    ) -> Expr {
        let (word, list, body) = over;
        let list = self.expr(env, list, None);
        let element = self.element(&list);
        let variable = self.notes.variable(word.span, element.clone());
        let mut inner = env.clone();
        inner.variables.push((word.text.clone(), variable));
        let (wanted, ty) = reduce_types(reduce);
        let body = match body {
            Some(body) => self.expr(&inner, body, Some(&wanted)),
            None => Expr { span, ty: element, kind: ExprKind::Var(variable) },
        };
        let body = if reduce == Reduce::Count && body.ty != Type::YesNo {
            counted(body)
        } else {
            self.fit(body, &wanted, env)
        };
        let kind = ExprKind::Reduce { reduce, variable, list: Box::new(list), body: Box::new(body) };
        Expr { span, ty, kind }
    }

    /// `sum(list)`; a lone value is a list of one.
    fn reduce_values(&mut self, env: &Env, reduce: Reduce, list: &ast::Expr, span: Span) -> Expr {
        let typed = self.expr(env, list, None);
        if typed.ty == Type::Unknown {
            return Expr::unknown(span);
        }
        if matches!(typed.ty, Type::Many(_) | Type::Plan(_)) {
            let word = ast::Word { text: String::new(), span: list.span };
            return self.reduce(env, reduce, (&word, list, None), span);
        }
        let message = format!("this is {}, and a list is wanted", self.type_name(&typed.ty));
        self.report(
            Diagnostic::error(codes::LIST, typed.span, message)
                .help("for parts of a list write `sum(x in list : x.part)`, `any(x in list : x.part is …)`"),
        );
        Expr::unknown(span)
    }

    /// `sum(a, b, c)`
    fn reduce_several(&mut self, env: &Env, reduce: Reduce, arguments: &[CallArgument], span: Span) -> Expr {
        if reduce != Reduce::Sum || arguments.is_empty() {
            let name = name_of(reduce);
            self.wrong_arguments(name, (arguments.len(), 1), span, &format!("write `{name}(x in LIST : …)`"));
            return Expr::unknown(span);
        }
        let mut total = Expr::number(span, 0);
        for argument in arguments {
            let Some(value) = self.single(argument) else { continue };
            let value = self.expr(env, value, Some(&Type::Number));
            let value = self.fit(value, &Type::Number, env);
            let kind = ExprKind::Binary(ast::BinaryOp::Add, Box::new(total), Box::new(value));
            total = Expr { span, ty: Type::Number, kind };
        }
        total
    }

    fn extreme(&mut self, env: &Env, greatest: bool, arguments: &[CallArgument], span: Span) -> Expr {
        let mut of = Vec::new();
        let mut wanted: Option<Type> = None;
        for argument in arguments {
            let Some(value) = self.single(argument) else { continue };
            let typed = self.expr(env, value, wanted.as_ref());
            let ty = if let Type::Level(id) = typed.ty { Type::Level(id) } else { Type::Number };
            let wanted = wanted.get_or_insert(ty).clone();
            of.push(self.fit(typed, &wanted, env));
        }
        if arguments.len() < 2 {
            let name = if greatest { "max" } else { "min" };
            self.wrong_arguments(name, (arguments.len(), 2), span, &format!("write `{name}(a, b)`"));
        }
        Expr { span, ty: wanted.unwrap_or(Type::Number), kind: ExprKind::Extreme { greatest, of } }
    }

    fn absolute(&mut self, env: &Env, arguments: &[CallArgument], span: Span) -> Expr {
        let params = [("number".to_string(), Type::Number, VarId(0))];
        let mut typed = self.arguments(env, &params, arguments, span, "abs");
        let value = typed.pop().unwrap_or_else(|| Expr::unknown(span));
        Expr { span, ty: Type::Number, kind: ExprKind::Absolute(Box::new(value)) }
    }
}

/// How a list is asked for it.
fn name_of(reduce: Reduce) -> &'static str {
    match reduce {
        Reduce::Sum => "sum",
        Reduce::Count => "count",
        Reduce::Any => "any",
        Reduce::All => "all",
        Reduce::Highest => "highest",
        Reduce::Lowest => "lowest",
    }
}

fn reduce_types(reduce: Reduce) -> (Type, Type) {
    match reduce {
        Reduce::Any | Reduce::All => (Type::YesNo, Type::YesNo),
        Reduce::Count => (Type::YesNo, Type::Number),
        Reduce::Sum | Reduce::Highest | Reduce::Lowest => (Type::Number, Type::Number),
    }
}

/// `count(list)` counts what was reached.
pub fn counted(body: Expr) -> Expr {
    let span = body.span;
    let unreached = Expr { span, ty: Type::YesNo, kind: ExprKind::IsUnreached(Box::new(body)) };
    Expr { span, ty: Type::YesNo, kind: ExprKind::Unary(ast::UnaryOp::Not, Box::new(unreached)) }
}
