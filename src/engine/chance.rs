//! Answers to questions about odds.

use dashu_base::SquareRoot;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::weights::Weights;
use crate::ir::Notation;
use crate::ir::expectation::Asked;
use crate::semantics::formula::{Formula, Reading, Relation, Share};
use crate::source::Place;
use crate::verdict::{Audience, Visibility};

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own about the answer")]
pub struct Chance {
    /// The question as asked.
    pub question: String,
    /// The kind of the value.
    pub kind: ChanceKind,
    /// The exact answer; `None` for an expression with the mean of something never reached, or divided by a chance
    /// of 0. A standard deviation that is not a fraction is rounded to 30 decimals. For a comparison it is 1 if it is true and 0 if not; for a distribution its mean.
    pub value: Option<RBig>,
    /// The value in the system's notation, if it is the mean or a quantile of a modifier; the value itself is a number.
    pub notation: Option<Notation>,
    /// The two sides of a comparison.
    pub sides: Option<(RBig, RBig)>,
    /// The distribution of a number, if that is asked.
    pub distribution: Option<Spread>,
    /// Whether this is one of the levels of a name that was asked for, and not a question in these words.
    pub is_level: bool,
    /// Whether there is a condition (`given`) that is true in every run, and so makes no difference.
    pub given_always: bool,
    /// Whether something asked about is reached in none of the runs that count. The chance of such a thing is 0, not because it
    /// fails to happen, but because it is never asked.
    pub never_reached: bool,
    /// How many of the runs that count reach what is asked about, if this is the mean, the deviation or a quantile of one thing that
    /// not all of them reach: it is that of these runs alone.
    pub reached: Option<RBig>,
    /// A refusal by the rules, if this is its chance among all runs, and not an answer to a question.
    pub refused: Option<RefusedRuns>,
    /// Whether it was stopped before everything was known. Then there is no `value`.
    pub stopped: bool,
    /// If it was stopped, the numbers between which the exact answer certainly lies; `None` if nothing is known about it.
    pub between: Option<(RBig, RBig)>,
}

/// Runs that the rules refuse at one place. Nothing in them has happened: they belong to no chance, mean or
/// condition in a question, but together with them the chances add up to 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefusedRuns {
    /// Why, in the words of the rules.
    pub why: String,
    /// The line that refuses.
    pub place: Option<Place>,
    /// Who may see both.
    pub visibility: Visibility,
}

/// The kinds of answers about odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChanceKind {
    /// A chance, from 0 to 1.
    Chance,
    /// A mean, in the unit of what was asked.
    Mean,
    /// A standard deviation, in the unit of what was asked.
    Deviation,
    /// A median or another quantile, in the unit of what was asked.
    Quantile,
    /// A number computed from several of these.
    Number,
    /// Whether a comparison of two such numbers is true.
    Comparison,
    /// The distribution of a number.
    Distribution,
}

/// The distribution of a number: how often it has each of its values.
///
/// ```
/// use assize::{Engine, OddsRequest, Shelf};
///
/// let mut shelf = Shelf::default();
/// shelf.put("dice", "system dice \"Dice\"\nprocedure p { roll two : 2d6 }");
/// let encounter = Engine::with(shelf).compile("scene.asz", "use dice\np x {}")?;
/// let answer = &encounter.odds(&OddsRequest::of(["x.two"]))?[0];
/// let spread = answer.distribution.as_ref().expect("a number is asked");
/// assert_eq!(spread.values[5].number, 7);
/// assert_eq!(spread.values[5].chance.to_string(), "1/6");
/// assert_eq!(spread.mean().expect("it is rolled").to_string(), "7");
/// assert_eq!(spread.deviation().as_deref(), Some("2.42"));
/// assert_eq!(spread.quantile(1, 2), Some(7));
/// assert_eq!(spread.at_least()[8].chance.to_string(), "1/6");
/// # Ok::<(), assize::Failure>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spread {
    /// The possible values, ascending.
    pub values: Vec<SpreadValue>,
    /// How often it is not reached.
    pub unreached: RBig,
    /// How often its value is not known, since the search was stopped; each chance may be larger by that much. Otherwise 0.
    pub open: RBig,
}

/// One value of a distribution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpreadValue {
    /// The number; for a die its sides.
    pub number: i64,
    /// In the notation of verdicts: `2b`, `-1`, `d8`.
    pub text: String,
    /// How often it occurs, over all runs that count.
    pub chance: RBig,
}

