//! Follows `use` from file to file, reads the data that decks name, and sorts the files by what they are.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::functions::{Complaint, ReadFunctions};
use super::houses::Houses;
use super::library::{Library, LoadError, Loaded, file_stem};
use super::limits::Limits;
use super::pages::{self, PageText, Shape, Sheet};
use crate::diagnostic::{Diagnostic, Diagnostics, Fix, codes, nearest};
use crate::model::{Files, HouseFunction};
use crate::source::{SourceId, SourceMap, Span};
use crate::syntax::ast::{self, HouseName, ItemKind};

/// Everything a script is made of.
#[derive(Debug, Default)]
pub(super) struct Texts {
    pub(super) sources: SourceMap,
    pub(super) files: Files,
    pub(super) sink: Diagnostics,
    pub(super) houses: Houses,
}

/// Where texts come from, what reads those of another language, and how large they may be.
#[derive(Clone, Copy)]
pub(super) struct Shelves<'l> {
    pub(super) libraries: &'l [Box<dyn Library>],
    pub(super) functions: Option<&'l ReadFunctions>,
    pub(super) limits: Limits,
}

/// Parses the text in hand and everything it uses.
pub(super) fn load(shelves: &Shelves<'_>, name: &str, text: &str) -> Texts {
    read(shelves, &[PageText { name, text, acts: true }]).texts
}

/// Parses the texts of a page and everything they use.
pub(super) fn load_page(shelves: &Shelves<'_>, page: &[PageText<'_>]) -> Texts {
    let Loader { mut texts, shape, .. } = read(shelves, page);
    pages::settle(&mut texts.files, &shape);
    texts
}

fn read<'l>(shelves: &Shelves<'l>, page: &[PageText<'_>]) -> Loader<'l> {
    let (texts, shape) = (Texts::default(), Shape::default());
    let Shelves { libraries, functions, limits } = *shelves;
    let (open, seen, system) = (Vec::new(), BTreeSet::new(), None);
    let mut loader = Loader { libraries, functions, limits, texts, open, seen, entered: 0, system, shape };
    for PageText { name, text, acts } in page {
        loader.entered += 1;
        loader.shape.acts = *acts;
        let entered = Loaded { name: (*name).to_owned(), text: (*text).to_owned() };
        loader.enter(entered, Wanted::Anything, (None, None));
    }
    loader
}

/// What sort of file is wanted where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// The file in hand may be anything.
    Anything,
    /// `use lantern`, `extends lantern`
    System,
    /// `use house "longer nights"`
    House,
    /// `use "party.asz"`
    SystemOrScene,
}

/// What sort of file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    System,
    House,
    Scene,
}

struct Loader<'l> {
    libraries: &'l [Box<dyn Library>],
    functions: Option<&'l ReadFunctions>,
    limits: Limits,
    texts: Texts,
    /// The files between the one in hand and the one being read, with the `use` that led to each.
    open: Vec<(String, Option<Span>)>,
    seen: BTreeSet<String>,
    /// So many of them are texts in hand.
    entered: usize,
    /// The system's name and where it is declared.
    system: Option<(String, Span)>,
    shape: Shape,
}

