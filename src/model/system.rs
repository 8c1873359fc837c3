//! A checked system: what the rulebook says, with all house rules applied to it. It knows no scene.

use std::collections::{BTreeMap, BTreeSet};

use smol_str::{ToSmolStr, format_smolstr};

use super::listing::all_of;
use super::posted::Posted;
use super::{
    Arena, Deck, DeckId, Dice, DiceId, FunctionId, HouseFunction, Kind, KindId, Local, LocalId, Named, Pack, Period,
    PeriodId, Plan, PlanId, Procedure, ProcedureId, RolledFor, Rule, RuleId, Scale, ScaleId, Table, TableId, Thing,
    ThingId, Type, Uses, VarId,
};
use crate::semantics::dice::Question;
use crate::shared_text::SharedText;
use crate::source::Span;

/// A checked system, with the overlays laid over it. It never changes; scenes and threads share it.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// The system's title; empty when there is no system.
    pub title: SharedText,
    /// Whether there is a system or an overlay at all.
    pub is_there: bool,
    /// The overlays laid over it, in the order of their `use`.
    pub houses: Vec<House>,
    /// The packs of house rules from which some of them are.
    pub packs: Vec<Pack>,
    /// How modifiers are written.
    pub notation: Notation,
    /// Scales and ladders.
    pub scales: Arena<ScaleId, Scale>,
    /// Look-ups by one or two keys.
    pub tables: Arena<TableId, Table>,
    /// The levels of which tables have no row or column: by which of their keys, and which level.
    pub gaps: BTreeMap<TableId, Vec<(usize, i64)>>,
    /// Dice with a name, which ladders and `roll` may use.
    pub dice: Arena<DiceId, Dice>,
    /// Packs of cards, as they are before the first is drawn.
    pub decks: Arena<DeckId, Deck>,
    /// Kinds of things.
    pub kinds: Arena<KindId, Kind>,
    /// What a scene may lay out as items in an order.
    pub plans: Arena<PlanId, Plan>,
    /// Brackets of play with their upkeep.
    pub periods: Arena<PeriodId, Period>,
    /// Formulas that every expression may call.
    pub rules: Arena<RuleId, Rule>,
    /// Procedures, and after them the upkeep of periods.
    pub procedures: Arena<ProcedureId, Procedure>,
    /// Functions of house rules and of the host.
    pub functions: Arena<FunctionId, HouseFunction>,
    /// The single instances of `one` kinds.
    pub singles: Arena<ThingId, Thing>,
    /// What is declared, by name.
    pub names: Names,
    /// Where it is declared, or nowhere.
    pub span: Span,
    /// Fields that some line of the system changes.
    pub changing: BTreeSet<(KindId, usize)>,
    /// Kinds of which some line of the system goes through all things.
    pub listed: BTreeSet<KindId>,
    /// Kinds of which some line of the system finds out whether a thing is one of those that somebody has.
    pub owners_told_apart: BTreeSet<KindId>,
    /// Questions that some line of the system asks of a roll.
    pub questions: BTreeMap<RolledFor, Vec<Question>>,
    /// Who acts in a blank that asks for a procedure, where the blank says so: the role's local.
    pub(super) blank_roles: BTreeMap<(ProcedureId, LocalId), LocalId>,
    /// The types of all variables; a scene's come after them.
    pub(super) variable_types: Arena<VarId, Type>,
    /// Where the system and its overlays use names.
    pub uses: Uses,
    /// The words that declare variables.
    pub variables: BTreeMap<Span, VarId>,
    /// Where functions of house rules stand.
    pub(super) posted: Posted,
    /// What nothing in it names, though it is there to be named.
    pub(super) unnamed: Vec<Unnamed>,
    /// Blanks that house rules have taken away.
    pub(super) taken_blanks: Vec<TakenBlank>,
    /// Levels that house rules have added, beside which lines ask for another one.
    pub new_levels: Vec<NewLevel>,
    /// Values that each run of their procedure comes to which is not refused.
    pub(super) certain: BTreeSet<(ProcedureId, LocalId)>,
    /// Blanks whose entries some sum tells, each with its reason.
    pub summed: BTreeSet<(ProcedureId, LocalId)>,
    /// Blanks whose text a note of their procedure tells.
    pub quoted: BTreeSet<(ProcedureId, LocalId)>,
}

/// An overlay that is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// What `use house` calls it.
    pub name: SharedText,
    /// Its title, for people.
    pub title: Option<SharedText>,
    /// The line that begins it.
    pub span: Span,
    /// What it declares and changes, and its functions.
    pub touches: Vec<Span>,
    /// Those of them that only add fields to a kind.
    pub fields: Vec<Span>,
}

/// A blank for which a system asks, and with its house rules does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenBlank {
    /// The procedure.
    pub procedure: SharedText,
    /// Its name.
    pub blank: SharedText,
    /// The words of what takes it away.
    pub by: Span,
}

