//! What to do where a rule refuses a run because of what something holds by then: a line before it has changed that, a line behind it would,
//! or one that would is missing.

use std::collections::BTreeSet;

use super::encounter::Encounter;
use super::later_changes::{change_in, changing_in, is_made_by_others, lines};
use super::line_order::{around, move_before};
use super::setting_lines::without_line;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Argument, Entry, Expr, ExprKind, Hooks, Invocation, InvocationId, KindId, Local, LocalId, LocalKind, Member,
    ProcedureId, Scene, Statement, StatementKind, System, ThingId, Type,
};
use crate::shared_text::SharedText;
use crate::source::Span;

/// So many lines are tried, of each sort.
const MOST_TRIED: usize = 4;

/// Fields of those of a kind.
type Fields = BTreeSet<(KindId, usize)>;

/// A remark on what a rule refuses.
pub(super) struct AskedByARule<'a> {
    pub(super) encounter: &'a Encounter,
    pub(super) remark: &'a Diagnostic,
    /// Where the remark stands.
    pub(super) place: Span,
    /// Whether it comes about in another scene.
    pub(super) comes_about: &'a dyn Fn(&Scene) -> bool,
}

impl AskedByARule<'_> {
    /// The last line before it that changes what the rule asks for, and without which it would come about.
    pub(super) fn changed_before(&self) -> Option<(Diagnostic, Vec<Scene>)> {
        let scene = &self.encounter.scene;
        let before = self.changing_lines(&self.states_asked_for()).into_iter().rev();
        let before = before.filter(|line| line.end <= self.place.start).take(MOST_TRIED);
        let mut without = before.map(|line| (line, without_line(scene, line)));
        let (line, mended) = without.find(|(_, changed)| (self.comes_about)(changed))?;
        let found = self.remark.clone().also(line, "this has already changed what the rule asks for");
        Some((found.help("remove one of the two lines"), vec![mended]))
    }

    /// A line behind it that changes what the rule asks for, and before which it would come about.
    pub(super) fn changed_behind(&self) -> Option<(Diagnostic, Vec<Scene>)> {
        let behind = self.changing_lines(&self.asked_for()).into_iter();
        let behind = behind.filter(|line| line.start >= self.place.end).take(MOST_TRIED);
        let moved = |line: Span| {
            let mut mended = self.encounter.scene.clone();
            move_before(&mut mended.statements, self.place, line);
            (line, mended)
        };
        let (line, mended) = behind.map(moved).find(|(_, changed)| (self.comes_about)(changed))?;
        let found = self.remark.clone().also(line, "this changes it, but only afterwards");
        Some((found.help("move the line that changes it above this one, or remove this"), vec![mended]))
    }

    /// A new line above it, by the same person, that would change what the rule asks for: alone, or with one word.
    pub(super) fn written_before(&self) -> Option<(Diagnostic, Vec<Scene>)> {
        let Encounter { system, scene, .. } = self.encounter;
        let asked = self.states_asked_for();
        let by = scene.invocations.iter().find(|run| run.span == self.place)?.by?;
        let is_period = |id: ProcedureId| system.periods.iter().any(|period| period.procedure == id);
        let changing = system.procedures.pairs().filter(|(id, procedure)| {
            procedure.by.is_some()
                && procedure.versus.is_none()
                && !is_period(*id)
                && !is_made_by_others(system, *id)
                && changing_in(system, *id, &mut BTreeSet::new(), &|line| changes(line, &asked))
        });
        changing.take(MOST_TRIED).find_map(|(id, procedure)| {
            let is_word = |local: &Local| {
                matches!(local.kind, LocalKind::Ask { .. }) && local.ty == Type::YesNo && local.by.is_none()
            };
            let words = procedure.locals.pairs().filter(|(_, local)| is_word(local)).take(MOST_TRIED);
            let mut ways =
                std::iter::once(None).chain(words.map(Some)).map(|word| (word, self.with_line((id, by), word)));
            let (word, mended) = ways.find(|(_, changed)| (self.comes_about)(changed))?;
            let said = word.map(|(_, local)| format!(" {{ {} }}", local.name)).unwrap_or_default();
            let line = format!("{} … by {}{said}", procedure.name, scene.things[by].name);
            Some((self.remark.clone().help(format!("write `{line}` above this, or remove this")), vec![mended]))
        })
    }

    /// The scene with a run above the place, which says at most one word.
    fn with_line(&self, (procedure, by): (ProcedureId, ThingId), word: Option<(LocalId, &Local)>) -> Scene {
        let mut scene = self.encounter.scene.clone();
        let said = word.map(|(blank, local)| {
            let value = Expr { span: self.place, ty: Type::YesNo, kind: ExprKind::Number(1) };
            let (label, text, named, index) = (local.name.clone(), None, None, None);
            let entry = Entry { label, value, text, span: self.place, named, index, bare: true, as_modifier: false };
            (blank, Argument::One(Box::new(entry)))
        });
        let name = SharedText::from("(written above)");
        let run = scene.invocations.push(Invocation {
            by: Some(by),
            arguments: said.into_iter().collect(),
            ..Invocation::named(name.clone(), name, procedure, self.place)
        });
        put_before(&mut scene.statements, self.place, run);
        scene
    }

    /// The lines of the scene that change one of these fields and hold no other lines.
    fn changing_lines(&self, asked: &Fields) -> Vec<Span> {
        let Encounter { system, scene, .. } = self.encounter;
        let runs_it = |run: InvocationId| {
            let procedure = scene.invocations[run].procedure;
            changing_in(system, procedure, &mut BTreeSet::new(), &|line| changes(line, asked))
        };
        let is_changing = |line: &&Statement| {
            let run = if let StatementKind::Invocation(run) = line.kind {
                Some(run)
            } else if let StatementKind::Period { period, .. } = &line.kind {
                Some(period.invocation)
            } else {
                None
            };
            changes(line, asked) || run.is_some_and(runs_it)
        };
        let is_bare = |line: &&Statement| line.blocks().iter().all(|block| block.is_empty());
        let changing = lines(&scene.statements).into_iter().filter(|line| is_bare(line) && is_changing(line));
        changing.map(|line| line.span).filter(|line| line.source == self.place.source).collect()
    }

    /// Those of the fields for which the rule asks that are in one of a few states, and are no numbers.
    fn states_asked_for(&self) -> Fields {
        let mut asked = self.asked_for();
        let kinds = &self.encounter.system.kinds;
        asked.retain(|(kind, field)| matches!(kinds[*kind].fields[*field].ty, Type::YesNo | Type::Level(_)));
        asked
    }

    /// The fields for which the rule asks that refuses it.
    fn asked_for(&self) -> Fields {
        let system = &self.encounter.system;
        let is_told = |span: Span| self.remark.labels.iter().any(|label| label.span == span);
        let all = system.procedures.iter().flat_map(|procedure| lines(&procedure.body));
        let mut asked = Fields::new();
        for line in all.filter(|line| is_told(line.span)) {
            if let StatementKind::Needs { condition, .. } = &line.kind {
                asked.extend(fields_in(system, condition));
            }
        }
        asked
    }
}

