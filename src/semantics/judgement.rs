//! The faces that judgement sees if a rulebook prints none: those of the rounded mean.
//!
//! The mean of the value that counts is rounded to the nearest whole number, halves up, and spread over the dice that
//! count as evenly as their sides allow, higher faces last. Dice that do not count show the face next to it.

use dashu_int::UBig;

use super::dice::{Keep, kept_count};

/// The mean of a part of the dice is not computed beyond so many steps.
const MOST_STEPS: u64 = 10_000_000;

/// The faces judgement sees, one a die, in the order of `sides`; `None` for a pool too large to be averaged.
pub fn judged(sides: &[i64], keep: Keep) -> Option<Vec<i64>> {
    let counted = kept_count(sides.len(), keep);
    if counted == sides.len() || counted == 0 {
        return Some(spread(mean_of_all(sides), sides));
    }
    let mean = mean_of_kept(sides, keep)?;
    Some(match keep {
        Keep::Lowest(_) => lowest(sides, counted, mean),
        Keep::All | Keep::Highest(_) => highest(sides, counted, mean),
    })
}

fn mean_of_all(sides: &[i64]) -> i64 {
    let doubled: i64 = sides.iter().map(|sides| sides + 1).sum();
    (doubled + 1).div_euclid(2)
}

/// The dice with the most sides count: together they can always show the mean of the highest faces.
fn highest(sides: &[i64], counted: usize, mean: i64) -> Vec<i64> {
    let order = by_sides(sides);
    let (dropped, shown) = order.split_at(sides.len() - counted);
    let mut faces = place(sides, shown, mean);
    let least = shown.iter().map(|&die| faces[die]).min().unwrap_or(1);
    for &die in dropped {
        faces[die] = least.min(sides[die]);
    }
    faces
}

/// The dice with the fewest sides count: what they show, the others can show as well.
fn lowest(sides: &[i64], counted: usize, mean: i64) -> Vec<i64> {
    let order = by_sides(sides);
    let (shown, dropped) = order.split_at(counted);
    let mut faces = place(sides, shown, mean);
    let most = shown.iter().map(|&die| faces[die]).max().unwrap_or(1);
    for &die in dropped {
        faces[die] = most;
    }
    faces
}

fn by_sides(sides: &[i64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sides.len()).collect();
    order.sort_by_key(|&die| sides[die]);
    order
}

fn place(sides: &[i64], shown: &[usize], total: i64) -> Vec<i64> {
    let limits: Vec<i64> = shown.iter().map(|&die| sides[die]).collect();
    let mut faces = vec![1; sides.len()];
    for (&die, face) in shown.iter().zip(spread(total, &limits)) {
        faces[die] = face;
    }
    faces
}

/// Spreads `total` over faces within `limits` as evenly as they allow, the rest on the last ones.
fn spread(total: i64, limits: &[i64]) -> Vec<i64> {
    let level = level(total, limits);
    let mut faces: Vec<i64> = limits.iter().map(|limit| level.min(*limit)).collect();
    let mut rest = total - faces.iter().sum::<i64>();
    for (face, limit) in faces.iter_mut().zip(limits).rev() {
        if rest > 0 && *limit > level {
            *face += 1;
            rest -= 1;
        }
    }
    faces
}

/// The highest face that all can show (or come as near to as they can) without passing `total` together.
fn level(total: i64, limits: &[i64]) -> i64 {
    let reaches = |level: i64| limits.iter().map(|limit| level.min(*limit)).sum::<i64>();
    let (mut low, mut high) = (0, limits.iter().copied().max().unwrap_or(0));
    while low < high {
        let middle = (low + high + 1) / 2;
        if reaches(middle) <= total {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// The mean of the faces that count, halves up.
///
/// It is the sum over every face of how many of the counting dice are expected to show at least that face.
fn mean_of_kept(sides: &[i64], keep: Keep) -> Option<i64> {
    let most = sides.iter().copied().max().unwrap_or(0);
    let dice = sides.len() as u64;
    let steps = u64::try_from(most).ok()?.checked_mul(dice * dice)?;
    if steps > MOST_STEPS {
        return None;
    }
    let mut sum = UBig::ZERO;
    for face in 1..=most {
        for (reaching, ways) in ways_to_reach(face, sides)?.into_iter().enumerate() {
            sum += ways * UBig::from(counting(reaching, sides.len(), keep));
        }
    }
    let all = sides.iter().try_fold(UBig::ONE, |all, sides| Some(all * UBig::try_from(*sides).ok()?))?;
    let rounded = (sum * UBig::from(2u8) + &all) / (all * UBig::from(2u8));
    i64::try_from(rounded).ok()
}

/// Of `reaching` dice that show at least a face, how many count.
fn counting(reaching: usize, dice: usize, keep: Keep) -> usize {
    let counted = kept_count(dice, keep);
    match keep {
        Keep::All | Keep::Highest(_) => reaching.min(counted),
        Keep::Lowest(_) => reaching.saturating_sub(dice - counted),
    }
}

/// For every number of dice in how many ways exactly so many show at least `face`.
fn ways_to_reach(face: i64, sides: &[i64]) -> Option<Vec<UBig>> {
    let mut ways = vec![UBig::ONE];
    for &sides in sides {
        let above = UBig::try_from((sides - face + 1).max(0)).ok()?;
        let below = UBig::try_from((face - 1).min(sides)).ok()?;
        let mut next = vec![UBig::ZERO; ways.len() + 1];
        for (reaching, ways) in ways.iter().enumerate() {
            next[reaching] += ways * &below;
            next[reaching + 1] += ways * &above;
        }
        ways = next;
    }
    Some(ways)
}
