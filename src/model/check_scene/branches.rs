//! Names in branches that exclude each other: a name in several of them is one name.

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::scene_names::SceneName;
use crate::model::{Argument, InvocationId, ProcedureId};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::Phrase;

impl SceneChecker<'_> {
    /// Names a run. In a branch that excludes the run which has the name already, both are one.
    pub fn name_run(&mut self, name: &Phrase, id: InvocationId) {
        let text = name.text();
        self.branches_of.insert(id, self.branches.clone());
        let procedure = self.scene.invocations[id].procedure;
        let Some(first) = self.run_elsewhere(&text, procedure) else {
            return self.name_in_scene(name, SceneName::Invocation(id));
        };
        self.scene.invocations[id].same_as = Some(first);
        self.shadowed.push((text.clone(), first));
        self.scene.names.give(text, SceneName::Invocation(id));
    }

    /// The first run of that name, if it is of this procedure, and every run of the name stands in a branch that excludes the line
    /// in hand.
    fn run_elsewhere(&self, name: &str, procedure: ProcedureId) -> Option<InvocationId> {
        let Some(SceneName::Invocation(known)) = self.scene.names.get(name) else { return None };
        let first = self.scene.first_of_name(known);
        if self.scene.invocations[first].procedure != procedure {
            return None;
        }
        let of_name = self.scene.invocations.pairs().filter(|(id, run)| *id == first || run.same_as == Some(first));
        let mut branches = of_name.map(|(id, _)| self.branches_of.get(&id));
        branches.all(|other| other.is_some_and(|other| self.excludes(other))).then_some(first)
    }

    /// Whether these branches and those around the line in hand are never both taken.
    fn excludes(&self, other: &[(Span, usize)]) -> bool {
        let apart = other.iter().zip(&self.branches).find(|(there, here)| there != here);
        apart.is_some_and(|((there, one), (here, another))| there == here && one != another)
    }

    /// A run inside another one is the same as one of its name inside the first of that name.
    pub fn same_nested(&self, parent: InvocationId, name: &str, procedure: ProcedureId) -> Option<InvocationId> {
        let first = self.scene.invocations[parent].same_as?;
        let nested = *self.scene.invocations[first].nested.get(name)?;
        (self.scene.invocations[nested].procedure == procedure).then_some(nested)
    }

    /// Runs of one name lay out the same items, since their values are one.
    pub fn same_items(&mut self, id: InvocationId, name: Span) {
        let Some(first) = self.scene.invocations[id].same_as else { return };
        let items = |run: InvocationId| -> Vec<(usize, Vec<SharedText>)> {
            let arguments = self.scene.invocations[run].arguments.iter();
            let plans = arguments.filter_map(|(local, argument)| {
                let Argument::Plan(plan) = argument else { return None };
                Some((local.0, plan.items.iter().map(|item| item.name.clone()).collect()))
            });
            plans.collect()
        };
        if items(id) != items(first) {
            let run = &self.scene.invocations[first];
            let (path, written) = (run.path.clone(), run.span);
            self.report(
                Diagnostic::error(codes::DUPLICATE_NAME, name, format!("`{path}` has other items in another branch"))
                    .also(written, "here")
                    .help("use the same items in the same order in both, or give one run another name"),
            );
        }
    }
}
