//! A cheat sheet for each game: how it works, from its guide, and its words, from what its system declares.

use std::fmt::Write;
use std::fs;

use assize::engine::Engine;
use assize::language_service::{Document, Sort, Term, TermPart};

use crate::drawing::escaped;
use crate::{keep, read, root};

/// What a type is called in little room, for what the program says in words. The first that fits is taken.
const SHORT: [(&str, &str); 16] = [
    (", may be left out", ""),
    (", as often as it applies", " …"),
    ("yes or no, no by default", ""),
    ("yes or no, yes by default", "yes or <code>no</code>"),
    (", no by default", ""),
    ("yes or no for each level of ", "for each "),
    (" for each level of ", ", for each "),
    ("yes or no", "yes/no"),
    ("a level of ", ""),
    ("the name of somebody or something ", ""),
    ("a block with the lines of ", "braces as of "),
    ("a plan: ", ""),
    ("a die such as d8", "die"),
    ("a modifier", "modifier"),
    ("a number", "number"),
    ("a text", "text"),
];

/// The meaning of a part, shorter than the program tells it.
fn short(meaning: &str) -> String {
    let mut text = escaped(meaning);
    for (long, short) in SHORT {
        text = text.replace(long, short);
    }
    if let Some((before, default)) = text.strip_suffix(" by default").and_then(|text| text.rsplit_once(", ")) {
        text = format!("{before} ({default})");
    }
    // Words of the language stand between backticks; every other piece is one.
    let pieces = text.trim_end_matches([':', ' ']).split('`').enumerate();
    pieces.map(|(at, piece)| if at % 2 == 1 { coded(piece) } else { piece.to_owned() }).collect()
}

/// Parts that follow each other and mean the same are told together.
fn told(parts: &[&TermPart], name: impl Fn(&str) -> String) -> String {
    let groups = parts.chunk_by(|one, next| one.word.meaning == next.word.meaning);
    let groups = groups.map(|group| {
        let names: Vec<String> = group.iter().map(|part| name(&escaped(&part.word.text))).collect();
        match short(&group[0].word.meaning) {
            meaning if meaning.is_empty() => names.join(", "),
            meaning => format!("{} <i>{meaning}</i>", names.join(", ")),
        }
    });
    groups.collect::<Vec<_>>().join("; ")
}

fn coded(name: &str) -> String {
    format!("<code>{name}</code>")
}

/// The line of a script that declares a procedure, from behind its name to its braces: `by actor versus target : actor`.
fn roles(script: &str, name: &str) -> String {
    let head = script.lines().find_map(|line| line.strip_prefix(&format!("procedure {name} ")));
    let roles = head.and_then(|head| head.split('{').next()).unwrap_or_default().trim();
    if roles.is_empty() { String::new() } else { format!(" {}", escaped(roles)) }
}

