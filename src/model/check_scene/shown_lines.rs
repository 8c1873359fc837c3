//! Lines that state what a roll or a draw shows: `dice shows 3, 4`, `card shows 17`.

use super::checker::SceneChecker;
use super::words::{SHOWS, join, place_of};
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::listing::one_of;
use crate::model::{InvocationId, Local, LocalId, LocalKind, Shown};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{ExprKind, Line, LineValue};
use crate::syntax::print_expression;

impl<'a> SceneChecker<'a> {
    /// `NAME shows FACES`: `NAME` is a step, or what is rolled, drawn or resolved. The line is `used` words in.
    pub fn shown_line(
        &mut self,
        id: InvocationId,
        (line, used, name): (&'a Line, usize, &str),
        (step, local): (Option<usize>, Option<LocalId>),
    ) {
        if let [first, ..] = &line.words.words[used..] {
            let place = place_of(&line.words.words[used..]);
            let complaint = self.level_shown(id, (line, used, name), (step, local)).unwrap_or_else(|| {
                let message = format!("`{}` is not understood here", first.text);
                let help = format!("write only the numbers: `{name} {SHOWS} 3, 4`");
                Diagnostic::error(codes::UNKNOWN_LINE, place, message).help(help)
            });
            self.report(complaint);
            return;
        }
        let Some(local) = local.or_else(|| self.met_in_step(id, step, line.words.span())) else { return };
        let Some(faces) = self.faces(line, name) else { return };
        let (span, shown) = (line.words.span(), Shown { faces, span: line.words.span() });
        let invocation = &mut self.scene.invocations[id];
        let of_step = step.and_then(|step| invocation.step_methods.get(&step));
        let other_way = invocation.local_methods.get(&local).or(of_step).map(|stated| stated.span);
        let first = invocation.shown.insert(local, shown).map(|shown| shown.span).or(other_way);
        self.answered_once(first, span);
    }

    /// `NAME shows LEVEL`: a level is not shown by dice, but declared.
    fn level_shown(
        &self,
        id: InvocationId,
        (line, used, name): (&Line, usize, &str),
        (step, local): (Option<usize>, Option<LocalId>),
    ) -> Option<Diagnostic> {
        let words = &line.words.words[used..];
        let level = join(words);
        let locals = &self.system.procedures[self.scene.invocations[id].procedure].locals;
        let is_meant = |(of, other): &(LocalId, &Local)| local.map_or(other.step == step, |local| local == *of);
        let scale = locals.pairs().filter(is_meant).find_map(|(_, local)| {
            let LocalKind::Resolve(scale) = local.kind else { return None };
            Some(&self.system.scales[scale]).filter(|scale| scale.level(&level).is_some())
        })?;
        let message = format!("`{level}` is a level of `{}`, but dice show numbers", scale.name);
        let place = place_of(&line.words.words[used - 1..]);
        let declared = format!("automatic {level}");
        let help = format!("to declare a level without rolling, write `{name} {declared}`");
        Some(Diagnostic::error(codes::UNKNOWN_LINE, place, message).help(help).fix(Fix::maybe(place, declared)))
    }

    /// Reports `roll shows 3, 4` where what is rolled has another name.
    pub fn shown_of_another_name(&mut self, id: InvocationId, line: &Line) -> bool {
        let words = &line.words.words;
        let Some(at) = words.iter().position(|word| word.text == SHOWS).filter(|at| *at > 0) else { return false };
        let procedure = &self.system.procedures[self.scene.invocations[id].procedure];
        let met = procedure.locals.iter().filter(|local| meets_chance(local)).map(|local| local.name.as_str());
        let met: Vec<&str> = met.collect();
        let (written, place) = (join(&words[..at]), place_of(&words[..at]));
        let name = &procedure.name;
        let message = format!("`{name}` has no roll or draw named `{written}`");
        let complaint = Diagnostic::error(codes::UNKNOWN_LINE, place, message);
        self.report(match met.as_slice() {
            [] => complaint.help(format!("`{name}` rolls no dice and draws no card of its own")),
            [only] => {
                let faces = shown_faces(line);
                complaint.help(format!("it is called `{only}`: `{only} {SHOWS} {faces}`")).fix(Fix::maybe(place, *only))
            }
            several => {
                let help = format!("name {}, as in `{} {SHOWS} 3`", one_of(several.iter().copied()), several[0]);
                complaint.help(help)
            }
        });
        true
    }

    /// The numbers of such a line.
    pub fn faces(&mut self, line: &Line, name: &str) -> Option<Vec<(i64, Span)>> {
        match &line.value {
            LineValue::Faces(faces) => return Some(faces.clone()),
            LineValue::After(value) => {
                if let ExprKind::Number { value: face, unit: None } = value.kind {
                    return Some(vec![(face, value.span)]);
                }
            }
            LineValue::None | LineValue::Through(_) => {}
        }
        let message = format!("the faces of `{name}` are missing");
        let help = format!(
            "write the face of each die, in the order rolled: `{name} {SHOWS} 3, 4`; for a card, write its number"
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
        let message = "this step rolls no dice and draws no card of its own, or does so more than once";
        let complaint = Diagnostic::error(codes::METHOD, span, message);
        self.report(if met.is_empty() {
            complaint.help("start with the name of a `roll`, a `draw` or a `resolve`")
        } else {
            complaint.help(format!("say which: {}", one_of(met.iter().map(|(_, name)| name.as_str()))))
        });
        None
    }
}

/// The faces of a line as they are written.
fn shown_faces(line: &Line) -> String {
    let faces: Vec<String> = match &line.value {
        LineValue::Faces(faces) => faces.iter().map(|(face, _)| face.to_string()).collect(),
        LineValue::After(value) => vec![print_expression(value)],
        LineValue::None | LineValue::Through(_) => vec!["3".to_owned(), "4".to_owned()],
    };
    faces.join(", ")
}

/// Whether chance decides what it is.
pub fn meets_chance(local: &Local) -> bool {
    matches!(local.kind, LocalKind::Resolve(_) | LocalKind::Roll | LocalKind::Draw)
}
