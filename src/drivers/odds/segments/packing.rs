//! Situations packed into 128 bits: a field for each register that matters at some cut, in the same place at all of them. So what
//! a segment changes is a mask and a sum. A field grows when a number comes up that does not fit. Registers that never matter at the
//! same cut may lie in the same place.

use std::rc::Rc;

use super::code::{Code, CutId};
use super::cost::Stop;
use super::diagram::Node;
use super::symbols::{FAR, Symbol};
use crate::ir::Value;

/// A packed situation.
pub type Key = u128;

/// All fields together have so many bits.
const MOST_BITS: u32 = 128;

/// Where a register lies in a situation: 0 for unreached, and from 1 on the numbers from `low` on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Field {
    shift: u32,
    width: u32,
    low: i64,
}

impl Field {
    /// All its bits, at the lowest place.
    fn ones(self) -> Key {
        (1 << self.width) - 1
    }

    fn mask(self) -> Key {
        self.ones().checked_shl(self.shift).unwrap_or(0)
    }

    /// Where it can lie, of what is not taken: where it lies, if that is free.
    fn place(self, taken: Key) -> Option<u32> {
        let is_free = |shift: &u32| (self.ones() << shift) & taken == 0;
        let last = MOST_BITS.checked_sub(self.width)?;
        Some(self.shift).filter(|shift| *shift <= last && is_free(shift)).or_else(|| (0..=last).find(is_free))
    }

    fn code(self, value: Value) -> Option<Key> {
        let Some(number) = value else { return Some(0) };
        let place = u128::try_from(number.checked_sub(self.low)?).ok()? + 1;
        (place <= self.ones()).then(|| place << self.shift)
    }

    fn value(self, key: Key) -> Value {
        let code = key.checked_shr(self.shift).unwrap_or(0) & self.ones();
        // A field has room for fewer numbers than there are.
        i64::try_from(code.checked_sub(1)?).ok().map(|place| self.low + place)
    }
}

/// A number that a field cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit {
    register: u32,
    number: i64,
}

/// What taking an exit makes of a situation.
pub struct Change {
    /// The cut to which it comes.
    pub cut: CutId,
    /// What stays.
    keep: Key,
    /// What is added.
    add: Key,
    /// Registers that change by so much.
    shifts: Vec<(u32, Field, i64)>,
    /// Registers that become what another one was, and so much more.
    copies: Vec<(u32, Field, Field, i64)>,
}

impl Change {
    /// The situation to which another one comes.
    #[inline]
    pub fn of(&self, key: Key) -> Result<Key, Misfit> {
        let mut to = (key & self.keep).wrapping_add(self.add);
        for (register, field, by) in &self.shifts {
            let Some(number) = field.value(key).map(|number| number + by) else { continue };
            if field.code(Some(number)).is_none() {
                return Err(Misfit { register: *register, number });
            }
        }
        for (register, into, from, by) in &self.copies {
            let value = from.value(key).map(|number| number + by);
            to |= match (into.code(value), value) {
                (Some(code), _) => code,
                (None, number) => return Err(Misfit { register: *register, number: number.unwrap_or_default() }),
            };
        }
        Ok(to)
    }
}

/// Where everything lies.
#[derive(Clone, Debug)]
pub struct Layout {
    /// By registers; without a width for those that matter nowhere.
    fields: Vec<Field>,
    /// For each register the cuts at which it matters.
    cuts: Rc<[Vec<CutId>]>,
}

impl Layout {
    /// A layout without room for anything but unreached registers.
    pub fn new(code: &Code<'_>) -> Self {
        let mut cuts = vec![Vec::new(); code.width()];
        for (id, cut) in (0..).zip(&code.cuts) {
            cut.live.iter().for_each(|register| cuts[*register as usize].push(id));
        }
        Self { fields: vec![Field::default(); code.width()], cuts: cuts.into() }
    }

    /// The value of a register.
    #[inline]
    pub fn value(&self, key: Key, register: u32) -> Value {
        self.fields[register as usize].value(key)
    }

    /// A situation in which registers have these values.
    pub fn key(&self, values: impl Iterator<Item = (u32, Value)>) -> Result<Key, Misfit> {
        let mut key = 0;
        for (register, value) in values {
            key |= self.code(register, value)?;
        }
        Ok(key)
    }

    fn code(&self, register: u32, value: Value) -> Result<Key, Misfit> {
        let number = value.unwrap_or_default();
        self.fields[register as usize].code(value).ok_or(Misfit { register, number })
    }

