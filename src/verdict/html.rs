//! The verdict as a single page of HTML that needs no other file: for a browser, a phone, a printer.

use super::dates::in_words;
use super::document::{Block, Extent, Inline, Item, Kind, Paragraph, walk};
use super::{Transcript, TranscriptEntry, Verdict, why, words};
use crate::allowance::{self, Cancel, Exhausted};
use crate::diagnostic::clean;

/// How the page looks.
const STYLE: &str = include_str!("page.css");

/// The verdict as a page.
///
/// ```
/// use assize::{Answers, Engine};
/// use assize::verdict::html;
///
/// let verdict = Engine::default().compile("night.asz", "note \"a knock\"")?.adjudicate(Answers::deliberate())?;
/// assert!(html::html(&verdict).starts_with("<!DOCTYPE html>"));
/// # Ok::<(), assize::Failure>(())
/// ```
pub fn html(verdict: &Verdict) -> String {
    allowance::undisturbed(|cancel| unless(verdict, cancel))
}

/// The same, unless it is called off.
pub(crate) fn unless(verdict: &Verdict, cancel: &Cancel) -> Result<String, Exhausted> {
    Ok(page(&words::heading(verdict), &body(verdict, cancel)?))
}

/// Several verdicts as a page, each below a heading. Those that were undone say so in words as well.
///
/// ```
/// use assize::verdict::html;
/// use assize::{Audience, Engine, Session};
///
/// let mut session = Session::begin(Engine::default(), 7, None)?;
/// session.enter("note \"a knock\"", None)?;
/// let transcript = session.transcript("An evening").seen_by(Audience::Players);
/// assert!(html::transcript(&transcript).contains("<title>An evening</title>"));
/// # Ok::<(), assize::Failure>(())
/// ```
pub fn transcript(transcript: &Transcript) -> String {
    allowance::undisturbed(|cancel| transcript_unless(transcript, cancel))
}

/// The same, unless it is called off.
pub(crate) fn transcript_unless(transcript: &Transcript, cancel: &Cancel) -> Result<String, Exhausted> {
    let entries = transcript.entries.iter().map(|one| entry(one, cancel)).collect::<Result<Vec<String>, _>>()?;
    let date = transcript.date.as_deref().map(|date| format!("<p class=\"date\">{}</p>\n", escape(&in_words(date))));
    Ok(page(&transcript.title, &[date.unwrap_or_default(), entries.concat()].concat()))
}

fn page(title: &str, body: &str) -> String {
    styled(title, "", body)
}

/// A page in the same style, and with some of its own.
pub(crate) fn styled(title: &str, style: &str, body: &str) -> String {
    let title = escape(title);
    let head = format!(
        "<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{style}</style>\n"
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n{head}</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}</main>\n\
         </body>\n</html>\n"
    )
}

fn entry(entry: &TranscriptEntry, cancel: &Cancel) -> Result<String, Exhausted> {
    let name = escape(entry.heading());
    let typed: Vec<String> = entry.typed().map(escape).collect();
    let typed =
        if typed.is_empty() { String::new() } else { format!("<pre class=\"typed\">{}</pre>\n", typed.join("\n")) };
    let told = if entry.verdict.events.is_empty() { String::new() } else { body(&entry.verdict, cancel)? };
    if entry.struck {
        let head = if name.is_empty() || entry.is_its_first_run() {
            "<p><small>undone</small></p>\n".to_owned()
        } else {
            format!("<h2><s>{name}</s> <small>undone</small></h2>\n")
        };
        let told = format!("<div class=\"crossed\">\n{typed}{told}</div>\n");
        return Ok(format!("<article class=\"struck\">\n{head}{told}</article>\n"));
    }
    let is_headed = !(name.is_empty() || entry.only_declares() || entry.is_its_first_run());
    let head = if is_headed { format!("<h2>{name}</h2>\n") } else { String::new() };
    Ok(format!("<article>\n{head}{typed}{told}</article>\n"))
}

