//! Days as people write them.

/// The months by name.
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `30 November 2026` for `2026-11-30`; anything else stays as it is, since a host may count days in its own way.
pub(super) fn in_words(date: &str) -> String {
    read(date).map_or_else(|| date.to_owned(), |(year, month, number)| format!("{number} {month} {year}"))
}

/// The parts of a day by its numbers.
fn read(date: &str) -> Option<(u16, &'static str, u8)> {
    let mut parts = date.splitn(3, '-');
    let (year, month, number) = (parts.next()?, parts.next()?, parts.next()?);
    if [year, month, number].map(str::len) != [4, 2, 2] {
        return None;
    }
    let month = MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?)?;
    Some((year.parse().ok()?, *month, number.parse().ok().filter(|number| (1..=31).contains(number))?))
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn a_day_is_told_in_words_if_it_is_one() {
        assert_eq!(in_words("2026-11-30"), "30 November 2026");
        assert_eq!(in_words("2026-01-02"), "2 January 2026");
        for other in ["the third day of the harvest", "2026-13-01", "2026-1-1", "2026-01-32", ""] {
            assert_eq!(in_words(other), other);
        }
    }
}
