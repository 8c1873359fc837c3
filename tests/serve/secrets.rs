//! What players are never told.

use serde_json::{Value, json};

use crate::{LAMPS, Served};

#[test]
fn players_learn_no_secret() {
    let mut served = Served::opened(&[]);
    let lit = json!({"id": 1, "do": "enter", "session": "one", "text": "light lamp by ada { secret wind 4242 }"});
    let told = served.done(&lit).to_string();
    assert!(!told.contains("4242") && told.contains("\"seed\":null"), "{told}");
    let seen = |served: &mut Served, mut request: Value| {
        request["session"] = json!("one");
        let told = served.ask(&request).to_string();
        request["for"] = json!("gm");
        (told.contains("4242"), served.ask(&request).to_string().contains("4242"))
    };
    assert_eq!(seen(&mut served, json!({"id": 2, "do": "enter", "text": "lamp.total + 0"})), (false, true));
    assert_eq!(seen(&mut served, json!({"id": 3, "do": "history"})), (false, true));
    assert_eq!(seen(&mut served, json!({"id": 4, "do": "export"})), (false, true));
    assert_eq!(seen(&mut served, json!({"id": 5, "do": "export", "format": "json"})), (false, true));
    assert_eq!(seen(&mut served, json!({"id": 6, "do": "export", "format": "script"})), (false, true));
    assert_eq!(seen(&mut served, json!({"id": 7, "do": "why", "name": "lamp.total"})), (false, true));
    // Whatever the lamp has cost.
    served.done(&json!({"id": 8, "do": "enter", "session": "one", "text": "set ada.oil = 3"}));
    let too_much = json!({"id": 9, "do": "enter", "text": "secret set ada.oil = ada.oil * 1414"});
    assert_eq!(seen(&mut served, too_much), (false, true));
    let scene = "use lamps\nperson ada\nsecret set ada.oil = ada.oil * 1414";
    let mut run = json!({"id": 10, "do": "run", "text": scene, "texts": {"lamps": LAMPS}});
    assert!(!served.ask(&run).to_string().contains("4242"), "{}", served.ask(&run));
    run["for"] = json!("gm");
    assert!(served.ask(&run).to_string().contains("4242"), "{}", served.ask(&run));
    assert_eq!(served.refused(&json!({"id": 8, "do": "odds", "session": "one"})).0, "AZ803");
}

#[test]
fn players_learn_no_secret_of_an_earlier_page() {
    let mut served = Served::opened(&[]);
    let enter = |text: &str| json!({"id": 1, "do": "enter", "session": "one", "text": text, "show": "text"});
    served.done(&enter("secret set ada.oil = 7"));
    served.done(&enter("light lamp by ada"));
    let mut rule = enter("replace sum light.total { sum total { wind | sum(wind) + 1 } }");
    rule["for"] = json!("gm");
    assert!(served.done(&rule)["page"].is_string(), "the page is turned");
    served.done(&enter("light other by ada { wind ada.oil * 6111 }"));
    let requests = [
        json!({"do": "enter", "text": "ada.oil * 6111"}),
        json!({"do": "why", "name": "other.total"}),
        json!({"do": "state"}),
        json!({"do": "history"}),
        json!({"do": "export"}),
        json!({"do": "export", "format": "html"}),
        json!({"do": "export", "format": "json"}),
        json!({"do": "export", "format": "script"}),
    ];
    for mut request in requests {
        (request["id"], request["session"]) = (json!(2), json!("one"));
        let kept = ["42777", "36666", "30555", "ada.oil"];
        let tells = |told: &Value| kept.iter().any(|secret| told.to_string().contains(secret));
        assert!(!tells(&served.ask(&request)), "{request}: {}", served.ask(&request));
        request["for"] = json!("gm");
        assert!(tells(&served.ask(&request)), "{request}: {}", served.ask(&request));
    }
    assert_eq!(served.end(), Some(0));
}

/// The dice that players may see, and those that they may not.
fn dice(told: &Value) -> (Vec<Value>, Vec<Value>) {
    let rolled = told["verdict"]["events"].as_array().expect("there is a list");
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
        let request = json!({"id": 1, "do": "run", "text": text, "texts": {"lamps": LAMPS}, "for": "gm",
            "seed": seed, "secret_seed": secret});
        dice(&served.done(&request))
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
    let open = |seed: Value| json!({"id": 1, "do": "open", "session": seed.to_string(), "seed": seed});
    for seed in
        [json!(1_u64 << 53), json!("18446744073709551615"), json!("0"), json!("8f1c22d0a97be3645110cf3d72e8b4a9")]
    {
        served.done(&open(seed));
    }
    for seed in [json!((1_u64 << 53) + 1), json!("18446744073709551616"), json!(1.5), json!("ada"), json!(true)] {
        let (code, message) = served.refused(&open(seed));
        assert!(code == "AZ920" && message.contains("cannot be"), "{message}");
    }
}
