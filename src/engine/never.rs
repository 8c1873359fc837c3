//! What no run of a scene reaches, found by following all runs.

use std::cell::Cell;
use std::collections::BTreeSet;

use super::encounter::Encounter;
use super::houses::Houses;
use crate::diagnostic::Diagnostic;
use crate::drivers::chosen::Choices;
use crate::drivers::odds::{self, Budget, Progress, Walked, Ways};
use crate::drivers::{self, Mode, by_mode};
use crate::ir::expectation::ExpectedMode;
use crate::ir::lower::{Carried, Comes, Piece, TakenAt};
use crate::ir::passes::{self, Place};
use crate::ir::{Program, Register, Value, flow};
use crate::model::{Scene, System, ThingId};
use crate::source::Span;

/// What following one place may cost.
const EACH: Budget = Budget::of(100_000, 400_000, 64 * 1024 * 1024);

/// So many answers are followed in all.
const IN_ALL: u64 = 400_000;

/// So many answers are followed in all for values that lines of the scene may lose.
const FOR_VALUES: u64 = 200_000;

/// Making a program for one place takes as long as an answer for so many of its instructions.
const INSTRUCTIONS_AN_ANSWER: u64 = 16;

/// So many runs are looked at first: what they come to need not be followed.
const RUNS: u64 = 60;

impl Encounter {
    /// Everything that is worth a look, and what of the scene no run comes to although no single value rules it out.
    pub(super) fn followed(&self) -> Vec<Diagnostic> {
        let walks = Walks {
            system: &self.system,
            scene: &self.scene,
            houses: self.houses.for_one_call(),
            modes: self.modes_of_runs(),
            left: Cell::new(IN_ALL),
            for_values: Cell::new(FOR_VALUES),
        };
        let made = (self.program.as_ref(), self.expectations.as_slice());
        self.remarks.followed((&self.system, &self.scene), made, &|program, carried, places| {
            walks.comes_to(program, carried, places)
        })
    }

    /// The ways in which that may be answered which the scene leaves open. Where what is declared happens, the best level does, whether
    /// or not any dice lead to it; so that is one of them only where an expectation asks for it.
    pub(super) fn modes_of_runs(&self) -> Vec<Mode> {
        let declares = self.expectations.iter().any(|expected| matches!(expected.mode, ExpectedMode::Automatic));
        let automatic = declares.then_some(Mode::Automatic);
        [Mode::Deliberate].into_iter().chain(automatic).chain([Mode::Random]).collect()
    }
}

/// What is left for following all programs of a scene.
struct Walks<'e> {
    system: &'e System,
    scene: &'e Scene,
    houses: Houses,
    modes: Vec<Mode>,
    /// Answers that may be followed.
    left: Cell<u64>,
    /// The same for values that lines may lose.
    for_values: Cell<u64>,
}

/// A program of which it is asked what its runs come to.
struct Followed<'p> {
    program: &'p Program,
    carried: &'p [Carried],
    /// The registers that it writes.
    changed: BTreeSet<Register>,
}

/// The program that is followed to see whether a run comes to a place; nothing if no answers are left for making it.
fn watched(program: &Program, (open, place): (&[Register], Place), mode: Mode, left: &Cell<u64>) -> Option<Program> {
    left.set(left.get().checked_sub(program.code.len() as u64 / INSTRUCTIONS_AN_ANSWER)?);
    passes::watched(program, open, place, by_mode::method_of_ladders(mode))
}

fn changed(program: &Program) -> BTreeSet<Register> {
    let mut changed = BTreeSet::new();
    for instruction in &program.code {
        flow::writes(instruction, &mut |register| changed.extend([register]));
    }
    changed
}

