//! Changing the text of an earlier entry: everything from there on is redone with its old dice.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::answering::By;
use super::compare::first_difference;
use super::entry::{CameOut, Edited, Entry};
use super::log::{Session, Way};
use super::reading::{Read, check_uses};
use super::rewording::Asking;
use super::under_way::name_of;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Answers, Ask, Course, Failure, Next, PageText, Person};
use crate::journal::{EntrySort, Exchange, Record, Redone};
use crate::shared_text::SharedText;
use crate::source::Source;
use crate::verdict::{Audience, Happened, Verdict, Visibility};

impl Session {
    /// Changes the text of an entry of this page, and redoes it and every later entry: each with its old answers, and every
    /// die at its address. New questions are rolled from the dice of the entry, or asked of the person. Everything that
    /// comes out differently is reported; [`Session::undo`] reverses the change. A waiting entry is cancelled. Expressions
    /// stay as they were.
    ///
    /// ```
    /// use assize::engine::Engine;
    /// use assize::session::Session;
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// for line in ["system pots", "kind person { pots : number = 0 }", "person ada", "set ada.pots = 2", "note \"full\" if ada.pots > 4"] {
    ///     session.enter(line, None)?;
    /// }
    /// let edited = session.edit(4, "set ada.pots = 5", None)?;
    /// assert_eq!(edited.changed.len(), 1, "now there is a note");
    /// session.undo()?;
    /// assert_eq!(session.entries()[3].text, "set ada.pots = 2");
    /// # Ok::<(), assize::engine::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such entry on this page, the text makes no sense there, a later entry would no longer be allowed,
    /// or the change cannot be recorded: nothing has changed then.
    pub fn edit(&mut self, number: u64, text: &str, mut person: Option<Person<'_>>) -> Result<Edited, Failure> {
        self.break_off()?;
        let place = self.editable(number)?;
        let text = self.with_last_before(place, text.trim(), Audience::Log)?;
        let read = Read::new(&text);
        check_can_replace(&read)?;
        let mut course = self.course_with((place, &text))?;
        self.check_rules_of(&course)?;
        let mut redone = self.under_record((number, &text), |session, asking| {
            session.redo_from(&mut course, (place, &text, &read), person.as_mut().map(once_more), asking)
        })?;
        // What comes of the entry is told in either case, since whether that is as before may be kept.
        let verdict = redone.iter().find(|redone| redone.entry == number).map(|redone| redone.verdict.clone());
        redone
            .retain(|redone| self.place_of(redone.entry).is_ok_and(|place| !is_the_same(&self.entries[place], redone)));
        let edited = self.edited(&read, (number, verdict.unwrap_or_default()), &redone);
        self.record_sources(course.in_hand())?;
        self.record(&Record::Edited { entry: number, redone })?;
        (self.course, self.aside) = (Way::Gone(Box::new(course)), None);
        self.recompile();
        Ok(edited)
    }

    /// Every entry from the changed one on, once more.
    fn redo_from(
        &self,
        course: &mut Course,
        (place, text, read): (usize, &str, &Read),
        mut person: Option<Person<'_>>,
        asking: &RefCell<Asking<'_>>,
    ) -> Result<Vec<Redone>, Failure> {
        let (mut redone, mut untold) = (Vec::new(), BTreeMap::new());
        let places: Vec<usize> = self.counting(&self.page).map(|(place, _)| place).collect();
        for at in places {
            let entry = &self.entries[at];
            let laid_out = laid_out(course, entry, at == place);
            laid_out.map_err(|failure| if at > place { no_longer_allowed(entry, failure) } else { failure })?;
            if at == place {
                check_uses(read, course.in_hand(), entry.number)?;
            }
            if at < place {
                self.keep_as_it_was(course, at)?;
                continue;
            }
            if at == place {
                untold = self.untold(course, place);
            }
            course.tell_these(&untold.remove(&at).unwrap_or_default());
            let text = if at == place { text } else { &entry.text };
            let mut heard = person.as_mut().map(|person| {
                move |ask: &Ask<'_>| {
                    asking.borrow_mut().ask(ask);
                    person(ask)
                }
            });
            let person = heard.as_mut().map(|person| person as Person<'_>);
            let now = self.redo_entry(course, (entry, text), person, asking);
            redone.push(now.map_err(|failure| if at > place { no_longer_allowed(entry, failure) } else { failure })?);
        }
        Ok(redone)
    }

