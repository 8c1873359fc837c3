//! What went wrong, in the words of someone who writes a house rule.

use std::ops::Range;

use rhai::{Dynamic, EvalAltResult, LexError, ParseError, ParseErrorType};

use crate::engine::{Complaint, Declared, Limits};

use super::declarations::things;
use super::place::place;
use super::sandbox::{DEEPEST, LISTS_TO_MAPS, MOST_FUNCTIONS};

/// A complaint without help or place.
pub(super) fn complaint(message: impl Into<String>) -> Complaint {
    Complaint { message: message.into(), help: None, place: None, limit: false }
}

impl Complaint {
    /// With a way out.
    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// At this place of the text.
    pub(super) fn at(self, place: Option<Range<usize>>) -> Self {
        Self { place, ..self }
    }

    /// A limit was reached.
    fn limit(self) -> Self {
        Self { limit: true, ..self }
    }
}

/// The text is longer than a file may be.
pub(super) fn too_long(most: usize) -> Complaint {
    complaint(format!("this file is longer than {} kB", most / 1024)).help("split it into several").limit()
}

/// A number beyond the functions there are.
pub(super) fn no_such_function() -> Complaint {
    complaint("there is no such function")
}

/// Not one argument for each parameter.
pub(super) fn wrong_number(function: &Declared, given: usize) -> Complaint {
    let wanted = things(function.parameters.len());
    complaint(format!("`{}` takes {wanted}, but gets {given}", function.name)).at(Some(function.place.clone()))
}

/// A kind of value, as a reader calls it.
pub(super) fn kind(rhai: &str) -> &'static str {
    match rhai {
        "i64" => "a number",
        "bool" => "yes or no",
        "()" => "nothing",
        "char" => "a letter",
        name if name.contains("tring") || name.contains("str") => "text",
        name if name.contains("Level") || name == "level" => "a level",
        name if name.contains("Map") || name == "map" => "a map",
        name if name.contains("Fn") => "a function",
        name if name.contains("ange") => "a range of numbers",
        name if name.contains("Dynamic>") || name == "array" => "a list",
        _ => "something else",
    }
}

/// Puts what Rhai says into words.
#[derive(Clone, Copy)]
pub(super) struct Explain<'t> {
    /// The text it speaks of.
    pub(super) text: &'t str,
    /// The limits it was held to.
    pub(super) limits: Limits,
}

