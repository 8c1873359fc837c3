//! What is known at the end of a scene's program, kept so that a question about its odds is lowered after it, and the
//! scene itself is not lowered again.

use std::collections::BTreeMap;

use super::super::{Instruction, Method, Operand, Program};
use super::Lowering;
use super::emit::Emitter;
use super::limits::{Bounds, Work};
use super::lowering::Findings;
use super::partial_value::PartialValue;
use super::states::{InvocationState, OwnState, States};
use super::tables::TableKey;
use crate::model::{NamedModifierId, OwnId, Question, Scene, System, ThingId};
use crate::semantics::visibility::Visibility;

/// What is known at the end of a scene's program. It belongs to that program, and to the scene it was made of.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    fields: BTreeMap<(usize, usize, usize), Operand>,
    known: BTreeMap<(NamedModifierId, ThingId), Operand>,
    own: BTreeMap<OwnId, OwnState>,
    states: States<'static>,
    method: Method,
    tables: BTreeMap<TableKey, u32>,
    card_tables: Vec<Option<Vec<u32>>>,
    work: Work,
}

impl Lowering<'_, '_> {
    /// What is known now. Nothing is kept of a scene in whose blanks dice lie that are not rolled yet: they would be laid
    /// out where they are asked for.
    pub fn checkpoint(&mut self) -> Option<Checkpoint> {
        // Every field is named: a new one does not compile before it is decided whether it is kept.
        let Self {
            fields,
            known,
            own,
            states,
            method,
            tables,
            card_tables,
            work,
            // What the program was made of and stands behind, and the program itself, which is kept beside this.
            before: _,
            system: _,
            scene: _,
            asked: _,
            all_things: _,
            sink: _,
            emit: _,
            // What takes effect is known of the whole scene, and not only of what its program has come to.
            ledger: _,
            mode: _,
            // What there is inside of runs, blocks and rolls only, which are over.
            given: _,
            frames: _,
            asks: _,
            loops: _,
            branches: _,
            joined: _,
            // Marks of programs that measure what is reached; nothing is asked behind them.
            covering: _,
            reached: _,
            // How large a program may become is for whoever goes on to say.
            around: _,
            touched: _,
            bounds: _,
        } = self;
        Some(Checkpoint {
            fields: std::mem::take(fields),
            known: std::mem::take(known),
            own: std::mem::take(own),
            states: std::mem::take(states).try_map(owned_state)?,
            method: *method,
            tables: std::mem::take(tables),
            card_tables: card_tables.clone(),
            work: *work,
        })
    }
}

impl<'m, 's> Lowering<'m, 's> {
    /// Goes on behind the end of a program.
    pub fn behind(
        (system, scene): (&'m System, &'m Scene),
        (program, checkpoint): (&Program, &Checkpoint),
        (bounds, (ledger, sink)): (&Bounds, Findings<'s>),
    ) -> Self {
        let mut program = Program { results: Vec::new(), ..program.clone() };
        if program.code.last() == Some(&Instruction::Done) {
            program.code.pop();
            program.spans.pop();
        }
        let Checkpoint { fields, known, own, states, method, tables, card_tables, work } = checkpoint.clone();
        Self {
            fields,
            known,
            own,
            states,
            method,
            mode: None,
            tables,
            card_tables,
            work,
            before: None,
            system,
            scene,
            asked: &[],
            all_things: &scene.things,
            sink,
            ledger,
            emit: Emitter { program, span: system.span, choices: Vec::new(), first: 0 },
            given: BTreeMap::new(),
            frames: Vec::new(),
            asks: false,
            loops: 0,
            branches: 0,
            around: Visibility::All,
            touched: Visibility::All,
            joined: None,
            covering: false,
            reached: Vec::new(),
            bounds: bounds.clone(),
        }
    }
}

impl Checkpoint {
    /// Whether a question asks only what the program answers already: no roll is asked anything new, and no further run of
    /// a repetition is told from the others.
    pub fn answers(&self, (system, scene): (&System, &Scene), question: &Question) -> bool {
        let asked = |(roll, questions): (_, &Vec<_>)| {
            let known = [&system.questions, &scene.questions].map(|known| known.get(roll));
            questions.iter().all(|question| known.into_iter().flatten().any(|known| known.contains(question)))
        };
        question.of_rolls.iter().all(asked) && question.counted.iter().all(|run| scene.counted.contains(run))
    }
}

pub fn owned_state(state: InvocationState<'_>) -> Option<InvocationState<'static>> {
    let InvocationState {
        locals,
        questions,
        qualifiers,
        planned,
        described,
        blanks,
        kept_blanks,
        entries,
        block,
        count,
        ran,
        kept,
    } = state;
    let blanks = blanks.try_map(owned)?;
    Some(InvocationState {
        locals,
        questions,
        qualifiers,
        planned,
        described,
        blanks,
        kept_blanks,
        entries,
        block,
        count,
        ran,
        kept,
    })
}

/// A value that borrows nothing.
fn owned(value: PartialValue<'_>) -> Option<PartialValue<'static>> {
    Some(match value {
        PartialValue::Scalar(operand) => PartialValue::Scalar(operand),
        PartialValue::Thing(thing) => PartialValue::Thing(thing),
        PartialValue::Run(run, nth) => PartialValue::Run(run, nth),
        PartialValue::Plan(run, local, nth) => PartialValue::Plan(run, local, nth),
        PartialValue::Item(run, local, item, nth) => PartialValue::Item(run, local, item, nth),
        PartialValue::OwnRoll(own) => PartialValue::OwnRoll(own),
        PartialValue::Roll(run, local, item, nth) => PartialValue::Roll(run, local, item, nth),
        PartialValue::Card(deck, card) => PartialValue::Card(deck, card),
        PartialValue::Row(table, keys) => PartialValue::Row(table, keys.into_iter().map(owned).collect::<Option<_>>()?),
        PartialValue::Dice(..) => return None,
        PartialValue::DiceByLevel(scale, column, level) => PartialValue::DiceByLevel(scale, column, level),
        PartialValue::List(values) => PartialValue::List(values.into_iter().map(owned).collect::<Option<_>>()?),
        PartialValue::Absent => PartialValue::Absent,
    })
}
