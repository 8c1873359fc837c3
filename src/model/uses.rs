//! Where names are used. Code that resolves a name records it here; nothing else needs to know how names are resolved.

use std::collections::BTreeSet;

use super::scene_names::SceneName;
use super::{
    DeckId, DiceId, FunctionId, InvocationId, KindId, LocalId, NamedModifierId, OwnId, PeriodId, PlanId, ProcedureId,
    RuleId, ScaleId, TableId, ThingId, VarId,
};
use crate::source::Span;

/// What a name stands for. A number beside an id is the place among the parts of that element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// A scale or a ladder.
    Scale(ScaleId),
    /// A level of a scale.
    Level(ScaleId, usize),
    /// A column of a scale.
    Column(ScaleId, usize),
    /// A table.
    Table(TableId),
    /// A column of a table.
    TableColumn(TableId, usize),
    /// Named dice.
    Dice(DiceId),
    /// A deck.
    Deck(DeckId),
    /// A field of the cards of a deck.
    CardField(DeckId, usize),
    /// A kind.
    Kind(KindId),
    /// A field of a kind.
    Field(KindId, usize),
    /// A plan.
    Plan(PlanId),
    /// What the items of a plan are called.
    PlanItem(PlanId),
    /// A qualifier of the items of a plan.
    Qualifier(PlanId, usize),
    /// A grouping of a plan.
    Group(PlanId, usize),
    /// A period.
    Period(PeriodId),
    /// A rule.
    Rule(RuleId),
    /// A procedure.
    Procedure(ProcedureId),
    /// A role, a blank or a computed value of a procedure.
    Local(ProcedureId, LocalId),
    /// A step of a procedure.
    Step(ProcedureId, usize),
    /// A function of a house rule or of the host.
    Function(FunctionId),
    /// A parameter, or the variable of a loop.
    Variable(VarId),
    /// Somebody or something.
    Thing(ThingId),
    /// A run that a scene writes down.
    Invocation(InvocationId),
    /// An item of a plan that a scene lays out, in the blank of a run.
    Item(InvocationId, LocalId, usize),
    /// A modifier with a name.
    NamedModifier(NamedModifierId),
    /// What a scene has of its own.
    Own(OwnId),
}

impl Named {
    /// The scale of which it names a part.
    pub fn scale(self) -> Option<ScaleId> {
        if let Named::Level(scale, _) | Named::Column(scale, _) = self { Some(scale) } else { None }
    }
}

impl From<SceneName> for Named {
    fn from(name: SceneName) -> Self {
        match name {
            SceneName::Thing(id) => Named::Thing(id),
            SceneName::Invocation(id) => Named::Invocation(id),
            SceneName::NamedModifier(id) => Named::NamedModifier(id),
            SceneName::Own(id) => Named::Own(id),
        }
    }
}

/// Names that were resolved, in the order in which they were. An expression that is read twice is in here twice.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    all: Vec<(Named, Span)>,
    /// The scales whose levels are held to each other by more and less.
    compared: BTreeSet<ScaleId>,
    /// Comparisons that hold for one level only: which one, and where they are written.
    asked: BTreeSet<(ScaleId, usize, Span)>,
}

impl Uses {
    /// The words at `span` are a name of that.
    pub fn record(&mut self, what: Named, span: Span) {
        self.all.push((what, span));
    }

    /// Levels of this scale are held to each other by more and less.
    pub fn record_order(&mut self, scale: ScaleId) {
        self.compared.insert(scale);
    }

    /// Whether some line holds levels of this scale to each other by more and less.
    pub fn compares(&self, scale: ScaleId) -> bool {
        self.compared.contains(&scale)
    }

    /// A comparison at `span` holds for this level of a scale only.
    pub fn record_asked(&mut self, scale: ScaleId, level: usize, span: Span) {
        self.asked.insert((scale, level, span));
    }

    /// Where lines ask for one level of this scale, each with the level.
    pub fn asked(&self, scale: ScaleId) -> impl Iterator<Item = (usize, Span)> {
        let of_scale = self.asked.iter().filter(move |(of, ..)| *of == scale);
        of_scale.map(|(_, level, span)| (*level, *span))
    }

    /// Where they end now: what follows can be taken out again.
    pub fn mark(&self) -> usize {
        self.all.len()
    }

    /// Forgets what was recorded since a mark, because the reading that came to it is given up.
    pub fn forget_after(&mut self, mark: usize) {
        self.all.truncate(mark);
    }

    /// Takes out what was recorded since a mark.
    #[must_use]
    pub fn split_off(&mut self, mark: usize) -> Self {
        Self { all: self.all.split_off(mark), compared: self.compared.clone(), asked: self.asked.clone() }
    }

    /// What is named, and where.
    pub fn iter(&self) -> impl Iterator<Item = (Named, Span)> {
        self.all.iter().copied()
    }
}
