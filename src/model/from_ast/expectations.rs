//! Expectations: a scene of its own perhaps, and claims about how it ends.

use std::collections::BTreeMap;

use super::super::{Claim, ClaimKind, Expect, Type};
use super::{Checker, Env};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, ExpectLine, ExpectMode, ExprKind};

impl<'a> Checker<'a> {
    /// One `expect` block.
    pub fn expectation(&mut self, written: &'a ast::Expect, span: Span) {
        let own: Vec<&'a ast::Statement> = written
            .lines
            .iter()
            .filter_map(|line| if let ExpectLine::Statement(s) = line { Some(s) } else { None })
            .collect();
        let title = written.text.as_ref().map_or_else(String::new, |t| t.text.clone());
        let refused = matches!(written.mode, Some(ExpectMode::Refused(_)));
        let outside = refused.then(|| std::mem::take(self.sink));
        let things = self.model.things.clone();
        self.scopes.push(BTreeMap::new());
        let (scene, scene_mode) = if own.is_empty() {
            (None, None)
        } else {
            let first = self.model.things.len();
            let (statements, mode) = self.scene_lines(&own);
            self.check_needs_from(first);
            (Some(statements), mode)
        };
        let given = match &written.mode {
            Some(ExpectMode::Odds(Some(given))) => Some(self.condition(&Env { rolls: true, ..Env::default() }, given)),
            _ => None,
        };
        let claims = written
            .lines
            .iter()
            .filter_map(|line| if let ExpectLine::Claim(c) = line { Some(&c.condition) } else { None });
        let claims: Vec<Claim> = claims.map(|claim| self.claim(claim)).collect();
        self.scopes.pop();
        let things = Some(std::mem::replace(&mut self.model.things, things)).filter(|_| scene.is_some());
        let found = match outside {
            Some(outside) => std::mem::replace(self.sink, outside).into_iter().filter(Diagnostic::is_error).collect(),
            None => Vec::new(),
        };
        let choosing = written.choosing.iter().map(|(name, option)| (path_of(name), option.clone())).collect();
        let mode = written.mode.clone();
        self.model.expects.push(Expect {
            title,
            span,
            mode,
            given,
            choosing,
            scene,
            things,
            claims,
            found,
            scene_mode,
        });
    }

    fn claim(&mut self, claim: &'a ast::Expr) -> Claim {
        let span = claim.span;
        let env = Env { rolls: true, ..Env::default() };
        if let ExprKind::Binary(BinaryOp::Equals, left, right) = &claim.kind
            && let ExprKind::Call(callee, arguments) = &left.kind
            && let (ExprKind::Name(name), [ast::CallArgument::Value(argument)]) = (&callee.kind, arguments.as_slice())
        {
            let fraction = self.fraction(right).unwrap_or((0, 1));
            match name.text().as_str() {
                "P" => {
                    let event = self.condition(&env, argument);
                    return Claim { span, kind: ClaimKind::Chance(event, fraction.0, fraction.1) };
                }
                "E" => {
                    let value = self.expr(&env, argument, Some(&Type::Number));
                    let value = self.fit(value, &Type::Number, &env);
                    return Claim { span, kind: ClaimKind::Mean(value, fraction.0, fraction.1) };
                }
                _ => {}
            }
        }
        Claim { span, kind: ClaimKind::Holds(self.condition(&env, claim)) }
    }

    /// `191/1296`, `0`, `-3/2`
    fn fraction(&mut self, expr: &ast::Expr) -> Option<(i64, i64)> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Fraction, numerator, denominator) => {
                let fraction = (self.constant(numerator)?, self.constant(denominator)?);
                if fraction.1 < 1 {
                    let help = "write a fraction such as `1/6`";
                    self.report(
                        Diagnostic::error(
                            codes::DIVISION_BY_ZERO,
                            expr.span,
                            "a fraction has a denominator above zero",
                        )
                        .help(help),
                    );
                    return None;
                }
                Some(fraction)
            }
            _ => Some((self.constant(expr)?, 1)),
        }
    }
}

/// A choice's name as a path: `lift.haul.speed`.
fn path_of(name: &ast::Expr) -> String {
    match &name.kind {
        ExprKind::Name(phrase) => phrase.text(),
        ExprKind::Member(base, member) => format!("{}.{}", path_of(base), member.text()),
        _ => String::new(),
    }
}
