//! Items and declarations.

use super::expressions::{cell, expr, type_ref, with_text};
use super::statements::{block, statement, sum_rows};
use super::{Printed, after, aligned, braces, names, quoted};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{
    Beside, Claim, Deck, DeckField, Declaration, DeclarationKind, DiceBody, Expect, ExpectLine, ExpectMode, Expr,
    Field, FieldChange, Grid, HouseName, ItemKind, LineChange, LineChangeKind, MoreRows, Needs, Param, Phrase, Plan,
    PlanLine, Role, Statement, Text, Trivia, Used,
};
use crate::syntax::keywords::begins_statement;

pub(super) fn item(item: &ItemKind) -> String {
    match item {
        ItemKind::System { name, title } => format!("system {}{}", name.text(), after(title.as_ref())),
        ItemKind::House { name, extends, title } => {
            format!("house {} extends {}{}", house_name(name), extends.text(), after(title.as_ref()))
        }
        ItemKind::Use { used, what } => format!("use {}{}", word_of(*used), house_name(what)),
        ItemKind::Modifiers(None) => "modifiers signed".to_owned(),
        ItemKind::Modifiers(Some((bonus, penalty))) => {
            format!("modifiers bonus {}, penalty {}", bonus.text, penalty.text)
        }
        ItemKind::Declaration(declared) => declaration(declared),
        ItemKind::Replace(declared) => format!("replace {}", declaration(declared)),
        ItemKind::ReplaceStep { procedure, step, title, body } => {
            format!("replace step {}.{}{} {}", procedure.text(), step.text(), after(title.as_ref()), block(body))
        }
        ItemKind::ReplaceField(FieldChange { of, field, new }) => {
            let lines: Vec<Printed<'_>> = new.iter().map(field_line).collect();
            format!("replace field {}.{} {}", of.text(), field.text(), braces(&lines))
        }
        ItemKind::Extend(declared) => format!("extend {}", declaration(declared)),
        ItemKind::ExtendRows(more) => more_rows(more),
        ItemKind::ChangeLine(change) => line_change(change),
        ItemKind::Expect(expected) => expect(expected),
        ItemKind::Statement(line) => statement(line),
    }
}

fn more_rows(MoreRows { word, name, beside, grid: rows }: &MoreRows) -> String {
    let beside = beside.as_ref().map_or_else(String::new, |Beside { after, row }| {
        format!(", {} {}", if *after { "after" } else { "before" }, row.text())
    });
    format!("extend {} {}{beside} {}", word.text, name.text(), grid(rows))
}

fn line_change(LineChange { word, path, text, kind }: &LineChange) -> String {
    let path: Vec<SharedText> = path.iter().map(Phrase::text).collect();
    let line = format!("{} {}{}", word.text, path.join("."), after(text.as_ref()));
    match kind {
        LineChangeKind::Add { after: false, body } => format!("add before {line} {}", block(body)),
        LineChangeKind::Add { after: true, body } => format!("add after {line} {}", block(body)),
        LineChangeKind::Replace(body) => format!("replace {line} {}", block(body)),
        LineChangeKind::Remove => format!("remove {line}"),
        LineChangeKind::Extend(rows) => format!("extend {line} {}", sum_rows(rows)),
    }
}

/// The word between `use` and the name.
fn word_of(used: Used) -> &'static str {
    match used {
        Used::Script => "",
        Used::House => "house ",
        Used::Pack => "house pack ",
        Used::Sheet => "sheet ",
    }
}

fn house_name(name: &HouseName) -> String {
    match name {
        HouseName::Quoted(text) => quoted(text),
        HouseName::Bare(phrase) => phrase.text().into(),
    }
}

pub(super) fn declaration(declared: &Declaration) -> String {
    let name = declared.name.text();
    match &declared.kind {
        DeclarationKind::Scale { highest_first, grid: rows } => {
            format!("scale {name}{} {}", first(*highest_first), grid(rows))
        }
        DeclarationKind::Ladder { rolls, highest_first, grid: rows } => {
            format!("ladder {name}, rolls {}{} {}", expr(rolls), first(*highest_first), grid(rows))
        }
        DeclarationKind::Table { params, grid: rows } => format!("table {name}({}) {}", parameters(params), grid(rows)),
        DeclarationKind::Dice { params, body } => format!("dice {name}{}{}", in_parentheses(params), dice_body(body)),
        DeclarationKind::Deck(cards) => deck(&name, cards),
        DeclarationKind::Kind { single, fields, needs } => {
            format!("{} {name} {}", if *single { "one" } else { "kind" }, kind(fields, needs))
        }
        DeclarationKind::Plan(lines) => format!("plan {name} {}", plan(lines)),
        DeclarationKind::Period { before, after } => format!("period {name} {}", period(before, after)),
        DeclarationKind::Rule { params, body } => format!("rule {name}({}) = {}", parameters(params), expr(body)),
        DeclarationKind::Procedure { by, versus, body } => {
            let by = by.as_ref().map_or_else(String::new, |by| format!(" by {}", role(by)));
            let versus = versus.as_ref().map_or_else(String::new, |versus| format!(" versus {}", role(versus)));
            format!("procedure {name}{by}{versus} {}", block(body))
        }
    }
}

