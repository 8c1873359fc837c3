//! What can be asked about by name: events, and names without an event: results, and everything named in a text or among
//! the values read.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

use super::index::Index;
use super::{Event, Happened, Row, Verdict, words};
use crate::diagnostic::{Diagnostic, codes, nearest};

/// A name of which the verdict says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownPath {
    /// The name asked for.
    pub path: String,
    /// The name that was probably meant.
    pub nearest: Option<String>,
    /// All names that can be asked for.
    pub known: Vec<String>,
}

impl fmt::Display for UnknownPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the verdict does not mention `{}`", self.path)?;
        match &self.nearest {
            Some(near) => write!(f, "; {}", nearest::question(&self.path, near)),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownPath {}

/// More names than this are not offered.
const MOST_NAMES: usize = 20;

impl From<&UnknownPath> for Diagnostic {
    fn from(unknown: &UnknownPath) -> Self {
        let found = Self::placeless(codes::UNKNOWN_NAME, format!("there is no `{}` here", unknown.path));
        if let Some(nearest) = &unknown.nearest {
            return found.help(nearest::question(&unknown.path, nearest));
        }
        // What belongs to the same run comes first.
        let run = unknown.path.split('.').next().unwrap_or_default();
        let is_of_it = |name: &&String| name.split('.').next() == Some(run);
        let (of_it, others): (Vec<&String>, Vec<&String>) = unknown.known.iter().partition(is_of_it);
        let names: Vec<&str> = of_it.into_iter().chain(others).take(MOST_NAMES).map(String::as_str).collect();
        let more = unknown.known.len() - names.len();
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
        found.help(format!("you can ask about {names}{more}"))
    }
}

/// What the order of turns is asked for by, where nothing has that name.
const ORDER: &str = "order";

/// How a scene names the first round of a run; by its own name it is the last one.
const FIRST: &str = "first";

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject<'v> {
    /// What an event tells of.
    Event(usize),
    /// The rows of a sum that have this label.
    Rows { sum: usize, label: &'v str },
    /// A name of which no event tells.
    Untold(&'v str),
}

/// What is asked for by a name: the last event about it, or else all that happened inside a run of that name. Of a run that
/// comes several times, `bout(2)` and `bout.first` name one, as in a scene.
///
/// # Errors
/// When the verdict says nothing of it.
pub(super) fn found<'v>(
    verdict: &'v Verdict,
    index: &Index<'v>,
    path: &'v str,
) -> Result<Vec<Subject<'v>>, UnknownPath> {
    let whole = 0..index.len();
    let told = told_within(verdict, index, (path, whole)).or_else(|| {
        let (name, round) = of_round(verdict, path)?;
        let is_known = index.named(&name).is_some();
        told_within(verdict, index, (&name, round)).or_else(|| is_known.then(|| vec![Subject::Untold(path)]))
    });
    if let Some(told) = told {
        return Ok(told);
    }
    if index.result(path).is_some() {
        return Ok(vec![Subject::Untold(path)]);
    }
    if index.mentioned(path).is_some() {
        // Within a run a text calls what belongs to it by its own name alone.
        let of_a_run = with_suffix(path, &known(verdict));
        let told = of_a_run.and_then(|name| told_within(verdict, index, (name, 0..index.len())));
        return Ok(told.unwrap_or_else(|| vec![Subject::Untold(path)]));
    }
    // Nothing has that name, so that the order of turns is meant.
    let is_order = |happened: &Happened| matches!(happened.event, Event::Order { .. });
    if let (ORDER, Some(last)) = (path, verdict.events.iter().rposition(is_order)) {
        return Ok(vec![Subject::Event(last)]);
    }
    as_printed(verdict, path).map(|subject| vec![subject]).ok_or_else(|| unknown(verdict, path))
}

/// The last line of the verdict that is printed under this name: a result within its run, the dice of a pool, or a row of a sum. Rows
/// of nothing are not printed: they are meant only where there is no other.
fn as_printed<'v>(verdict: &'v Verdict, name: &'v str) -> Option<Subject<'v>> {
    last_called(verdict, name, words::matters).or_else(|| last_called(verdict, name, |_| true))
}

/// The last line that is called so, of rows only those that count.
fn last_called<'v>(verdict: &'v Verdict, name: &'v str, counts: fn(&Row) -> bool) -> Option<Subject<'v>> {
    let is_within = |path: &str| path.strip_suffix(name).is_some_and(|run| run.ends_with('.'));
    let is_of = |row: &Row| row.label == name || row.parts.iter().any(|part| part.label == name);
    let printed = |(at, Happened { event, .. }): (usize, &'v Happened)| {
        if matches!(event, Event::Sum { rows, .. } if rows.iter().any(|row| is_of(row) && counts(row))) {
            return Some(Subject::Rows { sum: at, label: name });
        }
        let is_pool = matches!(event, Event::Rolled { pool, .. } if pool == name);
        (is_pool || event.subject().is_some_and(is_within)).then_some(Subject::Event(at))
    };
    verdict.events.iter().enumerate().rev().find_map(printed)
}

/// The last of these events about a name, or all of them that came of a run of that name.
fn told_within<'v>(
    verdict: &'v Verdict,
    index: &Index<'v>,
    (path, events): (&str, Range<usize>),
) -> Option<Vec<Subject<'v>>> {
    if let Some(concluded) = concluded(verdict, (path, events.clone())) {
        return Some(concluded);
    }
    let last = index.last_about(path, events.end).filter(|last| events.contains(last));
    if let (Some(last), Some(name)) = (last, index.named(path)) {
        let is_of_last_round = !begins_anew(path, &verdict.events[last..events.end]);
        return Some(vec![if is_of_last_round { Subject::Event(last) } else { Subject::Untold(name) }]);
    }
    let is_inside = |name: &str| name.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'));
    let inside = ends_within(verdict, events, is_inside);
    (!inside.is_empty()).then_some(inside)
}