impl Loader<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.texts.sink.push(diagnostic);
    }

    /// Reads one file and what it uses. `from` is the `use` that led here, `library` the one that holds the file.
    fn enter(&mut self, loaded: Loaded, wanted: Wanted, (from, library): (Option<Span>, Option<usize>)) {
        self.seen.insert(loaded.name.clone());
        let id = self.texts.sources.add(loaded.name.clone(), loaded.text.clone());
        let place = from.unwrap_or(Span::new(id, 0..0));
        if loaded.text.len() > self.limits.file {
            return self.report(too_long(&loaded.name, self.limits.file, place));
        }
        let file = crate::syntax::parse(id, &loaded.text, &mut self.texts.sink);
        let sort = sort(&file);
        if let Some(complaint) = unwanted(&loaded.name, sort, wanted, place) {
            let used = used_as(sort, self.texts.sources.slice(place));
            return self.report(match used.filter(|_| wanted != Wanted::Anything) {
                Some(used) => complaint.fix(Fix::sure(place, used)),
                None => complaint,
            });
        }
        if file.items.is_empty() && from.is_none() && !self.texts.sink.has_errors() {
            return self.report(Diagnostic::error(codes::EMPTY, place, "this file holds nothing to run"));
        }
        self.data(&file, &loaded.name, library);
        self.beside(&loaded.name, library);
        self.open.push((loaded.name.clone(), from));
        self.follow_all(&file);
        self.open.pop();
        let sheet = Sheet { name: loaded.name, acts: self.shape.acts, entered: from.is_none() };
        self.keep(file, (sort, sheet), place);
    }

    fn follow_all(&mut self, file: &ast::File) {
        for item in &file.items {
            match &item.kind {
                ItemKind::Use { house: true, what } => self.follow(house_name(what).as_str(), Wanted::House, item.span),
                ItemKind::Use { house: false, what: HouseName::Bare(name) } => {
                    self.follow(&name.text(), Wanted::System, item.span);
                }
                ItemKind::Use { house: false, what: HouseName::Quoted(file) } => {
                    self.follow(&file.text, Wanted::SystemOrScene, item.span);
                }
                ItemKind::House { extends, .. } => self.extend(&extends.text(), extends.span()),
                _ => {}
            }
        }
    }

    /// Reads the data that the decks of a file name. What a shipped deck names is shipped as well; any other file's
    /// data lies beside it.
    fn data(&mut self, file: &ast::File, user: &str, library: Option<usize>) {
        for name in file.items.iter().filter_map(deck_file) {
            let places = library.into_iter().chain((0..self.libraries.len()).rev());
            let found = places.map(|place| self.libraries[place].load(&name.text, Some(user)));
            match found.into_iter().find(|found| *found != Err(LoadError::NotFound)) {
                Some(Ok(data)) if data.text.len() > self.limits.file => {
                    self.report(too_long(&data.name, self.limits.file, name.span));
                }
                Some(Ok(data)) => {
                    self.texts.files.data.insert(name.text.clone(), data.text);
                }
                Some(Err(error)) => self.unreadable(&name.text, error, name.span),
                None => {}
            }
        }
    }

    /// Sorts a file in, after everything it uses.
    fn keep(&mut self, file: ast::File, (sort, sheet): (Sort, Sheet), place: Span) {
        match sort {
            Sort::House => self.texts.files.houses.push(file),
            Sort::Scene => {
                self.texts.files.scenes.push(file);
                self.shape.scenes.push(sheet);
            }
            Sort::System if self.system.is_some() => self.report(second_system(place, self.system.as_ref())),
            Sort::System => {
                self.system = declared_system(&file);
                self.texts.files.system = Some(file);
            }
        }
    }

    /// An overlay brings its system along; a scene may have named it already.
    fn extend(&mut self, name: &str, span: Span) {
        match &self.system {
            Some((system, _)) if system == name => {}
            Some((system, declared)) => {
                let message = format!("this overlay extends `{name}`, but the system in use is `{system}`");
                let complaint = Diagnostic::error(codes::WRONG_FILE, span, message)
                    .also(*declared, "the system in use")
                    .help(format!("use an overlay that extends `{system}`"));
                self.report(complaint);
            }
            None => self.follow(name, Wanted::System, span),
        }
    }

    fn follow(&mut self, name: &str, wanted: Wanted, span: Span) {
        if wanted == Wanted::House && name.ends_with(FUNCTIONS) {
            return self.follow_functions(name, span);
        }
        let user = self.open.last().map(|(name, _)| name.clone());
        match self.find(name, user.as_deref()) {
            Ok((loaded, _)) if self.open.iter().any(|(open, _)| *open == loaded.name) => {
                self.report(circle(&loaded.name, &self.open, span));
            }
            Ok((loaded, _)) if self.seen.contains(&loaded.name) => self.again(&loaded.name),
            Ok(_) if self.is_full() => self.too_many(span),
            Ok((loaded, library)) => self.enter(loaded, wanted, (Some(span), Some(library))),
            Err(LoadError::NotFound) if wanted == Wanted::House && self.has_functions(name, user.as_deref()) => {
                self.follow_functions(&functions_of(name), span);
            }
            Err(LoadError::NotFound) => self.missing(name, user.as_deref(), span),
            Err(error) => self.unreadable(name, error, span),
        }
    }

    /// `use` finds nothing; where the name was probably mistyped, the other one can be written over it.
    fn missing(&mut self, name: &str, user: Option<&str>, span: Span) {
        let names = self.names(user);
        let complaint = not_found(name, &names, span);
        let Some((place, quoted)) = self.within(span, name) else { return self.report(complaint) };
        let names = if quoted { names } else { names.iter().filter_map(|name| bare(name)).collect() };
        let near = nearest::guess(name, names.iter().map(String::as_str));
        self.report(near.map(|near| near.fix(place)).into_iter().fold(complaint, Diagnostic::fix));
    }

    /// Where a name stands in the line that uses it, and whether in quotes.
    fn within(&self, span: Span, name: &str) -> Option<(Span, bool)> {
        let written = self.texts.sources.slice(span);
        let at = written.rfind(name)?;
        let start = span.range().start + at;
        Some((Span::new(span.source, start..start + name.len()), written.get(..at)?.ends_with('"')))
    }

    fn has_functions(&self, name: &str, user: Option<&str>) -> bool {
        self.find(&functions_of(name), user).is_ok()
    }

    /// `use house "NAME.rhai"`: a file of one's own comes before a shipped one of that name.
    fn follow_functions(&mut self, name: &str, span: Span) {
        let user = self.open.last().map(|(name, _)| name.clone());
        let found = self.libraries.iter().rev().map(|library| library.load(name, user.as_deref()));
        match found.into_iter().find(|found| *found != Err(LoadError::NotFound)).unwrap_or(Err(LoadError::NotFound)) {
            Ok(loaded) => self.functions(loaded, span),
            Err(LoadError::NotFound) => self.missing(name, user.as_deref(), span),
            Err(error) => self.unreadable(name, error, span),
        }
    }

    /// A file of functions beside a script, of the same name, belongs to it. It is looked for where the script was found;
    /// beside the text in hand, everywhere but among what is shipped.
    fn beside(&mut self, script: &str, library: Option<usize>) {
        let stem = script.strip_suffix(".asz").unwrap_or(script);
        let file = stem.rsplit(['/', '\\']).next().unwrap_or(stem);
        let places: Vec<usize> = library.map_or_else(|| (1..self.libraries.len()).collect(), |place| vec![place]);
        let found = places
            .into_iter()
            .find_map(|place| self.libraries.get(place)?.load(&format!("{file}{FUNCTIONS}"), Some(script)).ok());
        if let Some(loaded) = found {
            let here = self.texts.sources.iter().last().map(|(id, _)| Span::new(id, 0..0)).unwrap_or_default();
            self.functions(loaded, here);
        }
    }

    /// Reads functions; `span` is where they are asked for.
    fn functions(&mut self, loaded: Loaded, span: Span) {
        let Loaded { name, text } = loaded;
        if self.seen.contains(&name) {
            return;
        }
        if self.is_full() {
            return self.too_many(span);
        }
        self.seen.insert(name.clone());
        let Some(read) = self.functions else {
            let message = format!("`{name}` is written in a language that this program does not read");
            return self.report(Diagnostic::error(codes::WRONG_FILE, span, message));
        };
        if text.len() > self.limits.file {
            return self.report(too_long(&name, self.limits.file, span));
        }
        let id = self.texts.sources.add(name.clone(), text.clone());
        let functions = match read(&name, &text) {
            Ok(functions) => functions,
            Err(complaint) => return self.report(misread(complaint, id, span)),
        };
        self.texts.files.functions.extend(functions.declared().into_iter().map(|declared| HouseFunction {
            house: name.clone(),
            name: declared.name,
            parameters: declared.parameters,
            span: Span::new(id, declared.place),
            signature: None,
        }));
        self.texts.houses.put(name, Arc::from(functions));
    }

    /// Whether no more files can be used. A page counts as one.
    fn is_full(&self) -> bool {
        self.seen.len() + 1 >= self.limits.files + self.entered
    }

    fn too_many(&mut self, span: Span) {
        let message = format!("this script uses more than {} files", self.limits.files);
        self.report(Diagnostic::error(codes::TOO_LARGE, span, message));
    }

    /// A file that is used once more happens only if it has not happened yet.
    fn again(&mut self, name: &str) {
        if let Some(place) = self.shape.acts_now(name) {
            let file = self.texts.files.scenes.remove(place);
            self.texts.files.scenes.push(file);
        }
    }

    fn unreadable(&mut self, name: &str, error: LoadError, span: Span) {
        self.report(match error {
            LoadError::NotText => Diagnostic::error(codes::NOT_UTF8, span, format!("`{name}` is not UTF-8 text"))
                .help("save it as UTF-8 in your editor"),
            LoadError::Unreadable(why) => {
                Diagnostic::error(codes::UNREADABLE, span, format!("`{name}` cannot be read: {why}"))
            }
            LoadError::NotFound => not_found(name, &[], span),
        });
    }

    /// Asks one library after the other; tells which has it.
    fn find(&self, name: &str, user: Option<&str>) -> Result<(Loaded, usize), LoadError> {
        for (place, library) in self.libraries.iter().enumerate() {
            match library.load(name, user) {
                Err(LoadError::NotFound) => {}
                found => return found.map(|loaded| (loaded, place)),
            }
        }
        Err(LoadError::NotFound)
    }

    /// What could have been meant: everything but the files that are open, which would make a circle.
    fn names(&self, user: Option<&str>) -> Vec<String> {
        let mut names: Vec<String> = self.libraries.iter().flat_map(|library| library.names(user)).collect();
        names.retain(|name| !self.open.iter().any(|(open, _)| open.rsplit(['/', '\\']).next() == Some(name)));
        names
    }
}

