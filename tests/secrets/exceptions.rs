//! What can leak, and shows that something was different: the list of the page, each entry with two evenings that can be told
//! apart by it. What is not in this list is kept.

use allocation_counter::measure;
use assize::engine::{Answers, Chance, Failure, OddsRequest, Seeds, Stream};
use assize::journal::EntryMode;
use assize::verdict::{Audience, Visibility, json, text};

use crate::alike::compare;
use crate::evenings::{Evening, Pair, Step};
use crate::looks::{Leak, Played};
use crate::mill_lines::{BEGINNING, SYSTEM};
use crate::shipped_lines::{RANGE, WEST};

/// An entry of the list: its first words on the page, and two evenings that differ in a secret, as far as they differ.
struct Exception {
    page: &'static str,
    evenings: [&'static [&'static str]; 2],
    shows: Shows,
}

/// By what the two evenings can be told apart.
enum Shows {
    /// By what players see of them and can ask.
    Players,
    /// The same, where nothing but the dice that are rolled in secret differs.
    SecretDice,
    /// By what players see where the last line is written over the one before it.
    Edited,
    /// By what players are told of one run, whose dice are handed in.
    GivenDice,
    /// The same, where they are drawn one after the other.
    EarlierDice,
    /// By the text that a session is saved as.
    Script,
    /// By the columns in a verdict, and by nothing else.
    Columns,
    /// By the seeds that the game master is told.
    Seeds,
    /// By odds that the game master asks for.
    Odds,
    /// By the work that it takes to tell players of them.
    Work,
}

const EXCEPTIONS: [Exception; 19] = [
    Exception {
        page: "The lines that run because of a secret condition",
        evenings: [
            &["secret set ada.wounds = 3", "if ada.wounds > 40 { note \"she limps\" }"],
            &["secret set ada.wounds = 60", "if ada.wounds > 40 { note \"she limps\" }"],
        ],
        shows: Shows::Players,
    },
    Exception {
        page: "Whether something is asked, and whether a dash stops it",
        evenings: [&["dare leap by ada { secret mood 3 }"], &["dare leap by ada { secret mood 60 }"]],
        shows: Shows::Players,
    },
    Exception {
        page: "The final result",
        evenings: [&["judge it by ada { secret load 3 }"], &["judge it by ada { secret load 60 }"]],
        shows: Shows::Players,
    },
    Exception {
        page: "Whom a modifier is revealed to",
        evenings: [
            &[
                "modifier wire 9 \"a wire\" known to nobody",
                "secret reveal wire to ada",
                "climb in by ada { help wire }",
            ],
            &[
                "modifier wire 9 \"a wire\" known to nobody",
                "secret reveal wire to bob",
                "climb in by ada { help wire }",
            ],
        ],
        shows: Shows::Players,
    },
    Exception {
        page: "The cards that are left",
        evenings: [
            &["secret toss mine by bob", "toss yours by ada"],
            &["secret toss mine by bob", "toss yours by ada"],
        ],
        shows: Shows::SecretDice,
    },
    Exception {
        page: "Dice that an edit reveals",
        evenings: [
            &[
                "secret set ada.wounds = 2\nroll count : (ada.wounds)d6",
                "set ada.wounds = 5\nroll count : (ada.wounds)d6",
            ],
            &[
                "secret set ada.wounds = 5\nroll count : (ada.wounds)d6",
                "set ada.wounds = 5\nroll count : (ada.wounds)d6",
            ],
        ],
        shows: Shows::Edited,
    },
    Exception {
        page: "The dice that are handed to a run",
        evenings: [
            &["secret repeat up to 1 { look out by ada }", "look on by bob"],
            &["secret repeat up to 2 { look out by ada }", "look on by bob"],
        ],
        shows: Shows::GivenDice,
    },
    Exception {
        page: "Dice drawn as in earlier versions",
        evenings: [
            &["secret repeat up to 1 { look out by ada }", "look on by bob"],
            &["secret repeat up to 2 { look out by ada }", "look on by bob"],
        ],
        shows: Shows::EarlierDice,
    },
    Exception {
        page: "The name of a field, a blank or a step",
        evenings: [&["secret set ada.wounds = 3"], &["secret set bob.wounds = 3"]],
        shows: Shows::Players,
    },
    Exception {
        page: "That there is an entry, and that a line is there",
        evenings: [&["note \"a knock\""], &["secret note \"it is the thief\"", "note \"a knock\""]],
        shows: Shows::Players,
    },
    Exception {
        page: "The length of a secret that comes before something open on the same line",
        evenings: [
            &["climb in by ada { secret oath \"an ox\", mood 3 }"],
            &["climb in by ada { secret oath \"a heron\", mood 3 }"],
        ],
        shows: Shows::Columns,
    },
    Exception {
        page: "The limits of a choice",
        evenings: [
            &["climb in by ada { secret burden 3, reach 5 }"],
            &["climb in by ada { secret burden 9, reach 5 }"],
        ],
        shows: Shows::Players,
    },
    Exception {
        page: "That something cannot happen",
        evenings: [&["secret set ada.nerve = 3"], &["secret set ada.nerve = 60"]],
        shows: Shows::Players,
    },
    Exception {
        page: "An error that is found before anything runs",
        evenings: [&["secret set ada.otter = 3"], &["secret set ada.heron = 3"]],
        shows: Shows::Players,
    },
    Exception {
        page: "Anything, from players who may enter lines of their own",
        evenings: [
            &["secret set ada.wounds = 3", "lift guess by bob { load ada.wounds }"],
            &["secret set ada.wounds = 60", "lift guess by bob { load ada.wounds }"],
        ],
        shows: Shows::Players,
    },
    Exception {
        page: "The script, the journal and the text of a line as it was typed",
        evenings: [&["secret note \"an otter\""], &["secret note \"a heron\""]],
        shows: Shows::Script,
    },
    Exception {
        page: "The seeds, from the game master",
        evenings: [&["secret look out by ada"], &["secret look out by ada"]],
        shows: Shows::Seeds,
    },
    Exception {
        page: "What is hidden, from the game master who asks for odds",
        evenings: [&["hidden set ada.wounds = 3"], &["hidden set ada.wounds = 60"]],
        shows: Shows::Odds,
    },
    Exception {
        page: "How long an answer takes",
        evenings: [
            &["secret repeat up to 1 { look out by ada }", "note \"a knock\""],
            &["secret repeat up to 9 { look out by ada }", "note \"a knock\""],
        ],
        shows: Shows::Work,
    },
];

