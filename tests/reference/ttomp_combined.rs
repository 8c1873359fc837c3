//! `TToMP`: several parties in one action - counteraction, confrontation, assistance, joint action.

use super::chance::{Labelled, labelled, read_as, then};
use super::ttomp::{achieved, kept, outcome, own_quality_modifier};

/// The cases of this file.
pub fn case(id: &str) -> Option<Labelled> {
    let fractions = match id {
        "TT-P22" => core_counteraction(),
        "TT-P23" => confrontation(0, 0),
        "TT-P25" => confrontation(-1, 2),
        "TT-P26" => one_assistant(),
        "TT-P28" => two_assistants(),
        "TT-P35" => both_perform_at_random(),
        "TT-P36" => joint_action(),
        _ => return None,
    };
    Some(fractions)
}

/// TT-086: an adversary's Poor -1, Standard -2, Good -3, Excellent -4.
fn adversary_modifier(level: usize) -> i64 {
    match level {
        0 => -1,
        1 => -2,
        2 => -3,
        _ => -4,
    }
}

/// TT-113: what the result of a counter-action does to the principal action.
fn counter_modifier(result: &str) -> i64 {
    match result {
        "Critical" => -3,
        "Major" => -2,
        "Minor" => -1,
        "Fumble" => 1,
        _ => 0,
    }
}

/// TT-110: what an assistant's outcome does to the author's.
fn assistance_modifier(result: &str) -> i64 {
    match result {
        "Critical" => 3,
        "Major" => 2,
        "Minor" => 1,
        "Fumble" => -1,
        _ => 0,
    }
}

/// TT-P22: own quality excellent, the adversary's standard, means +1.
fn core_counteraction() -> Labelled {
    labelled(&outcome(own_quality_modifier(3) + adversary_modifier(1) + 1))
}

/// TT-P23, TT-P25: the passive side's result first, then the active side's outcome.
fn confrontation(passive: i64, active: i64) -> Labelled {
    let counter = outcome(passive);
    labelled(&then(&counter, |result| outcome(active + counter_modifier(result))))
}

/// TT-P26: an assistant at 0, the author at 0.
fn one_assistant() -> Labelled {
    labelled(&then(&outcome(0), |result| outcome(assistance_modifier(result))))
}

/// TT-P28: two assistants at +1 each, the author at -2.
fn two_assistants() -> Labelled {
    let result = then(&outcome(1), |first| {
        then(&outcome(1), |second| outcome(-2 + assistance_modifier(first) + assistance_modifier(second)))
    });
    labelled(&result)
}

/// TT-P35: the attacker plans C, Q, Q at 0, the defender Q, T at -1; the defender's achieved
/// quality works against the attacker's outcome.
fn both_perform_at_random() -> Labelled {
    let own = read_as(&kept(0, 6), |&points| achieved(&["C", "Q", "Q"], points, "Q"));
    let adversary = read_as(&kept(-1, 6), |&points| achieved(&["Q", "T"], points, "Q"));
    let result = then(&own, |&own_level| {
        then(&adversary, |&level| outcome(own_quality_modifier(own_level) + adversary_modifier(level)))
    });
    labelled(&result)
}

/// TT-P36 (TT-111): qualities and means of both parties, the common circumstance once, and the
/// circumstance of the second party.
fn joint_action() -> Labelled {
    let qualities = own_quality_modifier(2) + own_quality_modifier(0);
    let means = 1;
    let circumstances = -1 + 1;
    labelled(&outcome(qualities + means + circumstances))
}
