//! What is known of the runs of a scene: their registers and what lies in their blanks.
//!
//! A program asks for these at every word, so they are found by the numbers of runs and locals and not by searching.

use std::collections::BTreeMap;

use super::super::{Operand, Question, Register};
use super::partial_value::{Filled, PartialValue};
use crate::model::{InvocationId, LocalId};

/// Questions to one roll, and the registers of their answers.
pub type Answers = Vec<(Question, Register)>;

/// What is known of every run that has been spoken of.
#[derive(Clone, Debug, Default)]
pub struct States<'m> {
    latest: Vec<Option<InvocationState<'m>>>,
    counted: BTreeMap<(InvocationId, i64), InvocationState<'m>>,
}

impl<'m> States<'m> {
    /// What is known of a run; the number is that of a counted run, 0 for the latest.
    pub fn get(&self, (invocation, nth): (InvocationId, i64)) -> Option<&InvocationState<'m>> {
        match nth {
            0 => self.latest.get(invocation.0)?.as_ref(),
            _ => self.counted.get(&(invocation, nth)),
        }
    }

    /// The same, to be changed; nothing is known of a run that has not been spoken of.
    pub fn of(&mut self, (invocation, nth): (InvocationId, i64)) -> &mut InvocationState<'m> {
        if nth != 0 {
            return self.counted.entry((invocation, nth)).or_default();
        }
        if self.latest.len() <= invocation.0 {
            self.latest.resize_with(invocation.0 + 1, || None);
        }
        self.latest[invocation.0].get_or_insert_default()
    }

    /// The same of every run, as far as each can be changed so; `None` if one of them cannot.
    pub fn try_map<'n>(
        self,
        mut map: impl FnMut(InvocationState<'m>) -> Option<InvocationState<'n>>,
    ) -> Option<States<'n>> {
        let latest = self.latest.into_iter().map(|state| state.map_or(Some(None), |state| map(state).map(Some)));
        Some(States {
            latest: latest.collect::<Option<_>>()?,
            counted: self.counted.into_iter().map(|(run, state)| Some((run, map(state)?))).collect::<Option<_>>()?,
        })
    }
}

/// What is known of one run.
#[derive(Clone, Debug, Default)]
pub struct InvocationState<'m> {
    /// Computed locals.
    pub locals: ByLocal<Lanes>,
    /// Answers of rolls, for each item of a plan where there are such rolls.
    pub questions: BTreeMap<(LocalId, Option<usize>), Answers>,
    /// Qualifiers of plans: local, item, qualifier.
    pub qualifiers: BTreeMap<(LocalId, usize, usize), Operand>,
    /// What qualifiers were before the plan was cut.
    pub planned: BTreeMap<(LocalId, usize, usize), Operand>,
    /// Blanks, once they are asked for.
    pub blanks: ByLocal<PartialValue<'m>>,
    /// The entries that a scene wrote into them.
    pub entries: ByLocal<Vec<Filled>>,
    /// First register, and how many there are.
    pub block: Option<(Register, u32)>,
    /// How often it ran, for runs that are counted.
    pub count: Option<Register>,
}

impl InvocationState<'_> {
    /// Nothing yet, with room for the locals of a procedure.
    pub fn with_room(locals: usize) -> Self {
        Self { locals: ByLocal::with_room(locals), blanks: ByLocal::with_room(locals), ..Self::default() }
    }

    /// The register of a computed local; the last number is the level of a family.
    pub fn local(&self, local: LocalId, item: Option<usize>, level: usize) -> Option<Register> {
        self.locals.get(local)?.register(item, level)
    }
}

/// The registers of a computed local, side by side: one for each level of a family, for each item of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Lanes {
    /// The first of them.
    pub first: Register,
    /// How many levels a family has, 1 otherwise.
    pub levels: usize,
    /// How many items there are, if it belongs to the items of a plan.
    pub items: Option<usize>,
}

impl Lanes {
    fn register(self, item: Option<usize>, level: usize) -> Option<Register> {
        let item = match (self.items, item) {
            (None, None) => 0,
            (Some(items), Some(item)) if item < items => item,
            (None, Some(_)) | (Some(_), _) => return None,
        };
        (level < self.levels).then(|| self.at(item * self.levels + level))
    }

    /// All of them, in order.
    pub fn registers(self) -> impl Iterator<Item = Register> {
        (0..self.items.unwrap_or(1) * self.levels).map(move |offset| self.at(offset))
    }

    fn at(self, offset: usize) -> Register {
        Register(self.first.0.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX)))
    }
}

/// One thing for some of the locals of a procedure.
#[derive(Clone, Debug)]
pub struct ByLocal<T>(Vec<Option<T>>);

impl<T> Default for ByLocal<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> ByLocal<T> {
    /// Nothing yet, with room for so many locals.
    pub fn with_room(locals: usize) -> Self {
        Self(Vec::with_capacity(locals))
    }

    /// What there is for a local.
    pub fn get(&self, local: LocalId) -> Option<&T> {
        self.0.get(local.0)?.as_ref()
    }

    /// Puts something in the place of what there was.
    pub fn insert(&mut self, local: LocalId, value: T) {
        if self.0.len() <= local.0 {
            self.0.resize_with(local.0 + 1, || None);
        }
        self.0[local.0] = Some(value);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// What there is, in the order of the locals.
    pub fn pairs(&self) -> impl Iterator<Item = (LocalId, &T)> {
        self.0.iter().enumerate().filter_map(|(place, value)| Some((LocalId(place), value.as_ref()?)))
    }

    /// The same for every local, as far as each can be changed so; `None` if one of them cannot.
    pub fn try_map<U>(self, mut map: impl FnMut(T) -> Option<U>) -> Option<ByLocal<U>> {
        let mapped = self.0.into_iter().map(|value| value.map_or(Some(None), |value| map(value).map(Some)));
        Some(ByLocal(mapped.collect::<Option<_>>()?))
    }
}
