//! Plans as written in braces: items with their qualifiers, and groups of items.

use super::arguments::Blank;
use super::checker::SceneChecker;
use super::leftovers::Takes;
use super::words::{Beginnings, join, place_of};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::{one_of, with_article};
use crate::model::typing::Env;
use crate::model::{Argument, GroupNeed, InvocationId, Item, ItemGroup, LocalId, Named, PlanArgument, PlanId, Type};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, Line, StatementKind};

impl<'a> SceneChecker<'a> {
    /// Lines of a plan that stand directly in a form.
    pub fn plan_line(&mut self, id: InvocationId, line: &'a Line, used: usize, name: &str) -> bool {
        let procedure = self.scene.invocations[id].procedure;
        let Some((slot, plan)) = self.system.plan_of(procedure) else { return false };
        self.plan_part(id, slot, plan, (line, used, name), None)
    }

    pub fn plan_lines(
        &mut self,
        id: InvocationId,
        slot: LocalId,
        plan: PlanId,
        body: &'a [ast::Statement],
        group: Option<usize>,
    ) {
        for statement in body {
            let StatementKind::Line(line) = &statement.kind else {
                self.misplaced(
                    statement.span,
                    "only items and groups of the plan are allowed here",
                    "close the brace first",
                );
                continue;
            };
            let beginnings = Beginnings::of(&line.words.words);
            let known = beginnings
                .longest_first()
                .any(|(used, name)| self.plan_part(id, slot, plan, (line, used, name), group));
            if !known {
                let declared = &self.system.plans[plan];
                let mut heads: Vec<SharedText> = vec![declared.item.clone()];
                heads.extend(declared.groups.iter().map(|g| g.name.clone()));
                let name = declared.name.clone();
                self.unknown_line(line, &format!("`{name}`"), &heads);
            }
        }
    }

