//! Kinds of things and their fields.

use super::checker::SystemChecker;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::certain::{Bounds, remark_on_certain};
use crate::model::typing::{Env, default_outside};
use crate::model::{Expr, Field, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Declaration, DeclarationKind};
use crate::syntax::print_field;

impl<'a> SystemChecker<'a> {
    /// The fields of every kind.
    pub fn kinds(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            let DeclarationKind::Kind { fields, .. } = &declaration.kind else { continue };
            let Some(id) = self.system.names.kinds.get(&declaration.name.text()).copied() else { continue };
            self.system.kinds[id].fields = self.fields(&declaration.name.text(), fields);
        }
    }

    /// What must hold of each thing; typed once everything else is known.
    pub fn kind_needs(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            let DeclarationKind::Kind { needs, .. } = &declaration.kind else { continue };
            let Some(id) = self.system.names.kinds.get(&declaration.name.text()).copied() else { continue };
            let variable = self.variable(declaration.name.span(), Type::Thing(id));
            let variables = vec![(declaration.name.text(), variable)];
            let env = Env { variables, own: Some((variable, id)), ..Env::default() };
            for need in needs {
                let condition = self.condition(&env, &need.condition);
                let why = self.typer().wording(&env, &need.why);
                self.system.kinds[id].needs.push((variable, condition, why));
            }
        }
    }

    /// Remarks on what a kind needs in any case, or never so, by the limits of its fields.
    pub fn needs_in_vain(&mut self) {
        let mut found = Diagnostics::default();
        let needs = self.system.kinds.iter().flat_map(|kind| &kind.needs).map(|(_, condition, _)| condition);
        let is_own = |span| self.system.houses.is_empty() || self.system.is_overlaid(span);
        for condition in needs.filter(|condition| is_own(condition.span)) {
            remark_on_certain(Bounds::of_system(&self.system, None), condition, &mut found);
        }
        self.notes.sink.extend(found);
    }

    /// The fields of a kind or of the items of a plan as declared, one for each name.
    pub fn fields(&mut self, of: &str, declared: &'a [ast::Field]) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for field in declared {
            let written = self.typer().written(&field.ty);
            let by = field.by.as_ref().and_then(|by| self.typer().scale_named(by));
            let default = field.default.as_ref().map(|default| self.wanted(&Env::default(), default, &written.ty));
            self.check_default(&field.names, default.as_ref(), written.limits);
            for name in &field.names {
                self.check_head(name);
                let text = name.text();
                if let Some(first) = fields.iter().find(|f| f.name == text) {
                    self.report(
                        Diagnostic::error(
                            codes::DUPLICATE_NAME,
                            name.span(),
                            format!("the field `{text}` is declared twice"),
                        )
                        .also(first.span, "declared here first")
                        .help(self.out_of_two(of, field, (name, first.span))),
                    );
                    continue;
                }
                fields.push(Field {
                    name: text,
                    span: name.span(),
                    by,
                    ty: written.ty.clone(),
                    limits: written.limits,
                    default: default.clone(),
                    optional: written.optional,
                    text: field.text.as_ref().map(|text| text.text.clone()),
                });
            }
        }
        fields
    }

    /// What to do about a second declaration of a field: a house rule that adds what is there wants to change it.
    fn out_of_two(&self, of: &str, field: &ast::Field, (name, first): (&ast::Phrase, Span)) -> String {
        if name.span().source == first.source || !self.system.is_overlaid(name.span()) {
            return "remove one of them".to_owned();
        }
        let alone = ast::Field { names: vec![name.clone()], ..field.clone() };
        let written = print_field(&alone);
        format!("`extend` only adds; to change it, write `replace field {of}.{} {{ {written} }}`", name.text())
    }

    /// A default must keep to the limits as well.
    pub fn check_default(&mut self, names: &[ast::Phrase], default: Option<&Expr>, limits: Option<(i64, i64)>) {
        let (Some(default), Some(limits), Some(name)) = (default, limits, names.first()) else { return };
        if let Some(complaint) = default_outside(&name.text(), default, limits) {
            self.report(complaint);
        }
    }
}
