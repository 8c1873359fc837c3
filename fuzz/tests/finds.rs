//! What did harm once does none any more; and what is here can find harm.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use assize::Engine;
use assize_fuzz::corpus::Corpus;
use assize_fuzz::targets::{self, ALL, Target};
use assize_fuzz::watch::{SMALL_STACK, Watched};
use assize_fuzz::{Chance, families, finds};
use rand::SeedableRng as _;
use rand::seq::IndexedRandom as _;

/// What is held is counted for the whole process, so no other test may hold anything meanwhile.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the project is around this crate")
}

fn corpus() -> Arc<Corpus> {
    Arc::new(Corpus::gather(project()).expect("the project can be read"))
}

#[test]
fn what_did_harm_does_none_any_more() {
    let _alone = alone();
    let corpus = corpus();
    for target in ALL {
        let watched = Watched::start(target, Arc::clone(&corpus), SMALL_STACK);
        for (file, input) in finds::of(project(), target.name()).expect("finds can be read") {
            let outcome = watched.read(&input).expect("it ends");
            assert!(outcome.problems.is_empty(), "{file}: {:?}", outcome.problems);
        }
    }
}

/// A few inputs of each target, the same on every machine: enough to see that all of it runs.
#[test]
fn a_few_inputs_of_each_do_no_harm() {
    let _alone = alone();
    let corpus = corpus();
    for target in ALL {
        let (seeds, watched) = (target.seeds(&corpus), Watched::start(target, Arc::clone(&corpus), SMALL_STACK));
        assert!(!seeds.is_empty(), "{} begins with something", target.name());
        for seed in 0..20 {
            let mut chance = Chance::seed_from_u64(seed);
            let begin = seeds.choose(&mut chance).expect("there is one");
            let input = target.changed(&corpus, begin, &mut chance);
            let outcome = watched.read(&input).expect("it ends");
            assert!(outcome.problems.is_empty(), "{} {seed}: {:?}\n{input}", target.name(), outcome.problems);
        }
    }
}

/// The seeds of a target are sound: each is read without a complaint of the harness, and most mean something.
#[test]
fn changes_of_a_script_are_mostly_texts_of_the_grammar() {
    let _alone = alone();
    let (corpus, target) = (corpus(), targets::named("scripts").expect("there is one"));
    let seeds = target.seeds(&corpus);
    let is_read = |seed: &u64| {
        let mut chance = Chance::seed_from_u64(*seed);
        let begin = seeds.choose(&mut chance).expect("there is one");
        !corpus.grammar.pieces("file", &target.changed(&corpus, begin, &mut chance)).is_empty()
    };
    let read = (0..60).filter(is_read).count();
    assert!(read > 25, "{read} of 60 changed scripts are read");
}

/// The same texts are read and the same ones refused, however large the stack is.
#[test]
fn families_end_alike_on_every_stack() {
    let _alone = alone();
    let codes = |text: &str| match Engine::default().compile("family.asz", text) {
        Ok(_) => Vec::new(),
        Err(failed) => failed.diagnostics.iter().map(|found| found.code.to_string()).collect::<Vec<_>>(),
    };
    let on = |stack: usize| {
        let work = move || families::ALL.map(|family| codes(&family.of_size(6_000)));
        std::thread::Builder::new()
            .stack_size(stack)
            .spawn(work)
            .expect("a thread can start")
            .join()
            .expect("nothing panics")
    };
    let small = on(512 << 10);
    for stack in [2 << 20, 8 << 20] {
        for ((family, small), large) in families::ALL.iter().zip(&small).zip(on(stack)) {
            assert_eq!(*small, large, "{}", family.name);
        }
    }
}

/// A target that fails on purpose: whatever goes wrong is told.
struct Harmful;

impl Target for Harmful {
    fn name(&self) -> &'static str {
        "harmful"
    }

    fn seeds(&self, _: &Corpus) -> Vec<String> {
        Vec::new()
    }

    fn changed(&self, _: &Corpus, input: &str, _: &mut Chance) -> String {
        input.to_owned()
    }

    fn run(&self, _: &Corpus, input: &str) -> Vec<String> {
        match input {
            "panic" => panic!("on purpose"),
            "large" => {
                let held = vec![1_u8; assize_fuzz::watch::LARGE + 1];
                vec![format!("{} bytes", held.len())]
            }
            said => vec![said.to_owned()],
        }
    }
}

#[test]
fn harm_is_told() {
    let _alone = alone();
    let watched = Watched::start(&Harmful, corpus(), SMALL_STACK);
    let problems = |input: &str| watched.read(input).expect("it ends").problems.join("; ");
    assert!(problems("panic").starts_with("it panics: on purpose"));
    assert!(problems("large").contains("it holds"), "{}", problems("large"));
    assert_eq!(problems("something"), "something");
}
