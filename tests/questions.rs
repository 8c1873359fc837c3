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
use assize::engine::{Engine, Library, OddsRequest, Shipped};
use assize::ir::{Program, lower};
use assize::machine::Bounds;
use assize::model::{self, Cast, Scene, SceneFiles, System, SystemFiles};
use assize::source::{Source, SourceKind, SourceMap};
use assize::syntax::{self, ast};
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
