//! Lines that are hidden by a word before them, and also by one around them.

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Argument, InvocationId, Scene, Statement, StatementKind};
use crate::source::Span;
use crate::syntax::ast::Concealment;

impl SceneChecker<'_> {
    /// Remarks on each `secret` and `hidden` that keeps nothing from anybody which is not kept by a line around it.
    pub fn kept_already(&mut self) {
        let mut keeping = Keeping { scene: &self.scene, found: Vec::new() };
        keeping.lines(&self.scene.statements, None);
        for own in self.scene.expects.iter().filter_map(|expect| expect.scene.as_ref()) {
            keeping.lines(own, None);
        }
        let found = keeping.found;
        self.notes.sink.extend(found);
    }
}

struct Keeping<'s> {
    scene: &'s Scene,
    found: Vec<Diagnostic>,
}

impl Keeping<'_> {
    /// Lines around which something is kept so.
    fn lines(&mut self, lines: &[Statement], around: Option<Concealment>) {
        for line in lines {
            let mut inside = around;
            if let StatementKind::Concealed { concealment, .. } = line.kind {
                inside = self.kept(around, Some(concealment), line.span);
            } else if let StatementKind::Invocation(run) = line.kind {
                self.run(run, around);
            }
            for block in line.blocks() {
                self.lines(block, inside);
            }
        }
    }

    fn run(&mut self, run: InvocationId, around: Option<Concealment>) {
        let written = &self.scene.invocations[run];
        let inside = self.kept(around, written.concealment, written.span);
        for (blank, concealment) in &written.concealed_blanks {
            let entries = written.arguments.get(blank).into_iter().flat_map(Argument::entries);
            let places: Vec<Span> = entries.map(|entry| entry.span).collect();
            self.kept(inside, Some(*concealment), places.first().copied().unwrap_or(written.span));
        }
        for nested in written.nested.values() {
            self.run(*nested, inside);
        }
    }

    /// From whom all is kept inside a line that stands in others.
    fn kept(&mut self, around: Option<Concealment>, own: Option<Concealment>, place: Span) -> Option<Concealment> {
        if let (Some(outer), Some(own)) = (around, own.filter(|own| around >= Some(*own))) {
            let message =
                format!("`{}` hides nothing here: the line around it is already `{}`", own.word(), outer.word());
            let help = format!("remove `{}` here or before the line around it", own.word());
            self.found.push(Diagnostic::warning(codes::IDLE, place, message).help(help));
        }
        around.max(own)
    }
}