/// What a run of this name has come to: what stopped it, and then what was resolved or decided in it, the last
/// first. Of a run people want to know that, and not what became of its plan on the way.
fn concluded<'v>(verdict: &'v Verdict, (run, events): (&str, Range<usize>)) -> Option<Vec<Subject<'v>>> {
    let begin = events.start + verdict.events[events.clone()].iter().rposition(|one| one.event.begun() == Some(run))?;
    let is_inside = |name: &str| name.strip_prefix(run).is_some_and(|rest| rest.starts_with('.'));
    let mut places =
        last_of_each(verdict, &(begin..events.end), |event, name| event.conclusion().is_some() && is_inside(name));
    let stops = |at: &usize| matches!(&verdict.events[*at].event, Event::Stop { path, .. } if path == run);
    places.extend((begin..events.end).find(stops));
    places.sort_unstable_by(|one, other| other.cmp(one));
    (!places.is_empty()).then(|| places.into_iter().map(Subject::Event).collect())
}

/// Whether a run to which a name belongs begins in these events: whatever was told of it before is of an earlier round.
fn begins_anew(path: &str, events: &[Happened]) -> bool {
    let is_around = |run: &str| path.strip_prefix(run).is_some_and(|rest| rest.starts_with('.'));
    events.iter().any(|happened| happened.event.begun().is_some_and(is_around))
}

/// Of a name in a round, such as `bout(2).hit` or `bout.first.hit`: the same without the round, and the events of that round.
fn of_round(verdict: &Verdict, path: &str) -> Option<(String, Range<usize>)> {
    let is_begun = |run: &str, happened: &Happened| happened.event.begun() == Some(run);
    let events = &verdict.events;
    let (run, begin, rest) = if let Some((run, (number, rest))) =
        path.split_once('(').and_then(|(run, rest)| Some((run, rest.split_once(')')?)))
    {
        // The round is that of the outermost run.
        let before = number.trim().parse::<usize>().ok()?.checked_sub(1).filter(|_| !run.contains('.'))?;
        (run, (0..events.len()).filter(|at| is_begun(run, &events[*at])).nth(before)?, rest)
    } else {
        let (run, rest) = path.split_once('.')?;
        let rest = rest.strip_prefix(FIRST).filter(|rest| rest.is_empty() || rest.starts_with('.'))?;
        (run, events.iter().position(|happened| is_begun(run, happened))?, rest)
    };
    let is_end = |happened: &Happened| matches!(&happened.event, Event::End { path } if path.as_str() == run);
    let end = events[begin..].iter().position(is_end).map_or(events.len(), |length| begin + length);
    Some((format!("{run}{rest}"), begin..end))
}

/// What events tell of, and the results.
fn known(verdict: &Verdict) -> BTreeSet<&str> {
    let told = verdict.events.iter().filter_map(|happened| happened.event.subject());
    let results = verdict.results.iter().map(|result| result.name.as_str());
    told.chain(results).collect()
}

fn unknown(verdict: &Verdict, path: &str) -> UnknownPath {
    let known = known(verdict);
    UnknownPath {
        path: path.to_owned(),
        nearest: with_suffix(path, &known)
            .or_else(|| nearest::nearest(path, known.iter().copied()))
            .or_else(|| of_run_like(path, &known))
            .map(str::to_owned),
        known: known.into_iter().map(str::to_owned).collect(),
    }
}

/// The run whose name was probably meant.
fn of_run_like<'v>(path: &str, known: &BTreeSet<&'v str>) -> Option<&'v str> {
    let run_of = |name: &&'v str| name.split_once('.').map_or(*name, |(run, _)| run);
    nearest::nearest(path, known.iter().map(run_of))
}

/// The one name that ends as `path` does: within a run, its own results are told without the name of the run.
fn with_suffix<'v>(path: &str, known: &BTreeSet<&'v str>) -> Option<&'v str> {
    let is_inside = |name: &&&str| name.strip_suffix(path).is_some_and(|run| run.ends_with('.'));
    let mut found = known.iter().filter(is_inside);
    found.next().copied().filter(|_| found.next().is_none())
}

/// What came of it: all that was resolved or decided, or else everything that has got a value.
pub(super) fn ends(verdict: &Verdict, wanted: impl Fn(&str) -> bool) -> Vec<Subject<'_>> {
    ends_within(verdict, 0..verdict.events.len(), wanted)
}

/// The same of some of the events.
fn ends_within(verdict: &Verdict, events: Range<usize>, wanted: impl Fn(&str) -> bool) -> Vec<Subject<'_>> {
    let is_new = |event: &Event| !matches!(event, Event::Changed { before, after, .. } if before == after);
    let ends = last_of_each(verdict, &events, |event, name| event.conclusion().is_some() && wanted(name));
    let ends = if ends.is_empty() {
        last_of_each(verdict, &events, |event, name| is_new(event) && wanted(name))
    } else {
        ends
    };
    ends.into_iter().map(Subject::Event).collect()
}

/// The place of the last event about each name that is wanted, in the order of the run.
fn last_of_each(verdict: &Verdict, events: &Range<usize>, wanted: impl Fn(&Event, &str) -> bool) -> Vec<usize> {
    let mut last: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, Happened { event, .. }) in verdict.events.iter().enumerate().take(events.end).skip(events.start) {
        if let Some(name) = event.subject().filter(|name| wanted(event, name)) {
            last.insert(name, index);
        }
    }
    let mut places: Vec<usize> = last.into_values().collect();
    places.sort_unstable();
    places
}
