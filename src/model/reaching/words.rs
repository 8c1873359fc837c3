//! Messages about a value that is read where it is missing, or may be.

use super::facts::Fact;
use super::kept::{Purpose, Untrue, is_of_a_run};
use super::reached::Reaching;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::certain::{Bounds, remark_on_part};
use crate::model::{Expr, ExprKind, InvocationId, LocalId, LocalKind, Member, OwnId, Type};
use crate::semantics::dice::Question;
use crate::shared_text::SharedText;
use crate::source::Span;

impl Reaching<'_> {
    /// A line reads what no line before it has computed.
    pub fn read_ahead(&mut self, local: LocalId, place: Span) {
        let Some(procedure) = self.procedure else { return };
        let declared = &self.system.procedures[procedure];
        let (name, written) = (&declared.locals[local].name, declared.locals[local].span);
        let (message, label, help) = if self.defining == Some(local) {
            (
                format!("`{name}` is computed from itself"),
                "it gets its value here",
                format!(
                    "compute it from something else, or give the new value a name of its own, on a line below `{name}`"
                ),
            )
        } else if written.end <= place.start || written.source != place.source {
            (
                format!("`{name}` has no value here yet"),
                "it gets its value here",
                format!(
                    "move the line below the one that gives `{name}` its value; a house rule can say `add after … {}.{name} {{ … }}`",
                    declared.name
                ),
            )
        } else {
            (
                format!("`{name}` has no value here yet"),
                "it gets its value here, further down",
                format!(
                    "move this line below the one that gives `{name}` its value, or use only values computed above this line"
                ),
            )
        };
        self.say(place, Diagnostic::error(codes::READ_BEFORE_COMPUTED, place, message).also(written, label).help(help));
    }

    /// A line reads what is computed only where the run does not come to this line.
    pub fn never(&mut self, local: LocalId, place: Span) {
        let Some(procedure) = self.procedure else { return };
        let declared = &self.system.procedures[procedure].locals[local];
        let message = format!("`{}` never has a value here", declared.name);
        let complaint = Diagnostic::error(codes::READ_BEFORE_COMPUTED, place, message)
            .also(declared.span, "a run that reaches this line never reaches the other one")
            .help("use it where it is computed, or compute it in this branch too");
        self.say(place, complaint);
    }

    /// A line reads the results of a run that takes place only later.
    pub fn runs_later(&mut self, blank: LocalId, place: Span) {
        let Some(procedure) = self.procedure else { return };
        let name = &self.system.procedures[procedure].locals[blank].name;
        let complaint = Diagnostic::error(codes::READ_BEFORE_COMPUTED, place, format!("`{name}` has not run here yet"))
            .help(format!("move this line below `run {name}`"));
        self.say(place, complaint);
    }

    /// A value that may not be reached would make the whole unreached.
    pub fn swallowed(&mut self, expr: &Expr) {
        let (name, written) = self.words(expr);
        let value = name.as_deref().unwrap_or("VALUE");
        let help = if expr.ty.is_of_things() {
            format!("check first whether it is given: `if {value}.given {{ … }}`")
        } else if self.exact {
            format!("give it a default, as in `{value} otherwise 0`")
        } else {
            format!(
                "give it a default, as in `{value} otherwise 0`, or make it a row of a `sum`, which skips a value that is not reached"
            )
        };
        let complaint = Diagnostic::error(codes::MAY_BE_UNREACHED, expr.span, may_be_missing(name.as_deref()));
        let complaint =
            written.into_iter().fold(complaint, |complaint, span| complaint.also(span, "not in every case"));
        self.say(expr.span, complaint.help(help));
    }

    /// A comparison that says nothing where a value is not reached, though its words do.
    pub fn compared(&mut self, expr: &Expr, wanted: bool) {
        let (name, written) = self.words(expr);
        let value = name.as_deref().unwrap_or("VALUE");
        let help = if wanted {
            format!(
                "this is false if `{value}` is not reached; say which you mean: `{value} is unreached or …`, or `{value} is not unreached and …`"
            )
        } else {
            format!(
                "this is false if `{value}` is not reached, in spite of `not`; say which you mean: `{value} is unreached or …`, or `{value} is not unreached and …`"
            )
        };
        let message = may_be_missing(name.as_deref());
        let complaint = match self.runs_of_scene {
            Some(_) => Diagnostic::warning(codes::MAY_BE_UNREACHED, expr.span, message),
            None => Diagnostic::error(codes::MAY_BE_UNREACHED, expr.span, message),
        };
        let complaint =
            written.into_iter().fold(complaint, |complaint, span| complaint.also(span, "not in every case"));
        self.say(expr.span, complaint.help(help));
    }

    /// A line of a scene reads what does not happen on every way that leads there: its name, where it is written, and why.
    pub fn may_not_have_happened(&mut self, (name, written, why): (SharedText, Span, &str), place: Span) {
        let message = format!("`{name}` does not always happen");
        let help = format!(
            "move this line next to `{name}`, or check first: `{name} is not unreached and …`, `{name} is unreached or …`"
        );
        let complaint = Diagnostic::warning(codes::MAY_BE_UNREACHED, place, message);
        let complaint = complaint.also(written, why);
        self.say(place, complaint.help(help));
    }

    /// A branch or a row that is never taken: `here` it stands, behind those above it, and all of them `outside`.
    pub fn taken(&mut self, condition: &Expr, yes: Fact, (here, outside): (Fact, Fact)) {
        if self.facts.is_full() || !self.facts.is_impossible([here, yes]) {
            return;
        }
        let said = if self.facts.is_impossible([yes]) {
            (
                "this condition is never true",
                "use a condition that can be true, or remove it with the lines that depend on it",
            )
        } else {
            (
                "this never counts: whenever it is true, a condition above it is true as well",
                "move it above that one, or remove it",
            )
        };
        self.idle(condition.span, said, outside);
    }

    /// The condition of a question that nobody is asked, or everybody.
    pub fn whether_asked(&mut self, condition: &Expr, yes: Fact, here: Fact) {
        let never = "use a condition that can be true, or replace the choice with a value: it is never made";
        self.settled(
            condition,
            (yes, here),
            (never, "remove the condition: every run that reaches this line makes the choice"),
        );
    }

    /// What is needed in any case, or never so.
    pub fn whether_needed(&mut self, condition: &Expr, yes: Fact, here: Fact) {
        let never = "use a condition that can be true, or write a `stop`: every run that reaches this is refused";
        self.settled(
            condition,
            (yes, here),
            (never, "remove it, or use a condition that can be false: no run is refused"),
        );
    }

    /// A condition that comes out the same on every way that leads to it, and what to do if it is never so, or always.
    fn settled(&mut self, condition: &Expr, (yes, here): (Fact, Fact), (never, always): (&str, &str)) {
        let not = self.facts.not(yes);
        if self.facts.is_full() {
            return;
        }
        if self.facts.is_impossible([here, yes]) {
            self.idle(condition.span, ("this condition is never true", never), here);
        } else if self.facts.is_impossible([here, not]) {
            self.idle(condition.span, ("this condition is always true", always), here);
        }
    }

    /// A comparison or a choice of a system that comes out the same whatever values it meets. Where house rules are in force, they may be why;
    /// then it is said of their own lines alone.
    pub fn compares_in_vain(&mut self, comparison: &Expr, path: Fact) {
        if !self.is_looked_through(comparison.span) {
            return;
        }
        let bounds = Bounds::of_system(self.system, self.procedure).going_through(&self.notes.items);
        let found = remark_on_part(bounds, comparison);
        if let Some(found) = found.filter(|_| self.facts.is_possible([path])) {
            self.say(comparison.span, found);
        }
    }

    /// A condition inside a value of a system that never holds, or always does. In a scene it is known whether it comes to one. Whoever asks
    /// whether something is reached may want to be sure.
    pub fn chooses_in_vain(&mut self, condition: &Expr, yes: Fact, (here, path): (Fact, Fact)) {
        let help = "write only the value after `then`, or use a condition that can be false";
        let is_plain = self.is_looked_through(condition.span) && !asks_whether_reached(condition);
        if is_plain && !self.always_holds(condition, (yes, path), help) {
            self.taken(condition, yes, (here, path));
        }
    }

    /// The condition of a branch, a row or a note of a system that never counts, or that says nothing.
    pub fn branches_in_vain(&mut self, condition: &Expr, yes: Fact, (here, outside): (Fact, Fact)) {
        let help = "write the lines without a condition, or use one that can be false";
        if !self.always_holds(condition, (yes, outside), help) {
            self.taken(condition, yes, (here, outside));
        }
    }

    /// Whether a condition of a system is never no by its words alone: of conditions one behind the other the last may well hold in all cases
    /// that are left. It is remarked on.
    fn always_holds(&mut self, condition: &Expr, (yes, outside): (Fact, Fact), help: &str) -> bool {
        if !self.is_looked_through(condition.span) || self.facts.is_full() || asks_whether_reached(condition) {
            return false;
        }
        let no = self.no(condition);
        let is_found = self.facts.is_impossible([no]) && !self.facts.is_impossible([yes]);
        if is_found {
            self.idle(condition.span, ("this condition is always true", help), outside);
        }
        is_found
    }

    /// Whether remarks are made on values there: on those of a system, and where house rules are in force on their own alone.
    fn is_looked_through(&self, place: Span) -> bool {
        let is_own = self.system.houses.is_empty() || self.system.is_overlaid(place);
        !self.quiet && self.runs_of_scene.is_none() && is_own
    }

    /// A row without a condition, of which there is one already.
    pub fn otherwise_again(&mut self, row: Span, outside: Fact) {
        let said =
            ("this never counts: there is an `otherwise` above it", "keep one row with `otherwise`, as the last one");
        self.idle(row, said, outside);
    }

    /// Remarks on what has no effect, once, and only where some run comes to what stands around it.
    fn idle(&mut self, place: Span, (message, help): (&str, &str), outside: Fact) {
        let inside = |found: &Diagnostic| found.labels.first().is_some_and(|label| place.contains(label.span));
        let is_said = self.notes.sink.iter().any(|found| found.code == codes::IDLE && inside(found));
        if !is_said && self.facts.is_possible([outside]) {
            self.say(place, Diagnostic::warning(codes::IDLE, place, message).help(help));
        }
    }

    fn say(&mut self, place: Span, complaint: Diagnostic) {
        if !self.quiet && self.said.insert(place) {
            self.notes.sink.push(complaint);
        }
    }

    /// A value as a script writes it, if it has a name, and where that is declared.
    pub(super) fn words(&self, expr: &Expr) -> (Option<String>, Option<Span>) {
        let locals = self.procedure.map(|procedure| &self.system.procedures[procedure].locals);
        if let ExprKind::Local(local) = &expr.kind {
            let Some(declared) = locals.and_then(|locals| locals.get(*local)) else { return (None, None) };
            let span = (declared.kind != LocalKind::Role).then_some(declared.span);
            return (Some(declared.name.to_string()), span);
        }
        if let (ExprKind::Invocation(run), Some(runs)) = (&expr.kind, &self.runs_of_scene) {
            return (Some(runs.scene.invocations[*run].path.to_string()), None);
        }
        if let (ExprKind::Own(own), Some(runs)) = (&expr.kind, &self.runs_of_scene) {
            return (Some(runs.scene.own[*own].name.to_string()), None);
        }
        let ExprKind::Member(base, member) = &expr.kind else { return (None, None) };
        let (base_name, span) = self.words(base);
        let Some(base_name) = base_name else { return (None, span) };
        if *member == Member::Question(Question::Kept) {
            return (Some(base_name), span);
        }
        if let Member::Nth(place) = member {
            let of_round = if *place == 1 { ".first".to_owned() } else { format!("({place})") };
            return (Some(format!("{base_name}{of_round}")), span);
        }
        let Some(part) = self.part(member, &base.ty) else { return (None, span) };
        // Where a run is asked for says nothing of its results.
        (Some(format!("{base_name}.{part}")), span.filter(|_| !matches!(base.ty, Type::Run(_))))
    }

    fn part(&self, member: &Member, of: &Type) -> Option<SharedText> {
        let system = self.system;
        if let (Member::Nested(run), Some(runs)) = (member, &self.runs_of_scene) {
            return Some(runs.scene.invocations[*run].name.clone());
        }
        if let (Member::Field(field), Type::Thing(kind)) = (member, of) {
            return Some(system.kinds[*kind].fields[*field].name.clone());
        }
        if let (Member::Local(local), Type::Run(procedure)) = (member, of) {
            return Some(system.procedures[*procedure].locals[*local].name.clone());
        }
        if let (Member::Column(column), Type::Level(scale)) = (member, of) {
            return Some(system.scales[*scale].columns[*column].name.clone());
        }
        if let (Member::Column(column), Type::TableRow(table)) = (member, of) {
            return Some(system.tables[*table].columns[*column].0.clone());
        }
        let words = [(Question::Kept, "sum"), (Question::Highest, "highest"), (Question::Lowest, "lowest")];
        words.into_iter().find(|(question, _)| *member == Member::Question(*question)).map(|(_, word)| word.into())
    }
}

