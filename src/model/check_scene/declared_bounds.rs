//! What the declarations of a system and of a scene say of the values that something can have, whatever happens.

use crate::model::{
    Arena, DiceBody, Expr, ExprKind, LocalId, LocalKind, Member, Own, OwnId, PlanNumber, Procedure, ProcedureId, Scene,
    Statement, StatementKind, System, Type,
};
use crate::semantics::dice::Question;
use crate::syntax::ast::BinaryOp;

/// A value may hang on so many others; beyond that nothing is said.
const DEEPEST: usize = 32;

/// The least and the greatest that values can be.
#[derive(Clone, Copy)]
pub struct Bounds<'s> {
    system: &'s System,
    /// What the scene has of its own, if it is one.
    own: Option<&'s Arena<OwnId, Own>>,
    /// The procedure whose names are read, if it is one.
    procedure: Option<ProcedureId>,
    deep: usize,
}

/// Plain dice: so many, and so many sides at most.
#[derive(Clone, Copy)]
struct Dice {
    count: i64,
    most: i64,
    sides: i64,
}

impl<'s> Bounds<'s> {
    /// What a scene knows of a system, and of what it has of its own.
    pub fn in_scene(system: &'s System, scene: &'s Scene) -> Self {
        Self { system, own: Some(&scene.own), procedure: None, deep: 0 }
    }

    /// What declares the scales.
    pub fn system(self) -> &'s System {
        self.system
    }

    /// The least and the greatest that a value can be, if the system fixes that.
    pub fn of(self, value: &Expr) -> Option<(i64, i64)> {
        if let ExprKind::Number(number) = value.kind {
            return Some((number, number));
        }
        if let Type::Level(scale) = value.ty {
            let levels = self.system.scales[scale].levels.len();
            return Some((0, i64::try_from(levels).ok()? - 1));
        }
        if let ExprKind::Own(own) = value.kind {
            return self.own?[own].kind.limits();
        }
        if let ExprKind::Index(family, _) = &value.kind {
            return self.of(family);
        }
        if let ExprKind::Local(local) = &value.kind {
            return self.local(self.procedure?, *local);
        }
        if let ExprKind::Member(base, member) = &value.kind {
            return self.member(base, member);
        }
        let ExprKind::Binary(BinaryOp::Add, left, right) = &value.kind else { return None };
        let ((least, most), (low, high)) = (self.of(left)?, self.of(right)?);
        Some((least.checked_add(low)?, most.checked_add(high)?))
    }

    fn member(self, base: &Expr, member: &Member) -> Option<(i64, i64)> {
        if let (Member::Field(field), Type::Thing(kind)) = (member, &base.ty) {
            return self.system.kinds[*kind].fields[*field].limits;
        }
        if let (Member::Local(local), Type::Run(procedure)) = (member, &base.ty) {
            return self.local(*procedure, *local);
        }
        if let Member::Question(question) = member {
            return self.asked(base, *question);
        }
        matches!(member, Member::OfPlan(PlanNumber::Left | PlanNumber::Count)).then_some((0, i64::MAX))
    }

    /// What a name of a procedure can be.
    fn local(self, procedure: ProcedureId, local: LocalId) -> Option<(i64, i64)> {
        let declared = &self.system.procedures[procedure];
        match &declared.locals[local].kind {
            LocalKind::Ask { limits, .. } => *limits,
            LocalKind::Computed => {
                let StatementKind::Let { value, .. } = &only_line(declared, local)?.kind else { return None };
                self.inside(procedure)?.of(value)
            }
            LocalKind::Roll => self.rolled(procedure, local).map(|dice| (dice.count, dice.most)),
            LocalKind::Role | LocalKind::Sum | LocalKind::Draw | LocalKind::Resolve(_) | LocalKind::Run(_) => None,
            LocalKind::Choose => self.chosen(procedure, local),
        }
    }

    /// What somebody can choose, or what it is where nobody is asked.
    fn chosen(self, procedure: ProcedureId, local: LocalId) -> Option<(i64, i64)> {
        let line = only_line(&self.system.procedures[procedure], local)?;
        let StatementKind::Choose { choice, .. } = &line.kind else { return None };
        let inside = self.inside(procedure)?;
        let (least, most) = (inside.of(&choice.low)?.0, inside.of(&choice.high)?.1);
        let Some(default) = choice.default.as_ref().filter(|_| choice.condition.is_some()) else {
            return Some((least, most));
        };
        let (low, high) = inside.of(default)?;
        Some((least.min(low), most.max(high)))
    }

    fn inside(self, procedure: ProcedureId) -> Option<Self> {
        let deep = self.deep + 1;
        (deep < DEEPEST).then_some(Self { procedure: Some(procedure), deep, ..self })
    }

    /// What a question to a roll can come to.
    fn asked(self, roll: &Expr, question: Question) -> Option<(i64, i64)> {
        let (procedure, local) = if let ExprKind::Local(local) = &roll.kind {
            (self.procedure?, *local)
        } else if let ExprKind::Member(run, Member::Local(local)) = &roll.kind
            && let Type::Run(procedure) = run.ty
        {
            (procedure, *local)
        } else {
            return None;
        };
        let dice = self.rolled(procedure, local)?;
        match question {
            Question::Kept => Some((dice.count, dice.most)),
            Question::Highest | Question::Lowest => Some((1, dice.sides)),
            // Of these it also matters which dice are kept, and how many there are.
            Question::Rolled
            | Question::Dropped
            | Question::Face(_)
            | Question::Doubles
            | Question::Any(_)
            | Question::Count(_)
            | Question::AtLeast(_) => None,
        }
    }

    /// The dice of a line that rolls, if nothing else is added to what they show.
    fn rolled(self, procedure: ProcedureId, local: LocalId) -> Option<Dice> {
        let StatementKind::Roll { dice, .. } = &only_line(&self.system.procedures[procedure], local)?.kind else {
            return None;
        };
        self.inside(procedure)?.dice(dice)
    }

    fn dice(self, dice: &Expr) -> Option<Dice> {
        if let ExprKind::Dice { count, sides } = &dice.kind {
            let (ExprKind::Number(count), ExprKind::Number(sides)) = (&count.kind, &sides.kind) else { return None };
            return (*count > 0).then_some(Dice { count: *count, most: count.checked_mul(*sides)?, sides: *sides });
        }
        if let ExprKind::Keep { count, dice, .. } = &dice.kind {
            let Dice { count: all, sides, .. } = self.dice(dice)?;
            let count = all.min(*count);
            return Some(Dice { count, most: count.checked_mul(sides)?, sides });
        }
        if let ExprKind::DiceCall(id, _) = &dice.kind {
            let DiceBody::Expr(body) = &self.system.dice[*id].body else { return None };
            return Self { deep: self.deep + 1, ..self }.dice(body).filter(|_| self.deep < DEEPEST);
        }
        let ExprKind::Binary(BinaryOp::Add, left, right) = &dice.kind else { return None };
        let (one, other) = (self.dice(left)?, self.dice(right)?);
        let (count, most) = (one.count.checked_add(other.count)?, one.most.checked_add(other.most)?);
        Some(Dice { count, most, sides: one.sides.max(other.sides) })
    }
}

