//! What is known once programs have run, kept so that another one can follow them without lowering them again.
//!
//! A computed value stays in a register, so that later code is lowered as it would be after the code that
//! computed it. The register has a number among all that outlive their programs; a later program has only those of
//! them that it names, beginning with the values and who may see them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Operand, Program, Register, RegisterInfo, Value};
use super::states::{InvocationState, OwnState, Run, States};
use crate::model::{KindId, NamedModifierId, OwnId, System, ThingId};
use crate::semantics::visibility::Visibility;
use crate::shared_text::SharedText;

/// A field of a thing; the last number is the level of a family.
pub type Place = (usize, usize, usize);

/// Where a register stands among the results of a program: first fields, then who knows what, then what runs have computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// A field of a thing.
    Field(Place),
    /// Whether somebody knows something.
    Knows(NamedModifierId, ThingId),
    /// Anything else.
    Other,
}

/// A register that has outlived its program.
#[derive(Clone, Debug)]
struct Kept {
    info: RegisterInfo,
    value: Value,
    visibility: Visibility,
    rank: Rank,
}

/// What a program has come to.
#[derive(Clone, Copy, Debug)]
pub struct End<'a> {
    /// What its registers hold.
    pub registers: &'a [Value],
    /// For each deck the cards drawn so far.
    pub drawn: &'a [Vec<u32>],
}

/// What is known once programs have run.
#[derive(Debug, Default)]
pub struct Settled {
    registers: Vec<Kept>,
    fields: BTreeMap<Place, Operand>,
    known: BTreeMap<(NamedModifierId, ThingId), Operand>,
    own: BTreeMap<OwnId, OwnState>,
    states: States<'static>,
    runs: usize,
    things: usize,
    changing: BTreeSet<(KindId, usize)>,
    revealed: BTreeSet<NamedModifierId>,
    texts: Vec<SharedText>,
    /// For each deck the cards drawn so far, in order.
    drawn: Vec<Vec<u32>>,
}

/// What a program adds to what is known, once it has run.
#[derive(Debug)]
pub struct Addition {
    /// The number of each register of the program: among those that outlive theirs, and behind them the program's own.
    pub(super) numbers: Vec<Register>,
    pub(super) fields: BTreeMap<Place, Operand>,
    pub(super) known: BTreeMap<(NamedModifierId, ThingId), Operand>,
    pub(super) own: BTreeMap<OwnId, OwnState>,
    pub(super) states: Vec<(Run, InvocationState<'static>)>,
    pub(super) runs: usize,
    pub(super) things: usize,
    pub(super) changing: Option<BTreeSet<(KindId, usize)>>,
    pub(super) revealed: Option<BTreeSet<NamedModifierId>>,
}

/// What was known before an addition, as far as it has changed.
#[derive(Debug)]
pub struct TakenBack {
    registers: usize,
    values: Vec<(usize, Value, Visibility)>,
    fields: Vec<(Place, Option<Operand>)>,
    known: Vec<((NamedModifierId, ThingId), Option<Operand>)>,
    own: Vec<(OwnId, Option<OwnState>)>,
    states: Vec<(Run, Option<InvocationState<'static>>)>,
    runs: usize,
    things: usize,
    changing: Option<BTreeSet<(KindId, usize)>>,
    revealed: Option<BTreeSet<NamedModifierId>>,
    texts: usize,
    drawn: Option<Vec<Vec<u32>>>,
}

impl Settled {
    /// Nothing has run yet.
    pub fn of(system: &System) -> Self {
        Self { drawn: vec![Vec::new(); system.decks.len()], ..Self::default() }
    }

    pub(super) fn info(&self, place: usize) -> Option<&RegisterInfo> {
        self.registers.get(place).map(|kept| &kept.info)
    }

    /// How many registers there are.
    pub(super) fn registers(&self) -> usize {
        self.registers.len()
    }

    /// So many runs have been spoken of, or could have been.
    pub(super) fn runs(&self) -> usize {
        self.runs
    }

    /// So many things stand there.
    pub(super) fn things(&self) -> usize {
        self.things
    }

    pub(super) fn field(&self, place: Place) -> Option<Operand> {
        self.fields.get(&place).copied()
    }

    /// Whether a field of something lies in that register.
    pub(super) fn is_of_a_field(&self, register: Register) -> bool {
        self.registers.get(register.0 as usize).is_some_and(|kept| matches!(kept.rank, Rank::Field(_)))
    }

    pub(super) fn knows(&self, named: NamedModifierId, who: ThingId) -> Option<Operand> {
        self.known.get(&(named, who)).copied()
    }

