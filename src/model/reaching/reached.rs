//! When the value of an expression is reached, and where a value that may be unreached would be swallowed.

use std::collections::{BTreeMap, BTreeSet};

use super::conditions::{is_leaf, misread};
use super::excused::{Always, Excused};
use super::facts::{Fact, Facts};
use super::kept::{Purpose, Untrue, is_of_a_run};
use super::lookups::Lookups;
use super::other_runs::is_of_another_run;
use super::scene_runs::SceneRuns;
use crate::diagnostic::Diagnostic;
use crate::model::typing::Notes;
use crate::model::{
    Expr, ExprKind, FunctionId, LocalId, LocalKind, Member, ProcedureId, Reduce, RuleId, System, Type, VarId,
    constant_of,
};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, UnaryOp};

/// What is wrong with what a function of a house rule reads, at each of its points.
pub type Heard = BTreeMap<(FunctionId, SharedText), Vec<Option<Diagnostic>>>;

/// What is known of the values of one procedure, of a rule, or of the runs of a scene, at the line in hand.
pub struct Reaching<'s> {
    /// The system, with all types.
    pub system: &'s System,
    /// What is found.
    pub notes: &'s mut Notes,
    /// What is known of conditions.
    pub facts: Facts,
    /// The procedure, if it is one.
    pub procedure: Option<ProcedureId>,
    /// When each value is reached that a line before this one computes.
    pub done: BTreeMap<LocalId, Fact>,
    /// Where a yes or no of this procedure is computed: when it is yes, and when it is no.
    pub meant: BTreeMap<LocalId, (Fact, Fact)>,
    /// Runs that a line before this one has run: when, and through which step.
    pub ran: BTreeMap<LocalId, Vec<(Fact, Option<usize>)>>,
    /// Everything that some line of the procedure runs.
    pub runs: BTreeSet<LocalId>,
    /// The blanks of runs that variables go through.
    pub runs_of: BTreeMap<VarId, LocalId>,
    /// Parameters that may not be reached.
    pub parameters: BTreeMap<VarId, Fact>,
    /// What is known of other procedures.
    pub always: &'s Always,
    /// The values of other procedures about which that was asked.
    pub relied: Always,
    /// How often something has changed that a condition could read.
    pub changes: usize,
    /// Nothing is said.
    pub quiet: bool,
    /// What has been said.
    pub said: BTreeSet<Span>,
    /// What is wrong with what functions of house rules read, at each point where they stand.
    pub heard: Heard,
    /// What the scene has to fulfil, or there is no run.
    pub fulfilled: Fact,
    /// What the line in hand computes.
    pub defining: Option<LocalId>,
    /// Rules whose arguments may not be reached lie so deep within each other here.
    pub depth: usize,
    /// The runs of the scene, if the lines are those of one. There whatever may not be reached in the middle of a run is taken as it
    /// is meant most often, unless two such values are compared.
    pub runs_of_scene: Option<SceneRuns<'s>>,
    /// Nothing may be missing from the value in hand, even in a scene.
    pub exact: bool,
    /// What becomes of the value in hand in a scene.
    pub purpose: Purpose,
    /// The effect of the current condition if it is not true.
    pub untrue: Untrue,
    /// What is said of values of a scene where a run has not reached them, if one is found: by the places at which it is looked for.
    pub may_be_lost: BTreeMap<Span, Vec<Diagnostic>>,
    /// What is taken to be there, to find out why something is not.
    pub excused: &'s Excused,
    /// Lines of house rules behind which something may be missing: what each gives a value, unless it is a `stop`.
    pub suspects: BTreeMap<Span, Option<LocalId>>,
    /// What is looked up in tables.
    pub lookups: Lookups,
}

/// Rules that lie deeper within each other are not looked into: what they come to is reached as their arguments are.
const DEEPEST: usize = 4;

