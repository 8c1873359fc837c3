//! Names that a scene gives and nothing uses.

use std::collections::BTreeSet;

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Named, NamedModifierId, SceneFiles, Type};
use crate::shared_text::SharedText;
use crate::source::{SourceId, Span};

impl SceneChecker<'_> {
    /// Remarks on modifiers that the scene in hand declares and nothing takes: who learns of them then learns of nothing. Those of
    /// a file that it uses may be there for another scene.
    pub fn unused(&mut self, files: &SceneFiles) {
        self.unnamed();
        let Some(own) = files.scenes.last().and_then(|file| file.items.first()).map(|item| item.span.source) else {
            return;
        };
        let used = self.named_elsewhere(&[]);
        self.unused_tallies(own, &used);
        let taken: BTreeSet<Named> = self.named_elsewhere(&self.revealing);
        let unused: Vec<NamedModifierId> = self.unused_modifiers(own, &taken);
        for id in unused {
            let modifier = &self.scene.named_modifiers[id];
            let (name, span) = (modifier.name.clone(), modifier.span);
            let message = format!("nothing takes `{name}`, so it counts nowhere");
            let help = match self.takes_modifiers() {
                Some(blank) => format!("name it where it counts, on a line such as `{blank} {name}`"),
                None => "take it out: no blank of this system takes modifiers".into(),
            };
            self.report(Diagnostic::warning(codes::UNUSED, span, message).help(help));
        }
    }

    /// Remarks on what the rules in hand declare to be named, and what neither they nor the scene name.
    fn unnamed(&mut self) {
        let used = self.named_elsewhere(&[]);
        for unnamed in self.system.unnamed.iter().filter(|one| !used.iter().any(|named| one.is_named_by(*named))) {
            let (name, span) = &unnamed.name;
            let found =
                Diagnostic::warning(codes::UNUSED, *span, format!("no line names the {} `{name}`", unnamed.word));
            self.report(found.help(format!("name `{name}` on a line where it should count, or take it out")));
        }
    }

    /// What is named at other places than these.
    fn named_elsewhere(&self, places: &[Span]) -> BTreeSet<Named> {
        let here = self.notes.uses.iter();
        let all = here.chain(self.scene.expects.iter().flat_map(|expect| expect.uses.iter()));
        all.filter(|(_, span)| !places.contains(span)).map(|(named, _)| named).collect()
    }

    /// Tallies and flags that no line reads or changes.
    fn unused_tallies(&mut self, source: SourceId, used: &BTreeSet<Named>) {
        let all = self.scene.own.pairs().filter(|(id, own)| {
            own.span.source == source && own.kind.first().is_some() && !used.contains(&Named::Own(*id))
        });
        let unused: Vec<(SharedText, Span)> = all.map(|(_, own)| (own.name.clone(), own.span)).collect();
        for (name, span) in unused {
            let complaint = Diagnostic::warning(codes::UNUSED, span, format!("no line reads or changes `{name}`"));
            self.report(complaint.help(format!("take it out, or change it where something happens: `set {name} = …`")));
        }
    }

    /// A blank that takes any number of modifiers.
    fn takes_modifiers(&self) -> Option<&SharedText> {
        let takes = Type::Many(Box::new(Type::Number));
        let mut locals = self.system.procedures.iter().flat_map(|procedure| procedure.locals.iter());
        locals.find(|local| local.is_blank() && local.ty == takes).map(|local| &local.name)
    }

    fn unused_modifiers(&self, own: SourceId, used: &BTreeSet<Named>) -> Vec<NamedModifierId> {
        let ids = self.scene.named_modifiers.pairs();
        let unused =
            ids.filter(|(id, modifier)| modifier.span.source == own && !used.contains(&Named::NamedModifier(*id)));
        unused.map(|(id, _)| id).collect()
    }
}
