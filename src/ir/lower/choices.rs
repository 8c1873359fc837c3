//! Choices that a line leaves to somebody: in the scene, or at the table.

use super::super::{Binary, Choose, Instruction, Operand, Refusal, Shape};
use super::partial_value::Context;
use super::{Lowering, emit};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Argument, Expr, ExprKind, InvocationId, LocalId, ScaleId, Type, Wording};
use crate::shared_text::SharedText;

impl<'m> Lowering<'m, '_> {
    /// `choose` for a blank of an invocation: what was chosen is hidden like what any other blank was given.
    pub fn choose_kept(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        limits: (&'m Expr, &'m Expr),
        asked: (Option<&'m Expr>, Option<&'m Expr>, &'m Wording),
    ) {
        let first = self.emit.here();
        self.choose(context, local, limits, asked);
        let Some((invocation, _)) = context.invocation else { return };
        if let Some(concealment) = self.scene.invocations[invocation].concealed_blanks.get(&local) {
            self.emit.veil(first, emit::visibility(*concealment));
        }
    }

    /// `choose`: what the scene says, or a question to the person.
    fn choose(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        (low, high): (&'m Expr, &'m Expr),
        (by, default, question): (Option<&'m Expr>, Option<&'m Expr>, &'m Wording),
    ) {
        let (Some(into), Some((invocation, _))) = (self.target(context, local, None, 0), context.invocation) else {
            return;
        };
        let (low, high) = (self.operand(context, low), self.operand(context, high));
        let path = self.register_name(into);
        if let Some(Argument::One(entry)) = self.scene.invocations[invocation].arguments.get(&local)
            && entry.value.kind != ExprKind::Question
        {
            self.ledger.ask(invocation, local);
            self.ledger.read(invocation, local);
            let value = self.operand(&Context::scene(), &entry.value);
            let above = self.emit.binary(Binary::LessOrEqual, low, value);
            let below = self.emit.binary(Binary::LessOrEqual, value, high);
            let inside = self.emit.binary(Binary::And, above, below);
            let limits = (emit::known(low).flatten(), emit::known(high).flatten());
            self.emit.refuse_unless(inside, Refusal::OutOfRange { what: path, value, low: limits.0, high: limits.1 });
            self.emit.copy(into, value);
            self.computed(context, into, &[]);
            return;
        }
        let by = by.and_then(|by| self.eval(context, by).thing());
        let by = by.map_or_else(SharedText::default, |who| self.all_things[who].name.clone());
        let default = default.map(|default| self.operand(context, default));
        let shape = self.shape_of(into);
        let options = match &shape {
            Shape::YesNo => vec!["no".into(), "yes".into()],
            Shape::Level(scale) => self.system.scales[ScaleId(*scale as usize)].levels.clone(),
            Shape::Number | Shape::Modifier | Shape::Die | Shape::Card(_) | Shape::Text | Shape::Option(_) => {
                Vec::new()
            }
        };
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

    /// Asks the person at the table for a value of that type.
    pub fn ask_person(
        &mut self,
        invocation: InvocationId,
        path: SharedText,
        question: SharedText,
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
                let message = format!("`{path}` has no limits, so it cannot be asked with `?`");
                self.sink.push(Diagnostic::error(codes::NO_CHOICE, invocation.span, message).help("write a value"));
                return Operand::Unreached;
            }
        };
        let shape = emit::shape(ty);
        let into = self.emit.register(Some(path.clone()), shape.clone(), None);
        let by = invocation.by.map_or_else(SharedText::default, |by| self.all_things[by].name.clone());
        let (low, high) = (Operand::Value(low), Operand::Value(high));
        let question = super::super::Wording::plain(question);
        let choose = Choose { into, path, question, by, low, high, options, default, shape };
        self.emit.push(Instruction::Choose(Box::new(choose)));
        Operand::Register(into)
    }
}
