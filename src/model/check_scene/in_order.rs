//! Lines of a scene in the order in which they happen: whether the runs they read have happened then, on every path.

use std::collections::{BTreeMap, BTreeSet};

use super::checker::SceneChecker;
use super::making::{Making, never_yet};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::certain::{Bounds, comes_to_nothing, idle_lines, overwritten, remark_on_certain};
use crate::model::reaching::{CameAbout, Fact, Reaching, SceneRuns};
use crate::model::typing::Notes;
use crate::model::{
    Argument, Chance, ChanceKind, Expr, ExprKind, InvocationId, Method, NamedModifierId, Scene, StatedMethod,
    Statement, StatementKind, System, ThingId, Turn, Wording,
};
use crate::source::Span;
use crate::syntax::ast::ExpectMode;

impl SceneChecker<'_> {
    /// Goes through all lines in order, and through those that expectations bring themselves.
    pub fn values_in_order(&mut self) {
        let (system, scene, notes) = (self.system, &self.scene, &mut self.notes);
        let held = scene.expects.iter().filter(|expect| !matches!(expect.mode, Some(ExpectMode::Refused(_))));
        let mut may_be_lost = BTreeMap::new();
        for lines in [&scene.statements].into_iter().chain(held.filter_map(|expect| expect.scene.as_ref())) {
            let mut in_order = InOrder::new((system, scene), notes);
            in_order.lines(lines, Fact::ALWAYS);
            may_be_lost.append(&mut in_order.reaching.may_be_lost);
        }
        self.scene.may_be_lost = may_be_lost;
    }
}

struct InOrder<'c> {
    reaching: Reaching<'c>,
    scene: &'c Scene,
    /// The runs around the line in hand that are not over, the outermost first.
    making: Vec<Making>,
    /// Who has learned of which modifier by a line before: when, and where that stands first.
    learned: BTreeMap<(NamedModifierId, ThingId), (Fact, Span)>,
}

impl<'c> InOrder<'c> {
    fn new((system, scene): (&'c System, &'c Scene), notes: &'c mut Notes) -> Self {
        let mut reaching = Reaching::new((system, notes), (None, BTreeSet::new()), &system.certain);
        reaching.runs_of_scene = Some(SceneRuns { scene, came: CameAbout::default(), turns: Vec::new() });
        Self { reaching, scene, making: Vec::new(), learned: BTreeMap::new() }
    }

    fn lines(&mut self, lines: &'c [Statement], path: Fact) {
        let idle = idle_lines(self.bounds(), lines);
        self.reaching.notes.sink.extend(overwritten(lines).into_iter().chain(idle));
        for line in lines {
            self.in_turn(line, path);
        }
    }

    fn in_turn(&mut self, line: &'c Statement, path: Fact) {
        match &line.kind {
            StatementKind::Invocation(run) => self.run_of_scene(*run, path),
            StatementKind::Period { period, body } => {
                self.run_of_scene(period.invocation, path);
                self.lines(body, path);
            }
            StatementKind::Repeat { period, most, until, body } => {
                self.value(most, path);
                let round = self.round(most, line.span, path);
                if let Some(period) = period {
                    self.run_of_scene(period.invocation, round);
                }
                self.lines(body, round);
                if let Some(until) = until {
                    self.condition(until, round, true);
                }
            }
            StatementKind::Turns(turns) => self.turns(turns, line.span, path),
            StatementKind::Chance(chance) => self.chance(chance, path),
            StatementKind::ChooseOption { question, options, .. } => {
                self.told(question, path);
                for (place, option) in (0..).zip(options) {
                    let name = format!("choice {:?}", line.span);
                    let chosen = self.reaching.facts.is(&name, place, Some(options.len()));
                    let inside = self.reaching.facts.all([path, chosen]);
                    self.lines(&option.body, inside);
                }
            }
            StatementKind::If { branches, otherwise } => self.either(branches, otherwise, path),
            StatementKind::Concealed { body, .. } => self.lines(body, path),
            StatementKind::Set { place, value } | StatementKind::Add { amount: value, place } => {
                self.kept(value, path);
                for part in place.parts() {
                    self.value(part, path);
                }
                self.reaching.changes += 1;
            }
            StatementKind::Note { condition, text } => {
                let mut told = path;
                if let Some(condition) = condition {
                    self.condition(condition, path, true);
                    let yes = self.reaching.yes(condition);
                    told = self.reaching.facts.all([path, yes]);
                }
                self.told(text, told);
            }
            StatementKind::Pay { amount, place, why } => {
                self.kept(amount, path);
                self.never_affordable(amount, place);
                for part in place.parts() {
                    self.value(part, path);
                }
                if let Some(why) = why {
                    self.told(why, path);
                }
                self.reaching.changes += 1;
            }
            StatementKind::Signal { arguments, condition, .. } => {
                for value in arguments.iter().chain(condition) {
                    self.value(value, path);
                }
            }
            StatementKind::Reveal { named, to } => self.learns(named, to, path),
            // A tally is there from the beginning, and the others stand in no scene.
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
            | StatementKind::Stop { .. }
            | StatementKind::Needs { .. }
            | StatementKind::ForEach { .. }
            | StatementKind::Step { .. } => {}
        }
    }

