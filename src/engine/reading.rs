//! Reads texts, and keeps what is known of them meanwhile: which were read, where they are used, and how much room is left.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::functions::ReadFunctions;
use super::library::{Library, LoadError, Loaded};
use super::limits::Limits;
use super::packs::Needed;
use super::pages::Sheets;
use super::sheet_file;
use super::sorts::Wanted;
use super::systems::Systems;
use super::texts::{Lookup, Texts, UsedAgain};
use super::use_errors::{misread, too_long, unreadable, used_twice};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::HouseFunction;
use crate::shared_text::SharedText;
use crate::source::{Source, SourceId, SourceKind, Span};
use crate::syntax::ast;

/// So many bytes are read in a step.
const BYTES_A_STEP: usize = 16;

/// What is known while texts are read.
pub(super) struct Loader<'l> {
    pub(super) libraries: &'l [Arc<dyn Library>],
    pub(super) systems: &'l Systems,
    pub(super) functions: Option<&'l ReadFunctions>,
    pub(super) limits: Limits,
    pub(super) texts: Texts,
    /// The files between the one in hand and the one being read, with the `use` that led to each.
    pub(super) open: Vec<(String, Option<Span>)>,
    pub(super) seen: BTreeSet<String>,
    /// Where each text uses a file for the first time.
    pub(super) used: BTreeMap<(SourceId, String), Span>,
    /// The text in hand that was the first to bring in a file.
    pub(super) brought: BTreeMap<String, SourceId>,
    /// The text that was entered last.
    pub(super) in_hand: SourceId,
    /// So many bytes were read, without those of shipped files.
    pub(super) read: usize,
    /// So many of them are texts in hand.
    pub(super) entered: usize,
    /// The system's name and where it is declared.
    pub(super) system: Option<(SharedText, Span)>,
    pub(super) sheets: Sheets,
    /// What packs need.
    pub(super) needed: Vec<Needed>,
}

impl Loader<'_> {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.texts.sink.push(diagnostic);
    }

    /// How the text that is open names a file in its folder or below it.
    pub(super) fn as_used<'n>(&self, name: &'n str) -> &'n str {
        let folder = self.open.last().and_then(|(user, _)| user.rfind(['/', '\\']).map(|end| &user[..=end]));
        folder.and_then(|folder| name.strip_prefix(folder)).unwrap_or(name)
    }

    /// Whether there is room for a text, and whether the reading has not been called off.
    pub(super) fn may_read(&mut self, source: &Source, from: Option<Span>) -> bool {
        let (length, most) = (source.text.len(), self.limits.source);
        if source.kind != SourceKind::Shipped {
            self.read += length;
        }
        let place = from.unwrap_or_default();
        if self.read > most {
            let message = format!("the files of this script are longer than {most} bytes in all");
            self.report(Diagnostic::error(codes::TOO_LARGE, place, message).help("use fewer or shorter files"));
            return false;
        }
        match self.texts.allowance.spend((length / BYTES_A_STEP) as u64) {
            Ok(()) => true,
            Err(why) => {
                self.report(Diagnostic::exhausted(why, place));
                false
            }
        }
    }

    /// Parses a text. Files of systems are cached for other scripts, which then speak of the same places in them.
    pub(super) fn parse(&mut self, source: Source, wanted: Wanted) -> (SourceId, Arc<ast::File>) {
        let Texts { sources, sink, .. } = &mut self.texts;
        match wanted {
            Wanted::System | Wanted::House | Wanted::Pack => {
                let parsed = self.systems.parse(sources.next_of_system(), source);
                sink.extend(parsed.found);
                (sources.add_of_system(parsed.source), parsed.file)
            }
            Wanted::Anything | Wanted::SystemOrScene | Wanted::Sheet => {
                let source = Arc::new(source);
                let id = sources.add_source(Arc::clone(&source));
                let read = if wanted == Wanted::Sheet { sheet_file::read } else { crate::syntax::parse };
                (id, Arc::new(read(id, &source.text, sink)))
            }
        }
    }

    /// Notes what a library had; what is shipped never changes.
    pub(super) fn note_read(&mut self, library: usize, (name, user): (&str, Option<&str>), found: &Loaded) {
        if library > 0 {
            let (name, user, found) = (name.to_owned(), user.map(str::to_owned), found.clone());
            self.texts.read.push(Lookup { library, name, user, found });
        }
    }

    /// Reads functions; `span` is where they are asked for.
    pub(super) fn functions(&mut self, loaded: Loaded, span: Span) {
        let Loaded { name, text } = loaded;
        if self.seen.contains(&name) {
            return self.again(&name, span);
        }
        if self.is_full() {
            return self.too_many(span);
        }
        self.seen.insert(name.clone());
        self.note_use(&name, span);
        let Some(read) = self.functions else {
            let message = format!("`{name}` is written in a language that this program does not read");
            return self.report(Diagnostic::error(codes::WRONG_FILE, span, message));
        };
        if text.len() > self.limits.file {
            return self.report(too_long(&name, self.limits.file, span));
        }
        let source = Source::new(SourceKind::File, name.clone(), text.clone());
        let id = self.texts.sources.next_of_system();
        self.texts.sources.add_of_system(source);
        let functions = match read(&name, &text) {
            Ok(functions) => functions,
            Err(complaint) => return self.report(misread(complaint, id, span)),
        };
        let declared = functions.declared().into_iter().enumerate();
        self.texts.system.functions.extend(declared.map(|(at, declared)| HouseFunction {
            house: name.clone(),
            name: declared.name,
            parameters: declared.parameters,
            span: Span::new(id, declared.place),
            is_helper: declared.is_helper,
            written: functions.written(at).in_text(id),
            signature: None,
        }));
        self.texts.houses.put(name, Arc::from(functions));
    }

    /// Whether no more files can be used. A page counts as one.
    pub(super) fn is_full(&self) -> bool {
        self.seen.len() + 1 >= self.limits.files + self.entered
    }

    pub(super) fn too_many(&mut self, span: Span) {
        let message = format!("this script and the files it uses are more than {} files in all", self.limits.files);
        self.report(Diagnostic::error(codes::TOO_LARGE, span, message));
    }

    /// Notes that a file is used here for the first time.
    pub(super) fn note_use(&mut self, name: &str, span: Span) {
        if !span.range().is_empty() {
            self.used.insert((span.source, name.to_owned()), span);
        }
        self.brought.insert(name.to_owned(), self.in_hand);
    }

    /// A file that is used once more happens only if it has not happened yet. Files may build on the same one; a text that
    /// uses one twice has a line without an effect, and so may one that is entered.
    pub(super) fn again(&mut self, name: &str, span: Span) {
        if self.sheets.acts_now(name, self.entered.saturating_sub(1), &mut self.texts.scene.scenes) {
            return;
        }
        // A file of functions beside a script is used by its whole text.
        if span.range().is_empty() {
            return;
        }
        if let Some(first) = self.used.insert((span.source, name.to_owned()), span) {
            self.report(used_twice(name, span, first));
        }
        if span.source == self.in_hand {
            let is_scene = self.sheets.scenes.iter().any(|sheet| sheet.name == name);
            let since = self.brought.get(name).copied();
            self.texts.again.push(UsedAgain { span, name: name.to_owned(), since, is_scene });
        }
    }

    pub(super) fn unreadable(&mut self, name: &str, error: LoadError, span: Span) {
        self.report(unreadable(name, error, span));
    }
}
