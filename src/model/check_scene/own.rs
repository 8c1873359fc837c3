//! A scene's own declarations: tallies, flags, and rolls and ladders where no one acts.

use std::collections::BTreeMap;

use super::arguments::Blank;
use super::checker::SceneChecker;
use super::leftovers::Takes;
use super::no_claims::compares;
use super::words::{SHOWS, join};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::listed;
use crate::model::scene_names::SceneName;
use crate::model::typing::{Env, constant_of};
use crate::model::{
    Chance, ChanceKind, LevelText, Named, Own, OwnId, OwnKind, ScaleId, Shown, StatementKind as Kind, Type,
};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, Concealment, Line, LineValue, Phrase, StatementKind};
use crate::syntax::print_expression;

impl<'a> SceneChecker<'a> {
    /// `tally NAME : TYPE = NUMBER "text"`, `flag NAME = no "text"`
    pub fn tally(
        &mut self,
        (name, text): (&Phrase, Option<&ast::Text>),
        (ty, first): (Option<&ast::TypeRef>, &ast::Expr),
        concealment: Option<Concealment>,
    ) -> Option<Kind> {
        let word = if ty.is_some() { "tally" } else { "flag" };
        if self.depth > 0 {
            let message = format!("a `{word}` must be outside all blocks");
            let help = "move it above them: it lasts for the whole scene";
            self.misplaced(name.span(), message, help);
            return None;
        }
        let kind = match ty {
            Some(ty) => self.tally_kind(name, ty, first),
            None => OwnKind::Flag(self.known_first(first, &Type::YesNo).unwrap_or_default()),
        };
        let text = text.map(|text| text.text.clone());
        Some(Kind::Tally(self.name_own(name, text, (kind, concealment))))
    }

    fn tally_kind(&mut self, name: &Phrase, ty: &ast::TypeRef, first: &ast::Expr) -> OwnKind {
        let written = self.typer().written(ty);
        if written.ty != Type::Number || written.optional {
            let found = self.type_name(&written.ty);
            let complaint =
                Diagnostic::error(codes::WRONG_TYPE, ty.span, format!("a tally is a number, but this is {found}"));
            let help = "write `tally NAME : 0..9 = 3`, `tally NAME : number = 0`, or `flag NAME = no` for yes or no";
            self.report(complaint.help(help));
            return if written.ty == Type::YesNo { OwnKind::Flag(0) } else { OwnKind::Tally(None, 0) };
        }
        let value = self.wanted(&Env::default(), first, &Type::Number);
        let blank = Blank { name: name.text(), ty: Type::Number, limits: written.limits, by: None, asked_by: None };
        self.check_limits(&blank, &value);
        // What is wrong with its beginning makes it no less a number.
        OwnKind::Tally(written.limits, self.known_first(first, &Type::Number).unwrap_or_default())
    }

    /// What it begins with must be known before the run.
    fn known_first(&mut self, first: &ast::Expr, ty: &Type) -> Option<i64> {
        let value = self.wanted(&Env::default(), first, ty);
        let known = constant_of(&value);
        if known.is_none() && value.ty != Type::Unknown {
            let message = "the value at the start must be known before the run";
            let complaint = Diagnostic::error(codes::NOT_CONSTANT, value.span, message);
            self.report(complaint.help("write a plain value; it can be changed later with `set` and `add`"));
        }
        known
    }

    fn name_own(
        &mut self,
        name: &Phrase,
        text: Option<SharedText>,
        (kind, concealment): (OwnKind, Option<Concealment>),
    ) -> OwnId {
        let id = self.scene.own.next_id();
        self.name_in_scene(name, SceneName::Own(id));
        self.scene.own.push(Own { name: name.text(), text, span: name.span(), kind, concealment })
    }

    /// `roll NAME "text" : DICE { … }`, `resolve NAME "text" : LADDER with TOTAL { … }`
    pub fn chance(
        &mut self,
        (name, text): (&Phrase, Option<&ast::Text>),
        kind: &ast::ChanceKind,
        body: Option<&'a [ast::Statement]>,
    ) -> Option<Kind> {
        let env = Env::in_turn();
        let (holds, kind) = match kind {
            ast::ChanceKind::Roll(dice) if self.is_roll_compared(name, dice) => return None,
            ast::ChanceKind::Roll(dice) => (OwnKind::Roll, ChanceKind::Roll(self.typer().dice(&env, dice))),
            ast::ChanceKind::Resolve { ladder, total } => {
                let scale = self.ladder(ladder.as_ref().unwrap_or(name));
                let total = self.wanted(&env, total, &Type::Number);
                (OwnKind::Level(scale?), ChanceKind::Resolve(scale?, total))
            }
        };
        let text = text.map(|text| self.fixed_text(text));
        let own = self.name_own(name, text, (holds, None));
        let mut chance = Chance { own, kind, method: None, shown: None, texts: BTreeMap::new() };
        for statement in body.unwrap_or_default() {
            self.chance_line(statement, &mut chance);
        }
        Some(Kind::Chance(Box::new(chance)))
    }

