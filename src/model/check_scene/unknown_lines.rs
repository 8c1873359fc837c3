//! Lines and names that mean nothing here, and what was probably meant.

use super::checker::SceneChecker;
use super::no_claims::compares;
use super::words::{Beginnings, SHOWS, join};
use crate::diagnostic::nearest::{guess, nearest};
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::listing::{one_of, with_article};
use crate::model::scene_names::SceneName;
use crate::model::{Kind, KindId, LocalKind, Scale, Type};
use crate::shared_text::SharedText;
use crate::syntax::ast::{self, BinaryOp, Line, Phrase};
use crate::syntax::keywords::beginning;
use crate::syntax::{form_of, line_of, print_expression};

/// No shorter word is taken for the beginning of another one.
const SHORTEST_ROOT: usize = 4;

/// The levels of no more scales than this are told.
const MOST_SCALES: usize = 2;

impl SceneChecker<'_> {
    /// Reports a name that should be somebody's, of the kind that is wanted.
    pub fn nobody(&mut self, who: &Phrase, wanted: Option<&Type>) {
        let name = who.text();
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, who.span(), format!("nobody here is named `{name}`"));
        // Of all who could be meant each is looked at, so that is done only for what is shown.
        if self.notes.sink.is_full() {
            self.report(complaint);
            return;
        }
        let named = self.scene.things.iter().filter(|thing| !self.system.kinds[thing.kind].single);
        let things: Vec<SharedText> = named.map(|thing| thing.name.clone()).collect();
        let of_kind = |wanted: &Type| if let Type::Thing(kind) = wanted { Some(*kind) } else { None };
        let wanted = wanted.and_then(of_kind);
        let kind = wanted.map(|kind| &self.system.kinds[kind]);
        let kind = kind.or_else(|| self.system.kinds.iter().find(|kind| !kind.single));
        let kind = kind.map_or("somebody", |kind| kind.name.as_str());
        // Whoever has lost the name to something else is there all the same, and that has been said.
        if self.notes.is_misread(&name) || things.contains(&name) {
            return;
        }
        if let Some(complaint) = words_behind_a_name(who, &things) {
            self.report(complaint);
            return;
        }
        let near = guess(&name, things.iter().map(SharedText::as_str));
        let of_kind = self.scene.things.iter().filter(|thing| wanted.is_none_or(|kind| thing.kind == kind));
        let of_kind: Vec<&str> =
            of_kind.map(|thing| thing.name.as_str()).filter(|name| things.iter().any(|thing| thing == name)).collect();
        let complaint = complaint.did_you_mean(near, || match of_kind.as_slice() {
            [] => format!("declare them first, on a line such as `{kind} {name} \"…\"`"),
            all => {
                let all = one_of(all.iter().copied());
                format!("name {all}, or declare `{name}` first, on a line such as `{kind} {name} \"…\"`")
            }
        });
        self.report(complaint);
    }

    /// Reports a line whose head means nothing in a scene; `behind` is the kind of whoever was declared just before.
    pub fn unknown_scene_line(&mut self, line: &Line, behind: Option<KindId>) {
        let names = &self.system.names;
        let heads = names.procedures.keys().chain(names.kinds.keys()).chain(names.periods.keys());
        let heads: Vec<SharedText> = heads.cloned().collect();
        let name = line.words.text();
        self.notes.misread.push(format!(" {name} "));
        let first = line.words.words.first();
        let misspelt = first.and_then(|word| Some((statement_near(&word.text)?, word.span)));
        let help = match (self.scene.names.get(&name), behind) {
            (None, _) if is_of_scenes(&name) => of_procedures(&name).map(str::to_owned),
            _ if line.words.words.get(1).is_some_and(|word| word.text == SHOWS) => Some(stated_outside(line)),
            (Some(_), _) if is_claim(line).is_some() => is_claim(line),
            (Some(SceneName::Thing(_)), _) => names.procedures.keys().next().map(|procedure| {
                format!(
                    "write one line for each person who acts, beginning with the action: `{procedure} NAME by {name}`"
                )
            }),
            _ if self.holds_runs(line) && !is_near_a_head(line, &heads) => Some(self.no_period(&name)),
            (None, Some(kind)) if is_a_name(line) && !is_near_a_head(line, &heads) && line_of(&name).is_none() => {
                let kind = &self.system.kinds[kind].name;
                let one_more = format!("if `{name}` is another `{kind}`, write `{kind} {name}` on its own line");
                Some(match &misspelt {
                    Some((statement, _)) if line.text.is_some() => format!("did you mean `{statement}`? {one_more}"),
                    Some(_) | None => one_more,
                })
            }
            (None, _) if numbers_of_its_own(line).is_some() => numbers_of_its_own(line),
            _ => self.what_belongs_there(line).filter(|_| !is_near_a_head(line, &heads)),
        };
        match help {
            Some(help) => {
                let message = match first.filter(|first| is_of_scenes(&first.text)) {
                    Some(first) => format!("this `{}` line is not written correctly", first.text),
                    None => format!("a scene has no line `{name}`"),
                };
                self.report(Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message).help(help));
            }
            None => match misspelt {
                Some((statement, span)) if !is_near_a_head(line, &heads) => {
                    let message = format!("a scene has no line `{name}`");
                    let complaint = Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message);
                    self.report(
                        complaint.help(format!("did you mean `{statement}`?")).fix(Fix::maybe(span, statement)),
                    );
                }
                Some(_) | None => self.unknown_line(line, "a scene", &heads),
            },
        }
    }

    /// Whether runs stand between the braces of a line, as they do in those of a period.
    fn holds_runs(&self, line: &Line) -> bool {
        let names = &self.system.names;
        let is_run = |inside: &ast::Statement| {
            let ast::StatementKind::Line(inside) = &inside.kind else { return false };
            Beginnings::of(&inside.words.words).longest_first().any(|(_, name)| names.procedures.contains_key(name))
        };
        line.body.as_ref().is_some_and(|body| body.iter().any(is_run))
    }

    /// What to say of braces around runs that begin with words of no period.
    fn no_period(&self, name: &str) -> String {
        let periods: Vec<&str> = self.system.names.periods.keys().map(SharedText::as_str).collect();
        let without = format!("write the lines without `{name}` and its braces");
        if periods.is_empty() {
            return format!("this system has no periods: {without}");
        }
        format!("use {} instead of `{name}`, or {without}", one_of(periods))
    }

    /// What to do with a line that stands outside of the braces it belongs to, or does not say what is done.
    fn what_belongs_there(&self, line: &Line) -> Option<String> {
        let first = join(line.words.words.get(..1)?);
        let around = self.system.procedures.ids().find(|procedure| {
            let item = self.system.plan_of(*procedure).map(|(_, plan)| &self.system.plans[plan].item);
            item == Some(&first) || self.system.blank_names(*procedure).contains(&first)
        });
        if let Some(around) = around {
            let around = &self.system.procedures[around].name;
            return Some(format!("move it between the braces of a line above: `{around} NAME {{ {first} … }}`"));
        }
        let by = line.by.as_ref()?.text();
        let named = line.words.words.get(1);
        let procedures = || self.system.names.procedures.keys().map(SharedText::as_str);
        // The first of several words would be the action.
        if named.is_some() {
            return Some(format!("there is no action `{first}`: an action begins with {}", one_of(procedures())));
        }
        let (name, example) = (line.words.text(), procedures().next()?);
        let actions = one_of(procedures());
        Some(format!("begin with the action, as in `{example} {name} by {by}`; an action begins with {actions}"))
    }

    /// Reports a line whose head means nothing where it stands.
    pub fn unknown_line(&mut self, line: &Line, place: &str, heads: &[SharedText]) {
        let first = join(&line.words.words[..1]);
        let all = line.words.text();
        if let Some(help) = of_procedures(&first) {
            let message = if is_of_scenes(&first) {
                format!("this `{first}` line is not written correctly")
            } else {
                format!("{place} has no line `{first}`")
            };
            self.report(Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message).help(help));
            return;
        }
        if let Some(invocation) = form_of(&all) {
            let message = format!("this `{first}` line is not written correctly");
            self.report(Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message).help(invocation));
            return;
        }
        if let Some(complaint) = self.level_with_a_value(line, heads) {
            self.report(complaint);
            return;
        }
        let message = format!("{place} has no line `{first}`");
        let complaint = Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message);
        let names = || heads.iter().map(SharedText::as_str);
        // The first word may be a head, and all words may be one.
        let head = line.words.words.first().map_or(line.words.span(), |word| word.span);
        let near = guess(&first, names()).map(|near| (near, head));
        let near = near.or_else(|| guess(&all, names()).map(|near| (near, line.words.span())));
        let longer = if near.is_none() { longer_form(&first, heads) } else { None };
        if let Some(meant) = longer.filter(|_| line_of(&first).is_none()) {
            self.report(complaint.help(format!("did you mean `{meant}`?")).fix(Fix::maybe(head, meant)));
            return;
        }
        // A level that is spelt right lacks its blank or its text, and nothing else.
        self.report(match near.filter(|_| !heads.contains(&all)) {
            Some((near, span)) => complaint.help(near.question()).fix(near.fix(span)),
            None => complaint.help(
                line_of(&first)
                    .map(str::to_owned)
                    .or_else(|| self.level_of_a_blank(line))
                    .or_else(|| with_this_word(&first, heads))
                    .or_else(|| self.level_without_text(line, heads))
                    .or_else(|| self.field_of_a_kind(line))
                    .unwrap_or_else(|| self.lines_of(place, line, heads)),
            ),
        });
    }

    /// The finding for a level that says what it means, and has a value before its text: `major 2b "over"`.
    fn level_with_a_value(&self, line: &Line, heads: &[SharedText]) -> Option<Diagnostic> {
        let ast::LineValue::After(value) = &line.value else { return None };
        let (level, text) = (line.words.text(), line.text.as_ref()?);
        let is_level = heads.contains(&level) && self.system.scales.iter().any(|scale| scale.level(&level).is_some());
        is_level.then(|| {
            let message = format!("`{level}` says in words what this result means, and takes no value");
            let right = format!("{level} \"{}\"", text.text);
            let written = line.words.span().to(text.span);
            let complaint = Diagnostic::error(codes::UNKNOWN_LINE, value.span, message);
            complaint.help(format!("write `{right}`")).fix(Fix::maybe(written, right))
        })
    }

    /// What to write behind a level that is among these heads, and stands alone.
    fn level_without_text(&self, line: &Line, heads: &[SharedText]) -> Option<String> {
        let words = line.words.text();
        let is_level = heads.contains(&words) && self.system.scales.iter().any(|scale| scale.level(&words).is_some());
        (is_level && line.text.is_none()).then(|| format!("add a text after it: `{words} \"…\"`"))
    }

    /// Of what it is said, where it is said of something else.
    fn field_of_a_kind(&self, line: &Line) -> Option<String> {
        let beginnings = Beginnings::of(&line.words.words);
        let field = |kind: &'_ Kind| {
            kind.fields.iter().find(|field| beginnings.has(&field.name)).map(|field| field.name.clone())
        };
        let (kind, field) = self.system.kinds.iter().find_map(|kind| Some((kind, field(kind)?)))?;
        let name = if kind.single { String::new() } else { " NAME".to_owned() };
        Some(format!("`{field}` is a line of {}: `{}{name} {{ {field} … }}`", with_article(&kind.name), kind.name))
    }

    /// What to write for a level that stands alone where a blank takes it.
    fn level_of_a_blank(&self, line: &Line) -> Option<String> {
        let words = line.words.text();
        // With a text it would say what the level means.
        if line.text.is_some() {
            return None;
        }
        self.system.procedures.ids().find_map(|id| {
            let procedure = &self.system.procedures[id];
            let blanks = procedure.locals.iter().filter(|local| matches!(local.kind, LocalKind::Ask { .. }));
            let blank = blanks.into_iter().find(|local| {
                matches!(local.ty.each(), Type::Level(scale) if self.system.scales[*scale].level(&words).is_some())
            })?;
            Some(format!("`{} {words}` is a line of `{}`", blank.name, procedure.name))
        })
    }
}

