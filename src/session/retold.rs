//! What happened, repeated with house rules that were not in force: past dice are kept, and differences are reported.

use std::collections::BTreeMap;

use super::compile::New;
use super::happened::whole_of;
use super::log::Session;
use super::page::Page;
use crate::engine::{Answers, Failure, use_of};
use crate::journal::Exchange;
use crate::verdict::Verdict;

/// A page of a session as it was, and as it would have been.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Retold {
    /// What happened.
    pub was: Verdict,
    /// What would have happened: every die at its address shows the same face, and newly rolled dice are
    /// marked as [`How::Redrawn`](crate::engine::How). Or why it could not have gone on.
    pub now: Result<Verdict, Failure>,
}

impl Session {
    /// Every page of the session with more house rules, each named as in `use house` (a pack as `pack "FOLDER"`); the first page first. The session
    /// does not change.
    ///
    /// ```
    /// use assize::engine::{Engine, Shelf};
    /// use assize::session::Session;
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("pond", "system pond\nkind person { fish : number = 0 }\nprocedure angle by person { add 2 to person.fish }");
    /// shelf.put("rod", "house rod extends pond\nadd after add angle.person.fish { add 1 to person.fish }");
    /// let mut session = Session::begin(Engine::with(shelf), 7, None)?;
    /// for line in ["use pond", "person ada", "angle net by ada"] {
    ///     session.enter(line, None)?;
    /// }
    /// let pages = session.retold(&["rod"]);
    /// let now = pages[0].now.as_ref().expect("it goes on");
    /// assert_eq!((pages[0].was.get("ada.fish").map(|fish| fish.number), now.get("ada.fish").map(|fish| fish.number)), (Some(Some(2)), Some(Some(3))));
    /// # Ok::<(), assize::engine::Failure>(())
    /// ```
    pub fn retold(&self, rules: &[&str]) -> Vec<Retold> {
        let uses: String = rules.iter().map(|rule| use_of(rule) + "\n").collect();
        let mut pages = self.pages_before();
        pages.reverse();
        pages.push(self.page.clone());
        pages.iter().map(|page| self.retold_page(page, &uses)).collect()
    }

    fn retold_page(&self, page: &Page, uses: &str) -> Retold {
        let happened = || self.happened_in(page.first..page.end.unwrap_or(self.entries.len()));
        let was = whole_of(happened());
        let chance = happened().next().map_or(self.seeds.into(), |entry| entry.chance);
        let now = self
            .compile(page, New::Statement(uses))
            .and_then(|encounter| encounter.replay_changed(Answers::random(chance), &as_one_run(self.asked_on(page))));
        Retold { was, now }
    }
}

/// What was asked in several entries as if it were one run: each question counts how often it was asked before in any of them.
fn as_one_run(asked: Vec<Exchange>) -> Vec<Exchange> {
    let mut times: BTreeMap<(String, String, String), u64> = BTreeMap::new();
    let counted = asked.into_iter().map(|one| {
        // A roll and a draw are counted together.
        let sort = one.question.split(' ').next().unwrap_or_default().replace("draw", "roll");
        let times = times.entry((sort, one.path.clone(), one.by.clone())).or_default();
        let time = *times;
        *times += 1;
        Exchange { time, ..one }
    });
    counted.collect()
}
