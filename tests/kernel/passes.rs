//! A program made smaller is the same program: whole or reduced, with any of the passes or without.

use assize::drivers::adjudicate::{Adjudicate, Dice};
use assize::drivers::chosen::Choices;
use assize::drivers::odds::{Budget, Distribution, OddsError, Progress, Ways, heard, odds};
use assize::drivers::{Mode, run};
use assize::ir::passes::{self, Answers, Pass, Reduced, reduce};
use assize::ir::{Address, Binary, Instruction, Keep, Method, Operand, Program, Question, Refusal, Unary, Value};
use assize::machine::{Bounds, Deaf, Fault, FaultKind, Listener, State, Told};
use assize::semantics::chance::{Chance, Stream};
use dashu_ratio::RBig;
use proptest::prelude::*;

use crate::build::{Build, results};
use crate::random_programs;

/// Hears everything, so that nothing is left out for it.
struct Ears;

impl Listener for Ears {
    fn hear(&mut self, _: &Told<'_>, _: Address, _: &State) {}
}

/// Odds without any pass.
fn plain(program: &Program) -> Result<Distribution, OddsError> {
    let (choices, bounds, progress) = (Choices::new(), Bounds::default(), Progress::default());
    let ways = Ways {
        mode: Mode::Random,
        choices: &choices,
        before: &[],
        drawn: &[],
        host: None,
        bounds: &bounds,
        progress: &progress,
    };
    heard(program, ways, Budget::default(), &mut Ears)
}

fn for_odds(program: &Program, passes: &[Pass]) -> Reduced {
    reduce(program, passes, Answers { ladders: Some(Method::Random), is_chosen: &|_| false })
}

/// What is left of a program whose runs all come to their ends, if only some results are asked for.
fn sliced_unfailing(program: &Program, results: &[usize]) -> Program {
    let answers = Answers { ladders: Some(Method::Random), is_chosen: &|_| false };
    passes::slice(&passes::unfailing(&for_odds(program, &passes::ALL)), results, answers).program
}

/// The results of one run; questions are asked as they stand.
fn ran(program: &Program, mode: Mode, seed: u64) -> Vec<Value> {
    let dice = Dice::Seeded(Chance::from(Stream::from(seed)));
    let state = run(program, &mut Adjudicate::new(program, mode, dice), &mut Deaf).unwrap();
    results(program, &state)
}

/// All passes, and each of them without the others.
fn ways_of_reducing() -> Vec<Vec<Pass>> {
    let alone = passes::ALL.iter().map(|pass| vec![*pass]);
    let without = passes::ALL.iter().map(|left| passes::ALL.iter().copied().filter(|pass| pass != left).collect());
    [Vec::new(), passes::ALL.to_vec()].into_iter().chain(alone).chain(without).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_reduced_program_has_the_same_odds(lines in random_programs::some_lines()) {
        let program = random_programs::program(&lines);
        let whole = plain(&program).unwrap();
        for passes in ways_of_reducing() {
            let reduced = for_odds(&program, &passes);
            prop_assert_eq!(&plain(&reduced.program).unwrap().outcomes, &whole.outcomes, "{:?}", passes);
            prop_assert_eq!(reduced.origins.len(), reduced.program.code.len());
        }
        prop_assert_eq!(&odds(&program, Mode::Random, &Choices::new(), Budget::default()).unwrap().outcomes, &whole.outcomes);
    }

    #[test]
    fn what_never_fails_is_sliced_to_the_same_odds(lines in random_programs::some_lines()) {
        let program = random_programs::program(&lines);
        let whole = plain(&program).unwrap();
        for result in 0..program.results.len() {
            let slice = sliced_unfailing(&program, &[result]);
            prop_assert_eq!(plain(&slice).unwrap().of(0), whole.of(result), "{:?}", slice.code);
        }
    }

    #[test]
    fn a_reduced_program_runs_to_the_same(lines in random_programs::some_lines()) {
        let program = random_programs::program(&lines);
        for passes in ways_of_reducing() {
            let reduced = reduce(&program, &passes, Answers { ladders: None, is_chosen: &|_| true });
            for (mode, seed) in [(Mode::Random, 1), (Mode::Random, 2), (Mode::Deliberate, 3)] {
                prop_assert_eq!(ran(&reduced.program, mode, seed), ran(&program, mode, seed), "{:?}", passes);
            }
        }
    }
}

#[test]
fn what_a_scene_fixes_is_gone() {
    let mut build = Build::new();
    let strength = build.register(Some(4));
    let enough = build.binary(Binary::Less, 3, strength);
    let weak = build.unless(enough);
    let pool = build.sum(1, 6);
    let better = build.binary(Binary::Add, pool, strength);
    let over = build.jump();
    build.land(weak);
    build.copy(better, 0);
    build.land(over);
    build.result("better", better);
    let reduced = for_odds(&build.done(), &passes::ALL).program;
    let words: Vec<&Instruction> = reduced.code.iter().collect();
    let [Instruction::Roll(_), Instruction::Binary { b: Operand::Value(4), .. }, Instruction::Done] = words[..] else {
        panic!("{:?}", reduced.code)
    };
    assert_eq!(reduced.registers.len(), 2);
}

/// Rounds in each of which a die is rolled anew, unless a coin says otherwise. At the end it is asked whether it is high, and
/// whether all of them together are many.
fn last_die(rounds: i64) -> Program {
    let mut build = Build::new();
    let (last, all, round) = (build.register(None), build.register(Some(0)), build.register(Some(0)));
    let head = build.here();
    let more = build.binary(Binary::Less, round, rounds);
    let over = build.unless(more);
    let coin = build.sum(1, 2);
    let is_heads = build.binary(Binary::Equal, coin, 2);
    let tails = build.unless(is_heads);
    let die = build.sum(1, 20);
    build.copy(last, die);
    build.push(Instruction::Binary {
        into: all,
        op: Binary::Add,
        a: Operand::Register(all),
        b: Operand::Register(coin),
    });
    build.land(tails);
    build.push(Instruction::Binary { into: round, op: Binary::Add, a: Operand::Register(round), b: Operand::Value(1) });
    build.push(Instruction::Jump { to: head });
    build.land(over);
    let is_high = build.binary(Binary::Less, 15, last);
    let is_low = build.register(None);
    build.push(Instruction::Unary { into: is_low, op: Unary::Not, a: Operand::Register(is_high) });
    let are_many = build.binary(Binary::Less, 3, all);
    build.result("low", is_low);
    build.result("many", are_many);
    build.done()
}

#[test]
fn what_the_end_compares_is_compared_where_it_is_written() {
    let program = last_die(4);
    let reduced = for_odds(&program, &passes::ALL).program;
    assert_eq!(plain(&reduced).unwrap().outcomes, plain(&program).unwrap().outcomes);
    let late: Vec<Pass> = passes::ALL.into_iter().filter(|pass| *pass != Pass::Hoist).collect();
    let compared_behind = |program: &Program| {
        let back = program.code.iter().rposition(|one| matches!(one, Instruction::Jump { .. })).unwrap();
        program.code[back..]
            .iter()
            .filter(|one| matches!(one, Instruction::Binary { .. } | Instruction::Unary { .. }))
            .count()
    };
    // The sum is carried from round to round in any case, and compared at the end.
    assert_eq!(compared_behind(&for_odds(&program, &late).program), 3, "{:?}", reduced.code);
    assert_eq!(compared_behind(&reduced), 1, "{:?}", reduced.code);
}

#[test]
fn what_feeds_only_itself_is_gone_with_its_dice() {
    let mut build = Build::new();
    let (total, tired, round) = (build.register(Some(0)), build.register(Some(0)), build.register(Some(0)));
    let head = build.here();
    let more = build.binary(Binary::Less, round, 3);
    let over = build.unless(more);
    let effort = build.sum(2, 10);
    let (a, b) = (Operand::Register(tired), Operand::Register(effort));
    build.push(Instruction::Binary { into: tired, op: Binary::Add, a, b });
    let found = build.sum(1, 4);
    let (a, b) = (Operand::Register(total), Operand::Register(found));
    build.push(Instruction::Binary { into: total, op: Binary::Add, a, b });
    build.push(Instruction::Binary { into: round, op: Binary::Add, a: Operand::Register(round), b: Operand::Value(1) });
    build.push(Instruction::Jump { to: head });
    build.land(over);
    build.result("total", total);
    let program = build.done();
    let reduced = for_odds(&program, &passes::ALL).program;
    let rolls = |program: &Program| program.code.iter().filter(|one| matches!(one, Instruction::Roll(_))).count();
    assert_eq!((rolls(&program), rolls(&reduced)), (2, 1), "{:?}", reduced.code);
    assert_eq!(plain(&reduced).unwrap().outcomes, plain(&program).unwrap().outcomes);
    // Whoever has recorded answers is asked all the same questions.
    let asked = reduce(&program, &passes::ALL, Answers { ladders: None, is_chosen: &|_| true }).program;
    assert_eq!(rolls(&asked), 2);
}

#[test]
fn a_loop_that_no_result_needs_is_gone_once_it_is_known_to_end() {
    let mut build = Build::new();
    let (wounds, round) = (build.register(Some(0)), build.register(Some(0)));
    let first = build.sum(1, 6);
    build.result("first", first);
    let head = build.here();
    let more = build.binary(Binary::Less, round, 3);
    let over = build.unless(more);
    let blow = build.sum(1, 6);
    let hits = build.binary(Binary::LessOrEqual, 4, blow);
    let missed = build.unless(hits);
    let (a, b) = (Operand::Register(wounds), Operand::Register(blow));
    build.push(Instruction::Binary { into: wounds, op: Binary::Add, a, b });
    build.land(missed);
    let down = build.binary(Binary::LessOrEqual, 10, wounds);
    let fights_on = build.unless(down);
    let why = Refusal::OutOfRange { what: "a blow".into(), value: a, low: Operand::Value(0), high: Operand::Value(18) };
    let much = build.binary(Binary::Less, 18, wounds);
    let allowed = build.unless(much);
    build.push(Instruction::Refuse { why });
    build.land(allowed);
    build.land(fights_on);
    build.push(Instruction::Binary { into: round, op: Binary::Add, a: Operand::Register(round), b: Operand::Value(1) });
    build.push(Instruction::Jump { to: head });
    build.land(over);
    build.result("wounds", wounds);
    let program = build.done();
    let rolls = |program: &Program| program.code.iter().filter(|one| matches!(one, Instruction::Roll(_))).count();
    let answers = Answers { ladders: Some(Method::Random), is_chosen: &|_| false };
    let first_alone = passes::slice(&for_odds(&program, &passes::ALL), &[0], answers).program;
    assert_eq!(rolls(&first_alone), 2, "as long as a run may be refused, the fight goes on: {:?}", first_alone.code);
    let first_alone = sliced_unfailing(&program, &[0]);
    assert_eq!((rolls(&first_alone), first_alone.code.len()), (1, 2), "{:?}", first_alone.code);
    let wounds_alone = sliced_unfailing(&program, &[1]);
    assert_eq!(rolls(&wounds_alone), 1, "{:?}", wounds_alone.code);
    assert_eq!(plain(&wounds_alone).unwrap().of(0), plain(&program).unwrap().of(1));
    assert_eq!(sliced_unfailing(&program, &[]).code, [Instruction::Done]);
}

#[test]
fn a_failure_stays_even_if_nobody_reads_what_it_spoils() {
    let mut build = Build::new();
    let die = build.sum(1, 6);
    let apart = build.binary(Binary::Subtract, die, 6);
    build.binary(Binary::DivideDown, 1, apart);
    build.result("one", die);
    let program = build.done();
    let found = odds(&program, Mode::Random, &Choices::new(), Budget::default());
    assert_eq!(found, plain(&program), "the same fault, at the same instruction");
    let division = Fault { at: Address(2), kind: FaultKind::DivisionByZero };
    assert_eq!(found, Err(OddsError::Fault(division)));
}

#[test]
fn a_division_that_cannot_fail_is_left_out() {
    let mut build = Build::new();
    let die = build.sum(1, 6);
    build.binary(Binary::DivideDown, 60, die);
    build.result("die", die);
    let reduced = for_odds(&build.done(), &passes::ALL).program;
    assert_eq!(reduced.code.len(), 2, "{:?}", reduced.code);
}

#[test]
fn a_refusal_is_a_result_of_its_own() {
    let mut build = Build::new();
    let shield = build.register(Some(1));
    build.push(Instruction::Trace(0));
    build.program.traces.push(assize::ir::Trace::Note { text: "a blow".into() });
    let wounds = build.sum(1, 6);
    let left = build.binary(Binary::Subtract, shield, wounds);
    let holds = build.binary(Binary::LessOrEqual, -4, left);
    let broken = build.unless(holds);
    let over = build.jump();
    build.land(broken);
    let value = Operand::Register(left);
    let why = Refusal::OutOfRange { what: "shield".into(), value, low: Operand::Value(-4), high: Operand::Unreached };
    build.push(Instruction::Refuse { why });
    build.land(over);
    build.result("left", left);
    let program = build.done();
    let found = odds(&program, Mode::Random, &Choices::new(), Budget::default());
    assert_eq!(found, plain(&program));
    let found = found.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found.refused, [(Address(6), RBig::ONE / RBig::from(6))]);
    assert_eq!((found.outcomes.len(), found.mass()), (5, RBig::ONE));
}

