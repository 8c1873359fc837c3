//! Reading a ladder: its bands and its best level.

use super::{Band, Scale, Value};

impl Scale {
    /// The value of the first judged (or rolled) band that holds the key.
    pub fn band(&self, judged: bool, key: i64) -> Value {
        self.bands(judged).iter().find(|band| band.holds(key)).map(|band| band.value)
    }

    /// The judged (or rolled) bands.
    pub fn bands(&self, judged: bool) -> &[Band] {
        if judged { &self.judged } else { &self.rolled }
    }

    /// What the best level comes to: the highest place, or the largest number.
    pub fn best(&self) -> Value {
        match &self.numbers {
            Some(numbers) => numbers.iter().copied().max(),
            None => i64::try_from(self.levels.len()).ok()?.checked_sub(1).filter(|place| *place >= 0),
        }
    }
}

impl Band {
    /// Whether the key lies within.
    pub fn holds(&self, key: i64) -> bool {
        self.low.is_none_or(|low| low <= key) && self.high.is_none_or(|high| key <= high)
    }
}
