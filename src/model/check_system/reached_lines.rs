//! Whether every line of a procedure reads only what an earlier line has computed, on each path that leads there.

use std::collections::{BTreeMap, BTreeSet};

use super::checker::SystemChecker;

use crate::diagnostic::Diagnostics;
use crate::model::reaching::{Always, Excused, Fact, Heard, Lookups, Reaching};
use crate::model::typing::Notes;
use crate::model::{
    Choice, Expr, ExprKind, HookCall, LocalId, LocalKind, ProcedureId, ReadKind, Statement, StatementKind, System,
    Type, VarId, Wording,
};
use crate::source::Span;

/// What holds where a line stands.
#[derive(Clone, Copy)]
struct Path {
    /// What all lines have in common that are reached here: nothing has stopped the run.
    alive: Fact,
    /// The branches around the line.
    branches: Fact,
}

/// What is found in one procedure, as long as it can rely on certain values of others.
pub struct Found {
    /// The values that are computed whenever it comes to its end.
    certain: Always,
    /// The values of which it was asked whether they are so.
    relied: Always,
    /// What is wrong in it.
    pub told: Diagnostics,
    /// What is wrong with what functions of house rules read.
    pub heard: Heard,
    /// Its lines of house rules behind which something may be missing.
    pub suspects: BTreeMap<Span, Option<LocalId>>,
    /// What it looks up in tables.
    pub lookups: Lookups,
}

/// What is found in all of them.
pub struct AllFound {
    /// In the order of the procedures.
    pub procedures: Vec<Found>,
    /// The values that are computed whenever their procedures come to their end.
    pub always: Always,
}

impl SystemChecker<'_> {
    /// Every line of every procedure. What one procedure is sure to compute, the others may rely on.
    pub fn all_procedures(&mut self, excused: &Excused) -> AllFound {
        let mut always: Always = Always::new();
        for (procedure, declared) in self.system.procedures.pairs() {
            always.extend(declared.locals.pairs().map(|(local, _)| (procedure, local)));
        }
        let ids: Vec<ProcedureId> = self.system.procedures.pairs().map(|(procedure, _)| procedure).collect();
        let mut procedures: Vec<Found> = ids.iter().map(|id| self.found_in(*id, &always, excused)).collect();
        loop {
            let kept: Always = procedures.iter().flat_map(|found| &found.certain & &always).collect();
            let lost = &always - &kept;
            if lost.is_empty() {
                return AllFound { procedures, always };
            }
            always = kept;
            for (found, id) in procedures.iter_mut().zip(&ids) {
                // Whatever relies on none of them comes out as before.
                if !found.relied.is_disjoint(&lost) {
                    *found = self.found_in(*id, &always, excused);
                }
            }
        }
    }

    /// Goes through one procedure. What is wrong in it is told once it is known on which values it can rely.
    fn found_in(&mut self, procedure: ProcedureId, always: &Always, excused: &Excused) -> Found {
        let declared = &self.system.procedures[procedure];
        let outside = std::mem::take(&mut self.notes.sink);
        let mut reaching = reaching(&self.system, &mut self.notes, Some(procedure), always);
        reaching.excused = excused;
        reaching.procedure_body(&declared.body);
        let mut certain: Always = excused.values.iter().copied().filter(|(of, _)| *of == procedure).collect();
        for (local, declared) in declared.locals.pairs() {
            let reached = reaching.done.get(&local).copied().unwrap_or(Fact::NEVER);
            if declared.kind == LocalKind::Role || reaching.facts.follows(reached, reaching.fulfilled) {
                certain.insert((procedure, local));
            }
        }
        let Reaching { relied, heard, suspects, lookups, .. } = reaching;
        let told = std::mem::replace(&mut self.notes.sink, outside);
        Found { certain, relied, told, heard, suspects, lookups }
    }
}

/// What goes through the lines of one procedure, or through a rule.
pub fn reaching<'s>(
    system: &'s System,
    notes: &'s mut Notes,
    procedure: Option<ProcedureId>,
    always: &'s Always,
) -> Reaching<'s> {
    let mut runs = BTreeSet::new();
    if let Some(id) = procedure {
        targets(&system.procedures[id].body, &mut runs);
    }
    Reaching::new((system, notes), (procedure, runs), always)
}