fn first(highest_first: bool) -> &'static str {
    if highest_first { ", highest first" } else { "" }
}

fn grid(grid: &Grid) -> String {
    let cells: Vec<Vec<String>> = grid.rows.iter().map(|row| row.cells.iter().map(cell).collect()).collect();
    braces(&aligned(&cells, grid.rows.iter().map(|row| &row.trivia)))
}

fn parameters(params: &[Param]) -> String {
    let parameter = |param: &Param| match &param.ty {
        Some(ty) => format!("{} : {}", param.name.text(), type_ref(ty)),
        None => param.name.text().into(),
    };
    let params: Vec<String> = params.iter().map(parameter).collect();
    params.join(", ")
}

fn in_parentheses(params: &[Param]) -> String {
    if params.is_empty() { String::new() } else { format!("({})", parameters(params)) }
}

fn dice_body(body: &DiceBody) -> String {
    match body {
        DiceBody::Rows(rows) => format!(" {}", grid(rows)),
        DiceBody::Expr { expr: dice, judged } if judged.is_empty() => format!(" = {}", expr(dice)),
        DiceBody::Expr { expr: dice, judged } => format!(" = {}, judged {}", expr(dice), numbers(judged)),
    }
}

fn numbers<T>(numbers: &[(i64, T)]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|(number, _)| number.to_string()).collect();
    numbers.join(", ")
}

fn deck(name: &str, deck: &Deck) -> String {
    let file = deck.file.as_ref().map_or_else(String::new, |file| format!(", from {}", quoted(file)));
    let cards =
        deck.cards.as_ref().map_or_else(String::new, |(cards, number)| format!(", {cards} cards {}", number.text));
    let judged = deck.judged.map_or_else(String::new, |(judged, _)| format!(", judged {judged}"));
    let fields: Vec<Printed<'_>> =
        deck.fields.iter().map(|field| Printed { text: deck_field(field), trivia: &field.trivia }).collect();
    format!("deck {name}{file}{cards}{judged} {}", braces(&fields))
}

fn deck_field(field: &DeckField) -> String {
    format!("{}{} = {}", field.name.text(), in_parentheses(&field.params), expr(&field.body))
}

fn kind(fields: &[Field], needs: &[Needs]) -> String {
    let needs = needs.iter().map(|line| (line.span, Printed { text: needs_line(line), trivia: &line.trivia }));
    let mut lines: Vec<(Span, Printed<'_>)> =
        fields.iter().map(|line| (line.span, field_line(line))).chain(needs).collect();
    // As they were written, which the tree says by their places alone.
    lines.sort_by_key(|(span, _)| span.start);
    let lines: Vec<Printed<'_>> = lines.into_iter().map(|(_, line)| line).collect();
    braces(&lines)
}

fn field_line(line: &Field) -> Printed<'_> {
    Printed { text: field(line), trivia: &line.trivia }
}

pub(super) fn field(field: &Field) -> String {
    let by = by_scale(field.by.as_ref());
    let end = default_and_text(field.default.as_ref(), field.text.as_ref());
    let role = by_scale(field.role.as_ref());
    format!("{}{by} : {}{role}{end}", names(&field.names), type_ref(&field.ty))
}

pub(super) fn default_and_text(default: Option<&Expr>, text: Option<&Text>) -> String {
    default.map_or_else(|| after(text), |default| format!(" = {}", with_text(default, text)))
}

pub(super) fn by_scale(scale: Option<&Phrase>) -> String {
    scale.map_or_else(String::new, |scale| format!(" by {}", scale.text()))
}

pub(super) fn needs_line(needs: &Needs) -> String {
    format!("needs {} else {}", expr(&needs.condition), quoted(&needs.why))
}

