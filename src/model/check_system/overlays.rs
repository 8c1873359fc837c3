//! Overlays: what a house replaces in a system, or adds to it.
//!
//! First come all new declarations, then whole declarations that are replaced, then additions, fields and steps that are
//! replaced, and finally single lines that are replaced. So the order of the houses does not matter, except that of two
//! additions in one place the first house's comes first.

use smol_str::format_smolstr;

use super::declared_words::{self, word};
use super::overlay_additions;
use super::overlay_fields;
use super::overlay_kind_needs;
use super::overlay_lines::{self, FoundLine};
use super::overlay_repeats::repeated;
use super::overlay_rows::{self, Band};
use super::overlay_touches::{How, Touch, Touches};
use crate::diagnostic::nearest::{guess, looks_the_same, question};
use crate::diagnostic::{Diagnostic, Diagnostics, Fix, codes};
use crate::model::SystemFiles;
use crate::model::listing::{listed, with_article};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{
    Declaration, DeclarationKind, FieldChange, Grid, ItemKind, LineChange, LineChangeKind, MoreRows, Phrase, Statement,
    StatementKind, SumRow, Text,
};
use crate::syntax::{print_declaration, print_statement};

/// The patched system.
#[derive(Default)]
pub struct Merged {
    /// The declarations of the system with those of all houses laid over them.
    pub declarations: Vec<Declaration>,
    /// What stands in the place of what.
    pub displaced: Vec<Displaced>,
    /// Two changes replace the same: nobody knows what the rules are then.
    pub is_contradictory: bool,
}

pub struct Displaced {
    pub by: Span,
    pub old: Span,
}

/// What the houses change, sorted by when it is done.
#[derive(Default)]
struct Changes<'a> {
    replaced: Vec<&'a Declaration>,
    steps: Vec<NewStep<'a>>,
    extended: Vec<Extended<'a>>,
    fields: Vec<(&'a FieldChange, Span)>,
    lines: Vec<(&'a LineChange, Span)>,
}

enum Extended<'a> {
    Declaration(&'a Declaration),
    Rows(&'a MoreRows),
}

struct NewStep<'a> {
    span: Span,
    procedure: &'a Phrase,
    step: &'a Phrase,
    title: Option<&'a Text>,
    body: &'a [Statement],
}

/// Lays the houses over the system.
pub fn merge(files: &SystemFiles, sink: &mut Diagnostics) -> Merged {
    let mut changes = Changes::default();
    let own = files.system.iter().flat_map(|file| &file.items);
    let mut merging = Merging {
        of_system: own.filter(|item| matches!(item.kind, ItemKind::Declaration(_))).count(),
        merged: Merged::default(),
        touches: Touches::default(),
        found: Vec::new(),
        placed: Vec::new(),
        bands: Vec::new(),
        sink: &mut *sink,
    };
    for item in files.system.iter().chain(&files.houses).flat_map(|file| &file.items) {
        match &item.kind {
            ItemKind::Declaration(declaration) => merging.merged.declarations.push(declaration.clone()),
            ItemKind::Replace(declaration) => changes.replaced.push(declaration),
            ItemKind::ReplaceStep { procedure, step, title, body } => {
                changes.steps.push(NewStep { span: item.span, procedure, step, title: title.as_ref(), body });
            }
            ItemKind::ReplaceField(change) => changes.fields.push((change, item.span)),
            ItemKind::Extend(declaration) => changes.extended.push(Extended::Declaration(declaration)),
            ItemKind::ExtendRows(more) => changes.extended.push(Extended::Rows(more)),
            ItemKind::ChangeLine(change) => changes.lines.push((change, item.span)),
            // These change nothing that was declared.
            ItemKind::System { .. }
            | ItemKind::House { .. }
            | ItemKind::Use { .. }
            | ItemKind::Modifiers(_)
            | ItemKind::Expect(_)
            | ItemKind::Statement(_) => {}
        }
    }
    merging.all(&changes);
    merging.merged.is_contradictory = merging.touches.is_contradictory;
    merging.merged
}

impl Merged {
    /// The finding, with what stood there before a house put something in its place.
    pub fn beside_displaced(&self, finding: Diagnostic) -> Diagnostic {
        let Some(place) = finding.labels.first().map(|label| label.span) else { return finding };
        match self.displaced.iter().find(|displaced| displaced.by.contains(place)) {
            Some(displaced) if !finding.labels.iter().any(|label| displaced.old.contains(label.span)) => {
                finding.also(displaced.old, "the house rule replaces this")
            }
            _ => finding,
        }
    }
}

struct Merging<'s> {
    /// So many declarations are the system's own; they come first.
    of_system: usize,
    merged: Merged,
    touches: Touches,
    /// The lines that are changed, each beside its change; `None` where a change is refused.
    found: Vec<Option<FoundLine>>,
    /// Rows that were put after others: the first cells of both.
    placed: Vec<(Span, Span)>,
    /// What new rows of tables speak of.
    bands: Vec<(SharedText, Band)>,
    sink: &'s mut Diagnostics,
}

