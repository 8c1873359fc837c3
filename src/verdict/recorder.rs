//! Writes down what a run tells, in the words of the system.

use super::provenance::Reached;
use super::{
    Achieved, Contribution, Die, Event, Happened, House, How, Point, Row, Shown, Verdict, Visibility, houses, redaction,
};
use crate::ir::{self, Address, Notation, Operand, Program, Register, Shape, Trace, Value};
use crate::machine::{Listener, State, Told};
use crate::semantics::dice as faces;
use crate::source::{Place, SourceMap, Span};

/// More events than this are not written down.
const MOST_EVENTS: usize = 100_000;

/// More points of one plan than this are not written down.
const MOST_POINTS: i64 = 1_000;

/// Is told every event of a verdict as soon as it is written.
pub type Events<'a> = &'a mut dyn FnMut(&Happened);

/// A listener that makes a [`Verdict`].
pub struct Recorder<'p> {
    program: &'p Program,
    sources: &'p SourceMap,
    verdict: Verdict,
    reached: Reached,
    /// Is told of every event but so many of the first.
    told: Option<(usize, Events<'p>)>,
}

impl<'p> Recorder<'p> {
    /// Ready to listen. `mode` is how open questions will be answered: `deliberate`, `random`, `automatic`, `dice`.
    pub fn new(program: &'p Program, sources: &'p SourceMap, mode: &str) -> Self {
        let houses = program.houses.iter().map(|house| House {
            name: house.name.clone(),
            title: house.title.clone(),
            file: sources.place(house.span).file,
        });
        let (system, houses, mode) = (program.title.clone(), houses.collect(), mode.to_owned());
        let verdict = Verdict { system, houses, mode, ..Verdict::default() };
        Self { program, sources, verdict, reached: Reached::default(), told: None }
    }

    /// Tells somebody of every event at once, but for so many of the first.
    pub fn tell(&mut self, after: usize, told: Events<'p>) {
        self.told = Some((after, told));
    }

    /// The verdict, with the named results as they stand at the end.
    pub fn finish(mut self, state: &State) -> Verdict {
        let mut results: Vec<Shown> = Vec::new();
        let registers = self.program.registers.iter().zip(&state.registers);
        for (register, (info, value)) in (0..).map(Register).zip(registers) {
            let Some(name) = &info.name else { continue };
            results.push(result(self.program, name, register, *value));
        }
        self.verdict.results = results;
        self.verdict
    }

    fn write(&mut self, happened: Happened) {
        if let Some((after, told)) = &mut self.told
            && self.verdict.events.len() >= *after
        {
            told(&happened);
        }
        if self.verdict.events.len() < MOST_EVENTS {
            self.verdict.events.push(happened);
        } else if self.verdict.events.len() == MOST_EVENTS {
            let text = "more happened than is written down here".to_owned();
            self.verdict.events.push(Happened::new(Visibility::All, Event::Note { text }));
        }
    }

    fn place(&self, span: Span) -> Place {
        self.sources.place(span)
    }

    fn trace(&self, trace: &Trace, place: Place, state: &State) -> Option<Event> {
        let see = Seen { program: self.program, state };
        Some(match trace {
            Trace::Begin { path, procedure, text, roles } => Event::Begin {
                path: path.clone(),
                procedure: procedure.clone(),
                text: text.clone(),
                roles: roles.clone(),
                place,
            },
            Trace::End { path } => Event::End { path: path.clone() },
            Trace::Step { path, name, title } => {
                Event::Step { path: path.clone(), name: name.clone(), title: title.clone() }
            }
            Trace::Period { name, begins } => Event::Period { name: name.clone(), begins: *begins },
            Trace::Sum { path, total, rows } => {
                let rows = rows.iter().map(|row| self.row(row, see)).collect();
                Event::Sum { total: see.modifier(path, Operand::Register(*total)), rows, place }
            }
            Trace::Resolved { path, level, total, .. } => Event::Resolved {
                result: see.register(path, *level),
                total: Shown { visibility: self.program.secrecy.of(*total), ..see.modifier("", *total) },
                how: self.last_roll(path),
                place,
            },
            Trace::Computed { path, value, decided, reads } => {
                let value = see.register(path, *value);
                Event::Computed { value, decided: *decided, reads: reads.clone(), place }
            }
            Trace::Changed { path, before, after, shape, why } => Event::Changed {
                path: path.clone(),
                before: see.words(shape, *before),
                after: see.words(shape, *after),
                why: why.clone(),
                place,
            },
            Trace::Cut { path, plan, unit, kept, slots, achieved } => {
                let remaining = see.value(*kept).unwrap_or(0);
                Event::Cut {
                    path: path.clone(),
                    plan: plan.clone(),
                    unit: unit.clone(),
                    remaining,
                    slots: see.points(slots, remaining),
                    achieved: achieved.iter().map(|one| see.achieved(one)).collect(),
                    place,
                }
            }
            Trace::Meaning { path, level, texts } => return see.meaning(path, *level, texts),
            Trace::Said { path, text } => Event::Said { path: path.clone(), text: text.clone() },
            Trace::Reached { .. } | Trace::ReachedLevel { .. } => return None,
            Trace::Stop { path, why } => Event::Stop { path: path.clone(), why: why.clone(), place },
            Trace::Signal { name, arguments } => houses::signal(name, see.all(arguments), place),
            Trace::Note { text } => Event::Note { text: text.clone() },
            Trace::Reveal { what, to } => Event::Reveal { what: what.clone(), to: to.clone() },
        })
    }

