//! Every limit is a line: what reaches it is accepted, what goes one beyond is refused with its code.
//!
//! The limits of functions are tried in `tests/hooks`.

use assize::engine::{Answers, Cancel, Engine, Limits, OddsRequest, Shelf};
use assize::session::Session;

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
fn is_a_line(refusal: &str, most: u64, tried: impl Fn(u64) -> Outcome) {
    let enough = (1..=most).find(|limit| tried(*limit).is_ok()).expect("some limit is enough");
    assert!(enough > 1, "nothing would be refused");
    assert_eq!(tried(enough - 1), Err(refusal.to_owned()));
    assert_eq!(tried(enough + 1), Ok(()));
}

fn size(number: u64) -> usize {
    usize::try_from(number).expect("a small number")
}

#[test]
fn a_run_has_so_many_instructions() {
    is_a_line("AZ703", 200, |fuel| run(Limits { fuel, ..Limits::default() }));
    is_a_line("AZ703", 200, |fuel| odds(Limits { fuel, ..Limits::default() }));
}

#[test]
fn a_file_has_so_many_bytes() {
    let longest = u64::try_from(SYSTEM.len()).expect("a small number");
    assert_eq!(compiled(Limits { file: SYSTEM.len(), ..Limits::default() }), Ok(()));
    is_a_line("AZ103", longest, |file| compiled(Limits { file: size(file), ..Limits::default() }));
}

#[test]
fn a_script_has_so_many_files() {
    assert_eq!(compiled(Limits { files: 2, ..Limits::default() }), Ok(()));
    is_a_line("AZ103", 3, |files| compiled(Limits { files: size(files), ..Limits::default() }));
}

#[test]
fn odds_have_so_many_situations() {
    is_a_line("AZ802", 500, |situations| odds(Limits { situations: size(situations), ..Limits::default() }));
}

#[test]
fn expectations_are_held_to_the_limits() {
    let script = format!("{SCENE}expect odds {{ P(once.all >= 3) = 1 }}\nexpect random 1 {{ once.all >= 3 }}\n");
    let passed = |fuel| {
        let encounter =
            engine(Limits { fuel, ..Limits::default() }).compile("scene.asz", &script).expect("it compiles");
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
    let engine = Engine::default().limits(Limits { fuel: u64::MAX, ..Limits::default() }).called_off_by(&cancel);
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
    let engine = Engine::with(shelf).limits(Limits { fuel: 100, ..Limits::default() });
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
    let engine = Engine::with(shelf).limits(Limits { files: 3, ..Limits::default() });
    let mut session = Session::begin(engine, 1, None).expect("it begins");
    for text in ["use tiny", "try one { }", "try two { }", "try three { }", "use \"night.asz\""] {
        session.enter(text, None).unwrap_or_else(|failure| panic!("{text}: {failure}"));
    }
}
