//! With the lines of the script and arrows under them. Miette is named only here.
//!
//! Miette panics on spans far to the right or outside the text, and passes raw escape sequences to the terminal; so it
//! never sees a script, but a copy of the lines that are shown, cut and cleaned, with spans that are certainly inside it.

use std::fmt;
use std::ops::Range;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, Severity, SourceCode,
    SourceSpan, SpanContents,
};

use super::{MOST_LABELS, help, label_text, message};
use crate::diagnostic::{Diagnostic, Label, clean};
use crate::source::{SourceId, SourceMap};

/// A line of a script is shown up to so many characters.
const MOST_COLUMNS: usize = 200;

/// Words are wrapped at this column where nobody says how many there are, and in wider terminals.
const USUAL_COLUMNS: usize = 100;

/// Nothing is laid out for fewer columns.
const LEAST_COLUMNS: usize = 30;

/// So many columns stand before a line of a script and behind it.
const MARGIN: usize = 10;

/// How many characters before a place are shown when its line is cut.
const BEFORE: usize = 60;

/// So many lines before a place are shown, and as many behind it.
const AROUND: usize = 1;

/// Two places are shown in one piece if no more lines than this lie between them: with more, to show each on its own takes fewer lines.
const MOST_BETWEEN: usize = 2 * AROUND + 2;

/// Never more bytes than this for one finding.
const MOST_BYTES: usize = 64 * 1024;

/// The finding with the lines it speaks of. Colours are never needed to understand it.
///
/// ```
/// use assize::Engine;
/// use assize::diagnostic::render;
///
/// let failure = Engine::default().compile("night.asz", "set lamp = bright").unwrap_err();
/// for found in failure.diagnostics.iter() {
///     let shown = render::human(found, &failure.sources, false);
///     assert!(shown.contains("set lamp = bright") && shown.contains("AZ201"));
/// }
/// ```
pub fn human(diagnostic: &Diagnostic, sources: &SourceMap, colour: bool) -> String {
    within(diagnostic, sources, (colour, &Room::USUAL))
}

/// The same for a terminal that has so many columns: its lines need not be wrapped again, and markers stand below their places.
///
/// ```
/// use assize::Engine;
/// use assize::diagnostic::render;
///
/// let line = format!("note \"{}\" if lamp", "dusk ".repeat(40));
/// let failure = Engine::default().compile("night.asz", &line).unwrap_err();
/// for found in failure.diagnostics.iter() {
///     let shown = render::human_within(found, &failure.sources, false, 60);
///     assert!(shown.lines().all(|line| line.chars().count() <= 60), "{shown}");
/// }
/// ```
pub fn human_within(diagnostic: &Diagnostic, sources: &SourceMap, colour: bool, columns: usize) -> String {
    within(diagnostic, sources, (colour, &Room::of(columns)))
}

/// How much room there is for a finding.
struct Room {
    /// Columns for words.
    words: usize,
    /// So many characters of a line of a script are shown.
    line: usize,
    /// And so many before a place when its line is cut.
    before: usize,
}

impl Room {
    const USUAL: Self = Self { words: USUAL_COLUMNS, line: MOST_COLUMNS, before: BEFORE };

    /// Beside the numbers of lines, and what marks that a line was cut.
    fn of(columns: usize) -> Self {
        let line = columns.saturating_sub(MARGIN).clamp(LEAST_COLUMNS, MOST_COLUMNS);
        Self { words: columns.clamp(LEAST_COLUMNS, USUAL_COLUMNS), line, before: BEFORE.min(line / 2) }
    }
}

fn within(diagnostic: &Diagnostic, sources: &SourceMap, (colour, room): (bool, &Room)) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(room.words).with_context_lines(AROUND);
    let mut text = String::new();
    for (index, report) in reports(diagnostic, sources, room).iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        if handler.render_report(&mut text, report).is_err() {
            return super::plain(diagnostic, sources);
        }
    }
    let text = if colour { text } else { clean::lines(&text) };
    shorten(text)
}

