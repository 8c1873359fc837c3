//! An entry and its results, as plain data.

use std::collections::BTreeMap;

use crate::journal::{EntryMode, EntrySort, Exchange};
use crate::semantics::chance::Stream;
use crate::shared_text::SharedText;
use crate::verdict::{Audience, Carried, Event, Shown, Verdict, Visibility, text};

/// An entry that has run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its number in the journal, from 1.
    pub number: u64,
    /// Its name: the file it uses, or the first thing it does, or else how it begins.
    pub name: String,
    /// A line of the script, or an expression that rolled.
    pub sort: EntrySort,
    /// The text as typed.
    pub text: String,
    /// How it was answered.
    pub mode: EntryMode,
    /// Where its dice and cards come from.
    pub chance: Stream,
    /// What was asked on the way.
    pub asked: Vec<Exchange>,
    /// Its own results, without those of earlier entries; only results that are new or have changed.
    pub verdict: Verdict,
    /// The values of things after it.
    pub state: Vec<Carried>,
    /// Whether it was undone.
    pub struck: bool,
}

impl Entry {
    /// The path of the first thing it did that this audience may see: what `_` stands for.
    ///
    /// ```
    /// use assize::{Audience, Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("system posts\nprocedure stand { let rest = 1 }", None)?;
    /// session.enter("stand watch {}", None)?;
    /// session.enter("secret stand guard {}", None)?;
    /// assert_eq!(session.entries()[1].path_seen_by(Audience::Players), Some("watch"));
    /// assert_eq!(session.entries()[2].path_seen_by(Audience::Players), None);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn path_seen_by(&self, audience: Audience) -> Option<&str> {
        let seen = self.verdict.events.iter().filter(|happened| audience.may_see(happened.visibility));
        seen.map(|happened| &happened.event).find_map(Event::begun)
    }
}

/// The result of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Entered {
    /// A statement: it is now an entry.
    Statement {
        /// As the program reads it, in its own spelling.
        understood: String,
        /// The number under which it is listed and can be undone.
        number: u64,
        /// Its results. Without events if it only declares.
        verdict: Verdict,
        /// If a new page had to begin: why, and what could not be carried over.
        page: Option<NewPage>,
    },
    /// An expression. If it rolled it is an entry; otherwise nothing has changed.
    Value {
        /// As the program reads it.
        understood: String,
        /// The value of the expression.
        value: Shown,
        /// What was rolled for it; without events if nothing was.
        verdict: Verdict,
    },
    /// Nothing yet: someone will answer [later](crate::engine::Response::Later). The entry waits; entered again, it continues
    /// after its answers, and any other entry cancels it.
    Waiting,
    /// The line sets how entries are answered from now on.
    Answering(EntryMode),
}

/// The result of changing the text of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edited {
    /// As the program reads it, in its own spelling.
    pub understood: String,
    /// The entry's results now.
    pub verdict: Verdict,
    /// The entry's results before the change.
    pub was: Verdict,
    /// The later entries that come out differently, in order.
    pub changed: Vec<CameOut>,
}

/// An entry that comes out differently than before.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CameOut {
    /// Its number.
    pub number: u64,
    /// Its text.
    pub text: String,
    /// Its results until now.
    pub was: Verdict,
    /// Its results from now on.
    pub now: Verdict,
}

