//! Members of things, runs, rolls, cards and plans.

use super::super::{Binary, Operand, Question, Register};
use super::partial_value::{Context, PartialValue};
use super::pieces::Piece;
use super::states::Run;
use super::{Lowering, emit, plan_charges};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Argument, Expr, ExprKind, InvocationId, LocalId, LocalKind, Member, PlanNumber, ThingId, Type};
use crate::shared_text::SharedText;

impl<'m> Lowering<'m, '_> {
    /// A part of something.
    pub fn member(
        &mut self,
        context: &Context<'m>,
        base: &'m Expr,
        member: &'m Member,
        whole: &'m Expr,
    ) -> PartialValue<'m> {
        if *member == Member::Given {
            let given = PartialValue::Scalar(Operand::Value(i64::from(self.is_given(context, base))));
            let ExprKind::Member(owner, _) = &base.kind else { return given };
            let run = self.eval(context, owner).run().map(|(run, _)| run);
            return self.read_from_outside(run, given);
        }
        let entity = self.eval(context, base);
        let run = entity.inside();
        let value = self.member_of(context, &entity, (base, member), whole);
        self.read_from_outside(run, value)
    }

    /// A number of the plan that a run has laid out in this blank.
    pub fn plan_number(&mut self, run: Run, local: LocalId, number: PlanNumber) -> Operand {
        let items = self.item_count(run.0, local);
        if number == PlanNumber::Count {
            return Operand::Value(i64::try_from(items).unwrap_or(i64::MAX));
        }
        let procedure = &self.system.procedures[self.scene.invocations[run.0].procedure];
        let Type::Plan(plan) = procedure.locals[local].ty else { return Operand::Unreached };
        let plan = &self.system.plans[plan];
        let context = Context { invocation: Some(run), ..Context::scene() };
        let mut prices = Vec::new();
        if let Some((upfront, further)) = plan_charges::costs(&procedure.body, local) {
            let further = std::iter::repeat_n(further, items.saturating_sub(1)).flatten();
            for (cost, _) in upfront.iter().chain(further) {
                prices.push(self.operand(&context, cost));
            }
        }
        for item in 0..items {
            for qualifier in 0..plan.qualifiers.len() {
                let value = self.planned(run.0, local, item, qualifier);
                prices.push(self.price(plan, qualifier, value));
            }
        }
        let cost = self.total(&prices);
        match number {
            PlanNumber::Cost | PlanNumber::Count => cost,
            PlanNumber::Left => {
                let budget = self.operand(&context, &plan.budget);
                self.emit.binary(Binary::Subtract, budget, cost)
            }
        }
    }

    /// A qualifier of an item. What only describes the item is what the scene says, so lines of the rules that hang on it can be passed
    /// over. The scene itself asks for what the run has come to: one that ends before it reads its plan leaves it unreached.
    fn read_qualifier(
        &mut self,
        run: (InvocationId, i64),
        key @ (_, item, qualifier): (LocalId, usize, usize),
        by_rules: bool,
    ) -> Operand {
        self.ledger.take(Piece::Described(run.0, item, qualifier));
        if let Some(instead) = self.read_instead(run.0, key) {
            return instead;
        }
        let is_said = by_rules && self.is_only_said(run.0, key);
        let state = self.known_state(run);
        let said = state.planned.get(&key).copied().filter(|said| is_said && emit::known(*said).is_some());
        said.or_else(|| state.qualifiers.get(&key).copied()).unwrap_or(Operand::Unreached)
    }

    fn is_only_said(&self, run: InvocationId, (slot, _, qualifier): (LocalId, usize, usize)) -> bool {
        let procedure = self.scene.invocations[run].procedure;
        let Type::Plan(plan) = self.system.procedures[procedure].locals[slot].ty else { return false };
        self.system.plans[plan].describes(qualifier)
    }

    /// A part of what has been looked up; of what follows a mistake or was not put in, nothing.
    fn member_of(
        &mut self,
        context: &Context<'m>,
        entity: &PartialValue<'m>,
        place: (&'m Expr, &'m Member),
        whole: &'m Expr,
    ) -> PartialValue<'m> {
        self.part_of(context, entity, place, whole).unwrap_or(PartialValue::Absent)
    }

    fn part_of(
        &mut self,
        context: &Context<'m>,
        entity: &PartialValue<'m>,
        (base, member): (&'m Expr, &'m Member),
        whole: &'m Expr,
    ) -> Option<PartialValue<'m>> {
        match member {
            Member::Field(field) => entity.thing().map(|thing| self.field(thing, *field, 0)),
            Member::Local(local) => self.local_of(context, entity, *local),
            Member::Nth(nth) => entity.run().map(|(run, _)| PartialValue::Run(run, *nth)),
            Member::Nested(nested) => entity.run().map(|(_, nth)| PartialValue::Run(*nested, nth)),
            Member::Last(_) | Member::OfPlan(_) | Member::Named(_) => self.of_plan(entity, member, whole),
            Member::Qualifier(qualifier) => {
                let PartialValue::Item(run, plan, item, nth) = *entity else { return None };
                let by_rules = context.invocation.is_some();
                Some(PartialValue::Scalar(self.read_qualifier((run, nth), (plan, item, *qualifier), by_rules)))
            }
            Member::Question(question) => self.answer_of(context, entity, *question).map(PartialValue::Scalar),
            Member::Card(field, arguments) => {
                // Of one that a condition chose, or a line gave a name, its number is kept.
                let ((PartialValue::Card(deck, card), _) | (PartialValue::Scalar(card), Type::Card(deck))) =
                    (entity, &base.ty)
                else {
                    return None;
                };
                Some(PartialValue::Scalar(self.card_field(context, *deck, *card, (*field, arguments))))
            }
            Member::Column(column) => self.column_of(context, entity, (base, *column), whole),
            Member::Given | Member::Owned(_) => None,
        }
    }

    /// What a run or an item holds by this name.
    fn local_of(
        &mut self,
        context: &Context<'m>,
        entity: &PartialValue<'m>,
        local: LocalId,
    ) -> Option<PartialValue<'m>> {
        if let PartialValue::Item(run, _, item, nth) = *entity {
            let procedure = self.scene.invocations[run].procedure;
            if self.system.procedures[procedure].locals[local].kind == LocalKind::Roll {
                return Some(PartialValue::Roll(run, local, Some(item), nth));
            }
            return Some(self.local_register((run, nth), local, Some(item), 0));
        }
        let run = entity.run()?;
        let value = self.local(run, local);
        Some(if context.invocation.is_some() { value } else { self.where_it_ran(run, value) })
    }

    /// An item of a plan, or one of its numbers.
    fn of_plan(&mut self, entity: &PartialValue<'m>, member: &Member, whole: &Expr) -> Option<PartialValue<'m>> {
        let PartialValue::Plan(run, plan, nth) = *entity else { return None };
        let item = match member {
            Member::OfPlan(number) => return Some(PartialValue::Scalar(self.plan_number((run, nth), plan, *number))),
            Member::Last(last) => {
                let before_last = self.item_count(run, plan).checked_sub(1)?;
                if *last { before_last } else { 0 }
            }
            Member::Named(name) => self.item_named(run, plan, name).or_else(|| {
                self.sink.push(
                    Diagnostic::error(codes::UNKNOWN_NAME, whole.span, format!("the plan has no `{name}`"))
                        .help("name one of the plan's items"),
                );
                None
            })?,
            Member::Field(_)
            | Member::Local(_)
            | Member::Column(_)
            | Member::Qualifier(_)
            | Member::Question(_)
            | Member::Card(..)
            | Member::Given
            | Member::Nested(_)
            | Member::Nth(_)
            | Member::Owned(_) => return None,
        };
        Some(PartialValue::Item(run, plan, item, nth))
    }

    /// The answer of a roll, or of dice that fall now.
    fn answer_of(&mut self, context: &Context<'m>, entity: &PartialValue<'m>, question: Question) -> Option<Operand> {
        if let PartialValue::OwnRoll(own) = *entity {
            return Some(self.own_answer(own, question));
        }
        if let PartialValue::Roll(run, local, item, nth) = *entity {
            return Some(self.answer((run, nth), local, item, question));
        }
        let are_dice = matches!(entity, PartialValue::Dice(..) | PartialValue::DiceByLevel(..));
        are_dice.then(|| self.roll_now(context, entity, question, SharedText::default()))
    }

    /// A column of a scale, or of a table's row.
    fn column_of(
        &mut self,
        context: &Context<'m>,
        entity: &PartialValue<'m>,
        (base, column): (&'m Expr, usize),
        whole: &'m Expr,
    ) -> Option<PartialValue<'m>> {
        if let PartialValue::Row(table, keys) = entity {
            return Some(self.row(context, *table, keys, column, whole));
        }
        let (PartialValue::Scalar(key), Type::Level(scale)) = (entity, &base.ty) else { return None };
        Some(self.column(context, *scale, column, *key, whole))
    }

    /// Whether an optional blank is filled.
    fn is_given(&mut self, context: &Context<'m>, base: &'m Expr) -> bool {
        let (invocation, local) = match &base.kind {
            ExprKind::Local(local) => match context.invocation {
                Some((invocation, _)) => (invocation, *local),
                None => return false,
            },
            ExprKind::Member(run, Member::Local(local)) => match self.eval(context, run).run() {
                Some((invocation, _)) => (invocation, *local),
                None => return false,
            },
            // The checker lets no others through.
            ExprKind::Number(_)
            | ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::Var(_)
            | ExprKind::Thing(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::Invocation(_)
            | ExprKind::NamedModifier(_)
            | ExprKind::Own(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Rule(..)
            | ExprKind::House(..)
            | ExprKind::Table(..)
            | ExprKind::Band { .. }
            | ExprKind::DiceCall(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Reduce { .. }
            | ExprKind::Extreme { .. }
            | ExprKind::Absolute(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::IsUnreached(_)
            | ExprKind::Move { .. }
            | ExprKind::Knows(..)
            | ExprKind::If(..)
            | ExprKind::Question => return false,
        };
        self.ledger.read(invocation, local);
        let with = matches!(self.given.get(&(invocation, local)), Some((entity, _)) if !matches!(entity, PartialValue::Absent));
        let asked = self.states.get((invocation, 0)).and_then(|state| state.blanks.get(local));
        with || self.scene.invocations[invocation].arguments.contains_key(&local)
            || asked.is_some_and(|entity| {
                !matches!(entity, PartialValue::Absent | PartialValue::Scalar(Operand::Unreached))
            })
    }

    /// Which value of a family is meant, to be read or changed.
    pub fn family_level(&mut self, context: &Context<'m>, index: &'m Expr) -> Option<usize> {
        if let Operand::Value(level) = self.operand(context, index) {
            return usize::try_from(level).ok();
        }
        let message = "the level of this family must be known before the run";
        self.sink.push(
            Diagnostic::error(codes::NOT_CONSTANT, index.span, message)
                .help("name a level, or loop over them with `for each level in SCALE { … }`"),
        );
        None
    }

    /// One value of a family.
    pub fn index(&mut self, context: &Context<'m>, base: &'m Expr, index: &'m Expr) -> PartialValue<'m> {
        let Some(place) = self.family_level(context, index) else { return PartialValue::Absent };
        match &base.kind {
            ExprKind::Local(local) => match context.invocation {
                Some(run) => self.family_value(run, *local, place),
                None => PartialValue::Absent,
            },
            ExprKind::Member(owner, Member::Local(local)) => match self.eval(context, owner).run() {
                Some(run) => self.family_value(run, *local, place),
                None => PartialValue::Absent,
            },
            ExprKind::Member(owner, Member::Field(field)) => match self.eval(context, owner).thing() {
                Some(thing) => self.field(thing, *field, place),
                None => PartialValue::Absent,
            },
            // The checker lets no others through.
            ExprKind::Number(_)
            | ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::Var(_)
            | ExprKind::Thing(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::Invocation(_)
            | ExprKind::NamedModifier(_)
            | ExprKind::Own(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Rule(..)
            | ExprKind::House(..)
            | ExprKind::Table(..)
            | ExprKind::Band { .. }
            | ExprKind::DiceCall(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Reduce { .. }
            | ExprKind::Extreme { .. }
            | ExprKind::Absolute(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::IsUnreached(_)
            | ExprKind::Move { .. }
            | ExprKind::Knows(..)
            | ExprKind::If(..)
            | ExprKind::Question => PartialValue::Absent,
        }
    }

    fn family_value(&mut self, run: (InvocationId, i64), local: LocalId, place: usize) -> PartialValue<'m> {
        let procedure = self.scene.invocations[run.0].procedure;
        let LocalKind::Ask { default, .. } = &self.system.procedures[procedure].locals[local].kind else {
            return self.local_register(run, local, None, place);
        };
        self.ledger.read(run.0, local);
        let state = self.known_state(run);
        let entries = state.entries.get(local);
        if let Some(entry) = entries.and_then(|entries| entries.iter().find(|entry| entry.index == Some(place))) {
            return PartialValue::Scalar(entry.value);
        }
        match default {
            Some(default) if state.blanks.get(local).is_some() => self.eval(&Context::scene(), default),
            _ => PartialValue::Absent,
        }
    }

    /// A field of a thing.
    pub fn field(&mut self, id: ThingId, field: usize, level: usize) -> PartialValue<'m> {
        let thing = &self.all_things[id];
        let declared = &self.system.kinds[thing.kind].fields[field];
        match (&declared.ty, thing.fields.get(&field)) {
            (Type::Many(_), Some(Argument::List(entries))) => {
                PartialValue::List(entries.iter().map(|entry| self.eval(&Context::scene(), &entry.value)).collect())
            }
            (Type::Many(_), _) => PartialValue::List(Vec::new()),
            (Type::Thing(_), Some(Argument::One(entry))) => self.eval(&Context::scene(), &entry.value),
            (Type::Thing(_), _) => PartialValue::Absent,
            _ => PartialValue::Scalar(self.kept_in(id, field, level).unwrap_or(Operand::Unreached)),
        }
    }

    /// What a local of a run stands for.
    pub fn local(&mut self, run: (InvocationId, i64), local: LocalId) -> PartialValue<'m> {
        let invocation = &self.scene.invocations[run.0];
        let declared = &self.system.procedures[invocation.procedure].locals[local];
        self.touch_blank(run, local);
        match (&declared.kind, &declared.ty) {
            (LocalKind::Role, _) => {
                let procedure = &self.system.procedures[invocation.procedure];
                let who = if procedure.by == Some(local) { invocation.by } else { invocation.versus };
                who.map_or(PartialValue::Absent, PartialValue::Thing)
            }
            (LocalKind::Ask { .. } | LocalKind::Run(_), ty) => {
                self.ledger.read(run.0, local);
                self.blank(run, local, ty)
            }
            (LocalKind::Roll, _) => PartialValue::Roll(run.0, local, None, run.1),
            (LocalKind::Draw, Type::Card(deck)) => {
                let drawn = self.local_register(run, local, None, 0);
                if let PartialValue::Scalar(card) = drawn { PartialValue::Card(*deck, card) } else { drawn }
            }
            (LocalKind::Computed, Type::Thing(_) | Type::Many(_) | Type::Dice | Type::TableRow(_) | Type::Item(_)) => {
                self.known_state(run).blanks.get(local).cloned().unwrap_or(PartialValue::Absent)
            }
            (LocalKind::Computed | LocalKind::Sum | LocalKind::Draw | LocalKind::Resolve(_) | LocalKind::Choose, _) => {
                self.local_register(run, local, None, 0)
            }
        }
    }

    /// The register a statement writes.
    pub fn target(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        item: Option<&'m Expr>,
        level: usize,
    ) -> Option<Register> {
        let run = context.invocation?;
        let place = match item {
            None => None,
            Some(item) => Some(self.eval(context, item).item()?.2),
        };
        self.known_state(run).local(local, place, level)
    }
}
