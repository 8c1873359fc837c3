//! `turns`: the lines of several people, in the order of their numbers at that moment.

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::Env;
use crate::model::{
    Argument, Expr, ExprKind, InvocationId, Member, Scene, Statement, StatementKind as Kind, ThingId, Turn, Type,
};
use crate::source::Span;
use crate::syntax::{ast, print_expression};

/// Who has a turn, if they are known, and the numbers by which they go.
type Keys = (Option<ThingId>, Vec<Expr>);

/// Something in a number that is somebody's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Run(InvocationId),
    Thing(ThingId),
}

impl<'a> SceneChecker<'a> {
    /// `turns { NAME by KEY then KEY { … } … }`
    pub fn turns(&mut self, line: Span, turns: &'a [ast::Turn]) -> Kind {
        self.enough_turns(line, turns);
        for (place, turn) in turns.iter().enumerate() {
            self.turn_apart(turn, &turns[..place]);
        }
        self.key_again(turns);
        let typed = turns.iter().map(|turn| {
            let who = self.thing_called(&turn.who);
            let keys = turn.keys.iter().map(|key| self.wanted(&Env::in_turn(), key, &Type::Number)).collect();
            (turn, (who, keys))
        });
        // All keys are read before anybody has their turn.
        let typed: Vec<(&ast::Turn, Keys)> = typed.collect();
        self.keys_of_others(&typed);
        let typed = typed
            .into_iter()
            .map(|(turn, (who, keys))| (who, Turn { who: turn.who.text(), keys, body: self.scene_block(&turn.body) }));
        let typed: Vec<(Option<ThingId>, Turn)> = typed.collect();
        self.runs_of_others(&typed);
        Kind::Turns(typed.into_iter().map(|(_, turn)| turn).collect())
    }

    /// Remarks on a bare run in a turn that is by somebody who has one of their own with such a run in it, if nobody does the same for
    /// whose turn it is: what belongs to each turn stands in the wrong one. Who reacts says against whom, or with what.
    fn runs_of_others(&mut self, turns: &[(Option<ThingId>, Turn)]) {
        let scene = &self.scene;
        let runs = |turn: &Turn| -> Vec<InvocationId> { runs_in(&turn.body).into_iter().map(|(_, run)| run).collect() };
        let does = |turn: &Turn, who: ThingId, like: InvocationId| {
            let procedure = scene.invocations[like].procedure;
            runs(turn)
                .into_iter()
                .any(|run| scene.invocations[run].procedure == procedure && scene.invocations[run].by == Some(who))
        };
        let mut found = Vec::new();
        for (who, turn) in turns.iter().filter_map(|(who, turn)| Some(((*who)?, turn))) {
            for (place, run) in runs_in(&turn.body) {
                let written = &scene.invocations[run];
                let Some(by) = written.by.filter(|by| *by != who) else { continue };
                let is_bare = written.versus.is_none()
                    && written.arguments.values().flat_map(Argument::all_entries).next().is_none();
                let own = turns.iter().find(|(other, _)| *other == Some(by));
                if is_bare && own.is_some_and(|(_, own)| does(own, by, run)) && !does(turn, who, run) {
                    found.push((place, run, by, who));
                }
            }
        }
        for (place, run, by, who) in found {
            let (scene, things) = (&self.scene, &self.scene.things);
            let name = &self.system.procedures[scene.invocations[run].procedure].name;
            let (by, who) = (&things[by].name, &things[who].name);
            let message = format!("this `{name}` is by `{by}`, but this is the turn of `{who}`");
            let help = format!("write `by {who}`: `{by}` has one in their own turn");
            self.report(Diagnostic::warning(codes::ROLE, place, message).help(help));
        }
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

    /// Remarks on a number that is not of those whose turn it is but of somebody else who has one here. If the other goes by it too, it may
    /// count for a side.
    fn keys_of_others(&mut self, turns: &[(&ast::Turn, Keys)]) {
        let scene = &self.scene;
        let mut crossed = Vec::new();
        for (who, keys) in turns.iter().filter_map(|(_, (who, keys))| Some(((*who)?, keys))) {
            for (place, key) in keys.iter().enumerate() {
                let sources = sources(key);
                if sources.iter().any(|source| belongs_to(scene, *source, who)) {
                    continue;
                }
                let others = turns.iter().filter_map(|(_, (other, keys))| Some(((*other)?, keys.get(place)?)));
                let of_another = others.filter_map(|(other, key)| {
                    let goes_by = self::sources(key);
                    let mut own = sources.iter().filter(|source| belongs_to(scene, **source, other));
                    own.find(|source| !goes_by.contains(source)).map(|source| (*source, other))
                });
                crossed.extend(of_another.take(1).map(|(source, owner)| (key.span, source, owner, who)));
            }
        }
        for (place, source, owner, who) in crossed {
            let things = &self.scene.things;
            let (owner, who) = (&things[owner].name, &things[who].name);
            let whose = match source {
                Source::Run(run) => format!("`{}` belongs to `{owner}`", self.scene.invocations[run].path),
                Source::Thing(_) => format!("this number belongs to `{owner}`"),
            };
            let message = format!("{whose}, but this is the turn of `{who}`");
            let help = format!("use a number of `{who}`; if it counts for a whole side, order `{owner}` by it too");
            self.report(Diagnostic::warning(codes::ROLE, place, message).help(help));
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
            let message = format!("`{who}` is ordered by {}, but `{}` by {wanted}", numbers(count), first.who.text());
            let found = Diagnostic::error(codes::ARGUMENTS, turn.who.span(), message);
            let help =
                "write the same number of keys in each turn, with `then` between them: `NAME by KEY then KEY { … }`";
            return self.report(found.also(first.who.span(), "here").help(help));
        }
        let written = |turn: &ast::Turn| turn.keys.iter().map(print_expression).collect::<Vec<_>>();
        let keys = written(turn);
        if let Some(same) = before.iter().find(|other| written(other) == keys) {
            let message = format!("`{who}` is ordered by the same number as `{}`", same.who.text());
            let found = Diagnostic::warning(codes::IDLE, turn.keys[0].span, message);
            let help = "if this is meant, they act in the order written; otherwise give each a number of their own";
            self.report(found.also(same.keys[0].span, "here").help(help));
        }
    }
}

/// The runs that lines of a turn write, each with its line.
fn runs_in(lines: &[Statement]) -> Vec<(Span, InvocationId)> {
    let mut found = Vec::new();
    for line in lines {
        if let Kind::Invocation(run) = line.kind {
            found.push((line.span, run));
        }
        found.extend(line.blocks().into_iter().flat_map(runs_in));
    }
    found
}

/// The runs and things in a number, the innermost of each.
fn sources(number: &Expr) -> Vec<Source> {
    if let ExprKind::Invocation(run) | ExprKind::Member(_, Member::Nested(run)) = number.kind {
        vec![Source::Run(run)]
    } else if let ExprKind::Thing(thing) | ExprKind::Member(_, Member::Owned(thing)) = number.kind {
        vec![Source::Thing(thing)]
    } else {
        number.parts().into_iter().flat_map(sources).collect()
    }
}

/// Whether somebody takes part in a run, is this thing or has it.
fn belongs_to(scene: &Scene, source: Source, who: ThingId) -> bool {
    match source {
        Source::Run(run) => [scene.invocations[run].by, scene.invocations[run].versus].contains(&Some(who)),
        Source::Thing(thing) => thing == who || scene.things[who].owned.contains(&thing),
    }
}

/// So many numbers, in words.
fn numbers(count: usize) -> String {
    if count == 1 { "1 number".into() } else { format!("{count} numbers") }
}