impl Merging<'_> {
    fn all(&mut self, changes: &Changes<'_>) {
        changes.replaced.iter().for_each(|declaration| self.replace(declaration));
        changes.extended.iter().for_each(|extended| match extended {
            Extended::Declaration(declaration) => self.extend(declaration),
            Extended::Rows(more) => self.extend_rows(more),
        });
        changes.fields.iter().for_each(|(change, span)| self.replace_field(change, *span));
        // Lines are looked up before steps are replaced, so that who replaced a line's step can be said.
        self.found = changes.lines.iter().map(|(change, span)| self.find_line(change, *span)).collect();
        changes.steps.iter().for_each(|step| self.replace_step(step));
        self.added(&changes.lines, false);
        self.added(&changes.lines, true);
        self.other_lines(&changes.lines);
    }

    fn replace(&mut self, new: &Declaration) {
        let (word, name) = (word(&new.kind), new.name.text());
        let touch = Touch::new(vec![format_smolstr!("{word} {name}")], How::Replaces, new.name.span());
        if !self.touches.allow(touch, self.sink) {
            return;
        }
        let Some(place) = self.declared(word, &new.name, "replace") else { return };
        let old = &mut self.merged.declarations[place];
        let displaced = Displaced { by: new.span, old: old.name.span() };
        let (said, says) = (print_declaration(old), print_declaration(new));
        self.sink.extend(repeated((&said, displaced.old), (&says, new.name.span())));
        *old = new.clone();
        self.merged.displaced.push(displaced);
    }

    fn extend(&mut self, more: &Declaration) {
        let whole = format!("{} {}", word(&more.kind), more.name.text());
        if !self.is_beside(&whole, &more.name) || !self.adds(&whole, &overlay_additions::names(&more.kind)) {
            return;
        }
        let Some(place) = self.declared(word(&more.kind), &more.name, "extend") else { return };
        if let Err(complaint) = overlay_additions::add(&mut self.merged.declarations[place], &more.kind) {
            self.sink.push(complaint);
        }
    }

    /// Rows, columns and levels.
    fn extend_rows(&mut self, more: &MoreRows) {
        let whole = format!("{} {}", more.word.text, more.name.text());
        if !self.is_beside(&whole, &more.name) {
            return;
        }
        let Some(place) = self.declared(&more.word.text, &more.name, "extend") else { return };
        let Some(grid) = grid(&mut self.merged.declarations[place].kind) else { return };
        let additions = match overlay_rows::understand(grid, more, &self.placed) {
            Ok(additions) => additions,
            Err(complaint) => return self.sink.push(complaint),
        };
        if !self.adds(&whole, &additions.names) {
            return;
        }
        if more.word.text == "table" {
            let bands = additions.bands();
            if let Some(complaint) = overlay_rows::overlap(&self.bands, &bands, &more.name.text()) {
                return self.sink.push(complaint);
            }
            self.bands.extend(bands.into_iter().map(|band| (more.name.text(), band)));
        }
        if let Some(grid) = self::grid(&mut self.merged.declarations[place].kind) {
            self.placed.extend(additions.lay(grid));
        }
    }

    /// Whether a declaration can be given more: nobody replaces it.
    fn is_beside(&mut self, whole: &str, name: &Phrase) -> bool {
        self.touches.allow(Touch::new(vec![whole.into()], How::Beside, name.span()), self.sink)
    }

    /// Whether a declaration can be given these: nobody else adds the same.
    fn adds(&mut self, whole: &str, parts: &[(SharedText, Span)]) -> bool {
        let part = |(part, span): &(SharedText, Span)| Touch::new(vec![whole.into(), part.clone()], How::Adds, *span);
        self.all_allowed(parts.iter().map(part).collect())
    }

    fn all_allowed(&mut self, touches: Vec<Touch>) -> bool {
        let refused = touches.into_iter().filter(|touch| !self.touches.allow(touch.clone(), self.sink)).count();
        refused == 0
    }

    /// The place of the declaration of that word and name.
    fn declared(&mut self, word: &str, name: &Phrase, verb: &str) -> Option<usize> {
        let text = name.text();
        let all = &self.merged.declarations;
        let found = all.iter().position(|d| declared_words::word(&d.kind) == word && d.name.text() == text);
        if found.is_some() {
            return found;
        }
        let are = if word == "dice" { "are" } else { "is" };
        let message = format!("there {are} no {word} `{text}` to {verb}");
        let complaint = Diagnostic::error(codes::BAD_OVERLAY, name.span(), message);
        let beside = [" after ", " before "].into_iter().find_map(|word| Some((text.split_once(word)?, word.trim())));
        let other = all.iter().find(|d| d.name.text() == text);
        let beside = beside.filter(|_| other.is_none());
        let help = if let Some(other) = other {
            let right = declared_words::word(&other.kind);
            format!("it is declared as {}: write `{verb} {right} {text} …`", with_article(right))
        } else if let Some(((name, row), beside)) = beside {
            format!("put a comma before `{beside}`: `{verb} {word} {name}, {beside} {row} {{ … }}`")
        } else {
            let of_system = all.iter().take(self.of_system);
            let of_word = of_system.filter(|d| declared_words::word(&d.kind) == word);
            let others: Vec<SharedText> = of_word.map(|d| d.name.text()).collect();
            let alike = others.iter().find(|other| looks_the_same(&text, other));
            alike.map_or_else(
                || {
                    let help = listed("the system", word, others.iter().map(SharedText::as_str));
                    format!("{help}; without `{verb}` a new one is added")
                },
                |other| question(&text, other),
            )
        };
        let comma = beside.and_then(|(_, beside)| comma_before(name, beside));
        self.sink.push(comma.into_iter().fold(complaint.help(help), Diagnostic::fix));
        None
    }

    fn replace_field(&mut self, change: &FieldChange, span: Span) {
        let found = match overlay_fields::find(&self.merged.declarations, change) {
            Ok(found) => found,
            Err(complaint) => return self.sink.push(complaint),
        };
        let word = word(&self.merged.declarations[found.declaration].kind);
        let path = vec![format_smolstr!("{word} {}", change.of.text()), change.field.text()];
        if self.touches.allow(Touch::new(path, How::Replaces, span), self.sink) {
            self.sink.extend(overlay_fields::lay(&mut self.merged.declarations, &found));
            self.merged.displaced.push(Displaced { by: span, old: found.old });
        }
    }

    fn replace_step(&mut self, new: &NewStep<'_>) {
        let (procedure, name) = (new.procedure.text(), new.step.text());
        let path = vec![format_smolstr!("procedure {procedure}"), format_smolstr!("step {name}")];
        if !self.touches.allow(Touch::new(path, How::Replaces, new.span), self.sink) {
            return;
        }
        let old =
            self.bodies(&procedure).into_iter().find_map(|body| body.iter_mut().find(|line| is_step(line, &name)));
        let Some(old) = old else {
            let place = new.procedure.span().to(new.step.span());
            let message = format!("there is no step `{procedure}.{name}` to replace");
            let steps: Vec<SharedText> = self.bodies(&procedure).into_iter().flat_map(|body| steps(body)).collect();
            let complaint = Diagnostic::error(codes::BAD_OVERLAY, place, message);
            let near = guess(&name, steps.iter().map(SharedText::as_str));
            self.sink.push(complaint.did_you_mean(near, || {
                listed(&format!("`{procedure}`"), "step", steps.iter().map(SharedText::as_str))
            }));
            return;
        };
        let displaced = Displaced { by: new.span, old: heading(old) };
        let finding = repeated_step(old, new);
        if let StatementKind::Step { title, body, .. } = &mut old.kind {
            if let Some(text) = new.title {
                *title = Some(text.clone());
            }
            *body = new.body.to_vec();
        }
        self.merged.displaced.push(displaced);
        self.sink.extend(finding);
    }

    /// The lines of a procedure, or those before and after a period.
    fn bodies(&mut self, name: &str) -> Vec<&mut Vec<Statement>> {
        let has_lines = |declared: &&mut Declaration| matches!(word(&declared.kind), "procedure" | "period");
        let called = self.merged.declarations.iter_mut().filter(|declared| declared.name.text() == name);
        let Some(found) = called.filter(has_lines).map(|declared| &mut declared.kind).next() else { return Vec::new() };
        if let DeclarationKind::Procedure { body, .. } = found {
            vec![body]
        } else if let DeclarationKind::Period { before, after } = found {
            vec![before, after]
        } else {
            Vec::new()
        }
    }

    /// A condition of a kind that is changed as a line of it: `needs KIND "text"`. Whether it was one.
    fn kind_changed(&mut self, change: &LineChange, span: Span) -> bool {
        let [name] = change.path.as_slice() else { return false };
        let text = name.text();
        let kind =
            self.merged.declarations.iter_mut().filter(|declared| declared.name.text() == text).find_map(|kind| {
                if let DeclarationKind::Kind { needs, .. } = &mut kind.kind { Some(needs) } else { None }
            });
        let (Some(needs), "needs") = (kind, change.word.text.as_str()) else { return false };
        match overlay_kind_needs::change(needs, change, span) {
            Ok((touch, displaced)) => {
                if self.touches.allow(touch, self.sink) {
                    self.merged.displaced.push(Displaced { by: span, old: displaced });
                }
            }
            Err(complaint) => self.sink.push(complaint),
        }
        true
    }

    /// The block that holds a line, and the line's place in it.
    fn block_with(&mut self, name: &str, line: Span) -> Option<(&mut Vec<Statement>, usize)> {
        self.bodies(name).into_iter().find_map(|body| overlay_lines::block_with(body, line))
    }

    /// The line that a change speaks of, if it is there and may be changed.
    fn find_line(&mut self, change: &LineChange, span: Span) -> Option<FoundLine> {
        if self.kind_changed(change, span) {
            return None;
        }
        let procedure = change.path.first().map(Phrase::text).unwrap_or_default();
        let bodies = self.bodies(&procedure);
        let bodies: Vec<&[Statement]> = bodies.iter().map(|body| body.as_slice()).collect();
        match overlay_lines::find(&bodies, change) {
            Err(complaint) => {
                self.sink.push(complaint);
                None
            }
            Ok(found) => {
                let touches = overlay_lines::touches(change, &found, span);
                self.all_allowed(touches).then_some(found)
            }
        }
    }

    /// Adds lines before or after others. What the first house adds stands first on either side.
    fn added(&mut self, lines: &[(&LineChange, Span)], wanted: bool) {
        let mut in_order: Vec<(Span, SharedText, Vec<Statement>)> = Vec::new();
        for ((change, _), found) in lines.iter().zip(&self.found) {
            if let (LineChangeKind::Add { after, body }, Some(found)) = (&change.kind, found)
                && *after == wanted
            {
                in_order.push((found.line, found.procedure.clone(), body.clone()));
            }
        }
        if wanted {
            in_order.reverse();
        }
        for (line, procedure, new) in in_order {
            if let Some((block, at)) = self.block_with(&procedure, line) {
                let at = at + usize::from(wanted);
                block.splice(at..at, new);
            }
        }
    }

    /// Replaces lines, takes them away, and adds rows to sums.
    fn other_lines(&mut self, lines: &[(&LineChange, Span)]) {
        let found = std::mem::take(&mut self.found);
        for ((change, span), found) in lines.iter().zip(found) {
            let Some(FoundLine { line, procedure, .. }) = found else { continue };
            let Some((block, at)) = self.block_with(&procedure, line) else { continue };
            match &change.kind {
                LineChangeKind::Add { .. } => {}
                LineChangeKind::Replace(new) => {
                    let said = block.get(at).map(print_statement).unwrap_or_default();
                    block.splice(at..=at, new.iter().cloned());
                    self.sink.extend(repeated((&said, line), (&print_lines(new), *span)));
                    self.merged.displaced.push(Displaced { by: *span, old: line });
                }
                LineChangeKind::Remove => {
                    block.splice(at..=at, []);
                    self.merged.displaced.push(Displaced { by: *span, old: line });
                }
                LineChangeKind::Extend(new) => {
                    if let Some(rows) = block.get_mut(at).and_then(|line| sum_rows(&mut line.kind)) {
                        rows.extend(new.iter().cloned());
                    }
                }
            }
        }
    }
}

