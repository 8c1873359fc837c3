//! What to write instead of a value of another type: found in what the system and the scene say about it.

use super::constants::constant_of;
use super::{Env, Typer};
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::listing::{one_of, with_article};
use crate::model::{
    Argument, Entry, Expr, ExprKind, Invocation, KindId, Local, LocalKind, ProcedureId, RunMade, ScaleId, ThingId,
    Type, VarId,
};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp};
use crate::syntax::print_expression;

/// So many parts of runs are named.
const MOST_NAMED: usize = 4;

impl Typer<'_> {
    /// For a level where a number is wanted: the numbers that a table calls so, or in a scene a blank that takes the level, or its
    /// columns.
    pub fn instead_of_level(&self, env: &Env, level: &Expr, scale: ScaleId) -> Option<String> {
        let columns = &self.system.scales[scale].columns;
        let of_columns = || {
            let columns = one_of(columns.iter().map(|column| column.name.as_str()));
            format!("read one of its columns after a dot: {columns}")
        };
        let numbers = self.number_of_level(level, scale).or_else(|| self.blanks_for_level(env, level, scale));
        let numbers = numbers.or_else(|| self.number_by_rule(level, scale));
        numbers.or_else(|| (!columns.is_empty()).then(of_columns))
    }

    /// For a level where a number is wanted: the numbers that a table of one key calls so.
    fn number_of_level(&self, level: &Expr, scale: ScaleId) -> Option<String> {
        let ExprKind::Number(rank) = level.kind else { return None };
        let name = self.system.scales[scale].levels.get(usize::try_from(rank).ok()?)?;
        let (table, low, high) = self.system.tables.iter().find_map(|table| {
            let is_of_level = |cell: &Option<Expr>| {
                cell.as_ref().is_some_and(|cell| cell.ty == level.ty && cell.kind == ExprKind::Number(rank))
            };
            let place = table.rows.iter().position(|(_, cells)| cells.iter().any(is_of_level))?;
            let (low, high) = band(&table.rows[place].0);
            // The last row that holds counts, so a band without an end reaches to the next one.
            let next = table.rows[place + 1..].iter().filter_map(|(condition, _)| band(condition).0).min();
            Some((&table.name, low, high.or(next.map(|next| next - 1))))
        })?;
        Some(match (low, high) {
            (Some(low), Some(high)) if low < high => {
                format!("`{name}` is {low} to {high} (table `{table}`): write {low}")
            }
            (Some(low), _) => format!("`{name}` begins at {low} (table `{table}`): write {low}"),
            (None, Some(high)) => format!("`{name}` is at most {high} (table `{table}`): write {high}"),
            (None, None) => return None,
        })
    }

    /// The number that the only rule which takes nothing but this level makes of it.
    fn number_by_rule(&self, level: &Expr, scale: ScaleId) -> Option<String> {
        let ExprKind::Number(rank) = level.kind else { return None };
        let name = self.system.scales[scale].levels.get(usize::try_from(rank).ok()?)?;
        let mut made = self.system.rules.iter().filter_map(|rule| {
            let [(_, Type::Level(of), variable)] = rule.params.as_slice() else { return None };
            let number = computed(&rule.body, (*variable, rank)).filter(|_| *of == scale)?;
            Some(format!("`{name}` is {number} (rule `{}`): write {number}", rule.name))
        });
        made.next().filter(|_| made.next().is_none())
    }

    /// For a run where a number is wanted: the numbers that it comes to, of its sums if it has any.
    pub fn numbers_of_run(&self, run: &Expr) -> Option<String> {
        let (ExprKind::Invocation(id), Type::Run(procedure)) = (&run.kind, &run.ty) else { return None };
        let path = &self.scene.invocations.get(*id)?.path;
        let locals = self.system.procedures[*procedure].locals.iter();
        let numbers = locals.filter(|local| local.ty == Type::Number && local.by.is_none() && local.item_of.is_none());
        let (sums, others): (Vec<&Local>, Vec<&Local>) =
            numbers.filter(|local| !local.is_blank()).partition(|local| local.kind == LocalKind::Sum);
        let told = if sums.is_empty() { others } else { sums };
        // What a run comes to last is what is asked for most.
        let told: Vec<String> =
            told.iter().rev().map(|local| format!("{path}.{}", local.name)).take(MOST_NAMED).collect();
        (!told.is_empty()).then(|| format!("name one of its numbers: {}", one_of(told.iter().map(String::as_str))))
    }

    /// For a number where a level is wanted: the level that a table of one key or a rule calls so.
    pub fn level_of_number(&self, number: &Expr, scale: ScaleId) -> Option<String> {
        let number = constant_of(number)?;
        self.level_in_table(number, scale).or_else(|| self.level_by_rule(number, scale))
    }

    /// The level of which a rule that takes nothing else makes this number.
    fn level_by_rule(&self, number: i64, scale: ScaleId) -> Option<String> {
        self.system.rules.iter().find_map(|rule| {
            let [(_, Type::Level(of), level)] = rule.params.as_slice() else { return None };
            let levels = (0..).zip(&self.system.scales[scale].levels).filter(|_| *of == scale);
            let mut made = levels.filter(|(rank, _)| computed(&rule.body, (*level, *rank)) == Some(number));
            let (_, name) = made.next().filter(|_| made.next().is_none())?;
            Some(format!("{number} is `{name}` (rule `{}`): write `{name}`", rule.name))
        })
    }

    /// The level that a table of one key calls so, and the blank that takes such a number.
    fn level_in_table(&self, number: i64, scale: ScaleId) -> Option<String> {
        let (table, level) = self.system.tables.iter().find_map(|table| {
            // The last row that holds counts.
            let cells =
                table.rows.iter().rev().find(|(condition, _)| holds_for(condition, number)).map(|(_, cells)| cells);
            let mut cells = cells.filter(|_| table.params.len() == 1)?.iter().flatten();
            let cell = cells.find(|cell| cell.ty == Type::Level(scale))?;
            if let ExprKind::Number(level) = cell.kind { Some((table, level)) } else { None }
        })?;
        let level = self.system.scales[scale].levels.get(usize::try_from(level).ok()?)?;
        let key = &table.params.first()?.0;
        let mut locals = self.system.procedures.iter().flat_map(|procedure| procedure.locals.iter());
        let takes_it = locals.any(|local| local.name == *key && local.is_blank() && local.ty == Type::Number);
        let blank = if takes_it { format!(", or `{key} {number}`") } else { String::new() };
        Some(format!("{number} is `{level}` (table `{}`): write `{level}`{blank}", table.name))
    }

    /// The values here that can have the level with which something is compared.
    pub fn values_of_level(&self, env: &Env) -> Option<Vec<String>> {
        let level = env.beside.as_ref()?;
        let can_be = |local: &&Local| {
            let Type::Level(scale) = local.ty else { return false };
            local.item_of.is_none() && self.system.scales[scale].level(level).is_some()
        };
        let values: Vec<String> = if let Some(procedure) = env.procedure {
            let locals = self.system.procedures[procedure].locals.iter().filter(can_be);
            locals.map(|local| local.name.to_string()).collect()
        } else {
            let runs = self.scene.invocations.iter().filter(|run| run.made == RunMade::Written);
            let of_run = |run: &Invocation| {
                let locals = self.system.procedures[run.procedure].locals.iter().filter(can_be);
                let come_out = locals.filter(|local| !local.is_blank());
                come_out.map(|local| format!("{}.{}", run.path, local.name)).collect::<Vec<String>>()
            };
            runs.flat_map(of_run).collect()
        };
        (!values.is_empty()).then_some(values)
    }

    /// The part of that name of each run of the scene in which somebody takes part or that uses something: `flee.hit`.
    pub fn in_runs_with(&self, thing: ThingId, name: &str) -> Vec<String> {
        let is_it = |entry: &Entry| entry.value.kind == ExprKind::Thing(thing);
        let has = |run: &&Invocation| {
            let mut entries = run.arguments.values().flat_map(Argument::all_entries);
            [run.by, run.versus].contains(&Some(thing)) || entries.any(is_it)
        };
        let runs = || self.scene.invocations.iter().filter(|run| run.made == RunMade::Written).filter(has);
        let direct = runs().filter(|run| self.system.local_named(run.procedure, name, None).is_some());
        let direct: Vec<String> = direct.map(|run| format!("{}.{name}", run.path)).collect();
        let deeper = |run: &Invocation| {
            let deeper = self.one_step_deeper(run.procedure, name).into_iter();
            deeper.map(|part| format!("{}.{part}", run.path)).collect::<Vec<String>>()
        };
        if direct.is_empty() { runs().flat_map(deeper).take(MOST_NAMED).collect() } else { direct }
    }

    /// What to say of something that somebody could have, where a blank takes such a thing: `warden.club`.
    pub fn new_of_its_own(&self, env: &Env, kind: KindId, (whose, name): (&str, &str)) -> Option<(String, String)> {
        let filling = env.filling.as_ref()?;
        let procedure = &self.system.procedures[filling.asked_by];
        let wanted = procedure.locals[procedure.first_called(&filling.name)?].ty.each();
        let takes = |ty: &Type| matches!(ty, Type::Many(of) if **of == *wanted);
        let Type::Thing(_) = wanted else { return None };
        let field = &self.system.kinds[kind].fields.iter().find(|field| takes(&field.ty))?.name;
        let message = format!("`{whose}` has no `{field}` called `{name}`");
        Some((message, format!("add it between the braces of `{whose}`: `{field} {name} {{ … }}`")))
    }

    /// Reports `ada.oil = 3` where `=` gives a value to something, and compares nothing.
    pub fn compares_by_a_sign(&mut self, (left, right): (&ast::Expr, &ast::Expr), span: Span) -> Expr {
        let message = "`=` compares only in claims and questions about odds";
        let written = format!("{} is {}", print_expression(left), print_expression(right));
        let found = Diagnostic::error(codes::SYNTAX, span, message).help(format!("write `{written}`"));
        self.report(found.fix(Fix::sure(span, written)));
        Expr::unknown(span)
    }

    /// Reports `climb is major`, where a run is compared with a level that something of it can have.
    pub fn is_run_beside_a_level(&mut self, run: &Expr, (left, right): (&ast::Expr, &ast::Expr)) -> bool {
        let (Type::Run(procedure), ast::ExprKind::Name(level)) = (&run.ty, &right.kind) else { return false };
        let level = level.text();
        let can_be = |local: &&Local| {
            let Type::Level(scale) = local.ty else { return false };
            !local.is_blank() && local.item_of.is_none() && self.system.scales[scale].level(&level).is_some()
        };
        let whose = print_expression(left);
        let locals = self.system.procedures[*procedure].locals.iter().filter(can_be);
        let results: Vec<String> = locals.map(|local| format!("{whose}.{}", local.name)).collect();
        let [first, ..] = results.as_slice() else { return false };
        let message = format!("`{whose}` is a run, and only a result of it can be `{level}`");
        let written: Vec<String> = results.iter().map(|result| format!("{result} is {level}")).collect();
        let help = format!("write {}", one_of(written.iter().map(String::as_str)));
        let found = Diagnostic::error(codes::WRONG_TYPE, left.span, message).help(help);
        self.report(if results.len() == 1 { found.fix(Fix::maybe(left.span, first)) } else { found });
        true
    }

    /// What is called so and belongs to somebody: `warden.club`.
    pub fn owned_by_others(&self, name: &str) -> Vec<String> {
        let is_called_so =
            |full: &&SharedText| full.strip_suffix(name).is_some_and(|whose| whose.ends_with('.') && whose.len() > 1);
        self.scene.things.iter().map(|thing| &thing.name).filter(is_called_so).map(ToString::to_string).collect()
    }

    /// Where a run has a part within another one that it does not have itself: `tasks.cost`.
    pub fn one_step_deeper(&self, procedure: ProcedureId, name: &str) -> Vec<String> {
        let locals = self.system.procedures[procedure].locals.iter().filter(|local| local.item_of.is_none());
        locals.filter(|local| self.has_part(&local.ty, name)).map(|local| format!("{}.{name}", local.name)).collect()
    }

    /// Whether a value of a type has a part of that name.
    fn has_part(&self, ty: &Type, name: &str) -> bool {
        match ty {
            Type::Plan(_) => ["cost", "left", "count", "last", "first"].contains(&name),
            Type::Thing(kind) => self.system.kinds[*kind].field(name).is_some(),
            Type::Run(procedure) => self.system.local_named(*procedure, name, None).is_some(),
            Type::Level(scale) => self.system.scales[*scale].columns.iter().any(|column| column.name == name),
            Type::TableRow(table) => self.system.tables[*table].columns.iter().any(|(column, _)| *column == name),
            Type::Card(deck) => self.system.decks[*deck].fields.iter().any(|field| field.name == name),
            Type::Roll | Type::Dice => ["highest", "lowest", "doubles", "rolled", "dropped"].contains(&name),
            Type::Number
            | Type::YesNo
            | Type::Die
            | Type::Text
            | Type::Item(_)
            | Type::Many(_)
            | Type::NamedModifier
            | Type::Unknown => false,
        }
    }

    /// For somebody or something where another value is wanted: the blanks that take it.
    pub fn blanks_for(&self, value: &Expr, kind: KindId) -> Option<String> {
        let ExprKind::Thing(thing) = value.kind else { return None };
        let name = &self.scene.things.get(thing)?.name;
        let one = Type::Thing(kind);
        let takes = |ty: &Type| *ty == one || *ty == Type::Many(Box::new(one.clone()));
        let locals = self.system.procedures.iter().flat_map(|procedure| &procedure.locals);
        let lines: Vec<String> =
            locals.filter(|l| l.is_blank() && takes(&l.ty)).map(|local| format!("{} {name}", local.name)).collect();
        let kind = &self.system.kinds[kind].name;
        (!lines.is_empty())
            .then(|| format!("{} belongs in {}", with_article(kind), one_of(lines.iter().map(String::as_str))))
    }

    /// For something else where somebody or something of a kind is wanted: those there are, the ones of that name first.
    pub fn things_for(&self, value: &Expr, kind: KindId) -> Option<String> {
        let all: Vec<&SharedText> = self.scene.things.iter().filter(|t| t.kind == kind).map(|t| &t.name).collect();
        let named = if let ExprKind::Invocation(run) = value.kind {
            self.scene.invocations.get(run).map(|run| &run.name)
        } else if let ExprKind::Thing(thing) = value.kind {
            self.scene.things.get(thing).map(|thing| &thing.name)
        } else {
            None
        };
        let is_of_name = |name: &&&SharedText| {
            named.is_some_and(|named| name.rsplit('.').next() == Some(named.as_str()) && name.contains('.'))
        };
        let is_itself = |name: &SharedText| matches!(&value.kind, ExprKind::Thing(thing) if self.scene.things.get(*thing).is_some_and(|thing| thing.name == *name));
        let own = all.iter().filter(|name| is_of_name(name) && !is_itself(name));
        let own: Vec<&str> = own.map(|name| name.as_str()).collect();
        match (own.as_slice(), all.as_slice()) {
            (_, []) => None,
            ([], all) => Some(format!("write {}", one_of(all.iter().map(|name| name.as_str())))),
            (own, _) => Some(format!("write {}", one_of(own.iter().copied()))),
        }
    }
}

