//! Seeds that nobody can foresee.

use assize::engine::{Seed, Seeds};

use crate::host::Host;
use crate::wire::Answered;

/// So many bytes are two seeds.
pub(crate) const BYTES: usize = 32;

/// Two seeds from the randomness of the host.
pub(crate) fn fresh(host: &Host) -> Answered<Seeds> {
    let mut bytes = [0; BYTES];
    (host.random)(&mut bytes)?;
    let (mut public, mut secret) = ([0; 16], [0; 16]);
    public.copy_from_slice(&bytes[..16]);
    secret.copy_from_slice(&bytes[16..]);
    Ok(Seeds { public: Seed::from_bytes(public), secret: Seed::from_bytes(secret) })
}

/// The seeds that are said; fresh ones stand in for those that are left out.
pub(crate) fn or_fresh(host: &Host, public: Option<Seed>, secret: Option<Seed>) -> Answered<Seeds> {
    if let (Some(public), Some(secret)) = (public, secret) {
        return Ok(Seeds { public, secret });
    }
    let fresh = fresh(host)?;
    Ok(Seeds { public: public.unwrap_or(fresh.public), secret: secret.unwrap_or(fresh.secret) })
}