    /// What can be of the values in hand.
    fn bounds(&self) -> Bounds<'_> {
        Bounds::in_scene(self.reaching.system, self.scene).going_through(&self.reaching.notes.items)
    }

    /// Remarks on what says nothing in a value.
    fn remark_on_certain(&mut self, value: &Expr) {
        let mut found = Diagnostics::default();
        remark_on_certain(self.bounds(), value, &mut found);
        self.reaching.notes.sink.extend(found);
    }

    /// Remarks on a payment for which nobody can ever have enough.
    fn never_affordable(&mut self, amount: &Expr, place: &Expr) {
        let bounds = self.bounds();
        let Some(((low, high), (least, _))) = bounds.of(place).zip(bounds.of(amount)) else { return };
        if least > high.saturating_sub(low) {
            let message = format!("this can never be paid: it takes {least} from a value between {low} and {high}");
            let found = Diagnostic::warning(codes::IDLE, amount.span, message);
            self.reaching.notes.sink.push(found.help("pay less, or widen the limits of that value"));
        }
    }

    /// What holds in a repetition: a bound that is computed may be nothing.
    fn round(&mut self, most: &Expr, place: Span, path: Fact) -> Fact {
        if matches!(most.kind, ExprKind::Number(_)) {
            return path;
        }
        let some = self.reaching.facts.atom(format!("some round {place:?}"));
        self.reaching.facts.all([path, some])
    }

    /// Turns, of which nobody knows beforehand which comes first: what one of them brings about may not be there for another.
    fn turns(&mut self, turns: &'c [Turn], place: Span, path: Fact) {
        for key in turns.iter().flat_map(|turn| &turn.keys) {
            self.remark_on_certain(key);
            self.reaching.certainly(key, path);
        }
        let mut came = Vec::new();
        for (number, turn) in turns.iter().enumerate() {
            let before = self.came_about();
            self.lines(&turn.body, path);
            let brought = self.came_about().since(&before);
            let had = self.reaching.facts.atom(format!("turn {number} {place:?}"));
            self.bring_about(&brought, had);
            came.push(brought);
        }
        for brought in came {
            self.bring_about(&brought, Fact::ALWAYS);
        }
    }

    /// What has come about so far.
    fn came_about(&self) -> CameAbout {
        let runs = self.reaching.runs_of_scene.as_ref();
        runs.map_or_else(CameAbout::default, |runs| runs.came.clone())
    }

    /// What a turn has brought about is there if it is over.
    fn bring_about(&mut self, brought: &CameAbout, over: Fact) {
        let facts = &mut self.reaching.facts;
        let Some(runs) = &mut self.reaching.runs_of_scene else { return };
        runs.turns.push(over);
        for (run, fact) in &brought.happened {
            runs.came.happened.insert(*run, facts.all([*fact, over]));
        }
        for (own, fact) in &brought.met {
            runs.came.met.insert(*own, facts.all([*fact, over]));
        }
    }

    fn either(&mut self, branches: &'c [(Expr, Vec<Statement>)], otherwise: &'c [Statement], path: Fact) {
        let mut here = path;
        for (place, (condition, body)) in (1..).zip(branches) {
            self.condition(condition, here, place == branches.len() && otherwise.is_empty());
            let yes = self.reaching.yes(condition);
            self.reaching.taken(condition, yes, (here, path));
            let inside = self.reaching.facts.all([here, yes]);
            self.lines(body, inside);
            let no = self.reaching.facts.not(yes);
            here = self.reaching.facts.all([here, no]);
        }
        self.lines(otherwise, here);
    }

    /// A run with everything that is written inside it; from here on it has happened where `path` holds.
    fn run_of_scene(&mut self, run: InvocationId, path: Fact) {
        let scene = self.scene;
        let written = &scene.invocations[run];
        for (blank, argument) in &written.arguments {
            self.making.push(Making { run, blank: *blank });
            self.argument(argument, path);
            self.making.pop();
        }
        let methods = written.step_methods.values().chain(written.local_methods.values()).chain(&written.method);
        for StatedMethod { method, .. } in methods {
            if let Method::Automatic(Some(declared)) = method {
                self.value(declared, path);
            }
        }
        self.reaching.changes += 1;
        if let Some(runs) = &mut self.reaching.runs_of_scene {
            runs.came.happened.insert(run, path);
        }
        self.one_of_name(run, path);
    }

    /// Behind the branches, the first run of a name stands for those of its name in all of them.
    fn one_of_name(&mut self, run: InvocationId, path: Fact) {
        let (Some(first), Some(runs)) = (self.scene.invocations[run].same_as, &mut self.reaching.runs_of_scene) else {
            return;
        };
        let before = runs.came.happened.get(&first).copied().unwrap_or(Fact::NEVER);
        let either = self.reaching.facts.any([before, path]);
        runs.came.happened.insert(first, either);
    }

    /// What is rolled or resolved where nobody acts.
    fn chance(&mut self, chance: &'c Chance, path: Fact) {
        match &chance.kind {
            ChanceKind::Roll(value) | ChanceKind::Resolve(_, value) => self.value(value, path),
        }
        if let Some(Method::Automatic(Some(declared))) = &chance.method {
            self.value(declared, path);
        }
        if let Some(runs) = &mut self.reaching.runs_of_scene {
            runs.came.met.insert(chance.own, path);
        }
        for text in chance.texts.values() {
            self.told(&text.text, path);
        }
    }

    /// Some people learn of a modifier. Remarks on those who learn of it by another line as well, in every run that comes here.
    fn learns(&mut self, named: &Expr, to: &[Expr], path: Fact) {
        let ExprKind::NamedModifier(id) = named.kind else { return };
        for who in to {
            let ExprKind::Thing(thing) = who.kind else { continue };
            let (before, first) = self.learned.get(&(id, thing)).copied().unwrap_or((Fact::NEVER, who.span));
            if self.reaching.facts.follows(before, path) {
                let (name, what) = (&self.scene.things[thing].name, &self.scene.named_modifiers[id].name);
                let found = Diagnostic::warning(codes::IDLE, who.span, format!("`{name}` learns of `{what}` twice"));
                let found = found.also(first, "this line says it as well");
                self.reaching.notes.sink.push(found.help("remove the name from one of the two lines"));
            }
            let either = self.reaching.facts.any([before, path]);
            self.learned.insert((id, thing), (either, first));
        }
    }

    /// What fills the holes of a text.
    fn told(&mut self, text: &'c Wording, path: Fact) {
        for value in text.values() {
            self.kept(value, path);
        }
    }

    fn argument(&mut self, argument: &'c Argument, path: Fact) {
        match argument {
            Argument::One(entry) => self.blank_value(&entry.value, path),
            Argument::List(entries) => {
                for entry in entries {
                    self.blank_value(&entry.value, path);
                }
            }
            Argument::Forms(runs) => {
                for (run, _) in runs.iter().filter(|(_, is_written_here)| *is_written_here) {
                    self.run_of_scene(*run, path);
                }
            }
            Argument::Plan(plan) => {
                for (_, entry) in plan.items.iter().flat_map(|item| &item.qualifiers) {
                    self.blank_value(&entry.value, path);
                }
            }
        }
    }

    fn blank_value(&mut self, value: &'c Expr, path: Fact) {
        let (system, scene) = (self.reaching.system, self.scene);
        if let Some(found) = never_yet((system, scene), &self.making, value) {
            self.reaching.notes.sink.push(found);
            return;
        }
        if comes_to_nothing(self.bounds(), value) {
            let found = Diagnostic::warning(codes::IDLE, value.span, "this is always 0");
            self.reaching.notes.sink.push(found.help("change it, or write `0` if you mean 0"));
        }
        self.value(value, path);
    }

    fn value(&mut self, value: &Expr, path: Fact) {
        self.remark_on_certain(value);
        self.reaching.reach(value, path);
    }

    fn kept(&mut self, value: &Expr, path: Fact) {
        self.remark_on_certain(value);
        self.reaching.kept(value, path);
    }

    fn condition(&mut self, value: &Expr, path: Fact, alone: bool) {
        self.remark_on_certain(value);
        self.reaching.condition(value, path, alone);
    }
}
