//! Scripts in files: the one being run, and those beside it.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::engine::{Engine, LONGEST_FILE, Library, LoadError, Loaded, PACK_FILE, file_stem};

use super::inside::Inside;
use super::paths::readable;
use super::seen::Seen;

/// No more scripts of a folder are looked at for the one that was meant.
const MOST_NAMES: usize = 200;

/// An engine that looks in `library`, and reads house rules in every language this program knows.
pub(super) fn engine(library: impl Library + 'static) -> Engine {
    let engine = Engine::with(library);
    #[cfg(feature = "rhai")]
    let engine = engine.functions_by(crate::hook_rhai::reader(crate::engine::Limits::default()));
    engine
}

/// The mark some editors put before a text.
pub(super) const MARK: &str = "\u{feff}";

/// The text of the file in hand; `-` is the input.
pub(super) fn read(path: &Path) -> Result<String, Diagnostic> {
    read_as_it_is(path).map(unmarked)
}

/// The same, with the mark that may stand before it.
pub(super) fn read_as_it_is(path: &Path) -> Result<String, Diagnostic> {
    let bytes = if path == Path::new("-") { bytes_of(io::stdin().lock()) } else { open(path).and_then(bytes_of) };
    let shown = readable(path);
    match bytes {
        Err(_) if path.is_dir() => Err(unreadable(format!("`{shown}` is a folder"), "name a file in it")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
            let missing = match folder {
                Some(folder) => format!("there is no folder `{}`", readable(folder)),
                None => format!("there is no file `{shown}`"),
            };
            let help = script_like(path).map(|near| format!("did you mean `{near}`?"));
            Err(unreadable(missing, &help.unwrap_or_else(|| "check the spelling and the current folder".to_owned())))
        }
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            let file = path.parent().map(readable).unwrap_or_default();
            Err(unreadable(format!("`{file}` is a file, and not a folder"), "name the folder"))
        }
        Err(error) => Err(Diagnostic::placeless(codes::UNREADABLE, format!("`{shown}` cannot be read: {error}"))),
        Ok(bytes) if bytes.len() > LONGEST_FILE => Err(too_long(path)),
        Ok(bytes) => text(bytes).map_err(|line| {
            let message = format!("`{shown}` is not UTF-8 text: line {line} contains an invalid byte");
            Diagnostic::placeless(codes::NOT_UTF8, message).help("save it as UTF-8 in your editor")
        }),
    }
}

/// The script in the same folder whose name was probably meant: with its ending, or spelt a little differently.
fn script_like(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names = fs::read_dir(folder).ok()?.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let names: Vec<String> = names.filter(|name| name.strip_suffix(".asz").is_some()).take(MOST_NAMES).collect();
    let wanted = path.file_name()?.to_str()?;
    let whole = names.iter().find(|name| name.strip_suffix(".asz") == Some(wanted)).map(String::as_str);
    let near = whole.or_else(|| nearest::nearest(wanted, names.iter().map(String::as_str)))?;
    Some(readable(path.with_file_name(near)))
}

fn unreadable(message: String, help: &str) -> Diagnostic {
    Diagnostic::placeless(codes::UNREADABLE, message).help(help)
}

fn too_long(path: &Path) -> Diagnostic {
    let message = format!("`{}` is longer than {} kB", readable(path), LONGEST_FILE / 1024);
    Diagnostic::placeless(codes::TOO_LARGE, message).help("split it into files and bring them in with `use`")
}

/// A folder can be opened on some systems, but never read.
fn open(path: &Path) -> io::Result<File> {
    if path.is_dir() {
        return Err(io::Error::other("is a folder"));
    }
    File::open(path)
}

/// All bytes, but hardly more than are allowed: some files never end.
fn bytes_of(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(LONGEST_FILE).unwrap_or(u64::MAX);
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text; or the line that is not text.
fn text(bytes: Vec<u8>) -> Result<String, usize> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        error.as_bytes().iter().take(valid).filter(|byte| **byte == b'\n').count() + 1
    })
}

/// The text without the mark that may stand before it.
fn unmarked(text: String) -> String {
    text.strip_prefix(MARK).map(str::to_owned).unwrap_or(text)
}

