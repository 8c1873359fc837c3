//! Lines that say what a roll or a draw shows: `dice shows 3, 4`, `card shows 17`.

use super::checker::SceneChecker;
use super::words::place_of;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::one_of;
use crate::model::{InvocationId, Local, LocalId, LocalKind, Shown};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{ExprKind, Line, LineValue};

/// What stands between a name and the faces.
pub const SHOWS: &str = "shows";

impl<'a> SceneChecker<'a> {
    /// `NAME shows FACES`: `NAME` is a step, or what is rolled, drawn or resolved. The line is `used` words in.
    pub fn shown_line(
        &mut self,
        id: InvocationId,
        (line, used, name): (&'a Line, usize, &str),
        (step, local): (Option<usize>, Option<LocalId>),
    ) {
        if let [first, ..] = &line.words.words[used..] {
            let message = format!("`{}` is not understood here", first.text);
            let help = format!("write the numbers alone: `{name} {SHOWS} 3, 4`");
            self.report(
                Diagnostic::error(codes::UNKNOWN_LINE, place_of(&line.words.words[used..]), message).help(help),
            );
            return;
        }
        let Some(local) = local.or_else(|| self.met_in_step(id, step, line.words.span())) else { return };
        let Some(faces) = self.faces(line, name) else { return };
        let (span, shown) = (line.words.span(), Shown { faces, span: line.words.span() });
        let invocation = &mut self.scene.invocations[id];
        let other_way = invocation.local_methods.get(&local).map(|stated| stated.span);
        let first = invocation.shown.insert(local, shown).map(|shown| shown.span).or(other_way);
        self.answered_once(first, span);
    }

    /// The numbers of such a line.
    fn faces(&mut self, line: &Line, name: &str) -> Option<Vec<(i64, Span)>> {
        match &line.value {
            LineValue::Faces(faces) => return Some(faces.clone()),
            LineValue::After(value) => {
                if let ExprKind::Number { value: face, unit: None } = value.kind {
                    return Some(vec![(face, value.span)]);
                }
            }
            LineValue::None | LineValue::Through(_) => {}
        }
        let message = format!("`{name}` shows faces, and none are written here");
        let help = format!(
            "write the number on each die, in the order in which they fall: `{name} {SHOWS} 3, 4`; of a card its number"
        );
        self.report(Diagnostic::error(codes::METHOD, line.words.span(), message).help(help));
        None
    }

    /// The only thing that a step leaves to chance.
    fn met_in_step(&mut self, id: InvocationId, step: Option<usize>, span: Span) -> Option<LocalId> {
        let procedure = self.scene.invocations[id].procedure;
        let meets_chance = |(_, local): &(LocalId, &Local)| local.step == step && meets_chance(local);
        let met: Vec<(LocalId, SharedText)> = self.system.procedures[procedure]
            .locals
            .pairs()
            .filter(meets_chance)
            .map(|(id, local)| (id, local.name.clone()))
            .collect();
        if let [(only, _)] = met.as_slice() {
            return Some(*only);
        }
        let message = "this step rolls no dice and draws no card of its own, or several times";
        let complaint = Diagnostic::error(codes::METHOD, span, message);
        self.report(if met.is_empty() {
            complaint.help("say what shows it: the name of a `roll`, a `draw` or a `resolve`")
        } else {
            complaint.help(format!("say which: {}", one_of(met.iter().map(|(_, name)| name.as_str()))))
        });
        None
    }
}

/// Whether chance decides what it is.
pub fn meets_chance(local: &Local) -> bool {
    matches!(local.kind, LocalKind::Resolve(_) | LocalKind::Roll | LocalKind::Draw)
}
