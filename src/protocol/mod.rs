//! The messages between the program and a host in another language: requests, results, questions to people and
//! their answers, failures and notifications, as plain data. `assize serve` speaks it over stdin and stdout; a host
//! in Rust can speak it over any channel.
//!
//! Messages are those of JSON-RPC 2.0, one per line; [`fn@schema`] describes every one of them. Types have the names that the
//! schema gives them, and so some have the name of what they describe, such as [`session::Entered`](crate::session::Entered).
//!
//! ```
//! use assize::protocol::{ClientMessage, Request, read};
//!
//! let line = r#"{"jsonrpc":"2.0","id":1,"method":"session/open","params":{"session":"table 3","seed":"7"}}"#;
//! let Ok(ClientMessage::Request { request, .. }) = read(line) else { panic!("it is a request") };
//! assert_eq!(request.session(), Some("table 3"));
//! ```

// Each layer uses the ones above it here and none below, and no two files use each other.

// What the others are made of.
mod advice;
mod estimate;
mod id;
mod method;
mod mistake;
mod seed;
mod words;

// What is said, in both directions.
mod error;
mod question;

mod script_request;

mod request;

// What a host in the same process asks of a script, and how a run goes on as its questions are answered.
mod handles;
mod playing;

// How requests are described.
mod describe;
mod field_types;

// What is said to them, and how everything stands on a line.
mod notification;
mod results;

mod conversation;
mod message;
mod told;

// How a line is read, and what may stand on it.
mod reading;
mod schema;

pub use advice::{ToldAdvice, ToldCase, ToldChoice, ToldGoal, ToldOpened, ToldOption};
pub use conversation::{OpenQuestion, Teller};
pub use describe::methods;
pub use error::{ErrorObject, Findings, KINDS, Kind, REFUSED, as_data, as_text, kind};
pub use estimate::{EstimatedValue, ToldEstimate};
pub use handles::{Adjudicate, FindAdvice, FindOdds, Simulate};
pub use id::Id;
pub use message::{ClientMessage, JsonRpc, Response, Said, ServerMessage};
pub use method::{Field, Method};
pub use mistake::echoed;
pub use notification::{EventTold, ProgressTold, ServerNotification, seen_alone};
pub use playing::Playing;
pub use question::{Asked, PersonSays, Question, ServerRequest, Wanted, read_answer};
pub use reading::{Misread, Unheeded, read};
pub use request::{
    AnswerBy, AskAdvice, AskHelp, AskHistory, AskOdds, AskState, CancelRequest, CastRole, ClientNotification, Close,
    Edit, Enter, Export, Initialize, Open, Peer, Redo, Request, Undo, Why,
};
pub use results::{
    Answering, CameOut, Capabilities, Casting, Checked, Closed, Distributed, Edited, Entered, Help, History,
    Initialized, Listed, Named, Odd, Odds, Opened, Refusal, Reply, State, Struck, Tested, Text, Told,
};
pub use schema::{fields_of, handles, schema};
pub use script_request::{AdviceOf, Check, OddsOf, Run, Test};
pub use seed::GivenSeed;
pub use words::{For, Format, TooLittle, Want};

/// The version of the protocol. It changes with whatever a client has to know.
pub const VERSION: u32 = 1;

/// What the schema of [`handles`](fn@handles) is called, with the version.
pub const HANDLES_ID: &str = "urn:assize:handles:1";

/// What the schema is called, with the version.
pub const SCHEMA_ID: &str = "urn:assize:protocol:1";
