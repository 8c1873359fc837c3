//! Asks people in their own terms for dice, cards and choices, and reads their answers. Pure: the caller talks to them:
//! it shows [`question`], and asks again with the complaint of [`read`].

use smol_str::ToSmolStr;

use super::adjudicate::Response;
pub use super::told_faces::faces_of_any;
use super::told_faces::{faces, say_each};
use crate::ir::{Choose, Deck, Keep, Roll, Roller};
use crate::machine::{Answer, Ask, How, OnTable};
use crate::semantics::dice;
use crate::shared_text::SharedText;

/// What is to be answered, in one line: `Ada: roll 2d6, keep the lowest, for pull of lift (P2)`.
pub fn question(ask: &Ask<'_>) -> String {
    match ask {
        Ask::Roll { roll, sides, on_table } => TableRoll::new(roll, sides, on_table).question(),
        Ask::Draw { path, by, cards, .. } => {
            format!("{}for {}: draw a card from {} ({})", whoever(by), purpose(path), cards.name, numbers(cards))
        }
        Ask::Choose { choose, question, low, high, default, hides_limits, .. } => {
            let possible = possible(choose, (*low, *high), *hides_limits);
            let usual = |number| if *hides_limits { "the default".to_owned() } else { option(choose, number) };
            choice((choose, question), &possible, default.map(usual))
        }
        Ask::Resolve { path, .. } => format!("{path}?"),
        Ask::Call { .. } => "a function is called".to_owned(),
    }
}

/// What a line says. `roll`, `draw` or nothing lets the program roll or draw this once, from its seed.
///
/// # Errors
/// With what is wrong with it, in one line; it is taken only when nothing is. `?` asks for an explanation, and gets it so.
pub fn read(ask: &Ask<'_>, line: &str) -> Result<Response, String> {
    let line = line.trim();
    if line == "?" {
        return Err(explanation(ask));
    }
    let answer = match ask {
        Ask::Roll { roll, sides, on_table } => return TableRoll::new(roll, sides, on_table).read(line),
        Ask::Draw { .. } if leaves_it_to_the_program(line) => return Ok(Response::Rolled),
        Ask::Draw { cards, left, .. } => card(line, cards, left).map(|card| Answer::Card(card, How::Given)),
        Ask::Choose { choose, low, high, default, hides_limits, .. } => {
            chosen(line, choose, (*low, *high), *default, &possible(choose, (*low, *high), *hides_limits))
        }
        Ask::Resolve { .. } | Ask::Call { .. } => Err("a person cannot answer this".to_owned()),
    };
    answer.map(Response::Answer)
}

/// `roll`, also with what people say behind it: `roll it for me`.
fn leaves_it_to_the_program(line: &str) -> bool {
    let line = line.to_lowercase();
    let mut words = line.split_whitespace();
    match words.next() {
        None => true,
        Some("roll" | "draw") => words.all(|word| SAID_OF_A_ROLL.contains(&word)),
        Some(_) => false,
    }
}

/// What people say behind `roll` who want to have it rolled.
const SAID_OF_A_ROLL: &[&str] =
    &["it", "this", "that", "one", "die", "dice", "card", "them", "these", "the", "a", "for", "me", "us", "please"];

/// What is asked, and what may be said: the answer to `?`.
fn explanation(ask: &Ask<'_>) -> String {
    match ask {
        Ask::Roll { roll, sides, on_table } => {
            let rolled = on_table.to_roll(sides);
            let counts = if rolled.is_empty() { String::new() } else { format!("; {}", say_each(&rolled)) };
            let keep = kept(roll.keep, sides.len()).map_or_else(String::new, |which| format!(", keeping {which}"));
            format!(
                "this rolls {}{}{keep}, for {}{counts}; type `roll` or press Enter to let the program roll",
                dice::counted(&rolled),
                beside(on_table),
                whole_purpose(&roll.path)
            )
        }
        Ask::Draw { path, cards, .. } => format!(
            "this draws a card from {}, for {}; enter {}; type `draw` or press Enter to let the program draw",
            cards.name,
            whole_purpose(path),
            numbers(cards)
        ),
        Ask::Choose { choose, low, high, default, hides_limits, .. } => {
            let possible = possible(choose, (*low, *high), *hides_limits);
            let usual = match default {
                Some(_) if *hides_limits => "; press Enter for the default".to_owned(),
                Some(number) => format!("; press Enter for {}", option(choose, *number)),
                None => String::new(),
            };
            format!("this decides {}; enter one of these: {possible}{usual}", whole_purpose(&choose.path))
        }
        Ask::Resolve { .. } | Ask::Call { .. } => "a person cannot answer this".to_owned(),
    }
}

