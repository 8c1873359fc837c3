//! What an answer about odds depends on: how it changes with each value in the scene, and with each thing that chance decides.

use dashu_base::Abs;
use dashu_ratio::RBig;

use super::chance::Chance;
use super::encounter::Encounter;
use super::failure::Failure;
use super::instead::{in_words, now, path};
use super::judged_instead::{ByChance, by_chance};
use super::odds::OddsRequest;
use super::places::{Other, Place, Written};
use crate::diagnostic::{Diagnostic, codes};
use crate::drivers::odds::Budget;
use crate::model::Entry;

/// What the answer to a question hinges on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Hinges {
    /// The answer as the scene is written.
    pub answer: Chance,
    /// How many of all runs the rules refuse as the scene is written.
    pub refused: RBig,
    /// The values of the scene, those first with which it changes most.
    pub hinges: Vec<Hinge>,
}

/// A value that the scene writes, or something that chance decides.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Hinge {
    /// Where it stands: `climb.value`; or what chance decides: `climb.outcome`.
    pub name: String,
    /// What stands there; or how chance decides.
    pub written: String,
    /// The reason that the scene gives in quotes.
    pub reason: Option<String>,
    /// What else could stand there: nothing, and a step in each direction; or judgement in the place of chance.
    pub tried: Vec<Tried>,
}

/// The answer with another value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tried {
    /// The other value; `without` where it is left out.
    pub says: String,
    /// The answer then, or why there is none.
    pub answer: Result<Chance, Failure>,
    /// How many of all runs the rules refuse then. Such runs have no result, so the answer is only that of the others.
    pub refused: RBig,
    /// By how much it is more than as the scene is written; nothing where there is nothing to compare: one of the two is never reached, or
    /// the rules refuse more runs or fewer.
    pub change: Option<RBig>,
}

/// The answers to what is asked, and how many of all runs are refused.
fn without_refused(answers: Vec<Chance>) -> (Vec<Chance>, RBig) {
    let (refused, answers): (Vec<Chance>, Vec<Chance>) =
        answers.into_iter().partition(|answer| answer.refused.is_some());
    (answers, refused.into_iter().filter_map(|runs| runs.value).fold(RBig::ZERO, |sum, share| sum + share))
}

/// Each answer alone, or why there is none; and how many runs are refused.
fn for_each(answers: Result<Vec<Chance>, Failure>, count: usize) -> (Vec<Result<Chance, Failure>>, RBig) {
    match answers {
        Ok(answers) => {
            let (answers, refused) = without_refused(answers);
            (answers.into_iter().map(Ok).collect(), refused)
        }
        Err(failure) => (vec![Err(failure); count], RBig::ZERO),
    }
}

/// A value that is tried may have so many times as many situations as the scene as it is written, and so many in any case: one that takes
/// much longer is not worth waiting for.
const TIMES: usize = 10;
const FEWEST: usize = 100_000;

/// Each situation leads to so many others, on average; and no more bytes are held.
const WAYS: u64 = 20;
const MEMORY: usize = 256 * 1024 * 1024;

/// What a value that is tried may cost, if it takes so many situations as the scene is written.
fn for_one(budget: Budget, situations: usize) -> Budget {
    let states = situations.saturating_mul(TIMES).max(FEWEST);
    budget.at_most(Budget::of(states, WAYS.saturating_mul(states as u64), MEMORY))
}

impl Hinges {
    /// Adds a house rule, with the answer of the scene without it.
    #[cfg(feature = "cli")]
    pub(crate) fn add_house(&mut self, house: &str, answer: Result<Chance, Failure>) {
        let tried = Tried::of("without".to_owned(), (answer, self.refused.clone()), self);
        let (name, written) = ("house rule".to_owned(), house.to_owned());
        self.hinges.push(Hinge { name, written, reason: None, tried: vec![tried] });
        self.sort();
    }

    fn sort(&mut self) {
        self.hinges.sort_by_key(|hinge| std::cmp::Reverse(hinge.largest_change()));
    }
}

impl Tried {
    /// The answer with another value, beside the one as the scene is written.
    fn of(says: String, (answer, refused): (Result<Chance, Failure>, RBig), as_written: &Hinges) -> Self {
        let value = |answer: &Chance| answer.value.clone().filter(|_| !answer.never_reached);
        let now = answer.as_ref().ok().and_then(value).filter(|_| refused == as_written.refused);
        let change = now.zip(value(&as_written.answer)).map(|(now, before)| now - before);
        Self { says, answer, refused, change }
    }
}

impl Hinge {
    /// Each value that was tried, with what it was tried for.
    pub fn each(&self) -> impl Iterator<Item = (&Self, &Tried)> {
        self.tried.iter().map(move |tried| (self, tried))
    }

    /// How far the answer is from what it is as the scene is written, at most.
    pub fn largest_change(&self) -> RBig {
        let changes = self.tried.iter().filter_map(|tried| tried.change.clone());
        changes.map(Abs::abs).max().unwrap_or_default()
    }
}

