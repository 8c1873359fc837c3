//! The reverse question: which are the smallest changes of a scene that bring a chance to the wanted value?

use std::ops::Range;

use dashu_base::Abs;
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::chance::Chance;
use super::encounter::Encounter;
use super::failure::Failure;
use super::instead::{in_words, now, path};
use super::odds::OddsRequest;
use super::places::{Other, Place, Written};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, codes};
use crate::model::Type;
use crate::source::{SourceId, Span};
use crate::syntax;
use crate::syntax::ast::{ExprKind, OddsWord};

/// A single change goes so many steps at most.
const FARTHEST: u64 = 5;

/// Each of two changes goes so many steps at most.
const FARTHEST_OF_TWO: u64 = 2;

/// More scenes than this are not worked out.
const MOST_TRIED: usize = 2_000;

/// What is said of odds that take more than they may: they are not known, whereas a scene that the rules refuse has none.
const BEYOND: [Code; 2] = [codes::ODDS_BUDGET, codes::TOO_LARGE];

/// More ways than this are not told.
const MOST_WAYS: usize = 12;

/// What brings a scene to a goal.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reach {
    /// The goal as the scene is written.
    pub as_written: Chance,
    /// The smallest changes that reach it, the smallest first; none if it is reached as the scene is written.
    pub ways: Vec<Way>,
    /// What comes nearest, where nothing reaches it.
    pub nearest: Option<Way>,
    /// How many scenes were worked out.
    pub tried: usize,
    /// Whether all was tried that is looked for, as far as it was necessary: single changes of up to five steps, and pairs of up to
    /// two steps each. It was not if there were too many pairs, if a change took more than the
    /// budget, or if somebody stopped it.
    pub tried_all: bool,
}

/// One or two changes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Way {
    /// What is changed.
    pub changes: Vec<Changed>,
    /// By how many steps altogether.
    pub size: u64,
    /// The goal then.
    pub answer: Chance,
}

/// A value that is another one than the scene writes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Changed {
    /// Where it stands: `climb.value`.
    pub name: String,
    /// What stands there.
    pub written: String,
    /// What would stand there instead; `without` where it is left out.
    pub instead: String,
    /// The reason that the scene gives in quotes.
    pub reason: Option<String>,
}

/// Something that could stand at a place.
#[derive(Clone, Copy)]
struct Step {
    /// The number of the place.
    at: usize,
    place: Place,
    other: Other,
    /// By how many steps it differs from what is written.
    size: u64,
    is_up: bool,
}

/// Steps that were tried together, with what they come to.
struct Found {
    steps: Vec<Step>,
    answer: Chance,
    /// How much is missing; nothing where the goal is reached.
    missing: RBig,
}

struct Search<'e> {
    encounter: &'e Encounter,
    request: OddsRequest,
    tried: usize,
    /// Whether some scene took more than it may.
    is_part_unknown: bool,
}

impl Encounter {
    /// The smallest changes of what the scene writes with which a comparison of chances or means holds, such as
    /// `P(climb.height >= high) >= 60%`: single ones, up to five steps, and where none of them reaches it two of up to two steps
    /// each. A step is the next number or level; leaving a value out counts as so many as there are down to nothing. Each is
    /// worked out exactly.
    ///
    /// ```
    /// use assize::{Engine, OddsRequest, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("pond", "system pond\nkind person { skill : 0..9 = 0 }\n\
    /// #     procedure angle by person { roll dice : 1d6, let fish = dice.sum + person.skill }");
    /// let encounter = Engine::with(shelf).compile("day.asz", "use pond\nperson ada { skill 1 }\nangle net by ada")?;
    /// let reach = encounter.reach("P(net.fish >= 6) >= 60%", &OddsRequest::default())?;
    /// let change = &reach.ways[0].changes[0];
    /// assert_eq!((change.name.as_str(), change.written.as_str(), change.instead.as_str()), ("ada.skill", "1", "3"));
    /// assert_eq!(reach.ways[0].answer.sides.as_ref().map(|(chance, _)| chance.to_string()).as_deref(), Some("2/3"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`odds`](Self::odds), and where the goal is no comparison.
    pub fn reach(&self, goal: &str, request: &OddsRequest) -> Result<Reach, Failure> {
        let (written, moved) = without_percents(goal);
        if let Some(complaint) = beyond_a_chance(goal) {
            return Err(self.failure(complaint));
        }
        let request = OddsRequest { questions: vec![written.clone()], ..request.clone() };
        let answers = self.odds(&request).map_err(|failure| in_typed_text(failure, (goal, &written), &moved))?;
        let [answer] = answers.as_slice() else { return Err(self.failure(no_goal())) };
        if answer.stopped {
            return Err(self.failure(stopped()));
        }
        if answer.sides.is_none() {
            return Err(self.failure(no_goal()));
        }
        let answer = Chance { question: goal.to_owned(), ..answer.clone() };
        let mut search = Search { encounter: self, request, tried: 0, is_part_unknown: false };
        Ok(search.from(answer))
    }
}

