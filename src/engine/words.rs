//! What the words of a script mean, and which may stand where: for completion, for help, and for an editor.

use super::Encounter;
use crate::diagnostic::Diagnostics;
use crate::model::{self, Expr, Field, Kind, Model, Procedure, Scale, ScaleId, SlotKind, Type};
use crate::source::SourceMap;

/// A word that may stand somewhere, and what it means there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As it is written.
    pub text: String,
    /// For people; may be empty.
    pub meaning: String,
}

/// What may follow a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing, or something that has no words: a number, a text.
    Other,
    /// `yes` or `no`.
    YesNo,
    /// A level of the scale of this name.
    Level(String),
    /// A thing of the kind of this name.
    Thing(String),
    /// A block, as the procedure of this name has it.
    Run(String),
    /// A block, as the plan of this name has it.
    Plan(String),
}

/// A part of what a word stands for: a level, a blank, a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The word.
    pub word: Word,
    /// What may follow it.
    pub takes: Takes,
}

/// Something that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name.
    pub name: String,
    /// What sort of thing it is: `scale`, `procedure`, or the kind of a thing.
    pub sort: String,
    /// What it means, for people; may be empty.
    pub meaning: String,
    /// What it consists of: levels, blanks, fields.
    pub parts: Vec<Part>,
}

/// All names that mean something on a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// In the order of their declaration.
    pub terms: Vec<Term>,
}

impl Encounter {
    /// All names that mean something here.
    pub fn vocabulary(&self) -> Vocabulary {
        match model::build(&self.files, &self.cast, &mut Diagnostics::default()) {
            Some(model) => Glossary { model: &model, sources: &self.sources }.vocabulary(),
            None => Vocabulary::default(),
        }
    }
}

impl Vocabulary {
    /// What is called so.
    pub fn find(&self, name: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.name == name)
    }

    /// Whether a word is a name, or one of the words of a name.
    pub fn knows(&self, word: &str) -> bool {
        let among = |name: &str| name == word || name.split(' ').any(|part| part == word);
        self.terms.iter().any(|term| among(&term.name) || term.parts.iter().any(|part| among(&part.word.text)))
    }

    /// The words that may stand after `before`, a script up to the cursor.
    pub fn fitting(&self, before: &str) -> Vec<Word> {
        let (heads, line) = open_blocks(before);
        if let Some(owner) = owner(&line) {
            return self.find(owner).map(words).unwrap_or_default();
        }
        let Some(term) = heads.iter().try_fold(None, |around, head| self.opened(around, head).map(Some)) else {
            return Vec::new();
        };
        match term {
            None => self.at_the_top(&line),
            Some(term) if line.trim().is_empty() => words(term),
            Some(term) => match part_of(term, &line) {
                Some(part) => self.taken(&part.takes),
                None => Vec::new(),
            },
        }
    }

    /// What a block with this head is about.
    fn opened<'v>(&'v self, around: Option<&'v Term>, head: &str) -> Option<&'v Term> {
        match around {
            None => longest(self.terms.iter().filter(|term| term.is_head()), head, |term| &term.name),
            Some(around) => match &part_of(around, head)?.takes {
                Takes::Run(name) | Takes::Plan(name) => self.find(name),
                _ => None,
            },
        }
    }

    /// After a name its levels or fields, after a blank what it takes; otherwise what may begin a line.
    fn at_the_top(&self, line: &str) -> Vec<Word> {
        if line.trim().is_empty() {
            return self.terms.iter().filter(|term| term.is_head()).map(Term::word).collect();
        }
        if let Some(term) = self.find(line.trim()) {
            return words(term);
        }
        let blank = self.terms.iter().filter(|term| term.sort == "procedure").find_map(|term| part_of(term, line));
        let things = || self.terms.iter().filter(|term| !is_declared(&term.sort)).map(Term::word).collect();
        blank.map_or_else(things, |part| self.taken(&part.takes))
    }

    fn taken(&self, takes: &Takes) -> Vec<Word> {
        match takes {
            Takes::Other => Vec::new(),
            Takes::YesNo => ["yes", "no"].map(|text| Word { text: text.to_owned(), meaning: String::new() }).to_vec(),
            Takes::Level(name) | Takes::Run(name) | Takes::Plan(name) => self.find(name).map(words).unwrap_or_default(),
            Takes::Thing(kind) => self.terms.iter().filter(|term| term.sort == *kind).map(Term::word).collect(),
        }
    }
}

impl Term {
    /// Whether a line can begin with it.
    fn is_head(&self) -> bool {
        matches!(self.sort.as_str(), "procedure" | "kind" | "period")
    }

    fn word(&self) -> Word {
        Word { text: self.name.clone(), meaning: self.meaning.clone() }
    }
}

/// Whether it is declared by a system, and is not somebody or something.
fn is_declared(sort: &str) -> bool {
    matches!(
        sort,
        "scale" | "ladder" | "table" | "dice" | "deck" | "kind" | "plan" | "item" | "period" | "rule" | "procedure"
    )
}

