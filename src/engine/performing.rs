//! What a verdict signals, done by the host.

use super::encounter::Encounter;
use crate::verdict::{Event, Verdict};

impl Encounter {
    /// Does what a verdict signals, in its order.
    ///
    /// # Errors
    /// With the words of the first of them that fails; those after it are not done. Its place among the signals is told, so
    /// that a host can go on behind it.
    pub fn perform(&self, verdict: &Verdict) -> Result<(), (usize, String)> {
        let signals = verdict.events.iter().filter_map(|happened| {
            let Event::Signal { name, arguments, .. } = &happened.event else { return None };
            Some((name, arguments))
        });
        for (place, (name, arguments)) in signals.enumerate() {
            let Some(perform) = self.houses.host.acting(name) else { continue };
            perform(arguments).map_err(|why| (place, why))?;
        }
        Ok(())
    }
}
