//! What can be told beside the lines of a scene: what a plan costs, and what sums come to by judgement.

use std::collections::BTreeMap;

use super::document::Document;
use super::from_model;
use crate::engine::{Answers, Encounter};
use crate::verdict::{Event, Verdict};

/// A word beside a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Aside {
    /// The line of the text in hand, from 0.
    pub line: usize,
    /// What is told: `6 of 6 TP`.
    pub text: String,
    /// Why, in a sentence.
    pub why: String,
}

/// What is told of one run, by what it is about; the first time, if the run comes about several times.
type OfRun = Vec<(String, Aside)>;

impl Document {
    /// What is told beside the lines of the text in hand, in their order. For that the scene is run once by judgement; of one that is
    /// refused, or cannot go on, there is what happens before.
    ///
    /// ```
    /// use assize::engine::{Engine, Shelf};
    /// use assize::language_service::Document;
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("stones", "
    ///     system stones
    ///     scale height { low | high }
    ///     kind person {}
    ///     plan course {
    ///       budget 4 \"SP\"
    ///       item stone { size : height = low }
    ///       slots size, as written
    ///     }
    ///     procedure build by person { ask course : course, cut course to 3 }");
    /// let scene = "use stones\nperson ada\nbuild wall by ada { stone corner { size high } }";
    /// let asides = Document::open(&Engine::with(shelf), "scene.asz", scene).asides();
    /// assert_eq!((asides[0].line, asides[0].text.as_str()), (2, "1 of 4 SP"));
    /// ```
    pub fn asides(&self) -> Vec<Aside> {
        let Some(encounter) = self.encounter() else { return Vec::new() };
        match encounter.adjudicate(Answers::deliberate()) {
            Ok(verdict) => self.of_verdict(encounter, &verdict),
            Err(failure) => failure.happened().map(|verdict| self.of_verdict(encounter, verdict)).unwrap_or_default(),
        }
    }

    fn of_verdict(&self, encounter: &Encounter, verdict: &Verdict) -> Vec<Aside> {
        let own = self.sources().get(self.source()).map(|source| source.name.clone()).unwrap_or_default();
        let mut lines = BTreeMap::new();
        let mut told: BTreeMap<usize, OfRun> = BTreeMap::new();
        for happened in &verdict.events {
            if let Event::Begin { path, place, .. } = &happened.event
                && place.file == own
            {
                lines.entry(path.as_str()).or_insert(place.line as usize - 1);
            }
            let Some((path, about, text, why)) = told_of(encounter, &happened.event) else { continue };
            let Some(line) = lines.get(path).copied() else { continue };
            let of_run = told.entry(line).or_default();
            if of_run.iter().all(|(known, _)| *known != about) {
                of_run.push((about, Aside { line, text, why }));
            }
        }
        told.into_values().flatten().map(|(_, aside)| aside).collect()
    }
}

/// Of an event that is told beside the line of its run, unless it comes to nothing: the run, what it is about, what is told and why.
fn told_of<'e>(encounter: &Encounter, event: &'e Event) -> Option<(&'e str, String, String, String)> {
    if let Event::Sum { total, .. } = event {
        if total.number == Some(0) {
            return None;
        }
        let (path, name) = total.name.rsplit_once('.')?;
        let (text, why) = (format!("{name} {}", total.value), format!("the result of `{}` by judgement", total.name));
        return Some((path, name.to_owned(), text, why));
    }
    let Event::Cut { path, plan, unit, slots, .. } = event else { return None };
    let spent = slots.len();
    let (text, why) = match from_model::budget_of(encounter, plan) {
        _ if spent == 0 => return None,
        Some(most) => (format!("{spent} of {most} {unit}"), format!("`{path}` spends {spent} of {most} {unit}")),
        None => (format!("{spent} {unit}"), format!("`{path}` spends {spent} {unit}")),
    };
    Some((path, format!("the cost of {plan}"), text, why))
}
