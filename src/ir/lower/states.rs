//! What is known about the runs of a scene: their registers and the contents of their blanks.
//!
//! A program asks for these at every word, so they are found by the numbers of runs and locals and not by searching.

use std::collections::BTreeMap;

use super::super::{Operand, Question, Register};
use super::partial_value::{Filled, PartialValue};
use crate::model::{InvocationId, LocalId};
use crate::semantics::visibility::Visibility;

/// Questions to one roll, and the registers of their answers.
pub type Answers = Vec<(Question, Register)>;

/// The registers of what a scene has of its own.
#[derive(Clone, Debug)]
pub struct OwnState {
    /// What holds its value, if it is no roll.
    pub value: Option<Register>,
    /// What it answers, if it is a roll.
    pub answers: Answers,
    /// Whether lines can change it, so that it goes on from page to page.
    pub is_kept: bool,
}

impl OwnState {
    /// Visits every register that it names.
    pub fn registers(&mut self, visit: &mut dyn FnMut(&mut Register, usize)) {
        self.value.iter_mut().for_each(|register| visit(register, 1));
        self.answers.iter_mut().for_each(|(_, answer)| visit(answer, 1));
    }
}

/// What is known of every run that has been spoken of.
#[derive(Clone, Debug, Default)]
pub struct States<'m> {
    /// What is known already, of the programs before this one. It is never changed: what is new of it stands below.
    before: Option<&'m States<'static>>,
    /// The first run that is found by its place in `latest`.
    first: usize,
    latest: Vec<Option<InvocationState<'m>>>,
    /// Counted runs, and the latest of those before the first.
    others: BTreeMap<Run, InvocationState<'m>>,
}

/// A run, and its number if it is counted; 0 is the latest.
pub type Run = (InvocationId, i64);

impl<'m> States<'m> {
    /// What will be known besides what is known already, of which there are so many runs.
    pub fn behind(before: &'m States<'static>, runs: usize) -> Self {
        Self { before: Some(before), first: runs, ..Self::default() }
    }

