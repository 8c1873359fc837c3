//! The driver of a single run.

use assize::diagnostic::{Code, codes};
use assize::drivers::adjudicate::{Adjudicate, Dice, Response, Whose};
use assize::drivers::chosen::Choices;
use assize::drivers::given::GivenDice;
use assize::drivers::{Mode, run};
use assize::ir::{Choose, Decider, Instruction, Keep, Method, Operand, Program, Question, Shape, Value};
use assize::machine::{Answer, Ask, Deaf, FaultKind, How};
use assize::semantics::chance::{Chance, Stream};

use crate::build::{Build, called, function, results};
use crate::machine::{from_zero, resolving};

fn ends(program: &Program, mut driver: Adjudicate<'_>) -> Result<Vec<Value>, FaultKind> {
    run(program, &mut driver, &mut Deaf).map(|state| results(program, &state)).map_err(|fault| fault.kind)
}

fn seeded(program: &Program, mode: Mode, seed: u64) -> Adjudicate<'_> {
    Adjudicate::new(program, mode, Dice::Seeded(Chance::from(Stream::from(seed))))
}

fn given<'a>(program: &'a Program, faces: &[i64]) -> Adjudicate<'a> {
    Adjudicate::new(program, Mode::Random, Dice::Given(GivenDice::new(faces.to_vec())))
}

fn code(ended: Result<Vec<Value>, FaultKind>) -> Code {
    match ended {
        Err(FaultKind::NoAnswer { why, .. }) => why.code(),
        other => panic!("{other:?}"),
    }
}

fn two_rolls() -> Program {
    let mut build = Build::new();
    let first = build.sum(1, 6);
    let second = build.sum(2, 10);
    build.result("first", first);
    build.result("second", second);
    build.done()
}

#[test]
fn a_mode_answers_what_is_open() {
    let program = resolving(Some(-2), Method::Open, from_zero());
    assert_eq!(ends(&program, seeded(&program, Mode::Deliberate, 0)), Ok(vec![Some(0), None]));
    assert_eq!(ends(&program, seeded(&program, Mode::Automatic, 0)), Ok(vec![Some(2), None]));
    // The first d6 of `test.roll` shows 1 from seed 1.
    assert_eq!(ends(&program, seeded(&program, Mode::Random, 1)), Ok(vec![Some(0), Some(1)]));
    let program = resolving(Some(9), Method::Open, from_zero());
    assert_eq!(ends(&program, seeded(&program, Mode::Deliberate, 0)), Ok(vec![Some(1), Some(4)]));
}

#[test]
fn what_the_script_fixes_is_stronger_than_the_mode() {
    let mut build = Build::new();
    let face = build.sum(1, 6);
    build.last_roll().method = Method::Random;
    build.result("face", face);
    let program = build.done();
    assert_eq!(ends(&program, seeded(&program, Mode::Deliberate, 1)), Ok(vec![Some(1)]));
}

#[test]
fn judged_faces_answer_every_question() {
    let mut build = Build::new();
    let asked =
        build.roll(&[(5.into(), 4.into())], Keep::All, &[Question::Rolled, Question::Count(3), Question::Doubles]);
    for register in &asked {
        build.result("asked", *register);
    }
    let program = build.done();
    assert_eq!(ends(&program, seeded(&program, Mode::Deliberate, 0)), Ok(vec![Some(13), Some(3), Some(1)]));
}

#[test]
fn a_seed_gives_the_same_verdict_everywhere() {
    let program = two_rolls();
    assert_eq!(ends(&program, seeded(&program, Mode::Random, 1)), Ok(vec![Some(1), Some(17)]));
}

#[test]
fn given_dice_are_used_in_order_and_used_up() {
    let program = two_rolls();
    assert_eq!(ends(&program, given(&program, &[6, 1, 10])), Ok(vec![Some(6), Some(11)]));
    assert_eq!(code(ends(&program, given(&program, &[6, 1]))), codes::TOO_FEW_DICE);
    assert_eq!(code(ends(&program, given(&program, &[6, 1, 10, 4]))), codes::TOO_MANY_DICE);
    assert_eq!(code(ends(&program, given(&program, &[7, 1, 10]))), codes::IMPOSSIBLE_FACE);
    match ends(&program, given(&program, &[6, 1, 11])) {
        Err(FaultKind::NoAnswer { what, .. }) => {
            assert_eq!(what, "die number 3 shows 11, but `test.roll` rolls a d10 there, which goes from 1 to 10");
        }
        other => panic!("{other:?}"),
    }
}

fn drawing() -> Program {
    let mut build = Build::new();
    let deck = build.deck(&[0, 1, 2], Some(1));
    let card = build.draw(deck);
    build.result("card", card);
    build.done()
}

