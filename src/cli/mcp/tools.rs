//! The tools: each is a request of `assize serve` by another name, or answered here.

use serde_json::{Map, Value, json};

use crate::protocol::fields_of;

/// A tool.
pub(super) struct Tool {
    pub(super) name: &'static str,
    title: &'static str,
    says: &'static str,
    pub(super) does: Does,
    /// Whether nothing is different afterwards.
    reads_only: bool,
}

/// What a tool does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// It asks the server by this method.
    Ask(&'static str),
    /// It answers a question that was asked before.
    Answer,
    /// It finds rules and mistakes in the book.
    LookUp,
}

/// Fields that a model cannot set: for whom a result is, is said by whoever starts the program; dice that it rolls are fresh; and
/// the others are about messages that it does not receive.
const WITHHELD: &[&str] = &["for", "seed", "secret_seed", "events", "progress", "keep"];

const TOOLS: &[Tool] = &[
    reads(
        "look_up",
        "Look up a rule",
        Does::LookUp,
        "Finds what the rulebook of a system says: by the ID of a rule, such as TT-001, by an error code, such as AZ201, or by words.",
    ),
    reads(
        "check",
        "Check a script",
        Does::Ask("check"),
        "Finds the errors in a script, and says where they are and how to fix them, without running it.",
    ),
    reads(
        "run",
        "Adjudicate a scene",
        Does::Ask("run"),
        "Adjudicates a whole script once, with real dice, and says what happens. Nothing is saved. If a person has to choose or roll, the result is a question: ask the person, and answer with the tool `answer`.",
    ),
    reads("test", "Test a script", Does::Ask("test"), "Runs the expectations of a script."),
    reads(
        "odds",
        "Odds of a scene",
        Does::Ask("odds"),
        "Finds the exact odds of a script, as fractions and in percent: every result, or what is asked for.",
    ),
    reads("advise", "Advice on a scene", Does::Ask("advise"), "Finds the best choices in a script for a goal."),
    acts(
        "session_open",
        "Begin a session",
        Does::Ask("session/open"),
        "Begins a session, or continues it if journals are kept. Enter `use SYSTEM` first.",
    ),
    acts(
        "session_enter",
        "Enter a line",
        Does::Ask("session/enter"),
        "Adds a line to the session: what happens is adjudicated with real dice and counts from then on. An expression alone is only evaluated.",
    ),
    acts(
        "answer",
        "Answer a question",
        Does::Answer,
        "Answers the question that an earlier result asked, in the words of the person who was asked: faces of dice such as `3 5`, or the name of an option. Without an answer the request is cancelled.",
    ),
    acts(
        "session_undo",
        "Undo",
        Does::Ask("session/undo"),
        "Undoes the last entry. The journal keeps it, marked as undone.",
    ),
    acts(
        "session_redo",
        "Redo",
        Does::Ask("session/redo"),
        "Brings back the entry that was undone last, with the same dice.",
    ),
    acts(
        "session_edit",
        "Change an entry",
        Does::Ask("session/edit"),
        "Changes the text of an earlier entry; it and all later entries keep their dice.",
    ),
    acts(
        "session_mode",
        "Who rolls",
        Does::Ask("session/mode"),
        "Sets who answers from now on: dice, judgement, or people at the table.",
    ),
    acts("session_cast", "Cast a role", Does::Ask("session/cast"), "Says who fills a role of a scene."),
    reads(
        "session_state",
        "Current values",
        Does::Ask("session/state"),
        "Lists the current values of all people and things.",
    ),
    reads("session_why", "Why", Does::Ask("session/why"), "Explains how a result came about."),
    reads(
        "session_odds",
        "Odds in a session",
        Does::Ask("session/odds"),
        "Finds the exact odds of a line that is not entered, with everybody as they are now.",
    ),
    reads(
        "session_advise",
        "Advice in a session",
        Does::Ask("session/advise"),
        "Finds the best choices in a line that is not entered.",
    ),
    reads("session_history", "What happened", Does::Ask("session/history"), "Lists all entries."),
    reads("session_export", "Export the session", Does::Ask("session/export"), "Returns the whole session as text."),
    acts(
        "session_close",
        "End a session",
        Does::Ask("session/close"),
        "Closes a session. A journal keeps what happened.",
    ),
];

