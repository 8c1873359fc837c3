//! Decks as registers: for each kind of card, the number of cards gone. Such a count is numbered after the program's
//! registers, and is part of a situation like any of them.

use std::collections::BTreeMap;

use crate::ir::{Deck, Instruction, Program, Value};

/// Cards of one kind: the card that stands for them, and how many there are.
type Class = (u32, u32);

/// The decks of a program.
pub struct Piles {
    all: Vec<Pile>,
    /// The number behind those of all counts.
    width: usize,
}

/// One deck.
#[derive(Clone, Debug, Default)]
pub struct Pile {
    /// The number of the first count; the others follow.
    first: u32,
    classes: Vec<Class>,
}

impl Piles {
    /// The decks of which some card may be drawn; `None` if there are more cards than can be numbered.
    pub fn of(program: &Program) -> Option<Self> {
        let is_drawn = |wanted: u32| {
            program.code.iter().any(|instruction| {
                if let Instruction::Draw { deck, .. } = instruction { *deck == wanted } else { false }
            })
        };
        let mut width = program.registers.len();
        let mut all = Vec::new();
        for (number, deck) in (0..).zip(&program.decks) {
            let classes = if is_drawn(number) { classes(deck) } else { Vec::new() };
            let first = u32::try_from(width).ok()?;
            width += classes.len();
            all.push(Pile { first, classes });
        }
        Some(Self { all, width })
    }

    /// So many numbers registers and counts have together.
    pub fn width(&self) -> usize {
        self.width
    }

    pub fn pile(&self, deck: u32) -> &Pile {
        &self.all[deck as usize]
    }

    /// How many cards are gone at the start, of each deck that has these cards drawn.
    pub fn begun<'a>(&'a self, program: &'a Program, drawn: &'a [Vec<u32>]) -> impl Iterator<Item = Value> + 'a {
        self.all.iter().zip(&program.decks).enumerate().flat_map(move |(number, (pile, deck))| {
            let drawn = drawn.get(number).map_or(&[][..], Vec::as_slice);
            let is_of = move |class: u32| move |card: &&u32| deck.class.get(**card as usize) == Some(&class);
            let gone = move |(class, _): &Class| i64::try_from(drawn.iter().filter(is_of(*class)).count()).ok();
            pile.classes.iter().map(gone)
        })
    }
}

impl Pile {
    /// The numbers of its counts.
    pub fn counts(&self) -> impl Iterator<Item = u32> + use<> {
        (self.first..).take(self.classes.len())
    }

    /// Each kind of card: its count, the card that stands for it, and how many cards there are.
    pub fn classes(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        self.counts().zip(&self.classes).map(|(count, (card, cards))| (count, *card, *cards))
    }

    /// The count of a card, with how many cards there are of its kind.
    pub fn of_card(&self, deck: &Deck, card: u32) -> Option<(u32, u32)> {
        let class = *deck.class.get(card as usize)?;
        self.classes().find(|(_, known, _)| *known == class).map(|(count, _, cards)| (count, cards))
    }
}

fn classes(deck: &Deck) -> Vec<Class> {
    let mut cards: BTreeMap<u32, u32> = BTreeMap::new();
    for class in &deck.class {
        *cards.entry(*class).or_default() += 1;
    }
    cards.into_iter().collect()
}
