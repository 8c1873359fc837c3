//! What a scene leaves out, and beside which something that it says would count: blanks of its runs, what is said of those who take
//! part, and settings.

use std::collections::{BTreeMap, BTreeSet};

use super::encounter::Encounter;
use super::instead::in_words;
use super::later_changes::lines;
use super::places::{Holder, Other, Place, kind_of};
use crate::model::{
    Arena, Argument, Entry, Expr, ExprKind, Field, InvocationId, KindId, Local, LocalId, LocalKind, Named, Procedure,
    ProcedureId, Scene, Statement, StatementKind, Thing, ThingId, Type, constant_of,
};
use crate::shared_text::SharedText;
use crate::source::Span;

/// So many levels or things are tried where the scene says nothing.
const MOST_VALUES: usize = 12;

/// A number that has no limits is usually from 0 to this.
const USUAL: i64 = 20;

/// So many fields are named beside which something counts.
const MOST_FIELDS: usize = 3;

/// What a scene leaves out, tried as if it stood at a place; whoever asks says whether something counts in a scene with it.
pub(super) struct Unsaid<'u> {
    pub(super) encounter: &'u Encounter,
    pub(super) at: Span,
    pub(super) counts_in: &'u dyn Fn(&Scene) -> bool,
}

/// A blank as it would be written, and the scene with each value that would do.
pub(super) struct Said {
    pub(super) blank: LocalId,
    pub(super) words: String,
    pub(super) scenes: Vec<Scene>,
}

