//! The keywords of the language and the places where they are allowed, according to the grammar.

include!(concat!(env!("OUT_DIR"), "/keywords.rs"));

/// The words before a line that keep it from somebody.
pub const KEEPING: [&str; 2] = ["secret", "hidden"];

/// Whether a word belongs to the language.
pub fn is_keyword(word: &str) -> bool {
    ALL.contains(&word)
}

/// All words of the language.
pub fn all() -> &'static [&'static str] {
    ALL
}

/// Whether a word joins others and so stands in no name.
pub fn joins(word: &str) -> bool {
    JOINING.contains(&word)
}

/// Those a line may begin with; `head` is the line that opens the block around it, if it stands in one.
pub fn beginning(head: Option<&str>) -> &'static [&'static str] {
    let Some(head) = head else { return FIRST };
    of_line(head).map_or(IN_SCENE, |(_, _, inside)| inside)
}

/// Whether a line of a scene that begins with this word is a statement of the language, in every system.
pub fn begins_statement(word: &str) -> bool {
    IN_SCENE.contains(&word) && !KEEPING.contains(&word)
}

/// Those that may follow later in a line that begins so.
pub fn later(line: &str) -> &'static [&'static str] {
    of_line(line).map_or(IN_LINE, |(_, follow, _)| follow)
}

/// Whether the lines in the block of `head` are those of a scene.
pub fn opens_scene(head: &str) -> bool {
    of_line(head).is_some_and(|(_, _, inside)| IN_SCENE.iter().all(|word| inside.contains(word)))
}

/// Whether the block of `head` holds turns, of which each begins with a name.
pub fn opens_turns(head: &str) -> bool {
    of_line(head).is_some_and(|(word, _, _)| *word == "turns")
}

/// What the grammar says of the lines that begin as this one does. The word that makes a line secret stands before its keyword.
fn of_line(line: &str) -> Option<&'static (&'static str, &'static [&'static str], &'static [&'static str])> {
    let mut words = line.split_whitespace();
    let mut first = words.next()?;
    if KEEPING.contains(&first) {
        first = words.next()?;
    }
    LINES.iter().find(|(head, _, _)| *head == first)
}

#[cfg(test)]
mod tests {
    use super::{beginning, is_keyword, later, opens_scene, opens_turns};

    #[test]
    fn lines_begin_as_the_grammar_says() {
        for word in ["use", "procedure", "expect", "set", "repeat", "secret"] {
            assert!(beginning(None).contains(&word), "{word}");
        }
        assert!(!beginning(None).contains(&"ask"), "a procedure asks, no file");
        assert!(beginning(Some("procedure lift by person")).contains(&"ask"));
        assert!(!beginning(Some("procedure lift by person")).contains(&"cast"));
        assert!(beginning(Some("lift gate by ada")).contains(&"note"), "a line of a scene");
        assert_eq!(beginning(Some("kind person")), ["needs"]);
    }

    #[test]
    fn statements_of_a_scene_are_those_of_the_grammar() {
        let grammar = include_str!("../../grammar/assize.pest");
        let (_, listed) = grammar.split_once("statement  = _{").expect("the grammar lists them");
        let (listed, _) = listed.split_once('}').expect("the list ends");
        let words: Vec<&str> = listed.split('|').map(|word| word.trim().trim_matches('"')).collect();
        assert!(words.contains(&"note"), "{words:?}");
        for word in words {
            assert!(super::begins_statement(word), "{word}");
        }
        assert!(!super::begins_statement("procedure"));
    }

    #[test]
    fn what_follows_depends_on_the_line() {
        assert!(later("ask aim").contains(&"secret"));
        assert!(later("secret add 1").contains(&"to"));
        assert!(!later("set ada.oil = 1").contains(&"to"));
        assert!(later("lift gate").contains(&"versus"));
    }

    #[test]
    fn scenes_are_told_from_declarations() {
        assert!(opens_scene("repeat up to 3"));
        assert!(opens_scene("if ada.oil is 1"));
        assert!(!opens_scene("procedure lift") && !opens_scene("turns"));
        assert!(opens_turns("secret turns") && !opens_turns("repeat up to 3"));
        assert!(is_keyword("until") && !is_keyword("untold"));
    }
}
