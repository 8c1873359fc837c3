//! What is done with each message.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use serde_json::{Value, json};

use super::super::serve::catch_panic::caught;
use super::capabilities::{self, Editor};
use super::copies::Copies;
use super::desk::Desk;
use super::open::{Open, OpenTexts, Opened};
use super::refusal::{Refusal, params};
use super::requests::{self, Answered, Asked};
use super::workers::{Analysed, Errand, Job};
use super::{addresses, commands, diagnostics, layout, wire};
use crate::cli::inside_texts;
use crate::engine::Cancel;

/// How far the conversation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Talk {
    /// The editor has not introduced itself.
    Silent,
    Open,
    /// The editor is about to end it.
    ShutDown,
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    /// It is over: after `shutdown`, or without a word.
    End {
        is_orderly: bool,
    },
}

pub(super) struct Server {
    talk: Talk,
    editor: Editor,
    open: OpenTexts,
    copies: Option<Copies>,
    desk: Arc<Desk>,
    /// Goes up with every version of every text.
    revision: u64,
    /// What is being done, and how it can be cancelled.
    under_way: BTreeMap<RequestId, Cancel>,
    jobs: Sender<Job>,
    errands: Sender<Errand>,
    out: Sender<Value>,
}

impl Server {
    pub(super) fn new(desk: Arc<Desk>, jobs: Sender<Job>, errands: Sender<Errand>, out: Sender<Value>) -> Self {
        let (talk, editor, open) = (Talk::Silent, Editor::default(), OpenTexts::default());
        Self { talk, editor, open, copies: None, desk, revision: 0, under_way: BTreeMap::new(), jobs, errands, out }
    }

    /// Whether the editor has said that it is about to end.
    pub(super) fn is_shut_down(&self) -> bool {
        self.talk == Talk::ShutDown
    }

