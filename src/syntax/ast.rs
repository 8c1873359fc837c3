//! What was written, with spans. Names are still runs of words; nothing is resolved.

#![expect(missing_docs, reason = "the fields of a variant are explained by its line of syntax")]

mod changes;

pub use changes::{Beside, LineChange, LineChangeKind, MoreRows};

use crate::source::Span;

/// One word of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A run of words; the checker splits it by the names that are declared. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The words in order.
    pub words: Vec<Word>,
}

impl Phrase {
    /// The words joined by single spaces.
    pub fn text(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|w| w.text.as_str()).collect();
        words.join(" ")
    }

    /// From the first word to the last.
    pub fn span(&self) -> Span {
        match (self.words.first(), self.words.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::default(),
        }
    }
}

/// A quoted text, without quotes and escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// Where, quotes included.
    pub span: Span,
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its items in order.
    pub items: Vec<Item>,
}

/// One item of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The whole item.
    pub span: Span,
    /// What it is.
    pub kind: ItemKind,
}

/// What an item is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// `system NAME "title"`
    System { name: Phrase, title: Option<Text> },
    /// `house NAME extends SYSTEM "title"`
    House { name: HouseName, extends: Phrase, title: Option<Text> },
    /// `use NAME`, `use "file.asz"`, `use house "name"`
    Use { house: bool, what: HouseName },
    /// `modifiers bonus b, penalty p` or (`None`) `modifiers signed`
    Modifiers(Option<(Word, Word)>),
    /// A declaration of a system.
    Declaration(Declaration),
    /// `replace` and a declaration.
    Replace(Declaration),
    /// `replace step PROCEDURE.STEP "title" { … }`
    ReplaceStep { procedure: Phrase, step: Phrase, title: Option<Text>, body: Vec<Statement> },
    /// `extend` and a kind, a plan or a period, with what is added to it.
    Extend(Declaration),
    /// `extend scale NAME { … }`, and the same of a ladder or a table.
    ExtendRows(MoreRows),
    /// A change at one line of a procedure.
    ChangeLine(LineChange),
    /// `expect … { … }`
    Expect(Expect),
    /// A line of the scene.
    Statement(Statement),
}

impl ItemKind {
    /// Whether it declares something, or changes what is declared.
    pub fn declares(&self) -> bool {
        match self {
            ItemKind::Declaration(_)
            | ItemKind::Replace(_)
            | ItemKind::ReplaceStep { .. }
            | ItemKind::Extend(_)
            | ItemKind::ExtendRows(_)
            | ItemKind::ChangeLine(_) => true,
            ItemKind::System { .. }
            | ItemKind::House { .. }
            | ItemKind::Use { .. }
            | ItemKind::Modifiers(_)
            | ItemKind::Expect(_)
            | ItemKind::Statement(_) => false,
        }
    }
}

/// A file's or an overlay's name: quoted or bare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HouseName {
    /// `"ten-sided"`
    Quoted(Text),
    /// `ten sided`
    Bare(Phrase),
}

/// A declaration of a system file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The declared name.
    pub name: Phrase,
    /// The whole declaration.
    pub span: Span,
    /// What it declares.
    pub kind: DeclarationKind,
}

/// What is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a file holds few declarations")]
pub enum DeclarationKind {
    /// Ordered levels, perhaps with columns.
    Scale { highest_first: bool, grid: Grid },
    /// A scale that can be resolved; `rolls` is usually the name of dice.
    Ladder { rolls: Expr, highest_first: bool, grid: Grid },
    /// A look-up by one or two keys.
    Table { params: Vec<Param>, grid: Grid },
    /// Named dice.
    Dice { params: Vec<Param>, body: DiceBody },
    /// Cards.
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

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// From the first cell to the last.
    pub span: Span,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Where.
    pub span: Span,
    /// What stands there.
    pub kind: CellKind,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// `-`: cannot.
    Dash,
    /// `a..b`, `..b`, `a..`
    Band(Option<Expr>, Option<Expr>),
    /// A value; `text` is what follows it in quotes.
    Value(Expr, Option<Text>),
}

/// A parameter; without a type it is a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: Phrase,
    /// Its type.
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
    /// Its name.
    pub name: Phrase,
    /// Parameters asked with it.
    pub params: Vec<Param>,
    /// Its formula.
    pub body: Expr,
}

