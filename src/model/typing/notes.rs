//! What is found while expressions are being typed, besides the expressions themselves.

use std::collections::{BTreeMap, BTreeSet};

use crate::allowance::{Allowance, Exhausted};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::posted::Posted;
use crate::model::{
    Arena, DiceId, Expr, ExprKind, InvocationId, KindId, LocalId, NamedModifierId, OwnId, ProcedureId, RolledFor,
    RuleId, TableId, Type, Uses, VarId,
};
use crate::semantics::dice::Question;
use crate::shared_text::SharedText;
use crate::source::Span;

/// Something whose type is found from what it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Definition {
    /// A rule.
    Rule(RuleId),
    /// A table.
    Table(TableId),
    /// Named dice.
    Dice(DiceId),
    /// A computed value of a procedure.
    Local(ProcedureId, LocalId),
}

/// A definition whose type is not known yet, and the expression that needs it.
pub type Missing = (Definition, Span);

/// Whose plan items belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemsOf {
    /// The procedure that asks for the plan.
    pub procedure: ProcedureId,
    /// The blank that holds it.
    pub blank: LocalId,
    /// Whether it is the plan of the run in hand, and not that of another run.
    pub is_own: bool,
}

/// What is found while expressions are typed.
#[derive(Debug, Default)]
pub struct Notes {
    /// Mistakes and warnings.
    pub sink: Diagnostics,
    /// Fields that some line changes.
    pub changing: BTreeSet<(KindId, usize)>,
    /// Kinds of which some line goes through all things.
    pub listed: BTreeSet<KindId>,
    /// Kinds of which some line finds out whether a thing is one of those that somebody has.
    pub owners_told_apart: BTreeSet<KindId>,
    /// What a scene has of its own and some line changes, or an evening before has left otherwise.
    pub changing_own: BTreeSet<OwnId>,
    /// What a scene has of its own and some condition asks for: the first that does.
    pub asking_own: BTreeMap<OwnId, Span>,
    /// Questions that some line asks of a roll.
    pub questions: BTreeMap<RolledFor, Vec<Question>>,
    /// Runs of a repetition that some line reads by their number.
    pub counted: BTreeSet<(InvocationId, i64)>,
    /// Named modifiers that some line reveals.
    pub revealed: BTreeSet<NamedModifierId>,
    /// Variables that stand for the items of a plan.
    pub items: BTreeMap<VarId, ItemsOf>,
    /// Where functions of house rules stand.
    pub posted: Posted,
    /// The words of lines that mean nothing, which may have said who or what there is.
    pub misread: Vec<String>,
    /// What lines of the scene name, wherever they stand: a name that is not known yet may be known further below.
    pub named_by_lines: BTreeMap<SharedText, Span>,
    /// Where names are used.
    pub uses: Uses,
    /// Definitions whose type has still to be found; none once a system is checked.
    pub open: BTreeSet<Definition>,
    /// Those of them that need themselves: nothing is said of them any more.
    pub circular: BTreeSet<Definition>,
    /// The first of them that was needed. Whatever was typed with it is not to be trusted.
    pub missing: Option<Missing>,
    /// How deep the expression in hand lies within others.
    pub depth: usize,
    /// The greatest depth since somebody set it to zero.
    pub deepest: usize,
    /// The first expression that lies too deep within others, through rules as well.
    pub too_deep: Option<Span>,
    /// How deep expressions lie within each definition, in those it uses as well.
    pub depths: BTreeMap<Definition, usize>,
    /// What typing may take.
    pub allowance: Allowance,
    /// Where it was taken up, and why.
    exhausted: Option<(Exhausted, Span)>,
    /// The locals of a system's procedures, by the words that declare them.
    pub locals: BTreeMap<(ProcedureId, Span), LocalId>,
    variables: BTreeMap<Span, VarId>,
    variable_types: Arena<VarId, Type>,
    /// So many variables come before those of these notes.
    first_variable: usize,
}

impl Notes {
    /// Notes on a scene: its variables come after those of its system.
    pub fn after(variables: usize, posted: Posted) -> Self {
        Self { posted, first_variable: variables, ..Self::default() }
    }

    /// Whether a line that means nothing has this name: then only that line is to be mended.
    pub fn is_misread(&self, name: &str) -> bool {
        self.misread.iter().any(|words| words.contains(&format!(" {name} ")))
    }

    /// Takes a step for what stands at `span`. `false` when there are none left: then nothing more is to be looked at.
    pub fn may_go_on(&mut self, span: Span) -> bool {
        if self.exhausted.is_none() {
            self.exhausted = self.allowance.spend(1).err().map(|exhausted| (exhausted, span));
        }
        self.exhausted.is_none()
    }

    /// Everything that was found, once all is typed.
    pub fn take_findings(&mut self) -> Diagnostics {
        let mut found = std::mem::take(&mut self.sink);
        if let Some((exhausted, span)) = self.exhausted {
            // What was left out makes other things look wrong.
            return Diagnostics::from_iter([Diagnostic::exhausted(exhausted, span)]);
        }
        found.extend(self.too_deep.map(|span| {
            Diagnostic::error(codes::TOO_LARGE, span, "rules are nested too deeply here")
                .help("pass computed values to rules instead of calling one from another")
        }));
        found
    }

    /// Something hangs on a condition: notes what it asks for of the scene's own.
    pub fn asks(&mut self, condition: &Expr, part: &Expr) {
        if let ExprKind::Own(own) = part.kind {
            self.asking_own.entry(own).or_insert(condition.span);
        }
        for part in part.parts() {
            self.asks(condition, part);
        }
    }

    /// A variable of that type for the word at `span`; the same one when asked again.
    pub fn variable(&mut self, span: Span, ty: Type) -> VarId {
        if let Some(id) = self.variables.get(&span) {
            let own = VarId(id.0 - self.first_variable);
            self.variable_types[own] = ty;
            return *id;
        }
        let own = self.variable_types.push(ty);
        let id = VarId(own.0 + self.first_variable);
        self.variables.insert(span, id);
        id
    }

    /// The type of one of these variables.
    pub fn variable_type(&self, id: VarId) -> Type {
        let own = id.0.checked_sub(self.first_variable).map(VarId);
        own.and_then(|own| self.variable_types.get(own)).cloned().unwrap_or(Type::Unknown)
    }

    /// The types of all variables, and the words that declare them, to be kept.
    pub fn into_variables(self) -> (Arena<VarId, Type>, BTreeMap<Span, VarId>) {
        (self.variable_types, self.variables)
    }

    /// Whether the type of a definition has still to be found; then it is noted that somebody needs it.
    pub fn is_missing(&mut self, definition: Definition, caller: Span) -> bool {
        let open = self.open.contains(&definition) && !self.circular.contains(&definition);
        if open {
            self.missing.get_or_insert((definition, caller));
        }
        open
    }
}
