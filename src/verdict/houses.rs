//! Calls of house rules' functions, as an event and in words.

use smol_str::format_smolstr;

use super::event::in_expression;
use super::recorder::{shown, words};
use super::{Added, Event, Shown};
use crate::ir::{HOST, Program, Returns, Shape, Value};
use crate::machine::Called;
use crate::shared_text::SharedText;
use crate::source::Place;

/// The event that tells of a call.
pub(super) fn event(
    program: &Program,
    (function, arguments): (u32, &[Value]),
    path: &SharedText,
    called: &Called,
    place: Place,
) -> Option<Event> {
    let function = program.functions.get(function as usize)?;
    let reads = function.parameters.iter().zip(arguments);
    let reads = reads.map(|((name, shape), value)| shown(program, name.clone(), shape, *value)).collect();
    let added = called.added.iter().map(|(number, reason)| Added {
        value: words(program, &Shape::Modifier, Some(*number)),
        number: *number,
        reason: reason.into(),
    });
    let came_out = called.values.first().copied().flatten();
    let value = match function.returns {
        Returns::Number => Some(shown(program, path.clone(), &Shape::Number, came_out)),
        Returns::YesNo => Some(shown(program, path.clone(), &Shape::YesNo, came_out)),
        Returns::Level(scale) => came_out.map(|level| shown(program, path.clone(), &Shape::Level(scale), Some(level))),
        Returns::Nothing | Returns::Added => None,
    };
    let name = match function.returns {
        Returns::Nothing | Returns::Added | Returns::Level(_) if function.house != HOST => function.name.clone(),
        Returns::Nothing | Returns::Added | Returns::Level(_) | Returns::Number | Returns::YesNo => {
            let whose = if function.house == HOST { HOST } else { "house" };
            format_smolstr!("{whose}.{}", function.name)
        }
    };
    Some(Event::House {
        name,
        house: function.house.clone(),
        path: path.clone(),
        reads,
        added: added.collect(),
        value: value.map(Box::new),
        notes: called.notes.iter().map(SharedText::from).collect(),
        place,
    })
}

/// The event that tells what the host is to do.
pub(super) fn signal(name: SharedText, arguments: Vec<Shown>, place: Place) -> Event {
    Event::Signal { name, arguments, place }
}

/// What a call changed or answered, one line each: `1p: "greasy hands" (house rule greasy.rhai)`,
/// `house.slope: -1 (house rule hills.rhai)`. What the host is to do is one line as well.
pub(super) fn lines(event: &Event) -> Vec<String> {
    if let Event::Signal { name, arguments, .. } = event {
        let arguments: Vec<&str> = arguments.iter().map(|argument| argument.value.as_str()).collect();
        return vec![format!("signal {name}({})", arguments.join(", "))];
    }
    let Event::House { house, name, value, .. } = event else { return Vec::new() };
    let answer = value.iter().filter(|_| in_expression(name)).map(|value| format!("{name}: {}", value.value));
    answer.chain(changes(event)).map(|line| format!("{line} ({})", whose(house))).collect()
}

/// Whose function it is.
fn whose(house: &str) -> String {
    if house == HOST { "answered by the program".to_owned() } else { format!("house rule {house}") }
}

/// What a call changed, without the name of the house rule.
pub(super) fn changes(event: &Event) -> Vec<String> {
    let Event::House { name, added, value, notes, .. } = event else { return Vec::new() };
    let added = added.iter().map(|one| match one.reason.as_str() {
        "" => one.value.to_string(),
        reason => format!("{}: \"{reason}\"", one.value),
    });
    let level = value.iter().filter(|_| !in_expression(name)).map(|level| format!("now {}", level.value));
    added.chain(level).chain(notes.iter().map(SharedText::to_string)).collect()
}

/// What a call makes of the value behind which its function stands: what it adds, and the level that it puts in its place.
pub(super) fn change_of_value(event: &Event) -> (i64, Option<&str>) {
    let Event::House { name, added, value, .. } = event else { return (0, None) };
    let level = value.as_ref().filter(|_| !in_expression(name)).map(|level| level.value.as_str());
    (added.iter().map(|one| one.number).fold(0, i64::saturating_add), level)
}

/// A call with all it read, for `why`.
pub(super) fn call(event: &Event) -> String {
    let Event::House { name, house, reads, value, .. } = event else { return String::new() };
    let reads: Vec<String> = reads.iter().map(|Shown { name, value, .. }| format!("{name} {value}")).collect();
    let value = value.as_ref().filter(|_| in_expression(name));
    let value = value.map(|value| format!(": {}", value.value)).unwrap_or_default();
    format!("{name}({}){value} ({})", reads.join(", "), whose(house))
}
