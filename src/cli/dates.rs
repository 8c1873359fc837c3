//! The day, where the program runs: the only clock that anything told depends on. The library is told of it, and asks for none.

use std::env;

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Says of a build or a test which second it is, so that it comes out the same whenever it is run; see reproducible-builds.org.
const FIXED: &str = "SOURCE_DATE_EPOCH";

/// Today, as people there count days: `2026-11-30`.
pub(super) fn today() -> String {
    let fixed = env::var(FIXED).ok().and_then(|seconds| date_of(&seconds));
    fixed.unwrap_or_else(|| TimeZone::system().to_datetime(Timestamp::now()).date().to_string())
}

/// The day of a second since 1970, in UTC.
fn date_of(seconds: &str) -> Option<String> {
    let second = Timestamp::from_second(seconds.parse().ok()?).ok()?;
    Some(TimeZone::UTC.to_datetime(second).date().to_string())
}

#[cfg(test)]
mod tests {
    use super::date_of;

    #[test]
    fn a_day_is_told_by_its_numbers() {
        assert_eq!(date_of("0").as_deref(), Some("1970-01-01"));
        assert_eq!(date_of("1780000000").as_deref(), Some("2026-05-28"));
        assert_eq!(date_of("soon"), None);
    }
}
