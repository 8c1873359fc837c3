//! Which words may be used where. A script is read only up to the cursor, and it may be unfinished and wrong.

use std::ops::Range;

use super::cursor::{Cursor, Line, starts, words_around};
use super::from_model;
use super::vocabulary::{Sort, Takes, Term, TermPart, Vocabulary, Word, WordKind};
use crate::source::Span;
use crate::syntax::keywords::{self, KEEPING};
use crate::syntax::tokens::Token;

/// What a value can be besides a level or a thing.
const TYPES: &[(&str, &str)] = &[("number", "a whole number"), ("text", "words in quotes"), ("yes/no", "")];

/// How a line can be answered.
const MODES: [&str; 3] = ["automatic", "deliberate", "random"];

/// A word that could be written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The word, as it is written.
    pub label: String,
    /// What sort of word it is.
    pub kind: WordKind,
    /// What it means, for people; may be empty.
    pub detail: String,
    /// What is typed of it already, and is written over; a name of several words may begin before the last one.
    pub replace: Span,
}

impl Vocabulary {
    /// What could stand after `before`, a script up to the place: the bytes of it that are typed already of every word, and
    /// the words. A name of several words goes on where its first words are typed.
    ///
    /// ```
    /// use assize::language_service::Vocabulary;
    ///
    /// let (typed, words) = Vocabulary::default().completions("no");
    /// assert_eq!(typed, 0..2);
    /// assert!(words.iter().any(|word| word.text == "note"));
    /// ```
    pub fn completions(&self, before: &str) -> (Range<usize>, Vec<Word>) {
        let starts = starts(before);
        let split = |start: usize| (before.get(..start).unwrap_or(before), before.get(start..).unwrap_or_default());
        for start in starts.iter().copied().skip(1).rev() {
            let (context, part) = split(start);
            let begun = beginning(self.fitting(context), part);
            if !begun.is_empty() {
                return (start..before.len(), begun);
            }
        }
        let start = starts.first().copied().unwrap_or(before.len());
        let (context, part) = split(start);
        let words = self.fitting(context);
        let mut found = beginning(words.clone(), part);
        if found.is_empty() || Cursor::after(context).line.is_empty() {
            found.extend(self.keywords_begun(context, part));
        }
        found.extend(self.functions_begun(context, part));
        if found.is_empty() {
            found = words.into_iter().filter(|word| has_part(&word.text, part)).collect();
        }
        (start..before.len(), found)
    }

    /// The keywords that could stand after `context` and begin with `part`; later in a line only those that are begun, since
    /// most of them could stand there.
    pub fn keywords_begun(&self, context: &str, part: &str) -> Vec<Word> {
        let begins = !part.is_empty() || Cursor::after(context).line.is_empty();
        let listed = self.keywords(context).iter().filter(|word| begins && word.starts_with(part));
        listed.map(|word| built_in(word, "", WordKind::Keyword)).collect()
    }

    /// The functions of the language that begin with `part`, where `context` ends before a value. Most values are none of
    /// theirs, so only those that are begun are offered, and none where the value is one of a few words.
    fn functions_begun(&self, context: &str, part: &str) -> Vec<Word> {
        let Cursor { line, is_quiet, .. } = Cursor::after(context);
        let of_few_words = |part: &TermPart| part.takes != Takes::Other;
        let is_free = !line.compared().and_then(|before| self.part_at_the_end(&before)).is_some_and(of_few_words);
        if is_quiet || part.is_empty() || !line.wants_a_value() || !is_free {
            return Vec::new();
        }
        from_model::functions().filter(|word| word.text.starts_with(part)).collect()
    }

    /// The names that may stand after `before`, a script up to the cursor.
    pub fn fitting(&self, before: &str) -> Vec<Word> {
        let cursor = Cursor::after(before);
        if cursor.is_quiet {
            return Vec::new();
        }
        let (mut around, mut among_turns) = (None, false);
        for head in &cursor.heads {
            let opens_turns = keywords::opens_turns(head.text);
            around = match self.opened(around, head) {
                Some(term) => Some(term),
                None if among_turns || opens_turns || keywords::opens_scene(head.text) => around,
                None => return Vec::new(),
            };
            among_turns = opens_turns;
        }
        if among_turns && cursor.line.is_empty() {
            return self.all_things();
        }
        self.in_line(around, &cursor.line)
    }

