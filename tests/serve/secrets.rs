//! What players are never told.

use serde_json::{Value, json};

use crate::{LAMPS, Served, client};

/// Every way of having a verdict.
const ALL: [&str; 5] = ["brief", "data", "text", "markdown", "html"];

/// Everything that is said to a request, the notifications on the way as well.
fn heard(served: &mut Served, method: &str, params: Value) -> String {
    let told = served.ask(method, params);
    let on_the_way = std::mem::take(&mut served.client.told);
    on_the_way.iter().chain([&told]).map(Value::to_string).collect()
}

/// Whether players are told one of these secrets, and whether the game master is.
fn tells(served: &mut Served, (method, mut params): (&str, Value), secrets: &[&str]) -> (bool, bool) {
    if ["session/enter", "run"].contains(&method) {
        (params["want"], params["events"]) = (json!(ALL), json!(true));
    }
    if method != "run" {
        params["session"] = json!("one");
    }
    let mut tells = |params: Value| {
        let told = heard(served, method, params);
        secrets.iter().any(|secret| told.contains(secret))
    };
    (tells(params.clone()), tells(client::with(params, "for", json!("gm"))))
}

#[test]
fn players_learn_no_secret() {
    let mut served = Served::opened(&[]);
    let lit = json!({"session": "one", "text": "light lamp by ada { secret wind 4242 }", "want": ALL, "events": true});
    let told = heard(&mut served, "session/enter", lit);
    assert!(!told.contains("4242") && told.contains("\"seed\":null"), "{told}");
    assert!(told.contains("\"method\":\"event\""), "{told}");
    for asked in [
        ("session/enter", json!({"text": "lamp.total + 0"})),
        ("session/history", json!({})),
        ("session/export", json!({})),
        ("session/export", json!({"format": "json"})),
        ("session/export", json!({"format": "script"})),
        ("session/why", json!({"name": "lamp.total"})),
    ] {
        assert_eq!(tells(&mut served, asked.clone(), &["4242"]), (false, true), "{asked:?}");
    }
    // Whatever the lamp has cost.
    served.done("session/enter", json!({"session": "one", "text": "set ada.oil = 3"}));
    let too_much = ("session/enter", json!({"text": "secret set ada.oil = ada.oil * 1414"}));
    assert_eq!(tells(&mut served, too_much, &["4242"]), (false, true));
    let scene = "use lamps\nperson ada\nsecret set ada.oil = ada.oil * 1414";
    let run = ("run", json!({"text": scene, "texts": {"lamps": LAMPS}}));
    assert_eq!(tells(&mut served, run, &["4242"]), (false, true));
    assert_eq!(served.refused("session/odds", json!({"session": "one"})).0, "AZ803");
}

#[test]
fn players_learn_no_secret_while_it_happens() {
    let mut served = Served::opened(&[]);
    let scene = "secret watch quiet by ada\nlight lamp by ada { secret wind 4242 }\nlight other by ada { wind 7 }";
    let text = format!(
        "use lamps\nperson ada, person bo\n{scene}\nset ada.oil = other.total\n\
         roll leap : 1d6 + other.total\nturns {{ ada by other.total {{ note \"hers\" }}, bo by 2 {{ note \"his\" }} }}"
    );
    let run = |whom: &str| json!({"text": text, "texts": {"lamps": LAMPS}, "seed": "7", "events": true, "for": whom});
    let told = heard(&mut served, "run", run("players"));
    assert!(told.contains("other") && !told.contains("4242") && !told.contains("quiet"), "{told}");
    let lists: Vec<&str> = told.split("\"reads\":").skip(1).collect();
    assert!(!lists.is_empty() && lists.iter().all(|list| list.starts_with("[]")), "{told}");
    let told = heard(&mut served, "run", run("log"));
    assert!(told.contains("4242") && told.contains("quiet") && told.contains("\"reads\":[\""), "{told}");
    for event in ["changed", "totalled", "order"] {
        let told = told.split("\"event\":").find(|told| told.starts_with(&format!("\"{event}\"")));
        let told = told.unwrap_or_else(|| panic!("no {event} is told"));
        assert!(told.contains("\"reads\":[\"other.total\"]"), "{event} has such a list as well: {told}");
    }
}

