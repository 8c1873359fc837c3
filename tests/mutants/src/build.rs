//! The tests of a tree, built once.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What came of building.
#[derive(Debug)]
pub enum Built {
    /// Each test by its name, and where its program is.
    Tests(Vec<(String, PathBuf)>),
    /// The files and bytes at which something is wrong; and all that the compiler says of it.
    Wrong(Vec<(PathBuf, usize)>, String),
}

/// Builds these tests, with these arguments of cargo; `lib` is for those within the library.
///
/// # Errors
/// If cargo cannot be called, or says something else than it promises.
pub fn build(tree: &Path, target: &Path, how: &[String], tests: &[String]) -> Result<Built, Box<dyn Error>> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(tree).env("CARGO_TARGET_DIR", target).env_remove("CARGO_MANIFEST_DIR");
    cargo.args(["test", "--locked", "--no-run", "--message-format", "json", "--package", "assize"]).args(how);
    for test in tests {
        if test == "lib" {
            cargo.arg("--lib")
        } else {
            cargo.args(["--test", test])
        };
    }
    let output = cargo.stderr(Stdio::inherit()).output()?;
    let lines = String::from_utf8(output.stdout)?;
    let messages: Vec<Value> = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    if output.status.success() {
        return Ok(Built::Tests(messages.iter().filter_map(|message| program(message, tests)).collect()));
    }
    let errors: Vec<&Value> =
        messages.iter().map(|told| &told["message"]).filter(|told| told["level"] == "error").collect();
    let said = errors.iter().filter_map(|error| error["rendered"].as_str()).collect();
    Ok(Built::Wrong(errors.iter().flat_map(|error| places(error)).collect(), said))
}

/// The test that a message says was built.
fn program(message: &Value, tests: &[String]) -> Option<(String, PathBuf)> {
    let path = message["executable"].as_str().filter(|_| message["profile"]["test"] == true)?;
    let name = if message["target"]["kind"][0] == "lib" { "lib" } else { message["target"]["name"].as_str()? };
    tests.iter().any(|test| test == name).then(|| (name.to_owned(), PathBuf::from(path)))
}

/// Where an error is.
fn places(error: &Value) -> Vec<(PathBuf, usize)> {
    let spans = error["spans"].as_array().into_iter().flatten().filter(|span| span["is_primary"] == true);
    let place =
        |span: &Value| Some((span["file_name"].as_str()?.into(), usize::try_from(span["byte_start"].as_u64()?).ok()?));
    spans.filter_map(place).collect()
}
