//! Exact odds after a page that goes on: what is settled is certain, so the cost of a question depends on the question, not on
//! the page.

use super::advice::{Advice, AdviceRequest};
use super::advising::{self, Basis};
use super::asking::{self, Asking, Queries, Query};
use super::chance::Chance;
use super::course::Course;
use super::failure::Failure;
use super::houses::Houses;
use super::levelled;
use super::odds::{self, Explored, OddsRequest};
#[cfg(feature = "cli")]
use super::results::Overview;
use super::suggested;
use crate::ir::lower::{self, Settled};
use crate::ir::{Program, RegisterInfo, ResultInfo, Shape, Value};
use crate::model::{Demands, check_scene};
use crate::shared_text::SharedText;
use crate::source::{SourceMap, Span};
use crate::verdict::Audience;

/// What comes of asking behind what is settled.
pub(crate) enum Foreseen<T> {
    /// The answer.
    Told(T),
    /// Only the page as a whole tells.
    Whole,
    /// Runs that are over have to be laid out anew, with this asked of them.
    Asks(Box<Demands>),
}

/// A register that holds a level, whatever may be asked.
struct SettledLevel<'s> {
    path: &'s SharedText,
    scale: u32,
    value: Value,
}

impl Course {
    /// Exact odds of the text in hand, which has not run, and of what is settled, asked for somebody.
    ///
    /// # Errors
    /// As [`Encounter::odds`](super::encounter::Encounter::odds); and for players where anything is kept from them.
    pub(crate) fn odds(&self, audience: Audience, request: &OddsRequest) -> Result<Foreseen<Vec<Chance>>, Failure> {
        odds::may_be_asked_by(audience, !self.most_kept().is_for_all())?;
        let (now, request) = (&self.now, &odds::within(request, self.now.limits));
        let in_hand = now.program_to_run()?;
        let seen = |chances: Vec<Chance>| chances.into_iter().map(|chance| chance.seen_by(audience)).collect();
        if request.questions.is_empty() {
            let has_happened = self.settled.named().next().is_some();
            let chances = now.odds_of_all(in_hand.clone(), request, has_happened);
            return chances.map(seen).map(Foreseen::Told).map_err(|failure| failure.with_known(seen));
        }
        let houses = now.houses.for_one_call();
        let (Queries { program, all }, sources) = match self.queries_behind(request, &houses)? {
            Foreseen::Told(queries) => queries,
            Foreseen::Whole => return Ok(Foreseen::Whole),
            Foreseen::Asks(more) => return Ok(Foreseen::Asks(more)),
        };
        let explored = Explored { program: &program, houses: &houses, drawn: self.settled.drawn() };
        let chances = asking::answered((explored, &sources), &all, request);
        chances.map(seen).map(Foreseen::Told).map_err(|failure| failure.with_known(seen))
    }

    /// What is best for a goal at each choice of the text in hand, which has not run, for somebody.
    ///
    /// # Errors
    /// As [`Encounter::advise`](super::encounter::Encounter::advise); and for players where anything is kept from them.
    pub(crate) fn advise(&self, audience: Audience, request: &AdviceRequest) -> Result<Foreseen<Advice>, Failure> {
        odds::may_be_asked_by(audience, !self.most_kept().is_for_all())?;
        if request.has_goal() {
            return self.advise_on(audience, request);
        }
        let (first, others) = suggested::requests(&self.now, audience, request)?;
        let first = match self.advise_on(audience, &first)? {
            Foreseen::Told(first) => first,
            other @ (Foreseen::Whole | Foreseen::Asks(_)) => return Ok(other),
        };
        let advise = |other: &AdviceRequest| match self.advise_on(audience, other) {
            Ok(Foreseen::Told(advice)) => Some(advice),
            Ok(Foreseen::Whole | Foreseen::Asks(_)) | Err(_) => None,
        };
        suggested::that_matters(Ok(first), &others, &advise).map(Foreseen::Told)
    }

