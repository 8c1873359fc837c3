//! Colours: what each word is, by what it stands for.

use lsp_types::{SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend};
use serde_json::Value;

use super::open::Opened;
use super::refusal::{Refusal, told};
use crate::language_service::{MarkKind, Sort, SymbolKind};

/// The sorts that are told, in the order of their numbers.
const TYPES: [SemanticTokenType; 15] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::ENUM,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::CLASS,
    SemanticTokenType::STRUCT,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::METHOD,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::EVENT,
    SemanticTokenType::NAMESPACE,
];

/// A name that is given here, and one of what comes with the program.
const MODIFIERS: [SemanticTokenModifier; 2] =
    [SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DEFAULT_LIBRARY];

pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: MODIFIERS.to_vec() }
}

/// All of them, each by its distance from the one before.
pub(super) fn tokens(opened: &Opened<'_>) -> Result<Value, Refusal> {
    let (lines, text) = (opened.lines(), opened.text());
    let (mut line, mut column) = (0, 0);
    let mut data = Vec::new();
    for mark in opened.document.marks() {
        let place = lines.position(mark.range.start);
        let word = text.get(mark.range.clone()).unwrap_or_default().trim_end_matches('\r');
        let (sort, modifiers) = sort(&mark.kind);
        let Some(number) = TYPES.iter().position(|one| *one == sort) else { continue };
        data.push(SemanticToken {
            delta_line: place.line - line,
            delta_start: if place.line == line { place.character - column } else { place.character },
            length: opened.encoding.width(word),
            token_type: u32::try_from(number).unwrap_or_default(),
            token_modifiers_bitset: modifiers,
        });
        (line, column) = (place.line, place.character);
    }
    told(&SemanticTokens { result_id: None, data })
}

fn sort(kind: &MarkKind) -> (SemanticTokenType, u32) {
    match kind {
        MarkKind::Keyword => (SemanticTokenType::KEYWORD, 0),
        MarkKind::Number => (SemanticTokenType::NUMBER, 0),
        MarkKind::Text => (SemanticTokenType::STRING, 0),
        MarkKind::Comment => (SemanticTokenType::COMMENT, 0),
        MarkKind::Sign => (SemanticTokenType::OPERATOR, 0),
        MarkKind::Name { kind, is_given, is_shipped } => {
            (of_name(kind), u32::from(*is_given) + 2 * u32::from(*is_shipped))
        }
    }
}

fn of_name(kind: &SymbolKind) -> SemanticTokenType {
    match kind {
        SymbolKind::Sort(sort) => match sort {
            Sort::Scale | Sort::Ladder | Sort::Table | Sort::Deck => SemanticTokenType::ENUM,
            Sort::Kind => SemanticTokenType::CLASS,
            Sort::Plan | Sort::Item(_) => SemanticTokenType::STRUCT,
            Sort::Period => SemanticTokenType::NAMESPACE,
            Sort::Rule | Sort::Dice => SemanticTokenType::FUNCTION,
            Sort::Procedure => SemanticTokenType::METHOD,
            Sort::Thing(_) => SemanticTokenType::VARIABLE,
            Sort::Done(_) => SemanticTokenType::EVENT,
        },
        SymbolKind::Role(_) | SymbolKind::Value | SymbolKind::Variable | SymbolKind::Own => SemanticTokenType::VARIABLE,
        SymbolKind::Level => SemanticTokenType::ENUM_MEMBER,
        SymbolKind::Group | SymbolKind::Item => SemanticTokenType::STRUCT,
        SymbolKind::Function => SemanticTokenType::FUNCTION,
        SymbolKind::Modifier | SymbolKind::Choice | SymbolKind::Column | SymbolKind::Field | SymbolKind::Step => {
            SemanticTokenType::PROPERTY
        }
    }
}
