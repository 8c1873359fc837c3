//! Every limit is a line: what reaches it is accepted, what goes one beyond is refused with its code.
//!
//! The limits of functions are tried in `tests/hooks`.

use std::sync::{Arc, Barrier};
use std::time::Instant;

use assize::engine::{Answers, Cancel, Engine, Limits, OddsRequest, Shelf};
use assize::session::Session;
use assize::verdict::{Form, Verdict, html, json, markdown, text, why};

const SYSTEM: &str = r#"system tiny "Tiny"
modifiers signed
procedure try { roll first : 2d6, let total = first.sum, roll second : 1d6, let all = total + second.sum }
"#;

const SCENE: &str = "use tiny\ntry once { }\n";

/// The code of the refusal, if there is one.
type Outcome = Result<(), String>;

fn engine(limits: Limits) -> Engine {
    let mut shelf = Shelf::default();
    shelf.put("tiny", SYSTEM);
    Engine::with(shelf).limits(limits)
}

fn code(failure: &assize::engine::Failure) -> String {
    failure.diagnostics.iter().next().map(|finding| finding.code.to_string()).unwrap_or_default()
}

fn compiled(limits: Limits) -> Outcome {
    engine(limits).compile("scene.asz", SCENE).map(|_| ()).map_err(|failure| code(&failure))
}

fn run(limits: Limits) -> Outcome {
    let encounter = engine(limits).compile("scene.asz", SCENE).expect("it compiles");
    encounter.adjudicate(Answers::random(1)).map(|_| ()).map_err(|failure| code(&failure))
}

fn odds(limits: Limits) -> Outcome {
    let encounter = engine(limits).compile("scene.asz", SCENE).expect("it compiles");
    let request = OddsRequest { questions: vec!["P(once.all >= 10)".to_owned()], ..OddsRequest::default() };
    encounter.odds(&request).map(|_| ()).map_err(|failure| code(&failure))
}

/// Finds the least limit that is enough, and sees that one less is refused with this code.
fn is_a_line(refusal: &str, most: u64, tried: impl Fn(u64) -> Outcome) -> u64 {
    let enough = (1..=most).find(|limit| tried(*limit).is_ok()).expect("some limit is enough");
    assert!(enough > 1, "nothing would be refused");
    assert_eq!(tried(enough - 1), Err(refusal.to_owned()));
    assert_eq!(tried(enough + 1), Ok(()));
    enough
}

fn size(number: u64) -> usize {
    usize::try_from(number).expect("a small number")
}

#[test]
fn a_run_has_so_many_instructions() {
    is_a_line("AZ703", 200, |fuel| run(Limits::default().fuel(fuel)));
    is_a_line("AZ703", 200, |fuel| odds(Limits::default().fuel(fuel)));
}

#[test]
fn a_file_has_so_many_bytes() {
    let longest = u64::try_from(SYSTEM.len()).expect("a small number");
    assert_eq!(compiled(Limits::default().file(SYSTEM.len())), Ok(()));
    is_a_line("AZ103", longest, |file| compiled(Limits::default().file(size(file))));
}

#[test]
fn a_script_has_so_many_files() {
    assert_eq!(compiled(Limits::default().files(2)), Ok(()));
    is_a_line("AZ103", 3, |files| compiled(Limits::default().files(size(files))));
}

#[test]
fn odds_have_so_many_situations() {
    is_a_line("AZ802", 500, |situations| odds(Limits::default().situations(size(situations))));
}

#[test]
fn odds_have_so_many_answers_and_bytes() {
    is_a_line("AZ802", 2_000, |answers| odds(Limits::default().answers(answers)));
    is_a_line("AZ802", 20_000, |memory| odds(Limits::default().memory(size(memory))));
}

