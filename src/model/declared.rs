//! What a system declares: scales, tables, dice, decks, kinds, plans, periods and rules.

use super::{Expr, ScaleId, Type, VarId, Wording};
use crate::shared_text::SharedText;
use crate::source::Span;

/// Which way a scale's rows run; ranks are always counted from the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first row is the lowest.
    LowestFirst,
    /// The first row is the highest.
    HighestFirst,
}

/// An ordered list of levels with columns.
#[derive(Clone, Debug)]
pub struct Scale {
    /// The word that stands for a level of it where a type is wanted, and for all of them elsewhere.
    pub name: SharedText,
    /// Where it is declared.
    pub span: Span,
    /// Its levels, lowest first.
    pub levels: Vec<SharedText>,
    /// Where each level is written.
    pub places: Vec<Span>,
    /// The numbers that head the rows, if they are numbers.
    pub numbers: Option<Vec<i64>>,
    /// In the order of the header; those of bands are in `ladder`.
    pub columns: Vec<Column>,
    /// How it is resolved, if it is a ladder.
    pub ladder: Option<Ladder>,
}

/// A column: one cell a level, lowest first.
#[derive(Clone, Debug)]
pub struct Column {
    /// What stands after the dot: `level.NAME`.
    pub name: SharedText,
    /// Where the header names it.
    pub span: Span,
    /// The type of its cells.
    pub ty: Type,
    /// Its cells; `None` is a dash.
    pub cells: Vec<CellValue>,
}

/// A cell; `None` is a dash.
pub type CellValue = Option<Expr>;

/// How a ladder is resolved.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The dice; their parameter, if any, is the total.
    pub rolls: Expr,
    /// The variable that stands for the total in `rolls`.
    pub total: VarId,
    /// Bands over the dice, one a level, lowest level first.
    pub rolled: Vec<Option<(Option<i64>, Option<i64>)>>,
    /// Bands over the total; empty if judgement reads the dice's rounded mean.
    pub judged: Vec<Option<(Option<i64>, Option<i64>)>>,
}

/// A look-up by one or two keys.
#[derive(Clone, Debug)]
pub struct Table {
    /// The word by which it is called.
    pub name: SharedText,
    /// Where it is declared.
    pub span: Span,
    /// Its parameters: names, types, variables.
    pub params: Vec<(SharedText, Type, VarId)>,
    /// Its rows: a condition on the parameters and the cells. The last row that holds counts.
    pub rows: Vec<(Expr, Vec<CellValue>)>,
    /// Its columns: names and types.
    pub columns: Vec<(SharedText, Type)>,
    /// Where the header names each column; for a look-up by two keys where it names what the cells hold.
    pub places: Vec<Span>,
}

/// Dice that have a name, and perhaps parameters.
#[derive(Clone, Debug)]
pub struct Dice {
    /// The word by which they are rolled.
    pub name: SharedText,
    /// Where they are declared.
    pub span: Span,
    /// Names, types and variables.
    pub params: Vec<(SharedText, Type, VarId)>,
    /// What is rolled.
    pub body: DiceBody,
    /// The faces judgement sees, if the system says.
    pub judged: Option<Vec<i64>>,
}

/// A band of faces; without an end it has none.
pub type Faces = (Option<i64>, Option<i64>);

/// What is rolled.
#[derive(Clone, Debug)]
pub enum DiceBody {
    /// An expression over other dice.
    Expr(Expr),
    /// Dice, and what their faces come to.
    Rows {
        /// What is rolled first.
        dice: Expr,
        /// What the formulas call the face.
        that: VarId,
        /// Bands of faces, and what each comes to.
        rows: Vec<(Faces, Expr)>,
    },
}

/// Cards of which each is drawn once, until they are shuffled.
#[derive(Clone, Debug)]
pub struct Deck {
    /// The word that `draw` and `shuffle` name.
    pub name: SharedText,
    /// Where it is declared.
    pub span: Span,
    /// How many cards it has.
    pub size: i64,
    /// The card judgement sees.
    pub judged: Option<i64>,
    /// What can be read from each card.
    pub fields: Vec<CardField>,
}

