//! `:undo`, `:redo`, `:history`, `:edit`

use std::ops::Range;

use super::commands::Ended;
use super::in_words::{self, on_a_line};
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
                    on_a_line(&format!("entry {} undone: ", entry.number), &entry.text)
                } else {
                    let again: String = edited.iter().map(in_words::came_out_again).collect();
                    on_a_line(&format!("the change to entry {} is undone: ", entry.number), &entry.text)
                        + again.as_str()
                };
                done += 1;
                repl.terminal.say(&told);
            }
            Ok(None) if done == 0 => return back(repl),
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

/// Goes back to the page that `:reset` has left: nothing on this one is left to undo.
fn back(repl: &mut Repl<'_>) -> Ended {
    match repl.session.reopen_page() {
        Ok(true) => {
            repl.terminal.say("the old page is back, as it was before `:reset`\n");
            repl.learn();
            Ended::Done
        }
        Ok(false) => repl.complain("there is nothing to undo on this page", ""),
        Err(failure) => repl.fail(&failure),
    }
}

/// Brings back all that one `:undo` undid; one entry where nobody knows any more which they were.
pub(super) fn redo(repl: &mut Repl<'_>, _: &str) -> Ended {
    let times = repl.undone_at_once.pop().unwrap_or(1).max(1);
    for done in 0..times {
        let undone = undone_now(&repl.session);
        match repl.session.redo() {
            Ok(Some(entry)) => {
                let (number, text) = (entry.number, entry.text.clone());
                let is_change = undone_now(&repl.session) == undone;
                let what = if is_change { "is changed again" } else { "restored" };
                repl.terminal.say(&on_a_line(&format!("entry {number} {what}: "), &text));
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
    let (pages, dropped) = (repl.session.page_begins(), repl.session.came_to_nothing());
    let new_page = |place: usize| pages.contains(&place).then(|| "      -- a new page --\n".to_owned());
    // What was broken off or refused on its way has used its number.
    let without = |numbers: Range<u64>| -> Vec<String> {
        let line = |number| {
            let text = dropped.get(&number).map_or_else(String::new, |text| format!(" {text}"));
            on_a_line(&format!("-{number:>3}  (cancelled or refused)"), &text)
        };
        numbers.map(line).collect()
    };
    for (place, entry) in repl.session.entries().iter().enumerate() {
        listed.extend(new_page(place));
        listed.extend(without(next..entry.number));
        let mark = if entry.struck { '-' } else { ' ' };
        listed.push(on_a_line(&format!("{mark}{:>3}  ", entry.number), &entry.text));
        next = entry.number + 1;
    }
    listed.extend(without(next..dropped.keys().last().map_or(next, |last| last + 1)));
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
        None if repl.session.came_to_nothing().keys().any(|dropped| dropped.to_string() == number) => repl.complain(
            format!("entry {number} was cancelled or refused: there is nothing to change"),
            "enter it as a new line",
        ),
        None => repl.complain("there is no such entry", "`:history` lists them with their numbers"),
    }
}
