//! Questions about the odds of an encounter: parsed, checked against the encounter's scene, lowered, and answered.

use std::sync::Arc;

use dashu_ratio::RBig;

use super::asked_apart;
use super::chance::{Chance, ChanceKind, Spread};
use super::choosing;
use super::encounter::Encounter;
use super::failure::Failure;
use super::houses::Houses;
use super::levelled;
use super::misasked::{no_condition, nothing_asked, with_way_out};
use super::odds::{self, Bracket, Explored, OddsRequest, Statistic};
use super::spreads::{notation_of, shape_of, spread_of};
use super::told_refusals;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::drivers::odds::Reach;
use crate::ir::expectation::Asked;
use crate::ir::{Program, ResultInfo, Scale, Shape, lower};
use crate::machine::Deaf;
use crate::model::{self, Condition, QuestionKind};
use crate::semantics::formula::{Comparison, Formula};
use crate::source::{Source, SourceKind, SourceMap};
use crate::syntax::{self, ast};
use crate::verdict::Audience;

/// More questions than this are not made up where nobody asked one.
const MOST_QUESTIONS: usize = 200;

/// A question to a program, and how its answer is told.
pub(super) struct Query {
    text: String,
    /// What it asks for, by which its formulas name the answers.
    asked: Vec<odds::Asked>,
    kind: QueryKind,
}

/// Queries, and the program whose results they ask for.
pub(super) struct Queries {
    pub(super) program: Program,
    pub(super) all: Vec<Query>,
}

/// What the answer to a query is.
enum QueryKind {
    /// The chance of a level that nobody has asked for in these words: it is not told that something is always reached.
    Level,
    Formula(Formula, ChanceKind),
    Comparison(Comparison),
    /// A distribution, of numbers written in this way.
    Each(Shape),
}

/// Questions on their way to queries, with all that they speak of.
pub(super) struct Asking<'e> {
    encounter: &'e Encounter,
    /// Whether something of this name comes to a level, or has a part that does.
    has_levels: &'e dyn Fn(&str) -> bool,
    pub(super) sources: SourceMap,
    pub(super) sink: Diagnostics,
    /// Questions that have to be computed.
    pub(super) computed: Vec<model::Question>,
}

/// A program with results for questions, and for each of them those that it asks for.
type LaidOut = (Program, Vec<Vec<Asked>>);

/// What was asked, once it is understood.
pub(super) struct Understood<'q> {
    put: Vec<Put<'q>>,
    /// Whether the last question that is computed is the condition of names.
    names_have_condition: bool,
}

/// A question as it was put.
enum Put<'q> {
    /// It is computed: its place among all that are.
    Computed(&'q str, usize),
    /// The name of a result, or of something that has results: all their levels are asked.
    Named(String),
}

impl Encounter {
    /// Exact odds: an answer to each question, in their order, of a name one for each level. Where the rules refuse some runs, each
    /// place where they do has one more answer behind all others ([`Chance::refused`]).
    ///
    /// ```
    /// use assize::{Engine, OddsRequest, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "
    /// #     system lamps \"Lamps in the Dark\"
    /// #     ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }
    /// #     kind person { oil : 0..9 = 3 }
    /// #     procedure light by person { resolve glow with person.oil }");
    /// let encounter = Engine::with(shelf).compile("night.asz", "use lamps\nperson ada\nlight lamp by ada")?;
    /// let chances = encounter.odds(&OddsRequest::of(["lamp.glow is bright"]))?;
    /// assert_eq!(chances[0].percent().as_deref(), Some("50.00%"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When a question is wrong, when a run cannot go on or every run is refused, or when the answer would need more states than the
    /// budget allows.
    pub fn odds(&self, request: &OddsRequest) -> Result<Vec<Chance>, Failure> {
        let request = &odds::within(request, self.limits);
        let program = self.program.as_ref();
        if let Some(useless) = program.and_then(|program| choosing::useless(&request.choices, program)) {
            return Err(self.failure(useless));
        }
        if request.questions.is_empty() {
            return self.odds_of_all(self.program_to_run()?.clone(), request, !request.happened.is_empty());
        }
        let houses = self.houses.for_one_call();
        let (Queries { program, all }, sources) =
            self.queries_of_questions(self.program_to_run()?, request, &houses)?;
        let explored = Explored { program: &program, houses: &houses, drawn: &self.drawn };
        answered((explored, &sources), &all, request)
    }

