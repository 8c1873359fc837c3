//! The program itself, killed at any moment, on a full disk, and without its folder: what it acknowledged is there.
#![cfg(feature = "cli")]

#[path = "../shared/client.rs"]
mod client;
mod disk;
#[path = "../shared/folder.rs"]
mod folder;
mod repl;
mod serve;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A light that costs oil, and a watch with three dice.
const LAMPS: &str = "
system lamps \"Lamps in the Dark\"
modifiers signed
kind person { oil : 0..1000000 = 3 }
procedure watch by person {
  roll first : 1d6
  roll second : 1d6
  roll third : 1d6
  let seen = first * 100 + second * 10 + third
}
";

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = folder::empty(Path::new("killed").join(name));
    fs::write(folder.join("lamps.asz"), LAMPS).expect("it can be written");
    folder
}

/// How often something is killed: so often, or half as often as the variable `KILLS` says, since there are two such tests.
fn kills(usual: usize) -> usize {
    let wanted = std::env::var("KILLS").ok().and_then(|wanted| wanted.parse::<usize>().ok());
    wanted.map_or(usual, |wanted| wanted / 2)
}

/// Chances that are the same in every run of the test.
struct Chances(u64);

impl Chances {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Kills a program some time after so many things were done in it, fewer than `most`; or, for none, after it was started.
struct Killer {
    left: u64,
    signal: Sender<()>,
    thread: JoinHandle<()>,
}

impl Killer {
    fn of(mut child: Child, most: u64, chances: &mut Chances) -> Self {
        let left = chances.below(most);
        let longest = if left == 0 { 80_000 } else { 12_000 };
        let pause = Duration::from_micros(chances.below(longest));
        let (signal, heard) = mpsc::channel();
        let thread = thread::spawn(move || {
            // Without a signal the program is gone, or nobody listens to it any more.
            let _ = heard.recv();
            thread::sleep(pause);
            child.kill().expect("it runs until it is killed");
            child.wait().expect("it is dead");
        });
        let killer = Self { left, signal, thread };
        killer.look();
        killer
    }

    /// Something was done.
    fn count(&mut self) {
        self.left = self.left.saturating_sub(1);
        self.look();
    }

    fn look(&self) {
        if self.left == 0 {
            let _ = self.signal.send(());
        }
    }

    /// Waits until the program is dead.
    fn join(self) {
        drop(self.signal);
        self.thread.join().expect("it is killed");
    }
}
