//! Every mistake has a message, and every message is looked at: `tests/mistakes` holds one script for each, and the
//! snapshot beside it is what a person reads.
//!
//! A script's first line names the codes it must raise. `# run …`, `# dice …`, `# odds …`, `# given …`, `# test`, `# cast …`,
//! `# choose …` and `# budget …` below it say what is done with the script after the check. What follows
//! `--- NAME.asz` is a file beside it.
#![cfg(feature = "cli")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use assize::diagnostic::{Diagnostic, Diagnostics, Fix, codes, fix, render};
use assize::drivers::Mode;
use assize::engine::{Answers, Budget, DiceFrom, Encounter, Engine, Failure, OddsRequest, Shelf};
use assize::model::Cast;
use assize::source::{SourceId, SourceMap};
use assize::syntax;

fn files(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.sort();
    files
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).expect("it can be read")
}

/// A script with a mistake.
#[derive(Clone)]
struct Fixture {
    /// `names/unknown_actor`
    name: String,
    codes: Vec<String>,
    /// What stands in comments below the first line: a word and the rest.
    directives: Vec<(String, String)>,
    text: String,
    beside: Shelf,
}

/// Every script of `tests/mistakes`.
fn fixtures() -> Vec<Fixture> {
    let stages = files("tests/mistakes").into_iter().filter(|path| path.is_dir());
    let scripts = stages.flat_map(files);
    scripts.filter(|path| path.extension().is_some_and(|extension| extension == "asz")).map(|p| fixture(&p)).collect()
}

fn fixture(path: &Path) -> Fixture {
    let stage = path.parent().and_then(Path::file_name).expect("a script lies in a folder").to_string_lossy();
    let own = path.file_name().expect("a script has a name").to_string_lossy();
    let whole = read(path);
    let mut parts = whole.split("--- ");
    let text = parts.next().unwrap_or_default().to_owned();
    let mut beside = Shelf::default();
    beside.put(own.clone(), text.clone());
    for part in parts {
        let (name, text) = part.split_once('\n').expect("a name, then a text");
        beside.put(name, text);
    }
    let mut comments = text.lines().map_while(|line| line.strip_prefix("# "));
    let codes = comments.next().expect("the first line names the codes").split(' ').map(str::to_owned).collect();
    let directives = comments.filter_map(|line| {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let known = ["run", "dice", "odds", "given", "test", "cast", "choose", "budget"];
        known.contains(&word).then(|| (word.to_owned(), rest.to_owned()))
    });
    Fixture { name: format!("{stage}/{own}"), codes, directives: directives.collect(), text, beside }
}

impl Fixture {
    fn directive(&self, word: &str) -> Option<&str> {
        self.directives.iter().find(|(own, _)| own == word).map(|(_, rest)| rest.as_str())
    }

    /// `ROLE=NAME` of every such directive.
    fn pairs(&self, word: &str) -> BTreeMap<String, String> {
        let pairs = self.directives.iter().filter(|(own, _)| own == word);
        pairs.filter_map(|(_, rest)| rest.split_once('=')).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
    }

    /// What is found, and the texts it speaks of.
    fn findings(&self) -> (Vec<Diagnostic>, SourceMap) {
        let engine = Engine::with(self.beside.clone());
        let cast: Cast = self.pairs("cast");
        let name = self.name.rsplit('/').next().unwrap_or_default();
        match engine.compile_with(name, &self.text, &cast) {
            Err(failure) => parts(failure),
            Ok(encounter) => {
                let mut found = encounter.warnings().to_vec();
                let sources = encounter.sources().clone();
                match self.use_it(&encounter) {
                    None => (found, sources),
                    Some(Tried::Failed(failure)) => {
                        let (more, sources) = parts(failure);
                        found.extend(more);
                        (found, sources)
                    }
                    Some(Tried::Differs(more)) => {
                        found.extend(more);
                        (found, sources)
                    }
                }
            }
        }
    }

