//! Functions made at random that mean something: within their limits they answer, alike each time, or say why not. `HOOKS=1000000`
//! makes so many.

use std::thread;
use std::time::{Duration, Instant};

use assize::engine::{Argument, Functions, Limits};
use assize::hook_rhai::reader;

use crate::tape::Tape;

/// What a call may hold in memory.
const MOST_BYTES: u64 = 64 << 20;

/// How long a call may take on a computer that does much else. It takes a hundredth of this on one that does not.
const LONGEST: Duration = Duration::from_secs(5);

/// So deep are expressions and blocks nested in each other.
const DEEP: usize = 4;

/// What became of the functions.
#[derive(Default)]
struct Tally {
    texts: usize,
    refused: usize,
    answered: usize,
    limited: usize,
    wrong: usize,
    slowest: Duration,
    most_bytes: u64,
}

/// How many texts are made.
fn asked_for() -> u64 {
    std::env::var("HOOKS").map_or(2_000, |number| number.parse().expect("HOOKS is a number"))
}

/// The tape of this number.
fn tape(number: u64) -> Tape {
    let mut state = number;
    let numbers: Vec<u32> = (0..120)
        .map(|_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            u32::try_from((mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 33).expect("it has 31 bits")
        })
        .collect();
    Tape::new(&numbers)
}

/// Two functions, of which the first may call the second, and the second itself.
fn text(tape: &mut Tape) -> String {
    let first = ["f(a, b)", "before_light(a, b)", "after_glow(a, b)"];
    let named = *tape.pick(&first);
    let [one, other] = [(); 2].map(|()| format!("{}{}", statements(tape, DEEP), expression(tape, DEEP)));
    format!("fn {named} {{ let x = 1; let y = []; {one} }}\nfn g(a) {{ let x = a; let y = #{{}}; {other} }}\n")
}

fn statements(tape: &mut Tape, deep: usize) -> String {
    (0..tape.below(4)).map(|_| statement(tape, deep)).collect()
}

fn statement(tape: &mut Tape, deep: usize) -> String {
    if deep == 0 {
        return format!("x = {}; ", expression(tape, 0));
    }
    let (value, holds) = (expression(tape, deep - 1), condition(tape, deep - 1));
    let inner = |tape: &mut Tape| statements(tape, deep - 1);
    match tape.below(14) {
        0 => format!("x = {value}; "),
        1 => format!("x += {value}; "),
        2 => format!("y = {value}; "),
        3 => format!("y.push({value}); "),
        4 => format!("y[x] = {value}; "),
        5 => format!("if {holds} {{ {} }} else {{ {} }} ", inner(tape), inner(tape)),
        6 => format!("while {holds} {{ {} }} ", inner(tape)),
        7 => format!("loop {{ {} if {holds} {{ break; }} }} ", inner(tape)),
        8 => format!("for i in 0..{} {{ x += i; {} }} ", tape.pick(&["3", "100", "99999999"]), inner(tape)),
        9 => format!("try {{ {} }} catch (wrong) {{ {} x = `${{wrong}}`; }} ", inner(tape), inner(tape)),
        10 => format!("loop {{ try {{ {} x += x; }} catch {{ {} }} }} ", inner(tape), inner(tape)),
        11 => format!("switch {value} {{ 1 => {{ {} }}, _ => {{ {} }} }} ", inner(tape), inner(tape)),
        12 => format!("throw {value}; "),
        _ => format!("return {value}; "),
    }
}

/// What can be asked: a reader refuses anything else there.
fn condition(tape: &mut Tape, deep: usize) -> String {
    let one = expression(tape, deep.saturating_sub(1));
    match tape.below(if deep == 0 { 4 } else { 7 }) {
        0 => "true".to_owned(),
        1 => format!("{one} == x"),
        2 => format!("{one} < 7"),
        3 => "x != a".to_owned(),
        4 => format!("({} && {})", condition(tape, deep - 1), condition(tape, deep - 1)),
        5 => format!("({} || {})", condition(tape, deep - 1), condition(tape, deep - 1)),
        _ => format!("!({})", condition(tape, deep - 1)),
    }
}

