//! What an editor is told of scripts that are being written: finished or not, right or wrong.

mod references;

use std::fs;
use std::path::Path;

use assize::engine::{Engine, Shelf};
use assize::language_service::{Document, Sort, SymbolKind, WordKind, folds};
use proptest::prelude::*;

const STONES: &str = "
system stones
scale height { low | as tall as possible }
kind person { stones : 0..9 = 3 \"in hand\", reach : height = low }
procedure lift by lifter : person { ask aim : height = low }
";

fn open_with(system: &str, text: &str) -> Document {
    let mut shelf = Shelf::default();
    shelf.put("stones", system);
    Document::open(&Engine::with(shelf), "scene.asz", text)
}

/// The script with a cursor at `|`.
fn open(text: &str) -> (Document, usize) {
    let at = text.find('|').unwrap_or(text.len());
    (open_with(STONES, &text.replacen('|', "", 1)), at)
}

/// What the script becomes with each completion.
fn becomes(text: &str) -> Vec<String> {
    let (document, at) = open(text);
    let written = text.replacen('|', "", 1);
    let line = |completion: assize::language_service::Completion| {
        let mut written = written.clone();
        written.replace_range(completion.replace.range(), &completion.label);
        written.lines().last().unwrap_or_default().to_owned()
    };
    document.completions(at).into_iter().map(line).collect()
}

fn names(document: &Document) -> Vec<String> {
    document.symbols().map(|symbol| symbol.name.clone()).collect()
}

#[test]
fn a_completion_says_what_it_writes_over() {
    assert_eq!(becomes("use stones\nperson ada\nset ada.reach = as ta|"), ["set ada.reach = as tall as possible"]);
    assert_eq!(becomes("use stones\nperson ada\nset ada.|"), ["set ada.stones", "set ada.reach"]);
    assert_eq!(becomes("use sto|"), ["use stones"]);
    assert!(becomes("use stones\nnote \"ada.|\"").is_empty(), "in a text nothing is a name");
    assert!(becomes("use stones\n# ada.|").is_empty(), "nor in a comment");
}

#[test]
fn what_stands_behind_the_cursor_does_not_matter() {
    let (document, at) = open("use stones\nperson ada\nset ada.| = low\nlift gate by ada\n");
    let labels: Vec<String> = document.completions(at).into_iter().map(|completion| completion.label).collect();
    assert_eq!(labels, ["stones", "reach"]);
}

#[test]
fn functions_of_the_language_are_offered_where_a_value_stands() {
    let functions = |text: &str| -> Vec<String> {
        let (document, at) = open(text);
        let found = document.completions(at).into_iter().filter(|completion| completion.kind == WordKind::BuiltIn);
        found.map(|completion| completion.label).collect()
    };
    let scene = "use stones\nperson ada\n";
    for line in ["set ada.stones = m|", "set ada.stones = 1 + m|", "note \"many\" if m|", "set ada.stones = 2 * (m|"] {
        assert_eq!(functions(&format!("{scene}{line}")), ["max", "min"], "{line}");
    }
    assert_eq!(functions("system x\nprocedure lift by person {\n  let total = su|"), ["sum"]);
    let cell = "system x\nprocedure lift by person {\n  sum total {\n    skill | ab";
    let [only] = open_with(STONES, cell).completions(cell.len()).try_into().expect("one is begun so");
    assert_eq!(only.label, "abs");
    for line in [
        "m|",
        "set m|",
        "set ada.m|",
        "set ada.stones = |",
        "note \"m|",
        "# if m|",
        "lift gate by m|",
        "set ada.reach = l|",
    ] {
        assert!(functions(&format!("{scene}{line}")).is_empty(), "{line}");
    }
    let (document, at) = open(&format!("{scene}set ada.stones = max|"));
    let [only] = document.completions(at).try_into().expect("one is begun so");
    assert_eq!(only.detail, "the highest of these: `max(a, b)`");
}

#[test]
fn words_have_kinds() {
    let (document, at) = open("use stones\nperson ada\n|");
    let kind = |label: &str| {
        let all = document.completions(at);
        all.into_iter().find(|completion| completion.label == label).map(|completion| completion.kind)
    };
    assert_eq!(kind("lift"), Some(WordKind::Declaration));
    assert_eq!(kind("note"), Some(WordKind::Keyword));
}

#[test]
fn the_outline_holds_every_name_with_its_place() {
    let text = "use stones\nperson ada \"Ada\"\nmodifier luck 2\nrepeat up to 2 {\n  lift stone wall by ada\n}\n";
    let document = open_with(STONES, text);
    let told: Vec<(String, SymbolKind, String)> = document
        .symbols()
        .map(|symbol| {
            let at = document.sources().slice(symbol.span).to_owned();
            (symbol.name.clone(), symbol.kind.clone(), at)
        })
        .collect();
    let symbol = |name: &str, kind| (name.to_owned(), kind, name.to_owned());
    let expected = [
        symbol("ada", SymbolKind::Sort(Sort::Thing("person".into()))),
        symbol("luck", SymbolKind::Modifier),
        symbol("stone wall", SymbolKind::Sort(Sort::Done("lift".into()))),
    ];
    assert_eq!(told, expected);
    let system = Document::open(&Engine::default(), "stones.asz", STONES);
    assert_eq!(names(&system), ["height", "person", "lift"]);
}

#[test]
fn a_mistake_hides_nothing_that_is_sound() {
    // A wrong level, a line that is none, a name that is none, a brace that is not closed.
    let text = "use stones\nperson ada\nset ada.reach = high\nlift gate by ada\nlift ;\nnote zebra\nperson bea\nlift wall by ada {\n  aim |";
    let (document, at) = open(text);
    // What is wrong in the text itself is told first.
    assert_eq!(document.findings().len(), 2, "{:?}", document.findings());
    assert_eq!(names(&document), ["ada", "gate", "bea"]);
    let labels: Vec<String> = document.completions(at).into_iter().map(|completion| completion.label).collect();
    assert_eq!(labels, ["low", "as tall as possible"]);
    let people: Vec<&str> = document.vocabulary().things().map(|term| term.name.as_str()).collect();
    assert_eq!(people, ["ada", "bea"]);
}

#[test]
fn a_mistake_in_the_system_hides_only_what_is_wrong() {
    let broken =
        format!("{STONES}\nrule half(n) = n / 2\nkind place {{ width : zebra }}\nprocedure rest by person {{ ask }}\n");
    let document = open_with(&broken, "use stones\nperson ada\n");
    assert_eq!(document.findings().len(), 1, "{:?}", document.findings());
    assert_eq!(names(&document), ["ada"]);
    let known = document.vocabulary();
    assert!(known.find("lift").is_some() && known.find("height").is_some() && known.find("half").is_some());
}

#[test]
fn a_name_tells_what_it_means() {
    let (document, at) = open("use stones\nperson ada \"Ada Oak\"\nlift wall by a|da {\n  aim low\n}\n");
    let hint = document.hint(at).expect("a name");
    assert_eq!((hint.text.as_str(), document.sources().slice(hint.span)), ("Ada Oak", "ada"));
    let (document, at) = open("use stones\nperson ada\nlift wall by ada {\n  aim |");
    assert_eq!(document.hint(at).expect("a blank").text, "a level of height, low by default");
    let (document, at) = open("use stones\nperson ada\nnote \"a|da\"\n");
    assert_eq!(document.hint(at), None);
}

#[test]
fn every_shipped_script_can_be_asked_everywhere() {
    for folder in ["scripts/systems", "scripts/house", "scripts/encounters"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for file in fs::read_dir(folder).expect("the folder is there").flatten() {
            if file.path().extension().is_some_and(|extension| extension == "asz") {
                let text = fs::read_to_string(file.path()).expect("it is text");
                let document = Document::open(&Engine::default(), "script.asz", &text);
                for at in (0..text.len()).step_by(997) {
                    let completions = document.completions(at);
                    assert!(completions.iter().all(|one| text.get(one.replace.range()).is_some()), "{file:?} {at}");
                    document.hint(at);
                }
            }
        }
    }
}

/// A scene and a system with some of their bytes gone, or others in their place.
fn damaged() -> impl Strategy<Value = (String, String)> {
    let piece = prop_oneof![
        Just(""),
        Just("}"),
        Just("{"),
        Just("\n"),
        Just("\""),
        Just(" zebra "),
        Just(".."),
        Just("|"),
        Just("= "),
        Just("😀")
    ];
    let cut = (0..20_000_usize, 0..30_usize, piece);
    let cuts = prop::collection::vec(cut, 0..6);
    let pair = prop_oneof![
        Just(("ttomp", "duel-at-the-gate")),
        Just(("duel", "window-escape")),
        Just(("west", "train-hijack"))
    ];
    (pair, cuts.clone(), cuts).prop_map(|((system, scene), of_system, of_scene)| {
        let read = |folder: &str, name: &str| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scripts/{folder}/{name}.asz"));
            fs::read_to_string(path).expect("it is there")
        };
        let scene = read("encounters", scene).replacen(&format!("use {system}"), "use damaged", 1);
        (with(read("systems", system), of_system), with(scene, of_scene))
    })
}

