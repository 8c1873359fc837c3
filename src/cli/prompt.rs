//! Asks the person at the terminal.

use std::io::{self, BufRead, Write};

use super::dice_page::{Desk, Heard};
use super::terminal::{ASKS, aside};
use crate::diagnostic::clean;
use crate::engine::{Ask, Failure, Response, by_hand};

/// Asks until there is an answer that fits; `None` when there is no more input.
pub(super) fn answer(ask: &Ask<'_>, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<Option<Response>> {
    if !ask.is_for_a_person() {
        return Ok(None);
    }
    loop {
        write!(output, "{}{ASKS}", clean::line(&by_hand::question(ask)))?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            // What is told next begins a line of its own.
            writeln!(output)?;
            return Ok(None);
        }
        match by_hand::read(ask, &line) {
            Ok(answer) => return Ok(Some(answer)),
            Err(why) => writeln!(output, "{}", clean::line(&why))?,
        }
    }
}

/// The same where a dice page is served: what dice show may be told there as well. `None` where nobody answers.
pub(super) fn answer_beside_page(ask: &Ask<'_>, desk: &mut Desk) -> Option<Response> {
    if !ask.is_for_a_person() {
        return None;
    }
    let mut asking = desk.ask(ask);
    loop {
        match asking.hear() {
            Heard::Line(line) => match by_hand::read(ask, &line) {
                Ok(answer) => return Some(asking.answered(answer)),
                Err(why) => aside(&format!("{}\n", clean::line(&why))).ok()?,
            },
            Heard::OnPage(answer) => return Some(answer),
            Heard::Over => return None,
        }
    }
}

/// Why the rules refuse what was answered, for whoever is asked again.
pub(super) fn refusal(failure: &Failure) -> String {
    let lines = failure.diagnostics.iter().flat_map(|found| [Some(&found.message), found.help.as_ref()]);
    lines.flatten().flat_map(|line| [clean::line(line), "\n".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::{Ask, Response, answer};
    use crate::engine::{Answer, How};
    use crate::ir::{Choose, Decider, Operand, Register, Shape};
    use crate::verdict::Visibility;

    fn shove() -> Choose {
        let options = vec!["shove".into(), "shout".into()];
        Choose {
            into: Register(0),
            path: "crash".into(),
            question: "shove, or shout?".into(),
            by: Decider { name: "tom".into(), title: "Tom Sawyer".into() },
            low: Operand::Value(0),
            high: Operand::Value(1),
            options: options.clone(),
            default: None,
            shape: Shape::Option(options),
        }
    }

    fn asked(input: &str) -> (Option<Response>, String) {
        let choose = shove();
        let ask = Ask::Choose {
            choose: &choose,
            question: choose.question.text.clone(),
            low: 0,
            high: 1,
            default: Some(0),
            hides_limits: false,
            visibility: Visibility::All,
            for_all: None,
        };
        let mut output = Vec::new();
        let told = answer(&ask, &mut input.as_bytes(), &mut output).expect("memory can be written to");
        (told, String::from_utf8(output).expect("it is text"))
    }

    #[test]
    fn takes_an_option() {
        let (told, output) = asked("shout\n");
        assert_eq!(told, Some(Response::Answer(Answer::Choice(1, How::Person))));
        assert_eq!(output, "Tom Sawyer: shove, or shout? (shove, shout, or leave empty for shove) > ");
    }

    #[test]
    fn asks_again() {
        let (told, output) = asked("whisper\n\n");
        assert_eq!(told, Some(Response::Answer(Answer::Choice(0, How::Default))));
        assert!(output.contains("`whisper` is not one of these: shove, shout\n"), "{output}");
    }

    #[test]
    fn gives_up_without_input() {
        let (told, output) = asked("");
        assert_eq!(told, None);
        assert!(output.ends_with("(shove, shout, or leave empty for shove) > \n"), "{output}");
    }
}
