//! Locals that a line computes or decides, and what is reported of any local: its parts and what its level means.

use super::super::{Operand, Register, Shape, Trace};
use super::houses::Here;
use super::partial_value::Context;
use super::pieces::{Piece, Why};
use super::{Lowering, emit};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, Hooks, LocalId, ScaleId, Type, VarId};
use crate::source::Span;

impl<'m> Lowering<'m, '_> {
    /// `let`
    pub fn compute(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        (item, index): (Option<&'m Expr>, Option<VarId>),
        value: &'m Expr,
    ) {
        if let Some(variable) = index {
            self.compute_family(context, local, variable, value);
            return;
        }
        let (entity, kept) = self.touching(|lowering| lowering.eval(context, value));
        if matches!(value.ty, Type::Thing(_) | Type::Many(_) | Type::TableRow(_) | Type::Item(_)) {
            if self.branches > 0 {
                return self.bound_in_a_branch(value.span);
            }
            if let Some(run) = context.invocation {
                let entity = self.as_it_is_now(entity);
                self.hold(run, local, (entity, kept));
            }
            return;
        }
        let operand = self.number_of(context, &entity);
        let operand = self.kept_number(operand, kept);
        let Some(into) = self.target(context, local, item, 0) else { return };
        self.emit.copy(into, operand);
        let told = self.takes_the_place_of_a_result(context, local);
        self.worked_out(context, into, &[value], told);
        self.meaning(context, local, item, into);
    }

    /// Whether a house rule works out here what the system would have resolved or decided: then it is told as that was.
    fn takes_the_place_of_a_result(&self, context: &Context<'m>, local: LocalId) -> bool {
        context.invocation.is_some_and(|(invocation, _)| {
            let procedure = self.scene.invocations[invocation].procedure;
            let local = &self.system.procedures[procedure].locals[local];
            local.is_result && matches!(local.ty, Type::Level(_)) && self.system.is_overlaid(local.span)
        })
    }

    /// Who or what something is lies in no register, so it cannot come out of a branch that is chosen at the table.
    fn bound_in_a_branch(&mut self, span: Span) {
        self.sink.push(
            Diagnostic::error(codes::NOT_CONSTANT, span, "the person or thing named here must be known before the run")
                .help("move this line out of the condition, and put the condition around the lines that differ"),
        );
    }

    fn compute_family(&mut self, context: &Context<'m>, local: LocalId, variable: VarId, value: &'m Expr) {
        let Some((invocation, _)) = context.invocation else { return };
        let procedure = self.scene.invocations[invocation].procedure;
        let Some(by) = self.system.procedures[procedure].locals[local].by else { return };
        for (level, entity) in self.levels(by).into_iter().enumerate() {
            let inner = context.with(variable, entity);
            let operand = self.operand(&inner, value);
            if let Some(into) = self.target(context, local, None, level) {
                self.emit.copy(into, operand);
                self.computed(&inner, into, &[value]);
            }
        }
    }

    /// `decide`: the first row that holds.
    pub fn decide(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        item: Option<&'m Expr>,
        rows: &'m [(Option<Expr>, Expr)],
        hooks: &'m Hooks,
    ) {
        let Some(into) = self.target(context, local, item, 0) else { return };
        let path = self.register_name(into);
        self.heard(context, &hooks.before, (&path, &Here::default()));
        let mut ends = Vec::new();
        for (place, (condition, value)) in rows.iter().enumerate() {
            let holds = condition.as_ref().map_or(Operand::Value(1), |condition| self.operand(context, condition));
            let (known, row) = (emit::is_yes(holds), value.span);
            if known == Some(false) {
                self.pass(context, value.span, Why::Never(condition.as_ref().map_or(value.span, |never| never.span)));
                continue;
            }
            let next = (known != Some(true)).then(|| self.emit.unless(holds));
            self.branches += usize::from(next.is_some());
            self.mark(value.span);
            let value = self.operand(context, value);
            self.emit.copy(into, value);
            self.branches -= usize::from(next.is_some());
            let Some(next) = next else {
                let always = condition.as_ref().map_or(row, |condition| condition.span);
                for (condition, value) in &rows[place + 1..] {
                    let lines = condition.as_ref().map_or(value.span, |condition| value.span.to(condition.span));
                    self.pass(context, lines, Why::Always(always));
                }
                break;
            };
            ends.push(self.emit.jump());
            self.emit.land(next);
        }
        for end in ends {
            self.emit.land(end);
        }
        let read: Vec<&Expr> =
            rows.iter().flat_map(|(condition, value)| condition.iter().chain(std::iter::once(value))).collect();
        self.decided(context, into, &read);
        self.corrected(context, &hooks.after, into, &path);
        self.meaning(context, local, item, into);
    }

    /// Tells that a value was computed, for `why`.
    pub fn computed(&mut self, context: &Context<'m>, value: Register, from: &[&'m Expr]) {
        self.worked_out(context, value, from, false);
    }

    /// Tells what was decided.
    pub fn decided(&mut self, context: &Context<'m>, value: Register, from: &[&'m Expr]) {
        self.worked_out(context, value, from, true);
    }

    fn worked_out(&mut self, context: &Context<'m>, value: Register, from: &[&'m Expr], decided: bool) {
        let path = self.register_name(value);
        let mut reads = Vec::new();
        for expr in from {
            reads.extend(self.reads(context, expr));
        }
        reads.dedup();
        self.emit.trace(Trace::Computed { path, value, decided, reads: reads.into() });
    }

    /// What the level reached means here.
    pub fn meaning(&mut self, context: &Context<'m>, local: LocalId, item: Option<&'m Expr>, level: Register) {
        let Some((invocation, _)) = context.invocation else { return };
        let place = item.and_then(|item| self.eval(context, item).item()).map(|(_, _, place)| place);
        let written = &self.scene.invocations[invocation];
        let (own, whole) = (written.texts.get(&(local, place)), written.texts.get(&(local, None)));
        if own.is_none() && whole.is_none() {
            return;
        }
        let Shape::Level(scale) = self.shape_of(level) else { return };
        let (reached, mut told) = (level, Vec::new());
        let (mut texts, aside) = (Vec::new(), self.emit.aside());
        for level in 0..self.system.scales[ScaleId(scale as usize)].levels.len() {
            let of_item = own.and_then(|own| Some((place, own.get(&level)?)));
            let text = of_item.or_else(|| Some((None, whole?.get(&level)?)));
            texts.push(text.map(|(_, text)| self.wording_aside(context, &text.text)));
            told.extend(text.map(|(of, _)| (Piece::Text(invocation, local, of, level), level)));
        }
        self.emit.end_aside(aside);
        self.take_told(told, reached);
        let path = self.register_name(level);
        self.emit.trace(Trace::Meaning { path, level, texts });
    }

    /// The texts of levels that are told here take effect, each if its level can be reached.
    pub fn take_told(&mut self, told: Vec<(Piece, usize)>, reached: Register) {
        let here = self.emit.here();
        for (piece, level) in told {
            let number = i64::try_from(level).unwrap_or(i64::MAX);
            self.ledger.take_with(piece, here, (Operand::Register(reached), number));
        }
    }
}
