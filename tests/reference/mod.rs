//! An independent reference for the probability cases of the catalogue.
//!
//! Every case whose identifier contains `-P` is worked out here from the words of the rules by
//! looking at each face of each die and counting, with exact fractions. Nothing of the crate
//! under test is used.
//!
//! The labels of a result are those of the case's expected text:
//!
//! - words that introduce a list ("values", "ladder", "outcome", "quality after cutting") are
//!   left out, but "round 1 Surprised total -6: Passionate" keeps its round, for without it the
//!   labels of the three rounds would collide;
//! - a single figure goes by its words ("mean", "overall success", "aggressor wins");
//! - "each of 2..19" stands for the labels "2", "3" and so on;
//! - figures printed without a label are numbered in the order of printing: "#1", "#2", ...;
//! - a printed range such as "range {5, 6}" is itself a label and has the chance 1.
//!
//! A label printed with the fraction 0 is present in the map; nothing else has the fraction 0.

mod chance;
mod dice;
mod duel;
mod fatigue;
mod fatigue_pools;
mod range;
mod ttomp;
mod ttomp_combined;
mod west;
mod west_deck;

use std::collections::BTreeMap;

use dashu_ratio::RBig;

/// The exact fractions of one case, by label; nothing when no function stands for the case.
pub fn distribution(id: &str) -> Option<BTreeMap<String, RBig>> {
    ttomp::case(id)
        .or_else(|| ttomp_combined::case(id))
        .or_else(|| fatigue::case(id))
        .or_else(|| fatigue_pools::case(id))
        .or_else(|| west::case(id))
        .or_else(|| west_deck::case(id))
        .or_else(|| duel::case(id))
        .or_else(|| range::case(id))
}
