//! Advice is held to a reference that merges nothing: it follows every face of every die and every answer of every person, from the
//! beginning to the end, and knows what to choose in each history alone. And to all policies of a small scene, one by one.

#[cfg(feature = "cli")]
#[path = "shared/folder.rs"]
mod folder;

use std::collections::BTreeMap;

use assize::engine::{Advice, AdviceRequest, AdviceTree, AdvisedCase, AdvisedChoice, ChanceKind, Engine, Shelf};
use assize::ir::{Program, Value};
use assize::machine::{Answer, Ask, Deaf, How, Machine, Step};
use assize::{Encounter, Failure};
use dashu_ratio::RBig;

const DICE: &str = "
system dice \"Dice\"
kind person { luck : 0..9 = 2 }
procedure throw by who : person {
  roll a : 1d6
  choose again : yes/no by who = no \"once more?\"
  if again { roll b : 1d6 }
  let best = if again then b else a
}
procedure stake by who : person {
  roll a : 1d4
  choose bet : 0..who.luck by who = 0
  roll b : 1d4
  let won = if b > a then bet else -bet
}
procedure hide by one : person versus other : person {
  choose place : 1..3 by one = 1
  roll lantern : 1d3
  choose searched : 1..3 by other = 1
  let found = searched = place or (lantern = 3 and searched >= place)
}";

fn compiled(scene: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("dice", DICE);
    Engine::with(shelf)
        .compile("scene.asz", &format!("use dice\nperson ada\nperson bo {{ luck 3 }}\n{scene}"))
        .unwrap_or_else(|failure| panic!("{failure}"))
}

fn advised(scene: &str, request: &AdviceRequest) -> Advice {
    compiled(scene).advise(request).unwrap_or_else(|failure| panic!("{failure}"))
}

fn refused(scene: &str, request: &AdviceRequest) -> Failure {
    compiled(scene).advise(request).expect_err("nobody can be advised")
}

fn fraction(text: &str) -> RBig {
    text.parse().unwrap_or_else(|_| panic!("{text} is a fraction"))
}

/// What a result comes to when everybody who is not against it chooses as well as possible, history by history.
fn by_history(program: &Program, result: &str, against: &str, worth: fn(Value) -> RBig) -> RBig {
    let register = program.registers.iter().position(|info| info.name.as_deref() == Some(result));
    let register = register.unwrap_or_else(|| panic!("{result} is a result"));
    follow(Machine::new(program).untold(), register, against, worth)
}

fn follow(mut machine: Machine<'_>, register: usize, against: &str, worth: fn(Value) -> RBig) -> RBig {
    let after = |machine: &Machine<'_>, answer: Answer| {
        let mut machine = machine.clone();
        machine.answer(answer, &mut Deaf).expect("it fits");
        follow(machine, register, against, worth)
    };
    match machine.run(&mut Deaf).expect("it goes on") {
        Step::Done => worth(machine.state().registers[register]),
        Step::Ask(Ask::Resolve { .. }) => after(&machine, Answer::Roll),
        Step::Ask(Ask::Roll { sides, .. }) => {
            let all = faces(&sides);
            let count = RBig::from(all.len());
            all.into_iter()
                .map(|faces| after(&machine, Answer::Faces(faces, How::Random)))
                .fold(RBig::ZERO, |sum, one| sum + one)
                / count
        }
        Step::Ask(Ask::Choose { choose, low, high, .. }) => {
            let each = (low..=high).map(|option| after(&machine, Answer::Choice(option, How::Person)));
            if choose.by == against { each.min() } else { each.max() }.expect("there is something to choose")
        }
        Step::Ask(other) => panic!("{other:?} is not asked here"),
    }
}

/// Everything that dice can show.
fn faces(sides: &[i64]) -> Vec<Vec<i64>> {
    let Some((first, rest)) = sides.split_first() else { return vec![Vec::new()] };
    let rest = faces(rest);
    (1..=*first).flat_map(|face| rest.iter().map(move |rest| [&[face], rest.as_slice()].concat())).collect()
}

fn number(value: Value) -> RBig {
    value.map_or(RBig::ZERO, RBig::from)
}

fn at_least_five(value: Value) -> RBig {
    RBig::from(u8::from(value.is_some_and(|value| value >= 5)))
}

