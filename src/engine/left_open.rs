//! A scene with some of its values left open, so that someone decides about them: how the points of a plan are spent, or what
//! goes into a blank.

use super::encounter::Encounter;
use super::failure::Failure;
use super::instead::path;
use super::names::{Named, Names};
use super::places::{Holder, Other, Place, Written};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    Argument, Entry, Expr, ExprKind, Invocation, InvocationId, LocalId, LocalKind, Plan, PlanArgument, RunMade, Scene,
    Type, constant_of,
};
use crate::shared_text::SharedText;

/// What is decided in one go: the points of a plan, or a value.
pub(super) struct Open {
    /// Its name: `climb.effort`.
    pub(super) name: String,
    pub(super) parts: Vec<Part>,
}

/// One question of those that are decided in one go.
pub(super) struct Part {
    /// The name of its question: `climb.wall.grip`.
    pub(super) path: String,
    /// Of which item of a plan it is said; empty where there is only one, or none.
    pub(super) item: SharedText,
    /// What is said of it: `grip`; empty where only this is decided.
    pub(super) name: SharedText,
    /// What the scene says.
    pub(super) written: Option<i64>,
    /// What need not be said, since it is so where nothing is.
    pub(super) usual: Option<i64>,
}

/// Something that can be left open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    /// Every point of a plan.
    Plan(InvocationId, LocalId),
    /// Every point of one item of a plan.
    Item(InvocationId, LocalId, usize),
    /// A value.
    Value(Place),
}

impl Encounter {
    /// The same scene with whatever has one of these names left open. None of it is a field: what somebody is nobody decides.
    pub(super) fn left_open(&self, over: &[String]) -> Result<Encounter, Failure> {
        let (mut scene, targets) = (self.scene.clone(), self.targets());
        for name in over {
            let target = self.named(&targets, name).map_err(|found| self.failure(found))?;
            leave_open(self, &mut scene, target);
        }
        self.of_scene(scene)
    }

    /// What is decided in one go in a scene: each plan of which something is asked, and each value that is left open though `before`
    /// says something there.
    pub(super) fn open(&self, before: &Encounter) -> Vec<Open> {
        let is_of_scene = |run: &Invocation| run.made == RunMade::Written && !self.scene.is_expected(run.span);
        let runs = self.scene.invocations.pairs().filter(move |(_, run)| is_of_scene(run));
        let blanks = runs.flat_map(|(run, written)| written.arguments.keys().map(move |blank| (run, *blank)));
        blanks.filter_map(|(run, blank)| self.open_blank(before, (run, blank))).collect()
    }

    fn open_blank(&self, before: &Encounter, (run, blank): (InvocationId, LocalId)) -> Option<Open> {
        let written = &self.scene.invocations[run];
        let local = &self.system.procedures[written.procedure].locals[blank];
        let name = format!("{}.{}", written.path, local.name);
        match (written.arguments.get(&blank)?, &local.ty) {
            (Argument::Plan(fill), Type::Plan(plan)) => {
                let parts = self.parts(before, (run, blank), (fill, &self.system.plans[*plan]));
                (!parts.is_empty()).then_some(Open { name, parts })
            }
            (Argument::One(entry), _) if entry.value.kind == ExprKind::Question => {
                let written = written_before(before, Holder::Blank(run, blank))?;
                let (item, word) = (SharedText::default(), SharedText::default());
                let part = Part { path: name.clone(), item, name: word, written: constant_of(written), usual: None };
                Some(Open { name, parts: vec![part] })
            }
            (Argument::One(_) | Argument::List(_) | Argument::Forms(_) | Argument::Plan(_), _) => None,
        }
    }

    fn parts(
        &self,
        before: &Encounter,
        (run, blank): (InvocationId, LocalId),
        (fill, plan): (&PlanArgument, &Plan),
    ) -> Vec<Part> {
        let mut parts = Vec::new();
        for (at, item) in fill.items.iter().enumerate() {
            // They are asked in the order in which they are declared.
            for (qualifier, field) in plan.qualifiers.iter().enumerate() {
                if !is_asked(item.qualifiers.as_slice(), qualifier) {
                    continue;
                }
                let usual = field.default.as_ref().and_then(constant_of);
                let Some(Argument::Plan(fill)) = before.scene.invocations[run].arguments.get(&blank) else { continue };
                let written = fill.items.get(at).into_iter().flat_map(|item| &item.qualifiers);
                let written = written.filter(|(place, _)| *place == qualifier).map(|(_, entry)| &entry.value).next();
                parts.push(Part {
                    path: format!("{}.{}.{}", self.scene.invocations[run].path, item.name, field.name),
                    item: if fill.items.len() > 1 { item.name.clone() } else { SharedText::default() },
                    name: field.name.clone(),
                    written: written.map_or(usual, constant_of),
                    usual,
                });
            }
        }
        parts
    }

    /// What somebody wants to be left open who calls it so.
    fn named(&self, targets: &Names<Target>, name: &str) -> Result<Target, Diagnostic> {
        let name = name.trim();
        let found = targets.find(name)?.filter(|(_, long)| *long == name.len());
        let (found, _) = found.ok_or_else(|| targets.unknown(name))?;
        self.may_be_left_open(found.what, &found.path)?;
        Ok(found.what)
    }

