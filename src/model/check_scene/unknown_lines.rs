//! Lines and names that mean nothing where they stand, and what was probably meant.

use super::checker::SceneChecker;
use super::words::join;
use crate::diagnostic::nearest::{guess, nearest};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::KindId;
use crate::model::listing::one_of;
use crate::model::scene_names::SceneName;
use crate::shared_text::SharedText;
use crate::syntax::ast::{self, Line, Phrase};
use crate::syntax::form_of;

impl SceneChecker<'_> {
    /// Reports a name that should be somebody's.
    pub fn nobody(&mut self, who: &Phrase) {
        let named = self.scene.things.iter().filter(|thing| !self.system.kinds[thing.kind].single);
        let things: Vec<SharedText> = named.map(|thing| thing.name.clone()).collect();
        let kind = self.system.kinds.iter().find(|kind| !kind.single).map_or("somebody", |kind| kind.name.as_str());
        let (name, near) = (who.text(), guess(&who.text(), things.iter().map(SharedText::as_str)));
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, who.span(), format!("nobody here is called `{name}`"));
        let complaint = complaint.did_you_mean(near, || match things.as_slice() {
            [] => format!("name them first, on a line such as `{kind} {name} \"…\"`"),
            things => format!("the scene knows {}", one_of(things.iter().map(SharedText::as_str))),
        });
        self.report(complaint);
    }

    /// Reports a line whose head means nothing in a scene; `behind` is the kind of whoever was declared just before.
    pub fn unknown_scene_line(&mut self, line: &Line, behind: Option<KindId>) {
        let names = &self.system.names;
        let heads = names.procedures.keys().chain(names.kinds.keys()).chain(names.periods.keys());
        let heads: Vec<SharedText> = heads.cloned().collect();
        let name = line.words.text();
        let help = match (self.scene.names.get(&name), behind) {
            (Some(SceneName::Thing(_)), _) => names.procedures.keys().next().map(|procedure| {
                format!("a line says first what is done, and each who does it has one: `{procedure} NAME by {name}`")
            }),
            (None, Some(kind)) if is_a_name(line) && nearest(&name, heads.iter().map(SharedText::as_str)).is_none() => {
                let kind = &self.system.kinds[kind].name;
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
    pub fn unknown_line(&mut self, line: &Line, place: &str, heads: &[SharedText]) {
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
        let names = || heads.iter().map(SharedText::as_str);
        // The first word may be a head, and all words may be one.
        let head = line.words.words.first().map_or(line.words.span(), |word| word.span);
        let near = guess(&first, names()).map(|near| (near, head));
        self.report(match near.or_else(|| guess(&all, names()).map(|near| (near, line.words.span()))) {
            Some((near, span)) => complaint.help(format!("did you mean `{}`?", near.name)).fix(near.fix(span)),
            None => complaint.help(format!("{place} has lines that begin with {}", one_of(names()))),
        });
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

/// Whether a line could be the name of somebody, with a title and fields.
fn is_a_name(line: &Line) -> bool {
    let acts = line.value != ast::LineValue::None || line.by.is_some() || line.versus.is_some();
    !acts && of_procedures(&join(&line.words.words[..1])).is_none()
}
