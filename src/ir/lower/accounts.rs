//! What a scene writes inside its runs without effect in any of its programs: each gets a warning at its place, with
//! the reason.

use std::cell::OnceCell;

use super::super::Program;
use super::ledger::Ledger;
use super::pieces::{Piece, Why};
use super::reasons::{Accounts, Within, because};
use super::written_values::entries;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::listing::one_of;
use crate::model::{
    Argument, Expr, Invocation, InvocationId, Local, LocalId, LocalKind, Named, PlanArgument, RunMade, Scene,
    StatedMethod, Statement, StatementKind, System, Type, constant_of,
};
use crate::source::Span;
use crate::syntax::ast::ExpectMode;

/// Remarks on what has no effect in the programs of a scene and of its expectations.
pub fn remark((system, scene): (&System, &Scene), (ledger, programs): (&Ledger, &[&Program]), sink: &mut Diagnostics) {
    let mark = sink.mark();
    let reached = programs.iter().map(|_| OnceCell::new()).collect();
    let mut accounts = Accounts { programs, reached, ..Accounts::new((system, scene), ledger, sink) };
    accounts.statements(&scene.statements);
    accounts.answered_by(scene.mode.as_ref(), &scene.statements);
    accounts.choices();
    accounts.houses();
    let held = scene.expects.iter().filter(|expect| !matches!(expect.mode, Some(ExpectMode::Refused(_))));
    for (expect, own) in held.filter_map(|expect| Some((expect, expect.scene.as_ref()?))) {
        accounts.statements(own);
        accounts.answered_by(expect.scene_mode.as_ref(), own);
    }
    accounts.keep_causes(mark);
    let is_lost = |place: Span| ledger.has_seen(Piece::Lost(place));
    let lost = scene.may_be_lost.iter().filter(|(place, _)| is_lost(**place)).flat_map(|(_, found)| found);
    sink.extend(lost.filter(|found| found.labels.first().is_some_and(|at| is_lost(at.span))).cloned());
}

/// Remarks on what has no effect in lines that stand behind others.
pub fn remark_on_lines((system, scene): (&System, &Scene), ledger: &Ledger, sink: &mut Diagnostics) {
    let mut accounts = Accounts::new((system, scene), ledger, sink);
    accounts.statements(&scene.statements);
}

