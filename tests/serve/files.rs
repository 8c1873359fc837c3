//! The folder that scripts may use, and journals.

use serde_json::json;

use crate::{LAMPS, Served, folder};

#[test]
fn only_the_named_folder_is_read() {
    let folder = folder::empty("serve/folder");
    let inside = folder::empty("serve/folder/inside");
    std::fs::write(inside.join("lamps.asz"), LAMPS).expect("it can be written");
    std::fs::write(folder.join("outside.asz"), LAMPS).expect("it can be written");
    let words = ["--folder", inside.to_str().expect("the path is text")];
    let uses = |name: &str| json!({"text": format!("use \"{name}\"\nperson ada")});
    let outside = folder.join("outside.asz");
    let outside = outside.to_str().expect("the path is text");
    let mut served = Served::with(&words);
    served.done("check", uses("lamps.asz"));
    for name in ["../outside.asz", outside, "nowhere.asz"] {
        assert_eq!(served.refused("check", uses(name)).0, "AZ108", "{name}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outside, inside.join("link.asz")).expect("a link can be made");
        assert_eq!(served.refused("check", uses("link.asz")).0, "AZ108");
        let told = served.ask("check", uses("lnk.asz")).to_string();
        assert!(told.contains("AZ108") && !told.contains("link.asz"), "what is refused is not offered: {told}");
    }
    assert_eq!(
        Served::with(&[]).refused("check", uses("lamps.asz")).0,
        "AZ108",
        "without `--folder` there are no files"
    );
}

#[test]
fn a_text_that_comes_twice_is_refused() {
    let mut served = Served::with(&[]);
    let other = "system lamps\nkind person { oil : 0..9 = 7 }";
    for names in [["lamps.asz", "./lamps.asz"], ["lamps", "lamps.asz"], ["rules/lamps.asz", "rules/../rules/lamps.asz"]]
    {
        let texts = json!({names[0]: LAMPS, names[1]: other});
        for (method, fields) in [
            ("session/open", json!({"session": "one", "texts": texts})),
            ("check", json!({"text": "use lamps", "texts": texts})),
            ("run", json!({"text": "use lamps", "texts": texts})),
        ] {
            let (code, told) = served.refused(method, fields);
            assert!(code == "AZ202" && told.contains("are the same file"), "{method} {names:?}: {code} {told}");
        }
    }
    let rule = "fn luck(a) { a }";
    served.done(
        "check",
        json!({"text": "use lamps", "texts": {"lamps.asz": LAMPS, "lamps.rhai": rule, "lamps.csv": "a\n1"}}),
    );
}

#[test]
fn a_session_goes_on_with_its_journal() {
    let folder = folder::empty("serve/journals");
    let words = ["--journals", folder.to_str().expect("the path is text")];
    let mut served = Served::opened(&words);
    served.done("session/enter", json!({"session": "one", "text": "set ada.oil = 5"}));
    assert_eq!(served.end(), Some(0));
    let mut served = Served::with(&words);
    let opened = served.done("session/open", json!({"session": "one", "texts": {"lamps": LAMPS}}));
    assert_eq!(opened["entries"], json!(2));
    let value = served.done("session/enter", json!({"session": "one", "text": "ada.oil"}));
    assert_eq!(value["value"]["value"], json!("5"));
    for name in ["../one", "a/b", "c:d", ".", " one", "one "] {
        assert_eq!(served.refused("session/open", json!({"session": name})).0, "AZ930", "{name}");
    }
}

#[test]
fn what_waits_or_has_changed_is_told_when_a_session_is_opened_again() {
    let folder = folder::empty("serve/waiting");
    let words = ["--journals", folder.to_str().expect("the path is text")];
    let mut served = Served::opened(&words);
    served.done("session/mode", json!({"session": "one", "mode": "table"}));
    let twice = "light lamp by ada\nlight other by ada";
    let enter = json!({"session": "one", "text": twice});
    let asked = served.ask("session/enter", enter.clone());
    assert_eq!(served.answer(&asked, "6 6")["params"]["path"], json!("other.glow"));
    assert_eq!(served.end(), Some(0));
    let open = |lamps: &str| json!({"session": "one", "texts": {"lamps": lamps}, "for": "gm"});
    let mut served = Served::with(&words);
    let players = json!({"session": "one", "texts": {"lamps": LAMPS}});
    assert_eq!(served.done("session/open", players)["unfinished"], json!(null), "its text may hold a secret");
    assert_eq!(served.end(), Some(0));
    let mut served = Served::with(&words);
    let opened = served.done("session/open", open(LAMPS));
    assert_eq!((&opened["unfinished"], opened.get("page")), (&json!(twice), None));
    let asked = served.ask("session/enter", enter);
    assert_eq!(asked["params"]["path"], json!("other.glow"), "the first dice are remembered");
    let told = served.answered(&asked, "1 1");
    assert!(told["brief"].to_string().contains("bright") && told["brief"].to_string().contains("dark"), "{told}");
    assert_eq!(served.end(), Some(0));
    let mut served = Served::with(&words);
    let opened = served.done("session/open", open(&LAMPS.replace("bright", "glaring")));
    assert!(opened["page"].as_str().unwrap_or_default().contains("bright"), "{opened}");
    assert_eq!(served.end(), Some(0));
}
