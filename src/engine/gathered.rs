//! Answers as people look at them: those to the levels of one result stand together as its distribution.

use std::collections::BTreeMap;

use dashu_ratio::RBig;

use super::chance::{Chance, Spread, SpreadValue};
use super::encounter::Encounter;
use super::levelled;
use super::results::{Overview, ResultKind, ResultOdds};
use super::titles;
use crate::shared_text::SharedText;
use crate::verdict::Visibility;

/// One of some answers, or several of them together.
#[derive(Debug)]
pub(crate) enum Gathered {
    /// The answer at this place.
    Answer(usize),
    /// A result, and the place of the first answer about it.
    Result(Box<ResultOdds>, usize),
}

/// What is known of results that are levels: what their values are, and their levels from the lowest, each with its number.
type Known = BTreeMap<String, (ResultKind, Vec<(SharedText, i64)>)>;

impl Encounter {
    /// These answers, those to the levels of one result together, in their order. What has one value, or is not known yet, is told in
    /// a line as everything else is.
    pub(crate) fn gathered(&self, answers: &[Chance]) -> Vec<Gathered> {
        let known = if answers.iter().any(|answer| answer.is_level) { self.known_levels() } else { Known::new() };
        let mut gathered = Vec::new();
        let mut first = 0;
        for alike in answers.chunk_by(|one, next| name_of(one).is_some() && name_of(one) == name_of(next)) {
            match result_of(alike, &known) {
                Some(result) => gathered.push(Gathered::Result(Box::new(result), first)),
                None => gathered.extend((first..first + alike.len()).map(Gathered::Answer)),
            }
            first += alike.len();
        }
        let results = gathered.iter_mut().filter_map(|one| match one {
            Gathered::Result(result, _) => Some(&mut **result),
            Gathered::Answer(_) => None,
        });
        if let Some(program) = &self.program {
            self.add_titles(program, &mut results.collect::<Vec<&mut ResultOdds>>());
        }
        gathered
    }

    /// Results that nobody asked for, with those marked that people want to see first.
    pub(crate) fn weighed(&self, results: Vec<ResultOdds>) -> Overview {
        let mut overview = Overview { results, ..Overview::default() };
        self.mark_first(&mut overview);
        overview
    }

    fn known_levels(&self) -> Known {
        let Some(program) = &self.program else { return Known::new() };
        let levels = levelled::levelled_paths(program, |_| true).into_iter();
        let known = levels.filter_map(|one| {
            let shape = &program.registers.get(one.register.0 as usize)?.shape;
            Some((one.path.to_owned(), (self.kind(shape), levelled::levels(one.scale))))
        });
        known.collect()
    }
}

/// The result whose levels these are, if they are several and all of them are known.
fn result_of(answers: &[Chance], known: &Known) -> Option<ResultOdds> {
    let name = name_of(answers.first()?)?;
    let (kind, levels) = known.get(name).or_else(|| known.get(&titles::plain(name)))?;
    let mut spread = Spread { values: Vec::new(), unreached: RBig::ZERO, open: RBig::ZERO };
    for answer in answers {
        let (_, level) = level_of(answer)?;
        let chance = answer.value.clone().filter(|_| !answer.stopped)?;
        match levels.iter().find(|(known, _)| known == level) {
            Some(_) if chance == RBig::ZERO => {}
            Some((_, number)) => {
                let number = *number;
                spread.values.push(SpreadValue { number, text: level.to_owned(), chance });
            }
            None => spread.unreached = chance,
        }
    }
    spread.values.sort_by_key(|value| value.number);
    let is_several = spread.values.len() > 1 && answers.iter().all(|answer| !answer.given_always);
    is_several.then(|| ResultOdds::without_titles(name.to_owned(), *kind, Visibility::Gm, Ok(spread)))
}

fn name_of(answer: &Chance) -> Option<&str> {
    level_of(answer).map(|(name, _)| name)
}

/// The name and the level, where an answer is one of the levels of a name.
fn level_of(answer: &Chance) -> Option<(&str, &str)> {
    let asked = answer.question.strip_prefix("P(")?.strip_suffix(')')?;
    asked.rsplit_once(" is ").filter(|_| answer.is_level)
}
