//! How likely each end is: weights go through the graph, round by round, as whole numbers over one denominator.

use std::ops::Range;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::code::Code;
use super::cost::Stop;
use super::explore::{Explored, NONE, Place};
use super::levels::{self, Levels, Round};
use super::limbs::{self, Numbers};
use super::ties::Ties;
use crate::drivers::odds::frontier::Weighed;
use crate::drivers::odds::request::OddsError;
use crate::ir::Value;

/// So many limbs are reckoned with in a step.
const LIMBS_A_STEP: usize = 4;

/// Whether somebody still waits is asked once for so many situations.
const LOOK_AFTER: usize = 16;

/// The ends, with their weights; and why these are not all, if the budget ran out and what is known then is kept. With `ties`, rounds in
/// which nothing changes are not gone through.
pub fn solve<'c, 'p>(
    code: &'c Code<'p>,
    explored: &mut Explored<'c, 'p>,
    ties: bool,
) -> Result<(Weighed, Option<OddsError>), Stop> {
    let solved = solved(code, explored, ties, false)?;
    let (finals, beyond) = (solved.finals(), solved.beyond);
    Ok((finals, beyond.or(explored.beyond.take())))
}

/// All steps that weights take, each once.
pub fn course<'c, 'p>(code: &'c Code<'p>, explored: &mut Explored<'c, 'p>) -> Result<Course, Stop> {
    let solved = solved(code, explored, false, true)?;
    let weight = |place: &Place| limbs::big(solved.now.get(*place as usize, solved.length));
    let arrived = solved.waiting.iter().map(weight).fold(UBig::ZERO, |sum, weight| sum + weight);
    match solved.course {
        Some(course) if arrived == solved.denominator => {
            Ok(Course { denominator: arrived, level: solved.level, ..course })
        }
        Some(_) if !solved.explored.kernels.diagram.cost.goes_on() => Err(Stop::Stopped),
        Some(_) => Err(Stop::Failed(OddsError::Mass)),
        None => Err(Stop::Elsewhere),
    }
}

/// The steps that weights take, in their order.
#[derive(Default)]
pub struct Course {
    pub steps: Vec<Led>,
    pub rounds: Vec<Gone>,
    /// That of the ends.
    pub denominator: UBig,
    /// For each situation its level in its part.
    pub level: Vec<u32>,
    /// For each part by how much the denominator grows at each of its levels.
    pub growth: Vec<Vec<u128>>,
    /// The weights of all steps, one after the other.
    limbs: Vec<u64>,
}

/// A situation whose weight was given to all that it leads to.
pub struct Led {
    pub place: Place,
    /// Its round, by its place among all of the course.
    pub round: usize,
    /// Where its weight lies.
    weight: Range<usize>,
}

/// A round that was gone through.
pub struct Gone {
    pub part: usize,
    pub is_last: bool,
    /// That of its end.
    pub denominator: UBig,
}

impl Course {
    /// The weight of a step for each way of its kernel, over the denominator behind its level.
    pub fn weight(&self, led: &Led) -> &[u64] {
        &self.limbs[led.weight.clone()]
    }

    /// The level of a situation.
    pub fn level(&self, place: Place) -> usize {
        self.level[place as usize] as usize
    }

    /// By how much the denominator grows at the levels of a round.
    pub fn growth(&self, round: usize) -> &[u128] {
        &self.growth[self.rounds[round].part]
    }

    fn lead(&mut self, place: Place, weight: &[u64]) {
        let first = self.limbs.len();
        self.limbs.extend_from_slice(limbs::trimmed(weight));
        self.steps.push(Led { place, round: self.rounds.len().saturating_sub(1), weight: first..self.limbs.len() });
    }
}

