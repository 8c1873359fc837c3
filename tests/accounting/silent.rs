//! What would pass in silence is told by `check`: a part of a condition that decides nothing, a line that changes nothing, a row of a
//! house rule that adds nothing, a run in the turn of somebody else. Of the scene as it is meant nothing is said.

use assize::engine::{Engine, Shelf, Shipped};

const RAIN: &str = "use moves
move call { stat warm, ticks strong 3, ticks weak 1, strong \"They come.\", weak \"Some come.\", miss \"Doors stay shut.\" }
actor anne { stat warm 2 }
clock water { size 6, filled 2 }
clock people { size 6 }
repeat up to 4 until full(water) or full(people) {
  tick rain { clock water, ticks 1 }
  make shout by anne { move call, clock people }
}
if full(people) { note \"They stand on the hill.\" } else { note \"The weir goes.\" }
";
const TURNS: &str = "use d20
actor ada { score strength 16, armor class 12, hit points 5, maximum 12, weapon sword { size d8 } }
actor ghoul { armor class 12, hit points 22, maximum 22, hero no, weapon claws { dice 2, size d4, listed attack 6, listed damage 2 } }
initiative quick by ada
initiative slow by ghoul
repeat round up to 5 until ghoul.state is dead or ada.state is dead {
  turns {
    ada by quick.total {
      begin breath by ada
      if ada.state is alive { attack cut by ada versus ghoul { weapon ada.sword } }
    }
    ghoul by slow.total {
      if ada.state is alive { attack rake by ghoul versus ada { weapon ghoul.claws } }
    }
  }
}
";
const CHASE: &str = "use ttomp
actor pinto
actor guard
action run by pinto { task run { quality good } }
action chase by guard { task run { quality good } }
note \"He is caught.\" if run.outcome is unreached or chase.outcome is unreached or run.outcome < chase.outcome
";
const HOUSES: &str = "use moves
use house hurt
move dash { stat calm, harm weak 1, harm miss 2, strong \"Across.\", weak \"Across, and bleeding.\", miss \"Caught.\" }
actor rue { stat calm 1, harm 3 }
make run by rue { move dash }
make climb by rue { move dash }
if rue.state is fallen { note \"She lies in the yard.\" } else if climb.hit >= weak { note \"She is over.\" }
";

fn told(scene: &str) -> Vec<String> {
    let mut shelf = Shelf::default();
    let house = |name: &str, row: &str| {
        format!("house {name} extends moves\nextend sum make.own total {{ wounded | {row} }}\n")
    };
    shelf.put("hurt", house("hurt", "if actor.harm > 3 then -1 else 0"));
    shelf.put("beyond", house("beyond", "if actor.harm > actor.limit then -1 else 0"));
    let encounter = Engine::with(shelf).and(Shipped).compile("scene.asz", scene);
    let encounter = encounter.unwrap_or_else(|failure| panic!("{scene}\n{failure}"));
    encounter.remarks().into_iter().map(|found| found.message).collect()
}

#[test]
fn what_would_pass_in_silence_is_told() {
    let never = "this condition is never true when the scene begins as written";
    let cases: [(&str, (&str, &str), &[&str]); 4] = [
        (RAIN, ("ticks 1 }", "ticks -1 }"), &[never]),
        (
            TURNS,
            ("begin breath by ada", "begin breath by ghoul"),
            &["this `begin` is by `ghoul`, for whom it changes nothing, but this is the turn of `ada`"],
        ),
        (CHASE, ("or chase.outcome is unreached ", ""), &["`chase.outcome` is unreached here in some runs"]),
        (
            HOUSES,
            ("house hurt", "house beyond"),
            &["house rule `beyond` changes nothing here when the scene begins as written"],
        ),
    ];
    for (meant, (from, to), wrong) in cases {
        assert!(told(meant).is_empty(), "{meant}: {:?}", told(meant));
        assert_eq!(told(&meant.replacen(from, to, 1)), wrong, "{meant}: {to}");
    }
    let empty = RAIN.replace("filled 2 ", "").replace("ticks 1 }", "ticks -1 }");
    assert_eq!(told(&empty), [never, "this `tick` changes nothing when the scene begins as written"]);
}

#[test]
fn a_condition_that_stands_alone_may_ask_for_what_did_not_happen() {
    let climb = |line: &str| {
        told(&format!(
            "use d20\nactor ada {{ score strength 16, trained athletics }}\ncheck climb by ada {{ skill athletics, difficulty 15 }}\n\
             if climb.outcome is success {{ check jump by ada {{ skill athletics, difficulty 10 }} }}\n{line}\n"
        ))
    };
    assert!(climb("if jump.outcome is success { note \"in\" }").is_empty());
    assert!(climb("note \"in\" if jump.total >= 12").is_empty());
    for line in [
        "if jump.outcome is success { note \"in\" } else { note \"out\" }",
        "note \"out\" if jump.total < 12",
        "note \"out\" if not (jump.outcome is success)",
    ] {
        assert_eq!(climb(line), ["`jump` does not always happen"], "{line}");
    }
}
