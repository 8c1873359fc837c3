//! The stream of numbers, against values computed by an independent implementation of its description.

use assize::semantics::chance::{Chance, STREAM};

#[test]
fn the_stream_is_the_documented_one() {
    assert_eq!(STREAM, "chacha8/1");
    let mut chance = Chance::new(0);
    let words = [chance.word(), chance.word(), chance.word()];
    assert_eq!(words, [0xbf94_d133_2d8e_e5e8, 0x3a73_8775_a6da_5a01, 0x3d46_ff10_c143_ee06]);
    let mut chance = Chance::new(5);
    assert_eq!((0..100).map(|_| chance.word()).last(), Some(0xd250_05d9_3652_87bc));
}

#[test]
fn dice_are_drawn_as_documented() {
    let mut chance = Chance::new(1);
    let faces: Vec<i64> = (0..20).map(|_| chance.face(6)).collect();
    assert_eq!(faces, [3, 2, 3, 1, 5, 5, 4, 6, 4, 5, 6, 2, 2, 1, 3, 3, 6, 6, 6, 4]);
    let mut chance = Chance::new(42);
    let faces: Vec<i64> = (0..20).map(|_| chance.face(20)).collect();
    assert_eq!(faces, [17, 6, 8, 19, 18, 4, 19, 20, 6, 6, 16, 7, 17, 11, 17, 6, 11, 15, 4, 19]);
}

#[test]
fn words_that_would_favour_low_numbers_are_passed_over() {
    let mut chance = Chance::new(3);
    let drawn: Vec<u64> = (0..6).map(|_| chance.below(3 << 62)).collect();
    let expected = [
        6_319_948_478_430_226_631,
        11_629_570_780_263_606_947,
        11_865_325_248_710_814_791,
        10_775_740_980_125_714_852,
        3_436_062_349_723_908_564,
        5_699_955_779_197_888_244,
    ];
    assert_eq!(drawn, expected);
}

#[test]
fn things_are_shuffled_and_picked_as_documented() {
    let mut things: Vec<u32> = (0..10).collect();
    Chance::new(7).shuffle(&mut things);
    assert_eq!(things, [9, 1, 5, 2, 3, 0, 4, 8, 7, 6]);
    assert_eq!(Chance::new(7).pick(&[0, 0, 3]), Some(2));
    assert_eq!(Chance::new(7).pick(&[]), None);
}