fn words(term: &Term) -> Vec<Word> {
    term.parts.iter().map(|part| part.word.clone()).collect()
}

/// The part with whose name a line begins.
fn part_of<'t>(term: &'t Term, line: &str) -> Option<&'t Part> {
    longest(term.parts.iter(), line, |part| &part.word.text)
}

/// Whatever has the longest name with which a line begins.
fn longest<'t, T>(among: impl Iterator<Item = &'t T>, line: &str, name: impl Fn(&'t T) -> &'t String) -> Option<&'t T> {
    let begins = |one: &&'t T| {
        let rest = line.strip_prefix(name(one).as_str());
        rest.is_some_and(|rest| !rest.starts_with(|sign: char| sign.is_alphanumeric()))
    };
    among.filter(begins).max_by_key(|one| name(one).len())
}

/// The name before a point at the end: `ada` in `set ada.`.
fn owner(line: &str) -> Option<&str> {
    let before = line.trim_end().strip_suffix('.')?;
    let word = before.rfind(|sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == '\''));
    Some(word.map_or(before, |at| before[at..].trim_start_matches(|sign: char| !sign.is_alphanumeric())))
}

/// The lines of a block that are still open before the cursor, the outermost first, and the line in hand.
fn open_blocks(text: &str) -> (Vec<String>, String) {
    let (mut heads, mut line) = (Vec::new(), String::new());
    let (mut quoted, mut comment) = (false, false);
    for sign in text.chars() {
        match sign {
            '\n' => {
                (quoted, comment) = (false, false);
                line.clear();
                continue;
            }
            _ if comment => continue,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '#' => {
                comment = true;
                continue;
            }
            '{' => {
                heads.push(std::mem::take(&mut line).trim().to_owned());
                continue;
            }
            '}' => {
                heads.pop();
                line.clear();
                continue;
            }
            ',' => {
                line.clear();
                continue;
            }
            _ => {}
        }
        line.push(sign);
    }
    (heads, line.trim_start().to_owned())
}

/// Makes a vocabulary of a model.
struct Glossary<'m> {
    model: &'m Model,
    sources: &'m SourceMap,
}

