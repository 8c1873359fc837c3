//! Every way in which the crate answers, held to what was counted out.

use assize::engine::{Answers, Encounter, Engine, OddsRequest, Shelf};
use assize::{Failure, Verdict};
use dashu_ratio::RBig;

use crate::chance::Way;
use crate::count::{Counted, Odds, of_one, without_chance};
use crate::print::{Texts, texts};
use crate::print_expressions::{cond, level_name, read};
use crate::tree::{Program, Subject};
use crate::world::Value;

/// A program, compiled.
pub struct Compiled {
    pub texts: Texts,
    pub engine: Engine,
    pub encounter: Encounter,
}

pub fn compile(program: &Program) -> Result<Compiled, Box<(Texts, Failure)>> {
    let texts = texts(program);
    let mut shelf = Shelf::default();
    shelf.put("sys", &texts.system);
    texts.house.iter().for_each(|house| shelf.put("bend", house));
    let engine = Engine::with(shelf);
    match engine.compile("scene.asz", &texts.scene) {
        Ok(encounter) => Ok(Compiled { texts, engine, encounter }),
        Err(failure) => Err(Box::new((texts, failure))),
    }
}

/// A question, and what its answer should be; none where it has none.
enum Asked {
    One(String, Option<RBig>),
    /// A number: every value with its chance.
    Each(String, Vec<(i64, RBig)>, RBig),
    /// A standard deviation: what its square should be, but for the thirtieth digit behind the point.
    Root(String, Option<RBig>),
}

fn name_of(subject: &Subject) -> String {
    match subject {
        Subject::Number(from) | Subject::Level(from, _) | Subject::Flag(from) => read(from),
        Subject::Holds(on) => cond(on),
    }
}

fn chance(odds: &Odds, holds: impl Fn(&[Value]) -> bool) -> RBig {
    odds.iter().filter(|(values, _)| holds(values)).fold(RBig::ZERO, |all, (_, chance)| all + chance)
}

fn mean(odds: &Odds, place: usize) -> Option<RBig> {
    let reached = chance(odds, |values| values[place].is_some());
    let parts = odds.iter().filter_map(|(values, chance)| Some(RBig::from(values[place]?) * chance));
    let sum = parts.fold(RBig::ZERO, |all, part| all + part);
    (reached != RBig::ZERO).then(|| sum / reached)
}

/// The mean of the squared distances from the mean.
fn variance(odds: &Odds, place: usize) -> Option<RBig> {
    let (mean, reached) = (mean(odds, place)?, chance(odds, |values| values[place].is_some()));
    let square = |value: i64| (RBig::from(value) - &mean).sqr();
    let parts = odds.iter().filter_map(|(values, chance)| Some(square(values[place]?) * chance));
    Some(parts.fold(RBig::ZERO, |all, part| all + part) / reached)
}

/// The least value for which so many of the runs that reach one reach no more.
fn quantile(odds: &Odds, place: usize, (above, below): (i64, u8)) -> Option<RBig> {
    let share = RBig::from_parts(above.into(), below.into());
    let reached = chance(odds, |values| values[place].is_some());
    let no_more = |least: i64| chance(odds, |values| values[place].is_some_and(|value| value <= least));
    let all = odds.keys().filter_map(|values| values[place]);
    all.filter(|value| no_more(*value) >= &share * &reached).min().map(RBig::from)
}

/// Whether a root is that of a number.
fn is_root(root: Option<&RBig>, square: Option<&RBig>) -> bool {
    let (Some(root), Some(square)) = (root, square) else { return root.is_none() && square.is_none() };
    let last_digit = RBig::from_parts(1.into(), 1_000_000_000_000_000_000_000_000_000_000_u128.into());
    *root >= RBig::ZERO && (root - &last_digit).max(RBig::ZERO).sqr() <= *square && *square <= (root + last_digit).sqr()
}

