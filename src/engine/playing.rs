//! A policy and a program: what its names mean there, and advice in its words.

use std::collections::BTreeMap;

use super::encounter::Encounter;
use super::failure::Failure;
use super::policy::{Policy, PolicyChoice, PolicyCondition, PolicyRule, PolicyTest};
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::drivers::advice::{Feature, Tree};
use crate::drivers::chosen;
use crate::drivers::plays::{JUDGED, Plays, ROLLED, Rule, Test};
use crate::ir::passes::Reduced;
use crate::ir::{Address, Choose, Instruction, Method, Operand, Program, Register, Shape, print};
use crate::verdict::Audience;

/// What whoever acts takes instead of dice, and dice.
pub(super) const JUDGEMENT: &str = "judgement";
pub(super) const DICE: &str = "dice";

/// So many choices are named to somebody who has named one that there is not.
const MOST_NAMED: usize = 8;

/// What a policy can name in a program. Of several things of one name all but the first have a number behind it.
pub(super) struct Names<'p> {
    program: &'p Program,
    /// What the game master can see.
    registers: BTreeMap<String, Register>,
    questions: BTreeMap<String, Address>,
}

impl Encounter {
    /// The same scene with every choice of which a policy says something made as it says, unless somebody is asked or has chosen
    /// beforehand: for odds and simulations. How something is resolved is no longer left open where the policy says that.
    ///
    /// ```
    /// use assize::engine::{Engine, OddsRequest, Policy, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lots", "system lots\nkind person {}\nprocedure draw by person { roll luck : 1d6 }");
    /// let scene = "use lots\nperson ada\ndraw lot by ada\n\
    ///     choose again \"once more?\" by ada { yes { draw other by ada }, no default { note \"Enough.\" } }";
    /// let encounter = Engine::with(shelf).compile("night.asz", scene)?;
    /// let policy = "assize policy 1\nchoice again\n if \"the dice for lot.luck\" is at most 3 then yes\n otherwise no";
    /// let encounter = encounter.by_policy(&Policy::read("night.policy", policy)?)?;
    /// let chances = encounter.odds(&OddsRequest::of(["P(other.luck >= 1)"]))?;
    /// assert_eq!(chances[0].percent().as_deref(), Some("50.00%"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the policy does not fit the scene.
    pub fn by_policy(mut self, policy: &Policy) -> Result<Self, Failure> {
        let plays = self.plays(policy)?;
        self.without_policy = self.program.take().map(|program| Box::new((program, policy.clone())));
        self.program = self.without_policy.as_ref().map(|known| plays.written_into(&known.0));
        Ok(self)
    }

    /// What was laid out for a question, with the policy by which choices are made.
    pub(super) fn with_policy(&self, program: Program) -> Result<Program, Diagnostic> {
        let Some(known) = &self.without_policy else { return Ok(program) };
        Names::of(&program).plays(&known.1).map(|plays| plays.written_into(&program))
    }

    /// The program of the scene itself, before a policy is written into it.
    pub(super) fn program_without_policy(&self) -> Result<&Program, Failure> {
        self.without_policy.as_ref().map_or_else(|| self.program_to_run(), |known| Ok(&known.0))
    }

    /// What a policy says in the program of a scene.
    pub(super) fn plays(&self, policy: &Policy) -> Result<Plays, Failure> {
        let program = self.program_to_run()?;
        Names::of(program).plays(policy).map_err(|found| self.failure(found))
    }
}

impl<'p> Names<'p> {
    pub(super) fn of(program: &'p Program) -> Self {
        let is_seen = |register: Register| Audience::Gm.may_see(program.secrecy.of(Operand::Register(register)));
        let all = || (0..).map(Register).zip(&program.registers);
        // What has a name itself goes before what is only known by one.
        let named = all().filter_map(|(register, info)| Some((info.name.as_ref()?.to_string(), register)));
        let known = all().filter(|(_, info)| info.name.is_none());
        let known = known.filter_map(|(register, _)| Some((print::described(program, register)?, register)));
        let registers = numbered(named.chain(known));
        let asked = (0..).map(Address).zip(&program.code).filter_map(|(at, instruction)| match instruction {
            Instruction::Choose(choose) => Some((choose.path.to_string(), at)),
            Instruction::Resolve { method: Method::Open, path, .. } => Some((path.to_string(), at)),
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
            | Instruction::Call { .. }
            | Instruction::Trace(_)
            | Instruction::Refuse { .. }
            | Instruction::Done => None,
        });
        let questions = numbered(asked);
        Self {
            program,
            registers: registers.filter(|(_, register)| is_seen(*register)).collect(),
            questions: questions.collect(),
        }
    }

    /// What a policy says at the questions of the program.
    pub(super) fn plays(&self, policy: &Policy) -> Result<Plays, Diagnostic> {
        let plays = policy.choices.iter().map(|choice| {
            let at = self.questions.get(&choice.name).copied().ok_or_else(|| self.no_question(&choice.name))?;
            let rules = choice.rules.iter().map(|rule| self.rule((at, &choice.name), rule));
            Ok((at, rules.collect::<Result<Vec<Rule>, Diagnostic>>()?))
        });
        plays.collect::<Result<_, Diagnostic>>().map(Plays)
    }

