//! What scripts are compiled with.

use std::cell::Cell;
use std::collections::BTreeMap;

use assize::diagnostic::{Diagnostic, codes};
use assize::engine::{Argument, Cast, Limits, Parameter, Returned, Shelf};
use assize::protocol::{Checked, ErrorObject};
use assize::verdict::Shown;
use assize::{Failure, engine};
use js_sys::{Function, Object, Reflect};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::encounter::Encounter;
use crate::lent::Lent;
use crate::wire::{Answered, read, refused, written};

/// What an engine is made of.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct Made {
    /// Texts that `use` finds, by their names.
    texts: BTreeMap<String, String>,
    /// What a script may use up.
    limits: Trust,
}

/// Whose scripts they are.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Trust {
    /// One's own.
    #[default]
    Own,
    /// Anybody's: nothing takes longer than about a second.
    Untrusted,
}

/// The type of a parameter of a function of the host, or of what it returns: `number`, `yes/no`, `text`, or a level of a scale.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Takes {
    Number,
    #[serde(rename = "yes/no")]
    YesNo,
    Text,
    Level(String),
}

/// Bytes that odds may use at a time: a browser has no more to give than this, and gives no notice.
const MEMORY: usize = 768 << 20;

/// An engine, with texts, limits and functions of the host.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Engine(engine::Engine);

impl Engine {
    pub(crate) fn inner(&self) -> &engine::Engine {
        &self.0
    }
}

#[wasm_bindgen]
impl Engine {
    /// An engine with these options.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Answered<Engine> {
        let Made { texts, limits } = read(options)?;
        let limits = match limits {
            Trust::Own => Limits::default().memory(MEMORY),
            Trust::Untrusted => Limits::untrusted(),
        };
        let mut shelf = Shelf::default();
        for (name, text) in texts {
            shelf.put(name, text);
        }
        Ok(Self(with_functions(engine::Engine::with(shelf).limits(limits), limits)))
    }

    /// The same with a function that answers with a value; `parameters` is an object of names and types, `returns` a type.
    pub fn lend(&self, name: &str, parameters: &str, returns: &str, function: Function) -> Answered<Engine> {
        let (parameters, returns) = (parameters_of(parameters)?, Parameter::from(read::<Takes>(returns)?));
        let (function, wanted) = (Lent::new(function), returns.clone());
        let answer = move |arguments: &[Argument]| {
            let arguments: Vec<JsValue> = arguments.iter().map(argument).collect();
            returned(&function.call(&arguments)?, &wanted)
        };
        let with = self.0.clone().function_of(name, &borrowed(&parameters), returns, answer);
        with.map(Self).map_err(|failure| refused(&failure))
    }

    /// The same with a function that acts when a verdict is performed.
    pub fn signalled(&self, name: &str, parameters: &str, function: Function) -> Answered<Engine> {
        let parameters = parameters_of(parameters)?;
        let function = Lent::new(function);
        let perform = move |arguments: &[Shown]| {
            let arguments: Vec<JsValue> = arguments.iter().map(shown).collect();
            function.call(&arguments).map(drop)
        };
        let with = self.0.clone().signalled(name, &borrowed(&parameters), perform);
        with.map(Self).map_err(|failure| refused(&failure))
    }

    /// Compiles a script, with an object that says who fills its roles.
    pub fn compile(&self, name: &str, text: &str, cast: &str) -> Answered<Encounter> {
        let cast: Cast = read(cast)?;
        let encounter = self.0.compile_with(name, text, &cast).map_err(|failure| refused(&failure))?;
        Ok(Encounter::new(encounter))
    }

    /// A scene without some house rules and with them: both verdicts from one seed, and both odds where questions are asked.
    pub fn compare(&self, name: &str, text: &str, rules: &str, options: &str) -> Answered<String> {
        let rules: Vec<String> = read(rules)?;
        let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
        crate::encounter::compared(&self.0, (name, text), &rules, options)
    }
}

/// An engine that reads house rules in Rhai.
#[cfg(feature = "rhai")]
fn with_functions(engine: engine::Engine, limits: Limits) -> engine::Engine {
    engine.functions_by(assize::hook_rhai::reader(limits))
}

thread_local! {
    static WANTS_RHAI: Cell<bool> = Cell::default();
}

/// Without the feature nothing reads them, but it is noticed that they are wanted.
#[cfg(not(feature = "rhai"))]
fn with_functions(engine: engine::Engine, _: Limits) -> engine::Engine {
    engine.functions_by(Box::new(|name, _| {
        WANTS_RHAI.set(true);
        let message = format!("`{name}` is written in Rhai, which is in another file of this package");
        Err(engine::Complaint { message, help: None, place: None, limit: false })
    }))
}

