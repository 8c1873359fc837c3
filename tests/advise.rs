//! Advice is held to a reference that merges nothing: it follows every face of every die and every answer of every person, from the
//! beginning to the end, and knows what to choose in each history alone. And to all policies of a small scene, one by one.

#[cfg(feature = "cli")]
#[path = "shared/calling.rs"]
mod calling;
#[cfg(feature = "cli")]
#[path = "shared/folder.rs"]
mod folder;

use std::collections::BTreeMap;

use assize::engine::{
    Advice, AdviceRequest, AdviceTree, AdvisedCase, AdvisedChoice, ChanceKind, Engine, OddsRequest, Opened, Progress,
    Shelf,
};
use assize::ir::{Program, Value};
use assize::machine::{Answer, Ask, Deaf, How, Machine, Step};
use assize::{Encounter, Failure};
use dashu_ratio::RBig;

const DICE: &str = include_str!("shared/dice.asz");

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
        Step::Ask(Ask::Resolve { .. }) => [Answer::Roll, Answer::Judge(How::Deliberate)]
            .map(|way| after(&machine, way))
            .into_iter()
            .max()
            .expect("there are two"),
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
            if choose.by.name.as_str() == against { each.min() } else { each.max() }
                .expect("there is something to choose")
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
    let scenes: [Asked; 9] = [
        ("plead p by ada", "E(p.won)", "p.won", "", number),
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
    assert_eq!(first, "what is best for `way` depends on something the person choosing does not know");
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
    assert!(failure.to_string().contains("what is best for `second` depends on"), "{failure}");
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
    assert!(failure.contains("whether `t.b` is reached depends on the choices"), "{failure}");
    let failure = refused("throw t by ada", &AdviceRequest::of("E(t.a)").against("guard")).to_string();
    assert!(failure.contains("`guard` is to play against the goal, but makes no choices"), "{failure}");
    let failure = refused("set ada.luck = 3", &AdviceRequest::of("E(ada.luck)")).to_string();
    assert!(failure.contains("there are no choices here"), "{failure}");
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

/// What a plan of a row comes to, for each way to lay it out and for what the wave shows, counted face by face.
fn rowed(reach: i64, care: i64, wave: i64) -> RBig {
    let made = |arm: i64| {
        let kept = (arm - 3).max(0);
        let reached = reach.min(kept);
        reached * wave + care.min(kept - reached) * (5 - wave)
    };
    (1..=6).map(made).map(RBig::from).fold(RBig::ZERO, |sum, one| sum + one) / RBig::from(6)
}

#[test]
fn a_plan_that_is_left_open_is_laid_out_in_the_best_way() {
    let legal: Vec<(i64, i64)> = (0..3)
        .flat_map(|reach| (0..3).map(move |care| (reach, care)))
        .filter(|(reach, care)| reach + care <= 3)
        .collect();
    let best = |wave| legal.iter().map(|(reach, care)| rowed(*reach, *care, wave)).max().expect("there are some");
    let mean = |of: &dyn Fn(i64) -> RBig| (1..=4).map(of).fold(RBig::ZERO, |sum, one| sum + one) / RBig::from(4);
    let scene = "row r by ada { stroke pull { reach far } }";
    let advice = advised(scene, &AdviceRequest::of("E(r.made)").over("r.strokes"));
    assert_eq!(advice.best, mean(&best));
    assert_eq!((advice.by_default.clone(), &advice.followed), (Some(mean(&|wave| rowed(1, 0, wave))), &advice.best));
    let words = ["near", "far", "farther"];
    let names: BTreeMap<String, (i64, i64)> = legal
        .iter()
        .map(|(reach, care)| {
            let word = |level: i64| (0..).zip(words).find(|(at, _)| *at == level).map_or("", |(_, word)| word);
            let part = |name: &str, level: i64| (level > 0).then(|| format!("{name} {}", word(level)));
            let parts: Vec<String> = [part("reach", *reach), part("care", *care)].into_iter().flatten().collect();
            (if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }, (*reach, *care))
        })
        .collect();
    let told = cases(&advice, "r.strokes");
    assert!(
        told.len() > 1 && told.iter().all(|(condition, _)| condition.starts_with("r.wave")),
        "it hangs on the wave"
    );
    for (condition, case) in told {
        let waves: Vec<i64> = (1..=4).filter(|wave| holds(&condition, *wave)).collect();
        assert_eq!(case.options.len(), legal.len(), "{condition}");
        for option in &case.options {
            let (reach, care) = names[&option.name];
            let sum = waves.iter().map(|wave| rowed(reach, care, *wave)).fold(RBig::ZERO, |sum, one| sum + one);
            assert_eq!(option.value, Some(sum / RBig::from(waves.len())), "{condition}: {}", option.name);
            assert_eq!(option.is_default, (reach, care) == (1, 0), "as the scene is written");
        }
    }
}

