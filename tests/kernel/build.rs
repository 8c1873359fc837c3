//! A small builder of programs, and a slow way of finding odds to compare with.

use std::collections::BTreeMap;

use assize::ir::{
    Address, Deck, DiceTerm, FORMAT, Function, Instruction, Keep, Method, Notation, Operand, Program, Question,
    Register, RegisterInfo, ResultInfo, Returns, Roll, Scale, Shape, Value, invariants,
};
use assize::machine::{Answer, Ask, Called, Deaf, How, Machine, State, Step};
use assize::source::{SourceId, Span};
use dashu_ratio::RBig;

pub struct Build {
    pub program: Program,
}

impl Build {
    pub fn new() -> Self {
        let program = Program {
            format: FORMAT,
            title: "test".into(),
            brought: vec![],
            houses: Vec::new(),
            packs: Vec::new(),
            notation: Notation::Signed,
            registers: Vec::new(),
            scales: Vec::new(),
            tables: Vec::new(),
            decks: Vec::new(),
            texts: Vec::new(),
            functions: Vec::new(),
            fields: Vec::new(),
            code: Vec::new(),
            spans: Vec::new(),
            traces: Vec::new(),
            secrecy: assize::ir::secrecy::Secrecy::default(),
            results: Vec::new(),
        };
        Self { program }
    }

    pub fn register(&mut self, initial: Value) -> Register {
        let number = u32::try_from(self.program.registers.len()).unwrap();
        self.program.registers.push(RegisterInfo { name: None, shape: Shape::Number, initial });
        Register(number)
    }

    pub fn named(&mut self, name: &str, initial: Value) -> Register {
        let register = self.register(initial);
        self.program.registers[register.0 as usize].name = Some(name.into());
        register
    }

    pub fn here(&self) -> Address {
        Address(u32::try_from(self.program.code.len()).unwrap())
    }

    pub fn push(&mut self, instruction: Instruction) -> Address {
        let at = self.here();
        self.program.code.push(instruction);
        self.program.spans.push(Span::default());
        at
    }

    /// Lets the jump at `at` lead here.
    pub fn land(&mut self, at: Address) {
        let here = self.here();
        match &mut self.program.code[at.0 as usize] {
            Instruction::Jump { to } | Instruction::Unless { to, .. } | Instruction::Resolve { after: to, .. } => {
                *to = here;
            }
            other => panic!("{other:?} does not jump"),
        }
    }

    pub fn binary(&mut self, op: assize::ir::Binary, a: impl Into<Arg>, b: impl Into<Arg>) -> Register {
        let into = self.register(None);
        self.push(Instruction::Binary { into, op, a: a.into().0, b: b.into().0 });
        into
    }

    pub fn copy(&mut self, into: Register, from: impl Into<Arg>) {
        self.push(Instruction::Copy { into, from: from.into().0 });
    }

    pub fn unless(&mut self, on: impl Into<Arg>) -> Address {
        self.push(Instruction::Unless { on: on.into().0, to: Address(0) })
    }

    pub fn jump(&mut self) -> Address {
        self.push(Instruction::Jump { to: Address(0) })
    }

    pub fn roll(&mut self, dice: &[(Arg, Arg)], keep: Keep, questions: &[Question]) -> Vec<Register> {
        let into: Vec<Register> = questions.iter().map(|_| self.register(None)).collect();
        let roll = Roll {
            dice: dice.iter().map(|(count, sides)| DiceTerm { count: count.0, sides: sides.0 }).collect(),
            keep,
            part_of: None,
            questions: questions.iter().copied().zip(into.iter().copied()).collect(),
            judged: None,
            notation: None,
            method: Method::Open,
            path: "test.roll".into(),
            by: assize::ir::Roller::default(),
            shown: None,
        };
        self.push(Instruction::Roll(Box::new(roll)));
        into
    }

    pub fn sum(&mut self, count: i64, sides: i64) -> Register {
        self.roll(&[(count.into(), sides.into())], Keep::All, &[Question::Rolled])[0]
    }

