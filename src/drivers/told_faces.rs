//! What dice show, as someone at the table says it.

use crate::semantics::dice;

/// Reads `3 5`, `3,5`, `3 and 5`, `3+5 = 8`, `[3, 5]`, `35`, `5 x2` and `2d6: 3 5`.
pub(super) fn faces(line: &str, sides: &[i64]) -> Result<Vec<i64>, String> {
    let (told, sum) = parted(without_dice(line, sides)?);
    let sum = sum.map(|sum| number(sum, sides)).transpose()?;
    let told = with_plain_signs(told);
    let words = words(&told);
    let faces = match words.as_slice() {
        [] if !sides.is_empty() => return Err(say_each(sides)),
        [word] if is_told_as_one(word, sides) => {
            word.chars().filter_map(|face| face.to_digit(10)).map(i64::from).collect()
        }
        words => listed(words, sides)?,
    };
    fitting(&faces, sides)?;
    added_up(faces, sum)
}

/// So many faces are more than one run rolls.
const MOST: usize = 100_000;

/// Reads faces in the same ways before it is known which dice they are of: `5,4,1`, `5 4 1`, `5+4+1 = 10`, `4 x2`. Here `35` is
/// one face.
///
/// # Errors
/// With what cannot be read, in one line.
pub fn faces_of_any(line: &str) -> Result<Vec<i64>, String> {
    let (told, sum) = parted(line);
    let read = |word: &str| {
        let not_one = |_| format!("`{word}` is not a number: write the face of each die, such as 5,4,1");
        word.parse::<i64>().map_err(not_one)
    };
    let mut faces = Vec::new();
    let told = with_plain_signs(told);
    for word in words(&told) {
        let (face, times) = times_of(word);
        let times = usize::try_from(read(times)?).map_err(|_| format!("`{word}` does not say how many dice"))?;
        if times > MOST - faces.len() {
            return Err(format!("more than {MOST} dice"));
        }
        faces.extend(std::iter::repeat_n(read(face)?, times));
    }
    if faces.is_empty() {
        return Err("write the face of each die, such as 5,4,1".to_owned());
    }
    added_up(faces, sum.map(read).transpose()?)
}

/// What is said of the dice, and of their sum.
fn parted(line: &str) -> (&str, Option<&str>) {
    line.split_once('=').map_or((line, None), |(told, sum)| (told, Some(sum.trim())))
}

fn with_plain_signs(told: &str) -> String {
    told.replace(['×', 'X'], "x").replace(" x", "x").replace("x ", "x")
}

fn words(told: &str) -> Vec<&str> {
    let between = [' ', '\t', ',', ';', '+', '&', '[', ']', '(', ')'];
    told.split(between).filter(|word| !matches!(*word, "" | "and")).collect()
}

/// A face and how often it is there: `5x2` is twice a 5.
fn times_of(word: &str) -> (&str, &str) {
    word.split_once('x').filter(|(face, times)| !face.is_empty() && !times.is_empty()).unwrap_or((word, "1"))
}

/// The faces, if they come to the sum that is said.
fn added_up(faces: Vec<i64>, sum: Option<i64>) -> Result<Vec<i64>, String> {
    let added = faces.iter().fold(0_i64, |sum, face| sum.saturating_add(*face));
    match sum {
        Some(sum) if added != sum => Err(format!("these faces do not add up to {sum}")),
        _ => Ok(faces),
    }
}

/// What is told, without the dice that may be named before it: `2d6: 3 5`. Others than are rolled would tell another roll.
fn without_dice<'l>(line: &'l str, sides: &[i64]) -> Result<&'l str, String> {
    let Some((named, told)) = line.split_once(':') else { return Ok(line) };
    let rolled = dice::counted(sides);
    if told.contains(':') {
        return Err(format!("enter only the faces of {rolled}, in this order: {}", example(sides)));
    }
    let (named, plain) = (named.replace(' ', "").to_lowercase(), rolled.replace(' ', ""));
    let single = sides.first().filter(|first| sides.iter().all(|other| other == *first));
    let same = named.is_empty() || named == plain || single.is_some_and(|sides| named == format!("d{sides}"));
    if same { Ok(told) } else { Err(format!("the dice here are {rolled}, not {named}")) }
}

/// Several dice with fewer than ten sides each, told as `35`.
fn is_told_as_one(word: &str, sides: &[i64]) -> bool {
    let digits = word.chars().all(|c| c.is_ascii_digit());
    digits && sides.len() > 1 && word.len() == sides.len() && sides.iter().all(|sides| *sides < 10)
}

/// Each face by itself, `5x2` being twice a 5. No more than one over the dice that are rolled are written down.
fn listed(words: &[&str], sides: &[i64]) -> Result<Vec<i64>, String> {
    let mut faces = Vec::new();
    for word in words {
        let (face, times) = times_of(word);
        let times =
            usize::try_from(number(times, sides)?).map_err(|_| format!("`{word}` does not say how many dice"))?;
        let face = number(face, sides)?;
        let told = faces.len().saturating_add(times);
        if told > sides.len() {
            return Err(miscounted(sides, words.len().max(told)));
        }
        faces.extend(std::iter::repeat_n(face, times));
    }
    Ok(faces)
}

fn number(word: &str, sides: &[i64]) -> Result<i64, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number: {}", say_each(sides)))
}

pub(super) fn say_each(sides: &[i64]) -> String {
    let what = if sides.len() == 1 { "the face of the die" } else { "the face of each die" };
    format!("enter {what}, such as {}", example(sides))
}

