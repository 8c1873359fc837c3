//! How something is answered: by judgement, by dice, or as declared.

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::one_of;
use crate::model::typing::{Env, constant_of};
use crate::model::{Expr, InvocationId, LocalId, LocalKind, Method, ScaleId, StatedMethod, Statement, StatementKind};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, Line};

impl<'a> SceneChecker<'a> {
    /// `deliberate`, `random`, `automatic`
    pub fn method_word(&mut self, word: &ast::Word) -> Option<Method> {
        let method = method_of(&word.text);
        if method.is_none() {
            let message = format!("`{}` is not a method", word.text);
            let help = "the methods are `deliberate`, `random` and `automatic`";
            self.report(Diagnostic::error(codes::METHOD, word.span, message).help(help));
        }
        method
    }

    /// Says that a method is stated twice, if one stands there already.
    pub fn stated_once(&mut self, first: Option<&StatedMethod>, span: Span) {
        let Some(first) = first else { return };
        let found = Diagnostic::error(codes::FILLED_TWICE, span, "`mode` is stated twice");
        self.report(found.also(first.span, "the first time").help("remove one of the lines"));
    }

    /// Remarks on a `mode` below lines that it answers: it counts for all of them.
    pub fn mode_below(&mut self, above: &[Statement], span: Span) {
        let Some(first) = above.iter().find(|line| may_be_answered(line)) else { return };
        let found = Diagnostic::warning(codes::USE_BELOW, span, "this also applies to the lines above it");
        let help = "move it above all lines it applies to, or between the braces of the run it is for";
        self.report(found.also(first.span, "the first of them").help(help));
    }

    /// The same of any line that says how something is answered.
    pub fn answered_once(&mut self, first: Option<Span>, span: Span) {
        let Some(first) = first else { return };
        let message = "two lines say how this is answered";
        self.report(
            Diagnostic::error(codes::FILLED_TWICE, span, message)
                .also(first, "the first line")
                .help("remove one of the lines"),
        );
    }

    /// What is declared by `automatic`.
    pub fn method_value(
        &mut self,
        id: InvocationId,
        method: Method,
        (line, used): (&'a Line, usize),
        (step, local): (Option<usize>, Option<LocalId>),
    ) -> Method {
        let Some(value) = self.line_value(line, used) else { return method };
        let procedure = self.scene.invocations[id].procedure;
        let locals = &self.system.procedures[procedure].locals;
        let in_step = locals.find(|s| step.is_some() && s.step == step && matches!(s.kind, LocalKind::Resolve(_)));
        let Some(local) = local.filter(|s| matches!(locals[*s].kind, LocalKind::Resolve(_))).or(in_step) else {
            self.report(
                Diagnostic::error(codes::METHOD, value.span, "nothing here has a result to declare")
                    .help("write `automatic` without a value"),
            );
            return method;
        };
        let LocalKind::Resolve(scale) = locals[local].kind else { return method };
        if method != Method::Automatic(None) {
            self.report(
                Diagnostic::error(codes::METHOD, value.span, "only `automatic` can declare a result")
                    .help("remove the result, or write `automatic` before it"),
            );
            return method;
        }
        Method::Automatic(Some(self.declared_level(&Env::default(), scale, &value)))
    }

    /// The level of a scale that a line declares. Where numbers head its rows, no other number is a level.
    fn declared_level(&mut self, env: &Env, scale: ScaleId, value: &ast::Expr) -> Expr {
        let declared = self.wanted(env, value, &self.system.level_type(scale));
        let scale = &self.system.scales[scale];
        let number = constant_of(&declared).zip(scale.numbers.as_ref());
        if let Some((number, _)) = number.filter(|(number, numbers)| !numbers.contains(number)) {
            let message = format!("`{number}` is not a level of `{}`", scale.name);
            let help = format!("the level can be {}", one_of(scale.levels.iter().map(SharedText::as_str)));
            self.report(Diagnostic::error(codes::UNKNOWN_LEVEL, value.span, message).help(help));
        }
        declared
    }
}

/// Whether something in a line may be answered in one way or another.
fn may_be_answered(line: &Statement) -> bool {
    let is_run =
        matches!(line.kind, StatementKind::Invocation(_) | StatementKind::Period { .. } | StatementKind::Chance(_));
    let is_choice = matches!(line.kind, StatementKind::ChooseOption { .. });
    is_run || is_choice || line.blocks().into_iter().flatten().any(may_be_answered)
}

/// `deliberate`, `random`, `automatic`
pub fn method_of(word: &str) -> Option<Method> {
    match word {
        "deliberate" => Some(Method::Deliberate),
        "random" => Some(Method::Random),
        "automatic" => Some(Method::Automatic(None)),
        _ => None,
    }
}
