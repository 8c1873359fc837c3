//! Policies: what advice is worth that is kept in a file, how a run plays by it, and what does not fit.

#[cfg(feature = "cli")]
#[path = "shared/calling.rs"]
mod calling;
#[cfg(feature = "cli")]
#[path = "shared/folder.rs"]
mod folder;

use assize::engine::{AdviceRequest, Answers, Engine, How, Mode, OddsRequest, Policy, Shelf};
use assize::verdict::{Event, Verdict};
use assize::{Encounter, Failure};
use dashu_ratio::RBig;

const DICE: &str = include_str!("shared/dice.asz");

fn compiled(scene: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("dice", DICE);
    Engine::with(shelf)
        .compile("scene.asz", &format!("use dice\nperson ada\nperson bo {{ luck 3 }}\n{scene}"))
        .unwrap_or_else(|failure| panic!("{failure}"))
}

fn policy(lines: &str) -> Policy {
    let text = format!("assize policy 1\n{lines}");
    Policy::read("ada.policy", &text).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Scenes with their goals, and who plays against them.
const SCENES: [(&str, &str, &str); 11] = [
    ("throw t by ada", "E(t.best)", ""),
    ("throw t by ada", "P(t.best >= 5)", ""),
    ("stake s by bo", "E(s.won)", ""),
    ("throw t by ada\nset bo.luck = t.best\nstake s by bo", "E(s.won)", ""),
    (
        "throw t by ada\nthrow u by bo\nset ada.luck = t.best + (if t.best > 3 then 0 else u.best div down 3)",
        "E(ada.luck)",
        "",
    ),
    ("repeat up to 3 until t.best >= 6 { throw t by ada }", "P(t.best >= 6)", ""),
    ("repeat up to 3 { throw t by ada, set ada.luck = min(9, ada.luck + t.best div down 3) }", "E(ada.luck)", ""),
    ("plead p by ada", "E(p.won)", ""),
    ("plead p by ada\nthrow t by bo", "P(p.won + t.best >= 8)", ""),
    ("row r by ada { effort ?, stroke one { reach ?, care ? } }", "E(r.made)", ""),
    ("throw t by ada\nhide h by ada versus bo", "P(h.found or t.best >= 5)", "ada"),
];

#[test]
fn what_is_kept_is_worth_what_was_advised() {
    for (scene, goal, against) in SCENES {
        let encounter = compiled(scene);
        for conditions in [8, 1, 0] {
            let request = AdviceRequest::of(goal).conditions(conditions).as_policy();
            let request = if against.is_empty() { request } else { request.against(against) };
            let advice = encounter.advise(&request).unwrap_or_else(|failure| panic!("{scene}: {failure}"));
            let kept = advice.policy.expect("it was asked for");
            let read = Policy::read("kept", &kept.to_string()).unwrap_or_else(|failure| panic!("{failure}"));
            assert_eq!(read, kept, "it is read as it was written");
            let compared = encounter.advise(&request.beside(read.clone())).expect("it fits");
            assert_eq!(compared.by_policy, [Some(advice.followed.clone())], "{scene}, {goal}, {conditions}\n{kept}");
            if against.is_empty() {
                let following = compiled(scene).by_policy(&read).expect("it fits");
                let chances = following.odds(&OddsRequest::of([goal])).expect("nothing is left open");
                assert_eq!(chances[0].value, Some(advice.followed), "{scene}, {goal}, {conditions}\n{kept}");
            }
        }
    }
}

/// A run by this policy, with these dice.
fn played(scene: &str, policy: &Policy, faces: &[i64]) -> Result<Verdict, Failure> {
    compiled(scene).adjudicate(Answers { policy: Some(policy.clone()), ..Answers::given(faces.to_vec()) })
}

#[test]
fn a_run_chooses_as_the_policy_says() {
    let policy = policy("choice t.again\n  if \"t.a\" is at most 3 then yes\n  otherwise no\n");
    for first in 1..=6 {
        let faces = if first <= 3 { vec![first, 6] } else { vec![first] };
        let verdict = played("throw t by ada", &policy, &faces).unwrap_or_else(|failure| panic!("{failure}"));
        let best = verdict.get("t.best").and_then(|best| best.number);
        assert_eq!(best, Some(if first <= 3 { 6 } else { first }));
        let chosen = verdict.events.iter().find_map(|happened| match &happened.event {
            Event::Chosen { how, .. } => Some(*how),
            _ => None,
        });
        assert_eq!(chosen, Some(How::Person), "it is told as if somebody had chosen it beforehand");
    }
}

#[test]
fn a_run_judges_and_rolls_as_the_policy_says() {
    let policy =
        policy("choice p.mood\n  if \"p.a\" is 6 then dice\n  otherwise judgement\nchoice p.again\n  otherwise no\n");
    let count = |first: i64, more: &[i64]| {
        let verdict = played("plead p by ada", &policy, &[&[first], more].concat());
        verdict.unwrap_or_else(|failure| panic!("{failure}")).get("p.won").and_then(|won| won.number)
    };
    // A mood of -3, judged; and one that is rolled.
    assert_eq!((count(1, &[]), count(6, &[6])), (Some(0), Some(4)));
}

/// In few conditions a policy may say something else than what is best. Then people come to situations to which nobody comes who does
/// what is best, such as a heap with fewer stones than are to be taken; there the rules must not refuse what it says.
#[test]
fn a_policy_in_few_conditions_leads_nobody_to_a_refusal() {
    let mut shelf = Shelf::default();
    shelf.put(
        "stones",
        "system stones
        kind person { }
        one heap { left : 0..20 = 11, last : 0..2 = 0 }
        procedure take by who : person {
          ask me : 1..2
          choose some : 1..min(4, heap.left) by who = 1 \"how many?\" if heap.left > 0
          if heap.left > 0 {
            roll luck : 1d3
            add 0 - min(heap.left, some + luck - 1) to heap.left
            if heap.left is 0 { set heap.last = me }
          }
        }",
    );
    let scene = "use stones\nperson ada\nperson bo\nrepeat up to 11 until heap.left is 0 {
        take a by ada { me 1 }
        take b by bo { me 2 }
    }";
    let compiled =
        || Engine::with(shelf.clone()).compile("night.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    for (against, goal) in
        [(None, "P(heap.last is 1)"), (Some("bo"), "P(heap.last is 1)"), (Some("ada"), "P(heap.last is 2)")]
    {
        for conditions in 0..6 {
            let request = AdviceRequest::of(goal).conditions(conditions).as_policy();
            let request = against.into_iter().fold(request, AdviceRequest::against);
            let policy = compiled().advise(&request).expect("there is advice").policy.expect("it was asked for");
            let chances = compiled().by_policy(&policy).expect("it fits").odds(&OddsRequest::of([goal]));
            let chances = chances.unwrap_or_else(|failure| panic!("{failure}"));
            assert!(chances.iter().all(|chance| chance.refused.is_none()), "{conditions} {against:?}: {policy}");
        }
    }
}

/// To add up to at least so much it would be best to look at the sum each time; in few conditions that is not possible, and to take what
/// looks best most of the time would be worse than what nobody is asked for.
#[test]
fn advice_in_few_conditions_is_never_worse_than_the_defaults() {
    let mut shelf = Shelf::default();
    shelf.put(
        "sums",
        "system sums
        one purse { held : number = 0 }
        kind person { }",
    );
    let scene = "use sums\nperson ada\nrepeat up to 12 {
        choose way \"which?\" by ada {
            bold { roll one : 1d20, add one to purse.held },
            steady default { roll two : 2d10, add two to purse.held },
            # The second question is not asked if the default is taken.
            odd { choose more \"more?\" by ada { yes { add 9 to purse.held }, no default { add 8 to purse.held } } },
            safe { add 10 to purse.held }
        }
    }";
    let encounter = Engine::with(shelf).compile("night.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let default = encounter.advise(&AdviceRequest::of("P(purse.held >= 127)")).expect("there is advice").by_default;
    let mut before = None;
    for conditions in [0, 1, 3, 6] {
        let request = AdviceRequest::of("P(purse.held >= 127)").conditions(conditions);
        let advice = encounter.advise(&request).unwrap_or_else(|failure| panic!("{failure}"));
        assert!(Some(&advice.followed) >= default.as_ref(), "{conditions} conditions: {}", advice.followed);
        assert!(advice.followed <= advice.best && Some(&advice.followed) >= before.as_ref(), "{conditions} conditions");
        before = Some(advice.followed);
    }
    assert!(before > default, "some conditions help");
}

/// A question may read a roll that nothing else reads, so that the scene is laid out anew for it.
#[test]
fn a_policy_holds_for_whatever_is_asked() {
    let mut shelf = Shelf::default();
    shelf.put("lots", "system lots\nkind person {}\nprocedure draw by person { roll luck : 1d6 }");
    let scene = "use lots\nperson ada\ndraw lot by ada\nchoose again \"once more?\" by ada { yes { draw other by ada }, no default { note \"Enough.\" } }";
    for name in ["the dice for lot.luck", "lot.luck"] {
        let policy = policy(&format!("choice again\n if \"{name}\" is at most 3 then yes\n otherwise no"));
        let compiled =
            || Engine::with(shelf.clone()).compile("night.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
        let encounter = compiled().by_policy(&policy).expect("it fits");
        for goal in ["P(other.luck >= 5)", "P(other.luck >= 5 and lot.luck >= 1)"] {
            let chances = encounter.odds(&OddsRequest::of([goal])).unwrap_or_else(|failure| panic!("{failure}"));
            assert_eq!(chances[0].value, Some(RBig::from_parts(1.into(), 6_u8.into())), "{goal}, {name}");
        }
        let given =
            OddsRequest { given: Some("other.luck >= 5 and lot.luck >= 1".to_owned()), ..OddsRequest::default() };
        let results = encounter.odds_of_results(&given).unwrap_or_else(|failure| panic!("{failure}")).results;
        let lot =
            results.iter().find(|result| result.name == "lot.luck").and_then(|result| result.spread.as_ref().ok());
        assert_eq!(lot.map(|spread| spread.values.len()), Some(3), "the others of the first die are not chosen so");
        let advice = compiled().advise(&AdviceRequest::of("P(other.luck >= 5)").beside(policy)).expect("it fits");
        assert_eq!(advice.by_policy, [Some(RBig::from_parts(1.into(), 6_u8.into()))], "{name}");
    }
}

#[test]
fn what_was_chosen_beforehand_goes_before_a_policy() {
    let policy = policy("choice t.again\n  otherwise yes\n");
    let encounter = compiled("throw t by ada").by_policy(&policy).expect("it fits");
    let chance = |request: &OddsRequest| encounter.odds(request).expect("it is known")[0].percent();
    let request = OddsRequest::of(["t.again"]);
    assert_eq!(chance(&request), Some("100.00%".into()));
    assert_eq!(chance(&request.choosing("again", "no")), Some("0.00%".into()));
    let choices = [("again".to_owned(), "no".to_owned())].into();
    let answers = Answers { policy: Some(policy), choices, ..Answers::given(vec![2]) };
    let verdict = compiled("throw t by ada").adjudicate(answers).expect("one die is enough");
    assert_eq!(verdict.get("t.best").and_then(|best| best.number), Some(2));
}

#[test]
fn a_policy_that_does_not_fit_is_refused() {
    let cases = [
        ("choice t.agian\n otherwise yes", "`t.agian`, which is not left open", "the scene has changed"),
        ("choice lift\n otherwise yes", "which is not left open", "the scene has changed"),
        (
            "choice t.again\n otherwise maybe",
            "chooses `maybe` for `t.again`, which can be `no` or `yes`",
            "run `assize advise` again",
        ),
        ("choice t.again\n if \"t.c\" is 3 then yes\n otherwise no", "uses `t.c`", "the scene has changed"),
        (
            "choice t.again\n if \"t.a\" is \"high\" then yes\n otherwise no",
            "whether `t.a` is `high`",
            "run `assize advise` again",
        ),
        ("choice t.again\n if \"h.a\" is 3 then yes\n otherwise no", "uses `h.a`", "the scene has changed"),
    ];
    let scene = "throw t by ada\nhidden throw h by bo";
    for (lines, message, help) in cases {
        let policy = policy(lines);
        let failures = [
            compiled(scene).adjudicate(Answers { policy: Some(policy.clone()), ..Answers::random(7) }).err(),
            compiled(scene).by_policy(&policy).err(),
            compiled(scene).advise(&AdviceRequest::of("E(t.best)").beside(policy)).err(),
        ];
        for failure in failures {
            let told = failure.unwrap_or_else(|| panic!("{lines} is refused")).to_string();
            assert!(told.contains("AZ805") && told.contains(message) && told.contains(help), "{lines}\n{told}");
        }
    }
}

#[test]
fn what_was_probably_meant_is_told_where_nothing_is_kept() {
    let cases = [
        ("choice t.agian\n otherwise yes", "did you mean `t.again`?"),
        ("choice lift\n otherwise yes", "left open: t.again, u.again;"),
        ("choice t.again\n if \"t.besst\" is 3 then yes\n otherwise no", "did you mean `t.best`?"),
    ];
    for (lines, help) in cases {
        let failure = compiled("throw t by ada\nthrow u by bo").by_policy(&policy(lines)).expect_err(lines).to_string();
        assert!(failure.contains(help), "{failure}");
    }
}

#[test]
fn what_the_rules_refuse_is_never_taken_for_another_choice() {
    let scene = "set ada.luck = 1\nset bo.luck = 2\nchoose who \"who plays?\" by ada { ada default { stake s by ada }, bo { stake u by bo } }";
    let staked = policy("choice who\n otherwise ada\nchoice s.bet\n otherwise 2\n");
    let advice =
        compiled(scene).advise(&AdviceRequest::of("P(ada.luck = 1)").beside(staked.clone())).expect("it is advised");
    assert_eq!(advice.by_policy, [None]);
    let following = compiled(scene).by_policy(&staked).expect("it may fit");
    let failure = following.odds(&OddsRequest::of(["ada.luck = 1"])).expect_err("every run is refused").to_string();
    assert!(failure.contains("s.bet"), "{failure}");
    let failure = played(scene, &staked, &[1, 1]).expect_err("nobody can stake what is not there").to_string();
    assert!(failure.contains("`2` is not an option of `s.bet`, which can be a number from 0 to 1"), "{failure}");
}

#[test]
fn nothing_is_kept_of_what_is_left_open_for_advice_only() {
    let scene = "row r by ada { effort 1, stroke one { reach far } }";
    let failure =
        compiled(scene).advise(&AdviceRequest::of("E(r.made)").over("effort").as_policy()).expect_err("refused");
    assert!(failure.to_string().contains("write `?` or the best value in its place in the scene"), "{failure}");
}

#[test]
fn a_policy_for_one_goal_is_compared_for_another() {
    // What it looks at does not matter for the other goal, and is not forgotten all the same.
    let high = policy("choice u.again\n  if \"t.a\" is at most 2 then yes\n  otherwise no\n");
    let scene = "throw t by ada\nthrow u by bo";
    let request = AdviceRequest::of("E(u.best)").choosing("t.again", "no").mode(Mode::Random).beside(high);
    let advice = compiled(scene).advise(&request).expect("it fits");
    assert_eq!(
        (advice.by_policy, advice.best),
        (vec![Some(RBig::from_parts(7.into(), 2_u8.into()))], RBig::from_parts(17.into(), 4_u8.into()))
    );
}

#[test]
fn what_is_no_policy_says_why() {
    let cases = [
        ("", "1:1", "a policy begins with `assize policy 1`"),
        ("use ttomp\n", "1:1", "a policy begins with `assize policy 1`"),
        ("assize policy 2\n", "1:1", "written in format 2, and this version reads format 1 only"),
        ("assize policy 1\n", "2:1", "is empty"),
        ("assize policy 1\notherwise yes", "2:1", "put `choice NAME` before it"),
        ("assize policy 1\nchoice a\n if \"x\" is 3 then yes\n", "4:1", "put `otherwise OPTION` before this"),
        ("assize policy 1\nchoice a\nchoice b\n otherwise no", "3:1", "`a` has no option"),
        (
            "assize policy 1\nchoice a\n otherwise no\n otherwise yes",
            "4:2",
            "this line is below the `otherwise` of `a`, so it never counts",
        ),
        ("assize policy 1\nchoice a\n otherwise no\nchoice a\n otherwise yes", "4:1", "remove one of the two"),
        ("assize policy 1\nchoice a\n if x is 3 then yes\n otherwise no", "3:2", "this is not a condition of a policy"),
        ("assize policy 1\nchoice a\n if \"x\" is at most then yes\n otherwise no", "3:2", "this is not a condition"),
        ("assize policy 1\nchoice a\n if \"x\" is 3 then\n otherwise no", "3:2", "this is not a condition"),
        ("assize policy 1\n\nalways yes\n", "3:1", "unknown line in a policy"),
    ];
    for (text, place, words) in cases {
        let failure = Policy::read("a.policy", text).expect_err(text).to_string();
        assert!(
            failure.starts_with(&format!("a.policy:{place}: error[AZ805]")) && failure.contains(words),
            "{text:?}\n{failure}"
        );
    }
}

#[test]
fn names_with_quotes_are_read_as_they_were_written() {
    let text = "assize policy 1\ngoal P(x)\n\nchoice a\n  if \"the \\\"old\\\" \\\\ way\" is \"and then\" and \"b\" is not reached then then\n  otherwise no\n";
    let policy = Policy::read("a.policy", text).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(policy.choices[0].rules[0].conditions[0].what, "the \"old\" \\ way");
    assert_eq!((policy.to_string().as_str(), policy.goal.as_str()), (text, "P(x)"));
    let spaced = text.replace("  if", "# a comment\n\n\tif").replace(" and \"b\"", "   and  \"b\"");
    assert_eq!(Policy::read("a.policy", &spaced).expect("space and comments say nothing"), policy);
}

#[cfg(feature = "cli")]
mod told {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::calling::{called, folder_with, told};

    fn folder(name: &str) -> PathBuf {
        let scene = "use \"dice.asz\"\nperson ada\nthrow t by ada\nthrow u by ada\n";
        folder_with(Path::new("policies").join(name), &[("dice.asz", super::DICE), ("scene.asz", scene)])
    }

    const PAGE: (&str, &str) = ("100", "C.UTF-8");

    /// What a call says that is refused, and how it ends.
    fn refused(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
        let output = called(folder, words, PAGE);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    const ADVISE: [&str; 4] = ["advise", "scene.asz", "--goal", "P(t.best + u.best >= 9)"];

    #[test]
    fn advice_is_kept_compared_and_played() {
        let folder = folder("kept");
        let saved = told(called(&folder, &[&ADVISE[..], &["--save", "best.policy"]].concat(), PAGE));
        let plain = told(called(&folder, &[&ADVISE[..], &["--plain", "0", "--save", "plain.policy"]].concat(), PAGE));
        assert!(saved.contains("at best") && plain.contains("if you follow this policy exactly"), "{saved}{plain}");
        let compared = [&ADVISE[..], &["--compare", "best.policy", "--compare", "plain.policy"]].concat();
        let compared = told(called(&folder, &compared, PAGE));
        let kept = fs::read_to_string(folder.join("best.policy")).expect("it is written");
        let odds =
            told(called(&folder, &["odds", "scene.asz", "t.best + u.best >= 9", "--policy", "best.policy"], PAGE));
        let run = ["run", "scene.asz", "--policy", "best.policy", "--dice", "2,6,1,5", "--save", "evening.journal"];
        let run = told(called(&folder, &run, PAGE));
        let head: String = compared.split_inclusive('\n').take(5).collect();
        insta::assert_snapshot!(format!("{kept}\n{head}\n{odds}\n{run}"));
        // The journal needs no policy.
        fs::remove_file(folder.join("best.policy")).expect("it is there");
        told(called(&folder, &["export", "evening.journal", "-o", "evening.md"], PAGE));
        let evening = fs::read_to_string(folder.join("evening.md")).expect("it is written");
        assert_eq!(evening.matches("**yes** (decided by ada)").count(), 2, "{evening}");
    }

    #[test]
    fn a_file_that_is_there_is_not_written_over() {
        let folder = folder("there");
        let (code, text) = refused(&folder, &[&ADVISE[..], &["--save", "scene.asz"]].concat());
        assert!(code == Some(5) && text.contains("the file `scene.asz` already exists"), "{code:?} {text}");
    }

    #[test]
    fn what_is_no_policy_is_refused_everywhere() {
        let folder = folder("none");
        let calls = [
            [&ADVISE[..], &["--compare"]].concat(),
            vec!["odds", "scene.asz", "--policy"],
            vec!["run", "scene.asz", "--policy"],
        ];
        for call in calls {
            let (code, text) = refused(&folder, &[&call[..], &["scene.asz"]].concat());
            assert!(
                code == Some(4) && text.contains("AZ805") && text.contains("scene.asz:1:1"),
                "{call:?} {code:?} {text}"
            );
            let (code, text) = refused(&folder, &[&call[..], &["no.policy"]].concat());
            assert!(code == Some(5) && text.contains("there is no file `no.policy`"), "{call:?} {code:?} {text}");
        }
    }
}
