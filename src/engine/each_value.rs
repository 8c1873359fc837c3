//! How often each of many results has each of its values, one group of results after another.

use dashu_ratio::RBig;

use super::odds::{Explored, Finder, OddsRequest, Refused, Values, every_place, with_finder};
use super::odds_complaints::complaint;
use crate::diagnostic::{Diagnostic, codes};
use crate::drivers::odds::{Budget, Each, OddsError};

/// All results of a short program are found at once.
const FIRST: Budget = Budget { states: 300, answers: 40_000, memory: 64 * 1024 * 1024 };

/// Several results at once may take so much, if each of them takes less than alone.
const GROUP: Budget = Budget { states: 200_000, answers: 4_000_000, memory: 256 * 1024 * 1024 };

/// All results together may take so many times what it takes to follow all runs without a result.
const TIMES_WITHOUT: u64 = 6;

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
        Ok(found) => Ok((all.iter().map(|place| Ok(Values::of(&found, *place))).collect(), found.refused)),
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
    match odds.together(&[], asked.0.budget) {
        Ok(_) => {
            let without = explored.houses.bounds.allowance.spent() - before;
            in_groups((explored, odds), asked, all, Grouping::new(all.len(), without))
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
    fn new(many: usize, without: u64) -> Self {
        let without = without.max(FEWEST);
        Self { many, most: usize::MAX, each: without, without }
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
fn in_groups(
    (explored, odds): (Explored<'_>, &Finder<'_>),
    (request, most_steps): (&OddsRequest, u64),
    all: &[usize],
    mut grouping: Grouping,
) -> Result<(Vec<Alone>, Refused), Diagnostic> {
    let budget = request.budget;
    let spent = || explored.houses.bounds.allowance.spent();
    let (mut found, mut refused): (Vec<Alone>, _) = (Vec::new(), Refused::new());
    while let Some(first) = all.get(found.len()) {
        if request.progress.is_stopped() {
            let unknown = || Values { each: Vec::new(), open: RBig::ONE };
            found.resize_with(all.len(), || Ok(unknown()));
            break;
        }
        let group = &all[found.len()..all.len().min(found.len() + grouping.many)];
        let before = spent();
        if group.len() == 1 || is_enough(explored, most_steps) {
            found.push(value_alone(explored, (budget, most_steps), *first, (odds, &mut refused))?);
            grouping.found(1, spent() - before);
            continue;
        }
        match odds.each(group, budget.at_most(grouping.at_once(group.len()))) {
            Ok(at_once) => {
                let Each { each, open, refused: by } = at_once;
                found.extend(each.into_iter().map(|each| Ok(Values { each, open: open.clone() })));
                refused = by;
                grouping.found(group.len(), spent() - before);
            }
            Err(OddsError::Budget { .. }) => grouping.too_much(group.len()),
            Err(error) => return Err(complaint(error, group.len(), explored.program)),
        }
    }
    Ok((found, refused))
}

/// Whether no more is worked out that nobody asked.
fn is_enough(explored: Explored<'_>, most_steps: u64) -> bool {
    explored.houses.bounds.allowance.spent() > most_steps
}

fn value_alone(
    explored: Explored<'_>,
    (budget, most_steps): (Budget, u64),
    place: usize,
    (odds, refused): (&Finder<'_>, &mut Refused),
) -> Result<Alone, Diagnostic> {
    let program = explored.program;
    if is_enough(explored, most_steps) {
        let message = "not computed: the budget is used up; ask for it by name";
        let span = program.results.get(place).map(|result| result.span).unwrap_or_default();
        return Ok(Err(Diagnostic::error(codes::ODDS_BUDGET, span, message)));
    }
    match odds.together(&[place], budget) {
        Ok(found) => {
            refused.clone_from(&found.refused);
            Ok(Ok(Values::of(&found, 0)))
        }
        Err(error @ OddsError::Budget { .. }) => Ok(Err(complaint(error, 1, program))),
        Err(error) => Err(complaint(error, 1, program)),
    }
}
