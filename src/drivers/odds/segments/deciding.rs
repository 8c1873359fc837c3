//! All situations of a program in which people decide, and what each option leads to. They are weighed from the end backwards.

use std::ops::Range;

use super::code::{Asking, Code, CutId, Cutting, Decisions};
use super::cost::{Cost, Stop};
use super::explore::{self, Explored, NONE, Place, REFUSED};
use super::is_taken;
use crate::drivers::odds::branching::Forks;
use crate::drivers::odds::request::{Budget, OddsError, Ways};
use crate::ir::liveness::Live;
use crate::ir::{Address, Program, Register, Value};

/// A situation, in a round of its part of the program.
pub type Met = (Place, u32);

/// That at the beginning.
pub const FIRST: Met = (0, 1);

/// Where a way leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lead {
    /// To a situation.
    To(Met),
    /// The rules refuse it.
    Refused,
}

/// How a situation goes on.
pub enum Led<'e> {
    /// Nobody has looked yet.
    Open,
    /// It is the end, and the goal has come to this.
    End(Value),
    /// By chance.
    Chance(Part),
    /// Somebody decides: what is taken where nobody is asked, the options, each with its part, and what each part leads to. The number
    /// is the same where the options are.
    Decision { number: u32, default: Value, answers: &'e [(i64, u32)], parts: Vec<Part> },
}

/// What comes by chance, or after an option. The weights are those of this kernel, for these of its effects.
pub struct Part {
    pub kernel: u32,
    pub effects: Range<usize>,
    pub leads: Vec<Lead>,
}

/// All situations that were met, to be asked for.
pub struct Situations<'s, 'c, 'p> {
    code: &'c Code<'p>,
    explored: &'s Explored<'c, 'p>,
}

/// Explores a reduced program in which people decide, and shows all situations; `None` if this engine does not do it.
pub fn situations<'p, T>(
    (program, forks): (&'p Program, &dyn Fn() -> Forks<'p>),
    (ways, budget): (Ways<'p>, Budget),
    decisions: &'p Decisions,
    show: &dyn Fn(&Situations<'_, '_, '_>) -> Result<T, OddsError>,
) -> Option<Result<T, OddsError>> {
    if !is_taken(program, ways) {
        return None;
    }
    for cutting in [Cutting::Heads, Cutting::Rolls] {
        let asking = (Asking::Together, Some(decisions));
        let code = Code::deciding((program, ways.drawn), (cutting, true), asking, budget.memory)?;
        match explore::explore(&code, forks(), Cost::new(ways, budget)) {
            Ok(explored) => return Some(show(&Situations { code: &code, explored: &explored })),
            Err(Stop::TooWide) => {}
            Err(Stop::Elsewhere | Stop::Stopped) => return None,
            Err(Stop::Failed(error)) => return Some(Err(error)),
        }
    }
    None
}

impl Situations<'_, '_, '_> {
    /// The question at which somebody decides in a situation.
    pub fn at(&self, (place, _): Met) -> Address {
        Address(u32::try_from(self.code.cut(self.cut(place)).at).unwrap_or(u32::MAX))
    }

    /// How many were met, whatever the round.
    pub fn len(&self) -> usize {
        self.explored.graph.keys.len()
    }

    /// Where a way leads in the end: past whatever leads to one place only, and is not asked where several questions are one decision.
    pub fn passed(&self, mut lead: Lead) -> Lead {
        while let Lead::To(met) = lead
            && let Some(way) = self.only_way(met)
        {
            lead = self.lead(met, way);
        }
        lead
    }

    fn only_way(&self, (place, _): Met) -> Option<usize> {
        let Explored { graph, kernels, .. } = self.explored;
        let kernel = kernels.all.get(graph.kernels[place as usize] as usize)?;
        let is_only = kernel.options.is_none() && kernel.effects.len() == 1;
        (is_only && !self.code.is_joined(self.code.cut(self.cut(place)).at)).then_some(graph.first[place as usize])
    }

    /// Bytes that are held.
    pub fn held(&self) -> usize {
        self.explored.kernels.diagram.cost.held()
    }

    fn cut(&self, place: Place) -> CutId {
        self.explored.graph.cuts[place as usize]
    }

    /// How a situation goes on.
    pub fn led(&self, met: Met) -> Led<'_> {
        let (place, _) = met;
        let Explored { graph, kernels, .. } = self.explored;
        if self.code.cut(self.cut(place)).is_end {
            return Led::End(self.code.program.results.first().and_then(|goal| self.value(met, goal.register)));
        }
        let Some(kernel) = kernels.all.get(graph.kernels[place as usize] as usize) else { return Led::Open };
        let (first, number) = (graph.first[place as usize], graph.kernels[place as usize]);
        let part = |effects: Range<usize>| {
            let leads = effects.clone().map(|way| self.lead(met, first + way)).collect();
            Part { kernel: number, effects, leads }
        };
        match &kernel.options {
            None => Led::Chance(part(0..kernel.effects.len())),
            Some(options) => {
                let parts = options.parts.iter().map(|(effects, _)| part(effects.clone())).collect();
                Led::Decision { number, default: options.default, answers: &options.each, parts }
            }
        }
    }

    /// The weights of effects of a kernel, and all of them together.
    pub fn weights(&self, kernel: u32, effects: Range<usize>) -> (u128, Vec<u128>) {
        let Some(kernel) = self.explored.kernels.all.get(kernel as usize) else { return (1, Vec::new()) };
        let part =
            kernel.options.as_ref().and_then(|options| options.parts.iter().find(|(known, _)| *known == effects));
        let of = part.map_or(kernel.of, |(_, of)| *of);
        (of, kernel.effects[effects].iter().map(|(weight, _)| *weight).collect())
    }

    fn lead(&self, (place, round): Met, way: usize) -> Lead {
        let graph = &self.explored.graph;
        let (to, behind) = (graph.to[way], graph.behind[way]);
        if to == REFUSED {
            return Lead::Refused;
        }
        let part = self.code.cut(self.cut(place)).part;
        if behind != NONE {
            let is_last = round >= self.code.rounds_of(part);
            return Lead::To(if is_last { (behind, 1) } else { (to, round + 1) });
        }
        Lead::To((to, if self.code.cut(self.cut(to)).part == part { round } else { 1 }))
    }

    fn value(&self, (place, round): Met, register: Register) -> Value {
        if self.code.is_hidden(register) {
            return self.code.counted_before(self.code.cut(self.cut(place)).at, register, round);
        }
        self.explored.layout.value(self.explored.graph.keys[place as usize], register.0)
    }

    /// What registers hold in a situation, and which cards of these decks are gone, each deck after the number of them.
    pub fn seen(&self, met: Met, live: &Live, seen: &mut Vec<Value>) {
        seen.clear();
        seen.extend(live.registers.iter().map(|register| self.value(met, Register(*register))));
        for deck in &live.decks {
            let of = seen.len();
            seen.push(Some(0));
            for (count, card, _) in self.code.pile(*deck).classes() {
                let gone = self.value(met, Register(count)).unwrap_or(0);
                seen.extend((0..gone).map(|_| Some(i64::from(card))));
            }
            seen[of] = i64::try_from(seen.len() - of - 1).ok();
        }
    }
}