impl Walks<'_> {
    fn comes_to(&self, program: &Program, carried: &[Carried], taken: &[TakenAt]) -> Vec<Comes> {
        let places: Vec<Place> = taken.iter().map(|taken| (taken.at, taken.holding)).collect();
        let calls = self.houses.calls(program);
        let host = |function: u32, arguments: &[Value]| calls.call(function, arguments);
        let seen = drivers::samples(program, (&host, &self.houses.bounds), (&self.modes, RUNS), &places);
        let followed = Followed { program, carried, changed: changed(program) };
        let found = seen
            .into_iter()
            .zip(places)
            .zip(taken)
            .map(|((seen, place), taken)| if seen { Comes::Surely } else { self.comes(&followed, place, taken) });
        found.collect()
    }

    fn comes(&self, followed: &Followed<'_>, place: Place, taken: &TakenAt) -> Comes {
        let Followed { program, carried, .. } = *followed;
        if matches!(taken.piece, Piece::Lost(_)) {
            return if self.comes_as_written(program, place) { Comes::Surely } else { Comes::Perhaps };
        }
        let open: Vec<Register> = carried.iter().map(|carried| carried.register).collect();
        // What ends a repetition must come about in it, whatever an evening before has left.
        let left = || {
            if matches!(taken.piece, Piece::Until(_) | Piece::UntilUnchanged(_)) {
                Vec::new()
            } else {
                self.left_before(followed, place)
            }
        };
        if self.is_never(program, &open, place) {
            Comes::Never
        } else if !open.is_empty() && self.is_never(program, &left(), place) {
            Comes::NotAsWritten
        } else {
            Comes::Perhaps
        }
    }

    /// Those of these registers that the line around a place asks for and that nothing here changes, if they belong to nobody who takes
    /// part in what happens, nor to what begins beside the line: it asks what an evening before has left.
    fn left_before(&self, followed: &Followed<'_>, (at, _): Place) -> Vec<Register> {
        let Followed { program, carried, changed } = followed;
        let line = program.spans.get(at.0.saturating_sub(1) as usize);
        let mut asked = BTreeSet::new();
        for (instruction, span) in program.code.iter().zip(&program.spans) {
            if line.is_some_and(|line| line.contains(*span) || span.contains(*line)) {
                flow::operands(instruction, &mut |operand| asked.extend(operand.register()));
            }
        }
        let is_left = |Carried { register, .. }: &Carried| asked.contains(register) && !changed.contains(register);
        let is_settled = |thing: ThingId| self.scene.takes_part(thing) || self.begins_beside(thing, line.copied());
        let left = carried.iter().filter(|carried| is_left(carried) && !carried.whose.is_some_and(is_settled));
        left.map(|carried| carried.register).collect()
    }

    /// Whether something stands in the text of a line and can do nothing itself: it begins as the text says. People come as an evening
    /// before has left them.
    fn begins_beside(&self, thing: ThingId, line: Option<Span>) -> bool {
        let thing = &self.scene.things[thing];
        !self.system.can_act(thing.kind) && line.is_some_and(|line| self.scene.are_in_one_text(thing.span, line))
    }

    /// Whether no run comes to a place, whichever way of answering is chosen for it.
    fn is_never(&self, program: &Program, open: &[Register], place: Place) -> bool {
        self.modes.iter().all(|mode| {
            let watched = watched(program, (open, place), *mode, &self.left);
            watched.is_some_and(|watched| self.walked(&watched, *mode, &self.left) == Walked::Never)
        })
    }

    /// Whether some run of the scene as it is written comes to a place.
    fn comes_as_written(&self, program: &Program, place: Place) -> bool {
        self.modes.iter().any(|mode| {
            let watched = watched(program, (&[], place), *mode, &self.for_values);
            watched.is_some_and(|watched| self.walked(&watched, *mode, &self.for_values) == Walked::Comes)
        })
    }

    fn walked(&self, program: &Program, mode: Mode, answers: &Cell<u64>) -> Walked {
        let calls = self.houses.calls(program);
        let host = |function: u32, arguments: &[Value]| calls.call(function, arguments);
        let (choices, progress, bounds) = (&Choices::default(), &Progress::default(), &self.houses.bounds);
        let ways = Ways { mode, choices, before: &[], drawn: &[], host: Some(&host), bounds, progress };
        let mut left = answers.get();
        let walked = odds::walk(program, ways, EACH, &mut left);
        answers.set(left);
        walked
    }
}
