//! Odds by trying: they agree with exact ones, whoever makes which runs, and what does not belong together is not put together.

use assize::engine::{Chance, Counts, Engine, Estimate, OddsRequest, Seed, Shelf, SimulateRequest, Simulation};

/// Cards, dice that lead to further dice, choices with a default, rounds, and functions of the table itself.
const FAIR: &str = "system fair \"The Fair\"
kind guest { coins : number = 30 }
deck lots, 9 cards c, judged 3 { luck = c mod 3 }
procedure stall by guest {
  choose stake : 1..3 by guest = 1 \"how many coins?\"
  roll pool : highest 2 of 3d6
  if pool >= 11 { roll more : 1d6 }
  draw lot : lots
  let total = pool + (more otherwise 0) + lot.luck
  let gain = if total >= 10 then stake else -stake
  add gain to guest.coins
}
";

fn simulation(system: &str, scene: &str, request: &SimulateRequest) -> (Simulation, Engine) {
    let mut shelf = Shelf::default();
    shelf.put("fair", system);
    let engine = Engine::with(shelf);
    let encounter = engine.compile("fair.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let simulation = encounter.simulation(request).unwrap_or_else(|failure| panic!("{failure}"));
    (simulation, engine)
}

fn asking<'q>(questions: impl IntoIterator<Item = &'q str>) -> SimulateRequest {
    let questions = questions.into_iter().map(str::to_owned).collect();
    SimulateRequest { questions, ..SimulateRequest::default() }
}

/// So many blocks, put together.
fn counted(simulation: &Simulation, seed: u64, blocks: impl IntoIterator<Item = u64>) -> Counts {
    let block = |number| {
        simulation.block(Seed::from(seed), number, Simulation::BLOCK).unwrap_or_else(|failure| panic!("{failure}"))
    };
    let all = blocks.into_iter().map(block);
    all.reduce(|one, other| one.and(other).unwrap_or_else(|failure| panic!("{failure}"))).expect("there is a block")
}

/// How many bounds apart the estimates and the exact answers lie, at most: beyond one in a twentieth of all simulations.
fn furthest(encounter: (&str, &str), exact: (&str, &str), questions: &[&str]) -> f64 {
    let (simulation, _) = simulation(encounter.0, encounter.1, &asking(questions.iter().copied()));
    let counts = counted(&simulation, 11, 0..40);
    let estimates = simulation.told(&counts).unwrap_or_else(|failure| panic!("{failure}"));
    let mut shelf = Shelf::default();
    shelf.put("fair", exact.0);
    let odds = Engine::with(shelf)
        .compile("fair.asz", exact.1)
        .and_then(|encounter| encounter.odds(&OddsRequest::of(questions.iter().copied())));
    let odds = odds.unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(odds.len(), estimates.len());
    let apart = |(estimate, odds): (&Estimate, &Chance)| {
        let value = |chance: &Chance| chance.value.as_ref().expect("it has one").to_f64().value();
        (value(&estimate.chance) - value(odds)).abs()
            / estimate.within.as_ref().expect("it has a bound").to_f64().value()
    };
    estimates.iter().zip(&odds).map(apart).fold(0.0, f64::max)
}

const SCENE: &str = "use fair\nguest ada\nstall one by ada { }\nstall two by ada { }\nstall last by ada { }";

const QUESTIONS: [&str; 11] = [
    "P(one.total >= 12)",
    "P(one.gain > 0 given one.pool >= 8)",
    "E(last.total)",
    "E(two.more)",
    "P(ada.coins > 30)",
    "P(one.lot.luck = last.lot.luck)",
    "sd(last.total)",
    "median(one.total given one.pool >= 8)",
    "quantile(ada.coins, 80%)",
    "E(one.total) - E(two.total) / 2",
    "quantile(one.total, 90%) - sd(two.total)",
];

#[test]
fn estimates_lie_within_their_bounds_of_exact_odds() {
    let furthest = furthest((FAIR, SCENE), (FAIR, SCENE), &QUESTIONS);
    assert!(furthest <= 1.0, "{furthest} bounds apart");
}

/// Rounds are drawn one by one, each with one draw; where a round is the last one, and what ends them before, is in the odds.
#[test]
fn rounds_are_estimated_as_their_odds_say() {
    let round = "stall one by ada { }\n";
    let scenes = [
        format!("repeat up to 6 {{ {round} }}"),
        format!("repeat up to 9 until ada.coins <= 27 or ada.coins >= 33 {{ {round} }}"),
        format!(
            "repeat up to 3 {{ {round} }}\nrepeat up to 4 until ada.coins > 40 {{ roll luck : 1d6\nadd luck to ada.coins }}"
        ),
        format!(
            "if ada.coins > 3 {{ repeat up to 2 {{ {round} }} }}\nroll luck : highest 1 of 3d6\nset ada.coins = ada.coins + luck"
        ),
    ];
    for scene in scenes {
        let scene = format!("use fair\nguest ada\n{scene}");
        let questions = ["P(ada.coins > 30)", "E(ada.coins)", "P(ada.coins = 29)"];
        let furthest = furthest((FAIR, &scene), (FAIR, &scene), &questions);
        assert!(furthest <= 1.0, "{furthest} bounds apart: {scene}");
    }
}

