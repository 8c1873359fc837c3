//! What the declarations of a system and a scene say about possible values, whatever happens.

use std::collections::{BTreeMap, BTreeSet};

use super::lines::lines_that_give;
use super::same::is_same;
use crate::model::typing::ItemsOf;
use crate::model::{
    Arena, CardBody, CellValue, DeckId, Expr, ExprKind, LocalId, LocalKind, Member, Own, OwnId, PlanNumber,
    ProcedureId, Reduce, RuleId, Scene, Statement, StatementKind, System, ThingId, Type, VarId,
};
use crate::semantics::arithmetic::divide_down;
use crate::syntax::ast::{BinaryOp, UnaryOp};

/// So many parts of a value are looked at; of one that hangs on more nothing is said.
const PARTS: usize = 4096;

/// The least and the greatest of something.
type Range = (i64, i64);

/// The least and the greatest that values can be.
#[derive(Clone, Copy)]
pub struct Bounds<'s> {
    system: &'s System,
    /// What the scene has of its own, if it is one.
    own: Option<&'s Arena<OwnId, Own>>,
    /// Who is cast in the scene, if it is one.
    cast: Option<&'s BTreeSet<ThingId>>,
    /// The procedure whose names are read, if it is one.
    procedure: Option<ProcedureId>,
    /// What the parameters in hand can be.
    handed: &'s [(VarId, Option<Range>)],
    /// Whose plan the items are that variables go through.
    items: Option<&'s BTreeMap<VarId, ItemsOf>>,
    /// So many parts may still be looked at. They are shared out among the parts of a value, so that they bound all of it.
    parts: usize,
}

impl<'s> Bounds<'s> {
    /// What a scene knows of a system, and of what it has of its own.
    pub fn in_scene(system: &'s System, scene: &'s Scene) -> Self {
        Self { own: Some(&scene.own), cast: Some(&scene.cast), ..Self::of_system(system, None) }
    }

    /// What a system knows on the lines of a procedure, or elsewhere.
    pub fn of_system(system: &'s System, procedure: Option<ProcedureId>) -> Self {
        Self { system, own: None, cast: None, procedure, handed: &[], items: None, parts: PARTS }
    }

    /// The same where these variables go through items of plans.
    pub fn going_through(self, items: &'s BTreeMap<VarId, ItemsOf>) -> Self {
        Self { items: Some(items), ..self }
    }

    /// Whether an expression names somebody who is cast: the next cast may be another.
    pub fn is_open(self, expr: &Expr) -> bool {
        let is_cast = |id: &ThingId| self.cast.is_some_and(|cast| cast.contains(id));
        matches!(&expr.kind, ExprKind::Thing(id) if is_cast(id))
            || expr.parts().into_iter().any(|part| self.is_open(part))
    }

