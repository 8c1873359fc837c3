//! The contents of a blank or a field: the value of a line, with its label, its reason and its limits.

use super::checker::SceneChecker;
use super::misfilled::between_braces;
use super::words::{Beginnings, join, place_of};
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::certain::is_same;
use crate::model::listing::one_of;
use crate::model::typing::{Env, Filling, constant_of, value_outside};
use crate::model::{Argument, Entry, Expr, ExprKind, Named, NamedModifierId, ProcedureId, ScaleId, Type};
use crate::shared_text::SharedText;
use crate::syntax::ast::{self, BinaryOp, Line, LineValue, Phrase, UnaryOp};
use crate::syntax::print_expression;

/// A blank or a field that a line fills.
pub struct Blank {
    pub name: SharedText,
    pub ty: Type,
    pub limits: Option<(i64, i64)>,
    pub by: Option<ScaleId>,
    /// The procedure whose blank it is; none of a field.
    pub asked_by: Option<ProcedureId>,
}

impl Blank {
    /// The type of one of its values.
    pub fn element(&self) -> &Type {
        self.ty.each()
    }
}

impl<'a> SceneChecker<'a> {
    /// What a blank or a field holds after this line; `old` is what it held before.
    pub fn fill(
        &mut self,
        env: &Env,
        blank: &Blank,
        line: &'a Line,
        used: usize,
        old: Option<Argument>,
    ) -> Option<Argument> {
        self.only_a_value(blank, line);
        let mut used = used;
        let index = blank.by.and_then(|by| {
            let (place, words) = self.level_prefix(by, &line.words.words[used..])?;
            self.used(Named::Level(by, place), place_of(&line.words.words[used..used + words]));
            used += words;
            Some(place)
        });
        if let (Some(by), None) = (blank.by, index)
            && self.misspelt_level(by, (line, used))
        {
            return old;
        }
        let element = blank.element().clone();
        let in_sheet = self.level_in_sheet(blank, line).filter(|_| index.is_none());
        let index = index.or(in_sheet);
        let value = match self.comma_missing(blank, (line, used)) {
            _ if in_sheet.is_some() => None,
            Some(first) => Some(name_of(first)),
            None => self.line_value(line, used),
        };
        if let (Some(by), None, Some(value)) = (blank.by, index, &value) {
            self.whole_family(blank, by, (line, value));
            return None;
        }
        let entry = self.entry(env, blank, &element, (line, value))?;
        let entry = Entry { index, ..entry };
        if matches!(blank.ty, Type::Many(_)) || index.is_some() {
            let mut entries = match old {
                Some(Argument::List(entries)) => entries,
                // Most hold one, and a session keeps thousands of them; growing would make room for four.
                _ => Vec::with_capacity(1),
            };
            self.one_of_several(blank, &entries, &entry);
            entries.push(entry);
            return Some(Argument::List(entries));
        }
        if let Some(Argument::One(first)) = &old {
            let message = format!("`{}` is filled twice", blank.name);
            self.report(
                Diagnostic::error(codes::FILLED_TWICE, line.words.span(), message)
                    .also(first.span, "filled here first")
                    .help("remove one of the lines"),
            );
        }
        Some(Argument::One(Box::new(entry)))
    }

    /// Reports a word before a value that is no level, where each level has a value of its own: `cost winds 3`.
    fn misspelt_level(&mut self, by: ScaleId, (line, used): (&Line, usize)) -> bool {
        let rest = &line.words.words[used..];
        if rest.is_empty() || !matches!(line.value, LineValue::After(_)) {
            return false;
        }
        let (scale, name) = (&self.system.scales[by], join(rest));
        let levels = || scale.levels.iter().map(SharedText::as_str);
        let message = format!("`{name}` is not a level of `{}`", scale.name);
        let complaint = Diagnostic::error(codes::UNKNOWN_LEVEL, place_of(rest), message);
        let complaint =
            complaint.did_you_mean(guess(&name, levels()), || format!("the levels are {}", one_of(levels())));
        self.report(complaint);
        true
    }

    /// The level in the place of a value, which only a sheet can write there: in a field with *yes* or *no* for each, it is *yes* for
    /// this one, as in a scene.
    fn level_in_sheet(&mut self, blank: &Blank, line: &Line) -> Option<usize> {
        let (by, LineValue::After(ast::Expr { kind: ast::ExprKind::Name(level), .. })) = (blank.by?, &line.value)
        else {
            return None;
        };
        let place = self.system.scales[by].level(&level.text()).filter(|_| *blank.element() == Type::YesNo)?;
        self.used(Named::Level(by, place), level.span());
        Some(place)
    }