    /// The blank, field or result whose value stands after `before`.
    pub fn wanted(&self, before: &str) -> Option<&TermPart> {
        let Cursor { heads, line, is_quiet } = Cursor::after(before);
        if is_quiet {
            return None;
        }
        if let Some(before) = line.compared() {
            return self.part_at_the_end(&before);
        }
        let name = line.only_words()?;
        let around = heads.iter().try_fold(None, |around, head| self.opened(around, head).map(Some)).flatten();
        around.and_then(|around| around.parts.iter().find(|part| part.word.text == name))
    }

    /// The keywords that may stand after `before`.
    pub fn keywords(&self, before: &str) -> &'static [&'static str] {
        let Cursor { heads, line, is_quiet } = Cursor::after(before);
        match line.text {
            _ if is_quiet => &[],
            line if line.is_empty() || KEEPING.contains(&line) => {
                keywords::beginning(heads.last().map(|head| head.text))
            }
            line => keywords::later(line),
        }
    }

    /// The longest name of a procedure, a kind or a period with which these words begin.
    pub(super) fn head_of(&self, words: &str) -> Option<&Term> {
        longest(self.terms.iter().filter(|term| is_head(term)), words, |term| &term.name)
    }

    /// What the name means that stands at a byte of `text`, and where it stands. Where several could be read, the longest
    /// counts; the blank of a block comes before a name of the scene.
    pub(super) fn meaning_at(&self, text: &str, offset: usize) -> Option<(Range<usize>, String)> {
        let run = words_around(text, offset);
        let begun = run.iter().enumerate().filter(|(_, first)| first.start <= offset);
        let found = begun.flat_map(|(from, first)| {
            let fitting = text.get(..first.start).map(|context| self.fitting(context)).unwrap_or_default();
            let ended = run[from..].iter().filter(|last| offset <= last.end);
            let name = move |last: &Range<usize>| {
                let range = first.start..last.end;
                let written = one_blank_between(text.get(range.clone())?);
                let fits = fitting.iter().find(|word| word.text.to_lowercase() == written).cloned();
                let word =
                    fits.or_else(|| self.named().find(|term| term.name.to_lowercase() == written).map(described));
                Some((range, word?.meaning))
            };
            ended.filter_map(name)
        });
        found.filter(|(_, meaning)| !meaning.is_empty()).max_by_key(|(range, _)| range.len())
    }

    /// What a block with this head is about.
    fn opened<'v>(&'v self, around: Option<&'v Term>, head: &Line<'_>) -> Option<&'v Term> {
        let head = head.first_words();
        let part = around.and_then(|around| around.part_of(&head));
        match part.map(|part| &part.takes) {
            Some(Takes::Run(name) | Takes::Plan(name)) => self.find(name),
            Some(Takes::Item(plan)) => self.item_of(plan),
            _ => self.head_of(&head),
        }
    }

    fn in_line(&self, around: Option<&Term>, line: &Line<'_>) -> Vec<Word> {
        if let Some(part) = line.compared().and_then(|before| self.part_at_the_end(&before)) {
            return self.taken(&part.takes);
        }
        let words = line.first_words();
        match (line.last(), around) {
            (None, Some(around)) => around.words(),
            (None, None) => self.terms.iter().filter(|term| is_head(term)).map(begun).collect(),
            (Some(Token::Dot), _) => {
                self.named_at_the_end(&line.without_last().last_path()).map(Term::words).unwrap_or_default()
            }
            (Some(Token::Other(':')), _) => self.after_colon(&words),
            (Some(Token::Word("by" | "versus" | "to")), _) => self.all_things(),
            (Some(Token::Word("through")), _) => self.of_sorts(&[Sort::Procedure]),
            (Some(Token::Word("shuffle")), _) => self.of_sorts(&[Sort::Deck]),
            (Some(Token::Word("repeat")), _) => self.of_sorts(&[Sort::Period]),
            (Some(Token::Word("mode")), _) => MODES.map(|mode| built_in(mode, "", WordKind::BuiltIn)).to_vec(),
            (Some(Token::Word("use" | "house")), _) if matches!(words.as_str(), "use" | "use house") => {
                let scripts = self.scripts.iter().map(|script| built_in(script, "", WordKind::Script));
                let packs = self.packs.iter().filter(|_| words == "use house");
                scripts.chain(packs.map(|pack| built_in(&format!("pack \"{pack}\""), "", WordKind::Script))).collect()
            }
            (Some(_), Some(around)) => {
                around.part_of(&words).map_or_else(|| self.all_things(), |part| self.behind(part, &words))
            }
            (Some(_), None) => self.at_the_top(line),
        }
    }

    /// After a name its levels or fields, after a blank what it takes.
    fn at_the_top(&self, line: &Line<'_>) -> Vec<Word> {
        if let Some(term) = line.only_words().and_then(|name| self.find(&name)) {
            return term.words();
        }
        let words = line.first_words();
        let procedures = self.terms.iter().filter(|term| term.sort == Sort::Procedure);
        let blank = procedures.into_iter().find_map(|term| term.part_of(&words));
        blank.map_or_else(|| self.all_things(), |part| self.behind(part, &words))
    }

    /// What a part takes whose name these words begin with: where each level of a scale has a value, that level first.
    fn behind(&self, part: &TermPart, words: &str) -> Vec<Word> {
        let levels = part.by.as_ref().filter(|_| words == part.word.text).and_then(|scale| self.find(scale));
        levels.map_or_else(|| self.taken(&part.takes), Term::words)
    }

    /// What there is one of is a thing as well, but nothing acts as it.
    fn all_things(&self) -> Vec<Word> {
        let acts = |term: &&Term| !matches!(&term.sort, Sort::Thing(kind) if *kind == term.name);
        self.things().filter(acts).map(Term::word).collect()
    }

    fn after_colon(&self, words: &str) -> Vec<Word> {
        match words.split(' ').next() {
            Some("draw") => self.of_sorts(&[Sort::Deck]),
            Some("resolve") => self.of_sorts(&[Sort::Ladder]),
            Some("cast") => self.of_sorts(&[Sort::Kind]),
            _ => {
                let plain = TYPES.iter().map(|(text, meaning)| built_in(text, meaning, WordKind::BuiltIn));
                plain.chain(self.of_sorts(&[Sort::Scale, Sort::Ladder, Sort::Kind, Sort::Plan])).collect()
            }
        }
    }

    fn of_sorts(&self, sorts: &[Sort]) -> Vec<Word> {
        let wanted = self.terms.iter().filter(|term| sorts.contains(&term.sort));
        wanted.map(|term| Word { meaning: format!("a {}", term.sort), ..term.word() }).collect()
    }

    fn taken(&self, takes: &Takes) -> Vec<Word> {
        match takes {
            Takes::Other => Vec::new(),
            Takes::YesNo => ["yes", "no"].map(|text| built_in(text, "", WordKind::BuiltIn)).to_vec(),
            Takes::Level(name) | Takes::Run(name) | Takes::Plan(name) => {
                self.find(name).map(Term::words).unwrap_or_default()
            }
            Takes::Item(plan) => self.item_of(plan).map(Term::words).unwrap_or_default(),
            Takes::Thing(kind) => {
                let of_it = |term: &&Term| matches!(&term.sort, Sort::Thing(of) if of == kind);
                self.terms.iter().filter(of_it).map(Term::word).collect()
            }
        }
    }

    /// The longest name with which a path ends.
    fn named_at_the_end(&self, path: &str) -> Option<&Term> {
        let ends = |term: &&Term| {
            let before = path.strip_suffix(term.name.as_str());
            before.is_some_and(|before| before.is_empty() || before.ends_with([' ', '.']))
        };
        self.named().filter(ends).max_by_key(|term| term.name.len())
    }

    /// The field, blank or result with which a line ends: `set ada.oil`.
    fn part_at_the_end(&self, line: &Line<'_>) -> Option<&TermPart> {
        let path = line.last_path();
        let (owner, part) = path.rsplit_once('.')?;
        self.named_at_the_end(owner)?.parts.iter().find(|known| known.word.text == part)
    }
}