    /// What declares the scales.
    pub fn system(self) -> &'s System {
        self.system
    }

    /// The procedure whose names are read.
    pub fn procedure(self) -> Option<ProcedureId> {
        self.procedure
    }

    /// The same for each of so many parts.
    pub fn shared(self, count: usize) -> Option<Self> {
        let parts = (self.parts - 1) / count.max(1);
        (parts > 0).then_some(Self { parts, ..self })
    }

    /// The same on the lines of that procedure.
    pub fn inside(self, procedure: ProcedureId) -> Option<Self> {
        Some(Self { procedure: Some(procedure), handed: &[], ..self.shared(1)? })
    }

    /// The least and the greatest that a value can be, if the system fixes that.
    pub fn of(self, value: &Expr) -> Option<Range> {
        if let (Type::Level(scale), false) = (&value.ty, matches!(value.kind, ExprKind::Number(_))) {
            let levels = self.system.scales[*scale].levels.len();
            return Some((0, i64::try_from(levels).ok()? - 1));
        }
        match &value.kind {
            ExprKind::Number(number) => Some((*number, *number)),
            ExprKind::Own(own) => self.own?[*own].kind.limits(),
            ExprKind::Var(variable) => self.handed.iter().find(|(known, _)| known == variable)?.1,
            ExprKind::Index(family, _) => self.shared(1)?.of(family),
            ExprKind::Local(local) => self.local(self.procedure?, *local),
            ExprKind::Member(base, member) => self.member(base, member),
            ExprKind::Rule(rule, arguments) => self.rule(*rule, arguments),
            ExprKind::Table(table, _) => {
                let rows = &self.system.tables[*table].rows;
                self.of_cells(rows.iter().flat_map(|(_, cells)| cells))
            }
            ExprKind::Reduce { reduce: Reduce::Count, .. } => Some((0, i64::MAX)),
            ExprKind::Reduce { reduce: Reduce::Highest | Reduce::Lowest, body, .. } => self.shared(1)?.of(body),
            ExprKind::Extreme { greatest, of } => self.extreme(*greatest, of),
            ExprKind::Absolute(inner) => absolute(self.shared(1)?.of(inner)?),
            ExprKind::Unary(UnaryOp::Minus, inner) => {
                let (low, high) = self.shared(1)?.of(inner)?;
                Some((high.checked_neg()?, low.checked_neg()?))
            }
            ExprKind::Unary(UnaryOp::Plus, inner) => self.shared(1)?.of(inner),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::If(cases, otherwise) => {
                let values = cases.iter().map(|(_, value)| value).chain([otherwise.as_ref()]);
                self.either(values)
            }
            ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::Reduce { reduce: Reduce::Sum | Reduce::Any | Reduce::All, .. }
            | ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::Thing(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::Invocation(_)
            | ExprKind::NamedModifier(_)
            | ExprKind::House(..)
            | ExprKind::Band { .. }
            | ExprKind::DiceCall(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::IsUnreached(_)
            | ExprKind::Move { .. }
            | ExprKind::Knows(..)
            | ExprKind::Question => None,
        }
    }

    /// Whatever one of several values can be.
    fn either<'e>(self, values: impl Iterator<Item = &'e Expr> + Clone) -> Option<Range> {
        let each = self.shared(values.clone().count())?;
        let mut ranges = values.map(|value| each.of(value));
        let first = ranges.next()??;
        ranges.try_fold(first, |all, range| Some(around(all, range?)))
    }

    /// Whatever one of several cells can be; a dash is no value.
    fn of_cells<'e>(self, cells: impl Iterator<Item = &'e CellValue> + Clone) -> Option<Range> {
        Self { procedure: None, handed: &[], ..self }.either(cells.flatten())
    }

    fn extreme(self, greatest: bool, of: &[Expr]) -> Option<Range> {
        let each = self.shared(of.len())?;
        let mut ranges = of.iter().map(|value| each.of(value));
        let first = ranges.next()??;
        ranges.try_fold(first, |(low, high), range| {
            let (least, most) = range?;
            Some(if greatest { (low.max(least), high.max(most)) } else { (low.min(least), high.min(most)) })
        })
    }

    fn binary(self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Range> {
        let is_nought = |side: &Expr| side.kind == ExprKind::Number(0);
        let cancels = op == BinaryOp::Subtract && is_same(left, right);
        if cancels || op == BinaryOp::Multiply && (is_nought(left) || is_nought(right)) {
            return Some((0, 0));
        }
        let each = self.shared(2)?;
        let ((low, high), (least, most)) = (each.of(left)?, each.of(right)?);
        if op == BinaryOp::Add {
            Some((low.checked_add(least)?, high.checked_add(most)?))
        } else if op == BinaryOp::Subtract {
            Some((low.checked_sub(most)?, high.checked_sub(least)?))
        } else if op == BinaryOp::Multiply {
            let ends = [(low, least), (low, most), (high, least), (high, most)];
            let mut products = ends.into_iter().map(|(one, other)| one.checked_mul(other));
            let first = products.next()??;
            products.try_fold((first, first), |all, product| Some(around(all, (product?, product?))))
        } else if op == BinaryOp::DivideDown && least > 0 && least == most {
            Some((divide_down(low, least).ok()?, divide_down(high, least).ok()?))
        } else if op == BinaryOp::Modulo && least > 0 && least == most {
            Some((0, least - 1))
        } else {
            (op == BinaryOp::Otherwise).then(|| around((low, high), (least, most)))
        }
    }

    fn member(self, base: &Expr, member: &Member) -> Option<Range> {
        if let (Member::Field(field), Type::Thing(kind)) = (member, &base.ty) {
            return self.system.kinds[*kind].fields[*field].limits;
        }
        if let Member::Local(local) = member {
            return self.local(self.procedure_of(base)?, *local);
        }
        if let (Member::Column(column), Type::Level(scale)) = (member, &base.ty) {
            return self.of_cells(self.system.scales[*scale].columns[*column].cells.iter());
        }
        if let (Member::Column(column), Type::TableRow(table)) = (member, &base.ty) {
            return self.of_cells(self.system.tables[*table].rows.iter().map(|(_, cells)| &cells[*column]));
        }
        if let (Member::Card(field, arguments), Type::Card(deck)) = (member, &base.ty) {
            return self.card(*deck, *field, arguments);
        }
        if let Member::Question(question) = member {
            return self.asked(base, *question);
        }
        let Member::OfPlan(number) = member else { return None };
        match number {
            PlanNumber::Count => Some((0, i64::MAX)),
            // A scene with a plan that costs too much is refused, perhaps by a line of the system that asks just this.
            PlanNumber::Left => self.own.map(|_| (0, i64::MAX)),
            PlanNumber::Cost => None,
        }
    }

    /// The procedure whose lines give something to a run, or to an item of a plan.
    pub fn procedure_of(self, run_or_item: &Expr) -> Option<ProcedureId> {
        if let Type::Run(procedure) = run_or_item.ty {
            return Some(procedure);
        }
        if let ExprKind::Var(item) = &run_or_item.kind {
            return Some(self.items?.get(item)?.procedure);
        }
        let ExprKind::Member(plan, Member::Named(_) | Member::Last(_)) = &run_or_item.kind else { return None };
        self.procedure_with(plan)
    }

    /// The procedure that asks for a plan.
    fn procedure_with(self, plan: &Expr) -> Option<ProcedureId> {
        if let ExprKind::Member(run, Member::Local(_)) = &plan.kind {
            return self.procedure_of(run);
        }
        self.procedure.filter(|_| matches!(plan.kind, ExprKind::Local(_)))
    }

    /// What the cards of a deck can have.
    fn card(self, deck: DeckId, field: usize, arguments: &[Expr]) -> Option<Range> {
        let deck = &self.system.decks[deck];
        let field = &deck.fields[field];
        match &field.body {
            CardBody::Data(columns) => {
                let cells = || columns.iter().flat_map(|column| &column.cells).copied();
                cells().min().zip(cells().max())
            }
            CardBody::Formula(formula) => {
                let each = self.shared(arguments.len() + 1)?;
                let parameters = field.params.iter().map(|(_, _, variable)| *variable);
                let mut handed: Vec<(VarId, Option<Range>)> =
                    parameters.zip(arguments.iter().map(|argument| each.of(argument))).collect();
                handed.push((field.card, Some((0, deck.size - 1))));
                Bounds { procedure: None, handed: &handed, ..each }.of(formula)
            }
        }
    }

    fn rule(self, rule: RuleId, arguments: &[Expr]) -> Option<Range> {
        let rule = &self.system.rules[rule];
        let each = self.shared(arguments.len() + 1)?;
        let parameters = rule.params.iter().map(|(_, _, variable)| *variable);
        let handed: Vec<(VarId, Option<Range>)> =
            parameters.zip(arguments.iter().map(|argument| each.of(argument))).collect();
        Bounds { procedure: None, handed: &handed, ..each }.of(&rule.body)
    }

    /// What a name of a procedure can be.
    fn local(self, procedure: ProcedureId, local: LocalId) -> Option<Range> {
        let declared = &self.system.procedures[procedure];
        match &declared.locals[local].kind {
            LocalKind::Ask { limits, .. } => *limits,
            LocalKind::Computed | LocalKind::Sum | LocalKind::Choose => {
                let lines = lines_that_give(declared, local)?;
                let each = self.inside(procedure)?.shared(lines.len())?;
                let mut ranges = lines.into_iter().map(|line| each.given(line));
                let first = ranges.next()??;
                ranges.try_fold(first, |all, range| Some(around(all, range?)))
            }
            LocalKind::Roll => self.sum_rolled(procedure, local),
            LocalKind::Role | LocalKind::Draw | LocalKind::Resolve(_) | LocalKind::Run(_) => None,
        }
    }

    /// What a line gives a name.
    fn given(self, line: &Statement) -> Option<Range> {
        if let StatementKind::Let { value, .. } = &line.kind {
            return self.of(value);
        }
        if let StatementKind::Decide { rows, .. } = &line.kind {
            return self.either(rows.iter().map(|(_, value)| value));
        }
        if let StatementKind::Sum { rows, .. } = &line.kind {
            let each = self.shared(rows.len())?;
            // A row that is not reached adds nothing.
            return rows.iter().try_fold((0, 0), |(low, high): Range, row| {
                let (least, most) = each.of(&row.value)?;
                Some((low.checked_add(least.min(0))?, high.checked_add(most.max(0))?))
            });
        }
        let StatementKind::Choose { choice, .. } = &line.kind else { return None };
        let each = self.shared(3)?;
        let (least, most) = (each.of(&choice.low)?.0, each.of(&choice.high)?.1);
        // Where nobody is asked, it is what the line says.
        match choice.default.as_ref().filter(|_| choice.condition.is_some()) {
            Some(default) => Some(around((least, most), each.of(default)?)),
            None => Some((least, most)),
        }
    }
}

/// The least and the greatest that a choice of a system can be, if the system fixes that.
pub fn limits_of_choice(system: &System, procedure: ProcedureId, choice: LocalId) -> Option<(i64, i64)> {
    Bounds::of_system(system, None).local(procedure, choice)
}

/// Whether an amount that a line of a procedure names may be below nought, or nobody knows.
pub fn may_be_negative(system: &System, procedure: Option<ProcedureId>, amount: &Expr) -> bool {
    Bounds::of_system(system, procedure).of(amount).is_none_or(|(low, _)| low < 0)
}

/// What holds both.
fn around((low, high): Range, (least, most): Range) -> Range {
    (low.min(least), high.max(most))
}

fn absolute((low, high): Range) -> Option<Range> {
    let (one, other) = (low.checked_abs()?, high.checked_abs()?);
    let least = if low <= 0 && high >= 0 { 0 } else { one.min(other) };
    Some((least, one.max(other)))
}