    fn use_it(&self, encounter: &Encounter) -> Option<Tried> {
        if self.directive("test").is_some() {
            let report = encounter.test();
            return Some(Tried::Differs(report.tested.into_iter().flat_map(|one| one.failures).collect()));
        }
        if let Some(question) = self.directive("odds") {
            let budget = self
                .directive("budget")
                .map_or_else(Budget::default, |states| Budget::default().states(states.parse().expect("a number")));
            let (questions, given) = (vec![question.to_owned()], self.directive("given").map(str::to_owned));
            let request = OddsRequest { questions, given, budget, ..OddsRequest::default() };
            return encounter.odds(&request).err().map(Tried::Failed);
        }
        let mut answers = match (self.directive("run"), self.directive("dice")) {
            (_, Some(faces)) => Answers::given(faces.split(", ").map(|face| face.parse().expect("a face")).collect()),
            (Some("random"), _) => Answers::random(1),
            (Some(_), _) => Answers::new(Mode::Deliberate, DiceFrom::Program(1.into())),
            (None, None) => return None,
        };
        answers.choices = self.pairs("choose");
        encounter.adjudicate(answers).err().map(Tried::Failed)
    }
}

/// What came of using a script.
enum Tried {
    Failed(Failure),
    Differs(Vec<Diagnostic>),
}

fn parts(failure: Failure) -> (Vec<Diagnostic>, SourceMap) {
    (failure.diagnostics.into_iter().collect(), failure.sources)
}

/// The lines of a shipped system change with it; what is said about them does not.
fn without_shipped(shown: &str) -> String {
    let mut kept = String::new();
    let mut shipped = false;
    for line in shown.lines() {
        let ends = line.trim_start().starts_with("╰────");
        shipped |= line.contains("╭─[ttomp:");
        if !shipped || ends {
            kept += line;
            kept.push('\n');
        } else if let Some((_, said)) = line.split_once("╰── ") {
            kept += &["    in the system: ", said, "\n"].concat();
        }
        shipped &= !ends;
    }
    kept
}

/// Folders of scripts with mistakes. Each has a test of its own, so that they run side by side, and a change of the program need not be
/// shown to all of them.
const STAGES: [&str; 8] = ["files", "names", "plans", "running", "scene", "syntax", "tables", "types"];

#[test]
fn every_folder_has_a_test() {
    let there: BTreeSet<String> =
        fixtures().into_iter().filter_map(|fixture| Some(fixture.name.split_once('/')?.0.to_owned())).collect();
    assert_eq!(there.iter().map(String::as_str).collect::<Vec<_>>(), STAGES);
}

#[test]
fn mistakes_in_files_read_as_they_should() {
    read_as_they_should(STAGES[0], (0, 1));
}

#[test]
fn mistakes_in_names_read_as_they_should() {
    read_as_they_should(STAGES[1], (0, 1));
}

#[test]
fn mistakes_in_plans_read_as_they_should() {
    read_as_they_should(STAGES[2], (0, 1));
}

#[test]
fn mistakes_in_running_read_as_they_should() {
    read_as_they_should(STAGES[3], (0, 1));
}

#[test]
fn mistakes_in_scenes_read_as_they_should() {
    read_as_they_should(STAGES[4], (0, 3));
}

#[test]
fn more_mistakes_in_scenes_read_as_they_should() {
    read_as_they_should(STAGES[4], (1, 3));
}

#[test]
fn still_more_mistakes_in_scenes_read_as_they_should() {
    read_as_they_should(STAGES[4], (2, 3));
}

#[test]
fn mistakes_in_syntax_read_as_they_should() {
    read_as_they_should(STAGES[5], (0, 1));
}

#[test]
fn mistakes_in_tables_read_as_they_should() {
    read_as_they_should(STAGES[6], (0, 1));
}

#[test]
fn mistakes_in_types_read_as_they_should() {
    read_as_they_should(STAGES[7], (0, 1));
}