/// A level that a house rule adds to a scale or ladder, of which something else in the system knows nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLevel {
    /// The scale.
    pub scale: SharedText,
    /// Its name.
    pub level: SharedText,
    /// Where it is written.
    pub place: Span,
    /// The comparisons with the level before or after it, which are not true for it.
    pub lines: Vec<AskingLine>,
    /// The families of fields with one value for each level of the scale: the kind and the field.
    pub families: Vec<(SharedText, SharedText)>,
    /// Whether house rules have changed one of these lines, or say that the level is none of those beside it.
    pub is_handled: bool,
}

impl NewLevel {
    /// What fields hold for it that have a value for each level, as a sentence.
    pub fn told_families(&self) -> Option<String> {
        let fields: Vec<String> = self.families.iter().map(|(kind, field)| format!("{kind}.{field}")).collect();
        let (told, level) = (all_of(fields.iter().map(String::as_str)), &self.level);
        (!fields.is_empty()).then(|| format!("{told} have their default for `{level}` where a scene gives no value"))
    }
}

/// A line that asks for one level of a scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskingLine {
    /// The level that it asks for.
    pub level: SharedText,
    /// Where the comparison is written.
    pub place: Span,
    /// How a house rule calls the line, behind `replace`.
    pub address: String,
}

/// What a file declares for other lines to name, and what none of the system and its house rules does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unnamed {
    /// The word it is declared with.
    pub word: &'static str,
    /// Its name, and where that stands.
    pub name: (SharedText, Span),
    /// What it is.
    pub what: Named,
}

impl Unnamed {
    /// Whether a name is one of this, or of a part of it.
    pub fn is_named_by(&self, named: Named) -> bool {
        named == self.what || named.scale().is_some_and(|scale| self.what == Named::Scale(scale))
    }
}

/// How the system writes its modifiers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// `+2`, `-3`
    #[default]
    Signed,
    /// `2b`, `3p`
    Units {
        /// The letter of a bonus.
        bonus: SharedText,
        /// The letter of a penalty.
        penalty: SharedText,
    },
}

impl Notation {
    /// A modifier as the system writes it.
    pub fn modifier(&self, number: i64) -> SharedText {
        match (self, number) {
            (Self::Signed, _) => format_smolstr!("{number:+}"),
            (Self::Units { .. }, 0) => number.to_smolstr(),
            (Self::Units { bonus, .. }, 1..) => format_smolstr!("{number}{bonus}"),
            (Self::Units { penalty, .. }, _) => format_smolstr!("{}{penalty}", number.unsigned_abs()),
        }
    }
}

/// What a system declares, by name. Each sort of thing has names of its own.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Scales and ladders.
    pub scales: BTreeMap<SharedText, ScaleId>,
    /// Tables.
    pub tables: BTreeMap<SharedText, TableId>,
    /// Named dice.
    pub dice: BTreeMap<SharedText, DiceId>,
    /// Decks.
    pub decks: BTreeMap<SharedText, DeckId>,
    /// Kinds.
    pub kinds: BTreeMap<SharedText, KindId>,
    /// Plans.
    pub plans: BTreeMap<SharedText, PlanId>,
    /// Periods.
    pub periods: BTreeMap<SharedText, PeriodId>,
    /// Rules.
    pub rules: BTreeMap<SharedText, RuleId>,
    /// Procedures.
    pub procedures: BTreeMap<SharedText, ProcedureId>,
}

impl System {
    /// Whether an overlay says what stands there.
    pub fn is_overlaid(&self, span: Span) -> bool {
        self.houses.iter().any(|house| house.span.source == span.source)
    }

    /// The type of a scale's levels: numbers, if numbers head its rows.
    pub fn level_type(&self, id: ScaleId) -> Type {
        match self.scales.get(id) {
            Some(scale) if scale.numbers.is_some() => Type::Number,
            _ => Type::Level(id),
        }
    }

    /// Whether somebody of a kind can do something: `by` or `versus` of a procedure is one of them.
    pub fn can_act(&self, kind: KindId) -> bool {
        let is_of_kind = |procedure: &Procedure| {
            let mut roles = [procedure.by, procedure.versus].into_iter().flatten();
            roles.any(|role| procedure.locals[role].ty == Type::Thing(kind))
        };
        self.procedures.iter().any(is_of_kind)
    }

    /// The only plan among a procedure's blanks, with the blank.
    pub fn plan_of(&self, procedure: ProcedureId) -> Option<(LocalId, PlanId)> {
        self.procedures[procedure].locals.pairs().find_map(|(local, declared)| {
            let Type::Plan(plan) = declared.ty else { return None };
            Some((local, plan))
        })
    }

    /// The names of a procedure's blanks and choices.
    pub fn blank_names(&self, procedure: ProcedureId) -> Vec<SharedText> {
        let fillable = self.procedures[procedure].locals.iter().filter(|local| local.can_be_filled());
        fillable.map(|local| local.name.clone()).collect()
    }

    /// A local of a procedure by its name; those of the step in hand come first.
    pub fn local_named(&self, procedure: ProcedureId, name: &str, step: Option<usize>) -> Option<LocalId> {
        let procedure = &self.procedures[procedure];
        let is_here = |local: &Local| local.item_of.is_none() && step.is_some() && local.step == step;
        let in_step = procedure.called(name).iter().copied().find(|local| is_here(&procedure.locals[*local]));
        in_step.or_else(|| procedure.first_called(name))
    }
}
