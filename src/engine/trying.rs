//! A scene with house rules and without them, side by side: what they really change.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use dashu_ratio::RBig;

use super::answers::Answers;
use super::chance::{Chance, ChanceKind, Spread};
use super::encounter::Encounter;
use super::everything::OfName;
use super::failure::Failure;
use super::library::{Library, LoadError, Loaded, file_stem};
use super::odds::{self, OddsRequest};
use super::setup::Engine;
use super::sorts::{FUNCTIONS, functions_beside};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::drivers::recorded::{Before, Exchange};
use crate::model::Cast;
use crate::shared_text::SharedText;
use crate::source::{SourceKind, SourceMap, Span};
use crate::syntax;
use crate::syntax::ast::{HouseName, Item, ItemKind, Used};
use crate::verdict::{Audience, Verdict, Visibility};

/// A scene twice: without house rules and with them. Everything else is the same.
#[derive(Debug)]
#[non_exhaustive]
pub struct Trial {
    /// The scene without them. Where it uses them itself, they are left out; where it uses words that only they have, it
    /// cannot be read then, and this is why.
    pub without: Result<Encounter, Failure>,
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
    /// For whom the answers are. What is asked for is for whoever asks.
    pub visibility: Visibility,
    /// The answer without the house rules; `None` where there is no such result then.
    pub without: Option<Chance>,
    /// The answer with them.
    pub with: Option<Chance>,
    /// Whether they differ only because more runs are refused, or fewer: among those that go on nothing has changed.
    pub only_by_refusals: bool,
}

/// A name whose odds are not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotCompared {
    /// The name.
    pub name: SharedText,
    /// For whom its value is.
    pub visibility: Visibility,
    /// Why it has no odds in one of the two.
    pub why: Diagnostic,
}

/// Odds without house rules and with them.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TrialOdds {
    /// Both answers to each question.
    pub chances: Vec<Chances>,
    /// What is left out of them. What is asked for is never left out.
    pub not_compared: Vec<NotCompared>,
    /// Why there are no answers without the house rules, or not to every question.
    pub failed_without: Option<Failure>,
    /// The same with them.
    pub failed_with: Option<Failure>,
}

impl Chances {
    /// Whether the house rules make a difference to it. Values are told apart by the words that verdicts have for them: a scale
    /// may have another level now.
    ///
    /// ```
    /// use assize::engine::{Answers, Cast, Engine, OddsRequest, Shelf};
    /// use assize::verdict::Audience;
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("pond", "system pond\nkind person {}\nprocedure angle by person { roll dice : 1d6, let fish = dice.sum }");
    /// # shelf.put("bait", "house bait extends pond\nreplace let angle.fish { let fish = dice.sum + 1 }");
    /// let scene = "use pond\nperson ada\nangle net by ada";
    /// let trial = Engine::with(shelf).try_houses("day.asz", scene, &["bait"], &Cast::new())?;
    /// let odds = trial.odds(&OddsRequest::of(["E(net.fish)", "E(net.dice.sum)"]), Audience::Gm).chances;
    /// assert!(odds[0].differ() && !odds[1].differ());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn differ(&self) -> bool {
        let spreads = |chance: &Option<Chance>| chance.as_ref().and_then(|chance| chance.distribution.clone());
        match (spreads(&self.without), spreads(&self.with)) {
            (Some(without), Some(with)) => in_words(&without) != in_words(&with),
            _ => self.without != self.with,
        }
    }
}

impl Chances {
    /// The same, knowing how many runs of all go on without the house rules and with them.
    fn among(self, (without, with): &(RBig, RBig)) -> Self {
        let share = |chance: &RBig, all: &RBig| if *all == RBig::ZERO { RBig::ZERO } else { chance / all };
        let spread = |spread: &Spread, all: &RBig| -> BTreeMap<String, RBig> {
            let (values, unreached) = in_words(spread);
            let values = values.into_iter().map(|(value, chance)| (value.to_owned(), share(&chance, all)));
            values.chain([(String::new(), share(unreached, all))]).collect()
        };
        let only_by_refusals = without != with
            && self.differ()
            && match (&self.without, &self.with) {
                (Some(before), Some(after)) => match (&before.distribution, &after.distribution) {
                    (Some(before), Some(after)) => spread(before, without) == spread(after, with),
                    _ => before
                        .value
                        .as_ref()
                        .zip(after.value.as_ref())
                        .is_some_and(|(before, after)| share(before, without) == share(after, with)),
                },
                (Some(_), None) | (None, Some(_) | None) => false,
            };
        Self { only_by_refusals, ..self }
    }
}

