//! What is known while a program is made: the system, the scene, the program so far, and where in the script we are.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Method, Operand, Register, RegisterInfo, Shape, Trace};
use super::emit::{self, Emitter};
use super::ledger::Ledger;
use super::limits::{Bounds, Work};
use super::partial_value::{Context, Frame, JoinedRolls, PartialValue};
use super::pieces::{Piece, Why};
use super::settled::Settled;
use super::states::{OwnState, States};
use super::tables::TableKey;
use crate::diagnostic::Diagnostics;
use crate::model::{
    self, Arena, InvocationId, LocalId, NamedModifierId, OwnId, RolledFor, ScaleId, Scene, System, Thing, ThingId,
};
use crate::semantics::dice::Question;
use crate::semantics::visibility::Visibility;
use crate::shared_text::SharedText;
use crate::source::Span;

/// What is found while programs are made: what takes effect, and what is wrong.
pub type Findings<'s> = (&'s mut Ledger, &'s mut Diagnostics);

/// A value that a line hands to a run, and for whom it is.
pub type Given<'m> = (PartialValue<'m>, Visibility);

/// A program in the making. Its methods lie in layers, which `mod.rs` lists.
pub struct Lowering<'m, 's> {
    /// The rules it is laid out by.
    pub system: &'m System,
    /// What is laid out.
    pub scene: &'m Scene,
    /// What is known already, if the program stands behind others.
    pub before: Option<&'m Settled>,
    /// Questions about odds that are put to the scene.
    pub asked: &'m [model::Question],
    /// Everybody and everything, as this program has them.
    pub all_things: &'m Arena<ThingId, Thing>,
    /// What is found wrong on the way.
    pub sink: &'s mut Diagnostics,
    /// What takes effect of all that the scene writes.
    pub ledger: &'s mut Ledger,
    /// The program so far.
    pub emit: Emitter,
    /// What a field of a thing is kept in; a third number is the level of a family.
    pub fields: BTreeMap<(usize, usize, usize), Operand>,
    /// Who knows what: named and thing.
    pub known: BTreeMap<(NamedModifierId, ThingId), Operand>,
    /// What is known of what the scene has of its own.
    pub own: BTreeMap<OwnId, OwnState>,
    /// What is known of runs.
    pub states: States<'m>,
    /// Values given by `run … with`, until the blank is asked for.
    pub given: BTreeMap<(InvocationId, LocalId), Given<'m>>,
    /// Runs that are being laid out, the innermost last.
    pub frames: Vec<Frame>,
    /// Whether the expression in hand is a condition on which lines of the scene hang.
    pub asks: bool,
    /// How many repetitions stand around the line in hand.
    pub loops: usize,
    /// How many conditions that are known only at the table stand around it.
    pub branches: usize,
    /// For whom is what the line in hand comes to, by what stands around it.
    pub around: Visibility,
    /// For whom it is what the expression in hand has read and no register holds: who somebody is, and that there is nothing.
    pub touched: Visibility,
    /// How the scene wants everything answered that says nothing itself.
    pub method: Method,
    /// The line of the scene that says so.
    pub mode: Option<Piece>,
    /// Columns that were made tables of the program.
    pub tables: BTreeMap<TableKey, u32>,
    /// For each deck which tables its cards are looked up in; `None` once a formula needs the very card.
    pub card_tables: Vec<Option<Vec<u32>>>,
    /// Whether marks are left where lines of the system are reached.
    pub covering: bool,
    /// The marks left where nothing is conditional.
    pub reached: Vec<Trace>,
    /// The rolls in hand, where one roll's answers are joined to another's.
    pub joined: Option<JoinedRolls>,
    /// How large it has become.
    pub work: Work,
    /// How large it may become.
    pub bounds: Bounds,
}