impl ChanceKind {
    /// What a formula comes to: `P(…)` alone is a chance, `E(…)` a mean, and what is computed from means alone is one too.
    pub(super) fn of(formula: &Formula, terms: &[Asked]) -> Self {
        let all = |kind: Self| terms.iter().all(|term| Self::of_reading(term.reading) == kind);
        match (formula, terms.first().map(|first| Self::of_reading(first.reading))) {
            (Formula::Answer(_), Some(Self::Chance)) => Self::Chance,
            (_, Some(kind)) if kind != Self::Chance && all(kind) => kind,
            (_, Some(_) | None) => Self::Number,
        }
    }

    /// A number of this kind with as many digits as people read; none of a chance and of whether a comparison holds.
    pub(super) fn rounded(self, value: &RBig) -> Option<String> {
        match self {
            Self::Chance | Self::Comparison => None,
            Self::Quantile if value.is_int() => Some(value.to_string()),
            Self::Mean | Self::Deviation | Self::Quantile | Self::Distribution => Some(rounded(value, 2)),
            Self::Number => Some(rounded(value, 4)),
        }
    }

    fn of_reading(reading: Reading) -> Self {
        match reading {
            Reading::Chance => Self::Chance,
            Reading::Mean => Self::Mean,
            Reading::Deviation => Self::Deviation,
            Reading::Quantile(_) => Self::Quantile,
            Reading::Each => Self::Distribution,
        }
    }
}

impl Spread {
    /// How often it is not reached, as [`SpreadValue::percent`] writes it.
    ///
    /// ```
    /// use assize::{Engine, OddsRequest};
    ///
    /// # let mut shelf = assize::Shelf::default();
    /// # shelf.put("dice", "system dice\nprocedure p { roll two : 2d6 }");
    /// # let encounter = Engine::with(shelf).compile("scene.asz", "use dice\np x {}")?;
    /// let answer = &encounter.odds(&OddsRequest::of(["x.two"]))?[0];
    /// assert_eq!(answer.distribution.as_ref().map(|spread| spread.percent_unreached()).as_deref(), Some("0.00%"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn percent_unreached(&self) -> String {
        percent(&self.unreached)
    }

    /// The mean over the runs that reach it; `None` when none does.
    pub fn mean(&self) -> Option<RBig> {
        self.known_weights().and_then(|weights| weights.mean())
    }

    /// How far the values are from their mean: the mean of the squared distance, exactly.
    ///
    /// ```
    /// use assize::{Engine, OddsRequest};
    ///
    /// # let mut shelf = assize::Shelf::default();
    /// # shelf.put("dice", "system dice\nprocedure p { roll two : 2d6 }");
    /// # let encounter = Engine::with(shelf).compile("scene.asz", "use dice\np x {}")?;
    /// let answer = &encounter.odds(&OddsRequest::of(["x.two"]))?[0];
    /// let variance = answer.distribution.as_ref().and_then(|spread| spread.variance());
    /// assert_eq!(variance.map(|exactly| exactly.to_string()).as_deref(), Some("35/6"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn variance(&self) -> Option<RBig> {
        self.known_weights().and_then(|weights| weights.variance())
    }

    /// The standard deviation, which is the square root of the variance, rounded to two digits.
    pub fn deviation(&self) -> Option<String> {
        let (numerator, denominator) = self.variance()?.into_parts();
        // Twice the root in hundredths, downwards; half of the next number is the rounded root.
        let twice: UBig = (numerator.into_parts().1 * UBig::from(40_000_u32) / denominator).sqrt();
        let hundredths = (twice + UBig::ONE) / UBig::from(2_u8);
        Some(pointed(false, &hundredths.into(), 2))
    }

    /// The smallest value that at least `numerator/denominator` of the runs that reach it do not exceed: `(1, 2)` asks for the
    /// median. `None` if nothing reaches it, or the fraction is not from 0 to 1, or not everything is known.
    pub fn quantile(&self, numerator: u32, denominator: u32) -> Option<i64> {
        let share = (denominator != 0).then(|| RBig::from_parts(numerator.into(), denominator.into()))?;
        let (share, weights) = (Share::of(&share)?, self.known_weights()?);
        weights.quantile(share)
    }

    /// Each value with the chance of at least that much, over all runs that count.
    pub fn at_least(&self) -> Vec<SpreadValue> {
        let weights = self.weights();
        let mut left = weights.sum();
        let at_least = |(value, (_, weight)): (&SpreadValue, &(i64, UBig))| {
            let chance = weights.share(left.clone());
            left -= weight;
            SpreadValue { chance, number: value.number, text: value.text.clone() }
        };
        self.values.iter().zip(&weights.each).map(at_least).collect()
    }

    /// Each value with the chance that it is reached and at most that much, over all runs that count.
    ///
    /// ```
    /// use assize::{Engine, OddsRequest};
    ///
    /// # let mut shelf = assize::Shelf::default();
    /// # shelf.put("dice", "system dice\nprocedure p { roll two : 2d6 }");
    /// # let encounter = Engine::with(shelf).compile("scene.asz", "use dice\np x {}")?;
    /// let answer = &encounter.odds(&OddsRequest::of(["x.two"]))?[0];
    /// let at_most = answer.distribution.as_ref().map(|spread| spread.at_most()[1].chance.to_string());
    /// assert_eq!(at_most.as_deref(), Some("1/12"), "two or three");
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn at_most(&self) -> Vec<SpreadValue> {
        let weights = self.weights();
        let mut so_far = UBig::ZERO;
        let at_most = |(value, (_, weight)): (&SpreadValue, &(i64, UBig))| {
            so_far += weight;
            SpreadValue { chance: weights.share(so_far.clone()), number: value.number, text: value.text.clone() }
        };
        self.values.iter().zip(&weights.each).map(at_most).collect()
    }

    /// How often it is reached.
    #[cfg(any(test, feature = "cli"))]
    pub(crate) fn reached(&self) -> RBig {
        let weights = self.weights();
        weights.share(weights.sum())
    }

    fn weights(&self) -> Weights {
        Weights::of(self.values.iter().map(|value| (value.number, &value.chance)))
    }

    /// The weights, where all of them are known.
    fn known_weights(&self) -> Option<Weights> {
        (self.open == RBig::ZERO).then(|| self.weights())
    }
}

