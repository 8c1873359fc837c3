//! Questions about odds are laid out behind the program that is kept of a scene, and mean the same as if the scene were
//! laid out anew for each.

#[path = "shared/shared_out.rs"]
mod shared_out;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assize::allowance::Allowance;
use assize::diagnostic::Diagnostics;
use assize::drivers::Mode;
use assize::drivers::odds::{self, Budget, Progress, Ways};
use assize::engine::{ChanceKind, Engine, Library, OddsRequest, Shipped};
use assize::ir::{Program, lower};
use assize::machine::Bounds;
use assize::model::{self, Cast, Scene, SceneFiles, System, SystemFiles};
use assize::source::{Source, SourceKind, SourceMap};
use assize::syntax::{self, ast};
use dashu_ratio::RBig;
use proptest::prelude::Strategy;
use proptest::{prop_assert, prop_assert_eq, proptest};
use shared_out::shared_out;

/// A scene of a shipped system, checked.
struct Checked {
    sources: SourceMap,
    system: System,
    scene: Scene,
}

fn shipped(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(folder);
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it can be read").path()).collect();
    files.sort();
    files
}

/// The scene, if it uses one system and nothing else.
fn checked(text: &str) -> Option<Checked> {
    let (mut sources, mut sink) = (SourceMap::default(), Diagnostics::default());
    let id = sources.add("scene.asz", text);
    let file = syntax::parse(id, text, &mut sink);
    let used: Vec<&ast::ItemKind> =
        file.items.iter().map(|item| &item.kind).filter(|kind| matches!(kind, ast::ItemKind::Use { .. })).collect();
    let [ast::ItemKind::Use { used: ast::Used::Script, what: ast::HouseName::Bare(name) }] = used.as_slice() else {
        return None;
    };
    let loaded = Shipped.load(&name.text(), None).ok()?;
    let of_system = sources.add_of_system(Source::new(SourceKind::Shipped, loaded.name, loaded.text.clone()));
    let files = SystemFiles {
        system: Some(Arc::new(syntax::parse(of_system, &loaded.text, &mut sink))),
        data: deck_data(),
        ..SystemFiles::default()
    };
    let system = model::check_system::check(&files, &Allowance::default(), &mut sink)?;
    let scenes = SceneFiles { scenes: vec![Arc::new(file)], ..SceneFiles::default() };
    let scene = model::check_scene::check(&system, &scenes, &[], (&Cast::new(), &Allowance::default()), &mut sink)?;
    Some(Checked { sources, system, scene })
}

fn deck_data() -> BTreeMap<String, String> {
    let name = "west-deck.csv";
    Shipped.load(name, None).map(|loaded| (name.to_owned(), loaded.text)).into_iter().collect()
}

impl Checked {
    fn question(&mut self, text: &str) -> Option<model::Question> {
        let mut sink = Diagnostics::default();
        let id = self.sources.add_source(Source::new(SourceKind::Question, "question", text));
        let asked = syntax::parse_question(id, text, &mut sink)?;
        model::check_scene::question((&self.system, &self.scene), &asked, &mut sink)
    }

    /// The odds of a question to the kept program, and to one that is made for it.
    fn both_ways(&mut self, text: &str) -> Option<[Vec<String>; 2]> {
        let question = [self.question(text)?];
        let (both, mut sink) = ((&self.system, &self.scene), Diagnostics::default());
        let unbounded = lower::Bounds::default();
        let (program, checkpoint) = lower::scene(both, &unbounded, (&mut lower::Ledger::default(), &mut sink))?;
        let laid_out = Some((&program, &checkpoint?));
        let (kept, places) = lower::questions(both, &question, laid_out, (&unbounded, &mut sink))?;
        let (anew, places_anew) = lower::questions(both, &question, None, (&unbounded, &mut sink))?;
        assert_eq!(places, places_anew);
        Some([told(&kept)?, told(&anew)?])
    }
}

