//! Tables of the program, and the cards that are looked up in them.

use std::collections::BTreeMap;

use super::super::{Binary, Deck, Instruction, Operand, Value};
use super::{Lowering, emit};
use crate::model::{DataColumn, DeckId, ScaleId, TableId};

/// What a table of the program holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableKey {
    /// A column of a scale.
    Column(ScaleId, usize),
    /// A column of a table by levels.
    Rows(TableId, usize),
    /// A field of a deck's cards, for these arguments.
    Cards(DeckId, usize, Vec<Value>),
}

impl Lowering<'_, '_> {
    /// A table of the program, made when it is first needed.
    pub fn table(&mut self, key: TableKey, cells: impl FnOnce(&mut Self) -> Vec<Value>) -> u32 {
        if let Some(table) = self.tables.get(&key) {
            return *table;
        }
        let cells = cells(self);
        let table = self.emit.table(cells);
        self.tables.insert(key, table);
        table
    }

    /// A card's cell in a table; whoever is looked up there may differ from other cards.
    pub fn look_up(&mut self, deck: DeckId, table: u32, card: Operand) -> Operand {
        if let Some(tables) = &mut self.card_tables[deck.0]
            && !tables.contains(&table)
        {
            tables.push(table);
        }
        if let Some(card) = emit::known(card) {
            let cell = card.and_then(|card| usize::try_from(card).ok());
            let cells = &self.emit.program.tables[table as usize];
            return emit::operand(cell.and_then(|place| cells.get(place)).copied().flatten());
        }
        let into = self.emit.temporary();
        self.emit.push(Instruction::Lookup { into, table, key: card });
        Operand::Register(into)
    }

    /// What a column of a data file holds for a card.
    pub fn data(&mut self, deck: DeckId, (field, column): (usize, &DataColumn), card: Operand) -> Operand {
        let arguments = column.arguments.iter().copied().map(Some).collect();
        let table = self.table(TableKey::Cards(deck, field, arguments), |_| {
            column.cells.iter().map(|value| Some(*value)).collect()
        });
        self.look_up(deck, table, card)
    }

    /// The same where the arguments are known only at the table: column by column.
    pub fn data_by_keys(
        &mut self,
        deck: DeckId,
        (field, columns): (usize, &[DataColumn]),
        keys: &[Operand],
        card: Operand,
    ) -> Operand {
        let into = self.emit.temporary();
        let (mut ends, first) = (Vec::new(), self.emit.here());
        for column in columns {
            let mut here = Operand::Value(1);
            for (key, argument) in keys.iter().zip(&column.arguments) {
                let same = self.emit.binary(Binary::Equal, *key, Operand::Value(*argument));
                here = self.emit.binary(Binary::And, here, same);
            }
            if emit::is_yes(here) == Some(false) {
                continue;
            }
            let next = self.emit.unless(here);
            let value = self.data(deck, (field, column), card);
            self.emit.copy(into, value);
            ends.push(self.emit.jump());
            self.emit.land(next);
        }
        self.emit.copy(into, Operand::Unreached);
        for end in ends {
            self.emit.land(end);
        }
        for key in keys {
            self.emit.follows(*key, first);
        }
        Operand::Register(into)
    }

    /// Cards that no question of the program can tell apart share a class.
    pub fn deck_classes(&mut self) {
        let program = &mut self.emit.program;
        for (deck, tables) in program.decks.iter_mut().zip(&self.card_tables) {
            let Some(tables) = tables else { continue };
            classes(deck, &tables.iter().map(|table| program.tables[*table as usize].as_slice()).collect::<Vec<_>>());
        }
    }
}

fn classes(deck: &mut Deck, tables: &[&[Value]]) {
    let seen = |card: usize| -> Vec<Value> { tables.iter().map(|table| table.get(card).copied().flatten()).collect() };
    let mut first: BTreeMap<Vec<Value>, u32> = BTreeMap::new();
    for (card, class) in (0..).zip(&mut deck.class) {
        *class = *first.entry(seen(card as usize)).or_insert(card);
    }
}
