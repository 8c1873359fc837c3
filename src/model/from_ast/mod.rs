//! From a tree of what was written to a model of what it means. One file per kind of check.

mod arguments;
mod calls;
mod carrying;
mod casting;
mod dice;
mod expectations;
mod expressions;
mod hook_reads;
mod hooks;
mod houses;
mod invocations;
mod kept;
mod kinds;
mod locals;
mod members;
mod names;
mod overlay_additions;
mod overlay_lines;
mod overlay_rows;
mod overlay_touches;
mod overlays;
mod period_lines;
mod plan_lines;
mod plans;
mod procedures;
mod reductions;
mod scales;
mod scene;
mod statements;
mod tables;
mod types;
mod unknown_names;

use std::collections::{BTreeMap, BTreeSet};

use super::{Cast, Files, House, InvocationId, KindId, Model, Notation, ProcedureId, Type, VarId};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind};
use hooks::Posted;
use locals::Draft;
use names::{Names, SceneName};

/// The checker: the model as far as it is known, and where findings go.
struct Checker<'a> {
    model: Model,
    names: Names,
    drafts: Vec<Draft<'a>>,
    variables: BTreeMap<Span, VarId>,
    variable_types: Vec<Type>,
    scopes: Vec<BTreeMap<String, SceneName>>,
    /// The conditional blocks around the line in hand, and around each run that was written down in one.
    blocks: Vec<Span>,
    run_blocks: BTreeMap<InvocationId, Vec<Span>>,
    /// How many expressions lie around the one in hand, through rules as well.
    depth: usize,
    /// The parts that the scene has to be cast.
    roles_cast: BTreeSet<String>,
    /// Who acts in a blank that asks for a procedure, where the blank says so: the role's local.
    blank_roles: BTreeMap<(ProcedureId, super::LocalId), super::LocalId>,
    /// Bodies not typed yet, and rules whose body is being typed.
    rules_open: Vec<Option<&'a ast::Expr>>,
    rules_busy: Vec<super::RuleId>,
    tables_open: Vec<Option<&'a ast::Grid>>,
    tables_busy: Vec<super::TableId>,
    dice_open: Vec<Option<&'a ast::DiceBody>>,
    dice_busy: Vec<super::DiceId>,
    posted: Posted,
    data: &'a BTreeMap<String, String>,
    cast: &'a Cast,
    sink: &'a mut Diagnostics,
}

/// Where an expression stands: what it may name.
#[derive(Clone, Default)]
struct Env {
    procedure: Option<ProcedureId>,
    /// The step in hand: its own blanks come before those of other steps.
    step: Option<usize>,
    variables: Vec<(String, VarId)>,
    /// The thing in hand where a kind says what it needs: its fields are known by their bare names.
    own: Option<(VarId, KindId)>,
    /// Dice may be rolled by being named (in claims about odds and given dice).
    rolls: bool,
    /// Whether something was reached is the very question.
    may_be_unreached: bool,
}

/// Resolves and checks everything; see [`super::build`].
pub fn build(files: &Files, cast: &Cast, sink: &mut Diagnostics) -> Option<Model> {
    let model = build_partial(files, cast, sink);
    (!sink.has_errors()).then_some(model)
}

/// What is sound of it; see [`super::build_partial`].
pub fn build_partial(files: &Files, cast: &Cast, sink: &mut Diagnostics) -> Model {
    let mut merged = overlays::merge(files, sink);
    let declarations = names::each_once(std::mem::take(&mut merged.declarations), sink);
    let mut found = Diagnostics::default();
    found.extend(std::mem::take(sink));
    let mut checker = Checker {
        model: Model::default(),
        names: Names::default(),
        drafts: Vec::new(),
        variables: BTreeMap::new(),
        variable_types: Vec::new(),
        scopes: vec![BTreeMap::new()],
        blocks: Vec::new(),
        run_blocks: BTreeMap::new(),
        depth: 0,
        roles_cast: BTreeSet::new(),
        blank_roles: BTreeMap::new(),
        rules_open: Vec::new(),
        rules_busy: Vec::new(),
        tables_open: Vec::new(),
        tables_busy: Vec::new(),
        dice_open: Vec::new(),
        dice_busy: Vec::new(),
        posted: Posted::default(),
        data: &files.data,
        cast,
        sink: &mut found,
    };
    checker.model.functions.clone_from(&files.functions);
    checker.frame(files);
    checker.declarations(&declarations);
    if !checker.sink.has_errors() {
        checker.scenes(files);
        checker.unread();
    }
    if !checker.sink.has_errors() {
        checker.uncalled();
    }
    let model = checker.model;
    sink.extend(found.into_iter().map(|finding| merged.beside_displaced(finding)));
    model
}

