//! What to write instead of a line that fills a blank, or names someone, in an impossible way.

use super::arguments::{Blank, is_number};
use super::checker::SceneChecker;
use super::words::{Beginnings, join, place_of};
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::given::given_by_rules;
use crate::model::listing::{has_one_for_each, one_of, with_article};
use crate::model::scene_names::SceneName;
use crate::model::{Field, InvocationId, Kind, KindId, Local, LocalKind, Procedure, ScaleId, Type};
use crate::shared_text::SharedText;
use crate::syntax::ast::{self, BinaryOp, Line, LineValue, Phrase, Text};
use crate::syntax::print_expression;

/// So many lines are written out, one for each.
const MOST_LINES: usize = 3;

/// Whose fields a line may mean.
#[derive(Clone, Copy)]
enum Whose {
    /// Of those who take part in the run.
    TakingPart,
    /// Of any kind.
    Anybody,
}

impl SceneChecker<'_> {
    /// The way out for a head without a value, where its text says what was meant.
    pub fn value_in_text(&self, head: &str, element: &Type, text: &Text) -> Option<(String, Fix)> {
        let written = if let Type::Thing(kind) = element {
            self.thing_titled(*kind, &text.text)?.to_string()
        } else {
            let (number, reason) = text.text.split_once(' ').unwrap_or((&text.text, ""));
            let digits = number.trim_start_matches(['+', '-']).trim_end_matches(char::is_alphabetic);
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number {
                return None;
            }
            if reason.is_empty() { number.to_owned() } else { format!("{number} \"{reason}\"") }
        };
        let why = if let Type::Thing(_) = element {
            "write the name itself, without quotes"
        } else {
            "write the number before the quotes"
        };
        Some((format!("{why}: `{head} {written}`"), Fix::maybe(text.span, written)))
    }

    /// Reports a second level behind a head that says of one level that something is so: `hindered calm keen`.
    pub fn second_level(&mut self, blank: &Blank, (line, value): (&Line, &ast::Expr)) -> bool {
        let (Some(by), ast::ExprKind::Name(phrase)) = (blank.by, &value.kind) else { return false };
        let scale = &self.system.scales[by];
        let (name, second) = (&blank.name, phrase.text());
        if scale.level(&second).is_none() {
            return false;
        }
        let before = line.words.words.iter().take_while(|word| word.span.end <= value.span.start).count();
        let first = join(&line.words.words[..before]);
        let message = format!("`{name}` takes one level of `{}`, but `{second}` is a second level", scale.name);
        let help = format!("write each level on its own line: `{first}, {name} {second}`");
        self.report(Diagnostic::error(codes::ARGUMENTS, value.span, message).help(help));
        true
    }

    /// Reports a number behind a head that only says whether something is so.
    pub fn number_for_yes_or_no(&mut self, blank: &Blank, line: &Line, value: &ast::Expr) {
        let name = &if blank.by.is_some() { join(&line.words.words) } else { blank.name.clone() };
        let message = format!("`{name}` is yes or no, and takes no number");
        let of_modifiers = Type::Many(Box::new(Type::Number));
        let takes_modifiers = |local: &&Local| local.is_blank() && local.ty == of_modifiers;
        let asking = blank.asked_by.map(|procedure| &self.system.procedures[procedure]);
        // A number with a sign is a modifier, and those stand in lists; any other blank has nothing to do with this one.
        let is_signed = matches!(value.kind, ast::ExprKind::Unary(..));
        let numbers = asking.into_iter().flat_map(|procedure| procedure.locals.iter()).filter(takes_modifiers);
        let instead: Vec<String> =
            numbers.filter(|_| is_signed).map(|local| format!("{} {}", local.name, print_expression(value))).collect();
        let reason = reason_of(line);
        let is_counted = matches!(blank.ty, Type::Many(_));
        let alone = if !is_counted {
            format!("write `{name}{reason}` without a number, or `{name} no`")
        } else if let Some(lines) = one_for_each(name, &reason, value) {
            format!("write one line for each, without a number: `{lines}`")
        } else {
            format!("write `{name}{reason}` without a number: the rules set how much each such line counts")
        };
        let help = if instead.is_empty() {
            alone
        } else {
            let instead = one_of(instead.iter().map(String::as_str));
            format!("{alone}; if the number should count, write {instead} instead")
        };
        self.report(Diagnostic::error(codes::WRONG_TYPE, value.span, message).help(help));
    }

    /// Reports a number behind a head that takes texts, as many as there are lines.
    pub fn number_for_texts(&mut self, blank: &Blank, line: &Line, value: &ast::Expr) -> bool {
        let name = &blank.name;
        if blank.ty != Type::Many(Box::new(Type::Text)) || !is_number(value) {
            return false;
        }
        let lines = one_for_each(name, &reason_of(line), value).unwrap_or_else(|| format!("{name} \"…\""));
        let found = Diagnostic::error(codes::WRONG_TYPE, value.span, format!("`{name}` takes text, not numbers"));
        self.report(found.help(format!("write one line for each, with its words: `{lines}`")));
        true
    }

    /// Somebody or something of a kind by the title for people.
    fn thing_titled(&self, kind: KindId, title: &str) -> Option<&SharedText> {
        let titled = |of: &Option<SharedText>| of.as_ref().is_some_and(|of| of.eq_ignore_ascii_case(title));
        let mut things = self.scene.things.iter().filter(|thing| thing.kind == kind);
        things.find(|thing| titled(&thing.title) || thing.name.eq_ignore_ascii_case(title)).map(|thing| &thing.name)
    }

    /// Reports `trait roofs steps 1`, where `steps` begins another line of what holds this blank, and returns the words before it.
    pub fn comma_missing(&mut self, blank: &Blank, (line, used): (&Line, usize)) -> Option<Phrase> {
        let LineValue::After(value) = &line.value else { return None };
        let words = &line.words.words[used..];
        let cut = (1..words.len()).find(|cut| self.begins_a_line_beside(blank, &words[*cut..]))?;
        let (first, second) = (join(&words[..cut]), join(&words[cut..]));
        let written = format!("{first}, {second} {}", print_expression(value));
        let complaint =
            Diagnostic::error(codes::UNKNOWN_LINE, place_of(&words[cut..]), format!("`{second}` begins another line"));
        self.report(complaint.help(format!("write a comma before it: `{written}`")));
        Some(Phrase { words: words[..cut].to_vec() })
    }

    /// Whether these words begin a line for another blank or field of what holds this one: its name, and the level that has the value
    /// where each level has one.
    fn begins_a_line_beside(&self, blank: &Blank, words: &[ast::Word]) -> bool {
        let all = join(words);
        let begins = |name: &SharedText, by: Option<ScaleId>| {
            let level = all.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix(' '));
            let has_level = |by: ScaleId| level.is_some_and(|level| self.system.scales[by].level(level).is_some());
            all == *name || by.is_some_and(has_level)
        };
        if let Some(procedure) = blank.asked_by {
            let mut locals = self.system.procedures[procedure].locals.iter();
            return locals.any(|local| local.can_be_filled() && begins(&local.name, local.by));
        }
        let has = |kind: &Kind, name: &str| kind.fields.iter().any(|field| field.name == name);
        let mut kinds = self.system.kinds.iter().filter(|kind| has(kind, &blank.name));
        kinds.any(|kind| kind.fields.iter().any(|field| begins(&field.name, field.by)))
    }

    /// Reports words before a value: a head has one value.
    pub fn two_values(&mut self, phrase: &Phrase, value: &ast::Expr) {
        let name = phrase.text();
        let message = format!("`{name}` is not understood here");
        let complaint = Diagnostic::error(codes::UNKNOWN_LINE, phrase.span(), message);
        let Some(SceneName::NamedModifier(named)) = self.scene.names.get(&name) else {
            self.report(complaint.help("after its name, a line has one value; put a reason in quotes"));
            return;
        };
        let declared = self.scene.named_modifiers[named].span;
        let complaint = Diagnostic::error(codes::UNKNOWN_LINE, value.span, format!("`{name}` already has a value"));
        self.report(
            complaint.also(declared, "declared here").help("remove it here, or change it where it is declared"),
        );
    }

    /// Reports a name with a hyphen; the name with a blank instead is not missing then.
    pub fn hyphenated(&mut self, line: &Line, used: usize) -> bool {
        let LineValue::Through(value) = &line.value else { return false };
        let ast::ExprKind::Binary(BinaryOp::Subtract, left, right) = &value.kind else { return false };
        let (ast::ExprKind::Name(left), ast::ExprKind::Name(right)) = (&left.kind, &right.kind) else { return false };
        let first = join(&left.words[used.min(left.words.len())..]);
        let name = format!("{first} {}", right.text());
        let span = left.words.get(used).map_or(value.span, |word| word.span.to(value.span));
        let message = format!("a name cannot have a hyphen: `{first}-{}` is a subtraction", right.text());
        let complaint = Diagnostic::error(codes::UNKNOWN_LINE, span, message);
        self.report(complaint.help(format!("write `{name}`, here and elsewhere")).fix(Fix::maybe(span, name)));
        for part in [left.words.last().map(|word| word.text.clone()), right.words.last().map(|word| word.text.clone())]
        {
            self.notes.misread.extend(part.map(|part| format!(" {part} ")));
        }
        true
    }

    /// What is meant by a line of a run whose head means nothing there, where the rules say more of its words.
    pub fn meant_in_run(&self, run: InvocationId, line: &Line) -> Option<String> {
        let procedure = &self.system.procedures[self.scene.invocations[run].procedure];
        let beginnings = Beginnings::of(&line.words.words);
        let begins = |name: &str| beginnings.has(name);
        if let Some(said) = self.said_of_an_item(run, &begins) {
            return Some(said);
        }
        if let Some(local) = procedure.locals.iter().find(|local| is_worked_out(local) && begins(&local.name)) {
            let blanks = procedure.locals.iter().filter(|local| local.can_be_filled()).map(|local| local.name.as_str());
            let (name, of) = (&local.name, &procedure.name);
            let lines = one_of(blanks);
            return Some(format!(
                "the rules compute `{name}`, so a scene cannot set it; lines of `{of}` begin with {lines}"
            ));
        }
        if let Some(said) = self.blank_of_the_run_around(run, &beginnings) {
            return Some(said);
        }
        let ways = [Self::family_of_level, Self::line_within, Self::blank_of_its_level];
        let said = ways.into_iter().find_map(|way| way(self, procedure, line));
        let said = said.or_else(|| self.field_of_somebody(run, line, Whose::TakingPart));
        let said = said.or_else(|| self.line_of_another(procedure, line));
        said.or_else(|| self.field_of_somebody(run, line, Whose::Anybody))
    }

    /// A line that belongs to the run around this one.
    fn blank_of_the_run_around(&self, run: InvocationId, beginnings: &Beginnings) -> Option<String> {
        let mut all = self.scene.invocations.iter();
        let around = all.find(|around| around.nested.values().any(|inner| *inner == run))?;
        let procedure = &self.system.procedures[around.procedure];
        let blank = procedure.locals.iter().find(|local| local.can_be_filled() && beginnings.has(&local.name))?;
        let (name, inner) = (&blank.name, &self.scene.invocations[run].name);
        Some(format!(
            "`{name}` belongs to `{}`, which this is part of: write it outside the braces of `{inner}`",
            around.path
        ))
    }

    /// A line that belongs to a run inside this one, where the rules do not fill it themselves.
    fn line_within(&self, procedure: &Procedure, line: &Line) -> Option<String> {
        let beginnings = Beginnings::of(&line.words.words);
        procedure.locals.pairs().find_map(|(run, local)| {
            let Type::Run(inner) = local.ty.each() else { return None };
            let holds = local.is_blank() || matches!(local.kind, LocalKind::Run(_));
            let own = self.system.names.procedures.get(&procedure.name);
            let names_who_acts = own.is_some_and(|own| self.system.blank_roles.contains_key(&(*own, run)));
            let name = if local.is_blank() && self.system.procedures[*inner].by.is_some() && !names_who_acts {
                " by NAME"
            } else if matches!(local.ty, Type::Many(_)) {
                " NAME"
            } else {
                ""
            };
            let inner = self.system.procedures[*inner].locals.pairs().filter(|(_, said)| holds && said.is_blank());
            let open = inner.filter(|(blank, _)| given_by_rules(&procedure.body, run, *blank).is_none());
            let said = open
                .map(|(_, said)| said)
                .filter(|said| beginnings.has(&said.name))
                .max_by_key(|said| said.name.len())?;
            let (said, holds) = (&said.name, &local.name);
            Some(format!("write it between the braces of `{holds}`: `{holds}{name} {{ {said} … }}`"))
        })
    }

    /// `difficulty hard` for `need hard`, where one blank alone takes such a level.
    fn blank_of_its_level(&self, procedure: &Procedure, line: &Line) -> Option<String> {
        let words = &line.words.words;
        let is_for = |local: &Local, level: &str| {
            let Type::Level(scale) = local.ty else { return false };
            local.is_blank() && local.by.is_none() && self.system.scales[scale].level(level).is_some()
        };
        let (level, blank) = (1..words.len()).map(|used| join(&words[used..])).find_map(|level| {
            let mut takers = procedure.locals.iter().filter(|local| is_for(local, &level));
            let blank = takers.next().filter(|_| takers.next().is_none())?;
            Some((level, blank))
        })?;
        Some(format!("`{level}` is a level that `{}` takes: write `{} {level}`", blank.name, blank.name))
    }

    /// A line that says of a run what is said of somebody or something, such as whoever acts.
    fn field_of_somebody(&self, run: InvocationId, line: &Line, of: Whose) -> Option<String> {
        let words = &line.words.words;
        let field_of = |kind: KindId| {
            let fields = &self.system.kinds[kind].fields;
            (1..=words.len()).rev().map(|used| join(&words[..used])).find(|name| fields.iter().any(|f| f.name == *name))
        };
        let written = &self.scene.invocations[run];
        let taking_part = [written.by, written.versus].into_iter().flatten();
        let of_them = taking_part.map(|thing| (self.scene.things[thing].kind, Some(&self.scene.things[thing].name)));
        let all = match of {
            Whose::TakingPart => None,
            Whose::Anybody => Some(self.system.kinds.ids().map(|kind| (kind, None))),
        };
        let mut kinds = of_them.clone().chain(all.into_iter().flatten());
        let (id, whose, field) = kinds.find_map(|(kind, whose)| Some((kind, whose, field_of(kind)?)))?;
        let kind = &self.system.kinds[id];
        let name = &kind.name;
        let said = if kind.single {
            format!("`{name} {{ {field} … }}`")
        } else {
            let other = of_them.filter(|(other, thing)| *other == id && *thing != whose).map(|(_, thing)| thing);
            let all = [whose].into_iter().chain(other).map(|whose| whose.map_or("NAME", |whose| whose.as_str()));
            let all: Vec<String> = all.map(|whose| format!("{name} {whose} {{ {field} … }}")).collect();
            one_of(all.iter().map(String::as_str))
        };
        Some(format!("it belongs to {}, further up, before anything happens: {said}", with_article(name)))
    }

    /// Reports a line for a blank that a house rule has taken away, where that is done. Whether it was one.
    pub fn is_asked_no_more(&mut self, run: InvocationId, line: &Line) -> bool {
        let procedure = &self.system.procedures[self.scene.invocations[run].procedure].name;
        let beginnings = Beginnings::of(&line.words.words);
        let mut taken = self.system.taken_blanks.iter().filter(|taken| taken.procedure == *procedure);
        let Some(taken) = taken.find(|taken| beginnings.has(&taken.blank)) else { return false };
        let name = &taken.blank;
        let message = format!("with this replacement, `{procedure}` no longer asks for `{name}`");
        let found =
            Diagnostic::error(codes::UNKNOWN_LINE, taken.by, message).also(line.words.span(), "but this line fills it");
        let help = format!("add `ask {name} : …` to the replacement, or remove the line from the scene");
        self.report(found.help(help));
        true
    }

    /// What an item of the plan of a run can say, and the run as a whole cannot.
    fn said_of_an_item(&self, run: InvocationId, begins: &dyn Fn(&str) -> bool) -> Option<String> {
        let procedure = self.scene.invocations[run].procedure;
        let (_, plan) = self.system.plan_of(procedure)?;
        let plan = &self.system.plans[plan];
        let said = plan.qualifiers.iter().find(|said| begins(&said.name))?;
        let (item, name, of) = (&plan.item, &said.name, &self.system.procedures[procedure].name);
        Some(format!("it belongs to {}, not to the whole of `{of}`: `{item} NAME {{ {name} … }}`", with_article(item)))
    }

    /// `wind 4` on a line of its own, where a blank has a value for each level of that scale.
    fn family_of_level(&self, procedure: &Procedure, line: &Line) -> Option<String> {
        let name = join(line.words.words.get(..1)?);
        let blank = procedure
            .locals
            .iter()
            .filter(|local| local.is_blank())
            .find(|local| local.by.is_some_and(|by| self.system.scales[by].level(&name).is_some()))?;
        let scale = &self.system.scales[blank.by?].name;
        Some(format!("`{name}` is a level of `{scale}`: write `{} {name} …`", blank.name))
    }

    /// `wind 40` for `pool wind 40`, where a field has a value for each level of that scale.
    pub fn field_of_a_level(&self, kind: KindId, line: &Line) -> Option<Diagnostic> {
        let first = line.words.words.get(..1)?;
        let name = join(first);
        let mut fields = self.system.kinds[kind].fields.iter();
        let (field, scale) = fields.find_map(|field| {
            let scale = &self.system.scales[field.by?];
            scale.level(&name).map(|_| (field, scale))
        })?;
        let value = if let LineValue::After(value) = &line.value { print_expression(value) } else { "…".into() };
        let kind = &self.system.kinds[kind].name;
        let message = format!("{} has no line `{name}`", with_article(kind));
        let help = format!("`{name}` is a level of `{}`: write `{} {name} {value}`", scale.name, field.name);
        let fix = Fix::maybe(place_of(first), format!("{} {name}", field.name));
        Some(Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message).help(help).fix(fix))
    }

    /// Reports a family that gets one value, without the level that it is of.
    pub fn whole_family(&mut self, blank: &Blank, by: ScaleId, (line, value): (&Line, &ast::Expr)) {
        let (name, scale) = (&blank.name, &self.system.scales[by]);
        let message = has_one_for_each(name, &scale.name);
        let level = scale.levels.first().map_or("…", SharedText::as_str);
        let levels = one_of(scale.levels.iter().map(SharedText::as_str));
        let written = print_expression(value);
        let only_says_so = *blank.element() == Type::YesNo;
        if let (true, ast::ExprKind::Name(unknown)) = (only_says_so, &value.kind)
            && !["yes", "no"].contains(&written.as_str())
        {
            let message = format!("`{written}` is not a level of `{}`", scale.name);
            let near = guess(&unknown.text(), scale.levels.iter().map(SharedText::as_str));
            let listed = || format!("the levels are {levels}");
            let found = Diagnostic::error(codes::UNKNOWN_LEVEL, unknown.span(), message);
            self.report(found.did_you_mean(near, listed));
            return;
        }
        let stands = if only_says_so { ["yes", "no"].contains(&written.as_str()) } else { is_number(value) };
        let example = if stands {
            format!("{name} {level} {written}")
        } else if only_says_so {
            format!("{name} {level}")
        } else {
            format!("{name} {level} …")
        };
        let help = format!("say which, as in `{example}`: {levels}; write one line for each");
        self.report(Diagnostic::error(codes::ARGUMENTS, line.words.span(), message).help(help));
    }

    /// Reports `skill climb 3`, where what belongs to somebody has fields of its own.
    pub fn owned_without_braces(&mut self, field: &Field, (line, used): (&Line, usize)) -> bool {
        let (Type::Many(of), LineValue::After(value)) = (&field.ty, &line.value) else { return false };
        let (Type::Thing(kind), rest) = (&**of, &line.words.words[used..]) else { return false };
        let is_number = matches!(value.kind, ast::ExprKind::Number { .. });
        let fields = &self.system.kinds[*kind].fields;
        let numbers = || fields.iter().filter(|field| field.ty == Type::Number);
        let takes = numbers().find(|field| field.default.is_none()).or_else(|| numbers().next());
        let (Some(takes), true, false) = (takes, is_number, rest.is_empty()) else { return false };
        let (name, value) = (join(rest), print_expression(value));
        let place = place_of(rest).to(line.words.span());
        let braces = format!("{name} {{ {} {value} }}", takes.name);
        let message =
            format!("`{name}` is {}; its values go between braces", with_article(&self.system.kinds[*kind].name));
        let help = format!("write `{} {braces}`", field.name);
        self.notes.misread.push(format!(" {name} "));
        self.report(Diagnostic::error(codes::UNKNOWN_LINE, place, message).help(help));
        true
    }

    /// Whether some line of the rules runs a procedure.
    fn is_run_by_rules(&self, procedure: &Procedure) -> bool {
        let runs = |local: &Local| {
            let Type::Run(run) = local.ty else { return false };
            matches!(local.kind, LocalKind::Run(_)) && self.system.procedures[run].name == procedure.name
        };
        self.system.procedures.iter().any(|other| other.locals.iter().any(runs))
    }

    /// A blank of another procedure, and how to say what comes out where that is what the line says.
    fn line_of_another(&self, procedure: &Procedure, line: &Line) -> Option<String> {
        let words = &line.words.words;
        let (blank, used) = Beginnings::of(words).longest_first().find_map(|(used, name)| {
            let asked =
                |other: &Procedure| other.locals.iter().find(|local| local.is_blank() && local.name == name).cloned();
            let mut all: Vec<&Procedure> =
                self.system.procedures.iter().filter(|other| asked(other).is_some()).collect();
            // What only the rules run is none that a scene would have meant.
            all.sort_by_key(|other| self.is_run_by_rules(other));
            let of = all.first()?;
            let blank = asked(of)?;
            let alike = |local: &&Local| matches!(blank.ty, Type::Run(_)) && local.is_blank() && local.ty == blank.ty;
            let instead: Vec<&str> = procedure.locals.iter().filter(alike).map(|local| local.name.as_str()).collect();
            let instead =
                if instead.is_empty() { String::new() } else { format!("; here, write {} instead", one_of(instead)) };
            Some((format!("`{name}` is a line of `{}`, not of `{}`{instead}", of.name, procedure.name), used))
        })?;
        let level = join(&words[used..]);
        let stated = procedure.locals.iter().find_map(|local| {
            let LocalKind::Resolve(scale) = local.kind else { return None };
            self.system.scales[scale].level(&level)?;
            Some(format!("; to declare the result, write `{} automatic {level}`", local.name))
        });
        Some(format!("{blank}{}", stated.unwrap_or_default()))
    }
}