const fn reads(name: &'static str, title: &'static str, does: Does, says: &'static str) -> Tool {
    Tool { name, title, says, does, reads_only: true }
}

const fn acts(name: &'static str, title: &'static str, does: Does, says: &'static str) -> Tool {
    Tool { name, title, says, does, reads_only: false }
}

/// The tool of this name.
pub(super) fn named(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// The names of all tools.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|tool| tool.name)
}

/// All tools as they are listed.
pub(super) fn listed() -> Vec<Value> {
    let listed = |tool: &Tool| {
        json!({
            "name": tool.name,
            "title": tool.title,
            "description": tool.says,
            "inputSchema": tool.schema(),
            "annotations": { "readOnlyHint": tool.reads_only, "destructiveHint": false, "openWorldHint": false },
        })
    };
    TOOLS.iter().map(listed).collect()
}

impl Tool {
    /// What it takes.
    fn schema(&self) -> Value {
        let text = |says: &str| json!({ "type": "string", "description": says });
        match self.does {
            Does::Ask(method) => asked(method),
            Does::Answer => json!({
                "type": "object",
                "properties": {
                    "question": text("The `id` of the question."),
                    "answer": { "type": ["string", "null"], "description": "What the person says; nothing cancels the request." },
                },
                "required": ["question"],
                "additionalProperties": false,
            }),
            Does::LookUp => json!({
                "type": "object",
                "properties": {
                    "about": text("The ID of a rule, an error code, or words that the rule contains."),
                    "system": text("The system, by the name that `use` takes; all of them if omitted."),
                },
                "required": ["about"],
                "additionalProperties": false,
            }),
        }
    }

    /// The fields it takes.
    pub(super) fn fields(&self) -> Vec<String> {
        let schema = self.schema();
        let fields = schema.get("properties").and_then(Value::as_object);
        fields.into_iter().flat_map(Map::keys).cloned().collect()
    }
}

/// The fields of a method, without those that a model cannot set.
fn asked(method: &str) -> Value {
    let mut schema = fields_of(method).unwrap_or_else(|| json!({ "type": "object" }));
    if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        fields.retain(|field, _| !WITHHELD.contains(&field.as_str()));
    }
    schema
}

/// Whether requests of this method can tell how far they have come.
pub(super) fn tells_progress(method: &str) -> bool {
    fields_of(method).is_some_and(|schema| schema.pointer("/properties/progress").is_some())
}

/// The fields of a request: what a model gave, and what it cannot set.
pub(super) fn whole(method: &str, mut given: Map<String, Value>, gm: bool) -> Map<String, Value> {
    let schema = fields_of(method).unwrap_or_default();
    let mut set = |field: &str, value: Value| {
        if schema.pointer(&format!("/properties/{field}")).is_some() && !given.contains_key(field) {
            given.insert(field.to_owned(), value);
        }
    };
    set("for", json!(if gm { "gm" } else { "players" }));
    set("want", json!(["brief", "text"]));
    // What takes too long has what is known by then.
    set("keep", json!(true));
    given
}

#[cfg(test)]
mod tests {
    use super::{Does, TOOLS, WITHHELD};
    use crate::protocol::methods;

    #[test]
    fn each_request_is_a_tool() {
        let tools: Vec<&str> = TOOLS
            .iter()
            .filter_map(|tool| if let Does::Ask(method) = tool.does { Some(method) } else { None })
            .collect();
        for method in methods() {
            // The handshake has its own words here, and `help` is the list of tools.
            let is_tool = tools.contains(&method.method.as_str());
            assert_eq!(is_tool, !["initialize", "help"].contains(&method.method.as_str()), "{}", method.method);
        }
        for tool in TOOLS {
            assert!(tool.fields().iter().all(|field| !WITHHELD.contains(&field.as_str())), "{}", tool.name);
            assert!(!tool.schema().to_string().contains("$ref"), "{} is told in one piece", tool.name);
        }
    }
}
