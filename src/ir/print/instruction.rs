//! One instruction, on one line.

use super::register;
use crate::ir::{
    Binary, Choose, DiceTerm, Filling, Hole, Instruction, Keep, Method, Operand, Piece, Program, Question, Refusal,
    Register, Roll, ShownFaces, Trace, TraceTurn, Unary, Wording,
};

pub(super) fn instruction(program: &Program, instruction: &Instruction) -> String {
    let name = |into: &Register| register(program, *into);
    let read = |from: &Operand| operand(program, *from);
    match instruction {
        Instruction::Copy { into, from } => format!("{} = {}", name(into), read(from)),
        Instruction::Clear { first, count } => {
            let last = Register(first.0.saturating_add(*count).saturating_sub(1));
            format!("clear {} to {}", name(first), name(&last))
        }
        Instruction::Unary { into, op, a } => format!("{} = {}", name(into), unary(*op, &read(a))),
        Instruction::Binary { into, op, a, b } => format!("{} = {}", name(into), binary(*op, &read(a), &read(b))),
        Instruction::Lookup { into, table, key } => format!("{} = table {table} [{}]", name(into), read(key)),
        Instruction::Band { into, scale, judged, key } => {
            let column = if *judged { "judged" } else { "rolled" };
            format!("{} = {} {column} [{}]", name(into), scale_name(program, *scale), read(key))
        }
        Instruction::Jump { to } => format!("go to {}", to.0),
        Instruction::Unless { on, to } => format!("unless {} go to {}", read(on), to.0),
        Instruction::Aside { over } => format!("only to tell of it, otherwise go to {}", over.0),
        Instruction::Resolve { into, scale, total, method, path, after, reads: _ } => format!(
            "{} = resolve {} with {}, {}, for {path}; rolled: next, otherwise go to {}",
            name(into),
            scale_name(program, *scale),
            read(total),
            answered(program, *method),
            after.0
        ),
        Instruction::Roll(roll) => rolled(program, roll),
        Instruction::Draw { into, deck, method, path, shown, .. } => {
            let how = shown.map_or_else(|| answered(program, *method), |card| format!("stated {card}"));
            format!("{} = draw from {}, {how}, for {path}", name(into), deck_name(program, *deck))
        }
        Instruction::Shuffle { deck } => format!("shuffle {}", deck_name(program, *deck)),
        Instruction::Choose(choose) => chosen(program, choose),
        Instruction::Call { into, function, arguments, .. } => {
            let known = program.functions.get(*function as usize);
            let called = known.map_or_else(|| format!("function {function}"), |known| known.name.to_string());
            format!("{} = call {called}({})", list(into.iter().map(name)), list(arguments.iter().map(read)))
        }
        Instruction::Trace(number) => format!("tell {}", told(program, *number)),
        Instruction::Refuse { why } => format!("refuse: {}", refused(program, why)),
        Instruction::Done => "done".into(),
    }
}

fn operand(program: &Program, operand: Operand) -> String {
    match operand {
        Operand::Value(number) => number.to_string(),
        Operand::Register(from) => register(program, from),
        Operand::Unreached => "-".into(),
    }
}

