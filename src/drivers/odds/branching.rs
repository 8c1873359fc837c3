//! All answers to one question, each with its weight.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;

use dashu_int::UBig;

use crate::allowance::{Allowance, Exhausted, Resource};
use crate::drivers::adjudicate::Host;
use crate::drivers::chosen::{self, Choices};
use crate::drivers::odds::refusals;
use crate::drivers::odds::request::{Budget, Progress, Ways};
use crate::drivers::recorded::{self, Exchange};
use crate::drivers::{Mode, adjudicate, by_mode, deliberate};
use crate::ir::{Choose, DiceTerm, Keep, Method, Operand, Program, Question, Register, Roll, Value};
use crate::machine::{Answer, Ask, Called, FaultKind, How, Unanswered};
use crate::semantics::arithmetic::{NO, YES};
use crate::semantics::counting::{Count, Within, count_within};

/// Each card that may come up is looked for among all that are left; so many are looked at in a step.
const CARDS_A_STEP: u64 = 16;

/// While dice are counted, whether somebody has stopped it is asked once in so many steps: a step takes a microsecond or less.
const LOOK_AFTER: u64 = 16_384;

/// What may be answered.
pub(in crate::drivers) enum Fork {
    /// Only this.
    Only(Answer),
    /// A roll: what its questions come to, and the registers for that.
    Rolled(Rc<Count>, Vec<Register>),
    /// One of these, by weight, and their weight together.
    OneOf(Vec<(Answer, u32)>, u64),
    /// More than the budget of this.
    TooMany(Resource),
}

/// Answers questions in every possible way.
pub(in crate::drivers) struct Forks<'a> {
    program: &'a Program,
    mode: Mode,
    choices: &'a Choices,
    host: Option<Host<'a>>,
    budget: Budget,
    allowance: &'a Allowance,
    progress: &'a Progress,
    /// Answers that were given already: there is no other way up to the last of them.
    before: VecDeque<Exchange>,
    known: Rc<Known>,
}

/// What was found out of rolls and functions: it holds wherever else in a program they are asked.
#[derive(Debug, Default)]
pub(in crate::drivers) struct Known {
    /// The answers to rolls.
    counted: RefCell<HashMap<Counted, Rc<Count>>>,
    /// What functions have answered.
    called: RefCell<BTreeMap<(u32, Vec<Value>), Called>>,
}

/// What makes two rolls the same to count.
type Counted = (Vec<i64>, Keep, Vec<Question>);

impl<'a> Forks<'a> {
    pub fn new(program: &'a Program, ways: Ways<'a>, budget: Budget) -> Self {
        let Ways { mode, choices, before, host, bounds, drawn: _, progress } = ways;
        let before = before.iter().cloned().collect();
        let (allowance, known) = (&bounds.allowance, Rc::default());
        Self { program, mode, choices, host, budget, allowance, progress, before, known }
    }

    /// The same, with what others have found out who ask the same program or a part of it.
    pub fn knowing(self, known: &Rc<Known>) -> Self {
        Self { known: Rc::clone(known), ..self }
    }

    /// The answers to a question; `live` are the registers that matter afterwards.
    pub fn fork(&mut self, ask: Ask<'_>, live: &[u32]) -> Result<Fork, FaultKind> {
        if !matches!(ask, Ask::Call { .. })
            && let Some(before) = self.before.pop_front()
        {
            return recorded::again(self.program, &ask, &before).map(Fork::Only);
        }
        match ask {
            Ask::Resolve { .. } => Ok(Fork::Only(by_mode::resolve(self.mode))),
            Ask::Roll { roll, sides, .. } => self.roll(roll, sides, live),
            Ask::Draw { cards, left, method, .. } => {
                if by_mode::is_judged(method, self.mode) {
                    return deliberate::draw(cards).map(Fork::Only);
                }
                let cards_left = left.len() as u64;
                self.allowance.spend(cards_left * cards_left / CARDS_A_STEP)?;
                let total = left.iter().map(|(_, count)| u64::from(*count)).sum();
                let cards = left.into_iter().map(|(card, count)| (Answer::Card(card, How::Random), count));
                Ok(Fork::OneOf(cards.collect(), total))
            }
            Ask::Choose { choose, low, high, default, .. } => self.choice(choose, (low, high), default).map(Fork::Only),
            Ask::Call { function, arguments } => self.call(function, arguments),
        }
    }

    fn choice(&self, choose: &Choose, (low, high): (i64, i64), default: Value) -> Result<Answer, FaultKind> {
        let made = chosen::beforehand(self.choices, choose, low, high)?;
        made.or_else(|| chosen::by_default(default)).ok_or_else(|| open_choice(&choose.path))
    }

    /// What is chosen between two limits.
    pub fn chosen(&self, choose: &Choose, limits: (i64, i64), default: Value) -> Result<Option<i64>, FaultKind> {
        let answer = self.choice(choose, limits, default)?;
        Ok(if let Answer::Choice(chosen, _) = answer { Some(chosen) } else { None })
    }

    /// Whether judgement answers dice and cards that are to be had so.
    pub fn is_judged(&self, method: Method) -> bool {
        by_mode::is_judged(method, self.mode)
    }

