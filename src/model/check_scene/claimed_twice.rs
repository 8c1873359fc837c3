//! Claims that are made twice, word for word, about the same runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, codes};
use crate::source::{SourceId, Span};
use crate::syntax::ast::{self, Expect, ExpectLine, ItemKind};
use crate::syntax::{print_expression, print_item};

/// Remarks on each claim that is made already of the same lines, answered in the same way: in the same expectation, or in one that is
/// about the same. Two that say of themselves that they are about different things may well claim one thing both.
pub fn claimed_twice(tested: &[Arc<ast::File>]) -> Vec<Diagnostic> {
    let mut first: BTreeMap<(SourceId, String, String), Span> = BTreeMap::new();
    let mut found = Vec::new();
    for item in tested.iter().flat_map(|file| &file.items) {
        let ItemKind::Expect(expect) = &item.kind else { continue };
        let about = runs_of(item, expect);
        let claims = expect.lines.iter().filter_map(claim);
        for claim in claims {
            let key = (item.span.source, about.clone(), print_expression(claim));
            if let Some(before) = first.get(&key) {
                let remark = Diagnostic::warning(codes::IDLE, claim.span, "this is already claimed for the same runs");
                found.push(remark.also(*before, "here").help("remove one of the two, or claim something else"));
            } else {
                first.insert(key, claim.span);
            }
        }
    }
    found
}

/// What an expectation is about, in words: its text, its lines, and how they are answered.
fn runs_of(item: &ast::Item, expect: &Expect) -> String {
    let lines = expect.lines.iter().filter(|line| claim(line).is_none()).cloned().collect();
    let kind = ItemKind::Expect(Expect { lines, ..expect.clone() });
    print_item(&ast::Item { kind, ..item.clone() })
}

fn claim(line: &ExpectLine) -> Option<&ast::Expr> {
    if let ExpectLine::Claim(claim) = line { Some(&claim.condition) } else { None }
}
