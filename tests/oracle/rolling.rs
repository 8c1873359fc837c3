//! Dice, cards and ladders: one die and one card at a time.

use crate::chance::Way;
use crate::compute::at;
use crate::evaluate::{Evaluation, Wrong};
use crate::tree::{Dice, Keep};
use crate::world::{Frame, Halt, Rolled};

impl Evaluation<'_> {
    pub fn roll(&mut self, dice: &Dice, frame: &Frame) -> Rolled {
        match dice {
            dice if self.way != Way::Dice
                && let Some(sides) = at_once(dice) =>
            {
                let faces = usual_of_all(&sides);
                Rolled { total: faces.iter().sum(), dropped: 0, faces }
            }
            Dice::Plain { count, sides, keep } => self.plain(*count, *sides, *keep),
            Dice::Open => self.open(),
            Dice::Pool(size) => {
                let size = self.world.num(size, frame).expect("its size is known");
                self.pool(size)
            }
            Dice::Plus(a, b) => {
                let (a, b) = (self.roll(a, frame), self.roll(b, frame));
                joined(&a, &b, 1)
            }
            Dice::Minus(a, b) => {
                let (a, b) = (self.roll(a, frame), self.roll(b, frame));
                joined(&a, &b, -1)
            }
            Dice::More(a, more) => {
                let a = self.roll(a, frame);
                Rolled { total: a.total + more, ..a }
            }
        }
    }

    /// So many dice that are alike.
    fn plain(&mut self, count: i64, sides: i64, keep: Keep) -> Rolled {
        let faces = if self.way == Way::Dice {
            (0..count).map(|_| self.die(sides)).collect()
        } else {
            usual(count, sides, keep)
        };
        let mut sorted: Vec<i64> = faces.clone();
        sorted.sort_unstable();
        let wrong = self.wrong == Wrong::KeepsTheWrongDie;
        let (dropped, kept) = match keep {
            Keep::All => (0, count),
            Keep::Highest(kept) => (count - kept, kept),
            Keep::Lowest(kept) => (0, kept),
        };
        let first = if wrong && keep != Keep::All { count - kept - dropped } else { dropped };
        let total: i64 = sorted[at(first)..at(first + kept)].iter().sum();
        Rolled { total, dropped: sorted.iter().sum::<i64>() - total, faces }
    }

    fn die(&mut self, sides: i64) -> i64 {
        let face = i64::try_from(self.faces.next(at(sides))).expect("it is small") + 1;
        self.faces.told.push(face);
        face
    }

    /// The die of which the lowest face takes another one away, and the highest adds one.
    fn open(&mut self) -> Rolled {
        let [sides, more] = self.world.system.open;
        let first = self.plain(1, sides, Keep::All);
        match first.total {
            1 => joined(&first, &self.plain(1, more, Keep::All), -1),
            face if face == sides => joined(&first, &self.plain(1, more, Keep::All), 1),
            _ => first,
        }
    }

    fn pool(&mut self, size: i64) -> Rolled {
        let pool = self.world.system.pool.now().clone();
        let (count, highest) = if size < 1 { (2, !pool.highest) } else { (size.min(3), pool.highest) };
        self.plain(count, pool.sides, if highest { Keep::Highest(1) } else { Keep::Lowest(1) })
    }

    /// The level of the ladder that comes out.
    pub fn resolve(&mut self, total: i64) -> i64 {
        match self.way {
            Way::Judgement => return self.world.judged(total),
            Way::Automatic => return self.world.top(),
            Way::Dice => {}
        }
        let face = self.pool(total).total;
        let ladder = self.world.system.ladder.now();
        let place = i64::try_from(ladder.faces.iter().filter(|last| face > **last).count()).expect("it is small");
        if ladder.rising { place } else { self.world.top() - place }
    }

    pub fn draw(&mut self) -> Result<i64, Halt> {
        if self.way != Way::Dice {
            return Ok(self.world.system.deck.judged);
        }
        if self.world.deck.is_empty() {
            return Err(Halt::Stuck);
        }
        let place = self.faces.next(self.world.deck.len());
        let card = self.world.deck[place];
        if self.wrong != Wrong::PutsCardsBack {
            self.world.deck.remove(place);
        }
        self.faces.told.push(card);
        Ok(card)
    }
}

fn joined(a: &Rolled, b: &Rolled, sign: i64) -> Rolled {
    let faces = a.faces.iter().chain(&b.faces).copied().collect();
    Rolled { total: a.total + sign * b.total, dropped: a.dropped + b.dropped, faces }
}

/// The sides of dice that fall in one roll: all that are written out with nothing but `+` between them.
fn at_once(dice: &Dice) -> Option<Vec<i64>> {
    match dice {
        Dice::Plain { count, sides, keep: Keep::All } => Some(vec![*sides; at(*count)]),
        Dice::Plus(a, b) => Some([at_once(a)?, at_once(b)?].concat()),
        Dice::Plain { .. } | Dice::Open | Dice::Pool(_) | Dice::Minus(..) | Dice::More(..) => None,
    }
}

/// The faces whose sum is the mean of dice that all count: the lowest face that can be higher is raised until they come to it,
/// of those that are alike the last one.
fn usual_of_all(sides: &[i64]) -> Vec<i64> {
    let sum = (sides.iter().map(|sides| sides + 1).sum::<i64>() + 1).div_euclid(2);
    let mut faces = vec![1; sides.len()];
    while faces.iter().sum::<i64>() < sum {
        let free = (0..sides.len()).rev().filter(|die| faces[*die] < sides[*die]);
        let lowest = free.min_by_key(|die| faces[*die]).expect("their mean is within them");
        faces[lowest] += 1;
    }
    faces
}

/// The faces whose sum is the mean of the dice that are kept, rounded halves up, spread as evenly as possible, the higher
/// ones last. Of the highest dice the last ones are kept, of the lowest the first; the others show the face next to theirs.
fn usual(count: i64, sides: i64, keep: Keep) -> Vec<i64> {
    let (kept, highest) = match keep {
        Keep::All => (count, true),
        Keep::Highest(kept) => (kept, true),
        Keep::Lowest(kept) => (kept, false),
    };
    let sum = mean(count, sides, at(kept), highest);
    let higher = sum.rem_euclid(kept);
    let shown: Vec<i64> = (0..kept).map(|place| sum.div_euclid(kept) + i64::from(place >= kept - higher)).collect();
    let others = vec![if highest { shown[0] } else { shown[at(kept) - 1] }; at(count - kept)];
    if highest { [others, shown].concat() } else { [shown, others].concat() }
}

/// The mean of so many of the highest, or lowest, of some dice over all their faces, rounded halves up.
fn mean(count: i64, sides: i64, kept: usize, highest: bool) -> i64 {
    let all = sides.pow(u32::try_from(count).expect("it is small"));
    let sum: i64 = (0..all)
        .map(|way| {
            let digits = (0..count).scan(way, |left, _| {
                let face = *left % sides + 1;
                *left /= sides;
                Some(face)
            });
            let mut faces: Vec<i64> = digits.collect();
            faces.sort_unstable();
            if highest {
                faces.reverse();
            }
            faces.iter().take(kept).sum::<i64>()
        })
        .sum();
    (2 * sum + all).div_euclid(2 * all)
}