impl<'a> Accounts<'a> {
    fn statements(&mut self, statements: &'a [Statement]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Invocation(run) => self.run(&[*run]),
                StatementKind::Period { period, body } => {
                    self.run(&[period.invocation]);
                    self.statements(body);
                }
                StatementKind::Repeat { period, most, until, body } => {
                    if let Some(period) = period {
                        self.run(&[period.invocation]);
                    }
                    self.statements(body);
                    if constant_of(most) == Some(1) {
                        self.one_round(most.span, (period.is_some(), until.as_ref()));
                    } else {
                        self.never_ended(until.as_ref());
                    }
                }
                StatementKind::Concealed { body, .. } => self.statements(body),
                StatementKind::Turns(turns) => turns.iter().for_each(|turn| self.statements(&turn.body)),
                StatementKind::ChooseOption { options, .. } => {
                    for option in options {
                        self.statements(&option.body);
                    }
                }
                StatementKind::If { branches, otherwise } => {
                    self.branches(branches, otherwise);
                }
                StatementKind::Note { text, condition } => {
                    self.never_noted(condition.as_ref());
                    self.hidden_in_note(statement.span, text);
                }
                StatementKind::Chance(chance) => self.own_texts(chance),
                // No run is written inside these.
                StatementKind::Tally(_)
                | StatementKind::Ask(_)
                | StatementKind::Let { .. }
                | StatementKind::Sum { .. }
                | StatementKind::Decide { .. }
                | StatementKind::Roll { .. }
                | StatementKind::Draw { .. }
                | StatementKind::Shuffle(_)
                | StatementKind::Resolve { .. }
                | StatementKind::Choose { .. }
                | StatementKind::Run { .. }
                | StatementKind::Cut { .. }
                | StatementKind::Pay { .. }
                | StatementKind::Stop { .. }
                | StatementKind::Needs { .. }
                | StatementKind::ForEach { .. }
                | StatementKind::Step { .. }
                | StatementKind::Set { .. }
                | StatementKind::Add { .. }
                | StatementKind::Signal { .. }
                | StatementKind::Reveal { .. } => {}
            }
        }
    }

    /// The mode of a scene in which something happens.
    fn answered_by(&mut self, stated: Option<&StatedMethod>, happens: &[Statement]) {
        let Some(stated) = stated.filter(|_| !happens.is_empty()) else { return };
        if !self.ledger.has_taken(Piece::Mode(stated.span)) {
            let found = Diagnostic::warning(codes::IDLE, stated.span, "this method does nothing here");
            let help = "remove it: everything resolved here has its own method, or nothing is resolved";
            self.sink.push(found.help(help));
        }
    }

    /// A branch of a scene: one remark on all of it if it is never taken, since a condition never holds, or always `holds`.
    fn branch(&mut self, body: &'a [Statement], (condition, holds): (&Expr, bool)) {
        let (Some(first), Some(last)) = (body.first(), body.last()) else { return };
        let passed = self.ledger.passed_in(None).find(|passed| passed.lines == first.span);
        let settled = if holds { Why::Always(condition.span) } else { Why::Never(condition.span) };
        let (message, otherwise) = self.settled("this never happens", &[Piece::Branch(first.span)], settled);
        let found = Diagnostic::warning(codes::IDLE, first.span.to(last.span), message);
        let help = otherwise.unwrap_or("remove it, or change the scene so that it can happen");
        if let Some(why) = passed.map(|passed| passed.why) {
            if self.is_fixed_here(why, first.span) {
                self.sink.push(because(found, why).help(help));
            }
        } else if self.ledger.has_taken(Piece::Branch(first.span)) {
            self.statements(body);
        } else if self.is_new(condition.span) {
            self.sink.push(if holds {
                found.also(condition.span, "because this condition, or one before it, is always true here").help(help)
            } else {
                let found = found.also(condition.span, "because this is never true here").help(help);
                if otherwise.is_none() { self.beside_rows_of(found, condition) } else { found }
            });
        }
    }

    fn branches(&mut self, branches: &'a [(Expr, Vec<Statement>)], otherwise: &'a [Statement]) {
        for (condition, body) in branches {
            self.branch(body, (condition, false));
        }
        if let Some((last, _)) = branches.last() {
            self.branch(otherwise, (last, true));
        }
        for (condition, body) in branches {
            if let Some(first) = body.first() {
                self.always_told(Piece::Branch(first.span), condition);
                self.parts(&[Piece::Branch(first.span)], condition);
            }
        }
    }

    /// A condition on which something hangs, and which holds in every run that comes to it, whatever the dice show. Whoever asks what
    /// somebody has by then may want to be sure, or let the next evening ask it again.
    fn always_told(&mut self, told: Piece, condition: &Expr) {
        if !self.asks_for_a_field(condition.span) {
            self.always_holds(told, condition.span, "remove the condition, or use one that can be false");
        }
    }

    /// A condition which holds in every run that comes to it.
    fn always_holds(&mut self, holding: Piece, condition: Span, help: &str) {
        let unless = Piece::Unless(condition);
        let is_settled = self.ledger.has_taken(holding) && !self.ledger.has_taken(unless);
        if is_settled && self.is_new(condition) {
            let (message, otherwise) = self.settled("this condition is always true", &[unless], Why::Always(condition));
            let found = Diagnostic::warning(codes::IDLE, condition, message);
            self.sink.push(found.help(otherwise.unwrap_or(help)));
        }
    }

    /// What stands around lines that are gone through once, whatever ends the repetition. With a period they are one of it.
    fn one_round(&mut self, most: Span, (has_period, until): (bool, Option<&Expr>)) {
        let (place, message) = match until {
            Some(until) => (until.span, "this is never checked: `up to 1` ends the repetition after one round"),
            None if has_period => return,
            None => (most, "this never repeats: there is only one round"),
        };
        let found = Diagnostic::warning(codes::IDLE, place, message);
        self.sink
            .push(found.help("set the number of rounds, as in `up to 3`, or write the lines once, without `repeat`"));
    }

    /// What would end a repetition before its last round.
    fn never_ended(&mut self, until: Option<&Expr>) {
        let Some(until) = until else { return };
        let (ends, unchanged) = (Piece::Until(until.span), Piece::UntilUnchanged(until.span));
        if !self.ledger.has_taken(unchanged) {
            if let Some((found, _)) = self.found_never(&[ends, unchanged], until.span) {
                let help = "no round makes it true: ask for less, or change its values in the rounds; \
                            without `until`, `up to` sets the number of rounds";
                self.sink.push(self.beside_rows_of(found, until).help(help));
            }
            let help = "it ends the repetition after the first round: write its lines once, or use a condition that may take more rounds";
            self.always_holds(ends, until.span, help);
            self.parts(&[ends], until);
        } else if !self.ledger.has_taken(ends) && self.is_new(until.span) {
            let message = "no round changes this: it is true after the first one, or never";
            let help =
                "change its values in the rounds, or remove it and put an `if` around the lines that depend on it";
            self.sink.push(Diagnostic::warning(codes::IDLE, until.span, message).help(help));
        }
    }

    /// A note under a condition.
    fn never_noted(&mut self, condition: Option<&Expr>) {
        if let Some(condition) = condition {
            let told = Piece::Note(condition.span);
            self.never_holds(&[told], condition, "remove the note, or use a condition that can be true");
            self.always_told(told, condition);
            self.parts(&[told], condition);
        }
    }

    /// A condition on which something hangs, and which does not hold whatever the dice show.
    fn never_holds(&mut self, pieces: &[Piece], condition: &Expr, help: &str) {
        if let Some((found, otherwise)) = self.found_never(pieces, condition.span) {
            let found = if otherwise.is_none() { self.beside_rows_of(found, condition) } else { found };
            self.sink.push(found.help(otherwise.unwrap_or(help)));
        }
    }

    /// The finding that a condition does not hold, with what to do if that hangs on how the scene begins.
    pub fn found_never(&self, pieces: &[Piece], condition: Span) -> Option<(Diagnostic, Option<&'static str>)> {
        let is_taken = pieces.iter().any(|piece| self.ledger.has_taken(*piece));
        if is_taken || !self.is_new(condition) {
            return None;
        }
        let (message, otherwise) = self.settled("this condition is never true", pieces, Why::Never(condition));
        Some((Diagnostic::warning(codes::IDLE, condition, message), otherwise))
    }

    /// The conditions inside values of the scene. A flag is a switch that its author turns, line by line, unless a line changes it and
    /// only one value asks for it.
    fn choices(&mut self) {
        let all: Vec<Span> = self.ledger.choices().collect();
        let choices: Vec<Span> = all.iter().copied().filter(|place| self.is_choice_of_scene(*place, &all)).collect();
        for condition in choices {
            let holds = Piece::Then(condition);
            let help = "write only the value after `else`, or use a condition that can be true";
            if let Some((found, otherwise)) = self.found_never(&[holds], condition) {
                self.sink.push(found.help(otherwise.unwrap_or(help)));
            }
            if !self.asks_for_a_field(condition) {
                self.always_holds(
                    holds,
                    condition,
                    "write only the value after `then`, or use a condition that can be false",
                );
            }
        }
    }

    /// Whether a condition inside a value is the scene's, and hangs on what comes about.
    fn is_choice_of_scene(&self, condition: Span, all: &[Span]) -> bool {
        let named = || self.uses_of_scene().filter(|(_, span)| condition.contains(*span));
        let is_switch = |named: Named| {
            let Named::Own(own) = named else { return false };
            let asks = |other: &&Span| self.uses_of_scene().any(|(used, span)| used == named && other.contains(span));
            let is_asked_once = all.iter().filter(asks).count() == 1;
            self.scene.own[own].kind.first().is_some() && !(is_asked_once && self.is_changed(own))
        };
        named().next().is_some() && !named().any(|(named, _)| is_switch(named))
    }

    /// Whether a condition hangs on this text alone, and nothing has been said of it.
    pub fn is_new(&self, condition: Span) -> bool {
        let said = |found: &Diagnostic| found.labels.iter().any(|label| condition.contains(label.span));
        self.is_alone(condition) && !self.sink.iter().any(said)
    }

    /// Everything written inside a run. One that is not run itself is remarked on as a whole.
    fn run(&mut self, within: Within<'_>) {
        let Some((&run, around)) = within.split_first() else { return };
        let written = &self.scene.invocations[run];
        if !self.ledger.has_taken(Piece::Run(run)) {
            return self.not_run(run, around);
        }
        for (blank, argument) in &written.arguments {
            self.blank(within, *blank, argument);
            if let Argument::Plan(plan) = argument {
                self.described(within, *blank, plan);
            }
            if let Argument::Forms(runs) = argument {
                self.not_counted(within, *blank, runs);
            }
        }
        self.not_known(written);
        self.always_stopped(run);
        self.always_refused(run, written);
        self.texts(within, written);
        self.hidden_in_texts(written);
        self.methods(within, written);
        for nested in written.nested.values() {
            let inner: Vec<InvocationId> = std::iter::once(*nested).chain(within.iter().copied()).collect();
            self.run(&inner);
        }
    }

    /// A run inside another one that the rules do not come to.
    fn not_run(&mut self, run: InvocationId, around: Within<'_>) {
        let Some(outer) = around.first() else { return };
        let written = &self.scene.invocations[run];
        if written.made != RunMade::Written {
            return;
        }
        let holds = |argument: &Argument| {
            if let Argument::Forms(runs) = argument { runs.contains(&(run, true)) } else { false }
        };
        let blank = self.scene.invocations[*outer].arguments.iter().find(|(_, argument)| holds(argument));
        let Some((blank, _)) = blank else { return };
        let why = self.why_unread(around, *blank);
        let message = format!("`{}` is never run", written.path);
        self.say(run, (written.span, message), why);
    }

    /// What is written into a blank.
    fn blank(&mut self, within: Within<'_>, blank: LocalId, argument: &'a Argument) {
        let Some(run) = within.first() else { return };
        let (asked, read) = (self.ledger.has_asked(*run, blank), self.ledger.has_read(*run, blank));
        let Some((first, others)) = places(argument, self.scene.invocations[*run].span) else { return };
        if asked && read {
            return;
        }
        let declared = &self.procedure(*run).locals[blank];
        // What nobody reads is a note of whoever plays.
        if asked && self.readers(*run, blank).next().is_none() {
            return;
        }
        let message = format!("`{}` does nothing here", declared.name);
        let line = self.ledger.given_by(*run, blank).filter(|_| !asked);
        if let Some(line) = line {
            return self.given(&declared.name, (first, message), (line, within));
        }
        let why = if asked { self.why_unread(within, blank) } else { self.why(within, &[declared.span]) };
        if self.said(*run, why) {
            let found = Diagnostic::warning(codes::IDLE, first, message);
            let found = others.into_iter().fold(found, |found, other| found.also(other, "nor does this"));
            let explained = self.explained(*run, found, why);
            let counting = self.counting_instead(*run, blank, why).or_else(|| explained.help.clone());
            let outside = self.asked_outside(within, &declared.name);
            let help = counting.map(|help| help + outside.as_deref().unwrap_or_default());
            self.sink.push(Diagnostic { help, ..explained });
        }
    }

    /// A stated answer to which runs come, and with which none comes to its end. Where that is so of several, it is the last of them
    /// that is refused.
    fn always_refused(&mut self, run: InvocationId, written: &'a Invocation) {
        let is_refused = |blank: LocalId| {
            self.ledger.has_seen(Piece::Given(run, blank)) && !self.ledger.has_taken(Piece::Answered(run, blank))
        };
        let answers = written.arguments.iter().rev();
        let mut answers = answers.filter_map(|(blank, answer)| Some((*blank, places(answer, written.span)?.0)));
        let Some((blank, place)) = answers.find(|(blank, place)| is_refused(*blank) && self.is_alone(*place)) else {
            return;
        };
        let (message, otherwise) = self.never("this value is always refused", &[Piece::Answered(run, blank)]);
        let found = Diagnostic::warning(codes::IDLE, place, message);
        let line = self.procedure(run).locals[blank].span;
        let found = found.also(line, "every run that reaches this line with that value is refused");
        let help = "remove it, or change the scene so that the rules allow it";
        self.sink.push(found.help(otherwise.unwrap_or(help)));
    }

    /// What is said of items of a plan, and costs nothing.
    fn described(&mut self, within: Within<'_>, blank: LocalId, written: &'a PlanArgument) {
        let Some(run) = within.first() else { return };
        let Type::Plan(id) = self.procedure(*run).locals[blank].ty else { return };
        let plan = &self.system.plans[id];
        let items = written.items.iter().enumerate();
        let all = items
            .flat_map(|(place, item)| item.qualifiers.iter().map(move |(qualifier, entry)| (place, *qualifier, entry)));
        for (item, qualifier, entry) in all {
            if !plan.describes(qualifier) || self.ledger.has_taken(Piece::Described(*run, item, qualifier)) {
                continue;
            }
            let message = format!("`{}` does nothing here", plan.qualifiers[qualifier].name);
            let readers = self.uses.get(&Named::Qualifier(id, qualifier)).cloned().unwrap_or_default();
            if !readers.is_empty() {
                let why = self.why(within, &readers);
                self.say(*run, (entry.span, message), why);
            }
        }
    }

    /// For a blank that a run of another sort around this one asks for as well: that it may have been meant for that.
    fn asked_outside(&self, within: Within<'_>, name: &str) -> Option<String> {
        let (run, around) = within.split_first()?;
        let asks = |outer: &&InvocationId| {
            let (here, there) = (self.procedure(*run), self.procedure(**outer));
            let filled = &self.scene.invocations[**outer].arguments;
            let is_open = |(blank, local): (LocalId, &Local)| {
                local.can_be_filled() && local.name == name && (local.ty.is_list() || !filled.contains_key(&blank))
            };
            here.name != there.name && there.locals.pairs().any(is_open)
        };
        let outer = &self.scene.invocations[*around.iter().find(asks)?].path;
        let inner = &self.scene.invocations[*run].name;
        Some(format!(
            "; `{name}` is also a line of `{outer}`: write it in the braces of `{outer}`, outside those of `{inner}`"
        ))
    }

    /// For a blank that is read only behind the end of a run: those of the same sort that are read before.
    fn counting_instead(&self, run: InvocationId, blank: LocalId, why: Option<Why>) -> Option<String> {
        let Some(Why::Ended(..)) = why else { return None };
        let procedure = self.procedure(run);
        let ty = &procedure.locals[blank].ty;
        let alike = procedure.locals.pairs().filter(|(other, local)| {
            *other != blank && local.is_blank() && local.ty == *ty && self.is_come_to(run, *other)
        });
        let names: Vec<&str> = alike.map(|(_, local)| local.name.as_str()).collect();
        (!names.is_empty())
            .then(|| format!("here, only {} would count: use that instead, or remove this line", one_of(names)))
    }

    /// Whether some line that reads a blank stands before the end of a run.
    fn is_come_to(&self, run: InvocationId, blank: LocalId) -> bool {
        let behind = |reader: Span| {
            let mut passed = self.ledger.passed_in(Some(run)).filter(|passed| passed.lines.contains(reader));
            passed.any(|passed| matches!(passed.why, Why::Ended(..)))
        };
        self.readers(run, blank).any(|reader| !behind(reader))
    }

    /// A blank that the rules fill themselves.
    fn given(&mut self, name: &str, (place, message): (Span, String), (line, within): (Span, Within<'_>)) {
        let around = within.get(1).map(|outer| &self.scene.invocations[*outer]);
        let asks = around.is_some_and(|outer| {
            let mut blanks =
                self.system.procedures[outer.procedure].locals.pairs().filter(|(_, local)| local.is_blank());
            let taken = |blank| self.uses.get(&Named::Local(outer.procedure, blank)).into_iter().flatten();
            blanks.any(|(blank, local)| local.name == name && taken(blank).any(|place| line.contains(*place)))
        });
        let help = match around.filter(|_| asks) {
            Some(outer) => format!("move it between the braces of `{}`, where the rules read it", outer.path),
            None => "remove it: the rules set this value themselves".into(),
        };
        let found = Diagnostic::warning(codes::IDLE, place, message).also(line, "the rules fill it here");
        self.sink.push(found.help(help));
    }

    fn methods(&mut self, within: Within<'_>, written: &'a Invocation) {
        let Some(run) = within.first() else { return };
        let procedure = self.procedure(*run);
        let steps = written.step_methods.iter();
        let steps = steps
            .map(|(step, stated)| (Piece::StepMethod(*run, *step), stated.span, Some(procedure.steps[*step].span)));
        let lines = written.local_methods.iter();
        let lines = lines.map(|(local, stated)| {
            (Piece::LocalMethod(*run, *local), stated.span, Some(procedure.locals[*local].span))
        });
        let whole = written.method.iter().map(|stated| (Piece::RunMethod(*run), stated.span, None));
        for (piece, place, of) in steps.chain(lines).chain(whole) {
            if !self.ledger.has_taken(piece) {
                let why = of.and_then(|of| self.why(within, &[of]));
                self.say(*run, (place, "this method does nothing here".into()), why);
            }
        }
        for (local, shown) in &written.shown {
            if !self.ledger.has_taken(Piece::Shown(*run, *local)) {
                self.never_falls(within, *local, shown.span);
            }
        }
    }

    /// Dice or a card that a line states, where none falls. Whoever is cast may bring it about with other values.
    fn never_falls(&mut self, within: Within<'_>, local: LocalId, place: Span) {
        let Some(run) = within.first() else { return };
        let declared = &self.procedure(*run).locals[local];
        let why = self.why(within, &[declared.span]);
        let what = if declared.kind == LocalKind::Draw { "no card is drawn here" } else { "no dice are rolled here" };
        let (message, otherwise) = self.never(&format!("{what}, so this is not used"), &[Piece::Shown(*run, local)]);
        let found = Diagnostic::warning(codes::IDLE, place, message);
        if why.is_some() && self.said(*run, why) {
            self.sink.push(self.explained(*run, found, why));
        } else if why.is_none() && self.scene.cast.is_empty() {
            let help = "remove it, or change the scene so that it reaches this line of the rules";
            let help = otherwise.unwrap_or(help);
            self.sink.push(found.also(declared.span, "the rules do not reach this line").help(help));
        }
    }
}

/// Where a blank is filled, the first place before the others. Runs inside others are accounted for one by one, and a plan that
/// nobody wrote stands where its run does.
fn places(argument: &Argument, run: Span) -> Option<(Span, Vec<Span>)> {
    let mut all = match argument {
        Argument::Plan(plan) => plan.items.iter().map(|item| item.span).filter(|span| *span != run).collect(),
        Argument::One(_) | Argument::List(_) | Argument::Forms(_) => entries(argument),
    };
    (!all.is_empty()).then(|| (all.remove(0), all))
}
