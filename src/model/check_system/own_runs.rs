//! Runs that a procedure creates itself: `run NAME : PROCEDURE by ROLE`, and `run PROCEDURE` for bookkeeping.

use super::checker::SystemChecker;
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::{listed, with_article};
use crate::model::{LocalId, LocalKind, Named, OwnRun, ProcedureId, Type};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, Made, Phrase};

impl SystemChecker<'_> {
    /// The run that a line makes: its name, and what it is a run of. `None` if the line runs a blank.
    pub fn made_by(
        &mut self,
        id: ProcedureId,
        target: &ast::Expr,
        made: &Made,
    ) -> Option<(Phrase, SharedText, ProcedureId, OwnRun)> {
        let ast::ExprKind::Name(name) = &target.kind else { return None };
        let (of, named) = match &made.of {
            Some(of) => (self.procedure_named(of)?, true),
            None if self.is_named(id, &name.text()) => {
                self.roles_of_a_blank(name, made);
                return None;
            }
            None => {
                let of = self.system.names.procedures.get(&name.text()).copied();
                if of.is_none() {
                    self.run_of_nothing(name, made);
                }
                (of?, false)
            }
        };
        if !named {
            self.used(Named::Procedure(of), name.span());
        }
        let by = self.own_role(id, (of, true), made.by.as_ref(), target.span);
        let versus = self.own_role(id, (of, false), made.versus.as_ref(), target.span);
        let written = if named { name.text() } else { self.unused_name(id, &name.text()) };
        Some((name.clone(), written, of, OwnRun { by, versus, named }))
    }

    /// Reports `run NAME by ROLE`, which does not say what is run.
    fn run_of_nothing(&mut self, name: &Phrase, made: &Made) {
        let Some(by) = &made.by else { return };
        let name_text = name.text();
        let known: Vec<&str> = self.system.names.procedures.keys().map(SharedText::as_str).collect();
        let message = format!("`run {name_text}` does not name a procedure");
        let procedures = listed("the system", "procedure", known.iter().copied());
        let help = format!("write `run {name_text} : PROCEDURE by {}`; {procedures}", by.text());
        self.notes.misread.push(format!(" {name_text} "));
        self.report(Diagnostic::error(codes::UNKNOWN_NAME, name.span(), message).help(help));
    }

    /// Whether a line can speak of something by this name.
    fn is_named(&self, id: ProcedureId, name: &str) -> bool {
        let found = self.system.local_named(id, name, None);
        found.is_some_and(|found| self.system.procedures[id].locals[found].own_run().is_none_or(|run| run.named))
    }

    /// A name that the path of a nameless run has to itself.
    fn unused_name(&self, id: ProcedureId, name: &SharedText) -> SharedText {
        let procedure = &self.system.procedures[id];
        let is_there = |name: &SharedText| !procedure.called(name).is_empty();
        let mut numbered = (2..).map(|number| SharedText::from(format!("{name} {number}")));
        if is_there(name) { numbered.find(|name| !is_there(name)).unwrap_or_default() } else { name.clone() }
    }

    fn procedure_named(&mut self, of: &Phrase) -> Option<ProcedureId> {
        let known = &self.system.names.procedures;
        if let Some(found) = known.get(&of.text()).copied() {
            self.used(Named::Procedure(found), of.span());
            return Some(found);
        }
        let near = guess(&of.text(), known.keys().map(SharedText::as_str));
        let help = listed("the system", "procedure", known.keys().map(SharedText::as_str));
        let complaint =
            Diagnostic::error(codes::UNKNOWN_NAME, of.span(), format!("there is no procedure `{}`", of.text()));
        self.report(complaint.did_you_mean(near, || help));
        None
    }

    /// Who acts in a blank is said where it is asked for, or by the scene.
    fn roles_of_a_blank(&mut self, name: &Phrase, made: &Made) {
        for who in [&made.by, &made.versus].into_iter().flatten() {
            let help =
                "say it on the line that asks for the blank, `ask NAME : PROCEDURE by ROLE`, or leave it to the scene";
            let message = format!("`{}` is a blank, so this line cannot say who acts in it", name.text());
            self.misplaced(who.span(), message, help);
        }
    }

    /// The role that plays a part in a run that a procedure makes.
    fn own_role(
        &mut self,
        id: ProcedureId,
        (of, acts): (ProcedureId, bool),
        who: Option<&Phrase>,
        line: Span,
    ) -> Option<LocalId> {
        let callee = &self.system.procedures[of];
        let word = if acts { "by" } else { "versus" };
        let wanted = if acts { callee.by } else { callee.versus };
        let (Some(wanted), Some(who)) = (wanted, who) else {
            let name = &callee.name;
            if let Some(wanted) = wanted {
                let message = format!(
                    "`{name}` has {}, but this line does not name one",
                    with_article(&callee.locals[wanted].name)
                );
                let found = Diagnostic::error(codes::ROLE, line, message);
                self.report(found.help(format!("add `{word} ROLE` after it, with a role of this procedure")));
            } else if let Some(who) = who {
                let found = Diagnostic::error(codes::ROLE, who.span(), format!("`{name}` has no `{word}`"));
                self.report(found.help(format!("remove `{word} {}`", who.text())));
            }
            return None;
        };
        let ty = callee.locals[wanted].ty.clone();
        let found = self.system.local_named(id, &who.text(), None);
        let is_role = |found: &LocalId| self.system.procedures[id].locals[*found].kind == LocalKind::Role;
        let Some(found) = found.filter(is_role) else {
            let message = format!("`{}` is not a role of this procedure", who.text());
            let help = "name the role after `by` or `versus` in the procedure's first line";
            self.report(Diagnostic::error(codes::ROLE, who.span(), message).help(help));
            return None;
        };
        self.used(Named::Local(id, found), who.span());
        if self.system.procedures[id].locals[found].ty != ty {
            let message = format!("`{}` is the wrong kind for that role", who.text());
            self.report(Diagnostic::error(codes::ROLE, who.span(), message).help("use a role of the right kind"));
        }
        Some(found)
    }

    /// No procedure makes a run of itself, be it through others.
    pub fn no_run_makes_itself(&mut self) {
        let procedures: Vec<ProcedureId> = self.system.procedures.ids().collect();
        for start in procedures {
            if let Some(line) = self.way_back(start, start, &mut Vec::new()) {
                let name = &self.system.procedures[start].name;
                let found = Diagnostic::error(
                    codes::RECURSION,
                    line,
                    format!("a run of `{name}` starts another run of itself"),
                );
                self.report(found.help("let the scene decide how often: add a blank, `ask NAME : optional PROCEDURE`"));
                return;
            }
        }
    }

    /// The line of a procedure by which it comes back to the one that was begun with.
    fn way_back(&self, from: ProcedureId, to: ProcedureId, seen: &mut Vec<ProcedureId>) -> Option<Span> {
        if seen.contains(&from) {
            return None;
        }
        seen.push(from);
        let runs = self.system.procedures[from].locals.iter().filter(|local| local.own_run().is_some());
        let mut runs =
            runs.filter_map(|local| if let Type::Run(of) = local.ty { Some((of, local.span)) } else { None });
        runs.find(|(of, _)| *of == to || self.way_back(*of, to, seen).is_some()).map(|(_, span)| span)
    }
}
