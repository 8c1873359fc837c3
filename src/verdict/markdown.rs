//! The verdict as Markdown, for the log of a session.

use super::dates::in_words;
use super::document::{Block, Extent, Inline, Item, Kind, Paragraph, walk};
use super::{Transcript, TranscriptEntry, Verdict, words};
use crate::allowance::{self, Cancel, Exhausted};
use crate::diagnostic::clean;

/// The verdict as Markdown: a heading for each procedure, a list of what happened in it.
///
/// ```
/// use assize::{Answers, Engine};
/// use assize::verdict::markdown;
///
/// let verdict = Engine::default().compile("night.asz", "note \"a knock\"")?.adjudicate(Answers::deliberate())?;
/// assert!(markdown::markdown(&verdict).contains("> a knock"));
/// # Ok::<(), assize::Failure>(())
/// ```
pub fn markdown(verdict: &Verdict) -> String {
    allowance::undisturbed(|cancel| unless(verdict, cancel))
}

/// The same, unless it is called off.
pub(crate) fn unless(verdict: &Verdict, cancel: &Cancel) -> Result<String, Exhausted> {
    body(verdict, ["# ", &escape(&words::heading(verdict)), "\n\n"].concat(), 0, cancel)
}

/// Several verdicts as Markdown, each below a heading. Those that were undone say so in words as well.
///
/// ```
/// use assize::verdict::markdown;
/// use assize::{Audience, Engine, Session};
///
/// let mut session = Session::begin(Engine::default(), 7, None)?;
/// session.enter("note \"a knock\"", None)?;
/// let transcript = session.transcript("An evening").seen_by(Audience::Players);
/// assert!(markdown::transcript(&transcript).starts_with("# An evening\n"));
/// # Ok::<(), assize::Failure>(())
/// ```
pub fn transcript(transcript: &Transcript) -> String {
    allowance::undisturbed(|cancel| transcript_unless(transcript, cancel))
}

/// The same, unless it is called off.
pub(crate) fn transcript_unless(transcript: &Transcript, cancel: &Cancel) -> Result<String, Exhausted> {
    let entries = transcript.entries.iter().map(|one| entry(one, cancel)).collect::<Result<Vec<String>, _>>()?;
    let date = transcript.date.as_deref().map_or_else(String::new, |date| format!("\n{}\n", escape(&in_words(date))));
    Ok(["# ", &escape(&transcript.title), "\n", &date, &entries.concat()].concat())
}

fn entry(entry: &TranscriptEntry, cancel: &Cancel) -> Result<String, Exhausted> {
    let typed: Vec<String> = entry.typed().map(|line| format!("    {}\n", clean::line(line))).collect();
    let typed = if typed.is_empty() { String::new() } else { typed.concat() + "\n" };
    let (head, deeper) = head(entry);
    let is_told = !entry.verdict.events.is_empty();
    let told = if is_told { body(&entry.verdict, String::new(), deeper, cancel)? } else { String::new() };
    let told = if entry.struck { struck(&told) } else { told };
    let told = told.trim_start_matches('\n');
    let text = if let (true, Some((heading, rest))) = (entry.is_its_first_run(), told.split_once('\n')) {
        let mark = if entry.struck { " (undone)" } else { "" };
        ["\n", heading, mark, "\n\n", typed.as_str(), rest.trim_start_matches('\n')].concat()
    } else {
        [&head, typed.as_str(), told].concat()
    };
    Ok([text.trim_end(), "\n"].concat())
}

/// A heading, and how much deeper than usual those below it stand. What has no name has only theirs, or a line above it.
fn head(entry: &TranscriptEntry) -> (String, usize) {
    let name = escape(entry.heading());
    match (entry.struck, name.as_str()) {
        _ if entry.is_its_first_run() => (String::new(), 0),
        (true, "") => ("\n---\n\n*undone*\n\n".to_owned(), 0),
        (true, name) => (format!("\n## ~~{name}~~ (undone)\n\n"), 1),
        (false, _) if entry.only_declares() => ("\n".to_owned(), 0),
        (false, "") => ("\n---\n\n".to_owned(), 0),
        (false, name) => (format!("\n## {name}\n\n"), 1),
    }
}

