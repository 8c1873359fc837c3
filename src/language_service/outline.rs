//! The names in a script, with their places, as written: a text with errors has an outline too.

use super::vocabulary::{Sort, Vocabulary};
use crate::model::{SceneFiles, SystemFiles};
use crate::source::Span;
use crate::syntax::ast::{
    self, Declaration, DeclarationKind, File, Item, ItemKind, Line, Phrase, Statement, StatementKind, Word,
};

/// Something that a script gives a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Symbol {
    /// The name as the script writes it.
    pub name: String,
    /// What the name is given to.
    pub kind: SymbolKind,
    /// Where the name stands.
    pub span: Span,
    /// The whole item or line that names it.
    pub whole: Span,
}

/// What a script gives a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SymbolKind {
    /// What a system declares, somebody or something, or what is done.
    Sort(Sort),
    /// A modifier with a name.
    Modifier,
    /// What a scene has of its own: a tally, a flag, a roll or a level.
    Own,
    /// A part that has to be cast, of the kind of this name.
    Role(String),
    /// A choice between options.
    Choice,
    /// A level of a scale.
    Level,
    /// A column of a scale or a table.
    Column,
    /// A field of a kind, of the items of a plan, or of cards.
    Field,
    /// A grouping of a plan.
    Group,
    /// A step of a procedure.
    Step,
    /// A role, a blank or a computed value of a procedure.
    Value,
    /// A parameter, or the variable of a loop.
    Variable,
    /// A function of a house rule.
    Function,
    /// An item of a plan, as a scene lays it out.
    Item,
}

impl SymbolKind {
    /// What it is, in a word or two.
    pub fn in_words(&self) -> String {
        match self {
            SymbolKind::Sort(sort) => return sort.to_string(),
            SymbolKind::Role(kind) => return format!("role for a {kind}"),
            SymbolKind::Modifier => "modifier",
            SymbolKind::Own => "value of the scene",
            SymbolKind::Choice => "choice",
            SymbolKind::Level => "level",
            SymbolKind::Column => "column",
            SymbolKind::Field => "field",
            SymbolKind::Group => "group",
            SymbolKind::Step => "step",
            SymbolKind::Value => "value",
            SymbolKind::Variable => "variable",
            SymbolKind::Function => "function",
            SymbolKind::Item => "item",
        }
        .to_owned()
    }
}

/// An `expect` of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Expected {
    /// Its text; empty if it has none.
    pub title: String,
    /// All of it.
    pub span: Span,
}

/// A `use` of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Used {
    /// What it names.
    pub(super) name: String,
    /// Whether that is the folder of a pack.
    pub(super) is_pack: bool,
    /// All of it.
    pub(super) span: Span,
}

/// Everything named in these files, in the order of their texts.
pub(super) fn symbols(files: &(SystemFiles, SceneFiles), known: &Vocabulary) -> Vec<Symbol> {
    let mut outline = Outline { known, found: Vec::new() };
    items(files).for_each(|item| outline.item(item));
    outline.found.sort_by_key(|symbol| symbol.span);
    outline.found
}

/// Every `expect` in these files.
pub(super) fn expected(files: &(SystemFiles, SceneFiles)) -> Vec<Expected> {
    let expected = items(files).filter_map(|item| {
        let ItemKind::Expect(expect) = &item.kind else { return None };
        let title = expect.text.as_ref().map(|text| text.text.to_string()).unwrap_or_default();
        Some(Expected { title, span: item.span })
    });
    expected.collect()
}

/// Every `use` in these files.
pub(super) fn used(files: &(SystemFiles, SceneFiles)) -> Vec<Used> {
    let used = items(files).filter_map(|item| {
        let ItemKind::Use { used, what } = &item.kind else { return None };
        Some(Used { name: what.text().to_string(), is_pack: *used == ast::Used::Pack, span: item.span })
    });
    used.collect()
}

fn items((system, scene): &(SystemFiles, SceneFiles)) -> impl Iterator<Item = &Item> {
    let files = system.system.iter().chain(&system.houses).chain(&scene.scenes);
    files.flat_map(|file| {
        let File { items, .. } = file.as_ref();
        items
    })
}

struct Outline<'k> {
    known: &'k Vocabulary,
    found: Vec<Symbol>,
}

