//! What was written, with spans. Names are still sequences of words; nothing is resolved.

#![expect(missing_docs, reason = "the fields of a variant are explained by its line of syntax")]

mod changes;
mod declarations;
mod expectations;
mod expressions;
mod questions;
mod statements;
mod trivia;

pub use changes::{Beside, FieldChange, LineChange, LineChangeKind, MoreRows};
pub use declarations::{
    Cell, CellKind, Deck, DeckField, Declaration, DeclarationKind, DiceBody, Field, Grid, Needs, Param, Plan, PlanLine,
    Role, Row, TypeKind, TypeRef,
};
pub use expectations::{Claim, Expect, ExpectLine, ExpectMode};
pub use expressions::{BinaryOp, CallArgument, Expr, ExprKind, UnaryOp};
pub use questions::{OddsWord, Question};
pub use statements::{
    ChanceKind, ChoiceOption, Concealment, DecideRow, Line, LineValue, Made, Statement, StatementKind, SumRow, Turn,
};
pub use trivia::{Comment, CommentPlace, Trivia};

use crate::shared_text::SharedText;
use crate::source::Span;

/// One word of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word as it is written; nothing is folded or shortened.
    pub text: SharedText,
    /// The place of the word alone, also where several make a name.
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
    pub fn text(&self) -> SharedText {
        match self.words.as_slice() {
            [only] => only.text.clone(),
            several => several.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ").into(),
        }
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
    /// What it says around its holes, with every escape replaced.
    pub text: SharedText,
    /// Its holes in order: `"{actor} pays {missing}"`.
    pub holes: Vec<Hole>,
    /// Where it stands, the quotes included.
    pub span: Span,
}

/// A place in a text that a value fills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The byte of [`Text::text`] before which the value stands.
    pub at: usize,
    /// What fills it.
    pub value: Expr,
}

/// Everything that stands in one file, or in one entry of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its items in order.
    pub items: Vec<Item>,
    /// The comments of a file that has no items.
    pub trivia: Trivia,
    /// Whether it is a sheet: its lines say who and what there is, and nothing happens in them.
    pub is_sheet: bool,
}

/// One item of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// From its first word to its last, without comments.
    pub span: Span,
    /// A statement of the scene, or what it declares or changes.
    pub kind: ItemKind,
    /// The comments around it.
    pub trivia: Trivia,
}

/// The kinds of items; all may stand in any file, and the checker says which belong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// `system NAME "title"`
    System { name: Phrase, title: Option<Text> },
    /// `house NAME extends SYSTEM "title"`
    House { name: HouseName, extends: Phrase, title: Option<Text> },
    /// `use NAME`, `use "file.asz"`, `use house "name"`, `use house pack "folder"`, `use sheet "ada.json"`
    Use { used: Used, what: HouseName },
    /// `modifiers bonus b, penalty p` or (`None`) `modifiers signed`
    Modifiers(Option<(Word, Word)>),
    /// A declaration of a system.
    Declaration(Declaration),
    /// `replace` and a declaration.
    Replace(Declaration),
    /// `replace step PROCEDURE.STEP "title" { … }`
    ReplaceStep { procedure: Phrase, step: Phrase, title: Option<Text>, body: Vec<Statement> },
    /// `replace field KIND.FIELD { … }`
    ReplaceField(FieldChange),
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
            | ItemKind::ReplaceField(_)
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

/// What a `use` says it brings in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Used {
    /// A system, or the file of a scene.
    Script,
    /// `house`
    House,
    /// `house pack`: a folder with several house rules.
    Pack,
    /// `sheet`: a file in JSON.
    Sheet,
}

/// A file's or an overlay's name: quoted or bare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HouseName {
    /// `"ten-sided"`
    Quoted(Text),
    /// `ten sided`
    Bare(Phrase),
}

impl HouseName {
    /// The name, with or without quotes.
    pub fn text(&self) -> SharedText {
        match self {
            HouseName::Quoted(text) => text.text.clone(),
            HouseName::Bare(phrase) => phrase.text(),
        }
    }
}
