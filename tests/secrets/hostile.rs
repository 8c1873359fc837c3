//! Ways in which a number could slip out: each line of the procedure tries to tell players of the secret one.

use assize::engine::{Answer, Answers, Ask, DiceFrom, Engine, How, Mode, Response, Shelf, Whose, by_hand};
use assize::verdict::{Audience, Verdict};

use crate::readers;

const SYSTEM: &str = r#"system mill "The Mill"
modifiers signed

scale outcome { fail | pass }
scale crowd {
  level | guards   | worth
  few   | 2d7      | 64001
  many  | 5d9      | 64002
}
kind person { skill : number = 0, wounds : number = 0 }
rule grade(n) = if n > 5 then 61001 else 61002
table healing(depth) {
  depth | days
  ..5   | 52001
  6..   | 52002
}
procedure peek by person {
  ask luck : number = 0
  roll spy : 1d6
  sum total { luck | luck }
}
procedure climb by person {
  ask secret burden : number = 0
  ask secret helps : many number
  ask secret scout : optional peek
  ask secret band : crowd = few
  ask mood : number = 0
  run scout
  let chosen = if burden > 5 then 71001 else 71002
  let graded = grade(burden)
  let looked = healing(burden)
  let worth = band.worth
  let most = max(burden, 3)
  let counted = 81000 + count(helps)
  let again = chosen - 1
  sum total {
    mood   | mood
    graded | graded
  }
  sum other { helps | count(helps) }
  roll watch : band.guards
  roll ward : if burden > 5 then 3d11 else 4d13
  roll crew : (burden)d6
  choose pick : 0..burden by person = 1 "how far"
  choose usual : 0..9999999 by person = burden + 44000 "how high"
  set person.wounds = if burden > 5 then 91001 else 91002
  let open = mood + 41000
  sum shown { open | open }
  decide result {
    pass | burden > 10
    fail | otherwise
  }
}
"#;

const SCENE: &str = r#"use mill
person ada "Ada" { skill 1 }
person bob "Bob"
climb wall "up the wall" by ada {
  burden 7
  helps 33001
  helps 33002 "with a rope"
  scout look "lemming" by bob { luck 3330001 }
  band many
  mood 2
}
"#;

/// What is computed from the burden, the helps, the band; and all of the scout.
const SECRETS: [&str; 19] = [
    "71001", "71000", "61001", "61003", "52002", "64002", "81002", "33001", "33002", "rope", "lemming", "3330001",
    "5d9", "3d11", "7d6", "0 to 7", "44007", "91001", "spy",
];

fn engine() -> Engine {
    let mut shelf = Shelf::default();
    shelf.put("mill", SYSTEM);
    Engine::with(shelf)
}

/// The scene, and what people were asked.
fn run(mode: Mode) -> (Verdict, Vec<String>) {
    let scene = engine().compile("scene.asz", SCENE).unwrap_or_else(|failure| panic!("{failure}"));
    let mut asked = Vec::new();
    let mut person = |ask: &Ask<'_>| {
        asked.push(by_hand::question(ask));
        match ask {
            Ask::Roll { sides, .. } => Response::Answer(Answer::Faces(vec![1; sides.len()], How::Given)),
            Ask::Choose { .. } => by_hand::read(ask, "").unwrap_or(Response::Never),
            _ => Response::Never,
        }
    };
    let mut answers = Answers::new(mode, DiceFrom::ByHand { whose: Whose::Everybody, otherwise: 3.into() });
    answers.person = Some(&mut person);
    let verdict = scene.adjudicate(answers).unwrap_or_else(|failure| panic!("{failure}"));
    (verdict, asked)
}

#[test]
fn nothing_tells_players_the_number() {
    for mode in [Mode::Random, Mode::Deliberate] {
        let (verdict, asked) = run(mode);
        let players = readers::of_verdict(&verdict, SCENE, Audience::Players);
        readers::lack(&players, &SECRETS, &format!("{mode:?}"));
        readers::lack(&vec![("the questions".to_owned(), asked.join("\n"))], &SECRETS, &format!("{mode:?}"));
        readers::tell(&players, &["up the wall", "41002", "result: fail"], &format!("{mode:?}"));
    }
}

#[test]
fn the_game_master_is_told_all_of_it() {
    let (verdict, _) = run(Mode::Random);
    let of_questions = ["0 to 7"];
    let told: Vec<&str> = SECRETS.into_iter().filter(|secret| !of_questions.contains(secret)).collect();
    readers::tell(&readers::of_verdict(&verdict, SCENE, Audience::Gm), &told, "the game master");
}

#[test]
fn no_dice_are_asked_for_that_a_secret_chose() {
    let (_, asked) = run(Mode::Random);
    let kept = "a number within limits that are not shown";
    let usual = "or leave empty for the default";
    assert_eq!(asked, [format!("Ada: how far ({kept}, {usual})"), format!("Ada: how high ({kept}, {usual})")]);
}

#[test]
fn whoever_answers_what_is_kept_as_a_whole_is_told_the_limits() {
    let scene = SCENE.replace("climb wall", "secret climb wall");
    let scene = engine().compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{failure}"));
    let mut asked = String::new();
    let mut person = |ask: &Ask<'_>| {
        asked += &by_hand::question(ask);
        by_hand::read(ask, "").unwrap_or(Response::Never)
    };
    let answers = Answers { person: Some(&mut person), ..Answers::random(1) };
    scene.adjudicate(answers).unwrap_or_else(|failure| panic!("{failure}"));
    assert!(asked.contains("0 to 7, or leave empty for 1") && asked.contains("or leave empty for 44007"), "{asked}");
}
