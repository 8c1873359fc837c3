//! What a text gives names to, as an outline; and what can be folded away.

use lsp_types::{FoldingRange, FoldingRangeKind, SymbolKind as Sign};
use serde_json::{Value, json};

use super::open::Opened;
use super::positions::Lines;
use super::refusal::{Refusal, told};
use crate::language_service::{Fold, FoldKind, Sort, SymbolKind, folds};
use crate::source::Span;

/// A name of the outline, and what stands in it.
struct Node {
    name: String,
    kind: SymbolKind,
    span: Span,
    whole: Span,
    inside: Vec<Node>,
}

/// The outline of a text: its declarations with their parts, and the lines of its scene.
pub(super) fn symbols(opened: &Opened<'_>) -> Vec<Value> {
    let document = opened.document;
    let node = |name: &str, kind: &SymbolKind, span, whole: Span| Node {
        name: name.to_owned(),
        kind: kind.clone(),
        span,
        whole: whole.to(span),
        inside: Vec::new(),
    };
    let mut nodes: Vec<Node> =
        document.symbols().map(|symbol| node(&symbol.name, &symbol.kind, symbol.span, symbol.whole)).collect();
    let is_part = |kind: &SymbolKind| match kind {
        SymbolKind::Level
        | SymbolKind::Column
        | SymbolKind::Field
        | SymbolKind::Group
        | SymbolKind::Step
        | SymbolKind::Value
        | SymbolKind::Item => true,
        SymbolKind::Sort(_)
        | SymbolKind::Modifier
        | SymbolKind::Own
        | SymbolKind::Role(_)
        | SymbolKind::Choice
        | SymbolKind::Variable
        | SymbolKind::Function => false,
    };
    let parts = document.definitions().iter().filter(|one| one.span.source == document.source() && is_part(&one.kind));
    nodes.extend(parts.map(|one| node(&one.name, &one.kind, one.span, one.span)));
    nodes.sort_by_key(|node| (node.whole.start, std::cmp::Reverse(node.whole.end)));
    let lines = opened.lines();
    nested(nodes).iter().map(|node| outline(node, &lines)).collect()
}

/// Each within the one that it lies in; those that begin first stand first.
fn nested(nodes: Vec<Node>) -> Vec<Node> {
    let (mut done, mut open): (Vec<Node>, Vec<Node>) = (Vec::new(), Vec::new());
    let close = |open: &mut Vec<Node>, done: &mut Vec<Node>| {
        if let Some(last) = open.pop() {
            open.last_mut().map_or(done, |around| &mut around.inside).push(last);
        }
    };
    for node in nodes {
        while open.last().is_some_and(|around| !around.whole.contains(node.whole)) {
            close(&mut open, &mut done);
        }
        open.push(node);
    }
    while !open.is_empty() {
        close(&mut open, &mut done);
    }
    done
}

fn outline(node: &Node, lines: &Lines<'_>) -> Value {
    let inside: Vec<Value> = node.inside.iter().map(|node| outline(node, lines)).collect();
    json!({
        "name": node.name,
        "detail": node.kind.in_words(),
        "kind": sign(&node.kind),
        "range": lines.stretch(node.whole.range()),
        "selectionRange": lines.stretch(node.span.range()),
        "children": inside,
    })
}

fn sign(kind: &SymbolKind) -> Sign {
    match kind {
        SymbolKind::Sort(sort) => match sort {
            Sort::Scale | Sort::Ladder => Sign::ENUM,
            Sort::Table | Sort::Deck => Sign::ARRAY,
            Sort::Dice => Sign::CONSTANT,
            Sort::Kind => Sign::CLASS,
            Sort::Plan | Sort::Item(_) => Sign::STRUCT,
            Sort::Period => Sign::NAMESPACE,
            Sort::Rule => Sign::FUNCTION,
            Sort::Procedure => Sign::METHOD,
            Sort::Thing(_) => Sign::VARIABLE,
            Sort::Done(_) => Sign::EVENT,
        },
        SymbolKind::Role(_) | SymbolKind::Value | SymbolKind::Variable => Sign::VARIABLE,
        SymbolKind::Modifier | SymbolKind::Own => Sign::CONSTANT,
        SymbolKind::Choice => Sign::BOOLEAN,
        SymbolKind::Level => Sign::ENUM_MEMBER,
        SymbolKind::Column | SymbolKind::Field => Sign::FIELD,
        SymbolKind::Group | SymbolKind::Item => Sign::STRUCT,
        SymbolKind::Step => Sign::PROPERTY,
        SymbolKind::Function => Sign::FUNCTION,
    }
}

/// What can be folded: of a block the line with its last brace stays.
pub(super) fn foldings(opened: &Opened<'_>) -> Result<Value, Refusal> {
    let lines = opened.lines();
    let told_of = |Fold { range, kind, .. }: Fold| {
        let (start, end) = (lines.position(range.start).line, lines.position(range.end).line);
        let (end, kind) = match kind {
            FoldKind::Block => (end.saturating_sub(1), FoldingRangeKind::Region),
            FoldKind::Comments => (end, FoldingRangeKind::Comment),
            FoldKind::Uses => (end, FoldingRangeKind::Imports),
        };
        let fold = FoldingRange { start_line: start, end_line: end, kind: Some(kind), ..FoldingRange::default() };
        (end > start).then_some(fold)
    };
    told(&folds(opened.text()).into_iter().filter_map(told_of).collect::<Vec<FoldingRange>>())
}
