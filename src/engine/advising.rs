//! What is best for a goal, among everything that people may choose.

use std::collections::BTreeSet;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::advice::{Advice, AdviceRequest, AdviceTree, AdvisedChoice};
use super::advised::{Telling, whose};
use super::asking::Queries;
use super::deciding::{Subject, chooses, decider, groups};
use super::encounter::Encounter;
use super::failure::Failure;
use super::goals::{Goal, no_goal};
use super::left_open::Open;
use super::odds::{self, OddsRequest};
use super::odds_complaints;
use super::planning::{Planned, Planning};
use super::playing::{Names, Wording};
use super::policy::Policy;
use super::suggested;
use crate::diagnostic::{Diagnostic, codes};
use crate::drivers::advice::{
    Asked, Case, Explored, Feature, Graph, Play, Solved, Tree, Unknown, between, explored, hangs_on_kept, solve,
};
use crate::drivers::chosen;
use crate::drivers::odds::{OddsError, Ways};
use crate::drivers::{Mode, by_mode};
use crate::ir::passes::{self, Answers, Reduced};
use crate::ir::{Address, Instruction, Method, Operand, Program, Value, flow};
use crate::source::SourceMap;
use crate::verdict::Audience;

impl From<&AdviceRequest> for OddsRequest {
    fn from(request: &AdviceRequest) -> Self {
        Self {
            questions: vec![request.goal.clone()],
            choices: request.choices.clone(),
            mode: request.mode.unwrap_or(Mode::Random),
            budget: request.budget,
            progress: request.progress.clone(),
            ..Self::default()
        }
    }
}

/// What is asked for advice: the goal, laid out in a program of this encounter, and the cards that are gone before it begins.
pub(super) struct Basis<'e> {
    pub(super) encounter: &'e Encounter,
    pub(super) queries: (Queries, SourceMap),
    pub(super) drawn: &'e [Vec<u32>],
}

/// A goal, and everything that can be chosen on the way to it.
struct Ground<'e> {
    encounter: &'e Encounter,
    request: &'e AdviceRequest,
    audience: Audience,
    drawn: &'e [Vec<u32>],
    sources: SourceMap,
    /// The program whose one result is the goal.
    whole: Program,
    /// The same without whatever decides nothing of it.
    reduced: Reduced,
    goal: Goal,
    /// What is decided in one go.
    open: &'e [Open],
}

/// All situations, and what each of them is worth.
struct Weighed {
    graph: Graph,
    best: Solved,
    /// How often the goal is reached, which does not hang on what is chosen.
    reached: RBig,
}

impl Encounter {
    /// What is best for a goal at each choice, and what everything else would come to.
    ///
    /// ```
    /// use assize::{AdviceRequest, AdviceTree, Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lots", "system lots\nkind person {}\nprocedure draw by person { roll luck : 1d6 }");
    /// let scene = "use lots\nperson ada\ndraw lot by ada\n\
    ///     choose again \"once more?\" by ada { yes { draw other by ada }, no default { note \"Enough.\" } }";
    /// let encounter = Engine::with(shelf).compile("night.asz", scene)?;
    /// let advice = encounter.advise(&AdviceRequest::of("P(lot.luck >= 5 or other.luck >= 5)"))?;
    /// assert_eq!((advice.best.to_string().as_str(), advice.worst.to_string().as_str()), ("5/9", "1/3"));
    /// let Some(AdviceTree::Always(case)) = &advice.choices[0].advice else { panic!("it depends on nothing") };
    /// assert_eq!((case.options[0].name.as_str(), case.options[0].is_best), ("yes", true));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the goal is neither one chance nor one mean, when nobody can be advised, and as [`odds`](Self::odds).
    pub fn advise(&self, request: &AdviceRequest) -> Result<Advice, Failure> {
        self.advise_for(Audience::Gm, request)
    }

