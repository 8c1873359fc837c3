//! Odds and brute force: the reference counts faces by the words of the rules, and knows nothing of the crate.

use std::collections::{BTreeMap, BTreeSet};

use assize::engine::OddsRequest;
use assize::ir::expectation::{ClaimKind, ExpectedMode};
use assize::semantics::formula::{Comparison, Formula};
use dashu_ratio::RBig;

use crate::{reference, scripts, ttomp};

/// A scene with questions for each label of a case; several questions of one label are added up.
pub struct Case {
    pub id: &'static str,
    pub scene: String,
    /// Labels and questions.
    pub questions: Vec<(String, String)>,
}

/// The exact answers to all questions of a case, by label.
fn answers(case: &Case) -> BTreeMap<String, RBig> {
    let (labels, questions): (Vec<String>, Vec<String>) = case.questions.iter().cloned().unzip();
    let asked = OddsRequest { questions, ..OddsRequest::default() };
    let chances = scripts::compile(&case.scene).odds(&asked);
    let chances = chances.unwrap_or_else(|failure| panic!("{}: {failure}\n{}", case.id, case.scene));
    let mut answers: BTreeMap<String, RBig> = BTreeMap::new();
    for (label, chance) in labels.into_iter().zip(chances) {
        *answers.entry(label).or_default() += chance.value.expect("it can be reached");
    }
    answers
}

#[test]
fn every_case_of_ttomp_agrees_label_by_label() {
    let (mut differences, mut together) = (Vec::new(), BTreeMap::new());
    for case in ttomp::cases() {
        let found: &mut BTreeMap<String, RBig> = together.entry(case.id).or_default();
        found.extend(answers(&case));
    }
    for (id, found) in &together {
        let wanted = reference::distribution(id).unwrap_or_else(|| panic!("the reference knows {id}"));
        if *found != wanted {
            differences.push(format!("{id}: {found:?}\n   but {wanted:?}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    let covered: BTreeSet<&str> = together.keys().copied().collect();
    let missing: Vec<String> = catalogue().into_iter().filter(|id| id.starts_with("TT-")).collect();
    let missing: Vec<&String> = missing.iter().filter(|id| !covered.contains(id.as_str())).collect();
    assert!(missing.is_empty(), "cases without a scene: {missing:?}");
}

/// Whatever an expectation named after a case claims about its odds, every fraction of the reference is among it. That
/// the claims hold is shown by the expectations themselves.
#[test]
fn expectations_named_after_cases_claim_what_brute_force_finds() {
    let mut claimed: BTreeMap<String, BTreeSet<RBig>> = BTreeMap::new();
    for script in scripts::all() {
        for expectation in script.compile().expectations() {
            if !matches!(expectation.mode, ExpectedMode::Odds { .. }) {
                continue;
            }
            for id in expectation.title.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|id| id.contains("-P"))
            {
                claimed
                    .entry(id.to_owned())
                    .or_default()
                    .extend(expectation.claims.iter().filter_map(|claim| fraction(&claim.kind)));
            }
        }
    }
    let mut missing = Vec::new();
    for (id, claimed) in &claimed {
        let Some(wanted) = reference::distribution(id) else { continue };
        for (label, chance) in wanted {
            let certain = chance == RBig::ZERO || chance == RBig::ONE;
            // One system counts half successes, so that its means are twice those of the reference.
            let in_halves = label == "mean successes" && claimed.contains(&(&chance * RBig::from(2)));
            if !certain && !in_halves && !claimed.contains(&chance) {
                missing.push(format!("{id}: {label} {chance}"));
            }
        }
    }
    assert!(missing.is_empty(), "no expectation claims\n{}", missing.join("\n"));
}

/// What a chance or a mean alone is claimed to be.
fn fraction(claim: &ClaimKind) -> Option<RBig> {
    let ClaimKind::Odds { comparison: Comparison { left: Formula::Answer(_), right, .. }, .. } = claim else {
        return None;
    };
    right.value(&[])
}

/// The cases of the catalogue that speak of chances.
fn catalogue() -> Vec<String> {
    let text = include_str!("../reference/cases.json");
    let cases: Vec<serde_json::Value> = serde_json::from_str(text).expect("the catalogue is a list");
    let ids = cases.iter().filter_map(|case| case.get("id").and_then(serde_json::Value::as_str));
    ids.filter(|id| id.contains("-P")).map(str::to_owned).collect()
}
