//! The odds of each result of a scene, as people look at them: in the order of the scene, and each of them once.

use std::collections::BTreeMap;

use dashu_ratio::RBig;

use super::chance::{Chance, Spread, SpreadValue};
use super::choosing;
use super::each_value::{self, Alone};
use super::encounter::Encounter;
use super::everything::Named;
use super::failure::Failure;
use super::houses::Houses;
use super::levelled;
use super::most_telling::{Joint, MostTelling};
use super::odds::{self, Answer, Answered, Explored, Finder, OddsRequest, Refused, Statistic};
use super::spreads;
use super::steps::last_name;
use super::titles::{self, Said};
use super::told_refusals;
use crate::diagnostic::{Diagnostic, codes};
use crate::drivers::odds::{Distribution, OddsError};
use crate::ir::{Program, Register, Shape};
use crate::model::{OwnKind, Plan, ScaleId, Statement, StatementKind, Type};
use crate::verdict::{Visibility, recorder};

/// Somebody asks for all of them, so more is worked out than where nobody does.
const MOST_STEPS: u64 = 25 * odds::MOST_UNASKED;

/// The odds of all results of a scene.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Overview {
    /// The results in the order in which the scene comes to them, and then what its people and things are left with.
    pub results: Vec<ResultOdds>,
    /// How many numbers are left out that are only steps on the way to others.
    pub steps: usize,
    /// How many results are left out that are kept from whoever asks.
    pub kept: usize,
    /// Whether there is a condition (`given`) that holds in every run, and so makes no difference.
    pub given_always: bool,
    /// How many of all runs the rules refuse, at each place where they do. These belong to no value of any result.
    pub refused: Vec<Chance>,
}

/// The odds of one result.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ResultOdds {
    /// As it is asked for: `climb.outcome`.
    pub name: String,
    /// Other names of the same thing: what a run with one task comes to is what that task comes to.
    pub also: Vec<String>,
    /// What the scene calls it, if it gives a title to the run or the thing to which it belongs: `sew the thumb: outcome`.
    pub title: Option<String>,
    /// What the scene says that its levels mean, by their names; what a text leaves open is told as it is written.
    pub meanings: BTreeMap<String, String>,
    /// Whether the goal that the scene suggests asks for it; known where people are shown all results.
    #[cfg(feature = "cli")]
    pub(crate) is_goal: bool,
    /// Whether the last line of the scene comes to it, likewise.
    #[cfg(feature = "cli")]
    pub(crate) is_of_last_line: bool,
    /// What its values are.
    pub kind: ResultKind,
    /// For whom its value is.
    pub visibility: Visibility,
    /// How often it is each of its values, the lowest first; or why that is not known.
    pub spread: Result<Spread, Diagnostic>,
}

/// What the values of a result are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResultKind {
    /// Levels of a scale that has an order: more can be better or worse.
    Level,
    /// Numbers, of which there is a mean.
    Number,
    /// Words without an order: *yes* and *no*, cards, options, levels that nothing holds to each other.
    Word,
}

/// What the odds of results are worked out from.
struct Ground<'e> {
    program: Program,
    /// The place of the condition among the program's results, if there is one.
    given: Option<usize>,
    houses: Houses,
    encounter: &'e Encounter,
    /// What all of them together may cost.
    request: OddsRequest,
    /// What one of them may cost that is asked for alone.
    alone: OddsRequest,
}

/// What is found of all that is told of.
#[derive(Default)]
struct Each {
    found: Vec<Alone>,
    refused: Refused,
    /// Whether the condition, if there is one, always holds.
    given_always: bool,
}

