//! A policy, bound to a program: which answer it gives at which question. A run asks it; odds and advice follow a program into which
//! it is compiled, so that the values it looks at are not forgotten before.

use std::collections::BTreeMap;

use crate::ir::{
    Address, Binary, Instruction, Method, Operand, Program, Refusal, Register, RegisterInfo, Shape, Unary, Value,
    insertion,
};
use crate::shared_text::SharedText;

/// The numbers of the options where it is decided how a ladder is resolved.
pub const JUDGED: i64 = 0;
pub const ROLLED: i64 = 1;

/// A condition on something that can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// It is reached, and no more than this.
    AtMost(i64),
    /// It is this.
    Is(Value),
}

impl Test {
    /// Whether it holds of a value.
    pub fn holds(self, value: Value) -> bool {
        match self {
            Test::AtMost(most) => value.is_some_and(|value| value <= most),
            Test::Is(wanted) => value == wanted,
        }
    }
}

/// What is answered where some conditions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What has to be seen: all of it.
    pub conditions: Vec<(Register, Test)>,
    /// What is answered then: as a choice is, or one of [`JUDGED`] and [`ROLLED`].
    pub option: i64,
}

/// What is answered at each question: the first rule that holds says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plays(pub BTreeMap<Address, Vec<Rule>>);

impl Plays {
    /// What is answered at a question, when registers hold this; nothing where nothing is said of it.
    pub fn says(&self, at: Address, registers: &[Value]) -> Option<i64> {
        let holds =
            |(register, test): &(Register, Test)| test.holds(registers.get(register.0 as usize).copied().flatten());
        self.0.get(&at)?.iter().find(|rule| rule.conditions.iter().all(holds)).map(|rule| rule.option)
    }

    /// The program in which each of these choices takes what is said here if nobody is asked, and each of these results is judged or
    /// rolled as is said.
    pub fn written_into(&self, program: &Program) -> Program {
        let mut program = program.clone();
        let (decided, holds) = (register(&mut program, Shape::Number), register(&mut program, Shape::YesNo));
        // From behind, so that those before stay where they are.
        for (at, rules) in self.0.iter().rev() {
            let mut code = Writing { decided, holds, first: *at, code: Vec::new() };
            for rule in rules {
                code.rule(rule);
            }
            code.ends();
            code.put_before_question(&mut program);
        }
        program
    }
}

fn register(program: &mut Program, shape: Shape) -> Register {
    let new = Register(u32::try_from(program.registers.len()).unwrap_or(u32::MAX));
    program.registers.push(RegisterInfo { name: None, shape, initial: None });
    new
}

/// Where a jump leads that is not known yet.
const OPEN: Address = Address(u32::MAX);

/// The instructions before a question, which find out what is answered to it.
struct Writing {
    decided: Register,
    holds: Register,
    first: Address,
    code: Vec<Instruction>,
}

impl Writing {
    /// The next instruction.
    fn here(&self) -> Address {
        Address(self.first.0 + u32::try_from(self.code.len()).unwrap_or(u32::MAX))
    }

    fn rule(&mut self, rule: &Rule) {
        let begin = self.code.len();
        for (register, test) in &rule.conditions {
            self.condition(*register, *test);
        }
        self.code.push(Instruction::Copy { into: self.decided, from: Operand::Value(rule.option) });
        // Behind all rules.
        self.code.push(Instruction::Jump { to: OPEN });
        let next = self.here();
        for instruction in self.code.iter_mut().skip(begin) {
            if let Instruction::Unless { to, .. } = instruction
                && *to == OPEN
            {
                *to = next;
            }
        }
    }

    fn condition(&mut self, register: Register, test: Test) {
        let (into, a) = (self.holds, Operand::Register(register));
        let on = Operand::Register(into);
        match test {
            Test::AtMost(most) => {
                self.code.push(Instruction::Binary { into, op: Binary::LessOrEqual, a, b: Operand::Value(most) });
            }
            Test::Is(Some(wanted)) => {
                self.code.push(Instruction::Binary { into, op: Binary::Equal, a, b: Operand::Value(wanted) });
            }
            Test::Is(None) => {
                self.code.push(Instruction::Unary { into, op: Unary::IsReached, a });
                self.code.push(Instruction::Unary { into, op: Unary::Not, a: on });
            }
        }
        self.code.push(Instruction::Unless { on, to: OPEN });
    }

    /// What leads behind all rules does so.
    fn ends(&mut self) {
        let end = self.here();
        for instruction in &mut self.code {
            if let Instruction::Jump { to } = instruction
                && *to == OPEN
            {
                *to = end;
            }
        }
    }

    /// Refuses what cannot be chosen: nobody may read the answer, and then it would not even be asked for.
    fn is_within(&mut self, what: &SharedText, (low, high): (Operand, Operand)) {
        let (value, on) = (Operand::Register(self.decided), Operand::Register(self.holds));
        for (a, b) in [(value, low), (high, value)] {
            self.code.push(Instruction::Binary { into: self.holds, op: Binary::Less, a, b });
            let behind = Address(self.here().0 + 2);
            self.code.push(Instruction::Unless { on, to: behind });
            let why = Refusal::OutOfRange { what: what.clone(), value, low, high };
            self.code.push(Instruction::Refuse { why });
        }
    }

    /// Puts itself before its question, which takes what it comes to.
    fn put_before_question(mut self, program: &mut Program) {
        let decided = Operand::Register(self.decided);
        match program.code.get_mut(self.first.0 as usize) {
            Some(Instruction::Choose(choose)) => {
                choose.default = Some(decided);
                let (what, low, high) = (choose.path.clone(), choose.low, choose.high);
                if !(is_known(low) && is_known(high)) {
                    self.is_within(&what, (low, high));
                }
            }
            Some(resolve @ Instruction::Resolve { .. }) => {
                let judged = with_method(resolve, Method::Deliberate);
                *resolve = with_method(resolve, Method::Random);
                let (into, b) = (self.holds, Operand::Value(ROLLED));
                self.code.push(Instruction::Binary { into, op: Binary::Equal, a: decided, b });
                let (judge, roll) = (self.here().0 + 2, self.here().0 + 3);
                self.code.push(Instruction::Unless { on: Operand::Register(into), to: Address(judge) });
                self.code.push(Instruction::Jump { to: Address(roll) });
                // The place behind what is judged moves on with all others.
                self.code.push(judged);
            }
            Some(_) | None => return,
        }
        insertion::insert(program, self.first, self.code);
    }
}

/// Whether a limit was looked at when the policy was bound.
fn is_known(limit: Operand) -> bool {
    limit.register().is_none()
}

/// The same question, answered in this way.
fn with_method(resolve: &Instruction, by: Method) -> Instruction {
    let mut resolve = resolve.clone();
    if let Instruction::Resolve { method, .. } = &mut resolve {
        *method = by;
    }
    resolve
}
