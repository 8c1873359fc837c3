//! A folder with a small system and scenes, and the program as it is called in it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::folder;

/// Dice for everybody, a choice, a part to be cast, a secret, and a pool that shrinks.
const LAMPS: &str = r#"system lamps "Lamps in the Dark"
scale flame { dim | bright }
kind person { oil : 0..9 = 3 }
procedure light by person {
  ask secret draught : number = 0 "what nobody knows of"
  roll dice : 2d6
  let glow = dice.sum - draught
  decide lamp {
    bright | glow >= 7
    dim    | otherwise
  }
  pay 1 from person.oil "no oil is left"
}
"#;

const PARTY: &str = "use \"lamps.asz\"\nperson ada \"Ada\"\nperson ben \"Ben\"\n";

const CELLAR: &str = r#"use "party.asz"
cast leader : person
light stairs "down the stairs" by leader
choose way "left, or right?" by leader {
  left { note "It is dry here." }
  right { note "It is wet here." }
}
light cellar "in the cellar" by leader { draught 1234567 }
"#;

const ATTIC: &str = "use \"lamps.asz\"\nperson ada \"Ada\"\nlight attic by ada\n";

pub struct Folder(pub PathBuf);

impl Folder {
    /// A folder of its own for each test.
    pub fn new(name: &str) -> Self {
        let folder = folder::empty(Path::new("saving").join(name));
        fs::create_dir(folder.join("scenes")).expect("a folder can be made");
        for (name, text) in [("lamps", LAMPS), ("party", PARTY), ("cellar", CELLAR), ("attic", ATTIC)] {
            fs::write(folder.join(format!("scenes/{name}.asz")), text).expect("it can be written");
        }
        Self(folder)
    }

    pub fn assize(&self, words: &[&str]) -> Output {
        self.assize_told(words, "")
    }

    /// The program with these lines as its input.
    pub fn assize_told(&self, words: &[&str], input: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_assize"))
            .args(words)
            .args(["--error-format", "plain"])
            .current_dir(&self.0)
            .env("XDG_STATE_HOME", self.0.join("state"))
            .env("SOURCE_DATE_EPOCH", "1795996800")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        // A program that ends without reading has closed its input.
        let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
        child.wait_with_output().expect("it ends")
    }

    /// What is said by a call that must go well, without a complaint.
    pub fn says(&self, words: &[&str]) -> String {
        let output = self.assize(words);
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", complained(&output));
        assert_eq!(complained(&output), "", "{words:?}");
        said(&output)
    }

    /// What is complained of by a call that must end so.
    pub fn refuses(&self, words: &[&str], code: i32) -> String {
        let output = self.assize(words);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {}{}", said(&output), complained(&output));
        // What had happened of a run is told, and ends with why it goes no further.
        let said = said(&output);
        let last = said.lines().last().unwrap_or_default().trim_start();
        assert!(said.is_empty() || last.starts_with("refused: "), "{words:?}: {said}");
        complained(&output)
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).expect("it is there")
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), bytes).expect("it can be written");
    }
}

pub fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is text")
}

pub fn complained(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("the error output is text")
}
