//! What players see: what to roll, and where they tell it. It works without the script, which only looks whether there is something new.

use super::board::{Asked, Progress};
use super::form::Form;
use crate::engine::by_hand::TableRoll;
use crate::verdict::html::escape;

/// How the page looks.
pub(super) const STYLE: &str = include_str!("page.css");

/// What keeps the page up to date.
pub(super) const SCRIPT: &str = include_str!("page.js");

/// Dice with more sides than this are typed.
const MOST_BUTTONS: i64 = 20;

/// So many dice can be tapped one by one; more are typed sooner.
const MOST_TAPPED: usize = 8;

/// What is said to a sender.
#[derive(Clone, Debug, Default)]
pub(super) enum Note {
    /// They have only looked.
    #[default]
    None,
    /// Their answer does not fit, for this reason, and can be mended.
    Refused(String, Form),
    /// Somebody else was first, or the question has changed or was taken back.
    Late,
}

/// The whole page; `base` is the path in front of all that belongs to it.
pub(super) fn page(base: &str, asked: &Asked, note: &Note) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Dice</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"{base}/page.css\">\n\
         <script src=\"{base}/page.js\" data-base=\"{base}\" defer></script>\n</head>\n<body>\n\
         <p id=\"lost\" aria-live=\"assertive\"></p>\n{}\n\
         <noscript><p>This page does not refresh by itself without JavaScript: <a href=\"{base}\">refresh</a>.</p></noscript>\n\
         </body>\n</html>\n",
        part(base, asked, note)
    )
}

/// A complaint with what was typed between quotation marks, as people write who are not at a prompt.
fn in_quotes(text: &str) -> String {
    let pieces = text.split('`').enumerate().map(|(at, piece)| match at {
        0 => piece.to_owned(),
        _ if at % 2 == 1 => format!("“{piece}"),
        _ => format!("”{piece}"),
    });
    pieces.collect()
}

/// The part of the page that changes.
pub(super) fn part(base: &str, asked: &Asked, note: &Note) -> String {
    let (said, form) = match note {
        Note::None => (String::new(), None),
        Note::Refused(why, form) => (format!("{}.", capital(&in_quotes(why))), Some(form)),
        Note::Late => ("That roll is no longer asked for, so nothing has changed.".to_owned(), None),
    };
    let said = if said.is_empty() {
        said
    } else {
        format!("<p class=\"note\" aria-live=\"assertive\">{}</p>\n", escape(&said))
    };
    let body = match &asked.progress {
        Progress::Nothing => waiting("", ""),
        Progress::Open(roll) => open(base, asked.number, roll, form),
        Progress::OnPage(told) | Progress::AtPrompt(told) if told.is_for_the_program() => {
            let rolled = told.rolled().map(|faces| format!("The program rolled: {faces}"));
            waiting(&rolled.unwrap_or_else(|| "The program rolls this one.".to_owned()), &told.roll.question())
        }
        Progress::OnPage(told) => {
            let sent = told.faces().map(|faces| format!("Sent: {faces}"));
            waiting(&sent.unwrap_or_default(), &told.roll.question())
        }
        Progress::AtPrompt(told) => waiting("This roll was entered at the prompt.", &told.roll.question()),
        Progress::TakenBack(roll) => waiting("This roll was cancelled.", &roll.question()),
    };
    format!("<main id=\"table\" data-stamp=\"{}\" aria-live=\"polite\">\n{said}{body}</main>", asked.stamp())
}

/// Between two rolls: what has become of the last one.
fn waiting(last: &str, about: &str) -> String {
    let last = if last.is_empty() {
        String::new()
    } else {
        format!("<p class=\"last\"><strong>{}</strong><br>{}</p>\n", escape(last), escape(about))
    };
    format!(
        "{last}<h1>Nothing to roll now</h1>\n<p>Keep this page open: it shows what to roll next, and for whom.</p>\n"
    )
}

