//! What the forms of the page send.

use std::collections::BTreeMap;

/// An answer as it was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    /// The number of the question that it answers.
    pub(super) question: u64,
    /// What was tapped for each die, by its place from 1 on.
    pub(super) tapped: BTreeMap<usize, String>,
    /// What was typed.
    pub(super) typed: Option<String>,
    /// Whether the program is to roll.
    pub(super) rolls: bool,
}

impl Form {
    /// Reads what was sent; `None` when it answers no question.
    pub(super) fn read(body: &[u8]) -> Option<Self> {
        let (mut form, mut question) = (Self::default(), None);
        for (name, value) in form_urlencoded::parse(body) {
            match name.as_ref() {
                "question" => question = value.parse().ok(),
                "typed" => form.typed = Some(value.into_owned()),
                "roll" => form.rolls = true,
                name => {
                    let place = name.strip_prefix("die")?.parse().ok()?;
                    form.tapped.insert(place, value.into_owned());
                }
            }
        }
        form.question = question?;
        Some(form)
    }

    /// The answer as a line, as it could be typed at the prompt.
    ///
    /// # Errors
    /// When nothing is told: the prompt would let the program roll, and here there is a button for that.
    pub(super) fn line(&self) -> Result<String, &'static str> {
        if self.rolls {
            return Ok("roll".to_owned());
        }
        let tapped = || self.tapped.values().map(String::as_str).collect::<Vec<_>>().join(" ");
        let line = self.typed.clone().unwrap_or_else(tapped).trim().to_owned();
        if line.is_empty() { Err("enter the face of each die") } else { Ok(line) }
    }
}

#[cfg(test)]
mod tests {
    use super::Form;

    #[test]
    fn every_form_comes_to_a_line() {
        let line = |body: &str| Form::read(body.as_bytes()).map(|form| (form.question, form.line()));
        assert_eq!(line("question=3&die2=5&die1=3"), Some((3, Ok("3 5".to_owned()))));
        assert_eq!(line("die10=1&die9=2&question=3"), Some((3, Ok("2 1".to_owned()))), "by their places");
        assert_eq!(line("question=3&typed=3%2C+5"), Some((3, Ok("3, 5".to_owned()))));
        assert_eq!(line("question=3&roll="), Some((3, Ok("roll".to_owned()))));
        for nothing in ["question=3", "question=3&typed=+"] {
            assert_eq!(line(nothing), Some((3, Err("enter the face of each die"))));
        }
        for none in ["", "typed=3", "question=x", "question=-1", "question=1&dice=3", "question=1&diex=3", "%ff%00"] {
            assert_eq!(line(none), None, "{none}");
        }
    }
}
