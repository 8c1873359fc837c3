//! What is planned is kept with the run that plans it, and with nothing less.

use assize::engine::{Answers, Engine, Shelf};
use assize::verdict::{Audience, json, text};

const SYSTEM: &str = r#"system works "The Works"
modifiers signed
kind person { luck : number = 0 }
plan jobs { budget 30 "jp", most 5, item job { weight : 0..9 = 1 }, upfront 1 "set-up", further 1 "more" }
procedure toil by person {
  ask jobs : jobs
  let price = jobs.cost
  let left = jobs.left
  for each job in jobs {
    let double = job.weight * 2
    roll pull : (job.weight + 1)d6
    note "{job} {double} {pull.sum}"
  }
  note "{price} {left} {jobs.count} {jobs.last}"
  set person.luck = jobs.cost
}
procedure watch by person {
  ask seen : toil
  run seen
  let price = seen.jobs.cost
  let many = count(seen.jobs)
  let ones = sum(job in seen.jobs : 1)
  let hard = any(job in seen.jobs : job.weight > 5)
  for each job in seen.jobs {
    let half = 2
    roll glance : 1d6
    note "{job} {half} {glance.sum}"
  }
  note "{price} {many} {ones} {hard} {seen.jobs.last}"
}
"#;

/// Two plans that differ in all that can be asked of them.
const PLANS: [&str; 2] = ["job heave { weight 3 }", "job shove { weight 7 }, job drag { weight 1 }"];

/// Scenes in which one of them is kept.
const KEPT: [&str; 2] = [
    "secret toil a by ada { jobs { PLAN } }\nnote \"{a.price} {a.left} {a.jobs.count} {a.jobs.last} {ada.luck}\"\n",
    "watch w by ada { secret seen toil a by ada { jobs { PLAN } } }\nnote \"{w.price} {w.many} {w.ones} {w.hard} {w.half}\"\n",
];

fn engine() -> Engine {
    let mut shelf = Shelf::default();
    shelf.put("works", SYSTEM);
    Engine::with(shelf)
}

fn played(lines: &str, plan: &str, audience: Audience) -> String {
    let scene = format!("use works\nperson ada \"Ada\"\n{}", lines.replace("PLAN", plan));
    let scene = engine().compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = scene.adjudicate(Answers::random(7)).unwrap_or_else(|failure| panic!("{failure}"));
    let seen = verdict.seen_by(audience);
    format!("{}{}", text::text(&seen), json::json(&seen))
}

#[test]
fn a_plan_is_not_kept_without_its_run() {
    for word in ["secret", "hidden"] {
        let scene = format!("use works\nperson ada\ntoil a by ada {{ {word} jobs {{ {} }} }}\n", PLANS[0]);
        let refused = engine().compile("scene.asz", &scene).expect_err("its cost would tell of it").to_string();
        assert!(refused.contains("AZ605") && refused.contains("hide everything around it"), "{refused}");
    }
}

#[test]
fn whatever_is_told_of_a_kept_plan_is_kept() {
    for (lines, word) in KEPT.iter().flat_map(|lines| ["secret", "hidden"].map(|word| (lines, word))) {
        let lines = lines.replace("secret", word);
        let viewers = if word == "secret" { &[Audience::Players][..] } else { &[Audience::Players, Audience::Gm] };
        for viewer in viewers {
            let [one, other] = PLANS.map(|plan| played(&lines, plan, *viewer));
            assert_eq!(one, other, "{viewer:?}: {lines}");
            assert!(!one.contains("heave"), "{viewer:?}: {one}");
        }
        let log = played(&lines, PLANS[1], Audience::Log);
        assert!(log.contains("a.shove") && log.contains("a.drag"), "{log}");
    }
}