#[test]
fn if_every_run_is_refused_there_are_no_odds_but_the_reason() {
    let mut build = Build::new();
    let wounds = build.sum(1, 6);
    let value = Operand::Register(wounds);
    let why = Refusal::OutOfRange { what: "shield".into(), value, low: Operand::Value(7), high: Operand::Unreached };
    build.push(Instruction::Refuse { why });
    build.result("wounds", wounds);
    let found = odds(&build.done(), Mode::Random, &Choices::new(), Budget::default());
    let Err(OddsError::Fault(Fault { at: Address(1), kind: FaultKind::Refused(_, numbers) })) = found else {
        panic!("{found:?}")
    };
    assert_eq!(numbers, [Some(1), Some(7), None]);
}

#[test]
fn dice_that_cannot_be_rolled_are_refused_although_nobody_reads_them() {
    let mut build = Build::new();
    let die = build.sum(1, 6);
    let few = build.binary(Binary::Subtract, die, 2);
    build.roll(&[(few.into(), 6.into())], Keep::All, &[Question::Kept]);
    build.result("die", die);
    let program = build.done();
    let found = odds(&program, Mode::Random, &Choices::new(), Budget::default());
    let bad = FaultKind::BadDice { count: -1, sides: 6 };
    assert_eq!(found, Err(OddsError::Fault(Fault { at: Address(2), kind: bad })));
}

#[test]
fn what_was_asked_is_known_behind_a_branch() {
    let mut build = Build::new();
    let die = build.sum(2, 6);
    let low = build.binary(Binary::Less, die, 5);
    let high = build.unless(low);
    let never = build.binary(Binary::LessOrEqual, 5, die);
    build.result("never", never);
    let over = build.jump();
    build.land(high);
    let reached = build.register(None);
    build.push(Instruction::Unary { into: reached, op: Unary::IsReached, a: Operand::Register(die) });
    build.copy(never, 0);
    build.land(over);
    let reduced = for_odds(&build.done(), &passes::ALL).program;
    let asks_again = reduced.code.iter().any(|one| matches!(one, Instruction::Binary { op: Binary::LessOrEqual, .. }));
    assert!(!asks_again, "{:?}", reduced.code);
}