impl Glossary<'_> {
    fn vocabulary(&self) -> Vocabulary {
        let model = self.model;
        let mut terms: Vec<Term> = model.procedures.iter().map(|procedure| self.procedure(procedure)).collect();
        terms.retain(|term| model.periods.iter().all(|period| period.name != term.name));
        terms.extend(model.kinds.iter().map(|kind| self.kind(kind)));
        terms.extend(model.things.iter().map(|thing| {
            let kind = &model.kinds[thing.kind.0];
            let meaning = thing.title.clone().unwrap_or_default();
            Term { name: thing.name.clone(), sort: kind.name.clone(), meaning, parts: self.fields(&kind.fields) }
        }));
        terms.extend(model.scales.iter().map(|scale| self.scale(scale)));
        for plan in &model.plans {
            let item = Word { text: plan.item.clone(), meaning: "an item".to_owned() };
            let parts = vec![Part { word: item, takes: Takes::Plan(item_name(&plan.name, &plan.item)) }];
            let meaning = format!("budget {} {}", self.sources.slice(plan.budget.span), plan.unit);
            terms.push(Term { name: plan.name.clone(), sort: "plan".to_owned(), meaning, parts });
            let (name, parts) = (item_name(&plan.name, &plan.item), self.fields(&plan.qualifiers));
            terms.push(Term { name, sort: "item".to_owned(), meaning: String::new(), parts });
        }
        let plain = |name: &String, sort: &str| Term {
            name: name.clone(),
            sort: sort.to_owned(),
            meaning: String::new(),
            parts: Vec::new(),
        };
        terms.extend(model.tables.iter().map(|one| plain(&one.name, "table")));
        terms.extend(model.dice.iter().map(|one| plain(&one.name, "dice")));
        terms.extend(model.decks.iter().map(|one| plain(&one.name, "deck")));
        terms.extend(model.periods.iter().map(|one| plain(&one.name, "period")));
        terms.extend(
            model
                .rules
                .iter()
                .map(|one| Term { meaning: self.sources.slice(one.body.span).to_owned(), ..plain(&one.name, "rule") }),
        );
        Vocabulary { terms }
    }

    /// Its blanks, and what it resolves, since a scene says what their levels mean.
    fn procedure(&self, procedure: &Procedure) -> Term {
        let parts = procedure.slots.iter().filter_map(|slot| {
            let SlotKind::Ask { default, optional, limits } = &slot.kind else { return None };
            let taken =
                Taken { ty: &slot.ty, by: slot.by, limits: *limits, default: default.as_ref(), optional: *optional };
            Some(self.part(&slot.name, slot.text.as_deref(), &taken))
        });
        let steps = procedure.steps.iter().map(|step| {
            let meaning = step.title.clone().unwrap_or_else(|| "a step".to_owned());
            Part { word: Word { text: step.name.clone(), meaning }, takes: Takes::Other }
        });
        let resolved = procedure.slots.iter().filter_map(|slot| match slot.kind {
            SlotKind::Resolve(scale) => Some(&self.model.scales[scale.0]),
            _ => None,
        });
        let levels = resolved.flat_map(|scale| {
            scale.levels.iter().map(|level| Part {
                word: Word { text: level.clone(), meaning: format!("what this {} is here", scale.name) },
                takes: Takes::Other,
            })
        });
        let parts = parts.chain(steps).chain(levels).collect();
        Term { name: procedure.name.clone(), sort: "procedure".to_owned(), meaning: String::new(), parts }
    }

    fn kind(&self, kind: &Kind) -> Term {
        let meaning = if kind.single { "there is one".to_owned() } else { String::new() };
        Term { name: kind.name.clone(), sort: "kind".to_owned(), meaning, parts: self.fields(&kind.fields) }
    }

    fn fields(&self, fields: &[Field]) -> Vec<Part> {
        let part = |field: &Field| {
            let Field { ty, by, limits, default, optional, .. } = field;
            let taken = Taken { ty, by: *by, limits: *limits, default: default.as_ref(), optional: *optional };
            self.part(&field.name, field.text.as_deref(), &taken)
        };
        fields.iter().map(part).collect()
    }

    /// A blank or a field: its text first, then what it takes.
    fn part(&self, name: &str, text: Option<&str>, taken: &Taken<'_>) -> Part {
        let mut what = self.in_words(taken.ty);
        if let Some((low, high)) = taken.limits {
            what = format!("{low} to {high}");
        }
        if let Some(by) = taken.by {
            what.extend([" for each level of ", &self.model.scales[by.0].name]);
        }
        if let Some(default) = taken.default {
            what.extend([", ", self.sources.slice(default.span), " if nothing is said"]);
        } else if taken.optional && !matches!(taken.ty, Type::Many(_)) {
            what.push_str(", may be left out");
        }
        let meaning = text.map_or_else(|| what.clone(), |text| format!("{text}: {what}"));
        Part { word: Word { text: name.to_owned(), meaning }, takes: self.takes(taken.ty) }
    }

    /// Its levels with what stands in their rows.
    fn scale(&self, scale: &Scale) -> Term {
        let level = |(place, level): (usize, &String)| {
            let cells = scale.columns.iter().map(|column| {
                let cell = column.cells.get(place).and_then(Option::as_ref);
                format!("{} {}", column.name, cell.map_or("-", |cell| self.sources.slice(cell.span)))
            });
            let meaning = cells.collect::<Vec<String>>().join(", ");
            Part { word: Word { text: level.clone(), meaning }, takes: Takes::Other }
        };
        let parts = scale.levels.iter().enumerate().map(level).collect();
        let sort = if scale.ladder.is_some() { "ladder" } else { "scale" };
        Term { name: scale.name.clone(), sort: sort.to_owned(), meaning: String::new(), parts }
    }

    fn in_words(&self, ty: &Type) -> String {
        let model = self.model;
        match ty {
            Type::YesNo => "yes or no".to_owned(),
            Type::Level(scale) => format!("a level of {}", model.scales[scale.0].name),
            Type::Thing(kind) => format!("a thing of kind {}", model.kinds[kind.0].name),
            Type::Run(procedure) => format!("a block as of {}", model.procedures[procedure.0].name),
            Type::Plan(plan) => format!("a plan as of {}", model.plans[plan.0].name),
            Type::Die | Type::Dice => "a die such as d8".to_owned(),
            Type::Text => "a text".to_owned(),
            Type::Many(of) if **of == Type::Number => "a modifier, as often as it applies".to_owned(),
            Type::Many(of) => format!("{}, as often as it applies", self.in_words(of)),
            _ => "a number".to_owned(),
        }
    }

    fn takes(&self, ty: &Type) -> Takes {
        match ty {
            Type::YesNo => Takes::YesNo,
            Type::Level(scale) => Takes::Level(self.model.scales[scale.0].name.clone()),
            Type::Thing(kind) => Takes::Thing(self.model.kinds[kind.0].name.clone()),
            Type::Run(procedure) => Takes::Run(self.model.procedures[procedure.0].name.clone()),
            Type::Plan(plan) => Takes::Plan(self.model.plans[plan.0].name.clone()),
            Type::Many(inner) => self.takes(inner),
            _ => Takes::Other,
        }
    }
}

/// The items of a plan have a name that no script can write, so that none is taken for another.
fn item_name(plan: &str, item: &str) -> String {
    format!("{plan}: {item}")
}

/// What a blank or a field takes.
struct Taken<'m> {
    ty: &'m Type,
    by: Option<ScaleId>,
    limits: Option<(i64, i64)>,
    default: Option<&'m Expr>,
    optional: bool,
}