/// Whether house rules in Rhai were wanted since this was asked last, and this file does not read them.
#[wasm_bindgen]
pub fn wants_rhai() -> bool {
    WANTS_RHAI.take()
}

impl From<Takes> for Parameter {
    fn from(takes: Takes) -> Self {
        match takes {
            Takes::Number => Parameter::Number,
            Takes::YesNo => Parameter::YesNo,
            Takes::Text => Parameter::Word,
            Takes::Level(scale) => Parameter::Level(scale),
        }
    }
}

/// Names with their types, in the order in which they are written.
fn parameters_of(text: &str) -> Answered<Vec<(String, Parameter)>> {
    let parameters: Vec<(String, Takes)> = read(text)?;
    Ok(parameters.into_iter().map(|(name, takes)| (name, takes.into())).collect())
}

fn borrowed(parameters: &[(String, Parameter)]) -> Vec<(&str, Parameter)> {
    parameters.iter().map(|(name, takes)| (name.as_str(), takes.clone())).collect()
}

/// An argument as JavaScript has it: of a level an object with its name and rank, of what was not reached `undefined`.
fn argument(argument: &Argument) -> JsValue {
    match argument {
        Argument::Number(number) => whole(*number),
        Argument::YesNo(yes) => JsValue::from_bool(*yes),
        Argument::Word(word) => JsValue::from_str(word),
        Argument::Level { scale, levels, rank } => {
            let level = levels.get(*rank).map_or("", String::as_str);
            let rank = i64::try_from(*rank).map_or(JsValue::UNDEFINED, whole);
            object(&[("scale", JsValue::from_str(scale)), ("level", JsValue::from_str(level)), ("rank", rank)])
        }
        // The library may have others one day; those are not reached as far as this one knows.
        _ => JsValue::UNDEFINED,
    }
}

/// What a signal tells: its words, and the number behind them.
fn shown(shown: &Shown) -> JsValue {
    let number = shown.number.map_or(JsValue::NULL, whole);
    object(&[("name", JsValue::from_str(&shown.name)), ("value", JsValue::from_str(&shown.value)), ("number", number)])
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // A plain object takes every field.
        let _ = Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}

/// A whole number: those that JavaScript would round come as a `bigint`.
fn whole(number: i64) -> JsValue {
    i32::try_from(number).map_or_else(|_| large(number), JsValue::from)
}

#[expect(clippy::cast_precision_loss, reason = "it is no larger than what is exact")]
fn large(number: i64) -> JsValue {
    if number.unsigned_abs() <= 1 << 53 { JsValue::from_f64(number as f64) } else { JsValue::from(number) }
}

/// What a function has returned, if it is what it has to return.
fn returned(value: &JsValue, wanted: &Parameter) -> Result<Returned, String> {
    if let Some(yes) = value.as_bool() {
        return Ok(Returned::YesNo(yes));
    }
    if let Some(text) = value.as_string() {
        return Ok(Returned::Level(text));
    }
    match i64::try_from(value.clone()).ok().or_else(|| value.as_f64().and_then(exact)) {
        Some(number) => Ok(Returned::Number(number)),
        None => Err(format!("it returned {}, but must return {wanted}", shown_value(value))),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "it was looked at before")]
fn exact(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0).then_some(number as i64)
}

fn shown_value(value: &JsValue) -> String {
    match value.as_f64() {
        Some(number) => number.to_string(),
        None if value.is_undefined() => "nothing".to_owned(),
        None => format!("{value:?}"),
    }
}

/// What is wrong with the arguments of a call, as it is thrown.
#[wasm_bindgen]
pub fn complaint(message: &str, help: Option<String>) -> String {
    let found = Diagnostic::placeless(codes::PARAMETERS, message);
    let found = match help {
        Some(help) => found.help(help),
        None => found,
    };
    written(&ErrorObject::from(&Failure::from(found)))
}

/// What is worth a look in a script that compiles.
pub(crate) fn checked(encounter: &engine::Encounter) -> String {
    written(&Checked::from(encounter))
}

/// A script of shipped systems and house rules, by its name.
#[derive(Serialize)]
struct ShippedScript {
    name: String,
    text: String,
}

/// The scripts that come with the library, with their texts.
#[wasm_bindgen]
pub fn shipped() -> String {
    use assize::Library as _;
    let all = engine::Shipped.names(None).into_iter();
    let texts = all.filter_map(|name| {
        let text = engine::Shipped.load(&name, None).ok()?.text;
        Some(ShippedScript { name, text })
    });
    written(&texts.collect::<Vec<_>>())
}
