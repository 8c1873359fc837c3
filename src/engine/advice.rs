//! Advice, as plain data: what is best at each choice, what that depends on, and the value of everything else.

use std::collections::{BTreeMap, BTreeSet};

use dashu_ratio::RBig;

use super::chance::{ChanceKind, percent, rounded};
use super::policy::Policy;
use crate::drivers::Mode;
use crate::drivers::odds::{Budget, Progress};

/// The most conditions for one choice in advice, unless more are requested.
const CONDITIONS: usize = 8;

/// A request for advice. [`AdviceRequest::of`] is enough for most; a literal ends with `..AdviceRequest::default()`, since fields
/// may be added later.
#[derive(Clone, Debug)]
pub struct AdviceRequest {
    /// The goal, to be as high as possible: one chance such as `P(climb.height is high)`, or one mean such as `E(ship.leaks)`. If it is
    /// empty, it is the goal that the scene suggests, or if no choice makes a difference to that, another one to which they do.
    pub goal: String,
    /// Choices made in advance, which need no advice: a choice's name and the option's.
    pub choices: BTreeMap<String, String>,
    /// The people who play against the goal: their choices make it as low as possible.
    pub against: BTreeSet<String>,
    /// What else is left open, although the scene says something there: a plan or an item of one, for which all ways to spend the
    /// points are compared, or a value, by its name.
    pub over: Vec<String>,
    /// What answers everything that the script leaves open. If this says nothing, dice are rolled and cards are drawn, and the person
    /// who acts decides whether a ladder is judged or rolled.
    pub mode: Option<Mode>,
    /// Policies to compare, by the value of the goal under each.
    pub policies: Vec<Policy>,
    /// Whether the advice should become a policy: then it looks only at what a policy can name.
    pub as_policy: bool,
    /// The most conditions that the advice for one choice may have. The exact cost of using fewer is reported.
    pub conditions: usize,
    /// What it may cost before giving up.
    pub budget: Budget,
    /// Reports progress to another thread.
    pub progress: Progress,
}

impl Default for AdviceRequest {
    fn default() -> Self {
        Self {
            goal: String::new(),
            choices: BTreeMap::new(),
            against: BTreeSet::new(),
            over: Vec::new(),
            mode: None,
            policies: Vec::new(),
            as_policy: false,
            conditions: CONDITIONS,
            budget: Budget::default(),
            progress: Progress::default(),
        }
    }
}

impl AdviceRequest {
    /// Advice for this goal.
    ///
    /// ```
    /// use assize::AdviceRequest;
    ///
    /// let request = AdviceRequest::of("P(climb.height is high)").against("guard");
    /// assert!(request.against.contains("guard"));
    /// ```
    pub fn of(goal: impl Into<String>) -> Self {
        Self { goal: goal.into(), ..Self::default() }
    }

    /// With one choice made in advance: a choice's name, and the option's.
    #[must_use]
    pub fn choosing(mut self, choice: impl Into<String>, option: impl Into<String>) -> Self {
        self.choices.insert(choice.into(), option.into());
        self
    }

    /// With a person who plays against the goal.
    #[must_use]
    pub fn against(mut self, name: impl Into<String>) -> Self {
        self.against.insert(name.into());
        self
    }

    /// With something in the scene left open: a plan, one of its items, or a value, by its name.
    #[must_use]
    pub fn over(mut self, name: impl Into<String>) -> Self {
        self.over.push(name.into());
        self
    }

    /// With this to answer everything that the script leaves open, so that no one decides whether to judge or to roll.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Self {
        Self { mode: Some(mode), ..self }
    }

    /// With the value of the goal under this policy too.
    #[must_use]
    pub fn beside(mut self, policy: Policy) -> Self {
        self.policies.push(policy);
        self
    }

    /// With the advice as a policy, which can be saved and played.
    #[must_use]
    pub fn as_policy(self) -> Self {
        Self { as_policy: true, ..self }
    }

    /// With at most this many conditions for each choice.
    #[must_use]
    pub fn conditions(self, conditions: usize) -> Self {
        Self { conditions, ..self }
    }
}