fn yes(value: Value) -> RBig {
    RBig::from(u8::from(value == Some(1)))
}

/// A scene, a goal, the result that it is about, who plays against it, and what its values count.
type Asked = (&'static str, &'static str, &'static str, &'static str, fn(Value) -> RBig);

/// All cases of a choice, with what leads to them.
fn cases<'a>(advice: &'a Advice, name: &str) -> Vec<(String, &'a AdvisedCase)> {
    let choice: &AdvisedChoice = advice.choices.iter().find(|choice| choice.name == name).expect("it is told");
    let tree: &AdviceTree = choice.advice.as_ref().expect("it is asked");
    tree.cases().into_iter().map(|(conditions, case)| (conditions.join(", "), case)).collect()
}

fn best(case: &AdvisedCase) -> Vec<&str> {
    case.options.iter().filter(|option| option.is_best).map(|option| option.name.as_str()).collect()
}

fn values(case: &AdvisedCase) -> BTreeMap<&str, String> {
    case.options
        .iter()
        .map(|option| (option.name.as_str(), option.value.as_ref().map(ToString::to_string).unwrap_or_default()))
        .collect()
}

#[test]
fn what_is_best_is_best_history_by_history() {
    let scenes: [Asked; 8] = [
        ("throw t by ada", "E(t.best)", "t.best", "", number),
        ("throw t by ada", "P(t.best >= 5)", "t.best", "", at_least_five),
        ("stake s by bo", "E(s.won)", "s.won", "", number),
        ("throw t by ada\nset bo.luck = t.best\nstake s by bo", "E(s.won)", "s.won", "", number),
        (
            "throw t by ada\nthrow u by bo\nset ada.luck = t.best + (if t.best > 3 then 0 else u.best div down 3)",
            "E(ada.luck)",
            "ada.luck",
            "",
            number,
        ),
        ("hide h by ada versus bo", "P(h.found)", "h.found", "ada", yes),
        ("hide h by ada versus bo", "P(h.found)", "h.found", "bo", yes),
        ("hide h by ada versus bo", "P(h.found)", "h.found", "", yes),
    ];
    for (scene, goal, result, against, worth) in scenes {
        let request = AdviceRequest::of(goal);
        let request = if against.is_empty() { request } else { request.against(against) };
        let (encounter, advice) = (compiled(scene), advised(scene, &request));
        let program = encounter.program().expect("there is a scene");
        assert_eq!(advice.best, by_history(program, result, against, worth), "{scene}, {goal}, against {against}");
        assert_eq!(advice.followed, advice.best, "few conditions are enough in {scene}");
    }
}

#[test]
fn no_policy_of_all_is_better() {
    // Each policy says for every face whether to throw once more.
    let policies = 0_u32..1 << 6;
    let mean = |policy: u32| {
        let of = |face: i64| if policy >> (face - 1) & 1 == 1 { fraction("7/2") } else { RBig::from(face) };
        (1..=6).map(of).fold(RBig::ZERO, |sum, one| sum + one) / RBig::from(6)
    };
    let advice = advised("throw t by ada", &AdviceRequest::of("E(t.best)"));
    assert_eq!(Some(&advice.best), policies.clone().map(mean).max().as_ref());
    assert_eq!(Some(&advice.worst), policies.map(mean).min().as_ref());
    assert_eq!((advice.by_default, advice.kind), (Some(fraction("7/2")), ChanceKind::Mean));
}

#[test]
fn what_it_depends_on_is_told_with_every_alternative() {
    let advice = advised("throw t by ada", &AdviceRequest::of("E(t.best)"));
    let cases = cases(&advice, "t.again");
    let told: Vec<(&str, Vec<&str>)> = cases.iter().map(|(condition, case)| (condition.as_str(), best(case))).collect();
    assert_eq!(told, [("t.a is at most 3", vec!["yes"]), ("t.a is at least 4", vec!["no"])]);
    assert_eq!(values(cases[0].1), [("no", "2".to_owned()), ("yes", "7/2".to_owned())].into());
    assert_eq!(values(cases[1].1), [("no", "5".to_owned()), ("yes", "7/2".to_owned())].into());
    assert!(cases.iter().all(|(_, case)| case.share == fraction("1/2")));
    let choice = &advice.choices[0];
    assert_eq!(
        (choice.question.as_str(), choice.by.as_str(), choice.times.to_string().as_str()),
        ("once more?", "ada", "1")
    );
}

