//! Why there is no answer.

use std::fmt;

use super::chance::Chance;
use crate::allowance::RanOut;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, codes, render};
use crate::shared_text::SharedText;
use crate::source::SourceMap;
use crate::verdict::{Audience, Verdict, Visibility};

/// Why there is no answer: findings, and the texts they refer to. Its `Display` shows what a person wants to read;
/// a host that shows it in its own way finds everything as data.
///
/// ```
/// use assize::Engine;
/// use assize::diagnostic::codes;
///
/// let failure = Engine::default().compile("night.asz", "note \"a knock\"\nset lamp = bright").unwrap_err();
/// assert!(failure.to_string().starts_with("night.asz:2:5: error[AZ201]"));
/// for found in failure.diagnostics.iter() {
///     // The first label is the place itself. A finding about a missing file has none.
///     let place = found.labels.first().map(|label| failure.sources.place(label.span));
///     assert_eq!((found.code, place.map(|place| (place.line, place.column))), (codes::UNKNOWN_NAME, Some((2, 5))));
/// }
/// ```
#[derive(Clone)]
pub struct Failure {
    /// The texts, for [`render`].
    pub sources: SourceMap,
    /// The findings; never empty.
    pub diagnostics: Diagnostics,
    /// Who may read them.
    visibility: Visibility,
    /// The strictest visibility of anything in the scene that was run. An audience that may not see that does not see its lines.
    most_kept: Visibility,
    /// How far it came.
    reached: Option<Box<Reached>>,
}

/// How far something came that has failed.
#[derive(Clone)]
enum Reached {
    /// A run that was stopped.
    Run(Box<StoppedRun>),
    /// The answers about odds as far as they were known when the budget ran out.
    Odds(Vec<Chance>),
}

/// A run that did not finish.
#[derive(Clone)]
struct StoppedRun {
    /// What had happened until then.
    happened: Verdict,
    /// Whether it is one of several that roll from the same seed.
    in_session: bool,
}

impl StoppedRun {
    /// The run continues from this seed once the error is corrected: players who knew it could foresee secret rolls.
    fn seen_by(&self, audience: Audience, most_kept: Visibility) -> Verdict {
        if self.in_session || !most_kept.is_for_all() {
            self.happened.of_session_seen_by(audience)
        } else {
            self.happened.seen_by(audience)
        }
    }
}

impl Reached {
    fn seen_by(&self, audience: Audience, most_kept: Visibility) -> Self {
        match self {
            Reached::Run(run) => {
                let happened = run.seen_by(audience, most_kept);
                Reached::Run(Box::new(StoppedRun { happened, in_session: run.in_session }))
            }
            Reached::Odds(known) => {
                Reached::Odds(known.iter().cloned().map(|chance| chance.seen_by(audience)).collect())
            }
        }
    }
}

impl Failure {
    /// The run that was stopped, if it is one.
    fn run(&self) -> Option<&StoppedRun> {
        if let Some(Reached::Run(run)) = self.reached.as_deref() { Some(run) } else { None }
    }

    /// Findings about these texts.
    pub(crate) fn new(sources: SourceMap, mut diagnostics: Diagnostics) -> Self {
        if !diagnostics.has_errors() {
            diagnostics.push(Diagnostic::placeless(codes::EMPTY, "there is nothing here to run"));
        }
        Self { sources, diagnostics, visibility: Visibility::All, most_kept: Visibility::All, reached: None }
    }

    /// One finding.
    pub(super) fn of(sources: SourceMap, diagnostic: Diagnostic) -> Self {
        Self::several(sources, [diagnostic])
    }

    /// Several findings.
    pub(crate) fn several(sources: SourceMap, found: impl IntoIterator<Item = Diagnostic>) -> Self {
        let mut diagnostics = Diagnostics::default();
        diagnostics.extend(found);
        Self::new(sources, diagnostics)
    }