fn list(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

pub(super) fn unary(op: Unary, a: &str) -> String {
    match op {
        Unary::Negate => format!("-{a}"),
        Unary::Not => format!("not {a}"),
        Unary::IsReached => format!("{a} is reached"),
        Unary::OrZero => format!("{a} or 0"),
    }
}

pub(super) fn binary(op: Binary, a: &str, b: &str) -> String {
    let between = match op {
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::DivideDown => "div down",
        Binary::DivideUp => "div up",
        Binary::Modulo => "mod",
        Binary::Less => "<",
        Binary::LessOrEqual => "<=",
        Binary::Equal => "is",
        Binary::And => "and",
        Binary::Or => "or",
        Binary::Minimum => return format!("min({a}, {b})"),
        Binary::Maximum => return format!("max({a}, {b})"),
        Binary::LeastReached => return format!("least reached({a}, {b})"),
        Binary::GreatestReached => return format!("greatest reached({a}, {b})"),
        Binary::SizesUp => "sizes up",
    };
    format!("{a} {between} {b}")
}

fn answered(program: &Program, method: Method) -> String {
    match method {
        Method::Open => "open".into(),
        Method::Deliberate => "deliberate".into(),
        Method::Random => "random".into(),
        Method::Automatic(None) => "automatic".into(),
        Method::Automatic(Some(level)) => format!("automatic {}", operand(program, level)),
    }
}

fn rolled(program: &Program, roll: &Roll) -> String {
    let dice = roll
        .dice
        .iter()
        .map(|DiceTerm { count, sides }| format!("{}d{}", operand(program, *count), operand(program, *sides)));
    let dice = dice.collect::<Vec<_>>().join(" + ");
    let keep = match roll.keep {
        Keep::All => String::new(),
        Keep::Highest(count) => format!(" highest {count}"),
        Keep::Lowest(count) => format!(" lowest {count}"),
    };
    let asked = roll.questions.iter();
    let asked = list(asked.map(|(question, into)| format!("{} = {}", register(program, *into), asked_for(*question))));
    let how = match &roll.shown {
        Some(ShownFaces { faces, fallen }) => {
            format!("stated {} from {}", list(faces.iter().map(i64::to_string)), operand(program, *fallen))
        }
        None => answered(program, roll.method),
    };
    format!("roll {dice}{keep}, {how}, for {}: {asked}", roll.path)
}

pub(super) fn asked_for(question: Question) -> String {
    match question {
        Question::Kept => "kept".into(),
        Question::Rolled => "rolled".into(),
        Question::Dropped => "dropped".into(),
        Question::Face(place) => format!("face({place})"),
        Question::Highest => "highest".into(),
        Question::Lowest => "lowest".into(),
        Question::Doubles => "doubles".into(),
        Question::Any(face) => format!("any({face})"),
        Question::Count(face) => format!("count({face})"),
        Question::AtLeast(face) => format!("at least({face})"),
    }
}

fn chosen(program: &Program, choose: &Choose) -> String {
    let limits = format!("{}..{}", operand(program, choose.low), operand(program, choose.high));
    let options = if choose.options.is_empty() { String::new() } else { format!(" of {}", choose.options.join(", ")) };
    let default = choose.default.map_or(String::new(), |default| format!(", default {}", operand(program, default)));
    format!("{} = choose {limits}{options}{default}, for {}", register(program, choose.into), choose.path)
}

fn refused(program: &Program, why: &Refusal) -> String {
    match why {
        Refusal::Needs(words) => wording(program, words),
        Refusal::OutOfRange { what, value, low, high } => {
            let read = |of: &Operand| operand(program, *of);
            format!("{what} is {}, outside {}..{}", read(value), read(low), read(high))
        }
        Refusal::CannotPay { what, .. } => format!("cannot pay {}", wording(program, what)),
        Refusal::OverBudget { what, spent, budget, unit } => {
            format!("{what} spends {} of {} {unit}", operand(program, *spent), operand(program, *budget))
        }
        Refusal::Grouping { what } => format!("{what} misses its minimum"),
        Refusal::Shown { what, rolled, stated } => {
            format!("{what} rolls {} dice, {stated} are stated", operand(program, *rolled))
        }
    }
}

fn told(program: &Program, number: u32) -> String {
    match program.traces.get(number as usize) {
        None => format!("trace {number}"),
        Some(Trace::Begin { path, procedure, .. }) => format!("{path} begins ({procedure})"),
        Some(Trace::End { path }) => format!("{path} ends"),
        Some(Trace::Step { path, name, .. }) => format!("{path}: step {name}"),
        Some(Trace::Period { name, begins }) => format!("{name} {}", if *begins { "begins" } else { "ends" }),
        Some(Trace::Order { turns }) => {
            let turn = |turn: &TraceTurn| format!("{} {}", turn.who, register(program, turn.place));
            format!("order: {}", turns.iter().map(turn).collect::<Vec<_>>().join(", "))
        }
        Some(Trace::Sum { path, total, .. }) => format!("{path}: sum {}", register(program, *total)),
        Some(Trace::Totalled { path, value, .. }) => format!("{path}: total {}", operand(program, *value)),
        Some(Trace::Resolved { path, level, .. }) => format!("{path}: resolved {}", register(program, *level)),
        Some(Trace::Computed { path, value, .. }) => format!("{path}: {}", register(program, *value)),
        Some(Trace::Chosen { path, value, .. }) => format!("{path}: declared {}", register(program, *value)),
        Some(Trace::Changed { path, .. }) => format!("{path} has changed"),
        Some(Trace::Cut { path, plan, .. }) => format!("{path}: {plan} cut"),
        Some(Trace::Meaning { path, .. }) => format!("{path}: its text"),
        Some(Trace::Stop { path, why }) => format!("{path} stops: {}", wording(program, why)),
        Some(Trace::Said { path, text } | Trace::Reason { path, text, .. }) => format!("{path}: \"{text}\""),
        Some(Trace::Reached { .. } | Trace::ReachedLevel { .. }) => "reached".into(),
        Some(Trace::Signal { name, .. }) => format!("signal {name}"),
        Some(Trace::Note { text }) => format!("\"{}\"", wording(program, text)),
        Some(Trace::Reveal { what, .. }) => format!("{what} is revealed"),
    }
}

/// A text, with what fills its holes between braces.
fn wording(program: &Program, wording: &Wording) -> String {
    let piece = |piece: Piece<'_>| match piece {
        Piece::Words(words) => words.to_owned(),
        Piece::Hole(Hole { filling: Filling::Words(words), .. }) => words.to_string(),
        Piece::Hole(Hole { filling: Filling::Value(value, _), .. }) => format!("{{{}}}", operand(program, *value)),
    };
    wording.pieces().map(piece).collect()
}

fn scale_name(program: &Program, scale: u32) -> String {
    program.scales.get(scale as usize).map_or_else(|| format!("scale {scale}"), |scale| scale.name.to_string())
}

fn deck_name(program: &Program, deck: u32) -> String {
    program.decks.get(deck as usize).map_or_else(|| format!("deck {deck}"), |deck| deck.name.to_string())
}