/// Whether a line can begin with it.
fn is_head(term: &Term) -> bool {
    matches!(term.sort, Sort::Procedure | Sort::Kind | Sort::Period)
}

/// A word with which a line begins, and how such a line goes on.
fn begun(term: &Term) -> Word {
    let name = &term.name;
    let meaning = match term.sort {
        Sort::Procedure => format!("an action: `{name} NAME by WHO {{ … }}`"),
        Sort::Period => format!("a period: `{name} {{ … }}`"),
        _ if !term.meaning.is_empty() => format!("{}: `{name} {{ … }}`", term.meaning),
        Sort::Scale
        | Sort::Ladder
        | Sort::Table
        | Sort::Dice
        | Sort::Deck
        | Sort::Kind
        | Sort::Plan
        | Sort::Item(_)
        | Sort::Rule
        | Sort::Thing(_)
        | Sort::Done(_) => format!("a person or thing: `{name} NAME \"…\"`"),
    };
    Word { meaning, ..term.word() }
}

fn built_in(text: &str, meaning: &str, kind: WordKind) -> Word {
    Word { text: text.to_owned(), meaning: meaning.to_owned(), kind }
}

/// A name with what it stands for.
fn described(term: &Term) -> Word {
    let meaning = match term.meaning.as_str() {
        "" => term.sort.to_string(),
        meaning => format!("{}: {meaning}", term.sort),
    };
    Word { meaning, ..term.word() }
}

