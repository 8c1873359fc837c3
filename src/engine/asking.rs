//! Questions about the odds of an encounter: parsed, checked against the encounter's scene, lowered, and answered.

use std::sync::Arc;

use super::encounter::Encounter;
use super::failure::Failure;
use super::houses::Houses;
use super::odds::{self, Chance, ChanceKind, OddsRequest, Statistic};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::ir::lower::{self, Answered};
use crate::ir::{Program, ResultInfo, Value};
use crate::machine::Deaf;
use crate::model::{self, Condition, QuestionKind};
use crate::source::{Source, SourceKind, SourceMap};
use crate::syntax::{self, ast};

/// More questions than this are not made up where nobody asked one.
const MOST_QUESTIONS: usize = 200;

/// A question to a program, and how its answer is told.
struct Query {
    text: String,
    asked: Statistic,
    kind: ChanceKind,
    /// The result that must be *yes* in the runs that count.
    given: Option<usize>,
    /// Nobody has asked it in these words: it is not told that something is always reached.
    made_up: bool,
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
        label(&mut program, &sources, computed.iter().zip(&answered));
        let for_names = for_names.and_then(|_| answered.last()).map(|condition| condition.value);
        let queries = queries(&mut program, &put, (&computed, &answered), for_names);
        Self::answered((&program, &houses), &queries, request).map_err(|complaint| Failure::of(sources, complaint))
    }

    /// The answers to queries. Those on one condition are answered together.
    fn answered(
        (program, houses): (&Program, &Houses),
        queries: &[Query],
        request: &OddsRequest,
    ) -> Result<Vec<Chance>, Diagnostic> {
        let mut answers = Vec::new();
        for alike in queries.chunk_by(|one, other| one.given == other.given) {
            let asked: Vec<Statistic> = alike.iter().map(|query| query.asked).collect();
            let given = alike.first().and_then(|query| query.given);
            let values = odds::values((program, houses), request, (&asked, given), &mut Deaf)?;
            answers.extend(alike.iter().zip(values).filter_map(|(query, value)| query.told(value)));
        }
        Ok(answers)
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
        let (ast::QuestionKind::Of(holds), None) = (&question.kind, &question.given) else {
            self.sink.push(no_condition(&question));
            return None;
        };
        let Encounter { system, scene, .. } = self.encounter;
        model::check_scene::condition((system, scene), holds, &mut self.sink)
    }

    fn put<'q>(&mut self, text: &'q str, given: Option<&Condition>) -> Option<Put<'q>> {
        let question = self.parse(text)?;
        if let (ast::QuestionKind::Of(name), None) = (&question.kind, &question.given)
            && let Some(path) = path_of(name)
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
    fn program(&mut self) -> Option<(Program, Vec<Answered>)> {
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
    match (&question.kind, &question.given) {
        (ast::QuestionKind::Chance(asked) | ast::QuestionKind::Mean(asked), _) => {
            Diagnostic::error(codes::ODDS, question.span, "a condition holds or does not; this asks for odds")
                .also(asked.span, "what it is about")
                .help("write the condition alone, such as `lift.height is low` or `lift.total >= 5`")
        }
        (ast::QuestionKind::Of(_), given) => {
            let place = given.as_ref().map_or(question.span, |given| given.span);
            Diagnostic::error(codes::ODDS, place, "a condition has no condition of its own")
                .help("join the two with `and`")
        }
    }
}

/// Gives the results their names: what was written.
fn label<'q>(
    program: &mut Program,
    sources: &SourceMap,
    answered: impl Iterator<Item = (&'q model::Question, &'q Answered)>,
) {
    for (question, answered) in answered {
        if let Some(value) = program.results.get_mut(answered.value) {
            value.label = sources.slice(value.span).into();
        }
        if let Some(given) = answered.given.and_then(|given| program.results.get_mut(given)) {
            let written: Vec<&str> = question.given_at.iter().map(|span| sources.slice(*span)).collect();
            given.label = written.join(" and ").into();
        }
    }
}

/// What is asked of a program, in the order in which it was put; `for_names` is the condition of names.
fn queries(
    program: &mut Program,
    put: &[Put<'_>],
    (computed, answered): (&[model::Question], &[Answered]),
    for_names: Option<usize>,
) -> Vec<Query> {
    let mut queries = Vec::new();
    for put in put {
        match put {
            Put::Named(path) => queries.extend(levels_of(program, |other| odds::is_within(path, other), for_names)),
            Put::Computed(text, at) => {
                let Answered { value, given } = answered[*at];
                let (asked, kind) = match &computed[*at].kind {
                    QuestionKind::Chance(_) => (Statistic::Chance(value), ChanceKind::Chance),
                    QuestionKind::Mean(_) => (Statistic::Mean(value), ChanceKind::Mean),
                };
                queries.push(Query { text: (*text).to_owned(), asked, kind, given, made_up: false });
            }
        }
    }
    queries
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
                let asked = Statistic::Is(place, value);
                queries.push(Query { text, asked, kind: ChanceKind::Chance, given, made_up: true });
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
    fn told(&self, value: Option<dashu_ratio::RBig>) -> Option<Chance> {
        let is_unreached = matches!(self.asked, Statistic::Is(_, None));
        let goes_without_saying = self.made_up && is_unreached && value == Some(dashu_ratio::RBig::ZERO);
        let answer = || Chance { question: self.text.clone(), kind: self.kind, value };
        (!goes_without_saying).then(answer)
    }
}

/// The path that names alone make: `slip`, `slip.outcome`.
fn path_of(expr: &ast::Expr) -> Option<String> {
    match &expr.kind {
        ast::ExprKind::Name(name) => Some(name.text().into()),
        ast::ExprKind::Member(base, name) => Some(format!("{}.{}", path_of(base)?, name.text())),
        ast::ExprKind::Number { .. }
        | ast::ExprKind::Die(_)
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
