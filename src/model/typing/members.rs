//! Members after a dot.

use super::builtins::counted;
use super::expressions::not;
use super::{Env, Typer};
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::listing::one_of;
use crate::model::{
    Argument, DeckId, Expr, ExprKind, InvocationId, KindId, Local, LocalId, LocalKind, Member, Named, PlanId,
    PlanNumber, ProcedureId, ScaleId, ThingId, Type,
};
use crate::semantics::dice::Question;
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, CallArgument, Phrase};

impl Typer<'_> {
    /// `base.member`
    pub fn member(&mut self, env: &Env, base: &ast::Expr, member: &Phrase, span: Span) -> Expr {
        let base = self.expr(env, base, None);
        self.part(env, base, member, span)
    }

    /// A part of a typed value.
    pub fn part(&mut self, env: &Env, base: Expr, member: &Phrase, span: Span) -> Expr {
        let name = member.text();
        if name == "given"
            && let Some(is_result) = self.is_result(env, &base)
        {
            return if is_result {
                not(self.unreached(env, base, span))
            } else {
                part(base, Member::Given, Type::YesNo, span)
            };
        }
        if name == "given" && self.is_optional_field(&base) {
            return Expr { span, ..counted(base) };
        }
        match base.ty.clone() {
            Type::Thing(kind) => self.thing_part(env, base, kind, (member, span)),
            Type::Run(procedure) => self.run_part(base, procedure, member, span),
            Type::Level(scale) => self.column_part(base, scale, member, span),
            Type::TableRow(table) => {
                let columns = &self.system.tables[table].columns;
                if let Some(place) = columns.iter().position(|(column, _)| *column == name) {
                    let ty = columns[place].1.clone();
                    self.used(Named::TableColumn(table, place), member.span());
                    part(base, Member::Column(place), ty, span)
                } else {
                    let columns: Vec<SharedText> = columns.iter().map(|(c, _)| c.clone()).collect();
                    self.no_part(&base, member, &columns)
                }
            }
            Type::Roll => self.roll_part(env, base, member, span),
            Type::Dice if env.rolls => self.roll_part(env, base, member, span),
            Type::Card(deck) => self.card_part(env, base, deck, (member, &[]), span),
            Type::Plan(plan) => match name.as_str() {
                "last" => part(base, Member::Last(true), Type::Item(plan), span),
                "first" => part(base, Member::Last(false), Type::Item(plan), span),
                "cost" => part(base, Member::OfPlan(PlanNumber::Cost), Type::Number, span),
                "left" => part(base, Member::OfPlan(PlanNumber::Left), Type::Number, span),
                "count" => part(base, Member::OfPlan(PlanNumber::Count), Type::Number, span),
                _ => part(base, Member::Named(name), Type::Item(plan), span),
            },
            Type::Item(plan) => self.item_part(env, base, plan, member, span),
            Type::Die if name == "sides" => Expr { span, ty: Type::Number, kind: base.kind },
            Type::Unknown => Expr::unknown(span),
            Type::Number | Type::YesNo | Type::Die | Type::Text | Type::Dice | Type::Many(_) | Type::NamedModifier => {
                self.no_part(&base, member, &[])
            }
        }
    }

    /// Whether a local is what a procedure works out, rather than what it asks for; `None` for what is no local.
    fn is_result(&self, env: &Env, base: &Expr) -> Option<bool> {
        let (procedure, local) = match (&base.kind, part_owner(base)) {
            (ExprKind::Local(local), _) => (env.procedure?, *local),
            (ExprKind::Member(_, Member::Local(local)), Some(Type::Run(procedure))) => (*procedure, *local),
            _ => return None,
        };
        Some(match self.system.procedures[procedure].locals[local].kind {
            LocalKind::Role | LocalKind::Ask { .. } | LocalKind::Run(_) => false,
            LocalKind::Computed
            | LocalKind::Sum
            | LocalKind::Roll
            | LocalKind::Draw
            | LocalKind::Resolve(_)
            | LocalKind::Choose => true,
        })
    }

    /// A field of somebody, or a qualifier of an item, that may be absent.
    fn is_optional_field(&self, base: &Expr) -> bool {
        match (&base.kind, part_owner(base)) {
            (ExprKind::Member(_, Member::Field(field)), Some(Type::Thing(kind))) => {
                self.system.kinds[*kind].fields[*field].optional
            }
            (ExprKind::Member(_, Member::Qualifier(place)), Some(Type::Item(plan))) => {
                self.system.plans[*plan].qualifiers[*place].optional
            }
            _ => false,
        }
    }

    fn no_part(&mut self, base: &Expr, member: &Phrase, parts: &[SharedText]) -> Expr {
        let name = member.text();
        if self.notes.is_misread(&name) {
            return Expr::unknown(member.span());
        }
        let found = self.type_name(&base.ty);
        let near = guess(&name, parts.iter().map(SharedText::as_str));
        let message = format!("{found} has no `{name}`");
        let code = match base.ty {
            Type::Level(_) | Type::TableRow(_) => codes::COLUMN,
            Type::Number
            | Type::YesNo
            | Type::Die
            | Type::Text
            | Type::Thing(_)
            | Type::Run(_)
            | Type::Card(_)
            | Type::Roll
            | Type::Dice
            | Type::Plan(_)
            | Type::Item(_)
            | Type::Many(_)
            | Type::NamedModifier
            | Type::Unknown => codes::UNKNOWN_NAME,
        };
        if let Some(text) = quoted_name(&base.kind) {
            let complaint = Diagnostic::error(code, member.span(), message);
            let complaint = complaint.help(format!("a name has no quotes around it: write `{text}.{name}`"));
            self.report(complaint.fix(Fix::maybe(base.span, text)));
            return Expr::unknown(member.span());
        }
        if let Some(comparison) = self.without_is(base, member) {
            let complaint = Diagnostic::error(code, member.span(), message);
            let complaint = complaint.help(format!("to compare, write `is`: `{comparison}`"));
            self.report(complaint.fix(Fix::maybe(member.span(), comparison)));
            return Expr::unknown(member.span());
        }
        let complaint = Diagnostic::error(code, member.span(), message).did_you_mean(near, || match parts {
            [] => "it has no parts to read with a dot".into(),
            parts => format!("after the dot, write {}", one_of(parts.iter().map(SharedText::as_str))),
        });
        self.report(complaint);
        Expr::unknown(member.span())
    }

    /// `state dying` for `state is dying`: a part of what stands before it, and one of its levels.
    fn without_is(&self, base: &Expr, member: &Phrase) -> Option<String> {
        let type_of = |part: &str| {
            if let Type::Run(run) = base.ty {
                let mut locals = self.system.procedures[run].locals.iter();
                locals.find(|local| local.name == part).map(|local| &local.ty)
            } else if let Type::Thing(kind) = base.ty {
                let mut fields = self.system.kinds[kind].fields.iter();
                fields.find(|field| field.name == part).map(|field| &field.ty)
            } else {
                None
            }
        };
        (1..member.words.len()).find_map(|cut| {
            let (part, level) = (words_of(&member.words[..cut]), words_of(&member.words[cut..]));
            let Type::Level(scale) = *type_of(&part)? else { return None };
            self.system.scales[scale].level(&level).map(|_| format!("{part} is {level}"))
        })
    }

    fn thing_part(&mut self, env: &Env, base: Expr, kind: KindId, (member, span): (&Phrase, Span)) -> Expr {
        let name = member.text();
        if let Some(place) = self.system.kinds[kind].field(&name) {
            self.used(Named::Field(kind, place), member.span());
            let ty = self.system.kinds[kind].fields[place].ty.clone();
            return part(base, Member::Field(place), ty, span);
        }
        if let ExprKind::Thing(id) = &base.kind {
            let owned = self.scene.things[*id].owned.clone();
            let full = format!("{}.{name}", self.scene.things[*id].name);
            if let Some(found) = owned.into_iter().find(|o| self.scene.things[*o].name == full) {
                self.used(Named::Thing(found), member.span());
                let ty = Type::Thing(self.scene.things[found].kind);
                return Expr { span, ty, kind: ExprKind::Thing(found) };
            }
        }
        let of_base = |thing: ThingId| {
            let whose = &self.scene.things[thing].name;
            let short = |name: &str| name.strip_prefix(whose.as_str())?.strip_prefix('.').map(SharedText::from);
            let owned = self.scene.things[thing].owned.iter();
            owned.filter_map(|owned| short(&self.scene.things[*owned].name)).collect::<Vec<SharedText>>()
        };
        let (whose, owned) = if let ExprKind::Thing(thing) = base.kind {
            (self.scene.things[thing].name.clone(), of_base(thing))
        } else {
            ("NAME".into(), Vec::new())
        };
        if let Some(way) = self.level_as_a_field(&whose, kind, &name) {
            let message = format!("{} has no `{name}`", self.type_name(&base.ty));
            let complaint = Diagnostic::error(codes::UNKNOWN_NAME, member.span(), message);
            self.report(complaint.help(format!("`{name}` is a level: write `{way}`")));
            return Expr::unknown(member.span());
        }
        if let ExprKind::Thing(thing) = base.kind {
            let instead = self.in_runs_with(thing, &name);
            if !instead.is_empty() {
                return self.part_of_a_run(&base, member, (span, instead));
            }
            let of_others = self.owned_by_others(&name);
            if !of_others.is_empty() {
                return self.part_of_others(thing, member, (span, of_others));
            }
        }
        let fields = self.system.kinds[kind].fields.iter().map(|field| field.name.clone());
        let parts: Vec<SharedText> = owned.into_iter().chain(fields).collect();
        if !self.notes.is_misread(&name)
            && guess(&name, parts.iter().map(SharedText::as_str)).is_none()
            && let Some((message, help)) = self.new_of_its_own(env, kind, (&whose, &name))
        {
            self.report(Diagnostic::error(codes::UNKNOWN_NAME, member.span(), message).help(help));
            return Expr::unknown(member.span());
        }
        self.no_part(&base, member, &parts)
    }

    fn run_part(&mut self, base: Expr, procedure: ProcedureId, member: &Phrase, span: Span) -> Expr {
        let name = member.text();
        if let Some(invocation) = written_invocation(&base) {
            if let Some(nested) = self.scene.invocations[invocation].nested.get(&name).copied() {
                self.used(Named::Invocation(nested), member.span());
                let ty = Type::Run(self.scene.invocations[nested].procedure);
                return part(base, Member::Nested(nested), ty, span);
            }
            if let Some((local, plan, place)) = self.item_of_invocation(invocation, &name) {
                self.used(Named::Item(invocation, local, place), member.span());
                let plan_part = part(base, Member::Local(local), Type::Plan(plan), span);
                return part(plan_part, Member::Named(name), Type::Item(plan), span);
            }
        }
        if let Some(local) = self.local_read(procedure, &name, (None, member.span())) {
            let ty = self.local_type(procedure, local, span);
            let kind = &self.system.procedures[procedure].locals[local].kind;
            let is_written = matches!(kind, LocalKind::Role | LocalKind::Ask { .. });
            if let Some(run) = written_invocation(&base).filter(|run| is_written && self.scene.is_one_of_several(*run))
            {
                self.one_of_several(run, span);
            }
            return part(base, Member::Local(local), ty, span);
        }
        // What a procedure calls so is meant before the first time round.
        if name == "first" {
            let ty = base.ty.clone();
            if let ExprKind::Invocation(invocation) = &base.kind {
                self.notes.counted.insert((self.scene.first_of_name(*invocation), 1));
            }
            return part(base, Member::Nth(1), ty, span);
        }
        let mut locals: Vec<&Local> = self.system.procedures[procedure].locals.iter().collect();
        locals.sort_by_key(|local| in_order_of_interest(local));
        let mut parts: Vec<SharedText> = locals.into_iter().map(|local| local.name.clone()).collect();
        if let Some(invocation) = written_invocation(&base) {
            parts.extend(self.scene.invocations[invocation].nested.keys().cloned());
        }
        let deeper = self.one_step_deeper(procedure, &name);
        if deeper.is_empty() { self.no_part(&base, member, &parts) } else { self.part_of_a_part(&base, member, deeper) }
    }

    /// Reports a part that somebody or something does not have, and runs with them do: `dash.hit` for `flee.hit`.
    fn part_of_a_run(&mut self, base: &Expr, member: &Phrase, (whole, instead): (Span, Vec<String>)) -> Expr {
        let name = member.text();
        let found = SharedText::from(self.type_name(&base.ty).as_str());
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, member.span(), format!("{found} has no `{name}`"));
        let ways = one_of(instead.iter().map(String::as_str));
        let what = if let ExprKind::Thing(thing) = base.kind { &self.scene.things[thing].name } else { &found };
        let complaint = complaint.help(format!("`{name}` belongs to the run, not to `{what}`: write {ways}"));
        self.report(instead.into_iter().fold(complaint, |found, way| found.fix(Fix::maybe(whole, way))));
        Expr::unknown(member.span())
    }

    /// Reports something that somebody does not have, and others do: `warden.club` for `lo.club`.
    fn part_of_others(&mut self, thing: ThingId, member: &Phrase, (whole, others): (Span, Vec<String>)) -> Expr {
        let name = member.text();
        let owner = self.scene.things[thing].name.clone();
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, member.span(), format!("`{owner}` has no `{name}`"));
        let ways = one_of(others.iter().map(String::as_str));
        let help = format!("write {ways}, or give `{owner}` one, between the braces where `{owner}` is declared");
        self.report(others.into_iter().fold(complaint.help(help), |found, way| found.fix(Fix::maybe(whole, way))));
        Expr::unknown(member.span())
    }

    /// Reports a part that a run does not have, and something in the run does: `crack.cost` for `crack.tasks.cost`.
    fn part_of_a_part(&mut self, base: &Expr, member: &Phrase, deeper: Vec<String>) -> Expr {
        let run = written_invocation(base).map(|run| format!("{}.", self.scene.invocations[run].path));
        let run = run.unwrap_or_default();
        let whole: Vec<String> = deeper.iter().map(|part| format!("{run}{part}")).collect();
        let message = format!("{} has no `{}`", self.type_name(&base.ty), member.text());
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, member.span(), message);
        let complaint = complaint.help(format!("did you mean {}?", one_of(whole.iter().map(String::as_str))));
        self.report(deeper.into_iter().fold(complaint, |found, part| found.fix(Fix::maybe(member.span(), part))));
        Expr::unknown(member.span())
    }

    /// What a scene writes in a run is asked of a name that several branches have, each with its own.
    pub fn one_of_several(&mut self, run: InvocationId, span: Span) {
        let first = self.scene.first_of_name(run);
        let runs = self.scene.invocations.pairs().filter(|(id, other)| *id == first || other.same_as == Some(first));
        let places: Vec<Span> = runs.map(|(_, run)| run.span).collect();
        let path = &self.scene.invocations[first].path;
        let message = format!("`{path}` is in several branches, each with its own value for this");
        let complaint = Diagnostic::error(codes::AMBIGUOUS_NAME, span, message);
        let complaint = places.into_iter().fold(complaint, |complaint, place| complaint.also(place, "here"));
        self.report(complaint.help("ask for its result, or give each run its own name"));
    }

    /// An item of the plan that an invocation lays out.
    fn item_of_invocation(&self, invocation: InvocationId, name: &str) -> Option<(LocalId, PlanId, usize)> {
        let invocation = &self.scene.invocations[invocation];
        let (local, plan) = self.system.plan_of(invocation.procedure)?;
        match invocation.arguments.get(&local) {
            Some(Argument::Plan(fill)) => {
                let place = fill.items.iter().position(|item| item.name == name)?;
                Some((local, plan, place))
            }
            _ => None,
        }
    }

    fn column_part(&mut self, base: Expr, scale: ScaleId, member: &Phrase, span: Span) -> Expr {
        let name = member.text();
        let columns = &self.system.scales[scale].columns;
        if let Some(place) = columns.iter().position(|c| c.name == name) {
            let ty = columns[place].ty.clone();
            self.used(Named::Column(scale, place), member.span());
            return part(base, Member::Column(place), ty, span);
        }
        if name == "rank" {
            self.has_order(&base.ty);
            return Expr { span, ty: Type::Number, kind: base.kind };
        }
        let columns: Vec<SharedText> = columns.iter().map(|c| c.name.clone()).collect();
        self.no_part(&base, member, &columns)
    }

    fn roll_part(&mut self, env: &Env, base: Expr, member: &Phrase, span: Span) -> Expr {
        let question = match member.text().as_str() {
            "sum" | "kept" => Question::Kept,
            "highest" => Question::Highest,
            "lowest" => Question::Lowest,
            "doubles" => Question::Doubles,
            "rolled" => Question::Rolled,
            "dropped" => Question::Dropped,
            _ => {
                return self.no_part(&base, member, &ASKED_OF_A_ROLL.map(SharedText::from));
            }
        };
        Expr { span, ..self.ask_roll(env, base, question) }
    }

    /// `item.member`: a qualifier of the plan, or what a line gives to each of its items.
    fn item_part(&mut self, env: &Env, base: Expr, plan: PlanId, member: &Phrase, span: Span) -> Expr {
        let name = member.text();
        let qualifiers = &self.system.plans[plan].qualifiers;
        if let Some(place) = qualifiers.iter().position(|q| q.name == name) {
            let ty = &qualifiers[place].ty;
            let ty = if let Type::Many(_) = ty { Type::Number } else { ty.clone() };
            self.used(Named::Qualifier(plan, place), member.span());
            return part(base, Member::Qualifier(place), ty, span);
        }
        let given = self.given_to_items(env, &base, plan);
        if let Some((procedure, local, _)) = given.iter().find(|(_, _, given)| *given == name) {
            let (procedure, local) = (*procedure, *local);
            self.used(Named::Local(procedure, local), member.span());
            let ty = self.local_type(procedure, local, span);
            return part(base, Member::Local(local), ty, span);
        }
        let mut parts: Vec<SharedText> = self.system.plans[plan].qualifiers.iter().map(|q| q.name.clone()).collect();
        parts.extend(given.into_iter().map(|(_, _, name)| name));
        self.no_part(&base, member, &parts)
    }

    pub fn card_part(
        &mut self,
        env: &Env,
        base: Expr,
        deck: DeckId,
        member: (&Phrase, &[CallArgument]),
        span: Span,
    ) -> Expr {
        let name = member.0.text();
        let fields = &self.system.decks[deck].fields;
        let Some(place) = fields.iter().position(|f| f.name == name) else {
            let fields: Vec<SharedText> = fields.iter().map(|f| f.name.clone()).collect();
            return self.no_part(&base, member.0, &fields);
        };
        let (params, ty) = (fields[place].params.clone(), fields[place].ty.clone());
        self.used(Named::CardField(deck, place), member.0.span());
        let arguments = self.arguments(env, &params, member.1, span, &name);
        part(base, Member::Card(place, arguments), ty, span)
    }
}

