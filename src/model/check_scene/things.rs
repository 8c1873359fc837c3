//! All people and things that a scene names: the values of their fields, and what belongs to them.

use super::checker::SceneChecker;
use super::words::{Beginnings, join, place_of};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::with_article;
use crate::model::scene_names::SceneName;
use crate::model::typing::Env;
use crate::model::{Argument, Entry, Expr, ExprKind, KindId, Named, Thing, ThingId, Type};
use crate::shared_text::SharedText;
use crate::syntax::ast::{self, Line, LineValue, Phrase, StatementKind};

impl<'a> SceneChecker<'a> {
    /// Somebody or something by the name on a line.
    pub fn declare_thing(&mut self, line: &Line, kind: KindId, used: usize) -> Option<ThingId> {
        let title = line.text.as_ref().map(|text| self.title(text));
        self.only_named(line, kind, used);
        self.used(Named::Kind(kind), place_of(&line.words.words[..used]));
        if self.system.kinds[kind].single {
            let name = self.system.kinds[kind].name.clone();
            return match self.scene.names.get(&name) {
                Some(SceneName::Thing(id)) => Some(id),
                _ => None,
            };
        }
        let rest = &line.words.words[used..];
        if rest.is_empty() {
            let kind_name = &self.system.kinds[kind].name;
            let message = format!("this `{kind_name}` has no name");
            let help = format!("write `{kind_name} NAME \"…\"`; other lines refer to it by name");
            self.report(Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message).help(help));
            return None;
        }
        let name = Phrase { words: rest.to_vec() };
        let id = self.scene.things.next_id();
        self.name_in_scene(&name, SceneName::Thing(id));
        self.scene.things.push(Thing::named(name.text(), kind, name.span(), title));
        Some(id)
    }

    /// The title of somebody or something; nobody is known yet whom it could name.
    fn title(&mut self, text: &ast::Text) -> SharedText {
        if let Some(hole) = text.holes.first() {
            let message = "a title cannot contain a value";
            let complaint = Diagnostic::error(codes::HOLE, hole.value.span, message);
            self.report(complaint.help("write plain words; for a brace in a text, write two: `{{`"));
        }
        text.text.clone()
    }

    /// A line that names somebody or something has neither a value nor anybody who acts.
    fn only_named(&mut self, line: &Line, kind: KindId, used: usize) {
        if self.hyphenated(line, used) {
            return;
        }
        let kind = &self.system.kinds[kind].name;
        let beyond = match (&line.value, &line.by, &line.versus) {
            (LineValue::After(value) | LineValue::Through(value), ..) => value.span,
            (LineValue::Faces(faces), ..) => faces.first().map_or(line.words.span(), |(_, span)| *span),
            (LineValue::None, Some(who), _) | (LineValue::None, None, Some(who)) => who.span(),
            (LineValue::None, None, None) => return,
        };
        let message = format!("a line that names {} ends with its title and its braces", with_article(kind));
        let help = "write its fields between the braces, each on its own line: `NAME { FIELD 3 }`";
        self.report(Diagnostic::error(codes::UNKNOWN_LINE, beyond, message).help(help));
    }

    /// The fields that a scene states, and things that belong to this one.
    pub fn thing_fields(&mut self, id: ThingId, body: &'a [ast::Statement]) {
        if id.0 < self.settled_things {
            self.reaches_back = true;
            return;
        }
        for statement in body {
            if let StatementKind::Line(line) = &statement.kind {
                self.thing_field(id, line);
            } else {
                let help = "write the name of a field and its value";
                self.misplaced(statement.span, "only fields are allowed here", help);
            }
        }
    }

    fn thing_field(&mut self, id: ThingId, line: &'a Line) {
        let kind = self.scene.things[id].kind;
        let beginnings = Beginnings::of(&line.words.words);
        for (used, name) in beginnings.longest_first() {
            if let Some(place) = self.system.kinds[kind].field(name) {
                self.used(Named::Field(kind, place), place_of(&line.words.words[..used]));
                let field = self.system.kinds[kind].fields[place].clone();
                if let (Type::Many(of), true) = (&field.ty, line.body.is_some())
                    && let Type::Thing(owned) = **of
                {
                    self.owned_thing(id, place, owned, (line, used));
                    return;
                }
                if self.owned_without_braces(&field, (line, used)) {
                    return;
                }
                let blank = super::arguments::Blank {
                    name: name.into(),
                    ty: field.ty,
                    limits: field.limits,
                    by: field.by,
                    asked_by: None,
                };
                let old = self.scene.things[id].fields.remove(&place);
                let fill = self.fill(&Env::default(), &blank, line, used, old);
                self.known_at_the_start(&blank.name, fill.as_ref());
                self.scene.things[id].fields.extend(fill.map(|fill| (place, fill)));
                return;
            }
        }
        if let Some(complaint) = self.field_of_a_level(kind, line) {
            self.report(complaint);
            return;
        }
        if let Some(help) = self.kind_of_its_own(id, line) {
            let message =
                format!("{} has no line `{}`", with_article(&self.system.kinds[kind].name), line.words.words[0].text);
            self.report(Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message).help(help));
            return;
        }
        let fields: Vec<SharedText> = self.system.kinds[kind].fields.iter().map(|f| f.name.clone()).collect();
        let kind_name = self.system.kinds[kind].name.clone();
        self.unknown_line(line, &with_article(&kind_name), &fields);
    }

    /// What to write for something that a scene declares on a line of its own, and that names whose it is: `boon luck { of ada }`.
    fn kind_of_its_own(&self, owner: ThingId, line: &Line) -> Option<String> {
        let beginnings = Beginnings::of(&line.words.words);
        let mut kinds = beginnings.longest_first().map(|(used, name)| (used, self.system.names.kinds.get(name)));
        let (used, kind) = kinds.find_map(|(used, kind)| Some((used, *kind?)))?;
        let (owner, kind) = (&self.scene.things[owner], &self.system.kinds[kind]);
        if kind.single {
            return None;
        }
        let rest = &line.words.words[used..];
        let called = if rest.is_empty() { "NAME".into() } else { join(rest) };
        let title = line.text.as_ref().map(|title| format!(" \"{}\"", title.text)).unwrap_or_default();
        let whose = kind.fields.iter().find(|field| field.ty == Type::Thing(owner.kind));
        let whose = whose.map(|field| format!(" {{ {} {} }}", field.name, owner.name)).unwrap_or_default();
        let written = format!("{} {called}{title}{whose}", kind.name);
        Some(format!("write it on a line of its own, outside these braces: `{written}`"))
    }

    /// Nobody is asked what somebody begins with: it is known before the run.
    fn known_at_the_start(&mut self, field: &str, fill: Option<&Argument>) {
        let Some(Argument::One(entry)) = fill else { return };
        if entry.value.kind != ExprKind::Question {
            return;
        }
        let message = format!("`{field}` must be known before the run, so `?` cannot ask for it");
        self.report(
            Diagnostic::error(codes::NOT_CONSTANT, entry.value.span, message)
                .help("write a plain value; it can be changed later with `set`"),
        );
    }

    /// `item rope { length 3 }` inside another thing: it belongs to that thing, and is called `anna.rope`.
    fn owned_thing(&mut self, owner: ThingId, place: usize, kind: KindId, (line, used): (&'a Line, usize)) {
        self.only_named(line, kind, used);
        let own = join(&line.words.words[used..]);
        let name = format!("{}.{own}", self.scene.things[owner].name);
        self.named_once(owner, &name, line);
        let id = self.scene.things.next_id();
        let title = line.text.as_ref().map(|text| self.title(text));
        self.scene.things.push(Thing::named(name.clone().into(), kind, line.words.span(), title));
        self.scene.things[owner].owned.push(id);
        let value = Expr { span: line.words.span(), ty: Type::Thing(kind), kind: ExprKind::Thing(id) };
        let entry = Entry {
            label: name.into(),
            value,
            text: None,
            span: line.words.span(),
            named: None,
            index: None,
            bare: false,
            as_modifier: false,
        };
        let fields = &mut self.scene.things[owner].fields;
        match fields.entry(place).or_insert_with(|| Argument::List(Vec::new())) {
            Argument::List(entries) => entries.push(entry),
            other @ (Argument::One(_) | Argument::Forms(_) | Argument::Plan(_)) => *other = Argument::List(vec![entry]),
        }
        if let Some(body) = &line.body {
            self.thing_fields(id, body);
        }
    }

    /// What belongs to somebody has a name of its own among all that does, of whatever kind.
    fn named_once(&mut self, owner: ThingId, name: &str, line: &Line) {
        let things = &self.scene.things;
        let first = things[owner].owned.iter().map(|owned| &things[*owned]).find(|owned| owned.name == name);
        let Some(first) = first else { return };
        let message = format!("`{}` already has something named `{name}`", things[owner].name);
        let found =
            Diagnostic::error(codes::DUPLICATE_NAME, line.words.span(), message).also(first.span, "named here first");
        self.report(found.help("give one of them another name, here and wherever it is used"));
    }

    /// Whether each thing from place `first` on has all that its kind asks for. What a kind demands of values is looked at
    /// when the program is made.
    pub fn check_needs(&mut self, first: usize) {
        for id in self.scene.things.ids().skip(first).collect::<Vec<ThingId>>() {
            let kind = self.scene.things[id].kind;
            let missing = self.system.kinds[kind].fields.iter().enumerate().find(|(place, field)| {
                field.default.is_none() && !field.optional && !self.scene.things[id].fields.contains_key(place)
            });
            if let Some((_, field)) = missing {
                let thing = &self.scene.things[id];
                let message = format!("`{}` has no `{}`", thing.name, field.name);
                let help = format!(
                    "add it between its braces: `{} {} {{ {} … }}`",
                    self.system.kinds[kind].name, thing.name, field.name
                );
                let (span, field_span) = (thing.span, field.span);
                self.report(
                    Diagnostic::error(codes::UNFILLED, span, message).also(field_span, "asked for here").help(help),
                );
            }
        }
    }
}
