//! Which parts of a scene's runs have taken effect, and why others have not. The code that lowers
//! something records it here; `accounts.rs` reports what follows from it.

use std::collections::{BTreeMap, BTreeSet};

use super::super::passes::Held;
use super::super::{Address, Operand, Register};
use super::followed::Carried;
use super::pieces::{Passed, Piece, Why};
use crate::model::{InvocationId, LocalId};
use crate::source::{SourceId, Span};

/// For what it counts when a blank is read.
#[derive(Clone, Debug)]
enum Reader {
    /// For a blank of another run, into which it is put.
    Blank(InvocationId, LocalId),
    /// Nobody knows yet whether it matters: so far these were read.
    Maybe(Vec<(InvocationId, LocalId)>),
}

/// An effect.
#[derive(Clone, Copy, Debug)]
enum Mark {
    /// Of a piece.
    Taken(Piece),
    /// A blank was asked for.
    Asked(InvocationId, LocalId),
    /// A blank was read.
    Read(InvocationId, LocalId),
}

/// A line that may end a run; what it says, where that is known; and whether dice have fallen by then, or somebody has answered.
#[derive(Clone, Debug)]
pub struct End {
    pub line: Span,
    pub says: Option<String>,
    pub asks: bool,
}

/// A line that ends a run if something holds which is known only at the table.
#[derive(Clone, Copy, Debug)]
struct Stop {
    line: Span,
    /// Where the run goes on if it does not end.
    goes_on: Address,
    /// The line before it, behind which it stands itself.
    outer: Option<usize>,
}

/// What is known only once a program is finished, and somebody asks.
#[derive(Clone, Debug, Default)]
pub struct Unsettled {
    /// The last line behind which that stands which is laid out now.
    behind: Option<usize>,
    stops: Vec<Stop>,
    /// Effects behind such lines.
    held: Vec<(usize, Mark)>,
    /// Lines behind such lines.
    lines: Vec<(usize, Option<InvocationId>, Span)>,
    taken_at: Vec<TakenAt>,
    /// What may begin with anything.
    pub carried: Vec<Carried>,
}

/// What takes effect if some run comes to an instruction.
#[derive(Clone, Copy, Debug)]
pub struct TakenAt {
    /// What takes effect.
    pub piece: Piece,
    /// The instruction.
    pub at: Address,
    /// What a register must hold there.
    pub holding: Option<(Register, Held)>,
}

impl Unsettled {
    /// Whether anything hangs on the finished program.
    pub fn is_open(&self) -> bool {
        !self.stops.is_empty() || !self.taken_at.is_empty()
    }

    /// Whether lines may have ended their runs, so that it hangs on this what stands behind them.
    pub fn has_stops(&self) -> bool {
        !self.stops.is_empty()
    }

    /// Whether some line states what its dice or its card show.
    pub fn states_dice(&self) -> bool {
        self.taken_at.iter().any(|taken| matches!(taken.piece, Piece::Shown(..)))
    }

    /// The registers on which it hangs what takes effect at which instructions.
    pub fn asked_registers(&self) -> Vec<(Address, Register)> {
        self.taken_at.iter().filter_map(|taken| Some((taken.at, taken.holding?.0))).collect()
    }

    /// Keeps an effect until it is known whether some run comes to it, unless that is clear.
    fn holds_back(&mut self, mark: Mark) -> bool {
        self.held.extend(self.behind.map(|stop| (stop, mark)));
        self.behind.is_some()
    }
}

