//! Who acts in a run, and against whom.

use super::checker::SceneChecker;
use super::words::{join, place_of};
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
        // The procedure of a run inside another one need not be named in its line.
        let inside = parent.map(|_| &line.words);
        let by = self.role_of(id, by, line.by.as_ref(), ("by", inherited, inside));
        // Whoever is misnamed may be followed by whom it is done to.
        let misnamed = by.is_none() && line.by.is_some();
        let versus = if misnamed && line.versus.is_none() {
            None
        } else {
            self.role_of(id, versus, line.versus.as_ref(), ("versus", None, inside))
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
        let help = match (right.as_slice(), wanted) {
            ([], Type::Thing(kind)) => {
                let (right, name) = (&self.system.kinds[*kind].name, who.text());
                let wrong = &self.system.kinds[self.scene.things[thing].kind].name;
                format!("declare `{name}` as `{right} {name}` instead of `{wrong} {name}`, or name someone else")
            }
            (names, _) => format!("name someone of the right kind, such as {}", one_of(names.iter().copied())),
        };
        self.report(Diagnostic::error(codes::ROLE, who.span(), message).help(help));
    }

    /// The finding for a run that does not say who acts, or against whom; `inside` are its words in another run.
    fn no_role(&self, id: InvocationId, (role, word): (LocalId, &str), inside: Option<&Phrase>) -> Diagnostic {
        let run = &self.scene.invocations[id];
        let role = &self.system.procedures[run.procedure].locals[role];
        let called = inside.map_or_else(|| self.system.procedures[run.procedure].name.clone(), Phrase::text);
        let message = format!("`{called}` does not name its `{}`", role.name);
        let found = Diagnostic::error(codes::ROLE, run.span, message);
        let words = inside.map_or(&[][..], |inside| inside.words.as_slice());
        let is_one = |name: &str| match self.scene.names.get(name) {
            Some(SceneName::Thing(thing)) => Type::Thing(self.scene.things[thing].kind) == role.ty,
            Some(_) | None => false,
        };
        match (1..words.len()).find(|cut| is_one(&join(&words[*cut..]))) {
            Some(cut) => {
                let (head, who) = words.split_at(cut);
                let named = format!("{word} {}", join(who));
                found.help(format!("write `{} {named}`", join(head))).fix(Fix::maybe(place_of(who), named))
            }
            None if inside.is_some() => found.help(format!("add `{word} NAME` after `{called}`")),
            None => found.help(format!("add `{word} NAME`")),
        }
    }

    fn role_of(
        &mut self,
        id: InvocationId,
        local: Option<LocalId>,
        who: Option<&Phrase>,
        (word, inherited, inside): (&str, Option<ThingId>, Option<&Phrase>),
    ) -> Option<ThingId> {
        let procedure = self.scene.invocations[id].procedure;
        match (local, who) {
            (None, None) => None,
            (None, Some(who)) => {
                let message = format!("`{}` has no `{word}`", self.system.procedures[procedure].name);
                self.report(
                    Diagnostic::error(codes::ROLE, who.span(), message).help(format!("remove `{word} {}`", who.text())),
                );
                None
            }
            (Some(local), None) => {
                if inherited.is_none() && !self.is_nobody_around(id) {
                    let found = self.no_role(id, (local, word), inside);
                    self.report(found);
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
                        self.nobody(who, Some(&wanted));
                        None
                    }
                }
            }
        }
    }
}
