//! Other libraries in Rust: xDy, eurydice (the language of AnyDice) and tyche.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use xdy::{Budget, Evaluator, Unobserved};

use crate::{measure, measure_many};

/// The chain of three rolls as one expression of xDy.
const CHAIN: &str = "0*{k}@(6D6 drop highest 5) + 0*{p}@(3-({k}-1)/2-{k}/6) + 0*{f}@((1+{p})D6 drop highest {p}) + \
    0*{q}@({f}/2-1) + 0*{n}@({q}+2*((1-{q})/2)) + 0*{z}@(0-{q}) + (({k}+4)/6)*((1+{n})D6 drop lowest {q} drop highest {z})";

/// One against another as one expression of xDy.
const OPPOSED: &str =
    "0*{a}@(2D6)+0*{b}@(2D6)+(({a}/12-(14-{a})/12)*100+{a}+4-(({b}/12-(14-{b})/12)*100+{b}+1)+220)/221";

/// The chain in the language of AnyDice.
const ANY_CHAIN: &str = "
function: pool M:n { if M >= 0 { result: [highest 1 of (1+M)d6] } result: [lowest 1 of (1-M)d6] }
function: level F:n { if F >= 5 { result: F - 1 } if F >= 3 { result: 3 } result: F }
function: act F:n { result: [pool F/2 - 1] }
function: commit K:n { if K = 1 { result: 0 } if K = 2 { result: [act [pool -3]] } if K <= 4 { result: [act [pool -2]] }
  if K = 5 { result: [act [pool -1]] } result: [act [pool 0]] }
output [commit [lowest 1 of 6d6]]
";

fn xdy(workload: &str, expressions: &[String]) {
    let all = || {
        let tables = expressions.iter().map(|text| {
            let evaluator = Evaluator::new(xdy::compile(text).expect("it compiles"));
            evaluator.plan_distribution([]).expect("it can").build(Budget::UNLIMITED, &Unobserved).expect("it does").len()
        });
        tables.sum::<usize>()
    };
    measure(workload, "xDy", all);
}

fn eurydice(workload: &str, source: &str) {
    measure(workload, "eurydice", || {
        let report = eurydice_engine::Engine::new().run_source(source);
        assert!(report.diagnostics.first_error().is_none(), "{workload}: {:?}", report.diagnostics.first_error());
        report
    });
}

fn tables() {
    let both = |dice: u32| [format!("{dice}D6 drop highest {}", dice - 1), format!("{dice}D6 drop lowest {}", dice - 1)];
    xdy("24 tables of n d6", &(1..=12).flat_map(both).collect::<Vec<_>>());
    let both = |dice: u32| format!("output [lowest 1 of {dice}d6]\noutput [highest 1 of {dice}d6]\n");
    eurydice("24 tables of n d6", &(1..=12).map(both).collect::<String>());
}

pub fn measure_all() {
    tables();
    xdy("chain of three rolls", &[CHAIN.to_owned()]);
    eurydice("chain of three rolls", ANY_CHAIN);
    xdy("opposed with naturals", &[OPPOSED.to_owned()]);
    for (kept, dice, sides) in [(8, 16, 10), (12, 24, 20), (10, 100, 20)] {
        let workload = format!("{kept} of {dice}d{sides}");
        xdy(&workload, &[format!("{dice}D{sides} drop lowest {}", dice - kept)]);
        eurydice(&workload, &format!("output [highest {kept} of {dice}d{sides}]"));
    }
    let mut chance = ChaCha8Rng::seed_from_u64(7);
    let mut evaluator = Evaluator::new(xdy::compile("4D6 drop lowest 1").expect("it compiles"));
    measure_many("roll 4d6, keep 3", "xDy", 1_000, || evaluator.evaluate(vec![], &mut chance).expect("it can").result);
    let expression: tyche::Expr = "4d6kh3".parse().expect("it is one");
    let mut chance = tyche::dice::roller::FastRand::with_seed(7);
    measure_many("roll 4d6, keep 3", "tyche", 1_000, || expression.eval(&mut chance).expect("it can").calc().expect("it can"));
    measure_many("compile a roll", "xDy", 100, || xdy::compile("4D6 + 2D8 + 5 - 1D10").expect("it compiles"));
    measure_many("compile a roll", "tyche", 100, || "4d6 + 2d8 + 5 - 1d10".parse::<tyche::Expr>().expect("it is one"));
}
