//! Names that nothing has, and what was probably meant.

use super::{Env, Typer};
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::listing::one_of;
use crate::model::scene_names::SceneName;
use crate::model::{Invocation, InvocationId, KindId, Local, LocalKind, Notation, RunMade, ScaleId, Type};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::Phrase;
use crate::syntax::{comparison_of, form_of, number_of};

/// So many of whom a name could be are told.
const MOST_WHOSE: usize = 4;

impl Typer<'_> {
    /// Every name that could stand here.
    pub fn visible(&self, env: &Env, hint: Option<&Type>) -> Vec<SharedText> {
        let mut all: Vec<SharedText> = env.variables.iter().map(|(name, _)| name.clone()).collect();
        if let Some(Type::Level(id)) = hint {
            all.extend(self.system.scales[*id].levels.iter().cloned());
        }
        if let Some(procedure) = env.procedure {
            all.extend(self.system.procedures[procedure].locals.iter().map(|local| local.name.clone()));
        }
        all.extend(self.scene.names.all().cloned());
        let names = &self.system.names;
        all.extend(
            names.dice.keys().chain(names.kinds.keys()).chain(names.rules.keys()).chain(names.tables.keys()).cloned(),
        );
        all
    }

    /// Reports a name that nothing has.
    pub fn unknown_name(&mut self, env: &Env, phrase: &Phrase, hint: Option<&Type>) {
        let (text, span) = (phrase.text(), phrase.span());
        if let Some(Type::Level(id)) = hint
            && self.belongs_elsewhere(&text).is_none()
        {
            self.unknown_level(env, *id, &text, span);
            return;
        }
        if self.notes.is_misread(&text) || self.comes_further_below(&text, span) || self.is_in_other_words(phrase) {
            return;
        }
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, span, format!("unknown name `{text}`"));
        // Of all names that could be meant each is looked at, so that is done only for what is shown.
        if self.notes.sink.is_full() {
            self.report(complaint);
        } else {
            self.unlike_the_visible(complaint, (env, hint), phrase);
        }
    }

    /// Whether a line below names it, which is reported then.
    pub fn comes_further_below(&mut self, text: &str, span: Span) -> bool {
        let named = self.notes.named_by_lines.get(text).copied();
        let Some(named) = named.filter(|named| named.source == span.source && named.start > span.start) else {
            return false;
        };
        let message = format!("`{text}` is declared further down");
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, span, message).also(named, "declared here");
        self.report(complaint.help("move that line above this one"));
        true
    }

    /// Reports a name that nothing has, beside all that could stand here.
    fn unlike_the_visible(&mut self, complaint: Diagnostic, (env, hint): (&Env, Option<&Type>), phrase: &Phrase) {
        let (text, span) = (phrase.text(), phrase.span());
        let all = self.visible(env, hint);
        if let Some((first, second)) = two_names(phrase, &all) {
            let message = format!("there is no `{text}`, which is read as one name");
            let ways = ["+", "-", "is"].map(|operator| format!("{first} {operator} {second}"));
            let [sum, difference, same] = &ways;
            let help = format!("an operator may be missing: `{sum}`, `{difference}` or `{same}`");
            let complaint = Diagnostic::error(codes::UNKNOWN_NAME, span, message).help(help);
            self.report(ways.into_iter().fold(complaint, |complaint, way| complaint.fix(Fix::maybe(span, way))));
            return;
        }
        if let (Some(scale), Some(Type::Level(id))) = (self.belongs_elsewhere(&text), hint) {
            let levels = one_of(self.system.scales[*id].levels.iter().map(SharedText::as_str));
            let message = format!(
                "`{text}` is a level of `{scale}`, but a level of `{}` is needed here",
                self.system.scales[*id].name
            );
            self.report(Diagnostic::error(codes::WRONG_SCALE, span, message).help(format!("write {levels}")));
            return;
        }
        if let Some(invocation) = form_of(&text) {
            let first = text.split(' ').next().unwrap_or_default();
            let message = format!("this `{first}` line is not written correctly");
            self.report(Diagnostic::error(codes::UNKNOWN_NAME, span, message).help(invocation));
            return;
        }
        if self.is_of_several_scales(&text, span) {
            return;
        }
        let near = guess(&text, all.iter().map(SharedText::as_str));
        let behind = self.behind_a_name(env, phrase, &all);
        let near = near.filter(|_| behind.is_none());
        let new = if let Some(Type::Thing(kind)) = hint { Some(self.new_one(*kind, &text)) } else { None };
        if near.is_none()
            && behind.is_none()
            && let Some(values) = self.values_of_level(env)
        {
            self.report(of_a_level(complaint, env, &values));
            return;
        }
        self.report(complaint.did_you_mean(near, || match (behind, env.procedure) {
            (Some(behind), _) => behind,
            (None, Some(_)) => "name a blank, a value computed above, a role or a level".into(),
            (None, None) if let Some(new) = new.filter(|_| env.filling.is_none()) => {
                format!("add braces to make a new one, `{new}`, or write the name of one that is declared above")
            }
            // There the words are why it counts.
            (None, None) if let (Some(filling), Some(Type::YesNo | Type::Text)) = (&env.filling, hint) => {
                format!("put a reason in quotes: `{} \"{text}\"`", filling.name)
            }
            (None, None) => "name a person or thing of this scene, or the result of an earlier run".into(),
        }));
    }

    /// How somebody or something new of this name is written: `quick d8` is `quick { size d8 }` where one has a die.
    fn new_one(&self, kind: KindId, text: &str) -> String {
        let written = || {
            let (name, value) = text.rsplit_once(' ')?;
            let ty = type_of(value)?;
            let fields = || self.system.kinds[kind].fields.iter().filter(|field| field.ty == ty);
            let field = fields().find(|field| field.default.is_none()).or_else(|| fields().next())?;
            Some(format!("{name} {{ {} {value} }}", field.name))
        };
        written().unwrap_or_else(|| format!("{text} {{ }}"))
    }

    /// Whether several scales have a level of this name, which is reported then.
    fn is_of_several_scales(&mut self, text: &str, span: Span) -> bool {
        let scales = self.system.scales.iter().filter(|scale| scale.level(text).is_some());
        let scales: Vec<&str> = scales.map(|scale| scale.name.as_str()).collect();
        if scales.len() < 2 {
            return false;
        }
        let message = format!("`{text}` is a level of {}", one_of(scales.into_iter()).replace(" or ", " and of "));
        let help = "compare it with a value of one of them, so that it is clear which is meant";
        self.report(Diagnostic::error(codes::AMBIGUOUS_NAME, span, message).help(help));
        true
    }

    /// Whether it is said in plain words, which is reported then.
    fn is_in_other_words(&mut self, phrase: &Phrase) -> bool {
        let Some(complaint) = self.in_other_words(phrase) else { return false };
        self.report(complaint);
        true
    }

    /// The finding for what is said in plain words, or written the other way round: `ten`, `total at least`, `b2`.
    pub fn in_other_words(&self, phrase: &Phrase) -> Option<Diagnostic> {
        let (text, span) = (phrase.text(), phrase.span());
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, span, format!("unknown name `{text}`"));
        if let Some(number) = number_of(&text) {
            let complaint = complaint.help(format!("write the number in digits: `{number}`"));
            return Some(complaint.fix(Fix::sure(span, number.to_string())));
        }
        let words: Vec<&str> = phrase.words.iter().map(|word| word.text.as_str()).collect();
        if let Some((said, sign)) = comparison_of(&words) {
            return Some(complaint.help(format!("for `{said}` write `{sign}`")));
        }
        if let Some(turned) = self.turned_round(&text) {
            return Some(complaint.help(format!("did you mean `{turned}`?")).fix(Fix::sure(span, turned)));
        }
        let mut owned = self.scene.things.iter().map(|thing| thing.name.as_str());
        let owned: Vec<&str> = owned.by_ref().filter(|name| name.ends_with(&format!(".{text}"))).collect();
        let fields: Vec<String> = if owned.is_empty() { self.fields_called(&text) } else { Vec::new() };
        let owned = owned.into_iter().chain(fields.iter().map(String::as_str)).collect::<Vec<&str>>();
        let of_runs = self.of_runs(&text);
        let full = if owned.is_empty() { of_runs.iter().map(String::as_str).collect() } else { owned };
        match full.as_slice() {
            [] => None,
            [only] => Some(complaint.help(format!("did you mean `{only}`?")).fix(Fix::maybe(span, *only))),
            several => Some(complaint.help(format!("say whose it is: {}", one_of(several.iter().copied())))),
        }
    }

    /// What those who are there have of this name: `ada.purse`. Nobody is told of more than a few.
    fn fields_called(&self, text: &str) -> Vec<String> {
        let has = |kind: KindId| self.system.kinds[kind].field(text).is_some();
        let things = self.scene.things.iter().filter(|thing| has(thing.kind));
        let names: Vec<String> = things.map(|thing| format!("{}.{text}", thing.name)).take(MOST_WHOSE + 1).collect();
        if names.len() > MOST_WHOSE { Vec::new() } else { names }
    }

    /// The full names of runs inside of others, of items of their plans, and of what runs come to, that end in this short one.
    fn of_runs(&self, text: &str) -> Vec<String> {
        let runs = self.scene.invocations.iter();
        let has = |run: &&Invocation| {
            let mut locals = self.system.procedures[run.procedure].locals.iter();
            let is_of_run = |local: &Local| !matches!(local.kind, LocalKind::Role | LocalKind::Run(_));
            locals.any(|local| local.name == text && local.item_of.is_none() && is_of_run(local))
        };
        let values = runs.filter(|run| run.made == RunMade::Written).filter(has);
        let values = values.map(|run| format!("{}.{text}", run.path));
        self.inside_of_runs(text).into_iter().map(|inner| inner.path).chain(values).collect()
    }

    /// `2b` for `b2`, where modifiers are written so.
    fn turned_round(&self, text: &str) -> Option<String> {
        let Notation::Units { bonus, penalty } = &self.system.notation else { return None };
        let (letter, digits) = text.split_at(text.find(|sign: char| sign.is_ascii_digit())?);
        let is_letter = [bonus, penalty].iter().any(|unit| unit.eq_ignore_ascii_case(letter));
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        (is_letter && is_number).then(|| format!("{digits}{}", letter.to_lowercase()))
    }

    /// What to do with a name that has more words behind it than anything here.
    fn behind_a_name(&self, env: &Env, phrase: &Phrase, all: &[SharedText]) -> Option<String> {
        let text = phrase.text();
        let (known, rest) = beginnings(&text, all).max_by_key(|(name, _)| name.len())?;
        if let Some(line) = self.line_behind(env, rest) {
            return Some(format!("`{line}` begins another line: write a comma before it, `{known}, {rest}`"));
        }
        let of_it = match self.scene.names.get(known) {
            Some(SceneName::Invocation(run)) => self.example_of(known, run),
            _ => None,
        };
        let of_it = of_it.map_or_else(String::new, |example| format!("; ask for its result, as in `{example}`"));
        Some(format!("`{known}` is a name here, and `{rest}` is not understood after it{of_it}"))
    }

    /// The head of another line of the run that is filled in here, where these words begin with one.
    fn line_behind(&self, env: &Env, rest: &str) -> Option<SharedText> {
        let heads = self.system.blank_names(env.filling.as_ref()?.asked_by);
        let goes_on =
            |name: &str| rest.strip_prefix(name).is_some_and(|behind| behind.is_empty() || behind.starts_with(' '));
        heads.into_iter().filter(|head| goes_on(head)).max_by_key(SharedText::len)
    }

    /// A comparison of what comes of a run: `climb.outcome is minor`.
    pub fn example_of(&self, path: &str, run: InvocationId) -> Option<String> {
        let procedure = &self.system.procedures[self.scene.invocations.get(run)?.procedure];
        let mut levels = procedure.locals.iter().filter_map(|local| {
            let Type::Level(scale) = &local.ty else { return None };
            Some((local, self.system.scales[*scale].levels.first()?))
        });
        let (local, level) =
            levels.rfind(|(local, _)| !matches!(local.kind, LocalKind::Ask { .. } | LocalKind::Role))?;
        Some(format!("{path}.{} is {level}", local.name))
    }

    /// The place of a level in a scale, or a report with what was probably meant.
    fn unknown_level(&mut self, env: &Env, id: ScaleId, name: &str, span: Span) {
        let levels = &self.system.scales[id].levels;
        let begins = beginnings(name, levels).max_by_key(|(level, _)| level.len());
        let message = format!("`{name}` is not a level of `{}`", self.system.scales[id].name);
        let near = guess(name, levels.iter().map(SharedText::as_str));
        let complaint = Diagnostic::error(codes::UNKNOWN_LEVEL, span, message).did_you_mean(near, || match begins {
            Some((level, rest)) => self.behind_a_level(env, level, rest),
            None => format!("the level can be {}", one_of(levels.iter().map(SharedText::as_str))),
        });
        self.report(complaint);
    }

    /// What to do with a level that has more words behind it.
    fn behind_a_level(&self, env: &Env, level: &str, rest: &str) -> String {
        match self.line_behind(env, rest) {
            Some(line) => format!("`{line}` begins another line: begin a new line after `{level}`, or write a comma"),
            // A line of a scene has room for a reason.
            None if env.procedure.is_none() && !env.in_turn && !env.rolls => format!(
                "write `{level}` alone, and `{rest}` in quotes as a reason; if `{rest}` begins another line, write a comma before it"
            ),
            None => format!("did you mean `{level}`? then leave `{rest}` out"),
        }
    }

    /// The scale that has a level of that name, if only one has.
    fn belongs_elsewhere(&self, text: &str) -> Option<SharedText> {
        self.system.scales.iter().find(|scale| scale.level(text).is_some()).map(|scale| scale.name.clone())
    }
}

