//! Questions to a session about what has happened.

use super::entry::Entry;
use super::log::Session;
use crate::diagnostic::{Diagnostic, clean};
use crate::engine::{Cast, Encounter, Failure, How, called_off};
use crate::journal::{Exchange, Reply};
use crate::verdict::{Audience, Carried, Happened, Transcript, TranscriptEntry, Verdict, Visibility, why};

impl Session {
    /// How a value came about, or everything an entry resolved, as far as `audience` may see it; `_` is the last entry. A value unknown
    /// on this page is looked for on earlier pages.
    ///
    /// ```
    /// use assize::{Audience, Engine, Session, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "
    /// #     system lamps \"Lamps in the Dark\"
    /// #     ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }
    /// #     kind person { oil : 0..9 = 3 }
    /// #     procedure light by person { resolve glow with person.oil }");
    /// let mut session = Session::begin(Engine::with(shelf), 7, None)?;
    /// for line in ["use lamps", "person ada", "light lamp by ada"] {
    ///     session.enter(line, None)?;
    /// }
    /// assert!(session.why("_", Audience::Players)?.starts_with("lamp.glow: "));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When nothing that they may see has that name, or the call is cancelled.
    pub fn why(&self, name: &str, audience: Audience) -> Result<String, Failure> {
        let name = self.with_last(name.trim(), audience)?;
        let told = |page: &Verdict| why::unless(&page.seen_by(audience), Some(&name), self.engine.cancel());
        let unknown = match told(&self.whole()).map_err(called_off)? {
            Ok(text) => return Ok(text),
            Err(unknown) => unknown,
        };
        for page in self.earlier() {
            if let Ok(text) = told(&page).map_err(called_off)? {
                return Ok(text);
            }
        }
        let found = Diagnostic::from(&unknown);
        let nothing = unknown.known.is_empty();
        Err(Failure::from(if nothing { found.help("nothing has been shown yet") } else { found }))
    }

