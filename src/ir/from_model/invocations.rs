//! Runs: their registers, and laying one out from beginning to end.

use super::super::{Binary, Instruction, Method, Operand, Shape, Trace, Unary};
use super::arguments::visibility;
use super::partial_value::{Context, Frame, InvocationState, PartialValue};
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
        for nested in self.model.invocations[run.0.0].nested.values() {
            if !self.states.contains_key(&(*nested, run.1)) {
                self.make_state((*nested, run.1));
            }
        }
        let count = self.emit.program.registers.len() - first;
        let first = super::super::Register(u32::try_from(first).unwrap_or(0));
        state.block = Some((first, u32::try_from(count).unwrap_or(0)));
        self.states.insert(run, state);
    }

    fn locals_of(&mut self, run: (InvocationId, i64)) -> InvocationState<'m> {
        let invocation = &self.model.invocations[run.0.0];
        let procedure = &self.model.procedures[invocation.procedure.0];
        let path = if run.1 == 0 { invocation.path.clone() } else { format!("{}({})", invocation.path, run.1) };
        let mut state = InvocationState::default();
        for (place, local) in procedure.locals.iter().enumerate() {
            let id = LocalId(place);
            if let (Type::Plan(plan), Some(Argument::Plan(fill))) = (&local.ty, invocation.arguments.get(&id)) {
                let qualifiers = self.model.plans[plan.0].qualifiers.len();
                for item in 0..fill.items.len() {
                    for qualifier in 0..qualifiers {
                        let declared = &self.model.plans[plan.0].qualifiers[qualifier];
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
            let asked = self.model.questions.get(&(procedure, id)).cloned().unwrap_or_default();
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
                for (level, text) in self.model.scales[by.0].levels.iter().enumerate() {
                    let register = self.emit.register(Some(format!("{name}({text})")), shape.clone(), None);
                    state.locals.insert((id, item, level), register);
                }
            }
        }
    }

    /// Lays out a run.
    pub fn run_invocation(&mut self, invocation: InvocationId, through: Option<usize>, method: Method) {
        let written = &self.model.invocations[invocation.0];
        let procedure = &self.model.procedures[written.procedure.0];
        let old = std::mem::replace(&mut self.emit.span, written.span);
        let first = self.emit.here();
        self.clear(invocation);
        self.state((invocation, 0)).blanks.clear();
        self.emit.trace(Trace::Begin {
            path: written.path.clone(),
            procedure: procedure.name.clone(),
            text: written.title.clone(),
            roles: self.role_names(invocation),
        });
        self.frames.push(Frame { invocation, to_end: Vec::new(), through, left: false });
        let method = written.method.as_ref().map_or(method, |method| self.method_of(method));
        self.mark(procedure.span);
        let context = Context { invocation: Some((invocation, 0)), variables: Vec::new(), method, stops: true };
        self.statements(&context, &procedure.body);
        for jump in self.frames.pop().map(|frame| frame.to_end).unwrap_or_default() {
            self.emit.land(jump);
        }
        self.emit.span = written.span;
        self.emit.trace(Trace::End { path: written.path.clone() });
        self.count_run(invocation);
        if let Some(kept) = written.kept {
            self.emit.veil(first, visibility(kept));
        }
        self.emit.span = old;
    }

    /// In a repetition a run begins anew: nothing of the last one is left.
    fn clear(&mut self, invocation: InvocationId) {
        let block = self.state((invocation, 0)).block;
        if let (Some((first, count)), true) = (block, self.loops > 0)
            && count > 0
        {
            self.emit.push(Instruction::Clear { first, count });
        }
    }

    /// Who plays which role.
    fn role_names(&self, invocation: InvocationId) -> Vec<(String, String)> {
        let written = &self.model.invocations[invocation.0];
        let procedure = &self.model.procedures[written.procedure.0];
        let pairs = [(procedure.by, written.by), (procedure.versus, written.versus)];
        let named = pairs.into_iter().filter_map(|(local, who)| Some((local?, who?)));
        named
            .map(|(local, who)| {
                let thing = &self.all_things[who.0];
                (procedure.locals[local.0].name.clone(), thing.title.clone().unwrap_or_else(|| thing.name.clone()))
            })
            .collect()
    }

    /// Copies the registers of a run whose number some line asks for.
    fn count_run(&mut self, invocation: InvocationId) {
        let numbers: Vec<i64> = self.model.counted.iter().filter(|(f, _)| *f == invocation).map(|(_, n)| *n).collect();
        if numbers.is_empty() {
            return;
        }
        let count = if let Some(count) = self.state((invocation, 0)).count {
            count
        } else {
            let count = self.emit.register(None, Shape::Number, Some(0));
            self.state((invocation, 0)).count = Some(count);
            count
        };
        self.emit.push(Instruction::Binary {
            into: count,
            op: Binary::Add,
            a: Operand::Register(count),
            b: Operand::Value(1),
        });
        for number in numbers {
            let this = self.emit.binary(Binary::Equal, Operand::Register(count), Operand::Value(number));
            let over = self.emit.unless(this);
            self.copy_run(invocation, number);
            self.emit.land(over);
        }
    }

    fn copy_run(&mut self, invocation: InvocationId, number: i64) {
        let to = self.state((invocation, number)).clone();
        let from = self.state((invocation, 0)).clone();
        for (key, register) in &from.locals {
            if let Some(into) = to.locals.get(key) {
                self.emit.copy(*into, Operand::Register(*register));
            }
        }
        for (key, operand) in &from.qualifiers {
            if let Some(Operand::Register(into)) = to.qualifiers.get(key) {
                self.emit.copy(*into, *operand);
            }
        }
        for (key, answers) in &from.questions {
            for ((_, into), (_, register)) in to.questions.get(key).into_iter().flatten().zip(answers) {
                self.emit.copy(*into, Operand::Register(*register));
            }
        }
        for nested in self.model.invocations[invocation.0].nested.values() {
            self.copy_run(*nested, number);
        }
    }

    /// How a method of the scene answers.
    pub fn method_of(&mut self, method: &'m model::Method) -> Method {
        match method {
            model::Method::Deliberate => Method::Deliberate,
            model::Method::Random => Method::Random,
            model::Method::Automatic(None) => Method::Automatic(None),
            model::Method::Automatic(Some(value)) => {
                let value = self.operand(&Context::scene(), value);
                Method::Automatic(Some(value))
            }
        }
    }

    /// The method a scene states for everything.
    pub fn scene_method(&mut self, method: Option<&'m model::Method>) -> Method {
        method.map_or(Method::Open, |method| self.method_of(method))
    }

    /// Whether a value is there.
    pub fn reached(&mut self, value: Operand) -> Operand {
        self.emit.unary(Unary::IsReached, value)
    }

    /// The runs that a target names, and whether each is still to be run.
    pub fn runs_of(&mut self, context: &Context<'m>, target: &'m model::Expr) -> Vec<(InvocationId, bool)> {
        if let (model::ExprKind::Local(local), Some((invocation, _))) = (&target.kind, context.invocation)
            && let Some(Argument::Forms(invocations)) = self.model.invocations[invocation.0].arguments.get(local)
        {
            return invocations.clone();
        }
        let elements = self.elements(context, target);
        let runs = elements
            .into_iter()
            .filter_map(|e| if let PartialValue::Run(invocation, _) = e { Some((invocation, true)) } else { None });
        runs.collect()
    }
}

/// What a question's answer is called, and how it is read.
fn question_name(question: super::super::Question) -> (String, Shape) {
    use super::super::Question;
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
