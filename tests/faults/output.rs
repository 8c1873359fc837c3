//! The output and the error output, on a device that is always full.

use std::fs::File;
use std::process::Stdio;

use crate::places::{How, Place, complained, said, told};

/// Everything that writes something, with what is told to it.
const COMMANDS: [(&[&str], &str); 26] = [
    (&["run", "scene.asz"], ""),
    (&["run", "scene.asz", "--format", "json"], ""),
    (&["run", "scene.asz", "--format", "markdown"], ""),
    (&["run", "scene.asz", "--format", "html"], ""),
    (&["run", "scene.asz", "--save", "made.journal"], ""),
    (&["run", "scene.asz", "--from", "evening.journal"], ""),
    (&["odds", "scene.asz", "stairs.glow is bright"], ""),
    (&["odds", "scene.asz", "--format", "html"], ""),
    (&["check", "scene.asz"], ""),
    (&["check", "--fix", "scene.asz"], ""),
    (&["check", "--fix", "slips.asz"], ""),
    (&["test", "scene.asz"], ""),
    (&["why", "scene.asz", "stairs.glow"], ""),
    (&["ir", "scene.asz"], ""),
    (&["ir", "scene.asz", "--format", "json"], ""),
    (&["explain", "AZ918"], ""),
    (&["show", "ttomp"], ""),
    (&["house", "nights.asz", "--in", "scene.asz"], ""),
    (&["export", "evening.journal"], ""),
    (&["new", "made"], ""),
    (&["schema"], ""),
    (&["completions", "bash"], ""),
    (&["man"], ""),
    (&["--help"], ""),
    (&["repl"], "use \"scene.asz\"\nstairs.glow\n"),
    (&["serve", "--stdio", "--folder", "."], "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"help\"}\n"),
];

/// A house rule, and a script with a slip.
fn place(name: &str) -> Place {
    let place = Place::new(name);
    place.write("nights.asz", "house \"nights\" extends lamps\nextend kind person { tired : 0..9 = 0 }\n");
    place.write("slips.asz", "use \"lamps.asz\"\nperson ada “Ada”\nlight stairs by ada\n");
    place
}

fn full() -> File {
    File::options().write(true).open("/dev/full").expect("this system has a full device")
}

#[test]
fn an_output_that_is_full_is_told() {
    let place = place("output");
    for (words, input) in COMMANDS {
        let child = place.command(How::Plainly, words).stdout(full()).spawn().expect("it can be started");
        let output = told(child, input);
        let complained = complained(&output);
        assert_eq!(output.status.code(), Some(5), "{words:?}: {complained}");
        let told =
            if words[0] == "serve" { "the requests could not be answered" } else { "the output could not be written" };
        assert!(complained.contains(&format!("error[AZ918]: {told}: ")), "{words:?}: {complained}");
        assert!(!complained.contains("panicked"), "{words:?}: {complained}");
    }
    // What was to be written besides is there all the same.
    assert!(String::from_utf8(place.bytes("slips.asz")).expect("it is text").contains("\"Ada\""));
    assert_eq!(place.calls(How::Plainly, &["run", "made/scene.asz"], "").status.code(), Some(0));
    assert_eq!(place.calls(How::Plainly, &["export", "made.journal"], "").status.code(), Some(0));
}

#[test]
fn an_error_output_that_is_full_is_no_success() {
    let place = place("output-errors");
    for words in [&["check", "slips.asz"][..], &["run", "nowhere.asz"], &["nonsense"], &["export", "scene.asz"]] {
        for output in [Stdio::piped(), full().into()] {
            let mut command = place.command(How::Plainly, words);
            let output = told(command.stdout(output).stderr(full()).spawn().expect("it can be started"), "");
            assert_eq!(output.status.code(), Some(5), "{words:?}: {}", said(&output));
        }
    }
}