fn told(program: &Program) -> Option<Vec<String>> {
    let (choices, bounds, progress) = (BTreeMap::new(), Bounds::default(), Progress::default());
    let mode = Mode::Random;
    let ways =
        Ways { mode, choices: &choices, before: &[], drawn: &[], host: None, bounds: &bounds, progress: &progress };
    let budget = Budget::default().states(20_000).answers(400_000);
    let found = odds::heard(program, ways, budget, &mut assize::machine::Deaf).ok()?;
    Some(found.outcomes.iter().map(|(values, chance)| format!("{values:?} {chance}")).collect())
}

#[test]
fn a_kept_program_answers_as_one_that_is_made_for_the_question() {
    let compared = shared_out(&shipped("encounters"), |file| {
        let text = fs::read_to_string(file).expect("it is text");
        let Some(mut checked) = checked(&text) else { return 0 };
        let engine = Engine::default();
        let Ok(encounter) = engine.compile("scene.asz", &text) else { return 0 };
        let request =
            OddsRequest { budget: Budget::default().states(20_000).answers(400_000), ..OddsRequest::default() };
        let asked: Vec<String> = encounter.odds(&request).map_or_else(
            |_| Vec::new(),
            |chances| {
                chances.into_iter().map(|chance| chance.question).filter(|asked| !asked.contains("unreached")).collect()
            },
        );
        let mut compared = 0;
        for text in asked.iter().step_by(4).take(6) {
            let Some([kept, anew]) = checked.both_ways(text) else { continue };
            assert_eq!(kept, anew, "{}: {text}", file.display());
            compared += 1;
        }
        compared
    });
    let (compared, scenes) = (compared.iter().sum::<usize>(), compared.iter().filter(|number| **number > 0).count());
    assert!(compared > 20 && scenes > 3, "{compared} questions of {scenes} scenes were compared");
}

const DICE: &str = "system dice \"Dice\"\nkind person { }\nprocedure throw by person { roll r : 3d6 }";

#[test]
fn a_question_that_no_line_asks_of_a_roll_is_answered() {
    let mut shelf = assize::engine::Shelf::default();
    shelf.put("dice", DICE);
    let encounter = Engine::with(shelf).compile("a.asz", "use dice\nperson ada\nthrow x by ada").expect("it is right");
    for (question, answer) in [("x.r.any(6)", "91/216"), ("E(x.r.sum)", "21/2"), ("E(x.r.highest)", "119/24")] {
        let request = OddsRequest { questions: vec![question.to_owned()], ..OddsRequest::default() };
        let chances = encounter.odds(&request).expect(question);
        assert_eq!(chances[0].value.as_ref().map(ToString::to_string).as_deref(), Some(answer), "{question}");
    }
}

#[test]
fn a_condition_may_be_asked_of_each_question_and_of_all() {
    let mut shelf = assize::engine::Shelf::default();
    shelf.put("dice", DICE);
    let encounter = Engine::with(shelf).compile("a.asz", "use dice\nperson ada\nthrow x by ada").expect("it is right");
    let odds = |questions: &[&str], given: Option<&str>| -> Vec<String> {
        let questions = questions.iter().map(|question| (*question).to_owned()).collect();
        let request = OddsRequest { questions, given: given.map(str::to_owned), ..OddsRequest::default() };
        let chances = encounter.odds(&request).expect("they can be asked");
        chances.iter().map(|chance| chance.value.as_ref().map(ToString::to_string).unwrap_or_default()).collect()
    };
    let own = odds(&["P(x.r.sum = 18 given x.r.lowest = 6)", "P(x.r.sum = 18)"], None);
    assert_eq!(own, ["1", "1/216"]);
    let all = odds(&["P(x.r.sum = 18)", "x.r.sum = 17 given x.r.highest = 6"], Some("x.r.lowest >= 5"));
    assert_eq!(all, ["1/8", "3/7"]);
}

/// The answers to questions about three dice, as fractions.
fn asked_of_dice(questions: &[String]) -> Vec<assize::engine::Chance> {
    let mut shelf = assize::engine::Shelf::default();
    shelf.put("dice", DICE);
    let encounter = Engine::with(shelf).compile("a.asz", "use dice\nperson ada\nthrow x by ada").expect("it is right");
    let request = OddsRequest { questions: questions.to_vec(), ..OddsRequest::default() };
    encounter.odds(&request).unwrap_or_else(|failure| panic!("{failure}\n{questions:?}"))
}

