//! The machine: every instruction, every refusal.

use assize::ir::{
    Address, Band, Binary, Choose, Decider, Instruction, Method, Operand, Program, Question, Refusal, Register, Roll,
    Scale, Shape, Trace, Unary,
};
use assize::machine::{Answer, Ask, Deaf, Fault, FaultKind, How, Listener, Machine, State, Step, Told};

use crate::build::{Build, called, function, results};
use assize::ir::Keep;

fn finish(program: &Program) -> Result<State, Fault> {
    let mut machine = Machine::new(program);
    match machine.run(&mut Deaf)? {
        Step::Done => Ok(machine.into_state()),
        Step::Ask(ask) => panic!("asks {ask:?}"),
    }
}

fn fault(program: &Program) -> FaultKind {
    finish(program).unwrap_err().kind
}

pub fn ladder(judged: Vec<Band>) -> Scale {
    let band = |low, high, value| Band { low: Some(low), high: Some(high), value };
    Scale {
        name: "grade".into(),
        levels: vec!["low".into(), "middle".into(), "high".into()],
        numbers: None,
        rolled: vec![band(1, 3, 0), band(4, 5, 1), band(6, 6, 2)],
        judged,
    }
}

pub fn from_zero() -> Vec<Band> {
    vec![Band { low: None, high: Some(-1), value: 0 }, Band { low: Some(0), high: Some(4), value: 1 }]
}

/// A ladder to be resolved, with the roll that does it.
pub fn resolving(total: Option<i64>, method: Method, judged: Vec<Band>) -> Program {
    let mut build = Build::new();
    let scale = build.scale(ladder(judged));
    let into = build.named("test.grade", None);
    let total = build.register(total);
    let resolve = build.push(Instruction::Resolve {
        into,
        scale,
        total: Operand::Register(total),
        method,
        path: "test.grade".into(),
        after: Address(0),
        reads: [].into(),
    });
    let face = build.sum(1, 6);
    if method == Method::Deliberate {
        build.last_roll().method = Method::Deliberate;
    }
    build.push(Instruction::Band { into, scale, judged: false, key: Operand::Register(face) });
    build.land(resolve);
    build.result("grade", into);
    build.result("face", face);
    build.done()
}

#[test]
fn plain_instructions() {
    let mut build = Build::new();
    build.program.tables.push(vec![Some(10), None, Some(30)]);
    let scale = build.scale(ladder(from_zero()));
    let a = build.register(Some(2));
    let into: Vec<Register> = (0..7).map(|_| build.register(Some(99))).collect();
    build.copy(into[0], a);
    build.push(Instruction::Unary { into: into[1], op: Unary::Negate, a: Operand::Register(a) });
    build.push(Instruction::Lookup { into: into[2], table: 0, key: Operand::Register(a) });
    build.push(Instruction::Lookup { into: into[3], table: 0, key: Operand::Value(-1) });
    build.push(Instruction::Band { into: into[4], scale, judged: false, key: Operand::Value(5) });
    build.push(Instruction::Band { into: into[5], scale, judged: true, key: Operand::Value(5) });
    build.push(Instruction::Clear { first: into[6], count: 1 });
    for register in into {
        build.result("value", register);
    }
    let program = build.done();
    let state = finish(&program).unwrap();
    assert_eq!(results(&program, &state), [Some(2), Some(-2), Some(30), None, Some(1), None, None]);
}

#[test]
fn an_unreached_condition_is_not_taken() {
    let mut build = Build::new();
    let condition = build.register(None);
    let seen = build.register(Some(0));
    let skip = build.unless(condition);
    build.copy(seen, 1);
    build.land(skip);
    build.result("seen", seen);
    let program = build.done();
    assert_eq!(results(&program, &finish(&program).unwrap()), [Some(0)]);
}

#[test]
fn arithmetic_faults_name_their_instruction() {
    let mut build = Build::new();
    let a = build.register(Some(i64::MAX));
    build.binary(Binary::Minimum, a, 5);
    build.binary(Binary::Add, a, 1);
    assert_eq!(finish(&build.done()), Err(Fault { at: Address(1), kind: FaultKind::Overflow }));
    let mut build = Build::new();
    let a = build.register(Some(0));
    build.binary(Binary::Modulo, 5, a);
    assert_eq!(fault(&build.done()), FaultKind::DivisionByZero);
}

