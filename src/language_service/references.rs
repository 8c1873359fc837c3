//! Where the names of a scene are defined, and where they are used, told by what was written: who and what there is, what has
//! been done, modifiers, roles, choices, and the words with which lines begin. Names inside of procedures, levels and fields
//! are not followed.

use super::outline::{Symbol, SymbolKind};
use super::vocabulary::{Sort, Takes, Term, Vocabulary};
use crate::model::SceneFiles;
use crate::source::Span;
use crate::syntax::ast::{
    CallArgument, Expect, ExpectLine, ExpectMode, Expr, ExprKind, ItemKind, Line, LineValue, Phrase, Statement,
    StatementKind, Word,
};

/// A name with the places that speak of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub kind: SymbolKind,
    /// Where it is given.
    pub span: Span,
    /// Where it is spoken of, in the order of the texts.
    pub uses: Vec<Span>,
}

impl Definition {
    /// Whether it or one of its uses stands at this place.
    pub(super) fn stands_at(&self, place: Span) -> bool {
        std::iter::once(&self.span).chain(&self.uses).any(|span| span.contains(place))
    }
}

/// The definitions behind these symbols, with their uses in the files of a scene.
pub(super) fn definitions(scene: &SceneFiles, known: &Vocabulary, symbols: &[Symbol]) -> Vec<Definition> {
    let define = |Symbol { name, kind, span, .. }: &Symbol| Definition {
        name: name.clone(),
        kind: kind.clone(),
        span: *span,
        uses: Vec::new(),
    };
    let mut walk = Walk { known, definitions: symbols.iter().map(define).collect() };
    for item in scene.scenes.iter().flat_map(|file| &file.items) {
        match &item.kind {
            ItemKind::Statement(statement) => walk.statement(statement, None),
            ItemKind::Expect(expect) => walk.expect(expect),
            // What a system declares speaks of no scene.
            ItemKind::System { .. }
            | ItemKind::House { .. }
            | ItemKind::Use { .. }
            | ItemKind::Modifiers(_)
            | ItemKind::Declaration(_)
            | ItemKind::Replace(_)
            | ItemKind::ReplaceStep { .. }
            | ItemKind::Extend(_)
            | ItemKind::ExtendRows(_)
            | ItemKind::ChangeLine(_) => {}
        }
    }
    for definition in &mut walk.definitions {
        definition.uses.sort();
        definition.uses.dedup();
    }
    walk.definitions
}

struct Walk<'k> {
    known: &'k Vocabulary,
    definitions: Vec<Definition>,
}

impl<'k> Walk<'k> {
    /// A use of the scene name that these words are.
    fn name(&mut self, words: &[Word]) {
        self.used(words, |kind| !matches!(kind, SymbolKind::Sort(sort) if !is_of_a_scene(sort)));
    }

    /// A use of what these words declare.
    fn head(&mut self, words: &[Word], sort: &Sort) {
        self.used(words, |kind| matches!(kind, SymbolKind::Sort(own) if own == sort));
    }

    fn used(&mut self, words: &[Word], is_meant: impl Fn(&SymbolKind) -> bool) {
        let phrase = Phrase { words: words.to_vec() };
        let (name, span) = (phrase.text(), phrase.span());
        let meant = |one: &&mut Definition| one.name == name && is_meant(&one.kind) && one.span != span;
        if let Some(definition) = self.definitions.iter_mut().find(meant) {
            definition.uses.push(span);
        }
    }

    /// The longest scene name with which these words end, such as `ada` in `skill ada`.
    fn last_name(&mut self, words: &[Word]) {
        let is_name = |from: &usize| {
            let name = Phrase { words: words[*from..].to_vec() }.text();
            self.known.find(&name).is_some_and(|term| is_of_a_scene(&term.sort))
        };
        if let Some(from) = (0..words.len()).find(is_name) {
            self.name(&words[from..]);
        }
    }

    fn expect(&mut self, expect: &Expect) {
        if let Some(ExpectMode::Odds(Some(given))) = &expect.mode {
            self.expr(given);
        }
        for line in &expect.lines {
            match line {
                ExpectLine::Statement(statement) => self.statement(statement, None),
                ExpectLine::Claim(claim) => self.expr(claim),
            }
        }
    }

