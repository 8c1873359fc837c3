//! Texts with holes: what may fill them, and where that must be known before the run.

use super::{Env, Typer};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::one_of;
use crate::model::{Expr, ExprKind, Hole, Local, LocalKind, ProcedureId, Thing, Type, Wording};
use crate::shared_text::SharedText;
use crate::syntax::{ast, print_expression};

/// So many numbers of something are named that a text could show.
const MOST_NUMBERS: usize = 3;

impl Typer<'_> {
    /// A text that is told on the way: its holes are filled then.
    pub fn wording(&mut self, env: &Env, text: &ast::Text) -> Wording {
        let mut holes = Vec::new();
        for hole in &text.holes {
            let value = self.printable(env, &hole.value);
            holes.push(Hole { at: hole.at, name: print_expression(&hole.value).into(), value });
        }
        Wording { text: text.text.clone(), holes }
    }

    /// A text that is fixed before the run, such as a title: its holes are filled here.
    pub fn fixed_text(&mut self, env: &Env, text: &ast::Text) -> SharedText {
        if text.holes.is_empty() {
            return text.text.clone();
        }
        let (mut filled, mut from) = (String::new(), 0);
        for hole in &text.holes {
            filled.push_str(text.text.get(from..hole.at).unwrap_or(""));
            from = hole.at;
            let value = self.printable(env, &hole.value);
            match self.known_words(&value) {
                Some(words) => filled.push_str(&words),
                None if value.ty == Type::Unknown => {}
                None => self.known_only_then(&value),
            }
        }
        filled.push_str(text.text.get(from..).unwrap_or(""));
        filled.into()
    }

    fn known_only_then(&mut self, value: &Expr) {
        let message = "this text is fixed before the run, so only names of people and things can stand in it";
        let complaint = Diagnostic::error(codes::NOT_CONSTANT, value.span, message);
        self.report(
            complaint.help("name a person or thing; only a `note` and the text of a level can contain any value"),
        );
    }

    /// What to write in a text for a run: what comes out of it.
    fn results_in_a_text(&self, run: &str, procedure: ProcedureId) -> String {
        let is_told = |local: &&Local| {
            let comes_out = !local.is_blank() && !matches!(local.kind, LocalKind::Role) && local.item_of.is_none();
            comes_out && matches!(local.ty, Type::Number | Type::YesNo | Type::Level(_) | Type::Roll)
        };
        let results = self.system.procedures[procedure].locals.iter().filter(is_told);
        let results: Vec<String> = results.map(|local| format!("{{{run}.{}}}", local.name)).collect();
        if results.is_empty() {
            return "name one of its results".to_owned();
        }
        format!("name one of its results: {}", one_of(results.iter().map(String::as_str)))
    }

    /// What fills a hole.
    fn printable(&mut self, env: &Env, value: &ast::Expr) -> Expr {
        let typed = self.expr(env, value, None);
        if typed.kind == ExprKind::Question {
            let complaint = Diagnostic::error(codes::MISPLACED, typed.span, "text cannot ask a question");
            self.report(complaint.help("ask for it in a blank or with `choose`, and name it here"));
            return Expr::unknown(typed.span);
        }
        match &typed.ty {
            Type::Roll | Type::NamedModifier | Type::TableRow(_) => self.fit(typed, &Type::Number, env),
            Type::Thing(_) => {
                self.shows_a_name(&typed);
                typed
            }
            Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Die
            | Type::Text
            | Type::Item(_)
            | Type::Card(_)
            | Type::Unknown => typed,
            Type::Run(_) | Type::Dice | Type::Plan(_) | Type::Many(_) => {
                let message = format!("this is {}, but text needs a single value", self.type_name(&typed.ty));
                let complaint = Diagnostic::error(codes::WRONG_TYPE, typed.span, message);
                let help = if let Type::Run(procedure) = typed.ty {
                    self.results_in_a_text(&print_expression(value), procedure)
                } else if typed.ty == Type::Dice {
                    "roll them first, `roll NAME : …`, and name the roll".into()
                } else {
                    "name one of them, or their total, such as `{count(…)}` or `{sum(…)}`".into()
                };
                self.report(complaint.help(help));
                Expr::unknown(typed.span)
            }
        }
    }

    /// A remark on something without a title that a text shows: what is read then is the name by which a script speaks of it. Somebody who
    /// acts may well go by such a name; who plays a part comes with a title, or does not.
    fn shows_a_name(&mut self, value: &Expr) {
        let ExprKind::Thing(id) = value.kind else { return };
        let Thing { name, title, kind, .. } = &self.scene.things[id];
        if title.is_some() || self.scene.cast.contains(&id) || self.system.can_act(*kind) {
            return;
        }
        let kind = &self.system.kinds[*kind];
        let numbers = kind.fields.iter().filter(|field| field.ty == Type::Number);
        let holes: Vec<String> = numbers.take(MOST_NUMBERS).map(|field| format!("{{{name}.{}}}", field.name)).collect();
        let declared = name.rsplit('.').next().unwrap_or(name);
        let titled = format!("give it a title, `{} {declared} \"…\"`", kind.name);
        let help = if holes.is_empty() {
            titled
        } else {
            format!("for a number, write {}; for words, {titled}", one_of(holes.iter().map(String::as_str)))
        };
        let message = format!("`{name}` has no title, so this text shows its name in the script");
        self.report(Diagnostic::warning(codes::UNTITLED, value.span, message).help(help));
    }

    /// A value as people read it, if it is known before the run.
    fn known_words(&self, value: &Expr) -> Option<SharedText> {
        match (&value.kind, &value.ty) {
            (ExprKind::Thing(id), _) => {
                let thing = &self.scene.things[*id];
                Some(thing.called())
            }
            (ExprKind::Text(text), _) => Some(text.clone()),
            (ExprKind::Number(place), Type::Level(scale)) => {
                self.system.scales[*scale].levels.get(usize::try_from(*place).ok()?).cloned()
            }
            (ExprKind::Number(number), Type::YesNo) => Some(if *number == 0 { "no" } else { "yes" }.into()),
            (ExprKind::Number(sides), Type::Die) => Some(format!("d{sides}").into()),
            (ExprKind::Number(number), _) => Some(number.to_string().into()),
            _ => None,
        }
    }
}