fn solved<'s, 'c, 'p>(
    code: &'s Code<'p>,
    explored: &'s mut Explored<'c, 'p>,
    ties: bool,
    is_recorded: bool,
) -> Result<Solving<'s, 'c, 'p>, Stop> {
    let Levels { rounds, of } = levels::levels(code, explored)?;
    let count = explored.graph.keys.len();
    let growth = || rounds.iter().map(|round| round.growth.clone()).collect();
    let course = is_recorded.then(|| Course { growth: growth(), ..Course::default() });
    let until = explored.kernels.diagram.cost.patience();
    let mut solving = Solving {
        code,
        explored,
        level: of,
        now: Numbers::new(count, 1),
        next: Numbers::new(count, 1),
        marks: vec![Marks::default(); count],
        coming: Vec::new(),
        waiting: Vec::new(),
        denominator: UBig::ONE,
        length: 1,
        width: 1,
        copies: Copies::default(),
        spare: Vec::new(),
        until,
        course,
        beyond: None,
    };
    solving.now.get_mut(0, 1)[0] = 1;
    solving.wait(0);
    match solving.parts(&rounds, ties) {
        // What has come no further belongs to no end.
        Err(Stop::Stopped) if solving.course.is_none() => {}
        Err(Stop::Failed(error)) if solving.explored.kernels.diagram.cost.keeps(&error) => {
            solving.beyond = Some(solving.explored.crowded(error, code));
        }
        went => went?,
    }
    Ok(solving)
}

/// Which weights a situation has.
#[derive(Clone, Copy, Default)]
struct Marks {
    /// One in this round.
    is_held: bool,
    /// One in the next round.
    comes: bool,
    /// One that lies behind this part.
    waits: bool,
}

struct Solving<'s, 'c, 'p> {
    code: &'s Code<'p>,
    explored: &'s mut Explored<'c, 'p>,
    level: Vec<u32>,
    /// The weights of this round, and of whatever lies behind this part.
    now: Numbers,
    /// Those of the next round.
    next: Numbers,
    marks: Vec<Marks>,
    /// What has a weight in the next round.
    coming: Vec<Place>,
    /// What lies behind this part and has a weight; over the denominator of the end of this round.
    waiting: Vec<Place>,
    denominator: UBig,
    /// No weight has more limbs until this round is over.
    length: usize,
    /// There is room for so many.
    width: usize,
    copies: Copies,
    spare: Vec<u64>,
    /// Where the exploration was stopped: no more rounds are begun after so many answers.
    until: Option<u64>,
    /// What was done so far, if that is asked for.
    course: Option<Course>,
    /// Why it was left at what is known.
    beyond: Option<OddsError>,
}

/// One weight over the denominators of several levels, the lowest first. Its memory is kept.
#[derive(Default)]
struct Copies {
    numbers: Vec<Vec<u64>>,
    /// For each number the level up to which it is brought.
    levels: Vec<usize>,
    spare: Vec<u64>,
}

impl Copies {
    /// Takes a weight over the denominator of a level; nothing is left of it there.
    fn begin(&mut self, weight: &mut [u64], level: usize) {
        self.levels.clear();
        self.push(level, weight);
        weight.fill(0);
    }

    fn push(&mut self, level: usize, weight: &[u64]) {
        let place = self.levels.len();
        self.levels.push(level);
        self.numbers.resize_with(self.numbers.len().max(place + 1), Vec::new);
        self.numbers[place].clear();
        self.numbers[place].extend_from_slice(weight);
    }

    fn lift_first(&mut self, factor: u128) {
        limbs::scale(&mut self.numbers[0], factor, &mut self.spare);
    }

    /// The weight brought to a level.
    fn at(&mut self, level: usize, growth: &[u128]) -> &[u64] {
        let missing = &growth[self.levels[0]..level];
        if missing.iter().all(|growth| *growth == 1) {
            return &self.numbers[0];
        }
        let known = self.levels.iter().position(|known| *known == level);
        let place = known.unwrap_or_else(|| {
            let first = std::mem::take(&mut self.numbers[0]);
            self.push(level, &first);
            self.numbers[0] = first;
            let place = self.levels.len() - 1;
            limbs::scale_by_all(&mut self.numbers[place], missing, &mut self.spare);
            place
        });
        &self.numbers[place]
    }
}

