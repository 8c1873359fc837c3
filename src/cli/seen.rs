//! What a command has read, so that it is known whether that is different by now.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read;
use std::path::{self, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::engine::LONGEST_FILE;

/// The mark that some editors put before a text; it is no part of it.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// What is at a place: a text, or nothing that can be read.
type Content = Option<Vec<u8>>;

/// All places that were looked at, whether something was there or not, with what was there. Copies are one and the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen(Arc<Mutex<BTreeMap<PathBuf, Content>>>);

impl Seen {
    /// Notes what was read at a place; without a text, whatever is there now.
    pub(super) fn note(&self, place: &Path, text: Option<&str>) {
        let Ok(place) = path::absolute(place) else { return };
        let content = text.map_or_else(|| content(&place), |text| Some(text.as_bytes().to_vec()));
        // Whatever was read first is what the answer comes from.
        self.with(|places| {
            places.entry(place).or_insert(content);
        });
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.with(BTreeMap::clear);
    }

    /// The files that were there.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        self.with(|places| {
            places.iter().filter(|(_, content)| content.is_some()).map(|(place, _)| place.clone()).collect()
        })
    }

    /// The places at which something else is now.
    pub(super) fn changed(&self) -> Vec<PathBuf> {
        let places = self.with(|places| places.clone());
        places.into_iter().filter(|(place, before)| content(place) != *before).map(|(place, _)| place).collect()
    }

    /// Whether something else is now at one of these places.
    pub(super) fn has_changed(&self, at: &[PathBuf]) -> bool {
        let before: Vec<(PathBuf, Content)> = self
            .with(|places| at.iter().filter_map(|place| Some((place.clone(), places.get(place)?.clone()))).collect());
        before.into_iter().any(|(place, before)| content(&place) != before)
    }

    /// The folders in which something would change: those of the places, and of what links there lead to. Of one that is not there
    /// the folder in which it would be made.
    pub(super) fn folders(&self) -> BTreeSet<PathBuf> {
        let places: Vec<PathBuf> = self.with(|places| places.keys().cloned().collect());
        let led_to = places.iter().filter_map(|place| fs::canonicalize(place).ok());
        let all = led_to.chain(places.iter().cloned());
        all.filter_map(|place| place.ancestors().skip(1).find(|folder| folder.is_dir()).map(Path::to_owned)).collect()
    }

    /// What is kept is whole after every change, so a panic of somebody who held it has done no harm.
    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<PathBuf, Content>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What is at a place now. Only files are opened: anything else could keep a reader waiting.
fn content(place: &Path) -> Content {
    let is_file = fs::metadata(place).is_ok_and(|found| found.is_file());
    let file = File::open(place).ok().filter(|_| is_file)?;
    let most = u64::try_from(LONGEST_FILE).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes).ok()?;
    Some(bytes.strip_prefix(MARK).map(<[u8]>::to_vec).unwrap_or(bytes))
}