fn questions(program: &Program, odds: &Odds) -> Vec<Asked> {
    let mut asked = Vec::new();
    for (place, subject) in program.scene.subjects.iter().enumerate() {
        let name = name_of(subject);
        let one = of_one(odds, place);
        let unreached = one.get(&None).cloned().unwrap_or_default();
        match subject {
            Subject::Number(_) => {
                let each = one.iter().filter_map(|(value, chance)| Some(((*value)?, chance.clone()))).collect();
                asked.push(Asked::Each(name.clone(), each, unreached.clone()));
                asked.push(Asked::One(format!("E({name})"), mean(odds, place)));
                asked.push(Asked::Root(format!("sd({name})"), variance(odds, place)));
                asked.push(Asked::One(format!("quantile({name}, 3/4)"), quantile(odds, place, (3, 4))));
                if let Some((Some(value), chance)) = one.iter().next_back() {
                    asked.push(Asked::One(format!("P({name} is {value})"), Some(chance.clone())));
                }
            }
            Subject::Level(_, scale) => {
                for (value, chance) in &one {
                    let Some(rank) = value else { continue };
                    let level = level_name(*scale, *rank);
                    asked.push(Asked::One(format!("P({name} is {level})"), Some(chance.clone())));
                }
            }
            Subject::Flag(_) | Subject::Holds(_) => {
                let yes = one.get(&Some(1)).cloned().unwrap_or_default();
                asked.push(Asked::One(format!("P({name})"), Some(yes)));
            }
        }
        if !matches!(subject, Subject::Holds(_)) {
            asked.push(Asked::One(format!("P({name} is unreached)"), Some(unreached)));
        }
    }
    asked.extend(on_condition(program, odds));
    asked
}

/// The same on the condition that the last subject holds, which is a condition.
fn on_condition(program: &Program, odds: &Odds) -> Vec<Asked> {
    let last = program.scene.subjects.len() - 1;
    let given: Odds =
        odds.iter().filter(|(values, _)| values[last] == Some(1)).map(|(v, c)| (v.clone(), c.clone())).collect();
    let all = chance(&given, |_| true);
    if all == RBig::ZERO {
        return Vec::new();
    }
    let on = name_of(&program.scene.subjects[last]);
    let subjects = program.scene.subjects[..last].iter().enumerate();
    let asked = subjects.flat_map(|(place, subject)| {
        let name = name_of(subject);
        match subject {
            Subject::Number(_) => vec![
                Asked::One(format!("E({name} given {on})"), mean(&given, place)),
                Asked::One(format!("median({name} given {on})"), quantile(&given, place, (1, 2))),
            ],
            Subject::Level(_, scale) => {
                let lowest = chance(&given, |values| values[place] == Some(0)) / &all;
                vec![Asked::One(format!("P({name} is {} given {on})", level_name(*scale, 0)), Some(lowest))]
            }
            Subject::Flag(_) | Subject::Holds(_) => {
                let yes = chance(&given, |values| values[place] == Some(1)) / &all;
                vec![Asked::One(format!("P({name} given {on})"), Some(yes))]
            }
        }
    });
    asked.collect()
}

/// Exact odds. Says how many questions were asked.
pub fn odds(program: &Program, compiled: &Compiled, counted: &Counted) -> Result<usize, String> {
    let asked = questions(program, &counted.odds);
    let texts = asked.iter().map(|asked| match asked {
        Asked::One(text, _) | Asked::Root(text, _) | Asked::Each(text, ..) => text.clone(),
    });
    let mut request = OddsRequest::of(texts);
    request.choices.extend(program.scene.chosen.iter().cloned());
    let answers = compiled.encounter.odds(&request);
    if counted.odds.is_empty() || counted.stuck {
        return match answers {
            Ok(_) => Err("the rules refuse it on every way, or cannot go on, and there are odds".to_owned()),
            Err(_) => Ok(0),
        };
    }
    let answers = answers.map_err(|failure| format!("no odds: {failure}"))?;
    let (refused, answers): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.refused.is_some());
    let refused = refused.into_iter().filter_map(|answer| answer.value).fold(RBig::ZERO, |sum, chance| sum + chance);
    let left = RBig::ONE - counted.odds.values().fold(RBig::ZERO, |sum, chance| sum + chance);
    if refused != left {
        return Err(format!("odds say that {refused} are refused, counted out {left}"));
    }
    if answers.len() != asked.len() {
        return Err(format!("{} questions, and {} answers", asked.len(), answers.len()));
    }
    for (asked, answer) in asked.iter().zip(&answers) {
        match asked {
            Asked::One(text, value) if answer.value != *value => {
                return Err(format!("{text}: odds say {:?}, counted out {value:?}", answer.value));
            }
            Asked::Root(text, square) if !is_root(answer.value.as_ref(), square.as_ref()) => {
                return Err(format!("{text}: odds say {:?}, counted out the root of {square:?}", answer.value));
            }
            Asked::One(..) | Asked::Root(..) => {}
            Asked::Each(text, values, unreached) => {
                let spread = answer.distribution.as_ref().ok_or_else(|| format!("{text}: no distribution"))?;
                let found: Vec<(i64, RBig)> =
                    spread.values.iter().map(|value| (value.number, value.chance.clone())).collect();
                if found != *values || spread.unreached != *unreached {
                    return Err(format!("{text}: odds say {found:?}, counted out {values:?}, unreached {unreached}"));
                }
            }
        }
    }
    Ok(asked.len())
}

