//! Types as they are written, and parameters.

use super::Typer;
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::listing::one_of;
use crate::model::{Named, ScaleId, Type, VarId};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, Param, TypeKind, TypeRef};

/// A type as written, with what belongs to it.
#[derive(Clone, Debug)]
pub struct Written {
    pub ty: Type,
    pub optional: bool,
    pub limits: Option<(i64, i64)>,
}

impl Typer<'_> {
    /// What a type stands for.
    pub fn written(&mut self, written: &TypeRef) -> Written {
        let mut limits = None;
        let ty = match &written.kind {
            TypeKind::YesNo => Type::YesNo,
            TypeKind::Limits(lower, upper) => {
                limits = self.constant(lower).zip(self.constant(upper));
                if let Some((low, high)) = limits.filter(|(low, high)| low > high) {
                    let message = format!("no number lies in {low}..{high}");
                    self.report(
                        Diagnostic::error(codes::OUT_OF_RANGE, written.span, message)
                            .help("write the smaller limit first")
                            .fix(Fix::sure(lower.span.to(upper.span), format!("{high}..{low}"))),
                    );
                }
                Type::Number
            }
            TypeKind::Name(phrase) => self.named_type(&phrase.text(), phrase.span()),
        };
        let ty = if written.many { Type::Many(Box::new(ty)) } else { ty };
        Written { ty, optional: written.optional || written.many, limits }
    }

    fn named_type(&mut self, name: &str, span: Span) -> Type {
        match name {
            "number" => return Type::Number,
            "text" => return Type::Text,
            "die" => return Type::Die,
            _ => {}
        }
        let names = &self.system.names;
        let found = names
            .scales
            .get(name)
            .map(|id| (Named::Scale(*id), self.system.level_type(*id)))
            .or_else(|| names.plans.get(name).map(|id| (Named::Plan(*id), Type::Plan(*id))))
            .or_else(|| names.kinds.get(name).map(|id| (Named::Kind(*id), Type::Thing(*id))))
            .or_else(|| names.procedures.get(name).map(|id| (Named::Procedure(*id), Type::Run(*id))));
        if let Some((what, found)) = found {
            self.used(what, span);
            return found;
        }
        {
            let built_in = ["number", "text", "die", "yes/no"];
            let all =
                names.scales.keys().chain(names.kinds.keys()).chain(names.plans.keys()).chain(names.procedures.keys());
            let all: Vec<&str> = all.map(SharedText::as_str).chain(built_in).collect();
            let near = guess(name, all.iter().copied());
            let complaint = Diagnostic::error(codes::UNKNOWN_NAME, span, format!("there is no type `{name}`"));
            let complaint = complaint.did_you_mean(near, || format!("a type is {}", one_of(all)));
            self.report(complaint);
            Type::Unknown
        }
    }

    /// The scale a phrase names.
    pub fn scale_named(&mut self, phrase: &ast::Phrase) -> Option<ScaleId> {
        let name = phrase.text();
        let found = self.system.names.scales.get(&name).copied();
        if let Some(found) = found {
            self.used(Named::Scale(found), phrase.span());
        } else {
            let near = guess(&name, self.system.names.scales.keys().map(SharedText::as_str));
            let complaint =
                Diagnostic::error(codes::UNKNOWN_NAME, phrase.span(), format!("there is no scale `{name}`"));
            self.report(complaint.did_you_mean(near, || "name a scale of the system".into()));
        }
        found
    }

    /// Parameters; each becomes a variable.
    pub fn params(&mut self, params: &[Param]) -> Vec<(SharedText, Type, VarId)> {
        let mut typed = Vec::new();
        for param in params {
            let ty = match &param.ty {
                Some(ty) => self.written(ty).ty,
                None => self.type_by_name(&param.name.text()),
            };
            let variable = self.notes.variable(param.name.span(), ty.clone());
            typed.push((param.name.text(), ty, variable));
        }
        typed
    }

    /// What a parameter is that says nothing itself: a level or a thing if it bears the name of a scale or a kind.
    fn type_by_name(&self, name: &str) -> Type {
        if let Some(scale) = self.system.names.scales.get(name) {
            return self.system.level_type(*scale);
        }
        self.system.names.kinds.get(name).map_or(Type::Number, |kind| Type::Thing(*kind))
    }
}
