//! How `use` is followed, and what the facade refuses.

use assize::engine::{Answers, Engine, Failure, OddsRequest, Shelf};
use assize::ir::{FORMAT, Notation, Program};

fn shelf(texts: &[(&str, &str)]) -> Shelf {
    let mut shelf = Shelf::default();
    for (name, text) in texts {
        shelf.put(*name, *text);
    }
    shelf
}

/// What is wrong with a scene among these other texts.
fn refused(texts: &[(&str, &str)], scene: &str) -> String {
    let engine = Engine::with(shelf(texts));
    engine.compile("scene.asz", scene).expect_err("it should be refused").to_string()
}

const KEEP: (&str, &str) = ("keep", "system keep\n");

#[test]
fn a_misspelt_system_is_guessed_at() {
    let texts = [KEEP, ("lantern", "system lantern\n")];
    let told = refused(&texts, "use lantren\n");
    let expected = [
        "scene.asz:1:1: error[AZ108]: there is no `lantren` to use\n",
        "  help: did you mean `lantern`?\n",
        "  fix: scene.asz:1:5: replace `lantren` with `lantern`\n",
    ];
    assert_eq!(told, expected.concat());
}

#[test]
fn a_misspelt_house_rule_is_guessed_at_without_its_ending() {
    let texts = [KEEP, ("snow.asz", "house snow extends keep\n"), ("thaw.rhai", "fn thaw(n) { n }")];
    for (wrong, meant) in [("snpw", "snow"), ("thwa", "thaw"), ("\"thwa.rhai\"", "thaw.rhai")] {
        let told = refused(&texts, &format!("use keep\nuse house {wrong}\n"));
        assert!(told.contains(&format!("help: did you mean `{meant}`?")), "{told}");
    }
}

#[test]
fn a_circle_is_told_with_its_way() {
    let texts = [("a.asz", "use \"b.asz\"\n"), ("b.asz", "\nuse \"a.asz\"\n")];
    let told = refused(&texts, "use \"a.asz\"\n");
    assert!(told.starts_with("b.asz:2:1: error[AZ109]: `a.asz` uses itself through `b.asz`\n"), "{told}");
    assert!(told.contains("see: a.asz:1:1: this brings in `b.asz`"), "{told}");
}

#[test]
fn a_file_that_uses_itself_is_a_circle() {
    let told = refused(&[("a.asz", "use \"a.asz\"\n")], "use \"a.asz\"\n");
    assert!(told.starts_with("a.asz:1:1: error[AZ109]: `a.asz` uses itself\n"), "{told}");
}

#[test]
fn a_file_used_twice_is_no_circle() {
    let texts = [KEEP, ("a.asz", "use keep\n"), ("b.asz", "use keep\n")];
    let told = refused(&texts, "use \"a.asz\"\nuse \"b.asz\"\nbroken\n");
    assert!(!told.contains("AZ109") && !told.contains("AZ111"), "{told}");
}

#[test]
fn a_scene_is_no_system() {
    let told = refused(&[("party", "use keep\n"), KEEP], "use party\n");
    assert!(told.contains("error[AZ111]: a system is needed here, but `party` is a scene"), "{told}");
}

#[test]
fn an_overlay_needs_its_own_word() {
    let texts = [KEEP, ("nights", "house nights extends keep\n")];
    let told = refused(&texts, "use nights\n");
    assert!(told.contains("help: write `use house \"nights\"`"), "{told}");
}

#[test]
fn an_overlay_of_another_system_is_refused() {
    let texts = [KEEP, ("lantern", "system lantern\n"), ("nights", "house nights extends lantern\n")];
    let told = refused(&texts, "use keep\nuse house nights\n");
    assert!(
        told.contains("error[AZ111]: this house rule extends `lantern`, but the system in use is `keep`"),
        "{told}"
    );
}

#[test]
fn a_second_system_is_refused() {
    let told = refused(&[KEEP, ("lantern", "system lantern\n")], "use keep\nuse lantern\n");
    assert!(told.contains("error[AZ111]: this brings in a second system"), "{told}");
}

#[test]
fn mistakes_of_all_files_are_told_at_once() {
    let texts = [("a.asz", "use nowhere\n")];
    let told = refused(&texts, "use \"a.asz\"\nuse house nobody\n");
    assert_eq!(told.matches("AZ108").count(), 2, "{told}");
}

#[test]
fn an_empty_file_holds_nothing() {
    assert!(refused(&[], "# nothing\n").contains("error[AZ110]"));
}

