//! Evenings made at random from a tape of numbers, each of them twice: the two differ in one secret only.

use assize::engine::{Engine, Seeds, Shelf};
use assize::journal::EntryMode;
use assize::verdict::{Audience, Visibility};

use crate::mill_lines::{BEGINNING, Hole, KEPT, KEPT_FROM_PLAYERS, Lines, OPEN, SYSTEM};
use crate::shipped_lines::{EVENINGS, Shipped};
use crate::tape::Tape;

/// Something that is done in an evening.
#[derive(Clone, Debug)]
pub enum Step {
    Enter(String),
    /// Somebody whom the host hands in, with so much nerve.
    Sheet(String, i64),
    /// The last entry in another way.
    Edit(String),
    Undo,
    Redo,
    /// A page is turned.
    Turn,
}

/// One evening, with its secret.
#[derive(Clone, Debug)]
pub struct Evening {
    pub files: Vec<(String, String)>,
    pub steps: Vec<Step>,
    pub seeds: Seeds,
    /// What is answered to questions that are kept.
    pub answer: usize,
    /// Those that are kept less are answered alike: somebody who must not see the secret may see them.
    pub answers_from: Visibility,
    pub mode: EntryMode,
    pub by_hand: Vec<String>,
}

/// Two evenings that differ in a secret, and whoever must not see that.
#[derive(Clone, Debug)]
pub struct Pair {
    pub evenings: [Evening; 2],
    pub viewers: Vec<Audience>,
}

impl Evening {
    pub fn engine(&self) -> Engine {
        let mut texts = Shelf::default();
        for (name, text) in &self.files {
            texts.put(name.clone(), text.clone());
        }
        Engine::with(texts)
    }

    /// As somebody would type it.
    pub fn told(&self) -> String {
        let step = |step: &Step| match step {
            Step::Enter(text) => format!("{text}\n"),
            Step::Sheet(name, nerve) => format!("<sheet>{name} {nerve}\n"),
            Step::Edit(text) => format!("<edit>{text}\n"),
            Step::Undo => "<undo>\n".to_owned(),
            Step::Redo => "<redo>\n".to_owned(),
            Step::Turn => "<turn>\n".to_owned(),
        };
        self.steps.iter().map(step).collect()
    }
}

/// The evening of a tape.
pub fn pair(tape: &[u32]) -> Pair {
    let mut tape = Tape::new(tape);
    if tape.once_in(8) {
        let shipped = tape.pick(&EVENINGS);
        return of_shipped(&mut tape, shipped);
    }
    let hidden = tape.once_in(3);
    let kept = if !hidden && tape.once_in(4) { tape.pick(&KEPT_FROM_PLAYERS) } else { tape.pick(&KEPT) };
    let (before, after) = (tape.below(4), tape.below(5));
    let mut lines: Vec<String> = BEGINNING.iter().map(|line| (*line).to_owned()).collect();
    for _ in 0..before {
        push_other(&mut tape, &mut lines);
    }
    push(&mut lines, kept.0, hidden);
    for _ in 0..after {
        push_other(&mut tape, &mut lines);
    }
    made(&mut tape, &lines, kept.1, hidden, Some(SYSTEM))
}

/// Each line that keeps something, alone in its evening.
pub fn each() -> impl Iterator<Item = Pair> {
    let beginning = |beginning: &[&str]| beginning.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    let of_mill = KEPT.iter().chain(&KEPT_FROM_PLAYERS).map(move |kept| (beginning(&BEGINNING), kept, Some(SYSTEM)));
    let shipped =
        EVENINGS.iter().flat_map(move |(first, kept, _)| kept.iter().map(move |kept| (beginning(first), kept, None)));
    of_mill.chain(shipped).map(|(mut lines, kept, system)| {
        push(&mut lines, kept.0, false);
        made(&mut Tape::new(&[]), &lines, kept.1, false, system)
    })
}

fn of_shipped(tape: &mut Tape, shipped: &Shipped) -> Pair {
    let (beginning, kept, open) = shipped;
    let hidden = tape.once_in(3);
    let kept = tape.pick(kept);
    let mut lines: Vec<String> = beginning.iter().map(|line| (*line).to_owned()).collect();
    for place in 0..3 {
        if place == 1 {
            push(&mut lines, kept.0, hidden);
        } else if tape.below(2) == 1 {
            push(&mut lines, tape.pick::<&[&str]>(open), false);
        }
    }
    made(tape, &lines, kept.1, hidden, None)
}

