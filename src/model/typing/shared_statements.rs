//! Statements that procedures and scenes share: they change fields, or report something.

use super::house_calls::Whose;
use super::{Env, Typer};
use crate::diagnostic::nearest::{guess, nearest};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::listed;
use crate::model::scene_names::SceneName;
use crate::model::{Expr, ExprKind, Member, Named, NamedModifierId, StatementKind as Kind, Type, constant_of};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, Phrase, StatementKind};

impl Typer<'_> {
    /// Remarks on braces between which nothing stands, where something is to happen under a condition or again and again.
    pub fn empty_braces(&mut self, is_empty: bool, place: Span) {
        if is_empty {
            let message = "nothing happens here: the braces are empty";
            let help = "fill in the braces, or remove them";
            self.notes.sink.push(Diagnostic::warning(codes::IDLE, place, message).help(help));
        }
    }

    /// Statements that procedures and scenes share: `set`, `add`, `pay`, `note`, `reveal`.
    pub fn shared_statement(&mut self, env: &Env, statement: &ast::Statement) -> Option<Kind> {
        match &statement.kind {
            StatementKind::Set { place, value } => {
                let place = self.place(env, place)?;
                let ty = place.ty.clone();
                Some(Kind::Set { value: self.wanted(env, value, &ty), place })
            }
            StatementKind::Add { amount, place } => {
                let place = self.place(env, place)?;
                let amount = self.wanted(env, amount, &Type::Number);
                self.adds_nothing(&amount);
                Some(Kind::Add { amount, place })
            }
            StatementKind::Pay { amount, from, why } => {
                let (amount, place) = (self.wanted(env, amount, &Type::Number), self.place(env, from));
                self.adds_nothing(&amount);
                self.pays_by_giving(&amount);
                let why = why.as_ref().map(|why| self.wording(env, why));
                place.map(|place| Kind::Pay { amount, place, why })
            }
            StatementKind::Note { text, condition } => {
                let condition = condition.as_ref().map(|c| self.condition(env, c));
                Some(Kind::Note { text: self.wording(env, text), condition })
            }
            StatementKind::Reveal { what, to } => self.reveal(env, what, to),
            StatementKind::Signal { what, condition } => self.signal(env, what, condition.as_ref()),
            StatementKind::Ask { .. }
            | StatementKind::Let { .. }
            | StatementKind::Sum { .. }
            | StatementKind::Decide { .. }
            | StatementKind::Roll { .. }
            | StatementKind::Draw { .. }
            | StatementKind::Shuffle(_)
            | StatementKind::Resolve { .. }
            | StatementKind::Choose { .. }
            | StatementKind::Run { .. }
            | StatementKind::Cut { .. }
            | StatementKind::Stop { .. }
            | StatementKind::Needs(_)
            | StatementKind::ForEach { .. }
            | StatementKind::Step { .. }
            | StatementKind::Line(_)
            | StatementKind::Repeat { .. }
            | StatementKind::Turns(_)
            | StatementKind::ChooseOption { .. }
            | StatementKind::Mode(_)
            | StatementKind::Modifier { .. }
            | StatementKind::Cast { .. }
            | StatementKind::Tally { .. }
            | StatementKind::Chance { .. }
            | StatementKind::If { .. }
            | StatementKind::Concealed { .. } => {
                self.misplaced(
                    statement.span,
                    "this line is not allowed here",
                    "see the language reference for the lines of a procedure or a scene",
                );
                None
            }
        }
    }

    /// Remarks on a nought that is added or paid.
    fn adds_nothing(&mut self, amount: &Expr) {
        if amount.kind == ExprKind::Number(0) {
            let found = Diagnostic::warning(codes::IDLE, amount.span, "this changes nothing");
            self.report(found.help("write how much, or remove the line"));
        }
    }

    /// Refuses to pay what is written as less than nothing: that would give.
    fn pays_by_giving(&mut self, amount: &Expr) {
        if let Some(given) = constant_of(amount).filter(|amount| *amount < 0) {
            let most = given.unsigned_abs();
            let found = Diagnostic::error(codes::OUT_OF_RANGE, amount.span, "`pay` takes away: less than 0 would give");
            self.report(
                found.help(format!("to take {most} away, write `pay {most} from …`; to give it, `add {most} to …`")),
            );
        }
    }

    /// What is rolled.
    pub fn dice(&mut self, env: &Env, dice: &ast::Expr) -> Expr {
        let typed = self.expr(env, dice, Some(&Type::Dice));
        if typed.ty == Type::Number {
            let complaint = Diagnostic::error(codes::WRONG_TYPE, typed.span, "this is a number, not a roll");
            self.report(complaint.help("write `let` for a computed value, or write the dice"));
        }
        self.fit(typed, &Type::Dice, env)
    }

    /// A field, a tally or a flag, which can be changed.
    pub fn place(&mut self, env: &Env, place: &ast::Expr) -> Option<Expr> {
        if let ast::ExprKind::Name(name) = &place.kind
            && env.procedure.is_none()
            && self.is_undeclared(name)
        {
            return None;
        }
        let typed = self.expr(env, place, None);
        if let ExprKind::Own(own) = typed.kind
            && self.scene.own[own].kind.first().is_some()
        {
            self.notes.changing_own.insert(own);
            return Some(typed);
        }
        let field = if let ExprKind::Index(base, _) = &typed.kind { base } else { &typed };
        if let ExprKind::Member(base, Member::Field(field)) = &field.kind {
            let Type::Thing(kind) = base.ty else { return None };
            if let Type::Thing(_) | Type::Many(_) = typed.ty {
                self.never_changes(&typed);
                return None;
            }
            self.notes.changing.insert((kind, *field));
            return Some(typed);
        }
        if typed.ty != Type::Unknown {
            let message = "only a field, a tally or a flag can be changed";
            let complaint = Diagnostic::error(codes::MISPLACED, typed.span, message);
            self.report(complaint.help("write `set WHO.FIELD = …`, or the name of a tally or a flag; a blank or a computed value never changes"));
        }
        None
    }

    /// Whether nothing in a scene is called so that a line changes, nor anything like it: then the scene has to declare it first, which is said.
    fn is_undeclared(&mut self, phrase: &Phrase) -> bool {
        let (name, span) = (phrase.text(), phrase.span());
        let name = name.as_str();
        let visible = self.visible(&Env::default(), None);
        let is_known = nearest(name, visible.iter().map(SharedText::as_str)).is_some()
            || self.system.kinds.iter().any(|kind| kind.field(name).is_some())
            || self.in_other_words(phrase).is_some();
        if is_known || self.notes.is_misread(name) || self.comes_further_below(name, span) {
            return false;
        }
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, span, format!("unknown name `{name}`"));
        self.report(complaint.help(format!(
            "declare it first: `tally {name} : number = 0` keeps a number, and `flag {name} = no` keeps yes or no"
        )));
        true
    }

    /// Who or what somebody has to do with is fixed by the scene, and so is a list.
    fn never_changes(&mut self, place: &Expr) {
        let found = self.type_name(&place.ty);
        let message = format!("this field holds {found}, which never changes while a scene runs");
        let help = "store the change as a number, a level or yes or no";
        self.report(Diagnostic::error(codes::MISPLACED, place.span, message).help(help));
    }

    /// `signal NAME(arguments) if CONDITION`
    pub fn signal(&mut self, env: &Env, what: &ast::Expr, condition: Option<&ast::Expr>) -> Option<Kind> {
        let (name, arguments) = match &what.kind {
            ast::ExprKind::Name(name) => (name, [].as_slice()),
            ast::ExprKind::Call(callee, arguments) => {
                let ast::ExprKind::Name(name) = &callee.kind else { return self.no_signal(what.span) };
                (name, arguments.as_slice())
            }
            ast::ExprKind::Number { .. }
            | ast::ExprKind::Die(_)
            | ast::ExprKind::Decimal { .. }
            | ast::ExprKind::Dice { .. }
            | ast::ExprKind::Keep { .. }
            | ast::ExprKind::Text(_)
            | ast::ExprKind::Question
            | ast::ExprKind::Member(..)
            | ast::ExprKind::Unary(..)
            | ast::ExprKind::Binary(..)
            | ast::ExprKind::If(..) => return self.no_signal(what.span),
        };
        let function = self.function(Whose::Host, name, true)?;
        let arguments = self.handed(env, function, (&format!("signal {}", name.text()), arguments), what.span)?;
        let condition = condition.map(|condition| self.condition(env, condition));
        Some(Kind::Signal { function, arguments, condition })
    }

    fn no_signal(&mut self, span: Span) -> Option<Kind> {
        let complaint = Diagnostic::error(codes::ARGUMENTS, span, "this cannot be signalled");
        self.report(complaint.help("write `signal NAME(…)` with an action of the host"));
        None
    }

    fn reveal(&mut self, env: &Env, what: &Phrase, to: &[Phrase]) -> Option<Kind> {
        let Some(SceneName::NamedModifier(named)) = self.scene_name(&what.text()) else {
            let known: Vec<SharedText> = self.scene.named_modifiers.iter().map(|known| known.name.clone()).collect();
            let near = guess(&what.text(), known.iter().map(SharedText::as_str));
            let message = format!("there is no modifier `{}` to reveal", what.text());
            let complaint = Diagnostic::error(codes::UNKNOWN_NAME, what.span(), message);
            let complaint = complaint.did_you_mean(near, || match known.as_slice() {
                [] => "declare it first: `modifier NAME 2 \"…\" known to nobody`".to_string(),
                all => listed("the scene", "modifier", all.iter().map(SharedText::as_str)),
            });
            self.report(complaint);
            return None;
        };
        self.notes.revealed.insert(named);
        self.used(Named::NamedModifier(named), what.span());
        let mut learn = Vec::new();
        for phrase in to {
            let name = ast::Expr { span: phrase.span(), kind: ast::ExprKind::Name(phrase.clone()) };
            learn.push(self.expr(env, &name, None));
        }
        Some(Kind::Reveal { named: named_value(named, what.span()), to: learn })
    }
}

fn named_value(named: NamedModifierId, span: Span) -> Expr {
    Expr { span, ty: Type::NamedModifier, kind: ExprKind::NamedModifier(named) }
}
