//! Answers that a scene states beforehand: each counts in some run, or is remarked on.

use assize::diagnostic::Diagnostic;
use assize::engine::{Answers, Chance, Encounter, Engine, OddsRequest, Shelf};
use assize::verdict::text;

const QUAY: &str = r#"system quay
kind person { luck : 0..3 = 0 }
procedure leap by person {
  ask width : 0..9 = 3
  ask sober : yes/no = yes
  roll dice : 1d6
  stop "nobody leaps so far" if width > 7
  stop "a clean leap" if dice.sum > 4
  let falls = dice.sum < width
  choose grabs : 0..2 by person = 0 "how hard?" if falls
  let held = if falls then grabs else 0
  choose spent : 0..person.luck by person = 0 "how much luck?" if falls and person.luck > 0
  let bruises = if falls then 3 - spent else 0
  choose bribe : 0..3 by person = 0 "how much?" if not sober
  needs bribe is 0 or not sober else "nobody here takes money"
  let paid = bribe
}
procedure dive by person {
  ask waves : 0..6 = 0
  ask parts : 0..6 = 0
  roll dice : 1d6
  needs dice.sum > waves else "the sea is too rough"
  let share = if parts > 0 then 6 div up (dice.sum - parts) else 0
}
procedure share by person {
  ask company : many person
  roll dice : 1d6
  stop "nobody wants any" if dice.sum > 4
  choose taken : 0..3 by person = 0 "how much does each take?"
  for each one in company {
    choose left : 0..one.luck by person = 0 "how much does each leave?"
    needs taken + left < 5 else "there is not so much"
  }
}
procedure rest by person { add 1 to person.luck }
"#;

const REFUSED: &str = "this value is always refused";

fn compiled(scene: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("quay", QUAY);
    Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{scene}\n{failure}"))
}

/// What `check` says of a leap: each message with the place it stands at.
fn told(person: &str, blanks: &str) -> Vec<(String, String)> {
    let fields = if person.is_empty() { String::new() } else { format!("{{ {person} }}") };
    let encounter = compiled(&format!("use quay\nperson ada {fields}\nleap gap by ada {{ {blanks} }}"));
    let found = encounter.remarks().into_iter();
    let place = |span| encounter.sources().slice(span).to_owned();
    found.map(|found| (found.message.clone(), place(found.labels[0].span))).collect()
}

fn messages(person: &str, blanks: &str) -> Vec<String> {
    told(person, blanks).into_iter().map(|(message, _)| message).collect()
}

#[test]
fn an_answer_that_cannot_count_is_remarked_on_and_its_twin_is_not() {
    let no_difference = |name: &str| format!("`{name}` makes no difference here");
    let pairs = [
        // He never falls, or now and then.
        (("", "width 1, grabs 2"), no_difference("grabs"), ("", "width 2, grabs 2")),
        // Refused by a line behind the question.
        (("luck 0", "bribe 2"), REFUSED.to_owned(), ("luck 0", "sober no, bribe 2")),
        // Refused by the limits of the question.
        (("luck 0", "spent 1"), REFUSED.to_owned(), ("luck 1", "spent 1")),
        (("", "spent 1"), format!("{REFUSED} when the scene begins as written"), ("luck 2", "spent 2")),
    ];
    for ((person, blanks), expected, (other, twin)) in pairs {
        assert_eq!(messages(person, blanks), [expected], "{person}: {blanks}");
        assert_eq!(messages(other, twin), [""; 0], "{other}: {twin}");
    }
}

#[test]
fn of_several_answers_the_one_is_named_that_is_refused() {
    let found = told("luck 0", "bribe 2, grabs 1");
    assert_eq!(found, [(REFUSED.to_owned(), "bribe".to_owned())]);
    let found = told("luck 0", "spent 1, grabs 1");
    assert!(found.contains(&(REFUSED.to_owned(), "spent".to_owned())), "{found:?}");
    assert_eq!(found.iter().filter(|(message, _)| message == REFUSED).count(), 1, "{found:?}");
}

#[test]
fn an_answer_for_each_of_a_company_is_looked_at_for_each() {
    let found = |luck: u8, blanks: &str| -> Vec<String> {
        let people = format!("person ada {{ luck 3 }}\nperson bo {{ luck {luck} }}");
        let encounter =
            compiled(&format!("use quay\n{people}\nshare purse by ada {{ company ada, company bo, {blanks} }}"));
        let found = encounter.remarks().into_iter();
        found.map(|found| found.message).filter(|found| found == REFUSED).collect()
    };
    // The second of them has less.
    assert_eq!(found(1, "left 2"), [REFUSED]);
    assert_eq!(found(2, "left 2"), [""; 0]);
    // A line behind it refuses the two together.
    assert_eq!(found(3, "taken 3, left 2"), [REFUSED]);
    assert_eq!(found(3, "taken 3, left 1"), [""; 0]);
}

/// What a scene has written and what is remarked on when it is run.
fn remarks(scene: &str) -> Vec<String> {
    let encounter = Engine::default().compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    encounter.warnings().iter().map(|found| found.message.clone()).collect()
}

#[test]
fn of_what_a_refusal_cuts_short_nothing_is_said() {
    let turn = |speed: &str, source: &str| {
        remarks(&format!(
            "use west\ngame {{ source {source} }}\nactor may\nturn {{ check one by may {{ trait d8, speed normal }}, \
             check two by may {{ trait d8, speed {speed}, card shows 7 }}, check three by may {{ trait d8, speed free, card shows 8 }} }}"
        ))
    };
    // No time is left for the second check, which is no fault of the cards.
    assert_eq!(turn("fast", "cards"), [""; 0]);
    assert_eq!(turn("at once", "cards"), [""; 0]);
    // What never falls otherwise is remarked on all the same.
    assert_eq!(turn("at once", "dice"), ["no card is drawn here, so this is not used"; 2]);
}

