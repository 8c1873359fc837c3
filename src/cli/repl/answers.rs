//! `:mode`, `:dice`, `:brief`, `:seed`, `:cast`

use super::arguments::listed;
use super::commands::Ended;
use super::shell::Repl;
use crate::cli::answering::pair;
use crate::diagnostic::clean;
use crate::engine::{Encounter, Seed};
use crate::journal::EntryMode;
use crate::session::Session;

/// The modes by name.
const MODES: &[(&str, EntryMode)] = &[
    ("random", EntryMode::Random),
    ("deliberate", EntryMode::Deliberate),
    ("automatic", EntryMode::Automatic),
    ("table", EntryMode::Table),
];

pub(super) fn mode(repl: &mut Repl<'_>, rest: &str) -> Ended {
    if rest.is_empty() {
        return repl.tell_answering();
    }
    // As a verdict names them.
    let named = match rest {
        "dice" => "random",
        "judgement" => "deliberate",
        other => other,
    };
    match MODES.iter().find(|(name, _)| *name == named) {
        Some((_, mode)) => answer_by(repl, *mode, Vec::new()),
        None => {
            repl.complain(format!("there is no mode `{rest}`"), "the modes are random, deliberate, automatic and table")
        }
    }
}

pub(super) fn dice(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let (who, names) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    match who {
        "" => repl.tell_answering(),
        "program" => answer_by(repl, EntryMode::Random, Vec::new()),
        "table" => answer_by(repl, EntryMode::Table, listed(names)),
        _ => {
            let names = listed(rest).join(", ");
            let help = format!("write `:dice table {names}` to roll only their dice by hand, or `:dice program`");
            repl.complain("`:dice` needs `program` or `table` first", help)
        }
    }
}

pub(super) fn brief(repl: &mut Repl<'_>, rest: &str) -> Ended {
    repl.brief = match rest {
        "" => !repl.brief,
        "on" => true,
        "off" => false,
        _ => return repl.complain(format!("`{rest}` is not `on` or `off`"), "write `:brief on` or `:brief off`"),
    };
    repl.terminal.say(if repl.brief { "only results, texts and changes are shown\n" } else { "everything is shown\n" });
    Ended::Done
}

pub(super) fn seed(repl: &mut Repl<'_>, rest: &str) -> Ended {
    if !rest.is_empty() {
        let seed: Seed = match rest.parse() {
            Ok(seed) => seed,
            Err(wrong) => return repl.complain(format!("`{rest}` is not a seed"), wrong.to_string()),
        };
        if let Err(failure) = repl.session.reseed(seed) {
            return repl.fail(&failure);
        }
    }
    let seeds = repl.session.seeds();
    let secret =
        if seeds.is_derived() { String::new() } else { format!(", and secret rolls from seed {}", seeds.secret) };
    repl.terminal.say(&format!("the next entries use seed {}{secret}\n", seeds.public));
    Ended::Done
}

pub(super) fn cast(repl: &mut Repl<'_>, rest: &str) -> Ended {
    for one in rest.split(',').filter(|_| !rest.is_empty()) {
        let Ok((role, thing)) = pair(one) else {
            return repl.complain(format!("`{}` cannot fill a role", one.trim()), "write `:cast ROLE=NAME`");
        };
        if let Err(failure) = repl.session.cast(&role, &thing) {
            return repl.fail(&failure);
        }
        let is_known = repl.session.known().is_some_and(|known| known.has_role(&role));
        let later = if is_known { "" } else { ", once a scene has it" };
        repl.terminal.say(&format!("{thing} fills the role of {role}{later}\n"));
    }
    if rest.is_empty() {
        let told = roles(&repl.session);
        repl.terminal.say(&told);
    }
    Ended::Done
}

/// Who plays each role, and which are open.
fn roles(session: &Session) -> String {
    let cast = session.casting().iter().map(|(role, thing)| format!("{role}: {thing}\n"));
    let open = session.known().map(Encounter::open_roles).unwrap_or_default().into_iter();
    let open = open.filter(|open| !session.casting().contains_key(&open.name)).map(|open| {
        let fitting = open.fitting.join(", ");
        let could = if fitting.is_empty() { fitting } else { format!(" (could be {fitting})") };
        format!("{}: nobody{could}\n", open.name)
    });
    let told: String = cast.chain(open).collect();
    if told.is_empty() { "there are no roles here\n".to_owned() } else { clean::lines(&told) }
}

fn answer_by(repl: &mut Repl<'_>, mode: EntryMode, names: Vec<String>) -> Ended {
    match repl.session.answer_by(mode, names) {
        Ok(()) => repl.tell_answering(),
        Err(failure) => repl.fail(&failure),
    }
}