/// What has taken effect so far, in all programs that are made of a scene.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    taken: BTreeSet<Piece>,
    asked: BTreeSet<(InvocationId, LocalId)>,
    read: BTreeSet<(InvocationId, LocalId)>,
    /// Blanks that are read for others, into which the rules put what they hold.
    read_for: BTreeMap<(InvocationId, LocalId), BTreeSet<(InvocationId, LocalId)>>,
    /// Conditions inside values that the scene writes, which were asked for.
    choices: BTreeSet<Span>,
    /// For what it counts when a blank is read now, the innermost last.
    readers: Vec<Reader>,
    /// How many reasons there are that nothing takes effect now.
    muted: usize,
    given: BTreeMap<(InvocationId, LocalId), Span>,
    /// The answers that are given anew for each of a list, where some of them may not be asked.
    given_for_each: BTreeSet<(InvocationId, LocalId)>,
    /// What takes effect at most where a scene begins otherwise than it is written.
    otherwise: BTreeSet<Piece>,
    /// What a run was seen to come to.
    seen: BTreeSet<Piece>,
    /// Whatever takes effect if some run comes to it.
    laid_out: BTreeSet<Piece>,
    /// What is known only once the program in hand is finished.
    open: Unsettled,
    /// The same of finished programs: of that of the scene, or of the expectation of this number.
    finished: Vec<(Option<usize>, Unsettled)>,
    passed: BTreeMap<Option<InvocationId>, BTreeSet<Passed>>,
    /// The lines that may end a run, in the order in which they are laid out.
    pub ends: BTreeMap<InvocationId, Vec<End>>,
}

impl Ledger {
    /// Something takes effect.
    pub fn take(&mut self, piece: Piece) {
        if self.muted == 0 && !self.open.holds_back(Mark::Taken(piece)) {
            self.taken.insert(piece);
        }
    }

    /// Something takes effect if some run comes to this instruction.
    pub fn take_at(&mut self, piece: Piece, at: Address) {
        if self.muted == 0 {
            self.open.taken_at.push(TakenAt { piece, at, holding: None });
        }
    }

    /// Something takes effect if some run comes to this instruction while this is the number there.
    pub fn take_with(&mut self, piece: Piece, at: Address, (operand, number): (Operand, i64)) {
        self.laid_out.insert(piece);
        match operand {
            Operand::Register(register) if self.muted == 0 => {
                self.open.taken_at.push(TakenAt { piece, at, holding: Some((register, Held::Number(number))) });
            }
            Operand::Value(value) if value == number => self.take_at(piece, at),
            Operand::Register(_) | Operand::Value(_) | Operand::Unreached => {}
        }
    }

    /// Something takes effect if some run comes to this instruction while a condition is not *yes* there.
    pub fn take_unless(&mut self, piece: Piece, at: Address, condition: Operand) {
        match condition {
            Operand::Register(register) if self.muted == 0 => {
                self.open.taken_at.push(TakenAt { piece, at, holding: Some((register, Held::NotYes)) });
            }
            Operand::Value(1) => {}
            Operand::Register(_) | Operand::Value(_) | Operand::Unreached => self.take_at(piece, at),
        }
    }

    /// Something takes effect if some run comes to this instruction and has not reached a value there.
    pub fn take_without(&mut self, piece: Piece, at: Address, value: Operand) {
        match value {
            Operand::Register(register) if self.muted == 0 => {
                self.open.taken_at.push(TakenAt { piece, at, holding: Some((register, Held::Nothing)) });
            }
            Operand::Unreached => self.take_at(piece, at),
            Operand::Register(_) | Operand::Value(_) => {}
        }
    }

    /// A house rule has a note or other lines under this condition, in a procedure that the scene runs.
    pub fn lay_out_condition(&mut self, condition: Span) {
        self.laid_out.insert(Piece::Note(condition));
    }

    /// A condition inside a value that the scene writes is asked for.
    pub fn choose(&mut self, condition: Span) {
        if self.muted == 0 {
            self.choices.insert(condition);
        }
    }

    /// The conditions inside values of the scene that were asked for.
    pub fn choices(&self) -> impl Iterator<Item = Span> {
        self.choices.iter().copied()
    }

    /// The conditions that a file has in procedures that the scene runs.
    pub fn conditions_of(&self, source: SourceId) -> impl Iterator<Item = Span> {
        let conditions = self
            .laid_out
            .iter()
            .filter_map(|piece| if let Piece::Note(condition) = piece { Some(*condition) } else { None });
        conditions.filter(move |condition| condition.source == source)
    }

    /// Whatever follows takes no effect, until it is heard again.
    pub fn mute(&mut self) {
        self.muted += 1;
    }

    /// What follows takes effect again, unless there is another reason.
    pub fn hear(&mut self) {
        self.muted = self.muted.saturating_sub(1);
    }

    /// Whether what follows takes no effect.
    pub fn is_muted(&self) -> bool {
        self.muted > 0
    }