/// Every line crossed out, its marks left in front.
fn struck(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let words = line.trim_start_matches([' ', '-', '#', '>']);
        let marks = line.get(..line.len() - words.len()).unwrap_or_default();
        if words.is_empty() { format!("{line}\n") } else { format!("{marks}~~{words}~~\n") }
    });
    lines.collect()
}

/// What happened, below what is written already; headings stand `deeper` than usual.
fn body(verdict: &Verdict, text: String, deeper: usize, cancel: &Cancel) -> Result<String, Exhausted> {
    let mut writer = Writer { heads: Vec::new(), is_back: false, deeper, text };
    walk(verdict, Extent::WHOLE, cancel, &mut |_, block| writer.block(block))?;
    Ok(writer.text)
}

struct Writer {
    /// The last heading of each procedure that has begun and not ended, with its marks: its own, or that of a step.
    heads: Vec<(usize, String)>,
    /// Whether one has ended inside another, and nothing was written since: what follows does not belong under its headings.
    is_back: bool,
    deeper: usize,
    text: String,
}

impl Writer {
    fn block(&mut self, block: Block) {
        match block {
            Block::Section { title, who } => {
                let who = who.map_or_else(String::new, |who| format!(" ({})", escape(&who)));
                let (depth, title) = (self.depth(), format!("{}{who}", inlines(title)));
                self.heading(depth, &title);
                self.heads.push((depth, title));
            }
            Block::SectionEnd => {
                self.heads.pop();
                self.is_back = !self.heads.is_empty();
            }
            Block::Paragraph(paragraph) => self.paragraph(paragraph),
        }
    }

    fn paragraph(&mut self, paragraph: Paragraph) {
        let line = inlines(paragraph.line);
        if let (true, Some((depth, head))) = (self.is_back && paragraph.kind != Kind::Step, self.heads.last().cloned())
        {
            self.heading(depth, &format!("{head} (continued)"));
        }
        match paragraph.kind {
            Kind::Step => self.step(line),
            Kind::Note => self.quote(&line),
            Kind::Period => self.item(0, &format!("*{line}*")),
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
            | Kind::Reveal => self.item(0, &line),
        }
        if let Some(more) = paragraph.more {
            self.item(1, &escape(&more));
        }
        for Item { line, with_parts, parts } in paragraph.items {
            if let Some(line) = with_parts {
                self.item(1, &escape(&line));
                continue;
            }
            self.item(1, &escape(&line));
            for part in parts {
                self.item(2, &escape(&part));
            }
        }
    }

    /// How deep a heading stands here.
    fn depth(&self) -> usize {
        2 + self.heads.len() + self.deeper
    }

    fn step(&mut self, title: String) {
        let depth = self.depth();
        self.heading(depth, &title);
        if let Some(head) = self.heads.last_mut() {
            *head = (depth, title);
        }
    }

    /// A heading, with the empty lines that Markdown wants around it.
    fn heading(&mut self, depth: usize, words: &str) {
        self.is_back = false;
        self.gap();
        let marks = "#".repeat(depth.min(6));
        self.text.push_str(&[&marks, " ", words, "\n\n"].concat());
    }

    fn gap(&mut self) {
        if !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn quote(&mut self, words: &str) {
        self.gap();
        self.text.push_str(&["> ", words, "\n\n"].concat());
    }

    fn item(&mut self, depth: usize, words: &str) {
        let indent = "  ".repeat(depth);
        self.text.push_str(&[&indent, "- ", words, "\n"].concat());
    }
}

fn inlines(line: Vec<Inline>) -> String {
    line.into_iter().map(inline).collect()
}

fn inline(piece: Inline) -> String {
    match piece {
        Inline::Words(words) | Inline::Faces(words) => escape(&words),
        Inline::Fixed(words) => words,
        Inline::Label(words) => format!("**{words}**"),
        Inline::Quote(words) => format!(" — *{}*", escape(&words)),
        Inline::Pool(words) => format!("`{}`", code(&words)),
        Inline::Choice(words) | Inline::Result(words) | Inline::Conclusion(words) => format!("**{}**", escape(&words)),
        Inline::Becomes => "→".to_owned(),
    }
}

/// A text that Markdown shows as it is.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in clean::line(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '&' | '~') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A text inside backticks.
fn code(text: &str) -> String {
    clean::line(text).replace('`', "'")
}
