//! What values are where something was not reached, and that nothing is read before it is there.

use assize::engine::{Answers, Engine, Shelf, Shipped};
use assize::syntax;

const LIFTS: &str = r#"system lifts "Lifts"
modifiers signed
kind person { grip : optional number, tired : yes/no = no }
kind rope { holds : number = 0 }
scale size { small | big | huge }
procedure lift by person {
  ask aim : optional number
  ask rope : optional rope
  ask spare : rope
  ask size : optional size
  stop "too tired" if person.tired
  roll dice : 2d6
  if dice.doubles { roll more : 1d6 }
  let natural = dice.sum + more otherwise 0
  let either = more otherwise dice.highest otherwise 3
  let shown = if natural > 2 then dice else 2
  let shown more = if natural > 7 then more else if natural > 11 then dice else 0
  let held = (rope otherwise spare).holds
  let grown = size otherwise small up 1
  decide kind : size {
    grown | not person.tired otherwise yes
    small | otherwise
  }
  sum total {
    all | sum(aim, person.grip, natural)
    aim | aim otherwise -1
  }
}
procedure together by person {
  ask first  : lift by person
  ask second : optional lift by person
  run first
  if first.dice.sum >= 8 { run second }
  note "alone" if second is unreached
}
procedure feat by person {
  ask pair : together by person
  run pair
  let shown = pair.first.natural
}
"#;

/// Says what does not hold of a script that uses `lifts`.
fn failing(scene: &str) -> Vec<String> {
    let mut shelf = Shelf::default();
    shelf.put("lifts", LIFTS);
    let engine = Engine::with(shelf).and(Shipped);
    let encounter = engine.compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let report = encounter.test();
    assert!(!report.tested.is_empty(), "there is something to test");
    let failures = report.tested.into_iter().flat_map(|one| one.failures);
    failures.map(|failure| failure.message).collect()
}

#[test]
fn another_value_stands_in_for_what_is_not_reached() {
    let scene = r"use lifts
person ada
rope hemp { holds 2 }
rope silk { holds 3 }
expect dice 3, 3, 5 {
  lift it by ada { spare hemp, size big }
  it.natural is 11, it.either is 5, it.held is 2, it.grown is huge, it.kind is huge, it.total is 10
}
expect dice 3, 4 {
  lift it by ada { spare hemp, rope silk, aim 5 }
  it.natural is 7, it.either is 4, it.held is 3, it.grown is big, it.kind is big, it.total is 17
  it.more otherwise 9 is 9, it.more.sum is unreached
}
expect odds {
  lift it by ada { spare hemp }
  E(it.more otherwise 0) = 7/12, P(it.natural >= 13) = 1/18, P(it.more otherwise 1 = 1) = 31/36
}
";
    assert_eq!(failing(scene), Vec::<String>::new());
}

#[test]
fn whether_a_run_took_place_is_told_truly() {
    let scene = r"use lifts
person ada
person tom { tired yes }
rope hemp
lift it by ada { spare hemp }
if it.dice.sum >= 10 {
  lift again by ada { spare hemp }
  set ada.tired = again is unreached
}
repeat up to 3 until turn.dice.sum >= 7 {
  lift turn by ada { spare hemp }
}
lift hopeless by tom { spare hemp }
together both by ada { first { spare hemp }, second { spare hemp } }
expect dice 5, 6, 1, 2, 3, 4, 4, 5, 2, 3 {
  it is not unreached, again is not unreached, not (again is unreached), ada.tired is no
  turn.first is not unreached, turn(2) is unreached, hopeless is not unreached, hopeless.dice is unreached
  both is not unreached, both.first is not unreached, both.second is not unreached
}
expect dice 5, 4, 1, 2, 3, 4, 1, 2 {
  it is not unreached, again is unreached, not (again is not unreached)
  turn is not unreached, turn(2) is not unreached, turn(3) is unreached
  both.first is not unreached, both.second is unreached
}
expect odds {
  P(it is unreached) = 0, P(again is unreached) = 5/6, P(not (again is unreached)) = 1/6, P(turn is unreached) = 0
  P(turn(2) is not unreached) = 5/12, P(both.second is unreached) = 7/12
}
";
    assert_eq!(failing(scene), Vec::<String>::new());
}

#[test]
fn a_run_in_a_later_round_does_not_have_what_the_round_before_had() {
    let scene = r"use lifts
person ada
rope hemp
repeat up to 2 {
  together both by ada { first { spare hemp }, second { spare hemp } }
}
expect dice 5, 6, 1, 2, 1, 1, 3 {
  both.first is not unreached, both.second is unreached, both.second.dice is unreached
}
expect dice 1, 2, 5, 6, 3, 4 { both.second is not unreached }
";
    assert_eq!(failing(scene), Vec::<String>::new());
}

