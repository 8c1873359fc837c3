//! What odds and advice may cost at the command line, and what to say where that is too little.

use std::str::FromStr;

use clap::Args;

use super::Terminal;
use crate::engine::{Budget, RanOut, Resource};

/// The options that say what it may cost.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct Allowed {
    /// Give up after this many different states of the scene; seldom needed
    #[arg(long, value_name = "N", default_value_t = Budget::default().states)]
    budget: usize,
    /// Give up after this many steps from one state to the next; seldom needed
    #[arg(long, value_name = "N", default_value_t = Budget::default().answers)]
    answers: u64,
    /// Give up at about this many megabytes of memory
    #[arg(long, value_name = "MB", default_value_t = Budget::default().memory >> 20, value_parser = megabytes)]
    memory: usize,
}

/// Reads a whole number, 1 or more.
pub(super) fn one_or_more<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| *number >= N::from(1));
    number.ok_or_else(|| "it must be a whole number, 1 or more".to_owned())
}

/// Nobody knows how much is needed: then so many times as much may do.
const AT_A_GUESS: u128 = 10;

/// What is needed at least is told so many times over.
const WITH_ROOM: u128 = 4;

/// A situation takes about so many bytes.
const EACH: u128 = 128;

/// More would not help: no machine that people write scenes on has so much memory, and so many answers take days.
const MOST_MEGABYTES: u128 = 128 * 1024;
const MOST_ANSWERS: u128 = 2_000_000_000_000;

impl Allowed {
    pub(super) fn budget(self) -> Budget {
        Budget::default().states(self.budget).answers(self.answers).memory(self.memory << 20)
    }

    /// So many situations may be followed.
    pub(super) fn situations(self) -> usize {
        self.budget
    }

    /// Sets these limits for every scene that is compiled afterwards.
    pub(super) fn allow(self, terminal: &mut Terminal) {
        terminal.allow(self.budget());
    }

    /// The options that raise what there was too little of, far enough to be of help: `--budget 50000000`; none if no number is.
    pub(super) fn raised(self, ran_out: RanOut) -> Option<String> {
        let times = if ran_out.times > 0 { WITH_ROOM * u128::from(ran_out.times) } else { AT_A_GUESS };
        let more = |now: u128| round(now.max(1) * times);
        match ran_out.of {
            Resource::Situations => {
                let situations = more(self.budget as u128);
                let megabytes = round((situations * EACH) >> 20);
                let memory =
                    if megabytes > self.memory as u128 { format!(" --memory {megabytes}") } else { String::new() };
                (megabytes <= MOST_MEGABYTES).then(|| format!("--budget {situations}{memory}"))
            }
            Resource::Answers => {
                let answers = more(u128::from(self.answers));
                (answers <= MOST_ANSWERS).then(|| format!("--answers {answers}"))
            }
            Resource::Memory => {
                let megabytes = more(self.memory as u128);
                (megabytes <= MOST_MEGABYTES).then(|| format!("--memory {megabytes}"))
            }
        }
    }
}

/// A number that is easily read and no smaller: one digit, and zeros.
fn round(number: u128) -> u128 {
    let digits = number.max(1).ilog10();
    let unit = 10_u128.pow(digits);
    number.div_ceil(unit) * unit
}

/// A number of megabytes, of which the bytes can be counted.
fn megabytes(text: &str) -> Result<usize, String> {
    let number: usize = text.parse().map_err(|_| "write a whole number of megabytes, such as 500".to_owned())?;
    if (1..=usize::MAX >> 20).contains(&number) { Ok(number) } else { Err("the minimum is 1 MB".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::{Allowed, Budget, RanOut, Resource};

    fn raised(of: Resource, times: u16) -> Option<String> {
        let Budget { states, answers, memory, .. } = Budget::default();
        Allowed { budget: states, answers, memory: memory >> 20 }.raised(RanOut { of, times })
    }

    #[test]
    fn the_option_is_that_of_what_ran_out() {
        assert_eq!(raised(Resource::Situations, 0).as_deref(), Some("--budget 50000000 --memory 7000"));
        assert_eq!(raised(Resource::Answers, 0).as_deref(), Some("--answers 5000000000"));
        assert_eq!(raised(Resource::Memory, 0).as_deref(), Some("--memory 30000"));
    }

    #[test]
    fn no_number_is_told_that_would_not_help() {
        assert_eq!(raised(Resource::Situations, 2).as_deref(), Some("--budget 40000000 --memory 5000"));
        assert_eq!(raised(Resource::Situations, 20_000), None);
        assert_eq!(raised(Resource::Memory, 900), None);
    }
}
