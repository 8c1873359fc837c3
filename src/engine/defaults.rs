//! Blanks and fields that a scene leaves at their defaults, written down, so that other values can be put in their place.

use super::encounter::Encounter;
use super::failure::Failure;
use super::names::{Named, Names};
use super::places::{Holder, Place};
use crate::model::{Argument, Entry, Expr, LocalKind, RunMade, Scene, Type, constant_of};
use crate::shared_text::SharedText;
use crate::source::Span;

/// A value that the scene does not write.
struct Default<'e> {
    holder: Holder,
    name: &'e SharedText,
    value: &'e Expr,
    /// The run, or whoever has the field.
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
    let can_vary = |ty: &Type| matches!(ty, Type::YesNo | Type::Level(_) | Type::Number | Type::Die);
    let mut found = Vec::new();
    for (run, written) in scene.invocations.pairs().filter(|(_, run)| run.made == RunMade::Written) {
        if scene.is_expected(written.span) {
            continue;
        }
        for (blank, local) in system.procedures[written.procedure].locals.pairs() {
            let LocalKind::Ask { default: Some(value), .. } = &local.kind else { continue };
            let is_open = local.by.is_none() && can_vary(&local.ty) && !written.arguments.contains_key(&blank);
            if is_open && constant_of(value).is_some() {
                let path = format!("{}.{}", written.path, local.name);
                found.push(Default {
                    holder: Holder::Blank(run, blank),
                    name: &local.name,
                    value,
                    span: written.span,
                    path,
                });
            }
        }
    }
    for (thing, declared) in scene.things.pairs().filter(|(_, thing)| !scene.is_expected(thing.span)) {
        for (place, field) in system.kinds[declared.kind].fields.iter().enumerate() {
            let Some(value) = &field.default else { continue };
            let is_open = field.by.is_none() && can_vary(&field.ty) && !declared.fields.contains_key(&place);
            if is_open && constant_of(value).is_some() {
                let path = format!("{}.{}", declared.name, field.name);
                found.push(Default {
                    holder: Holder::Field(thing, place),
                    name: &field.name,
                    value,
                    span: declared.span,
                    path,
                });
            }
        }
    }
    found
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
        // What is said of an item is always written.
        Holder::Item(..) => None,
    };
}