impl<'s> Reaching<'s> {
    /// Nothing is known yet of a procedure that runs these, or of a rule.
    pub fn new(
        (system, notes): (&'s System, &'s mut Notes),
        (procedure, runs): (Option<ProcedureId>, BTreeSet<LocalId>),
        always: &'s Always,
    ) -> Self {
        Self {
            system,
            notes,
            facts: Facts::default(),
            procedure,
            done: BTreeMap::new(),
            meant: BTreeMap::new(),
            ran: BTreeMap::new(),
            runs,
            runs_of: BTreeMap::new(),
            parameters: BTreeMap::new(),
            always,
            relied: Always::new(),
            changes: 0,
            quiet: false,
            said: BTreeSet::new(),
            heard: Heard::new(),
            fulfilled: Fact::ALWAYS,
            defining: None,
            depth: 0,
            runs_of_scene: None,
            exact: false,
            purpose: Purpose::Other,
            untrue: Untrue::Counts,
            may_be_lost: BTreeMap::new(),
            excused: Excused::NOTHING,
            suspects: BTreeMap::new(),
            lookups: Lookups::default(),
        }
    }

    /// When a value is reached. What is wrong inside of it is told; `path` holds there.
    pub fn reach(&mut self, expr: &Expr, path: Fact) -> Fact {
        self.reach_as(expr, path, true)
    }

    /// The same; `wanted` is what a condition has to be for something to happen.
    fn reach_as(&mut self, expr: &Expr, path: Fact, wanted: bool) -> Fact {
        if !self.notes.may_go_on(expr.span) || self.facts.is_full() {
            return Fact::ALWAYS;
        }
        let around = self.untrue;
        if around == Untrue::Nothing && wanted && is_leaf(expr) {
            self.untrue = Untrue::AsMeant;
        }
        let reached = self.reach_kind(expr, path, wanted);
        self.untrue = around;
        // The `not` of a yes or no that was not reached is not reached either.
        if !wanted && is_leaf(expr) {
            let is_reached = self.facts.follows(reached, path);
            if self.runs_of_scene.is_some() {
                self.may_compare_in_vain(expr, path, false);
            } else if !is_reached {
                self.compared(expr, false);
            }
        }
        reached
    }

    fn reach_kind(&mut self, expr: &Expr, path: Fact, wanted: bool) -> Fact {
        match &expr.kind {
            ExprKind::Local(local) => self.local(*local, expr, path),
            ExprKind::Var(variable) => self.parameters.get(variable).copied().unwrap_or(Fact::ALWAYS),
            ExprKind::Member(base, member) => self.member(base, member, expr, path),
            ExprKind::Index(base, index) => {
                let parts = [self.reach(base, path), self.reach(index, path)];
                self.facts.all(parts)
            }
            ExprKind::Rule(id, arguments) => self.rule(*id, arguments, path),
            ExprKind::House(_, arguments) => {
                for argument in arguments {
                    self.reach(argument, path);
                }
                Fact::ALWAYS
            }
            ExprKind::Table(_, several) | ExprKind::DiceCall(_, several) => {
                if let ExprKind::Table(table, keys) = &expr.kind {
                    self.looks_up(*table, keys, (expr.span, path));
                }
                let parts: Vec<Fact> = several.iter().map(|part| self.reach(part, path)).collect();
                self.facts.all(parts)
            }
            ExprKind::Band { key, .. } => self.reach(key, path),
            ExprKind::Dice { count, sides } => {
                self.strict(count, path);
                self.strict(sides, path);
                Fact::ALWAYS
            }
            ExprKind::Keep { dice, .. } => self.reach(dice, path),
            ExprKind::Reduce { reduce, variable, list, body } => {
                self.reduce((*reduce, *variable), (list, body), expr, path)
            }
            ExprKind::Extreme { of, .. } => {
                for value in of {
                    self.strict(value, path);
                }
                Fact::ALWAYS
            }
            ExprKind::Absolute(inner) | ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, inner) => {
                self.reach(inner, path)
            }
            ExprKind::Unary(UnaryOp::Not, inner) => self.reach_as(inner, path, !wanted),
            ExprKind::Binary(op, left, right) => {
                self.compares_in_vain(expr, path);
                self.binary(*op, (left, right), path, wanted)
            }
            ExprKind::IsUnreached(inner) => {
                self.asked_about(inner, path);
                Fact::ALWAYS
            }
            ExprKind::Move { from, by, .. } => {
                self.strict(from, path);
                self.strict(by, path);
                Fact::ALWAYS
            }
            ExprKind::If(cases, otherwise) => {
                self.compares_in_vain(expr, path);
                self.cases(cases, otherwise, path, wanted)
            }
            ExprKind::Number(_)
            | ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::Thing(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::NamedModifier(_)
            | ExprKind::Knows(..)
            | ExprKind::Question => Fact::ALWAYS,
            ExprKind::Invocation(run) => self.happened(*run, expr.span, path),
            ExprKind::Own(own) => self.met(*own, expr.span, path),
        }
    }

