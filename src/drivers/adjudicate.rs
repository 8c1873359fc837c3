//! The driver of a single run: puts the ways of answering together.

use super::chosen::{self, Choices};
use super::given::GivenDice;
use super::{Driver, Mode, by_mode, deliberate, random};
use crate::diagnostic::codes;
use crate::ir::{Choose, Deck, Method, Program, Roll, Roller, Value};
use crate::machine::{Answer, Ask, Called, FaultKind, How};
use crate::semantics::chance::{Chance, Draw, Repeats};

/// Where dice and cards come from.
#[derive(Debug)]
pub enum Dice {
    /// The program rolls and draws them itself, from this stream.
    Seeded(Chance),
    /// Rolled at the table beforehand; all of them, and no more.
    Given(GivenDice),
    /// Rolled at the table as they are asked for.
    ByHand {
        /// Whose dice and cards the person tells.
        whose: Whose,
        /// What rolls and draws for everybody else, and whatever is secret.
        otherwise: Chance,
    },
}

/// Whose dice and cards a person tells, as far as they are not secret.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Whose {
    /// Those of everybody.
    Everybody,
    /// Those of these, by name or title; all others are rolled by the program.
    These(Vec<String>),
}

impl Whose {
    /// Those who are named, or everybody if nobody is: so people leave it out on a command line.
    pub fn named(names: Vec<String>) -> Self {
        if names.is_empty() { Self::Everybody } else { Self::These(names) }
    }

    /// Who is named.
    pub fn names(&self) -> &[String] {
        match self {
            Self::Everybody => &[],
            Self::These(names) => names,
        }
    }
}

/// Whoever sits at the table: answers a choice, or tells what the dice show.
pub type Person<'a> = &'a mut dyn FnMut(&Ask<'_>) -> Response;

/// What somebody at the table says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Response {
    /// What they chose, or what their dice show; it is checked against the question like any other.
    Answer(Answer),
    /// There will be none: the whole run is given up, also where the script has a default. That is taken when nobody can be
    /// asked.
    Never,
    /// Not yet: the run pauses. In a session the entry waits until it is entered again.
    Later,
}

/// Whoever answers functions: gets the function's number and its arguments. It is pure.
pub type Host<'a> = &'a dyn Fn(u32, &[Value]) -> Result<Called, FaultKind>;

impl From<Option<Answer>> for Response {
    /// No answer is one that will not come.
    fn from(answer: Option<Answer>) -> Self {
        answer.map_or(Self::Never, Self::Answer)
    }
}

/// Answers the questions of a single run.
pub struct Adjudicate<'a> {
    program: &'a Program,
    mode: Mode,
    dice: Dice,
    /// How often each person has rolled or drawn for a path, whoever told what came up.
    rolled: Repeats,
    choices: Choices,
    person: Option<Person<'a>>,
    host: Option<Host<'a>>,
}

impl<'a> Adjudicate<'a> {
    /// A driver without choices, person and host.
    pub fn new(program: &'a Program, mode: Mode, dice: Dice) -> Self {
        Self { program, mode, dice, rolled: Repeats::default(), choices: Choices::new(), person: None, host: None }
    }

    /// With choices made beforehand.
    #[must_use]
    pub fn choices(mut self, choices: Choices) -> Self {
        self.choices = choices;
        self
    }

    /// With somebody to ask.
    #[must_use]
    pub fn person(mut self, person: Person<'a>) -> Self {
        self.person = Some(person);
        self
    }

    /// With somebody who answers functions.
    #[must_use]
    pub fn host(mut self, host: Host<'a>) -> Self {
        self.host = Some(host);
        self
    }

    /// The next draw of this person for this path.
    fn next<'b>(&mut self, path: &'b str, by: &'b Roller) -> Draw<'b> {
        Draw { path, by: &by.name, time: self.rolled.next(path, &by.name), secret: by.secret }
    }

    fn roll(&mut self, ask: &Ask<'_>, roll: &Roll, sides: &[i64]) -> Result<Answer, FaultKind> {
        let draw = self.next(&roll.path, &roll.by);
        if by_mode::is_judged(roll.method, self.mode) {
            return deliberate::roll(roll, sides);
        }
        match &mut self.dice {
            Dice::Seeded(chance) => Ok(random::roll(chance, draw, sides)),
            Dice::Given(dice) => dice.roll(sides, &roll.path),
            Dice::ByHand { whose, otherwise } if !is_by_hand(whose, &roll.by) => {
                Ok(random::roll(otherwise, draw, sides))
            }
            Dice::ByHand { .. } => self.at_the_table(ask, &roll.path),
        }
    }

    fn draw(
        &mut self,
        ask: &Ask<'_>,
        (deck, left): ((u32, &Deck), &[(u32, u32)]),
        (method, path, by): (Method, &str, &Roller),
    ) -> Result<Answer, FaultKind> {
        let drawn = self.next(path, by);
        if by_mode::is_judged(method, self.mode) {
            return deliberate::draw(deck.1);
        }
        match &mut self.dice {
            Dice::Seeded(chance) => random::card(chance, drawn, deck, left),
            Dice::Given(dice) => dice.draw(path),
            Dice::ByHand { whose, otherwise } if !is_by_hand(whose, by) => random::card(otherwise, drawn, deck, left),
            Dice::ByHand { .. } => self.at_the_table(ask, path),
        }
    }

    fn at_the_table(&mut self, ask: &Ask<'_>, path: &str) -> Result<Answer, FaultKind> {
        let told = self.respond(ask)?;
        let what = || format!("nobody has told what was rolled or drawn for `{path}`");
        told.ok_or_else(|| FaultKind::NoAnswer { what: what(), code: codes::CALLED_OFF })
    }

