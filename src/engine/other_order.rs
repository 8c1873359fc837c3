//! What would come about if the lines of a scene stood in another order.

use super::encounter::Encounter;
use super::later_changes::{changed_by, lines};
use super::line_order::{around, move_behind};
use crate::diagnostic::Diagnostic;
use crate::model::{ExprKind, InvocationId, Named, OwnId, PeriodUse, Scene, Statement, StatementKind};
use crate::source::Span;

/// So many periods before a line are tried.
const MOST_PERIODS: usize = 3;

/// A remark on what does not come about in a scene.
pub(super) struct Ordered<'o> {
    pub(super) encounter: &'o Encounter,
    pub(super) remark: &'o Diagnostic,
    /// Where the remark stands.
    pub(super) place: Span,
    /// Whether it comes about in another scene.
    pub(super) comes_about: &'o dyn Fn(&Scene) -> bool,
}

impl Ordered<'_> {
    /// The first other order of the lines in which it comes about.
    pub(super) fn otherwise(&self) -> Option<(Diagnostic, Vec<Scene>)> {
        self.inside_a_period_before().or_else(|| self.behind_what_changes_it())
    }

    /// A period whose end comes before it, and within which it would come about: what was done there does not last.
    fn inside_a_period_before(&self) -> Option<(Diagnostic, Vec<Scene>)> {
        let scene = &self.encounter.scene;
        let tried = merged(scene, &scene.statements, self.place).into_iter().take(MOST_PERIODS);
        let mut tried = tried.map(|(period, statements)| {
            let mut changed = scene.clone();
            changed.statements = statements;
            (period, changed)
        });
        let (period, mended) = tried.find(|(_, changed)| (self.comes_about)(changed))?;
        let period = &scene.invocations[period];
        let name = &self.encounter.system.procedures[period.procedure].name;
        let found = self.remark.clone().also(period.span, "what is done here ends with it");
        Some((found.help(format!("put both inside one `{name} {{ … }}`, or remove this")), vec![mended]))
    }

    /// A line behind it that changes a flag or a tally on which it hangs.
    fn behind_what_changes_it(&self) -> Option<(Diagnostic, Vec<Scene>)> {
        let scene = &self.encounter.scene;
        let is_asked = |own: OwnId| {
            let mut asked = scene.uses.iter().filter(|(named, _)| *named == Named::Own(own));
            asked.any(|(_, span)| self.remark.labels.iter().any(|label| label.span.contains(span)))
        };
        let changes = lines(&scene.statements).into_iter().filter(|line| {
            line.span.source == self.place.source
                && line.span.start > self.place.start
                && changed_by(line).is_some_and(|place| matches!(place.kind, ExprKind::Own(own) if is_asked(own)))
        });
        changes.into_iter().find_map(|line| {
            let mut mended = scene.clone();
            move_behind(&mut mended.statements, self.place, line.span);
            let found = (self.comes_about)(&mended).then(|| self.remark.clone())?;
            let found = found.also(line.span, "this changes it, but only afterwards");
            let help = "move this below the line that changes it, or remove it, unless an earlier scene may change what it checks";
            Some((found.help(help), vec![mended]))
        })
    }
}

/// The lines of a block with the one around a place at the end of a period that stands before it; of another period of that sort what is in
/// it. The last period comes first.
fn merged(scene: &Scene, block: &[Statement], here: Span) -> Vec<(InvocationId, Vec<Statement>)> {
    let Some(at) = around(block, here) else { return Vec::new() };
    let mut all = Vec::new();
    for before in (0..at).rev() {
        let mut lines = block.to_vec();
        let line = lines.remove(at);
        if let StatementKind::Period { period, body } = &mut lines[before].kind {
            let sort = |period: &PeriodUse| scene.invocations[period.invocation].procedure;
            let is_of_that_sort =
                matches!(&line.kind, StatementKind::Period { period: other, .. } if sort(other) == sort(period));
            if is_of_that_sort && let StatementKind::Period { body: inner, .. } = line.kind {
                body.extend(inner);
            } else {
                body.push(line);
            }
            all.push((period.invocation, lines));
        }
    }
    for (which, inner) in block[at].blocks().into_iter().enumerate() {
        all.extend(merged(scene, inner, here).into_iter().map(|(period, inner)| {
            let mut lines = block.to_vec();
            if let Some(block) = lines[at].blocks_mut().into_iter().nth(which) {
                *block = inner;
            }
            (period, lines)
        }));
    }
    all
}