    /// When a value is reached of which a line asks just that, or says what stands in for it.
    fn asked_about(&mut self, expr: &Expr, path: Fact) -> Fact {
        let quiet = self.quiet;
        self.quiet |= self.runs_of_scene.is_some();
        let asking = self.asks_whether(true);
        let reached = self.reach(expr, path);
        self.asks_whether(asking);
        self.quiet = quiet;
        reached
    }

    fn local(&mut self, local: LocalId, expr: &Expr, path: Fact) -> Fact {
        let Some(procedure) = self.procedure else { return Fact::ALWAYS };
        if self.system.procedures[procedure].locals[local].kind == LocalKind::Role {
            return Fact::ALWAYS;
        }
        self.reads((procedure, local));
        match self.done.get(&local).copied() {
            None => {
                self.read_ahead(local, expr.span);
                Fact::ALWAYS
            }
            Some(reached) => {
                if self.facts.is_impossible([reached, path]) && self.facts.is_possible([path]) {
                    self.never(local, expr.span);
                    return Fact::ALWAYS;
                }
                reached
            }
        }
    }

    fn member(&mut self, base: &Expr, member: &Member, whole: &Expr, path: Fact) -> Fact {
        match member {
            Member::Given => Fact::ALWAYS,
            Member::Local(local) => self.member_local(base, *local, whole, path),
            Member::Field(field) => {
                let owner = self.reach(base, path);
                let Type::Thing(kind) = base.ty else { return owner };
                let declared = &self.system.kinds[kind].fields[*field];
                let optional = declared.optional && !matches!(declared.ty, Type::Many(_));
                let own = if optional { self.unknown(whole) } else { Fact::ALWAYS };
                self.facts.all([owner, own])
            }
            Member::Card(_, arguments) => {
                let card = self.reach(base, path);
                let mut parts: Vec<Fact> = arguments.iter().map(|argument| self.reach(argument, path)).collect();
                parts.push(card);
                self.facts.all(parts)
            }
            Member::Qualifier(qualifier) => {
                let item = self.reach(base, path);
                let Type::Item(plan) = base.ty else { return item };
                let declared = &self.system.plans[plan].qualifiers[*qualifier];
                let optional = declared.optional && !matches!(declared.ty, Type::Many(_));
                let own = if optional { self.unknown(whole) } else { Fact::ALWAYS };
                self.facts.all([item, own])
            }
            Member::Column(_)
            | Member::Last(_)
            | Member::Named(_)
            | Member::OfPlan(_)
            | Member::Question(_)
            | Member::Nested(_)
            | Member::Nth(_)
            | Member::Owned(_) => self.reach(base, path),
        }
    }

