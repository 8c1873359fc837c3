//! Bars of a table in the terminal.

/// What bars are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Blocks, which go down to an eighth of a column.
    Blocks,
    /// Signs that every terminal has.
    Signs,
}

/// What a bar says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// How likely a value is.
    Value,
    /// How likely it is that there is none, or how much less likely something becomes.
    Absence,
}

/// From an eighth of a column to seven.
const EIGHTHS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];

impl Ink {
    /// A bar of so many eighths of a column; what is possible is never without one.
    pub(super) fn bar(self, eighths: usize, meaning: Meaning) -> String {
        let eighths = eighths.max(1);
        let (full, rest) = (eighths / 8, eighths % 8);
        match (self, meaning) {
            (Ink::Blocks, Meaning::Value) => {
                let last = rest.checked_sub(1).and_then(|at| EIGHTHS.get(at));
                "█".repeat(full).chars().chain(last.copied()).collect()
            }
            (Ink::Blocks, Meaning::Absence) => "░".repeat(((eighths + 4) / 8).max(1)),
            (Ink::Signs, Meaning::Value) => "#".repeat(((eighths + 4) / 8).max(1)),
            (Ink::Signs, Meaning::Absence) => "-".repeat(((eighths + 4) / 8).max(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ink, Meaning};

    #[test]
    fn a_bar_is_as_long_as_it_says() {
        assert_eq!(Ink::Blocks.bar(17, Meaning::Value), "██▏");
        assert_eq!(Ink::Blocks.bar(16, Meaning::Value), "██");
        assert_eq!(Ink::Blocks.bar(16, Meaning::Absence), "░░");
        assert_eq!(Ink::Signs.bar(17, Meaning::Value), "##");
        assert_eq!(Ink::Signs.bar(20, Meaning::Absence), "---");
    }

    #[test]
    fn what_is_possible_has_a_bar() {
        for (ink, meaning) in [(Ink::Blocks, Meaning::Value), (Ink::Blocks, Meaning::Absence)] {
            assert_eq!(ink.bar(0, meaning).chars().count(), 1);
            assert_eq!(Ink::Signs.bar(0, meaning).chars().count(), 1);
        }
    }
}
