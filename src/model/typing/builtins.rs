//! The functions of the language, such as `max`: the table of all of them, and the meaning of their calls.

use super::expressions::not;
use super::{Env, Typer};
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, Member, Reduce, Type, VarId};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, CallArgument, OddsWord, Phrase};

/// A function that every script can call, whatever its system declares.
#[derive(Debug)]
pub struct Builtin {
    /// The word by which it is called.
    pub name: &'static str,
    /// A call of it as a script could write it.
    pub call: &'static str,
    /// What it comes to, for people.
    pub meaning: &'static str,
    does: Does,
}

/// What a function does with its arguments.
#[derive(Clone, Copy, Debug)]
enum Does {
    /// It makes one value of a list.
    Reduce(Reduce),
    /// It takes the greatest of several values, or the least.
    Extreme { greatest: bool },
    /// It leaves out the sign of a number.
    Absolute,
}

/// All of them. A function that is to be added has its line here, and `Does` says how its arguments are read; whoever
/// completes what is typed, or lists what there is, looks here as well.
pub const BUILTINS: [Builtin; 9] = [
    over_a_list(Reduce::Sum, ["sum", "sum(x in LIST : …)", "the sum of its values"]),
    over_a_list(Reduce::Any, ["any", "any(x in LIST : …)", "whether one of them is yes"]),
    over_a_list(Reduce::All, ["all", "all(x in LIST : …)", "whether all of them are yes"]),
    over_a_list(Reduce::Count, ["count", "count(x in LIST : …)", "how many of them are yes, or exist"]),
    over_a_list(Reduce::Highest, ["highest", "highest(x in LIST : …)", "the highest of them"]),
    over_a_list(Reduce::Lowest, ["lowest", "lowest(x in LIST : …)", "the lowest of them"]),
    Builtin { name: "max", call: "max(a, b)", meaning: "the highest of these", does: Does::Extreme { greatest: true } },
    Builtin { name: "min", call: "min(a, b)", meaning: "the lowest of these", does: Does::Extreme { greatest: false } },
    Builtin { name: "abs", call: "abs(number)", meaning: "a number without its sign", does: Does::Absolute },
];

