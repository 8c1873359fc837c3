//! Scripts: read, checked, run in every way, asked for odds, entered at a prompt, and printed.

use assize::diagnostic::Diagnostics;
use assize::language_service::Document;
use assize::source::SourceId;
use assize::verdict::{html, json, markdown};
use assize::{Answers, Audience, Encounter, Engine, Limits, OddsRequest, Session, syntax};

use super::{Target, checks};
use crate::Chance;
use crate::corpus::Corpus;
use crate::mutate;

/// No more statements than this are entered at the prompt.
const MOST_ENTRIES: usize = 12;

/// An editor is asked at no more places than this: each answer looks at the whole text, so all places of a long one are too many.
const MOST_PLACES: usize = 200;

/// Texts that claim to be scripts.
pub struct Scripts;

impl Target for Scripts {
    fn name(&self) -> &'static str {
        "scripts"
    }

    fn seeds(&self, corpus: &Corpus) -> Vec<String> {
        corpus.scripts.clone()
    }

    fn changed(&self, corpus: &Corpus, input: &str, chance: &mut Chance) -> String {
        mutate::by_rule(corpus, "file", input, chance)
    }

    fn run(&self, corpus: &Corpus, input: &str) -> Vec<String> {
        let mut problems = Vec::new();
        let engine = engine(corpus);
        printed(input, &mut problems);
        match engine.compile("fuzz.asz", input) {
            Err(failed) => checks::failure(&failed, &mut problems),
            Ok(encounter) => compiled(&encounter, &mut problems),
        }
        // What is long is done for a part of the inputs, and for the same ones whenever they come again.
        match input.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte))) % 6 {
            0 => entered(&engine, input, &mut problems),
            1 => edited(&engine, input),
            _ => {}
        }
        problems
    }
}

/// An engine for scripts of strangers.
pub fn engine(corpus: &Corpus) -> Engine {
    let limits = Limits::untrusted();
    Engine::with(corpus.library()).limits(limits).functions_by(assize::hook_rhai::reader(limits))
}

fn compiled(encounter: &Encounter, problems: &mut Vec<String>) {
    for found in encounter.warnings() {
        checks::finding(found, encounter.sources(), problems);
    }
    if encounter.program().is_some() {
        for answers in [Answers::deliberate(), Answers::random(7), Answers::automatic()] {
            match encounter.adjudicate(answers) {
                Err(failed) => checks::failure(&failed, problems),
                Ok(verdict) => checks::told(&verdict, problems),
            }
        }
        match encounter.odds(&OddsRequest::default()) {
            Err(failed) => checks::failure(&failed, problems),
            Ok(chances) => super::questions::chances(&chances, problems),
        }
    }
    for tested in encounter.test().tested {
        for found in &tested.failures {
            checks::finding(found, encounter.sources(), problems);
        }
    }
}

/// A text that is read is printed so that it is read again, and printed as before.
fn printed(input: &str, problems: &mut Vec<String>) {
    let mut sink = Diagnostics::default();
    let file = syntax::parse(SourceId(0), input, &mut sink);
    if sink.has_errors() {
        return;
    }
    let once = syntax::print(&file);
    let again = syntax::parse(SourceId(0), &once, &mut sink);
    if sink.has_errors() {
        problems.push("what is printed is not read again".to_owned());
    } else if syntax::print(&again) != once {
        problems.push("what is printed is printed otherwise when it is read again".to_owned());
    }
}

/// Enters a text at the prompt, statement by statement, with a step back now and then.
fn entered(engine: &Engine, input: &str, problems: &mut Vec<String>) {
    let Ok(mut session) = Session::begin(engine.clone(), 7, None) else { return };
    for (number, statement) in statements(input).into_iter().take(MOST_ENTRIES).enumerate() {
        match session.enter(&statement, None) {
            Err(failed) => checks::failure(&failed, problems),
            Ok(_) if number % 4 == 3 => {
                let undone = session.undo().is_ok_and(|undone| undone.is_some());
                if undone && session.redo().is_err() {
                    problems.push("what was undone cannot be redone".to_owned());
                }
            }
            Ok(_) => {}
        }
    }
    let transcript = session.transcript("fuzz");
    for audience in [Audience::Log, Audience::Gm, Audience::Players] {
        let seen = transcript.seen_by(audience);
        checks::text("the transcript as a page", &markdown::transcript(&seen), problems);
        checks::text("the transcript in a browser", &html::transcript(&seen), problems);
        checks::text("the transcript as data", &json::transcript(&seen), problems);
        for carried in session.state_seen_by(audience) {
            checks::text("the state", &format!("{carried:?}").replace("\\u", ""), problems);
        }
    }
}

/// The statements of a text: its lines, and what stands in braces behind them.
fn statements(input: &str) -> Vec<String> {
    let (mut statements, mut now, mut depth) = (Vec::new(), String::new(), 0_i32);
    for letter in input.chars() {
        match letter {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            _ => {}
        }
        if letter == '\n' && depth <= 0 {
            statements.extend(Some(std::mem::take(&mut now)).filter(|line| !line.trim().is_empty()));
        } else {
            now.push(letter);
        }
    }
    statements.extend(Some(now).filter(|line| !line.trim().is_empty()));
    statements
}

/// Asks what an editor asks, at places all over a text.
fn edited(engine: &Engine, input: &str) {
    let document = Document::open(engine, "fuzz.asz", input);
    let apart = input.len().div_ceil(MOST_PLACES).max(7);
    for offset in (0..=input.len()).filter(|at| input.is_char_boundary(*at)).step_by(apart) {
        let _ = (document.completions(offset), document.hint(offset), document.definition(offset));
    }
}
