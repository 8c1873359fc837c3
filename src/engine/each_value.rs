//! How often each of many results has each of its values, one group of results after another.

use std::collections::BTreeSet;

use dashu_ratio::RBig;

use super::odds::{Explored, Finder, OddsRequest, Refused, Values, every_place, with_finder};
use super::odds_complaints::complaint;
use crate::diagnostic::{Diagnostic, codes};
use crate::drivers::odds::{Budget, Each, OddsError};
use crate::ir::Address;

/// All results of a short program are found at once.
const FIRST: Budget = Budget::of(300, 40_000, 64 * 1024 * 1024);

/// Several results at once may take so much, if each of them takes less than alone.
const GROUP: Budget = Budget::of(200_000, 4_000_000, 256 * 1024 * 1024);

/// One result may take so much, of those that nobody has named.
pub(super) const ONE: Budget = Budget::of(100_000, 2_000_000, 256 * 1024 * 1024);

/// All results together may take so many times what it takes to follow all runs without a result.
const TIMES_WITHOUT: u64 = 6;

/// All of them at once may take so many times that where there are few situations.
const TIMES_AT_ONCE: u64 = 2;
const FEW_SITUATIONS: Budget = Budget::of(1_000, 0, 64 * 1024 * 1024);

/// Where following all runs without a result takes more steps than this, no result that takes as many is worked out unasked.
const MOST_WITHOUT: u64 = 2_000_000;

/// Fewer steps than this are not told apart.
const FEWEST: u64 = 1_024;

/// How often a result is each of its values, or why that is not known.
pub(super) type Alone = Result<Values, Diagnostic>;

/// How often each result of a program is each of its values: all of them at once, or else one after the other. One that goes
/// beyond the budget says so, and so does each that is left after so many steps; a run that cannot go on refuses all.
pub(super) fn each_value(
    explored: Explored<'_>,
    request: &OddsRequest,
    most_steps: u64,
) -> Result<(Vec<Alone>, Refused), Diagnostic> {
    with_finder(explored, request, |odds| each_value_by(explored, (request, most_steps), odds))
}

/// The same by somebody who finds odds already, and is asked for more afterwards.
pub(super) fn each_value_by(
    explored: Explored<'_>,
    (request, most_steps): (&OddsRequest, u64),
    odds: &Finder<'_>,
) -> Result<(Vec<Alone>, Refused), Diagnostic> {
    let all = every_place(explored.program);
    match odds.together(&all, request.budget.at_most(FIRST)) {
        Ok(found) => Ok((Values::of_each(&found, all.len()).into_iter().map(Ok).collect(), found.refused)),
        Err(OddsError::Budget { .. }) => once_followed(explored, (request, most_steps), &all, odds),
        Err(error) => Err(complaint(error, all.len(), explored.program)),
    }
}

/// Follows all runs once without asking for a result, to see whether any of them is refused or fails. If none does, what could only
/// refuse a run is not followed again for each result. Where this alone is too much, so is each result.
fn once_followed(
    explored: Explored<'_>,
    asked: (&OddsRequest, u64),
    all: &[usize],
    odds: &Finder<'_>,
) -> Result<(Vec<Alone>, Refused), Diagnostic> {
    let before = explored.houses.bounds.allowance.spent();
    match odds.once(asked.0.budget) {
        Ok(_) => {
            let without = explored.houses.bounds.allowance.spent() - before;
            let (found, refused) = (vec![None; all.len()], Refused::new());
            Asking { explored, odds, asked, grouping: Grouping::new(without), found, refused, in_vain: Vec::new() }
                .ask(all)
        }
        Err(error @ OddsError::Budget { .. }) => {
            let too_much = || Err(complaint(error.clone(), 1, explored.program));
            Ok((all.iter().map(|_| too_much()).collect(), Refused::new()))
        }
        Err(error) => Err(complaint(error, all.len(), explored.program)),
    }
}

/// How many results are asked for at once: all of them first, since what is written and not read again tells nothing apart. If that is
/// too much, as where many numbers add up until the end, groups become smaller. They grow again as long as each result takes no more
/// work than those before it, and shrink where they take much more.
struct Grouping {
    many: usize,
    /// No group is larger for now: a larger one was too much.
    most: usize,
    /// The steps that each result of the last group has taken.
    each: u64,
    /// The steps that it takes to follow all runs without a result.
    without: u64,
}

impl Grouping {
    fn new(without: u64) -> Self {
        let without = without.max(FEWEST);
        Self { many: usize::MAX, most: usize::MAX, each: without, without }
    }

    /// Begins with results that may be asked for at once, all of them.
    fn begin(&mut self, many: usize) {
        *self = Self { many, ..Self::new(self.without) };
    }

    /// What so many results may take at once: where they take more than each of them alone, they are better asked for alone.
    fn at_once(&self, many: usize) -> Budget {
        let alone = self.each.saturating_mul(many as u64);
        GROUP.answers(alone.min(TIMES_WITHOUT.saturating_mul(self.without)).min(GROUP.answers))
    }

    /// So many results have taken so many steps at once.
    fn found(&mut self, many: usize, steps: u64) {
        let each = (steps / many as u64).max(FEWEST);
        let next = if many == 1 || each <= self.each {
            2 * many
        } else if each <= 2 * self.each {
            many
        } else {
            many / 2
        };
        (self.many, self.each) = (next.min(self.most), each);
        self.most = self.most.saturating_add(1);
    }

