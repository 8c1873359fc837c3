//! A policy, as plain data and as a text: what is chosen at each choice of a scene, and what that depends on.

use std::fmt;

/// The format of policies that this version writes and reads.
pub(super) const FORMAT: u32 = 1;

/// What is chosen at each choice of a scene. Its text, which `Display` writes and [`Policy::read`] reads, can be kept and changed by
/// hand.
///
/// ```
/// use assize::engine::Policy;
///
/// let text = "assize policy 1\n\nchoice stairs.again\n  if \"stairs.first\" is at most 2 then yes\n  otherwise no\n";
/// let policy = Policy::read("stairs.policy", text)?;
/// assert_eq!((policy.choices[0].name.as_str(), policy.choices[0].rules.len()), ("stairs.again", 2));
/// assert_eq!(policy.to_string(), text);
/// # Ok::<(), assize::Failure>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Policy {
    /// What it was made for, such as `P(climb.height is high)`; empty if unknown. Nothing depends on it.
    pub goal: String,
    /// What is chosen, in the order of the rules. A choice not named here is made as it would be without a policy.
    pub choices: Vec<PolicyChoice>,
}

/// What is chosen at one choice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PolicyChoice {
    /// Its name, such as `climb.way`.
    pub name: String,
    /// The first of these that is true decides; the last one always is.
    pub rules: Vec<PolicyRule>,
}

/// What is chosen if some conditions are true.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PolicyRule {
    /// All of these have to be true.
    pub conditions: Vec<PolicyCondition>,
    /// The choice: an option's name, or a number; `judgement` or `dice` for how something is resolved.
    pub option: String,
}

/// A condition on something that can be seen when the choice is made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PolicyCondition {
    /// The value it looks at, by the name that advice uses: `climb.height`.
    pub what: String,
    /// What must be true of it.
    pub test: PolicyTest,
}

/// What must be true of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyTest {
    /// It has been reached, and is at most this: a number, or a level.
    AtMost(String),
    /// It is this.
    Is(String),
    /// It has not been reached.
    NotReached,
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "assize policy {FORMAT}")?;
        if !self.goal.is_empty() {
            writeln!(f, "goal {}", self.goal.split_whitespace().collect::<Vec<_>>().join(" "))?;
        }
        for choice in &self.choices {
            write!(f, "\n{choice}")?;
        }
        Ok(())
    }
}

impl fmt::Display for PolicyChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "choice {}", self.name)?;
        self.rules.iter().try_for_each(|rule| writeln!(f, "  {rule}"))
    }
}

impl fmt::Display for PolicyRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.conditions.is_empty() {
            return write!(f, "otherwise {}", self.option);
        }
        let conditions: Vec<String> = self.conditions.iter().map(ToString::to_string).collect();
        write!(f, "if {} then {}", conditions.join(" and "), self.option)
    }
}

impl fmt::Display for PolicyCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = quoted(&self.what);
        match &self.test {
            PolicyTest::AtMost(most) => write!(f, "{what} is at most {}", value(most)),
            PolicyTest::Is(wanted) => write!(f, "{what} is {}", value(wanted)),
            PolicyTest::NotReached => write!(f, "{what} is not reached"),
        }
    }
}

/// A number as it is, and a word in quotes.
fn value(text: &str) -> String {
    if text.parse::<i64>().is_ok() { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
