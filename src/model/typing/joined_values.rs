//! Two values where one is wanted: `position risky/standard`, `trait d8 + d6`, `rung great (+4)`.

use super::typer::{Env, Typer};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, Local, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Phrase};

impl Typer<'_> {
    /// Two levels with a slash between them.
    pub fn joined_levels(&self, env: &Env, (left, right): (&ast::Expr, &ast::Expr), span: Span) -> Option<Diagnostic> {
        let (left, right) = (self.named_level(left)?, self.named_level(right)?);
        let complaint = Diagnostic::error(codes::WRONG_TYPE, span, "one level is needed here, not two");
        let lines: Vec<String> = [&left, &right].into_iter().filter_map(|level| self.line_for(env, level)).collect();
        Some(match lines.as_slice() {
            [one, other] if one != other => {
                complaint.help(format!("write `{one}`, `{other}`: each blank has one value"))
            }
            _ => complaint.help(format!("write `{left}` or `{right}`")),
        })
    }

    fn named_level(&self, side: &ast::Expr) -> Option<String> {
        let ast::ExprKind::Name(name) = &side.kind else { return None };
        let name = name.text();
        self.system.scales.iter().any(|scale| scale.level(&name).is_some()).then(|| name.to_string())
    }

    /// The line that fills a blank with this level: the blank in hand, if it takes it.
    fn line_for(&self, env: &Env, level: &str) -> Option<String> {
        let filling = env.filling.as_ref()?;
        let takes = |local: &Local| {
            let Type::Level(scale) = *local.ty.each() else { return false };
            local.by.is_none() && self.system.scales[scale].level(level).is_some()
        };
        let lines = self.lines_of(filling, &takes, level);
        let in_hand = format!("{} {level}", filling.name);
        lines.iter().find(|line| **line == in_hand).or(lines.first()).cloned()
    }

    /// Dice added up where one die is wanted.
    pub fn added_dice(&mut self, (left, right): (&Expr, &Expr), hint: Option<&Type>, span: Span) -> bool {
        let are_dice = hint == Some(&Type::Die) && left.ty == Type::Die && right.ty == Type::Die;
        if are_dice {
            let complaint = Diagnostic::error(codes::WRONG_TYPE, span, "one die is needed here, not a sum of dice");
            self.report(complaint.help("write one die here, and each of the others in a blank of its own"));
        }
        are_dice
    }

    /// A level with something in parentheses behind it.
    pub fn called_level(&self, name: &Phrase) -> Option<Diagnostic> {
        let level = name.text();
        let scale = self.system.scales.iter().find(|scale| scale.level(&level).is_some())?;
        let message = format!("`{level}` is a level of `{}`, and nothing can follow it in parentheses", scale.name);
        Some(Diagnostic::error(codes::WRONG_TYPE, name.span(), message).help(format!("write `{level}` alone")))
    }
}