impl<'a> Checker<'a> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.sink.push(diagnostic);
    }

    /// Title and notation.
    fn frame(&mut self, files: &Files) {
        for item in files.system.iter().chain(&files.houses).flat_map(|f| &f.items) {
            match &item.kind {
                ItemKind::System { name, title } => {
                    self.model.title = title.as_ref().map_or_else(|| name.text(), |t| t.text.clone());
                    self.model.span = item.span;
                }
                ItemKind::Modifiers(Some((bonus, penalty))) => {
                    self.model.notation = Notation::Units { bonus: bonus.text.clone(), penalty: penalty.text.clone() };
                }
                ItemKind::House { name, title, .. } => {
                    let name = match name {
                        ast::HouseName::Quoted(name) => name.text.clone(),
                        ast::HouseName::Bare(name) => name.text(),
                    };
                    let title = title.as_ref().map(|title| title.text.clone());
                    self.model.houses.push(House { name, title, span: item.span });
                }
                _ => {}
            }
        }
    }

    /// Every declaration of the patched system: names first, then what they mean, in an order in which each needs only
    /// what came before.
    fn declarations(&mut self, declarations: &'a [ast::Declaration]) {
        self.declare(declarations);
        self.scales(declarations);
        self.signatures(declarations);
        self.kinds(declarations);
        self.scale_columns(declarations);
        self.plans(declarations);
        self.single_things();
        self.decks(declarations);
        self.rules_and_tables();
        self.all_dice();
        self.ladders(declarations);
        self.kind_needs(declarations);
        self.collect_locals(declarations);
        self.procedures(declarations);
        self.unhooked();
        self.unread();
    }

    /// The scene files, and the expectations of all files.
    fn scenes(&mut self, files: &'a Files) {
        if self.no_system(files) {
            return;
        }
        self.lines_of_systems(files);
        for file in &files.scenes {
            self.scene_file(file);
        }
        self.check_cast();
        self.carry(files);
        self.check_needs();
        self.asked(files);
        for file in in_hand(files) {
            for item in &file.items {
                if let ItemKind::Expect(expect) = &item.kind {
                    self.expectation(expect, item.span);
                }
            }
        }
    }

    /// A scene without a system has no words; one message says so.
    fn no_system(&mut self, files: &Files) -> bool {
        if files.system.is_some() || !files.houses.is_empty() {
            return false;
        }
        let lines = files.scenes.iter().flat_map(|file| &file.items).filter_map(|item| match &item.kind {
            ItemKind::Statement(statement) => Some(statement),
            _ => None,
        });
        let wordless =
            |kind: &ast::StatementKind| matches!(kind, ast::StatementKind::Line(_) | ast::StatementKind::Cast { .. });
        let Some(first) = lines.into_iter().find(|statement| wordless(&statement.kind)) else { return false };
        let complaint =
            Diagnostic::error(codes::UNKNOWN_LINE, first.span, "no rules are in use, so this line has no meaning");
        self.report(complaint.help("say first which system is in use, on a line such as `use NAME`"));
        true
    }

    /// What happens belongs into a scene.
    fn lines_of_systems(&mut self, files: &Files) {
        let items = files.system.iter().chain(&files.houses).flat_map(|file| &file.items);
        let misplaced = items.filter(|item| matches!(item.kind, ItemKind::Statement(_)));
        let misplaced: Vec<Span> = misplaced.map(|item| item.span).collect();
        if let Some(first) = misplaced.first() {
            let help = "write it in a file of its own that begins with `use`, or between the braces of an `expect`";
            self.misplaced(*first, "a line of a scene stands in a system", help);
        }
    }

    /// Says that a thing of the language stands where it does not belong.
    fn misplaced(&mut self, span: Span, message: impl Into<String>, help: &str) {
        self.report(Diagnostic::error(codes::MISPLACED, span, message).help(help));
    }

    /// A new variable of that type for the word at `span`; the same one when asked again.
    fn variable(&mut self, span: Span, ty: Type) -> VarId {
        if let Some(id) = self.variables.get(&span) {
            self.variable_types[id.0] = ty;
            return *id;
        }
        let id = VarId(self.variable_types.len());
        self.variable_types.push(ty);
        self.variables.insert(span, id);
        id
    }
}

/// The files whose expectations count: the scenes; without any, the overlays; without any, the system itself.
fn in_hand(files: &Files) -> &[ast::File] {
    match (files.scenes.as_slice(), files.houses.as_slice()) {
        ([], []) => files.system.as_slice(),
        ([], houses) => houses,
        (scenes, _) => scenes,
    }
}
