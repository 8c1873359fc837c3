//! From a checked model to programs: every run that a scene writes down is laid out with its blanks filled in, so that
//! whatever is known beforehand is computed here and only the rest at the table.

mod arguments;
mod changes;
mod dice;
mod emit;
mod expectations;
mod expressions;
mod fields;
mod houses;
mod invocations;
mod limits;
mod lookups;
mod members;
mod partial_value;
mod paths;
mod plan_checks;
mod plans;
mod resolve;
mod scene;
mod statements;
mod sums;

use std::collections::BTreeMap;

use super::expectation::Expectation;
use super::{Method, Operand, Program, Trace, secrecy};
use crate::diagnostic::Diagnostics;
use crate::model::{InvocationId, LocalId, Model, ScaleId, Statement, Thing, ThingId};
use crate::source::Span;
use emit::Emitter;
use partial_value::{Context, Frame, InvocationState};

/// A program in the making.
struct Lowering<'m, 's> {
    model: &'m Model,
    /// Everybody and everything, as this program has them.
    all_things: &'m [Thing],
    sink: &'s mut Diagnostics,
    emit: Emitter,
    /// What a field of a thing is kept in; a third number is the level of a family.
    fields: BTreeMap<(usize, usize, usize), Operand>,
    /// Who knows what: named and thing.
    known: BTreeMap<(usize, usize), Operand>,
    /// Registers of runs; the number is that of a counted run, 0 for the latest.
    states: BTreeMap<(InvocationId, i64), InvocationState<'m>>,
    /// Values given by `run … with`, until the blank is asked for.
    given: BTreeMap<(InvocationId, LocalId), partial_value::PartialValue<'m>>,
    /// Runs that are being laid out, the innermost last.
    frames: Vec<Frame>,
    /// How many repetitions, and how many conditions known only at the table, stand around the line in hand.
    loops: usize,
    branches: usize,
    /// How the scene wants everything answered that says nothing itself.
    method: Method,
    /// Columns that were made tables of the program.
    tables: BTreeMap<String, u32>,
    /// For each deck which tables its cards are looked up in; `None` once a formula needs the very card.
    card_tables: Vec<Option<Vec<u32>>>,
    /// Whether marks are left where lines of the system are reached, and those left where nothing is conditional.
    covering: bool,
    reached: Vec<Trace>,
    work: limits::Work,
}

/// The program of the scene.
pub fn scene(model: &Model, sink: &mut Diagnostics) -> Option<Program> {
    let mut lowering = Lowering::new(model, &model.things, sink);
    lowering.method = lowering.scene_method(model.mode.as_ref());
    lowering.whole_scene(&model.scene);
    if let Some(asked) = &model.asked {
        lowering.result(asked);
    }
    lowering.finish()
}

/// The programs of all expectations, of the system, the overlays and the scene.
pub fn expectations(model: &Model, sink: &mut Diagnostics) -> Vec<Expectation> {
    model.expects.iter().map(|expect| expectations::lower(model, expect, false, sink)).collect()
}

/// The same, with marks wherever a line of the system is reached ([`super::Trace::Reached`]).
pub fn covering(model: &Model, sink: &mut Diagnostics) -> Vec<Expectation> {
    model.expects.iter().map(|expect| expectations::lower(model, expect, true, sink)).collect()
}

impl<'m, 's> Lowering<'m, 's> {
    fn new(model: &'m Model, all_things: &'m [Thing], sink: &'s mut Diagnostics) -> Self {
        Self {
            model,
            all_things,
            sink,
            emit: Emitter::new(model),
            fields: BTreeMap::new(),
            known: BTreeMap::new(),
            states: BTreeMap::new(),
            given: BTreeMap::new(),
            frames: Vec::new(),
            loops: 0,
            branches: 0,
            method: Method::Open,
            tables: BTreeMap::new(),
            card_tables: vec![Some(Vec::new()); model.decks.len()],
            covering: false,
            reached: Vec::new(),
            work: limits::Work::default(),
        }
    }

    fn whole_scene(&mut self, statements: &'m [Statement]) {
        self.things();
        let context = Context::scene();
        self.statements(&context, statements);
    }

    /// Everybody and everything that takes part.
    fn present(&self) -> impl Iterator<Item = (ThingId, &'m Thing)> + use<'m> {
        self.all_things.iter().enumerate().map(|(place, thing)| (ThingId(place), thing))
    }

    /// Leaves a mark where a line of an overlay is reached; where coverage is measured, at every line.
    fn mark(&mut self, span: Span) {
        self.leave(Trace::Reached { span }, self.model.is_overlaid(span));
    }

    /// Leaves a mark where a level is read or reached that may be an overlay's; likewise.
    fn mark_level(&mut self, scale: ScaleId, level: Operand) {
        let scale = u32::try_from(scale.0).unwrap_or(u32::MAX);
        let may_be = |value: i64| emit::known(level).is_none_or(|known| known == Some(value));
        let told = self.emit.program.brought.iter().any(|one| one.scale == scale && may_be(one.value));
        self.leave(Trace::ReachedLevel { scale, level }, told);
    }

    fn leave(&mut self, mark: Trace, told: bool) {
        if self.covering && self.branches == 0 {
            self.reached.push(mark.clone());
        }
        if self.covering || told {
            self.emit.trace(mark);
        }
    }

    fn finish(mut self) -> Option<Program> {
        self.emit.done();
        self.deck_classes();
        secrecy::propagate(&mut self.emit.program, &self.emit.choices);
        (!self.sink.has_errors()).then_some(self.emit.program)
    }
}