#[test]
fn a_scene_that_is_refused_now_and_then_says_how_often() {
    let told = |luck: u8, stated: &str| -> Vec<String> {
        let scene = format!("use quay\nperson ada {{ luck {luck} }}\ndive sea by ada {{ {stated} }}");
        compiled(&scene).remarks().into_iter().map(|found| found.message).collect()
    };
    let often = |chance: &str| format!("{chance} of all runs by dice (33.33%) are stopped here: the sea is too rough");
    assert_eq!(told(0, "waves 2"), [often("1/3")]);
    // In none, in all, and where whoever plays is asked.
    assert_eq!(told(0, "waves 0"), [""; 0]);
    assert_eq!(told(0, "waves 6"), ["every run that was tried was refused: the sea is too rough"]);
    assert_eq!(told(0, "waves ?"), [""; 0]);
    // Something else than a refusal stops it.
    let divided = told(0, "waves 0, parts 1");
    assert_eq!(divided, ["some runs by dice are stopped here: this divides by zero"]);
}

#[test]
fn what_refuses_each_run_is_shown_at_the_values_that_the_rule_reads() {
    let scene = "use quay\nperson ada\ndive sea by ada { parts 2, waves 6 }";
    let found = compiled(scene).remarks();
    let places = found.iter().flat_map(|found| &found.labels).filter(|label| label.text == "it depends on this");
    let places: Vec<&str> = places.map(|label| &scene[label.span.range()]).collect();
    assert_eq!(places, ["waves"]);
}

#[test]
fn what_follows_all_runs_agrees_with_the_runs_themselves() {
    let encounter = compiled("use quay\nperson ada\ndive sea by ada { waves 2 }");
    let refused = (1..=600).filter(|seed| encounter.adjudicate(Answers::random(*seed)).is_err()).count();
    // A third of them, within five times what chance makes of it.
    assert!((200 - 58..=200 + 58).contains(&refused), "{refused}");
    let odds = encounter.odds(&OddsRequest::of(["P(sea.dice > 4)"])).unwrap_or_else(|failure| panic!("{failure}"));
    let line = |one: &Chance| format!("{} {}", one.question, one.percent().unwrap_or_default());
    let told: Vec<String> = odds.iter().map(line).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[1].starts_with("refused: the sea is too rough") && told[1].ends_with(" 33.33%"), "{told:?}");
}

#[test]
fn an_answer_to_which_no_run_comes_is_not_called_refused() {
    let found = messages("", "width 9, bribe 2");
    assert!(!found.is_empty() && !found.iter().any(|message| message == REFUSED), "{found:?}");
}

#[test]
fn an_answer_that_is_always_refused_is_refused_wherever_a_run_comes_to_it() {
    let encounter = compiled("use quay\nperson ada { luck 0 }\nleap gap by ada { width 4, spent 1 }");
    assert!(encounter.remarks().iter().any(|found| found.message == REFUSED));
    let mut refused = 0;
    for seed in 0..40 {
        match encounter.adjudicate(Answers::random(seed)) {
            Ok(verdict) => assert!(text::text(&verdict).contains("a clean leap")),
            Err(failed) => {
                assert!(failed.to_string().contains("`gap.spent` is 1, but here it can only be 0"), "{failed}");
                refused += 1;
            }
        }
    }
    assert!((1..40).contains(&refused), "{refused}");
}

#[test]
fn a_condition_that_always_holds_is_told_with_the_answer() {
    let encounter = compiled("use quay\nperson ada\nleap gap by ada");
    let always = |request: &OddsRequest| encounter.odds(request).expect("it has odds")[0].given_always;
    let question = || OddsRequest::of(["P(gap.dice is 3)"]);
    assert!(!always(&question()));
    assert!(always(&question().given("gap.dice <= 6")) && !always(&question().given("gap.dice <= 5")));
    assert!(always(&OddsRequest::of(["P(gap.dice is 3 given gap.dice > 0)"])));
    assert!(!always(&OddsRequest::of(["P(gap.dice is 3 given gap.dice > 1)"])));
}

#[test]
fn a_condition_of_an_expectation_that_always_holds_is_remarked_on() {
    let remarks = |given: &str| -> Vec<String> {
        let scene = "use quay\nperson ada\nexpect odds given GIVEN { leap gap by ada, P(gap.dice is 1) < 1/2 }";
        let encounter = compiled(&scene.replace("GIVEN", given));
        let report = encounter.test();
        assert!(report.all_passed(), "{given}");
        // Whoever checks the script hears of it as well, at the same place.
        let places = |found: &Diagnostic| found.labels[0].span;
        let of_test = report.tested.iter().flat_map(|tested| &tested.remarks).map(places);
        assert_eq!(encounter.warnings().iter().map(places).collect::<Vec<_>>(), of_test.collect::<Vec<_>>(), "{given}");
        report.tested.into_iter().flat_map(|tested| tested.remarks).map(|found| found.message).collect()
    };
    let expected = "the condition `gap.dice >= 1` is always true, so it makes no difference";
    assert_eq!(remarks("gap.dice >= 1"), [expected]);
    let expected = "the condition `gap.dice * 2 >= 2` is always true, so it makes no difference";
    assert_eq!(remarks("gap.dice * 2 >= 2"), [expected]);
    assert_eq!(remarks("gap.dice * 2 >= 4"), [""; 0]);
    assert_eq!(remarks("gap.dice <= 5"), [""; 0]);
}
