//! Procedures: locals to fill and statements in order.

#![expect(missing_docs, reason = "the fields of a variant are explained by the line above it")]

use std::collections::BTreeMap;

use super::{
    Arena, DeckId, Expr, FunctionId, InvocationId, LevelText, LocalId, OwnId, PeriodId, ScaleId, ThingId, Type, VarId,
    Wording,
};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::Concealment;

/// A numbered procedure.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// What a line of a scene begins with that runs it; for the upkeep of a period the period's name.
    pub name: SharedText,
    /// Where it is declared.
    pub span: Span,
    /// The local of `by`.
    pub by: Option<LocalId>,
    /// The local of `versus`.
    pub versus: Option<LocalId>,
    /// Everything it names.
    pub locals: Arena<LocalId, Local>,
    /// Where these are found by their names.
    by_name: BTreeMap<SharedText, Vec<LocalId>>,
    /// In the order in which they are written; a place in here is what [`Local::step`] and the statements name.
    pub steps: Vec<Step>,
    /// What it does.
    pub body: Vec<Statement>,
}

impl Procedure {
    pub(super) fn named(name: SharedText, span: Span) -> Self {
        let (locals, by_name) = (Arena::default(), BTreeMap::new());
        Self { name, span, by: None, versus: None, locals, by_name, steps: Vec::new(), body: Vec::new() }
    }

    /// Adds something that it names. Its name does not change from then on.
    pub(super) fn add_local(&mut self, local: Local) -> LocalId {
        let name = local.name.clone();
        let id = self.locals.push(local);
        self.by_name.entry(name).or_default().push(id);
        id
    }

    /// Everything with this name, in the order in which it is written.
    pub fn called(&self, name: &str) -> &[LocalId] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The first of these that does not belong to the items of a plan.
    pub fn first_called(&self, name: &str) -> Option<LocalId> {
        self.called(name).iter().copied().find(|local| self.locals[*local].item_of.is_none())
    }

    /// The first of these that does.
    pub fn first_of_items(&self, name: &str) -> Option<LocalId> {
        self.called(name).iter().copied().find(|local| self.locals[*local].item_of.is_some())
    }
}

impl Local {
    /// Whether a scene can fill it in.
    pub fn can_be_filled(&self) -> bool {
        self.is_blank() || self.kind == LocalKind::Choose || self.own_run().is_some_and(|run| run.named)
    }

    /// The run, if the procedure makes it itself.
    pub fn own_run(&self) -> Option<&OwnRun> {
        if let LocalKind::Run(run) = &self.kind { Some(run) } else { None }
    }

    /// Whether it is a blank.
    pub fn is_blank(&self) -> bool {
        matches!(self.kind, LocalKind::Ask { .. })
    }
}

/// A step: the unit of method, of hooks and of overlays.
#[derive(Clone, Debug)]
pub struct Step {
    /// The name by which scenes and overlays speak of it.
    pub name: SharedText,
    /// What it is called for people, if the system says so.
    pub title: Option<SharedText>,
    /// Where its name is written.
    pub span: Span,
}

/// A name of a procedure.
#[derive(Clone, Debug)]
pub struct Local {
    /// As its line writes it; several steps may ask for blanks of one name.
    pub name: SharedText,
    /// Where it is declared.
    pub span: Span,
    /// What it holds; for a family the type of each of its values.
    pub ty: Type,
    /// What it is.
    pub kind: LocalKind,
    /// The step it stands in.
    pub step: Option<usize>,
    /// For a value written for each item of a plan (`task.total`): the plan's local.
    pub item_of: Option<LocalId>,
    /// One value for each level of this scale.
    pub by: Option<ScaleId>,
    /// What it means, for people.
    pub text: Option<SharedText>,
    /// Whether players must not see it.
    pub secret: bool,
    /// Whether it bears the name of what the system itself resolves or decides, also where a house rule has put other lines
    /// in the place of that. The texts that a scene gives to levels belong to it.
    pub is_result: bool,
}

/// What a local is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalKind {
    /// `by`, `versus`
    Role,
    /// What a scene fills: what it holds when nothing is said, and the inclusive limits of a number.
    Ask { default: Option<Expr>, optional: bool, limits: Option<(i64, i64)> },
    /// A computed value.
    Computed,
    /// A sum of sources.
    Sum,
    /// What the dice show.
    Roll,
    /// The card that was drawn.
    Draw,
    /// A resolved ladder.
    Resolve(ScaleId),
    /// What a person decides within limits.
    Choose,
    /// A run that the procedure makes itself.
    Run(OwnRun),
}

/// A run that a procedure makes itself: nobody writes it, and a scene may write what else it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnRun {
    /// The role of the procedure around it that acts.
    pub by: Option<LocalId>,
    /// The role that it is done to.
    pub versus: Option<LocalId>,
    /// Whether it has a name of its own. Otherwise it is a piece of bookkeeping, of which only changes, rolls and results are told.
    pub named: bool,
}

