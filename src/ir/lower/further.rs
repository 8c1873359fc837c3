//! A program after others that have run: it has its own registers, and those of the others that it names.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Operand, Program, Register, RegisterInfo, renumber, secrecy};
use super::Lowering;
use super::checkpoint::owned_state;
use super::limits::Bounds;
use super::lowering::Findings;
use super::settled::{Addition, Rank, Settled};
use super::states::States;
use super::turns;
use crate::model::{Scene, System};

/// Which registers a program has, in the order in which it will have them.
struct Layout {
    numbers: Vec<Register>,
    /// Where each of them stands in it.
    places: BTreeMap<Register, Register>,
}

impl<'m, 's> Lowering<'m, 's> {
    /// Nothing is written yet, behind what is settled.
    pub fn behind_settled(
        (system, scene): (&'m System, &'m Scene),
        settled: &'m Settled,
        both: (&Bounds, Findings<'s>),
    ) -> Self {
        let mut lowering = Self::new((system, scene), &scene.things, both);
        lowering.before = Some(settled);
        lowering.states = States::behind(settled.states(), settled.runs());
        lowering.emit.first = settled.registers();
        lowering.emit.program.texts = settled.texts().to_vec();
        lowering
    }

    /// The program, unless something is wrong, and what it adds to what is settled.
    pub fn finish_behind(mut self, settled: &Settled) -> Option<(Program, Option<Addition>)> {
        self.emit.done();
        self.deck_classes();
        if self.sink.has_errors() {
            return None;
        }
        let layout = self.lay_out(settled);
        self.put_registers(settled, &layout);
        self.ledger.renumber(&|register| layout.places.get(&register).copied());
        let carried = self.carried();
        self.settle_accounts(carried);
        let veils = self.emit.program.secrecy.veils.clone();
        secrecy::propagate(&mut self.emit.program, &self.emit.choices);
        turns::kept_orders(&self.emit.program, &veils, self.sink);
        let states = std::mem::take(&mut self.states).into_own().map(|(run, state)| Some((run, owned_state(state)?)));
        let addition = states.collect::<Option<Vec<_>>>().map(|states| Addition {
            numbers: layout.numbers,
            fields: self.fields,
            known: self.known,
            own: self.own,
            states,
            runs: self.scene.invocations.len(),
            things: self.all_things.len(),
            changing: (settled.changing() != &self.scene.changing).then(|| self.scene.changing.clone()),
            revealed: (settled.revealed() != &self.scene.revealed).then(|| self.scene.revealed.clone()),
        });
        Some((self.emit.program, addition))
    }

    /// The registers that are named, by where they stand among results, and otherwise in the order in which they were made.
    fn lay_out(&mut self, settled: &Settled) -> Layout {
        let own = Register::all(settled.registers(), self.emit.program.registers.len());
        let mut named: BTreeSet<Register> = own.collect();
        renumber::registers(&mut self.emit.program, &mut |register| {
            named.insert(*register);
        });
        let conditions = self.emit.choices.iter().filter_map(|choice| choice.on.register());
        named.extend(conditions);
        let mut ranked: Vec<(Rank, Register)> = Vec::new();
        let own = self.own_ranks();
        for register in named {
            let settled = settled.beginning(register.0 as usize).map(|(.., rank)| rank);
            ranked.push((settled.or_else(|| own.get(&register).copied()).unwrap_or(Rank::Other), register));
        }
        ranked.sort_unstable();
        let numbers: Vec<Register> = ranked.into_iter().map(|(_, register)| register).collect();
        let places = numbers.iter().copied().zip(Register::all(0, numbers.len())).collect();
        Layout { numbers, places }
    }

    fn own_ranks(&self) -> BTreeMap<Register, Rank> {
        let fields = self.fields.iter().map(|(place, kept)| (kept, Rank::Field(*place)));
        let known = self.known.iter().map(|((named, who), kept)| (kept, Rank::Knows(*named, *who)));
        fields.chain(known).filter_map(|(kept, rank)| Some((kept.register()?, rank))).collect()
    }

    /// Gives the program its registers, and everything in it their numbers.
    fn put_registers(&mut self, settled: &Settled, Layout { numbers, places }: &Layout) {
        let place = |register: Register| places.get(&register).copied().unwrap_or(register);
        let (first, own) = (settled.registers(), std::mem::take(&mut self.emit.program.registers));
        let labels = std::mem::take(&mut self.emit.program.secrecy.registers);
        let mut labels: BTreeMap<Register, _> =
            labels.into_iter().map(|(register, visibility)| (place(register), visibility)).collect();
        let mut own: Vec<Option<RegisterInfo>> = own.into_iter().map(Some).collect();
        for (here, register) in Register::all(0, numbers.len()).zip(numbers) {
            let number = register.0 as usize;
            let info = match settled.beginning(number) {
                Some((info, visibility, _)) => {
                    if !visibility.is_for_all() {
                        labels.insert(here, visibility);
                    }
                    Some(info)
                }
                None => number.checked_sub(first).and_then(|number| own.get_mut(number)?.take()),
            };
            self.emit.program.registers.extend(info);
        }
        self.emit.program.secrecy.registers = labels;
        renumber::registers(&mut self.emit.program, &mut |register| *register = place(*register));
        for choice in &mut self.emit.choices {
            if let Operand::Register(register) = &mut choice.on {
                *register = place(*register);
            }
        }
    }
}
