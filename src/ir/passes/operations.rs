//! The results of operators for values that are not known exactly. Every value that a run can have is among those found
//! here, and an operator that can fail is known to.

use super::values::Values;
use crate::semantics::arithmetic::{self, Binary, Unary, Value};

/// What an operator comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The values it may have.
    pub values: Values,
    /// Whether it may fail.
    pub can_fail: bool,
}

impl Found {
    fn of(values: Values) -> Self {
        Self { values, can_fail: false }
    }
}

/// What an operation on one value may come to.
pub fn unary(op: Unary, a: &Values) -> Found {
    if let Some(each) = a.each() {
        return collected(each.into_iter().map(|a| arithmetic::unary(op, a)));
    }
    let Some((low, high)) = a.bounds() else { return Found::of(Values::nothing()) };
    let unreached = a.may_be_unreached();
    match op {
        Unary::IsReached => Found::of(Values::within(i64::from(!unreached), 1)),
        Unary::OrZero if unreached => Found::of(Values::within(low.min(0), high.max(0))),
        Unary::OrZero => Found::of(Values::within(low, high)),
        Unary::Not => {
            let values = Values::within(i64::from(!a.may_be_yes()), i64::from(a.holds(Some(0))));
            Found::of(values.or_unreached(unreached))
        }
        Unary::Negate => bounded((-i128::from(high), -i128::from(low)), unreached),
    }
}

/// What an operation on two values may come to.
pub fn binary(op: Binary, a: &Values, b: &Values) -> Found {
    match op {
        Binary::And | Binary::Or => logical(op, a, b),
        Binary::LeastReached | Binary::GreatestReached => of_what_is_reached(op, a, b),
        Binary::Add
        | Binary::Subtract
        | Binary::Multiply
        | Binary::DivideDown
        | Binary::DivideUp
        | Binary::Modulo
        | Binary::Less
        | Binary::LessOrEqual
        | Binary::Equal
        | Binary::Minimum
        | Binary::Maximum
        | Binary::SizesUp => reached(op, a, b),
    }
}

fn reached(op: Binary, a: &Values, b: &Values) -> Found {
    if let (Some(one), Some(other)) = (a.each(), b.each()) {
        let both = one.iter().flat_map(|a| other.iter().map(|b| (*a, *b)));
        return collected(both.map(|(a, b)| arithmetic::binary(op, a, b)));
    }
    let unreached = a.may_be_unreached() || b.may_be_unreached();
    let (Some(one), Some(other)) = (a.bounds(), b.bounds()) else {
        return Found::of(Values::nothing().or_unreached(unreached));
    };
    let ((low, high), (least, most)) = (one, other);
    let truth = |may_be_yes: bool, may_be_no: bool| {
        let values = Values::within(i64::from(!may_be_no), i64::from(may_be_yes));
        Found::of(values.or_unreached(unreached))
    };
    match op {
        Binary::Less => truth(low < most, high >= least),
        Binary::LessOrEqual => truth(low <= most, high > least),
        Binary::Equal => truth(low <= most && least <= high, true),
        Binary::Minimum => Found::of(Values::within(low.min(least), high.min(most)).or_unreached(unreached)),
        Binary::Maximum => Found::of(Values::within(low.max(least), high.max(most)).or_unreached(unreached)),
        // A step leads to one of the sizes from 4 to 12, or nowhere.
        Binary::SizesUp => Found::of(Values::within(low.min(4), high.max(12)).or_unreached(unreached)),
        Binary::Add
        | Binary::Subtract
        | Binary::Multiply
        | Binary::DivideDown
        | Binary::DivideUp
        | Binary::Modulo
        | Binary::And
        | Binary::Or
        | Binary::LeastReached
        | Binary::GreatestReached => computed(op, one, other, unreached),
    }
}