    /// Whatever has a name: plans, their items, and all values that are written.
    fn targets(&self) -> Names<Target> {
        let mut targets = Vec::new();
        for (run, blank, fill) in self.plans() {
            let written = &self.scene.invocations[run];
            let local = &self.system.procedures[written.procedure].locals[blank];
            targets.push((Target::Plan(run, blank), format!("{}.{}", written.path, local.name)));
            for (place, item) in fill.items.iter().enumerate() {
                targets.push((Target::Item(run, blank, place), format!("{}.{}", written.path, item.name)));
            }
        }
        let places = Written(self).places_of_scene().into_iter();
        targets.extend(places.map(|place| (Target::Value(place), path(self, place))));
        let named = targets.into_iter().map(|(target, path)| Named {
            what: target,
            reason: if let Target::Value(place) = target { Written(self).reason(place) } else { None },
            is_offered: self.may_be_left_open(target, &path).is_ok(),
            path,
        });
        Names::of(named.collect(), "things")
    }

    /// The names of all plans that the scene lays out.
    pub(super) fn names_of_plans(&self) -> Vec<String> {
        let name = |(run, blank, _): (InvocationId, LocalId, &PlanArgument)| {
            let written = &self.scene.invocations[run];
            format!("{}.{}", written.path, self.system.procedures[written.procedure].locals[blank].name)
        };
        self.plans().map(name).collect()
    }

    fn plans(&self) -> impl Iterator<Item = (InvocationId, LocalId, &PlanArgument)> {
        let is_of_scene = |run: &Invocation| run.made == RunMade::Written && !self.scene.is_expected(run.span);
        let runs = self.scene.invocations.pairs().filter(move |(_, run)| is_of_scene(run));
        runs.flat_map(|(run, written)| {
            let blanks = written.arguments.iter();
            blanks.filter_map(
                move |(blank, argument)| {
                    if let Argument::Plan(fill) = argument { Some((run, *blank, fill)) } else { None }
                },
            )
        })
    }

    /// Whether somebody could be asked for it.
    fn may_be_left_open(&self, target: Target, path: &str) -> Result<(), Diagnostic> {
        let Target::Value(place) = target else { return Ok(()) };
        let refused = |why: &str| {
            let message = format!("`{path}` cannot be left open: {why}");
            Diagnostic::placeless(codes::ODDS, message)
                .help(format!("compare it with `assize odds --vary '{path}'`, value by value"))
        };
        let Some(declared) = Written(self).declared(place.holder) else { return Ok(()) };
        let is_chosen = match place.holder {
            Holder::Field(..) => return Err(refused("a field of a person or thing is not a choice")),
            Holder::Blank(run, blank) => {
                let procedure = self.scene.invocations[run].procedure;
                self.system.procedures[procedure].locals[blank].kind == LocalKind::Choose
            }
            Holder::Ladder(..) => return Err(refused("nobody chooses what it comes to")),
            Holder::Item(..) => false,
        };
        if matches!(declared.ty, Type::Many(_)) {
            return Err(refused("it can take any number of values"));
        }
        let is_asked_for =
            is_chosen || matches!(declared.ty, Type::YesNo | Type::Level(_)) || declared.limits.is_some();
        if is_asked_for { Ok(()) } else { Err(refused("it has no limits")) }
    }
}

/// Lets a scene ask for it.
fn leave_open(encounter: &Encounter, scene: &mut Scene, target: Target) {
    let (run, blank, only) = match target {
        Target::Value(place) => return super::places::put(scene, place, Other::Asked),
        Target::Plan(run, blank) => (run, blank, None),
        Target::Item(run, blank, item) => (run, blank, Some(item)),
    };
    let procedure = scene.invocations[run].procedure;
    let Type::Plan(plan) = encounter.system.procedures[procedure].locals[blank].ty else { return };
    let plan = &encounter.system.plans[plan];
    let Some(Argument::Plan(fill)) = scene.invocations[run].arguments.get_mut(&blank) else { return };
    let items = fill.items.iter_mut().enumerate().filter(|(place, _)| only.is_none_or(|only| only == *place));
    for (_, item) in items {
        for qualifier in plan.first.iter().chain(&plan.rest).copied().filter(|place| !plan.describes(*place)) {
            let said = item.qualifiers.iter_mut().find(|(place, _)| *place == qualifier);
            if let Some((_, entry)) = said {
                entry.value.kind = ExprKind::Question;
                continue;
            }
            let field = &plan.qualifiers[qualifier];
            let value = Expr { span: item.span, ty: field.ty.clone(), kind: ExprKind::Question };
            let (label, span) = (field.name.clone(), item.span);
            let (named, index) = (None, None);
            let entry = Entry { label, value, text: None, span, named, index, bare: false, as_modifier: false };
            item.qualifiers.push((qualifier, entry));
        }
    }
}

fn is_asked(qualifiers: &[(usize, Entry)], qualifier: usize) -> bool {
    qualifiers.iter().any(|(place, entry)| *place == qualifier && entry.value.kind == ExprKind::Question)
}

/// What a scene says at a place; nothing where it asks there itself.
fn written_before(encounter: &Encounter, holder: Holder) -> Option<&Expr> {
    let value = &Written(encounter).entry(Place { holder, of_several: None })?.value;
    (value.kind != ExprKind::Question).then_some(value)
}
