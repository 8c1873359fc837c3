//! Where names are defined, and where they are used: what the checkers resolved, turned around.

use std::collections::BTreeMap;

use super::outline::{Symbol, SymbolKind};
use super::vocabulary::Sort;
use crate::model::{
    Arena, Argument, Field, Invocation, InvocationId, Named, NamedModifierId, RunMade, Scene, System, Thing, ThingId,
    Uses, VarId,
};
use crate::source::{SourceMap, Span};

/// A name with the places that speak of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Definition {
    /// The name in full: what belongs to somebody is called after both, such as `ada.rope`.
    pub name: String,
    /// What it stands for.
    pub kind: SymbolKind,
    /// Where it is given.
    pub span: Span,
    /// Where it is spoken of, in the order of the texts.
    pub uses: Vec<Span>,
}

impl Definition {
    fn of(Symbol { name, kind, span, .. }: &Symbol) -> Self {
        Self { name: name.clone(), kind: kind.clone(), span: *span, uses: Vec::new() }
    }

    /// Whether it is spoken of at this place.
    pub(super) fn is_used_at(&self, place: Span) -> bool {
        self.uses.iter().any(|span| span.contains(place))
    }
}

/// Everything that has a name in a system and a scene, with its uses, in the order of the texts. What is named in a part
/// that has mistakes is told by its symbol.
pub(super) fn definitions(
    (system, scene): (&System, &Scene),
    sources: &SourceMap,
    symbols: &[Symbol],
) -> Vec<Definition> {
    let variables = system.variables.iter().chain(&scene.variables).map(|(span, id)| (*id, *span)).collect();
    let found = symbols.iter().map(|symbol| ((symbol.span, symbol.name.clone()), Definition::of(symbol))).collect();
    let mut index = Index { system, scene, sources, variables, found };
    for named in of_system(system) {
        index.define(named, &scene.things);
    }
    for named in of_scene(system, scene) {
        index.define(named, &scene.things);
    }
    index.uses(&system.uses, &scene.things);
    index.uses(&scene.uses, &scene.things);
    for expect in &scene.expects {
        let things = expect.things.as_ref().unwrap_or(&scene.things);
        for id in things.ids().skip(scene.things.len()) {
            index.define(Named::Thing(id), things);
        }
        index.uses(&expect.uses, things);
    }
    for definition in index.found.values_mut() {
        definition.uses.sort();
        definition.uses.dedup();
    }
    index.found.into_values().collect()
}

/// Everything that a system gives a name, but what only expressions name.
fn of_system(system: &System) -> Vec<Named> {
    let mut all = Vec::new();
    for (id, scale) in system.scales.pairs() {
        all.push(Named::Scale(id));
        all.extend((0..scale.levels.len()).map(|level| Named::Level(id, level)));
        all.extend((0..scale.columns.len()).map(|column| Named::Column(id, column)));
    }
    for (id, table) in system.tables.pairs() {
        all.push(Named::Table(id));
        all.extend((0..table.columns.len()).map(|column| Named::TableColumn(id, column)));
    }
    for (id, deck) in system.decks.pairs() {
        all.push(Named::Deck(id));
        all.extend((0..deck.fields.len()).map(|field| Named::CardField(id, field)));
    }
    for (id, kind) in system.kinds.pairs() {
        all.push(Named::Kind(id));
        all.extend((0..kind.fields.len()).map(|field| Named::Field(id, field)));
    }
    for (id, plan) in system.plans.pairs() {
        all.extend([Named::Plan(id), Named::PlanItem(id)]);
        all.extend((0..plan.qualifiers.len()).map(|qualifier| Named::Qualifier(id, qualifier)));
        all.extend((0..plan.groups.len()).map(|group| Named::Group(id, group)));
    }
    all.extend(system.dice.ids().map(Named::Dice));
    all.extend(system.rules.ids().map(Named::Rule));
    // A period is a procedure as well, at the same place.
    all.extend(system.periods.ids().map(Named::Period));
    for (id, procedure) in system.procedures.pairs() {
        all.push(Named::Procedure(id));
        all.extend(procedure.locals.ids().map(|local| Named::Local(id, local)));
        all.extend((0..procedure.steps.len()).map(|step| Named::Step(id, step)));
    }
    let params = system.rules.iter().map(|rule| &rule.params);
    let params = params.chain(system.tables.iter().map(|table| &table.params));
    let params = params.chain(system.dice.iter().map(|dice| &dice.params));
    all.extend(params.flatten().map(|(_, _, variable)| Named::Variable(*variable)));
    all
}

