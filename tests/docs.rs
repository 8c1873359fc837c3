//! The documentation runs: its scripts hold, its commands print what the page shows, its links lead somewhere.
//!
//! A block marked `asz` is a whole script: it must compile without a remark, and its expectations must hold. Further words
//! after a comma: `file=NAME` also writes it into the page's folder, so that later blocks of the page can use it; `fragment` is only
//! read, not compiled; `refused` must be refused; `remarked` is right, but something of it has to be remarked on; `untidy` is not in
//! the layout of `assize fmt`. A block marked `rhai` is a text of functions: it must be read by the house rules' reader, and takes
//! `file=NAME` and `refused` as well. A block marked `console` holds commands after `$ assize ` and what they print; they run in the
//! page's folder, or at the root of the project with `console,root`. A command may also begin with `$ python3 `, where a page converts
//! something. A block marked `json`, `toml` or `python` with `file=NAME` is written into that folder; one marked `text,file=NAME` is what a
//! command before it has written into that file.
//!
//! Scripts stand in the layout of `assize fmt`. After a change, `WRITE_DOCS=1 cargo test --test docs` writes what the commands print now
//! into the pages, and scripts in that layout.
#![cfg(all(feature = "cli", feature = "rhai"))]

#[path = "shared/folder.rs"]
mod folder;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assize::diagnostic::Diagnostics;
use assize::diagnostic::codes::Code;
use assize::engine::{Encounter, Engine, Shelf};
use assize::language_service::formatted;
use assize::source::SourceMap;
use assize::syntax;

/// A fenced block of a page.
struct Block {
    /// Line of the opening fence, from 1.
    line: usize,
    /// The words after the fence, at commas.
    marks: Vec<String>,
    /// What stands in it.
    text: String,
}

impl Block {
    fn is(&self, language: &str) -> bool {
        self.marks.first().is_some_and(|mark| mark == language)
    }

    fn has(&self, mark: &str) -> bool {
        self.marks.iter().any(|found| found == mark)
    }

    fn file(&self) -> Option<&str> {
        self.marks.iter().find_map(|mark| mark.strip_prefix("file="))
    }
}

/// A page of the documentation.
struct Page {
    path: PathBuf,
    text: String,
}

impl Page {
    fn name(&self) -> String {
        let root = root();
        self.path.strip_prefix(&root).unwrap_or(&self.path).display().to_string()
    }

    fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut inside = false;
        for (number, line) in (1..).zip(self.text.lines()) {
            match (line.strip_prefix("```"), inside) {
                (Some(marks), false) => {
                    let marks = marks.split(',').map(|mark| mark.trim().to_owned()).collect();
                    blocks.push(Block { line: number, marks, text: String::new() });
                    inside = true;
                }
                (Some(_), true) => inside = false,
                (None, true) => {
                    let block = blocks.last_mut().expect("a block was opened");
                    block.text.push_str(line);
                    block.text.push('\n');
                }
                (None, false) => {}
            }
        }
        blocks
    }

    /// Where the page's commands run: a folder of its own.
    fn folder(&self) -> PathBuf {
        let name = self.name().replace(['/', '.'], "-");
        folder::empty(Path::new("docs").join(name))
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All pages below a folder.
fn gather(folder: &Path, pages: &mut Vec<Page>) {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            gather(&path, pages);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            let text = fs::read_to_string(&path).expect("it can be read");
            pages.push(Page { path, text });
        }
    }
}

fn pages() -> Vec<Page> {
    let mut pages = Vec::new();
    gather(&root().join("docs"), &mut pages);
    for name in ["README.md", "CHANGELOG.md"] {
        let path = root().join(name);
        let text = fs::read_to_string(&path).expect("it can be read");
        pages.push(Page { path, text });
    }
    pages
}

/// What is wrong with a script of a page, if anything.
fn complaint(block: &Block, name: &str, shelf: &Shelf) -> Option<String> {
    if block.has("fragment") {
        let (mut sources, mut sink) = (SourceMap::default(), Diagnostics::default());
        let id = sources.add(name, &block.text);
        syntax::parse(id, &block.text, &mut sink);
        return sink.has_errors().then(|| format!("{:?}", sink.iter().map(|found| &found.message).collect::<Vec<_>>()));
    }
    let engine = Engine::with(shelf.clone());
    let engine = engine.functions_by(assize::hook_rhai::reader(assize::engine::Limits::default()));
    let compiled = engine.compile(name, &block.text);
    match (compiled, block.has("refused")) {
        (Err(_), true) => None,
        (Ok(_), true) => Some("this was to be refused, but it compiles".to_owned()),
        (Err(failure), false) => Some(failure.to_string()),
        (Ok(encounter), false) => {
            let report = encounter.test();
            let failures = report.tested.iter().flat_map(|tested| &tested.failures);
            let mut told: Vec<String> = failures.map(|failure| failure.message.clone()).collect();
            match (remarks(&encounter), block.has("remarked")) {
                (found, true) if found.is_empty() => told.push("nothing of this is remarked on".to_owned()),
                (_, true) => {}
                (found, false) => told.extend(found),
            }
            (!told.is_empty()).then(|| told.join("\n"))
        }
    }
}