/// What a procedure finds out, by the lines of its script that add up, decide or resolve.
fn results(script: &str, name: &str) -> Vec<String> {
    let begin = script.find(&format!("\nprocedure {name} ")).expect("the system declares it");
    let body = &script[begin + 1..];
    let body = &body[..body.find("\n}").unwrap_or(body.len())];
    let mut found: Vec<String> = Vec::new();
    for statement in body.lines().flat_map(|line| line.split('#').next().unwrap_or_default().split(", ")) {
        let named = ["sum ", "decide ", "resolve "].iter().find_map(|word| statement.trim_start().strip_prefix(word));
        let words = named.map(|rest| {
            rest.split([' ', '{', ',']).take_while(|word| !["with", "", "from", "by", "for", ":"].contains(word))
        });
        let name = words.map(|words| words.collect::<Vec<_>>().join(" ")).unwrap_or_default();
        if !name.is_empty() && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// The cells of a level: `attacks worse, near better`.
fn cells(part: &TermPart) -> Vec<&str> {
    part.word.meaning.split(", ").collect()
}

/// What most levels have in each column, if there are many of both.
fn usual(term: &Term) -> Vec<&str> {
    let rows: Vec<Vec<&str>> = term.parts.iter().map(cells).collect();
    let columns = rows.first().map_or(0, Vec::len);
    if columns < 3 || rows.len() < 6 || rows.iter().any(|row| row.len() != columns) {
        return Vec::new();
    }
    let most = |column: usize| {
        let times = |cell: &str| rows.iter().filter(|row| row[column] == cell).count();
        rows.iter().map(|row| row[column]).max_by_key(|cell| times(cell)).filter(|cell| times(cell) * 2 > rows.len())
    };
    (0..columns).map(|column| most(column).unwrap_or_default()).collect()
}

/// The names of levels in a table, with what stands beside them. What most of them have is said once.
fn levels(term: &Term) -> String {
    let usual = usual(term);
    let shorter: Vec<TermPart> = term
        .parts
        .iter()
        .map(|part| {
            let mut part = part.clone();
            let other = cells(&part).into_iter().enumerate().filter(|(at, cell)| usual.get(*at) != Some(cell));
            part.word.meaning = other.map(|(_, cell)| cell).collect::<Vec<_>>().join(", ");
            part
        })
        .collect();
    let parts: Vec<&TermPart> = shorter.iter().collect();
    let said: Vec<&str> = usual.into_iter().filter(|cell| !cell.is_empty()).collect();
    let rest =
        if said.is_empty() { String::new() } else { format!("; otherwise <i>{}</i>", escaped(&said.join(", "))) };
    format!("<p><b>{}</b>: {}{rest}</p>", escaped(&term.name), told(&parts, str::to_owned))
}

/// A kind of people or things, with its fields.
fn kind(term: &Term) -> String {
    let parts: Vec<&TermPart> = term.parts.iter().collect();
    format!("<p><b>{}</b>: {}</p>", escaped(&term.name), told(&parts, coded))
}

/// What can be done: its line, its blanks, and what can be asked of it afterwards.
fn procedure(term: &Term, script: &str, scales: &[&Term]) -> String {
    let is_level = |part: &&TermPart| {
        let named = |scale: &&Term| scale.parts.iter().any(|level| level.word.text == part.word.text);
        part.word.meaning.starts_with("what this level of ") && scales.iter().any(named)
    };
    let is_step = |part: &&TermPart| {
        part.word.meaning.chars().next().is_some_and(|sign| sign.is_ascii_digit()) && part.word.meaning.contains(". ")
    };
    let blanks: Vec<&TermPart> = term.parts.iter().filter(|part| !is_level(part) && !is_step(part)).collect();
    let results = results(script, &term.name);
    let results = if results.is_empty() {
        String::new()
    } else {
        format!(" <span class=\"results\">→ {}</span>", escaped(&results.join(", ")))
    };
    let name = escaped(&term.name);
    let blanks = told(&blanks, coded);
    let between = if blanks.is_empty() { "" } else { ": " };
    format!("<p><b>{name}</b> NAME{}{between}{blanks}{results}</p>", roles(script, &term.name))
}

/// The part of a guide that explains the game, with links as they are from here.
fn explained(guide: &str, page: &str) -> String {
    let (_, rest) = guide.split_once("## The game on one page\n").expect("a guide explains its game");
    let text = rest.split("\n## ").next().unwrap_or_default().trim();
    let is_picture = |paragraph: &&str| paragraph.starts_with("![");
    let text = text.split("\n\n").filter(|paragraph| !is_picture(paragraph)).collect::<Vec<_>>().join("\n\n");
    text.replace("](#", &format!("](../src/{page}#"))
        .replace("](rules/", "](../src/rules/")
        .replace("](guide-", "](../src/guide-")
}

/// The first scene of a guide, without what it expects.
fn example(guide: &str) -> String {
    let (_, rest) = guide.split_once("```asz").expect("a guide has a scene");
    let (_, rest) = rest.split_once('\n').expect("a fence ends");
    let block = rest.split("\n```").next().unwrap_or_default();
    let scene = block.split("\nexpect ").next().unwrap_or_default();
    format!("```asz\n{}\n```", scene.trim_end())
}

fn section(title: &str, entries: &[String]) -> String {
    if entries.is_empty() { String::new() } else { format!("## {title}\n\n{}\n\n", entries.join("\n")) }
}

/// How large a sheet of so many characters can be printed; the look of the book says what these words mean.
const ROOM: [(usize, &str); 2] = [(6_500, "much"), (9_600, "some")];

fn sheet(system: &str) -> String {
    let (script, page) = (read(&format!("scripts/systems/{system}.asz")), format!("guide-{system}.md"));
    let guide = read(&format!("docs/src/{page}"));
    let title = guide.lines().next().unwrap_or_default().trim_start_matches("# ");
    let document = Document::open(&Engine::default(), "scene.asz", &format!("use {system}\n"));
    let terms = &document.vocabulary().terms;
    let of = |sorts: &[Sort]| terms.iter().filter(|term| sorts.contains(&term.sort)).collect::<Vec<_>>();
    let scales = of(&[Sort::Scale, Sort::Ladder]);
    let each = |terms: Vec<&Term>, tell: &dyn Fn(&Term) -> String| terms.into_iter().map(tell).collect::<Vec<_>>();
    let single = |term: &&Term| term.meaning == "there is one";
    let (one, many): (Vec<&Term>, Vec<&Term>) = of(&[Sort::Kind]).into_iter().partition(single);
    let periods: Vec<String> = of(&[Sort::Period]).iter().map(|term| coded(&escaped(&term.name))).collect();
    let plans = terms.iter().filter(|term| matches!(term.sort, Sort::Item(_)) || term.sort == Sort::Plan).collect();
    let mut text = format!("## How it works\n\n{}\n\n## A scene\n\n{}\n\n", explained(&guide, &page), example(&guide));
    text += &section("People and things", &each(many, &kind));
    text += &section("What can be done", &each(of(&[Sort::Procedure]), &|term| procedure(term, &script, &scales)));
    text += &section("Plans", &each(plans, &kind));
    text += &section("Tables", &each(scales.clone(), &levels));
    text += &section("Settings of the table", &each(one, &kind));
    let periods = if periods.is_empty() { Vec::new() } else { vec![format!("<p>{}</p>", periods.join(", "))] };
    text += &section("Units of play", &periods);
    let room = ROOM.iter().find(|(most, _)| text.chars().count() <= *most).map_or("little", |(_, room)| room);
    let lead =
        format!("Everything here is explained in [the guide](../src/{page}); `assize show {system}` prints the rules.");
    let legend = "<p class=\"legend\">A word alone says yes. … as often as it applies. (In brackets) what counts if you say nothing. → what you can ask of it: <code>NAME.outcome</code>.</p>";
    format!(
        "# {title}: cheat sheet\n\n{lead}\n\n<div class=\"cheat\" data-room=\"{room}\">\n\n{text}</div>\n\n{legend}\n"
    )
}

/// What stands above the list of sheets.
const LEAD: &str = "# Cheat sheets

One printed page for each game: how it works, which words a scene can use, and what its tables say. Print a page from your browser: it
fits on A4 and on Letter.

";

#[test]
fn each_game_has_a_cheat_sheet() {
    let mut systems: Vec<String> = fs::read_dir(root().join("scripts/systems"))
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(".asz").map(str::to_owned))
        .collect();
    systems.sort();
    assert_eq!(systems.len(), 11, "{systems:?}");
    let mut list = String::new();
    for system in systems {
        let sheet = sheet(&system);
        let title = sheet.lines().next().unwrap_or_default().trim_start_matches("# ").trim_end_matches(": cheat sheet");
        let _ = writeln!(list, "- [{title}]({system}.md)");
        keep(&format!("docs/cheat/{system}.md"), &sheet);
    }
    keep("docs/cheat/README.md", &format!("{LEAD}{list}"));
}

#[test]
fn meanings_are_short() {
    assert_eq!(short("the difficulty in a word: a level of task, may be left out"), "the difficulty in a word: task");
    assert_eq!(short("0 to 9, 3 by default"), "0 to 9 (3)");
    assert_eq!(short("each with its reason: yes or no, as often as it applies"), "each with its reason: yes/no …");
    assert_eq!(short("yes or no, no by default"), "");
    assert_eq!(short("begun by `open turn`: a text"), "begun by <code>open turn</code>: text");
}

#[test]
fn results_are_those_of_the_procedure() {
    let script = "system x\nprocedure a by b {\n  sum total { c | c }\n  roll d : 1d6, decide end {\n  }\n}\nprocedure e {\n  resolve last step with 1\n}\n";
    assert_eq!(results(script, "a"), ["total", "end"]);
    assert_eq!(results(script, "e"), ["last step"]);
    assert_eq!(roles(script, "a"), " by b");
}
