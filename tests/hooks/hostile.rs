//! Scripts that mean harm: each ends, within its limits, with its reason.

use std::process::Command;
use std::time::Duration;

use assize::engine::Limits;

use crate::call;

/// The stack of a thread that Rust starts.
const SMALL: usize = 2 * 1024 * 1024;

/// The smallest stack a host is expected to have.
const LEAST: usize = 512 * 1024;

/// Does something on a thread with this much stack.
fn on_a_stack_of<T: Send + 'static>(bytes: usize, work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(bytes).spawn(work).expect("a thread can start");
    thread.join().expect("nothing panics")
}

/// How a script ends.
#[derive(Clone, Copy)]
enum End {
    /// Within a limit, as this says.
    Limit(&'static str),
    /// With a mistake, as this says.
    Wrong(&'static str),
    /// It does no harm.
    Harmless,
}

use End::{Harmless, Limit, Wrong};

const STEPS: &str = "steps";
const DEEP: &str = "functions call each other more than";
const NESTED: &str = "nested more than";
const TEXTS: &str = "texts hold more than";
const LISTS: &str = "lists hold more than";
const MAPS: &str = "maps hold more than";
const LARGE: &str = "this number is too large";
const UNUSABLE: &str = "is not supported in a house rule";
const NOTHING_CALLED: &str = "there is no";

/// Scripts that are written as they stand; their first function is called.
const WRITTEN: &[(&str, End)] = &[
    // Time.
    ("fn f() { loop {} }", Limit(STEPS)),
    ("fn f() { while true { let x = 1; } }", Limit(STEPS)),
    ("fn f() { do { } while true }", Limit(STEPS)),
    ("fn f() { for i in 0..9223372036854775807 { } }", Limit(STEPS)),
    ("fn f() { for i in 0..1000000 { for j in 0..1000000 { for k in 0..1000000 { } } } }", Limit(STEPS)),
    ("fn f() { let n = 1; while n > 0 { n = n % 7 + 1; } }", Limit(STEPS)),
    ("fn f() { let t = []; for i in 0..300 { t.push(i); } loop { t.sort(); } }", Limit(STEPS)),
    ("fn f() { let t = []; for i in 0..300 { t.push(i); } loop { let copy = t; } }", Limit(STEPS)),
    ("fn f() { let t = []; for i in 0..300 { t.push(-1); } loop { t.contains(7); } }", Limit(STEPS)),
    // Depth.
    ("fn f() { f() }", Limit(DEEP)),
    ("fn f() { g() } fn g() { h() } fn h() { f() }", Limit(DEEP)),
    ("fn f() { try { f() } catch { f() } }", Limit(DEEP)),
    ("fn f(n) { 1 + (2 * (f(n + 1) - (3 + f(n + 2)))) }", Limit(DEEP)),
    // Memory.
    ("fn f() { let s = \"x\"; loop { s += s; } }", Limit(TEXTS)),
    ("fn f() { let s = \"x\"; loop { s = `${s}${s}`; } }", Limit(TEXTS)),
    ("fn f() { let a = []; loop { a.push(0); } }", Limit(LISTS)),
    ("fn f() { let a = [0]; loop { a += a; } }", Limit(LISTS)),
    ("fn f() { let a = [0]; loop { a = a + a; } }", Limit(LISTS)),
    ("fn f() { let a = [0]; loop { a = [a, a]; } }", Limit(LISTS)),
    ("fn f() { let a = []; loop { a.push(a); } }", Limit(LISTS)),
    ("fn f() { let a = [0, 0]; loop { a[0] = a; a[1] = a; } }", Limit(LISTS)),
    ("fn f() { let m = #{ a: 0 }; loop { m = #{ a: m, b: m }; } }", Limit(MAPS)),
    ("fn f() { let m = #{ a: 0 }; loop { m.a = [m, m]; } }", Limit("hold more than")),
    (
        "fn f() { let a = []; let s = \"0123456789012345678901234567890123456789\"; loop { a.push(s); } }",
        Limit("hold more than"),
    ),
    // Figures.
    ("fn f() { 1 << 100 }", Wrong(UNUSABLE)),
    ("fn f() { 1 >> 100 }", Wrong(UNUSABLE)),
    ("fn f() { let x = 1; x <<= 70; x }", Wrong(UNUSABLE)),
    ("fn f() { 2 ** 64 }", Wrong(LARGE)),
    ("fn f() { 2 ** -1 }", Wrong(LARGE)),
    ("fn f() { 2 ** 9223372036854775807 }", Wrong(LARGE)),
    ("fn f() { 9223372036854775807 + 1 }", Wrong(LARGE)),
    ("fn f() { let x = 9223372036854775807; x += 1; x }", Wrong(LARGE)),
    ("fn f() { let x = 3037000500; x * x }", Wrong(LARGE)),
    ("fn f() { let x = -9223372036854775807 - 1; -x }", Wrong(LARGE)),
    ("fn f() { let x = -9223372036854775807 - 1; x / -1 }", Wrong(LARGE)),
    ("fn f() { let x = -9223372036854775807 - 1; div_down(x, -1) }", Wrong(LARGE)),
    ("fn f() { let x = -9223372036854775807 - 1; abs(x) }", Wrong(LARGE)),
    ("fn f() { let x = -9223372036854775807 - 1; sum([x, x]) }", Wrong(LARGE)),
    ("fn f() { let x = -9223372036854775807 - 1; x % -1 }", Wrong(LARGE)),
    ("fn f() { 1 / 0 }", Wrong("divides by zero")),
    ("fn f() { 1 % 0 }", Wrong("divides by zero")),
    ("fn f() { div_up(1, 0) }", Wrong("divides by zero")),
    ("fn f() { 0.0 / 0.0 }", Wrong("")),
    ("fn f() { 99999999999999999999 }", Wrong("not a whole number")),
    // What reaches beyond the script.
    ("fn f() { eval(\"loop {}\") }", Wrong(UNUSABLE)),
    ("import \"secrets\" as s; fn f() { 1 }", Wrong(UNUSABLE)),
    ("export const X = 1; fn f() { 1 }", Wrong(UNUSABLE)),
    ("fn f() { print(\"ha\"); }", Wrong(UNUSABLE)),
    ("fn f() { debug(\"ha\"); }", Wrong(UNUSABLE)),
    ("fn f() { sleep(1) }", Wrong(NOTHING_CALLED)),
    ("fn f() { timestamp() }", Wrong(NOTHING_CALLED)),
    ("fn f() { rand() }", Wrong(NOTHING_CALLED)),
    ("fn f() { exit(3) }", Wrong(NOTHING_CALLED)),
    ("fn f() { parse_json(\"{}\") }", Wrong(NOTHING_CALLED)),
    ("fn f() { open_file(\"/etc/passwd\") }", Wrong(NOTHING_CALLED)),
    ("fn f() { \"x\".shout() }", Wrong(NOTHING_CALLED)),
    ("fn f() { type_of(1) }", Wrong(UNUSABLE)),
    ("fn f() { global::X }", Wrong("")),
    // Functions as values.
    ("fn f() { Fn(\"f\").call() }", Wrong(UNUSABLE)),
    ("fn f() { f.call() }", Wrong("a name is needed here")),
    ("fn f() { f.curry(1) }", Wrong("a name is needed here")),
    ("fn f() { let g = || f(); g }", Wrong("")),
    ("fn f() { |x| x + 1 }", Wrong("")),
    ("fn f() { f }", Wrong("there is no `f` here")),
    ("fn f() { this }", Wrong(UNUSABLE)),
    ("fn f() { this.x = 1; }", Wrong(UNUSABLE)),
    // Catching what cannot be caught.
    ("fn f() { loop { try { loop {} } catch { } } }", Limit(STEPS)),
    ("fn f() { try { g() } catch { 1 } } fn g() { loop {} }", Limit(STEPS)),
    ("fn f() { try { g() } catch { 1 } } fn g() { let s = \"x\"; loop { s += s; } }", Limit(TEXTS)),
    ("fn f() { try { g() } catch { 1 } } fn g() { let a = []; loop { a.push(1); } }", Limit(LISTS)),
    ("fn f() { try { g() } catch { 1 } } fn g() { let a = [1]; loop { a += a; } }", Limit(LISTS)),
    ("fn f() { try { g() } catch { 1 } } fn g() { g() }", Limit(DEEP)),
    ("fn f() { while true { try { throw 1; } catch (e) { throw_again(); } } } fn throw_again() { 1 }", Limit(STEPS)),
    ("fn f() { try { throw [1, 2]; } catch (e) { throw e; } }", Wrong("failed with a list")),
    ("fn f() { throw; }", Wrong("failed with nothing")),
    ("fn f() { throw #{ a: 1 }; }", Wrong("failed with a map")),
    ("fn f() { throw f; }", Wrong("there is no `f` here")),
    ("fn f() { throw \"\\x1b[2Jgone\"; }", Wrong("[2Jgone")),
    // Our own words in disguise, and other tricks of spelling.
    ("fn f() { max(1, 2) } fn max(a, b) { loop {} }", Limit(STEPS)),
    ("fn abs(n) { abs(n) }", Limit(DEEP)),
    ("fn f() { let loop_ = 1; let LOOP = 2; loop_ + LOOP }", Harmless),
    ("fn f() { let ƒ = 1; ƒ }", Harmless),
    ("fn f() { let ☃ = 1; ☃ }", Wrong("")),
    ("fn f() { \"\u{202e}evil\" }", Wrong("hidden character")),
    ("fn f() { #{ note: \"two\\nlines\" } }", Wrong("hidden character")),
    ("fn f() { \"unclosed }", Wrong("no closing quote")),
    ("fn f() { `unclosed ${1 + } }", Wrong("")),
    ("fn f() { /* never closed", Wrong("")),
    ("fn f(", Wrong("")),
    ("", Harmless),
    // What happens when a file is read.
    ("loop {} fn f() { 1 }", Wrong("only functions and constants")),
    ("let x = 1; fn f() { 1 }", Wrong("only functions and constants")),
    ("f(); fn f() { 1 }", Wrong("only functions and constants")),
    ("const X = f(); fn f() { loop {} }", Wrong("a constant must be a literal value")),
    ("const X = [1, 2]; fn f() { X.push(3); X }", Wrong("")),
    ("const X = 1; fn f() { X = 2; }", Wrong("constant")),
];

/// Scripts with much of something in them.
fn made() -> Vec<(String, End)> {
    let many = 20_000;
    let within = |open: &str, close: &str| format!("fn f() {{ {}1{} }}", open.repeat(many), close.repeat(many));
    vec![
        (within("(", ")"), Limit(NESTED)),
        (within("[", "]"), Limit(NESTED)),
        (within("{", "}"), Limit(NESTED)),
        (within("#{a:", "}"), Limit(NESTED)),
        (within("- ", ""), Limit(NESTED)),
        (within("!", ""), Limit(NESTED)),
        (within("abs(", ")"), Limit(NESTED)),
        (within("if true {", "}"), Limit(NESTED)),
        (within("`${", "}`"), Limit(NESTED)),
        (within("switch 1 { 1 => ", "}"), Limit(NESTED)),
        (within("try {", "} catch {}"), Limit(NESTED)),
        (within("", "+1"), Limit(NESTED)),
        (within("", "**1"), Limit(NESTED)),
        (within("", ".len"), Limit(NESTED)),
        (within("", "[0]"), Limit(NESTED)),
        (within("", "?.len"), Limit(NESTED)),
        (within("", " ?? 1"), Limit(NESTED)),
        (format!("fn f() {{ if true {{}} {} }}", "else if true {} ".repeat(many)), Limit(NESTED)),
        (format!("fn f() {{ [{}] }}", "1,".repeat(many)), Limit(LISTS)),
        (format!("fn f() {{ \"{}\" }}", "x".repeat(many)), Limit(TEXTS)),
        (format!("fn f() {{ {} 1 }}", numbered(1_000, |number| format!("let a{number} = 1; "))), Limit("variables")),
        (format!("fn f() {{ {} 1 }}", "abs(1); ".repeat(many)), Limit(STEPS)),
        (format!("fn f() {{ {}1 }}", ["/*".repeat(many), "*/".repeat(many)].concat()), Harmless),
        (format!("// {}\nfn f() {{ 1 }}", "long ".repeat(many / 10)), Harmless),
        (format!("// {}\nfn f() {{ 1 }}", "long ".repeat(many * 100)), Limit("longer than")),
        (numbered(many, |number| format!("fn f{number}() {{}}\n")), Limit("functions")),
        (deep_within_deep(), Limit(DEEP)),
        (hoard(), Limit("")),
    ]
}

fn numbered(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect::<Vec<_>>().concat()
}

/// Calls as deep as they may go, each from the inside of an expression as deep as it may be.
fn deep_within_deep() -> String {
    let (open, close) = ("[".repeat(9), "]".repeat(9));
    format!("fn f() {{ let x = {open}f(){close}; x }}")
}

/// As many variables as there may be, each as large as it may be, in functions that call each other.
fn hoard() -> String {
    let copies = numbered(28, |number| format!("let a{number} = all; "));
    format!("fn f() {{ let all = []; for i in 0..99 {{ all.push(#{{ a: i }}); }} {copies} f() }}")
}

fn scripts() -> Vec<(String, End)> {
    let written = WRITTEN.iter().map(|(text, end)| ((*text).to_owned(), *end));
    written.chain(made()).collect()
}

/// How long a processor has worked for this thread, where the system tells; what else the machine does is not counted.
fn worked() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Whether a script ends as it should, in good time.
fn ends(text: &str, end: End, limits: Limits) -> Result<(), String> {
    let begin = worked();
    let answer = call(text, limits);
    let shown = text.chars().take(80).collect::<String>();
    // A build without optimisation is given more than the 50 ms of a release.
    let took = begin.zip(worked()).map(|(begin, end)| end.saturating_sub(begin));
    if let Some(took) = took.filter(|took| *took > Duration::from_secs(2)) {
        return Err(format!("{shown}\n  took {took:?}"));
    }
    match (end, answer) {
        (Limit(why), Err(told)) if told.limit && told.message.contains(why) => Ok(()),
        (Wrong(why), Err(told)) if !told.limit && told.message.contains(why) => Ok(()),
        (Harmless, Ok(_)) => Ok(()),
        (_, answer) => Err(format!("{shown}\n  {answer:?}")),
    }
}

fn all_end(limits: Limits) {
    let offences = on_a_stack_of(SMALL, move || -> Vec<String> {
        scripts().into_iter().filter_map(|(text, end)| ends(&text, end, limits).err()).collect()
    });
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

#[test]
fn every_script_ends_with_its_reason() {
    all_end(Limits::default());
}

#[test]
fn what_strangers_write_ends_on_half_a_megabyte() {
    on_a_stack_of(LEAST, || {
        for (text, end) in scripts() {
            let answer = call(&text, Limits::untrusted());
            assert!(answer.is_err() || matches!(end, Harmless), "{text}");
        }
    });
}

#[test]
fn lists_within_lists_do_not_fill_the_stack() {
    on_a_stack_of(SMALL, || {
        let limits = Limits::default().entries(1_000_000).operations(1_000_000).text(1_000_000);
        for text in ["fn f() { let a = []; loop { a = [a]; } }", "fn f() { let a = #{}; loop { a = #{ a: a }; } }"] {
            assert!(call(text, limits).is_err_and(|told| told.limit), "{text}");
        }
    });
}

/// The most memory this process ever had, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Set where this program is begun again by the test below.
const ALONE: &str = "ASSIZE_ALONE";

#[test]
fn alone() {
    if std::env::var_os(ALONE).is_none() {
        return;
    }
    let before = peak();
    all_end(Limits::default());
    if let (Some(before), Some(after)) = (before, peak()) {
        assert!(after - before < 64 * 1024, "{} kB", after - before);
    }
}

#[test]
fn nothing_is_printed_and_little_is_taken() {
    let program = std::env::current_exe().expect("this program has a path");
    let child = Command::new(program).args(["--exact", "hostile::alone", "--nocapture"]).env(ALONE, "yes").output();
    let child = child.expect("this program can be started");
    let printed = [String::from_utf8_lossy(&child.stdout), String::from_utf8_lossy(&child.stderr)].concat();
    assert!(child.status.success() && printed.contains("1 passed"), "{printed}");
    let own = |line: &&str| !line.is_empty() && !line.starts_with("running 1") && !line.starts_with("test ");
    assert_eq!(printed.lines().filter(own).collect::<Vec<_>>(), Vec::<&str>::new());
}
