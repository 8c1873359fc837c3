//! Answers to `choose` that were given in advance, or are defaults in the script.

use std::collections::BTreeMap;

use crate::ir::passes;
use crate::ir::{Address, Choose, Instruction, Operand, Program, Value};
use crate::machine::{Answer, FaultKind, How, Unanswered};

/// Choices made beforehand: the path of a choice, or the last part of it, and an option's name or a number.
pub type Choices = BTreeMap<String, String>;

/// The choice made beforehand, if there is one. The whole path goes before its last part.
///
/// # Errors
/// When what was chosen is not among the options.
pub fn beforehand(choices: &Choices, choose: &Choose, low: i64, high: i64) -> Result<Option<Answer>, FaultKind> {
    let Some(written) = of(choices, choose) else { return Ok(None) };
    match read(choose, written, low, high) {
        Some(value) => Ok(Some(Answer::Choice(value, How::Person))),
        None => Err(not_an_option(choose, written, low, high)),
    }
}

/// What was chosen beforehand, as it is written.
pub fn of<'c>(choices: &'c Choices, choose: &Choose) -> Option<&'c String> {
    let last = choose.path.rsplit('.').next().unwrap_or_default();
    choices.get(choose.path.as_str()).or_else(|| choices.get(last))
}

/// The first choice made beforehand that the program never asks for, and what it does ask for.
pub fn never_asked<'c>(choices: &'c Choices, program: &'c Program) -> Option<(&'c str, Vec<&'c str>)> {
    let asked = program.code.iter().filter_map(|instruction| {
        if let Instruction::Choose(choose) = instruction { Some(choose.path.as_str()) } else { None }
    });
    let asked: Vec<&str> = asked.collect();
    let fits = |name: &str| asked.iter().any(|path| is_of(name, path));
    choices.keys().find(|name| !fits(name)).map(|name| (name.as_str(), asked.clone()))
}

/// Whether a program has a question that a choice made beforehand answers, whether or not a run comes to it.
pub fn has_question(name: &str, program: &Program) -> bool {
    let is_asked = |instruction: &Instruction| {
        if let Instruction::Choose(choose) = instruction { is_of(name, &choose.path) } else { false }
    };
    program.code.iter().any(is_asked)
}

/// The first choice made beforehand to whose question no run of a program comes, though the program has one.
pub fn never_reached<'c>(choices: &'c Choices, program: &Program) -> Option<&'c str> {
    let reached = if choices.is_empty() { None } else { passes::reached(program, &[], &[]) }?;
    let questions = (0..).map(Address).zip(&program.code).filter_map(|(at, instruction)| {
        if let Instruction::Choose(choose) = instruction { Some((at, choose.path.as_str())) } else { None }
    });
    let asked: Vec<&str> = questions.filter(|(at, _)| reached.comes_to(*at)).map(|(_, path)| path).collect();
    choices.keys().find(|name| !asked.iter().any(|path| is_of(name, path))).map(String::as_str)
}

/// Whether a choice made beforehand answers the question of this path.
pub fn is_of(name: &str, path: &str) -> bool {
    path == name || path.rsplit('.').next() == Some(name)
}

/// Why a choice made beforehand cannot be made wherever it is asked for, if its options are known before the run.
pub fn impossible(choices: &Choices, program: &Program) -> Option<String> {
    let asked = program
        .code
        .iter()
        .filter_map(|instruction| if let Instruction::Choose(choose) = instruction { Some(choose) } else { None });
    let wrong = asked.filter_map(|choose| {
        let written = of(choices, choose)?;
        let (Operand::Value(low), Operand::Value(high)) = (choose.low, choose.high) else { return Some(None) };
        Some(read(choose, written, low, high).is_none().then(|| cannot(choose, written, low, high)))
    });
    wrong.collect::<Option<Vec<String>>>()?.into_iter().next()
}

/// The choice that a policy makes.
///
/// # Errors
/// When it is not among the options.
pub fn by_policy(choose: &Choose, option: i64, (low, high): (i64, i64)) -> Result<Answer, FaultKind> {
    if (low..=high).contains(&option) {
        return Ok(Answer::Choice(option, How::Person));
    }
    let word = usize::try_from(option).ok().and_then(|place| choose.options.get(place));
    let word = word.map_or_else(|| option.to_string(), ToString::to_string);
    Err(not_an_option(choose, &word, low, high))
}

/// What is taken when nobody is asked.
pub fn by_default(default: Value) -> Option<Answer> {
    default.map(|value| Answer::Choice(value, How::Default))
}

/// The refusal for a choice that nobody made.
pub fn nobody(choose: &Choose, low: i64, high: i64) -> FaultKind {
    let what = format!("the choice `{}` has not been made; it can be {}", choose.path, possible(choose, low, high));
    FaultKind::NoAnswer { what, why: Unanswered::NoChoice }
}

/// The value behind an option's name or a number, within the limits.
pub fn read(choose: &Choose, written: &str, low: i64, high: i64) -> Option<i64> {
    let written = written.trim();
    let named = choose.options.iter().position(|option| option == written);
    let value = match named {
        Some(place) => i64::try_from(place).ok()?,
        None => written.parse().ok()?,
    };
    (low..=high).contains(&value).then_some(value)
}

fn not_an_option(choose: &Choose, written: &str, low: i64, high: i64) -> FaultKind {
    FaultKind::NoAnswer { what: cannot(choose, written, low, high), why: Unanswered::NoChoice }
}

fn cannot(choose: &Choose, written: &str, low: i64, high: i64) -> String {
    format!("`{written}` is not an option of `{}`, which can be {}", choose.path, possible(choose, low, high))
}

/// What can be chosen, in words.
pub fn possible(choose: &Choose, low: i64, high: i64) -> String {
    if choose.options.is_empty() {
        return format!("a number from {low} to {high}");
    }
    let open = (0..).zip(&choose.options).filter(|(place, _)| (low..=high).contains(place));
    let mut open: Vec<String> = open.map(|(_, option)| format!("`{option}`")).collect();
    match open.pop() {
        Some(last) if !open.is_empty() => format!("{} or {last}", open.join(", ")),
        last => last.unwrap_or_else(|| "nothing".into()),
    }
}
