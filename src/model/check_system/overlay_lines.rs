//! The lines of a procedure that an overlay refers to: which one is meant, and what its change affects.

use smol_str::format_smolstr;

use super::overlay_line_names::{Line, lines_of};
use super::overlay_touches::{How, Touch};
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::model::listing::one_of;
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{Expr, LineChange, LineChangeKind, Phrase, Statement, StatementKind, Text};
use crate::syntax::print_expression;

/// A line of a procedure, found by its name.
pub struct FoundLine {
    pub procedure: SharedText,
    /// The step around it.
    step: Option<SharedText>,
    /// What it is called in a contradiction.
    title: SharedText,
    /// The line itself.
    pub line: Span,
}

/// The line that a change speaks of, in the bodies of what it names first: one of a procedure, two of a period.
pub fn find(bodies: &[&[Statement]], change: &LineChange) -> Result<FoundLine, Diagnostic> {
    let names: Vec<SharedText> = change.path.iter().map(Phrase::text).collect();
    let (procedure, wanted) = (names.first().cloned().unwrap_or_default(), names.get(1..).unwrap_or(&[]).join("."));
    let place = change.path.iter().fold(change.word.span, |span, name| span.to(name.span()));
    let complain = |message: String| Diagnostic::error(codes::BAD_OVERLAY, place, message);
    if bodies.is_empty() {
        let help = "begin with the name of the procedure, then the name of the line: `let PROCEDURE.NAME`";
        return Err(complain(format!("there is no procedure `{procedure}`")).help(help));
    }
    let word = change.word.text.as_str();
    let mut lines = Vec::new();
    for body in bodies {
        lines_of(body, None, &mut lines);
    }
    let otherwise =
        lines.iter().find(|line| line.word != word && line.word != "step" && line.name == wanted && !wanted.is_empty());
    let otherwise = otherwise.map(|line| (line.address(&procedure, &[]), line.step.map(Phrase::text)));
    let alike = of_items(word, &wanted, &lines).map(|line| line.address(&procedure, &[]));
    lines.retain(|line| line.word == word);
    let mut meant: Vec<&Line<'_>> = lines.iter().filter(|line| line.is_called(&wanted)).collect();
    let called = meant.len();
    if let Some(text) = &change.text {
        meant = saying(&meant, text);
    }
    match (meant.as_slice(), &change.text) {
        ([], Some(text)) if called > 0 => {
            let message = format!("no `{word}` line here says \"{}\"", text.text);
            let complaint = Diagnostic::error(codes::BAD_OVERLAY, text.span, message);
            Err(complaint.help(candidates(&procedure, &lines, |line| line.is_called(&wanted))))
        }
        ([], _) => {
            let own = change.path.last().map_or(place, Phrase::span);
            let line = [word, &wanted].join(" ");
            let complaint = complain(format!("`{procedure}` has no line `{}`", line.trim_end()));
            match otherwise {
                Some((address, step)) if matches!(change.kind, LineChangeKind::Extend(_)) => {
                    Err(complaint.help(of_another_word(&address, &procedure, (&lines, step))))
                }
                Some((address, _)) => Err(complaint.help(match alike {
                    Some(alike) => format!("the line for each item is `{alike}`; the one for the whole is `{address}`"),
                    None => format!("it is `{address}`"),
                })),
                None => Err(nothing_there(complaint, &procedure, &lines, (&wanted, own))),
            }
        }
        ([only], _) => {
            let step = only.step.map(Phrase::text);
            Ok(FoundLine { procedure, step, title: only.title(), line: only.span })
        }
        ([first, second, ..], _) => {
            let line = [word, &wanted].join(" ");
            let complaint = complain(format!("`{procedure}` has several `{}` lines", line.trim_end()));
            let among: Vec<Span> = meant.iter().map(|line| line.span).collect();
            let help = candidates(&procedure, &lines, |line| among.contains(&line.span));
            Err(complaint.also(first.span, "one of them").also(second.span, "another of them").help(help))
        }
    }
}

/// The line that begins with this word and gives each item of a plan a value of this name.
fn of_items<'l, 'b>(word: &str, name: &str, lines: &'l [Line<'b>]) -> Option<&'l Line<'b>> {
    lines.iter().find(|line| line.word == word && line.name.split_once('.').is_some_and(|(_, own)| own == name))
}