/// Lines that are the same in both evenings; some of them keep a secret of their own.
fn push_other(tape: &mut Tape, lines: &mut Vec<String>) {
    if tape.once_in(3) {
        let (kept, hole): &Lines = tape.pick(&KEPT);
        let filled = fills(tape, *hole)[0].clone();
        let whole: Vec<String> = kept.iter().map(|line| line.replace('§', &filled)).collect();
        let whole: Vec<&str> = whole.iter().map(String::as_str).collect();
        push(lines, &whole, tape.once_in(3));
    } else {
        push(lines, tape.pick::<&[&str]>(&OPEN), false);
    }
}

fn push(lines: &mut Vec<String>, new: &[&str], hidden: bool) {
    let number = lines.len().to_string();
    let word = if hidden { "hidden" } else { "secret" };
    let new = new.iter().map(|line| line.replace('¶', word).replace('@', &number));
    lines.extend(new);
}

fn made(tape: &mut Tape, lines: &[String], hole: Hole, hidden: bool, system: Option<&str>) -> Pair {
    let filled = fills(tape, hole);
    let mode = *tape.pick(&[EntryMode::Random, EntryMode::Deliberate, EntryMode::Automatic, EntryMode::Table]);
    let by_hand = if tape.below(2) == 0 { Vec::new() } else { vec!["ada".to_owned()] };
    let public = u64::try_from(tape.within(0, 999)).expect("it is no less than 0");
    let evening = |place: usize| {
        let fill = &filled[place];
        let steps = lines.iter().map(|line| step(&line.replace('§', fill))).collect();
        let secret = if hole == Hole::SecretDice { place as u64 } else { 5 };
        let mut files: Vec<_> = system.iter().map(|text| ("mill".to_owned(), (*text).to_owned())).collect();
        let plots = NAMES.iter().flat_map(|name| (0..lines.len()).map(move |line| format!("plot-{name}-{line}.asz")));
        files.extend(plots.map(|plot| (plot, PLOT.to_owned())));
        Evening {
            files,
            steps,
            seeds: Seeds { public: public.into(), secret: (secret + 1000).into() },
            answer: if hole == Hole::Answer { place } else { 0 },
            answers_from: if hidden { Visibility::Hidden } else { Visibility::Gm },
            mode,
            by_hand: by_hand.clone(),
        }
    };
    // The game master is told the seed of what is kept from them as well: with it they have a whole evening again.
    let viewers = if hidden && hole != Hole::SecretDice {
        vec![Audience::Players, Audience::Gm]
    } else {
        vec![Audience::Players]
    };
    Pair { evenings: [evening(0), evening(1)], viewers }
}

fn step(line: &str) -> Step {
    match line {
        "<undo>" => Step::Undo,
        "<redo>" => Step::Redo,
        "<turn>" => Step::Turn,
        text => match (text.strip_prefix("<edit>"), text.strip_prefix("<sheet>")) {
            (Some(text), _) => Step::Edit(text.to_owned()),
            (None, Some(sheet)) => {
                let (name, nerve) = sheet.split_once(' ').expect("a name and a number");
                Step::Sheet(name.to_owned(), nerve.parse().expect("it is a number"))
            }
            (None, None) => Step::Enter(text.to_owned()),
        },
    }
}

const WORDS: [&str; 4] = ["otter", "the crane on the far side of the mill", "elk", "a heron"];
const NAMES: [&str; 4] = ["ox", "wolverine", "elk", "heron"];
/// What stands in the file that a kept name leads to.
const PLOT: &str = "secret note \"a plot\"\nhidden note \"a plot within\"\n";

/// Two that can stand in the hole.
fn fills(tape: &mut Tape, hole: Hole) -> [String; 2] {
    let mut two = |among: &[&str]| {
        let first = tape.below(among.len());
        let second = (first + 1 + tape.below(among.len() - 1)) % among.len();
        [among[first].to_owned(), among[second].to_owned()]
    };
    match hole {
        Hole::Number => two(&["3", "60", "9", "44", "7", "81", "35", "1"]),
        Hole::Few => two(&["1", "2", "3", "5"]),
        Hole::Words => two(&WORDS),
        Hole::Name => two(&NAMES),
        Hole::Person => two(&["ada", "bob"]),
        Hole::Crowd => two(&["few", "many"]),
        Hole::Glow => two(&["dark", "bright"]),
        Hole::Flag => two(&["yes", "no"]),
        Hole::SecretDice | Hole::Answer => [String::new(), String::new()],
    }
}
