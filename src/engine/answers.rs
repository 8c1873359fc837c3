//! How everything that a script leaves open is answered.

use std::collections::BTreeMap;

use super::failure::Failure;
use super::policy::Policy;
use crate::drivers::Mode;
use crate::drivers::adjudicate::{Person, Whose};
use crate::drivers::recorded::Exchange;
use crate::machine::Ask;
use crate::semantics::chance::Stream;
use crate::verdict::recorder::Events;

/// How everything that a script leaves open is answered.
pub struct Answers<'a> {
    /// What answers `resolve`, rolls and draws.
    pub mode: Mode,
    /// Where dice and cards come from.
    pub dice: DiceFrom,
    /// Choices made in advance: a choice's name and the option's.
    pub choices: BTreeMap<String, String>,
    /// Makes the choices that were not made in advance, before anyone is asked; it has to fit the scene.
    ///
    /// ```
    /// use assize::engine::{Answers, Engine, Policy};
    ///
    /// let scene = "choose door \"which door?\" { left { note \"Dark.\" }, right default { note \"Light.\" } }";
    /// let encounter = Engine::default().compile("night.asz", scene)?;
    /// let policy = Policy::read("night.policy", "assize policy 1\nchoice door\n otherwise left")?;
    /// let verdict = encounter.adjudicate(Answers { policy: Some(policy), ..Answers::random(7) })?;
    /// assert!(assize::verdict::text::text(&verdict).contains("Dark."));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub policy: Option<Policy>,
    /// The person who is asked for choices, and for dice with [`DiceFrom::ByHand`].
    pub person: Option<Person<'a>>,
    /// Receives events as they happen, with everything in them that is secret. So a person who is asked can see
    /// what led up to the question. An entry of a session that has waited is reported from its beginning.
    ///
    /// ```
    /// use assize::engine::{Answers, Engine};
    /// use assize::verdict::text;
    ///
    /// let encounter = Engine::default().compile("night.asz", "note \"a knock\"")?;
    /// let mut told = String::new();
    /// let mut tell = |happened: &assize::verdict::Happened| told.push_str(&text::line(&happened.event));
    /// encounter.adjudicate(Answers { events: Some(&mut tell), ..Answers::deliberate() })?;
    /// assert_eq!(told, "a knock");
    /// # Ok::<(), assize::engine::Failure>(())
    /// ```
    pub events: Option<Events<'a>>,
    /// Receives the reason why the rules refuse a person's choice; then the person is asked the same again, and earlier
    /// rolls are kept. Without it such an answer ends the run. A refusal that no other answer would avoid ends it too.
    ///
    /// ```
    /// use assize::engine::{Answer, Answers, Engine, Failure, How, Response, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("ferry", "system ferry
    /// kind guest {}
    /// procedure board by guest {
    ///   choose bags : 0..9 by guest \"how many bags?\"
    ///   needs bags <= 2 else \"two bags at most\"
    /// }");
    /// let encounter = Engine::with(shelf).compile("pier.asz", "use ferry\nguest ada\nboard ship by ada {}")?;
    /// let (mut bags, mut told) = (5, String::new());
    /// let mut person = |_: &assize::engine::Ask<'_>| {
    ///     bags -= 2;
    ///     Response::Answer(Answer::Choice(bags, How::Person))
    /// };
    /// let mut refused = |why: &Failure| told.push_str(&why.to_string());
    /// let answers = Answers { person: Some(&mut person), refused: Some(&mut refused), ..Answers::random(7) };
    /// assert_eq!(encounter.adjudicate(answers)?.get("ship.bags").map(|bags| bags.number), Some(Some(1)));
    /// assert!(told.contains("two bags at most"));
    /// # Ok::<(), Failure>(())
    /// ```
    pub refused: Option<Complain<'a>>,
    /// Receives each roll that the person is about to be asked for although it cannot matter: no result and no text hangs on it,
    /// only numbers on the way. The person is asked all the same. Where anything in the scene is kept from anybody, nothing is
    /// received, since it would tell of that.
    ///
    /// ```
    /// use assize::engine::{Answers, Ask, DiceFrom, Engine, Response, Shelf, Whose};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lamps", "
    ///     system lamps
    ///     kind person { oil : 0..9 = 3 }
    ///     procedure light by person { roll wind : 1d6, let burns = wind + person.oil >= 4 }");
    /// let encounter = Engine::with(shelf).compile("night.asz", "use lamps\nperson ada\nlight lamp by ada")?;
    /// let mut needless = 0;
    /// let mut count = |_: &Ask<'_>| needless += 1;
    /// let mut person = |_: &Ask<'_>| Response::Rolled;
    /// let dice = DiceFrom::ByHand { whose: Whose::Everybody, otherwise: 7.into() };
    /// let answers = Answers::new(assize::Mode::Random, dice);
    /// encounter.adjudicate(Answers { person: Some(&mut person), needless: Some(&mut count), ..answers })?;
    /// assert_eq!(needless, 1, "whatever falls, the lamp burns");
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub needless: Option<&'a mut dyn FnMut(&Ask<'_>)>,
    /// Receives every answer before it counts, no matter who gives it, and including secrets: what a question about odds takes as
    /// [`before`](crate::OddsRequest::before). An entry of a session that has waited reports only its new answers.
    ///
    /// ```
    /// use assize::{Answers, Engine};
    ///
    /// let encounter = Engine::default().compile("night.asz", "roll wind : 1d6\nroll waves : 1d6")?;
    /// let mut answered = Vec::new();
    /// let mut hear = |one: &assize::journal::Exchange| answered.push(one.clone());
    /// encounter.adjudicate(Answers { answered: Some(&mut hear), ..Answers::random(7) })?;
    /// assert_eq!(answered.len(), 2);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub answered: Option<&'a mut dyn FnMut(&Exchange)>,
}

