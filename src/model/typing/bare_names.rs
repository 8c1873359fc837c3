//! What a bare name stands for.

use super::inner_names::Inner;
use super::{Definition, Env, Typer};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::scene_names::SceneName;
use crate::model::{DiceId, Expr, ExprKind, LocalId, Member, Named, OwnId, OwnKind, ProcedureId, ScaleId, Type};
use crate::source::Span;
use crate::syntax::ast::Phrase;

impl Typer<'_> {
    /// What a name stands for.
    pub fn name(&mut self, env: &Env, phrase: &Phrase, hint: Option<&Type>) -> Expr {
        let (text, span) = (phrase.text(), phrase.span());
        let known = self
            .level_hint(&text, span, hint)
            .or_else(|| self.variable_named(env, &text, span))
            .or_else(|| self.own_field(env, &text, span))
            .or_else(|| self.local_value(env, &text, span))
            .or_else(|| self.scene_value(&text, span))
            .or_else(|| self.declared_value(env, &text, span))
            .or_else(|| self.inner_value(env, &text, span));
        known.unwrap_or_else(|| {
            self.unknown_name(env, phrase, hint);
            Expr::unknown(span)
        })
    }

    fn level_hint(&mut self, text: &str, span: Span, hint: Option<&Type>) -> Option<Expr> {
        match hint {
            Some(Type::Level(id)) => {
                let place = self.system.scales[*id].level(text)?;
                self.used(Named::Level(*id, place), span);
                Some(level(*id, place, span))
            }
            Some(Type::Many(of)) => self.level_hint(text, span, Some(of)),
            _ => None,
        }
    }

    fn variable_named(&mut self, env: &Env, text: &str, span: Span) -> Option<Expr> {
        let (_, id) = env.variables.iter().rev().find(|(name, _)| name == text)?;
        self.used(Named::Variable(*id), span);
        let ty = self.variable_type(*id).clone();
        Some(Expr { span, ty, kind: ExprKind::Var(*id) })
    }

    /// A field of the thing in hand, where a kind says what it needs.
    fn own_field(&mut self, env: &Env, text: &str, span: Span) -> Option<Expr> {
        let (variable, kind) = env.own?;
        let field = self.system.kinds[kind].field(text)?;
        self.used(Named::Field(kind, field), span);
        let ty = self.system.kinds[kind].fields[field].ty.clone();
        let own = Expr { span, ty: Type::Thing(kind), kind: ExprKind::Var(variable) };
        Some(Expr { span, ty, kind: ExprKind::Member(Box::new(own), Member::Field(field)) })
    }

    fn local_value(&mut self, env: &Env, text: &str, span: Span) -> Option<Expr> {
        let procedure = env.procedure?;
        let local = self.local_read(procedure, text, (env.step, span))?;
        let ty = self.local_type(procedure, local, span);
        Some(Expr { span, ty, kind: ExprKind::Local(local) })
    }

    /// The local that a name stands for where a value is read. It is refused if several steps ask for such a blank, and the
    /// line stands in none of them.
    pub fn local_read(
        &mut self,
        procedure: ProcedureId,
        name: &str,
        (step, span): (Option<usize>, Span),
    ) -> Option<LocalId> {
        let local = self.system.local_named(procedure, name, step)?;
        self.used(Named::Local(procedure, local), span);
        let procedure = &self.system.procedures[procedure];
        let called = procedure.called(name).iter().map(|other| &procedure.locals[*other]);
        let mut others = called.filter(|other| other.item_of.is_none());
        if (step.is_none() || procedure.locals[local].step != step)
            && let (Some(first), Some(second)) = (others.next(), others.next())
            && first.is_blank()
            && second.is_blank()
        {
            let message = format!("more than one step asks for `{name}`");
            let help = "give the blanks different names, or use the name only in a line of one of these steps";
            let complaint = Diagnostic::error(codes::AMBIGUOUS_NAME, span, message);
            self.report(complaint.also(first.span, "one of them").also(second.span, "another of them").help(help));
        }
        Some(local)
    }

    fn scene_value(&mut self, text: &str, span: Span) -> Option<Expr> {
        let named = self.scene_name(text)?;
        self.used(named.into(), span);
        let (ty, kind) = match named {
            SceneName::Own(id) => (self.own_type(id), ExprKind::Own(id)),
            SceneName::Thing(id) => (Type::Thing(self.scene.things[id].kind), ExprKind::Thing(id)),
            SceneName::Invocation(id) => (Type::Run(self.scene.invocations[id].procedure), ExprKind::Invocation(id)),
            SceneName::NamedModifier(id) => (Type::NamedModifier, ExprKind::NamedModifier(id)),
        };
        Some(Expr { span, ty, kind })
    }

    /// Where one looks back on runs: what alone has this name inside of them, where it is told without theirs.
    fn inner_value(&mut self, env: &Env, text: &str, span: Span) -> Option<Expr> {
        let inner = if env.rolls { self.inside_of_runs(text) } else { Vec::new() };
        let [Inner { run, item, .. }] = inner.as_slice() else { return None };
        let of_run =
            Expr { span, ty: Type::Run(self.scene.invocations[*run].procedure), kind: ExprKind::Invocation(*run) };
        let Some((local, plan, place)) = *item else {
            self.used(Named::Invocation(*run), span);
            return Some(of_run);
        };
        self.used(Named::Item(*run, local, place), span);
        let part = |of, member, ty| Expr { span, ty, kind: ExprKind::Member(Box::new(of), member) };
        let of_plan = part(of_run, Member::Local(local), Type::Plan(plan));
        Some(part(of_plan, Member::Named(text.into()), Type::Item(plan)))
    }

    /// The type of what a scene has of its own.
    fn own_type(&self, id: OwnId) -> Type {
        match &self.scene.own[id].kind {
            OwnKind::Tally(..) => Type::Number,
            OwnKind::Flag(_) => Type::YesNo,
            OwnKind::Roll => Type::Roll,
            OwnKind::Level(scale) => self.system.level_type(*scale),
        }
    }

    /// Names of the system and of the language: yes, no, dice, kinds, scales, and levels that only one scale has.
    fn declared_value(&mut self, _env: &Env, text: &str, span: Span) -> Option<Expr> {
        let yes_no = |value| Some(Expr { span, ty: Type::YesNo, kind: ExprKind::Number(value) });
        match text {
            "yes" => return yes_no(1),
            "no" => return yes_no(0),
            _ => {}
        }
        // In a line of a scene the die is one of its words: `trait d8`.
        if let Some(sides) = text.strip_prefix('d').and_then(|sides| sides.parse().ok()) {
            return Some(self.die(sides, span));
        }
        if let Some(id) = self.system.names.dice.get(text).copied() {
            return Some(self.dice_call(id, Vec::new(), span));
        }
        if let Some(id) = self.system.names.kinds.get(text).copied() {
            self.used(Named::Kind(id), span);
            self.notes.listed.insert(id);
            let ty = Type::Many(Box::new(Type::Thing(id)));
            return Some(Expr { span, ty, kind: ExprKind::All(id) });
        }
        let scales = self.system.scales.iter().enumerate();
        let mut having = scales.filter_map(|(id, scale)| Some((ScaleId(id), scale.level(text)?)));
        if let (Some((id, place)), None) = (having.next(), having.next()) {
            self.used(Named::Level(id, place), span);
            return Some(level(id, place, span));
        }
        let id = self.system.names.scales.get(text).copied()?;
        self.used(Named::Scale(id), span);
        let ty = Type::Many(Box::new(self.system.level_type(id)));
        Some(Expr { span, ty, kind: ExprKind::Levels(id) })
    }

    /// Named dice with their arguments.
    fn dice_call(&mut self, id: DiceId, arguments: Vec<Expr>, span: Span) -> Expr {
        let wanted = self.system.dice[id].params.len();
        if arguments.len() != wanted {
            let dice = &self.system.dice[id];
            let names: Vec<&str> = dice.params.iter().map(|(name, ..)| name.as_str()).collect();
            let (name, help) = (dice.name.clone(), format!("write `{}({})`", dice.name, names.join(", ")));
            self.wrong_arguments(&name, (arguments.len(), wanted), span, &help);
        }
        self.used(Named::Dice(id), span);
        self.is_known(Definition::Dice(id), span);
        Expr { span, ty: Type::Dice, kind: ExprKind::DiceCall(id, arguments) }
    }

    /// `d6`
    pub fn die(&mut self, sides: i64, span: Span) -> Expr {
        if sides < 1 {
            self.report(Diagnostic::error(codes::BAD_DICE, span, "a die has at least one side").help("write `d6`"));
        }
        Expr { span, ty: Type::Die, kind: ExprKind::Number(sides) }
    }
}

/// A level of a scale; its number where numbers head the rows.
fn level(id: ScaleId, place: usize, span: Span) -> Expr {
    Expr { span, ty: Type::Level(id), kind: ExprKind::Number(i64::try_from(place).unwrap_or(i64::MAX)) }
}