    /// What taking an exit changes, on the way to a cut at which no more matters than at the exit.
    pub fn change(&self, code: &Code<'_>, exit: (&Node, CutId), to: CutId) -> Result<Change, Misfit> {
        let (node, cut) = exit;
        let mut change = Change { cut: to, keep: 0, add: 0, shifts: Vec::new(), copies: Vec::new() };
        let live = &code.cut(to).live;
        let symbols = code.cut(cut).told.iter().zip(node.symbols.iter());
        for (register, symbol) in symbols.filter(|(register, _)| live.binary_search(register).is_ok()) {
            let field = self.fields[*register as usize];
            match *symbol {
                Symbol::Known(value) => change.add = change.add.wrapping_add(self.code(*register, value)?),
                Symbol::Entry { register: from, plus, .. } if from == *register => {
                    change.keep |= field.mask();
                    if plus != 0 {
                        let by = i128::from(plus).cast_unsigned().checked_shl(field.shift).unwrap_or(0);
                        change.add = change.add.wrapping_add(by);
                        change.shifts.push((*register, field, plus));
                    }
                }
                Symbol::Entry { register: from, plus, .. } => {
                    change.copies.push((*register, field, self.fields[from as usize], plus));
                }
            }
        }
        Ok(change)
    }

    /// A layout with room for a number as well.
    pub fn grown(&self, Misfit { register, number }: Misfit) -> Result<Self, Stop> {
        if number.checked_abs().is_none_or(|size| size > FAR) {
            return Err(Stop::Elsewhere);
        }
        let mut fields = self.fields.clone();
        let field = &mut fields[register as usize];
        let room = i64::try_from(field.ones()).map_err(|_| Stop::Elsewhere)?;
        if room == 0 {
            *field = Field { width: 1, low: number, ..*field };
        } else {
            let high = field.low + room - 1;
            let (low, top) = (field.low.min(number), high.max(number));
            while i64::try_from(field.ones()).map_err(|_| Stop::Elsewhere)? < top - low + 1 {
                field.width += 1;
            }
            // What falls may fall on: then there is room below.
            let ones = i64::try_from(field.ones()).map_err(|_| Stop::Elsewhere)?;
            field.low = if number < field.low { top - (ones - 1) } else { low };
        }
        let field = fields[register as usize];
        let cuts = &self.cuts[register as usize];
        let is_beside = |other: &Vec<CutId>| cuts.iter().any(|cut| other.binary_search(cut).is_ok());
        let others = fields.iter().zip(&*self.cuts).zip(0..);
        let beside = others.filter(|((other, at), number)| *number != register && other.width > 0 && is_beside(at));
        let taken = beside.fold(0, |taken, ((other, _), _)| taken | other.mask());
        if let Some(shift) = field.place(taken) {
            fields[register as usize].shift = shift;
        } else {
            self.arrange(&mut fields)?;
        }
        Ok(Self { fields, cuts: Rc::clone(&self.cuts) })
    }

    /// Gives each field the first place that is free at all cuts at which it matters.
    fn arrange(&self, fields: &mut [Field]) -> Result<(), Stop> {
        let mut taken = vec![0_u128; usize::from(self.cuts.iter().flatten().max().map_or(0, |last| *last)) + 1];
        let mut order: Vec<(&mut Field, &Vec<CutId>)> = fields.iter_mut().zip(&*self.cuts).collect();
        order.retain(|(field, _)| field.width > 0);
        // What is wide finds no place between what is narrow.
        order.sort_by_key(|(field, _)| std::cmp::Reverse(field.width));
        for (field, cuts) in order {
            let all = cuts.iter().fold(0, |all, cut| all | taken[usize::from(*cut)]);
            field.shift = Field { shift: 0, ..*field }.place(all).ok_or(Stop::Elsewhere)?;
            for cut in cuts {
                taken[usize::from(*cut)] |= field.mask();
            }
        }
        Ok(())
    }

    /// Whether situations of a cut are packed otherwise in another layout.
    pub fn is_other(&self, live: &[u32], other: &Self) -> bool {
        live.iter().any(|register| {
            let [one, two] = [self, other].map(|layout| layout.fields[*register as usize]);
            one.width > 0 && (one.shift, one.low) != (two.shift, two.low)
        })
    }

    /// A situation of this layout, as it is in another one that has room for it.
    pub fn moved(&self, key: Key, live: &[u32], to: &Self) -> Result<Key, Stop> {
        to.key(live.iter().map(|register| (*register, self.value(key, *register)))).map_err(|_| Stop::Elsewhere)
    }
}
