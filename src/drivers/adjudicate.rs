//! The driver of a single run: combines the ways of answering.

use super::chosen::{self, Choices};
use super::given::GivenDice;
use super::plays::{JUDGED, Plays};
use super::{Driver, Mode, by_mode, deliberate, look_ahead, random};
use crate::ir::{Address, Choose, Deck, Method, Program, Register, Roll, Roller, Value, passes};
use crate::machine::{Answer, Ask, Called, Fault, FaultKind, How, Machine, OnTable, State, Unanswered};
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

impl Dice {
    /// The same dice for a look ahead, which uses none of them up; where that cannot be, there are none.
    fn ahead(&self) -> Self {
        let none = || Self::Given(GivenDice::new(Vec::new()));
        match self {
            Self::Seeded(chance) => chance.ahead().map_or_else(none, Self::Seeded),
            Self::Given(dice) => Self::Given(dice.clone()),
            Self::ByHand { whose, otherwise } => {
                let by_hand = |otherwise| Self::ByHand { whose: whose.clone(), otherwise };
                otherwise.ahead().map_or_else(none, by_hand)
            }
        }
    }
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
    /// To a roll or a draw: the program is to roll or draw this one, from its seed.
    Rolled,
    /// There will be none: the whole run is given up, also where the script has a default. That is taken when nobody can be
    /// asked.
    Never,
    /// Not yet: the run pauses. In a session the entry waits until it is entered again.
    Later,
}

/// An answer that the rules refuse, and what was chosen before it.
#[derive(Debug)]
pub struct Refusal<'r> {
    /// What would have stopped the run.
    pub fault: &'r Fault,
    /// The choices that led there: the path of each and what was chosen, the one that is asked again last.
    pub chosen: &'r [(String, String)],
}

/// Is told of every choice that the rules refuse; it is asked again then.
pub type Refused<'a> = &'a mut dyn FnMut(&Refusal<'_>);

/// Is told of each roll that a person is asked for although nothing hangs on it, before they are asked.
pub struct Needless<'a> {
    /// The registers that hold results; numbers on the way to them are none.
    pub results: &'a [Register],
    /// Who is told.
    pub tell: &'a mut dyn FnMut(&Ask<'_>),
}

/// So many other answers are looked at, before an answer is taken for one that can be mended.
const MOST_LOOKED_AT: i64 = 64;

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
    plays: Option<&'a Plays>,
    /// What the policy says to the question that is asked next.
    decided: Option<i64>,
    person: Option<Person<'a>>,
    host: Option<Host<'a>>,
    refused: Option<Refused<'a>>,
    needless: Option<Needless<'a>>,
    /// Where the run stands, and with what, if somebody is told of needless rolls.
    place: Option<(Address, Vec<Value>)>,
    /// The run, where it asks for a choice.
    stopped_at: Option<Machine<'a>>,
    /// What was chosen until now.
    chosen: Vec<(String, String)>,
}

impl<'a> Adjudicate<'a> {
    /// A driver without choices, person and host.
    pub fn new(program: &'a Program, mode: Mode, dice: Dice) -> Self {
        Self {
            program,
            mode,
            dice,
            rolled: Repeats::default(),
            choices: Choices::new(),
            plays: None,
            decided: None,
            person: None,
            host: None,
            refused: None,
            needless: None,
            place: None,
            stopped_at: None,
            chosen: Vec::new(),
        }
    }

    /// With choices made beforehand.
    #[must_use]
    pub fn choices(mut self, choices: Choices) -> Self {
        self.choices = choices;
        self
    }

    /// With a policy, which answers before anybody is asked.
    #[must_use]
    pub fn plays(mut self, plays: &'a Plays) -> Self {
        self.plays = Some(plays);
        self
    }

    /// With somebody to ask.
    #[must_use]
    pub fn person(mut self, person: Person<'a>) -> Self {
        self.person = Some(person);
        self
    }

    /// With somebody who is told when a choice is refused: then the person is asked again. Without, the run ends there.
    #[must_use]
    pub fn refused(mut self, refused: Refused<'a>) -> Self {
        self.refused = Some(refused);
        self
    }

