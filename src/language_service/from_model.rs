//! The vocabulary of a checked model. Otherwise only the names recorded by the checkers are read from a model, in
//! [`references`](super::references).

use std::collections::BTreeSet;

use super::vocabulary::{Sort, Takes, Term, TermPart, Vocabulary, Word, WordKind};
use crate::engine::Encounter;
use crate::model::{
    BUILTINS, Expr, Field, Invocation, Kind, LocalKind, Plan, Procedure, Scale, ScaleId, Scene, System, Type,
    constant_of,
};
use crate::shared_text::SharedText;
use crate::source::SourceMap;

impl Vocabulary {
    /// All names that mean something in a scene of a system. Tables, formulas and budgets are told in the words of `sources`.
    pub fn of(system: &System, scene: &Scene, sources: &SourceMap) -> Self {
        Glossary { system, scene, sources }.vocabulary()
    }

    /// All names that mean something in a compiled script.
    ///
    /// ```
    /// use assize::language_service::Vocabulary;
    /// use assize::{Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lamps", "system lamps\nkind person {}");
    /// let encounter = Engine::with(shelf).compile("night.asz", "use lamps\nperson ada")?;
    /// let words = Vocabulary::of_encounter(&encounter);
    /// assert!(words.knows("ada") && !words.knows("ben"));
    /// assert!(words.kinds().any(|kind| kind.name == "person"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn of_encounter(encounter: &Encounter) -> Self {
        Self::of(encounter.system(), encounter.scene(), encounter.sources())
    }
}

/// The functions that every script can call, whatever its system declares.
pub(super) fn functions() -> impl Iterator<Item = Word> {
    BUILTINS.iter().map(|builtin| Word {
        text: builtin.name.to_owned(),
        meaning: format!("{}: `{}`", builtin.meaning, builtin.call),
        kind: WordKind::BuiltIn,
    })
}

/// The same, each with a call of it and what it comes to.
pub(super) fn calls() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    BUILTINS.iter().map(|builtin| (builtin.name, builtin.call, builtin.meaning))
}

/// How many points a plan may cost, where the system says so with a number.
pub(super) fn budget_of(encounter: &Encounter, plan: &str) -> Option<i64> {
    let plan = encounter.system().plans.iter().find(|known| known.name == plan)?;
    constant_of(&plan.budget)
}

/// Makes a vocabulary of a model.
struct Glossary<'m> {
    system: &'m System,
    scene: &'m Scene,
    sources: &'m SourceMap,
}

