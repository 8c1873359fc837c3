//! A scene with house rules and without them, side by side: what they really change.

use super::answers::Answers;
use super::chance::Chance;
use super::encounter::Encounter;
use super::failure::Failure;
use super::library::file_stem;
use super::odds::OddsRequest;
use super::setup::Engine;
use crate::diagnostic::Diagnostics;
use crate::drivers::recorded::{Before, Exchange};
use crate::model::Cast;
use crate::source::SourceMap;
use crate::syntax;
use crate::syntax::ast::{HouseName, Item, ItemKind};
use crate::verdict::Verdict;

/// A scene twice: without house rules and with them. Everything else is the same.
#[derive(Debug)]
#[non_exhaustive]
pub struct Trial {
    /// The scene without them. Where it uses them itself, they are left out.
    pub without: Encounter,
    /// The scene with them.
    pub with: Encounter,
}

/// The two verdicts of a [`Trial`]. That one of them is refused may be just what a house rule does.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verdicts {
    /// Without the house rules.
    pub without: Result<Verdict, Failure>,
    /// With them: the same dice at the same places; those that are rolled only now are marked as
    /// [`How::Redrawn`](super::How).
    pub with: Result<Verdict, Failure>,
}

/// The two answers to one question about odds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chances {
    /// The question, in the words of both answers.
    pub question: String,
    /// The answer without the house rules; `None` where there is no such result then.
    pub without: Option<Chance>,
    /// The answer with them.
    pub with: Option<Chance>,
}

impl Chances {
    /// Whether the house rules make a difference to it.
    ///
    /// ```
    /// use assize::engine::{Answers, Cast, Engine, OddsRequest, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("pond", "system pond\nkind person {}\nprocedure angle by person { roll dice : 1d6, let fish = dice.sum }");
    /// # shelf.put("bait", "house bait extends pond\nreplace let angle.fish { let fish = dice.sum + 1 }");
    /// let scene = "use pond\nperson ada\nangle net by ada";
    /// let trial = Engine::with(shelf).try_houses("day.asz", scene, &["bait"], &Cast::new())?;
    /// let odds = trial.odds(&OddsRequest::of(["E(net.fish)", "E(net.dice.sum)"]))?;
    /// assert!(odds[0].differ() && !odds[1].differ());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn differ(&self) -> bool {
        self.without != self.with
    }
}

impl Engine {
    /// A scene without some house rules and with them. They are named as `use house` names them; whichever the scene uses
    /// itself is left out of the first one.
    ///
    /// ```
    /// use assize::engine::{Answers, Cast, Engine, OddsRequest, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("pond", "system pond\nkind person {}\nprocedure angle by person { roll dice : 1d6, let fish = dice.sum }");
    /// shelf.put("bait", "house bait extends pond\nreplace let angle.fish { let fish = dice.sum + 1 }");
    /// let trial = Engine::with(shelf).try_houses("day.asz", "use pond\nperson ada\nangle net by ada", &["bait"], &Cast::new())?;
    /// let verdicts = trial.verdicts(&mut || Answers::random(7));
    /// let fish = |verdict: &assize::verdict::Verdict| verdict.get("net.fish").and_then(|fish| fish.number);
    /// assert_eq!(fish(&verdicts.with?), fish(&verdicts.without?).map(|fish| fish + 1));
    /// let odds = trial.odds(&OddsRequest::of(["E(net.fish)"]))?;
    /// assert!(odds[0].differ());
    /// # Ok::<(), assize::engine::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the scene, or the scene with them, cannot be compiled.
    pub fn try_houses(&self, name: &str, text: &str, rules: &[&str], cast: &Cast) -> Result<Trial, Failure> {
        let (without, with) = texts(name, text, rules);
        Ok(Trial { without: self.compile_with(name, &without, cast)?, with: self.compile_with(name, &with, cast)? })
    }
}