/// Everything that a scene gives a name.
fn of_scene(system: &System, scene: &Scene) -> Vec<Named> {
    // A period has the form of a run, and no name of its own; a run that the rules make is named in the system.
    let is_period = |run: &Invocation| system.periods.iter().any(|period| period.procedure == run.procedure);
    let is_named = |run: &Invocation| run.made == RunMade::Written && !is_period(run);
    let runs: Vec<(InvocationId, &Invocation)> = scene.invocations.pairs().filter(|(_, run)| is_named(run)).collect();
    let mut all: Vec<Named> = scene.things.ids().map(Named::Thing).collect();
    all.extend(scene.named_modifiers.ids().map(Named::NamedModifier));
    all.extend(scene.own.ids().map(Named::Own));
    for (id, run) in runs {
        all.push(Named::Invocation(id));
        for (local, argument) in &run.arguments {
            if let Argument::Plan(plan) = argument {
                let written = plan.items.iter().enumerate().filter(|(_, item)| item.span != run.span);
                all.extend(written.map(|(place, _)| Named::Item(id, *local, place)));
            }
        }
    }
    all
}

/// What is known so far, by the places of the definitions and their names: what shares both is one. A data file is the
/// place of everything that its columns name.
struct Index<'m> {
    system: &'m System,
    scene: &'m Scene,
    sources: &'m SourceMap,
    variables: BTreeMap<VarId, Span>,
    found: BTreeMap<(Span, String), Definition>,
}

/// A name, what it stands for, and where it is given.
type DefinitionSite<'m> = (&'m str, SymbolKind, Span);

impl<'m> Index<'m> {
    fn uses(&mut self, uses: &Uses, things: &'m Arena<ThingId, Thing>) {
        for (named, span) in uses.iter() {
            // Some variables are named by the language: `that` in dice, `total` in ladders.
            let text = self.sources.slice(span);
            let is_given =
                |variable| self.variables.get(&variable).is_some_and(|place| self.sources.slice(*place) == text);
            if matches!(named, Named::Variable(variable) if !is_given(variable)) {
                continue;
            }
            if let Some(definition) = self.define(named, things)
                && definition.span != span
            {
                definition.uses.push(span);
            }
        }
    }

    /// The definition of something, if it stands anywhere.
    fn define(&mut self, named: Named, things: &'m Arena<ThingId, Thing>) -> Option<&mut Definition> {
        let (name, kind, span) = self.of_elements(named, things)?;
        let own = Definition { name: name.to_owned(), kind, span, uses: Vec::new() };
        Some(self.found.entry((span, own.name.clone())).or_insert(own))
    }

