//! Checks of programs, what is live in them, and how they are listed.

use assize::ir::liveness::liveness;
use assize::ir::{Address, Binary, Instruction, Method, Operand, Trace, invariants, print};
use assize::source::SourceMap;

use crate::build::Build;
use crate::machine::{from_zero, resolving};

#[test]
fn what_is_wrong_is_said() {
    let mut build = Build::new();
    let register = build.register(None);
    let head = build.here();
    build.copy(register, 1);
    build.push(Instruction::Jump { to: head });
    build.push(Instruction::Clear { first: register, count: 2 });
    build.push(Instruction::Trace(3));
    build.program.spans.pop();
    let wrong = invariants::check(&build.program).unwrap_err();
    let expected = [
        "3 spans for 4 instructions",
        "the last instruction is not the end",
        "the loop from 0 to 1 counts nothing",
        "the loop from 0 to 1 is never left",
        "instruction 2: clears up to register 2 of 1",
        "instruction 3: trace 3 of 0",
    ];
    assert_eq!(wrong, expected);
}

#[test]
fn only_what_is_read_later_is_live() {
    let mut build = Build::new();
    let read = build.register(Some(1));
    let told = build.register(Some(2));
    let overwritten = build.register(Some(3));
    let deck = build.deck(&[0, 1], None);
    let face = build.sum(1, 6);
    build.program.traces.push(Trace::Computed { path: "told".into(), value: told, decided: false, reads: [].into() });
    build.push(Instruction::Trace(0));
    build.copy(overwritten, face);
    let sum = build.binary(Binary::Add, overwritten, read);
    let card = build.draw(deck);
    build.result("sum", sum);
    build.result("card", card);
    let program = build.done();
    let liveness = liveness(&program);
    let before = liveness.before(Address(0)).unwrap();
    assert_eq!(before.registers, [read.0]);
    assert_eq!(before.decks, [deck]);
    assert_eq!(liveness.after(Address(0)).unwrap().registers, [read.0, face.0]);
    assert_eq!(liveness.before(Address(4)).unwrap().registers, [sum.0]);
    assert_eq!(liveness.after(Address(4)).unwrap().decks, [0; 0]);
    assert_eq!(liveness.before(Address(2)), None);
}

#[test]
fn what_a_ladder_writes_is_dead_before_it_only_if_both_ways_write_it() {
    let program = resolving(Some(1), Method::Open, from_zero());
    let liveness = liveness(&program);
    let before = liveness.before(Address(0)).unwrap();
    // The total, and the face: a judged ladder leaves it as it is, and it is a result.
    assert_eq!(before.registers, [1, 2]);
}

#[test]
fn loops_keep_alive_what_the_next_round_reads() {
    let mut build = Build::new();
    let counter = build.register(Some(0));
    let best = build.register(Some(0));
    let head = build.here();
    let goes_on = build.binary(Binary::Less, counter, 3);
    let over = build.unless(goes_on);
    let face = build.sum(1, 6);
    let (a, b) = (Operand::Register(best), Operand::Register(face));
    build.push(Instruction::Binary { into: best, op: Binary::Maximum, a, b });
    let (a, b) = (Operand::Register(counter), Operand::Value(1));
    build.push(Instruction::Binary { into: counter, op: Binary::Add, a, b });
    build.push(Instruction::Jump { to: head });
    build.land(over);
    build.result("best", best);
    let program = build.done();
    let liveness = liveness(&program);
    assert_eq!(liveness.before(head).unwrap().registers, [counter.0, best.0]);
    assert_eq!(liveness.before(Address(2)).unwrap().registers, [counter.0, best.0]);
}

#[test]
fn a_program_is_listed_with_names_and_targets() {
    let program = resolving(Some(2), Method::Open, from_zero());
    let expected = "\
program \"test\", format 17

registers
  r0 test.grade: number = -
  r1 r1: number = 2

ladders
  grade: low < middle < high
    rolled 1..3 = low, 4..5 = middle, 6 = high
    judged ..-1 = low, 0..4 = middle

code
      0  test.grade = resolve grade with r1, open, for test.grade; rolled: next, otherwise go to 3
      1  roll 1d6, open, for test.roll: r2 = rolled
      2  test.grade = grade rolled [r2]
  >   3  done

results
  grade = test.grade
  face = r2
";
    assert_eq!(print::print(&program, &SourceMap::default()), expected);
}