    fn statements<'s>(&mut self, statements: impl IntoIterator<Item = &'s Statement>, around: Option<&'k Term>) {
        for statement in statements {
            self.statement(statement, around);
        }
    }

    /// A line of a scene, or of the block of what is done there; then `around` is that.
    fn statement(&mut self, statement: &Statement, around: Option<&'k Term>) {
        match &statement.kind {
            StatementKind::Line(line) => self.line(line, around),
            StatementKind::Repeat { period, most, until, body } => {
                if let Some(period) = period {
                    self.head(&period.words, &Sort::Period);
                }
                self.exprs([most].into_iter().chain(until));
                self.statements(body, around);
            }
            StatementKind::ChooseOption { by, options, .. } => {
                self.phrases(by);
                self.statements(options.iter().flat_map(|option| &option.body), around);
            }
            StatementKind::Modifier { value, known, .. } => {
                self.expr(value);
                self.phrases(known.iter().flatten());
            }
            StatementKind::Cast { kind, .. } => self.head(&kind.words, &Sort::Kind),
            StatementKind::Set { place, value } => self.exprs([place, value]),
            StatementKind::Add { amount, place } => self.exprs([amount, place]),
            StatementKind::If { branches, otherwise } => {
                self.exprs(branches.iter().map(|(condition, _)| condition));
                self.statements(branches.iter().map(|(_, body)| body).chain(otherwise).flatten(), around);
            }
            StatementKind::Note { condition, .. } => self.exprs(condition),
            StatementKind::Signal { what, condition } => self.exprs([what].into_iter().chain(condition)),
            StatementKind::Reveal { what, to } => self.phrases([what].into_iter().chain(to)),
            StatementKind::Kept { line, .. } => self.statement(line, around),
            // A method names nothing, and the others stand in procedures.
            StatementKind::Mode(_)
            | StatementKind::Ask { .. }
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
            | StatementKind::Step { .. } => {}
        }
    }

    fn line(&mut self, line: &Line, around: Option<&'k Term>) {
        let (text, words) = (line.words.text(), line.words.words.as_slice());
        self.phrases(line.by.iter().chain(&line.versus));
        let part = around.and_then(|around| around.part_of(&text));
        let inside = match part.map(|part| &part.takes) {
            Some(Takes::Run(name)) => {
                // Without a block it is one that was written elsewhere.
                if line.body.is_none() {
                    self.last_name(words);
                }
                self.known.find(name)
            }
            Some(Takes::Plan(name)) => self.known.find(name),
            Some(Takes::Item(plan)) => self.known.item_of(plan),
            Some(Takes::Thing(_) | Takes::Other | Takes::YesNo | Takes::Level(_)) => {
                self.last_name(words);
                None
            }
            None => {
                let head = self.known.head_of(&text);
                if let Some(head) = head {
                    self.head(words.get(..head.name.split(' ').count()).unwrap_or_default(), &head.sort);
                }
                head
            }
        };
        match &line.value {
            LineValue::None => {}
            LineValue::After(value) => self.expr(value),
            LineValue::Through(value) => {
                self.last_name(words);
                self.expr(value);
            }
        }
        self.statements(line.body.iter().flatten(), inside);
    }

    fn phrases<'p>(&mut self, phrases: impl IntoIterator<Item = &'p Phrase>) {
        for phrase in phrases {
            self.name(&phrase.words);
        }
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(phrase) => self.name(&phrase.words),
            ExprKind::Member(owner, _) => self.expr(owner),
            ExprKind::Call(function, arguments) => {
                self.expr(function);
                for argument in arguments {
                    match argument {
                        CallArgument::Value(value) => self.expr(value),
                        CallArgument::Each { list, body, .. } => self.exprs([list, body]),
                    }
                }
            }
            ExprKind::Dice { count, sides } => self.exprs([&**count, &**sides]),
            ExprKind::Keep { dice, .. } => self.expr(dice),
            ExprKind::Unary(_, value) => self.expr(value),
            ExprKind::Binary(_, left, right) => self.exprs([&**left, &**right]),
            ExprKind::If(branches, otherwise) => {
                self.exprs(branches.iter().flat_map(|(condition, value)| [condition, value]));
                self.expr(otherwise);
            }
            ExprKind::Number { .. } | ExprKind::Die(_) | ExprKind::Text(_) | ExprKind::Question => {}
        }
    }
}

/// Whether such a thing is named by a scene, and not by a system.
fn is_of_a_scene(sort: &Sort) -> bool {
    matches!(sort, Sort::Thing(_) | Sort::Done(_))
}