impl Encounter {
    /// How likely each value of each result is: what comes to a level, numbers that are no mere steps on the way to others (with
    /// [`OddsRequest::steps`] these as well), and what people and things are left with. Questions of the request are left aside.
    /// Of a result that would take too long, the reason is told; asked for by its name, it may take more.
    ///
    /// ```
    /// use assize::{Engine, OddsRequest, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "
    /// #     system lamps \"Lamps in the Dark\"
    /// #     ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }
    /// #     kind person { oil : 0..9 = 3 }
    /// #     procedure light by person { resolve glow with person.oil }");
    /// let encounter = Engine::with(shelf).compile("night.asz", "use lamps\nperson ada\nlight lamp by ada")?;
    /// let overview = encounter.odds_of_results(&OddsRequest::default())?;
    /// let glow = &overview.results[0];
    /// let spread = glow.spread.as_ref().expect("it is quick");
    /// assert_eq!((glow.name.as_str(), spread.values[0].text.as_str()), ("lamp.glow", "dark"));
    /// assert_eq!(spread.values[0].percent(), "50.00%");
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the condition is wrong or never holds, when a run cannot go on or every run is refused, and where there is nothing to tell.
    pub fn odds_of_results(&self, request: &OddsRequest) -> Result<Overview, Failure> {
        let ground = self.ground(request)?;
        let (all, steps) = self.told_without_asking(&ground.program, ground.request.steps);
        if all.is_empty() {
            if let Some(rolled) = self.odds_of_rolls_alone(request)? {
                return Ok(rolled);
            }
            let complaint = Diagnostic::placeless(codes::ODDS, "nothing here has a result, so there are no odds");
            return Err(self.failure(complaint.help("ask a question, such as `P(NAME.PART >= 2)`")));
        }
        let (mut results, each) = ground.results(&all).map_err(|complaint| self.failure(complaint))?;
        self.add_titles(&ground.program, &mut results.iter_mut().collect::<Vec<&mut ResultOdds>>());
        let refused = told_refusals::told(each.refused, (&ground.program, &self.sources));
        Ok(Overview { results, steps, kept: 0, given_always: each.given_always, refused })
    }

    /// The odds of a scene whose dice no line reads: what each roll comes to, of those that stand by themselves, in no block and kept
    /// from nobody. `None` where there is none.
    fn odds_of_rolls_alone(&self, request: &OddsRequest) -> Result<Option<Overview>, Failure> {
        let rolled = |statement: &Statement| {
            let StatementKind::Chance(chance) = &statement.kind else { return None };
            let own = &self.scene.own[chance.own];
            matches!(own.kind, OwnKind::Roll).then(|| own.name.to_string())
        };
        let questions: Vec<String> = self.scene.statements.iter().filter_map(rolled).collect();
        if questions.is_empty() {
            return Ok(None);
        }
        let chances = self.odds(&OddsRequest { questions, ..request.clone() })?;
        let given_always = chances.iter().any(|chance| chance.given_always);
        let (refused, rolled): (Vec<Chance>, Vec<Chance>) =
            chances.into_iter().partition(|chance| chance.refused.is_some());
        let result = |chance: Chance| {
            let spread = chance.distribution?;
            Some(ResultOdds::without_titles(chance.question, ResultKind::Number, Visibility::All, Ok(spread)))
        };
        let results = rolled.into_iter().filter_map(result).collect();
        Ok(Some(Overview { results, given_always, refused, ..Overview::default() }))
    }

    /// Adds to results what the scene calls them and what it says of their levels.
    pub(super) fn add_titles(&self, program: &Program, results: &mut [&mut ResultOdds]) {
        let said = Said::read(self, program);
        let counted = titles::counted(results.iter().map(|result| result.name.as_str()));
        for result in results {
            result.title = said.title(&result.name, &counted);
            let mut names = [&result.name].into_iter().chain(&result.also);
            result.meanings = names.find_map(|name| said.meanings(name)).unwrap_or_default();
        }
    }

    fn ground(&self, request: &OddsRequest) -> Result<Ground<'_>, Failure> {
        let whole = self.program_to_run()?;
        if let Some(useless) = choosing::useless(&request.choices, whole) {
            return Err(self.failure(useless));
        }
        let houses = self.houses.for_one_call();
        let (program, given) = match &request.given {
            Some(condition) => {
                let (program, place) = self.with_condition(condition, &houses)?;
                (program, Some(place))
            }
            None => (Program { results: Vec::new(), ..whole.clone() }, None),
        };
        let alone = odds::within(request, self.limits);
        Ok(Ground { program, given, houses, encounter: self, request: odds::unasked(&alone), alone })
    }

    /// What values of this shape are. Of levels none is more than another unless the scale says so, some line of the rules or of
    /// the scene holds them to each other, or items of a plan pay for their ranks.
    pub(super) fn kind(&self, shape: &Shape) -> ResultKind {
        match shape {
            Shape::Level(scale) if self.has_order(ScaleId(*scale as usize)) => ResultKind::Level,
            Shape::Number | Shape::Modifier | Shape::Die => ResultKind::Number,
            Shape::Level(_) | Shape::YesNo | Shape::Card(_) | Shape::Text | Shape::Option(_) => ResultKind::Word,
        }
    }

    fn has_order(&self, scale: ScaleId) -> bool {
        let Encounter { system, scene, .. } = self;
        let has_price = |plan: &Plan| {
            let places = 0..plan.qualifiers.len();
            places.into_iter().any(|at| !plan.describes(at) && plan.qualifiers[at].ty == Type::Level(scale))
        };
        system.scales[scale].measures()
            || system.uses.compares(scale)
            || scene.uses.compares(scale)
            || system.plans.iter().any(has_price)
    }
}

