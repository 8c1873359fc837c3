//! How a change refers to the lines of a procedure: by the word they begin with, the step they are in, their
//! name or what they change, and, if that is not enough, by their text.

use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{Declaration, DeclarationKind, Expr, Phrase, Statement, StatementKind, SumRow, Text};
use crate::syntax::{print_expression, print_statement};

/// A line that can be changed.
pub struct Line<'b> {
    pub word: &'static str,
    /// Its name, or what it does something to; empty if it has neither.
    pub name: SharedText,
    /// The step around it.
    pub step: Option<&'b Phrase>,
    pub span: Span,
    /// The words to the reader that stand in it.
    text: Option<&'b Text>,
    statement: &'b Statement,
}

impl Line<'_> {
    /// Whether the names behind the word are its own. The step may be said before the name; a line whose word names nothing is
    /// found by the step alone.
    pub fn is_called(&self, wanted: &str) -> bool {
        let step = self.step.map(Phrase::text);
        let in_step = step.as_deref().and_then(|step| wanted.strip_prefix(step)?.strip_prefix('.'));
        let named = |wanted: &str| !wanted.is_empty() && self.name == wanted;
        let by_place = !self.has_own_name() && (wanted.is_empty() || step.as_deref() == Some(wanted));
        named(wanted) || in_step.is_some_and(named) || by_place
    }

    /// Whether its word gives a name to something. Whoever changes such a line has to say it.
    fn has_own_name(&self) -> bool {
        !matches!(
            self.word,
            "set" | "add" | "pay" | "stop" | "needs" | "if" | "note" | "shuffle" | "signal" | "for each"
        )
    }

    /// Whether a text is what it says to the reader.
    pub fn says(&self, text: &str) -> bool {
        self.text.is_some_and(|own| own.text == text)
    }

    /// Whether a text is what it says to the reader, with the same holes.
    pub fn says_exactly(&self, text: &Text) -> bool {
        let holes = |text: &Text| -> Vec<(usize, String)> {
            text.holes.iter().map(|hole| (hole.at, print_expression(&hole.value))).collect()
        };
        self.text.is_some_and(|own| own.text == text.text && holes(own) == holes(text))
    }

    /// Whether a text is all that is written of it.
    pub fn is_written(&self, text: &str) -> bool {
        self.written() == on_one_line(text)
    }

    /// Whether a text is a part of it as it is written.
    pub fn holds(&self, text: &str) -> bool {
        let wanted = on_one_line(text);
        !wanted.is_empty() && self.written().contains(&wanted)
    }

    /// The line as it is written, on one line; of what has lines of its own, the beginning.
    fn written(&self) -> String {
        on_one_line(&written(&self.statement.kind).unwrap_or_else(|| print_statement(self.statement)))
    }

    /// What a contradiction calls it, without its procedure and step.
    pub fn title(&self) -> SharedText {
        match (self.text, self.name.is_empty()) {
            (Some(text), _) if !self.has_own_name() => format!("{} \"{}\"", self.word, text.text).into(),
            (_, false) => self.name.clone(),
            (_, true) => self.word.into(),
        }
    }

    /// How it is written in a change, so that it is meant and none of the others.
    pub fn address(&self, procedure: &str, others: &[Line<'_>]) -> String {
        let others: Vec<&Line<'_>> = others.iter().filter(|other| other.span != self.span).collect();
        let step = self.step.map(Phrase::text);
        let names = [Some(self.name.clone()).filter(|name| !name.is_empty()), step.clone()];
        let both = names[0].as_ref().zip(step).map(|(name, step)| SharedText::from(format!("{step}.{name}")));
        let nothing = (!self.has_own_name()).then(SharedText::default);
        let names: Vec<SharedText> = names.into_iter().chain([both, nothing]).flatten().collect();
        let names: Vec<&SharedText> = names.iter().filter(|name| self.is_called(name)).collect();
        let path = |name: &str| if name.is_empty() { procedure.to_owned() } else { format!("{procedure}.{name}") };
        let called = |name: &str| others.iter().filter(|other| other.is_called(name)).copied().collect::<Vec<_>>();
        if let Some(name) = names.iter().find(|name| called(name).is_empty()) {
            return format!("{} {}", self.word, path(name));
        }
        let name = names.iter().min_by_key(|name| called(name).len()).map_or("", |name| name.as_str());
        let text = self.telling_text(&called(name));
        format!("{} {} \"{text}\"", self.word, path(name))
    }

    /// A text that tells it from others of its name: what it says, or the part of it in which it differs.
    fn telling_text(&self, others: &[&Line<'_>]) -> String {
        let can_be_typed = |text: &str| !text.contains(['{', '}']);
        if let Some(text) = self.text
            && can_be_typed(&text.text)
            && !others.iter().any(|other| other.says(&text.text))
        {
            return text.text.to_string();
        }
        // Between braces a text would have a hole.
        let written = self.written();
        let between = written.split(['{', '}']).map(on_one_line).filter(|part| !part.is_empty());
        let mut parts = telling_parts(&self.statement.kind).into_iter().chain([written.clone()]).chain(between);
        let part = parts.find(|part| can_be_typed(part) && !others.iter().any(|other| other.holds(part)));
        part.unwrap_or_else(|| written.clone()).replace('"', "\\\"")
    }
}

/// Every line of a body, those inside others included.
pub fn lines_of<'b>(body: &'b [Statement], step: Option<&'b Phrase>, lines: &mut Vec<Line<'b>>) {
    for statement in body {
        if let Some((word, name, text)) = beginning(&statement.kind) {
            lines.push(Line { word, name, step, span: statement.span, text, statement });
        }
        let step = if let StatementKind::Step { name, .. } = &statement.kind { Some(name) } else { step };
        for body in blocks(statement) {
            lines_of(body, step, lines);
        }
    }
}