#[test]
fn fewer_conditions_cost_exactly_what_is_told() {
    let advice = advised("throw t by ada", &AdviceRequest::of("E(t.best)").conditions(0));
    assert_eq!((advice.best, advice.followed), (fraction("17/4"), fraction("7/2")));
    let advice = advised("throw t by ada", &AdviceRequest::of("P(t.best >= 4)").conditions(0));
    let cases = cases(&advice, "t.again");
    assert_eq!(best(cases[0].1), ["no", "yes"], "both are as good without a look at the die");
    assert_eq!((advice.best, advice.followed), (fraction("3/4"), fraction("1/2")));
}

#[test]
fn a_die_that_is_not_rolled_yet_is_not_known() {
    // Whoever knew the second die would win whatever it shows.
    let advice = advised("stake s by bo", &AdviceRequest::of("E(s.won)"));
    let cases = cases(&advice, "s.bet");
    let told: Vec<(&str, Vec<&str>)> = cases.iter().map(|(condition, case)| (condition.as_str(), best(case))).collect();
    assert_eq!(told, [("s.a is at most 2", vec!["3"]), ("s.a is at least 3", vec!["0"])]);
    assert_eq!(advice.best, fraction("3/8"));
}

#[test]
fn what_is_hidden_decides_nothing() {
    let scene = "throw t by ada\nhidden throw u by bo\nchoose way \"which?\" by ada { left default { set ada.luck = u.best }, right { set ada.luck = t.best } }";
    let failure = refused(scene, &AdviceRequest::of("E(ada.luck)").choosing("t.again", "no").choosing("u.again", "no"));
    let first = &failure.diagnostics.iter().next().expect("it says why").message;
    assert_eq!(first, "what is best for `way` hangs on something that whoever chooses does not know");
    // Where it makes no difference that it is hidden, there is advice.
    let scene = "hidden throw u by bo\nchoose way \"which?\" by ada { left default { set ada.luck = u.best }, right { set ada.luck = 0 } }";
    let advice = advised(scene, &AdviceRequest::of("P(ada.luck >= 1)").choosing("u.again", "no"));
    assert_eq!(best(cases(&advice, "way")[0].1), ["left"]);
}

#[test]
fn choices_made_at_once_are_not_advised() {
    let scene = "secret choose first \"a?\" by ada { low default { set ada.luck = 1 }, high { set ada.luck = 2 } }\n\
        choose second \"b?\" by bo { low default { set bo.luck = 1 }, high { set bo.luck = 2 } }";
    let goal = AdviceRequest::of("P(ada.luck = bo.luck)");
    let failure = refused(scene, &goal.clone().against("ada"));
    assert!(failure.to_string().contains("what is best for `second` hangs on"), "{failure}");
    // Openly, one after the other, whoever chooses last decides it.
    let scene = scene.replace("secret ", "");
    let advice = advised(&scene, &goal.clone().against("ada"));
    assert_eq!((&advice.best, &advice.followed), (&RBig::ONE, &RBig::ONE));
    let told = cases(&advice, "second");
    let told: Vec<(&str, Vec<&str>)> = told.iter().map(|(condition, case)| (condition.as_str(), best(case))).collect();
    assert_eq!(told, [("ada.luck is 1", vec!["low"]), ("ada.luck is 2", vec!["high"])], "whatever ada chooses");
    assert_eq!(advised(&scene, &goal.against("bo")).best, RBig::ZERO);
}

#[test]
fn options_that_the_rules_refuse_are_not_advised() {
    let scene = "throw t by ada\nchoose pay \"how much?\" by ada { much { set bo.luck = 9 + t.best }, little default { set bo.luck = t.best } }";
    let advice = advised(scene, &AdviceRequest::of("E(bo.luck)").choosing("t.again", "no"));
    let cases = cases(&advice, "pay");
    assert_eq!(values(cases[0].1), [("little", "7/2".to_owned()), ("much", String::new())].into());
    assert_eq!(best(cases[0].1), ["little"]);
}

