//! Who is served next: requests of one session in order, and different sessions at the same time, each sort of work with
//! its own workers.

use std::collections::{BTreeMap, VecDeque};

use super::room::{MOST_BYTES, MOST_JOBS};
use super::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use super::watch::PATIENCE;

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

/// How much work a job is. Each sort has workers of its own, so that nobody waits for another sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// An entry, an expression, a look at a session: what people at a table wait for.
    Entry,
    /// A small script that is run or checked by itself, and odds as long as they may turn out to be short.
    Small,
    /// What may take seconds: odds, tests, large scripts, whole sessions as one text.
    Long,
}

/// Who takes jobs: those of one sort.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worker {
    pub(super) work: Work,
    /// It takes only what nobody else has taken for a while.
    pub(super) stands_by: bool,
}

/// Jobs on their lanes.
pub(super) struct Lanes<J> {
    traffic: Mutex<Traffic<J>>,
    /// There may be room for another job.
    room: Condvar,
    /// For each sort of work: there may be a job for somebody who takes it at once.
    due: [Condvar; 3],
    /// Likewise: there may be one for somebody who takes it only if nobody else does.
    overdue: [Condvar; 3],
}

struct Traffic<J> {
    /// What waits on each lane; a lane is here as long as somebody is at work on it, or should be.
    waiting: BTreeMap<Lane, VecDeque<Waiting<J>>>,
    /// For each sort of work the lanes on which such a job comes next and nobody is at work, in the order in which they are
    /// served, each with a number of its own.
    due: [VecDeque<(Lane, u64)>; 3],
    /// The last of these numbers.
    last: u64,
    jobs: usize,
    bytes: usize,
    is_closed: bool,
}

impl<J> Traffic<J> {
    /// The number of the first lane on which such a job comes next.
    fn first(&self, work: Work) -> Option<u64> {
        self.due[work as usize].front().map(|(_, number)| *number)
    }

    /// Such a job comes next on this lane, and nobody is at work there.
    fn is_due(&mut self, lane: Lane, work: Work) {
        self.last += 1;
        self.due[work as usize].push_back((lane, self.last));
    }
}

/// A job on its lane.
struct Waiting<J> {
    job: J,
    work: Work,
    bytes: usize,
}

impl<J> Lanes<J> {
    pub(super) fn new() -> Self {
        let (waiting, due) = (BTreeMap::new(), [const { VecDeque::new() }; 3]);
        let traffic = Traffic { waiting, due, last: 0, jobs: 0, bytes: 0, is_closed: false };
        let [due, overdue] = [(); 2].map(|()| [const { Condvar::new() }; 3]);
        Self { traffic: Mutex::new(traffic), room: Condvar::new(), due, overdue }
    }

    /// Puts a job of so many bytes behind all others of its lane, as soon as there is room.
    pub(super) fn put(&self, lane: Lane, job: J, (work, bytes): (Work, usize)) {
        let is_full = |traffic: &mut Traffic<J>| {
            traffic.jobs >= MOST_JOBS || (traffic.jobs > 0 && traffic.bytes + bytes > MOST_BYTES)
        };
        let room = self.room.wait_while(self.lock(), is_full);
        let mut traffic = room.unwrap_or_else(PoisonError::into_inner);
        traffic.jobs += 1;
        traffic.bytes += bytes;
        let waiting = Waiting { job, work, bytes };
        if let Some(jobs) = traffic.waiting.get_mut(&lane) {
            jobs.push_back(waiting);
        } else {
            traffic.waiting.insert(lane.clone(), VecDeque::from([waiting]));
            self.is_due(&mut traffic, lane, work);
        }
    }

    /// Puts a job before all others of a lane that is the caller's, for workers of another sort once the lane is
    /// [`done`](Self::done). When nothing is put any more, those may have left: then the caller has it again.
    pub(super) fn put_back(&self, lane: &Lane, job: J, work: Work) -> Option<J> {
        let mut traffic = self.lock();
        if traffic.is_closed {
            return Some(job);
        }
        traffic.jobs += 1;
        traffic.waiting.entry(lane.clone()).or_default().push_front(Waiting { job, work, bytes: 0 });
        None
    }

