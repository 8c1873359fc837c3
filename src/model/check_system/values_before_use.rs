//! Errors about lines that read values which may be unreached. If a line of a house rule causes this, the error is there:
//! its author need not know the lines of the system, and cannot change them.

use std::collections::{BTreeMap, BTreeSet};

use super::checker::SystemChecker;
use super::reached_lines::{AllFound, Found, reaching};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::reaching::{Excused, Fact, Heard, Lookups};
use crate::model::{Expr, LocalId, ProcedureId};
use crate::source::{SourceId, Span};

/// A `stop` of a house rule, or what its lines give a value, with them.
type Suspect = (Option<LocalId>, BTreeSet<Span>);

/// What lines of a house rule bring about.
struct Blamed {
    /// The procedure that it stands in.
    procedure: ProcedureId,
    /// The lines: a `stop`, or all that give something its value.
    suspect: Suspect,
    /// What is said in other files on its account.
    told: Vec<Diagnostic>,
    /// The values of its procedure that are not computed in any case on its account.
    lost: Vec<(ProcedureId, LocalId)>,
}

impl SystemChecker<'_> {
    /// Every rule and every line of every procedure.
    pub fn values_before_use(&mut self) {
        self.find_gaps();
        let AllFound { mut procedures, always } = self.all_procedures(&Excused::default());
        self.lead_to_house_rules(&mut procedures);
        let rules: Vec<&Expr> = self.system.rules.iter().map(|rule| &rule.body).collect();
        for body in rules {
            reaching(&self.system, &mut self.notes, None, &always).reach(body, Fact::ALWAYS);
        }
        let (mut heard, mut lookups) = (Heard::new(), Lookups::default());
        for found in procedures {
            lookups.join(found.lookups);
            self.notes.sink.extend(found.told);
            for (read, found) in found.heard {
                heard.entry(read).or_default().extend(found);
            }
        }
        self.system.certain = always;
        for found in heard.into_values() {
            if found.iter().all(Option::is_some) {
                self.notes.sink.extend(found.into_iter().flatten().take(1));
            }
        }
        if !self.notes.sink.has_errors() {
            self.missing_rows(lookups);
        }
    }

    /// Puts one mistake at each line of a house rule in the place of all those that it brings about elsewhere. To find out
    /// which ones these are, the procedures are gone through as if no line of a house rule did anything of the kind, and then
    /// with each of them alone.
    fn lead_to_house_rules(&mut self, procedures: &mut [Found]) {
        let lines: BTreeSet<Span> = procedures.iter().flat_map(|found| found.suspects.keys().copied()).collect();
        if lines.is_empty() || errors(procedures).is_empty() {
            return;
        }
        let without = self.all_procedures(&Excused { lines: lines.clone(), ..Excused::default() });
        let ids: Vec<ProcedureId> = self.system.procedures.pairs().map(|(id, _)| id).collect();
        let (mut led, mut told) = (BTreeSet::new(), Vec::new());
        for (found, procedure) in procedures.iter().zip(ids) {
            for suspect in suspects(found) {
                let blamed = self.blamed((procedure, suspect), &lines, &without);
                if !blamed.told.is_empty() {
                    told.push(self.complaint(&blamed, &lines, &without));
                    led.extend(blamed.told.iter().filter_map(place));
                }
            }
        }
        self.notes.sink.extend(told);
        for found in procedures {
            let is_left = |told: &Diagnostic| !place(told).is_some_and(|place| led.contains(&place));
            found.told = std::mem::take(&mut found.told).into_iter().filter(is_left).collect();
        }
    }

    /// What these lines bring about where no other line of a house rule does.
    fn blamed(
        &mut self,
        (procedure, suspect): (ProcedureId, Suspect),
        lines: &BTreeSet<Span>,
        without: &AllFound,
    ) -> Blamed {
        let alone = self.all_procedures(&Excused { lines: lines - &suspect.1, ..Excused::default() });
        let own: BTreeSet<SourceId> = suspect.1.iter().map(|line| line.source).collect();
        let is_elsewhere = |told: &Diagnostic| place(told).is_some_and(|place| !own.contains(&place.source));
        let told = more(&alone, without).into_iter().filter(is_elsewhere).collect();
        let lost = without.always.difference(&alone.always).copied().filter(|(of, _)| *of == procedure).collect();
        Blamed { procedure, suspect, told, lost }
    }

    /// The last of the lost values that somebody needs, and what is said if that one is missing as well.
    fn last_needed(
        &mut self,
        blamed: &Blamed,
        lines: &BTreeSet<Span>,
        without: &AllFound,
    ) -> Option<(LocalId, Diagnostic)> {
        let others = lines - &blamed.suspect.1;
        let mut told_with = |count: usize| {
            let values = blamed.lost[..count].iter().copied().collect();
            more(&self.all_procedures(&Excused { lines: others.clone(), values }), without)
        };
        let (mut too_few, mut enough) = (0, blamed.lost.len());
        let mut told = blamed.told.clone();
        while enough - too_few > 1 {
            let middle = usize::midpoint(too_few, enough);
            let left = told_with(middle);
            if left.is_empty() {
                enough = middle;
            } else {
                (too_few, told) = (middle, left);
            }
        }
        Some((blamed.lost.get(too_few)?.1, told.into_iter().next()?))
    }

    fn complaint(&mut self, blamed: &Blamed, lines: &BTreeSet<Span>, without: &AllFound) -> Diagnostic {
        let (local, reader) = match (blamed.suspect.0, blamed.told.first()) {
            (Some(local), Some(told)) => (Some(local), Some(told.clone())),
            _ => self.last_needed(blamed, lines, without).unzip(),
        };
        let declared = &self.system.procedures[blamed.procedure];
        let value = local.map(|local| &declared.locals[local]);
        let (name, procedure) = (value.map_or("a value", |value| value.name.as_str()), &declared.name);
        let step = value.and_then(|value| value.step).and_then(|step| declared.steps.get(step));
        let (message, way_out) = if blamed.suspect.0.is_some() {
            let message = format!("this does not always give `{name}` a value, but other lines need it");
            (
                message,
                "give it a value for the other cases, in an `else`, a row `otherwise` or `… otherwise 0`".to_owned(),
            )
        } else {
            let message = format!("after this stop, `{name}` of `{procedure}` is not reached, but other lines need it");
            let after = step.map_or_else(
                || format!("the line that gives `{name}` its value"),
                |step| format!("that line, as in `add after step {procedure}.{} {{ … }}`", step.name),
            );
            (message, format!("move the stop after {after}"))
        };
        let mut lines = blamed.suspect.1.iter().copied();
        let complaint = Diagnostic::placeless(codes::MAY_BE_UNREACHED, message);
        let complaint = lines.next().into_iter().fold(complaint, |complaint, line| complaint.also(line, ""));
        let complaint = lines.fold(complaint, |complaint, line| complaint.also(line, "nor does this"));
        let complaint = match reader.as_ref().and_then(|reader| Some((place(reader)?, &reader.message))) {
            Some((place, said)) => complaint.also(place, format!("{said}{}", and_others(blamed.told.len() - 1))),
            None => complaint,
        };
        complaint.help(format!("{way_out}; or `replace` the lines that need it"))
    }
}

