//! `:undo`, `:redo`, `:history`, `:edit`

use super::commands::Ended;
use super::in_words::first_line;
use super::shell::Repl;
use crate::session::Entry;

pub(super) fn undo(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let wanted = if rest.is_empty() { "1" } else { rest };
    let Ok(times) = wanted.parse::<usize>() else {
        return repl.complain(format!("`{rest}` is no number of entries"), "write `:undo` or, for instance, `:undo 2`");
    };
    for done in 0..times {
        match repl.session.undo() {
            Ok(Some(entry)) => {
                let what = if entry.struck { "struck out" } else { "as it was before" };
                let told = format!("{what} {}: {}\n", entry.number, first_line(&entry.text));
                repl.terminal.say(&told);
            }
            Ok(None) if done == 0 => return repl.complain("there is nothing to cross out on this page", ""),
            Ok(None) => break,
            Err(failure) => return repl.fail(&failure),
        }
    }
    repl.learn();
    Ended::Done
}

pub(super) fn redo(repl: &mut Repl<'_>, _: &str) -> Ended {
    match repl.session.redo() {
        Ok(Some(entry)) => {
            let told = format!("counts again {}: {}\n", entry.number, first_line(&entry.text));
            repl.terminal.say(&told);
            repl.learn();
            Ended::Done
        }
        Ok(None) => {
            repl.complain("there is nothing that could count again", "`:redo` works until something is entered")
        }
        Err(failure) => repl.fail(&failure),
    }
}

pub(super) fn history(repl: &mut Repl<'_>, _: &str) -> Ended {
    let line = |entry: &Entry| {
        let mark = if entry.struck { '-' } else { ' ' };
        format!("{mark}{:>3}  {}\n", entry.number, first_line(&entry.text))
    };
    let listed = repl.session.entries().iter().map(line).collect::<Vec<String>>().concat();
    repl.terminal.say(if listed.is_empty() { "nothing has been entered yet\n" } else { &listed });
    Ended::Done
}

pub(super) fn edit(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let (number, text) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let entries = repl.session.entries();
    let wanted = match number {
        "" => entries.last(),
        number => entries.iter().find(|entry| entry.number.to_string() == number),
    };
    match wanted.map(|entry| (entry.number, entry.text.clone())) {
        Some((number, _)) if !text.trim().is_empty() => repl.edit(number, text.trim()),
        Some((_, text)) => {
            repl.back = text;
            Ended::Done
        }
        None => repl.complain("there is no such entry", "`:history` lists them with their numbers"),
    }
}