#[test]
fn cards_are_given_by_the_numbers_of_the_system() {
    let program = drawing();
    assert_eq!(ends(&program, given(&program, &[2])), Ok(vec![Some(2)]));
    assert_eq!(code(ends(&program, given(&program, &[-1]))), codes::IMPOSSIBLE_FACE);
    assert!(matches!(ends(&program, given(&program, &[3])), Err(FaultKind::BadAnswer { .. })));
    assert_eq!(code(ends(&program, given(&program, &[]))), codes::TOO_FEW_DICE);
    assert_eq!(ends(&program, seeded(&program, Mode::Deliberate, 0)), Ok(vec![Some(1)]));
}

/// What is asked brings its deck along. So no deck can be missing where it is answered, which would not be for want of dice.
#[test]
fn a_card_comes_from_the_deck_in_the_question() {
    let (program, without_decks) = (drawing(), Build::new().done());
    for mode in [Mode::Deliberate, Mode::Automatic] {
        assert_eq!(ends(&program, seeded(&without_decks, mode, 0)), Ok(vec![Some(1)]));
    }
}

#[test]
fn a_program_without_the_deck_it_draws_from_makes_no_sense() {
    let program = Program { decks: Vec::new(), ..drawing() };
    for mode in [Mode::Deliberate, Mode::Automatic, Mode::Random] {
        let ended = ends(&program, seeded(&program, mode, 0));
        assert_eq!(ended, Err(FaultKind::Malformed { what: "there is no deck 0".into() }));
    }
}

fn choosing(default: Option<Operand>) -> Program {
    let mut build = Build::new();
    let into = build.register(None);
    build.push(Instruction::Choose(Box::new(Choose {
        into,
        path: "test.press".into(),
        question: "press on?".into(),
        by: Decider::default(),
        low: Operand::Value(0),
        high: Operand::Value(1),
        options: vec!["press".into(), "stop".into(), "never".into()],
        default,
        shape: Shape::Number,
    })));
    build.result("choice", into);
    build.done()
}

#[test]
fn a_choice_is_made_beforehand_by_a_person_or_by_default() {
    let program = choosing(Some(Operand::Value(1)));
    let open = choosing(None);
    let made = |name: &str, option: &str| Choices::from([(name.to_string(), option.to_string())]);
    let with = |choices| ends(&program, seeded(&program, Mode::Random, 0).choices(choices));
    assert_eq!(with(Choices::new()), Ok(vec![Some(1)]));
    assert_eq!(with(made("press", "press")), Ok(vec![Some(0)]));
    assert_eq!(with(made("test.press", "0")), Ok(vec![Some(0)]));
    assert_eq!(code(with(made("press", "never"))), codes::NO_CHOICE);
    assert_eq!(code(with(made("press", "dance"))), codes::NO_CHOICE);
    assert_eq!(code(ends(&open, seeded(&open, Mode::Random, 0))), codes::NO_CHOICE);
    let mut person = |_: &Ask<'_>| Response::Answer(Answer::Choice(0, How::Person));
    assert_eq!(ends(&program, seeded(&program, Mode::Random, 0).person(&mut person)), Ok(vec![Some(0)]));
}

#[test]
fn a_person_gives_up_also_where_there_is_a_default() {
    let program = choosing(Some(Operand::Value(1)));
    let mut person = |_: &Ask<'_>| Response::Never;
    assert_eq!(code(ends(&program, seeded(&program, Mode::Random, 0).person(&mut person))), codes::NO_CHOICE);
}

fn by_hand() -> Dice {
    Dice::ByHand { whose: Whose::Everybody, otherwise: Chance::from(Stream::from(1)) }
}

#[test]
fn dice_are_asked_for_at_the_table() {
    let program = two_rolls();
    let mut person = |ask: &Ask<'_>| match ask {
        Ask::Roll { sides, .. } => Response::Answer(Answer::Faces(sides.clone(), How::Given)),
        _ => Response::Never,
    };
    let driver = Adjudicate::new(&program, Mode::Random, by_hand()).person(&mut person);
    assert_eq!(ends(&program, driver), Ok(vec![Some(6), Some(20)]));
    let nobody = Adjudicate::new(&program, Mode::Random, by_hand());
    assert_eq!(code(ends(&program, nobody)), codes::CALLED_OFF);
}

#[test]
fn a_host_answers_functions() {
    let mut build = Build::new();
    build.program.functions.push(function("double", 1));
    let into = build.register(None);
    build.push(Instruction::Call {
        into: vec![into],
        function: 0,
        arguments: vec![Operand::Value(21)],
        path: "".into(),
    });
    build.result("twice", into);
    let program = build.done();
    assert_eq!(code(ends(&program, seeded(&program, Mode::Random, 0))), codes::NO_HOST);
    let host = |_: u32, arguments: &[Value]| Ok(called(vec![arguments[0].map(|number| number * 2)]));
    assert_eq!(ends(&program, seeded(&program, Mode::Random, 0).host(&host)), Ok(vec![Some(42)]));
    let silent = |_: u32, _: &[Value]| Ok(called(Vec::new()));
    assert!(ends(&program, seeded(&program, Mode::Random, 0).host(&silent)).is_err());
}
