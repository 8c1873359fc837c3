//! Families: fields with one value for each level of a scale, so that a level has to be given.

use super::{Env, Typer};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::has_one_for_each;
use crate::model::{Expr, ExprKind, LocalId, Member, ProcedureId, ScaleId, Type};
use crate::shared_text::SharedText;
use crate::syntax::ast;

impl Typer<'_> {
    /// The scale whose levels tell the values of a family apart, if the whole family is meant.
    pub fn family_of(&self, env: &Env, expr: &Expr) -> Option<ScaleId> {
        let local = |procedure: ProcedureId, local: LocalId| self.system.procedures[procedure].locals[local].by;
        match &expr.kind {
            ExprKind::Local(place) => local(env.procedure?, *place),
            ExprKind::Member(owner, member) => match (&owner.ty, member) {
                (Type::Thing(kind), Member::Field(field)) => self.system.kinds[*kind].fields[*field].by,
                (Type::Run(procedure), Member::Local(place)) => local(*procedure, *place),
                _ => None,
            },
            // These are single values.
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
            | ExprKind::Index(..)
            | ExprKind::Rule(..)
            | ExprKind::House(..)
            | ExprKind::Table(..)
            | ExprKind::Band { .. }
            | ExprKind::DiceCall(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Reduce { .. }
            | ExprKind::Extreme { .. }
            | ExprKind::Absolute(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::IsUnreached(_)
            | ExprKind::Move { .. }
            | ExprKind::Knows(..)
            | ExprKind::If(..)
            | ExprKind::Question => None,
        }
    }

    /// A family is no value, and which of its values is meant cannot be guessed.
    pub fn whole_family(&mut self, written: &ast::Expr, by: ScaleId) -> Expr {
        let scale = &self.system.scales[by];
        let name = crate::syntax::print_expression(written);
        let level = scale.levels.first().map_or("…", SharedText::as_str);
        let message = has_one_for_each(&name, &scale.name);
        let help = format!("say which, as in `{name}({level})`");
        self.report(Diagnostic::error(codes::ARGUMENTS, written.span, message).help(help));
        Expr::unknown(written.span)
    }
}
