//! Several requests at once: what is long delays nobody else, and can be called off. Nothing here is timed: what is told is
//! in which order things come.

use serde_json::{Value, json};

use crate::{LAMPS, Served, client, reason};

/// Dice of which exact odds take longer than any request may.
const MANY: &str = "system many \"Many\"\nprocedure throw { roll a : 400d1000 }";

/// A server with a session `long`, in which odds can be asked that take very long, and a session `one`.
fn served() -> Served {
    let mut served = Served::opened(&[]);
    served.done("session/open", json!({"session": "long", "texts": {"many": MANY}}));
    served.done("session/enter", json!({"session": "long", "text": "use many"}));
    served
}

/// Odds that take very long.
fn long() -> Value {
    json!({"session": "long", "statement": "throw x {}", "questions": ["P(x.a.doubles)"]})
}

/// Lines of which much is told.
const LARGE: &str = "repeat up to 400 { set ada.oil = 9, light lamp by ada { wind 2 } }";

/// A run of which a large page is written.
fn large_page() -> Value {
    let text = format!("use lamps\nperson ada\n{LARGE}");
    json!({"text": text, "texts": {"lamps": LAMPS}, "want": ["html"], "events": true})
}

fn cancel(id: &Value) -> Value {
    json!({"jsonrpc": "2.0", "method": "$/cancel", "params": {"id": id}})
}

fn request(served: &mut Served, method: &str, params: Value) -> Value {
    served.client.request(method, params).expect("the program reads")
}

fn hear(served: &mut Served) -> Value {
    served.client.hear().expect("the program answers")
}

#[test]
fn a_long_request_delays_no_other_session() {
    let mut served = served();
    let slow = request(&mut served, "session/odds", long());
    // Each of these is asked and answered while the long one is under way.
    for _ in 0..20 {
        let told = served.done("session/enter", json!({"session": "one", "text": "2 + 3"}));
        assert_eq!(told["value"]["value"], json!("5"));
    }
    served.done("check", json!({"text": "use lamps\nperson ada", "texts": {"lamps": LAMPS}}));
    served.done("session/open", json!({"session": "two"}));
    // The session itself is asked in its order.
    let behind = request(&mut served, "session/state", json!({"session": "long"}));
    served.done("session/state", json!({"session": "one"}));
    served.client.say(&cancel(&slow)).expect("the program reads");
    let told = hear(&mut served);
    assert_eq!((&told["id"], &told["error"]["code"]), (&slow, &json!(-32001)), "it was under way all the time: {told}");
    let told = hear(&mut served);
    assert_eq!(told["id"], behind);
    assert!(told.get("result").is_some(), "it was not this that was called off: {told}");
    assert_eq!(served.end(), Some(0));
}

#[test]
fn a_page_of_a_large_verdict_delays_no_other_session() {
    let mut served = Served::opened(&[]);
    let slow = request(&mut served, "run", large_page());
    // It has begun.
    let first = hear(&mut served);
    assert_eq!((&first["method"], &first["params"]["request"]), (&json!("event"), &slow));
    let quick = request(&mut served, "session/enter", json!({"session": "one", "text": "2 + 3"}));
    let order: Vec<Value> = std::iter::from_fn(|| Some(hear(&mut served)))
        .filter(|line| line.get("method").is_none())
        .take(2)
        .map(|line| line["id"].clone())
        .collect();
    assert_eq!(order, [quick, slow]);
    assert_eq!(served.end(), Some(0));
}

#[test]
fn a_page_is_called_off_while_it_is_written() {
    let mut served = Served::opened(&[]);
    served.done("session/open", json!({"session": "large", "texts": {"lamps": LAMPS}}));
    for text in ["use lamps", "person ada", LARGE, &LARGE.replace("lamp ", "torch ")] {
        served.done("session/enter", json!({"session": "large", "text": text, "want": []}));
    }
    let export = json!({"session": "large", "format": "html"});
    let page = served.done("session/export", export.clone());
    assert!(page["text"].is_string(), "it is written where nobody calls it off: {page}");
    // A busy machine may tell of the page before it hears that it is called off; not every time.
    let told = (0..20).find_map(|_| {
        let slow = request(&mut served, "session/export", export.clone());
        let quick = request(&mut served, "session/enter", json!({"session": "one", "text": "2 + 3"}));
        let mut lines = std::iter::repeat_with(|| hear(&mut served)).filter(|line| line.get("method").is_none());
        // What came behind it is done, so it has begun.
        if lines.next()?["id"] != quick {
            return lines.next().and(None);
        }
        served.client.say(&cancel(&slow)).expect("the program reads");
        served.client.hear_of(&slow).filter(|told| told.get("error").is_some())
    });
    let told = told.expect("some page is called off");
    assert_eq!(reason(&told), ("AZ714".to_owned(), "this was cancelled; nothing has changed".to_owned()));
    assert_eq!(served.end(), Some(0));
}

