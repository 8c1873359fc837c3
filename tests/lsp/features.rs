//! What editors ask about a script, each of it once with an answer that is known.

use serde_json::{Value, json};

use crate::editor::{Editor, STONES, edited, offset, place_of, slice};

const SCENE: &str = "use stones
person ada \"Ada Oak\" { stones 5 }
person ben
raise gate \"the gate\" by ada { aim as tall as possible }
note \"it stands open\" if gate.lift is open
";

fn opened(name: &str) -> Editor {
    let mut editor = Editor::new(name);
    assert_eq!(editor.open("night.asz", SCENE), json!([]));
    editor
}

fn labels(list: &Value) -> Vec<&str> {
    list["items"].as_array().expect("a list").iter().filter_map(|item| item["label"].as_str()).collect()
}

#[test]
fn a_mistake_has_its_place_its_code_and_a_way_out() {
    let mut editor = Editor::new("mistake");
    let text = "use stones\nperson ada\nperson ada\nraise gate by aad\n";
    let told = editor.open("night.asz", text);
    let of_line = |line: u64| {
        let all = told.as_array().expect("a list");
        all.iter().find(|one| one["range"]["start"]["line"] == line).unwrap_or_else(|| panic!("{told}")).clone()
    };
    let twice = of_line(2);
    assert_eq!((twice["severity"].as_u64(), twice["source"].as_str()), (Some(1), Some("assize")));
    assert_eq!(twice["relatedInformation"][0]["location"]["range"]["start"]["line"], 1, "{twice}");
    let unknown = of_line(3);
    assert_eq!(slice(text, &unknown["range"]), "aad");
    let code = unknown["code"].as_str().expect("a code");
    assert_eq!(unknown["codeDescription"]["href"], format!("assize:///mistakes/{code}.md"));
    assert!(unknown["message"].as_str().is_some_and(|text| text.contains("help: did you mean `ada`?")), "{unknown}");
    let page = editor.ask("assize/source", json!({ "uri": unknown["codeDescription"]["href"] }));
    assert!(page["text"].as_str().is_some_and(|page| page.starts_with(&format!("# {code}"))));
    assert_eq!(page["languageId"], "markdown");
}

#[test]
fn a_warning_is_no_error() {
    let mut editor = Editor::new("warning");
    let told = editor.open("night.asz", "use stones\nperson ada\nraise gate by ada { aim low\n aim low }\n");
    assert!(told.as_array().is_some_and(|told| !told.is_empty()), "{told}");
    let told = editor.write("night.asz", "use stones\nperson ada { stones 3 }\nnote \"x\" if 1 is 2\n");
    assert!(told.as_array().is_some_and(|all| all.iter().all(|one| one["severity"] == 2) && !all.is_empty()), "{told}");
}

#[test]
fn fixes_are_offered_where_the_mistake_is() {
    let mut editor = Editor::new("fixes");
    let text = "use stones\nperson ada\nraise gate by aad\n";
    editor.open("night.asz", text);
    let uri = editor.uri("night.asz");
    let ask = |line: u64, only: Value| {
        let range = json!({ "start": { "line": line, "character": 15 }, "end": { "line": line, "character": 15 } });
        json!({ "textDocument": { "uri": uri }, "range": range, "context": { "diagnostics": [], "only": only } })
    };
    let offered = editor.ask("textDocument/codeAction", ask(2, Value::Null));
    let fix = &offered[0];
    assert_eq!((fix["title"].as_str(), fix["kind"].as_str()), (Some("Write `ada`"), Some("quickfix")), "{offered}");
    assert_eq!(slice(text, &fix["diagnostics"][0]["range"]), "aad");
    let fixed = edited(text, &fix["edit"]["changes"][&uri]);
    assert_eq!(fixed, "use stones\nperson ada\nraise gate by ada\n");
    assert_eq!(editor.ask("textDocument/codeAction", ask(0, json!(["quickfix"]))), json!([]), "no mistake is here");
    assert_eq!(editor.ask("textDocument/codeAction", ask(2, json!(["refactor"]))), json!([]));
    assert_eq!(editor.write("night.asz", &fixed), json!([]));
}

