//! The names that mean something to a script, as plain data.

use std::fmt;

/// A word that may stand somewhere, and what it means there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Word {
    /// As it is written.
    pub text: String,
    /// For people; may be empty.
    pub meaning: String,
    /// What sort of word it is.
    pub kind: WordKind,
}

/// What sort of word it is, for a sign or a colour beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum WordKind {
    /// A word of the language.
    Keyword,
    /// A value, a type or a function that the language has: `yes`, `random`, `number`, `max`.
    BuiltIn,
    /// What `use` may name.
    Script,
    /// What a system declares: a scale, a procedure, a kind.
    Declaration,
    /// Somebody or something of a scene.
    Thing,
    /// What has been done.
    Done,
    /// A level of a scale.
    Level,
    /// A part of something else: a field, a blank, a step, a result.
    Part,
}

/// What may follow a word.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Takes {
    /// Nothing, or something that has no words: a number, a text.
    Other,
    /// `yes` or `no`.
    YesNo,
    /// A level of the scale of this name.
    Level(String),
    /// A thing of the kind of this name.
    Thing(String),
    /// A block, as the procedure of this name has it.
    Run(String),
    /// A block, as the plan of this name has it.
    Plan(String),
    /// A block, as an item of the plan of this name has it.
    Item(String),
}

/// A part of what a word stands for: a level, a blank, a field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TermPart {
    /// The word that names the part, as an editor offers it.
    pub word: Word,
    /// The scale of which a level has to follow first, where each of its levels has a value.
    pub by: Option<String>,
    /// What may follow it.
    pub takes: Takes,
}

impl TermPart {
    /// A part whose value follows at once.
    pub(super) fn new(word: Word, takes: Takes) -> Self {
        Self { word, by: None, takes }
    }
}

/// What sort of thing a name stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Sort {
    /// A list of levels.
    Scale,
    /// A scale that can be resolved.
    Ladder,
    /// Rows that are looked up by one or two keys.
    Table,
    /// A pool of dice that has a name.
    Dice,
    /// Cards that are drawn from.
    Deck,
    /// A kind of thing.
    Kind,
    /// An ordered list of items that have prices.
    Plan,
    /// What the plan of this name is made of. No script speaks of it but inside such a plan.
    Item(String),
    /// A bracket of play.
    Period,
    /// An expression with parameters, called by its name.
    Rule,
    /// What can be done.
    Procedure,
    /// Somebody or something, of the kind of this name.
    Thing(String),
    /// What has been done, by the procedure of this name.
    Done(String),
}

impl fmt::Display for Sort {
    /// The word that declares it; for somebody, something and what has been done the word with which its line begins.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Scale => "scale",
            Sort::Ladder => "ladder",
            Sort::Table => "table",
            Sort::Dice => "dice",
            Sort::Deck => "deck",
            Sort::Kind => "kind",
            Sort::Plan => "plan",
            Sort::Item(_) => "item",
            Sort::Period => "period",
            Sort::Rule => "rule",
            Sort::Procedure => "procedure",
            Sort::Thing(head) | Sort::Done(head) => head,
        })
    }
}

/// Something that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Term {
    /// The name as it is declared, its words with single spaces.
    pub name: String,
    /// What sort of thing it is.
    pub sort: Sort,
    /// What it means, for people; may be empty.
    pub meaning: String,
    /// What it consists of: levels, blanks, fields, results.
    pub parts: Vec<TermPart>,
}

/// All names that mean something on a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Vocabulary {
    /// In the order of their declaration.
    pub terms: Vec<Term>,
    /// The systems and house rules that `use` may name without quotes.
    pub scripts: Vec<String>,
    /// The folders of packs that `use house pack` may name.
    pub packs: Vec<String>,
}

impl Vocabulary {
    /// What is called so.
    pub fn find(&self, name: &str) -> Option<&Term> {
        self.named().find(|term| term.name == name)
    }

    /// The items of the plan of this name.
    pub fn item_of(&self, plan: &str) -> Option<&Term> {
        self.terms.iter().find(|term| matches!(&term.sort, Sort::Item(of) if of == plan))
    }

    /// Whatever has a name by which a script can speak of it.
    pub fn named(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(|term| !matches!(term.sort, Sort::Item(_)))
    }

    /// The kinds of things.
    pub fn kinds(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(|term| term.sort == Sort::Kind)
    }

    /// Everybody and everything that a scene names, and what there is one of.
    pub fn things(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(|term| matches!(term.sort, Sort::Thing(_)))
    }

    /// What has been done.
    pub fn done(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(|term| matches!(term.sort, Sort::Done(_)))
    }

    /// Whether a word is a name, or one of the words of a name.
    pub fn knows(&self, word: &str) -> bool {
        let among = |name: &str| name == word || name.split(' ').any(|part| part == word);
        self.terms.iter().any(|term| among(&term.name) || term.parts.iter().any(|part| among(&part.word.text)))
    }
}

impl Term {
    /// The word for it.
    pub fn word(&self) -> Word {
        let kind = match self.sort {
            Sort::Thing(_) => WordKind::Thing,
            Sort::Done(_) => WordKind::Done,
            Sort::Scale
            | Sort::Ladder
            | Sort::Table
            | Sort::Dice
            | Sort::Deck
            | Sort::Kind
            | Sort::Plan
            | Sort::Item(_)
            | Sort::Period
            | Sort::Rule
            | Sort::Procedure => WordKind::Declaration,
        };
        Word { text: self.name.clone(), meaning: self.meaning.clone(), kind }
    }

    /// The words for its parts.
    pub fn words(&self) -> Vec<Word> {
        self.parts.iter().map(|part| part.word.clone()).collect()
    }
}
