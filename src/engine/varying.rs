//! What to vary, as people name it: a place of the scene, and the values for it.

use super::encounter::Encounter;
use super::instead::path;
use super::names::{Named, Names};
use super::places::{Place, Written};
use super::varied_values::{Said, values};
use crate::diagnostic::{Diagnostic, codes};

/// A place that is varied, and what is to stand there.
pub(super) struct Varied {
    pub(super) place: Place,
    /// How it is called: `climb.value`.
    pub(super) name: String,
    /// What stands there in the variants, one after the other; among them what the scene writes.
    pub(super) values: Vec<Said>,
}

impl Varied {
    /// Reads names with their values, such as `value 0..3`.
    pub(super) fn read_all<S: AsRef<str>>(encounter: &Encounter, specs: &[S]) -> Result<Vec<Self>, Diagnostic> {
        let places = places_of(encounter);
        let mut all: Vec<Self> = Vec::new();
        for spec in specs {
            let one = read(encounter, &places, spec.as_ref().trim())?;
            if all.iter().any(|known| known.place == one.place) {
                let message = format!("`{}` is varied twice", one.name);
                let help = "name it once, and separate its values with commas";
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

/// The places of a scene, as people name them.
pub(super) fn places_of(encounter: &Encounter) -> Names<Place> {
    let written = Written(encounter);
    let named = |place: Place, is_offered| Named {
        what: place,
        path: path(encounter, place),
        reason: written.reason(place),
        is_offered,
    };
    let places = written.places_of_scene().into_iter().map(|place| named(place, true));
    let ladders = written.ladders().into_iter().map(|place| named(place, false));
    Names::of(places.chain(ladders).collect(), "values")
}

fn read(encounter: &Encounter, places: &Names<Place>, spec: &str) -> Result<Varied, Diagnostic> {
    let Some((found, long)) = places.find(spec)? else {
        return Err(stated(encounter, spec).unwrap_or_else(|| unknown(places, spec)));
    };
    let (name, rest) = spec.split_at(long);
    let values = values(encounter, (found.what, name), rest.trim())?;
    Ok(Varied { place: found.what, name: found.path.clone(), values })
}

/// This begins with the name of a ladder of which the scene says how it comes out.
fn stated(encounter: &Encounter, spec: &str) -> Option<Diagnostic> {
    let ladders = Written(encounter).stated_ladders();
    let named = ladders.iter().map(|(place, span)| Named {
        what: (*place, *span),
        path: path(encounter, *place),
        reason: None,
        is_offered: true,
    });
    let called = Names::of(named.collect(), "ladders");
    let found = called.find(spec);
    let (found, _) = match found {
        Ok(found) => found?,
        Err(several) => return Some(several),
    };
    let message = format!("`{}` cannot be varied, because the scene says how it comes out", found.path);
    let complaint = Diagnostic::error(codes::ODDS, found.what.1, message);
    Some(complaint.help("leave this out of the scene to have each of its levels declared in turn"))
}

/// Nothing has the name with which this seems to begin.
fn unknown(places: &Names<Place>, spec: &str) -> Diagnostic {
    let quoted = spec.strip_prefix('"').and_then(|rest| Some(&spec[..rest.find('"')? + 2]));
    match quoted.or_else(|| spec.split_whitespace().next()) {
        Some(name) => places.unknown(name),
        None => Diagnostic::placeless(codes::ODDS, "this does not say what to vary").help(places.offer_all()),
    }
}