fn and_others(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => ", nor in one other place".to_owned(),
        _ => format!(", nor in {count} other places"),
    }
}

/// The lines of house rules that may bring something about: each `stop`, and for each value the lines that give it.
fn suspects(found: &Found) -> Vec<Suspect> {
    let stops = found.suspects.iter().filter(|(_, gives)| gives.is_none());
    let stops = stops.map(|(line, _)| (None, BTreeSet::from([*line])));
    let mut given: BTreeMap<LocalId, BTreeSet<Span>> = BTreeMap::new();
    for (line, gives) in &found.suspects {
        if let Some(local) = gives {
            given.entry(*local).or_default().insert(*line);
        }
    }
    stops.chain(given.into_iter().map(|(local, lines)| (Some(local), lines))).collect()
}

/// Where something is wrong.
fn place(told: &Diagnostic) -> Option<Span> {
    told.labels.first().map(|label| label.span)
}

fn errors(procedures: &[Found]) -> Vec<&Diagnostic> {
    procedures.iter().flat_map(|found| found.told.iter()).filter(|told| told.is_error()).collect()
}

/// What is wrong there and not otherwise.
fn more(there: &AllFound, otherwise: &AllFound) -> Vec<Diagnostic> {
    let known: BTreeSet<Option<Span>> = errors(&otherwise.procedures).into_iter().map(place).collect();
    errors(&there.procedures).into_iter().filter(|told| !known.contains(&place(told))).cloned().collect()
}