    /// Whether a finding has this code.
    pub(crate) fn has(&self, code: Code) -> bool {
        self.diagnostics.iter().any(|found| found.code == code)
    }

    /// Who may see it.
    pub(crate) fn visibility(&self) -> Visibility {
        self.visibility
    }

    /// The same for these only.
    #[must_use]
    pub(crate) fn only_for(self, visibility: Visibility) -> Self {
        Self { visibility, ..self }
    }

    /// The same for a scene that contains something of this visibility.
    #[must_use]
    pub(super) fn of_scene(self, most_kept: Visibility) -> Self {
        Self { most_kept, ..self }
    }

    /// The failure of a run, with what had happened until then.
    #[must_use]
    pub(super) fn after(self, happened: Verdict) -> Self {
        let refused = self.diagnostics.iter().find(|found| found.is_error()).map(|found| found.message.as_str().into());
        let happened = Verdict { refused, ..happened };
        Self { reached: Some(Box::new(Reached::Run(Box::new(StoppedRun { happened, in_session: false })))), ..self }
    }

    /// The same for an entry of a session, whose seed others roll from as well.
    #[must_use]
    pub(crate) fn in_session(mut self) -> Self {
        if let Some(Reached::Run(run)) = self.reached.as_deref_mut() {
            run.in_session = true;
        }
        self
    }

    /// The same failure of odds, with the answers as far as they were known when the budget ran out.
    #[must_use]
    pub(super) fn knowing(self, known: Vec<Chance>) -> Self {
        Self { reached: Some(Box::new(Reached::Odds(known))), ..self }
    }

