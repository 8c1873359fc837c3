//! Questions about the odds of an encounter: parsed, checked against the encounter's scene, lowered, and answered.

use std::sync::Arc;

use dashu_ratio::RBig;

use super::chance::{Chance, ChanceKind, Spread, SpreadValue};
use super::encounter::Encounter;
use super::failure::Failure;
use super::houses::Houses;
use super::odds::{self, OddsRequest, Statistic};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::ir::expectation::Asked;
use crate::ir::{Program, ResultInfo, Shape, Value, lower};
use crate::machine::Deaf;
use crate::model::{self, Condition, QuestionKind};
use crate::semantics::formula::{Comparison, Formula, Reading};
use crate::source::{Source, SourceKind, SourceMap};
use crate::syntax::{self, ast};
use crate::verdict::recorder;

/// More questions than this are not made up where nobody asked one.
const MOST_QUESTIONS: usize = 200;

/// A question to a program, and how its answer is told.
struct Query {
    text: String,
    /// What it asks for, by which its formulas name the answers.
    asked: Vec<odds::Asked>,
    kind: QueryKind,
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
struct Asking<'e> {
    encounter: &'e Encounter,
    bounds: lower::Bounds,
    sources: SourceMap,
    sink: Diagnostics,
    /// Questions that have to be computed.
    computed: Vec<model::Question>,
}

/// A question as it was put.
enum Put<'q> {
    /// It is computed: its place among all that are.
    Computed(&'q str, usize),
    /// The name of a result, or of something that has results: all their levels are asked.
    Named(String),
}

impl Encounter {
    /// Exact odds.
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
    /// When a question is wrong, or the answer would need more states than the budget allows.
    pub fn odds(&self, request: &OddsRequest) -> Result<Vec<Chance>, Failure> {
        let request = &odds::within(request, self.limits);
        if !request.questions.is_empty() {
            return self.odds_of_questions(request);
        }
        let mut program = Program { results: Vec::new(), ..self.program_to_run()?.clone() };
        let queries = levels_of(&mut program, |path| !request.happened.contains(path), None);
        if queries.is_empty() && !request.happened.is_empty() {
            return Ok(Vec::new());
        }
        if queries.is_empty() {
            let complaint = Diagnostic::placeless(codes::ODDS, "nothing is resolved here, so there are no odds");
            return Err(self.failure(complaint.help("ask a question, such as `P(NAME.PART >= 2)`")));
        }
        Self::answered((&program, &self.houses.for_one_call()), &queries, &odds::unasked(request))
            .map_err(|complaint| self.failure(complaint))
    }

    fn odds_of_questions(&self, request: &OddsRequest) -> Result<Vec<Chance>, Failure> {
        self.program_to_run()?;
        let houses = self.houses.for_one_call();
        let mut asking = Asking {
            encounter: self,
            bounds: lower::Bounds { size: self.limits.program, allowance: houses.bounds.allowance.clone() },
            sources: self.sources.clone(),
            sink: Diagnostics::default(),
            computed: Vec::new(),
        };
        let given = request.given.as_deref().and_then(|given| asking.condition(given));
        let put: Vec<Put<'_>> =
            request.questions.iter().filter_map(|question| asking.put(question, given.as_ref())).collect();
        let for_names = given.as_ref().filter(|_| put.iter().any(|put| matches!(put, Put::Named(_))));
        asking.computed.extend(for_names.map(Condition::chance));
        let laid_out = asking.program();
        let Asking { sources, sink, computed, .. } = asking;
        let Some((mut program, answered)) = laid_out else { return Err(Failure::new(sources, sink)) };
        let terms = computed.iter().flat_map(|question| &question.terms);
        label(&mut program, &sources, terms.zip(answered.iter().flatten()));
        let for_names = for_names.and_then(|_| answered.last()?.first()).map(|condition| condition.result);
        let queries = queries(&mut program, &put, (&computed, &answered), for_names);
        Self::answered((&program, &houses), &queries, request).map_err(|complaint| Failure::of(sources, complaint))
    }

    /// The answers to queries.
    fn answered(
        (program, houses): (&Program, &Houses),
        queries: &[Query],
        request: &OddsRequest,
    ) -> Result<Vec<Chance>, Diagnostic> {
        let asked: Vec<odds::Asked> = queries.iter().flat_map(|query| query.asked.iter().copied()).collect();
        let mut values = odds::values((program, houses), request, &asked, &mut Deaf)?.into_iter();
        let told = |query: &Query| query.told(values.by_ref().take(query.asked.len()).collect(), program);
        Ok(queries.iter().filter_map(told).collect())
    }
}