/// A line of a procedure or of a scene, with all names in it resolved.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The line as it is written; for a blank of `ask` its name.
    pub span: Span,
    /// What the line does.
    pub kind: StatementKind,
    /// The functions of house rules that stand here.
    pub hooks: Hooks,
}

/// Functions of house rules that stand at one point.
#[derive(Clone, Debug, Default)]
pub struct Hooks {
    /// Called before the line, in the order in which the house rules are used.
    pub before: Vec<HookCall>,
    /// Called after the line, in the same order.
    pub after: Vec<HookCall>,
}

/// A function at a point, with what it reads there.
#[derive(Clone, Debug)]
pub struct HookCall {
    /// The function that is called.
    pub function: FunctionId,
    /// What it reads, in the order of its parameters.
    pub reads: Vec<Read>,
}

/// Something a function reads.
#[derive(Clone, Debug)]
pub struct Read {
    /// The name it reads it by.
    pub name: SharedText,
    /// What it is.
    pub kind: ReadKind,
}

/// What a function reads.
#[derive(Clone, Debug)]
pub enum ReadKind {
    /// Whatever can be named there.
    Value(Expr),
    /// What the line works with: the total a ladder is resolved with, the amount that is paid.
    Total,
    /// What came out of the line: the level, the roll.
    Result,
    /// A qualifier of the plan's item in hand.
    Qualifier(usize),
    /// The name of the plan's item in hand.
    Item,
}

/// What a person decides on a line of a procedure.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Who decides.
    pub by: Option<Expr>,
    /// The lowest answer.
    pub low: Expr,
    /// The highest answer.
    pub high: Expr,
    /// The answer when nobody is asked.
    pub default: Option<Expr>,
    /// What is asked, in words.
    pub question: Wording,
    /// Somebody is asked only if this holds; then there is a default.
    pub condition: Option<Expr>,
}

/// A labelled source.
#[derive(Clone, Debug)]
pub struct SumRow {
    /// What it is called.
    pub label: SharedText,
    /// What it adds to the sum.
    pub value: Expr,
    /// The whole row.
    pub span: Span,
}

/// What a statement does. `item` is the item of a plan that the target belongs to; `index` the level of a family.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// Fills a blank from the scene.
    Ask(LocalId),
    /// Writes what an expression comes to.
    Let { local: LocalId, item: Option<Expr>, index: Option<VarId>, value: Expr },
    /// Sums labelled sources.
    Sum { local: LocalId, item: Option<Expr>, rows: Vec<SumRow> },
    /// The value of the first row that holds.
    Decide { local: LocalId, item: Option<Expr>, rows: Vec<(Option<Expr>, Expr)> },
    /// Rolls these dice.
    Roll { local: LocalId, item: Option<Expr>, dice: Expr },
    /// Draws the next card.
    Draw { local: LocalId, item: Option<Expr>, deck: DeckId },
    /// Puts the cards back.
    Shuffle(DeckId),
    /// Resolves a ladder.
    Resolve { local: LocalId, item: Option<Expr>, scale: ScaleId, total: Expr },
    /// Asks a person.
    Choose { local: LocalId, choice: Box<Choice> },
    /// Runs what was asked for.
    Run { target: Expr, through: Option<usize>, with: Vec<(LocalId, Expr)> },
    /// Cuts a plan; what is owed before its items, and by each item after the first.
    Cut { target: Expr, to: Expr, upfront: Vec<(Expr, SharedText)>, further: Vec<(Expr, SharedText)> },
    /// Takes from a field, never beyond its limit.
    Pay { amount: Expr, place: Expr, why: Option<Wording> },
    /// A legal stop.
    Stop { why: Wording, condition: Option<Expr> },
    /// Breaks off what cannot be, for the reason it gives.
    Needs { condition: Expr, why: Wording },
    /// Once for each element.
    ForEach { variable: VarId, list: Expr, body: Vec<Statement> },
    /// Does the lines of a step, by its place in the procedure.
    Step { step: usize, body: Vec<Statement> },
    /// Changes a field.
    Set { place: Expr, value: Expr },
    /// Adds to a field.
    Add { amount: Expr, place: Expr },
    /// Does what stands under the first condition that holds.
    If { branches: Vec<(Expr, Vec<Statement>)>, otherwise: Vec<Statement> },
    /// A word to the reader.
    Note { text: Wording, condition: Option<Expr> },
    /// Asks the host to do something once it is all over.
    Signal { function: FunctionId, arguments: Vec<Expr>, condition: Option<Expr> },
    /// Somebody learns of a named modifier.
    Reveal { named: Expr, to: Vec<Expr> },
    /// Lines of which everything told is kept from somebody.
    Concealed { concealment: Concealment, body: Vec<Statement> },

    /// Does a run that the scene writes down.
    Invocation(InvocationId),
    /// What a scene keeps of its own begins.
    Tally(OwnId),
    /// What a scene meets by chance where nobody acts.
    Chance(Box<Chance>),
    /// A period of play.
    Period { period: PeriodUse, body: Vec<Statement> },
    /// A bounded repetition.
    Repeat { period: Option<PeriodUse>, most: Expr, until: Option<Expr>, body: Vec<Statement> },
    /// Lines of several people, in the order of their keys.
    Turns(Vec<Turn>),
    /// A choice between options.
    ChooseOption { name: SharedText, question: Wording, by: Option<ThingId>, options: Vec<SceneOption> },
}

