//! Who is served next: what belongs to one session in its order, and different sessions at the same time.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// So many jobs may wait.
const MOST: usize = 1000;

/// So many bytes of jobs may wait, if they are several.
const MOST_BYTES: usize = 16 << 20;

/// What has an order of its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lane {
    /// A session, by its name.
    Session(String),
    /// A request that needs no session, by a number of its own.
    Alone(u64),
}

impl Lane {
    /// The session of a lane.
    pub(super) fn session(&self) -> Option<&str> {
        match self {
            Self::Session(name) => Some(name),
            Self::Alone(_) => None,
        }
    }
}

/// Jobs on their lanes.
pub(super) struct Lanes<J> {
    traffic: Mutex<Traffic<J>>,
    changed: Condvar,
}

struct Traffic<J> {
    /// What waits on each lane, with its bytes; a lane is here as long as somebody is at work on it, or should be.
    waiting: BTreeMap<Lane, VecDeque<(J, usize)>>,
    /// The lanes on which something waits and nobody is at work, in the order in which they are served.
    due: VecDeque<Lane>,
    jobs: usize,
    bytes: usize,
    is_closed: bool,
}

impl<J> Lanes<J> {
    pub(super) fn new() -> Self {
        let (waiting, due) = (BTreeMap::new(), VecDeque::new());
        let traffic = Traffic { waiting, due, jobs: 0, bytes: 0, is_closed: false };
        Self { traffic: Mutex::new(traffic), changed: Condvar::new() }
    }

    /// Puts a job of so many bytes behind all others of its lane, as soon as there is room.
    pub(super) fn put(&self, lane: Lane, job: J, bytes: usize) {
        let is_full =
            |traffic: &mut Traffic<J>| traffic.jobs >= MOST || (traffic.jobs > 0 && traffic.bytes + bytes > MOST_BYTES);
        let room = self.changed.wait_while(self.lock(), is_full);
        let mut traffic = room.unwrap_or_else(PoisonError::into_inner);
        traffic.jobs += 1;
        traffic.bytes += bytes;
        if let Some(jobs) = traffic.waiting.get_mut(&lane) {
            jobs.push_back((job, bytes));
        } else {
            traffic.waiting.insert(lane.clone(), VecDeque::from([(job, bytes)]));
            traffic.due.push_back(lane);
        }
        self.changed.notify_all();
    }

    /// The next job, and its lane, which is this worker's until it is [`done`](Self::done); `None` when there will be none.
    pub(super) fn next(&self) -> Option<(Lane, J)> {
        let idle = |traffic: &mut Traffic<J>| traffic.due.is_empty() && !(traffic.is_closed && traffic.jobs == 0);
        let found = self.changed.wait_while(self.lock(), idle);
        let mut traffic = found.unwrap_or_else(PoisonError::into_inner);
        let lane = traffic.due.pop_front()?;
        let (job, bytes) = traffic.waiting.get_mut(&lane)?.pop_front()?;
        traffic.jobs -= 1;
        traffic.bytes -= bytes;
        self.changed.notify_all();
        Some((lane, job))
    }

    /// Somebody else may be at work on this lane now. Others go first, so that nobody waits for a long row of jobs.
    pub(super) fn done(&self, lane: Lane) {
        let mut traffic = self.lock();
        if traffic.waiting.get(&lane).is_some_and(VecDeque::is_empty) {
            traffic.waiting.remove(&lane);
        } else {
            traffic.due.push_back(lane);
        }
        self.changed.notify_all();
    }

    /// Nothing will be put any more.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Traffic<J>> {
        self.traffic.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Lane, Lanes, MOST_BYTES};

    fn session(name: &str) -> Lane {
        Lane::Session(name.to_owned())
    }

    #[test]
    fn a_lane_is_one_workers_at_a_time_and_keeps_its_order() {
        let lanes = Lanes::new();
        for (lane, job) in [("a", 1), ("a", 2), ("b", 3), ("a", 4)] {
            lanes.put(session(lane), job, 1);
        }
        lanes.put(Lane::Alone(7), 5, 1);
        lanes.close();
        assert_eq!(lanes.next(), Some((session("a"), 1)));
        assert_eq!(lanes.next(), Some((session("b"), 3)), "somebody is at work on the lane of the second job");
        lanes.done(session("a"));
        assert_eq!(lanes.next(), Some((Lane::Alone(7), 5)), "others go first");
        assert_eq!(lanes.next(), Some((session("a"), 2)));
        lanes.done(session("b"));
        lanes.done(session("a"));
        assert_eq!(lanes.next(), Some((session("a"), 4)));
        assert_eq!(lanes.next(), None);
    }

    #[test]
    fn large_jobs_wait_until_there_is_room() {
        let lanes = Lanes::new();
        lanes.put(session("a"), 1, 2 * MOST_BYTES);
        std::thread::scope(|scope| {
            let put = scope.spawn(|| lanes.put(session("b"), 2, 1));
            assert_eq!(lanes.next(), Some((session("a"), 1)));
            put.join().expect("there is room now");
        });
        assert_eq!(lanes.next(), Some((session("b"), 2)));
    }
}
