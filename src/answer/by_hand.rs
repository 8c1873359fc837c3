//! Asks people in their own terms for dice, cards and choices, and reads what they say. Pure: whoever talks with them
//! shows [`question`], and asks again with what [`read`] complains of.

use crate::ir::{Choose, Deck, Roll, Roller};
use crate::machine::{Answer, Ask, How};
use crate::meaning::dice;

/// What is to be answered, in one line: `ada, P2 for pull: roll 2d6`.
pub fn question(ask: &Ask<'_>) -> String {
    match ask {
        Ask::Roll { roll, sides } => roll_question(roll, sides),
        Ask::Draw { path, by, cards, .. } => {
            format!("{}for {}: draw a card of {} (its number, from 0)", whoever(by), last(path), cards.name)
        }
        Ask::Choose { choose, low, high, default } => choice(choose, (*low, *high), *default),
        Ask::Resolve { path, .. } => format!("{path}?"),
        Ask::Call { .. } => "a function is called".to_owned(),
    }
}

/// The answer that a line gives.
///
/// # Errors
/// With what is wrong with it, in one line; it is taken only when nothing is.
pub fn read(ask: &Ask<'_>, line: &str) -> Result<Answer, String> {
    let line = line.trim();
    match ask {
        Ask::Roll { sides, .. } => faces(line, sides).map(|faces| Answer::Faces(faces, How::Given)),
        Ask::Draw { cards, left, .. } => card(line, cards, left).map(|card| Answer::Card(card, How::Given)),
        Ask::Choose { choose, low, high, default } => chosen(line, choose, (*low, *high), *default),
        Ask::Resolve { .. } | Ask::Call { .. } => Err("this is not for a person to answer".to_owned()),
    }
}

fn roll_question(roll: &Roll, sides: &[i64]) -> String {
    let counted = dice::counted(sides);
    let what = match &roll.notation {
        Some(notation) => format!("{} for {}", notation.replace('#', &sides.len().to_string()), last(&roll.path)),
        None => format!("for {}", last(&roll.path)),
    };
    format!("{}{what}: roll {counted}", whoever(&roll.by))
}

fn whoever(by: &Roller) -> String {
    if by.title.is_empty() { String::new() } else { format!("{}, ", by.title) }
}

fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// Reads `3 5`, `3,5`, `3+5 = 8`, `[3, 5]`, `35`, `5 x2` and `2d6: 3 5`.
fn faces(line: &str, sides: &[i64]) -> Result<Vec<i64>, String> {
    let told = line.rsplit_once(':').map_or(line, |(_, told)| told);
    let (told, sum) = match told.split_once('=') {
        Some((told, sum)) => (told, Some(number(sum.trim())?)),
        None => (told, None),
    };
    let told = told.replace(['×', 'X'], "x").replace(" x", "x").replace("x ", "x");
    let words: Vec<&str> =
        told.split([' ', '\t', ',', ';', '+', '[', ']', '(', ')']).filter(|word| !word.is_empty()).collect();
    let faces = match words.as_slice() {
        [] if !sides.is_empty() => return Err("say what each die shows, such as `3 5`".to_owned()),
        [word] if is_told_as_one(word, sides) => {
            word.chars().filter_map(|face| face.to_digit(10)).map(i64::from).collect()
        }
        words => listed(words, sides.len())?,
    };
    fitting(&faces, sides)?;
    match sum {
        Some(sum) if faces.iter().sum::<i64>() != sum => Err(format!("these faces do not add up to {sum}")),
        _ => Ok(faces),
    }
}

/// Several dice with fewer than ten sides each, told as `35`.
fn is_told_as_one(word: &str, sides: &[i64]) -> bool {
    let digits = word.chars().all(|c| c.is_ascii_digit());
    digits && sides.len() > 1 && word.len() == sides.len() && sides.iter().all(|sides| *sides < 10)
}

/// Each face by itself, `5x2` being twice a 5. No more than one over the dice that are rolled are written down.
fn listed(words: &[&str], dice: usize) -> Result<Vec<i64>, String> {
    let mut faces = Vec::new();
    for word in words {
        let (face, times) = word.split_once('x').unwrap_or((word, "1"));
        let times = usize::try_from(number(times)?).map_err(|_| format!("`{word}` says no number of dice"))?;
        let face = number(face)?;
        if faces.len().saturating_add(times) > dice {
            return Err(miscounted(dice, words.len().max(faces.len().saturating_add(times))));
        }
        faces.extend(std::iter::repeat_n(face, times));
    }
    Ok(faces)
}

fn number(word: &str) -> Result<i64, String> {
    word.parse().map_err(|_| format!("`{word}` is no number: say what each die shows, such as `3 5`"))
}

fn fitting(faces: &[i64], sides: &[i64]) -> Result<(), String> {
    if faces.len() != sides.len() {
        return Err(miscounted(sides.len(), faces.len()));
    }
    match faces.iter().zip(sides).find(|(face, sides)| !(1..=**sides).contains(*face)) {
        Some((face, sides)) => Err(format!("a d{sides} cannot show {face}")),
        None => Ok(()),
    }
}

