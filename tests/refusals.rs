//! What stops a run says where, who and why, and keeps what had happened; what can be mended is asked again.

#[cfg(feature = "cli")]
#[path = "shared/folder.rs"]
mod folder;

use assize::engine::{Answer, Answers, Ask, DiceFrom, Encounter, Engine, Failure, How, Mode, Response, Shelf, Whose};
use assize::verdict::{Audience, text};

const FERRY: &str = "system ferry \"The Ferry\"
kind guest { coins : 0..9 = 3 }
procedure board by guest {
  ask tip : number = 0
  roll wind : 1d6
  choose bags : 0..4 by guest \"how many bags?\"
  choose hats : 0..9 by guest \"how many hats?\"
  needs bags + hats <= 5 else \"five things at most\"
  pay tip from guest.coins \"a tip\"
  choose seat : 2..2 by guest \"which seat?\"
  choose window : yes/no by guest = no \"at the window?\" if hats is 2
}
";

fn encounter(scene: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("ferry", FERRY);
    let scene = format!("use ferry\nguest ada \"Ada\"\n{scene}");
    Engine::with(shelf).compile("pier.asz", &scene).unwrap_or_else(|failure| panic!("{failure}"))
}

/// A run in which these numbers are chosen one after the other; the questions, and what was refused.
fn chosen(scene: &str, numbers: &[i64]) -> (Result<String, Failure>, Vec<String>, Vec<String>) {
    let (mut asked, mut complaints, mut numbers) = (Vec::new(), Vec::new(), numbers.iter().copied());
    let mut person = |ask: &Ask<'_>| {
        let Ask::Choose { choose, .. } = ask else { return Response::Never };
        asked.push(choose.path.to_string());
        numbers.next().map(|number| Answer::Choice(number, How::Person)).into()
    };
    let mut refused = |why: &Failure| complaints.push(why.to_string());
    let answers = Answers { person: Some(&mut person), refused: Some(&mut refused), ..Answers::random(7) };
    let told = encounter(scene).adjudicate(answers).map(|verdict| text::text(&verdict));
    (told, asked, complaints)
}

#[test]
fn a_choice_that_the_rules_refuse_is_asked_again() {
    let (told, asked, complaints) = chosen("board ship by ada {}", &[4, 7, 3, 1]);
    let told = told.unwrap_or_else(|failure| panic!("{failure}"));
    assert!(told.contains("bags \"how many bags?\": 4") && told.contains("hats \"how many hats?\": 1"), "{told}");
    assert_eq!(asked, ["ship.bags", "ship.hats", "ship.hats", "ship.hats"]);
    let [first, second] = complaints.as_slice() else { panic!("{complaints:?}") };
    assert!(
        first.starts_with("pier.asz:3:1: error[AZ609]: five things at most\n  here: ship (board by Ada)\n"),
        "{first}"
    );
    assert!(first.contains("  help: `bags` is 4, `hats` is 7; `hats` is asked again\n"), "{first}");
    assert!(second.contains("`hats` is 3; `hats` is asked again"), "{second}");
}

const QUARRY: &str = "system quarry \"The Quarry\"
kind mason { }
scale pace { slow | steady | fast }
plan load {
  budget 3 \"carts\"
  item block {
    size : pace = slow
    speed : pace = slow
  }
  slots size then speed, as written
  upfront toll \"toll\"
  group row : speed >= after
}
procedure haul by mason {
  ask load : load
  ask toll : 0..9 = 0
  needs load.left >= 0 else \"{load.cost} carts are too many\"
  roll wind : 1d6
  cut load to wind
}
";

