//! Why there is no answer.

use std::fmt;

use crate::diagnostic::{Diagnostic, Diagnostics, codes, render};
use crate::source::SourceMap;
use crate::verdict::{Audience, Visibility};

/// Why there is no answer: findings, and the texts they speak of.
#[derive(Clone)]
pub struct Failure {
    /// The texts, for [`render`].
    pub sources: SourceMap,
    /// The findings; never empty.
    pub diagnostics: Diagnostics,
    /// Who may read them.
    visibility: Visibility,
}

impl Failure {
    /// Findings about these texts.
    pub(crate) fn new(sources: SourceMap, mut diagnostics: Diagnostics) -> Self {
        if !diagnostics.has_errors() {
            diagnostics.push(Diagnostic::placeless(codes::EMPTY, "there is nothing here to run"));
        }
        Self { sources, diagnostics, visibility: Visibility::All }
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

    /// Who may learn of it.
    pub(crate) fn visibility(&self) -> Visibility {
        self.visibility
    }

    /// The same for these only.
    #[must_use]
    pub(crate) fn only_for(self, visibility: Visibility) -> Self {
        Self { visibility, ..self }
    }

    /// The failure as far as this audience may learn of it. Of a run that was stopped by something they must not know,
    /// they are told that it was, and nothing else; what is wrong in a script is for whoever wrote it, and told as it is.
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
            return self.clone();
        }
        let code = self.diagnostics.iter().find(|found| found.is_error()).map_or(codes::REFUSED, |found| found.code);
        let help = match audience {
            Audience::Players => "ask the GM",
            Audience::Gm | Audience::Log => "it is kept from the GM as well, and told to the log only",
        };
        Diagnostic::placeless(code, "this cannot happen, for a reason that is kept").help(help).into()
    }
}

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
    /// stay out of it, which may be long and hold secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_string().trim_end())
    }
}

impl std::error::Error for Failure {}