impl Unsaid<'_> {
    /// The blanks that are wanted and that a run of a scene leaves out, and beside which it counts, as they would be written.
    pub(super) fn blanks(
        &self,
        scene: &Scene,
        run: InvocationId,
        wanted: &dyn Fn(LocalId, &Local) -> bool,
    ) -> Vec<Said> {
        let Encounter { system, .. } = self.encounter;
        let written = &scene.invocations[run];
        let by_rules = filled_by_rules(&system.procedures);
        let is_nested = scene.invocations.iter().any(|outer| outer.nested.values().any(|nested| *nested == run));
        let is_open = |blank: LocalId| {
            let is_given = is_nested && by_rules.contains(&(written.procedure, blank));
            !written.arguments.contains_key(&blank) && !is_given
        };
        let locals = system.procedures[written.procedure].locals.pairs();
        let open = locals.filter(|(blank, local)| is_open(*blank) && local.by.is_none() && wanted(*blank, local));
        open.flat_map(|(blank, local)| self.blank(scene, run, (blank, local))).collect()
    }

    /// A blank as it would be written, if the scene counts beside it: alone where all values would do or many, with each of a few otherwise.
    fn blank(&self, scene: &Scene, run: InvocationId, (blank, local): (LocalId, &Local)) -> Vec<Said> {
        let LocalKind::Ask { ref default, limits, .. } = local.kind else { return Vec::new() };
        let scene = &self.with_one_at_least(scene, &local.ty);
        let with = |value: &Other| {
            let said = self.entry((&local.name, local.ty.each()), *value, None)?;
            let is_list = matches!(local.ty, Type::Many(_));
            let said = if is_list { Argument::List(vec![said]) } else { Argument::One(Box::new(said)) };
            let mut scene = scene.clone();
            scene.invocations[run].arguments.insert(blank, said);
            (self.counts_in)(&scene).then_some((*value, scene))
        };
        let mut values = if local.ty == Type::Number {
            let (low, high) = limits.unwrap_or((0, USUAL));
            let middle = low.midpoint(high);
            // What has no limits of its own may have to be beyond the usual ones.
            let beyond = if limits.is_none() { USUAL * 2 } else { middle.midpoint(high) };
            vec![Other::Number(middle), Other::Number(low.midpoint(middle)), Other::Number(beyond)]
        } else {
            self.values(scene, local.ty.each())
        };
        // What holds anyway brings about nothing, though it may be told where it is written.
        let usual = default.as_ref().and_then(constant_of).map(Other::Number);
        values.retain(|value| Some(*value) != usual);
        // One number stands for all.
        let most = if local.ty == Type::Number { 1 } else { values.len() };
        let counting: Vec<(Other, Scene)> = values.iter().filter_map(with).take(most).collect();
        let words = |value: Other| self.words(Holder::Blank(run, blank), (&local.name, &local.ty), value);
        let each = |(value, scene): (Other, Scene)| Said { blank, words: words(value), scenes: vec![scene] };
        let is_open = local.ty == Type::Number || (default.is_none() && counting.len() > 1);
        let is_choice = local.ty != Type::Number && counting.len() < values.len() && counting.len() <= MOST_FIELDS;
        if counting.is_empty() || (is_open && is_choice) {
            return counting.into_iter().map(each).collect();
        }
        // What was made to try it has no name of its own.
        let is_made = scene.things.len() > self.encounter.scene.things.len();
        let words = if is_open || is_made { local.name.to_string() } else { words(counting[0].0) };
        vec![Said { blank, words, scenes: counting.into_iter().map(|(_, scene)| scene).collect() }]
    }

    /// The scene with something of a kind of which it has none yet, if that needs no values.
    fn with_one_at_least(&self, scene: &Scene, ty: &Type) -> Scene {
        let mut scene = scene.clone();
        let Type::Thing(kind) = *ty.each() else { return scene };
        let declared = &self.encounter.system.kinds[kind];
        let is_needless =
            |field: &Field| field.default.is_some() || field.optional || matches!(field.ty, Type::Many(_));
        let is_there = scene.things.iter().any(|thing| thing.kind == kind);
        if !is_there && !declared.single && declared.fields.iter().all(is_needless) {
            let name = declared.name.clone();
            let (fields, owned) = (BTreeMap::new(), Vec::new());
            scene.things.push(Thing { name, title: None, kind, span: self.at, fields, owned });
        }
        scene
    }

    /// Whether a scene counts once somebody who takes part in a run is in a condition: something that is so or not, and that some
    /// line changes.
    pub(super) fn in_a_condition(&self, run: InvocationId) -> bool {
        let Encounter { system, scene, .. } = self.encounter;
        let can_be_brought_about = |kind: KindId, field: usize| {
            let is_changed = |changing: &BTreeSet<(KindId, usize)>| changing.contains(&(kind, field));
            system.kinds[kind].fields[field].ty == Type::YesNo
                && (is_changed(&system.changing) || is_changed(&scene.changing))
        };
        self.who_takes_part(run).into_iter().any(|thing| {
            let kind = scene.things[thing].kind;
            let fields = (0..system.kinds[kind].fields.len()).filter(|field| can_be_brought_about(kind, *field));
            let mut each =
                fields.flat_map(|field| self.unsaid_levels(thing, field).into_iter().map(move |level| (field, level)));
            each.any(|(field, level)| self.field((thing, field), level).is_some())
        })
    }

    /// The levels of a family of which nothing is said of somebody; of a single field whether nothing is.
    fn unsaid_levels(&self, thing: ThingId, field: usize) -> Vec<Option<usize>> {
        let Encounter { system, scene, .. } = self.encounter;
        let said = scene.things[thing].fields.get(&field).into_iter().flat_map(Argument::entries);
        let said: BTreeSet<Option<usize>> = said.map(|entry| entry.index).collect();
        let by = system.kinds[scene.things[thing].kind].fields[field].by;
        let all = by.map_or_else(|| vec![None], |by| (0..system.scales[by].levels.len()).map(Some).collect());
        all.into_iter().filter(|level| !said.contains(level)).collect()
    }

    /// What is not said of those who take part in a run, and beside which the scene counts: `hob { skill athletics 1 }`.
    pub(super) fn of_those_who_take_part(&self, run: InvocationId) -> Vec<String> {
        self.fields(self.who_takes_part(run).into_iter())
    }

    /// Who acts in a run and against whom, and everybody and everything that it names.
    fn who_takes_part(&self, run: InvocationId) -> BTreeSet<ThingId> {
        let written = &self.encounter.scene.invocations[run];
        let named = written
            .arguments
            .values()
            .flat_map(Argument::entries)
            .filter_map(|entry| if let ExprKind::Thing(thing) = entry.value.kind { Some(thing) } else { None });
        named.chain(written.by).chain(written.versus).collect()
    }

    /// The settings of which the scene says nothing, and beside which it counts: `game { cold 2 }`.
    pub(super) fn settings(&self) -> Vec<String> {
        let Encounter { system, scene, .. } = self.encounter;
        let single = scene.things.pairs().filter(|(_, thing)| system.kinds[thing.kind].single);
        self.fields(single.map(|(thing, _)| thing))
    }

    fn fields(&self, things: impl Iterator<Item = ThingId>) -> Vec<String> {
        let Encounter { system, scene, .. } = self.encounter;
        let all = things.flat_map(|thing| {
            (0..system.kinds[scene.things[thing].kind].fields.len()).map(move |field| (thing, field))
        });
        let ways = all
            .flat_map(|(thing, field)| self.levels(thing, field).into_iter().map(move |level| (thing, field, level)));
        ways.filter_map(|(thing, field, level)| self.field((thing, field), level)).take(MOST_FIELDS).collect()
    }

    /// The levels of a family of which nothing is said, and of which something is said of somebody else; of a single field whether
    /// nothing is said of it.
    fn levels(&self, thing: ThingId, field: usize) -> Vec<Option<usize>> {
        let Encounter { system, scene, .. } = self.encounter;
        let kind = scene.things[thing].kind;
        let said = |thing: ThingId| -> BTreeSet<Option<usize>> {
            let said = scene.things[thing].fields.get(&field).into_iter().flat_map(Argument::entries);
            said.map(|entry| entry.index).collect()
        };
        if system.kinds[kind].fields[field].by.is_none() {
            return if scene.things[thing].fields.contains_key(&field) { Vec::new() } else { vec![None] };
        }
        let others = scene.things.pairs().filter(|(_, other)| other.kind == kind);
        let others: BTreeSet<usize> = others.flat_map(|(other, _)| said(other)).flatten().collect();
        let said = said(thing);
        others.into_iter().map(Some).filter(|level| !said.contains(level)).collect()
    }

    fn field(&self, (thing, field): (ThingId, usize), level: Option<usize>) -> Option<String> {
        let Encounter { system, scene, .. } = self.encounter;
        let declared: &Field = &system.kinds[scene.things[thing].kind].fields[field];
        let counts = |value: &Other| {
            let said = self.entry((&declared.name, &declared.ty), *value, level);
            let mut scene = scene.clone();
            said.is_some_and(|said| {
                let fields = &mut scene.things[thing].fields;
                match (fields.get_mut(&field), level) {
                    (Some(Argument::List(entries)), Some(_)) => entries.push(said),
                    (None, Some(_)) => drop(fields.insert(field, Argument::List(vec![said]))),
                    (_, None) => drop(fields.insert(field, Argument::One(Box::new(said)))),
                    (Some(Argument::One(_) | Argument::Forms(_) | Argument::Plan(_)), Some(_)) => return false,
                }
                (self.counts_in)(&scene)
            })
        };
        let value = self.values_of_field(declared).into_iter().find(counts)?;
        let scale = declared.by.map(|scale| &system.scales[scale]);
        let level = scale.zip(level).and_then(|(scale, level)| scale.levels.get(level));
        let name = level.map_or_else(|| declared.name.to_string(), |level| format!("{} {level}", declared.name));
        let said = self.words(Holder::Field(thing, field), (&name, &declared.ty), value);
        Some(format!("{} {{ {said} }}", scene.things[thing].name))
    }

    /// Values for a field of which nothing is said, other than the one that it has then.
    fn values_of_field(&self, field: &Field) -> Vec<Other> {
        let now = field.default.as_ref().and_then(constant_of);
        let values = if field.ty == Type::Number {
            let (low, high) = field.limits.unwrap_or((i64::MIN, i64::MAX));
            let next = now.unwrap_or_default().saturating_add(1);
            let middle = field.limits.map(|_| low.midpoint(high));
            let near = std::iter::once(next).chain(middle).filter(|number| (low..=high).contains(number));
            near.map(Other::Number).collect()
        } else {
            self.values(&self.encounter.scene, &field.ty)
        };
        values.into_iter().filter(|value| now.map(Other::Number) != Some(*value)).collect()
    }

    /// Values of a type of which there are few.
    fn values(&self, scene: &Scene, ty: &Type) -> Vec<Other> {
        let system = &self.encounter.system;
        if let Type::Level(scale) = ty {
            (0..).map(Other::Number).take(system.scales[*scale].levels.len().min(MOST_VALUES)).collect()
        } else if let Type::Thing(kind) = ty {
            let all = scene.things.pairs().filter(|(_, thing)| thing.kind == *kind);
            all.map(|(thing, _)| Other::Thing(thing)).take(MOST_VALUES).collect()
        } else if *ty == Type::YesNo {
            vec![Other::Number(0), Other::Number(1)]
        } else {
            Vec::new()
        }
    }

    /// What would stand there.
    fn entry(&self, (name, ty): (&SharedText, &Type), value: Other, index: Option<usize>) -> Option<Entry> {
        let value = Expr { span: self.at, ty: ty.clone(), kind: kind_of(value)? };
        let (text, named, as_modifier) = (None, None, false);
        Some(Entry { label: name.clone(), value, text, span: self.at, named, index, bare: true, as_modifier })
    }

    /// A line as the scene would write it.
    fn words(&self, holder: Holder, (name, ty): (&str, &Type), value: Other) -> String {
        if *ty == Type::YesNo && value == Other::Number(1) {
            return name.to_owned();
        }
        format!("{name} {}", in_words(self.encounter, Place { holder, of_several: None }, value))
    }
}