    /// The current values of things, as far as `audience` may see them.
    ///
    /// ```
    /// use assize::{Audience, Engine, Session, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "
    /// #     system lamps \"Lamps in the Dark\"
    /// #     ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }
    /// #     kind person { oil : 0..9 = 3 }
    /// #     procedure light by person { resolve glow with person.oil }");
    /// let mut session = Session::begin(Engine::with(shelf), 7, None)?;
    /// for line in ["use lamps", "person ada", "set ada.oil = 2"] {
    ///     session.enter(line, None)?;
    /// }
    /// let state = session.state_seen_by(Audience::Players);
    /// assert!(state.iter().any(|value| value.name == "ada.oil" && value.value == "2"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn state_seen_by(&self, audience: Audience) -> Vec<Carried> {
        self.state().into_iter().filter(|value| audience.may_see(value.visibility)).collect()
    }

    /// Everything that was entered, on all pages, including undone entries. `title` is the title of the session.
    ///
    /// ```
    /// use assize::{Audience, Engine, Session};
    /// use assize::verdict::markdown;
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// let transcript = session.transcript("Thursday").seen_by(Audience::Players);
    /// assert!(markdown::transcript(&transcript).starts_with("# Thursday"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn transcript(&self, title: &str) -> Transcript {
        let entry = |entry: &Entry| TranscriptEntry {
            name: entry.name.clone(),
            text: entry.text.clone(),
            struck: entry.struck,
            verdict: entry.verdict.clone(),
        };
        let entries = self.entries.iter().map(entry).collect();
        Transcript { title: title.to_owned(), date: self.date.clone(), entries }
    }

    /// A script that declares what this page knows and repeats what has happened on it. If anything was rolled, drawn or chosen, a
    /// comment says how it is run with the same dice, cards and choices.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// assert_eq!(session.script(), "note \"a knock\"\n");
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn script(&self) -> String {
        let lines = self.lines();
        [self.again(&self.cast_in(&lines)).unwrap_or_default(), lines].concat()
    }

    /// What this page knows and what has happened on it, as the lines of a script.
    fn lines(&self) -> String {
        let mut declared = self.engine.declared_lines(self.texts_of(&self.page));
        let known = self.counting(&self.page).take_while(|(place, _)| *place < self.page.first).map(|(_, entry)| entry);
        let known = known.enumerate().map(|(at, entry)| {
            if entry.verdict.events.is_empty() {
                return entry.text.clone();
            }
            let declared = declared.remove(&at).unwrap_or_default();
            format!("# `{}` happened on an earlier page\n{declared}", entry.name).trim_end().to_owned()
        });
        let carried = self.page.carried.iter().map(set_again);
        let happened = self.happened().map(|entry| entry.text.clone());
        known.chain(carried).chain(happened).map(|lines| lines + "\n").collect()
    }

    /// How the page is run once more with all the answers it had, or why no command does that; `None` where none were needed.
    fn again(&self, cast: &Cast) -> Option<String> {
        let is_hidden = |happened: &&Happened| !Audience::Gm.may_see(happened.visibility);
        if self.events().iter().any(is_hidden) {
            return Some(impossible("is hidden"));
        }
        let mut judged = "";
        let (mut dice, mut choices): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for Exchange { path, reply, .. } in self.asked() {
            match reply {
                Reply::Faces { faces, how, .. } if how != How::Stated => dice.extend(faces.iter().map(i64::to_string)),
                Reply::Card { card, how } if how != How::Stated => dice.push(card.to_string()),
                Reply::Chosen { option, how: How::Person } => choices.push(format!(" --choose \"{path}={option}\"")),
                Reply::Judged => judged = " --mode deliberate",
                Reply::Best => return Some(impossible("was declared")),
                Reply::Faces { .. } | Reply::Card { .. } | Reply::Chosen { .. } | Reply::ToBeRolled => {}
            }
        }
        if !judged.is_empty() && !dice.is_empty() {
            return Some(impossible("was judged, and something was rolled"));
        }
        let dice = if dice.is_empty() { String::new() } else { format!(" --dice {}", dice.join(",")) };
        let cast = cast.iter().map(|(role, thing)| format!(" --cast \"{role}={thing}\""));
        let cast = cast.collect::<String>();
        let choices = choices.concat();
        let words = clean::line(&[cast, dice, choices, judged.to_owned()].concat());
        let head = "# To repeat this with the dice, cards and choices of the session:\n#   assize run FILE";
        (!words.is_empty()).then(|| format!("{head}{words}\n"))
    }

    /// The page as the script it would be saved as, compiled; `None` if that is not valid by itself. Only this shows what the page
    /// does not use: while it goes on, a later line may still use it.
    ///
    /// ```
    /// use assize::{Engine, Session, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("pots", "system pots\nkind person { pots : number = 0 }");
    /// let mut session = Session::begin(Engine::with(shelf), 7, None)?;
    /// for line in ["use pots", "person ada", "set ada.pots = 2"] {
    ///     session.enter(line, None)?;
    /// }
    /// let saved = session.as_saved("evening.asz").expect("it is right by itself");
    /// assert_eq!(saved.warnings().len(), 0);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn as_saved(&self, name: &str) -> Option<Encounter> {
        self.engine.compile_with(name, &self.script(), &self.cast_in(&self.lines())).ok()
    }

    /// Who fills the roles of these lines: others were those of earlier pages, or are those of scenes to come.
    fn cast_in(&self, lines: &str) -> Cast {
        let known = self.engine.compile("page.asz", lines).ok();
        let is_here = |role: &str| known.as_ref().is_none_or(|known| known.has_role(role));
        self.cast.iter().filter(|(role, _)| is_here(role)).map(|(role, thing)| (role.clone(), thing.clone())).collect()
    }
}

/// The line that gives a thing its carried value, hidden from everyone it was hidden from.
fn set_again(Carried { name, value, visibility }: &Carried) -> String {
    let secrecy = match visibility {
        Visibility::All => "",
        Visibility::Gm => "secret ",
        Visibility::Hidden => "hidden ",
    };
    format!("{secrecy}set {name} = {value}")
}

/// Why no command runs a page once more.
fn impossible(why: &str) -> String {
    format!("# Something here {why}, so no command repeats all of it.\n")
}