    pub(super) fn hear(&mut self, message: Message) -> Next {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(notification) => return self.notification(notification),
            // The editor has done, or not, what it was asked.
            Message::Response(_) => {}
        }
        Next::GoOn
    }

    pub(super) fn malformed(&self, refusal: &Refusal) {
        self.send(wire::of_no_request(refusal));
    }

    /// Nobody waits for what cannot be sent: then the output is closed, and so will be the input.
    fn send(&self, message: Value) {
        let _ = self.out.send(message);
    }

    fn notify(&self, method: &str, params: Value) {
        self.send(wire::sent(Message::Notification(Notification::new(method.to_owned(), params))));
    }

    fn respond(&self, id: RequestId, result: Result<Value, Refusal>) {
        let response_result =
            result.map_err(|Refusal { code, message }| ResponseError { code: code as i32, message, data: None });
        self.send(wire::sent(Message::Response(Response { id, response_result })));
    }

    fn request(&mut self, request: Request) {
        let refused = match (self.talk, request.method.as_str()) {
            (Talk::Silent, "initialize") => return self.introduce(request),
            (Talk::Silent, _) => Refusal::new(ErrorCode::ServerNotInitialized, "`initialize` comes first"),
            (Talk::ShutDown, _) => Refusal::new(ErrorCode::InvalidRequest, "after `shutdown` there is only `exit`"),
            (Talk::Open, "initialize") => Refusal::new(ErrorCode::InvalidRequest, "`initialize` comes once"),
            (Talk::Open, "shutdown") => {
                self.talk = Talk::ShutDown;
                return self.respond(request.id, Ok(Value::Null));
            }
            (Talk::Open, _) => return self.asked(request),
        };
        self.respond(request.id, Err(refused));
    }

    fn introduce(&mut self, Request { id, params, .. }: Request) {
        self.editor = Editor::of(&params);
        // Without copies the texts have their usual addresses.
        self.copies = self.editor.needs_files.then(Copies::make).and_then(Result::ok);
        self.talk = Talk::Open;
        self.respond(id, Ok(capabilities::introduced(self.editor)));
    }

    /// A request between `initialize` and `shutdown`.
    fn asked(&mut self, request: Request) {
        match request.method.as_str() {
            "textDocument/formatting" => {
                let edits = self.laid_out(&request.params);
                self.respond(request.id, edits);
            }
            "assize/source" => self.respond(request.id, source(&request.params)),
            "workspace/executeCommand" => {
                let (desk, texts, cancel) = (Arc::clone(&self.desk), self.open.texts(), Cancel::default());
                let (called_off, params) = (cancel.clone(), request.params);
                let work = Box::new(move || commands::execute(&desk, texts, &called_off, params));
                self.begin(Errand { id: request.id, cancel, work });
            }
            method => {
                if let Some(asked) = Asked::of(method) {
                    return self.about_a_text(asked, request);
                }
                let message = format!("there is no method `{method}`");
                self.respond(request.id, Err(Refusal::new(ErrorCode::MethodNotFound, message)));
            }
        }
    }

    fn begin(&mut self, errand: Errand) {
        self.under_way.insert(errand.id.clone(), errand.cancel.clone());
        let _ = self.errands.send(errand);
    }

    /// Answers a request about a text that is open, or has it wait until everything is known of it.
    fn about_a_text(&mut self, asked: Asked, request: Request) {
        let uri = address(&request.params).to_owned();
        let Some(open) = self.open.0.get(&uri) else {
            let refusal = Refusal::of_params(format!("the text `{uri}` is not open"));
            return self.respond(request.id, Err(refusal));
        };
        if let Some(Err(panic)) = open.current() {
            let refusal = internal(panic);
            return self.respond(request.id, Err(refusal));
        }
        // What is asked about all texts waits for all of them.
        let mut needed = self.open.0.iter_mut().filter(|(other, _)| asked.is_about_all() || **other == uri);
        if let Some((_, unknown)) = needed.find(|(_, open)| open.current().is_none()) {
            unknown.waiting.push(request);
            return;
        }
        let Some(document) = self.open.0.get(&uri).and_then(Open::document) else { return };
        let copies = self.copies.as_ref().map(Copies::address);
        let opened = Opened { uri: &uri, document, encoding: self.editor.encoding, all: &self.open, copies };
        let Request { id, mut params, .. } = request;
        // Some editors leave letters in it that an address must not have.
        params["textDocument"]["uri"] = addresses::valid(&uri).into();
        match caught(|| requests::answer(asked, &opened, &self.desk, params)) {
            Ok(Answered::Now(result)) => self.respond(id, result),
            Ok(Answered::Later(work)) => self.begin(Errand { id, cancel: Cancel::default(), work }),
            Err(panic) => self.respond(id, Err(internal(&panic))),
        }
    }

    fn laid_out(&self, given: &Value) -> Result<Value, Refusal> {
        let uri = address(given);
        let open = self.open.0.get(uri).ok_or_else(|| Refusal::of_params(format!("the text `{uri}` is not open")))?;
        let edits = caught(|| layout::layout(&open.name, &open.text, self.editor.encoding));
        let edits =
            edits.map_err(|panic| Refusal::new(ErrorCode::InternalError, format!("internal error: {panic}")))?;
        Ok(json!(edits))
    }

    fn notification(&mut self, Notification { method, params: given }: Notification) -> Next {
        if method == "exit" {
            return Next::End { is_orderly: self.is_shut_down() };
        }
        if self.talk != Talk::Open {
            return Next::GoOn;
        }
        match method.as_str() {
            "initialized" if self.editor.watches => {
                let id = RequestId::from("watch".to_owned());
                let request = Request::new(id, "client/registerCapability".to_owned(), capabilities::watched());
                self.send(wire::sent(Message::Request(request)));
            }
            "textDocument/didOpen" => self.opened(&given),
            "textDocument/didChange" => self.changed(&given),
            "textDocument/didClose" => self.closed(address(&given)),
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" | "workspace/didChangeConfiguration" => {
                let all: Vec<String> = self.open.0.keys().cloned().collect();
                for uri in &all {
                    self.look_at(uri);
                }
            }
            "$/cancelRequest" => self.called_off(&given["id"]),
            // Whatever else an editor tells changes nothing here.
            _ => {}
        }
        Next::GoOn
    }

    fn opened(&mut self, given: &Value) {
        let Some(text) = given.pointer("/textDocument/text").and_then(Value::as_str) else { return };
        let (uri, open) = (address(given), Open::new(address(given), version(given), text.to_owned()));
        let name = open.name.clone();
        let before = self.open.0.insert(uri.to_owned(), open);
        self.refuse_waiting(before);
        self.look_at(uri);
        self.look_at_users(uri, &name);
    }

    fn changed(&mut self, given: &Value) {
        let (uri, encoding) = (address(given), self.editor.encoding);
        let Some(open) = self.open.0.get_mut(uri) else { return };
        let Ok(changes) = params(given["contentChanges"].clone()) else { return };
        open.version = version(given);
        open.change(changes, encoding);
        let name = open.name.clone();
        self.look_at(uri);
        self.look_at_users(uri, &name);
    }

    fn closed(&mut self, uri: &str) {
        let Some(before) = self.open.0.remove(uri) else { return };
        let name = before.name.clone();
        self.refuse_waiting(Some(before));
        self.notify("textDocument/publishDiagnostics", json!({ "uri": uri, "diagnostics": [] }));
        self.look_at_users(uri, &name);
    }

    /// What waits for a text that is no longer there.
    fn refuse_waiting(&self, closed: Option<Open>) {
        let Some(closed) = closed else { return };
        closed.cancel.call_off();
        for request in closed.waiting {
            self.respond(request.id, Err(Refusal::new(ErrorCode::ContentModified, "the text was closed")));
        }
    }

    /// Has a text read again, as it stands now.
    fn look_at(&mut self, uri: &str) {
        let texts = self.open.texts();
        let Some(open) = self.open.0.get_mut(uri) else { return };
        self.revision += 1;
        open.revision = self.revision;
        open.cancel.call_off();
        open.cancel = Cancel::default();
        let job = Job {
            uri: uri.to_owned(),
            name: open.name.clone(),
            text: open.text.clone(),
            revision: open.revision,
            texts,
            cancel: open.cancel.clone(),
        };
        let _ = self.jobs.send(job);
    }

    /// Has the texts read again that use this one.
    fn look_at_users(&mut self, uri: &str, name: &str) {
        let is_user = |open: &Open| {
            let document = open.known.as_ref().and_then(|(_, found)| found.as_ref().ok());
            document.is_some_and(|document| document.sources().iter().any(|(_, source)| source.name == name))
        };
        let others = self.open.0.iter().filter(|(other, open)| other.as_str() != uri && is_user(open));
        let others: Vec<String> = others.map(|(other, _)| other.clone()).collect();
        for other in &others {
            self.look_at(other);
        }
    }

    fn called_off(&mut self, id: &Value) {
        let Ok(id) = serde_json::from_value::<RequestId>(id.clone()) else { return };
        if let Some(cancel) = self.under_way.get(&id) {
            cancel.call_off();
        }
        let mut waits = false;
        for open in self.open.0.values_mut() {
            let before = open.waiting.len();
            open.waiting.retain(|request| request.id != id);
            waits |= open.waiting.len() < before;
        }
        if waits {
            self.respond(id, Err(Refusal::new(ErrorCode::RequestCanceled, "this was cancelled")));
        }
    }

    /// Something that took its time is done.
    pub(super) fn done(&mut self, id: RequestId, result: Result<Value, Refusal>) {
        self.under_way.remove(&id);
        self.respond(id, result);
    }

    /// Everything is known of a text as it stood; it is told if it still stands so.
    pub(super) fn analysed(&mut self, Analysed { uri, revision, found, misset }: Analysed) {
        let Some(open) = self.open.0.get_mut(&uri).filter(|open| open.revision == revision) else { return };
        let waiting = std::mem::take(&mut open.waiting);
        let is_of_others = open.told == Some(open.version);
        open.told = Some(open.version);
        (open.known, open.misset) = (Some((revision, found)), misset);
        self.publish(&uri);
        if is_of_others {
            self.ask_to_look_again();
        }
        for request in waiting {
            self.asked(request);
        }
    }

    /// Where something else has changed, an editor does not ask anew by itself what it shows beside the lines.
    fn ask_to_look_again(&mut self) {
        for (shown, is_wanted) in capabilities::REFRESHED.iter().zip(self.editor.refreshes) {
            if is_wanted {
                self.revision += 1;
                let id = RequestId::from(format!("look again {}", self.revision));
                let request = Request::new(id, format!("workspace/{shown}/refresh"), Value::Null);
                self.send(wire::sent(Message::Request(request)));
            }
        }
    }

    fn publish(&self, uri: &str) {
        let Some((open, document)) = self.open.0.get(uri).and_then(|open| Some((open, open.document()?))) else {
            return;
        };
        let copies = self.copies.as_ref().map(Copies::address);
        let opened = Opened { uri, document, encoding: self.editor.encoding, all: &self.open, copies };
        let is_inside = inside_texts::is_inside(uri) || copies.is_some_and(|folder| uri.starts_with(folder));
        let mut found = if is_inside { Vec::new() } else { diagnostics::diagnostics(&opened) };
        found.extend(open.misset.iter().flat_map(|failure| diagnostics::misset(failure, &opened)));
        let told = json!({ "uri": uri, "version": open.version, "diagnostics": found });
        self.notify("textDocument/publishDiagnostics", told);
    }
}

/// What is told of an error of this program.
fn internal(panic: &str) -> Refusal {
    Refusal::new(ErrorCode::InternalError, format!("internal error: {panic}"))
}

/// The address of the text that something is about; empty if it is about none.
fn address(given: &Value) -> &str {
    given.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default()
}

/// The number that an editor gives a text as it stands.
fn version(given: &Value) -> i64 {
    given.pointer("/textDocument/version").and_then(Value::as_i64).unwrap_or_default()
}

/// `assize/source`: the text inside the program that has an address.
fn source(given: &Value) -> Result<Value, Refusal> {
    let uri = given["uri"].as_str().ok_or_else(|| Refusal::of_params("`uri` is missing"))?;
    let text = inside_texts::text_at(uri);
    let text = text.ok_or_else(|| Refusal::of_params(format!("there is no built-in text `{uri}`")))?;
    Ok(json!({ "uri": uri, "languageId": inside_texts::language(uri), "text": text }))
}