#[test]
fn the_run_is_stopped_when_the_fuel_is_burnt() {
    let mut build = Build::new();
    let counter = build.register(Some(0));
    let head = build.here();
    let goes_on = build.binary(Binary::Less, counter, 1000);
    let over = build.unless(goes_on);
    let (a, b) = (Operand::Register(counter), Operand::Value(1));
    build.push(Instruction::Binary { into: counter, op: Binary::Add, a, b });
    build.push(Instruction::Jump { to: head });
    build.land(over);
    let program = build.done();
    let steps = 4 * 1000 + 3;
    assert_eq!(Machine::new(&program).fuel(steps).run(&mut Deaf), Ok(Step::Done));
    let stopped = Machine::new(&program).fuel(steps - 1).run(&mut Deaf).unwrap_err();
    assert_eq!(stopped.kind, FaultKind::Fuel { limit: steps - 1 });
}

/// The fewest steps that are enough.
fn steps_of(program: &Program) -> u64 {
    let is_enough = |steps: &u64| matches!(Machine::new(program).fuel(*steps).run(&mut Deaf), Ok(Step::Done));
    (0..1_000).find(is_enough).expect("so many are enough")
}

/// What goes through many things takes a step for every 64 of them.
#[test]
fn an_instruction_that_goes_through_many_things_burns_more_fuel() {
    let cleared = |count: u32| {
        let mut build = Build::new();
        let first = build.register(None);
        for _ in 1..count {
            build.register(None);
        }
        build.push(Instruction::Clear { first, count });
        steps_of(&build.done())
    };
    assert_eq!([1, 63, 64, 639, 640].map(cleared), [2, 2, 3, 11, 12]);
    let rolled = |dice: usize, questions: usize| {
        let mut build = Build::new();
        build.roll(&vec![(0.into(), 6.into()); dice], Keep::All, &vec![Question::Kept; questions]);
        build.last_roll().method = Method::Deliberate;
        steps_of(&build.done())
    };
    assert_eq!(rolled(1, 1), 2);
    assert_eq!(rolled(31, 32), 2);
    assert_eq!(rolled(32, 32), 3);
}

#[test]
fn a_program_that_makes_no_sense_is_a_fault() {
    let whole = |code: Vec<Instruction>| {
        let mut build = Build::new();
        build.register(Some(0));
        for instruction in code {
            build.push(instruction);
        }
        build.program
    };
    let zero = Register(0);
    let key = Operand::Value(0);
    let far = Register(7);
    let senseless = [
        Instruction::Jump { to: Address(u32::MAX) },
        Instruction::Copy { into: far, from: Operand::Value(1) },
        Instruction::Copy { into: zero, from: Operand::Register(far) },
        Instruction::Clear { first: zero, count: u32::MAX },
        Instruction::Lookup { into: zero, table: 0, key },
        Instruction::Band { into: zero, scale: 0, judged: true, key },
        Instruction::Draw {
            into: zero,
            deck: 0,
            method: Method::Open,
            path: "".into(),
            by: Box::default(),
            shown: None,
        },
        Instruction::Shuffle { deck: 0 },
        Instruction::Call { into: vec![zero], function: 0, arguments: Vec::new(), path: "".into() },
        Instruction::Trace(0),
        Instruction::Copy { into: zero, from: key },
    ];
    for instruction in senseless {
        let program = whole(vec![instruction.clone()]);
        assert!(assize::ir::invariants::check(&program).is_err(), "{instruction:?}");
        let fault = Machine::new(&program).run(&mut Deaf).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Malformed { .. }), "{instruction:?}");
    }
}

#[test]
fn refusals_are_filled_with_numbers() {
    let mut build = Build::new();
    let spent = build.register(Some(8));
    let why = Refusal::OverBudget {
        what: "plan".into(),
        spent: Operand::Register(spent),
        budget: Operand::Value(6),
        unit: "points".into(),
    };
    build.push(Instruction::Refuse { why: why.clone() });
    assert_eq!(fault(&build.done()), FaultKind::Refused(why, vec![Some(8), Some(6)]));
}