impl Exception {
    fn pair(&self, secret: u64) -> Pair {
        let differs = matches!(self.shows, Shows::SecretDice | Shows::Seeds);
        let lines = self.evenings.map(|lines| [&BEGINNING, lines].concat());
        pair_of(&lines, 7, [secret, secret + u64::from(differs)])
    }

    /// What players are told of a run of one of the two.
    fn run(&self, place: usize, answers: Answers<'_>) -> String {
        let lines: Vec<&str> = BEGINNING.iter().chain(self.evenings[place]).copied().collect();
        let scene = self.pair(11).evenings[place].engine().compile("scene.asz", &lines.join("\n"));
        scene.expect("it is right").adjudicate(answers).map_or_else(
            |failure| failure.seen_by(Audience::Players).to_string(),
            |verdict| text::text(&verdict.seen_by(Audience::Players)),
        )
    }

    /// Whether the two evenings can be told apart by it.
    fn shows(&self) -> bool {
        let pair = self.pair(11);
        let played = || [&pair.evenings[0], &pair.evenings[1]].map(Played::new);
        match self.shows {
            Shows::Players => compare(&pair, Leak::Nothing).is_err(),
            Shows::Edited => {
                let edited = |mut evening: Evening| {
                    if let Some(Step::Enter(line)) = evening.steps.pop() {
                        evening.steps.push(Step::Edit(line));
                    }
                    evening
                };
                let evenings = pair.evenings.clone().map(edited);
                compare(&Pair { evenings, ..pair.clone() }, Leak::Nothing).is_err()
                    && compare(&pair, Leak::Nothing).is_ok()
            }
            Shows::SecretDice => (0..9).any(|secret| compare(&self.pair(2 * secret), Leak::Nothing).is_err()),
            Shows::GivenDice => {
                let [one, other] = [0, 1].map(|place| self.run(place, Answers::given(vec![1, 2])));
                one != other && compare(&pair, Leak::Nothing).is_ok()
            }
            Shows::EarlierDice => {
                let [one, other] = [0, 1].map(|place| self.run(place, Answers::random(Stream::Sequential { seed: 7 })));
                one != other && compare(&pair, Leak::Nothing).is_ok()
            }
            Shows::Script => {
                let [one, other] = played().map(|played| played.session.script());
                one != other && compare(&pair, Leak::Nothing).is_ok()
            }
            Shows::Columns => {
                let players = |played: Played| json::json(&played.session.whole().seen_by(Audience::Players));
                let [one, other] = played().map(players);
                one != other && compare(&pair, Leak::Nothing).is_ok()
            }
            Shows::Seeds => {
                let seeds = |played: Played| {
                    played.session.entries().last().map(|entry| {
                        let told = |audience| entry.verdict.of_session_seen_by(audience).secret_seed;
                        (told(Audience::Gm), told(Audience::Players))
                    })
                };
                let [one, other] = played().map(seeds);
                one != other && one.map(|(_, players)| players) == other.map(|(_, players)| players)
            }
            Shows::Odds => {
                let odds = |mut played: Played| {
                    let request = OddsRequest::of(["P(ada.wounds > 40)"]);
                    let told = |odds: Result<Vec<Chance>, Failure>| format!("{odds:?}");
                    [Audience::Gm, Audience::Players].map(|whom| told(played.session.odds(None, &request, whom)))
                };
                let [one, other] = played().map(odds);
                one[0] != other[0] && one[1] == other[1]
            }
            Shows::Work => {
                let [one, other] = played().map(|played| work(&played));
                other > one && compare(&pair, Leak::Nothing).is_ok()
            }
        }
    }
}