    fn advise_on(&self, audience: Audience, request: &AdviceRequest) -> Result<Foreseen<Advice>, Failure> {
        let (now, asked) = (&self.now, OddsRequest::from(request));
        let asked = odds::within(&asked, now.limits);
        Ok(match self.queries_behind(&asked, &now.houses.for_one_call())? {
            Foreseen::Told(queries) => {
                let basis = Basis { encounter: now, queries, drawn: self.settled.drawn() };
                Foreseen::Told(advising::advised(basis, audience, request, &now.open(now))?)
            }
            Foreseen::Whole => Foreseen::Whole,
            Foreseen::Asks(more) => Foreseen::Asks(more),
        })
    }

    /// What is asked, laid out behind what is settled and the text in hand.
    fn queries_behind(
        &self,
        request: &OddsRequest,
        houses: &Houses,
    ) -> Result<Foreseen<(Queries, SourceMap)>, Failure> {
        let now = &self.now;
        let in_hand = now.program_to_run()?;
        let settled = |name: &str| levels_settled(&self.settled, name).next().is_some();
        let has_levels = |name: &str| levelled::has_levels(in_hand, name) || settled(name);
        let mut asking = Asking::of(now, &has_levels);
        let understood = asking.understand(request);
        if let Some(more) = check_scene::asked_of_old(&now.system, &now.scene, self.mark(), &asking.computed) {
            return Ok(Foreseen::Asks(Box::new(more)));
        }
        let bounds = lower::Bounds { size: now.limits.program, allowance: houses.bounds.allowance.clone() };
        if request.questions.iter().any(|question| numbers_settled(&self.settled, question.trim())) {
            return Ok(Foreseen::Whole);
        }
        let laid_out = if asking.sink.has_errors() {
            None
        } else {
            let (both, questions) = ((&*now.system, &now.scene), &asking.computed);
            lower::questions_behind(both, &self.settled, questions, (&bounds, &mut asking.sink))
        };
        let levels = |program: &mut Program, name: &str, given| self.levels_of(program, name, given);
        asking.queries(laid_out, &understood, levels).map(Foreseen::Told)
    }

    /// The odds of all results of the text in hand, which has not run, asked for somebody.
    ///
    /// # Errors
    /// As [`odds`](Self::odds).
    #[cfg(feature = "cli")]
    pub(crate) fn odds_of_results(&self, audience: Audience, request: &OddsRequest) -> Result<Overview, Failure> {
        odds::may_be_asked_by(audience, !self.most_kept().is_for_all())?;
        self.now.odds_of_results_for(audience, request)
    }

    /// How likely each level is of whatever comes to a level under this name: what is settled, and what is in hand.
    fn levels_of(&self, program: &mut Program, name: &str, given: Option<usize>) -> Vec<Query> {
        let mut queries = Vec::new();
        for level in levels_settled(&self.settled, name) {
            let Some(scale) = program.scales.get(level.scale as usize) else { continue };
            queries.extend(asking::each_level((level.path, scale), program.results.len(), given));
            level.become_result(program);
        }
        queries.extend(asking::levels_of(program, |path| levelled::is_within(name, path), given));
        queries
    }
}

/// What is settled under a name and is a level.
fn levels_settled<'s>(settled: &'s Settled, name: &'s str) -> impl Iterator<Item = SettledLevel<'s>> {
    settled.computed().filter_map(move |(path, info, value)| match info.shape {
        Shape::Level(scale) => levelled::is_within(name, path).then_some(SettledLevel { path, scale, value }),
        Shape::Number
        | Shape::Modifier
        | Shape::YesNo
        | Shape::Die
        | Shape::Card(_)
        | Shape::Text
        | Shape::Option(_) => None,
    })
}

/// Whether numbers are settled under a name. Those of a ladder whose rows are headed by numbers are its levels, and nobody
/// remembers which they are.
fn numbers_settled(settled: &Settled, name: &str) -> bool {
    settled.computed().any(|(path, info, _)| info.shape == Shape::Number && levelled::is_within(name, path))
}

impl SettledLevel<'_> {
    /// A program begins with it, and ends with it.
    fn become_result(&self, program: &mut Program) {
        let shape = Shape::Level(self.scale);
        program.registers.push(RegisterInfo { name: None, shape, initial: self.value });
        let last = crate::ir::Register::all(program.registers.len() - 1, 1);
        let label = self.path.clone();
        program.results.extend(last.map(|register| ResultInfo {
            label: label.clone(),
            register,
            span: Span::default(),
        }));
    }
}