#[test]
fn runs_from_seeds_are_covered_where_odds_have_too_many_situations() {
    let pond = "system pond\nkind person {}\n\
        procedure angle by person { roll dice : 1d6, if dice.sum > 4 { note \"many\" } else { note \"few\" } }";
    let scene =
        "use pond\nexpect odds { person ada\n angle net by ada\n angle far by ada\n P(net.dice.sum > 4) = 1/3 }";
    for (situations, holds) in [(1_000, true), (1, false)] {
        let mut shelf = Shelf::default();
        shelf.put("pond", pond);
        let engine = Engine::with(shelf).limits(Limits::default().situations(situations));
        let encounter = engine.compile("night.asz", scene).expect("it is right");
        assert_eq!(encounter.test().all_passed(), holds, "{situations}");
        let missing: Vec<_> = encounter.coverage().into_iter().filter(|one| !one.reached).collect();
        assert!(missing.is_empty(), "{situations}: {missing:#?}");
    }
}

#[test]
fn a_verdict_has_so_many_events_and_bytes() {
    let verdict = engine(Limits::default()).compile("scene.asz", SCENE).expect("it compiles");
    let verdict = verdict.adjudicate(Answers::random(1)).expect("it runs");
    let enough = is_a_line("AZ703", 20, |events| run(Limits::default().events(events)));
    assert_eq!(size(enough), verdict.events.len());
    is_a_line("AZ703", 5_000, |output| run(Limits::default().output(output)));
}

#[test]
fn a_call_has_so_many_steps() {
    let work = |work: u64| compiled(Limits::default().work(work));
    is_a_line("AZ103", 500, work);
    // What compiles with so many steps runs with them as well; odds take more.
    let compiles = (1..500).find(|limit| work(*limit).is_ok()).expect("some limit is enough");
    assert_eq!(run(Limits::default().work(compiles)), Ok(()));
    is_a_line("AZ703", 5_000, |work| odds(Limits::default().work(compiles + work)));
}

#[test]
fn the_files_of_a_script_have_so_many_bytes_together() {
    let together = SYSTEM.len() + SCENE.len();
    assert_eq!(compiled(Limits::default().source(together)), Ok(()));
    assert_eq!(compiled(Limits::default().source(together - 1)), Err("AZ103".to_owned()));
    let shipped = Engine::default().limits(Limits::default().source(100));
    shipped.compile("scene.asz", "use ttomp\n").expect("what is shipped does not count");
}

#[test]
fn the_programs_of_a_script_have_a_size_together() {
    is_a_line("AZ103", 500, |program| compiled(Limits::default().program(size(program))));
}

/// What is found in a scene of so many people, for whom the system has these lines.
fn of_people(people: usize, lines: &str) -> Result<(), assize::engine::Failure> {
    let mut shelf = Shelf::default();
    let levels: Vec<String> = (0..100).map(|level| format!("l{level}")).collect();
    shelf.put("q", format!("system q\nmodifiers signed\nscale s {{ {} }}\n{lines}\n", levels.join(" | ")));
    let scene: Vec<String> = (0..people).map(|one| format!("p a{one}")).collect();
    Engine::with(shelf).compile("scene.asz", &format!("use q\n{}\n", scene.join("\n"))).map(|_| ())
}

#[test]
fn all_people_together_hold_so_many_values() {
    let fields: Vec<String> = (0..50).map(|field| format!("m{field} by s : number = 1")).collect();
    let kind = format!("kind p {{ {} }}", fields.join(", "));
    of_people(50, &kind).expect("250,000 values are held");
    let refused = of_people(51, &kind).expect_err("255,000 are too many");
    assert_eq!((code(&refused).as_str(), refused.diagnostics.iter().count()), ("AZ103", 1));
    assert!(refused.to_string().contains("51 of `p` hold 255000"), "{refused}");
}

#[test]
fn values_that_change_have_so_much_room() {
    let changing = "kind p { m by s : number = 1 }\nprocedure t by p { set p.m(l0) = 1 }";
    let compiled = |program| {
        let mut shelf = Shelf::default();
        shelf.put("q", format!("system q\nmodifiers signed\nscale s {{ l0 | l1 | l2 }}\n{changing}\n"));
        let engine = Engine::with(shelf).limits(Limits::default().program(program));
        engine.compile("scene.asz", "use q\np a\np b\np c\n").map(|_| ()).map_err(|failure| code(&failure))
    };
    assert_eq!((compiled(1_000), compiled(5)), (Ok(()), Err("AZ103".to_owned())));
}

