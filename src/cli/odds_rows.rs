//! The odds of a result as rows of a table, in any format.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::diagnostic::clean;
use crate::engine::{Chance, Overview, ResultKind, ResultOdds, Spread, SpreadValue, percent, rounded};

/// With more rows than this, neighbouring numbers share one in what people look at.
const MOST_ROWS: usize = 20;

/// Longer fractions are not read but looked at.
pub(super) const LONGEST_FRACTION: usize = 13;

/// So many digits behind the point have decimals for other programs.
const DIGITS: usize = 10;

/// A number as other programs read it, rounded.
pub(super) fn decimal(number: &RBig) -> String {
    rounded(number, DIGITS)
}

/// In the answer to a question longer ones are read than in a table.
const LONGEST_ANSWER: usize = 40;

/// How long a fraction may be that is told as it is, in answers to questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fractions {
    /// As long as a person reads it; of a longer one it is told about how much it is.
    Readable,
    /// However long.
    Full,
}

impl Fractions {
    pub(super) fn of(is_exact: bool) -> Self {
        if is_exact { Self::Full } else { Self::Readable }
    }

    /// A number as a table tells it: in full if that is wanted, and else as briefly as it has room for.
    pub(super) fn brief(self, number: &RBig, in_brief: impl FnOnce(&RBig) -> String) -> String {
        match self {
            Self::Readable => in_brief(number),
            Self::Full => number.to_string(),
        }
    }

    /// A number as it is told.
    pub(super) fn told(self, number: &RBig) -> String {
        let whole = number.to_string();
        match self {
            Self::Readable if whole.len() > LONGEST_ANSWER && (RBig::ZERO..=RBig::ONE).contains(number) => {
                readable(number)
            }
            Self::Readable if whole.len() > LONGEST_ANSWER => format!("~{}", rounded(number, 6)),
            Self::Readable | Self::Full => whole,
        }
    }
}

/// One value of a result, or several neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The value: `minor`, `2b`, `10..14`.
    pub(super) label: String,
    /// How likely it is.
    pub(super) chance: RBig,
    /// How likely it is that it comes to at least as much; only where more means something.
    pub(super) at_least: Option<RBig>,
    /// How likely it is that it comes to no more.
    pub(super) at_most: Option<RBig>,
    /// Whether this is the chance that it is not reached, or that this is not known.
    pub(super) is_unreached: bool,
}

/// A row for each value that can come about: levels from the highest, numbers from the lowest; one for not being reached, and one for
/// what is not known, since it was stopped.
pub(super) fn rows(kind: ResultKind, spread: &Spread) -> Vec<Row> {
    let is_ordered = kind != ResultKind::Word;
    let cumulated = |value: SpreadValue| is_ordered.then_some(value.chance);
    let reaching = spread.at_least().into_iter().zip(spread.at_most());
    let mut rows: Vec<Row> = spread
        .values
        .iter()
        .zip(reaching)
        .map(|(value, (at_least, at_most))| Row {
            label: value.text.clone(),
            chance: value.chance.clone(),
            at_least: cumulated(at_least),
            at_most: cumulated(at_most),
            is_unreached: false,
        })
        .collect();
    if kind == ResultKind::Level {
        rows.reverse();
    }
    rows.extend(without_value(spread));
    rows
}

/// The same, no more of them than a person reads: neighbouring numbers are put together.
pub(super) fn few_rows(kind: ResultKind, spread: &Spread) -> Vec<Row> {
    let rows = rows(kind, spread);
    if kind != ResultKind::Number || spread.values.len() <= MOST_ROWS {
        return rows;
    }
    let steps = (0..).flat_map(|power| [1, 2, 5].map(|step: i64| step.saturating_mul(10_i64.saturating_pow(power))));
    let bin = |value: &SpreadValue, step: i64| value.number.div_euclid(step);
    let groups = |step: i64| spread.values.chunk_by(move |one, next| bin(one, step) == bin(next, step));
    let step = steps.take_while(|step| *step < i64::MAX).find(|step| groups(*step).count() <= MOST_ROWS);
    let mut rest = rows.into_iter();
    let mut joined: Vec<Row> =
        groups(step.unwrap_or(i64::MAX)).filter_map(|group| join(rest.by_ref().take(group.len()).collect())).collect();
    joined.extend(rest);
    joined
}

/// Several neighbours as one row.
fn join(rows: Vec<Row>) -> Option<Row> {
    let (first, last) = (rows.first()?.clone(), rows.last()?.clone());
    let label = if rows.len() == 1 { first.label } else { format!("{}..{}", first.label, last.label) };
    let chance = rows.into_iter().fold(RBig::ZERO, |sum, row| sum + row.chance);
    Some(Row { label, chance, at_least: first.at_least, at_most: last.at_most, is_unreached: false })
}