#[test]
fn an_answer_that_a_plan_cannot_afford_is_asked_again_before_any_die() {
    let asked_with = |lines: &str, numbers: &[i64]| {
        let mut shelf = Shelf::default();
        shelf.put("quarry", QUARRY);
        let scene = format!("use quarry\nmason ada \"Ada\"\nhaul stones by ada {{ {lines} }}");
        let encounter = Engine::with(shelf).compile("pit.asz", &scene).unwrap_or_else(|failure| panic!("{failure}"));
        let (mut asked, mut complaints, mut numbers) = (Vec::new(), Vec::new(), numbers.iter().copied());
        let mut person = |ask: &Ask<'_>| {
            let Ask::Choose { question, .. } = ask else { return Response::Never };
            asked.push(question.to_string());
            numbers.next().map(|number| Answer::Choice(number, How::Person)).into()
        };
        let mut refused = |why: &Failure| complaints.push(why.diagnostics.iter().next().map(|one| one.message.clone()));
        let answers = Answers { person: Some(&mut person), refused: Some(&mut refused), ..Answers::random(7) };
        let told = encounter.adjudicate(answers);
        assert!(told.is_ok(), "{}", told.err().map(|failure| failure.to_string()).unwrap_or_default());
        (asked, complaints.into_iter().flatten().collect::<Vec<_>>())
    };
    let question = |what: &str, left: i64| format!("{what}: slow costs 0 carts, steady 1, fast 2, with {left} left");
    let (asked, complaints) =
        asked_with("row { block big { size fast, speed ? }, block small { size ? } }", &[0, 1, 1, 0]);
    let (speed, size) = (question("speed of big", 1), question("size of small", 0));
    assert_eq!(asked, [speed.clone(), speed, size.clone(), size]);
    assert_eq!(complaints, ["`big` must spend 1 on speed in `row`", "`load` costs 4 carts, but only 3 are allowed"]);
    let (asked, complaints) = asked_with("toll 1, block big { size fast, speed ? }", &[1, 0]);
    assert_eq!((asked.len(), complaints), (2, vec!["4 carts are too many".to_owned()]));
    // Whatever the speed, this is too much already: it is said at once, while something else can still be chosen.
    let (asked, complaints) = asked_with("toll 2, block big { size ?, speed ? }", &[2, 1, 0]);
    let size = question("size of big", 3);
    assert_eq!(asked, [size.clone(), size, question("speed of big", 2)]);
    assert_eq!(complaints, ["4 carts are too many"]);
}

#[test]
fn what_was_rolled_stands_when_a_choice_is_asked_again() {
    let (straight, ..) = chosen("board ship by ada {}", &[4, 1]);
    let (again, ..) = chosen("board ship by ada {}", &[4, 9, 8, 7, 1]);
    assert_eq!(straight.ok(), again.ok());
}

#[test]
fn the_question_of_a_choice_is_told_only_where_it_would_be_asked() {
    let told = |scene: &str, hats| chosen(scene, &[0, hats]).0.unwrap_or_else(|failure| panic!("{failure}"));
    let scene = "board ship by ada { window yes }";
    assert!(told(scene, 2).contains("window \"at the window?\": yes (stated)"));
    assert!(told(scene, 1).contains("window: yes (stated, though not needed here)"));
    let known = "board ship by ada { hats 2, bags 0, window yes }";
    assert!(told(known, 0).contains("window \"at the window?\": yes (stated)"));
}

#[test]
fn a_question_mark_in_the_place_of_a_choice_asks_it_and_is_not_remarked_on() {
    let remarks = |scene: &str| encounter(scene).warnings().iter().filter(|found| found.code.0 == "AZ612").count();
    assert_eq!(remarks("board ship by ada { hats ? }"), 0);
    assert_eq!(remarks("board ship by ada { hats 2, window ? }"), 0);
    assert_eq!(chosen("board ship by ada { hats ? }", &[4, 1]).1, ["ship.bags", "ship.hats"]);
}

#[test]
fn a_choice_with_one_answer_is_not_asked() {
    let (told, asked, _) = chosen("board ship by ada {}", &[0, 0]);
    assert!(told.is_ok_and(|told| told.contains("seat \"which seat?\": 2 (by default)")));
    assert!(!asked.contains(&"ship.seat".to_owned()), "{asked:?}");
}

#[test]
fn a_choice_that_cannot_matter_is_not_asked() {
    let (told, asked, _) = chosen("board ship by ada {}", &[1, 0]);
    assert!(told.is_ok_and(|told| !told.contains("window")), "nothing is told of what nobody was asked");
    assert!(!asked.contains(&"ship.window".to_owned()), "{asked:?}");
    let (told, asked, _) = chosen("board ship by ada {}", &[0, 2, 1]);
    assert!(told.is_ok_and(|told| told.contains("window \"at the window?\": yes (decided by ada)")));
    assert_eq!(asked.last().map(String::as_str), Some("ship.window"));
}

