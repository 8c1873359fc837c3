//! Which words may stand where, for completion and for holes. A script is looked at up to the cursor only, and it may be
//! unfinished and wrong.

use super::symbols::{Part, Takes, Term, Vocabulary, Word};
use crate::syntax::keywords::{self, KEEPING};
use crate::syntax::tokens::{Token, Tokens};

/// What a value can be besides a level or a thing.
const TYPES: &[(&str, &str)] = &[("number", "a whole number"), ("text", "words in quotes"), ("yes/no", "")];

/// How a line can be answered.
const MODES: [&str; 3] = ["automatic", "deliberate", "random"];

impl Vocabulary {
    /// The words of the system and of the scene that may stand after `before`, a script up to the cursor.
    pub fn fitting(&self, before: &str) -> Vec<Word> {
        let Cursor { heads, line } = Cursor::after(before);
        let mut around = None;
        for head in heads {
            around = match self.opened(around, head) {
                Some(term) => Some(term),
                None if keywords::opens_scene(head) => around,
                None => return Vec::new(),
            };
        }
        self.in_line(around, line)
    }

    /// The blank, field or result whose value stands after `before`.
    pub fn wanted(&self, before: &str) -> Option<&Part> {
        let Cursor { heads, line } = Cursor::after(before);
        let line = line.trim_end();
        if let Some(before) = compared(line) {
            return self.part_at_the_end(before);
        }
        let around = heads.iter().try_fold(None, |around, head| self.opened(around, head).map(Some)).flatten();
        around.and_then(|around| around.parts.iter().find(|part| part.word.text == line))
    }

    /// The keywords that may stand after `before`.
    pub fn keywords(&self, before: &str) -> &'static [&'static str] {
        let Cursor { heads, line } = Cursor::after(before);
        match line.trim() {
            line if line.is_empty() || KEEPING.contains(&line) => keywords::beginning(heads.last().copied()),
            line => keywords::later(line),
        }
    }

    /// What a block with this head is about.
    fn opened<'v>(&'v self, around: Option<&'v Term>, head: &str) -> Option<&'v Term> {
        let part = around.and_then(|around| part_of(around, head));
        match part.map(|part| &part.takes) {
            Some(Takes::Run(name) | Takes::Plan(name)) => self.find(name),
            _ => longest(self.terms.iter().filter(|term| is_head(term)), head, |term| &term.name),
        }
    }

    fn in_line(&self, around: Option<&Term>, line: &str) -> Vec<Word> {
        let (line, last) = (line.trim_end(), line.split_whitespace().last().unwrap_or_default());
        if let Some(before) = line.strip_suffix('.') {
            return self.named_at_the_end(before).map(Term::words).unwrap_or_default();
        }
        if let Some(part) = compared(line).and_then(|before| self.part_at_the_end(before)) {
            return self.taken(&part.takes);
        }
        if let Some(before) = line.strip_suffix(':') {
            return self.after_colon(before);
        }
        match (last, around) {
            ("", Some(around)) => around.words(),
            ("", None) => self.terms.iter().filter(|term| is_head(term)).map(begun).collect(),
            ("by" | "versus" | "to", _) => self.all_things(),
            ("through", _) => self.of_sorts(&["procedure"]),
            ("shuffle", _) => self.of_sorts(&["deck"]),
            ("repeat", _) => self.of_sorts(&["period"]),
            ("mode", _) => MODES.map(|text| Word { text: text.to_owned(), meaning: String::new() }).to_vec(),
            (_, Some(around)) => {
                part_of(around, line).map_or_else(|| self.all_things(), |part| self.taken(&part.takes))
            }
            (_, None) => self.at_the_top(line),
        }
    }

    /// After a name its levels or fields, after a blank what it takes.
    fn at_the_top(&self, line: &str) -> Vec<Word> {
        if let Some(term) = self.find(line) {
            return term.words();
        }
        let blank = self.terms.iter().filter(|term| term.sort == "procedure").find_map(|term| part_of(term, line));
        blank.map_or_else(|| self.all_things(), |part| self.taken(&part.takes))
    }

    /// What there is one of is a thing as well, but nothing acts as it.
    fn all_things(&self) -> Vec<Word> {
        self.things().filter(|term| term.name != term.sort).map(Term::word).collect()
    }

    fn after_colon(&self, before: &str) -> Vec<Word> {
        match before.split_whitespace().next() {
            Some("draw") => self.of_sorts(&["deck"]),
            Some("resolve") => self.of_sorts(&["ladder"]),
            Some("cast") => self.of_sorts(&["kind"]),
            _ => {
                let plain =
                    TYPES.iter().map(|(text, meaning)| Word { text: (*text).into(), meaning: (*meaning).into() });
                plain.chain(self.of_sorts(&["scale", "ladder", "kind", "plan"])).collect()
            }
        }
    }

    fn of_sorts(&self, sorts: &[&str]) -> Vec<Word> {
        let wanted = self.terms.iter().filter(|term| sorts.contains(&term.sort.as_str()));
        wanted.map(|term| Word { meaning: format!("a {}", term.sort), ..term.word() }).collect()
    }

    fn taken(&self, takes: &Takes) -> Vec<Word> {
        match takes {
            Takes::Other => Vec::new(),
            Takes::YesNo => ["yes", "no"].map(|text| Word { text: text.to_owned(), meaning: String::new() }).to_vec(),
            Takes::Level(name) | Takes::Run(name) | Takes::Plan(name) => {
                self.find(name).map(Term::words).unwrap_or_default()
            }
            Takes::Thing(kind) => self.terms.iter().filter(|term| term.sort == *kind).map(Term::word).collect(),
        }
    }

    /// The longest name with which a line ends.
    fn named_at_the_end(&self, line: &str) -> Option<&Term> {
        let ends = |term: &&Term| {
            let before = line.strip_suffix(term.name.as_str());
            before.is_some_and(|before| !before.ends_with(is_of_a_word))
        };
        self.terms.iter().filter(ends).max_by_key(|term| term.name.len())
    }

    /// The field, blank or result with which a line ends: `set ada.oil`.
    fn part_at_the_end(&self, line: &str) -> Option<&Part> {
        let (owner, part) = line.trim_end().rsplit_once('.')?;
        self.named_at_the_end(owner)?.parts.iter().find(|known| known.word.text == part)
    }
}