#[test]
fn too_many_files_are_refused() {
    let mut all = Shelf::default();
    for number in 0..100 {
        all.put(format!("{number}.asz"), format!("use \"{}.asz\"\n", number + 1));
    }
    let failure = Engine::with(all).compile("scene.asz", "use \"0.asz\"\n").expect_err("there are too many");
    assert!(
        failure.to_string().contains("error[AZ103]: this script and the files it uses are more than 64 files"),
        "{failure}"
    );
}

#[test]
fn a_long_file_is_refused() {
    let told = refused(&[], &"# a comment\n".repeat(100_000));
    assert!(told.contains("error[AZ103]: `scene.asz` is longer than 1024 kB"), "{told}");
}

fn empty_program() -> Program {
    Program {
        format: FORMAT,
        title: "The Keep".into(),
        brought: vec![],
        houses: Vec::new(),
        packs: Vec::new(),
        notation: Notation::Signed,
        registers: vec![],
        scales: vec![],
        tables: vec![],
        decks: vec![],
        texts: vec![],
        fields: Vec::new(),
        functions: vec![],
        code: vec![assize::ir::Instruction::Done],
        spans: vec![assize::source::Span::default()],
        traces: vec![],
        secrecy: assize::ir::secrecy::Secrecy::default(),
        results: vec![],
    }
}

#[test]
fn a_stored_program_runs() {
    let stored = serde_json::to_string(&empty_program()).expect("it can be stored");
    let encounter = Engine::default().load_program(&stored).expect("it can be loaded");
    let verdict = encounter.adjudicate(Answers::deliberate()).expect("it can be run");
    assert_eq!((verdict.system.as_str(), verdict.mode.as_str()), ("The Keep", "deliberate"));
    assert_eq!(verdict.seed, None, "nothing was rolled");
}

#[test]
fn a_program_of_another_format_is_refused() {
    let format = |text: &str| -> Failure { Engine::default().load_program(text).expect_err("it is no program") };
    assert!(format("{\"format\": 99}").to_string().contains("format 99"));
    assert!(format("{}").to_string().starts_with("error[AZ901]"));
    assert!(format("nonsense").to_string().starts_with("error[AZ901]"));
}

#[test]
fn what_an_expectation_brings_along_stays_with_it() {
    let system = "system keep\nkind actor { oil : number = 1 }\nperiod watch { after { for each a in actor \
                  { add 1 to a.oil } } }\nexpect deliberate {\n  actor ada {}\n  ada.oil is 1\n}\n";
    let engine = Engine::with(shelf(&[("keep", system)]));
    let scene = "use keep\nactor tom\nwatch { note \"waiting\" }\n";
    let encounter = engine.compile("scene.asz", scene).expect("it is well");
    let verdict = encounter.adjudicate(Answers::deliberate()).expect("it runs");
    assert!(!format!("{verdict:?}").contains("ada"), "{verdict:?}");
}

#[test]
fn a_cast_may_stand_above_those_who_play() {
    let scene = "use keep\ncast watcher : actor\nactor tom\nexpect { watcher.oil is 1 }\n";
    let engine = Engine::with(shelf(&[("keep", "system keep\nkind actor { oil : number = 1 }\n")]));
    let cast = [("watcher".to_owned(), "tom".to_owned())].into();
    assert!(engine.compile_with("scene.asz", scene, &cast).is_ok());
}

#[test]
fn odds_of_a_name_are_those_of_its_levels() {
    let keep = "system keep\nladder glow, rolls 1d6, highest first {\n level | rolls\n lit | 4..6\n dark | 1..3\n}\n\
                procedure light { resolve glow with 0, resolve spark : glow with 0 }\n";
    let engine = Engine::with(shelf(&[("keep", keep)]));
    let encounter = engine.compile("scene.asz", "use keep\nlight lamp\nlight lamps\n").expect("it is a scene");
    let asked = |question: &str| {
        let request = OddsRequest { questions: vec![question.to_owned()], ..OddsRequest::default() };
        let chances = encounter.odds(&request).expect("it can be asked");
        chances
            .iter()
            .map(|chance| format!("{} = {}", chance.question, chance.value.as_ref().expect("it is known")))
            .collect::<Vec<_>>()
    };
    assert_eq!(asked("lamp.glow"), ["P(lamp.glow is lit) = 1/2", "P(lamp.glow is dark) = 1/2"]);
    let all = [
        "P(lamp.glow is lit) = 1/2",
        "P(lamp.glow is dark) = 1/2",
        "P(lamp.spark is lit) = 1/2",
        "P(lamp.spark is dark) = 1/2",
    ];
    assert_eq!(asked("lamp"), all);
    assert_eq!(asked("lamp.glow is lit"), ["lamp.glow is lit = 1/2"]);
    // Asked for by itself, it is told also when it cannot be.
    assert_eq!(asked("P(lamp.glow is unreached)"), ["P(lamp.glow is unreached) = 0"]);
}

