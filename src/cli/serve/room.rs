//! How much may wait: beyond that, anyone who adds more has to wait too, so that nothing piles up.

/// So many jobs may wait.
pub(super) const MOST_JOBS: usize = 1000;

/// So many bytes of jobs may wait, if they are several.
pub(super) const MOST_BYTES: usize = 16 << 20;

/// So many lines may wait for the writer.
pub(super) const MOST_LINES: usize = 64;