    /// The same for somebody: it hangs on nothing that is kept from them.
    ///
    /// # Errors
    /// As [`advise`](Self::advise); and for players if anything is secret from them, since advice would reveal it.
    pub fn advise_for(&self, audience: Audience, request: &AdviceRequest) -> Result<Advice, Failure> {
        odds::may_be_asked_by(audience, self.keeps_secrets())?;
        if request.has_goal() {
            return self.advise_on(audience, request);
        }
        if let Some(program) = self.program.as_ref().filter(|_| request.over.is_empty()) {
            // It takes long to find what might be asked.
            check_choices(program, self, request).map_err(|found| self.failure(found))?;
        }
        let (first, others) = suggested::requests(self, audience, request)?;
        suggested::that_matters(self.advise_on(audience, &first), &others, &|other| {
            self.advise_on(audience, other).ok()
        })
    }

    fn advise_on(&self, audience: Audience, request: &AdviceRequest) -> Result<Advice, Failure> {
        let changed = if request.over.is_empty() { None } else { Some(self.left_open(&request.over)?) };
        let asked = changed.as_ref().unwrap_or(self);
        if request.as_policy && !request.over.is_empty() {
            return Err(self.failure(no_policy_over()));
        }
        // A policy answers one question after the other.
        let open = if request.as_policy { Vec::new() } else { asked.open(self) };
        let questions = odds::within(&OddsRequest::from(request), asked.limits);
        let queries = asked.queries(&questions, &asked.houses.for_one_call())?;
        advised(Basis { encounter: asked, queries, drawn: &asked.drawn }, audience, request, &open)
    }
}

/// What is best for the goal that is asked, with what is decided in one go.
pub(super) fn advised(
    basis: Basis<'_>,
    audience: Audience,
    request: &AdviceRequest,
    open: &[Open],
) -> Result<Advice, Failure> {
    let ground = Ground::of(basis, audience, request, open)?;
    let told = ground.explored().and_then(|explored| match explored {
        Explored::All(graph) => ground.compared(&ground.weighed(graph)?),
        Explored::Part(graph) => ground.stopped(&graph),
    });
    told.map_err(|found| Failure::of(ground.sources.clone(), found))
}

impl<'e> Ground<'e> {
    fn of(
        Basis { encounter, queries: (Queries { program, all }, sources), drawn }: Basis<'e>,
        audience: Audience,
        request: &'e AdviceRequest,
        open: &'e [Open],
    ) -> Result<Self, Failure> {
        let (goal, result) = Goal::of(&all).map_err(|found| Failure::of(sources.clone(), found))?;
        let result = program.results.get(result).cloned();
        let whole = Program { results: result.into_iter().collect(), ..program };
        check_choices(&whole, encounter, request).map_err(|found| Failure::of(sources.clone(), found))?;
        let reduced = reduced(&whole, request);
        Ok(Self { encounter, request, audience, drawn, sources, whole, reduced, goal, open })
    }

    /// Says what each situation is worth.
    fn weighed(&self, graph: Graph) -> Result<Weighed, Diagnostic> {
        let best = solve(&graph, &|value| self.goal.payoff(value), Play::Best);
        if best.value().is_none() {
            let fault =
                graph.refusal().cloned().map(|fault| OddsError::from(fault).of_whole(&self.whole, &self.reduced));
            return Err(fault.map_or_else(no_goal, |error| odds_complaints::of_advice(error, &self.whole)));
        }
        let reached = self.reached(&graph)?;
        let is_open = self.request.against.is_empty();
        let audience = if is_open { self.audience } else { Audience::Players };
        if let Some(at) = hangs_on_kept(&graph, &best, &|feature| self.is_known(feature, audience), !is_open) {
            return Err(self.hangs_on_kept((&graph, at), is_open));
        }
        Ok(Weighed { graph, best, reached })
    }

    /// Follows all runs, as long as nobody stops that.
    fn explored(&self) -> Result<Explored, Diagnostic> {
        let complaint =
            |error: OddsError| odds_complaints::of_advice(error.of_whole(&self.whole, &self.reduced), &self.whole);
        self.followed().map_err(complaint)
    }