fn fractions(questions: &[String]) -> Vec<String> {
    asked_of_dice(questions).iter().map(|chance| chance.value.as_ref().expect("it has a value").to_string()).collect()
}

#[test]
fn chances_and_means_follow_their_laws() {
    for (a, b) in
        [("x.r.sum > 9", "x.r.any(6)"), ("x.r.lowest is 2", "x.r.sum < 8"), ("x.r.doubles", "x.r.highest > 4")]
    {
        let laws = [
            format!("P({a}) + P(not ({a})) = 1"),
            format!("P({a}) + P({b}) - P({a} and {b}) = P({a} or {b})"),
            format!("P({a} given {b}) * P({b}) = P({a} and {b})"),
            format!("P({a} given {b}) / P({a}) = P({b} given {a}) / P({b})"),
            format!("E(x.r.sum given {a}) * P({a}) + E(x.r.sum given not ({a})) * (1 - P({a})) = E(x.r.sum)"),
            "E(x.r.sum / 2 + 3 * x.r.highest / 4 - 0.5) = E(x.r.sum) / 2 + 3 * E(x.r.highest) / 4 - 1/2".to_owned(),
            "E(-x.r.sum / -3) = E(x.r.sum) * 1/3".to_owned(),
        ];
        for answer in asked_of_dice(&laws) {
            assert_eq!(answer.holds(), Some(true), "{answer:?}");
        }
    }
}

#[test]
fn a_distribution_says_what_single_questions_say() {
    for number in ["x.r.highest", "2 * x.r.count(6) - 3"] {
        let spread = asked_of_dice(&[number.to_owned()]).remove(0).distribution.expect("a number is asked");
        let each: Vec<String> = spread.values.iter().map(|value| format!("P({number} is {})", value.number)).collect();
        let chances: Vec<String> = spread.values.iter().map(|value| value.chance.to_string()).collect();
        assert_eq!(fractions(&each), chances, "{number}");
        assert_eq!(each.iter().collect::<std::collections::BTreeSet<_>>().len(), each.len(), "each value once");
        let moments = [format!("E({number})"), format!("E(({number}) * ({number})) - E({number}) * E({number})")];
        let of_spread = [spread.mean(), spread.variance()].map(|number| number.expect("it is reached").to_string());
        assert_eq!(fractions(&moments), of_spread, "{number}");
        let all = fractions(&[each.join(" + ")]);
        assert_eq!(all, ["1"], "{number}: nothing is left out");
        let median = spread.quantile(1, 2).expect("it is reached");
        let around = [format!("P({number} <= {median}) >= 1/2"), format!("P({number} < {median}) < 0.5")];
        assert!(asked_of_dice(&around).iter().all(|answer| answer.holds() == Some(true)), "{number}: {median}");
    }
}

#[test]
fn what_is_not_reached_belongs_to_no_value() {
    let questions = ["x.r.face(4)", "if x.r.any(6) then x.r.highest else x.r.face(4)"].map(str::to_owned);
    let answers = asked_of_dice(&questions);
    let spreads: Vec<_> = answers.iter().filter_map(|answer| answer.distribution.as_ref()).collect();
    assert_eq!((spreads[0].values.len(), spreads[0].unreached.to_string()), (0, "1".to_owned()));
    assert_eq!((spreads[0].mean(), answers[0].value.as_ref()), (None, None));
    assert_eq!(spreads[1].values.len(), 1);
    assert_eq!(spreads[1].unreached.to_string(), "125/216");
    assert_eq!(spreads[1].deviation().as_deref(), Some("0.00"));
}

