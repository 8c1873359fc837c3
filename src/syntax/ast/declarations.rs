//! What a system declares.

use super::{Expr, Phrase, Statement, Text, Trivia, Word};
use crate::source::Span;

/// A declaration of a system file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// What scenes and other declarations call it.
    pub name: Phrase,
    /// From its first word to its closing brace.
    pub span: Span,
    /// The kind of declaration, with its body.
    pub kind: DeclarationKind,
}

/// The kinds of declarations.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a file holds few declarations")]
pub enum DeclarationKind {
    /// Ordered levels, perhaps with columns.
    Scale { highest_first: bool, grid: Grid },
    /// A scale that can be resolved; `rolls` is usually the name of dice.
    Ladder { rolls: Expr, highest_first: bool, grid: Grid },
    /// A look-up by one or two keys.
    Table { params: Vec<Param>, grid: Grid },
    /// A pool of dice with a name, perhaps with parameters.
    Dice { params: Vec<Param>, body: DiceBody },
    /// Cards, and where their data is from.
    Deck(Deck),
    /// A kind of thing; `single` for `one`.
    Kind { single: bool, fields: Vec<Field>, needs: Vec<Needs> },
    /// An ordered, priced list.
    Plan(Plan),
    /// A bracket of play.
    Period { before: Vec<Statement>, after: Vec<Statement> },
    /// A pure expression with parameters.
    Rule { params: Vec<Param>, body: Expr },
    /// A numbered procedure. A role without `kind` is of the kind of its own name.
    Procedure { by: Option<Role>, versus: Option<Role>, body: Vec<Statement> },
}

/// `NAME : KIND`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// What the procedure calls it.
    pub name: Phrase,
    /// Its kind, when it differs from the name.
    pub kind: Option<Phrase>,
}

/// Rows of cells between braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// All rows, the header included.
    pub rows: Vec<Row>,
    /// The braces and all between.
    pub span: Span,
}

/// One row: a line of cells between bars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What stands between its bars.
    pub cells: Vec<Cell>,
    /// From the first cell to the last.
    pub span: Span,
    /// The comments around it.
    pub trivia: Trivia,
}

/// One cell of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The cell without the blanks around it.
    pub span: Span,
    /// A value, a band of values, or nothing that can be had.
    pub kind: CellKind,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// `-`: what stands for it cannot be had.
    Dash,
    /// `a..b`, `..b`, `a..`
    Band(Option<Expr>, Option<Expr>),
    /// A value; `text` is what follows it in quotes.
    Value(Expr, Option<Text>),
}

/// A parameter; without a type it is a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// What the body calls it.
    pub name: Phrase,
    /// What may be given for it; without a type, a number.
    pub ty: Option<TypeRef>,
}

/// The body of a dice declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceBody {
    /// An expression, with the faces judgement sees.
    Expr { expr: Expr, judged: Vec<(i64, Span)> },
    /// Open-ended dice: the header's first cell is rolled, each row says what its faces come to.
    Rows(Grid),
}

/// `deck NAME, from "file", 120 cards c, judged 17 { field = … }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// A data file, one card a row, a header of field names.
    pub file: Option<Text>,
    /// The number of cards and the name of a card's number (from 0) in the fields' formulas.
    pub cards: Option<(i64, Word)>,
    /// The card judgement sees, by its number.
    pub judged: Option<(i64, Span)>,
    /// Fields computed from the card's number.
    pub fields: Vec<DeckField>,
}

/// A field of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckField {
    /// What a formula or a scene calls it.
    pub name: Phrase,
    /// Parameters asked with it.
    pub params: Vec<Param>,
    /// Computes it from the number of the card and the parameters.
    pub body: Expr,
    /// The comments around it.
    pub trivia: Trivia,
}

/// A field of a kind or of a plan's item. Several names share one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// One or more names of fields that share all the rest.
    pub names: Vec<Phrase>,
    /// One value for each level of this scale.
    pub by: Option<Phrase>,
    /// What a value of it may be.
    pub ty: TypeRef,
    /// For a blank that asks for a procedure: the role that acts in it unless the scene says otherwise.
    pub role: Option<Phrase>,
    /// The value when nothing is said.
    pub default: Option<Expr>,
    /// What it means, for people.
    pub text: Option<Text>,
    /// The whole line, without comments.
    pub span: Span,
    /// The comments around it.
    pub trivia: Trivia,
}

/// `needs CONDITION else "why"`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The condition that stops the line when it is false.
    pub condition: Expr,
    /// What is said when it does not.
    pub why: Text,
    /// The whole line, without comments.
    pub span: Span,
    /// The comments around it.
    pub trivia: Trivia,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeRef {
    /// Whether `many` stands before it: a list of such values.
    pub many: bool,
    /// Whether `optional` stands before it: a line may leave it out.
    pub optional: bool,
    /// What one value may be.
    pub kind: TypeKind,
    /// With `many` and `optional`.
    pub span: Span,
}

/// What one value of a type may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `yes/no`
    YesNo,
    /// `a..b`: a number within limits.
    Limits(Box<Expr>, Box<Expr>),
    /// `number`, `text`, `die`, or the name of a scale, kind, plan or procedure.
    Name(Phrase),
}

/// What a plan declares: what its items cost, and in which order they are paid for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// `budget EXPR "unit"`
    pub budget: Option<(Expr, Option<Text>)>,
    /// `most EXPR`
    pub most: Option<Expr>,
    /// `item NAME { fields }`
    pub item: Option<(Phrase, Vec<Field>)>,
    /// `slots FIRST then REST` — the fixed beginning, if there is one.
    pub slots_first: Vec<Phrase>,
    /// The rest; a last name `as written` leaves their order to the scene.
    pub slots: Vec<Phrase>,
    /// `upfront EXPR "label"`
    pub upfront: Vec<(Expr, Option<Text>)>,
    /// `further EXPR "label"`: what each item after the first costs before its own slots.
    pub further: Vec<(Expr, Option<Text>)>,
    /// `group NAME : MINIMUM`, the minimum `nothing` or a comparison with `after` or `before`.
    pub groups: Vec<(Phrase, Expr)>,
    /// Where each of its lines stands, in the order they are written.
    pub lines: Vec<PlanLine>,
}

/// The place of a line of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanLine {
    /// The whole line, without comments.
    pub span: Span,
    /// The comments around it.
    pub trivia: Trivia,
}