    /// The next job for this worker, and its lane, which is this worker's until it is [`done`](Self::done); `None` when there
    /// will be none.
    pub(super) fn next(&self, worker: Worker) -> Option<(Lane, J)> {
        let mut traffic = self.lock();
        let mut seen = None;
        loop {
            let first = traffic.first(worker.work);
            if first.is_none() && traffic.is_closed && traffic.jobs == 0 {
                return None;
            }
            if first.is_some() && (!worker.stands_by || seen == first) {
                return self.take(traffic, worker.work);
            }
            seen = first;
            let changed = if worker.stands_by { &self.overdue } else { &self.due };
            let changed = &changed[worker.work as usize];
            traffic = if let Some(first) = first {
                // Others have so much time to take it.
                let is_there = |traffic: &mut Traffic<J>| traffic.first(worker.work) == Some(first);
                let waited = changed.wait_timeout_while(traffic, PATIENCE, is_there);
                waited.unwrap_or_else(PoisonError::into_inner).0
            } else {
                let idle = |traffic: &mut Traffic<J>| {
                    traffic.first(worker.work).is_none() && !(traffic.is_closed && traffic.jobs == 0)
                };
                changed.wait_while(traffic, idle).unwrap_or_else(PoisonError::into_inner)
            };
        }
    }

    fn take(&self, mut traffic: MutexGuard<'_, Traffic<J>>, work: Work) -> Option<(Lane, J)> {
        let (lane, _) = traffic.due[work as usize].pop_front()?;
        let Waiting { job, bytes, .. } = traffic.waiting.get_mut(&lane)?.pop_front()?;
        traffic.jobs -= 1;
        traffic.bytes -= bytes;
        self.room.notify_all();
        if traffic.is_closed && traffic.jobs == 0 {
            self.wake_all();
        } else if !traffic.due[work as usize].is_empty() {
            self.overdue[work as usize].notify_one();
        }
        Some((lane, job))
    }

    /// Somebody else may be at work on this lane now. Others go first, so that nobody waits for a long row of jobs.
    pub(super) fn done(&self, lane: Lane) {
        let mut traffic = self.lock();
        match traffic.waiting.get(&lane).map(|jobs| jobs.front().map(|next| next.work)) {
            Some(Some(work)) => self.is_due(&mut traffic, lane, work),
            Some(None) => drop(traffic.waiting.remove(&lane)),
            None => {}
        }
    }