impl Encounter {
    /// What the answer to each question hinges on: how it is with each value of the scene left out, and a step higher and lower, and with
    /// each ladder, roll and draw judged that chance decides. The questions ask for one number each: a chance, a mean, or what is computed from them.
    ///
    /// ```
    /// use assize::{Engine, OddsRequest, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("pond", "system pond\nkind person { skill : 0..9 = 0, luck : 0..9 = 0 }\n\
    /// #     procedure angle by person { roll dice : 1d6, let fish = dice.sum + person.skill }");
    /// let scene = "use pond\nperson ada { skill 1, luck 2 }\nangle net by ada";
    /// let encounter = Engine::with(shelf).compile("day.asz", scene)?;
    /// let hinges = &encounter.hinges(&OddsRequest::of(["E(net.fish)"]))?[0];
    /// let told = hinges.hinges.iter().map(|hinge| format!("{}: {}", hinge.name, hinge.largest_change()));
    /// assert_eq!(told.collect::<Vec<_>>(), ["ada.skill: 1", "net.dice: 1/2", "ada.luck: 0"]);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`odds`](Self::odds), and where a question asks for more than one number.
    pub fn hinges(&self, request: &OddsRequest) -> Result<Vec<Hinges>, Failure> {
        let before = request.progress.situations();
        let (answers, refused) = without_refused(self.odds(request)?);
        if answers.len() != request.questions.len() || answers.iter().any(|answer| answer.distribution.is_some()) {
            let complaint = Diagnostic::placeless(codes::ODDS, "this can be shown for only one number at a time");
            return Err(self
                .failure(complaint.help("ask for a chance or a mean, such as `P(NAME.PART >= 2)` or `E(NAME.PART)`")));
        }
        let mut all: Vec<Hinges> =
            answers.into_iter().map(|answer| Hinges { answer, refused: refused.clone(), hinges: Vec::new() }).collect();
        let budget = for_one(request.budget, request.progress.situations() - before);
        let request = &OddsRequest { budget, ..request.clone() };
        let written = Written(self);
        for place in written.places_of_scene().into_iter().take_while(|_| !request.progress.is_stopped()) {
            let Some(entry) = written.entry(place) else { continue };
            let others = self.steps_from(place, entry);
            if others.is_empty() {
                continue;
            }
            for hinges in &mut all {
                hinges.hinges.push(Hinge {
                    name: path(self, place),
                    written: now(self, place).map(|value| in_words(self, place, value)).unwrap_or_default(),
                    reason: written.reason(place),
                    tried: Vec::new(),
                });
            }
            for other in others {
                self.try_instead((place, other), request, &mut all);
            }
        }
        self.try_judged(request, &mut all);
        for hinges in &mut all {
            hinges.hinges.retain(|hinge| !hinge.tried.is_empty());
            hinges.sort();
        }
        Ok(all)
    }

    /// Adds what the questions come to where something that chance decides is judged instead.
    fn try_judged(&self, request: &OddsRequest, all: &mut [Hinges]) {
        let left_to_chance = self.program().map(|program| by_chance(program, request.mode)).unwrap_or_default();
        for ByChance { path, how } in left_to_chance {
            let answers = self.odds_where_judged(request, &path);
            if request.progress.is_stopped() {
                return;
            }
            let (answers, refused) = for_each(answers, all.len());
            for (hinges, answer) in all.iter_mut().zip(answers) {
                let tried = vec![Tried::of("judged".to_owned(), (answer, refused.clone()), hinges)];
                let (name, written) = (path.to_string(), how.to_owned());
                hinges.hinges.push(Hinge { name, written, reason: None, tried });
            }
        }
    }

    /// Adds what the questions come to with another value to the last hinge of each.
    fn try_instead(&self, (place, other): (Place, Other), request: &OddsRequest, all: &mut [Hinges]) {
        let answers = self.with(&[(place, other)]).and_then(|changed| changed.odds(request));
        let (answers, refused) = for_each(answers, all.len());
        // What was left half found says nothing of what changes.
        if request.progress.is_stopped() {
            return;
        }
        for (hinges, answer) in all.iter_mut().zip(answers) {
            let tried = Tried::of(in_words(self, place, other), (answer, refused.clone()), hinges);
            hinges.hinges.last_mut().into_iter().for_each(|hinge| hinge.tried.push(tried.clone()));
        }
    }

    /// What could stand at a place instead: nothing, and the values next to the one that is written.
    fn steps_from(&self, place: Place, entry: &Entry) -> Vec<Other> {
        let Some(written) = now(self, place) else { return Vec::new() };
        let beside = |now: i64, (low, high): (i64, i64)| {
            let steps = [now.checked_sub(1), now.checked_add(1)].into_iter().flatten();
            steps.filter(|step| (low..=high).contains(step)).collect()
        };
        let others = Written(self).others(place, entry, beside);
        let Other::Number(now) = written else { return Vec::new() };
        let numbers =
            || others.iter().filter_map(|other| if let Other::Number(number) = other { Some(*number) } else { None });
        let below = numbers().filter(|number| *number < now).max();
        let above = numbers().filter(|number| *number > now).min();
        let left_out = others.contains(&Other::LeftOut).then_some(Other::LeftOut);
        left_out.into_iter().chain([below, above].into_iter().flatten().map(Other::Number)).collect()
    }
}
