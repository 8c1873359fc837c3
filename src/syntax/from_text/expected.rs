//! What could have been at a place, in words for people who have never programmed.

use pest::error::ErrorVariant;

use super::parts::Rule;

/// At most this many possibilities are named; a longer list helps nobody.
const MOST: usize = 4;

pub(super) fn in_plain_words(variant: &ErrorVariant<Rule>) -> Vec<&'static str> {
    let ErrorVariant::ParsingError { positives, .. } = variant else {
        return Vec::new();
    };
    let mut words: Vec<(u8, &'static str)> = positives.iter().filter_map(|rule| plain(*rule)).collect();
    words.sort_unstable();
    words.dedup();
    words.into_iter().take(MOST).map(|(_, word)| word).collect()
}

/// The likeliest first; `None` for what is too small to be worth a word.
#[expect(clippy::wildcard_enum_match_arm, reason = "most rules are too small to be named")]
fn plain(rule: Rule) -> Option<(u8, &'static str)> {
    Some(match rule {
        Rule::item | Rule::scene_line | Rule::line | Rule::step_line | Rule::one_step | Rule::system => {
            (0, "a new line")
        }
        Rule::expr
        | Rule::operand
        | Rule::quantity
        | Rule::counted
        | Rule::if_expr
        | Rule::argument
        | Rule::line_value
        | Rule::faces
        | Rule::claim
        | Rule::odds_of
        | Rule::decimal
        | Rule::paren => (1, "a value"),
        Rule::phrase
        | Rule::word
        | Rule::any_word
        | Rule::name_list
        | Rule::target
        | Rule::place
        | Rule::member_name => (1, "a name"),
        Rule::number => (2, "a number"),
        Rule::type_ref | Rule::limits | Rule::yes_no | Rule::bound => (2, "a type such as `number`"),
        Rule::text => (3, "text in quotes"),
        Rule::grid | Rule::block | Rule::step_block => (2, "`{`"),
        Rule::row | Rule::cell | Rule::sum_row | Rule::decide_row => (2, "a row"),
        Rule::then_kw => (2, "`then`"),
        Rule::else_kw => (2, "`else`"),
        Rule::params => (2, "`(`"),
        Rule::infix | Rule::arithmetic => (5, "an operator such as `+`"),
        Rule::EOI => (4, "the end of the line"),
        Rule::option => (2, "an option with `{ … }`"),
        Rule::field | Rule::deck_field => (2, "a field"),
        _ => return None,
    })
}