    /// A value beside others in a blank: one that is asked for at the table stands alone, and one that has a name stands there
    /// once.
    fn one_of_several(&mut self, blank: &Blank, others: &[Entry], entry: &Entry) {
        let named = |kind: &ExprKind| matches!(kind, ExprKind::NamedModifier(_) | ExprKind::Thing(_));
        if entry.value.kind == ExprKind::Question {
            let message = format!("`?` asks for one value, but `{}` can take several", blank.name);
            let help = "write the values, each on its own line";
            self.report(Diagnostic::error(codes::NO_CHOICE, entry.value.span, message).help(help));
        }
        self.said_already(blank, others, entry);
        let first = others.iter().find(|other| named(&other.value.kind) && other.value.kind == entry.value.kind);
        let first = first.map(|first| first.span).or_else(|| {
            let filled = others.iter().find(|other| entry.index.is_some() && other.index == entry.index);
            filled.map(|filled| filled.span)
        });
        if let Some(first) = first {
            let (name, label) = (&blank.name, &entry.label);
            let message = if *name == *label {
                format!("`{name}` is written twice")
            } else {
                format!("`{name}` has `{label}` twice")
            };
            self.report(
                Diagnostic::error(codes::FILLED_TWICE, entry.span, message)
                    .also(first, "the first time")
                    .help("once is enough: remove one of the lines, or give the second one its own name"),
            );
        }
    }

    /// Remarks on a value that stands there already with the same reason, word for word.
    fn said_already(&mut self, blank: &Blank, others: &[Entry], entry: &Entry) {
        let same = |other: &&Entry| {
            entry.text.is_some() && other.text == entry.text && is_the_same_value(&other.value, &entry.value)
        };
        let Some(first) = others.iter().find(same) else { return };
        let message = format!("`{}` has this line twice, and both count", blank.name);
        let found = Diagnostic::warning(codes::FILLED_TWICE, entry.span, message).also(first.span, "the first time");
        self.report(found.help("remove one of the lines, or give the second one a different reason"));
    }

    /// A blank that holds a value has no braces and nobody who acts.
    fn only_a_value(&mut self, blank: &Blank, line: &Line) {
        if line.body.is_none() && line.by.is_none() && line.versus.is_none() {
            return;
        }
        let message = format!("`{}` takes only a value and a reason", blank.name);
        let help = between_braces(line, &blank.name).unwrap_or_else(|| {
            "remove everything after the reason; to limit a modifier to those who know of it, write where it is declared: \
             `modifier NAME 2 \"…\" known to WHO`"
                .into()
        });
        self.report(Diagnostic::error(codes::MISPLACED, line.words.span(), message).help(help));
    }