    fn followed(&self) -> Result<Explored, OddsError> {
        let Self { encounter, request, reduced, .. } = self;
        let program = &reduced.program;
        let houses = encounter.houses.for_one_call();
        let calls = houses.calls(program);
        let host = |function: u32, arguments: &[Value]| calls.call(function, arguments);
        let AdviceRequest { mode, choices, progress, .. } = request;
        let (host, bounds, drawn) = (Some(&host as _), &houses.bounds, self.drawn);
        let (mode, decides_methods) = (mode.unwrap_or(Mode::Random), mode.is_none());
        let ways = Ways { mode, choices, before: &[], drawn, host, bounds, progress };
        let budget = odds::within(&OddsRequest::from(*request), encounter.limits).budget;
        let is_against = |by: &str| request.against.contains(by);
        let asked = Asked { ways, budget, is_against: &is_against, decides_methods, by_segments: true };
        explored(program, asked, groups(program, self.open))
    }

    /// What is known where it was stopped.
    fn stopped(&self, graph: &Graph) -> Result<Advice, Diagnostic> {
        let (low, high) = self.possible().ok_or_else(|| self.nothing_known(graph.len()))?;
        let may_be_refused = self.reduced.program.code.iter().any(flow::may_refuse);
        let unknown = Unknown { low, high, may_be_refused };
        let is_chance = self.goal == Goal::Chance;
        let payoff = |value: Value| (is_chance || value.is_some()).then(|| self.goal.payoff(value));
        let between = between(graph, &payoff, &unknown);
        let (low, high) = between.ok_or_else(|| self.nothing_known(graph.len()))?;
        Ok(Advice {
            goal: self.request.goal.clone(),
            instead_of: None,
            whose: whose(&self.request.goal, &self.whole),
            against: self.request.against.clone(),
            kind: self.goal.kind(),
            best: low.clone(),
            worst: low.clone(),
            by_default: None,
            followed: low.clone(),
            between: Some((low, high)),
            by_policy: Vec::new(),
            policy: None,
            choices: Vec::new(),
            idle: Vec::new(),
            situations: graph.len(),
        })
    }

    /// The least and the greatest value of the goal, however the dice fall; nothing if that takes too long to find out, or if it has no
    /// bounds.
    fn possible(&self) -> Option<(i64, i64)> {
        if self.goal == Goal::Chance {
            return Some((0, 1));
        }
        let program = &self.reduced.program;
        passes::bounds_at_end(program, program.results.first()?.register)
    }

    fn nothing_known(&self, situations: usize) -> Diagnostic {
        let message =
            format!("stopped after {situations} situations; nothing is known yet about `{}`", self.request.goal);
        Diagnostic::placeless(codes::ODDS_BUDGET, message)
            .help("allow more time, ask for a chance, or fix some of the choices")
    }

    /// How often a mean is reached. It is one over those runs, so the best of it could be to reach it seldom: where that hangs on
    /// what is chosen, nobody is advised.
    fn reached(&self, graph: &Graph) -> Result<RBig, Diagnostic> {
        if self.goal == Goal::Chance || !graph.may_be_unreached() {
            return Ok(RBig::ONE);
        }
        let is_reached = |value: Value| IBig::from(u8::from(value.is_some()));
        let most = solve(graph, &is_reached, Play::Highest).value().unwrap_or_default();
        let least = solve(graph, &is_reached, Play::Lowest).value().unwrap_or_default();
        let label = self.whole.results.first().map(|result| result.label.to_string()).unwrap_or_default();
        if most == RBig::ZERO {
            let found = Diagnostic::placeless(
                codes::ODDS,
                format!("`{label}` is never reached, so there is nothing to advise on"),
            );
            return Err(found);
        }
        if most != least {
            let message = format!("whether `{label}` is reached depends on the choices, so its mean cannot be a goal");
            let found = Diagnostic::placeless(codes::ODDS, message);
            return Err(found.help(
                "ask for a chance, such as `P(NAME.PART >= 2)`, or for the mean of something that is always reached",
            ));
        }
        Ok(most)
    }

    fn is_known(&self, feature: Feature, audience: Audience) -> bool {
        let Feature::Held(register) = feature else { return true };
        let whole = self.reduced.registers.get(register.0 as usize).copied();
        whole.is_some_and(|register| audience.may_see(self.whole.secrecy.of(Operand::Register(register))))
    }

