//! What is said when a `use` cannot be followed.

use std::path::Path;

use super::functions::Complaint;
use super::library::{LoadError, bare_name};
use super::sorts::{FUNCTIONS, Sort, Wanted};
use crate::diagnostic::{Diagnostic, Fix, codes, nearest};
use crate::shared_text::SharedText;
use crate::source::{SourceId, SourceMap, Span};

/// No more systems than this are listed.
const MOST_LISTED: usize = 15;

/// The complaint about a file of the wrong sort.
pub(super) fn unwanted(name: &str, sort: Sort, wanted: Wanted, place: Span) -> Option<Diagnostic> {
    let is = match sort {
        Sort::System => "a system",
        Sort::House => "a house rule",
        Sort::Scene => "a scene",
    };
    let (wants, help) = match (wanted, sort) {
        (Wanted::Anything | Wanted::Sheet | Wanted::Pack, _)
        | (Wanted::System, Sort::System)
        | (Wanted::House, Sort::House)
        | (Wanted::SystemOrScene, Sort::System | Sort::Scene) => return None,
        (Wanted::System | Wanted::SystemOrScene, Sort::House) => ("a system", format!("write `use house \"{name}\"`")),
        (Wanted::System, Sort::Scene) => ("a system", format!("write `use \"{name}\"` for a scene")),
        (Wanted::House, Sort::System) => ("a house rule", format!("write `use {name}`")),
        (Wanted::House, Sort::Scene) => (
            "a house rule",
            format!("write `use \"{name}\"` for a scene; a house rule begins with `house NAME extends SYSTEM`"),
        ),
    };
    let message = format!("{wants} is needed here, but `{name}` is {is}");
    Some(Diagnostic::error(codes::WRONG_FILE, place, message).help(help))
}

/// A text that is shipped is used, and one's own by the same name is not.
pub(super) fn not_ones_own(name: &str, own: &str, place: Span) -> Diagnostic {
    let message = format!("this is the `{name}` that comes with the program, and not your own file `{own}`");
    Diagnostic::warning(codes::WRONG_FILE, place, message).help(format!(
        "for your own file, write `\"{own}\"` in quotes; for the one that comes with the program, rename your own file"
    ))
}

/// The line that uses a file as what it is, made from the line that took it for something else.
pub(super) fn used_as(sort: Sort, written: &str) -> Option<String> {
    let name = written.strip_prefix("use")?.trim_start();
    match (sort, name.strip_prefix("house").map(str::trim_start)) {
        (Sort::House, None) => Some(format!("use house {name}")),
        (Sort::System, Some(name)) => Some(format!("use {name}")),
        _ => None,
    }
}

pub(super) fn second_system(place: Span, first: Option<&(SharedText, Span)>) -> Diagnostic {
    let complaint = Diagnostic::error(codes::WRONG_FILE, place, "this brings in a second system");
    match first {
        Some((_, declared)) => complaint.also(*declared, "the first system is declared here"),
        None => complaint,
    }
    .help("a script uses one system, and house rules can change it; at the prompt, `:reset` begins a page for another one")
}

pub(super) fn too_long(name: &str, most: usize, place: Span) -> Diagnostic {
    let most = if most.is_multiple_of(1024) { format!("{} kB", most / 1024) } else { format!("{most} bytes") };
    let message = format!("`{name}` is longer than {most}");
    Diagnostic::error(codes::TOO_LARGE, place, message).help("split it into files and bring them in with `use`")
}

/// A sheet that is used as if it were a script.
pub(super) fn sheet_as_script(name: &str, place: Span) -> Diagnostic {
    let message = format!("a script is needed here, but `{name}` is a sheet");
    let as_sheet = format!("use sheet \"{name}\"");
    let found = Diagnostic::error(codes::WRONG_FILE, place, message).help(format!("write `{as_sheet}`"));
    found.fix(Fix::sure(place, as_sheet))
}

/// What a library has, and cannot hand over.
pub(super) fn unreadable(name: &str, error: LoadError, span: Span) -> Diagnostic {
    match error {
        LoadError::NotText => Diagnostic::error(codes::NOT_UTF8, span, format!("`{name}` is not UTF-8 text"))
            .help("save it as UTF-8 in your editor"),
        LoadError::Unreadable(why) => {
            Diagnostic::error(codes::UNREADABLE, span, format!("`{name}` cannot be read: {why}"))
        }
        LoadError::NotFound => not_found(name, (&[], &[]), span),
    }
}

/// The complaint about a circle, with every `use` that is part of it.
pub(super) fn circle(name: &str, open: &[(String, Option<Span>)], span: Span) -> Diagnostic {
    let begin = open.iter().position(|(open, _)| open == name).unwrap_or(0);
    let between: Vec<&(String, Option<Span>)> = open.iter().skip(begin + 1).collect();
    let through: Vec<String> = between.iter().map(|(name, _)| format!("`{name}`")).collect();
    let message = match through.as_slice() {
        [] => format!("`{name}` uses itself"),
        some => format!("`{name}` uses itself through {}", some.join(", then ")),
    };
    let mut complaint = Diagnostic::error(codes::CIRCULAR_USE, span, message).here("this closes the circle");
    for (name, from) in between {
        if let Some(from) = from {
            complaint = complaint.also(*from, format!("this brings in `{name}`"));
        }
    }
    complaint.help("move what both files need into a third file")
}