    /// With somebody who is told of needless rolls.
    #[must_use]
    pub fn needless(mut self, needless: Needless<'a>) -> Self {
        self.needless = Some(needless);
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

    fn roll(&mut self, ask: &Ask<'_>, roll: &Roll, (sides, on_table): (&[i64], &OnTable)) -> Result<Answer, FaultKind> {
        let draw = self.next(&roll.path, &roll.by);
        if by_mode::is_judged(roll.method, self.mode) {
            return deliberate::roll(roll, sides);
        }
        match &mut self.dice {
            Dice::Seeded(chance) => Ok(random::roll(chance, draw, sides)),
            Dice::Given(dice) => {
                let rolled = dice.roll(&on_table.to_roll(sides), &roll.path)?;
                Ok(Answer::Faces(on_table.with(rolled), How::Given))
            }
            Dice::ByHand { whose, otherwise } => {
                let told = if is_by_hand(whose, &roll.by) {
                    if let (Some(needless), Some((at, registers))) = (&mut self.needless, &self.place) {
                        needless.hear(self.program, (*at, registers), (ask, self.mode));
                    }
                    at_the_table(&mut self.person, ask, &roll.path)?
                } else {
                    None
                };
                Ok(told.unwrap_or_else(|| random::roll(otherwise, draw, sides)))
            }
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
            Dice::ByHand { whose, otherwise } => {
                let told = if is_by_hand(whose, by) { at_the_table(&mut self.person, ask, path)? } else { None };
                told.map_or_else(|| random::card(otherwise, drawn, deck, left), Ok)
            }
        }
    }

    /// The choice of the person; nothing when there will be none.
    fn chosen_by_person(
        &mut self,
        ask: &Ask<'_>,
        choose: &Choose,
        limits: (i64, i64),
    ) -> Result<Option<Answer>, FaultKind> {
        loop {
            let answer = match respond(&mut self.person, ask)? {
                Response::Answer(answer) => answer,
                Response::Rolled | Response::Never | Response::Later => return Ok(None),
            };
            let refusal = self.refusal(&answer).filter(|_| self.could_be_another(&answer, limits));
            let (Some(fault), Some(refused)) = (refusal, &mut self.refused) else { return Ok(Some(answer)) };
            let mut chosen = self.chosen.clone();
            chosen.extend(told(choose, &answer));
            refused(&Refusal { fault: &fault, chosen: &chosen });
        }
    }

    /// What would stop the run with this answer before somebody is asked again, if that is to be told.
    fn refusal(&self, answer: &Answer) -> Option<Fault> {
        self.refused.as_ref()?;
        let machine = self.stopped_at.as_ref()?.ahead(self.program);
        let mut later = |_: &Ask<'_>| Response::Later;
        let mut ahead = Adjudicate {
            rolled: self.rolled.clone(),
            choices: self.choices.clone(),
            person: Some(&mut later),
            host: self.host,
            ..Adjudicate::new(self.program, self.mode, self.dice.ahead())
        };
        look_ahead::refusal(machine, answer, &mut ahead)
    }

    /// Whether the run could go on with some other answer. Otherwise it is not this one that is wrong.
    fn could_be_another(&self, answer: &Answer, (low, high): (i64, i64)) -> bool {
        let others =
            (low..=high.min(low.saturating_add(MOST_LOOKED_AT))).map(|other| Answer::Choice(other, How::Person));
        others.filter(|other| !is_same(other, answer)).any(|other| self.refusal(&other).is_none())
    }

    fn choose(
        &mut self,
        ask: &Ask<'_>,
        choose: &Choose,
        limits: (i64, i64),
        (default, hides_limits): (Value, bool),
    ) -> Result<Answer, FaultKind> {
        let (low, high) = limits;
        if let Some(answer) = chosen::beforehand(&self.choices, choose, low, high)? {
            return Ok(answer);
        }
        if let Some(option) = self.decided.take() {
            let answer = chosen::by_policy(choose, option, limits)?;
            self.chosen.extend(told(choose, &answer));
            return Ok(answer);
        }
        let answer = match self.person {
            Some(_) if low == high && !hides_limits => Some(Answer::Choice(low, How::Default)),
            Some(_) => self.chosen_by_person(ask, choose, limits)?,
            None => chosen::by_default(default),
        };
        let answer = answer.ok_or_else(|| chosen::nobody(choose, low, high))?;
        self.chosen.extend(told(choose, &answer));
        Ok(answer)
    }

    fn call(&self, function: u32, arguments: &[Value]) -> Result<Answer, FaultKind> {
        let host = self.host.ok_or_else(|| no_host(self.program, function))?;
        host(function, arguments).map(Answer::Called)
    }
}

impl Needless<'_> {
    /// Hears of a roll that is about to be asked for.
    fn hear(&mut self, program: &Program, place: (Address, &[Value]), (ask, mode): (&Ask<'_>, Mode)) {
        if !passes::matters(program, place, self.results, by_mode::method_of_ladders(mode)) {
            (self.tell)(ask);
        }
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
            How::Deliberate
            | How::Extension
            | How::Stated
            | How::Unasked
            | How::Automatic
            | How::Best
            | How::Person
            | How::Default => Self::Other,
        }
    }
}