    fn hangs_on_kept(&self, (graph, at): (&Graph, Address), is_open: bool) -> Diagnostic {
        let origin = self.reduced.origins.get(at.0 as usize).copied().unwrap_or(at);
        let name = self.subject(graph, at).map(|subject| subject.name().to_owned()).unwrap_or_default();
        let span = self.whole.spans.get(origin.0 as usize).copied().unwrap_or_default();
        let message = format!("what is best for `{name}` depends on something the person choosing does not know");
        let found = Diagnostic::error(codes::ODDS, span, message).here("no advice is possible here");
        if is_open {
            return found.help("reveal the hidden information before the choice, or ask with `--for log`");
        }
        found.help("a choice hidden from the other side is made at the same time as theirs; advice covers only open choices made one after another")
    }

    fn subject<'g>(&'g self, graph: &'g Graph, at: Address) -> Option<Subject<'g>> {
        Subject::of((&self.reduced.program, graph), at, self.open)
    }

    /// What is advised, and what the goal comes to under each policy that is to be compared.
    fn compared(&self, weighed: &Weighed) -> Result<Advice, Diagnostic> {
        let compared = self.request.policies.iter().map(|policy| self.by_policy(policy, &weighed.reached));
        Ok(Advice { by_policy: compared.collect::<Result<_, Diagnostic>>()?, ..self.told(weighed) })
    }

    /// What the goal comes to under a policy; of those who play against it nothing is taken from there.
    fn by_policy(&self, policy: &Policy, reached: &RBig) -> Result<Option<RBig>, Diagnostic> {
        let mut plays = Names::of(&self.whole).plays(policy)?;
        plays.0.retain(|at, _| !self.request.against.contains(decider(&self.whole, *at)));
        let whole = plays.written_into(&self.whole);
        let reduced = reduced(&whole, self.request);
        let sources = self.sources.clone();
        match (Self { sources, whole, reduced, ..*self }).explored()? {
            Explored::Part(graph) => Err(self.nothing_known(graph.len())),
            Explored::All(graph) => {
                let solved = solve(&graph, &|value| self.goal.payoff(value), Play::Stated);
                Ok(solved.value().map(|value| value / reached.clone()))
            }
        }
    }

    fn told(&self, Weighed { graph, best, reached }: &Weighed) -> Advice {
        let payoff = |value| self.goal.payoff(value);
        let scale = |value: RBig| value / reached.clone();
        let of = |play: Play<'_>| solve(graph, &payoff, play).value().map(scale);
        let wording = self.request.as_policy.then(|| Wording::of(&self.whole, &self.reduced));
        let planning = Planning {
            graph,
            payoff: &payoff,
            best,
            reduced: &self.reduced,
            wording: wording.as_ref(),
            most: self.request.conditions,
        };
        let asked: BTreeSet<Address> = graph.decisions().map(|(_, at, _)| at).collect();
        let subjects: Vec<_> = asked.into_iter().filter_map(|at| Some((at, self.subject(graph, at)?))).collect();
        let plan = planning.all(&subjects);
        let (mut choices, mut policy) = (Vec::new(), Policy { goal: self.request.goal.clone(), ..Policy::default() });
        for Planned { at, subject, features, cases, tree, .. } in &plan.planned {
            let (whole, reduced, sources, all) = (&self.whole, &self.reduced, &self.sources, &plan.reached.all());
            let telling = Telling { whole, reduced, sources, subject, features, cases, all, scale: &scale };
            let choice = self.choice((graph, *at), (&telling, tree));
            if let Some(wording) = wording.as_ref().filter(|_| is_kept(&choice, cases)) {
                policy.choices.extend(wording.choice(*at, (tree, features), &|option| subject.option(option)));
            }
            choices.push(choice);
        }
        let value = best.value().map(scale).unwrap_or_default();
        // To do what is best in every situation is best in all.
        let followed = if plan.is_simplified() { plan.value.map(scale) } else { None };
        let followed = followed.unwrap_or_else(|| value.clone());
        Advice {
            goal: self.request.goal.clone(),
            instead_of: None,
            whose: whose(&self.request.goal, &self.whole),
            against: self.request.against.clone(),
            kind: self.goal.kind(),
            worst: of(Play::Lowest).unwrap_or_else(|| value.clone()),
            by_default: of(Play::Default),
            followed,
            best: value,
            between: None,
            by_policy: Vec::new(),
            policy: wording.is_some().then_some(policy),
            idle: self.idle(&choices),
            choices,
            situations: graph.len(),
        }
    }

