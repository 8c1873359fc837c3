//! The table `[pack]` of an `assize.toml`: what a pack of house rules says of itself.

use std::ops::Range;
use std::path::Path;

use semver::{Version, VersionReq};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Diagnostics, clean, codes, nearest};
use crate::source::{SourceId, Span};

/// The name of the file.
pub(crate) const FILE: &str = "assize.toml";

/// The table of the file.
pub(crate) const TABLE: &str = "pack";

/// The table in which settings of the command line are, which is none of ours.
const SETTINGS: &str = "defaults";

/// Where the page of a pack is if nothing says so.
#[cfg(feature = "cli")]
pub(crate) const PAGE: &str = "README.md";

/// The keys, and what is written in the place of a value that does not fit.
const KEYS: [(&str, &str); 8] = [
    ("name", "\"old coast\""),
    ("version", "\"1.0.0\""),
    ("extends", "\"SYSTEM\""),
    ("rules", "[\"salt.asz\"]"),
    ("author", "\"Ada Oak\""),
    ("licence", "\"CC-BY-4.0\""),
    ("page", "\"README.md\""),
    ("needs", "{ \"salt air\" = \"1.2\" }"),
];

/// A name is read at a glance.
const LONGEST_NAME: usize = 60;

/// A word with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// Another pack that has to be in use, or this program, in a version that is good enough.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    pub(crate) what: Placed,
    pub(crate) version: VersionReq,
    /// As it is written.
    pub(crate) wanted: String,
}

/// What a pack says of itself.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only those who publish a pack look at all of it"))]
pub(crate) struct PackFile {
    /// Its name.
    pub(crate) name: Placed,
    /// Its version.
    pub(crate) version: Placed,
    /// The system that its rules extend.
    pub(crate) extends: Placed,
    /// The files of its rules, in the order in which they are used.
    pub(crate) rules: Vec<Placed>,
    /// Who wrote it.
    pub(crate) author: Option<Placed>,
    /// Under which licence others may use it.
    pub(crate) licence: Option<Placed>,
    /// The file of its page, if it is not the usual one.
    pub(crate) page: Option<Placed>,
    /// What it needs.
    pub(crate) needs: Vec<Need>,
}

/// What a file says of a pack; nothing if anything in it is wrong, which is told.
pub(super) fn read(source: SourceId, text: &str, sink: &mut Diagnostics) -> Option<PackFile> {
    let mut found = Diagnostics::default();
    let pack = described(source, text, &mut found);
    let is_wrong = found.has_errors();
    sink.extend(found);
    pack.filter(|_| !is_wrong)
}

/// The same, as far as it can be read at all.
pub(crate) fn described(source: SourceId, text: &str, sink: &mut Diagnostics) -> Option<PackFile> {
    let mut reading = Reading { source, found: sink };
    match DeTable::parse(text) {
        Ok(file) => reading.file(file.get_ref()),
        Err(error) => {
            let at = error.span().unwrap_or(0..text.len().min(1));
            reading.report(at, format!("this is not valid TOML: {}", error.message().replace('\n', ", ")), "");
            None
        }
    }
}

/// The system that a pack extends, as far as its description can be read.
pub(super) fn extended(text: &str) -> Option<String> {
    let file = DeTable::parse(text).ok()?;
    let DeValue::Table(pack) = file.get_ref().get(TABLE)?.get_ref() else { return None };
    if let DeValue::String(extends) = pack.get("extends")?.get_ref() { Some(extends.to_string()) } else { None }
}

/// What the table says; where anything is wrong, that is told.
#[cfg(feature = "cli")]
pub(crate) fn of_table(source: SourceId, table: &Spanned<DeValue<'_>>, sink: &mut Diagnostics) -> Option<PackFile> {
    Reading { source, found: sink }.pack(table)
}

/// Whether a file's name is one of house rules.
fn is_of_rules(file: &str) -> bool {
    matches!(Path::new(file).extension().and_then(|extension| extension.to_str()), Some("asz" | "rhai"))
}