    /// Reports `roll storm : 1d6 >= 5`, where dice are rolled and compared on one line.
    fn is_roll_compared(&mut self, name: &Phrase, dice: &ast::Expr) -> bool {
        let ast::ExprKind::Binary(operator, rolled, than) = &dice.kind else { return false };
        if !compares(*operator) {
            return false;
        }
        let of_it = ast::Expr { span: name.span(), kind: ast::ExprKind::Name(name.clone()) };
        let comparison = ast::ExprKind::Binary(*operator, Box::new(of_it), than.clone());
        let comparison = print_expression(&ast::Expr { span: dice.span, kind: comparison });
        let (name, rolled) = (name.text(), print_expression(rolled));
        let message = "a roll is dice and numbers, and compares nothing";
        let help = format!("write `roll {name} : {rolled}`, and below it `if {comparison} {{ … }}`");
        self.report(Diagnostic::error(codes::WRONG_TYPE, dice.span, message).help(help));
        self.notes.misread.push(format!(" {name} "));
        true
    }

    /// The ladder of that name.
    fn ladder(&mut self, name: &Phrase) -> Option<ScaleId> {
        let found = self.system.names.scales.get(&name.text()).copied();
        let found = found.filter(|id| self.system.scales[*id].ladder.is_some());
        if let Some(id) = found {
            self.used(Named::Scale(id), name.span());
            return found;
        }
        let ladders = self.system.scales.iter().filter(|scale| scale.ladder.is_some());
        let ladders: Vec<SharedText> = ladders.map(|scale| scale.name.clone()).collect();
        let message = format!("there is no ladder `{}`", name.text());
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, name.span(), message);
        self.report(complaint.help(match ladders.as_slice() {
            [] => "this system has none; roll the dice themselves: `roll NAME : 2d6`".into(),
            all => listed("the system", "ladder", all.iter().map(SharedText::as_str)),
        }));
        None
    }

    /// A line between the braces: how it is answered, or what a level means.
    fn chance_line(&mut self, statement: &'a ast::Statement, chance: &mut Chance) {
        if let StatementKind::Mode(word) = &statement.kind {
            if chance.method.is_some() || chance.shown.is_some() {
                return self.decided_twice(statement.span);
            }
            chance.method = self.method_word(word);
            return;
        }
        if let StatementKind::Line(line) = &statement.kind
            && self.chance_text(line, chance)
        {
            return;
        }
        if let StatementKind::Line(line) = &statement.kind
            && self.chance_shows(line, chance)
        {
            return;
        }
        let name = &self.scene.own[chance.own].name;
        let help = match chance.kind {
            ChanceKind::Roll(_) => format!("write `{name} shows 3, 4` for its dice, or a method such as `mode random`"),
            ChanceKind::Resolve(..) => {
                format!("write `mode random`, `{name} shows 3, 4` for its dice, or the text of a level: `LEVEL \"…\"`")
            }
        };
        self.misplaced(statement.span, "this line is not allowed here", &help);
    }

    /// `NAME shows FACES`, where `NAME` is what is rolled or resolved.
    fn chance_shows(&mut self, line: &'a Line, chance: &mut Chance) -> bool {
        let name = self.scene.own[chance.own].name.clone();
        let Some((last, before)) = line.words.words.split_last() else { return false };
        if last.text != SHOWS || join(before) != name {
            return false;
        }
        self.nothing_more(line, &format!("the faces of `{name}`"), Takes { value: true, ..Takes::default() });
        let Some(faces) = self.faces(line, &name) else { return true };
        let span = line.words.span();
        if chance.method.is_some() || chance.shown.is_some() {
            self.decided_twice(span);
        }
        chance.shown = Some(Shown { faces, span });
        true
    }

    fn decided_twice(&mut self, span: Span) {
        let complaint = Diagnostic::error(codes::FILLED_TWICE, span, "two lines say how this is answered");
        self.report(complaint.help("remove one of the lines"));
    }

    fn chance_text(&mut self, line: &Line, chance: &mut Chance) -> bool {
        let (ChanceKind::Resolve(scale, _), Some(text)) = (&chance.kind, &line.text) else { return false };
        let scale = *scale;
        let Some(level) = self.system.scales[scale].level(&line.words.text()) else { return false };
        if !matches!(line.value, LineValue::None) {
            return false;
        }
        let span = line.words.span();
        self.used(Named::Level(scale, level), span);
        self.nothing_more(
            line,
            &format!("the text of `{}`", line.words.text()),
            Takes { text: true, ..Takes::default() },
        );
        let text = LevelText { text: self.typer().wording(&Env::default(), text), span };
        if let Some(first) = chance.texts.insert(level, text) {
            let message = format!("`{}` has two texts", line.words.text());
            let complaint = Diagnostic::error(codes::TEXT_TWICE, span, message).also(first.span, "the first text");
            self.report(complaint.help("a level has only one text: remove the other one"));
        }
        true
    }
}