/// Receives the reason why an answer is refused.
pub type Complain<'a> = &'a mut dyn FnMut(&Failure);

/// Where dice and cards come from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiceFrom {
    /// The program's own, from this stream: the same seeds, the same verdict.
    Program(Stream),
    /// Rolled in advance; all of them, and no more.
    Given(Vec<i64>),
    /// From the person, as they are needed.
    ByHand {
        /// Whose dice and cards the person supplies.
        whose: Whose,
        /// Where everyone else's come from, and everything secret.
        otherwise: Stream,
    },
}

impl Answers<'_> {
    /// By judgement: the usual results. Dice fall only if the script asks for them.
    ///
    /// ```
    /// use assize::{Answers, Engine};
    ///
    /// let encounter = Engine::default().compile("night.asz", "note \"a knock\"")?;
    /// // Nothing is left to chance, so it comes out the same each time.
    /// assert_eq!(encounter.adjudicate(Answers::deliberate())?, encounter.adjudicate(Answers::deliberate())?);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn deliberate() -> Self {
        Self::new(Mode::Deliberate, DiceFrom::Program(Stream::from(0)))
    }

    /// As declared: the best level, the judged faces.
    ///
    /// ```
    /// use assize::{Answers, Engine};
    ///
    /// let verdict = Engine::default().compile("night.asz", "note \"a knock\"")?.adjudicate(Answers::automatic())?;
    /// assert_eq!((verdict.mode.as_str(), verdict.seed), ("automatic", None));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn automatic() -> Self {
        Self::new(Mode::Automatic, DiceFrom::Program(Stream::from(0)))
    }

    /// With the program's dice, from a seed, two seeds or a stream.
    ///
    /// ```
    /// use assize::engine::{Answers, Engine, Seed, Seeds, Stream};
    ///
    /// let encounter = Engine::default().compile("night.asz", "note \"a knock\"")?;
    /// encounter.adjudicate(Answers::random(7))?;
    /// // Seeds that nobody can foresee: a host draws them from the randomness of its system.
    /// let (public, secret): (Seed, Seed) = ("8f1c22d0a97be3645110cf3d72e8b4a9".parse()?, "5e90c1fb37a2468dd3317ac02b6f94e8".parse()?);
    /// let seeds = Seeds { public, secret };
    /// encounter.adjudicate(Answers::random(seeds))?;
    /// // A verdict that names the stream `chacha8/1` is had again so.
    /// encounter.adjudicate(Answers::random(Stream::Sequential { seed: 7 }))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random(stream: impl Into<Stream>) -> Self {
        Self::new(Mode::Random, DiceFrom::Program(stream.into()))
    }

    /// With dice rolled at the table.
    ///
    /// ```
    /// use assize::diagnostic::codes;
    /// use assize::{Answers, Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lots", "system lots\nkind person {}\nprocedure draw by person { roll dice : 2d6, let luck = dice }");
    /// let encounter = Engine::with(shelf).compile("night.asz", "use lots\nperson ada\ndraw lot by ada")?;
    /// assert_eq!(encounter.adjudicate(Answers::given(vec![3, 4]))?.get("lot.luck").and_then(|luck| luck.number), Some(7));
    /// // Each die that is rolled has to be among them, and no other.
    /// let refused = encounter.adjudicate(Answers::given(vec![3])).unwrap_err();
    /// assert!(refused.diagnostics.iter().any(|found| found.code == codes::TOO_FEW_DICE));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn given(faces: Vec<i64>) -> Self {
        Self::new(Mode::Random, DiceFrom::Given(faces))
    }

    /// In this mode, with these dice, and nobody to ask.
    ///
    /// ```
    /// use assize::{Answers, DiceFrom, Mode};
    ///
    /// // What `Answers::random(7)` says in one word.
    /// let answers = Answers::new(Mode::Random, DiceFrom::Program(7.into()));
    /// assert_eq!(answers.stream(), Answers::random(7).stream());
    /// ```
    pub fn new(mode: Mode, dice: DiceFrom) -> Self {
        Self {
            mode,
            dice,
            choices: BTreeMap::new(),
            policy: None,
            person: None,
            events: None,
            refused: None,
            needless: None,
            answered: None,
        }
    }

    /// Where the program's dice come from, if it rolls any.
    ///
    /// ```
    /// use assize::{Answers, Stream};
    ///
    /// assert_eq!(Answers::random(7).stream(), Some(Stream::from(7)));
    /// assert_eq!(Answers::given(vec![3, 4]).stream(), None);
    /// ```
    pub fn stream(&self) -> Option<Stream> {
        match self.dice {
            DiceFrom::Program(stream) | DiceFrom::ByHand { otherwise: stream, .. } => Some(stream),
            DiceFrom::Given(_) => None,
        }
    }

    /// The word for it in a verdict.
    pub(super) fn word(&self) -> &'static str {
        match (self.mode, &self.dice) {
            (Mode::Deliberate, _) => "deliberate",
            (Mode::Automatic, _) => "automatic",
            (Mode::Random, DiceFrom::Program(_)) => "random",
            (Mode::Random, DiceFrom::Given(_) | DiceFrom::ByHand { .. }) => "dice",
        }
    }
}
