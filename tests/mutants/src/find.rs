//! The small changes that a text of Rust allows. What stands within macros is not looked at.

use std::fmt;
use std::ops::Range;

use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, Attribute, Block, Expr, ImplItemFn, ItemFn, ItemImpl, ItemMod, Meta, Pat, Signature, TraitItemFn, UnOp,
};

use crate::values::returned;

/// How a change is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// An expression instead of that which stands there.
    Instead,
    /// A function that returns this at its head.
    Return,
    /// An arm that is not taken.
    Untaken,
}

/// One change.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// From the folder of the project.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// The function it is in.
    pub function: String,
    /// In words, for people.
    pub what: String,
    /// Where in the text; empty if something is put in there.
    pub place: Range<usize>,
    /// How it is written.
    pub shape: Shape,
    /// What is written.
    pub text: String,
}

impl Mutant {
    /// What is excused by it: the same wherever the line has moved to.
    pub fn key(&self) -> String {
        format!("{} {}: {}", self.file, self.function, self.what)
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}:{}:{} {}: {}", self.file, self.line, self.column, self.function, self.what)
    }
}

/// All changes of a file.
///
/// # Errors
/// If it is not Rust.
pub fn mutants(file: &str, text: &str) -> syn::Result<Vec<Mutant>> {
    let mut finder = Finder { file, text, of: String::new(), function: String::new(), found: Vec::new() };
    finder.visit_file(&syn::parse_file(text)?);
    Ok(finder.found)
}

struct Finder<'t> {
    file: &'t str,
    text: &'t str,
    /// `Type::` within what a type does.
    of: String,
    function: String,
    found: Vec<Mutant>,
}

impl Finder<'_> {
    fn add(&mut self, at: Span, place: Range<usize>, shape: Shape, what: String, text: String) {
        let (start, function) = (at.start(), self.function.clone());
        let (file, line, column) = (self.file.to_owned(), start.line, start.column + 1);
        self.found.push(Mutant { file, line, column, function, what, place, shape, text });
    }

    fn written(&self, of: &impl Spanned) -> &str {
        &self.text[of.span().byte_range()]
    }

    fn instead(&mut self, of: &Expr, text: String) {
        let what = format!("`{}` instead of `{}`", short(&text), short(self.written(of)));
        self.add(of.span(), of.span().byte_range(), Shape::Instead, what, text);
    }

    /// A function, unless it is not there in this build, or has to be known while that is built.
    fn function(
        &mut self,
        attributes: &[Attribute],
        signature: &Signature,
        block: &Block,
        walk: impl FnOnce(&mut Self),
    ) {
        if left_out(attributes) || signature.constness.is_some() {
            return;
        }
        let outer = std::mem::replace(&mut self.function, format!("{}{}", self.of, signature.ident));
        let braces = block.brace_token.span;
        let (from, to) = (braces.open().byte_range().end, braces.close().byte_range().start);
        let body = self.text[from..to].trim();
        for value in returned(&signature.output) {
            if body != value && !(body.is_empty() && value == "()") {
                self.add(signature.ident.span(), from..from, Shape::Return, format!("return {value}"), value);
            }
        }
        walk(self);
        self.function = outer;
    }

    fn arm(&mut self, arm: &Arm, wildcard: bool) {
        match &arm.pat {
            Pat::Wild(_) => {}
            Pat::Guard(guarded) if has_let(&guarded.guard) => {}
            Pat::Guard(guarded) => {
                self.instead(&guarded.guard, "true".to_owned());
                self.instead(&guarded.guard, "false".to_owned());
            }
            pattern if wildcard => {
                let (span, what) = (pattern.span(), format!("without the arm `{}`", short(self.written(pattern))));
                self.add(span, span.byte_range().end..span.byte_range().end, Shape::Untaken, what, String::new());
            }
            _ => {}
        }
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'a ItemFn) {
        self.function(&item.attrs, &item.sig, &item.block, |finder| visit::visit_item_fn(finder, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'a ImplItemFn) {
        self.function(&item.attrs, &item.sig, &item.block, |finder| visit::visit_impl_item_fn(finder, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'a TraitItemFn) {
        let Some(block) = &item.default else { return };
        self.function(&item.attrs, &item.sig, block, |finder| visit::visit_trait_item_fn(finder, item));
    }

    fn visit_item_impl(&mut self, item: &'a ItemImpl) {
        let of = format!("{}::", self.written(&item.self_ty));
        let outer = std::mem::replace(&mut self.of, of);
        visit::visit_item_impl(self, item);
        self.of = outer;
    }

    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        if !left_out(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    // What is known before the program runs cannot ask for a number.
    fn visit_item_const(&mut self, _: &'a syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'a syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'a syn::ImplItemConst) {}
    fn visit_type(&mut self, _: &'a syn::Type) {}
    fn visit_expr_repeat(&mut self, repeated: &'a syn::ExprRepeat) {
        self.visit_expr(&repeated.expr);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Binary(binary) if !has_let(expr) => {
                // In parentheses, since another operator may bind closer.
                let (left, right) =
                    (format!("({})", self.written(&binary.left)), format!("({})", self.written(&binary.right)));
                for other in others(self.written(&binary.op)) {
                    self.instead(expr, format!("{left} {other} {right}"));
                }
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) => {
                self.instead(expr, self.written(&unary.expr).to_owned());
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_expr_match(&mut self, matched: &'a syn::ExprMatch) {
        let wildcard = matched.arms.iter().any(|arm| matches!(arm.pat, Pat::Wild(_)));
        for arm in &matched.arms {
            self.arm(arm, wildcard);
        }
        visit::visit_expr_match(self, matched);
    }
}

/// What stands for an operator in a mutant.
fn others(operator: &str) -> &'static [&'static str] {
    match operator {
        "==" => &["!="],
        "!=" => &["=="],
        "&&" => &["||"],
        "||" => &["&&"],
        "<" => &["==", ">", "<="],
        ">" => &["==", "<", ">="],
        "<=" => &[">"],
        ">=" => &["<"],
        "+" | "%" => &["-", "*"],
        "-" | "*" => &["+", "/"],
        "/" => &["%", "*"],
        "<<" => &[">>"],
        ">>" => &["<<"],
        "&" => &["|"],
        "|" => &["&"],
        "^" => &["|", "&"],
        "+=" | "*=" => &["-="],
        "-=" | "/=" | "%=" => &["+="],
        "&=" => &["|="],
        "|=" | "^=" => &["&="],
        "<<=" => &[">>="],
        ">>=" => &["<<="],
        _ => &[],
    }
}

/// Whether a part of it is `let PATTERN = …`, beside which only `&&` may stand.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// Tests, and what is for other systems than Unix.
fn left_out(attributes: &[Attribute]) -> bool {
    let condition = |attribute: &Attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => compact(&list.tokens),
        Meta::Path(path) if path.is_ident("test") => "test".to_owned(),
        _ => String::new(),
    };
    attributes.iter().any(|attribute| ["test", "windows", "not(unix)"].contains(&condition(attribute).as_str()))
}

fn compact(tokens: &TokenStream) -> String {
    tokens.to_string().split_whitespace().collect()
}

/// In one line, and not all of it.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 60 { line } else { format!("{}…", line.chars().take(59).collect::<String>()) }
}