impl Search<'_> {
    fn from(&mut self, as_written: Chance) -> Reach {
        let mut reach = Reach { as_written, ways: Vec::new(), nearest: None, tried: 0, tried_all: true };
        if reach.as_written.holds() == Some(true) {
            return reach;
        }
        let steps = self.steps();
        let mut found: Vec<Found> = steps.iter().filter_map(|step| self.tried(&[*step], &reach.as_written)).collect();
        reach.tried_all = !self.is_stopped();
        if reach.tried_all && !found.iter().any(Found::reaches) {
            reach.tried_all = self.try_pairs(&steps, &reach.as_written, &mut found);
        }
        reach.tried_all &= !self.is_part_unknown;
        let nearest = found.iter().min_by(|one, next| (&one.missing, one.size()).cmp(&(&next.missing, next.size())));
        let before = missing(&reach.as_written);
        reach.nearest = nearest.filter(|one| before.is_none_or(|before| one.missing < before)).map(|one| self.way(one));
        found.retain(Found::reaches);
        if !found.is_empty() {
            reach.nearest = None;
        }
        reach.ways = smallest(found).iter().map(|one| self.way(one)).collect();
        reach.tried = self.tried;
        reach
    }

    /// Whether somebody wants to leave it at what was tried.
    fn is_stopped(&self) -> bool {
        self.request.progress.is_stopped()
    }

    /// Everything that could stand somewhere else, the nearest first.
    fn steps(&self) -> Vec<Step> {
        let written = Written(self.encounter);
        let near = |now: i64, (low, high): (i64, i64)| {
            let far = i64::try_from(FARTHEST).unwrap_or(i64::MAX);
            (now.saturating_sub(far).max(low)..=now.saturating_add(far).min(high)).collect()
        };
        let mut steps = Vec::new();
        for (at, place) in written.places_of_scene().into_iter().enumerate() {
            let Some(entry) = written.entry(place) else { continue };
            let Some(now) = now(self.encounter, place) else { continue };
            let is_die = written.declared(place.holder).is_some_and(|declared| *declared.ty == Type::Die);
            for other in written.others(place, entry, near) {
                let (size, is_up) = steps_between(now, other, is_die);
                if size <= FARTHEST || other == Other::LeftOut {
                    steps.push(Step { at, place, other, size, is_up });
                }
            }
        }
        steps.sort_by_key(|step| step.size);
        steps
    }

    /// Tries two changes at once, those of fewer steps first, until some of as many steps reach it. Says whether all were tried.
    fn try_pairs(&mut self, steps: &[Step], as_written: &Chance, found: &mut Vec<Found>) -> bool {
        let near: Vec<Step> = steps.iter().copied().filter(|step| step.size <= FARTHEST_OF_TWO).collect();
        let mut pairs: Vec<[Step; 2]> = Vec::new();
        for (first, one) in near.iter().enumerate() {
            pairs.extend(near.iter().skip(first + 1).filter(|two| two.at != one.at).map(|two| [*one, *two]));
        }
        pairs.sort_by_key(|[one, two]| one.size + two.size);
        for alike in pairs.chunk_by(|[one, two], [three, four]| one.size + two.size == three.size + four.size) {
            for pair in alike {
                if self.tried >= MOST_TRIED || self.is_stopped() {
                    return false;
                }
                found.extend(self.tried(pair, as_written));
            }
            if found.iter().any(Found::reaches) {
                return true;
            }
        }
        true
    }

    /// What the scene comes to with these steps; nothing where the rules refuse it, or where that is not known.
    fn tried(&mut self, steps: &[Step], as_written: &Chance) -> Option<Found> {
        if self.is_stopped() {
            return None;
        }
        self.tried += 1;
        let changes: Vec<(Place, Other)> = steps.iter().map(|step| (step.place, step.other)).collect();
        let answers = match self.encounter.with(&changes).and_then(|changed| changed.odds(&self.request)) {
            Ok(answers) => answers,
            Err(failure) => {
                self.is_part_unknown |= BEYOND.iter().any(|code| failure.has(*code));
                return None;
            }
        };
        let answer = Chance { question: as_written.question.clone(), ..answers.into_iter().next()? };
        Some(Found { steps: steps.to_vec(), missing: missing(&answer)?, answer })
    }

    fn way(&self, found: &Found) -> Way {
        let changes = found.steps.iter().map(|step| self.changed(*step)).collect();
        Way { changes, size: found.size(), answer: found.answer.clone() }
    }

    fn changed(&self, Step { place, other, .. }: Step) -> Changed {
        let encounter = self.encounter;
        Changed {
            name: path(encounter, place),
            written: now(encounter, place).map(|value| in_words(encounter, place, value)).unwrap_or_default(),
            instead: in_words(encounter, place, other),
            reason: Written(encounter).reason(place),
        }
    }
}

