//! What an author keeps with `secret` and `hidden`, in every way of showing it, for everybody, in every mode.

use assize::engine::{
    Answer, Answers, Ask, DiceFrom, Encounter, Engine, How, Library, LoadError, Loaded, Mode, Response, Whose, by_hand,
};
use assize::verdict::{Audience, Verdict, Visibility, text};

use crate::readers;

const SYSTEM: &str = r#"system mill "The Mill"
modifiers signed

scale outcome { fail | pass }
kind person { skill : number = 0, wounds : number = 0 }
period watch {
  before {
    ask bell : number = 0
    let peal = bell * 2
  }
}
procedure peek by person {
  ask luck : number = 0
  roll spy : 1d6
  let glimpse = luck * 2
}
procedure lift by person {
  ask secret crew : number = 0 "how many hold it down"
  ask oath : optional text
  ask mood : number = 0
  ask help : many number
  ask scout : optional peek
  run scout
  roll guards : (crew)d6
  secret roll fate : 1d8
  secret let trick = person.skill + 31337
  hidden note "otter"
  sum total {
    mood  | mood
    skill | person.skill
    help  | sum(help)
  }
  sum open {
    skill | person.skill
  }
  roll pull : 1d6
  decide result {
    pass | pull.sum + total > trick
    fail | otherwise
  }
}
"#;

const SCENE: &str = r#"use mill

person ada "Ada" { skill 1 }
person bob "Bob"
modifier zebra 7654321 "the zebra wire" known to nobody
secret modifier yak 5550001 "the yak trap"
hidden modifier gnu 5550002 "the gnu curse"
secret note "a weasel listens"
hidden note "an ocelot too"
secret lift ambush "the badger ambush" by bob { crew 3 }
hidden lift vigil "the dingo vigil" by bob { mood 2220001 }
secret set ada.wounds = 8888881
watch "a long watch" { secret bell 4440001 }
lift climb "up the wall" by ada {
  crew 37
  help zebra
  help yak
  secret oath "by the walrus"
  secret mood 6660001
  secret scout look "lemming" by bob { luck 3330001 }
}
lift fall "down the wall" by ada { help gnu }
reveal yak to bob
"#;

/// What only the game master may learn: what was written, and what is computed from it.
const SECRETS: [&str; 17] = [
    "7654321", "zebra", "5550001", "yak", "weasel", "ambush", "badger", "8888881", "8880002", "37d6", "walrus",
    "6660001", "lemming", "6660002", "31338", "12210003", "look",
];

/// What stands in the log only.
const HIDDEN: [&str; 7] = ["5550002", "gnu", "ocelot", "vigil", "dingo", "2220001", "otter"];

/// Knows the system above.
struct Shelf;

impl Library for Shelf {
    fn load(&self, name: &str, _relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        if name != "mill" {
            return Err(LoadError::NotFound);
        }
        Ok(Loaded { name: name.to_owned(), text: SYSTEM.to_owned() })
    }

    fn names(&self, _relative_to: Option<&str>) -> Vec<String> {
        Vec::new()
    }
}

