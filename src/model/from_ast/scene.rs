//! Scenes: who is there, what is known, what happens in which order.

use std::collections::BTreeMap;

use super::super::{
    Argument, Entry, Expr, ExprKind, Hooks, KindId, Method, NamedModifier, NamedModifierId, PeriodId, ProcedureId,
    SceneOption, Statement, StatementKind as Kind, Thing, ThingId, Type,
};
use super::kept::of_kept;
use super::names::{SceneName, article, listed, one_of};
use super::{Checker, Env};
use crate::diagnostic::nearest::{guess, nearest};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, Kept, Line, Phrase, StatementKind};
use crate::syntax::form_of;

/// What a line of a scene begins with.
enum Head {
    Kind(KindId),
    Procedure(ProcedureId),
    Period(PeriodId),
}

impl<'a> Checker<'a> {
    /// The single instances of `one` kinds.
    pub fn single_things(&mut self) {
        for (place, kind) in self.model.kinds.iter().enumerate() {
            if kind.single {
                let id = ThingId(self.model.things.len());
                self.model.things.push(new_thing(kind.name.clone(), KindId(place), kind.span, None));
                if let Some(scope) = self.scopes.first_mut() {
                    scope.insert(kind.name.clone(), SceneName::Thing(id));
                }
            }
        }
    }

    /// All lines of one file.
    pub fn scene_file(&mut self, file: &'a ast::File) {
        let lines: Vec<&'a ast::Statement> = file
            .items
            .iter()
            .filter_map(|item| if let ItemKind::Statement(s) = &item.kind { Some(s) } else { None })
            .collect();
        let (statements, mode) = self.scene_lines(&lines);
        self.model.scene.extend(statements);
        self.model.mode = mode.or(self.model.mode.take());
        for item in &file.items {
            if item.kind.declares() {
                self.misplaced(
                    item.span,
                    "a declaration stands in a scene",
                    "put it into a system, or into a house file that `extends` one",
                );
            }
        }
    }

    /// Lines of a scene: first everybody and everything by name, then what they are, then what happens.
    pub fn scene_lines(&mut self, lines: &[&'a ast::Statement]) -> (Vec<Statement>, Option<Method>) {
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
            let (kept, statement) = of_kept(statement);
            if let StatementKind::Modifier { name, value, text, known } = &statement.kind {
                self.named(name, value, text.as_ref(), (known.as_deref(), kept));
            }
        }
        let mut mode = None;
        let mut typed = Vec::new();
        // The kind of whoever was declared just before.
        let mut behind = None;
        for statement in lines {
            match &statement.kind {
                StatementKind::Line(line) if self.is_thing_line(line) => {
                    let thing = things.get(&statement.span);
                    behind = thing.map(|id| self.model.things[id.0].kind);
                    if let (Some(id), Some(body)) = (thing, &line.body) {
                        self.thing_fields(*id, body);
                    }
                    continue;
                }
                StatementKind::Line(line) if self.head(&line.words).is_none() => {
                    self.unknown_scene_line(line, behind);
                    continue;
                }
                StatementKind::Mode(word) => mode = self.method_word(word),
                _ => self.scene_statement(statement, &mut typed),
            }
            behind = None;
        }
        (typed, mode)
    }

    pub fn is_thing_line(&self, line: &Line) -> bool {
        matches!(self.head(&line.words), Some((Head::Kind(_), _)))
    }

    /// The longest beginning of the words that heads a line here, and how many words it takes.
    fn head(&self, words: &Phrase) -> Option<(Head, usize)> {
        for used in (1..=words.words.len()).rev() {
            let name = join(&words.words[..used]);
            if let Some(id) = self.names.kinds.get(&name) {
                return Some((Head::Kind(*id), used));
            }
            if let Some(id) = self.names.procedures.get(&name) {
                return Some((Head::Procedure(*id), used));
            }
            if let Some(id) = self.names.periods.get(&name) {
                return Some((Head::Period(*id), used));
            }
        }
        None
    }

