//! A session at the prompt: entering a line, and showing its results.

use super::commands::{self, Ended};
use super::in_words;
use super::input::Input;
use super::interrupt::Interrupt;
use super::offers::{self, Offers};
use crate::cli::with_odds::Beside;
use crate::cli::{Exit, Terminal, prompt, terminal};
use crate::diagnostic::{Diagnostic, clean, codes};
use crate::engine::{Answers, Ask, Encounter, Failure, OddsRequest, OpenRole, Response};
use crate::journal::{EntryMode, Exchange};
use crate::language_service::Vocabulary;
use crate::session::{Entered, NewPage, Session};
use crate::source::{SourceKind, SourceMap};
use crate::verdict::{Audience, Happened, LeadUp, Verdict, text};

/// A session and the person who types.
pub(super) struct Repl<'t> {
    /// What has been entered.
    pub(super) session: Session,
    /// Where it is told what comes of a line.
    pub(super) terminal: &'t mut Terminal,
    /// Where lines come from.
    pub(super) input: Input,
    /// What Ctrl-C does while something is worked out for a line.
    pub(super) interrupt: Interrupt,
    /// What stands on the next line already.
    pub(super) back: String,
    /// What a line that was wrong has to be, where only a name in it was taken.
    pub(super) mended: Option<String>,
    /// How many entries each `:undo` undid, the last of them last.
    pub(super) undone_at_once: Vec<usize>,
    /// Whether only results, texts and changes are told.
    pub(super) brief: bool,
    /// What is asked about each option of a choice, where odds are shown with it; empty for the goal that the line suggests.
    pub(super) with_odds: Option<String>,
    /// The gravest end of a line, when lines come through a pipe.
    pub(super) failed: Exit,
}