#[test]
fn players_learn_no_secret_of_an_earlier_page() {
    let mut served = Served::opened(&[]);
    let enter = |text: &str| json!({"session": "one", "text": text, "want": ALL});
    served.done("session/enter", enter("secret set ada.oil = 7"));
    served.done("session/enter", enter("light lamp by ada"));
    let rule = enter("replace sum light.total { sum total { wind | sum(wind) + 1 } }");
    let turned = served.done("session/enter", client::with(rule, "for", json!("gm")));
    assert!(turned["page"].is_string(), "the page is turned");
    served.done("session/enter", enter("light other by ada { wind ada.oil * 6111 }"));
    let kept = ["42777", "36666", "30555", "ada.oil"];
    for asked in [
        ("session/enter", json!({"text": "ada.oil * 6111"})),
        ("session/why", json!({"name": "other.total"})),
        ("session/state", json!({})),
        ("session/history", json!({})),
        ("session/export", json!({})),
        ("session/export", json!({"format": "html"})),
        ("session/export", json!({"format": "json"})),
        ("session/export", json!({"format": "script"})),
    ] {
        assert_eq!(tells(&mut served, asked.clone(), &kept), (false, true), "{asked:?}");
    }
    assert_eq!(served.end(), Some(0));
}

/// The dice that players may see, and those that they may not.
fn dice(told: &Value) -> (Vec<Value>, Vec<Value>) {
    let rolled = told["data"]["events"].as_array().expect("there is a list");
    let rolled = rolled.iter().filter(|event| event["event"] == "rolled");
    let faces = |event: &Value| event["dice"].clone();
    let (public, secret): (Vec<&Value>, Vec<&Value>) = rolled.partition(|event| event["visibility"] == "all");
    (public.into_iter().map(faces).collect(), secret.into_iter().map(faces).collect())
}

#[test]
fn a_seed_of_the_host_is_not_that_of_secret_dice() {
    let mut served = Served::with(&[]);
    let watches = (0..9).map(|number| format!("watch a{number} by ada\nsecret watch b{number} by ada\n"));
    let text = format!("use lamps\nperson ada\n{}", watches.collect::<String>());
    let mut run = |seed: Value, secret: Value| {
        let mut params = json!({"text": text, "texts": {"lamps": LAMPS}, "for": "gm", "want": ["data"]});
        for (name, seed) in [("seed", seed), ("secret_seed", secret)].into_iter().filter(|(_, seed)| !seed.is_null()) {
            params = client::with(params, name, seed);
        }
        dice(&served.done("run", params))
    };
    let (first, again) = (run(json!(7), Value::Null), run(json!("7"), Value::Null));
    assert_eq!((first.0.len(), first.1.len(), &first.0), (18, 18, &again.0));
    assert_ne!(first.1, again.1, "whoever guesses the seed foresees no secret");
    let hexadecimal = "8f1c22d0a97be3645110cf3d72e8b4a9";
    assert_eq!(run(json!(7), json!(hexadecimal)), run(json!(7), json!(hexadecimal)));
    assert_ne!(run(Value::Null, json!(1)).0, run(Value::Null, json!(1)).0);
}

#[test]
fn a_seed_that_json_would_round_is_written_as_a_text() {
    let mut served = Served::with(&[]);
    let open = |seed: Value| json!({"session": seed.to_string(), "seed": seed});
    for seed in
        [json!(1_u64 << 53), json!("18446744073709551615"), json!("0"), json!("8f1c22d0a97be3645110cf3d72e8b4a9")]
    {
        served.done("session/open", open(seed));
    }
    for seed in [json!((1_u64 << 53) + 1), json!("18446744073709551616"), json!(1.5), json!("ada"), json!(true)] {
        let (code, message) = served.refused("session/open", open(seed));
        assert!(code == "AZ925" && message.contains("invalid `seed`"), "{message}");
    }
}