/// The remark on a text that uses a file twice.
pub(super) fn used_twice(name: &str, span: Span, first: Span) -> Diagnostic {
    let message = format!("`{name}` is already in use: this line changes nothing");
    let complaint = Diagnostic::warning(codes::USED_AGAIN, span, message).also(first, "it is used here");
    complaint.help("remove one of the two lines")
}

/// The complaint about an entry of a session that uses what an earlier one has brought in.
pub(super) fn used_again(name: &str, span: Span, since: Option<u64>, is_scene: bool) -> Diagnostic {
    let since = since.map_or_else(String::new, |entry| format!(", since entry {entry}"));
    let message = format!("`{name}` is already in use{since}: this line changes nothing");
    let help = if is_scene {
        "a file runs once per page: undo what came after it (`:undo`) to play it again, or enter its lines one \
         by one"
    } else {
        "omit this line; a changed file is reloaded automatically with your next entry"
    };
    Diagnostic::error(codes::USED_AGAIN, span, message).help(help)
}

/// `use` finds nothing; where the name was probably mistyped, the other one can be written over it.
pub(super) fn missing(
    sources: &SourceMap,
    (name, names, systems): (&str, Vec<String>, &[String]),
    span: Span,
) -> Diagnostic {
    let complaint = not_found(name, (&names, systems), span);
    let Some((place, quoted)) = within(sources, span, name) else { return complaint };
    let names = if quoted { names } else { names.iter().filter_map(|name| bare_name(name)).collect() };
    let near = nearest::guess(name, names.iter().map(String::as_str));
    near.map(|near| near.fix(place)).into_iter().fold(complaint, Diagnostic::fix)
}

/// A pack that is used as if it were one house rule.
pub(super) fn is_pack(sources: &SourceMap, name: &str, place: Span) -> Diagnostic {
    let found =
        Diagnostic::error(codes::WRONG_FILE, place, format!("a house rule is needed here, but `{name}` is a pack"));
    let as_pack = format!("use house pack \"{name}\"");
    let found = found.help(format!("write `{as_pack}`"));
    if sources.slice(place).starts_with("use") { found.fix(Fix::sure(place, as_pack)) } else { found }
}

/// Where a name stands in the line that uses it, and whether in quotes.
fn within(sources: &SourceMap, span: Span, name: &str) -> Option<(Span, bool)> {
    let written = sources.slice(span);
    let at = written.rfind(name)?;
    let start = span.range().start + at;
    Some((Span::new(span.source, start..start + name.len()), written.get(..at)?.ends_with('"')))
}

/// The complaint about a file or a system that nobody has.
fn not_found(name: &str, (names, systems): (&[String], &[String]), span: Span) -> Diagnostic {
    let complaint = Diagnostic::error(codes::USE_NOT_FOUND, span, format!("there is no `{name}` to use"));
    if Path::new(name).is_absolute() {
        return complaint.help("paths are relative to the script's own folder: write one such as `../NAME.asz`");
    }
    // A file may be named without its ending.
    let bare = names.iter().filter_map(|name| name.strip_suffix(".asz").or_else(|| name.strip_suffix(FUNCTIONS)));
    match nearest::guess(name, names.iter().map(String::as_str)).or_else(|| nearest::guess(name, bare)) {
        Some(near) => complaint.help(near.question()),
        None if names.is_empty() => complaint.help("check the name, and the folder that the file is in"),
        None if !systems.is_empty() => complaint
            .help(format!("the systems are {}; or check the folder that the file is in", few_of(name, systems))),
        None => complaint.help(format!(
            "check the name, and the folder that the file is in, or use one of: {}",
            some_of(name, names)
        )),
    }
}

/// All names, where they are not too many.
fn few_of(name: &str, names: &[String]) -> String {
    if names.len() > MOST_LISTED { some_of(name, names) } else { names.join(", ") }
}

/// The five names that are most like this one, and how many others there are.
fn some_of(name: &str, names: &[String]) -> String {
    let told = nearest::most_alike(name, names, 5);
    match names.len() - told.len() {
        0 => told.join(", "),
        others => format!("{} (and {others} more)", told.join(", ")),
    }
}

/// A `use` below lines for which it counts as well.
pub(super) fn use_below(place: Span, above: Span) -> Diagnostic {
    Diagnostic::warning(codes::USE_BELOW, place, "this `use` also affects the lines above it")
        .also(above, "the first of them")
        .help("move it to the top of the file")
}

/// What is wrong in a file of functions, at its own place.
pub(super) fn misread(complaint: Complaint, id: SourceId, span: Span) -> Diagnostic {
    let found = match complaint.place {
        Some(place) => Diagnostic::error(codes::HOUSE, Span::new(id, place), complaint.message),
        None => Diagnostic::error(codes::HOUSE, span, complaint.message),
    };
    match complaint.help {
        Some(help) => found.help(help),
        None => found,
    }
}