impl<'m, 's> Lowering<'m, 's> {
    /// Nothing is written yet; everybody and everything is as given.
    pub fn new(
        (system, scene): (&'m System, &'m Scene),
        all_things: &'m Arena<ThingId, Thing>,
        (bounds, (ledger, sink)): (&Bounds, Findings<'s>),
    ) -> Self {
        Self {
            before: None,
            system,
            scene,
            asked: &[],
            all_things,
            sink,
            ledger,
            emit: Emitter::new(system),
            fields: BTreeMap::new(),
            known: BTreeMap::new(),
            own: BTreeMap::new(),
            states: States::default(),
            given: BTreeMap::new(),
            frames: Vec::new(),
            asks: false,
            loops: 0,
            branches: 0,
            around: Visibility::All,
            touched: Visibility::All,
            method: Method::Open,
            mode: None,
            tables: BTreeMap::new(),
            card_tables: vec![Some(Vec::new()); system.decks.len()],
            covering: false,
            reached: Vec::new(),
            joined: None,
            work: Work::default(),
            bounds: bounds.clone(),
        }
    }

    /// What is known of a register: its name, and how it is read.
    pub fn info(&self, register: Register) -> Option<&RegisterInfo> {
        let place = register.0 as usize;
        match place.checked_sub(self.emit.first) {
            Some(own) => self.emit.program.registers.get(own),
            None => self.before.and_then(|before| before.info(place)),
        }
    }

    /// The name of a register.
    pub fn register_name(&self, register: Register) -> SharedText {
        self.info(register).and_then(|info| info.name.clone()).unwrap_or_default()
    }

    /// How a register is read.
    pub fn shape_of(&self, register: Register) -> Shape {
        self.info(register).map_or(Shape::Number, |info| info.shape.clone())
    }

    /// What a field of a thing is kept in; the last number is the level of a family.
    pub fn kept_in(&self, thing: ThingId, field: usize, level: usize) -> Option<Operand> {
        let place = (thing.0, field, level);
        let own = self.fields.get(&place).copied();
        own.or_else(|| self.before.and_then(|before| before.field(place)))
    }

    /// Everybody and everything that takes part.
    pub fn present(&self) -> impl Iterator<Item = (ThingId, &'m Thing)> + use<'m> {
        self.all_things.pairs()
    }

    /// What is asked of a roll: by lines of the system, by lines of the scene, and by questions about odds.
    pub fn questions_of(&self, roll: RolledFor) -> Vec<Question> {
        let by = [&self.system.questions, &self.scene.questions].into_iter();
        let mut all: Vec<Question> = Vec::new();
        for asked in by.chain(self.asked.iter().map(|asked| &asked.of_rolls)) {
            for question in asked.get(&roll).into_iter().flatten() {
                if !all.contains(question) {
                    all.push(*question);
                }
            }
        }
        all
    }

    /// Which runs of an invocation in a repetition are asked for by their number: by lines of the scene, and by questions about
    /// odds.
    pub fn counted_runs_of(&self, invocation: InvocationId) -> BTreeSet<i64> {
        let by_questions = self.asked.iter().flat_map(|asked| &asked.counted);
        let asked = self.scene.counted.iter().chain(by_questions).filter(|(of, _)| *of == invocation);
        asked.map(|(_, number)| *number).collect()
    }

    /// Leaves a mark where a line of an overlay is reached; where coverage is measured, at every line.
    pub fn mark(&mut self, span: Span) {
        self.leave(Trace::Reached { span }, self.system.is_overlaid(span));
    }

    /// Leaves a mark where a line or a row of an overlay is reached while coverage is measured. A verdict needs none: what it
    /// tells of has a line of its own.
    pub fn mark_of_house(&mut self, span: Span) {
        if self.covering && self.system.is_overlaid(span) {
            self.mark(span);
        }
    }

    /// Leaves a mark where a level is read or reached that may be an overlay's; likewise.
    pub fn mark_level(&mut self, scale: ScaleId, level: Operand) {
        let scale = u32::try_from(scale.0).unwrap_or(u32::MAX);
        let may_be = |value: i64| emit::known(level).is_none_or(|known| known == Some(value));
        let told = self.emit.program.brought.iter().any(|one| one.scale == scale && may_be(one.value));
        self.leave(Trace::ReachedLevel { scale, level }, told);
    }

    /// How everything is answered here that says nothing itself; whoever answers so takes it from the line that says it.
    pub fn said_method(&mut self, context: &Context<'m>) -> Method {
        if let Some(piece) = context.said {
            self.ledger.take(piece);
        }
        context.method
    }

    /// Notes that lines have no effect in the run in hand, or in the scene.
    pub fn pass(&mut self, context: &Context<'m>, lines: Span, why: Why) {
        self.ledger.pass(context.invocation.map(|(invocation, _)| invocation), lines, why);
    }

    fn leave(&mut self, mark: Trace, told: bool) {
        if self.covering && self.branches == 0 && !self.ledger.is_muted() {
            self.reached.push(mark.clone());
        }
        if self.covering || told {
            self.emit.trace(mark);
        }
    }

    /// Whether so many registers may be made for `what`, which stands at this place; see [`Work::has_room`].
    pub fn has_room(&mut self, what: (Span, &str), more: u64) -> bool {
        self.work.has_room(what, (more, self.emit.program.registers.len()), &self.bounds, self.sink)
    }

    /// Begins an expression or a statement, unless the program would become too large; see [`Work::enter`].
    pub fn enter(&mut self, span: Span) -> bool {
        self.work.enter(span, (self.emit.program.code.len(), &self.bounds), self.sink)
    }

    /// Ends what was begun.
    pub fn exit(&mut self) {
        self.work.exit();
    }
}