#[test]
fn all_sure_fixes_are_made_at_once() {
    let mut editor = Editor::new("fix-all");
    let text = "use stones\r\nperson ada\r\nnote \"x\" if ada.stones == 2\r\n";
    editor.open("night.asz", text);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
    let uri = editor.uri("night.asz");
    let context = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    let params = json!({ "textDocument": { "uri": uri }, "range": range, "context": context });
    let offered = editor.ask("textDocument/codeAction", params);
    assert_eq!(offered[0]["kind"], "source.fixAll.assize", "{offered}");
    let fixed = edited(text, &offered[0]["edit"]["changes"][&uri]);
    assert!(fixed.ends_with("if ada.stones is 2\r\n"), "{fixed}");
}

#[test]
fn words_are_offered_with_what_they_mean() {
    let mut editor = opened("words");
    let text = format!("{SCENE}set ada.");
    editor.write("night.asz", &text);
    let offered = editor.at("textDocument/completion", "night.asz", (5, 8));
    assert_eq!(labels(&offered), ["stones", "reach"]);
    let stones = &offered["items"][0];
    assert_eq!(stones["detail"], "in hand: 0 to 9, 3 by default");
    assert_eq!(stones["kind"], 5, "a field");
    let text = format!("{SCENE}set ada.reach = as ta");
    editor.write("night.asz", &text);
    let offered = editor.at("textDocument/completion", "night.asz", (5, 21));
    let item = &offered["items"][0];
    assert_eq!((item["label"].as_str(), item["kind"].as_u64()), (Some("as tall as possible"), Some(20)), "a level");
    let whole = edited(&text, &json!([item["textEdit"]]));
    assert!(whole.ends_with("set ada.reach = as tall as possible"), "{whole}");
    editor.write("night.asz", "use sto");
    let offered = editor.at("textDocument/completion", "night.asz", (0, 7));
    assert!(labels(&offered).contains(&"stones"));
}

#[test]
fn a_name_says_what_it_is_and_where_it_comes_from() {
    let mut editor = opened("hover");
    let told = editor.at("textDocument/hover", "night.asz", place_of(SCENE, "stones 5"));
    let text = told["contents"]["value"].as_str().expect("a text");
    assert!(text.starts_with("**stones** · field\n\nin hand: 0 to 9, 3 by default"), "{text}");
    assert!(text.contains("`stones.asz`, line 9"), "{text}");
    assert_eq!(slice(SCENE, &told["range"]), "stones");
    let told = editor.at("textDocument/hover", "night.asz", place_of(SCENE, "tall as"));
    assert_eq!(slice(SCENE, &told["range"]), "as tall as possible");
    let told = editor.at("textDocument/hover", "night.asz", place_of(SCENE, "ada {"));
    assert!(told["contents"]["value"].as_str().is_some_and(|text| text.contains("Ada Oak")), "{told}");
    assert_eq!(editor.at("textDocument/hover", "night.asz", place_of(SCENE, "it stands")), Value::Null);
}

#[test]
fn a_name_of_a_shipped_system_says_which_rule_it_is() {
    let mut editor = Editor::new("rules");
    let text = "use ttomp\nactor inez\naction climb by inez { value 1b \"x\", task wall { timing fast } }\n";
    editor.open("night.asz", text);
    let told = editor.at("textDocument/hover", "night.asz", place_of(text, "value 1b"));
    let value = told["contents"]["value"].as_str().expect("a text");
    assert!(value.contains("`ttomp`, line ") && value.contains("\n\nTT-0"), "{value}");
    let told = editor.at("textDocument/hover", "night.asz", (0, 6));
    assert_eq!(told["contents"]["value"], "```asz\nsystem ttomp \"Travails and Misfortunes\"\n```");
}

#[test]
fn a_call_says_what_it_takes() {
    let mut editor = Editor::new("calls");
    editor.open("stones.asz", STONES);
    let (line, column) = place_of(STONES, "both(total, 0)");
    let told = editor.at("textDocument/signatureHelp", "stones.asz", (line, column + "both(total, ".len()));
    assert_eq!(told["signatures"][0]["label"], "both(one : number, other : number)");
    assert_eq!(told["signatures"][0]["parameters"][1]["label"], json!([19, 33]));
    assert_eq!(told["activeParameter"], 1);
    let text = "use stones\nperson ada\nset ada.stones = max(1, ";
    editor.open("night.asz", text);
    let told = editor.at("textDocument/signatureHelp", "night.asz", (2, 24));
    assert_eq!(told["signatures"][0]["label"], "max(a, b)");
    assert_eq!(editor.at("textDocument/signatureHelp", "night.asz", (1, 5)), Value::Null);
}