    /// A blank is asked for, and what the scene says of it is put in.
    pub fn ask(&mut self, run: InvocationId, blank: LocalId) {
        if self.muted == 0 && !self.open.holds_back(Mark::Asked(run, blank)) {
            self.asked.insert((run, blank));
        }
    }

    /// A blank is read.
    pub fn read(&mut self, run: InvocationId, blank: LocalId) {
        if self.muted > 0 {
            return;
        }
        match self.readers.last_mut() {
            None if self.open.holds_back(Mark::Read(run, blank)) => {}
            None => {
                self.read.insert((run, blank));
            }
            Some(Reader::Blank(other, of_other)) => {
                self.read_for.entry((run, blank)).or_default().insert((*other, *of_other));
            }
            Some(Reader::Maybe(read)) => read.push((run, blank)),
        }
    }

    /// What is read until [`Ledger::put_in`] is put into a blank of another run.
    pub fn reads_for(&mut self, run: InvocationId, blank: LocalId) {
        self.readers.push(Reader::Blank(run, blank));
    }

    /// It has been put in.
    pub fn put_in(&mut self) {
        self.readers.pop();
    }

    /// Whether it matters what is read until [`Ledger::read_so_far`] is not known yet.
    pub fn reads_perhaps(&mut self) {
        self.readers.push(Reader::Maybe(Vec::new()));
    }

    /// What was read since.
    pub fn read_so_far(&mut self) -> Vec<(InvocationId, LocalId)> {
        if let Some(Reader::Maybe(read)) = self.readers.pop() { read } else { Vec::new() }
    }

    /// The rules put something into a blank on a line of their own.
    pub fn give(&mut self, run: InvocationId, blank: LocalId, line: Span) {
        self.given.insert((run, blank), line);
    }

    /// An answer that is stated for a run is given for each of a list, if that is asked.
    pub fn give_for_each(&mut self, run: InvocationId, choice: LocalId) {
        self.given_for_each.insert((run, choice));
    }

    /// Whether an answer is given for each of a list, if that is asked.
    pub fn is_given_for_each(&self, run: InvocationId, choice: LocalId) -> bool {
        self.given_for_each.contains(&(run, choice))
    }

    /// Lines of the procedure of a run, or of the scene itself, are passed over.
    pub fn pass(&mut self, run: Option<InvocationId>, lines: Span, why: Why) {
        self.passed.entry(run).or_default().insert(Passed { lines, why });
    }

    /// What follows takes effect only if some run comes to this instruction, and not if this line always ends it before.
    pub fn stops_perhaps(&mut self, line: Span, goes_on: Address) {
        self.open.stops.push(Stop { line, goes_on, outer: self.open.behind });
        self.open.behind = Some(self.open.stops.len() - 1);
    }

    /// Whatever follows stands behind so many of these lines as before.
    pub fn goes_on(&mut self, behind: Option<usize>) {
        self.open.behind = behind;
    }

    /// What holds back that which follows, if anything does.
    pub fn held_back(&self) -> Option<usize> {
        self.open.behind
    }

    /// A line of a run, or of the scene itself, is laid out.
    pub fn lay_out(&mut self, run: Option<InvocationId>, line: Span) {
        if let Some(stop) = self.open.behind {
            self.open.lines.push((stop, run, line));
        }
    }

    /// Registers of the program in hand have other numbers now; of what one without a number must hold nothing is known.
    pub fn renumber(&mut self, number: &dyn Fn(Register) -> Option<Register>) {
        for taken in &mut self.open.taken_at {
            taken.holding = taken.holding.and_then(|(register, held)| Some((number(register)?, held)));
        }
    }

    /// Takes out what hangs on the program in hand.
    pub fn open(&mut self) -> Unsettled {
        std::mem::take(&mut self.open)
    }

    /// What hangs on the program in hand waits for whoever asks. Its registers may begin with anything if they are `carried`.
    pub fn wait(&mut self, carried: Vec<Carried>) {
        self.open.carried = carried;
    }

    /// The program in hand is finished: it is that of the scene, or of the expectation of this number.
    pub fn finish(&mut self, whose: Option<usize>) {
        let open = self.open();
        if open.is_open() {
            self.finished.push((whose, open));
        }
    }

