//! A small scene for every case of `TToMP` that speaks of chances.

use crate::brute_force::Case;

/// The results of an action, best first, and how the reference calls them.
const OUTCOMES: [(&str, &str); 5] = [
    ("Critical", "critical"),
    ("Major", "major"),
    ("Minor", "minor"),
    ("No result", "no result"),
    ("Fumble", "fumble"),
];

const COMMITMENTS: [(&str, &str); 5] = [
    ("Passionate", "passionate"),
    ("Committed", "committed"),
    ("Ambivalent", "ambivalent"),
    ("Reactive", "reactive"),
    ("Inactive", "inactive"),
];

/// Every case.
pub fn cases() -> Vec<Case> {
    let pools = [
        ("TT-P01", 0),
        ("TT-P02", 1),
        ("TT-P03", 2),
        ("TT-P05", 4),
        ("TT-P06", 5),
        ("TT-P08", 7),
        ("TT-P09", -1),
        ("TT-P11", -3),
        ("TT-P13", -5),
        ("TT-P14", -6),
    ];
    let mut cases: Vec<Case> = pools.into_iter().map(|(id, total)| pool(id, total)).collect();
    cases.extend([surgery_when_committed(), surgery_all_random(), surgery_with_deliberate_performance()]);
    cases.extend([core_counteraction(), confrontation("TT-P23", 0, 0), confrontation("TT-P25", -1, 2)]);
    cases.extend([one_assistant(), two_assistants(), chained_pair(), both_perform_at_random(), joint_action()]);
    cases.extend((1..=4).map(repetition));
    cases.extend(commitment_over_three_rounds());
    cases.extend([ten_sided_values(), ten_sided_ladder()]);
    cases
}

/// One question for each level of something.
fn levels(of: &str, levels: &[(&str, &str)], prefix: &str) -> Vec<(String, String)> {
    levels.iter().map(|(label, level)| (format!("{prefix}{label}"), format!("P({of} is {level})"))).collect()
}

fn case(id: &'static str, scene: &str, questions: Vec<(String, String)>) -> Case {
    let people = "use ttomp\nactor anna\nactor berta\nactor clara\n";
    Case { id, scene: format!("{people}{scene}"), questions }
}

/// An action whose commitment and performance are settled: one task of that quality, and lines of its outcome.
fn settled(name: &str, who: &str, quality: i64, lines: &str) -> String {
    let quality = ["poor", "standard", "good", "excellent"][usize::try_from(quality + 1).unwrap_or(0)];
    format!(
        "action {name} by {who} {{\n  commitment automatic committed\n  performance automatic 6\n  task do {{ complexity \
         standard, quality {quality} }}\n  outcome random {{\n{lines}\n  }}\n}}\n"
    )
}

fn pool(id: &'static str, total: i64) -> Case {
    let mut questions: Vec<(String, String)> =
        (1..=6).map(|value| (value.to_string(), format!("P(pool({total}) = {value})"))).collect();
    questions.extend(levels(&format!("commitment.rolled(pool({total}))"), &COMMITMENTS, ""));
    questions.push(("mean".into(), format!("E(pool({total}))")));
    case(id, "", questions)
}

/// The surgery: complexity standard, quality good, timing slow.
fn surgery(commitment: &str, performance: &str) -> String {
    format!(
        "action stitch by anna {{\n  {commitment}\n  performance {performance} {{ trait 1p }}\n  task sew {{ complexity \
         standard, quality good }}\n  outcome random\n}}\n"
    )
}

fn surgery_when_committed() -> Case {
    let mut questions =
        levels("stitch.sew.quality", &[("poor", "poor"), ("standard", "standard"), ("good", "good")], "");
    questions.extend(levels("stitch.outcome", &OUTCOMES, ""));
    case("TT-P16", &surgery("commitment automatic committed", "random"), questions)
}

fn surgery_all_random() -> Case {
    let mut questions = levels("stitch.outcome", &OUTCOMES, "");
    questions.push(("not performed".into(), "P(stitch.commitment is inactive)".into()));
    case("TT-P17", &surgery("commitment random { value 2b, forced yes }", "random"), questions)
}

fn surgery_with_deliberate_performance() -> Case {
    let questions = levels("stitch.outcome", &OUTCOMES, "");
    case("TT-P19", &surgery("commitment automatic committed", "deliberate"), questions)
}

