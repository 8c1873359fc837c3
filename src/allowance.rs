//! What one call of the library may cost, through all its stages, and whether it has been cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Calls off whatever it was given to, from another thread or from the handler of a signal. Copies are one and the same.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Calls off what is under way, and whatever begins before [`Cancel::clear`].
    ///
    /// ```
    /// use assize::Cancel;
    ///
    /// let (cancel, copy) = (Cancel::default(), Cancel::default());
    /// let same = cancel.clone();
    /// cancel.call_off();
    /// assert!(same.is_called_off() && !copy.is_called_off());
    /// ```
    pub fn call_off(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Lets the next answer be worked out.
    pub fn clear(&self) {
        self.0.store(false, Ordering::SeqCst);
    }

    /// Whether it is called off.
    pub fn is_called_off(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Goes on unless it is called off.
    pub(crate) fn heeded(&self) -> Result<(), Exhausted> {
        if self.is_called_off() { Err(Exhausted::CalledOff) } else { Ok(()) }
    }
}

/// Does what nobody can call off.
pub(crate) fn undisturbed<T: Default>(work: impl FnOnce(&Cancel) -> Result<T, Exhausted>) -> T {
    work(&Cancel::default()).unwrap_or_default()
}

/// What exact odds may cost, one kind of cost after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Distinct situations, and distinct results.
    Situations,
    /// Answers followed from one situation to the next, and steps of counting dice.
    Answers,
    /// Bytes held at a time.
    Memory,
}

/// What exact odds had too little of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RanOut {
    /// Of this.
    pub of: Resource,
    /// So many times as much would be needed at least, where that was foreseen; otherwise 0.
    pub times: u16,
}

impl RanOut {
    /// Nobody knows how much would be needed.
    pub(crate) fn of(of: Resource) -> Self {
        Self { of, times: 0 }
    }
}

/// The steps that are left to one call: to its compiler, its runs and its odds together. Copies are one and the same.
#[derive(Clone, Debug)]
pub struct Allowance {
    limit: u64,
    left: Arc<AtomicU64>,
    cancel: Cancel,
}

/// Why there is nothing left to spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// Somebody has called it off.
    CalledOff,
    /// All steps are taken; so many there were.
    Work {
        /// The steps that were allowed.
        limit: u64,
    },
}

impl Default for Allowance {
    /// Without a limit, and called off by nobody.
    fn default() -> Self {
        Self::new(u64::MAX, Cancel::default())
    }
}

impl Allowance {
    /// So many steps, unless `cancel` says otherwise.
    pub fn new(limit: u64, cancel: Cancel) -> Self {
        Self { limit, left: Arc::new(AtomicU64::new(limit)), cancel }
    }

    /// All the steps once more, for another call.
    #[must_use]
    pub fn afresh(&self) -> Self {
        Self::new(self.limit, self.cancel.clone())
    }

    /// All the steps once more, for another call that `cancel` can call off.
    #[must_use]
    pub fn called_off_by(&self, cancel: &Cancel) -> Self {
        Self::new(self.limit, cancel.clone())
    }

    /// The same for another call that takes no more than so many steps.
    #[must_use]
    pub fn at_most(&self, steps: u64) -> Self {
        Self::new(self.limit.min(steps), self.cancel.clone())
    }

    /// So many of the steps that are left, for a part of the same call, which takes them from here when it is done.
    #[must_use]
    pub(crate) fn part(&self, steps: u64) -> Self {
        Self::new(self.left.load(Ordering::SeqCst).min(steps), self.cancel.clone())
    }

    /// Takes some of the steps that are left.
    ///
    /// # Errors
    /// When there are fewer, or it is called off; then none are left.
    pub fn spend(&self, steps: u64) -> Result<(), Exhausted> {
        self.cancel.heeded()?;
        let taken = self.left.try_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(steps));
        taken.map(|_| ()).map_err(|_| {
            self.left.store(0, Ordering::SeqCst);
            Exhausted::Work { limit: self.limit }
        })
    }

    /// The steps that were taken.
    pub fn spent(&self) -> u64 {
        self.limit - self.left.load(Ordering::SeqCst)
    }
}
