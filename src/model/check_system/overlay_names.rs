//! The names with which overlays say what they change. They are resolved once everything has its place.

use super::checker::SystemChecker;
use crate::model::{LocalId, Named, ProcedureId};
use crate::syntax::ast::{Declaration, DeclarationKind, FieldChange, ItemKind, LineChange, MoreRows, Phrase};

impl SystemChecker<'_> {
    /// Every name of something that is extended, or in which something is changed. What is replaced as a whole has its
    /// new definition there.
    pub fn overlaid_names(&mut self) {
        let files = self.files;
        for item in files.houses.iter().flat_map(|file| &file.items) {
            match &item.kind {
                ItemKind::Extend(more) => self.extended(more),
                ItemKind::ExtendRows(more) => self.extended_rows(more),
                ItemKind::ReplaceField(change) => self.replaced_field(change),
                ItemKind::ReplaceStep { procedure, step, .. } => {
                    self.path(procedure, std::slice::from_ref(step), "step");
                }
                ItemKind::ChangeLine(LineChange { word, path, .. }) => {
                    if let Some((procedure, rest)) = path.split_first() {
                        self.path(procedure, rest, &word.text);
                    }
                }
                ItemKind::System { .. }
                | ItemKind::House { .. }
                | ItemKind::Use { .. }
                | ItemKind::Modifiers(_)
                | ItemKind::Declaration(_)
                | ItemKind::Replace(_)
                | ItemKind::Expect(_)
                | ItemKind::Statement(_) => {}
            }
        }
    }

    fn extended(&mut self, more: &Declaration) {
        let (text, names) = (more.name.text(), &self.system.names);
        let extended = match &more.kind {
            DeclarationKind::Plan(_) => names.plans.get(&text).copied().map(Named::Plan),
            DeclarationKind::Kind { .. } => names.kinds.get(&text).copied().map(Named::Kind),
            DeclarationKind::Period { .. } => names.periods.get(&text).copied().map(Named::Period),
            // Nothing else is extended by a declaration.
            DeclarationKind::Scale { .. }
            | DeclarationKind::Ladder { .. }
            | DeclarationKind::Table { .. }
            | DeclarationKind::Dice { .. }
            | DeclarationKind::Deck(_)
            | DeclarationKind::Rule { .. }
            | DeclarationKind::Procedure { .. } => None,
        };
        let Some(extended) = extended else { return };
        self.used(extended, more.name.span());
        if let (Named::Plan(plan), DeclarationKind::Plan(written)) = (extended, &more.kind)
            && let Some((item, _)) = &written.item
        {
            self.used(Named::PlanItem(plan), item.span());
        }
    }

    fn extended_rows(&mut self, more: &MoreRows) {
        let (text, names) = (more.name.text(), &self.system.names);
        if more.word.text == "table" {
            if let Some(table) = names.tables.get(&text).copied() {
                self.used(Named::Table(table), more.name.span());
            }
        } else if let Some(scale) = names.scales.get(&text).copied() {
            self.used(Named::Scale(scale), more.name.span());
            if let Some(beside) = &more.beside
                && let Some(level) = self.system.scales[scale].level(&beside.row.text())
            {
                self.used(Named::Level(scale, level), beside.row.span());
            }
        }
    }

    /// `KIND.FIELD`, or `PLAN.QUALIFIER`
    fn replaced_field(&mut self, FieldChange { of, field, .. }: &FieldChange) {
        let (text, field_text) = (of.text(), field.text());
        let (kind, plan) = (self.system.names.kinds.get(&text).copied(), self.system.names.plans.get(&text).copied());
        if let Some(kind) = kind {
            self.used(Named::Kind(kind), of.span());
            if let Some(place) = self.system.kinds[kind].field(&field_text) {
                self.used(Named::Field(kind, place), field.span());
            }
        } else if let Some(plan) = plan {
            self.used(Named::Plan(plan), of.span());
            let place = self.system.plans[plan].qualifiers.iter().position(|one| one.name == field_text);
            if let Some(place) = place {
                self.used(Named::Qualifier(plan, place), field.span());
            }
        }
    }

    /// `PROCEDURE.STEP.NAME`, where either of the last two may be missing.
    fn path(&mut self, procedure: &Phrase, rest: &[Phrase], line: &str) {
        let Some(id) = self.system.names.procedures.get(&procedure.text()).copied() else { return };
        self.used(Named::Procedure(id), procedure.span());
        let mut around = None;
        for (place, name) in rest.iter().enumerate() {
            let step = self.system.procedures[id].steps.iter().position(|step| step.name == name.text());
            let is_last = place + 1 == rest.len();
            let named = if is_last && line != "step" {
                self.line_named(id, &name.text(), around).map(|local| Named::Local(id, local))
            } else {
                around = step;
                step.map(|step| Named::Step(id, step))
            };
            if let Some(named) = named {
                self.used(named, name.span());
            }
        }
    }

    /// The local that a line of a procedure gives its name.
    fn line_named(&self, procedure: ProcedureId, name: &str, step: Option<usize>) -> Option<LocalId> {
        let locals = &self.system.procedures[procedure].locals;
        let in_step = locals.find(|local| local.name == name && step.is_some() && local.step == step);
        in_step.or_else(|| locals.find(|local| local.name == name))
    }
}
