//! What to ask when no question was given: every result for variants, and one goal for what it depends on.

use dashu_base::Abs;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::encounter::Encounter;
use super::failure::Failure;
use super::levelled;
use super::odds::OddsRequest;
use super::results::{Overview, ResultKind, ResultOdds};
#[cfg(feature = "cli")]
use super::titles::around;
use crate::diagnostic::{Diagnostic, codes};
#[cfg(feature = "cli")]
use crate::ir::Shape;
use crate::model::{Claim, ClaimKind, Expect, Term, Uses};
use crate::semantics::formula::Reading;
use crate::verdict::Audience;

impl Encounter {
    /// The goal that is asked for where none is given: what the scene claims last about odds, since its author has said so what it is
    /// about. Where it claims nothing, that the last result that a run of the scene comes to, and no part of that run,
    /// is at least the level for which the chance is nearest to one half. Where none has levels with an order, the mean of the last
    /// number, and else whether the last condition holds.
    ///
    /// ```
    /// use assize::{Engine, OddsRequest, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "
    /// #     system lamps \"Lamps in the Dark\"
    /// #     ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 6 | 1.., dim | 3..5 | 0, dark | 1..2 | ..-1 }
    /// #     kind person { oil : 0..9 = 3 }
    /// #     procedure light by person { resolve glow with person.oil }");
    /// let encounter = Engine::with(shelf).compile("night.asz", "use lamps\nperson ada\nlight lamp by ada")?;
    /// assert_eq!(encounter.goal(&OddsRequest::default())?, "lamp.glow >= dim");
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`odds_of_results`](Self::odds_of_results), and where chance decides about nothing.
    pub fn goal(&self, request: &OddsRequest) -> Result<String, Failure> {
        // In the middle of a session it is about what comes next.
        let claimed = self.claimed().filter(|_| request.happened.is_empty());
        claimed.map_or_else(|| self.goal_in(&self.odds_of_results(request)?), Ok)
    }

    /// What the scene claims last about odds. To players claims may say more than they should know.
    pub(super) fn claimed<'e>(&'e self) -> Option<String> {
        let is_about_it = |block: &&Expect| block.given.is_none() && block.choosing.is_empty() && block.scene.is_none();
        let claims = |block: &'e Expect| block.claims.iter().map(move |claim| (block, claim));
        let asked = |(block, claim): (&Expect, &Claim)| match &claim.kind {
            ClaimKind::Odds { terms, .. } => terms.iter().find_map(|term| self.asked_by(term, &block.uses)),
            ClaimKind::Holds(_) => None,
        };
        self.scene.expects.iter().filter(is_about_it).flat_map(claims).filter_map(asked).last()
    }

    /// What a claim asks of the scene, as a question; nothing where it asks on a condition, for neither a chance nor a mean, or only about
    /// dice of its own, and so names nothing.
    fn asked_by(&self, term: &Term, uses: &Uses) -> Option<String> {
        let is_of_scene = uses.iter().any(|(_, span)| term.of.span.contains(span));
        let text = Some(self.sources.slice(term.of.span)).filter(|_| is_of_scene && term.given.is_none())?;
        match term.reading {
            Reading::Chance => Some(text.to_owned()),
            Reading::Mean => Some(format!("E({text})")),
            Reading::Deviation | Reading::Quantile(_) | Reading::Each => None,
        }
    }

    /// The same goal, and after it those that would be suggested without the ones before: for somebody who looks for one to which choices
    /// make a difference.
    pub(super) fn goals_for(&self, audience: Audience, request: &OddsRequest) -> Result<Vec<String>, Failure> {
        let mut overview = self.odds_of_results(request)?;
        overview.results.retain(|result| audience.may_see(result.visibility));
        let claimed = self.claimed().filter(|_| audience != Audience::Players);
        let mut goals = vec![claimed.map_or_else(|| self.goal_in(&overview), Ok)?];
        while let Some((name, _)) = self.goal_among(&overview).map(|(result, goal)| (result.name.clone(), goal)) {
            overview.results.retain(|result| result.name != name);
            goals.extend(self.goal_among(&overview).map(|(_, goal)| goal));
        }
        Ok(goals)
    }

    /// The goal among these results.
    pub(super) fn goal_in(&self, overview: &Overview) -> Result<String, Failure> {
        // What is not known is no reason to say that nothing is left to chance.
        let unknown = || overview.results.iter().find_map(|result| result.spread.as_ref().err().cloned());
        let nothing = || self.failure(unknown().map_or_else(nothing_to_ask, |unknown| unknown.help(ASK)));
        self.goal_among(overview).map(|(_, question)| question).ok_or_else(nothing)
    }

    /// The same, with the result for which it asks.
    fn goal_among<'o>(&self, overview: &'o Overview) -> Option<(&'o ResultOdds, String)> {
        let open = || overview.results.iter().filter(|result| result.is_open());
        let of_runs: Vec<&ResultOdds> = open().filter(|result| !self.is_field(&result.name)).collect();
        let told = if of_runs.is_empty() { open().collect() } else { of_runs };
        let of_itself = told.iter().copied().filter(|result| result.name.matches('.').count() == 1);
        let last = |kind: ResultKind, all: &mut dyn Iterator<Item = &'o ResultOdds>| {
            all.filter(|result| result.kind == kind && self.can_be_asked(result)).filter_map(goal_of).last()
        };
        last(ResultKind::Level, &mut of_itself.clone())
            .or_else(|| last(ResultKind::Level, &mut told.iter().copied()))
            .or_else(|| last(ResultKind::Number, &mut told.iter().copied()))
            .or_else(|| last(ResultKind::Word, &mut told.iter().copied()))
    }

    /// Marks the results that people want to see first: the one that the goal asks for which the scene suggests, and what its last line
    /// comes to itself.
    #[cfg(feature = "cli")]
    pub(super) fn mark_first(&self, overview: &mut Overview) {
        let goal = self.goal_among(overview).map(|(result, _)| result.name.clone());
        let of_runs = overview.results.iter().filter(|result| result.is_open() && !self.is_field(&result.name));
        let last = of_runs.map(|result| result.name.as_str()).next_back().map(str::to_owned);
        let line = last.as_deref().map(|last| last.split_once('.').map_or(last, |(line, _)| line));
        let of_line = |result: &&ResultOdds| around(&result.name).next_back() == line;
        let depth = |result: &ResultOdds| result.name.matches('.').count();
        let own = overview.results.iter().filter(of_line).filter(|result| result.is_open()).map(depth).min();
        for result in &mut overview.results {
            result.is_goal = goal.as_ref() == Some(&result.name);
            result.is_of_last_line = of_line(&&*result) && Some(depth(result)) == own;
        }
    }

    /// Those of these results that chance decides about, as questions: each level of those that have levels, and numbers.
    #[cfg(feature = "cli")]
    pub(super) fn questions_in(&self, overview: Overview) -> Result<Vec<String>, Failure> {
        let open = overview.results.into_iter().filter(ResultOdds::is_open);
        let asked = open.filter(|result| self.can_be_asked(result));
        let names: Vec<String> = asked.map(|result| result.name).collect();
        if names.is_empty() { Err(self.failure(nothing_to_ask())) } else { Ok(names) }
    }

    /// Those of these results that would take too long, as questions.
    #[cfg(feature = "cli")]
    pub(crate) fn unknown_in(&self, overview: &Overview) -> Vec<String> {
        let unknown = overview.results.iter().filter(|result| result.spread.is_err());
        let asked = unknown.filter(|result| self.can_be_asked(result) || self.is_condition(&result.name));
        asked.map(|result| result.name.clone()).collect()
    }

    /// Whether what has this name is *yes* or *no*.
    #[cfg(feature = "cli")]
    fn is_condition(&self, name: &str) -> bool {
        let mut registers = self.program.iter().flat_map(|program| &program.registers);
        registers.any(|info| info.shape == Shape::YesNo && info.name.as_deref() == Some(name))
    }

    /// Whether its name alone is a question: cards and options have none.
    fn can_be_asked(&self, result: &ResultOdds) -> bool {
        let has_levels = || self.program.as_ref().is_some_and(|program| levelled::has_levels(program, &result.name));
        match result.kind {
            ResultKind::Level | ResultKind::Number => true,
            ResultKind::Word => is_yes_or_no(result) || has_levels(),
        }
    }
}

