//! What functions of house rules read at their hooks: their parameters, as names.

use super::points::{Point, joined};
use super::{Env, Typer};
use crate::diagnostic::nearest::{nearest, question};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, FunctionId, ProcedureId, Read, ReadKind, Type};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, Phrase, Word};

/// More words of one parameter are not tried as names: each may end a name or go on with it.
const MOST_WORDS: usize = 8;

/// A function that stands somewhere, its name, and where it is written.
pub type At<'n> = (FunctionId, &'n str, Span);

impl Typer<'_> {
    /// What a parameter reads: something of the point itself, or a name that is known there. Of several points of one
    /// name one has to know it, and at the others it is not reached.
    pub fn read(&mut self, env: &Env, parameter: &str, at: At<'_>, point: &Point) -> Read {
        let kind = match self.read_of_point(parameter, point) {
            Some(kind) => Ok(kind),
            None => self.read_by_name(env, parameter, at, point).map(ReadKind::Value),
        };
        let name = SharedText::from(parameter);
        let known = (at.0, name.clone());
        match kind {
            Ok(kind) => {
                self.notes.posted.reads.insert(known, None);
                Read { name, kind }
            }
            Err(complaint) => {
                self.notes.posted.reads.entry(known).or_insert(Some(complaint));
                Read { name, kind: ReadKind::Value(unreached(at.2)) }
            }
        }
    }

    fn read_of_point(&self, parameter: &str, point: &Point) -> Option<ReadKind> {
        if point.total == Some(parameter) {
            return Some(ReadKind::Total);
        }
        if point.result.as_deref() == Some(parameter) {
            return Some(ReadKind::Result);
        }
        let qualifiers = &self.system.plans[point.plan?].qualifiers;
        match qualifiers.iter().position(|qualifier| joined(&qualifier.name) == parameter) {
            Some(place) => Some(ReadKind::Qualifier(place)),
            None => (parameter == "item").then_some(ReadKind::Item),
        }
    }

    /// An underscore is a space, a dot or an apostrophe, and one of the readings must be a name.
    fn read_by_name(&mut self, env: &Env, parameter: &str, at: At<'_>, point: &Point) -> Result<Expr, Diagnostic> {
        let (_, function, span) = at;
        let words: Vec<&str> = parameter.split('_').filter(|word| !word.is_empty()).collect();
        let mut found: Vec<(SharedText, Expr)> = Vec::new();
        let mut unreadable = None;
        let used = self.notes.uses.mark();
        let with_apostrophes = self.with_apostrophes(env, &words);
        let with_apostrophes: Vec<&str> = with_apostrophes.iter().map(String::as_str).collect();
        let others = if with_apostrophes == words { Vec::new() } else { readings(&with_apostrophes, span) };
        for reading in readings(&words, span).into_iter().chain(others) {
            let outside = std::mem::take(&mut self.notes.sink);
            let value = self.expr(env, &reading, None);
            let value = if value.ty == Type::Roll { self.fit(value, &Type::Number, env) } else { value };
            let failed = std::mem::replace(&mut self.notes.sink, outside).has_errors();
            if !failed && is_readable(&value.ty) {
                found.push((crate::syntax::print_expression(&reading).into(), value));
            } else if !failed && !is_a_scale(&value.ty) {
                unreadable = Some(value.ty);
            }
        }
        // A parameter is a name of another language, and none of its readings stands there.
        self.notes.uses.forget_after(used);
        if found.len() > 1 {
            let all: Vec<String> = found.iter().map(|(text, _)| format!("`{text}`")).collect();
            let message = format!("`{function}` reads `{parameter}`, which can be {}", all.join(" or "));
            self.report(Diagnostic::error(codes::HOOK, span, message).help("rename one of them"));
        }
        match (found.pop(), unreadable) {
            (Some((_, value)), _) => Ok(value),
            (None, Some(ty)) => Err(self.unreadable(parameter, at, &ty)),
            (None, None) => Err(self.no_name(env, (parameter, &words), at, point)),
        }
    }

    /// The words of a parameter, where those that are one word with an apostrophe in a name here are put together: `d'art` for `d`, `art`.
    fn with_apostrophes(&self, env: &Env, words: &[&str]) -> Vec<String> {
        let fields = self.system.kinds.iter().flat_map(|kind| kind.fields.iter().map(|field| field.name.clone()));
        let locals = self.system.procedures.iter().flat_map(|one| one.locals.iter().map(|local| local.name.clone()));
        let names: Vec<SharedText> = self.visible(env, None).into_iter().chain(fields).chain(locals).collect();
        let apostrophes = names.iter().flat_map(|name| name.split(' ')).filter(|word| word.contains('\''));
        let mut joined: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        for word in apostrophes {
            let parts: Vec<&str> = word.split('\'').collect();
            if let Some(at) = joined.windows(parts.len()).position(|window| window == parts.as_slice()) {
                joined.splice(at..at + parts.len(), [word.to_owned()]);
            }
        }
        joined
    }

    /// Something of that name is there, but nothing that could be handed to a function.
    fn unreadable(&self, parameter: &str, (_, function, span): At<'_>, ty: &Type) -> Diagnostic {
        let what = self.type_name(ty);
        let message = format!("`{function}` reads `{parameter}`, which is {what}, not a single value");
        let help = match ty {
            Type::Many(_) | Type::Plan(_) => {
                "compute what you need in a house rule, as in `add before LINE { let many = count(LIST) }`, and \
                 read that"
                    .to_owned()
            }
            Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Die
            | Type::Text
            | Type::Thing(_)
            | Type::Run(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Dice
            | Type::Item(_)
            | Type::NamedModifier
            | Type::Unknown => format!("read one part of it: `{parameter}_NAME` for `{parameter}.name`"),
        };
        Diagnostic::error(codes::HOOK, span, message).help(help)
    }

    /// Nothing of that name is known at the point.
    fn no_name(
        &self,
        env: &Env,
        (parameter, words): (&str, &[&str]),
        (_, function, span): At<'_>,
        point: &Point,
    ) -> Diagnostic {
        let complaint = Diagnostic::error(
            codes::HOOK,
            span,
            format!("`{function}` reads `{parameter}`, which is not a name there"),
        );
        if let Some((name, procedure)) = self.elsewhere(env, words) {
            let stands = env.procedure.map(|own| format!(", but `{function}` is in `{}`", self.procedure_name(own)));
            let told = format!("`{name}` is in `{procedure}`{}", stands.unwrap_or_default());
            return complaint.help(format!("{told}; choose a hook of `{procedure}`"));
        }
        let own = point.total.map(SharedText::from).into_iter().chain(point.result.clone());
        let known = self.visible(env, None).iter().map(|name| joined(name)).chain(own).collect::<Vec<_>>();
        match nearest(parameter, known.iter().map(SharedText::as_str).filter(|known| *known != parameter)) {
            Some(near) => complaint.help(question(parameter, near)),
            None => complaint.help(
                "name a parameter after what it reads, with `_` for each space or dot: `lamp_oil` reads `lamp.oil`",
            ),
        }
    }

    /// A value of another procedure that is called so.
    fn elsewhere(&self, env: &Env, words: &[&str]) -> Option<(SharedText, SharedText)> {
        let name = words.join(" ");
        let all = self.system.procedures.iter().enumerate();
        let mut others = all.filter(|(place, _)| env.procedure.is_none_or(|own| own.0 != *place));
        let (_, found) = others.find(|(_, procedure)| procedure.locals.iter().any(|local| local.name == name))?;
        Some((name.into(), found.name.clone()))
    }

    fn procedure_name(&self, id: ProcedureId) -> &str {
        &self.system.procedures[id].name
    }
}

