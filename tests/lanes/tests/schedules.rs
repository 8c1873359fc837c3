//! The server answers by every schedule as it should, and a checker whose primitives lie notices.

use std::panic::{self, AssertUnwindSafe};

use assize_lanes::{Clock, Lie, Scenario, Told, called_off, enter, odds, play, run, sites};
use shuttle::scheduler::RandomScheduler;
use shuttle::{Config, FailurePersistence, MaxSteps, Runner};

const CALLED_OFF: &str = "AZ714";
const NOT_UNDER_WAY: &str = "AZ937";
const SESSION_WAITS: &str = "AZ932";
const TOO_LONG: &str = "AZ935";

/// So many schedules of each scenario are tried; `SCHEDULES` says how many instead.
const SCHEDULES: usize = 200;

/// So many steps has a schedule at most: one that does not end by then never does.
const STEPS: usize = 50_000;

/// A scenario, and what has to be true of what is told of it.
type Case = (Scenario, fn(&Told));

fn schedules() -> usize {
    std::env::var("SCHEDULES").map_or(SCHEDULES, |most| most.parse().expect("SCHEDULES is a number"))
}

/// Tries so many schedules, others for each seed. A deadlock, an endless schedule and whatever is not as it has to be panic.
fn check((scenario, holds): &Case, schedules: usize) {
    let (scenario, holds) = (scenario.clone(), *holds);
    let mut config = Config::new();
    config.max_steps = MaxSteps::FailAfter(STEPS);
    config.failure_persistence = FailurePersistence::Print;
    config.silence_warnings = true;
    let runner = Runner::new(RandomScheduler::new_from_seed(26, schedules), config);
    runner.run(move || holds(&play(&scenario)));
}

/// Each request has one response, and those of a session come in its order.
fn answered(told: &Told, requests: &[i64], session: &[i64]) {
    let all: Vec<i64> = told.by_request().into_keys().collect();
    assert_eq!(all, [&[0], requests].concat(), "each request has one response");
    assert_eq!(told.order_of(session), session, "responses come in the order of their lane: {told:?}");
    let mut begun: Vec<i64> = told.begun.iter().copied().filter(|id| session.contains(id)).collect();
    // Odds that turn out to be long are begun twice.
    begun.dedup();
    let was_begun: Vec<i64> = session.iter().copied().filter(|id| begun.contains(id)).collect();
    assert_eq!(begun, was_begun, "a session works in its order: {told:?}");
}

/// Each of these requests came to one of these ends.
fn came_to(told: &Told, requests: &[i64], ends: &[&str]) {
    let by_request = told.by_request();
    for request in requests {
        assert!(ends.contains(&by_request[request]), "{request} is none of {ends:?}: {told:?}");
    }
}

const DONE: &str = "";

/// Two sessions and scripts beside them, with one worker for each sort of work and one that stands by.
fn busy() -> Case {
    let lines = vec![
        enter(1, "a", "quick"),
        enter(2, "a", "quick"),
        enter(3, "b", "quick"),
        run(4, "quick"),
        odds(5, "a", "quick"),
        enter(6, "a", "quick"),
        enter(7, "b", "quick"),
    ];
    let scenario = Scenario { teams: [(1, 1), (1, 0), (1, 0)], lines, leaves: true, ..Scenario::default() };
    let holds = |told: &Told| {
        answered(told, &[1, 2, 3, 4, 5, 6, 7], &[1, 2, 5, 6]);
        assert_eq!(told.order_of(&[3, 7]), [3, 7]);
        came_to(told, &[1, 2, 3, 4, 5, 6, 7], &[DONE, TOO_LONG]);
        assert!(told.remarks.is_empty(), "{told:?}");
    };
    (scenario, holds)
}

/// One request is called off while it waits or runs, and its neighbours are not.
fn called() -> Case {
    let lines = vec![
        enter(1, "a", "endless"),
        enter(2, "a", "quick"),
        called_off(1),
        odds(3, "b", "endless"),
        enter(4, "a", "quick"),
        called_off(3),
        enter(5, "b", "quick"),
    ];
    let scenario = Scenario { teams: [(1, 0), (1, 0), (1, 0)], lines, clock: Clock::Stands, ..Scenario::default() };
    let holds = |told: &Told| {
        answered(told, &[1, 2, 3, 4, 5], &[1, 2, 4]);
        came_to(told, &[1], &[CALLED_OFF]);
        came_to(told, &[3], &[CALLED_OFF]);
        came_to(told, &[2, 4, 5], &[DONE]);
    };
    (scenario, holds)
}

