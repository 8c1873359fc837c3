//! What is known about conditions: formulas over things that are true or not, and whether one follows from others.
//!
//! A question is answered by trying, and abandoned if that takes long; then no error is reported.

use std::collections::BTreeMap;

use super::situations::{Known, can_hold};

/// A formula; equal ones have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fact(pub(super) usize);

impl Fact {
    /// It holds whatever happens.
    pub const ALWAYS: Fact = Fact(0);
    /// It cannot hold.
    pub const NEVER: Fact = Fact(1);
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Node {
    Always,
    Never,
    Atom(usize),
    Not(Fact),
    All(Vec<Fact>),
    Any(Vec<Fact>),
}

/// Something that holds or does not, of which no more is known.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    /// Of those that say which value this subject has, one holds at most.
    pub(super) subject: Option<usize>,
}

/// One value: the atoms that say which one it is, and how many values it has if that is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Subject {
    pub(super) values: BTreeMap<i64, usize>,
    /// The atoms that say that its value lies below a number.
    pub(super) below: BTreeMap<i64, usize>,
    pub(super) count: Option<usize>,
}

/// More formulas than this are not kept for one procedure.
const MOST_FACTS: usize = 5_000;

/// Every formula so far.
#[derive(Debug)]
pub struct Facts {
    pub(super) nodes: Vec<Node>,
    numbers: BTreeMap<Node, Fact>,
    pub(super) atoms: Vec<Atom>,
    named: BTreeMap<String, usize>,
    pub(super) subjects: Vec<Subject>,
    subjects_named: BTreeMap<String, usize>,
    /// Questions that were answered. Further formulas change no answer, unless it becomes known how many values there are.
    answered: BTreeMap<Vec<Fact>, Option<bool>>,
    known: Known,
}

impl Default for Facts {
    fn default() -> Self {
        let mut facts = Self {
            nodes: Vec::new(),
            numbers: BTreeMap::new(),
            atoms: Vec::new(),
            named: BTreeMap::new(),
            subjects: Vec::new(),
            subjects_named: BTreeMap::new(),
            answered: BTreeMap::new(),
            known: Known::default(),
        };
        facts.number(Node::Always);
        facts.number(Node::Never);
        facts
    }
}

impl Facts {
    /// Whether there are so many that no more is asked: then everything is taken to be as it should.
    pub fn is_full(&self) -> bool {
        self.nodes.len() > MOST_FACTS
    }

    fn number(&mut self, node: Node) -> Fact {
        let next = Fact(self.nodes.len());
        let known = *self.numbers.entry(node.clone()).or_insert(next);
        if known == next {
            self.nodes.push(node);
        }
        known
    }

    /// Something that holds or does not; the same name is the same thing.
    pub fn atom(&mut self, name: String) -> Fact {
        let next = self.atoms.len();
        let atom = *self.named.entry(name).or_insert(next);
        if atom == next {
            self.atoms.push(Atom { subject: None });
        }
        self.number(Node::Atom(atom))
    }

    /// Whether a subject has this value, of so many if that is known.
    pub fn is(&mut self, subject: &str, value: i64, count: Option<usize>) -> Fact {
        let (next, subject) = (self.atoms.len(), self.subject(subject, count));
        let atom = *self.subjects[subject].values.entry(value).or_insert(next);
        if atom == next {
            self.atoms.push(Atom { subject: Some(subject) });
        }
        self.number(Node::Atom(atom))
    }

    /// Whether the value of a subject lies below a number.
    pub fn below(&mut self, subject: &str, number: i64) -> Fact {
        let (next, subject) = (self.atoms.len(), self.subject(subject, None));
        let atom = *self.subjects[subject].below.entry(number).or_insert(next);
        if atom == next {
            self.atoms.push(Atom { subject: Some(subject) });
        }
        self.number(Node::Atom(atom))
    }

