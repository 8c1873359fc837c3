//! Runs, lowered from beginning to end.

use super::super::{Binary, Instruction, Method, Operand, Shape, Trace};
use super::partial_value::{Context, Frame, PartialValue};
use super::pieces::Piece;
use super::{Lowering, emit};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{self, Argument, InvocationId, RunMade};
use crate::source::Span;

impl<'m> Lowering<'m, '_> {
    /// Lays out a run.
    pub fn run_invocation(
        &mut self,
        invocation: InvocationId,
        through: Option<(usize, Span)>,
        outer: (Method, Option<Piece>),
    ) {
        self.ledger.take(Piece::Run(invocation));
        let written = &self.scene.invocations[invocation];
        let procedure = &self.system.procedures[written.procedure];
        let old = std::mem::replace(&mut self.emit.span, written.span);
        let (first, around) = (self.emit.here(), self.around);
        if let Some(concealment) = written.concealment {
            self.begin_screen(concealment);
        }
        self.keep_run(invocation);
        self.clear(invocation);
        self.state((invocation, 0)).blanks.clear();
        self.state((invocation, 0)).kept_blanks.clear();
        self.now_runs(invocation);
        let is_told = written.made != RunMade::Bookkeeping;
        if is_told {
            self.emit.trace(Trace::Begin {
                path: written.path.clone(),
                procedure: procedure.name.clone(),
                text: written.title.clone(),
                roles: self.role_names(invocation),
            });
        }
        let (to_end, branches) = (Vec::new(), self.branches);
        self.frames.push(Frame { invocation, first, to_end, through, left: false, stopped: None, branches });
        let (method, said) = self.run_method(invocation).unwrap_or(outer);
        self.mark(procedure.span);
        let context = Context { invocation: Some((invocation, 0)), variables: Vec::new(), method, said, stops: true };
        let (behind, found) = (self.ledger.held_back(), self.sink.mark());
        self.statements(&context, &procedure.body);
        self.leave_out_what_follows(invocation, found);
        self.lead_home(found, written.span);
        self.ledger.goes_on(behind);
        for jump in self.frames.pop().map(|frame| frame.to_end).unwrap_or_default() {
            self.emit.land(jump);
        }
        self.emit.span = written.span;
        self.take_answered(&context, invocation);
        if is_told {
            self.emit.trace(Trace::End { path: written.path.clone() });
        }
        self.count_run(invocation);
        if let Some(concealment) = written.concealment {
            self.emit.veil(first, emit::visibility(concealment));
        }
        self.end_screen(around);
        self.emit.span = old;
    }

    /// Where a run does not say what it must, whatever its rules find wrong since a mark follows from that: only the cause is told.
    fn leave_out_what_follows(&mut self, invocation: InvocationId, mark: usize) {
        let written = &self.scene.invocations[invocation];
        let rules = self.system.procedures[written.procedure].span.source;
        let place = |found: &Diagnostic| found.labels.first().map(|label| label.span);
        let is_unsaid = |found: &Diagnostic| found.code == codes::UNFILLED && place(found) == Some(written.span);
        if !self.sink.iter().skip(mark).any(is_unsaid) {
            return;
        }
        let follows = |found: &Diagnostic| {
            let is_led_home = [codes::DIVISION_BY_ZERO, codes::OVERFLOW, codes::BAD_DICE].contains(&found.code);
            found.code == codes::REFUSED || is_led_home || place(found).is_some_and(|place| place.source == rules)
        };
        self.sink.retain_since(mark, |found| found.code == codes::UNFILLED || !found.is_error() || !follows(found));
    }

    /// In a repetition a run begins anew: nothing of the last one is left.
    fn clear(&mut self, invocation: InvocationId) {
        let block = self.state((invocation, 0)).block;
        // The rules may make a run several times, as in `for each`.
        let again = self.loops > 0 || self.state((invocation, 0)).ran.is_some();
        if let (Some((first, count)), true) = (block, again)
            && count > 0
        {
            self.emit.push(Instruction::Clear { first, count });
        }
        if again {
            self.nested_have_not_run(invocation);
        }
    }

    /// Copies the registers of a run whose number some line asks for.
    fn count_run(&mut self, invocation: InvocationId) {
        let invocation = self.scene.first_of_name(invocation);
        let numbers = self.counted_runs_of(invocation);
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
        for (local, registers) in from.locals.pairs() {
            let into = to.locals.get(local).into_iter().flat_map(|into| into.registers());
            for (into, register) in into.zip(registers.registers()) {
                self.emit.copy(into, Operand::Register(register));
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
        if let Some(ran) = from.ran {
            let into = self.ran_register((invocation, number));
            self.emit.copy(into, ran);
        }
        for nested in self.scene.invocations[invocation].nested.values() {
            self.copy_run(*nested, number);
        }
    }

    /// The runs that a target names, and whether each is still to be run.
    pub fn runs_of(&mut self, context: &Context<'m>, target: &'m model::Expr) -> Vec<(InvocationId, bool)> {
        if let (model::ExprKind::Local(local), Some((invocation, _))) = (&target.kind, context.invocation)
            && let Some(Argument::Forms(invocations)) = self.scene.invocations[invocation].arguments.get(local)
        {
            self.ledger.read(invocation, *local);
            return invocations.clone();
        }
        let elements = self.elements(context, target);
        let runs = elements
            .into_iter()
            .filter_map(|e| if let PartialValue::Run(invocation, _) = e { Some((invocation, true)) } else { None });
        runs.collect()
    }
}
