//! Answers that a scene states beforehand: each counts in some run, or is remarked on.

use assize::engine::{Answers, Encounter, Engine, OddsRequest, Shelf};
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
procedure rest by person { add 1 to person.luck }
"#;

const REFUSED: &str = "this answer is always refused";

fn compiled(scene: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("quay", QUAY);
    Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{scene}\n{failure}"))
}

/// What `check` says of a leap: each message with the place it stands at.
fn told(person: &str, blanks: &str) -> Vec<(String, String)> {
    let encounter = compiled(&format!("use quay\nperson ada {{ {person} }}\nleap gap by ada {{ {blanks} }}"));
    let found = encounter.warnings().iter().cloned().chain(encounter.idle());
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
        (("", "spent 1"), format!("{REFUSED} when the scene begins as it is written"), ("luck 2", "spent 2")),
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
fn an_answer_to_which_no_run_comes_is_not_called_refused() {
    let found = messages("", "width 9, bribe 2");
    assert!(!found.is_empty() && !found.iter().any(|message| message == REFUSED), "{found:?}");
}

#[test]
fn an_answer_that_is_always_refused_is_refused_wherever_a_run_comes_to_it() {
    let encounter = compiled("use quay\nperson ada { luck 0 }\nleap gap by ada { width 4, spent 1 }");
    assert!(encounter.idle().iter().any(|found| found.message == REFUSED));
    let mut refused = 0;
    for seed in 0..40 {
        match encounter.adjudicate(Answers::random(seed)) {
            Ok(verdict) => assert!(text::text(&verdict).contains("a clean leap")),
            Err(failed) => {
                assert!(failed.to_string().contains("`gap.spent` is 1, and here it can only be 0"), "{failed}");
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
        let report = compiled(&scene.replace("GIVEN", given)).test();
        assert!(report.all_passed(), "{given}");
        report.tested.into_iter().flat_map(|tested| tested.remarks).map(|found| found.message).collect()
    };
    let expected = "`gap.dice >= 1` always holds, so it makes no difference that it is given";
    assert_eq!(remarks("gap.dice >= 1"), [expected]);
    assert_eq!(remarks("gap.dice <= 5"), [""; 0]);
}