/// The ending of files of functions.
const FUNCTIONS: &str = ".rhai";

/// The file of functions that a bare name stands for.
fn functions_of(name: &str) -> String {
    format!("{}{FUNCTIONS}", file_stem(name))
}

/// What is wrong in a file of functions, at its own place.
fn misread(complaint: Complaint, id: SourceId, span: Span) -> Diagnostic {
    let found = match complaint.place {
        Some(place) => Diagnostic::error(codes::HOUSE, Span::new(id, place), complaint.message),
        None => Diagnostic::error(codes::HOUSE, span, complaint.message),
    };
    match complaint.help {
        Some(help) => found.help(help),
        None => found,
    }
}

/// The data file that a deck names.
fn deck_file(item: &ast::Item) -> Option<&ast::Text> {
    match &item.kind {
        ItemKind::Declaration(declaration) | ItemKind::Replace(declaration) => match &declaration.kind {
            ast::DeclarationKind::Deck(deck) => deck.file.as_ref(),
            _ => None,
        },
        _ => None,
    }
}

fn house_name(name: &HouseName) -> String {
    match name {
        HouseName::Quoted(text) => text.text.clone(),
        HouseName::Bare(phrase) => phrase.text(),
    }
}

fn sort(file: &ast::File) -> Sort {
    let has = |wanted: fn(&ItemKind) -> bool| file.items.iter().any(|item| wanted(&item.kind));
    if has(|kind| matches!(kind, ItemKind::System { .. })) {
        Sort::System
    } else if has(|kind| matches!(kind, ItemKind::House { .. })) {
        Sort::House
    } else {
        Sort::Scene
    }
}