impl SceneChecker<'_> {
    /// What lines begin with, those first that a line like this could have: a text is what a level means.
    fn lines_of(&self, place: &str, line: &Line, heads: &[SharedText]) -> String {
        let is_level = |head: &SharedText| self.system.scales.iter().any(|scale| scale.level(head).is_some());
        let (levels, others): (Vec<&SharedText>, Vec<&SharedText>) = heads.iter().partition(|head| is_level(head));
        let is_text = line.text.is_some() && line.value == ast::LineValue::None && line.body.is_none();
        if is_text && !levels.is_empty() {
            // What is resolved last is told last, and has the levels that most texts are for.
            let mut scales: Vec<(usize, &Scale)> = self
                .system
                .scales
                .iter()
                .filter_map(|scale| Some((levels.iter().rposition(|level| scale.level(level).is_some())?, scale)))
                .collect();
            scales.sort_by_key(|(last, _)| std::cmp::Reverse(*last));
            let of_scale = |(_, scale): (usize, &Scale)| {
                one_of(scale.levels.iter().filter(|level| levels.contains(level)).map(SharedText::as_str))
            };
            let told = scales.into_iter().take(MOST_SCALES).map(of_scale).collect::<Vec<_>>().join(", or ");
            return format!("a text for a result begins with {told}");
        }
        let in_order = if has_a_number(&line.value) {
            let (numbers, others): (Vec<&SharedText>, Vec<&SharedText>) =
                others.into_iter().partition(|head| self.takes_a_number(head));
            [numbers, others, levels].concat()
        } else {
            [others, levels].concat()
        };
        format!("lines of {place} begin with {}", one_of(in_order.into_iter().map(SharedText::as_str)))
    }
}