    fn row(&self, row: &ir::TraceRow, see: Seen<'_>) -> Row {
        let Shown { value, number, .. } = see.modifier("", row.value);
        let place = self.place(row.span);
        let parts = row.parts.iter().map(|part| self.part(part, see)).collect();
        Row { label: row.label.clone(), value, number, parts, reads: row.reads.clone(), place, overlaid: Vec::new() }
    }

    fn part(&self, part: &ir::Part, see: Seen<'_>) -> Contribution {
        let Shown { mut value, number, .. } = see.modifier("", part.value);
        let mut suppressed = None;
        let mut visibility = redaction::part(self.program, part);
        if number.is_none() {
            suppressed = Some(part.unless.clone().unwrap_or_else(|| "was not reached".to_owned()));
            if part.unless.is_some() {
                // Who does not know of it is not to learn of it here; whoever does, learns what it would count.
                visibility = visibility.max(Visibility::Gm);
                value = see.modifier("", part.if_known).value;
            }
        }
        let place = self.place(part.span);
        Contribution {
            label: part.label.clone(),
            text: part.text.clone(),
            value,
            number,
            suppressed,
            visibility,
            place,
        }
    }

    /// How the roll told just before was answered. A ladder is told as rolled only after its roll.
    fn last_roll(&self, path: &str) -> How {
        let mut events = self.verdict.events.iter().rev();
        let of_path = |event: &Event| {
            if let Event::Rolled { path: rolled, how, .. } = event { (rolled == path).then_some(*how) } else { None }
        };
        events.find_map(|happened| of_path(&happened.event)).unwrap_or(How::Random)
    }

    fn told(&self, told: &Told<'_>, (at, place): (Address, Place), state: &State) -> Option<Event> {
        let see = Seen { program: self.program, state };
        Some(match told {
            Told::Trace(trace) => return self.trace(trace, place, state),
            Told::Rolled { roll, sides, faces, kept, value, how } => Event::Rolled {
                path: roll.path.clone(),
                pool: pool(roll, sides),
                dice: dice(sides, faces, kept),
                kept: *value,
                how: *how,
                place,
            },
            Told::Resolved { into, total, path, how, .. } => Event::Resolved {
                result: see.register(path, *into),
                total: Shown {
                    visibility: redaction::resolved_total(self.program, at),
                    ..shown(self.program, "", &Shape::Modifier, *total)
                },
                how: *how,
                place,
            },
            Told::Drawn { deck, card, path, how } => Event::Drawn {
                path: (*path).to_owned(),
                deck: deck_name(self.program, *deck),
                card: i64::from(*card),
                how: *how,
                place,
            },
            Told::Called { function, arguments, path, called } => {
                return houses::event(self.program, (*function, arguments), path, called, place);
            }
            Told::Chosen { choose, value, how } => Event::Chosen {
                choice: shown(self.program, &choose.path, &choose.shape, Some(*value)),
                question: choose.question.clone(),
                by: choose.by.clone(),
                how: *how,
                place,
            },
        })
    }
}

impl Listener for Recorder<'_> {
    fn hear(&mut self, told: &Told<'_>, at: Address, state: &State) {
        let span = self.program.spans.get(at.0 as usize).copied().unwrap_or_default();
        let read = (self.program, self.sources);
        self.reached.note(read, told, at, state);
        if let Some(event) = self.told(told, (at, self.place(span)), state) {
            let mut happened = Happened::new(redaction::event(self.program, told, at), event);
            self.reached.give(read, told, (&mut happened, span));
            self.write(happened);
        }
    }
}

/// A program and the state it is in: what is needed to say a value in words.
#[derive(Clone, Copy)]
struct Seen<'a> {
    program: &'a Program,
    state: &'a State,
}

