//! What the catalogue says of `TToMP` that no `expect` can say: how many plans there are, and how a pool is written.

use assize::engine::{Answers, Engine, Shipped};
use assize::verdict::Event;

/// The levels of complexity, quality and timing of every task.
type Plan = Vec<[usize; 3]>;

const COMPLEXITY: [&str; 4] = ["simple", "standard", "complex", "highly complex"];
const QUALITY: [&str; 4] = ["poor", "standard", "good", "excellent"];
const TIMING: [&str; 4] = ["slow", "standard", "fast", "as fast as possible"];

/// All plans of so many tasks that cost no more than this.
fn plans(tasks: usize, most: usize) -> Vec<Plan> {
    if tasks == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for levels in 0..64 {
        let task = [levels / 16, levels / 4 % 4, levels % 4];
        let cost: usize = task.iter().sum();
        if cost <= most {
            found.extend(plans(tasks - 1, most - cost).into_iter().map(|rest| [vec![task], rest].concat()));
        }
    }
    found
}

/// How many of these plans are allowed when their tasks are chained.
fn allowed(plans: &[Plan]) -> usize {
    let mut scene = String::from("use ttomp\nactor pinto\n");
    for plan in plans {
        let tasks = plan.iter().enumerate().map(|(place, [complexity, quality, timing])| {
            let (complexity, quality, timing) = (COMPLEXITY[*complexity], QUALITY[*quality], TIMING[*timing]);
            format!("task t{place} {{ complexity {complexity}, quality {quality}, timing {timing} }}")
        });
        let tasks: Vec<String> = tasks.collect();
        let tasks = tasks.join(", ");
        scene.extend(["expect refused { action go by pinto { chain { ", &tasks, " } } }\n"]);
    }
    let encounter = Engine::with(Shipped).compile("plans.asz", &scene).expect("what must be refused is no mistake");
    encounter.test().tested.iter().filter(|one| !one.failures.is_empty()).count()
}

/// TT-D08. What costs eight points or more is left out: if seven are refused, more are.
#[test]
fn there_are_as_many_plans_of_one_task_as_the_book_allows() {
    assert_eq!(allowed(&plans(1, 9)), 54);
}

/// TT-D08
#[test]
fn there_are_as_many_chains_of_two_as_the_book_allows() {
    assert_eq!(allowed(&plans(2, 7)), 399);
}

/// TT-D08. The first task needs two points of timing and the second one; TT-D06 shows that less is refused.
#[test]
fn there_are_as_many_chains_of_three_as_the_book_allows() {
    let mut plans = plans(3, 7);
    plans.retain(|plan| plan[0][2] >= 2 && plan[1][2] >= 1);
    assert_eq!(allowed(&plans), 209);
}

/// How the pool for a commitment of this total is written.
fn pool(total: &str) -> String {
    let scene = format!("use ttomp\nactor pinto\naction go by pinto {{ value {total} }}\n");
    let encounter = Engine::with(Shipped).compile("pool.asz", &scene).expect("it is a scene");
    let verdict = encounter.adjudicate(Answers::random(1)).expect("it can be run");
    let rolled = verdict.events.iter().find_map(|happened| match &happened.event {
        Event::Rolled { pool, .. } => Some(pool.clone()),
        _ => None,
    });
    rolled.expect("the commitment is rolled").to_string()
}

/// TT-D26, TT-014: a letter and the number of dice; one die is the basic one.
#[test]
fn a_pool_is_written_with_its_dice() {
    assert_eq!([pool("2p"), pool("2b"), pool("0")], ["P3", "B3", "BD"]);
}

/// TT-084
#[test]
fn an_outcome_is_told_in_the_words_of_the_scene() {
    let scene = "use ttomp\nactor pinto\naction go by pinto { minor \"it will do\", fumble \"worse than before\" }\n";
    let encounter = Engine::with(Shipped).compile("outcome.asz", scene).expect("it is a scene");
    let verdict = encounter.adjudicate(Answers::deliberate()).expect("it can be run");
    let told = verdict.events.iter().find_map(|happened| match &happened.event {
        Event::Meaning { level, text, .. } => Some((level.as_str(), text.as_str())),
        _ => None,
    });
    assert_eq!(told, Some(("minor", "it will do")));
}
