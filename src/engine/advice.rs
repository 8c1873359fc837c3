//! Advice, as plain data: what is best at each choice, what that depends on, and the value of everything else.

use std::collections::{BTreeMap, BTreeSet};

use dashu_ratio::RBig;

use super::chance::{ChanceKind, percent, rounded};
use super::policy::Policy;
use crate::drivers::Mode;
use crate::drivers::odds::{Budget, Progress};

/// The most conditions on which the advice for one choice depends, unless somebody asks for more.
const CONDITIONS: usize = 8;

/// What advice is asked for. [`AdviceRequest::of`] is enough for most; a literal ends with `..AdviceRequest::default()`, since more
/// can be asked one day.
#[derive(Clone, Debug)]
pub struct AdviceRequest {
    /// What is to be as high as possible: one chance such as `P(climb.height is high)`, or one mean such as `E(ship.leaks)`.
    pub goal: String,
    /// Choices made beforehand, which nobody needs advice for: a choice's name and the option's.
    pub choices: BTreeMap<String, String>,
    /// Whoever plays against the goal: their choices make it as low as possible.
    pub against: BTreeSet<String>,
    /// What is left open as well, though the scene says something there: a plan or an item of one, of which all ways to spend the
    /// points are compared, or a value, by its name.
    pub over: Vec<String>,
    /// What answers whatever the script leaves open. Where this says nothing, dice are rolled and cards are drawn, and whether a
    /// ladder is judged or rolled is decided by whoever acts.
    pub mode: Option<Mode>,
    /// Policies of which it is told what the goal comes to with each.
    pub policies: Vec<Policy>,
    /// Whether the advice is to be had as a policy: then it looks only at what a policy can name.
    pub as_policy: bool,
    /// So many conditions may the advice for one choice have. What fewer of them cost is told exactly.
    pub conditions: usize,
    /// What it may cost before giving up.
    pub budget: Budget,
    /// Tells another thread how far it has come.
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

    /// With something chosen beforehand: a choice's name, and the option's.
    #[must_use]
    pub fn choosing(mut self, choice: impl Into<String>, option: impl Into<String>) -> Self {
        self.choices.insert(choice.into(), option.into());
        self
    }

    /// With somebody who plays against the goal.
    #[must_use]
    pub fn against(mut self, name: impl Into<String>) -> Self {
        self.against.insert(name.into());
        self
    }

    /// With something left open that the scene writes: a plan, one of its items, or a value, by its name.
    #[must_use]
    pub fn over(mut self, name: impl Into<String>) -> Self {
        self.over.push(name.into());
        self
    }

    /// With this for an answer to whatever the script leaves open, so that nobody decides whether to judge or to roll.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Self {
        Self { mode: Some(mode), ..self }
    }

    /// With the value of the goal under this policy as well.
    #[must_use]
    pub fn beside(mut self, policy: Policy) -> Self {
        self.policies.push(policy);
        self
    }

    /// With the advice as a policy, which can be kept and played.
    #[must_use]
    pub fn as_policy(self) -> Self {
        Self { as_policy: true, ..self }
    }

    /// With so many conditions at most for each choice.
    #[must_use]
    pub fn conditions(self, conditions: usize) -> Self {
        Self { conditions, ..self }
    }
}