/// A card's number in the formulas of its deck.
pub type Card = VarId;

/// A field of a card.
#[derive(Clone, Debug)]
pub struct CardField {
    /// What stands after the dot: `card.NAME`.
    pub name: SharedText,
    /// Where it is declared, or where the data file is named that holds it.
    pub span: Span,
    /// Names, types and variables; a field of a data file has only numbers.
    pub params: Vec<(SharedText, Type, VarId)>,
    /// The variable that stands for the card's number.
    pub card: Card,
    /// Where its values come from.
    pub body: CardBody,
    /// What it is for every card.
    pub ty: Type,
}

/// Where the values of a card's field come from.
#[derive(Clone, Debug)]
pub enum CardBody {
    /// Computed from the card's number.
    Formula(Expr),
    /// Columns of a data file, one for each combination of arguments that the file has.
    Data(Vec<DataColumn>),
}

/// A column of a data file: `die_2_8` holds what `die(2, 8)` is.
#[derive(Clone, Debug)]
pub struct DataColumn {
    /// The arguments for which it holds.
    pub arguments: Vec<i64>,
    /// Its values, one a card.
    pub cells: Vec<i64>,
}

/// A kind of thing.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The word with which a line begins that names one of it.
    pub name: SharedText,
    /// Where it is declared.
    pub span: Span,
    /// Whether there is just one of it.
    pub single: bool,
    /// In the order of their declaration; a place in here is what [`Member::Field`](super::Member::Field) names.
    pub fields: Vec<Field>,
    /// What must hold of each: the thing in hand, the condition, and what is said when it does not.
    pub needs: Vec<(VarId, Expr, Wording)>,
}

/// A value that each thing of a kind, or each item of a plan, has.
#[derive(Clone, Debug)]
pub struct Field {
    /// What stands after the dot, and heads the line that fills it.
    pub name: SharedText,
    /// Where it is declared.
    pub span: Span,
    /// One value for each level of this scale.
    pub by: Option<ScaleId>,
    /// What it holds; for a family the type of each of its values.
    pub ty: Type,
    /// The least and the greatest number it may hold, if the declaration says so.
    pub limits: Option<(i64, i64)>,
    /// The value when nothing is said; `None` if it must be said or may be absent.
    pub default: Option<Expr>,
    /// Whether it may be absent.
    pub optional: bool,
    /// What it means, for people.
    pub text: Option<SharedText>,
}

/// An ordered, priced list.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The word by which blanks ask for it.
    pub name: SharedText,
    /// Where it is declared.
    pub span: Span,
    /// How many points it may cost.
    pub budget: Expr,
    /// What a point is called.
    pub unit: SharedText,
    /// The most items it may have.
    pub most: Option<i64>,
    /// What an item is called.
    pub item: SharedText,
    /// Where that is said.
    pub item_span: Span,
    /// An item's qualifiers.
    pub qualifiers: Vec<Field>,
    /// Qualifiers that come first, in this order.
    pub first: Vec<usize>,
    /// The other qualifiers: those that `slots` lists, then those it says nothing of.
    pub rest: Vec<usize>,
    /// Whether the scene orders the others.
    pub as_written: bool,
    /// Where its own lines name qualifiers, in `slots` and `group`: that says what they cost, and reads nothing.
    pub named_at: Vec<Span>,
    /// Costs before all items.
    pub upfront: Vec<Priced>,
    /// Costs of each item after the first, before its own.
    pub further: Vec<Priced>,
    /// In the order of their declaration; a place in here is what [`ItemGroup`](super::ItemGroup) names.
    pub groups: Vec<Group>,
}

impl Plan {
    /// Whether a qualifier only says something of its item: it costs nothing and is not cut.
    pub fn describes(&self, qualifier: usize) -> bool {
        let field = &self.qualifiers[qualifier];
        field.optional || matches!(field.ty, Type::YesNo | Type::Many(_))
    }
}

