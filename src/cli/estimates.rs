//! What a simulation comes to, for people and for programs: the tables, rows and pages of odds, marked as estimates.

use std::fmt::Write as _;

use dashu_ratio::RBig;

use super::distributions;
use super::odds_csv;
use super::odds_page::{self, Heading};
use super::odds_table;
use super::simulated::{Format, Kept};
use crate::diagnostic::clean;
use crate::engine::{Chance, Encounter, Estimate, Gathered, Overview, ResultOdds, Simulation, Spread};
use crate::protocol::ToldEstimate;

/// Said where some results are kept from everybody at the table.
const LEFT_OUT: &str = "left out: results hidden from the game master (ask for them by name)\n";

/// What has been simulated, and of what.
pub(super) struct Simulated<'s> {
    /// The name of the scene, for a page.
    pub(super) title: &'s str,
    pub(super) encounter: &'s Encounter,
    pub(super) simulation: &'s Simulation,
    pub(super) kept: &'s Kept,
    pub(super) estimates: &'s [Estimate],
}

/// Estimates as they are shown.
pub(super) fn told(simulated: &Simulated<'_>, format: Format) -> String {
    match format {
        Format::Json => simulated.estimates.iter().map(as_json).collect(),
        Format::Text => text(simulated),
        Format::Csv => csv(simulated),
        Format::Html => html(simulated),
    }
}

/// An estimate, or a result with all its estimates, and how far each of these may be off.
enum Told<'s> {
    Answer(&'s Estimate),
    Result(Box<ResultOdds>, &'s Estimate),
}

impl<'s> Simulated<'s> {
    /// All that is told, in its order.
    fn all(&self) -> Vec<Told<'s>> {
        let chances: Vec<Chance> = self.estimates.iter().map(|estimate| estimate.chance.clone()).collect();
        let told = |one: Gathered| match one {
            Gathered::Answer(at) => {
                let estimate = self.estimates.get(at)?;
                let Chance { question, distribution, .. } = &estimate.chance;
                let result = distribution.as_ref().filter(|spread| spread.values.len() > 1);
                let result = result.map(|spread| ResultOdds::of_number(question.clone(), spread.clone()));
                Some(result.map_or(Told::Answer(estimate), |result| Told::Result(Box::new(result), estimate)))
            }
            Gathered::Result(result, first) => Some(Told::Result(result, self.estimates.get(first)?)),
        };
        self.encounter.gathered(&chances).into_iter().filter_map(told).collect()
    }

    /// The results with those marked that people want to see first, and what is told beside them; only where nothing was asked.
    fn weighed(&self) -> Option<(Overview, Vec<&'s Estimate>)> {
        let is_asked = !self.kept.asked().questions.is_empty();
        let (mut results, mut others) = (Vec::new(), Vec::new());
        for one in self.all() {
            match one {
                Told::Answer(estimate) => others.push(estimate),
                Told::Result(result, _) => results.push(*result),
            }
        }
        (!is_asked).then(|| (self.encounter.weighed(results), others))
    }

    /// `about, give or take 0.43 percentage points`: how far off each chance in a table may be.
    fn bound(&self) -> Option<String> {
        let of_tables = self.all().into_iter().find_map(|one| match one {
            Told::Result(_, estimate) => estimate.within_in_words(),
            Told::Answer(_) => None,
        });
        of_tables.map(|within| format!("the chances in tables are estimates, give or take {within} percentage points"))
    }

    fn left_out(&self) -> &'static str {
        if self.simulation.leaves_out() { LEFT_OUT } else { "" }
    }
}

fn text(simulated: &Simulated<'_>) -> String {
    let look = odds_table::Look { about: true, ..odds_table::look(false) };
    let mut text = head(simulated.kept, simulated.estimates) + "\n";
    text.extend(simulated.bound().map(|bound| bound + "\n"));
    if let Some((overview, others)) = simulated.weighed() {
        let tables = odds_table::of_results(&overview, look);
        let before = if tables.is_empty() { "" } else { "\n" };
        let behind = if others.is_empty() { "" } else { before };
        text.extend([before, &tables, behind].map(str::to_owned));
        text.extend(others.into_iter().map(line));
    } else {
        text.extend(simulated.all().iter().map(|one| match one {
            Told::Answer(estimate) => line(estimate),
            Told::Result(result, _) => odds_table::of_result(result, look),
        }));
    }
    text + simulated.left_out()
}

