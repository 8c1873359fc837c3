//! What a host lends to scripts: pure functions that answer, and acting ones that do something when all is over.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::functions::{Argument, Change, Complaint, Declared, Functions, Returned};
use crate::model::{HouseFunction, Parameter, Signature};
use crate::source::Span;
use crate::verdict::Shown;

/// By this name a program knows the functions of its host.
pub(super) const HOST: &str = "host";

pub(super) type Answer = dyn Fn(&[Argument]) -> Result<i64, String> + Send + Sync;
pub(super) type Perform = dyn Fn(&[Shown]) -> Result<(), String> + Send + Sync;

/// What a host lends.
#[derive(Clone, Default)]
pub(super) struct Host {
    pure: Vec<(Declared, Arc<Answer>)>,
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
    pub(super) fn lend_pure(&mut self, name: &str, parameters: &[(&str, Parameter)], answer: Arc<Answer>) {
        self.declare(name, parameters, false);
        let parameters = parameters.iter().map(|(name, _)| (*name).to_owned()).collect();
        self.pure.push((Declared { name: name.to_owned(), parameters, place: 0..0 }, answer));
    }

    /// Lends something that acts.
    pub(super) fn lend_acting(&mut self, name: &str, parameters: &[(&str, Parameter)], perform: Arc<Perform>) {
        self.declare(name, parameters, true);
        self.acting.insert(name.to_owned(), perform);
    }

    /// What acts under this name.
    pub(super) fn acting(&self, name: &str) -> Option<&Perform> {
        self.acting.get(name).map(Arc::as_ref)
    }

    fn declare(&mut self, name: &str, parameters: &[(&str, Parameter)], acts: bool) {
        self.known.push(HouseFunction {
            house: HOST.to_owned(),
            name: name.to_owned(),
            parameters: parameters.iter().map(|(name, _)| (*name).to_owned()).collect(),
            span: Span::default(),
            signature: Some(Signature { takes: parameters.iter().map(|(_, takes)| takes.clone()).collect(), acts }),
        });
    }
}

impl Functions for Host {
    fn declared(&self) -> Vec<Declared> {
        self.pure.iter().map(|(declared, _)| declared.clone()).collect()
    }

    fn call(&self, function: usize, arguments: &[Argument]) -> Result<Change, Complaint> {
        let complain = |message| Complaint { message, help: None, place: None, limit: false };
        let Some((declared, answer)) = self.pure.get(function) else {
            return Err(complain("the host answers no such function".to_owned()));
        };
        let answered = answer(arguments).map_err(|why| complain(format!("`host.{}`: {why}", declared.name)))?;
        Ok(Change { value: Some(Returned::Number(answered)), ..Change::default() })
    }
}