/// Whether a condition such as `r.wave is 2 to 3` holds of a number.
fn holds(condition: &str, number: i64) -> bool {
    let words: Vec<&str> = condition.split_whitespace().collect();
    let at = |place: usize| words[place].parse::<i64>().expect("a number");
    match words.as_slice() {
        [_, "is", "at", "most", _] => number <= at(4),
        [_, "is", "at", "least", _] => number >= at(4),
        [_, "is", _, "to", _] => (at(2)..=at(4)).contains(&number),
        [_, "is", _] => number == at(2),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_legal_plan_of_a_shipped_game_has_the_odds_of_the_scene_that_writes_it() {
    let compile = |tasks: &str| {
        let scene = format!("use ttomp\nactor ada\naction go by ada {{ value 1b \"home\", {tasks} }}");
        Engine::default().compile("go.asz", &scene)
    };
    let goal = "P(go.outcome >= minor)";
    let request = AdviceRequest::of(goal).over("tasks").mode(assize::Mode::Random);
    let advised = |tasks: &str| compile(tasks).expect("it compiles").advise(&request).expect("it is advised");
    let open =
        |advice: &Advice| cases(advice, "go.tasks")[0].1.options.iter().filter(|option| option.value.is_some()).count();
    let one = advised("task walk { quality good }");
    assert_eq!(open(&one), 54);
    let two = advised("chain { task walk { timing standard }, task knock { quality good } }");
    assert_eq!(open(&two), 399);
    let asked = one.choices[0].times.clone();
    for option in &cases(&one, "go.tasks")[0].1.options {
        let said = if option.name == "nothing" { String::new() } else { format!("{{ {} }}", option.name) };
        let odds = compile(&format!("task walk {said}"))
            .expect("it is legal")
            .odds(&OddsRequest::of([goal]))
            .expect("it has odds");
        let value = option.value.clone().map(|value| value * asked.clone());
        assert_eq!(odds[0].value, value, "{}", option.name);
    }
}

#[test]
fn a_value_that_is_left_open_is_compared() {
    let scene = "row r by ada { effort 1, stroke pull { reach far } }";
    let advice = advised(scene, &AdviceRequest::of("E(r.made)").over("effort"));
    let told = cases(&advice, "r.effort");
    let mean = |less: i64| (fraction("1/2") * fraction("5/2") - RBig::from(less)).to_string();
    assert_eq!(values(told[0].1), [("0", mean(0)), ("1", mean(1)), ("2", mean(2))].into());
    assert_eq!((best(told[0].1), advice.choices[0].opened), (vec!["0"], Opened::ForAdvice));
    // What the scene answers itself is open like that as well.
    let advice = advised("throw t by ada { again yes }", &AdviceRequest::of("E(t.best)").over("t.again"));
    assert_eq!((advice.by_default, advice.best), (Some(fraction("7/2")), fraction("17/4")));
}

#[test]
fn what_nobody_decides_is_not_left_open() {
    let scene =
        "row r by ada { effort 1, stroke pull { reach far } }\nrow s by bo { effort 1, stroke pull { reach far } }";
    for (over, why) in [
        ("luck", "`bo.luck` cannot be left open: a field of a person or thing is not a choice"),
        ("effrot", "did you mean one of `r.effort`, `s.effort`?"),
        ("r.effort 2", "this scene has no value named `r.effort 2`"),
        ("strokes", "several things are called `strokes`"),
        ("strokes", "write a longer part of the name: `r.strokes`, `s.strokes`"),
    ] {
        let failure = refused(scene, &AdviceRequest::of("E(r.made)").over(over)).to_string();
        assert!(failure.contains(why), "{over}: {failure}");
    }
    let failure = refused(scene, &AdviceRequest::of("E(r.made)")).to_string();
    assert!(failure.contains("there are no choices here") && failure.contains("`--over 'r.strokes'`"), "{failure}");
}

#[test]
fn what_is_offered_can_be_left_open() {
    let scene =
        "row r by ada { effort 1, stroke pull { reach far } }\nrow s by bo { effort 1, stroke pull { reach far } }";
    for (over, least) in [("effrot", 2), ("strokes", 2), ("pull", 2), ("reach", 2), ("lukc", 1), ("nothing like it", 8)]
    {
        let failure = refused(scene, &AdviceRequest::of("E(r.made)").over(over)).to_string();
        let offered: Vec<&str> = failure.split('`').skip(1).step_by(2).filter(|name| *name != over).collect();
        assert!(offered.len() >= least, "{over}: {failure}");
        for name in offered {
            let advice = advised(scene, &AdviceRequest::of("E(r.made)").over(name));
            assert_eq!(advice.choices.len(), 1, "{over}: {name}");
        }
    }
}

#[test]
fn judging_stands_beside_rolling() {
    let advice = advised("plead p by ada", &AdviceRequest::of("E(p.won)").choosing("p.again", "no"));
    let told = cases(&advice, "p.mood");
    // Judgement makes less than 0 low, up to 2 calm, and more glad; a 6 is glad, two faces are low.
    for (condition, case) in &told {
        assert_eq!(values(case)["dice"], ((fraction("4") + fraction("6")) / fraction("6")).to_string(), "{condition}");
    }
    let told: Vec<(&str, Vec<&str>)> = told.iter().map(|(condition, case)| (condition.as_str(), best(case))).collect();
    assert_eq!(told, [("p.a is at most 3", vec!["dice"]), ("p.a is at least 4", vec!["judgement"])]);
    let choice = &advice.choices[0];
    assert_eq!((choice.by.as_str(), choice.question.as_str()), ("ada", "judge or roll?"));
    let random = AdviceRequest::of("E(p.won)").mode(assize::Mode::Random);
    let (rolled, odds) =
        (advised("plead p by ada", &random), compiled("plead p by ada").odds(&OddsRequest::of(["E(p.won)"])));
    assert!(
        rolled.choices.iter().all(|choice| choice.name != "p.mood")
            && rolled.best < advised("plead p by ada", &AdviceRequest::of("E(p.won)")).best
    );
    assert_eq!(rolled.by_default, odds.expect("it has odds")[0].value);
    let against = advised("plead p by ada", &AdviceRequest::of("E(p.won)").against("ada"));
    assert!(against.choices.iter().all(|choice| choice.is_against) && against.best < rolled.best);
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
    assert!(failure.contains("AZ802") && failure.contains("make some of the choices beforehand"), "{failure}");
    assert!(!failure.contains("simulation"), "{failure}");
}

#[test]
fn what_is_known_where_it_is_stopped_holds_the_best() {
    let pay = "throw t by ada\nchoose pay \"how much?\" by ada { much { set bo.luck = 4 + t.best }, little default { set bo.luck = t.best } }";
    let scenes = [
        ("throw t by ada\nthrow u by bo", "P(t.best + u.best >= 9)", ""),
        ("hide h by ada versus bo", "P(h.found)", "ada"),
        ("hide h by ada versus bo", "P(h.found)", "bo"),
        ("throw t by ada\nstake s by bo", "E(s.won + t.best)", ""),
        // Some of its options are refused, once the dice have fallen.
        (pay, "E(bo.luck)", ""),
        (pay, "P(bo.luck >= 4)", "ada"),
    ];
    for (scene, goal, against) in scenes {
        let request = AdviceRequest::of(goal);
        let request = if against.is_empty() { request } else { request.against(against) };
        let (encounter, best) = (compiled(scene), advised(scene, &request).best);
        let mut brackets = 0;
        for most in 1.. {
            let progress = Progress::watched(move |situations| situations < most);
            let told = encounter.advise(&AdviceRequest { progress, ..request.clone() }).expect("something is known");
            let Some((low, high)) = told.between else {
                assert_eq!(told.best, best, "{scene}, {goal}");
                break;
            };
            assert!(low <= best && best <= high, "{scene}, {goal}, against {against:?}: {best} in {low}..{high}");
            assert!(told.choices.is_empty() && told.best == low, "nothing else is told");
            brackets += 1;
        }
        assert!(brackets > 3, "{scene}, {goal}: {brackets} brackets");
    }
}

#[cfg(feature = "cli")]
mod told {
    use std::fs;
    use std::path::Path;
    use std::process::{Command, Output};

    use serde_json::Value;

    use super::calling;

    /// What `assize advise scene.asz` ends with.
    fn called(name: &str, scene: &str, words: &[&str]) -> Output {
        let scene = format!("use \"dice.asz\"\nperson ada\nperson bo\n{scene}");
        let files = [("dice.asz", super::DICE), ("scene.asz", scene.as_str())];
        let folder = calling::folder_with(Path::new("advise").join(name), &files);
        let goal: &[&str] = if words.contains(&"--goal") { &[] } else { &["--goal", "P(t.best >= 5)"] };
        calling::called(&folder, &[&["advise", "scene.asz"], goal, words].concat(), ("80", "C.UTF-8"))
    }

    #[test]
    fn another_goal_is_taken_where_choices_make_no_difference_to_the_last_result() {
        let dice = format!("{}procedure drop by who : person {{ roll a : 1d6, let fell = a }}\n", super::DICE);
        let scene = "use \"dice.asz\"\nperson ada\nthrow t by ada\ndrop d by ada\n";
        let files = [("dice.asz", dice.as_str()), ("scene.asz", scene)];
        let folder = calling::folder_with(Path::new("advise").join("other goal"), &files);
        let advise =
            |words: &[&str]| calling::called(&folder, &[&["advise", "scene.asz"], words].concat(), ("80", "C.UTF-8"));
        let output = advise(&[]);
        let [told, said] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
        assert!(told.starts_with("E(t.best) = 4.25") && told.contains("t.again"), "{told}{said}");
        assert!(said.contains("no choice makes a difference to `E(d.fell)`"), "{said}");
        // Whoever names a goal has it.
        let output = advise(&["--goal", "E(d.fell)"]);
        assert!(output.stdout.starts_with(b"E(d.fell) = 3.50") && output.stderr.is_empty());
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
        assert!(text.contains("if you follow this policy exactly: 22.22 percentage points less"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }

    #[test]
    fn it_is_said_for_whom_it_is_played_and_who_plays_against_it() {
        let said = |words: &[&str]| {
            let output = called("sides", "throw t by ada\nthrow u by bo", words);
            String::from_utf8_lossy(&output.stdout).lines().nth(1).unwrap_or_default().to_owned()
        };
        assert_eq!(said(&[]), "  on the side of ada: everybody's choices serve this goal");
        let both = said(&["--goal", "P(t.best > u.best)", "--against", "bo"]);
        assert!(
            both.starts_with("  on the side of ada and bo: everybody's choices serve this goal, but those of"),
            "{both}"
        );
    }

    #[test]
    fn a_scene_suggests_its_goal() {
        let lamps = include_str!("shared/lamps.asz");
        let scene = "use lamps\nperson ada\nchoose way \"roof or door?\" by ada { roof default { light lamp by ada }, door { note \"Dark.\" } }\n";
        let folder = calling::folder_with(Path::new("advise/suggested"), &[("lamps.asz", lamps), ("scene.asz", scene)]);
        let told = |words: &[&str]| {
            calling::told(calling::called(&folder, &[&["advise", "scene.asz"], words].concat(), ("80", "C.UTF-8")))
        };
        let asked = told(&["--goal", "lamp.glow >= dim"]);
        assert!(asked.contains("> roof"), "{asked}");
        assert_eq!(told(&[]), asked);
    }

    #[test]
    fn json_is_what_the_schema_says() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol/advice.schema.json");
        let output = Command::new(env!("CARGO_BIN_EXE_assize")).args(["schema", "advice"]).output();
        let current = String::from_utf8(output.expect("the program starts").stdout).expect("it is text");
        if std::env::var_os("WRITE_DOCS").is_some() {
            fs::write(path, &current).expect("it can be written");
        }
        let kept = fs::read_to_string(path).unwrap_or_default();
        assert!(kept == current, "`{path}` is behind; `WRITE_DOCS=1 cargo test --test advise` writes it anew");
        let schema: Value = serde_json::from_str(&current).expect("it is JSON");
        let schema = jsonschema::validator_for(&schema).expect("it is a schema");
        let output = called("json", "throw t by ada", &["--format", "json"]);
        let told: Value = serde_json::from_slice(&output.stdout).expect("it is one object");
        assert!(schema.is_valid(&told), "{told}");
        // A five or a six stands; anything else is thrown once more.
        assert_eq!((&told["best"], &told["worst"], &told["kind"]), (&"5/9".into(), &"1/9".into(), &"chance".into()));
        let choice = &told["choices"][0];
        assert_eq!((&choice["name"], &choice["by"], &choice["times"]), (&"t.again".into(), &"ada".into(), &"1".into()));
        let case = &choice["cases"][0];
        assert_eq!((&case["conditions"][0], &case["share"]), (&"t.a is at most 4".into(), &"2/3".into()), "{told}");
        let yes = &case["options"][1];
        assert_eq!((&yes["option"], &yes["value"], &yes["best"]), (&"yes".into(), &"1/3".into(), &true.into()));
        assert!(!schema.is_valid(&serde_json::json!({"goal": "x"})));
    }

    #[test]
    fn numbers_that_are_as_good_share_a_line_and_even_choices_have_none() {
        let system = "system bets\nkind person { }\nprocedure stake by who : person {\n  roll a : 1d6\n  \
                      choose bet : 0..9 by who = 0\n  choose tip : 0..a by who = 0\n  roll b : 1d6\n  \
                      let won = bet >= 4 and (tip + b) - tip >= 3\n}\n";
        let files = [("bets.asz", system), ("scene.asz", "use bets\nperson ada\nstake s by ada\n")];
        let folder = calling::folder_with(Path::new("advise").join("even"), &files);
        let text =
            calling::told(calling::called(&folder, &["advise", "scene.asz", "--goal", "P(s.won)"], ("80", "C.UTF-8")));
        for line in ["    0            0.00%", "    1 to 3       0.00%", "  > 4 or more   66.67%"] {
            assert!(text.contains(line), "{line}: {text}");
        }
        assert!(text.contains("makes no difference if the other choices are the best ones: s.tip\n"), "{text}");
        assert!(!text.contains("where it can be chosen"), "{text}");
    }

    #[test]
    fn many_ways_to_lay_out_a_plan_are_ranked() {
        let scene = "throw t by ada\nrow r by ada { effort 1, stroke one { reach far }, stroke other { care far } }";
        let words = ["--over", "r.strokes", "--choose", "t.again=no"];
        let output = called("plan", scene, &[&words[..], &["--goal", "E(r.made)"]].concat());
        insta::assert_snapshot!(calling::told(output));
    }
}