/// The name of a scale is a list of its levels, which nobody means who names a parameter so.
fn is_a_scale(ty: &Type) -> bool {
    matches!(ty, Type::Many(of) if matches!(**of, Type::Level(_)))
}

/// What is read where nothing of that name is known.
fn unreached(span: Span) -> Expr {
    Expr { ty: Type::Number, ..Expr::unknown(span) }
}

/// Every way to read words as a name: each gap is a space or a dot.
fn readings(words: &[&str], span: Span) -> Vec<ast::Expr> {
    if words.is_empty() || words.len() > MOST_WORDS {
        return Vec::new();
    }
    let ways = 1_usize << (words.len() - 1);
    (0..ways).map(|dots| reading(words, dots, span)).collect()
}

/// Bit `n` of `dots` is set where a dot stands after word `n`.
fn reading(words: &[&str], dots: usize, span: Span) -> ast::Expr {
    let mut names: Vec<Vec<Word>> = vec![Vec::new()];
    for (place, word) in words.iter().enumerate() {
        if let Some(last) = names.last_mut() {
            last.push(Word { text: (*word).into(), span });
        }
        if dots >> place & 1 == 1 {
            names.push(Vec::new());
        }
    }
    let mut names = names.into_iter().map(|words| Phrase { words });
    let first = names.next().unwrap_or(Phrase { words: Vec::new() });
    let base = ast::Expr { span, kind: ast::ExprKind::Name(first) };
    names.fold(base, |base, name| ast::Expr { span, kind: ast::ExprKind::Member(Box::new(base), name) })
}

/// What a function can read at a point: a list of numbers is read as its sum.
fn is_readable(ty: &Type) -> bool {
    match ty {
        Type::Many(of) => **of == Type::Number,
        plain @ (Type::Number
        | Type::YesNo
        | Type::Level(_)
        | Type::Die
        | Type::Text
        | Type::Thing(_)
        | Type::Run(_)
        | Type::Card(_)
        | Type::TableRow(_)
        | Type::Roll
        | Type::Dice
        | Type::Plan(_)
        | Type::Item(_)
        | Type::NamedModifier
        | Type::Unknown) => plain.is_plain(),
    }
}