impl Trial {
    /// Both verdicts. `answers` says how each is answered and is called twice; dice of the same seed fall alike wherever both
    /// roll them.
    ///
    /// ```
    /// use assize::engine::{Answers, Cast, Engine, OddsRequest, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("pond", "system pond\nkind person {}\nprocedure angle by person { roll dice : 1d6, let fish = dice.sum }");
    /// # shelf.put("bait", "house bait extends pond\nreplace let angle.fish { let fish = dice.sum + 1 }");
    /// let scene = "use pond\nperson ada\nangle net by ada";
    /// let trial = Engine::with(shelf).try_houses("day.asz", scene, &["bait"], &Cast::new())?;
    /// let verdicts = trial.verdicts(&mut || Answers::given(vec![4]));
    /// let fish = |verdict: assize::Verdict| verdict.get("net.fish").and_then(|fish| fish.number);
    /// assert_eq!((fish(verdicts.without?), fish(verdicts.with?)), (Some(4), Some(5)));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn verdicts(&self, answers: &mut dyn FnMut() -> Answers<'static>) -> Verdicts {
        let mut recorded: Vec<Exchange> = Vec::new();
        let mut keep = |asked: &Exchange| {
            recorded.push(asked.clone());
            Ok(())
        };
        let without = self.without.replay(answers(), Before::default(), &mut keep);
        let without = without.map(Option::unwrap_or_default).map_err(Failure::from);
        Verdicts { without, with: self.with.replay_changed(answers(), &recorded) }
    }

    /// Both answers to each question; without questions, those to every level of every result that either of them has. A
    /// question about what only one of them has is answered there.
    ///
    /// ```
    /// use assize::engine::{Answers, Cast, Engine, OddsRequest, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("pond", "system pond\nkind person {}\nprocedure angle by person { roll dice : 1d6, let fish = dice.sum }");
    /// # shelf.put("bait", "house bait extends pond\nreplace let angle.fish { let fish = dice.sum + 1 }");
    /// let scene = "use pond\nperson ada\nangle net by ada";
    /// let trial = Engine::with(shelf).try_houses("day.asz", scene, &["bait"], &Cast::new())?;
    /// let odds = trial.odds(&OddsRequest::of(["E(net.fish)"]))?;
    /// let mean = |chance: &Option<assize::engine::Chance>| chance.as_ref().and_then(|chance| chance.decimal());
    /// assert_eq!((mean(&odds[0].without).as_deref(), mean(&odds[0].with).as_deref()), (Some("3.50"), Some("4.50")));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`Encounter::odds`], where neither of them can answer.
    pub fn odds(&self, request: &OddsRequest) -> Result<Vec<Chances>, Failure> {
        if request.questions.len() < 2 {
            return self.odds_of_one(request);
        }
        let mut all = Vec::new();
        for question in &request.questions {
            all.extend(self.odds_of_one(&OddsRequest { questions: vec![question.clone()], ..request.clone() })?);
        }
        Ok(all)
    }

    fn odds_of_one(&self, request: &OddsRequest) -> Result<Vec<Chances>, Failure> {
        let both = (self.without.odds(request), self.with.odds(request));
        let asked = !request.questions.is_empty();
        let (without, with) = match both {
            (Ok(without), Ok(with)) => (without, with),
            (Ok(without), Err(_)) if asked => (without, Vec::new()),
            (Err(_), Ok(with)) if asked => (Vec::new(), with),
            (Err(failure), _) | (_, Err(failure)) => return Err(failure),
        };
        let find = |chances: &[Chance], question: &str| chances.iter().find(|one| one.question == question).cloned();
        let new = with.iter().filter(|one| find(&without, &one.question).is_none());
        let questions = without.iter().chain(new).map(|one| one.question.clone());
        let both = questions.map(|question| {
            let (without, with) = (find(&without, &question), find(&with, &question));
            Chances { question, without, with }
        });
        Ok(both.collect())
    }
}

/// The text without these house rules and with them. Lines keep their numbers.
fn texts(name: &str, text: &str, rules: &[&str]) -> (String, String) {
    let mut sources = SourceMap::default();
    let file = syntax::parse(sources.add(name, text), text, &mut Diagnostics::default());
    let uses: Vec<(&Item, &HouseName)> = file.items.iter().filter_map(used).collect();
    let names = |what: &HouseName, rule: &str| file_stem(&what.text()) == file_stem(rule);
    let mut without = text.to_owned();
    for (item, _) in uses.iter().filter(|(_, what)| rules.iter().any(|rule| names(what, rule))) {
        let place = item.span.range();
        without.replace_range(place.clone(), &" ".repeat(place.len()));
    }
    let missing = rules.iter().filter(|rule| !uses.iter().any(|(_, what)| names(what, rule)));
    let more: String = missing.map(|rule| [", use house \"", &rule.replace('\\', "\\\\"), "\""].concat()).collect();
    let of_files = file.items.iter().filter(|item| matches!(item.kind, ItemKind::Use { .. }));
    let end = of_files.map(|item| item.span.range().end).max().unwrap_or_default();
    let mut with = text.to_owned();
    with.insert_str(end, if end == 0 { more.trim_start_matches(", ") } else { &more });
    (without, with)
}

/// The house rule that an item uses.
fn used(item: &Item) -> Option<(&Item, &HouseName)> {
    if let ItemKind::Use { house: true, what } = &item.kind { Some((item, what)) } else { None }
}
