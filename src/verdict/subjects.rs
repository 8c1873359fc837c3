//! What can be asked for by name: events, and results that no event tells of.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::index::Index;
use super::{Event, Happened, Verdict};
use crate::diagnostic::nearest;

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
        write!(f, "the verdict says nothing of `{}`", self.path)?;
        match &self.nearest {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownPath {}

/// What the order of turns is asked for by, where nothing has that name.
const ORDER: &str = "order";

/// What is asked for: an event, or a result that no event tells of.
pub(super) type Subject<'v> = (Option<usize>, &'v str);

/// What is asked for by a name: the last event about it, or else all that happened inside a run of that name.
///
/// # Errors
/// When the verdict says nothing of it.
pub(super) fn found<'v>(
    verdict: &'v Verdict,
    index: &Index<'v>,
    path: &'v str,
) -> Result<Vec<Subject<'v>>, UnknownPath> {
    if let Some(last) = index.last_about(path, index.len()) {
        return Ok(vec![(Some(last), path)]);
    }
    let inside = ends(verdict, |name| name.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')));
    if !inside.is_empty() {
        return Ok(inside);
    }
    if index.result(path).is_some() {
        return Ok(vec![(None, path)]);
    }
    // Nothing has that name, so that the order of turns is meant.
    let is_order = |happened: &Happened| matches!(happened.event, Event::Order { .. });
    if let (ORDER, Some(last)) = (path, verdict.events.iter().rposition(is_order)) {
        return Ok(vec![(Some(last), path)]);
    }
    Err(unknown(verdict, path))
}

fn unknown(verdict: &Verdict, path: &str) -> UnknownPath {
    let told = verdict.events.iter().filter_map(|happened| happened.event.subject());
    let results = verdict.results.iter().map(|result| result.name.as_str());
    let known: BTreeSet<&str> = told.chain(results).collect();
    UnknownPath {
        path: path.to_owned(),
        nearest: with_suffix(path, &known).or_else(|| nearest::nearest(path, known.iter().copied())).map(str::to_owned),
        known: known.into_iter().map(str::to_owned).collect(),
    }
}

/// The one name that ends as `path` does: within a run, its own results are told without the name of the run.
fn with_suffix<'v>(path: &str, known: &BTreeSet<&'v str>) -> Option<&'v str> {
    let is_inside = |name: &&&str| name.strip_suffix(path).is_some_and(|run| run.ends_with('.'));
    let mut found = known.iter().filter(is_inside);
    found.next().copied().filter(|_| found.next().is_none())
}

/// What came of it: all that was resolved or decided, or else everything that has got a value.
pub(super) fn ends(verdict: &Verdict, wanted: impl Fn(&str) -> bool) -> Vec<Subject<'_>> {
    let is_new = |event: &Event| !matches!(event, Event::Changed { before, after, .. } if before == after);
    let ends = last_of_each(verdict, |event, name| event.conclusion().is_some() && wanted(name));
    if ends.is_empty() { last_of_each(verdict, |event, name| is_new(event) && wanted(name)) } else { ends }
}

/// The last event about each name that is wanted, in the order of the run.
fn last_of_each(verdict: &Verdict, wanted: impl Fn(&Event, &str) -> bool) -> Vec<Subject<'_>> {
    let mut last: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, Happened { event, .. }) in verdict.events.iter().enumerate() {
        if let Some(name) = event.subject().filter(|name| wanted(event, name)) {
            last.insert(name, index);
        }
    }
    let mut asked: Vec<Subject<'_>> = last.into_iter().map(|(name, index)| (Some(index), name)).collect();
    asked.sort_unstable();
    asked
}
