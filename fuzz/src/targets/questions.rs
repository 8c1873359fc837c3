//! Questions about odds, put to a scene with dice, a choice, a counter and a secret.

use assize::engine::{Chance as Answered, ChanceKind};
use assize::{Engine, OddsRequest};

use super::{Target, checks, scripts};
use crate::Chance;
use crate::corpus::Corpus;
use crate::mutate;

/// The scene that is asked.
const SCENE: &str = include_str!("../../scenes/asked.asz");

/// Where questions begin.
const SEEDS: [&str; 14] = [
    "P(lamp.glow is bright)",
    "P(lamp.glow >= dim given lamp.total > 2)",
    "E(lamp.total)",
    "E(lamp.total given lamp.glow is bright)",
    "lamp.total",
    "lamp.glow",
    "P(lamp.glow is bright) + P(lamp.glow is dark)",
    "P(lamp.glow is bright) > 1/2",
    "E(lamp.total) * 2 - 1",
    "P(lamp.r.any(6))",
    "P(lamp.r.sum >= 7 and not lamp.r.doubles)",
    "P(ada.oil >= 2 or lamp is unreached)",
    "P(marks is 2)",
    "max(P(lamp.glow is bright), P(lamp.glow is dark))",
];

/// Texts that claim to be questions.
pub struct Questions;

impl Target for Questions {
    fn name(&self) -> &'static str {
        "questions"
    }

    fn seeds(&self, _: &Corpus) -> Vec<String> {
        SEEDS.map(str::to_owned).to_vec()
    }

    fn changed(&self, corpus: &Corpus, input: &str, chance: &mut Chance) -> String {
        mutate::by_rule(corpus, "one_question", input, chance)
    }

    fn run(&self, corpus: &Corpus, input: &str) -> Vec<String> {
        let mut problems = Vec::new();
        let engine: Engine = scripts::engine(corpus);
        let encounter = match engine.compile("asked.asz", SCENE) {
            Ok(encounter) => encounter,
            Err(failed) => return vec![failed.to_string()],
        };
        for request in [OddsRequest::of([input]), OddsRequest::of(["P(lamp.glow is bright)"]).given(input)] {
            match encounter.odds(&request) {
                Err(failed) => checks::failure(&failed, &mut problems),
                Ok(answered) => chances(&answered, &mut problems),
            }
        }
        problems
    }
}

/// What is wrong with answers: a chance lies between 0 and 1, and those of a distribution add up to 1.
pub fn chances(answered: &[Answered], problems: &mut Vec<String>) {
    for one in answered {
        checks::text("a question", &one.question, problems);
        let value = one.value.as_ref().map(ToString::to_string).unwrap_or_default();
        let is_chance = !value.starts_with('-')
            && one.value.as_ref().is_none_or(|value| value.numerator() <= &value.denominator().clone().into());
        if one.kind == ChanceKind::Chance && !is_chance {
            problems.push(format!("the chance of {} is {value}", one.question));
        }
    }
}