/// The question, and the forms in which it can be answered.
fn open(base: &str, number: u64, roll: &TableRoll, form: Option<&Form>) -> String {
    let TableRoll { who, what, purpose, notation, sides, .. } = roll;
    let who = if who.is_empty() { String::new() } else { format!("<span class=\"who\">{}</span> ", escape(who)) };
    let notation = if notation.is_empty() { String::new() } else { format!(" <small>({})</small>", escape(notation)) };
    let purpose = match (purpose.is_empty(), notation.is_empty()) {
        (true, true) => String::new(),
        (true, false) => format!("<p class=\"purpose\">{notation}</p>\n"),
        (false, _) => format!("<p class=\"purpose\">for {}{notation}</p>\n", escape(purpose)),
    };
    let begin = format!(
        "<form method=\"post\" action=\"{base}/answer\">\n<input type=\"hidden\" name=\"question\" value=\"{number}\">\n"
    );
    let typed = typing(&begin, sides, form);
    let answers = if is_tapped(sides) {
        let is_open = if form.is_some_and(|form| form.typed.is_some()) { " open" } else { "" };
        let tapped = tapping(&begin, sides, form);
        format!("{tapped}<details{is_open}>\n<summary>Type them instead</summary>\n{typed}</details>\n")
    } else {
        typed
    };
    format!(
        "<h1>{who}{}</h1>\n{purpose}{answers}{begin}\
         <input type=\"hidden\" name=\"roll\" value=\"\">\n<button class=\"other\">Roll for me</button>\n</form>\n",
        escape(&capital(what)),
    )
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn is_tapped(sides: &[i64]) -> bool {
    (1..=MOST_TAPPED).contains(&sides.len()) && sides.iter().all(|sides| *sides <= MOST_BUTTONS)
}

/// A row of faces for each die.
fn tapping(begin: &str, sides: &[i64], form: Option<&Form>) -> String {
    let rows = (1..).zip(sides).map(|(place, of_die)| {
        let legend = if sides.len() == 1 {
            format!("Result of the d{of_die}")
        } else {
            format!("Die {place} of {} <small>(d{of_die})</small>", sides.len())
        };
        let told = form.and_then(|form| form.tapped.get(&place));
        let faces: String = (1..=*of_die).map(|face| tapped(place, face, told)).collect();
        let columns = columns(*of_die);
        format!("<fieldset>\n<legend>{legend}</legend>\n<div class=\"{columns}\">\n{faces}</div>\n</fieldset>\n")
    });
    let (rows, zero) = (rows.collect::<String>(), zero(sides));
    let these = if sides.len() == 1 { "Send this" } else { "Send these" };
    format!("{begin}{rows}{zero}<button>{these}</button>\n</form>\n")
}

/// A face that can be tapped, of the die at a place.
fn tapped(place: usize, face: i64, told: Option<&String>) -> String {
    let is_told = told.is_some_and(|told| *told == face.to_string());
    let checked = if is_told { " checked" } else { "" };
    format!(
        "<label><input type=\"radio\" name=\"die{place}\" value=\"{face}\" required{checked}>\
         <span>{face}</span></label>\n"
    )
}

/// How many faces stand beside each other.
fn columns(sides: i64) -> &'static str {
    match sides {
        6 | 12 => "faces by-six",
        4 | 8 => "faces by-four",
        _ => "faces",
    }
}

/// Ten-sided dice have a face that says 0.
fn zero(sides: &[i64]) -> &'static str {
    if sides.contains(&10) { "<p class=\"hint\">A 0 on a d10 is 10.</p>\n" } else { "" }
}

/// A field for what the dice show.
fn typing(begin: &str, sides: &[i64], form: Option<&Form>) -> String {
    let label = if sides.len() == 1 { "Result of the die" } else { "Result of each die, in order" };
    let typed = form.and_then(|form| form.typed.as_deref()).unwrap_or_default();
    format!(
        "{begin}<label class=\"typed\">{label}\n<input name=\"typed\" value=\"{}\" inputmode=\"{}\" \
         autocomplete=\"off\" required></label>\n{}<button>Send</button>\n</form>\n",
        escape(typed),
        // Phones have no space among the digits of a field for one number.
        if sides.len() == 1 { "numeric" } else { "text" },
        zero(sides),
    )
}

#[cfg(test)]
mod tests {
    use super::super::board::tests::roll;
    use super::{Asked, Note, Progress, page, part};

    fn shown(sides: &[i64]) -> String {
        page("/t", &Asked { number: 7, progress: Progress::Open(roll(sides)) }, &Note::None)
    }

    #[test]
    fn a_few_common_dice_are_tapped_and_others_are_typed() {
        for (sides, rows) in [([6, 6].as_slice(), 2), (&[4, 8, 10, 12, 20], 5), (&[20], 1), (&[6; 8], 8)] {
            let page = shown(sides);
            assert_eq!((page.matches("<fieldset>").count(), page.matches("type=\"radio\"").count()), {
                (rows, usize::try_from(sides.iter().sum::<i64>()).expect("there are few"))
            });
            assert!(page.contains("<details>"), "they can be typed all the same");
        }
        for sides in [[100].as_slice(), &[6; 9], &[6, 30], &[]] {
            let page = shown(sides);
            assert!(!page.contains("<fieldset>") && !page.contains("<details>") && page.contains("name=\"typed\""));
        }
        assert!(shown(&[10]).contains("A 0 on a d10 is 10.") && !shown(&[20]).contains("A 0 on"));
    }

    #[test]
    fn each_form_says_which_question_it_answers_and_titles_stay_words() {
        let page = shown(&[6, 6]);
        assert_eq!(page.matches("<form").count(), page.matches("name=\"question\" value=\"7\"").count());
        assert!(page.contains("Ada &lt;3") && !page.contains("Ada <3"), "{page}");
        let nobody = super::TableRoll { who: String::new(), ..roll(&[6]) };
        let page = part("/t", &Asked { number: 1, progress: Progress::Open(nobody) }, &Note::None);
        assert!(page.contains("<h1>Roll 1 dice</h1>"), "{page}");
    }
}
