//! The possible results of instructions that look up, roll, draw, choose or call, whoever answers.

use super::super::{
    Band, Choose, DiceTerm, Instruction, Keep, Method, Operand, Program, Question, Register, Roll, Scale, Value,
};
use super::values::Values;
use crate::semantics::dice::{self, MOST_DICE, MOST_SIDES};

/// What may be read somewhere.
type Read<'a> = &'a dyn Fn(Operand) -> Values;

/// Registers with what they may hold after an instruction that writes before it goes on, and whether it may fail or has
/// to be answered by somebody who may object.
pub fn written(
    program: &Program,
    instruction: &Instruction,
    read: Read<'_>,
    is_chosen: &dyn Fn(&Choose) -> bool,
) -> (Vec<(Register, Values)>, bool) {
    match instruction {
        Instruction::Clear { first, count } => {
            let registers = first.0..first.0.saturating_add(*count);
            (registers.map(|register| (Register(register), Values::only(None))).collect(), false)
        }
        Instruction::Lookup { into, table, key } => {
            let column = program.tables.get(*table as usize).map_or(&[][..], Vec::as_slice);
            (vec![(*into, looked_up(column, &read(*key)))], false)
        }
        Instruction::Band { into, scale, judged, key } => {
            let values = program.scales.get(*scale as usize).map(|scale| banded(scale, *judged, &read(*key)));
            (vec![(*into, values.unwrap_or_else(Values::anything))], false)
        }
        Instruction::Roll(roll) => rolled(roll, read),
        Instruction::Draw { into, deck, .. } => {
            let cards = program.decks.get(*deck as usize).map_or(0, |deck| deck.class.len());
            (vec![(*into, Values::within(0, i64::try_from(cards).unwrap_or(i64::MAX) - 1))], true)
        }
        Instruction::Choose(choose) => {
            let is_chosen = is_chosen(choose);
            (vec![(choose.into, chosen(choose, read, is_chosen))], is_chosen || !has_default(choose, read))
        }
        Instruction::Call { into, .. } => (into.iter().map(|into| (*into, Values::anything())).collect(), true),
        Instruction::Copy { into, from } => (vec![(*into, read(*from))], false),
        Instruction::Unary { into, .. } | Instruction::Binary { into, .. } | Instruction::Resolve { into, .. } => {
            (vec![(*into, Values::anything())], true)
        }
        Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Trace(_)
        | Instruction::Refuse { .. }
        | Instruction::Done => (Vec::new(), true),
    }
}

fn looked_up(column: &[Value], key: &Values) -> Values {
    let cell = |key: Value| key.and_then(|key| usize::try_from(key).ok()).and_then(|key| column.get(key)).copied();
    if let Some(each) = key.each() {
        return Values::of(each.into_iter().map(|key| cell(key).flatten()));
    }
    let Some((low, high)) = key.bounds() else { return Values::nothing() };
    let cells = (0..).zip(column).filter(|(place, _)| (low..=high).contains(place)).map(|(_, cell)| *cell);
    let outside = low < 0 || i64::try_from(column.len()).is_ok_and(|cells| high >= cells);
    Values::of(cells).or_unreached(outside || key.may_be_unreached())
}

fn banded(scale: &Scale, judged: bool, key: &Values) -> Values {
    if let Some(each) = key.each() {
        return Values::of(each.into_iter().map(|key| key.and_then(|key| scale.band(judged, key))));
    }
    let Some((low, high)) = key.bounds() else { return Values::nothing() };
    // Between two bounds of bands all keys come to the same.
    let bands = scale.bands(judged);
    let ends = bands.iter().flat_map(|Band { low, high, .. }| [*low, high.and_then(|high| high.checked_add(1))]);
    let starts = ends.flatten().filter(|start| (low..=high).contains(start)).chain([low]);
    Values::of(starts.map(|key| scale.band(judged, key))).or_unreached(key.may_be_unreached())
}

/// Whether a ladder may have to be rolled, with nothing written.
pub fn may_be_rolled(program: &Program, (scale, method): (u32, Method), total: &Values) -> bool {
    let is_number = total.bounds().is_some();
    match method {
        Method::Automatic(_) => false,
        Method::Random | Method::Open => is_number,
        Method::Deliberate => program
            .scales
            .get(scale as usize)
            .is_none_or(|scale| banded(scale, true, &total.reached()).may_be_unreached()),
    }
}

/// The levels that a ladder comes to without a roll; nothing if it is always rolled.
pub fn resolved(program: &Program, (scale, method): (u32, Method), total: &Values, read: Read<'_>) -> Values {
    let Some(scale) = program.scales.get(scale as usize) else { return Values::anything() };
    let judged = || banded(scale, true, &total.reached()).reached();
    let best = if total.bounds().is_some() { Values::only(scale.best()) } else { Values::nothing() };
    match method {
        Method::Automatic(Some(declared)) => read(declared),
        Method::Automatic(None) => Values::only(scale.best()),
        Method::Random => total.unreached(),
        Method::Deliberate => total.unreached().join(&judged()),
        Method::Open => total.unreached().join(&judged()).join(&best),
    }
}

