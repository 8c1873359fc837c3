//! What would change a field for which a condition asks, where no line of the scene does.

use std::collections::BTreeSet;

use super::encounter::Encounter;
use super::later_changes::{change_in, changing_in, field_of, is_made_by_others, lines};
use super::seen_values::conditions;
use crate::diagnostic::Diagnostic;
use crate::model::listing::all_of;
use crate::model::{Expr, ExprKind, Member, ProcedureId, Statement, ThingId, Type};

/// So many lines are named of which one would change it.
const MOST: usize = 4;

impl Encounter {
    /// A remark on a condition that never holds, with the lines of the rules that would change what it asks for, if no line of the scene
    /// does.
    pub(super) fn with_what_would_change_it(&self, found: Diagnostic) -> Diagnostic {
        let asked = self.fields_asked_in(&found);
        let [(thing, field)] = asked.iter().copied().collect::<Vec<_>>()[..] else { return found };
        let changing = self.procedures_changing(thing, field);
        let is_run = |id: &ProcedureId| self.scene.invocations.iter().any(|run| run.procedure == *id);
        let is_set = |line: &&Statement| {
            change_in(line).is_some_and(|(place, _)| field_of(place).is_some_and(|(_, changed)| changed == field))
        };
        if changing.iter().any(is_run) || lines(&self.scene.statements).iter().any(is_set) {
            return found;
        }
        let written = changing.into_iter().filter(|id| !is_made_by_others(&self.system, *id));
        let names: Vec<&str> = written.map(|id| self.system.procedures[id].name.as_str()).collect();
        let thing = &self.scene.things[thing];
        let asked = format!("{}.{}", thing.name, self.system.kinds[thing.kind].fields[field].name);
        let which = match names.as_slice() {
            [] => return found,
            [only] => format!("only `{only}` does"),
            all if all.len() <= MOST => format!("only {} do", all_of(all.iter().copied())),
            all => format!("lines such as {} do", all_of(all.iter().take(MOST).copied())),
        };
        found.help(format!(
            "no line here changes `{asked}`: {which}; write one above this, or remove this, unless an earlier scene may change it"
        ))
    }

    /// Whose fields the conditions ask for of which a remark speaks.
    pub(super) fn fields_asked_in(&self, found: &Diagnostic) -> BTreeSet<(ThingId, usize)> {
        let is_told = |condition: &Expr| found.labels.iter().any(|label| label.span == condition.span);
        let all = lines(&self.scene.statements).into_iter().flat_map(conditions).filter(|asked| is_told(asked));
        let (mut asked, mut open) = (BTreeSet::new(), all.collect::<Vec<&Expr>>());
        while let Some(part) = open.pop() {
            if let Some((Some(thing), field)) = field_of(part) {
                asked.insert((thing, field));
            }
            open.extend(part.parts());
        }
        asked
    }

    /// The procedures that change a field of those who are like somebody, also by what they run.
    fn procedures_changing(&self, thing: ThingId, field: usize) -> Vec<ProcedureId> {
        let kind = self.scene.things[thing].kind;
        let changes_it = |line: &Statement| {
            change_in(line).is_some_and(|(place, _)| {
                matches!(&place.kind, ExprKind::Member(base, Member::Field(changed)) if base.ty == Type::Thing(kind) && *changed == field)
            })
        };
        let all = self.system.procedures.ids();
        all.filter(|id| changing_in(&self.system, *id, &mut BTreeSet::new(), &changes_it)).collect()
    }
}
