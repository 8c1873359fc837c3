//! Every question to dice has one meaning, whatever the dice are made of, and the same one in the verdict, for a house rule and
//! in odds: random dice, against an independent count.
#![cfg(feature = "rhai")]

mod counter;
mod lists;
mod refused;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use assize::engine::{Answers, Encounter, Engine, Limits, Shelf};
use assize::hook_rhai;
use assize::semantics::dice::{self, Keep, Question};
use assize::verdict::{Event, Verdict};
use dashu_ratio::RBig;
use proptest::prelude::*;

use counter::{Dice, Open, Thrown};

/// More ways than these take too long to be looked at one by one.
const MOST_WAYS: usize = 800;

/// A question, and what it asks; `None` is unreached.
type Asked = (&'static str, fn(&Thrown) -> Option<i64>);

const NUMBERS: [Asked; 11] = [
    ("d.sum", |thrown| Some(thrown.value)),
    ("d.kept", |thrown| Some(thrown.value)),
    ("d.rolled", |thrown| Some(thrown.sum(|_| true))),
    ("d.dropped", |thrown| Some(thrown.sum(|face| !face.kept))),
    ("d.highest", |thrown| thrown.faces.iter().map(|face| face.shown).max()),
    ("d.lowest", |thrown| thrown.faces.iter().map(|face| face.shown).min()),
    ("d.count(2)", |thrown| Some(thrown.count(|face| face.shown == 2))),
    ("d.at least(3)", |thrown| Some(thrown.count(|face| face.shown >= 3))),
    ("d.face(1)", |thrown| thrown.faces.first().map(|face| face.shown)),
    ("d.face(3)", |thrown| thrown.faces.get(2).map(|face| face.shown)),
    ("d + 0", |thrown| Some(thrown.value)),
];

const CONDITIONS: [Asked; 2] = [
    ("d.doubles", |thrown| Some(i64::from(thrown.has_doubles()))),
    ("d.any(1)", |thrown| Some(thrown.count(|face| face.shown == 1).min(1))),
];

/// What a house rule reads of the roll, in the order of its note.
const READ: [&str; 7] = ["d", "d_sum", "d_rolled", "d_dropped", "d_highest", "d_lowest", "d_doubles"];

fn plain() -> impl Strategy<Value = Vec<(i64, i64)>> {
    prop::collection::vec((0..3_i64, 2..5_i64), 1..3)
}

fn open() -> impl Strategy<Value = Open> {
    prop_oneof![
        (2..4_i64).prop_map(Open::Explodes),
        (2..4_i64).prop_map(Open::Helped),
        (2..4_i64).prop_map(Open::Falls),
        (2..4_i64).prop_map(Open::Mapped),
    ]
}

fn dice() -> impl Strategy<Value = Dice> {
    let leaf = prop_oneof![
        plain().prop_map(Dice::Plain),
        (any::<bool>(), 1..4_usize, plain()).prop_map(|(highest, count, of)| Dice::Keep { highest, count, of }),
        open().prop_map(Dice::Open),
        open().prop_map(Dice::Open),
    ];
    leaf.prop_recursive(2, 3, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Dice::Plus(a.into(), b.into())),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Dice::Minus(a.into(), b.into())),
            (inner.clone(), 0..4_i64).prop_map(|(dice, more)| Dice::More(dice.into(), more)),
            (2..4_i64, inner).prop_map(|(times, dice)| Dice::Times(times, dice.into())),
        ]
    })
}

fn written_plain(dice: &[(i64, i64)]) -> String {
    dice.iter().map(|(count, sides)| format!("{count}d{sides}")).collect::<Vec<_>>().join(" + ")
}

fn name(open: Open) -> String {
    match open {
        Open::Explodes(sides) => format!("explodes{sides}"),
        Open::Helped(sides) => format!("helped{sides}"),
        Open::Falls(sides) => format!("falls{sides}"),
        Open::Mapped(sides) => format!("mapped{sides}"),
    }
}