#[test]
fn what_is_not_looked_at_any_more_is_no_mistake() {
    let needs: Vec<String> = (0..1_500).map(|number| format!("needs m + {number} > 0 else \"x\"")).collect();
    let kind = format!("kind p {{ m : number = 1\n{} }}", needs.join("\n"));
    let refused = of_people(3_000, &kind).expect_err("it is too much");
    let codes: Vec<String> = refused.diagnostics.iter().map(|finding| finding.code.to_string()).collect();
    assert_eq!(codes, ["AZ103"]);
}

#[test]
fn dice_that_are_too_many_to_count_are_refused_before_they_are_counted() {
    for (limits, dice) in [(Limits::default(), "1000d1000"), (Limits::default().memory(24 << 20), "1d1000000")] {
        let mut shelf = Shelf::default();
        shelf.put("q", format!("system q\nmodifiers signed\nprocedure t {{ roll r : {dice} }}\n"));
        // To count them would be stopped by its steps.
        let engine = Engine::with(shelf).limits(limits.work(100_000));
        let encounter = engine.compile("scene.asz", "use q\nt x {}\n").expect("it compiles");
        let request = OddsRequest { questions: vec!["E(x.r.sum)".to_owned()], ..OddsRequest::default() };
        assert_eq!(
            encounter.odds(&request).map(drop).map_err(|failure| code(&failure)),
            Err("AZ802".to_owned()),
            "{dice}"
        );
    }
}

#[test]
fn a_script_has_so_many_expectations() {
    let expected = [1, 2, 3, 4].map(|seed| format!("expect random {seed} {{ once.all >= 4 }}\n")).concat();
    let script = format!("{SCENE}{expected}");
    let compiled = |most: usize| {
        let engine = engine(Limits::default().expectations(most));
        engine.compile("scene.asz", &script).map(|_| ()).map_err(|failure| code(&failure))
    };
    assert_eq!((compiled(4), compiled(3)), (Ok(()), Err("AZ103".to_owned())));
}

#[test]
fn all_expectations_together_take_the_steps_of_one_call() {
    let script = format!("{SCENE}{}", "expect odds { P(once.all >= 3) = 1 }\n".repeat(20));
    let passed = |work| {
        let encounter = engine(Limits::default().work(work)).compile("scene.asz", &script).expect("it compiles");
        encounter.test().passed()
    };
    assert_eq!(passed(1_000_000), 20);
    assert!((1..20).contains(&passed(3_000)), "{}", passed(3_000));
}

#[test]
fn the_compiler_is_called_off() {
    let cancel = Cancel::default();
    let engine = engine(Limits::default()).called_off_by(&cancel);
    cancel.call_off();
    assert_eq!(code(&engine.compile("scene.asz", SCENE).expect_err("it is called off")), "AZ714");
    cancel.clear();
    engine.compile("scene.asz", SCENE).expect("nothing of it is remembered");
}

#[test]
fn the_compiler_is_called_off_in_its_midst() {
    let doubled: Vec<String> = (1..60).map(|n| format!("rule f{n}(n) = f{0}(n) + f{0}(n)", n - 1)).collect();
    let mut shelf = Shelf::default();
    let system = format!("system deep\nrule f0(n) = n + 1\n{}\nprocedure t {{ let z = f59(1) }}", doubled.join("\n"));
    shelf.put("deep", system);
    let cancel = Cancel::default();
    let engine = Engine::with(shelf).called_off_by(&cancel);
    let later = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(20));
        cancel.call_off();
    });
    let code = code(&engine.compile("scene.asz", "use deep\nt x {}").expect_err("it is stopped either way"));
    assert!(["AZ714", "AZ103"].contains(&code.as_str()), "{code}");
    later.join().expect("it ends");
}

#[test]
fn expectations_are_held_to_the_limits() {
    let script = format!("{SCENE}expect odds {{ P(once.all >= 3) = 1 }}\nexpect random 1 {{ once.all >= 3 }}\n");
    let passed = |fuel| {
        let encounter = engine(Limits::default().fuel(fuel)).compile("scene.asz", &script).expect("it compiles");
        encounter.test().passed()
    };
    assert_eq!((passed(1), passed(1_000)), (0, 2));
}

