//! Lines of a scene that cannot have an effect: reveals to those who already know, and empty braces.

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{ExprKind, StatementKind};
use crate::source::Span;
use crate::syntax::ast::{self, Concealment, ExpectLine, ExpectMode};

impl SceneChecker<'_> {
    /// Remarks on an expectation that claims nothing. One of a refusal claims that.
    pub fn claims_nothing(&mut self, written: &ast::Expect, place: Span) {
        let refused = matches!(written.mode, Some(ExpectMode::Refused(_)));
        if written.lines.is_empty() {
            let help = "write a claim between the braces, as in `lift.total >= 3`";
            self.report(Diagnostic::warning(codes::IDLE, place, "this claims nothing, so it always passes").help(help));
        } else if !refused
            && !written.lines.iter().any(|line| matches!(line, ExpectLine::Claim(_)))
            && !self.notes.sink.has_errors()
        {
            let message = "this claims nothing: all it tests is that its lines are not refused";
            let help = "write a claim below its lines, as in `lift.total >= 3`, or claim that they are refused: \
                        `expect refused { … }`";
            self.report(Diagnostic::warning(codes::IDLE, place, message).help(help));
        }
    }

    /// Remarks on a `reveal` to nobody who does not know it already.
    pub fn old_news(&mut self, kind: &StatementKind) {
        let StatementKind::Reveal { named, to } = kind else { return };
        self.revealing.push(named.span);
        let ExprKind::NamedModifier(id) = named.kind else { return };
        let modifier = &self.scene.named_modifiers[id];
        let Some(known) = &modifier.known else {
            let found =
                Diagnostic::warning(codes::IDLE, named.span, format!("everybody already knows of `{}`", modifier.name));
            let help = format!(
                "remove the line, or limit who knows of it at the start: `modifier {} … known to nobody`",
                modifier.name
            );
            let place = modifier.span;
            return self.report(found.also(place, "declared here").help(help));
        };
        let (known, name, place) = (known.clone(), modifier.name.clone(), modifier.span);
        for who in to {
            let ExprKind::Thing(thing) = who.kind else { continue };
            if known.contains(&thing) {
                let message = format!("`{}` already knows of `{name}`", self.scene.things[thing].name);
                let found = Diagnostic::warning(codes::IDLE, who.span, message).also(place, "declared here");
                self.report(found.help("remove the name from the line"));
            }
        }
    }

    /// Remarks on a modifier that is kept from the players and said to be known to everybody.
    pub fn known_and_kept(&mut self, known: Span, secrecy: Concealment) {
        let word = secrecy.word();
        let message = format!("this does nothing: it counts for everybody, and `{word}` hides it from the players");
        let help = format!("remove it, or remove `{word}` if the players know of it");
        self.report(Diagnostic::warning(codes::IDLE, known, message).help(help));
    }
}