/// The expression as a script writes it; `opens` are the named dice it needs.
fn written(dice: &Dice, opens: &mut BTreeSet<Open>) -> String {
    match dice {
        Dice::Plain(dice) => format!("({})", written_plain(dice)),
        Dice::Keep { highest, count, of } => {
            format!("{} {count} of ({})", if *highest { "highest" } else { "lowest" }, written_plain(of))
        }
        Dice::Open(open) => {
            opens.insert(*open);
            if let Open::Falls(_) = open {
                opens.insert(Open::Explodes(2));
            }
            name(*open)
        }
        Dice::Plus(one, other) => format!("({} + {})", written(one, opens), written(other, opens)),
        Dice::Minus(one, other) => format!("({} - ({}))", written(one, opens), written(other, opens)),
        Dice::More(dice, more) => format!("({} + {more})", written(dice, opens)),
        Dice::Times(times, dice) => format!("({times} * ({}))", written(dice, opens)),
    }
}

fn rows(open: Open) -> String {
    let sides = open.sides();
    let rows = match open {
        Open::Explodes(_) => format!("..{} | that\n{sides} | that + 1d2", sides - 1),
        Open::Helped(_) => format!("..{} | that\n{sides} | that + highest 2d3", sides - 1),
        Open::Falls(_) => "1 | that - explodes2\n2.. | that".to_owned(),
        Open::Mapped(_) => "1 | 0\n2.. | that".to_owned(),
    };
    format!("dice {} {{\n1d{sides} | that\n{rows}\n}}\n", name(open))
}

fn system(dice: &Dice) -> String {
    let mut opens = BTreeSet::new();
    let expression = written(dice, &mut opens);
    let mut text = "system trial \"Dice at random\"\nmodifiers signed\nkind actor { n : number = 0 }\n".to_owned();
    for open in opens {
        text.push_str(&rows(open));
    }
    write!(text, "dice all = {expression}\nprocedure throw by actor {{\nroll d : all\n").expect("a string takes all");
    for (place, (question, _)) in NUMBERS.iter().chain(&CONDITIONS).enumerate() {
        writeln!(text, "let q{place} = {question}").expect("a string takes all");
    }
    text + "}\n"
}

fn claims(thrown: &Thrown) -> Vec<String> {
    let numbers = NUMBERS.iter().enumerate().map(|(place, (_, asked))| match asked(thrown) {
        Some(value) => format!("t.q{place} is {value}"),
        None => format!("t.q{place} is unreached"),
    });
    let conditions = CONDITIONS.iter().enumerate().map(|(place, (_, asked))| {
        let not = if asked(thrown) == Some(1) { "" } else { "not " };
        format!("{not}t.q{}", NUMBERS.len() + place)
    });
    numbers.chain(conditions).collect()
}

/// A scene that claims what one way of falling comes to, and how likely each of its answers is, alone and all together.
fn scene(ways: &[(Vec<i64>, Thrown, RBig)], chosen: usize) -> String {
    let mut text = "use trial\nuse house \"rules.rhai\"\nactor ada\nthrow t by ada\n".to_owned();
    let (faces, thrown, _) = &ways[chosen];
    let own = claims(thrown);
    if !faces.is_empty() {
        let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
        write!(text, "expect dice {} {{\n{}\n}}\n", faces.join(", "), own.join("\n")).expect("a string takes all");
    }
    text.push_str("expect odds {\n");
    let chance = |holds: &dyn Fn(&[String]) -> bool| -> RBig {
        ways.iter().filter(|(_, thrown, _)| holds(&claims(thrown))).fold(RBig::ZERO, |sum, (.., weight)| sum + weight)
    };
    for (place, claim) in own.iter().enumerate() {
        let claimed = chance(&|other: &[String]| &other[place] == claim);
        writeln!(text, "P({claim}) = {claimed}").expect("a string takes all");
    }
    let together = chance(&|other: &[String]| other == own);
    write!(text, "P({}) = {together}\n}}\n", own.join(" and ")).expect("a string takes all");
    text
}

