//! External functions, called by name: those of house rules, and those of the host.

use super::{Env, Typer};
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::one_of;
use crate::model::{Expr, ExprKind, FunctionId, HouseFunction, Named, Parameter, Signature, Type};
use crate::source::Span;
use crate::syntax::ast::{self, CallArgument, Phrase};
use crate::syntax::print_expression;

/// Who answers a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A house rule: `house.NAME(…)`.
    House,
    /// The program that runs the script: `host.NAME(…)`.
    Host,
}

impl Whose {
    /// Who is meant by the word before the dot.
    pub fn named(word: &str) -> Option<Self> {
        [Whose::House, Whose::Host].into_iter().find(|whose| whose.word() == word)
    }

    /// The word before the dot.
    pub fn word(self) -> &'static str {
        match self {
            Whose::House => "house",
            Whose::Host => "host",
        }
    }

    fn has(self, function: &HouseFunction) -> bool {
        function.signature.is_some() == (self == Whose::Host)
    }
}

impl Typer<'_> {
    /// `house.NAME(arguments)`, `host.NAME(arguments)`
    pub fn house_call(
        &mut self,
        env: &Env,
        (whose, name): (Whose, &Phrase),
        arguments: &[CallArgument],
        span: Span,
    ) -> Expr {
        let Some(id) = self.function(whose, name, false) else { return Expr::unknown(span) };
        let call = format!("{}.{}", whose.word(), name.text());
        let Some(typed) = self.handed(env, id, (&call, arguments), span) else { return Expr::unknown(span) };
        let returns = self.system.functions[id].signature.as_ref().and_then(|signature| signature.returns.clone());
        let ty = returns.map_or(Type::Number, |returns| self.answered(&returns, span));
        Expr { span, ty, kind: ExprKind::House(id, typed) }
    }

    /// A function by its name. Those that act are signalled, all others are called.
    pub fn function(&mut self, whose: Whose, name: &Phrase, acts: bool) -> Option<FunctionId> {
        let wanted = name.text().replace(' ', "_");
        let fits = |function: &HouseFunction| {
            whose.has(function)
                && function.signature.as_ref().is_some_and(|signature| signature.returns.is_none()) == acts
        };
        let all = &self.system.functions;
        let called = all.pairs().filter(|(_, one)| fits(one) && one.name == wanted);
        let found: Vec<FunctionId> = called.map(|(id, _)| id).collect();
        match found.as_slice() {
            [only] => {
                self.notes.posted.used.insert(*only);
                self.used(Named::Function(*only), name.span());
                return Some(*only);
            }
            [] => {
                let names: Vec<String> = all.iter().filter(|one| fits(one)).map(|one| one.name.clone()).collect();
                self.no_function((whose, acts), name, &names);
            }
            [first, second, ..] => {
                let (first, second) = (all[*first].span, all[*second].span);
                let complaint =
                    Diagnostic::error(codes::HOOK, name.span(), format!("two house rules have a function `{wanted}`"));
                self.report(
                    complaint.also(first, "one of them").also(second, "the other one").help("rename one of them"),
                );
            }
        }
        None
    }

    fn no_function(&mut self, (whose, acts): (Whose, bool), name: &Phrase, names: &[String]) {
        let wanted = name.text();
        let message = match (whose, acts) {
            (Whose::House, _) => format!("no house rule has a function `{wanted}`"),
            (Whose::Host, false) => format!("the host program has no function `{wanted}`"),
            (Whose::Host, true) => format!("the host program has no action `{wanted}`"),
        };
        let near = guess(&wanted, names.iter().map(String::as_str));
        let code = if whose == Whose::House { codes::UNKNOWN_NAME } else { codes::NO_HOST };
        let complaint = Diagnostic::error(code, name.span(), message).did_you_mean(near, || match (names, whose) {
            ([_, ..], _) => format!("there is {}", one_of(names.iter().map(String::as_str))),
            ([], Whose::House) => "bring its file in with `use house \"NAME.rhai\"`".to_owned(),
            ([], Whose::Host) => "run it in the program it was written for, or replace it with a rule".to_owned(),
        });
        self.report(match near {
            // A function is spoken of by whose it is; its name alone is what is misspelt.
            Some(near) if !acts => complaint.help(format!("did you mean `{}.{}`?", whose.word(), near.name)),
            _ => complaint,
        });
    }

    /// The arguments of a call, each of a type that the function takes.
    pub fn handed(
        &mut self,
        env: &Env,
        id: FunctionId,
        (call, arguments): (&str, &[CallArgument]),
        span: Span,
    ) -> Option<Vec<Expr>> {
        let HouseFunction { parameters, signature, .. } = self.system.functions[id].clone();
        if arguments.len() != parameters.len() {
            let help = format!("write `{call}({})`", parameters.join(", "));
            self.wrong_arguments(call, (arguments.len(), parameters.len()), span, &help);
            return None;
        }
        let mut typed = Vec::new();
        for (place, argument) in arguments.iter().enumerate() {
            let argument = self.single(argument)?;
            let takes = signature.as_ref().and_then(|Signature { takes, .. }| takes.get(place));
            typed.push(self.handed_value(env, argument, takes)?);
        }
        Some(typed)
    }

    /// The type of what the host answers.
    fn answered(&mut self, returns: &Parameter, span: Span) -> Type {
        match returns {
            Parameter::Number | Parameter::Word => Type::Number,
            Parameter::YesNo => Type::YesNo,
            Parameter::Level(scale) => {
                if let Some(scale) = self.system.names.scales.get(scale.as_str()).copied() {
                    return self.system.level_type(scale);
                }
                let message = format!("the host returns a level of `{scale}`, but there is no such scale");
                self.report(Diagnostic::error(codes::WRONG_SCALE, span, message));
                Type::Unknown
            }
        }
    }

    fn handed_value(&mut self, env: &Env, argument: &ast::Expr, takes: Option<&Parameter>) -> Option<Expr> {
        let wanted = match takes {
            Some(Parameter::Number) => Some(Type::Number),
            Some(Parameter::YesNo) => Some(Type::YesNo),
            Some(Parameter::Level(scale)) => {
                let Some(scale) = self.system.names.scales.get(scale.as_str()).copied() else {
                    let message =
                        format!("this is passed to the host as a level of `{scale}`, but there is no such scale");
                    self.report(Diagnostic::error(codes::WRONG_SCALE, argument.span, message));
                    return None;
                };
                Some(self.system.level_type(scale))
            }
            Some(Parameter::Word) | None => None,
        };
        let value = self.expr(env, argument, wanted.as_ref());
        let value = match &wanted {
            Some(wanted) => self.fit(value, wanted, env),
            None => value,
        };
        let fits = match takes {
            Some(Parameter::Word) => matches!(value.ty, Type::Text | Type::Thing(_)),
            _ => value.ty.is_plain(),
        };
        if value.ty != Type::Unknown && !fits {
            let help = match takes {
                Some(Parameter::Word) => "pass a text or a name".to_owned(),
                _ if value.ty == Type::Roll => {
                    let roll = print_expression(argument);
                    format!("pass a number from the roll, such as `{roll}.sum`, `{roll}.highest` or `{roll}.count(6)`")
                }
                _ => "pass a number, yes or no, a level, a name or a text".to_owned(),
            };
            let message = "this cannot be passed to a function";
            self.report(Diagnostic::error(codes::WRONG_TYPE, value.span, message).help(help));
        }
        Some(value)
    }
}
