//! Many runs go by the odds, and the same seed always gives the same run.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use assize::drivers::adjudicate::{Adjudicate, Dice};
use assize::drivers::odds::{Budget, odds};
use assize::drivers::{self, Mode};
use assize::engine::Answers;
use assize::ir::{Program, Register, ResultInfo, Value};
use assize::machine::{Deaf, State};
use assize::semantics::chance::{Chance, Stream};
use assize::source::Span;
use assize::verdict::json::json;
use dashu_ratio::RBig;

use crate::scripts;

const RUNS: u64 = 20_000;

/// No chi-square of up to five degrees of freedom is this large by chance, but once in a million times.
const TOO_LARGE: f64 = 36.0;

const STITCH: &str = "use ttomp
actor anna
action stitch by anna {
  commitment { value 2b, forced yes }
  performance { trait 1p }
  task sew { complexity standard, quality good }
}
";

const LIFT: &str = "use ttomp
actor anna
actor berta
action hold by berta { commitment { value 3b }, task do { quality good } }
action lift by anna {
  commitment { value 3b }
  task do { complexity standard, quality standard }
  outcome { assist hold }
}
";

#[test]
fn many_stitches_go_by_the_odds() {
    follow_the_odds(STITCH, &["stitch.commitment", "stitch.performance", "stitch.outcome"]);
}

#[test]
fn many_helped_lifts_go_by_the_odds() {
    follow_the_odds(LIFT, &["hold.outcome", "lift.outcome"]);
}

fn follow_the_odds(scene: &str, names: &[&str]) {
    let encounter = scripts::compile(scene);
    let mut program = encounter.program().expect("it is a scene").clone();
    program.results = names.iter().map(|name| result(&program, name)).collect();
    let odds = odds(&program, Mode::Random, &BTreeMap::new(), Budget::default()).expect("it has odds");
    let mut seen: Vec<BTreeMap<Value, u32>> = vec![BTreeMap::new(); names.len()];
    for seed in 0..RUNS {
        let state = run_once(&program, seed);
        for (seen, result) in seen.iter_mut().zip(&program.results) {
            *seen.entry(state.registers[result.register.0 as usize]).or_default() += 1;
        }
    }
    for (place, name) in names.iter().enumerate() {
        let odds = odds.of(place);
        let possible = |value: &Value| odds.iter().any(|(possible, _)| possible == value);
        assert!(seen[place].keys().all(possible), "{name}: something impossible happened: {:?}", seen[place]);
        let chi_square: f64 = odds.iter().map(|(value, chance)| distance(&seen[place], *value, chance)).sum();
        assert!(chi_square < TOO_LARGE, "{name}: chi-square {chi_square} from {:?}", seen[place]);
    }
}

fn result(program: &Program, name: &str) -> ResultInfo {
    let named = program.registers.iter().position(|register| register.name.as_deref() == Some(name));
    let register = named.unwrap_or_else(|| panic!("nothing is called `{name}`"));
    let register = Register(u32::try_from(register).expect("a small number"));
    ResultInfo { label: name.into(), register, span: Span::default() }
}

fn run_once(program: &Program, seed: u64) -> State {
    let mut driver = Adjudicate::new(program, Mode::Random, Dice::Seeded(Chance::from(Stream::from(seed))));
    drivers::run(program, &mut driver, &mut Deaf).expect("it runs")
}

/// How far a count is from what it should be: one term of the chi-square.
fn distance(seen: &BTreeMap<Value, u32>, value: Value, chance: &RBig) -> f64 {
    let count = f64::from(seen.get(&value).copied().unwrap_or(0));
    let expected = chance.to_f64().value() * f64::from(u32::try_from(RUNS).expect("a small number"));
    (count - expected).powi(2) / expected
}

/// The verdicts of what is shipped, as digests: any change of the stream of dice, or of what a verdict tells, shows here.
#[test]
fn verdicts_are_the_same_everywhere_and_always() {
    let mut digests = String::new();
    for script in scripts::all() {
        let played = script.name.starts_with("encounters/") || script.name.starts_with("new/");
        let encounter = script.compile();
        if !played || encounter.program().is_none() {
            continue;
        }
        for seed in [0, 1, 2026] {
            let told = encounter.adjudicate(Answers::random(seed)).map_or_else(
                |failure| failure.diagnostics.iter().map(|finding| finding.message.clone()).collect(),
                |verdict| json(&verdict).replace(&*script.path.to_string_lossy(), &script.name),
            );
            let _ = writeln!(digests, "{} random {seed}: {:016x}", script.name, digest(&told));
        }
    }
    insta::assert_snapshot!(digests);
}

/// FNV-1a: short, and the same on every machine.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