/// Cuts what is longer than any terminal wants to show.
fn shorten(mut text: String) -> String {
    if text.len() > MOST_BYTES {
        let mut end = MOST_BYTES - 8;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push_str("…\n");
    }
    text
}

/// What miette is given.
struct Report {
    message: String,
    code: Option<String>,
    severity: Severity,
    help: Option<String>,
    excerpt: Option<Excerpt>,
    labels: Vec<LabeledSpan>,
}

/// A label, and whether it is the place itself.
#[derive(Clone, Copy)]
struct Shown<'a> {
    label: &'a Label,
    main: bool,
}

impl Shown<'_> {
    fn start(&self) -> usize {
        self.label.span.start as usize
    }
}

/// Splits the labels by file: the file of the main place first, each other file as a report of its own. They are not what Miette calls
/// related: it would put a heading of its own above them.
fn reports(diagnostic: &Diagnostic, sources: &SourceMap, room: &Room) -> Vec<Report> {
    let mut files: Vec<(SourceId, Vec<Shown<'_>>)> = Vec::new();
    for (index, label) in diagnostic.labels.iter().take(MOST_LABELS).enumerate() {
        let shown = Shown { label, main: index == 0 };
        match files.iter_mut().find(|(id, _)| *id == label.span.source) {
            Some((_, labels)) => labels.push(shown),
            None => files.push((label.span.source, vec![shown])),
        }
    }
    let mut shown = files.into_iter().map(|(id, labels)| excerpt((sources, room), id, &labels));
    let (excerpt, labels) = shown.next().unwrap_or_default();
    let severity = if diagnostic.is_error() { Severity::Error } else { Severity::Warning };
    let code = Some(diagnostic.code.to_string());
    let main = Report { message: message(diagnostic), code, severity, help: help(diagnostic), excerpt, labels };
    let others = shown.map(|(excerpt, labels)| see_also(excerpt, labels));
    std::iter::once(main).chain(others).collect()
}

fn see_also(excerpt: Option<Excerpt>, labels: Vec<LabeledSpan>) -> Report {
    let message = "see also".to_owned();
    Report { message, code: None, severity: Severity::Advice, help: None, excerpt, labels }
}

/// The lines of one file that are shown, and where the labels lie in it.
fn excerpt(
    (sources, room): (&SourceMap, &Room),
    id: SourceId,
    labels: &[Shown<'_>],
) -> (Option<Excerpt>, Vec<LabeledSpan>) {
    let Some(source) = sources.get(id) else {
        return (None, Vec::new());
    };
    let line_of = |shown: &Shown<'_>| sources.place(shown.label.span).line as usize - 1;
    let mut places: Vec<usize> = labels.iter().map(line_of).collect();
    places.sort_unstable();
    let mut excerpt =
        Excerpt { name: clean::short(&source.name, MOST_COLUMNS), text: String::new(), lines: Vec::new() };
    let mut moved = Vec::new();
    for number in pieces(&places).into_iter().flatten() {
        let Some((start, line)) = source.line(number) else { break };
        let here: Vec<Shown<'_>> = labels.iter().copied().filter(|shown| line_of(shown) == number).collect();
        let begin = excerpt.text.len();
        let hidden = copy_line((line, start), room, &here, &mut excerpt.text, &mut moved);
        excerpt.lines.push(ShownLine { number, start: begin, hidden });
        // The last line of a file ends with it.
        if source.line(number + 1).is_none() {
            excerpt.text.pop();
        }
    }
    (Some(excerpt), moved)
}

/// The lines around places, which are in order: in one piece where places are near each other.
fn pieces(places: &[usize]) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    for place in places {
        let end = place + AROUND + 1;
        match pieces.last_mut() {
            Some(piece) if *place <= piece.end - AROUND + MOST_BETWEEN => piece.end = end,
            _ => pieces.push(place.saturating_sub(AROUND)..end),
        }
    }
    pieces
}

/// Lines of one file, each cut and cleaned: all of it that is shown.
struct Excerpt {
    name: String,
    text: String,
    lines: Vec<ShownLine>,
}

/// A line of an excerpt.
struct ShownLine {
    /// Its number in the file, from 0.
    number: usize,
    /// Where it begins in the excerpt.
    start: usize,
    /// So many characters at its beginning are not shown.
    hidden: usize,
}

impl Excerpt {
    /// Which of its lines a byte lies in.
    fn line_at(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.start <= offset).saturating_sub(1)
    }

    /// Whether the line before one is shown, too.
    fn goes_on_above(&self, at: usize) -> bool {
        let above = at.checked_sub(1).and_then(|above| self.lines.get(above));
        above.zip(self.lines.get(at)).is_some_and(|(above, line)| above.number + 1 == line.number)
    }

    /// So many lines further down, or as many as are shown in one piece.
    fn below(&self, at: usize, most: usize) -> usize {
        (at..at.saturating_add(most).min(self.lines.len())).take_while(|line| self.goes_on_above(line + 1)).count() + at
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (offset, end) = (span.offset(), span.offset() + span.len());
        let place = self.line_at(offset);
        let first = (0..before).fold(place, |at, _| if self.goes_on_above(at) { at - 1 } else { at });
        let last = self.below(self.line_at(end.saturating_sub(1).max(offset)), after);
        let line = self.lines.get(first).ok_or(MietteError::OutOfBounds)?;
        let range = if before == 0 { offset } else { line.start }..if after == 0 {
            end
        } else {
            self.lines.get(last + 1).map_or(self.text.len(), |next| next.start)
        };
        let in_line =
            if before == 0 { self.text.get(line.start..offset).map_or(0, |text| text.chars().count()) } else { 0 };
        let column = if before == 0 { in_line + line.hidden } else { 0 };
        // Miette puts two places into one piece where the lines that follow the first reach the second.
        let lines = self.below(last, self.lines.len()) - first + 1;
        let data = self.text.get(range.clone()).ok_or(MietteError::OutOfBounds)?.as_bytes();
        let span = SourceSpan::from((range.start, range.len()));
        Ok(Box::new(MietteSpanContents::new_named(self.name.clone(), data, span, line.number, column, lines)))
    }
}