impl SceneChecker<'_> {
    /// Whether some blank of that name takes a number.
    fn takes_a_number(&self, head: &str) -> bool {
        let mut locals = self.system.procedures.iter().flat_map(|procedure| procedure.locals.iter());
        locals.any(|local| local.name == head && local.can_be_filled() && local.ty == Type::Number)
    }
}

/// The finding for somebody with more words behind the name: `ada vs bo`, `ada on the guard`.
fn words_behind_a_name(who: &Phrase, things: &[SharedText]) -> Option<Diagnostic> {
    let beginnings = Beginnings::of(&who.words);
    let known = |name: &str| things.iter().any(|thing| thing == name);
    let (cut, first) = beginnings.longest_first().skip(1).find(|(_, name)| known(name))?;
    let rest = &who.words[cut..];
    let message = format!("`{first}` is a person here, and `{}` is not understood after it", join(rest));
    let complaint = Diagnostic::error(codes::UNKNOWN_NAME, who.span(), message);
    let other = rest.get(1..).map(join).filter(|other| things.contains(other));
    Some(match other {
        Some(other) if rest[0].text == "and" => complaint
            .help(format!("only one person acts on a line: write a line for `{first}` and another for `{other}`")),
        Some(other) => {
            let versus = format!("{first} versus {other}");
            complaint.help(format!("did you mean `{versus}`?")).fix(Fix::maybe(who.span(), versus))
        }
        None => complaint.help(format!(
            "name the opponent after `versus`: `{first} versus NAME`; NAME can be {}",
            one_of(things.iter().map(SharedText::as_str))
        )),
    })
}

