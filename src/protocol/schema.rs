//! The JSON schema of every line, in both directions.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::advice::ToldAdvice;
use super::conversation::OpenQuestion;
use super::error::ErrorObject;
use super::estimate::ToldEstimate;
use super::handles::{Adjudicate, FindAdvice, FindOdds, Simulate};
use super::id::Id;
use super::notification::ServerNotification;
use super::question::{PersonSays, ServerRequest};
use super::request::{ClientNotification, Request};
use super::results::{
    Answering, Casting, Checked, Closed, Edited, Entered, Help, History, Initialized, Odds, Opened, State, Struck,
    Tested, Text, Told,
};
use super::{HANDLES_ID, SCHEMA_ID, VERSION};

/// Adds the schema of a result to those that have a name, and tells how it is referred to.
type ResultOf = fn(&mut SchemaGenerator) -> Value;

/// The result of each method.
const RESULTS: &[(&str, ResultOf)] = &[
    ("initialize", part::<Initialized>),
    ("session/open", part::<Opened>),
    ("session/enter", part::<Entered>),
    ("session/undo", part::<Struck>),
    ("session/redo", part::<Struck>),
    ("session/edit", part::<Edited>),
    ("session/state", part::<State>),
    ("session/why", part::<Text>),
    ("session/odds", part::<Odds>),
    ("session/advise", part::<ToldAdvice>),
    ("session/history", part::<History>),
    ("session/export", part::<Text>),
    ("session/mode", part::<Answering>),
    ("session/cast", part::<Casting>),
    ("session/close", part::<Closed>),
    ("run", part::<Told>),
    ("check", part::<Checked>),
    ("test", part::<Tested>),
    ("odds", part::<Odds>),
    ("advise", part::<ToldAdvice>),
    ("help", part::<Help>),
];

/// The schema: `$defs` has `client` for each line that a client writes and `server` for each line that the server writes,
/// which are told apart by `method`; and `result of METHOD` for each method, since a response does not name its own.
pub fn schema() -> Value {
    let mut read = SchemaSettings::draft2020_12().into_generator();
    let mut written = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let requests = messages(&part::<Request>(&mut read), &read, &["id"]);
    let notifications = messages(&part::<ClientNotification>(&mut read), &read, &[]);
    let asks = messages(&part::<ServerRequest>(&mut written), &written, &["id"]);
    let notices = messages(&part::<ServerNotification>(&mut written), &written, &[]);
    let (answer, id) = (part::<PersonSays>(&mut read), part::<Id>(&mut read));
    let error = part::<ErrorObject>(&mut written);
    let mut defs = Map::new();
    for (method, result) in RESULTS {
        defs.insert(format!("result of {method}"), result(&mut written));
    }
    let results: Vec<Value> = RESULTS.iter().map(|(method, _)| refers_to(&format!("result of {method}"))).collect();
    let answered = response(&id, &[("result", answer), ("error", json!({ "type": "object" }))]);
    let nobody = json!({ "anyOf": [id.clone(), { "type": "null" }] });
    let responses = response(&nobody, &[("result", json!({ "anyOf": results })), ("error", error)]);
    defs.insert("client".to_owned(), one_of(&[requests, notifications, answered]));
    defs.insert("server".to_owned(), one_of(&[asks, notices, responses]));
    for (name, schema) in read.take_definitions(true).into_iter().chain(written.take_definitions(true)) {
        defs.insert(name, schema);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": format!("The protocol of `assize serve`, version {VERSION}"),
        "description": "Each line is a message of JSON-RPC 2.0. `client` describes what the client sends, `server` what the server sends.",
        "anyOf": [refers_to("client"), refers_to("server")],
        "$defs": defs,
    })
}

/// What the fields of a method's request are, in one piece that refers to nothing else.
///
/// ```
/// let fields = assize::protocol::fields_of("session/undo").unwrap();
/// assert_eq!(fields["properties"]["session"]["type"], "string");
/// ```
pub fn fields_of(method: &str) -> Option<Value> {
    let mut generator =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true).into_generator();
    let requests = generator.root_schema_for::<Request>().to_value();
    let variants = requests.get("oneOf").and_then(Value::as_array)?;
    let of_method =
        variants.iter().find(|variant| variant.pointer("/properties/method/const") == Some(&json!(method)))?;
    of_method.pointer("/properties/params").cloned()
}

/// The schema of what hosts in the same process ask of a script that is compiled already, and of what only they are told; everything
/// else that they are told is in [`schema`].
pub fn handles() -> Value {
    let mut read = SchemaSettings::draft2020_12().into_generator();
    let mut written = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let asked: [ResultOf; 4] = [part::<Adjudicate>, part::<FindOdds>, part::<FindAdvice>, part::<Simulate>];
    let told: [ResultOf; 2] = [part::<OpenQuestion>, part::<ToldEstimate>];
    let all = [asked.map(|one| one(&mut read)).to_vec(), told.map(|one| one(&mut written)).to_vec()].concat();
    let defs: Map<String, Value> =
        read.take_definitions(true).into_iter().chain(written.take_definitions(true)).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": HANDLES_ID,
        "title": "What hosts in the same process ask of a compiled script, and are told",
        "anyOf": all,
        "$defs": defs,
    })
}

fn part<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

fn refers_to(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{}", name.replace('/', "~1").replace(' ', "%20")) })
}

fn one_of<const N: usize>(parts: &[Vec<Value>; N]) -> Value {
    json!({ "type": "object", "oneOf": parts.concat() })
}

/// A schema for each message of an enum of methods: what the enum says of `method` and `params`, and what stands around.
fn messages(of: &Value, generator: &SchemaGenerator, besides: &[&str]) -> Vec<Value> {
    let name = of.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next()).unwrap_or_default();
    let variants = generator.definitions().get(name).and_then(|schema| schema.get("oneOf")).and_then(Value::as_array);
    variants.into_iter().flatten().map(|variant| message(variant, besides)).collect()
}

fn message(variant: &Value, besides: &[&str]) -> Value {
    let mut properties = variant.get("properties").cloned().unwrap_or_default();
    let mut required = vec!["jsonrpc", "method"];
    properties["jsonrpc"] = json!({ "const": "2.0" });
    for name in besides {
        properties[*name] = refers_to("Id");
        required.push(name);
    }
    // `help` takes nothing, and may say so by leaving it out.
    if variant.pointer("/properties/method/const") != Some(&json!("help")) {
        required.push("params");
    }
    let description = variant.get("description").cloned().unwrap_or_default();
    json!({
        "description": description,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// A schema for each way in which a response can end.
fn response(id: &Value, ways: &[(&str, Value)]) -> Vec<Value> {
    let way = |(name, schema): &(&str, Value)| {
        json!({
            "type": "object",
            "properties": { "jsonrpc": { "const": "2.0" }, "id": id, *name: schema },
            "required": ["jsonrpc", "id", name],
            "additionalProperties": false,
        })
    };
    ways.iter().map(way).collect()
}