    /// What of odds ran out of its budget, if that is the failure: situations, answers or memory.
    ///
    /// ```
    /// use assize::engine::{Budget, Engine, OddsRequest, Resource, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("dice", "system dice\none sea { depth : number = 0, waves : number = 0, wind : number = 0 }
    /// #     procedure p { roll a : 1d2, roll b : 1d2, roll c : 1d2
    /// #     add a - 1 to sea.depth, add b - 1 to sea.waves, add c - 1 to sea.wind }");
    /// let scene = "use dice\nrepeat up to 50 until sea.depth >= 12 { p x {} }";
    /// let encounter = Engine::with(shelf).compile("scene.asz", scene)?;
    /// let budget = Budget::default().states(500);
    /// let failure = encounter.odds(&OddsRequest { budget, ..OddsRequest::of(["P(sea.waves >= 9)"]) }).unwrap_err();
    /// assert_eq!(failure.ran_out().map(|ran_out| ran_out.of), Some(Resource::Situations));
    /// // What was known by then is kept.
    /// let (low, high) = failure.known()[0].between.clone().expect("a chance lies between two numbers");
    /// assert!(low < high && failure.known()[0].stopped);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn ran_out(&self) -> Option<RanOut> {
        self.diagnostics.iter().find_map(|found| found.ran_out)
    }

    /// The answers to questions about odds as far as they were known when the budget ran out: each says between which numbers it lies.
    /// None if it is another failure.
    pub fn known(&self) -> &[Chance] {
        if let Some(Reached::Odds(known)) = self.reached.as_deref() { known } else { &[] }
    }

    /// The same with other answers.
    #[must_use]
    pub(super) fn with_known(mut self, change: impl FnOnce(Vec<Chance>) -> Vec<Chance>) -> Self {
        if let Some(Reached::Odds(known)) = self.reached.as_deref_mut() {
            *known = change(std::mem::take(known));
        }
        self
    }

    /// What had happened in a run until it was stopped, with the reason and the seed to repeat it. None of it
    /// counts. `None` if nothing was run.
    ///
    /// ```
    /// use assize::engine::{Answers, Engine};
    ///
    /// let script = "system keep \"The Keep\"
    /// kind guard { men : 0..9 = 3 }
    /// procedure muster by guard { note \"a horn\" \n set guard.men = 42 }";
    /// # let mut shelf = assize::engine::Shelf::default();
    /// # shelf.put("keep", script);
    /// let scene = "use keep\nguard gate\nmuster night by gate {}";
    /// let encounter = Engine::with(shelf).compile("scene.asz", scene).unwrap();
    /// let refusal = encounter.adjudicate(Answers::random(7)).unwrap_err();
    /// let happened = refusal.happened().expect("it had begun");
    /// assert!(assize::verdict::text::text(happened).contains("a horn"));
    /// assert_eq!(happened.seed, Some(7.into()));
    /// ```
    pub fn happened(&self) -> Option<&Verdict> {
        self.run().map(|run| &run.happened)
    }

    /// The failure as far as this audience may see it. If a run was stopped by something they must not know,
    /// they see that it was, and nothing else; errors in a script are for its author, and are shown in full.
    ///
    /// ```
    /// use assize::Audience;
    /// use assize::engine::{Answers, Engine};
    ///
    /// let script = "system keep \"The Keep\"
    /// kind guard { men : 0..9 = 3 }
    /// procedure muster by guard { ask more : number = 0 \n set guard.men = guard.men + more }";
    /// # use assize::engine::Shelf;
    /// let mut shelf = Shelf::default();
    /// shelf.put("keep", script);
    /// let scene = "use keep\nguard gate\nsecret muster night by gate { more 4242 }";
    /// let encounter = Engine::with(shelf).compile("scene.asz", scene).unwrap();
    /// let refusal = encounter.adjudicate(Answers::random(1)).unwrap_err();
    /// assert!(refusal.to_string().contains("4245"));
    /// assert!(!refusal.seen_by(Audience::Players).to_string().contains("4245"));
    /// ```
    #[must_use]
    pub fn seen_by(&self, audience: Audience) -> Failure {
        if audience.may_see(self.visibility) {
            let reached = self.reached.as_deref().map(|reached| Box::new(reached.seen_by(audience, self.most_kept)));
            let seen = Self { reached, ..self.clone() };
            return if audience.may_see(self.most_kept) { seen } else { seen.without_words() };
        }
        let code = self.diagnostics.iter().find(|found| found.is_error()).map_or(codes::REFUSED, |found| found.code);
        let kept = Self::from(kept_from(audience, code));
        let refused = Some(SharedText::new_static(KEPT));
        let reached = self.run().map(|run| {
            let happened = run.seen_by(audience, self.most_kept);
            let happened = Verdict { refused, ..happened.without_seeds() };
            Box::new(Reached::Run(Box::new(StoppedRun { happened, in_session: run.in_session })))
        });
        Self { reached, ..kept }
    }
}

impl Failure {
    /// The same without the words of the scene, and what they could be changed to.
    fn without_words(self) -> Self {
        let mut found: Vec<Diagnostic> = self.diagnostics.iter().cloned().collect();
        let places = found.iter_mut().flat_map(|found| {
            found.fixes.clear();
            found.labels.iter_mut().map(|label| &mut label.span)
        });
        let sources = self.sources.without_words_of_scenes(places);
        Self { sources, diagnostics: found.into_iter().collect(), ..self }
    }
}

/// What is said of a failure to an audience that must not know the reason.
pub(super) fn kept_from(audience: Audience, code: Code) -> Diagnostic {
    let help = match audience {
        Audience::Players => "ask the game master",
        Audience::Gm | Audience::Log => "it is hidden from the game master too, and shown only in the log",
    };
    Diagnostic::placeless(code, KEPT).help(help)
}

/// What an audience that must not know the reason is told.
const KEPT: &str = "this is not possible, for a reason that is not shown";

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::of(SourceMap::default(), diagnostic)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for diagnostic in self.diagnostics.iter() {
            f.write_str(&render::plain(diagnostic, &self.sources))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Failure {
    /// The findings as [`Failure`] displays them: this is what `fn main() -> Result<(), Box<dyn Error>>` shows. The texts
    /// are left out, since they may be long and contain secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_string().trim_end())
    }
}

impl std::error::Error for Failure {}
