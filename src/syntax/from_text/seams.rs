//! Where the lines of a text begin, and where a long one may be broken: what a formatter must know of the grammar.

use std::collections::BTreeMap;

use super::parts::{Node, Rule, Stopped, all, whole};

/// The places in a text where layout may be changed without a change of meaning.
#[derive(Debug, Default)]
pub struct Seams {
    /// Where lines begin: a comma or the end of a line stands before each of them, or a brace.
    pub lines: BTreeMap<usize, LineSort>,
    /// Where the end of a line means nothing, and how deep inside the line: a break at a lower number tears less apart.
    pub breaks: BTreeMap<usize, u32>,
}

/// What a line is, as far as its layout depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineSort {
    /// A row of a table, a sum or a decision.
    Row,
    /// `name : type`
    Field,
    Other,
}

/// More than any [`looseness`].
const NEST: u32 = 10;

/// Reads where the seams of a file are.
pub fn seams(text: &str) -> Result<Seams, Stopped> {
    let mut seams = Seams::default();
    if let Some(file) = whole(Rule::file, text)? {
        seams.walk(file, text, 0);
    }
    Ok(seams)
}

impl Seams {
    /// Takes in a part and all that it is made of. The limits of a text bound how deep this goes.
    fn walk(&mut self, part: Node<'_>, text: &str, depth: u32) {
        let rule = part.as_rule();
        let depth = depth + u32::from(rule == Rule::expr);
        let mut before = None;
        for inner in all(part) {
            let (here, start) = (inner.as_rule(), inner.as_span().start());
            if let Some(looseness) = looseness(rule, before, here) {
                self.breaks.insert(start, depth.saturating_mul(NEST) + looseness);
            }
            // Blanks between the dice of one roll and those of the next are the author's.
            if rule == Rule::by_dice && before.is_some_and(|(last, _)| last == Rule::number) {
                let is_apart = text.get(..start).is_some_and(|before| before.ends_with(char::is_whitespace));
                self.breaks.insert(start, if is_apart { 2 } else { 3 });
            }
            if here == Rule::expr && is_assigned(rule, text.get(..start).unwrap_or_default()) {
                self.breaks.insert(start, 0);
            }
            let is_line = is_line(rule, here);
            if is_line {
                self.lines.insert(start, sort(here));
            }
            before = Some((here, inner.as_str().trim_end()));
            self.walk(inner, text, if is_line { 0 } else { depth });
        }
    }
}

/// How little a break before this part tears apart, the least for the loosest; `None` where there can be none.
fn looseness(within: Rule, before: Option<(Rule, &str)>, here: Rule) -> Option<u32> {
    match (within, before, here) {
        (Rule::call, Some(_), Rule::argument)
        | (Rule::if_expr | Rule::needs, _, Rule::else_kw)
        | (Rule::expect, Some(_), Rule::choosing) => Some(0),
        (Rule::expect, Some((last, _)), Rule::text) if last != Rule::expect_kw => Some(1),
        (Rule::if_expr, _, Rule::then_kw) => Some(NEST - 1),
        (Rule::expr | Rule::joined, Some((Rule::infix, sign)), _) => Some(match sign {
            "or" => 1,
            "and" => 2,
            "+" | "-" => 4,
            "*" | "/" => 5,
            "otherwise" => 6,
            _ => 3,
        }),
        _ => None,
    }
}

/// Whether what follows is a value behind `=`, which may stand on a line of its own.
fn is_assigned(within: Rule, before: &str) -> bool {
    let may_be_apart = matches!(
        within,
        Rule::dice
            | Rule::rule_
            | Rule::field
            | Rule::deck_field
            | Rule::ask
            | Rule::let_
            | Rule::choose
            | Rule::set
            | Rule::tally
            | Rule::flag
    );
    may_be_apart && before.trim_end().ends_with('=')
}

/// Whether a part is a line of what it stands in.
#[expect(clippy::wildcard_enum_match_arm, reason = "only these rules have lines")]
fn is_line(within: Rule, here: Rule) -> bool {
    match within {
        Rule::file | Rule::step_block | Rule::block | Rule::grid | Rule::field_block => here != Rule::EOI,
        Rule::kind | Rule::one => matches!(here, Rule::field | Rule::needs),
        Rule::plan => !matches!(here, Rule::plan_kw | Rule::phrase),
        Rule::plan_item => here == Rule::field,
        Rule::period => matches!(here, Rule::before | Rule::after),
        Rule::deck => here == Rule::deck_field,
        Rule::sum | Rule::extend_sum => here == Rule::sum_row,
        Rule::decide => here == Rule::decide_row,
        Rule::turns => here == Rule::turn,
        Rule::scene_choose => here == Rule::option,
        Rule::expect => !matches!(here, Rule::expect_kw | Rule::expect_mode | Rule::choosing | Rule::text),
        _ => false,
    }
}

fn sort(rule: Rule) -> LineSort {
    if matches!(rule, Rule::row | Rule::sum_row | Rule::decide_row) {
        LineSort::Row
    } else if rule == Rule::field {
        LineSort::Field
    } else {
        LineSort::Other
    }
}
