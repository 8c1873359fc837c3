//! Lines that set what a condition asks for to something that is written out.

use super::encounter::Encounter;
use super::later_changes::{change_in, field_of, lines};
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, Named, OwnId, Scene, Statement, StatementKind, Type, constant_of};
use crate::source::Span;

/// A line that sets something of which there are few values.
pub(super) struct LineThatSets {
    pub(super) line: Span,
    /// Where the line names what it sets.
    pub(super) place: Span,
    /// Each other value, with its word.
    pub(super) others: Vec<(i64, String)>,
    /// Whether no line ever sets it to anything but what it begins with.
    pub(super) is_in_vain: bool,
}

/// The lines of a scene that set a flag or a field for which the conditions ask of which a remark speaks.
pub(super) fn lines_that_set(encounter: &Encounter, remark: &Diagnostic) -> Vec<LineThatSets> {
    let Encounter { scene, .. } = encounter;
    let fields = encounter.fields_asked_in(remark);
    let is_own_asked = |own: OwnId| {
        let mut asked = scene.uses.iter().filter(|(named, _)| *named == Named::Own(own));
        asked.any(|(_, span)| remark.labels.iter().any(|label| label.span.contains(span)))
    };
    let is_asked = |place: &Expr| {
        if let ExprKind::Own(own) = place.kind {
            is_own_asked(own)
        } else {
            field_of(place).is_some_and(|(whose, field)| whose.is_some_and(|whose| fields.contains(&(whose, field))))
        }
    };
    let set = lines(&scene.statements).into_iter().filter_map(|line| {
        let (place, value) = change_in(line).filter(|(place, _)| is_asked(place))?;
        let now = constant_of(value?)?;
        let others = values(encounter, &place.ty).into_iter().filter(|(other, _)| *other != now).collect();
        let is_in_vain = if let ExprKind::Own(own) = place.kind { is_never_changed(scene, own) } else { false };
        Some(LineThatSets { line: line.span, place: place.span, others, is_in_vain })
    });
    set.collect()
}

/// Sets something else in a line.
pub(super) fn set_to(all: &mut [Statement], place: Span, other: i64) {
    for line in all {
        if let StatementKind::Set { value, .. } = &mut line.kind
            && line.span == place
        {
            value.kind = ExprKind::Number(other);
        }
        for block in line.blocks_mut() {
            set_to(block, place, other);
        }
    }
}

/// Whether every line that changes it sets it to what it begins with.
fn is_never_changed(scene: &Scene, own: OwnId) -> bool {
    let first = scene.own[own].kind.first();
    let changes = lines(&scene.statements).into_iter().filter_map(change_in);
    let mut of_it = changes.filter(|(place, _)| place.kind == ExprKind::Own(own));
    first.is_some() && of_it.all(|(_, value)| value.is_some_and(|value| constant_of(value) == first))
}

/// The values of a type of which there are few, with their words.
fn values(encounter: &Encounter, ty: &Type) -> Vec<(i64, String)> {
    if *ty == Type::YesNo {
        vec![(0, "no".to_owned()), (1, "yes".to_owned())]
    } else if let Type::Level(scale) = ty {
        let levels = &encounter.system.scales[*scale].levels;
        (0..).zip(levels.iter().map(ToString::to_string)).collect()
    } else {
        Vec::new()
    }
}
