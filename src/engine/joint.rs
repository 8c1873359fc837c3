//! Two results together: how often each value of one occurs with each value of the other.

use std::collections::BTreeMap;

use dashu_ratio::RBig;

use super::asking::{self, Queries, Query};
use super::chance::Spread;
use super::encounter::Encounter;
use super::failure::Failure;
use super::odds::{self, Explored, OddsRequest, Statistic, Values};
use super::odds_complaints;
use super::results::ResultKind;
use super::spreads;
use crate::diagnostic::{Diagnostic, codes};
use crate::drivers::odds::Distribution;
use crate::ir::{Program, ResultInfo, Value};

/// How often two results come to what they do together.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Joint {
    /// The result whose values stand beside each other, one in each column.
    pub columns: JointSide,
    /// The one whose values stand below each other, one in each row.
    pub rows: JointSide,
    /// For each row the chance of each column together with it, over all runs that count.
    pub cells: Vec<Vec<RBig>>,
}

/// One of the two.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JointSide {
    /// The result as it was asked for.
    pub question: String,
    /// What its values are.
    pub kind: ResultKind,
    /// Its values with the chance of each, whatever the other one comes to: levels from the highest, numbers from the lowest, then
    /// that it is not reached; last, for both alike, that a run is refused, and what is not known where it was stopped.
    pub values: Vec<(String, RBig)>,
}

/// A result among those of a program: its place there, and that of the condition.
#[derive(Clone, Copy)]
struct Side {
    place: usize,
    given: Option<usize>,
}

impl JointSide {
    /// What is said of something that comes to the same in every run.
    fn constant(&self) -> Option<Diagnostic> {
        let [(value, chance)] = self.values.as_slice() else { return None };
        let message =
            format!("`{}` is {value} in every run, so it makes no difference to another result", self.question);
        let complaint = Diagnostic::placeless(codes::ODDS, message);
        (*chance == RBig::ONE).then(|| complaint.help("name two results that depend on chance"))
    }
}

impl Joint {
    /// Adds what befalls both at once, if it is possible: a row and a column that meet in one cell.
    fn add_for_both(&mut self, text: &str, chance: &RBig) {
        if *chance == RBig::ZERO {
            return;
        }
        self.cells.iter_mut().for_each(|row| row.push(RBig::ZERO));
        let mut row = vec![RBig::ZERO; self.columns.values.len()];
        row.push(chance.clone());
        self.cells.push(row);
        for side in [&mut self.columns, &mut self.rows] {
            side.values.push((text.to_owned(), chance.clone()));
        }
    }

    /// Each pair of values, the row's first, with the chance of both together.
    pub fn each(&self) -> impl Iterator<Item = ((&String, &String), &RBig)> {
        self.rows.values.iter().zip(&self.cells).flat_map(|((row, _), cells)| {
            self.columns.values.iter().zip(cells).map(move |((column, _), chance)| ((row, column), chance))
        })
    }
}

impl Encounter {
    /// How often each value of one result comes with each value of another one. The two are results that have levels or numbers, or
    /// conditions.
    ///
    /// ```
    /// use assize::{Engine, OddsRequest, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("dice", "system dice\nprocedure p { roll red : 1d2, roll blue : 1d2, let both = red.sum + blue.sum }");
    /// let encounter = Engine::with(shelf).compile("scene.asz", "use dice\np x {}")?;
    /// let joint = encounter.odds_joint("x.both", "x.red.sum = 2", &OddsRequest::default())?;
    /// assert_eq!(joint.columns.values.iter().map(|(value, _)| value.as_str()).collect::<Vec<_>>(), ["2", "3", "4"]);
    /// let cells = joint.cells.iter().map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    /// assert_eq!(cells.collect::<Vec<_>>(), ["1/4 1/4 0", "0 1/4 1/4"]);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`odds`](Self::odds), and where one of them is a mean, stands for several results, or, without a condition, is the same in
    /// every run.
    pub fn odds_joint(&self, columns: &str, rows: &str, request: &OddsRequest) -> Result<Joint, Failure> {
        let asked = OddsRequest { questions: vec![columns.to_owned(), rows.to_owned()], ..request.clone() };
        let request = &odds::within(&asked, self.limits);
        let houses = self.houses.for_one_call();
        let (Queries { program, all }, sources) = self.queries(request, &houses)?;
        let sides = sides(&all).map_err(|complaint| Failure::of(sources.clone(), complaint))?;
        let places = sides.iter().map(|side| side.place).chain(sides[0].given);
        let results: Vec<ResultInfo> = places.filter_map(|place| program.results.get(place).cloned()).collect();
        let both = Program { results, ..program };
        let explored = Explored { program: &both, houses: &houses, drawn: &self.drawn };
        let complain = |complaint| Failure::of(sources.clone(), complaint);
        let found = odds::distribution(explored, request, request.budget)
            .map_err(|error| complain(odds_complaints::complaint(error, 1, &both)))?;
        let counted = match sides[0].given {
            Some(_) => found.given(2).ok_or_else(|| complain(odds::never_given(&both, Some(&2))))?,
            None => found,
        };
        let joint = self.joint(&both, &counted, [columns, rows]);
        let constant = [&joint.columns, &joint.rows].into_iter().find_map(JointSide::constant);
        // Where it was stopped, nobody knows whether it is the same in every run.
        let is_known = request.given.is_none() && counted.open == RBig::ZERO;
        constant.filter(|_| is_known).map_or(Ok(joint), |constant| Err(complain(constant)))
    }

