//! Fifty scripts and more, run from many seeds: what comes of each is one digest, the same on every machine.

use assize::engine::{Answer, Answers, Ask, Before, Encounter, Engine, How, Response, Shelf, Stopped};
use assize::journal::Exchange;
use assize::verdict::{Verdict, json};

/// A text and its name.
type Named = (&'static str, &'static str);

/// Shipped scenes: the name of each, its text, and the files beside it.
const SCENES: &[(&str, &str, &[Named])] = &[
    ("encounters/bear-at-the-ford.asz", include_str!("../../scripts/encounters/bear-at-the-ford.asz"), &[]),
    ("encounters/chase.asz", include_str!("../../scripts/encounters/chase.asz"), &[]),
    ("encounters/counting-house.asz", include_str!("../../scripts/encounters/counting-house.asz"), &[]),
    ("encounters/crew.asz", include_str!("../../scripts/encounters/crew.asz"), &[]),
    ("encounters/duel-at-the-gate.asz", include_str!("../../scripts/encounters/duel-at-the-gate.asz"), &[]),
    ("encounters/garden-wall.asz", include_str!("../../scripts/encounters/garden-wall.asz"), &[]),
    ("encounters/healer.asz", include_str!("../../scripts/encounters/healer.asz"), &[]),
    ("encounters/lamp-house.asz", include_str!("../../scripts/encounters/lamp-house.asz"), &[]),
    ("encounters/last-breath.asz", include_str!("../../scripts/encounters/last-breath.asz"), &[]),
    ("encounters/lighthouse.asz", include_str!("../../scripts/encounters/lighthouse.asz"), &[]),
    ("encounters/lute.asz", include_str!("../../scripts/encounters/lute.asz"), &[]),
    ("encounters/mango-tree-ten-sided.asz", include_str!("../../scripts/encounters/mango-tree-ten-sided.asz"), &[]),
    ("encounters/mango-tree.asz", include_str!("../../scripts/encounters/mango-tree.asz"), &[]),
    (
        "encounters/prince.asz",
        include_str!("../../scripts/encounters/prince.asz"),
        &[("prince-party.asz", include_str!("../../scripts/encounters/prince-party.asz"))],
    ),
    ("encounters/tar-quay.asz", include_str!("../../scripts/encounters/tar-quay.asz"), &[]),
    ("encounters/train-hijack.asz", include_str!("../../scripts/encounters/train-hijack.asz"), &[]),
    (
        "encounters/water-mill.asz",
        include_str!("../../scripts/encounters/water-mill.asz"),
        &[("mill-moves.asz", include_str!("../../scripts/encounters/mill-moves.asz"))],
    ),
    ("encounters/window-escape.asz", include_str!("../../scripts/encounters/window-escape.asz"), &[]),
    ("right/against-the-tide.asz", include_str!("../../tests/accounting/right/against-the-tide.asz"), &[]),
    ("right/alley.asz", include_str!("../../tests/accounting/right/alley.asz"), &[]),
    ("right/asked-first.asz", include_str!("../../tests/accounting/right/asked-first.asz"), &[]),
    ("right/at-the-bridge.asz", include_str!("../../tests/accounting/right/at-the-bridge.asz"), &[]),
    ("right/duel-of-words.asz", include_str!("../../tests/accounting/right/duel-of-words.asz"), &[]),
    ("right/old-book.asz", include_str!("../../tests/accounting/right/old-book.asz"), &[]),
    ("right/over-a-debt.asz", include_str!("../../tests/accounting/right/over-a-debt.asz"), &[]),
    ("right/past-the-customs-house.asz", include_str!("../../tests/accounting/right/past-the-customs-house.asz"), &[]),
    ("right/safe.asz", include_str!("../../tests/accounting/right/safe.asz"), &[]),
    ("right/sick-horse.asz", include_str!("../../tests/accounting/right/sick-horse.asz"), &[]),
    ("right/stone.asz", include_str!("../../tests/accounting/right/stone.asz"), &[]),
    ("right/up-a-mast.asz", include_str!("../../tests/accounting/right/up-a-mast.asz"), &[]),
    (
        "new/d20/scene.asz",
        include_str!("../../scripts/new/d20/scene.asz"),
        &[("party.asz", include_str!("../../scripts/new/d20/party.asz"))],
    ),
    (
        "new/duel/scene.asz",
        include_str!("../../scripts/new/duel/scene.asz"),
        &[("party.asz", include_str!("../../scripts/new/duel/party.asz"))],
    ),
    (
        "new/fatigue/scene.asz",
        include_str!("../../scripts/new/fatigue/scene.asz"),
        &[("party.asz", include_str!("../../scripts/new/fatigue/party.asz"))],
    ),
    (
        "new/fudge/scene.asz",
        include_str!("../../scripts/new/fudge/scene.asz"),
        &[("party.asz", include_str!("../../scripts/new/fudge/party.asz"))],
    ),
    (
        "new/moves/scene.asz",
        include_str!("../../scripts/new/moves/scene.asz"),
        &[("party.asz", include_str!("../../scripts/new/moves/party.asz"))],
    ),
    (
        "new/percentile/scene.asz",
        include_str!("../../scripts/new/percentile/scene.asz"),
        &[("party.asz", include_str!("../../scripts/new/percentile/party.asz"))],
    ),
    (
        "new/position/scene.asz",
        include_str!("../../scripts/new/position/scene.asz"),
        &[("party.asz", include_str!("../../scripts/new/position/party.asz"))],
    ),
    (
        "new/range/scene.asz",
        include_str!("../../scripts/new/range/scene.asz"),
        &[("party.asz", include_str!("../../scripts/new/range/party.asz"))],
    ),
    (
        "new/steps/scene.asz",
        include_str!("../../scripts/new/steps/scene.asz"),
        &[("party.asz", include_str!("../../scripts/new/steps/party.asz"))],
    ),
    (
        "new/ttomp/scene.asz",
        include_str!("../../scripts/new/ttomp/scene.asz"),
        &[("party.asz", include_str!("../../scripts/new/ttomp/party.asz"))],
    ),
    (
        "new/west/scene.asz",
        include_str!("../../scripts/new/west/scene.asz"),
        &[("party.asz", include_str!("../../scripts/new/west/party.asz"))],
    ),
    ("tests/duel-turns.asz", include_str!("../../scripts/tests/duel-turns.asz"), &[]),
    ("tests/range-turns.asz", include_str!("../../scripts/tests/range-turns.asz"), &[]),
];

