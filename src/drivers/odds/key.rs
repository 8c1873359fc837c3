//! What is remembered about a situation: the live registers, and the cards drawn from live decks.

use crate::ir::liveness::Live;
use crate::ir::{Address, Program, Value};
use crate::machine::State;

/// Writes a state's key into `key`: the live values, then for each live deck how many cards are gone, and which.
pub(in crate::drivers) fn pack(state: &State, live: &Live, key: &mut Vec<Value>) {
    key.clear();
    for register in &live.registers {
        key.push(state.registers.get(*register as usize).copied().flatten());
    }
    for deck in &live.decks {
        let drawn = state.drawn.get(*deck as usize).map_or(&[][..], Vec::as_slice);
        key.push(i64::try_from(drawn.len()).ok());
        key.extend(drawn.iter().map(|card| Some(i64::from(*card))));
    }
}

/// The state behind a key. What is not live is unreached, and no card of a deck that is not live is gone.
pub(in crate::drivers) fn unpack(program: &Program, at: Address, live: &Live, key: &[Value]) -> State {
    let mut state =
        State { at, registers: vec![None; program.registers.len()], drawn: vec![Vec::new(); program.decks.len()] };
    let (values, mut cards) = key.split_at(live.registers.len().min(key.len()));
    for (register, value) in live.registers.iter().zip(values) {
        if let Some(place) = state.registers.get_mut(*register as usize) {
            *place = *value;
        }
    }
    for deck in &live.decks {
        let Some((Some(count), rest)) = cards.split_first() else { break };
        let (drawn, rest) = rest.split_at(usize::try_from(*count).unwrap_or(0).min(rest.len()));
        if let Some(place) = state.drawn.get_mut(*deck as usize) {
            place.extend(drawn.iter().flatten().filter_map(|card| u32::try_from(*card).ok()));
        }
        cards = rest;
    }
    state
}