impl Found {
    fn reaches(&self) -> bool {
        self.missing == RBig::ZERO
    }

    fn size(&self) -> u64 {
        self.steps.iter().map(|step| step.size).sum()
    }

    /// Whether another one goes the same way and is content with less.
    fn goes_farther_than(&self, other: &Found) -> bool {
        let goes_with = |step: &Step| {
            other.steps.iter().any(|same| same.at == step.at && same.is_up == step.is_up && same.size <= step.size)
        };
        self.steps.len() == other.steps.len()
            && self.steps.iter().all(goes_with)
            // What comes to the same is told once.
            && (self.size() > other.size() || self.answer == other.answer)
    }
}

/// The finding for a goal that no chance can reach: `P(climb.height >= 3) >= 80`.
fn beyond_a_chance(goal: &str) -> Option<Diagnostic> {
    let question = syntax::parse_question(SourceId::default(), goal, &mut Diagnostics::default())?;
    let ExprKind::Binary(_, left, right) = &question.asked.kind else { return None };
    let (Some((OddsWord::Chance, _)), ExprKind::Number { value: number @ 2.., unit: None }) =
        (left.odds_of(), &right.kind)
    else {
        return None;
    };
    let found =
        Diagnostic::placeless(codes::ODDS, format!("a chance is never more than 1, and this goal asks for {number}"));
    Some(if *number <= 100 {
        let sign = goal.get(..usize::try_from(right.span.start).ok()?)?;
        found.help(format!("write `{sign}{number}%`"))
    } else {
        found.help("write a chance such as `0.8` or `80%`")
    })
}

/// The ways that go no farther than they must: by their size, and of the same size those first that bring most.
fn smallest(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_cached_key(|one| (one.size(), std::cmp::Reverse(gap(&one.answer))));
    let mut ways: Vec<Found> = Vec::new();
    for one in found {
        if !ways.iter().any(|known| one.goes_farther_than(known)) {
            ways.push(one);
        }
    }
    ways.truncate(MOST_WAYS);
    ways
}

/// How much the two sides of a comparison differ.
fn gap(answer: &Chance) -> Option<RBig> {
    answer.sides.as_ref().map(|(left, right)| (left.clone() - right.clone()).abs())
}

/// How much is missing to a goal; nothing known where one of its sides has no value.
fn missing(answer: &Chance) -> Option<RBig> {
    if answer.holds()? { Some(RBig::ZERO) } else { gap(answer).map(at_least_a_little) }
}

/// A goal that asks for more than what there is misses it, even by nothing.
fn at_least_a_little(gap: RBig) -> RBig {
    if gap == RBig::ZERO { RBig::from_parts(IBig::ONE, IBig::from(2).pow(256).into_parts().1) } else { gap }
}

/// By how many steps a value differs from what is written, and whether it is more.
fn steps_between(now: Other, other: Other, is_die: bool) -> (u64, bool) {
    let sides = |steps: u64| if is_die { steps.div_ceil(2) } else { steps };
    match (now, other) {
        (Other::Number(now), Other::Number(other)) => (sides(now.abs_diff(other)), other > now),
        (Other::Number(now), Other::LeftOut) => (sides(now.unsigned_abs()).max(1), now < 0),
        (Other::Thing(_) | Other::LeftOut | Other::Asked, _) | (Other::Number(_), Other::Thing(_) | Other::Asked) => {
            (1, false)
        }
    }
}