#[test]
fn one_wrong_side_card_or_limit_is_noticed() {
    for (right, wrong) in [("of 3d6", "of (2d6 + 1d5)"), ("9 cards", "8 cards"), ("total >= 10", "total > 10")] {
        let wrong = FAIR.replace(right, wrong);
        let furthest = furthest((&wrong, SCENE), (FAIR, SCENE), &QUESTIONS);
        assert!(furthest > 1.0, "{right}: {furthest} bounds apart");
    }
}

#[test]
fn shipped_encounters_are_estimated_as_their_odds_say() {
    for name in ["mango-tree", "chase", "healer"] {
        let text = std::fs::read_to_string(format!("scripts/encounters/{name}.asz")).expect("it is shipped");
        let encounter =
            Engine::with(assize::engine::Shipped).compile(name, &text).unwrap_or_else(|why| panic!("{why}"));
        let simulation = encounter.simulation(&SimulateRequest::default()).unwrap_or_else(|why| panic!("{why}"));
        let estimates = simulation.told(&counted(&simulation, 3, 0..4)).unwrap_or_else(|why| panic!("{why}"));
        let odds = encounter.odds(&OddsRequest::default()).unwrap_or_else(|why| panic!("{why}"));
        for odds in odds {
            let estimate = estimates.iter().find(|estimate| estimate.chance.question == odds.question);
            let value = |chance: &Chance| chance.value.as_ref().map_or(0.0, |value| value.to_f64().value());
            let apart = (value(&odds) - estimate.map_or(0.0, |estimate| value(&estimate.chance))).abs();
            // Many chances at once: one in some millions lies as far off as this.
            assert!(apart < 0.04, "{name}: {} is {apart} off", odds.question);
        }
    }
}

#[test]
fn blocks_in_any_order_are_one_simulation() {
    let (simulation, _) = simulation(FAIR, SCENE, &asking(QUESTIONS));
    let forwards = counted(&simulation, 5, [0, 1, 2, 3]);
    let (ours, theirs) = (counted(&simulation, 5, [3, 1]), counted(&simulation, 5, [2, 0]));
    assert_eq!(ours.and(theirs).ok(), Some(forwards));
    assert_ne!(counted(&simulation, 5, [0]), counted(&simulation, 6, [0]), "another seed has other dice");
}

#[test]
fn counts_of_other_questions_or_another_scene_are_refused() {
    let (one, _) = simulation(FAIR, SCENE, &asking(["P(one.total >= 12)"]));
    let (other, _) = simulation(FAIR, SCENE, &asking(["P(one.total >= 13)"]));
    let (elsewhere, _) = simulation(&FAIR.replace("9 cards", "8 cards"), SCENE, &asking(["P(one.total >= 12)"]));
    let counts = counted(&one, 1, [0]);
    assert!(one.told(&counts).is_ok());
    for wrong in [other, elsewhere] {
        let refused = wrong.told(&counts).expect_err("these are other counts").to_string();
        assert!(refused.contains("do not belong to this script and these questions"), "{refused}");
    }
}

#[test]
fn counts_that_were_tampered_with_are_refused() {
    let (simulation, _) = simulation(FAIR, SCENE, &asking(["P(one.total >= 12)"]));
    let written = serde_json::to_value(counted(&simulation, 1, [0])).expect("counts have a JSON form");
    let forgeries: [fn(&mut serde_json::Value); 4] = [
        |counts| counts["runs"] = 5.into(),
        |counts| counts["groups"][0][0]["times"] = u64::MAX.into(),
        |counts| counts["groups"] = serde_json::json!([]),
        |counts| counts["groups"][0] = serde_json::json!([]),
    ];
    for forge in forgeries {
        let mut changed = written.clone();
        forge(&mut changed);
        let counts: Counts = serde_json::from_value(changed).expect("it has the same shape");
        assert!(simulation.told(&counts).is_err(), "{counts:?}");
    }
}

#[test]
fn a_condition_that_never_held_says_so() {
    let (simulation, _) = simulation(FAIR, SCENE, &asking(["P(one.gain > 0 given one.more = 7)"]));
    let refused =
        simulation.told(&counted(&simulation, 1, [0])).expect_err("no die of six sides shows seven").to_string();
    assert!(refused.contains("was true in none of 1024 runs"), "{refused}");
}

