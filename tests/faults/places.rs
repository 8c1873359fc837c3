//! A folder with a script and a journal, and the program called in it: as ever, with little room on the disk, or by somebody who
//! may not do everything.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::{LAMPS, folder};

pub const SCENE: &str = "use \"lamps.asz\"\nperson ada \"Ada\"\nlight stairs by ada\nlight cellar by ada\n";

/// What a system sends to whoever makes a file too long, on every Linux but those of MIPS.
const SIGXFSZ: i32 = 25;

/// Who calls the program.
#[derive(Clone, Copy, Debug)]
pub enum Caller {
    /// Whoever runs the tests; without the privileges of root.
    Owner,
    /// Somebody else, if the tests are run by root, and the folder is where others may look into.
    Other,
}

/// How it is called.
#[derive(Clone, Copy, Debug)]
pub enum How {
    Plainly,
    /// No file may be longer than so many times 512 bytes.
    Room(u32),
    /// It is killed as soon as it would make a file longer than so many times 512 bytes.
    Killed(u32),
    By(Caller),
}

pub struct Place(pub PathBuf);

impl Place {
    /// A folder of its own for each test, with a system, a scene and the journal of an evening.
    pub fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("faults").join(name);
        if path.exists() {
            allow(&path, 0o755);
        }
        let place = Self(folder::empty(Path::new("faults").join(name)));
        place.write("lamps.asz", LAMPS);
        place.write("scene.asz", SCENE);
        let played = place.calls(How::Plainly, &["run", "scene.asz", "--seed", "7", "--save", "evening.journal"], "");
        assert_eq!(played.status.code(), Some(0), "{}", complained(&played));
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("it can be written");
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("it is there")
    }

    /// The names of all files with what they hold.
    pub fn all(&self) -> Vec<(PathBuf, Option<Vec<u8>>)> {
        let mut found = Vec::new();
        let mut open = vec![self.0.clone()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).expect("it is a folder").flatten() {
                let path = entry.path();
                if path.is_dir() && !path.is_symlink() {
                    open.push(path.clone());
                }
                found.push((path.clone(), fs::read(&path).ok()));
            }
        }
        found.sort();
        found
    }

    /// The program, about to be called with these words.
    pub fn command(&self, how: How, words: &[&str]) -> Command {
        let program = env!("CARGO_BIN_EXE_assize");
        let mut command = match how {
            How::Room(blocks) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]).arg(program);
                shell
            }
            How::Killed(blocks) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("ulimit -c 0; ulimit -f {blocks}; exec \"$0\" \"$@\"")]).arg(program);
                shell
            }
            How::By(Caller::Owner) if is_root() => {
                let mut less = Command::new("setpriv");
                less.args(["--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all", program]);
                less
            }
            How::By(Caller::Other) if is_root() => as_another(program),
            How::Plainly | How::By(_) => Command::new(program),
        };
        command.args(words).args(["--error-format", "plain"]).current_dir(&self.0);
        command.env("XDG_STATE_HOME", self.path("state"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Calls the program, with these lines as its input.
    pub fn calls(&self, how: How, words: &[&str], input: &str) -> Output {
        told(self.command(how, words).spawn().expect("it can be started"), input)
    }

    /// Calls the program, which is killed in the middle of writing a file. What it leaves has no name that anybody would look for;
    /// all else is as it was.
    pub fn kills(&self, blocks: u32, words: &[&str], input: &str) {
        let before = self.all();
        let output = self.calls(How::Killed(blocks), words, input);
        assert_eq!(output.status.signal(), Some(SIGXFSZ), "{words:?}: {}{}", said(&output), complained(&output));
        let (parts, rest): (Vec<_>, Vec<_>) = self.all().into_iter().partition(|(path, _)| is_part(path));
        assert_eq!(parts.len(), 1, "{words:?} is killed in the middle of writing");
        assert_eq!(rest, before, "{words:?}, killed with {blocks} blocks written");
        fs::remove_file(&parts[0].0).expect("it is there");
    }

    /// Calls the program, which must end so and complain with this code; what it complains of.
    pub fn refuses(&self, how: How, words: &[&str], input: &str, (exit, code): (i32, &str)) -> String {
        let output = self.calls(how, words, input);
        let complained = complained(&output);
        assert_eq!(output.status.code(), Some(exit), "{how:?} {words:?}: {}{complained}", said(&output));
        assert!(complained.contains(&format!("error[{code}]: ")), "{how:?} {words:?}: {complained}");
        complained
    }

    /// Those who can call the program here.
    pub fn callers(&self) -> Vec<Caller> {
        let looks = || {
            let call = self.command(How::By(Caller::Other), &["export", "evening.journal"]).output();
            call.expect("it can be started").status.success()
        };
        if is_root() && looks() { vec![Caller::Owner, Caller::Other] } else { vec![Caller::Owner] }
    }
}

/// Whether a file is what a killed program leaves.
fn is_part(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && name.ends_with(".new")
}

impl Drop for Place {
    /// So that the next run may remove it.
    fn drop(&mut self) {
        allow(&self.0, 0o755);
    }
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output().expect("every system knows who asks");
    output.stdout == b"0\n"
}

fn as_another(program: &str) -> Command {
    let mut other = Command::new("setpriv");
    other.args(["--reuid", "65534", "--regid", "65534", "--clear-groups", program]);
    other
}

/// Says what may be done with a file or folder.
pub fn allow(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
}

/// What has become of a program that was told these lines.
pub fn told(mut child: Child, input: &str) -> Output {
    // A program that ends without reading has closed its input.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