    fn declare_thing(&mut self, line: &Line, kind: KindId, used: usize) -> Option<ThingId> {
        let title = line.text.as_ref().map(|t| t.text.clone());
        if self.model.kinds[kind.0].single {
            let name = self.model.kinds[kind.0].name.clone();
            return match self.scene_name(&name) {
                Some(SceneName::Thing(id)) => Some(id),
                _ => None,
            };
        }
        let rest = &line.words.words[used..];
        if rest.is_empty() {
            let kind_name = &self.model.kinds[kind.0].name;
            let message = format!("this `{kind_name}` has no name");
            let help = format!("write `{kind_name} name \"title\"`; the name is how other lines speak of it");
            self.report(Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message).help(help));
            return None;
        }
        let name = Phrase { words: rest.to_vec() };
        let id = ThingId(self.model.things.len());
        self.name_in_scene(&name, SceneName::Thing(id));
        self.model.things.push(new_thing(name.text(), kind, name.span(), title));
        Some(id)
    }

    /// The fields that a scene states, and things that belong to this one.
    fn thing_fields(&mut self, id: ThingId, body: &'a [ast::Statement]) {
        for statement in body {
            match &statement.kind {
                StatementKind::Line(line) => self.thing_field(id, line),
                _ => self.misplaced(
                    statement.span,
                    "only fields can stand here",
                    "write the name of a field and its value",
                ),
            }
        }
    }

    fn thing_field(&mut self, id: ThingId, line: &'a Line) {
        let kind = self.model.things[id.0].kind;
        for used in (1..=line.words.words.len()).rev() {
            let name = join(&line.words.words[..used]);
            if let Some(place) = self.model.kinds[kind.0].field(&name) {
                let field = self.model.kinds[kind.0].fields[place].clone();
                if let (Type::Many(of), true) = (&field.ty, line.body.is_some())
                    && let Type::Thing(owned) = **of
                {
                    self.owned_thing(id, place, owned, (line, used));
                    return;
                }
                let blank = super::arguments::Blank { name, ty: field.ty, limits: field.limits, by: field.by };
                let old = self.model.things[id.0].fields.remove(&place);
                let fill = self.fill(&Env::default(), &blank, line, used, old);
                self.model.things[id.0].fields.extend(fill.map(|fill| (place, fill)));
                return;
            }
        }
        let fields: Vec<String> = self.model.kinds[kind.0].fields.iter().map(|f| f.name.clone()).collect();
        let kind_name = self.model.kinds[kind.0].name.clone();
        self.unknown_line(line, &format!("{} `{kind_name}`", article(&kind_name)), &fields);
    }

    /// `item rope { length 3 }` inside another thing: it belongs to that thing, and is called `anna.rope`.
    fn owned_thing(&mut self, owner: ThingId, place: usize, kind: KindId, (line, used): (&'a Line, usize)) {
        let own = join(&line.words.words[used..]);
        let name = format!("{}.{own}", self.model.things[owner.0].name);
        let id = ThingId(self.model.things.len());
        let title = line.text.as_ref().map(|t| t.text.clone());
        self.model.things.push(new_thing(name.clone(), kind, line.words.span(), title));
        self.model.things[owner.0].owned.push(id);
        let value = Expr { span: line.words.span(), ty: Type::Thing(kind), kind: ExprKind::Thing(id) };
        let entry = Entry { label: name, value, text: None, span: line.words.span(), named: None, index: None };
        let fields = &mut self.model.things[owner.0].fields;
        match fields.entry(place).or_insert_with(|| Argument::List(Vec::new())) {
            Argument::List(entries) => entries.push(entry),
            other => *other = Argument::List(vec![entry]),
        }
        if let Some(body) = &line.body {
            self.thing_fields(id, body);
        }
    }

    fn named(
        &mut self,
        name: &Phrase,
        value: &ast::Expr,
        text: Option<&ast::Text>,
        (known, kept): (Option<&[Phrase]>, Option<Kept>),
    ) {
        let value = self.constant(value).unwrap_or(0);
        let mut known_to = known.map(|_| Vec::new());
        for who in known.unwrap_or_default() {
            match who.text().as_str() {
                "nobody" => {}
                "everybody" | "all" => known_to = None,
                text => match self.scene_name(text) {
                    Some(SceneName::Thing(id)) => {
                        if let Some(list) = &mut known_to {
                            list.push(id);
                        }
                    }
                    _ => self.nobody(who),
                },
            }
        }
        let id = NamedModifierId(self.model.named_modifiers.len());
        self.name_in_scene(name, SceneName::NamedModifier(id));
        let text = text.map(|t| t.text.clone());
        self.model.named_modifiers.push(NamedModifier {
            name: name.text(),
            text,
            value,
            known: known_to,
            kept,
            span: name.span(),
        });
    }

    /// Reports a name that should be somebody's.
    pub fn nobody(&mut self, who: &Phrase) {
        let named = self.model.things.iter().filter(|thing| !self.model.kinds[thing.kind.0].single);
        let things: Vec<String> = named.map(|thing| thing.name.clone()).collect();
        let kind = self.model.kinds.iter().find(|kind| !kind.single).map_or("somebody", |kind| kind.name.as_str());
        let (name, near) = (who.text(), guess(&who.text(), things.iter().map(String::as_str)));
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, who.span(), format!("nobody here is called `{name}`"));
        let complaint = complaint.did_you_mean(near, || match things.as_slice() {
            [] => format!("name them first, on a line such as `{kind} {name} \"…\"`"),
            things => format!("the scene knows {}", one_of(things.iter().map(String::as_str))),
        });
        self.report(complaint);
    }

    /// `deliberate`, `random`, `automatic`
    pub fn method_word(&mut self, word: &ast::Word) -> Option<Method> {
        let method = method_of(&word.text);
        if method.is_none() {
            let message = format!("`{}` is no method", word.text);
            let help = "the methods are `deliberate`, `random` and `automatic`";
            self.report(Diagnostic::error(codes::METHOD, word.span, message).help(help));
        }
        method
    }

    /// The statements of a block of a scene.
    fn scene_block(&mut self, body: &'a [ast::Statement]) -> Vec<Statement> {
        let lines: Vec<&'a ast::Statement> = body.iter().collect();
        let begins = lines.first().map(|line| line.span);
        self.blocks.extend(begins);
        let typed = self.scene_lines(&lines).0;
        self.blocks.truncate(self.blocks.len() - usize::from(begins.is_some()));
        typed
    }

    pub fn scene_statement(&mut self, statement: &'a ast::Statement, into: &mut Vec<Statement>) {
        let (span, env) = (statement.span, Env::default());
        let kind = match &statement.kind {
            StatementKind::Line(line) => self.scene_line(line),
            StatementKind::Modifier { .. } | StatementKind::Cast { .. } => None,
            StatementKind::If { branches, otherwise } => {
                let mut typed = Vec::new();
                for (condition, body) in branches {
                    typed.push((self.condition(&env, condition), self.scene_block(body)));
                }
                let otherwise = otherwise.as_ref().map_or_else(Vec::new, |body| self.scene_block(body));
                Some(Kind::If { branches: typed, otherwise })
            }
            StatementKind::Repeat { period, most, until, body } => {
                Some(self.repeat(period.as_ref(), most, until.as_ref(), body))
            }
            StatementKind::ChooseOption { name, question, by, options } => {
                Some(self.choose_option(name.as_ref(), question, by.as_ref(), options))
            }
            StatementKind::Kept { kept, line } => self.kept_line(*kept, line),
            _ => self.shared_statement(&env, statement),
        };
        into.extend(kind.map(|kind| Statement { span, kind, hooks: Hooks::default() }));
    }

    fn scene_line(&mut self, line: &'a Line) -> Option<Kind> {
        match self.head(&line.words) {
            Some((Head::Procedure(id), used)) => Some(Kind::Invocation(self.invocation(line, used, id, None))),
            Some((Head::Period(id), used)) => {
                let mut period = self.period_use(id, Some((line, used)));
                let lines = line.body.as_deref().unwrap_or_default();
                let lines: Vec<&'a ast::Statement> = lines.iter().filter(|s| !self.is_period_blank(id, s)).collect();
                let body = self.scene_lines(&lines).0;
                period.hooks.after = self.after_period(id);
                Some(Kind::Period { period, body })
            }
            Some((Head::Kind(_), _)) => None,
            None => {
                self.unknown_scene_line(line, None);
                None
            }
        }
    }

    /// Reports a line whose head means nothing in a scene; `behind` is the kind of whoever was declared just before.
    fn unknown_scene_line(&mut self, line: &Line, behind: Option<KindId>) {
        let names = &self.names;
        let heads = names.procedures.keys().chain(names.kinds.keys()).chain(names.periods.keys());
        let heads: Vec<String> = heads.cloned().collect();
        let name = line.words.text();
        let help = match (self.scene_name(&name), behind) {
            (Some(SceneName::Thing(_)), _) => names.procedures.keys().next().map(|procedure| {
                format!("a line says first what is done, and each who does it has one: `{procedure} NAME by {name}`")
            }),
            (None, Some(kind)) if is_a_name(line) && nearest(&name, heads.iter().map(String::as_str)).is_none() => {
                let kind = &self.model.kinds[kind.0].name;
                Some(format!("if `{name}` is one more `{kind}`, write `{kind} {name}`: each has a line of its own"))
            }
            _ => None,
        };
        match help {
            Some(help) => {
                let message = format!("a line of a scene does not begin with `{name}`");
                self.report(Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message).help(help));
            }
            None => self.unknown_line(line, "a scene", &heads),
        }
    }

    /// Reports a line whose head means nothing where it stands.
    pub fn unknown_line(&mut self, line: &Line, place: &str, heads: &[String]) {
        let first = join(&line.words.words[..1]);
        let all = line.words.text();
        if let Some(help) = of_procedures(&first) {
            let message = format!("a line of {place} does not begin with `{first}`");
            self.report(Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message).help(help));
            return;
        }
        if let Some(invocation) = form_of(&all) {
            let message = format!("a line that begins with `{first}` is written in another way");
            self.report(Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message).help(invocation));
            return;
        }
        let message = format!("a line of {place} does not begin with `{first}`");
        let complaint = Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message);
        let names = || heads.iter().map(String::as_str);
        // The first word may be a head, and all words may be one.
        let head = line.words.words.first().map_or(line.words.span(), |word| word.span);
        let near = guess(&first, names()).map(|near| (near, head));
        self.report(match near.or_else(|| guess(&all, names()).map(|near| (near, line.words.span()))) {
            Some((near, span)) => complaint.help(format!("did you mean `{}`?", near.name)).fix(near.fix(span)),
            None => complaint.help(format!("{place} has lines that begin with {}", one_of(names()))),
        });
    }

    fn repeat(
        &mut self,
        period: Option<&'a Phrase>,
        most: &'a ast::Expr,
        until: Option<&'a ast::Expr>,
        body: &'a [ast::Statement],
    ) -> Kind {
        let env = Env::default();
        let most = self.expr(&env, most, Some(&Type::Number));
        let most = self.fit(most, &Type::Number, &env);
        let id = period.map(|phrase| (self.names.periods.get(&phrase.text()).copied(), phrase));
        let id = match id {
            Some((None, phrase)) => {
                let periods: Vec<String> = self.names.periods.keys().cloned().collect();
                let help = listed("the system", "period", periods.iter().map(String::as_str));
                let message = format!("there is no period `{}`", phrase.text());
                self.report(Diagnostic::error(codes::UNKNOWN_NAME, phrase.span(), message).help(help));
                None
            }
            Some((id, _)) => id,
            None => None,
        };
        let lines: Vec<&'a ast::Statement> =
            body.iter().filter(|s| !id.is_some_and(|id| self.is_period_blank(id, s))).collect();
        let mut period = id.map(|id| {
            let used = self.period_use(id, None);
            self.period_blanks(used.invocation, id, body);
            used
        });
        let body = self.scene_lines(&lines).0;
        if let (Some(id), Some(period)) = (id, &mut period) {
            period.hooks.after = self.after_period(id);
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
        for option in options {
            let words = &option.name.words;
            let default = words.len() > 1 && words.last().is_some_and(|w| w.text == "default");
            let name = join(&words[..words.len() - usize::from(default)]);
            let body = self.scene_block(&option.body);
            typed.push(SceneOption { name, default, body });
        }
        if typed.is_empty() {
            self.report(
                Diagnostic::error(codes::NO_CHOICE, question.span, "there is nothing to choose from")
                    .help("write the options as `{ press { … } stop default { … } }`"),
            );
        }
        let name = name.map_or_else(|| question.text.clone(), Phrase::text);
        let by = by.map_or_else(String::new, Phrase::text);
        Kind::ChooseOption { name, question: question.text.clone(), by, options: typed }
    }

    /// What each kind needs of its things, as far as it is known before the run, is checked when the program is made.
    pub fn check_needs(&mut self) {
        self.check_needs_from(0);
    }

    /// The same for whatever was named after so many others.
    pub fn check_needs_from(&mut self, first: usize) {
        for id in first..self.model.things.len() {
            let kind = self.model.things[id].kind;
            let missing = self.model.kinds[kind.0].fields.iter().enumerate().find(|(place, field)| {
                field.default.is_none() && !field.optional && !self.model.things[id].fields.contains_key(place)
            });
            if let Some((_, field)) = missing {
                let thing = &self.model.things[id];
                let message = format!("`{}` has no `{}`", thing.name, field.name);
                let help = format!("add a line `{} …` between its braces", field.name);
                let (span, field_span) = (thing.span, field.span);
                self.report(
                    Diagnostic::error(codes::UNFILLED, span, message).also(field_span, "asked for here").help(help),
                );
            }
        }
    }
}

