//! Names that a scene gives.

use std::iter;

use smol_str::format_smolstr;

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::scene_names::SceneName;
use crate::model::{Argument, InvocationId, Local, LocalId, LocalKind, ProcedureId, Type};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::Phrase;

impl SceneChecker<'_> {
    /// Names something of the scene.
    pub fn name_in_scene(&mut self, name: &Phrase, what: SceneName) {
        let text = name.text();
        self.no_die_in_a_name(name, "choose another name, here and everywhere it is used");
        if let Some(first) = self.scene.names.give(text.clone(), what) {
            let place = self.place_of(first);
            let free = self.next_free(&text);
            let is_part = self.roles.contains_key(&text);
            let help = if is_part && matches!((first, what), (SceneName::Thing(_), SceneName::Thing(_))) {
                format!(
                    "`{text}` is a role: give the person who plays it another name, such as `{free}`, and \
                     cast it with `--cast \"{text}={free}\"` on the command line"
                )
            } else {
                match what {
                    SceneName::Thing(_) => format!(
                        "another one needs another name, such as `{free}`; to change the first, change its own line"
                    ),
                    SceneName::Invocation(_) | SceneName::NamedModifier(_) | SceneName::Own(_) => {
                        format!("each run needs its own name: write, for example, `{free}`")
                    }
                }
            };
            let complaint =
                Diagnostic::error(codes::DUPLICATE_NAME, name.span(), format!("the name `{text}` is used twice"));
            let complaint = complaint.also(place, "used here first").help(help);
            self.report(match what {
                SceneName::Invocation(id) => complaint.fix(self.another_name(id, name, &free)),
                SceneName::Thing(_) | SceneName::NamedModifier(_) | SceneName::Own(_) => complaint,
            });
        }
    }

    /// The name with the first number that makes it a name of nothing yet.
    fn next_free(&self, name: &SharedText) -> SharedText {
        let bare = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
        let number = name[bare.len()..].parse().map_or(2, |number: u64| number.saturating_add(1));
        let bare = if bare.is_empty() { name.as_str() } else { bare };
        let mut numbered = (number..).map(|number| format_smolstr!("{bare}{number}"));
        numbered.find(|name| self.scene.names.get(name).is_none()).unwrap_or_else(|| name.clone())
    }

    /// Gives a run a free name; one that is only called as what it does gets one of its own behind that.
    fn another_name(&self, id: InvocationId, name: &Phrase, free: &str) -> Fix {
        let span = name.span();
        if self.scene.invocations[id].span.start == span.start {
            return Fix::maybe(Span::new(span.source, span.end as usize..span.end as usize), format!(" {free}"));
        }
        Fix::maybe(span, free)
    }

    fn no_die_in_a_name(&mut self, name: &Phrase, help: impl Into<String>) {
        let Some(die) = name.words.iter().find(|word| is_a_die(&word.text)) else { return };
        let message = format!("`{}` means a die and cannot be a name, or part of one", die.text);
        self.report(Diagnostic::error(codes::DUPLICATE_NAME, name.span(), message).help(help));
    }

    /// `die night d6` for `die night { size d6 }`: a die in the name of a run inside another one. `blanks` are those of the run.
    pub fn die_behind_a_name(&mut self, name: &Phrase, blanks: ProcedureId) {
        let mut blanks = self.system.procedures[blanks].locals.iter().filter(|local| local.can_be_filled());
        let blank = blanks.find(|local| *local.ty.each() == Type::Die);
        let die = name.words.iter().find(|word| is_a_die(&word.text));
        let help = match (blank, die) {
            (Some(blank), Some(die)) => {
                format!("write it between the braces: `{{ {} {} }}`", blank.name, die.text)
            }
            _ => "choose another name".to_owned(),
        };
        self.no_die_in_a_name(name, help);
    }

    /// Refuses a second thing of one name inside a run: both would be asked for by one path. `blank` is what it fills.
    pub fn name_inside(&mut self, around: InvocationId, (name, blank): (&SharedText, LocalId), span: Span) {
        let run = &self.scene.invocations[around];
        let inner = run.nested.get(name).map(|inner| self.scene.invocations[*inner].span);
        let plans = run
            .arguments
            .values()
            .filter_map(|filled| if let Argument::Plan(plan) = filled { Some(plan) } else { None });
        let item = || plans.flat_map(|plan| &plan.items).find(|item| item.name == *name).map(|item| item.span);
        let path = &run.path;
        let found = if let Some(first) = inner.or_else(item) {
            let message = format!("two things in `{path}` are called `{name}`");
            Diagnostic::error(codes::DUPLICATE_NAME, span, message).also(first, "the other one")
        } else {
            let mut locals = self.system.procedures[run.procedure].locals.pairs();
            let is_told = |local: &Local| !matches!(local.kind, LocalKind::Role | LocalKind::Ask { .. });
            if !locals.any(|(local, declared)| local != blank && declared.name == *name && is_told(declared)) {
                return;
            }
            let message = format!("the rules already have a `{name}` in `{path}`");
            Diagnostic::error(codes::DUPLICATE_NAME, span, message)
        };
        self.report(found.help(format!("give it a name of its own, such as `{name}2`")));
    }

    /// The name of a run inside another one that is not given any: its word, and a number from the second one on.
    pub fn numbered_inside(&self, around: InvocationId, word: SharedText) -> SharedText {
        let nested = &self.scene.invocations[around].nested;
        let numbered = (2..).map(|number| format_smolstr!("{word}{number}"));
        let free = iter::once(word.clone()).chain(numbered).find(|name| !nested.contains_key(name));
        free.unwrap_or(word)
    }

    fn place_of(&self, name: SceneName) -> Span {
        match name {
            SceneName::Thing(id) => self.scene.things[id].span,
            SceneName::Invocation(id) => self.scene.invocations[id].span,
            SceneName::NamedModifier(id) => self.scene.named_modifiers[id].span,
            SceneName::Own(id) => self.scene.own[id].span,
        }
    }
}

/// Whether a word is a die wherever a value may stand: `d6`.
fn is_a_die(word: &str) -> bool {
    word.strip_prefix('d').is_some_and(|sides| !sides.is_empty() && sides.bytes().all(|sign| sign.is_ascii_digit()))
}
