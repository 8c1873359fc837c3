//! Invocations: a run of a procedure as written in a scene. Each line fills a blank, opens a step, names a method,
//! lays out a plan, or gives a level its text.

use smol_str::format_smolstr;

use super::checker::SceneChecker;
use super::level_lines::told_levels;
use super::secrecy::secrecy_of;
use super::words::{Beginnings, join};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Invocation, InvocationId, LocalId, ProcedureId, StatedMethod};
use crate::syntax::ast::{self, Concealment, Line, LineValue, Phrase, StatementKind};

impl<'a> SceneChecker<'a> {
    /// A run of `procedure`; the first `used` words of the line are its head, the rest its name.
    pub fn invocation(
        &mut self,
        line: &'a Line,
        used: usize,
        procedure: ProcedureId,
        parent: Option<(InvocationId, LocalId)>,
    ) -> InvocationId {
        let rest = &line.words.words[used..];
        let head = || join(&line.words.words[..used]);
        let name = match parent {
            _ if !rest.is_empty() => join(rest),
            Some((parent, _)) => self.numbered_inside(parent, head()),
            None => head(),
        };
        let path = match parent {
            Some((parent, _)) => format_smolstr!("{}.{name}", self.scene.invocations[parent].path),
            None => name.clone(),
        };
        if let Some((parent, blank)) = parent {
            self.name_inside(parent, (&name, blank), line.words.span());
            self.die_behind_a_name(&Phrase { words: rest.to_vec() }, procedure);
        }
        let id = self.scene.invocations.next_id();
        let title = line.text.as_ref().map(|text| self.fixed_text(text));
        let mut invocation = Invocation::named(path, name.clone(), procedure, line.words.span());
        invocation.title = title;
        invocation.same_as = parent.and_then(|(parent, _)| self.same_nested(parent, &name, procedure));
        self.scene.invocations.push(invocation);
        if let Some((parent, _)) = parent {
            self.scene.invocations[parent].nested.insert(name, id);
        } else {
            let words = if rest.is_empty() { &line.words.words[..used] } else { rest };
            let name = Phrase { words: words.to_vec() };
            if self.named_as_who_acts(id, line, &name) {
                return id;
            }
            self.name_run(&name, id);
        }
        self.roles(id, line, parent);
        self.no_value_for_a_name(line);
        self.invocation_lines(id, line.body.as_deref().unwrap_or_default(), None);
        self.simplest_plan(id);
        self.same_items(id, line.words.span());
        self.own_runs(id);
        id
    }

    fn no_value_for_a_name(&mut self, line: &Line) {
        let value = match &line.value {
            LineValue::None => return,
            LineValue::After(value) | LineValue::Through(value) => value,
            LineValue::Faces(faces) => {
                let place = faces.first().map_or(line.words.span(), |(_, span)| *span);
                let help = "give the blanks their values between braces";
                return self.misplaced(place, "a name is needed here, not values", help);
            }
        };
        let word = if let ast::ExprKind::Binary(operator, left, _) = &value.kind
            && matches!(left.kind, ast::ExprKind::Name(_))
        {
            operator.word()
        } else {
            None
        };
        let message = match word {
            Some(word) => format!("`{word}` is a word of the language and cannot be a name"),
            None => "a name is needed here, not a value".into(),
        };
        let help = match word {
            Some(_) => "choose another name",
            None => "give the blanks their values between braces",
        };
        self.misplaced(line.words.span(), message, help);
    }

    /// The lines between the braces of an invocation, or between those of one of its steps.
    pub fn invocation_lines(&mut self, id: InvocationId, body: &'a [ast::Statement], step: Option<usize>) {
        for statement in body {
            let (secrecy, statement) = secrecy_of(statement);
            if let StatementKind::Line(line) = &statement.kind {
                self.invocation_line(id, line, step, secrecy);
            } else if let (StatementKind::Mode(word), None) = (&statement.kind, secrecy) {
                let stated = self.method_word(word).map(|method| StatedMethod { method, span: statement.span });
                let invocation = &mut self.scene.invocations[id];
                let first = match (step, stated) {
                    (Some(step), Some(stated)) => invocation.step_methods.insert(step, stated),
                    (None, Some(stated)) => invocation.method.replace(stated),
                    (_, None) => None,
                };
                self.stated_once(first.as_ref(), statement.span);
            } else {
                let help = "close the brace first: other lines go outside it; inside, a value may be \
                            `if … then … else …`";
                self.misplaced(statement.span, "only blanks, steps and texts are allowed here", help);
            }
        }
    }

    /// One of these lines; the longest beginning of its words that means something here is its head.
    pub fn invocation_line(
        &mut self,
        id: InvocationId,
        line: &'a Line,
        step: Option<usize>,
        secrecy: Option<Concealment>,
    ) {
        let beginnings = Beginnings::of(&line.words.words);
        for (used, name) in beginnings.longest_first() {
            if let Some(local) = self.blank_line(id, line, used, name, step) {
                if let Some(secrecy) = secrecy {
                    self.conceal_blank(id, local, secrecy, line);
                }
                return;
            }
            if self.step_line(id, line, used, name)
                || self.plan_line(id, line, used, name)
                || self.level_line(id, line, used, name, (step, None))
            {
                if let Some(secrecy) = secrecy {
                    self.cannot_conceal(
                        secrecy,
                        line.words.span(),
                        "hide the value that fills a blank, or the whole run",
                    );
                }
                return;
            }
        }
        if self.shown_of_another_name(id, line) {
            return;
        }
        if self.is_asked_no_more(id, line) {
            return;
        }
        let procedure = self.scene.invocations[id].procedure;
        if let Some(help) = self.meant_in_run(id, line) {
            let (name, first) = (&self.system.procedures[procedure].name, join(&line.words.words[..1]));
            let message = format!("`{name}` has no line `{first}`");
            self.report(Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message).help(help));
            return;
        }
        let mut heads = self.system.blank_names(procedure);
        heads.extend(self.system.procedures[procedure].steps.iter().map(|s| s.name.clone()));
        if let Some((_, plan)) = self.system.plan_of(procedure) {
            heads.push(self.system.plans[plan].item.clone());
            heads.extend(self.system.plans[plan].groups.iter().map(|g| g.name.clone()));
        }
        for (_, scale) in told_levels(&self.system.procedures[procedure], step) {
            heads.extend(self.system.scales[scale].levels.iter().cloned());
        }
        let name = self.system.procedures[procedure].name.clone();
        self.unknown_line(line, &format!("`{name}`"), &heads);
    }
}
