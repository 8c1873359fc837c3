//! Whether a value fits its place.

use super::for_blanks::written_dice;
use super::{Env, Typer};
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::listing::all_of;
use crate::model::{Expr, ExprKind, Member, TableId, Type};
use crate::semantics::dice::Question;
use crate::shared_text::SharedText;

impl Typer<'_> {
    /// The value as one of the wanted type, or a report of why it is none.
    pub fn fit(&mut self, expr: Expr, wanted: &Type, env: &Env) -> Expr {
        if expr.ty == *wanted
            || expr.ty == Type::Unknown
            || *wanted == Type::Unknown
            || expr.kind == ExprKind::Unreached
        {
            return expr;
        }
        let span = expr.span;
        match (&expr.ty, wanted) {
            (Type::Roll, Type::Number) => return self.ask_roll(env, expr, Question::Kept),
            (Type::Dice, Type::Number) if env.rolls => {
                return Expr {
                    span,
                    ty: Type::Number,
                    kind: ExprKind::Member(Box::new(expr), Member::Question(Question::Kept)),
                };
            }
            (Type::NamedModifier, Type::Number) | (Type::Number, Type::Dice) => {
                return Expr { ty: wanted.clone(), ..expr };
            }
            (Type::Die, Type::Dice) => return thrown(expr),
            (Type::Many(of), Type::Dice) if **of == Type::Die => return thrown(expr),
            (Type::Die, Type::Number) => {
                self.bare_die(env, &expr);
                return Expr::unknown(span);
            }
            (Type::Number, Type::Die) => {
                self.number_for_a_die(env, &expr);
                return Expr::unknown(span);
            }
            (Type::TableRow(id), _) => {
                if let Some(column) = self.sole_column(*id, wanted) {
                    let kind = |one| ExprKind::Member(Box::new(one), Member::Column(column));
                    let of_one = &mut |one| Expr { span, ty: wanted.clone(), kind: kind(one) };
                    return Expr { span, ..expr.in_each_branch(of_one) };
                }
            }
            _ => {}
        }
        self.mismatch(env, &expr, wanted);
        Expr::unknown(span)
    }

    /// A die is no number: neither what it would show nor its sides are meant without a word.
    pub fn bare_die(&mut self, env: &Env, die: &Expr) {
        let complaint = if let ExprKind::Number(sides) = die.kind {
            let message = format!("`d{sides}` is a die, but a number is needed here");
            let complaint = Diagnostic::error(codes::WRONG_TYPE, die.span, message);
            if env.rolls {
                let fix = Fix::maybe(die.span, format!("1d{sides}"));
                complaint.help(format!("write `1d{sides}` to roll it, or `{sides}` for its sides")).fix(fix)
            } else if env.procedure.is_none() && env.variables.is_empty() {
                complaint.help(format!(
                    "write a number here: roll the die at the table and write its face, or write `{sides}` for its sides"
                ))
            } else {
                complaint.help(format!("roll it first: `roll NAME : d{sides}`; or write `{sides}` for its sides"))
            }
        } else {
            Diagnostic::error(codes::WRONG_TYPE, die.span, "this is a die, but a number is needed here")
                .help("write `….sides` for the number of its sides, or roll it first: `roll NAME : …`")
        };
        self.report(complaint);
    }

    fn number_for_a_die(&mut self, env: &Env, number: &Expr) {
        let complaint = Diagnostic::error(codes::WRONG_TYPE, number.span, "this is a number, but a die is needed here");
        let line = if let ExprKind::Number(number) = number.kind { self.blanks_for_number(env, number) } else { None };
        self.report(if let (ExprKind::Number(sides), Some(line)) = (&number.kind, line) {
            complaint.help(format!("{line} for the number, or `d{sides}` for a die"))
        } else if let ExprKind::Number(sides @ 1..) = number.kind {
            complaint.help(format!("write `d{sides}` for the die")).fix(Fix::maybe(number.span, format!("d{sides}")))
        } else {
            complaint.help("compare dice with dice such as `d8`; `….sides` is the number of a die's sides")
        });
    }

    /// The column that a table without a named column answers: the only one of that type.
    fn sole_column(&self, id: TableId, wanted: &Type) -> Option<usize> {
        let columns = &self.system.tables[id].columns;
        let mut fitting = columns.iter().enumerate().filter(|(_, (_, ty))| ty == wanted);
        let first = fitting.next()?.0;
        fitting.next().is_none().then_some(first)
    }

    /// What to write for a run of which yes or no is wanted.
    fn ask_what_came(&self, expr: &Expr) -> String {
        let example = if let ExprKind::Invocation(run) = &expr.kind {
            self.example_of(&self.scene.invocations[*run].path, *run)
        } else {
            None
        };
        let example = example.unwrap_or_else(|| "NAME.RESULT is LEVEL".to_owned());
        format!("ask for its result, as in `{example}`")
    }

    /// What to write where somebody or something is wanted, or stands where it is not.
    fn another_value(&self, env: &Env, expr: &Expr, wanted: &Type) -> Option<String> {
        match (&expr.ty, wanted) {
            (_, Type::Thing(kind)) => self.things_for(expr, *kind),
            (Type::Thing(kind), _) => self.blanks_for(expr, *kind),
            (Type::Run(_), Type::Number) => self.numbers_of_run(expr),
            (Type::Level(id), Type::Number) => self.instead_of_level(env, expr, *id),
            _ => None,
        }
    }

    /// What stands there, and what is needed.
    fn is_needed_instead(&self, expr: &Expr, wanted: &Type) -> String {
        let (found, wanted) = (self.type_name(&expr.ty), self.type_name(wanted));
        match written_dice(expr) {
            Some((count, sides)) => format!("`{count}d{sides}` is a roll, but {wanted} is needed here"),
            None => format!("this is {found}, but {wanted} is needed here"),
        }
    }

    fn mismatch(&mut self, env: &Env, expr: &Expr, wanted: &Type) {
        if self.is_named_further_below(expr) {
            return;
        }
        let message = self.is_needed_instead(expr, wanted);
        if let Some((help, fix)) = self.dice_instead(env, expr, wanted) {
            let complaint = Diagnostic::error(codes::WRONG_TYPE, expr.span, message).help(help);
            self.report(fix.into_iter().fold(complaint, Diagnostic::fix));
            return;
        }
        let of_blanks = if let Type::Level(id) = expr.ty { self.blanks_for_level(env, expr, id) } else { None };
        let (code, help) = match (&expr.ty, wanted) {
            (Type::Level(_), Type::Level(id)) => {
                let levels = all_of(self.system.scales[*id].levels.iter().map(SharedText::as_str));
                let or = of_blanks.map(|lines| format!("{lines}; ")).unwrap_or_default();
                let scale = &self.system.scales[*id].name;
                (codes::WRONG_SCALE, format!("{or}the levels of `{scale}` are {levels}"))
            }
            (Type::Level(_), other)
                if *other != Type::Number
                    && let Some(lines) = of_blanks =>
            {
                (codes::WRONG_TYPE, lines)
            }
            (Type::Many(of), Type::Number) if **of == Type::Number => {
                (codes::LIST, "reduce it to one number: `sum(…)`, `highest(…)`, `lowest(…)` or `count(…)`".into())
            }
            (Type::Many(_), _) => (
                codes::LIST,
                "ask about the list: `sum(x in LIST : …)`, `any(x in LIST : …)` or `count(x in LIST : …)`".into(),
            ),
            (_, Type::Many(_)) => (codes::LIST, "name a list here".into()),
            (Type::Level(id), Type::YesNo) => {
                let level = self.system.scales[*id].levels.first().map_or("…", SharedText::as_str);
                (codes::WRONG_TYPE, format!("compare it with a level, such as `… is {level}` or `… >= {level}`"))
            }
            (Type::Number, Type::YesNo) => (codes::WRONG_TYPE, "compare it with a number, such as `… >= 1`".into()),
            (_, Type::Level(id)) => {
                let levels = all_of(self.system.scales[*id].levels.iter().map(SharedText::as_str));
                let levels = || format!("its levels are {levels}");
                (codes::WRONG_TYPE, self.level_of_number(expr, *id).unwrap_or_else(levels))
            }
            (Type::Dice, Type::Number) if env.procedure.is_none() => {
                let help = "write a number here: roll the dice at the table and write their faces";
                (codes::WRONG_TYPE, help.into())
            }
            (Type::Dice, Type::Number) => (codes::WRONG_TYPE, "roll them first: `roll NAME : …`".into()),
            (Type::Run(_), Type::YesNo) => (codes::WRONG_TYPE, self.ask_what_came(expr)),
            (Type::Level(id), Type::Run(_)) => {
                let scale = &self.system.scales[*id].name;
                (codes::WRONG_TYPE, format!("compare its result: write `NAME.{scale}` before the comparison"))
            }
            _ => match self.another_value(env, expr, wanted) {
                Some(way) => (codes::WRONG_TYPE, way),
                None => return self.report(Diagnostic::error(codes::WRONG_TYPE, expr.span, message)),
            },
        };
        self.report(Diagnostic::error(code, expr.span, message).help(help));
    }

    /// Whether a level is also what a line further below names, which is reported then: that was meant where a level does not fit.
    fn is_named_further_below(&mut self, expr: &Expr) -> bool {
        let (Type::Level(scale), ExprKind::Number(rank)) = (&expr.ty, &expr.kind) else { return false };
        let level = usize::try_from(*rank).ok().and_then(|rank| self.system.scales[*scale].levels.get(rank)).cloned();
        level.is_some_and(|level| self.comes_further_below(&level, expr.span))
    }
}

/// A die, or each die of a list, thrown once.
fn thrown(dice: Expr) -> Expr {
    let span = dice.span;
    let kind = ExprKind::Dice { count: Box::new(Expr::number(span, 1)), sides: Box::new(dice) };
    Expr { span, ty: Type::Dice, kind }
}
