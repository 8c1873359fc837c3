//! Inferred types: those of rules, tables, dice and computed values.
//!
//! Typing an expression never starts to type another one. If it needs a definition whose type is not known yet, it
//! says so and is abandoned; the definition is settled first, and the expression is typed again. So a definition that
//! needs itself is found by looking at those that wait, and no chain of rules, however long, can exhaust the stack.

use super::checker::SystemChecker;
use super::sources::Computed;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::{Definition, Env, Missing, Typer};
use crate::model::{Expr, LocalId, ProcedureId, RuleId, Type};
use crate::source::Span;
use crate::syntax::ast;

impl SystemChecker<'_> {
    /// The bodies of all rules, tables and dice.
    pub fn rules_tables_and_dice(&mut self) {
        let rules = self.system.rules.pairs().map(|(id, rule)| (Definition::Rule(id), rule.span));
        let tables = self.system.tables.pairs().map(|(id, table)| (Definition::Table(id), table.span));
        let dice = self.system.dice.pairs().map(|(id, dice)| (Definition::Dice(id), dice.span));
        let all: Vec<Missing> = rules.chain(tables).chain(dice).collect();
        for one in all {
            self.settle(one);
        }
    }

    /// Types something, once everything that it needs is settled.
    pub fn settled<T>(&mut self, mut type_it: impl FnMut(&mut Typer<'_>) -> T) -> T {
        loop {
            let outside = std::mem::take(&mut self.notes.sink);
            let used = self.notes.uses.mark();
            let typed = type_it(&mut self.typer());
            let found = std::mem::replace(&mut self.notes.sink, outside);
            match self.notes.missing.take() {
                None => {
                    self.notes.sink.extend(found);
                    return typed;
                }
                Some(missing) => {
                    self.notes.uses.forget_after(used);
                    self.settle(missing);
                }
            }
        }
    }

    /// Types an expression; `hint` is the type that is wanted.
    pub fn expr(&mut self, env: &Env, expr: &ast::Expr, hint: Option<&Type>) -> Expr {
        self.settled(|typer| typer.expr(env, expr, hint))
    }

    /// An expression of the type wanted here.
    pub fn wanted(&mut self, env: &Env, expr: &ast::Expr, ty: &Type) -> Expr {
        self.settled(|typer| typer.wanted(env, expr, ty))
    }

    /// A value that is yes or no.
    pub fn condition(&mut self, env: &Env, expr: &ast::Expr) -> Expr {
        self.wanted(env, expr, &Type::YesNo)
    }

    /// Finds the type of a definition, and before it those of all that it needs.
    pub fn settle(&mut self, first: Missing) {
        let mut waiting = vec![first];
        while let Some((definition, _)) = waiting.last().copied() {
            match self.attempt(definition) {
                None => {
                    self.notes.open.remove(&definition);
                    waiting.pop();
                }
                Some(next) => match waiting.iter().position(|(one, _)| *one == next.0) {
                    None => waiting.push(next),
                    Some(begin) => {
                        self.needs_itself(next, &waiting[begin + 1..]);
                        self.notes.circular.insert(next.0);
                    }
                },
            }
        }
    }

    /// Types a definition. Something that it needs first comes back, and then nothing has changed.
    fn attempt(&mut self, definition: Definition) -> Option<Missing> {
        if !self.notes.open.contains(&definition) {
            return None;
        }
        let outside = std::mem::take(&mut self.notes.sink);
        let used = self.notes.uses.mark();
        self.notes.deepest = 0;
        match definition {
            Definition::Rule(id) => self.rule_body(id),
            Definition::Table(id) => self.table_rows(id),
            Definition::Dice(id) => self.dice_body(id),
            Definition::Local(procedure, local) => self.computed(procedure, local),
        }
        let found = std::mem::replace(&mut self.notes.sink, outside);
        let missing = self.notes.missing.take();
        if missing.is_none() {
            self.notes.depths.insert(definition, self.notes.deepest);
            self.notes.sink.extend(found);
        }
        // The line of a computed value is read again, with a variable of its own for the level of a family.
        if missing.is_some() || matches!(definition, Definition::Local(..)) {
            self.notes.uses.forget_after(used);
        }
        missing
    }

    fn rule_body(&mut self, id: RuleId) {
        let Some(body) = self.sources.rules.get(&id).copied() else { return };
        let rule = &self.system.rules[id];
        let env = Env::of_parameters(&rule.params);
        let hint = self.system.names.scales.get(&rule.name).map(|id| self.system.level_type(*id));
        self.system.rules[id].body = self.typer().expr(&env, body, hint.as_ref());
    }

    /// The type of a computed value. Its line is typed again with all others.
    fn computed(&mut self, procedure: ProcedureId, local: LocalId) {
        let Some(Computed { value, loops }) = self.sources.locals.get(&(procedure, local)).cloned() else { return };
        let declared = &self.system.procedures[procedure].locals[local];
        let (name, by, span) = (declared.name.clone(), declared.by, declared.span);
        let mut env = Env { step: declared.step, ..Self::inside(procedure) };
        let mut typer = self.typer();
        for (word, list) in loops {
            let list = typer.expr(&env, list, None);
            let variable = typer.going_through(&env, word, &list);
            env.variables.push((word.text.clone(), variable));
        }
        if let Some(by) = by {
            let variable = typer.notes.variable(span, typer.system.level_type(by));
            env.variables.push((typer.system.scales[by].name.clone(), variable));
        }
        let hint = typer.system.names.scales.get(&name).map(|scale| typer.system.level_type(*scale));
        let ty = typer.expr(&env, value, hint.as_ref()).ty;
        let ty = if matches!(ty, Type::Roll | Type::NamedModifier) { Type::Number } else { ty };
        self.system.procedures[procedure].locals[local].ty = ty;
    }

    /// Reports a definition that would have to be known before it is known.
    fn needs_itself(&mut self, (definition, caller): Missing, through: &[Missing]) {
        let complaint = match definition {
            Definition::Rule(id) => self.rule_needs_itself(id, through, caller),
            Definition::Table(id) => {
                let table = &self.system.tables[id];
                needs_itself(format!("the table `{}` depends on itself", table.name), table.span, caller)
                    .help("a table may use other tables, but not itself")
            }
            Definition::Dice(id) => {
                let dice = &self.system.dice[id];
                needs_itself(format!("the dice `{}` depend on themselves", dice.name), dice.span, caller)
                    .help("dice may use other dice, but not themselves")
            }
            Definition::Local(procedure, local) => {
                let name = &self.system.procedures[procedure].locals[local].name;
                Diagnostic::error(codes::RECURSION, caller, format!("`{name}` depends on itself"))
                    .help("compute one of the two from something else")
            }
        };
        self.report(complaint);
    }

    fn rule_needs_itself(&self, id: RuleId, through: &[Missing], caller: Span) -> Diagnostic {
        let through: Vec<String> = through.iter().filter_map(|(one, _)| self.rule_in_words(*one)).collect();
        let rule = &self.system.rules[id];
        let message = match through.as_slice() {
            [] => format!("the rule `{}` depends on itself", rule.name),
            some => format!("the rule `{}` depends on itself through {}", rule.name, some.join(", then ")),
        };
        Diagnostic::error(codes::RECURSION, caller, message)
            .also(rule.span, "declared here")
            .help("a rule may use other rules, but not itself")
    }

    fn rule_in_words(&self, definition: Definition) -> Option<String> {
        match definition {
            Definition::Rule(id) => Some(format!("`{}`", self.system.rules[id].name)),
            Definition::Table(_) | Definition::Dice(_) | Definition::Local(..) => None,
        }
    }
}

fn needs_itself(message: String, declared: Span, caller: Span) -> Diagnostic {
    Diagnostic::error(codes::RECURSION, caller, message).also(declared, "declared here")
}
