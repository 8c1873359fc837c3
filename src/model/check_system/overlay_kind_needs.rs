//! The `needs` of a kind, removed or replaced: such a condition has no name and is referred to by its words.

use smol_str::format_smolstr;

use super::overlay_touches::{How, Touch};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::one_of;
use crate::source::Span;
use crate::syntax::ast::{LineChange, LineChangeKind, Needs, Phrase, Statement, StatementKind, Text};
use crate::syntax::print_expression;

/// Changes one of the conditions; answers what is touched, and where the old one stood.
pub fn change(needs: &mut Vec<Needs>, change: &LineChange, span: Span) -> Result<(Touch, Span), Diagnostic> {
    let kind = change.path.first().map(Phrase::text).unwrap_or_default();
    let place = change.path.iter().fold(change.word.span, |span, name| span.to(name.span()));
    let complain = |span: Span, message: String| Diagnostic::error(codes::BAD_OVERLAY, span, message);
    let wanted = change.text.as_ref();
    let among = |says: &dyn Fn(&Needs, &str) -> bool| {
        let says = |one: &Needs| wanted.is_none_or(|text| says(one, &text.text));
        needs.iter().enumerate().filter(|(_, one)| says(one)).map(|(at, _)| at).collect::<Vec<usize>>()
    };
    let found = Some(among(&|one, text| one.why.text == text)).filter(|found| !found.is_empty());
    let found = found.unwrap_or_else(|| among(&holds));
    let all = || {
        one_of(
            needs
                .iter()
                .map(|one| format!("needs {kind} \"{}\"", beginning(&one.why)))
                .collect::<Vec<_>>()
                .iter()
                .map(String::as_str),
        )
    };
    let at = match found.as_slice() {
        [only] => *only,
        [] if needs.is_empty() => return Err(complain(place, format!("`{kind}` has no line `needs`"))),
        [] => {
            let span = wanted.map_or(place, |text| text.span);
            return Err(complain(span, format!("`{kind}` has no `needs` line with this text"))
                .help(format!("say which: {}", all())));
        }
        [..] => {
            let message = format!("`{kind}` has several `needs` lines");
            return Err(complain(place, message).help(format!("say which: {}", all())));
        }
    };
    let new = match &change.kind {
        LineChangeKind::Remove => Vec::new(),
        LineChangeKind::Replace(body) => body.iter().map(only_needs).collect::<Result<Vec<Needs>, Diagnostic>>()?,
        LineChangeKind::Add { .. } | LineChangeKind::Extend(_) => {
            let help = format!("all of them must be true, in any order: `extend kind {kind} {{ needs … }}` adds one");
            return Err(complain(place, format!("the `needs` lines of `{kind}` have no order")).help(help));
        }
    };
    let Some(old) = needs.get(at) else { return Err(complain(place, format!("`{kind}` has no such line"))) };
    let (old, path) =
        (old.span, vec![format_smolstr!("kind {kind}"), format_smolstr!("needs needs \"{}\"", old.why.text)]);
    needs.splice(at..=at, new);
    Ok((Touch::new(path, How::Replaces, span).of_line(old), old))
}

/// Whether a text is a part of what is said or needed.
fn holds(needs: &Needs, text: &str) -> bool {
    !text.is_empty() && (needs.why.text.contains(text) || print_expression(&needs.condition).contains(text))
}

/// What a text says before its first hole.
fn beginning(text: &Text) -> &str {
    let end = text.holes.first().map_or(text.text.len(), |hole| hole.at);
    text.text.get(..end).unwrap_or(&text.text).trim_end()
}

fn only_needs(line: &Statement) -> Result<Needs, Diagnostic> {
    if let StatementKind::Needs(needs) = &line.kind {
        return Ok(needs.clone());
    }
    let complaint = Diagnostic::error(
        codes::BAD_OVERLAY,
        line.span,
        "a condition (`needs`) of a kind can be replaced only by conditions",
    );
    Err(complaint.help("write `needs CONDITION else \"why\"` here"))
}
