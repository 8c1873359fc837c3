//! The commands that lenses name: each has a text as its result.

use std::fmt::Write as _;

use lsp_types::ExecuteCommandParams;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::bars::Ink;
use super::super::explain::PAGES;
use super::super::odds_page::{self, Heading};
use super::super::odds_table::{self, Look};
use super::addresses;
use super::desk::{Desk, Texts};
use super::refusal::{Refusal, params};
use crate::cli::inside_texts;
use crate::diagnostic::render;
use crate::engine::{Answers, Cancel, DiceFrom, Encounter, Failure, Mode, OddsRequest};
use crate::verdict::{Event, Verdict, html, text, why};

/// What comes about, by judgement or with dice.
pub(super) const ADJUDICATE: &str = "assize.adjudicate";
/// How likely each result is.
pub(super) const ODDS: &str = "assize.odds";
/// How a result comes about.
pub(super) const WHY: &str = "assize.why";
/// Whether what is expected holds.
pub(super) const EXPECT: &str = "assize.expect";
/// The page about a mistake.
pub(super) const EXPLAIN: &str = "assize.explain";

/// All of them.
pub(super) const ALL: [&str; 5] = [ADJUDICATE, ODDS, WHY, EXPECT, EXPLAIN];

/// How odds look: as wide as a page.
const LOOK: Look = Look { width: 80, ink: Ink::Blocks, exact: false, about: false };

/// Carries a command out. It reads the script on its own, so that it goes on while somebody types.
pub(super) fn execute(desk: &Desk, texts: Texts, cancel: &Cancel, given: Value) -> Result<Value, Refusal> {
    let ExecuteCommandParams { command, arguments, .. } = params(given)?;
    let first = arguments.first().and_then(Value::as_str);
    if command == EXPLAIN {
        let page = PAGES.iter().find(|(code, _)| Some(*code) == first).map(|(_, page)| json!(page));
        return page.ok_or_else(|| Refusal::of_params("this command takes the code of an error, such as `AZ201`"));
    }
    let uri = first.ok_or_else(|| Refusal::of_params("this command takes the address of a script"))?;
    let of = arguments.get(1);
    let encounter = compiled(desk, texts, cancel, uri).map_err(|failure| failed(&failure))?;
    let run = of.and_then(Value::as_str);
    let options: Options = arguments.get(2).cloned().map(params).transpose()?.unwrap_or_default();
    if let Some(why) = options.misfit(&command) {
        return Err(Refusal::of_params(why));
    }
    let done = match command.as_str() {
        ADJUDICATE => verdict(&encounter, &options).map(|verdict| {
            let verdict = only(verdict, run);
            if options.html { html::html(&verdict) } else { text::text(&verdict) }
        }),
        ODDS => odds(&encounter, run, options.html),
        WHY => {
            let verdict = verdict(&encounter, &options).map_err(|failure| failed(&failure))?;
            let reasons = why::why(&verdict, run);
            return reasons
                .map(Value::String)
                .map_err(|unknown| Refusal::failed(format!("there is nothing to say about `{}`", unknown.path)));
        }
        EXPECT => Ok(expectations(&encounter, of.and_then(Value::as_u64))),
        other => return Err(Refusal::of_params(format!("there is no command `{other}`"))),
    };
    done.map(Value::String).map_err(|failure| failed(&failure))
}

fn compiled(desk: &Desk, texts: Texts, cancel: &Cancel, uri: &str) -> Result<Encounter, Failure> {
    let name = addresses::name_of(uri);
    let text = match texts.get(&name).cloned().or_else(|| inside_texts::text_at(uri)) {
        Some(text) => text,
        None => super::super::files::read(name.as_ref()).map_err(Failure::from)?,
    };
    desk.engine(&name, texts, cancel).compile(&name, &text)
}

fn failed(failure: &Failure) -> Refusal {
    Refusal::failed(failure.to_string().trim_end())
}

/// How a command is carried out.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    /// The seed of dice.
    seed: Option<u64>,
    /// The faces of dice that somebody has rolled, in order.
    dice: Option<Vec<i64>>,
    /// Whether the result is a page with pictures.
    html: bool,
}

impl Options {
    /// Why one of them would do nothing.
    fn misfit(&self, command: &str) -> Option<&'static str> {
        let rolls = self.seed.is_some() || self.dice.is_some();
        if self.seed.is_some() && self.dice.is_some() {
            return Some("`seed` and `dice` cannot be combined: write one of them");
        }
        if rolls && [ODDS, EXPECT].contains(&command) {
            return Some("this command rolls no dice: omit `seed` and `dice`");
        }
        (self.html && [WHY, EXPECT].contains(&command)).then_some("this command makes no page: omit `html`")
    }
}

/// By judgement, unless there are dice.
fn verdict(encounter: &Encounter, options: &Options) -> Result<Verdict, Failure> {
    let answers = match (&options.dice, options.seed) {
        (Some(faces), _) => Answers::new(Mode::Random, DiceFrom::Given(faces.clone())),
        (None, Some(seed)) => Answers::random(seed),
        (None, None) => Answers::deliberate(),
    };
    encounter.adjudicate(answers)
}

/// A verdict with nothing but what happens in one run, however often.
fn only(mut verdict: Verdict, run: Option<&str>) -> Verdict {
    let Some(run) = run else { return verdict };
    let mut is_within = false;
    verdict.events.retain(|happened| {
        is_within |= happened.event.begun() == Some(run);
        let is_kept = is_within;
        is_within &= !matches!(&happened.event, Event::End { path } if path == run);
        is_kept
    });
    verdict
}

/// The odds of all results, or of those of one run.
fn odds(encounter: &Encounter, run: Option<&str>, html: bool) -> Result<String, Failure> {
    let mut overview = encounter.odds_of_results(&OddsRequest::default())?;
    if let Some(run) = run {
        let belongs = |name: &str| name.strip_prefix(run).is_some_and(|rest| rest.starts_with('.'));
        overview.results.retain(|result| belongs(&result.name) || result.also.iter().any(|name| belongs(name)));
    }
    if html {
        let name = encounter.sources().iter().next().map_or("", |(_, source)| source.name.as_str());
        let title = run.map_or_else(|| shown(name).to_owned(), |run| format!("{run} ({})", shown(name)));
        let heading = Heading { title: &title, given: None, exact: false, about: "" };
        return Ok(odds_page::of_overview(&heading, &overview));
    }
    let told = odds_table::text(&overview, LOOK);
    Ok(if told.is_empty() { "nothing here is left to chance\n".to_owned() } else { told })
}

/// The last part of a script's name.
fn shown(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// What became of the expectation that begins on a line of the script, from 0, or of all.
fn expectations(encounter: &Encounter, line: Option<u64>) -> String {
    let own = encounter.sources().iter().next().map(|(_, source)| source.name.clone()).unwrap_or_default();
    let mut report = encounter.test();
    if let Some(line) = line {
        report.tested.retain(|one| one.place.file == own && u64::from(one.place.line) == line + 1);
    }
    let mut told = String::new();
    for one in &report.tested {
        let word = if one.failures.is_empty() { "ok" } else { "FAIL" };
        let title = if one.title.is_empty() { String::new() } else { format!(" {}", one.title) };
        let _ = writeln!(told, "{word} line {}{title}", one.place.line);
        told.extend(one.failures.iter().chain(&one.remarks).map(|found| render::plain(found, encounter.sources())));
    }
    let _ = writeln!(told, "{} of {} expectations hold", report.passed(), report.tested.len());
    told
}