/// Sums, products and quotients of all numbers between two bounds.
fn computed(op: Binary, (low, high): (i64, i64), (least, most): (i64, i64), unreached: bool) -> Found {
    let [a, b, c, d] = [low, high, least, most].map(i128::from);
    match op {
        Binary::Add => bounded((a + c, b + d), unreached),
        Binary::Subtract => bounded((a - d, b - c), unreached),
        Binary::Multiply => bounded(corners([a * c, a * d, b * c, b * d]), unreached),
        Binary::DivideDown | Binary::DivideUp if c <= 0 && 0 <= d => {
            let farthest = a.abs().max(b.abs());
            Found { can_fail: true, ..bounded((-farthest, farthest), unreached) }
        }
        // Up and down are at most one apart.
        Binary::DivideDown | Binary::DivideUp => {
            let (least, most) = corners([a / c, a / d, b / c, b / d]);
            bounded((least - 1, most + 1), unreached)
        }
        Binary::Modulo => {
            let values = bounded(((c + 1).min(0), (d - 1).max(0)), unreached);
            Found { can_fail: c <= 0 && 0 <= d, ..values }
        }
        Binary::Less
        | Binary::LessOrEqual
        | Binary::Equal
        | Binary::And
        | Binary::Or
        | Binary::Minimum
        | Binary::Maximum
        | Binary::LeastReached
        | Binary::GreatestReached
        | Binary::SizesUp => Found { values: Values::anything(), can_fail: true },
    }
}

fn corners(all: [i128; 4]) -> (i128, i128) {
    all.into_iter().fold((i128::MAX, i128::MIN), |(low, high), one| (low.min(one), high.max(one)))
}

/// The numbers between bounds that may lie beyond 64 bits: there is no result.
fn bounded((low, high): (i128, i128), unreached: bool) -> Found {
    let near = |bound: i128| i64::try_from(bound).unwrap_or(if bound < 0 { i64::MIN } else { i64::MAX });
    let can_fail = i64::try_from(low).is_err() || i64::try_from(high).is_err();
    Found { values: Values::within(near(low), near(high)).or_unreached(unreached), can_fail }
}

/// `and` and `or` only ask whether a number is 0.
fn logical(op: Binary, a: &Values, b: &Values) -> Found {
    let kinds = |values: &Values| -> Vec<Value> {
        let all = [(Some(1), values.may_be_yes()), (Some(0), values.holds(Some(0))), (None, values.may_be_unreached())];
        all.into_iter().filter_map(|(kind, there)| there.then_some(kind)).collect()
    };
    let (one, other) = (kinds(a), kinds(b));
    let both = one.iter().flat_map(|a| other.iter().map(|b| (*a, *b)));
    collected(both.map(|(a, b)| arithmetic::binary(op, a, b)))
}

fn of_what_is_reached(op: Binary, a: &Values, b: &Values) -> Found {
    let of_both = if op == Binary::LeastReached { Binary::Minimum } else { Binary::Maximum };
    let Found { values, can_fail } = reached(of_both, &a.reached(), &b.reached());
    let alone = |one: &Values, other: &Values| if other.may_be_unreached() { one.clone() } else { Values::nothing() };
    Found { values: values.join(&alone(a, b)).join(&alone(b, a)).or_unreached(false), can_fail }
        .or_unreached(a.may_be_unreached() && b.may_be_unreached())
}

impl Found {
    /// The same, unreached only if `may_be` says so.
    fn or_unreached(self, may_be: bool) -> Self {
        Self { values: self.values.reached().or_unreached(may_be), ..self }
    }
}

/// All all of a few values.
fn collected(all: impl Iterator<Item = Result<Value, arithmetic::ArithmeticError>>) -> Found {
    let (mut found, mut can_fail) = (Vec::new(), false);
    for one in all {
        match one {
            Ok(value) => found.push(value),
            Err(_) => can_fail = true,
        }
    }
    Found { values: Values::of(found), can_fail }
}

#[cfg(test)]
mod tests {
    use super::{Values, arithmetic, binary, unary};
    use crate::semantics::arithmetic::{Binary, Unary, Value};
    use proptest::prelude::*;

    const UNARY: [Unary; 4] = [Unary::Negate, Unary::Not, Unary::IsReached, Unary::OrZero];

