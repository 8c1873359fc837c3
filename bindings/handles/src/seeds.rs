//! Seeds that nobody can foresee.

use assize::diagnostic::codes;
use assize::engine::{Seed, Seeds};

use crate::wire::{Answered, complaint};

/// Two seeds from the randomness of the system.
pub(crate) fn fresh() -> Answered<Seeds> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        let message = format!("the operating system's random numbers cannot be read: {error}");
        complaint(codes::UNREADABLE, &message, Some("say `seed` and `secret_seed`"))
    })?;
    let (mut public, mut secret) = ([0; 16], [0; 16]);
    public.copy_from_slice(&bytes[..16]);
    secret.copy_from_slice(&bytes[16..]);
    Ok(Seeds { public: Seed::from_bytes(public), secret: Seed::from_bytes(secret) })
}
