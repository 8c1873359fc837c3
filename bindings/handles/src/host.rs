//! What differs from host to host.

use assize::engine::{Limits, ReadFunctions};

use crate::seeds::BYTES;
use crate::wire::Answered;

/// What differs from host to host, and cannot be said in JSON.
#[derive(Clone, Copy)]
pub struct Host {
    /// Bytes that odds of one's own scripts may use at a time; as many as the library takes by itself if left out.
    pub memory: Option<usize>,
    /// Makes what reads house rules in another language.
    pub reader: fn(Limits) -> Box<ReadFunctions>,
    /// Fills bytes so that nobody can foresee them, for the seeds that are left out.
    pub random: fn(&mut [u8; BYTES]) -> Answered<()>,
}

impl Host {
    /// A program of the system, which has randomness for it. It reads house rules in Rhai.
    #[cfg(feature = "system")]
    pub fn system() -> Self {
        Self { memory: None, reader: assize::hook_rhai::reader, random: from_system }
    }

    /// The limits of one's own scripts.
    pub(crate) fn own(&self) -> Limits {
        self.memory.map_or_else(Limits::default, |bytes| Limits::default().memory(bytes))
    }
}

#[cfg(feature = "system")]
fn from_system(bytes: &mut [u8; BYTES]) -> Answered<()> {
    getrandom::fill(bytes).map_err(|error| {
        let message = format!("the operating system's random numbers cannot be read: {error}");
        let help = "say `seed` and `secret_seed`";
        crate::wire::complaint(assize::diagnostic::codes::UNREADABLE, &message, Some(help))
    })
}
