//! Arithmetic, logic, and the counting of dice.

use std::cell::Cell;

use assize::ir::{Binary, Keep, Question, Unary, Value};
use assize::semantics::arithmetic::{ArithmeticError, binary, divide_down, divide_up, modulo, unary};
use assize::semantics::counting::{Within, count, count_within};
use assize::semantics::dice;
use dashu_int::UBig;

use crate::build::every_face;

#[test]
fn division_says_its_rounding() {
    for a in -20..=20 {
        for b in (-7..=7).filter(|b| *b != 0) {
            let (down, up, rest) = (divide_down(a, b).unwrap(), divide_up(a, b).unwrap(), modulo(a, b).unwrap());
            assert_eq!(down * b + rest, a);
            assert!(rest == 0 || (rest < 0) == (b < 0));
            assert_eq!(up, down + i64::from(rest != 0));
        }
    }
    assert_eq!(divide_down(1, 0), Err(ArithmeticError::DivisionByZero));
    assert_eq!(divide_up(i64::MIN, -1), Err(ArithmeticError::Overflow));
    assert_eq!(modulo(i64::MIN, -1), Ok(0));
}

#[test]
fn numbers_are_checked() {
    let overflow = Err(ArithmeticError::Overflow);
    assert_eq!(binary(Binary::Add, Some(i64::MAX), Some(1)), overflow);
    assert_eq!(binary(Binary::Subtract, Some(i64::MIN), Some(1)), overflow);
    assert_eq!(binary(Binary::Multiply, Some(i64::MAX), Some(2)), overflow);
    assert_eq!(unary(Unary::Negate, Some(i64::MIN)), overflow);
    assert_eq!(binary(Binary::Multiply, Some(i64::MAX), None), Ok(None));
    assert_eq!(binary(Binary::Minimum, Some(3), Some(-3)), Ok(Some(-3)));
    assert_eq!(binary(Binary::Maximum, Some(3), Some(-3)), Ok(Some(3)));
    assert_eq!(binary(Binary::LessOrEqual, Some(3), Some(3)), Ok(Some(1)));
    assert_eq!(binary(Binary::Less, Some(3), Some(3)), Ok(Some(0)));
    assert_eq!(binary(Binary::Equal, None, None), Ok(None));
}

#[test]
fn logic_has_three_values() {
    let (no, yes, unreached): (Value, Value, Value) = (Some(0), Some(1), None);
    let and = |a, b| binary(Binary::And, a, b).unwrap();
    let or = |a, b| binary(Binary::Or, a, b).unwrap();
    assert_eq!([and(no, unreached), and(unreached, no), and(no, yes)], [no; 3]);
    assert_eq!([and(yes, unreached), and(unreached, yes), and(unreached, unreached)], [unreached; 3]);
    assert_eq!([or(yes, unreached), or(unreached, yes), or(no, Some(5))], [yes; 3]);
    assert_eq!([or(no, unreached), or(unreached, no), or(unreached, unreached)], [unreached; 3]);
    assert_eq!([and(yes, Some(7)), or(no, no)], [yes, no]);
    assert_eq!(unary(Unary::Not, None), Ok(None));
    assert_eq!(unary(Unary::Not, Some(0)), Ok(yes));
    assert_eq!(unary(Unary::IsReached, None), Ok(no));
    assert_eq!(unary(Unary::OrZero, None), Ok(Some(0)));
}

/// Those that all are asked together in every way; the last three are asked together with few others.
const OFTEN: usize = 8;

const QUESTIONS: [Question; 11] = [
    Question::Kept,
    Question::Rolled,
    Question::Highest,
    Question::Lowest,
    Question::Doubles,
    Question::Any(2),
    Question::Count(3),
    Question::AtLeast(3),
    Question::Dropped,
    Question::Face(1),
    Question::Face(3),
];

fn enumerate(sides: &[i64], keep: Keep, questions: &[Question]) -> Vec<(Vec<Value>, UBig)> {
    let mut tally = std::collections::BTreeMap::new();
    for faces in every_face(sides) {
        let answers: Vec<Value> = questions.iter().map(|question| dice::answer(*question, &faces, keep)).collect();
        *tally.entry(answers).or_insert(UBig::ZERO) += UBig::ONE;
    }
    tally.into_iter().collect()
}

#[test]
fn counting_agrees_with_enumeration() {
    let pools: [&[i64]; 9] =
        [&[], &[6], &[6, 6], &[4, 4, 4], &[4, 6, 3], &[1, 2, 8], &[6, 6, 6, 6], &[2, 2, 2, 2, 2], &[20, 4]];
    let keeps = [Keep::All, Keep::Highest(1), Keep::Highest(2), Keep::Lowest(1), Keep::Lowest(2), Keep::Lowest(9)];
    for sides in pools {
        for keep in keeps {
            for asked in 0..1 << QUESTIONS.len() {
                let chosen = (0..QUESTIONS.len()).filter(|place| asked >> place & 1 == 1);
                let questions: Vec<Question> = chosen.map(|place| QUESTIONS[place]).collect();
                if questions.len() > 3 && (sides.len() > 3 || asked >> OFTEN > 0) {
                    continue;
                }
                let counted = count(sides, keep, &questions, 1_000_000).unwrap();
                assert_eq!(counted.outcomes, enumerate(sides, keep, &questions), "{sides:?} {keep:?} {questions:?}");
            }
        }
    }
}

