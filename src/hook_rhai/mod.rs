//! House rules written in Rhai: a text of functions, read and called within limits.
//!
//! A script sees its arguments and the constants of its file, and nothing else: no clock, no files, no chance, no
//! output, and nothing that outlives a call. `words.rs` lists what is offered; nothing else can be called.
//!
//! How much memory a call can use follows from the limits. A value has at most `entries` entries of lists, a quarter
//! as many of maps and `text` bytes, those of the values inside it included; that is below 100 kB with the defaults.
//! There are at most `variables` such values in a function and `calls` functions within each other: below 32 MB in all.
//! A step of a script handles one such value at most, which bounds the time as well: the slowest script is stopped
//! after some 50 ms. The caller adds up what many calls use together: each answer says what it used.

mod answers;
mod arguments;
mod change;
mod declarations;
mod errors;
mod level;
mod place;
mod sandbox;
mod unused_value;
mod words;

use rhai::{AST, CallFnOptions, Dynamic, Scope};

use crate::engine::{Argument, Change, Complaint, Declared, Functions, Limits, ReadFunctions, Written};

use errors::Explain;
use sandbox::Meter;

/// What reads a text of Rhai functions and holds them to these limits.
///
/// ```
/// use assize::engine::{Argument, Limits};
///
/// let read = assize::hook_rhai::reader(Limits::default());
/// let rules = read("burden.rhai", "fn before_lift(wounds) { #{ add: [-wounds, \"wounds\"] } }").unwrap();
/// let change = rules.call(0, &[Argument::Number(2)]).unwrap();
/// assert_eq!(change.add, [(-2, "wounds".to_owned())]);
/// ```
pub fn reader(limits: Limits) -> Box<ReadFunctions> {
    sandbox::fix_hashes();
    Box::new(move |_name, text| Rules::read(text, limits).map(|rules| Box::new(rules) as Box<dyn Functions>))
}

/// The functions of one text, ready to be called.
struct Rules {
    engine: rhai::Engine,
    meter: Meter,
    tree: AST,
    declared: Vec<Declared>,
    written: Vec<Written>,
    text: String,
    limits: Limits,
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rules").field("declared", &self.declared).finish_non_exhaustive()
    }
}

impl Rules {
    /// Reads the text twice: first for its constants, which functions may then name.
    fn read(text: &str, limits: Limits) -> Result<Self, Complaint> {
        if text.len() > limits.file {
            return Err(errors::too_long(limits.file));
        }
        let explain = Explain { text, limits };
        let mut engine = sandbox::engine(limits);
        let loose = engine.compile(text).map_err(|error| explain.reading(&error))?;
        let constants = declarations::constants(&loose, text)?;
        engine.set_strict_variables(true);
        let tree = engine.compile_with_scope(&constants, text).map_err(|error| explain.reading(&error))?;
        let declared = declarations::declared(&tree, text)?;
        declarations::only_known_calls(&tree, text)?;
        unused_value::every_answer_is_heard(&tree, text)?;
        answers::only_known_keys(&tree, text, &declared)?;
        let written = answers::written(&tree, text, &declared);
        sandbox::serve(&mut engine, &constants);
        let meter = Meter::of(&mut engine);
        Ok(Self { engine, meter, tree, declared, written, text: text.to_owned(), limits })
    }
}

impl Functions for Rules {
    fn declared(&self) -> Vec<Declared> {
        self.declared.clone()
    }

    fn written(&self, function: usize) -> Written {
        self.written.get(function).cloned().unwrap_or_default()
    }

    fn call(&self, function: usize, arguments: &[Argument]) -> Result<Change, Complaint> {
        let Some(declared) = self.declared.get(function) else { return Err(errors::no_such_function()) };
        if declared.parameters.len() != arguments.len() {
            return Err(errors::wrong_number(declared, arguments.len()));
        }
        let arguments: Vec<Dynamic> = arguments.iter().map(arguments::dynamic).collect();
        let options = CallFnOptions::new().eval_ast(false).rewind_scope(true);
        let (called, operations) = self.meter.counted(|| {
            let mut scope = Scope::new();
            self.engine.call_fn_with_options::<Dynamic>(options, &mut scope, &self.tree, &declared.name, arguments)
        });
        let explain = Explain { text: &self.text, limits: self.limits };
        match called {
            Ok(answer) => change::change(answer, declared).map(|change| Change { operations, ..change }),
            Err(error) => Err(explain.calling(&error, declared)),
        }
    }
}