fn compile(scene: &str) -> Encounter {
    Engine::with(Shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Runs with dice in people's hands; what they were asked comes back, too.
fn at_the_table(scene: &Encounter, whose: &[&str]) -> (Verdict, Vec<String>) {
    let mut asked = Vec::new();
    let mut person = |ask: &Ask<'_>| {
        asked.push(by_hand::question(ask));
        match ask {
            Ask::Roll { sides, .. } => Response::Answer(Answer::Faces(vec![1; sides.len()], How::Given)),
            _ => Response::Never,
        }
    };
    let whose = whose.iter().map(|name| (*name).to_owned()).collect();
    let mut answers = Answers::new(Mode::Random, DiceFrom::ByHand { whose: Whose::named(whose), otherwise: 3.into() });
    answers.person = Some(&mut person);
    let verdict = scene.adjudicate(answers).unwrap_or_else(|failure| panic!("{failure}"));
    (verdict, asked)
}

/// The scene in every mode.
fn verdicts() -> Vec<(&'static str, Verdict)> {
    let scene = compile(SCENE);
    let run = |answers| scene.adjudicate(answers).unwrap_or_else(|failure| panic!("{failure}"));
    vec![
        ("random", run(Answers::random(3))),
        ("deliberate", run(Answers::deliberate())),
        ("table", at_the_table(&scene, &[]).0),
        ("a mixture", at_the_table(&scene, &["ada"]).0),
    ]
}

fn lacks(verdict: &Verdict, audience: Audience, mode: &str, kept: &[&str]) {
    readers::lack(&readers::of_verdict(verdict, SCENE, audience), kept, &format!("{mode}, for {audience:?}"));
}

fn tells(verdict: &Verdict, audience: Audience, mode: &str, kept: &[&str]) {
    for secret in kept {
        let told = readers::of_verdict(verdict, "", audience);
        let everywhere = ["text", "markdown", "html", "json"].map(|way| told.iter().find(|(name, _)| name == way));
        let somewhere = everywhere.iter().flatten().any(|(_, text)| text.contains(secret));
        assert!(somewhere, "{mode} does not tell {audience:?} of `{secret}`:\n{}", told[0].1);
    }
}

#[test]
fn players_learn_nothing_of_what_is_kept() {
    for (mode, verdict) in verdicts() {
        lacks(&verdict, Audience::Players, mode, &SECRETS);
        lacks(&verdict, Audience::Players, mode, &HIDDEN);
        // What only feeds other values is told to nobody by itself.
        lacks(&verdict, Audience::Players, mode, &["4440001", "3330001"]);
    }
}

#[test]
fn the_game_master_learns_what_is_secret_and_not_what_is_hidden() {
    for (mode, verdict) in verdicts() {
        tells(&verdict, Audience::Gm, mode, &SECRETS);
        lacks(&verdict, Audience::Gm, mode, &HIDDEN);
    }
}

#[test]
fn the_log_holds_everything() {
    for (mode, verdict) in verdicts() {
        tells(&verdict, Audience::Log, mode, &SECRETS);
        tells(&verdict, Audience::Log, mode, &HIDDEN);
    }
}

#[test]
fn players_still_learn_what_is_not_kept() {
    for (mode, verdict) in verdicts() {
        let seen = text::text(&verdict.seen_by(Audience::Players));
        for open in ["climb \"up the wall\"", "open +1", "result: ", "a long watch"] {
            assert!(seen.contains(open), "{mode} hides `{open}`:\n{seen}");
        }
    }
}

#[test]
fn nobody_is_asked_for_dice_that_are_kept() {
    let (_, asked) = at_the_table(&compile(SCENE), &[]);
    assert_eq!(asked, ["Ada: roll 1d6, for pull of climb", "Ada: roll 1d6, for pull of fall"]);
    let (_, asked) = at_the_table(&compile(SCENE), &["bob"]);
    assert_eq!(asked, [""; 0], "all that Bob rolls is kept");
}

#[test]
fn players_get_no_seed_with_which_kept_dice_could_be_rolled_again() {
    for line in ["secret lift ambush by ada { }", "hidden note \"x\"", "lift climb by ada { secret mood 3 }"] {
        let scene = format!("use mill\nperson ada \"Ada\"\n{line}\n");
        let verdict = compile(&scene).adjudicate(Answers::random(3)).unwrap_or_else(|failure| panic!("{failure}"));
        let seen = verdict.seen_by(Audience::Players);
        assert_eq!((seen.seed, seen.stream), (None, None), "{line}");
        assert!(verdict.seen_by(Audience::Log).seed.is_some() || line.contains("note"), "{line}");
    }
}

#[test]
fn a_field_set_in_secret_stays_secret() {
    let verdict = &verdicts()[0].1;
    let wounds = verdict.results.iter().find(|result| result.name == "ada.wounds").expect("it can change");
    assert_eq!(wounds.visibility, Visibility::Gm);
}
