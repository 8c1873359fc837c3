//! One time round: the scene is run, tested or asked once, and told beside the last time.

use std::path::Path;

use dashu_ratio::RBig;

use super::super::answering::Answering;
use super::super::odds_lines::{answer, lines, that_can_be};
use super::super::odds_rows::{Fractions, few_rows, readable as fraction};
use super::super::paths::readable;
use super::super::{Exit, Terminal, compile, odds_table, test};
use super::arguments::Arguments;
use super::changes::{Expected, of_answers, of_expectations, of_lines};
use crate::diagnostic::{Diagnostic, clean};
use crate::engine::{Chance, Encounter, Failure, OddsRequest, Overview, ResultKind, Seed, percent};
use crate::source::SourceMap;
use crate::verdict::{Verdict, text};

/// What a round has come to, to be held beside the next one.
pub(super) enum Base {
    /// The lines of a verdict.
    Lines(Vec<String>),
    /// The expectations.
    Expected(Vec<Expected>),
    /// Questions with their answers.
    Answers(Vec<(String, String)>),
}

/// Goes round once, and shows what is different since the last time that went well; the first time everything. Without a result
/// the mistakes have been shown.
pub(super) fn round(
    arguments: &mut Arguments,
    (seed, base): (Seed, Option<&Base>),
    terminal: &mut Terminal,
) -> Result<Base, Exit> {
    if arguments.test {
        tested(arguments, base, terminal)
    } else if arguments.odds.is_some() {
        asked(arguments, base, terminal)
    } else {
        run(arguments, (seed, base), terminal)
    }
}

/// Runs the scene. A run that the rules refuse is an answer as well.
fn run(arguments: &mut Arguments, (seed, base): (Seed, Option<&Base>), terminal: &mut Terminal) -> Result<Base, Exit> {
    let Arguments { file, answering, brief, .. } = arguments;
    let encounter = compile::shown_to(answering.audience(), file, &answering.cast(), terminal)?;
    let fit = answering.refuse_idle(&encounter);
    let told = fit.and_then(|()| answering.answer_alone(seed, |answers| encounter.adjudicate(answers)));
    let (verdict, failure) = match &told {
        Ok(verdict) => (Some(verdict), None),
        Err(failure) => (failure.happened(), Some(failure)),
    };
    let now: Vec<String> = verdict.map(|verdict| as_lines(verdict, *brief)).unwrap_or_default();
    let refused = failure.filter(|_| verdict.is_some());
    match base {
        Some(Base::Lines(before)) if failure.is_none() || refused.is_some() => {
            let changes = of_lines(before, &now);
            terminal.say(if changes.is_empty() { "the verdict is the same\n" } else { &changes });
        }
        Some(Base::Lines(_) | Base::Expected(_) | Base::Answers(_)) | None => {
            terminal.say(&now.iter().flat_map(|line| [line, "\n"]).collect::<String>());
        }
    }
    match failure {
        Some(failure) => {
            let exit = terminal.fail(failure, Exit::Refused);
            refused.map(|_| Base::Lines(now)).ok_or(exit)
        }
        None => Ok(Base::Lines(now)),
    }
}

fn as_lines(verdict: &Verdict, brief: bool) -> Vec<String> {
    let pieces = text::pieces(verdict, 0, brief).into_iter().map(|piece| piece.text);
    let heading = if brief { String::new() } else { text::heading(verdict) };
    let all: String = [heading].into_iter().chain(pieces).collect();
    clean::lines(&all).trim_start_matches('\n').lines().map(str::to_owned).collect()
}

/// Tests the file, and the house rules that it uses.
fn tested(arguments: &Arguments, base: Option<&Base>, terminal: &mut Terminal) -> Result<Base, Exit> {
    let Arguments { file, answering, filter, .. } = arguments;
    let encounter = compile::shown(file, &answering.cast(), terminal)?;
    let mut all = expectations(&encounter, filter.as_deref());
    for house in test::houses_beside(&encounter) {
        // What cannot be read without its scene has nothing to say alone; the scene says what is wrong with it.
        if let Ok(alone) = compile::quietly(Path::new(&house), &[].into(), terminal) {
            all.extend(expectations(&alone, filter.as_deref()));
        }
    }
    let now: Vec<Expected> = all.iter().map(|(one, _)| one.clone()).collect();
    match base {
        Some(Base::Expected(before)) => {
            for (became, one) in of_expectations(before, &now) {
                let (file, title, _) = &one.key;
                terminal.say(&line(became.word(), (file, one.line), title));
                let why = all.iter().filter(|(other, _)| became.is_broken() && other.key == one.key);
                why.for_each(|(_, (found, sources))| found.iter().for_each(|found| terminal.show(found, sources)));
            }
        }
        Some(Base::Lines(_) | Base::Answers(_)) | None => {
            for (one, (found, sources)) in &all {
                let (file, title, _) = &one.key;
                terminal.say(&line(if found.is_empty() { "ok  " } else { "FAIL" }, (file, one.line), title));
                for found in found {
                    terminal.show(found, sources);
                }
            }
        }
    }
    let holding = now.iter().filter(|one| one.failures.is_empty()).count();
    terminal.say(&match now.len() {
        0 => format!("{}: nothing to test: it has no `expect`\n", readable(file)),
        all => format!("{holding} of {all} expectations hold\n"),
    });
    Ok(Base::Expected(now))
}

