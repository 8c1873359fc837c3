//! The registers of runs and what the scene put into their blanks, read without computing anything.

use super::super::{Operand, Question, Register, Shape};
use super::partial_value::{InvocationState, PartialValue};
use super::{Lowering, emit};
use crate::model::{self, Argument, InvocationId, LocalId, LocalKind, Type};

impl<'m> Lowering<'m, '_> {
    /// The registers of a run, made when it is first spoken of.
    pub fn state(&mut self, run: (InvocationId, i64)) -> &mut InvocationState<'m> {
        if !self.states.contains_key(&run) {
            self.make_state(run);
        }
        self.states.entry(run).or_default()
    }

    /// Registers for a run and everything written inside it, in one block, so that it can be cleared at once.
    fn make_state(&mut self, run: (InvocationId, i64)) {
        let first = self.emit.program.registers.len();
        let mut state = self.locals_of(run);
        for nested in self.scene.invocations[run.0].nested.values() {
            if !self.states.contains_key(&(*nested, run.1)) {
                self.make_state((*nested, run.1));
            }
        }
        let count = self.emit.program.registers.len() - first;
        let first = Register(u32::try_from(first).unwrap_or(0));
        state.block = Some((first, u32::try_from(count).unwrap_or(0)));
        self.states.insert(run, state);
    }

    fn locals_of(&mut self, run: (InvocationId, i64)) -> InvocationState<'m> {
        let invocation = &self.scene.invocations[run.0];
        let procedure = &self.system.procedures[invocation.procedure];
        let path = if run.1 == 0 { invocation.path.clone() } else { format!("{}({})", invocation.path, run.1) };
        let mut state = InvocationState::default();
        for (place, local) in procedure.locals.iter().enumerate() {
            let id = LocalId(place);
            if let (Type::Plan(plan), Some(Argument::Plan(fill))) = (&local.ty, invocation.arguments.get(&id)) {
                let qualifiers = self.system.plans[*plan].qualifiers.len();
                for item in 0..fill.items.len() {
                    for qualifier in 0..qualifiers {
                        let declared = &self.system.plans[*plan].qualifiers[qualifier];
                        let name = format!("{path}.{}.{}", fill.items[item].name, declared.name);
                        let register = self.emit.register(Some(name), emit::shape(&declared.ty), None);
                        state.qualifiers.insert((id, item, qualifier), Operand::Register(register));
                    }
                }
            }
            if matches!(local.kind, LocalKind::Role | LocalKind::Ask { .. }) {
                continue;
            }
            let items: Vec<(Option<usize>, String)> = match local.item_of {
                None => vec![(None, String::new())],
                Some(plan) => match invocation.arguments.get(&plan) {
                    Some(Argument::Plan(fill)) => {
                        fill.items.iter().enumerate().map(|(i, item)| (Some(i), format!(".{}", item.name))).collect()
                    }
                    _ => Vec::new(),
                },
            };
            for (item, item_name) in items {
                let name = format!("{path}{item_name}.{}", local.name);
                self.local_registers(&mut state, (id, item), local, (name, invocation.procedure));
            }
        }
        state
    }

    fn local_registers(
        &mut self,
        state: &mut InvocationState<'m>,
        (id, item): (LocalId, Option<usize>),
        local: &model::Local,
        (name, procedure): (String, model::ProcedureId),
    ) {
        if local.kind == LocalKind::Roll {
            let asked = self.questions_of(procedure, id);
            let mut answers = Vec::new();
            for question in asked {
                let (label, shape) = question_name(question);
                let name = if label.is_empty() { name.clone() } else { format!("{name}.{label}") };
                answers.push((question, self.emit.register(Some(name), shape, None)));
            }
            state.questions.insert((id, item), answers);
            return;
        }
        let shape = match local.kind {
            LocalKind::Sum => Shape::Modifier,
            LocalKind::Role
            | LocalKind::Ask { .. }
            | LocalKind::Computed
            | LocalKind::Roll
            | LocalKind::Draw
            | LocalKind::Resolve(_)
            | LocalKind::Choose => emit::shape(&local.ty),
        };
        match local.by {
            None => {
                let register = self.emit.register(Some(name), shape, None);
                state.locals.insert((id, item, 0), register);
            }
            Some(by) => {
                for (level, text) in self.system.scales[by].levels.iter().enumerate() {
                    let register = self.emit.register(Some(format!("{name}({text})")), shape.clone(), None);
                    state.locals.insert((id, item, level), register);
                }
            }
        }
    }

    /// The register of a computed local.
    pub fn local_register(
        &mut self,
        run: (InvocationId, i64),
        local: LocalId,
        item: Option<usize>,
        level: usize,
    ) -> PartialValue<'m> {
        let register = self.state(run).locals.get(&(local, item, level)).copied();
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
        let asked = self.state(run).questions.get(&(local, item));
        let found = asked.and_then(|asked| asked.iter().find(|(q, _)| *q == question));
        found.map_or(Operand::Unreached, |(_, register)| Operand::Register(*register))
    }

    /// What a blank of a run holds: what it was filled with, or what the scene wrote there.
    pub fn blank(&mut self, run: (InvocationId, i64), local: LocalId, ty: &Type) -> PartialValue<'m> {
        if let Some(entity) = self.state(run).blanks.get(&local) {
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
        self.state((form, 0)).planned.get(&(slot, item, qualifier)).copied().unwrap_or(Operand::Unreached)
    }
}

/// What a question's answer is called, and how it is read.
fn question_name(question: Question) -> (String, Shape) {
    match question {
        Question::Kept => (String::new(), Shape::Number),
        Question::Sum => ("sum".into(), Shape::Number),
        Question::Highest => ("highest".into(), Shape::Number),
        Question::Lowest => ("lowest".into(), Shape::Number),
        Question::Doubles => ("doubles".into(), Shape::YesNo),
        Question::Any(face) => (format!("any({face})"), Shape::YesNo),
        Question::Count(face) => (format!("count({face})"), Shape::Number),
        Question::AtLeast(face) => (format!("at least({face})"), Shape::Number),
    }
}