#[test]
fn a_name_leads_to_where_it_is_given() {
    let mut editor = opened("definition");
    let given = editor.at("textDocument/definition", "night.asz", place_of(SCENE, "ada {"));
    assert_eq!((given["uri"].as_str(), slice(SCENE, &given["range"])), (Some(editor.uri("night.asz").as_str()), "ada"));
    let given = editor.at("textDocument/definition", "night.asz", place_of(SCENE, "raise"));
    assert_eq!(
        (given["uri"].as_str(), slice(STONES, &given["range"])),
        (Some(editor.uri("stones.asz").as_str()), "raise")
    );
    let used = editor.at("textDocument/definition", "night.asz", (0, 6));
    assert_eq!(
        (used["uri"].as_str(), &used["range"]["start"]["line"]),
        (Some(editor.uri("stones.asz").as_str()), &json!(0))
    );
    assert_eq!(editor.at("textDocument/definition", "night.asz", place_of(SCENE, "it stands")), Value::Null);
}

#[test]
fn a_name_of_a_shipped_system_leads_into_the_program() {
    let mut editor = Editor::new("shipped");
    let text = "use duel\nactor ada\n";
    editor.open("night.asz", text);
    let used = editor.at("textDocument/definition", "night.asz", (0, 5));
    assert_eq!(used["uri"], "assize:///systems/duel.asz");
    let source = editor.ask("assize/source", json!({ "uri": used["uri"] }));
    let system = source["text"].as_str().expect("a text").to_owned();
    assert!(system.starts_with("system duel"));
    assert_eq!(source["languageId"], "assize");
    assert_eq!(editor.refused("assize/source", json!({ "uri": "assize:/systems/dule.asz" })).0, -32602);
    // An editor opens it like any other text, and may ask about it; nothing is wrong with it.
    let document = json!({ "uri": used["uri"], "languageId": "assize", "version": 1, "text": system });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let symbols = editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": used["uri"] } }));
    assert!(symbols.as_array().is_some_and(|all| all.len() > 5), "{symbols}");
    assert_eq!(editor.close(), Some(0));
}

#[test]
fn an_editor_that_opens_only_files_has_copies() {
    let options = json!({ "capabilities": {}, "initializationOptions": { "sources": "files" } });
    let mut editor = Editor::with("copies", options);
    editor.open("night.asz", "use duel\n");
    let used = editor.at("textDocument/definition", "night.asz", (0, 5));
    let path = used["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file").to_owned();
    let copy = std::fs::read_to_string(&path).expect("it is there");
    assert!(copy.starts_with("system duel") && path.ends_with("/systems/duel.asz"), "{path}");
    assert!(std::fs::metadata(&path).is_ok_and(|file| file.permissions().readonly()));
    assert_eq!(editor.close(), Some(0));
    assert!(!std::path::Path::new(&path).exists(), "it is gone with the program");
}

#[test]
fn every_use_of_a_name_is_found() {
    let mut editor = opened("references");
    editor.open("other.asz", "use stones\nperson cat { stones 1 }\n");
    let ask = |editor: &mut Editor, word: &str, declaration: bool| {
        let mut params = editor.place("night.asz", place_of(SCENE, word));
        params["context"] = json!({ "includeDeclaration": declaration });
        editor.ask("textDocument/references", params)
    };
    let found = ask(&mut editor, "gate.lift", true);
    let words: Vec<&str> = found.as_array().expect("a list").iter().map(|one| slice(SCENE, &one["range"])).collect();
    assert_eq!(words, ["gate", "gate"]);
    assert_eq!(ask(&mut editor, "gate.lift", false).as_array().map(Vec::len), Some(1));
    let found = ask(&mut editor, "stones 5", false);
    let files: Vec<&str> = found.as_array().expect("a list").iter().filter_map(|one| one["uri"].as_str()).collect();
    for file in ["night.asz", "other.asz", "stones.asz"] {
        assert!(files.contains(&editor.uri(file).as_str()), "{file}: {files:?}");
    }
    let marked = editor.at("textDocument/documentHighlight", "night.asz", place_of(SCENE, "ada {"));
    assert_eq!(marked.as_array().map(Vec::len), Some(2), "{marked}");
}