#[test]
fn a_goal_is_one_chance_or_one_mean() {
    for goal in ["t.best", "P(t.best = 1) - P(t.best = 2)", "P(t.best = 1) > 1/2", "P(t.best = 1 given t.a = 1)"] {
        let failure = refused("throw t by ada", &AdviceRequest::of(goal)).to_string();
        assert!(failure.contains("a goal is one chance or one mean"), "{goal}: {failure}");
    }
    let failure = refused("throw t by ada", &AdviceRequest::of("E(t.b)")).to_string();
    assert!(failure.contains("whether `t.b` is reached hangs on what is chosen"), "{failure}");
    let failure = refused("throw t by ada", &AdviceRequest::of("E(t.a)").against("guard")).to_string();
    assert!(failure.contains("nothing is chosen by `guard`"), "{failure}");
    let failure = refused("set ada.luck = 3", &AdviceRequest::of("E(ada.luck)")).to_string();
    assert!(failure.contains("nobody chooses anything here"), "{failure}");
}

#[test]
fn what_does_not_matter_is_told_apart() {
    let scene = "throw t by ada\nthrow u by bo";
    let advice = advised(scene, &AdviceRequest::of("E(t.best)"));
    assert_eq!((advice.idle.as_slice(), advice.choices.len()), ([String::from("u.again")].as_slice(), 1));
    let advice = advised(scene, &AdviceRequest::of("P(t.best >= 1)"));
    assert!(
        !advice.matters()
            && advice.choices.iter().all(|choice| choice.advice.as_ref().is_none_or(|tree| !tree.matters()))
    );
}

#[test]
fn a_question_may_be_asked_in_every_round() {
    let scene = "repeat up to 3 until t.best >= 6 { throw t by ada }";
    let advice = advised(scene, &AdviceRequest::of("P(t.best >= 6)"));
    assert!(advice.choices[0].is_repeated && advice.choices[0].times > RBig::ONE);
    // Six dice, since nobody is content with less.
    assert_eq!(advice.best, RBig::ONE - fraction("15625/46656"));
}

#[test]
fn a_budget_is_kept() {
    let budget = assize::engine::Budget::default().states(2);
    let failure = refused("throw t by ada", &AdviceRequest { budget, ..AdviceRequest::of("E(t.best)") }).to_string();
    assert!(failure.contains("AZ802"), "{failure}");
}

#[cfg(feature = "cli")]
mod told {
    use std::fs;
    use std::path::Path;
    use std::process::{Command, Output, Stdio};

    use super::folder;

    /// What `assize advise scene.asz` ends with.
    fn called(name: &str, scene: &str, words: &[&str]) -> Output {
        let folder = folder::empty(Path::new("advise").join(name));
        let scene = format!("use \"dice.asz\"\nperson ada\nperson bo\n{scene}");
        for (file, text) in [("dice.asz", super::DICE.trim_start()), ("scene.asz", scene.as_str())] {
            fs::write(folder.join(file), text).expect("it can be written");
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        let command = command.args(["advise", "scene.asz", "--goal", "P(t.best >= 5)"]).args(words);
        let command = command.current_dir(folder).stdin(Stdio::null()).env("COLUMNS", "80").env("LC_ALL", "C.UTF-8");
        command.env_remove("TERM").output().expect("the program starts")
    }

    #[test]
    fn players_are_told_nothing_where_anything_is_secret() {
        let scene = "throw t by ada\nsecret throw u by bo";
        let output = called("players", scene, &["--for", "players"]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && output.stdout.is_empty() && text.contains("AZ803"), "{text}");
        assert!(called("gm", scene, &[]).status.success());
        assert!(called("nothing_kept", "throw t by ada", &["--for", "players"]).status.success());
    }

    #[test]
    fn what_is_beyond_the_budget_says_how_to_go_on() {
        let output = called("budget", "throw t by ada", &["--budget", "2"]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains("AZ802") && text.contains("add `--budget 20`") && text.contains("`--choose`"), "{text}");
    }

    #[test]
    fn lines_fit_on_a_page() {
        let output = called("page", "throw t by ada\nthrow u by bo", &["--plain", "0"]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("if this is followed to the letter: 22.22 percentage points less"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}