/// Rows that say by their heads that they are estimates.
fn csv(simulated: &Simulated<'_>) -> String {
    let rows = simulated.all().into_iter().flat_map(|one| match one {
        Told::Answer(estimate) => vec![odds_csv::of_estimate(estimate)],
        Told::Result(result, estimate) => odds_csv::of_estimates(&result, estimate),
    });
    odds_csv::estimated(rows)
}

fn html(simulated: &Simulated<'_>) -> String {
    let about = [Some(head(simulated.kept, simulated.estimates)), simulated.bound()];
    let about = about.into_iter().flatten().collect::<Vec<String>>().join("; ");
    let heading = Heading { title: simulated.title, given: None, exact: false, about: &about };
    let lines = |estimates: &[&Estimate]| {
        let told = estimates.iter().map(|estimate| (&estimate.chance, answer(estimate)));
        odds_page::asked_as(&told.collect::<Vec<(&Chance, String)>>())
    };
    let mut body = String::new();
    if let Some((overview, others)) = simulated.weighed() {
        body.extend([odds_page::of_results(&heading, &overview), lines(&others)]);
    } else {
        body.extend(simulated.all().iter().map(|one| match one {
            Told::Answer(estimate) => lines(&[estimate]),
            Told::Result(result, _) => odds_page::of_result(result, &heading),
        }));
    }
    if simulated.simulation.leaves_out() {
        body.extend(["<p>", LEFT_OUT.trim_end(), "</p>\n"]);
    }
    odds_page::of_parts(&heading, &body)
}

/// What was run, and how far the chances may be off.
fn head(kept: &Kept, estimates: &[Estimate]) -> String {
    let runs = kept.counts().runs();
    let mut text = format!("{} from the seed {}", plural_runs(runs), kept.seeds().join(", "));
    if let Some(given) = &kept.asked().given {
        let counted = estimates.first().map_or(runs, |estimate| estimate.runs);
        let _ = write!(text, "; {given} in {counted} of them, and only those count");
    }
    text
}

fn plural_runs(runs: u64) -> String {
    if runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") }
}

fn line(estimate: &Estimate) -> String {
    let question = &estimate.chance.question;
    let sign = if estimate.chance.holds().is_some() && estimate.chance.sides.is_some() { ":" } else { " =" };
    format!("{question}{sign} {}\n", answer(estimate))
}

/// An estimate without its question.
fn answer(estimate: &Estimate) -> String {
    let Estimate { chance, .. } = estimate;
    if let (Some(holds), Some((left, right))) = (chance.holds(), &chance.sides) {
        let holds = match (estimate.undecided, holds) {
            (true, _) => "undecided",
            (false, true) => "probably yes",
            (false, false) => "probably no",
        };
        let number = |side: &RBig| format!("{:.4}", side.to_f64().value());
        return format!("{holds}  (about {} and {})", number(left), number(right));
    }
    if let Some(Spread { values, .. }) = &chance.distribution
        && let [only] = values.as_slice()
    {
        return format!("{} whenever reached, in {}", only.text, plural_runs(estimate.runs));
    }
    match chance.percent().or_else(|| distributions::about(chance)) {
        Some(about) => format!("about {about}{}", within(estimate)),
        None => format!("never reached in {}", plural_runs(estimate.runs)),
    }
}

/// `, give or take 0.43`
fn within(estimate: &Estimate) -> String {
    estimate.within_in_words().map(|within| format!(", give or take {within}")).unwrap_or_default()
}

fn as_json(estimate: &Estimate) -> String {
    // Plain strings and numbers always have a JSON form.
    clean::json(serde_json::to_string(&ToldEstimate::from(estimate)).unwrap_or_default() + "\n")
}