impl Term {
    /// The part with whose name a line begins.
    pub(super) fn part_of(&self, words: &str) -> Option<&TermPart> {
        longest(self.parts.iter(), words, |part| &part.word.text)
    }
}

/// Whatever has the longest name with which these words begin.
fn longest<'t, T>(
    among: impl Iterator<Item = &'t T>,
    words: &str,
    name: impl Fn(&'t T) -> &'t String,
) -> Option<&'t T> {
    let begins = |one: &&'t T| {
        words.strip_prefix(name(one).as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    among.filter(begins).max_by_key(|one| name(one).len())
}

fn beginning(words: Vec<Word>, part: &str) -> Vec<Word> {
    let part = one_blank_between(part);
    words.into_iter().filter(|word| word.text.to_lowercase().starts_with(&part)).collect()
}

/// Whether one of the words of a long name begins so.
fn has_part(name: &str, part: &str) -> bool {
    let part = one_blank_between(part);
    name.to_lowercase().split([' ', '-']).any(|one| one.starts_with(&part))
}

/// In small letters; a blank at the end stays, since a word has ended there.
fn one_blank_between(part: &str) -> String {
    let words = part.split_whitespace().collect::<Vec<&str>>().join(" ").to_lowercase();
    if part.ends_with(char::is_whitespace) && !words.is_empty() { words + " " } else { words }
}

#[cfg(test)]
mod tests {
    use super::{Vocabulary, Word};
    use crate::engine::{Engine, Shelf};

    const STONES: &str = "
system stones
scale height { low | high }
kind person { stones : 0..9 = 3, reach : height = low, glad : yes/no = no, pace by height : yes/no = no }
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
    fn the_level_that_has_the_value_stands_before_it() {
        assert_eq!(fits("person bo {\n pace "), ["low", "high"]);
        assert_eq!(fits("person bo { pace high "), ["yes", "no"]);
        assert_eq!(fits("person bo { pace high yes, pace "), ["low", "high"]);
    }

    #[test]
    fn after_a_point_stand_fields_and_results() {
        assert_eq!(fits("set ada."), ["stones", "reach", "glad", "pace"]);
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
        assert_eq!(fits("turns {\n "), ["ada"]);
        assert_eq!(fits("turns {\n ada by ada."), ["stones", "reach", "glad", "pace"]);
        assert!(fits("secret turns {\n ada by ada.stones {\n ").contains(&"lift".to_owned()));
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
    fn nothing_stands_in_a_text_or_a_comment() {
        for before in ["note \"ada.reach is ", "set ada.reach = # ", "lift wall by # ada versus "] {
            assert!(fits(before).is_empty() && known().keywords(before).is_empty(), "{before}");
        }
    }

    #[test]
    fn blanks_and_line_ends_between_words_do_not_matter() {
        assert_eq!(fits("set  ada . reach  ="), ["low", "high"]);
        assert_eq!(fits("set ada.reach =\t"), ["low", "high"]);
    }

    #[test]
    fn an_item_of_a_plan_is_known_inside_of_it_only() {
        let known = known();
        assert!(known.find("stone").is_none() && known.item_of("course").is_some());
        assert!(known.named().all(|term| term.name != "stone"));
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
