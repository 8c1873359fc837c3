//! Dice: every combination of faces, one after another.

use std::collections::BTreeMap;

use dashu_ratio::RBig;

use super::chance::Spread;

/// Visits every combination of faces of the dice, the last die turning fastest.
pub fn every_roll(sizes: &[i64], mut visit: impl FnMut(&[i64])) {
    let mut faces = vec![1; sizes.len()];
    loop {
        visit(&faces);
        let turned = faces.iter().zip(sizes).rposition(|(face, size)| face < size);
        let Some(place) = turned else { return };
        faces[place] += 1;
        faces[place + 1..].fill(1);
    }
}

/// Reads every combination of faces and counts what was read.
pub fn chances<T: Ord>(sizes: &[i64], mut read: impl FnMut(&[i64]) -> T) -> Spread<T> {
    let mut counts: BTreeMap<T, u64> = BTreeMap::new();
    let mut total = 0_u64;
    every_roll(sizes, |faces| {
        *counts.entry(read(faces)).or_insert(0) += 1;
        total += 1;
    });
    let shares = counts.into_iter();
    shares.map(|(value, count)| (value, RBig::from(count) / RBig::from(total))).collect()
}

/// The sum of the faces.
pub fn sum(faces: &[i64]) -> i64 {
    faces.iter().sum()
}

/// The highest face, 0 when there is no die.
pub fn highest(faces: &[i64]) -> i64 {
    faces.iter().copied().max().unwrap_or(0)
}

/// The lowest face, 0 when there is no die.
pub fn lowest(faces: &[i64]) -> i64 {
    faces.iter().copied().min().unwrap_or(0)
}
