//! What an editor is told of scripts that are being written: finished or not, right or wrong.

use std::fs;
use std::path::Path;

use assize::engine::{Engine, Shelf};
use assize::language_service::{Document, Sort, SymbolKind, WordKind};
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
    assert_eq!(document.hint(at).expect("a blank").text, "a level of height, low if nothing is said");
    let (document, at) = open("use stones\nperson ada\nnote \"a|da\"\n");
    assert_eq!(document.hint(at), None);
}

/// What is written at the uses of the name at `|`, each with its line.
fn uses(text: &str) -> Vec<(u32, String)> {
    let (document, at) = open(text);
    let place = |span: &assize::source::Span| {
        (document.sources().place(*span).line, document.sources().slice(*span).to_owned())
    };
    document.references(at).iter().map(place).collect()
}

const USED: &str = "use stones
person ada \"Ada\"
person ada oak
modifier luck 2 known to ada
lift gate by ada oak { aim low }
set ada.stones = 1 + ada oak.stones
if gate.aim is low and ada knows luck { lift hill by ada }
reveal luck to ada oak
expect { gate.aim is low }
";

#[test]
fn a_name_knows_where_it_is_used() {
    let of = |name: &str, at: &str| uses(&USED.replacen(at, &at.replacen(name, &format!("|{name}"), 1), 1));
    let on = |lines: &[u32], name: &str| lines.iter().map(|line| (*line, name.to_owned())).collect::<Vec<_>>();
    assert_eq!(of("ada", "person ada \""), on(&[4, 6, 7, 7], "ada"));
    assert_eq!(of("ada oak", "by ada oak"), on(&[5, 6, 8], "ada oak"));
    assert_eq!(of("luck", "luck to"), on(&[7, 8], "luck"));
    assert_eq!(of("gate", "if gate"), on(&[7, 9], "gate"));
    assert_eq!(of("lift", "lift hill"), on(&[5, 7], "lift"));
    let stones = [(4, "low".to_owned()), (5, "low".to_owned())];
    assert_eq!(of("low", "aim low"), [on(&[5, 7, 9], "low").as_slice(), &stones].concat());
    assert_eq!(of("aim", "{ aim low }"), on(&[5, 7, 9], "aim"));
}

#[test]
fn a_definition_may_stand_in_another_file() {
    let (document, at) = open("use stones\npers|on ada\n");
    let definition = document.definition(at).expect("a kind");
    assert_eq!((definition.name.as_str(), &definition.kind), ("person", &SymbolKind::Sort(Sort::Kind)));
    assert_eq!(document.sources().place(definition.span).to_string(), "stones:4:6");
}

#[test]
fn zz_words() {
    for folder in ["scripts/systems", "scripts/house", "scripts/encounters"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for file in fs::read_dir(folder).expect("the folder is there").flatten() {
            if file.path().extension().is_some_and(|extension| extension == "asz") {
                let text = fs::read_to_string(file.path()).expect("it is text");
                let name = file.path().display().to_string();
                let document = Document::open(&Engine::default(), &name, &text);
                for finding in document.findings() {
                    println!("FINDING {name} {finding:?}");
                }
                for (at, word) in words(&text) {
                    if document.definition(at).is_none() {
                        println!(
                            "WORD {word} @{} {}",
                            document.sources().place(assize::source::Span::new(document.source(), at..at)),
                            text[text[..at].rfind('\n').map_or(0, |n| n + 1)..].lines().next().unwrap()
                        );
                    } else {
                        println!("DEF");
                    }
                }
                for definition in document.definitions() {
                    let last = definition.name.split(['.', ' ']).next_back().unwrap_or_default();
                    for span in definition.uses.iter().chain([&definition.span]) {
                        let written = document.sources().slice(*span);
                        if !written.ends_with(last) && !written.starts_with('"') {
                            println!("BAD {definition:?} {written:?}");
                        }
                    }
                }
            }
        }
    }
}

/// The words outside of texts and comments.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let (mut quoted, mut comment, mut start) = (false, false, None);
    for (at, sign) in text.char_indices().chain([(text.len(), '\n')]) {
        let of_word = !quoted && !comment && (sign.is_alphabetic() || (start.is_some() && sign.is_alphanumeric()));
        match (start, of_word) {
            (None, true) => start = Some(at),
            (Some(begin), false) => {
                words.push((begin, &text[begin..at]));
                start = None;
            }
            _ => {}
        }
        match sign {
            '"' if !comment => quoted = !quoted,
            '#' if !quoted => comment = true,
            '\n' => comment = false,
            _ => {}
        }
    }
    words
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
    }
}
