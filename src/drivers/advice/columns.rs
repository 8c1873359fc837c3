//! Answers that come to the same in every case, so that they are looked at once.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::cases::Case;
use super::graph::Answers;

/// Every answer that can be given somewhere, each with the number of its column.
pub struct Columns {
    options: Vec<(i64, usize)>,
    /// For all that can be answered somewhere and each column where among what answers are worth it stands.
    places: BTreeMap<Answers, Vec<Option<usize>>>,
}

impl Columns {
    /// The columns of some cases.
    pub fn of<'c>(cases: impl Iterator<Item = &'c Case>) -> Self {
        let mut known: BTreeSet<Answers> = BTreeSet::new();
        let mut last: Option<&Answers> = None;
        for case in cases {
            if !last.is_some_and(|last| Rc::ptr_eq(last, &case.answers)) && !known.contains(&case.answers) {
                known.insert(Rc::clone(&case.answers));
            }
            last = Some(&case.answers);
        }
        let options: BTreeSet<i64> =
            known.iter().flat_map(|answers| answers.iter().map(|(option, _)| *option)).collect();
        let mut options: Vec<(i64, usize)> = options.into_iter().map(|option| (option, 0)).collect();
        for answers in &known {
            let mut numbers: BTreeMap<(usize, Option<usize>), usize> = BTreeMap::new();
            for (option, column) in &mut options {
                let next = numbers.len();
                *column = *numbers.entry((*column, place(answers, *option))).or_insert(next);
            }
            if numbers.len() == options.len() {
                break;
            }
        }
        let mut firsts: BTreeMap<usize, i64> = BTreeMap::new();
        for (option, column) in &options {
            firsts.entry(*column).or_insert(*option);
        }
        let places = |answers: Answers| {
            let places = firsts.values().map(|option| place(&answers, *option)).collect();
            (answers, places)
        };
        Self { places: known.into_iter().map(places).collect(), options }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.options.iter().map(|(_, column)| column + 1).max().unwrap_or(0)
    }

    /// Every answer, with the number of its column.
    pub fn each(&self) -> &[(i64, usize)] {
        &self.options
    }

    /// The answers of some columns.
    pub fn options(&self, is_wanted: &dyn Fn(usize) -> bool) -> Vec<i64> {
        self.options.iter().filter(|(_, column)| is_wanted(*column)).map(|(option, _)| *option).collect()
    }

    /// For each column where among what answers are worth in a case it stands; nothing where it cannot be answered there.
    pub fn places(&self, case: &Case) -> impl Iterator<Item = Option<usize>> {
        self.places.get(&case.answers).into_iter().flatten().copied()
    }
}

/// Where among what answers are worth that of an option stands.
pub(super) fn place(answers: &[(i64, u32)], option: i64) -> Option<usize> {
    let found = answers.binary_search_by_key(&option, |(known, _)| *known).ok()?;
    answers.get(found).map(|(_, place)| *place as usize)
}