#[test]
fn a_sum_alone_is_counted_as_it_is_beside_another_question() {
    for (dice, sides) in (1..=7).flat_map(|dice| [1, 2, 5, 20].map(|sides| (dice, sides))) {
        let pool = vec![sides; dice];
        for keep in (0..=8).flat_map(|kept| [Keep::Highest(kept), Keep::Lowest(kept)]).chain([Keep::All]) {
            for question in [Question::Kept, Question::Rolled, Question::Highest, Question::Lowest] {
                let alone = count(&pool, keep, &[question], 1_000_000).unwrap();
                let beside = count(&pool, keep, &[question, Question::Any(sides + 1)], 1_000_000).unwrap();
                let sums = beside.outcomes.into_iter().map(|(answers, ways)| (vec![answers[0]], ways));
                assert_eq!(alone.outcomes, sums.collect::<Vec<_>>(), "{dice}d{sides} {keep:?} {question:?}");
            }
        }
    }
}

/// Each way of counting, with the most dice or sides that there can be: whoever is told of its steps can say no after few of them.
#[test]
fn counting_tells_of_its_steps_a_few_at_a_time() {
    let (many, large) = (vec![1_000; 1_000], vec![1_000_000; 20]);
    for pool in [many, large] {
        for keep in [Keep::All, Keep::Highest(500), Keep::Highest(10), Keep::Lowest(10)] {
            for questions in [
                &[Question::Kept][..],
                &[Question::Rolled, Question::Highest],
                &[Question::Doubles, Question::Any(6)],
                &[Question::Kept, Question::Count(1)],
                &[Question::Face(2), Question::Doubles],
            ] {
                let (mut told, mut most) = (0, 0);
                let mut spend = |steps| {
                    (told, most) = (told + 1, most.max(steps));
                    told < 150
                };
                let is_full = &Cell::default();
                let within = Within { steps: u64::MAX, memory: usize::MAX, spend: &mut spend, is_full };
                let counted = count_within(within, &pool, keep, questions);
                assert!(counted.is_none() && told == 150, "{} dice, {keep:?} {questions:?}: {told}", pool.len());
                assert!(most <= 50_000, "{} dice, {keep:?} {questions:?}: {most}", pool.len());
            }
        }
    }
}

/// What takes too many steps is given up before most of them are taken.
#[test]
fn too_many_steps_are_foreseen() {
    let counts = [Question::AtLeast(4), Question::Count(6)];
    for (pool, keep, questions) in [
        (vec![1_000; 500], Keep::Highest(250), &[Question::Kept][..]),
        (vec![1_000; 500], Keep::Lowest(250), &[Question::Kept]),
        (vec![6; 1_000], Keep::All, &counts),
    ] {
        let mut taken = 0;
        let mut spend = |steps| {
            taken += steps;
            true
        };
        let is_full = &Cell::default();
        let within = Within { steps: 100_000_000, memory: usize::MAX, spend: &mut spend, is_full };
        assert_eq!(count_within(within, &pool, keep, questions), None, "{} dice", pool.len());
        assert!(taken <= 20_000_000, "{} dice, {keep:?}: {taken}", pool.len());
    }
}

/// Too large for numbers of 128 bits, and mixed dice.
#[test]
fn a_sum_alone_of_many_dice_is_counted_as_well() {
    let pool = [&[20; 40][..], &[6; 3]].concat();
    for (pool, keep) in [(&pool[..40], Keep::Highest(2)), (&pool[..40], Keep::Lowest(3)), (&pool[..], Keep::All)] {
        let alone = count(pool, keep, &[Question::Kept], 1_000_000).unwrap();
        let beside = count(pool, keep, &[Question::Kept, Question::Any(21)], 10_000_000).unwrap();
        let sums = beside.outcomes.into_iter().map(|(answers, ways)| (vec![answers[0]], ways));
        assert_eq!(alone.outcomes, sums.collect::<Vec<_>>(), "{keep:?}");
    }
}

#[test]
fn large_pools_are_counted_quickly() {
    let few = 40_000;
    for (dice, sides, kept) in [(16, 10, 8), (24, 20, 12), (100, 20, 10)] {
        let pool = count(&vec![sides; dice], Keep::Highest(kept), &[Question::Kept], few).unwrap();
        assert_eq!(pool.outcomes.iter().fold(UBig::ZERO, |all, (_, ways)| all + ways), pool.total, "{dice}d{sides}");
    }
    assert_eq!(count(&[1_000_000; 1_000], Keep::Highest(1), &[Question::Kept], 100_000), None);
    let highest = count(&[6; 16], Keep::Highest(1), &[Question::Kept], 10_000).unwrap();
    let sixes = &highest.outcomes[5];
    assert_eq!(sixes.0, [Some(6)]);
    assert_eq!(sixes.1, UBig::from(6_u8).pow(16) - UBig::from(5_u8).pow(16));
    let half = count(&[10; 16], Keep::Highest(8), &[Question::Kept], 1_000_000).unwrap();
    assert_eq!(half.outcomes.iter().map(|(_, ways)| ways.clone()).fold(UBig::ZERO, |a, b| a + b), half.total);
    assert_eq!(
        count(&[20; 30], Keep::Highest(15), &[Question::Kept, Question::Rolled, Question::Doubles], 10_000),
        None
    );
}

#[test]
fn the_faces_that_count_are_marked() {
    assert_eq!(dice::kept(&[3, 5, 5, 1], Keep::Highest(1)), [false, true, false, false]);
    assert_eq!(dice::kept(&[3, 5, 5, 1], Keep::Lowest(2)), [true, false, false, true]);
    assert_eq!(dice::kept(&[3, 5], Keep::Lowest(5)), [true, true]);
    assert_eq!(dice::answer(Question::Highest, &[], Keep::All), None);
    assert_eq!(dice::answer(Question::Rolled, &[], Keep::All), Some(0));
}