    fn subject(&mut self, name: &str, count: Option<usize>) -> usize {
        let next = self.subjects.len();
        let known = *self.subjects_named.entry(name.to_owned()).or_insert(next);
        if known == next {
            self.subjects.push(Subject { count, ..Subject::default() });
        } else if self.subjects[known].count.is_none() && count.is_some() {
            self.subjects[known].count = count;
            self.answered.clear();
        }
        known
    }

    /// `not a`
    pub fn not(&mut self, fact: Fact) -> Fact {
        match &self.nodes[fact.0] {
            Node::Always => Fact::NEVER,
            Node::Never => Fact::ALWAYS,
            Node::Not(inner) => *inner,
            Node::Atom(_) | Node::All(_) | Node::Any(_) => self.number(Node::Not(fact)),
        }
    }

    /// All of them.
    pub fn all(&mut self, facts: impl IntoIterator<Item = Fact>) -> Fact {
        let mut parts: Vec<Fact> = Vec::new();
        for fact in facts {
            match &self.nodes[fact.0] {
                Node::Always => {}
                Node::All(inner) => parts.extend(inner),
                Node::Never | Node::Atom(_) | Node::Not(_) | Node::Any(_) => parts.push(fact),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        match parts.as_slice() {
            [] => Fact::ALWAYS,
            [only] => *only,
            several if several.contains(&Fact::NEVER) => Fact::NEVER,
            _ => self.number(Node::All(parts)),
        }
    }

    /// One of them at least.
    pub fn any(&mut self, facts: impl IntoIterator<Item = Fact>) -> Fact {
        let mut parts: Vec<Fact> = Vec::new();
        for fact in facts {
            match &self.nodes[fact.0] {
                Node::Never => {}
                Node::Any(inner) => parts.extend(inner),
                Node::Always | Node::Atom(_) | Node::Not(_) | Node::All(_) => parts.push(fact),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        match parts.as_slice() {
            [] => Fact::NEVER,
            [only] => *only,
            several if several.contains(&Fact::ALWAYS) => Fact::ALWAYS,
            _ => self.number(Node::Any(parts)),
        }
    }

    /// Whether one follows from the other, as far as that can be seen.
    pub fn follows(&mut self, fact: Fact, from: Fact) -> bool {
        if self.is_said(fact, from) {
            return true;
        }
        let refuted = self.not(fact);
        !self.is_possible([from, refuted])
    }

    /// Whether one follows from the other by its words alone, so that nothing need be tried.
    fn is_said(&self, fact: Fact, from: Fact) -> bool {
        self.is_part(fact, from)
            || match &self.nodes[fact.0] {
                Node::All(parts) => parts.iter().all(|part| self.is_part(*part, from)),
                Node::Any(parts) => parts.iter().any(|part| self.is_part(*part, from)),
                Node::Always | Node::Never | Node::Atom(_) | Node::Not(_) => false,
            }
    }

    fn is_part(&self, fact: Fact, from: Fact) -> bool {
        fact == Fact::ALWAYS
            || fact == from
            || matches!(&self.nodes[from.0], Node::All(parts) if parts.binary_search(&fact).is_ok())
    }

    /// Whether all of these can hold together; `false` as well when it would take too long to find out.
    pub fn is_possible(&mut self, facts: impl IntoIterator<Item = Fact>) -> bool {
        self.can_hold(facts) == Some(true)
    }

    /// Whether it is certain that these cannot hold together.
    pub fn is_impossible(&mut self, facts: impl IntoIterator<Item = Fact>) -> bool {
        self.can_hold(facts) == Some(false)
    }

    fn can_hold(&mut self, facts: impl IntoIterator<Item = Fact>) -> Option<bool> {
        let facts: Vec<Fact> = facts.into_iter().collect();
        if let Some(answer) = self.answered.get(&facts) {
            return *answer;
        }
        let known = std::mem::take(&mut self.known);
        let (answer, known) = can_hold(self, known, &facts);
        self.known = known;
        self.answered.insert(facts, answer);
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::{Fact, Facts};

    #[test]
    fn what_follows_follows() {
        let mut facts = Facts::default();
        let [a, b, c] = ["a", "b", "c"].map(|name| facts.atom(name.to_owned()));
        let (ab, not_a) = (facts.all([a, b]), facts.not(a));
        let either = facts.any([ab, not_a]);
        assert!(facts.follows(a, ab) && !facts.follows(ab, a));
        assert!(facts.follows(either, b), "either a and b, or not a");
        assert!(!facts.follows(either, c));
        let both_ways = facts.any([a, not_a]);
        assert!(facts.follows(both_ways, Fact::ALWAYS));
        assert!(!facts.is_possible([a, not_a]) && facts.is_impossible([a, not_a]));
    }

    #[test]
    fn a_subject_has_one_of_its_values() {
        let mut facts = Facts::default();
        let [low, middle, high] = [0, 1, 2].map(|value| facts.is("level", value, Some(3)));
        assert!(!facts.is_possible([low, high]));
        let (not_low, not_middle) = (facts.not(low), facts.not(middle));
        let neither = facts.all([not_low, not_middle]);
        assert!(facts.follows(high, neither));
        let number = [1, 2].map(|value| facts.is("number", value, None));
        let (not_one, not_two) = (facts.not(number[0]), facts.not(number[1]));
        assert!(facts.is_possible([not_one, not_two]), "there are more numbers");
    }

    #[test]
    fn an_answer_lasts_until_more_is_known_of_a_subject() {
        let mut facts = Facts::default();
        let values = [0, 1].map(|value| facts.is("level", value, None));
        let not = values.map(|value| facts.not(value));
        assert!(facts.is_possible(not) && facts.is_possible(not));
        facts.is("level", 2, None);
        assert!(facts.is_possible(not), "it may be the one that came later");
        facts.is("level", 0, Some(2));
        assert!(!facts.is_possible(not), "there is no other any more");
    }

    #[test]
    fn what_is_said_is_found_by_trying_as_well() {
        let mut facts = Facts::default();
        let [a, b, c] = ["a", "b", "c"].map(|name| facts.atom(name.to_owned()));
        let (not_a, both, either) = (facts.not(a), facts.all([a, b]), facts.any([a, c]));
        let all = [Fact::ALWAYS, Fact::NEVER, a, b, c, not_a, both, either];
        let mut said = 0;
        for (fact, from) in all.into_iter().flat_map(|fact| all.map(|from| (fact, from))) {
            let refuted = facts.not(fact);
            if facts.is_said(fact, from) {
                assert!(!facts.is_possible([from, refuted]), "{fact:?} from {from:?}");
                said += 1;
            }
        }
        assert_eq!(
            said,
            8 + 7 + 2 + 3,
            "what always holds, each from itself, both parts, and `either` from a, c and both"
        );
    }

    #[test]
    fn a_question_that_takes_long_is_given_up() {
        let mut facts = Facts::default();
        // Eight people, seven beds, and nobody shares one: it cannot be, but only after all ways are tried.
        let mut bed = |who: usize, bed: usize| facts.atom(format!("{who} in {bed}"));
        let beds: Vec<Vec<Fact>> = (0..8).map(|who| (0..7).map(|place| bed(who, place)).collect()).collect();
        let mut wanted: Vec<Fact> = beds.iter().map(|own| facts.any(own.clone())).collect();
        for (who, own) in beds.iter().enumerate() {
            for (one, other) in beds.iter().skip(who + 1).flat_map(|others| own.iter().zip(others)) {
                let both = facts.all([*one, *other]);
                wanted.push(facts.not(both));
            }
        }
        assert!(!facts.is_possible(wanted.clone()), "it takes too long");
        assert!(!facts.is_impossible(wanted), "nobody knows");
    }
}