impl CameOut {
    /// The lines about it that this audience no longer sees, and those it sees instead, in words. Lines about the same roll,
    /// value or choice are compared, so that a line counts as new even if another one reads the same.
    ///
    /// ```
    /// use assize::Audience;
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// for line in ["system pots", "kind person { pots : number = 0 }", "person ada", "set ada.pots = 2"] {
    ///     session.enter(line, None)?;
    /// }
    /// session.enter("note \"full\" if ada.pots > 4", None)?;
    /// let edited = session.edit(4, "set ada.pots = 5", None)?;
    /// let (gone, new) = edited.changed[0].lines_seen_by(Audience::Players);
    /// assert_eq!((gone.len(), new), (0, vec!["full".to_owned()]));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn lines_seen_by(&self, audience: Audience) -> (Vec<String>, Vec<String>) {
        let (was, now) = (self.was.seen_by(audience), self.now.seen_by(audience));
        let (was, now) = (addressed(&was), addressed(&now));
        let only = |these: &[(Address<'_>, String)], those: &[(Address<'_>, String)]| {
            let known: BTreeMap<_, _> = those.iter().map(|(address, line)| (address, line)).collect();
            let others = these.iter().filter(|(address, line)| known.get(address) != Some(&line));
            others.map(|(_, line)| line.clone()).collect()
        };
        (only(&was, &now), only(&now, &was))
    }
}

/// The subject of a line, and how many lines about it came before.
type Address<'v> = ((u8, &'v str), usize);

/// The lines of a verdict, with their addresses.
fn addressed(verdict: &Verdict) -> Vec<(Address<'_>, String)> {
    let mut times: BTreeMap<(u8, &str), usize> = BTreeMap::new();
    let addressed = verdict.events.iter().map(|happened| {
        let of = happened.event.tells_of();
        let time = times.entry(of).or_default();
        *time += 1;
        ((of, *time), text::line(&happened.event))
    });
    addressed.filter(|(_, line)| !line.is_empty()).collect()
}

/// A new page that began.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NewPage {
    /// What made the old page unfit to continue.
    pub why: Why,
    /// Values that nothing on the new page has a place for, by name. They are still carried on.
    pub lost: Vec<String>,
}

/// Why a new page began.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// What happened would come out differently.
    Differs {
        /// The first line that differs, as it was.
        was: String,
        /// As it would be now; empty when there is no such line any more.
        now: String,
        /// Who may see the two.
        visibility: Visibility,
    },
    /// The rules have changed, something begins differently, or someone else plays a role, and anything hidden may come
    /// out differently. Whether it does makes no difference, or the page would reveal it.
    Kept,
}

impl Why {
    /// The same without what that audience must not see.
    #[must_use]
    pub fn seen_by(&self, audience: Audience) -> Why {
        match self {
            Why::Differs { visibility, .. } if !audience.may_see(*visibility) => Why::Kept,
            Why::Differs { .. } | Why::Kept => self.clone(),
        }
    }

    /// In one line, for that audience.
    pub fn told(&self, audience: Audience) -> String {
        match self.seen_by(audience) {
            Why::Differs { was, now, .. } if now.is_empty() => format!("`{was}` would no longer happen"),
            Why::Differs { was, now, .. } => format!("`{was}` would be `{now}` now"),
            Why::Kept => "some secret or hidden results may be different now".to_owned(),
        }
    }
}

/// What was found in a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resumed {
    /// An entry interrupted while it ran. [Enter](super::Session::enter) it again: its answers are
    /// remembered.
    pub unfinished: Option<String>,
    /// A change interrupted while somebody was asked something for it: the number of the entry, and its new text.
    /// [Change](super::Session::edit) it again; the prompt offers the dice that were told.
    pub unfinished_edit: Option<(u64, String)>,
    /// A new page, if the scripts have changed so much that what happened would come out differently.
    pub page: Option<NewPage>,
    /// The packs of house rules that are not the ones with which the session was played last.
    pub packs: Vec<OtherPack>,
}

/// A pack of house rules that was in force in another version, or is no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherPack {
    /// Its name.
    pub name: SharedText,
    /// The version with which the session was played last.
    pub was: SharedText,
    /// The version that is there now; `None` where it is no longer in force.
    pub now: Option<SharedText>,
}

impl OtherPack {
    /// In one line.
    pub fn told(&self) -> String {
        let Self { name, was, now } = self;
        match now {
            Some(now) => format!("the pack “{name}” is now {now}; so far this session has used {was}"),
            None => format!("the pack “{name}” {was}, which this session has used so far, is no longer in use"),
        }
    }
}