    fn entry(
        &mut self,
        env: &Env,
        blank: &Blank,
        element: &Type,
        (line, value): (&'a Line, Option<ast::Expr>),
    ) -> Option<Entry> {
        let span = line.words.span();
        let text = line.text.as_ref().map(|text| self.fixed_text(text));
        let bare = value.as_ref().is_some_and(is_bare);
        let in_units = value.as_ref().is_some_and(is_in_units);
        let as_modifier = in_units || value.as_ref().is_some_and(is_signed);
        if let Some(value) = value.as_ref().filter(|value| is_signed(value)) {
            self.signed_amount(blank, value);
        }
        if let Some(value) = &value {
            self.looks_like_a_range(value);
        }
        let (value, label) = match value {
            Some(value) if *element == Type::YesNo && is_number(&value) => {
                self.number_for_yes_or_no(blank, line, &value);
                return None;
            }
            Some(value) if self.number_for_texts(blank, line, &value) => return None,
            Some(value) if *element == Type::YesNo && self.second_level(blank, (line, &value)) => return None,
            Some(value) => {
                let label = written_label(&value).unwrap_or_else(|| blank.name.clone());
                let filling = blank.asked_by.map(|asked_by| Filling { name: blank.name.clone(), asked_by });
                (self.wanted(&Env { filling, ..env.clone() }, &value, element), label)
            }
            None if *element == Type::Text && text.is_some() => {
                let said = text.clone().unwrap_or_default();
                (Expr { span, ty: Type::Text, kind: ExprKind::Text(said) }, blank.name.clone())
            }
            None if *element == Type::YesNo => {
                (Expr { span, ty: Type::YesNo, kind: ExprKind::Number(1) }, blank.name.clone())
            }
            None => {
                let wanted = self.type_name(element);
                let found = Diagnostic::error(codes::UNFILLED, span, format!("`{}` has no value", blank.name));
                let way = line.text.as_ref().and_then(|text| self.value_in_text(&blank.name, element, text));
                self.report(match way {
                    Some((help, fix)) => found.help(help).fix(fix),
                    None => found.help(format!("write {wanted} after it")),
                });
                return None;
            }
        };
        self.modifier_within(blank, &value, in_units);
        let named = if let ExprKind::NamedModifier(named) = value.kind { Some(named) } else { None };
        Some(Entry { label, value, text, span, named, index: None, bare, as_modifier })
    }

    /// Remarks on `10-20`, which is a subtraction and looks like a range.
    fn looks_like_a_range(&mut self, value: &ast::Expr) {
        let ast::ExprKind::Binary(BinaryOp::Subtract, low, high) = &value.kind else { return };
        let number = |side: &ast::Expr| {
            if let ast::ExprKind::Number { value, unit: None } = side.kind { Some(value) } else { None }
        };
        let (Some(from), Some(to)) = (number(low), number(high)) else { return };
        let has_blanks = high.span.start > low.span.end + 1;
        let Some(less) = from.checked_sub(to).filter(|less| *less < 0 && !has_blanks) else { return };
        let message = format!("`{from}-{to}` is read as {from} minus {to}, which is {less}");
        let help = format!("write one number; if you do mean {less}, put blanks around the `-`");
        self.report(Diagnostic::warning(codes::AMBIGUOUS_NAME, value.span, message).help(help));
    }

    /// What cannot be 0 is not added to anything: a number with a sign means something else than the blank holds.
    fn signed_amount(&mut self, blank: &Blank, value: &ast::Expr) {
        let Some((low @ 1.., high)) = blank.limits else { return };
        let (written, name) = (print_expression(value), &blank.name);
        let message = format!("`{written}` is a modifier, but `{name}` is a number from {low} to {high}");
        let help = "if you mean the number itself, write it without the sign; the rules compute its modifier";
        self.report(Diagnostic::error(codes::WRONG_TYPE, value.span, message).help(help));
    }

    /// A modifier that is known here, by its name or by its unit, lies within the limits of its blank; any other value as well.
    fn modifier_within(&mut self, blank: &Blank, value: &Expr, in_units: bool) {
        let named = named_in(value);
        let number = named.map_or_else(|| constant_of(value), |(id, sign)| self.value_of(id, sign));
        let (Some((low, high)), Some(number)) = (blank.limits, number) else { return };
        if named.is_none() && !in_units {
            self.check_limits(blank, value);
            return;
        }
        if (low..=high).contains(&number) {
            return;
        }
        let [shown, low, high] = [number, low, high].map(|number| self.system.notation.modifier(number));
        let message = match named {
            Some((id, _)) => {
                let name = &self.scene.named_modifiers[id].name;
                format!("`{}` takes `{name}`, which is {shown} here; it must be from {low} to {high}", blank.name)
            }
            None => format!("`{}` is {shown}; it must be from {low} to {high}", blank.name),
        };
        let found = Diagnostic::error(codes::OUT_OF_RANGE, value.span, message);
        self.report(match named {
            Some((id, _)) => found
                .also(self.scene.named_modifiers[id].span, "its value")
                .help(format!("name a modifier from {low} to {high}, or change the value of this one")),
            None => found.help(format!("write a modifier from {low} to {high}")),
        });
    }

    /// What a named modifier counts as it stands here.
    fn value_of(&self, id: NamedModifierId, sign: i64) -> Option<i64> {
        self.scene.named_modifiers[id].value.checked_mul(sign)
    }

    /// A value known here lies within the limits of its blank.
    pub fn check_limits(&mut self, blank: &Blank, value: &Expr) {
        if let Some(complaint) = blank.limits.and_then(|limits| value_outside(&blank.name, value, limits)) {
            self.report(complaint);
        }
    }

    /// The level that some words begin with, and how many words it takes.
    fn level_prefix(&self, scale: ScaleId, words: &[ast::Word]) -> Option<(usize, usize)> {
        let scale = &self.system.scales[scale];
        Beginnings::of(words).longest_first().find_map(|(used, name)| Some((scale.level(name)?, used)))
    }

    /// The value of a line whose first `used` words are its head.
    pub fn line_value(&mut self, line: &'a Line, used: usize) -> Option<ast::Expr> {
        let rest = &line.words.words[used..];
        let phrase = (!rest.is_empty()).then(|| Phrase { words: rest.to_vec() });
        match &line.value {
            LineValue::None => phrase.map(name_of),
            LineValue::After(expr) => {
                if let Some(phrase) = phrase {
                    self.two_values(&phrase, expr);
                }
                Some(expr.clone())
            }
            LineValue::Faces(faces) => {
                let beyond = faces.get(1).map_or(line.words.span(), |(_, span)| *span);
                let message = "one value is needed here, not several";
                let help = "to state several dice, write `NAME shows 3, 4`";
                self.report(Diagnostic::error(codes::UNKNOWN_LINE, beyond, message).help(help));
                let number = |(value, span): &(i64, _)| ast::Expr {
                    span: *span,
                    kind: ast::ExprKind::Number { value: *value, unit: None },
                };
                faces.first().map(number)
            }
            LineValue::Through(ast::Expr { span, kind: ast::ExprKind::Binary(BinaryOp::Equals, left, right) }) => {
                let written = format!("{} {}", print_expression(left), print_expression(right));
                let message = "a value follows its word, without `=`";
                let complaint = Diagnostic::error(codes::SYNTAX, *span, message).help(format!("write `{written}`"));
                self.report(complaint.fix(Fix::sure(*span, written)));
                Some((**right).clone())
            }
            LineValue::Through(expr) => {
                let value = replace_leftmost(expr, phrase.map(name_of));
                if value.is_none() {
                    let help = "write the value after the name: `NAME +1`, `NAME anna.rope`";
                    self.report(Diagnostic::error(codes::SYNTAX, expr.span, "this is not a value").help(help));
                }
                value
            }
        }
    }
}

/// The modifier that a value names, and whether it is turned round: `fog`, `-fog`.
fn named_in(value: &Expr) -> Option<(NamedModifierId, i64)> {
    if let ExprKind::NamedModifier(id) = value.kind {
        return Some((id, 1));
    }
    let ExprKind::Unary(sign, inner) = &value.kind else { return None };
    let (id, so_far) = named_in(inner)?;
    Some((id, if *sign == UnaryOp::Minus { -so_far } else { so_far }))
}

/// Whether two values are the same, however they are written: `+6` is `6`.
fn is_the_same_value(one: &Expr, other: &Expr) -> bool {
    is_same(one, other) || constant_of(one).is_some_and(|value| constant_of(other) == Some(value))
}

/// Whether a value is written as a modifier: `3b`, `2p`.
fn is_in_units(value: &ast::Expr) -> bool {
    matches!(value.kind, ast::ExprKind::Number { unit: Some(_), .. })
}

/// Whether a value is a number, with or without a sign.
pub fn is_number(value: &ast::Expr) -> bool {
    if let ast::ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, number) = &value.kind {
        return is_number(number);
    }
    matches!(value.kind, ast::ExprKind::Number { .. })
}

