//! Colours: what each word is, by what it stands for.

use lsp_types::{SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend};
use serde_json::Value;

use super::open::Opened;
use super::refusal::{Refusal, told};
use crate::language_service::MarkKind;

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
        let sort = mark.kind.sort();
        let Some(number) = TYPES.iter().position(|one| one.as_str() == sort) else { continue };
        data.push(SemanticToken {
            delta_line: place.line - line,
            delta_start: if place.line == line { place.character - column } else { place.character },
            length: opened.encoding.width(word),
            token_type: u32::try_from(number).unwrap_or_default(),
            token_modifiers_bitset: modifiers(&mark.kind),
        });
        (line, column) = (place.line, place.character);
    }
    told(&SemanticTokens { result_id: None, data })
}

fn modifiers(kind: &MarkKind) -> u32 {
    match kind {
        MarkKind::Keyword | MarkKind::Number | MarkKind::Text | MarkKind::Comment | MarkKind::Sign => 0,
        MarkKind::Name { is_given, is_shipped, .. } => u32::from(*is_given) + 2 * u32::from(*is_shipped),
    }
}