fn core_counteraction() -> Case {
    let scene = settled("strike", "anna", 2, "    counteraction standard\n    final means 1b");
    // Complexity standard and quality excellent.
    case("TT-P22", &scene, levels("strike.outcome", &OUTCOMES, ""))
}

/// The passive side at `passive`, the active side at `active` before it.
fn confrontation(id: &'static str, passive: i64, active: i64) -> Case {
    let scene = format!(
        "game {{ confrontation outcome }}\n{}{}",
        settled("parry", "berta", passive, ""),
        settled("strike", "anna", active, "    counter parry")
    );
    case(id, &scene, levels("strike.outcome", &OUTCOMES, ""))
}

fn one_assistant() -> Case {
    let scene = [settled("hold", "berta", 0, ""), settled("lift", "anna", 0, "    assist hold")].concat();
    case("TT-P26", &scene, levels("lift.outcome", &OUTCOMES, ""))
}

fn two_assistants() -> Case {
    let assistants = [settled("hold", "berta", 1, ""), settled("push", "clara", 1, "")].concat();
    let author = settled("lift", "anna", -1, "    assist hold\n    assist push\n    circumstance 1p");
    case("TT-P28", &[assistants, author].concat(), levels("lift.outcome", &OUTCOMES, ""))
}

/// Two chained tasks: the qualities left in each.
fn chained_pair() -> Case {
    let scene = "action work by anna {\n  commitment automatic committed\n  performance random { trait 1b }\n  tasks {\n    \
                 chain {\n      task upper { complexity standard, quality standard, timing standard }\n      task lower { \
                 complexity standard, quality good }\n    }\n  }\n  outcome automatic major\n}\n";
    let names = ["poor", "standard", "good"];
    let pairs = [(0, 0), (1, 0), (1, 1), (1, 2)];
    let question = |(a, b): (usize, usize)| {
        let event = format!("P(work.upper.quality is {} and work.lower.quality is {})", names[a], names[b]);
        (format!("({a}, {b})"), event)
    };
    case("TT-P33", scene, pairs.into_iter().map(question).collect())
}

fn both_perform_at_random() -> Case {
    let scene = "action parry by berta {\n  commitment automatic committed\n  performance random { trait 1p }\n  task do { \
                 quality standard, timing standard }\n}\naction strike by anna {\n  commitment automatic committed\n  \
                 performance random\n  task do { complexity standard, quality good }\n  outcome random { counter parry \
                 }\n}\n";
    case("TT-P35", scene, levels("strike.outcome", &OUTCOMES, ""))
}

fn joint_action() -> Case {
    let other = settled("pull", "berta", -1, "    circumstance 1b");
    let author = settled("lift", "anna", 1, "    joint pull\n    final means 1b\n    circumstance 1p");
    case("TT-P36", &[other, author].concat(), levels("lift.outcome", &OUTCOMES, ""))
}

/// The chance to have stopped by that iteration.
fn repetition(most: usize) -> Case {
    let scene = format!("repeat up to {most} until knock.outcome >= minor {{\n{}}}\n", settled("knock", "anna", 0, ""));
    case("TT-P29", &scene, vec![(format!("#{most}"), "P(knock.outcome >= minor)".into())])
}

fn commitment_over_three_rounds() -> Vec<Case> {
    let rounds = [(1, "Surprised", -6), (2, "Alert", -5), (3, "Ready", -4)];
    let round = |(number, readiness, total): (i64, &str, i64)| {
        let scene = format!(
            "actor doris {{ readiness {} }}\naction answer by doris {{\n  commitment random {{ context critical \
             negative, value 1p }}\n}}\n",
            readiness.to_lowercase()
        );
        let prefix = format!("round {number} {readiness} total {total}: ");
        case("TT-P31", &scene, levels("answer.commitment", &COMMITMENTS, &prefix))
    };
    rounds.into_iter().map(round).collect()
}

fn ten_sided_values() -> Case {
    let questions = (1..=10).map(|value| (value.to_string(), format!("P(highest 3d10 = {value})")));
    case("TT-P37", "", questions.collect())
}

fn ten_sided_ladder() -> Case {
    let bands = [("Critical", 10..=10), ("Major", 8..=9), ("Minor", 4..=7), ("No result", 2..=3), ("Fumble", 1..=1)];
    let questions = bands
        .into_iter()
        .flat_map(|(label, band)| band.map(move |value| (label.to_owned(), format!("P(lowest 2d10 = {value})"))));
    case("TT-P39", "", questions.collect())
}