impl Chance {
    /// One number of a kind.
    pub(super) fn of(question: String, kind: ChanceKind, value: Option<RBig>) -> Self {
        let (notation, sides, distribution, refused, between, reached) = (None, None, None, None, None, None);
        let (is_level, given_always, never_reached, stopped) = (false, false, false, false);
        Self {
            question,
            kind,
            value,
            notation,
            sides,
            distribution,
            is_level,
            given_always,
            never_reached,
            reached,
            refused,
            stopped,
            between,
        }
    }

    /// What is known of an answer where it was stopped before everything was.
    pub(super) fn so_far(question: String, kind: ChanceKind, between: Option<(RBig, RBig)>) -> Self {
        Self { stopped: true, between, ..Self::of(question, kind, None) }
    }

    /// How many of all runs are refused at one place.
    pub(super) fn of_refused(runs: RefusedRuns, value: RBig) -> Self {
        let place = runs.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
        let question = format!("refused: {}{place}", runs.why);
        Self { refused: Some(runs), ..Self::of(question, ChanceKind::Chance, Some(value)) }
    }

    /// The same for somebody who may not know of everything that the rules refuse.
    pub(super) fn seen_by(self, audience: Audience) -> Self {
        let is_kept = self.refused.as_ref().is_some_and(|runs| !audience.may_see(runs.visibility));
        if !is_kept {
            return self;
        }
        let why = "the rules require it; the reason is not shown".to_owned();
        let runs = self.refused.map(|runs| RefusedRuns { why: why.clone(), place: None, ..runs });
        Self { question: format!("refused: {why}"), refused: runs, ..self }
    }

    /// A comparison of two numbers, if there are both.
    pub(super) fn comparison(question: String, relation: Relation, sides: Option<(RBig, RBig)>) -> Self {
        let holds = sides.as_ref().map(|(left, right)| relation.holds(left, right));
        let value = holds.map(|holds| if holds { RBig::ONE } else { RBig::ZERO });
        Self { sides, ..Self::of(question, ChanceKind::Comparison, value) }
    }

    /// A distribution.
    pub(crate) fn spread(question: String, spread: Spread) -> Self {
        let (value, stopped) = (spread.mean(), spread.open != RBig::ZERO);
        Self { distribution: Some(spread), stopped, ..Self::of(question, ChanceKind::Distribution, value) }
    }