#[test]
fn a_request_is_called_off_wherever_it_is() {
    let mut served = served();
    // While it is worked out, and while it waits for its turn.
    let running = request(&mut served, "session/odds", client::with(long(), "progress", json!(true)));
    let queued = request(&mut served, "session/enter", json!({"session": "long", "text": "throw x {}"}));
    let told = hear(&mut served);
    assert_eq!(
        (&told["method"], &told["params"]["request"]),
        (&json!("progress"), &running),
        "it is worked out: {told}"
    );
    served.client.say(&cancel(&queued)).expect("the program reads");
    served.client.say(&cancel(&running)).expect("the program reads");
    let mut ended = Vec::new();
    while ended.len() < 2 {
        let told = hear(&mut served);
        if told.get("method").is_none() {
            assert_eq!(reason(&told), ("AZ714".to_owned(), "this was cancelled; nothing has changed".to_owned()));
            ended.push(told["id"].clone());
        }
    }
    assert_eq!(ended, [running, queued]);
    let history = served.done("session/history", json!({"session": "long"}));
    assert_eq!(history["entries"].as_array().map(Vec::len), Some(1), "nothing was entered: {history}");
    // While somebody is asked.
    served.done("session/mode", json!({"session": "one", "mode": "table"}));
    let asked = served.ask("session/enter", json!({"session": "one", "text": "light lamp by ada"}));
    served.client.say(&cancel(&asked["params"]["request"])).expect("the program reads");
    let told = hear(&mut served);
    assert_eq!((&told["id"], reason(&told).0.as_str()), (&asked["params"]["request"], "AZ714"));
    let told = served.done("session/enter", json!({"session": "one", "text": "2 + 3"}));
    assert_eq!(told["value"]["value"], json!("5"), "the session goes on");
    assert_eq!(served.end(), Some(0));
}

#[test]
fn what_is_known_of_odds_is_kept_if_that_is_wanted() {
    let mut served = served();
    let keeping = client::with(client::with(long(), "progress", json!(true)), "keep", json!(true));
    let slow = request(&mut served, "session/odds", keeping.clone());
    while hear(&mut served)["method"] != json!("progress") {}
    served.client.say(&cancel(&slow)).expect("the program reads");
    let told = served.client.hear_of(&slow).expect("the program answers");
    let chance = &told["result"]["chances"][0];
    assert_eq!((&chance["stopped"], &chance["value"]), (&json!(true), &Value::Null), "{told}");
    // The session goes on, and so does a question that is called off by nobody, until it takes too long.
    let told = served.done("session/odds", client::with(keeping, "progress", json!(false)));
    assert_eq!(told["chances"][0]["stopped"], json!(true), "{told}");
    assert_eq!(served.end(), Some(0));
}

#[test]
fn what_takes_too_long_says_so_and_how_far_it_has_come() {
    let mut served = served();
    let slow = request(&mut served, "session/odds", client::with(long(), "progress", json!(true)));
    let told = served.client.hear_of(&slow).expect("the program answers");
    assert_eq!(
        (&told["error"]["code"], reason(&told)),
        (&json!(-32011), ("AZ935".into(), "this takes longer than 5 s".into()))
    );
    let progress = std::mem::take(&mut served.client.told);
    assert!(progress.len() > 2 && progress.iter().all(|told| told["method"] == json!("progress")), "{progress:?}");
    let situations = |told: &Value| told["params"]["situations"].as_u64();
    assert!(progress.is_sorted_by_key(situations) && progress.last().and_then(situations) >= Some(1), "{progress:?}");
    // Nobody is told who did not ask for it.
    let quiet = request(&mut served, "session/odds", long());
    served.done("session/enter", json!({"session": "one", "text": "2 + 3"}));
    served.client.say(&cancel(&quiet)).expect("the program reads");
    assert_eq!(hear(&mut served)["id"], quiet);
    assert_eq!(served.end(), Some(0));
}

#[test]
fn what_happens_is_told_while_it_happens_and_once() {
    let mut served = Served::opened(&[]);
    served.done("session/mode", json!({"session": "one", "mode": "table"}));
    let twice = "light lamp by ada\nlight other by ada";
    let params = json!({"session": "one", "text": twice, "events": true, "want": ["data"], "for": "log"});
    let asked = served.ask("session/enter", params);
    let so_far = served.client.told.len();
    assert!(so_far > 0, "what led up to the question is told before it");
    let asked = served.answer(&asked, "6 6");
    assert!(served.client.told.len() > so_far);
    let told = served.answered(&asked, "1 1");
    let events: Vec<Value> = served.client.told.iter().map(|told| told["params"]["event"].clone()).collect();
    assert_eq!(json!(events), told["data"]["events"], "all of it, in its order, and each event once");
    served.client.told.clear();
    served.done("session/enter", json!({"session": "one", "text": "note \"a knock\""}));
    assert_eq!(served.client.told, Vec::<Value>::new(), "only whoever asks for it is told");
    assert_eq!(served.end(), Some(0));
}

