//! Follows `use` from file to file, reads the data that decks name, and sorts the files by what they are.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::file_items::{counts_from_here, deck_file, declared_system};
use super::in_force::PackInForce;
use super::library::{LoadError, Loaded};
use super::pack_file::{self, PackFile};
use super::packs::{self, Found, Needed};
use super::pages::{self, PageText, Sheet, Sheets};
use super::reading::Loader;
use super::shelves::{Shelves, find, names, systems};
use super::sorts::{FUNCTIONS, SHEETS, Sort, Wanted, functions_beside, functions_of, look_alike};
use super::texts::Texts;
use super::use_errors::{
    circle, is_pack, missing, not_ones_own, second_system, sheet_as_script, too_long, unwanted, use_below, used_as,
};
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::source::{Source, SourceId, SourceKind, Span};
use crate::syntax::ast::{self, ItemKind};

/// Parses the text in hand and everything it uses.
pub(super) fn load(shelves: &Shelves<'_>, name: &str, text: &str) -> Texts {
    let source = Source::new(SourceKind::File, name, text);
    read(shelves, vec![PageText { source, acts: true }]).texts
}

/// Parses the texts of a page and everything they use.
pub(super) fn load_page(shelves: &Shelves<'_>, page: Vec<PageText>) -> (Texts, Sheets) {
    let Loader { mut texts, sheets, .. } = read(shelves, page);
    pages::settle(&mut texts, &sheets);
    (texts, sheets)
}

/// What the files of a page that do more than that say of who there is, by the place of the text on the page that uses them.
pub(super) fn declared_lines(shelves: &Shelves<'_>, page: Vec<PageText>) -> BTreeMap<usize, String> {
    let Loader { mut texts, sheets, used, .. } = read(shelves, page);
    pages::settle(&mut texts, &sheets);
    let is_scene = |name: &str| sheets.scenes.iter().any(|sheet| sheet.name == name);
    let of_scenes = used.into_iter().filter(|((_, name), _)| is_scene(name)).map(|(_, span)| span);
    pages::declared_lines(&texts, &sheets, &of_scenes.collect::<Vec<Span>>())
}

fn read<'l>(shelves: &Shelves<'l>, page: Vec<PageText>) -> Loader<'l> {
    let Shelves { libraries, systems, functions, packs, limits, allowance } = shelves.clone();
    let (texts, sheets) = (Texts { allowance, ..Texts::default() }, Sheets::default());
    let (open, seen, used, brought, system) = (Vec::new(), BTreeSet::new(), BTreeMap::new(), BTreeMap::new(), None);
    let mut loader = Loader {
        libraries,
        systems,
        functions,
        limits,
        texts,
        open,
        seen,
        used,
        brought,
        in_hand: SourceId(0),
        read: 0,
        entered: 0,
        system,
        sheets,
        needed: Vec::new(),
    };
    for PageText { source, acts } in page {
        loader.entered += 1;
        loader.sheets.acts = acts;
        if source.name.ends_with(FUNCTIONS) {
            // Nothing says yet which rules they are for.
            loader.functions(Loaded { name: source.name.to_string(), text: source.text }, Span::default());
        } else {
            loader.enter(source, Wanted::Anything, (None, None));
        }
    }
    for pack in packs {
        loader.in_force(pack);
    }
    packs::check_needs(&mut loader.texts, &loader.needed);
    loader
}