fn is_yes_or_no(result: &ResultOdds) -> bool {
    result.spread.as_ref().is_ok_and(|spread| spread.values.iter().all(|value| ["yes", "no"].contains(&&*value.text)))
}

fn goal_of(result: &ResultOdds) -> Option<(&ResultOdds, String)> {
    let spread = result.spread.as_ref().ok()?;
    let question = match result.kind {
        ResultKind::Number => Some(format!("E({})", result.name)),
        ResultKind::Word => is_yes_or_no(result).then(|| result.name.clone()),
        ResultKind::Level => {
            let even = RBig::from_parts(IBig::ONE, UBig::from(2_u8));
            // The lowest level is reached by whatever reaches any; and nobody aims at the worse half of a ladder.
            let above = spread.at_least().into_iter().skip((spread.values.len() / 2).max(1));
            let nearest = above.min_by_key(|level| (level.chance.clone() - even.clone()).abs());
            nearest.map(|level| format!("{} >= {}", result.name, level.text))
        }
    };
    Some((result, question?))
}

const ASK: &str = "ask a question, such as `P(NAME.PART >= 2)` or `E(NAME.PART)`";

fn nothing_to_ask() -> Diagnostic {
    let complaint = Diagnostic::placeless(codes::ODDS, "nothing here depends on chance");
    complaint.help(ASK)
}
