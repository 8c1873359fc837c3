//! Instructions that ask: what the script itself fixes is answered at once, everything else becomes an [`Ask`].

use super::run::{Machine, Move, malformed};
use super::{Ask, FaultKind, How, Listener, OnTable, Unanswered};
use crate::ir::{
    Address, Choose, Deck, DiceTerm, Instruction, Method, Operand, Register, Roll, Roller, ShownFaces, Value, Wording,
};
use crate::semantics::dice::{MOST_DICE, MOST_SIDES};
use crate::semantics::judgement;
use crate::semantics::visibility::Visibility;
use crate::shared_text::SharedText;

/// A ladder about to be resolved.
#[derive(Clone, Copy)]
pub(super) struct Resolving<'p> {
    pub into: Register,
    pub scale: u32,
    pub total: Value,
    pub path: &'p SharedText,
    pub after: Address,
}

/// The faces judgement sees: those the system gives, or those of the rounded mean.
///
/// # Errors
/// When the pool is too large for its mean to be computed.
pub fn judged(roll: &Roll, sides: &[i64]) -> Result<(Vec<i64>, How), FaultKind> {
    if let Some(faces) = &roll.judged {
        return Ok((faces.clone(), How::Deliberate));
    }
    let faces = judgement::judged(sides, roll.keep).ok_or_else(|| too_large(sides))?;
    Ok((faces, How::Extension))
}

fn too_large(sides: &[i64]) -> FaultKind {
    let count = i64::try_from(sides.len()).unwrap_or(i64::MAX);
    FaultKind::BadDice { count, sides: sides.iter().copied().max().unwrap_or(0) }
}

impl<'p> Machine<'p> {
    pub(super) fn ask(
        &mut self,
        instruction: &'p Instruction,
        listener: &mut dyn Listener,
    ) -> Result<Move<'p>, FaultKind> {
        match instruction {
            Instruction::Resolve { method, .. } => self.resolve(*method, listener),
            Instruction::Roll(roll) => self.roll(roll, listener),
            Instruction::Draw { into, deck, shown: Some(card), .. } => {
                self.take(*into, *deck, *card, How::Stated, listener)?;
                Ok(Move::Next)
            }
            Instruction::Draw { into, deck, method, path, by, shown: None } => match method {
                Method::Open | Method::Random => Ok(Move::Ask(self.draw(*deck, (*method, path, by))?)),
                Method::Deliberate | Method::Automatic(_) => self.draw_judged(*into, *deck, listener),
            },
            Instruction::Choose(choose) => self.choose(choose),
            Instruction::Call { function, arguments, .. } => Ok(Move::Ask(self.call(*function, arguments)?)),
            Instruction::Copy { .. }
            | Instruction::Clear { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Lookup { .. }
            | Instruction::Band { .. }
            | Instruction::Jump { .. }
            | Instruction::Unless { .. }
            | Instruction::Aside { .. }
            | Instruction::Shuffle { .. }
            | Instruction::Trace(_)
            | Instruction::Refuse { .. }
            | Instruction::Done => Err(malformed("an instruction that does not ask")),
        }
    }