/// The blanks that stand in one line of the rules with a blank, other than where it is asked for.
pub(super) fn read_together(encounter: &Encounter, holder: Holder) -> BTreeSet<LocalId> {
    let Encounter { system, scene, .. } = encounter;
    let (Holder::Blank(run, blank) | Holder::Item(run, blank, ..)) = holder else { return BTreeSet::new() };
    let procedure = scene.invocations[run].procedure;
    let of_procedure = &system.procedures[procedure];
    let lines: Vec<Span> = lines(&of_procedure.body).into_iter().map(|line| line.span).collect();
    let used = |local: LocalId| {
        let declared = of_procedure.locals[local].span;
        let uses = system.uses.iter().filter(move |(used, _)| *used == Named::Local(procedure, local));
        uses.map(|(_, span)| span).filter(move |span| *span != declared)
    };
    // The innermost line around each use.
    let around = |span: Span| lines.iter().filter(|line| line.contains(span)).min_by_key(|line| line.end - line.start);
    let read: Vec<Span> = used(blank).filter_map(|span| around(span).copied()).collect();
    let is_beside = |local: &LocalId| used(*local).any(|span| read.iter().any(|line| line.contains(span)));
    of_procedure.locals.ids().filter(is_beside).collect()
}

/// The blanks that some line of the rules fills when it runs what has them.
pub(super) fn filled_by_rules(procedures: &Arena<ProcedureId, Procedure>) -> BTreeSet<(ProcedureId, LocalId)> {
    let mut filled = BTreeSet::new();
    let mut lines: Vec<&Statement> = procedures.iter().flat_map(|procedure| &procedure.body).collect();
    while let Some(line) = lines.pop() {
        lines.extend(line.blocks().into_iter().flatten());
        if let StatementKind::Run { target, with, .. } = &line.kind
            && let Type::Run(procedure) = target.ty.each()
        {
            filled.extend(with.iter().map(|(blank, _)| (*procedure, *blank)));
        }
    }
    filled
}
