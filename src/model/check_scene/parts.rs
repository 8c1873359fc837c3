//! Parts of a scene, once all its lines are known: those not cast, and those that no line names.

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::scene_names::SceneName;
use crate::model::{Named, ThingId};
use crate::shared_text::SharedText;
use crate::source::{SourceId, Span};

impl SceneChecker<'_> {
    /// Remarks on parts for which nobody is cast, and on those of the text in hand that no line names: of such a part it does not
    /// matter who plays it. Where no text is in hand, further lines may name them.
    pub fn parts(&mut self, own: Option<SourceId>) {
        let unnamed = own.map_or_else(Vec::new, |own| self.unnamed_parts(own));
        for (name, span) in &unnamed {
            let complaint = Diagnostic::warning(codes::UNUSED, *span, format!("no line uses the role `{name}`"));
            self.report(complaint.help("use it on a line, or remove it"));
        }
        for (name, span) in self.open_parts() {
            if unnamed.iter().any(|(_, place)| *place == span) {
                continue;
            }
            let message = format!("`{name}` is not cast, so a stand-in with default values plays the role");
            let help = format!(
                "cast someone: `--cast \"{name}=NAME\"` on the command line, or `:cast {name}=NAME` at the prompt"
            );
            self.report(Diagnostic::warning(codes::CAST, span, message).help(help));
        }
    }

    /// Parts that are played by stand-ins.
    fn open_parts(&self) -> Vec<(SharedText, Span)> {
        let open = self.roles.iter().filter(|(name, _)| !self.cast.contains_key(name.as_str()));
        open.map(|(name, span)| (name.clone(), *span)).collect()
    }

    /// Parts of a text that no line names. Where a line goes through all of a kind, whoever plays one counts without a name.
    fn unnamed_parts(&self, own: SourceId) -> Vec<(SharedText, Span)> {
        let here = self.roles.iter().filter(|(_, span)| span.source == own);
        let unnamed = here.filter(|(name, _)| {
            let Some(SceneName::Thing(filler)) = self.scene.names.get(name) else { return false };
            !self.notes.listed.contains(&self.scene.things[filler].kind) && !self.may_be_named(name, filler)
        });
        unnamed.map(|(name, span)| (name.clone(), *span)).collect()
    }

    /// Whether some line may mean a part where it names whoever plays it. They have a name of their own as well: only words of another
    /// length are surely that one.
    fn may_be_named(&self, part: &str, filler: ThingId) -> bool {
        let may_mean = |span: Span| match part.split_once(' ') {
            Some(_) => span.range().len() >= part.len(),
            None => span.range().len() == part.len(),
        };
        self.uses_here().any(|(named, span)| named == Named::Thing(filler) && may_mean(span))
    }
}
