//! Channels, of which messages may be lost or overtaken.

pub(crate) use shuttle::sync::mpsc::{Receiver, SendError, Sender, TrySendError, channel};

use super::{Arc, Mutex, PoisonError};
use crate::lie::{Lie, is_told};

/// Where messages are put of which some may wait. Copies are one and the same.
pub(in crate::serve) struct SyncSender<T> {
    sender: shuttle::sync::mpsc::SyncSender<T>,
    passing: Arc<Mutex<Passing<T>>>,
}

/// What has gone through a channel.
struct Passing<T> {
    messages: usize,
    /// One that another overtakes.
    held_back: Option<T>,
}

/// The message to which something happens, from 0.
const STRUCK: usize = 2;

/// A channel in which so many messages may wait.
pub(in crate::serve) fn sync_channel<T>(bound: usize) -> (SyncSender<T>, Receiver<T>) {
    let (sender, receiver) = shuttle::sync::mpsc::sync_channel(bound);
    let passing = Arc::new(Mutex::new(Passing { messages: 0, held_back: None }));
    (SyncSender { sender, passing }, receiver)
}

impl<T> Clone for SyncSender<T> {
    fn clone(&self) -> Self {
        Self { sender: self.sender.clone(), passing: Arc::clone(&self.passing) }
    }
}

impl<T> SyncSender<T> {
    pub(in crate::serve) fn send(&self, message: T) -> Result<(), SendError<T>> {
        let (first, then) = self.passed(message);
        for message in [first, then].into_iter().flatten() {
            self.sender.send(message)?;
        }
        Ok(())
    }

    pub(in crate::serve) fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        self.sender.try_send(message)
    }

    /// What arrives now that this message is sent.
    fn passed(&self, message: T) -> (Option<T>, Option<T>) {
        if !is_told(&Lie::Lost) && !is_told(&Lie::Overtaken) {
            return (Some(message), None);
        }
        let mut passing = self.passing.lock().unwrap_or_else(PoisonError::into_inner);
        passing.messages += 1;
        if passing.messages - 1 != STRUCK {
            return (Some(message), passing.held_back.take());
        }
        if is_told(&Lie::Overtaken) {
            passing.held_back = Some(message);
        }
        (None, None)
    }
}
