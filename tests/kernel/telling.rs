//! What telling takes of the bytes of a run, counted by hand: 128 for each event, row and part, 32 for a die, 48 for a point of a plan.

use std::sync::Arc;

use assize::ir::{
    Achieved, Instruction, Keep, Operand, Part, PlanPoint, Program, Question, Register, Shape, Trace, TraceRow,
    TraceTerm, TraceTurn,
};
use assize::machine::{Answer, Bounds, Called, FaultKind, Listener, Machine, State, Step, Told};
use assize::shared_text::SharedText;
use assize::source::Span;

use crate::build::{Build, function};

struct Ear;

impl Listener for Ear {
    fn hear(&mut self, _: &Told<'_>, _: assize::ir::Address, _: &State) {}
}

/// Whether a run tells no more than so many bytes; whoever is called answers this.
fn suffices(program: &Program, output: u64, called: &Called) -> bool {
    let mut machine = Machine::new(program).within(Bounds { output, ..Bounds::default() });
    loop {
        let went = match machine.run(&mut Ear) {
            Ok(Step::Done) => return true,
            Ok(Step::Ask(_)) => machine.answer(Answer::Called(called.clone()), &mut Ear),
            Err(fault) => Err(fault),
        };
        if let Err(fault) = went {
            assert!(matches!(fault.kind, FaultKind::Output { .. }), "{fault:?}");
            return false;
        }
    }
}

/// The fewest bytes that suffice.
fn bytes_of(program: &Program, called: &Called) -> u64 {
    let (mut too_few, mut enough) = (0, 1 << 20);
    assert!(suffices(program, enough, called));
    while enough - too_few > 1 {
        let between = u64::midpoint(too_few, enough);
        if suffices(program, between, called) { enough = between } else { too_few = between }
    }
    enough
}

fn bytes(trace: Trace) -> u64 {
    let mut build = Build::new();
    build.register(Some(3));
    build.program.traces.push(trace);
    build.push(Instruction::Trace(0));
    bytes_of(&build.done(), &Called::default())
}

fn point(first: i64, last: Operand) -> PlanPoint {
    PlanPoint { label: "care".into(), first: Operand::Value(first), last }
}

fn cut(slots: Vec<PlanPoint>, achieved: usize) -> Trace {
    let one =
        Achieved { path: "p".into(), planned: Operand::Value(1), achieved: Operand::Value(1), shape: Shape::Number };
    let (path, plan, unit): (SharedText, SharedText, SharedText) = ("p".into(), "plan".into(), "points".into());
    Trace::Cut { path, plan, unit, kept: Operand::Value(1), slots, achieved: vec![one; achieved] }
}

#[test]
fn each_point_of_a_plan_takes_room() {
    assert_eq!(bytes(cut(Vec::new(), 0)), 128);
    assert_eq!(bytes(cut(vec![point(1, Operand::Value(5))], 2)), 128 + 5 * 48 + 3 * 128);
    assert_eq!(bytes(cut(vec![point(4, Operand::Value(4))], 0)), 128 + 48 + 128);
    assert_eq!(bytes(cut(vec![point(2, Operand::Value(1))], 0)), 128 + 128, "nothing is laid out");
    assert_eq!(bytes(cut(vec![point(1, Operand::Register(Register(0)))], 0)), 128 + 3 * 48 + 128, "as computed");
    assert_eq!(bytes(cut(vec![point(1, Operand::Unreached)], 0)), 128 + 128);
    assert_eq!(bytes(cut(vec![point(1, Operand::Value(5_000))], 0)), 128 + 1_000 * 48 + 128, "more are told by nobody");
}

fn row(parts: usize, reads: &[&str], text: &str) -> TraceRow {
    let (value, span) = (Operand::Value(1), Span::default());
    let (text, unless) = (Some(text.into()), None);
    let part = Part { label: "part".into(), text, value, if_known: value, span, unless, level: None };
    let reads: Arc<[SharedText]> = reads.iter().map(|&read| read.into()).collect();
    TraceRow { label: "row".into(), value, span, parts: vec![part; parts], reads, level: None }
}

#[test]
fn each_row_of_a_sum_takes_room_and_each_turn_of_an_order() {
    let sum = |rows| Trace::Sum { path: "sum".into(), total: Register(0), rows };
    assert_eq!(bytes(sum(Vec::new())), 128);
    assert_eq!(bytes(sum(vec![row(3, &["a", "b"], "seven b")])), 128 + 6 * 128 + 3 * 7);
    assert_eq!(bytes(sum(vec![row(0, &[], ""), row(0, &["a"], "")])), 128 + 3 * 128);
    let turn = |keys, reads: &[&str]| TraceTurn {
        who: "ada".into(),
        place: Register(0),
        keys: vec![Operand::Value(1); keys],
        span: Span::default(),
        reads: reads.iter().map(|&read| read.into()).collect(),
    };
    assert_eq!(bytes(Trace::Order { turns: vec![turn(3, &["a", "b"])] }), 128 + 6 * 128);
    assert_eq!(bytes(Trace::Order { turns: vec![turn(0, &[]), turn(1, &[])] }), 128 + 3 * 128);
}

#[test]
fn each_term_of_a_calculation_takes_room_and_what_it_reads() {
    let totalled = |terms, reads: &[&str]| Trace::Totalled {
        path: "p".into(),
        value: Operand::Value(1),
        terms: vec![TraceTerm { before: " + ".into(), value: Operand::Value(1) }; terms],
        end: "".into(),
        reads: reads.iter().map(|&read| read.into()).collect(),
    };
    assert_eq!(bytes(totalled(0, &[])), 128);
    assert_eq!(bytes(totalled(3, &[])), 128 + 3 * 128);
    assert_eq!(bytes(totalled(3, &["a", "b"])), 128 + 5 * 128);
}

#[test]
fn what_a_function_says_takes_room_and_so_do_dice() {
    let mut build = Build::new();
    build.program.functions.push(function("weigh", 2));
    let into = build.register(None);
    let arguments = vec![Operand::Value(3), Operand::Value(4)];
    build.push(Instruction::Call { into: vec![into], function: 0, arguments, path: "scales".into() });
    let added = vec![(2, "two".to_owned()), (1, "onefive".to_owned())];
    let called = Called { values: vec![Some(1)], added, notes: vec!["five.".to_owned()] };
    assert_eq!(bytes_of(&build.done(), &called), 128 + (3 + 7 + 5 + 6) + 5 * 128);

    let mut build = Build::new();
    build.roll(&[(5.into(), 6.into())], Keep::All, &[Question::Kept]);
    build.last_roll().method = assize::ir::Method::Deliberate;
    let path = build.last_roll().path.len() as u64;
    assert_eq!(bytes_of(&build.done(), &Called::default()), 128 + 5 * 32 + path);
}
