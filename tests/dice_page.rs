//! The dice page, from outside: players tell their dice, and somebody else tries what they should not.
#![cfg(feature = "cli")]

#[path = "shared/folder.rs"]
mod folder;
#[path = "shared/phone.rs"]
mod phone;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use phone::Phone;

const STONES: &str = r#"system stones "Stones"
kind person { stones : 0..9 = 3 }
procedure lift by lifter : person {
  ask hold : 0..9 = 0
  choose grip : 1..2 by lifter "which grip?"
  roll dice : 2d6
  secret roll omen : 1d6
  roll luck : 1d20
  let total = dice + luck + hold
  secret note "the omen speaks"
}
procedure throw by thrower : person {
  roll dice : 2d6
  roll luck : 1d20
}
"#;

fn folder(name: &str) -> PathBuf {
    let folder = folder::empty(Path::new("dice_page").join(name));
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("it can be written");
    write("stones.asz", STONES);
    write("night.asz", "use stones\nperson ada \"Ada <b>\"\nthrow first by ada\nthrow second by ada\n");
    write("calm.asz", "use stones\nperson ada\nnote \"calm\"\n");
    write(
        "secret.asz",
        "use stones\nperson ada \"Ada\"\nperson bob \"Bob the sly\"\nlift gate by ada { hold 7 }\n\
         secret throw ambush by bob\nthrow last by ada\n",
    );
    folder
}

/// A program that does not outlive its test, which may end in the middle.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A run or a session with a page.
struct Table {
    child: Running,
    input: ChildStdin,
    /// The lines of its error output, as they come.
    said: Receiver<String>,
    phone: Phone,
}

