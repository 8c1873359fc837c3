//! From a checked model to programs: every run in a scene is lowered with its blanks filled in, so that
//! everything known in advance is computed here and only the rest at the table.

// Each layer uses the ones above it here and none below; within a layer files may need each other.

// What a program is written with: nothing here computes an expression.
mod emit;
mod followed;
mod ledger;
mod limits;
mod lost;
mod lowering;
mod movement;
mod named_modifiers;
mod own;
mod partial_value;
mod paths;
mod pieces;
mod plan_charges;
mod reached;
mod registers;
mod screen;
mod settled;
mod shown;
mod states;
mod tables;
mod written_values;

// What an expression comes to.
mod conditions;
mod dice;
mod expressions;
mod houses;
mod joined_rolls;
mod level_tables;
mod lookups;
mod members;
mod totals;
mod wordings;

// What single lines do.
mod arguments;
mod chance;
mod changes;
mod choices;
mod fields;
mod left_at_defaults;
mod locals;
mod methods;
mod plan_checks;
mod plans;
mod prices;
mod resolve;
mod sums;
mod unmet;

// Blocks of lines, and the runs inside them.
mod invocations;
mod led_home;
mod scene;
mod statements;
mod turns;

// Whole programs.
mod checkpoint;
mod expectations;
mod further;
mod programs;

// What has no effect in any of them, and why.
mod accounts;
mod always_stopped;
mod hidden_holes;
mod idle_houses;
mod not_known;
mod overwritten;
mod parts;
mod reasons;
mod ruled_out;
mod uncounted;
mod untold;

use super::Program;
use super::expectation::{Asked, Expectation};
use crate::diagnostic::Diagnostics;
use crate::model::{Question, Scene, System};
pub use checkpoint::Checkpoint;
pub use emit::visibility;
pub use followed::{Carried, Comes};
pub use ledger::{Ledger, TakenAt};
pub use limits::{Bounds, size};
pub use lowering::Findings;
use lowering::Lowering;
pub use pieces::Piece;
pub use programs::{Follow, perhaps, with_open_dice};
pub use settled::{Addition, End, Settled, TakenBack};
pub use shown::{HELP as HELP_SHOWN, miscounted};
pub use written_values::{fields_of_taken, fixing};

/// The program of the scene, and what is known at its end, unless that cannot be kept.
pub fn scene(
    (system, scene): (&System, &Scene),
    bounds: &Bounds,
    (ledger, sink): Findings<'_>,
) -> Option<(Program, Option<Checkpoint>)> {
    let mut lowering = Lowering::new((system, scene), &scene.things, (bounds, (&mut *ledger, sink)));
    lowering.method = lowering.scene_method(scene.mode.as_ref());
    lowering.whole_scene(&scene.statements);
    if let Some(asked) = &scene.asked {
        lowering.result(asked);
    }
    let finished = lowering.finish_and_keep();
    ledger.finish(None);
    finished
}

/// The program of lines that stand behind what is settled already, with remarks on what has no effect in them, and what it adds
/// to that once it has run; there is none of
/// that in whose blanks dice lie that are not rolled yet.
pub fn further(
    (system, scene): (&System, &Scene),
    settled: &Settled,
    (bounds, sink): (&Bounds, &mut Diagnostics),
) -> Option<(Program, Option<Addition>)> {
    let mut ledger = Ledger::default();
    let mut lowering = Lowering::behind_settled((system, scene), settled, (bounds, (&mut ledger, sink)));
    lowering.method = lowering.scene_method(scene.mode.as_ref());
    lowering.whole_scene(&scene.statements);
    if let Some(asked) = &scene.asked {
        lowering.result(asked);
    }
    let finished = lowering.finish_behind(settled);
    if finished.is_some() {
        // How all is answered is said of the whole page, which is not over.
        accounts::remark_on_lines((system, scene), &ledger, sink);
    }
    finished
}