fn expression(tape: &mut Tape, deep: usize) -> String {
    const PLAIN: [&str; 14] =
        ["x", "a", "1", "0", "-1", "y", "7", "true", "false", "\"t\"", "'c'", "()", "9223372036854775807", "[]"];
    if deep == 0 || tape.once_in(3) {
        return (*tape.pick(&PLAIN)).to_owned();
    }
    let (one, other) = (expression(tape, deep - 1), expression(tape, deep - 1));
    let holds = condition(tape, deep - 1);
    let operators = ["+", "-", "*", "/", "%", "**", "==", "<", ">=", "??"];
    match tape.below(15) {
        0..=3 => format!("({one} {} {other})", tape.pick(&operators)),
        4 => format!("g({one})"),
        5 => format!("[{one}, {other}]"),
        6 => format!("#{{ add: {one}, note: {other} }}"),
        7 => format!("sum([{one}, {other}])"),
        8 => format!("max({one}, {other})"),
        9 => format!("`t ${{{one}}} t`"),
        10 => format!("if {holds} {{ {other} }} else {{ {one} }}"),
        11 => format!("{one}[{other}]"),
        12 => format!("{one}.len"),
        13 => tape.within(-9, 9).to_string(),
        _ => holds,
    }
}

/// Calls each function of a text twice.
fn examine(text: &str, tally: &mut Tally) {
    tally.texts += 1;
    let functions = match reader(Limits::untrusted())("made.rhai", text) {
        Ok(functions) => functions,
        Err(complaint) => {
            tally.refused += 1;
            return says(text, &complaint.message, complaint.place);
        }
    };
    for (at, declared) in functions.declared().iter().enumerate() {
        let arguments = vec![Argument::Number(2); declared.parameters.len()];
        let first = called(&*functions, at, &arguments, text, tally);
        let again = format!("{:?}", functions.call(at, &arguments));
        assert_eq!(first, again, "what is called twice answers twice:\n{text}");
    }
}

/// What comes of a call, within its limits.
fn called(functions: &dyn Functions, at: usize, arguments: &[Argument], text: &str, tally: &mut Tally) -> String {
    let (begun, mut came) = (Instant::now(), None);
    let measured = allocation_counter::measure(|| came = Some(functions.call(at, arguments)));
    let took = begun.elapsed();
    assert!(took < LONGEST, "it takes {took:?}:\n{text}");
    assert!(measured.bytes_max < MOST_BYTES, "it holds {} bytes:\n{text}", measured.bytes_max);
    tally.slowest = tally.slowest.max(took);
    tally.most_bytes = tally.most_bytes.max(measured.bytes_max);
    let came = came.expect("it was called");
    match &came {
        Ok(_) => tally.answered += 1,
        Err(complaint) => {
            *(if complaint.limit { &mut tally.limited } else { &mut tally.wrong }) += 1;
            says(text, &complaint.message, complaint.place.clone());
        }
    }
    format!("{came:?}")
}

/// What is wrong is said in one line, which a terminal may show, at a place of the text.
fn says(text: &str, message: &str, place: Option<std::ops::Range<usize>>) {
    assert!(!message.contains(char::is_control), "{message:?}\n{text}");
    assert!(message.len() < 1_000, "{message}\n{text}");
    assert!(place.is_none_or(|place| text.get(place).is_some()), "{message}\n{text}");
}

fn examined(first: u64, texts: u64) -> Tally {
    let mut tally = Tally::default();
    for number in first..first + texts {
        examine(&text(&mut tape(number)), &mut tally);
    }
    tally
}

#[expect(clippy::print_stdout, reason = "whoever asks for a million wants to know how they fared")]
#[test]
fn functions_made_at_random_answer_within_their_limits_or_say_why_not() {
    let half = asked_for() / 2;
    let other = thread::spawn(move || examined(half, half));
    let tallies = [examined(0, half), other.join().expect("nothing panics")];
    for Tally { texts, refused, answered, limited, wrong, slowest, most_bytes } in tallies {
        let all = format!(
            "{texts} texts, {refused} refused; {answered} calls answered, {limited} at a limit, {wrong} wrong; \
             {slowest:?} and {most_bytes} bytes at most"
        );
        // Otherwise it is tried what becomes of nonsense, and nothing else.
        assert!(refused * 4 < texts && answered * 5 > texts && limited * 50 > texts && wrong * 5 > texts, "{all}");
        println!("{all}");
    }
}
