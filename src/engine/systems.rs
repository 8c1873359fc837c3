//! Systems already checked, cached for the next script that uses them.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use crate::allowance::Allowance;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Pack, System, SystemFiles, check_system};
use crate::source::{Source, SourceId, SourceMap};
use crate::syntax::ast;

/// So many files and so many systems are cached; those that were used longest ago are forgotten first.
const MOST: usize = 16;

/// Systems, and the files that they are made of, as they were parsed and checked before. Whoever has a clone of it shares
/// them. A text that has changed is another text, so nothing that is cached can be out of date.
#[derive(Clone, Debug, Default)]
pub(super) struct Systems {
    cache: Arc<Mutex<Cache>>,
}

#[derive(Debug, Default)]
struct Cache {
    files: Vec<Parsed>,
    systems: Vec<Checked>,
}

/// A file of a system, as it was parsed.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    id: SourceId,
    pub(super) source: Arc<Source>,
    pub(super) file: Arc<ast::File>,
    /// What was wrong with it.
    pub(super) found: Diagnostics,
}

/// A system that was found to be sound.
#[derive(Clone, Debug)]
pub(super) struct Checked {
    texts: Vec<(SourceId, Arc<Source>)>,
    data: std::collections::BTreeMap<String, String>,
    functions: Vec<crate::model::HouseFunction>,
    /// With their versions: the rules may be the same in the next one.
    packs: Vec<Pack>,
    pub(super) system: Arc<System>,
    /// What is worth a look.
    pub(super) found: Vec<Diagnostic>,
}

impl Systems {
    /// A file of a system, parsed as the text of this id.
    pub(super) fn parse(&self, id: SourceId, source: Source) -> Parsed {
        let is_it = |parsed: &Parsed| parsed.id == id && *parsed.source == source;
        if let Some(parsed) = self.find(|cache| take(&mut cache.files, is_it)) {
            return parsed;
        }
        let mut found = Diagnostics::default();
        let file = Arc::new(crate::syntax::parse(id, &source.text, &mut found));
        let parsed = Parsed { id, source: Arc::new(source), file, found };
        self.find(|cache| put(&mut cache.files, parsed.clone()));
        parsed
    }

    /// The system of these files, checked. With errors in `sink` there is none.
    pub(super) fn check(
        &self,
        files: &SystemFiles,
        sources: &SourceMap,
        allowance: &Allowance,
        sink: &mut Diagnostics,
    ) -> Option<Arc<System>> {
        let texts = texts(files, sources);
        let is_it = |known: &Checked| {
            let is_same = known.texts == texts && known.data == files.data && known.functions == files.functions;
            is_same && known.packs == files.packs
        };
        if let Some(checked) = self.find(|cache| take(&mut cache.systems, is_it)) {
            sink.extend(checked.found);
            return Some(checked.system);
        }
        let mut found = Diagnostics::default();
        let system = check_system::check(files, allowance, &mut found).map(Arc::new);
        if let Some(system) = &system {
            let found = found.iter().cloned().collect();
            let (data, functions, packs) = (files.data.clone(), files.functions.clone(), files.packs.clone());
            let checked = Checked { texts, data, functions, packs, system: Arc::clone(system), found };
            self.find(|cache| put(&mut cache.systems, checked));
        }
        sink.extend(found);
        system
    }

    /// What is cached is whole after every change, so a panic of somebody who held it has done no harm.
    fn find<T>(&self, look: impl FnOnce(&mut Cache) -> T) -> T {
        look(&mut self.cache.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What was cached, put to the end: it was used last.
fn take<T: Clone>(all: &mut Vec<T>, is_it: impl Fn(&T) -> bool) -> Option<T> {
    let found = all.remove(all.iter().position(is_it)?);
    all.push(found.clone());
    Some(found)
}

fn put<T>(all: &mut Vec<T>, new: T) {
    if all.len() >= MOST {
        all.remove(0);
    }
    all.push(new);
}

/// The texts that a system is made of: whole files, and texts of a session that declare something.
fn texts(files: &SystemFiles, sources: &SourceMap) -> Vec<(SourceId, Arc<Source>)> {
    let items = files.system.iter().chain(&files.houses).flat_map(|file| &file.items);
    let ids: BTreeSet<SourceId> = items.map(|item| item.span.source).collect();
    ids.into_iter().filter_map(|id| Some((id, Arc::clone(sources.get(id)?)))).collect()
}
