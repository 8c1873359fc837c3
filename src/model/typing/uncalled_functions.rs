//! Functions of house rules that nothing calls, and parameters that nothing fills, once all hooks are known.

use smol_str::format_smolstr;

use super::Typer;
use super::points::joined;
use crate::diagnostic::nearest::{nearest, question};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::one_of;
use crate::shared_text::SharedText;

/// How the names of functions begin that stand at a point.
const SIDES: [&str; 3] = ["before", "after", "check"];

impl Typer<'_> {
    /// Whether a function is named after a point, be it with a slip in its first word: it would never be called.
    fn is_for_a_point(&self, name: &str) -> bool {
        let Some((side, rest)) = name.split_once('_') else { return false };
        if SIDES.contains(&side) {
            return true;
        }
        let point = nearest(side, SIDES).map(|side| format!("{side}_{}", rest.to_lowercase()));
        point.is_some_and(|point| self.notes.posted.points.contains(point.as_str()))
    }

    /// The points whose names begin like this one.
    fn points_like(&self, name: &str) -> String {
        let side = name.split_once('_').map_or(name, |(side, _)| side);
        let points = self
            .notes
            .posted
            .points
            .iter()
            .filter(|point| point.split_once('_').is_some_and(|(start, _)| start == side));
        format!("a hook can be {}", one_of(points.map(SharedText::as_str)))
    }

    /// A function named after a point that there is not; without rules nobody knows.
    pub fn unhooked(&mut self) {
        if !self.system.is_there {
            return;
        }
        for period in &self.system.periods {
            let name = joined(&period.name);
            for point in [format_smolstr!("before_{name}"), format_smolstr!("after_{name}")] {
                self.notes.posted.points.insert(point.clone());
                let here = self.called(&point);
                self.notes.posted.used.extend(here);
            }
        }
        for (id, function) in self.system.functions.pairs() {
            let of_the_host = function.signature.is_some();
            if of_the_host || !self.is_for_a_point(&function.name) || self.notes.posted.used.contains(&id) {
                continue;
            }
            let message = format!("there is no hook `{}`", function.name);
            let help = self.points_near(&function.name).unwrap_or_else(|| self.points_like(&function.name));
            self.notes.sink.push(Diagnostic::error(codes::HOOK, function.span, message).help(help));
        }
    }

    /// What was probably meant.
    fn points_near(&self, name: &str) -> Option<String> {
        let points = &self.notes.posted.points;
        let (side, own) = name.split_once('_').unwrap_or((name, ""));
        // `before_dice` for `before_roll_dice`.
        let of_side = points.iter().filter_map(|point| point.split_once('_')).filter(|(start, _)| *start == side);
        let longer = of_side.clone().find(|(_, rest)| rest.strip_suffix(own).is_some_and(|word| word.ends_with('_')));
        if let Some((_, rest)) = longer {
            return Some(format!("did you mean `{side}_{rest}`?"));
        }
        // What begins alike is not alike for that.
        let near = if SIDES.contains(&side) {
            nearest(own, of_side.map(|(_, rest)| rest)).map(|rest| format!("{side}_{rest}"))
        } else {
            nearest(name, points.iter().map(SharedText::as_str)).map(str::to_owned)
        };
        if let Some(near) = near {
            return Some(question(name, &near));
        }
        let after_a_dash = |point: &&SharedText| point.split_once('_').is_some_and(|(_, rest)| name.ends_with(rest));
        let same: Vec<&str> = points.iter().filter(after_a_dash).map(SharedText::as_str).collect();
        (!same.is_empty()).then(|| format!("did you mean {}?", one_of(same)))
    }

    /// Parameters that no point knows.
    pub fn unread(&mut self) {
        let reads = std::mem::take(&mut self.notes.posted.reads);
        self.notes.sink.extend(reads.into_values().flatten());
    }

    /// Functions that nothing calls.
    pub fn uncalled(&mut self) {
        for (id, function) in self.system.functions.pairs() {
            let of_the_host = function.signature.is_some();
            if of_the_host
                || function.is_helper
                || self.is_for_a_point(&function.name)
                || self.notes.posted.used.contains(&id)
            {
                continue;
            }
            let name = &function.name;
            let message = format!("nothing calls `{name}`");
            let help = self.points_near(name).unwrap_or_else(|| {
                format!(
                    "call it from a rule, as in `house.{name}(…)`; name it after a hook, \
                     as in `before_NAME`; or write `private fn` if only other functions call it"
                )
            });
            self.notes.sink.push(Diagnostic::warning(codes::HOOK, function.span, message).help(help));
        }
    }
}
