//! Whether formulas can be true together: situations are tried, one after another.

use super::facts::{Fact, Facts, Node, Subject};

/// More situations than this are not tried for one question.
const MOST_TRIED: usize = 400;

/// What is known of each formula, by its number, and in which situation that was found.
#[derive(Debug, Default)]
pub struct Known {
    values: Vec<(usize, Option<bool>)>,
    situation: usize,
}

/// Whether all of these can hold together; `None` when it would take too long to find out.
pub fn can_hold(facts: &Facts, known: Known, wanted: &[Fact]) -> (Option<bool>, Known) {
    let mut trying = Trying { facts, held: vec![None; facts.atoms.len()], known, tried: 0 };
    trying.known.values.resize(facts.nodes.len(), (0, None));
    let answer = trying.can_hold(wanted);
    let is_found = answer || trying.tried <= MOST_TRIED;
    (is_found.then_some(answer), trying.known)
}

/// Situations, one after the other.
struct Trying<'f> {
    facts: &'f Facts,
    held: Vec<Option<bool>>,
    known: Known,
    tried: usize,
}

impl Trying<'_> {
    fn can_hold(&mut self, wanted: &[Fact]) -> bool {
        self.tried += 1;
        if self.tried > MOST_TRIED {
            return false;
        }
        self.known.situation += 1;
        let mut open = Vec::new();
        for fact in wanted {
            match self.value(*fact) {
                Some(true) => {}
                Some(false) => return false,
                None => open.push(*fact),
            }
        }
        let Some(first) = open.first() else { return true };
        let mut certain = None;
        for fact in &open {
            certain = certain.or_else(|| self.certain(*fact));
        }
        let Some((atom, tries)) = certain.map(|(atom, holds)| (atom, vec![holds])).or_else(|| {
            let atom = self.undecided(*first)?;
            Some((atom, vec![true, false]))
        }) else {
            return true;
        };
        for holds in tries {
            self.held[atom] = Some(holds);
            if self.can_hold(&open) {
                return true;
            }
        }
        self.held[atom] = None;
        false
    }

    /// An atom that must be so if the fact is to hold.
    fn certain(&self, fact: Fact) -> Option<(usize, bool)> {
        match &self.facts.nodes[fact.0] {
            Node::Atom(atom) => self.of(*atom).is_none().then_some((*atom, true)),
            Node::Not(inner) => match &self.facts.nodes[inner.0] {
                Node::Atom(atom) => self.of(*atom).is_none().then_some((*atom, false)),
                Node::Always | Node::Never | Node::Not(_) | Node::All(_) | Node::Any(_) => None,
            },
            Node::All(parts) => parts.iter().find_map(|part| self.certain(*part)),
            Node::Always | Node::Never | Node::Any(_) => None,
        }
    }

    /// What is known of an atom: of the values of a subject one holds, and no more than one, and they have an order.
    fn of(&self, atom: usize) -> Option<bool> {
        if let Some(held) = self.held[atom] {
            return Some(held);
        }
        let subject = &self.facts.subjects[self.facts.atoms[atom].subject?];
        let (least, most) = self.limits(subject);
        if let Some((number, _)) = subject.below.iter().find(|(_, other)| **other == atom) {
            return if most < *number { Some(true) } else { (least >= *number).then_some(false) };
        }
        if subject.values.iter().any(|(value, other)| *other == atom && !(least..=most).contains(value)) {
            return Some(false);
        }
        let others = subject.values.values().filter(|other| **other != atom);
        let mut refused = 0;
        for other in others {
            match self.held[*other] {
                Some(true) => return Some(false),
                Some(false) => refused += 1,
                None => {}
            }
        }
        (subject.count == Some(refused + 1)).then_some(true)
    }

    /// Between which numbers a value lies, by what is held of it.
    fn limits(&self, subject: &Subject) -> (i64, i64) {
        let (mut least, mut most) = (i64::MIN, i64::MAX);
        for (number, atom) in &subject.below {
            match self.held[*atom] {
                Some(true) => most = most.min(number.saturating_sub(1)),
                Some(false) => least = least.max(*number),
                None => {}
            }
        }
        for (value, _) in subject.values.iter().filter(|(_, atom)| self.held[**atom] == Some(true)) {
            (least, most) = (least.max(*value), most.min(*value));
        }
        (least, most)
    }

    fn value(&mut self, fact: Fact) -> Option<bool> {
        let (situation, value) = self.known.values[fact.0];
        if situation == self.known.situation {
            return value;
        }
        let facts = self.facts;
        let value = match &facts.nodes[fact.0] {
            Node::Always => Some(true),
            Node::Never => Some(false),
            Node::Atom(atom) => self.of(*atom),
            Node::Not(inner) => self.value(*inner).map(|value| !value),
            Node::All(parts) => self.joined(parts, false),
            Node::Any(parts) => self.joined(parts, true),
        };
        self.known.values[fact.0] = (self.known.situation, value);
        value
    }

    /// The value that decides, if a part has it; the other one, if all have that.
    fn joined(&mut self, parts: &[Fact], decides: bool) -> Option<bool> {
        let mut all = Some(!decides);
        for part in parts {
            match self.value(*part) {
                Some(value) if value == decides => return Some(decides),
                Some(_) => {}
                None => all = None,
            }
        }
        all
    }

    fn undecided(&mut self, fact: Fact) -> Option<usize> {
        let facts = self.facts;
        match &facts.nodes[fact.0] {
            Node::Always | Node::Never => None,
            Node::Atom(atom) => self.of(*atom).is_none().then_some(*atom),
            Node::Not(inner) => self.undecided(*inner),
            Node::All(parts) | Node::Any(parts) => {
                parts.iter().find_map(|part| if self.value(*part).is_none() { self.undecided(*part) } else { None })
            }
        }
    }
}