impl Ground<'_> {
    /// The results with what the rules refuse, and whether the condition, if there is one, always holds. The program is made
    /// smaller once for all of them.
    fn results(&self, all: &[Named]) -> Result<(Vec<ResultOdds>, Each), Diagnostic> {
        let condition = self.given.and_then(|given| self.program.results.get(given)).cloned();
        let results = all.iter().map(Named::result).chain(condition.clone()).collect();
        let program = Program { results, ..self.program.clone() };
        let explored = Explored { program: &program, houses: &self.houses, drawn: &self.encounter.drawn };
        odds::with_finder(explored, &self.request, |odds| {
            let mut each = match &condition {
                None => {
                    let (found, refused) = each_value::each_value_by(explored, (&self.request, MOST_STEPS), odds)?;
                    Each { found, refused, given_always: false }
                }
                Some(_) => self.each_given(explored, all.len(), odds)?,
            };
            let given = condition.is_some().then_some(all.len());
            let rest = MostTelling { explored, given, request: &self.alone };
            let left: Vec<usize> = (0..all.len()).filter(|place| self.encounter.is_field(&all[*place].name)).collect();
            let mut joint = Joint::default();
            if let Some(aside) = rest.ask(&self.most_telling_first(all), &left, &mut each.found)? {
                (each.refused, each.given_always, joint) = (aside.refused, aside.given_always, aside.left);
            }
            let found = std::mem::take(&mut each.found);
            let found = all.iter().zip(found).map(|(one, found)| self.told(one, found)).collect();
            let are_one = |one: usize, other: usize| {
                let budget = self.request.budget.at_most(each_value::ONE);
                joint.are_one(one, other).unwrap_or_else(|| are_one(&odds.together(&[one, other], budget)))
            };
            Ok((self.merged(all, found, &are_one), each))
        })
    }

    /// How often each result but the last is each of its values where the last one holds.
    fn each_given(
        &self,
        Explored { program, .. }: Explored<'_>,
        condition: usize,
        odds: &Finder<'_>,
    ) -> Result<Each, Diagnostic> {
        let mut each = Each::default();
        for place in 0..condition {
            let results = [place, condition];
            let asked = [(Statistic::Each(0), Some(1))];
            match odds::read(odds.together(&results, self.request.budget), (program, &results), &asked) {
                Ok(Answered { answers, certain, refused, .. }) => {
                    each.found.push(Ok(answers.into_iter().find_map(Answer::each).unwrap_or_default()));
                    (each.given_always, each.refused) = (!certain.is_empty(), refused);
                }
                Err(complaint) if complaint.code == codes::ODDS_BUDGET => each.found.push(Err(complaint)),
                Err(complaint) => return Err(complaint),
            }
        }
        Ok(each)
    }

    fn shape(&self, register: Register) -> &Shape {
        self.program.registers.get(register.0 as usize).map_or(&Shape::Number, |info| &info.shape)
    }

    /// The places of results, those first that say most about how the scene ends: levels of runs themselves, from the last one back;
    /// what people and things are left with. Where there is none of these, levels of parts of runs, and everything else.
    fn most_telling_first(&self, all: &[Named]) -> Vec<usize> {
        let is_field = |one: &Named| self.encounter.is_field(&one.name);
        let rank = |place: &usize| {
            let one = &all[*place];
            match (is_field(one), self.encounter.kind(self.shape(one.register))) {
                (false, ResultKind::Level) if one.name.matches('.').count() == 1 => 0,
                (false, ResultKind::Level) => 2,
                (true, _) => 1,
                (false, ResultKind::Number | ResultKind::Word) => 3,
            }
        };
        let of_runs = (0..all.len()).rev().filter(|place| !is_field(&all[*place]));
        let mut places: Vec<usize> = of_runs.chain((0..all.len()).filter(|place| is_field(&all[*place]))).collect();
        places.sort_by_key(rank);
        let telling = places.iter().filter(|place| rank(place) <= 1).count();
        if telling > 0 {
            places.truncate(telling);
        }
        places
    }

    fn told(&self, one: &Named, found: Alone) -> ResultOdds {
        let shape = self.shape(one.register);
        let visibility = recorder::result(&self.program, one.name.clone(), one.register, None).visibility;
        let spread = found.map(|values| spreads::spread_of(values, &self.program, shape));
        ResultOdds::without_titles(one.name.to_string(), self.encounter.kind(shape), visibility, spread)
    }

    /// The results, of those that are the same thing under several names the one with the shortest name, where the first of them
    /// stands.
    fn merged(&self, all: &[Named], found: Vec<ResultOdds>, are_one: &dyn Fn(usize, usize) -> bool) -> Vec<ResultOdds> {
        let mut merged: Vec<(usize, ResultOdds)> = Vec::new();
        for (place, result) in found.into_iter().enumerate() {
            let shape = |place: usize| all.get(place).map(|named| self.shape(named.register));
            // What is always the same needs no dice to tell, unless that holds only on a condition.
            let is_certain = self.given.is_none() && result.is_certain();
            let same = merged.iter_mut().find(|(known, other)| {
                are_akin(other, &result) && shape(*known) == shape(place) && (is_certain || are_one(*known, place))
            });
            match same {
                Some((_, known)) => known.add(result),
                None => merged.push((place, result)),
            }
        }
        merged.into_iter().map(|(_, result)| result).collect()
    }
}

