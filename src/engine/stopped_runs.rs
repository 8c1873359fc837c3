//! Runs of a scene that are stopped or refused whenever they begin, as the runs of the scene show that are tried.

use std::collections::BTreeSet;

use super::answers::Answers;
use super::encounter::Encounter;
use super::ways_out::with_ways_out;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::RunMade;
use crate::shared_text::SharedText;
use crate::verdict::{Event, Visibility};

/// So many runs by dice are tried where that is a reason for something that is told anyway.
const FEW_RUNS: u64 = 8;

/// So many runs by dice of a changed scene are tried: what some round or other brings about may be rare.
const SOME_RUNS: u64 = 16;

/// So many runs by dice are tried where it is told for its own sake.
const MANY_RUNS: u64 = 40;

/// What has begun less often in these is not remarked on: it may be otherwise with other dice.
const LEAST_BEGUN: usize = 20;

/// So many changed scenes are tried for a way out.
const MOST_TRIED: u32 = 60;

impl Encounter {
    /// Adds a remark on each run that the scene writes and that is stopped whenever it begins, with ways out.
    pub(super) fn always_stopped(&self, found: &mut Vec<Diagnostic>) {
        if self.program.is_none() || !self.scene.cast.is_empty() {
            return;
        }
        for run in self.scene.invocations.iter().filter(|run| run.made == RunMade::Written) {
            let is_known = found.iter().any(|known| known.labels.iter().any(|label| label.span == run.span));
            if is_known || run.span.source.is_of_system() || self.stop_of_all_runs(&run.path).is_none() {
                continue;
            }
            let Some((begun, why)) = self.stop_of(&run.path, MANY_RUNS) else { continue };
            if begun < LEAST_BEGUN {
                continue;
            }
            let remark =
                Diagnostic::warning(codes::IDLE, run.span, format!("every run that was tried was stopped here: {why}"));
            let remark = remark.help("remove it, or change the scene so that it is not stopped");
            let goes_on = |changed: &Encounter| changed.goes_on(&run.path);
            let explained = with_ways_out((self, &remark, run.span), MOST_TRIED, &goes_on);
            found.push(explained.unwrap_or(remark));
        }
    }

    /// Whether the run of this path begins, by judgement or by dice, and is not stopped then; in another round it may be.
    fn goes_on(&self, path: &str) -> bool {
        [Answers::deliberate()].into_iter().chain((1..=SOME_RUNS).map(Answers::random)).any(|answers| {
            self.adjudicate(answers).is_ok_and(|verdict| {
                let events = || verdict.events.iter().map(|happened| &happened.event);
                let begun = events().filter(|event| matches!(event, Event::Begin { path: one, .. } if *one == path));
                let stopped = events().filter(|event| matches!(event, Event::Stop { path: one, .. } if *one == path));
                begun.count() > stopped.count()
            })
        })
    }

    /// What stops the run of this path whenever it begins, in each run of the scene that is tried.
    pub(super) fn stop_of_all_runs(&self, path: &str) -> Option<SharedText> {
        self.stop_of(path, FEW_RUNS).map(|(_, why)| why)
    }

    /// The same of so many runs by dice, and how often the run began in them.
    fn stop_of(&self, path: &str, runs: u64) -> Option<(usize, SharedText)> {
        let mut all = 0;
        let judged = [Answers::deliberate(), Answers::automatic()].into_iter();
        let mut reasons = BTreeSet::new();
        for answers in judged.chain((1..=runs).map(Answers::random)) {
            let Ok(verdict) = self.adjudicate(answers) else { continue };
            let (mut begun, mut stopped) = (0, 0);
            for happened in &verdict.events {
                if let Event::Begin { path: one, .. } = &happened.event {
                    begun += usize::from(*one == path);
                } else if let Event::Stop { path: one, why, .. } = &happened.event
                    && *one == path
                {
                    // Players read remarks too.
                    if happened.visibility != Visibility::All {
                        return None;
                    }
                    stopped += 1;
                    reasons.insert(why.clone());
                }
            }
            if begun != stopped {
                return None;
            }
            all += begun;
        }
        let why = reasons.pop_first()?;
        reasons.is_empty().then_some((all, why))
    }

    /// Whether a run of the scene is refused whenever it begins, in each run of the scene that is tried.
    pub(super) fn is_refused_whenever_it_begins(&self, path: &str) -> bool {
        let judged = [Answers::deliberate(), Answers::automatic()].into_iter();
        let begins = |event: &Event| matches!(event, Event::Begin { path: one, .. } if *one == path);
        judged.chain((1..=MANY_RUNS).map(Answers::random)).all(|answers| {
            let verdict = self.adjudicate(answers);
            verdict.map_or(true, |verdict| !verdict.events.iter().any(|one| begins(&one.event)))
        })
    }
}
