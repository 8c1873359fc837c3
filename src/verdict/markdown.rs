//! The verdict as Markdown, for the log of a session.

use super::text::{begun, is_meaning_of, meaning, with_reason};
use super::{Achieved, Event, Point, Row, Transcript, TranscriptEntry, Verdict, houses, words};
use crate::diagnostic::clean;

/// The verdict as Markdown: a heading for each procedure, a list of what happened in it.
pub fn markdown(verdict: &Verdict) -> String {
    body(verdict, ["# ", &escape(&words::heading(verdict)), "\n\n"].concat(), 0)
}

/// Several verdicts as Markdown, each below a heading. Those struck out say so in words as well.
pub fn transcript(transcript: &Transcript) -> String {
    let entries: Vec<String> = transcript.entries.iter().map(entry).collect();
    ["# ", &escape(&transcript.title), "\n", &entries.concat()].concat()
}

fn entry(entry: &TranscriptEntry) -> String {
    let typed: Vec<String> = entry.text.lines().map(|line| format!("    {}\n", clean::line(line))).collect();
    let typed = if typed.is_empty() { String::new() } else { typed.concat() + "\n" };
    let (head, deeper) = head(entry);
    let told =
        if entry.verdict.events.is_empty() { String::new() } else { body(&entry.verdict, String::new(), deeper) };
    let told = if entry.struck { struck(&told) } else { told };
    let text = [&head, typed.as_str(), told.trim_start_matches('\n')].concat();
    [text.trim_end(), "\n"].concat()
}

/// A heading, and how much deeper than usual those below it stand. What has no name has only theirs, or a line above it.
fn head(entry: &TranscriptEntry) -> (String, usize) {
    let name = escape(&entry.name);
    let begins = matches!(entry.verdict.events.first().map(|first| &first.event), Some(Event::Begin { .. }));
    match (entry.struck, name.as_str()) {
        (true, "") => ("\n## (struck out)\n\n".to_owned(), 1),
        (true, name) => (format!("\n## ~~{name}~~ (struck out)\n\n"), 1),
        (false, _) if entry.only_declares() => ("\n".to_owned(), 0),
        (false, "") if begins => ("\n".to_owned(), 0),
        (false, "") => ("\n---\n\n".to_owned(), 0),
        (false, name) => (format!("\n## {name}\n\n"), 1),
    }
}

/// Every line struck out, its marks left in front.
fn struck(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let words = line.trim_start_matches([' ', '-', '#', '>']);
        let marks = line.get(..line.len() - words.len()).unwrap_or_default();
        if words.is_empty() { format!("{line}\n") } else { format!("{marks}~~{words}~~\n") }
    });
    lines.collect()
}

/// What happened, below what is written already; headings stand `deeper` than usual.
fn body(verdict: &Verdict, text: String, deeper: usize) -> String {
    let mut writer = Writer { verdict, inside: Vec::new(), deeper, text };
    let mut events = verdict.events.iter().map(|happened| &happened.event).peekable();
    while let Some(event) = events.next() {
        let meaning = events.next_if(|next| is_meaning_of(next, event)).map(meaning).unwrap_or_default();
        writer.event(event, meaning);
    }
    writer.text
}

struct Writer<'v> {
    verdict: &'v Verdict,
    inside: Vec<&'v str>,
    deeper: usize,
    text: String,
}

