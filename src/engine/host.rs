//! What a host gives to scripts: pure functions that return values, and functions that act at the end of the run.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use super::failure::Failure;
use super::functions::{Argument, Change, Complaint, Declared, Functions, Returned};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{HouseFunction, Parameter, Signature, WrittenAnswers};
use crate::source::Span;
use crate::verdict::Shown;

pub(super) use crate::ir::HOST;

pub(super) type Answer = dyn Fn(&[Argument]) -> Result<Returned, String> + Send + Sync;
pub(super) type Perform = dyn Fn(&[Shown]) -> Result<(), String> + Send + Sync;

/// What a host lends.
#[derive(Clone, Default)]
pub(super) struct Host {
    pure: Vec<(Declared, Parameter, Arc<Answer>)>,
    acting: BTreeMap<String, Arc<Perform>>,
    known: Vec<HouseFunction>,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").field("known", &self.known).finish_non_exhaustive()
    }
}

impl Host {
    /// As the checker knows them.
    pub(super) fn known(&self) -> &[HouseFunction] {
        &self.known
    }

    /// Lends a pure function.
    pub(super) fn lend_pure(
        &mut self,
        name: &str,
        (parameters, returns): (&[(&str, Parameter)], Parameter),
        answer: Arc<Answer>,
    ) -> Result<(), Failure> {
        self.declare(name, (parameters, Some(returns.clone())))?;
        let parameters = parameters.iter().map(|(name, _)| (*name).to_owned()).collect();
        self.pure.push((
            Declared { name: name.to_owned(), parameters, place: 0..0, is_helper: false },
            returns,
            answer,
        ));
        Ok(())
    }

    /// Lends something that acts.
    pub(super) fn lend_acting(
        &mut self,
        name: &str,
        parameters: &[(&str, Parameter)],
        perform: Arc<Perform>,
    ) -> Result<(), Failure> {
        self.declare(name, (parameters, None))?;
        self.acting.insert(name.to_owned(), perform);
        Ok(())
    }

    /// What acts under this name.
    pub(super) fn acting(&self, name: &str) -> Option<&Arc<Perform>> {
        self.acting.get(name)
    }

    /// Whatever answers nothing acts.
    fn declare(
        &mut self,
        name: &str,
        (parameters, returns): (&[(&str, Parameter)], Option<Parameter>),
    ) -> Result<(), Failure> {
        for name in std::iter::once(name).chain(parameters.iter().map(|(name, _)| *name)) {
            if !is_a_name(name) {
                let message = format!("`{name}` is not a valid name for a host function or parameter");
                return Err(unusable(&message, "use letters, digits and underscores, such as `high_tide`"));
            }
        }
        if returns == Some(Parameter::Word) {
            return Err(unusable(
                &format!("`{name}` cannot return text"),
                "make it return a number, yes or no, or a level",
            ));
        }
        let acts = returns.is_none();
        let same = |known: &HouseFunction| {
            known.name == name && known.signature.as_ref().is_some_and(|signature| signature.returns.is_none() == acts)
        };
        if self.known.iter().any(same) {
            return Err(unusable(
                &format!("the host already has a function `{name}`"),
                "give one of them another name",
            ));
        }
        self.known.push(HouseFunction {
            house: HOST.to_owned(),
            name: name.to_owned(),
            parameters: parameters.iter().map(|(name, _)| (*name).to_owned()).collect(),
            span: Span::default(),
            is_helper: false,
            written: WrittenAnswers::default(),
            signature: Some(Signature { takes: parameters.iter().map(|(_, takes)| takes.clone()).collect(), returns }),
        });
        Ok(())
    }
}

impl Functions for Host {
    fn declared(&self) -> Vec<Declared> {
        self.pure.iter().map(|(declared, ..)| declared.clone()).collect()
    }

    fn call(&self, function: usize, arguments: &[Argument]) -> Result<Change, Complaint> {
        let complain = |message| Complaint { message, help: None, place: None, limit: false };
        let Some((declared, returns, answer)) = self.pure.get(function) else {
            return Err(complain("the host has no such function".to_owned()));
        };
        let answered =
            caught(|| answer(arguments)).map_err(|why| complain(format!("`host.{}`: {why}", declared.name)))?;
        let value = match (returns, answered) {
            (Parameter::Number, number @ Returned::Number(_)) => number,
            (Parameter::YesNo, Returned::YesNo(yes)) => Returned::Number(i64::from(yes)),
            (Parameter::Level(_), level @ Returned::Level(_)) => level,
            (Parameter::Number | Parameter::YesNo | Parameter::Level(_) | Parameter::Word, other) => {
                return Err(complain(format!("`host.{}` returned {other}, but must return {returns}", declared.name)));
            }
        };
        Ok(Change { value: Some(value), ..Change::default() })
    }
}

/// What the host says, or that it has panicked: that must not bring down whoever asked.
pub(super) fn caught<T>(call: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    std::panic::catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
        let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(words.map_or_else(|| "it panicked".to_owned(), |words| format!("it panicked: {words}")))
    })
}

fn unusable(message: &str, help: &str) -> Failure {
    Diagnostic::placeless(codes::USAGE, message).help(help).into()
}

/// Whether scripts can call something so.
fn is_a_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_alphabetic()) && name.chars().all(|one| one.is_alphanumeric() || one == '_')
}