#[test]
fn what_is_under_way_at_the_end_of_the_input_is_brought_to_its_end() {
    let mut served = Served::opened(&[]);
    for number in 0..100 {
        request(
            &mut served,
            "session/enter",
            json!({"session": "one", "text": format!("set ada.oil = {}", number % 9)}),
        );
        request(&mut served, "check", json!({"text": "use lamps\nperson ada", "texts": {"lamps": LAMPS}}));
    }
    let told = served.client.close();
    assert_eq!(told.iter().filter(|told| told.get("result").is_some()).count(), 200);
    assert_eq!(served.child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn any_number_of_long_requests_delays_no_entry() {
    let mut served = served();
    let mut slow = Vec::new();
    for number in 0..12 {
        let name = format!("long {number}");
        served.done("session/open", json!({"session": name, "texts": {"many": MANY}}));
        served.done("session/enter", json!({"session": name, "text": "use many"}));
        slow.push(request(&mut served, "session/odds", client::with(long(), "session", json!(name))));
    }
    let test = "expect odds { P(300d20 >= 3000) = 1/3 }";
    slow.extend((0..12).map(|_| request(&mut served, "test", json!({ "text": test }))));
    let mut quick: Vec<Value> =
        (0..20).map(|_| request(&mut served, "session/enter", json!({"session": "one", "text": "2 + 3"}))).collect();
    quick.push(request(&mut served, "run", json!({"text": "note \"a knock\""})));
    quick.push(request(&mut served, "check", json!({"text": "note \"a knock\""})));
    let mut order = Vec::new();
    while !quick.is_empty() {
        let told = hear(&mut served)["id"].clone();
        quick.retain(|id| *id != told);
        order.push(told);
    }
    assert!(order.len() <= 22 + 4, "hardly any long one is over by then: {order:?}");
    slow.retain(|id| !order.contains(id));
    for id in &slow {
        served.client.say(&cancel(id)).expect("the program reads");
    }
    let mut told: Vec<Value> = (0..slow.len()).map(|_| hear(&mut served)).collect();
    told.retain(|told| slow.contains(&told["id"]));
    assert_eq!(told.len(), slow.len(), "each is answered once");
    // On a busy machine the first ones may have taken too long until then.
    let is_refused =
        |told: &Value| ["AZ714", "AZ935"].contains(&told["error"]["data"]["code"].as_str().unwrap_or_default());
    assert!(told.iter().all(is_refused), "what is called off has no result: {told:?}");
    assert_eq!(served.end(), Some(0));
}

#[test]
fn short_odds_wait_for_no_long_ones() {
    let mut served = served();
    let (mut slow, mut quick) = (Vec::new(), Vec::new());
    for number in 0..8 {
        served.done("session/open", json!({"session": format!("short {number}")}));
    }
    for number in 0..8 {
        let name = format!("long {number}");
        served.done("session/open", json!({"session": name, "texts": {"many": MANY}}));
        served.done("session/enter", json!({"session": name, "text": "use many"}));
        slow.push(request(&mut served, "session/odds", client::with(long(), "session", json!(name))));
    }
    for number in 0..8 {
        let asked = json!({"session": format!("short {number}"), "questions": ["P(1d2 = 1)"]});
        quick.push(request(&mut served, "session/odds", asked));
    }
    // What looks long on a busy machine is worked out all the same, behind the others.
    let first = hear(&mut served);
    assert!(quick.contains(&first["id"]), "no long one is over yet: {first}");
    assert!(first.get("result").is_some(), "{first}");
    for id in &slow {
        served.client.say(&cancel(id)).expect("the program reads");
    }
    let told: Vec<Value> = (1..16).map(|_| hear(&mut served)).collect();
    for told in told.iter().filter(|told| quick.contains(&told["id"])) {
        assert!(told.get("result").is_some(), "it was not this that was called off: {told}");
    }
    let mut answered: Vec<String> = told.iter().chain([&first]).map(|told| told["id"].to_string()).collect();
    answered.sort();
    answered.dedup();
    assert_eq!(answered.len(), 16, "each is answered once");
    assert_eq!(served.end(), Some(0));
}

#[test]
fn odds_that_are_tried_at_the_end_of_the_input_are_answered() {
    let mut served = served();
    let id = request(&mut served, "session/odds", long());
    let told = served.client.close();
    let told: Vec<&Value> = told.iter().filter(|told| told["id"] == id).collect();
    let [told] = told.as_slice() else { panic!("each is answered once: {told:?}") };
    assert_eq!(told["error"]["data"]["code"], json!("AZ935"), "they were given all the time there is: {told}");
    assert_eq!(served.child.wait().expect("the program ends").code(), Some(0));
}
