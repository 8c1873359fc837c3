//! The verdict for people at a table: plain text, indented, without colour.

use super::{Achieved, Event, Happened, Row, Verdict, Visibility, houses, words};
use crate::diagnostic::clean;

/// The verdict as text. Values that were computed on the way are left to `why`.
pub fn text(verdict: &Verdict) -> String {
    let heading = clean::line(&words::heading(verdict));
    [heading, "\n".to_owned(), events(verdict, 0)].concat()
}

/// What happened, without the heading and so many of the first events, indented as it is in the whole.
pub fn events(verdict: &Verdict, after: usize) -> String {
    written(verdict, after, verdict.events.len())
}

/// The same for somebody who has to decide something now: values that were computed in the step in hand are told as well.
pub fn leading_up(verdict: &Verdict, after: usize) -> String {
    let is_step = |happened: &Happened| matches!(happened.event, Event::Step { .. });
    written(verdict, after, verdict.events.iter().rposition(is_step).unwrap_or_default())
}

/// The events from one place on; from another on values that were computed on the way as well.
fn written(verdict: &Verdict, after: usize, computed: usize) -> String {
    let mut writer = Writer::new(verdict);
    let mut events = verdict.events.iter().map(|happened| &happened.event).enumerate().peekable();
    while let Some((place, event)) = events.next() {
        if place == after {
            writer.text.clear();
        }
        writer.tells_computed = place >= computed;
        let meaning = events.next_if(|(_, next)| is_meaning_of(next, event)).map_or("", |(_, next)| meaning(next));
        writer.event(event, meaning);
    }
    if after < verdict.events.len() { writer.text } else { String::new() }
}

/// One event as a line of its own, without what stands around it.
pub fn line(event: &Event) -> String {
    let alone = Verdict { events: vec![Happened::new(Visibility::All, event.clone())], ..Verdict::default() };
    let mut writer = Writer::new(&alone);
    writer.event(event, meaning(event));
    writer.text.trim().to_owned()
}

/// Whether `next` says what the level of `event` means, so that both fit on one line.
pub(super) fn is_meaning_of(next: &Event, event: &Event) -> bool {
    match (next, event) {
        (Event::Meaning { level, .. }, Event::Resolved { result, .. }) => *level == result.value,
        (Event::Meaning { level, .. }, Event::Computed { value, decided: true, .. }) => *level == value.value,
        _ => false,
    }
}

/// The text of a meaning.
pub(super) fn meaning(event: &Event) -> &str {
    match event {
        Event::Meaning { text, .. } => text,
        _ => "",
    }
}

struct Writer<'v> {
    verdict: &'v Verdict,
    /// Paths of the procedures that have begun and not ended.
    inside: Vec<&'v str>,
    /// For each of them, whether a step of it has begun.
    stepped: Vec<bool>,
    /// Whether values are told that were computed on the way.
    tells_computed: bool,
    text: String,
}

impl<'v> Writer<'v> {
    fn new(verdict: &'v Verdict) -> Self {
        Self { verdict, inside: Vec::new(), stepped: Vec::new(), tells_computed: false, text: String::new() }
    }

    fn line(&mut self, line: &str) {
        self.indented(0, line);
    }

    fn indented(&mut self, more: usize, line: &str) {
        let steps = self.stepped.iter().filter(|stepped| **stepped).count();
        let depth = (self.inside.len() + steps + more).min(40);
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(&clean::line(line));
        self.text.push('\n');
    }

