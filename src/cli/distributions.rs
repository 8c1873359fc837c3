//! The distribution of a number, as people read it.

use std::fmt::Write as _;

use dashu_base::Abs;
use dashu_ratio::RBig;

use super::odds_rows::{Fractions, LONGEST_FRACTION};
use crate::engine::{Chance, Spread, SpreadValue, percent, rounded};
use crate::ir::Notation;

/// With more rows than this, neighbours that are equally likely share one.
const MOST_ROWS: usize = 20;

/// A distribution: what lies in its middle, and a line for each value.
pub(super) fn table(answer: &Chance, spread: &Spread, fractions: Fractions) -> String {
    let mut text = head(answer, spread, fractions);
    let is_certain = spread.values.len() == 1 && spread.unreached == RBig::ZERO;
    if !answer.stopped && (is_certain || spread.values.is_empty()) {
        return text;
    }
    let mut rows = vec![["value", "percent", "at least", "chance"].map(str::to_owned)];
    rows.extend(values(spread, fractions));
    if spread.unreached != RBig::ZERO {
        let (percent, chance) = (spread.percent_unreached(), fractions.told(&spread.unreached));
        rows.push(["unreached".to_owned(), percent, String::new(), chance]);
    }
    if spread.open != RBig::ZERO {
        rows.push(["not known".to_owned(), percent(&spread.open), String::new(), fractions.told(&spread.open)]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (first, second, third) = (width(0), width(1), width(2));
    for [value, percent, least, chance] in &rows {
        let _ = writeln!(text, "  {value:>first$}  {percent:>second$}  {least:>third$}  {chance}");
    }
    text
}

/// What lies in the middle, without the question: the mean, the standard deviation, and the values below which a quarter, a
/// half and three quarters of the runs lie.
pub(super) fn middle(answer: &Chance, spread: &Spread, fractions: Fractions) -> Option<String> {
    if answer.stopped {
        return Some(format!("not known yet for {}", percent(&spread.open)));
    }
    let words = of_those_that_reach_it(&spread.reached(), fractions);
    match spread.values.as_slice() {
        [] => None,
        [only] => Some(format!("always {}{words}", only.text)),
        _ => Some(format!("E {}", beside_the_mean(answer, spread, fractions)?)),
    }
}

/// The line above the rows. The mean stands there as it can be asked for alone.
fn head(answer: &Chance, spread: &Spread, fractions: Fractions) -> String {
    let asked = &answer.question;
    match beside_the_mean(answer, spread, fractions).filter(|_| spread.values.len() > 1) {
        Some(middle) => format!("E({asked}) = {middle}\n"),
        None => {
            format!("{asked}: {}\n", middle(answer, spread, fractions).unwrap_or_else(|| "never reached".to_owned()))
        }
    }
}

/// The mean, and what lies around it.
fn beside_the_mean(answer: &Chance, spread: &Spread, fractions: Fractions) -> Option<String> {
    let (exact, about) = (answer.value.as_ref()?, answer.decimal()?);
    let whole = exact.denominator().is_one();
    let mean = noted(spread, exact, &fractions.told(&exact.clone().abs()));
    let about = noted(spread, exact, about.trim_start_matches('-'));
    let about = if whole { String::new() } else { format!(" ({about})") };
    let (around, words) = (around(spread)?, of_those_that_reach_it(&spread.reached(), fractions));
    Some(format!("{mean}{about}, {around}{words}"))
}

/// What lies in the middle of several values, as briefly as people say it.
pub(super) fn brief(spread: &Spread) -> Option<String> {
    let mean = spread.mean().filter(|_| spread.values.len() > 1)?;
    let digits = if mean.denominator().is_one() { mean.to_string() } else { rounded(&mean, 2) };
    let about = noted(spread, &mean, digits.trim_start_matches('-'));
    let reached = spread.reached();
    let words =
        if reached == RBig::ONE { String::new() } else { format!(", of the {} that reach it", percent(&reached)) };
    Some(format!("mean {about}, {}{words}", around(spread)?))
}

/// How far the values lie apart.
fn around(spread: &Spread) -> Option<String> {
    let deviation = spread.deviation()?;
    let written = |number: i64| spread.values.iter().find(|value| value.number == number).map(|value| &value.text);
    let [low, median, high] = [(1, 4), (1, 2), (3, 4)].map(|(of, all)| spread.quantile(of, all).and_then(written));
    Some(format!("sd {deviation}, quartiles {}, {}, {}", low?, median?, high?))
}

/// `, of the 4/9 that reach it`; of a long fraction it is told about how much it is.
pub(super) fn of_those_that_reach_it(reached: &RBig, fractions: Fractions) -> String {
    if *reached == RBig::ONE {
        return String::new();
    }
    let exact = reached.to_string();
    let is_read = fractions == Fractions::Full || exact.len() <= LONGEST_FRACTION;
    let often = if is_read { exact } else { percent(reached) };
    format!(", of the {often} that reach it")
}

/// A number as it is told, or a mean of modifiers as verdicts write them: `digits` are those without a sign.
pub(super) fn in_notation(notation: Option<&Notation>, number: &RBig, digits: &str) -> String {
    let is_below = *number < RBig::ZERO;
    match notation {
        Some(Notation::Units { .. }) if *number == RBig::ZERO => digits.to_owned(),
        Some(Notation::Units { bonus, penalty }) => format!("{digits}{}", if is_below { penalty } else { bonus }),
        Some(Notation::Signed) => signed(if is_below { "-" } else { "+" }, digits),
        None => signed(if is_below { "-" } else { "" }, digits),
    }
}

/// Digits with a sign. That a number is rounded is said before its sign: `about -37.93`.
fn signed(sign: &str, digits: &str) -> String {
    match digits.strip_prefix('~').filter(|_| !sign.is_empty()) {
        Some(digits) => format!("about {sign}{digits}"),
        None => format!("{sign}{digits}"),
    }
}

/// A mean without its sign, as the values beside it are written: `7/6p`, `+11`.
pub(super) fn noted(spread: &Spread, mean: &RBig, digits: &str) -> String {
    let is_below = *mean < RBig::ZERO;
    let alike = spread.values.iter().find(|value| value.number != 0 && (value.number < 0) == is_below);
    let written = alike.map_or("", |value| value.text.as_str());
    let unit = written.trim_start_matches(|sign: char| !sign.is_alphabetic());
    let has_unit = written.starts_with(|sign: char| sign.is_ascii_digit()) && !unit.is_empty();
    if has_unit && *mean != RBig::ZERO {
        return format!("{digits}{unit}");
    }
    let sign = match (is_below, written.starts_with('+')) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    };
    signed(sign, digits)
}

/// About how much a number is, written as verdicts write it.
pub(super) fn about(answer: &Chance) -> Option<String> {
    let (about, value) = answer.decimal().zip(answer.value.as_ref())?;
    Some(in_notation(answer.notation.as_ref(), value, about.trim_start_matches('-')))
}

/// A row for each value, or for neighbours that are equally likely: the value, its chance, and that of at least as much.
fn values(spread: &Spread, fractions: Fractions) -> Vec<[String; 4]> {
    let is_joined = |one: &SpreadValue, next: &SpreadValue| {
        spread.values.len() > MOST_ROWS && one.chance == next.chance && one.number.checked_add(1) == Some(next.number)
    };
    let least = spread.at_least();
    let mut rows = Vec::new();
    let mut begin = 0;
    for alike in spread.values.chunk_by(is_joined) {
        let least = &least[begin..begin + alike.len()];
        begin += alike.len();
        rows.extend(row(alike, least, fractions));
    }
    rows
}

/// The row of some values that are equally likely; `reaching` are the chances of at least as much.
fn row(alike: &[SpreadValue], reaching: &[SpreadValue], fractions: Fractions) -> Option<[String; 4]> {
    let (first, last) = (alike.first()?, alike.last()?);
    let (at_first, at_last) = (reaching.first()?.percent(), reaching.last()?.percent());
    let (percent, chance) = (first.percent(), fractions.told(&first.chance));
    Some(if alike.len() == 1 {
        [first.text.clone(), percent, at_first, chance]
    } else {
        let value = format!("{}..{}", first.text, last.text);
        [value, percent, format!("{at_first}..{at_last}"), format!("{chance} each")]
    })
}

#[cfg(test)]
mod tests {
    use dashu_int::{IBig, UBig};
    use dashu_ratio::RBig;

    use super::super::odds_rows::Fractions;
    use super::{brief, in_notation, middle, noted, table};
    use crate::engine::{Chance, Spread, SpreadValue};
    use crate::ir::Notation;

    fn fraction(numerator: i64, denominator: u64) -> RBig {
        RBig::from_parts(IBig::from(numerator), UBig::from(denominator))
    }

    fn asked(values: &[(i64, &str, RBig)], unreached: RBig) -> (Chance, Spread) {
        let value = |(number, text, chance): &(i64, &str, RBig)| SpreadValue {
            number: *number,
            text: (*text).to_owned(),
            chance: chance.clone(),
        };
        let spread = Spread { values: values.iter().map(value).collect(), unreached, open: RBig::ZERO };
        (Chance::spread("x".to_owned(), spread.clone()), spread)
    }

    #[test]
    fn a_mean_is_written_like_the_values_beside_it() {
        let (answer, spread) = asked(&[(-2, "2p", fraction(1, 6)), (-1, "1p", fraction(5, 6))], RBig::ZERO);
        assert_eq!(
            middle(&answer, &spread, Fractions::Readable).as_deref(),
            Some("E 7/6p (1.17p), sd 0.37, quartiles 1p, 1p, 1p")
        );
        let (answer, spread) = asked(&[(-1, "-1", fraction(1, 4)), (1, "+1", fraction(3, 4))], RBig::ZERO);
        assert_eq!(
            middle(&answer, &spread, Fractions::Readable).as_deref(),
            Some("E +1/2 (+0.50), sd 0.87, quartiles -1, +1, +1")
        );
        let (answer, spread) = asked(&[(6, "d6", fraction(1, 2)), (8, "d8", fraction(1, 2))], RBig::ZERO);
        assert_eq!(
            middle(&answer, &spread, Fractions::Readable).as_deref(),
            Some("E 7, sd 1.00, quartiles d6, d6, d8")
        );
    }

    #[test]
    fn how_many_reach_it_is_told_as_shortly_as_people_read() {
        let told = |unreached: RBig, fractions| {
            let (answer, spread) = asked(&[(1, "1", RBig::ONE - &unreached)], unreached);
            middle(&answer, &spread, fractions)
        };
        let of = |often: &str| Some(format!("always 1, of the {often} that reach it"));
        assert_eq!(told(fraction(5, 9), Fractions::Readable), of("4/9"));
        let long = fraction(1_234_567, 10_000_001);
        assert_eq!(told(long.clone(), Fractions::Readable), of("87.65%"));
        assert_eq!(told(long, Fractions::Full), of("8765434/10000001"));
    }

    #[test]
    fn a_rounded_number_says_so_before_its_sign() {
        let below = -fraction(3_793, 100);
        assert_eq!(in_notation(None, &below, "~37.93"), "about -37.93");
        assert_eq!(in_notation(Some(&Notation::Signed), &-below.clone(), "~37.93"), "about +37.93");
        assert_eq!(
            (in_notation(None, &below, "37.93"), in_notation(None, &-below, "~37.93")),
            ("-37.93".into(), "~37.93".into())
        );
        let (_, spread) = asked(&[(-2, "-2", fraction(1, 6)), (-1, "-1", fraction(5, 6))], RBig::ZERO);
        assert_eq!(noted(&spread, &-fraction(7, 6), "~1.166667"), "about -1.166667");
    }

    #[test]
    fn in_brief_nothing_has_more_than_two_digits() {
        let (_, spread) = asked(&[(-2, "2p", fraction(1, 12)), (-1, "1p", fraction(5, 12))], fraction(1, 2));
        let told = brief(&spread);
        assert_eq!(told.as_deref(), Some("mean 1.17p, sd 0.37, quartiles 1p, 1p, 1p, of the 50.00% that reach it"));
        let (_, spread) = asked(&[(6, "d6", fraction(1, 2)), (8, "d8", fraction(1, 2))], RBig::ZERO);
        assert_eq!(brief(&spread).as_deref(), Some("mean 7, sd 1.00, quartiles d6, d6, d8"));
        let (_, spread) = asked(&[(4, "+4", RBig::ONE)], RBig::ZERO);
        assert_eq!(brief(&spread), None);
    }

    #[test]
    fn what_has_one_value_is_always_that() {
        let (answer, spread) = asked(&[(4, "+4", RBig::ONE)], RBig::ZERO);
        assert_eq!(table(&answer, &spread, Fractions::Readable), "x: always +4\n");
        let (answer, spread) = asked(&[(4, "+4", fraction(1, 3))], fraction(2, 3));
        assert!(table(&answer, &spread, Fractions::Readable).starts_with("x: always +4, of the 1/3 that reach it\n"));
        let (answer, spread) = asked(&[], RBig::ONE);
        assert_eq!(
            (table(&answer, &spread, Fractions::Readable).as_str(), middle(&answer, &spread, Fractions::Readable)),
            ("x: never reached\n", None)
        );
    }

    #[test]
    fn only_long_tables_join_neighbours_that_are_equally_likely() {
        let texts: Vec<String> = (0..30).map(|number: i64| number.to_string()).collect();
        // Between 9 and 20 nothing comes about.
        let numbers = (0..10).chain(20..30).zip(&texts).map(|(number, text)| (number, text.as_str(), fraction(1, 21)));
        let mut values: Vec<(i64, &str, RBig)> = numbers.collect();
        let (answer, spread) = asked(&values, fraction(1, 21));
        assert_eq!(
            table(&answer, &spread, Fractions::Readable).lines().count(),
            23,
            "a head, 20 values, and how often it is not reached"
        );
        values.push((40, "40", fraction(1, 21)));
        let (answer, spread) = asked(&values, RBig::ZERO);
        let table = table(&answer, &spread, Fractions::Readable);
        assert_eq!(table.lines().count(), 5, "{table}");
        assert!(table.contains("   0..9    4.76%  100.00%..57.14%  1/21 each\n"), "{table}");
        assert!(table.lines().all(|line| line.len() < 80), "{table}");
    }
}