/// The names that a text begins with, each with the words behind it.
fn beginnings<'t>(text: &'t str, all: &'t [SharedText]) -> impl Iterator<Item = (&'t SharedText, &'t str)> {
    all.iter().filter_map(|name| Some((name, text.strip_prefix(name.as_str())?.strip_prefix(' ')?)))
}

/// Two names with a forgotten operator between them: `total margin` for `total - margin`.
fn two_names(phrase: &Phrase, all: &[SharedText]) -> Option<(SharedText, SharedText)> {
    let text = phrase.text();
    let pairs =
        beginnings(&text, all).filter_map(|(first, rest)| Some((first, all.iter().find(|name| *name == rest)?)));
    pairs.min_by_key(|(first, _)| first.len()).map(|(first, second)| (first.clone(), second.clone()))
}

/// What can be said of the level that an expression is compared with, instead of a name that nothing has.
fn of_a_level(complaint: Diagnostic, env: &Env, values: &[String]) -> Diagnostic {
    let complaint = match (values, complaint.labels.first()) {
        ([only], Some(label)) => {
            let span = label.span;
            complaint.fix(Fix::maybe(span, only.as_str()))
        }
        _ => complaint,
    };
    let level = env.beside.as_deref().unwrap_or_default();
    let values = one_of(values.iter().map(String::as_str));
    complaint.help(format!("what can be `{level}` here is {values}"))
}

/// The type of a word that is a number or a die: `3`, `d8`.
fn type_of(word: &str) -> Option<Type> {
    let is_number = |text: &str| text.parse::<i64>().is_ok();
    if is_number(word) {
        return Some(Type::Number);
    }
    word.strip_prefix('d').filter(|sides| is_number(sides)).map(|_| Type::Die)
}
