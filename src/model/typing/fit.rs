//! Whether a value fits where it stands.

use super::{Env, Typer};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::one_of;
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
            (Type::NamedModifier | Type::Die, Type::Number) | (Type::Number, Type::Die | Type::Dice) => {
                return Expr { ty: wanted.clone(), ..expr };
            }
            (Type::TableRow(id), _) => {
                if let Some(column) = self.sole_column(*id, wanted) {
                    return Expr {
                        span,
                        ty: wanted.clone(),
                        kind: ExprKind::Member(Box::new(expr), Member::Column(column)),
                    };
                }
            }
            _ => {}
        }
        self.mismatch(env, &expr, wanted);
        Expr::unknown(span)
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
        format!("ask what came of it, such as `{example}`")
    }

    fn mismatch(&mut self, env: &Env, expr: &Expr, wanted: &Type) {
        let (found, wanted_name) = (self.type_name(&expr.ty), self.type_name(wanted));
        let (code, help) = match (&expr.ty, wanted) {
            (Type::Level(_), Type::Level(id)) => {
                let levels = one_of(self.system.scales[*id].levels.iter().map(SharedText::as_str));
                (codes::WRONG_SCALE, format!("its levels are {levels}"))
            }
            (Type::Many(of), Type::Number) if **of == Type::Number => {
                (codes::LIST, "bring it down to one number: `sum(…)`, `highest(…)`, `lowest(…)` or `count(…)`".into())
            }
            (Type::Many(_), _) => {
                (codes::LIST, "ask the list: `sum(x in list : …)`, `any(x in list : …)`, `count(x in list : …)`".into())
            }
            (_, Type::Many(_)) => (codes::LIST, "name a list here".into()),
            (Type::Level(id), Type::Number) if !self.system.scales[*id].columns.is_empty() => {
                let columns = one_of(self.system.scales[*id].columns.iter().map(|c| c.name.as_str()));
                (codes::WRONG_TYPE, format!("read one of its columns after a dot: {columns}"))
            }
            (Type::Level(id), Type::YesNo) => {
                let level = self.system.scales[*id].levels.first().map_or("…", SharedText::as_str);
                (codes::WRONG_TYPE, format!("compare it with a level, such as `… is {level}` or `… >= {level}`"))
            }
            (Type::Number, Type::YesNo) => (codes::WRONG_TYPE, "compare it with a number, such as `… >= 1`".into()),
            (_, Type::Level(id)) => {
                let levels = one_of(self.system.scales[*id].levels.iter().map(SharedText::as_str));
                (codes::WRONG_TYPE, format!("its levels are {levels}"))
            }
            (Type::Dice, Type::Number) if env.procedure.is_none() => {
                let help = "a scene says a number here: roll the dice at the table, and write what they show";
                (codes::WRONG_TYPE, help.into())
            }
            (Type::Dice, Type::Number) => (codes::WRONG_TYPE, "roll them first: `roll dice : …`".into()),
            (Type::Run(_), Type::YesNo) => (codes::WRONG_TYPE, self.ask_what_came(expr)),
            (Type::Level(id), Type::Run(_)) => {
                let scale = &self.system.scales[*id].name;
                (codes::WRONG_TYPE, format!("compare what came of it: `NAME.{scale}` before the comparison"))
            }
            _ => (codes::WRONG_TYPE, format!("write {wanted_name} here")),
        };
        let message = format!("this is {found}, and {wanted_name} is wanted");
        self.report(Diagnostic::error(code, expr.span, message).help(help));
    }
}
