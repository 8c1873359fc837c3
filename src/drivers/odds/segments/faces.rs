//! Dice in a segment. Faces for which everything turns out alike are followed once: what was rolled is a symbol until something has to
//! know more of it, and then a test tells for which other faces it would turn out alike.

use std::collections::BTreeMap;

use super::cost::Stop;
use super::diagram::{self, Diagram, NodeId, Outcomes};
use super::symbols::{Span, Symbol};
use crate::drivers::odds::branching::Fork;
use crate::ir::{Register, Roll, Value};

/// An answer is compared with so many of those that were followed last.
const MOST_COMPARED: usize = 16;

/// What a question about dice was answered on the way that is followed now.
#[derive(Clone, Copy)]
pub struct Fallen {
    pub answer: Value,
    /// All answers with which it would have come here.
    pub alike: Span,
}

/// The ways of dice.
pub(super) fn faces<'p>(
    diagram: &mut Diagram<'_, 'p>,
    (at, symbols): (usize, &[Symbol]),
    roll: &'p Roll,
) -> Result<Outcomes, Stop> {
    let sides = diagram.now.sides(roll)?.ok_or(Stop::Elsewhere)?;
    let after = diagram.code.told_behind(at);
    let rolled = diagram.forks.roll(roll, sides, after);
    // The other engine would count once more what somebody has stopped.
    diagram.cost.heed()?;
    let Fork::Rolled(count, into) = rolled.map_err(|_| Stop::Elsewhere)? else { return Err(Stop::Elsewhere) };
    diagram.cost.steps(count.outcomes.len() as u64)?;
    let mut found = BTreeMap::new();
    let mut known: Vec<(Vec<Span>, NodeId)> = Vec::new();
    for (answers, weight) in &count.outcomes {
        let is_alike =
            |(alike, _): &&(Vec<Span>, NodeId)| alike.iter().zip(answers).all(|(span, one)| span.holds(*one));
        let to = if let Some((_, to)) = known.iter().rev().take(MOST_COMPARED).find(is_alike) {
            *to
        } else {
            let (alike, to) = followed(diagram, (at, symbols), (&into, answers))?;
            known.push((alike, to));
            to
        };
        diagram::add(&mut found, to, u128::try_from(weight).map_err(|_| Stop::TooWide)?)?;
    }
    Ok((found, u128::try_from(&count.total).map_err(|_| Stop::TooWide)?))
}

/// Where answers to the questions about some dice lead, and which others lead there as well.
fn followed(
    diagram: &mut Diagram<'_, '_>,
    (at, symbols): (usize, &[Symbol]),
    (into, answers): (&[Register], &[Value]),
) -> Result<(Vec<Span>, NodeId), Stop> {
    diagram.now.load(at, symbols);
    diagram.now.fall(into, answers);
    let to = diagram.go(at + 1, false)?;
    Ok((diagram.now.alike(), to))
}
