//! Statements, one by one.

use super::super::{Address, Instruction, Operand, Refusal, Trace, flow};
use super::houses::Here;
use super::ledger::End;
use super::partial_value::{Context, Frame, PartialValue};
use super::pieces::{Piece, Why};
use super::{Lowering, emit};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{DeckId, Expr, ExprKind, InvocationId, LocalId, RunMade, Statement, StatementKind, VarId, Wording};
use crate::source::Span;
use crate::syntax::ast::Concealment;

impl<'m> Lowering<'m, '_> {
    /// A block.
    pub fn statements(&mut self, context: &Context<'m>, statements: &'m [Statement]) {
        for (place, statement) in statements.iter().enumerate() {
            if let Some((step, line)) = self.left_after(context) {
                return self.pass_over(context, &statements[place..], Why::Ended(step, line));
            }
            if let Some(line) = self.stopped_by(context) {
                return self.behind_a_stop(context, &statements[place..], line);
            }
            if !self.enter(statement.span) {
                return;
            }
            self.ledger.lay_out(context.invocation.map(|(invocation, _)| invocation), statement.span);
            let old = std::mem::replace(&mut self.emit.span, statement.span);
            let found = self.sink.mark();
            self.kept_with_whom_it_names(|lowering| lowering.statement(context, statement));
            self.lead_home(found, statement.span);
            self.emit.span = old;
            self.exit();
        }
    }

    /// The step after which the run in hand is over, if it is over already, and the line that says so.
    fn left_after(&self, context: &Context<'m>) -> Option<(usize, Span)> {
        let frame = self.frames.last().filter(|frame| frame.left)?;
        frame.through.filter(|_| context.invocation.is_some_and(|(invocation, _)| invocation == frame.invocation))
    }

    /// The line that has ended the run in hand in any case, if one has.
    fn stopped_by(&self, context: &Context<'m>) -> Option<Span> {
        let frame = self.frames.last()?;
        frame.stopped.filter(|_| context.invocation.is_some_and(|(invocation, _)| invocation == frame.invocation))
    }

    /// Lines to which the run in hand does not come. What is wrong in them is said all the same.
    fn behind_a_stop(&mut self, context: &Context<'m>, lines: &'m [Statement], stop: Span) {
        self.pass_over(context, lines, Why::Stopped(stop));
        let stopped = self.frames.last_mut().and_then(|frame| frame.stopped.take());
        self.ledger.mute();
        self.statements(context, lines);
        self.ledger.hear();
        if let Some(frame) = self.frames.last_mut() {
            frame.stopped = stopped;
        }
    }

    /// Notes that these lines have no effect.
    fn pass_over(&mut self, context: &Context<'m>, lines: &[Statement], why: Why) {
        for line in lines {
            self.pass(context, line.span, why);
        }
    }

    fn statement(&mut self, context: &Context<'m>, statement: &'m Statement) {
        let hooks = &statement.hooks;
        self.take_line_of_house(statement);
        if !matches!(statement.kind, StatementKind::Stop { .. }) {
            self.mark_of_house(statement.span);
        }
        match &statement.kind {
            StatementKind::Ask(local) => {
                self.ask(context, *local);
                self.checked(context, &hooks.before, *local);
            }
            StatementKind::Let { local, item, index, value } => {
                self.compute(context, *local, (item.as_ref(), *index), value);
            }
            StatementKind::Sum { local, item, rows } => self.sum(context, *local, item.as_ref(), rows, hooks),
            StatementKind::Decide { local, item, rows } => self.decide(context, *local, item.as_ref(), rows, hooks),
            StatementKind::Roll { local, item, dice } => self.roll_local(context, *local, (item.as_ref(), dice), hooks),
            StatementKind::Draw { local, item, deck } => self.draw(context, *local, (item.as_ref(), *deck), hooks),
            StatementKind::Shuffle(deck) => self.shuffle(*deck),
            StatementKind::Resolve { local, item, scale, total } => {
                self.resolve(context, *local, item.as_ref(), (*scale, total), hooks);
            }
            StatementKind::Choose { local, choice } => self.choose_kept(context, *local, choice),
            StatementKind::Run { target, through, with } => self.run(context, target, *through, with),
            StatementKind::Cut { target, to, upfront, further } => self.cut(context, target, to, (upfront, further)),
            StatementKind::Pay { amount, place, why } => self.pay(context, amount, (place, why.as_ref()), hooks),
            StatementKind::Stop { why, condition } => self.stop(context, why, condition.as_ref(), statement),
            StatementKind::Needs { condition, why } => self.needs(context, condition, why),
            StatementKind::ForEach { variable, list, body } => {
                self.each_element(context, (*variable, list), body);
            }
            StatementKind::Step { step, body } => self.step(context, *step, body),
            StatementKind::Set { place, value } => {
                let (reads, value) = (self.reads(context, value), self.operand(context, value));
                self.set(context, place, (value, reads));
            }
            StatementKind::Add { amount, place } => self.add(context, amount, place),
            StatementKind::If { branches, otherwise } => self.if_statement(context, branches, otherwise),
            StatementKind::Note { text, condition } => self.note(context, text, condition.as_ref()),
            StatementKind::Signal { function, arguments, condition } => {
                self.signal(context, *function, arguments, condition.as_ref());
            }
            StatementKind::Reveal { named, to } => self.reveal(context, named, to),
            StatementKind::Concealed { concealment, body } => self.hidden_line(context, *concealment, body),
            StatementKind::Invocation(invocation) => {
                let method = self.method_of_scene();
                self.run_invocation(*invocation, None, method);
            }
            StatementKind::Tally(own) => drop(self.own(*own)),
            StatementKind::Chance(chance) => self.chance(context, chance),
            StatementKind::Period { period, body } => self.period(period, body),
            StatementKind::Repeat { period, most, until, body } => {
                self.repeat(context, period.as_ref(), (most, until.as_ref()), body);
            }
            StatementKind::Turns(turns) => self.turns(context, turns),
            StatementKind::ChooseOption { name, question, by, options } => {
                self.choose_option(context, name, (question, *by), options);
            }
        }
    }

    fn each_element(&mut self, context: &Context<'m>, (variable, list): (VarId, &'m Expr), body: &'m [Statement]) {
        let (elements, kept) = self.touching(|lowering| lowering.elements(context, list));
        if elements.is_empty() {
            self.pass_over(context, body, Why::Empty(list.span));
        }
        for element in elements {
            let kept = kept.max(self.kept_entry(&element));
            let inner = context.with(variable, element);
            self.kept_lines(kept, |lowering| lowering.statements(&inner, body));
        }
    }

    /// `secret LINE` and `hidden LINE`: everything the line tells is hidden.
    fn hidden_line(&mut self, context: &Context<'m>, concealment: Concealment, body: &'m [Statement]) {
        let (first, around) = (self.emit.here(), self.begin_screen(concealment));
        self.statements(context, body);
        self.end_screen(around);
        self.emit.veil(first, emit::visibility(concealment));
    }

    /// `shuffle DECK`
    fn shuffle(&mut self, deck: DeckId) {
        let deck = u32::try_from(deck.0).unwrap_or(0);
        self.emit.push(Instruction::Shuffle { deck });
    }

    /// `note "text" if CONDITION`
    fn note(&mut self, context: &Context<'m>, text: &'m Wording, condition: Option<&'m Expr>) {
        let over = condition.map(|condition| {
            let holds = self.asked_of_line(context, condition);
            self.may_not_hold(context, condition, holds);
            self.emit.unless(holds)
        });
        let text = self.wording(context, text);
        if let Some(condition) = condition
            && (context.invocation.is_none() || self.system.is_overlaid(condition.span))
        {
            self.ledger.take_at(Piece::Note(condition.span), self.emit.here());
        }
        self.emit.trace(Trace::Note { text });
        if let Some(over) = over {
            self.emit.land(over);
        }
    }

    /// A line of a house rule takes effect, unless it is a note: that takes effect if it is told. What stands in the branches of an `if`
    /// takes effect where some run comes to it.
    fn take_line_of_house(&mut self, statement: &Statement) {
        if !self.system.is_overlaid(statement.span) {
            return;
        }
        let of_house = Piece::OfHouse(statement.span.source);
        if let StatementKind::Note { condition: Some(condition), .. } = &statement.kind {
            self.ledger.lay_out_condition(condition.span);
        } else if let StatementKind::If { branches, .. } = &statement.kind {
            for (condition, _) in branches {
                self.ledger.lay_out_condition(condition.span);
            }
        } else if self.branches > 0 {
            self.ledger.take_at(of_house, self.emit.here());
        } else {
            self.ledger.take(of_house);
        }
    }

    fn run(&mut self, context: &Context<'m>, target: &'m Expr, through: Option<usize>, with: &'m [(LocalId, Expr)]) {
        let line = self.emit.span;
        for (invocation, inline) in self.runs_of(context, target) {
            if !inline {
                if !with.is_empty() {
                    let path = &self.scene.invocations[invocation].path;
                    let message = format!("`{path}` has already run, but this rule must give it values");
                    self.sink.push(
                        Diagnostic::error(codes::RUN, target.span, message)
                            .also(self.scene.invocations[invocation].span, "run here")
                            .help("write it between the braces instead of naming it"),
                    );
                }
                continue;
            }
            for (local, value) in with {
                self.ledger.reads_for(invocation, *local);
                let given = self.touching(|lowering| {
                    let value = lowering.eval(context, value);
                    lowering.as_it_is_now(value)
                });
                self.ledger.put_in();
                self.ledger.give(invocation, *local, value.span);
                self.given.insert((invocation, *local), given);
                if let (ExprKind::Local(own), Some(run)) = (&value.kind, context.invocation) {
                    // What the scene put into a blank keeps its reasons in the blank it is handed on to.
                    if let Some(entries) = self.known_state(run).entries.get(*own).cloned() {
                        self.state((invocation, 0)).entries.insert(*local, entries);
                    }
                }
            }
            let method = self.model_method(context);
            self.run_invocation(invocation, through.map(|step| (step, line)), method);
        }
    }

    fn stop(&mut self, context: &Context<'m>, why: &'m Wording, condition: Option<&'m Expr>, statement: &'m Statement) {
        let holds = condition.map_or(Operand::Value(1), |condition| self.operand(context, condition));
        match emit::is_yes(holds) {
            Some(false) => {}
            Some(true) => {
                let stops = self.emit.here();
                let says = self.stop_now(context, why, statement);
                self.ends(context, (statement.span, says), (stops, None));
            }
            None => {
                let over = self.emit.unless(holds);
                let stops = self.emit.here();
                self.branches += 1;
                let says = self.stop_now(context, why, statement);
                self.branches -= 1;
                self.emit.land(over);
                self.ends(context, (statement.span, says), (stops, Some(self.emit.here())));
                self.may_have_ended(context, statement.span);
            }
        }
    }

    /// A line ends the run in hand at an instruction, in any case or unless that goes on at another. What stands behind other lines
    /// tells itself that it is stopped.
    fn ends(
        &mut self,
        context: &Context<'m>,
        (line, says): (Span, Option<String>),
        (stops, goes_on): (Address, Option<Address>),
    ) {
        let Some((run, _)) = context.invocation.filter(|_| context.stops && self.before.is_none()) else { return };
        let branches = self.branches;
        let is_fixed = |frame: &&Frame| frame.invocation == run && frame.branches == branches;
        let Some(frame) = self.frames.last().filter(is_fixed) else { return };
        let asks = self.emit.program.code.iter().skip(frame.first.0 as usize).any(flow::asks);
        if !self.ledger.is_muted() {
            self.ledger.ends.entry(run).or_default().push(End { line, says, asks });
            self.ledger.take_at(Piece::EndBy(run, line), stops);
            if let Some(at) = goes_on {
                self.ledger.take_at(Piece::Past(run, line), at);
            }
        }
    }

    /// Behind a line that may have ended the run in hand. What the scene declares may be why it always does.
    fn may_have_ended(&mut self, context: &Context<'m>, line: Span) {
        let Some((run, _)) = context.invocation.filter(|_| context.stops) else { return };
        let branches = self.branches;
        let is_fixed = self.frames.last().is_some_and(|frame| frame.invocation == run && frame.branches == branches);
        if is_fixed && self.scene.invocations[run].declares() {
            self.ledger.stops_perhaps(line, self.emit.here());
        }
    }

    /// Ends the run in hand; its reason, if all of that is known before the run.
    fn stop_now(&mut self, context: &Context<'m>, why: &'m Wording, statement: &'m Statement) -> Option<String> {
        self.mark(statement.span);
        if let Some((invocation, _)) = context.invocation.filter(|_| context.stops) {
            let path = self.scene.invocations[invocation].path.clone();
            self.heard(context, &statement.hooks.before, (&path, &Here::default()));
        }
        let why = self.wording(context, why);
        let is_known = why.operands().all(|operand| emit::known(operand).is_some());
        let says = is_known.then(|| self.emit.program.in_any_run(&why));
        self.stop_here(context, why, (statement.span, &statement.hooks.after));
        let branches = self.branches;
        if let Some(frame) = self.frames.last_mut().filter(|frame| context.stops && frame.branches == branches) {
            frame.stopped = Some(statement.span);
        }
        says
    }

    fn needs(&mut self, context: &Context<'m>, condition: &'m Expr, why: &'m Wording) {
        let holds = self.operand(context, condition);
        match emit::is_yes(holds) {
            Some(true) => {}
            // What is not worked out any more does not fail.
            Some(false) if self.work.is_over() => {}
            Some(false) if self.branches == 0 => {
                let why = self.wording(context, why);
                let says = self.known_text(&why).to_string();
                self.is_not_met(context, condition.span, says);
            }
            _ => {
                let why = self.wording(context, why);
                self.emit.refuse_unless(holds, Refusal::Needs(why));
            }
        }
    }

    fn step(&mut self, context: &Context<'m>, step: usize, body: &'m [Statement]) {
        let Some((invocation, _)) = context.invocation else { return };
        let written = &self.scene.invocations[invocation];
        let declared = &self.system.procedures[written.procedure].steps[step];
        if written.made != RunMade::Bookkeeping {
            let (path, name, title) = (written.path.clone(), declared.name.clone(), declared.title.clone());
            self.emit.trace(Trace::Step { path, name, title });
        }
        let (method, said) = self.step_method(context, step);
        let inner = Context { method, said, ..context.clone() };
        self.statements(&inner, body);
        self.leave_after(invocation, step);
    }

    /// Ends a run behind the step through which it is run. If the step is done only in some branches, only they end it.
    fn leave_after(&mut self, invocation: InvocationId, step: usize) {
        let is_here =
            |frame: &Frame| frame.through.is_some_and(|(last, _)| last == step) && frame.invocation == invocation;
        let Some(always) = self.frames.last().filter(|frame| is_here(frame)).map(|f| f.branches == self.branches)
        else {
            return;
        };
        let end = (!always).then(|| self.emit.jump());
        if let Some(frame) = self.frames.last_mut() {
            frame.left |= always;
            frame.to_end.extend(end);
        }
    }

    /// Whether a condition holds on which lines hang. One of the scene is looked at part by part.
    pub fn asked_of_line(&mut self, context: &Context<'m>, condition: &'m Expr) -> Operand {
        let around = std::mem::replace(&mut self.asks, context.invocation.is_none());
        let holds = self.operand(context, condition);
        self.asks = around;
        holds
    }

    /// Whether a condition holds. In a kept line that is known at the table only, whatever is known beforehand: all that its branches
    /// might change is kept, so what they leave alone tells nothing.
    fn condition(&mut self, context: &Context<'m>, condition: &'m Expr) -> Operand {
        let holds = self.asked_of_line(context, condition);
        match emit::is_yes(holds) {
            Some(holds) if !self.around.is_for_all() => self.emit.hide(Operand::Value(holds.into()), self.around),
            Some(_) | None => holds,
        }
    }

    fn if_statement(
        &mut self,
        context: &Context<'m>,
        branches: &'m [(Expr, Vec<Statement>)],
        otherwise: &'m [Statement],
    ) {
        let mut ends = Vec::new();
        for (place, (condition, body)) in branches.iter().enumerate() {
            let holds = self.condition(context, condition);
            self.may_not_hold(context, condition, holds);
            match emit::is_yes(holds) {
                Some(false) => {
                    self.pass_over(context, body, Why::Never(condition.span));
                    continue;
                }
                Some(true) if ends.is_empty() => {
                    self.mark(condition.span);
                    self.take_branch(context, body);
                    for (_, other) in &branches[place + 1..] {
                        self.pass_over(context, other, Why::Always(condition.span));
                    }
                    self.pass_over(context, otherwise, Why::Always(condition.span));
                    return self.statements(context, body);
                }
                _ => {}
            }
            self.branches += 1;
            let next = self.emit.unless(holds);
            self.mark(condition.span);
            self.take_branch(context, body);
            self.statements(context, body);
            ends.push(self.emit.jump());
            self.emit.land(next);
            self.branches -= 1;
        }
        let inside = !ends.is_empty();
        self.branches += usize::from(inside);
        self.take_branch(context, otherwise);
        self.statements(context, otherwise);
        self.branches -= usize::from(inside);
        for end in ends {
            self.emit.land(end);
        }
    }

    /// A condition of the scene has an effect of its own if it does not hold in some run that comes to it.
    fn may_not_hold(&mut self, context: &Context<'m>, condition: &Expr, holds: Operand) {
        if context.invocation.is_none() {
            self.ledger.take_unless(Piece::Unless(condition.span), self.emit.here(), holds);
        }
    }

    /// A branch of the scene takes effect if some run comes to it.
    fn take_branch(&mut self, context: &Context<'m>, body: &'m [Statement]) {
        if let (Some(first), None) = (body.first(), context.invocation) {
            self.ledger.take_at(Piece::Branch(first.span), self.emit.here());
        }
    }

    fn reveal(&mut self, context: &Context<'m>, named: &'m Expr, to: &'m [Expr]) {
        let ExprKind::NamedModifier(id) = named.kind else { return };
        let mut learners = Vec::new();
        for who in to {
            for entity in self.elements(context, who) {
                let PartialValue::Thing(thing) = entity else { continue };
                if let Operand::Register(register) = self.knows(thing, id) {
                    self.emit.copy(register, Operand::Value(1));
                }
                learners.push(self.all_things[thing].name.clone());
            }
        }
        let named = &self.scene.named_modifiers[id];
        let first = self.emit.here();
        self.emit.trace(Trace::Reveal {
            what: named.text.clone().unwrap_or_else(|| named.name.clone()),
            to: learners.into(),
        });
        if let Some(concealment) = named.concealment {
            self.emit.veil(first, emit::visibility(concealment));
        }
    }
}
