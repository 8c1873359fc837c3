//! The verdict as one page of HTML that needs nothing else: for a browser, a phone, a printer.

use super::text::{begun, is_meaning_of, meaning, with_reason};
use super::{Achieved, Event, Point, Row, Transcript, TranscriptEntry, Verdict, houses, why, words};
use crate::diagnostic::clean;

/// How the page looks.
const STYLE: &str = include_str!("page.css");

/// The verdict as a page.
pub fn html(verdict: &Verdict) -> String {
    page(&words::heading(verdict), &body(verdict))
}

/// Several verdicts as a page, each below a heading. Those struck out say so in words as well.
pub fn transcript(transcript: &Transcript) -> String {
    let entries: Vec<String> = transcript.entries.iter().map(entry).collect();
    page(&transcript.title, &entries.concat())
}

fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    let head = format!(
        "<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n"
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n{head}</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}</main>\n\
         </body>\n</html>\n"
    )
}

fn entry(entry: &TranscriptEntry) -> String {
    let name = escape(&entry.name);
    let typed =
        if entry.text.is_empty() { String::new() } else { format!("<pre>{}</pre>\n", escape_lines(&entry.text)) };
    let told = if entry.verdict.events.is_empty() { String::new() } else { body(&entry.verdict) };
    if entry.struck {
        let head = format!("<h2><s>{name}</s> <small>struck out</small></h2>\n");
        return format!("<article class=\"struck\">\n{head}{typed}<div class=\"crossed\">\n{told}</div>\n</article>\n");
    }
    let head = if name.is_empty() || entry.only_declares() { String::new() } else { format!("<h2>{name}</h2>\n") };
    format!("<article>\n{head}{typed}{told}</article>\n")
}

/// What happened, and how it was made.
fn body(verdict: &Verdict) -> String {
    let mut writer = Writer { verdict, inside: Vec::new(), text: String::new() };
    let mut events = verdict.events.iter().map(|happened| &happened.event).peekable();
    while let Some(event) = events.next() {
        let meaning = events.next_if(|next| is_meaning_of(next, event)).map(meaning).unwrap_or_default();
        writer.event(event, meaning);
    }
    let open = writer.inside.len();
    writer.text.push_str(&"</section>\n".repeat(open));
    let made = why::why(verdict, None).unwrap_or_default();
    if !made.is_empty() {
        let made = escape_lines(&made);
        writer.text.push_str(
            &["<details>\n<summary>How it was made</summary>\n<pre>", &made, "</pre>\n</details>\n"].concat(),
        );
    }
    writer.text
}

struct Writer<'v> {
    verdict: &'v Verdict,
    /// Paths of the procedures that have begun and not ended.
    inside: Vec<&'v str>,
    text: String,
}

impl<'v> Writer<'v> {
    /// A paragraph; its words are HTML already.
    fn line(&mut self, class: &str, words: &str) {
        self.text.push_str(&["<p class=\"", class, "\">", words, "</p>\n"].concat());
    }

    fn short(&self, path: &'v str) -> String {
        escape(self.inside.last().map_or(path, |inside| words::within(path, inside)))
    }