#[test]
fn what_a_scene_says_of_a_choice_counts_even_if_nobody_would_be_asked() {
    let (_, asked, _) = chosen("board ship by ada { window yes }\nnote \"a draught\" if ship.window", &[1, 0]);
    assert_eq!(asked, ["ship.bags", "ship.hats"]);
    let (told, ..) = chosen("board ship by ada { window yes }\nnote \"a draught\" if ship.window", &[1, 0]);
    assert!(told.is_ok_and(|told| told.contains("a draught")));
    let (told, ..) = chosen("board ship by ada { }\nnote \"a draught\" if ship.window", &[1, 0]);
    assert!(told.is_ok_and(|told| !told.contains("a draught")), "nobody was asked, so it is what the rule says");
}

#[test]
fn what_no_answer_would_avoid_is_not_asked_for_ever() {
    let (told, asked, complaints) = chosen("board ship by ada { tip 5 }", &[0, 0]);
    let failure = told.expect_err("three coins are not five");
    assert_eq!((asked.len(), complaints.len()), (2, 0), "{asked:?} {complaints:?}");
    assert!(
        failure.to_string().starts_with("pier.asz:3:1: error[AZ709]: a tip\n  here: ship (board by Ada)"),
        "{failure}"
    );
    let happened = failure.happened().expect("it had begun");
    let text = text::text(happened);
    assert!(text.starts_with("The Ferry, by dice, seed 7\n"), "{text}");
    assert!(text.contains("hats \"how many hats?\": 0") && text.ends_with("  refused: a tip\n"), "{text}");
}

#[test]
fn without_somebody_to_tell_a_refusal_ends_the_run() {
    let mut person = |_: &Ask<'_>| Response::Answer(Answer::Choice(4, How::Person));
    let answers = Answers { person: Some(&mut person), ..Answers::random(7) };
    let failure = encounter("board ship by ada {}").adjudicate(answers).expect_err("eight things");
    assert!(failure.to_string().contains("five things at most"), "{failure}");
}

#[test]
fn the_program_rolls_what_is_left_to_it() {
    let mut person = |ask: &Ask<'_>| match ask {
        Ask::Roll { .. } => Response::Rolled,
        _ => Response::Answer(Answer::Choice(0, How::Person)),
    };
    let dice = DiceFrom::ByHand { whose: Whose::Everybody, otherwise: 7.into() };
    let answers = Answers { person: Some(&mut person), ..Answers::new(Mode::Random, dice) };
    let verdict = encounter("board ship by ada {}").adjudicate(answers).unwrap_or_else(|failure| panic!("{failure}"));
    let (own, ..) = chosen("board ship by ada {}", &[0, 0]);
    let wind = |text: &str| text.lines().find(|line| line.contains("1d6")).map(|line| line.replace(" (by dice)", ""));
    assert_eq!(wind(&text::text(&verdict)), wind(&own.expect("it goes well")), "it is the roll of the seed");
}

#[cfg(feature = "cli")]
#[test]
fn players_learn_nothing_secret_from_what_is_refused() {
    let scene = "secret note \"the captain is a spy\"\nboard ship by ada { tip 5 }\nsecret note \"and armed\"";
    let mut person = |_: &Ask<'_>| Response::Answer(Answer::Choice(0, How::Person));
    let answers = Answers { person: Some(&mut person), ..Answers::random(4711) };
    let failure = encounter(scene).adjudicate(answers).expect_err("three coins are not five");
    let shown = |audience| {
        let failure = failure.seen_by(audience);
        let found =
            failure.diagnostics.iter().map(|one| assize::diagnostic::render::human(one, &failure.sources, false));
        let found: String = found.collect();
        [found, failure.happened().map(text::text).unwrap_or_default()].concat()
    };
    let (players, gm) = (shown(Audience::Players), shown(Audience::Gm));
    for secret in ["spy", "armed", "4711"] {
        assert!(!players.contains(secret), "{players}");
        assert!(gm.contains(secret), "{secret}: {gm}");
    }
    assert!(players.contains("a tip") && players.contains("ship (board by Ada)"), "{players}");
}