/// How often it is not reached, and how often that is not known.
fn without_value(spread: &Spread) -> impl Iterator<Item = Row> {
    let row = |label: &str, chance: &RBig| Row {
        label: label.to_owned(),
        chance: chance.clone(),
        at_least: None,
        at_most: None,
        is_unreached: true,
    };
    let rows = [row("unreached", &spread.unreached), row("not known", &spread.open)];
    rows.into_iter().filter(|row| row.chance != RBig::ZERO)
}

/// What stands above the results that matter most.
pub(super) const MAIN: &str = "Main results";

/// What stands above all others.
pub(super) const OTHERS: &str = "Everything else";

/// The results that chance decides about: first what the goal asks for and what the last line comes to, then all others in the order of
/// the scene.
pub(super) fn by_weight(overview: &Overview) -> (Vec<&ResultOdds>, Vec<&ResultOdds>) {
    let open = || overview.results.iter().filter(|result| result.is_open());
    let goal = open().filter(|result| result.is_goal);
    let main = goal.chain(open().filter(|result| result.is_of_last_line && !result.is_goal)).collect();
    (main, open().filter(|result| !result.is_of_last_line && !result.is_goal).collect())
}

/// By which names a result is asked for.
pub(super) fn asked_by(result: &ResultOdds) -> String {
    let also: Vec<String> = result.also.iter().map(|name| format!(", also {name}")).collect();
    format!("{}{}", result.name, also.concat())
}

