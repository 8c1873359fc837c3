//! What a scene contains, and what could replace it: the values of blanks, of fields, and settings of the items of
//! a plan.

use std::collections::BTreeMap;

use super::encounter::Encounter;
use crate::model::{
    Argument, Entry, Expr, ExprKind, Field, InvocationId, LocalId, LocalKind, Method, PlanId, RunMade, ScaleId, Scene,
    StatedMethod, ThingId, Type, constant_of, limits_of_choice,
};
use crate::source::Span;

/// Where a value is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holder {
    /// A blank of a run.
    Blank(InvocationId, LocalId),
    /// A field of somebody or something.
    Field(ThingId, usize),
    /// What is said of an item in a blank that takes a plan: the item's place, and that of the qualifier among those written.
    Item(InvocationId, LocalId, usize, usize),
    /// The level of a ladder that a run resolves: it can be declared instead.
    Ladder(InvocationId, LocalId),
}

/// One of the values that are written there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) holder: Holder,
    /// Which of several, where a list or a family is written.
    pub(super) of_several: Option<usize>,
}

/// What could stand there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Other {
    /// Another value: a number, a level, *yes* or *no*, the sides of a die.
    Number(i64),
    /// Another thing.
    Thing(ThingId),
    /// Nothing.
    LeftOut,
    /// Whatever somebody answers who is asked.
    Asked,
}

/// What stands at a place: what it holds, a scale if it holds a value for each of its levels, its name, whether it may be left out, and
/// the least and the greatest number that it may hold.
pub(super) struct Declared<'e> {
    pub(super) ty: &'e Type,
    pub(super) by: Option<ScaleId>,
    pub(super) name: &'e str,
    pub(super) may_be_absent: bool,
    pub(super) limits: Option<(i64, i64)>,
}

/// What the scene of an encounter writes down.
#[derive(Clone, Copy)]
pub(super) struct Written<'e>(pub(super) &'e Encounter);

impl<'e> Written<'e> {
    /// Every value that is written, in the order in which it is.
    pub(super) fn places(self) -> Vec<Place> {
        let scene = &self.0.scene;
        let fields = scene.things.pairs().flat_map(|(thing, declared)| {
            let fields = declared.fields.iter();
            fields.flat_map(move |(field, written)| each(Holder::Field(thing, *field), written))
        });
        let runs = scene.invocations.pairs().filter(|(_, run)| run.made == RunMade::Written);
        let blanks = runs.flat_map(|(run, written)| {
            let blanks = written.arguments.iter();
            blanks.flat_map(move |(blank, written)| each(Holder::Blank(run, *blank), written))
        });
        let mut places: Vec<Place> = fields.chain(blanks).filter(|place| self.entry(*place).is_some()).collect();
        places.sort_by_key(|place| self.entry(*place).map(|entry| (entry.span.source, entry.span.start)));
        places
    }

    /// The same without those that stand in an expectation: they are no part of what the scene itself comes to.
    pub(super) fn places_of_scene(self) -> Vec<Place> {
        let is_expected = |place: &Place| self.entry(*place).is_some_and(|entry| self.0.scene.is_expected(entry.span));
        self.places().into_iter().filter(|place| !is_expected(place)).collect()
    }

