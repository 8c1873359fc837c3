//! What scripts and sessions come to, as the results that are told of them.

use super::error::{as_data, as_text};
use super::results::{
    Answering, CameOut, Checked, Edited, Entered, History, Listed, Named, Odd, Odds, State, Struck, Tested, Text, Told,
};
use super::words::{For, Format, Want};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{self, Cancel, Chance, Encounter, Failure, Report};
use crate::session::{self, Entry, Session};
use crate::verdict::{Audience, html, json, markdown};

impl From<&Encounter> for Checked {
    fn from(encounter: &Encounter) -> Self {
        let (warnings, sources) = (encounter.warnings(), encounter.sources());
        Self { warnings: as_data(warnings.iter(), sources), text: as_text(warnings.iter(), sources) }
    }
}

impl Tested {
    /// What comes of all expectations. One that was called off neither holds nor fails, and then nothing is known of the script.
    ///
    /// # Errors
    /// When it was called off.
    pub fn of(encounter: &Encounter) -> Result<Self, Failure> {
        Self::of_report(encounter, &encounter.test())
    }

    /// The same, until `cancel` calls it off.
    ///
    /// # Errors
    /// When it was called off.
    pub fn until(encounter: &Encounter, cancel: &Cancel) -> Result<Self, Failure> {
        Self::of_report(encounter, &encounter.test_until(cancel))
    }

    fn of_report(encounter: &Encounter, report: &Report) -> Result<Self, Failure> {
        let failures: Vec<&Diagnostic> = report.tested.iter().flat_map(|tested| &tested.failures).collect();
        if let Some(called_off) = failures.iter().find(|found| found.code == codes::CALLED_OFF) {
            return Err(Failure::from((*called_off).clone()));
        }
        let remarks = || report.tested.iter().flat_map(|tested| &tested.remarks);
        let (failures, sources) = (|| failures.iter().copied(), encounter.sources());
        Ok(Self {
            passed: report.passed(),
            of: report.tested.len(),
            failures: as_data(failures(), sources),
            remarks: as_data(remarks(), sources),
            text: as_text(failures().chain(remarks()), sources),
        })
    }
}

impl Entered {
    /// What a line comes to. It has happened, so what is told of it cannot be called off any more.
    pub fn of(session: &Session, entered: session::Entered, whom: For, want: &[Want]) -> Self {
        let (audience, is_for_all) = (Audience::from(whom), whom == For::Players);
        match entered {
            session::Entered::Statement { understood, number, verdict, page } => Self::Statement {
                number,
                understood: Some(understood).filter(|_| !is_for_all),
                page: page.map(|page| page.why.told(audience)).filter(|_| !is_for_all),
                told: Told::of(verdict.of_session_seen_by(audience), want),
            },
            session::Entered::Value { value, verdict, .. } => {
                let value = audience.may_see(value.visibility).then_some(value);
                Self::Value { value, told: Told::of(verdict.of_session_seen_by(audience), want) }
            }
            session::Entered::Answering(_) | session::Entered::Waiting => Self::Mode(Answering::from(session)),
        }
    }
}

impl Edited {
    /// What comes of changing the entry of this number.
    pub fn of(number: u64, edited: session::Edited, whom: For, want: &[Want]) -> Self {
        let audience = Audience::from(whom);
        Self {
            number,
            understood: Some(edited.understood).filter(|_| whom != For::Players),
            changed: edited.changed.iter().filter_map(|entry| CameOut::of(entry, audience)).collect(),
            told: Told::of(edited.verdict.of_session_seen_by(audience), want),
        }
    }
}

impl From<Option<&Entry>> for Struck {
    /// What is undone or counts again is named as players may know it: nobody said for whom the result is.
    fn from(entry: Option<&Entry>) -> Self {
        Self { entry: entry.map(|entry| Listed::of(entry, Audience::Players)) }
    }
}

impl State {
    /// The values of things that those may know for whom it is.
    pub fn of(session: &Session, whom: For) -> Self {
        Self { values: session.state_seen_by(whom.into()).into_iter().map(Named::from).collect() }
    }
}

impl History {
    /// The entries as those may know them for whom it is.
    pub fn of(session: &Session, whom: For) -> Self {
        Self { entries: session.entries().iter().map(|entry| Listed::of(entry, whom.into())).collect() }
    }
}

impl Odds {
    /// What was found, or what was known when it was called off or exceeded its budget, if that is kept.
    ///
    /// # Errors
    /// Why there are no odds, and nothing is known of them or nobody keeps it.
    pub fn of(found: Result<Vec<Chance>, Failure>, keeps: bool) -> Result<Self, Failure> {
        let (chances, ran_out) = match found {
            Ok(chances) => (chances, None),
            Err(failure) if keeps && !failure.known().is_empty() => {
                (failure.known().to_vec(), failure.ran_out().map(|ran_out| ran_out.of.into()))
            }
            Err(failure) => return Err(failure),
        };
        Ok(Self { chances: chances.into_iter().map(Odd::from).collect(), ran_out })
    }
}

impl Text {
    /// All of a session in one text, unless it is called off.
    ///
    /// # Errors
    /// When players ask for a script, and when it is called off.
    pub fn exported(session: &Session, format: Format, whom: For, cancel: &Cancel) -> Result<Self, Failure> {
        let audience = Audience::from(whom);
        let transcript = || session.transcript(&session.whole().system).seen_by(audience);
        let written = match format {
            Format::Markdown => markdown::transcript_unless(&transcript(), cancel),
            Format::Html => html::transcript_unless(&transcript(), cancel),
            Format::Json => json::unless(&session.whole().of_session_seen_by(audience), cancel),
            Format::Script if whom == For::Players => {
                let found = Diagnostic::placeless(codes::PARAMETERS, "a script would show players everything");
                return Err(found.help("export it with `\"for\":\"gm\"`, or as `markdown`").into());
            }
            Format::Script => Ok(session.script()),
        };
        written.map(|text| Self { text }).map_err(engine::called_off)
    }
}