/// How often something comes to each of its values.
fn in_words(spread: &Spread) -> (BTreeMap<&str, RBig>, &RBig) {
    let mut values: BTreeMap<&str, RBig> = BTreeMap::new();
    for value in &spread.values {
        *values.entry(&value.text).or_default() += &value.chance;
    }
    (values, &spread.unreached)
}

impl Engine {
    /// A scene without some house rules and with them. They are named as `use house` names them (a pack as `pack "FOLDER"`), or as
    /// files; those that the scene
    /// uses itself, or that belong to it by their name, are left out of the first one.
    ///
    /// ```
    /// use assize::engine::{Answers, Cast, Engine, OddsRequest, Shelf};
    /// use assize::verdict::Audience;
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("pond", "system pond\nkind person {}\nprocedure angle by person { roll dice : 1d6, let fish = dice.sum }");
    /// shelf.put("bait", "house bait extends pond\nreplace let angle.fish { let fish = dice.sum + 1 }");
    /// let trial = Engine::with(shelf).try_houses("day.asz", "use pond\nperson ada\nangle net by ada", &["bait"], &Cast::new())?;
    /// let verdicts = trial.verdicts(&mut || Answers::random(7));
    /// let fish = |verdict: &assize::verdict::Verdict| verdict.get("net.fish").and_then(|fish| fish.number);
    /// assert_eq!(fish(&verdicts.with?), fish(&verdicts.without?).map(|fish| fish + 1));
    /// let odds = trial.odds(&OddsRequest::of(["E(net.fish)"]), Audience::Gm);
    /// assert!(odds.chances[0].differ());
    /// # Ok::<(), assize::engine::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the scene with them cannot be compiled.
    pub fn try_houses(&self, name: &str, text: &str, rules: &[&str], cast: &Cast) -> Result<Trial, Failure> {
        let (beside, rules): (Vec<&str>, Vec<&str>) = rules.iter().partition(|rule| self.lies_beside(rule, name));
        let Texts { without: without_text, with, added } = texts(name, text, &rules);
        let without = if beside.is_empty() {
            self.compile_with(name, &without_text, cast)
        } else {
            self.hiding(&functions_beside(name)).compile_with(name, &without_text, cast)
        };
        match (self.compile_with(name, &with, cast), without) {
            (Ok(with), without) => Ok(Trial { without, with }),
            // The mistake is one of the scene as it is written, and none of a rule.
            (Err(_), Err(failure)) if without_text == text => Err(failure),
            (Err(failure), _) => Err(as_written(failure, text, added)),
        }
    }
}

