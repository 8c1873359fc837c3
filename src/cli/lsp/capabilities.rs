//! What the editor can do, and what it is told that can be done here.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    ExecuteCommandOptions, FoldingRangeProviderCapability, HoverProviderCapability, OneOf, RenameOptions, SaveOptions,
    SemanticTokensFullOptions, SemanticTokensOptions, SemanticTokensServerCapabilities, ServerCapabilities,
    SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
};
use serde_json::{Value, json};

use super::positions::Encoding;
use super::{commands, tokens};

/// What an editor asks for on its own only when a text changes: it can be asked to do so again.
pub(super) const REFRESHED: [&str; 3] = ["inlayHint", "codeLens", "semanticTokens"];

/// What the editor has said of itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Editor {
    pub(super) encoding: Encoding,
    /// Whether it can be asked to tell which files change on the disk.
    pub(super) watches: bool,
    /// Whether it can be asked to ask anew for hints, lenses and colours.
    pub(super) refreshes: [bool; 3],
    /// Whether it can open files only, so that texts inside the program are copied.
    pub(super) needs_files: bool,
}

impl Editor {
    /// By what it gives with `initialize`.
    pub(super) fn of(params: &Value) -> Self {
        let encodings = params.pointer("/capabilities/general/positionEncodings").and_then(Value::as_array);
        let has_bytes = encodings.is_some_and(|offered| offered.iter().any(|one| one == "utf-8"));
        let can = |what: &str| params.pointer(&format!("/capabilities/workspace/{what}")) == Some(&Value::Bool(true));
        Self {
            encoding: if has_bytes { Encoding::Utf8 } else { Encoding::Utf16 },
            watches: can("didChangeWatchedFiles/dynamicRegistration"),
            refreshes: REFRESHED.map(|shown| can(&format!("{shown}/refreshSupport"))),
            needs_files: params.pointer("/initializationOptions/sources") == Some(&json!("files")),
        }
    }
}

/// The response to `initialize`.
pub(super) fn introduced(editor: Editor) -> Value {
    let capabilities = ServerCapabilities {
        position_encoding: Some(editor.encoding.name()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".to_owned()]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            retrigger_characters: None,
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL]),
            ..CodeActionOptions::default()
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: commands::ALL.map(str::to_owned).to_vec(),
            ..ExecuteCommandOptions::default()
        }),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: tokens::legend(),
                range: Some(false),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            },
        )),
        ..ServerCapabilities::default()
    };
    let version = env!("CARGO_PKG_VERSION");
    json!({ "capabilities": capabilities, "serverInfo": { "name": "assize", "version": version } })
}

/// What the editor is asked to tell of: changes of scripts and of what they use.
pub(super) fn watched() -> Value {
    let watchers = ["**/*.asz", "**/*.rhai", "**/assize.toml"].map(|glob| json!({ "globPattern": glob }));
    let options = json!({ "watchers": watchers });
    let method = "workspace/didChangeWatchedFiles";
    json!({ "registrations": [{ "id": "files", "method": method, "registerOptions": options }] })
}