    pub(super) fn entry(self, place: Place) -> Option<&'e Entry> {
        if let Holder::Item(run, blank, item, qualifier) = place.holder {
            let Some(Argument::Plan(plan)) = self.argument(Holder::Blank(run, blank)) else { return None };
            return plan.items.get(item)?.qualifiers.get(qualifier).map(|(_, entry)| entry);
        }
        match (self.argument(place.holder)?, place.of_several) {
            (Argument::One(entry), None) => Some(entry),
            (Argument::List(entries), Some(which)) => entries.get(which),
            (Argument::One(_) | Argument::List(_) | Argument::Forms(_) | Argument::Plan(_), _) => None,
        }
    }

    /// How many entries stand in the list that is written there.
    pub(super) fn listed(self, holder: Holder) -> Option<usize> {
        match self.argument(holder)? {
            Argument::List(entries) => Some(entries.len()),
            Argument::One(_) | Argument::Forms(_) | Argument::Plan(_) => None,
        }
    }

    /// All that is written there; what is said of an item stands in its plan.
    fn argument(self, holder: Holder) -> Option<&'e Argument> {
        let scene = &self.0.scene;
        match holder {
            Holder::Blank(run, blank) => scene.invocations[run].arguments.get(&blank),
            Holder::Field(thing, field) => scene.things[thing].fields.get(&field),
            Holder::Item(..) | Holder::Ladder(..) => None,
        }
    }

    /// The reason that stands at a place in quotes.
    pub(super) fn reason(self, place: Place) -> Option<String> {
        self.entry(place)?.text.as_ref().map(ToString::to_string)
    }

    /// What is declared of a place.
    pub(super) fn declared(self, holder: Holder) -> Option<Declared<'e>> {
        let Encounter { system, scene, .. } = self.0;
        let of_field = |field: &'e Field| Declared {
            ty: &field.ty,
            by: field.by,
            name: &field.name,
            may_be_absent: field.default.is_some() || field.optional,
            limits: field.limits,
        };
        match holder {
            Holder::Blank(run, blank) => {
                let procedure = scene.invocations[run].procedure;
                let local = &system.procedures[procedure].locals[blank];
                let (may_be_absent, limits) = match &local.kind {
                    LocalKind::Ask { default, optional, limits } => (default.is_some() || *optional, *limits),
                    // Without what is stated somebody is asked.
                    LocalKind::Choose => (false, limits_of_choice(system, procedure, blank)),
                    LocalKind::Role
                    | LocalKind::Computed
                    | LocalKind::Sum
                    | LocalKind::Roll
                    | LocalKind::Draw
                    | LocalKind::Resolve(_)
                    | LocalKind::Run(_) => (false, None),
                };
                Some(Declared { ty: &local.ty, by: local.by, name: &local.name, may_be_absent, limits })
            }
            Holder::Field(thing, field) => Some(of_field(&system.kinds[scene.things[thing].kind].fields[field])),
            Holder::Ladder(run, ladder) => {
                let local = &system.procedures[scene.invocations[run].procedure].locals[ladder];
                Some(Declared { ty: &local.ty, by: None, name: &local.name, may_be_absent: false, limits: None })
            }
            Holder::Item(..) => {
                let (plan, qualifier) = self.qualifier(holder)?;
                system.plans[plan].qualifiers.get(qualifier).map(of_field)
            }
        }
    }

    /// The plan of an item of which something is said there, and what of it: the place of the qualifier in the plan.
    pub(super) fn qualifier(self, holder: Holder) -> Option<(PlanId, usize)> {
        let Holder::Item(run, blank, item, qualifier) = holder else { return None };
        let Encounter { system, scene, .. } = self.0;
        let written = &scene.invocations[run];
        let Type::Plan(plan) = system.procedures[written.procedure].locals[blank].ty else { return None };
        let Argument::Plan(items) = written.arguments.get(&blank)? else { return None };
        let (qualifier, _) = items.items.get(item)?.qualifiers.get(qualifier)?;
        Some((plan, *qualifier))
    }

    /// Whether what stands there costs points of a plan.
    pub(super) fn is_priced(self, holder: Holder) -> bool {
        self.qualifier(holder).is_some_and(|(plan, qualifier)| !self.0.system.plans[plan].describes(qualifier))
    }

    /// Has something else read there. What costs points goes on costing what is written, and only lines of the rules that read it find
    /// another number.
    pub(super) fn put_beside_price(self, scene: &mut Scene, place: Place, other: Other) {
        let (Holder::Item(run, blank, item, _), true) = (place.holder, self.is_priced(place.holder)) else {
            return put(scene, place, other);
        };
        let argument = scene.invocations[run].arguments.get_mut(&blank);
        if let (Some(Argument::Plan(plan)), Other::Number(number)) = (argument, other)
            && let (Some(item), Some((_, qualifier))) = (plan.items.get_mut(item), self.qualifier(place.holder))
        {
            item.read_as = Some((qualifier, number));
        }
    }

    /// The name of a place, and the level in a family: `value`, `pool(wind)`.
    pub(super) fn name(self, place: Place, entry: &Entry) -> String {
        let system = &self.0.system;
        let Some(Declared { by, name, .. }) = self.declared(place.holder) else { return String::new() };
        let level = by.zip(entry.index).and_then(|(scale, level)| system.scales[scale].levels.get(level));
        level.map_or_else(|| name.to_owned(), |level| format!("{name}({level})"))
    }

    /// Whether the default is written there: without it the scene is the same in any case.
    pub(super) fn is_default(self, place: Place) -> bool {
        let Encounter { system, scene, .. } = self.0;
        let default = match place.holder {
            Holder::Blank(run, blank) => {
                let kind = &system.procedures[scene.invocations[run].procedure].locals[blank].kind;
                if let LocalKind::Ask { default, .. } = kind { default.as_ref() } else { None }
            }
            Holder::Field(thing, field) => system.kinds[scene.things[thing].kind].fields[field].default.as_ref(),
            Holder::Item(..) | Holder::Ladder(..) => None,
        };
        let written = self.entry(place).and_then(|entry| constant_of(&entry.value));
        written.is_some() && default.and_then(constant_of) == written
    }

    /// The ladders that the runs of the scene resolve themselves, unless a line says how.
    pub(super) fn ladders(self) -> Vec<Place> {
        let open = self.resolved().into_iter().filter(|(_, stated)| stated.is_none());
        open.map(|(place, _)| place).collect()
    }

    /// The other ladders that these runs resolve, with the line that says how.
    pub(super) fn stated_ladders(self) -> Vec<(Place, Span)> {
        self.resolved().into_iter().filter_map(|(place, stated)| Some((place, stated?))).collect()
    }

    /// All ladders that the runs of the scene resolve, and where it says how.
    fn resolved(self) -> Vec<(Place, Option<Span>)> {
        let Encounter { system, scene, .. } = self.0;
        let runs = scene.invocations.pairs();
        let runs = runs.filter(|(_, run)| run.made == RunMade::Written && !scene.is_expected(run.span));
        let ladders = runs.flat_map(|(run, written)| {
            let locals = system.procedures[written.procedure].locals.pairs();
            let ladders = locals.filter(|(_, local)| matches!(local.kind, LocalKind::Resolve(_)));
            ladders.map(move |(ladder, _)| {
                let of_step = written.step_methods.values().next();
                let stated = written.local_methods.get(&ladder).or(of_step).or(written.method.as_ref());
                let place = Place { holder: Holder::Ladder(run, ladder), of_several: None };
                (place, stated.map(|stated| stated.span))
            })
        });
        ladders.collect()
    }

    /// What could stand there; nothing where that is not known. `numbers` tells which, from the number that stands there and the
    /// least and the greatest one.
    pub(super) fn others(
        self,
        place: Place,
        entry: &Entry,
        numbers: impl Fn(i64, (i64, i64)) -> Vec<i64>,
    ) -> Vec<Other> {
        let Some(Declared { ty, by, may_be_absent, limits, .. }) = self.declared(place.holder) else {
            return Vec::new();
        };
        let ty = ty.each();
        let is_named = entry.named.is_some();
        let mut others = if is_named { Vec::new() } else { self.values(ty, limits, entry, numbers) };
        let is_one_of_many = place.of_several.is_some() && by.is_none();
        let can_be_without = matches!(ty, Type::YesNo | Type::Level(_) | Type::Number | Type::Die | Type::Thing(_));
        if is_one_of_many || (may_be_absent && can_be_without) {
            others.push(Other::LeftOut);
        }
        others
    }

    /// Whether another thing could be meant in the place of the one that an entry names: it has the same owner, if any, and something
    /// else is said of it.
    pub(super) fn could_be_meant(self, entry: &Entry, other: ThingId) -> bool {
        let ExprKind::Thing(written) = entry.value.kind else { return true };
        let things = &self.0.scene.things;
        let owner = |thing: ThingId| things.pairs().find(|(_, one)| one.owned.contains(&thing)).map(|(owner, _)| owner);
        let said = |argument: &Argument| -> Vec<(Option<usize>, ExprKind)> {
            argument.entries().iter().map(|entry| (entry.index, entry.value.kind.clone())).collect()
        };
        let fields =
            |thing: ThingId| things[thing].fields.iter().map(move |(field, argument)| (*field, said(argument)));
        owner(written) == owner(other) && !fields(written).eq(fields(other))
    }

    /// Other values of this type than the one that is written.
    fn values(
        self,
        ty: &Type,
        limits: Option<(i64, i64)>,
        entry: &Entry,
        numbers: impl Fn(i64, (i64, i64)) -> Vec<i64>,
    ) -> Vec<Other> {
        let Encounter { system, scene, .. } = self.0;
        let now = constant_of(&entry.value);
        let all: Vec<i64> = match ty {
            Type::YesNo => vec![0, 1],
            Type::Level(scale) => (0..).take(system.scales[*scale].levels.len()).collect(),
            Type::Die => vec![4, 6, 8, 10, 12],
            Type::Number => numbers(now.unwrap_or_default(), limits.unwrap_or((i64::MIN, i64::MAX))),
            Type::Thing(kind) => {
                let others = scene.things.pairs().filter(|(_, thing)| thing.kind == *kind).map(|(thing, _)| thing);
                return others.filter(|other| entry.value.kind != ExprKind::Thing(*other)).map(Other::Thing).collect();
            }
            Type::Text
            | Type::Run(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Dice
            | Type::Plan(_)
            | Type::Item(_)
            | Type::Many(_)
            | Type::NamedModifier
            | Type::Unknown => Vec::new(),
        };
        all.into_iter().filter(|other| Some(*other) != now).map(Other::Number).collect()
    }
}

