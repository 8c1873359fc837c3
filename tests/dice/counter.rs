//! Dice as a tree, thrown by following what is written, and counted by looking at every way in which they fall. It shares no
//! line with the program.

use dashu_ratio::RBig;

/// A dice expression.
#[derive(Clone, Debug)]
pub enum Dice {
    /// `2d4 + 1d3`: so many dice of so many sides.
    Plain(Vec<(i64, i64)>),
    /// `highest 2 of (…)`
    Keep { highest: bool, count: usize, of: Vec<(i64, i64)> },
    /// A die that leads to further dice.
    Open(Open),
    /// `… + …`
    Plus(Box<Dice>, Box<Dice>),
    /// `… - …`
    Minus(Box<Dice>, Box<Dice>),
    /// `… + 3`
    More(Box<Dice>, i64),
    /// `2 * …`
    Times(i64, Box<Dice>),
}

/// A die with rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Open {
    /// The highest face is rolled on with a d2.
    Explodes(i64),
    /// The highest face is rolled on with the better of two d3.
    Helped(i64),
    /// A one takes away a die that explodes itself.
    Falls(i64),
    /// A one counts for nothing, and nothing else is rolled.
    Mapped(i64),
}

/// One face that fell.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// What it shows.
    pub shown: i64,
    /// Whether it counts.
    pub kept: bool,
}

/// What a throw comes to, and all its faces in their order.
#[derive(Clone, Debug, Default)]
pub struct Thrown {
    /// What it comes to.
    pub value: i64,
    /// The faces.
    pub faces: Vec<Face>,
}

impl Dice {
    /// Throws the dice; `show` says what each shows.
    pub fn throw(&self, show: &mut dyn FnMut(i64) -> i64) -> Thrown {
        match self {
            Dice::Plain(dice) => all(dice, show),
            Dice::Keep { highest, count, of } => {
                let mut thrown = all(of, show);
                keep(&mut thrown.faces, *highest, *count);
                thrown.value = thrown.faces.iter().filter(|face| face.kept).map(|face| face.shown).sum();
                thrown
            }
            Dice::Open(open) => open.throw(show),
            Dice::Plus(one, other) => both(one, other, show, |a, b| a + b),
            Dice::Minus(one, other) => both(one, other, show, |a, b| a - b),
            Dice::More(dice, more) => {
                let thrown = dice.throw(show);
                Thrown { value: thrown.value + more, ..thrown }
            }
            Dice::Times(times, dice) => {
                let thrown = dice.throw(show);
                Thrown { value: thrown.value * times, ..thrown }
            }
        }
    }

    /// Every way in which they fall: what each die shows, what comes of it, and how likely it is.
    pub fn every_way(&self, most: usize) -> Option<Vec<(Vec<i64>, Thrown, RBig)>> {
        let mut ways = Vec::new();
        let mut next: Vec<(i64, i64)> = Vec::new();
        loop {
            let mut place = 0;
            let thrown = self.throw(&mut |sides| {
                if place == next.len() {
                    next.push((1, sides));
                }
                place += 1;
                next[place - 1].0
            });
            let one = next.iter().fold(1_u64, |product, (_, sides)| product * sides.unsigned_abs());
            ways.push((next.iter().map(|(shown, _)| *shown).collect(), thrown, RBig::ONE / RBig::from(one)));
            while next.last().is_some_and(|(shown, sides)| shown == sides) {
                next.pop();
            }
            match next.last_mut() {
                None => return Some(ways),
                Some((shown, _)) => *shown += 1,
            }
            if ways.len() > most {
                return None;
            }
        }
    }
}

impl Open {
    /// The sides of its first die.
    pub fn sides(self) -> i64 {
        match self {
            Open::Explodes(sides) | Open::Helped(sides) | Open::Falls(sides) | Open::Mapped(sides) => sides,
        }
    }

    fn throw(self, show: &mut dyn FnMut(i64) -> i64) -> Thrown {
        let first = show(self.sides());
        let mut thrown = Thrown { value: first, faces: vec![Face { shown: first, kept: true }] };
        let top = first == self.sides();
        match self {
            Open::Explodes(_) if top => thrown.go_on(all(&[(1, 2)], show), 1),
            Open::Helped(_) if top => {
                let mut better = all(&[(2, 3)], show);
                keep(&mut better.faces, true, 1);
                better.value = better.faces.iter().map(|face| face.shown).max().unwrap_or(0);
                thrown.go_on(better, 1);
            }
            Open::Falls(_) if first == 1 => thrown.go_on(Open::Explodes(2).throw(show), -1),
            Open::Mapped(_) if first == 1 => thrown.value = 0,
            Open::Explodes(_) | Open::Helped(_) | Open::Falls(_) | Open::Mapped(_) => {}
        }
        thrown
    }
}

impl Thrown {
    fn go_on(&mut self, further: Thrown, sign: i64) {
        self.value += sign * further.value;
        self.faces.extend(further.faces);
    }

    /// The faces that fulfil something.
    pub fn count(&self, holds: impl Fn(&Face) -> bool) -> i64 {
        self.faces.iter().filter(|face| holds(face)).map(|_| 1).sum()
    }

    /// The sum of the faces that fulfil something.
    pub fn sum(&self, holds: impl Fn(&Face) -> bool) -> i64 {
        self.faces.iter().filter(|face| holds(face)).map(|face| face.shown).sum()
    }

    /// Whether two faces are the same.
    pub fn has_doubles(&self) -> bool {
        let pairs = self.faces.iter().enumerate();
        pairs.clone().any(|(a, one)| pairs.clone().any(|(b, other)| a < b && one.shown == other.shown))
    }
}

fn all(dice: &[(i64, i64)], show: &mut dyn FnMut(i64) -> i64) -> Thrown {
    let mut thrown = Thrown::default();
    for (count, sides) in dice {
        for _ in 0..*count {
            let shown = show(*sides);
            thrown.value += shown;
            thrown.faces.push(Face { shown, kept: true });
        }
    }
    thrown
}

/// Takes away one face after the other that does not count.
fn keep(faces: &mut [Face], highest: bool, count: usize) {
    for _ in count..faces.len() {
        let counting = faces.iter_mut().filter(|face| face.kept);
        let worst =
            if highest { counting.min_by_key(|face| face.shown) } else { counting.max_by_key(|face| face.shown) };
        if let Some(worst) = worst {
            worst.kept = false;
        }
    }
}

fn both(one: &Dice, other: &Dice, show: &mut dyn FnMut(i64) -> i64, op: impl Fn(i64, i64) -> i64) -> Thrown {
    let (one, other) = (one.throw(show), other.throw(show));
    Thrown { value: op(one.value, other.value), faces: [one.faces, other.faces].concat() }
}