impl Glossary<'_> {
    fn vocabulary(&self) -> Vocabulary {
        let (system, scene) = (self.system, self.scene);
        let mut terms: Vec<Term> = system.procedures.iter().map(|procedure| self.procedure(procedure)).collect();
        terms.retain(|term| system.periods.iter().all(|period| period.name != term.name));
        terms.extend(system.kinds.iter().map(|kind| self.kind(kind)));
        terms.extend(scene.things.iter().map(|thing| {
            let kind = &system.kinds[thing.kind];
            let meaning = thing.title.clone().unwrap_or_default();
            Term {
                name: thing.name.to_string(),
                sort: Sort::Thing(kind.name.to_string()),
                meaning: meaning.into(),
                parts: self.fields(&kind.fields),
            }
        }));
        terms.extend(scene.invocations.iter().map(|form| self.run(form)));
        terms.extend(system.scales.iter().map(|scale| self.scale(scale)));
        for plan in &system.plans {
            let meaning = format!("budget {} {}", self.sources.slice(plan.budget.span), plan.unit);
            terms.push(Term { name: plan.name.to_string(), sort: Sort::Plan, meaning, parts: planned(plan) });
            let (name, sort) = (plan.item.clone(), Sort::Item(plan.name.to_string()));
            terms.push(Term { name: name.into(), sort, meaning: String::new(), parts: self.fields(&plan.qualifiers) });
        }
        let plain =
            |name: &str, sort: Sort| Term { name: name.to_owned(), sort, meaning: String::new(), parts: Vec::new() };
        terms.extend(system.tables.iter().map(|one| plain(&one.name, Sort::Table)));
        terms.extend(system.dice.iter().map(|one| plain(&one.name, Sort::Dice)));
        terms.extend(system.decks.iter().map(|one| plain(&one.name, Sort::Deck)));
        terms.extend(system.periods.iter().map(|one| plain(&one.name, Sort::Period)));
        terms.extend(
            system.rules.iter().map(|one| Term {
                meaning: self.sources.slice(one.body.span).to_owned(),
                ..plain(&one.name, Sort::Rule)
            }),
        );
        Vocabulary { terms, ..Vocabulary::default() }
    }

    /// Its blanks, and what it resolves, since a scene says what their levels mean.
    fn procedure(&self, procedure: &Procedure) -> Term {
        let parts = procedure.locals.iter().flat_map(|slot| {
            let LocalKind::Ask { default, optional, limits } = &slot.kind else { return Vec::new() };
            let taken =
                Taken { ty: &slot.ty, by: slot.by, limits: *limits, default: default.as_ref(), optional: *optional };
            let mut parts = vec![self.part(&slot.name, slot.text.as_deref(), &taken)];
            // What is planned may stand there without the name of the plan.
            if let Type::Plan(plan) = slot.ty {
                parts.extend(planned(&self.system.plans[plan]));
            }
            parts
        });
        let steps = procedure.steps.iter().map(|step| {
            let meaning = step.title.clone().unwrap_or_else(|| "a step".into());
            TermPart::new(part_word(&step.name, meaning.into()), Takes::Other)
        });
        let resolved = procedure.locals.iter().filter_map(|slot| {
            let LocalKind::Resolve(scale) = slot.kind else { return None };
            Some(&self.system.scales[scale])
        });
        let levels = resolved.flat_map(|scale| {
            let meaning = format!("what this level of {} is here", scale.name);
            scale.levels.iter().map(move |level| TermPart::new(level_word(level, meaning.clone()), Takes::Other))
        });
        let parts = parts.chain(steps).chain(levels).collect();
        Term { name: procedure.name.to_string(), sort: Sort::Procedure, meaning: String::new(), parts }
    }

    /// What has been done: whatever can be asked of it.
    fn run(&self, form: &Invocation) -> Term {
        let procedure = &self.system.procedures[form.procedure];
        let told = procedure.locals.iter().filter(|slot| slot.kind != LocalKind::Role);
        let parts = told.map(|slot| {
            let meaning = slot.text.clone().unwrap_or_else(|| self.in_words(&slot.ty).into());
            TermPart::new(part_word(&slot.name, meaning.into()), self.takes(&slot.ty))
        });
        let mut parts: Vec<TermPart> = parts.collect();
        // What is counted for each item of a plan stands there for the items as well.
        let mut seen = BTreeSet::new();
        parts.retain(|part| seen.insert(part.word.text.clone()));
        let meaning = form.title.clone().unwrap_or_default();
        Term {
            name: form.path.to_string(),
            sort: Sort::Done(procedure.name.to_string()),
            meaning: meaning.into(),
            parts,
        }
    }

    fn kind(&self, kind: &Kind) -> Term {
        let meaning = if kind.single { "there is one".to_owned() } else { String::new() };
        Term { name: kind.name.to_string(), sort: Sort::Kind, meaning, parts: self.fields(&kind.fields) }
    }

    fn fields(&self, fields: &[Field]) -> Vec<TermPart> {
        let part = |field: &Field| {
            let Field { ty, by, limits, default, optional, .. } = field;
            let taken = Taken { ty, by: *by, limits: *limits, default: default.as_ref(), optional: *optional };
            self.part(&field.name, field.text.as_deref(), &taken)
        };
        fields.iter().map(part).collect()
    }

    /// A blank or a field: its text first, then what it takes.
    fn part(&self, name: &str, text: Option<&str>, taken: &Taken<'_>) -> TermPart {
        let mut what = self.in_words(taken.ty);
        if let Some((low, high)) = taken.limits {
            what = format!("{low} to {high}");
        }
        if let Some(by) = taken.by {
            what.extend([" for each level of ", &self.system.scales[by].name]);
        }
        if let Some(default) = taken.default {
            what.extend([", ", self.sources.slice(default.span), " by default"]);
        } else if taken.optional && !matches!(taken.ty, Type::Many(_)) {
            what.push_str(", may be left out");
        }
        let meaning = text.map_or_else(|| what.clone(), |text| format!("{text}: {what}"));
        let by = taken.by.map(|by| self.system.scales[by].name.to_string());
        TermPart { by, ..TermPart::new(part_word(name, meaning), self.takes(taken.ty)) }
    }

    /// Its levels with what stands in their rows.
    fn scale(&self, scale: &Scale) -> Term {
        let level = |(place, level): (usize, &SharedText)| {
            let cells = scale.columns.iter().map(|column| {
                let cell = column.cells.get(place).and_then(Option::as_ref);
                format!("{} {}", column.name, cell.map_or("-", |cell| self.sources.slice(cell.span)))
            });
            let meaning = cells.collect::<Vec<String>>().join(", ");
            TermPart::new(level_word(level, meaning), Takes::Other)
        };
        let parts = scale.levels.iter().enumerate().map(level).collect();
        let sort = if scale.ladder.is_some() { Sort::Ladder } else { Sort::Scale };
        Term { name: scale.name.to_string(), sort, meaning: String::new(), parts }
    }

    fn in_words(&self, ty: &Type) -> String {
        let system = self.system;
        match ty {
            Type::YesNo => "yes or no".to_owned(),
            Type::Level(scale) => format!("a level of {}", system.scales[*scale].name),
            Type::Thing(kind) => format!("the name of somebody or something ({})", system.kinds[*kind].name),
            Type::Run(procedure) => format!("a block with the lines of {}", system.procedures[*procedure].name),
            Type::Plan(plan) => format!("a plan: {}", system.plans[*plan].name),
            Type::Die | Type::Dice => "a die such as d8".to_owned(),
            Type::Text => "text".to_owned(),
            Type::Many(of) if **of == Type::Number => "a modifier, as often as it applies".to_owned(),
            Type::Many(of) => format!("{}, as often as it applies", self.in_words(of)),
            // No scene puts in the others.
            Type::Number
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Item(_)
            | Type::NamedModifier
            | Type::Unknown => "a number".to_owned(),
        }
    }

    fn takes(&self, ty: &Type) -> Takes {
        match ty {
            Type::YesNo => Takes::YesNo,
            Type::Level(scale) => Takes::Level(self.system.scales[*scale].name.to_string()),
            Type::Thing(kind) => Takes::Thing(self.system.kinds[*kind].name.to_string()),
            Type::Run(procedure) => Takes::Run(self.system.procedures[*procedure].name.to_string()),
            Type::Plan(plan) => Takes::Plan(self.system.plans[*plan].name.to_string()),
            Type::Many(inner) => self.takes(inner),
            Type::Number
            | Type::Die
            | Type::Text
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Dice
            | Type::Item(_)
            | Type::NamedModifier
            | Type::Unknown => Takes::Other,
        }
    }
}

/// What a plan is made of: its items, and groups of them.
fn planned(plan: &Plan) -> Vec<TermPart> {
    let qualifiers = plan.qualifiers.iter().map(|field| field.name.as_str()).collect::<Vec<&str>>().join(", ");
    let meaning = format!("one of {}: a name, then {qualifiers}", plan.name);
    let item = TermPart::new(part_word(&plan.item, meaning), Takes::Item(plan.name.to_string()));
    let groups = plan.groups.iter().map(|group| {
        let word = part_word(&group.name, format!("a group of {}", plan.name));
        TermPart::new(word, Takes::Plan(plan.name.to_string()))
    });
    [item].into_iter().chain(groups).collect()
}

fn part_word(name: &str, meaning: String) -> Word {
    Word { text: name.to_owned(), meaning, kind: WordKind::Part }
}

fn level_word(name: &str, meaning: String) -> Word {
    Word { kind: WordKind::Level, ..part_word(name, meaning) }
}

/// What a blank or a field takes.
struct Taken<'m> {
    ty: &'m Type,
    by: Option<ScaleId>,
    limits: Option<(i64, i64)>,
    default: Option<&'m Expr>,
    optional: bool,
}