/// Whether a value is written with a sign: `+2`.
fn is_signed(value: &ast::Expr) -> bool {
    matches!(value.kind, ast::ExprKind::Unary(UnaryOp::Plus, _))
}

/// Whether a value is a plain number, of which nothing says whether it helps or hinders.
fn is_bare(value: &ast::Expr) -> bool {
    matches!(value.kind, ast::ExprKind::Number { value: 1.., unit: None })
}

fn name_of(phrase: Phrase) -> ast::Expr {
    ast::Expr { span: phrase.span(), kind: ast::ExprKind::Name(phrase) }
}

/// A value's own words, if it is a name.
fn written_label(value: &ast::Expr) -> Option<SharedText> {
    let ast::ExprKind::Name(phrase) = &value.kind else { return None };
    Some(phrase.text())
}

/// The expression with its leftmost name replaced, or, where nothing is left of the name, with what remains: the sign
/// of `bonus + 1` then belongs to the number.
fn replace_leftmost(expr: &ast::Expr, with: Option<ast::Expr>) -> Option<ast::Expr> {
    let span = expr.span;
    match &expr.kind {
        ast::ExprKind::Name(_) => with,
        ast::ExprKind::Member(base, member) => {
            let base = replace_leftmost(base, with)?;
            Some(ast::Expr { span, kind: ast::ExprKind::Member(Box::new(base), member.clone()) })
        }
        ast::ExprKind::Call(base, arguments) => match (replace_leftmost(base, with), arguments.as_slice()) {
            (Some(base), _) => Some(ast::Expr { span, kind: ast::ExprKind::Call(Box::new(base), arguments.clone()) }),
            (None, [ast::CallArgument::Value(only)]) => Some(only.clone()),
            _ => None,
        },
        ast::ExprKind::Binary(op, left, right) => {
            let right = right.clone();
            match (replace_leftmost(left, with), op) {
                (Some(left), _) => Some(ast::Expr { span, kind: ast::ExprKind::Binary(*op, Box::new(left), right) }),
                (None, BinaryOp::Add) => Some(ast::Expr { span, kind: ast::ExprKind::Unary(UnaryOp::Plus, right) }),
                (None, BinaryOp::Subtract) => {
                    Some(ast::Expr { span, kind: ast::ExprKind::Unary(UnaryOp::Minus, right) })
                }
                _ => None,
            }
        }
        // These begin with no name.
        ast::ExprKind::Number { .. }
        | ast::ExprKind::Die(_)
        | ast::ExprKind::Decimal { .. }
        | ast::ExprKind::Dice { .. }
        | ast::ExprKind::Keep { .. }
        | ast::ExprKind::Text(_)
        | ast::ExprKind::Question
        | ast::ExprKind::Unary(..)
        | ast::ExprKind::If(..) => None,
    }
}
