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
        if let Some(die) = name.words.first().filter(|word| is_a_die(&word.text)) {
            let message = format!("`{0}` means a die and cannot be a name", die.text);
            let complaint = Diagnostic::error(codes::DUPLICATE_NAME, name.span(), message);
            self.report(complaint.help("choose another name, here and everywhere it is used"));
        }
        if let Some(first) = self.scene.names.give(text.clone(), what) {
            let place = self.place_of(first);
            let is_part = self.roles.contains_key(&text);
            let help = if is_part && matches!((first, what), (SceneName::Thing(_), SceneName::Thing(_))) {
                format!(
                    "`{text}` is a role: give the person who plays it another name, such as `{text}2`, and \
                     cast it with `--cast \"{text}={text}2\"` on the command line"
                )
            } else {
                format!("each run needs its own name: write, for example, `{text}2`")
            };
            let complaint =
                Diagnostic::error(codes::DUPLICATE_NAME, name.span(), format!("the name `{text}` is used twice"));
            self.report(complaint.also(place, "used here first").help(help));
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

/// Whether a word is a die wherever a value may stand: `d6`.
fn is_a_die(word: &str) -> bool {
    word.strip_prefix('d').is_some_and(|sides| !sides.is_empty() && sides.bytes().all(|sign| sign.is_ascii_digit()))
}
