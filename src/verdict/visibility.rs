//! Who may see what. [`Verdict::seen_by`] is the only place where anything is left out for someone.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Event, Happened, Row, Shown, TextPart, Verdict};
use crate::ir::KEPT;
use crate::semantics::visibility::Visibility;
use crate::shared_text::SharedText;

/// Whoever reads a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The players: what is for all.
    Players,
    /// The game master: everything but what is hidden.
    Gm,
    /// The log: everything.
    Log,
}

impl Audience {
    /// Whether this audience may learn what is of that visibility.
    ///
    /// ```
    /// use assize::verdict::{Audience, Visibility};
    ///
    /// assert!(Audience::Players.may_see(Visibility::All) && !Audience::Players.may_see(Visibility::Gm));
    /// assert!(Audience::Gm.may_see(Visibility::Gm) && !Audience::Gm.may_see(Visibility::Hidden));
    /// assert!(Audience::Log.may_see(Visibility::Hidden));
    /// ```
    pub fn may_see(self, visibility: Visibility) -> bool {
        match self {
            Audience::Players => visibility <= Visibility::All,
            Audience::Gm => visibility <= Visibility::Gm,
            Audience::Log => true,
        }
    }

    /// For whom everything is said to be that this audience must not learn: players are not told what the game master must not
    /// learn either.
    fn unseen(self) -> Visibility {
        match self {
            Audience::Players => Visibility::Gm,
            Audience::Gm | Audience::Log => Visibility::Hidden,
        }
    }
}

/// What stands where a number is that somebody must not learn.
const HIDDEN: &str = "hidden";

impl Verdict {
    /// The verdict with everything left out that this audience must not learn. Every way of showing a verdict takes what
    /// this returns, and leaves nothing out by itself.
    ///
    /// ```
    /// use assize::{Answers, Audience, Engine};
    ///
    /// let encounter = Engine::default().compile("night.asz", "secret note \"it is the thief\"\nnote \"a knock\"");
    /// let verdict = encounter?.adjudicate(Answers::deliberate())?;
    /// assert_eq!(verdict.seen_by(Audience::Players).events.len(), 1);
    /// assert_eq!(verdict.seen_by(Audience::Gm).events.len(), 2);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    #[must_use]
    pub fn seen_by(&self, audience: Audience) -> Verdict {
        if audience == Audience::Log {
            return self.clone();
        }
        let unseen: BTreeSet<&str> = self
            .results
            .iter()
            .filter(|result| !audience.may_see(result.visibility))
            .map(|result| result.name.as_str())
            .collect();
        let events = self.events.iter().filter(|happened| audience.may_see(happened.visibility));
        let events: Vec<Happened> = events.map(|happened| redacted(happened, audience, &unseen)).collect();
        let results = self.results.iter().filter(|result| audience.may_see(result.visibility)).cloned().collect();
        // With the seed, players could have the secret dice rolled again. To the game master it would tell that dice were rolled
        // which are hidden from them; a run that was refused goes on from it, whether any were or not.
        let by_chance = |happened: &&Happened| happened.event.by_chance();
        let all_seen = events.len() == self.events.len() && unseen.is_empty();
        let rolls = self.refused.is_some() || events.iter().any(|happened| by_chance(&happened));
        let tells_seed = all_seen || (rolls && audience != Audience::Players);
        let rolls_in_secret = events.iter().filter(by_chance).any(|happened| happened.visibility != Visibility::All);
        let (system, houses, mode) = (self.system.clone(), self.houses.clone(), self.mode.clone());
        let packs = self.packs.clone();
        let secret_seed = self.secret_seed.filter(|_| all_seen || rolls_in_secret);
        let (seed, stream, entry) = (self.seed, self.stream.clone(), self.entry);
        let refused = self.refused.clone();
        let told = Verdict { system, houses, packs, mode, seed, secret_seed, stream, entry, events, results, refused };
        if tells_seed { told } else { told.without_seeds() }
    }

