//! Programs made smaller by the passes of `ir::passes` do what the whole ones do, in all scripts that are shipped.

use std::collections::BTreeMap;

use assize::drivers::Mode;
use assize::drivers::adjudicate::{Adjudicate, Dice};
use assize::drivers::chosen::Choices;
use assize::drivers::odds::{Budget, Distribution, OddsError, Progress, Rounds, Savings, Ways, heard, saving};
use assize::ir::expectation::ExpectedMode;
use assize::ir::passes::{self, Answers, reduce};
use assize::ir::{Address, Program, Register, ResultInfo, Value};
use assize::machine::{Bounds, Deaf, FaultKind, Listener, State, Told};
use assize::semantics::chance::{Chance, Stream};
use assize::source::Span;

use crate::scripts;
use crate::shared_out::shared_out;

/// Hears everything, so that nothing is left out for it.
struct Ears;

impl Listener for Ears {
    fn hear(&mut self, _: &Told<'_>, _: Address, _: &State) {}
}

/// The programs of all scripts, with the choices made in them.
fn programs() -> Vec<(String, Program, Choices)> {
    let mut all = Vec::new();
    for script in scripts::all() {
        let encounter = script.compile();
        let whole = encounter.program().map(|program| (script.name.clone(), program.clone(), Choices::new()));
        let expected = encounter.expectations().iter().filter_map(|expectation| {
            let choices = expectation.choosing.iter();
            let choices = choices.map(|(name, option, _)| (name.to_string(), option.to_string()));
            let program = expectation.program.as_ref().ok()?.clone();
            Some((format!("{}: {}", script.name, expectation.title), program, choices.collect()))
        });
        all.extend(whole.into_iter().chain(expected).filter(|(_, program, _)| program.functions.is_empty()));
    }
    all
}

/// Where a run has come to: the results, or why it has ended.
fn ran(program: &Program, mode: Mode, choices: &Choices) -> Result<Vec<Value>, String> {
    let dice = Dice::Seeded(Chance::from(Stream::from(5)));
    let mut driver = Adjudicate::new(program, mode, dice).choices(choices.clone());
    match assize::drivers::run(program, &mut driver, &mut Deaf) {
        Ok(state) => Ok(program.results.iter().map(|result| state.registers[result.register.0 as usize]).collect()),
        // What a refusal names of the state are registers, and these have other numbers.
        Err(fault) => Err(match fault.kind {
            FaultKind::Refused(_, numbers) => format!("refused with {numbers:?}"),
            kind => format!("{kind:?}"),
        }),
    }
}

#[test]
fn every_named_value_is_the_same_by_judgement_and_by_dice() {
    let mut compared = 0;
    for (name, mut program, choices) in programs() {
        let named = (0..).map(Register).zip(&program.registers).filter(|(_, info)| info.name.is_some());
        let results = named.map(|(register, info)| ResultInfo {
            label: info.name.clone().unwrap_or_default(),
            register,
            span: Span::default(),
        });
        program.results = results.collect();
        let reduced = reduce(&program, &passes::ALL, Answers { ladders: None, is_chosen: &|_| true }).program;
        for mode in [Mode::Deliberate, Mode::Random, Mode::Automatic] {
            assert_eq!(ran(&reduced, mode, &choices), ran(&program, mode, &choices), "{name} {mode:?}");
            compared += program.results.len();
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// All that odds save, and parts of it.
fn ways_of_saving() -> [Savings; 5] {
    let all = Savings::default();
    let by_segments = Savings { short: false, ..all };
    let [apart, alike] = [Rounds::Apart, Rounds::Alike].map(|rounds| Savings { rounds, ..by_segments });
    [all, by_segments, apart, alike, Savings { segments: false, ..by_segments }]
}

/// Odds of the whole program, as far as they take little.
fn odds_of(program: &Program, choices: &Choices) -> Result<Distribution, OddsError> {
    let (bounds, progress) = (Bounds::default(), Progress::default());
    let ways =
        Ways { mode: Mode::Random, choices, before: &[], drawn: &[], host: None, bounds: &bounds, progress: &progress };
    heard(program, ways, Budget::default().states(3_000).answers(60_000), &mut Ears)
}

fn saved(program: &Program, choices: &Choices, savings: Savings) -> Result<Distribution, OddsError> {
    let (bounds, progress) = (Bounds::default(), Progress::default());
    let ways =
        Ways { mode: Mode::Random, choices, before: &[], drawn: &[], host: None, bounds: &bounds, progress: &progress };
    saving(program, ways, Budget::default(), savings)
}

/// What is asked of each level of a program, besides what its expectation asks.
fn asked(program: &Program) -> Vec<ResultInfo> {
    let mut asked: BTreeMap<Register, ResultInfo> = BTreeMap::new();
    for instruction in &program.code {
        if let assize::ir::Instruction::Resolve { into, path, .. } = instruction {
            asked.insert(*into, ResultInfo { label: path.clone(), register: *into, span: Span::default() });
        }
    }
    asked.into_values().collect()
}

#[test]
fn all_odds_are_the_same_fractions() {
    let compared: usize = shared_out(&programs(), odds_are_the_same_fractions).into_iter().sum();
    assert!(compared > 400, "{compared}");
}

/// How many odds of a program were compared.
fn odds_are_the_same_fractions((name, program, choices): &(String, Program, Choices)) -> usize {
    let mut compared = 0;
    let results = asked(program).into_iter().map(|result| vec![result]).chain([program.results.clone()]);
    for results in results {
        let label = results.first().map(|result| result.label.clone()).unwrap_or_default();
        let program = Program { results, ..program.clone() };
        match odds_of(&program, choices) {
            // What is beyond the budget as a whole may not be beyond it reduced.
            Err(OddsError::Budget { .. }) => {}
            whole => {
                let whole = whole.map(|odds| odds.outcomes);
                for savings in ways_of_saving() {
                    match (saved(&program, choices, savings).map(|odds| odds.outcomes), &whole) {
                        // What a refusal says is kept in the whole program only, of which it is told.
                        (Err(OddsError::Fault(saved)), Err(OddsError::Fault(whole))) => {
                            assert_eq!(saved.at, whole.at, "{name}: {label} {savings:?}");
                        }
                        (saved, whole) => assert_eq!(&saved, whole, "{name}: {label} {savings:?}"),
                    }
                }
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn reduced_programs_keep_what_the_odds_hang_on_and_little_else() {
    let (mut whole, mut left) = (0, 0);
    for script in scripts::all() {
        for expectation in script.compile().expectations() {
            let (ExpectedMode::Odds { .. }, Ok(program)) = (&expectation.mode, &expectation.program) else { continue };
            let answers = Answers { ladders: Some(assize::ir::Method::Random), is_chosen: &|_| false };
            whole += program.code.len();
            left += reduce(program, &passes::ALL, answers).program.code.len();
        }
    }
    assert!(left * 4 < whole, "{left} of {whole} instructions are left");
}