/// Whether a line changes one of these fields.
fn changes(line: &Statement, asked: &Fields) -> bool {
    change_in(line).is_some_and(|(place, _)| field(place).is_some_and(|field| asked.contains(&field)))
}

/// The field that an expression names, and the kind that has it.
fn field(place: &Expr) -> Option<(KindId, usize)> {
    let ExprKind::Member(base, Member::Field(field)) = &place.kind else { return None };
    if let Type::Thing(kind) = base.ty { Some((kind, *field)) } else { None }
}

/// The fields for which an expression asks, also by the rules that it calls.
fn fields_in(system: &System, asks: &Expr) -> Fields {
    let (mut found, mut rules, mut open) = (Fields::new(), BTreeSet::new(), vec![asks]);
    while let Some(part) = open.pop() {
        found.extend(field(part));
        if let ExprKind::Rule(rule, _) = part.kind
            && rules.insert(rule)
        {
            open.push(&system.rules[rule].body);
        }
        open.extend(part.parts());
    }
    found
}

/// Puts a run before the line at a place, in the block in which that stands.
fn put_before(block: &mut Vec<Statement>, place: Span, run: InvocationId) {
    let Some(at) = around(block, place) else { return };
    let mut inner = block[at].blocks_mut().into_iter();
    if let Some(inner) = inner.find(|inner| around(inner, place).is_some()) {
        return put_before(inner, place, run);
    }
    let kind = StatementKind::Invocation(run);
    block.insert(at, Statement { span: place, kind, hooks: Hooks::default() });
}