impl Trial {
    /// Both verdicts. `answers` says how each is answered and is called twice; dice of the same seed fall alike wherever both
    /// roll them. Where only the scene with the house rules can be read, it runs alone.
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
        let without = match &self.without {
            Ok(without) => without,
            Err(failure) => {
                return Verdicts { without: Err(failure.clone()), with: self.with.adjudicate(answers()) };
            }
        };
        let mut recorded: Vec<Exchange> = Vec::new();
        let mut keep = |asked: &Exchange| {
            recorded.push(asked.clone());
            Ok(())
        };
        let without = without.replay(answers(), Before::default(), &mut keep);
        let without = without.map(Option::unwrap_or_default).map_err(Failure::from);
        Verdicts { without, with: self.with.replay_changed(answers(), &recorded) }
    }

    /// Both answers to each question. Without questions, those to everything that a verdict of either names: every level of
    /// every result, and how often each number is each of its values. What that would cost too much is named. Players get no
    /// answer where anything in either is kept from them: odds would tell of it.
    ///
    /// ```
    /// use assize::engine::{Answers, Cast, Engine, OddsRequest, Shelf};
    /// use assize::verdict::Audience;
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("pond", "system pond\nkind person {}\nprocedure angle by person { roll dice : 1d6, let fish = dice.sum }");
    /// # shelf.put("bait", "house bait extends pond\nreplace let angle.fish { let fish = dice.sum + 1 }");
    /// let scene = "use pond\nperson ada\nangle net by ada";
    /// let trial = Engine::with(shelf).try_houses("day.asz", scene, &["bait"], &Cast::new())?;
    /// let odds = trial.odds(&OddsRequest::of(["E(net.fish)"]), Audience::Gm).chances;
    /// let mean = |chance: &Option<assize::engine::Chance>| chance.as_ref().and_then(|chance| chance.decimal());
    /// assert_eq!((mean(&odds[0].without).as_deref(), mean(&odds[0].with).as_deref()), (Some("3.50"), Some("4.50")));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn odds(&self, request: &OddsRequest, audience: Audience) -> TrialOdds {
        let keeps_secrets = self.without.iter().chain([&self.with]).any(Encounter::keeps_secrets);
        if let Err(kept) = odds::may_be_asked_by(audience, keeps_secrets) {
            return TrialOdds { failed_without: Some(kept.clone()), failed_with: Some(kept), ..TrialOdds::default() };
        }
        let mut odds = TrialOdds::default();
        if let Err(failure) = &self.without {
            odds.failed_without = Some(failure.clone());
        }
        if request.questions.is_empty() {
            self.odds_of_everything(request, &mut odds);
        }
        for question in &request.questions {
            let one = OddsRequest { questions: vec![question.clone()], ..request.clone() };
            self.odds_of_one(&one, &mut odds);
        }
        odds
    }

    fn odds_of_one(&self, request: &OddsRequest, odds: &mut TrialOdds) {
        let without = self.without.as_ref().ok().map(|without| without.odds(request));
        let with = self.with.odds(request);
        // What only the house rules bring has no odds without them.
        let without = without.filter(|without| with.is_err() || !without.as_ref().is_err_and(is_unknown));
        let without = kept(without, &mut odds.failed_without);
        let with = kept(Some(with), &mut odds.failed_with);
        let find = |chances: &[Chance], question: &str| chances.iter().find(|one| one.question == question).cloned();
        let new = with.iter().filter(|one| find(&without, &one.question).is_none());
        let questions = without.iter().chain(new).map(|one| one.question.clone());
        odds.chances.extend(questions.map(|question| {
            let (without, with) = (find(&without, &question), find(&with, &question));
            Chances { question, visibility: Visibility::All, without, with, only_by_refusals: false }
        }));
    }

    fn odds_of_everything(&self, request: &OddsRequest, odds: &mut TrialOdds) {
        let without = self.without.as_ref().ok().map(|without| without.odds_of_everything(request));
        let without = kept(without, &mut odds.failed_without);
        let with = kept(Some(self.with.odds_of_everything(request)), &mut odds.failed_with);
        let go_on = (going_on(&without.refused), going_on(&with.refused));
        odds.compare_refused(&without.refused, &with.refused);
        let find = |all: &[OfName], name: &str| all.iter().position(|one| one.name == name);
        for one in &without.names {
            odds.compare(Some(one), find(&with.names, &one.name).and_then(|at| with.names.get(at)), &go_on);
        }
        for one in with.names.iter().filter(|one| find(&without.names, &one.name).is_none()) {
            odds.compare(None, Some(one), &go_on);
        }
    }
}

/// Whether a question asks for a name that is not there.
fn is_unknown(failure: &Failure) -> bool {
    let is_question = |found: &Diagnostic| {
        let source = found.labels.first().and_then(|label| failure.sources.get(label.span.source));
        source.is_some_and(|source| source.kind == SourceKind::Question)
    };
    let mut found = failure.diagnostics.iter();
    found.all(|found| [codes::UNKNOWN_NAME, codes::UNKNOWN_LEVEL].contains(&found.code) && is_question(found))
}

/// How many of all runs are not refused.
fn going_on(refused: &[Chance]) -> RBig {
    refused.iter().filter_map(|refused| refused.value.as_ref()).fold(RBig::ONE, |left, refused| left - refused)
}

