//! Lines of procedures and of scenes.

use super::declarations::{by_scale, default_and_text, field, needs_line};
use super::expressions::{expr, type_ref, with_text};
use super::{Printed, after, aligned, braces, fits_in_braces, names, quoted, tall_braces};
use crate::syntax::ast::{
    BinaryOp, ChanceKind, ChoiceOption, DecideRow, Expr, ExprKind, Line, LineValue, Made, Phrase, Statement,
    StatementKind, SumRow, Text, Turn, TypeRef,
};

pub(super) fn block(body: &[Statement]) -> String {
    braces(&lines(body))
}

fn lines(body: &[Statement]) -> Vec<Printed<'_>> {
    body.iter().map(|line| Printed { text: statement(line), trivia: &line.trivia }).collect()
}

pub(super) fn statement(written: &Statement) -> String {
    match &written.kind {
        StatementKind::Line(written) => line(written),
        StatementKind::If { branches, otherwise } => branches_of(branches, otherwise.as_deref()),
        StatementKind::Ask { secret, field: blank } => {
            format!("ask {}{}", if *secret { "secret " } else { "" }, field(blank))
        }
        StatementKind::Let { target, by, ty, value } => {
            format!("let {}{}{} = {}", expr(target), by_scale(by.as_ref()), typed(ty.as_ref()), expr(value))
        }
        StatementKind::Sum { target, rows } => format!("sum {} {}", expr(target), sum_rows(rows)),
        StatementKind::Decide { target, ty, rows } => {
            format!("decide {}{} {}", expr(target), typed(ty.as_ref()), decide_rows(rows))
        }
        StatementKind::Run { target, made, through, with } => run(target, made, through.as_ref(), with),
        StatementKind::Choose { target, ty, by, default, text, condition } => {
            let by = by_scale(by.as_ref());
            let end = default_and_text(default.as_ref(), text.as_ref());
            format!("choose {} : {}{by}{end}{}", expr(target), type_ref(ty), provided(condition.as_ref()))
        }
        StatementKind::ChooseOption { name, question, by, options } => {
            let name = name.as_ref().map_or_else(String::new, |name| format!("{} ", name.text()));
            let options: Vec<Printed<'_>> =
                options.iter().map(|line| Printed { text: option(line), trivia: &line.trivia }).collect();
            format!("choose {name}{}{} {}", quoted(question), by_scale(by.as_ref()), braces(&options))
        }
        StatementKind::Repeat { period, most, until, body } => repeat(period.as_ref(), most, until.as_ref(), body),
        StatementKind::Turns(turns) => {
            let turns: Vec<Printed<'_>> =
                turns.iter().map(|line| Printed { text: turn(line), trivia: &line.trivia }).collect();
            format!("turns {}", braces(&turns))
        }
        StatementKind::ForEach { variable, list, body } => {
            format!("for each {} in {} {}", variable.text, expr(list), block(body))
        }
        StatementKind::Step { name, title, body } => {
            format!("step {}{} {}", name.text(), after(title.as_ref()), block(body))
        }
        StatementKind::Concealed { concealment, line } => format!("{} {}", concealment.word(), statement(line)),
        StatementKind::Roll { target, dice } => format!("roll {} : {}", expr(target), expr(dice)),
        StatementKind::Draw { target, deck } => format!("draw {} : {}", expr(target), deck.text()),
        StatementKind::Shuffle(deck) => format!("shuffle {}", deck.text()),
        StatementKind::Resolve { target, ladder, total } => {
            let ladder = ladder.as_ref().map_or_else(String::new, |ladder| format!(" : {}", ladder.text()));
            format!("resolve {}{ladder} with {}", expr(target), expr(total))
        }
        StatementKind::Cut { target, to } => format!("cut {} to {}", expr(target), expr(to)),
        StatementKind::Pay { amount, from, why } => {
            format!("pay {} from {}{}", expr(amount), expr(from), after(why.as_ref()))
        }
        StatementKind::Stop { why, condition } => format!("stop {}{}", quoted(why), provided(condition.as_ref())),
        StatementKind::Note { text, condition } => format!("note {}{}", quoted(text), provided(condition.as_ref())),
        StatementKind::Signal { what, condition } => format!("signal {}{}", expr(what), provided(condition.as_ref())),
        StatementKind::Needs(needs) => needs_line(needs),
        StatementKind::Mode(mode) => format!("mode {}", mode.text),
        StatementKind::Modifier { name, value, text, known } => modifier(name, value, text.as_ref(), known.as_deref()),
        StatementKind::Cast { names: cast, kind } => format!("cast {} : {}", names(cast), kind.text()),
        StatementKind::Tally { name, ty, first, text } => {
            let ty = ty.as_ref();
            let word = if ty.is_some() { "tally" } else { "flag" };
            format!("{word} {}{} = {}", name.text(), typed(ty), with_text(first, text.as_ref()))
        }
        StatementKind::Chance { name, text, kind, body } => chance((name, text.as_ref()), kind, body.as_deref()),
        StatementKind::Set { place, value } => format!("set {} = {}", expr(place), expr(value)),
        StatementKind::Add { amount, place } => format!("add {} to {}", expr(amount), expr(place)),
        StatementKind::Reveal { what, to } => format!("reveal {} to {}", what.text(), names(to)),
    }
}

