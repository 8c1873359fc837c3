//! Expressions, types, and the cells of tables.

use super::parts::{Node, Parts, Rule, inner};
use super::reader::Reader;
use crate::diagnostic::{Diagnostic, codes};
use crate::syntax::ast::{
    BinaryOp, CallArgument, Cell, CellKind, Expr, ExprKind, Grid, LineValue, Phrase, Row, Trivia, TypeKind, TypeRef,
    UnaryOp,
};
use crate::syntax::precedence::{NOT, tightness};

/// Digits behind a point: a fraction of 64 bits has no more of them.
const MOST_PLACES: u32 = 18;

/// A number of hundredths has so many more.
const OF_HUNDRED: u32 = 2;

/// The least number, which is one more than the largest without its sign.
const WITHOUT_SIGN: &str = "9223372036854775808";

impl Reader<'_> {
    pub(super) fn take_expr(&mut self, parts: &mut Parts<'_>) -> Expr {
        match self.maybe_expr(parts) {
            Some(expr) => expr,
            None => Expr { span: self.missing(Rule::expr, parts), kind: ExprKind::Question },
        }
    }

    pub(super) fn maybe_expr(&mut self, parts: &mut Parts<'_>) -> Option<Expr> {
        parts.next_of(Rule::expr).map(|part| self.expr(part))
    }

    /// `expr = { unary ~ (infix ~ unary)* }`, `bound = { unary ~ (arithmetic ~ unary)* }`
    pub(super) fn expr(&mut self, part: Node<'_>) -> Expr {
        let mut parts = inner(part);
        let first = self.unary(&mut parts);
        let whole = self.climb(first, &mut parts, 0);
        self.end(&mut parts);
        whole
    }

    /// What follows `left` in a flat run of operators and operands, as far as it holds at least as tightly as `least`.
    fn climb(&mut self, mut left: Expr, parts: &mut Parts<'_>, least: u8) -> Expr {
        while let Some(operator) = self.infix(parts) {
            if tightness(operator) < least {
                break;
            }
            parts.next();
            let right = self.unary(parts);
            let right = self.climb(right, parts, tightness(operator) + 1);
            let span = left.span.to(right.span);
            left = Expr { span, kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)) };
        }
        left
    }

    /// `unary = _{ prefix* ~ operand }`
    fn unary(&mut self, parts: &mut Parts<'_>) -> Expr {
        let Some(prefix) = parts.next_of(Rule::prefix) else {
            return self.operand(parts);
        };
        if prefix.as_str() == "-"
            && let Some(number) = parts.look().filter(|operand| operand.as_str().trim_end() == WITHOUT_SIGN)
        {
            let span = self.span(&prefix).to(self.span(number));
            parts.next();
            return Expr { span, kind: ExprKind::Number { value: i64::MIN, unit: None } };
        }
        let operand = self.unary(parts);
        let (operator, operand) = match prefix.as_str() {
            "-" => (UnaryOp::Minus, operand),
            "+" => (UnaryOp::Plus, operand),
            "not" => (UnaryOp::Not, self.climb(operand, parts, NOT)),
            _ => {
                self.unread(&prefix);
                return operand;
            }
        };
        let span = self.span(&prefix).to(operand.span);
        Expr { span, kind: ExprKind::Unary(operator, Box::new(operand)) }
    }

    /// `operand = { primary ~ (member | call)* }`
    fn operand(&mut self, parts: &mut Parts<'_>) -> Expr {
        let Some(part) = parts.next_of(Rule::operand) else {
            return Expr { span: self.missing(Rule::operand, parts), kind: ExprKind::Question };
        };
        let mut parts = inner(part);
        let first = self.primary(&mut parts);
        let whole = self.links(first, &mut parts);
        self.end(&mut parts);
        whole
    }

    /// Members and arguments that follow.
    fn links(&mut self, mut whole: Expr, parts: &mut Parts<'_>) -> Expr {
        while let Some(part) = parts.next_of(Rule::member).or_else(|| parts.next_of(Rule::call)) {
            let span = whole.span.to(self.span(&part));
            let kind = if part.as_rule() == Rule::member {
                ExprKind::Member(Box::new(whole), self.member(part))
            } else {
                ExprKind::Call(Box::new(whole), self.each(Rule::argument, inner(part), Self::argument))
            };
            whole = Expr { span, kind };
        }
        whole
    }

    /// `member = { "." ~ member_name }`
    fn member(&mut self, part: Node<'_>) -> Phrase {
        self.take_phrase_of(Rule::member_name, &mut inner(part))
    }

    /// `argument = { each_in? ~ expr ~ (":" ~ expr)? }`, `each_in = { any_word ~ in_word }`
    fn argument(&mut self, part: Node<'_>) -> CallArgument {
        let mut parts = inner(part);
        let each = parts.next_of(Rule::each_in);
        let first = self.take_expr(&mut parts);
        match (each, self.maybe_expr(&mut parts)) {
            (None, None) => CallArgument::Value(first),
            (Some(each), Some(body)) => {
                CallArgument::Each { variable: self.take_word(Rule::any_word, &mut inner(each)), list: first, body }
            }
            (Some(each), None) => CallArgument::Value(self.with_words_before(each, first)),
            (None, Some(body)) => {
                let finding = Diagnostic::error(codes::SYNTAX, first.span, "`:` must follow a list")
                    .help("write `sum(x in LIST : x.NUMBER)`");
                self.sink.push(finding);
                CallArgument::Value(body)
            }
        }
    }

    /// `x in` was the beginning of a name after all.
    fn with_words_before(&mut self, each: Node<'_>, mut expr: Expr) -> Expr {
        let words = self.phrase(each);
        if !put_words_before(&mut expr, &words) {
            let message = format!("`{}` needs a list, `:` and a value", words.text());
            let finding =
                Diagnostic::error(codes::SYNTAX, words.span(), message).help("write `sum(x in LIST : x.NUMBER)`");
            self.sink.push(finding);
        }
        expr
    }

    /// `primary = _{ if_expr | keep | quantity | counted | die | text | question | phrase }`
    #[expect(clippy::wildcard_enum_match_arm, reason = "a rule that is not named here is told as unread")]
    fn primary(&mut self, parts: &mut Parts<'_>) -> Expr {
        let Some(part) = parts.next() else {
            return Expr { span: self.missing(Rule::primary, parts), kind: ExprKind::Question };
        };
        let span = self.span(&part);
        let kind = match part.as_rule() {
            Rule::if_expr => self.if_expr(part),
            Rule::keep => self.keep(part),
            Rule::quantity => self.quantity(part),
            Rule::counted => return self.counted(part),
            Rule::odds_of => self.odds_call(part),
            Rule::decimal => self.decimal(&part),
            Rule::die => ExprKind::Die(self.take_number(&mut inner(part)).0),
            Rule::text => ExprKind::Text(self.plain_text(part)),
            Rule::phrase => ExprKind::Name(self.phrase(part)),
            Rule::question => ExprKind::Question,
            _ => {
                self.unread(&part);
                ExprKind::Question
            }
        };
        Expr { span, kind }
    }

    /// `if_expr = { if_kw ~ expr ~ then_kw ~ expr ~ (else_kw ~ if_kw ~ expr ~ then_kw ~ expr)* ~ else_kw ~ expr }`
    fn if_expr(&mut self, part: Node<'_>) -> ExprKind {
        let mut parts = inner(part);
        let mut branches = Vec::new();
        loop {
            let value = self.take_expr(&mut parts);
            match self.maybe_expr(&mut parts) {
                Some(then) => branches.push((value, then)),
                None => return ExprKind::If(branches, Box::new(value)),
            }
            if parts.peek().is_none() {
                self.missing(Rule::else_kw, &parts);
                return ExprKind::Question;
            }
        }
    }

    /// `keep = { keep_which ~ (number ~ of_kw)? ~ counted ~ text? }`
    fn keep(&mut self, part: Node<'_>) -> ExprKind {
        let mut parts = inner(part);
        let highest = self.take_word(Rule::keep_which, &mut parts).text == "highest";
        let count = self.maybe_number(&mut parts).map(|(count, _)| count);
        let dice = self.primary(&mut parts);
        ExprKind::Keep { highest, count, dice: Box::new(dice), notation: self.maybe_plain_text(&mut parts) }
    }

    /// `decimal = @{ digits "." digits }`, `percent = @{ digits ("." digits)? "%" }`
    pub(super) fn decimal(&mut self, part: &Node<'_>) -> ExprKind {
        let written = part.as_str();
        let (number, percent) = written.strip_suffix('%').map_or((written, false), |number| (number, true));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let places = u32::try_from(fraction.len()).unwrap_or(u32::MAX);
        let most = if percent { MOST_PLACES - OF_HUNDRED } else { MOST_PLACES };
        match format!("{whole}{fraction}").parse() {
            Ok(digits) if places <= most => ExprKind::Decimal { digits, places, percent },
            _ => {
                let finding =
                    Diagnostic::error(codes::NUMBER_TOO_LARGE, self.span(part), "this number has too many digits");
                self.sink.push(finding.help("write a fraction such as `1/6`"));
                ExprKind::Question
            }
        }
    }

    /// `quantity = ${ number ~ unit }`
    fn quantity(&mut self, part: Node<'_>) -> ExprKind {
        let mut parts = inner(part);
        let (value, _) = self.take_number(&mut parts);
        ExprKind::Number { value, unit: Some(self.take_word(Rule::unit, &mut parts).text) }
    }

    /// `counted = ${ (number | paren) ~ dice_of? }`, `dice_of = ${ "d" ~ (number | paren) }`: `3`, `(a)`, `3d6`, `(a)d(b)`
    fn counted(&mut self, part: Node<'_>) -> Expr {
        let span = self.span(&part);
        let mut parts = inner(part);
        let count = self.number_or_paren(&mut parts);
        let Some(dice) = parts.next_of(Rule::dice_of) else {
            return Expr { span, ..count };
        };
        let sides = self.number_or_paren(&mut inner(dice));
        Expr { span, kind: ExprKind::Dice { count: Box::new(count), sides: Box::new(sides) } }
    }

    /// `number | paren`, `paren = !{ "(" ~ expr ~ ")" }`
    fn number_or_paren(&mut self, parts: &mut Parts<'_>) -> Expr {
        if let Some(paren) = parts.next_of(Rule::paren) {
            return self.take_expr(&mut inner(paren));
        }
        let (value, span) = self.take_number(parts);
        Expr { span, kind: ExprKind::Number { value, unit: None } }
    }

    /// The value of a line that begins with `words`:
    /// `line_value = { joined | faces | expr }`, `faces = { number ~ ("," ~ number)+ }`, `joined = { (member | call)+ ~ (infix ~ unary)* | (infix ~ unary)+ }`
    pub(super) fn line_value(&mut self, words: &Phrase, parts: &mut Parts<'_>) -> LineValue {
        let Some(part) = parts.next_of(Rule::line_value) else {
            return LineValue::None;
        };
        let mut parts = inner(part);
        if let Some(faces) = parts.next_of(Rule::faces) {
            return LineValue::Faces(self.numbers(&mut inner(faces)));
        }
        let Some(joined) = parts.next_of(Rule::joined) else {
            return LineValue::After(self.take_expr(&mut parts));
        };
        let mut parts = inner(joined);
        let first = Expr { span: words.span(), kind: ExprKind::Name(words.clone()) };
        let first = self.links(first, &mut parts);
        let whole = self.climb(first, &mut parts, 0);
        self.end(&mut parts);
        LineValue::Through(whole)
    }

    /// `target = { phrase ~ member* }`
    pub(super) fn take_target(&mut self, parts: &mut Parts<'_>) -> Expr {
        self.take_path(Rule::target, parts)
    }

    /// `place = { phrase ~ (member | call)* }`
    pub(super) fn take_place(&mut self, parts: &mut Parts<'_>) -> Expr {
        self.take_path(Rule::place, parts)
    }

    fn take_path(&mut self, rule: Rule, parts: &mut Parts<'_>) -> Expr {
        let Some(part) = parts.next_of(rule) else {
            return Expr { span: self.missing(rule, parts), kind: ExprKind::Question };
        };
        let mut parts = inner(part);
        let words = self.take_phrase(&mut parts);
        let first = Expr { span: words.span(), kind: ExprKind::Name(words) };
        let whole = self.links(first, &mut parts);
        self.end(&mut parts);
        whole
    }

    pub(super) fn maybe_type(&mut self, parts: &mut Parts<'_>) -> Option<TypeRef> {
        parts.next_of(Rule::type_ref).map(|part| self.type_ref(part))
    }

    pub(super) fn take_type(&mut self, parts: &mut Parts<'_>) -> TypeRef {
        self.maybe_type(parts).unwrap_or_else(|| {
            let span = self.missing(Rule::type_ref, parts);
            TypeRef { many: false, optional: false, kind: TypeKind::YesNo, span }
        })
    }

    /// `type_ref = { many_kw? ~ optional_kw? ~ (yes_no | limits | phrase) }`
    fn type_ref(&mut self, part: Node<'_>) -> TypeRef {
        let span = self.span(&part);
        let mut parts = inner(part);
        let (many, optional) = (parts.has(Rule::many_kw), parts.has(Rule::optional_kw));
        let kind = if parts.has(Rule::yes_no) {
            TypeKind::YesNo
        } else if let Some(limits) = parts.next_of(Rule::limits) {
            let mut bounds = inner(limits);
            TypeKind::Limits(Box::new(self.bound(&mut bounds)), Box::new(self.bound(&mut bounds)))
        } else {
            TypeKind::Name(self.take_phrase(&mut parts))
        };
        TypeRef { many, optional, kind, span }
    }

    /// One side of `limits = { bound ~ ".." ~ bound }`
    fn bound(&mut self, parts: &mut Parts<'_>) -> Expr {
        match parts.next_of(Rule::bound) {
            Some(part) => self.expr(part),
            None => Expr { span: self.missing(Rule::bound, parts), kind: ExprKind::Question },
        }
    }

    /// `grid = { "{" ~ (row ~ (sep+ ~ row)*)? ~ "}" }`
    pub(super) fn take_grid(&mut self, parts: &mut Parts<'_>) -> Grid {
        let Some(part) = parts.next_of(Rule::grid) else {
            return Grid { rows: Vec::new(), span: self.missing(Rule::grid, parts) };
        };
        let span = self.span(&part);
        Grid { rows: self.lines_of(Rule::row, &mut inner(part), Self::row, |row| &mut row.trivia), span }
    }

    /// `row = { cell ~ ("|" ~ cell)* }`
    fn row(&mut self, part: Node<'_>) -> Row {
        let span = self.span(&part);
        Row { cells: self.each(Rule::cell, inner(part), Self::cell), span, trivia: Trivia::default() }
    }

    /// `cell = { dash | dots ~ expr? | expr ~ (dots ~ expr? | text)? }`
    fn cell(&mut self, part: Node<'_>) -> Cell {
        let span = self.span(&part);
        let mut parts = inner(part);
        let kind = if parts.has(Rule::dash) { CellKind::Dash } else { self.band_or_value(&mut parts) };
        self.end(&mut parts);
        Cell { span, kind }
    }

    fn band_or_value(&mut self, parts: &mut Parts<'_>) -> CellKind {
        if parts.has(Rule::dots) {
            return CellKind::Band(None, self.maybe_expr(parts));
        }
        let value = self.take_expr(parts);
        if parts.has(Rule::dots) {
            return CellKind::Band(Some(value), self.maybe_expr(parts));
        }
        CellKind::Value(value, self.maybe_plain_text(parts))
    }

    /// The operator that comes next, without taking it:
    /// `infix = @{ "<=" | … | "is" | "and" | "or" | "knows" | arithmetic }`, `arithmetic = @{ "+" | … | "towards" }`
    fn infix(&mut self, parts: &Parts<'_>) -> Option<BinaryOp> {
        let part = parts.look().filter(|part| matches!(part.as_rule(), Rule::infix | Rule::arithmetic))?;
        let operator = operator(part.as_str());
        if operator.is_none() {
            self.unread(part);
        }
        operator
    }
}

