//! Odds reported while they are being found: soon as bounds, which come closer and closer, and in the end exactly.

use dashu_ratio::RBig;

use super::chance::Chance;
use super::encounter::Encounter;
use super::failure::Failure;
use super::odds::OddsRequest;
use crate::verdict::Audience;

/// So many steps are gone before anything is told, which takes about a fifth of a second.
const FIRST: u64 = 20_000;

/// Each attempt goes so many times as far as the one before, so that all of them take little longer than the last one alone.
const FARTHER: u64 = 4;

impl Encounter {
    /// The same as [`odds`](Self::odds), but whoever waits hears what is known on the way: after a fifth of a second or so each
    /// answer that takes longer says between which numbers it lies for sure, and then ever closer. It begins anew each time, and goes
    /// four times as far. [`Progress::stop`](super::Progress::stop) leaves it at what is known.
    ///
    /// ```
    /// use assize::engine::{Chance, Engine, OddsRequest, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("dice", "system dice\none sea { depth : number = 0, waves : number = 0, wind : number = 0 }
    /// #     procedure p { roll a : 1d2, roll b : 1d2, roll c : 1d2
    /// #     add a - 1 to sea.depth, add b - 1 to sea.waves, add c - 1 to sea.wind }");
    /// let scene = "use dice\nrepeat up to 50 until sea.depth >= 12 { p x {} }";
    /// let encounter = Engine::with(shelf).compile("scene.asz", scene)?;
    /// let mut known = Vec::new();
    /// let mut hear = |chances: &[Chance]| known.extend(chances[0].between.clone());
    /// let chances = encounter.odds_closing(&OddsRequest::of(["P(sea.waves * sea.wind >= 144)"]), &mut hear)?;
    /// let exact = chances[0].value.clone().unwrap();
    /// assert!(!known.is_empty() && known.iter().all(|(low, high)| *low <= exact && exact <= *high));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`odds`](Self::odds).
    pub fn odds_closing(&self, request: &OddsRequest, hear: &mut dyn FnMut(&[Chance])) -> Result<Vec<Chance>, Failure> {
        closing(request, &mut |request| self.odds(request), hear)
    }

    /// The same, asked for somebody.
    ///
    /// # Errors
    /// As [`odds_for`](Self::odds_for).
    pub fn odds_closing_for(
        &self,
        audience: Audience,
        request: &OddsRequest,
        hear: &mut dyn FnMut(&[Chance]),
    ) -> Result<Vec<Chance>, Failure> {
        closing(request, &mut |request| self.odds_for(audience, request), hear)
    }
}

/// Asks again and again, each time for more steps, and tells what is known until nothing is left open or somebody stops it.
pub(crate) fn closing(
    request: &OddsRequest,
    ask: &mut dyn FnMut(&OddsRequest) -> Result<Vec<Chance>, Failure>,
    hear: &mut dyn FnMut(&[Chance]),
) -> Result<Vec<Chance>, Failure> {
    let (mut known, mut steps) = (Vec::new(), FIRST);
    loop {
        let progress = request.progress.for_steps(steps);
        let found = ask(&OddsRequest { progress: progress.clone(), ..request.clone() });
        known = match found {
            Ok(found) => closer(known, found),
            Err(failure) if failure.known().is_empty() => return Err(failure),
            Err(failure) => return Err(failure.with_known(|found| closer(known, found))),
        };
        if !progress.is_stopped() || request.progress.is_stopped() {
            return Ok(known);
        }
        hear(&known);
        steps = steps.saturating_mul(FARTHER);
    }
}

/// What was found last, with what was known before: both are true.
fn closer(before: Vec<Chance>, found: Vec<Chance>) -> Vec<Chance> {
    let mut before = before.into_iter();
    let closer = |mut one: Chance| {
        let between = before.next().filter(|known| known.question == one.question).and_then(|known| known.between);
        one.between = match (between, one.between) {
            (Some(known), Some(now)) => Some(overlap(known, now)),
            (known, now) => now.or(known.filter(|_| one.stopped)),
        };
        one
    };
    found.into_iter().map(closer).collect()
}

fn overlap((low, high): (RBig, RBig), (least, most): (RBig, RBig)) -> (RBig, RBig) {
    (low.max(least), high.min(most))
}