fn chance((name, text): (&Phrase, Option<&Text>), kind: &ChanceKind, body: Option<&[Statement]>) -> String {
    let (name, body) =
        (format!("{}{}", name.text(), after(text)), body.map_or_else(String::new, |body| format!(" {}", block(body))));
    match kind {
        ChanceKind::Roll(dice) => format!("roll {name} : {}{body}", expr(dice)),
        ChanceKind::Resolve { ladder, total } => {
            let ladder = ladder.as_ref().map_or_else(String::new, |ladder| format!(" : {}", ladder.text()));
            format!("resolve {name}{ladder} with {}{body}", expr(total))
        }
    }
}

fn line(line: &Line) -> String {
    let text = line.text.as_ref();
    let start = match &line.value {
        LineValue::None => format!("{}{}", line.words.text(), after(text)),
        LineValue::After(value) => format!("{} {}", line.words.text(), with_text(value, text)),
        LineValue::Faces(faces) => {
            let faces: Vec<String> = faces.iter().map(|(face, _)| face.to_string()).collect();
            format!("{} {}{}", line.words.text(), faces.join(", "), after(text))
        }
        LineValue::Through(value) => signed(value, &line.words.text(), with_text(value, text)),
    };
    let by = by_scale(line.by.as_ref());
    let versus = line.versus.as_ref().map_or_else(String::new, |versus| format!(" versus {}", versus.text()));
    let body = line.body.as_ref().map_or_else(String::new, |body| format!(" {}", block(body)));
    format!("{start}{by}{versus}{body}")
}

/// `aim -1` is a sum to the grammar. Whoever wrote the sign close to the number meant a negative one.
fn signed(value: &Expr, words: &str, printed: String) -> String {
    let ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, left, right) = &value.kind else { return printed };
    if let ExprKind::Binary(..) = &left.kind {
        return signed(left, words, printed);
    }
    // A space and the sign.
    let is_close = right.span.start.saturating_sub(left.span.end) == 2;
    let sum = printed.strip_prefix(words).and_then(|rest| rest.strip_prefix(' ')?.split_once(' '));
    match sum {
        Some((sign, rest)) if is_close => format!("{words} {sign}{rest}"),
        _ => printed,
    }
}

fn typed(ty: Option<&TypeRef>) -> String {
    ty.map_or_else(String::new, |ty| format!(" : {}", type_ref(ty)))
}

fn provided(condition: Option<&Expr>) -> String {
    condition.map_or_else(String::new, |condition| format!(" if {}", expr(condition)))
}

pub(super) fn sum_rows(rows: &[SumRow]) -> String {
    let cells: Vec<Vec<String>> = rows.iter().map(|row| vec![row.label.text().into(), expr(&row.value)]).collect();
    braces(&aligned(&cells, rows.iter().map(|row| &row.trivia)))
}

fn decide_rows(rows: &[DecideRow]) -> String {
    let cells: Vec<Vec<String>> = rows.iter().map(|row| vec![expr(&row.value), expr(&row.condition)]).collect();
    braces(&aligned(&cells, rows.iter().map(|row| &row.trivia)))
}

fn run(target: &Expr, made: &Made, through: Option<&Phrase>, with: &[(Phrase, Expr)]) -> String {
    let of = made.of.as_ref().map_or_else(String::new, |of| format!(" : {}", of.text()));
    let by = by_scale(made.by.as_ref());
    let versus = made.versus.as_ref().map_or_else(String::new, |whom| format!(" versus {}", whom.text()));
    let through = through.map_or_else(String::new, |step| format!(" through {}", step.text()));
    let with: Vec<String> = with.iter().map(|(name, value)| format!("{} = {}", name.text(), expr(value))).collect();
    let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(", ")) };
    format!("run {}{of}{by}{versus}{through}{with}", expr(target))
}

/// All blocks beside their braces, or none of them.
fn branches_of(branches: &[(Expr, Vec<Statement>)], otherwise: Option<&[Statement]>) -> String {
    let bodies = branches.iter().map(|(_, body)| body.as_slice()).chain(otherwise);
    let bodies: Vec<Vec<Printed<'_>>> = bodies.map(lines).collect();
    let all_fit = bodies.iter().all(|body| fits_in_braces(body));
    let bodies = bodies.iter().map(|body| if all_fit { braces(body) } else { tall_braces(body) });
    let heads = branches.iter().map(|(condition, _)| format!("if {} ", expr(condition))).chain([String::new()]);
    let printed: Vec<String> = heads.zip(bodies).map(|(head, body)| format!("{head}{body}")).collect();
    printed.join(" else ")
}

fn repeat(period: Option<&Phrase>, most: &Expr, until: Option<&Expr>, body: &[Statement]) -> String {
    let period = period.map_or_else(String::new, |period| format!("{} ", period.text()));
    let until = until.map_or_else(String::new, |until| format!(" until {}", expr(until)));
    format!("repeat {period}up to {}{until} {}", expr(most), block(body))
}

fn turn(turn: &Turn) -> String {
    let keys: Vec<String> = turn.keys.iter().map(expr).collect();
    format!("{} by {} {}", turn.who.text(), keys.join(" then "), block(&turn.body))
}

fn option(option: &ChoiceOption) -> String {
    format!("{}{} {}", option.name.text(), after(option.text.as_ref()), block(&option.body))
}

/// The value begins with a digit, a sign or a parenthesis, so that the name before it ends.
fn modifier(name: &Phrase, value: &Expr, text: Option<&Text>, known: Option<&[Phrase]>) -> String {
    let printed = with_text(value, text);
    let apart = printed.starts_with(|first: char| first.is_ascii_digit() || "-+(".contains(first));
    let value = if apart { printed } else { format!("({}){}", expr(value), after(text)) };
    let known = known.map_or_else(String::new, |known| format!(" known to {}", names(known)));
    format!("modifier {} {value}{known}", name.text())
}
