//! Names that a scene declares and nothing uses.

use std::collections::BTreeSet;

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    Invocation, Named, NamedModifierId, OwnKind, RunMade, SceneFiles, Statement, StatementKind, ThingId, Type,
};
use crate::shared_text::SharedText;
use crate::source::{SourceId, Span};

impl SceneChecker<'_> {
    /// Remarks on modifiers that the scene in hand declares and nothing takes: who learns of them then learns of nothing. Those of
    /// a file that it uses may be there for another scene.
    pub fn unused(&mut self, files: &SceneFiles) {
        self.unnamed();
        let Some(own) = in_hand(files) else { return };
        let used = self.named_elsewhere(&[]);
        self.unused_tallies(own, &used);
        self.unused_things(own, &used);
        self.unchanged_tallies(own);
        self.unread_rolls(own, &used);
        let taken: BTreeSet<Named> = self.named_elsewhere(&self.revealing);
        let unused: Vec<NamedModifierId> = self.unused_modifiers(own, &taken);
        for id in unused {
            let modifier = &self.scene.named_modifiers[id];
            let (name, span) = (modifier.name.clone(), modifier.span);
            let message = format!("`{name}` is never used");
            let help = match self.takes_modifiers() {
                Some(blank) => format!("use it, on a line such as `{blank} {name}`"),
                None => "remove it: no blank of this system takes modifiers".into(),
            };
            self.report(Diagnostic::warning(codes::UNUSED, span, message).help(help));
        }
    }

    /// Remarks on what the rules in hand declare to be named, and what neither they nor the scene name.
    fn unnamed(&mut self) {
        let used = self.named_elsewhere(&[]);
        for unnamed in self.system.unnamed.iter().filter(|one| !used.iter().any(|named| one.is_named_by(*named))) {
            let (name, span) = &unnamed.name;
            let found =
                Diagnostic::warning(codes::UNUSED, *span, format!("no line uses the {} `{name}`", unnamed.word));
            self.report(found.help(format!("use `{name}` on a line, or remove it")));
        }
    }

    /// What is named at other places than these.
    fn named_elsewhere(&self, places: &[Span]) -> BTreeSet<Named> {
        self.uses_here().filter(|(_, span)| !places.contains(span)).map(|(named, _)| named).collect()
    }

    /// What the lines of the scene and of its expectations name, and where.
    pub fn uses_here(&self) -> impl Iterator<Item = (Named, Span)> {
        self.notes.uses.iter().chain(self.scene.expects.iter().flat_map(|expect| expect.uses.iter()))
    }

    /// Tallies and flags that no line reads or changes.
    fn unused_tallies(&mut self, source: SourceId, used: &BTreeSet<Named>) {
        let all = self.scene.own.pairs().filter(|(id, own)| {
            own.span.source == source && own.kind.first().is_some() && !used.contains(&Named::Own(*id))
        });
        let unused: Vec<(SharedText, Span)> = all.map(|(_, own)| (own.name.clone(), own.span)).collect();
        for (name, span) in unused {
            let complaint = Diagnostic::warning(codes::UNUSED, span, format!("`{name}` is never used"));
            self.report(complaint.help(format!("remove it, or change it where something happens: `set {name} = …`")));
        }
    }

    /// Remarks on things that no line names, in a text in which something is done. Of kinds that act somebody may be merely there, what
    /// belongs to somebody may be on their sheet, and where all of a kind are gone through each of them counts.
    fn unused_things(&mut self, source: SourceId, used: &BTreeSet<Named>) {
        if !self.does_something(source) {
            return;
        }
        let counts = |id: ThingId| used.contains(&Named::Thing(id)) || self.is_read_by_rules(id);
        let here = self.scene.things.pairs().filter(|(_, thing)| {
            thing.span.source == source
                && !self.system.kinds[thing.kind].single
                && !self.roles.contains_key(&thing.name)
        });
        let (unused, named): (Vec<ThingId>, Vec<ThingId>) = here.map(|(id, _)| id).partition(|id| !counts(*id));
        let only_changed: Vec<(ThingId, Span)> = named
            .into_iter()
            .filter(|id| !self.is_read_by_rules(*id))
            .filter_map(|id| Some((id, self.only_changed(id)?)))
            .collect();
        for (id, change) in only_changed {
            let name = self.scene.things[id].name.clone();
            let found = Diagnostic::warning(codes::UNUSED, change, format!("`{name}` is never used after this change"));
            let way = self.named_where_it_counts(id);
            self.report(found.help(format!("{way}, or keep it if a later scene uses it")));
        }
        for id in unused {
            let thing = &self.scene.things[id];
            let (name, span) = (thing.name.clone(), thing.span);
            let way = self.named_where_it_counts(id);
            let found = Diagnostic::warning(codes::UNUSED, span, format!("`{name}` is never used"));
            self.report(found.help(format!("{way}, or remove it")));
        }
    }

    /// Whether a procedure is run in a text.
    fn does_something(&self, source: SourceId) -> bool {
        self.scene.invocations.iter().any(|run| run.span.source == source)
    }

    /// Remarks on dice that no line asks about, in a text in which something is done. Where nothing is, somebody rolls them to look at them;
    /// a ladder says in words what its level means.
    fn unread_rolls(&mut self, source: SourceId, used: &BTreeSet<Named>) {
        if !self.does_something(source) {
            return;
        }
        let unread = self.scene.own.pairs().filter(|(id, own)| {
            own.span.source == source && matches!(own.kind, OwnKind::Roll) && !used.contains(&Named::Own(*id))
        });
        let unread: Vec<(SharedText, Span)> = unread.map(|(_, own)| (own.name.clone(), own.span)).collect();
        for (name, span) in unread {
            let found = Diagnostic::warning(codes::UNUSED, span, format!("no line reads `{name}`: it changes nothing"));
            let shown = format!("to roll it only for people to see, write `note \"{{{name}}}\"` below it");
            self.report(found.help(match self.blank_for_a_number_behind(span) {
                Some(blank) => format!("use it, on a line such as `{blank} {name}`; {shown}"),
                None => format!("use it on a line, or remove it; {shown}"),
            }));
        }
    }

    /// A blank of a run behind a place that takes a number: first one that takes several, beside which others may count.
    fn blank_for_a_number_behind(&self, place: Span) -> Option<&SharedText> {
        let is_behind = |run: &&Invocation| {
            run.made == RunMade::Written && run.span.source == place.source && run.span.start > place.start
        };
        let runs = || self.scene.invocations.iter().filter(is_behind);
        let blanks = || runs().flat_map(|run| self.system.procedures[run.procedure].locals.iter());
        let of_type = |ty: &Type| blanks().find(|local| local.is_blank() && local.ty == *ty).map(|local| &local.name);
        of_type(&Type::Many(Box::new(Type::Number))).or_else(|| of_type(&Type::Number))
    }

    /// Whether something counts although no line names it.
    fn is_read_by_rules(&self, id: ThingId) -> bool {
        let kind = self.scene.things[id].kind;
        let is_gone_through = self.notes.listed.contains(&kind) || self.system.listed.contains(&kind);
        let is_owned = self.scene.things.iter().any(|thing| thing.owned.contains(&id));
        is_gone_through || self.system.can_act(kind) || is_owned
    }

    /// Where something is changed for the last time, if lines change it and none reads it, although more is done afterwards.
    fn only_changed(&self, id: ThingId) -> Option<Span> {
        let places = changed_places(&self.scene.statements);
        let declared = self.scene.things[id].span;
        let mut named =
            self.uses_here().filter(|(named, span)| *named == Named::Thing(id) && !declared.contains(*span));
        let mut last: Option<Span> = None;
        let is_only_changed = named.all(|(_, span)| {
            last = last.filter(|last| last.start > span.start).or(Some(span));
            places.iter().any(|place| place.contains(span))
        });
        let last = last.filter(|_| is_only_changed)?;
        let is_behind = |run: &Invocation| run.span.source == last.source && run.span.start > last.start;
        self.scene.invocations.iter().any(is_behind).then_some(last)
    }

    /// What to do about something that counts nowhere.
    fn named_where_it_counts(&self, id: ThingId) -> String {
        let thing = &self.scene.things[id];
        match self.blank_for(&[Type::Thing(thing.kind), Type::Many(Box::new(Type::Thing(thing.kind)))]) {
            Some(blank) => format!("use it, on a line such as `{blank} {}`", thing.name),
            None => "use it on a line".into(),
        }
    }

    /// Tallies and flags on which a condition hangs, and that no line changes. One that is only reckoned with is a number with a name.
    fn unchanged_tallies(&mut self, source: SourceId) {
        let all = self.scene.own.pairs().filter(|(id, own)| {
            own.span.source == source && own.kind.first().is_some() && !self.notes.changing_own.contains(id)
        });
        let unchanged = all.filter_map(|(id, own)| {
            let asked = *self.notes.asking_own.get(&id)?;
            Some((own.name.clone(), own.span, begins_as(&own.kind), asked))
        });
        let unchanged: Vec<(SharedText, Span, String, Span)> = unchanged.collect();
        for (name, span, first, asked) in unchanged {
            let message = format!("`{name}` never changes: it stays {first}");
            let found =
                Diagnostic::warning(codes::IDLE, span, message).also(asked, "this depends on it, so it is fixed");
            let help = format!(
                "change it where something happens, with `set {name} = …`, or remove it; keep it if an earlier session \
                 may have changed it"
            );
            self.report(found.help(help));
        }
    }

    /// A blank that takes any number of modifiers.
    fn takes_modifiers(&self) -> Option<&SharedText> {
        self.blank_for(&[Type::Many(Box::new(Type::Number))])
    }

    /// A blank of one of these types.
    fn blank_for(&self, types: &[Type]) -> Option<&SharedText> {
        let mut locals = self.system.procedures.iter().flat_map(|procedure| procedure.locals.iter());
        locals.find(|local| local.is_blank() && types.contains(&local.ty)).map(|local| &local.name)
    }

    fn unused_modifiers(&self, own: SourceId, used: &BTreeSet<Named>) -> Vec<NamedModifierId> {
        let ids = self.scene.named_modifiers.pairs();
        let unused =
            ids.filter(|(id, modifier)| modifier.span.source == own && !used.contains(&Named::NamedModifier(*id)));
        unused.map(|(id, _)| id).collect()
    }
}

/// The text of the scene in hand, which stands behind those that it uses.
pub fn in_hand(files: &SceneFiles) -> Option<SourceId> {
    files.scenes.last().and_then(|file| file.items.first()).map(|item| item.span.source)
}

/// What a tally or a flag begins as, in words.
fn begins_as(kind: &OwnKind) -> String {
    match kind {
        OwnKind::Flag(first) => if *first == 0 { "no" } else { "yes" }.to_owned(),
        OwnKind::Tally(_, first) => first.to_string(),
        // These do not stay: they come about.
        OwnKind::Roll | OwnKind::Level(_) => String::new(),
    }
}

/// What these lines, and those inside of them, set or add to.
fn changed_places(lines: &[Statement]) -> Vec<Span> {
    let of_line = |line: &Statement| {
        let own = if let StatementKind::Set { place, .. } | StatementKind::Add { place, .. } = &line.kind {
            Some(place.span)
        } else {
            None
        };
        let inside = line.blocks().into_iter().flat_map(changed_places);
        own.into_iter().chain(inside).collect::<Vec<Span>>()
    };
    lines.iter().flat_map(of_line).collect()
}
