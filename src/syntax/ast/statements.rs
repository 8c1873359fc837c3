//! The lines of procedures and of scenes.

use super::{Expr, Field, Needs, Phrase, Text, Trivia, TypeRef, Word};
use crate::source::Span;

/// A statement: a line of a procedure or of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// From its first word to its last, the block included.
    pub span: Span,
    /// The verb, with what it is said of.
    pub kind: StatementKind,
    /// The comments around it.
    pub trivia: Trivia,
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
    Decide { target: Expr, ty: Option<TypeRef>, rows: Vec<DecideRow> },
    /// `roll TARGET : DICE`
    Roll { target: Expr, dice: Expr },
    /// `draw TARGET : DECK`
    Draw { target: Expr, deck: Phrase },
    /// `shuffle DECK`
    Shuffle(Phrase),
    /// `resolve TARGET : LADDER with EXPR`
    Resolve { target: Expr, ladder: Option<Phrase>, total: Expr },
    /// `choose TARGET : TYPE by WHO = DEFAULT "question" if CONDITION`
    Choose {
        target: Expr,
        ty: TypeRef,
        by: Option<Phrase>,
        default: Option<Expr>,
        text: Option<Text>,
        condition: Option<Expr>,
    },
    /// `run BLANK through STEP with NAME = EXPR, …`, or a run that the line makes itself.
    Run { target: Expr, made: Made, through: Option<Phrase>, with: Vec<(Phrase, Expr)> },
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
    /// `turns { NAME by KEY then KEY { … } … }`
    Turns(Vec<Turn>),
    /// `choose NAME "question" by WHO { OPTION { … } … }`
    ChooseOption { name: Option<Phrase>, question: Text, by: Option<Phrase>, options: Vec<ChoiceOption> },
    /// `mode METHOD`
    Mode(Word),
    /// `modifier NAME VALUE "reason" known to WHOM`; `known` is `None` when all know it.
    Modifier { name: Phrase, value: Expr, text: Option<Text>, known: Option<Vec<Phrase>> },
    /// `cast NAMES : KIND`
    Cast { names: Vec<Phrase>, kind: Phrase },

    /// `tally NAME : TYPE = EXPR "text"`, or without a type `flag NAME = EXPR "text"`
    Tally { name: Phrase, ty: Option<TypeRef>, first: Expr, text: Option<Text> },
    /// `roll NAME "text" : DICE { … }`, `resolve NAME "text" : LADDER with EXPR { … }` outside of a procedure
    Chance { name: Phrase, text: Option<Text>, kind: ChanceKind, body: Option<Vec<Statement>> },

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
    Concealed { concealment: Concealment, line: Box<Statement> },
}

/// What is met by chance where nobody acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChanceKind {
    /// Dice are rolled.
    Roll(Expr),
    /// A ladder is resolved with a total; it is the ladder of that name if none is named.
    Resolve { ladder: Option<Phrase>, total: Expr },
}

/// `: PROCEDURE by ROLE versus ROLE`: what a line of `run` says of a run that it makes itself. Where nothing stands there, it runs
/// a blank, or the procedure of that name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The procedure, behind the name of the run.
    pub of: Option<Phrase>,
    /// The role of whoever acts.
    pub by: Option<Phrase>,
    /// The role of whoever it is done to.
    pub versus: Option<Phrase>,
}

/// From whom a line is secret: the word before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Concealment {
    /// `secret`: from the players.
    Secret,
    /// `hidden`: from everybody at the table.
    Hidden,
}

impl Concealment {
    /// The word as it is written.
    pub fn word(self) -> &'static str {
        if self == Concealment::Secret { "secret" } else { "hidden" }
    }
}

/// A labelled source of a sum. The label may use joining words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumRow {
    /// What the source is called.
    pub label: Phrase,
    /// What it adds to the sum.
    pub value: Expr,
    /// The whole row, without comments.
    pub span: Span,
    /// The comments around it.
    pub trivia: Trivia,
}

/// `VALUE | CONDITION`: the first row whose condition holds decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecideRow {
    /// What it decides for.
    pub value: Expr,
    /// The condition of the row; the name `otherwise` always holds.
    pub condition: Expr,
    /// The comments around it.
    pub trivia: Trivia,
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
    /// Who acts, as `by WHO` says.
    pub by: Option<Phrase>,
    /// Against whom, as `versus WHOM` says.
    pub versus: Option<Phrase>,
    /// The lines between its braces; `None` when it has none.
    pub body: Option<Vec<Statement>>,
}

/// What follows the words of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineValue {
    /// Nothing: the value, if any, is among the words.
    None,
    /// An expression that stands apart: `value 2b`, `aid if …`.
    After(Expr),
    /// An expression whose leftmost operand is [`ExprKind::Name`](super::ExprKind::Name) of all the words: `skill ada.rope`, `bonus + 1`.
    Through(Expr),
    /// Several numbers: `dice shows 3, 4`.
    Faces(Vec<(i64, Span)>),
}

/// `NAME by KEY then KEY { … }`: somebody's turn, and the numbers that say when it comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it is.
    pub who: Phrase,
    /// The higher number goes first; each of them decides where those before it are equal.
    pub keys: Vec<Expr>,
    /// The lines that are run then.
    pub body: Vec<Statement>,
    /// The comments around it.
    pub trivia: Trivia,
}

/// `NAME "text" { … }`; a last word `default` marks the option taken when nobody chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    /// What is written to choose it.
    pub name: Phrase,
    /// What it means, for people.
    pub text: Option<Text>,
    /// The lines that are run when it is chosen.
    pub body: Vec<Statement>,
    /// The comments around it.
    pub trivia: Trivia,
}