/// What is remarked on in a script that is meant to be right. Somebody who is not cast yet is a stand-in, and that is said.
fn remarks(encounter: &Encounter) -> Vec<String> {
    let told = encounter.warnings().iter().filter(|remark| remark.code.0 != "AZ903");
    told.map(|remark| format!("a remark ({}): {}", remark.code, remark.message)).collect()
}

/// What is wrong with a text of functions, if anything.
fn complaint_of_functions(block: &Block, name: &str) -> Option<String> {
    let read = assize::hook_rhai::reader(assize::engine::Limits::default());
    match (read(name, &block.text), block.has("refused")) {
        (Err(_), true) | (Ok(_), false) => None,
        (Ok(_), true) => Some("this was to be refused, but it can be read".to_owned()),
        (Err(told), false) => Some(told.message),
    }
}

/// The program and the words of a line that is a command.
fn command(line: &str) -> Option<(&'static str, &str)> {
    let programs = [("$ assize ", env!("CARGO_BIN_EXE_assize")), ("$ python3 ", "python3")];
    programs.into_iter().find_map(|(begin, program)| Some((program, line.strip_prefix(begin)?)))
}

/// What a command prints: its output, then its complaints.
fn printed((program, command): (&str, &str), folder: &Path) -> String {
    let output = Command::new(program)
        .args(words(command))
        .current_dir(folder)
        .stdin(Stdio::null())
        // As it looks on most screens, whoever runs this.
        .env_remove("COLUMNS")
        .env("LC_ALL", "C.UTF-8")
        .env_remove("TERM")
        // What is exported tells the day.
        .env("SOURCE_DATE_EPOCH", "1795996800")
        .output()
        .expect("the program can be started");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("the output is text");
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// The words of a command line; single quotes keep words together, a `#` begins a comment.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, piece) in command.split('\'').enumerate() {
        if number % 2 == 1 {
            words.push(piece.to_owned());
        } else if let Some((before, _)) = piece.split_once(" #") {
            words.extend(before.split_whitespace().map(str::to_owned));
            break;
        } else {
            words.extend(piece.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// A block of commands as it would be printed now.
fn replayed(block: &Block, folder: &Path) -> String {
    let mut text = String::new();
    for line in block.text.lines() {
        if let Some(command) = command(line) {
            let printed = printed(command, folder);
            text.push_str(&format!("{line}\n{printed}\n").replace("\n\n\n", "\n\n"));
            if printed.is_empty() {
                text.pop();
            }
        } else if line.starts_with("$ ") {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// Writes a block into the folder of its page, or into one below it.
fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("the folder can be made");
    fs::write(path, text).expect("it can be written");
}

/// Packs of house rules that a command has made can be used by what comes below.
fn put_packs(folder: &Path, shelf: &mut Shelf) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let pack = entry.expect("it can be read").path();
        if !pack.join("assize.toml").is_file() {
            continue;
        }
        for entry in fs::read_dir(&pack).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            let name = path.strip_prefix(folder).expect("it lies in it").to_string_lossy().into_owned();
            if path.is_file() {
                shelf.put(name, fs::read_to_string(&path).expect("it can be read"));
            }
        }
    }
}

/// Sheets that a command has written can be used by what comes below.
fn put_sheets(folder: &Path, shelf: &mut Shelf) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_some_and(|ending| ending == "json") {
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            shelf.put(name, fs::read_to_string(&path).expect("it can be read"));
        }
    }
}

