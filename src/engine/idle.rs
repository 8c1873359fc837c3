//! What a scene writes and could write otherwise, or leave out, without a difference, found by trying: settings of the system,
//! and blanks.

use std::collections::{BTreeMap, BTreeSet};

use super::answers::Answers;
use super::encounter::Encounter;
use super::heard::{Ears, Known};
use super::steps::{last_name, steps};
use crate::allowance::Allowance;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, codes};
use crate::ir::Program;
use crate::ir::lower;
use crate::ir::passes::Silence;
use crate::model::check_scene::limits_of_choice;
use crate::model::{
    Argument, Entry, ExprKind, InvocationId, LocalId, LocalKind, Named, RunMade, ScaleId, Scene, ThingId, Type,
    constant_of,
};
use crate::source::Span;

/// So many runs by dice are tried before it is said that each is refused.
const REFUSED_RUNS: u64 = 8;

/// What is said where rules refuse a run, whatever is answered.
const REFUSALS: [Code; 5] =
    [codes::REFUSED, codes::CANNOT_PAY, codes::OVER_BUDGET, codes::GROUPING, codes::OUT_OF_RANGE];

/// Where a value is written.
#[derive(Clone, Copy)]
enum Holder {
    /// A blank of a run.
    Blank(InvocationId, LocalId),
    /// A field of something of which there is one: a setting.
    Setting(ThingId, usize),
}

/// One of the values that are written there.
#[derive(Clone, Copy)]
struct Place {
    holder: Holder,
    /// Which of several, where a list or a family is written.
    of_several: Option<usize>,
}

/// What could stand there.
#[derive(Clone, Copy)]
enum Other {
    /// Another value: a number, a level, *yes* or *no*, the sides of a die.
    Number(i64),
    /// Another thing.
    Thing(ThingId),
    /// Nothing.
    LeftOut,
}

impl Encounter {
    /// What [`warnings`](Self::warnings) does not hold since finding it takes long. First, what refuses each run that is tried; then
    /// nothing else is said. What stops some of the runs by dice, and how often that is. Then what no run of the scene comes to although no
    /// single value rules it out, found by following all runs. Then settings and blanks whose values make no difference in this
    /// scene, whatever they are: with each other value that is tried,
    /// and without it where it may be left out, the same is rolled, asked, refused and told, and the same is left for a
    /// later scene. Of lists and families each entry is tried alone.
    ///
    /// What is told is what the text of a verdict says. That a value is only computed with is no difference, nor that `why` would
    /// show it; a value that no line of the rules reads is what somebody asks for, and so counts as told. That a choice
    /// which the scene states is told as stated is no difference either: it is an echo. A text into which the value is
    /// put tells it.
    ///
    /// This lays the scene out once for almost each value that it writes, so it is for whoever checks a script and not for
    /// whoever runs it. Nothing is said of people and things, who may be written down in full, nor of settings in another file,
    /// nor where somebody is cast. The whole trial has the steps of one call and heeds the engine's `Cancel`; of what it has not
    /// come to by then nothing is said.
    ///
    /// ```
    /// use assize::{Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lamps", "system lamps\nkind person { }\none night { deep : yes/no = no, cold : 0..3 = 1 }\n\
    ///     procedure wait by person { ask long : 0..9 = 1, let left = if night.deep then long + night.cold else 0 }");
    /// let engine = Engine::with(shelf);
    /// let idle = |scene: &str| engine.compile("night.asz", scene).map(|encounter| encounter.idle().len());
    /// assert_eq!(idle("use lamps\nnight { cold 2 }\nperson ada\nwait here by ada { long 3 }")?, 1);
    /// assert_eq!(idle("use lamps\nnight { cold 2, deep yes }\nperson ada\nwait here by ada { long 3 }")?, 0);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn idle(&self) -> Vec<Diagnostic> {
        if let Some(refused) = self.refusing_all() {
            return vec![refused];
        }
        let all = self.followed();
        let mut found: Vec<Diagnostic> = all.iter().filter(|found| !self.warnings().contains(found)).cloned().collect();
        found.extend(self.stopped_now_and_then(&all));
        if let Some(program) = self.program.as_ref().filter(|_| self.scene.cast.is_empty()) {
            let trial = Trial::of(self, program, &all);
            found.extend(trial.places().into_iter().filter_map(|place| trial.remark(place)));
        }
        found
    }
}