/// The lines of a declaration that has any.
pub fn bodies(declared: &Declaration) -> Vec<&[Statement]> {
    if let DeclarationKind::Procedure { body, .. } = &declared.kind {
        vec![body]
    } else if let DeclarationKind::Period { before, after } = &declared.kind {
        vec![before, after]
    } else {
        Vec::new()
    }
}

/// How a change names the line of a declaration that stands there, so that none of the others is meant.
pub fn address_of(declared: &Declaration, line: Span) -> Option<String> {
    let mut lines = Vec::new();
    for body in bodies(declared) {
        lines_of(body, None, &mut lines);
    }
    let begins = lines.iter().find(|other| other.span == line)?.word;
    lines.retain(|other| other.word == begins);
    let meant = lines.iter().find(|other| other.span == line)?;
    Some(meant.address(&declared.name.text(), &lines))
}

/// The names of what lines with these words give a value, and whether there is one for each item of a plan.
pub fn given_by(words: &[&str], body: &[Statement]) -> Vec<(SharedText, bool)> {
    let mut lines = Vec::new();
    lines_of(body, None, &mut lines);
    let giving = lines.iter().filter(|line| words.contains(&line.word));
    giving
        .map(|line| line.name.split_once('.').map_or((line.name.clone(), false), |(_, own)| (own.into(), true)))
        .collect()
}