/// What nobody calls off is called off by the watch, and odds that are long are tried twice.
fn late() -> Case {
    let lines = vec![enter(1, "a", "endless"), odds(2, "b", "endless"), enter(3, "a", "quick"), enter(4, "b", "quick")];
    let scenario = Scenario { teams: [(1, 0), (1, 0), (1, 0)], lines, leaves: true, ..Scenario::default() };
    let holds = |told: &Told| {
        answered(told, &[1, 2, 3, 4], &[1, 3]);
        came_to(told, &[1], &[TOO_LONG]);
        came_to(told, &[2], &[TOO_LONG]);
        came_to(told, &[3, 4], &[DONE, TOO_LONG]);
        assert!(told.remarks.is_empty(), "{told:?}");
    };
    (scenario, holds)
}

/// A question that is answered and called off at the same time, and one that is only answered.
fn asked() -> Case {
    let lines =
        vec![enter(1, "a", "asks"), enter(2, "b", "asks"), enter(3, "a", "quick"), called_off(1), run(4, "quick")];
    let scenario = Scenario { teams: [(1, 1), (1, 0), (1, 0)], lines, ..Scenario::default() };
    let holds = |told: &Told| {
        answered(told, &[1, 2, 3, 4], &[]);
        came_to(told, &[1], &[DONE, CALLED_OFF]);
        came_to(told, &[2], &[DONE]);
        came_to(told, &[3], &[DONE, SESSION_WAITS, TOO_LONG]);
        assert!(told.remarks.iter().all(|code| code == NOT_UNDER_WAY), "{told:?}");
    };
    (scenario, holds)
}

/// Who stands by takes what would wait for ever: each of the first is done only once the last has begun. The client stays: if it
/// left, everybody would be woken.
fn held_up() -> Case {
    let lines = vec![run(1, "until 3"), run(2, "until 3"), run(3, "quick")];
    let scenario = Scenario { teams: [(1, 0), (1, 2), (1, 0)], lines, ..Scenario::default() };
    let holds = |told: &Told| {
        answered(told, &[1, 2, 3], &[]);
        came_to(told, &[1, 2], &[DONE]);
        came_to(told, &[3], &[DONE, TOO_LONG]);
    };
    (scenario, holds)
}

const CASES: [fn() -> Case; 5] = [busy, called, late, asked, held_up];

#[test]
fn whoever_goes_on_first_each_request_is_answered_in_its_order() {
    check(&busy(), schedules());
}

#[test]
fn a_request_is_called_off_and_no_other() {
    check(&called(), schedules());
}

#[test]
fn what_never_ends_is_ended() {
    check(&late(), schedules());
}

#[test]
fn a_question_is_answered_or_broken_off() {
    check(&asked(), schedules());
}

#[test]
fn who_stands_by_is_there_when_all_others_wait() {
    check(&held_up(), schedules());
}

/// Whether some scenario tells of this lie.
fn is_found(lie: &Lie) -> bool {
    CASES.iter().any(|case| {
        let (scenario, holds) = case();
        let lying = (Scenario { lie: Some(lie.clone()), ..scenario }, holds);
        panic::catch_unwind(AssertUnwindSafe(|| check(&lying, 100))).is_err()
    })
}

#[test]
fn lies_are_found() {
    for lie in [Lie::Lost, Lie::Overtaken, Lie::Uncleared, Lie::Deaf] {
        assert!(is_found(&lie), "nobody noticed {lie:?}");
    }
}

#[test]
fn every_notification_is_needed() {
    for case in CASES {
        check(&case(), 20);
    }
    let sites = sites();
    assert_eq!(sites.len(), 6, "{sites:?}");
    for site in sites {
        assert!(is_found(&Lie::Unheard(site.clone())), "nobody misses what is notified at {site}");
    }
}