#[test]
fn the_operator_goes_round_and_holds_tighter_than_any_other() {
    for (written, printed) in [
        ("(a otherwise b) + c", "a otherwise b + c"),
        ("a otherwise (b + c)", "a otherwise (b + c)"),
        ("(a otherwise b) otherwise c", "a otherwise b otherwise c"),
        ("a otherwise (b otherwise c)", "a otherwise (b otherwise c)"),
        ("-(a otherwise b)", "-(a otherwise b)"),
        ("(a otherwise b) up 1", "a otherwise b up 1"),
        ("(a up 1) otherwise b", "(a up 1) otherwise b"),
        ("(a otherwise b).c", "(a otherwise b).c"),
        ("not (a otherwise no)", "not a otherwise no"),
    ] {
        let text = format!("system s \"S\"\nrule r(a, b, c) = {written}\n");
        let mut found = assize::diagnostic::Diagnostics::default();
        let file = syntax::parse(assize::source::SourceId::default(), &text, &mut found);
        assert!(!found.has_errors(), "{written}");
        let text = syntax::print(&file);
        assert!(text.contains(&format!("= {printed}\n")), "{text}");
    }
}

const PUSHES: &str = r#"system pushes "Pushes"
kind person { tired : number = 0 }
procedure push by person {
  choose effort : 0..3 by person = 1 "how hard?"
  add effort to person.tired
}
procedure shove by person {
  ask hard : 0..9 = 2
  ask partner : optional push by person
  run partner with effort = hard
  if partner.given { run again : push by person with effort = partner.effort }
  run push by person
}
"#;

#[test]
fn a_line_that_runs_something_answers_its_choice() {
    let scene = |hard: &str| {
        let lines = [
            "use pushes\nperson ada\nshove her by ada { ",
            hard,
            " partner it { } }\nexpect deliberate { ada.tired is 5, her.it.effort is 2 }\n",
        ];
        let mut shelf = Shelf::default();
        shelf.put("pushes", PUSHES);
        Engine::with(shelf).compile("scene.asz", &lines.concat()).unwrap_or_else(|failure| panic!("{failure}"))
    };
    // Two who are told how hard, and one who is not.
    let failures: Vec<_> = scene("").test().tested.into_iter().flat_map(|one| one.failures).collect();
    assert!(failures.is_empty(), "{failures:?}");
    let refused = scene("hard 4,").adjudicate(Answers::random(1)).expect_err("nobody pushes so hard");
    assert!(refused.to_string().contains("is 4; it must be from 0 to 3"), "{refused}");
}

#[test]
fn what_a_roll_shows_may_stand_beside_a_number() {
    let scene = r"use lifts
person ada
rope hemp { holds 2 }
expect dice 3, 4 {
  lift it by ada { spare hemp }
  it.shown is 7, it.shown more is 0
}
expect odds {
  lift it by ada { spare hemp }
  E(if it.natural > 11 then it.dice else 2) = 277/108
}
";
    assert_eq!(failing(scene), Vec::<String>::new());
}

#[test]
fn what_a_run_was_given_is_unreached_where_it_did_not_take_place() {
    let scene = |expect: &str| {
        let lines = [
            "use lifts\nperson ada { grip 1 }\nrope hemp { holds 2 }\ntally sum : number = 0\n",
            "lift one by ada { spare hemp }\n",
            "if one.natural >= 8 { lift two by ada { spare hemp, aim 3, size big }, add two.aim otherwise 5 to sum }\n",
            "add two.aim otherwise 1 to sum\n",
            expect,
        ];
        lines.concat()
    };
    let run = scene("expect dice 3, 4 { two.aim is unreached, two.size is unreached, sum is 1 }\n");
    assert_eq!(failing(&run), Vec::<String>::new());
    let run = scene("expect dice 4, 5, 1, 2 { two.aim is 3, two.size is big, sum is 6 }\n");
    assert_eq!(failing(&run), Vec::<String>::new());
    let odds = "expect odds { P(two.aim is 3) = P(not two is unreached), P(sum is 6) = P(two.aim is 3), P(two.size is unreached) = P(sum is 1) }\n";
    assert_eq!(failing(&scene(odds)), Vec::<String>::new());
}

#[test]
fn what_a_procedure_calls_first_is_meant_before_the_first_time_round() {
    let scene = r"use lifts
person ada
rope hemp { holds 2 }
feat once by ada { pair { first { spare hemp } } }
expect dice 1, 2 { once.shown is 3, once.pair.first.natural is 3 }
";
    assert_eq!(failing(scene), Vec::<String>::new());
}