/// The name by which messages call a file; two spellings of one path have one name.
pub(super) fn name(path: &Path) -> String {
    let mut tidy = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(tidy.components().next_back(), Some(Component::Normal(_))) => {
                tidy.pop();
            }
            other => tidy.push(other),
        }
    }
    tidy.to_string_lossy().into_owned()
}

/// What a page is of: the scene by the name of its file, as people write names, wherever that lies.
pub(super) fn title(file: &Path) -> String {
    let words = file.file_stem().map(|stem| stem.to_string_lossy().replace(['-', '_'], " "));
    words.filter(|words| !words.trim().is_empty()).unwrap_or_else(|| name(file))
}

/// The folder of the script that uses something.
fn beside(user: Option<&str>) -> &Path {
    user.map(Path::new).and_then(Path::parent).unwrap_or(Path::new(""))
}

/// The text of a file that `use` names; if it is held to a folder, one that lies there when it is read.
pub(super) fn text_of(path: &Path, within: Option<&Inside>) -> Result<String, LoadError> {
    let unread = |error: io::Error| LoadError::Unreadable(error.to_string());
    let file = open(path).map_err(unread)?;
    if let Some(within) = within
        && !within.holds(&file, path).map_err(unread)?
    {
        return Err(LoadError::NotFound);
    }
    let bytes = bytes_of(file).map_err(unread)?;
    text(bytes).map(unmarked).map_err(|_| LoadError::NotText)
}

/// The names of the scripts in a folder, and of the files of functions.
pub(super) fn scripts_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join(".")).into_iter().flatten().flatten();
    let is_used = |extension: &OsStr| extension == "asz" || extension == "rhai";
    let is_file = |entry: &DirEntry| entry.file_type().is_ok_and(|sort| sort.is_file() || sort.is_symlink());
    let scripts = entries.filter(|entry| entry.path().extension().is_some_and(is_used) && is_file(entry));
    let mut names: Vec<String> = scripts.filter_map(|entry| entry.file_name().into_string().ok()).take(100).collect();
    names.sort();
    names
}

/// The descriptions of the packs of house rules in a folder.
pub(super) fn packs_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join(".")).into_iter().flatten().flatten();
    let described = entries.filter(|entry| entry.path().join(PACK_FILE).is_file());
    let names = described.filter_map(|entry| Some(format!("{}/{PACK_FILE}", entry.file_name().into_string().ok()?)));
    let mut names: Vec<String> = names.take(100).collect();
    names.sort();
    names
}

/// The files that are named, and of each folder the scripts in it and in the folders within, by their names. What is hidden is
/// left out, and no link is followed: it could lead back, or to files of somebody else.
pub(super) fn scripts(named: &[PathBuf]) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        gather(path, &mut files)?;
        if files.len() == before {
            let message = format!("there are no scripts in the folder `{}`", readable(path));
            return Err(unreadable(message, "script names end in `.asz`"));
        }
    }
    // A file may be named, and lie in a folder that is named too.
    let mut known = BTreeSet::new();
    files.retain(|file| known.insert(name(file)));
    Ok(files)
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Diagnostic> {
    let unread = |error: io::Error| {
        Diagnostic::placeless(codes::UNREADABLE, format!("the folder `{}` cannot be read: {error}", readable(folder)))
    };
    let mut entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<DirEntry>>>).map_err(unread)?;
    entries.sort_by_key(DirEntry::file_name);
    for entry in entries.into_iter().filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b".")) {
        // What is in the folder one is in is called by its name alone.
        let path = if folder == Path::new(".") { entry.file_name().into() } else { entry.path() };
        let sort = entry.file_type().map_err(unread)?;
        if sort.is_dir() {
            gather(&path, files)?;
        } else if sort.is_file() && path.extension() == Some(OsStr::new("asz")) {
            files.push(path);
        }
    }
    Ok(())
}

/// The files beside the script that uses them. A script may go out of its folder with `..` and through links, unless it is held
/// within one.
#[derive(Clone, Debug, Default)]
pub(super) struct Folder {
    within: Option<Inside>,
    /// Where else names are looked for.
    further: Vec<PathBuf>,
    /// Where it is noted what was read, if somebody wants to know.
    seen: Option<Seen>,
}

impl Folder {
    /// With nothing outside of this folder, whatever leads there.
    pub(super) fn within(folder: &Path) -> Result<Self, Diagnostic> {
        Ok(Self { within: Some(Inside::of(folder)?), ..Self::default() })
    }

