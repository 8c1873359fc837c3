//! Who acts in a run, and against whom.

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::listing::one_of;
use crate::model::scene_names::SceneName;
use crate::model::{InvocationId, LocalId, ProcedureId, ThingId, Type};
use crate::syntax::ast::{Line, Phrase};

/// So many who could be meant are named.
const MOST_NAMED: usize = 4;

impl SceneChecker<'_> {
    /// Finds who is meant by `by` and `versus`, or stands there without being named.
    pub fn roles(&mut self, id: InvocationId, line: &Line, parent: Option<(InvocationId, LocalId)>) {
        if let Some(parts) = parent.and_then(|parent| self.own_parts(parent, line)) {
            let invocation = &mut self.scene.invocations[id];
            (invocation.by, invocation.versus) = parts;
            return;
        }
        let procedure = self.scene.invocations[id].procedure;
        let (by, versus) = (self.system.procedures[procedure].by, self.system.procedures[procedure].versus);
        let inherited = parent.and_then(|(parent, local)| self.inherited_role(parent, local, procedure));
        let by = self.role_of(id, by, line.by.as_ref(), ("by", inherited));
        // Whoever is misnamed may be followed by whom it is done to.
        let misnamed = by.is_none() && line.by.is_some();
        let versus = if misnamed && line.versus.is_none() {
            None
        } else {
            self.role_of(id, versus, line.versus.as_ref(), ("versus", None))
        };
        let invocation = &mut self.scene.invocations[id];
        (invocation.by, invocation.versus) = (by, versus);
        if let (Some(acts), Some(place)) = (by.filter(|_| by == versus), &line.versus) {
            let name = &self.scene.things[acts].name;
            let message = format!("`{name}` acts here, and is the opponent too");
            let help = "name someone else after `versus`, unless you mean this";
            self.report(Diagnostic::warning(codes::ROLE, place.span(), message).help(help));
        }
    }

    /// Reports `enter ada`, where who acts stands in the place of the run's name.
    pub fn named_as_who_acts(&mut self, id: InvocationId, line: &Line, name: &Phrase) -> bool {
        let procedure = &self.system.procedures[self.scene.invocations[id].procedure];
        let (Some(by), None) = (procedure.by, &line.by) else { return false };
        let Some(SceneName::Thing(thing)) = self.scene.names.get(&name.text()) else { return false };
        if Type::Thing(self.scene.things[thing].kind) != procedure.locals[by].ty {
            return false;
        }
        let (who, done) = (name.text(), procedure.name.clone());
        let message = format!("the name of this `{done}` is needed here, not `{who}`");
        let help =
            format!("after `by`, name the person who acts: `{done} by {who}`, or with a name `{done} NAME by {who}`");
        let fix = Fix::maybe(name.span(), format!("by {who}"));
        self.report(Diagnostic::error(codes::ROLE, name.span(), message).help(help).fix(fix));
        true
    }

    /// Who acts in a nested run that does not say: whom the blank names (`ask reply : test by defender`), and nobody otherwise.
    /// Whoever acts in the run around it would oppose themselves.
    fn inherited_role(&mut self, parent: InvocationId, local: LocalId, procedure: ProcedureId) -> Option<ThingId> {
        let invocation = &self.scene.invocations[parent];
        let around = &self.system.procedures[invocation.procedure];
        let role = self.system.blank_roles.get(&(invocation.procedure, local))?;
        let who = if around.versus == Some(*role) { invocation.versus } else { invocation.by };
        let wanted = self.system.procedures[procedure].by?;
        let wanted = self.system.procedures[procedure].locals[wanted].ty.clone();
        who.filter(|who| Type::Thing(self.scene.things[*who].kind) == wanted)
    }

    /// Whether somebody is missing in the run around this one, which has been said.
    fn is_nobody_around(&self, id: InvocationId) -> bool {
        let around =
            self.scene.invocations.pairs().find(|(_, around)| around.nested.values().any(|nested| *nested == id));
        around.is_some_and(|(_, around)| {
            let procedure = &self.system.procedures[around.procedure];
            (procedure.by.is_some() && around.by.is_none()) || (procedure.versus.is_some() && around.versus.is_none())
        })
    }

    fn of_the_wrong_kind(&mut self, (who, thing): (&Phrase, ThingId), wanted: &Type) {
        let found = self.type_name(&Type::Thing(self.scene.things[thing].kind));
        let message = format!("`{}` is {found}, but {} is needed here", who.text(), self.type_name(wanted));
        let right = self.scene.things.iter().filter(|thing| Type::Thing(thing.kind) == *wanted);
        let right: Vec<&str> = right.map(|thing| thing.name.as_str()).take(MOST_NAMED).collect();
        let help = match right.as_slice() {
            [] => "name someone of the right kind".to_owned(),
            names => format!("name someone of the right kind, such as {}", one_of(names.iter().copied())),
        };
        self.report(Diagnostic::error(codes::ROLE, who.span(), message).help(help));
    }

    fn role_of(
        &mut self,
        id: InvocationId,
        local: Option<LocalId>,
        who: Option<&Phrase>,
        (word, inherited): (&str, Option<ThingId>),
    ) -> Option<ThingId> {
        let procedure = self.scene.invocations[id].procedure;
        let name = self.system.procedures[procedure].name.clone();
        let span = self.scene.invocations[id].span;
        match (local, who) {
            (None, None) => None,
            (None, Some(who)) => {
                let message = format!("`{name}` has no `{word}`");
                self.report(
                    Diagnostic::error(codes::ROLE, who.span(), message).help(format!("remove `{word} {}`", who.text())),
                );
                None
            }
            (Some(local), None) => {
                if inherited.is_none() && !self.is_nobody_around(id) {
                    let role = self.system.procedures[procedure].locals[local].name.clone();
                    let message = format!("`{name}` does not name its `{role}`");
                    self.report(Diagnostic::error(codes::ROLE, span, message).help(format!("add `{word} NAME`")));
                }
                inherited
            }
            (Some(local), Some(who)) => {
                let wanted = self.system.procedures[procedure].locals[local].ty.clone();
                let named = self.scene.names.get(&who.text());
                if let Some(named @ SceneName::Thing(_)) = named {
                    self.used(named.into(), who.span());
                }
                match named {
                    Some(SceneName::Thing(thing)) if Type::Thing(self.scene.things[thing].kind) == wanted => {
                        Some(thing)
                    }
                    Some(SceneName::Thing(thing)) => {
                        self.of_the_wrong_kind((who, thing), &wanted);
                        None
                    }
                    _ => {
                        self.nobody(who);
                        None
                    }
                }
            }
        }
    }
}