    /// The entries changed by the last [edit](Session::edit) as they were before it, as long as [`Session::undo`] can
    /// reverse it. They are kept in memory in addition to the entries.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// for line in ["system pots", "kind person { pots : number = 0 }", "person ada", "set ada.pots = 2"] {
    ///     session.enter(line, None)?;
    /// }
    /// session.edit(4, "set ada.pots = 5", None)?;
    /// assert_eq!(session.before_edit()[0].entry, 4);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn before_edit(&self) -> &[Redone] {
        self.edits.last().map_or(&[], |edit| &edit.other)
    }

    /// The place of an entry whose text can be changed.
    fn editable(&self, number: u64) -> Result<usize, Failure> {
        let refused = |why: &str, help: &str| -> Failure {
            Diagnostic::placeless(codes::MISPLACED, format!("entry {number} {why}")).help(help).into()
        };
        let place = self.entries.iter().position(|entry| entry.number == number);
        let Some(place) = place else {
            return Err(refused("does not exist", "`:history` lists them with their numbers"));
        };
        let entry = &self.entries[place];
        if entry.struck {
            return Err(refused("was undone, and no longer counts", "enter the new text as a new line"));
        }
        if place < self.page.first {
            return Err(refused(
                "is on an earlier page",
                "earlier pages cannot be changed; enter a line that corrects the result",
            ));
        }
        if entry.sort == EntrySort::Expression {
            return Err(refused("is an expression, and nothing depends on it", "enter the new expression"));
        }
        Ok(place)
    }

    /// The page with another text at one place.
    fn course_with(&self, (place, text): (usize, &str)) -> Result<Course, Failure> {
        let texts = self.counting(&self.page).map(|(at, entry)| PageText {
            source: Source::entry(entry.number, if at == place { text } else { entry.text.as_str() }),
            acts: at >= self.page.first,
        });
        self.engine.course(texts.collect(), &self.cast, &self.page.carried, None)
    }

    /// Whether a text can be changed must not reveal whether anything hidden would come out the same.
    fn check_rules_of(&self, course: &Course) -> Result<(), Failure> {
        if !self.keeps_what_happened() || !self.is_of_changed_texts(course.in_hand()) {
            return Ok(());
        }
        let why = "files used by this page have changed, and some of its results are secret or hidden";
        let help = "enter a new line: it starts a page with the current files";
        Err(Diagnostic::placeless(codes::EDIT, why).help(help).into())
    }

    /// Everything before the change comes out the same, or the change is refused.
    fn keep_as_it_was(&self, course: &mut Course, at: usize) -> Result<(), Failure> {
        let (entry, acts) = (&self.entries[at], at >= self.page.first);
        let (asked, events) = if acts { (&entry.asked[..], &entry.verdict.events[..]) } else { (&[][..], &[][..]) };
        let events: Vec<&Happened> = events.iter().collect();
        if let Some((verdict, state)) = course.retrace(asked)?
            && verdict.events.len() == events.len()
            && first_difference(&events, &verdict.events).is_none()
        {
            course.keep(&state);
            return Ok(());
        }
        let why = format!("with this text, the result of the earlier entry {} would change", entry.number);
        let found = Diagnostic::placeless(codes::EDIT, why);
        Err(found.help("undo everything after it (`:undo`), or enter the new text as a new line").into())
    }

    /// Runs the lowered entry with its old answers.
    fn redo_entry(
        &self,
        course: &mut Course,
        (entry, text): (&Entry, &str),
        person: Option<Person<'_>>,
        asking: &RefCell<Asking<'_>>,
    ) -> Result<Redone, Failure> {
        let answers = Answers { person, ..self.answers_by(By { mode: entry.mode, chance: entry.chance }) };
        let mut hear = |one: &Exchange| asking.borrow_mut().hear(entry.number, one);
        let (whole, state, asked) = course.run_changed(answers, &entry.asked, &mut hear)?;
        let verdict = course.what_is_new(whole, &state).drawn_from(Some(entry.chance));
        course.keep(&state);
        let (name, state) = (name_of(&verdict, text), self.page.with_carried(course.state()));
        Ok(Redone { entry: entry.number, name, text: text.to_owned(), asked, verdict, state })
    }

    /// What runs before the change have come to and nothing before it has told, since only a text behind them asks it of them: by
    /// the place where it is told, which is where it was.
    fn untold(&self, course: &Course, place: usize) -> BTreeMap<usize, BTreeSet<SharedText>> {
        let told = |places: Range<usize>| {
            let results = places.flat_map(|at| self.entries[at].verdict.results.iter().map(move |result| (at, result)));
            results.filter(|(at, _)| !self.entries[*at].struck).map(|(at, result)| (&result.name, at))
        };
        let before: BTreeMap<&SharedText, usize> = told(self.page.first..place).collect();
        let behind: BTreeMap<&SharedText, usize> = told(place..self.entries.len()).collect();
        let mut untold: BTreeMap<usize, BTreeSet<SharedText>> = BTreeMap::new();
        for name in course.names().into_iter().filter(|name| !before.contains_key(name)) {
            let at = behind.get(&name).copied().unwrap_or(place);
            untold.entry(at).or_default().insert(name);
        }
        untold
    }

    fn edited(&self, read: &Read, (number, verdict): (u64, Verdict), redone: &[Redone]) -> Edited {
        let of = |redone: &Redone| {
            let entry = self.entries.get(self.place_of(redone.entry).ok()?)?;
            let (number, text, was) = (entry.number, entry.text.clone(), entry.verdict.clone());
            Some(CameOut { number, text, was, now: redone.verdict.clone() })
        };
        let behind = redone.iter().filter(|redone| redone.entry != number).filter_map(of);
        let changed = behind.filter(|entry| entry.was.events != entry.now.events).collect();
        let was = self.place_of(number).map(|place| self.entries[place].verdict.clone()).unwrap_or_default();
        Edited { understood: read.understood(), verdict, was, changed }
    }
}