impl Driver for Adjudicate<'_> {
    fn stands(&mut self, machine: &Machine<'_>) {
        let State { at, registers, .. } = machine.state();
        self.decided = self.plays.and_then(|plays| plays.says(*at, registers));
        self.place = self.needless.is_some().then(|| (*at, registers.clone()));
        self.stopped_at = self.refused.is_some().then(|| machine.ahead(self.program));
    }

    fn answer(&mut self, ask: &Ask<'_>) -> Result<Answer, FaultKind> {
        match ask {
            Ask::Resolve { .. } => Ok(match self.decided.take() {
                Some(JUDGED) => deliberate::resolve(),
                Some(_) => Answer::Roll,
                None => by_mode::resolve(self.mode),
            }),
            Ask::Roll { roll, sides, on_table } => self.roll(ask, roll, (sides, on_table)),
            Ask::Draw { deck, cards, left, method, path, by } => {
                self.draw(ask, ((*deck, cards), left), (*method, path, by))
            }
            Ask::Choose { choose, low, high, default, hides_limits, .. } => {
                self.choose(ask, choose, (*low, *high), (*default, *hides_limits))
            }
            Ask::Call { function, arguments } => self.call(*function, arguments),
        }
    }

    fn pass(&mut self, ask: &Ask<'_>, answer: &Answer) {
        // The answer stands; what comes up now only moves the dice and the cards on.
        match ask {
            Ask::Roll { roll, sides, .. } => {
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
            Ask::Choose { choose, .. } => self.chosen.extend(told(choose, answer)),
            Ask::Resolve { .. } | Ask::Call { .. } => {}
        }
    }

    fn finish(&mut self) -> Result<(), FaultKind> {
        match &self.dice {
            Dice::Given(dice) => dice.finish(),
            Dice::Seeded(_) | Dice::ByHand { .. } => Ok(()),
        }
    }
}

/// What the person says; an answer that comes later pauses the run.
fn respond(person: &mut Option<Person<'_>>, ask: &Ask<'_>) -> Result<Response, FaultKind> {
    match person.as_mut().map_or(Response::Never, |person| person(ask)) {
        Response::Later => Err(FaultKind::Paused),
        response @ (Response::Answer(_) | Response::Rolled | Response::Never) => Ok(response),
    }
}

/// What the dice or cards of the person show; nothing when the program is to roll them.
fn at_the_table(person: &mut Option<Person<'_>>, ask: &Ask<'_>, path: &str) -> Result<Option<Answer>, FaultKind> {
    match respond(person, ask)? {
        Response::Answer(answer) => Ok(Some(answer)),
        Response::Rolled => Ok(None),
        Response::Never | Response::Later => {
            let what = format!("the roll or card for `{path}` is missing");
            Err(FaultKind::NoAnswer { what, why: Unanswered::NotTold })
        }
    }
}

/// A choice by its path, in words.
fn told(choose: &Choose, answer: &Answer) -> Option<(String, String)> {
    let Answer::Choice(value, _) = answer else { return None };
    let option = usize::try_from(*value).ok().and_then(|place| choose.options.get(place));
    Some((choose.path.to_string(), option.map_or_else(|| value.to_string(), ToString::to_string)))
}

/// Whether two answers choose the same, however they came about.
fn is_same(one: &Answer, other: &Answer) -> bool {
    let value = |answer: &Answer| if let Answer::Choice(value, _) = answer { Some(*value) } else { None };
    value(one) == value(other)
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
    FaultKind::NoAnswer { what: format!("no host provides the function `{name}`"), why: Unanswered::NoHost }
}

/// The refusal for a function that answers the same question in two ways.
pub(super) fn not_pure(program: &Program, function: u32) -> FaultKind {
    let name = program.functions.get(function as usize).map_or("?", |function| function.name.as_str());
    let what = format!("the function `{name}` returned two values for the same arguments, so there are no odds");
    FaultKind::NoAnswer { what, why: Unanswered::NotPure }
}