/// The reason of a line as it is written behind its value.
fn reason_of(line: &Line) -> String {
    line.text.as_ref().map(|reason| format!(" \"{}\"", reason.text)).unwrap_or_default()
}

/// As many lines as a number says, each with a reason of its own: `edge "the wall", edge "…"`.
fn one_for_each(name: &str, reason: &str, value: &ast::Expr) -> Option<String> {
    let ast::ExprKind::Number { value: count, .. } = value.kind else { return None };
    let count = usize::try_from(count).ok().filter(|count| *count > 1)?;
    let first = if reason.is_empty() { " \"…\"" } else { reason };
    let others = (1..count.min(MOST_LINES)).map(|_| format!("{name} \"…\""));
    let more = (count > MOST_LINES).then(|| "…".to_owned());
    Some(std::iter::once(format!("{name}{first}")).chain(others).chain(more).collect::<Vec<_>>().join(", "))
}

/// Whether the rules give it its value, so that nobody fills it in or says how it is answered.
fn is_worked_out(local: &Local) -> bool {
    matches!(local.kind, LocalKind::Computed | LocalKind::Sum) && local.item_of.is_none()
}

/// How the blank of a line is written that names a period and what fills its first blank: `act { name exposition }`.
pub fn between_braces(line: &Line, blank: &str) -> Option<String> {
    let (first, rest) = line.words.words.split_first()?;
    let value = join(rest);
    let short = !rest.is_empty() && first.text != blank && !blank.starts_with(&format!("{} ", first.text));
    short.then(|| {
        format!("`{}` has lines between its braces: write `{} {{ {blank} {value} … }}`", first.text, first.text)
    })
}