#[test]
fn scripts_of_strangers_are_held_to_less() {
    let (own, strange) = (Limits::default(), Limits::untrusted());
    assert!(strange.fuel < own.fuel && strange.situations < own.situations);
    assert!(strange.file < own.file && strange.files < own.files);
    assert_eq!((run(strange), odds(strange)), (Ok(()), Ok(())));
}

#[test]
fn an_answer_can_be_called_off() {
    let cancel = Cancel::default();
    let engine = engine(Limits::default()).called_off_by(&cancel);
    let encounter = engine.compile("scene.asz", SCENE).expect("it compiles");
    cancel.call_off();
    let refused = encounter.adjudicate(Answers::random(1)).expect_err("it is called off");
    assert_eq!(code(&refused), "AZ714");
    let refused =
        encounter.odds(&OddsRequest { questions: vec!["P(once.all >= 10)".to_owned()], ..OddsRequest::default() });
    assert_eq!(code(&refused.expect_err("it is called off")), "AZ714");
    cancel.clear();
    encounter.adjudicate(Answers::random(1)).expect("the next one is not");
}

#[test]
fn a_long_answer_is_called_off_in_its_midst() {
    let cancel = Cancel::default();
    let engine = Engine::default().limits(Limits::default().fuel(u64::MAX)).called_off_by(&cancel);
    let endless = "repeat up to 10000 { repeat up to 10000 { repeat up to 10000 { note \"again\" if no } } }";
    let encounter = engine.compile("endless.asz", endless).expect("it compiles");
    let later = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        cancel.call_off();
    });
    let refused = encounter.adjudicate(Answers::random(1)).expect_err("it is called off");
    assert_eq!(code(&refused), "AZ714");
    later.join().expect("it ends");
}

#[test]
fn many_dice_and_long_texts_take_many_steps() {
    let mut shelf = Shelf::default();
    shelf.put(
        "pools",
        "system pools \"Pools\"\nprocedure small { roll all : 60d6 }\nprocedure large { roll all : 120d6 }\n",
    );
    let engine = Engine::with(shelf).limits(Limits::default().fuel(100));
    let run = |scene: &str| {
        let encounter = engine.compile("scene.asz", scene).expect("it compiles");
        encounter.adjudicate(Answers::random(1)).map(|_| ()).map_err(|failure| code(&failure))
    };
    let note = |bytes: usize| format!("note \"{}\"", "x".repeat(bytes));
    assert_eq!(run(&note(5_000)), Ok(()));
    assert_eq!(run(&note(7_000)), Err("AZ703".to_owned()));
    assert_eq!(run("use pools\nsmall it { }"), Ok(()));
    assert_eq!(run("use pools\nlarge it { }"), Err("AZ703".to_owned()));
}

#[test]
fn entries_of_a_session_are_no_files() {
    let mut shelf = Shelf::default();
    shelf.put("tiny", SYSTEM);
    shelf.put("night.asz", "note \"it is dark\"\n");
    let engine = Engine::with(shelf).limits(Limits::default().files(3));
    let mut session = Session::begin(engine, 1, None).expect("it begins");
    for text in ["use tiny", "try one { }", "try two { }", "try three { }", "use \"night.asz\""] {
        session.enter(text, None).unwrap_or_else(|failure| panic!("{text}: {failure}"));
    }
}

/// The first, which makes the page, and those that it goes on with.
#[test]
fn an_entry_of_a_session_is_as_long_as_a_file_may_be() {
    let entries = ["note \"a knock\"", "note \"and then another\"", "note \"nobody is there at the door\""];
    for last in 0..entries.len() {
        let enough = is_a_line("AZ103", 60, |file| {
            let engine = Engine::default().limits(Limits::default().file(size(file)));
            let mut session = Session::begin(engine, 1, None).expect("it begins");
            entries[..=last].iter().try_for_each(|text| match session.enter(text, None) {
                Ok(_) => Ok(()),
                Err(failure) => Err(code(&failure)),
            })
        });
        assert_eq!(size(enough), entries[last].len());
    }
}