#[test]
fn a_name_is_changed_wherever_it_is_spoken_of() {
    let mut editor = opened("rename");
    let uri = editor.uri("night.asz");
    let ready = editor.at("textDocument/prepareRename", "night.asz", place_of(SCENE, "gate.lift"));
    assert_eq!(ready["placeholder"], "gate");
    let mut params = editor.place("night.asz", place_of(SCENE, "gate.lift"));
    params["newName"] = json!("old door");
    let changes = editor.ask("textDocument/rename", params.clone());
    let renamed = edited(SCENE, &changes["changes"][&uri]);
    assert_eq!(renamed, SCENE.replace("raise gate", "raise old door").replace("gate.lift", "old door.lift"));
    assert_eq!(editor.write("night.asz", &renamed), json!([]));
    editor.write("night.asz", SCENE);
    for (name, why) in [
        ("ben", "there is already a person called `ben`"),
        ("1st", "`1st` is not a name"),
        ("", "`` is not a name"),
        ("a.b", "`a.b` is not a name"),
        ("repeat", "`repeat` is a word of the language"),
        ("this by that", "`by` is a word of the language"),
    ] {
        params["newName"] = json!(name);
        let (code, message) = editor.refused("textDocument/rename", params.clone());
        assert!(code == -32803 && message.starts_with(why), "{name}: {message}");
    }
    let nothing = editor.place("night.asz", place_of(SCENE, "it stands"));
    assert_eq!(editor.refused("textDocument/prepareRename", nothing).1, "there is no name here to change");
}

#[test]
fn a_name_in_another_file_is_changed_there_too() {
    let mut editor = opened("rename-elsewhere");
    editor.open("other.asz", "use stones\nperson cat { stones 1 }\n");
    let mut params = editor.place("night.asz", place_of(SCENE, "stones 5"));
    params["newName"] = json!("pebbles");
    let changes = editor.ask("textDocument/rename", params);
    let of = |file: &str, text: &str| edited(text, &changes["changes"][editor.uri(file)]);
    assert!(of("night.asz", SCENE).contains("{ pebbles 5 }"));
    assert!(of("other.asz", "use stones\nperson cat { stones 1 }\n").contains("{ pebbles 1 }"));
    let system = of("stones.asz", STONES);
    assert!(system.contains("kind person { pebbles : 0..9") && system.contains("lifter.pebbles"), "{system}");
    assert!(system.contains("system stones"), "{system}");
}

#[test]
fn a_name_of_a_shipped_system_stays_as_it_is() {
    let mut editor = Editor::new("rename-shipped");
    let text = "use duel\nactor ada\n";
    editor.open("night.asz", text);
    let mut params = editor.place("night.asz", place_of(text, "actor"));
    params["newName"] = json!("knight");
    let (code, message) = editor.refused("textDocument/rename", params);
    assert_eq!(code, -32803);
    assert_eq!(message, "`actor` belongs to `duel`, which comes with the program and cannot be changed");
}

#[test]
fn an_outline_holds_what_has_a_name() {
    let mut editor = opened("outline");
    let symbols = editor.of("textDocument/documentSymbol", "night.asz");
    let names: Vec<&str> = symbols.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["ada", "ben", "gate"]);
    editor.open("stones.asz", STONES);
    let symbols = editor.of("textDocument/documentSymbol", "stones.asz");
    let all = symbols.as_array().expect("a list");
    let inside = |name: &str| -> Vec<&str> {
        let one = all.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("{name}: {symbols}"));
        one["children"].as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect()
    };
    assert_eq!(inside("height"), ["low", "as tall as possible"]);
    assert_eq!(inside("person"), ["stones", "reach"]);
    assert!(inside("raise").starts_with(&["lifter", "aim"]), "{:?}", inside("raise"));
    for one in all {
        let (whole, name) = (&one["range"], &one["selectionRange"]);
        assert!(offset(STONES, &whole["start"]) <= offset(STONES, &name["start"]), "{one}");
        assert!(offset(STONES, &name["end"]) <= offset(STONES, &whole["end"]), "{one}");
    }
}