/// The blocks of a line in which an overlay finds lines.
pub fn blocks(statement: &Statement) -> Vec<&Vec<Statement>> {
    match &statement.kind {
        StatementKind::Step { body, .. } | StatementKind::ForEach { body, .. } => vec![body],
        StatementKind::If { branches, otherwise } => branches.iter().map(|(_, body)| body).chain(otherwise).collect(),
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

/// The word a line begins with, the name after it, and what it says to the reader.
pub fn beginning(kind: &StatementKind) -> Option<(&'static str, SharedText, Option<&Text>)> {
    let of = |word: &'static str, target: &Expr| (word, place_of(target), None);
    Some(match kind {
        StatementKind::Step { name, title, .. } => ("step", name.text(), title.as_ref()),
        StatementKind::Ask { field, .. } => ("ask", field.names.first()?.text(), field.text.as_ref()),
        StatementKind::Let { target, .. } => of("let", target),
        StatementKind::Sum { target, .. } => of("sum", target),
        StatementKind::Decide { target, .. } => of("decide", target),
        StatementKind::Roll { target, .. } => of("roll", target),
        StatementKind::Draw { target, .. } => of("draw", target),
        StatementKind::Resolve { target, .. } => of("resolve", target),
        StatementKind::Choose { target, text, .. } => ("choose", place_of(target), text.as_ref()),
        StatementKind::Run { target, .. } => of("run", target),
        StatementKind::Cut { target, .. } => of("cut", target),
        StatementKind::Set { place, .. } => of("set", place),
        StatementKind::Add { place, .. } => of("add", place),
        StatementKind::Pay { from, why, .. } => ("pay", place_of(from), why.as_ref()),
        StatementKind::Stop { why, .. } => ("stop", SharedText::default(), Some(why)),
        StatementKind::Needs(needs) => ("needs", SharedText::default(), Some(&needs.why)),
        StatementKind::If { .. } => ("if", SharedText::default(), None),
        StatementKind::Note { text, .. } => ("note", SharedText::default(), Some(text)),
        StatementKind::Shuffle(deck) => ("shuffle", deck.text(), None),
        StatementKind::Signal { what, .. } => of("signal", what),
        StatementKind::ForEach { variable, .. } => ("for each", variable.text.clone(), None),
        StatementKind::Concealed { line, .. } => return beginning(&line.kind),
        // These stand in scenes, or stand in no rule that a house would change.
        StatementKind::Line(_)
        | StatementKind::Repeat { .. }
        | StatementKind::Turns(_)
        | StatementKind::ChooseOption { .. }
        | StatementKind::Mode(_)
        | StatementKind::Modifier { .. }
        | StatementKind::Cast { .. }
        | StatementKind::Tally { .. }
        | StatementKind::Chance { .. }
        | StatementKind::Reveal { .. } => return None,
    })
}

/// A line that holds others or rows, as it is written, without comments; `None` of all that fit on one line anyway.
fn written(kind: &StatementKind) -> Option<String> {
    Some(match kind {
        StatementKind::If { branches, .. } => {
            let heads: Vec<String> = branches.iter().map(|(on, _)| format!("if {}", print_expression(on))).collect();
            heads.join(" else ")
        }
        StatementKind::ForEach { variable, list, .. } => {
            format!("for each {} in {}", variable.text, print_expression(list))
        }
        StatementKind::Decide { target, rows, .. } => {
            let rows: Vec<String> = rows.iter().map(|one| row(&one.value, &one.condition)).collect();
            format!("decide {} {{ {} }}", print_expression(target), rows.join(" "))
        }
        StatementKind::Sum { target, rows } => {
            let summed = |row: &SumRow| format!("{} | {}", row.label.text(), print_expression(&row.value));
            let rows: Vec<String> = rows.iter().map(summed).collect();
            format!("sum {} {{ {} }}", print_expression(target), rows.join(" "))
        }
        StatementKind::Concealed { line, .. } => return written(&line.kind),
        StatementKind::Step { .. }
        | StatementKind::Ask { .. }
        | StatementKind::Let { .. }
        | StatementKind::Pay { .. }
        | StatementKind::Set { .. }
        | StatementKind::Add { .. }
        | StatementKind::Roll { .. }
        | StatementKind::Draw { .. }
        | StatementKind::Shuffle(_)
        | StatementKind::Resolve { .. }
        | StatementKind::Choose { .. }
        | StatementKind::Run { .. }
        | StatementKind::Cut { .. }
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
        | StatementKind::Note { .. }
        | StatementKind::Signal { .. }
        | StatementKind::Reveal { .. } => return None,
    })
}

/// The parts in which lines of one name mostly differ, the shortest first.
fn telling_parts(kind: &StatementKind) -> Vec<String> {
    let parts = match kind {
        StatementKind::Pay { amount, .. } => vec![format!("pay {}", print_expression(amount))],
        StatementKind::Add { amount, .. } => vec![format!("add {}", print_expression(amount))],
        StatementKind::Set { value, .. } | StatementKind::Let { value, .. } => {
            vec![format!("= {}", print_expression(value))]
        }
        StatementKind::Decide { rows, .. } => {
            let first = rows.first().map(|one| print_expression(&one.condition));
            first.into_iter().chain(rows.iter().map(|one| row(&one.value, &one.condition))).collect()
        }
        StatementKind::Sum { rows, .. } => rows.iter().map(|row| print_expression(&row.value)).collect(),
        StatementKind::Concealed { line, .. } => return telling_parts(&line.kind),
        StatementKind::Step { .. }
        | StatementKind::Ask { .. }
        | StatementKind::If { .. }
        | StatementKind::ForEach { .. }
        | StatementKind::Roll { .. }
        | StatementKind::Draw { .. }
        | StatementKind::Shuffle(_)
        | StatementKind::Resolve { .. }
        | StatementKind::Choose { .. }
        | StatementKind::Run { .. }
        | StatementKind::Cut { .. }
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
        | StatementKind::Note { .. }
        | StatementKind::Signal { .. }
        | StatementKind::Reveal { .. } => Vec::new(),
    };
    parts.iter().map(|part| on_one_line(part)).collect()
}

/// A row of a `decide`.
fn row(value: &Expr, condition: &Expr) -> String {
    [print_expression(value), print_expression(condition)].join(" | ")
}

/// A name or a place without what stands in parentheses: `person.pool` of `person.pool(t)`.
fn place_of(target: &Expr) -> SharedText {
    let mut depth = 0_u32;
    let mut outside = String::new();
    for sign in print_expression(target).chars() {
        match sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(sign),
            _ => {}
        }
    }
    outside.into()
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