impl Solving<'_, '_, '_> {
    /// Goes through all parts of the program.
    fn parts(&mut self, rounds: &[Round], ties: bool) -> Result<(), Stop> {
        for (part, round) in rounds.iter().enumerate() {
            let (begins, count) = (self.begin(part), self.code.rounds_of(part));
            let with_ties = if ties && !begins.is_empty() { Ties::of(self.explored, round, count) } else { None };
            match with_ties {
                Some(ties) => self.part_with_ties(&ties, &begins)?,
                None => self.part((part, round), begins)?,
            }
        }
        Ok(())
    }

    /// With what a part begins: nothing of that waits any more.
    fn begin(&mut self, part: usize) -> Vec<Place> {
        let code = self.code;
        let cuts = &self.explored.graph.cuts;
        let here = |place: &Place| {
            let cut = code.cut(cuts[*place as usize]);
            cut.part == part && !cut.is_end
        };
        let (begins, waiting): (Vec<Place>, Vec<Place>) = self.waiting.iter().copied().partition(here);
        self.waiting = waiting;
        for place in &begins {
            self.marks[*place as usize].waits = false;
        }
        begins
    }

    /// Goes through all rounds of a part, as far as something changes in them.
    fn part_with_ties(&mut self, ties: &Ties<'_>, begins: &[Place]) -> Result<(), Stop> {
        let mut taken = |place: &Place| {
            let number = self.now.get_mut(*place as usize, self.length);
            let weight = limbs::big(number);
            number.fill(0);
            (*place, weight)
        };
        let begins: Vec<(Place, UBig)> = begins.iter().map(&mut taken).collect();
        let waiting: Vec<(Place, UBig)> = self.waiting.iter().map(taken).collect();
        let found = ties.lead_on(self.explored, &begins)?;
        let growth = ties.growth();
        let before = waiting.into_iter().map(|(place, weight)| (place, weight * &growth));
        self.denominator *= &growth;
        self.make_room()?;
        for (place, weight) in before.chain(found) {
            let number = self.now.get_mut(place as usize, self.length);
            let sum = limbs::big(number) + weight;
            limbs::put(number, &sum);
            self.wait(place);
        }
        Ok(())
    }

    /// Goes through all rounds of a part.
    fn part(&mut self, (part, round): (usize, &Round), mut begins: Vec<Place>) -> Result<(), Stop> {
        let code = self.code;
        for number in 1..=code.rounds_of(part) {
            if begins.is_empty() || number > 1 && !self.goes_on() {
                break;
            }
            let growth = round.growth.iter().fold(UBig::ONE, |all, growth| all * UBig::from(*growth));
            self.denominator *= growth;
            self.make_room()?;
            self.lift(&begins, round);
            let is_last = number == code.rounds_of(part);
            if let Some(course) = &mut self.course {
                course.rounds.push(Gone { part, is_last, denominator: self.denominator.clone() });
            }
            match self.go_through(round, is_last) {
                // Whatever has left the rounds by now goes on to its end, and of the others nothing is known.
                Err(Stop::Stopped) if self.course.is_none() => {
                    self.coming.clear();
                    break;
                }
                went => went?,
            }
            begins = std::mem::take(&mut self.coming);
            for place in &begins {
                let next = self.next.get_mut(*place as usize, self.length);
                self.now.get_mut(*place as usize, self.length).copy_from_slice(next);
                next.fill(0);
                self.marks[*place as usize].comes = false;
            }
        }
        Ok(())
    }

    /// Whether another round is begun. What has come no further belongs to no end.
    fn goes_on(&self) -> bool {
        let cost = &self.explored.kernels.diagram.cost;
        self.until.map_or_else(|| cost.goes_on(), |until| cost.followed() <= until)
    }

    fn wait(&mut self, place: Place) {
        if !std::mem::replace(&mut self.marks[place as usize].waits, true) {
            self.waiting.push(place);
        }
    }

    fn come(&mut self, place: Place) {
        if !std::mem::replace(&mut self.marks[place as usize].comes, true) {
            self.coming.push(place);
        }
    }

    /// Makes room for weights over the denominator of the end of a round.
    fn make_room(&mut self) -> Result<(), Stop> {
        self.length = self.denominator.bit_len().div_ceil(64);
        if self.length > self.width {
            let width = self.length.max(2 * self.width);
            let count = self.explored.graph.keys.len();
            self.explored.kernels.diagram.cost.hold(2 * count * (width - self.width) * size_of::<u64>())?;
            self.width = width;
            self.now.widen(width);
            self.next.widen(width);
        }
        Ok(())
    }

    /// Brings weights from where the round begins to where they are taken: those of this part to their levels, all others to its
    /// end.
    fn lift(&mut self, begins: &[Place], round: &Round) {
        let Self { now, marks, waiting, level, length, spare, .. } = self;
        for place in begins {
            marks[*place as usize].is_held = true;
            let below = &round.growth[..level[*place as usize] as usize];
            limbs::scale_by_all(now.get_mut(*place as usize, *length), below, spare);
        }
        for place in waiting {
            limbs::scale_by_all(now.get_mut(*place as usize, *length), &round.growth, spare);
        }
    }

    /// Takes all weights of a round on.
    fn go_through(&mut self, round: &Round, is_last: bool) -> Result<(), Stop> {
        let is_over = self.explored.kernels.diagram.cost.is_over();
        for (number, place) in round.order.iter().enumerate() {
            if std::mem::take(&mut self.marks[*place as usize].is_held) {
                if !is_over && number.is_multiple_of(LOOK_AFTER) {
                    self.explored.kernels.diagram.cost.heed_waiting()?;
                }
                let ways = self.explored.ways(*place).len();
                let cost = &mut self.explored.kernels.diagram.cost;
                cost.answers(ways as u64)?;
                cost.steps((ways * self.length / LIMBS_A_STEP) as u64)?;
                if self.course.is_some() {
                    cost.hold(size_of::<Led>() + self.length * size_of::<u64>())?;
                }
                self.lead_on(*place, round, is_last);
            }
        }
        Ok(())
    }

    /// Gives the weight of a situation to all that it leads to.
    fn lead_on(&mut self, place: Place, round: &Round, is_last: bool) {
        let code = self.code;
        let graph = &self.explored.graph;
        let part = code.cut(graph.cuts[place as usize]).part;
        let kernel = graph.kernels[place as usize] as usize;
        let own = self.level[place as usize] as usize;
        let mut copies = std::mem::take(&mut self.copies);
        copies.begin(self.now.get_mut(place as usize, self.length), own + 1);
        copies.lift_first(round.growth[own] / self.explored.kernels.all[kernel].of);
        if let Some(course) = &mut self.course {
            course.lead(place, &copies.numbers[0]);
        }
        for (number, way) in self.explored.ways(place).enumerate() {
            let Explored { graph, kernels, .. } = &*self.explored;
            let (factor, _) = kernels.all[kernel].effects[number];
            let leads_again = graph.behind[way] != NONE;
            let to = if leads_again && is_last { graph.behind[way] } else { graph.to[way] };
            let Some(cut) = graph.cuts.get(to as usize).map(|cut| code.cut(*cut)) else { continue };
            let is_open = graph.kernels[to as usize] == NONE && !cut.is_end;
            if is_open {
                continue;
            }
            let is_again = leads_again && !is_last;
            let is_within = cut.part == part && !leads_again && !cut.is_end;
            let upto = if is_within { self.level[to as usize] as usize } else { round.growth.len() };
            let weight = copies.at(upto, &round.growth);
            let numbers = if is_again { &mut self.next } else { &mut self.now };
            limbs::add_product(numbers.get_mut(to as usize, self.length), weight, factor);
            if is_within {
                self.marks[to as usize].is_held = true;
            } else if is_again {
                self.come(to);
            } else {
                self.wait(to);
            }
        }
        self.copies = copies;
    }

    fn finals(&self) -> Weighed {
        let mut finals = Weighed::new();
        let Explored { graph, layout, .. } = &*self.explored;
        let is_end = |place: &&Place| self.code.cut(graph.cuts[**place as usize]).is_end;
        for place in self.waiting.iter().filter(is_end) {
            let results = self.code.program.results.iter();
            let key = graph.keys[*place as usize];
            let values: Vec<Value> = results.map(|result| layout.value(key, result.register.0)).collect();
            finals.add(&values, limbs::big(self.now.get(*place as usize, self.length)), &self.denominator);
        }
        finals
    }
}
