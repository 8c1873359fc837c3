//! The verdict for people at a table: plain text, indented, without colour.

use super::document::{Block, Extent, Inline, Item, Kind, Paragraph, walk};
use super::{Event, Happened, Verdict, Visibility, words};
use crate::allowance::{self, Cancel, Exhausted};
use crate::diagnostic::clean;

/// The verdict as text. Values that were computed on the way are left to `why`.
///
/// ```
/// use assize::{Answers, Engine};
/// use assize::verdict::text;
///
/// let verdict = Engine::default().compile("night.asz", "note \"a knock\"")?.adjudicate(Answers::deliberate())?;
/// assert!(text::text(&verdict).contains("a knock"));
/// # Ok::<(), assize::Failure>(())
/// ```
pub fn text(verdict: &Verdict) -> String {
    allowance::undisturbed(|cancel| unless(verdict, cancel))
}

/// The same, unless it is called off.
pub(crate) fn unless(verdict: &Verdict, cancel: &Cancel) -> Result<String, Exhausted> {
    let heading = clean::line(&words::heading(verdict));
    Ok([heading, "\n".to_owned(), written(verdict, Extent::WHOLE, cancel)?].concat())
}

/// What happened, without the heading and so many of the first events, indented as it is in the whole.
///
/// ```
/// use assize::verdict::text;
/// use assize::{Answers, Engine};
///
/// let verdict = Engine::default().compile("night.asz", "note \"a knock\"\nnote \"a creak\"")?.adjudicate(Answers::deliberate())?;
/// assert_eq!(text::events(&verdict, 1).trim(), "a creak");
/// # Ok::<(), assize::Failure>(())
/// ```
pub fn events(verdict: &Verdict, after: usize) -> String {
    allowance::undisturbed(|cancel| written(verdict, Extent { first: after }, cancel))
}

/// One event as a line of its own, without what stands around it.
///
/// ```
/// use assize::verdict::text;
/// use assize::{Answers, Engine};
///
/// let verdict = Engine::default().compile("night.asz", "note \"a knock\"\nnote \"a creak\"")?.adjudicate(Answers::deliberate())?;
/// assert_eq!(text::line(&verdict.events[0].event), "a knock");
/// # Ok::<(), assize::Failure>(())
/// ```
pub fn line(event: &Event) -> String {
    let events = vec![Happened::new(Visibility::All, event.clone())];
    let alone = Verdict { events, ..Verdict::default() };
    allowance::undisturbed(|cancel| written(&alone, Extent::WHOLE, cancel)).trim().to_owned()
}

fn written(verdict: &Verdict, extent: Extent, cancel: &Cancel) -> Result<String, Exhausted> {
    let mut writer = Writer { stepped: Vec::new(), is_told: false, text: String::new() };
    walk(verdict, extent, cancel, &mut |place, block| {
        writer.is_told = place >= extent.first;
        writer.block(block);
    })?;
    Ok(writer.text)
}

struct Writer {
    /// For each procedure that has begun and not ended, whether a step of it has begun.
    stepped: Vec<bool>,
    /// Whether lines are written, or only counted as deep as they stand.
    is_told: bool,
    text: String,
}

impl Writer {
    fn block(&mut self, block: Block) {
        match block {
            Block::Section { title, who } => {
                if self.stepped.is_empty() && self.is_told {
                    self.text.push('\n');
                }
                self.line(0, &format!("{} ({who})", inlines(title)));
                self.stepped.push(false);
            }
            Block::SectionEnd => {
                self.stepped.pop();
            }
            Block::Paragraph(paragraph) => self.paragraph(paragraph),
        }
    }

    fn paragraph(&mut self, paragraph: Paragraph) {
        let mut line = inlines(paragraph.line);
        if let Some(more) = paragraph.more {
            line = format!("{line}: {more}");
        }
        match paragraph.kind {
            Kind::Step => self.step(&line),
            Kind::Period => self.line(0, &format!("-- {line} --")),
            Kind::Order
            | Kind::Sum
            | Kind::Roll
            | Kind::Result
            | Kind::Choice
            | Kind::Plan
            | Kind::Change
            | Kind::Stop
            | Kind::Said
            | Kind::House
            | Kind::Note
            | Kind::Reveal => self.line(0, &line),
        }
        for Item { line, with_parts, parts } in paragraph.items {
            if let Some(line) = with_parts {
                self.line(1, &line);
                continue;
            }
            self.line(1, &line);
            for part in parts {
                self.line(2, &part);
            }
        }
    }

    /// A step stands as deep as the one before it; what happens in it stands deeper.
    fn step(&mut self, title: &str) {
        if let Some(stepped) = self.stepped.last_mut() {
            *stepped = false;
        }
        self.line(0, title);
        if let Some(stepped) = self.stepped.last_mut() {
            *stepped = true;
        }
    }

    fn line(&mut self, more: usize, line: &str) {
        if !self.is_told {
            return;
        }
        let steps = self.stepped.iter().filter(|stepped| **stepped).count();
        let depth = (self.stepped.len() + steps + more).min(40);
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(&clean::line(line));
        self.text.push('\n');
    }
}

fn inlines(line: Vec<Inline>) -> String {
    line.into_iter().map(inline).collect()
}

fn inline(piece: Inline) -> String {
    match piece {
        Inline::Words(words)
        | Inline::Fixed(words)
        | Inline::Pool(words)
        | Inline::Faces(words)
        | Inline::Choice(words)
        | Inline::Result(words) => words,
        Inline::Label(words) => words.to_owned(),
        Inline::Quote(words) => format!(" \"{words}\""),
        Inline::Becomes => "->".to_owned(),
    }
}
