//! What the server holds from one request to the next.

use super::request::Id;
use super::sessions::Sessions;
use super::waiting::Waiting;
use super::watch::Watch;

/// Sessions, what waits for an answer, and the watch over what is worked out.
pub(super) struct Server {
    pub(super) sessions: Sessions,
    pub(super) waiting: Waiting,
    pub(super) watch: Watch,
    /// So many lines were heard.
    pub(super) heard: u64,
}

impl Server {
    pub(super) fn new(sessions: Sessions) -> Self {
        let watch = Watch::over(sessions.cancel());
        Self { sessions, waiting: Waiting::default(), watch, heard: 0 }
    }

    /// Whether a question of this id waits for its answer.
    pub(super) fn is_asking(&self, id: &Id) -> bool {
        self.waiting.has(id)
    }
}
