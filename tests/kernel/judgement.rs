//! The faces judgement sees.

use assize::ir::{Keep, Question};
use assize::semantics::counting::count;
use assize::semantics::dice;
use assize::semantics::judgement::judged;
use dashu_int::UBig;

#[test]
fn the_documented_faces() {
    let all = |sides: &[i64]| judged(sides, Keep::All).unwrap();
    assert_eq!(all(&[6, 6]), [3, 4]);
    assert_eq!(all(&[20]), [11]);
    assert_eq!(all(&[4; 5]), [2, 2, 3, 3, 3]);
    assert_eq!(all(&[10, 10]), [5, 6]);
    assert_eq!(all(&[6]), [4]);
    assert_eq!(all(&[]), [0; 0]);
    assert_eq!(judged(&[6, 6], Keep::Highest(1)).unwrap(), [4, 4]);
    assert_eq!(judged(&[6, 6, 6], Keep::Lowest(1)).unwrap(), [2, 2, 2]);
    assert_eq!(judged(&[6; 4], Keep::Highest(3)).unwrap(), [4, 4, 4, 4]);
    assert_eq!(judged(&[1_000_000; 1000], Keep::Highest(3)), None);
}

/// All dice sets of up to four dice, in every order, with sides up to eight.
fn small_sets() -> Vec<Vec<i64>> {
    (1..=4).flat_map(|dice| crate::build::every_face(&vec![7; dice])).collect()
}

#[test]
fn what_counts_is_the_rounded_mean() {
    for sides in small_sets() {
        for keep in [Keep::All, Keep::Highest(1), Keep::Highest(2), Keep::Lowest(1), Keep::Lowest(3)] {
            let faces = judged(&sides, keep).unwrap();
            assert!(faces.iter().zip(&sides).all(|(face, sides)| (1..=*sides).contains(face)), "{sides:?} {keep:?}");
            let shown = dice::answer(Question::Kept, &faces, keep);
            assert_eq!(shown, Some(rounded_mean(&sides, keep)), "{sides:?} {keep:?} {faces:?}");
        }
    }
}

fn rounded_mean(sides: &[i64], keep: Keep) -> i64 {
    let counted = count(sides, keep, &[Question::Kept], 1_000_000).unwrap();
    let number = |value: i64| UBig::try_from(value).unwrap();
    let sum = counted.outcomes.iter().fold(UBig::ZERO, |sum, (value, ways)| sum + number(value[0].unwrap()) * ways);
    let two = UBig::from(2_u8);
    i64::try_from((sum * &two + &counted.total) / (counted.total * two)).unwrap()
}

#[test]
fn equal_dice_show_faces_as_even_as_can_be_higher_ones_last() {
    for dice in 1..=6 {
        for sides in 1..=12 {
            let faces = judged(&vec![sides; dice], Keep::All).unwrap();
            assert!(faces.is_sorted());
            assert!(faces[dice - 1] - faces[0] <= 1);
        }
    }
}