/// Names that tell whoever rolls or draws no more than that.
const BARE: &[&str] = &["dice", "die", "faces", "card"];

/// What something is for, in few words: `pull of lift`, and `pull of lift.rope` where a line stands in another one. Names between these
/// are names of the rules.
fn purpose(path: &str) -> String {
    match names(path).as_slice() {
        [nearest, .., inner, line] => format!("{nearest} of {line}.{inner}"),
        few => few.join(" of "),
    }
}

/// The same with all names, the nearest first: `height of pull of lift`.
fn whole_purpose(path: &str) -> String {
    names(path).join(" of ")
}

/// The names of a path, the nearest first. A roll that is called no more than `dice` is for what it stands in.
fn names(path: &str) -> Vec<&str> {
    let told = path.rsplit_once('.').filter(|(_, name)| BARE.contains(name));
    let mut names: Vec<&str> = told.map_or(path, |(around, _)| around).rsplit('.').collect();
    // An item may be called as its run is.
    names.dedup();
    names
}

/// The names of what can be chosen, as far as whoever is asked may know it; none where a number is told.
pub fn options<'a>(ask: &'a Ask<'_>) -> Vec<&'a str> {
    match ask {
        Ask::Choose { choose, hides_limits: true, .. } => choose.options.iter().map(SharedText::as_str).collect(),
        Ask::Choose { choose, low, high, .. } => open(choose, (*low, *high)).map(|(_, name)| name.as_str()).collect(),
        Ask::Resolve { .. } | Ask::Roll { .. } | Ask::Draw { .. } | Ask::Call { .. } => Vec::new(),
    }
}

fn open(choose: &Choose, (low, high): (i64, i64)) -> impl Iterator<Item = (i64, &SharedText)> {
    (0..).zip(&choose.options).filter(move |(number, _)| (low..=high).contains(number))
}

/// A roll that somebody at the table is asked for, as plain data: it can be shown elsewhere while the run waits, and answered from there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableRoll {
    /// Who rolls, by their title; empty when nobody in particular does.
    pub who: String,
    /// What to do: `roll 2d6, keep the highest`.
    pub what: String,
    /// What it is for: `height of lift`; may be empty.
    pub purpose: String,
    /// What the system calls this roll: `B2`; may be empty.
    pub notation: String,
    /// The sides of each die that is rolled, in the order in which faces are told.
    pub sides: Vec<i64>,
    /// The dice of this roll that lie on the table already, and count besides.
    pub on_table: OnTable,
}

impl TableRoll {
    /// The roll that is asked for; `None` if something else is.
    pub fn of(ask: &Ask<'_>) -> Option<Self> {
        match ask {
            Ask::Roll { roll, sides, on_table } => Some(Self::new(roll, sides, on_table)),
            Ask::Draw { .. } | Ask::Choose { .. } | Ask::Resolve { .. } | Ask::Call { .. } => None,
        }
    }

    fn new(roll: &Roll, sides: &[i64], on_table: &OnTable) -> Self {
        let keep = kept(roll.keep, sides.len()).map_or_else(String::new, |which| format!(", keep {which}"));
        let notation = roll.notation.as_ref().map(|notation| notation.replace('#', &sides.len().to_string()));
        let rolled = on_table.to_roll(sides);
        Self {
            who: roll.by.title.to_string(),
            what: format!("roll {}{}{keep}", dice::counted(&rolled), beside(on_table)),
            purpose: purpose(&roll.path),
            notation: notation.unwrap_or_default(),
            sides: rolled,
            on_table: on_table.clone(),
        }
    }

