//! Lines that fill a blank with a run: written out between braces, or referred to by name.

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::Env;
use crate::model::{Argument, ExprKind, InvocationId, LocalId, Member, ProcedureId, Type};
use crate::syntax::ast::{self, Concealment, Line};

impl<'a> SceneChecker<'a> {
    /// A nested run: written inline, or named where it was run before.
    pub fn run_line(
        &mut self,
        id: InvocationId,
        local: LocalId,
        run: ProcedureId,
        (line, used): (&'a Line, usize),
        many: bool,
    ) {
        let around = self.scene.invocations[id].procedure;
        let is_own = self.system.procedures[around].locals[local].own_run().is_some();
        let inline = is_own || line.body.is_some() || line.by.is_some() || line.versus.is_some() || line.text.is_some();
        let reference = if inline { None } else { self.named_run(id, line, used, run) };
        let entry = match reference {
            Some(invocation) => (invocation, false),
            None => (self.invocation(line, used, run, Some((id, local))), true),
        };
        let asked = &self.system.procedures[self.scene.invocations[id].procedure].locals[local];
        let name = asked.name.clone();
        if let (true, (invocation, true)) = (asked.secret, entry) {
            self.scene.invocations[invocation].concealment = Some(Concealment::Secret);
        }
        let arguments = &mut self.scene.invocations[id].arguments;
        match arguments.entry(local).or_insert_with(|| Argument::Forms(Vec::new())) {
            Argument::Forms(invocations) if many || invocations.is_empty() => invocations.push(entry),
            Argument::One(_) | Argument::List(_) | Argument::Forms(_) | Argument::Plan(_) => {
                let message = format!("`{name}` is filled twice");
                self.report(
                    Diagnostic::error(codes::FILLED_TWICE, line.words.span(), message).help("remove one of them"),
                );
            }
        }
    }

    /// Whether a run is the one in hand, or lies around it.
    fn is_around(&self, outer: InvocationId, inner: InvocationId) -> bool {
        let nested = &self.scene.invocations[outer].nested;
        outer == inner || nested.values().any(|invocation| self.is_around(*invocation, inner))
    }

    /// The run of the scene that a line names, if it names one.
    fn named_run(&mut self, id: InvocationId, line: &'a Line, used: usize, run: ProcedureId) -> Option<InvocationId> {
        let value = self.line_value(line, used)?;
        if let ast::ExprKind::Name(name) = &value.kind {
            self.scene.names.get(&name.text())?;
        }
        let used = self.notes.uses.mark();
        let typed = self.expr(&Env::default(), &value, None);
        let (ExprKind::Invocation(invocation) | ExprKind::Member(_, Member::Nested(invocation))) = typed.kind else {
            self.notes.uses.forget_after(used);
            return None;
        };
        if self.scene.is_one_of_several(invocation) {
            self.typer().one_of_several(invocation, typed.span);
        }
        if self.is_around(invocation, id) {
            let path = self.scene.invocations[invocation].path.clone();
            let complaint = Diagnostic::error(codes::RUN, typed.span, format!("`{path}` cannot be part of itself"));
            self.report(complaint.help("name another run, or write out a new one between braces"));
        }
        if self.scene.invocations[invocation].procedure != run {
            let wanted = self.type_name(&Type::Run(run));
            let message = format!("`{}` is not {wanted}", self.scene.invocations[invocation].path);
            self.report(
                Diagnostic::error(codes::WRONG_TYPE, typed.span, message).help("use a run of the right procedure"),
            );
        }
        Some(invocation)
    }
}
