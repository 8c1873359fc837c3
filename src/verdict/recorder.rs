//! Records what a run reports, in the words of the system.

use std::sync::Arc;

use smol_str::format_smolstr;

use super::provenance::Reached;
use super::{
    Achieved, Contribution, Die, Event, Happened, House, How, OrderedTurn, Pack, Point, Row, Shown, TextPart, Verdict,
    Visibility, houses, redaction,
};
use crate::ir::{self, Address, Filling, Instruction, Operand, Program, Register, Shape, Trace, Value, Wording};
use crate::machine::{Listener, State, Told};
use crate::semantics::dice as faces;
use crate::shared_text::SharedText;
use crate::source::{Place, SourceMap, Span};

/// More events than this are not written down.
const MOST_EVENTS: usize = 100_000;

/// More points of one plan than this are not written down.
const MOST_POINTS: usize = 1_000;

/// The name of a value that has none.
const NAMELESS: SharedText = SharedText::new_static("");

/// Is told every event of a verdict as soon as it is written.
pub type Events<'a> = &'a mut dyn FnMut(&Happened);

/// A listener that makes a [`Verdict`].
pub struct Recorder<'p> {
    program: &'p Program,
    sources: &'p SourceMap,
    verdict: Verdict,
    reached: Reached,
    /// What the rolls share of which the event before tells, if it tells of one.
    rolled_last: Option<u32>,
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
            pack: house.pack.clone(),
        });
        let packs = program.packs.iter().map(|pack| Pack { name: pack.name.clone(), version: pack.version.clone() });
        let (system, houses, mode) = (program.title.clone(), houses.collect(), mode.into());
        // Most programs tell each trace once.
        let events = Vec::with_capacity(program.traces.len().min(MOST_EVENTS));
        let verdict = Verdict { system, houses, packs: packs.collect(), mode, events, ..Verdict::default() };
        Self { program, sources, verdict, reached: Reached::default(), rolled_last: None, told: None }
    }

    /// Tells somebody of every event at once, but for so many of the first.
    pub fn tell(&mut self, after: usize, told: Events<'p>) {
        self.told = Some((after, told));
    }

    /// The verdict, with the named results as they stand at the end.
    pub fn finish(mut self, state: &State) -> Verdict {
        let named = self.program.registers.iter().filter(|info| info.name.is_some()).count();
        let mut results: Vec<Shown> = Vec::with_capacity(named);
        let registers = self.program.registers.iter().zip(&state.registers);
        for (register, (info, value)) in (0..).map(Register).zip(registers) {
            let Some(name) = &info.name else { continue };
            results.push(result(self.program, name.clone(), register, *value));
        }
        self.verdict.results = results;
        self.verdict
    }

    /// What has happened until now, without so many of the first events: the run goes no further.
    pub fn so_far(mut self, after: usize) -> Verdict {
        self.verdict.events.drain(..after.min(self.verdict.events.len()));
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
            let text = SharedText::new_static("the rest is not recorded");
            self.verdict.events.push(Happened::new(Visibility::All, Event::Note { text, parts: Vec::new() }));
        }
    }

    fn place(&self, span: Span) -> Place {
        self.sources.place(span)
    }

    fn trace(&self, trace: &Trace, span: Span, state: &State) -> Option<Event> {
        let see = Seen { program: self.program, state };
        let place = || self.place(span);
        Some(match trace {
            Trace::Begin { path, procedure, text, roles } => Event::Begin {
                path: path.clone(),
                procedure: procedure.clone(),
                text: text.clone(),
                roles: roles.clone(),
                place: place(),
            },
            Trace::End { path } => Event::End { path: path.clone() },
            Trace::Step { path, name, title } => {
                Event::Step { path: path.clone(), name: name.clone(), title: title.clone() }
            }
            Trace::Period { name, begins } => Event::Period { name: name.clone(), begins: *begins },
            Trace::Order { turns } => Event::Order { turns: self.turns(turns, see) },
            Trace::Sum { path, total, rows } => {
                let rows = rows.iter().map(|row| self.row(row, see)).collect();
                Event::Sum { total: see.modifier(path.clone(), Operand::Register(*total)), rows, place: place() }
            }
            Trace::Resolved { path, level, total, reads, .. } => Event::Resolved {
                result: see.register(path.clone(), *level),
                total: Shown { visibility: self.program.secrecy.of(*total), ..see.modifier(NAMELESS, *total) },
                how: self.last_roll(path),
                reads: reads.clone(),
                place: place(),
            },
            Trace::Computed { path, value, decided, reads } => {
                let value = see.register(path.clone(), *value);
                Event::Computed { value, decided: *decided, reads: reads.clone(), place: place() }
            }
            Trace::Chosen { .. } | Trace::Totalled { .. } => return see.stated(trace, place()),
            Trace::Changed { path, about, before, after, shape, why, reads } => {
                let (before, after, place) = (see.held(shape, *before), see.held(shape, *after), place());
                let (path, about, why, reads) = (path.clone(), about.clone(), why.clone(), reads.clone());
                Event::Changed { path, about, before, after, why, reads, place }
            }
            Trace::Cut { path, plan, unit, kept, slots, achieved } => {
                let (remaining, place) = (see.value(*kept).unwrap_or(0), place());
                let (slots, achieved) =
                    (see.points(slots, remaining), achieved.iter().map(|one| see.achieved(one)).collect());
                let (path, plan, unit) = (path.clone(), plan.clone(), unit.clone());
                Event::Cut { path, plan, unit, remaining, slots, achieved, place }
            }
            Trace::Meaning { path, level, texts } => return see.meaning(path, *level, texts),
            Trace::Reason { value, if_yes, .. } if !see.counts(*value, *if_yes) => return None,
            Trace::Said { path, text } | Trace::Reason { path, text, .. } => {
                Event::Said { path: path.clone(), text: text.clone() }
            }
            Trace::Reached { .. } | Trace::ReachedLevel { .. } => return None,
            Trace::Stop { path, why } => see.stop(path, why, place()),
            Trace::Signal { name, arguments } => houses::signal(name.clone(), see.all(arguments), place()),
            Trace::Note { text } => see.note(text),
            Trace::Reveal { what, to } => Event::Reveal { what: what.clone(), to: to.clone() },
        })
    }

    fn turns(&self, turns: &[ir::TraceTurn], see: Seen<'_>) -> Vec<OrderedTurn> {
        let mut in_order: Vec<&ir::TraceTurn> = turns.iter().collect();
        in_order.sort_by_key(|turn| see.value(Operand::Register(turn.place)));
        let told = in_order.into_iter().map(|turn| OrderedTurn {
            who: turn.who.clone(),
            keys: turn.keys.iter().map(|key| see.number(*key)).collect(),
            reads: turn.reads.clone(),
            place: self.place(turn.span),
        });
        told.collect()
    }

    fn row(&self, row: &ir::TraceRow, see: Seen<'_>) -> Row {
        let Shown { value, number, .. } = see.modifier(NAMELESS, row.value);
        let place = self.place(row.span);
        // What has no reason to tell and adds nothing is not told, such as a run that counts for nothing.
        let adds = |part: &ir::Part| !matches!(see.value(part.value), None | Some(0));
        let is_told =
            |part: &&ir::Part| part.text.is_some() || part.unless.is_some() || part.level.is_some() || adds(part);
        let parts = row.parts.iter().filter(is_told).map(|part| self.part(part, see)).collect();
        let level = row.level.and_then(|level| see.level(level));
        let (label, reads) = (row.label.clone(), row.reads.clone());
        Row { label, value, number, parts, level, reads, place, overlaid: Vec::new() }
    }

    fn part(&self, part: &ir::Part, see: Seen<'_>) -> Contribution {
        let Shown { mut value, number, .. } = see.modifier(NAMELESS, part.value);
        let mut suppressed = None;
        let mut visibility = redaction::part(self.program, part);
        if number.is_none() {
            suppressed = Some(part.unless.clone().unwrap_or(SharedText::new_static("did not get that far")));
            if part.unless.is_some() {
                // Who does not know of it is not to learn of it here; whoever does, learns what it would count.
                visibility = visibility.max(Visibility::Gm);
                value = see.modifier(NAMELESS, part.if_known).value;
            }
        }
        let place = self.place(part.span);
        let level = part.level.and_then(|level| see.level(level));
        Contribution {
            label: level.unwrap_or_else(|| part.label.clone()),
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

    /// What the total was computed from with which the instruction at `at` resolves a ladder.
    fn reads_of_resolved(&self, at: Address) -> Arc<[SharedText]> {
        let Some(Instruction::Resolve { reads, .. }) = self.program.code.get(at.0 as usize) else { return [].into() };
        Arc::clone(reads)
    }

    fn told(&self, told: &Told<'_>, (at, span): (Address, Span), state: &State) -> Option<Event> {
        let see = Seen { program: self.program, state };
        let place = || self.place(span);
        Some(match told {
            Told::Trace(trace) => return self.trace(trace, span, state),
            Told::Rolled { roll, sides, faces, kept, value, how } => Event::Rolled {
                path: roll.path.clone(),
                pool: pool(roll, sides),
                dice: dice(sides, faces, kept),
                kept: *value,
                how: *how,
                place: place(),
                goes_on: roll.part_of.is_some() && roll.part_of == self.rolled_last,
            },
            Told::Resolved { into, total, path, how, .. } => Event::Resolved {
                result: see.register((*path).clone(), *into),
                total: Shown {
                    visibility: redaction::resolved_total(self.program, at),
                    ..shown(self.program, NAMELESS, &Shape::Modifier, *total)
                },
                how: *how,
                reads: self.reads_of_resolved(at),
                place: place(),
            },
            Told::Drawn { deck, card, path, how } => Event::Drawn {
                path: (*path).clone(),
                deck: deck_name(self.program, *deck),
                card: i64::from(*card),
                how: *how,
                place: place(),
            },
            Told::Called { function, arguments, path, called } => {
                return houses::event(self.program, (*function, arguments), path, called, place());
            }
            Told::Chosen { choose, value, how } => {
                let (question, parts) = see.wording(&choose.question);
                Event::Chosen {
                    choice: shown(self.program, choose.path.clone(), &choose.shape, Some(*value)),
                    question,
                    parts,
                    by: choose.by.name.clone(),
                    how: *how,
                    place: place(),
                }
            }
        })
    }
}

impl Listener for Recorder<'_> {
    fn hear(&mut self, told: &Told<'_>, at: Address, state: &State) {
        let span = self.program.spans.get(at.0 as usize).copied().unwrap_or_default();
        let read = (self.program, self.sources);
        self.reached.note(read, told, at, state);
        if let Some(event) = self.told(told, (at, span), state) {
            let mut happened = Happened::new(redaction::event(self.program, told, at), event);
            match told {
                Told::Rolled { roll, .. } => self.rolled_last = roll.part_of,
                // What the dice so far come to stands between those that belong together.
                Told::Trace(Trace::Totalled { .. }) => {}
                Told::Trace(_)
                | Told::Resolved { .. }
                | Told::Drawn { .. }
                | Told::Called { .. }
                | Told::Chosen { .. } => self.rolled_last = None,
            }
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

    fn all(self, values: &[(SharedText, Operand, Shape)]) -> Vec<Shown> {
        values.iter().map(|(name, value, shape)| shown(self.program, name.clone(), shape, self.value(*value))).collect()
    }

    fn words(self, shape: &Shape, operand: Operand) -> SharedText {
        words(self.program, shape, self.value(operand))
    }

    /// What a field holds. To an optional one nothing may have been given.
    fn held(self, shape: &Shape, operand: Operand) -> SharedText {
        match self.value(operand) {
            Some(number) => words(self.program, shape, Some(number)),
            None => SharedText::new_static(super::words::NOT_GIVEN),
        }
    }

    fn number(self, operand: Operand) -> Shown {
        shown(self.program, NAMELESS, &Shape::Number, self.value(operand))
    }

    /// What dice come to, or an answer that the script states.
    fn stated(self, trace: &Trace, place: Place) -> Option<Event> {
        let Trace::Totalled { path, value, terms, end, reads } = trace else { return self.declared(trace, place) };
        let visibility = self.program.secrecy.of(*value);
        let total = Shown { visibility, ..shown(self.program, path.clone(), &Shape::Number, self.value(*value)) };
        Some(Event::Totalled { total, calculation: self.calculation(terms, end), reads: reads.clone(), place })
    }

    /// Whether there is a value, and whether it is *yes* where it has to be.
    fn counts(self, value: Operand, if_yes: bool) -> bool {
        self.value(value).is_some_and(|value| value != 0 || !if_yes)
    }

    /// A calculation with dice. A negative number that is added is taken away.
    fn calculation(self, terms: &[ir::TraceTerm], end: &str) -> SharedText {
        let mut words = String::new();
        for term in terms {
            words.push_str(&term.before);
            match self.value(term.value) {
                None => words.push_str(ir::UNREACHED),
                Some(number) if number < 0 && words.ends_with(" + ") => {
                    words.truncate(words.len() - "+ ".len());
                    words.push_str("- ");
                    words.push_str(&number.unsigned_abs().to_string());
                }
                Some(number) if number < 0 && words.ends_with(" - ") => {
                    words.truncate(words.len() - "- ".len());
                    words.push_str("+ ");
                    words.push_str(&number.unsigned_abs().to_string());
                }
                Some(number) => words.push_str(&number.to_string()),
            }
        }
        words.push_str(end);
        words.into()
    }

    fn modifier(self, name: SharedText, operand: Operand) -> Shown {
        shown(self.program, name, &Shape::Modifier, self.value(operand))
    }

    fn register(self, name: SharedText, register: Register) -> Shown {
        let info = self.program.registers.get(register.0 as usize);
        let shape = info.map_or(&Shape::Number, |info| &info.shape);
        shown(self.program, name, shape, self.value(Operand::Register(register)))
    }

    fn points(self, slots: &[ir::PlanPoint], remaining: i64) -> Vec<Point> {
        let mut points = Vec::new();
        for slot in slots {
            let (Some(first), Some(last)) = (self.value(slot.first), self.value(slot.last)) else { continue };
            let room = MOST_POINTS.saturating_sub(points.len());
            for number in (first..=last).take(room) {
                points.push(Point { number, label: slot.label.clone(), remains: number <= remaining });
            }
        }
        points
    }

    /// The word of a level; none if it was not reached.
    fn level(self, (level, scale): (Operand, u32)) -> Option<SharedText> {
        let place = self.value(level)?;
        Some(words(self.program, &Shape::Level(scale), Some(place)))
    }

    fn achieved(self, one: &ir::Achieved) -> Achieved {
        Achieved {
            path: one.path.clone(),
            planned: self.words(&one.shape, one.planned),
            achieved: self.words(&one.shape, one.achieved),
        }
    }

    fn meaning(self, path: &SharedText, level: Register, texts: &[Option<Wording>]) -> Option<Event> {
        let shown = self.register(path.clone(), level);
        let place = shown.number.and_then(|n| usize::try_from(n).ok());
        let text = place.and_then(|n| texts.get(n)?.as_ref()).filter(|text| !text.is_empty())?;
        let (text, parts) = self.wording(text);
        Some(Event::Meaning { path: shown.name, level: shown.value, text, parts })
    }

    fn stop(self, path: &SharedText, why: &Wording, place: Place) -> Event {
        let (why, parts) = self.wording(why);
        Event::Stop { path: path.clone(), why, parts, place }
    }

    /// An answer that the script states.
    fn declared(self, trace: &Trace, place: Place) -> Option<Event> {
        let Trace::Chosen { path, question, by, value, asked } = trace else { return None };
        let how = if *asked { How::Stated } else { How::Unasked };
        let ((question, parts), choice) = (self.wording(question), self.register(path.clone(), *value));
        Some(Event::Chosen { choice, question, parts, by: by.clone(), how, place })
    }

    fn note(self, text: &Wording) -> Event {
        let (text, parts) = self.wording(text);
        Event::Note { text, parts }
    }

    /// A text with its holes filled, and the pieces it is made of if it has holes.
    fn wording(self, wording: &Wording) -> (SharedText, Vec<TextPart>) {
        if wording.holes.is_empty() {
            return (wording.text.clone(), Vec::new());
        }
        let parts: Vec<TextPart> = wording.pieces().map(|piece| self.text_part(&piece)).collect();
        (TextPart::joined(&parts), parts)
    }

    fn text_part(self, piece: &ir::Piece<'_>) -> TextPart {
        let hole = match piece {
            ir::Piece::Words(words) => return TextPart::Words((*words).into()),
            ir::Piece::Hole(hole) => hole,
        };
        TextPart::Value(match &hole.filling {
            Filling::Words(value) => {
                let (name, value) = (hole.name.clone(), value.clone());
                Shown { name, value, number: None, visibility: Visibility::All }
            }
            Filling::Value(operand, shape) => Shown {
                visibility: self.program.secrecy.of(*operand),
                ..shown(self.program, hole.name.clone(), shape, self.value(*operand))
            },
        })
    }
}

fn dice(sides: &[i64], faces: &[i64], kept: &[bool]) -> Vec<Die> {
    let dice = sides.iter().zip(faces).zip(kept);
    dice.map(|((sides, face), kept)| Die { sides: *sides, face: *face, kept: *kept }).collect()
}

fn deck_name(program: &Program, deck: u32) -> SharedText {
    program.decks.get(deck as usize).map(|deck| deck.name.clone()).unwrap_or_default()
}

/// How a pool is written: as the system says, else in words.
fn pool(roll: &ir::Roll, sides: &[i64]) -> SharedText {
    if let Some(notation) = &roll.notation {
        return notation.replace('#', &sides.len().to_string()).into();
    }
    let dice = faces::counted(sides);
    match roll.keep {
        ir::Keep::All => dice.into(),
        ir::Keep::Highest(1) => format_smolstr!("highest of {dice}"),
        ir::Keep::Lowest(1) => format_smolstr!("lowest of {dice}"),
        ir::Keep::Highest(count) => format_smolstr!("highest {count} of {dice}"),
        ir::Keep::Lowest(count) => format_smolstr!("lowest {count} of {dice}"),
    }
}

/// A register's value in the words of the system, and for whom it is.
pub(crate) fn result(program: &Program, name: SharedText, register: Register, value: Value) -> Shown {
    let info = program.registers.get(register.0 as usize);
    let shape = info.map_or(&Shape::Number, |info| &info.shape);
    Shown { visibility: redaction::register(program, register), ..shown(program, name, shape, value) }
}

/// A named value in the words of the system, for whoever may see what it stands in.
pub(crate) fn shown(program: &Program, name: SharedText, shape: &Shape, value: Value) -> Shown {
    Shown { name, value: words(program, shape, value), number: value, visibility: Visibility::All }
}

/// A value in the words of the system: `minor`, `2b`, `yes`.
pub(crate) fn words(program: &Program, shape: &Shape, value: Value) -> SharedText {
    program.in_words(shape, value)
}
