//! What is known while a program is made: the model, the program so far, and where in the script we are.

use std::collections::BTreeMap;

use super::super::{Method, Operand, Trace};
use super::emit::{self, Emitter};
use super::limits::Work;
use super::partial_value::{Frame, InvocationState, PartialValue};
use crate::diagnostic::Diagnostics;
use crate::model::{InvocationId, LocalId, Model, ScaleId, Thing, ThingId};
use crate::source::Span;

/// A program in the making. Its methods lie in layers, which `mod.rs` lists.
pub struct Lowering<'m, 's> {
    /// What is laid out.
    pub model: &'m Model,
    /// Everybody and everything, as this program has them.
    pub all_things: &'m [Thing],
    /// What is found wrong on the way.
    pub sink: &'s mut Diagnostics,
    /// The program so far.
    pub emit: Emitter,
    /// What a field of a thing is kept in; a third number is the level of a family.
    pub fields: BTreeMap<(usize, usize, usize), Operand>,
    /// Who knows what: named and thing.
    pub known: BTreeMap<(usize, usize), Operand>,
    /// Registers of runs; the number is that of a counted run, 0 for the latest.
    pub states: BTreeMap<(InvocationId, i64), InvocationState<'m>>,
    /// Values given by `run … with`, until the blank is asked for.
    pub given: BTreeMap<(InvocationId, LocalId), PartialValue<'m>>,
    /// Runs that are being laid out, the innermost last.
    pub frames: Vec<Frame>,
    /// How many repetitions stand around the line in hand.
    pub loops: usize,
    /// How many conditions that are known only at the table stand around it.
    pub branches: usize,
    /// How the scene wants everything answered that says nothing itself.
    pub method: Method,
    /// Columns that were made tables of the program.
    pub tables: BTreeMap<String, u32>,
    /// For each deck which tables its cards are looked up in; `None` once a formula needs the very card.
    pub card_tables: Vec<Option<Vec<u32>>>,
    /// Whether marks are left where lines of the system are reached.
    pub covering: bool,
    /// The marks left where nothing is conditional.
    pub reached: Vec<Trace>,
    /// How large it has become.
    pub work: Work,
}

impl<'m, 's> Lowering<'m, 's> {
    /// Nothing is written yet; everybody and everything is as given.
    pub fn new(model: &'m Model, all_things: &'m [Thing], sink: &'s mut Diagnostics) -> Self {
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
            work: Work::default(),
        }
    }

    /// Everybody and everything that takes part.
    pub fn present(&self) -> impl Iterator<Item = (ThingId, &'m Thing)> + use<'m> {
        self.all_things.iter().enumerate().map(|(place, thing)| (ThingId(place), thing))
    }

    /// Leaves a mark where a line of an overlay is reached; where coverage is measured, at every line.
    pub fn mark(&mut self, span: Span) {
        self.leave(Trace::Reached { span }, self.model.is_overlaid(span));
    }

    /// Leaves a mark where a level is read or reached that may be an overlay's; likewise.
    pub fn mark_level(&mut self, scale: ScaleId, level: Operand) {
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

    /// Begins an expression or a statement, unless the program would become too large; see [`Work::enter`].
    pub fn enter(&mut self, span: Span) -> bool {
        self.work.enter(span, self.emit.program.code.len(), self.sink)
    }

    /// Ends what was begun.
    pub fn exit(&mut self) {
        self.work.exit();
    }
}