/// Remarks on a step that has the title and the lines of the one in whose place it stands.
fn repeated_step(old: &Statement, new: &NewStep<'_>) -> Option<Diagnostic> {
    let StatementKind::Step { title, body, .. } = &old.kind else { return None };
    let is_called_so = |text: &Text| title.as_ref().is_some_and(|old| old.text == text.text);
    let place = new.procedure.span().to(new.step.span());
    let lines = (print_lines(body), print_lines(new.body));
    new.title.is_none_or(is_called_so).then(|| repeated((&lines.0, heading(old)), (&lines.1, place))).flatten()
}

fn print_lines(lines: &[Statement]) -> String {
    lines.iter().map(print_statement).collect::<Vec<String>>().join("\n")
}

/// `NAME after ROW`: with a comma before the word that says where the rows stand.
fn comma_before(name: &Phrase, beside: &str) -> Option<Fix> {
    let words = &name.words;
    let at = words.iter().skip(1).position(|word| word.text == beside)?;
    let (before, word) = (words.get(at)?.span, words.get(at + 1)?.span);
    Some(Fix::sure(Span { start: before.end, end: word.start, ..word }, ", "))
}

/// The rows of a scale, a ladder or a table.
fn grid(kind: &mut DeclarationKind) -> Option<&mut Grid> {
    match kind {
        DeclarationKind::Scale { grid, .. }
        | DeclarationKind::Ladder { grid, .. }
        | DeclarationKind::Table { grid, .. } => Some(grid),
        // These are no grids.
        DeclarationKind::Dice { .. }
        | DeclarationKind::Deck(_)
        | DeclarationKind::Kind { .. }
        | DeclarationKind::Plan(_)
        | DeclarationKind::Period { .. }
        | DeclarationKind::Rule { .. }
        | DeclarationKind::Procedure { .. } => None,
    }
}

/// The rows of a sum, kept from somebody or not.
fn sum_rows(kind: &mut StatementKind) -> Option<&mut Vec<SumRow>> {
    match kind {
        StatementKind::Sum { rows, .. } => Some(rows),
        StatementKind::Concealed { line, .. } => sum_rows(&mut line.kind),
        // These have no rows.
        StatementKind::Ask { .. }
        | StatementKind::Let { .. }
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
        | StatementKind::ForEach { .. }
        | StatementKind::Step { .. }
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
        | StatementKind::If { .. }
        | StatementKind::Note { .. }
        | StatementKind::Signal { .. }
        | StatementKind::Reveal { .. } => None,
    }
}

fn is_step(line: &Statement, wanted: &str) -> bool {
    matches!(&line.kind, StatementKind::Step { name, .. } if name.text() == wanted)
}

fn steps(body: &[Statement]) -> Vec<SharedText> {
    let name =
        |line: &Statement| if let StatementKind::Step { name, .. } = &line.kind { Some(name.text()) } else { None };
    body.iter().filter_map(name).collect()
}

/// What names a step, without its lines.
fn heading(line: &Statement) -> Span {
    if let StatementKind::Step { name, .. } = &line.kind { name.span() } else { line.span }
}
