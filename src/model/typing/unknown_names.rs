//! Names that nothing has, and what was probably meant.

use super::{Env, Typer};
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::listing::one_of;
use crate::model::{ScaleId, Type};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::Phrase;
use crate::syntax::form_of;

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
            self.unknown_level(*id, &text, span);
            return;
        }
        let all = self.visible(env, hint);
        if let Some((first, second)) = two_names(phrase, &all) {
            let message = format!("`{text}` is read as one name, and nothing is called that");
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
                "`{text}` is a level of `{scale}`, and a level of `{}` is wanted",
                self.system.scales[*id].name
            );
            self.report(Diagnostic::error(codes::WRONG_SCALE, span, message).help(format!("write {levels}")));
            return;
        }
        if let Some(invocation) = form_of(&text) {
            let first = text.split(' ').next().unwrap_or_default();
            let message = format!("a line that begins with `{first}` is written in another way");
            self.report(Diagnostic::error(codes::UNKNOWN_NAME, span, message).help(invocation));
            return;
        }
        let ambiguous = self.system.scales.iter().filter(|scale| scale.level(&text).is_some()).count() > 1;
        if ambiguous {
            let scales =
                self.system.scales.iter().filter(|scale| scale.level(&text).is_some()).map(|s| s.name.as_str());
            let message = format!("`{text}` is a level of {}", one_of(scales).replace(" or ", " and of "));
            let help = "compare it with a value of one of them, so that it is clear which is meant";
            self.report(Diagnostic::error(codes::AMBIGUOUS_NAME, span, message).help(help));
            return;
        }
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, span, format!("nothing is called `{text}`"));
        let near = guess(&text, all.iter().map(SharedText::as_str));
        self.report(complaint.did_you_mean(near, || match env.procedure {
            Some(_) => "name a blank, a value computed above, a role or a level".into(),
            None => "name somebody or something of this scene, or the result of something that ran above".into(),
        }));
    }

    /// The place of a level in a scale, or a report with what was probably meant.
    pub fn unknown_level(&mut self, id: ScaleId, name: &str, span: Span) {
        let levels = &self.system.scales[id].levels;
        let goes_on = |level: &&SharedText| name.strip_prefix(level.as_str()).is_some_and(|rest| rest.starts_with(' '));
        let message = format!("`{name}` is no level of `{}`", self.system.scales[id].name);
        let near = guess(name, levels.iter().map(SharedText::as_str));
        let complaint = Diagnostic::error(codes::UNKNOWN_LEVEL, span, message).did_you_mean(near, || {
            match levels.iter().find(goes_on) {
                Some(level) => format!("begin a new line after `{level}`, or write a comma"),
                None => format!("its levels are {}", one_of(levels.iter().map(SharedText::as_str))),
            }
        });
        self.report(complaint);
    }

    /// The scale that has a level of that name, if only one has.
    fn belongs_elsewhere(&self, text: &str) -> Option<SharedText> {
        self.system.scales.iter().find(|scale| scale.level(text).is_some()).map(|scale| scale.name.clone())
    }
}

/// Two names with a forgotten operator between them: `total margin` for `total - margin`.
fn two_names(phrase: &Phrase, all: &[SharedText]) -> Option<(SharedText, SharedText)> {
    let words: Vec<&str> = phrase.words.iter().map(|w| w.text.as_str()).collect();
    for cut in 1..words.len() {
        let (first, second) = (words[..cut].join(" ").into(), words[cut..].join(" ").into());
        if all.contains(&first) && all.contains(&second) {
            return Some((first, second));
        }
    }
    None
}
