//! Blanks and fields that a scene leaves at their defaults, written down, so that other values can be put in their place.

use super::encounter::Encounter;
use super::failure::Failure;
use super::names::{Named, Names};
use super::places::{Holder, Place};
use crate::model::{Argument, Entry, Expr, LocalKind, RunMade, ScaleId, Scene, Type, constant_of};
use crate::shared_text::SharedText;
use crate::source::Span;

/// A value that the scene does not write.
struct Default<'e> {
    holder: Holder,
    name: &'e SharedText,
    value: &'e Expr,
    /// The line of the run, or of the person or thing with the field.
    span: Span,
    path: String,
}

impl Encounter {
    /// The same scene with the defaults of everything that these texts begin with the name of; nothing if it writes all of it itself.
    pub(super) fn with_defaults_of(&self, known: &Names<Place>, texts: &[&str]) -> Result<Option<Encounter>, Failure> {
        let all = defaults(self);
        let named = |default: &Default<'_>| Named {
            what: Place { holder: default.holder, of_several: None },
            path: default.path.clone(),
            reason: None,
            is_offered: false,
        };
        let left_out = Names::of(all.iter().map(named).collect(), "values");
        let mut scene: Option<Scene> = None;
        for text in texts {
            if !matches!(known.find(text), Ok(None)) {
                continue;
            }
            let Some((found, _)) = left_out.find(text).map_err(|complaint| self.failure(complaint))? else { continue };
            if let Some(default) = all.iter().find(|default| default.holder == found.what.holder) {
                write(scene.get_or_insert_with(|| self.scene.clone()), default);
            }
        }
        scene.map(|scene| self.of_scene(scene)).transpose()
    }
}

/// Everything with one value that the scene leaves at a default that is known before the run.
fn defaults(encounter: &Encounter) -> Vec<Default<'_>> {
    let Encounter { system, scene, .. } = encounter;
    let mut found = Vec::new();
    for (run, written) in scene.invocations.pairs().filter(|(_, run)| run.made == RunMade::Written) {
        for (blank, local) in system.procedures[written.procedure].locals.pairs() {
            let LocalKind::Ask { default: Some(value), .. } = &local.kind else { continue };
            if is_one(&local.ty, local.by) && !written.arguments.contains_key(&blank) {
                let (name, holder) = (&local.name, Holder::Blank(run, blank));
                let path = format!("{}.{name}", written.path);
                found.push(Default { holder, name, value, span: written.span, path });
            }
        }
    }
    for (thing, declared) in scene.things.pairs() {
        for (place, field) in system.kinds[declared.kind].fields.iter().enumerate() {
            let Some(value) = &field.default else { continue };
            if is_one(&field.ty, field.by) && !declared.fields.contains_key(&place) {
                let (name, holder) = (&field.name, Holder::Field(thing, place));
                let path = format!("{}.{name}", declared.name);
                found.push(Default { holder, name, value, span: declared.span, path });
            }
        }
    }
    found.retain(|default| constant_of(default.value).is_some() && !scene.is_expected(default.span));
    found
}

/// Whether it holds one value that can be varied.
fn is_one(ty: &Type, by: Option<ScaleId>) -> bool {
    by.is_none() && matches!(ty, Type::YesNo | Type::Level(_) | Type::Number | Type::Die)
}

/// Writes a default into a scene.
fn write(scene: &mut Scene, default: &Default<'_>) {
    let entry = Argument::One(Box::new(Entry {
        label: default.name.clone(),
        value: default.value.clone(),
        text: None,
        span: default.span,
        named: None,
        index: None,
        bare: true,
        as_modifier: false,
    }));
    match default.holder {
        Holder::Blank(run, blank) => scene.invocations[run].arguments.insert(blank, entry),
        Holder::Field(thing, field) => scene.things[thing].fields.insert(field, entry),
        // What is said of an item is always written, and a ladder has no default.
        Holder::Item(..) | Holder::Ladder(..) => None,
    };
}