#[test]
fn bad_dice_are_refused() {
    for (count, sides) in [(-1, 6), (1001, 6), (1, 0), (1, 1_000_001), (i64::MAX, 6)] {
        let mut build = Build::new();
        build.sum(count, sides);
        assert_eq!(fault(&build.done()), FaultKind::BadDice { count, sides });
    }
    let mut build = Build::new();
    build.roll(&[(600.into(), 6.into()), (401.into(), 6.into())], Keep::All, &[Question::Rolled]);
    assert_eq!(fault(&build.done()), FaultKind::BadDice { count: 401, sides: 6 });
}

#[test]
fn no_dice_and_unreached_dice() {
    let mut build = Build::new();
    let nothing = build.register(None);
    let asked = build.roll(&[(nothing.into(), 6.into())], Keep::All, &[Question::Rolled, Question::Doubles]);
    for register in &asked {
        build.result("unreached", *register);
    }
    let program = build.done();
    assert_eq!(results(&program, &finish(&program).unwrap()), [None, None]);

    let mut build = Build::new();
    let asked = build.roll(&[(0.into(), 6.into())], Keep::All, &[Question::Rolled, Question::Highest]);
    for register in &asked {
        build.result("none", *register);
    }
    let program = build.done();
    let mut machine = Machine::new(&program);
    assert!(matches!(machine.run(&mut Deaf), Ok(Step::Ask(Ask::Roll { sides, .. })) if sides.is_empty()));
    machine.answer(Answer::Faces(Vec::new(), How::Random), &mut Deaf).unwrap();
    assert_eq!(results(&program, machine.state()), [Some(0), None]);
}

#[test]
fn a_ladder_is_resolved_as_the_script_fixes_it() {
    let grade = |method, total| {
        let program = resolving(total, method, from_zero());
        results(&program, &finish(&program).unwrap())[0]
    };
    assert_eq!(grade(Method::Deliberate, Some(-3)), Some(0));
    assert_eq!(grade(Method::Deliberate, Some(4)), Some(1));
    // No judged band: the judged face of a d6 is 4.
    assert_eq!(grade(Method::Deliberate, Some(5)), Some(1));
    assert_eq!(grade(Method::Automatic(None), Some(0)), Some(2));
    assert_eq!(grade(Method::Automatic(Some(Operand::Value(0))), Some(0)), Some(0));
    assert_eq!(grade(Method::Deliberate, None), None);
    assert_eq!(grade(Method::Open, None), None);
}

#[test]
fn the_best_of_numbers_is_the_largest() {
    let mut scale = ladder(Vec::new());
    scale.numbers = Some(vec![5, 7, -1]);
    assert_eq!(scale.best(), Some(7));
}

#[test]
fn an_open_ladder_asks() {
    let program = resolving(Some(2), Method::Open, from_zero());
    let answered = |answer| {
        let mut machine = Machine::new(&program);
        let asked = machine.run(&mut Deaf).unwrap();
        let Step::Ask(Ask::Resolve { scale, total, path, .. }) = asked else { panic!("it asks: {asked:?}") };
        assert_eq!((scale, total, path), (0, Some(2), "test.grade"));
        assert_eq!(machine.run(&mut Deaf).unwrap(), asked);
        machine.answer(answer, &mut Deaf).unwrap();
        let step = machine.run(&mut Deaf).unwrap();
        (step == Step::Done, results(&program, machine.state())[0])
    };
    assert_eq!(answered(Answer::Judge(How::Deliberate)), (true, Some(1)));
    assert_eq!(answered(Answer::Best(How::Automatic)), (true, Some(2)));
    assert_eq!(answered(Answer::Roll), (false, None));
}

#[test]
fn a_roll_takes_only_faces_it_can_show() {
    let program = resolving(Some(2), Method::Random, from_zero());
    let mut machine = Machine::new(&program);
    machine.run(&mut Deaf).unwrap();
    for wrong in [vec![], vec![0], vec![7], vec![1, 1]] {
        let fault = machine.answer(Answer::Faces(wrong, How::Given), &mut Deaf).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::BadAnswer { .. }));
    }
    assert!(machine.answer(Answer::Roll, &mut Deaf).is_err());
    machine.answer(Answer::Faces(vec![6], How::Given), &mut Deaf).unwrap();
    assert_eq!(machine.run(&mut Deaf), Ok(Step::Done));
    assert_eq!(results(&program, machine.state()), [Some(2), Some(6)]);
}