#[test]
fn a_chance_of_what_no_run_reaches_says_so() {
    let asked = |question: &str| {
        let answer = asked_of_dice(&[question.to_owned()]).remove(0);
        (answer.value.map(|value| value.to_string()), answer.never_reached)
    };
    let exactly = |value: &str| Some(value.to_owned());
    assert_eq!(asked("P(x.r.face(4) >= 1)"), (exactly("0"), true));
    assert_eq!(asked("P(not (x.r.face(4) >= 1))"), (exactly("0"), true));
    assert_eq!(asked("P(x.r.face(4) >= 1) + 1"), (exactly("1"), true));
    assert_eq!(asked("P(x.r.face(4) >= 1) < 1/2"), (exactly("1"), true));
    assert_eq!(asked("E(x.r.face(4))"), (None, true));
    assert_eq!(asked("x.r.face(4)"), (None, true));
    assert_eq!(asked("P(x.r.face(4) is unreached)"), (exactly("1"), false));
    assert_eq!(asked("P(x.r.face(3) >= 7)"), (exactly("0"), false));
    assert_eq!(asked("P((if x.r.any(6) then x.r.highest else x.r.face(4)) >= 7)"), (exactly("0"), false));
}

/// All values that something has, each as often as it comes in all throws of three dice.
fn in_all_throws(value: impl Fn([i64; 3]) -> Option<i64>) -> Vec<i64> {
    let faces = || 1..=6_i64;
    let all = faces().flat_map(|a| faces().flat_map(move |b| faces().map(move |c| [a, b, c])));
    let mut values: Vec<i64> = all.filter_map(value).collect();
    values.sort_unstable();
    values
}

/// The first of some values, in their order, that at least this share of them does not exceed.
fn quantile_of(values: &[i64], (above, below): (usize, usize)) -> Option<i64> {
    let is_enough = |at: &usize| (at + 1) * below >= values.len() * above;
    (0..values.len()).find(is_enough).map(|at| values[at])
}

/// Whether a number is the standard deviation of some values: the root of the mean of their squared distances from their mean, of which
/// the thirtieth digit behind the point may be rounded.
fn is_deviation_of(found: &RBig, values: &[i64]) -> bool {
    let count = i64::try_from(values.len()).expect("not so many");
    let sum: i64 = values.iter().sum();
    // Distances times their number are whole numbers.
    let squares: i64 = values.iter().map(|value| (value * count - sum).pow(2)).sum();
    let variance = RBig::from_parts(squares.into(), dashu_int::UBig::from(count.unsigned_abs().pow(3)));
    let last_digit = RBig::from_parts(1.into(), dashu_int::UBig::from(10_u8).pow(30));
    let least = (found - &last_digit).max(RBig::ZERO);
    *found >= RBig::ZERO && least.sqr() <= variance && variance <= (found + last_digit).sqr()
}

