//! The conversation: lines in, lines out, and questions to people in between.

use std::io::{self, BufRead, Write};

use serde_json::{Map, Value};

use super::lines::{Line, Lines};
use super::reply::{Done, Question, Refused, Reply, Said};
use super::request::{Id, object, wrong};
use crate::diagnostic::{Diagnostic, clean};
use crate::engine::{Answer, Ask, Failure, by_hand};

/// Whoever asks, at the other end.
pub(super) struct Talk<R, W> {
    input: Lines<R>,
    output: W,
    /// How many lines were read.
    lines: u64,
    /// Why the conversation broke off within a request.
    broken: Option<io::Error>,
}

impl<R: BufRead, W: Write> Talk<R, W> {
    pub(super) fn new(input: Lines<R>, output: W) -> Self {
        Self { input, output, lines: 0, broken: None }
    }

    /// The next line; `None` at the end of the input.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let line = self.input.next()?;
        self.lines += u64::from(line.is_some());
        Ok(line)
    }

    /// Answers a request.
    pub(super) fn answer(&mut self, id: &Id, told: Result<Done, Failure>) -> io::Result<()> {
        if let Some(error) = self.broken.take() {
            return Err(error);
        }
        match told {
            Ok(done) => self.say(Some(id), Said::Ok(done)),
            Err(failure) => self.refuse(Some(id), &failure),
        }
    }

    /// Refuses a line.
    pub(super) fn refuse(&mut self, id: Option<&Id>, failure: &Failure) -> io::Result<()> {
        let line = if id.is_none() { Some(self.lines) } else { None };
        self.say(id, Said::Error(Refused { line, ..Refused::from(failure) }))
    }

    /// Asks a person, again if need be; `None` when nobody answers.
    pub(super) fn ask(&mut self, id: &Id, ask: &Ask<'_>) -> Option<Answer> {
        match self.asked(id, ask) {
            Ok(answer) => answer,
            Err(error) => {
                self.broken = Some(error);
                None
            }
        }
    }

    fn asked(&mut self, id: &Id, ask: &Ask<'_>) -> io::Result<Option<Answer>> {
        let mut complaint = None;
        loop {
            let Some(question) = Question::of(ask) else { return Ok(None) };
            self.say(Some(id), Said::Ask(Question { complaint: complaint.take(), ..question }))?;
            let Some(told) = self.told(id)? else { return Ok(None) };
            match by_hand::read(ask, &told) {
                Ok(answer) => return Ok(Some(answer)),
                Err(why) => complaint = Some(why),
            }
        }
    }

    /// The answer to the question of `id`; other lines are refused until it comes. `None` when the question is broken off.
    fn told(&mut self, id: &Id) -> io::Result<Option<String>> {
        while let Some(line) = self.next_line()? {
            match object(line) {
                Ok((other, fields)) if other == *id && fields.contains_key("answer") => match answer(&fields) {
                    Ok(told) => return Ok(told),
                    Err(found) => self.refuse(Some(id), &found.into())?,
                },
                Ok((other, _)) => self.refuse(Some(&other), &waiting(id).into())?,
                Err((other, found)) => self.refuse(other.as_ref(), &found.into())?,
            }
        }
        Ok(None)
    }

    fn say(&mut self, id: Option<&Id>, said: Said) -> io::Result<()> {
        // Texts and numbers always have a JSON form.
        let mut line = serde_json::to_string(&Reply { id, said }).unwrap_or_default();
        line.push('\n');
        self.output.write_all(line.as_bytes())?;
        self.output.flush()
    }
}

/// What a line answers: a text, or nothing.
fn answer(fields: &Map<String, Value>) -> Result<Option<String>, Diagnostic> {
    match fields.get("answer") {
        Some(Value::String(told)) if fields.len() == 1 => Ok(Some(told.clone())),
        Some(Value::Null) if fields.len() == 1 => Ok(None),
        _ => Err(wrong("an `answer` is a text, or `null` to break off").help("such as {\"id\":1,\"answer\":\"3 5\"}")),
    }
}

fn waiting(id: &Id) -> Diagnostic {
    let id = match id {
        Id::Number(number) => number.to_string(),
        Id::Text(text) => format!("\"{}\"", clean::cut(text, 60)),
    };
    let help =
        format!("answer it with {{\"id\":{id},\"answer\":\"3 5\"}}, or break off with {{\"id\":{id},\"answer\":null}}");
    wrong("a question waits for its answer").help(help)
}