impl Explain<'_> {
    /// What is wrong with the text.
    pub(super) fn reading(self, error: &ParseError) -> Complaint {
        let ParseError(kind, position) = error;
        let at = place(self.text, *position).unwrap_or(0..0);
        let digit =
            self.text.get(at.clone()).is_some_and(|word| word.starts_with(|letter: char| letter.is_ascii_digit()));
        let told = match &**kind {
            ParseErrorType::PropertyExpected if digit => no_fractions(),
            ParseErrorType::MissingToken(sign, _) => self.missing(sign, &at),
            kind => self.parsing(kind),
        };
        told.at(Some(at))
    }

    /// What stands in the place of the sign tells what was meant.
    fn missing(self, sign: &str, at: &Range<usize>) -> Complaint {
        let after = self.text.get(at.start..).unwrap_or_default();
        match sign {
            ";" | "}" if after.trim().is_empty() => {
                complaint("a `}` is missing at the end").help("each `{` needs its `}`")
            }
            ";" if after.starts_with(':') => complaint("a map begins with `#{`").help("write `#{ add: -1 }`"),
            ";" => complaint("`;` is missing before this")
                .help("each line of a function ends with `;`, and a function begins with `fn`"),
            "," if after.starts_with('.') => {
                complaint("a dot is not allowed here").help("in a parameter, `_` stands for each space or dot")
            }
            sign => complaint(format!("`{}` is missing before this", shown(sign))),
        }
    }

    fn parsing(self, kind: &ParseErrorType) -> Complaint {
        use ParseErrorType as E;
        match kind {
            E::UnexpectedEOF => {
                complaint("the file ends in the middle of something").help("look for a bracket or a quote left open")
            }
            E::BadInput(error) => lexing(error),
            E::UnknownOperator(sign) => meaningless(sign),
            E::DuplicatedProperty(name) => complaint(format!("the map has `{}` twice", shown(name))),
            E::DuplicatedVariable(name) | E::FnDuplicatedParam(_, name) | E::FnDuplicatedDefinition(name, _) => {
                complaint(format!("`{}` is written twice", shown(name)))
            }
            E::Reserved(word) => meaningless(word),
            E::VariableUndefined(name) => complaint(format!("there is no `{}` here", shown(name)))
                .help("a function can use its parameters, its own `let`s, and the constants of its file"),
            E::PropertyExpected | E::VariableExpected | E::FnMissingName => complaint("a name is needed here"),
            E::MismatchedType(wanted, _) if wanted.contains("bool") => {
                complaint("yes or no is needed here").help("ask a question, such as `height > 2`")
            }
            E::MismatchedType(wanted, _) if wanted.contains("iter") => not_to_go_through(),
            E::MismatchedType(..) => complaint("this value has the wrong type"),
            E::ExprExpected(_) => complaint("a value is needed here"),
            E::WrongFnDefinition => complaint("a function is declared inside another one").help("move it outside"),
            E::FnMissingParams(name) => complaint(format!("`{}` has no brackets for its parameters", shown(name)))
                .help("write the name as one word, with `_` for each space and `()` after it"),
            E::FnMissingBody(name) => complaint(format!("`{}` has no body in braces", shown(name))),
            E::AssignmentToConstant(name) => complaint(format!("`{}` is a constant", shown(name))),
            E::AssignmentToInvalidLHS(_) => complaint("nothing can be assigned to this"),
            E::WrongSwitchIntegerCase => complaint("this `switch` has a single number after a range")
                .help("write single numbers first, then ranges, then `_`"),
            E::WrongSwitchDefaultCase => complaint("`_` must come last in a `switch`"),
            E::LoopBreak => complaint("this is only allowed inside a loop"),
            E::ExprTooDeep => complaint(format!("this is nested more than {DEEPEST} deep"))
                .help("give parts of it a name with `let`, or move them to a function")
                .limit(),
            E::TooManyFunctions => complaint(format!("there are more than {MOST_FUNCTIONS} functions")).limit(),
            E::LiteralTooLarge(what, most) => self.too_large(what, Some(*most)),
            _ => complaint("this cannot be understood").help("compare it with the examples in the cookbook"),
        }
    }

    /// What went wrong in a call.
    pub(super) fn calling(self, error: &EvalAltResult, function: &Declared) -> Complaint {
        if let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) = error {
            return self.calling(inner, function);
        }
        let at = place(self.text, error.position()).unwrap_or_else(|| function.place.clone());
        self.raised(error).at(Some(at))
    }

    fn raised(self, error: &EvalAltResult) -> Complaint {
        use EvalAltResult as E;
        match error {
            E::ErrorTooManyOperations(_) => {
                let most = self.limits.operations;
                complaint(format!("this takes more than {most} steps")).help("check for an endless loop").limit()
            }
            E::ErrorStackOverflow(_) => {
                let most = self.limits.calls;
                let told = complaint(format!("functions call each other more than {most} deep"));
                told.help("check for a function that calls itself endlessly").limit()
            }
            E::ErrorTooManyVariables(_) => {
                complaint(format!("there are more than {} variables at once", self.limits.variables)).limit()
            }
            E::ErrorDataTooLarge(what, _) => self.too_large(what, None),
            E::ErrorTerminated(..) | E::ErrorTooManyModules(_) => complaint("this exceeds a limit").limit(),
            E::ErrorRuntime(thrown, _) => complaint(thrown_words(thrown)),
            E::ErrorArithmetic(told, _) if divides_by_nothing(told) => complaint("this divides by zero"),
            E::ErrorArithmetic(..) => complaint("this number is too large"),
            E::ErrorMismatchDataType(wanted, found, _) | E::ErrorMismatchOutputType(wanted, found, _) => {
                mismatch(wanted, found)
            }
            E::ErrorFor(_) => not_to_go_through(),
            E::ErrorUnboundThis(_) => complaint("`this` is not supported in a house rule"),
            E::ErrorFunctionNotFound(signature, _) => not_for_these(signature),
            other => naming(other),
        }
    }

    fn too_large(self, what: &str, most: Option<usize>) -> Complaint {
        let what = what.to_lowercase();
        let (what, limit) = if what.contains("string") {
            ("texts hold more than", format!("{} bytes", self.limits.text))
        } else if what.contains("map") {
            ("maps hold more than", format!("{} entries", self.limits.entries / LISTS_TO_MAPS))
        } else {
            ("lists hold more than", format!("{} entries", most.unwrap_or(self.limits.entries)))
        };
        complaint(format!("{what} {limit}, counting what is inside them")).limit()
    }
}

