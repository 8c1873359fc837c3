//! Assize, from the scripts in `benches/workloads`.

use assize::engine::{Encounter, Engine, OddsRequest, Shelf};
use assize::{Answers, semantics::chance::sequential::Sequential};

use crate::{measure, measure_many};

/// Reads and compiles a workload.
fn encounter(engine: &Engine, scene: &str) -> Encounter {
    engine.compile("workload.asz", scene).expect("it compiles")
}

fn engine() -> Engine {
    let mut shelf = Shelf::default();
    shelf.put("dice.asz", include_str!("../../workloads/dice.asz"));
    shelf.put("winds.asz", include_str!("../../workloads/winds.asz"));
    Engine::with(shelf)
}

fn request(questions: &[&str]) -> OddsRequest {
    OddsRequest { questions: questions.iter().map(|question| (*question).to_owned()).collect(), ..OddsRequest::default() }
}

/// A workload whose encounter is compiled; each time the question is read, lowered and answered.
fn asked(workload: &str, scene: &str, questions: &[&str]) {
    let (encounter, request) = (encounter(&engine(), scene), request(questions));
    measure(workload, "Assize", || encounter.odds(&request).expect("it has odds"));
}

pub fn measure_all() {
    let tables: Vec<String> = (1..=12).flat_map(|n| [format!("low{n}.lowest"), format!("high{n}.highest")]).collect();
    let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
    asked("24 tables of n d6", include_str!("../../workloads/tables.asz"), &tables);
    asked("chain of three rolls", include_str!("../../workloads/chain.asz"), &["act.outcome"]);
    asked("opposed with naturals", include_str!("../../workloads/opposed.asz"), &["P(strike.hits)"]);
    asked("8 of 16d10", include_str!("../../workloads/pool-8-of-16d10.asz"), &["pool"]);
    asked("12 of 24d20", include_str!("../../workloads/pool-12-of-24d20.asz"), &["pool"]);
    asked("10 of 100d20", include_str!("../../workloads/pool-10-of-100d20.asz"), &["pool"]);
    asked("duel 20/50", include_str!("../../workloads/duel-20-50.asz"), &["P(bo.wind <= 0)"]);
    asked("duel 200/500", include_str!("../../workloads/duel-200-500.asz"), &["P(bo.wind <= 0)"]);
    let keep = encounter(&engine(), include_str!("../../workloads/four-keep-three.asz"));
    let mut seeds = Sequential::new(7);
    measure_many("roll 4d6, keep 3", "Assize, a verdict", 100, || {
        keep.adjudicate(Answers::random(seeds.face(1 << 30).unsigned_abs())).expect("it ends")
    });
    let engine = engine();
    measure("compile a roll", "Assize", || encounter(&engine, "use dice\nroll a : 4d6 + 2d8 + 5 - 1d10\n"));
}
