//! Levels that house rules add to scales and ladders, with the lines that ask for the level beside them: these are not true for the new one,
//! and nobody who adds it sees them.

use super::declared_words::word;
use super::overlay_line_names::{address_of, blocks, bodies, lines_of};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::one_of;
use crate::model::{AskingLine, NewLevel, Scale, ScaleId, System, SystemFiles};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{
    BinaryOp, Declaration, Expect, ExpectLine, Expr, ExprKind, ItemKind, Statement, StatementKind,
};

/// So many of these lines are shown with a remark; `assize house` lists all of them.
const MOST_SHOWN: usize = 3;

/// The levels that a system has only with its house rules, as far as lines ask for those beside them. `alone` is the system without.
pub fn new_levels(
    (files, declarations): (&SystemFiles, &[Declaration]),
    system: &System,
    alone: &dyn Fn() -> System,
) -> Vec<NewLevel> {
    let has_order = |id: ScaleId| system.scales[id].ladder.is_some() || system.uses.compares(id);
    let is_changed = |id: ScaleId| system.scales[id].places.iter().any(|place| system.is_overlaid(*place));
    let changed: Vec<ScaleId> = system.scales.pairs().map(|(id, _)| id).collect();
    let changed: Vec<ScaleId> = changed.into_iter().filter(|id| has_order(*id) && is_changed(*id)).collect();
    if changed.iter().all(|id| system.uses.asked(*id).next().is_none()) {
        return Vec::new();
    }
    let finder = Finder { files, declarations, system, alone: &alone() };
    changed.into_iter().flat_map(|id| finder.of_scale(id)).collect()
}

/// A remark on a level that no house rule has thought to the end.
pub fn remark(new: &NewLevel) -> Option<Diagnostic> {
    let NewLevel { level, place, lines, .. } = new;
    let beside = &lines.first().filter(|_| !new.is_handled)?.level;
    let asked: Vec<String> = lines.iter().map(|line| format!("is {}", line.level)).collect();
    let asked = one_of(asked.iter().map(String::as_str));
    let they = if lines.len() == 1 { "1 line asks".to_owned() } else { format!("{} lines ask", lines.len()) };
    let do_not = if lines.len() == 1 { "does not" } else { "do not" };
    let message = format!("{they} {asked}, and {do_not} count `{level}`");
    let found = Diagnostic::warning(codes::BAD_OVERLAY, *place, message);
    let shown = lines.iter().take(MOST_SHOWN);
    let found = shown.fold(found, |found, line| found.also(line.place, format!("not true for `{level}`")));
    let addresses: Vec<String> = lines.iter().map(|line| format!("replace {}", line.address)).collect();
    let ways = one_of(addresses.iter().map(String::as_str));
    let families = new.told_families().map(|told| format!("; {told}")).unwrap_or_default();
    Some(found.help(format!(
        "where `{level}` should count as well, name both levels, or compare with `>=` or `<=`: {ways}{families}. If it should count in none of \
         them, say so in an `expect` of this house rule: `… is not {beside}`"
    )))
}

struct Finder<'f> {
    files: &'f SystemFiles,
    /// Those of the system with its house rules.
    declarations: &'f [Declaration],
    system: &'f System,
    alone: &'f System,
}

