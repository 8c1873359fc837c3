//! What functions of house rules return at their hooks, as far as their texts show it: levels that do not exist, and
//! two rules that may both return a result.

use super::Typer;
use super::points::{Point, level};
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::one_of;
use crate::model::{FunctionId, HookCall, HouseFunction, ReadKind, ScaleId, Type, WrittenLevel};
use crate::shared_text::SharedText;
use crate::source::Span;

/// What both of two functions may do, in the words of the later one.
const LEVELS: &str = "may return a level; this one is called later, and its level wins";
const REFUSALS: &str = "may refuse; this one is called later, and changes nothing if the first one refuses";

impl Typer<'_> {
    /// Notes the scales at which functions answer or compare levels, for when all points are known, and tells of two
    /// that may answer the same.
    pub fn answers(&mut self, calls: &[HookCall], point: &Point, line: Span) {
        for call in calls {
            if let Some(scale) = point.level {
                self.notes.posted.levels.entry(call.function).or_default().push((scale, line));
            }
            if point.adds {
                self.notes.posted.added.insert(call.function);
            } else {
                self.notes.posted.unadded.entry(call.function).or_insert(line);
            }
            for read in &call.reads {
                if !matches!(&read.kind, ReadKind::Value(value) if value.ty == Type::Unknown) {
                    let scales = self.notes.posted.compared.entry((call.function, read.name.clone())).or_default();
                    scales.push(scale_of(&read.kind, point));
                }
            }
        }
        self.both(calls, |one| point.level.is_some() && one.written.changes_level, LEVELS, line);
        self.both(calls, |one| one.written.refuses, REFUSALS, line);
    }

    /// Tells of each function that may do what one before it may do as well, once for all of their points.
    fn both(&mut self, calls: &[HookCall], may: impl Fn(&HouseFunction) -> bool, what: &str, line: Span) {
        let all: Vec<FunctionId> = calls.iter().map(|call| call.function).collect();
        let those: Vec<FunctionId> = all.into_iter().filter(|id| may(&self.system.functions[*id])).collect();
        for pair in those.windows(2) {
            let [first, second] = pair else { continue };
            if self.notes.posted.rivals.insert((*first, *second)) {
                let (first, second) = (&self.system.functions[*first], &self.system.functions[*second]);
                let message = format!("`{}` of two house rules {what}", second.name);
                let told = Diagnostic::warning(codes::HOOK, second.span, message)
                    .also(first.span, "called first")
                    .also(line, "both are called here")
                    .help("they are called in the order of `use`; use one of the two house rules, or write a third in place of both");
                self.notes.sink.push(told);
            }
        }
    }

    /// Levels that do not exist at any of a function's points, once all points are known.
    pub fn unlevelled(&mut self) {
        let (levels, compared) = (&self.notes.posted.levels, &self.notes.posted.compared);
        let mut told = Vec::new();
        for (id, function) in self.system.functions.pairs() {
            let name = &function.name;
            if let Some(points) = levels.get(&id) {
                let scales: Vec<Option<ScaleId>> = points.iter().map(|(scale, _)| Some(*scale)).collect();
                for level in &function.written.levels {
                    let line = points.first().map(|(_, line)| *line).unwrap_or_default();
                    let missing = self.no_level(level, &format!("`{name}` returns"), &scales);
                    told.extend(missing.map(|missing| answers_of_a_level(missing).also(line, "called here")));
                }
            }
            for (parameter, level) in &function.written.compared {
                let scales = compared.get(&(id, SharedText::from(parameter.as_str())));
                let what = format!("`{name}` compares `{parameter}` with");
                told.extend(scales.and_then(|scales| self.no_level(level, &what, scales)));
            }
        }
        self.notes.sink.extend(told);
    }

    /// Functions that answer something to add, and stand only where nothing can be added, once all points are known.
    pub fn unadded(&mut self) {
        let posted = &self.notes.posted;
        let mut told = Vec::new();
        for (id, line) in posted.unadded.iter().filter(|(id, _)| !posted.added.contains(id)) {
            let function = &self.system.functions[*id];
            if let Some(place) = function.written.adds {
                let message = format!("`{}` returns a modifier, which is not allowed here", function.name);
                let found = Diagnostic::error(codes::HOUSE, place, message).also(*line, "called here");
                told.push(found.help(self.where_added(*id)));
            }
        }
        self.notes.sink.extend(told);
    }

    /// The points at which a function can add something, the other side of its own line first, and what it can answer here.
    fn where_added(&self, id: FunctionId) -> String {
        let posted = &self.notes.posted;
        let (side, line) = self.system.functions[id].name.split_once('_').unwrap_or_default();
        let other = format!("{}_{line}", if side == "before" { "after" } else { "before" });
        let points = if posted.adding.contains(other.as_str()) {
            format!("to add a modifier, name it `{other}`")
        } else {
            format!("modifiers can be added at {}", one_of(posted.adding.iter().map(SharedText::as_str)))
        };
        let level = if posted.levels.contains_key(&id) { "`#{ level: \"…\" }`, " } else { "" };
        format!("{points}; here it may return nothing, or {level}`#{{ note: … }}` or `#{{ refuse: … }}`")
    }

    /// What is wrong with a level, unless one of the scales has it, or one of the values has no scale.
    fn no_level(&self, level: &WrittenLevel, what: &str, scales: &[Option<ScaleId>]) -> Option<Diagnostic> {
        let scales: Vec<ScaleId> = scales.iter().copied().collect::<Option<Vec<ScaleId>>>()?;
        let has = |scale: &ScaleId| self.system.scales[*scale].levels.iter().any(|own| *own == level.name);
        if scales.iter().any(has) {
            return None;
        }
        let scale = &self.system.scales[*scales.first()?];
        let listed = scale.levels.join(", ");
        let message = format!("{what} `{}`, which is not a level of `{}`: {listed}", level.name, scale.name);
        let near = guess(&level.name, scale.levels.iter().map(SharedText::as_str));
        let told = Diagnostic::error(codes::HOUSE, level.span, message);
        Some(told.did_you_mean(near, || "write one of these levels".to_owned()))
    }
}

/// The scale of what is read, if it is a level.
fn scale_of(read: &ReadKind, point: &Point) -> Option<ScaleId> {
    match read {
        ReadKind::Result => point.level,
        ReadKind::Value(value) => level(&value.ty),
        ReadKind::Total | ReadKind::Qualifier(_) | ReadKind::Item => None,
    }
}

/// The same, with all that may be answered there.
fn answers_of_a_level(told: Diagnostic) -> Diagnostic {
    let first = told.help.clone().unwrap_or_default();
    let may = "here it may return nothing, or `#{ level: \"…\" }`, `#{ note: … }` or `#{ refuse: … }`";
    told.help(format!("{first} {may}"))
}