const fn over_a_list(reduce: Reduce, [name, call, meaning]: [&'static str; 3]) -> Builtin {
    Builtin { name, call, meaning, does: Does::Reduce(reduce) }
}

impl Typer<'_> {
    /// A call of a function of the language, since no rule, table or dice of the system has that name.
    pub fn builtin(&mut self, env: &Env, name: &Phrase, arguments: &[CallArgument], span: Span) -> Expr {
        let called = name.text();
        let Some(builtin) = BUILTINS.iter().find(|one| one.name == called) else {
            return match OddsWord::of(&called) {
                Some(word) => self.asks_of_all_runs(word, name.span(), span),
                None => self.no_such_function(name, span),
            };
        };
        match builtin.does {
            Does::Reduce(reduce) => self.reduction(env, (builtin, reduce), arguments, span),
            Does::Extreme { greatest } => self.extreme(env, (builtin, greatest), arguments, span),
            Does::Absolute => self.absolute(env, builtin, arguments, span),
        }
    }

    /// `P(E(a) > 3)`, or a mean in a line: no run has a value for it.
    fn asks_of_all_runs(&mut self, word: OddsWord, name: Span, span: Span) -> Expr {
        let (written, meaning) = (word.written(), word.meaning());
        let message = format!("`{written}` asks for the {meaning} over all runs, so it has no value in one of them");
        let complaint = Diagnostic::error(codes::ODDS, name, message);
        self.report(
            complaint
                .help(
                    "ask for it with `:odds` at the prompt, with `assize odds`, or in `expect odds { … }`, outside of other brackets: \
                     `E(a) > 3`, `P(a > 3)`",
                ),
        );
        Expr::unknown(span)
    }

    fn no_such_function(&mut self, name: &Phrase, span: Span) -> Expr {
        if let Some(complaint) = self.called_level(name) {
            self.report(complaint);
            return Expr::unknown(span);
        }
        let builtins = BUILTINS.map(|one| one.name);
        let names = &self.system.names;
        let declared = names.rules.keys().chain(names.tables.keys()).chain(names.dice.keys()).map(SharedText::as_str);
        let near = guess(&name.text(), declared.chain(builtins));
        let message = format!("there is no rule, table or dice `{}`", name.text());
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, name.span(), message);
        self.report(complaint.did_you_mean(near, || {
            format!("rules, tables and dice of the system can be called, and {}", builtins.join(", "))
        }));
        Expr::unknown(span)
    }

    fn reduction(
        &mut self,
        env: &Env,
        (builtin, reduce): (&Builtin, Reduce),
        arguments: &[CallArgument],
        span: Span,
    ) -> Expr {
        match arguments {
            [CallArgument::Each { variable, list, body }] => {
                self.reduce(env, reduce, (variable, list, Some(body)), span)
            }
            [CallArgument::Value(list)] => self.reduce_values(env, reduce, list, span),
            several if reduce == Reduce::Sum && !several.is_empty() => self.sum_of_several(env, several, span),
            several => {
                self.wrong_call(builtin, (several.len(), 1), span);
                Expr::unknown(span)
            }
        }
    }

    fn wrong_call(&mut self, builtin: &Builtin, counts: (usize, usize), span: Span) {
        self.wrong_arguments(builtin.name, counts, span, &format!("write `{}`", builtin.call));
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
        let variable = self.going_through(env, word, &list);
        let mut inner = env.clone();
        inner.variables.push((word.text.clone(), variable));
        let (wanted, ty) = reduce_types(reduce);
        let body = match body {
            Some(body) => self.expr(&inner, body, Some(&wanted)),
            None => Expr { span, ty: self.notes.variable_type(variable), kind: ExprKind::Var(variable) },
        };
        if let (ExprKind::Member(_, Member::Field(_)), Type::Thing(kind)) = (&list.kind, list.ty.each())
            && is_told_apart(&body, variable)
        {
            self.notes.owners_told_apart.insert(*kind);
        }
        let is_extreme = matches!(reduce, Reduce::Highest | Reduce::Lowest);
        if is_extreme {
            self.has_order(&body.ty);
        }
        let (wanted, ty) = if is_extreme { (ordered(&body.ty), ordered(&body.ty)) } else { (wanted, ty) };
        let body = if reduce == Reduce::Count && body.ty != Type::YesNo {
            counted(body)
        } else {
            self.fit(body, &wanted, env)
        };
        let kind = ExprKind::Reduce { reduce, variable, list: Box::new(list), body: Box::new(body) };
        Expr { span, ty, kind }
    }

    /// `sum(list)`; a lone value is a list of one.
    pub fn reduce_values(&mut self, env: &Env, reduce: Reduce, list: &ast::Expr, span: Span) -> Expr {
        let typed = self.expr(env, list, None);
        if typed.ty == Type::Unknown {
            return Expr::unknown(span);
        }
        if matches!(typed.ty, Type::Many(_) | Type::Plan(_)) {
            let word = ast::Word { text: SharedText::default(), span: list.span };
            return self.reduce(env, reduce, (&word, list, None), span);
        }
        let message = format!("this is {}, but a list is needed here", self.type_name(&typed.ty));
        self.report(
            Diagnostic::error(codes::LIST, typed.span, message)
                .help("for parts of a list, write `sum(x in LIST : x.PART)` or `any(x in LIST : x.PART is …)`"),
        );
        Expr::unknown(span)
    }

    /// `sum(a, b, c)`; as in every sum, what is not reached counts nothing.
    fn sum_of_several(&mut self, env: &Env, arguments: &[CallArgument], span: Span) -> Expr {
        let mut total = Expr::number(span, 0);
        for argument in arguments {
            let Some(value) = self.single(argument) else { continue };
            let value = self.expr(env, value, Some(&Type::Number));
            let value = self.fit(value, &Type::Number, env);
            let nothing = Box::new(Expr::number(span, 0));
            let kind = ExprKind::Binary(BinaryOp::Otherwise, Box::new(value), nothing);
            let value = Expr { span, ty: Type::Number, kind };
            let kind = ExprKind::Binary(BinaryOp::Add, Box::new(total), Box::new(value));
            total = Expr { span, ty: Type::Number, kind };
        }
        total
    }

    /// `max(a, b)`; levels of one scale have a greatest as well, and dice a largest.
    fn extreme(
        &mut self,
        env: &Env,
        (builtin, greatest): (&Builtin, bool),
        arguments: &[CallArgument],
        span: Span,
    ) -> Expr {
        let mut of = Vec::new();
        let mut wanted: Option<Type> = None;
        for argument in arguments {
            let Some(value) = self.single(argument) else { continue };
            let typed = self.expr(env, value, wanted.as_ref());
            self.has_order(&typed.ty);
            let wanted = wanted.get_or_insert_with(|| ordered(&typed.ty)).clone();
            of.push(self.fit(typed, &wanted, env));
        }
        if arguments.len() < 2 {
            self.wrong_call(builtin, (arguments.len(), 2), span);
        }
        Expr { span, ty: wanted.unwrap_or(Type::Number), kind: ExprKind::Extreme { greatest, of } }
    }

    fn absolute(&mut self, env: &Env, builtin: &Builtin, arguments: &[CallArgument], span: Span) -> Expr {
        let params = [("number".into(), Type::Number, VarId(0))];
        let mut typed = self.arguments(env, &params, arguments, span, builtin.name);
        let value = typed.pop().unwrap_or_else(|| Expr::unknown(span));
        Expr { span, ty: Type::Number, kind: ExprKind::Absolute(Box::new(value)) }
    }
}

/// What values of a type are compared as, to find the greatest.
fn ordered(ty: &Type) -> Type {
    if let Type::Level(_) | Type::Die = ty { ty.clone() } else { Type::Number }
}

/// What a value for each of a list has to be, and what comes of them.
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
    not(unreached)
}

/// Whether a condition asks if what it goes through is a certain thing.
fn is_told_apart(condition: &Expr, variable: VarId) -> bool {
    let is_it = |side: &Expr| matches!(side.kind, ExprKind::Var(id) if id == variable);
    if let ExprKind::Binary(BinaryOp::Is | BinaryOp::IsNot, one, other) = &condition.kind {
        return is_it(one) || is_it(other);
    }
    condition.parts().into_iter().any(|part| is_told_apart(part, variable))
}