    /// What is known of a run.
    pub fn get(&self, run: Run) -> Option<&InvocationState<'m>> {
        match (self.own(run), self.before) {
            (Some(own), _) => Some(own),
            (None, Some(before)) => before.own(run),
            (None, None) => None,
        }
    }

    fn own(&self, run: Run) -> Option<&InvocationState<'m>> {
        match self.place(run) {
            Some(place) => self.latest.get(place)?.as_ref(),
            None => self.others.get(&run),
        }
    }

    fn place(&self, (invocation, nth): Run) -> Option<usize> {
        invocation.0.checked_sub(self.first).filter(|_| nth == 0)
    }

    /// The same, to be changed; nothing is known of a run that has not been spoken of.
    pub fn of(&mut self, run: Run) -> &mut InvocationState<'m> {
        let known = || self.before.and_then(|before| before.own(run)).cloned().unwrap_or_default();
        let Some(place) = self.place(run) else { return self.others.entry(run).or_insert_with(known) };
        if self.latest.len() <= place {
            self.latest.resize_with(place + 1, || None);
        }
        self.latest[place].get_or_insert_with(known)
    }

    /// Puts something in the place of what is known of a run; answers that.
    pub fn put(&mut self, run: Run, state: Option<InvocationState<'m>>) -> Option<InvocationState<'m>> {
        let Some(place) = self.place(run) else {
            return match state {
                Some(state) => self.others.insert(run, state),
                None => self.others.remove(&run),
            };
        };
        if self.latest.len() <= place {
            self.latest.resize_with(place + 1, || None);
        }
        std::mem::replace(&mut self.latest[place], state)
    }

    /// What is known here and nowhere before, run by run.
    pub fn into_own(self) -> impl Iterator<Item = (Run, InvocationState<'m>)> {
        let latest = (self.first..).map(InvocationId).zip(self.latest);
        let latest = latest.filter_map(|(invocation, state)| Some(((invocation, 0), state?)));
        latest.chain(self.others)
    }

    /// The same of every run, as far as each can be changed so; `None` if one of them cannot.
    pub fn try_map<'n>(
        self,
        mut map: impl FnMut(InvocationState<'m>) -> Option<InvocationState<'n>>,
    ) -> Option<States<'n>> {
        let latest = self.latest.into_iter().map(|state| state.map_or(Some(None), |state| map(state).map(Some)));
        Some(States {
            before: None,
            first: self.first,
            latest: latest.collect::<Option<_>>()?,
            others: self.others.into_iter().map(|(run, state)| Some((run, map(state)?))).collect::<Option<_>>()?,
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
    /// The entries of qualifiers that take any number of values.
    pub described: BTreeMap<(LocalId, usize, usize), Vec<Filled>>,
    /// Blanks, once they are asked for.
    pub blanks: ByLocal<PartialValue<'m>>,
    /// For whom it is what lies in a blank and in no register, where it is not for all.
    pub kept_blanks: BTreeMap<LocalId, Visibility>,
    /// The entries that a scene wrote into them.
    pub entries: ByLocal<Vec<Filled>>,
    /// First register, and how many there are.
    pub block: Option<(Register, u32)>,
    /// How often it ran, for runs that are counted.
    pub count: Option<Register>,
    /// Whether it ran: a value where that is certain, unreached or 1 where it is seen at the table. Nothing where it has not been
    /// laid out.
    pub ran: Option<Operand>,
    /// For whom it is what it holds, by what stands around it. Nothing where it has not been laid out.
    pub kept: Option<Visibility>,
}

impl InvocationState<'_> {
    /// Nothing yet, with room for the locals of a procedure.
    pub fn with_room(locals: usize) -> Self {
        Self { locals: ByLocal::with_room(locals), blanks: ByLocal::with_room(locals), ..Self::default() }
    }

    /// Visits every register that it names, each with how many follow it that belong to it.
    pub fn registers(&mut self, visit: &mut dyn FnMut(&mut Register, usize)) {
        for lanes in self.locals.0.iter_mut().flatten() {
            let count = lanes.count();
            visit(&mut lanes.first, count);
        }
        self.questions.values_mut().flatten().for_each(|(_, answer)| visit(answer, 1));
        let operands = self.qualifiers.values_mut().chain(self.planned.values_mut());
        let described = self.described.values_mut().flatten();
        let entries = self.entries.0.iter_mut().flatten().flatten().chain(described);
        let entries = entries.flat_map(|entry| [&mut entry.value, &mut entry.if_known]);
        for operand in operands.chain(entries).chain(&mut self.ran) {
            if let Operand::Register(register) = operand {
                visit(register, 1);
            }
        }
        self.blanks.0.iter_mut().flatten().for_each(|value| value.registers(visit));
    }

    /// The same without what only a program needs that is under way.
    #[must_use]
    pub fn over(mut self) -> Self {
        (self.block, self.count) = (None, None);
        self.locals.0.shrink_to_fit();
        self.blanks.0.shrink_to_fit();
        self.entries.0.shrink_to_fit();
        self
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
    pub levels: u32,
    /// How many items there are, if it belongs to the items of a plan.
    pub items: Option<u32>,
}

impl Lanes {
    fn register(self, item: Option<usize>, level: usize) -> Option<Register> {
        let item = match (self.items, item) {
            (None, None) => 0,
            (Some(items), Some(item)) if item < items as usize => item,
            (None, Some(_)) | (Some(_), _) => return None,
        };
        let levels = self.levels as usize;
        (level < levels).then(|| self.at(item * levels + level))
    }

    /// All of them, in order.
    pub fn registers(self) -> impl Iterator<Item = Register> {
        (0..self.count()).map(move |offset| self.at(offset))
    }

    fn count(self) -> usize {
        self.items.unwrap_or(1) as usize * self.levels as usize
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
