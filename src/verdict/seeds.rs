//! What a verdict says about the stream of its dice and cards.

use super::{Verdict, Visibility};
use crate::semantics::chance::Stream;
use crate::shared_text::SharedText;

impl Verdict {
    /// The verdict, with what is needed to have its dice and cards again; nothing, if the program rolled and drew none.
    #[must_use]
    pub(crate) fn drawn_from(self, stream: Option<Stream>) -> Self {
        let by_chance = self.events.iter().any(|happened| happened.event.by_chance());
        match stream.filter(|_| by_chance) {
            Some(stream) => self.rolling_from(stream),
            None => self.without_seeds(),
        }
    }

    /// The verdict with the stream, whether anything came from it yet or not: a run that was refused goes on from there
    /// when it is mended.
    #[must_use]
    pub(crate) fn rolling_from(self, stream: Stream) -> Self {
        let by_chance = || self.events.iter().filter(|happened| happened.event.by_chance());
        let (seed, name) = (Some(stream.seed()), Some(stream.name().to_owned()));
        let (secret_seed, entry) = match stream {
            Stream::Addressed { seeds, entry } => {
                let in_secret = by_chance().any(|happened| happened.visibility != Visibility::All);
                let told = in_secret && !seeds.is_derived();
                (told.then_some(seeds.secret), Some(entry).filter(|entry| *entry > 0))
            }
            Stream::Sequential { .. } => (None, None),
        };
        Self { seed, secret_seed, stream: name.map(SharedText::from), entry, ..self }
    }

    /// The verdict without it.
    #[must_use]
    pub(crate) fn without_seeds(self) -> Self {
        Self { seed: None, secret_seed: None, stream: None, entry: None, ..self }
    }
}
