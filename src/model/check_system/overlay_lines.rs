//! The lines of a procedure that an overlay speaks of, each named by how it begins.

use smol_str::format_smolstr;

use super::overlay_touches::{How, Touch};
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::model::listing::one_of;
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{Expr, LineChange, LineChangeKind, Phrase, Statement, StatementKind};
use crate::syntax::print_expression;

/// A line of a procedure, found by its name.
pub struct FoundLine {
    pub procedure: SharedText,
    /// The step around it.
    step: Option<SharedText>,
    /// The line itself.
    pub line: Span,
}

/// The line that a change speaks of, in the body of its procedure.
pub fn find(body: Option<&[Statement]>, change: &LineChange) -> Result<FoundLine, Diagnostic> {
    let names: Vec<SharedText> = change.path.iter().map(Phrase::text).collect();
    let (procedure, wanted) = (names.first().cloned().unwrap_or_default(), names.get(1..).unwrap_or(&[]).join("."));
    let place = change.path.iter().fold(change.word.span, |span, name| span.to(name.span()));
    let complain = |message: String| Diagnostic::error(codes::BAD_OVERLAY, place, message);
    let Some(body) = body else {
        let help = "begin with the name of the procedure, then the name of the line: `let procedure.name`";
        return Err(complain(format!("there is no procedure `{procedure}`")).help(help));
    };
    let word = change.word.text.as_str();
    let mut lines = Vec::new();
    gather(body, None, &mut lines);
    lines.retain(|line| line.word == word);
    let meant: Vec<&Line<'_>> = lines.iter().filter(|line| line.is_called(&wanted)).collect();
    match meant.as_slice() {
        [] => {
            let own = change.path.last().map_or(place, Phrase::span);
            Err(nothing_there(complain(format!("`{procedure}` has no line `{word} {wanted}`")), &lines, (&wanted, own)))
        }
        [only] => Ok(FoundLine { procedure, step: only.step.map(Phrase::text), line: only.span }),
        [first, second, ..] => {
            let complaint = complain(format!("`{procedure}` has several lines `{word} {wanted}`"));
            let help =
                format!("name the step as well, such as `{word} {procedure}.STEP.{wanted}`, or replace the step");
            Err(complaint.also(first.span, "one").also(second.span, "another").help(help))
        }
    }
}

/// `own` is where the last name of the path stands.
fn nothing_there(complaint: Diagnostic, lines: &[Line<'_>], (wanted, own): (&str, Span)) -> Diagnostic {
    let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
    match nearest::guess(wanted, names.iter().copied()) {
        Some(near) if wanted.contains('.') => complaint.help(format!("did you mean `{}`?", near.name)),
        Some(near) => complaint.help(format!("did you mean `{}`?", near.name)).fix(near.fix(own)),
        None if names.is_empty() => complaint.help("a line is named by the word it begins with, and by its name"),
        None => complaint.help(format!("such lines are {}", one_of(names))),
    }
}

/// What a change does to the patched system, for finding contradictions.
pub fn touches(change: &LineChange, found: &FoundLine, span: Span) -> Vec<Touch> {
    let own = change.path.last().map(Phrase::text).unwrap_or_default();
    let around = std::iter::once(format_smolstr!("procedure {}", found.procedure));
    let around: Vec<SharedText> = around.chain(found.step.iter().map(|step| format_smolstr!("step {step}"))).collect();
    let inside = |part: SharedText| around.iter().cloned().chain(std::iter::once(part)).collect::<Vec<SharedText>>();
    let line = inside(format_smolstr!("{} {own}", change.word.text));
    match &change.kind {
        LineChangeKind::Replace(_) => vec![Touch::new(line, How::Replaces, span)],
        LineChangeKind::Extend(rows) => {
            let path = |label: &Phrase| line.iter().cloned().chain([format_smolstr!("row {}", label.text())]).collect();
            rows.iter().map(|row| Touch::new(path(&row.label), How::Adds, row.span)).collect()
        }
        LineChangeKind::Add { body, .. } => {
            let mut touches = vec![Touch::new(around.clone(), How::Beside, span)];
            for new in body {
                if let StatementKind::Step { name, .. } = &new.kind {
                    touches.push(Touch::new(inside(format_smolstr!("step {}", name.text())), How::Adds, name.span()));
                }
            }
            touches
        }
    }
}

/// The block that holds a line, and the line's place in it.
pub fn block_with(body: &mut Vec<Statement>, line: Span) -> Option<(&mut Vec<Statement>, usize)> {
    if let Some(at) = body.iter().position(|statement| statement.span == line) {
        return Some((body, at));
    }
    body.iter_mut().flat_map(blocks_mut).find_map(|block| block_with(block, line))
}

fn blocks_mut(statement: &mut Statement) -> Vec<&mut Vec<Statement>> {
    match &mut statement.kind {
        StatementKind::Step { body, .. } | StatementKind::ForEach { body, .. } => vec![body],
        StatementKind::If { branches, otherwise } => {
            branches.iter_mut().map(|(_, body)| body).chain(otherwise.as_mut()).collect()
        }
        // These have no blocks that an overlay can add to.
        StatementKind::Ask { .. }
        | StatementKind::Let { .. }
        | StatementKind::Sum { .. }
        | StatementKind::Decide { .. }
        | StatementKind::Roll { .. }
        | StatementKind::Draw { .. }
        | StatementKind::Shuffle(_)
        | StatementKind::Resolve { .. }
        | StatementKind::Choose { .. }
        | StatementKind::Run { .. }
        | StatementKind::Cut { .. }
        | StatementKind::Pay { .. }
        | StatementKind::Stop { .. }
        | StatementKind::Needs(_)
        | StatementKind::Line(_)
        | StatementKind::Repeat { .. }
        | StatementKind::ChooseOption { .. }
        | StatementKind::Mode(_)
        | StatementKind::Modifier { .. }
        | StatementKind::Cast { .. }
        | StatementKind::Tally { .. }
        | StatementKind::Chance { .. }
        | StatementKind::Set { .. }
        | StatementKind::Add { .. }
        | StatementKind::Note { .. }
        | StatementKind::Signal { .. }
        | StatementKind::Reveal { .. }
        | StatementKind::Concealed { .. } => Vec::new(),
    }
}

/// A line that has a name.
struct Line<'b> {
    word: &'static str,
    name: SharedText,
    step: Option<&'b Phrase>,
    span: Span,
}