/// What is computed from one variable with this value, by adding, subtracting and multiplying alone.
fn computed(value: &Expr, (variable, is): (VarId, i64)) -> Option<i64> {
    if value.kind == ExprKind::Var(variable) {
        return Some(is);
    }
    let ExprKind::Binary(op, left, right) = &value.kind else { return constant_of(value) };
    let (left, right) = (computed(left, (variable, is))?, computed(right, (variable, is))?);
    if *op == BinaryOp::Add {
        left.checked_add(right)
    } else if *op == BinaryOp::Subtract {
        left.checked_sub(right)
    } else {
        left.checked_mul(right).filter(|_| *op == BinaryOp::Multiply)
    }
}

/// Whether a row of a table whose key is a number holds for this one.
fn holds_for(condition: &Expr, number: i64) -> bool {
    let (low, high) = band(condition);
    (low.is_some() || high.is_some()) && low.is_none_or(|low| low <= number) && high.is_none_or(|high| number <= high)
}

/// The ends of a band of a table's key that are plain numbers.
fn band(condition: &Expr) -> (Option<i64>, Option<i64>) {
    let ExprKind::Binary(op, left, right) = &condition.kind else { return (None, None) };
    let number = if let ExprKind::Number(number) = right.kind { Some(number) } else { None };
    match op {
        BinaryOp::And => (band(left).0, band(right).1),
        BinaryOp::GreaterOrEqual => (number, None),
        BinaryOp::LessOrEqual => (None, number),
        BinaryOp::Is => (number, number),
        BinaryOp::Or
        | BinaryOp::IsNot
        | BinaryOp::Less
        | BinaryOp::Greater
        | BinaryOp::Equals
        | BinaryOp::Knows
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::DivideDown
        | BinaryOp::DivideUp
        | BinaryOp::Modulo
        | BinaryOp::Fraction
        | BinaryOp::Up
        | BinaryOp::Down
        | BinaryOp::Towards
        | BinaryOp::Otherwise => (None, None),
    }
}
