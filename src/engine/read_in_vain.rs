//! What a function of a house rule reads by a name that not every line knows from which it is called: there it reads nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::encounter::Encounter;
use super::later_changes::lines;
use crate::diagnostic::{Diagnostic, codes};
use crate::ir::{Instruction, Program};
use crate::model::{ExprKind, FunctionId, HookCall, HouseFunction, LocalId, Procedure, Read, ReadKind};
use crate::source::Span;

/// Of one parameter, the lines that this scene comes to.
#[derive(Default)]
struct Calls<'e> {
    /// Those that know its name, by their procedures.
    knowing: Vec<&'e Procedure>,
    /// The others, where each stands.
    others: Vec<(Span, &'e Procedure)>,
}

impl Encounter {
    /// A remark on each parameter that has no value at some of the lines from which the scene calls its function, unless the text of
    /// the function asks whether it has one.
    pub(super) fn read_in_vain(&self) -> Vec<Diagnostic> {
        let expected = self.expectations.iter().filter_map(|expectation| expectation.program.as_ref().ok());
        let called: BTreeSet<(&str, &str, Span)> = self.program.iter().chain(expected).flat_map(called).collect();
        if called.is_empty() {
            return Vec::new();
        }
        let mut parameters: BTreeMap<(FunctionId, &str), Calls<'_>> = BTreeMap::new();
        for procedure in &self.system.procedures {
            for line in lines(&procedure.body) {
                for HookCall { function, reads } in line.hooks.before.iter().chain(&line.hooks.after) {
                    let HouseFunction { house, name, .. } = &self.system.functions[*function];
                    let is_here = |(of, called, place): &&(&str, &str, Span)| {
                        of == house && called == name && line.span.contains(*place)
                    };
                    if !called.iter().any(|call| is_here(&call)) {
                        continue;
                    }
                    for read in reads {
                        let calls = parameters.entry((*function, read.name.as_str())).or_default();
                        if is_unknown(read) {
                            calls.others.push((line.span, procedure));
                        } else {
                            calls.knowing.push(procedure);
                        }
                    }
                }
            }
        }
        parameters.into_iter().filter_map(|(of, calls)| self.in_vain(of, &calls)).collect()
    }

    fn in_vain(&self, (id, parameter): (FunctionId, &str), calls: &Calls<'_>) -> Option<Diagnostic> {
        let function = &self.system.functions[id];
        let (first, at) = calls.others.first()?;
        if function.written.asked_for_nothing.iter().any(|asked| asked == parameter) {
            return None;
        }
        let all = calls.others.len() + calls.knowing.len();
        let lines = if all == 1 { "the line" } else { &format!("{} of the {all} lines", calls.others.len()) };
        let message = format!("`{parameter}` has no value at {lines} from which this scene calls `{}`", function.name);
        let found = Diagnostic::warning(codes::HOOK, self.place_of_parameter(function, parameter), message);
        let found = found.also(*first, format!("called here, in `{}`, where `{parameter}` is not known", at.name));
        let other = calls.knowing.iter().find_map(|knowing| renamed(parameter, knowing, at));
        let other = other.map(|other| format!("read `{other}` as well, which has one there; ")).unwrap_or_default();
        Some(found.help(format!(
            "there it is `()`, and no comparison with it holds: {other}if that is meant, ask for it: `{parameter} != () && …`"
        )))
    }

    /// Where a parameter is written behind the name of its function.
    fn place_of_parameter(&self, function: &HouseFunction, parameter: &str) -> Span {
        let name = function.span;
        let Some(source) = self.sources.get(name.source) else { return name };
        let text = source.text.as_str();
        let behind = text.get(name.range().end..).unwrap_or_default();
        let list = behind.split(')').next().unwrap_or_default();
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let at = list.match_indices(parameter).map(|(at, _)| at).find(|at| {
            let (before, after) = (&list[..*at], &list[at + parameter.len()..]);
            !before.ends_with(is_word) && !after.starts_with(is_word)
        });
        let start = at.map(|at| name.range().end + at);
        start.map_or(name, |start| Span::new(name.source, start..start + parameter.len()))
    }
}

/// The functions of house rules that a program calls: the file, the name and the line.
fn called(program: &Program) -> impl Iterator<Item = (&str, &str, Span)> {
    let all = program.code.iter().zip(&program.spans);
    all.filter_map(|(instruction, span)| {
        let Instruction::Call { function, .. } = instruction else { return None };
        let function = program.functions.get(*function as usize)?;
        Some((function.house.as_str(), function.name.as_str(), *span))
    })
}

/// Whether no reading of the parameter is a name where the function is called.
fn is_unknown(read: &Read) -> bool {
    matches!(&read.kind, ReadKind::Value(value) if value.kind == ExprKind::Unreached)
}

/// A parameter that begins with the role of one procedure, with the same role of another one.
fn renamed(parameter: &str, knowing: &Procedure, other: &Procedure) -> Option<String> {
    let roles = [(knowing.by, other.by), (knowing.versus, other.versus)];
    roles.into_iter().find_map(|(known, other_role)| {
        let role =
            |procedure: &Procedure, role: Option<LocalId>| Some(procedure.locals[role?].name.replace([' ', '.'], "_"));
        let (known, own) = (role(knowing, known)?, role(other, other_role)?);
        let rest = parameter.strip_prefix(known.as_str()).filter(|rest| rest.is_empty() || rest.starts_with('_'))?;
        (known != own).then(|| format!("{own}{rest}"))
    })
}
