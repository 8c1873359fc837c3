//! What is seen in a situation, in few bytes: there are many situations, and hardly a value is beyond some thousands.

use crate::drivers::odds::frontier::Key;
use crate::ir::Value;

/// Stands for what is unreached.
const UNREACHED: i16 = i16::MIN;

/// The values that matter in a situation, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Seen {
    Short(Box<[i16]>),
    /// Some value does not fit.
    Long(Key),
}

impl Default for Seen {
    fn default() -> Self {
        Self::Short(Box::default())
    }
}

impl Seen {
    pub fn of(values: &[Value]) -> Self {
        let short = |value: &Value| match value {
            None => Some(UNREACHED),
            Some(number) => i16::try_from(*number).ok().filter(|number| *number != UNREACHED),
        };
        values.iter().map(short).collect::<Option<_>>().map_or_else(|| Self::Long(values.into()), Self::Short)
    }

    /// The value at a place; unreached where there is none.
    pub fn get(&self, place: usize) -> Value {
        match self {
            Self::Short(values) => values.get(place).copied().and_then(long),
            Self::Long(values) => values.get(place).copied().flatten(),
        }
    }

    pub fn values(&self) -> Vec<Value> {
        match self {
            Self::Short(values) => values.iter().copied().map(long).collect(),
            Self::Long(values) => values.to_vec(),
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Self::Short(values) => size_of_val(&**values),
            Self::Long(values) => size_of_val(&**values),
        }
    }
}

fn long(short: i16) -> Value {
    (short != UNREACHED).then_some(short.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Seen;
    use crate::ir::Value;

    fn values() -> impl Strategy<Value = Vec<Value>> {
        let number =
            prop_oneof![any::<i64>(), -40_000..40_000_i64, Just(i64::from(i16::MIN)), Just(i64::from(i16::MAX))];
        prop::collection::vec(prop::option::of(number), 0..5)
    }

    proptest! {
        #[test]
        fn what_is_kept_is_what_was_seen(values in values()) {
            let seen = Seen::of(&values);
            prop_assert_eq!(seen.values(), values.clone());
            for (place, value) in values.iter().enumerate() {
                prop_assert_eq!(seen.get(place), *value);
            }
            prop_assert_eq!(seen.get(values.len()), None);
            let is_short = values.iter().flatten().all(|number| (-32_767..=32_767).contains(number));
            prop_assert_eq!(matches!(seen, Seen::Short(_)), is_short, "equal values are kept alike");
        }
    }
}