/// A field of a kind or of a plan's item. Several names share one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The names.
    pub names: Vec<Phrase>,
    /// One value for each level of this scale.
    pub by: Option<Phrase>,
    /// The type.
    pub ty: TypeRef,
    /// For a blank that asks for a procedure: the role that acts in it unless the scene says otherwise.
    pub role: Option<Phrase>,
    /// The value when nothing is said.
    pub default: Option<Expr>,
    /// What it means, for people.
    pub text: Option<Text>,
    /// The whole line.
    pub span: Span,
}

/// `needs CONDITION else "why"`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// What must hold.
    pub condition: Expr,
    /// What is said when it does not.
    pub why: Text,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeRef {
    /// `many`
    pub many: bool,
    /// `optional`
    pub optional: bool,
    /// The type itself.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// The type itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `yes/no`
    YesNo,
    /// `a..b`: a number within limits.
    Limits(Box<Expr>, Box<Expr>),
    /// `number`, `text`, `die`, or the name of a scale, kind, plan or procedure.
    Name(Phrase),
}

/// A plan's declaration.
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
}

/// `expect MODE choosing NAME = OPTION "text" { … }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    /// How it is answered; `None` for pure claims.
    pub mode: Option<ExpectMode>,
    /// Choices made beforehand.
    pub choosing: Vec<(Expr, String)>,
    /// What it is about: an ID, a sentence.
    pub text: Option<Text>,
    /// Scene lines of its own and claims, in order.
    pub lines: Vec<ExpectLine>,
}

/// How an expectation is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectMode {
    /// `automatic`
    Automatic,
    /// `deliberate`
    Deliberate,
    /// `random SEED`
    Random(Option<i64>),
    /// `dice 5, 4, 1`
    Dice(Vec<(i64, Span)>),
    /// `odds given CONDITION`
    Odds(Option<Expr>),
    /// `refused "words"`: the lines must be refused with these words; without them, with the text of the expectation.
    Refused(Option<Text>),
}

/// A line between the braces of an expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a file holds few expectations")]
pub enum ExpectLine {
    /// Part of the scene the expectation brings along.
    Statement(Statement),
    /// What must hold.
    Claim(Expr),
}

/// A statement: a line of a procedure or of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The whole statement.
    pub span: Span,
    /// What it does.
    pub kind: StatementKind,
}

/// What a statement does. The first group stands in procedures, the second in scenes, the third in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `ask NAMES : TYPE = DEFAULT "text"`
    Ask { secret: bool, field: Field },
    /// `let TARGET by SCALE : TYPE = EXPR`
    Let { target: Expr, by: Option<Phrase>, ty: Option<TypeRef>, value: Expr },
    /// `sum TARGET { label | EXPR … }`
    Sum { target: Expr, rows: Vec<SumRow> },
    /// `decide TARGET : TYPE { VALUE | CONDITION … }`
    Decide { target: Expr, ty: Option<TypeRef>, rows: Vec<(Expr, Expr)> },
    /// `roll TARGET : DICE`
    Roll { target: Expr, dice: Expr },
    /// `draw TARGET : DECK`
    Draw { target: Expr, deck: Phrase },
    /// `shuffle DECK`
    Shuffle(Phrase),
    /// `resolve TARGET : LADDER with EXPR`
    Resolve { target: Expr, ladder: Option<Phrase>, total: Expr },
    /// `choose TARGET : TYPE by WHO = DEFAULT "question"`
    Choose { target: Expr, ty: TypeRef, by: Option<Phrase>, default: Option<Expr>, text: Option<Text> },
    /// `run BLANK through STEP with NAME = EXPR, …`
    Run { target: Expr, through: Option<Phrase>, with: Vec<(Phrase, Expr)> },
    /// `cut PLAN to EXPR`
    Cut { target: Expr, to: Expr },
    /// `pay EXPR from PLACE "why not"`
    Pay { amount: Expr, from: Expr, why: Option<Text> },
    /// `stop "why" if CONDITION`
    Stop { why: Text, condition: Option<Expr> },
    /// `needs CONDITION else "why"`
    Needs(Needs),
    /// `for each VAR in LIST { … }`
    ForEach { variable: Word, list: Expr, body: Vec<Statement> },
    /// `step NAME "title" { … }`
    Step { name: Phrase, title: Option<Text>, body: Vec<Statement> },

    /// `word values "text" by X versus Y { … }`
    Line(Line),
    /// `repeat PERIOD up to N until CONDITION { … }`
    Repeat { period: Option<Phrase>, most: Expr, until: Option<Expr>, body: Vec<Statement> },
    /// `choose NAME "question" by WHO { OPTION { … } … }`
    ChooseOption { name: Option<Phrase>, question: Text, by: Option<Phrase>, options: Vec<ChoiceOption> },
    /// `mode METHOD`
    Mode(Word),
    /// `modifier NAME VALUE "reason" known to WHOM`; `known` is `None` when all know it.
    Modifier { name: Phrase, value: Expr, text: Option<Text>, known: Option<Vec<Phrase>> },
    /// `cast NAMES : KIND`
    Cast { names: Vec<Phrase>, kind: Phrase },

    /// `set PLACE = EXPR`
    Set { place: Expr, value: Expr },
    /// `add EXPR to PLACE`
    Add { amount: Expr, place: Expr },
    /// `if … { } else if … { } else { }`
    If { branches: Vec<(Expr, Vec<Statement>)>, otherwise: Option<Vec<Statement>> },
    /// `note "text" if CONDITION`
    Note { text: Text, condition: Option<Expr> },
    /// `signal NAME(ARGUMENTS) if CONDITION`
    Signal { what: Expr, condition: Option<Expr> },
    /// `reveal MODIFIER to WHOM`
    Reveal { what: Phrase, to: Vec<Phrase> },
    /// `secret LINE`, `hidden LINE`
    Kept { kept: Kept, line: Box<Statement> },
}