/// Pages of the book whose scripts are run.
const PAGES: [Named; 8] = [
    ("choices.md", include_str!("../../docs/src/choices.md")),
    ("dice.md", include_str!("../../docs/src/dice.md")),
    ("hidden.md", include_str!("../../docs/src/hidden.md")),
    ("modifiers.md", include_str!("../../docs/src/modifiers.md")),
    ("one-scene.md", include_str!("../../docs/src/one-scene.md")),
    ("opposition.md", include_str!("../../docs/src/opposition.md")),
    ("plans.md", include_str!("../../docs/src/plans.md")),
    ("rounds.md", include_str!("../../docs/src/rounds.md")),
];

/// A seed from which nothing is replayed.
const OTHER: u64 = u64::MAX;

/// Questions beyond these are not answered.
const MOST_ANSWERS: u64 = 100;

/// A script that can be run.
pub struct Script {
    pub name: String,
    encounter: Encounter,
}

/// What has come of a script.
pub struct Digest {
    /// Of the dice, cards and answers with their addresses: a change needs a new stream of chance.
    pub dice: String,
    /// Of the verdicts in JSON, and of what stopped the others.
    pub verdicts: String,
    /// So many runs came to an end; the others were refused.
    pub ended: usize,
}

/// All of them.
pub fn scripts() -> Vec<Script> {
    let shipped = SCENES.iter().map(|(name, text, beside)| ((*name).to_owned(), (*text).to_owned(), *beside));
    let book = PAGES.iter().flat_map(|(page, text)| {
        let texts = blocks(text).into_iter().enumerate();
        texts.map(move |(at, text)| (format!("{page} {}", at + 1), text, &[][..]))
    });
    shipped.chain(book).map(|(name, text, beside)| script(name, &text, beside)).collect()
}

