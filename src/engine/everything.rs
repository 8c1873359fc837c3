//! The odds of everything that a verdict names.

use std::collections::BTreeSet;

use dashu_ratio::RBig;

use super::chance::{Chance, Spread};
use super::each_value::{self, Alone};
use super::encounter::Encounter;
use super::failure::Failure;
use super::levelled;
use super::odds::{self, Explored, OddsRequest};
use super::spreads;
use super::told_refusals;
use crate::diagnostic::Diagnostic;
use crate::ir::{Program, Register, ResultInfo, Shape};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::verdict::Visibility;
use crate::verdict::recorder;

/// The odds of one name.
pub(super) struct OfName {
    pub(super) name: SharedText,
    /// For whom its value is.
    pub(super) visibility: Visibility,
    /// The levels, the highest first, if it is one.
    pub(super) levels: Option<Vec<SharedText>>,
    /// How often it is each of its values, or why that is not known.
    pub(super) spread: Result<Spread, Diagnostic>,
}

/// The odds of every name.
#[derive(Default)]
pub(super) struct OfEverything {
    pub(super) names: Vec<OfName>,
    /// How many of all runs are refused, and where.
    pub(super) refused: Vec<Chance>,
}

/// A register by the name that a verdict gives it.
pub(super) struct Named {
    pub(super) name: SharedText,
    pub(super) register: Register,
    pub(super) span: Span,
}

impl Encounter {
    /// How likely each value is of everything that a verdict names: levels first, in the order in which they come about.
    ///
    /// # Errors
    /// When a run cannot go on, or every run is refused.
    pub(super) fn odds_of_everything(&self, request: &OddsRequest) -> Result<OfEverything, Failure> {
        let request = &odds::unasked(&odds::within(request, self.limits));
        let whole = self.program_to_run()?;
        let all = named(whole);
        let program = Program { results: all.iter().map(Named::result).collect(), ..whole.clone() };
        let houses = self.houses.for_one_call();
        let explored = Explored { program: &program, houses: &houses, drawn: &self.drawn };
        let (found, refused) = each_value::each_value(explored, request, odds::MOST_UNASKED)
            .map_err(|complaint| self.failure(complaint))?;
        let names = all.into_iter().zip(found).map(|(one, found)| of_name(&program, one, found)).collect();
        Ok(OfEverything { names, refused: told_refusals::told(refused, (&program, &self.sources)) })
    }
}

impl Named {
    /// Its place among the results of a program.
    pub(super) fn result(&self) -> ResultInfo {
        ResultInfo { label: self.name.clone(), register: self.register, span: self.span }
    }
}

fn of_name(program: &Program, Named { name, register, .. }: Named, found: Alone) -> OfName {
    let shape = program.registers.get(register.0 as usize).map_or(&Shape::Number, |info| &info.shape);
    let scale = if let Shape::Level(scale) = shape { program.scales.get(*scale as usize) } else { None };
    let levels = scale.map(|scale| levelled::levels(scale).into_iter().rev().map(|(level, _)| level).collect());
    let visibility = recorder::result(program, name.clone(), register, None).visibility;
    let spread = found.map(|values| spreads::spread_of(values, program, shape));
    OfName { name, visibility, levels, spread }
}

/// Whatever comes to a level, and then everything else that has a name; each name once.
pub(super) fn named(program: &Program) -> Vec<Named> {
    let levels = levelled::levelled_paths(program, |_| true).into_iter();
    let levels = levels.map(|one| Named { name: one.path.into(), register: one.register, span: one.span });
    let others = (0..).map(Register).zip(&program.registers).filter_map(|(register, info)| {
        let name = info.name.clone()?;
        Some(Named { name, register, span: Span::default() })
    });
    let mut known: BTreeSet<SharedText> = BTreeSet::new();
    levels.chain(others).filter(|one| known.insert(one.name.clone())).collect()
}

impl OfName {
    /// Each level with its chance, the highest first, and how often none is reached.
    pub(super) fn chances(&self) -> Option<Vec<(SharedText, RBig)>> {
        let (levels, spread) = (self.levels.as_ref()?, self.spread.as_ref().ok()?);
        let chance = |level: &SharedText| {
            let value = spread.values.iter().find(|value| level == &value.text);
            value.map_or(RBig::ZERO, |value| value.chance.clone())
        };
        let levels = levels.iter().map(|level| (level.clone(), chance(level)));
        let unreached = (SharedText::new_static("unreached"), spread.unreached.clone());
        Some(levels.chain([unreached]).collect())
    }
}
