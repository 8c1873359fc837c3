//! Outcomes with exact chances: counting them, following one stage by the next, naming them.

use std::collections::BTreeMap;

use dashu_ratio::RBig;

/// Each possible value with its exact chance.
pub type Spread<T> = BTreeMap<T, RBig>;

/// The printed labels of a case with their fractions.
pub type Labelled = BTreeMap<String, RBig>;

/// A value that is certain.
pub fn certain<T: Ord>(value: T) -> Spread<T> {
    Spread::from([(value, RBig::ONE)])
}

/// Adds `share` to the chance of `value`.
pub fn add<T: Ord>(spread: &mut Spread<T>, value: T, share: RBig) {
    *spread.entry(value).or_insert(RBig::ZERO) += share;
}

/// For each value of a first stage, the whole of the stage that follows from it.
pub fn then<A, B: Ord>(first: &Spread<A>, mut next: impl FnMut(&A) -> Spread<B>) -> Spread<B> {
    let mut all = Spread::new();
    for (value, chance) in first {
        for (result, share) in next(value) {
            add(&mut all, result, chance * share);
        }
    }
    all
}

/// Reads every value of a spread as something else; equal readings are added up.
pub fn read_as<A, B: Ord>(spread: &Spread<A>, mut reading: impl FnMut(&A) -> B) -> Spread<B> {
    then(spread, |value| certain(reading(value)))
}

/// The chance that a value meets a condition.
pub fn chance_of<A>(spread: &Spread<A>, mut holds: impl FnMut(&A) -> bool) -> RBig {
    let mut sum = RBig::ZERO;
    for (value, chance) in spread {
        if holds(value) {
            sum += chance;
        }
    }
    sum
}

/// The mean of the figures read from the values.
pub fn mean<A>(spread: &Spread<A>, mut figure: impl FnMut(&A) -> i64) -> RBig {
    let mut sum = RBig::ZERO;
    for (value, chance) in spread {
        sum += chance * RBig::from(figure(value));
    }
    sum
}

/// The values as labels.
pub fn labelled<T: ToString>(spread: &Spread<T>) -> Labelled {
    let pairs = spread.iter();
    pairs.map(|(value, chance)| (value.to_string(), chance.clone())).collect()
}

/// The values as labels, with a 0 for each expected label that cannot come up.
pub fn labelled_over<T: ToString, L: ToString>(spread: &Spread<T>, labels: &[L]) -> Labelled {
    let mut all = labelled(spread);
    for label in labels {
        all.entry(label.to_string()).or_insert(RBig::ZERO);
    }
    all
}

/// Figures printed without labels: "#1", "#2" and so on.
pub fn numbered(figures: impl IntoIterator<Item = RBig>) -> Labelled {
    let pairs = (1..).zip(figures);
    pairs.map(|(place, figure)| (format!("#{place}"), figure)).collect()
}

/// A map with one more label.
pub fn with(mut labelled: Labelled, label: &str, figure: RBig) -> Labelled {
    labelled.insert(label.to_string(), figure);
    labelled
}
