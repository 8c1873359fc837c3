//! What a host may hand from one thread to another, and what several may hold at once.

use assize::engine::{Input, Report, Sheet};
use assize::journal::Journal;
use assize::verdict::Transcript;
use std::sync::Barrier;
use std::thread;

use assize::{Answers, Cancel, Encounter, Engine, Entered, Failure, Limits, Session, Shelf, Verdict};

fn assert_send<T: Send>() {}

fn assert_shared<T: Send + Sync>() {}

#[test]
fn a_session_goes_from_thread_to_thread() {
    assert_send::<Session>();
    assert_send::<Journal>();
}

#[test]
fn all_else_is_shared_between_threads() {
    assert_shared::<Engine>();
    assert_shared::<Encounter>();
    assert_shared::<Cancel>();
    assert_shared::<Failure>();
    assert_shared::<Verdict>();
    assert_shared::<Transcript>();
    assert_shared::<Entered>();
    assert_shared::<Limits>();
    assert_shared::<Shelf>();
    assert_shared::<(Input, Sheet, Report)>();
}

/// Scenes of several systems, and one that takes another's place when the cache is full.
const SCENES: [&str; 4] = [
    "use lamps0\nperson ada\nlight stairs by ada\nwatch tower by ada\n",
    "use lamps1\nperson ada\nlight stairs by ada { wind 2 }\n",
    "use lamps2\nperson ada\n2d6 + 1\n",
    "use lamps0\nperson ben\nwatch tower by ben\n",
];

#[test]
fn threads_that_share_an_engine_hear_what_one_alone_hears() {
    let shelf = || {
        let mut shelf = Shelf::default();
        for number in 0..20 {
            let text = include_str!("shared/lamps.asz").replace("system lamps", &format!("system lamps{number}"));
            shelf.put(format!("lamps{number}"), text);
        }
        shelf
    };
    let heard = |engine: &Engine, scene: &str, seed: u64| {
        let told = engine.compile("scene.asz", scene).map_err(|failure| failure.to_string());
        told.and_then(|scene| scene.adjudicate(Answers::random(seed)).map_err(|failure| failure.to_string()))
    };
    let alone = SCENES.map(|scene| heard(&Engine::with(shelf()), scene, 7));
    assert!(alone.iter().filter(|told| told.is_ok()).count() >= 3, "{alone:?}");
    for _ in 0..10 {
        let (engine, together) = (Engine::with(shelf()), Barrier::new(SCENES.len() * 2));
        thread::scope(|scope| {
            for number in 0..SCENES.len() * 2 {
                let (engine, together, alone) = (engine.clone(), &together, &alone);
                scope.spawn(move || {
                    together.wait();
                    for step in 0..12 {
                        let which = (number + step) % SCENES.len();
                        assert_eq!(heard(&engine, SCENES[which], 7), alone[which], "thread {number}, step {step}");
                        let other =
                            format!("use lamps{}\nperson ada\nwatch tower by ada\n", 3 + (number * 5 + step) % 17);
                        heard(&engine, &other, 7).expect("it runs, whatever is forgotten meanwhile");
                    }
                });
            }
        });
    }
}
