//! Which request is answered where.

use std::sync::Arc;

use serde_json::{Value, json};

use super::desk::Desk;
use super::open::Opened;
use super::refusal::Refusal;
use super::{completion, fixes, hints, lenses, navigation, renaming, symbols, tokens};
use crate::language_service::Document;

/// What answers a request about a text that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Completion,
    Signature,
    Hover,
    Definition,
    References,
    Highlights,
    PrepareRename,
    Rename,
    Symbols,
    Foldings,
    Tokens,
    Fixes,
    Lenses,
    Hints,
}

impl Asked {
    pub(super) fn of(method: &str) -> Option<Self> {
        Some(match method {
            "textDocument/completion" => Asked::Completion,
            "textDocument/signatureHelp" => Asked::Signature,
            "textDocument/hover" => Asked::Hover,
            "textDocument/definition" => Asked::Definition,
            "textDocument/references" => Asked::References,
            "textDocument/documentHighlight" => Asked::Highlights,
            "textDocument/prepareRename" => Asked::PrepareRename,
            "textDocument/rename" => Asked::Rename,
            "textDocument/documentSymbol" => Asked::Symbols,
            "textDocument/foldingRange" => Asked::Foldings,
            "textDocument/semanticTokens/full" => Asked::Tokens,
            "textDocument/codeAction" => Asked::Fixes,
            "textDocument/codeLens" => Asked::Lenses,
            "textDocument/inlayHint" => Asked::Hints,
            _ => return None,
        })
    }

    /// Whether it looks into other texts that are open.
    pub(super) fn is_about_all(self) -> bool {
        matches!(self, Asked::References | Asked::Rename)
    }
}

/// What is answered at once, or what has to be worked out first.
pub(super) enum Answered {
    Now(Result<Value, Refusal>),
    Later(Box<dyn FnOnce() -> Result<Value, Refusal> + Send>),
}

/// Answers a request about a text of which everything is known.
pub(super) fn answer(asked: Asked, opened: &Opened<'_>, desk: &Desk, params: Value) -> Answered {
    Answered::Now(match asked {
        Asked::Completion => completion::completion(opened, params),
        Asked::Signature => completion::signature(opened, params),
        Asked::Hover => navigation::hover(opened, params),
        Asked::Definition => navigation::definition(opened, params),
        Asked::References => navigation::references(opened, params),
        Asked::Highlights => navigation::highlights(opened, params),
        Asked::PrepareRename => renaming::prepare(opened, params),
        Asked::Rename => renaming::rename(opened, desk, params),
        Asked::Symbols => Ok(json!(symbols::symbols(opened))),
        Asked::Foldings => symbols::foldings(opened),
        Asked::Tokens => tokens::tokens(opened),
        Asked::Fixes => fixes::fixes(opened, params),
        Asked::Lenses => lenses::lenses(opened),
        Asked::Hints => {
            let (document, encoding): (Arc<Document>, _) = (Arc::clone(opened.document), opened.encoding);
            return Answered::Later(Box::new(move || hints::hints(&document, encoding, params)));
        }
    })
}
