//! A line: a message of JSON-RPC 2.0.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::ErrorObject;
use super::id::Id;
use super::notification::ServerNotification;
use super::question::ServerRequest;
use super::request::{ClientNotification, Request};
use super::results::Reply;
use crate::diagnostic::clean;

/// The version of JSON-RPC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum JsonRpc {
    /// The only one.
    #[default]
    #[serde(rename = "2.0")]
    V2,
}

/// A line that the server writes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ServerMessage {
    /// The one response to a request.
    Response {
        /// Always `2.0`.
        jsonrpc: JsonRpc,
        /// The id of the request; `null` when none could be read.
        id: Option<Id>,
        /// What came of it.
        #[serde(flatten)]
        response: Response,
    },
    /// A request to the client.
    Request {
        /// Always `2.0`.
        jsonrpc: JsonRpc,
        /// Its id, a text: none of the client's.
        id: Id,
        /// What is asked.
        #[serde(flatten)]
        request: ServerRequest,
    },
    /// Something that has no response.
    Notification {
        /// Always `2.0`.
        jsonrpc: JsonRpc,
        /// What is told.
        #[serde(flatten)]
        notification: Box<ServerNotification>,
    },
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// It is done.
    Result(Reply),
    /// It is refused, and has changed nothing.
    Error(ErrorObject),
}

/// A line that the server has read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientMessage {
    /// A request.
    Request {
        /// Its id.
        id: Id,
        /// What is asked for.
        request: Box<Request>,
    },
    /// Something that has no response.
    Notification(ClientNotification),
    /// The response to a request of the server.
    Response {
        /// The id of that request.
        id: Id,
        /// What was said.
        said: Said,
    },
}

/// What the client says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The answer.
    Answer(String),
    /// Nothing will be said: the request is broken off.
    Never,
    /// What is no answer: it is asked again.
    Mumbled,
}

impl ServerMessage {
    /// A response.
    pub fn response(id: Option<Id>, response: Response) -> Self {
        Self::Response { jsonrpc: JsonRpc::V2, id, response }
    }

    /// A request.
    pub fn request(id: Id, request: ServerRequest) -> Self {
        Self::Request { jsonrpc: JsonRpc::V2, id, request }
    }

    /// A notification.
    pub fn notification(notification: ServerNotification) -> Self {
        Self::Notification { jsonrpc: JsonRpc::V2, notification: Box::new(notification) }
    }

    /// The message as a line, with its line feed.
    ///
    /// ```
    /// use assize::protocol::{Closed, Id, Reply, Response, ServerMessage};
    ///
    /// let closed = Reply::Closed(Closed { session: "table 3".to_owned() });
    /// let message = ServerMessage::response(Some(Id::Number(1)), Response::Result(closed));
    /// assert_eq!(message.line(), "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"session\":\"table 3\"}}\n");
    /// ```
    pub fn line(&self) -> String {
        // Texts and numbers always have a JSON form.
        let mut line = clean::json(serde_json::to_string(self).unwrap_or_default());
        line.push('\n');
        line
    }
}