    /// What is to be rolled, in one line, as [`question`] says it.
    pub fn question(&self) -> String {
        let Self { who, what, purpose, notation, .. } = self;
        let who = if who.is_empty() { String::new() } else { format!("{who}: ") };
        let purpose = if purpose.is_empty() { String::new() } else { format!(", for {purpose}") };
        let notation = if notation.is_empty() { String::new() } else { format!(" ({notation})") };
        format!("{who}{what}{purpose}{notation}")
    }

    /// What a line says of these dice, as [`read`] does.
    ///
    /// # Errors
    /// With what is wrong with it, in one line.
    pub fn read(&self, line: &str) -> Result<Response, String> {
        let line = line.trim();
        if leaves_it_to_the_program(line) {
            return Ok(Response::Rolled);
        }
        let faces = self.on_table.with(faces(line, &self.sides)?);
        Ok(Response::Answer(Answer::Faces(faces, How::Given)))
    }
}

/// The dice that lie on the table already, in words that stand behind those that are rolled.
fn beside(on_table: &OnTable) -> String {
    let faces: Vec<String> = on_table.faces().map(|face| face.to_string()).collect();
    match faces.as_slice() {
        [] => String::new(),
        [face] => format!(" in addition to the {face} on the table"),
        [faces @ .., last] => format!(" in addition to the {} and {last} on the table", faces.join(", ")),
    }
}

/// Which of the dice count, unless all of them do.
fn kept(keep: Keep, dice: usize) -> Option<String> {
    let which = match keep {
        Keep::Highest(_) => "highest",
        Keep::Lowest(_) => "lowest",
        Keep::All => return None,
    };
    match dice::kept_count(dice, keep) {
        all if all == dice => None,
        1 => Some(format!("the {which}")),
        several => Some(format!("the {several} {which}")),
    }
}

fn whoever(by: &Roller) -> String {
    if by.title.is_empty() { String::new() } else { format!("{}, ", by.title) }
}

fn numbers(cards: &Deck) -> String {
    format!("a number from 0 to {}, as numbered in the system", cards.class.len().saturating_sub(1))
}

fn card(line: &str, cards: &Deck, left: &[(u32, u32)]) -> Result<u32, String> {
    let told = line.strip_prefix("card ").unwrap_or(line).trim();
    let not_one = || format!("{} has no card `{line}`: enter {}", cards.name, numbers(cards));
    let number: u32 = told.parse().map_err(|_| not_one())?;
    cards.class.get(number as usize).ok_or_else(not_one)?;
    if left.iter().any(|(still, _)| *still == number) {
        Ok(number)
    } else {
        Err(format!("card {number} of {} has already been drawn", cards.name))
    }
}

fn choice((choose, question): (&Choose, &SharedText), possible: &str, usual: Option<String>) -> String {
    let question = if question.is_empty() { &choose.path } else { question };
    let by = if choose.by.title.is_empty() { String::new() } else { format!("{}: ", choose.by.title) };
    let usual = usual.map(|usual| format!(", or leave empty for {usual}")).unwrap_or_default();
    format!("{by}{question} ({possible}{usual})")
}

/// What can be chosen, as far as whoever is asked may know it.
fn possible(choose: &Choose, (low, high): (i64, i64), hides_limits: bool) -> String {
    if hides_limits { untold(choose) } else { among(choose, low, high) }
}

/// What can be chosen as far as somebody may know it who must not learn the limits.
fn untold(choose: &Choose) -> String {
    if choose.options.is_empty() {
        "a number within limits that are not shown".to_owned()
    } else {
        choose.options.join(", ")
    }
}

fn among(choose: &Choose, low: i64, high: i64) -> String {
    if choose.options.is_empty() {
        return format!("{low} to {high}");
    }
    open(choose, (low, high)).map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ")
}

fn option(choose: &Choose, number: i64) -> String {
    let name = usize::try_from(number).ok().and_then(|index| choose.options.get(index));
    name.cloned().unwrap_or_else(|| number.to_smolstr()).into()
}

