//! Words that people use from plain English and from other languages, and how to write the same here.

/// How a line is written that begins with such a word.
pub fn line_of(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "when" | "whenever" | "once" => "write `if … { … }`",
        "unless" => "write `if not (…) { … }`",
        "otherwise" | "elif" | "elsif" | "elseif" => {
            "`else` follows the `}` of its `if`: `if a { … } else if b { … } else { … }`"
        }
        "then" => "put the lines in braces after the condition: `if … { … }`",
        "end" | "endif" | "fi" | "done" | "stop" | "return" => "a block ends with `}`, and needs no word for it",
        "begin" | "do" | "start" => "a block begins with `{` after the words of its line, and ends with `}`",
        "include" | "import" | "require" | "load" | "using" | "system" => {
            "write `use NAME`, or `use \"FILE\"` for a file"
        }
        "switch" | "case" | "match" | "select" => "write `if … { … } else if … { … }`",
        "foreach" | "while" | "loop" | "until" => "write `repeat up to 4 until … { … }`; every repetition has an end",
        "text" | "describe" | "narrate" | "tell" | "write" | "display" | "show" | "output" | "print" | "say"
        | "echo" => "write `note \"…\"`",
        "comment" | "rem" => "a comment begins with `#`",
        "increase" | "increment" | "plus" => "write `add 1 to NAME.PART`",
        "decrease" | "decrement" | "reduce" | "subtract" | "minus" => "write `add -1 to NAME.PART`",
        "change" | "assign" => "write `set NAME.PART = VALUE`",
        "var" | "const" | "def" | "function" | "fn" => "compute it in a system: `rule NAME(n) = …`",
        _ => return None,
    })
}

/// How a line of a house rule is written that begins with such words.
pub fn line_of_house(words: &[&str]) -> Option<&'static str> {
    Some(match words {
        ["add", "before" | "after", ..] => {
            "say which line: its first word, then its procedure and its name, as in `add after roll lift.dice { … }`"
        }
        ["remove" | "delete" | "drop" | "without" | "disable", ..] => {
            "a whole part can only be replaced, as in `replace ladder NAME, … { … }`; `remove` is for single lines of a procedure, as in \
             `remove stop PROCEDURE.STEP \"why\"`"
        }
        ["change" | "override" | "modify" | "patch" | "alter" | "rewrite", ..] => {
            "write `replace …` to put something else in its place, or `extend …` to add to it"
        }
        ["add", ..] => {
            "say after which line: its first word, then its procedure and its name, as in `add after roll lift.dice { … }`"
        }
        ["fn" | "func" | "def" | "function", ..] => {
            "put the function in its own file, and bring it in with `use house \"NAME.rhai\"`; a short one can be a \
             rule: `rule NAME(n) = …`"
        }
        _ => return None,
    })
}

/// Words for a comparison among those of a name, and how it is written.
pub fn comparison_of(words: &[&str]) -> Option<(String, &'static str)> {
    let pairs = words.windows(2).find_map(|pair| {
        let sign = match *pair {
            ["at", "least"] => ">=",
            ["at", "most"] => "<=",
            ["more" | "greater" | "higher" | "better" | "above", "than"] => ">",
            ["less" | "fewer" | "lower" | "worse" | "smaller", "than"] => "<",
            ["equal", "to"] | ["same", "as"] => "is",
            _ => return None,
        };
        Some((pair.join(" "), sign))
    });
    let alone = || {
        words.iter().skip(1).find_map(|word| {
            let sign = match *word {
                "equals" | "equal" => "is",
                "isn't" | "isnt" => "is not",
                "exceeds" | "above" | "over" => ">",
                "below" | "under" => "<",
                _ => return None,
            };
            Some(((*word).to_owned(), sign))
        })
    };
    pairs.or_else(alone)
}

/// A number that is written out.
pub fn number_of(word: &str) -> Option<i64> {
    const SMALL: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const TENS: [&str; 8] = ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred"];
    let word = word.to_lowercase();
    let place = |words: &[&str]| words.iter().position(|known| *known == word).and_then(|at| i64::try_from(at).ok());
    place(&SMALL).or_else(|| place(&TENS).map(|tens| (tens + 3) * 10))
}

/// The methods by which an `expect` is answered.
pub(super) const METHODS: [&str; 6] = ["deliberate", "automatic", "random", "dice", "odds", "refused"];

#[cfg(test)]
mod tests {
    use super::{comparison_of, line_of, line_of_house, number_of};

    #[test]
    fn numbers_are_read_to_a_hundred() {
        for (word, number) in [("zero", 0), ("Ten", 10), ("twenty", 20), ("thirty", 30), ("hundred", 100)] {
            assert_eq!(number_of(word), Some(number), "{word}");
        }
        assert_eq!(number_of("many"), None);
    }

    #[test]
    fn comparisons_are_found_behind_a_name() {
        let found = |words: &str| comparison_of(&words.split(' ').collect::<Vec<_>>()).map(|(_, sign)| sign);
        assert_eq!(found("total at least"), Some(">="));
        assert_eq!(found("total less than"), Some("<"));
        assert_eq!(found("total equals"), Some("is"));
        assert_eq!(found("above"), None, "it may be a name");
        assert_eq!(found("total margin"), None);
    }

    #[test]
    fn lines_of_other_languages_have_a_form_here() {
        assert!(line_of("When").is_some_and(|form| form.contains("`if")));
        assert!(line_of("lamp").is_none());
        assert!(line_of_house(&["remove", "ladder"]).is_some_and(|form| form.contains("replace")));
        assert!(line_of_house(&["lamp"]).is_none());
    }
}
