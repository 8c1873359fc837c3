//! What each instruction reads, writes and leads to: the one place that knows it.

use super::{Address, Choose, DiceTerm, Instruction, Method, Operand, Program, Refusal, Register, Roll, Roller};

/// The instructions that may come next: the following one, and the one jumped to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Successors {
    /// Falls through to this.
    pub next: Option<Address>,
    /// Jumps to this.
    pub jump: Option<Address>,
}

/// The instructions that may come after the one at `at`.
pub fn successors(instruction: &Instruction, at: Address) -> Successors {
    let next = Some(Address(at.0.saturating_add(1)));
    match instruction {
        Instruction::Jump { to } => Successors { next: None, jump: Some(*to) },
        Instruction::Unless { to, .. } | Instruction::Aside { over: to } => Successors { next, jump: Some(*to) },
        Instruction::Resolve { after, .. } => Successors { next, jump: Some(*after) },
        Instruction::Refuse { .. } | Instruction::Done => Successors::default(),
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Roll(_)
        | Instruction::Draw { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Choose(_)
        | Instruction::Call { .. }
        | Instruction::Trace(_) => Successors { next, jump: None },
    }
}

/// Where the loops of a program begin, and the instructions that lead back there.
pub fn loops(program: &Program) -> impl Iterator<Item = (usize, usize)> {
    (0..).map(Address).zip(&program.code).filter_map(|(at, instruction)| {
        let to = successors(instruction, at).jump?;
        (to <= at).then_some((to.0 as usize, at.0 as usize))
    })
}

/// Where the loops of a program begin.
pub fn heads(program: &Program) -> impl Iterator<Item = usize> {
    loops(program).map(|(head, _)| head)
}

/// Whether the machine may have to ask here.
pub fn asks(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Resolve { .. }
        | Instruction::Roll(_)
        | Instruction::Draw { .. }
        | Instruction::Choose(_)
        | Instruction::Call { .. } => true,
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Trace(_)
        | Instruction::Refuse { .. }
        | Instruction::Done => false,
    }
}

/// Whether a rule may refuse a run here: by its own words, by dice that cannot be rolled, or by limits with nothing between them.
pub fn may_refuse(instruction: &Instruction) -> bool {
    let is_known = |operand: Operand| matches!(operand, Operand::Value(_));
    match instruction {
        Instruction::Refuse { .. } | Instruction::Call { .. } => true,
        Instruction::Roll(roll) => !roll.dice.iter().all(|dice| is_known(dice.count) && is_known(dice.sides)),
        Instruction::Choose(choose) => !(is_known(choose.low) && is_known(choose.high)),
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Resolve { .. }
        | Instruction::Draw { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Trace(_)
        | Instruction::Done => false,
    }
}

/// What refuses a run in words of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refuses<'i> {
    /// A rule, whenever a run comes here.
    Rule(&'i Refusal),
    /// The function of this number, if it says so.
    Function(u32),
}

/// What refuses a run at an instruction in words of its own, if anything may.
pub fn refuses(instruction: &Instruction) -> Option<Refuses<'_>> {
    match instruction {
        Instruction::Refuse { why } => Some(Refuses::Rule(why)),
        Instruction::Call { function, .. } => Some(Refuses::Function(*function)),
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Resolve { .. }
        | Instruction::Roll(_)
        | Instruction::Draw { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Choose(_)
        | Instruction::Trace(_)
        | Instruction::Done => None,
    }
}

/// Whether an instruction writes only where it jumps. All others write before they go on.
pub fn writes_only_on_jump(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Resolve { .. } => true,
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Roll(_)
        | Instruction::Draw { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Choose(_)
        | Instruction::Call { .. }
        | Instruction::Trace(_)
        | Instruction::Refuse { .. }
        | Instruction::Done => false,
    }
}

/// What an instruction does with a deck, by the deck's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckUse {
    /// What is left of it matters.
    Draws(u32),
    /// What was left of it matters no more.
    Shuffles(u32),
}

/// What an instruction does with a deck, if with any.
pub fn deck(instruction: &Instruction) -> Option<DeckUse> {
    match instruction {
        Instruction::Draw { deck, .. } => Some(DeckUse::Draws(*deck)),
        Instruction::Shuffle { deck } => Some(DeckUse::Shuffles(*deck)),
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Resolve { .. }
        | Instruction::Roll(_)
        | Instruction::Choose(_)
        | Instruction::Call { .. }
        | Instruction::Trace(_)
        | Instruction::Refuse { .. }
        | Instruction::Done => None,
    }
}

