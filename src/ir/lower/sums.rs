//! Sums of labelled sources, with everything that an audit needs.

use std::collections::BTreeSet;

use super::super::{Instruction, Method, Operand, Part, Trace, TraceRow};
use super::houses::Here;
use super::partial_value::{Context, Filled, PartialValue};
use super::pieces::{Piece, Why};
use super::{Lowering, emit};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, Hooks, LocalId, LocalKind, Member, Notation, ScaleId, SumRow, Type, VarId};
use crate::shared_text::SharedText;
use crate::syntax::ast::BinaryOp;

impl<'m> Lowering<'m, '_> {
    /// `sum`: what is not reached counts as nothing. Where the result is declared, modifiers are not worked out.
    pub fn sum(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        item: Option<&'m Expr>,
        rows: &'m [SumRow],
        hooks: &'m Hooks,
    ) {
        if matches!(context.method, Method::Automatic(_)) && self.declares(context, local) {
            self.said_method(context);
            for row in rows {
                self.pass(context, row.span, Why::Automatic);
            }
            return;
        }
        let Some(into) = self.target(context, local, item, 0) else { return };
        let path = self.register_name(into);
        self.heard(context, &hooks.before, (&path, &Here::default()));
        let mut values = Vec::new();
        let mut told = Vec::new();
        for row in rows {
            let old = std::mem::replace(&mut self.emit.span, row.span);
            self.mark_of_house(row.span);
            self.row_of_house(rows, row);
            let value = self.operand(context, &row.value);
            values.push(value);
            let mut parts = self.parts(context, &row.value);
            if let (ExprKind::If(..), [only]) = (&row.value.kind, parts.as_mut_slice()) {
                only.value = value;
            }
            let reads = self.reads(context, &row.value).into();
            let level = self.level_behind(context, &row.value);
            told.push(TraceRow { label: row.label.clone(), value, span: row.span, parts, reads, level });
            self.emit.span = old;
        }
        let total = self.total(&values);
        self.emit.copy(into, total);
        self.emit.trace(Trace::Sum { path: path.clone(), total: into, rows: told });
        self.corrected(context, &hooks.after, into, &path);
    }

    /// A row that a house rule adds to a sum takes effect, unless it stands under conditions: where none holds it adds nothing.
    fn row_of_house(&mut self, rows: &[SumRow], row: &SumRow) {
        if !self.system.is_overlaid(row.span) {
            return;
        }
        let is_extended = rows.iter().any(|other| !self.system.is_overlaid(other.span));
        if let ExprKind::If(branches, otherwise) = &row.value.kind
            && is_extended
            && otherwise.kind == ExprKind::Number(0)
        {
            for (condition, _) in branches {
                self.ledger.lay_out_condition(condition.span);
            }
        } else {
            self.ledger.take(Piece::OfHouse(row.span.source));
        }
    }

    /// Whether a result can be declared in the run in hand; where nothing is resolved, `automatic` says what dice show. A line
    /// that states the dice of a result in the step of the sum needs the sum.
    fn declares(&self, context: &Context<'m>, sum: LocalId) -> bool {
        context.invocation.is_some_and(|(invocation, _)| {
            let invocation = &self.scene.invocations[invocation];
            let locals = &self.system.procedures[invocation.procedure].locals;
            let resolves = |local: LocalId| matches!(locals[local].kind, LocalKind::Resolve(_));
            let mut shown = invocation.shown.keys();
            let is_shown = shown.any(|local| resolves(*local) && locals[*local].step == locals[sum].step);
            !is_shown && locals.iter().any(|local| matches!(local.kind, LocalKind::Resolve(_)))
        })
    }

    /// What a scene put into an expression.
    fn parts(&mut self, context: &Context<'m>, expr: &'m Expr) -> Vec<Part> {
        let mut found = Vec::new();
        self.collect_parts(context, expr, &mut found);
        // Both branches of an `if` may read one entry, each through a column of its own.
        let mut seen = BTreeSet::new();
        found.retain(|part: &Part| seen.insert(part.span));
        found
    }

    /// Remarks on modifiers of which nothing says whether they help or hinder, where letters say so.
    fn signed(&mut self, ty: &Type, entries: &[Filled]) {
        let Notation::Units { bonus, penalty } = &self.system.notation else { return };
        if *ty != Type::Many(Box::new(Type::Number)) {
            return;
        }
        for entry in entries.iter().filter(|entry| entry.bare) {
            let Some(value) = emit::known(entry.value).flatten() else { continue };
            let message = format!("`{value}` has no sign, so it counts as a bonus");
            let help = format!("write `{value}{bonus}` for a bonus, or `{value}{penalty}` for a penalty");
            self.sink.push(Diagnostic::warning(codes::NO_SIGN, entry.span, message).help(help));
        }
    }

    fn collect_parts(&mut self, context: &Context<'m>, expr: &'m Expr, into: &mut Vec<Part>) {
        match &expr.kind {
            ExprKind::Local(local) => {
                if let Some(run) = context.invocation {
                    let entries = self.known_state(run).entries.get(*local).cloned().unwrap_or_default();
                    self.signed(&expr.ty, &entries);
                    into.extend(entries.into_iter().map(part));
                }
            }
            ExprKind::Member(base, Member::Field(field)) => {
                if let (PartialValue::Thing(thing), Type::Many(_)) = (self.eval(context, base), &expr.ty) {
                    let entries = self.field_entries(thing, *field);
                    self.signed(&expr.ty, &entries);
                    into.extend(entries.into_iter().map(part));
                }
            }
            ExprKind::Member(base, Member::Local(local)) if matches!(base.kind, ExprKind::Var(_)) => {
                into.extend(self.given_to(context, base, *local));
            }
            ExprKind::Member(base, Member::Qualifier(qualifier)) => {
                if let PartialValue::Item(run, local, item, nth) = self.eval(context, base) {
                    let key = (local, item, *qualifier);
                    let entries = self.known_state((run, nth)).described.get(&key).cloned().unwrap_or_default();
                    self.signed(&Type::Many(Box::new(Type::Number)), &entries);
                    into.extend(entries.into_iter().map(part));
                }
            }
            ExprKind::Member(base, Member::Column(column)) => {
                let before = into.len();
                self.collect_parts(context, base, into);
                self.column_values(base, *column, &mut into[before..]);
            }
            // A plan has no entries of its own: a scene puts them into its items.
            ExprKind::Reduce { variable, list, body, .. } if matches!(list.ty, Type::Plan(_)) => {
                for item in self.elements(context, list) {
                    self.collect_parts(&context.with(*variable, item), body, into);
                }
            }
            ExprKind::Reduce { variable, list, body, .. } => {
                let before = into.len();
                self.collect_parts(context, list, into);
                self.runs_in_list(context, list, into);
                if let ExprKind::Member(inner, Member::Column(column)) = &body.kind
                    && matches!(inner.kind, ExprKind::Var(_))
                {
                    self.column_values(inner, *column, &mut into[before..]);
                } else if !matches!(body.kind, ExprKind::Var(_)) {
                    self.values_of_each(context, *variable, (list, body), (before, into));
                }
            }
            ExprKind::Unary(_, inner) => self.collect_parts(context, inner, into),
            ExprKind::Binary(BinaryOp::Otherwise, first, second) => {
                let value = self.once_more(context, first);
                if emit::known(value) != Some(None) {
                    self.collect_parts(context, first, into);
                }
                if emit::known(value).is_none_or(|known| known.is_none()) {
                    self.collect_parts(context, second, into);
                }
            }
            ExprKind::Binary(_, left, right) => {
                self.collect_parts(context, left, into);
                self.collect_parts(context, right, into);
            }
            ExprKind::If(branches, otherwise) => {
                for (condition, value) in branches {
                    let holds = self.once_more(context, condition);
                    match emit::is_yes(holds) {
                        Some(true) => return self.collect_parts(context, value, into),
                        Some(false) => {}
                        None => self.collect_parts(context, value, into),
                    }
                }
                self.collect_parts(context, otherwise, into);
            }
            // A scene puts nothing into these.
            ExprKind::Number(_)
            | ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::Var(_)
            | ExprKind::Thing(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::Invocation(_)
            | ExprKind::NamedModifier(_)
            | ExprKind::Own(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Rule(..)
            | ExprKind::House(..)
            | ExprKind::Table(..)
            | ExprKind::Band { .. }
            | ExprKind::DiceCall(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Extreme { .. }
            | ExprKind::Absolute(_)
            | ExprKind::IsUnreached(_)
            | ExprKind::Move { .. }
            | ExprKind::Knows(..)
            | ExprKind::Question => {}
        }
    }

    /// An entry of a list is worth what is counted for it; those that count nothing are left out.
    fn values_of_each(
        &mut self,
        context: &Context<'m>,
        variable: VarId,
        (list, body): (&'m Expr, &'m Expr),
        (before, into): (usize, &mut Vec<Part>),
    ) {
        let mut parts = into.split_off(before);
        let Some(entries) = self.entries_of(context, list, &parts) else { return };
        for (part, entry) in parts.iter_mut().zip(entries) {
            let inner = context.with(variable, entry);
            if let Type::Many(of) = &list.ty
                && let Type::Level(scale) = **of
            {
                part.level = of_scale(part.value, scale);
            }
            part.value = self.operand(&inner, body);
            part.if_known = part.value;
            if is_of_runs(&list.ty) {
                part.text = self.reasons_of(&inner, body);
            }
        }
        parts.retain(|part| !matches!(part.value, Operand::Value(0) | Operand::Unreached));
        into.append(&mut parts);
    }

    /// What a run of a list was given in one of its blanks.
    fn given_to(&mut self, context: &Context<'m>, run: &'m Expr, blank: LocalId) -> Vec<Part> {
        let Some(run) = self.eval(context, run).run() else { return Vec::new() };
        let entries = self.known_state(run).entries.get(blank).cloned().unwrap_or_default();
        entries.into_iter().map(part).collect()
    }

    /// The reasons that one run gives for what a sum counts of it.
    fn reasons_of(&mut self, context: &Context<'m>, body: &'m Expr) -> Option<SharedText> {
        let parts = self.parts(context, body);
        let reasons: Vec<&str> = parts.iter().filter_map(|part| part.text.as_deref()).collect();
        (!reasons.is_empty()).then(|| reasons.join("; ").into())
    }

    /// Runs that a list holds, each by its name.
    fn runs_in_list(&mut self, context: &Context<'m>, list: &'m Expr, into: &mut Vec<Part>) {
        if !is_of_runs(&list.ty) {
            return;
        }
        let PartialValue::List(runs) = self.eval(context, list) else { return };
        for (run, _) in runs.iter().filter_map(PartialValue::run) {
            let run = &self.scene.invocations[run];
            let (label, value) = (run.name.clone(), Operand::Unreached);
            into.push(Part { label, text: None, value, if_known: value, span: run.span, unless: None, level: None });
        }
    }

    /// What the entries of a list are that its parts tell of, if each can be counted by itself.
    fn entries_of(&mut self, context: &Context<'m>, list: &'m Expr, parts: &[Part]) -> Option<Vec<PartialValue<'m>>> {
        if is_of_numbers(&list.ty) {
            return Some(parts.iter().map(|part| PartialValue::Scalar(part.value)).collect());
        }
        let of_things = matches!(&list.ty, Type::Many(of) if matches!(**of, Type::Thing(_)));
        if parts.is_empty() || !of_things && !is_of_runs(&list.ty) {
            return None;
        }
        let PartialValue::List(entries) = self.eval(context, list) else { return None };
        (entries.len() == parts.len()).then_some(entries)
    }

    /// What something comes to that the row itself works out as well. A function is not called again for that.
    fn once_more(&mut self, context: &Context<'m>, expr: &'m Expr) -> Operand {
        let (code, choices) = (self.emit.program.code.len(), self.emit.choices.len());
        let value = self.operand(context, expr);
        let new = self.emit.program.code.get(code..).unwrap_or_default();
        if new.iter().any(|instruction| matches!(instruction, Instruction::Call { .. })) {
            self.emit.program.code.truncate(code);
            self.emit.program.spans.truncate(code);
            self.emit.choices.truncate(choices);
        }
        value
    }

    /// A level's entry is worth what its column says.
    fn column_values(&mut self, level: &'m Expr, column: usize, parts: &mut [Part]) {
        let Type::Level(scale) = level.ty else { return };
        for part in parts {
            part.level = of_scale(part.value, scale);
            part.value = self.cell_of(level, column, part.value);
            part.if_known = self.cell_of(level, column, part.if_known);
        }
    }

    /// What a column says of a level, wherever it is known.
    fn cell_of(&mut self, level: &'m Expr, column: usize, place: Operand) -> Operand {
        let (Type::Level(scale), true) = (&level.ty, place != Operand::Unreached) else { return Operand::Unreached };
        let cell = self.column(&Context::scene(), *scale, column, place, level);
        if let PartialValue::Scalar(value) = cell { value } else { Operand::Unreached }
    }

    /// The one level whose column an expression is.
    fn level_behind(&mut self, context: &Context<'m>, expr: &'m Expr) -> Option<(Operand, u32)> {
        if let ExprKind::Member(base, Member::Column(_)) = &expr.kind {
            let Type::Level(scale) = base.ty else { return None };
            let level = self.once_more(context, base);
            return of_scale(level, scale);
        }
        let ExprKind::If(branches, otherwise) = &expr.kind else { return None };
        for (condition, value) in branches {
            let holds = self.once_more(context, condition);
            match emit::is_yes(holds) {
                Some(true) => return self.level_behind(context, value),
                Some(false) => {}
                None => return None,
            }
        }
        self.level_behind(context, otherwise)
    }
}

/// A level with its scale, if there is one.
fn of_scale(level: Operand, scale: ScaleId) -> Option<(Operand, u32)> {
    let scale = u32::try_from(scale.0).ok()?;
    (level != Operand::Unreached).then_some((level, scale))
}

fn is_of_runs(list: &Type) -> bool {
    matches!(list, Type::Many(of) if matches!(**of, Type::Run(_)))
}

/// Whether a list holds what is kept as a number.
fn is_of_numbers(list: &Type) -> bool {
    let Type::Many(of) = list else { return false };
    match **of {
        Type::Number | Type::YesNo | Type::Level(_) | Type::Die => true,
        Type::Text
        | Type::Thing(_)
        | Type::Run(_)
        | Type::Card(_)
        | Type::TableRow(_)
        | Type::Roll
        | Type::Dice
        | Type::Plan(_)
        | Type::Item(_)
        | Type::Many(_)
        | Type::NamedModifier
        | Type::Unknown => false,
    }
}

fn part(filled: Filled) -> Part {
    Part {
        label: filled.label,
        text: filled.text,
        value: filled.value,
        if_known: filled.if_known,
        span: filled.span,
        unless: filled.unless,
        level: None,
    }
}