    /// So many results at once take more than they may.
    fn too_much(&mut self, many: usize) {
        (self.many, self.most) = (many / 2, many - 1);
    }
}

/// One group of results after the other.
struct Asking<'a, 'p> {
    explored: Explored<'a>,
    odds: &'a Finder<'p>,
    asked: (&'a OddsRequest, u64),
    grouping: Grouping,
    /// What is known so far, by the places of the results.
    found: Vec<Option<Alone>>,
    refused: Refused,
    /// On which instructions those results depend that have turned out too much to be worked out unasked.
    in_vain: Vec<BTreeSet<Address>>,
}

impl Asking<'_, '_> {
    fn ask(mut self, all: &[usize]) -> Result<(Vec<Alone>, Refused), Diagnostic> {
        let groups = if self.are_at_once(all)? { Vec::new() } else { self.odds.groups(all) };
        for alike in groups {
            self.grouping.begin(alike.len());
            let mut left = &alike[..];
            while !left.is_empty() && !self.asked.0.progress.is_stopped() {
                let (group, later) = left.split_at(left.len().min(self.grouping.many.max(1)));
                if self.ask_at_once(group)? {
                    left = later;
                }
            }
        }
        let unknown = || Ok(Values { each: Vec::new(), open: RBig::ONE });
        Ok((self.found.into_iter().map(|found| found.unwrap_or_else(unknown)).collect(), self.refused))
    }

    /// Asks for all results at once, if it takes long to follow all runs though there are few situations: then it takes as long for each
    /// result, and hardly longer for all of them.
    fn are_at_once(&mut self, all: &[usize]) -> Result<bool, Diagnostic> {
        if self.grouping.without <= MOST_WITHOUT {
            return Ok(false);
        }
        self.found_at_once(all, FEW_SITUATIONS.answers(TIMES_AT_ONCE.saturating_mul(self.grouping.without)))
    }

    fn spent(&self) -> u64 {
        self.explored.houses.bounds.allowance.spent()
    }

    /// Whether no more is worked out that nobody asked: enough was, or following all runs takes long by itself.
    fn is_enough(&self) -> bool {
        self.spent() > self.asked.1 || self.grouping.without > MOST_WITHOUT
    }

    fn put(&mut self, place: usize, found: Alone) {
        if let Some(known) = self.found.get_mut(place) {
            *known = Some(found);
        }
    }

    /// Asks for some results, unless they are too many at once.
    fn ask_at_once(&mut self, group: &[usize]) -> Result<bool, Diagnostic> {
        let before = self.spent();
        if group.len() == 1 || self.is_enough() {
            for place in group {
                let found = self.value_alone(*place)?;
                self.put(*place, found);
            }
            self.grouping.found(group.len(), self.spent() - before);
            return Ok(true);
        }
        let is_found = self.found_at_once(group, self.grouping.at_once(group.len()))?;
        if is_found {
            self.grouping.found(group.len(), self.spent() - before);
        } else {
            self.grouping.too_much(group.len());
        }
        Ok(is_found)
    }

    /// Asks for some results at once, unless that takes more than this.
    fn found_at_once(&mut self, group: &[usize], most: Budget) -> Result<bool, Diagnostic> {
        match self.odds.each(group, self.asked.0.budget.at_most(most)) {
            Ok(Each { each, open, refused }) => {
                for (place, each) in group.iter().zip(each) {
                    self.put(*place, Ok(Values { each, open: open.clone() }));
                }
                self.refused = refused;
                Ok(true)
            }
            Err(OddsError::Budget { .. }) => Ok(false),
            Err(error) => Err(complaint(error, group.len(), self.explored.program)),
        }
    }

    fn value_alone(&mut self, place: usize) -> Result<Alone, Diagnostic> {
        let program = self.explored.program;
        if self.is_enough() {
            return self.value_of_little(place);
        }
        match self.odds.together(&[place], self.asked.0.budget.at_most(ONE)) {
            Ok(found) => {
                self.refused.clone_from(&found.refused);
                Ok(Ok(Values::of(&found, 0)))
            }
            Err(error @ OddsError::Budget { .. }) => Ok(Err(complaint(error, 1, program))),
            Err(error) => Err(complaint(error, 1, program)),
        }
    }

    /// A result after enough work, if it takes little more. One that depends on all on which another one does that has taken too much
    /// takes too much as well.
    fn value_of_little(&mut self, place: usize) -> Result<Alone, Diagnostic> {
        let program = self.explored.program;
        let deciding = self.odds.deciding(place);
        if !self.in_vain.iter().any(|other| other.is_subset(&deciding)) {
            match self.odds.together(&[place], self.asked.0.budget.at_most(FIRST)) {
                Ok(found) => {
                    self.refused.clone_from(&found.refused);
                    return Ok(Ok(Values::of(&found, 0)));
                }
                Err(OddsError::Budget { .. }) => self.in_vain.push(deciding),
                Err(error) => return Err(complaint(error, 1, program)),
            }
        }
        let message = "not computed: the budget is used up; ask for it by name";
        let span = program.results.get(place).map(|result| result.span).unwrap_or_default();
        Ok(Err(Diagnostic::error(codes::ODDS_BUDGET, span, message)))
    }
}
