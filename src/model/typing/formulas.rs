//! Formulas over odds: `P(a) + P(b) >= 2 * E(c / 2)`, `quantile(c, 90%) < 12`.

use dashu_ratio::RBig;

use super::{Env, Typer};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, System, Term, Type};
use crate::semantics::formula::{Comparison, Formula, Operation, Reading, Relation, Share};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, CallArgument, OddsWord, UnaryOp};
use crate::syntax::print_expression;

/// A number over another one that is known.
struct Over {
    above: Expr,
    below: i64,
}

/// What stands between the brackets of a question.
struct Within<'a> {
    asked: &'a ast::Expr,
    /// Of a quantile: how many of the runs.
    share: Option<&'a ast::Expr>,
    given: Option<&'a ast::Expr>,
    /// A second condition, which is one too many.
    given_again: Option<&'a ast::Expr>,
}

/// Whether something is computed from odds: a rule, a table or dice that the system calls `median` do not count.
pub fn asks_for_odds(system: &System, asked: &ast::Expr) -> bool {
    asked.odds_asked(&|word| !is_own(system, word)).is_some()
}

/// Whether the system has something of that name, which can be called.
fn is_own(system: &System, word: OddsWord) -> bool {
    let (names, word) = (&system.names, word.written());
    names.rules.contains_key(word) || names.tables.contains_key(word) || names.dice.contains_key(word)
}