#[test]
fn faces_that_the_system_gives_go_before_the_mean() {
    let mut build = Build::new();
    let sum = build.sum(2, 6);
    build.last_roll().method = Method::Deliberate;
    build.last_roll().judged = Some(vec![1, 2]);
    build.result("sum", sum);
    let program = build.done();
    assert_eq!(results(&program, &finish(&program).unwrap()), [Some(3)]);
}

/// A deck of which no question tells the first two cards apart, and three draws from it whose cards are results.
fn three_draws() -> Program {
    let mut build = Build::new();
    let deck = build.deck(&[0, 0, 2], Some(2));
    let cards: Vec<Register> = (0..3).map(|_| build.draw(deck)).collect();
    build.draw(deck);
    for card in &cards {
        build.result("card", *card);
    }
    build.done()
}

/// Draws a card from a deck of which these should be left.
fn draw(machine: &mut Machine<'_>, (card, how): (u32, How), left: &[(u32, u32)]) -> Result<(), Fault> {
    match machine.run(&mut Deaf).unwrap() {
        Step::Ask(Ask::Draw { left: asked, .. }) => assert_eq!(asked, left),
        other => panic!("{other:?}"),
    }
    machine.answer(Answer::Card(card, how), &mut Deaf)
}

#[test]
fn cards_go_and_come_back() {
    let program = three_draws();
    let mut machine = Machine::new(&program);
    assert!(draw(&mut machine, (3, How::Given), &[(0, 1), (1, 1), (2, 1)]).is_err());
    draw(&mut machine, (1, How::Given), &[(0, 1), (1, 1), (2, 1)]).unwrap();
    draw(&mut machine, (2, How::Deliberate), &[(0, 1), (2, 1)]).unwrap();
    assert!(draw(&mut machine, (1, How::Given), &[(0, 1), (2, 1)]).is_err(), "the very card is gone");
    draw(&mut machine, (0, How::Random), &[(0, 1), (2, 1)]).unwrap();
    draw(&mut machine, (2, How::Given), &[(2, 1)]).unwrap();
    assert_eq!(machine.state().drawn, [[0, 1, 2]]);
}

#[test]
fn cards_that_nothing_tells_apart_can_be_one() {
    let program = three_draws();
    let mut machine = Machine::new(&program).lumped();
    draw(&mut machine, (1, How::Given), &[(0, 2), (2, 1)]).unwrap();
    draw(&mut machine, (2, How::Deliberate), &[(0, 1), (2, 1)]).unwrap();
    draw(&mut machine, (0, How::Random), &[(0, 1), (2, 1)]).unwrap();
    assert!(draw(&mut machine, (1, How::Given), &[(2, 1)]).is_err());
    draw(&mut machine, (2, How::Given), &[(2, 1)]).unwrap();
    assert_eq!(machine.state().drawn, [[0, 0, 2]]);
}

#[test]
fn an_empty_deck_has_no_card() {
    let mut build = Build::new();
    let deck = build.deck(&[], None);
    build.draw(deck);
    assert_eq!(fault(&build.done()), FaultKind::DeckEmpty { deck: 0 });
    let mut build = Build::new();
    let deck = build.deck(&[0], None);
    let into = build.register(None);
    build.push(Instruction::Draw {
        into,
        deck,
        method: Method::Deliberate,
        path: "test.card".into(),
        by: Box::default(),
        shown: None,
    });
    assert!(matches!(fault(&build.done()), FaultKind::NoAnswer { .. }));
}