impl Asking<'_> {
    /// A question in its own text.
    fn parse(&mut self, text: &str) -> Option<ast::Question> {
        let source = Arc::new(Source::new(SourceKind::Question, "question", text));
        let id = self.sources.add_source(Arc::clone(&source));
        syntax::parse_question(id, &source.text, &mut self.sink)
    }

    fn check(&mut self, question: &ast::Question) -> Option<model::Question> {
        let Encounter { system, scene, .. } = self.encounter;
        model::check_scene::question((system, scene), question, &mut self.sink)
    }

    /// A condition on the runs that count. It holds or does not, so a question with odds of its own is none.
    fn condition(&mut self, text: &str) -> Option<Condition> {
        let question = self.parse(text)?;
        if question.given.is_some() || question.asked.asks_for_odds() {
            self.sink.push(no_condition(&question));
            return None;
        }
        let Encounter { system, scene, .. } = self.encounter;
        model::check_scene::condition((system, scene), &question.asked, &mut self.sink)
    }

    fn put<'q>(&mut self, text: &'q str, given: Option<&Condition>) -> Option<Put<'q>> {
        let question = self.parse(text)?;
        if question.given.is_none()
            && let Some(path) = path_of(&question.asked)
            && self.encounter.program.as_ref().is_some_and(|program| odds::has_levels(program, &path))
        {
            return Some(Put::Named(path));
        }
        let question = self.check(&question)?;
        self.computed.push(match given {
            Some(given) => question.and_given(given),
            None => question,
        });
        Some(Put::Computed(text, self.computed.len() - 1))
    }

    /// The encounter's program with results for all computed questions, unless one of them is wrong.
    fn program(&mut self) -> Option<(Program, Vec<Vec<Asked>>)> {
        let Encounter { system, scene, program, checkpoint, .. } = self.encounter;
        if self.sink.has_errors() {
            return None;
        }
        match program {
            Some(program) if self.computed.is_empty() => {
                Some((Program { results: Vec::new(), ..program.clone() }, Vec::new()))
            }
            _ => {
                let laid_out = program.as_ref().zip(checkpoint.as_ref());
                lower::questions((system, scene), &self.computed, laid_out, (&self.bounds, &mut self.sink))
            }
        }
    }
}