/// What is best.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Advice {
    /// The goal as asked.
    pub goal: String,
    /// What its value is: a chance or a mean.
    pub kind: ChanceKind,
    /// Its value when everybody chooses as well as possible; at least so much is known where it was stopped.
    pub best: RBig,
    /// Where it was stopped, the numbers between which `best` lies when everything is known. Then nothing else is told but how many
    /// situations were compared.
    pub between: Option<(RBig, RBig)>,
    /// Its value when everybody chooses as badly for it as possible.
    pub worst: RBig,
    /// Its value when every choice takes its default; nothing where one has none.
    pub by_default: Option<RBig>,
    /// Its value for whoever follows this advice to the letter. It is less than `best` where the conditions are too few to tell all
    /// that the best depends on; of those who play against the goal it is taken that they still do so as well as possible.
    pub followed: RBig,
    /// Its value under each policy that was to be compared, in their order; nothing where the rules refuse in some run what the policy
    /// says, or it says nothing of a choice that has no default. Whoever plays against the goal is taken to do so as well as possible.
    pub by_policy: Vec<Option<RBig>>,
    /// The advice as a policy, if that was asked for and nobody has stopped it.
    pub policy: Option<Policy>,
    /// The choices on which the goal hangs, in the order of the rules.
    pub choices: Vec<AdvisedChoice>,
    /// The names of those on which it does not.
    pub idle: Vec<String>,
    /// How many situations were compared.
    pub situations: usize,
}

/// What is best at one choice.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AdvisedChoice {
    /// The name by which it can be made beforehand: `climb.way`.
    pub name: String,
    /// What is asked; empty where nothing is, or where it tells of what has happened before.
    pub question: String,
    /// Who chooses; empty where nobody is named.
    pub by: String,
    /// Whether they play against the goal.
    pub is_against: bool,
    /// Who has left it open.
    pub opened: Opened,
    /// How often it is asked in a run, on average, when everybody follows the advice and takes each of several that are as good as
    /// often; and whoever plays against the goal everything.
    pub times: RBig,
    /// Whether a run may ask it more than once.
    pub is_repeated: bool,
    /// Whether the best depends on more than is told, so that it is not always advised.
    pub is_simplified: bool,
    /// What is best; nothing where it is never asked as long as everybody else follows the advice.
    pub advice: Option<AdviceTree>,
}

/// Who has left something open that is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Opened {
    /// The rules, or the scene: where nobody is asked, a default is taken.
    ByScript,
    /// Whoever has asked for advice over it: the scene says something there, which is taken where nobody is asked.
    ForAdvice,
}

/// What is best, and what that depends on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AdviceTree {
    /// It depends on nothing more.
    Always(AdvisedCase),
    /// It depends on something that can be seen: each condition in words, and what is best where it holds.
    When(Vec<(String, AdviceTree)>),
}

/// Situations in which the same is best.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AdvisedCase {
    /// How often they come about, of all times that it is asked.
    pub share: RBig,
    /// Everything that can be chosen.
    pub options: Vec<AdvisedOption>,
}

/// Something that can be chosen.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AdvisedOption {
    /// As it is chosen beforehand: an option's name, or a number.
    pub name: String,
    /// What the goal comes to with it, when everything after it is chosen as well as possible; nothing where the rules refuse it.
    pub value: Option<RBig>,
    /// Whether it is advised. Where several are, they are as good as each other.
    pub is_best: bool,
    /// Whether it is taken where nobody is asked.
    pub is_default: bool,
    /// Whether it can be chosen in only some of these situations; its value is that of those.
    pub is_sometimes: bool,
}

impl Advice {
    /// A value of the goal as people read it: a chance as a percentage, a mean with two digits.
    pub fn in_words(&self, value: &RBig) -> String {
        match self.kind {
            ChanceKind::Chance => percent(value),
            ChanceKind::Mean | ChanceKind::Number | ChanceKind::Comparison | ChanceKind::Distribution => {
                rounded(value, 2)
            }
        }
    }

    /// Whether it makes a difference what is chosen, and by whom.
    pub fn matters(&self) -> bool {
        let is_open = |choice: &AdvisedChoice| choice.advice.as_ref().is_some_and(AdviceTree::matters);
        self.best != self.worst || self.choices.iter().any(is_open)
    }
}

impl AdviceTree {
    /// Whether it makes a difference what is chosen: some option is not as good as the others.
    pub fn matters(&self) -> bool {
        let all_are_best = |case: &AdvisedCase| case.options.iter().all(|option| option.is_best);
        !self.cases().iter().all(|(_, case)| all_are_best(case))
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