    /// The ladder at the present instruction, with its total.
    pub(super) fn resolving(&self) -> Result<Resolving<'p>, FaultKind> {
        let Instruction::Resolve { into, scale, total, path, after, .. } = self.instruction()? else {
            return Err(malformed("nothing is resolved here"));
        };
        Ok(Resolving { into: *into, scale: *scale, total: self.value(*total)?, path, after: *after })
    }

    fn resolve(&mut self, method: Method, listener: &mut dyn Listener) -> Result<Move<'p>, FaultKind> {
        let resolving = self.resolving()?;
        if let Method::Automatic(declared) = method {
            return self.declare(resolving, declared, listener);
        }
        if resolving.total.is_none() {
            // Whatever is computed from something unreached is unreached, without a question.
            self.write(resolving.into, None)?;
            return Ok(Move::To(resolving.after));
        }
        match method {
            Method::Deliberate => self.judge(resolving, How::Deliberate, listener),
            Method::Random => Ok(Move::Next),
            Method::Open | Method::Automatic(_) => {
                let Resolving { scale, total, path, .. } = resolving;
                Ok(Move::Ask(Ask::Resolve { scale, total, path }))
            }
        }
    }

    fn declare(
        &mut self,
        resolving: Resolving<'p>,
        declared: Option<Operand>,
        listener: &mut dyn Listener,
    ) -> Result<Move<'p>, FaultKind> {
        let (level, how) = match declared {
            Some(level) => (self.value(level)?, How::Automatic),
            None => (self.scale(resolving.scale)?.best(), How::Best),
        };
        self.resolved(resolving, level, how, listener)
    }

    /// The sides of a roll, one entry a die; `None` when a number of dice or of sides is unreached.
    pub(super) fn sides(&self, roll: &Roll) -> Result<Option<Vec<i64>>, FaultKind> {
        let mut all = Vec::new();
        for DiceTerm { count, sides } in &roll.dice {
            let (Some(count), Some(sides)) = (self.value(*count)?, self.value(*sides)?) else { return Ok(None) };
            let room = MOST_DICE - all.len();
            match usize::try_from(count) {
                Ok(dice) if dice <= room && (1..=MOST_SIDES).contains(&sides) => {
                    all.resize(all.len() + dice, sides);
                }
                _ => return Err(FaultKind::BadDice { count, sides }),
            }
        }
        Ok(Some(all))
    }

    fn roll(&mut self, roll: &'p Roll, listener: &mut dyn Listener) -> Result<Move<'p>, FaultKind> {
        self.go_through(roll.dice.len() + roll.questions.len())?;
        let Some(sides) = self.sides(roll)? else {
            for (_, into) in &roll.questions {
                self.write(*into, None)?;
            }
            return Ok(Move::Next);
        };
        self.burn(sides.len() as u64)?;
        if let Some(shown) = &roll.shown {
            let faces = self.stated(shown, sides.len(), &roll.path)?;
            self.show(roll, &sides, faces, How::Stated, listener)?;
            return Ok(Move::Next);
        }
        match roll.method {
            Method::Open | Method::Random => Ok(Move::Ask(Ask::Roll { roll, sides, on_table: OnTable::default() })),
            Method::Deliberate | Method::Automatic(_) => {
                let (faces, how) = judged(roll, &sides)?;
                self.show(roll, &sides, &faces, how, listener)?;
                Ok(Move::Next)
            }
        }
    }

    /// What so many dice show, of all that a line states.
    fn stated(&self, shown: &'p ShownFaces, dice: usize, path: &str) -> Result<&'p [i64], FaultKind> {
        let fallen = self.value(shown.fallen)?.and_then(|fallen| usize::try_from(fallen).ok()).unwrap_or(0);
        let left = shown.faces.get(fallen..).unwrap_or_default();
        left.get(..dice).ok_or_else(|| {
            let what = format!("`{path}` rolls more dice than the {} that are stated", shown.faces.len());
            FaultKind::NoAnswer { what, why: Unanswered::TooFewDice }
        })
    }

    pub(super) fn deck(&self, deck: u32) -> Result<&'p Deck, FaultKind> {
        self.program.decks.get(deck as usize).ok_or_else(|| malformed(format!("there is no deck {deck}")))
    }

    fn draw(&mut self, deck: u32, (method, path, by): (Method, &'p str, &'p Roller)) -> Result<Ask<'p>, FaultKind> {
        self.go_through(self.deck(deck)?.class.len())?;
        Ok(Ask::Draw { deck, cards: self.deck(deck)?, left: self.left(deck)?, method, path, by })
    }

    /// The cards that are left, each with how many there are like it: one, unless cards of one class are one card.
    pub(super) fn left(&self, deck: u32) -> Result<Vec<(u32, u32)>, FaultKind> {
        let known = self.deck(deck)?;
        let mut counts = vec![0_u32; known.class.len()];
        for card in (0..).map_while(|card| self.counts_as(known, card)) {
            if let Some(count) = counts.get_mut(card as usize) {
                *count += 1;
            }
        }
        let drawn = self.state.drawn.get(deck as usize).ok_or_else(|| malformed(format!("there is no deck {deck}")))?;
        for card in drawn {
            if let Some(count) = counts.get_mut(*card as usize) {
                *count = count.saturating_sub(1);
            }
        }
        let left: Vec<(u32, u32)> = (0..).zip(counts).filter(|(_, count)| *count > 0).collect();
        if left.is_empty() { Err(FaultKind::DeckEmpty { deck }) } else { Ok(left) }
    }

    fn draw_judged(&mut self, into: Register, deck: u32, listener: &mut dyn Listener) -> Result<Move<'p>, FaultKind> {
        let judged = self.deck(deck)?;
        let Some(card) = judged.judged else {
            let what = format!("the deck `{}` has no judged card", judged.name);
            return Err(FaultKind::NoAnswer { what, why: Unanswered::NoJudgedCard });
        };
        self.go_through(judged.class.len())?;
        self.take(into, deck, card, How::Deliberate, listener)?;
        Ok(Move::Next)
    }

    pub(super) fn choose(&mut self, choose: &'p Choose) -> Result<Move<'p>, FaultKind> {
        let (Some(low), Some(high)) = (self.value(choose.low)?, self.value(choose.high)?) else {
            self.write(choose.into, None)?;
            return Ok(Move::Next);
        };
        if low > high {
            let what = format!("`{}` leaves nothing to choose: {low} to {high}", choose.path);
            return Err(FaultKind::NoAnswer { what, why: Unanswered::NoChoice });
        }
        let default = choose.default.map_or(Ok(None), |default| self.value(default))?;
        let secrecy = &self.program.secrecy;
        let limits = secrecy.of_any([choose.low, choose.high].into_iter().chain(choose.default));
        // Whoever answers a choice that is kept as a whole is told its limits.
        let around = secrecy.at(self.state.at);
        let hides_limits = limits > around;
        let visibility = around.max(secrecy.of(Operand::Register(choose.into)));
        // What is hidden is known to nobody at the table.
        let question = self.asked(&choose.question, around, visibility.min(Visibility::Gm));
        let is_kept = visibility > Visibility::All;
        let for_all = is_kept.then(|| self.asked(&choose.question, around, Visibility::All));
        Ok(Move::Ask(Ask::Choose { choose, question, low, high, default, hides_limits, visibility, for_all }))
    }

    /// A question as far as it is for whoever may see so much. Where all around it is kept, even what was known beforehand is.
    fn asked(&self, question: &Wording, around: Visibility, most: Visibility) -> SharedText {
        if around > most { question.kept() } else { self.filled(question, most) }
    }

    fn call(&mut self, function: u32, arguments: &[Operand]) -> Result<Ask<'p>, FaultKind> {
        self.go_through(arguments.len())?;
        let known = self.program.functions.get(function as usize);
        let known = known.ok_or_else(|| malformed(format!("there is no function {function}")))?;
        if known.parameters.len() != arguments.len() {
            return Err(malformed(format!("`{}` takes {} numbers", known.name, known.parameters.len())));
        }
        let arguments = arguments.iter().map(|argument| self.value(*argument)).collect::<Result<_, _>>()?;
        Ok(Ask::Call { function, arguments })
    }
}

pub(super) fn bad(what: impl Into<String>) -> FaultKind {
    FaultKind::BadAnswer { what: what.into() }
}
