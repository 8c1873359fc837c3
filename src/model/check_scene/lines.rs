//! Scenes: who is there, what is known, what happens in which order.

use std::collections::BTreeMap;

use super::checker::SceneChecker;
use super::options::option_head;
use super::secrecy::secrecy_of;
use super::words::{Beginnings, join, place_of};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::listed;
use crate::model::scene_names::SceneName;
use crate::model::typing::Env;
use crate::model::{
    Hooks, KindId, Named, NamedModifier, PeriodId, ProcedureId, SceneOption, StatedMethod, Statement,
    StatementKind as Kind, ThingId, Type,
};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, Concealment, ItemKind, Line, Phrase, StatementKind};

/// What a line of a scene begins with.
enum Head {
    Kind(KindId),
    Procedure(ProcedureId),
    Period(PeriodId),
}

impl<'a> SceneChecker<'a> {
    /// All lines of one file.
    pub fn scene_file(&mut self, file: &'a ast::File) {
        let lines: Vec<&'a ast::Statement> = file
            .items
            .iter()
            .filter_map(|item| if let ItemKind::Statement(s) = &item.kind { Some(s) } else { None })
            .filter(|line| !file.is_sheet || self.describes(line))
            .collect();
        let (statements, mode) = self.scene_lines(&lines);
        self.scene.statements.extend(statements);
        self.scene.mode = mode.or(self.scene.mode.take());
        for item in &file.items {
            if item.kind.declares() {
                let help = if is_one(&item.kind) {
                    "in a scene, use `tally NAME : number = 3` for a number, and `flag NAME = no` for yes or no; if other scenes need it too, declare it in a system, or in a house rule that `extends` one"
                } else {
                    "move it to a system, or to a house rule that `extends` one"
                };
                self.misplaced(item.span, "a declaration is not allowed in a scene", help);
            }
        }
    }

    /// Whether a line of a sheet says who or what there is, as each has to.
    fn describes(&mut self, statement: &ast::Statement) -> bool {
        let StatementKind::Line(line) = &statement.kind else { return true };
        let found = self.head(&line.words);
        if let Some((Head::Kind(_), _)) = found {
            return true;
        }
        let words = line.words.words.get(..found.map_or(1, |(_, used)| used)).unwrap_or_default();
        let Some(first) = words.first() else { return true };
        let kinds = self.system.kinds.iter().map(|kind| kind.name.as_str());
        let help = listed("the system", "kind", kinds);
        let message = format!("`{}` is not a kind of person or thing, and a sheet describes only these", join(words));
        let place = words.last().map_or(first.span, |last| first.span.to(last.span));
        self.report(Diagnostic::error(codes::SHEET, place, message).help(help));
        false
    }