impl<'v> Writer<'v> {
    /// A heading, with the empty lines that Markdown wants around it.
    fn heading(&mut self, level: usize, words: &str) {
        self.gap();
        let marks = "#".repeat((level + self.deeper).min(6));
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

    fn short(&self, path: &'v str) -> String {
        escape(self.inside.last().map_or(path, |inside| words::within(path, inside)))
    }

    fn event(&mut self, event: &'v Event, meaning: &str) {
        match event {
            Event::Begin { path, procedure, text, roles, .. } => {
                let title = italic(&self.short(path), text.as_deref().unwrap_or_default());
                let who = escape(&words::roles(procedure, roles));
                self.heading(2 + self.inside.len(), &format!("{title} ({who})"));
                self.inside.push(path);
            }
            Event::End { .. } => {
                self.inside.pop();
            }
            Event::Step { name, title, .. } => {
                let title = escape(title.as_deref().unwrap_or(name));
                self.heading(2 + self.inside.len(), &title);
            }
            Event::Period { name, begins } => self.item(0, &format!("*{} {}*", escape(name), begun(*begins))),
            Event::Sum { total, rows, .. } => self.sum(&self.short(&total.name), &total.value, rows),
            Event::Computed { value, decided, .. } => {
                if *decided && value.number.is_some() {
                    let level = format!("{}: **{}**", self.short(&value.name), escape(&value.value));
                    self.item(0, &italic(&level, meaning));
                }
            }
            Event::Rolled { pool, dice, kept, how, .. } => {
                let how = words::how(*how, self.verdict);
                self.item(0, &format!("`{}`: {}{how}", code(pool), escape(&words::faces(dice, *kept))));
            }
            Event::Resolved { result, how, .. } => {
                let level = format!("{}: **{}**", self.short(&result.name), escape(&result.value));
                let how = words::how(*how, self.verdict);
                self.item(0, &italic(&format!("{level}{how}"), meaning));
            }
            Event::Drawn { deck, card, how, .. } => {
                let how = words::how(*how, self.verdict);
                self.item(0, &format!("{}: card {card}{how}", escape(deck)));
            }
            Event::Chosen { choice, question, by, how, .. } => {
                let who = escape(&words::decided(*how, by));
                let line = italic(&self.short(&choice.name), question);
                self.item(0, &format!("{line}: **{}** ({who})", escape(&choice.value)));
            }
            Event::Cut { plan, unit, kept, slots, achieved, .. } => {
                self.item(0, &format!("{}: {kept} {}", escape(plan), escape(unit)));
                self.cut(slots, achieved);
            }
            Event::Meaning { level, text, .. } => self.item(0, &italic(&escape(level), text)),
            Event::Changed { before, after, .. } if before == after => {}
            Event::Changed { path, before, after, why, .. } => {
                let line = format!("{}: {} → {}", escape(path), escape(before), escape(after));
                self.item(0, &with_reason(&line, &escape(why)));
            }
            Event::Stop { why, .. } => self.item(0, &format!("**stopped:** {}", escape(why))),
            Event::Said { path, text } => self.item(0, &italic(&self.short(path), text)),
            Event::Note { text } => self.quote(&escape(text)),
            Event::House { .. } | Event::Signal { .. } => self.houses(event),
            Event::Reveal { what, to } => {
                self.item(0, &format!("{} is now known to {}", escape(what), escape(&to.join(", "))));
            }
        }
    }

    fn houses(&mut self, event: &Event) {
        for line in houses::lines(event) {
            self.item(0, &escape(&line));
        }
    }

    /// The points of a plan, and what became of its qualifiers.
    fn cut(&mut self, slots: &[Point], achieved: &[Achieved]) {
        if !slots.is_empty() {
            self.item(1, &escape(&words::points(slots)));
        }
        for one in achieved.iter().filter(|one| one.planned != one.achieved) {
            let path = escape(&one.path);
            self.item(1, &format!("{path}: {}, planned {}", escape(&one.achieved), escape(&one.planned)));
        }
    }

    fn sum(&mut self, name: &str, total: &str, rows: &[Row]) {
        self.item(0, &format!("{name} {}", escape(total)));
        for row in rows.iter().filter(|row| words::matters(row)) {
            self.item(1, &format!("{} {}", escape(&row.label), escape(&row.value)));
            for part in &row.parts {
                self.item(2, &escape(&words::part(part)));
            }
        }
    }
}

/// Words with a text in italics after them, if there is one.
fn italic(words: &str, text: &str) -> String {
    if text.is_empty() { words.to_owned() } else { format!("{words} — *{}*", escape(text)) }
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