fn declared_system(file: &ast::File) -> Option<(String, Span)> {
    file.items.iter().find_map(|item| match &item.kind {
        ItemKind::System { name, .. } => Some((name.text(), name.span())),
        _ => None,
    })
}

/// The complaint about a file of the wrong sort.
fn unwanted(name: &str, sort: Sort, wanted: Wanted, place: Span) -> Option<Diagnostic> {
    let is = match sort {
        Sort::System => "a system",
        Sort::House => "an overlay",
        Sort::Scene => "a scene",
    };
    let (wants, help) = match (wanted, sort) {
        (Wanted::Anything, _)
        | (Wanted::System, Sort::System)
        | (Wanted::House, Sort::House)
        | (Wanted::SystemOrScene, Sort::System | Sort::Scene) => return None,
        (Wanted::System | Wanted::SystemOrScene, Sort::House) => ("a system", format!("write `use house \"{name}\"`")),
        (Wanted::System, Sort::Scene) => ("a system", format!("write `use \"{name}\"` for a file of a scene")),
        (Wanted::House, Sort::System) => ("an overlay", format!("write `use {name}`")),
        (Wanted::House, Sort::Scene) => ("an overlay", "an overlay begins with `house NAME extends SYSTEM`".to_owned()),
    };
    let message = format!("`{name}` is {is}, and {wants} is wanted here");
    Some(Diagnostic::error(codes::WRONG_FILE, place, message).help(help))
}

