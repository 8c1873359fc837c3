//! What the grammar supplies, and the one place where the parser generator's own types are named.

use std::ops::Range;

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::{Pair, Pairs};

use super::expected;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/assize.pest"]
struct Grammar;

/// What a rule of the grammar has read.
pub(super) type Node<'i> = Pair<'i, Rule>;

/// The parts of a part, in order, without keywords that say nothing more than the rule they stand in.
pub(super) struct Parts<'i> {
    next: Option<Node<'i>>,
    rest: Option<Pairs<'i, Rule>>,
    /// Where the whole stands in the text that is read.
    pub(super) place: Range<usize>,
}

impl<'i> Parts<'i> {
    fn new(part: Option<Node<'i>>) -> Self {
        let place = part.as_ref().map_or(0..0, |part| part.as_span().start()..part.as_span().end());
        let mut parts = Self { next: None, rest: part.map(Pair::into_inner), place };
        parts.step();
        parts
    }

    fn step(&mut self) {
        self.next = self.rest.as_mut().and_then(|rest| rest.find(|part| !says_nothing(part.as_rule())));
    }

    /// The next part, without taking it.
    pub(super) fn look(&self) -> Option<&Node<'i>> {
        self.next.as_ref()
    }

    /// The rule of the next part.
    pub(super) fn peek(&self) -> Option<Rule> {
        self.next.as_ref().map(Pair::as_rule)
    }

    /// The next part if it is of this rule.
    pub(super) fn next_of(&mut self, rule: Rule) -> Option<Node<'i>> {
        if self.peek() == Some(rule) { self.next() } else { None }
    }

    /// Whether the next part is of this rule; takes it.
    pub(super) fn has(&mut self, rule: Rule) -> bool {
        self.next_of(rule).is_some()
    }
}

impl<'i> Iterator for Parts<'i> {
    type Item = Node<'i>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next.take();
        self.step();
        next
    }
}

/// The parts of a part; none of a part that is not there.
pub(super) fn inner<'i>(part: impl Into<Option<Node<'i>>>) -> Parts<'i> {
    Parts::new(part.into())
}

/// Where reading stopped, and what could have stood there in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Byte offset in the text that was read.
    pub at: usize,
    /// Such as `a value` or `the end of the line`.
    pub expected: Vec<&'static str>,
}

/// All parts of a part, keywords included.
pub(super) fn all(part: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    part.into_inner()
}

/// Reads a text by one rule.
pub(super) fn parse(rule: Rule, text: &str) -> Result<Parts<'_>, Stopped> {
    Ok(inner(whole(rule, text)?))
}

/// The part that a rule makes of a whole text.
pub(super) fn whole(rule: Rule, text: &str) -> Result<Option<Node<'_>>, Stopped> {
    match Grammar::parse(rule, text) {
        Ok(mut whole) => Ok(whole.next()),
        Err(error) => {
            let at = match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
            Err(Stopped { at, expected: expected::in_plain_words(&error.variant) })
        }
    }
}

/// Keywords that say nothing more than the rule they stand in.
fn says_nothing(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::given_word
            | Rule::EOI
            | Rule::if_kw
            | Rule::then_kw
            | Rule::else_kw
            | Rule::for_kw
            | Rule::add_kw
            | Rule::after_kw
            | Rule::ask_kw
            | Rule::before_kw
            | Rule::budget_kw
            | Rule::by_kw
            | Rule::cards_kw
            | Rule::cast_kw
            | Rule::choose_kw
            | Rule::choosing_kw
            | Rule::cut_kw
            | Rule::decide_kw
            | Rule::deck_kw
            | Rule::dice_kw
            | Rule::draw_kw
            | Rule::expect_kw
            | Rule::extend_kw
            | Rule::extends_kw
            | Rule::flag_kw
            | Rule::field_kw
            | Rule::from_kw
            | Rule::further_kw
            | Rule::given_kw
            | Rule::group_kw
            | Rule::house_kw
            | Rule::item_kw
            | Rule::judged_kw
            | Rule::kind_kw
            | Rule::ladder_kw
            | Rule::let_kw
            | Rule::mode_kw
            | Rule::modifier_kw
            | Rule::modifiers_kw
            | Rule::most_kw
            | Rule::needs_kw
            | Rule::note_kw
            | Rule::odds_kw
            | Rule::of_kw
            | Rule::one_kw
            | Rule::pay_kw
            | Rule::period_kw
            | Rule::plan_kw
            | Rule::procedure_kw
            | Rule::refused_kw
            | Rule::repeat_kw
            | Rule::remove_kw
            | Rule::replace_kw
            | Rule::resolve_kw
            | Rule::reveal_kw
            | Rule::roll_kw
            | Rule::rolls_kw
            | Rule::rule_kw
            | Rule::run_kw
            | Rule::scale_kw
            | Rule::set_kw
            | Rule::shuffle_kw
            | Rule::signal_kw
            | Rule::slots_kw
            | Rule::step_kw
            | Rule::stop_kw
            | Rule::sum_kw
            | Rule::system_kw
            | Rule::table_kw
            | Rule::tally_kw
            | Rule::through_kw
            | Rule::to_kw
            | Rule::turns_kw
            | Rule::until_kw
            | Rule::upfront_kw
            | Rule::use_kw
            | Rule::versus_kw
            | Rule::with_kw
    )
}
