//! Claims about odds that are true whatever the odds are.

use dashu_ratio::RBig;

use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::certain::{Bounds, how, is_same, remark_on_certain};
use crate::model::{Expr, ExprKind, Term};
use crate::semantics::formula::{Comparison, Formula, Operation, Reading, Relation};
use crate::source::Span;
use crate::syntax::ast::BinaryOp;

const HELP: &str = "claim the exact chance: `= 1/6`, or its limits: `>= 1/4`, `< 1/2`";

/// Remarks on a comparison of odds that no odds can change, and on what is asked for in it.
pub fn remark_on_certain_odds(
    (bounds, given): (Bounds<'_>, Option<&Expr>),
    claim: (Span, &Comparison, &[Term]),
    sink: &mut Diagnostics,
) {
    let (span, Comparison { left, relation, right }, terms) = claim;
    for term in terms {
        remark_on_certain(bounds, &term.of, sink);
        if let Some(given) = &term.given {
            remark_on_certain(bounds, given, sink);
        }
    }
    let odds = Odds { bounds, given, terms };
    if let Some((holds, why)) = odds.certain(left, *relation, right) {
        let message = format!("this {}: {why}", how(holds));
        sink.push(Diagnostic::warning(codes::IDLE, span, message).help(HELP));
    }
}

struct Odds<'s> {
    bounds: Bounds<'s>,
    /// What holds in all runs that are counted.
    given: Option<&'s Expr>,
    terms: &'s [Term],
}

/// The least and the greatest that a formula can come to.
type Range = (RBig, RBig);

impl Odds<'_> {
    /// Whether a comparison holds whatever happens, or never, and why.
    fn certain(&self, left: &Formula, relation: Relation, right: &Formula) -> Option<(bool, String)> {
        if self.is_same(left, right) {
            return Some((of_the_same(relation), "both sides are the same".to_owned()));
        }
        let (first, second) = (self.range(left)?, self.range(right)?);
        let ends = [(&first.0, &second.0), (&first.0, &second.1), (&first.1, &second.0), (&first.1, &second.1)];
        let held = ends.iter().filter(|(left, right)| relation.holds(left, right)).count();
        let overlap = first.0 <= second.1 && second.0 <= first.1;
        let is_fixed = first.0 == first.1 && second.0 == second.1;
        let is_equality = relation == Relation::Equal || relation == Relation::Unequal;
        // Where two sides may be alike, or may not, it hangs on the odds whether they are.
        let hangs = (is_equality && overlap && !is_fixed) || (held > 0 && held < ends.len());
        if hangs {
            return None;
        }
        let why = self.why(left, &first).or_else(|| self.why(right, &second))?;
        Some((held > 0, why))
    }

    /// What is known of a side that asks for something.
    fn why(&self, side: &Formula, (low, high): &Range) -> Option<String> {
        if let Formula::Number(_) = side {
            return None;
        }
        let is_chance = self.term(side).is_some_and(|term| term.reading == Reading::Chance);
        if low == high {
            let held = "its condition is true in every run that is counted".to_owned();
            return Some(if is_chance { held } else { format!("it is always {low}") });
        }
        Some(format!("{} is always from {low} to {high}", if is_chance { "a chance" } else { "it" }))
    }

    fn term(&self, formula: &Formula) -> Option<&Term> {
        if let Formula::Answer(place) = formula { self.terms.get(*place) } else { None }
    }

    fn range(&self, formula: &Formula) -> Option<Range> {
        match formula {
            Formula::Number(number) => Some((number.clone(), number.clone())),
            Formula::Answer(_) => self.of_term(self.term(formula)?),
            Formula::Negative(inner) => self.range(inner).map(|(low, high)| (-high, -low)),
            Formula::Of(operation, left, right) => {
                let ((least, most), (low, high)) = (self.range(left)?, self.range(right)?);
                match operation {
                    Operation::Add => Some((least + low, most + high)),
                    Operation::Subtract => Some((least - high, most - low)),
                    Operation::Multiply | Operation::Divide => None,
                }
            }
        }
    }

    fn of_term(&self, term: &Term) -> Option<Range> {
        match term.reading {
            Reading::Chance if self.is_given(term) => Some((RBig::ONE, RBig::ONE)),
            Reading::Chance => Some((RBig::ZERO, RBig::ONE)),
            Reading::Mean | Reading::Quantile(_) => {
                let (low, high) = self.bounds.of(&term.of)?;
                Some((RBig::from(low), RBig::from(high)))
            }
            // Half of the runs at each end lie farthest apart.
            Reading::Deviation => {
                let (low, high) = self.bounds.of(&term.of)?;
                Some((RBig::ZERO, (RBig::from(high) - RBig::from(low)) / RBig::from(2)))
            }
            Reading::Each => None,
        }
    }

    /// Whether only runs are counted in which holds what is asked.
    fn is_given(&self, term: &Term) -> bool {
        term.given.iter().chain(self.given).any(|given| includes(given, &term.of))
    }

    /// Whether two formulas ask for the same.
    fn is_same(&self, one: &Formula, other: &Formula) -> bool {
        if let (Some(one), Some(other)) = (self.term(one), self.term(other)) {
            let given = match (&one.given, &other.given) {
                (None, None) => true,
                (Some(one), Some(other)) => is_same(one, other),
                (None, Some(_)) | (Some(_), None) => false,
            };
            return given && one.reading == other.reading && is_same(&one.of, &other.of);
        }
        if let (Formula::Of(one, left, right), Formula::Of(other, as_left, as_right)) = (one, other) {
            return one == other && self.is_same(left, as_left) && self.is_same(right, as_right);
        }
        false
    }
}

/// What a comparison of a number with itself comes to.
fn of_the_same(relation: Relation) -> bool {
    match relation {
        Relation::Equal | Relation::LessOrEqual | Relation::GreaterOrEqual => true,
        Relation::Unequal | Relation::Less | Relation::Greater => false,
    }
}

/// Whether a condition holds only if another one does.
fn includes(given: &Expr, wanted: &Expr) -> bool {
    if is_same(given, wanted) {
        return true;
    }
    let ExprKind::Binary(BinaryOp::And, left, right) = &given.kind else { return false };
    includes(left, wanted) || includes(right, wanted)
}