struct Reading<'d> {
    source: SourceId,
    found: &'d mut Diagnostics,
}

impl Reading<'_> {
    fn report(&mut self, at: Range<usize>, message: String, help: &str) {
        let found = Diagnostic::error(codes::CONFIG, Span::new(self.source, at), message);
        self.found.push(if help.is_empty() { found } else { found.help(help) });
    }

    fn file(&mut self, file: &DeTable<'_>) -> Option<PackFile> {
        let mut pack = None;
        for (key, value) in file {
            match key.get_ref().as_ref() {
                TABLE => pack = Some(value),
                SETTINGS => {}
                other => {
                    let help = format!("a pack is described in `[{TABLE}]`, and settings belong in `[{SETTINGS}]`");
                    self.report(key.span(), format!("unknown entry `{other}`"), &help);
                }
            }
        }
        let Some(pack) = pack else {
            let help = format!("write `[{TABLE}]` with `name`, `version`, `extends` and `rules`");
            let found = Diagnostic::error(codes::PACK, Span::new(self.source, 0..0), "this does not describe a pack");
            self.found.push(found.help(help));
            return None;
        };
        self.pack(pack)
    }

    fn pack(&mut self, value: &Spanned<DeValue<'_>>) -> Option<PackFile> {
        let DeValue::Table(table) = value.get_ref() else {
            self.report(value.span(), format!("`{TABLE}` must be a table"), &format!("write `[{TABLE}]`"));
            return None;
        };
        for (key, _) in table {
            let name = key.get_ref().as_ref();
            if !KEYS.iter().any(|(known, _)| *known == name) {
                let known = KEYS.map(|(known, _)| known);
                let help = match nearest::nearest(name, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("a pack has {}", known.join(", ")),
                };
                self.report(key.span(), format!("a pack has no `{}`", clean::line(name)), &help);
            }
        }
        let (name, version) = (self.needed(table, "name", value), self.needed(table, "version", value));
        let (extends, rules) = (self.needed(table, "extends", value), self.rules(table, value));
        let (author, licence) = (self.text(table, "author"), self.text(table, "licence"));
        let (page, needs) = (self.text(table, "page"), self.needs(table));
        if let Some(name) = &name {
            self.check_name(name);
        }
        if let Some(version) = &version {
            self.check_version(version);
        }
        let (name, version, extends) = (name?, version?, extends?);
        Some(PackFile { name, version, extends, rules, author, licence, page, needs })
    }

    /// A text; one that says nothing is told.
    fn text(&mut self, table: &DeTable<'_>, key: &str) -> Option<Placed> {
        let value = table.get(key)?;
        self.placed(key, value)
    }

    fn placed(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Placed> {
        let instead = KEYS.iter().find(|(known, _)| *known == key).map_or("\"…\"", |(_, instead)| instead);
        let help = format!("write `{key} = {instead}`");
        match value.get_ref() {
            DeValue::String(text) if !text.trim().is_empty() => {
                Some(Placed { text: text.to_string(), span: Span::new(self.source, value.span()) })
            }
            DeValue::String(_) => {
                self.report(value.span(), format!("`{key}` is empty"), &help);
                None
            }
            DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => {
                self.report(value.span(), format!("`{key}` must be text"), &help);
                None
            }
        }
    }

    /// A text without which there is no pack.
    fn needed(&mut self, table: &DeTable<'_>, key: &str, pack: &Spanned<DeValue<'_>>) -> Option<Placed> {
        if !table.contains_key(key) {
            self.missing(key, pack);
            return None;
        }
        self.text(table, key)
    }

    fn missing(&mut self, key: &str, pack: &Spanned<DeValue<'_>>) {
        let instead = KEYS.iter().find(|(known, _)| *known == key).map_or("…", |(_, instead)| instead);
        let span = Span::new(self.source, pack.span());
        let found = Diagnostic::error(codes::PACK, span, format!("this pack has no `{key}`"));
        self.found.push(found.help(format!("add `{key} = {instead}`")));
    }

    fn check_name(&mut self, name: &Placed) {
        let is_one = name.text.chars().all(|letter| letter.is_alphanumeric() || " -'".contains(letter));
        if !is_one || name.text.chars().count() > LONGEST_NAME || name.text.trim() != name.text {
            let message =
                format!("`{}` cannot be the name of a pack", clean::short(&clean::line(&name.text), LONGEST_NAME));
            let help = format!("write words of letters and digits, at most {LONGEST_NAME} characters");
            self.report(name.span.range(), message, &help);
        }
    }

    fn check_version(&mut self, version: &Placed) {
        if Version::parse(&version.text).is_ok() {
            return;
        }
        let meant = version.text.trim().trim_start_matches(['v', 'V']);
        let longer = [meant.to_owned(), format!("{meant}.0"), format!("{meant}.0.0")];
        let help = match longer.into_iter().find(|longer| Version::parse(longer).is_ok()) {
            Some(meant) => format!("write `version = \"{meant}\"`"),
            None => "a version has three numbers, such as `1.2.0`: the first goes up when scenes may have to be \
                     changed, the second when something is added, the third when something is fixed"
                .to_owned(),
        };
        let found = Diagnostic::error(
            codes::PACK,
            version.span,
            format!("`{}` is not a version by semantic versioning", clean::line(&version.text)),
        );
        self.found.push(found.help(help));
    }

    fn rules(&mut self, table: &DeTable<'_>, pack: &Spanned<DeValue<'_>>) -> Vec<Placed> {
        let Some(value) = table.get("rules") else {
            self.missing("rules", pack);
            return Vec::new();
        };
        let DeValue::Array(values) = value.get_ref() else {
            self.report(value.span(), "`rules` must be a list".to_owned(), "write `rules = [\"salt.asz\"]`");
            return Vec::new();
        };
        if values.is_empty() {
            self.report(value.span(), "`rules` names no files".to_owned(), "write `rules = [\"salt.asz\"]`");
        }
        let rules: Vec<Placed> = values.iter().filter_map(|value| self.placed("rules", value)).collect();
        for rule in &rules {
            let is_inside =
                !rule.text.starts_with(['/', '\\']) && !rule.text.split(['/', '\\']).any(|step| step == "..");
            if !is_inside {
                let message = format!("`{}` is outside the pack", clean::line(&rule.text));
                self.report(rule.span.range(), message, "name a file in the folder of this `assize.toml`, or below it");
            } else if !is_of_rules(&rule.text) {
                let message = format!("`{}` is not the name of a house rule's file", clean::line(&rule.text));
                self.report(rule.span.range(), message, "house rules are in files that end in `.asz` or `.rhai`");
            }
        }
        rules
    }

    fn needs(&mut self, table: &DeTable<'_>) -> Vec<Need> {
        let Some(value) = table.get("needs") else { return Vec::new() };
        let DeValue::Table(all) = value.get_ref() else {
            self.report(
                value.span(),
                "`needs` must be a table".to_owned(),
                "write `needs = { \"salt air\" = \"1.2\" }`",
            );
            return Vec::new();
        };
        let mut needs = Vec::new();
        for (what, version) in all {
            let what = Placed { text: what.get_ref().to_string(), span: Span::new(self.source, what.span()) };
            let Some(wanted) = self.placed("needs", version) else { continue };
            if let Ok(version) = VersionReq::parse(&wanted.text) {
                needs.push(Need { what, version, wanted: wanted.text });
            } else {
                let message = format!("`{}` is not a version", clean::line(&wanted.text));
                let help = "write the lowest that is enough, such as `1.2`; the next first number is not";
                self.report(wanted.span.range(), message, help);
            }
        }
        needs
    }
}
