//! Expectations: an optional scene, and claims about how it ends.
use super::certain_odds::remark_on_certain_odds;
use super::checker::SceneChecker;
use super::no_claims::no_claim;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::certain::{Bounds, remark_on_certain};
use crate::model::typing::{Env, asks_for_odds};
use crate::model::{Claim, ClaimKind, Expect, Expr, ExprKind as ModelKind, KindId, Member, Type};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, ExpectLine, ExpectMode};

impl<'a> SceneChecker<'a> {
    /// One `expect` block.
    pub fn expectation(&mut self, written: &'a ast::Expect, span: Span) {
        let own: Vec<&'a ast::Statement> = written
            .lines
            .iter()
            .filter_map(|line| if let ExpectLine::Statement(s) = line { Some(s) } else { None })
            .collect();
        let title = written.text.as_ref().map_or_else(SharedText::default, |t| t.text.clone());
        let refused = matches!(written.mode, Some(ExpectMode::Refused(_)));
        let outside = refused.then(|| std::mem::take(&mut self.notes.sink));
        let things = self.scene.things.clone();
        let used = self.notes.uses.mark();
        self.scene.names.enter();
        let (scene, scene_mode) = if own.is_empty() {
            (None, None)
        } else {
            let first = self.scene.things.len();
            let (statements, mode) = self.scene_lines(&own);
            self.check_needs(first);
            (Some(statements), mode)
        };
        let given = self.given(written.mode.as_ref());
        self.claims_nothing(written, span);
        let claims = written
            .lines
            .iter()
            .filter_map(|line| if let ExpectLine::Claim(c) = line { Some(&c.condition) } else { None });
        let claims: Vec<Claim> = claims.map(|claim| self.claim(claim, (&written.mode, given.as_ref()))).collect();
        if written.mode.is_none() && scene.is_none() {
            for claim in &claims {
                self.needs_no_run(claim);
            }
        }
        self.scene.names.leave();
        let things = Some(std::mem::replace(&mut self.scene.things, things)).filter(|_| scene.is_some());
        let found = match outside {
            Some(outside) => {
                std::mem::replace(&mut self.notes.sink, outside).into_iter().filter(Diagnostic::is_error).collect()
            }
            None => Vec::new(),
        };
        let choosing = written
            .choosing
            .iter()
            .map(|(name, option)| (name.path().unwrap_or_default(), option.clone(), name.span))
            .collect();
        let mode = written.mode.clone();
        self.scene.expects.push(Expect {
            title,
            span,
            mode,
            given,
            choosing,
            scene,
            things,
            uses: self.notes.uses.split_off(used),
            claims,
            found,
            scene_mode,
        });
    }

    /// The condition of odds.
    fn given(&mut self, mode: Option<&'a ExpectMode>) -> Option<Expr> {
        let Some(ExpectMode::Odds(Some(given))) = mode else { return None };
        let given = self.condition(&Env::at_the_end(), given);
        remark_on_certain(Bounds::in_scene(self.system, &self.scene), &given, &mut self.notes.sink);
        Some(given)
    }

    /// Without a method and lines of its own nothing is run, so that a claim about what happened would be about nothing.
    fn needs_no_run(&mut self, claim: &Claim) {
        let behind_lines = !self.scene.statements.is_empty();
        let read = match &claim.kind {
            ClaimKind::Holds(value) => self.read_of_a_run(value, behind_lines),
            ClaimKind::Odds { terms, .. } => terms.iter().find_map(|term| self.read_of_a_run(&term.of, behind_lines)),
        };
        let Some(read) = read else { return };
        let message = "this is known only after a run, but the `expect` has no method";
        let help = "add a method: `expect deliberate { … }`, `expect automatic { … }`, `expect random 1 { … }`, \
                    `expect dice 5, 4, 1 { … }`, or `expect odds { … }` for `P(…)` and `E(…)`";
        self.report(Diagnostic::error(codes::METHOD, read, message).help(help));
    }

    /// Where a claim reads what a run comes to, or a field that some line changes.
    fn read_of_a_run(&self, value: &Expr, behind_lines: bool) -> Option<Span> {
        let may_change = |kind: KindId, field: usize| {
            self.system.changing.contains(&(kind, field)) || self.notes.changing.contains(&(kind, field))
        };
        let own = if let ModelKind::Member(owner, Member::Field(field)) = &value.kind {
            behind_lines && matches!(owner.ty, Type::Thing(kind) if may_change(kind, *field))
        } else {
            matches!(value.kind, ModelKind::Invocation(_))
        };
        if own {
            return Some(value.span);
        }
        value.parts().into_iter().find_map(|part| self.read_of_a_run(part, behind_lines))
    }

    /// A claim of an expectation that is answered in this way; one about odds counts only runs in which `given` holds.
    fn claim(&mut self, claim: &'a ast::Expr, (mode, given): (&Option<ExpectMode>, Option<&Expr>)) -> Claim {
        let span = claim.span;
        let system = self.system;
        let complaint = no_claim(claim, &|part| asks_for_odds(system, part));
        let (is_wrong, of_odds) = (complaint.is_some(), matches!(mode, Some(ExpectMode::Odds(_))));
        self.notes.sink.extend(complaint);
        if is_wrong || of_odds && self.typer().has_two_meanings(claim) {
            return Claim { span, kind: ClaimKind::Holds(Expr::unknown(span)) };
        }
        if !asks_for_odds(system, claim) {
            let holds = self.condition(&Env::at_the_end(), claim);
            remark_on_certain(Bounds::in_scene(self.system, &self.scene), &holds, &mut self.notes.sink);
            return Claim { span, kind: ClaimKind::Holds(holds) };
        }
        let mut terms = Vec::new();
        let Some(comparison) = self.typer().comparison(claim, &mut terms) else {
            let complaint = Diagnostic::error(codes::ODDS, span, "this asks for odds but claims nothing");
            self.report(complaint.help("compare it with a number: `P(…) = 1/6`, `P(…) >= 0.4`, `E(…) < 7/2`"));
            return Claim { span, kind: ClaimKind::Holds(Expr::unknown(span)) };
        };
        let bounds = Bounds::in_scene(self.system, &self.scene);
        remark_on_certain_odds((bounds, given), (span, &comparison, &terms), &mut self.notes.sink);
        for term in &mut terms {
            if let (Some(given), Some(own)) = (given, term.given.as_mut()) {
                let own = std::mem::replace(own, given.clone());
                term.and_given(&own);
            }
        }
        Claim { span, kind: ClaimKind::Odds { terms, comparison } }
    }
}
