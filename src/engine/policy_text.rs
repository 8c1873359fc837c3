//! Reads the text of a policy, line by line.

use super::failure::Failure;
use super::policy::{FORMAT, Policy, PolicyChoice, PolicyCondition, PolicyRule, PolicyTest};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::{SourceId, SourceMap, Span};

/// How every policy begins, before the number of its format.
const HEAD: &str = "assize policy ";

/// How a line with conditions is written.
const CONDITIONS: &str =
    "write `if \"NAME\" is at most 3 then OPTION`, `is \"WORD\"` or `is not reached`, with `and` between conditions";

impl Policy {
    /// Reads the text of a policy, which a person knows by this name.
    ///
    /// ```
    /// use assize::engine::Policy;
    ///
    /// let failure = Policy::read("old.policy", "assize policy 2\n").unwrap_err();
    /// assert!(failure.to_string().starts_with("old.policy:1:1: error[AZ805]"));
    /// ```
    ///
    /// # Errors
    /// When it is no policy, was written in another format, or is not complete.
    pub fn read(name: &str, text: &str) -> Result<Self, Failure> {
        let mut sources = SourceMap::default();
        let source = sources.add(name, text);
        Reading { source, policy: Self::default() }.read(text).map_err(|found| Failure::of(sources, found))
    }
}

/// A policy that is being read.
struct Reading {
    source: SourceId,
    policy: Policy,
}

/// A line without the space around it, and where it stands.
#[derive(Clone, Copy)]
struct Line<'t> {
    text: &'t str,
    span: Span,
}

impl Reading {
    fn read(mut self, text: &str) -> Result<Policy, Diagnostic> {
        let lines = self.lines(text);
        let mut lines = lines.iter();
        check_head(lines.next().copied(), Span::new(self.source, 0..0))?;
        for line in lines {
            self.line(*line)?;
        }
        let end = Span::new(self.source, text.len()..text.len());
        self.check_complete(end)?;
        if self.policy.choices.is_empty() {
            let found = wrong(end, "this policy is empty");
            return Err(found.help("name a choice with `choice NAME`, and write `otherwise OPTION` below it"));
        }
        Ok(self.policy)
    }

    /// The lines on which something stands that is no comment.
    fn lines<'t>(&self, text: &'t str) -> Vec<Line<'t>> {
        let mut at = 0;
        let mut lines = Vec::new();
        for whole in text.split_inclusive('\n') {
            let line = whole.trim();
            let first = at + (whole.len() - whole.trim_start().len());
            at += whole.len();
            if !line.is_empty() && !line.starts_with('#') {
                lines.push(Line { text: line, span: Span::new(self.source, first..first + line.len()) });
            }
        }
        lines
    }

    fn line(&mut self, line: Line<'_>) -> Result<(), Diagnostic> {
        if let Some(goal) = line.text.strip_prefix("goal ") {
            goal.trim().clone_into(&mut self.policy.goal);
            return Ok(());
        }
        if let Some(name) = line.text.strip_prefix("choice ") {
            return self.choice(line, name.trim());
        }
        let rule = if let Some(option) = line.text.strip_prefix("otherwise ") {
            PolicyRule { conditions: Vec::new(), option: option.trim().to_owned() }
        } else if let Some(rest) = line.text.strip_prefix("if ") {
            rule(rest).ok_or_else(|| wrong(line.span, "this is not a condition of a policy").help(CONDITIONS))?
        } else {
            let found = wrong(line.span, "unknown line in a policy");
            return Err(found.help("the lines of a policy begin with `choice`, `if`, `otherwise`, `goal` or `#`"));
        };
        let Some(choice) = self.policy.choices.last_mut() else {
            let found = wrong(line.span, "this line is not under a choice");
            return Err(found.help("put `choice NAME` before it"));
        };
        if is_complete(choice) {
            let found = wrong(
                line.span,
                format!("this line is below the `otherwise` of `{}`, so it never counts", choice.name),
            );
            return Err(found.help("`otherwise` is the last line of a choice; move this one above it, or remove it"));
        }
        choice.rules.push(rule);
        Ok(())
    }

    fn choice(&mut self, line: Line<'_>, name: &str) -> Result<(), Diagnostic> {
        self.check_complete(line.span)?;
        if self.policy.choices.iter().any(|choice| choice.name == name) {
            let found = wrong(line.span, format!("the choice `{name}` already has an entry above"));
            return Err(found.help("remove one of the two"));
        }
        self.policy.choices.push(PolicyChoice { name: name.to_owned(), rules: Vec::new() });
        Ok(())
    }

    /// What is said of the last choice ends with `otherwise`.
    fn check_complete(&self, behind: Span) -> Result<(), Diagnostic> {
        match self.policy.choices.last().filter(|choice| !is_complete(choice)) {
            None => Ok(()),
            Some(choice) => {
                let message = format!("`{}` has no option for when none of its conditions is true", choice.name);
                Err(wrong(behind, message).help("put `otherwise OPTION` before this"))
            }
        }
    }
}

