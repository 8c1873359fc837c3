//! What is decided at a question, and all possible decisions there, in words.

use std::collections::BTreeMap;

use super::advice::Opened;
use super::left_open::{Open, Part};
use super::playing::{DICE, JUDGEMENT};
use crate::drivers::advice::{Graph, Group, Tuple};
use crate::drivers::plays::JUDGED;
use crate::ir::{Address, Choose, Instruction, Program, Shape, Value, Wording, flow};

/// Something that is decided.
pub(super) struct Subject<'s> {
    program: &'s Program,
    at: Address,
    said: Said<'s>,
}

/// What is said of it.
enum Said<'s> {
    /// One choice.
    Choice(&'s Choose),
    /// Several in one go, with all answers.
    Several(&'s Open, Vec<&'s Shape>, &'s [Tuple]),
    /// How a ladder is resolved.
    Method(&'s str),
}

impl<'s> Subject<'s> {
    /// What is decided there; nothing where nobody decides.
    pub(super) fn of((program, graph): (&'s Program, &'s Graph), at: Address, open: &'s [Open]) -> Option<Self> {
        let instruction = program.code.get(at.0 as usize)?;
        let said = if let Instruction::Choose(choose) = instruction {
            Self::chosen((program, graph), (at, choose), open)?
        } else if let Instruction::Resolve { path, .. } = instruction {
            Said::Method(path)
        } else {
            return None;
        };
        Some(Self { program, at, said })
    }

    fn chosen(
        (program, graph): (&'s Program, &'s Graph),
        (at, choose): (Address, &'s Choose),
        open: &'s [Open],
    ) -> Option<Said<'s>> {
        let Some((place, all)) = graph.tuples(at) else { return Some(Said::Choice(choose)) };
        let open = open.get(place)?;
        let shapes = open.parts.iter().map(|part| shape(program, part)).collect();
        Some(Said::Several(open, shapes, all))
    }

    /// Its name.
    pub(super) fn name(&self) -> &str {
        match &self.said {
            Said::Choice(choose) => &choose.path,
            Said::Several(open, ..) => &open.name,
            Said::Method(path) => path,
        }
    }

    /// What is asked in its own words; empty where it tells of what has happened.
    pub(super) fn question(&self) -> String {
        match &self.said {
            Said::Choice(choose) => plain(&choose.question),
            Said::Several(..) => String::new(),
            Said::Method(_) => "judge or roll?".to_owned(),
        }
    }

    /// Who decides; empty where nobody is named.
    pub(super) fn by(&self) -> &str {
        decider(self.program, self.at)
    }

    /// Who has left it open.
    pub(super) fn opened(&self) -> Opened {
        let Said::Several(open, ..) = &self.said else { return Opened::ByScript };
        let is_written = open.parts.iter().any(|part| part.written.is_some());
        if is_written { Opened::ForAdvice } else { Opened::ByScript }
    }

    /// An option as the scene would write it.
    pub(super) fn option(&self, option: i64) -> String {
        match &self.said {
            Said::Choice(choose) => self.program.in_words(&choose.shape, Some(option)).to_string(),
            Said::Several(open, shapes, all) => {
                let tuple = usize::try_from(option).ok().and_then(|place| all.get(place));
                tuple.map(|tuple| self.several(open, shapes, tuple)).unwrap_or_default()
            }
            Said::Method(_) => if option == JUDGED { JUDGEMENT } else { DICE }.to_owned(),
        }
    }

    /// The number that an option stands for, if numbers are chosen.
    pub(super) fn number(&self, option: i64) -> Option<i64> {
        let is_number = |shape: &Shape| matches!(shape, Shape::Number | Shape::Modifier);
        match &self.said {
            Said::Choice(choose) => is_number(&choose.shape).then_some(option),
            Said::Several(_, shapes, all) => {
                let place = usize::try_from(option).ok()?;
                let ([shape], [value]) = (shapes.as_slice(), all.get(place)?.as_slice()) else { return None };
                value.filter(|_| is_number(shape))
            }
            Said::Method(_) => None,
        }
    }

    /// Item by item, what is said of each besides what is so anyhow.
    fn several(&self, open: &Open, shapes: &[&Shape], tuple: &Tuple) -> String {
        let mut items: Vec<(&str, Vec<String>)> = Vec::new();
        for ((part, shape), value) in open.parts.iter().zip(shapes).zip(tuple) {
            if value.is_none() || (!part.name.is_empty() && *value == part.usual) {
                continue;
            }
            let word = self.program.in_words(shape, *value).to_string();
            let said = if part.name.is_empty() { word } else { format!("{} {word}", part.name) };
            match items.last_mut().filter(|(item, _)| *item == part.item.as_str()) {
                Some((_, all)) => all.push(said),
                None => items.push((&part.item, vec![said])),
            }
        }
        let items: Vec<String> = items
            .into_iter()
            .map(|(item, all)| if item.is_empty() { all.join(", ") } else { format!("{item}: {}", all.join(", ")) })
            .collect();
        if items.is_empty() { "nothing".to_owned() } else { items.join("; ") }
    }
}

/// Who decides at a question; empty where nobody is named.
pub(super) fn decider(program: &Program, at: Address) -> &str {
    if let Some(Instruction::Choose(choose)) = program.code.get(at.0 as usize) {
        return &choose.by.name;
    }
    flow::who_resolves(&program.code, at).map_or("", |by| &by.name)
}

/// The questions of a program that are answered in one go, for all that is left open.
pub(super) fn groups(program: &Program, open: &[Open]) -> Vec<Group> {
    let group = |open: &Open| {
        let place = |choose: &Choose| open.parts.iter().position(|part| part.path == choose.path.as_str());
        let asked: BTreeMap<Address, usize> =
            chooses(program).filter_map(|(at, choose)| Some((at, place(choose)?))).collect();
        Group { asked, defaults: open.parts.iter().map(|part| part.written).collect::<Vec<Value>>() }
    };
    open.iter().map(group).collect()
}

/// Everything that is chosen in a program.
pub(super) fn chooses(program: &Program) -> impl Iterator<Item = (Address, &Choose)> {
    (0..).map(Address).zip(&program.code).filter_map(|(at, instruction)| {
        if let Instruction::Choose(choose) = instruction { Some((at, &**choose)) } else { None }
    })
}

fn shape<'p>(program: &'p Program, part: &Part) -> &'p Shape {
    let found = chooses(program).find(|(_, choose)| choose.path == part.path.as_str());
    found.map_or(&Shape::Number, |(_, choose)| &choose.shape)
}

/// A question in its own words; empty where it tells of what has happened.
fn plain(question: &Wording) -> String {
    if question.holes.is_empty() { question.text.to_string() } else { String::new() }
}