fn line(word: &str, (file, line): (&str, u32), title: &str) -> String {
    format!("{}\n", format!("{word} {}:{line} {}", readable(file), clean::line(title)).trim_end())
}

/// The expectations of a file, each with what differs and the texts that it speaks of.
fn expectations(encounter: &Encounter, filter: Option<&str>) -> Vec<(Expected, (Vec<Diagnostic>, SourceMap))> {
    let report = encounter.test_those(|title| title.contains(filter.unwrap_or_default()));
    let mut all: Vec<(Expected, (Vec<Diagnostic>, SourceMap))> = Vec::new();
    for one in report.tested {
        let (file, title) = (one.place.file.to_string(), one.title);
        let before = all.iter().filter(|(other, _)| (&other.key.0, &other.key.1) == (&file, &title)).count();
        let failures = one.failures.iter().map(|found| found.message.clone()).collect();
        let expected = Expected { key: (file, title, before), line: one.place.line, failures };
        all.push((expected, (one.failures, encounter.sources().clone())));
    }
    all
}

/// Asks the questions, or for every result.
fn asked(arguments: &Arguments, base: Option<&Base>, terminal: &mut Terminal) -> Result<Base, Exit> {
    let Arguments { file, answering, odds, given, .. } = arguments;
    let encounter = compile::shown_to(answering.audience(), file, &answering.cast(), terminal)?;
    let (now, whole) = answers(encounter, (answering, odds.as_deref().unwrap_or_default(), given.as_ref()))
        .map_err(|failure| terminal.fail(&failure, Exit::Refused))?;
    match base {
        Some(Base::Answers(before)) => {
            let changes = of_answers(before, &now);
            terminal.say(if changes.is_empty() { "the odds are the same\n" } else { &changes });
        }
        Some(Base::Lines(_) | Base::Expected(_)) | None => terminal.say(&whole),
    }
    Ok(Base::Answers(now))
}

/// Each question with its answer in a line, and all of them as `assize odds` shows them.
fn answers(
    encounter: Encounter,
    (answering, questions, given): (&Answering, &[String], Option<&String>),
) -> Result<(Vec<(String, String)>, String), Failure> {
    let request = OddsRequest { questions: questions.to_vec(), given: given.cloned(), ..answering.odds_request() };
    let by_policy = answering.by_policy(encounter)?;
    if questions.is_empty() {
        let overview = by_policy.odds_of_results_for(answering.audience(), &request)?;
        return Ok((of_overview(&overview), odds_table::text(&overview, odds_table::look(false))));
    }
    let chances = that_can_be(by_policy.odds_for(answering.audience(), &request)?);
    let told = chances.iter().flat_map(of_chance).collect();
    Ok((told, lines(&chances, Fractions::Readable)))
}

fn of_chance(chance: &Chance) -> Vec<(String, String)> {
    let Some(spread) = &chance.distribution else {
        return vec![(chance.question.clone(), answer(chance, Fractions::Readable))];
    };
    let rows = few_rows(ResultKind::Number, spread).into_iter();
    let rows = rows.map(|row| (format!("{} {}", chance.question, row.label), in_words(&row.chance)));
    [(chance.question.clone(), answer(chance, Fractions::Readable))].into_iter().chain(rows).collect()
}

fn of_overview(overview: &Overview) -> Vec<(String, String)> {
    let refused = overview.refused.iter().map(|one| (one.question.clone(), answer(one, Fractions::Readable)));
    let results = overview.results.iter().flat_map(|result| match &result.spread {
        Ok(spread) => few_rows(result.kind, spread)
            .into_iter()
            .map(|row| (format!("{} {}", result.name, row.label), in_words(&row.chance)))
            .collect(),
        Err(_) => vec![(result.name.clone(), "not computed".to_owned())],
    });
    results.chain(refused).collect()
}

/// A chance in a line: `1/6 (16.67%)`.
fn in_words(chance: &RBig) -> String {
    format!("{} ({})", fraction(chance), percent(chance))
}
