//! Whoever sees every public die can foresee no secret one, nor the next public one.

use assize::engine::{Engine, Seed, Seeds, Shelf};
use assize::semantics::chance::{Chance, Draw, Stream};
use assize::session::Session;
use assize::verdict::{Audience, Event, Verdict, Visibility, json};

const SYSTEM: &str = "system watch \"Watch\"
kind person { }
procedure look by person { roll seen : 12d6 }
";

fn seed(text: &str) -> Seed {
    text.parse().expect("it is a seed")
}

/// Seeds of 128 bits, as a host draws them.
const ONE: &str = "8f1c22d0a97be3645110cf3d72e8b4a9";
const OTHER: &str = "5e90c1fb37a2468dd3317ac02b6f94e8";

/// A session in which somebody looks, in secret every other time, and its verdicts.
fn evening(public: &str, secret: &str) -> Vec<Verdict> {
    let mut shelf = Shelf::default();
    shelf.put("watch", SYSTEM);
    let seeds = Seeds { public: seed(public), secret: seed(secret) };
    let mut session = Session::begin(Engine::with(shelf), seeds, None).expect("it begins");
    for line in
        ["use watch\nperson ada", "look a by ada", "secret look b by ada", "look c by ada", "secret look d by ada"]
    {
        session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    session.entries().iter().map(|entry| entry.verdict.clone()).collect()
}

/// All faces that are for everybody, or all that are not.
fn faces(verdicts: &[Verdict], public: bool) -> Vec<i64> {
    let rolled = verdicts.iter().flat_map(|verdict| &verdict.events);
    let rolled = rolled.filter(|happened| (happened.visibility == Visibility::All) == public);
    rolled
        .flat_map(|happened| match &happened.event {
            Event::Rolled { dice, .. } => dice.iter().map(|die| die.face).collect(),
            _ => Vec::new(),
        })
        .collect()
}

#[test]
fn nothing_public_depends_on_the_secret_seed_and_nothing_secret_on_the_public_one() {
    let (mine, secret, public) = (evening(ONE, OTHER), evening(ONE, "7"), evening("7", OTHER));
    assert_eq!((faces(&mine, true).len(), faces(&mine, false).len()), (24, 24));
    assert_eq!(faces(&mine, true), faces(&secret, true));
    assert_ne!(faces(&mine, false), faces(&secret, false));
    assert_eq!(faces(&mine, false), faces(&public, false));
    assert_ne!(faces(&mine, true), faces(&public, true));
}

#[test]
fn whether_a_die_is_secret_changes_no_public_die() {
    let mut shelf = Shelf::default();
    shelf.put("watch", SYSTEM);
    let engine = Engine::with(shelf);
    let play = |lines: &str| {
        let scene = format!("use watch\nperson ada\n{lines}");
        let encounter = engine.compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{failure}"));
        encounter.adjudicate(assize::engine::Answers::random(7)).unwrap_or_else(|failure| panic!("{failure}"))
    };
    let hidden = play("look a by ada\nsecret look b by ada\nlook c by ada");
    let open = play("look a by ada\nlook b by ada\nlook c by ada");
    let (seen, all) = (faces(&[hidden], true), faces(&[open], true));
    assert_eq!((&seen[..12], &seen[12..]), (&all[..12], &all[24..]));
}

/// What an attack could go through: every number that has been a seed, counted up from what a session began with. Each gives
/// other dice than those that were seen; and the dice that come next do not follow from those that were.
#[test]
fn small_seeds_do_not_lead_to_the_dice_of_a_fresh_one() {
    let verdicts = evening(ONE, OTHER);
    let seen = &faces(&verdicts, true)[..12];
    let rolled = |seeds: Seeds, secret: bool| {
        let draw = Draw { path: "a.seen", by: "ada", time: 0, secret };
        Chance::from(Stream::of_entry(seeds, 2)).faces(draw, &[6; 12])
    };
    let own = Seeds { public: seed(ONE), secret: seed(OTHER) };
    assert_eq!(rolled(own, false), seen, "the attack knows how dice are drawn");
    let guesses = (0..20_000_u64).flat_map(|guess| [Seeds::from(guess), Seeds::from(u64::MAX - guess)]);
    assert!(guesses.map(|seeds| rolled(seeds, false)).all(|faces| faces != seen));
    // Half of a seed is no help either: each bit of it counts.
    for bit in 0..128_u32 {
        let flipped = u128::from_be_bytes(own.public.to_bytes()) ^ (1 << bit);
        let public = Seed::from_bytes(flipped.to_be_bytes());
        assert_ne!(rolled(Seeds { public, ..own }, false), seen, "bit {bit}");
        assert_eq!(rolled(Seeds { public, ..own }, true), rolled(own, true), "bit {bit}");
    }
}

#[test]
fn players_are_told_no_seed_in_any_way() {
    for verdict in evening(ONE, OTHER) {
        let players = json::json(&verdict.of_session_seen_by(Audience::Players));
        assert!(!players.contains(ONE) && !players.contains(OTHER) && !players.contains("blake3"), "{players}");
        let single = json::json(&verdict.seen_by(Audience::Players));
        assert!(!single.contains(OTHER), "{single}");
    }
}

#[test]
fn the_game_master_is_told_what_has_the_dice_again() {
    let verdicts = evening(ONE, OTHER);
    let told: Vec<_> = verdicts.iter().map(|verdict| (verdict.seed, verdict.secret_seed, verdict.entry)).collect();
    let (public, secret) = (Some(seed(ONE)), Some(seed(OTHER)));
    let expected = [
        (None, None, None),
        (public, None, Some(2)),
        (public, secret, Some(3)),
        (public, None, Some(4)),
        (public, secret, Some(5)),
    ];
    assert_eq!(told, expected);
    assert_eq!(verdicts[2].stream.as_deref(), Some("blake3/1"));
}

/// How far from even the faces of a d6 are.
fn chi_square(faces: impl Iterator<Item = i64>) -> f64 {
    let mut seen = [0_u32; 6];
    for face in faces {
        seen[usize::try_from(face - 1).expect("it is a face")] += 1;
    }
    let expected = f64::from(seen.iter().sum::<u32>()) / 6.0;
    seen.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum()
}

/// Five degrees of freedom: larger than this once in a million times.
const TOO_LARGE: f64 = 36.0;

#[test]
fn neighbouring_addresses_tell_nothing_of_each_other() {
    let seeds = Seeds { public: seed(ONE), secret: seed(OTHER) };
    let roll = |entry: u64, time: u64, secret: bool| {
        let draw = Draw { path: "a.seen", by: "ada", time, secret };
        Chance::from(Stream::of_entry(seeds, entry)).faces(draw, &[6; 12])
    };
    let rolls: Vec<[Vec<i64>; 4]> = (1..=3_000)
        .map(|entry| [roll(entry, 0, false), roll(entry + 1, 0, false), roll(entry, 1, false), roll(entry, 0, true)])
        .collect();
    let single = rolls.iter().flat_map(|[roll, ..]| roll.iter().copied());
    assert!(chi_square(single) < TOO_LARGE);
    // If one followed from the other in any way that shows in their sum, some remainder would come up too often.
    let with = |other: fn(&[Vec<i64>; 4]) -> Vec<i64>| {
        let sums = rolls.iter().flat_map(|all| {
            let other = other(all);
            all[0].iter().zip(other).map(|(one, other)| (one + other) % 6 + 1).collect::<Vec<i64>>()
        });
        chi_square(sums)
    };
    assert!(with(|all| all[1].clone()) < TOO_LARGE, "of the next entry");
    assert!(with(|all| all[2].clone()) < TOO_LARGE, "of the next time");
    assert!(with(|all| all[3].clone()) < TOO_LARGE, "of the same roll in secret");
    let turned = |all: &[Vec<i64>; 4]| {
        let mut next = all[0].clone();
        next.rotate_left(1);
        next
    };
    assert!(with(turned) < TOO_LARGE, "of the next die");
}
