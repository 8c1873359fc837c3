//! How far something long has come, while it is worked out.

use assize::engine::{Chance, Progress};
use assize::protocol::Odd;

use crate::wire::written;

/// Is told at each step how many situations were come upon, or after each block how many runs were made; says whether to go on.
/// It is asked often.
pub type GoesOn = Box<dyn Fn(usize) -> bool + Send + Sync>;

/// Is told what is known by now of each answer to a question about odds, as JSON.
pub type Known<'a> = &'a mut (dyn FnMut(String) + Send + 'a);

/// Who hears how far something has come.
#[derive(Default)]
pub struct Hear<'a> {
    /// Hears at each step; nobody does if left out.
    pub goes_on: Option<GoesOn>,
    /// Hears of odds what is known by then; they take a little longer for it.
    pub known: Option<Known<'a>>,
}

pub(crate) fn progress(goes_on: Option<GoesOn>) -> Progress {
    goes_on.map_or_else(Progress::default, Progress::watched)
}

/// What is known by now, as JSON.
pub(crate) fn told(chances: &[Chance]) -> String {
    written(&chances.iter().cloned().map(Odd::from).collect::<Vec<_>>())
}