    /// The roll pushed last.
    pub fn last_roll(&mut self) -> &mut Roll {
        match self.program.code.last_mut() {
            Some(Instruction::Roll(roll)) => roll,
            other => panic!("{other:?} is no roll"),
        }
    }

    pub fn deck(&mut self, class: &[u32], judged: Option<u32>) -> u32 {
        let number = u32::try_from(self.program.decks.len()).unwrap();
        self.program.decks.push(Deck { name: "cards".into(), class: class.to_vec(), judged });
        number
    }

    pub fn draw(&mut self, deck: u32) -> Register {
        let into = self.register(None);
        self.push(Instruction::Draw {
            into,
            deck,
            method: Method::Open,
            path: "test.draw".into(),
            by: Box::default(),
            shown: None,
        });
        into
    }

    pub fn scale(&mut self, scale: Scale) -> u32 {
        let number = u32::try_from(self.program.scales.len()).unwrap();
        self.program.scales.push(scale);
        number
    }

    pub fn result(&mut self, label: &str, register: Register) {
        self.program.results.push(ResultInfo { label: label.into(), register, span: Span::default() });
    }

    pub fn done(mut self) -> Program {
        self.push(Instruction::Done);
        assert_eq!(invariants::check(&self.program), Ok(()));
        self.program
    }
}

/// An operand, written as a number or a register.
#[derive(Clone, Copy)]
pub struct Arg(pub Operand);

impl From<i64> for Arg {
    fn from(number: i64) -> Self {
        Arg(Operand::Value(number))
    }
}

impl From<Register> for Arg {
    fn from(register: Register) -> Self {
        Arg(Operand::Register(register))
    }
}

pub fn results(program: &Program, state: &State) -> Vec<Value> {
    program.results.iter().map(|result| state.registers[result.register.0 as usize]).collect()
}

/// Every run of a program, each face of each die on its own. Cards that are alike are one card, as in odds.
pub fn brute_force(program: &Program) -> Vec<(Vec<Value>, RBig)> {
    let mut found: BTreeMap<Vec<Value>, RBig> = BTreeMap::new();
    let mut open = vec![(State::start(program), RBig::ONE)];
    while let Some((state, chance)) = open.pop() {
        let mut machine = Machine::resume(program, state).lumped();
        match machine.run(&mut Deaf).unwrap() {
            Step::Done => *found.entry(results(program, machine.state())).or_default() += chance,
            Step::Ask(ask) => {
                let answers = every_answer(&ask);
                let total = RBig::from(answers.len());
                for answer in answers {
                    let mut next = machine.clone();
                    next.answer(answer, &mut Deaf).unwrap();
                    open.push((next.into_state(), &chance / &total));
                }
            }
        }
    }
    found.into_iter().collect()
}

fn every_answer(ask: &Ask<'_>) -> Vec<Answer> {
    match ask {
        Ask::Resolve { .. } => vec![Answer::Roll],
        Ask::Roll { sides, .. } => {
            every_face(sides).into_iter().map(|faces| Answer::Faces(faces, How::Random)).collect()
        }
        Ask::Draw { left, .. } => {
            let cards = left.iter().flat_map(|(card, count)| (0..*count).map(|_| *card));
            cards.map(|card| Answer::Card(card, How::Random)).collect()
        }
        Ask::Choose { default, .. } => vec![Answer::Choice(default.unwrap(), How::Default)],
        other => panic!("nobody answers {other:?}"),
    }
}

/// All faces that dice of these sides can show.
pub fn every_face(sides: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for sides in sides {
        let longer = all.iter().flat_map(|faces| (1..=*sides).map(move |face| [&faces[..], &[face]].concat()));
        all = longer.collect();
    }
    all
}

/// A function of so many numbers.
pub fn function(name: &str, parameters: usize) -> Function {
    Function {
        house: "rules".into(),
        source: SourceId(0),
        name: name.into(),
        parameters: vec![("n".into(), Shape::Number); parameters],
        returns: Returns::Number,
        caught: None,
    }
}

/// What a function answers that says nothing.
pub fn called(values: Vec<Value>) -> Called {
    Called { values, ..Called::default() }
}
