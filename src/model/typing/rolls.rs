//! Questions about a roll.

use super::{Env, Typer};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, Member, RolledFor, Type};
use crate::semantics::dice::Question;
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{CallArgument, Phrase};

impl Typer<'_> {
    /// `highest 2 of 4d6`, `lowest 1 of (trait)`
    pub fn keep(
        &mut self,
        env: &Env,
        dice: Expr,
        (highest, count, notation): (bool, i64, Option<SharedText>),
        span: Span,
    ) -> Expr {
        let dice = self.fit(dice, &Type::Dice, env);
        if dice.ty != Type::Unknown && !dice.falls_at_once() {
            self
                .report(Diagnostic::error(codes::WRONG_TYPE, dice.span, "`highest` and `lowest` work only on a plain roll").help(
                "write, for example, `highest 3d6`, `highest (1d(a) + 1d(b))`, or `highest 2 of (trait)` for a list of dice",
            ));
            return Expr::unknown(span);
        }
        Expr { span, ty: Type::Dice, kind: ExprKind::Keep { highest, count, dice: Box::new(dice), notation } }
    }

    /// `highest(trait)` of many dice: the largest of them, or what the highest shows.
    pub fn rolled_or_not(&mut self, highest: bool, span: Span) -> Expr {
        let (word, size) = if highest { ("highest", "largest") } else { ("lowest", "smallest") };
        let help = format!("write `{word} 1 of (…)` to roll them, or `{word}(x in … : x)` for the {size} die");
        let message = "this could mean a roll of these dice, or one of the dice itself";
        self.report(Diagnostic::error(codes::LIST, span, message).help(help));
        Expr::unknown(span)
    }

    /// `any(6)`, `count(6)`, `at least(5)`
    pub fn roll_question(
        &mut self,
        env: &Env,
        roll: Expr,
        name: &Phrase,
        arguments: &[CallArgument],
        span: Span,
    ) -> Expr {
        let face = match arguments {
            [CallArgument::Value(face)] => match self.constant(face) {
                Some(face) => Some(face),
                None => return Expr::unknown(span),
            },
            _ => None,
        };
        let question = match (name.text().as_str(), face) {
            ("any", Some(face)) => Question::Any(face),
            ("count", Some(face)) => Question::Count(face),
            ("at least", Some(face)) => Question::AtLeast(face),
            ("face", Some(place @ 1..)) => Question::Face(place),
            _ => {
                let message = format!("`{}` cannot be used on a roll like this", name.text());
                let help = "write `any(6)`, `count(6)`, `at least(5)`, or `face(1)` for the first die; the number must be plain";
                self.report(Diagnostic::error(codes::ARGUMENTS, span, message).help(help));
                return Expr::unknown(span);
            }
        };
        Expr { span, ..self.ask_roll(env, roll, question) }
    }

    /// A question to the faces of a roll; remembered, so that the roll answers it.
    pub fn ask_roll(&mut self, env: &Env, roll: Expr, question: Question) -> Expr {
        roll.in_each_branch(&mut |one| self.ask_one_roll(env, one, question))
    }

    fn remember_question(&mut self, local: Option<RolledFor>, roll: &Expr, question: Question) {
        if let Some(local) = local {
            let asked = self.notes.questions.entry(local).or_default();
            if !asked.contains(&question) {
                asked.push(question);
            }
        } else if roll.ty == Type::Roll {
            // A roll that does not know of a question would pass for one that was not reached.
            let message = "internal error: unknown roll";
            let complaint = Diagnostic::error(codes::INTERNAL, roll.span, message);
            self.report(complaint.help("please report it, with these lines"));
        }
    }

    fn ask_one_roll(&mut self, env: &Env, roll: Expr, question: Question) -> Expr {
        let local = match &roll.kind {
            ExprKind::Own(own) => Some(RolledFor::Own(*own)),
            ExprKind::Local(local) => env.procedure.map(|procedure| RolledFor::Local(procedure, *local)),
            ExprKind::Member(run, Member::Local(local)) => {
                let of_run =
                    if let Type::Run(procedure) = run.ty { Some(procedure) } else { self.procedure_of_item(env, run) };
                of_run.map(|procedure| RolledFor::Local(procedure, *local))
            }
            // No roll has a place of its own in these.
            ExprKind::Number(_)
            | ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::Var(_)
            | ExprKind::Thing(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::Invocation(_)
            | ExprKind::NamedModifier(_)
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
        };
        self.remember_question(local, &roll, question);
        let ty = match question {
            Question::Doubles | Question::Any(_) => Type::YesNo,
            Question::Kept
            | Question::Rolled
            | Question::Dropped
            | Question::Face(_)
            | Question::Highest
            | Question::Lowest
            | Question::Count(_)
            | Question::AtLeast(_) => Type::Number,
        };
        Expr { span: roll.span, ty, kind: ExprKind::Member(Box::new(roll), Member::Question(question)) }
    }
}