/// Faces as they could be told; of many dice the first are enough.
fn example(sides: &[i64]) -> String {
    let face = |(place, sides): (usize, &i64)| [3, 5, 1, 4, 2, 6][place % 6].min(*sides).to_string();
    let faces: Vec<String> = sides.iter().enumerate().take(6).map(face).collect();
    format!("`{}{}`", faces.join(" "), if sides.len() > faces.len() { " …" } else { "" })
}

fn fitting(faces: &[i64], sides: &[i64]) -> Result<(), String> {
    if faces.len() != sides.len() {
        return Err(miscounted(sides, faces.len()));
    }
    match faces.iter().zip(sides).find(|(face, sides)| !(1..=**sides).contains(*face)) {
        // Ten-sided dice are printed so.
        Some((0, sides)) if sides % 10 == 0 => Err(format!("a d{sides} shows 1 to {sides}: enter {sides} for its 0")),
        Some((face, sides)) => Err(format!("a d{sides} shows 1 to {sides}, not {face}")),
        None => Ok(()),
    }
}

/// A sum, or digits that could be parted in several ways, are told no die by itself.
fn miscounted(sides: &[i64], told: usize) -> String {
    let how = if told < sides.len() { format!(": {}", say_each(sides)) } else { String::new() };
    match (sides.len(), told) {
        (1, _) => format!("1 die is rolled, but {told} faces were entered"),
        (dice, 1) => format!("{dice} dice are rolled, but 1 face was entered{how}"),
        (dice, _) => format!("{dice} dice are rolled, but {told} faces were entered{how}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{faces, faces_of_any};

    #[test]
    fn faces_are_read_before_their_dice_are_known() {
        for line in ["5,4,1", "5 4 1", "5+4+1 = 10", "[5; 4; 1]", "5 4 and 1"] {
            assert_eq!(faces_of_any(line), Ok(vec![5, 4, 1]), "{line}");
        }
        assert_eq!(faces_of_any("35, 4 x2"), Ok(vec![35, 4, 4]));
        for line in ["", "five", "5 4 = 8", "5x9999999999", "5x-1"] {
            assert!(faces_of_any(line).is_err(), "{line}");
        }
    }

    #[test]
    fn any_sensible_spelling_is_read() {
        let spellings = [
            "3 5",
            "3,5",
            "3+5",
            "3 + 5 = 8",
            "[3, 5]",
            "(3;5)",
            "35",
            "2d6: 3 5",
            "2D6 : 3 5",
            "d6: 3 5",
            ": 3 5",
            " 3  5 ",
            "3 and 5",
            "3 & 5",
        ];
        for line in spellings {
            assert_eq!(faces(line, &[6, 6]), Ok(vec![3, 5]), "{line}");
        }
        for line in ["5 x2", "5x2", "5 X 2", "5×2", "55"] {
            assert_eq!(faces(line, &[6, 6]), Ok(vec![5, 5]), "{line}");
        }
        assert_eq!(faces("12", &[20]), Ok(vec![12]));
        assert_eq!(faces("1 12", &[10, 20]), Ok(vec![1, 12]));
        assert_eq!(faces("2d6 + 1d8: 1 2 7", &[6, 6, 8]), Ok(vec![1, 2, 7]));
        assert_eq!(faces("", &[]), Ok(vec![]));
    }

    #[test]
    fn an_impossible_one_is_refused_with_the_reason() {
        let said = |line: &str, sides: &[i64]| faces(line, sides).expect_err(line);
        assert_eq!(said("3 7", &[6, 6]), "a d6 shows 1 to 6, not 7");
        assert_eq!(said("0 5", &[6, 6]), "a d6 shows 1 to 6, not 0");
        assert_eq!(said("0", &[10]), "a d10 shows 1 to 10: enter 10 for its 0");
        assert_eq!(said("3 5 1", &[6, 6]), "2 dice are rolled, but 3 faces were entered");
        assert_eq!(said("3 5", &[6]), "1 die is rolled, but 2 faces were entered");
        assert_eq!(said("3 five", &[6, 6]), "`five` is not a number: enter the face of each die, such as `3 5`");
        assert_eq!(said("x", &[6, 6]), "`x` is not a number: enter the face of each die, such as `3 5`");
        assert_eq!(said("3+5=9", &[6, 6]), "these faces do not add up to 9");
        assert_eq!(said("", &[6]), "enter the face of the die, such as `3`");
        assert_eq!(said("", &[6; 9]), "enter the face of each die, such as `3 5 1 4 2 6 …`");
        assert_eq!(said("", &[4, 2]), "enter the face of each die, such as `3 2`");
        assert_eq!(said("5 x 99999999999", &[6, 6]), "2 dice are rolled, but 99999999999 faces were entered");
        assert_eq!(said("5 x -2", &[6, 6]), "`5x-2` does not say how many dice");
    }

    #[test]
    fn what_could_mean_several_things_is_refused() {
        let said = |line: &str, sides: &[i64]| faces(line, sides).expect_err(line);
        let each = "enter the face of each die, such as `3 5`";
        assert_eq!(said("8", &[6, 6]), format!("2 dice are rolled, but 1 face was entered: {each}"), "a sum");
        assert_eq!(
            said("110", &[10, 10]),
            format!("2 dice are rolled, but 1 face was entered: {each}"),
            "1 10, or 11 0"
        );
        assert_eq!(said("3-5", &[6, 6]), format!("`3-5` is not a number: {each}"));
        assert_eq!(said("d20: 5", &[6]), "the dice here are 1d6, not d20");
        assert_eq!(said("d6: 1 2 7", &[6, 6, 8]), "the dice here are 2d6 + 1d8, not d6");
        let in_order = "enter only the faces of 2d6 + 1d8, in this order: `3 5 1`";
        assert_eq!(said("d8: 7, d6: 1 2", &[6, 6, 8]), in_order);
    }
}
