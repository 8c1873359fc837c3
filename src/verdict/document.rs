//! A verdict as a document: the one walk over its events, which text, Markdown and HTML each write in their own way.

use std::collections::BTreeSet;

use super::{Achieved, Event, How, Point, Row, Shown, Verdict, houses, words};
use crate::allowance::{Cancel, Exhausted};
use crate::shared_text::SharedText;

/// One piece of the document.
pub(super) enum Block {
    /// A procedure begins. What comes up to its end stands inside it. Who runs it is left out where that only repeats what is around it.
    Section { title: Vec<Inline>, who: Option<String> },
    /// The procedure is over that began last.
    SectionEnd,
    /// Everything else.
    Paragraph(Paragraph),
}

/// A line, and what stands below it.
pub(super) struct Paragraph {
    pub kind: Kind,
    pub line: Vec<Inline>,
    /// What goes on behind a colon where lines are plain, and is the first of the items otherwise.
    pub more: Option<String>,
    pub items: Vec<Item>,
}

/// A line below another one.
pub(super) struct Item {
    pub line: String,
    /// The line with what is below it, where that can be said on one.
    pub with_parts: Option<String>,
    pub parts: Vec<String>,
}

/// What a paragraph is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Step,
    Period,
    Order,
    Sum,
    Roll,
    Result,
    Choice,
    Plan,
    Change,
    Stop,
    Said,
    House,
    Note,
    Reveal,
}

/// A piece of a line.
pub(super) enum Inline {
    /// As it stands.
    Words(String),
    /// Words of the program itself, safe to show in every form.
    Fixed(String),
    /// What the line is about, where nothing names it: `stopped:`.
    Label(&'static str),
    /// A text that somebody wrote for people.
    Quote(String),
    /// A pool of dice, as the system writes it.
    Pool(String),
    /// What the dice or the cards showed.
    Faces(String),
    /// What somebody chose.
    Choice(String),
    /// What came out on the way.
    Result(String),
    /// What a run came to in the end.
    Conclusion(String),
    /// Between what was and what is.
    Becomes,
}

/// Which part of a verdict is written down. Values that were computed on the way are left to `why` in any of them.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// The first event. Those before it only say where it stands.
    pub first: usize,
    pub detail: Detail,
}

impl Extent {
    /// All of it, for people.
    pub const WHOLE: Self = Self { first: 0, detail: Detail::Full };
}

/// How much is written down.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// Only the conclusions, the texts, and what has changed.
    Brief,
    /// All but sums of nothing.
    Full,
    /// A sum of nothing as well.
    Each,
}

/// Hands over the document piece by piece, each with the place of the event that it tells of.
///
/// # Errors
/// When it is called off.
pub(super) fn walk(
    verdict: &Verdict,
    extent: Extent,
    cancel: &Cancel,
    write: &mut dyn FnMut(usize, Block),
) -> Result<(), Exhausted> {
    let (outermost, conclusions) = (outermost(verdict), conclusions(verdict));
    let mut walk = Walk { verdict, detail: extent.detail, inside: Vec::new(), outermost, conclusions };
    let mut events = verdict.events.iter().map(|happened| &happened.event).enumerate().peekable();
    while let Some((place, event)) = events.next() {
        cancel.heeded()?;
        let joins = |next: usize, told: &Event| next != extent.first && is_meaning_of(told, event);
        let meaning = events.next_if(|(next, told)| joins(*next, told)).map_or("", |(_, told)| meaning(told));
        let blocks = walk.event(place, event, meaning);
        let is_told = match extent.detail {
            Detail::Brief => walk.is_told_briefly(place, event, meaning),
            Detail::Full => !is_sum_of_nothing(event),
            Detail::Each => true,
        };
        blocks.into_iter().filter(|_| is_told).for_each(|block| write(place, block));
    }
    if let Some(why) = &verdict.refused {
        let line = vec![Inline::Label("refused:"), text(format!(" {why}"))];
        let block = Block::Paragraph(Paragraph { kind: Kind::Stop, line, more: None, items: Vec::new() });
        write(verdict.events.len(), block);
    }
    Ok(())
}