/// A verdict of many names.
fn long_verdict(engine: &Engine) -> Verdict {
    let lines: Vec<String> = (0..500).map(|number| format!("try n{number} {{ }}\n")).collect();
    let encounter = engine.compile("scene.asz", &format!("use tiny\n{}", lines.concat())).expect("it compiles");
    encounter.adjudicate(Answers::random(1)).expect("it runs")
}

const FORMS: [Form; 5] = [Form::Text, Form::Markdown, Form::Html, Form::Json, Form::Why];

#[test]
fn a_verdict_is_written_as_its_form_says_or_called_off() {
    let cancel = Cancel::default();
    let engine = engine(Limits::default()).called_off_by(&cancel);
    let encounter = engine.compile("scene.asz", SCENE).expect("it compiles");
    let verdict = encounter.adjudicate(Answers::random(1)).expect("it runs");
    let plain = [
        text::text(&verdict),
        markdown::markdown(&verdict),
        html::html(&verdict),
        json::json(&verdict),
        why::why(&verdict, None).expect("all of it"),
    ];
    assert_eq!(FORMS.map(|form| engine.written(&verdict, form).expect("nobody calls it off")), plain);
    cancel.call_off();
    let run = encounter.adjudicate(Answers::random(1)).expect_err("it is called off");
    for form in FORMS {
        let refused = engine.written(&verdict, form).expect_err("it is called off");
        let words = |failure: &assize::engine::Failure| {
            failure.diagnostics.iter().map(|found| (found.code, found.message.clone())).collect::<Vec<_>>()
        };
        assert_eq!(words(&refused), words(&run), "{form:?}");
    }
}

#[test]
fn writing_is_called_off_in_its_midst() {
    let verdict = long_verdict(&engine(Limits::default()));
    for form in FORMS {
        let cancel = Cancel::default();
        let engine = engine(Limits::default()).called_off_by(&cancel);
        let begun = Instant::now();
        engine.written(&verdict, form).expect("nobody calls it off");
        let whole = begun.elapsed();
        // A busy machine may let it end before it is called off, but not two hundred times.
        let refused = (0..200_u32).find_map(|attempt| {
            let (other, begins) = (cancel.clone(), Arc::new(Barrier::new(2)));
            let start = Arc::clone(&begins);
            let later = std::thread::spawn(move || {
                start.wait();
                let begun = Instant::now();
                while begun.elapsed() < whole / 100 * (attempt % 50) {
                    std::hint::spin_loop();
                }
                other.call_off();
            });
            begins.wait();
            let refused = engine.written(&verdict, form).err();
            later.join().expect("it ends");
            cancel.clear();
            refused
        });
        assert_eq!(refused.as_ref().map(code).as_deref(), Some("AZ714"), "{form:?}");
    }
}

/// How many variants there are of ada's arm and leg, each from nothing up to these numbers.
fn variants(arm: u32, leg: u32) -> Result<usize, assize::engine::Failure> {
    let mut shelf = Shelf::default();
    let person = "kind person { arm : 0..9 = 0, leg : 0..99 = 0 }";
    shelf.put(
        "pond",
        format!("system pond\n{person}\nprocedure angle by person {{ let fish = person.arm + person.leg }}"),
    );
    let scene = "use pond\nperson ada { arm 1, leg 1 }\nangle net by ada\n";
    let encounter = Engine::with(shelf).compile("scene.asz", scene).expect("it compiles");
    let varied = [format!("ada.arm 0..{arm}"), format!("ada.leg 0..{leg}")];
    encounter.odds_varied(&varied, &OddsRequest::of(["E(net.fish)"])).map(|varied| varied.variants.len())
}

/// The book says how many there can be, so just as many are told.
#[test]
fn a_scene_has_so_many_variants() {
    assert_eq!(variants(3, 99).expect("it is a line"), 400);
    let refused = variants(5, 66).expect_err("402 are too many");
    assert!(refused.to_string().contains("this makes more than 400 variants"), "{refused}");
}