/// Each script of a folder has its codes and its snapshot: of so many parts of the folder, this one.
fn read_as_they_should(stage: &str, (which, of): (usize, usize)) {
    let mut wrong = Vec::new();
    let folder = fixtures().into_iter().filter(|fixture| fixture.name.split('/').next() == Some(stage));
    for fixture in folder.skip(which).step_by(of) {
        let (found, sources) = fixture.findings();
        let mut raised: Vec<String> = found.iter().map(|one| one.code.to_string()).collect();
        let mut wanted = fixture.codes.clone();
        raised.sort();
        wanted.sort();
        if raised != wanted {
            wrong.push(format!("{}: {raised:?}, not {wanted:?}", fixture.name));
        }
        let shown: String = found.iter().map(|one| render::human(one, &sources, false) + "\n").collect();
        let shown = without_shipped(&shown);
        let name = fixture.name.replace('/', "__").replace(".asz", "");
        insta::with_settings!({ snapshot_path => "mistakes/snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, shown);
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What `findings` are with every sure fix written into the script, round after round: behind a mistake of the text another
/// may stand that only now can be seen. With each round comes the script as it was.
fn rounds(fixture: &Fixture) -> Vec<(String, Vec<Diagnostic>)> {
    let mut fixture = fixture.clone();
    let mut rounds = Vec::new();
    for _ in 0..5 {
        let found = fixture.findings().0;
        let text = fix::write(&fixture.text, &fix::sure(&found, SourceId(0)));
        let is_done = text == fixture.text;
        rounds.push((std::mem::replace(&mut fixture.text, text), found));
        if is_done {
            break;
        }
    }
    rounds
}

/// The text of the line on which something is found.
fn line_of<'t>(text: &'t str, found: &Diagnostic) -> Option<&'t str> {
    let before = text.get(..found.labels.first()?.span.range().start)?;
    text.lines().nth(before.matches('\n').count())
}

#[test]
fn every_sure_fix_takes_its_mistake_away() {
    let (mut wrong, mut fixes) = (Vec::new(), 0);
    for fixture in fixtures() {
        let rounds = rounds(&fixture);
        for pair in rounds.windows(2) {
            let [(_, before), (text, now)] = pair else { continue };
            for found in before.iter().filter(|found| found.fixes.iter().any(Fix::is_sure)) {
                fixes += 1;
                if now.iter().any(|left| (left.code, &left.message) == (found.code, &found.message)) {
                    wrong.push(format!("{}: still {} {}", fixture.name, found.code, found.message));
                }
            }
            // A line that is new has been fixed; it may be wrong once more only where that can be fixed as well.
            let old: Vec<&str> = pair[0].0.lines().collect();
            let left = now.iter().filter(|found| !found.fixes.iter().any(Fix::is_sure));
            let again = left.filter_map(|found| line_of(text, found)).filter(|line| !old.contains(line));
            wrong.extend(again.map(|line| format!("{}: the fixed line is wrong again: {line}", fixture.name)));
        }
        if let Some((_, last)) = rounds.last()
            && !fix::sure(last, SourceId(0)).is_empty()
        {
            wrong.push(format!("{}: there is no end of fixes", fixture.name));
        }
    }
    assert!(fixes > 20, "{fixes} sure fixes");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the grammar has to say about a text.
fn complaints(name: &str, text: &str) -> String {
    let (mut sources, mut sink) = (SourceMap::default(), Diagnostics::default());
    let id = sources.add(name, text);
    syntax::parse(id, text, &mut sink);
    sink.iter().map(|found| render::plain(found, &sources)).collect()
}

#[test]
fn what_is_right_follows_the_grammar() {
    for page in files("docs/mistakes") {
        let (name, text) = (page.display().to_string(), read(&page));
        for block in text.split("```assize\n").skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            assert_eq!(complaints(&name, block), "");
        }
    }
}

#[test]
fn every_page_shows_what_is_wrong_and_what_is_right() {
    for page in files("docs/mistakes") {
        let text = read(&page);
        assert!(text.contains("\nWrong") && text.contains("\nRight"), "{}", page.display());
        assert!(text.lines().all(|line| line.chars().count() <= 160), "{}", page.display());
    }
}

#[test]
fn a_new_folder_follows_the_grammar() {
    let is_script = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "asz");
    for script in files("scripts/new").iter().filter(|file| file.is_dir()).flat_map(files).filter(is_script) {
        let (name, text) = (script.display().to_string(), read(&script));
        assert_eq!(complaints(&name, &text), "");
    }
}

/// Codes that no script alone can raise: `tests/cli.rs`, `tests/engine.rs`, `tests/journal`, `tests/manners.rs`, `tests/kernel`,
/// `tests/packs`, `tests/policies.rs`, `tests/saving` and `tests/serve/` do.
const OUTSIDE: [&str; 42] = [
    "AZ106", "AZ107", "AZ114", "AZ118", "AZ611", "AZ711", "AZ712", "AZ713", "AZ714", "AZ715", "AZ805", "AZ901",
    "AZ902", "AZ904", "AZ910", "AZ911", "AZ912", "AZ913", "AZ914", "AZ915", "AZ916", "AZ917", "AZ918", "AZ919",
    "AZ920", "AZ921", "AZ922", "AZ923", "AZ924", "AZ925", "AZ926", "AZ927", "AZ928", "AZ929", "AZ930", "AZ931",
    "AZ932", "AZ933", "AZ934", "AZ935", "AZ936", "AZ937",
];

#[test]
fn every_code_has_a_script_that_raises_it() {
    let raised: BTreeSet<String> = fixtures().into_iter().flat_map(|fixture| fixture.codes).collect();
    let missing = codes::ALL.iter().map(|code| code.0).filter(|code| !raised.contains(*code));
    let missing: Vec<&str> = missing.filter(|code| !OUTSIDE.contains(code)).collect();
    assert!(missing.is_empty(), "no script raises {missing:?}");
}

/// What stands around an example of a page: nothing, a scene, a scene with an action, an action's own lines, a system.
const AROUND: [(&str, &str); 6] = [
    ("", ""),
    ("use ttomp\n", ""),
    (SCENE, ""),
    (
        concat!(
            "use ttomp\nactor pinto \"Pinto\"\nactor ilse \"Ilse\"\nactor guard \"a guard\"\n",
            "action stitch \"sew the thumb\" by pinto { task sew { quality good } }\n",
            "action climb \"up the wall\" by ilse { task rope { quality good } }\n"
        ),
        "",
    ),
    ("use ttomp\nactor pinto \"Pinto\"\naction stitch \"sew the thumb\" by pinto {\n", "}\n"),
    ("system tiny\nmodifiers bonus b, penalty p\nkind actor { readiness : number = 1 }\n", ""),
];
const SCENE: &str = "use ttomp\nactor pinto \"Pinto\"\nactor ilse \"Ilse\"\nactor guard \"a guard\"\n";

/// The codes that a text raises when it is checked, tested and run.
fn raised_by(text: &str) -> Vec<String> {
    let codes = |found: Vec<Diagnostic>| found.iter().map(|one| one.code.to_string()).collect::<Vec<_>>();
    let mut shelf = Shelf::default();
    shelf.put("party.asz", "use ttomp\nactor servant \"the servant\"\n");
    shelf.put("example.asz", text);
    match Engine::with(shelf).compile("example.asz", text) {
        Err(failure) => codes(parts(failure).0),
        Ok(encounter) => {
            let mut found = encounter.warnings().to_vec();
            found.extend(encounter.test().tested.into_iter().flat_map(|one| one.failures));
            found.extend(encounter.adjudicate(Answers::random(1)).err().into_iter().flat_map(|f| parts(f).0));
            codes(found)
        }
    }
}

#[test]
fn what_is_wrong_raises_the_code_of_its_page() {
    let mut silent = Vec::new();
    for page in files("docs/mistakes") {
        let code = page.file_stem().expect("a page has a name").to_string_lossy().into_owned();
        let text = read(&page);
        for block in text.split("```assize wrong\n").skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            let raises = |(before, after): &(&str, &str)| raised_by(&format!("{before}{block}{after}")).contains(&code);
            if !AROUND.iter().any(raises) {
                silent.push(format!(
                    "{code}: {:?}",
                    AROUND.map(|(before, after)| raised_by(&format!("{before}{block}{after}")))
                ));
            }
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

#[test]
fn what_is_right_checks_without_mistakes() {
    let mut wrong = Vec::new();
    for page in files("docs/mistakes") {
        let text = read(&page);
        for block in text.split("```assize\n").skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            let found = AROUND.map(|(before, after)| mistakes_in(&format!("{before}{block}{after}")));
            if found.iter().all(|found| !found.is_empty()) {
                wrong.push(format!("{}: {found:?}", page.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the check alone has to say about a text.
fn mistakes_in(text: &str) -> Vec<String> {
    let mut shelf = Shelf::default();
    shelf.put("party.asz", "use ttomp\nactor servant \"the servant\"\n");
    match Engine::with(shelf).compile("example.asz", text) {
        Err(failure) => parts(failure).0.iter().map(|one| format!("{} {}", one.code, one.message)).collect(),
        Ok(_) => Vec::new(),
    }
}