impl Outline<'_> {
    fn add(&mut self, name: &[Word], kind: SymbolKind, whole: Span) {
        let name = Phrase { words: name.to_vec() };
        if !name.words.is_empty() {
            self.found.push(Symbol { name: name.text().into(), kind, span: name.span(), whole });
        }
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Declaration(declaration) | ItemKind::Replace(declaration) => self.declaration(declaration),
            ItemKind::Statement(statement) => self.statement(statement),
            ItemKind::System { .. }
            | ItemKind::House { .. }
            | ItemKind::Use { .. }
            | ItemKind::Modifiers(_)
            | ItemKind::ReplaceStep { .. }
            | ItemKind::ReplaceField(_)
            | ItemKind::Extend(_)
            | ItemKind::ExtendRows(_)
            | ItemKind::ChangeLine(_)
            | ItemKind::Expect(_) => {}
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let sort = match &declaration.kind {
            DeclarationKind::Scale { .. } => Sort::Scale,
            DeclarationKind::Ladder { .. } => Sort::Ladder,
            DeclarationKind::Table { .. } => Sort::Table,
            DeclarationKind::Dice { .. } => Sort::Dice,
            DeclarationKind::Deck(_) => Sort::Deck,
            DeclarationKind::Kind { .. } => Sort::Kind,
            DeclarationKind::Plan(_) => Sort::Plan,
            DeclarationKind::Period { .. } => Sort::Period,
            DeclarationKind::Rule { .. } => Sort::Rule,
            DeclarationKind::Procedure { .. } => Sort::Procedure,
        };
        self.add(&declaration.name.words, SymbolKind::Sort(sort), declaration.span);
    }

    /// A line of a scene, with those in its blocks. What stands in the block of something that is done belongs to that.
    fn statement(&mut self, statement: &Statement) {
        let whole = statement.span;
        match &statement.kind {
            StatementKind::Line(line) => self.line(line, whole),
            StatementKind::Modifier { name, .. } => self.add(&name.words, SymbolKind::Modifier, whole),
            StatementKind::Tally { name, .. } | StatementKind::Chance { name, .. } => {
                self.add(&name.words, SymbolKind::Own, whole);
            }
            StatementKind::Cast { names, kind } => {
                for name in names {
                    self.add(&name.words, SymbolKind::Role(kind.text().into()), whole);
                }
            }
            StatementKind::ChooseOption { name, options, .. } => {
                if let Some(name) = name {
                    self.add(&name.words, SymbolKind::Choice, whole);
                }
                self.statements(options.iter().flat_map(|option| &option.body));
            }
            StatementKind::Repeat { body, .. } => self.statements(body),
            StatementKind::Turns(turns) => self.statements(turns.iter().flat_map(|turn| &turn.body)),
            StatementKind::If { branches, otherwise } => {
                self.statements(branches.iter().map(|(_, body)| body).chain(otherwise).flatten());
            }
            StatementKind::Concealed { line, .. } => self.statement(line),
            // What procedures name is spoken of by way of them, and the rest names nothing.
            StatementKind::Ask { .. }
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
            | StatementKind::Needs(_)
            | StatementKind::ForEach { .. }
            | StatementKind::Step { .. }
            | StatementKind::Mode(_)
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Note { .. }
            | StatementKind::Signal { .. }
            | StatementKind::Reveal { .. } => {}
        }
    }

    fn statements<'s>(&mut self, statements: impl IntoIterator<Item = &'s Statement>) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn line(&mut self, line: &Line, whole: Span) {
        let Some(head) = self.known.head_of(&line.words.text()) else { return };
        let kind = match head.sort {
            Sort::Kind => Sort::Thing(head.name.clone()),
            Sort::Procedure => Sort::Done(head.name.clone()),
            // Nothing is made by lines that begin so.
            Sort::Scale
            | Sort::Ladder
            | Sort::Table
            | Sort::Dice
            | Sort::Deck
            | Sort::Plan
            | Sort::Item(_)
            | Sort::Period
            | Sort::Rule
            | Sort::Thing(_)
            | Sort::Done(_) => return,
        };
        let name = line.words.words.get(head.name.split(' ').count()..).unwrap_or_default();
        self.add(name, SymbolKind::Sort(kind), whole);
    }
}
