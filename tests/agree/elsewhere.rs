//! Odds beside those of other programs: pools of dice by icepool, duels of many rounds by the model checker Storm. The tables in
//! `elsewhere/` say what these answered, and the programs beside them ask once more.

use assize::engine::{Chance, Spread};
use assize::{Engine, OddsRequest, Shelf};
use dashu_int::IBig;
use dashu_ratio::RBig;

const POOLS: &str = include_str!("elsewhere/pools.tsv");
const DUELS: &str = include_str!("elsewhere/duels.tsv");
const WINDS: &str = include_str!("../../benches/workloads/winds.asz");

fn answers(shelf: Shelf, scene: &str, questions: &[&str]) -> Vec<Chance> {
    let encounter = Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let asked = OddsRequest::of(questions.iter().copied());
    encounter.odds(&asked).unwrap_or_else(|failure| panic!("{scene}{questions:?}: {failure}"))
}

/// Each value with its chance, out of `1:3 2:5`: each value with how many of all throws lead there.
fn fractions(weights: &str) -> Vec<(i64, RBig)> {
    let pairs: Vec<(i64, IBig)> = weights
        .split(' ')
        .map(|pair| {
            let (value, weight) = pair.split_once(':').expect("a value and its weight");
            (value.parse().expect("a number"), weight.parse().expect("a number"))
        })
        .collect();
    let all: IBig = pairs.iter().map(|(_, weight)| weight).sum();
    pairs.into_iter().map(|(value, weight)| (value, RBig::from(weight) / RBig::from(all.clone()))).collect()
}

fn of_the_pool(rolls: &str, question: &str) -> Spread {
    let lines = rolls.split("; ").map(|roll| format!("roll {}\n", roll.replace(" = ", " : ")));
    let mut shelf = Shelf::default();
    shelf.put("dice", "system dice \"Dice\"\nmodifiers signed\n");
    let scene = format!("use dice\n{}", lines.collect::<String>());
    let answer = answers(shelf, &scene, &[question]).remove(0);
    answer.distribution.unwrap_or_else(|| panic!("{rolls}: {question} is not a number"))
}

#[test]
fn a_hundred_pools_have_the_odds_that_icepool_gives_them() {
    for line in POOLS.lines() {
        let [rolls, question, weights] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let spread = of_the_pool(rolls, question);
        let ours: Vec<_> = spread.values.into_iter().map(|value| (value.number, value.chance)).collect();
        assert_eq!(ours, fractions(weights), "{rolls}: {question}");
    }
    assert_eq!(POOLS.lines().count(), 100);
}

#[test]
fn duels_have_the_odds_that_storm_gives_them() {
    for line in DUELS.lines() {
        let [first, second, rounds, expected @ ..] = &line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let scene = format!(
            "use winds\nfighter ada {{ wind {first} }}\nfighter bo {{ wind {second} }}\n\
             repeat round up to {rounds} until ada.wind <= 0 or bo.wind <= 0 {{ clash c by ada versus bo {{ }} }}\n"
        );
        let mut shelf = Shelf::default();
        shelf.put("winds", WINDS);
        let asked = ["P(ada.wind <= 0)", "P(bo.wind <= 0)", "E(max(bo.wind, 0))"];
        let ours: Vec<_> = answers(shelf, &scene, &asked).into_iter().map(|answer| answer.value).collect();
        let expected: Vec<Option<RBig>> = expected.iter().map(|value| value.parse().ok()).collect();
        assert!(expected.iter().all(Option::is_some), "{line}");
        assert_eq!(ours, expected, "{first} against {second} for {rounds} rounds");
    }
}