    fn rule(&self, (at, name): (Address, &str), rule: &PolicyRule) -> Result<Rule, Diagnostic> {
        let conditions = rule.conditions.iter().map(|condition| self.condition(condition));
        let conditions = conditions.collect::<Result<_, Diagnostic>>()?;
        let option = match self.program.code.get(at.0 as usize) {
            Some(Instruction::Choose(choose)) => option_of(choose, &rule.option),
            _ if rule.option == JUDGEMENT => Ok(JUDGED),
            _ if rule.option == DICE => Ok(ROLLED),
            _ => Err(format!("`{JUDGEMENT}` or `{DICE}`")),
        };
        let option = option.map_err(|possible| {
            let message = format!("the policy chooses `{}` for `{name}`, which can be {possible}", rule.option);
            misfit(message)
        })?;
        Ok(Rule { conditions, option })
    }

    fn condition(&self, condition: &PolicyCondition) -> Result<(Register, Test), Diagnostic> {
        let what = &condition.what;
        let register = self.register(what).ok_or_else(|| {
            let found =
                Diagnostic::placeless(codes::POLICY, format!("the policy uses `{what}`, which does not exist here"));
            match nearest::nearest(what, self.told(&self.registers)) {
                Some(near) => found.help(nearest::question(what, near)),
                None => found.help(AGAIN),
            }
        })?;
        let value = |word: &String| {
            self.value(register, word)
                .ok_or_else(|| misfit(format!("the policy checks whether `{what}` is `{word}`, which never happens")))
        };
        let test = match &condition.test {
            PolicyTest::AtMost(most) => Test::AtMost(value(most)?),
            PolicyTest::Is(wanted) => Test::Is(Some(value(wanted)?)),
            PolicyTest::NotReached => Test::Is(None),
        };
        Ok((register, test))
    }

    /// What is called so. A roll that nothing reads is only known by its dice; once a goal reads it, it has its name.
    fn register(&self, what: &str) -> Option<Register> {
        let known = |name: &str| self.registers.get(name).copied();
        let of_dice = || known(what.strip_prefix("the dice for ")?);
        known(what).or_else(of_dice).or_else(|| known(&format!("the dice for {what}")))
    }

    /// The value of a register that is written so.
    fn value(&self, register: Register, word: &str) -> Option<i64> {
        let shape = self.shape(register);
        let mut named = (0..self.words(shape)).filter(|value| self.program.in_words(shape, Some(*value)) == word);
        named.next().or_else(|| if self.words(shape) == 0 { word.parse().ok() } else { None })
    }

    fn word(&self, register: Register, value: i64) -> String {
        let shape = self.shape(register);
        if self.words(shape) == 0 { value.to_string() } else { self.program.in_words(shape, Some(value)).to_string() }
    }

    /// How many words there are for the values of a shape; none where they are written as numbers.
    fn words(&self, shape: &Shape) -> i64 {
        let count = match shape {
            Shape::Number | Shape::Modifier | Shape::Die | Shape::Card(_) => 0,
            Shape::YesNo => 2,
            Shape::Level(scale) => self.program.scales.get(*scale as usize).map_or(0, |scale| scale.levels.len()),
            Shape::Text => self.program.texts.len(),
            Shape::Option(options) => options.len(),
        };
        i64::try_from(count).unwrap_or(0)
    }

    fn shape(&self, register: Register) -> &Shape {
        self.program.registers.get(register.0 as usize).map_or(&Shape::Number, |info| &info.shape)
    }

    /// The names that may be told to whoever has misspelt one: none where something is kept from somebody.
    fn told<'n, T>(&self, named: &'n BTreeMap<String, T>) -> impl Iterator<Item = &'n str> {
        let is_open = self.program.secrecy.is_empty();
        named.keys().map(String::as_str).filter(move |_| is_open)
    }

    fn no_question(&self, name: &str) -> Diagnostic {
        let message = format!("the policy has an entry for `{name}`, which is not left open");
        let found = Diagnostic::placeless(codes::POLICY, message);
        let all = || self.told(&self.questions);
        match nearest::nearest(name, all()) {
            Some(near) => found.help(nearest::question(name, near)),
            None if all().next().is_none() => found.help(AGAIN),
            None => {
                let named: Vec<&str> = all().take(MOST_NAMED).collect();
                found.help(format!("left open: {}; {AGAIN}", named.join(", ")))
            }
        }
    }
}

/// What to do about a policy for another scene.
const AGAIN: &str = "if the scene has changed, run `assize advise` again and save the new policy";

fn misfit(message: String) -> Diagnostic {
    Diagnostic::placeless(codes::POLICY, message).help(AGAIN)
}

/// The number of an option; what can be chosen where that is not among it.
fn option_of(choose: &Choose, word: &str) -> Result<i64, String> {
    // Limits that are worked out are looked at once it is chosen.
    let (low, high) = match (choose.low, choose.high) {
        (Operand::Value(low), Operand::Value(high)) => (low, high),
        _ => (i64::MIN, i64::MAX),
    };
    let possible = || {
        if choose.options.is_empty() && low == i64::MIN {
            "a number".to_owned()
        } else {
            chosen::possible(choose, low, high)
        }
    };
    chosen::read(choose, word, low, high).ok_or_else(possible)
}