/// What a roll can be asked.
const ASKED_OF_A_ROLL: [&str; 11] = [
    "sum",
    "rolled",
    "kept",
    "dropped",
    "highest",
    "lowest",
    "doubles",
    "any(6)",
    "count(6)",
    "at least(5)",
    "face(1)",
];

/// A part of a value.
pub fn part(base: Expr, member: Member, ty: Type, span: Span) -> Expr {
    let whole = (member, ty);
    let of_one = &mut |one| {
        let (member, ty) = whole.clone();
        Expr { span, ty, kind: ExprKind::Member(Box::new(one), member) }
    };
    Expr { span, ..base.in_each_branch(of_one) }
}

/// A text that may have been meant as a name: words and numbers.
fn quoted_name(kind: &ExprKind) -> Option<&str> {
    let ExprKind::Text(text) = kind else { return None };
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    text.split(' ').all(is_word).then_some(text.as_str())
}

/// The invocation that an expression of the scene names.
fn written_invocation(base: &Expr) -> Option<InvocationId> {
    match &base.kind {
        ExprKind::Invocation(id) | ExprKind::Member(_, Member::Nested(id)) => Some(*id),
        ExprKind::Member(inner, Member::Nth(_)) => written_invocation(inner),
        // The scene does not say beforehand which run these are.
        ExprKind::Number(_)
        | ExprKind::Unreached
        | ExprKind::Text(_)
        | ExprKind::Local(_)
        | ExprKind::Var(_)
        | ExprKind::Thing(_)
        | ExprKind::All(_)
        | ExprKind::Levels(_)
        | ExprKind::NamedModifier(_)
        | ExprKind::Own(_)
        | ExprKind::Member(..)
        | ExprKind::Index(..)
        | ExprKind::Rule(..)
        | ExprKind::House(..)
        | ExprKind::Table(..)
        | ExprKind::Band { .. }
        | ExprKind::DiceCall(..)
        | ExprKind::Dice { .. }
        | ExprKind::Keep { .. }
        | ExprKind::Reduce { .. }
        | ExprKind::Extreme { .. }
        | ExprKind::Absolute(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::IsUnreached(_)
        | ExprKind::Move { .. }
        | ExprKind::Knows(..)
        | ExprKind::If(..)
        | ExprKind::Question => None,
    }
}

/// The type of what a part is read from.
fn part_owner(part: &Expr) -> Option<&Type> {
    if let ExprKind::Member(owner, _) = &part.kind { Some(&owner.ty) } else { None }
}

/// What a run comes to is asked for more often than what it takes, and levels more often than numbers.
fn in_order_of_interest(local: &Local) -> u8 {
    match local.kind {
        LocalKind::Resolve(_) => 0,
        LocalKind::Computed if matches!(local.ty, Type::Level(_)) => 1,
        LocalKind::Computed | LocalKind::Sum | LocalKind::Roll | LocalKind::Draw | LocalKind::Run(_) => 2,
        LocalKind::Role | LocalKind::Ask { .. } | LocalKind::Choose => 3,
    }
}

fn words_of(words: &[ast::Word]) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    words.join(" ")
}
