//! What distinguishes situations when there are too many to follow: names known to the scene, and the loops that
//! keep multiplying them.

use std::collections::BTreeSet;

use super::order::Loops;
use crate::ir::{Address, Binary, Instruction, Operand, Program, Value};
use crate::shared_text::SharedText;

/// Of one register no more values than this are told apart.
pub(crate) const MOST_VALUES: usize = 1_000;

/// What tells situations apart that stand at the same place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crowd {
    /// What has a name and several values there, with how many it has, up to a thousand; what has most of them first.
    pub named: Vec<(SharedText, usize)>,
    /// So much besides has several values, but no name.
    pub nameless: usize,
    /// The loops around the place, the outermost first: where each begins, and how often it goes round at most.
    pub loops: Vec<(Address, i64)>,
}

/// Shows the value that a register has in each situation.
type Each<'e> = &'e dyn Fn(u32, &mut dyn FnMut(Value));

impl Crowd {
    /// The situations before an instruction, which these registers tell apart.
    pub(super) fn at(program: &Program, at: Address, registers: impl Iterator<Item = u32>, each: Each<'_>) -> Self {
        let mut crowd = Self { loops: loops_around(program, at), ..Self::default() };
        for register in registers {
            let mut values = BTreeSet::new();
            each(register, &mut |value| {
                if values.len() < MOST_VALUES {
                    values.insert(value);
                }
            });
            match program.registers.get(register as usize).and_then(|info| info.name.clone()) {
                _ if values.len() < 2 => {}
                Some(name) => crowd.named.push((name, values.len())),
                None => crowd.nameless += 1,
            }
        }
        crowd.named.sort_by(|(one, many), (other, as_many)| as_many.cmp(many).then_with(|| one.cmp(other)));
        crowd
    }
}

/// The loops around an instruction that say how often they go round, the outermost first.
fn loops_around(program: &Program, at: Address) -> Vec<(Address, i64)> {
    let rounds = |head: Address| match program.code.get(head.0 as usize) {
        Some(Instruction::Binary { op: Binary::Less, b: Operand::Value(most), .. }) => Some((head, *most)),
        Some(_) | None => None,
    };
    Loops::of(program).around(at).filter_map(rounds).collect()
}
