//! House rules written in another language: called with the values of a run, their answers turned into values again.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use smol_str::ToSmolStr;

use super::functions::{Argument, Change, Complaint, Functions, Returned};
use super::host::{HOST, Host};
use crate::allowance::Cancel;
use crate::drivers::adjudicate;
use crate::ir::{Function, Program, Returns, Scale, Shape, Value};
use crate::machine::{Bounds, Called, FaultKind, FunctionFault, Machine};
use crate::shared_text::SharedText;

/// The files of functions that a script uses, by their names.
#[derive(Clone, Debug, Default)]
pub(super) struct Houses {
    /// How far each run may go.
    pub(super) bounds: Bounds,
    /// How many operations all calls for one answer may take.
    pub(super) operations: u64,
    /// What the host lends.
    pub(super) host: Arc<Host>,
    files: Arc<BTreeMap<String, Arc<dyn Functions>>>,
}

impl Houses {
    /// No files, and what the host lends.
    pub(super) fn of(bounds: Bounds, operations: u64, host: Arc<Host>) -> Self {
        Self { bounds, operations, host, files: Arc::default() }
    }

    pub(super) fn put(&mut self, name: String, functions: Arc<dyn Functions>) {
        Arc::make_mut(&mut self.files).insert(name, functions);
    }

    /// The same for one call of the library, with all the steps that one may take.
    pub(super) fn for_one_call(&self) -> Self {
        let bounds = Bounds { allowance: self.bounds.allowance.afresh(), ..self.bounds.clone() };
        Self { bounds, ..self.clone() }
    }

    /// The same for one call of the library that `cancel` can call off.
    pub(super) fn called_off_by(&self, cancel: &Cancel) -> Self {
        let bounds = Bounds { allowance: self.bounds.allowance.called_off_by(cancel), ..self.bounds.clone() };
        Self { bounds, ..self.clone() }
    }

    /// The same for a part of a call, which may take so many of the steps that are left to it.
    pub(super) fn for_a_part(&self, steps: u64) -> Self {
        let bounds = Bounds { allowance: self.bounds.allowance.part(steps), ..self.bounds.clone() };
        Self { bounds, ..self.clone() }
    }

    /// A run from the beginning, held to the bounds.
    pub(super) fn machine<'p>(&self, program: &'p Program) -> Machine<'p> {
        Machine::new(program).within(self.bounds.clone())
    }

    /// The calls of functions for one answer.
    pub(super) fn calls<'h>(&'h self, program: &'h Program) -> Calls<'h> {
        Calls { houses: self, program, left: Cell::new(self.operations) }
    }
}

/// The calls of functions for one answer, which share their limit.
pub(super) struct Calls<'h> {
    houses: &'h Houses,
    program: &'h Program,
    /// Operations that are left.
    left: Cell<u64>,
}

impl Calls<'_> {
    /// Calls a function of the program.
    pub(super) fn call(&self, number: u32, arguments: &[Value]) -> Result<Called, FaultKind> {
        let (program, houses) = (self.program, self.houses);
        let found = program.functions.get(number as usize).and_then(|function| {
            let file = match houses.files.get(function.house.as_str()) {
                Some(file) => file.as_ref(),
                None => Some(houses.host.as_ref() as &dyn Functions).filter(|_| function.house == HOST)?,
            };
            let declared = file.declared();
            let place = declared.iter().position(|declared| declared.name == function.name)?;
            Some((function, file, place, declared.into_iter().nth(place)?.place))
        });
        let Some((function, file, place, written)) = found else { return Err(adjudicate::no_host(program, number)) };
        let handed = function.parameters.iter().zip(arguments);
        let handed: Vec<Argument> = handed.map(|((_, shape), value)| argument(program, shape, *value)).collect();
        let change = file.call(place, &handed).map_err(|complaint| failed(function, complaint))?;
        match self.left.get().checked_sub(change.cost()) {
            Some(left) => self.left.set(left),
            None => return Err(failed(function, too_much(houses.operations, written))),
        }
        let wrong = |message| {
            let help = Some(allowed(function.returns).to_owned());
            failed(function, Complaint { message, help, place: Some(written.clone()), limit: false })
        };
        if let Some(message) = change.refuse {
            let (house, place) = (function.house.clone(), Some(written));
            return Err(FaultKind::House {
                house: house.into(),
                message,
                help: None,
                place,
                what: FunctionFault::Refuses,
            });
        }
        called(function, change, program).map_err(wrong)
    }
}

/// No call was too long, and all of them are.
fn too_much(most: u64, place: Range<usize>) -> Complaint {
    let message = format!("the functions of house rules take more than {most} steps in all");
    let help = Some("call them from fewer lines, or make each do less".to_owned());
    Complaint { message, help, place: Some(place), limit: true }
}

fn failed(function: &Function, complaint: Complaint) -> FaultKind {
    let Complaint { message, help, place, limit } = complaint;
    // The limit is one for all functions, whoever reaches it.
    let what = if function.house == HOST && !limit { FunctionFault::Host } else { FunctionFault::House };
    FaultKind::House { house: function.house.to_string(), message, help, place, what }
}

