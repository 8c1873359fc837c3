//! The same as somebody would write it in Rust for this one question: exact, in whole numbers.

use std::hint::black_box;

use dashu_int::UBig;

use crate::{measure, measure_many};

/// How often the highest (for a bonus) or the lowest of `1 + |total|` dice shows each face.
fn pool(total: i32) -> [u64; 7] {
    let dice = 1 + total.unsigned_abs();
    let mut ways = [0; 7];
    for face in 1..=6_u64 {
        let worse = if total >= 0 { face } else { 7 - face };
        ways[face as usize] = worse.pow(dice) - (worse - 1).pow(dice);
    }
    ways
}

fn tables() -> [[u64; 7]; 24] {
    let mut all = [[0; 7]; 24];
    for dice in 1..=12 {
        all[2 * dice - 2] = pool(1 - dice as i32);
        all[2 * dice - 1] = pool(dice as i32 - 1);
    }
    all
}

/// What commitment, performance and outcome come to, over 6⁶·6⁴·6³; first who does not act.
fn chain() -> [u128; 6] {
    const MODIFIER: [i32; 7] = [0, 0, -2, -1, -1, 0, 1];
    const LEVEL: [usize; 7] = [0, 1, 2, 3, 3, 4, 5];
    let commitment = pool(-5);
    let mut levels = [0; 6];
    levels[0] = u128::from(commitment[1]) * 6_u128.pow(7);
    let mut points = [0_u128; 4];
    for face in 2..=6 {
        let total = MODIFIER[face] - 1;
        let over = 6_u128.pow(3 - total.unsigned_abs());
        for (shown, ways) in pool(total).iter().enumerate().skip(1) {
            points[shown / 2] += u128::from(commitment[face]) * u128::from(*ways) * over;
        }
    }
    for (spent, ways) in points.iter().enumerate() {
        let total = spent as i32 - 1;
        let over = 6_u128.pow(2 - total.unsigned_abs());
        for (shown, outcomes) in pool(total).iter().enumerate().skip(1) {
            levels[LEVEL[shown]] += ways * u128::from(*outcomes) * over;
        }
    }
    levels
}

fn opposed(attack: i32, defence: i32) -> i32 {
    let ways = |sum: i32| 6 - (sum - 7).abs();
    let natural = |sum: i32| i32::from(sum == 12) - i32::from(sum == 2);
    let mut hits = 0;
    for one in 2..=12 {
        for other in 2..=12 {
            if (natural(one), one + attack) > (natural(other), other + defence) {
                hits += ways(one) * ways(other);
            }
        }
    }
    hits
}

/// In how many of 400 ways either loses so much in a round, and in how many nobody does.
fn losses() -> ([u32; 24], [u32; 24], u32) {
    let (mut ours, mut theirs, mut nobody) = ([0; 24], [0; 24], 0);
    for one in 1..=20_i32 {
        for other in 1..=20 {
            let margin = one + 8 - other - 6;
            let loss = (3 + margin.abs() / 2) as usize;
            match margin.signum() {
                1 => theirs[loss] += 1,
                -1 => ours[loss] += 1,
                _ => nobody += 1,
            }
        }
    }
    (ours, theirs, nobody)
}

/// Who wins in which round, over 400 to the number of rounds: first, second, and nobody.
fn duel(wind: usize, rounds: usize) -> (Vec<UBig>, Vec<UBig>, UBig) {
    let (ours, theirs, nobody) = losses();
    let side = wind + 1;
    let mut now = vec![UBig::ZERO; side * side];
    now[side * side - 1] = UBig::ONE;
    let (mut first, mut second) = (vec![UBig::ZERO; rounds], vec![UBig::ZERO; rounds]);
    for round in 0..rounds {
        let mut next = vec![UBig::ZERO; side * side];
        for one in 1..=wind {
            for other in 1..=wind {
                let weight = &now[one * side + other];
                if *weight == UBig::ZERO {
                    continue;
                }
                next[one * side + other] += weight * UBig::from(nobody);
                for loss in 3..24 {
                    if theirs[loss] > 0 {
                        let part = weight * UBig::from(theirs[loss]);
                        if loss >= other { first[round] += part } else { next[one * side + other - loss] += part }
                    }
                    if ours[loss] > 0 {
                        let part = weight * UBig::from(ours[loss]);
                        if loss >= one { second[round] += part } else { next[(one - loss) * side + other] += part }
                    }
                }
            }
        }
        now = next;
    }
    let rest = now.iter().fold(UBig::ZERO, |sum, weight| sum + weight);
    (first, second, rest)
}

pub fn measure_all() {
    assert_eq!(opposed(4, 1) * 81, 61 * 1296);
    assert_eq!(chain()[5] * 13_060_694_016, 479_320_065 * chain().iter().sum::<u128>());
    measure_many("24 tables of n d6", "by hand", 1_000, || black_box(tables()));
    measure_many("chain of three rolls", "by hand", 1_000, || black_box(chain()));
    measure_many("opposed with naturals", "by hand", 1_000, || opposed(black_box(4), black_box(1)));
    measure("duel 20/50", "by hand", || duel(20, 50));
}