/// Whether a line can begin with it.
fn is_head(term: &Term) -> bool {
    matches!(term.sort.as_str(), "procedure" | "kind" | "period")
}

/// A word with which a line begins, and how such a line goes on.
fn begun(term: &Term) -> Word {
    let name = &term.name;
    let meaning = match term.sort.as_str() {
        "procedure" => format!("what somebody does: `{name} NAME by WHO {{ … }}`"),
        "period" => format!("a stretch of time: `{name} {{ … }}`"),
        _ if !term.meaning.is_empty() => format!("{}: `{name} {{ … }}`", term.meaning),
        _ => format!("who or what is there: `{name} NAME \"…\"`"),
    };
    Word { meaning, ..term.word() }
}

/// The part with whose name a line begins.
fn part_of<'t>(term: &'t Term, line: &str) -> Option<&'t Part> {
    longest(term.parts.iter(), line, |part| &part.word.text)
}

/// Whatever has the longest name with which a line begins.
fn longest<'t, T>(among: impl Iterator<Item = &'t T>, line: &str, name: impl Fn(&'t T) -> &'t String) -> Option<&'t T> {
    let begins =
        |one: &&'t T| line.strip_prefix(name(one).as_str()).is_some_and(|rest| !rest.starts_with(is_of_a_word));
    among.filter(begins).max_by_key(|one| name(one).len())
}

/// What is set or compared, if the line ends with that.
fn compared(line: &str) -> Option<&str> {
    let signs = line.trim_end_matches(['=', '<', '>']);
    if signs.len() < line.len() {
        return Some(signs);
    }
    line.strip_suffix(" is not").or_else(|| line.strip_suffix(" is"))
}

fn is_of_a_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_' || sign == '\''
}

/// Where something is typed.
struct Cursor<'t> {
    /// The lines whose blocks are still open, the outermost first.
    heads: Vec<&'t str>,
    /// The line in hand.
    line: &'t str,
}