fn compiled(system: &str, scene: &str) -> Encounter {
    let notes: Vec<String> = READ.iter().map(|name| format!("${{{name}}}")).collect();
    let rules = format!("fn after_roll_d({}) {{ #{{ note: `{}` }} }}", READ.join(", "), notes.join(" "));
    let mut shelf = Shelf::default();
    shelf.put("trial", system);
    shelf.put("rules.rhai", rules);
    let engine = Engine::with(shelf).functions_by(hook_rhai::reader(Limits::default()));
    engine.compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}\n{system}\n{scene}"))
}

/// What the house rule was handed.
fn read_by_the_rule(verdict: &Verdict) -> Option<String> {
    verdict.events.iter().find_map(|happened| match &happened.event {
        Event::House { notes, .. } => notes.first().map(ToString::to_string),
        _ => None,
    })
}

fn expected_of_the_rule(thrown: &Thrown) -> String {
    let face = |face: Option<i64>| face.map_or_else(String::new, |face| face.to_string());
    let faces = || thrown.faces.iter().map(|face| face.shown);
    let (rolled, dropped) = (thrown.sum(|_| true), thrown.sum(|face| !face.kept));
    let (highest, lowest) = (face(faces().max()), face(faces().min()));
    let value = thrown.value;
    format!("{value} {value} {rolled} {dropped} {highest} {lowest} {}", thrown.has_doubles())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_question_has_one_answer(dice in dice(), chosen in any::<prop::sample::Index>()) {
        let Some(ways) = dice.every_way(MOST_WAYS) else { return Ok(()) };
        let chosen = chosen.index(ways.len());
        let (system, scene) = (system(&dice), scene(&ways, chosen));
        let encounter = compiled(&system, &scene);
        let report = encounter.test();
        prop_assert!(report.all_passed(), "{system}\n{scene}\n{report:?}");
        let (faces, thrown, _) = &ways[chosen];
        let verdict = encounter.adjudicate(Answers::given(faces.clone()));
        let verdict = verdict.unwrap_or_else(|failure| panic!("{failure}\n{system}"));
        prop_assert_eq!(read_by_the_rule(&verdict), Some(expected_of_the_rule(thrown)), "{}\n{}", system, scene);
    }
}

/// The highest and the lowest are kept, as they are counted here, beside the program and in an order of its own.
fn is_kept_right(faces: &[i64], count: u32) {
    let mut sorted = faces.to_vec();
    sorted.sort_unstable();
    let kept = faces.len().min(count as usize);
    let lowest: i64 = sorted.iter().take(kept).sum();
    let highest: i64 = sorted.iter().rev().take(kept).sum();
    for (keep, sum) in [(Keep::Lowest(count), lowest), (Keep::Highest(count), highest)] {
        let told = dice::kept(faces, keep);
        assert_eq!(told.iter().filter(|counts| **counts).count(), kept, "{faces:?} {keep:?}");
        let shown: i64 = faces.iter().zip(told).filter(|(_, counts)| *counts).map(|(face, _)| face).sum();
        assert_eq!(shown, sum, "{faces:?} {keep:?}");
        assert_eq!(dice::answer(Question::Kept, faces, keep), Some(sum), "{faces:?} {keep:?}");
    }
}

proptest! {
    #[test]
    fn the_highest_and_the_lowest_are_kept(faces in prop::collection::vec(1..=20_i64, 0..40), count in 0..45_u32) {
        is_kept_right(&faces, count);
    }
}

/// What most rolls are: chance alone comes upon few of them.
#[test]
fn of_few_dice_the_highest_and_the_lowest_are_kept_whatever_they_show() {
    let mut throws = vec![Vec::new()];
    for _ in 0..4 {
        let longer = throws.iter().flat_map(|faces: &Vec<i64>| (1..=4).map(|face| [&faces[..], &[face]].concat()));
        throws = longer.chain([Vec::new()]).collect();
        for faces in &throws {
            (0..=5).for_each(|count| is_kept_right(faces, count));
        }
    }
}