    /// The same, asked for somebody.
    ///
    /// # Errors
    /// As [`odds`](Self::odds); and for players if anything is secret from them, since odds would reveal it.
    pub fn odds_for(&self, audience: Audience, request: &OddsRequest) -> Result<Vec<Chance>, Failure> {
        odds::may_be_asked_by(audience, self.keeps_secrets())?;
        let seen = |chances: Vec<Chance>| chances.into_iter().map(|chance| chance.seen_by(audience)).collect();
        self.odds(request).map(seen).map_err(|failure| failure.with_known(seen))
    }

    /// How likely each level is of all that a program comes to; there need be nothing if something `has_happened` before.
    pub(super) fn odds_of_all(
        &self,
        program: Program,
        request: &OddsRequest,
        has_happened: bool,
    ) -> Result<Vec<Chance>, Failure> {
        let Queries { program, all } = all_levels(program, request);
        if all.is_empty() {
            return if has_happened { Ok(Vec::new()) } else { Err(self.failure(nothing_is_resolved())) };
        }
        let explored = Explored { program: &program, houses: &self.houses.for_one_call(), drawn: &self.drawn };
        answered((explored, &self.sources), &all, &odds::unasked(request))
    }

    /// What is asked, as results of a program, and whatever its answers speak of: of no question every level of everything.
    pub(super) fn queries(&self, request: &OddsRequest, houses: &Houses) -> Result<(Queries, SourceMap), Failure> {
        let whole = self.program_to_run()?;
        if let Some(useless) = choosing::useless(&request.choices, whole) {
            return Err(self.failure(useless));
        }
        if request.questions.is_empty() {
            let queries = all_levels(whole.clone(), request);
            let asks = if queries.all.is_empty() { Err(self.failure(nothing_is_resolved())) } else { Ok(queries) };
            return asks.map(|queries| (queries, self.sources.clone()));
        }
        self.queries_of_questions(whole, request, houses)
    }

    pub(super) fn queries_of_questions(
        &self,
        whole: &Program,
        request: &OddsRequest,
        houses: &Houses,
    ) -> Result<(Queries, SourceMap), Failure> {
        let whole = self.without_policy.as_ref().map_or(whole, |known| &known.0);
        let bounds = lower::Bounds { size: self.limits.program, allowance: houses.bounds.allowance.clone() };
        let has_levels = |name: &str| levelled::has_levels(whole, name);
        let mut asking = Asking::of(self, &has_levels);
        let understood = asking.understand(request);
        let laid_out = if asking.sink.has_errors() {
            None
        } else if asking.computed.is_empty() {
            Some((Program { results: Vec::new(), ..whole.clone() }, Vec::new()))
        } else {
            let (both, before) = ((&*self.system, &self.scene), self.checkpoint.as_ref().map(|known| (whole, known)));
            lower::questions(both, &asking.computed, before, (&bounds, &mut asking.sink))
        };
        let levels = |program: &mut Program, path: &str, given| {
            levels_of(program, |other| levelled::is_within(path, other), given)
        };
        let (queries, sources) = asking.queries(laid_out, &understood, levels)?;
        let program = self.with_policy(queries.program).map_err(|found| Failure::of(sources.clone(), found))?;
        Ok((Queries { program, ..queries }, sources))
    }
}

impl Encounter {
    /// The program with one result more, and its place: whether a condition holds.
    pub(super) fn with_condition(&self, text: &str, houses: &Houses) -> Result<(Program, usize), Failure> {
        let whole = self.program_without_policy()?;
        let bounds = lower::Bounds { size: self.limits.program, allowance: houses.bounds.allowance.clone() };
        let mut asking = Asking::of(self, &|_| false);
        let condition = asking.condition(text);
        let questions: Vec<model::Question> = condition.iter().map(Condition::chance).collect();
        let before = self.checkpoint.as_ref().map(|known| (whole, known));
        let laid_out = (!asking.sink.has_errors())
            .then(|| lower::questions((&self.system, &self.scene), &questions, before, (&bounds, &mut asking.sink)));
        let Some((mut program, results)) = laid_out.flatten() else {
            return Err(Failure::new(asking.sources, asking.sink));
        };
        let terms = questions.iter().flat_map(|question| &question.terms);
        label(&mut program, &asking.sources, terms.zip(results.iter().flatten()));
        let place = results.iter().flatten().next().map_or(0, |term| term.result);
        Ok((self.with_policy(program).map_err(|found| self.failure(found))?, place))
    }
}

