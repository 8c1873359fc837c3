//! An index of a verdict. Every event is looked at once, and found again by its subject, so that following
//! a value through a long verdict never means walking through all of it.

use std::collections::BTreeMap;
use std::mem::{Discriminant, discriminant};
use std::ops::Bound;

use super::event::in_expression;
use super::{Event, Happened, House, Shown, Verdict, mentions, provenance};
use crate::source::Place;

/// Places of events, lowest first.
type Places = Vec<usize>;

/// A name beside what events tell of.
#[derive(Clone, Copy)]
pub(super) enum Mention<'v> {
    /// It stands among what was read, and nothing tells its value.
    Read,
    /// It stands in a text, with this value in the last one.
    Told(&'v Shown),
}

/// The events of a verdict, by what they tell of.
pub(super) struct Index<'v> {
    events: &'v [Happened],
    results: BTreeMap<&'v str, &'v Shown>,
    /// What texts and lists of what was read name.
    mentioned: BTreeMap<&'v str, Mention<'v>>,
    /// By the name whose value they tell. A plan's cut does so for everything it left, and a change that leaves the value as
    /// an event before it has told it does not: nothing is said of where the value comes from.
    about: BTreeMap<&'v str, Places>,
    /// By the name they tell of, and what they are.
    alike: BTreeMap<&'v str, Vec<(Discriminant<Event>, Places)>>,
    /// Functions called in expressions, by the line that calls them and their name.
    calls: BTreeMap<&'v Place, BTreeMap<&'v str, Places>>,
    /// Functions at a point, by the path they stand at.
    at_points: BTreeMap<&'v str, Places>,
    /// Functions that look at an item of a plan, by its path.
    checks: BTreeMap<&'v str, Places>,
    /// Sums, by the path they stand beside and the number they came to with what functions added.
    sums_by_number: BTreeMap<(&'v str, i64), Places>,
    /// Sums, by the path they stand beside and what they came to in words.
    sums_by_words: BTreeMap<(&'v str, &'v str), Places>,
    /// How many events were looked at.
    #[cfg(test)]
    pub looked: std::cell::Cell<usize>,
}

impl<'v> Index<'v> {
    pub fn of(verdict: &'v Verdict) -> Self {
        let mut index = Self {
            events: &verdict.events,
            results: BTreeMap::new(),
            mentioned: BTreeMap::new(),
            about: BTreeMap::new(),
            alike: BTreeMap::new(),
            calls: BTreeMap::new(),
            at_points: BTreeMap::new(),
            checks: BTreeMap::new(),
            sums_by_number: BTreeMap::new(),
            sums_by_words: BTreeMap::new(),
            #[cfg(test)]
            looked: std::cell::Cell::default(),
        };
        for result in &verdict.results {
            index.results.entry(&result.name).or_insert(result);
        }
        for (at, happened) in verdict.events.iter().enumerate() {
            index.put(at, happened, &verdict.houses);
        }
        for (at, Happened { event, .. }) in verdict.events.iter().enumerate() {
            index.put_sum(at, event);
        }
        index
    }