/// The program of lines that stand behind what is settled already, with results for questions about its odds, and for each of
/// them those that it asks for.
pub fn questions_behind(
    (system, scene): (&System, &Scene),
    settled: &Settled,
    asked: &[Question],
    (bounds, sink): (&Bounds, &mut Diagnostics),
) -> Option<(Program, Vec<Vec<Asked>>)> {
    let mut ledger = Ledger::default();
    let mut lowering = Lowering::behind_settled((system, scene), settled, (bounds, (&mut ledger, sink)));
    lowering.asked = asked;
    lowering.method = lowering.scene_method(scene.mode.as_ref());
    lowering.whole_scene(&scene.statements);
    let answered = lowering.results_of(asked);
    Some((lowering.finish_behind(settled)?.0, answered))
}

/// Remarks on what has no effect in the programs of a scene and of its expectations. `follow` is asked whether what no range of a
/// register rules out does take effect.
pub fn remark(
    both: (&System, &Scene),
    ledger: &Ledger,
    (program, expectations): (Option<&Program>, &[Expectation]),
    (follow, sink): (Follow<'_>, &mut Diagnostics),
) {
    let mut ledger = ledger.clone();
    for (whose, open) in ledger.finished() {
        let program = match whose {
            None => program,
            Some(number) => expectations.get(number).and_then(|expectation| expectation.program.as_ref().ok()),
        };
        if let Some(program) = program {
            programs::settle(program, open, &mut ledger, follow);
        }
    }
    let expected = expectations.iter().filter_map(|expectation| expectation.program.as_ref().ok());
    let programs: Vec<&Program> = program.into_iter().chain(expected).collect();
    accounts::remark(both, (&ledger, &programs), sink);
    overwritten::overwritten(both, &programs, sink);
}

/// The programs of all expectations, of the system, the overlays and the scene.
pub fn expectations(both: (&System, &Scene), bounds: Bounds, findings: Findings<'_>) -> Vec<Expectation> {
    each_expectation(both, false, bounds, findings)
}

/// The same, with marks wherever a line of the system is reached ([`super::Trace::Reached`]).
pub fn covering(both: (&System, &Scene), bounds: Bounds, sink: &mut Diagnostics) -> Vec<Expectation> {
    each_expectation(both, true, bounds, (&mut Ledger::default(), sink))
}

fn each_expectation(
    (system, scene): (&System, &Scene),
    covering: bool,
    mut bounds: Bounds,
    (ledger, sink): Findings<'_>,
) -> Vec<Expectation> {
    let mut made = Vec::new();
    for (number, expect) in scene.expects.iter().enumerate() {
        let expectation = expectations::lower((system, scene), expect, covering, (&bounds, (&mut *ledger, &mut *sink)));
        ledger.finish(Some(number));
        bounds = bounds.after(expectation.program.as_ref().ok());
        made.push(expectation);
    }
    made
}

/// The program of the scene with results for questions about its odds, and for each of them those that it asks for. They are laid out
/// behind the program of the scene in `laid_out` if that one answers them; otherwise the scene is laid out anew. Such a
/// program is asked for odds and never told, so it does not say for whom it is.
pub fn questions(
    (system, scene): (&System, &Scene),
    asked: &[Question],
    laid_out: Option<(&Program, &Checkpoint)>,
    (bounds, sink): (&Bounds, &mut Diagnostics),
) -> Option<(Program, Vec<Vec<Asked>>)> {
    let answers = |(_, checkpoint): &(&Program, &Checkpoint)| {
        asked.iter().all(|question| checkpoint.answers((system, scene), question))
    };
    let mut ledger = Ledger::default();
    let mut lowering = if let Some(before) = laid_out.filter(answers) {
        Lowering::behind((system, scene), before, (bounds, (&mut ledger, sink)))
    } else {
        let mut lowering = Lowering::new((system, scene), &scene.things, (bounds, (&mut ledger, sink)));
        lowering.asked = asked;
        lowering.method = lowering.scene_method(scene.mode.as_ref());
        lowering.whole_scene(&scene.statements);
        lowering
    };
    let answered = lowering.results_of(asked);
    Some((lowering.finish_unveiled()?, answered))
}

impl<'m> Lowering<'m, '_> {
    /// Keeps the odds that questions ask for as results.
    fn results_of(&mut self, asked: &'m [Question]) -> Vec<Vec<Asked>> {
        let mut results = Vec::new();
        for question in asked {
            results.push(question.terms.iter().map(|term| self.asked_of(term)).collect());
        }
        results
    }
}