impl Typer<'_> {
    /// Says of a question that it has two meanings, since the system has something by the name of a word of questions.
    pub fn has_two_meanings(&mut self, asked: &ast::Expr) -> bool {
        let system = self.system;
        let Some((word, call)) = asked.odds_asked(&|word| word.may_be_a_name() && is_own(system, word)) else {
            return false;
        };
        let (name, meaning) = (word.written(), word.meaning());
        let message =
            format!("the system has its own `{name}`, so this is either its value or the {meaning} over all runs");
        let other = if word == OddsWord::Median {
            "write `quantile(…, 50%)`"
        } else {
            "ask for the number alone, and read it in its table"
        };
        let help = format!(
            "for the system's own, ask between brackets: `E({name}(…))`, `P({name}(…) >= 3)`; for the {meaning}, {other}"
        );
        self.report(Diagnostic::error(codes::AMBIGUOUS_NAME, call.span, message).help(help));
        true
    }

    /// Two formulas and how they are compared; none where nothing is.
    pub fn comparison(&mut self, asked: &ast::Expr, terms: &mut Vec<Term>) -> Option<Comparison> {
        let ast::ExprKind::Binary(operator, left, right) = &asked.kind else { return None };
        let relation = relation(*operator)?;
        Some(Comparison { left: self.formula(left, terms), relation, right: self.formula(right, terms) })
    }

    /// A number that is computed from odds. What it asks for goes to `terms`.
    pub fn formula(&mut self, asked: &ast::Expr, terms: &mut Vec<Term>) -> Formula {
        if let Some((word, arguments)) = asked.odds_of() {
            return self.odds_term(word, arguments, asked.span, terms);
        }
        match &asked.kind {
            ast::ExprKind::Decimal { digits, places, percent } => {
                Formula::fraction(*digits, of_decimal(*places, *percent))
            }
            ast::ExprKind::Unary(UnaryOp::Plus, inner) => self.formula(inner, terms),
            ast::ExprKind::Unary(UnaryOp::Minus, inner) => Formula::Negative(Box::new(self.formula(inner, terms))),
            ast::ExprKind::Binary(operator, left, right) => match operation(*operator) {
                Some(operation) => {
                    let (above, below) = (self.formula(left, terms), self.formula(right, terms));
                    self.of_two(operation, above, (below, right.span))
                }
                None => self.no_formula(asked, Some(*operator)),
            },
            ast::ExprKind::Number { value, unit } => {
                let number = self.number(*value, unit.as_deref(), asked.span);
                Formula::fraction(number.unwrap_or_default(), 1)
            }
            ast::ExprKind::Unary(UnaryOp::Not, _)
            | ast::ExprKind::Die(_)
            | ast::ExprKind::Dice { .. }
            | ast::ExprKind::Keep { .. }
            | ast::ExprKind::Text(_)
            | ast::ExprKind::Name(_)
            | ast::ExprKind::Question
            | ast::ExprKind::Member(..)
            | ast::ExprKind::Call(..)
            | ast::ExprKind::If(..) => self.no_formula(asked, None),
        }
    }

    fn of_two(&mut self, operation: Operation, above: Formula, (below, span): (Formula, Span)) -> Formula {
        if operation == Operation::Divide && below == Formula::fraction(0, 1) {
            let message = "a fraction has a denominator above zero";
            let complaint = Diagnostic::error(codes::DIVISION_BY_ZERO, span, message);
            self.report(complaint.help("write a fraction such as `1/6`"));
        }
        Formula::Of(operation, Box::new(above), Box::new(below))
    }

    fn no_formula(&mut self, asked: &ast::Expr, operator: Option<BinaryOp>) -> Formula {
        let complaint = match operator {
            Some(BinaryOp::DivideDown | BinaryOp::DivideUp | BinaryOp::Modulo) => {
                let message = "odds are exact fractions, and nothing is rounded";
                Diagnostic::error(codes::ROUNDING, asked.span, message).help("write `/`: `E(…) / 2`")
            }
            Some(operator) if relation(operator).is_some() => {
                let message = "only one comparison is allowed here";
                Diagnostic::error(codes::ODDS, asked.span, message)
                    .help("write one comparison per line; within `P(…)` conditions may be joined by `and`")
            }
            _ => {
                let message = "this is neither odds nor a plain number";
                Diagnostic::error(codes::ODDS, asked.span, message).help(
                    "write `P(CONDITION)` for a chance, `E(NUMBER)` for a mean, `sd(NUMBER)`, `median(NUMBER)`, or a number such as `1/6` or `0.25`",
                )
            }
        };
        self.report(complaint);
        Formula::fraction(0, 1)
    }

    /// `P(CONDITION given CONDITION)`, `E(NUMBER given CONDITION)`, `quantile(NUMBER, SHARE given CONDITION)`
    fn odds_term(&mut self, word: OddsWord, arguments: &[CallArgument], span: Span, terms: &mut Vec<Term>) -> Formula {
        let Some(Within { asked, share, given, given_again }) = within(word, arguments) else {
            let (wanted, help) = match word {
                OddsWord::Chance => (1, "join conditions with `and` or `or`: `P(a and b)`"),
                OddsWord::Mean => (1, "write one number: `E(a + b)`"),
                OddsWord::Deviation => (1, "write one number: `sd(a + b)`"),
                OddsWord::Median => (1, "write one number: `median(a + b)`"),
                OddsWord::Quantile => (2, "write a number, and how many of the runs: `quantile(a + b, 90%)`"),
            };
            self.wrong_arguments(word.written(), (arguments.len(), wanted), span, help);
            return Formula::fraction(0, 1);
        };
        let env = Env::at_the_end();
        let (reading, Over { above, below }) = match word {
            OddsWord::Chance => (Reading::Chance, Over { above: self.condition(&env, asked), below: 1 }),
            OddsWord::Mean => (Reading::Mean, self.number_over((&env, word), asked)),
            OddsWord::Deviation => (Reading::Deviation, self.number_over((&env, word), asked)),
            OddsWord::Median => (Reading::Quantile(Share::MIDDLE), self.number_over((&env, word), asked)),
            OddsWord::Quantile => {
                let number = self.number_over((&env, word), asked);
                let share = share.and_then(|share| self.share(share)).unwrap_or(Share::MIDDLE);
                (Reading::Quantile(share), number)
            }
        };
        if let Some(again) = given_again {
            let complaint = Diagnostic::error(codes::ODDS, again.span, "only one `given` is allowed here");
            self.report(complaint.help("join the two conditions with `and`"));
        }
        let given = given.map(|given| self.condition(&env, given));
        let given_at = given.iter().map(|given| given.span).collect();
        terms.push(Term { reading, of: above, given, given_at });
        let answer = Formula::Answer(terms.len() - 1);
        match below {
            1 => answer,
            below => Formula::Of(Operation::Divide, Box::new(answer), Box::new(Formula::fraction(below, 1))),
        }
    }

    /// How many of the runs a quantile covers.
    fn share(&mut self, written: &ast::Expr) -> Option<Share> {
        let share = known_number(written).as_ref().and_then(Share::of);
        if share.is_none() {
            let message = "the second part of a quantile is a share of the runs: a number from 0 to 1";
            let help = "write a share such as `90%`, `0.9` or `9/10`";
            self.report(Diagnostic::error(codes::ODDS, written.span, message).help(help));
        }
        share
    }

    /// What a mean and the like are asked of: a number; a level has none.
    fn of_a_number(&mut self, (env, word): (&Env, OddsWord), written: &ast::Expr) -> Expr {
        let value = self.expr(env, written, Some(&Type::Number));
        let Type::Level(scale) = value.ty else { return self.fit(value, &Type::Number, env) };
        let asked = print_expression(written);
        let scale = &self.system.scales[scale];
        let level = scale.levels.last().map_or("…", SharedText::as_str);
        let (name, meaning) = (word.written(), word.meaning());
        let message = format!("this is a level of `{}`, which has no {meaning}", scale.name);
        let share = if word == OddsWord::Quantile { ", 90%" } else { "" };
        let numbers = scale.columns.iter().filter(|column| column.ty == Type::Number);
        let columns: Vec<String> = numbers.map(|column| format!("`{name}({asked}.{}{share})`", column.name)).collect();
        let columns = match columns.as_slice() {
            [] => String::new(),
            [one] => format!(", and that of its column {one}"),
            several => format!(", and those of its columns {}", several.join(", ")),
        };
        let help = format!(
            "ask for a chance: `P({asked} is {level})`; the {meaning} of its place among the levels, from 0 up, is `{name}({asked}.rank{share})`{columns}"
        );
        self.report(Diagnostic::error(codes::WRONG_TYPE, written.span, message).help(help));
        Expr::unknown(written.span)
    }

    /// A number with fractions in it as one whole number over another: `a / 2 + b` is `(a + b * 2)` over 2.
    fn number_over(&mut self, asking: (&Env, OddsWord), written: &ast::Expr) -> Over {
        let Over { above, below } = self.signed_number_over(asking, written);
        if below > 0 {
            return Over { above, below };
        }
        // A quantile of the negative number would lie on the other side.
        let kind = ExprKind::Unary(UnaryOp::Minus, Box::new(above));
        let below = self.product(below, -1, written.span);
        Over { above: Expr { span: written.span, ty: Type::Number, kind }, below }
    }

    fn signed_number_over(&mut self, asking: (&Env, OddsWord), written: &ast::Expr) -> Over {
        if !has_fraction(written) {
            return Over { above: self.of_a_number(asking, written), below: 1 };
        }
        match &written.kind {
            ast::ExprKind::Decimal { digits, places, percent } => {
                Over { above: Expr::number(written.span, *digits), below: of_decimal(*places, *percent) }
            }
            ast::ExprKind::Unary(operator, inner) => {
                let Over { above, below } = self.signed_number_over(asking, inner);
                let kind = ExprKind::Unary(*operator, Box::new(above));
                Over { above: Expr { span: written.span, ty: Type::Number, kind }, below }
            }
            ast::ExprKind::Binary(BinaryOp::Fraction, left, right) => {
                let Over { above, below } = self.signed_number_over(asking, left);
                let by = self.divisor(right);
                Over { above: Expr { span: written.span, ..above }, below: self.product(below, by, written.span) }
            }
            ast::ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.signed_number_over(asking, left), self.signed_number_over(asking, right));
                let below = self.product(left.below, right.below, written.span);
                let (left, right) = if *operator == BinaryOp::Multiply {
                    (left.above, right.above)
                } else {
                    (times(left.above, right.below), times(right.above, left.below))
                };
                let kind = ExprKind::Binary(*operator, Box::new(left), Box::new(right));
                Over { above: Expr { span: written.span, ty: Type::Number, kind }, below }
            }
            ast::ExprKind::Number { .. }
            | ast::ExprKind::Die(_)
            | ast::ExprKind::Dice { .. }
            | ast::ExprKind::Keep { .. }
            | ast::ExprKind::Text(_)
            | ast::ExprKind::Name(_)
            | ast::ExprKind::Question
            | ast::ExprKind::Member(..)
            | ast::ExprKind::Call(..)
            | ast::ExprKind::If(..) => Over { above: self.wanted(asking.0, written, &Type::Number), below: 1 },
        }
    }

    /// What a mean is divided by, which is known beforehand.
    fn divisor(&mut self, written: &ast::Expr) -> i64 {
        let Some(number) = self.constant(written) else { return 1 };
        if number == 0 {
            let complaint = Diagnostic::error(codes::DIVISION_BY_ZERO, written.span, "this divides by zero");
            self.report(complaint.help("write a divisor of at least 1"));
            return 1;
        }
        number
    }

    fn product(&mut self, one: i64, other: i64, span: Span) -> i64 {
        one.checked_mul(other).unwrap_or_else(|| {
            let message = "the divisor is too large";
            self.report(Diagnostic::error(codes::NUMBER_TOO_LARGE, span, message).help("use a smaller divisor"));
            1
        })
    }
}