/// Whether two results have the same value in every run.
fn are_one(both: &Result<Distribution, OddsError>) -> bool {
    both.as_ref().is_ok_and(|both| {
        both.open == RBig::ZERO && both.outcomes.iter().all(|(values, _)| values.first() == values.get(1))
    })
}

/// Whether two results may be one: they are called alike, one of them in what the other belongs to, and are as likely to be each
/// of their values.
fn are_akin(one: &ResultOdds, other: &ResultOdds) -> bool {
    let parent = |name: &str| name.rsplit_once('.').map(|(parent, _)| parent.to_owned()).unwrap_or_default();
    let (within, beside) = (parent(&one.name), parent(&other.name));
    last_name(&one.name) == last_name(&other.name)
        && one.visibility == other.visibility
        && (levelled::is_within(&within, &beside) || levelled::is_within(&beside, &within))
        && matches!((&one.spread, &other.spread), (Ok(one), Ok(other)) if one == other)
}

impl Overview {
    /// Whether it was stopped before everything was known.
    pub fn is_stopped(&self) -> bool {
        self.results.iter().flat_map(|result| &result.spread).any(|spread| spread.open != RBig::ZERO)
    }
}

impl ResultOdds {
    /// One of which no more is known.
    pub(super) fn without_titles(
        name: String,
        kind: ResultKind,
        visibility: Visibility,
        spread: Result<Spread, Diagnostic>,
    ) -> Self {
        let (also, title, meanings) = (Vec::new(), None, BTreeMap::new());
        Self {
            name,
            also,
            title,
            meanings,
            #[cfg(feature = "cli")]
            is_goal: false,
            #[cfg(feature = "cli")]
            is_of_last_line: false,
            kind,
            visibility,
            spread,
        }
    }

    /// The distribution of a number that was asked for.
    #[cfg(feature = "cli")]
    pub(crate) fn of_number(question: String, spread: Spread) -> Self {
        Self::without_titles(question, ResultKind::Number, Visibility::Gm, Ok(spread))
    }

    /// Takes in another name of the same thing.
    fn add(&mut self, other: Self) {
        let mut names = vec![std::mem::take(&mut self.name), other.name];
        names.sort_by_key(|name| name.matches('.').count());
        self.name = names.remove(0);
        self.also.extend(names);
    }

    /// The value that it has in every run that reaches it, if there is one, and how many do.
    pub fn whenever_reached(&self) -> Option<&SpreadValue> {
        let spread = self.spread.as_ref().ok().filter(|spread| spread.open == RBig::ZERO)?;
        let [only] = spread.values.as_slice() else { return None };
        Some(only)
    }

    /// Whether it has one value in every run, or is never reached.
    fn is_certain(&self) -> bool {
        let known = self.spread.as_ref().ok().filter(|spread| spread.open == RBig::ZERO);
        known.is_some_and(|spread| {
            spread.values.is_empty() || (spread.values.len() == 1 && spread.unreached == RBig::ZERO)
        })
    }

    /// Whether chance decides about its value, as far as that is known.
    pub fn is_open(&self) -> bool {
        self.spread.as_ref().is_ok_and(|spread| spread.values.len() > 1 || spread.open != RBig::ZERO)
    }

    /// Whether no run reaches it.
    pub fn is_never_reached(&self) -> bool {
        self.spread.as_ref().is_ok_and(|spread| spread.values.is_empty() && spread.open == RBig::ZERO)
    }
}
