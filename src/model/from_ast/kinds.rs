//! Kinds of things and their fields.

use super::super::{Expr, Field, Kind, KindId, Type};
use super::arguments::constant_of;
use super::{Checker, Env};
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, codes};
use crate::syntax::ast::{self, Declaration, DeclarationKind};

impl<'a> Checker<'a> {
    /// The fields of every kind.
    pub fn kinds(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            let DeclarationKind::Kind { single, fields, .. } = &declaration.kind else { continue };
            let fields = self.fields(fields);
            let (name, span) = (declaration.name.text(), declaration.name.span());
            self.model.kinds.push(Kind { name, span, single: *single, fields, needs: Vec::new() });
        }
    }

    /// What must hold of each thing; typed once everything else is known.
    pub fn kind_needs(&mut self, declarations: &'a [Declaration]) {
        let kinds = declarations.iter().filter_map(|d| match &d.kind {
            DeclarationKind::Kind { needs, .. } => Some((d, needs)),
            _ => None,
        });
        for (place, (declaration, needs)) in kinds.enumerate() {
            let id = KindId(place);
            let variable = self.variable(declaration.name.span(), Type::Thing(id));
            let variables = vec![(declaration.name.text(), variable)];
            let env = Env { variables, own: Some((variable, id)), ..Env::default() };
            for need in needs {
                let condition = self.condition(&env, &need.condition);
                self.model.kinds[id.0].needs.push((variable, condition, need.why.text.clone()));
            }
        }
    }

    /// Fields as declared, one for each name.
    pub fn fields(&mut self, declared: &'a [ast::Field]) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for field in declared {
            let written = self.written(&field.ty);
            let by = field.by.as_ref().and_then(|by| self.scale_named(by));
            let default = field.default.as_ref().map(|default| {
                let typed = self.expr(&Env::default(), default, Some(&written.ty));
                self.fit(typed, &written.ty, &Env::default())
            });
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
                        .help("remove one of them"),
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

    /// A default must keep to the limits as well.
    pub fn check_default(&mut self, names: &[ast::Phrase], default: Option<&Expr>, limits: Option<(i64, i64)>) {
        let (Some(default), Some((low, high)), Some(name)) = (default, limits, names.first()) else { return };
        let Some(number) = constant_of(default).filter(|number| low <= high && !(low..=high).contains(number)) else {
            return;
        };
        let message = format!("`{}` begins as {number}, and must lie in {low}..{high}", name.text());
        let help = format!("write a number from {low} to {high} after `=`");
        self.report(Diagnostic::error(codes::OUT_OF_RANGE, default.span, message).help(help));
    }

    /// The scale a phrase names.
    pub fn scale_named(&mut self, phrase: &ast::Phrase) -> Option<super::super::ScaleId> {
        let name = phrase.text();
        let found = self.names.scales.get(&name).copied();
        if found.is_none() {
            let near = guess(&name, self.names.scales.keys().map(String::as_str));
            let complaint =
                Diagnostic::error(codes::UNKNOWN_NAME, phrase.span(), format!("there is no scale `{name}`"));
            self.report(complaint.did_you_mean(near, || "name a scale of the system".into()));
        }
        found
    }

    /// A value that is yes or no.
    pub fn condition(&mut self, env: &Env, expr: &'a ast::Expr) -> Expr {
        let typed = self.expr(env, expr, Some(&Type::YesNo));
        self.fit(typed, &Type::YesNo, env)
    }
}
