//! Open texts of a scene with holes whose values are hidden from the players.

use super::super::secrecy::Secrecy;
use super::super::{Address, Filling, Hole, Instruction, Program, Trace, Wording};
use super::reasons::Accounts;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{self, Invocation};
use crate::semantics::visibility::Visibility;
use crate::source::Span;

impl Accounts<'_> {
    /// Remarks on what players do not read in an open note.
    pub fn hidden_in_note(&mut self, note: Span, text: &model::Wording) {
        let help = "write `secret note` for a note of your own, or show the players this value as well";
        self.hidden_holes(text, help, |trace, at| {
            if let Trace::Note { text } = trace
                && note.contains(at)
            {
                vec![text]
            } else {
                Vec::new()
            }
        });
    }

    /// Remarks on what players do not read in the texts of a run.
    pub fn hidden_in_texts(&mut self, run: &Invocation) {
        let help = "write it without this value, or show the players this value as well";
        for text in run.texts.values().flat_map(|levels| levels.values()) {
            self.hidden_holes(&text.text, help, |trace, _| {
                if let Trace::Meaning { path, texts, .. } = trace
                    && path.starts_with(run.path.as_str())
                {
                    texts.iter().flatten().collect()
                } else {
                    Vec::new()
                }
            });
        }
    }

    fn hidden_holes(
        &mut self,
        written: &model::Wording,
        help: &str,
        texts_of: impl for<'p> Fn(&'p Trace, Span) -> Vec<&'p Wording>,
    ) {
        if written.holes.is_empty() {
            return;
        }
        let told = self.programs.iter().flat_map(|program| {
            let texts = open_traces(program).flat_map(|(trace, at)| texts_of(trace, at));
            texts.filter(|told| told.text == written.text).map(|told| (&program.secrecy, told))
        });
        let told: Vec<(&Secrecy, &Wording)> = told.collect();
        for (place, hole) in written.holes.iter().enumerate() {
            if told.iter().any(|(secrecy, told)| is_hidden(secrecy, told.holes.get(place))) {
                let message = format!("players read `…` here: `{}` is hidden from them", hole.name);
                self.sink.push(Diagnostic::warning(codes::KEPT, hole.value.span, message).help(help));
            }
        }
    }
}

/// What a program tells everybody, and where that comes from; nothing of a program without secrets.
fn open_traces(program: &Program) -> impl Iterator<Item = (&Trace, Span)> {
    let has_secrets = !program.secrecy.is_empty();
    let lines = (0..).map(Address).zip(program.code.iter().zip(&program.spans)).filter(move |_| has_secrets);
    lines.filter_map(|(at, (instruction, span))| {
        let Instruction::Trace(trace) = instruction else { return None };
        let is_open = program.secrecy.at(at) == Visibility::All;
        program.traces.get(*trace as usize).filter(|_| is_open).map(|trace| (trace, *span))
    })
}

/// Whether not everybody may read what fills a hole.
fn is_hidden(secrecy: &Secrecy, hole: Option<&Hole>) -> bool {
    let filling = hole.map(|hole| &hole.filling);
    matches!(filling, Some(Filling::Value(operand, _)) if secrecy.of(*operand) != Visibility::All)
}