/// Whether `next` says what the level of `event` means, so that both fit on one line.
fn is_meaning_of(next: &Event, event: &Event) -> bool {
    let Event::Meaning { level, .. } = next else { return false };
    event.conclusion().is_some_and(|conclusion| conclusion.value == *level)
}

/// Whether it is a sum to which nothing has been added.
fn is_sum_of_nothing(event: &Event) -> bool {
    let Event::Sum { total, rows, .. } = event else { return false };
    total.number == Some(0) && !rows.iter().any(words::matters)
}

/// The text of a meaning.
fn meaning(event: &Event) -> &str {
    if let Event::Meaning { text, .. } = event { text } else { "" }
}

/// The places of what each run that stands inside no other one came to in the end.
fn conclusions(verdict: &Verdict) -> BTreeSet<usize> {
    let (mut conclusions, mut open): (BTreeSet<usize>, Vec<CameTo>) = (BTreeSet::new(), Vec::new());
    for (place, event) in verdict.events.iter().map(|happened| &happened.event).enumerate() {
        if event.begun().is_some() {
            open.push(CameTo::default());
        } else if let Event::End { .. } = event {
            let ended = open.pop().unwrap_or_default();
            match open.last_mut() {
                Some(around) => around.inside.extend(ended.conclusions()),
                None => conclusions.extend(ended.conclusions()),
            }
        } else if let Some(run) = open.last_mut() {
            run.hears(place, event);
        }
    }
    conclusions.extend(open.into_iter().flat_map(CameTo::conclusions));
    conclusions
}

/// What a run has come to so far.
#[derive(Default)]
struct CameTo {
    /// What was resolved or decided in the last of its steps in which anything was.
    own: Vec<usize>,
    /// Whether another step has begun since.
    is_over: bool,
    /// What the runs inside it came to.
    inside: Vec<usize>,
}

impl CameTo {
    fn hears(&mut self, place: usize, event: &Event) {
        if let Event::Step { .. } = event {
            self.is_over = true;
        } else if event.conclusion().is_some_and(|value| value.number.is_some()) {
            if std::mem::take(&mut self.is_over) {
                self.own.clear();
            }
            self.own.push(place);
        }
    }

    /// A run that comes to nothing of its own comes to what those inside it come to.
    fn conclusions(self) -> Vec<usize> {
        if self.own.is_empty() { self.inside } else { self.own }
    }
}

/// The names of the procedures that stand inside no other one: whatever begins with one of them is asked for as theirs.
fn outermost(verdict: &Verdict) -> BTreeSet<&str> {
    let begun = verdict.events.iter().filter_map(|happened| happened.event.begun());
    begun.filter(|path| !path.contains('.')).collect()
}

struct Walk<'v> {
    verdict: &'v Verdict,
    /// How much is told. The runs inside others have no section where it is brief.
    detail: Detail,
    /// The procedures that have begun and not ended.
    inside: Vec<Begun<'v>>,
    outermost: BTreeSet<&'v str>,
    /// The places of what the outermost runs came to in the end.
    conclusions: BTreeSet<usize>,
}

/// A procedure that has begun.
struct Begun<'v> {
    path: &'v str,
    roles: &'v [(SharedText, SharedText)],
}

impl<'v> Walk<'v> {
    /// Whether an event is told where it is told briefly.
    fn is_told_briefly(&self, place: usize, event: &Event, meaning: &str) -> bool {
        match event {
            Event::Begin { .. } => self.inside.len() == 1,
            Event::Period { .. } | Event::Order { .. } | Event::Said { .. } | Event::End { .. } => {
                self.inside.is_empty()
            }
            Event::Meaning { .. }
            | Event::Note { .. }
            | Event::Changed { .. }
            | Event::Stop { .. }
            | Event::Reveal { .. } => true,
            Event::Computed { .. } | Event::Resolved { .. } => !meaning.is_empty() || self.conclusions.contains(&place),
            // Of a roll that the scene makes by itself the dice are all that there is.
            Event::Rolled { path: name, .. } | Event::Totalled { total: Shown { name, .. }, .. } => {
                self.inside.last().is_some_and(|begun| begun.path == name.as_str())
            }
            Event::Step { .. }
            | Event::Sum { .. }
            | Event::Drawn { .. }
            | Event::Chosen { .. }
            | Event::Cut { .. }
            | Event::House { .. }
            | Event::Signal { .. } => false,
        }
    }

