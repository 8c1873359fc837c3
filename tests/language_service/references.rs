//! Where a name is given, and where it is used.

use std::fs;
use std::path::{Path, PathBuf};

use assize::engine::{Engine, Shelf};
use assize::language_service::{Document, Sort, SymbolKind};
use assize::source::Span;

use crate::open;

/// What is written at the uses of the name at `|`, each with its line.
fn uses(text: &str) -> Vec<(u32, String)> {
    let (document, at) = open(text);
    let place = |span: &Span| (document.sources().place(*span).line, document.sources().slice(*span).to_owned());
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
expect deliberate { gate.aim is low }
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

const MILL: &str = "
system mill
scale water { low | high }
scale wheel { level | turns, slow | 1, fast | 3 }
ladder grind, rolls wind, highest first {
  level  | rolls | judged
  fine   | 4..6  | 1..
  coarse | 1..3  | ..0
}
table load(water) { water | sacks, low | 2, high | twice(2) }
rule twice(n) = n + n
dice wind = 1d6
deck sky, 4 cards c, judged 2 { rain = c }
kind miller { flour : 0..9 = 3, skill by water : number = 1, sack : many sack, needs flour > 0 else \"hungry\" }
kind sack { weight : number = 1 }
plan work {
  budget 4 \"hours\"
  item part { care : water = low }
  slots care, as written
  group spell : care >= after
}
period day { before { ask wage : number } after { note \"over\" if wage > 1 } }
procedure mill by miller {
  ask flow : water
  ask wheel : wheel = slow
  ask helper : optional mill
  ask parts : work

  step effort {
    ask push : number = 0, sum total { push | push, load | load(flow), sack | sum(s in miller.sack : s.weight) }
    let later = total + 1, let share by water = miller.skill(water)
  }
  step gusts { roll gust : wind }
  draw cloud : sky
  for each part in parts { resolve part.grind with total }
  run helper
  note \"wet\" if cloud.rain > 1 or later > 3 or share(low) > wheel.turns
}
";

/// Where the name at `^` is given, and where it is used: file, line and column, and what is written there.
fn told(files: &[(&str, &str)], text: &str) -> (String, Vec<String>) {
    let at = text.find('^').expect("a cursor");
    let mut shelf = Shelf::default();
    for (name, text) in files {
        shelf.put(*name, *text);
    }
    let document = Document::open(&Engine::with(shelf), "scene", &text.replacen('^', "", 1));
    assert_eq!(document.findings(), []);
    let place = |span: &Span| {
        let place = document.sources().place(*span);
        format!("{}:{} {}", place.file, place.line, document.sources().slice(*span))
    };
    let definition = document.definition(at).unwrap_or_else(|| panic!("nothing at the cursor of\n{text}"));
    (place(&definition.span), document.references(at).iter().map(place).collect())
}

/// The same for the cursor before `word` in the line of the system of the mill that begins so.
fn told_of_mill(line: &str, word: &str) -> (String, Vec<String>) {
    let begin = MILL.find(line).expect("a line");
    let at = begin + MILL[begin..].find(word).expect("a word");
    told(&[], &[&MILL[..at], &MILL[at..]].join("^"))
}

#[test]
fn every_name_of_a_system_is_followed() {
    let is = |(line, word): (&str, &str), given: &str, used: &[&str]| {
        let name = |place: &&str| format!("scene:{place}");
        let used: Vec<String> = used.iter().map(name).collect();
        assert_eq!(told_of_mill(line, word), (name(&given), used), "`{word}` in `{line}`");
    };
    is(("scale water", "low"), "3 low", &["10 low", "18 low", "37 low"]);
    is(("kind miller", "water"), "3 water", &["14 water", "18 water", "24 water", "31 water"]);
    is(("scale wheel", "turns"), "4 turns", &["37 turns"]);
    is(("table load", "twice"), "11 twice", &["10 twice"]);
    is(("rule twice", "n)"), "11 n", &["11 n", "11 n"]);
    is(("dice wind", "wind"), "12 wind", &["5 wind", "33 wind"]);
    is(("deck sky", "sky"), "13 sky", &["34 sky"]);
    is(("deck sky", "rain"), "13 rain", &["37 rain"]);
    is(("deck sky", "c, "), "13 c", &["13 c"]);
    is(("kind miller", "flour"), "14 flour", &["14 flour"]);
    is(("kind sack", "sack"), "15 sack", &["14 sack"]);
    is(("kind sack", "weight"), "15 weight", &["30 weight"]);
    is(("  item part", "care"), "18 care", &["19 care", "20 care"]);
    is(("  step effort", "total"), "30 total", &["31 total", "35 total"]);
    is(("  for each", "grind"), "35 grind", &[]);
    is(("  for each", "part "), "35 part", &["35 part"]);
    is(("  note \"wet", "share"), "31 share", &["37 share"]);
    is(("procedure mill", "miller"), "14 miller", &["23 miller"]);
    is(("  step effort", "miller.sack"), "23 miller", &["30 miller", "31 miller"]);
    is(("period day", "wage"), "22 wage", &["22 wage"]);
    is(("  run helper", "helper"), "26 helper", &["36 helper"]);
}

const GRINDING: &str = "use mill
miller ada { sack rye { weight 2 }, skill high 3 }, miller dob
modifier luck 1 known to ada
mill corn by ada {
  flow high
  wheel fast
  effort { push 2 }
  spell { part husk { care high }, part chaff }
  helper oats by ada { flow low }
}
repeat day up to 2 { wage 2, note \"slow\" if corn.oats.gust > 1 }
set ada.flour = ada.rye.weight + corn.total + ada.skill(low)
reveal luck to dob
expect deliberate { corn.husk.grind is fine, corn.oats.flow is low, dob knows luck }
expect {
  miller bea
  mill corn two by bea { flow low }
  bea.flour = 3
}
expect odds {
  miller cid
  mill corn two by cid { flow high }
  P(corn two.total >= 2) = 1, cid.flour = 3
}
";

#[test]
fn every_name_of_a_scene_is_followed() {
    let is = |at: &str, given: &str, used: &[&str]| {
        let text = GRINDING.replacen(&at.replacen('^', "", 1), at, 1);
        let (place, uses) = told(&[("mill", MILL)], &text);
        let own = |place: &String| place.strip_prefix("scene:").map(str::to_owned);
        let uses: Vec<String> = uses.iter().filter_map(own).collect();
        assert_eq!(
            (place.strip_prefix("scene:").unwrap_or(&place), uses),
            (given, used.iter().map(|s| (*s).to_owned()).collect()),
            "{at}"
        );
    };
    is("^ada { sack", "2 ada", &["3 ada", "4 ada", "9 ada", "12 ada", "12 ada", "12 ada"]);
    is("^dob\nmod", "2 dob", &["13 dob", "14 dob"]);
    is("ada.^rye", "2 rye", &["12 rye"]);
    is("^corn by", "4 corn", &["11 corn", "12 corn", "14 corn", "14 corn"]);
    is("corn.^oats.flow", "9 oats", &["11 oats", "14 oats"]);
    is("corn.^husk", "8 husk", &["14 husk"]);
    is("^helper", "mill:26 helper", &["9 helper"]);
    is("^flow high", "mill:24 flow", &["5 flow", "9 flow", "14 flow", "17 flow", "22 flow"]);
    is("flow ^high", "mill:3 high", &["2 high", "5 high", "8 high", "22 high"]);
    is("^effort", "mill:29 effort", &["7 effort"]);
    is("^spell", "mill:20 spell", &["8 spell"]);
    is("^care high", "mill:18 care", &["8 care"]);
    is("^day up", "mill:22 day", &["11 day"]);
    is("^wage", "mill:22 wage", &["11 wage"]);
    is("^luck to", "3 luck", &["13 luck", "14 luck"]);
    is("^mill corn by", "mill:23 mill", &["4 mill", "17 mill", "22 mill"]);
    is("is ^fine", "mill:7 fine", &["14 fine"]);
    // Each expectation has a scene of its own.
    is("^bea.flour", "16 bea", &["17 bea", "18 bea"]);
    is("^cid.flour", "21 cid", &["22 cid", "23 cid"]);
    is("P(^corn two", "22 corn two", &["23 corn two"]);
}

#[test]
fn an_overlay_is_followed_both_ways() {
    let windy = "house windy extends mill
replace rule twice(n) = n + 3
replace step mill.gusts { roll gust : wind, let gale = twice(load(flow)), note \"a gale\" if gale > 6 }
extend sum mill.total { luck | 1 }
extend scale water, after low { middle }
extend kind miller { hat : yes/no = no }
add after draw mill.cloud { let hatless = not miller.hat, note \"bare\" if hatless }
extend table load { water | sacks, middle | 3 }
replace field miller.skill { skill by water : number = 2 }
";
    let of = |line: &str, word: &str| {
        let begin = windy.find(line).expect("a line");
        let at = begin + windy[begin..].find(word).expect("a word");
        let text = [&windy[..at], &windy[at..]].join("^");
        told(&[("mill", MILL)], &text)
    };
    let places = |places: &[&str]| places.iter().map(|place| (*place).to_owned()).collect::<Vec<String>>();
    // What is replaced is defined by the overlay, for the system as well.
    assert_eq!(of("replace rule", "twice"), ("scene:2 twice".to_owned(), places(&["scene:3 twice", "mill:10 twice"])));
    assert_eq!(of("replace field", "skill"), ("scene:9 skill".to_owned(), places(&["scene:9 skill", "mill:31 skill"])));
    // What is changed is defined where it was.
    assert_eq!(of("replace step", "gusts"), ("mill:33 gusts".to_owned(), places(&["scene:3 gusts"])));
    assert_eq!(
        of("extend sum", "total"),
        ("mill:30 total".to_owned(), places(&["scene:4 total", "mill:31 total", "mill:35 total"]))
    );
    assert_eq!(of("extend scale", "low").0, "mill:3 low");
    assert_eq!(of("extend kind", "miller").0, "mill:14 miller");
    assert_eq!(of("add after", "cloud").0, "mill:34 cloud");
    assert_eq!(of("extend kind", "hat"), ("scene:6 hat".to_owned(), places(&["scene:7 hat"])));
}

#[test]
fn names_of_a_shipped_system_lead_into_its_text() {
    let text = "use ttomp\nactor ada\naction lift by ada { task gate { quality\nexpect deliberate { lift.gate.out^come >= minor }\n";
    let text = text.replace("{ quality\n", "{ complexity simple } }\n");
    let (given, used) = told(&[], &text);
    // The run has an outcome as well; this is that of its task.
    let system = include_str!("../../scripts/systems/ttomp.asz");
    let line =
        |words: &str| 1 + system.lines().position(|line| line.trim_start().starts_with(words)).expect("it is there");
    assert_eq!(given, format!("ttomp:{} outcome", line("resolve task.outcome")));
    // What counts for the action is read of its first task or of its last one, in one line.
    let read = ["decide task.outcome", "let outcome = if", "let outcome = if"];
    let read = read.map(|words| format!("ttomp:{} outcome", line(words)));
    assert_eq!(used, [&["scene:4 outcome".to_owned()], &read[..]].concat());
}

#[test]
fn a_definition_may_stand_in_another_file() {
    let (document, at) = open("use stones\npers|on ada\n");
    let definition = document.definition(at).expect("a kind");
    assert_eq!((definition.name.as_str(), &definition.kind), ("person", &SymbolKind::Sort(Sort::Kind)));
    assert_eq!(document.sources().place(definition.span).to_string(), "stones:4:6");
}

/// Every shipped script that has no mistake, with its name.
fn shipped() -> Vec<(String, Document)> {
    let mut documents = Vec::new();
    for folder in ["scripts/systems", "scripts/house", "scripts/encounters"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let files: Vec<PathBuf> =
            fs::read_dir(folder).expect("the folder is there").flatten().map(|file| file.path()).collect();
        let name = |file: &PathBuf| file.file_name().expect("it has a name").to_string_lossy().into_owned();
        let mut shelf = Shelf::default();
        for file in &files {
            shelf.put(name(file), fs::read_to_string(file).expect("it is text"));
        }
        let engine = Engine::with(shelf);
        #[cfg(feature = "rhai")]
        let engine = engine.functions_by(assize::hook_rhai::reader(assize::engine::Limits::default()));
        let readable = |file: &&PathBuf| cfg!(feature = "rhai") || !file.with_extension("rhai").exists();
        let scripts = files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "asz"));
        for file in scripts.filter(readable) {
            let text = fs::read_to_string(file).expect("it is text");
            let document = Document::open(&engine, &name(file), &text);
            let wrong = document.findings().iter().filter(|finding| finding.is_error()).count();
            assert_eq!(wrong, 0, "{}: {:?}", file.display(), document.findings());
            documents.push((name(file), document));
        }
    }
    documents
}

#[test]
fn what_is_written_at_a_use_is_the_name() {
    for (file, document) in shipped() {
        for definition in document.definitions() {
            // What belongs to somebody is called after both, and written without the owner.
            let name = definition.name.rsplit('.').next().unwrap_or_default();
            for place in definition.uses.iter().chain([&definition.span]) {
                let words: Vec<&str> = document.sources().slice(*place).split_whitespace().collect();
                let of_a_data_file = *place == definition.span && words.join(" ").starts_with('"');
                assert!(words.join(" ") == name || of_a_data_file, "{file}: {definition:?} at {words:?}");
            }
        }
    }
}

/// Words of the language that stand in the shipped scripts, and its own names for dice, rolls, items and totals.
const OF_THE_LANGUAGE: &str = "E P abs add after all and any as ask automatic b before budget by cast choose choosing \
    count cut d deck decide deliberate dice die div doubles down draw each else expect extend extends first flag for from \
    further given group hidden highest house if in is item kept kind known ladder last left let level lowest many max min mod modifier \
    modifiers most needs no not note nothing number odds of one optional or otherwise p pay period plan procedure random rank refused \
    repeat replace resolve roll rolled rolls judged rule run scale secret set shuffle sides signed slots step stop sum system table \
    text that then through to total turns unreached until up upfront use value versus with written yes default bonus penalty \
    result";

/// Why a word of a line has no definition, if that is as it should be. `before` is the line up to the word.
fn is_no_name(before: &str, word: &str, line: &str) -> bool {
    let of_the_language = OF_THE_LANGUAGE.split_whitespace().any(|one| one == word);
    let is_die = word.strip_prefix('d').is_some_and(|sides| sides.chars().all(|sign| sign.is_ascii_digit()));
    // The row of a sum has a label, and the first cell of a header says what the keys are.
    let rows = before.rsplit(['{', ',']).next().unwrap_or_default();
    let is_label = !rows.contains('|') && line[before.len()..].contains('|');
    let names_a_script = before.trim_start().starts_with("use ")
        || before.trim_start().starts_with("system ")
        || before.trim_start().starts_with("house ");
    // Choices and their options are told by what they are called when it runs.
    let is_chosen = before.contains(" choosing ") || before.trim_start().starts_with("choose ");
    // One of a list that nothing asks about: they are only counted.
    let after = &line[before.len() + word.len()..];
    let is_counted = after.starts_with(" in ") && after.contains(" : yes)");
    of_the_language || is_die || is_counted || is_label || names_a_script || is_chosen
}

#[test]
fn every_name_of_the_shipped_scripts_has_a_definition() {
    let mut without: Vec<String> = Vec::new();
    let mut with = 0;
    for (file, document) in shipped() {
        let text = document.sources().get(document.source()).expect("it is there").text.clone();
        for (at, word) in words(&text) {
            let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let line = text[begin..].lines().next().unwrap_or_default();
            if document.definition(at).is_some() {
                with += 1;
            } else if !is_no_name(&text[begin..at], word, line) {
                without.push(format!("{file} {word}: {}", line.split('#').next().unwrap_or_default().trim()));
            }
        }
    }
    // Options of a choice, again.
    insta::assert_snapshot!(without.join("\n"), @r"
    window-escape.asz shove: shove default {
    window-escape.asz shout: shout {
    garden-wall.asz guard: guard {
    ");
    assert!(with > 4_500, "{with}");
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
