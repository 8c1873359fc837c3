//! Lines of the protocol: a message, or a mistake with an answer.

use assize::protocol::{ClientMessage, methods, read};
use assize::source::SourceMap;
use serde_json::{Value, json};

use super::{Target, checks};
use crate::Chance;
use crate::corpus::Corpus;
use crate::mutate::json;

/// Texts that claim to be messages.
pub struct Messages;

impl Target for Messages {
    fn name(&self) -> &'static str {
        "messages"
    }

    fn seeds(&self, corpus: &Corpus) -> Vec<String> {
        let message = |(at, method): (usize, &Value)| {
            let name = method["name"].as_str().unwrap_or("help").to_owned();
            json!({"jsonrpc": "2.0", "id": at, "method": name, "params": {
                "session": "one", "text": corpus.scripts[at % corpus.scripts.len()], "seed": 7, "for": "players", "want": ["text"],
                "questions": ["P(x is 1)"], "number": 1, "texts": {"lamps": "system lamps"}, "name": "x", "mode": "random"}})
            .to_string()
        };
        let listed = serde_json::to_value(methods()).unwrap_or_default();
        let listed = listed.as_array().cloned().unwrap_or_default();
        let mut seeds: Vec<String> = listed.iter().enumerate().map(message).collect();
        seeds.push(json!({"jsonrpc": "2.0", "id": "a1", "result": {"answer": "3 5"}}).to_string());
        seeds.push(json!({"jsonrpc": "2.0", "method": "cancel", "params": {"id": 1}}).to_string());
        seeds
    }

    fn changed(&self, corpus: &Corpus, input: &str, chance: &mut Chance) -> String {
        json::changed(input, &corpus.words, chance)
    }

    fn run(&self, _: &Corpus, input: &str) -> Vec<String> {
        let mut problems = Vec::new();
        match read(input) {
            Err(misread) => checks::finding(&misread.found, &SourceMap::default(), &mut problems),
            Ok(message) => same_again(&message, &mut problems),
        }
        problems
    }
}

/// A request that is written again is read as the same.
fn same_again(message: &ClientMessage, problems: &mut Vec<String>) {
    let ClientMessage::Request { id, request } = message else { return };
    let Ok(Value::Object(mut line)) = serde_json::to_value(request) else {
        problems.push("a request cannot be written".to_owned());
        return;
    };
    line.insert("jsonrpc".to_owned(), json!("2.0"));
    line.insert("id".to_owned(), json!(id));
    if read(&Value::from(line).to_string()).as_ref() != Ok(message) {
        problems.push("a request that is written again is read as another".to_owned());
    }
}
