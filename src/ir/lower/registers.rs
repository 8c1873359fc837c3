//! The registers of runs and what the scene put into their blanks, read without computing anything.

use smol_str::format_smolstr;

use super::super::{Operand, Question, Shape};
use super::partial_value::PartialValue;
use super::paths::joined;
use super::states::{Answers, InvocationState, Lanes};
use super::{Lowering, emit};
use crate::model::{self, Argument, InvocationId, LocalId, LocalKind, RolledFor, Type};
use crate::shared_text::SharedText;

impl<'m> Lowering<'m, '_> {
    /// The registers of a run, made when it is first spoken of.
    pub fn state(&mut self, run: (InvocationId, i64)) -> &mut InvocationState<'m> {
        if self.states.get(run).is_none() {
            self.make_state(run);
        }
        self.states.of(run)
    }

    /// The same, to be read only.
    pub fn known_state(&mut self, run: (InvocationId, i64)) -> &InvocationState<'m> {
        if self.states.get(run).is_none() {
            self.make_state(run);
        }
        self.states.get(run).unwrap_or_else(|| unreachable!("it was made above"))
    }

    /// Registers for a run and everything written inside it, in one block, so that it can be cleared at once.
    fn make_state(&mut self, run: (InvocationId, i64)) {
        if let Some(same) = self.scene.invocations[run.0].same_as {
            return self.share_state(run, (same, run.1));
        }
        let first = self.emit.next_register();
        let (invocation, more) = (&self.scene.invocations[run.0], self.registers_of(run.0));
        let has_room = self.has_room((invocation.span, &invocation.path), more);
        let mut state = if has_room { self.locals_of(run) } else { InvocationState::default() };
        for nested in self.scene.invocations[run.0].nested.values() {
            if self.states.get((*nested, run.1)).is_none() {
                self.make_state((*nested, run.1));
            }
        }
        state.block = Some((first, self.emit.next_register().0 - first.0));
        *self.states.of(run) = state;
    }

    /// What a run computes stands where another run of its name computes it; what the scene writes in it is its own.
    fn share_state(&mut self, run: (InvocationId, i64), same: (InvocationId, i64)) {
        let first = self.state(same).clone();
        let InvocationState { locals, questions, qualifiers, block, .. } = first;
        *self.states.of(run) = InvocationState { locals, questions, qualifiers, block, ..InvocationState::default() };
        for nested in self.scene.invocations[run.0].nested.values() {
            if self.states.get((*nested, run.1)).is_none() {
                self.make_state((*nested, run.1));
            }
        }
    }

    /// How many registers a run needs for what it computes, about: its rolls may be asked several questions.
    fn registers_of(&self, run: InvocationId) -> u64 {
        let invocation = &self.scene.invocations[run];
        let items = |plan: LocalId| match invocation.arguments.get(&plan) {
            Some(Argument::Plan(fill)) => fill.items.len() as u64,
            Some(Argument::One(_) | Argument::List(_) | Argument::Forms(_)) | None => 0,
        };
        let each = self.system.procedures[invocation.procedure].locals.pairs().map(|(id, local)| {
            let qualifiers =
                if let Type::Plan(plan) = &local.ty { self.system.plans[*plan].qualifiers.len() } else { 0 };
            let qualifiers = items(id).saturating_mul(qualifiers as u64);
            let levels = local.by.map_or(1, |by| self.system.scales[by].levels.len() as u64);
            qualifiers.saturating_add(levels.saturating_mul(local.item_of.map_or(1, items)))
        });
        each.fold(0, u64::saturating_add)
    }

    fn locals_of(&mut self, run: (InvocationId, i64)) -> InvocationState<'m> {
        let invocation = &self.scene.invocations[run.0];
        let procedure = &self.system.procedures[invocation.procedure];
        let path = if run.1 == 0 { invocation.path.clone() } else { of_round(&invocation.path, run.1) };
        let mut state = InvocationState::with_room(procedure.locals.len());
        for (id, local) in procedure.locals.pairs() {
            if let (Type::Plan(plan), Some(Argument::Plan(fill))) = (&local.ty, invocation.arguments.get(&id)) {
                for (item, written) in fill.items.iter().enumerate() {
                    for (qualifier, declared) in self.system.plans[*plan].qualifiers.iter().enumerate() {
                        let name = [&path, ".", &written.name, ".", &declared.name].into_iter().collect();
                        let register = self.emit.register(Some(name), emit::shape(&declared.ty), None);
                        state.qualifiers.insert((id, item, qualifier), Operand::Register(register));
                    }
                }
            }
            if matches!(local.kind, LocalKind::Role | LocalKind::Ask { .. } | LocalKind::Run(_)) {
                continue;
            }
            let names: Vec<SharedText> = match local.item_of.map(|plan| invocation.arguments.get(&plan)) {
                None => vec![joined(&path, &local.name)],
                Some(Some(Argument::Plan(fill))) => fill
                    .items
                    .iter()
                    .map(|item| [&path, ".", &item.name, ".", &local.name].into_iter().collect())
                    .collect(),
                Some(_) => Vec::new(),
            };
            if local.kind == LocalKind::Roll {
                let asked = self.questions_of(RolledFor::Local(invocation.procedure, id));
                for (item, name) in names.iter().enumerate() {
                    let answers = self.answer_registers(&asked, name);
                    state.questions.insert((id, local.item_of.map(|_| item)), answers);
                }
            } else {
                state.locals.insert(id, self.lanes(local, names));
            }
        }
        state
    }

    /// Registers for what a roll answers to these questions.
    pub fn answer_registers(&mut self, asked: &[Question], name: &SharedText) -> Answers {
        let answer = |question: &Question| {
            let (label, shape) = question_name(*question);
            let name = if label.is_empty() { name.clone() } else { joined(name, &label) };
            (*question, self.emit.register(Some(name), shape, None))
        };
        asked.iter().map(answer).collect()
    }

    /// Registers for a local, or for the local of each item of a plan.
    fn lanes(&mut self, local: &model::Local, names: Vec<SharedText>) -> Lanes {
        let shape = match local.kind {
            LocalKind::Sum => Shape::Modifier,
            LocalKind::Role
            | LocalKind::Run(_)
            | LocalKind::Ask { .. }
            | LocalKind::Computed
            | LocalKind::Roll
            | LocalKind::Draw
            | LocalKind::Resolve(_)
            | LocalKind::Choose => emit::shape(&local.ty),
        };
        let levels = local.by.map(|by| &self.system.scales[by].levels);
        let (first, items) = (self.emit.next_register(), names.len());
        for name in names {
            let Some(levels) = levels else {
                self.emit.register(Some(name), shape.clone(), None);
                continue;
            };
            for level in levels {
                self.emit.register(Some([&name, "(", level, ")"].into_iter().collect()), shape.clone(), None);
            }
        }
        let [levels, items] = [levels.map_or(1, Vec::len), items].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        Lanes { first, levels, items: local.item_of.map(|_| items) }
    }

    /// The register of a computed local.
    pub fn local_register(
        &mut self,
        run: (InvocationId, i64),
        local: LocalId,
        item: Option<usize>,
        level: usize,
    ) -> PartialValue<'m> {
        let register = self.known_state(run).local(local, item, level);
        PartialValue::Scalar(register.map_or(Operand::Unreached, Operand::Register))
    }

    /// What a roll answers to a question.
    pub fn answer(
        &mut self,
        run: (InvocationId, i64),
        local: LocalId,
        item: Option<usize>,
        question: Question,
    ) -> Operand {
        let asked = self.known_state(run).questions.get(&(local, item));
        let found = asked.and_then(|asked| asked.iter().find(|(q, _)| *q == question));
        found.map_or(Operand::Unreached, |(_, register)| Operand::Register(*register))
    }

    /// What a blank of a run holds: what it was filled with, or what the scene wrote there.
    pub fn blank(&mut self, run: (InvocationId, i64), local: LocalId, ty: &Type) -> PartialValue<'m> {
        if let Some(entity) = self.known_state(run).blanks.get(local) {
            return entity.clone();
        }
        let invocation = &self.scene.invocations[run.0];
        match (ty, invocation.arguments.get(&local)) {
            (Type::Plan(_), Some(_)) => PartialValue::Plan(run.0, local, run.1),
            (Type::Many(of), Some(Argument::Forms(invocations))) if matches!(**of, Type::Run(_)) => PartialValue::List(
                invocations.iter().map(|(invocation, _)| PartialValue::Run(*invocation, run.1)).collect(),
            ),
            (Type::Run(_), Some(Argument::Forms(invocations))) => invocations
                .first()
                .map_or(PartialValue::Absent, |(invocation, _)| PartialValue::Run(*invocation, run.1)),
            (_, Some(Argument::One(_) | Argument::List(_) | Argument::Forms(_) | Argument::Plan(_)) | None) => {
                PartialValue::Absent
            }
        }
    }

    /// How many items a plan has.
    pub fn item_count(&self, invocation: InvocationId, local: LocalId) -> usize {
        match self.scene.invocations[invocation].arguments.get(&local) {
            Some(Argument::Plan(plan)) => plan.items.len(),
            _ => 0,
        }
    }

    /// The place of an item in a plan.
    pub fn item_named(&self, invocation: InvocationId, local: LocalId, name: &str) -> Option<usize> {
        match self.scene.invocations[invocation].arguments.get(&local) {
            Some(Argument::Plan(plan)) => plan.items.iter().position(|item| item.name == name),
            _ => None,
        }
    }

    /// What the scene planned for a qualifier, before anything was cut.
    pub fn planned(&mut self, form: InvocationId, slot: LocalId, item: usize, qualifier: usize) -> Operand {
        self.known_state((form, 0)).planned.get(&(slot, item, qualifier)).copied().unwrap_or(Operand::Unreached)
    }

    /// What is read of a qualifier although it costs what is written, where somebody tries that.
    pub fn read_instead(&self, run: InvocationId, (slot, item, qualifier): (LocalId, usize, usize)) -> Option<Operand> {
        let Some(Argument::Plan(fill)) = self.scene.invocations[run].arguments.get(&slot) else { return None };
        let (read, instead) = fill.items.get(item)?.read_as?;
        (read == qualifier).then_some(Operand::Value(instead))
    }
}

/// What a question's answer is called, and how it is read.
fn question_name(question: Question) -> (SharedText, Shape) {
    match question {
        Question::Kept => (SharedText::default(), Shape::Number),
        Question::Rolled => ("rolled".into(), Shape::Number),
        Question::Dropped => ("dropped".into(), Shape::Number),
        Question::Face(place) => (format_smolstr!("face({place})"), Shape::Number),
        Question::Highest => ("highest".into(), Shape::Number),
        Question::Lowest => ("lowest".into(), Shape::Number),
        Question::Doubles => ("doubles".into(), Shape::YesNo),
        Question::Any(face) => (format_smolstr!("any({face})"), Shape::YesNo),
        Question::Count(face) => (format_smolstr!("count({face})"), Shape::Number),
        Question::AtLeast(face) => (format_smolstr!("at least({face})"), Shape::Number),
    }
}

/// The path of a run in a round, as scenes name it: `bout(2).hit`. The round is that of the outermost run.
fn of_round(path: &str, round: i64) -> SharedText {
    let outermost = path.find('.').unwrap_or(path.len());
    format_smolstr!("{}({round}){}", &path[..outermost], &path[outermost..])
}