impl Table {
    fn begin(folder: &Path, words: &[&str]) -> Self {
        let started = Command::new(env!("CARGO_BIN_EXE_assize"))
            .args(words)
            .current_dir(folder)
            .env("XDG_STATE_HOME", folder.join("state"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = Running(started.expect("the program can be started"));
        let (say, said) = channel();
        let mut errors = BufReader::new(child.0.stderr.take().expect("it is piped"));
        thread::spawn(move || {
            let mut line = String::new();
            while errors.read_line(&mut line).is_ok_and(|read| read > 0) {
                let _ = say.send(std::mem::take(&mut line));
            }
        });
        let first = said.recv().expect("the program says where the page is");
        let url = first.strip_prefix("players enter their dice at ").unwrap_or_else(|| panic!("{first}"));
        let (phone, input) = (Phone::at(url), child.0.stdin.take().expect("it is piped"));
        Self { child, input, said, phone }
    }

    fn types(&mut self, line: &str) {
        self.input.write_all(line.as_bytes()).expect("it reads");
        self.input.flush().expect("it reads");
    }

    /// What it has said in the end, on either output.
    fn ends(self) -> (String, String) {
        let Self { mut child, input, said, .. } = self;
        drop(input);
        let mut output = String::new();
        child.0.stdout.take().expect("it is piped").read_to_string(&mut output).expect("it is text");
        let status = child.0.wait().expect("it ends");
        let errors: String = said.iter().collect();
        assert_eq!(status.code(), Some(0), "{output}{errors}");
        (output, errors)
    }
}

fn night(name: &str) -> Table {
    Table::begin(&folder(name), &["run", "night.asz", "--table", "--dice-page"])
}

fn status(response: &str) -> &str {
    response.lines().next().unwrap_or("nothing").trim_start_matches("HTTP/1.1 ")
}

/// What stands in a response behind its head.
fn body(response: &str) -> &str {
    response.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

#[test]
fn players_tell_their_dice_and_the_run_goes_on() {
    let table = night("told");
    let phone = &table.phone;
    let page = phone.sees("Roll 2d6");
    for part in ["Ada &lt;b&gt;", "for first", "Die 1 of 2", "name=\"die2\" value=\"6\" required", "Roll for me"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(phone.tells("question=1&die1=3&die2=5").contains("Sent: 3 5"));
    let page = phone.sees("Roll 1d20");
    assert!(page.contains("value=\"20\"") && page.contains("for luck of first"), "{page}");
    phone.tells("question=2&typed=17");
    phone.sees("for second");
    assert!(phone.tells("question=3&roll=").contains("The program roll"));
    phone.sees("for luck of second");
    phone.tells("question=4&die1=9");
    let (output, errors) = table.ends();
    for faces in ["2d6: 3 5 = 8 (by hand)", "17", "9 (by hand)"] {
        assert!(output.contains(faces), "{faces}: {output}");
    }
    assert!(errors.contains("entered on the dice page: Ada <b>: 3 5\n"), "{errors}");
    assert!(errors.contains("entered on the dice page: Ada <b>: the program rolls this one\n"), "{errors}");
}

#[test]
fn each_question_is_answered_once() {
    let table = night("once");
    let (phone, late) = (&table.phone, "That roll is no longer asked for, so nothing has changed.");
    phone.sees("for first");
    for form in ["question=0&typed=1+1", "question=2&typed=1+1", "question=18446744073709551615&typed=1+1"] {
        assert!(phone.tells(form).contains(late), "{form}");
    }
    assert!(phone.tells("question=1&typed=3+5").contains("Sent: 3 5"));
    phone.sees("for luck of first");
    for _ in 0..2 {
        // The response to the first may have been lost; the second question is not answered by it.
        assert!(phone.tells("question=1&typed=3+5").contains("for luck of first"));
    }
    // Many phones at once: one of them counts.
    let told = thread::scope(|scope| {
        let tell = |face: usize| move || phone.tells(&format!("question=2&die1={face}"));
        let phones: Vec<_> = (1..=8).map(|face| scope.spawn(tell(face))).collect();
        phones
            .into_iter()
            .map(|phone| phone.join().expect("it is answered"))
            .filter(|page| !page.contains(late))
            .count()
    });
    assert_eq!(told, 1);
    let page = phone.sees("for second");
    assert!(page.contains("name=\"question\" value=\"3\""), "{page}");
    phone.tells("question=3&typed=1+2");
    phone.sees("for luck of second");
    phone.tells("question=4&typed=4");
    let (output, _) = table.ends();
    assert!(output.contains("2d6: 3 5 = 8 (by hand)") && output.contains("2d6: 1 2 = 3 (by hand)"), "{output}");
}

#[test]
fn what_does_not_fit_is_explained_and_asked_again() {
    let table = night("refused");
    let phone = &table.phone;
    phone.sees("for first");
    for (form, why) in [
        ("question=1&die1=3", "2 dice are rolled, but 1 face was entered"),
        ("question=1&die1=3&die2=7", "A d6 shows 1 to 6, not 7"),
        ("question=1&typed=%3Cscript%3E", "“&lt;script&gt;” is not a number"),
        ("question=1&typed=", "Enter the face of each die"),
        ("question=1", "Enter the face of each die"),
    ] {
        let page = phone.tells(form);
        assert!(page.contains(&format!("aria-live=\"assertive\">{why}")), "{form}: {page}");
        assert!(page.contains("Roll 2d6") && !page.contains("<script>"), "{page}");
    }
    let kept = phone.tells("question=1&die1=3&die2=7");
    assert!(kept.contains("name=\"die1\" value=\"3\" required checked"), "what was tapped is still there: {kept}");
    assert!(!phone.looks("").contains("class=\"note\""), "nobody else is told");
    for (number, faces) in [(1, "1 1"), (2, "1"), (3, "1 1"), (4, "1")] {
        phone.sees(&format!("name=\"question\" value=\"{number}\""));
        phone.tells(&format!("question={number}&typed={}", faces.replace(' ', "+")));
    }
    table.ends();
}

#[test]
fn nothing_secret_is_on_the_page() {
    let mut table = Table::begin(&folder("secret"), &["run", "secret.asz", "--table", "--dice-page", "--seed", "1"]);
    let phone = table.phone.clone();
    let seen = |page: String| {
        let page = page.to_lowercase();
        for secret in ["omen", "bob", "ambush", "grip", "hold", "seed", "total", "speaks"] {
            assert!(!page.contains(secret), "{secret}: {page}");
        }
    };
    // A choice is not asked there, and a card is not.
    seen(phone.sees("Nothing to roll now"));
    assert!(phone.tells("question=0&typed=1").contains("nothing has changed"));
    table.types("2\n");
    for (number, faces) in [(1, "3+5"), (2, "17"), (3, "1+2"), (4, "4")] {
        seen(phone.sees(&format!("name=\"question\" value=\"{number}\"")));
        seen(phone.tells(&format!("question={number}&typed={faces}")));
        seen(phone.looks("/now?seen=x"));
    }
    let (output, errors) = table.ends();
    assert!(output.contains("omen") && output.contains("Bob"), "the game master sees it: {output}");
    assert!(!errors.contains("Bob the sly: roll"), "{errors}");
}

#[test]
fn the_prompt_answers_too() {
    let words = ["repl", "--table", "--dice-page", "--color", "never", "--error-format", "plain"];
    let mut table = Table::begin(&folder("prompt"), &words);
    let phone = table.phone.clone();
    assert!(phone.looks("").contains("Nothing to roll now"));
    table.types("use stones\nperson ada \"Ada\"\nthrow one by ada\n");
    phone.sees("Roll 2d6");
    table.types("6 7\n6 6\n");
    let page = phone.sees("Roll 1d20");
    assert!(page.contains("name=\"question\" value=\"2\""), "{page}");
    assert!(phone.tells("question=1&typed=1+1").contains("nothing has changed"));
    phone.tells("question=2&typed=20");
    table.types("throw two by ada\n");
    phone.sees("for two");
    table.types("1 2\n");
    phone.sees("name=\"question\" value=\"4\"");
    table.types("3\n");
    assert!(phone.sees("This roll was entered at the prompt.").contains("Ada: roll 1d20, for luck of two"));
    // The program rolls what Enter leaves to it, and what the phone does.
    table.types("throw three by ada\n");
    phone.sees("for three");
    table.types("4 4\n");
    phone.sees("for luck of three");
    table.types("\n");
    let page = phone.sees("The program rolled: ");
    assert!(page.contains("for luck of three") && !page.contains("at the prompt"), "{page}");
    table.types("throw four by ada\n");
    phone.sees("for four");
    table.types("1 2\n");
    phone.sees("for luck of four");
    phone.tells("question=8&roll=");
    assert!(phone.sees("The program rolled: ").contains("for luck of four"));
    table.types("one.dice\none.luck\n");
    let (output, errors) = table.ends();
    assert!(output.ends_with("12\n20\n"), "{output}");
    assert!(
        errors.contains("a d6 shows 1 to 6, not 7") && errors.contains("entered on the dice page: Ada: 20\n"),
        "{errors}"
    );
}

#[test]
fn the_page_answers_when_the_input_has_ended() {
    let words = ["repl", "--table", "--dice-page"];
    let mut table = Table::begin(&folder("ended"), &words);
    table.types("use stones\nperson ada\nthrow one by ada\n");
    let Table { mut child, input, said, phone } = table;
    drop(input);
    phone.sees("Roll 2d6");
    phone.tells("question=1&typed=3+5");
    phone.sees("Roll 1d20");
    phone.tells("question=2&roll=");
    assert_eq!(child.0.wait().expect("it ends").code(), Some(0), "{:?}", said.iter().collect::<String>());
}

#[test]
fn who_does_not_know_the_token_is_told_nothing() {
    let table = night("token");
    let Phone { host, base } = table.phone.clone();
    let phone = &table.phone;
    assert_eq!(base.len(), 13, "twelve letters behind the slash: {base}");
    phone.sees("Roll 2d6");
    let short = &base[..base.len() - 1];
    let targets = [
        "/",
        "/favicon.ico",
        "//",
        short,
        &format!("{base}x"),
        "/x/now",
        "*",
        &format!("/..{base}"),
        &base.to_uppercase(),
    ];
    let mut requests: Vec<String> =
        targets.iter().map(|target| format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n")).collect();
    // A page that leads its own name here, or that sends a form from elsewhere.
    let port = host.rsplit(':').next().expect("there is a port");
    for other in
        ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", "", "127.0.0.1:1", &format!("{host}.evil")]
    {
        requests.push(format!("GET {base} HTTP/1.1\r\nHost: {other}\r\n\r\n"));
    }
    requests.push(format!("GET {base} HTTP/1.1\r\n\r\n"));
    requests.push(format!("POST /x/answer HTTP/1.1\r\nHost: {host}\r\nContent-Length: 20\r\n\r\nquestion=1&typed=1+1"));
    requests.push(format!("DELETE / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    let mut responses: Vec<String> = requests.iter().map(|request| phone.sends(request.as_bytes())).collect();
    for origin in ["http://evil.example", "null", "https://127.0.0.1", &format!("https://{host}")] {
        responses.push(phone.tells_with(&format!("Origin: {origin}\r\n"), "question=1&typed=1+1"));
    }
    for (response, request) in responses.iter().zip(requests.iter().chain(std::iter::repeat(&"a form".to_owned()))) {
        assert_eq!((status(response), body(response)), ("404 Not Found", ""), "{request}");
    }
    assert!(phone.looks("").contains("name=\"question\" value=\"1\""), "nothing was answered by that");
    let own = phone.tells_with(&format!("Origin: http://localhost:{port}\r\n"), "question=1&typed=1+1");
    assert!(own.contains("Sent: 1 1"), "{own}");
}

#[test]
fn malformed_requests_neither_stop_nor_delay_the_others() {
    let table = night("hostile");
    let phone = &table.phone;
    let Phone { host, base } = phone;
    phone.sees("Roll 2d6");
    let own =
        |method: &str, headers: &str| format!("{method} {base}/answer HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n\r\n");
    for (request, wanted) in [
        (vec![0x16, 3, 1, 0, 0xff, 0xfe], "400"),
        (b"GET\r\n\r\n".to_vec(), "400"),
        (vec![b'A'; 100_000], "413"),
        ([b"GET / HTTP/1.1\r\n".as_slice(), &b"A: b\r\n".repeat(5000)].concat(), "413"),
        (own("POST", "Content-Length: 99999999999999999999999").into_bytes(), "413"),
        (own("POST", "Content-Length: x").into_bytes(), "400"),
        (own("POST", "Transfer-Encoding: chunked").into_bytes(), "400"),
        (own("POST", "Content-Length: 0").into_bytes(), "400"),
        (own("PUT", "Content-Length: 0").into_bytes(), "405"),
        (own("GET", "A: b").into_bytes(), "405"),
        (own("GET", "Host: evil").into_bytes(), "400"),
        (own("POST", "Content-Length: 4").into_bytes().into_iter().chain([0xff, b'%', 0, b'=']).collect(), "400"),
    ] {
        let response = phone.sends(&request);
        let shown = String::from_utf8_lossy(&request[..request.len().min(80)]).into_owned();
        assert!(status(&response).starts_with(wanted) && body(&response).is_empty(), "{shown}: {response}");
    }
    // Those who never finish hold no more than their own places, and somebody who goes in the middle answers nothing.
    let mut idle: Vec<_> = (0..40).map(|_| phone.connects()).collect();
    for (at, stream) in idle.iter_mut().enumerate() {
        let begun = own("POST", "Content-Length: 20");
        let _ = stream.write_all(begun.as_bytes().get(..at * 4).unwrap_or(begun.as_bytes()));
    }
    assert!(phone.looks("").contains("Roll 2d6"));
    // So many that there is no room for a phone: it is refused, and not kept waiting. Once they have gone, there is.
    idle.extend((0..40).map(|_| phone.connects()));
    let refused = phone.looks("");
    assert!(refused.is_empty() || status(&refused).starts_with("503"), "{refused}");
    drop(idle);
    assert!(phone.sees("Roll 2d6").contains("name=\"question\" value=\"1\""));
    for (number, faces) in [(1, "1+1"), (2, "1"), (3, "1+1"), (4, "1")] {
        phone.sees(&format!("name=\"question\" value=\"{number}\""));
        phone.tells(&format!("question={number}&typed={faces}"));
    }
    table.ends();
}

#[test]
fn a_browser_is_told_to_keep_to_the_page() {
    let table = night("headers");
    let phone = &table.phone;
    let page = phone.sees("Roll 2d6");
    for path in ["", "/", "/page.css", "/page.js", "/now?seen=x", "/now?seen=1-open"] {
        let response = phone.looks(path);
        let head = response.split("\r\n\r\n").next().unwrap_or_default();
        for header in [
            "Cache-Control: no-store",
            "Content-Security-Policy: default-src 'none'; img-src data:; style-src 'self'; script-src 'self';",
            "X-Content-Type-Options: nosniff",
            "Connection: close",
        ] {
            assert!(head.contains(header), "{path}: {header}: {head}");
        }
    }
    assert_eq!(status(&phone.looks("/now?seen=1-open")), "204 No Content");
    // Nothing comes from elsewhere.
    let own = format!("\"{}", phone.base);
    for part in page.split(['\n', '>']).filter(|part| part.contains("href=") || part.contains("src=")) {
        assert!(part.contains(&own) || part.contains("\"data:,\""), "{part}");
    }
    assert!(!page.contains(" style=") && !page.contains("<style") && !page.contains(" on"), "{page}");
}

fn refused(folder: &Path, words: &[&str]) -> String {
    let output: Output = Command::new(env!("CARGO_BIN_EXE_assize"))
        .args(words)
        .args(["--error-format", "plain"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program can be started");
    assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
    String::from_utf8(output.stderr).expect("it is text")
}

#[test]
fn a_page_that_makes_no_difference_or_cannot_be_served_is_refused() {
    let folder = folder("idle");
    let taken = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let taken = format!("--dice-page={}", taken.local_addr().expect("it has an address"));
    let cases: [(&[&str], &str); 7] = [
        (&["run", "night.asz", "--dice-page"], "makes no difference: the program rolls all dice; help: add `--table`"),
        (&["run", "night.asz", "--dice-page", "--table", "--mode", "deliberate"], "judgement rolls no dice"),
        (&["run", "calm.asz", "--dice-page", "--table"], "this scene rolls no dice"),
        (&["run", "night.asz", "--dice-page=here", "--table"], "'--dice-page[=<ADDRESS>]'"),
        (&["run", "night.asz", "--table", &taken], "the dice page cannot be served at 127.0.0.1:"),
        (&["repl", "--table", "--dice-page=192.0.2.1"], "the dice page cannot be served at 192.0.2.1:0"),
        (&["repl", "--table", "--dice-page=0.0.0.0:0"], "'--dice-page[=<ADDRESS>]'"),
    ];
    for (words, message) in cases {
        let told = refused(&folder, words);
        assert!(told.contains(message), "{words:?}: {told}");
    }
    let table = Table::begin(&folder, &["repl", "--dice-page"]);
    let (output, _) = table.ends();
    assert!(output.contains("the dice page stays empty while the program rolls"), "{output}");
}
