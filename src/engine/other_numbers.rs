//! Other numbers that a scene could write, nearest first, each with what the rules tie to it.

use std::collections::BTreeSet;

use super::encounter::Encounter;
use super::places::{Holder, Other, Place, Written};
use crate::model::{Argument, Entry, Expr, ExprKind, Member, Type, constant_of};

/// So many smaller numbers are tried, and the next larger one.
const MOST_TRIED: usize = 7;

/// So many values are tried of what a condition of the rules names together with a number.
const MOST_TIED: usize = 12;

/// Other numbers in the place of one that is written: the nearest first, then smaller and smaller ones, one twice as large, and the least.
pub(super) fn other_numbers(encounter: &Encounter, place: Place, entry: &Entry) -> Vec<Other> {
    let declared = Written(encounter).declared(place.holder);
    let is_number = declared.as_ref().is_some_and(|declared| *declared.ty.each() == Type::Number);
    let now = constant_of(&entry.value).filter(|_| is_number && entry.named.is_none());
    let Some(now) = now else { return Vec::new() };
    let (low, high) = declared.and_then(|declared| declared.limits).unwrap_or((0, i64::MAX));
    let halves = std::iter::successors(Some(now / 2), |last| Some(last / 2)).take_while(|next| *next != 0);
    let near = [now.saturating_sub(1), now.saturating_add(1)].into_iter();
    let mut numbers: Vec<i64> = Vec::new();
    for other in near.chain(halves).take(MOST_TRIED).chain([now.saturating_mul(2), low]) {
        if (low..=high).contains(&other) && other != now && !numbers.contains(&other) {
            numbers.push(other);
        }
    }
    numbers.into_iter().map(Other::Number).collect()
}

/// What is written of the same thing and what the rules demand of both together, with what else could stand there: who writes another
/// number may have to change that as well.
pub(super) fn tied_to(encounter: &Encounter, place: Place) -> Vec<(Place, Other)> {
    let Holder::Field(thing, field) = place.holder else { return Vec::new() };
    let declared = &encounter.scene.things[thing];
    let mut tied: BTreeSet<usize> = BTreeSet::new();
    for (_, condition, _) in &encounter.system.kinds[declared.kind].needs {
        let fields = fields_in(condition);
        if fields.contains(&field) {
            tied.extend(fields);
        }
    }
    tied.remove(&field);
    let is_single = |field: &usize| matches!(declared.fields.get(field), Some(Argument::One(_)));
    let written = Written(encounter);
    let places = tied.into_iter().filter(is_single);
    let places = places.map(|field| Place { holder: Holder::Field(thing, field), of_several: None });
    let all = places.filter_map(|place| Some((place, written.entry(place)?))).flat_map(|(place, entry)| {
        let others = written.others(place, entry, |_, _| Vec::new()).into_iter();
        others.filter(|other| *other != Other::LeftOut).map(move |other| (place, other))
    });
    all.take(MOST_TIED).collect()
}

/// The fields that a condition asks for.
fn fields_in(condition: &Expr) -> BTreeSet<usize> {
    let own = if let ExprKind::Member(_, Member::Field(field)) = condition.kind { Some(field) } else { None };
    own.into_iter().chain(condition.parts().into_iter().flat_map(fields_in)).collect()
}
