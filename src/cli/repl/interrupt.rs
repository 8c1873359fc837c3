//! What Ctrl-C does during a computation.

use crate::engine::Cancel;

/// Ctrl-C calls off what is worked out; while odds are, it leaves them first at what is known. Copies are one and the same.
#[derive(Clone, Default)]
pub(super) struct Interrupt {
    /// Calls off whatever is worked out for a line.
    pub(super) all: Cancel,
    /// Leaves odds at what is known.
    odds: Cancel,
    /// Is called off as long as no odds are worked out.
    no_odds: Cancel,
}

impl Interrupt {
    /// At the prompt, where no odds are worked out.
    pub(super) fn new() -> Self {
        let interrupt = Self::default();
        interrupt.no_odds.call_off();
        interrupt
    }

    /// Somebody has pressed the keys.
    pub(super) fn come(&self) {
        let is_content = !self.no_odds.is_called_off() && !self.odds.is_called_off();
        if is_content { self.odds.call_off() } else { self.all.call_off() }
    }

    /// Works out odds that are left at what is known when the one that is handed over is called off.
    pub(super) fn during_odds<T>(&self, work: impl FnOnce(Cancel) -> T) -> T {
        self.odds.clear();
        self.no_odds.clear();
        let found = work(self.odds.clone());
        self.no_odds.call_off();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::Interrupt;

    #[test]
    fn odds_are_left_at_what_is_known_before_anything_is_called_off() {
        let keys = Interrupt::new();
        keys.during_odds(|stop| {
            keys.come();
            assert!(stop.is_called_off() && !keys.all.is_called_off());
            keys.come();
            assert!(keys.all.is_called_off(), "whoever presses them again does not want to wait for that either");
        });
        keys.all.clear();
        keys.during_odds(|stop| assert!(!stop.is_called_off(), "it was the question before that was left"));
        keys.come();
        assert!(keys.all.is_called_off());
    }
}
