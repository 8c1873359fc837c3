//! The names of types in messages.

use super::Typer;
use crate::model::Type;
use crate::model::listing::with_article;

impl Typer<'_> {
    /// The name of a type for people.
    pub fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Number => "a number".into(),
            Type::YesNo => "yes or no".into(),
            Type::Level(id) => format!("a level of `{}`", self.system.scales[*id].name),
            Type::Die => "a die such as d8".into(),
            Type::Text => "text".into(),
            Type::Thing(id) => with_article(&self.system.kinds[*id].name),
            Type::Run(id) => format!("a run of `{}`", self.system.procedures[*id].name),
            Type::Card(_) => "a card".into(),
            Type::TableRow(id) => format!("a row of `{}`", self.system.tables[*id].name),
            Type::Roll => "a roll".into(),
            Type::Dice => "a set of unrolled dice".into(),
            Type::Plan(_) => "a plan".into(),
            Type::Item(id) => with_article(&self.system.plans[*id].item),
            Type::Many(of) => format!("a list (each entry {})", self.type_name(of)),
            Type::NamedModifier => "a modifier with a name".into(),
            Type::Unknown => "something".into(),
        }
    }
}
