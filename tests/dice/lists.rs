//! Lists of dice, and of what people rolled.

use assize::engine::{Answers, Encounter, Engine, Shelf};
use assize::verdict::Event;
use assize::verdict::why::why;

const SYSTEM: &str = "
system pools \"Pools of unlike dice\"
modifiers signed
scale mood { calm | tense | wild }
kind actor {
  trait : many die
  best  : die = d6
  mood  : mood = calm
}
procedure throw by actor {
  ask more : many die
  ask step : number = 0
  roll all : actor.trait
  roll two : highest 2 of (more + 1d(actor.best up step))
  let result = two.sum
  let largest = highest(x in more : x)
  let larger = max(actor.best, largest otherwise d4)
  let smaller = actor.best down step
}
procedure together by leader : actor {
  ask member : many throw
  run member
  let best = highest(m in member : m.result)
  let worst = lowest(m in member : m.result)
  let wildest = highest(a in actor : a.mood)
}
";

fn compiled(scene: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("pools", SYSTEM);
    let engine = Engine::with(shelf);
    engine.compile("scene.asz", &format!("use pools\n{scene}")).unwrap_or_else(|failure| panic!("{failure}"))
}

fn holds(scene: &str) {
    let encounter = compiled(scene);
    let report = encounter.test();
    assert!(report.all_passed(), "{scene}\n{report:?}");
}

#[test]
fn a_list_of_dice_is_rolled_one_each() {
    holds(
        "actor ada { trait d4, trait d8, best d10 }
        throw t by ada { more d6, more d6 }
        expect dice 3, 7, 2, 5, 9 {
          t.all is 10
          t.all.count(7) is 1
          t.two.sum is 14
          t.two.dropped is 2
          t.two.face(3) is 9
          t.largest is d6
          t.larger is d10
        }
        expect odds { P(t.all.sum is 12) = 1/32, E(t.all.sum) = 7 }",
    );
}

#[test]
fn no_dice_come_to_nothing() {
    holds(
        "actor ada
        throw t by ada
        expect dice 4 {
          t.all is 0
          t.all.highest is unreached
          t.two is 4
          t.largest is unreached
        }",
    );
}

#[test]
fn a_die_steps_between_d4_and_d12() {
    for (from, step, up, down) in
        [(4, 1, 6, 4), (6, 1, 8, 4), (10, 2, 12, 6), (12, 1, 12, 10), (20, 1, 20, 12), (3, 1, 4, 3)]
    {
        holds(&format!(
            "actor ada {{ best d{from} }}
            throw t by ada {{ step {step} }}
            expect dice {up} {{ t.two.face(1) is {up}, t.smaller is d{down} }}
            expect odds {{ P(t.two.sum >= {up}) = 1/{up} }}"
        ));
    }
}

#[test]
fn the_best_of_several_people_counts() {
    holds(
        "actor ada
        actor ben { best d4, mood wild }
        together lift by ada { member by ada, member by ben }
        expect dice 5, 3 { lift.best is 5, lift.worst is 3, lift.wildest is wild }
        expect odds { P(lift.best <= 2) = 1/6, P(lift.worst >= 3) = 1/3 }",
    );
}

#[test]
fn a_value_of_several_rolls_is_told_with_all_of_them() {
    let system = "system bursts \"Bursts\"\nmodifiers signed\nkind actor { n : number = 0 }\n\
                  dice burst {\n1d6 | that\n..5 | that\n6 | that + 1d6\n}\n\
                  procedure throw by actor { roll two : burst + burst, let sum = two.sum }";
    let mut shelf = Shelf::default();
    shelf.put("bursts", system);
    let scene = "use bursts\nactor ada\nthrow a by ada\nthrow b by ada";
    let encounter = Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let verdict =
        encounter.adjudicate(Answers::given(vec![6, 2, 3, 1, 4])).unwrap_or_else(|failure| panic!("{failure}"));
    let going_on: Vec<bool> = verdict
        .events
        .iter()
        .filter_map(|happened| if let Event::Rolled { goes_on, .. } = happened.event { Some(goes_on) } else { None })
        .collect();
    assert_eq!(going_on, [false, true, true, false, true], "the dice of another run are another roll");
    let why = why(&verdict, Some("a.sum")).expect("it was computed");
    assert_eq!(why.matches("1d6: ").count(), 3, "{why}");
}
