//! Lines that set something to what it holds already.

use super::later_changes::{field_of, lines};
use super::setting_lines::{setting_lines, without_line};
use super::trial::{Otherwise, Trial};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Argument, Entry, ExprKind, Scene, StatementKind, Type};
use crate::source::Span;

impl Trial<'_> {
    /// Remarks on lines that set something to what it holds already, in each run that comes to them: without one of them all is the same.
    pub(super) fn set_in_vain(&self) -> Vec<Diagnostic> {
        let scene = &self.encounter.scene;
        let Some(first) = scene.statements.first() else { return Vec::new() };
        let is_new = |place: &Span| {
            let is_known = self.known.iter().any(|known| place.contains(*known) || known.contains(*place));
            place.source == first.span.source && !is_known
        };
        let changes_nothing = |place: &Span| {
            let again = self.again(&without_line(scene, *place));
            again.is_ok_and(|again| self.compared(None, &again) == Otherwise::Same)
        };
        let idle = setting_lines(scene).into_iter().filter(|place| is_new(place) && changes_nothing(place));
        idle.map(|place| self.set_already(scene, place)).collect()
    }

    fn set_already(&self, scene: &Scene, place: Span) -> Diagnostic {
        let message = "this changes nothing when the scene begins as written: it already has this value";
        let found = Diagnostic::warning(codes::IDLE, place, message);
        if let Some((entry, name)) = self.says_so_elsewhere(scene, place) {
            let said = self.encounter.sources.slice(entry.span);
            let found = found.also(entry.span, "this is a different value, which the line does not change");
            return found.help(format!("change `{said}` instead, or give `{name}` that value at its start"));
        }
        let help =
            "remove the line, or set the value you meant; keep it if an earlier scene may have changed the value";
        found.help(help)
    }

    /// Where a line sets a level of somebody: what is said of them in another field with a level of the same name, and how it would be
    /// said in the one that is set.
    fn says_so_elsewhere<'s>(&self, scene: &'s Scene, place: Span) -> Option<(&'s Entry, String)> {
        let system = &self.encounter.system;
        let line = lines(&scene.statements).into_iter().find(|line| line.span == place)?;
        let StatementKind::Set { place: set, .. } = &line.kind else { return None };
        let (Some(thing), field) = field_of(set)? else { return None };
        let whose = &scene.things[thing];
        let declared = &system.kinds[whose.kind].fields[field];
        let Type::Level(scale) = declared.ty else { return None };
        let others = whose.fields.iter().filter(|(other, _)| **other != field && !whose.fields.contains_key(&field));
        others.flat_map(|(_, said)| Argument::entries(said)).find_map(|entry| {
            let (Type::Level(of), ExprKind::Number(level)) = (&entry.value.ty, &entry.value.kind) else { return None };
            let level = system.scales[*of].levels.get(usize::try_from(*level).ok()?)?;
            system.scales[scale].level(level)?;
            Some((entry, format!("{} {level}", declared.name)))
        })
    }
}
