//! The sizes along which a die steps up and down.

/// The sizes, smallest first.
pub const SIZES: [i64; 5] = [4, 6, 8, 10, 12];

/// A die so many sizes larger; smaller when `steps` is negative.
///
/// No step leads beyond the smallest or the largest size. A die of another size steps to the next that is larger or smaller, and
/// stays where there is none: a d20 is never made smaller by a step up.
pub fn up(sides: i64, steps: i64) -> i64 {
    let wanted = usize::try_from(steps.unsigned_abs()).unwrap_or(usize::MAX);
    let mut larger = SIZES.into_iter().filter(|size| *size > sides);
    let mut smaller = SIZES.into_iter().rev().filter(|size| *size < sides);
    let on_the_way: &mut dyn Iterator<Item = i64> = if steps > 0 { &mut larger } else { &mut smaller };
    on_the_way.take(wanted).last().unwrap_or(sides)
}

#[cfg(test)]
mod tests {
    use super::up;

    #[test]
    fn a_step_leads_to_the_next_size_and_never_beyond_the_last() {
        assert_eq!([4, 6, 8, 10, 12].map(|sides| up(sides, 1)), [6, 8, 10, 12, 12]);
        assert_eq!([4, 6, 8, 10, 12].map(|sides| up(sides, -1)), [4, 4, 6, 8, 10]);
        assert_eq!([up(6, 2), up(6, 9), up(10, -2), up(10, i64::MIN), up(8, 0)], [10, 12, 6, 4, 8]);
    }

    #[test]
    fn a_die_of_another_size_is_never_stepped_the_wrong_way() {
        assert_eq!([up(20, 1), up(20, -1), up(20, -2), up(20, 0)], [20, 12, 10, 20]);
        assert_eq!([up(3, 1), up(3, 2), up(3, -1), up(7, 1), up(7, -1)], [4, 6, 3, 8, 6]);
    }
}