/// Two evenings of these lines, by this seed and those of what is rolled in secret.
fn pair_of(lines: &[Vec<&str>; 2], public: u64, secret: [u64; 2]) -> Pair {
    let evening = |place: usize| Evening {
        files: vec![("mill".to_owned(), SYSTEM.to_owned())],
        steps: lines[place].iter().map(|line| Step::Enter((*line).to_owned())).collect(),
        seeds: Seeds { public: public.into(), secret: secret[place].into() },
        answer: 0,
        answers_from: Visibility::Gm,
        mode: EntryMode::Random,
        by_hand: Vec::new(),
    };
    Pair { evenings: [evening(0), evening(1)], viewers: vec![Audience::Players] }
}

/// How often memory is asked for to tell players of an evening.
fn work(played: &Played) -> u64 {
    let tell = || assert!(!text::text(&played.session.whole().of_session_seen_by(Audience::Players)).is_empty());
    tell();
    measure(tell).count_total
}

#[test]
fn each_exception_is_a_real_one() {
    let unreal: Vec<_> =
        EXCEPTIONS.iter().filter(|exception| !exception.shows()).map(|exception| exception.page).collect();
    assert!(unreal.is_empty(), "{unreal:?}");
}

/// By systems that come with the program: where its cause is taken away, the exception is gone.
#[test]
fn an_exception_has_one_cause() {
    let shipped = [
        // The final result: a hidden six tires the skill.
        (
            RANGE.0,
            "set game.tiring = no",
            [
                "hidden act over by ilse versus wall { skill ilse.climb }",
                "act scale by ilse versus wall { skill ilse.climb }",
            ],
        ),
        // The cards that are left.
        (
            WEST.0,
            "set game.source = dice",
            ["secret repeat up to 30 { check crack by doc { trait d8 } }", "check set by blaze { trait d8 }"],
        ),
    ];
    for (beginning, without, lines) in shipped {
        let pair = |between: &[&str], seed: u64| {
            let lines = [beginning, between, &lines].concat();
            pair_of(&[lines.clone(), lines], seed, [seed, seed + 1])
        };
        let shows = |between: &[&str], seed: u64| compare(&pair(between, seed), Leak::Nothing).is_err();
        let seed = (9..40).find(|seed| shows(&[], *seed)).unwrap_or_else(|| panic!("{lines:?} show nothing"));
        assert!(!shows(&[without], seed), "{lines:?} show more than what `{without}` ends, with {seed}");
    }
}

#[test]
fn the_page_lists_these_and_no_others() {
    let page = include_str!("../../docs/src/hidden.md");
    let (_, list) = page.split_once("## What can leak\n").expect("the page has a list");
    let listed = list.lines().filter_map(|line| line.strip_prefix("- "));
    let listed: Vec<&str> = listed
        .map(|line| line.strip_prefix("**").and_then(|line| line.split_once("**")).map_or(line, |(lead, _)| lead))
        .collect();
    let known: Vec<&str> = EXCEPTIONS.iter().map(|exception| exception.page).collect();
    assert_eq!(listed, known);
}

/// A longer secret makes no question of a player longer: the same is asked of memory, but for what grows by doubling.
#[test]
fn the_length_of_a_secret_makes_no_work() {
    for line in ["secret note \"§\"", "secret lift vigil \"§\" by bob", "climb wall by ada { secret oath \"§\" }"] {
        let [short, long] = ["otter", "the crane on the far side of the mill and all of its young"].map(|words| {
            let line = line.replace('§', words);
            let mut pair = EXCEPTIONS[0].pair(11);
            pair.evenings[0].steps.truncate(BEGINNING.len());
            pair.evenings[0].steps.push(Step::Enter(line));
            pair.evenings[0].steps.push(Step::Enter("note \"a knock\"".to_owned()));
            work(&Played::new(&pair.evenings[0]))
        });
        assert!(short.abs_diff(long) * 10 <= short, "{line}: {short}, and {long}");
    }
}
