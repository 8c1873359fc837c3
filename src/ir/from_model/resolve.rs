//! Questions: ladders, rolls, cards and choices.

use super::super::{Address, Binary, Choose, Instruction, Method, Operand, Question, Refusal, Register, Shape, Trace};
use super::dice::Purpose;
use super::houses::Here;
use super::partial_value::{Context, PartialValue};
use super::{Lowering, emit};
use crate::model::{Argument, DeckId, Expr, ExprKind, Hooks, LocalId, ScaleId, Type};

impl<'m> Lowering<'m, '_> {
    /// `resolve`
    pub fn resolve(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        item: Option<&'m Expr>,
        (scale, total): (ScaleId, &'m Expr),
        hooks: &'m Hooks,
    ) {
        let Some(into) = self.target(context, local, item, 0) else { return };
        let Some(ladder) = &self.model.scales[scale.0].ladder else { return };
        let method = self.local_method(context, local);
        let total = self.operand(context, total);
        let path = self.register_name(into);
        let here = Here { total: Some(total), result: None };
        let added = self.added(context, &hooks.before, (&path, &here));
        let total = self.emit.binary(Binary::Add, total, added);
        let place = u32::try_from(scale.0).unwrap_or(0);
        let ask = self.emit.push(Instruction::Resolve {
            into,
            scale: place,
            total,
            method,
            path: path.clone(),
            after: Address(0),
        });
        if !matches!(method, Method::Automatic(_)) {
            self.branches += 1;
            let inner =
                Context { invocation: None, ..Context::scene() }.with(ladder.total, PartialValue::Scalar(total));
            let dice = PartialValue::Dice(&ladder.rolls, Box::new(inner));
            let purpose = Purpose { path: path.clone(), questions: Vec::new(), judged: None, method };
            let shown = self.roll(&dice, &purpose);
            self.emit.push(Instruction::Band { into, scale: place, judged: false, key: shown });
            self.emit.trace(Trace::Resolved { path: path.clone(), level: into, scale: place, total });
            self.branches -= 1;
        }
        self.emit.land(ask);
        let shape = self.emit.program.registers[into.0 as usize].shape.clone();
        let here = Here { total: Some(total), result: Some((Operand::Register(into), shape)) };
        self.relevelled(context, &hooks.after, (scale, into), (&path, &here));
        if self.covering {
            self.mark_level(scale, Operand::Register(into));
        }
        self.meaning(context, local, item, into);
    }

    /// How a resolved local is answered: the line, its step, its run, the scene.
    fn local_method(&mut self, context: &Context<'m>, local: LocalId) -> Method {
        let own = context
            .invocation
            .and_then(|(invocation, _)| self.model.invocations[invocation.0].local_methods.get(&local));
        match own {
            Some(method) => self.method_of(method),
            None => context.method,
        }
    }

    /// What the level reached means here.
    pub fn meaning(&mut self, context: &Context<'m>, local: LocalId, item: Option<&'m Expr>, level: Register) {
        let Some((invocation, _)) = context.invocation else { return };
        let place = item.and_then(|item| self.eval(context, item).item()).map(|(_, _, place)| place);
        let written = &self.model.invocations[invocation.0];
        let texts = written.texts.get(&(local, place)).or_else(|| written.texts.get(&(local, None)));
        let Some(texts) = texts else { return };
        let Some(Shape::Level(scale)) =
            self.emit.program.registers.get(level.0 as usize).map(|info| info.shape.clone())
        else {
            return;
        };
        let levels = self.model.scales[scale as usize].levels.len();
        let texts = (0..levels).map(|level| texts.get(&level).cloned()).collect();
        let path = self.register_name(level);
        self.emit.trace(Trace::Meaning { path, level, texts });
    }

    /// `roll`
    pub fn roll_local(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        (item, dice): (Option<&'m Expr>, &'m Expr),
        hooks: &'m Hooks,
    ) {
        let Some(run) = context.invocation else { return };
        let place = item.and_then(|item| self.eval(context, item).item()).map(|(_, _, place)| place);
        let answers = self.state(run).questions.get(&(local, place)).cloned().unwrap_or_default();
        let mut entity = self.eval(context, dice);
        if dice.ty == Type::Dice && matches!(entity, PartialValue::Absent | PartialValue::Scalar(_)) {
            entity = PartialValue::Dice(dice, Box::new(context.clone()));
        }
        let procedure = self.model.invocations[run.0.0].procedure;
        let name = &self.model.procedures[procedure.0].locals[local.0].name;
        let path = format!("{}.{name}", self.model.invocations[run.0.0].path);
        self.heard(context, &hooks.before, (&path, &Here::default()));
        let questions = answers.iter().filter(|(question, _)| *question != Question::Kept).copied().collect();
        let purpose =
            Purpose { path: path.clone(), questions, judged: None, method: self.local_method(context, local) };
        let kept = self.roll(&entity, &purpose);
        for (_, register) in answers.iter().filter(|(question, _)| *question == Question::Kept) {
            self.emit.copy(*register, kept);
        }
        let here = Here { total: None, result: Some((kept, Shape::Number)) };
        let added = self.added(context, &hooks.after, (&path, &here));
        for (_, register) in answers.iter().filter(|(question, _)| matches!(question, Question::Kept | Question::Sum)) {
            let more = self.emit.binary(Binary::Add, Operand::Register(*register), added);
            if more != Operand::Register(*register) {
                self.emit.copy(*register, more);
            }
        }
    }

    /// `draw`
    pub fn draw(&mut self, context: &Context<'m>, local: LocalId, deck: DeckId, hooks: &'m Hooks) {
        let Some(into) = self.target(context, local, None, 0) else { return };
        let (path, method) = (self.register_name(into), self.local_method(context, local));
        self.heard(context, &hooks.before, (&path, &Here::default()));
        self.mark(self.model.decks[deck.0].span);
        let deck = u32::try_from(deck.0).unwrap_or(0);
        let by = Box::new(self.roller());
        self.emit.push(Instruction::Draw { into, deck, method, path: path.clone(), by });
        self.heard(context, &hooks.after, (&path, &Here::default()));
    }

    /// `choose`: what the scene says, or a question to the person.
    pub fn choose(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        (low, high): (&'m Expr, &'m Expr),
        (by, default, question): (Option<&'m Expr>, Option<&'m Expr>, &'m str),
    ) {
        let (Some(into), Some((invocation, _))) = (self.target(context, local, None, 0), context.invocation) else {
            return;
        };
        let (low, high) = (self.operand(context, low), self.operand(context, high));
        let path = self.register_name(into);
        if let Some(Argument::One(entry)) = self.model.invocations[invocation.0].arguments.get(&local)
            && entry.value.kind != ExprKind::Question
        {
            let value = self.operand(&Context::scene(), &entry.value);
            let above = self.emit.binary(Binary::LessOrEqual, low, value);
            let below = self.emit.binary(Binary::LessOrEqual, value, high);
            let inside = self.emit.binary(Binary::And, above, below);
            let limits = (emit::known(low).flatten(), emit::known(high).flatten());
            self.refuse_unless(inside, Refusal::OutOfRange { what: path, value, low: limits.0, high: limits.1 });
            self.emit.copy(into, value);
            self.computed(context, into, &[]);
            return;
        }
        let by = by.and_then(|by| self.eval(context, by).thing());
        let by = by.map_or_else(String::new, |who| self.all_things[who.0].name.clone());
        let default = default.map(|default| self.operand(context, default));
        let shape = self.emit.program.registers[into.0 as usize].shape.clone();
        let options = match &shape {
            Shape::YesNo => vec!["no".into(), "yes".into()],
            Shape::Level(scale) => self.model.scales[*scale as usize].levels.clone(),
            Shape::Number | Shape::Modifier | Shape::Die | Shape::Card(_) | Shape::Text | Shape::Option(_) => {
                Vec::new()
            }
        };
        let question = question.to_string();
        self.emit.push(Instruction::Choose(Box::new(Choose {
            into,
            path,
            question,
            by,
            low,
            high,
            options,
            default,
            shape,
        })));
    }
}
