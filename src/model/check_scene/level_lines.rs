//! Lines that say what a level means in this run.

use super::checker::SceneChecker;
use super::leftovers::Takes;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::Env;
use crate::model::{InvocationId, LevelText, LocalId, LocalKind, Named, Procedure, ScaleId, Type};
use crate::syntax::ast::{Line, LineValue};

impl SceneChecker<'_> {
    /// `critical "the thumb heals"`: what a level means here.
    pub fn level_line(
        &mut self,
        id: InvocationId,
        line: &Line,
        used: usize,
        name: &str,
        (step, item): (Option<usize>, Option<usize>),
    ) -> bool {
        let Some(text) = &line.text else { return false };
        if used != line.words.words.len() || !matches!(line.value, LineValue::None) {
            return false;
        }
        let procedure = self.scene.invocations[id].procedure;
        let locals = &self.system.procedures[procedure].locals;
        let told = told_levels(&self.system.procedures[procedure], step);
        let told = told.into_iter().filter(|(local, _)| item.is_none() || locals[*local].item_of.is_some());
        let fitting = told.filter_map(|(local, scale)| {
            let is_result = locals[local].is_result;
            Some((is_result, (local, scale, self.system.scales[scale].level(name)?)))
        });
        let fitting: Vec<(bool, (LocalId, ScaleId, usize))> = fitting.collect();
        let result = fitting.iter().rfind(|(is_result, _)| *is_result).or(fitting.last());
        let Some((_, (local, scale, level))) = result.copied() else { return false };
        self.used(Named::Level(scale, level), line.words.span());
        self.nothing_more(line, &format!("the text of `{name}`"), Takes { text: true, ..Takes::default() });
        let env = Env { procedure: Some(procedure), step, ..Env::default() };
        let text = self.typer().wording(&env, text);
        let texts = self.scene.invocations[id].texts.entry((local, item)).or_default();
        let span = line.words.span();
        let text = LevelText { text, span };
        if let Some(first) = texts.insert(level, text) {
            self.report(
                Diagnostic::error(codes::TEXT_TWICE, span, format!("`{name}` has two texts"))
                    .also(first.span, "the first text")
                    .help("a level has only one text: remove the other one"),
            );
        }
        true
    }
}

/// What comes out of a procedure, or of one of its steps, as a level that may have a text, and of which scale that is.
///
/// Where ladders are resolved, what their levels mean is what counts; elsewhere what is decided has a meaning. It is told where
/// the system says what came out, and not where a house rule had looked at it first.
pub fn told_levels(procedure: &Procedure, step: Option<usize>) -> Vec<(LocalId, ScaleId)> {
    let resolves = procedure.locals.iter().any(|local| matches!(local.kind, LocalKind::Resolve(_)));
    let in_step = procedure.locals.pairs().filter(|(_, local)| step.is_none() || local.step == step);
    let told = in_step.filter_map(|(id, local)| match (&local.kind, &local.ty) {
        (LocalKind::Resolve(scale), _) => Some((id, *scale)),
        (LocalKind::Computed, Type::Level(scale)) if !resolves || local.is_result => Some((id, *scale)),
        _ => None,
    });
    told.collect()
}