/// The same person for one entry of several.
fn once_more<'a>(person: &'a mut Person<'_>) -> Person<'a> {
    &mut **person
}

/// Lowers the next text of the page.
fn laid_out(course: &mut Course, entry: &Entry, is_new: bool) -> Result<(), Failure> {
    match course.next()? {
        Some(Next::InHand) => Ok(()),
        Some(Next::Whole | Next::Asks(_)) | None => {
            let which = if is_new { "this text".to_owned() } else { format!("entry {}", entry.number) };
            let why = format!("{which} changes earlier lines and cannot be redone alone");
            let found = Diagnostic::placeless(codes::MISPLACED, why);
            Err(found.help("undo everything after it (`:undo`), and enter it again").into())
        }
    }
}

fn is_the_same(entry: &Entry, redone: &Redone) -> bool {
    let Redone { text, asked, verdict, state, .. } = redone;
    (&entry.text, &entry.asked, &entry.verdict, &entry.state) == (text, asked, verdict, state)
}

/// What cannot replace another entry.
fn check_can_replace(read: &Read) -> Result<(), Failure> {
    let why = if read.stated_mode().is_some() {
        "a mode applies to the lines after it, and is not an entry"
    } else if read.expects() {
        "an expectation is checked only when it is entered"
    } else {
        return Ok(());
    };
    Err(Diagnostic::placeless(codes::MISPLACED, why).help("enter it as a new line").into())
}

/// The first entry after a change that would no longer be allowed, and why. Nothing is known about the change if it was
/// cancelled.
fn no_longer_allowed(entry: &Entry, failure: Failure) -> Failure {
    if failure.has(codes::CALLED_OFF) {
        return failure;
    }
    let first = entry.text.lines().next().unwrap_or_default();
    let why = format!("with this text, entry {} would no longer be allowed: {first}", entry.number);
    let found = Diagnostic::placeless(codes::EDIT, why);
    let found = found.help("nothing has changed: edit or undo that entry first, or choose another text");
    // Its words say what came of it, and so does the reason.
    let came = entry.verdict.events.iter().map(|happened| happened.visibility);
    let visibility = Visibility::of_all(came).max(Read::new(&entry.text).visibility()).max(failure.visibility());
    let Failure { sources, diagnostics, .. } = failure;
    Failure::several(sources, std::iter::once(found).chain(diagnostics)).only_for(visibility)
}
