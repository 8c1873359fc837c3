//! `:undo`, `:redo`, `:history`, `:edit`

use super::commands::Ended;
use super::in_words::{self, first_line};
use super::shell::Repl;
use crate::session::{CameOut, Session};

pub(super) fn undo(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let wanted = if rest.is_empty() { "1" } else { rest };
    let Ok(times) = wanted.parse::<usize>() else {
        return repl.complain(format!("`{rest}` is not a number of entries"), "write `:undo` or `:undo 2`");
    };
    let (mut done, mut fell) = (0, Vec::new());
    let ended = loop {
        if done == times {
            break Ended::Done;
        }
        let edited = edited_now(&repl.session);
        match repl.session.undo() {
            Ok(Some(entry)) => {
                let told = if entry.struck {
                    fell.extend(in_words::dice(&entry.verdict));
                    format!("entry {} undone: {}\n", entry.number, first_line(&entry.text))
                } else {
                    let again: String = edited.iter().map(in_words::came_out_again).collect();
                    format!("the change to entry {} is undone: {}\n{again}", entry.number, first_line(&entry.text))
                };
                done += 1;
                repl.terminal.say(&told);
            }
            Ok(None) if done == 0 => return repl.complain("there is nothing to undo on this page", ""),
            Ok(None) => {
                repl.terminal.say(&format!("undid {done} of {times} entries: there are no more on this page\n"));
                break Ended::Done;
            }
            Err(failure) => break repl.fail(&failure),
        }
    };
    if !fell.is_empty() {
        let dice = fell.join("; ");
        repl.terminal.say(&format!(
            "dice that no longer count: {dice}\n`:redo` brings them back; if you enter a line again, it rolls new dice\n"
        ));
    }
    repl.undone_at_once.push(done);
    repl.learn();
    ended
}

/// Brings back all that one `:undo` undid; one entry where nobody knows any more which they were.
pub(super) fn redo(repl: &mut Repl<'_>, _: &str) -> Ended {
    let times = repl.undone_at_once.pop().unwrap_or(1).max(1);
    for done in 0..times {
        let undone = undone_now(&repl.session);
        match repl.session.redo() {
            Ok(Some(entry)) => {
                let (number, text) = (entry.number, first_line(&entry.text));
                let is_change = undone_now(&repl.session) == undone;
                let told = if is_change {
                    format!("entry {number} is changed again: {text}\n")
                } else {
                    format!("entry {number} restored: {text}\n")
                };
                repl.terminal.say(&told);
            }
            Ok(None) if done == 0 => {
                let help = "`:redo` only works until you enter something new";
                return repl.complain("there is nothing to redo", help);
            }
            Ok(None) => break,
            Err(failure) => return repl.fail(&failure),
        }
    }
    repl.learn();
    Ended::Done
}

/// So many entries are undone.
fn undone_now(session: &Session) -> usize {
    session.entries().iter().filter(|entry| entry.struck).count()
}

/// The entries that the last change of a text has changed: as they are, and as they are once it is undone.
fn edited_now(session: &Session) -> Vec<CameOut> {
    let entry = |number| session.entries().iter().find(|entry| entry.number == number);
    let changed = session.before_edit().iter().filter_map(|before| {
        let was = entry(before.entry)?.verdict.clone();
        Some(CameOut { number: before.entry, text: before.text.clone(), was, now: before.verdict.clone() })
    });
    changed.collect()
}

pub(super) fn history(repl: &mut Repl<'_>, _: &str) -> Ended {
    let (mut listed, mut next) = (Vec::new(), 1);
    let pages = repl.session.page_begins();
    let new_page = |place: usize| pages.contains(&place).then(|| "      -- a new page --\n".to_owned());
    for (place, entry) in repl.session.entries().iter().enumerate() {
        listed.extend(new_page(place));
        // What was broken off or refused on its way has used its number.
        listed.extend((next..entry.number).map(|number| format!("-{number:>3}  (it was cancelled or refused)\n")));
        let mark = if entry.struck { '-' } else { ' ' };
        listed.push(format!("{mark}{:>3}  {}\n", entry.number, first_line(&entry.text)));
        next = entry.number + 1;
    }
    listed.extend(new_page(repl.session.entries().len()));
    let listed = listed.concat();
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
        Some((number, text)) => {
            repl.back = format!(":edit {number} {text}");
            Ended::Done
        }
        None => repl.complain("there is no such entry", "`:history` lists them with their numbers"),
    }
}