    /// What is best at one question.
    fn choice(&self, (graph, at): (&Graph, Address), (telling, tree): (&Telling<'_>, &Tree)) -> AdvisedChoice {
        let (subject, cases) = (telling.subject, telling.cases);
        AdvisedChoice {
            name: subject.name().to_owned(),
            question: subject.question(),
            by: subject.by().to_owned(),
            is_against: self.request.against.contains(subject.by()),
            opened: subject.opened(),
            times: telling.times(),
            is_repeated: graph.is_repeated(at),
            is_simplified: tree.is_simplified(cases),
            advice: (!cases.is_empty()).then(|| telling.tree(tree)),
        }
    }

    /// The choices on which the goal does not hang.
    fn idle(&self, told: &[AdvisedChoice]) -> Vec<String> {
        let is_part = |path: &str| self.open.iter().flat_map(|open| &open.parts).any(|part| part.path == path);
        let open = chooses(&self.whole).map(|(_, choose)| choose);
        let open = open.filter(|choose| chosen::of(&self.request.choices, choose).is_none() && !is_part(&choose.path));
        let names: BTreeSet<&str> = told.iter().map(|choice| choice.name.as_str()).collect();
        let mut idle: Vec<String> = open.map(|choose| choose.path.to_string()).collect();
        idle.retain(|name| !names.contains(name.as_str()));
        idle.dedup();
        idle
    }
}

/// The program without whatever decides nothing of its result.
fn reduced(whole: &Program, request: &AdviceRequest) -> Reduced {
    let ladders = Some(request.mode.map_or(Method::Open, by_mode::method_of_ladders));
    passes::reduce(whole, &passes::ALL, Answers { ladders, is_chosen: &|_| true })
}

/// Whether a policy says something of a choice: not where it is never asked, or whatever would be chosen without one is as good.
fn is_kept(choice: &AdvisedChoice, cases: &[Case]) -> bool {
    let matters = choice.advice.as_ref().is_some_and(AdviceTree::matters);
    matters || choice.is_simplified || cases.iter().any(|case| case.default.is_none())
}

/// Whether there is anything to decide, and whoever plays against the goal decides something.
fn check_choices(program: &Program, encounter: &Encounter, request: &AdviceRequest) -> Result<(), Diagnostic> {
    let chosen = chooses(program).map(|(_, choose)| choose.by.name.as_str());
    let resolved = (0..).map(Address).zip(&program.code).filter_map(|(at, instruction)| {
        let is_open =
            request.mode.is_none() && matches!(instruction, Instruction::Resolve { method: Method::Open, .. });
        is_open.then(|| flow::who_resolves(&program.code, at).map_or("", |by| by.name.as_str()))
    });
    let mut names: BTreeSet<&str> = chosen.chain(resolved).collect();
    if names.is_empty() {
        return Err(nothing_to_decide(encounter));
    }
    names.remove("");
    if let Some(name) = request.against.iter().find(|name| !names.contains(name.as_str())) {
        let found =
            Diagnostic::placeless(codes::ODDS, format!("`{name}` is to play against the goal, but makes no choices"));
        let all: Vec<&str> = names.into_iter().collect();
        let help = if all.is_empty() {
            "no choice here says who makes it".into()
        } else {
            format!("choices are made by {}", all.join(", "))
        };
        return Err(found.help(help));
    }
    Ok(())
}

fn nothing_to_decide(encounter: &Encounter) -> Diagnostic {
    let found = Diagnostic::placeless(codes::ODDS, "there are no choices here, so there is nothing to advise on");
    let plans = encounter.names_of_plans();
    let help = match plans.first() {
        Some(plan) => format!("to compare all layouts of a plan, leave it open: `--over '{plan}'`"),
        None => "a scene asks for a choice with `choose`, and so do some rules".to_owned(),
    };
    found.help(help)
}

fn no_policy_over() -> Diagnostic {
    let message = "a policy covers the scene's choices, not values left open with `--over`";
    Diagnostic::placeless(codes::POLICY, message)
        .help("write `?` or the best value in its place in the scene, and omit `--over`")
}