#[test]
fn blocks_and_comments_fold() {
    let mut editor = Editor::new("folds");
    editor.open("stones.asz", STONES);
    let folds = editor.of("textDocument/foldingRange", "stones.asz");
    let lines: Vec<(u64, u64)> = folds
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| (one["startLine"].as_u64().unwrap_or_default(), one["endLine"].as_u64().unwrap_or_default()))
        .collect();
    assert_eq!(lines, [(3, 6), (10, 16), (12, 14)]);
    editor.open("night.asz", "# one\n# two\nuse stones\n");
    assert_eq!(editor.of("textDocument/foldingRange", "night.asz")[0]["kind"], "comment");
}

#[test]
fn words_are_coloured_by_what_they_stand_for() {
    let mut editor = Editor::new("colours");
    let text = "use stones # \u{1f3b2} here\nperson ada { reach as tall as possible }\nset ada.stones = 2\n";
    editor.open("night.asz", text);
    let legend = [
        "keyword",
        "number",
        "string",
        "comment",
        "operator",
        "enum",
        "enumMember",
        "class",
        "struct",
        "function",
        "method",
        "variable",
        "property",
        "event",
        "namespace",
    ];
    let data = editor.of("textDocument/semanticTokens/full", "night.asz");
    let numbers: Vec<usize> = data["data"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_u64)
        .map(|number| usize::try_from(number).expect("it is small"))
        .collect();
    let (mut line, mut column, mut found) = (0, 0, Vec::new());
    for token in numbers.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let place = |column: usize| json!({ "line": line, "character": column });
        let word = slice(text, &json!({ "start": place(column), "end": place(column + token[2]) })).to_owned();
        found.push((word, legend[token[3]], token[4]));
    }
    let expected = [
        ("use", "keyword", 0),
        ("# \u{1f3b2} here", "comment", 0),
        ("person", "class", 0),
        ("ada", "variable", 1),
        ("reach", "property", 0),
        ("as", "enumMember", 0),
        ("tall", "enumMember", 0),
        ("as", "enumMember", 0),
        ("possible", "enumMember", 0),
        ("set", "keyword", 0),
        ("ada", "variable", 0),
        ("stones", "property", 0),
        ("=", "operator", 0),
        ("2", "number", 0),
    ];
    let expected: Vec<(String, &str, usize)> = expected.map(|(word, sort, of)| (word.to_owned(), sort, of)).to_vec();
    assert_eq!(found, expected);
}

#[test]
fn plans_and_sums_are_told_beside_their_lines() {
    let mut editor = Editor::new("hints");
    let text = "use ttomp\nactor inez\naction climb \"up\" by inez {\n  value 1b \"x\"\n  task wall { quality good, timing fast }\n}\n";
    editor.open("night.asz", text);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let params = json!({ "textDocument": { "uri": editor.uri("night.asz") }, "range": range });
    let hints = editor.ask("textDocument/inlayHint", params);
    let told: Vec<(u64, &str)> = hints
        .as_array()
        .into_iter()
        .flatten()
        .map(|hint| (hint["position"]["line"].as_u64().unwrap_or_default(), hint["label"].as_str().unwrap_or_default()))
        .collect();
    assert!(told.iter().any(|(line, text)| *line == 2 && text.ends_with(" of 6 TP")), "{told:?}");
    assert!(told.iter().any(|(line, text)| *line == 2 && text.starts_with("total 1b")), "{told:?}");
    let none = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 1, "character": 0 } });
    let params = json!({ "textDocument": { "uri": editor.uri("night.asz") }, "range": none });
    assert_eq!(editor.ask("textDocument/inlayHint", params), json!([]));
}

#[test]
fn a_text_is_laid_out_and_one_with_mistakes_is_left_alone() {
    let mut editor = Editor::new("layout");
    let text = "use   stones\nperson ada{stones 2}   # \u{1f3b2}\n\n\n\nnote \"x\"";
    editor.open("night.asz", text);
    let options = json!({ "tabSize": 8, "insertSpaces": false });
    let params = json!({ "textDocument": { "uri": editor.uri("night.asz") }, "options": options });
    let edits = editor.ask("textDocument/formatting", params.clone());
    let laid_out = edited(text, &edits);
    assert_eq!(laid_out, "use stones\nperson ada { stones 2 }  # \u{1f3b2}\n\nnote \"x\"\n");
    editor.write("night.asz", &laid_out);
    assert_eq!(editor.ask("textDocument/formatting", params.clone()), json!([]));
    editor.write("night.asz", "use   stones\nperson {{{\n");
    assert_eq!(editor.ask("textDocument/formatting", params), json!([]));
}
