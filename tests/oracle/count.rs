//! All that can come about in a program, counted out.

use std::collections::BTreeMap;

use dashu_ratio::RBig;

use crate::chance::{Faces, Way};
use crate::evaluate::{Wrong, scene};
use crate::tree::Program;
use crate::world::{Halt, Value};

/// How often which values come about together.
pub type Odds = BTreeMap<Vec<Value>, RBig>;

/// What a program comes to over all faces.
pub struct Counted {
    pub odds: Odds,
    /// Some of the ways: what people would tell of the faces, and what comes out.
    pub leaves: Vec<(Vec<i64>, Option<Vec<Value>>)>,
    /// Whether nothing comes of it on some way: the rules refuse it, or cannot go on.
    pub refused: bool,
    /// Whether they cannot go on, on some way: that is a mistake of the program, and there are no odds.
    pub stuck: bool,
}

/// No program of a test takes more runs than this to count out.
const MOST: usize = 6000;

/// All ways of a program; none where there are too many.
pub fn count(program: &Program, wrong: Wrong) -> Option<Counted> {
    let mut counted = Counted { odds: Odds::new(), leaves: Vec::new(), refused: false, stuck: false };
    let mut faces = Faces::default();
    for number in 0..MOST {
        let (outcome, after) = scene(program, Way::Dice, wrong, faces);
        faces = after;
        counted.stuck |= outcome == Err(Halt::Stuck);
        let outcome = outcome.ok();
        // The first, and ever fewer of the others.
        if number.is_power_of_two() || number == 0 || outcome.is_none() && !counted.refused {
            counted.leaves.push((faces.told.clone(), outcome.clone()));
        }
        match outcome {
            Some(values) => *counted.odds.entry(values).or_default() += faces.chance(),
            None => counted.refused = true,
        }
        if !faces.advance() {
            return Some(counted);
        }
    }
    None
}

/// What comes out where nothing is left to chance.
pub fn without_chance(program: &Program, way: Way) -> Option<Vec<Value>> {
    scene(program, way, Wrong::Nothing, Faces::default()).0.ok()
}

/// How often one of several values is each of its values.
pub fn of_one(odds: &Odds, place: usize) -> BTreeMap<Value, RBig> {
    let mut one: BTreeMap<Value, RBig> = BTreeMap::new();
    for (values, chance) in odds {
        *one.entry(values[place]).or_default() += chance;
    }
    one
}
