//! A name to which the command line gives two values: `--cast hero=ann,hero=bo`.

use std::collections::BTreeSet;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command};

/// Options that take `NAME=VALUE`; each name has one value.
const PAIRS: [&str; 2] = ["cast", "choose"];

/// Refuses a second value for a name.
pub(super) fn refuse(mut program: Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some((_, given)) = matches.subcommand() else { return Ok(()) };
    for option in PAIRS {
        let Ok(Some(pairs)) = given.try_get_many::<(String, String)>(option) else { continue };
        let mut known = BTreeSet::new();
        if let Some((name, _)) = pairs.into_iter().find(|(name, _)| !known.insert(name.as_str())) {
            let message = format!("`--{option}` gives `{name}` two values: omit one of them");
            return Err(program.error(ErrorKind::ValueValidation, message));
        }
    }
    Ok(())
}