/// How a scene has a number of its own, where a line gives one to a new name: `counter distance = 3`.
fn numbers_of_its_own(line: &Line) -> Option<String> {
    let ast::LineValue::Through(value) = &line.value else { return None };
    let ast::ExprKind::Binary(BinaryOp::Equals, ..) = &value.kind else { return None };
    let name = line.words.words.last()?;
    Some(format!(
        "in a scene, use `tally {} : number = 3` for a number, and `flag {} = no` for yes or no",
        name.text, name.text
    ))
}

/// What to do with a comparison that stands as a line of its own.
fn is_claim(line: &Line) -> Option<String> {
    let ast::LineValue::Through(value) = &line.value else { return None };
    let ast::ExprKind::Binary(operator, ..) = &value.kind else { return None };
    let claim = print_expression(value);
    compares(*operator).then(|| {
        format!(
            "a claim goes between the braces of an `expect`, which says how to play: `expect deliberate {{ {claim} }}`"
        )
    })
}

/// What to do with `NAME shows …` outside of the braces of a run.
fn stated_outside(line: &Line) -> String {
    let name = &line.words.words[0].text;
    if line.value == ast::LineValue::None {
        let option = join(&line.words.words[2..]);
        return format!(
            "to select an option, write `default` after it, or for one expectation: `expect deliberate choosing \
             {name} = {option} {{ … }}`"
        );
    }
    "write the faces of dice or cards between the braces of their run: `NAME shows 3, 4`".to_owned()
}