impl Encounter {
    /// What refuses each run that is tried, by judgement, as it is declared and by dice: then nothing that is written behind it can
    /// make a difference, and it is not what is written there that is wrong.
    fn refusing_all(&self) -> Option<Diagnostic> {
        if self.program.is_none() || !self.scene.cast.is_empty() {
            return None;
        }
        let judged = [Answers::deliberate(), Answers::automatic()].into_iter();
        let mut refusal = None;
        for answers in judged.chain((1..=REFUSED_RUNS).map(Answers::random)) {
            let failed = self.adjudicate(answers).err()?;
            let found = failed.diagnostics.iter().find(|found| REFUSALS.contains(&found.code))?;
            refusal.get_or_insert_with(|| found.clone());
        }
        let refusal = refusal?;
        let message = format!("each run that was tried is refused: {}", refusal.message);
        Some(Diagnostic { severity: Severity::Warning, message, ..refusal })
    }
}

struct Trial<'e> {
    encounter: &'e Encounter,
    program: &'e Program,
    /// Places of which something is said already.
    known: BTreeSet<Span>,
    /// The names of computed values that are only steps on the way to others: some line of the rules reads each that is called so.
    steps: BTreeSet<&'e str>,
    /// What is left for all that is tried.
    allowance: Allowance,
    /// What is known of the programs as they are written, of the scene and of its expectations, where no choice is an echo.
    known_as_written: Vec<Known>,
}

impl<'e> Trial<'e> {
    /// A trial of what nothing is said of yet.
    fn of(encounter: &'e Encounter, program: &'e Program, said: &[Diagnostic]) -> Self {
        let known = said.iter().flat_map(|found| found.labels.iter().map(|label| label.span));
        Self {
            encounter,
            program,
            known: known.collect(),
            steps: steps(&encounter.system),
            allowance: encounter.houses.bounds.allowance.afresh(),
            known_as_written: vec![Known::default(); encounter.expectations.len() + 1],
        }
    }

    /// Everything that can be tried, in the order in which it is written. Settings of another file are for other scenes as well.
    fn places(&self) -> Vec<Place> {
        let scene = &self.encounter.scene;
        let Some(first) = scene.statements.first() else { return Vec::new() };
        let mut places = Vec::new();
        for (thing, declared) in scene.things.pairs() {
            if self.encounter.system.kinds[declared.kind].single {
                let fields = declared.fields.iter();
                places.extend(fields.flat_map(|(field, written)| each(Holder::Setting(thing, *field), written)));
            }
        }
        for (run, written) in scene.invocations.pairs().filter(|(_, run)| run.made == RunMade::Written) {
            let blanks = written.arguments.iter();
            places.extend(blanks.flat_map(|(blank, written)| each(Holder::Blank(run, *blank), written)));
        }
        places.retain(|place| self.entry(*place).is_some_and(|entry| entry.span.source == first.span.source));
        places.sort_by_key(|place| self.entry(*place).map(|entry| (entry.span.source, entry.span.start)));
        places
    }

