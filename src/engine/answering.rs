//! The driver of a single run: every run of an encounter and of a test gets its driver here, made from its
//! answers. `drivers/by_mode.rs` says which way of answering a mode chooses.

use super::answers::{Answers, DiceFrom};
use super::houses::Houses;
use crate::drivers::adjudicate::{Adjudicate, Dice, Host, Needless, Refused};
use crate::drivers::given::GivenDice;
use crate::drivers::plays::Plays;
use crate::drivers::{self, Driver};
use crate::ir::{Program, Value};
use crate::machine::{Fault, Listener, State};
use crate::semantics::chance::Chance;

/// Whoever is told of what a person is asked.
#[derive(Default)]
pub(super) struct Beside<'a> {
    /// Of choices that are asked again.
    pub refused: Option<Refused<'a>>,
    /// Of rolls on which nothing hangs.
    pub needless: Option<Needless<'a>>,
}

/// Calls `go` with the driver that answers so; a policy answers before anybody is asked. House rules and the host answer its functions.
pub(super) fn driven<T>(
    (program, houses, plays): (&Program, &Houses, &Plays),
    answers: &mut Answers<'_>,
    Beside { refused, needless }: Beside<'_>,
    go: impl FnOnce(&mut dyn Driver) -> T,
) -> T {
    let calls = houses.calls(program);
    let host = |function: u32, arguments: &[Value]| calls.call(function, arguments);
    let mut driver = driver(program, answers, &host).plays(plays);
    if let Some(refused) = refused {
        driver = driver.refused(refused);
    }
    if let Some(Needless { results, tell }) = needless {
        driver = driver.needless(Needless { results, tell });
    }
    go(&mut driver)
}

/// One run, without anybody to ask.
pub(super) fn alone(
    (program, houses): (&Program, &Houses),
    mut answers: Answers<'_>,
    listener: &mut dyn Listener,
) -> Result<State, Fault> {
    let nobody = Plays::default();
    driven((program, houses, &nobody), &mut answers, Beside::default(), |driver| {
        drivers::go_on(houses.machine(program), driver, listener)
    })
}

fn driver<'a>(program: &'a Program, answers: &'a mut Answers<'_>, host: Host<'a>) -> Adjudicate<'a> {
    let dice = match &answers.dice {
        DiceFrom::Program(stream) => Dice::Seeded(Chance::from(*stream)),
        DiceFrom::Given(faces) => Dice::Given(GivenDice::new(faces.clone())),
        DiceFrom::ByHand { whose, otherwise } => {
            Dice::ByHand { whose: whose.clone(), otherwise: Chance::from(*otherwise) }
        }
    };
    let mut driver =
        Adjudicate::new(program, answers.mode, dice).choices(std::mem::take(&mut answers.choices)).host(host);
    if let Some(person) = &mut answers.person {
        driver = driver.person(person);
    }
    driver
}
