//! A script that runs once, and goes on as its questions are answered.

use super::handles::Adjudicate;
use crate::engine::{Answers, Before, Complain, DiceFrom, Encounter, Events, Failure, Person, Policy, Seeds};
use crate::journal::Exchange;
use crate::verdict::{Audience, Verdict};

/// What a policy that came with a request is called in messages.
const POLICY: &str = "policy";

/// A script that runs once, with what was answered until now. It begins anew each time it goes on: scenes are short.
///
/// ```
/// use assize::Engine;
/// use assize::protocol::{Adjudicate, Playing, Teller};
///
/// let encounter = Engine::default().compile("night.asz", "choose door \"which door?\" { left {}, right {} }")?;
/// let mut playing = Playing::new(Adjudicate::default(), 7.into());
/// let audience = playing.audience();
/// let mut say = |teller: Teller| teller.hears(audience, None, |person, events, refused| playing.go_on(&encounter, person, (events, refused)));
/// let (_, question) = say(Teller::default())?;
/// let question = question.expect("somebody is asked");
/// assert_eq!(question.question.words, "which door? (left, right)");
/// let (verdict, _) = say(Teller::saying("left".to_owned(), question.told))?;
/// assert!(verdict.is_some());
/// # Ok::<(), assize::Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playing {
    asked: Adjudicate,
    dice: DiceFrom,
    replies: Vec<Exchange>,
}

impl Playing {
    /// A run that has not begun, with seeds that stand in for those that were left out.
    pub fn new(asked: Adjudicate, fresh: Seeds) -> Self {
        let dice = asked.dice_from(fresh);
        Self { asked, dice, replies: Vec::new() }
    }

    /// For whom its verdict is.
    pub fn audience(&self) -> Audience {
        self.asked.whom.into()
    }

    /// How everything is answered that nobody at the table is asked for.
    fn answers<'a>(&self) -> Result<Answers<'a>, Failure> {
        let policy = self.asked.policy.as_ref().map(|text| Policy::read(POLICY, text)).transpose()?;
        let choices = self.asked.choices.clone();
        Ok(Answers { choices, policy, ..Answers::new(self.asked.mode.into(), self.dice.clone()) })
    }

    /// Runs it from beginning to end, with nobody to ask.
    ///
    /// # Errors
    /// As [`Encounter::adjudicate`], as far as those may know for whom it is.
    pub fn at_once(&self, encounter: &Encounter) -> Result<Verdict, Failure> {
        let verdict = encounter.adjudicate(self.answers()?).map_err(|failure| failure.seen_by(self.audience()))?;
        Ok(verdict.seen_by(self.audience()))
    }

    /// Runs it from its beginning, with what was answered before. Where the person will answer later, there is nothing
    /// to tell yet.
    ///
    /// # Errors
    /// As [`Encounter::replay`], as far as those may know for whom it is.
    pub fn go_on(
        &mut self,
        encounter: &Encounter,
        person: Person<'_>,
        (events, refused): (Events<'_>, Complain<'_>),
    ) -> Result<Option<Verdict>, Failure> {
        let answers = Answers { person: Some(person), events: Some(events), refused: Some(refused), ..self.answers()? };
        let mut replies = self.replies.clone();
        let before = Before { happened: &[], events: 0, replies: &self.replies };
        let run = encounter.replay(answers, before, &mut |asked| {
            replies.push(asked.clone());
            Ok(())
        });
        self.replies = replies;
        let run = run.map_err(|stopped| Failure::from(stopped).seen_by(self.audience()))?;
        Ok(run.map(|verdict| verdict.seen_by(self.audience())))
    }
}