/// Whether `/` or a decimal stands in what is added, taken away or multiplied.
fn has_fraction(written: &ast::Expr) -> bool {
    match &written.kind {
        ast::ExprKind::Decimal { .. } | ast::ExprKind::Binary(BinaryOp::Fraction, ..) => true,
        ast::ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply, left, right) => {
            has_fraction(left) || has_fraction(right)
        }
        ast::ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, inner) => has_fraction(inner),
        ast::ExprKind::Unary(UnaryOp::Not, _)
        | ast::ExprKind::Binary(..)
        | ast::ExprKind::Number { .. }
        | ast::ExprKind::Die(_)
        | ast::ExprKind::Dice { .. }
        | ast::ExprKind::Keep { .. }
        | ast::ExprKind::Text(_)
        | ast::ExprKind::Name(_)
        | ast::ExprKind::Question
        | ast::ExprKind::Member(..)
        | ast::ExprKind::Call(..)
        | ast::ExprKind::If(..) => false,
    }
}

fn times(value: Expr, by: i64) -> Expr {
    if by == 1 {
        return value;
    }
    let span = value.span;
    let kind = ExprKind::Binary(BinaryOp::Multiply, Box::new(value), Box::new(Expr::number(span, by)));
    Expr { span, ty: Type::Number, kind }
}

