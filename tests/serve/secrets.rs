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
