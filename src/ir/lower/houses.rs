//! Functions of house rules: called in expressions, and at their hooks.

use super::super::{Binary, Function, Instruction, Operand, Register, Returns, Shape, Trace, Unary};
use super::partial_value::Context;
use super::paths::joined;
use super::{Lowering, emit};
use crate::model::{Expr, FunctionId, HookCall, LocalId, PlanArgument, Read, ReadKind, ScaleId, Type};
use crate::shared_text::SharedText;

/// What a function reads, ready to be handed in.
type Arguments = Vec<(SharedText, Operand, Shape)>;

/// What a line works with, and what came out of it.
#[derive(Clone, Default)]
pub struct Here {
    pub total: Option<Operand>,
    pub result: Option<(Operand, Shape)>,
}

/// An item of a plan that a function looks at: the blank, its place, and its name.
type ItemInHand<'m> = (LocalId, usize, &'m str);

impl<'m> Lowering<'m, '_> {
    /// `house.NAME(arguments)`
    pub fn house_value(
        &mut self,
        context: &Context<'m>,
        (id, arguments): (FunctionId, &'m [Expr]),
        ty: &Type,
    ) -> Operand {
        let names = self.system.functions[id].parameters.clone();
        let mut read = Vec::new();
        for (name, argument) in names.into_iter().zip(arguments) {
            let (value, shape) = self.argument(context, argument);
            read.push((name.into(), value, shape));
        }
        let path = context
            .invocation
            .map_or_else(SharedText::default, |(invocation, _)| self.scene.invocations[invocation].path.clone());
        let returns = match emit::shape(ty) {
            Shape::Level(scale) => Returns::Level(scale),
            Shape::YesNo => Returns::YesNo,
            Shape::Number | Shape::Modifier | Shape::Die | Shape::Card(_) | Shape::Text | Shape::Option(_) => {
                Returns::Number
            }
        };
        self.call(id, read, returns, path).map_or(Operand::Unreached, Operand::Register)
    }

    /// `signal NAME(arguments) if CONDITION`
    pub fn signal(
        &mut self,
        context: &Context<'m>,
        id: FunctionId,
        arguments: &'m [Expr],
        condition: Option<&'m Expr>,
    ) {
        let over = condition.map(|condition| {
            let holds = self.operand(context, condition);
            self.emit.unless(holds)
        });
        let declared = &self.system.functions[id];
        let mut handed = Vec::new();
        for (name, argument) in declared.parameters.iter().zip(arguments) {
            let (value, shape) = self.argument(context, argument);
            handed.push((name.into(), value, shape));
        }
        self.emit.trace(Trace::Signal { name: declared.name.clone().into(), arguments: handed });
        if let Some(over) = over {
            self.emit.land(over);
        }
    }

    /// What the functions at a point add together.
    pub fn added(
        &mut self,
        context: &Context<'m>,
        calls: &'m [HookCall],
        (path, here): (&SharedText, &Here),
    ) -> Operand {
        let mut added = Operand::Value(0);
        for call in calls {
            if let Some(into) = self.hook(context, call, Returns::Added, (path, here)) {
                added = self.emit.binary(Binary::Add, added, Operand::Register(into));
            }
        }
        added
    }

    /// Functions at a point where they can refuse, and say something.
    pub fn heard(&mut self, context: &Context<'m>, calls: &'m [HookCall], (path, here): (&SharedText, &Here)) {
        for call in calls {
            self.hook(context, call, Returns::Nothing, (path, here));
        }
    }

    /// Functions that may put another level in the place of the one in `into`.
    pub fn relevelled(
        &mut self,
        context: &Context<'m>,
        calls: &'m [HookCall],
        (scale, into): (ScaleId, Register),
        (path, here): (&SharedText, &Here),
    ) {
        for call in calls {
            let returns = Returns::Level(u32::try_from(scale.0).unwrap_or(0));
            let Some(level) = self.hook(context, call, returns, (path, here)) else { continue };
            let reached = self.emit.unary(Unary::IsReached, Operand::Register(level));
            let over = self.emit.unless(reached);
            self.emit.copy(into, Operand::Register(level));
            self.emit.land(over);
        }
    }

    /// Functions that stand after something was worked out: they may put another level in its place, or add to it.
    pub fn corrected(&mut self, context: &Context<'m>, calls: &'m [HookCall], into: Register, path: &SharedText) {
        let shape = self.shape_of(into);
        let here = Here { total: None, result: Some((Operand::Register(into), shape.clone())) };
        match shape {
            Shape::Level(scale) => self.relevelled(context, calls, (ScaleId(scale as usize), into), (path, &here)),
            Shape::Number | Shape::Modifier => {
                let added = self.added(context, calls, (path, &here));
                let more = self.emit.binary(Binary::Add, Operand::Register(into), added);
                if more != Operand::Register(into) {
                    self.emit.copy(into, more);
                }
            }
            Shape::YesNo | Shape::Die | Shape::Card(_) | Shape::Text | Shape::Option(_) => {
                self.heard(context, calls, (path, &here));
            }
        }
    }

    /// Functions that look at each item of a plan.
    pub fn checked(&mut self, context: &Context<'m>, calls: &'m [HookCall], local: LocalId) {
        let Some((invocation, _)) = context.invocation else { return };
        let Some(crate::model::Argument::Plan(PlanArgument { items, .. })) =
            self.scene.invocations[invocation].arguments.get(&local)
        else {
            return;
        };
        for call in calls {
            for (place, item) in items.iter().enumerate() {
                let read = self.reads_of(context, &call.reads, (&Here::default(), Some((local, place, &item.name))));
                let path = joined(&self.scene.invocations[invocation].path, &item.name);
                self.call(call.function, read, Returns::Nothing, path);
            }
        }
    }

    fn hook(
        &mut self,
        context: &Context<'m>,
        call: &'m HookCall,
        returns: Returns,
        (path, here): (&SharedText, &Here),
    ) -> Option<Register> {
        let read = self.reads_of(context, &call.reads, (here, None));
        self.call(call.function, read, returns, path.clone())
    }

    fn reads_of(
        &mut self,
        context: &Context<'m>,
        reads: &'m [Read],
        (here, item): (&Here, Option<ItemInHand<'m>>),
    ) -> Arguments {
        let mut arguments = Vec::new();
        for Read { name, kind } in reads {
            let (value, shape) = match (kind, item) {
                (ReadKind::Value(value), _) => self.argument(context, value),
                (ReadKind::Total, _) => (here.total.unwrap_or(Operand::Unreached), Shape::Modifier),
                (ReadKind::Result, _) => here.result.clone().unwrap_or((Operand::Unreached, Shape::Number)),
                (ReadKind::Qualifier(qualifier), Some((local, place, _))) => {
                    self.qualifier(context, local, place, *qualifier)
                }
                (ReadKind::Item, Some((.., name))) => (self.emit.text(name), Shape::Text),
                (ReadKind::Qualifier(_) | ReadKind::Item, None) => (Operand::Unreached, Shape::Number),
            };
            arguments.push((name.clone(), value, shape));
        }
        arguments
    }

    fn qualifier(&mut self, context: &Context<'m>, local: LocalId, place: usize, qualifier: usize) -> (Operand, Shape) {
        let Some(run) = context.invocation else { return (Operand::Unreached, Shape::Number) };
        let procedure = self.scene.invocations[run.0].procedure;
        let shape = if let Type::Plan(plan) = &self.system.procedures[procedure].locals[local].ty {
            emit::shape(&self.system.plans[*plan].qualifiers[qualifier].ty)
        } else {
            Shape::Number
        };
        let key = (local, place, qualifier);
        let value = self.read_instead(run.0, key).or_else(|| self.known_state(run).planned.get(&key).copied());
        (value.unwrap_or(Operand::Unreached), shape)
    }

    /// A value that is handed to a function: somebody by name, a list of numbers as its sum.
    fn argument(&mut self, context: &Context<'m>, expr: &'m Expr) -> (Operand, Shape) {
        match &expr.ty {
            Type::Thing(_) => {
                let (entity, kept) = self.touching(|lowering| lowering.eval(context, expr));
                let name = entity.thing().map(|thing| self.all_things[thing].name.clone());
                let name = name.map_or(Operand::Unreached, |name| self.emit.text(&name));
                (self.kept_number(name, kept), Shape::Text)
            }
            Type::Many(_) => {
                let (elements, kept) = self.touching(|lowering| lowering.elements(context, expr));
                let values: Vec<Operand> = elements.iter().map(|element| self.number_of(context, element)).collect();
                let total = self.total(&values);
                (self.kept_number(total, kept), Shape::Number)
            }
            ty @ (Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Die
            | Type::Text
            | Type::Run(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Dice
            | Type::Plan(_)
            | Type::Item(_)
            | Type::NamedModifier
            | Type::Unknown) => (self.operand(context, expr), emit::shape(ty)),
        }
    }

    fn call(&mut self, id: FunctionId, read: Arguments, returns: Returns, path: SharedText) -> Option<Register> {
        let declared = &self.system.functions[id];
        let arguments = read.iter().map(|(_, value, _)| *value).collect();
        let function = Function {
            house: declared.house.clone().into(),
            source: declared.span.source,
            name: declared.name.clone().into(),
            parameters: read.into_iter().map(|(name, _, shape)| (name, shape)).collect(),
            returns,
            caught: None,
        };
        let known = self.emit.program.functions.iter().position(|known| *known == function);
        let place = known.unwrap_or_else(|| {
            self.emit.program.functions.push(function);
            self.emit.program.functions.len() - 1
        });
        let into = (returns.count() > 0).then(|| self.emit.temporary());
        let function = u32::try_from(place).unwrap_or(u32::MAX);
        self.emit.push(Instruction::Call { into: into.into_iter().collect(), function, arguments, path });
        into
    }
}