#[test]
fn only_runs_in_which_a_condition_holds_count() {
    let (simulation, _) = simulation(FAIR, SCENE, &asking(["P(one.gain > 0 given one.pool >= 11)"]));
    let told = simulation.told(&counted(&simulation, 1, 0..4)).unwrap_or_else(|why| panic!("{why}"));
    assert!((500..1_200).contains(&told[0].runs), "of 4,096 runs one in five or so: {}", told[0].runs);
}

/// A purse that holds one coin, of which some runs ask for two.
const PURSE: &str = "system purse
kind guest { coins : 0..9 = 1 }
ladder luck, rolls 1d10, highest first { level | rolls | judged, fair | 2..10 | 1.., foul | 1 | 0..0, worst | 0..0 | ..-1 }
procedure draw by guest { resolve luck with 1, if luck is foul { pay 1 from guest.coins \"the purse is empty\" } }
";

#[test]
fn runs_that_the_rules_refuse_are_counted_and_what_never_came_about_is_left_out() {
    let scene = "use fair\nguest ada\ndraw one by ada\ndraw two by ada\n";
    let (asked, _) = simulation(PURSE, scene, &SimulateRequest::default());
    let counts = counted(&asked, 3, 0..20);
    let told = asked.told(&counts).unwrap_or_else(|failure| panic!("{failure}"));
    let told: Vec<(&str, &Estimate)> = told.iter().map(|one| (one.chance.question.as_str(), one)).collect();
    let names: Vec<&str> = told.iter().map(|(question, _)| *question).collect();
    let refused = "refused: the purse is empty (fair.asz:4:1)";
    assert_eq!(
        names,
        ["P(one.luck is fair)", "P(one.luck is foul)", "P(two.luck is fair)", "P(two.luck is foul)", refused]
    );
    // One run in a hundred is refused, and is missing from the others.
    let value = |place: usize| told[place].1.chance.value.as_ref().expect("it has one").to_f64().value();
    assert!((value(4) - 0.01).abs() < 0.005 && (value(0) + value(1) + value(4) - 1.0).abs() < 1e-9, "{names:?}");
    // The chances are out of all runs, and what they may be off by is that of all runs as well.
    assert!(told.iter().all(|(_, one)| one.runs == counts.runs() && one.within == told[4].1.within), "{names:?}");
    // What was asked by name is told, even if it never came about.
    let (by_name, _) = simulation(PURSE, scene, &asking(["P(one.luck is worst)"]));
    assert_eq!(by_name.told(&counted(&by_name, 3, 0..2)).map(|told| told.len()).ok(), Some(2));
}

#[test]
fn if_every_run_is_refused_that_is_said() {
    let scene = "use fair\nguest ada { coins 0 }\ndraw one by ada\n";
    let always = PURSE.replace("if luck is foul { pay 1", "if luck is luck { pay 1");
    let (asked, _) = simulation(&always, scene, &asking(["P(one.luck is foul)"]));
    let failed = asked.told(&counted(&asked, 3, 0..2)).expect_err("no run counts").to_string();
    assert!(failed.contains("the purse is empty"), "{failed}");
}

/// The estimates of so many runs by one seed.
fn estimates(questions: &[&str], runs: u64) -> Vec<Estimate> {
    let (simulation, _) =
        simulation(FAIR, "use fair\nguest ada\nstall turn by ada", &asking(questions.iter().copied()));
    let counts = simulation.block(Seed::from(7), 0, runs).unwrap_or_else(|failure| panic!("{failure}"));
    simulation.told(&counts).unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn a_comparison_is_undecided_where_its_sides_may_be_off_as_far_as_they_lie_apart() {
    let question = "P(turn.pool >= 7)";
    let about = estimates(&[question], 1_000)[0].chance.value.as_ref().expect("a chance").to_f64().value();
    let near = [format!("{question} > {:.4}", about - 0.01), format!("{question} > {:.4}", about - 0.2)];
    let found = estimates(&[&near[0], &near[1], "P(turn.pool >= 11) > P(turn.pool >= 5)"], 1_000);
    assert_eq!(found.iter().map(|one| one.undecided).collect::<Vec<_>>(), [true, false, false]);
    assert_eq!(found[1].chance.holds(), Some(true));
    let sum = &estimates(&["P(turn.pool >= 7) + P(turn.pool is 6)"], 1_000)[0];
    let both = &estimates(&["P(turn.pool >= 7)", "P(turn.pool is 6)"], 1_000);
    let alone: Vec<_> = both.iter().filter_map(|one| one.within.clone()).collect();
    let [one, other] = alone.as_slice() else { panic!("each has a bound") };
    assert!(sum.within.as_ref().is_some_and(|sum| sum > one && *sum <= one + other), "{sum:?}");
}
