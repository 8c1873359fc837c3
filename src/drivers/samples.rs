//! A few runs of a program, each answered differently: their results are possible.

use super::adjudicate::{Adjudicate, Dice, Host, Response};
use super::{Driver, Mode};
use crate::ir::passes::Place;
use crate::ir::{Program, Value};
use crate::machine::{Answer, Ask, Bounds, Deaf, FaultKind, How, Machine, State, Step};
use crate::semantics::chance::{Chance, Stream};

/// Which of these places a run in one of these modes comes to; so many are tried by dice, and one in each other mode.
pub fn samples(
    program: &Program,
    (host, bounds): (Host<'_>, &Bounds),
    (modes, runs): (&[Mode], u64),
    places: &[Place],
) -> Vec<bool> {
    let mut come_to = ComeTo::new(program, places);
    let seeds = |mode: &Mode| if *mode == Mode::Random { 1..=runs } else { 0..=0 };
    for (mode, number) in modes.iter().flat_map(|mode| seeds(mode).map(|seed| (*mode, seed))) {
        let mut options = number;
        let mut person = |ask: &Ask<'_>| {
            options = options.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            some_option(ask, options >> 33)
        };
        let dice = Dice::Seeded(Chance::from(Stream::of_entry(number.into(), 0)));
        let mut driver = Adjudicate::new(program, mode, dice).host(host).person(&mut person);
        // A run that cannot go on has come to what stands before.
        let _ = come_to.run(Machine::new(program).within(bounds.clone()).untold(), &mut driver);
        if come_to.seen.iter().all(|seen| *seen) {
            break;
        }
    }
    come_to.seen
}

/// One of the options of a choice.
fn some_option(ask: &Ask<'_>, number: u64) -> Response {
    let Ask::Choose { low, high, .. } = ask else { return Response::Rolled };
    let width = high.abs_diff(*low).saturating_add(1);
    let option = i64::try_from(number % width).unwrap_or(0);
    Response::Answer(Answer::Choice(low.saturating_add(option), How::Person))
}

/// Places, and whether a run has come to them.
struct ComeTo<'p> {
    places: &'p [Place],
    seen: Vec<bool>,
    /// For each instruction whether a place is there.
    is_place: Vec<bool>,
}

impl<'p> ComeTo<'p> {
    fn new(program: &Program, places: &'p [Place]) -> Self {
        let mut is_place = vec![false; program.code.len()];
        for (at, _) in places {
            if let Some(place) = is_place.get_mut(at.0 as usize) {
                *place = true;
            }
        }
        Self { places, seen: vec![false; places.len()], is_place }
    }

    fn run(&mut self, mut machine: Machine<'_>, driver: &mut dyn Driver) -> Result<(), FaultKind> {
        loop {
            self.look(machine.state());
            match machine.advance(&mut Deaf).map_err(|fault| fault.kind)? {
                None => {}
                Some(Step::Done) => return Ok(()),
                Some(Step::Ask(ask)) => {
                    let answer = driver.answer(&ask)?;
                    machine.answer(answer, &mut Deaf).map_err(|fault| fault.kind)?;
                }
            }
        }
    }

    fn look(&mut self, state: &State) {
        if !self.is_place.get(state.at.0 as usize).is_some_and(|place| *place) {
            return;
        }
        for ((at, holding), seen) in self.places.iter().zip(&mut self.seen) {
            let value = |register: u32| -> Value { state.registers.get(register as usize).copied().flatten() };
            *seen |= *at == state.at && holding.is_none_or(|(register, held)| held.is(value(register.0)));
        }
    }
}