    fn event(&mut self, event: &'v Event, meaning: &str) {
        match event {
            Event::Begin { path, procedure, text, roles, .. } => {
                let title = quoted(&self.short(path), text.as_deref().unwrap_or_default());
                let who = escape(&words::roles(procedure, roles));
                let level = (self.inside.len() + 3).min(6);
                let heading = format!("<section>\n<h{level}>{title} <small>{who}</small></h{level}>\n");
                self.text.push_str(&heading);
                self.inside.push(path);
            }
            Event::End { .. } => {
                if self.inside.pop().is_some() {
                    self.text.push_str("</section>\n");
                }
            }
            Event::Step { name, title, .. } => self.line("step", &escape(title.as_deref().unwrap_or(name))),
            Event::Period { name, begins } => self.line("period", &format!("{} {}", escape(name), begun(*begins))),
            Event::Sum { total, rows, .. } => self.sum(&self.short(&total.name), &total.value, rows),
            Event::Computed { value, decided, .. } => {
                if *decided && value.number.is_some() {
                    self.result(&self.short(&value.name), &value.value, "", meaning);
                }
            }
            Event::Rolled { pool, dice, kept, how, .. } => {
                let how = words::how(*how, self.verdict);
                let faces = escape(&words::faces(dice, *kept));
                self.line("roll", &format!("{}: <b>{faces}</b>{how}", escape(pool)));
            }
            Event::Resolved { result, how, .. } => {
                let how = words::how(*how, self.verdict);
                self.result(&self.short(&result.name), &result.value, &how, meaning);
            }
            Event::Drawn { deck, card, how, .. } => {
                let how = words::how(*how, self.verdict);
                self.line("roll", &format!("{}: <b>card {card}</b>{how}", escape(deck)));
            }
            Event::Chosen { choice, question, by, how, .. } => {
                let asked = quoted(&self.short(&choice.name), question);
                let who = escape(&words::decided(*how, by));
                self.line("choice", &format!("{asked}: <b>{}</b> ({who})", escape(&choice.value)));
            }
            Event::Cut { plan, unit, kept, slots, achieved, .. } => {
                self.line("plan", &format!("{}: {kept} {}", escape(plan), escape(unit)));
                self.cut(slots, achieved);
            }
            Event::Meaning { level, text, .. } => self.line("result", &quoted(&escape(level), text)),
            Event::Changed { before, after, .. } if before == after => {}
            Event::Changed { path, before, after, why, .. } => {
                let line = format!("{}: {} → {}", escape(path), escape(before), escape(after));
                self.line("change", &with_reason(&line, &escape(why)));
            }
            Event::Stop { why, .. } => self.line("stop", &format!("stopped: {}", escape(why))),
            Event::Said { path, text } => self.line("said", &quoted(&self.short(path), text)),
            Event::Note { text } => self.line("note", &escape(text)),
            Event::House { .. } | Event::Signal { .. } => self.houses(event),
            Event::Reveal { what, to } => {
                self.line("reveal", &format!("{} is now known to {}", escape(what), escape(&to.join(", "))));
            }
        }
    }

    fn houses(&mut self, event: &Event) {
        for line in houses::lines(event) {
            self.line("house", &escape(&line));
        }
    }

    fn result(&mut self, name: &str, value: &str, how: &str, meaning: &str) {
        let line = format!("{name}: <strong>{}</strong>{how}", escape(value));
        self.line("result", &quoted(&line, meaning));
    }

    fn list(&mut self, items: &[String]) {
        if !items.is_empty() {
            let items: Vec<String> = items.iter().map(|item| format!("<li>{item}</li>\n")).collect();
            self.text.push_str(&["<ul>\n", &items.concat(), "</ul>\n"].concat());
        }
    }

    /// The points of a plan, and what became of its qualifiers.
    fn cut(&mut self, slots: &[Point], achieved: &[Achieved]) {
        let points = (!slots.is_empty()).then(|| escape(&words::points(slots)));
        let lost = achieved.iter().filter(|one| one.planned != one.achieved);
        let lost = lost.map(|one| escape(&format!("{}: {}, planned {}", one.path, one.achieved, one.planned)));
        self.list(&points.into_iter().chain(lost).collect::<Vec<_>>());
    }

    fn sum(&mut self, name: &str, total: &str, rows: &[Row]) {
        self.line("sum", &format!("{name} {}", escape(total)));
        let rows: Vec<String> = rows.iter().filter(|row| words::matters(row)).map(row_item).collect();
        self.list(&rows);
    }
}

fn row_item(row: &Row) -> String {
    let parts: Vec<String> = row.parts.iter().map(|part| format!("<li>{}</li>", escape(&words::part(part)))).collect();
    let parts = if parts.is_empty() { String::new() } else { format!("<ul>{}</ul>", parts.concat()) };
    format!("{} {}{parts}", escape(&row.label), escape(&row.value))
}

/// Words, HTML already, with a text in quotes after them, if there is one.
fn quoted(words: &str, text: &str) -> String {
    if text.is_empty() { words.to_owned() } else { format!("{words} <q>{}</q>", escape(text)) }
}

/// A text on one line that HTML shows as it is.
fn escape(text: &str) -> String {
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