/// What happened, and how it was made.
fn body(verdict: &Verdict, cancel: &Cancel) -> Result<String, Exhausted> {
    let mut writer = Writer { inside: 0, text: String::new() };
    walk(verdict, Extent::WHOLE, cancel, &mut |_, block| writer.block(block))?;
    let mut text = [writer.text, "</section>\n".repeat(writer.inside)].concat();
    let made = why::unless(verdict, None, cancel)?.unwrap_or_default();
    if !made.is_empty() {
        let made = escape_lines(&made);
        text.push_str(
            &["<details>\n<summary>How it came about</summary>\n<pre>", &made, "</pre>\n</details>\n"].concat(),
        );
    }
    Ok(text)
}

struct Writer {
    /// So many procedures have begun and not ended.
    inside: usize,
    text: String,
}

impl Writer {
    fn block(&mut self, block: Block) {
        match block {
            Block::Section { title, who } => {
                let (title, level) = (inlines(title), (self.inside + 3).min(6));
                let who = who.map_or_else(String::new, |who| format!(" <small>{}</small>", escape(&who)));
                let heading = format!("<section>\n<h{level}>{title}{who}</h{level}>\n");
                self.text.push_str(&heading);
                self.inside += 1;
            }
            Block::SectionEnd => {
                self.inside = self.inside.saturating_sub(1);
                self.text.push_str("</section>\n");
            }
            Block::Paragraph(paragraph) => self.paragraph(paragraph),
        }
    }

    fn paragraph(&mut self, Paragraph { kind, line, more, items }: Paragraph) {
        self.text.push_str(&["<p class=\"", class(kind), "\">", &inlines(line), "</p>\n"].concat());
        let more = more.map(|more| format!("<li>{}</li>\n", escape(&more)));
        let items: Vec<String> = more.into_iter().chain(items.iter().map(item)).collect();
        if !items.is_empty() {
            self.text.push_str(&["<ul>\n", &items.concat(), "</ul>\n"].concat());
        }
    }
}

/// What the style sheet calls it.
fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Step => "step",
        Kind::Period => "period",
        Kind::Order => "order",
        Kind::Sum => "sum",
        Kind::Roll => "roll",
        Kind::Result => "result",
        Kind::Choice => "choice",
        Kind::Plan => "plan",
        Kind::Change => "change",
        Kind::Stop => "stop",
        Kind::Said => "said",
        Kind::House => "house",
        Kind::Note => "note",
        Kind::Reveal => "reveal",
    }
}

fn item(Item { line, with_parts, parts }: &Item) -> String {
    if let Some(line) = with_parts {
        return format!("<li>{}</li>\n", escape(line));
    }
    let parts: Vec<String> = parts.iter().map(|part| format!("<li>{}</li>", escape(part))).collect();
    let parts = if parts.is_empty() { String::new() } else { format!("<ul>{}</ul>", parts.concat()) };
    format!("<li>{}{parts}</li>\n", escape(line))
}

fn inlines(line: Vec<Inline>) -> String {
    line.into_iter().map(inline).collect()
}

fn inline(piece: Inline) -> String {
    match piece {
        Inline::Words(words) | Inline::Pool(words) => escape(&words),
        Inline::Fixed(words) => words,
        Inline::Label(words) => escape(words),
        Inline::Quote(words) => format!(" <q>{}</q>", escape(&words)),
        Inline::Faces(words) | Inline::Choice(words) => format!("<b>{}</b>", escape(&words)),
        Inline::Result(words) | Inline::Conclusion(words) => format!("<strong>{}</strong>", escape(&words)),
        Inline::Becomes => "→".to_owned(),
    }
}

/// A text on one line that HTML shows as it is.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in clean::line(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The same for a text of several lines.
fn escape_lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(escape).collect();
    lines.join("\n")
}