    /// All lines of a scene, or all that an expectation adds to one.
    pub fn scene_lines(&mut self, lines: &[&'a ast::Statement]) -> (Vec<Statement>, Option<StatedMethod>) {
        self.named_by(lines);
        self.lines_in_order(lines)
    }

    /// Lines of a scene or of a period: first everybody and everything by name, then what they are, then what happens.
    fn lines_in_order(&mut self, lines: &[&'a ast::Statement]) -> (Vec<Statement>, Option<StatedMethod>) {
        let mut things: BTreeMap<Span, ThingId> = BTreeMap::new();
        for statement in lines {
            if let StatementKind::Line(line) = &statement.kind
                && let Some((Head::Kind(kind), used)) = self.head(&line.words)
            {
                things.extend(self.declare_thing(line, kind, used).map(|id| (statement.span, id)));
            }
        }
        for statement in lines {
            if let StatementKind::Cast { names, kind } = &statement.kind {
                self.cast(names, kind);
            }
        }
        for statement in lines {
            let (secrecy, statement) = secrecy_of(statement);
            if let StatementKind::Modifier { name, value, text, known } = &statement.kind {
                self.named_modifier(name, value, text.as_ref(), (known.as_deref(), secrecy));
            }
        }
        let mut mode = None;
        let mut typed = Vec::new();
        // The kind of whoever was declared just before.
        let mut behind = None;
        for statement in lines {
            if let StatementKind::Line(line) = &statement.kind {
                if self.is_thing_line(line) {
                    let thing = things.get(&statement.span);
                    behind = thing.map(|id| self.scene.things[*id].kind);
                    if self.is_single_line(line) {
                        self.says_nothing(line);
                    } else {
                        self.needless_braces(line);
                    }
                    if let (Some(id), Some(body)) = (thing, &line.body) {
                        self.thing_fields(*id, body);
                    }
                    continue;
                }
                if self.head(&line.words).is_none() {
                    self.unknown_scene_line(line, behind);
                    continue;
                }
            }
            if let StatementKind::Mode(word) = &statement.kind {
                let stated = self.method_word(word).map(|method| StatedMethod { method, span: statement.span });
                self.stated_once(mode.as_ref(), statement.span);
                self.mode_below(&typed, statement.span);
                mode = stated.or(mode);
            } else {
                self.scene_statement(statement, &mut typed);
            }
            behind = None;
        }
        (typed, mode)
    }

    /// Notes what lines name, so that a line above them can be told where that is.
    fn named_by(&mut self, lines: &[&ast::Statement]) {
        for statement in lines {
            let kind = &secrecy_of(statement).1.kind;
            let (name, span) = if let StatementKind::Line(line) = kind {
                match self.head(&line.words) {
                    Some((Head::Procedure(_), used)) => (join(&line.words.words[used..]), line.words.span()),
                    Some((Head::Period(_), _)) => {
                        self.named_by(&line.body.iter().flatten().collect::<Vec<_>>());
                        continue;
                    }
                    Some((Head::Kind(_), _)) | None => continue,
                }
            } else if let StatementKind::Tally { name, .. } | StatementKind::Chance { name, .. } = kind {
                (name.text(), name.span())
            } else {
                continue;
            };
            self.notes.named_by_lines.entry(name).or_insert(span);
        }
    }

    pub fn is_thing_line(&self, line: &Line) -> bool {
        matches!(self.head(&line.words), Some((Head::Kind(_), _)))
    }

    /// Whether a line speaks of something that every scene of the system has.
    pub fn is_single_line(&self, line: &Line) -> bool {
        matches!(self.head(&line.words), Some((Head::Kind(kind), _)) if self.system.kinds[kind].single)
    }

    /// The longest beginning of the words that heads a line here, and how many words it takes.
    fn head(&self, words: &Phrase) -> Option<(Head, usize)> {
        for (used, name) in Beginnings::of(&words.words).longest_first() {
            if let Some(id) = self.system.names.kinds.get(name) {
                return Some((Head::Kind(*id), used));
            }
            if let Some(id) = self.system.names.procedures.get(name) {
                return Some((Head::Procedure(*id), used));
            }
            if let Some(id) = self.system.names.periods.get(name) {
                return Some((Head::Period(*id), used));
            }
        }
        None
    }

    /// A named modifier.
    fn named_modifier(
        &mut self,
        name: &Phrase,
        value: &ast::Expr,
        text: Option<&ast::Text>,
        (known, secrecy): (Option<&[Phrase]>, Option<Concealment>),
    ) {
        let place = value.span;
        let value = self.typer().constant(value);
        if value == Some(0) {
            let found =
                Diagnostic::warning(codes::IDLE, place, format!("`{}` is 0, so it makes no difference", name.text()));
            self.report(found.help("give it a bonus or penalty, or remove it and the lines that name it"));
        }
        let value = value.unwrap_or(0);
        let known_to = known.and_then(|known| self.known_to(known));
        if let (Some(words), Some(secrecy), None) = (known.and_then(<[_]>::first), secrecy, &known_to) {
            self.known_and_kept(words.span(), secrecy);
        }
        let id = self.scene.named_modifiers.next_id();
        self.name_in_scene(name, SceneName::NamedModifier(id));
        let text = text.map(|text| self.fixed_text(text));
        self.scene.named_modifiers.push(NamedModifier {
            name: name.text(),
            text,
            value,
            known: known_to,
            concealment: secrecy,
            span: name.span(),
        });
    }

    /// Who knows of a named modifier; `None` is everybody.
    fn known_to(&mut self, known: &[Phrase]) -> Option<Vec<ThingId>> {
        let (mut all, mut knowing) = (false, Vec::new());
        for who in known {
            match who.text().as_str() {
                word @ ("nobody" | "everybody" | "all") => {
                    all |= word != "nobody";
                    if known.len() > 1 {
                        let message = format!("`{word}` cannot be combined with names");
                        self.report(
                            Diagnostic::error(codes::FILLED_TWICE, who.span(), message)
                                .help(format!("write `known to {word}`, or only the names")),
                        );
                    }
                }
                _ => match self.thing_called(who) {
                    Some(id) if knowing.contains(&id) => {
                        let message = format!("`{}` is named twice", who.text());
                        self.report(Diagnostic::error(codes::FILLED_TWICE, who.span(), message).help("once is enough"));
                    }
                    found => knowing.extend(found),
                },
            }
        }
        (!all).then_some(knowing)
    }

    /// Somebody or something that the scene names here; it is reported if nobody is called so.
    pub fn thing_called(&mut self, who: &Phrase) -> Option<ThingId> {
        if let Some(SceneName::Thing(id)) = self.scene.names.get(&who.text()) {
            self.used(Named::Thing(id), who.span());
            return Some(id);
        }
        self.nobody(who, None);
        None
    }

    /// Lines between braces: how all of the scene is answered is said outside of them.
    fn lines_inside(&mut self, lines: &[&'a ast::Statement]) -> Vec<Statement> {
        self.depth += 1;
        let (typed, mode) = self.lines_in_order(lines);
        self.depth -= 1;
        if let Some(mode) = mode {
            let help = "write it on its own line outside all braces for the whole scene, or between the braces \
                        of a run for that run only";
            self.misplaced(mode.span, "a `mode` is not allowed here", help);
        }
        typed
    }

    /// The statements of a block of a scene.
    pub fn scene_block(&mut self, body: &'a [ast::Statement]) -> Vec<Statement> {
        self.lines_inside(&body.iter().collect::<Vec<_>>())
    }

    pub fn scene_statement(&mut self, statement: &'a ast::Statement, into: &mut Vec<Statement>) {
        let (span, env) = (statement.span, Env::in_turn());
        let kind = match &statement.kind {
            StatementKind::Line(line) => self.scene_line(line),
            StatementKind::Modifier { .. } | StatementKind::Cast { .. } => None,
            StatementKind::Tally { name, ty, first, text } => {
                self.tally((name, text.as_ref()), (ty.as_ref(), first), None)
            }
            StatementKind::Chance { name, text, kind, body } => {
                self.chance((name, text.as_ref()), kind, body.as_deref())
            }
            StatementKind::If { branches, otherwise } => Some(self.branching(span, branches, otherwise.as_deref())),
            StatementKind::Repeat { period, most, until, body } => {
                self.typer().empty_braces(period.is_none() && body.is_empty(), span);
                Some(self.repeat(period.as_ref(), most, until.as_ref(), body))
            }
            StatementKind::Turns(turns) => Some(self.turns(span, turns)),
            StatementKind::ChooseOption { name, question, by, options } => {
                Some(self.choose_option(name.as_ref(), question, by.as_ref(), options))
            }
            StatementKind::Concealed { concealment, line } => self.concealed_line(*concealment, line),
            // Those that cannot stand in a scene are refused there.
            StatementKind::Ask { .. }
            | StatementKind::Let { .. }
            | StatementKind::Sum { .. }
            | StatementKind::Decide { .. }
            | StatementKind::Roll { .. }
            | StatementKind::Draw { .. }
            | StatementKind::Shuffle(_)
            | StatementKind::Resolve { .. }
            | StatementKind::Choose { .. }
            | StatementKind::Run { .. }
            | StatementKind::Cut { .. }
            | StatementKind::Pay { .. }
            | StatementKind::Stop { .. }
            | StatementKind::Needs(_)
            | StatementKind::ForEach { .. }
            | StatementKind::Step { .. }
            | StatementKind::Mode(_)
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Note { .. }
            | StatementKind::Signal { .. }
            | StatementKind::Reveal { .. } => self.typer().shared_statement(&env, statement),
        };
        if let Some(kind) = &kind {
            self.old_news(kind);
        }
        into.extend(kind.map(|kind| Statement { span, kind, hooks: Hooks::default() }));
    }

    fn scene_line(&mut self, line: &'a Line) -> Option<Kind> {
        match self.head(&line.words) {
            Some((Head::Procedure(id), used)) => {
                self.used(Named::Procedure(id), place_of(&line.words.words[..used]));
                Some(Kind::Invocation(self.invocation(line, used, id, None)))
            }
            Some((Head::Period(id), used)) => {
                self.used(Named::Period(id), place_of(&line.words.words[..used]));
                let mut period = self.period_use(id, Some((line, used)));
                let lines = line.body.as_deref().unwrap_or_default();
                let lines: Vec<&'a ast::Statement> = lines.iter().filter(|s| !self.is_period_blank(id, s)).collect();
                let body = self.lines_inside(&lines);
                period.hooks.after = self.typer().after_period(id);
                let does_nothing = period.hooks.before.is_empty() && period.hooks.after.is_empty();
                let does_nothing =
                    does_nothing && self.system.procedures[self.system.periods[id].procedure].body.is_empty();
                let is_empty = line.body.as_ref().is_some_and(Vec::is_empty);
                self.typer().empty_braces(does_nothing && is_empty, line.words.span());
                Some(Kind::Period { period, body })
            }
            Some((Head::Kind(_), _)) => None,
            None => {
                self.unknown_scene_line(line, None);
                None
            }
        }
    }

    fn repeat(
        &mut self,
        period: Option<&'a Phrase>,
        most: &'a ast::Expr,
        until: Option<&'a ast::Expr>,
        body: &'a [ast::Statement],
    ) -> Kind {
        let env = Env::default();
        let most = self.wanted(&env, most, &Type::Number);
        let id = period.map(|phrase| (self.system.names.periods.get(&phrase.text()).copied(), phrase));
        let id = match id {
            Some((None, phrase)) => {
                let periods: Vec<SharedText> = self.system.names.periods.keys().cloned().collect();
                let help = listed("the system", "period", periods.iter().map(SharedText::as_str));
                let message = format!("there is no period `{}`", phrase.text());
                self.report(Diagnostic::error(codes::UNKNOWN_NAME, phrase.span(), message).help(help));
                None
            }
            Some((Some(id), phrase)) => {
                self.used(Named::Period(id), phrase.span());
                Some(id)
            }
            None => None,
        };
        let lines: Vec<&'a ast::Statement> =
            body.iter().filter(|s| !id.is_some_and(|id| self.is_period_blank(id, s))).collect();
        let mut period = id.map(|id| {
            let used = self.period_use(id, None);
            self.period_blanks(used.invocation, id, body);
            used
        });
        let body = self.lines_inside(&lines);
        if let (Some(id), Some(period)) = (id, &mut period) {
            period.hooks.after = self.typer().after_period(id);
        }
        let until = until.map(|until| self.condition(&env, until));
        Kind::Repeat { period, most, until, body }
    }

    fn choose_option(
        &mut self,
        name: Option<&Phrase>,
        question: &ast::Text,
        by: Option<&Phrase>,
        options: &'a [ast::ChoiceOption],
    ) -> Kind {
        let mut typed = Vec::new();
        self.options_apart(options);
        for (place, option) in options.iter().enumerate() {
            let (name, default) = option_head(option);
            let body = self.branch((question.span, place), &option.body);
            typed.push(SceneOption { name, default, body });
        }
        let is_idle = !typed.is_empty() && options.iter().all(|option| option.body.is_empty());
        self.typer().empty_braces(is_idle, question.span);
        if typed.is_empty() {
            self.report(
                Diagnostic::error(codes::NO_CHOICE, question.span, "this choice has no options")
                    .help("write the options as `{ press { … } stop default { … } }`"),
            );
        }
        if let (None, Some(hole)) = (name, question.holes.first()) {
            let message = "a choice without a name goes by its question, so the question must always be the same";
            let complaint = Diagnostic::error(codes::NOT_CONSTANT, hole.value.span, message);
            self.report(complaint.help("give it a name: `choose NAME \"…\" { … }`"));
        }
        let name = name.map_or_else(|| question.text.clone(), Phrase::text);
        let question = self.typer().wording(&Env::default(), question);
        let by = by.and_then(|by| self.thing_called(by));
        Kind::ChooseOption { name, question, by, options: typed }
    }

    /// A line that is kept from somebody. A modifier is declared before the lines are read.
    fn concealed_line(&mut self, secrecy: Concealment, line: &'a ast::Statement) -> Option<Kind> {
        let refused = match &line.kind {
            StatementKind::Modifier { .. } => return None,
            StatementKind::Tally { name, ty, first, text } => {
                return self.tally((name, text.as_ref()), (ty.as_ref(), first), Some(secrecy));
            }
            StatementKind::Mode(_) => Some("this line shows nothing that could be hidden"),
            StatementKind::Cast { .. } => Some("everybody knows who takes part; hide what they do instead"),
            StatementKind::Line(named) if self.is_thing_line(named) => {
                Some("people and things cannot be hidden; hide what happens, or a modifier")
            }
            StatementKind::Ask { .. }
            | StatementKind::Let { .. }
            | StatementKind::Sum { .. }
            | StatementKind::Decide { .. }
            | StatementKind::Roll { .. }
            | StatementKind::Draw { .. }
            | StatementKind::Shuffle(_)
            | StatementKind::Resolve { .. }
            | StatementKind::Choose { .. }
            | StatementKind::Run { .. }
            | StatementKind::Cut { .. }
            | StatementKind::Pay { .. }
            | StatementKind::Stop { .. }
            | StatementKind::Needs(_)
            | StatementKind::ForEach { .. }
            | StatementKind::Step { .. }
            | StatementKind::Line(_)
            | StatementKind::Repeat { .. }
            | StatementKind::Turns(_)
            | StatementKind::ChooseOption { .. }
            | StatementKind::Chance { .. }
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::If { .. }
            | StatementKind::Note { .. }
            | StatementKind::Signal { .. }
            | StatementKind::Reveal { .. }
            | StatementKind::Concealed { .. } => None,
        };
        if let Some(help) = refused {
            self.cannot_conceal(secrecy, line.span, help);
            return None;
        }
        let mut body: Vec<Statement> = Vec::new();
        self.scene_statement(line, &mut body);
        Some(Kind::Concealed { concealment: secrecy, body })
    }
}

/// Whether something is declared of which there is one: what a scene keeps for itself needs no declaration.
fn is_one(item: &ItemKind) -> bool {
    let ItemKind::Declaration(declared) = item else { return false };
    matches!(declared.kind, ast::DeclarationKind::Kind { single: true, .. })
}