impl Finder<'_> {
    fn of_scale(&self, id: ScaleId) -> Vec<NewLevel> {
        let scale = &self.system.scales[id];
        let Some(was) = self.alone.names.scales.get(&scale.name).copied() else { return Vec::new() };
        let old = &self.alone.scales[was];
        let new = (0..).zip(&scale.levels).zip(&scale.places).filter(|((_, level), _)| old.level(level).is_none());
        new.map(|((rank, level), place)| {
            let beside = beside(scale, old, rank);
            let lines = self.asking(id, &beside, *place);
            let is_handled = self.is_changed((was, old), &beside) || self.is_another(&beside, *place);
            NewLevel {
                scale: scale.name.clone(),
                level: level.clone(),
                place: *place,
                lines,
                families: self.families(id),
                is_handled,
            }
        })
        .collect()
    }

    /// The lines that ask for one of these levels, those of the new level's own house rule left out.
    fn asking(&self, id: ScaleId, beside: &[SharedText], own: Span) -> Vec<AskingLine> {
        let levels = &self.system.scales[id].levels;
        let asked = self.system.uses.asked(id).filter(|(_, place)| place.source != own.source);
        let mut lines: Vec<AskingLine> = Vec::new();
        for (level, place) in asked {
            let Some(level) = levels.get(level).filter(|level| beside.contains(level)) else { continue };
            let Some(address) = self.address(place) else { continue };
            if !lines.iter().any(|line| line.address == address && line.level == *level) {
                lines.push(AskingLine { level: level.clone(), place, address });
            }
        }
        lines.sort_by_key(|line| line.place.start);
        lines
    }

    /// How a house rule calls the line, or the declaration, in which a comparison stands.
    fn address(&self, place: Span) -> Option<String> {
        let declared = self.declarations.iter().find(|declared| holds(declared, place))?;
        let bodies = bodies(declared);
        let within = bodies.into_iter().find_map(|body| innermost(body, place));
        match within {
            Some(line) => address_of(declared, line),
            None => Some(format!("{} {}", word(&declared.kind), declared.name.text())),
        }
    }

    /// Whether one of the lines that asked for these levels in the system alone is gone, or has more beside or inside of it.
    fn is_changed(&self, (was, old): (ScaleId, &Scale), beside: &[SharedText]) -> bool {
        let asked = self.alone.uses.asked(was);
        let mut asked = asked.filter(|(level, _)| old.levels.get(*level).is_some_and(|level| beside.contains(level)));
        asked.any(|(_, place)| {
            let declared = self.declarations.iter().find(|declared| holds(declared, place));
            declared.is_none_or(|declared| {
                let bodies = bodies(declared);
                !bodies.is_empty() && !bodies.into_iter().any(|body| self.is_as_it_was(body, place))
            })
        })
    }

    /// Whether the line at a place is one of these, with nothing new beside or inside of it.
    fn is_as_it_was(&self, body: &[Statement], place: Span) -> bool {
        let Some(at) = body.iter().position(|line| line.span.contains(place)) else { return false };
        let is_new = |line: Option<&Statement>| line.is_some_and(|line| self.system.is_overlaid(line.span));
        let inside: Vec<&Vec<Statement>> = blocks(&body[at]);
        if inside.iter().any(|body| body.iter().any(|line| line.span.contains(place))) {
            return inside.iter().any(|body| self.is_as_it_was(body, place));
        }
        let has_more_rows = if let StatementKind::Sum { rows, .. } = &body[at].kind {
            rows.iter().any(|row| self.system.is_overlaid(row.label.span()))
        } else {
            false
        };
        let before = at.checked_sub(1).and_then(|before| body.get(before));
        !has_more_rows && !is_new(before) && !is_new(body.get(at + 1))
    }

    /// Whether an expectation beside a new level says that something is none of these.
    fn is_another(&self, beside: &[SharedText], own: Span) -> bool {
        let items = self.files.houses.iter().flat_map(|file| &file.items).filter(|item| item.span.source == own.source);
        let expects =
            items.filter_map(|item| if let ItemKind::Expect(expect) = &item.kind { Some(expect) } else { None });
        expects.flat_map(claims).any(|claim| is_claimed_not(claim, beside))
    }

    /// The families of fields that have one value for each level of the scale.
    fn families(&self, id: ScaleId) -> Vec<(SharedText, SharedText)> {
        let kinds = self.system.kinds.iter();
        let fields = kinds.flat_map(|kind| kind.fields.iter().map(move |field| (kind, field)));
        let by_it = fields.filter(|(_, field)| field.by == Some(id) && !self.system.is_overlaid(field.span));
        by_it.map(|(kind, field)| (kind.name.clone(), field.name.clone())).collect()
    }
}

/// The levels of the old scale next to the one at this rank of the new one.
fn beside(scale: &Scale, old: &Scale, rank: usize) -> Vec<SharedText> {
    let is_old = |level: &&SharedText| old.level(level).is_some();
    let below = scale.levels.iter().take(rank).rev().find(is_old);
    let above = scale.levels.iter().skip(rank + 1).find(is_old);
    below.into_iter().chain(above).cloned().collect()
}

fn holds(declared: &Declaration, place: Span) -> bool {
    declared.span.contains(place)
}

/// The line in which a place lies and that has a name or a word for changes.
fn innermost(body: &[Statement], place: Span) -> Option<Span> {
    let mut lines = Vec::new();
    lines_of(body, None, &mut lines);
    let around = lines.iter().map(|line| line.span).filter(|span| span.contains(place));
    around.min_by_key(|span| span.end - span.start)
}

fn claims(expect: &Expect) -> impl Iterator<Item = &Expr> {
    expect
        .lines
        .iter()
        .filter_map(|line| if let ExpectLine::Claim(claim) = line { Some(&claim.condition) } else { None })
}

/// Whether a claim says that something is none of these levels.
fn is_claimed_not(claim: &Expr, levels: &[SharedText]) -> bool {
    let ExprKind::Binary(op, left, right) = &claim.kind else { return false };
    let is_one = |name: &Expr| matches!(&name.kind, ExprKind::Name(name) if levels.contains(&name.text()));
    (*op == BinaryOp::IsNot && is_one(right)) || is_claimed_not(left, levels) || is_claimed_not(right, levels)
}