impl Reaching<'_> {
    /// All lines of a procedure.
    pub fn procedure_body(&mut self, body: &[Statement]) {
        self.block(body, Path { alive: Fact::ALWAYS, branches: Fact::ALWAYS });
    }

    /// The lines of a block; answers what holds behind it of all that has not stopped.
    fn block(&mut self, body: &[Statement], mut path: Path) -> Fact {
        for statement in body {
            path.alive = self.line(statement, path);
        }
        path.alive
    }

    fn here(&mut self, path: Path) -> Fact {
        self.facts.all([path.alive, path.branches])
    }

    fn line(&mut self, statement: &Statement, path: Path) -> Fact {
        let here = self.here(path);
        self.heard(&statement.hooks.before, here);
        let alive = self.one(statement, path, here);
        let path = Path { alive, ..path };
        let here = self.here(path);
        self.heard(&statement.hooks.after, here);
        alive
    }

    /// What functions of house rules read. A function that stands at several points has to find it at one of them.
    fn heard(&mut self, calls: &[HookCall], here: Fact) {
        for call in calls {
            for read in &call.reads {
                let ReadKind::Value(value) = &read.kind else { continue };
                let outside = std::mem::take(&mut self.notes.sink);
                let said = std::mem::take(&mut self.said);
                self.reach(value, here);
                self.said = said;
                let found = std::mem::replace(&mut self.notes.sink, outside);
                let known = self.heard.entry((call.function, read.name.clone())).or_default();
                known.push(found.into_iter().next());
            }
        }
    }

    fn one(&mut self, statement: &Statement, path: Path, here: Fact) -> Fact {
        self.defining = statement.kind.gives();
        self.lookups.works_out = matches!(statement.kind, StatementKind::Let { .. });
        let alive = self.goes_on(statement, path, here);
        if self.system.is_overlaid(statement.span) {
            return self.of_a_house(statement, (path.alive, alive));
        }
        alive
    }

    /// A line of a house rule: whether something may be missing behind it, unless that is excused.
    fn of_a_house(&mut self, statement: &Statement, (before, behind): (Fact, Fact)) -> Fact {
        let local = statement.kind.gives();
        let is_open = |reached: &Fact| !self.facts.follows(*reached, before);
        let is_open = local.and_then(|local| self.done.get(&local)).is_some_and(is_open);
        let stops = matches!(statement.kind, StatementKind::Stop { .. });
        if self.excused.lines.contains(&statement.span) {
            self.done.extend(local.map(|local| (local, Fact::ALWAYS)));
            return if stops { before } else { behind };
        }
        if stops || is_open {
            self.suspects.insert(statement.span, local);
        }
        behind
    }

    fn goes_on(&mut self, statement: &Statement, path: Path, here: Fact) -> Fact {
        let kind = &statement.kind;
        if let StatementKind::Stop { condition, why } = kind {
            return self.stops(condition.as_ref(), why, path);
        }
        if let StatementKind::Needs { condition, why } = kind {
            return self.needs(condition, why, path);
        }
        if let StatementKind::ForEach { list, body, variable } = kind {
            return self.goes_through(list, *variable, body, path);
        }
        if let StatementKind::Step { body, .. } | StatementKind::Concealed { body, .. } = kind {
            return self.block(body, path);
        }
        if let StatementKind::If { branches, otherwise } = kind {
            return self.branches(branches, otherwise, path);
        }
        self.does(kind, here);
        path.alive
    }

    /// What a line does that has no lines inside and stops nothing.
    fn does(&mut self, kind: &StatementKind, here: Fact) {
        match kind {
            StatementKind::Ask(local) => self.asked(*local, here),
            StatementKind::Let { local, item, value, .. } => {
                self.item(item.as_ref(), here);
                let reached = self.reach(value, here);
                if value.ty == Type::YesNo {
                    let meant = (self.yes(value), self.no(value));
                    if self.meant.insert(*local, meant).is_some() {
                        self.meant.remove(local);
                    }
                }
                self.computed(*local, reached, here);
            }
            StatementKind::Sum { local, item, rows } => {
                self.item(item.as_ref(), here);
                for row in rows {
                    self.reach(&row.value, here);
                }
                self.computed(*local, Fact::ALWAYS, here);
            }
            StatementKind::Decide { local, item, rows } => {
                self.item(item.as_ref(), here);
                let reached = self.decided(rows, here);
                self.computed(*local, reached, here);
            }
            StatementKind::Roll { local, item, dice } => {
                self.item(item.as_ref(), here);
                self.strict(dice, here);
                self.computed(*local, Fact::ALWAYS, here);
            }
            StatementKind::Draw { local, item, .. } => {
                self.item(item.as_ref(), here);
                self.computed(*local, Fact::ALWAYS, here);
            }
            StatementKind::Resolve { local, item, total, .. } => {
                self.item(item.as_ref(), here);
                self.strict(total, here);
                self.computed(*local, Fact::ALWAYS, here);
            }
            StatementKind::Choose { local, choice } => {
                self.chooses(choice, here);
                self.computed(*local, Fact::ALWAYS, here);
            }
            StatementKind::Run { target, through, with } => {
                for (local, value) in with {
                    self.handed((target, *local), value, here);
                }
                if let ExprKind::Local(local) = &target.kind {
                    self.ran.entry(*local).or_default().push((here, *through));
                }
                // Whoever is run may change whatever can change.
                self.changes += 1;
            }
            StatementKind::Cut { to, upfront, further, .. } => {
                self.strict(to, here);
                for (cost, _) in upfront.iter().chain(further) {
                    self.strict(cost, here);
                }
            }
            StatementKind::Pay { amount, place, why } => {
                self.strict(amount, here);
                if let Some(why) = why {
                    self.told(why, here);
                }
                self.changed(place, here);
            }
            StatementKind::Add { amount, place } => {
                self.strict(amount, here);
                self.changed(place, here);
            }
            StatementKind::Set { place, value } => {
                self.strict(value, here);
                self.changed(place, here);
            }
            StatementKind::Note { condition, text } => self.noted(condition.as_ref(), text, here),
            StatementKind::Signal { arguments, condition, .. } => {
                for value in arguments.iter().chain(condition) {
                    self.reach(value, here);
                }
            }
            // Everybody who learns is there; the others have lines inside, stop something, or stand in scenes only.
            StatementKind::Reveal { .. }
            | StatementKind::Stop { .. }
            | StatementKind::Needs { .. }
            | StatementKind::ForEach { .. }
            | StatementKind::Step { .. }
            | StatementKind::Concealed { .. }
            | StatementKind::If { .. }
            | StatementKind::Shuffle(_)
            | StatementKind::Invocation(_)
            | StatementKind::Tally(_)
            | StatementKind::Chance(_)
            | StatementKind::Period { .. }
            | StatementKind::Repeat { .. }
            | StatementKind::Turns(_)
            | StatementKind::ChooseOption { .. } => {}
        }
    }

    /// A note, which is told where its condition holds.
    fn noted(&mut self, condition: Option<&Expr>, text: &Wording, here: Fact) {
        let mut told = here;
        if let Some(condition) = condition {
            self.reach(condition, here);
            let yes = self.yes(condition);
            self.branches_in_vain(condition, yes, (here, here));
            told = self.facts.all([here, yes]);
        }
        self.told(text, told);
    }

    /// What a run is handed. A blank may stay open; a choice is not made then.
    fn handed(&mut self, (run, local): (&Expr, LocalId), value: &Expr, here: Fact) {
        let is_choice = |of: ProcedureId| self.system.procedures[of].locals[local].kind == LocalKind::Choose;
        if run_of(&run.ty).is_some_and(is_choice) {
            self.strict(value, here);
        } else {
            self.reach(value, here);
        }
    }

    /// The limits are read whether or not somebody is asked: a scene may say its answer.
    fn chooses(&mut self, choice: &Choice, here: Fact) {
        if let Some(condition) = &choice.condition {
            self.reach(condition, here);
            let asked = self.yes(condition);
            self.whether_asked(condition, asked, here);
        }
        self.told(&choice.question, here);
        for value in [&choice.low, &choice.high].into_iter().chain(&choice.default) {
            self.strict(value, here);
        }
    }

    /// What fills the holes of a text must be reached where it is told.
    fn told(&mut self, text: &Wording, here: Fact) {
        for value in text.values() {
            self.strict(value, here);
        }
    }

    fn stops(&mut self, condition: Option<&Expr>, why: &Wording, path: Path) -> Fact {
        let here = self.here(path);
        let stops = match condition {
            Some(condition) => {
                self.reach(condition, here);
                self.yes(condition)
            }
            None => Fact::ALWAYS,
        };
        let told = self.facts.all([here, stops]);
        self.told(why, told);
        let stops = self.facts.all([path.branches, stops]);
        let goes_on = self.facts.not(stops);
        self.facts.all([path.alive, goes_on])
    }

    fn needs(&mut self, condition: &Expr, why: &Wording, path: Path) -> Fact {
        let here = self.here(path);
        self.reach(condition, here);
        let yes = self.yes(condition);
        self.whether_needed(condition, yes, here);
        let not = self.facts.not(yes);
        let told = self.facts.all([here, not]);
        self.told(why, told);
        let (holds, outside) = (self.yes(condition), self.facts.not(path.branches));
        let goes_on = self.facts.any([outside, holds]);
        self.fulfilled = self.facts.all([self.fulfilled, goes_on]);
        self.facts.all([path.alive, goes_on])
    }

    /// A list may be empty, unless it is a plan or a scale.
    fn goes_through(&mut self, list: &Expr, variable: VarId, body: &[Statement], path: Path) -> Fact {
        let here = self.here(path);
        self.reach(list, here);
        let mut inside = path;
        if !matches!(list.ty, Type::Plan(_)) && !matches!(list.kind, ExprKind::Levels(_)) {
            let some = self.facts.atom(format!("some of {variable:?}"));
            inside.branches = self.facts.all([path.branches, some]);
        }
        if let ExprKind::Local(local) = &list.kind {
            self.runs_of.insert(variable, *local);
        }
        self.block(body, inside)
    }

    fn branches(&mut self, branches: &[(Expr, Vec<Statement>)], otherwise: &[Statement], path: Path) -> Fact {
        let outside = self.here(path);
        let mut inside = path;
        for (condition, body) in branches {
            let here = self.here(inside);
            self.reach(condition, here);
            let yes = self.yes(condition);
            self.branches_in_vain(condition, yes, (here, outside));
            let taken = Path { branches: self.facts.all([inside.branches, yes]), ..inside };
            inside.alive = self.block(body, taken);
            let not = self.facts.not(yes);
            inside.branches = self.facts.all([inside.branches, not]);
        }
        self.block(otherwise, inside)
    }

    /// The first row that holds: each is read where those before it do not.
    fn decided(&mut self, rows: &[(Option<Expr>, Expr)], outside: Fact) -> Fact {
        let (mut here, mut reached, mut has_otherwise) = (outside, Vec::new(), false);
        for (condition, value) in rows {
            let yes = if let Some(condition) = condition {
                self.reach(condition, here);
                let yes = self.yes(condition);
                self.branches_in_vain(condition, yes, (here, outside));
                yes
            } else {
                if std::mem::replace(&mut has_otherwise, true) {
                    self.otherwise_again(value.span, outside);
                }
                Fact::ALWAYS
            };
            let inside = self.facts.all([here, yes]);
            let value = self.reach(value, inside);
            reached.push(self.facts.all([inside, value]));
            let not = self.facts.not(yes);
            here = self.facts.all([here, not]);
        }
        self.facts.any(reached)
    }

    /// A value of an item: the item is there before.
    fn item(&mut self, item: Option<&Expr>, here: Fact) {
        if let Some(item) = item {
            self.reach(item, here);
        }
    }

    fn computed(&mut self, local: LocalId, reached: Fact, here: Fact) {
        let before = self.done.get(&local).copied().unwrap_or(Fact::NEVER);
        let now = self.facts.all([here, reached]);
        let either = self.facts.any([before, now]);
        self.done.insert(local, either);
    }

    /// A blank; one that is optional may stay open.
    fn asked(&mut self, local: LocalId, here: Fact) {
        let Some(procedure) = self.procedure else { return };
        let declared = &self.system.procedures[procedure].locals[local];
        // A list may be empty, and is there all the same.
        let is_list = matches!(declared.ty, Type::Many(_));
        let optional = !is_list && matches!(&declared.kind, LocalKind::Ask { optional: true, .. });
        let filled = if optional { self.given_local(local) } else { Fact::ALWAYS };
        self.computed(local, filled, here);
    }

    fn changed(&mut self, place: &Expr, here: Fact) {
        for part in place.parts() {
            self.strict(part, here);
        }
        self.changes += 1;
    }
}

/// What a value is a run of, or its items are.
fn run_of(ty: &Type) -> Option<ProcedureId> {
    if let Type::Many(of) = ty {
        return run_of(of);
    }
    if let Type::Run(procedure) = ty { Some(*procedure) } else { None }
}

/// What the lines of a procedure run.
fn targets(body: &[Statement], into: &mut BTreeSet<LocalId>) {
    for statement in body {
        if let StatementKind::Run { target: Expr { kind: ExprKind::Local(local), .. }, .. } = &statement.kind {
            into.insert(*local);
        }
        for block in statement.blocks() {
            targets(block, into);
        }
    }
}