/// Whether what is said of a choice covers every case.
fn is_complete(choice: &PolicyChoice) -> bool {
    choice.rules.last().is_some_and(|rule| rule.conditions.is_empty())
}

fn check_head(first: Option<Line<'_>>, begin: Span) -> Result<(), Diagnostic> {
    let span = first.map_or(begin, |line| line.span);
    let Some(format) = first.and_then(|line| line.text.strip_prefix(HEAD)) else {
        let help =
            format!("a policy begins with `{HEAD}{FORMAT}`; `assize advise SCENE --goal GOAL --save FILE` writes one");
        return Err(wrong(span, "this is not a policy").help(help));
    };
    if format.trim() == FORMAT.to_string() {
        return Ok(());
    }
    let message =
        format!("this policy is written in format {}, and this version reads format {FORMAT} only", format.trim());
    Err(wrong(span, message).help("run `assize advise` again with this version and save the new policy"))
}

fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(codes::POLICY, span, message)
}

/// `"climb.height" is at most 3 and … then OPTION`
fn rule(text: &str) -> Option<PolicyRule> {
    let mut rest = Rest(text);
    let mut conditions = Vec::new();
    loop {
        conditions.push(rest.condition()?);
        if rest.takes("then") {
            let option = rest.0.trim();
            return (!option.is_empty()).then(|| PolicyRule { conditions, option: option.to_owned() });
        }
        if !rest.takes("and") {
            return None;
        }
    }
}

/// What is left of a line.
struct Rest<'t>(&'t str);

impl Rest<'_> {
    fn condition(&mut self) -> Option<PolicyCondition> {
        let what = self.quoted()?;
        if !self.takes("is") {
            return None;
        }
        let test = if self.takes("at most") {
            PolicyTest::AtMost(self.value()?)
        } else if self.takes("not reached") {
            PolicyTest::NotReached
        } else {
            PolicyTest::Is(self.value()?)
        };
        Some(PolicyCondition { what, test })
    }

    /// Takes these words, if they are the next.
    fn takes(&mut self, words: &str) -> bool {
        let after = self.0.trim_start().strip_prefix(words);
        let after = after.filter(|after| after.is_empty() || after.starts_with(char::is_whitespace));
        self.0 = after.unwrap_or(self.0);
        after.is_some()
    }

    /// A number, or a word in quotes.
    fn value(&mut self) -> Option<String> {
        let text = self.0.trim_start();
        if text.starts_with('"') {
            return self.quoted();
        }
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (number, rest) = text.split_at(end);
        number.parse::<i64>().ok()?;
        self.0 = rest;
        Some(number.to_owned())
    }

    /// What stands in quotes; `\` stands before a quote that does not end it, and before itself.
    fn quoted(&mut self) -> Option<String> {
        let text = self.0.trim_start().strip_prefix('"')?;
        let mut inside = String::new();
        let mut characters = text.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.0 = text.get(at + 1..)?;
                    return Some(inside);
                }
                '\\' => inside.push(characters.next()?.1),
                other => inside.push(other),
            }
        }
        None
    }
}
