//! What is to be varied, as people name it: a place of the scene, and the values for it.

use super::encounter::Encounter;
use super::instead::path;
use super::places::{Place, Written};
use super::varied_values::{Said, list, values};
use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Diagnostic, codes};

/// A place that is varied, and what is to stand there.
pub(super) struct Varied {
    pub(super) place: Place,
    /// How it is called: `climb.value`.
    pub(super) name: String,
    /// What stands there in the variants, one after the other; among them what the scene writes.
    pub(super) values: Vec<Said>,
}

/// The places of a scene, with what they may be called.
struct Places(Vec<Called>);

/// A place with its names.
struct Called {
    place: Place,
    path: String,
    /// Those that say most stand last.
    names: Vec<String>,
}

impl Varied {
    /// Reads names with their values, such as `value 0..3`.
    pub(super) fn read_all<S: AsRef<str>>(encounter: &Encounter, specs: &[S]) -> Result<Vec<Self>, Diagnostic> {
        let places = Places::of(encounter);
        let mut all: Vec<Self> = Vec::new();
        for spec in specs {
            let one = places.read(encounter, spec.as_ref().trim())?;
            if all.iter().any(|known| known.place == one.place) {
                let message = format!("`{}` is varied twice", one.name);
                let help = "name it once, with commas between its values";
                return Err(Diagnostic::placeless(codes::ODDS, message).help(help));
            }
            all.push(one);
        }
        // What differs between variants is told by its name, so no two of them have the same one.
        let paths: Vec<String> = all.iter().map(|one| one.name.clone()).collect();
        for one in &mut all {
            if paths.iter().filter(|path| **path == one.name).count() > 1 {
                one.name = places.name_of(one.place);
            }
        }
        Ok(all)
    }
}

impl Places {
    fn of(encounter: &Encounter) -> Self {
        let written = Written(encounter);
        let paths: Vec<(Place, String)> =
            written.places().into_iter().map(|place| (place, path(encounter, place))).collect();
        let called = paths.iter().enumerate().map(|(at, (place, path))| {
            let is_same = |(_, other): &&(Place, String)| other == path;
            let number = paths.iter().take(at + 1).filter(is_same).count();
            let number = (paths.iter().filter(is_same).count() > 1).then_some(number);
            let reason = written.entry(*place).and_then(|entry| entry.text.as_ref()).map(ToString::to_string);
            Called { place: *place, path: path.clone(), names: names(path, reason.as_deref(), number) }
        });
        Self(called.collect())
    }

    fn read(&self, encounter: &Encounter, spec: &str) -> Result<Varied, Diagnostic> {
        let (found, long) = self.called(spec);
        match found.as_slice() {
            [] => Err(self.unknown(spec)),
            [one] => {
                let (name, rest) = spec.split_at(long);
                let values = values(encounter, (one.place, name), rest.trim())?;
                Ok(Varied { place: one.place, name: one.path.clone(), values })
            }
            several => {
                let offered: Vec<String> = several.iter().map(|one| self.name_of(one.place)).collect();
                Err(Diagnostic::placeless(codes::ODDS, format!("several values are called `{}`", &spec[..long]))
                    .help(format!("write more of the name: {}", list(&offered))))
            }
        }
    }

    /// The places that a text may mean, of which it says as much as of no other, and how much of it is their name.
    fn called(&self, spec: &str) -> (Vec<&Called>, usize) {
        let long = |one: &Called| one.names.iter().filter(|name| begins_with(spec, name)).map(String::len).max();
        let longest = self.0.iter().filter_map(long).max();
        let found = self.0.iter().filter(|one| longest.is_some() && long(one) == longest).collect();
        (found, longest.unwrap_or_default())
    }

    /// The first name of a place that no other one has.
    fn name_of(&self, place: Place) -> String {
        let Some(one) = self.0.iter().find(|one| one.place == place) else { return String::new() };
        let is_its_own = |name: &&String| matches!(self.called(name).0.as_slice(), [only] if only.place == place);
        one.names.iter().filter(|name| name.starts_with(&one.path)).find(is_its_own).unwrap_or(&one.path).clone()
    }

    fn unknown(&self, spec: &str) -> Diagnostic {
        let quoted = spec.strip_prefix('"').and_then(|rest| Some(&spec[..rest.find('"')? + 2]));
        let name = quoted.or_else(|| spec.split_whitespace().next());
        let known: Vec<String> = self.0.iter().map(|one| self.name_of(one.place)).collect();
        let message = match name {
            Some(name) => format!("this scene writes no value called `{name}`"),
            None => "this does not say what is to be varied".to_owned(),
        };
        let ends = self.0.iter().map(|one| one.path.rsplit('.').next().unwrap_or(&one.path));
        let meant = name.and_then(|name| nearest(name, known.iter().map(String::as_str).chain(ends)));
        // Several places may end as what is meant does.
        let offered = meant.map(|meant| self.called(meant).0).unwrap_or_default();
        let offered: Vec<String> = offered.iter().map(|one| self.name_of(one.place)).collect();
        let help = match meant {
            Some(meant) if offered.len() == 1 => format!("did you mean `{meant}`?"),
            Some(_) => format!("did you mean one of {}?", list(&offered)),
            None if known.is_empty() => "it writes none that could be another".to_owned(),
            None => format!("it writes {}", list(&known)),
        };
        Diagnostic::placeless(codes::ODDS, message).help(help)
    }
}

/// What a place may be called: the path, and each end of it; these with the reason that stands there in quotes, and with a number
/// where several have the path; and that reason alone.
pub(super) fn names(path: &str, reason: Option<&str>, number: Option<usize>) -> Vec<String> {
    let bare = ends(path).map(str::to_owned);
    let with_reason = reason.into_iter().flat_map(|reason| ends(path).map(move |end| format!("{end} \"{reason}\"")));
    let numbered = number.into_iter().flat_map(|number| ends(path).map(move |end| format!("{end}({number})")));
    bare.chain(with_reason).chain(numbered).chain(reason.map(|reason| format!("\"{reason}\""))).collect()
}

/// A path, and each end of it.
pub(super) fn ends(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |rest| rest.split_once('.').map(|(_, rest)| rest))
}

/// Whether a text begins with this name, and goes on with something else.
fn begins_with(spec: &str, name: &str) -> bool {
    spec.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}