/// The statement of the language that was probably meant; short words are names as likely.
fn statement_near(word: &str) -> Option<&'static str> {
    let statements = beginning(None).iter().copied().filter(|statement| statement.len() > 3);
    let near = nearest(word, statements)?;
    (word.chars().count() > 3 && near != word).then_some(near)
}

/// Whether the first word of a line, or all its words, are nearly one of the system's.
fn is_near_a_head(line: &Line, heads: &[SharedText]) -> bool {
    let names = || heads.iter().map(SharedText::as_str);
    let first = join(line.words.words.get(..1).unwrap_or_default());
    nearest(&first, names()).is_some() || nearest(&line.words.text(), names()).is_some()
}

/// What to say of words that begin lines elsewhere.
fn of_procedures(word: &str) -> Option<&'static str> {
    match word {
        "let" => Some("`let` belongs in a `procedure`; in a scene, use `tally NAME : 0..9 = 3` or `flag NAME = no`"),
        "roll" => Some("to roll dice in a scene, write `roll NAME \"what for\" : 2d6`"),
        "resolve" => Some("in a scene, write `resolve NAME \"what for\" : LADDER with TOTAL`"),
        "flag" => Some("write `flag NAME = no \"…\"`, with what *yes* means in quotes"),
        "tally" => Some("write `tally NAME : 0..9 = 3`, or `tally NAME : number = 3` without limits"),
        "turns" => Some(
            "each turn says whose it is, and the number that sets the order: `turns { NAME by NUMBER { … }, NAME by NUMBER { … } }`",
        ),
        "ask" | "sum" | "decide" | "draw" | "shuffle" | "run" | "cut" | "stop" | "needs" | "step" | "for" => {
            Some("this line belongs in a `procedure` of a system")
        }
        _ => None,
    }
}

/// Words of lines that a scene has as well, in a form of its own.
fn is_of_scenes(word: &str) -> bool {
    matches!(word, "roll" | "resolve" | "flag" | "tally" | "turns")
}

/// Whether a line could be the name of somebody, with a title and fields.
fn is_a_name(line: &Line) -> bool {
    let acts = line.value != ast::LineValue::None || line.by.is_some() || line.versus.is_some();
    !acts && of_procedures(&join(&line.words.words[..1])).is_none()
}

/// Whether a number stands behind the words of a line: `wind 2`, `wind -2`. The second could be the rest of a sum as well.
fn has_a_number(value: &ast::LineValue) -> bool {
    let rest = match value {
        ast::LineValue::After(value) => value,
        ast::LineValue::Through(value) => match rest_of_a_sum(value) {
            Some(rest) => rest,
            None => return false,
        },
        ast::LineValue::None | ast::LineValue::Faces(_) => return false,
    };
    is_a_number(rest)
}

/// What is added to a name, or taken from it.
fn rest_of_a_sum(value: &ast::Expr) -> Option<&ast::Expr> {
    let ast::ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, words, rest) = &value.kind else { return None };
    matches!(words.kind, ast::ExprKind::Name(_)).then_some(rest)
}

/// Whether a number is written, with a sign or without.
fn is_a_number(value: &ast::Expr) -> bool {
    if let ast::ExprKind::Unary(_, inner) = &value.kind {
        return is_a_number(inner);
    }
    matches!(value.kind, ast::ExprKind::Number { .. })
}

/// The only head of which a word is another form, and longer: `adjustment` for `adjust`.
fn longer_form<'h>(word: &str, heads: &'h [SharedText]) -> Option<&'h str> {
    let is_short =
        |head: &&SharedText| head.len() >= SHORTEST_ROOT && head.len() < word.len() && word.starts_with(head.as_str());
    let mut found = heads.iter().filter(is_short);
    found.next().filter(|_| found.next().is_none()).map(SharedText::as_str)
}

/// The lines whose first word this is, if more words belong to each of them.
fn with_this_word(first: &str, heads: &[SharedText]) -> Option<String> {
    let begins = |head: &&SharedText| head.strip_prefix(first).is_some_and(|rest| rest.starts_with(' '));
    let mut longer = heads.iter().filter(begins).map(SharedText::as_str).peekable();
    longer.peek()?;
    Some(format!("lines with this word begin with {}", one_of(longer.collect::<Vec<&str>>())))
}
