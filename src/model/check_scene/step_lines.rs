//! Lines about a step or about something resolved: how it is answered, and its contents.

use super::checker::SceneChecker;
use super::leftovers::Takes;
use super::methods::method_of;
use super::shown_lines::meets_chance;
use super::words::{SHOWS, place_of};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{InvocationId, Named, StatedMethod};
use crate::syntax::ast::Line;

impl<'a> SceneChecker<'a> {
    /// `STEP random { … }`, `STEP automatic LEVEL`, `STEP { … }`
    pub fn step_line(&mut self, id: InvocationId, line: &'a Line, used: usize, name: &str) -> bool {
        let procedure = self.scene.invocations[id].procedure;
        let step = self.system.procedures[procedure].steps.iter().position(|s| s.name == name);
        let locals = &self.system.procedures[procedure].locals;
        let resolved = locals.find(|local| local.name == name && meets_chance(local));
        if step.is_none() && resolved.is_none() {
            return false;
        }
        let head = place_of(&line.words.words[..used]);
        let named = step.map(|step| Named::Step(procedure, step));
        if let Some(named) = named.or(resolved.map(|local| Named::Local(procedure, local))) {
            self.used(named, head);
        }
        let mut rest = &line.words.words[used..];
        let states_faces = rest.first().is_some_and(|word| word.text == SHOWS);
        let answered = states_faces || rest.first().is_some_and(|word| method_of(&word.text).is_some());
        self.nothing_more(
            line,
            &format!("`{name}`"),
            Takes { value: answered || line.body.is_none(), body: true, text: false },
        );
        if states_faces {
            self.shown_line(id, (line, used + 1, name), (step, resolved));
            rest = &[];
        }
        if let Some(method) = rest.first().and_then(|word| method_of(&word.text)) {
            rest = &rest[1..];
            let method = self.method_value(id, method, (line, line.words.words.len() - rest.len()), (step, resolved));
            let stated = StatedMethod { method, span: line.words.span() };
            let invocation = &mut self.scene.invocations[id];
            let first = match (step, resolved) {
                (Some(step), _) => invocation.step_methods.insert(step, stated),
                (None, Some(local)) => invocation.local_methods.insert(local, stated),
                (None, None) => None,
            };
            self.stated_once(first.as_ref(), line.words.span());
            let shown = resolved.and_then(|local| self.scene.invocations[id].shown.get(&local));
            self.answered_once(shown.map(|shown| shown.span), line.words.span());
        } else if !rest.is_empty() || line.body.is_none() && !states_faces {
            let message = match rest.first() {
                Some(word) => format!("`{}` is not a method for `{name}`", word.text),
                None => format!("`{name}` has no value"),
            };
            let help = format!(
                "write `{name} {{ … }}`, `{name} random`, `{name} deliberate`, `{name} automatic LEVEL` or `{name} {SHOWS} 3, 4`"
            );
            self.report(Diagnostic::error(codes::METHOD, line.words.span(), message).help(help));
        }
        if answered {
            self.needless_braces(line);
        } else if line.body.is_some() {
            self.says_nothing(line);
        }
        if let Some(body) = &line.body {
            self.invocation_lines(id, body, step);
        }
        true
    }
}