#[test]
fn a_secret_that_stops_a_run_is_told_as_kept() {
    let failure = encounter("secret board ship by ada { tip 5 }").adjudicate(Answers::given(vec![4]));
    let failure = failure.expect_err("nobody chooses").seen_by(Audience::Players);
    let happened = failure.happened().expect("it had begun");
    assert!(text::text(happened).ends_with("refused: this is not possible, for a reason that is not shown\n"));
    assert!(!failure.to_string().contains("ship"), "{failure}");
}

#[test]
fn no_more_than_a_hundred_mistakes_are_shown_and_the_others_counted() {
    let scene: String =
        (0..150).flat_map(|number| ["x".to_owned(), number.to_string(), " by ada {}\n".to_owned()]).collect();
    let mut shelf = Shelf::default();
    shelf.put("ferry", FERRY);
    let failure =
        Engine::with(shelf).compile("pier.asz", &format!("use ferry\n{scene}")).expect_err("it means nothing");
    let last = failure.diagnostics.iter().last().map(|last| (last.code.0, last.message.clone()));
    assert_eq!(last, Some(("AZ114", "at least 50 more errors are not shown".to_owned())));
    assert_eq!(failure.diagnostics.iter().count(), 101);
}

/// What the program says of a refusal.
#[cfg(feature = "cli")]
mod program {
    use std::fs;
    use std::io::Write;
    use std::path::Path;
    use std::process::{Command, Output, Stdio};

    use super::{FERRY, folder};

    fn assize(name: &str, words: &[&str], input: &str) -> Output {
        let folder = folder::empty(Path::new("refusals").join(name));
        fs::write(folder.join("ferry.asz"), FERRY).expect("it can be written");
        let scene = "use \"ferry.asz\"\nguest ada \"Ada\"\nboard ship by ada {}\n";
        fs::write(folder.join("pier.asz"), scene).expect("it can be written");
        let mut child = Command::new(env!("CARGO_BIN_EXE_assize"))
            .args(words)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        child.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("it reads");
        child.wait_with_output().expect("it ends")
    }

    #[test]
    fn at_the_table_a_refused_answer_is_asked_again() {
        let output = assize("table", &["run", "pier.asz", "--table", "--seed", "7"], "?\nroll\n4\n?\n7\n1\n");
        let (said, asked) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{asked}");
        assert!(
            asked.contains(
                "Ada: roll 1d6, for wind of ship > this rolls 1d6, for wind of ship; enter the face of the die"
            ),
            "{asked}"
        );
        assert!(asked.contains("five things at most\n`bags` is 4, `hats` is 7; `hats` is asked again\n"), "{asked}");
        assert!(asked.contains("this decides hats of ship; enter one of these: 0 to 9"), "{asked}");
        assert!(said.contains("(by dice)") && said.contains("hats \"how many hats?\": 1 (decided by ada)"), "{said}");
    }

    #[test]
    fn what_had_happened_is_told_and_the_seed() {
        let output =
            assize("stopped", &["run", "pier.asz", "--table", "--seed", "7", "--error-format", "plain"], "5\n4\n");
        let (said, complained) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(4), "{complained}");
        assert!(said.starts_with("The Ferry, with dice rolled by hand, seed 7\n"), "{said}");
        assert!(said.contains("1d6: 5 (by hand)") && said.contains("bags \"how many bags?\": 4"), "{said}");
        assert!(complained.ends_with("to repeat this run, add `--seed 7`\n"), "{complained}");
    }

    #[test]
    fn at_the_prompt_a_refused_answer_is_asked_again() {
        let scene = "use \"ferry.asz\"\nguest ada \"Ada\"\nboard ship by ada {}\n4\n7\n1\nada.coins\n";
        let output = assize("prompt", &["repl", "--seed", "7"], scene);
        let (said, asked) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(asked.contains("`bags` is 4, `hats` is 7; `hats` is asked again"), "{asked}");
        assert!(said.contains("hats \"how many hats?\": 1 (decided by ada)"), "{said}");
    }
}