    /// What is told of an event: the one place that knows it for every form.
    fn event(&mut self, place: usize, event: &'v Event, meaning: &str) -> Vec<Block> {
        match event {
            Event::Begin { path, procedure, text, roles, .. } => {
                let title = titled(self.short(path), text.as_deref().unwrap_or_default());
                let who = (!self.is_repeated(path, procedure, roles)).then(|| words::roles(procedure, roles));
                self.inside.push(Begun { path, roles });
                vec![Block::Section { title, who }]
            }
            Event::End { .. } => self.inside.pop().map(|_| Block::SectionEnd).into_iter().collect(),
            Event::Step { name, title, .. } => plain(Kind::Step, title.as_deref().unwrap_or(name)),
            Event::Period { name, begins } => {
                let verb = if *begins { "begins" } else { "ends" };
                plain(Kind::Period, &format!("{name} {verb}"))
            }
            Event::Order { turns } => {
                paragraph(Kind::Order, vec![Inline::Label("order:"), text(format!(" {}", words::order(turns)))])
            }
            Event::Sum { total, rows, .. } => self.sum(total, rows),
            Event::Computed { value, decided: true, .. } if value.number.is_some() => {
                self.result((place, value), "", meaning)
            }
            Event::Computed { .. } => Vec::new(),
            Event::Rolled { pool, dice, kept, how, .. } => {
                self.rolled(Inline::Pool(pool.to_string()), words::faces(dice, *kept), *how)
            }
            Event::Totalled { total, calculation, .. } => {
                paragraph(Kind::Roll, vec![Inline::Faces(words::totalled(calculation, total))])
            }
            Event::Resolved { result, how, .. } => {
                self.result((place, result), &words::how_resolved(*how, self.verdict), meaning)
            }
            Event::Drawn { deck, card, how, .. } => {
                self.rolled(Inline::Words(deck.to_string()), format!("card {card}"), *how)
            }
            Event::Chosen { choice, question, by, how, .. } => {
                // Without a name, a choice goes by its question.
                let is_named = choice.name != *question;
                let mut words = titled(self.short(&choice.name), if is_named { question } else { "" });
                let then = if !is_named && question.ends_with('?') { " " } else { ": " };
                let who = format!(" ({})", words::decided(*how, by));
                words.extend([text(then), Inline::Choice(choice.value.to_string()), text(who)]);
                paragraph(Kind::Choice, words)
            }
            Event::Cut { plan, unit, remaining, slots, achieved, .. } => {
                cut(format!("{plan}: {} {unit}, and {remaining} to spend", slots.len()), slots, achieved)
            }
            Event::Meaning { level, text, .. } => paragraph(Kind::Result, titled(level, text)),
            Event::Changed { before, after, .. } if before == after => Vec::new(),
            Event::Changed { path, about, before, after, why, .. } => {
                let after = words::with_reason(&format!(" {after}"), why);
                let mut words = titled(path, about);
                words.extend([text(format!(": {before} ")), Inline::Becomes, text(after)]);
                paragraph(Kind::Change, words)
            }
            Event::Stop { why, .. } => paragraph(Kind::Stop, vec![Inline::Label("stopped:"), text(format!(" {why}"))]),
            Event::Said { path, text } => paragraph(Kind::Said, titled(self.short(path), text)),
            Event::House { .. } | Event::Signal { .. } => {
                houses::lines(event).iter().flat_map(|line| plain(Kind::House, line)).collect()
            }
            Event::Note { text, .. } => plain(Kind::Note, text),
            Event::Reveal { what, to } => plain(Kind::Reveal, &format!("now known to {}: {what}", to.join(", "))),
        }
    }

