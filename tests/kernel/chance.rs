//! The streams of chance, against values computed by an independent implementation of their descriptions.

use std::collections::BTreeSet;

use assize::semantics::chance::sequential::{self, Sequential};
use assize::semantics::chance::{Chance, Draw, Seed, Seeds, Stream, addressed};

#[test]
fn the_older_stream_is_the_documented_one() {
    assert_eq!(sequential::NAME, "chacha8/1");
    let mut chance = Sequential::new(0);
    let words = [chance.word(), chance.word(), chance.word()];
    assert_eq!(words, [0xbf94_d133_2d8e_e5e8, 0x3a73_8775_a6da_5a01, 0x3d46_ff10_c143_ee06]);
    let mut chance = Sequential::new(5);
    assert_eq!((0..100).map(|_| chance.word()).last(), Some(0xd250_05d9_3652_87bc));
}

#[test]
fn its_dice_are_drawn_as_documented() {
    let mut chance = Sequential::new(1);
    let faces: Vec<i64> = (0..20).map(|_| chance.face(6)).collect();
    assert_eq!(faces, [3, 2, 3, 1, 5, 5, 4, 6, 4, 5, 6, 2, 2, 1, 3, 3, 6, 6, 6, 4]);
    let mut chance = Sequential::new(42);
    let faces: Vec<i64> = (0..20).map(|_| chance.face(20)).collect();
    assert_eq!(faces, [17, 6, 8, 19, 18, 4, 19, 20, 6, 6, 16, 7, 17, 11, 17, 6, 11, 15, 4, 19]);
}

#[test]
fn its_words_that_would_favour_low_numbers_are_passed_over() {
    let mut chance = Sequential::new(3);
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
fn it_shuffles_and_picks_as_documented() {
    let mut things: Vec<u32> = (0..10).collect();
    Sequential::new(7).shuffle(&mut things);
    assert_eq!(things, [9, 1, 5, 2, 3, 0, 4, 8, 7, 6]);
    assert_eq!(Sequential::new(7).pick(10), Some(6));
    assert_eq!(Sequential::new(7).pick(0), None);
}

/// A draw for Ada's `lift.height`.
const LIFT: Draw<'_> = Draw { path: "lift.height", by: "ada", time: 0, secret: false };

fn faces(stream: Stream, draw: Draw<'_>, sides: &[i64]) -> Vec<i64> {
    Chance::from(stream).faces(draw, sides)
}

#[test]
fn a_die_has_the_documented_address() {
    assert_eq!(addressed::NAME, "blake3/1");
    let stream = Stream::from(7);
    assert_eq!(faces(stream, LIFT, &[6; 12]), [3, 4, 2, 6, 4, 2, 6, 5, 3, 1, 1, 4]);
    assert_eq!(faces(stream, LIFT, &[20, 6, 100, 1, 1_000_000]), [7, 4, 70, 1, 985_632]);
    let later = Stream::of_entry(Seeds::from(7), 3);
    assert_eq!(faces(later, Draw { time: 2, ..LIFT }, &[6; 6]), [5, 6, 6, 6, 6, 6]);
    let path = "the long way round the old tower.what they carry up there";
    let long = Draw { path, by: "ada the tall", ..LIFT };
    assert_eq!(faces(Stream::of_entry(Seeds::from(7), 1), long, &[6; 6]), [6, 3, 3, 2, 4, 1]);
    let seed: Seed = "8f1c22d0a97be3645110cf3d72e8b4a9".parse().unwrap();
    let nobody = Draw { path: "a", by: "", ..LIFT };
    assert_eq!(faces(Stream::of_entry(Seeds::from(seed), 1), nobody, &[10; 6]), [9, 8, 4, 4, 10, 3]);
}

#[test]
fn what_is_secret_has_a_seed_of_its_own() {
    let secret = Draw { secret: true, ..LIFT };
    assert_eq!(faces(Stream::from(7), secret, &[6; 6]), [3, 6, 1, 1, 6, 1]);
    assert_eq!(Seeds::from(7).secret.to_string(), "3d9e65da26381f3a5cd47efcbd2bd82d");
    let seed: Seed = "0123456789abcdef0123456789abcdef".parse().unwrap();
    let stream = Stream::of_entry(Seeds { public: Seed::from(7), secret: seed }, 4);
    assert_eq!(faces(stream, Draw { path: "a.b", by: "bo", ..secret }, &[6; 8]), [6, 4, 5, 5, 3, 5, 3, 3]);
}

#[test]
fn a_word_that_would_favour_low_numbers_is_passed_over_for_one_of_the_same_die() {
    let draw = Draw { path: "a.b", by: "bo", time: 2, secret: false };
    let faces = faces(Stream::of_entry(Seeds::from(5), 2), draw, &[3 << 61; 4]);
    let expected = [
        4_838_888_949_198_150_494,
        // The second and the fourth die had to be drawn again; the third is none the worse for it.
        4_924_933_424_775_643_362,
        1_606_327_660_432_236_776,
        4_909_723_058_642_639_750,
    ];
    assert_eq!(faces, expected);
}

#[test]
fn cards_come_up_as_documented() {
    let card = |time| {
        let draw = Draw { path: "a.deck", by: "bo", time, secret: false };
        // Ten cards, of which the 4 and the 6 are gone.
        Chance::from(Stream::of_entry(Seeds::from(5), 2)).card(draw, 10, &[0, 1, 2, 3, 5, 7, 8, 9])
    };
    assert_eq!((0..12).map(card).collect::<Option<Vec<u32>>>(), Some(vec![7, 9, 9, 5, 0, 2, 9, 8, 8, 9, 7, 1]));
    assert_eq!(Chance::from(Stream::from(5)).card(LIFT, 2, &[]), None);
}

#[test]
fn seeds_are_read_as_they_are_written() {
    for text in
        ["0", "7", "18446744073709551615", "00000000000000010000000000000000", "8f1c22d0a97be3645110cf3d72e8b4a9"]
    {
        let seed: Seed = text.parse().unwrap();
        assert_eq!(seed.to_string(), text);
        assert_eq!(Seed::from_bytes(seed.to_bytes()), seed);
    }
    let padded: Seed = "00000000000000000000000000000010".parse().unwrap();
    assert_eq!(padded, Seed::from(16), "32 digits are hexadecimal");
    for text in ["", "-1", "+1", "1.5", "ada", "18446744073709551616", "8f1c22d0a97be364", " 7"] {
        assert_eq!(text.parse::<Seed>().map_err(|wrong| wrong.to_string()).unwrap_err(), WRONG, "{text}");
    }
}

const WRONG: &str = "a seed is a whole number, such as 42 (below 2^64), or 32 hexadecimal digits";

#[test]
fn a_die_shows_each_of_its_faces_and_no_other() {
    for sides in [1, 2, 3, 4, 6, 8, 10, 12, 20, 30, 100_u32] {
        let roll = |seed: u32| {
            let seeds = Seeds::from(u64::from(seed));
            Chance::from(Stream::of_entry(seeds, 1)).faces(LIFT, &[i64::from(sides)])[0]
        };
        let seen: BTreeSet<i64> = (0..sides * 40).map(roll).collect();
        assert_eq!(seen, (1..=i64::from(sides)).collect(), "d{sides}");
    }
}