/// What the digits of a decimal are divided by.
fn of_decimal(places: u32, percent: bool) -> i64 {
    10_i64.saturating_pow(if percent { places.saturating_add(2) } else { places })
}

/// What a question takes between its brackets; nothing if it takes fewer parts or more.
fn within(word: OddsWord, arguments: &[CallArgument]) -> Option<Within<'_>> {
    match (word, arguments) {
        (OddsWord::Quantile, [asked, share]) => {
            let ((asked, given), (share, given_behind)) = (part(asked)?, part(share)?);
            let given_again = given.and(given_behind);
            Some(Within { asked, share: Some(share), given: given.or(given_behind), given_again })
        }
        (OddsWord::Chance | OddsWord::Mean | OddsWord::Deviation | OddsWord::Median, [asked]) => {
            part(asked).map(|(asked, given)| Within { asked, share: None, given, given_again: None })
        }
        (OddsWord::Chance | OddsWord::Mean | OddsWord::Deviation | OddsWord::Median | OddsWord::Quantile, _) => None,
    }
}

/// What is asked, and its condition.
fn part(argument: &CallArgument) -> Option<(&ast::Expr, Option<&ast::Expr>)> {
    match argument {
        CallArgument::Value(asked) => Some((asked, None)),
        CallArgument::Given { asked, condition } => Some((asked, Some(condition))),
        CallArgument::Each { .. } => None,
    }
}

/// A number, a decimal, so many of a hundred, or a fraction of such.
fn known_number(written: &ast::Expr) -> Option<RBig> {
    match &written.kind {
        ast::ExprKind::Number { value, unit: None } => Some(RBig::from(*value)),
        ast::ExprKind::Decimal { digits, places, percent } => {
            Formula::fraction(*digits, of_decimal(*places, *percent)).value(&[])
        }
        ast::ExprKind::Binary(BinaryOp::Fraction, left, right) => {
            let (above, below) = (known_number(left)?, known_number(right)?);
            (below != RBig::ZERO).then(|| above / below)
        }
        ast::ExprKind::Number { unit: Some(_), .. }
        | ast::ExprKind::Die(_)
        | ast::ExprKind::Dice { .. }
        | ast::ExprKind::Keep { .. }
        | ast::ExprKind::Text(_)
        | ast::ExprKind::Name(_)
        | ast::ExprKind::Question
        | ast::ExprKind::Member(..)
        | ast::ExprKind::Call(..)
        | ast::ExprKind::Unary(..)
        | ast::ExprKind::Binary(..)
        | ast::ExprKind::If(..) => None,
    }
}

fn operation(operator: BinaryOp) -> Option<Operation> {
    match operator {
        BinaryOp::Add => Some(Operation::Add),
        BinaryOp::Subtract => Some(Operation::Subtract),
        BinaryOp::Multiply => Some(Operation::Multiply),
        BinaryOp::Fraction => Some(Operation::Divide),
        BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Is
        | BinaryOp::IsNot
        | BinaryOp::Less
        | BinaryOp::LessOrEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterOrEqual
        | BinaryOp::Equals
        | BinaryOp::Knows
        | BinaryOp::DivideDown
        | BinaryOp::DivideUp
        | BinaryOp::Modulo
        | BinaryOp::Up
        | BinaryOp::Down
        | BinaryOp::Towards
        | BinaryOp::Otherwise => None,
    }
}

fn relation(operator: BinaryOp) -> Option<Relation> {
    match operator {
        BinaryOp::Is | BinaryOp::Equals => Some(Relation::Equal),
        BinaryOp::IsNot => Some(Relation::Unequal),
        BinaryOp::Less => Some(Relation::Less),
        BinaryOp::LessOrEqual => Some(Relation::LessOrEqual),
        BinaryOp::Greater => Some(Relation::Greater),
        BinaryOp::GreaterOrEqual => Some(Relation::GreaterOrEqual),
        BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Knows
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::DivideDown
        | BinaryOp::DivideUp
        | BinaryOp::Modulo
        | BinaryOp::Fraction
        | BinaryOp::Up
        | BinaryOp::Down
        | BinaryOp::Towards
        | BinaryOp::Otherwise => None,
    }
}