    fn put(&mut self, at: usize, happened: &'v Happened, houses: &[House]) {
        let event = &happened.event;
        if let Some(name) = event.subject() {
            if !self.about.contains_key(name) || is_news(happened, houses) {
                self.about.entry(name).or_default().push(at);
            }
            let kind = discriminant(event);
            let kinds = self.alike.entry(name).or_default();
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, places)) => places.push(at),
                None => kinds.push((kind, vec![at])),
            }
        }
        for name in mentions::reads(event) {
            self.mentioned.entry(name).or_insert(Mention::Read);
        }
        for shown in mentions::values(event) {
            self.mentioned.insert(&shown.name, Mention::Told(shown));
        }
        if let Event::Cut { path, achieved, .. } = event {
            for one in achieved.iter().filter(|one| one.path != *path) {
                self.about.entry(&one.path).or_default().push(at);
            }
        }
        if let Event::House { name, path, place, .. } = event {
            if in_expression(name) {
                self.calls.entry(place).or_default().entry(name).or_default().push(at);
            } else {
                self.at_points.entry(path).or_default().push(at);
            }
            if name.starts_with("check_") {
                self.checks.entry(path).or_default().push(at);
            }
        }
    }

    /// What functions added to a sum has to be known of all events before it.
    fn put_sum(&mut self, at: usize, event: &'v Event) {
        let Event::Sum { total, .. } = event else { return };
        let beside = beside(&total.name);
        if let Some(number) = total.number {
            let came_to = number.saturating_add(self.added_at(at, &total.name));
            self.sums_by_number.entry((beside, came_to)).or_default().push(at);
        }
        self.sums_by_words.entry((beside, &total.value)).or_default().push(at);
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// An event by its place.
    pub fn get(&self, at: usize) -> Option<&'v Happened> {
        #[cfg(test)]
        self.looked.set(self.looked.get() + 1);
        self.events.get(at)
    }

    /// How a result stands at the end.
    pub fn result(&self, name: &str) -> Option<&'v Shown> {
        self.results.get(name).copied()
    }

    /// How a name is mentioned, if it stands in a text or among what was read.
    pub fn mentioned(&self, name: &str) -> Option<Mention<'v>> {
        self.mentioned.get(name).copied()
    }

    /// A name whose value some event tells, as the verdict has it.
    pub fn named(&self, path: &str) -> Option<&'v str> {
        self.about.get_key_value(path).map(|(name, _)| *name)
    }

    /// The last event before `end` that tells the value of `path`.
    pub fn last_about(&self, path: &str, end: usize) -> Option<usize> {
        last_before(self.about.get(path), end)
    }

    /// The first event from `start` on that tells the value of `path`.
    pub fn first_about(&self, path: &str, start: usize) -> Option<usize> {
        let places = self.about.get(path)?;
        places.get(places.partition_point(|at| *at < start)).copied()
    }

    /// Functions that the line at `place` called by name before the event at `end`: of each the last call.
    pub fn calls(&self, place: &Place, end: usize) -> Places {
        let called = self.calls.get(place).into_iter().flat_map(BTreeMap::values);
        called.filter_map(|places| last_before(Some(places), end)).collect()
    }

    /// The functions that stood before and after what was worked out in the event at `index`, which tells of `name`.
    pub fn functions_at(&self, index: usize, name: &str) -> Places {
        let Some(Happened { event: told, .. }) = self.get(index) else { return Places::new() };
        let mut found = self.functions_for(told, name);
        if found.is_empty() {
            return found;
        }
        let kinds = self.alike.get(name).into_iter().flatten();
        let alike = kinds.into_iter().find(|(kind, _)| *kind == discriminant(told)).map(|(_, places)| places);
        let since = last_before(alike, index).map_or(0, |before| before + 1);
        let is_function =
            |at: &usize| self.get(*at).is_some_and(|happened| matches!(happened.event, Event::House { .. }));
        let after = (index + 1..self.len()).take_while(is_function).count();
        found.retain(|at| (since..=index + after).contains(at));
        found
    }

    /// All functions that stand where `told` tells of `name`, or at an item of that plan.
    fn functions_for(&self, told: &Event, name: &str) -> Places {
        match told {
            Event::House { .. } => Places::new(),
            Event::Cut { .. } => {
                let items = format!("{name}.");
                let from = (Bound::Included(items.as_str()), Bound::Unbounded);
                let found = self.checks.range::<str, _>(from).take_while(|(path, _)| path.starts_with(&items));
                let mut found: Places = found.flat_map(|(_, places)| places).copied().collect();
                found.sort_unstable();
                found
            }
            Event::Begin { .. }
            | Event::End { .. }
            | Event::Step { .. }
            | Event::Period { .. }
            | Event::Order { .. }
            | Event::Sum { .. }
            | Event::Computed { .. }
            | Event::Rolled { .. }
            | Event::Totalled { .. }
            | Event::Resolved { .. }
            | Event::Drawn { .. }
            | Event::Chosen { .. }
            | Event::Meaning { .. }
            | Event::Changed { .. }
            | Event::Stop { .. }
            | Event::Said { .. }
            | Event::Signal { .. }
            | Event::Note { .. }
            | Event::Reveal { .. } => self.at_points.get(name).cloned().unwrap_or_default(),
        }
    }

    /// What these functions added together.
    pub fn added_at(&self, index: usize, name: &str) -> i64 {
        self.functions_at(index, name).into_iter().map(|place| self.added(place)).fold(0, i64::saturating_add)
    }

    fn added(&self, place: usize) -> i64 {
        let Some(Happened { event: Event::House { added, .. }, .. }) = self.get(place) else { return 0 };
        added.iter().map(|one| one.number).fold(0, i64::saturating_add)
    }

    /// The roll a ladder was resolved by: the last of the same name, unless an earlier resolution used it up.
    pub fn roll_of(&self, index: usize, name: &str) -> Option<usize> {
        let last = self.last_about(name, index)?;
        self.is_of_a_roll(last).then_some(last)
    }

    /// Whether an event tells of dice, or of what they come to.
    fn is_of_a_roll(&self, at: usize) -> bool {
        self.get(at).is_some_and(|happened| matches!(happened.event, Event::Rolled { .. } | Event::Totalled { .. }))
    }

    /// What the roll told in the event at `index` goes on with: the roll before it, or the dice of which it is the total.
    pub fn before_in_roll(&self, index: usize) -> Option<usize> {
        let is_between = |at: usize| self.get(at).is_some_and(|one| matches!(one.event, Event::House { .. }));
        let event = &self.get(index)?.event;
        let before = if let Event::Totalled { total, .. } = event {
            self.last_about(&total.name, index)?
        } else if let Event::Rolled { goes_on: true, .. } = event {
            index.checked_sub(1)?
        } else {
            return None;
        };
        (self.is_of_a_roll(before) && (before + 1..index).all(is_between)).then_some(before)
    }

    /// Whether what is told of a path before the event at `index` is a sum or a computed value, and is all that a ladder was resolved with.
    pub fn comes_to(&self, path: &str, index: usize, counted: Option<i64>, total: &Shown) -> bool {
        let Some(at) = self.last_about(path, index) else { return false };
        let Some(Happened { event, .. }) = self.get(at) else { return false };
        let (Event::Sum { total: shown, .. } | Event::Computed { value: shown, .. }) = event else { return false };
        let number = shown.number.map(|number| number.saturating_add(self.added_at(at, path)));
        number.is_some() && number == counted || shown.value == total.value
    }

    /// The sum a ladder was resolved with: the last one beside it (`lift.total` beside `lift.height`) that came
    /// to the same.
    pub fn sum_of(&self, index: usize, name: &str, counted: Option<i64>, value: &Shown) -> Option<usize> {
        let beside = beside(name);
        let by_number = counted.and_then(|counted| self.sums_by_number.get(&(beside, counted)));
        let by_words = self.sums_by_words.get(&(beside, value.value.as_str()));
        last_before(by_number, index).max(last_before(by_words, index))
    }
}

/// Whether an event says more of a value than those before it: a change may leave it as it was, which says something only if
/// a house rule had a hand in it.
fn is_news(happened: &Happened, houses: &[House]) -> bool {
    let leaves_all = matches!(&happened.event, Event::Changed { before, after, .. } if before == after);
    !leaves_all || provenance::is_by_houses(happened, houses)
}

fn last_before(places: Option<&Places>, end: usize) -> Option<usize> {
    let places = places?;
    places.partition_point(|at| *at < end).checked_sub(1).and_then(|last| places.get(last)).copied()
}

/// A path without its last word.
fn beside(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(before, _)| before)
}
