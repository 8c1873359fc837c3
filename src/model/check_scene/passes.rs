//! The passes over a scene, in their order.

use std::sync::Arc;

use super::checker::SceneChecker;
use super::claimed_twice::claimed_twice;
use super::unused::in_hand;
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::SceneFiles;
use crate::syntax::ast::{self, ItemKind, StatementKind};

impl<'a> SceneChecker<'a> {
    /// The scene files in their order, and the expectations of `tested`.
    pub fn scenes(&mut self, files: &'a SceneFiles, tested: &'a [Arc<ast::File>]) {
        if self.no_system(&files.scenes) {
            return;
        }
        for file in &files.scenes {
            self.scene_file(file);
        }
        self.check_cast();
        self.carry(&files.carried);
        self.check_needs(0);
        self.asked(files.asked.as_ref());
        for item in tested.iter().flat_map(|file| &file.items) {
            if let ItemKind::Expect(expect) = &item.kind {
                self.expectation(expect, item.span);
            }
        }
        self.typer().unread();
        // A file of functions alone is for rules that are not in hand.
        let rules_in_hand = self.system.is_there || !files.scenes.is_empty();
        let is_sound = rules_in_hand && !self.notes.sink.has_errors();
        self.parts(in_hand(files).filter(|_| is_sound));
        if is_sound {
            self.typer().uncalled();
            self.unused(files);
            self.counted_twice();
            self.set_as_begun();
            self.kept_already();
            self.notes.sink.extend(claimed_twice(tested));
            self.values_in_order();
        }
    }

    /// A scene without a system has no words; one message says so.
    pub fn no_system(&mut self, files: &[Arc<ast::File>]) -> bool {
        if self.system.is_there {
            return false;
        }
        let mut lines = files.iter().flat_map(|file| &file.items).filter_map(|item| {
            let ItemKind::Statement(statement) = &item.kind else { return None };
            Some(statement)
        });
        let wordless = |kind: &StatementKind| matches!(kind, StatementKind::Line(_) | StatementKind::Cast { .. });
        let Some(first) = lines.find(|statement| wordless(&statement.kind)) else { return false };
        let complaint =
            Diagnostic::error(codes::UNKNOWN_LINE, first.span, "no rules are in use, so this line has no meaning");
        let misspelt = if let StatementKind::Line(line) = &first.kind { line.words.words.first() } else { None };
        let misspelt = misspelt.filter(|word| is_nearly_use(&word.text));
        self.report(match misspelt {
            Some(word) => complaint.help("did you mean `use`?").fix(Fix::sure(word.span, "use")),
            None => complaint.help("bring in a system first, on a line such as `use NAME`"),
        });
        true
    }
}

/// Whether a word was probably meant to be `use`, which is too short to be guessed at as others are.
fn is_nearly_use(word: &str) -> bool {
    matches!(word.to_lowercase().as_str(), "us" | "use" | "uses" | "usse" | "ue" | "ues" | "sue" | "using" | "import")
}