/// Things by their names; behind the name of one that is not the first stands which it is.
fn numbered<T>(named: impl Iterator<Item = (String, T)>) -> impl Iterator<Item = (String, T)> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    named.map(move |(name, thing)| {
        let time = times.entry(name.clone()).or_default();
        *time += 1;
        (if *time == 1 { name } else { format!("{name} ({time})") }, thing)
    })
}

/// What is advised at the questions of a program that was made smaller, in the words of a policy for the whole one.
pub(super) struct Wording<'w> {
    pub(super) reduced: &'w Reduced,
    registers: BTreeMap<Register, String>,
    questions: BTreeMap<Address, String>,
    names: Names<'w>,
}

impl<'w> Wording<'w> {
    pub(super) fn of(whole: &'w Program, reduced: &'w Reduced) -> Self {
        let names = Names::of(whole);
        let registers = names.registers.iter().map(|(name, register)| (*register, name.clone())).collect();
        let questions = names.questions.iter().map(|(name, at)| (*at, name.clone())).collect();
        Self { reduced, registers, questions, names }
    }

    /// Whether a policy can look at something.
    pub(super) fn can_say(&self, feature: Feature) -> bool {
        self.register(feature).is_some_and(|register| self.registers.contains_key(&register))
    }

    fn register(&self, feature: Feature) -> Option<Register> {
        let Feature::Held(register) = feature else { return None };
        self.reduced.registers.get(register.0 as usize).copied()
    }

    /// What a tree says at a question of the smaller program; `option` names what can be chosen.
    pub(super) fn choice(
        &self,
        at: Address,
        (tree, features): (&Tree, &[Feature]),
        option: &dyn Fn(i64) -> String,
    ) -> Option<PolicyChoice> {
        let origin = self.reduced.origins.get(at.0 as usize)?;
        let mut rules = Vec::new();
        listed(tree, &[], &mut rules);
        let rules = shortened(rules).into_iter().map(|(conditions, best)| {
            let conditions = conditions.iter().map(|condition| self.condition(*condition, features));
            Some(PolicyRule { conditions: conditions.collect::<Option<_>>()?, option: option(best) })
        });
        Some(PolicyChoice { name: self.questions.get(origin)?.clone(), rules: rules.collect::<Option<_>>()? })
    }

    fn condition(&self, (feature, test): (usize, Test), features: &[Feature]) -> Option<PolicyCondition> {
        let register = self.register(*features.get(feature)?)?;
        let word = |value: i64| self.names.word(register, value);
        let test = match test {
            Test::AtMost(most) => PolicyTest::AtMost(word(most)),
            Test::Is(Some(wanted)) => PolicyTest::Is(word(wanted)),
            Test::Is(None) => PolicyTest::NotReached,
        };
        Some(PolicyCondition { what: self.registers.get(&register)?.clone(), test })
    }
}

/// Conditions on features, and what is best where all of them hold.
type Listed = (Vec<(usize, Test)>, i64);

/// What a tree says behind these conditions: that for where its condition holds goes first, so that all others need not say that it
/// does not.
fn listed(tree: &Tree, before: &[(usize, Test)], rules: &mut Vec<Listed>) {
    match tree {
        Tree::Leaf(leaf) => rules.extend(leaf.best.first().map(|best| (before.to_vec(), *best))),
        Tree::Branch(branch) => {
            listed(&branch.yes, &[before, &[(branch.feature, branch.test)]].concat(), rules);
            listed(&branch.no, before, rules);
        }
    }
}

/// The same without rules of which the next one says as much, and without conditions that follow from others.
fn shortened(rules: Vec<Listed>) -> Vec<Listed> {
    let mut kept: Vec<Listed> = Vec::new();
    for (conditions, option) in rules.into_iter().rev() {
        let follows = |wanted: &(usize, Test)| conditions.iter().any(|known| implies(*known, *wanted));
        let says_next = kept.last().is_some_and(|(next, same)| *same == option && next.iter().all(follows));
        if !says_next {
            let is_needed = |at: usize, wanted: (usize, Test)| {
                !conditions.iter().enumerate().any(|(other, known)| other != at && implies(*known, wanted))
            };
            let needed = conditions.iter().enumerate().filter(|(at, wanted)| is_needed(*at, **wanted));
            kept.push((needed.map(|(_, condition)| *condition).collect(), option));
        }
    }
    kept.reverse();
    kept
}

/// Whether a condition cannot hold without another one.
fn implies((feature, known): (usize, Test), (other, wanted): (usize, Test)) -> bool {
    feature == other
        && match (known, wanted) {
            (Test::AtMost(known) | Test::Is(Some(known)), Test::AtMost(wanted)) => known <= wanted,
            (Test::Is(known), Test::Is(wanted)) => known == wanted,
            (Test::Is(None), Test::AtMost(_)) | (Test::AtMost(_), Test::Is(_)) => false,
        }
}
