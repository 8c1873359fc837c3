//! How a line is answered: by its own method, that of its step, its run, or the scene.

use super::super::Method;
use super::Lowering;
use super::partial_value::Context;
use super::pieces::Piece;
use crate::model::{self, InvocationId, LocalId};

impl<'m> Lowering<'m, '_> {
    /// How a method of the scene answers.
    pub fn method_of(&mut self, method: &'m model::Method) -> Method {
        match method {
            model::Method::Deliberate => Method::Deliberate,
            model::Method::Random => Method::Random,
            model::Method::Automatic(None) => Method::Automatic(None),
            model::Method::Automatic(Some(value)) => {
                let value = self.operand(&Context::scene(), value);
                Method::Automatic(Some(value))
            }
        }
    }

    /// The method a scene states for everything.
    pub fn scene_method(&mut self, stated: Option<&'m model::StatedMethod>) -> Method {
        self.mode = stated.map(|stated| Piece::Mode(stated.span));
        stated.map_or(Method::Open, |stated| self.method_of(&stated.method))
    }

    /// How whatever says nothing of its own is answered.
    pub fn method_of_scene(&self) -> (Method, Option<Piece>) {
        (self.method, self.mode)
    }

    /// What a run inside a run inherits: the method of the whole, not that of the step in hand.
    pub fn model_method(&mut self, context: &Context<'m>) -> (Method, Option<Piece>) {
        let own = context.invocation.and_then(|(invocation, _)| self.run_method(invocation));
        own.unwrap_or(self.method_of_scene())
    }

    /// How a run is answered, if it says so itself.
    pub fn run_method(&mut self, invocation: InvocationId) -> Option<(Method, Option<Piece>)> {
        let stated = self.scene.invocations[invocation].method.as_ref()?;
        Some((self.method_of(&stated.method), Some(Piece::RunMethod(invocation))))
    }

    /// How a step is answered: itself, or as its run.
    pub fn step_method(&mut self, context: &Context<'m>, step: usize) -> (Method, Option<Piece>) {
        let stated = context.invocation.and_then(|(invocation, _)| {
            let stated = self.scene.invocations[invocation].step_methods.get(&step)?;
            Some((stated, Piece::StepMethod(invocation, step)))
        });
        stated.map_or((context.method, context.said), |(stated, piece)| (self.method_of(&stated.method), Some(piece)))
    }

    /// How a line that meets chance is answered: by its dice where the scene states what they show.
    pub fn chance_method(&mut self, context: &Context<'m>, local: LocalId) -> Method {
        let shows = context.invocation.is_some_and(|(run, _)| self.scene.invocations[run].shown.contains_key(&local));
        if shows { Method::Random } else { self.local_method(context, local) }
    }

    /// How a resolved local is answered: the line, its step, its run, the scene.
    pub fn local_method(&mut self, context: &Context<'m>, local: LocalId) -> Method {
        let own = context.invocation.and_then(|(invocation, _)| {
            let stated = self.scene.invocations[invocation].local_methods.get(&local)?;
            self.ledger.take(Piece::LocalMethod(invocation, local));
            Some(stated)
        });
        match own {
            Some(stated) => self.method_of(&stated.method),
            None => self.said_method(context),
        }
    }
}