    /// The same for the verdict of an entry of a session, of which players are never told the seed: all its entries roll
    /// from the same, so that whoever knew it could foresee what is rolled later.
    ///
    /// ```
    /// use assize::{Audience, Engine, Entered, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// let Entered::Statement { verdict, .. } = session.enter("note \"a knock\"", None)? else { panic!("it is a statement") };
    /// assert_eq!(verdict.of_session_seen_by(Audience::Players).seed, None);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    #[must_use]
    pub fn of_session_seen_by(&self, audience: Audience) -> Verdict {
        let seen = self.seen_by(audience);
        if audience == Audience::Players { seen.without_seeds() } else { seen }
    }
}

/// An event that may be seen, without those of its parts that may not.
fn redacted(happened: &Happened, audience: Audience, unseen: &BTreeSet<&str>) -> Happened {
    let mut seen = happened.clone();
    seen.overlaid.retain(|line| audience.may_see(line.visibility));
    match &mut seen.event {
        Event::Sum { total, rows, .. } => {
            redact_number(total, audience);
            for row in rows.iter_mut() {
                redact_row(row, audience, unseen);
            }
        }
        Event::Computed { value, reads, .. } => {
            redact_number(value, audience);
            keep_seen(reads, unseen);
        }
        Event::Totalled { total, reads, .. } => {
            redact_number(total, audience);
            keep_seen(reads, unseen);
        }
        Event::Order { turns } => {
            for turn in turns {
                redact_numbers(&mut turn.keys, audience);
                keep_seen(&mut turn.reads, unseen);
            }
        }
        Event::Resolved { result, total, reads, .. } => {
            redact_numbers([result, total], audience);
            keep_seen(reads, unseen);
        }
        Event::Changed { reads, .. } => keep_seen(reads, unseen),
        Event::Chosen { choice, question, parts, .. } => {
            redact_number(choice, audience);
            redact_text((question, parts), audience);
        }
        Event::House { reads, value, .. } => redact_numbers(reads.iter_mut().chain(value.as_deref_mut()), audience),
        Event::Signal { arguments, .. } => redact_numbers(arguments, audience),
        Event::Meaning { text, parts, .. } | Event::Note { text, parts } | Event::Stop { why: text, parts, .. } => {
            redact_text((text, parts), audience);
        }
        // Whoever may see one of these may see all of it.
        Event::Begin { .. }
        | Event::End { .. }
        | Event::Step { .. }
        | Event::Period { .. }
        | Event::Rolled { .. }
        | Event::Drawn { .. }
        | Event::Cut { .. }
        | Event::Said { .. }
        | Event::Reveal { .. } => {}
    }
    seen
}

/// A text, with `…` in each hole whose value may not be seen.
fn redact_text((text, parts): (&mut SharedText, &mut [TextPart]), audience: Audience) {
    let mut kept = false;
    for part in &mut *parts {
        if let TextPart::Value(shown) = part
            && !audience.may_see(shown.visibility)
        {
            (shown.value, shown.number, kept) = (KEPT.into(), None, true);
            shown.visibility = audience.unseen();
        }
    }
    if kept {
        *text = TextPart::joined(parts);
    }
}

fn redact_row(row: &mut Row, audience: Audience, unseen: &BTreeSet<&str>) {
    row.parts.retain(|part| audience.may_see(part.visibility));
    row.overlaid.retain(|line| audience.may_see(line.visibility));
    keep_seen(&mut row.reads, unseen);
}

fn keep_seen(reads: &mut Arc<[SharedText]>, unseen: &BTreeSet<&str>) {
    if reads.iter().any(|name| unseen.contains(name.as_str())) {
        *reads = reads.iter().filter(|name| !unseen.contains(name.as_str())).cloned().collect();
    }
}

fn redact_numbers<'s>(shown: impl IntoIterator<Item = &'s mut Shown>, audience: Audience) {
    shown.into_iter().for_each(|shown| redact_number(shown, audience));
}

fn redact_number(shown: &mut Shown, audience: Audience) {
    if !audience.may_see(shown.visibility) {
        shown.value = SharedText::new_static(HIDDEN);
        shown.number = None;
        shown.visibility = audience.unseen();
    }
}