    fn short(&self, path: &'v str) -> &'v str {
        self.inside.last().map_or(path, |inside| words::within(path, inside))
    }

    fn event(&mut self, event: &'v Event, meaning: &str) {
        match event {
            Event::Begin { path, procedure, text, roles, .. } => {
                self.begin(path, &words::roles(procedure, roles), text.as_deref());
            }
            Event::End { .. } => self.end(),
            Event::Step { name, title, .. } => self.step(title.as_deref().unwrap_or(name)),
            Event::Period { name, begins } => self.line(&format!("-- {name} {} --", begun(*begins))),
            Event::Sum { total, rows, .. } => self.sum(self.short(&total.name), &total.value, rows),
            Event::Computed { value, decided, .. } => {
                if (*decided || self.tells_computed) && value.number.is_some() {
                    self.line(&with_text(&format!("{}: {}", self.short(&value.name), value.value), meaning));
                }
            }
            Event::Rolled { pool, dice, kept, how, .. } => {
                let how = words::how(*how, self.verdict);
                self.line(&format!("{pool}: {}{how}", words::faces(dice, *kept)));
            }
            Event::Resolved { result, how, .. } => {
                let how = words::how(*how, self.verdict);
                let line = format!("{}: {}{how}", self.short(&result.name), result.value);
                self.line(&with_text(&line, meaning));
            }
            Event::Drawn { deck, card, how, .. } => {
                let how = words::how(*how, self.verdict);
                self.line(&format!("{deck}: card {card}{how}"));
            }
            Event::Chosen { choice, question, by, how, .. } => {
                let line = with_text(self.short(&choice.name), question);
                self.line(&format!("{line}: {} ({})", choice.value, words::decided(*how, by)));
            }
            Event::Cut { plan, unit, kept, slots, achieved, .. } => {
                let points = words::points(slots);
                let points = if points.is_empty() { points } else { format!(": {points}") };
                self.line(&format!("{plan}: {kept} {unit}{points}"));
                self.losses(achieved);
            }
            Event::Meaning { level, text, .. } => self.line(&with_text(level, text)),
            Event::Changed { before, after, .. } if before == after => {}
            Event::Changed { path, before, after, why, .. } => {
                self.line(&with_reason(&format!("{path}: {before} -> {after}"), why));
            }
            Event::Stop { why, .. } => self.line(&format!("stopped: {why}")),
            Event::Said { path, text } => self.line(&with_text(self.short(path), text)),
            Event::House { .. } | Event::Signal { .. } => {
                for line in houses::lines(event) {
                    self.line(&line);
                }
            }
            Event::Note { text } => self.line(text),
            Event::Reveal { what, to } => self.line(&format!("{what} is now known to {}", to.join(", "))),
        }
    }

    fn begin(&mut self, path: &'v str, who: &str, text: Option<&str>) {
        if self.inside.is_empty() {
            self.text.push('\n');
        }
        let line = with_text(self.short(path), text.unwrap_or_default());
        self.line(&format!("{line} ({who})"));
        self.inside.push(path);
        self.stepped.push(false);
    }

    fn end(&mut self) {
        self.inside.pop();
        self.stepped.pop();
    }

    fn step(&mut self, title: &str) {
        if let Some(stepped) = self.stepped.last_mut() {
            *stepped = false;
        }
        self.line(title);
        if let Some(stepped) = self.stepped.last_mut() {
            *stepped = true;
        }
    }

    fn sum(&mut self, name: &str, total: &str, rows: &[Row]) {
        self.line(&format!("{name} {total}"));
        for row in rows.iter().filter(|row| words::matters(row)) {
            match row.parts.as_slice() {
                [part] => self.indented(1, &words::only_part(row, part)),
                parts => {
                    self.indented(1, &format!("{} {}", row.label, row.value));
                    for part in parts {
                        self.indented(2, &words::part(part));
                    }
                }
            }
        }
    }

    fn losses(&mut self, achieved: &[Achieved]) {
        for one in achieved.iter().filter(|one| one.planned != one.achieved) {
            self.indented(1, &format!("{}: {}, planned {}", one.path, one.achieved, one.planned));
        }
    }
}

pub(super) fn begun(begins: bool) -> &'static str {
    if begins { "begins" } else { "ends" }
}

/// A line with a text in quotes, if there is one.
fn with_text(line: &str, text: &str) -> String {
    if text.is_empty() { line.to_owned() } else { format!("{line} \"{text}\"") }
}

/// A line with a reason in parentheses, if there is one.
pub(super) fn with_reason(line: &str, why: &str) -> String {
    if why.is_empty() { line.to_owned() } else { format!("{line} ({why})") }
}