    /// Nothing will be put any more.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.wake_all();
    }

    /// Such a job comes next on this lane. One worker hears of it, and one who stands by: to wake the others as well would cost
    /// more than most jobs.
    fn is_due(&self, traffic: &mut Traffic<J>, lane: Lane, work: Work) {
        traffic.is_due(lane, work);
        self.due[work as usize].notify_one();
        self.overdue[work as usize].notify_one();
    }

    fn wake_all(&self) {
        self.due.iter().chain(&self.overdue).for_each(Condvar::notify_all);
    }

    fn lock(&self) -> MutexGuard<'_, Traffic<J>> {
        self.traffic.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Lane, Lanes, MOST_BYTES, Work, Worker};

    const ENTRIES: Worker = Worker { work: Work::Entry, stands_by: false };
    const BY: Worker = Worker { stands_by: true, ..ENTRIES };

    fn session(name: &str) -> Lane {
        Lane::Session(name.to_owned())
    }

    #[test]
    fn a_lane_is_one_workers_at_a_time_and_keeps_its_order() {
        let lanes = Lanes::new();
        for (lane, job) in [("a", 1), ("a", 2), ("b", 3), ("a", 4)] {
            lanes.put(session(lane), job, (Work::Entry, 1));
        }
        lanes.put(Lane::Alone(7), 5, (Work::Entry, 1));
        lanes.close();
        assert_eq!(lanes.next(ENTRIES), Some((session("a"), 1)));
        assert_eq!(lanes.next(ENTRIES), Some((session("b"), 3)), "somebody is at work on the lane of the second job");
        lanes.done(session("a"));
        assert_eq!(lanes.next(ENTRIES), Some((Lane::Alone(7), 5)), "others go first");
        assert_eq!(lanes.next(ENTRIES), Some((session("a"), 2)));
        lanes.done(session("b"));
        lanes.done(session("a"));
        assert_eq!(lanes.next(ENTRIES), Some((session("a"), 4)));
        assert_eq!(lanes.next(ENTRIES), None);
    }

    #[test]
    fn each_sort_of_work_has_its_own_workers_and_a_session_its_order() {
        let lanes = Lanes::new();
        for job in 0..50 {
            lanes.put(Lane::Alone(job), job, (Work::Long, 1));
            lanes.put(Lane::Alone(100 + job), 100 + job, (Work::Small, 1));
        }
        lanes.put(session("a"), 1000, (Work::Long, 1));
        lanes.put(session("a"), 1001, (Work::Entry, 1));
        lanes.put(session("b"), 1002, (Work::Entry, 1));
        assert_eq!(lanes.next(ENTRIES), Some((session("b"), 1002)), "no other sort of work stands before it");
        let worker = |work| Worker { work, ..ENTRIES };
        assert_eq!(lanes.next(worker(Work::Small)), Some((Lane::Alone(100), 100)));
        for job in 0..50 {
            assert_eq!(lanes.next(worker(Work::Long)), Some((Lane::Alone(job), job)));
        }
        assert_eq!(lanes.next(worker(Work::Long)), Some((session("a"), 1000)));
        lanes.done(session("a"));
        assert_eq!(lanes.next(ENTRIES), Some((session("a"), 1001)), "behind what was asked before it");
    }

    #[test]
    fn who_stands_by_takes_what_has_waited() {
        let lanes = Lanes::new();
        lanes.put(session("a"), 1, (Work::Entry, 1));
        assert_eq!(lanes.next(BY), Some((session("a"), 1)), "nobody else has taken it");
        std::thread::scope(|scope| {
            let by = scope.spawn(|| lanes.next(BY));
            lanes.put(session("b"), 2, (Work::Entry, 1));
            assert_eq!(by.join().expect("it goes on"), Some((session("b"), 2)));
            let by = scope.spawn(|| lanes.next(BY));
            lanes.close();
            assert_eq!(by.join().expect("it goes on"), None);
        });
    }

    #[test]
    fn what_is_put_back_comes_next_on_its_lane_for_others() {
        let lanes = Lanes::new();
        let worker = |work| Worker { work, ..ENTRIES };
        lanes.put(session("a"), 1, (Work::Small, 1));
        lanes.put(session("a"), 2, (Work::Entry, 1));
        assert_eq!(lanes.next(worker(Work::Small)), Some((session("a"), 1)));
        assert_eq!(lanes.put_back(&session("a"), 1, Work::Long), None);
        lanes.done(session("a"));
        assert_eq!(lanes.next(worker(Work::Long)), Some((session("a"), 1)), "before what was asked after it");
        lanes.close();
        assert_eq!(lanes.put_back(&session("a"), 1, Work::Long), Some(1), "nobody else may be there any more");
        lanes.done(session("a"));
        assert_eq!(lanes.next(ENTRIES), Some((session("a"), 2)));
        assert_eq!(lanes.next(worker(Work::Long)), None);
    }

    #[test]
    fn large_jobs_wait_until_there_is_room() {
        let lanes = Lanes::new();
        lanes.put(session("a"), 1, (Work::Entry, 2 * MOST_BYTES));
        std::thread::scope(|scope| {
            let put = scope.spawn(|| lanes.put(session("b"), 2, (Work::Entry, 1)));
            assert_eq!(lanes.next(ENTRIES), Some((session("a"), 1)));
            put.join().expect("there is room now");
        });
        assert_eq!(lanes.next(ENTRIES), Some((session("b"), 2)));
    }
}