fn with(mut text: String, cuts: Vec<(usize, usize, &str)>) -> String {
    for (at, length, piece) in cuts {
        let start = text.floor_char_boundary(at % (text.len() + 1));
        let end = text.floor_char_boundary((start + length).min(text.len()));
        text.replace_range(start..end, piece);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_damage_stops_the_answers((system, scene) in damaged(), at in 0..3_000_usize) {
        let document = {
            let mut shelf = Shelf::default();
            shelf.put("damaged", system);
            Document::open(&Engine::with(shelf), "scene.asz", &scene)
        };
        for completion in document.completions(at) {
            prop_assert!(scene.get(completion.replace.range()).is_some());
        }
        document.hint(at);
        document.references(at);
        for symbol in document.symbols() {
            prop_assert!(!document.sources().slice(symbol.span).is_empty());
        }
        let marks = document.marks();
        for (mark, next) in marks.iter().zip(marks.iter().skip(1)) {
            prop_assert!(mark.range.end <= next.range.start, "{mark:?} {next:?}");
        }
        for range in marks.iter().map(|mark| &mark.range).chain(folds(&scene).iter().map(|fold| &fold.range)) {
            prop_assert!(scene.get(range.clone()).is_some_and(|text| !text.is_empty()), "{range:?}");
        }
        if let Some(about) = document.about(at) {
            prop_assert!(scene.get(about.span.range()).is_some());
        }
        let _ = (document.call(at), document.used_at(at), document.renamed(at));
    }
}

/// What is told beside the lines of a scene: line, from 1, and text.
fn asides(scene: &str) -> Vec<(usize, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scripts/encounters/{scene}.asz"));
    let text = fs::read_to_string(path).expect("it is there");
    let document = Document::open(&Engine::default(), "scene.asz", &text);
    document.asides().into_iter().map(|aside| (aside.line + 1, aside.text)).collect()
}

#[test]
fn plans_and_sums_are_told_beside_the_lines_of_their_runs() {
    let told = asides("chase");
    let told: Vec<(usize, &str)> = told.iter().map(|(line, text)| (*line, text.as_str())).collect();
    let of_flight = [(8, "total 2b"), (8, "effort 1b"), (8, "6 of 6 TP")];
    assert_eq!(told, [&of_flight[..], &[(15, "total 1b"), (15, "effort 1p")]].concat());
}

#[test]
fn what_a_name_is_the_name_of_is_told_with_its_place() {
    let (document, at) = open("use stones\nperson ada\nlift gate by ada { aim as ta|ll as possible }");
    let about = document.about(at).expect("it is known");
    assert_eq!((about.name.as_str(), about.sort.as_str()), ("as tall as possible", "level"));
    assert_eq!(document.sources().slice(about.span), "as tall as possible");
    assert_eq!(about.given.map(|span| document.sources().place(span).line), Some(3));
    let (document, at) = open("use stones\nperson ada # nob|ody");
    assert_eq!(document.about(at), None);
}

#[test]
fn only_names_that_can_be_changed_are_changed() {
    let (document, at) = open("use stones\nperson a|da");
    let (ada, span) = document.renamed(at).expect("it can be changed");
    assert_eq!((ada.name.as_str(), document.sources().slice(span)), ("ada", "ada"));
    for (name, is_free) in
        [("ben", true), ("old ben", true), ("ada", false), ("is", false), ("a is b", false), ("5", false)]
    {
        assert_eq!(document.may_be_called(name).is_ok(), is_free, "{name}");
    }
    let document = Document::open(&Engine::default(), "scene.asz", "use duel\nactor ada");
    let refused = document.renamed("use duel\nac".len());
    assert_eq!(
        refused.err().as_deref(),
        Some("`actor` belongs to `duel`, which comes with the program and cannot be changed")
    );
}