/// What is best.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Advice {
    /// The goal as asked, or the one that the scene suggests.
    pub goal: String,
    /// The goal that the scene suggests, if this is advice for another one because no choice makes a difference to that.
    pub instead_of: Option<String>,
    /// Who acts in the runs that the goal asks about, by their titles.
    pub whose: Vec<String>,
    /// The people who play against the goal.
    pub against: BTreeSet<String>,
    /// The kind of its value: a chance or a mean.
    pub kind: ChanceKind,
    /// Its value when everyone chooses as well as possible; a lower bound if the search was stopped.
    pub best: RBig,
    /// If the search was stopped, the numbers between which `best` lies. Then nothing else is known but how many
    /// situations were compared.
    pub between: Option<(RBig, RBig)>,
    /// Its value when everyone chooses as badly for it as possible.
    pub worst: RBig,
    /// Its value when every choice takes its default; nothing if a choice has none.
    pub by_default: Option<RBig>,
    /// Its value when this advice is followed to the letter. It is less than `best` if the conditions are too few to express everything
    /// that the best depends on; players against the goal are assumed to play as well as possible even so.
    pub followed: RBig,
    /// Its value under each policy to compare, in their order; nothing if the rules refuse in some run what the policy
    /// says, or it does not name a choice that has no default. Players against the goal are assumed to play as well as possible.
    pub by_policy: Vec<Option<RBig>>,
    /// The advice as a policy, if that was requested and the search was not stopped.
    pub policy: Option<Policy>,
    /// The choices on which the goal depends, in the order of the rules.
    pub choices: Vec<AdvisedChoice>,
    /// The names of those on which it does not depend.
    pub idle: Vec<String>,
    /// How many situations were compared.
    pub situations: usize,
}

/// What is best at one choice.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AdvisedChoice {
    /// The name by which it can be made in advance: `climb.way`.
    pub name: String,
    /// The question; empty if there is none, or if it tells of what has happened before.
    pub question: String,
    /// Who chooses; empty if no one is named.
    pub by: String,
    /// Whether they play against the goal.
    pub is_against: bool,
    /// Who has left it open.
    pub opened: Opened,
    /// How often it is asked in a run, on average, when everyone follows the advice and takes equally good options equally
    /// often, and players against the goal take every option.
    pub times: RBig,
    /// Whether a run may ask it more than once.
    pub is_repeated: bool,
    /// Whether the best depends on more than is shown, so that it is not always advised.
    pub is_simplified: bool,
    /// What is best; nothing if it is never asked as long as everyone else follows the advice.
    pub advice: Option<AdviceTree>,
}

/// Who has left a decision open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Opened {
    /// The rules, or the scene: if no one is asked, a default is taken.
    ByScript,
    /// The request for advice: the scene says something there, which is taken if no one is asked.
    ForAdvice,
}

/// What is best, and what that depends on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AdviceTree {
    /// It depends on nothing more.
    Always(AdvisedCase),
    /// It depends on something that can be seen: each condition in words, and what is best if it is true.
    When(Vec<(String, AdviceTree)>),
}

/// Situations with the same best choice.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AdvisedCase {
    /// How often they occur, among all times that it is asked.
    pub share: RBig,
    /// Everything that can be chosen.
    pub options: Vec<AdvisedOption>,
    /// Whether in each situation here whatever can be chosen comes to the same, and each option can be chosen in some of them.
    pub is_even: bool,
}

/// An option.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AdvisedOption {
    /// The form for choosing it in advance: an option's name, or a number.
    pub name: String,
    /// The number that is chosen, if it is a choice of numbers.
    pub number: Option<i64>,
    /// The value of the goal with it, when everything after it is chosen as well as possible; nothing if the rules refuse it.
    pub value: Option<RBig>,
    /// Whether it is advised. If several are, they are equally good.
    pub is_best: bool,
    /// Whether it is taken if no one is asked.
    pub is_default: bool,
    /// Whether it can be chosen in only some of these situations; its value is for those.
    pub is_sometimes: bool,
}

impl Advice {
    /// A value of the goal for people: a chance as a percentage, a mean with two digits.
    pub fn in_words(&self, value: &RBig) -> String {
        match self.kind {
            ChanceKind::Chance => percent(value),
            ChanceKind::Mean
            | ChanceKind::Deviation
            | ChanceKind::Quantile
            | ChanceKind::Number
            | ChanceKind::Comparison
            | ChanceKind::Distribution => rounded(value, 2),
        }
    }

    /// Whether the choice makes a difference, and who makes it.
    pub fn matters(&self) -> bool {
        let is_open = |choice: &AdvisedChoice| choice.advice.as_ref().is_some_and(AdviceTree::matters);
        self.best != self.worst || self.choices.iter().any(is_open)
    }
}

impl AdviceTree {
    /// Whether the choice makes a difference: some option is not as good as the others.
    pub fn matters(&self) -> bool {
        let all_are_best = |case: &AdvisedCase| case.options.iter().all(|option| option.is_best);
        !self.cases().iter().all(|(_, case)| case.is_even || all_are_best(case))
    }

    /// Every case, with all the conditions that lead to it.
    pub fn cases(&self) -> Vec<(Vec<&str>, &AdvisedCase)> {
        match self {
            AdviceTree::Always(case) => vec![(Vec::new(), case)],
            AdviceTree::When(branches) => {
                let mut cases = Vec::new();
                for (condition, tree) in branches {
                    for (conditions, case) in tree.cases() {
                        cases.push(([&[condition.as_str()], conditions.as_slice()].concat(), case));
                    }
                }
                cases
            }
        }
    }
}