/// The results that have no table, with what is said of them.
pub(super) fn without_tables(overview: &Overview) -> Vec<(&'static str, Vec<String>)> {
    let results = || overview.results.iter();
    let (certain, usual): (Vec<&ResultOdds>, Vec<&ResultOdds>) =
        results().filter(|result| result.whenever_reached().is_some()).partition(|result| is_certain(result));
    let value = |result: &ResultOdds| clean::line(result.whenever_reached().map_or("", |only| only.text.as_str()));
    let often = |result: &ResultOdds| result.whenever_reached().map(SpreadValue::percent).unwrap_or_default();
    let certain = certain.into_iter().map(|result| format!("{} {}", result.name, value(result)));
    let usual = usual.into_iter().map(|result| format!("{} {} ({})", result.name, value(result), often(result)));
    let never = results().filter(|result| result.is_never_reached()).map(|result| result.name.clone());
    let unknown = results().filter(|result| result.spread.is_err()).map(|result| result.name.clone());
    let lists: [(&'static str, Vec<String>); 4] = [
        ("always the same", certain.collect()),
        ("the same whenever reached", usual.collect()),
        ("never reached", never.collect()),
        ("slow: ask for one by name, or add `--otherwise simulate`", unknown.collect()),
    ];
    lists.into_iter().filter(|(_, names)| !names.is_empty()).collect()
}

fn is_certain(result: &ResultOdds) -> bool {
    result.whenever_reached().is_some_and(|only| only.chance == RBig::ONE)
}

/// What the rules refuse, with how often they do: `the purse is empty (night.asz:3:1): 1/36 (2.78%)`.
pub(super) fn refused(overview: &Overview) -> Vec<String> {
    let chance = |value: &RBig| format!("{} ({})", readable(value), percent(value));
    let told = |one: &Chance| Some(format!("{}: {}", one.question, chance(one.value.as_ref()?)));
    overview.refused.iter().filter_map(told).collect()
}

/// What is left out, and how to see it.
pub(super) fn left_out(overview: &Overview) -> Vec<String> {
    let plural = if overview.steps == 1 { "" } else { "s" };
    let steps = format!("left out: {} intermediate number{plural} (see `--all`)", overview.steps);
    let steps = (overview.steps > 0).then_some(steps);
    let kept =
        (overview.kept > 0).then(|| "left out: results hidden from the game master (see `--for log`)".to_owned());
    steps.into_iter().chain(kept).collect()
}

/// So much of a bar is as long as this chance, if the whole of it stands for the greatest one.
pub(super) fn part_of(whole: usize, chance: &RBig, greatest: &RBig) -> usize {
    if *greatest == RBig::ZERO {
        return 0;
    }
    let parts = chance.clone() / greatest.clone() * RBig::from(whole);
    let rounded = rounded(&parts, 0);
    rounded.split('.').next().and_then(|parts| parts.parse().ok()).unwrap_or_default()
}

/// A chance as a person reads it: its fraction where that is short, and otherwise about how much it is.
pub(super) fn readable(chance: &RBig) -> String {
    let exact = chance.to_string();
    if exact.len() <= LONGEST_FRACTION {
        return exact;
    }
    let (few, nearly_all) = (thousandth_of_percent(), RBig::ONE - thousandth_of_percent());
    if *chance < few {
        format!("1 in {}", one_in(chance))
    } else if *chance > nearly_all {
        format!("all but 1 in {}", one_in(&(RBig::ONE - chance.clone())))
    } else {
        format!("~{}", rounded(chance, 6))
    }
}

/// Of less than this, six digits say little.
fn thousandth_of_percent() -> RBig {
    RBig::from_parts(IBig::ONE, UBig::from(100_000_u32))
}

/// How many there are for one, to two digits: `1,200,000`.
fn one_in(chance: &RBig) -> String {
    let many = rounded(&(RBig::ONE / chance.clone()), 0);
    let digits = many.split('.').next().unwrap_or_default();
    let kept = digits.len().min(2);
    let round = [&digits[..kept], &"0".repeat(digits.len() - kept)].concat();
    if round.len() > 15 {
        return format!("10^{}", round.len() - 1);
    }
    let with_commas = round.char_indices().flat_map(|(at, digit)| {
        let comma = (at > 0 && (round.len() - at).is_multiple_of(3)).then_some(',');
        comma.into_iter().chain([digit])
    });
    with_commas.collect()
}

#[cfg(test)]
mod tests {
    use dashu_int::{IBig, UBig};
    use dashu_ratio::RBig;

    use super::{Fractions, few_rows, readable, rows};
    use crate::engine::{ResultKind, Spread, SpreadValue};

    fn fraction(numerator: i64, denominator: u64) -> RBig {
        RBig::from_parts(IBig::from(numerator), UBig::from(denominator))
    }

    fn spread(values: &[(i64, RBig)], unreached: RBig) -> Spread {
        let value = |(number, chance): &(i64, RBig)| SpreadValue {
            number: *number,
            text: number.to_string(),
            chance: chance.clone(),
        };
        Spread { values: values.iter().map(value).collect(), unreached, open: RBig::ZERO }
    }

    #[test]
    fn an_answer_is_the_fraction_as_long_as_somebody_reads_it() {
        let long = RBig::from_parts(IBig::from(10).pow(33), UBig::from(3_u32).pow(70));
        assert_eq!(Fractions::Readable.told(&long), "~0.399496");
        assert_eq!(Fractions::of(true).told(&long), long.to_string());
        let mean = long.clone() * RBig::from(100);
        assert_eq!(Fractions::of(false).told(&mean), "~39.949576");
        assert_eq!(Fractions::Readable.told(&fraction(479_320_065, 13_060_694_016)), "17752595/483729408");
    }

    #[test]
    fn levels_stand_from_the_highest_and_count_both_ways() {
        let spread = spread(&[(0, fraction(1, 6)), (1, fraction(1, 3))], fraction(1, 2));
        let told = rows(ResultKind::Level, &spread);
        let labels: Vec<&str> = told.iter().map(|row| row.label.as_str()).collect();
        assert_eq!(labels, ["1", "0", "unreached"]);
        assert_eq!((&told[0].at_least, &told[0].at_most), (&Some(fraction(1, 3)), &Some(fraction(1, 2))));
        assert_eq!((&told[1].at_least, &told[1].at_most), (&Some(fraction(1, 2)), &Some(fraction(1, 6))));
        assert_eq!((&told[2].at_least, told[2].is_unreached), (&None, true));
        let words = rows(ResultKind::Word, &spread);
        assert!(words.iter().all(|row| row.at_least.is_none() && row.at_most.is_none()));
    }

    #[test]
    fn many_numbers_share_rows_and_lose_nothing() {
        let values: Vec<(i64, RBig)> = (-30..30).map(|number| (number, fraction(1, 61))).collect();
        let spread = spread(&values, fraction(1, 61));
        let told = few_rows(ResultKind::Number, &spread);
        assert_eq!((told.len(), told[0].label.as_str()), (13, "-30..-26"));
        assert_eq!(told.iter().fold(RBig::ZERO, |sum, row| sum + row.chance.clone()), RBig::ONE);
        assert_eq!((&told[0].at_least, &told[0].at_most), (&Some(fraction(60, 61)), &Some(fraction(5, 61))));
        assert!(told[12].is_unreached);
        assert_eq!(rows(ResultKind::Number, &spread).len(), 61);
    }

    #[test]
    fn numbers_far_apart_share_rows_only_with_neighbours() {
        let far = [i64::MIN, -1, 0, i64::MAX];
        let values: Vec<(i64, RBig)> = far.into_iter().chain(1..=20).map(|number| (number, fraction(1, 24))).collect();
        let mut values = values;
        values.sort_by_key(|(number, _)| *number);
        let told = few_rows(ResultKind::Number, &spread(&values, RBig::ZERO));
        assert!(told.len() <= 20, "{told:?}");
        assert_eq!(told.iter().fold(RBig::ZERO, |sum, row| sum + row.chance.clone()), RBig::ONE);
    }

    #[test]
    fn long_fractions_are_rounded_as_people_say_them() {
        assert_eq!(readable(&fraction(11_687, 46_656)), "11687/46656");
        assert_eq!(readable(&fraction(123_456_789, 987_654_321_000)), "~0.000125");
        assert_eq!(readable(&fraction(1, 43_123_456_789_000)), "1 in 43,000,000,000,000");
        assert_eq!(readable(&fraction(43_123_456_788_999, 43_123_456_789_000)), "all but 1 in 43,000,000,000,000");
        assert_eq!(readable(&fraction(7, 9_999_999_999_999_999)), "1 in 10^15");
    }
}