    /// A value of a run, or of an item.
    fn member_local(&mut self, base: &Expr, local: LocalId, whole: &Expr, path: Fact) -> Fact {
        if let Type::Run(procedure) = base.ty {
            // Who acts is known before it runs.
            if self.system.procedures[procedure].locals[local].kind == LocalKind::Role {
                return self.reach(base, path);
            }
            let ran = self.has_run(base, Some((procedure, local)), path);
            self.relied.insert((procedure, local));
            let always = self.always.contains(&(procedure, local));
            let own = if always { Fact::ALWAYS } else { self.unknown(whole) };
            return self.facts.all([ran, own]);
        }
        if is_of_another_run(self.notes, base) {
            if self.runs_of_scene.is_some() {
                self.reach(base, path);
            }
            return self.unknown(whole);
        }
        let item = self.reach(base, path);
        let own = self.local(local, whole, path);
        self.facts.all([item, own])
    }

    /// When a run took place, as far as to where a value of it is computed.
    fn has_run(&mut self, run: &Expr, value: Option<(ProcedureId, LocalId)>, path: Fact) -> Fact {
        let blank = if let ExprKind::Local(local) = &run.kind {
            Some(*local)
        } else if let ExprKind::Var(variable) = &run.kind {
            self.runs_of.get(variable).copied()
        } else {
            None
        };
        let Some(blank) = blank.filter(|blank| self.runs.contains(blank)) else { return self.reach(run, path) };
        let asked = self.done.get(&blank).copied();
        let Some(times) = self.ran.get(&blank).cloned() else {
            self.runs_later(blank, run.span);
            return Fact::ALWAYS;
        };
        let step = value.and_then(|(procedure, local)| self.system.procedures[procedure].locals[local].step);
        let until = |through: Option<usize>| through.is_none_or(|through| step.is_none_or(|step| step <= through));
        let times: Vec<Fact> = times.into_iter().filter(|(_, through)| until(*through)).map(|(fact, _)| fact).collect();
        let ran = self.facts.any(times);
        self.facts.all([ran, asked.unwrap_or(Fact::ALWAYS)])
    }

    fn rule(&mut self, id: RuleId, arguments: &[Expr], path: Fact) -> Fact {
        let parts: Vec<Fact> = arguments.iter().map(|argument| self.reach(argument, path)).collect();
        let rule = &self.system.rules[id];
        let all = self.facts.all(parts.clone());
        let certain = self.facts.follows(all, path);
        if self.depth >= DEEPEST {
            return all;
        }
        // The body knows its parameters and nothing else of this place.
        let known: Vec<(VarId, Fact)> = rule.params.iter().map(|(_, _, variable)| *variable).zip(parts).collect();
        let outside = self.parameters.clone();
        if !certain {
            self.parameters.extend(known);
        }
        let quiet = std::mem::replace(&mut self.quiet, true);
        let handed = self.hands(id, arguments);
        self.depth += 1;
        let reached = self.reach(&rule.body, path);
        self.depth -= 1;
        self.takes_back(handed);
        self.quiet = quiet;
        self.parameters = outside;
        reached
    }

    fn reduce(
        &mut self,
        (reduce, variable): (Reduce, VarId),
        (list, body): (&Expr, &Expr),
        whole: &Expr,
        path: Fact,
    ) -> Fact {
        let listed = self.reach(list, path);
        if let (ExprKind::Local(local), Type::Many(of)) = (&list.kind, &list.ty)
            && matches!(**of, Type::Run(_))
        {
            self.runs_of.insert(variable, *local);
        }
        let inside = self.facts.all([path, listed]);
        let reached = self.reach(body, inside);
        match reduce {
            Reduce::Sum | Reduce::Count => Fact::ALWAYS,
            Reduce::Any | Reduce::All if self.facts.follows(reached, inside) => Fact::ALWAYS,
            Reduce::Highest | Reduce::Lowest if matches!(list.kind, ExprKind::Levels(_) | ExprKind::All(_)) => reached,
            Reduce::Any | Reduce::All | Reduce::Highest | Reduce::Lowest => self.unknown(whole),
        }
    }