    fn plan_part(
        &mut self,
        id: InvocationId,
        slot: LocalId,
        plan: PlanId,
        (line, used, name): (&'a Line, usize, &str),
        group: Option<usize>,
    ) -> bool {
        let head = place_of(&line.words.words[..used]);
        if self.system.plans[plan].item == name {
            self.used(Named::PlanItem(plan), head);
            self.needless_braces(line);
            let item = format!("`{name}`");
            self.nothing_more(line, &item, Takes { text: true, body: true, ..Takes::default() });
            self.plan_item(id, slot, plan, (line, used), group);
            return true;
        }
        let Some(place) = self.system.plans[plan].groups.iter().position(|g| g.name == name) else { return false };
        self.used(Named::Group(plan, place), head);
        self.says_nothing(line);
        self.nothing_more(line, &format!("`{name}`"), Takes { body: true, ..Takes::default() });
        let exempts = self.system.plans[plan].groups[place].need == GroupNeed::Nothing;
        let also_exempt = self.is_exempt(plan, line, used);
        let first = self.plan_fill(id, slot).items.len();
        let target = match group {
            Some(outer) if exempts => outer,
            _ => {
                let fill = self.plan_fill(id, slot);
                fill.groups.push(ItemGroup {
                    group: place,
                    items: Vec::new(),
                    exempt: Vec::new(),
                    span: line.words.span(),
                });
                fill.groups.len() - 1
            }
        };
        self.plan_lines(id, slot, plan, line.body.as_deref().unwrap_or_default(), Some(target));
        let fill = self.plan_fill(id, slot);
        let items: Vec<usize> = (first..fill.items.len()).collect();
        let is_of_one = items.len() == 1;
        if let Some(outer) = group.filter(|outer| *outer != target) {
            fill.groups[outer].counts(&items);
        }
        if exempts || also_exempt {
            fill.groups[target].exempt.push(items);
        }
        if is_of_one {
            self.group_of_one(plan, line.words.span(), name);
        }
        true
    }

    /// Whether the word behind that of a grouping is one that exempts items from what the grouping demands.
    fn is_exempt(&mut self, plan: PlanId, line: &'a Line, used: usize) -> bool {
        let rest = join(&line.words.words[used..]);
        let groups = &self.system.plans[plan].groups;
        let exempt = groups.iter().position(|group| group.name == rest && group.need == GroupNeed::Nothing);
        if let Some(exempt) = exempt {
            self.used(Named::Group(plan, exempt), place_of(&line.words.words[used..]));
        } else if !rest.is_empty() {
            let groups = one_of(groups.iter().map(|g| g.name.as_str()));
            let message = format!("`{rest}` is not a grouping");
            self.report(
                Diagnostic::error(codes::GROUPING, line.words.span(), message)
                    .help(format!("a grouping can be {groups}")),
            );
        }
        exempt.is_some()
    }

    /// A grouping says how items stand to each other, and there is only one.
    fn group_of_one(&mut self, plan: PlanId, place: Span, name: &str) {
        let item = &self.system.plans[plan].item;
        let message = format!("`{name}` makes no difference here: it has only one `{item}`");
        let help = format!("write the `{item}` without `{name}`, or add another `{item}` between the same braces");
        self.report(Diagnostic::warning(codes::IDLE, place, message).help(help));
    }

    fn plan_fill(&mut self, id: InvocationId, slot: LocalId) -> &mut PlanArgument {
        let span = self.scene.invocations[id].span;
        let fills = &mut self.scene.invocations[id].arguments;
        let fill =
            fills.entry(slot).or_insert_with(|| Argument::Plan(PlanArgument { span, ..PlanArgument::default() }));
        if !matches!(fill, Argument::Plan(_)) {
            *fill = Argument::Plan(PlanArgument::default());
        }
        let Argument::Plan(plan) = fill else { unreachable!("it was made a plan above") };
        plan
    }

    /// What a form says nothing of is done in the simplest way: one item, named like the items of its plan.
    pub fn simplest_plan(&mut self, id: InvocationId) {
        let Some((slot, plan)) = self.system.plan_of(self.scene.invocations[id].procedure) else { return };
        let plan = &self.system.plans[plan];
        let complete = (0..plan.qualifiers.len()).all(|q| plan.qualifiers[q].default.is_some() || plan.describes(q));
        if self.scene.invocations[id].arguments.contains_key(&slot) || plan.item.is_empty() || !complete {
            return;
        }
        let (name, span) = (plan.item.clone(), self.scene.invocations[id].span);
        self.name_inside(id, (&name, slot), span);
        let item = Item { name, title: None, span, qualifiers: Vec::new(), read_as: None };
        self.plan_fill(id, slot).items.push(item);
    }

    fn plan_item(
        &mut self,
        id: InvocationId,
        slot: LocalId,
        plan: PlanId,
        (line, used): (&'a Line, usize),
        group: Option<usize>,
    ) {
        let declared = self.system.plans[plan].item.clone();
        let name = join(&line.words.words[used..]);
        let name = if name.is_empty() { declared } else { name };
        let title = line.text.as_ref().map(|text| self.fixed_text(text));
        let span = line.words.span();
        self.name_inside(id, (&name, slot), span);
        let fill = self.plan_fill(id, slot);
        fill.items.push(Item { name, title, span, qualifiers: Vec::new(), read_as: None });
        let place = fill.items.len() - 1;
        if let Some(group) = group {
            fill.groups[group].items.push(place);
        }
        for statement in line.body.as_deref().unwrap_or_default() {
            if let StatementKind::Line(line) = &statement.kind {
                self.qualifier_line(id, (slot, plan, place), line);
            } else {
                self.misplaced(statement.span, "only qualifiers are allowed here", "close the brace first");
            }
        }
    }

    fn qualifier_line(&mut self, id: InvocationId, (slot, plan, item): (LocalId, PlanId, usize), line: &'a Line) {
        let beginnings = Beginnings::of(&line.words.words);
        for (used, name) in beginnings.longest_first() {
            let declared = self.system.plans[plan].qualifiers.iter().position(|q| q.name == name);
            let Some(place) = declared else {
                if self.level_line(id, line, used, name, (None, Some(item))) {
                    return;
                }
                continue;
            };
            self.used(Named::Qualifier(plan, place), place_of(&line.words.words[..used]));
            let field = self.system.plans[plan].qualifiers[place].clone();
            let many = matches!(field.ty, Type::Many(_));
            let twice = self.plan_fill(id, slot).items[item].qualifiers.iter().any(|(q, _)| *q == place);
            if twice && !many {
                let message = format!("`{name}` is given twice");
                self.report(
                    Diagnostic::error(codes::FILLED_TWICE, line.words.span(), message).help("remove one of them"),
                );
            }
            let blank = Blank { name: name.into(), ty: field.ty, limits: field.limits, by: None, asked_by: None };
            match self.fill(&Env::default(), &blank, line, used, None) {
                Some(Argument::One(entry)) => self.plan_fill(id, slot).items[item].qualifiers.push((place, *entry)),
                Some(Argument::List(entries)) => {
                    let entries = entries.into_iter().map(|entry| (place, entry));
                    self.plan_fill(id, slot).items[item].qualifiers.extend(entries);
                }
                _ => {}
            }
            return;
        }
        let qualifiers: Vec<SharedText> = self.system.plans[plan].qualifiers.iter().map(|q| q.name.clone()).collect();
        let item = self.system.plans[plan].item.clone();
        let place = with_article(&item);
        match self.said_of_the_run(id, line) {
            Some((name, around)) => {
                let message = format!("{place} has no line `{name}`");
                let help = format!(
                    "`{name}` is a line of `{around}`: write it inside the braces of `{}`, but outside those of the `{item}`",
                    self.scene.invocations[id].path
                );
                self.report(Diagnostic::error(codes::UNKNOWN_LINE, line.words.span(), message).help(help));
            }
            None => self.unknown_line(line, &place, &qualifiers),
        }
    }

    /// The blank of a run that a line inside its plan begins with, and the procedure that asks for it.
    fn said_of_the_run(&self, id: InvocationId, line: &Line) -> Option<(SharedText, SharedText)> {
        let procedure = self.scene.invocations[id].procedure;
        let blanks = self.system.blank_names(procedure);
        let beginnings = Beginnings::of(&line.words.words);
        let (_, name) = beginnings.longest_first().find(|(_, name)| blanks.iter().any(|blank| blank == name))?;
        Some((name.into(), self.system.procedures[procedure].name.clone()))
    }
}