/// All places of what is written for a blank or a field.
fn each(holder: Holder, written: &Argument) -> Vec<Place> {
    match written {
        Argument::One(_) => vec![Place { holder, of_several: None }],
        Argument::List(entries) => (0..entries.len()).map(|which| Place { holder, of_several: Some(which) }).collect(),
        Argument::Plan(plan) => {
            let Holder::Blank(run, blank) = holder else { return Vec::new() };
            let items = plan.items.iter().enumerate();
            let qualifiers = items.flat_map(|(item, written)| {
                (0..written.qualifiers.len()).map(move |qualifier| Holder::Item(run, blank, item, qualifier))
            });
            qualifiers.map(|holder| Place { holder, of_several: None }).collect()
        }
        Argument::Forms(_) => Vec::new(),
    }
}

/// Puts something else in.
pub(super) fn put(scene: &mut Scene, place: Place, other: Other) {
    match place.holder {
        Holder::Blank(run, blank) => put_into(&mut scene.invocations[run].arguments, &blank, (place.of_several, other)),
        Holder::Field(thing, field) => put_into(&mut scene.things[thing].fields, &field, (place.of_several, other)),
        Holder::Item(run, blank, item, qualifier) => {
            let argument = scene.invocations[run].arguments.get_mut(&blank);
            let Some(Argument::Plan(plan)) = argument else { return };
            let Some(item) = plan.items.get_mut(item) else { return };
            if qualifier >= item.qualifiers.len() {
                return;
            }
            match kind_of(other) {
                Some(kind) => item.qualifiers[qualifier].1.value.kind = kind,
                None => {
                    item.qualifiers.remove(qualifier);
                }
            }
        }
        Holder::Ladder(run, ladder) => {
            let (run, Some(kind)) = (&mut scene.invocations[run], kind_of(other)) else { return };
            let level = Expr { span: run.span, ty: Type::Unknown, kind };
            let stated = StatedMethod { method: Method::Automatic(Some(level)), span: run.span };
            run.local_methods.insert(ladder, stated);
        }
    }
}