/// The answers, if there are any; the first failure is kept.
fn kept<T: Default>(answers: Option<Result<T, Failure>>, failed: &mut Option<Failure>) -> T {
    match answers {
        None => T::default(),
        Some(Ok(answers)) => answers,
        Some(Err(failure)) => {
            failed.get_or_insert(failure);
            T::default()
        }
    }
}

impl TrialOdds {
    /// How many runs are refused, and where.
    fn compare_refused(&mut self, without: &[Chance], with: &[Chance]) {
        let find = |all: &[Chance], question: &str| all.iter().find(|one| one.question == question).cloned();
        let new = with.iter().filter(|one| find(without, &one.question).is_none());
        self.chances.extend(without.iter().chain(new).map(|one| Chances {
            question: one.question.clone(),
            visibility: one.refused.as_ref().map_or(Visibility::All, |runs| runs.visibility),
            without: find(without, &one.question),
            with: find(with, &one.question),
            only_by_refusals: false,
        }));
    }

    /// The two answers to what has a name, where so many runs of all go on.
    fn compare(&mut self, without: Option<&OfName>, with: Option<&OfName>, go_on: &(RBig, RBig)) {
        let both = || without.into_iter().chain(with);
        let Some(name) = both().map(|one| one.name.clone()).next() else { return };
        let visibility = Visibility::of_all(both().map(|one| one.visibility));
        if let Some(why) = both().find_map(|one| one.spread.as_ref().err()) {
            self.not_compared.push(NotCompared { name, visibility, why: why.clone() });
        } else if both().all(|one| one.levels.is_some()) {
            self.chances.extend(of_levels(&name, visibility, (without, with)).into_iter().map(|one| one.among(go_on)));
        } else {
            let chance = |one: Option<&OfName>| Some(Chance::spread(name.to_string(), one?.spread.clone().ok()?));
            let (without, with) = (chance(without), chance(with));
            let one = Chances { question: name.to_string(), visibility, without, with, only_by_refusals: false };
            self.chances.push(one.among(go_on));
        }
    }
}

/// A question for each level that one of the two has, the highest first, and whether none is reached if that happens.
fn of_levels(name: &str, visibility: Visibility, (without, with): (Option<&OfName>, Option<&OfName>)) -> Vec<Chances> {
    let of = |one: Option<&OfName>| one.and_then(OfName::chances).unwrap_or_default();
    let (without, with) = (of(without), of(with));
    let find = |chances: &[(SharedText, RBig)], level: &str| {
        chances.iter().find(|(own, _)| own == level).map(|(_, chance)| chance.clone())
    };
    let gone = without.iter().filter(|(level, _)| find(&with, level).is_none());
    let levels = with.iter().chain(gone).map(|(level, _)| level);
    let chances = levels.map(|level| {
        let question = format!("P({name} is {level})");
        let told = |chance| Chance::of(question.clone(), ChanceKind::Chance, Some(chance));
        let (without, with) = (find(&without, level).map(told), find(&with, level).map(told));
        Chances { question: question.clone(), visibility, without, with, only_by_refusals: false }
    });
    let never = |chance: &Option<Chance>| chance.as_ref().is_none_or(|chance| chance.value == Some(RBig::ZERO));
    let goes_without_saying =
        |one: &Chances| one.question.ends_with(" is unreached)") && never(&one.without) && never(&one.with);
    chances.filter(|one| !goes_without_saying(one)).collect()
}

/// The texts of a trial.
struct Texts {
    without: String,
    with: String,
    /// What nobody has written in the text with the house rules.
    added: Range<usize>,
}

/// The text without these house rules and with them. Lines keep their numbers.
fn texts(name: &str, text: &str, rules: &[&str]) -> Texts {
    let mut sources = SourceMap::default();
    let file = syntax::parse(sources.add(name, text), text, &mut Diagnostics::default());
    let uses: Vec<(&Item, &HouseName)> = file.items.iter().filter_map(used).collect();
    let names = |what: &HouseName, rule: &str| are_one_rule(&what.text(), pack_of(rule).unwrap_or(rule));
    let mut without = text.to_owned();
    for (item, _) in uses.iter().filter(|(_, what)| rules.iter().any(|rule| names(what, rule))) {
        let place = item.span.range();
        without.replace_range(place.clone(), &" ".repeat(place.len()));
    }
    let missing = rules.iter().filter(|rule| !uses.iter().any(|(_, what)| names(what, rule)));
    let more: String = missing.flat_map(|rule| [", ".to_owned(), use_of(rule)]).collect();
    let of_files = file.items.iter().filter(|item| matches!(item.kind, ItemKind::Use { .. }));
    let end = of_files.map(|item| item.span.range().end).max().unwrap_or_default();
    let more = if end == 0 { more.trim_start_matches(", ") } else { &more };
    let mut with = text.to_owned();
    with.insert_str(end, more);
    Texts { without, with, added: end..end + more.len() }
}