impl Repl<'_> {
    /// Enters a statement or an expression, and shows what came of it.
    pub(super) fn enter(&mut self, entered: &str) -> Ended {
        if let Some(failed) = self.ask_for_roles(entered) {
            return failed;
        }
        let begun = self.begun_with_odds(entered);
        let beside = begun.as_ref().and_then(|begun| self.beside(begun));
        let Self { session, input, terminal, .. } = self;
        let lead_up = LeadUp::new(Audience::Gm).answered_by(in_a_verdict(session.answering().0));
        let mut hear = |happened: &Happened| lead_up.hear(happened);
        let (mut gave_up, fallen) = (false, input.fallen());
        let mut kept = input.is_typed().then(|| Offers::new(session.left_off(entered)));
        let mut answered = |answer: &Exchange| {
            if let Some(beside) = &beside {
                beside.hear(answer);
            }
            if let Some(fallen) = &fallen {
                fallen.hear(answer);
            }
        };
        let mut person = |ask: &Ask<'_>| -> Response {
            let odds = beside.as_ref().map_or_else(String::new, |beside| beside.text(ask));
            let offer = kept.as_mut().and_then(|kept| kept.offer(ask));
            let answer = input.answer(ask, (&[lead_up.text(), odds].concat(), offer), terminal);
            gave_up = answer.is_none();
            answer.unwrap_or(Response::Never)
        };
        let mut refused = |failure: &Failure| {
            // Whoever cannot be told is asked again all the same.
            let _ = terminal::aside(&prompt::refusal(&failure.seen_by(Audience::Gm)));
        };
        let mut needless = |_: &Ask<'_>| lead_up.hear_needless();
        let (person, events, refused) = (Some(&mut person as _), Some(&mut hear as _), Some(&mut refused as _));
        let answers = Answers {
            person,
            events,
            refused,
            needless: Some(&mut needless),
            answered: Some(&mut answered),
            ..session.answers()
        };
        let entered_now = session.enter_with(entered, answers);
        let gave_up = gave_up && self.input.is_typed();
        match entered_now {
            Ok(entered_now) => {
                // At a terminal it stands above already, between the questions.
                let told = if self.input.is_typed() { lead_up.told() } else { 0 };
                self.tell(entered, &entered_now, told);
                self.learn();
                Ended::Done
            }
            Err(_) if gave_up => self.given_up(),
            Err(failure) => {
                let told = if self.input.is_typed() { lead_up.told() } else { 0 };
                self.not_entered(entered, &failure, told)
            }
        }
    }

    /// Handles a line that could not be entered: it may be a command without its colon.
    fn not_entered(&mut self, entered: &str, failure: &Failure, told: usize) -> Ended {
        if let Some(meant) = commands::without_colon(entered, &self.vocabulary(), failure) {
            return Ended::Meant(meant);
        }
        self.mended = in_words::with_another_name(entered, failure);
        self.stopped(failure, told)
    }

    /// Odds beside the questions of a line; if they cannot be asked, that is said.
    fn beside<'b>(&self, (encounter, before, question): &'b (Encounter, Vec<Exchange>, String)) -> Option<Beside<'b>> {
        let request = OddsRequest { mode: self.session.answering().0.into(), ..OddsRequest::default() };
        let beside = Beside::of((encounter, before.clone()), question, (Audience::Gm, request));
        // If even this cannot be printed, the missing odds show it.
        beside.inspect_err(|why| drop(terminal::aside(why))).ok()
    }

    /// What odds beside the questions of a line are asked of, where they are shown, and the question; nothing of what is no statement.
    fn begun_with_odds(&mut self, entered: &str) -> Option<(Encounter, Vec<Exchange>, String)> {
        let question = self.with_odds.clone()?;
        let (encounter, before) = self.session.about_to_enter(entered).ok()?;
        Some((encounter, before, question))
    }

    /// Asks who plays the roles that a line brings in, as far as there is somebody; nothing once that is known.
    fn ask_for_roles(&mut self, entered: &str) -> Option<Ended> {
        if !self.input.is_typed() {
            return None;
        }
        // Nobody is cast before everybody is asked: who gives up has changed nothing.
        let mut cast = Vec::new();
        for role in self.session.open_roles(entered).into_iter().filter(|role| !role.fitting.is_empty()) {
            match self.ask_who_plays(&role) {
                None => return Some(self.given_up()),
                Some(thing) if thing.is_empty() => {}
                Some(thing) => cast.push((role.name, thing)),
            }
        }
        for (role, thing) in cast {
            if let Err(failure) = self.session.cast(&role, &thing) {
                return Some(self.fail(&failure));
            }
        }
        None
    }

    /// Asks who plays a role; a stand-in has no name. `None` when the person gives up.
    fn ask_who_plays(&mut self, role: &OpenRole) -> Option<String> {
        let OpenRole { name, kind, fitting, titles } = role;
        let names = fitting.join(", ");
        let question = format!("who plays {name}? ({names}, or Enter for a stand-in)");
        loop {
            let said = self.input.ask(&question, fitting, self.terminal)?;
            let means = match in_words::who_is_meant(&said, fitting, titles) {
                Some(thing) => return Some(thing),
                None if said.is_empty() => return Some(said),
                None if said == "?" || said.eq_ignore_ascii_case("help") => {
                    in_words::who_could_play((name, kind), fitting, titles)
                }
                None => format!("`{}` is not one of {names}", clean::line(&said)),
            };
            // Who cannot be told is asked again all the same.
            let _ = terminal::aside(&in_words::hanging("", &means));
        }
    }

    /// Says what is left of a line that somebody has cancelled: dice that lie on the table are not forgotten.
    fn given_up(&mut self) -> Ended {
        let told = offers::in_words(self.session.left_off_last());
        if told.is_empty() {
            self.terminal.say("cancelled: nothing has changed; press Up to get the line back\n");
        } else {
            self.terminal.say(&format!(
                "cancelled: nothing has changed; the dice you entered are kept ({told})\npress Up and Enter to go on with them\n"
            ));
        }
        Ended::Done
    }

    /// Changes the text of an entry, and shows what comes out in another way by that.
    pub(super) fn edit(&mut self, number: u64, text: &str) -> Ended {
        let Self { session, input, terminal, .. } = self;
        let before = in_words::dice_by_path(session.entries());
        let mut kept = input.is_typed().then(|| Offers::new(session.left_off_change(number, text)));
        let mut gave_up = false;
        let mut person = |ask: &Ask<'_>| -> Response {
            let offer = kept.as_mut().and_then(|kept| kept.offer(ask));
            let answer = input.answer(ask, (&in_words::until_now(ask, &before), offer), terminal);
            gave_up = answer.is_none();
            answer.unwrap_or(Response::Never)
        };
        match session.edit(number, text, Some(&mut person)) {
            Ok(edited) => {
                self.understood(text, &edited.understood);
                self.happened(&edited.verdict, 0);
                let was = in_words::was_before(number, &edited);
                self.terminal.say(&was);
                let changed: String = edited.changed.iter().map(in_words::came_out).collect();
                self.terminal.say(if edited.changed.is_empty() { "no later result changes\n" } else { &changed });
                let gone = in_words::dice_gone(&edited);
                if !gone.is_empty() {
                    let gone = gone.join("; ");
                    self.terminal.say(&format!("dice that no longer count: {gone}; `:undo` brings them back\n"));
                }
                self.learn();
                Ended::Done
            }
            Err(_) if gave_up && self.input.is_typed() => self.given_up(),
            Err(failure) => self.fail(&failure),
        }
    }

    /// Tells what had happened of a line that was stopped, but for so many of the first events, and what stopped it.
    fn stopped(&mut self, failure: &Failure, told: usize) -> Ended {
        if let Some(happened) = failure.seen_by(Audience::Gm).happened() {
            let events = text::events(happened, told);
            self.terminal.say(events.trim_start_matches('\n'));
        }
        self.fail(failure)
    }

    /// Tells what came of a line, but for so many of the first events.
    fn tell(&mut self, typed: &str, entered: &Entered, told: usize) {
        match entered {
            Entered::Statement { understood, verdict, page, number } => {
                self.understood(typed, understood);
                self.new_page(page.as_ref());
                self.happened(verdict, told);
                self.warn_of(*number);
            }
            Entered::Value { understood, value, verdict } => {
                self.understood(typed, understood);
                self.happened(verdict, told);
                let shown = if Audience::Gm.may_see(value.visibility) { value.value.as_str() } else { "hidden" };
                let known = in_words::happened(&self.session, understood);
                let known = known.or_else(|| in_words::owned_values(&self.session, understood));
                self.terminal.say(&known.unwrap_or_else(|| format!("{}\n", clean::line(shown))));
            }
            Entered::Answering(_) => {
                self.tell_answering();
            }
            // Nobody at the prompt answers later.
            Entered::Waiting => {}
        }
    }

    /// How a line was understood, unless that is what was typed but for the ends of its lines.
    fn understood(&mut self, typed: &str, understood: &str) {
        let in_one_line = |text: &str| text.replace(char::is_whitespace, "").replace(',', "");
        if understood.is_empty() || in_one_line(understood) == in_one_line(typed) {
            return;
        }
        let marked: String = understood.lines().flat_map(|line| ["  ", line, "\n"]).collect();
        let marked = clean::lines(&marked);
        self.terminal.say_quietly(&marked);
    }

    fn happened(&mut self, verdict: &Verdict, told: usize) {
        let seen = verdict.seen_by(Audience::Gm);
        let pieces = text::pieces(&seen, told, self.brief);
        self.terminal.say_verdict(&terminal::from_its_first_line(pieces));
        // A name was not known yet when it was said, and now the program has rolled what somebody wanted to roll.
        if verdict.events.iter().any(|happened| happened.event.by_chance())
            && let Err(failure) = self.session.check_by_hand()
        {
            self.fail(&failure);
        }
    }

    /// Shows what is worth a look in an entry. What nothing uses yet may be used by a later one.
    fn warn_of(&mut self, number: u64) {
        let known = self.session.known();
        let Some(known) = known.filter(|known| Audience::Gm.may_see(known.most_kept())) else { return };
        let sources = known.sources();
        let is_of_entry = |found: &&Diagnostic| {
            let source = found.labels.first().and_then(|label| sources.get(label.span.source));
            found.code != codes::UNUSED && source.is_some_and(|source| source.kind == SourceKind::Entry(number))
        };
        for warning in known.warnings().iter().filter(is_of_entry) {
            self.terminal.show(warning, sources);
        }
    }

    fn new_page(&mut self, page: Option<&NewPage>) {
        if let Some(page) = page {
            let told = in_words::new_page(page);
            self.terminal.say(&told);
        }
    }

    /// Tells the completion what is known now.
    pub(super) fn learn(&mut self) {
        if self.input.is_typed() {
            self.input.learn(self.vocabulary());
        }
    }

    /// Shows what is wrong with a script.
    pub(super) fn fail(&mut self, failure: &Failure) -> Ended {
        if failure.has(codes::CALLED_OFF) {
            self.terminal.say("cancelled: nothing has changed\n");
            return Ended::Done;
        }
        // A journal that cannot be written is no mistake of whoever typed.
        let exit = if Exit::outside(failure) == Some(Exit::InputOutput) { Exit::InputOutput } else { Exit::Mistakes };
        self.failed = self.failed.and(exit);
        self.terminal.fail(&failure.seen_by(Audience::Gm), exit);
        Ended::Failed
    }

    /// Says what is wrong with a command.
    pub(super) fn complain(&mut self, message: impl Into<String>, help: impl Into<String>) -> Ended {
        let (help, found) = (help.into(), Diagnostic::placeless(codes::USAGE, message.into()));
        let found = if help.is_empty() { found } else { found.help(help) };
        self.failed = self.failed.and(Exit::Usage);
        self.terminal.show(&found, &SourceMap::default());
        Ended::Failed
    }

    /// Says why a file could not be written.
    pub(super) fn unwritten(&mut self, found: &Diagnostic) -> Ended {
        self.failed = self.failed.and(Exit::InputOutput);
        self.terminal.show(found, &SourceMap::default());
        Ended::Failed
    }

    /// Says how entries are answered.
    pub(super) fn tell_answering(&mut self) -> Ended {
        let (mode, by_hand) = self.session.answering();
        let text = match mode {
            EntryMode::Random => "the program rolls".to_owned(),
            EntryMode::Deliberate => "judged without dice".to_owned(),
            EntryMode::Automatic => "declared results, without dice".to_owned(),
            EntryMode::Table if by_hand.is_empty() => "you roll all dice and enter the faces".to_owned(),
            EntryMode::Table => format!("dice of {} are rolled by hand, all others by the program", by_hand.join(", ")),
        };
        self.terminal.say(&format!("{text}\n"));
        Ended::Done
    }

    /// The words that are known on this page.
    pub(super) fn vocabulary(&self) -> Vocabulary {
        let known = self.session.known().map(Vocabulary::of_encounter).unwrap_or_default();
        Vocabulary { scripts: super::completion::scripts(), packs: super::completion::packs(), ..known }
    }
}

/// How a verdict names the mode of an entry.
fn in_a_verdict(mode: EntryMode) -> &'static str {
    match mode {
        EntryMode::Random => "random",
        EntryMode::Deliberate => "deliberate",
        EntryMode::Automatic => "automatic",
        EntryMode::Table => "dice",
    }
}