/// Whose dice or cards an instruction asks for.
pub fn roller(instruction: &Instruction) -> Option<&Roller> {
    match instruction {
        Instruction::Roll(roll) => Some(&roll.by),
        Instruction::Draw { by, .. } => Some(by),
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Resolve { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Choose(_)
        | Instruction::Call { .. }
        | Instruction::Trace(_)
        | Instruction::Refuse { .. }
        | Instruction::Done => None,
    }
}

/// Whoever rolls for the ladder that is resolved there, if it is not judged.
pub fn who_resolves(code: &[Instruction], at: Address) -> Option<&Roller> {
    let Some(Instruction::Resolve { after, .. }) = code.get(at.0 as usize) else { return None };
    code.get(at.0 as usize..after.0 as usize)?.iter().find_map(roller)
}

/// Visits every operand an instruction reads. What is only told ([`Instruction::Trace`]) is not read.
pub fn operands(instruction: &Instruction, visit: &mut dyn FnMut(Operand)) {
    match instruction {
        Instruction::Copy { from, .. } => visit(*from),
        Instruction::Unary { a, .. } => visit(*a),
        Instruction::Binary { a, b, .. } => [*a, *b].into_iter().for_each(visit),
        Instruction::Lookup { key, .. } | Instruction::Band { key, .. } => visit(*key),
        Instruction::Unless { on, .. } => visit(*on),
        Instruction::Resolve { total, method, .. } => {
            visit(*total);
            declared(*method, visit);
        }
        Instruction::Roll(roll) => {
            for DiceTerm { count, sides } in &roll.dice {
                visit(*count);
                visit(*sides);
            }
            roll.shown.iter().for_each(|shown| visit(shown.fallen));
        }
        Instruction::Choose(choose) => limits(choose).for_each(visit),
        Instruction::Call { arguments, .. } => arguments.iter().copied().for_each(visit),
        Instruction::Refuse { why } => refusal(why).into_iter().flatten().for_each(visit),
        Instruction::Clear { .. }
        | Instruction::Jump { .. }
        | Instruction::Aside { .. }
        | Instruction::Draw { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Trace(_)
        | Instruction::Done => {}
    }
}

/// Visits every register an instruction writes. When it does, [`writes_only_on_jump`] says.
pub fn writes(instruction: &Instruction, visit: &mut dyn FnMut(Register)) {
    match instruction {
        Instruction::Copy { into, .. }
        | Instruction::Unary { into, .. }
        | Instruction::Binary { into, .. }
        | Instruction::Lookup { into, .. }
        | Instruction::Band { into, .. }
        | Instruction::Resolve { into, .. }
        | Instruction::Draw { into, .. } => visit(*into),
        Instruction::Call { into, .. } => into.iter().copied().for_each(visit),
        Instruction::Clear { first, count } => {
            (first.0..first.0.saturating_add(*count)).map(Register).for_each(visit);
        }
        Instruction::Roll(roll) => answers(roll).for_each(visit),
        Instruction::Choose(choose) => visit(choose.into),
        Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Trace(_)
        | Instruction::Refuse { .. }
        | Instruction::Done => {}
    }
}

/// Visits every operand that an instruction reads only to tell of it: what fills the holes of its texts.
pub fn told(instruction: &Instruction, visit: &mut dyn FnMut(Operand)) {
    match instruction {
        Instruction::Choose(choose) => choose.question.operands().for_each(visit),
        Instruction::Refuse { why: Refusal::Needs(words) } => words.operands().for_each(visit),
        // That it is refused tells that too little is left.
        Instruction::Refuse { why: Refusal::CannotPay { what, left } } => {
            what.operands().chain([*left]).for_each(visit);
        }
        Instruction::Refuse {
            why:
                Refusal::Shown { .. } | Refusal::OutOfRange { .. } | Refusal::OverBudget { .. } | Refusal::Grouping { .. },
        }
        | Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Resolve { .. }
        | Instruction::Roll(_)
        | Instruction::Draw { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Call { .. }
        | Instruction::Trace(_)
        | Instruction::Done => {}
    }
}

/// What a refusal tells of the state, in the order of its fields.
pub fn refusal(why: &Refusal) -> [Option<Operand>; 3] {
    match why {
        Refusal::OutOfRange { value, low, high, .. } => [Some(*value), Some(*low), Some(*high)],
        Refusal::Shown { rolled, .. } => [Some(*rolled), None, None],
        Refusal::OverBudget { spent, budget, .. } => [Some(*spent), Some(*budget), None],
        Refusal::Needs(_) | Refusal::CannotPay { .. } | Refusal::Grouping { .. } => [None, None, None],
    }
}

fn answers(roll: &Roll) -> impl Iterator<Item = Register> {
    roll.questions.iter().map(|(_, into)| *into)
}

/// The least and the greatest answer to a choice, and the one that it takes where nobody gives any.
pub fn limits(choose: &Choose) -> impl Iterator<Item = Operand> {
    [choose.low, choose.high].into_iter().chain(choose.default)
}

fn declared(method: Method, visit: &mut dyn FnMut(Operand)) {
    match method {
        Method::Automatic(Some(level)) => visit(level),
        Method::Open | Method::Deliberate | Method::Random | Method::Automatic(None) => {}
    }
}
