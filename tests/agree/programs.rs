//! Programs keep to their invariants, come back from JSON the same, and their odds add up; scripts come back from the
//! printer the same.

use std::collections::BTreeMap;

use assize::diagnostic::Diagnostics;
use assize::drivers::Mode;
use assize::drivers::odds::{Budget, odds};
use assize::engine::{Answers, Encounter, Engine};
use assize::ir::expectation::ExpectedMode;
use assize::ir::{FORMAT, invariants};
use assize::source::SourceMap;
use assize::syntax::{ast, parse, print};
use dashu_ratio::RBig;

use crate::scripts;

#[test]
fn all_programs_keep_to_their_invariants() {
    let mut checked = 0;
    for script in scripts::all() {
        let encounter = script.compile();
        let expected = encounter.expectations().iter().filter_map(|one| one.program.as_ref().ok());
        for program in encounter.program().into_iter().chain(expected) {
            assert_eq!(invariants::check(program), Ok(()), "{}", script.name);
            checked += 1;
        }
    }
    assert!(checked > 0);
}

#[test]
fn all_odds_add_up_to_one() {
    for script in scripts::all() {
        for expectation in script.compile().expectations() {
            let (ExpectedMode::Odds { .. }, Ok(program)) = (&expectation.mode, &expectation.program) else { continue };
            // A program alone has nobody to answer its functions; scripts with functions claim their odds themselves.
            if !program.functions.is_empty() {
                continue;
            }
            let choices: BTreeMap<String, String> =
                expectation.choosing.iter().map(|(name, option, _)| (name.to_string(), option.to_string())).collect();
            let distribution = odds(program, Mode::Random, &choices, Budget::default());
            let distribution = distribution.unwrap_or_else(|error| panic!("{}: {error}", expectation.title));
            assert_eq!(distribution.mass(), RBig::ONE, "{}: {}", script.name, expectation.title);
        }
    }
}

#[test]
fn a_stored_program_gives_the_same_verdict() {
    for script in scripts::all() {
        let encounter = script.compile();
        let Some(program) = encounter.program() else { continue };
        let stored = serde_json::to_string(program).expect("a program has a JSON form");
        let loaded =
            Engine::default().load_program(&stored).unwrap_or_else(|failure| panic!("{}: {failure}", script.name));
        for answers in [Answers::deliberate, || Answers::random(7)] {
            assert_eq!(told(&encounter, answers()), told(&loaded, answers()), "{}", script.name);
        }
    }
}

#[test]
fn a_program_of_another_format_is_refused() {
    let encounter = scripts::compile("use ttomp\nactor anna\naction knock by anna { task do }\n");
    let mut stored = serde_json::to_value(encounter.program()).expect("a program has a JSON form");
    stored["format"] = (FORMAT + 1).into();
    let refused = Engine::default().load_program(&stored.to_string()).expect_err("it is of another format").to_string();
    assert!(refused.contains(&format!("this program is in format {}", FORMAT + 1)), "{refused}");
}

/// The results of a run, or why there are none. Places are left out: a stored program has no texts.
fn told(encounter: &Encounter, answers: Answers<'_>) -> String {
    match encounter.adjudicate(answers) {
        Ok(verdict) => {
            let faces = verdict.events.iter().filter_map(|happened| match &happened.event {
                assize::verdict::Event::Rolled { dice, .. } => Some(dice),
                _ => None,
            });
            format!("{:?} {:?}", verdict.results, faces.collect::<Vec<_>>())
        }
        Err(failure) => failure.diagnostics.iter().map(|finding| finding.message.clone()).collect(),
    }
}

#[test]
fn a_printed_script_reads_the_same() {
    for script in scripts::all() {
        let first = read(&script.name, &script.text);
        let printed = print(&first);
        let second = read(&script.name, &printed);
        assert_eq!(printed, print(&second), "{}", script.name);
    }
}

fn read(name: &str, text: &str) -> ast::File {
    let mut sink = Diagnostics::default();
    let file = parse(SourceMap::default().add(name, text), text, &mut sink);
    assert!(!sink.has_errors(), "{name} cannot be read:\n{text}");
    file
}