/// Runs a page from top to bottom. What is wrong with it, and the page as it should be.
fn played(page: &Page) -> (Vec<String>, String) {
    let (folder, mut shelf) = (page.folder(), Shelf::default());
    // Where the last block of commands ends in the text to be: a page may show one command twice.
    let (mut wrong, mut text, mut end) = (Vec::new(), page.text.clone(), 0);
    for block in page.blocks() {
        let place = format!("{}:{}", page.name(), block.line);
        if block.is("asz") {
            let name = block.file().unwrap_or("scene.asz");
            if let Some(found) = complaint(&block, name, &shelf) {
                wrong.push(format!("{place}: {found}"));
            }
            // What cannot be read, and is to be refused, has no layout.
            let found = formatted(name, &block.text).ok();
            if let Some(formatted) = found.filter(|found| found.text != block.text && !block.has("untidy")) {
                wrong
                    .push(format!("{place}: the page shows\n{}\nbut formatted it is:\n{}", block.text, formatted.text));
                put(&block, &formatted.text, (&mut text, &mut end));
            }
            if let Some(file) = block.file() {
                shelf.put(file, block.text.clone());
                shelf.put(file.trim_end_matches(".asz"), block.text.clone());
                write(&folder, file, &block.text);
            }
        }
        if block.is("rhai") {
            let name = block.file().unwrap_or("rule.rhai");
            if let Some(found) = complaint_of_functions(&block, name) {
                wrong.push(format!("{place}: {found}"));
            }
            if let Some(file) = block.file() {
                shelf.put(file, block.text.clone());
                fs::write(folder.join(file), &block.text).expect("it can be written");
            }
        }
        if let (true, Some(file)) = (block.is("json") || block.is("python") || block.is("toml"), block.file()) {
            shelf.put(file, block.text.clone());
            write(&folder, file, &block.text);
        }
        if block.is("console") && command(&block.text).is_some() {
            let now = replayed(&block, &if block.has("root") { root() } else { folder.clone() });
            if now != block.text {
                wrong.push(format!("{place}: the page shows\n{}\nbut this is printed:\n{now}", block.text));
            }
            put_sheets(&folder, &mut shelf);
            put_packs(&folder, &mut shelf);
            put(&block, &now, (&mut text, &mut end));
        }
        if let (true, Some(file)) = (block.is("text"), block.file()) {
            let now = fs::read_to_string(folder.join(file)).unwrap_or_default();
            if now != block.text {
                wrong.push(format!("{place}: the page shows\n{}\nbut this is written:\n{now}", block.text));
            }
            put(&block, &now, (&mut text, &mut end));
        }
    }
    (wrong, text)
}

/// Puts into a page what a block is to be, behind the last one that was put there.
fn put(block: &Block, now: &str, (text, end): (&mut String, &mut usize)) {
    if let Some(from) = text[*end..].find(&block.text).map(|from| from + *end) {
        text.replace_range(from..from + block.text.len(), now);
        *end = from + now.len();
    }
}

#[test]
fn pages_run() {
    let mut wrong = Vec::new();
    for page in pages() {
        let (found, text) = played(&page);
        if std::env::var_os("WRITE_DOCS").is_some() && text != page.text {
            fs::write(&page.path, text).expect("it can be written");
        }
        wrong.extend(found);
    }
    let help =
        "If what is printed or formatted now is right, `WRITE_DOCS=1 cargo test --test docs` writes it into the pages.";
    assert!(wrong.is_empty(), "{}\n\n{help}", wrong.join("\n\n"));
}

/// Where the links of a page lead, without those that leave the project.
fn links(page: &Page) -> Vec<String> {
    let mut inside = false;
    let mut links = Vec::new();
    for line in page.text.lines() {
        inside ^= line.starts_with("```");
        if inside {
            continue;
        }
        for rest in line.split("](").skip(1) {
            let link = rest.split(')').next().unwrap_or_default();
            if !link.contains("://") {
                links.push(link.to_owned());
            }
        }
    }
    links
}