impl<'t> Cursor<'t> {
    fn after(text: &'t str) -> Self {
        let (mut heads, mut begin) = (Vec::new(), 0);
        for (token, place) in Tokens::of(text) {
            match token {
                Token::Open('{') => heads.push(text[begin..place.start].trim()),
                Token::Close('}') => drop(heads.pop()),
                Token::Comma | Token::LineEnd => {}
                _ => continue,
            }
            begin = place.end;
        }
        Self { heads, line: text[begin..].trim_start() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Vocabulary, Word};
    use crate::engine::{Engine, Shelf};

    const STONES: &str = "
system stones
scale height { low | high }
kind person { stones : 0..9 = 3, reach : height = low, glad : yes/no = no }
deck fate, 3 cards c { value = c }
period night { }
procedure lift by lifter : person {
  ask aim : height = low
  ask helper : optional person
  let total = lifter.stones
}
plan course {
  budget 4 \"SP\"
  item stone { size : height = low }
  slots size, as written
  group row : nothing
}
procedure build by builder : person { ask course : course }
";

    fn known() -> Vocabulary {
        let mut shelf = Shelf::default();
        shelf.put("stones", STONES);
        let scene = "use stones\nperson ada \"Ada Oak\"\nlift gate by ada\n";
        Vocabulary::of_encounter(&Engine::with(shelf).compile("scene.asz", scene).expect("it compiles"))
    }

    fn fits(before: &str) -> Vec<String> {
        known().fitting(before).into_iter().map(|Word { text, .. }| text).collect()
    }

    #[test]
    fn a_value_fits_what_it_is_for() {
        for before in
            ["set ada.reach = ", "ada.reach is ", "ada.reach is not ", "P(ada.reach >= ", "if 1 < 2 and ada.reach < "]
        {
            assert_eq!(fits(before), ["low", "high"], "{before}");
        }
        assert_eq!(fits("set ada.glad = "), ["yes", "no"]);
        assert_eq!(fits("gate.aim is "), ["low", "high"], "a result of what has been done");
        assert!(fits("set ada.stones = ").is_empty(), "a number");
        assert_eq!(fits("note \"a \\\" {\", set ada.reach = "), ["low", "high"], "a brace in a text opens nothing");
    }

    #[test]
    fn after_a_point_stand_fields_and_results() {
        assert_eq!(fits("set ada."), ["stones", "reach", "glad"]);
        assert_eq!(fits("P(gate."), ["aim", "helper", "total"]);
        assert_eq!(fits("height."), ["low", "high"]);
    }

    #[test]
    fn people_and_declarations_stand_in_their_places() {
        for before in ["lift wall by ", "lift wall by ada versus ", "reveal x to ", "lift wall by ada {\n  helper "] {
            assert_eq!(fits(before), ["ada"], "{before}");
        }
        assert_eq!(fits("shuffle "), ["fate"]);
        assert_eq!(fits("repeat "), ["night"]);
        assert_eq!(fits("procedure x { run y through "), [""; 0], "what is being declared is not known yet");
        assert_eq!(fits("ask x : "), ["number", "text", "yes/no", "person", "height", "course"]);
    }

    #[test]
    fn a_block_inside_a_scene_is_of_the_scene() {
        assert_eq!(fits("lift wall {\n "), ["aim", "helper"]);
        assert_eq!(fits("repeat night up to 2 {\n lift wall {\n  aim "), ["low", "high"]);
        assert!(fits("repeat up to 2 {\n ").contains(&"lift".to_owned()));
        assert!(fits("kind place {\n ").is_empty());
    }

    #[test]
    fn what_is_planned_stands_with_or_without_the_name_of_the_plan() {
        assert_eq!(fits("build wall by ada {\n "), ["course", "stone", "row"]);
        for before in ["build wall by ada {\n ", "build wall by ada { course {\n ", "build wall by ada { row {\n "] {
            assert_eq!(fits(&format!("{before}stone corner {{ ")), ["size"], "{before}");
            assert_eq!(fits(&format!("{before}stone corner {{ size ")), ["low", "high"], "{before}");
        }
    }

    #[test]
    fn keywords_stand_where_the_grammar_has_them() {
        let known = known();
        assert!(known.keywords("").contains(&"procedure"));
        assert!(known.keywords("lift wall {\n  ").contains(&"note"));
        assert!(known.keywords("procedure x {\n  secret ").contains(&"roll"));
        assert!(known.keywords("repeat night ").contains(&"until"));
    }
}
