//! How often memory is asked for: a verdict shares the texts of its program, and writing one takes as much for each
//! event, however many there are.

#[path = "../benches/speed/scenes.rs"]
mod scenes;

use allocation_counter::{AllocationInfo, measure};
use assize::engine::{Answers, Engine};
use assize::verdict::{Verdict, html, json, markdown, text, why};

/// A way of writing a verdict.
type Writer = fn(&Verdict) -> String;

/// So many allocations are enough for a verdict of the short scene, with all its reasons.
const ENOUGH: u64 = 60;

#[test]
fn a_verdict_shares_the_texts_of_its_program() {
    let encounter = scenes::treatment();
    for seed in 0..20 {
        let mut verdict = None;
        let asked = measure(|| verdict = encounter.adjudicate(Answers::random(seed)).ok());
        assert!(verdict.is_some_and(|verdict| verdict.events.len() >= 20));
        assert!(asked.count_total <= ENOUGH, "{} allocations by seed {seed}", asked.count_total);
    }
}

#[test]
fn twice_as_many_actions_take_twice_as_much_to_write() {
    let (short, long) = (verdict(100), verdict(200));
    let ways: [(&str, Writer); 5] = [
        ("text", text::text),
        ("markdown", markdown::markdown),
        ("html", html::html),
        ("json", json::json),
        ("why", |verdict| why::why(verdict, None).expect("it is told")),
    ];
    for (name, write) in ways {
        let (once, twice) = (taken(write, &short), taken(write, &long));
        assert!(twice.count_total * 10 <= once.count_total * 21, "{name}: {once:?}, {twice:?}");
        // Texts and tables grow by doubling, so that a step of that may fall between the two.
        assert!(twice.bytes_total <= once.bytes_total * 3, "{name}: {once:?}, {twice:?}");
    }
}

/// Looking for what a line begins with copies no beginning of it.
#[test]
fn a_line_that_means_nothing_takes_as_much_as_it_is_long() {
    let read = |words: usize| {
        let scene = "secret ".repeat(words) + "note \"x\"\n";
        measure(|| assert!(Engine::default().compile("long.asz", &scene).is_err())).bytes_total
    };
    let (once, twice) = (read(1_000), read(2_000));
    assert!(twice <= once * 3, "{once} bytes, and {twice}");
}

fn verdict(actions: usize) -> Verdict {
    let encounter = Engine::default().compile("long.asz", &scenes::actions(actions)).expect("it compiles");
    encounter.adjudicate(Answers::random(1)).expect("it runs")
}

fn taken(write: Writer, verdict: &Verdict) -> AllocationInfo {
    measure(|| assert!(!write(verdict).is_empty()))
}
