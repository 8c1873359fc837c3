//! Dice of a roll that lie on the table already when it is asked for.

/// What those dice show of which it is known before the roll is asked for: an earlier roll went on to more dice. They are
/// not rolled again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnTable(Vec<Option<i64>>);

impl OnTable {
    /// What each die of the roll shows, in the order of their sides; `None` for a die that is still to be rolled.
    pub(crate) fn new(shown: Vec<Option<i64>>) -> Self {
        Self(shown)
    }

    /// The faces that lie there.
    pub fn faces(&self) -> impl Iterator<Item = i64> {
        self.0.iter().copied().flatten()
    }

    /// Of what all dice have, their sides or their faces, that of the dice which do not lie there and are to be rolled.
    pub fn to_roll(&self, all: &[i64]) -> Vec<i64> {
        let lies = self.0.iter().map(Option::is_some).chain(std::iter::repeat(false));
        all.iter().zip(lies).filter(|(_, lies)| !lies).map(|(one, _)| *one).collect()
    }

    /// What all dice show once they have been rolled, those on the table as well: these stay as they were.
    pub(crate) fn over(&self, rolled: Vec<i64>) -> Vec<i64> {
        let shown = self.0.iter().copied().chain(std::iter::repeat(None));
        rolled.into_iter().zip(shown).map(|(rolled, shown)| shown.unwrap_or(rolled)).collect()
    }

    /// All faces, each at its place, when the others have shown these.
    pub(crate) fn with(&self, rolled: Vec<i64>) -> Vec<i64> {
        let mut rolled = rolled.into_iter();
        let mut all: Vec<i64> = self.0.iter().map_while(|shown| shown.or_else(|| rolled.next())).collect();
        all.extend(rolled);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::OnTable;

    #[test]
    fn dice_on_the_table_keep_their_places() {
        let table = OnTable::new(vec![Some(3), None, Some(12)]);
        assert_eq!(table.to_roll(&[6, 8, 20, 4]), [8, 4]);
        assert_eq!(table.with(vec![7, 1]), [3, 7, 12, 1]);
        assert_eq!(table.over(vec![1, 2, 3, 4]), [3, 2, 12, 4]);
        assert_eq!(table.faces().collect::<Vec<i64>>(), [3, 12]);
        assert_eq!(OnTable::default().with(vec![2, 5]), [2, 5]);
        assert_eq!(OnTable::default().to_roll(&[6, 6]), [6, 6]);
    }
}