pub fn run(program: &Program, encounter: &Encounter, mut answers: Answers<'_>) -> Result<Verdict, Failure> {
    answers.choices.extend(program.scene.chosen.iter().cloned());
    encounter.adjudicate(answers)
}

/// What a verdict says of each subject, where it names it.
pub fn told(program: &Program, verdict: &Verdict) -> Vec<Option<Value>> {
    let subjects = program.scene.subjects.iter();
    subjects.map(|subject| verdict.get(&name_of(subject)).map(|shown| shown.number)).collect()
}

/// Whether a verdict tells what was counted out; what it does not name is not looked at.
fn tells(told: &[Option<Value>], values: &[Value]) -> bool {
    told.iter().zip(values).all(|(told, value)| told.is_none_or(|told| told == *value))
}

fn same(program: &Program, how: &str, run: &Result<Verdict, Failure>, wanted: Option<&[Value]>) -> Result<(), String> {
    match (run, wanted) {
        (Ok(verdict), Some(values)) if tells(&told(program, verdict), values) => Ok(()),
        (Ok(verdict), Some(values)) => {
            let names: Vec<String> = program.scene.subjects.iter().map(name_of).collect();
            Err(format!("{how}: of {names:?} it tells {:?}, counted out {values:?}", told(program, verdict)))
        }
        (Err(_), None) => Ok(()),
        (Ok(_), None) => Err(format!("{how}: the rules refuse it, and it runs")),
        (Err(failure), Some(_)) => Err(format!("{how}: {failure}")),
    }
}

/// Judgement, the best of everything, the faces of some of the ways, and a run by chance, as it is and as it is stored.
pub fn runs(program: &Program, compiled: &Compiled, counted: &Counted, seed: u64) -> Result<(), String> {
    let encounter = &compiled.encounter;
    for (way, answers) in [(Way::Judgement, Answers::deliberate()), (Way::Automatic, Answers::automatic())] {
        let wanted = without_chance(program, way);
        same(program, &format!("{way:?}"), &run(program, encounter, answers), wanted.as_deref())?;
    }
    for (faces, outcome) in &counted.leaves {
        let by_hand = run(program, encounter, Answers::given(faces.clone()));
        same(program, &format!("dice {faces:?}"), &by_hand, outcome.as_deref())?;
    }
    let by_chance = run(program, encounter, Answers::random(seed));
    if let Ok(verdict) = &by_chance {
        let told = told(program, verdict);
        if !counted.odds.keys().any(|values| tells(&told, values)) {
            return Err(format!("by chance it comes to what never comes about: {told:?}"));
        }
    } else if !counted.refused {
        return Err(format!("by chance: {}", by_chance.expect_err("it is")));
    }
    if seed.is_multiple_of(8)
        && let Some(stored) = encounter.stored()
    {
        let loaded = compiled.engine.load_program(&stored).map_err(|failure| format!("stored: {failure}"))?;
        let again = run(program, &loaded, Answers::random(seed));
        if by_chance.as_ref().ok().map(|verdict| &verdict.results)
            != again.as_ref().ok().map(|verdict| &verdict.results)
        {
            return Err("stored and loaded it comes out otherwise".to_owned());
        }
    }
    Ok(())
}
