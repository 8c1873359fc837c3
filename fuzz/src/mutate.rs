//! How an input is changed into another one.

pub mod json;
pub mod loose;

use std::ops::Range;

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use crate::Chance;
use crate::corpus::Corpus;
use crate::grammar::Piece;

/// No change makes a text longer than this.
const LONGEST: usize = 60_000;

/// A text of this rule of the grammar, changed in one place or a few. What is no longer a text of the rule is changed by its
/// letters.
pub fn by_rule(corpus: &Corpus, rule: &str, text: &str, chance: &mut Chance) -> String {
    let mut text = text.to_owned();
    let times = if chance.random_ratio(1, 8) { chance.random_range(2..10) } else { chance.random_range(1..3) };
    for _ in 0..times {
        let pieces = corpus.grammar.pieces(rule, &text);
        text = match pieces.choose(chance) {
            Some(piece) if !chance.random_ratio(1, 6) => change_piece(corpus, &text, piece, &pieces, chance),
            _ => loose::changed(&text, &corpus.words, chance),
        };
        loose::cut(&mut text, LONGEST);
    }
    text
}

fn change_piece(corpus: &Corpus, text: &str, piece: &Piece, pieces: &[Piece], chance: &mut Chance) -> String {
    let of_rule = corpus.pieces.get(&piece.rule).map_or(&[][..], Vec::as_slice);
    let here = &text[piece.place.clone()];
    match chance.random_range(0..12_u8) {
        0..=4 => put(text, &piece.place, of_rule.choose(chance).map_or("", String::as_str)),
        5 => put(text, &piece.place, ""),
        6 => put(text, &piece.place, &format!("{here}\n{here}")),
        7 => {
            let alike: Vec<&Piece> = pieces.iter().filter(|other| other.rule == piece.rule).collect();
            let other = alike.choose(chance).map_or(here, |other| &text[other.place.clone()]);
            put(text, &piece.place, other)
        }
        8 | 9 => {
            let depth = chance.random_range(2..14);
            put(text, &piece.place, &corpus.grammar.text_of(&piece.rule, &corpus.words, depth, chance))
        }
        10 => {
            let deep = chance.random_range(1..60);
            let (open, close) =
                *[("(", ")"), ("{", "}"), ("not ", ""), ("-", "")].choose(chance).unwrap_or(&("(", ")"));
            put(text, &piece.place, &format!("{}{here}{}", open.repeat(deep), close.repeat(deep)))
        }
        _ => put(text, &piece.place, loose::number(chance)),
    }
}

/// A text with something else in one place.
fn put(text: &str, place: &Range<usize>, other: &str) -> String {
    [&text[..place.start], other, &text[place.end..]].concat()
}
