//! Interprets what a function returns: anything that makes no sense is refused.

use rhai::{Array, Dynamic, Map};

use crate::engine::{Change, Complaint, Declared, Returned};

use super::errors::{complaint, kind};
use super::level::Level;

/// What a function may answer.
const ANSWERS: &str = "it may return nothing, a number, yes or no, a level, or a map such as \
                       `#{ add: [-1, \"greasy hands\"], level: \"high\", note: \"…\", refuse: \"…\" }`";

/// The keys of a map.
pub(super) const KEYS: [&str; 4] = ["add", "level", "note", "refuse"];

/// What `add` may hold.
const ADDITIONS: &str = "write a number, `[-1, \"greasy hands\"]`, or a list of such pairs";

/// Nothing changes nothing; a number, yes or no, or a level is a value; a map says what changes. A text alone is the
/// name of a level, since words to the reader have their key.
pub(super) fn change(answer: Dynamic, function: &Declared) -> Result<Change, Complaint> {
    let told = understood(answer);
    told.map_err(|(what, help)| {
        complaint(format!("`{}` returns {what}", function.name)).help(help).at(Some(function.place.clone()))
    })
}

/// What is wrong with it, after `… answers`, and a way out.
pub(super) type Nonsense = (String, String);

fn understood(answer: Dynamic) -> Result<Change, Nonsense> {
    if answer.is_unit() {
        return Ok(Change::default());
    }
    if let Some(value) = value(&answer)? {
        return Ok(Change { value: Some(value), ..Change::default() });
    }
    let what = kind(answer.type_name()).to_owned();
    let Some(map) = answer.try_cast::<Map>() else { return Err((what, ANSWERS.into())) };
    let mut change = Change::default();
    for (key, value) in map {
        entry(&mut change, &key, &value)?;
    }
    Ok(change)
}

/// A number, yes or no as 1 and 0, or a level.
fn value(answer: &Dynamic) -> Result<Option<Returned>, Nonsense> {
    if let Ok(number) = answer.as_int() {
        return Ok(Some(Returned::Number(number)));
    }
    if let Ok(yes) = answer.as_bool() {
        return Ok(Some(Returned::Number(i64::from(yes))));
    }
    if let Some(level) = answer.read_lock::<Level>() {
        return Ok(Some(Returned::Level(level.name().to_owned())));
    }
    if answer.is_string() {
        return words(answer, "a level").map(|name| Some(Returned::Level(name)));
    }
    Ok(None)
}

fn entry(change: &mut Change, key: &str, value: &Dynamic) -> Result<(), Nonsense> {
    // A key without a value is as good as no key: `note: if wet { "…" }`.
    if value.is_unit() && KEYS.contains(&key) {
        return Ok(());
    }
    match key {
        "add" => change.add = additions(value)?,
        "level" => change.level = Some(level(value)?),
        "note" => change.notes = notes(value)?,
        "refuse" => change.refuse = Some(words(value, "a refusal")?),
        other => return Err(no_such_key(other)),
    }
    Ok(())
}

/// A key that means nothing.
pub(super) fn no_such_key(key: &str) -> Nonsense {
    let help = "the keys are `add`, `level`, `note` and `refuse`";
    (format!("a map with the unknown key `{}`", shown(key)), help.into())
}

fn level(value: &Dynamic) -> Result<Returned, Nonsense> {
    let wrong = || (format!("{} as `level`", kind(value.type_name())), "write the name of a level".to_owned());
    if value.is_bool() {
        return Err(wrong());
    }
    self::value(value)?.ok_or_else(wrong)
}

fn additions(value: &Dynamic) -> Result<Vec<(i64, String)>, Nonsense> {
    if let Ok(number) = value.as_int() {
        return Ok(vec![(number, String::new())]);
    }
    let wrong = || (format!("{} as `add`", kind(value.type_name())), ADDITIONS.to_owned());
    let list = value.as_array_ref().map_err(|_| wrong())?;
    if list.first().is_some_and(Dynamic::is_int) {
        return Ok(vec![pair(&list)?]);
    }
    list.iter().map(|entry| pair(&*entry.as_array_ref().map_err(|_| not_a_pair())?)).collect()
}

fn pair(list: &Array) -> Result<(i64, String), Nonsense> {
    match list.as_slice() {
        [number, reason] => {
            Ok((number.as_int().map_err(|_| not_a_pair())?, words(reason, "the reason for a modifier")?))
        }
        _ => Err(not_a_pair()),
    }
}

fn not_a_pair() -> Nonsense {
    ("something other than a number and its reason in `add`".into(), ADDITIONS.into())
}

fn notes(value: &Dynamic) -> Result<Vec<String>, Nonsense> {
    match value.as_array_ref() {
        Ok(list) => list.iter().map(|note| words(note, "a note")).collect(),
        Err(_) => words(value, "a note").map(|note| vec![note]),
    }
}

/// A text that can be shown in a line.
fn words(value: &Dynamic, what: &str) -> Result<String, Nonsense> {
    let Ok(text) = value.as_immutable_string_ref() else {
        return Err((format!("{} as {what}", kind(value.type_name())), format!("{what} must be text")));
    };
    if text.trim().is_empty() {
        return Err((format!("empty text as {what}"), format!("{what} cannot be empty")));
    }
    match text.chars().find(|letter| is_hidden(*letter)) {
        Some(letter) => {
            let told = format!("the hidden character U+{:04X} in {what}", u32::from(letter));
            Err((told, "use one line of visible characters".into()))
        }
        None => Ok(text.to_string()),
    }
}

/// Characters that would change how the lines around them are shown.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// A key as it can be shown.
fn shown(key: &str) -> String {
    key.chars().filter(|letter| !is_hidden(*letter)).take(40).collect()
}
