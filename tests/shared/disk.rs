//! A disk that fails at every call, in every way, for a while or for good.

use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex};

use assize::journal::Disk;

/// How a call goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Full,
    Broken,
    /// A write does half of its work.
    Short,
    /// A write does nothing and says so.
    Nothing,
    Interrupted,
    /// A write does half of its work, and the calls after it find the disk full.
    HalfThenFull,
}

pub const FAULTS: [Fault; 6] =
    [Fault::Full, Fault::Broken, Fault::Short, Fault::Nothing, Fault::Interrupted, Fault::HalfThenFull];

#[derive(Debug, Default)]
pub struct State {
    /// What the system would read.
    pub bytes: Vec<u8>,
    /// What a power cut would leave.
    pub synced: Vec<u8>,
    pub calls: usize,
    pub syncs: usize,
}

/// A disk on which the calls from `first` on go wrong, `count` of them.
#[derive(Clone)]
pub struct FailingDisk {
    state: Arc<Mutex<State>>,
    fault: Fault,
    first: usize,
    count: usize,
}

impl FailingDisk {
    pub fn failing(fault: Fault, first: usize, count: usize) -> Self {
        Self { state: Arc::default(), fault, first, count }
    }

    pub fn look<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.state.lock().expect("nobody panicked"))
    }

    fn fault(&self) -> Option<Fault> {
        let call = self.look(|state| {
            state.calls += 1;
            state.calls - 1
        });
        let fault = match self.fault {
            Fault::HalfThenFull if call == self.first => Fault::Short,
            Fault::HalfThenFull => Fault::Full,
            other => other,
        };
        (self.first..self.first.saturating_add(self.count)).contains(&call).then_some(fault)
    }

    fn error(fault: Fault) -> io::Error {
        match fault {
            Fault::Full => ErrorKind::StorageFull.into(),
            Fault::Interrupted => ErrorKind::Interrupted.into(),
            _ => io::Error::other("input/output error"),
        }
    }
}

impl Disk for FailingDisk {
    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<usize> {
        let done = match self.fault() {
            None => bytes.len(),
            Some(Fault::Short) => bytes.len() / 2,
            Some(Fault::Nothing) => 0,
            Some(fault) => return Err(Self::error(fault)),
        };
        let at = usize::try_from(at).expect("it is short");
        self.look(|state| {
            let end = state.bytes.len().max(at + done);
            state.bytes.resize(end, 0);
            state.bytes[at..at + done].copy_from_slice(&bytes[..done]);
        });
        Ok(done)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.look(|state| state.syncs += 1);
        if let Some(fault) = self.fault() {
            return Err(Self::error(fault));
        }
        self.look(|state| state.synced.clone_from(&state.bytes));
        Ok(())
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        if let Some(fault) = self.fault() {
            return Err(Self::error(fault));
        }
        self.look(|state| state.bytes.truncate(usize::try_from(length).expect("it is short")));
        Ok(())
    }
}
