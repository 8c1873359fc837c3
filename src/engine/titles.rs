//! What the scene calls its results, and what it says that their levels mean.

use std::collections::{BTreeMap, BTreeSet};

use super::encounter::Encounter;
use crate::ir::{Address, Instruction, Program, Register, Trace, Wording, flow};
use crate::verdict::Audience;

/// Which of several rounds the name of a run without a number is.
const LAST: &str = "last";

/// What a program says of its paths, as far as the game master may read it.
pub(super) struct Said<'p> {
    program: &'p Program,
    titles: BTreeMap<&'p str, &'p str>,
    meanings: BTreeMap<&'p str, (Register, &'p [Option<Wording>])>,
    /// The runs that some loop goes through again.
    repeated: BTreeSet<&'p str>,
}

impl<'p> Said<'p> {
    pub(super) fn read(encounter: &'p Encounter, program: &'p Program) -> Self {
        let things = encounter.scene.things.pairs();
        let titles = things.filter_map(|(_, thing)| Some((thing.name.as_str(), thing.title.as_deref()?)));
        let (meanings, repeated) = (BTreeMap::new(), repeated(program));
        let mut said = Self { program, titles: titles.collect(), meanings, repeated };
        for (at, instruction) in (0..).map(Address).zip(&program.code) {
            if let Instruction::Trace(trace) = instruction
                && Audience::Gm.may_see(program.secrecy.at(at))
                && let Some(trace) = program.traces.get(*trace as usize)
            {
                said.take(trace);
            }
        }
        said
    }

    fn take(&mut self, trace: &'p Trace) {
        if let Trace::Begin { path, text: Some(text), .. } | Trace::Said { path, text } = trace {
            self.titles.entry(path).or_insert(text);
        } else if let Trace::Meaning { path, level, texts } = trace {
            self.meanings.entry(path).or_insert((*level, texts));
        }
    }

    /// The title of the innermost run or thing around a result that has one, and what it is of that: `sew the thumb: outcome`. Of a run that
    /// comes several times it says which one is meant.
    pub(super) fn title(&self, name: &str, counted: &BTreeSet<String>) -> Option<String> {
        let whole = around(name).find(|whole| self.titles.contains_key(plain(whole).as_str()))?;
        let title = self.titles.get(plain(whole).as_str())?;
        let last = |run: &str| self.is_repeated(run).then(|| LAST.to_owned());
        let rounds: Vec<String> = around(name).filter_map(|run| which(run, counted).or_else(|| last(run))).collect();
        let which = if rounds.is_empty() { String::new() } else { format!(" ({})", rounds.join(", ")) };
        let part = name.get(whole.len()..).unwrap_or_default().trim_start_matches('.');
        Some(if part.is_empty() { format!("{title}{which}") } else { format!("{title}{which}: {part}") })
    }

    /// Whether a loop goes through a run again, and through none around it: its name is that of the last time.
    fn is_repeated(&self, run: &str) -> bool {
        let is_of_loop = |run: &str| self.repeated.contains(plain(run).as_str());
        numbered(run).is_none() && is_of_loop(run) && !around(run).skip(1).any(is_of_loop)
    }

    /// What the levels of a result mean where the scene says so, by their names.
    pub(super) fn meanings(&self, name: &str) -> Option<BTreeMap<String, String>> {
        let (register, texts) = self.meanings.get(plain(name).as_str())?;
        let shape = &self.program.registers.get(register.0 as usize)?.shape;
        let told = (0..).zip(*texts).filter_map(|(level, text)| Some((level, text.as_ref()?)));
        let told = told.filter(|(_, text)| !text.is_empty()).map(|(level, text)| {
            (self.program.in_words(shape, Some(level)).to_string(), self.program.in_any_run(text))
        });
        Some(told.collect())
    }
}

/// The paths of the runs that lie in a loop.
fn repeated(program: &Program) -> BTreeSet<&str> {
    let mut repeated = BTreeSet::new();
    for (from, to) in flow::loops(program) {
        for instruction in program.code.get(from..to).unwrap_or_default() {
            if let Instruction::Trace(trace) = instruction
                && let Some(Trace::Begin { path, .. }) = program.traces.get(*trace as usize)
            {
                repeated.insert(path.as_str());
            }
        }
    }
    repeated
}

/// A name, and each run or thing around it, the innermost first.
pub(super) fn around(name: &str) -> impl DoubleEndedIterator<Item = &str> {
    let ends = name.match_indices('.').map(|(at, _)| at).chain([name.len()]);
    ends.filter_map(|end| name.get(..end)).collect::<Vec<&str>>().into_iter().rev()
}

/// The runs of which some round is called by its number: there the run's own name is that of the last one.
pub(super) fn counted<'n>(names: impl Iterator<Item = &'n str>) -> BTreeSet<String> {
    names.flat_map(around).filter_map(numbered).map(|(run, _)| run.to_owned()).collect()
}

/// The run and the number in the name of one of its rounds: `stitch(2)`.
fn numbered(run: &str) -> Option<(&str, usize)> {
    let (plain, number) = run.strip_suffix(')')?.rsplit_once('(')?;
    Some((plain, number.parse().ok()?))
}

/// Which round a run is: `2nd`; the last one that is reached goes by the name of the run.
fn which(run: &str, counted: &BTreeSet<String>) -> Option<String> {
    match numbered(run) {
        Some((_, number)) => Some(ordinal(number)),
        None => counted.contains(run).then(|| LAST.to_owned()),
    }
}

/// `2nd`, `11th`
pub(super) fn ordinal(number: usize) -> String {
    let letters = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{letters}")
}

/// A name without the numbers of rounds.
pub(super) fn plain(name: &str) -> String {
    let parts = name.split('.').map(|part| numbered(part).map_or(part, |(run, _)| run));
    parts.collect::<Vec<&str>>().join(".")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{around, plain, which};

    #[test]
    fn a_name_lies_in_those_around_it() {
        assert_eq!(around("a(2).b.c").collect::<Vec<&str>>(), ["a(2).b.c", "a(2).b", "a(2)"]);
        assert_eq!(plain("a(2).b(11).c"), "a.b.c");
    }

    #[test]
    fn rounds_are_counted_and_the_last_goes_by_the_name_of_the_run() {
        let counted = BTreeSet::from(["a".to_owned()]);
        assert_eq!(which("a(2)", &counted).as_deref(), Some("2nd"));
        assert_eq!(which("a", &counted).as_deref(), Some("last"));
        assert_eq!((which("b", &counted), which("b(x)", &counted)), (None, None));
    }
}