    /// With these folders as well, for what is not in that of the script.
    pub(super) fn look_in(&mut self, folders: &[PathBuf]) {
        self.further.extend_from_slice(folders);
    }

    /// Notes there what is read from now on.
    pub(super) fn note_in(&mut self, seen: &Seen) {
        self.seen = Some(seen.clone());
    }

    /// Notes what a file holds that is not looked for as scripts look for others: the one in hand. Without a text it could not be read.
    pub(super) fn note(&self, file: &Path, text: Option<&str>) {
        if let Some(seen) = self.seen.as_ref().filter(|_| file != Path::new("-")) {
            seen.note(file, text);
        }
    }

    /// The text at a place, if there is a file; `shown` is what messages call it.
    fn text_at(&self, place: &Path, shown: &Path) -> Result<Loaded, LoadError> {
        let found = text_at(place, shown, self.within.as_ref());
        self.note(place, found.as_ref().ok().map(|loaded| loaded.text.as_str()));
        found
    }

    /// Where a name leads from a folder, if scripts may read what is there. What they may not read is refused by where it would
    /// be, whether it is there or not.
    fn place(&self, beside: &Path, name: &Path) -> Result<PathBuf, LoadError> {
        let path = beside.join(name);
        let Some(within) = &self.within else { return Ok(path) };
        let is_bare = matches!(name.components().collect::<Vec<_>>().as_slice(), [Component::Normal(_)]);
        match within.leads_to(beside, name) {
            Some(place) => Ok(place),
            // A person may run a script that lies outside: beside it everything is looked for that it could mean.
            None if is_bare && !within.encloses(beside) && !path.is_file() => Err(LoadError::NotFound),
            None => Err(outside(within)),
        }
    }
}

fn outside(within: &Inside) -> LoadError {
    let named = readable(within.named());
    LoadError::Unreadable(format!("it is outside `{named}`, and `--within` allows no other files"))
}

/// The text at a place, if there is a file; `shown` is what messages call it.
fn text_at(place: &Path, shown: &Path, within: Option<&Inside>) -> Result<Loaded, LoadError> {
    match fs::metadata(place) {
        Ok(found) if found.is_file() => Ok(Loaded { name: name(shown), text: text_of(place, within)? }),
        Ok(found) if !found.is_dir() => Err(LoadError::Unreadable("it is not a regular file".to_owned())),
        Ok(_) | Err(_) => Err(LoadError::NotFound),
    }
}

impl Library for Folder {
    fn load(&self, name: &str, relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        if Path::new(name).is_absolute() {
            return Err(LoadError::NotFound);
        }
        let bare = format!("{}.asz", file_stem(name));
        let folders = [beside(relative_to)].into_iter().chain(self.further.iter().map(PathBuf::as_path));
        for (folder, name) in folders.flat_map(|folder| [(folder, name), (folder, bare.as_str())]) {
            let place = self.place(folder, Path::new(name));
            match place.and_then(|place| self.text_at(&place, &folder.join(name))) {
                Err(LoadError::NotFound) => {}
                found => return found,
            }
        }
        Err(LoadError::NotFound)
    }

    fn names(&self, relative_to: Option<&str>) -> Vec<String> {
        let folders = [beside(relative_to)].into_iter().chain(self.further.iter().map(PathBuf::as_path));
        let named = folders.flat_map(|folder| {
            let mut names = [scripts_in(folder), packs_in(folder)].concat();
            // A link that leads nowhere is no file either.
            names.retain(|name| self.place(folder, Path::new(name)).is_ok_and(|place| place.is_file()));
            names
        });
        named.collect()
    }
}

/// Files that a person has named by their whole path, in a session or on the command line.
pub(super) struct Typed(pub(super) Folder);

impl Library for Typed {
    fn load(&self, name: &str, relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        let path = Path::new(name);
        if !path.is_absolute() || !relative_to.is_some_and(|user| user.starts_with("entry ")) {
            return Err(LoadError::NotFound);
        }
        match self.0.within.as_ref().and_then(|within| within.file(path)) {
            Some(place) => self.0.text_at(&place, path),
            None => self.0.text_at(&self.0.place(Path::new(""), path)?, path),
        }
    }

    fn names(&self, _relative_to: Option<&str>) -> Vec<String> {
        Vec::new()
    }
}
