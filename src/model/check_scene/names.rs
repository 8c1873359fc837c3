//! Names that a scene gives.

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::scene_names::SceneName;
use crate::source::Span;
use crate::syntax::ast::Phrase;

impl SceneChecker<'_> {
    /// Names something of the scene.
    pub fn name_in_scene(&mut self, name: &Phrase, what: SceneName) {
        let text = name.text();
        if let Some(first) = self.scene.names.give(text.clone(), what) {
            let place = self.place_of(first);
            self.report(
                Diagnostic::error(codes::DUPLICATE_NAME, name.span(), format!("`{text}` is named twice"))
                    .also(place, "named here first")
                    .help(format!(
                        "every name of a run can be read later, so each must be its own: write `{text}2`, for instance"
                    )),
            );
        }
    }

    fn place_of(&self, name: SceneName) -> Span {
        match name {
            SceneName::Thing(id) => self.scene.things[id].span,
            SceneName::Invocation(id) => self.scene.invocations[id].span,
            SceneName::NamedModifier(id) => self.scene.named_modifiers[id].span,
            SceneName::Own(id) => self.scene.own[id].span,
        }
    }
}