fn chosen(
    told: &str,
    choose: &Choose,
    (low, high): (i64, i64),
    default: Option<i64>,
    possible: &str,
) -> Result<Answer, String> {
    if told.is_empty() {
        let usual = default.map(|number| Answer::Choice(number, How::Default));
        return usual.ok_or_else(|| format!("enter one of these: {possible}"));
    }
    let plain = if choose.options.is_empty() { told.parse().ok() } else { named(told, choose, (low, high))? };
    match plain.filter(|number| (low..=high).contains(number)) {
        Some(number) => Ok(Answer::Choice(number, How::Person)),
        None => Err(format!("`{told}` is not one of these: {possible}")),
    }
}

/// The option that is called so, or else the only one that begins so.
fn named(told: &str, choose: &Choose, limits: (i64, i64)) -> Result<Option<i64>, String> {
    let told = told.to_lowercase();
    let mut begun: Vec<(i64, &SharedText)> =
        open(choose, limits).filter(|(_, name)| name.to_lowercase().starts_with(&told)).collect();
    if let Some(whole) = begun.iter().position(|(_, name)| name.to_lowercase() == told) {
        begun = vec![begun.swap_remove(whole)];
    }
    if begun.len() > 1 {
        let names: Vec<&str> = begun.iter().map(|(_, name)| name.as_str()).collect();
        return Err(format!("`{told}` could be {}", names.join(" or ")));
    }
    Ok(begun.first().map(|(number, _)| *number))
}

#[cfg(test)]
mod tests {
    use super::{Answer, Ask, Choose, Deck, How, Response, Roller, purpose, question, read, whole_purpose};
    use crate::ir::{Decider, Method, Operand, Register, Shape};
    use crate::semantics::visibility::Visibility;
    use crate::shared_text::SharedText;

    fn deck() -> Deck {
        Deck { name: "fate".into(), class: vec![0, 1, 1], judged: None }
    }

