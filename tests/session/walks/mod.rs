//! Random evenings: whatever is entered, taken back, put off or cut off by a crash, the session is what a plain model of it
//! says, and what its journal says.

mod model;
mod walk;

use proptest::prelude::*;
use proptest::sample::Index;

use walk::Walk;

/// One thing that happens.
#[derive(Clone, Debug)]
pub enum Step {
    Enter(Line, Patience),
    /// What waits is entered again.
    Again(Patience),
    Wrong(Index),
    /// Whose dice are rolled by hand: nobody's, everybody's, Ada's; or there are none.
    AnswerBy(u8),
    Reseed(u64),
    Undo,
    Redo,
    BreakOff,
    /// Of an earlier line that gives somebody oil it is another amount, or of another person.
    Edit(Index, Line),
    TurnPage,
    /// The program dies when so much of its journal was written: of all of it, or of what came last. Then what was under
    /// way may be entered again.
    Crash {
        at: Index,
        late: bool,
        again: bool,
    },
}

/// What can be entered, by ada or else by ben.
#[derive(Clone, Debug)]
pub enum Line {
    Declare,
    Set {
        ada: bool,
        oil: i64,
    },
    Light {
        ada: bool,
        wind: i64,
    },
    /// Dice of ada, ben, and ada again.
    Watch,
    Roll,
    Ask {
        ada: bool,
    },
    Nights,
}

/// How many questions a person answers, and whether the next is given up or answered later.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub answers: usize,
    pub later: bool,
}

fn line() -> impl Strategy<Value = Line> {
    prop_oneof![
        1 => Just(Line::Declare),
        2 => (any::<bool>(), 0..=9_i64).prop_map(|(ada, oil)| Line::Set { ada, oil }),
        6 => (any::<bool>(), -2..=2_i64).prop_map(|(ada, wind)| Line::Light { ada, wind }),
        3 => Just(Line::Watch),
        1 => Just(Line::Roll),
        1 => any::<bool>().prop_map(|ada| Line::Ask { ada }),
        2 => Just(Line::Nights),
    ]
}

fn patience() -> impl Strategy<Value = Patience> {
    let short = (0..3_usize, prop::bool::weighted(0.75)).prop_map(|(answers, later)| Patience { answers, later });
    prop_oneof![1 => Just(Patience { answers: usize::MAX, later: false }), 1 => short]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => (line(), patience()).prop_map(|(line, patience)| Step::Enter(line, patience)),
        4 => patience().prop_map(Step::Again),
        1 => any::<Index>().prop_map(Step::Wrong),
        3 => (0..4_u8).prop_map(Step::AnswerBy),
        3 => (0..1_000_u64).prop_map(Step::Reseed),
        3 => Just(Step::Undo),
        2 => Just(Step::Redo),
        1 => Just(Step::BreakOff),
        3 => (any::<Index>(), any::<bool>(), 0..=9_i64).prop_map(|(which, ada, oil)| Step::Edit(which, Line::Set { ada, oil })),
        1 => Just(Step::TurnPage),
        5 => (any::<Index>(), any::<bool>(), any::<bool>()).prop_map(|(at, late, again)| Step::Crash { at, late, again }),
    ]
}

/// Few enough to be run often; `PROPTEST_CASES` asks for more.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(128)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_session_is_what_its_journal_says(way in 0..6_u8, steps in prop::collection::vec(step(), 1..24)) {
        let mut walk = Walk::begin();
        walk.step(&Step::AnswerBy(way));
        for step in &steps {
            walk.step(step);
        }
        walk.end();
    }
}

/// Of the long evenings a tenth of that is enough.
fn long_cases() -> u32 {
    (cases() / 128).max(1)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: long_cases(), failure_persistence: None, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn a_long_session_is_what_its_journal_says(way in 0..6_u8, steps in prop::collection::vec(step(), 400)) {
        let mut walk = Walk::begin();
        walk.step(&Step::AnswerBy(way));
        for step in &steps {
            walk.step(step);
        }
        walk.end();
    }
}
