//! Asks the person at the terminal.

use std::io::{self, BufRead, Write};

use crate::diagnostic::clean;
use crate::engine::{Answer, Ask, How};
use crate::ir::Choose;

/// Asks until there is an answer that fits; `None` when there is no more input.
pub(super) fn answer(ask: &Ask<'_>, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<Option<Answer>> {
    loop {
        write!(output, "{} ", question(ask))?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if let Some(answer) = read(ask, line.trim()) {
            return Ok(Some(answer));
        }
        if !matches!(ask, Ask::Choose { .. } | Ask::Roll { .. } | Ask::Draw { .. }) {
            return Ok(None);
        }
        writeln!(output, "that does not fit")?;
    }
}

fn question(ask: &Ask<'_>) -> String {
    let text = match ask {
        Ask::Choose { choose, low, high, default } => choice(choose, (*low, *high), *default),
        Ask::Roll { roll, sides } => {
            let sides: Vec<String> = sides.iter().map(|sides| format!("d{sides}")).collect();
            format!("{}: what do these dice show: {}?", roll.path, sides.join(" "))
        }
        Ask::Draw { path, .. } => format!("{path}: which card (by its number, from 0)?"),
        Ask::Resolve { path, .. } => format!("{path}?"),
        Ask::Call { .. } => "?".to_owned(),
    };
    clean::line(&text)
}

fn choice(choose: &Choose, limits: (i64, i64), default: Option<i64>) -> String {
    let (low, high) = limits;
    let question = if choose.question.is_empty() { &choose.path } else { &choose.question };
    let by = if choose.by.is_empty() { String::new() } else { format!("{}: ", choose.by) };
    let among =
        if choose.options.is_empty() { format!("{low} to {high}") } else { options(choose, low, high).join(", ") };
    let usual = default.map(|number| format!(", or nothing for {}", option(choose, number))).unwrap_or_default();
    format!("{by}{question} ({among}{usual})")
}

fn options(choose: &Choose, low: i64, high: i64) -> Vec<String> {
    let names = (0..).zip(&choose.options).filter(|(number, _)| (low..=high).contains(number));
    names.map(|(_, name)| name.clone()).collect()
}

fn option(choose: &Choose, number: i64) -> String {
    let name = usize::try_from(number).ok().and_then(|index| choose.options.get(index));
    name.cloned().unwrap_or_else(|| number.to_string())
}

fn read(ask: &Ask<'_>, line: &str) -> Option<Answer> {
    match ask {
        Ask::Choose { choose, low, high, default } => {
            if line.is_empty() {
                return default.map(|number| Answer::Choice(number, How::Default));
            }
            let named = (0..).zip(&choose.options).find(|(_, name)| name.as_str() == line).map(|(number, _)| number);
            let plain = if choose.options.is_empty() { line.parse().ok() } else { None };
            let number = named.or(plain).filter(|number| (low..=high).contains(&number));
            number.map(|number| Answer::Choice(number, How::Person))
        }
        Ask::Roll { sides, .. } => {
            let words = line.split([' ', ',']).filter(|word| !word.is_empty());
            let faces: Vec<i64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
            let fit =
                faces.len() == sides.len() && faces.iter().zip(sides).all(|(face, sides)| (1..=*sides).contains(face));
            fit.then_some(Answer::Faces(faces, How::Given))
        }
        Ask::Draw { left, .. } => {
            let card: u32 = line.parse().ok()?;
            left.iter().any(|(class, _)| *class == card).then_some(Answer::Card(card, How::Given))
        }
        Ask::Resolve { .. } | Ask::Call { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Ask, How, answer};
    use crate::ir::{Choose, Operand, Register, Shape};

    fn shove() -> Choose {
        let options = vec!["shove".to_owned(), "shout".to_owned()];
        Choose {
            into: Register(0),
            path: "crash".into(),
            question: "shove, or shout?".into(),
            by: "tom".into(),
            low: Operand::Value(0),
            high: Operand::Value(1),
            options: options.clone(),
            default: None,
            shape: Shape::Option(options),
        }
    }

    fn asked(input: &str) -> (Option<Answer>, String) {
        let choose = shove();
        let ask = Ask::Choose { choose: &choose, low: 0, high: 1, default: Some(0) };
        let mut output = Vec::new();
        let told = answer(&ask, &mut input.as_bytes(), &mut output).expect("memory can be written to");
        (told, String::from_utf8(output).expect("it is text"))
    }

    #[test]
    fn takes_an_option() {
        let (told, output) = asked("shout\n");
        assert_eq!(told, Some(Answer::Choice(1, How::Person)));
        assert_eq!(output, "tom: shove, or shout? (shove, shout, or nothing for shove) ");
    }

    #[test]
    fn asks_again() {
        let (told, output) = asked("whisper\n\n");
        assert_eq!(told, Some(Answer::Choice(0, How::Default)));
        assert!(output.contains("that does not fit"), "{output}");
    }

    #[test]
    fn gives_up_without_input() {
        assert_eq!(asked("").0, None);
    }
}
