//! Choices that a line leaves to someone: in the scene, or at the table.

use super::super::{Binary, Choose, Decider, Instruction, Operand, Refusal, Register, Shape, Trace, Wording};
use super::partial_value::{Context, PartialValue};
use super::pieces::Piece;
use super::{Lowering, emit};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    Argument, Choice, Expr, ExprKind, InvocationId, LocalId, LocalKind, ScaleId, ThingId, Type, constant_of,
};
use crate::shared_text::SharedText;
use crate::source::Span;

impl<'m> Lowering<'m, '_> {
    /// `choose` for a blank of an invocation: what was chosen is hidden like what any other blank was given.
    pub fn choose_kept(&mut self, context: &Context<'m>, local: LocalId, choice: &'m Choice) {
        let first = self.emit.here();
        self.choose(context, local, choice);
        let Some((invocation, _)) = context.invocation else { return };
        if let Some(concealment) = self.scene.invocations[invocation].concealed_blanks.get(&local) {
            self.emit.veil(first, emit::visibility(*concealment));
        }
    }

    /// `choose`: what the line that runs it says, or the scene; otherwise a question to the person, where the condition of the line holds.
    fn choose(&mut self, context: &Context<'m>, local: LocalId, choice: &'m Choice) {
        if self.chosen_by_rules(context, local, choice) || self.chosen_in_scene(context, local, choice) {
            return;
        }
        let Some(condition) = &choice.condition else { return self.ask_by_line(context, local, choice) };
        let holds = self.operand(context, condition);
        match emit::is_yes(holds) {
            Some(true) => self.ask_by_line(context, local, choice),
            Some(false) => self.nobody_asked(context, local, choice),
            None => {
                self.branches += 1;
                let otherwise = self.emit.unless(holds);
                self.ask_by_line(context, local, choice);
                let end = self.emit.jump();
                self.emit.land(otherwise);
                self.nobody_asked(context, local, choice);
                self.emit.land(end);
                self.branches -= 1;
            }
        }
    }

    /// Takes what the scene says; it counts whether or not somebody would be asked, so that what the rules say of it holds.
    fn chosen_in_scene(&mut self, context: &Context<'m>, local: LocalId, choice: &'m Choice) -> bool {
        let (Some(into), Some((invocation, _))) = (self.target(context, local, None, 0), context.invocation) else {
            return true;
        };
        let Some(Argument::One(entry)) = self.scene.invocations[invocation].arguments.get(&local) else { return false };
        if entry.value.kind == ExprKind::Question {
            return false;
        }
        self.ledger.ask(invocation, local);
        self.ledger.read(invocation, local);
        self.ledger.take_at(Piece::Given(invocation, local), self.emit.here());
        if !context.variables.is_empty() && (choice.condition.is_some() || self.branches > 0) {
            self.ledger.give_for_each(invocation, local);
        }
        let value = self.operand(&Context::scene(), &entry.value);
        // What is wrong is what the scene says.
        self.take_choice((context, local, choice), into, (value, entry.span));
        true
    }

    /// Takes what `run … with` says.
    fn chosen_by_rules(&mut self, context: &Context<'m>, local: LocalId, choice: &'m Choice) -> bool {
        let Some((run, _)) = context.invocation else { return false };
        let Some((PartialValue::Scalar(value), kept)) = self.given.remove(&(run, local)) else { return false };
        let value = self.kept_number(value, kept);
        let Some(into) = self.target(context, local, None, 0) else { return true };
        let said = self.ledger.given_by(run, local).unwrap_or(self.emit.span);
        self.take_choice((context, local, choice), into, (value, said));
        true
    }

    /// Takes a choice that is said at that place, and refuses it there beyond its limits.
    fn take_choice(
        &mut self,
        (context, local, choice): (&Context<'m>, LocalId, &'m Choice),
        into: Register,
        (value, said): (Operand, Span),
    ) {
        let (low, high) = (self.operand(context, &choice.low), self.operand(context, &choice.high));
        let above = self.emit.binary(Binary::LessOrEqual, low, value);
        let below = self.emit.binary(Binary::LessOrEqual, value, high);
        let inside = self.emit.binary(Binary::And, above, below);
        let what = self.register_name(into);
        let line = std::mem::replace(&mut self.emit.span, said);
        self.emit.refuse_unless(inside, Refusal::OutOfRange { what, value, low, high });
        self.emit.span = line;
        self.emit.copy(into, value);
        self.tell_chosen(context, local, choice);
    }

    /// At the end of a run: the answers that are stated for it take effect if some run comes here with them.
    pub fn take_answered(&mut self, context: &Context<'m>, invocation: InvocationId) {
        let written = &self.scene.invocations[invocation];
        let locals = &self.system.procedures[written.procedure].locals;
        for (local, argument) in &written.arguments {
            let Argument::One(entry) = argument else { continue };
            if locals[*local].kind != LocalKind::Choose {
                continue;
            }
            let piece = Piece::Answered(invocation, *local);
            if self.ledger.is_given_for_each(invocation, *local) {
                // At the end only the last answer is known, and it may not have been asked for; that a run comes here says that
                // none was refused.
                self.ledger.take_at(piece, self.emit.here());
                continue;
            }
            match (constant_of(&entry.value), self.target(context, *local, None, 0)) {
                (Some(stated), Some(given)) => {
                    self.ledger.take_with(piece, self.emit.here(), (Operand::Register(given), stated));
                }
                (None, _) | (_, None) => self.ledger.take(piece),
            }
        }
    }

    /// Tells what has been chosen so. The question speaks of what holds where it would be asked, so elsewhere it is left out.
    fn tell_chosen(&mut self, context: &Context<'m>, local: LocalId, choice: &'m Choice) {
        let asked = choice.condition.as_ref().map_or(Operand::Value(1), |condition| self.operand(context, condition));
        if let Some(asked) = emit::is_yes(asked) {
            return self.tell_choice(context, local, choice, asked);
        }
        self.branches += 1;
        let otherwise = self.emit.unless(asked);
        self.tell_choice(context, local, choice, true);
        let end = self.emit.jump();
        self.emit.land(otherwise);
        self.tell_choice(context, local, choice, false);
        self.emit.land(end);
        self.branches -= 1;
    }

    /// A choice with its question, or without it.
    fn tell_choice(&mut self, context: &Context<'m>, local: LocalId, choice: &'m Choice, asked: bool) {
        let Some(value) = self.target(context, local, None, 0) else { return };
        let question = if asked { self.wording(context, &choice.question) } else { Wording::default() };
        let (path, Decider { name: by, .. }) = (self.register_name(value), self.decider(context, choice));
        self.emit.trace(Trace::Chosen { path, question, by, value, asked });
    }

    /// Who decides; empty where the rules name nobody.
    fn decider(&mut self, context: &Context<'m>, choice: &'m Choice) -> Decider {
        let by = choice.by.as_ref().and_then(|by| self.eval(context, by).thing());
        self.names_of(by)
    }

    /// The names of whoever decides.
    pub fn names_of(&self, who: Option<ThingId>) -> Decider {
        let thing = who.map(|who| &self.all_things[who]);
        thing.map_or_else(Decider::default, |thing| Decider { name: thing.name.clone(), title: thing.called() })
    }

    /// What a choice is when nobody is asked.
    fn nobody_asked(&mut self, context: &Context<'m>, local: LocalId, choice: &'m Choice) {
        let (Some(into), Some(default)) = (self.target(context, local, None, 0), &choice.default) else { return };
        let value = self.operand(context, default);
        self.emit.copy(into, value);
        let read: Vec<&Expr> = choice.condition.iter().collect();
        self.computed(context, into, &read);
    }

    /// Asks what a line of the rules leaves open.
    fn ask_by_line(&mut self, context: &Context<'m>, local: LocalId, choice: &'m Choice) {
        let Choice { low, high, default, question, .. } = choice;
        let Some(into) = self.target(context, local, None, 0) else { return };
        if let Some((invocation, _)) = context.invocation {
            // A `?` of the scene asks the same.
            self.ledger.ask(invocation, local);
            self.ledger.read(invocation, local);
        }
        let (low, high) = (self.operand(context, low), self.operand(context, high));
        let path = self.register_name(into);
        let by = self.decider(context, choice);
        let default = default.as_ref().map(|default| self.operand(context, default));
        let shape = self.shape_of(into);
        let options = self.options(&shape);
        let question = self.wording(context, question);
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

    /// The names of the answers; none where a number is told.
    fn options(&self, shape: &Shape) -> Vec<SharedText> {
        match shape {
            Shape::YesNo => vec!["no".into(), "yes".into()],
            Shape::Level(scale) => self.system.scales[ScaleId(*scale as usize)].levels.clone(),
            Shape::Number | Shape::Modifier | Shape::Die | Shape::Card(_) | Shape::Text | Shape::Option(_) => {
                Vec::new()
            }
        }
    }

    /// Asks the person at the table for a value of that type.
    pub fn ask_person(
        &mut self,
        invocation: InvocationId,
        path: SharedText,
        question: Wording,
        (ty, limits, default): (&Type, Option<(i64, i64)>, Option<Operand>),
    ) -> Operand {
        let invocation = &self.scene.invocations[invocation];
        let (low, high, options) = match (ty, limits) {
            (Type::YesNo, _) => (0, 1, vec!["no".into(), "yes".into()]),
            (Type::Level(scale), _) => {
                let levels = self.system.scales[*scale].levels.clone();
                (0, i64::try_from(levels.len()).unwrap_or(1) - 1, levels)
            }
            (_, Some((low, high))) => (low, high, Vec::new()),
            (_, None) => {
                let message = format!("`{path}` has no limits, so `?` cannot ask for it");
                let help =
                    "write the value itself; `?` asks for yes or no, for a level, or for a number that has limits";
                self.sink.push(Diagnostic::error(codes::NO_CHOICE, invocation.span, message).help(help));
                return Operand::Unreached;
            }
        };
        let shape = emit::shape(ty);
        let into = self.emit.register(Some(path.clone()), shape.clone(), None);
        let by = self.names_of(invocation.by);
        let (low, high) = (Operand::Value(low), Operand::Value(high));
        let choose = Choose { into, path, question, by, low, high, options, default, shape };
        self.emit.push(Instruction::Choose(Box::new(choose)));
        Operand::Register(into)
    }
}
