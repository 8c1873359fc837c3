//! The verdict for people at a table: plain text, indented, without colour.

use super::document::{Block, Detail, Extent, Inline, Item, Kind, Paragraph, walk};
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
    Ok([heading(verdict), plain(verdict, Extent::WHOLE, cancel)?].concat())
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
    allowance::undisturbed(|cancel| plain(verdict, Extent { first: after, ..Extent::WHOLE }, cancel))
}

/// A part of the text of a verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// What is written.
    pub text: String,
    /// Whether it is what a run came to in the end, which may stand out: in bold, in colour, or not at all.
    pub is_conclusion: bool,
}

/// What happened, as [`events`] tells it, in pieces; `brief` leaves only the conclusions, the texts, and what has changed.
///
/// ```
/// use assize::verdict::text;
/// use assize::{Answers, Engine, Shelf};
///
/// # let mut shelf = Shelf::default();
/// # shelf.put("lamps", "
/// #     system lamps \"Lamps in the Dark\"
/// #     ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }
/// #     kind person { oil : 0..9 = 3 }
/// #     procedure light by person { resolve glow with person.oil\n add 1 to person.oil }");
/// let encounter = Engine::with(shelf).compile("night.asz", "use lamps\nperson ada\nlight lamp by ada")?;
/// let verdict = encounter.adjudicate(Answers::deliberate())?;
/// let told = text::pieces(&verdict, 0, true);
/// assert_eq!(told[1].text, "bright");
/// assert!(told[1].is_conclusion && told[2].text.ends_with("ada.oil: 3 -> 4 (lamp)\n"));
/// # Ok::<(), assize::Failure>(())
/// ```
pub fn pieces(verdict: &Verdict, after: usize, brief: bool) -> Vec<Piece> {
    let detail = if brief { Detail::Brief } else { Detail::Full };
    allowance::undisturbed(|cancel| written(verdict, Extent { first: after, detail }, cancel))
}

/// The heading of a verdict, which [`text`] puts before its events.
///
/// ```
/// use assize::verdict::text;
/// use assize::{Answers, Engine};
///
/// let verdict = Engine::default().compile("night.asz", "note \"a knock\"")?.adjudicate(Answers::deliberate())?;
/// assert_eq!(text::text(&verdict), format!("{}{}", text::heading(&verdict), text::events(&verdict, 0)));
/// # Ok::<(), assize::Failure>(())
/// ```
pub fn heading(verdict: &Verdict) -> String {
    clean::line(&words::heading(verdict)) + "\n"
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
    let extent = Extent { first: 0, detail: Detail::Each };
    allowance::undisturbed(|cancel| plain(&alone, extent, cancel)).trim().to_owned()
}

fn plain(verdict: &Verdict, extent: Extent, cancel: &Cancel) -> Result<String, Exhausted> {
    let pieces = written(verdict, extent, cancel)?;
    Ok(pieces.into_iter().map(|piece| piece.text).collect())
}

fn written(verdict: &Verdict, extent: Extent, cancel: &Cancel) -> Result<Vec<Piece>, Exhausted> {
    let mut writer = Writer { stepped: Vec::new(), is_told: false, pieces: Vec::new() };
    walk(verdict, extent, cancel, &mut |place, block| {
        writer.is_told = place >= extent.first;
        writer.block(block);
    })?;
    Ok(writer.pieces)
}

struct Writer {
    /// For each procedure that has begun and not ended, whether a step of it has begun.
    stepped: Vec<bool>,
    /// Whether lines are written, or only counted as deep as they stand.
    is_told: bool,
    pieces: Vec<Piece>,
}

impl Writer {
    fn block(&mut self, block: Block) {
        match block {
            Block::Section { title, who } => {
                if self.stepped.is_empty() && self.is_told {
                    self.write("\n", false);
                }
                let who = who.map(|who| Inline::Words(format!(" ({who})")));
                self.line(0, title.into_iter().chain(who));
                self.stepped.push(false);
            }
            Block::SectionEnd => {
                self.stepped.pop();
            }
            Block::Paragraph(paragraph) => self.paragraph(paragraph),
        }
    }

    fn paragraph(&mut self, paragraph: Paragraph) {
        let more = paragraph.more.map(|more| Inline::Words(format!(": {more}")));
        let line = paragraph.line.into_iter().chain(more);
        match paragraph.kind {
            Kind::Step => self.step(line),
            Kind::Period => {
                let [before, behind] = ["-- ", " --"].map(|dashes| Inline::Words(dashes.to_owned()));
                self.line(0, [before].into_iter().chain(line).chain([behind]));
            }
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
            | Kind::Reveal => self.line(0, line),
        }
        for Item { line, with_parts, parts } in paragraph.items {
            if let Some(line) = with_parts {
                self.line(1, [Inline::Words(line)]);
                continue;
            }
            self.line(1, [Inline::Words(line)]);
            for part in parts {
                self.line(2, [Inline::Words(part)]);
            }
        }
    }

    /// A step stands as deep as the one before it; what happens in it stands deeper.
    fn step(&mut self, title: impl IntoIterator<Item = Inline>) {
        if let Some(stepped) = self.stepped.last_mut() {
            *stepped = false;
        }
        self.line(0, title);
        if let Some(stepped) = self.stepped.last_mut() {
            *stepped = true;
        }
    }

    fn line(&mut self, more: usize, line: impl IntoIterator<Item = Inline>) {
        if !self.is_told {
            return;
        }
        let steps = self.stepped.iter().filter(|stepped| **stepped).count();
        let depth = (self.stepped.len() + steps + more).min(40);
        self.write(&"  ".repeat(depth), false);
        for piece in line {
            let is_conclusion = matches!(piece, Inline::Conclusion(_));
            self.write(&clean::line(&inline(piece)), is_conclusion);
        }
        self.write("\n", false);
    }

    fn write(&mut self, text: &str, is_conclusion: bool) {
        match self.pieces.last_mut() {
            Some(last) if last.is_conclusion == is_conclusion => last.text.push_str(text),
            _ => self.pieces.push(Piece { text: text.to_owned(), is_conclusion }),
        }
    }
}

fn inline(piece: Inline) -> String {
    match piece {
        Inline::Words(words)
        | Inline::Fixed(words)
        | Inline::Pool(words)
        | Inline::Faces(words)
        | Inline::Choice(words)
        | Inline::Result(words)
        | Inline::Conclusion(words) => words,
        Inline::Label(words) => words.to_owned(),
        Inline::Quote(words) => format!(" \"{words}\""),
        Inline::Becomes => "->".to_owned(),
    }
}
