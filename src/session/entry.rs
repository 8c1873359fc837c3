//! An entry and its results, as plain data.

use std::collections::BTreeMap;

use crate::journal::{EntryMode, EntrySort, Exchange};
use crate::semantics::chance::Stream;
use crate::verdict::{Audience, Carried, Event, Shown, Verdict, Visibility, text};

/// Something that was entered and has run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its number in the journal, from 1.
    pub number: u64,
    /// What it is called: the file it uses, or the first thing it does, or else how it begins.
    pub name: String,
    /// A line of the script, or an expression that rolled.
    pub sort: EntrySort,
    /// As it was typed.
    pub text: String,
    /// How it was answered.
    pub mode: EntryMode,
    /// Where its dice and cards come from.
    pub chance: Stream,
    /// What was asked on the way.
    pub asked: Vec<Exchange>,
    /// What came of it, and of nothing before it; the results are those that are new or have changed.
    pub verdict: Verdict,
    /// The values of things after it.
    pub state: Vec<Carried>,
    /// Whether it was struck out.
    pub struck: bool,
}

impl Entry {
    /// The path of the first thing it did of which this audience may know: what `_` stands for.
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

/// What came of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Entered {
    /// A statement: it is an entry now.
    Statement {
        /// As the program reads it, in its own spelling.
        understood: String,
        /// The number under which it is listed and can be struck out.
        number: u64,
        /// What came of it. Empty of events when it only declares.
        verdict: Verdict,
        /// When a new page had to begin: why, and what could not be carried over.
        page: Option<NewPage>,
    },
    /// An expression. If it rolled it is an entry, otherwise nothing has changed.
    Value {
        /// As the program reads it.
        understood: String,
        /// What the expression comes to.
        value: Shown,
        /// What was rolled for it; empty of events when nothing was.
        verdict: Verdict,
    },
    /// Nothing yet: somebody will answer [later](crate::engine::Response::Later). The entry waits; entered again, it goes
    /// on behind the answers it had, and anything else that is entered breaks it off.
    Waiting,
    /// The lines say how entries are answered from now on.
    Answering(EntryMode),
}

/// What came of changing the text of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edited {
    /// As the program reads it, in its own spelling.
    pub understood: String,
    /// What comes of the entry now.
    pub verdict: Verdict,
    /// The entries behind it that come out in another way, in their order.
    pub changed: Vec<CameOut>,
}

/// An entry that comes out in another way than it did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CameOut {
    /// Its number.
    pub number: u64,
    /// Its text.
    pub text: String,
    /// What came of it until now.
    pub was: Verdict,
    /// What comes of it since.
    pub now: Verdict,
}

impl CameOut {
    /// What was told of it to this audience and is not any more, and what is told instead, in words. What is told of the same roll,
    /// value or choice is compared, so that a line counts as new although another one reads alike.
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

/// Of what something is told, and how often that was told before.
type Address<'v> = ((u8, &'v str), usize);

/// What is told in a verdict, line by line, with its addresses.
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
    /// What made the old one unfit to go on with.
    pub why: Why,
    /// Values that nothing on the new page has a place for, by name. They are carried on all the same.
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
        /// Who may learn of the two.
        visibility: Visibility,
    },
    /// The rules have changed, something begins otherwise, or a part is played by somebody else, and what is kept from somebody may come
    /// out differently. Whether it does makes no difference, or the page would tell of it.
    Kept,
}

impl Why {
    /// The same without what that audience must not learn.
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
            Why::Differs { was, now, .. } if now.is_empty() => format!("`{was}` would not happen any more"),
            Why::Differs { was, now, .. } => format!("`{was}` would be `{now}` now"),
            Why::Kept => "what is kept from somebody may come out differently now".to_owned(),
        }
    }
}

/// What was found in a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resumed {
    /// Something that was cut off while it ran. [Enter](super::Session::enter) it again: the answers it had are
    /// remembered.
    pub unfinished: Option<String>,
    /// A new page, when the scripts have changed so much that what happened would come out differently.
    pub page: Option<NewPage>,
}
