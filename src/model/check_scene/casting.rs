//! The parts of an encounter, and who plays them.

use super::checker::SceneChecker;
use crate::diagnostic::nearest::{nearest, question};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::{listed, one_of};
use crate::model::scene_names::SceneName;
use crate::model::{KindId, Named, Thing};
use crate::shared_text::SharedText;
use crate::syntax::ast::Phrase;

impl SceneChecker<'_> {
    /// Roles of the encounter: aliases of those who are cast, or nameless stand-ins where nobody is.
    pub fn cast(&mut self, names: &[Phrase], kind: &Phrase) {
        let Some(kind_id) = self.system.names.kinds.get(&kind.text()).copied() else {
            let kinds: Vec<SharedText> = self.system.names.kinds.keys().cloned().collect();
            let help = listed("the system", "kind", kinds.iter().map(SharedText::as_str));
            self.report(
                Diagnostic::error(codes::UNKNOWN_NAME, kind.span(), format!("there is no kind `{}`", kind.text()))
                    .help(help),
            );
            return;
        };
        self.used(Named::Kind(kind_id), kind.span());
        for role in names {
            self.roles.insert(role.text(), role.span());
            if let Some(filler) = self.cast.get(role.text().as_str()).cloned() {
                self.cast_role(role, kind_id, &filler);
            } else {
                self.stand_in(role, kind_id);
            }
        }
    }

    /// Somebody with the usual values.
    fn stand_in(&mut self, role: &Phrase, kind: KindId) {
        let id = self.scene.things.next_id();
        self.name_in_scene(role, SceneName::Thing(id));
        self.scene.things.push(Thing::named(role.text(), kind, role.span(), None));
        self.scene.cast.insert(id);
        self.scene.stand_ins.insert(id);
    }

    fn cast_role(&mut self, role: &Phrase, kind: KindId, filler: &str) {
        match self.scene.names.get(filler) {
            Some(SceneName::Thing(id)) if self.scene.things[id].kind == kind => {
                self.name_in_scene(role, SceneName::Thing(id));
                self.scene.cast.insert(id);
            }
            _ => {
                let fitting: Vec<SharedText> =
                    self.scene.things.iter().filter(|t| t.kind == kind).map(|t| t.name.clone()).collect();
                let help = match nearest(filler, fitting.iter().map(SharedText::as_str)) {
                    _ if fitting.is_empty() => {
                        format!("declare someone of the kind `{}` first", self.system.kinds[kind].name)
                    }
                    Some(close) => question(filler, close),
                    None => format!("this role can be filled by {}", one_of(fitting.iter().map(SharedText::as_str))),
                };
                let message = format!("`{filler}` cannot be cast as `{}`", role.text());
                self.report(Diagnostic::error(codes::CAST, role.span(), message).help(help));
                self.stand_in(role, kind);
            }
        }
    }

    /// Parts that were filled, but that no scene has.
    pub fn check_cast(&mut self) {
        for role in self.cast.keys().filter(|role| !self.roles.contains_key(role.as_str())) {
            let help = match nearest(role, self.roles.keys().map(SharedText::as_str)) {
                Some(close) => question(role, close),
                None => listed("the scene", "role", self.roles.keys().map(SharedText::as_str)),
            };
            let message = format!("there is no role `{role}` to cast");
            self.notes.sink.push(Diagnostic::placeless(codes::CAST, message).help(help));
        }
    }
}