impl Line<'_> {
    /// The step may be said before the name.
    fn is_called(&self, wanted: &str) -> bool {
        let in_step = self.step.is_some_and(|step| {
            wanted.strip_prefix(step.text().as_str()).and_then(|rest| rest.strip_prefix('.'))
                == Some(self.name.as_str())
        });
        self.name == wanted || in_step
    }
}

/// Every line with a name, those inside others included.
fn gather<'b>(body: &'b [Statement], step: Option<&'b Phrase>, lines: &mut Vec<Line<'b>>) {
    for statement in body {
        if let Some((word, name)) = beginning(&statement.kind) {
            lines.push(Line { word, name, step, span: statement.span });
        }
        match &statement.kind {
            StatementKind::Step { name, body, .. } => gather(body, Some(name), lines),
            StatementKind::ForEach { body, .. } => gather(body, step, lines),
            StatementKind::If { branches, otherwise } => {
                branches.iter().map(|(_, body)| body).chain(otherwise).for_each(|body| gather(body, step, lines));
            }
            StatementKind::Ask { .. }
            | StatementKind::Let { .. }
            | StatementKind::Sum { .. }
            | StatementKind::Decide { .. }
            | StatementKind::Roll { .. }
            | StatementKind::Draw { .. }
            | StatementKind::Shuffle(_)
            | StatementKind::Resolve { .. }
            | StatementKind::Choose { .. }
            | StatementKind::Run { .. }
            | StatementKind::Cut { .. }
            | StatementKind::Pay { .. }
            | StatementKind::Stop { .. }
            | StatementKind::Needs(_)
            | StatementKind::Line(_)
            | StatementKind::Repeat { .. }
            | StatementKind::ChooseOption { .. }
            | StatementKind::Mode(_)
            | StatementKind::Modifier { .. }
            | StatementKind::Cast { .. }
            | StatementKind::Tally { .. }
            | StatementKind::Chance { .. }
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Note { .. }
            | StatementKind::Signal { .. }
            | StatementKind::Reveal { .. }
            | StatementKind::Concealed { .. } => {}
        }
    }
}

/// The word a line begins with, and the name after it.
fn beginning(kind: &StatementKind) -> Option<(&'static str, SharedText)> {
    let (word, target): (&'static str, &Expr) = match kind {
        StatementKind::Step { name, .. } => return Some(("step", name.text())),
        StatementKind::Ask { field, .. } => return Some(("ask", field.names.first()?.text())),
        StatementKind::Let { target, .. } => ("let", target),
        StatementKind::Sum { target, .. } => ("sum", target),
        StatementKind::Decide { target, .. } => ("decide", target),
        StatementKind::Roll { target, .. } => ("roll", target),
        StatementKind::Draw { target, .. } => ("draw", target),
        StatementKind::Resolve { target, .. } => ("resolve", target),
        StatementKind::Choose { target, .. } => ("choose", target),
        StatementKind::Run { target, .. } => ("run", target),
        StatementKind::Cut { target, .. } => ("cut", target),
        StatementKind::Concealed { line, .. } => return beginning(&line.kind),
        // These have no name by which an overlay finds them.
        StatementKind::Shuffle(_)
        | StatementKind::Pay { .. }
        | StatementKind::Stop { .. }
        | StatementKind::Needs(_)
        | StatementKind::ForEach { .. }
        | StatementKind::Line(_)
        | StatementKind::Repeat { .. }
        | StatementKind::ChooseOption { .. }
        | StatementKind::Mode(_)
        | StatementKind::Modifier { .. }
        | StatementKind::Cast { .. }
        | StatementKind::Tally { .. }
        | StatementKind::Chance { .. }
        | StatementKind::Set { .. }
        | StatementKind::Add { .. }
        | StatementKind::If { .. }
        | StatementKind::Note { .. }
        | StatementKind::Signal { .. }
        | StatementKind::Reveal { .. } => return None,
    };
    Some((word, print_expression(target).into()))
}