/// The least and the greatest that a choice of a system can be, if the system fixes that.
pub fn limits_of_choice(system: &System, procedure: ProcedureId, choice: LocalId) -> Option<(i64, i64)> {
    Bounds { system, own: None, procedure: None, deep: 0 }.local(procedure, choice)
}

/// The line that gives a name its value, if there is only one and no function of a house rule stands behind it.
fn only_line(procedure: &Procedure, local: LocalId) -> Option<&Statement> {
    let mut found = Vec::new();
    lines_of(&procedure.body, local, &mut found);
    match found.as_slice() {
        [only] if only.hooks.after.is_empty() => Some(only),
        _ => None,
    }
}

fn lines_of<'s>(body: &'s [Statement], wanted: LocalId, into: &mut Vec<&'s Statement>) {
    for statement in body {
        if let StatementKind::Let { local, .. }
        | StatementKind::Roll { local, .. }
        | StatementKind::Choose { local, .. } = &statement.kind
            && *local == wanted
        {
            into.push(statement);
        }
        if let StatementKind::If { branches, otherwise } = &statement.kind {
            for (_, body) in branches {
                lines_of(body, wanted, into);
            }
            lines_of(otherwise, wanted, into);
        }
        if let StatementKind::ForEach { body, .. }
        | StatementKind::Step { body, .. }
        | StatementKind::Concealed { body, .. } = &statement.kind
        {
            lines_of(body, wanted, into);
        }
    }
}