/// Whether that is what Rhai says. Of a remainder it says that it may be that, or that the number is too large.
fn divides_by_nothing(told: &str) -> bool {
    told.contains("zero") && told.rsplit(' ').next() == Some("0")
}

/// Errors that name something.
fn naming(error: &EvalAltResult) -> Complaint {
    use EvalAltResult as E;
    match error {
        E::ErrorVariableNotFound(name, _) => complaint(format!("there is no `{}` here", shown(name))),
        E::ErrorPropertyNotFound(name, _) => complaint(format!("there is nothing called `{}` in it", quoted(name))),
        E::ErrorDotExpr(told, _) => complaint(format!("there is nothing called `{}` in it", quoted(told))),
        E::ErrorIndexNotFound(..) | E::ErrorIndexingType(..) => {
            complaint("only lists, maps and texts have entries").help("`list[0]` is the first entry of a list")
        }
        E::ErrorArrayBounds(0, _, _) => complaint("the list is empty"),
        E::ErrorArrayBounds(count, index, _) | E::ErrorStringBounds(count, index, _) => {
            complaint(format!("there is no entry {index}: the number of entries is {count}, and the first is entry 0"))
        }
        E::ErrorAssignmentToConstant(name, _) => complaint(format!("`{}` is a constant", shown(name))),
        E::ErrorNonPureMethodCallOnConstant(name, _) => {
            complaint(format!("`{}` would change a constant", shown(name))).help("copy it first: `let copy = IT;`")
        }
        _ => complaint("this is not possible"),
    }
}

fn lexing(error: &LexError) -> Complaint {
    match error {
        LexError::UnterminatedString => {
            complaint("this text has no closing quote").help("end it with the quote it began with")
        }
        LexError::MalformedNumber(number) => complaint(format!("`{}` is not a whole number", shown(number)))
            .help("there are no fractions; numbers go from -9223372036854775807 to 9223372036854775807"),
        LexError::UnexpectedInput(sign) if [")", "]", "}", ",", ";"].contains(&sign.as_str()) => {
            complaint(format!("a value is missing before `{sign}`"))
        }
        LexError::MalformedEscapeSequence(sign) => {
            complaint(format!("`{}` is not a valid escape in text", shown(sign)))
        }
        LexError::MalformedChar(_) => complaint("texts need double quotes").help("write \"…\" instead of '…'"),
        LexError::UnexpectedInput(sign) | LexError::ImproperSymbol(sign, _) | LexError::MalformedIdentifier(sign) => {
            meaningless(sign)
        }
        _ => complaint("this cannot be understood"),
    }
}

fn no_fractions() -> Complaint {
    complaint("there are no fractions here").help("count in whole numbers, and divide with `div_down` or `div_up`")
}

fn not_to_go_through() -> Complaint {
    complaint("`for` needs a list or a range such as `1..=6`")
}

/// A word or sign of Rhai that is left out, reserved for later, or nothing at all.
fn meaningless(word: &str) -> Complaint {
    let told = complaint(format!("`{}` is not supported in a house rule", shown(word)));
    if word == "=" { told.help("to compare, write `==`") } else { told }
}

fn mismatch(wanted: &str, found: &str) -> Complaint {
    complaint(format!("{} is needed here, not {}", kind(wanted), kind(found)))
}

/// `+ (i64, array)` in words.
fn not_for_these(signature: &str) -> Complaint {
    let (name, kinds) = signature.split_once(" (").unwrap_or((signature, ""));
    let kinds: Vec<&str> = kinds.trim_end_matches(')').split(", ").map(kind).collect();
    complaint(format!("`{}` does not work with {}", shown(name), kinds.join(" and ")))
}

/// What `throw` was given, or what one of our functions says.
fn thrown_words(thrown: &Dynamic) -> String {
    match thrown.as_immutable_string_ref() {
        Ok(text) if !text.trim().is_empty() => shown(&text),
        _ => format!("the rule failed with {}", kind(thrown.type_name())),
    }
}

/// The name between quotes in one of Rhai's sentences, or the whole.
fn quoted(told: &str) -> String {
    shown(told.split('\'').nth(1).unwrap_or(told))
}

/// Words of a script as they can stand in a line: short, and without what a terminal would obey.
fn shown(words: &str) -> String {
    const LONGEST: usize = 200;
    let mut letters = words.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let short: String = letters.by_ref().take(LONGEST).collect();
    if letters.next().is_some() { short + "…" } else { short }
}