    pub(super) fn own(&self, own: OwnId) -> Option<&OwnState> {
        self.own.get(&own)
    }

    pub(super) fn states(&self) -> &States<'static> {
        &self.states
    }

    pub(super) fn texts(&self) -> &[SharedText] {
        &self.texts
    }

    /// Whether all of these fields have registers already.
    pub(super) fn knows_to_change(&self, changing: &BTreeSet<(KindId, usize)>) -> bool {
        self.changing.is_superset(changing)
    }

    pub(super) fn changing(&self) -> &BTreeSet<(KindId, usize)> {
        &self.changing
    }

    pub(super) fn revealed(&self) -> &BTreeSet<NamedModifierId> {
        &self.revealed
    }

    /// Whether it is in registers who knows of a named modifier.
    pub(super) fn reveals(&self, named: NamedModifierId) -> bool {
        self.revealed.contains(&named)
    }

    /// A register as a program behind it begins with it, for whom it is, and where it stands among results.
    pub(super) fn beginning(&self, place: usize) -> Option<(RegisterInfo, Visibility, Rank)> {
        let Kept { info, value, visibility, rank } = self.registers.get(place)?;
        Some((RegisterInfo { initial: *value, ..info.clone() }, *visibility, *rank))
    }

    /// For each deck the cards drawn so far, in order.
    pub fn drawn(&self) -> &[Vec<u32>] {
        &self.drawn
    }

    /// The fields that can change, with their registers' numbers in `program` or what they hold otherwise.
    pub fn fields(&self) -> impl Iterator<Item = (&RegisterInfo, Value, Visibility)> {
        let fields = self.fields.values().filter_map(|operand| operand.register());
        let own = self.own.values().filter(|own| own.is_kept).filter_map(|own| own.value);
        let registers = fields.chain(own).filter_map(|register| self.registers.get(register.0 as usize));
        registers.map(|kept| (&kept.info, kept.value, kept.visibility))
    }

    /// Everything that has a name, in the order in which it came to be.
    pub fn named(&self) -> impl Iterator<Item = (&SharedText, &RegisterInfo, Value, Visibility)> {
        self.registers
            .iter()
            .filter_map(|kept| Some((kept.info.name.as_ref()?, &kept.info, kept.value, kept.visibility)))
    }

    /// What runs have computed and has a name, in the order in which it came to be.
    pub fn computed(&self) -> impl Iterator<Item = (&SharedText, &RegisterInfo, Value)> {
        let computed = self.registers.iter().filter(|kept| kept.rank == Rank::Other);
        computed.filter_map(|kept| Some((kept.info.name.as_ref()?, &kept.info, kept.value)))
    }

    /// For whom a register of a program is that has run, and whether that, or what it holds, is new.
    fn now(&self, number: Register, value: Value, visibility: Visibility) -> (Visibility, bool) {
        match self.registers.get(number.0 as usize) {
            Some(kept) => {
                let label = kept.visibility.max(visibility);
                (label, kept.value != value || kept.visibility != label)
            }
            None => (visibility, true),
        }
    }

    /// Of each named register of a program that has run whether it, its value, or for whom it is, is new.
    pub fn news(&self, program: &Program, addition: &Addition, end: End<'_>) -> Vec<bool> {
        let registers = (0..).map(Register).zip(&program.registers).zip(&addition.numbers).zip(end.registers);
        let named = registers.filter(|(((_, info), _), _)| info.name.is_some());
        let is_new = |(((register, _), number), value): (((Register, &RegisterInfo), &Register), &Value)| {
            self.now(*number, *value, program.secrecy.of(Operand::Register(register))).1
        };
        named.map(is_new).collect()
    }

