//! How a line is answered: by its own method, that of its step, its run, or the scene.

use super::super::Method;
use super::Lowering;
use super::partial_value::Context;
use crate::model::{self, LocalId};

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
    pub fn scene_method(&mut self, method: Option<&'m model::Method>) -> Method {
        method.map_or(Method::Open, |method| self.method_of(method))
    }

    /// What a run inside a run inherits: the method of the whole, not that of the step in hand.
    pub fn model_method(&mut self, context: &Context<'m>) -> Method {
        let Some((invocation, _)) = context.invocation else { return self.method };
        match &self.scene.invocations[invocation].method {
            Some(method) => self.method_of(method),
            None => self.method,
        }
    }

    /// How a resolved local is answered: the line, its step, its run, the scene.
    pub fn local_method(&mut self, context: &Context<'m>, local: LocalId) -> Method {
        let own =
            context.invocation.and_then(|(invocation, _)| self.scene.invocations[invocation].local_methods.get(&local));
        match own {
            Some(method) => self.method_of(method),
            None => context.method,
        }
    }
}