/// Puts words before the leftmost name; `false` when the expression begins with something else.
fn put_words_before(expr: &mut Expr, words: &Phrase) -> bool {
    expr.span = words.span().to(expr.span);
    match &mut expr.kind {
        ExprKind::Name(name) => {
            name.words.splice(0..0, words.words.iter().cloned());
            true
        }
        ExprKind::Member(left, _) | ExprKind::Call(left, _) | ExprKind::Binary(_, left, _) => {
            put_words_before(left, words)
        }
        ExprKind::Number { .. }
        | ExprKind::Die(_)
        | ExprKind::Decimal { .. }
        | ExprKind::Dice { .. }
        | ExprKind::Keep { .. }
        | ExprKind::Text(_)
        | ExprKind::Question
        | ExprKind::Unary(..)
        | ExprKind::If(..) => false,
    }
}

/// What an operator means.
fn operator(written: &str) -> Option<BinaryOp> {
    let mut words = written.split_whitespace();
    Some(match (words.next()?, words.next()) {
        ("or", None) => BinaryOp::Or,
        ("and", None) => BinaryOp::And,
        ("is", None) => BinaryOp::Is,
        ("is", Some("not")) => BinaryOp::IsNot,
        ("<", None) => BinaryOp::Less,
        ("<=", None) => BinaryOp::LessOrEqual,
        (">", None) => BinaryOp::Greater,
        (">=", None) => BinaryOp::GreaterOrEqual,
        ("=", None) => BinaryOp::Equals,
        ("knows", None) => BinaryOp::Knows,
        ("+", None) => BinaryOp::Add,
        ("-", None) => BinaryOp::Subtract,
        ("*", None) => BinaryOp::Multiply,
        ("/", None) => BinaryOp::Fraction,
        ("div", Some("up")) => BinaryOp::DivideUp,
        ("div", Some("down")) => BinaryOp::DivideDown,
        ("mod", None) => BinaryOp::Modulo,
        ("up", None) => BinaryOp::Up,
        ("down", None) => BinaryOp::Down,
        ("towards", None) => BinaryOp::Towards,
        ("otherwise", None) => BinaryOp::Otherwise,
        _ => return None,
    })
}
