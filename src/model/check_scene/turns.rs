//! `turns`: the lines of several people, in the order of their numbers at that moment.

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::Env;
use crate::model::{StatementKind as Kind, Turn, Type};
use crate::source::Span;
use crate::syntax::{ast, print_expression};

impl<'a> SceneChecker<'a> {
    /// `turns { NAME by KEY then KEY { … } … }`
    pub fn turns(&mut self, line: Span, turns: &'a [ast::Turn]) -> Kind {
        self.enough_turns(line, turns);
        for (place, turn) in turns.iter().enumerate() {
            self.turn_apart(turn, &turns[..place]);
        }
        self.key_again(turns);
        let typed = turns.iter().map(|turn| {
            self.thing_called(&turn.who);
            let keys = turn.keys.iter().map(|key| self.wanted(&Env::default(), key, &Type::Number)).collect();
            (turn, keys)
        });
        // All keys are read before anybody has their turn.
        let typed: Vec<_> = typed.collect();
        let typed = typed.into_iter().map(|(turn, keys)| Turn {
            who: turn.who.text(),
            keys,
            body: self.scene_block(&turn.body),
        });
        Kind::Turns(typed.collect())
    }

    /// No turn, or a single one, has no order.
    fn enough_turns(&mut self, line: Span, turns: &[ast::Turn]) {
        let (message, help) = match turns {
            [] => (
                "this `turns` is empty",
                "add turns between the braces: `turns { NAME by KEY { … } NAME by KEY { … } }`",
            ),
            [_] => (
                "a single turn needs no order",
                "write the lines without `turns`, or add another turn between the braces: `NAME by KEY { … }`",
            ),
            _ => return,
        };
        self.report(Diagnostic::error(codes::MISPLACED, line, message).help(help));
    }

    /// A later key that says for everybody what an earlier one says: where that is equal, so is this.
    fn key_again(&mut self, turns: &[ast::Turn]) {
        let written: Vec<Vec<String>> =
            turns.iter().map(|turn| turn.keys.iter().map(print_expression).collect()).collect();
        let Some(first) = turns.first() else { return };
        for later in 1..first.keys.len() {
            let same = |earlier: &usize| {
                written.iter().all(|keys| keys.get(later).is_some_and(|key| keys.get(*earlier) == Some(key)))
            };
            if let Some(earlier) = (0..later).find(same) {
                let found = Diagnostic::warning(codes::IDLE, first.keys[later].span, "this decides nothing");
                let found = found.also(first.keys[earlier].span, "anyone tied on this is also tied on that");
                let help = "remove the number after `then` in every turn, or use a different number";
                self.report(found.help(help));
            }
        }
    }

    /// A turn beside those before it: whose it is, and whether its keys can be held beside theirs.
    fn turn_apart(&mut self, turn: &ast::Turn, before: &[ast::Turn]) {
        let who = turn.who.text();
        if let Some(first) = before.iter().find(|other| other.who.text() == who) {
            let found = Diagnostic::error(codes::DUPLICATE_NAME, turn.who.span(), format!("`{who}` has two turns"));
            let help = "write all lines between one pair of braces, or move the second turn to another `turns`";
            return self.report(found.also(first.who.span(), "the first").help(help));
        }
        let Some(first) = before.first() else { return };
        let (count, wanted) = (turn.keys.len(), first.keys.len());
        if count != wanted {
            let message = format!("`{who}` goes by {}, but `{}` by {wanted}", numbers(count), first.who.text());
            let found = Diagnostic::error(codes::ARGUMENTS, turn.who.span(), message);
            let help =
                "write the same number of keys in each turn, with `then` between them: `NAME by KEY then KEY { … }`";
            return self.report(found.also(first.who.span(), "here").help(help));
        }
        let written = |turn: &ast::Turn| turn.keys.iter().map(print_expression).collect::<Vec<_>>();
        let keys = written(turn);
        if let Some(same) = before.iter().find(|other| written(other) == keys) {
            let message = format!("`{who}` goes by the same number as `{}`", same.who.text());
            let found = Diagnostic::warning(codes::IDLE, turn.keys[0].span, message);
            let help = "if this is meant, they act in the order written; otherwise give each a number of their own";
            self.report(found.also(same.keys[0].span, "here").help(help));
        }
    }
}

/// So many numbers, in words.
fn numbers(count: usize) -> String {
    if count == 1 { "1 number".into() } else { format!("{count} numbers") }
}