    /// A chance as a percentage with two digits, rounded; `<0.01%` and `>99.99%` where only that would be 0 or 1. The exact one is
    /// in `value`. Other answers have none.
    ///
    /// ```
    /// use assize::{Engine, OddsRequest, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lots", "system lots\nkind person {}\nprocedure draw by person { roll luck : 1d6 }");
    /// let encounter = Engine::with(shelf).compile("night.asz", "use lots\nperson ada\ndraw lot by ada")?;
    /// let chances = encounter.odds(&OddsRequest::of(["P(lot.luck >= 5)", "E(lot.luck)"]))?;
    /// assert_eq!(chances[0].value.as_ref().map(ToString::to_string).as_deref(), Some("1/3"));
    /// assert_eq!((chances[0].percent().as_deref(), chances[1].percent()), (Some("33.33%"), None));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn percent(&self) -> Option<String> {
        match self.kind {
            ChanceKind::Chance => self.value.as_ref().map(percent),
            ChanceKind::Mean
            | ChanceKind::Deviation
            | ChanceKind::Quantile
            | ChanceKind::Number
            | ChanceKind::Comparison
            | ChanceKind::Distribution => None,
        }
    }

    /// A number, rounded: a mean and the like to two digits, an expression with chances to four; the exact one is in `value`. A
    /// chance and a comparison have none.
    ///
    /// ```
    /// use assize::{Engine, OddsRequest};
    ///
    /// # let mut shelf = assize::Shelf::default();
    /// # shelf.put("dice", "system dice\nprocedure p { roll two : 2d6 }");
    /// # let encounter = Engine::with(shelf).compile("scene.asz", "use dice\np x {}")?;
    /// let odds = encounter.odds(&OddsRequest::of(["E(x.two)", "P(x.two = 7) * 2", "P(x.two = 7)"]))?;
    /// let decimals = odds.iter().map(|chance| chance.decimal()).collect::<Vec<_>>();
    /// assert_eq!(decimals, [Some("7.00".to_owned()), Some("0.3333".to_owned()), None]);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn decimal(&self) -> Option<String> {
        self.value.as_ref().and_then(|value| self.kind.rounded(value))
    }

    /// Whether a comparison is true; `None` for anything else, and if one of its sides has no value.
    ///
    /// ```
    /// use assize::{Engine, OddsRequest};
    ///
    /// # let mut shelf = assize::Shelf::default();
    /// # shelf.put("dice", "system dice\nprocedure p { roll two : 2d6 }");
    /// # let encounter = Engine::with(shelf).compile("scene.asz", "use dice\np x {}")?;
    /// let odds = encounter.odds(&OddsRequest::of(["P(x.two >= 7) > 1/2", "P(x.two >= 7)"]))?;
    /// assert_eq!((odds[0].holds(), odds[1].holds()), (Some(true), None));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn holds(&self) -> Option<bool> {
        let is_one = |_: &(RBig, RBig)| self.value == Some(RBig::ONE);
        self.sides.as_ref().map(is_one)
    }
}

impl SpreadValue {
    /// The chance as a percentage with two digits, rounded; `<0.01%` and `>99.99%` where only that would be 0 or 1.
    ///
    /// ```
    /// use assize::{Engine, OddsRequest};
    ///
    /// # let mut shelf = assize::Shelf::default();
    /// # shelf.put("dice", "system dice\nprocedure p { roll two : 2d6 }");
    /// # let encounter = Engine::with(shelf).compile("scene.asz", "use dice\np x {}")?;
    /// let answer = &encounter.odds(&OddsRequest::of(["x.two"]))?[0];
    /// let seven = answer.distribution.as_ref().map(|spread| spread.values[5].percent());
    /// assert_eq!(seven.as_deref(), Some("16.67%"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn percent(&self) -> String {
        percent(&self.chance)
    }
}

/// A chance as a percentage with two digits, rounded. What can happen is never 0%, and what may fail to happen never 100%.
pub(crate) fn percent(chance: &RBig) -> String {
    match rounded(&(chance.clone() * RBig::from(100_u8)), 2).as_str() {
        "0.00" if *chance != RBig::ZERO => "<0.01%".to_owned(),
        "100.00" if *chance != RBig::ONE => ">99.99%".to_owned(),
        percent => format!("{percent}%"),
    }
}