fn plan(plan: &Plan) -> String {
    let mut lines: Vec<(Span, String)> = Vec::new();
    lines.extend(plan.budget.iter().map(|budget| (budget.0.span, format!("budget {}", priced(budget)))));
    lines.extend(plan.most.iter().map(|most| (most.span, format!("most {}", expr(most)))));
    lines.extend(plan.upfront.iter().map(|upfront| (upfront.0.span, format!("upfront {}", priced(upfront)))));
    lines.extend(plan.further.iter().map(|further| (further.0.span, format!("further {}", priced(further)))));
    if let Some((name, fields)) = &plan.item {
        let fields: Vec<Printed<'_>> = fields.iter().map(field_line).collect();
        lines.push((name.span(), format!("item {} {}", name.text(), braces(&fields))));
    }
    if let Some(last) = plan.slots.last() {
        lines.push((last.span(), slots(&plan.slots_first, &plan.slots)));
    }
    let group = |(name, least): &(Phrase, Expr)| (name.span(), format!("group {} : {}", name.text(), expr(least)));
    lines.extend(plan.groups.iter().map(group));
    in_written_order(lines, &plan.lines)
}

/// The lines of a plan where they were written: the tree keeps them by what they say.
fn in_written_order(lines: Vec<(Span, String)>, places: &[PlanLine]) -> String {
    let place = |span: Span| places.iter().position(|line| line.span.contains(span));
    let mut lines: Vec<(Option<usize>, String)> = lines.into_iter().map(|(span, text)| (place(span), text)).collect();
    lines.sort_by_key(|(place, _)| *place);
    let unsaid = Trivia::default();
    let trivia = |place: Option<usize>| place.and_then(|place| places.get(place)).map_or(&unsaid, |line| &line.trivia);
    let lines: Vec<Printed<'_>> =
        lines.into_iter().map(|(place, text)| Printed { text, trivia: trivia(place) }).collect();
    braces(&lines)
}

fn priced((price, label): &(Expr, Option<Text>)) -> String {
    with_text(price, label.as_ref())
}

fn slots(first: &[Phrase], rest: &[Phrase]) -> String {
    if first.is_empty() {
        format!("slots {}", names(rest))
    } else {
        format!("slots {} then {}", names(first), names(rest))
    }
}

fn period(before: &[Statement], after: &[Statement]) -> String {
    let unsaid = Trivia::default();
    let brackets = [("before", before), ("after", after)].into_iter().filter(|(_, body)| !body.is_empty());
    let lines: Vec<Printed<'_>> =
        brackets.map(|(word, body)| Printed { text: format!("{word} {}", block(body)), trivia: &unsaid }).collect();
    braces(&lines)
}

fn role(role: &Role) -> String {
    match &role.kind {
        Some(kind) => format!("{} : {}", role.name.text(), kind.text()),
        None => role.name.text().into(),
    }
}

fn expect(expect: &Expect) -> String {
    let mode = expect.mode.as_ref().map_or_else(String::new, |mode| format!(" {}", expect_mode(mode)));
    let lines: Vec<Printed<'_>> = expect.lines.iter().map(expect_line).collect();
    format!("expect{mode}{}{} {}", choosing(&expect.choosing), after(expect.text.as_ref()), braces(&lines))
}

fn choosing(choices: &[(Expr, SharedText)]) -> String {
    if choices.is_empty() {
        return String::new();
    }
    let choices: Vec<String> = choices.iter().map(|(name, option)| format!("{} = {option}", expr(name))).collect();
    format!(" choosing {}", choices.join(", "))
}

fn expect_mode(mode: &ExpectMode) -> String {
    match mode {
        ExpectMode::Automatic => "automatic".to_owned(),
        ExpectMode::Deliberate => "deliberate".to_owned(),
        ExpectMode::Random(None) => "random".to_owned(),
        ExpectMode::Random(Some(seed)) => format!("random {seed}"),
        ExpectMode::Dice(faces) => format!("dice {}", numbers(faces)),
        ExpectMode::Odds(None) => "odds".to_owned(),
        ExpectMode::Odds(Some(given)) => format!("odds given {}", expr(given)),
        ExpectMode::Refused(because) => format!("refused{}", after(because.as_ref())),
    }
}

fn expect_line(line: &ExpectLine) -> Printed<'_> {
    match line {
        ExpectLine::Statement(line) => Printed { text: statement(line), trivia: &line.trivia },
        ExpectLine::Claim(Claim { condition, trivia }) => Printed { text: claim(condition), trivia },
    }
}

/// A claim in parentheses, where its first word would turn it into a line of the scene.
fn claim(condition: &Expr) -> String {
    let printed = expr(condition);
    let head = printed.split(|character: char| !character.is_alphanumeric()).next().unwrap_or("");
    if begins_statement(head) { format!("({printed})") } else { printed }
}