/// Every level of all that a program comes to.
fn all_levels(program: Program, request: &OddsRequest) -> Queries {
    let mut program = Program { results: Vec::new(), ..program };
    let all = levels_of(&mut program, |path| !request.happened.contains(path), None);
    Queries { program, all }
}

fn nothing_is_resolved() -> Diagnostic {
    let complaint =
        Diagnostic::placeless(codes::ODDS, "nothing here has levels, so there are no odds without a question");
    complaint.help("ask a question, such as `P(NAME.PART >= 2)`, or name a number")
}

/// The answers to queries, and how many runs are refused. Where the budget runs out, the failure has what is known of them.
pub(super) fn answered(
    (explored, sources): (Explored<'_>, &SourceMap),
    queries: &[Query],
    request: &OddsRequest,
) -> Result<Vec<Chance>, Failure> {
    let failed = |complaint| Failure::of(sources.clone(), complaint);
    let request = &OddsRequest { budget: request.budget.keeping(true), ..request.clone() };
    let mut answered = asked_apart::values(explored, request, &asked(queries), &mut Deaf).map_err(failed)?;
    let beyond = answered.beyond.take();
    let refused = told_refusals::told(answered.refused.clone(), (explored.program, sources));
    let told = told(explored.program, queries, answered).into_iter().map(|(_, chance)| chance);
    let chances = told.chain(refused).collect();
    match beyond {
        None => Ok(chances),
        Some(complaint) => Err(failed(complaint).knowing(chances)),
    }
}

/// All that queries ask for, one after the other.
pub(super) fn asked(queries: &[Query]) -> Vec<odds::Asked> {
    queries.iter().flat_map(|query| query.asked.iter().copied()).collect()
}

/// What queries come to, but for what goes without saying; each with the place of the first thing that it asks for.
pub(super) fn told(program: &Program, queries: &[Query], answered: odds::Answered) -> Vec<(usize, Chance)> {
    let odds::Answered { answers, reach, certain, .. } = answered;
    let mut values = answers.into_iter().zip(reach);
    let mut place = 0;
    let told = |query: &Query| {
        let first = place;
        place += query.asked.len();
        let (answers, reach): (Vec<odds::Answer>, Vec<Reach>) = values.by_ref().take(query.asked.len()).unzip();
        let chance = query.told(answers, program)?;
        // Of levels there is a line that says how often none is reached.
        let is_level = matches!(query.kind, QueryKind::Level);
        let never_reached = reach.contains(&Reach::None) && !is_level;
        let of_some = matches!(chance.kind, ChanceKind::Mean | ChanceKind::Deviation | ChanceKind::Quantile);
        let reached =
            if let ([Reach::Some(share)], true) = (reach.as_slice(), of_some) { Some(share.clone()) } else { None };
        let given_always = query.asked.iter().any(|(_, given)| given.is_some_and(|given| certain.contains(&given)));
        Some((first, Chance { is_level, given_always, never_reached, reached, ..chance }))
    };
    queries.iter().filter_map(told).collect()
}

impl<'e> Asking<'e> {
    /// Nothing has been asked yet of an encounter.
    pub(super) fn of(encounter: &'e Encounter, has_levels: &'e dyn Fn(&str) -> bool) -> Self {
        let (sources, sink) = (encounter.sources.clone(), Diagnostics::default());
        Self { encounter, has_levels, sources, sink, computed: Vec::new() }
    }

    /// Reads and checks all that is asked.
    pub(super) fn understand<'q>(&mut self, request: &'q OddsRequest) -> Understood<'q> {
        let given = request.given.as_deref().and_then(|given| self.condition(given));
        let put: Vec<Put<'q>> =
            request.questions.iter().filter_map(|question| self.put(question, given.as_ref())).collect();
        let for_names = given.as_ref().filter(|_| put.iter().any(|put| matches!(put, Put::Named(_))));
        self.computed.extend(for_names.map(Condition::chance));
        Understood { put, names_have_condition: for_names.is_some() }
    }

    /// The queries to a program that has the results of all that is computed; `levels_of` asks it for those of a name.
    pub(super) fn queries(
        self,
        laid_out: Option<LaidOut>,
        understood: &Understood<'_>,
        levels_of: impl Fn(&mut Program, &str, Option<usize>) -> Vec<Query>,
    ) -> Result<(Queries, SourceMap), Failure> {
        let Asking { sources, sink, computed, .. } = self;
        let Some((mut program, results)) = laid_out else { return Err(Failure::new(sources, sink)) };
        let terms = computed.iter().flat_map(|question| &question.terms);
        label(&mut program, &sources, terms.zip(results.iter().flatten()));
        let condition = results.last().filter(|_| understood.names_have_condition);
        let for_names = condition.and_then(|terms| terms.first()).map(|condition| condition.result);
        let mut all = Vec::new();
        for put in &understood.put {
            match put {
                Put::Named(path) => all.extend(levels_of(&mut program, path, for_names)),
                Put::Computed(text, at) => all.extend(Query::of(&program, text, (&computed[*at], &results[*at]))),
            }
        }
        Ok((Queries { program, all }, sources))
    }

    /// A question in its own text.
    fn parse(&mut self, text: &str) -> Option<ast::Question> {
        if text.trim().is_empty() {
            self.sink.push(nothing_asked());
            return None;
        }
        let source = Arc::new(Source::new(SourceKind::Question, "question", text));
        let id = self.sources.add_source(Arc::clone(&source));
        syntax::parse_question(id, &source.text, &mut self.sink)
    }

    fn check(&mut self, question: &ast::Question) -> Option<model::Question> {
        let Encounter { system, scene, .. } = self.encounter;
        let mut sink = Diagnostics::default();
        let checked = model::check_scene::question((system, scene), question, &mut sink);
        self.sink.extend(sink.into_iter().map(|complaint| with_way_out(complaint, question)));
        checked
    }

    /// A condition on the runs that count. It holds or does not, so a question with odds of its own is none.
    fn condition(&mut self, text: &str) -> Option<Condition> {
        let Encounter { system, scene, .. } = self.encounter;
        let question = self.parse(text)?;
        if question.given.is_some() || model::check_scene::asks_for_odds(system, &question.asked) {
            self.sink.push(no_condition(&question));
            return None;
        }
        model::check_scene::condition((system, scene), &question.asked, &mut self.sink)
    }

    fn put<'q>(&mut self, text: &'q str, given: Option<&Condition>) -> Option<Put<'q>> {
        let question = self.parse(text)?;
        if question.given.is_none()
            && let Some(path) = question.asked.path()
            && (self.has_levels)(&path)
        {
            return Some(Put::Named(path.into()));
        }
        let question = self.check(&question)?;
        self.computed.push(match given {
            Some(given) => question.and_given(given),
            None => question,
        });
        Some(Put::Computed(text, self.computed.len() - 1))
    }
}