fn script(name: String, text: &str, beside: &[(&str, &str)]) -> Script {
    let mut shelf = Shelf::default();
    for (name, text) in beside {
        shelf.put(*name, *text);
    }
    let compiled = Engine::with(shelf).compile(&name, text);
    let encounter = compiled.unwrap_or_else(|failure| panic!("{name}: {failure}"));
    Script { name, encounter }
}

/// The scripts of a page that stand for themselves.
fn blocks(page: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(marks) = line.strip_prefix("```") else { continue };
        let text: String = lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
        if marks == "asz" || marks.starts_with("asz,file=") {
            found.push(text);
        }
    }
    found
}

impl Script {
    /// Runs it from so many seeds, and each run once more from what was recorded of it, which must tell the same.
    pub fn digest(&self, seeds: u64) -> Digest {
        let (mut dice, mut verdicts, mut ended) = (blake3::Hasher::new(), blake3::Hasher::new(), 0);
        for seed in 0..seeds {
            let (told, recorded) = self.run(seed);
            for exchange in &recorded {
                dice.update(
                    format!("{} {} {} {:?}\n", exchange.path, exchange.by, exchange.time, exchange.reply).as_bytes(),
                );
            }
            match &told {
                Ok(verdict) => {
                    ended += 1;
                    verdicts.update(json::json(verdict).as_bytes());
                }
                Err(why) => {
                    verdicts.update(why.as_bytes());
                }
            }
            assert_eq!(self.again(seed, &recorded), told, "{} from seed {seed}", self.name);
        }
        assert!(dice.count() > 0, "{} asks for nothing", self.name);
        Digest { dice: shown(&dice), verdicts: shown(&verdicts), ended }
    }

    /// A run in which a person answers whatever is asked, always the same from the same seed.
    fn run(&self, seed: u64) -> (Result<Verdict, String>, Vec<Exchange>) {
        let (mut recorded, mut asked) = (Vec::new(), 0);
        let mut person = |ask: &Ask<'_>| {
            asked += 1;
            match ask {
                Ask::Choose { low, high, .. } if asked <= MOST_ANSWERS => {
                    let wide = u64::try_from(high.saturating_sub(*low)).unwrap_or(0).min(5) + 1;
                    let chosen = i64::try_from((seed + asked) % wide).unwrap_or(0);
                    Response::Answer(Answer::Choice(low + chosen, How::Person))
                }
                _ => Response::Never,
            }
        };
        let answers = Answers { person: Some(&mut person), ..Answers::random(seed) };
        let told = self.encounter.replay(answers, Before::default(), &mut |exchange| {
            recorded.push(exchange.clone());
            Ok(())
        });
        (result(told), recorded)
    }

    /// The run once more, from other seeds and with nobody to ask: everything is recorded.
    fn again(&self, seed: u64, recorded: &[Exchange]) -> Result<Verdict, String> {
        let before = Before { replies: recorded, ..Before::default() };
        let again = result(self.encounter.replay(Answers::random(OTHER), before, &mut |_| Ok(())));
        again.map(|mut verdict| {
            // Where nothing was left to chance, no seed is told.
            verdict.seed = verdict.seed.map(|_| seed.into());
            verdict
        })
    }
}

fn result(told: Result<Option<Verdict>, Stopped>) -> Result<Verdict, String> {
    match told {
        Ok(Some(verdict)) => Ok(verdict),
        Ok(None) => Err("it waits".to_owned()),
        Err(Stopped::Failed(failure)) => Err(failure.to_string()),
        Err(stopped) => Err(format!("{stopped:?}")),
    }
}

/// The first half of a digest, which is enough to tell two of them apart.
fn shown(hasher: &blake3::Hasher) -> String {
    hasher.finalize().to_hex()[..32].to_owned()
}

/// A line for each script, and one of all together.
pub fn table(digests: &[(&str, Digest)], seeds: u64) -> String {
    let mut all = blake3::Hasher::new();
    let lines = digests.iter().map(|(name, Digest { dice, verdicts, ended })| {
        let line = format!("{dice} {verdicts} {ended:4} {name}\n");
        all.update(line.as_bytes());
        line
    });
    let lines: String = lines.collect();
    format!("dice{:29}verdicts{:25}runs that ended, of {seeds}\n{lines}{} all\n", "", "", shown(&all))
}