    /// Takes out what hangs on finished programs.
    pub fn finished(&mut self) -> Vec<(Option<usize>, Unsettled)> {
        std::mem::take(&mut self.finished)
    }

    /// Settles what hangs on a program. `whatever_falls` says to which of its instructions some run comes whatever its dice show;
    /// answered is what takes effect if some run comes to it.
    pub fn settle(&mut self, open: Unsettled, whatever_falls: &dyn Fn(Address) -> bool) -> Vec<TakenAt> {
        let Unsettled { behind: _, stops, held, lines, taken_at, carried: _ } = open;
        let mut ends: Vec<Option<Why>> = Vec::new();
        for stop in &stops {
            let before = stop.outer.and_then(|outer| ends.get(outer).copied().flatten());
            // Where something is refused before, no run comes to this line either.
            let last_of_line = Address(stop.goes_on.0.saturating_sub(1));
            let always = whatever_falls(last_of_line) && !whatever_falls(stop.goes_on);
            ends.push(before.or_else(|| always.then_some(Why::Stopped(stop.line))));
        }
        let end_of = |stop: usize| ends.get(stop).copied().flatten();
        let happened = held.into_iter().filter(|(stop, _)| end_of(*stop).is_none());
        happened.for_each(|(_, mark)| self.commit(mark));
        for (stop, run, line) in lines {
            if let Some(why) = end_of(stop) {
                self.pass(run, line, why);
            }
        }
        taken_at
    }

    /// Pieces take effect, whatever comes before or after.
    pub fn take_all(&mut self, pieces: impl IntoIterator<Item = Piece>) {
        self.taken.extend(pieces);
    }

    /// Pieces take effect, and a run was seen to come to them.
    pub fn take_seen(&mut self, pieces: impl IntoIterator<Item = Piece>) {
        for piece in pieces {
            self.taken.insert(piece);
            self.seen.insert(piece);
        }
    }

    /// Whether a run was seen to come to a piece.
    pub fn has_seen(&self, piece: Piece) -> bool {
        self.seen.contains(&piece)
    }

    /// Pieces do not take effect in a program as long as it begins as the scene is written.
    pub fn take_otherwise(&mut self, pieces: impl IntoIterator<Item = Piece>) {
        self.otherwise.extend(pieces);
    }

    /// Whether something may take effect where the scene begins otherwise than it is written.
    pub fn is_taken_otherwise(&self, piece: Piece) -> bool {
        self.otherwise.contains(&piece)
    }

    fn commit(&mut self, mark: Mark) {
        match mark {
            Mark::Taken(piece) => {
                self.taken.insert(piece);
            }
            Mark::Asked(run, blank) => {
                self.asked.insert((run, blank));
            }
            Mark::Read(run, blank) => {
                self.read.insert((run, blank));
            }
        }
    }

    /// Whether something has taken effect.
    pub fn has_taken(&self, piece: Piece) -> bool {
        self.taken.contains(&piece)
    }

    /// Whether there is an instruction with which something takes effect, if some run comes to it.
    pub fn is_laid_out(&self, piece: Piece) -> bool {
        self.laid_out.contains(&piece)
    }

    /// Whether what the scene says of a blank was put in.
    pub fn has_asked(&self, run: InvocationId, blank: LocalId) -> bool {
        self.asked.contains(&(run, blank))
    }

    /// Whether a blank was read.
    pub fn has_read(&self, run: InvocationId, blank: LocalId) -> bool {
        self.read.contains(&(run, blank)) || self.put_into(run, blank).any(|(run, blank)| self.has_read(run, blank))
    }

    /// The blanks of other runs into which the rules put what one holds.
    pub fn put_into(&self, run: InvocationId, blank: LocalId) -> impl Iterator<Item = (InvocationId, LocalId)> {
        self.read_for.get(&(run, blank)).into_iter().flatten().copied()
    }

    /// The line by which the rules put something into a blank.
    pub fn given_by(&self, run: InvocationId, blank: LocalId) -> Option<Span> {
        self.given.get(&(run, blank)).copied()
    }

    /// What was passed over of the procedure of a run, or of the scene itself.
    pub fn passed_in(&self, run: Option<InvocationId>) -> impl Iterator<Item = Passed> {
        self.passed.get(&run).into_iter().flatten().copied()
    }
}