/// Says of a question that it cannot be a condition.
fn no_condition(question: &ast::Question) -> Diagnostic {
    match &question.given {
        Some(given) => Diagnostic::error(codes::ODDS, given.span, "a condition has no condition of its own")
            .help("join the two with `and`"),
        None => Diagnostic::error(codes::ODDS, question.span, "a condition holds or does not; this asks for odds")
            .help("write the condition alone, such as `lift.height is low` or `lift.total >= 5`"),
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

/// What is asked of a program, in the order in which it was put; `for_names` is the condition of names.
fn queries(
    program: &mut Program,
    put: &[Put<'_>],
    (computed, answered): (&[model::Question], &[Vec<Asked>]),
    for_names: Option<usize>,
) -> Vec<Query> {
    let mut queries = Vec::new();
    for put in put {
        match put {
            Put::Named(path) => queries.extend(levels_of(program, |other| odds::is_within(path, other), for_names)),
            Put::Computed(text, at) => queries.extend(computed_query(program, text, &computed[*at], &answered[*at])),
        }
    }
    queries
}

/// A question that is computed; of a level one for each of the levels.
fn computed_query(program: &Program, text: &str, question: &model::Question, terms: &[Asked]) -> Vec<Query> {
    let asked: Vec<odds::Asked> =
        terms.iter().map(|term| (Statistic::of_result(term.reading, term.result), term.given)).collect();
    let kind = match &question.kind {
        QuestionKind::Formula(formula) => QueryKind::Formula(formula.clone(), kind_of(formula, terms)),
        QuestionKind::Comparison(comparison) => QueryKind::Comparison(comparison.clone()),
        QuestionKind::Each => match terms {
            [term] => match shape_of(program, term.result) {
                Shape::Level(scale) => return each_level(program, text, scale, *term),
                shape => QueryKind::Each(shape),
            },
            _ => QueryKind::Each(Shape::Number),
        },
    };
    vec![Query { text: text.to_owned(), asked, kind }]
}

/// What a formula comes to: `P(…)` alone is a chance, `E(…)` alone a mean.
fn kind_of(formula: &Formula, terms: &[Asked]) -> ChanceKind {
    match (formula, terms) {
        (Formula::Answer(_), [Asked { reading: Reading::Chance, .. }]) => ChanceKind::Chance,
        (_, terms) if !terms.is_empty() && terms.iter().all(|term| term.reading == Reading::Mean) => ChanceKind::Mean,
        _ => ChanceKind::Number,
    }
}

fn shape_of(program: &Program, result: usize) -> Shape {
    let register = program.results.get(result).map(|info| info.register);
    let info = register.and_then(|register| program.registers.get(register.0 as usize));
    info.map_or(Shape::Number, |info| info.shape.clone())
}

/// How likely each level of a result is, and that it is not reached.
fn each_level(program: &Program, text: &str, scale: u32, term: Asked) -> Vec<Query> {
    let levels = program.scales.get(scale as usize).map(odds::levels).unwrap_or_default();
    let levels = levels.iter().rev().map(|(level, value)| (level.as_str(), Some(*value)));
    let ask = |(level, value): (&str, Value)| Query {
        text: format!("P({text} is {level})"),
        asked: vec![(Statistic::Is(term.result, value), term.given)],
        kind: QueryKind::Level,
    };
    levels.chain([("unreached", None)]).map(ask).collect()
}

/// How likely each level is of whatever wanted comes to a level, and that it is not reached. The levels become results of
/// the program.
fn levels_of(program: &mut Program, wanted: impl Fn(&str) -> bool, given: Option<usize>) -> Vec<Query> {
    let mut queries = Vec::new();
    let mut results = Vec::new();
    let first = program.results.len();
    for levelled in odds::levelled_paths(program, wanted) {
        let place = first + results.len();
        let mut ask = |level: &str, value: Value| {
            if queries.len() < MOST_QUESTIONS {
                let text = format!("P({} is {level})", levelled.path);
                let asked = vec![(Statistic::Is(place, value), given)];
                queries.push(Query { text, asked, kind: QueryKind::Level });
            }
        };
        for (level, value) in odds::levels(levelled.scale).iter().rev() {
            ask(level, Some(*value));
        }
        ask("unreached", None);
        let (label, register) = (levelled.path.to_owned(), levelled.register);
        results.push(ResultInfo { label: label.into(), register, span: levelled.span });
    }
    program.results.extend(results);
    queries
}

impl Query {
    /// The answer, unless it says what goes without saying.
    fn told(&self, answers: Vec<odds::Answer>, program: &Program) -> Option<Chance> {
        let question = self.text.clone();
        Some(match &self.kind {
            QueryKind::Level => {
                let value = answers.into_iter().next().and_then(odds::Answer::number);
                let is_unreached = matches!(self.asked.as_slice(), [(Statistic::Is(_, None), _)]);
                if is_unreached && value == Some(RBig::ZERO) {
                    return None;
                }
                Chance::of(question, ChanceKind::Chance, value)
            }
            QueryKind::Formula(formula, kind) => Chance::of(question, *kind, formula.value(&numbers(answers))),
            QueryKind::Comparison(Comparison { left, relation, right }) => {
                let numbers = numbers(answers);
                let sides = left.value(&numbers).zip(right.value(&numbers));
                Chance::comparison(question, *relation, sides)
            }
            QueryKind::Each(shape) => Chance::spread(question, spread(answers, program, shape)),
        })
    }
}

fn numbers(answers: Vec<odds::Answer>) -> Vec<Option<RBig>> {
    answers.into_iter().map(odds::Answer::number).collect()
}

/// The distribution that an answer is, its numbers written as verdicts write them.
fn spread(answers: Vec<odds::Answer>, program: &Program, shape: &Shape) -> Spread {
    let mut spread = Spread { values: Vec::new(), unreached: RBig::ZERO };
    for answer in answers {
        let odds::Answer::Each(values) = answer else { continue };
        for (value, chance) in values {
            match value {
                None => spread.unreached = chance,
                Some(number) => {
                    let text = recorder::words(program, shape, value).into();
                    spread.values.push(SpreadValue { number, text, chance });
                }
            }
        }
    }
    spread
}

/// The path that names alone make: `slip`, `slip.outcome`.
fn path_of(expr: &ast::Expr) -> Option<String> {
    match &expr.kind {
        ast::ExprKind::Name(name) => Some(name.text().into()),
        ast::ExprKind::Member(base, name) => Some(format!("{}.{}", path_of(base)?, name.text())),
        ast::ExprKind::Number { .. }
        | ast::ExprKind::Die(_)
        | ast::ExprKind::Decimal { .. }
        | ast::ExprKind::Dice { .. }
        | ast::ExprKind::Keep { .. }
        | ast::ExprKind::Text(_)
        | ast::ExprKind::Question
        | ast::ExprKind::Call(..)
        | ast::ExprKind::Unary(..)
        | ast::ExprKind::Binary(..)
        | ast::ExprKind::If(..) => None,
    }
}
