//! A scene with other values at some of its places.

use std::sync::Arc;

use super::encounter::Encounter;
use super::failure::Failure;
use super::places::{Holder, Other, Place, Written, put};
use super::remarks::Remarks;
use crate::diagnostic::Diagnostics;
use crate::ir::lower;
use crate::model::{Argument, ExprKind, Notation, Scene, Type, constant_of};

/// The word for a value that is left out.
pub(super) const WITHOUT: &str = "without";

impl Encounter {
    /// The same scene with something else at some places.
    pub(super) fn with(&self, changes: &[(Place, Other)]) -> Result<Encounter, Failure> {
        let mut scene = self.scene.clone();
        let mut changes = changes.to_vec();
        // What is left out of a list moves what stands behind it.
        changes.sort_by_key(|(place, other)| (*other == Other::LeftOut, std::cmp::Reverse(place.of_several)));
        for (place, other) in changes {
            put(&mut scene, place, other);
        }
        self.of_scene(scene)
    }

    /// The same with a scene that was made out of this one's.
    pub(super) fn of_scene(&self, scene: Scene) -> Result<Encounter, Failure> {
        let mut ledger = lower::Ledger::default();
        // Nothing of this is accounted for.
        ledger.mute();
        self.laid_out_anew(scene, &mut ledger)
    }

    /// The same, with an account of what takes effect in it.
    pub(super) fn of_scene_accounted(&self, scene: Scene) -> Result<Encounter, Failure> {
        let mut ledger = lower::Ledger::default();
        let accounted = self.laid_out_anew(scene, &mut ledger)?;
        Ok(Encounter { remarks: Remarks::new(Diagnostics::default(), ledger), ..accounted })
    }

    fn laid_out_anew(&self, scene: Scene, ledger: &mut lower::Ledger) -> Result<Encounter, Failure> {
        let mut sink = Diagnostics::default();
        let bounds = lower::Bounds { size: self.limits.program, allowance: self.houses.bounds.allowance.afresh() };
        let laid_out = lower::scene((&self.system, &scene), &bounds, (ledger, &mut sink));
        let Some((program, checkpoint)) = laid_out.filter(|_| !sink.has_errors()) else {
            return Err(Failure::new(self.sources.clone(), sink));
        };
        Ok(Encounter {
            sources: self.sources.clone(),
            system: Arc::clone(&self.system),
            scene,
            program: Some(program),
            checkpoint,
            houses: self.houses.clone(),
            limits: self.limits,
            drawn: self.drawn.clone(),
            ..Encounter::default()
        })
    }
}

/// Where a value is written, as people name it: `climb.value`, `ada.skill`, `climb.over the wall.quality`.
pub(super) fn path(encounter: &Encounter, place: Place) -> String {
    let (written, scene) = (Written(encounter), &encounter.scene);
    let name = written.entry(place).map(|entry| written.name(place, entry)).unwrap_or_default();
    match place.holder {
        Holder::Ladder(run, ladder) => {
            let run = &scene.invocations[run];
            format!("{}.{}", run.path, encounter.system.procedures[run.procedure].locals[ladder].name)
        }
        Holder::Blank(run, _) => format!("{}.{name}", scene.invocations[run].path),
        Holder::Field(thing, _) => format!("{}.{name}", scene.things[thing].name),
        Holder::Item(run, blank, item, _) => {
            let argument = scene.invocations[run].arguments.get(&blank);
            let plan =
                argument.and_then(|argument| if let Argument::Plan(plan) = argument { Some(plan) } else { None });
            let item = plan.and_then(|plan| plan.items.get(item)).map_or("", |item| item.name.as_str());
            format!("{}.{item}.{name}", scene.invocations[run].path)
        }
    }
}

/// A value as the script would write it at a place.
pub(super) fn in_words(encounter: &Encounter, place: Place, value: Other) -> String {
    let Encounter { system, scene, .. } = encounter;
    let written = Written(encounter);
    let number = match value {
        Other::LeftOut => return WITHOUT.to_owned(),
        Other::Asked => return "?".to_owned(),
        Other::Thing(thing) => return scene.things[thing].name.to_string(),
        Other::Number(number) => number,
    };
    let is_bare = written.entry(place).is_none_or(|entry| entry.bare);
    match written.declared(place.holder).map(|declared| declared.ty.each()) {
        Some(Type::YesNo) => if number == 0 { "no" } else { "yes" }.to_owned(),
        Some(Type::Level(scale)) => {
            let level = usize::try_from(number).ok().and_then(|at| system.scales[*scale].levels.get(at));
            level.map(ToString::to_string).unwrap_or_default()
        }
        Some(Type::Die) => format!("d{number}"),
        _ if is_bare || number == 0 => number.to_string(),
        _ => match &system.notation {
            Notation::Signed => format!("{number:+}"),
            Notation::Units { bonus, .. } if number > 0 => format!("{number}{bonus}"),
            Notation::Units { penalty, .. } => format!("{}{penalty}", number.unsigned_abs()),
        },
    }
}

/// What stands at a place, if that is known before the run.
pub(super) fn now(encounter: &Encounter, place: Place) -> Option<Other> {
    let entry = Written(encounter).entry(place)?;
    if let ExprKind::Thing(thing) = &entry.value.kind {
        return Some(Other::Thing(*thing));
    }
    constant_of(&entry.value).map(Other::Number)
}
