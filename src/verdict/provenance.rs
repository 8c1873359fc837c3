//! Which lines of overlays contributed to a reported event, besides the line that the event names as its own.

use std::collections::BTreeSet;

use super::{Event, Happened, House, Overlaid, Row, Shown, houses, redaction};
use crate::ir::{self, Address, Operand, Program, Register, Returns, Trace, Value};
use crate::machine::{State, Told};
use crate::source::{Place, SourceMap, Span};

/// What was reached since the last event that came of it.
#[derive(Default)]
pub(super) struct Reached(Vec<Mark>);

struct Mark {
    /// The line in hand when it was reached.
    during: Span,
    counted: Overlaid,
}

impl Reached {
    /// Keeps a line or a level of an overlay that was reached.
    pub(super) fn note(
        &mut self,
        (program, sources): (&Program, &SourceMap),
        told: &Told<'_>,
        at: Address,
        state: &State,
    ) {
        if program.houses.is_empty() {
            return;
        }
        let (span, operand) = match told {
            Told::Trace(Trace::Reached { span }) => (Some(*span), Operand::Unreached),
            Told::Trace(Trace::ReachedLevel { scale, level }) => {
                (brought(program, *scale, value(state, *level)), *level)
            }
            Told::Trace(
                Trace::Begin { .. }
                | Trace::End { .. }
                | Trace::Step { .. }
                | Trace::Period { .. }
                | Trace::Order { .. }
                | Trace::Sum { .. }
                | Trace::Resolved { .. }
                | Trace::Totalled { .. }
                | Trace::Computed { .. }
                | Trace::Chosen { .. }
                | Trace::Changed { .. }
                | Trace::Cut { .. }
                | Trace::Meaning { .. }
                | Trace::Stop { .. }
                | Trace::Said { .. }
                | Trace::Reason { .. }
                | Trace::Note { .. }
                | Trace::Signal { .. }
                | Trace::Reveal { .. },
            )
            | Told::Rolled { .. }
            | Told::Resolved { .. }
            | Told::Drawn { .. }
            | Told::Called { .. }
            | Told::Chosen { .. } => return,
        };
        let Some(span) = span.filter(|span| program.houses.iter().any(|house| house.span.source == span.source)) else {
            return;
        };
        let counted = Overlaid { place: sources.place(span), visibility: redaction::value(program, operand, at) };
        self.0.push(Mark { during: program.spans.get(at.0 as usize).copied().unwrap_or_default(), counted });
    }

    /// Gives an event what was reached for it.
    pub(super) fn give(
        &mut self,
        (program, sources): (&Program, &SourceMap),
        told: &Told<'_>,
        (happened, during): (&mut Happened, Span),
    ) {
        // Without overlays no line is one of theirs.
        if program.houses.is_empty() {
            return;
        }
        let Some(place) = own_place(&happened.event).cloned() else { return };
        // What is told on the way to something leaves the marks for it.
        let mut is_on_the_way = false;
        happened.overlaid = match told {
            // A roll is made for a line that tells of itself later on, or for itself.
            Told::Rolled { .. } | Told::Trace(Trace::Totalled { .. }) => {
                is_on_the_way = true;
                self.0.iter().map(|mark| mark.counted.clone()).collect()
            }
            Told::Called { .. } => {
                is_on_the_way = true;
                Vec::new()
            }
            Told::Trace(_) | Told::Resolved { .. } | Told::Drawn { .. } | Told::Chosen { .. } => {
                self.reached_during(during)
            }
        };
        if let (Event::Sum { rows, .. }, Told::Trace(Trace::Sum { rows: spans, .. })) = (&mut happened.event, told) {
            for (row, written) in rows.iter_mut().zip(spans) {
                row.overlaid = elsewhere(self.reached_during(written.span), &row.place);
            }
        }
        let level = level(program, told, &happened.event)
            .map(|span| Overlaid { place: sources.place(span), visibility: happened.visibility });
        happened.overlaid.extend(level);
        happened.overlaid = elsewhere(std::mem::take(&mut happened.overlaid), &place);
        if !is_on_the_way {
            self.0.clear();
        }
    }

