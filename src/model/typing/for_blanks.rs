//! What to write instead of a value that does not fit the blank which a scene fills: the blank that takes such a value, or dice that
//! are rolled before.

use super::typer::{Env, Filling, Typer};
use crate::diagnostic::Fix;
use crate::model::listing::one_of;
use crate::model::{Expr, ExprKind, Field, KindId, Local, ScaleId, Type};
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
}

/// What to write for dice where a number or a die is wanted, as far as the dice are written out.
pub fn dice_instead(env: &Env, dice: &Expr, wanted: &Type) -> Option<(String, Option<Fix>)> {
    let written = if let ExprKind::Dice { count, sides } = &dice.kind
        && let (ExprKind::Number(count), ExprKind::Number(sides)) = (&count.kind, &sides.kind)
    {
        Some((count, sides))
    } else {
        None
    };
    if env.in_turn && *wanted == Type::Number && dice.ty == Type::Dice {
        let dice = written.map_or_else(|| "…".to_owned(), |(count, sides)| format!("{count}d{sides}"));
        return Some((
            format!("roll them on a line before this one, `roll dice : {dice}`, and write `dice` here"),
            None,
        ));
    }
    let (count, sides) = written?;
    let filling = env.filling.as_ref();
    match (wanted, filling) {
        (Type::Die, Some(filling)) if *count > 1 => {
            let name = &filling.name;
            Some((format!("write each die on its own line: `{name} d{sides}, {name} d{sides}`"), None))
        }
        (Type::Die, None) if *count > 1 => Some((
            format!("this takes one die, `d{sides}`; the number of dice goes on its own line, if there is one for it"),
            None,
        )),
        (Type::Die, _) => {
            let written = format!("d{sides}");
            let help = format!("write a die as `{written}`, with no number before it");
            Some((help, Some(Fix::maybe(dice.span, written))))
        }
        (Type::Number, Some(filling)) => {
            let name = &filling.name;
            let help = format!(
                "roll it on an earlier line, `roll dice : {count}d{sides}`, and write `{name} dice` here; or roll at the table, \
                 and write the number"
            );
            Some((help, None))
        }
        _ => None,
    }
}

fn said_of(whose: &str, field: &Field, (scale, level): (ScaleId, &SharedText)) -> Option<String> {
    if field.by == Some(scale) {
        return Some(format!("{whose}.{}({level})", field.name));
    }
    (field.by.is_none() && field.ty == Type::Level(scale)).then(|| format!("{whose}.{} is {level}", field.name))
}