    fn drawing(deck: &Deck) -> Ask<'_> {
        const ADA: &Roller =
            &Roller { name: SharedText::new_static(""), title: SharedText::new_static(""), secret: false };
        Ask::Draw { deck: 0, cards: deck, left: vec![(1, 1), (2, 1)], method: Method::Open, path: "lift.card", by: ADA }
    }

    #[test]
    fn a_card_is_told_by_the_number_that_the_system_gives_it() {
        let deck = deck();
        let ask = drawing(&deck);
        assert_eq!(question(&ask), "for lift: draw a card from fate (a number from 0 to 2, as numbered in the system)");
        assert_eq!(read(&ask, " 2 "), Ok(Response::Answer(Answer::Card(2, How::Given))));
        assert_eq!(read(&ask, "card 1"), Ok(Response::Answer(Answer::Card(1, How::Given))));
        assert_eq!(read(&ask, "0"), Err("card 0 of fate has already been drawn".to_owned()));
        assert_eq!(read(&ask, ""), Ok(Response::Rolled));
        for line in ["draw", "Draw it", "draw this one for me", "roll"] {
            assert_eq!(read(&ask, line), Ok(Response::Rolled), "{line}");
        }
        assert!(read(&ask, "draw 7").is_err());
        for line in ["3", "-1", "ace"] {
            let why = format!("fate has no card `{line}`: enter a number from 0 to 2, as numbered in the system");
            assert_eq!(read(&ask, line), Err(why));
        }
    }

    fn choose(options: &[&str]) -> Choose {
        let options: Vec<SharedText> = options.iter().map(|option| (*option).into()).collect();
        Choose {
            into: Register(0),
            path: "lift.how".into(),
            question: "how?".into(),
            by: Decider { name: "ada".into(), title: "Ada".into() },
            low: Operand::Value(0),
            high: Operand::Value(3),
            options: options.clone(),
            default: None,
            shape: Shape::Option(options),
        }
    }

    #[test]
    fn a_roll_is_for_what_it_stands_in_unless_its_name_says_more() {
        assert_eq!(purpose("lift.pull.dice"), "pull of lift");
        assert_eq!(purpose("lift.height"), "height of lift");
        assert_eq!(purpose("slip.watch.performance.dice"), "performance of slip.watch");
        assert_eq!(purpose("climb.lamp.effort.throw.faces"), "throw of climb.lamp", "its own name, and its line");
        assert_eq!(whole_purpose("lift.pull.height"), "height of pull of lift");
        assert_eq!(purpose("lift.lift"), "lift");
        assert_eq!(purpose("dice"), "dice");
    }

    #[test]
    fn an_option_is_told_by_its_name_or_its_beginning() {
        let choose = choose(&["pull", "pull hard", "let go", "Wait"]);
        let ask = Ask::Choose {
            choose: &choose,
            question: choose.question.text.clone(),
            low: 0,
            high: 3,
            default: Some(2),
            hides_limits: false,
            visibility: Visibility::All,
            for_all: None,
        };
        assert_eq!(question(&ask), "Ada: how? (pull, pull hard, let go, Wait, or leave empty for let go)");
        let chosen = |line: &str| read(&ask, line);
        assert_eq!(
            chosen("pull"),
            Ok(Response::Answer(Answer::Choice(0, How::Person))),
            "a whole name goes before a beginning"
        );
        assert_eq!(chosen("PULL HARD"), Ok(Response::Answer(Answer::Choice(1, How::Person))));
        assert_eq!(chosen("w"), Ok(Response::Answer(Answer::Choice(3, How::Person))));
        assert_eq!(chosen(""), Ok(Response::Answer(Answer::Choice(2, How::Default))));
        assert_eq!(chosen("pu"), Err("`pu` could be pull or pull hard".to_owned()));
        let why = "`push` is not one of these: pull, pull hard, let go, Wait";
        assert_eq!(chosen("push"), Err(why.to_owned()));
    }

    #[test]
    fn only_what_is_open_can_be_chosen() {
        let named = choose(&["pull", "push", "let go"]);
        let ask = Ask::Choose {
            choose: &named,
            question: named.question.text.clone(),
            low: 0,
            high: 1,
            default: None,
            hides_limits: false,
            visibility: Visibility::All,
            for_all: None,
        };
        assert_eq!(question(&ask), "Ada: how? (pull, push)");
        assert_eq!(read(&ask, "let go"), Err("`let go` is not one of these: pull, push".to_owned()));
        assert_eq!(read(&ask, ""), Err("enter one of these: pull, push".to_owned()));
        let plain = choose(&[]);
        let ask = Ask::Choose {
            choose: &plain,
            question: plain.question.text.clone(),
            low: 1,
            high: 3,
            default: None,
            hides_limits: false,
            visibility: Visibility::All,
            for_all: None,
        };
        assert_eq!(question(&ask), "Ada: how? (1 to 3)");
        assert_eq!(read(&ask, "3"), Ok(Response::Answer(Answer::Choice(3, How::Person))));
        assert_eq!(read(&ask, "4"), Err("`4` is not one of these: 1 to 3".to_owned()));
    }

    #[test]
    fn limits_that_would_tell_of_a_secret_are_not_told() {
        let plain = choose(&[]);
        let ask = Ask::Choose {
            choose: &plain,
            question: plain.question.text.clone(),
            low: 1,
            high: 3,
            default: Some(3),
            hides_limits: true,
            visibility: Visibility::All,
            for_all: None,
        };
        assert_eq!(
            question(&ask),
            "Ada: how? (a number within limits that are not shown, or leave empty for the default)"
        );
        assert_eq!(read(&ask, "2"), Ok(Response::Answer(Answer::Choice(2, How::Person))));
        let why = "`4` is not one of these: a number within limits that are not shown";
        assert_eq!(read(&ask, "4"), Err(why.to_owned()));
        let named = choose(&["pull", "push", "let go"]);
        let ask = Ask::Choose {
            choose: &named,
            question: named.question.text.clone(),
            low: 0,
            high: 1,
            default: None,
            hides_limits: true,
            visibility: Visibility::All,
            for_all: None,
        };
        assert_eq!(question(&ask), "Ada: how? (pull, push, let go)");
    }
}
