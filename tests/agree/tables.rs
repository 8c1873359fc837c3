//! The table of all results of an encounter says of each of them what the same result comes to where nothing else is asked.

use assize::OddsRequest;
use assize::drivers::Mode;
use assize::drivers::chosen::Choices;
use assize::drivers::odds::{Budget, Distribution, OddsError, Progress, Savings, Ways, saving};
use assize::engine::{Chance, Overview, Spread};
use assize::ir::{Instruction, Program, Register, ResultInfo, Value};
use assize::machine::Bounds;
use assize::source::Span;
use dashu_ratio::RBig;

use crate::scripts;

/// `TABLES=all` compares all encounters. Otherwise those are left out whose runs alone, without any result, take more answers.
fn most_answers() -> u64 {
    match std::env::var("TABLES").as_deref() {
        Ok("all") => u64::MAX,
        _ => 60,
    }
}

fn odds_of(program: &Program, results: &[Register], answers: u64) -> Result<Distribution, OddsError> {
    let (bounds, progress, choices) = (Bounds::default(), Progress::default(), Choices::new());
    let (mode, choices) = (Mode::Random, &choices);
    let ways = Ways { mode, choices, before: &[], drawn: &[], host: None, bounds: &bounds, progress: &progress };
    let result = |register: &Register| ResultInfo { label: "asked".into(), register: *register, span: Span::default() };
    let asked = Program { results: results.iter().map(result).collect(), ..program.clone() };
    saving(&asked, ways, Budget::default().answers(answers), Savings::default())
}

/// What has this name: a level, or a register.
fn named(program: &Program, name: &str) -> Register {
    let level = program.code.iter().find_map(|instruction| {
        if let Instruction::Resolve { into, path, .. } = instruction {
            (&**path == name).then_some(*into)
        } else {
            None
        }
    });
    let is_it = |place: &usize| program.registers[*place].name.as_deref() == Some(name);
    let register = || (0..program.registers.len()).find(is_it).and_then(|place| u32::try_from(place).ok());
    level.or_else(|| register().map(Register)).unwrap_or_else(|| panic!("nothing is called {name}"))
}

/// All values of a result that are possible, with *unreached* before all others.
fn values(spread: &Spread) -> Vec<(Value, RBig)> {
    let values = spread.values.iter().map(|value| (Some(value.number), value.chance.clone()));
    let all = std::iter::once((None, spread.unreached.clone())).chain(values);
    all.filter(|(_, chance)| *chance != RBig::ZERO).collect()
}

fn refusals(overview: &Overview) -> Vec<RBig> {
    let chance = |refused: &Chance| refused.value.clone().expect("a refusal has its chance");
    overview.refused.iter().map(chance).collect()
}

#[test]
fn a_table_says_of_each_result_what_it_comes_to_alone() {
    let mut compared = 0;
    for script in scripts::all().into_iter().filter(|script| script.name.starts_with("encounters/")) {
        let encounter = script.compile();
        let Some(program) = encounter.program().filter(|program| program.functions.is_empty()) else { continue };
        match odds_of(program, &[], most_answers()) {
            Err(OddsError::Budget { .. }) => continue,
            runs => assert!(runs.is_ok(), "{}: {runs:?}", script.name),
        }
        let table = match encounter.odds_of_results(&OddsRequest::default()) {
            Err(failure) if failure.to_string().contains("nothing here has a result") => continue,
            table => table.unwrap_or_else(|failure| panic!("{}: {failure}", script.name)),
        };
        for result in &table.results {
            let Ok(spread) = &result.spread else { continue };
            let alone = odds_of(program, &[named(program, &result.name)], u64::MAX);
            let alone = alone.unwrap_or_else(|error| panic!("{}: {}: {error}", script.name, result.name));
            assert_eq!(spread.open, RBig::ZERO, "{}: {}", script.name, result.name);
            assert_eq!(values(spread), alone.of(0), "{}: {}", script.name, result.name);
            let refused: Vec<RBig> = alone.refused.iter().map(|(_, chance)| chance.clone()).collect();
            assert_eq!(refusals(&table), refused, "{}: {}", script.name, result.name);
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared}");
}