    fn entry(&self, place: Place) -> Option<&'e Entry> {
        let scene = &self.encounter.scene;
        let argument = match place.holder {
            Holder::Blank(run, blank) => scene.invocations[run].arguments.get(&blank),
            Holder::Setting(thing, field) => scene.things[thing].fields.get(&field),
        };
        match (argument?, place.of_several) {
            (Argument::One(entry), None) => Some(entry),
            (Argument::List(entries), Some(which)) => entries.get(which),
            (Argument::One(_) | Argument::List(_) | Argument::Forms(_) | Argument::Plan(_), _) => None,
        }
    }

    fn remark(&self, place: Place) -> Option<Diagnostic> {
        let entry = self.entry(place)?;
        let is_known = self.known.iter().any(|span| entry.span.contains(*span) || span.contains(entry.span));
        if is_known || !self.is_read(place.holder) {
            return None;
        }
        let others = self.others(place, entry);
        let makes_none = !others.is_empty() && others.iter().all(|other| self.is_the_same(place, *other));
        makes_none.then(|| {
            let same = if let [Other::LeftOut] = others.as_slice() { "without it" } else { "with other values" };
            Diagnostic::warning(
                codes::IDLE,
                entry.span,
                format!("`{}` makes no difference here", self.name(place, entry)),
            )
            .help(format!("it comes to the same {same}: take it out, or change what the scene says so that it counts"))
        })
    }

    /// The blank or the setting, and the level in a family.
    fn name(&self, place: Place, entry: &Entry) -> String {
        let system = &self.encounter.system;
        let (_, by, name) = self.declared(place.holder);
        let level = by.zip(entry.index).and_then(|(scale, level)| system.scales[scale].levels.get(level));
        level.map_or_else(|| name.to_owned(), |level| format!("{name}({level})"))
    }

    /// What it holds there, a scale if it holds a value for each of its levels, and its name.
    fn declared(&self, holder: Holder) -> (&'e Type, Option<ScaleId>, &'e str) {
        let Encounter { system, scene, .. } = self.encounter;
        match holder {
            Holder::Blank(run, blank) => {
                let local = &system.procedures[scene.invocations[run].procedure].locals[blank];
                (&local.ty, local.by, &local.name)
            }
            Holder::Setting(thing, field) => {
                let field = &system.kinds[scene.things[thing].kind].fields[field];
                (&field.ty, field.by, &field.name)
            }
        }
    }

    /// Whether some line of the system reads it: what nobody reads is a note of whoever plays.
    fn is_read(&self, holder: Holder) -> bool {
        let Encounter { system, scene, .. } = self.encounter;
        let (named, declared) = match holder {
            Holder::Blank(run, blank) => {
                let procedure = scene.invocations[run].procedure;
                (Named::Local(procedure, blank), system.procedures[procedure].locals[blank].span)
            }
            Holder::Setting(thing, field) => {
                let kind = scene.things[thing].kind;
                (Named::Field(kind, field), system.kinds[kind].fields[field].span)
            }
        };
        system.uses.iter().any(|(used, span)| used == named && span != declared)
    }

    /// What could stand there; nothing where that is not known.
    fn others(&self, place: Place, entry: &Entry) -> Vec<Other> {
        let (ty, by, _) = self.declared(place.holder);
        let (may_be_absent, limits) = self.bounds(place);
        let ty = if let Type::Many(each) = ty { each } else { ty };
        let is_named = entry.named.is_some();
        let mut others = if is_named { Vec::new() } else { self.values(ty, limits, entry) };
        let is_one_of_many = place.of_several.is_some() && by.is_none();
        let can_be_without = matches!(ty, Type::YesNo | Type::Level(_) | Type::Number | Type::Die | Type::Thing(_));
        if is_one_of_many || (may_be_absent && can_be_without) {
            others.push(Other::LeftOut);
        }
        others
    }

    /// Whether it may be left out, and the least and the greatest number that it may hold.
    fn bounds(&self, place: Place) -> (bool, Option<(i64, i64)>) {
        let Encounter { system, scene, .. } = self.encounter;
        match place.holder {
            Holder::Blank(run, blank) => {
                let procedure = scene.invocations[run].procedure;
                match &system.procedures[procedure].locals[blank].kind {
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
                }
            }
            Holder::Setting(thing, field) => {
                let field = &system.kinds[scene.things[thing].kind].fields[field];
                (field.default.is_some() || field.optional, field.limits)
            }
        }
    }

    /// Other values of this type than the one that is written.
    fn values(&self, ty: &Type, limits: Option<(i64, i64)>, entry: &Entry) -> Vec<Other> {
        let Encounter { system, scene, .. } = self.encounter;
        let now = constant_of(&entry.value);
        let all: Vec<i64> = match ty {
            Type::YesNo => vec![0, 1],
            Type::Level(scale) => (0..).take(system.scales[*scale].levels.len()).collect(),
            Type::Die => vec![4, 6, 8, 10, 12],
            Type::Number => {
                let (low, high) = limits.unwrap_or((i64::MIN, i64::MAX));
                let near = now.unwrap_or_default();
                let steps = [1, -1, 7, -7].map(|step| near.saturating_add(step));
                // Where a number is a bonus or a count, one of the other sign is seldom what could stand there, and refused.
                let near = steps.into_iter().filter(|number| (*number < 0) == (near < 0)).chain([0]);
                near.filter(|number| (low..=high).contains(number)).collect()
            }
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

    /// Whether the scene comes to the same with something else there.
    fn is_the_same(&self, place: Place, other: Other) -> bool {
        let Encounter { system, scene, expectations, limits, .. } = self.encounter;
        let mut changed = scene.clone();
        put(&mut changed, place, other);
        let (mut ledger, mut sink) = (lower::Ledger::default(), Diagnostics::default());
        // Nothing of this is accounted for.
        ledger.mute();
        let bounds = lower::Bounds { size: limits.program, allowance: self.allowance.clone() };
        let Some((again, _)) = lower::scene((system, &changed), &bounds, (&mut ledger, &mut sink)) else {
            return false;
        };
        if sink.has_errors() || !self.comes_to(place, (0, self.program), &again) {
            return false;
        }
        let others = lower::expectations((system, &changed), bounds, (&mut ledger, &mut sink));
        (1..).zip(expectations.iter().zip(&others)).all(|(which, (one, other))| match (&one.program, &other.program) {
            (Ok(one), Ok(other)) => self.comes_to(place, (which, one), other),
            (one, other) => one.is_err() == other.is_err(),
        })
    }

    /// Whether a program that was laid out anew does and tells the same as it did: the one of this number as it is written.
    fn comes_to(&self, place: Place, (which, written): (usize, &Program), again: &Program) -> bool {
        let choice = self.choice(place.holder);
        let is_step = |path: &str| self.steps.contains(last_name(path));
        let silence = Silence { is_step: &is_step, echo: choice.as_deref() };
        let (ears, unknown) = (Ears { silence, allowance: &self.allowance }, Known::default());
        let known = self.known_as_written.get(which).filter(|_| choice.is_none());
        ears.hear_the_same(written, known.unwrap_or(&unknown), again)
    }

    /// The path of the choice that is stated there, if it is one.
    fn choice(&self, holder: Holder) -> Option<String> {
        let Encounter { system, scene, .. } = self.encounter;
        let Holder::Blank(run, blank) = holder else { return None };
        let run = &scene.invocations[run];
        let local = &system.procedures[run.procedure].locals[blank];
        matches!(local.kind, LocalKind::Choose).then(|| format!("{}.{}", run.path, local.name))
    }
}

/// All places of what is written for a blank or a setting.
fn each(holder: Holder, written: &Argument) -> Vec<Place> {
    match written {
        Argument::One(_) => vec![Place { holder, of_several: None }],
        Argument::List(entries) => (0..entries.len()).map(|which| Place { holder, of_several: Some(which) }).collect(),
        Argument::Forms(_) | Argument::Plan(_) => Vec::new(),
    }
}

/// Puts something else in.
fn put(scene: &mut Scene, place: Place, other: Other) {
    match place.holder {
        Holder::Blank(run, blank) => put_into(&mut scene.invocations[run].arguments, &blank, (place.of_several, other)),
        Holder::Setting(thing, field) => put_into(&mut scene.things[thing].fields, &field, (place.of_several, other)),
    }
}

fn put_into<K: Ord>(all: &mut BTreeMap<K, Argument>, holder: &K, (of_several, other): (Option<usize>, Other)) {
    let kind = match other {
        Other::Number(number) => Some(ExprKind::Number(number)),
        Other::Thing(thing) => Some(ExprKind::Thing(thing)),
        Other::LeftOut => None,
    };
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