impl Loader<'_> {
    /// Reads one file and what it uses. `from` is the `use` that led here, `library` the one that holds the file.
    fn enter(&mut self, source: Source, wanted: Wanted, (from, library): (Option<Span>, Option<usize>)) {
        let name = source.name.clone();
        self.seen.insert(name.to_string());
        if source.text.len() > self.limits.file {
            let id = self.texts.sources.add_source(source);
            let place = from.unwrap_or(Span::new(id, 0..0));
            return self.report(too_long(&name, self.limits.file, place));
        }
        if !self.may_read(&source, from) {
            return;
        }
        let (id, file) = self.parse(source, wanted);
        if from.is_none() {
            self.in_hand = id;
        }
        let place = from.unwrap_or(Span::new(id, 0..0));
        let sort = Sort::of(&file);
        if let Some(complaint) = unwanted(self.as_used(&name), sort, wanted, place) {
            let used = used_as(sort, self.texts.sources.slice(place));
            return self.report(match used.filter(|_| wanted != Wanted::Anything) {
                Some(used) => complaint.fix(Fix::sure(place, used)),
                None => complaint,
            });
        }
        if file.items.is_empty() && from.is_none() && !self.texts.sink.has_errors() {
            return self.report(Diagnostic::error(codes::EMPTY, place, "this file contains nothing to run"));
        }
        self.data(&file, &name, library);
        self.beside(&name, library, id);
        self.open.push((name.to_string(), from));
        let (acts, entered, of) = (self.sheets.acts, from.is_none(), self.entered.saturating_sub(1));
        let sheet = Sheet { name: name.into(), acts, entered, of };
        let rest = self.follow_all(file, (sort, &sheet));
        self.open.pop();
        self.keep(rest, (sort, sheet), place);
    }

    /// Reads what a file uses, and answers the file. The lines of a scene happen where its `use` stands: the lines above it are sorted
    /// in before it as a file of their own, and the rest is answered.
    fn follow_all(&mut self, file: Arc<ast::File>, (sort, sheet): (Sort, &Sheet)) -> Arc<ast::File> {
        let (mut below, mut first) = (None, 0);
        for (at, item) in file.items.iter().enumerate() {
            match (&item.kind, below) {
                (ItemKind::Use { used, what }, Some(above)) => {
                    let (rules, lines) = (self.texts.system.rules(), file.items.get(first..at).unwrap_or_default());
                    let lines = (sort == Sort::Scene)
                        .then(|| pages::put_in_place(&mut self.texts, &mut self.sheets, (lines, sheet)));
                    self.follow(what.text().as_str(), Wanted::by(*used, what), item.span);
                    let is_in_place =
                        lines.is_some_and(|lines| pages::happens_behind(&mut self.texts, &mut self.sheets, &lines));
                    if is_in_place {
                        first = at;
                    }
                    if !is_in_place || self.texts.system.rules() != rules {
                        self.report(use_below(item.span, above));
                    }
                }
                (ItemKind::Use { used, what }, None) => {
                    self.follow(what.text().as_str(), Wanted::by(*used, what), item.span);
                }
                (ItemKind::House { extends, .. }, _) => {
                    self.extend("this house rule", &extends.text(), extends.span());
                }
                // These name no file that is read before what stands in this one.
                (
                    ItemKind::System { .. }
                    | ItemKind::Modifiers(_)
                    | ItemKind::Declaration(_)
                    | ItemKind::Replace(_)
                    | ItemKind::ReplaceStep { .. }
                    | ItemKind::ReplaceField(_)
                    | ItemKind::Extend(_)
                    | ItemKind::ExtendRows(_)
                    | ItemKind::ChangeLine(_)
                    | ItemKind::Expect(_)
                    | ItemKind::Statement(_),
                    _,
                ) => {}
            }
            below = below.or_else(|| counts_from_here(&item.kind).then_some(item.span));
        }
        if first > 0 { pages::with_items(file.items.get(first..).unwrap_or_default()) } else { file }
    }

    /// Reads the data that the decks of a file name. What a shipped deck names is shipped as well; any other file's
    /// data lies beside it.
    fn data(&mut self, file: &ast::File, user: &str, library: Option<usize>) {
        for name in file.items.iter().filter_map(deck_file) {
            let places = library.into_iter().chain((0..self.libraries.len()).rev());
            let mut found = places.map(|place| (place, self.libraries[place].load(&name.text, Some(user))));
            match found.find(|(_, found)| *found != Err(LoadError::NotFound)) {
                Some((_, Ok(data))) if data.text.len() > self.limits.file => {
                    self.report(too_long(&data.name, self.limits.file, name.span));
                }
                Some((place, Ok(data))) => {
                    self.note_read(place, (&name.text, Some(user)), &data);
                    self.texts.system.data.insert(name.text.to_string(), data.text);
                }
                Some((_, Err(error))) => self.unreadable(&name.text, error, name.span),
                None => {}
            }
        }
    }

    /// Sorts a file in, after everything it uses.
    fn keep(&mut self, file: Arc<ast::File>, (sort, sheet): (Sort, Sheet), place: Span) {
        match sort {
            Sort::House => self.texts.system.houses.push(file),
            Sort::Scene => {
                self.texts.scene.scenes.push(file);
                self.sheets.scenes.push(sheet);
            }
            Sort::System if self.system.is_some() => self.report(second_system(place, self.system.as_ref())),
            Sort::System => {
                self.system = declared_system(&file);
                self.texts.system.system = Some(file);
            }
        }
    }

    /// What extends a system brings it along; a scene may have named it already.
    fn extend(&mut self, what: &str, name: &str, span: Span) {
        match &self.system {
            Some((system, _)) if system == name => {}
            Some((system, declared)) => {
                let message = format!("{what} extends `{name}`, but the system in use is `{system}`");
                let complaint = Diagnostic::error(codes::WRONG_FILE, span, message)
                    .also(*declared, "the system in use")
                    .help(format!("use a house rule that extends `{system}`"));
                self.report(complaint);
            }
            None => self.follow(name, Wanted::System, span),
        }
    }

    fn follow(&mut self, name: &str, wanted: Wanted, span: Span) {
        if wanted == Wanted::House && name.ends_with(FUNCTIONS) {
            return self.follow_functions(name, span);
        }
        if wanted == Wanted::Pack {
            return self.follow_pack(name, span);
        }
        if wanted == Wanted::SystemOrScene && name.ends_with(SHEETS) {
            return self.report(sheet_as_script(name, span));
        }
        let user = self.open.last().map(|(name, _)| name.clone());
        match find(self.libraries, name, user.as_deref()) {
            Ok((loaded, _)) if self.open.iter().any(|(open, _)| *open == loaded.name) => {
                self.report(circle(&loaded.name, &self.open, span));
            }
            Ok((loaded, _)) if self.seen.contains(&loaded.name) => self.again(&loaded.name, span),
            Ok(_) if self.is_full() => self.too_many(span),
            Ok((loaded, library)) => {
                // What is shipped comes first: a text of one's own by the same name is not read.
                let mut others = self.libraries.iter().skip(1).filter(|_| library == 0);
                let own = others.find_map(|own| own.load(name, user.as_deref()).ok());
                if let Some(own) = own.filter(|own| own.text != loaded.text && look_alike(&own.text, &loaded.text)) {
                    self.report(not_ones_own(name, &own.name, span));
                }
                self.note_read(library, (name, user.as_deref()), &loaded);
                self.note_use(&loaded.name, span);
                // The first library is what is shipped.
                let kind = if library == 0 { SourceKind::Shipped } else { SourceKind::File };
                let source = Source::new(kind, loaded.name, loaded.text);
                self.enter(source, wanted, (Some(span), Some(library)));
            }
            Err(LoadError::NotFound) if wanted == Wanted::House && self.has_functions(name, user.as_deref()) => {
                self.follow_functions(&functions_of(name), span);
            }
            Err(LoadError::NotFound) => self.missing((name, wanted), user.as_deref(), span),
            Err(error) => self.unreadable(name, error, span),
        }
    }

    fn missing(&mut self, (name, wanted): (&str, Wanted), user: Option<&str>, span: Span) {
        // Its name belongs in quotes, and the word before it out of them.
        let names_pack = |name: &&str| packs::find(self.libraries, name, user).is_ok();
        let pack = [Some(name), name.strip_prefix("pack ")].into_iter().flatten().find(names_pack);
        if let Some(pack) = pack.filter(|_| wanted == Wanted::House) {
            return self.report(is_pack(&self.texts.sources, pack, span));
        }
        let names = names(self.libraries, (name, wanted), user, &self.open);
        let listed = if wanted == Wanted::System { systems(self.libraries, &names, user) } else { Vec::new() };
        self.report(missing(&self.texts.sources, (name, names, &listed), span));
    }

    fn has_functions(&self, name: &str, user: Option<&str>) -> bool {
        find(self.libraries, &functions_of(name), user).is_ok()
    }

    /// A pack that no line names is in force where the system is in use that it extends, and something happens.
    fn in_force(&mut self, pack: &PackInForce) {
        let Some((system, _)) = self.system.clone().filter(|_| !self.texts.scene.scenes.is_empty()) else { return };
        let user = pack.relative_to.as_deref();
        let found = packs::find(self.libraries, &pack.name, user);
        if let Ok(Found { loaded: described, .. }) = &found {
            let is_known = |system: &str| find(self.libraries, system, Some(&described.name)).is_ok();
            let is_of_another = pack_file::extended(&described.text).is_some_and(|own| system != own && is_known(&own));
            if is_of_another || self.seen.contains(&described.name) {
                return;
            }
        }
        let id = self.texts.sources.add_source(Arc::clone(&pack.source));
        let span = Span::new(id, pack.place.clone());
        self.pack(found, ((&pack.name, user), span));
    }

    /// `use house pack "NAME"`
    fn follow_pack(&mut self, name: &str, span: Span) {
        let user = self.open.last().map(|(name, _)| name.clone());
        let found = packs::find(self.libraries, name, user.as_deref());
        self.pack(found, ((name, user.as_deref()), span));
    }

    /// Reads the description of a pack, and then its rules.
    fn pack(&mut self, found: Result<Found, LoadError>, ((name, user), span): ((&str, Option<&str>), Span)) {
        let Found { loaded, library, asked } = match found {
            Ok(found) => found,
            Err(LoadError::NotFound) => return self.report(packs::missing(self.libraries, name, user, span)),
            Err(error) => return self.unreadable(&[name, "/", pack_file::FILE].concat(), error, span),
        };
        if self.open.iter().any(|(open, _)| *open == loaded.name) {
            return self.report(circle(&loaded.name, &self.open, span));
        }
        if self.seen.contains(&loaded.name) {
            return self.again(&loaded.name, span);
        }
        if self.is_full() {
            return self.too_many(span);
        }
        if loaded.text.len() > self.limits.file {
            return self.report(too_long(&loaded.name, self.limits.file, span));
        }
        self.note_read(library, (&asked, user), &loaded);
        self.note_use(&loaded.name, span);
        self.seen.insert(loaded.name.clone());
        let source = Source::new(SourceKind::File, loaded.name.clone(), loaded.text);
        if !self.may_read(&source, Some(span)) {
            return;
        }
        let id = self.texts.sources.next_of_system();
        let text = source.text.clone();
        self.texts.sources.add_of_system(source);
        if let Some(pack) = pack_file::read(id, &text, &mut self.texts.sink) {
            self.open.push((loaded.name, Some(span)));
            self.rules_of(pack);
            self.open.pop();
        }
    }

    /// Reads what a pack needs, and then its rules, in their order.
    fn rules_of(&mut self, pack: PackFile) {
        let user = self.open.last().map(|(name, _)| name.clone()).unwrap_or_default();
        for need in pack.needs.iter().filter(|need| packs::is_of_pack(need)) {
            // Where it is not found, it may be used by another line.
            if let Some(found) = packs::find_needed(self.libraries, &need.what.text, &user) {
                self.pack(Ok(found), ((&need.what.text, Some(&user)), need.what.span));
            }
        }
        self.extend("this pack", &pack.extends.text, pack.extends.span);
        let before = packs::Before::of(&self.texts);
        for rule in &pack.rules {
            self.follow(&rule.text, Wanted::House, rule.span);
        }
        packs::keep(&mut self.texts, &pack, before);
        let by = pack.name.text;
        self.needed.extend(pack.needs.into_iter().map(|need| Needed { by: by.clone(), need }));
    }

    /// `use house "NAME.rhai"`: a file of one's own comes before a shipped one of that name.
    fn follow_functions(&mut self, name: &str, span: Span) {
        let user = self.open.last().map(|(name, _)| name.clone());
        let libraries = self.libraries.iter().enumerate().rev();
        let mut found = libraries.map(|(place, library)| (place, library.load(name, user.as_deref())));
        match found.find(|(_, found)| *found != Err(LoadError::NotFound)) {
            Some((place, Ok(loaded))) => {
                self.note_read(place, (name, user.as_deref()), &loaded);
                self.functions(loaded, span);
            }
            Some((_, Err(error))) if error != LoadError::NotFound => self.unreadable(name, error, span),
            Some((_, Err(_))) | None => self.missing((name, Wanted::House), user.as_deref(), span),
        }
    }

    /// A file of functions beside a script, of the same name, belongs to it. It is looked for where the script was found;
    /// beside the text in hand, everywhere but among what is shipped.
    fn beside(&mut self, script: &str, library: Option<usize>, id: SourceId) {
        let places: Vec<usize> = library.map_or_else(|| (1..self.libraries.len()).collect(), |place| vec![place]);
        let name = functions_beside(script);
        let load = |place: usize| Some((place, self.libraries.get(place)?.load(&name, Some(script))));
        let found = places.into_iter().filter_map(load).find(|(_, found)| *found != Err(LoadError::NotFound));
        let begin = Span::new(id, 0..0);
        match found {
            Some((place, Ok(loaded))) => {
                self.note_read(place, (&name, Some(script)), &loaded);
                self.functions(loaded, begin);
            }
            // What is there and cannot be read is no rule that may be left out.
            Some((_, Err(error))) => self.unreadable(&name, error, begin),
            None => {}
        }
    }
}