/// So many digits behind the point, halves rounded away from nothing.
pub(crate) fn rounded(value: &RBig, digits: usize) -> String {
    let (numerator, denominator) = value.clone().into_parts();
    let is_negative = numerator < IBig::ZERO;
    let (numerator, denominator) = (numerator.into_parts().1, IBig::from(denominator));
    let twice = IBig::from(numerator) * IBig::from(2) * IBig::from(10).pow(digits);
    pointed(is_negative, &((twice + &denominator) / (denominator * IBig::from(2))), digits)
}

/// A number of tenths, hundredths, …, with its point.
fn pointed(is_negative: bool, parts: &IBig, digits: usize) -> String {
    let one = IBig::from(10).pow(digits);
    let sign = if is_negative { "-" } else { "" };
    format!("{sign}{}.{:0>digits$}", parts / &one, (parts % &one).to_string())
}

#[cfg(test)]
mod tests {
    use dashu_int::{IBig, UBig};
    use dashu_ratio::RBig;

    use super::{Chance, ChanceKind, Relation, Spread, SpreadValue};

    fn fraction(numerator: i64, denominator: u64) -> RBig {
        RBig::from_parts(IBig::from(numerator), UBig::from(denominator))
    }

    fn chance(kind: ChanceKind, numerator: i64, denominator: u64) -> Chance {
        Chance::of("a".to_owned(), kind, Some(fraction(numerator, denominator)))
    }

    #[test]
    fn a_chance_is_a_percentage() {
        let chance = chance(ChanceKind::Chance, 1, 3);
        assert_eq!((chance.percent().as_deref(), chance.decimal()), (Some("33.33%"), None));
    }

    #[test]
    fn only_what_is_certain_is_written_as_certain() {
        let percent = |numerator, denominator| chance(ChanceKind::Chance, numerator, denominator).percent();
        let written = |text: &str| Some(text.to_owned());
        assert_eq!((percent(0, 1), percent(1, 1)), (written("0.00%"), written("100.00%")));
        assert_eq!((percent(1, 1_000_000), percent(999_999, 1_000_000)), (written("<0.01%"), written(">99.99%")));
        assert_eq!((percent(1, 20_001), percent(20_000, 20_001)), (written("<0.01%"), written(">99.99%")));
        assert_eq!((percent(1, 20_000), percent(9_999, 10_000)), (written("0.01%"), written("99.99%")));
    }

    #[test]
    fn a_mean_is_a_number() {
        assert_eq!(chance(ChanceKind::Mean, 469, 144).decimal().as_deref(), Some("3.26"));
        assert_eq!(chance(ChanceKind::Mean, -7, 2).decimal().as_deref(), Some("-3.50"));
        assert_eq!(chance(ChanceKind::Mean, -1, 3).percent(), None);
        assert_eq!(chance(ChanceKind::Number, 2, 3).decimal().as_deref(), Some("0.6667"));
    }

    #[test]
    fn a_comparison_holds_or_not() {
        let compared = |sides| Chance::comparison("a".to_owned(), Relation::Less, sides).holds();
        assert_eq!(compared(Some((fraction(1, 3), fraction(1, 2)))), Some(true));
        assert_eq!(compared(Some((fraction(1, 2), fraction(1, 2)))), Some(false));
        assert_eq!(compared(None), None);
    }

    #[test]
    fn a_distribution_has_a_mean_and_lies_around_it() {
        let value = |number: i64, chance| SpreadValue { number, text: number.to_string(), chance };
        let faces = (1..=6).map(|face| value(face, fraction(1, 12))).collect();
        let die = Spread { values: faces, unreached: fraction(1, 2), open: RBig::ZERO };
        assert_eq!(die.mean(), Some(fraction(7, 2)), "of the runs that reach it");
        assert_eq!(die.variance(), Some(fraction(35, 12)));
        assert_eq!(die.deviation().as_deref(), Some("1.71"));
        assert_eq!(
            [(0, 4), (1, 4), (1, 2), (3, 4), (4, 4), (5, 4), (1, 0)].map(|(n, of)| die.quantile(n, of)),
            [Some(1), Some(2), Some(3), Some(5), Some(6), None, None]
        );
        assert_eq!(die.reached(), fraction(1, 2));
        assert_eq!(die.at_least()[4].chance, fraction(1, 6), "a five or a six, in one half of the runs");
        let none = Spread { values: Vec::new(), unreached: fraction(1, 1), open: RBig::ZERO };
        assert_eq!((none.mean(), none.deviation(), none.quantile(1, 2)), (None, None, None));
    }
}