    /// What answers whatever the script leaves open.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The faces of dice that are judged.
    pub fn judged(&self, roll: &Roll, sides: &[i64]) -> Result<Option<Vec<i64>>, FaultKind> {
        if !by_mode::is_judged(roll.method, self.mode) {
            return Ok(None);
        }
        let answer = deliberate::roll(roll, sides)?;
        Ok(if let Answer::Faces(faces, _) = answer { Some(faces) } else { None })
    }

    /// A function is called twice with its arguments and then never again: odds rely on its being pure.
    fn call(&mut self, function: u32, arguments: Vec<Value>) -> Result<Fork, FaultKind> {
        let key = (function, arguments);
        if let Some(known) = self.known.called.borrow().get(&key) {
            return Ok(Fork::Only(Answer::Called(known.clone())));
        }
        let called = self.answered(function, &key.1)?;
        if self.answered(function, &key.1)? != called {
            return Err(adjudicate::not_pure(self.program, function));
        }
        self.known.called.borrow_mut().insert(key, called.clone());
        Ok(Fork::Only(Answer::Called(called)))
    }

    /// What a function answers; where the program goes on after a refusal, also whether it refuses.
    fn answered(&self, number: u32, arguments: &[Value]) -> Result<Called, FaultKind> {
        let host = self.host.ok_or_else(|| adjudicate::no_host(self.program, number))?;
        let function = self.program.functions.get(number as usize);
        let Some((caught, function)) = function.and_then(|function| Some((function.caught?, function))) else {
            return host(number, arguments);
        };
        match host(caught, arguments) {
            Ok(called) => Ok(Called { values: [called.values, vec![NO]].concat(), ..called }),
            Err(kind) if refusals::is_refusal(&kind) => {
                Ok(Called { values: [vec![None; function.returns.count()], vec![YES]].concat(), ..Called::default() })
            }
            Err(kind) => Err(kind),
        }
    }

    /// How many different answers a roll has whatever situation it is in, if it is the sum of all its dice that is asked.
    pub fn sums(&self, roll: &Roll, live: &[u32]) -> Option<u64> {
        let mut asked = roll.questions.iter().filter(|(_, into)| live.binary_search(&into.0).is_ok());
        let (Some((Question::Rolled | Question::Kept, _)), None) = (asked.next(), asked.next()) else { return None };
        if roll.keep != Keep::All || roll.shown.is_some() || !self.before.is_empty() || self.is_judged(roll.method) {
            return None;
        }
        let number =
            |operand: Operand| if let Operand::Value(number) = operand { u64::try_from(number).ok() } else { None };
        let spread = |term: &DiceTerm| number(term.count)?.checked_mul(number(term.sides)?.saturating_sub(1));
        roll.dice.iter().try_fold(1_u64, |sums, term| sums.checked_add(spread(term)?))
    }

    /// Questions whose answer nobody reads are not asked: fewer answers differ.
    pub fn roll(&mut self, roll: &Roll, sides: Vec<i64>, live: &[u32]) -> Result<Fork, FaultKind> {
        if by_mode::is_judged(roll.method, self.mode) {
            return Ok(Fork::Only(deliberate::roll(roll, &sides)?));
        }
        let matters = |into: &Register| live.binary_search(&into.0).is_ok();
        let asked = roll.questions.iter().filter(|(_, into)| matters(into));
        let (questions, registers): (Vec<_>, Vec<_>) = asked.copied().unzip();
        let key = (sides, roll.keep, questions);
        if let Some(known) = self.known.counted.borrow().get(&key) {
            return Ok(Fork::Rolled(Rc::clone(known), registers));
        }
        let counted = match self.count(&key)? {
            Ok(counted) => counted,
            Err(of) => return Ok(Fork::TooMany(of)),
        };
        let counted = Rc::new(counted);
        self.known.counted.borrow_mut().insert(key, Rc::clone(&counted));
        Ok(Fork::Rolled(counted, registers))
    }

    /// Counts a roll, unless somebody stops it, or it takes more than the budget of something.
    fn count(&self, (sides, keep, questions): &Counted) -> Result<Result<Count, Resource>, FaultKind> {
        let Budget { answers, memory, .. } = self.budget;
        let (mut exhausted, mut since) = (None, 0_u64);
        let mut spend = |steps: u64| {
            since = since.saturating_add(steps);
            let goes_on = since < LOOK_AFTER || {
                since = 0;
                self.progress.is_wanted()
            };
            exhausted = if goes_on { self.allowance.spend(steps).err() } else { Some(Exhausted::CalledOff) };
            exhausted.is_none()
        };
        let is_full = Cell::new(false);
        let within = Within { steps: answers, memory, spend: &mut spend, is_full: &is_full };
        let counted = count_within(within, sides, *keep, questions);
        let of = if is_full.get() { Resource::Memory } else { Resource::Answers };
        exhausted.map_or_else(|| Ok(counted.ok_or(of)), |exhausted| Err(exhausted.into()))
    }
}

fn open_choice(path: &str) -> FaultKind {
    let what = format!("odds need an option for the choice `{path}`: none is set, and there is no default");
    FaultKind::NoAnswer { what, why: Unanswered::OpenChoice }
}

/// Writes a roll's answers into registers.
pub(in crate::drivers) fn write(registers: &mut [Value], into: &[Register], answers: &[Value]) {
    for (register, answer) in into.iter().zip(answers) {
        if let Some(place) = registers.get_mut(register.0 as usize) {
            *place = *answer;
        }
    }
}

/// A card's weight, as a big number.
pub(super) fn weight(count: u32) -> UBig {
    UBig::from(count)
}
