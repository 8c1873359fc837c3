//! Lines at the beginning of a scene that set what the scene has just said.

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::certain::is_same;
use crate::model::{Argument, Expr, ExprKind, Member, Scene, Statement, StatementKind};
use crate::source::Span;

impl SceneChecker<'_> {
    /// Remarks on what is set to the value with which it begins, before anything has happened.
    pub fn set_as_begun(&mut self) {
        let mut changed: Vec<&Expr> = Vec::new();
        let mut found = Vec::new();
        for line in self.scene.statements.iter().take_while(|line| nothing_happens(line)) {
            let Some(place) = changes(line) else { continue };
            let is_first = !changed.iter().any(|before| is_same(before, place));
            if let (true, StatementKind::Set { value, .. }) = (is_first, &line.kind)
                && let Some(said) = begins_so(&self.scene, place, value)
            {
                let remark =
                    Diagnostic::warning(codes::IDLE, line.span, "this changes nothing: it begins with this value");
                let remark = remark.also(said, "given here");
                found.push(remark.help("remove the line, or set it to something else"));
            }
            changed.push(place);
        }
        self.notes.sink.extend(found);
    }
}

/// Whether a line only changes something, tells something or says what there is.
fn nothing_happens(line: &Statement) -> bool {
    let says = matches!(line.kind, StatementKind::Tally(_) | StatementKind::Note { .. } | StatementKind::Reveal { .. });
    says || changes(line).is_some()
}

fn changes(line: &Statement) -> Option<&Expr> {
    if let StatementKind::Set { place, .. } | StatementKind::Add { place, .. } | StatementKind::Pay { place, .. } =
        &line.kind
    {
        Some(place)
    } else {
        None
    }
}

/// Where the text around a value says that a place begins with it.
fn begins_so(scene: &Scene, place: &Expr, value: &Expr) -> Option<Span> {
    if let (ExprKind::Own(own), ExprKind::Number(number)) = (&place.kind, &value.kind) {
        let own = &scene.own[*own];
        return (own.kind.first() == Some(*number)).then_some(own.span);
    }
    let ExprKind::Member(thing, Member::Field(field)) = &place.kind else { return None };
    let ExprKind::Thing(thing) = thing.kind else { return None };
    let Some(Argument::One(entry)) = scene.things[thing].fields.get(field) else { return None };
    (is_same(&entry.value, value) && scene.are_in_one_text(entry.span, value.span)).then_some(entry.span)
}