/// A value of the run as a function sees it.
fn argument(program: &Program, shape: &Shape, value: Value) -> Argument {
    let Some(number) = value else { return Argument::Unreached };
    let place = usize::try_from(number).unwrap_or(usize::MAX);
    match shape {
        Shape::YesNo => Argument::YesNo(number != 0),
        Shape::Level(scale) => match program.scales.get(*scale as usize) {
            Some(Scale { name, levels, numbers: None, .. }) => Argument::Level {
                scale: name.to_string(),
                levels: levels.iter().map(SharedText::to_string).collect(),
                rank: place,
            },
            _ => Argument::Number(number),
        },
        Shape::Text => program.texts.get(place).map_or(Argument::Unreached, |text| Argument::Word(text.to_string())),
        Shape::Option(options) => {
            options.get(place).map_or(Argument::Unreached, |word| Argument::Word(word.to_string()))
        }
        Shape::Number | Shape::Modifier | Shape::Die | Shape::Card(_) => Argument::Number(number),
    }
}

/// What a function may answer where it stands.
fn allowed(returns: Returns) -> &'static str {
    match returns {
        Returns::Nothing => "here it may return nothing, or `#{ note: … }` or `#{ refuse: … }`",
        Returns::Number | Returns::YesNo => "in an expression it must return a number, or yes or no",
        Returns::Added => {
            "here it may return nothing, or `#{ add: [[-1, \"why\"]] }`, `#{ note: … }` or `#{ refuse: … }`"
        }
        Returns::Level(_) => "here it may return nothing, or `#{ level: \"…\" }`, `#{ note: … }` or `#{ refuse: … }`",
    }
}

/// What a function answered, as values for the run.
fn called(function: &Function, change: Change, program: &Program) -> Result<Called, String> {
    let Change { value, add, level, notes, .. } = change;
    let name = &function.name;
    let misplaced = |what: &str| Err(format!("`{name}` returns {what}, which is not allowed here"));
    let (values, added) = match (function.returns, value, level) {
        (Returns::Nothing | Returns::Added, _, Some(_)) => return misplaced("a level"),
        (Returns::Nothing | Returns::Level(_) | Returns::Number | Returns::YesNo, ..) if !add.is_empty() => {
            return misplaced("a modifier");
        }
        (Returns::Nothing, None, None) => (Vec::new(), Vec::new()),
        (Returns::Nothing, Some(_), None) => return misplaced("a value"),
        (Returns::Number | Returns::YesNo, Some(Returned::Number(number)), None) => (vec![Some(number)], Vec::new()),
        (Returns::Number | Returns::YesNo, Some(Returned::YesNo(yes)), None) => {
            (vec![Some(i64::from(yes))], Vec::new())
        }
        (Returns::Number | Returns::YesNo, ..) => return Err(format!("`{name}` does not return a number")),
        (Returns::Added, value, None) => sum(name, value.as_ref(), add)?,
        (Returns::Level(scale), value, level) => {
            let scale = program.scales.get(scale as usize);
            (vec![level.or(value).map(|level| placed(name, &level, scale)).transpose()?], Vec::new())
        }
    };
    Ok(Called { values, added, notes })
}

type Sum = (Vec<Value>, Vec<(i64, String)>);

/// A bare number is something to add without a reason.
fn sum(name: &str, value: Option<&Returned>, mut add: Vec<(i64, String)>) -> Result<Sum, String> {
    match value {
        Some(Returned::Number(0)) | None => {}
        Some(Returned::Number(number)) => add.push((*number, String::new())),
        Some(Returned::Level(_) | Returned::YesNo(_)) => {
            return Err(format!("`{name}` returns a word, which is not allowed here"));
        }
    }
    let total = add.iter().try_fold(0_i64, |total, (number, _)| total.checked_add(*number));
    let total = total.ok_or_else(|| format!("`{name}` adds a number that is too large"))?;
    Ok((vec![Some(total)], add))
}

/// A level's place, or its number where the rows of a ladder are headed by numbers.
fn placed(name: &str, level: &Returned, scale: Option<&Scale>) -> Result<i64, String> {
    let Some(scale) = scale else { return Err(format!("`{name}` returns a level, but this has no scale")) };
    let found = match (level, &scale.numbers) {
        (Returned::Number(number), Some(numbers)) => numbers.contains(number).then_some(*number),
        (Returned::Level(word), Some(numbers)) => word.parse().ok().filter(|number| numbers.contains(number)),
        (Returned::Level(wanted), None) => {
            scale.levels.iter().position(|level| level == wanted).and_then(|place| i64::try_from(place).ok())
        }
        _ => None,
    };
    found.ok_or_else(|| {
        let answered = match level {
            Returned::Number(number) => number.to_string(),
            Returned::YesNo(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            Returned::Level(word) => word.clone(),
        };
        let levels = match &scale.numbers {
            Some(numbers) => numbers.iter().map(ToSmolStr::to_smolstr).collect(),
            None => scale.levels.clone(),
        };
        format!("`{name}` returns `{answered}`, which is not a level of `{}`: {}", scale.name, levels.join(", "))
    })
}