    fn reached_during(&self, span: Span) -> Vec<Overlaid> {
        self.0.iter().filter(|mark| mark.during == span).map(|mark| mark.counted.clone()).collect()
    }
}

/// Each line once, and none of a file that is named already.
fn elsewhere(lines: Vec<Overlaid>, own: &Place) -> Vec<Overlaid> {
    let lines: BTreeSet<Overlaid> = lines.into_iter().filter(|line| line.place.file != own.file).collect();
    lines.into_iter().collect()
}

/// The level of an overlay that came out.
fn level(program: &Program, told: &Told<'_>, event: &Event) -> Option<Span> {
    let (scale, reached) = match told {
        Told::Resolved { scale, .. } | Told::Trace(Trace::Resolved { scale, .. }) => (*scale, event.conclusion()),
        Told::Called { function, .. } => match program.functions.get(*function as usize)?.returns {
            Returns::Level(scale) => (scale, answered(event)),
            Returns::Nothing | Returns::Number | Returns::YesNo | Returns::Added => return None,
        },
        Told::Trace(
            Trace::Begin { .. }
            | Trace::End { .. }
            | Trace::Step { .. }
            | Trace::Period { .. }
            | Trace::Order { .. }
            | Trace::Sum { .. }
            | Trace::Totalled { .. }
            | Trace::Computed { .. }
            | Trace::Chosen { .. }
            | Trace::Changed { .. }
            | Trace::Cut { .. }
            | Trace::Meaning { .. }
            | Trace::Stop { .. }
            | Trace::Said { .. }
            | Trace::Reason { .. }
            | Trace::Reached { .. }
            | Trace::ReachedLevel { .. }
            | Trace::Note { .. }
            | Trace::Signal { .. }
            | Trace::Reveal { .. },
        )
        | Told::Rolled { .. }
        | Told::Drawn { .. }
        | Told::Chosen { .. } => return None,
    };
    brought(program, scale, reached?.number)
}

/// What a function answered.
fn answered(event: &Event) -> Option<&Shown> {
    if let Event::House { value, .. } = event { value.as_deref() } else { None }
}

fn brought(program: &Program, scale: u32, level: Value) -> Option<Span> {
    let level = level?;
    program.brought.iter().find(|one: &&ir::Brought| one.scale == scale && one.value == level).map(|one| one.span)
}

fn value(state: &State, operand: Operand) -> Value {
    match operand {
        Operand::Value(value) => Some(value),
        Operand::Register(Register(index)) => state.registers.get(index as usize).copied().flatten(),
        Operand::Unreached => None,
    }
}

/// Whether house rules said something here, or had a hand in it.
pub(super) fn is_by_houses(happened: &Happened, overlays: &[House]) -> bool {
    let is_overlaid = |place: &Place| overlays.iter().any(|house| house.file == place.file);
    let of_row = |row: &Row| is_overlaid(&row.place) || !row.overlaid.is_empty();
    let event = &happened.event;
    if let Event::House { name, .. } = event {
        return super::event::in_expression(name) || !houses::changes(event).is_empty();
    }
    let by_a_row = if let Event::Sum { rows, .. } = event { rows.iter().any(of_row) } else { false };
    by_a_row || !happened.overlaid.is_empty() || own_place(event).is_some_and(is_overlaid)
}

/// The line that an event names as its own; others have nothing behind them.
fn own_place(event: &Event) -> Option<&Place> {
    match event {
        Event::Sum { place, .. }
        | Event::Computed { place, .. }
        | Event::Rolled { place, .. }
        | Event::Totalled { place, .. }
        | Event::Resolved { place, .. }
        | Event::Drawn { place, .. }
        | Event::Chosen { place, .. }
        | Event::Cut { place, .. }
        | Event::Changed { place, .. }
        | Event::Stop { place, .. }
        | Event::House { place, .. }
        | Event::Signal { place, .. } => Some(place),
        Event::Begin { .. }
        | Event::End { .. }
        | Event::Step { .. }
        | Event::Period { .. }
        | Event::Order { .. }
        | Event::Meaning { .. }
        | Event::Said { .. }
        | Event::Note { .. }
        | Event::Reveal { .. } => None,
    }
}