fn miscounted(dice: usize, told: usize) -> String {
    match dice {
        1 => format!("1 die is rolled, and these are {told}"),
        _ => format!("{dice} dice are rolled, and {} {told}", if told == 1 { "this is" } else { "these are" }),
    }
}

fn card(line: &str, cards: &Deck, left: &[(u32, u32)]) -> Result<u32, String> {
    let told = line.trim();
    let last = cards.class.len().saturating_sub(1);
    let number: u32 = told.parse().map_err(|_| format!("`{told}` is no card: say its number, from 0 to {last}"))?;
    let class = cards.class.get(number as usize).ok_or_else(|| format!("{} has cards from 0 to {last}", cards.name))?;
    if left.iter().any(|(still, count)| still == class && *count > 0) {
        Ok(number)
    } else {
        Err(format!("card {number} of {} is gone already", cards.name))
    }
}

fn choice(choose: &Choose, (low, high): (i64, i64), default: Option<i64>) -> String {
    let question = if choose.question.is_empty() { &choose.path } else { &choose.question };
    let by = if choose.by.is_empty() { String::new() } else { format!("{}: ", choose.by) };
    let usual = default.map(|number| format!(", or nothing for {}", option(choose, number))).unwrap_or_default();
    format!("{by}{question} ({}{usual})", among(choose, low, high))
}

fn among(choose: &Choose, low: i64, high: i64) -> String {
    if choose.options.is_empty() {
        return format!("{low} to {high}");
    }
    let names = (0..).zip(&choose.options).filter(|(number, _)| (low..=high).contains(number));
    names.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ")
}

fn option(choose: &Choose, number: i64) -> String {
    let name = usize::try_from(number).ok().and_then(|index| choose.options.get(index));
    name.cloned().unwrap_or_else(|| number.to_string())
}

fn chosen(told: &str, choose: &Choose, (low, high): (i64, i64), default: Option<i64>) -> Result<Answer, String> {
    let possible = || among(choose, low, high);
    if told.is_empty() {
        let usual = default.map(|number| Answer::Choice(number, How::Default));
        return usual.ok_or_else(|| format!("say one of these: {}", possible()));
    }
    let same = |name: &str| name.to_lowercase() == told.to_lowercase();
    let named = (0..).zip(&choose.options).find(|(_, name)| same(name)).map(|(number, _)| number);
    let plain = if choose.options.is_empty() { told.parse().ok() } else { None };
    match named.or(plain).filter(|number| (low..=high).contains(number)) {
        Some(number) => Ok(Answer::Choice(number, How::Person)),
        None => Err(format!("`{told}` is not among the answers: {}", possible())),
    }
}

#[cfg(test)]
mod tests {
    use super::faces;

    #[test]
    fn any_sensible_spelling_is_read() {
        for line in ["3 5", "3,5", "3+5", "3 + 5 = 8", "[3, 5]", "(3;5)", "35", "2d6: 3 5", " 3  5 "] {
            assert_eq!(faces(line, &[6, 6]), Ok(vec![3, 5]), "{line}");
        }
        for line in ["5 x2", "5x2", "5 X 2", "5×2", "55"] {
            assert_eq!(faces(line, &[6, 6]), Ok(vec![5, 5]), "{line}");
        }
        assert_eq!(faces("12", &[20]), Ok(vec![12]));
        assert_eq!(faces("1 12", &[10, 20]), Ok(vec![1, 12]));
        assert_eq!(faces("", &[]), Ok(vec![]));
    }

    #[test]
    fn an_impossible_one_is_refused_with_the_reason() {
        let said = |line: &str, sides: &[i64]| faces(line, sides).expect_err(line);
        assert_eq!(said("3 7", &[6, 6]), "a d6 cannot show 7");
        assert_eq!(said("0 5", &[6, 6]), "a d6 cannot show 0");
        assert_eq!(said("3 5 1", &[6, 6]), "2 dice are rolled, and these are 3");
        assert_eq!(said("3", &[6, 6]), "2 dice are rolled, and this is 1");
        assert_eq!(said("3 5", &[6]), "1 die is rolled, and these are 2");
        assert_eq!(said("35", &[10, 10]), "2 dice are rolled, and this is 1");
        assert_eq!(said("3 five", &[6, 6]), "`five` is no number: say what each die shows, such as `3 5`");
        assert_eq!(said("3+5=9", &[6, 6]), "these faces do not add up to 9");
        assert_eq!(said("", &[6]), "say what each die shows, such as `3 5`");
        assert_eq!(said("5 x 99999999999", &[6, 6]), "2 dice are rolled, and these are 99999999999");
        assert_eq!(said("5 x -2", &[6, 6]), "`5x-2` says no number of dice");
    }
}