#[test]
fn choices_keep_to_their_limits() {
    let mut build = Build::new();
    let into = build.register(None);
    build.push(Instruction::Choose(Box::new(Choose {
        into,
        path: "test.number".into(),
        question: "".into(),
        by: Decider::default(),
        low: Operand::Value(2),
        high: Operand::Value(4),
        options: Vec::new(),
        default: Some(Operand::Value(3)),
        shape: Shape::Number,
    })));
    build.result("number", into);
    let program = build.done();
    let mut machine = Machine::new(&program);
    let Ok(Step::Ask(ask)) = machine.run(&mut Deaf) else { panic!("it asks") };
    assert!(matches!(ask, Ask::Choose { low: 2, high: 4, default: Some(3), .. }), "{ask:?}");
    assert!(ask.is_for_a_person());
    assert_eq!(ask.for_everybody(), ask, "nothing of it is kept from anybody");
    assert!(machine.answer(Answer::Choice(5, How::Person), &mut Deaf).is_err());
    machine.answer(Answer::Choice(4, How::Person), &mut Deaf).unwrap();
    assert_eq!(results(&program, machine.state()), [Some(4)]);
}

#[test]
fn functions_are_answered_from_outside() {
    let mut build = Build::new();
    build.program.functions.push(function("weigh", 2));
    let (into, also) = (build.register(None), build.register(None));
    let arguments = vec![Operand::Value(3), Operand::Unreached];
    build.push(Instruction::Call { into: vec![into, also], function: 0, arguments, path: "".into() });
    build.result("weight", into);
    build.result("price", also);
    let program = build.done();
    let mut machine = Machine::new(&program);
    let Ok(Step::Ask(asked)) = machine.run(&mut Deaf) else { panic!("it asks") };
    assert!(!asked.is_for_a_person());
    let Ask::Call { function, arguments, .. } = asked else { panic!("it asks: {asked:?}") };
    assert_eq!((function, arguments), (0, vec![Some(3), None]));
    assert!(machine.answer(Answer::Called(called(vec![Some(1)])), &mut Deaf).is_err());
    machine.answer(Answer::Called(called(vec![None, Some(7)])), &mut Deaf).unwrap();
    assert_eq!(machine.run(&mut Deaf), Ok(Step::Done));
    assert_eq!(results(&program, machine.state()), [None, Some(7)]);
}

#[test]
fn a_run_goes_on_from_a_kept_state() {
    let program = resolving(Some(2), Method::Open, from_zero());
    let mut machine = Machine::new(&program);
    machine.run(&mut Deaf).unwrap();
    machine.answer(Answer::Roll, &mut Deaf).unwrap();
    machine.run(&mut Deaf).unwrap();
    let mut later = Machine::resume(&program, machine.into_state());
    assert!(matches!(later.run(&mut Deaf), Ok(Step::Ask(Ask::Roll { .. }))));
}

struct Ear(Vec<String>);

impl Listener for Ear {
    fn hear(&mut self, told: &Told<'_>, at: Address, state: &State) {
        let words = match told {
            Told::Called { .. } => "called".to_owned(),
            Told::Trace(Trace::Note { text }) => text.text.to_string(),
            Told::Trace(_) => "trace".into(),
            Told::Rolled { roll: Roll { path, .. }, faces, kept, value, how, .. } => {
                format!("{path} {faces:?} {kept:?} {value} {how:?}")
            }
            Told::Resolved { into, total, how, .. } => {
                format!("resolved {:?} with {total:?} {how:?}", state.registers[into.0 as usize])
            }
            Told::Drawn { card, .. } => format!("card {card}"),
            Told::Chosen { value, .. } => format!("chose {value}"),
        };
        self.0.push(format!("{} {words}", at.0));
    }
}

#[test]
fn a_listener_hears_everything() {
    let mut build = Build::new();
    build.program.traces.push(Trace::Note { text: "hello".into() });
    build.push(Instruction::Trace(0));
    build.roll(&[(2.into(), 6.into())], Keep::Highest(1), &[Question::Kept]);
    build.last_roll().method = Method::Deliberate;
    let mut ear = Ear(Vec::new());
    Machine::new(&build.done()).run(&mut ear).unwrap();
    assert_eq!(ear.0, ["0 hello", "1 test.roll [4, 4] [true, false] 4 Extension"]);
    let mut ear = Ear(Vec::new());
    Machine::new(&resolving(Some(-1), Method::Deliberate, from_zero())).run(&mut ear).unwrap();
    assert_eq!(ear.0, ["0 resolved Some(0) with Some(-1) Deliberate"]);
}