    fn joint(&self, program: &Program, counted: &Distribution, asked: [&str; 2]) -> Joint {
        let [columns, rows] = [0, 1].map(|place| self.values_of(program, counted, place));
        let mut pairs: BTreeMap<(Value, Value), RBig> = BTreeMap::new();
        for (values, chance) in &counted.outcomes {
            if let [column, row, ..] = values.as_slice() {
                *pairs.entry((*column, *row)).or_default() += chance.clone();
            }
        }
        let cell = |row: Value, column: Value| pairs.get(&(column, row)).cloned().unwrap_or_default();
        let of_row = |row: &Value| columns.iter().map(|(column, ..)| cell(*row, *column)).collect();
        let cells = rows.iter().map(|(row, ..)| of_row(row)).collect();
        let side = |values: Vec<(Value, String, RBig)>, place: usize| JointSide {
            question: asked[place].to_owned(),
            kind: self.kind(&spreads::shape_of(program, place)),
            values: values.into_iter().map(|(_, text, chance)| (text, chance)).collect(),
        };
        let mut joint = Joint { columns: side(columns.clone(), 0), rows: side(rows.clone(), 1), cells };
        joint.add_for_both("refused", &counted.refused_mass());
        joint.add_for_both("not known", &counted.open);
        joint
    }

    /// The values of a result in the order in which people look at them, each with its words and its chance.
    fn values_of(&self, program: &Program, counted: &Distribution, place: usize) -> Vec<(Value, String, RBig)> {
        let shape = spreads::shape_of(program, place);
        let Spread { values, unreached, open: _ } = spreads::spread_of(Values::of(counted, place), program, &shape);
        let mut all: Vec<(Value, String, RBig)> =
            values.into_iter().map(|one| (Some(one.number), one.text, one.chance)).collect();
        if self.kind(&shape) == ResultKind::Level {
            all.reverse();
        }
        if unreached != RBig::ZERO {
            all.push((None, "unreached".to_owned(), unreached));
        }
        all
    }
}

/// The two results that are asked for.
fn sides(queries: &[Query]) -> Result<[Side; 2], Diagnostic> {
    let mut found: Vec<Side> = Vec::new();
    for (statistic, given) in asking::asked(queries) {
        let is_value = match statistic {
            Statistic::Chance(_) | Statistic::Is(..) | Statistic::Each(_) => true,
            Statistic::Mean(_) | Statistic::Deviation(_) | Statistic::Quantile(..) => false,
        };
        if !is_value {
            return Err(no_pair());
        }
        if found.last().is_none_or(|last| last.place != statistic.result()) {
            found.push(Side { place: statistic.result(), given });
        }
    }
    <[Side; 2]>::try_from(found).map_err(|_| no_pair())
}

fn no_pair() -> Diagnostic {
    Diagnostic::placeless(codes::ODDS, "a table needs two results to compare")
        .help("name one result for the columns and one for the rows, such as `NAME.PART --by OTHER.PART`; each may be a condition, but no mean, deviation or quantile")
}
