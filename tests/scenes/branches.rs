//! One name in branches that exclude each other is one run.

use assize::diagnostic::Code;
use assize::engine::{Answers, Engine, OddsRequest};
use assize::verdict::text;

use super::encounter;

const SIDES: &str = r#"climber ada "Ada"
climber ben "Ben" { luck 1 }
roll first : 1d6
if first >= 4 {
  climb second "up" by ada { height 5, holds "{climber} at {height}" }
  note "here {second.height}"
} else if first is 3 {
  climb second "down" by ben { height 2, wind 1 }
  note "there {second.height}"
} else {
  climb second "round" by ben { height 9 }
}
note "{second.grip} {second.gust}"
"#;

#[test]
fn whichever_ran_is_told() {
    let told = |dice: Vec<i64>| {
        let verdict = encounter(SIDES).adjudicate(Answers::given(dice)).unwrap_or_else(|failure| panic!("{failure}"));
        let results = verdict.results.iter().filter(|result| result.name == "second.grip").count();
        assert_eq!(results, 1, "it is one name");
        text::text(&verdict)
    };
    let high = told(vec![4, 2, 6]);
    assert!(high.contains("here 5") && high.contains("\nholds 2\n") && high.contains("Ada at 5"), "{high}");
    let middle = told(vec![3, 5, 1]);
    assert!(middle.contains("there 2") && middle.contains("\nslips 5\n"), "{middle}");
    let low = told(vec![1, 3, 5]);
    assert!(low.contains("second \"round\"") && low.contains("\nholds 3\n"), "{low}");
}

#[test]
fn odds_look_at_both() {
    let scene = "climber ada\nroll first : 1d6\nif first >= 4 { climb second by ada } else { climb second by ada }\n";
    let request =
        OddsRequest::of(["P(second.grip is holds)", "P(second.gust is 6 and first is 6)", "P(second is unreached)"]);
    let odds = encounter(scene).odds(&request).unwrap_or_else(|failure| panic!("{failure}"));
    let told: Vec<String> = odds.iter().map(|odds| odds.value.clone().expect("it comes out").to_string()).collect();
    assert_eq!(told, ["1/2", "1/36", "0"]);
}

#[test]
fn a_choice_excludes_as_well() {
    let scene = "climber ada\nchoose way \"where?\" { left default { climb go by ada { height 2 } }, right { climb go by ada { height 3 } } }\nnote \"{go.gust}\"";
    let verdict = encounter(scene).adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    assert!(text::text(&verdict).ends_with("4\n"), "{}", text::text(&verdict));
}

#[test]
fn the_runs_of_a_repetition_are_counted_together() {
    let scene = "climber ada\nroll first : 1d6\nrepeat up to 2 { if first >= 4 { climb go by ada } else { climb go by ada { height 2 } } }\nnote \"{go.first.gust} {go(2).gust}\"";
    let given = encounter(scene).adjudicate(Answers::given(vec![2, 5, 1, 6, 1]));
    let told = text::text(&given.unwrap_or_else(|failure| panic!("{failure}")));
    assert!(told.ends_with("5 6\n"), "{told}");
}

#[test]
fn what_happens_on_some_ways_only_is_remarked_on() {
    let remarks = |happens: &str| {
        let scene = encounter(&format!("climber ada\nflag rain = no\nroll first : 1d6\n{happens}"));
        scene.warnings().iter().filter(|remark| remark.code == Code("AZ606")).count()
    };
    let both = "if first >= 4 { climb go by ada } else { climb go by ada }\n";
    let one = "if first >= 4 { climb go by ada } else if first is 1 { climb go by ada }\n";
    assert_eq!(remarks(&format!("{both}note \"{{go.gust}}\"")), 0);
    assert_eq!(remarks(&format!("{one}note \"{{go.gust}}\"")), 1);
    assert_eq!(remarks("if first >= 4 { roll storm : 2d6 }\nnote \"{storm}\""), 1);
    assert_eq!(remarks("if first >= 4 { roll storm : 2d6 }\nnote \"wet\" if storm is not unreached and storm > 3"), 0);
    let same = "if rain { roll storm : 2d6 }\nif rain { note \"{storm}\" }";
    assert_eq!(remarks(same), 0);
    assert_eq!(remarks(&same.replacen("\nif", "\nset rain = yes\nif", 1)), 1, "it rains only now");
}

/// Two shipped systems, whose rules make a run inside each try.
#[test]
fn a_run_that_the_rules_make_is_one_as_well() {
    for (scene, question) in [
        (
            "use percentile\nactor ada { skill s { value 60 } }\nroll f : 1d2\nif f is 1 { try go by ada { skill ada.s } } else { try go by ada { skill ada.s, penalty die \"rain\" } }",
            "P(go.first.number is unreached)",
        ),
        (
            "use fudge\nactor ada { skill athletics 2 }\nroll f : 1d2\nif f is 1 { overcome go by ada { skill athletics, against 2 } } else { overcome go by ada { skill athletics, against 4 } }",
            "P(go.match.margin is unreached)",
        ),
    ] {
        let encounter = Engine::default().compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
        let odds = encounter.odds(&OddsRequest::of([question])).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(odds[0].value.clone().map(|value| value.to_string()).as_deref(), Some("0"), "{question}");
    }
}

#[test]
fn runs_inside_another_that_have_no_name_are_numbered() {
    let scene = "use d20\nactor ada\nactor ben\ngroup check sneak by ada {\n  member by ada { skill stealth, difficulty 11 }\n  member by ben { skill stealth, difficulty 21 }\n}\n";
    let encounter = Engine::default().compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let questions = ["P(sneak.member.outcome is success)", "P(sneak.member2.outcome is success)"];
    let odds = encounter.odds(&OddsRequest::of(questions)).unwrap_or_else(|failure| panic!("{failure}"));
    let told: Vec<String> = odds.iter().map(|odds| odds.value.clone().expect("it comes out").to_string()).collect();
    assert_eq!(told, ["1/2", "0"]);
    let verdict = encounter.adjudicate(Answers::given(vec![11, 12])).unwrap_or_else(|failure| panic!("{failure}"));
    assert!(text::text(&verdict).contains("member2 (check by ben)"), "{}", text::text(&verdict));
}