/// The anchors a page offers: its headings as mdBook writes them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    for page in pages() {
        let folder = page.path.parent().expect("a page is in a folder");
        for link in links(&page) {
            let (file, part) = link.split_once('#').unwrap_or((link.as_str(), ""));
            let target = if file.is_empty() { page.path.clone() } else { folder.join(file) };
            if !target.exists() {
                wrong.push(format!("{}: `{link}` leads nowhere", page.name()));
            } else if !part.is_empty() {
                let text = fs::read_to_string(&target).expect("it can be read");
                if !anchors(&text).iter().any(|anchor| anchor == part) {
                    wrong.push(format!("{}: `{link}` has no such heading", page.name()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_page_of_the_book_is_in_its_summary() {
    let source = root().join("docs/src");
    let summary = fs::read_to_string(source.join("SUMMARY.md")).expect("it can be read");
    let mut pages = Vec::new();
    gather(&source, &mut pages);
    for page in pages {
        let inside = page.path.strip_prefix(&source).expect("it lies in the book");
        let name = inside.display().to_string().replace('\\', "/");
        let listed = name == "SUMMARY.md" || summary.contains(&format!("({name})"));
        assert!(listed, "`docs/src/{name}` is missing from SUMMARY.md");
    }
}

/// Every mistake with its title, as the index of the book lists it.
fn index() -> String {
    let mut pages = Vec::new();
    gather(&root().join("docs/mistakes"), &mut pages);
    let titles = pages.iter().map(|page| page.text.lines().next().unwrap_or_default().trim_start_matches("# "));
    let entries = titles.filter_map(|title| title.split_once(": "));
    let entries = entries.map(|(code, title)| {
        let name = code.parse().ok().and_then(Code::name).expect("each page is that of a code");
        format!("- **{code}** {title} (`{name}`)\n")
    });
    entries.collect()
}

#[test]
fn the_index_of_mistakes_is_complete() {
    let path = root().join("docs/src/mistakes.md");
    let text = fs::read_to_string(&path).expect("it can be read");
    let (head, _) = text.split_once("- **AZ").expect("the index has entries");
    let now = format!("{head}{}", index());
    if std::env::var_os("WRITE_DOCS").is_some() {
        fs::write(&path, &now).expect("it can be written");
    }
    assert!(text == now, "`docs/src/mistakes.md` is behind; `WRITE_DOCS=1 cargo test --test docs` writes it anew");
}

/// What stands between backticks on the page about attacks.
fn named_by_assurance() -> Vec<String> {
    let text = fs::read_to_string(root().join("docs/src/assurance.md")).expect("it can be read");
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn what_attacks_is_there() {
    let is_path = |word: &str| {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
        (word.contains('/') || word == "deny.toml") && word.chars().all(plain)
    };
    let paths: Vec<String> = named_by_assurance().into_iter().filter(|word| is_path(word)).collect();
    assert!(paths.len() > 15, "the page names paths: {paths:?}");
    let missing: Vec<&String> = paths.iter().filter(|path| !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "what the page about attacks names is there: {missing:?}");
}

#[test]
fn commands_that_attack_can_be_given() {
    let named = named_by_assurance();
    let commands: Vec<&String> = named
        .iter()
        .filter(|word| word.contains("cargo ") && word.contains("--") || word.starts_with(".ci/"))
        .collect();
    assert!(commands.len() > 8, "the page names commands: {commands:?}");
    let wrong: Vec<String> = commands.iter().flat_map(|command| not_there(command)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let tried = not_there("NOTHING=1 cargo test -p assize-naught --test naught --bin naught");
    assert_eq!(tried.len(), 4, "{tried:?}");
    assert_eq!(not_there(".ci/mutants kitchen 0/8").len(), 1);
}

/// What a command asks for and the project does not have.
fn not_there(command: &str) -> Vec<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let mut missing = Vec::new();
    for pair in std::iter::once(["", words[0]]).chain(words.windows(2).map(|pair| [pair[0], pair[1]])) {
        let there = match pair {
            ["--test", name] => has(&format!("tests/{name}.rs")) || has(&format!("tests/{name}/main.rs")),
            ["--bin", name] => has(&format!("fuzz/src/bin/{name}.rs")),
            ["-p", name] => {
                let packages = ["fuzz", "tests/lanes", "tests/mutants", "tests/supply", "tests/wasm"];
                packages.iter().any(|package| is_called(package, name))
            }
            [".ci/mutants", room] => read(".ci/mutants").contains(&format!("\nmutants {room} ")),
            [_, word] => match word.split_once('=') {
                Some((variable, _)) => reads_variable(&root().join("tests"), variable),
                None => !word.starts_with(".ci/") || has(word),
            },
        };
        if !there {
            missing.push(format!("`{command}`: there is no {}", pair.join(" ")));
        }
    }
    missing
}

fn has(path: &str) -> bool {
    root().join(path).is_file()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("it can be read")
}

fn is_called(package: &str, name: &str) -> bool {
    read(&format!("{package}/Cargo.toml")).contains(&format!("name = \"{name}\""))
}

/// Whether a test asks for a variable.
fn reads_variable(folder: &Path, variable: &str) -> bool {
    let entries = fs::read_dir(folder).expect("the folder is there");
    entries.map(|entry| entry.expect("it can be read").path()).any(|path| {
        let is_test = path.extension().is_some_and(|ending| ending == "rs");
        let asks = |text: String| text.contains(&format!("var(\"{variable}\")"));
        path.is_dir() && reads_variable(&path, variable)
            || is_test && asks(fs::read_to_string(&path).expect("it can be read"))
    })
}