/// Copies one line that began at byte `start`, moves its labels, and says how many characters at its beginning are not shown. A
/// label over several lines is shown on its first.
fn copy_line(
    (line, start): (&str, usize),
    room: &Room,
    labels: &[Shown<'_>],
    copy: &mut String,
    moved: &mut Vec<LabeledSpan>,
) -> usize {
    let column = |byte: usize| line.char_indices().take_while(|(at, _)| start + at < byte).count();
    let first = labels.iter().map(|l| column(l.start())).min().unwrap_or(0);
    let long = line.chars().nth(room.line).is_some();
    let skip = if long { first.saturating_sub(room.before) } else { 0 };
    if skip > 0 {
        copy.push('…');
    }
    // Byte offsets in the copy of each character of the line that is shown, and of the end.
    let mut offsets = Vec::new();
    for c in line.chars().skip(skip).take(room.line) {
        offsets.push(copy.len());
        copy.push(clean::shown(c));
    }
    offsets.push(copy.len());
    let offset = |column: usize| {
        let at = column.saturating_sub(skip).min(offsets.len() - 1);
        offsets[at]
    };
    for label in labels {
        let from = offset(column(label.start()));
        let to = offset(column(label.label.span.end as usize)).max(from);
        let text = Some(label_text(&label.label.text)).filter(|t| !t.is_empty());
        let span = (from, to - from);
        moved.push(if label.main {
            LabeledSpan::new_primary_with_span(text, span)
        } else {
            LabeledSpan::new_with_span(text, span)
        });
    }
    if long && line.chars().nth(skip + room.line).is_some() {
        copy.push('…');
    }
    copy.push('\n');
    // In their place is one character.
    skip.saturating_sub(1)
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.as_ref().map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}
