//! Sheets that a host gives to a session: checked at the place where they are entered, and written as ordinary lines.

use std::sync::Arc;

use super::failure::Failure;
use super::input::{self, Sheet};
use super::pages::{self, Besides, PageText};
use super::setup::Engine;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::Cast;
use crate::shared_text::SharedText;
use crate::source::SourceMap;
use crate::syntax;
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind, Item, ItemKind, Line, LineValue, Statement, StatementKind};

impl Engine {
    /// The lines for these sheets behind the texts of a page.
    ///
    /// # Errors
    /// With everything that is wrong in them there, at places that are called as the host calls them; and when they hold what
    /// no script can say.
    pub(crate) fn sheets_on_page(
        &self,
        page: Vec<PageText>,
        (cast, besides): (&Cast, Besides<'_>),
        sheets: &[Sheet],
    ) -> Result<String, Failure> {
        let mut texts = self.texts_of_page(page, besides);
        let file = input::scene(sheets, &mut texts);
        let text = syntax::print(&file);
        let reads_back = reads_back(&file, &text);
        texts.scene.scenes.push(Arc::new(file));
        let cast = pages::needed(&texts.scene.scenes, cast);
        self.compile_texts(texts, &cast)?;
        if reads_back { Ok(text) } else { Err(unwritable(&text)) }
    }
}

/// Whether a text says these sheets and nothing else: a name that no script could declare might be read as something else.
fn reads_back(sheets: &ast::File, text: &str) -> bool {
    let (mut sources, mut sink) = (SourceMap::default(), Diagnostics::default());
    let read = syntax::parse(sources.add("", text), text, &mut sink);
    let item =
        |item: &Item| if let ItemKind::Statement(statement) = &item.kind { line(statement).cloned() } else { None };
    let (written, read): (Vec<_>, Vec<_>) =
        (sheets.items.iter().map(item).collect(), read.items.iter().map(item).collect());
    !sink.has_errors() && pairs(&written, &read)
}

fn pairs(written: &[Option<Line>], read: &[Option<Line>]) -> bool {
    let mut pairs = written.iter().zip(read);
    written.len() == read.len() && pairs.all(|pair| matches!(pair, (Some(one), Some(other)) if is_the_same(one, other)))
}

fn is_the_same(one: &Line, other: &Line) -> bool {
    let body = |line: &Line| line.body.iter().flatten().map(|within| self::line(within).cloned()).collect::<Vec<_>>();
    let nobody_acts = other.by.is_none() && other.versus.is_none();
    said(one).is_some_and(|one| Some(one) == said(other)) && nobody_acts && pairs(&body(one), &body(other))
}

/// The words of a line, with a value that is in words; any other value; and the text behind them. `None` of what no sheet says.
fn said(line: &Line) -> Option<(String, Option<String>, Option<SharedText>)> {
    let (words, text) = (line.words.text().to_string(), line.text.as_ref().map(|text| text.text.clone()));
    match &line.value {
        LineValue::None => Some((words, None, text)),
        LineValue::After(Expr { kind: ExprKind::Name(value), .. }) => {
            Some((format!("{words} {}", value.text()), None, text))
        }
        LineValue::After(Expr { kind: ExprKind::Text(value), .. }) if text.is_none() => {
            Some((words, None, Some(value.text.clone())))
        }
        LineValue::After(value) => Some((words, Some(syntax::print_expression(value)), text)),
        // What is below 0 is read as something taken from the words.
        LineValue::Through(Expr { kind: ExprKind::Binary(BinaryOp::Subtract, words, less), .. }) => {
            let ExprKind::Name(words) = &words.kind else { return None };
            Some((words.text().to_string(), Some(format!("-{}", syntax::print_expression(less))), text))
        }
        LineValue::Through(_) | LineValue::Faces(_) => None,
    }
}

fn line(statement: &Statement) -> Option<&Line> {
    if let StatementKind::Line(line) = &statement.kind { Some(line) } else { None }
}

fn unwritable(text: &str) -> Failure {
    let found =
        Diagnostic::placeless(codes::UNKNOWN_NAME, format!("this cannot be written in a script: {}", text.trim()));
    found.help("name each with plain words that are not words of the language").into()
}