    /// Whether a run is called what its procedure is called, and those who run it are named in the heading around it.
    fn is_repeated(&self, path: &str, procedure: &str, roles: &[(SharedText, SharedText)]) -> bool {
        let Some(around) = self.inside.last() else { return false };
        let people = |roles: &'v [(SharedText, SharedText)]| roles.iter().map(|(_, who)| who);
        words::within(path, around.path) == procedure
            && roles.iter().map(|(_, who)| who).eq(people(around.roles).take(roles.len()))
    }

    /// A path without the procedure around it, unless what is left would be asked for as something else: `total` of an item
    /// `climb` in a procedure `climb` is `climb.climb.total`.
    fn short(&self, path: &'v str) -> &'v str {
        // Told briefly, all stands in the section of the outermost one.
        let around = if self.detail == Detail::Brief { self.inside.first() } else { self.inside.last() };
        let short = around.map_or(path, |inside| words::within(path, inside.path));
        let is_of_another = short.split_once('.').is_some_and(|(first, _)| self.outermost.contains(first));
        if is_of_another { path } else { short }
    }

    fn result(&self, (place, value): (usize, &'v Shown), how: &str, meaning: &str) -> Vec<Block> {
        let came_to = value.value.to_string();
        let came_to =
            if self.conclusions.contains(&place) { Inline::Conclusion(came_to) } else { Inline::Result(came_to) };
        let mut words = vec![text(self.short(&value.name)), text(": "), came_to];
        words.push(Inline::Fixed(how.to_owned()));
        words.extend(quote(meaning));
        paragraph(Kind::Result, words)
    }

    fn rolled(&self, what: Inline, faces: String, how: How) -> Vec<Block> {
        let how = Inline::Fixed(words::how(how, self.verdict));
        paragraph(Kind::Roll, vec![what, text(": "), Inline::Faces(faces), how])
    }

    fn sum(&self, total: &'v Shown, rows: &[Row]) -> Vec<Block> {
        let items = rows.iter().filter(|row| words::matters(row)).map(|row| Item {
            line: words::row(row),
            with_parts: if let [part] = row.parts.as_slice() { Some(words::only_part(row, part)) } else { None },
            parts: row.parts.iter().map(words::part).collect(),
        });
        let line = vec![text(format!("{} {}", self.short(&total.name), total.value))];
        vec![Block::Paragraph(Paragraph { kind: Kind::Sum, line, more: None, items: items.collect() })]
    }
}

/// A plan: the points of it, and what became of those of its qualifiers that have lost something.
fn cut(line: String, slots: &[Point], achieved: &[Achieved]) -> Vec<Block> {
    let lost = achieved.iter().filter(|one| one.planned != one.achieved);
    let items = lost.map(|one| Item {
        line: format!("{}: {}, planned {}", one.path, one.achieved, one.planned),
        with_parts: None,
        parts: Vec::new(),
    });
    let points = words::points(slots);
    let more = (!points.is_empty()).then_some(points);
    vec![Block::Paragraph(Paragraph { kind: Kind::Plan, line: vec![text(line)], more, items: items.collect() })]
}

fn plain(kind: Kind, words: &str) -> Vec<Block> {
    paragraph(kind, vec![text(words)])
}

fn paragraph(kind: Kind, line: Vec<Inline>) -> Vec<Block> {
    vec![Block::Paragraph(Paragraph { kind, line, more: None, items: Vec::new() })]
}

/// Words with a text in quotes after them, if there is one.
fn titled(words: &str, quoted: &str) -> Vec<Inline> {
    [text(words)].into_iter().chain(quote(quoted)).collect()
}

fn text(words: impl Into<String>) -> Inline {
    Inline::Words(words.into())
}

/// A text in quotes, if there is one.
fn quote(words: &str) -> Option<Inline> {
    (!words.is_empty()).then(|| Inline::Quote(words.to_owned()))
}
