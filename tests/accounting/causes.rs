//! What never comes about is told with the value that keeps it from that, or with what the scene leaves out.

use assize::Engine;
use assize::engine::Encounter;

/// A scene, what is remarked on in it, the other place that is shown, what stands at it, and how the help ends.
struct Caused {
    scene: &'static str,
    remark: &'static str,
    cause: &'static str,
    label: &'static str,
    help: &'static str,
}

const ALL: [Caused; 8] = [
    Caused {
        scene: "use range\nactor ilse { skill sword { level 4 } }\nnpc captain { thing, position close, threat low, every 2 }\n\
                act strike by ilse versus captain { skill ilse.sword, doing attack, weapon melee }\n\
                if captain.fear >= 1 { note \"He steps back.\" }",
        remark: "this never happens when the scene begins as written",
        cause: "thing",
        label: "because of this",
        help: "without `thing` it would be different: change that, or remove this",
    },
    Caused {
        scene: "use ttomp\nactor inez\naction cross by inez {\n  value 2b \"her brother\"\n  unopposed yes\n  \
                task walk { quality good }\n  minor \"over\"\n  fumble \"she falls\"\n}",
        remark: "this text is never shown",
        cause: "unopposed yes",
        label: "because of this",
        help: "without `unopposed yes` it would be different: change that, or remove this",
    },
    Caused {
        scene: "use west\nactor blaze\nwork safe { need 3 }\nrepeat up to 4 until safe.done >= 3 {\n  \
                check crack by blaze { difficulty standard, trait d8, skill d6 }\n}",
        remark: "no round changes this: it is true after the first one, or never",
        cause: "check crack",
        label: "this line leaves out `work safe`",
        help: "it would be different if `crack` had `work safe`: add that, or remove this",
    },
    // One remark may speak of several texts: with another difficulty it would be told of the next one, and of this one still.
    Caused {
        scene: "use west\ngame { source dice }\nactor reuben { ammo 2 }\nactor hank\ncheck shot by reuben {\n  difficulty easy\n  \
                trait d8, skill d6\n  target hank\n  success \"hit\"\n  failure \"missed\"\n  critical failure \"jammed\"\n}",
        remark: "this text is never shown",
        cause: "source dice",
        label: "because of this",
        help: "without `source dice` it would be different: change that, or remove this",
    },
    // What a period changes, and what a line changes too late.
    Caused {
        scene: "use ttomp\nactor pinto { readiness clueless }\nrepeat up to 4 until flee.outcome >= minor {\n  \
                action flee by pinto { context major negative, value 1b \"life\", task climb { quality standard } }\n}",
        remark: "this is always stopped: cannot grasp what is going on",
        cause: "readiness clueless",
        label: "because of this",
        help: "change that, use `repeat round`, `repeat turn` or `repeat round over`, which changes it, or remove this",
    },
    Caused {
        scene: "use ttomp\nactor pinto\nmeans needle { ready no }\n\
                action stitch by pinto { value 2b \"safety\", requires needle, task sew { quality good } }\n\
                set needle.ready = yes",
        remark: "every run that was tried was stopped here: something required is missing",
        cause: "set needle.ready = yes",
        label: "this changes it, but only afterwards",
        help: "move the line that changes it above this one, or remove this",
    },
    // What a run changes too late.
    Caused {
        scene: "use steps\nactor ash, actor reeve\ntrait nimble { die d8 }\ntrait mask { there no }\n\
                trait fear { burden afraid, of reeve, there no }\n\
                strike howl by ash versus reeve { stress fear\n bout { theirs by reeve { die a { size d6 }, die b { size d6 } }\n  \
                mine { die quick { trait nimble }, die horned { trait mask }, die dark { size d8 } } } }\n\
                prepare paint by ash { asset mask\n bout { theirs by reeve { die a { size d6 }, die b { size d6 } }\n  \
                mine { die quick { trait nimble }, die soot { size d6 }, die time { size d10 } } } }",
        remark: "this is always stopped when the scene begins as written: mask is not there, and gives no die",
        cause: "prepare paint",
        label: "this changes it, but only afterwards",
        help: "move the line that changes it above this one, or remove this",
    },
    // Said in another word of the same level.
    Caused {
        scene: "use ttomp\nactor inez { status minor fatigue }\n\
                action row by inez { value 2b \"escape\", task row { quality standard } }\nset inez.fatigue = none\n\
                action climb by inez { value 2b \"escape\", task climb { quality good } }",
        remark: "this changes nothing when the scene begins as written: it already has this value",
        cause: "status minor fatigue",
        label: "this is a different value, which the line does not change",
        help: "change `status minor fatigue` instead, or give `fatigue minor fatigue` that value at its start",
    },
];

fn compile(scene: &str) -> Encounter {
    Engine::default().compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{scene}\n{failure}"))
}

#[test]
fn what_never_comes_about_is_told_with_its_cause() {
    for Caused { scene, remark, cause, label, help } in ALL {
        let encounter = compile(scene);
        let all: Vec<_> = encounter.remarks();
        let [found] = all.as_slice() else { panic!("{scene}\n{all:?}") };
        assert_eq!(found.message, remark, "{scene}");
        let mut others = found.labels.iter().skip(1).filter(|other| other.text == label);
        assert_eq!(others.next().map(|other| &scene[other.span.range()]), Some(cause), "{scene}\n{found:?}");
        assert!(found.help.as_deref().is_some_and(|said| said.ends_with(help)), "{scene}\n{found:?}");
    }
}

/// What the cause would be without is no cause where something else is stopped by it, or where dice alone decide.
#[test]
fn no_cause_is_made_up() {
    let scene =
        "use duel\nactor tom\ntest climb by tom { base 3, difficulty 30 }\nif climb.verdict is success { note \"up\" }";
    let encounter = compile(scene);
    let all: Vec<_> = encounter.remarks();
    assert!(all.iter().any(|found| found.message.starts_with("this never happens")), "{all:?}");
    assert!(all.iter().flat_map(|found| &found.labels).all(|label| label.text != "because of this"), "{all:?}");
}