/// The line that uses a file as what it is, made from the line that took it for something else.
fn used_as(sort: Sort, written: &str) -> Option<String> {
    let name = written.strip_prefix("use")?.trim_start();
    match (sort, name.strip_prefix("house").map(str::trim_start)) {
        (Sort::House, None) => Some(format!("use house {name}")),
        (Sort::System, Some(name)) => Some(format!("use {name}")),
        _ => None,
    }
}

fn second_system(place: Span, first: Option<&(String, Span)>) -> Diagnostic {
    let complaint = Diagnostic::error(codes::WRONG_FILE, place, "this brings in a second system");
    match first {
        Some((_, declared)) => complaint.also(*declared, "the first is declared here"),
        None => complaint,
    }
    .help("a script has one system; change it with overlays")
}

fn too_long(name: &str, most: usize, place: Span) -> Diagnostic {
    let most = if most.is_multiple_of(1024) { format!("{} kB", most / 1024) } else { format!("{most} bytes") };
    let message = format!("`{name}` is longer than {most}");
    Diagnostic::error(codes::TOO_LARGE, place, message).help("split it, and join the parts with `use`")
}

/// The complaint about a circle, with every `use` that is part of it.
fn circle(name: &str, open: &[(String, Option<Span>)], span: Span) -> Diagnostic {
    let begin = open.iter().position(|(open, _)| open == name).unwrap_or(0);
    let between: Vec<&(String, Option<Span>)> = open.iter().skip(begin + 1).collect();
    let through: Vec<String> = between.iter().map(|(name, _)| format!("`{name}`")).collect();
    let message = match through.as_slice() {
        [] => format!("`{name}` uses itself"),
        some => format!("`{name}` uses itself through {}", some.join(", then ")),
    };
    let mut complaint = Diagnostic::error(codes::CIRCULAR_USE, span, message).here("here the circle closes");
    for (name, from) in between {
        if let Some(from) = from {
            complaint = complaint.also(*from, format!("which brings in `{name}`"));
        }
    }
    complaint.help("move what both need into a third file")
}

/// How a file is named without quotes, if it can be.
fn bare(name: &str) -> Option<String> {
    let stem = name.strip_suffix(".asz").unwrap_or(name);
    let is_word = |word: &str| word.starts_with(char::is_alphabetic) && word.chars().all(char::is_alphanumeric);
    stem.split('-').all(is_word).then(|| stem.replace('-', " "))
}

fn not_found(name: &str, names: &[String], span: Span) -> Diagnostic {
    let complaint = Diagnostic::error(codes::USE_NOT_FOUND, span, format!("there is no `{name}` to use"));
    // A file may be named without its ending.
    let bare = names.iter().filter_map(|name| name.strip_suffix(".asz").or_else(|| name.strip_suffix(FUNCTIONS)));
    match nearest::nearest(name, names.iter().map(String::as_str)).or_else(|| nearest::nearest(name, bare)) {
        Some(near) => complaint.help(format!("did you mean `{near}`?")),
        None if names.is_empty() => complaint.help("put the file beside this one"),
        None => complaint.help(format!("put the file beside this one, or use one of: {}", names.join(", "))),
    }
}