fn rolled(roll: &Roll, read: Read<'_>) -> (Vec<(Register, Values)>, bool) {
    let terms: Vec<(Values, Values)> =
        roll.dice.iter().map(|DiceTerm { count, sides }| (read(*count), read(*sides))).collect();
    let unreached = terms.iter().any(|(count, sides)| count.may_be_unreached() || sides.may_be_unreached());
    let pool = Pool::of(&terms);
    let stated = stated_faces(roll, read);
    let answer = |question| match (&stated, &pool) {
        (Some(faces), _) => Values::only(dice::answer(question, faces, roll.keep)),
        (None, Some(pool)) => pool.answer(question, roll.keep),
        (None, None) => Values::anything(),
    };
    let written = roll.questions.iter().map(|(question, into)| (*into, answer(*question).or_unreached(unreached)));
    (written.collect(), pool.is_none_or(|pool| !pool.is_sound))
}

/// What the dice of a roll show, if a line of the scene states it and it is known which of its dice they are.
fn stated_faces<'p>(roll: &'p Roll, read: Read<'_>) -> Option<&'p [i64]> {
    let number = |operand| usize::try_from(read(operand).single()??).ok();
    let shown = roll.shown.as_ref()?;
    let dice = roll.dice.iter().map(|term| number(term.count)).sum::<Option<usize>>()?;
    let fallen = number(shown.fallen)?;
    shown.faces.get(fallen..)?.get(..dice)
}

/// The dice of a roll, as far as they are known.
struct Pool {
    /// So many dice at least.
    least: i64,
    /// So many dice at most.
    most: i64,
    /// The most sides that one of them has.
    sides: i64,
    /// The highest sum.
    sum: i64,
    /// Whether such dice can always be rolled.
    is_sound: bool,
}

impl Pool {
    /// `None` when some of them are never reached.
    fn of(terms: &[(Values, Values)]) -> Option<Self> {
        let (mut pool, limit) = (Self { least: 0, most: 0, sides: 0, sum: 0, is_sound: true }, number_of(MOST_DICE));
        for (count, sides) in terms {
            let ((least, most), (fewest, sides)) = (count.bounds()?, sides.bounds()?);
            pool.is_sound &= least >= 0 && fewest >= 1 && sides <= MOST_SIDES;
            // Beyond these limits nothing is rolled.
            let (least, most, sides) = (least.clamp(0, limit), most.clamp(0, limit), sides.clamp(1, MOST_SIDES));
            pool.least += least;
            pool.most += most;
            pool.sides = pool.sides.max(sides);
            pool.sum += most * sides;
            pool.is_sound &= pool.most <= limit && count.bounds()?.1 <= limit;
        }
        Some(pool)
    }

    fn answer(&self, question: Question, keep: Keep) -> Values {
        let Self { least, most, sides, sum, .. } = *self;
        match question {
            Question::Kept => match keep {
                Keep::All => Values::within(least, sum),
                Keep::Highest(kept) | Keep::Lowest(kept) => {
                    let kept = i64::from(kept);
                    Values::within(least.min(kept), sum.min(most.min(kept).saturating_mul(sides)))
                }
            },
            Question::Rolled => Values::within(least, sum),
            Question::Dropped => Values::within(0, sum),
            Question::Face(_) => Values::within(1, sides).or_unreached(true),
            Question::Highest | Question::Lowest => Values::within(1, sides).or_unreached(least == 0),
            Question::Doubles | Question::Any(_) => Values::within(0, 1),
            Question::Count(_) | Question::AtLeast(_) => Values::within(0, most),
        }
    }
}

fn number_of(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Whether a choice has a default that always lies between its limits.
fn has_default(choose: &Choose, read: Read<'_>) -> bool {
    let bounds = |operand| read(operand).bounds().filter(|_| !read(operand).may_be_unreached());
    let within = || {
        let (low, high, default) = (bounds(choose.low)?, bounds(choose.high)?, bounds(choose.default?)?);
        Some(low.1 <= default.0 && default.1 <= high.0)
    };
    within().unwrap_or(false)
}

fn chosen(choose: &Choose, read: Read<'_>, is_chosen: bool) -> Values {
    let (low, high) = (read(choose.low), read(choose.high));
    let unreached = low.may_be_unreached() || high.may_be_unreached();
    let (Some((lowest, _)), Some((_, highest))) = (low.bounds(), high.bounds()) else { return Values::only(None) };
    let default = choose.default.filter(|_| !is_chosen).map(read);
    let possible = Values::within(lowest, highest);
    let answered = match default.filter(|default| !default.may_be_unreached()).map(|default| default.bounds()) {
        Some(Some((first, last))) => possible.between(first, last),
        Some(None) | None => possible,
    };
    answered.or_unreached(unreached)
}