fn put_into<K: Ord>(all: &mut BTreeMap<K, Argument>, holder: &K, (of_several, other): (Option<usize>, Other)) {
    let kind = kind_of(other);
    match (all.get_mut(holder), of_several, kind) {
        (Some(Argument::One(entry)), None, Some(kind)) => entry.value.kind = kind,
        (Some(Argument::One(_)), None, None) => {
            all.remove(holder);
        }
        (Some(Argument::List(entries)), Some(which), Some(kind)) => {
            entries.get_mut(which).into_iter().for_each(|entry| entry.value.kind = kind.clone());
        }
        (Some(Argument::List(entries)), Some(which), None) => {
            if which < entries.len() {
                entries.remove(which);
            }
            if entries.is_empty() {
                all.remove(holder);
            }
        }
        (Some(Argument::One(_) | Argument::List(_) | Argument::Forms(_) | Argument::Plan(_)) | None, _, _) => {}
    }
}

/// What an expression is instead; nothing where it is left out.
pub(super) fn kind_of(other: Other) -> Option<ExprKind> {
    match other {
        Other::Number(number) => Some(ExprKind::Number(number)),
        Other::Thing(thing) => Some(ExprKind::Thing(thing)),
        Other::LeftOut => None,
        Other::Asked => Some(ExprKind::Question),
    }
}
