//! The sources of definitions whose types have to be inferred.

use std::collections::BTreeMap;

use crate::model::{DiceId, LocalId, ProcedureId, RuleId, TableId};
use crate::source::Span;
use crate::syntax::ast;

/// What the definitions are made of whose types have to be found.
#[derive(Default)]
pub struct Sources<'a> {
    /// The bodies of rules.
    pub rules: BTreeMap<RuleId, &'a ast::Expr>,
    /// The rows of tables.
    pub tables: BTreeMap<TableId, &'a ast::Grid>,
    /// What named dice roll.
    pub dice: BTreeMap<DiceId, &'a ast::DiceBody>,
    /// Computed values.
    pub locals: BTreeMap<(ProcedureId, LocalId), Computed<'a>>,
    /// The branches around each line that gives a local its value.
    pub branches: BTreeMap<(ProcedureId, LocalId), Vec<Branches>>,
}

/// The `if`s around a line, and the branch of each that it stands in.
pub type Branches = Vec<(Span, usize)>;

/// A computed value of a procedure, and the loops around its line.
#[derive(Clone)]
pub struct Computed<'a> {
    /// What it is computed from.
    pub value: &'a ast::Expr,
    /// The variables of the loops and what they run over, the innermost last.
    pub loops: Vec<(&'a ast::Word, &'a ast::Expr)>,
}