/// A stretch of the goal that became another one: where it stands now, and where it stood.
type Moved = (Range<usize>, Range<usize>);

/// The goal with each percentage as the decimal that it stands for: `60%` is `0.60`, `7.5%` is `0.075`.
fn without_percents(goal: &str) -> (String, Vec<Moved>) {
    let mut parts = goal.split('%').peekable();
    let mut text = String::new();
    let mut moved = Vec::new();
    let mut read = 0;
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            text.push_str(part);
            break;
        }
        let before = part.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
        let number = &part[before.len()..];
        let behind = read + part.len() + 1;
        match number.split_once('.').unwrap_or((number, "")) {
            ("", _) => text.extend([part, "%"]),
            (whole, rest) => {
                let whole = format!("{whole:0>3}");
                let (ones, hundredths) = whole.split_at(whole.len() - 2);
                text.push_str(before);
                let start = text.len();
                text.extend([ones, ".", hundredths, rest]);
                moved.push((start..text.len(), read + before.len()..behind));
            }
        }
        read = behind;
    }
    (text, moved)
}

/// Where a byte of the goal stood before its percentages were decimals; at the beginning of one, or behind it.
fn as_typed(at: usize, moved: &[Moved], is_end: bool) -> usize {
    match moved.iter().rev().find(|(now, _)| now.start <= at) {
        Some((now, then)) if at >= now.end => then.end + (at - now.end),
        Some((now, then)) if at == now.start || !is_end => then.start,
        Some((_, then)) => then.end,
        None => at,
    }
}

/// What is wrong with a goal, at its places in the text as it was typed.
fn in_typed_text(mut failure: Failure, (goal, written): (&str, &str), moved: &[Moved]) -> Failure {
    if moved.is_empty() {
        return failure;
    }
    let Some(id) = failure.sources.iter().find(|(_, source)| source.text == written).map(|(id, _)| id) else {
        return failure;
    };
    failure.sources = failure.sources.with_text(id, goal);
    let place = |span: Span| {
        let range = span.range();
        let typed = as_typed(range.start, moved, false)..as_typed(range.end, moved, true);
        if span.source == id { Span::new(id, typed) } else { span }
    };
    failure.diagnostics.change_since(0, |mut found| {
        found.labels.iter_mut().for_each(|label| label.span = place(label.span));
        found.fixes.iter_mut().for_each(|fix| fix.span = place(fix.span));
        found
    });
    failure
}

fn stopped() -> Diagnostic {
    Diagnostic::placeless(codes::ODDS, "stopped before it was known how far the goal is")
        .help("allow more time, or ask for less")
}

fn no_goal() -> Diagnostic {
    Diagnostic::placeless(codes::ODDS, "a goal must compare a chance or a mean")
        .help("write the target, such as `P(NAME.PART >= 2) >= 60%` or `E(NAME.PART) > 3`")
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::{as_typed, without_percents};

    #[test]
    fn a_percentage_is_a_decimal() {
        let written = |goal| without_percents(goal).0;
        assert_eq!(written("P(a.b >= c) >= 60%"), "P(a.b >= c) >= 0.60");
        assert_eq!(written("7.5%<P(a)"), "0.075<P(a)");
        assert_eq!(written("P(a) >= 100% - 5%"), "P(a) >= 1.00 - 0.05");
        assert_eq!(written("P(a) >= 1/2"), "P(a) >= 1/2");
        assert_eq!(written("P(a) >= x%"), "P(a) >= x%", "what is no number is complained of as it is written");
    }
    #[test]
    fn places_are_those_of_the_typed_goal() {
        let goal = "P(a) >= 100%, 50% and x";
        let (written, moved) = without_percents(goal);
        assert_eq!(written, "P(a) >= 1.00, 0.50 and x");
        let stretch =
            |range: Range<usize>| &goal[as_typed(range.start, &moved, false)..as_typed(range.end, &moved, true)];
        assert_eq!((stretch(8..12), stretch(12..13)), ("100%", ","));
        assert_eq!((stretch(14..18), stretch(23..24)), ("50%", "x"));
        assert_eq!(stretch(0..4), "P(a)");
    }
}
