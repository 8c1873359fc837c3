//! What the dice decide chooses between lines of a procedure: exactly those of the branch that is taken are done, and what
//! hangs on a secret is as secret as it.

use assize::engine::{Answers, Encounter, Engine, Shelf};
use assize::verdict::{Audience, Event, Verdict, text};

const SYSTEM: &str = r#"system mill "Mill"
modifiers signed
kind person { skill : number = 0 }
dice wild(n) {
  (n)d1 | result
  1..5  | 1d4
  6..   | 1d20
}
procedure lift by person {
  roll d : 1d6
  if d is 2 {
    step early "Early" { note "early" }
  } else {
    note "late"
  }
  note "at the end"
}
procedure outer by person {
  ask inner : lift by person
  run inner through early
  note "outer goes on"
}
procedure pull by person {
  ask secret crew : number = 0
  roll rope : wild(crew)
}
"#;

fn compiled(line: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("mill", SYSTEM);
    let scene = format!("use mill\nperson ada \"Ada\"\n{line}");
    Engine::with(shelf).compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{failure}"))
}

fn notes(verdict: &Verdict) -> Vec<String> {
    let events = verdict.events.iter().map(|happened| &happened.event);
    events
        .filter_map(|event| if let Event::Note { text, .. } = event { Some(text.to_string()) } else { None })
        .collect()
}

#[test]
fn a_run_through_a_step_ends_where_the_step_is_done() {
    let encounter = compiled("outer x by ada { inner { } }");
    let run = |face| encounter.adjudicate(Answers::given(vec![face])).expect("it runs");
    assert_eq!(notes(&run(2)), ["early", "outer goes on"]);
    assert_eq!(notes(&run(3)), ["late", "at the end", "outer goes on"], "the step is not done");
}

#[test]
fn dice_whose_rows_are_chosen_by_a_secret_are_secret() {
    let encounter = compiled("pull x by ada { crew 7 }");
    for seed in 0..8 {
        let verdict = encounter.adjudicate(Answers::random(seed)).expect("it runs");
        let told = text::text(&verdict.seen_by(Audience::Players));
        assert!(!told.contains("d20"), "players learn which row it was:\n{told}");
        assert!(text::text(&verdict.seen_by(Audience::Gm)).contains("d20"), "the game master sees the dice");
    }
}
