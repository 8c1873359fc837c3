//! What the server keeps from one request to the next.

use super::known::Known;
use super::lanes::{Lane, Lanes};
use super::outbox::Outbox;
use super::sessions::Sessions;
use super::sync::atomic::AtomicBool;
use super::under_way::UnderWay;
use super::waiting::Waiting;
use crate::engine::{Cancel, Failure, Progress};
use crate::protocol::{Asked, Id, Request, Said};

/// What all threads of the server share.
pub(super) struct Server {
    pub(super) sessions: Sessions,
    pub(super) waiting: Waiting,
    pub(super) under_way: UnderWay,
    pub(super) lanes: Lanes<Job>,
    pub(super) outbox: Outbox,
    /// Whether the handshake is done.
    pub(super) is_initialized: AtomicBool,
}

/// What is to be done on a lane.
pub(super) enum Job {
    /// A request.
    Request(Id, Box<Request>),
    /// The answer to the question of this id.
    Answer(Id, Said),
}

/// A request in somebody's hands.
pub(super) struct InHand<'s> {
    pub(super) server: &'s Server,
    /// Its id.
    pub(super) id: &'s Id,
    /// Where it is done.
    pub(super) lane: &'s Lane,
    /// What calls it off.
    pub(super) cancel: &'s Cancel,
    /// How far odds have come.
    pub(super) progress: Progress,
    /// What is known of them by now.
    pub(super) known: Known,
}

/// What comes of a request for now.
pub(super) enum Done<T> {
    /// It is done.
    With(T),
    /// A person is asked; the id is that of the question.
    Asks(Id, Box<Asked>),
}

/// What comes of a request for now, or why it is refused.
pub(super) type Progressed<T> = Result<Done<T>, Failure>;

impl Server {
    pub(super) fn new(sessions: Sessions, outbox: Outbox) -> Self {
        Self {
            sessions,
            waiting: Waiting::default(),
            under_way: UnderWay::default(),
            lanes: Lanes::new(),
            outbox,
            is_initialized: AtomicBool::new(false),
        }
    }
}