/// A library in which one file cannot be found.
struct Hiding {
    library: Arc<dyn Library>,
    hidden: String,
}

impl Library for Hiding {
    fn load(&self, name: &str, relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        if name == self.hidden { Err(LoadError::NotFound) } else { self.library.load(name, relative_to) }
    }

    fn names(&self, relative_to: Option<&str>) -> Vec<String> {
        self.library.names(relative_to)
    }
}

impl Engine {
    /// The same engine, which does not find one file.
    fn hiding(&self, file: &str) -> Self {
        let hide = |library: &Arc<dyn Library>| -> Arc<dyn Library> {
            Arc::new(Hiding { library: Arc::clone(library), hidden: file.to_owned() })
        };
        Self { libraries: self.libraries.iter().map(hide).collect(), ..self.clone() }
    }

    /// Whether a rule is the file of functions that belongs to a script.
    fn lies_beside(&self, rule: &str, script: &str) -> bool {
        let beside = functions_beside(script);
        let is_there = || self.libraries.iter().skip(1).any(|library| library.load(&beside, Some(script)).is_ok());
        rule.strip_suffix(".asz").is_none() && are_one_rule(script, rule) && is_there()
    }
}

/// The folder in which a rule or a script lies, if that is said, and its name without what says the sort of file.
fn parts(rule: &str) -> (&str, String) {
    let rule = rule.strip_prefix("./").unwrap_or(rule);
    let (folder, file) = rule.rsplit_once(['/', '\\']).unwrap_or(("", rule));
    let stem = [".asz", FUNCTIONS].into_iter().find_map(|sort| file.strip_suffix(sort)).unwrap_or(file);
    (folder, file_stem(stem))
}

/// The line that uses a rule.
pub(crate) fn use_of(rule: &str) -> String {
    let (word, name) = pack_of(rule).map_or(("house", rule), |pack| ("house pack", pack));
    format!("use {word} \"{}\"", name.replace('\\', "\\\\"))
}

/// The folder of a pack, if a rule is named as one: `pack "old-coast"`.
fn pack_of(rule: &str) -> Option<&str> {
    rule.strip_prefix("pack \"")?.strip_suffix('"')
}

/// Whether two names are of one house rule: it may be named alone, as a file, or with its folder.
fn are_one_rule(used: &str, rule: &str) -> bool {
    let ((one, name), (other, same)) = (parts(used), parts(rule));
    name == same && (one == other || one.is_empty() || other.is_empty())
}

/// The house rule that an item uses.
fn used(item: &Item) -> Option<(&Item, &HouseName)> {
    if let ItemKind::Use { used: Used::House | Used::Pack, what } = &item.kind { Some((item, what)) } else { None }
}

/// A failure of the text with the house rules, told of the text as somebody has written it: what was added is no place.
fn as_written(failure: Failure, text: &str, added: Range<usize>) -> Failure {
    let Some((scene, _)) = failure.sources.iter().next() else { return failure };
    let written = |span: Span| {
        if span.source != scene || span.range().end <= added.start {
            return Some(span);
        }
        let start = span.range().start.checked_sub(added.len()).filter(|start| *start >= added.start)?;
        Some(Span::new(scene, start..span.range().end - added.len()))
    };
    let found = failure.diagnostics.iter().map(|found| {
        let mut found = found.clone();
        found.labels.retain_mut(|label| written(label.span).map(|span| label.span = span).is_some());
        found.fixes.clear();
        found
    });
    Failure::several(failure.sources.with_text(scene, text), found)
}
