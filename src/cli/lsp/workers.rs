//! Who works while messages are read: one finds out what is known of texts, the other does what may take long.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use lsp_server::{ErrorCode, RequestId};
use serde_json::Value;

use super::super::serve::catch_panic::caught;
use super::desk::{Desk, Texts};
use super::refusal::Refusal;
use crate::engine::{Cancel, Failure};
use crate::language_service::Document;

/// A text of which everything is to be known.
pub(super) struct Job {
    pub(super) uri: String,
    pub(super) name: String,
    pub(super) text: String,
    pub(super) revision: u64,
    /// What else is open.
    pub(super) texts: Texts,
    pub(super) cancel: Cancel,
}

/// What was found out; in words, if that went wrong.
pub(super) struct Analysed {
    pub(super) uri: String,
    pub(super) revision: u64,
    pub(super) found: Result<Arc<Document>, String>,
    /// What is wrong with the settings for it.
    pub(super) misset: Option<Failure>,
}

/// Reads texts, of each only the newest version.
pub(super) fn analyse(desk: &Desk, jobs: &Receiver<Job>, done: impl Fn(Analysed)) {
    let mut waiting: Vec<Job> = Vec::new();
    loop {
        if waiting.is_empty() {
            let Ok(job) = jobs.recv() else { return };
            waiting.push(job);
        }
        waiting.extend(jobs.try_iter());
        let newer: Vec<bool> =
            (0..waiting.len()).map(|at| waiting[at + 1..].iter().any(|later| later.uri == waiting[at].uri)).collect();
        let mut newer = newer.into_iter();
        waiting.retain(|_| !newer.next().unwrap_or_default());
        let Job { uri, name, text, revision, texts, cancel } = waiting.remove(0);
        let found = caught(|| Document::open(&desk.engine(&name, texts, &cancel), &name, &text)).map(Arc::new);
        if !cancel.is_called_off() {
            done(Analysed { uri, revision, found, misset: Desk::misset(&name) });
        }
    }
}

/// Something that may take long.
pub(super) struct Errand {
    pub(super) id: RequestId,
    pub(super) cancel: Cancel,
    pub(super) work: Box<dyn FnOnce() -> Result<Value, Refusal> + Send>,
}

/// Does one after the other.
pub(super) fn work(errands: &Receiver<Errand>, done: impl Fn(RequestId, Result<Value, Refusal>)) {
    while let Ok(Errand { id, cancel, work }) = errands.recv() {
        let result = if cancel.is_called_off() { Ok(Ok(Value::Null)) } else { caught(work) };
        done(
            id,
            match result {
                _ if cancel.is_called_off() => Err(Refusal::new(ErrorCode::RequestCanceled, "this was cancelled")),
                Ok(result) => result,
                Err(panic) => Err(Refusal::new(ErrorCode::InternalError, format!("internal error: {panic}"))),
            },
        );
    }
}
