//! What scripts are compiled with.

use std::collections::BTreeMap;

use assize::engine::{self, Argument, Cast, Library as _, Limits, Parameter, Returned, Shelf};
use assize::language_service;
use assize::verdict::Shown;
use serde::{Deserialize, Serialize};

use crate::comparing;
use crate::encounter::Encounter;
use crate::host::Host;
use crate::wire::{Answered, read, written};

/// What an engine is made of.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
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

/// An engine, with texts, limits and functions of the host. A clone costs nothing.
#[derive(Clone)]
pub struct Engine {
    engine: engine::Engine,
    host: Host,
}

impl Engine {
    /// An engine of a host with these options: `texts` and `limits`.
    pub fn new(options: &str, host: Host) -> Answered<Self> {
        let Made { texts, limits } = read(options)?;
        let limits = match limits {
            Trust::Own => host.own(),
            Trust::Untrusted => Limits::untrusted(),
        };
        let mut shelf = Shelf::default();
        for (name, text) in texts {
            shelf.put(name, text);
        }
        let engine = engine::Engine::with(shelf).limits(limits).functions_by((host.reader)(limits));
        Ok(Self { engine, host })
    }

    /// The same with a function that answers with a value; `parameters` is a list of pairs of a name and a type, `returns` a type,
    /// which the function is told again.
    pub fn lend(
        self,
        name: &str,
        (parameters, returns): (&str, &str),
        answer: impl Fn(&[Argument], &Parameter) -> Result<Returned, String> + Send + Sync + 'static,
    ) -> Answered<Self> {
        let (parameters, returns) = (parameters_of(parameters)?, Parameter::from(read::<Takes>(returns)?));
        let wanted = returns.clone();
        let answer = move |arguments: &[Argument]| answer(arguments, &wanted);
        let engine = self.engine.function_of(name, &borrowed(&parameters), returns, answer)?;
        Ok(Self { engine, ..self })
    }

    /// The same with a function that acts when a verdict is performed.
    pub fn signalled(
        self,
        name: &str,
        parameters: &str,
        perform: impl Fn(&[Shown]) -> Result<(), String> + Send + Sync + 'static,
    ) -> Answered<Self> {
        let parameters = parameters_of(parameters)?;
        let engine = self.engine.signalled(name, &borrowed(&parameters), perform)?;
        Ok(Self { engine, ..self })
    }

    /// Compiles a script, with an object that says who fills its roles.
    pub fn compile(&self, name: &str, text: &str, cast: &str) -> Answered<Encounter> {
        let cast: Cast = read(cast)?;
        Ok(Encounter::new(self.engine.compile_with(name, text, &cast)?, self.host))
    }

    /// A scene without some house rules and with them: both verdicts from one seed, and both odds where questions are asked.
    pub fn compare(&self, name: &str, text: &str, rules: &str, options: &str) -> Answered<String> {
        let rules: Vec<String> = read(rules)?;
        let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
        comparing::compared(&self.engine, (name, text), &rules, options)
    }

    /// The engine itself, for what only one host has: in JavaScript, editors ask about scripts.
    pub fn inner(&self) -> &engine::Engine {
        &self.engine
    }

    pub(crate) fn host(&self) -> &Host {
        &self.host
    }
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

/// A script of shipped systems and house rules, by its name.
#[derive(Serialize)]
struct ShippedScript {
    name: String,
    text: String,
}

/// The systems and house rules that come with the library, with their texts, as JSON.
pub fn shipped() -> String {
    let all = engine::Shipped.names(None).into_iter();
    let texts = all.filter_map(|name| {
        let text = engine::Shipped.load(&name, None).ok()?.text;
        Some(ShippedScript { name, text })
    });
    written(&texts.collect::<Vec<_>>())
}

/// A script in the one layout.
pub fn formatted(name: &str, text: &str) -> Answered<String> {
    let formatted = language_service::formatted(name, text)?;
    Ok(formatted.text)
}
