//! Tables looked up with a level for which they have no row: the rest of such a run goes on without a value.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::Fact;
use super::reached::Reaching;
use crate::model::{Expr, LocalId, ProcedureId, RuleId, TableId, VarId, constant_of};
use crate::source::Span;

/// A value of a procedure.
type Value = (ProcedureId, LocalId);

/// A level of which a table has no row or column: by which of its keys, and which level.
pub type Missed = (TableId, usize, i64);

/// What a parameter of a rule was handed.
#[derive(Clone, Debug)]
struct Handed {
    /// What has the same name has the same value.
    name: String,
    /// The levels that it can be, if it cannot be every one.
    levels: Option<BTreeSet<i64>>,
}

/// Names that grow longer, as rules hand on what others have handed to them, say nothing any more.
const LONGEST_NAME: usize = 400;

/// What is looked up in one procedure.
#[derive(Clone, Debug, Default)]
pub struct Lookups {
    /// Where each missing row may be wanted, and for which value.
    missed: BTreeMap<Missed, Vec<(Span, Option<Value>)>>,
    /// Values of which a line of their procedure asks whether they are there, or says what stands in for them. What is asked of
    /// another run is whether it took place.
    asked: BTreeSet<Value>,
    /// Values, and others from which a `let` works them out.
    made_of: BTreeSet<(Value, Value)>,
    /// The line in hand is a `let`, whose value is missing where that is which it is worked out from.
    pub works_out: bool,
    /// Some line asks whether the value in hand is there.
    asking: bool,
    /// The same was looked at before.
    again: bool,
    handed: BTreeMap<VarId, Handed>,
}

impl Lookups {
    /// Adds what another procedure looks up.
    pub fn join(&mut self, other: Lookups) {
        for (missed, places) in other.missed {
            self.missed.entry(missed).or_default().extend(places);
        }
        self.asked.extend(other.asked);
        self.made_of.extend(other.made_of);
    }

    /// Where each missing row is wanted of which nobody asks whether it is there.
    pub fn unasked(mut self) -> BTreeMap<Missed, Span> {
        loop {
            let asks = |(made, _): &&(Value, Value)| self.asked.contains(made);
            let more: BTreeSet<Value> = self.made_of.iter().filter(asks).map(|(_, of)| *of).collect();
            if more.is_subset(&self.asked) {
                break;
            }
            self.asked.extend(more);
        }
        let asked = self.asked;
        let first = |places: Vec<(Span, Option<Value>)>| {
            let mut left = places.into_iter().filter(|(_, value)| value.is_none_or(|value| !asked.contains(&value)));
            left.next().map(|(place, _)| place)
        };
        self.missed.into_iter().filter_map(|(missed, places)| Some((missed, first(places)?))).collect()
    }
}

impl Reaching<'_> {
    /// A table is looked up here: notes the levels that these keys can be and of which it has no row.
    pub(super) fn looks_up(&mut self, table: TableId, keys: &[Expr], (place, path): (Span, Fact)) {
        let system = self.system;
        let (Some(gaps), Some(procedure)) = (system.gaps.get(&table), self.procedure) else { return };
        if self.lookups.asking || self.lookups.again {
            return;
        }
        let value = self.defining.map(|local| (procedure, local));
        for (parameter, level) in gaps {
            let Some(key) = keys.get(*parameter) else { continue };
            if self.can_be(key, *level, path) {
                let missed = (table, *parameter, *level);
                self.lookups.missed.entry(missed).or_default().push((place, value));
            }
        }
    }

    /// Whether a key can be a level, as far as that is known.
    fn can_be(&mut self, key: &Expr, level: i64, path: Fact) -> bool {
        if self.levels_of(key).is_some_and(|levels| !levels.contains(&level)) {
            return false;
        }
        if constant_of(key).is_some() {
            return self.facts.is_possible([path]);
        }
        let (name, count) = (self.name(key), self.levels(&key.ty));
        let is_so = self.facts.is(&name, level, count);
        self.facts.is_possible([path, is_so])
    }

    /// A value is read here: whether it is there may be asked, and what the line computes is made of it.
    pub(super) fn reads(&mut self, value: Value) {
        if self.system.gaps.is_empty() {
            return;
        }
        if self.lookups.asking {
            self.lookups.asked.insert(value);
        }
        if let (Some(procedure), Some(local)) = (self.procedure, self.defining.filter(|_| self.lookups.works_out)) {
            self.lookups.made_of.insert(((procedure, local), value));
        }
    }

    /// Does something while it is asked whether a value is there; answers what was asked before.
    pub(super) fn asks_whether(&mut self, asking: bool) -> bool {
        std::mem::replace(&mut self.lookups.asking, asking)
    }

    /// What follows was looked at before, or it was not; answers what held until now.
    pub(super) fn looks_again(&mut self, again: bool) -> bool {
        std::mem::replace(&mut self.lookups.again, again)
    }

    /// A rule is handed these: inside of it they are what its parameters are. Answers what its caller was handed.
    pub(super) fn hands(&mut self, rule: RuleId, arguments: &[Expr]) -> HandedBefore {
        let before = HandedBefore(self.lookups.handed.clone());
        if self.system.gaps.is_empty() {
            return before;
        }
        for ((_, _, variable), argument) in self.system.rules[rule].params.iter().zip(arguments) {
            let (name, levels) = (self.name(argument), self.levels_of(argument));
            if name.len() <= LONGEST_NAME {
                self.lookups.handed.insert(*variable, Handed { name, levels });
            }
        }
        before
    }

    /// The rule is over.
    pub(super) fn takes_back(&mut self, before: HandedBefore) {
        self.lookups.handed = before.0;
    }

    /// The name of what a parameter was handed, if that is known.
    pub(super) fn name_of_handed(&self, variable: VarId) -> Option<String> {
        self.lookups.handed.get(&variable).map(|handed| handed.name.clone())
    }

    /// The levels that a parameter can be, if it cannot be every one.
    pub(super) fn levels_of_handed(&self, variable: VarId) -> Option<BTreeSet<i64>> {
        self.lookups.handed.get(&variable)?.levels.clone()
    }
}

/// What the caller of a rule was handed itself.
pub(super) struct HandedBefore(BTreeMap<VarId, Handed>);
