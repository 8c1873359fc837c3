//! Parts of a line that nothing reads: no line is understood only in part.

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{ExprKind, Line, LineValue};
use crate::syntax::print_expression;

/// What a line may have besides the words it begins with.
#[derive(Clone, Copy, Default)]
pub struct Takes {
    /// A value that does not stand among its words.
    pub value: bool,
    /// Words in quotes.
    pub text: bool,
    /// Braces.
    pub body: bool,
}

impl SceneChecker<'_> {
    /// Reports the first part of a line that does not belong to it. `what` says which line this is.
    pub fn nothing_more(&mut self, line: &Line, what: &str, takes: Takes) {
        let Some((place, part)) = beyond(line, takes) else { return };
        if part == "value" && self.joined_name(line, what) {
            return;
        }
        let message = format!("this {part} is not allowed after {what}");
        let help = "remove it, or put it on its own line";
        self.report(Diagnostic::error(codes::MISPLACED, place, message).help(help));
    }

    /// Reports `task look and listen`: a name that holds a word of the language.
    fn joined_name(&mut self, line: &Line, what: &str) -> bool {
        let LineValue::Through(value) = &line.value else { return false };
        let ExprKind::Binary(operator, left, right) = &value.kind else { return false };
        let (ExprKind::Name(_), Some(word)) = (&left.kind, operator.word()) else { return false };
        let (first, second) = (print_expression(left), print_expression(right));
        let head = what.trim_matches('`');
        if first == head {
            let message = format!("`{word}` is a word of the language and cannot be a name");
            self.report(Diagnostic::error(codes::MISPLACED, value.span, message).help("choose another name"));
            return true;
        }
        let message = format!("`{word}` is a word of the language and cannot be part of a name");
        let help = format!("omit `{word}`: `{first} {second}`; or write two lines, `{first}` and `{head} {second}`");
        self.report(Diagnostic::error(codes::MISPLACED, value.span, message).help(help));
        true
    }

    /// Remarks on braces with nothing between them that a line need not have.
    pub fn needless_braces(&mut self, line: &Line) {
        if line.body.as_ref().is_some_and(Vec::is_empty) {
            let message = format!("there is nothing between the braces of `{}`", line.words.text());
            let help = "write its lines between them, or remove them";
            self.report(Diagnostic::warning(codes::IDLE, line.words.span(), message).help(help));
        }
    }

    /// Remarks on a line that speaks of nothing but what stands between its braces, where nothing does.
    pub fn says_nothing(&mut self, line: &Line) {
        if line.body.as_ref().is_none_or(Vec::is_empty) {
            let message = format!("`{}` does nothing here: its braces are empty", line.words.text());
            let help = "fill in its braces, or remove the line";
            self.report(Diagnostic::warning(codes::IDLE, line.words.span(), message).help(help));
        }
    }
}

fn beyond(line: &Line, takes: Takes) -> Option<(Span, &'static str)> {
    let value = match &line.value {
        LineValue::After(value) | LineValue::Through(value) if !takes.value => Some((value.span, "value")),
        LineValue::Faces(faces) if !takes.value => faces.first().map(|(_, span)| (*span, "value")),
        LineValue::None | LineValue::After(_) | LineValue::Through(_) | LineValue::Faces(_) => None,
    };
    let text = line.text.as_ref().filter(|_| !takes.text).map(|text| (text.span, "text"));
    let by = line.by.as_ref().map(|who| (who.span(), "`by`"));
    let versus = line.versus.as_ref().map(|whom| (whom.span(), "`versus`"));
    let body = line.body.as_ref().filter(|_| !takes.body).map(|_| (line.words.span(), "pair of braces"));
    value.or(text).or(by).or(versus).or(body)
}
