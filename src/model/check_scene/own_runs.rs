//! Runs that the rules create themselves: a scene need not write them, but may write their open blanks.

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    Argument, Invocation, InvocationId, LocalId, OwnRun, ProcedureId, RunMade, ThingId, Type, given_by_rules,
};
use crate::shared_text::SharedText;
use crate::syntax::ast::Line;

impl SceneChecker<'_> {
    /// The runs that the rules make inside this one and that the scene does not write.
    pub fn own_runs(&mut self, id: InvocationId) {
        let procedure = self.scene.invocations[id].procedure;
        let own: Vec<(LocalId, SharedText, ProcedureId, OwnRun)> = self.system.procedures[procedure]
            .locals
            .pairs()
            .filter_map(|(local, declared)| {
                let Type::Run(of) = declared.ty else { return None };
                Some((local, declared.name.clone(), of, declared.own_run()?.clone()))
            })
            .collect();
        for (local, name, of, own) in own {
            if self.scene.invocations[id].arguments.contains_key(&local) {
                continue;
            }
            let around = &self.scene.invocations[id];
            let mut made = Invocation::named(format!("{}.{name}", around.path).into(), name.clone(), of, around.span);
            made.made = if own.named { RunMade::ByRules } else { RunMade::Bookkeeping };
            made.by = own.by.and_then(|role| self.plays(id, role));
            made.versus = own.versus.and_then(|role| self.plays(id, role));
            made.same_as = self.same_nested(id, &name, of);
            let run = self.scene.invocations.next_id();
            self.scene.invocations.push(made);
            self.scene.invocations[id].nested.insert(name, run);
            self.scene.invocations[id].arguments.insert(local, Argument::Forms(vec![(run, true)]));
            self.simplest_plan(run);
            self.own_runs(run);
        }
    }

    /// Who plays a role of a run.
    fn plays(&self, id: InvocationId, role: LocalId) -> Option<ThingId> {
        let written = &self.scene.invocations[id];
        if self.system.procedures[written.procedure].by == Some(role) { written.by } else { written.versus }
    }

    /// Who plays the parts of a run that the rules make, where the scene writes what else it holds.
    pub fn own_parts(
        &mut self,
        parent: (InvocationId, LocalId),
        line: &Line,
    ) -> Option<(Option<ThingId>, Option<ThingId>)> {
        let procedure = self.scene.invocations[parent.0].procedure;
        let own = self.system.procedures[procedure].locals[parent.1].own_run()?.clone();
        for (word, who) in [("by", &line.by), ("versus", &line.versus)] {
            let Some(who) = who else { continue };
            let message = "the rules say who acts in this run";
            let found = Diagnostic::error(codes::ROLE, who.span(), message);
            self.report(found.help(format!("remove `{word} {}`", who.text())));
        }
        Some((
            own.by.and_then(|role| self.plays(parent.0, role)),
            own.versus.and_then(|role| self.plays(parent.0, role)),
        ))
    }

    /// Refuses what the rules fill themselves in a run that they make.
    pub fn filled_by_rules(&mut self, id: InvocationId, blank: LocalId, line: &Line) {
        let around = self.scene.invocations.pairs().find_map(|(around, run)| {
            let inside = run.nested.iter().find(|(_, nested)| **nested == id)?;
            Some((around, inside.0.clone()))
        });
        let Some((around, name)) = around else { return };
        let procedure = &self.system.procedures[self.scene.invocations[around].procedure];
        let Some(run) = procedure.locals.find(|local| local.name == name && local.own_run().is_some()) else { return };
        let Some(given) = given_by_rules(&procedure.body, run, blank) else { return };
        let of = self.scene.invocations[id].procedure;
        let message = format!("the rules fill `{}` here", self.system.procedures[of].locals[blank].name);
        let found = Diagnostic::error(codes::FILLED_TWICE, line.words.span(), message);
        self.report(
            found.also(given, "this line of the rules fills it").help("remove it: the rules set this value themselves"),
        );
    }
}