impl Reaching<'_> {
    /// When a run of the scene has happened.
    pub(super) fn happened(&mut self, run: InvocationId, place: Span, path: Fact) -> Fact {
        let Some(runs) = &self.runs_of_scene else { return Fact::ALWAYS };
        let fact = runs.came.happened.get(&run).copied().unwrap_or(Fact::ALWAYS);
        let run = &runs.scene.invocations[run];
        self.has_come_about(fact, path, (run.path.clone(), run.span, place));
        fact
    }

    /// When something of the scene's own has come about.
    pub(super) fn met(&mut self, own: OwnId, place: Span, path: Fact) -> Fact {
        let Some(runs) = &self.runs_of_scene else { return Fact::ALWAYS };
        let fact = runs.came.met.get(&own).copied().unwrap_or(Fact::ALWAYS);
        let own = &runs.scene.own[own];
        self.has_come_about(fact, path, (own.name.clone(), own.span, place));
        fact
    }

    /// Remarks on what may not have come about at a place.
    fn has_come_about(&mut self, fact: Fact, path: Fact, (name, written, place): (SharedText, Span, Span)) {
        // Where a value must be there, that is said of all of it.
        if self.exact || self.facts.follows(fact, path) {
            return;
        }
        let turns = self.runs_of_scene.as_ref().map(|runs| runs.turns.clone()).unwrap_or_default();
        let after_all = self.facts.all(turns.into_iter().chain([path]));
        let why = if self.facts.follows(fact, after_all) {
            "its turn may come later"
        } else if self.untrue == Untrue::AsMeant {
            return;
        } else {
            "it happens only under a condition"
        };
        self.may_not_have_happened((name, written, why), place);
    }

    /// Checks a value that is swallowed where it is not reached.
    pub fn strict(&mut self, expr: &Expr, path: Fact) {
        let reached = self.reach(expr, path);
        self.must_follow(expr, reached, path);
    }

    /// Checks a value that a scene puts somewhere, adds to something or tells.
    pub fn kept(&mut self, expr: &Expr, path: Fact) {
        self.purpose = Purpose::Kept;
        self.strict(expr, path);
        self.purpose = Purpose::Other;
    }

    /// Checks a condition of a scene. If it stands `alone`, nothing happens where it does not hold.
    pub fn condition(&mut self, expr: &Expr, path: Fact, alone: bool) {
        self.purpose = Purpose::Condition(expr.span);
        self.untrue = if alone { Untrue::Nothing } else { Untrue::Counts };
        self.reach(expr, path);
        self.untrue = Untrue::Counts;
        self.purpose = Purpose::Other;
    }

    /// Checks a value of a scene that must be there in any case.
    pub fn certainly(&mut self, expr: &Expr, path: Fact) {
        self.exact = true;
        self.strict(expr, path);
        self.exact = false;
    }

    pub(super) fn must_follow(&mut self, expr: &Expr, reached: Fact, path: Fact) {
        let is_reached = self.facts.follows(reached, path);
        if !is_reached && (self.exact || self.runs_of_scene.is_none()) {
            self.swallowed(expr);
        } else if self.runs_of_scene.is_some() && (!is_reached || is_of_a_run(expr)) {
            self.may_lose(expr);
        }
    }

    /// A line of a scene keeps a value that a run may not have reached. That is said only if some run is found that has not.
    pub fn may_lose(&mut self, expr: &Expr) {
        let (name, _) = self.words(expr);
        let value = name.as_deref().unwrap_or("VALUE");
        let test = format!("`if {value} is not unreached {{ … }}`");
        let counts =
            |then: &str| format!("say what counts then, as in `{value} otherwise {then}`, or test first: {test}");
        let help = if expr.ty == Type::Number {
            counts("0")
        } else if expr.ty != Type::YesNo {
            format!("test first: {test}")
        } else if name.is_some() {
            counts("no")
        } else {
            format!("say what counts then, as in `(…) otherwise no`, or test first: {test}")
        };
        let place = match self.purpose {
            Purpose::Kept => expr.span,
            Purpose::Condition(condition) => condition,
            Purpose::Other => return,
        };
        self.may_say(place, expr.span, missing_in_some_runs(name.as_deref()), help);
    }

    /// A condition of a scene compares a value that a run may not have reached. That is said only if some run is found in which the whole
    /// condition is neither yes nor no.
    pub fn may_compare_in_vain(&mut self, expr: &Expr, path: Fact, wanted: bool) {
        let Purpose::Condition(condition) = self.purpose else { return };
        let is_there = self.unknown(expr);
        if self.facts.follows(is_there, path) {
            // The words before these ask whether it is reached.
            return;
        }
        let (name, _) = self.words(expr);
        let value = name.as_deref().unwrap_or("VALUE");
        let in_spite = if wanted { "" } else { ", in spite of `not`" };
        let help = format!(
            "then this is false{in_spite}; say which you mean: `{value} is unreached or …`, or `{value} is not unreached and …`"
        );
        self.may_say(condition, expr.span, missing_in_some_runs(name.as_deref()), help);
    }

    fn may_say(&mut self, looked_for_at: Span, place: Span, message: String, help: String) {
        if self.quiet || self.said.iter().any(|said| place.contains(*said)) {
            return;
        }
        // Of two values in a condition one alone may be why.
        self.may_be_lost.entry(place).or_default();
        let found = Diagnostic::warning(codes::MAY_BE_UNREACHED, place, message).help(help);
        let known = self.may_be_lost.entry(looked_for_at).or_default();
        if !known.contains(&found) {
            known.push(found);
        }
    }
}

fn missing_in_some_runs(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("`{name}` is unreached here in some runs"),
        None => "this is unreached here in some runs".to_owned(),
    }
}

fn may_be_missing(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("`{name}` is not always reached here"),
        None => "this is not always reached here".to_owned(),
    }
}

/// Whether some part of a condition asks whether a value is reached.
fn asks_whether_reached(condition: &Expr) -> bool {
    matches!(condition.kind, ExprKind::IsUnreached(_)) || condition.parts().into_iter().any(asks_whether_reached)
}