/// From whom a line is kept: the word before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kept {
    /// `secret`: from the players.
    Secret,
    /// `hidden`: from everybody at the table.
    Hidden,
}

impl Kept {
    /// The word as it is written.
    pub fn word(self) -> &'static str {
        if self == Kept::Secret { "secret" } else { "hidden" }
    }
}

/// A labelled source of a sum. The label may use joining words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumRow {
    /// What the source is called.
    pub label: Phrase,
    /// Its value.
    pub value: Expr,
    /// The whole row.
    pub span: Span,
}

/// A line of a scene, still unsplit: `weather very bad "a gale" by ada { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The words it begins with: a head, and perhaps the beginning of its value.
    pub words: Phrase,
    /// What follows the words.
    pub value: LineValue,
    /// The reason or title.
    pub text: Option<Text>,
    /// `by WHO`
    pub by: Option<Phrase>,
    /// `versus WHOM`
    pub versus: Option<Phrase>,
    /// `{ … }`
    pub body: Option<Vec<Statement>>,
}

/// What follows the words of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineValue {
    /// Nothing: the value, if any, is among the words.
    None,
    /// An expression that stands apart: `value 2b`, `aid if …`.
    After(Expr),
    /// An expression whose leftmost operand is [`ExprKind::Name`] of all the words: `skill ada.rope`, `bonus + 1`.
    Through(Expr),
}

/// `NAME "text" { … }`; a last word `default` marks the option taken when nobody chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    /// Its name.
    pub name: Phrase,
    /// What it means.
    pub text: Option<Text>,
    /// What happens.
    pub body: Vec<Statement>,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `3`, `2b`, `3p`
    Number { value: i64, unit: Option<String> },
    /// `d8`
    Die(i64),
    /// `2d6`, `(1 - m)d6`, `1d(a)`
    Dice { count: Box<Expr>, sides: Box<Expr> },
    /// `highest 3d6`, `lowest 2 of 4d6 "P#"`: keep so many (1 when unsaid); the notation's `#` is the number of dice.
    Keep { highest: bool, count: Option<i64>, dice: Box<Expr>, notation: Option<Text> },
    /// `"text"`
    Text(Text),
    /// A name, or several that the checker must part.
    Name(Phrase),
    /// `?`: ask the person at the table.
    Question,
    /// `a.b`; the member may begin with a joining word.
    Member(Box<Expr>, Phrase),
    /// `f(a, b)`
    Call(Box<Expr>, Vec<Argument>),
    /// `not a`, `-a`, `+a`
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `if a then b else if c then d else e`
    If(Vec<(Expr, Expr)>, Box<Expr>),
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A value.
    Value(Expr),
    /// `x in list : expr`
    Each { variable: Word, list: Expr, body: Expr },
}

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Not,
    Minus,
    Plus,
}

/// An infix operator, from loosest to tightest: `or`; `and`; comparisons (`is`, `is not`, `<`, …, `=`, `knows`);
/// `+ -`; `* div mod /`; `up down towards` (left to right). `not` binds tighter than `and` and looser than comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Or,
    And,
    Is,
    IsNot,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// `=`, in claims about odds.
    Equals,
    /// `ada knows secret`
    Knows,
    Add,
    Subtract,
    Multiply,
    DivideDown,
    DivideUp,
    Modulo,
    /// `/`, in exact fractions only.
    Fraction,
    Up,
    Down,
    Towards,
}