    /// What the person answers; nothing when there is nobody.
    fn respond(&mut self, ask: &Ask<'_>) -> Result<Option<Answer>, FaultKind> {
        match self.person.as_mut().map_or(Response::Never, |person| person(ask)) {
            Response::Answer(answer) => Ok(Some(answer)),
            Response::Never => Ok(None),
            Response::Later => Err(FaultKind::Paused),
        }
    }

    fn choose(
        &mut self,
        ask: &Ask<'_>,
        choose: &Choose,
        limits: (i64, i64),
        default: Value,
    ) -> Result<Answer, FaultKind> {
        let (low, high) = limits;
        if let Some(answer) = chosen::beforehand(&self.choices, choose, low, high)? {
            return Ok(answer);
        }
        let answer = match self.person {
            Some(_) => self.respond(ask)?,
            None => chosen::by_default(default),
        };
        answer.ok_or_else(|| chosen::nobody(choose, low, high))
    }

    fn call(&self, function: u32, arguments: &[Value]) -> Result<Answer, FaultKind> {
        let host = self.host.ok_or_else(|| no_host(self.program, function))?;
        host(function, arguments).map(Answer::Called)
    }
}

/// From where an answer came that stands already.
enum Source {
    /// From dice that were rolled beforehand.
    Given,
    /// From the program's own.
    Chance,
    /// From nothing that moves on.
    Other,
}

impl Source {
    fn of(answer: &Answer) -> Self {
        let how = match answer {
            Answer::Faces(_, how) | Answer::Card(_, how) => how,
            Answer::Judge(_) | Answer::Best(_) | Answer::Roll | Answer::Choice(..) | Answer::Called(_) => {
                return Self::Other;
            }
        };
        match how {
            How::Given => Self::Given,
            How::Random | How::Redrawn => Self::Chance,
            How::Deliberate | How::Extension | How::Automatic | How::Person | How::Default => Self::Other,
        }
    }
}

impl Driver for Adjudicate<'_> {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<Answer, FaultKind> {
        match ask {
            Ask::Resolve { .. } => Ok(by_mode::resolve(self.mode)),
            Ask::Roll { roll, sides } => self.roll(ask, roll, sides),
            Ask::Draw { deck, cards, left, method, path, by } => {
                self.draw(ask, ((*deck, cards), left), (*method, path, by))
            }
            Ask::Choose { choose, low, high, default, .. } => self.choose(ask, choose, (*low, *high), *default),
            Ask::Call { function, arguments } => self.call(*function, arguments),
        }
    }

    fn pass(&mut self, ask: &Ask<'_>, answer: &Answer) {
        // The answer stands; what comes up now only moves the dice and the cards on.
        match ask {
            Ask::Roll { roll, sides } => {
                let draw = self.next(&roll.path, &roll.by);
                match (&mut self.dice, Source::of(answer)) {
                    (Dice::Given(dice), Source::Given) => drop(dice.roll(sides, &roll.path)),
                    (Dice::Seeded(chance) | Dice::ByHand { otherwise: chance, .. }, Source::Chance) => {
                        drop(random::roll(chance, draw, sides));
                    }
                    (Dice::Given(_), Source::Chance | Source::Other)
                    | (Dice::Seeded(_) | Dice::ByHand { .. }, Source::Given | Source::Other) => {}
                }
            }
            Ask::Draw { deck, cards, left, path, by, .. } => {
                let draw = self.next(path, by);
                match (&mut self.dice, Source::of(answer)) {
                    (Dice::Given(dice), Source::Given) => drop(dice.draw(path)),
                    (Dice::Seeded(chance) | Dice::ByHand { otherwise: chance, .. }, Source::Chance) => {
                        drop(random::card(chance, draw, (*deck, cards), left));
                    }
                    (Dice::Given(_), Source::Chance | Source::Other)
                    | (Dice::Seeded(_) | Dice::ByHand { .. }, Source::Given | Source::Other) => {}
                }
            }
            Ask::Resolve { .. } | Ask::Choose { .. } | Ask::Call { .. } => {}
        }
    }

    fn finish(&mut self) -> Result<(), FaultKind> {
        match &self.dice {
            Dice::Given(dice) => dice.finish(),
            Dice::Seeded(_) | Dice::ByHand { .. } => Ok(()),
        }
    }
}

/// Whether a person tells what this roller's dice show.
fn is_by_hand(whose: &Whose, by: &Roller) -> bool {
    let meant = match whose {
        Whose::Everybody => true,
        Whose::These(names) => names.iter().any(|name| is_called(name, by)),
    };
    meant && !by.secret
}

/// Whether this is the name or the title of somebody.
pub(crate) fn is_called(name: &str, who: &Roller) -> bool {
    let name = name.to_lowercase();
    [&who.name, &who.title].iter().any(|own| own.to_lowercase() == name)
}

/// The refusal for a function that nobody answers.
pub(crate) fn no_host(program: &Program, function: u32) -> FaultKind {
    let name = program.functions.get(function as usize).map_or("?", |function| function.name.as_str());
    FaultKind::NoAnswer { what: format!("nobody answers the function `{name}`"), code: codes::NO_HOST }
}

/// The refusal for a function that answers the same question in two ways.
pub(super) fn not_pure(program: &Program, function: u32) -> FaultKind {
    let name = program.functions.get(function as usize).map_or("?", |function| function.name.as_str());
    let what = format!("the function `{name}` answers the same arguments in two ways, so there are no odds");
    FaultKind::NoAnswer { what, code: codes::NOT_PURE }
}
