//! Every change of a text at once, each behind a question for its number.

use std::cmp::Reverse;
use std::ops::Range;

use crate::find::{Mutant, Shape};

/// A text with its changes, and which of them each part of it belongs to.
#[derive(Debug, Default)]
pub struct Switched {
    /// What is compiled.
    pub text: String,
    marks: Vec<(Range<usize>, Vec<usize>)>,
}

impl Switched {
    /// The changes that are to blame for what is wrong at a byte: those of the smallest part that it is in.
    pub fn blamed(&self, at: usize) -> &[usize] {
        let around = self.marks.iter().filter(|(range, _)| range.contains(&at));
        around.min_by_key(|(range, _)| range.len()).map_or(&[], |(_, numbers)| numbers)
    }
}

/// A text with these changes, each beside its number.
pub fn switched(source: &str, mutants: &[(usize, &Mutant)]) -> Switched {
    let mut sorted = mutants.to_vec();
    // What surrounds others comes before them.
    sorted.sort_by_key(|(_, mutant)| (mutant.place.start, !mutant.place.is_empty(), Reverse(mutant.place.end)));
    let places: Vec<&[(usize, &Mutant)]> = sorted.chunk_by(|(_, one), (_, other)| one.place == other.place).collect();
    let mut writer = Writer { source, written: Switched::default() };
    writer.region(0..source.len(), &places);
    writer.written
}

struct Writer<'s> {
    source: &'s str,
    written: Switched,
}

impl Writer<'_> {
    fn region(&mut self, range: Range<usize>, mut places: &[&[(usize, &Mutant)]]) {
        let mut copied = range.start;
        while let [place, rest @ ..] = places {
            let at = place[0].1.place.clone();
            let within = rest.iter().take_while(|other| other[0].1.place.start < at.end).count();
            self.put(copied..at.start);
            self.place(at.clone(), place, &rest[..within]);
            (copied, places) = (at.end, &rest[within..]);
        }
        self.put(copied..range.end);
    }

    fn put(&mut self, range: Range<usize>) {
        self.written.text.push_str(&self.source[range]);
    }

    fn place(&mut self, at: Range<usize>, mutants: &[(usize, &Mutant)], within: &[&[(usize, &Mutant)]]) {
        let start = self.written.text.len();
        let instead = !at.is_empty();
        self.written.text.push_str(if instead { "(" } else { "" });
        for (number, mutant) in mutants {
            let own = self.written.text.len();
            let text = &mutant.text;
            let switch = match mutant.shape {
                Shape::Instead => format!("if crate::mutant::is({number}) {{ {text} }} else "),
                Shape::Return => format!(" if crate::mutant::is({number}) {{ return {text}; }}"),
                Shape::Untaken => format!(" if !crate::mutant::is({number})"),
            };
            self.written.text.push_str(&switch);
            self.written.marks.push((own..self.written.text.len(), vec![*number]));
        }
        if instead {
            self.written.text.push_str("{ ");
            self.region(at, within);
            self.written.text.push_str(" })");
        }
        let numbers = mutants.iter().map(|(number, _)| *number).collect();
        self.written.marks.push((start..self.written.text.len(), numbers));
    }
}

/// What the program asks for numbers: one is on, which the environment says. While tests are looked at, it writes down
/// which numbers were asked for.
pub fn module(count: usize) -> String {
    include_str!("asked.rs.txt").replace("COUNT", &(count + 1).to_string())
}
