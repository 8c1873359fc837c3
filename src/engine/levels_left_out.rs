//! Comparisons with a level that no run of the scene reaches, although they hold in some runs and not in others: they ask for another level
//! than the one that is written.

use std::collections::BTreeSet;

use super::encounter::Encounter;
use super::later_changes::lines;
use super::seen_values::{conditions, told_before};
use super::ways_out::with_ways_out;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::one_of;
use crate::model::{Expr, ExprKind, Hooks, ScaleId, Statement, StatementKind, Type, Wording, constant_of};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::BinaryOp;

/// So many changed scenes are tried for a way out.
const MOST_TRIED: u32 = 60;

/// More levels than this have an order and no names to think of.
const MOST_LEVELS: usize = 16;

/// A comparison of which is better or worse, with a level that is written out.
struct Comparison {
    /// Where it is written.
    place: Span,
    op: BinaryOp,
    left: Expr,
    scale: ScaleId,
    level: i64,
}

impl Encounter {
    /// Adds a remark on each of these, with what the scene would have to say for that level to be reached, where this is found.
    pub(super) fn levels_left_out(&self, found: &mut Vec<Diagnostic>) {
        if self.program.is_none() || !self.scene.cast.is_empty() {
            return;
        }
        let is_known = |place: Span| {
            let mut labels = found.iter().flat_map(|known| &known.labels);
            labels.any(|known| known.span.contains(place) || place.contains(known.span))
        };
        let compared = self.comparisons();
        let new = compared.into_iter().filter(|comparison| !is_known(comparison.place));
        let new: Vec<Diagnostic> = new.filter_map(|comparison| self.left_out(&comparison)).collect();
        found.extend(new);
    }

    fn left_out(&self, comparison: &Comparison) -> Option<Diagnostic> {
        let Comparison { place, scale, level, .. } = *comparison;
        let levels = &self.system.scales[scale].levels;
        let name = levels.get(usize::try_from(level).ok()?).filter(|_| levels.len() <= MOST_LEVELS)?;
        if self.values_at(place)?.1.iter().any(|(_, value)| value == name) {
            return None;
        }
        let reached = self.reached(comparison)?;
        if reached.contains(&level) {
            return None;
        }
        let holding = (0..).zip(levels).filter(|(rank, _)| reached.contains(rank) && comparison.holds_for(*rank));
        let holding: Vec<&str> = holding.map(|(_, level)| level.as_str()).collect();
        let only = one_of(holding.iter().copied());
        let message = format!("no run reaches `{name}` here, so this is true only for {only}");
        let remark = Diagnostic::warning(codes::IDLE, place, message);
        let comes_to_it = |changed: &Encounter| {
            let seen = changed.values_at(place);
            seen.is_some_and(|(_, seen)| seen.iter().any(|(_, value)| value == name))
        };
        let plain = || {
            let asked = self.sources.slice(comparison.left.span);
            let is = holding.iter().map(|level| format!("{asked} is {level}"));
            let is: Vec<String> = is.collect();
            let run = asked.rsplit_once('.').map_or(asked, |(run, _)| run);
            let is = is.join(" or ");
            let help = format!(
                "if that is meant, write `{is}`; if not, change what is said in `{run}` so that it can reach `{name}`"
            );
            remark.clone().help(help)
        };
        Some(with_ways_out((self, &remark, place), MOST_TRIED, &comes_to_it).unwrap_or_else(plain))
    }

    /// The levels that runs come to there, of the one that is written and those for which the comparison holds.
    fn reached(&self, comparison: &Comparison) -> Option<BTreeSet<i64>> {
        let levels = self.system.scales[comparison.scale].levels.len();
        let asked =
            (0..i64::try_from(levels).ok()?).filter(|level| *level == comparison.level || comparison.holds_for(*level));
        let is_reached = |level: &i64| {
            let mut scene = self.scene.clone();
            scene.expects.clear();
            told_before(&mut scene.statements, comparison.place, &comparison.note(*level))?;
            let asked = self.of_scene_accounted(scene).ok()?;
            let never = asked.followed().iter().any(|found| is_at(found, comparison.left.span));
            Some(!never)
        };
        let mut reached = BTreeSet::new();
        for level in asked {
            if is_reached(&level)? {
                reached.insert(level);
            }
        }
        Some(reached)
    }

    /// Those that the lines of the scene make.
    fn comparisons(&self) -> Vec<Comparison> {
        let conditions = lines(&self.scene.statements).into_iter().flat_map(conditions);
        let mut found = Vec::new();
        conditions.for_each(|condition| comparisons_in(condition, &mut found));
        found
    }
}

impl Comparison {
    fn holds_for(&self, level: i64) -> bool {
        let (is_better, is_it) = (level > self.level, level == self.level);
        let takes_it = [BinaryOp::LessOrEqual, BinaryOp::GreaterOrEqual].contains(&self.op);
        let takes_better = [BinaryOp::Greater, BinaryOp::GreaterOrEqual].contains(&self.op);
        if is_it { takes_it } else { is_better == takes_better }
    }

    /// A note where the value is this level; in its place stands the value alone, for what is said of the comparison is another thing.
    fn note(&self, level: i64) -> Statement {
        let place = self.left.span;
        let level = Expr { span: place, ty: Type::Level(self.scale), kind: ExprKind::Number(level) };
        let is = ExprKind::Binary(BinaryOp::Is, Box::new(self.left.clone()), Box::new(level));
        let condition = Some(Expr { span: place, ty: Type::YesNo, kind: is });
        let text = Wording { text: SharedText::from("told"), holes: Vec::new() };
        Statement { span: place, kind: StatementKind::Note { text, condition }, hooks: Hooks::default() }
    }
}

fn is_at(found: &Diagnostic, place: Span) -> bool {
    found.labels.iter().any(|label| label.span == place)
}

fn comparisons_in(condition: &Expr, found: &mut Vec<Comparison>) {
    if let ExprKind::Binary(op, left, right) = &condition.kind
        && [BinaryOp::Less, BinaryOp::LessOrEqual, BinaryOp::Greater, BinaryOp::GreaterOrEqual].contains(op)
        && let (Type::Level(scale), Some(level), None) = (&left.ty, constant_of(right), constant_of(left))
    {
        found.push(Comparison { place: condition.span, op: *op, left: (**left).clone(), scale: *scale, level });
    }
    // What a list is gone through with is not known outside of it.
    if !matches!(condition.kind, ExprKind::Reduce { .. }) {
        condition.parts().into_iter().for_each(|part| comparisons_in(part, found));
    }
}
