//! A text that some run tells is never called untold, though nothing else in its scene reads the result that it belongs to.

use assize::engine::{Answers, Engine};
use assize::verdict::text;

/// Scenes whose results nothing reads but their texts.
const SCENES: [&str; 6] = [
    "use duel\nactor lis\ntest leap by lis { base 4, difficulty 12, fumble \"one\", critical \"two\", success \"three\", failure \"four\" }",
    "use duel\nactor lis\nactor gil\nagainst several brawl by lis {\n  action { base 4 }\n  reaction fend by gil { base 2 }\n  \
     aggressor \"one\", defender \"two\"\n}",
    "use range\nactor ilse { skill sword { level 3 } }\nnpc rat\nact cut by ilse versus rat { skill ilse.sword, something positive \"one\", \
     unforeseen consequence \"two\" }",
    "use ttomp\nactor inez\naction climb by inez { task climb, critical \"one\", major \"two\", minor \"three\", no result \"four\", \
     fumble \"five\" }",
    "use fatigue\nactor bo\neffort haul by bo { cost wind 2, against 16, successful \"one\", flailing \"two\", bad \"three\", \
     suckage 0 }",
    "use west\nactor belle\ncheck pick by belle { trait d8, no effect, success \"one\", failure \"two\", critical failure \"three\" }",
];

#[test]
fn what_is_told_is_not_called_untold() {
    let mut told_in_all = 0;
    for scene in SCENES {
        let encounter =
            Engine::default().compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{scene}: {failure}"));
        let untold: Vec<&str> = encounter
            .warnings()
            .iter()
            .filter(|remark| remark.code.0 == "AZ612")
            .filter_map(|remark| remark.labels.first())
            .filter_map(|label| scene.get(label.span.start as usize..label.span.end as usize))
            .collect();
        for seed in 0..300 {
            let verdict = encounter.adjudicate(Answers::random(seed)).unwrap_or_else(|failure| panic!("{failure}"));
            let verdict = text::text(&verdict);
            let texts = ["\"one\"", "\"two\"", "\"three\"", "\"four\"", "\"five\""];
            for told in texts.iter().filter(|told| verdict.contains(**told)) {
                told_in_all += 1;
                assert!(!untold.iter().any(|untold| untold.contains(told)), "{scene}\n{untold:?} is told with {seed}");
            }
        }
    }
    assert!(told_in_all > 1_000, "{told_in_all}");
}