/// A number of a question, and what it is in a throw of three dice.
type Counted = (&'static str, fn([i64; 3]) -> Option<i64>);

const COUNTED: [Counted; 6] = [
    ("x.r.sum", |dice| Some(dice.iter().sum())),
    ("x.r.highest", |dice| dice.iter().max().copied()),
    ("2 * x.r.count(6) - 3", |dice| Some(dice.iter().map(|die| if *die == 6 { 2 } else { 0 }).sum::<i64>() - 3)),
    ("x.r.sum given x.r.any(6)", |dice| dice.contains(&6).then(|| dice.iter().sum())),
    ("if x.r.any(6) then x.r.lowest else x.r.face(4)", |dice| {
        if dice.contains(&6) { dice.iter().min().copied() } else { None }
    }),
    ("if x.r.any(6) then 7 else x.r.face(4)", |dice| dice.contains(&6).then_some(7)),
];

#[test]
fn deviations_and_quantiles_are_those_of_all_throws() {
    for (number, value) in COUNTED {
        let values = in_all_throws(value);
        let shares = [(0, 1), (1, 3), (1, 2), (7, 8), (9, 10), (1, 1)];
        let quantile = |(above, below): (usize, usize)| format!("quantile({number}, {above}/{below})");
        let mut asked = vec![format!("sd({number})"), format!("median({number})")];
        asked.extend(shares.map(quantile));
        let answers = asked_of_dice(&asked);
        assert!(is_deviation_of(answers[0].value.as_ref().expect("it is reached"), &values), "{:?}", answers[0]);
        let found: Vec<String> = answers[1..].iter().map(|one| one.value.as_ref().expect(number).to_string()).collect();
        let counted = [(1, 2)].iter().chain(&shares).map(|share| quantile_of(&values, *share).expect("a value"));
        assert_eq!(found, counted.map(|value| value.to_string()).collect::<Vec<_>>(), "{asked:?}");
    }
}

#[test]
fn deviations_and_quantiles_follow_their_laws() {
    let laws = [
        "sd(x.r.sum * 2) * sd(x.r.sum) = 2 * sd(x.r.sum) * sd(x.r.sum)",
        "sd(-x.r.sum / 4) = sd(x.r.sum) / 4",
        "sd(x.r.sum / -4) = sd(x.r.sum + 100) / 4",
        "sd(x.r.count(6) - x.r.count(6)) = 0",
        "sd(1d2) = 1/2",
        "sd(1d2 * 3) = 1.5",
        "sd(1d7) = 2",
        "quantile(x.r.sum / 2, 50%) = median(x.r.sum) / 2",
        "quantile(1d6 / -2, 25%) = -2.5",
        "quantile(x.r.sum, 0.5) = median(x.r.sum)",
        "quantile(x.r.sum given x.r.any(6), 90%) = quantile(x.r.sum, 90% given x.r.any(6))",
        "quantile(x.r.sum, 75%) - quantile(x.r.sum, 25%) = 5",
        "median(x.r.sum) + sd(1d7) > E(x.r.sum)",
    ];
    for answer in asked_of_dice(&laws.map(str::to_owned)) {
        assert_eq!(answer.holds(), Some(true), "{answer:?}");
    }
}

#[test]
fn deviations_and_quantiles_say_what_they_are() {
    let told = |question: &str| {
        let answer = asked_of_dice(&[question.to_owned()]).remove(0);
        (answer.kind, answer.decimal(), answer.percent(), answer.never_reached)
    };
    let decimal = |digits: &str| Some(digits.to_owned());
    assert_eq!(told("sd(x.r.sum)"), (ChanceKind::Deviation, decimal("2.96"), None, false));
    assert_eq!(told("median(x.r.sum)"), (ChanceKind::Quantile, decimal("10"), None, false));
    assert_eq!(told("quantile(x.r.sum / 4, 1/2)"), (ChanceKind::Quantile, decimal("2.50"), None, false));
    assert_eq!(told("E(x.r.sum) - sd(x.r.sum)"), (ChanceKind::Number, decimal("7.5420"), None, false));
    for never in ["sd(x.r.face(4))", "median(x.r.face(4))"] {
        let (_, value, percent, never_reached) = told(never);
        assert_eq!((value, percent, never_reached), (None, None, true), "{never}");
    }
}

/// A rule may have the name of a word of questions: it is that rule wherever no odds are asked, and what could mean either is refused.
#[test]
fn a_rule_may_be_called_as_a_word_of_questions_is() {
    let system = "system dice
kind person { sd : 0..9 = 4 }
rule median(a, b) = (a + b) div down 2
rule sd() = 3
procedure throw by person { roll r : 3d6, let quantile = median(r.sum, person.sd) + sd() }
expect { median(2, 4) = 3 and sd() = 3 }";
    let mut shelf = assize::engine::Shelf::default();
    shelf.put("dice", system);
    let engine = Engine::with(shelf);
    let scene =
        "use dice\nperson ada { sd 2 }\nthrow x by ada\nexpect { median(5, 7) = 6 }\nexpect { not median(5, 7) = 7 }
expect dice 1, 2, 3 { x.quantile = 7, median(x.r.sum, 4) = 5 }
expect odds { P(median(x.r.sum, 4) = 5) = 25/216, E(x.quantile) = quantile(x.quantile, 1/2) }";
    let encounter = engine.compile("a.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let report = encounter.test();
    for tested in &report.tested {
        assert!(tested.failures.is_empty(), "{tested:?}");
    }
    let asked = |question: &str, given: Option<&str>| {
        let request = OddsRequest { given: given.map(str::to_owned), ..OddsRequest::of([question]) };
        encounter.odds(&request).map(|answers| answers[0].value.as_ref().map(ToString::to_string))
    };
    assert_eq!(asked("P(median(x.r.sum, 4) = 5)", None).ok(), Some(Some("25/216".to_owned())));
    assert_eq!(asked("E(sd())", Some("median(x.r.sum, 4) = 5")).ok(), Some(Some("3".to_owned())));
    for question in ["median(x.r.sum, 4)", "median(x.r.sum)", "1 + median(x.r.sum) > 3", "sd(x.r.sum)"] {
        let failure = asked(question, None).expect_err(question).to_string();
        assert!(failure.contains("AZ206") && failure.contains("the system has its own `"), "{failure}");
    }
    // No rule is called so.
    assert_eq!(asked("quantile(x.r.sum, 1/2)", None).ok(), Some(Some("10".to_owned())));
}

#[test]
fn limits_of_what_is_not_known_hold_the_exact_answers() {
    let system = "system long\none sea { depth : number = 0, waves : 0..200 = 0 }
procedure p { roll a : 1d6, roll b : 1d20, if a is 6 { set sea.depth = 1 }, set sea.waves = min(200, sea.waves + b) }";
    let mut shelf = assize::engine::Shelf::default();
    shelf.put("long", system);
    let scene = "use long\nrepeat up to 60 until sea.depth > 0 { p x {} }";
    let encounter = Engine::with(shelf).compile("scene.asz", scene).expect("it is right");
    let asked =
        ["sd(sea.waves)", "median(sea.waves)", "quantile(sea.waves, 95%)", "sd(sea.waves given sea.waves < 90)"];
    let exact = encounter.odds(&OddsRequest::of(asked)).expect("it is not too much");
    let mut narrowed = 0;
    for states in [40, 80, 120, 200] {
        let budget = Budget::default().states(states);
        let failure = encounter.odds(&OddsRequest { budget, ..OddsRequest::of(asked) }).expect_err("it is too much");
        for (exact, known) in exact.iter().zip(failure.known()) {
            let exact = exact.value.clone().expect("it is reached");
            let (low, high) = known.between.clone().expect("there is a limit");
            assert!(low <= exact && exact <= high, "{}: {low} {exact} {high}", known.question);
            assert!(known.stopped && known.value.is_none(), "{known:?}");
            narrowed += usize::from(low > RBig::ZERO);
        }
    }
    assert!(narrowed >= 6, "limits say something: {narrowed}");
}

proptest! {
    #[test]
    fn deviations_and_quantiles_are_those_of_a_plain_count(
        (m, n) in (1_i64..=8, 1_i64..=8),
        factor in -3_i64..=3,
        (above, below) in (0_usize..=20, 1_usize..=20).prop_filter("a share", |(above, below)| above <= below),
    ) {
        let mut values: Vec<i64> = (1..=m).flat_map(|a| (1..=n).map(move |b| factor * a - b * b)).collect();
        values.sort_unstable();
        let number = "x.first * FACTOR - x.second * x.second".replace("FACTOR", &format!("({factor})"));
        let mut shelf = assize::engine::Shelf::default();
        shelf.put("dice", format!("system dice\nprocedure throw {{ roll first : 1d{m}, roll second : 1d{n} }}"));
        let encounter = Engine::with(shelf).compile("a.asz", "use dice\nthrow x {}").expect("it is right");
        let questions = [format!("quantile({number}, {above}/{below})"), format!("sd({number})")];
        let answers = encounter.odds(&OddsRequest::of(questions)).unwrap_or_else(|failure| panic!("{failure}"));
        let found = answers.iter().map(|answer| answer.value.clone().expect("it is reached")).collect::<Vec<_>>();
        prop_assert_eq!(found[0].to_string(), quantile_of(&values, (above, below)).expect("a value").to_string());
        prop_assert!(is_deviation_of(&found[1], &values), "{:?}", answers[1]);
    }
}
