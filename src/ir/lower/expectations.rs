//! Expectations: their own programs, and where their claims are found.

use super::super::ResultInfo;
use super::super::expectation::{Asked, Claim, ClaimKind, Expectation, ExpectedMode};
use super::Lowering;
use super::ledger::Ledger;
use super::limits::Bounds;
use super::lowering::Findings;
use super::partial_value::Context;
use crate::diagnostic::Diagnostics;
use crate::model::{self, Expect, Expr, ExprKind, Scene, System, Term};
use crate::shared_text::SharedText;
use crate::syntax::ast::{BinaryOp, ExpectMode};

/// One expectation.
pub fn lower(
    (system, scene): (&System, &Scene),
    expect: &Expect,
    covering: bool,
    (bounds, (ledger, sink)): (&Bounds, Findings<'_>),
) -> Expectation {
    let (mut unheard, mut found) = (Ledger::default(), Diagnostics::default());
    let refused = matches!(expect.mode, Some(ExpectMode::Refused(_)));
    if refused && !expect.found.is_empty() {
        return expectation(expect, mode_of(expect, None), Err(expect.found.clone()), (Vec::new(), Vec::new()));
    }
    let things = expect.things.as_ref().unwrap_or(&scene.things);
    // What is refused has no effect, and is not to have any.
    let findings = if refused { (&mut unheard, &mut found) } else { (ledger, sink) };
    let mut lowering = Lowering::new((system, scene), things, (bounds, findings));
    lowering.covering = covering;
    let mode = expect.scene_mode.as_ref().or(if expect.scene.is_some() { None } else { scene.mode.as_ref() });
    lowering.method = lowering.scene_method(mode);
    let pure = expect.mode.is_none() && expect.scene.is_none();
    match &expect.scene {
        Some(own) => lowering.whole_scene(own),
        None if pure => lowering.things(),
        None => lowering.whole_scene(&scene.statements),
    }
    let claims = expect.claims.iter().map(|claim| lowering.claim(claim)).collect();
    let given = expect.given.as_ref().map(|given| lowering.result(given));
    let mode = mode_of(expect, given);
    let reached = std::mem::take(&mut lowering.reached);
    let program = lowering.finish();
    let program = match program {
        Some(program) => Ok(program),
        None if refused => Err(found.into_iter().collect()),
        None => Err(Vec::new()),
    };
    expectation(expect, mode, program, (claims, reached))
}

fn expectation(
    expect: &Expect,
    mode: ExpectedMode,
    program: Result<super::super::Program, Vec<crate::diagnostic::Diagnostic>>,
    (claims, reached): (Vec<Claim>, Vec<super::super::Trace>),
) -> Expectation {
    Expectation {
        title: expect.title.clone(),
        span: expect.span,
        mode,
        choosing: expect.choosing.clone(),
        program,
        claims,
        reached,
    }
}

fn mode_of(expect: &Expect, given: Option<usize>) -> ExpectedMode {
    match &expect.mode {
        None | Some(ExpectMode::Deliberate) => ExpectedMode::Deliberate,
        Some(ExpectMode::Automatic) => ExpectedMode::Automatic,
        Some(ExpectMode::Random(seed)) => {
            ExpectedMode::Random(seed.and_then(|seed| u64::try_from(seed).ok()).unwrap_or(1))
        }
        Some(ExpectMode::Dice(dice)) => ExpectedMode::Dice(dice.iter().map(|(face, _)| *face).collect()),
        Some(ExpectMode::Odds(_)) => ExpectedMode::Odds { given },
        Some(ExpectMode::Refused(because)) => {
            ExpectedMode::Refused { because: because.as_ref().map_or(&expect.title, |text| &text.text).clone() }
        }
    }
}

impl<'m> Lowering<'m, '_> {
    fn claim(&mut self, claim: &'m model::Claim) -> Claim {
        let kind = match &claim.kind {
            model::ClaimKind::Odds { terms, comparison } => {
                let asked = terms.iter().map(|term| self.asked_of(term)).collect();
                ClaimKind::Odds { asked, comparison: comparison.clone() }
            }
            model::ClaimKind::Holds(condition) => {
                let result = self.result(condition);
                let sides = if let ExprKind::Binary(op, left, right) = &condition.kind
                    && is_comparison(*op)
                    && !rolls(condition)
                {
                    Some((self.result(left), self.result(right)))
                } else {
                    None
                };
                ClaimKind::Holds { result, sides }
            }
        };
        Claim { text: SharedText::default(), span: claim.span, kind }
    }

    /// Keeps what odds are asked of, and on what condition.
    pub fn asked_of(&mut self, term: &'m Term) -> Asked {
        let result = self.result(&term.of);
        let given = term.given.as_ref().map(|given| self.result(given));
        Asked { reading: term.reading, result, given }
    }

    /// Keeps a value as a result; answers its place.
    pub fn result(&mut self, expr: &'m Expr) -> usize {
        let old = std::mem::replace(&mut self.emit.span, expr.span);
        let value = self.operand(&Context::scene(), expr);
        let shape = self.shape_told(&Context::scene(), (expr, value));
        let register = self.emit.register(None, shape, None);
        self.emit.copy(register, value);
        self.emit.span = old;
        let results = &mut self.emit.program.results;
        results.push(ResultInfo { label: SharedText::default(), register, span: expr.span });
        results.len() - 1
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Is
            | BinaryOp::IsNot
            | BinaryOp::Less
            | BinaryOp::LessOrEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterOrEqual
    )
}

/// Whether reading an expression twice would roll twice.
fn rolls(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::DiceCall(..) | ExprKind::Dice { .. } | ExprKind::Keep { .. } => true,
        ExprKind::Member(inner, _)
        | ExprKind::Unary(_, inner)
        | ExprKind::Band { key: inner, .. }
        | ExprKind::Absolute(inner)
        | ExprKind::IsUnreached(inner)
        | ExprKind::Knows(inner, _) => rolls(inner),
        ExprKind::Binary(_, left, right)
        | ExprKind::Index(left, right)
        | ExprKind::Move { from: left, by: right, .. }
        | ExprKind::Reduce { list: left, body: right, .. } => rolls(left) || rolls(right),
        ExprKind::Rule(_, inner)
        | ExprKind::House(_, inner)
        | ExprKind::Table(_, inner)
        | ExprKind::Extreme { of: inner, .. } => inner.iter().any(rolls),
        ExprKind::If(branches, otherwise) => {
            branches.iter().any(|(condition, value)| rolls(condition) || rolls(value)) || rolls(otherwise)
        }
        ExprKind::Number(_)
        | ExprKind::Unreached
        | ExprKind::Text(_)
        | ExprKind::Local(_)
        | ExprKind::Var(_)
        | ExprKind::Thing(_)
        | ExprKind::All(_)
        | ExprKind::Levels(_)
        | ExprKind::Invocation(_)
        | ExprKind::NamedModifier(_)
        | ExprKind::Own(_)
        | ExprKind::Question => false,
    }
}
