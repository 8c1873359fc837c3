//! Whose dice are rolled by hand: the name of someone who rolls nothing is a misspelling.

use std::collections::BTreeSet;

use super::answers::DiceFrom;
use super::encounter::Encounter;
use super::failure::Failure;
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::drivers::Mode;
use crate::drivers::adjudicate::is_called;
use crate::ir::{Instruction, Method, Program, Roller, flow};
use crate::model::{self, Type};
#[cfg(feature = "cli")]
use crate::{
    ir::Address,
    verdict::{Audience, redaction},
};

impl Encounter {
    /// Refuses names under which nobody rolls when it runs.
    pub(crate) fn check_by_hand(&self, dice: &DiceFrom) -> Result<(), Failure> {
        let (DiceFrom::ByHand { whose, .. }, Some(program)) = (dice, self.program()) else { return Ok(()) };
        let rolls: Vec<&Roller> = rollers(program).collect();
        match whose.names().iter().find(|name| !rolls.iter().any(|roller| is_called(name, roller))) {
            Some(name) => Err(self.failure(rolls_nothing(name, rolls.into_iter().filter(|roller| !roller.secret)))),
            None => Ok(()),
        }
    }

    /// Whether a run may roll dice or draw cards, if this answers what its script leaves open. What the script states needs none.
    ///
    /// ```
    /// use assize::{Engine, Mode};
    ///
    /// let scene = "use d20\nactor ada\ncheck climb by ada { ability strength, difficulty 15 }";
    /// let encounter = Engine::default().compile("night.asz", scene)?;
    /// assert!(encounter.may_roll(Mode::Random) && !encounter.may_roll(Mode::Deliberate));
    /// # Ok::<(), assize::engine::Failure>(())
    /// ```
    pub fn may_roll(&self, mode: Mode) -> bool {
        self.program().is_some_and(|program| program.code.iter().any(|instruction| rolls(instruction, mode)))
    }

    /// Whether a run may roll dice or draw cards of which the game master is not told. Whether it does may be hidden as well.
    #[cfg(feature = "cli")]
    pub(crate) fn may_hide_dice(&self, mode: Mode) -> bool {
        let Some(program) = self.program() else { return false };
        let hides = |at| !Audience::Gm.may_see(redaction::instruction(program, at));
        let rolled = (0..).map(Address).zip(&program.code).filter(|(_, instruction)| rolls(instruction, mode));
        rolled.map(|(at, _)| at).any(hides)
    }

    /// Refuses names of nobody who could roll here, whatever comes. As long as nobody could, every name is as good as
    /// another.
    pub(crate) fn check_could_roll(&self, whose: &[String]) -> Result<(), Failure> {
        let could = self.could_roll();
        match whose.iter().find(|name| !could.iter().any(|roller| is_called(name, roller))) {
            Some(name) if !could.is_empty() => Err(self.failure(rolls_nothing(name, &could))),
            _ => Ok(()),
        }
    }

    /// Things of a kind that can act in a procedure.
    fn could_roll(&self) -> Vec<Roller> {
        let procedures = self.system.procedures.iter();
        let acting = procedures.filter_map(|procedure| Some(&procedure.locals.get(procedure.by?)?.ty));
        let acting: Vec<&Type> = acting.collect();
        let things = self.scene.things.iter().filter(|thing| acting.contains(&&Type::Thing(thing.kind)));
        let roller = |thing: &model::Thing| Roller { name: thing.name.clone(), title: thing.called(), secret: false };
        things.map(roller).collect()
    }
}

/// Whether an instruction takes dice or a card, if this answers what the script leaves open.
fn rolls(instruction: &Instruction, mode: Mode) -> bool {
    let is_random = |method: Method| match method {
        Method::Random => true,
        Method::Open => mode == Mode::Random,
        Method::Deliberate | Method::Automatic(_) => false,
    };
    matches!(instruction, Instruction::Roll(roll) if roll.shown.is_none() && is_random(roll.method))
        || matches!(instruction, Instruction::Draw { method, shown: None, .. } if is_random(*method))
}

/// Everybody whose dice or cards a program asks for.
fn rollers(program: &Program) -> impl Iterator<Item = &Roller> {
    program.code.iter().filter_map(flow::roller)
}

fn rolls_nothing<'r>(name: &str, rolls: impl IntoIterator<Item = &'r Roller>) -> Diagnostic {
    let found = Diagnostic::placeless(codes::USAGE, format!("`{name}` does not roll dice here"));
    let rolls: BTreeSet<(&str, &str)> =
        rolls.into_iter().map(|roller| (roller.name.as_str(), roller.title.as_str())).collect();
    let rolls: Vec<(&str, &str)> = rolls.into_iter().filter(|(name, _)| !name.is_empty()).collect();
    let near = nearest::nearest(name, rolls.iter().flat_map(|(name, title)| [*name, *title]));
    let names: Vec<&str> = rolls.iter().map(|(name, _)| *name).collect();
    match (near, names.as_slice()) {
        (_, []) => found.help("no dice are rolled here"),
        (None, names) => found.help(format!("dice are rolled by {}", names.join(", "))),
        (Some(near), [_]) => found.help(nearest::question(name, near)),
        (Some(near), names) => found.help(format!("did you mean `{near}`? dice are rolled by {}", names.join(", "))),
    }
}