#[test]
fn a_comparison_rolls_its_dice_once_wherever_they_stand_in_it() {
    let engine = Engine::with(shelf(&[KEEP]));
    for left in ["1d6", "1d6 + 0", "max(1d6, 1)", "abs(1d6)"] {
        let scene = format!("use keep\nexpect dice 2 {{\n  {left} < 3\n}}\n");
        let report = engine.compile("scene.asz", &scene).expect("it is a scene").test();
        let failures: Vec<&str> =
            report.tested.iter().flat_map(|one| &one.failures).map(|one| one.message.as_str()).collect();
        assert_eq!((report.tested.len(), failures), (1, Vec::new()), "{left}");
    }
}

#[test]
fn what_is_kept_of_a_system_is_never_out_of_date() {
    let engine = |steps: i64| {
        let system = format!("system keep\nkind guard {{ men : 0..9 = {steps} }}");
        Engine::with(shelf(&[("keep", &system)]))
    };
    let scene = "use keep\nguard gate\nset gate.men = gate.men + 1\nexpect deliberate { gate.men is 4 }";
    let first = engine(3);
    for engine in [first.clone(), first] {
        let encounter = engine.compile("scene.asz", scene).expect("it is right");
        assert!(encounter.test().all_passed(), "the same text, the same system");
    }
    let changed = engine(4).compile("scene.asz", scene).expect("it is right");
    assert!(!changed.test().all_passed(), "another text, another system");
}

#[test]
fn a_system_that_many_scenes_share_speaks_of_its_own_places() {
    let engine = Engine::with(shelf(&[
        (
            "keep",
            "system keep\nkind guard { men : 0..9 = 3 }\nprocedure watch by guard { needs guard.men >= 5 else \"too few\" }",
        ),
        ("more.asz", "guard tower"),
    ]));
    let scenes =
        ["use keep\nguard gate\nwatch night by gate", "use \"more.asz\"\nuse keep\nguard gate\nwatch night by gate"];
    for scene in scenes.iter().chain(&scenes) {
        let told = engine.compile("scene.asz", scene).expect_err("there are three").to_string();
        assert!(told.contains("keep:3:34: the rules require this"), "{told}");
    }
}

#[test]
fn what_is_worth_a_look_in_a_system_is_told_to_every_scene() {
    let system = "system keep\nscale mood { level | pull , calm | ? , wild | 2 }\nkind guard { }";
    let engine = Engine::with(shelf(&[("keep", system)]));
    for _ in 0..2 {
        let encounter = engine.compile("scene.asz", "use keep\nguard gate").expect("it runs");
        assert_eq!(encounter.warnings().len(), 1, "{:?}", encounter.warnings());
    }
}

#[test]
fn clones_of_an_engine_share_what_they_know_between_threads() {
    let engine = Engine::with(shelf(&[KEEP]));
    let told = std::thread::scope(|scope| {
        let compile = |name: String| engine.clone().compile(&name, "use keep\nnote \"a knock\"").map(|_| ());
        let threads: Vec<_> = (0..8).map(|place| scope.spawn(move || compile(format!("{place}.asz")))).collect();
        threads.into_iter().map(|thread| thread.join().expect("nobody panics").is_ok()).collect::<Vec<bool>>()
    });
    assert_eq!(told, [true; 8]);
}

/// Two names of one value make a chance of nothing, which a claimed limit does not show.
#[test]
fn a_claimed_chance_that_is_settled_is_remarked_on() {
    let script = |claim: &str| {
        format!(
            "system coins\nprocedure toss {{ roll coin : 1d2, let heads = coin.sum is 2, let tails = coin.highest is 1 }}\n\
             expect odds {{\n  toss once\n  {claim}\n}}"
        )
    };
    let remarks = |claim: &str| {
        let encounter =
            Engine::default().compile("coins.asz", &script(claim)).unwrap_or_else(|failure| panic!("{failure}"));
        let report = encounter.test();
        assert!(report.all_passed(), "{claim}: {report:?}");
        report.tested.into_iter().flat_map(|one| one.remarks).map(|found| found.message).collect::<Vec<_>>()
    };
    assert_eq!(remarks("P(once.heads and once.tails) < 0.1"), ["P(once.heads and once.tails) is 0: it never happens"]);
    assert_eq!(remarks("P(once.heads or once.tails) > 0.1"), ["P(once.heads or once.tails) is 1: it always happens"]);
    for fine in ["P(once.heads and once.tails) = 0", "P(once.heads or once.tails) = 1", "P(once.heads) < 0.6"] {
        assert!(remarks(fine).is_empty(), "{fine}");
    }
}
