//! Requests that have no response yet, and how to cancel them.

use std::collections::BTreeMap;

use super::sync::{Mutex, MutexGuard, PoisonError};
use crate::engine::Cancel;
use crate::protocol::Id;

/// Requests by their ids.
#[derive(Default)]
pub(super) struct UnderWay(Mutex<BTreeMap<Id, Request>>);

#[derive(Default)]
struct Request {
    whereabouts: Whereabouts,
    /// Whoever asked for it has called it off.
    is_called_off: bool,
}

/// How far a request has come.
#[derive(Default)]
enum Whereabouts {
    /// It is not this one's turn.
    #[default]
    Queued,
    /// It is worked out, and called off by this.
    Busy(Cancel),
    /// It waits for the answer to this question.
    Asking(Id),
}

/// What is to be done for a request to be called off.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CalledOff {
    /// There is no such request.
    Unknown,
    /// It hears of it by itself.
    Heard,
    /// Its question is to be broken off.
    Asking(Id),
}

impl UnderWay {
    /// A request has come, and no other of this id is under way.
    pub(super) fn begin(&self, id: &Id) {
        self.lock().insert(id.clone(), Request::default());
    }

    /// Whether a request of this id is under way.
    pub(super) fn has(&self, id: &Id) -> bool {
        self.lock().contains_key(id)
    }

    /// The request is worked out from now on, unless it is called off already. Then `false`.
    pub(super) fn run(&self, id: &Id, cancel: &Cancel) -> bool {
        let mut requests = self.lock();
        let Some(request) = requests.get_mut(id).filter(|request| !request.is_called_off) else { return false };
        cancel.clear();
        request.whereabouts = Whereabouts::Busy(cancel.clone());
        true
    }

    /// The request waits for the answer to this question, unless it is called off already. Then `false`.
    pub(super) fn ask(&self, id: &Id, question: &Id) -> bool {
        let mut requests = self.lock();
        let Some(request) = requests.get_mut(id).filter(|request| !request.is_called_off) else { return false };
        request.whereabouts = Whereabouts::Asking(question.clone());
        true
    }

    /// Calls a request off, as far as that can be done here.
    pub(super) fn call_off(&self, id: &Id) -> CalledOff {
        let mut requests = self.lock();
        let Some(request) = requests.get_mut(id) else { return CalledOff::Unknown };
        request.is_called_off = true;
        match &request.whereabouts {
            Whereabouts::Queued => CalledOff::Heard,
            Whereabouts::Busy(cancel) => {
                cancel.call_off();
                CalledOff::Heard
            }
            Whereabouts::Asking(question) => CalledOff::Asking(question.clone()),
        }
    }

    /// Whether it was called off by whoever asked for it.
    pub(super) fn is_called_off(&self, id: &Id) -> bool {
        self.lock().get(id).is_some_and(|request| request.is_called_off)
    }

    /// The request has come to its end, and nobody can call it off any more.
    pub(super) fn end(&self, id: &Id) {
        self.lock().remove(id);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Id, Request>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{CalledOff, UnderWay};
    use crate::engine::Cancel;
    use crate::protocol::Id;

    #[test]
    fn a_request_can_be_called_off_wherever_it_is() {
        let (requests, id, cancel) = (UnderWay::default(), Id::Number(1), Cancel::default());
        let question = Id::Text("q1".to_owned());
        assert_eq!(requests.call_off(&id), CalledOff::Unknown);
        assert!(!requests.has(&id));
        requests.begin(&id);
        assert!(requests.has(&id) && requests.run(&id, &cancel) && requests.ask(&id, &question));
        assert_eq!(requests.call_off(&id), CalledOff::Asking(question.clone()));
        assert!(!requests.run(&id, &cancel), "it does not go on");
        requests.end(&id);
        requests.begin(&id);
        assert!(!requests.is_called_off(&id), "it was another request that was called off");
        assert_eq!(requests.call_off(&id), CalledOff::Heard);
        assert!(!requests.run(&id, &cancel) && !requests.ask(&id, &question));
        requests.end(&id);
        cancel.call_off();
        requests.begin(&id);
        assert!(requests.run(&id, &cancel));
        assert!(!cancel.is_called_off(), "what was called off before is over");
        assert_eq!(requests.call_off(&id), CalledOff::Heard);
        assert!(cancel.is_called_off() && requests.is_called_off(&id));
    }
}