impl Seen<'_> {
    fn value(self, operand: Operand) -> Value {
        match operand {
            Operand::Value(number) => Some(number),
            Operand::Register(Register(index)) => self.state.registers.get(index as usize).copied().flatten(),
            Operand::Unreached => None,
        }
    }

    fn all(self, values: &[(String, Operand, Shape)]) -> Vec<Shown> {
        values.iter().map(|(name, value, shape)| shown(self.program, name, shape, self.value(*value))).collect()
    }

    fn words(self, shape: &Shape, operand: Operand) -> String {
        words(self.program, shape, self.value(operand))
    }

    fn modifier(self, name: &str, operand: Operand) -> Shown {
        shown(self.program, name, &Shape::Modifier, self.value(operand))
    }

    fn register(self, name: &str, register: Register) -> Shown {
        let info = self.program.registers.get(register.0 as usize);
        let shape = info.map_or(&Shape::Number, |info| &info.shape);
        shown(self.program, name, shape, self.value(Operand::Register(register)))
    }

    fn points(self, slots: &[ir::PlanPoint], remaining: i64) -> Vec<Point> {
        let mut points = Vec::new();
        for slot in slots {
            let (Some(first), Some(last)) = (self.value(slot.first), self.value(slot.last)) else { continue };
            for number in first..=last.min(first.saturating_add(MOST_POINTS)) {
                points.push(Point { number, label: slot.label.clone(), remains: number <= remaining });
            }
        }
        points
    }

    fn achieved(self, one: &ir::Achieved) -> Achieved {
        Achieved {
            path: one.path.clone(),
            planned: self.words(&one.shape, one.planned),
            achieved: self.words(&one.shape, one.achieved),
        }
    }

    fn meaning(self, path: &str, level: Register, texts: &[Option<String>]) -> Option<Event> {
        let shown = self.register(path, level);
        let place = shown.number.and_then(|n| usize::try_from(n).ok());
        let text = place.and_then(|n| texts.get(n)).cloned().flatten().filter(|text| !text.is_empty())?;
        Some(Event::Meaning { path: path.to_owned(), level: shown.value, text })
    }
}

fn dice(sides: &[i64], faces: &[i64], kept: &[bool]) -> Vec<Die> {
    let dice = sides.iter().zip(faces).zip(kept);
    dice.map(|((sides, face), kept)| Die { sides: *sides, face: *face, kept: *kept }).collect()
}

fn deck_name(program: &Program, deck: u32) -> String {
    program.decks.get(deck as usize).map(|deck| deck.name.clone()).unwrap_or_default()
}

/// How a pool is written: as the system says, else in words.
fn pool(roll: &ir::Roll, sides: &[i64]) -> String {
    if let Some(notation) = &roll.notation {
        return notation.replace('#', &sides.len().to_string());
    }
    let dice = faces::counted(sides);
    match roll.keep {
        ir::Keep::All => dice,
        ir::Keep::Highest(1) => format!("highest of {dice}"),
        ir::Keep::Lowest(1) => format!("lowest of {dice}"),
        ir::Keep::Highest(count) => format!("highest {count} of {dice}"),
        ir::Keep::Lowest(count) => format!("lowest {count} of {dice}"),
    }
}

/// A register's value in the words of the system, and for whom it is.
pub(crate) fn result(program: &Program, name: &str, register: Register, value: Value) -> Shown {
    let info = program.registers.get(register.0 as usize);
    let shape = info.map_or(&Shape::Number, |info| &info.shape);
    Shown { visibility: redaction::register(program, register), ..shown(program, name, shape, value) }
}

/// A named value in the words of the system, for whoever may see what it stands in.
pub(crate) fn shown(program: &Program, name: &str, shape: &Shape, value: Value) -> Shown {
    Shown { name: name.to_owned(), value: words(program, shape, value), number: value, visibility: Visibility::All }
}

/// A value in the words of the system: `minor`, `2b`, `yes`.
pub(crate) fn words(program: &Program, shape: &Shape, value: Value) -> String {
    let Some(number) = value else {
        return super::words::UNREACHED.to_owned();
    };
    let word = match shape {
        Shape::Number | Shape::Card(_) => None,
        Shape::Modifier => Some(modifier(&program.notation, number)),
        Shape::YesNo => Some(if number == 0 { "no" } else { "yes" }.to_owned()),
        Shape::Level(scale) => program.scales.get(*scale as usize).and_then(|scale| named(&scale.levels, number)),
        Shape::Die => Some(format!("d{number}")),
        Shape::Text => named(&program.texts, number),
        Shape::Option(options) => named(options, number),
    };
    word.unwrap_or_else(|| number.to_string())
}

fn named(names: &[String], number: i64) -> Option<String> {
    usize::try_from(number).ok().and_then(|index| names.get(index)).cloned()
}

fn modifier(notation: &Notation, number: i64) -> String {
    match (notation, number) {
        (_, 0) => "0".to_owned(),
        (Notation::Signed, _) => format!("{number:+}"),
        (Notation::Units { bonus, .. }, 1..) => format!("{number}{bonus}"),
        (Notation::Units { penalty, .. }, _) => format!("{}{penalty}", number.unsigned_abs()),
    }
}
