//! The part of an address that nobody can guess.

use super::seeds;
use crate::engine::Failure;

/// Letters and digits that are not taken for each other when they are read from a screen and typed on a phone.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// So many of them: 2^60 tokens, of which nobody can try a noticeable part over a network in an evening.
const LENGTH: usize = 12;

/// A token.
#[derive(Clone, Debug)]
pub(super) struct Token(String);

impl Token {
    /// One that nobody can foresee.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub(super) fn fresh() -> Result<Self, Failure> {
        Ok(Self::of(seeds::fresh_bytes()?))
    }

    fn of(bytes: [u8; LENGTH]) -> Self {
        Self(bytes.iter().map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()])).collect())
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// Whether this is the token. How long that takes does not tell how much of it is right.
    pub(super) fn is(&self, said: &str) -> bool {
        let (own, said) = (self.0.as_bytes(), said.as_bytes());
        own.len() == said.len()
            && own.iter().zip(said).fold(0, |different, (one, other)| different | (one ^ other)) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::{LENGTH, Token};

    #[test]
    fn only_the_token_is_the_token() {
        let token = Token::of([0, 31, 32, 255, 9, 10, 1, 2, 3, 4, 5, 6]);
        assert_eq!(token.text(), "0z0z9a123456");
        assert!(token.is("0z0z9a123456"));
        for other in ["", "0", "0z0z9a12345", "0z0z9a123457", "1z0z9a123456", "0z0z9a1234567", "0Z0Z9A123456"] {
            assert!(!token.is(other), "{other}");
        }
        let (one, other) = (Token::fresh().expect("there is randomness"), Token::fresh().expect("there is randomness"));
        assert!(one.text().len() == LENGTH && !one.is(other.text()));
    }
}