/// Gives the results their names: what was written.
fn label<'q>(program: &mut Program, sources: &SourceMap, answered: impl Iterator<Item = (&'q model::Term, &'q Asked)>) {
    for (term, asked) in answered {
        if let Some(value) = program.results.get_mut(asked.result) {
            value.label = sources.slice(value.span).into();
        }
        if let Some(given) = asked.given.and_then(|given| program.results.get_mut(given)) {
            let written: Vec<&str> = term.given_at.iter().map(|span| sources.slice(*span)).collect();
            given.label = written.join(" and ").into();
        }
    }
}

/// How likely each level is of whatever wanted comes to a level, and that it is not reached. The levels become results of
/// the program.
pub(super) fn levels_of(program: &mut Program, wanted: impl Fn(&str) -> bool, given: Option<usize>) -> Vec<Query> {
    let mut queries = Vec::new();
    let mut results = Vec::new();
    let first = program.results.len();
    for levelled in levelled::levelled_paths(program, wanted) {
        let place = first + results.len();
        let each = each_level((levelled.path, levelled.scale), place, given);
        queries.extend(each.take(MOST_QUESTIONS.saturating_sub(queries.len())));
        let (label, register) = (levelled.path.to_owned(), levelled.register);
        results.push(ResultInfo { label: label.into(), register, span: levelled.span });
    }
    program.results.extend(results);
    queries
}

/// How likely each level is of the result at this place, the highest first, and that it is not reached.
pub(super) fn each_level(
    (path, scale): (&str, &Scale),
    place: usize,
    given: Option<usize>,
) -> impl Iterator<Item = Query> {
    let levels = levelled::levels(scale).into_iter().rev().map(|(level, value)| (level.to_string(), Some(value)));
    levels.chain([("unreached".to_owned(), None)]).map(move |(level, value)| Query {
        text: format!("P({path} is {level})"),
        asked: vec![(Statistic::Is(place, value), given)],
        kind: QueryKind::Level,
    })
}