/// Those that say a text to the reader, with its holes or without them; if there is none, those that are written so, or in part so.
fn saying<'l, 'b>(lines: &[&'l Line<'b>], said: &Text) -> Vec<&'l Line<'b>> {
    let text = said.text.as_str();
    let ways: [&dyn Fn(&Line<'b>) -> bool; 4] =
        [&|line| line.says_exactly(said), &|line| line.says(text), &|line| line.is_written(text), &|line| {
            line.holds(text)
        }];
    let mut found = ways.iter().map(|way| lines.iter().filter(|line| way(line)).copied().collect::<Vec<_>>());
    found.find(|found| !found.is_empty()).unwrap_or_default()
}

/// The lines that may be meant, each as it is written so that no other one is.
fn candidates(procedure: &str, lines: &[Line<'_>], may_be: impl Fn(&Line<'_>) -> bool) -> String {
    let all: Vec<String> =
        lines.iter().filter(|line| may_be(line)).map(|line| line.address(procedure, lines)).collect();
    match all.as_slice() {
        [first, rest @ ..] if !rest.is_empty() && rest.iter().all(|other| other == first) => {
            "they are written alike: change the line or the step around them".to_owned()
        }
        all => format!("say which: {}", one_of(all.iter().map(String::as_str))),
    }
}

/// What to say where a line of another word has the name: how that one is called, and which lines of the wanted word stand in its
/// step.
fn of_another_word(address: &str, procedure: &str, (lines, step): (&[Line<'_>], Option<SharedText>)) -> String {
    let in_step = lines.iter().filter(|line| line.step.map(Phrase::text) == step);
    let beside: Vec<String> = in_step.map(|line| line.address(procedure, lines)).collect();
    match beside.as_slice() {
        [] => format!("it is `{address}`"),
        beside => {
            let beside = one_of(beside.iter().map(String::as_str));
            format!("the line is `{address}`; rows can also be added to {beside}")
        }
    }
}

/// `own` is where the last name of the path stands.
fn nothing_there(
    complaint: Diagnostic,
    procedure: &str,
    lines: &[Line<'_>],
    (wanted, own): (&str, Span),
) -> Diagnostic {
    let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).filter(|name| !name.is_empty()).collect();
    match nearest::guess(wanted, names.iter().copied()) {
        Some(near) if wanted.contains('.') => complaint.help(near.question()),
        Some(near) => complaint.help(near.question()).fix(near.fix(own)),
        None if lines.is_empty() => complaint.help("refer to a line by its first word and its name"),
        None if names.is_empty() => complaint.help(candidates(procedure, lines, |_| true)),
        None => complaint.help(format!("such a line can be {}", one_of(names))),
    }
}

/// What a change does to the patched system, for finding contradictions.
pub fn touches(change: &LineChange, found: &FoundLine, span: Span) -> Vec<Touch> {
    let around = std::iter::once(format_smolstr!("procedure {}", found.procedure));
    let around: Vec<SharedText> = around.chain(found.step.iter().map(|step| format_smolstr!("step {step}"))).collect();
    let inside = |part: SharedText| around.iter().cloned().chain(std::iter::once(part)).collect::<Vec<SharedText>>();
    let line = inside(format_smolstr!("{} {}", change.word.text, found.title));
    match &change.kind {
        LineChangeKind::Replace(_) | LineChangeKind::Remove => {
            vec![Touch::new(line, How::Replaces, span).of_line(found.line)]
        }
        LineChangeKind::Extend(rows) => {
            let path = |label: &Phrase| line.iter().cloned().chain([format_smolstr!("row {}", label.text())]).collect();
            let row = |label: &Phrase, span| Touch::new(path(label), How::Adds, span).of_line(found.line);
            rows.iter().map(|row_| row(&row_.label, row_.span)).collect()
        }
        LineChangeKind::Add { body, after } => {
            let mut touches = vec![Touch::new(around.clone(), How::Beside, span).beside_line(found.line)];
            for new in body {
                if let StatementKind::Step { name, .. } = &new.kind {
                    touches.push(Touch::new(inside(format_smolstr!("step {}", name.text())), How::Adds, name.span()));
                }
            }
            let side = if *after { "after" } else { "before" };
            let set = places_set(body, None);
            touches.extend(set.into_iter().map(|(place, condition, span)| {
                let path = line.iter().cloned().chain([side.into(), format_smolstr!("set {place}")]).collect();
                Touch::new(path, How::Sets { condition }, span)
            }));
            touches
        }
    }
}

/// What lines set, on which condition, and where. Two additions to one place that set the same contradict each other.
fn places_set(body: &[Statement], under: Option<&str>) -> Vec<(String, Option<String>, Span)> {
    let mut found = Vec::new();
    for line in body {
        let StatementKind::If { branches, otherwise } = &line.kind else {
            if let StatementKind::Set { place, .. } = set_line(line) {
                found.push((print_expression(place), under.map(str::to_owned), line.span));
            }
            continue;
        };
        let on = |condition: &Expr| [under.unwrap_or(""), &print_expression(condition)].join(" / ");
        for (condition, body) in branches {
            found.extend(places_set(body, Some(&on(condition))));
        }
        let heads: Vec<String> = branches.iter().map(|(condition, _)| print_expression(condition)).collect();
        let otherwise = otherwise.as_deref().unwrap_or(&[]);
        found.extend(places_set(otherwise, Some(&[under.unwrap_or(""), "not", &heads.join(" / ")].join(" / "))));
    }
    found
}

/// What a line does, kept from somebody or not.
fn set_line(line: &Statement) -> &StatementKind {
    if let StatementKind::Concealed { line, .. } = &line.kind { &line.kind } else { &line.kind }
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
        | StatementKind::Turns(_)
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