impl Statement {
    /// The blocks of lines that stand in a line, of a procedure or of a scene.
    pub fn blocks(&self) -> Vec<&[Statement]> {
        match &self.kind {
            StatementKind::If { branches, otherwise } => {
                branches.iter().map(|(_, body)| body.as_slice()).chain([otherwise.as_slice()]).collect()
            }
            StatementKind::ForEach { body, .. }
            | StatementKind::Step { body, .. }
            | StatementKind::Concealed { body, .. }
            | StatementKind::Period { body, .. }
            | StatementKind::Repeat { body, .. } => vec![body],
            StatementKind::Turns(turns) => turns.iter().map(|turn| turn.body.as_slice()).collect(),
            StatementKind::ChooseOption { options, .. } => {
                options.iter().map(|option| option.body.as_slice()).collect()
            }
            // These have none.
            StatementKind::Ask(_)
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
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Note { .. }
            | StatementKind::Signal { .. }
            | StatementKind::Reveal { .. }
            | StatementKind::Invocation(_)
            | StatementKind::Tally(_)
            | StatementKind::Chance(_) => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match &mut self.kind {
            StatementKind::If { branches, otherwise } => {
                branches.iter_mut().map(|(_, body)| body).chain([otherwise]).collect()
            }
            StatementKind::ForEach { body, .. }
            | StatementKind::Step { body, .. }
            | StatementKind::Concealed { body, .. }
            | StatementKind::Period { body, .. }
            | StatementKind::Repeat { body, .. } => vec![body],
            StatementKind::Turns(turns) => turns.iter_mut().map(|turn| &mut turn.body).collect(),
            StatementKind::ChooseOption { options, .. } => options.iter_mut().map(|option| &mut option.body).collect(),
            // These have none.
            StatementKind::Ask(_)
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
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Note { .. }
            | StatementKind::Signal { .. }
            | StatementKind::Reveal { .. }
            | StatementKind::Invocation(_)
            | StatementKind::Tally(_)
            | StatementKind::Chance(_) => Vec::new(),
        }
    }
}

impl StatementKind {
    /// The local to which a line gives its value.
    pub fn gives(&self) -> Option<LocalId> {
        if let Self::Let { local, .. }
        | Self::Sum { local, .. }
        | Self::Decide { local, .. }
        | Self::Roll { local, .. }
        | Self::Draw { local, .. }
        | Self::Resolve { local, .. }
        | Self::Choose { local, .. } = self
        {
            Some(*local)
        } else {
            None
        }
    }
}

/// How something is to be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// What would be usual happens; nothing is rolled.
    Deliberate,
    /// The dice are rolled.
    Random,
    /// What is declared happens.
    Automatic(Option<Expr>),
}

/// What a roll shows, or which card a draw, as a line says.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The faces in the order in which the dice fall, or the number of a card; each with its place.
    pub faces: Vec<(i64, Span)>,
    /// The whole line.
    pub span: Span,
}

/// What a scene meets by chance where nobody acts.
#[derive(Clone, Debug)]
pub struct Chance {
    /// What holds the outcome.
    pub own: OwnId,
    /// What is met.
    pub kind: ChanceKind,
    /// How it is answered, if it says so itself.
    pub method: Option<Method>,
    /// What its dice show, if a line says so.
    pub shown: Option<Shown>,
    /// What the levels mean here.
    pub texts: BTreeMap<usize, LevelText>,
}

/// What is met by chance.
#[derive(Clone, Debug)]
pub enum ChanceKind {
    /// These dice are rolled.
    Roll(Expr),
    /// A ladder is resolved with this total.
    Resolve(ScaleId, Expr),
}

/// A period, with the blanks of its upkeep filled in.
#[derive(Clone, Debug)]
pub struct PeriodUse {
    /// The period as its system declares it.
    pub period: PeriodId,
    /// The invocation that holds its blanks.
    pub invocation: InvocationId,
    /// The functions of house rules that stand here.
    pub hooks: Hooks,
}

/// Somebody's turn, and when it comes.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Whose it is.
    pub who: SharedText,
    /// The higher number goes first; each of them decides where those before it are equal.
    pub keys: Vec<Expr>,
    /// What happens then.
    pub body: Vec<Statement>,
}

/// An option of a choice.
#[derive(Clone, Debug)]
pub struct SceneOption {
    /// The word by which it is chosen.
    pub name: SharedText,
    /// Whether it is taken when nobody chooses.
    pub default: bool,
    /// What happens if it is chosen.
    pub body: Vec<Statement>,
}