impl Query {
    /// A question that is computed; of a level one for each of the levels.
    fn of(program: &Program, text: &str, (question, terms): (&model::Question, &[Asked])) -> Vec<Self> {
        let asked = terms.iter().map(|term| (Statistic::of_result(term.reading, term.result), term.given)).collect();
        let kind = match &question.kind {
            QuestionKind::Formula(formula) => QueryKind::Formula(formula.clone(), ChanceKind::of(formula, terms)),
            QuestionKind::Comparison(comparison) => QueryKind::Comparison(comparison.clone()),
            QuestionKind::Each => {
                let shape = terms.first().map_or(Shape::Number, |term| shape_of(program, term.result));
                let scale = if let Shape::Level(scale) = shape { program.scales.get(scale as usize) } else { None };
                if let (Some(scale), [term]) = (scale, terms) {
                    return each_level((text, scale), term.result, term.given).collect();
                }
                QueryKind::Each(shape)
            }
        };
        vec![Query { text: text.to_owned(), asked, kind }]
    }

    /// Its one question to the program, if it asks for that alone, of all runs, and computes nothing with the answer.
    pub(super) fn formula_of_one(&self) -> Option<Statistic> {
        match (&self.kind, self.asked.as_slice()) {
            (QueryKind::Formula(Formula::Answer(_), _), [(statistic, None)]) => Some(*statistic),
            (QueryKind::Formula(..) | QueryKind::Level | QueryKind::Comparison(_) | QueryKind::Each(_), _) => None,
        }
    }

    /// How many chances, means and the like it asks for.
    pub(super) fn terms(&self) -> usize {
        self.asked.len()
    }

    /// Between which numbers it lies what is computed from terms that lie between these: for a comparison each of its sides.
    pub(super) fn limits(&self, terms: &[Bracket]) -> Vec<Bracket> {
        match &self.kind {
            QueryKind::Formula(formula, _) => vec![formula.between(terms)],
            QueryKind::Comparison(Comparison { left, right, .. }) => vec![left.between(terms), right.between(terms)],
            QueryKind::Level | QueryKind::Each(_) => Vec::new(),
        }
    }

    /// The answer, unless it says what goes without saying.
    fn told(&self, answers: Vec<odds::Answer>, program: &Program) -> Option<Chance> {
        let question = self.text.clone();
        if answers.iter().any(|answer| matches!(answer, odds::Answer::Between(_))) {
            return Some(self.so_far(answers));
        }
        Some(match &self.kind {
            QueryKind::Level => {
                let value = answers.into_iter().next().and_then(odds::Answer::number);
                let is_unreached = matches!(self.asked.as_slice(), [(Statistic::Is(_, None), _)]);
                if is_unreached && value == Some(RBig::ZERO) {
                    return None;
                }
                Chance::of(question, ChanceKind::Chance, value)
            }
            QueryKind::Formula(formula, kind) => Chance {
                notation: notation_of(program, (formula, &self.asked)),
                ..Chance::of(question, *kind, formula.value(&numbers(answers)))
            },
            QueryKind::Comparison(Comparison { left, relation, right }) => {
                let numbers = numbers(answers);
                let sides = left.value(&numbers).zip(right.value(&numbers));
                Chance::comparison(question, *relation, sides)
            }
            QueryKind::Each(shape) => Chance::spread(question, spread(answers, program, shape)),
        })
    }

    /// What is known of the answer where it was stopped.
    fn so_far(&self, answers: Vec<odds::Answer>) -> Chance {
        let question = self.text.clone();
        let limits: Vec<Option<(RBig, RBig)>> = answers.into_iter().map(odds::Answer::limits).collect();
        match &self.kind {
            QueryKind::Level => Chance::so_far(question, ChanceKind::Chance, limits.into_iter().next().flatten()),
            QueryKind::Formula(formula, kind) => Chance::so_far(question, *kind, formula.between(&limits)),
            QueryKind::Comparison(_) => Chance::so_far(question, ChanceKind::Comparison, None),
            QueryKind::Each(_) => Chance::so_far(question, ChanceKind::Distribution, None),
        }
    }
}

fn numbers(answers: Vec<odds::Answer>) -> Vec<Option<RBig>> {
    answers.into_iter().map(odds::Answer::number).collect()
}

/// The distribution that an answer is, its numbers written as verdicts write them.
fn spread(answers: Vec<odds::Answer>, program: &Program, shape: &Shape) -> Spread {
    spread_of(answers.into_iter().find_map(odds::Answer::each).unwrap_or_default(), program, shape)
}
