//! What scripts are compiled with.

use std::cell::Cell;

use assize::diagnostic::codes;
use assize::engine::{Argument, Limits, Parameter, ReadFunctions, Returned};
use assize::verdict::Shown;
use assize_handles::{self as handles, Host};
use js_sys::{Function, Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::encounter::Encounter;
use crate::lent::{Lent, in_words};
use crate::wire::Answered;

/// A browser has no more bytes to give than this, and gives no notice.
const MEMORY: usize = 768 << 20;

/// An engine, with texts, limits and functions of the host.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Engine(handles::Engine);

impl Engine {
    pub(crate) fn inner(&self) -> &handles::Engine {
        &self.0
    }
}

#[wasm_bindgen]
impl Engine {
    /// An engine with these options.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Answered<Engine> {
        Ok(Self(handles::Engine::new(options, Host { memory: Some(MEMORY), reader, random })?))
    }

    /// The same with a function that answers with a value; `parameters` is a list of pairs of a name and a type, `returns` a type.
    pub fn lend(&self, name: &str, parameters: &str, returns: &str, function: Function) -> Answered<Engine> {
        let function = Lent::new(function);
        let answer = move |arguments: &[Argument], wanted: &Parameter| {
            let arguments: Vec<JsValue> = arguments.iter().map(argument).collect();
            returned(&function.call(&arguments)?, wanted)
        };
        Ok(Self(self.0.clone().lend(name, (parameters, returns), answer)?))
    }

    /// The same with a function that acts when a verdict is performed.
    pub fn signalled(&self, name: &str, parameters: &str, function: Function) -> Answered<Engine> {
        let function = Lent::new(function);
        let perform = move |arguments: &[Shown]| {
            let arguments: Vec<JsValue> = arguments.iter().map(shown).collect();
            function.call(&arguments).map(drop)
        };
        Ok(Self(self.0.clone().signalled(name, parameters, perform)?))
    }

    /// Compiles a script, with an object that says who fills its roles.
    pub fn compile(&self, name: &str, text: &str, cast: &str) -> Answered<Encounter> {
        Ok(Encounter::new(self.0.compile(name, text, cast)?))
    }

    /// A scene without some house rules and with them: both verdicts from one seed, and both odds where questions are asked.
    pub fn compare(&self, name: &str, text: &str, rules: &str, options: &str) -> Answered<String> {
        Ok(self.0.compare(name, text, rules, options)?)
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = crypto, js_name = getRandomValues)]
    fn fill(bytes: &mut [u8]) -> Result<(), JsValue>;
}

/// Bytes as JavaScript draws them. The package draws most seeds before it calls: many at a time are faster.
fn random(bytes: &mut [u8; 32]) -> handles::Answered<()> {
    fill(bytes).map_err(|thrown| handles::complaint(codes::UNREADABLE, &in_words(&thrown), None))
}

/// Reads house rules in Rhai.
#[cfg(feature = "rhai")]
fn reader(limits: Limits) -> Box<ReadFunctions> {
    assize::hook_rhai::reader(limits)
}

thread_local! {
    static WANTS_RHAI: Cell<bool> = Cell::default();
}

/// Without the feature nothing reads them, but it is noticed that they are wanted.
#[cfg(not(feature = "rhai"))]
fn reader(_: Limits) -> Box<ReadFunctions> {
    Box::new(|name, _| {
        WANTS_RHAI.set(true);
        let message = format!("`{name}` is written in Rhai, which is in another file of this package");
        Err(assize::engine::Complaint { message, help: None, place: None, limit: false })
    })
}

/// Whether house rules in Rhai were wanted since this was asked last, and this file does not read them.
#[wasm_bindgen]
pub fn wants_rhai() -> bool {
    WANTS_RHAI.take()
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
    handles::complaint(codes::PARAMETERS, message, help.as_deref()).0
}

/// The scripts that come with the library, with their texts.
#[wasm_bindgen]
pub fn shipped() -> String {
    handles::shipped()
}