/// `deliberate`, `random`, `automatic`
pub fn method_of(word: &str) -> Option<Method> {
    match word {
        "deliberate" => Some(Method::Deliberate),
        "random" => Some(Method::Random),
        "automatic" => Some(Method::Automatic(None)),
        _ => None,
    }
}

/// What to say of words that begin lines elsewhere.
fn of_procedures(word: &str) -> Option<&'static str> {
    match word {
        "ask" | "let" | "sum" | "decide" | "roll" | "draw" | "shuffle" | "resolve" | "run" | "cut" | "pay" | "stop"
        | "needs" | "step" | "for" => Some("such a line stands in a `procedure` of a system"),
        "while" | "loop" | "until" => Some("write `repeat up to 4 until … { … }`; every repetition has an end"),
        "print" | "say" | "echo" => Some("write `note \"…\"`"),
        "var" | "const" | "def" | "function" => Some("computing is done in a system: `rule name(n) = …`"),
        _ => None,
    }
}

/// Words joined by single spaces.
pub fn join(words: &[ast::Word]) -> String {
    words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Whether a line could be the name of somebody, with a title and fields.
fn is_a_name(line: &Line) -> bool {
    let acts = line.value != ast::LineValue::None || line.by.is_some() || line.versus.is_some();
    !acts && of_procedures(&join(&line.words.words[..1])).is_none()
}

pub fn new_thing(name: String, kind: KindId, span: Span, title: Option<String>) -> Thing {
    Thing { name, title, kind, span, fields: BTreeMap::new(), owned: Vec::new() }
}
