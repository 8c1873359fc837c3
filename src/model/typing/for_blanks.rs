//! What to write instead of a value that does not fit the blank which a scene fills: the blank that takes such a value, or dice that
//! are rolled before.

use super::typer::{Env, Filling, Typer};
use crate::diagnostic::Fix;
use crate::model::listing::one_of;
use crate::model::{Expr, ExprKind, Field, KindId, Local, LocalId, ScaleId, Statement, StatementKind, Type};
use crate::shared_text::SharedText;

impl Typer<'_> {
    /// For a level of another scale: the blanks of the same procedure that take it, `task hard`.
    pub fn blanks_for_level(&self, env: &Env, level: &Expr, scale: ScaleId) -> Option<String> {
        let filling = env.filling.as_ref()?;
        let ExprKind::Number(rank) = level.kind else { return None };
        let name = self.system.scales[scale].levels.get(usize::try_from(rank).ok()?)?;
        let takes = |local: &Local| local.by.is_none() && *local.ty.each() == Type::Level(scale);
        let lines = self.lines_of(filling, &takes, name);
        (!lines.is_empty()).then(|| format!("write {}", one_of(lines.iter().map(String::as_str))))
    }

    /// For a number where a die is wanted: the blanks that take numbers and whose names begin alike, `spared plus 1`.
    pub fn blanks_for_number(&self, env: &Env, number: i64) -> Option<String> {
        let filling = env.filling.as_ref()?;
        let begins = format!("{} ", filling.name);
        let takes = |local: &Local| local.name.starts_with(&begins) && *local.ty.each() == Type::Number;
        let lines = self.lines_of(filling, &takes, &number.to_string());
        (!lines.is_empty()).then(|| format!("write {}", one_of(lines.iter().map(String::as_str))))
    }

    /// The lines of a procedure that fill such a blank with a value.
    pub fn lines_of(&self, filling: &Filling, takes: &dyn Fn(&Local) -> bool, value: &str) -> Vec<String> {
        let locals = self.system.procedures[filling.asked_by].locals.iter();
        let blanks = locals.filter(|local| local.is_blank() && takes(local));
        blanks.map(|local| format!("{} {value}", local.name)).collect()
    }

    /// What to write for a level of which somebody or something is said to be: `ada.state is dead`, `ada.suffers(prone)`.
    pub fn had_level(&self, whose: &str, kind: KindId, level: &Expr) -> Option<String> {
        let (Type::Level(scale), ExprKind::Number(rank)) = (&level.ty, &level.kind) else { return None };
        let name = self.system.scales[*scale].levels.get(usize::try_from(*rank).ok()?)?;
        let fields = &self.system.kinds[kind].fields;
        fields.iter().find_map(|field| said_of(whose, field, (*scale, name)))
    }

    /// What to write where a level is read as if it were a field: `ada.suffers(prone)` for `ada.prone`.
    pub fn level_as_a_field(&self, whose: &str, kind: KindId, name: &str) -> Option<String> {
        let scales = self.system.scales.ids();
        let scales = scales.filter_map(|scale| Some((scale, self.system.scales[scale].level(name)?)));
        let levels: Vec<(ScaleId, &SharedText)> =
            scales.filter_map(|(scale, rank)| Some((scale, self.system.scales[scale].levels.get(rank)?))).collect();
        let fields = &self.system.kinds[kind].fields;
        levels.into_iter().find_map(|level| fields.iter().find_map(|field| said_of(whose, field, level)))
    }

    /// What to write for dice where a number or a die is wanted, as far as the dice are written out.
    pub fn dice_instead(&self, env: &Env, dice: &Expr, wanted: &Type) -> Option<(String, Option<Fix>)> {
        let written = written_dice(dice);
        if env.in_turn && *wanted == Type::Number && dice.ty == Type::Dice {
            let dice = written.map_or_else(|| "…".to_owned(), |(count, sides)| format!("{count}d{sides}"));
            return Some((
                format!("roll them on a line before this one, `roll dice : {dice}`, and write `dice` here"),
                None,
            ));
        }
        let (count, sides) = written?;
        match (wanted, env.filling.as_ref()) {
            (Type::Die, Some(filling)) if count > 1 => {
                let name = &filling.name;
                Some((format!("write each die on its own line: `{name} d{sides}, {name} d{sides}`"), None))
            }
            (Type::Die, None) if count > 1 => Some((
                format!(
                    "this takes one die, `d{sides}`; the number of dice goes on its own line, if there is one for it"
                ),
                None,
            )),
            (Type::Die, _) => {
                let written = format!("d{sides}");
                let help = format!("write a die as `{written}`, with no number before it");
                Some((help, Some(Fix::maybe(dice.span, written))))
            }
            (Type::Number, Some(filling)) => {
                let name = &filling.name;
                let help = match self.size_of_dice(filling) {
                    // The rules roll as many dice as the number says.
                    Some(size) => format!("write how many dice and what they are: `{name} {count}, {size} d{sides}`"),
                    None => format!(
                        "roll it on an earlier line, `roll shown : {count}d{sides}`, and write `{name} shown` here; or roll at the \
                         table, and write the number"
                    ),
                };
                Some((help, None))
            }
            _ => None,
        }
    }

    /// The blank for a die of which the rules roll as many as another blank says.
    fn size_of_dice(&self, filling: &Filling) -> Option<SharedText> {
        let procedure = &self.system.procedures[filling.asked_by];
        let count = procedure.first_called(&filling.name)?;
        let blank = |id: &LocalId| {
            let local = &procedure.locals[*id];
            (local.is_blank() && local.ty == Type::Die).then(|| local.name.clone())
        };
        let size = |dice: &Expr| {
            let ExprKind::Dice { count: many, sides } = &dice.kind else { return None };
            let is_it = within(many).any(|part| part.kind == ExprKind::Local(count));
            let local = |part: &Expr| if let ExprKind::Local(id) = part.kind { blank(&id) } else { None };
            within(sides).find_map(local).filter(|_| is_it)
        };
        rolled(&procedure.body).into_iter().flat_map(within).find_map(size)
    }
}

/// How many dice are written out, and of how many sides.
pub fn written_dice(dice: &Expr) -> Option<(i64, i64)> {
    let ExprKind::Dice { count, sides } = &dice.kind else { return None };
    let (ExprKind::Number(count), ExprKind::Number(sides)) = (&count.kind, &sides.kind) else { return None };
    Some((*count, *sides))
}

/// An expression and all that it is made of.
fn within(whole: &Expr) -> impl Iterator<Item = &Expr> {
    let mut left = vec![whole];
    std::iter::from_fn(move || {
        let next = left.pop()?;
        left.extend(next.parts());
        Some(next)
    })
}

/// What the lines of a body roll, those between braces as well.
fn rolled(body: &[Statement]) -> Vec<&Expr> {
    let mut found = Vec::new();
    for statement in body {
        if let StatementKind::Roll { dice, .. } = &statement.kind {
            found.push(dice);
        }
        found.extend(statement.blocks().into_iter().flat_map(rolled));
    }
    found
}

fn said_of(whose: &str, field: &Field, (scale, level): (ScaleId, &SharedText)) -> Option<String> {
    if field.by == Some(scale) {
        return Some(format!("{whose}.{}({level})", field.name));
    }
    (field.by.is_none() && field.ty == Type::Level(scale)).then(|| format!("{whose}.{} is {level}", field.name))
}