    /// Takes in what a program has added that has run to this state.
    pub fn add(&mut self, program: &Program, mut addition: Addition, end: End<'_>) -> TakenBack {
        let registers = self.registers.len();
        let kept = renumbered(&mut addition, registers);
        let ranks = ranks(&addition);
        let (mut values, mut new) = (Vec::new(), Vec::new());
        let local = (0..).map(Register).zip(&program.registers).zip(&addition.numbers).zip(end.registers);
        for (((register, info), number), value) in local {
            let visibility = program.secrecy.of(Operand::Register(register));
            let (label, is_new) = self.now(*number, *value, visibility);
            if let Some(old) = self.registers.get_mut(number.0 as usize).filter(|_| (number.0 as usize) < registers) {
                if is_new {
                    values.push((number.0 as usize, old.value, old.visibility));
                    (old.value, old.visibility) = (*value, label);
                }
            } else if let Some(number) = kept.get(number) {
                let rank = ranks.get(number).copied().unwrap_or(Rank::Other);
                new.push((*number, Kept { info: info.clone(), value: *value, visibility, rank }));
            }
        }
        new.sort_unstable_by_key(|(number, _)| *number);
        self.registers.extend(new.into_iter().map(|(_, kept)| kept));
        let things = std::mem::replace(&mut self.things, addition.things);
        let runs = std::mem::replace(&mut self.runs, addition.runs);
        let (texts, drawn) = (self.texts.len(), self.deal(end));
        self.texts.extend(program.texts.iter().skip(texts).cloned());
        let known = addition.known.into_iter().map(|(key, known)| (key, self.known.insert(key, known)));
        let known = known.collect();
        let own = addition.own.into_iter().map(|(id, own)| (id, self.own.insert(id, own))).collect();
        let fields = addition.fields.into_iter().map(|(place, kept)| (place, self.fields.insert(place, kept)));
        let fields = fields.collect();
        let states = addition.states.into_iter().map(|(run, state)| (run, self.states.put(run, Some(state.over()))));
        TakenBack {
            registers,
            values,
            fields,
            known,
            own,
            states: states.collect(),
            runs,
            things,
            changing: addition.changing.map(|new| std::mem::replace(&mut self.changing, new)),
            revealed: addition.revealed.map(|new| std::mem::replace(&mut self.revealed, new)),
            texts,
            drawn,
        }
    }

    /// The cards that are drawn now; answers those that were before, if that is another.
    fn deal(&mut self, end: End<'_>) -> Option<Vec<Vec<u32>>> {
        (self.drawn != end.drawn).then(|| std::mem::replace(&mut self.drawn, end.drawn.to_vec()))
    }

    /// Takes back what was added last.
    pub fn go_back(&mut self, back: TakenBack) {
        let TakenBack { registers, values, fields, known, own, states, runs, things, changing, revealed, texts, drawn } =
            back;
        self.registers.truncate(registers);
        for (place, value, visibility) in values {
            if let Some(kept) = self.registers.get_mut(place) {
                (kept.value, kept.visibility) = (value, visibility);
            }
        }
        for (place, before) in fields {
            put(&mut self.fields, place, before);
        }
        for (key, before) in known {
            put(&mut self.known, key, before);
        }
        for (id, before) in own {
            put(&mut self.own, id, before);
        }
        for (run, before) in states {
            self.states.put(run, before);
        }
        (self.runs, self.things) = (runs, things);
        self.texts.truncate(texts);
        self.changing = changing.unwrap_or_else(|| std::mem::take(&mut self.changing));
        self.revealed = revealed.unwrap_or_else(|| std::mem::take(&mut self.revealed));
        self.drawn = drawn.unwrap_or_else(|| std::mem::take(&mut self.drawn));
    }
}

fn put<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => map.insert(key, value),
        None => map.remove(&key),
    };
}

/// Gives new numbers to the program's own registers of which something is known: only those outlive it.
fn renumbered(addition: &mut Addition, first: usize) -> BTreeMap<Register, Register> {
    let mut named = BTreeSet::new();
    every(addition, &mut |register, count| {
        let all = (register.0..).take(count).map(Register);
        named.extend(all.filter(|register| register.0 as usize >= first));
    });
    let place = |place: usize| Register(u32::try_from(place).unwrap_or(u32::MAX));
    let numbers = (first..).map(place);
    let numbers: BTreeMap<Register, Register> = named.into_iter().zip(numbers).collect();
    every(addition, &mut |register, _| {
        *register = numbers.get(register).copied().unwrap_or(*register);
    });
    numbers
}

/// Visits every register of which something is known, each with how many follow it that belong to it.
fn every(addition: &mut Addition, visit: &mut dyn FnMut(&mut Register, usize)) {
    for operand in addition.fields.values_mut().chain(addition.known.values_mut()) {
        if let Operand::Register(register) = operand {
            visit(register, 1);
        }
    }
    addition.own.values_mut().for_each(|own| own.registers(visit));
    addition.states.iter_mut().for_each(|(_, state)| state.registers(visit));
}

/// Where registers stand among results that are kept for fields, or for who knows what.
fn ranks(addition: &Addition) -> BTreeMap<Register, Rank> {
    let fields = addition.fields.iter().map(|(place, operand)| (operand, Rank::Field(*place)));
    let known = addition.known.iter().map(|((named, who), operand)| (operand, Rank::Knows(*named, *who)));
    let ranked = fields.chain(known).filter_map(|(operand, rank)| match operand {
        Operand::Register(register) => Some((*register, rank)),
        Operand::Value(_) | Operand::Unreached => None,
    });
    ranked.collect()
}
