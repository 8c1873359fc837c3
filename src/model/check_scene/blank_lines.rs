//! Lines that fill a blank of a procedure.

use super::arguments::Blank;
use super::checker::SceneChecker;
use super::leftovers::Takes;
use super::words::place_of;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::Env;
use crate::model::{Argument, ExprKind, Invocation, InvocationId, Local, LocalId, LocalKind, Named, Type};
use crate::syntax::ast::Line;

impl<'a> SceneChecker<'a> {
    /// The blank that a line fills.
    pub fn blank_line(
        &mut self,
        id: InvocationId,
        line: &'a Line,
        used: usize,
        name: &str,
        step: Option<usize>,
    ) -> Option<LocalId> {
        let procedure = self.scene.invocations[id].procedure;
        let locals = &self.system.procedures[procedure].locals;
        let fits = |local: &Local| local.name == name && local.can_be_filled();
        let in_step = locals.find(|local| fits(local) && step.is_some() && local.step == step);
        let mut all = locals.pairs().filter(|(_, local)| fits(local)).map(|(id, _)| id);
        let local = in_step.or_else(|| all.next())?;
        let ambiguous = in_step.is_none() && all.next().is_some();
        if ambiguous {
            let message = format!("more than one step asks for `{name}`");
            let help = "move the line between the braces of its step";
            self.report(Diagnostic::error(codes::AMBIGUOUS_NAME, line.words.span(), message).help(help));
        }
        self.used(Named::Local(procedure, local), place_of(&line.words.words[..used]));
        self.filled_by_rules(id, local, line);
        match self.system.procedures[procedure].locals[local].ty.clone() {
            Type::Run(run) => self.run_line(id, local, run, (line, used), false),
            Type::Many(of) => {
                if let Type::Run(run) = *of {
                    self.run_line(id, local, run, (line, used), true);
                } else {
                    self.value_line(id, local, line, used);
                }
            }
            Type::Plan(plan) => {
                self.nothing_more(line, &format!("`{name}`"), Takes { body: true, ..Takes::default() });
                let body = line.body.as_deref().unwrap_or_default();
                self.plan_lines(id, local, plan, body, None);
            }
            Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Die
            | Type::Text
            | Type::Thing(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Dice
            | Type::Item(_)
            | Type::NamedModifier
            | Type::Unknown => self.value_line(id, local, line, used),
        }
        Some(local)
    }

    /// Remarks on what belongs to somebody of the kind of whoever acts, and not to them. What belongs to those on the other side may be
    /// meant where the procedure asks for several things of that kind; and where the rules themselves find out who has what, it is for
    /// them to say what may not be.
    fn of_somebody_else(&mut self, id: InvocationId, fill: &Argument) {
        let Invocation { by: Some(acts), versus, .. } = self.scene.invocations[id] else { return };
        let entry = match fill {
            Argument::One(entry) => Some(&**entry),
            Argument::List(entries) => entries.last(),
            Argument::Forms(_) | Argument::Plan(_) => None,
        };
        let Some(entry) = entry else { return };
        let ExprKind::Thing(thing) = entry.value.kind else { return };
        let things = &self.scene.things;
        let Some((owner, whose)) = things.pairs().find(|(_, owner)| owner.owned.contains(&thing)) else { return };
        let kind = things[thing].kind;
        let takes_one = |local: &&Local| {
            let each = local.ty.each();
            local.is_blank() && *each == Type::Thing(kind)
        };
        let procedure = self.scene.invocations[id].procedure;
        let is_asked_of_both = self.system.procedures[procedure].locals.iter().filter(takes_one).count() > 1;
        let is_of_other_side = versus == Some(owner) && is_asked_of_both;
        if self.system.owners_told_apart.contains(&kind) {
            return;
        }
        if owner == acts || is_of_other_side || whose.kind != things[acts].kind {
            return;
        }
        let message =
            format!("`{}` belongs to `{}`, but `{}` acts here", things[thing].name, whose.name, things[acts].name);
        let help = format!("name something of `{}`, or let `{}` act", things[acts].name, whose.name);
        self.report(Diagnostic::warning(codes::ROLE, entry.value.span, message).help(help));
    }

    /// Fills a blank with a value.
    pub fn value_line(&mut self, id: InvocationId, local: LocalId, line: &'a Line, used: usize) {
        let procedure = self.scene.invocations[id].procedure;
        let declared = &self.system.procedures[procedure].locals[local];
        let limits = if let LocalKind::Ask { limits, .. } = &declared.kind { *limits } else { None };
        let blank = Blank {
            name: declared.name.clone(),
            ty: declared.ty.clone(),
            limits,
            by: declared.by,
            asked_by: Some(procedure),
        };
        let old = self.scene.invocations[id].arguments.remove(&local);
        let fill = self.fill(&Env::default(), &blank, line, used, old);
        if let Some(fill) = &fill {
            self.of_somebody_else(id, fill);
        }
        self.scene.invocations[id].arguments.extend(fill.map(|fill| (local, fill)));
    }
}