/// A cost with its label; computed over the slots of the procedure that asks for the plan.
#[derive(Clone, Debug)]
pub struct Priced {
    /// How many points.
    pub cost: crate::syntax::ast::Expr,
    /// What people read beside the cost; empty if nothing is said.
    pub label: SharedText,
}

/// A grouping of items.
#[derive(Clone, Debug)]
pub struct Group {
    /// The word with which such a group begins in a scene.
    pub name: SharedText,
    /// Where it is declared.
    pub span: Span,
    /// What it demands.
    pub need: GroupNeed,
}

/// What a grouping demands of its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupNeed {
    /// Nothing; items in it are exempt from the group around it.
    Nothing,
    /// A qualifier must cost at least so much.
    AtLeast(usize, Minimum),
}

/// A minimum that depends on the place in the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minimum {
    /// The number of items that come after.
    After,
    /// The number of items that come before.
    Before,
    /// The same everywhere in the group.
    Number(i64),
}

/// A bracket of play.
#[derive(Clone, Debug)]
pub struct Period {
    /// The word with which a line begins that puts it to use.
    pub name: SharedText,
    /// Where it is declared.
    pub span: Span,
    /// What is done before and after, as a procedure without roles.
    pub procedure: super::ProcedureId,
    /// How many of its statements come before.
    pub before: usize,
}

/// A pure expression with parameters.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The word by which it is called.
    pub name: SharedText,
    /// Where it is declared.
    pub span: Span,
    /// Names, types and variables.
    pub params: Vec<(SharedText, Type, VarId)>,
    /// What it is.
    pub body: Expr,
}

// What is declared has a name and a place at once; everything else is filled in when it has been read.

impl Scale {
    pub(super) fn named(name: SharedText, span: Span) -> Self {
        Self { name, span, levels: Vec::new(), places: Vec::new(), numbers: None, columns: Vec::new(), ladder: None }
    }

    /// The column that says what a level costs in a plan.
    pub fn price(&self) -> Option<usize> {
        self.columns.iter().position(|column| column.name == "price")
    }

    /// Whether its own lines say that some of its levels are more than others: each answers a band or a number.
    pub fn measures(&self) -> bool {
        self.ladder.is_some() || self.numbers.is_some() || self.columns.iter().any(|column| column.ty == Type::Number)
    }

    /// A level's place by its name, from the lowest.
    pub fn level(&self, name: &str) -> Option<usize> {
        self.levels.iter().position(|l| l == name)
    }
}

impl Table {
    pub(super) fn named(name: SharedText, span: Span) -> Self {
        Self { name, span, params: Vec::new(), rows: Vec::new(), columns: Vec::new(), places: Vec::new() }
    }
}

impl Dice {
    pub(super) fn named(name: SharedText, span: Span) -> Self {
        Self { name, span, params: Vec::new(), body: DiceBody::Expr(Expr::unknown(span)), judged: None }
    }
}

impl Deck {
    pub(super) fn named(name: SharedText, span: Span) -> Self {
        Self { name, span, size: 0, judged: None, fields: Vec::new() }
    }
}

impl Kind {
    pub(super) fn named(name: SharedText, span: Span, single: bool) -> Self {
        Self { name, span, single, fields: Vec::new(), needs: Vec::new() }
    }

    /// A field's place by its name.
    pub fn field(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|f| f.name == name)
    }
}

impl Plan {
    pub(super) fn named(name: SharedText, span: Span) -> Self {
        Self {
            name,
            span,
            budget: Expr::unknown(span),
            unit: SharedText::default(),
            most: None,
            item: SharedText::default(),
            item_span: span,
            qualifiers: Vec::new(),
            first: Vec::new(),
            rest: Vec::new(),
            as_written: false,
            named_at: Vec::new(),
            upfront: Vec::new(),
            further: Vec::new(),
            groups: Vec::new(),
        }
    }
}

impl Rule {
    pub(super) fn named(name: SharedText, span: Span) -> Self {
        Self { name, span, params: Vec::new(), body: Expr::unknown(span) }
    }
}