    fn cases(&mut self, cases: &[(Expr, Expr)], otherwise: &Expr, path: Fact, wanted: bool) -> Fact {
        let (mut here, mut reached, mut none) = (path, Vec::new(), Vec::new());
        for (condition, value) in cases {
            let around = (self.purpose, self.untrue);
            (self.purpose, self.untrue) = (Purpose::Condition(condition.span), Untrue::Counts);
            self.reach(condition, here);
            (self.purpose, self.untrue) = around;
            let yes = self.yes(condition);
            self.chooses_in_vain(condition, yes, (here, path));
            let inside = self.facts.all([here, yes]);
            let value = self.reach_as(value, inside, wanted);
            reached.push(self.facts.all([yes, value]));
            let no = self.facts.not(yes);
            here = self.facts.all([here, no]);
            none.push(no);
        }
        none.push(self.reach_as(otherwise, here, wanted));
        reached.push(self.facts.all(none));
        self.facts.any(reached)
    }

    /// A side of a comparison, and whether its words lead people `wrong` where it was not reached.
    fn side(&mut self, expr: &Expr, path: Fact, wrong: bool) -> Fact {
        let around = self.untrue;
        if around != Untrue::Counts {
            self.untrue = if wrong { Untrue::Nothing } else { Untrue::AsMeant };
        }
        let reached = self.reach(expr, path);
        self.untrue = around;
        reached
    }

    fn binary(&mut self, op: BinaryOp, (left, right): (&Expr, &Expr), path: Fact, wanted: bool) -> Fact {
        match op {
            BinaryOp::And | BinaryOp::Or => {
                let one = self.reach_as(left, path, wanted);
                let (yes, no) = (self.yes(left), self.no(left));
                let on = if op == BinaryOp::And { yes } else { self.facts.not(yes) };
                let inside = self.facts.all([path, on]);
                let other = self.reach_as(right, inside, wanted);
                let decides = if op == BinaryOp::And { [no, self.no(right)] } else { [yes, self.yes(right)] };
                let both = self.facts.all([one, other]);
                self.facts.any([decides[0], decides[1], both])
            }
            BinaryOp::Otherwise => {
                let first = self.asked_about(left, path);
                let missing = self.facts.not(first);
                let inside = self.facts.all([path, missing]);
                let second = self.reach(right, inside);
                self.facts.any([first, second])
            }
            BinaryOp::Is
            | BinaryOp::IsNot
            | BinaryOp::Equals
            | BinaryOp::Less
            | BinaryOp::LessOrEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterOrEqual => {
                let (first, second) = misread(op, wanted);
                let values = [left, right].iter().all(|side| constant_of(side).is_none());
                let one = self.side(left, path, first || values);
                let other = self.side(right, path, second || values);
                let sure = [one, other].map(|reached| self.facts.follows(reached, path));
                if self.runs_of_scene.is_some() && sure.contains(&true) {
                    for (expr, sure, risky) in [(left, sure[0], first), (right, sure[1], second)] {
                        if (!sure || is_of_a_run(expr)) && (risky || values) {
                            self.may_compare_in_vain(expr, path, wanted);
                        }
                    }
                    return self.facts.all([one, other]);
                }
                for (expr, reached, risky) in [(left, one, first), (right, other, second)] {
                    if risky && !self.facts.follows(reached, path) {
                        self.compared(expr, wanted);
                    }
                }
                self.facts.all([one, other])
            }
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::DivideDown
            | BinaryOp::DivideUp
            | BinaryOp::Modulo
            | BinaryOp::Fraction
            | BinaryOp::Knows
            | BinaryOp::Up
            | BinaryOp::Down
            | BinaryOp::Towards => {
                self.strict(left, path);
                self.strict(right, path);
                Fact::ALWAYS
            }
        }
    }
}