    const BINARY: [Binary; 16] = [
        Binary::Add,
        Binary::Subtract,
        Binary::Multiply,
        Binary::DivideDown,
        Binary::DivideUp,
        Binary::Modulo,
        Binary::Less,
        Binary::LessOrEqual,
        Binary::Equal,
        Binary::And,
        Binary::Or,
        Binary::Minimum,
        Binary::Maximum,
        Binary::LeastReached,
        Binary::GreatestReached,
        Binary::SizesUp,
    ];

    fn number() -> impl Strategy<Value = i64> {
        prop_oneof![4 => -30..30_i64, 1 => Just(i64::MIN), 1 => Just(i64::MAX), 1 => any::<i64>()]
    }

    /// A value, and values that it is one of.
    fn one_of_some() -> impl Strategy<Value = (Value, Values)> {
        let some = prop_oneof![
            (number(), number()).prop_map(|(a, b)| Values::within(a.min(b), a.max(b))),
            prop::collection::vec(number(), 1..20).prop_map(|all| Values::of(all.into_iter().map(Some))),
        ];
        (number(), some, any::<bool>(), any::<bool>()).prop_map(|(number, some, unreached, is_unreached)| {
            let (low, high) = some.bounds().unwrap_or((0, 0));
            let inside = if some.holds(Some(number)) {
                number
            } else if number % 2 == 0 {
                low
            } else {
                high
            };
            let value = (!(unreached && is_unreached)).then_some(inside);
            (value, some.or_unreached(unreached))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn whatever_an_operator_comes_to_is_found((a, some) in one_of_some(), (b, others) in one_of_some()) {
            prop_assert!(some.holds(a) && others.holds(b));
            for op in UNARY {
                let found = unary(op, &some);
                match arithmetic::unary(op, a) {
                    Ok(value) => prop_assert!(found.values.holds(value), "{op:?} {a:?} of {some:?}: {found:?}"),
                    Err(_) => prop_assert!(found.can_fail, "{op:?} {a:?} of {some:?}"),
                }
            }
            for op in BINARY {
                let found = binary(op, &some, &others);
                match arithmetic::binary(op, a, b) {
                    Ok(value) => prop_assert!(found.values.holds(value), "{a:?} {op:?} {b:?}: {found:?}"),
                    Err(_) => prop_assert!(found.can_fail, "{a:?} {op:?} {b:?}"),
                }
            }
        }

        #[test]
        fn what_is_left_holds_what_fits((a, some) in one_of_some(), (b, others) in one_of_some(), low in number(), high in number()) {
            prop_assert!(some.join(&others).holds(a) && some.join(&others).holds(b));
            // Beyond what is ever added up a bound is not moved on.
            if [a, b].into_iter().flatten().all(|number| number.checked_abs().is_some_and(|size| size < 1 << 62)) {
                let widened = some.widened(&others, &[-5, 0, 7]);
                prop_assert!(widened.holds(a) && widened.holds(b));
            }
            let fits = |holds: bool, left: &Values| !holds || left.holds(a);
            prop_assert!(fits(a.is_some(), &some.reached()) && fits(a.is_none(), &some.unreached()));
            prop_assert!(fits(arithmetic::is_yes(a), &some.yes()) && fits(!arithmetic::is_yes(a), &some.no()));
            prop_assert!(fits(a != Some(low), &some.without(low)));
            prop_assert!(fits(a.is_none_or(|a| (low..=high).contains(&a)), &some.between(low, high)));
            prop_assert!(fits(true, &some) && some.may_be_yes() | !arithmetic::is_yes(a) && some.may_be_no() | arithmetic::is_yes(a));
        }
    }

    #[test]
    fn bounds_of_long_ranges_follow_the_operators() {
        let wind = Values::within(-20, 40);
        assert_eq!(binary(Binary::Subtract, &wind, &Values::within(3, 33)).values.bounds(), Some((-53, 37)));
        assert_eq!(binary(Binary::Modulo, &wind, &Values::only(Some(10))).values, Values::within(0, 9));
        assert_eq!(binary(Binary::Less, &wind, &Values::only(Some(-20))).values, Values::only(Some(0)));
        assert!(binary(Binary::DivideDown, &Values::only(Some(1)), &wind).can_fail);
        assert!(!binary(Binary::DivideDown, &wind, &Values::only(Some(2))).can_fail);
    }
}