    fn modifier(&self, id: NamedModifierId) -> DefinitionSite<'m> {
        let modifier = &self.scene.named_modifiers[id];
        (&modifier.name, SymbolKind::Modifier, modifier.span)
    }

    /// The place, if the name stands there. A run that is made a second time is counted, and not written so.
    fn written_place(&self, name: &str, place: Span) -> Option<Span> {
        self.sources.slice(place).split_whitespace().eq(name.split_whitespace()).then_some(place)
    }

    /// Name, kind and place of a declaration, or of what a scene names.
    fn of_elements(&self, named: Named, things: &'m Arena<ThingId, Thing>) -> Option<DefinitionSite<'m>> {
        let system = self.system;
        let sort = |name: &'m str, sort: Sort, span: Span| (name, SymbolKind::Sort(sort), span);
        Some(match named {
            Named::Scale(id) => {
                let scale = &system.scales[id];
                let own = if scale.ladder.is_some() { Sort::Ladder } else { Sort::Scale };
                sort(&scale.name, own, scale.span)
            }
            Named::Table(id) => sort(&system.tables[id].name, Sort::Table, system.tables[id].span),
            Named::Dice(id) => sort(&system.dice[id].name, Sort::Dice, system.dice[id].span),
            Named::Deck(id) => sort(&system.decks[id].name, Sort::Deck, system.decks[id].span),
            Named::Kind(id) => sort(&system.kinds[id].name, Sort::Kind, system.kinds[id].span),
            Named::Plan(id) => sort(&system.plans[id].name, Sort::Plan, system.plans[id].span),
            Named::Period(id) => sort(&system.periods[id].name, Sort::Period, system.periods[id].span),
            Named::Rule(id) => sort(&system.rules[id].name, Sort::Rule, system.rules[id].span),
            Named::Procedure(id) => sort(&system.procedures[id].name, Sort::Procedure, system.procedures[id].span),
            Named::Thing(id) => {
                let thing = things.get(id)?;
                // What belongs to somebody is called after both: `ada.rope`.
                let own = thing.name.rsplit('.').next().unwrap_or_default();
                let kind = Sort::Thing(system.kinds[thing.kind].name.to_string());
                sort(&thing.name, kind, self.last_words(thing.span, own))
            }
            Named::Invocation(id) => {
                let run = &self.scene.invocations[id];
                if let Some(line) = self.made_by(id) {
                    return self.of_elements(line, things);
                }
                let kind = Sort::Done(system.procedures[run.procedure].name.to_string());
                sort(&run.name, kind, self.last_words(run.span, &run.name))
            }
            Named::Own(id) => (&self.scene.own[id].name, SymbolKind::Own, self.scene.own[id].span),
            Named::NamedModifier(id) => self.modifier(id),
            Named::Function(id) => {
                let function = &system.functions[id];
                if function.signature.is_some() {
                    // What the host answers is written in no script.
                    return None;
                }
                (&function.name, SymbolKind::Function, function.span)
            }
            Named::Variable(id) => {
                let span = *self.variables.get(&id)?;
                (self.sources.slice(span), SymbolKind::Variable, span)
            }
            Named::Level(..)
            | Named::Column(..)
            | Named::TableColumn(..)
            | Named::CardField(..)
            | Named::Field(..)
            | Named::PlanItem(_)
            | Named::Qualifier(..)
            | Named::Group(..)
            | Named::Local(..)
            | Named::Step(..)
            | Named::Item(..) => return self.of_parts(named),
        })
    }

    /// Name, kind and place of what belongs to something else.
    fn of_parts(&self, named: Named) -> Option<DefinitionSite<'m>> {
        let (system, field) = (self.system, |one: &'m Field| (one.name.as_str(), SymbolKind::Field, one.span));
        Some(match named {
            Named::Level(scale, level) => {
                let scale = &system.scales[scale];
                (scale.levels.get(level)?, SymbolKind::Level, *scale.places.get(level)?)
            }
            Named::Column(scale, column) => {
                let column = system.scales[scale].columns.get(column)?;
                (&column.name, SymbolKind::Column, column.span)
            }
            Named::TableColumn(table, column) => {
                let table = &system.tables[table];
                (&table.columns.get(column)?.0, SymbolKind::Column, *table.places.get(column)?)
            }
            Named::CardField(deck, field) => {
                let field = system.decks[deck].fields.get(field)?;
                (&field.name, SymbolKind::Field, field.span)
            }
            Named::Field(kind, place) => field(system.kinds[kind].fields.get(place)?),
            Named::Qualifier(plan, place) => field(system.plans[plan].qualifiers.get(place)?),
            Named::PlanItem(plan) => {
                let plan = &system.plans[plan];
                (&plan.item, SymbolKind::Sort(Sort::Item(plan.name.to_string())), plan.item_span)
            }
            Named::Group(plan, group) => {
                let group = system.plans[plan].groups.get(group)?;
                (&group.name, SymbolKind::Group, group.span)
            }
            Named::Local(procedure, local) => {
                let local = system.procedures[procedure].locals.get(local)?;
                (&local.name, SymbolKind::Value, self.written_place(&local.name, local.span)?)
            }
            Named::Step(procedure, step) => {
                let step = system.procedures[procedure].steps.get(step)?;
                (&step.name, SymbolKind::Step, step.span)
            }
            Named::Item(run, local, item) => {
                let Some(Argument::Plan(plan)) = self.scene.invocations[run].arguments.get(&local) else { return None };
                let item = plan.items.get(item)?;
                (&item.name, SymbolKind::Item, self.last_words(item.span, &item.name))
            }
            // These belong to nothing else.
            Named::Scale(_)
            | Named::Table(_)
            | Named::Dice(_)
            | Named::Deck(_)
            | Named::Kind(_)
            | Named::Plan(_)
            | Named::Period(_)
            | Named::Rule(_)
            | Named::Procedure(_)
            | Named::Function(_)
            | Named::Variable(_)
            | Named::Thing(_)
            | Named::Invocation(_)
            | Named::NamedModifier(_)
            | Named::Own(_) => return None,
        })
    }

    /// The line of the system that makes a run inside another one and names it so.
    fn made_by(&self, run: InvocationId) -> Option<Named> {
        if self.scene.invocations[run].made == RunMade::Written {
            return None;
        }
        let around =
            self.scene.invocations.iter().find(|around| around.nested.values().any(|nested| *nested == run))?;
        let name = &self.scene.invocations[run].name;
        let mut locals = self.system.procedures[around.procedure].locals.pairs();
        let (local, _) = locals.find(|(_, local)| local.name == *name)?;
        Some(Named::Local(around.procedure, local))
    }

    /// The end of a place, where the name of what stands there is. What is nowhere named has the whole place.
    fn last_words(&self, place: Span, name: &str) -> Span {
        let before = self.sources.slice(place).strip_suffix(name).map_or(0, str::len);
        Span::new(place.source, place.start as usize + before..place.end as usize)
    }
}
