//! A journal in a file: locked while it is open, cut back to its last whole line, and written through to the disk.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::reading::read_from;
use super::{Appending, Disk, Journal, JournalError, Recovered};

/// Journals in files: opens one to go on with it, or reads one and changes nothing.
pub struct JournalFile;

impl JournalFile {
    /// Opens a journal for writing, or makes it. A torn last line is cut off; its bytes are added to the file of the same
    /// name with `.torn` behind it. The file stays locked until the journal is dropped.
    ///
    /// # Errors
    /// When another program has it open, it cannot be read or written, is no journal, of another version, or damaged.
    /// Nothing in it has changed then.
    pub fn open(path: &Path) -> Result<(Journal, Recovered), JournalError> {
        let file = opened(path)?;
        lock(&file)?;
        let recovered = read_from(BufReader::new(&file))?;
        let file = cut_torn(path, file, &recovered).map_err(JournalError::io)?;
        let journal = Journal::go_on(Box::new(Appending::after(recovered.whole, file)), &recovered);
        Ok((journal, recovered))
    }

    /// Reads a journal and changes nothing, whoever is writing it.
    ///
    /// # Errors
    /// When it cannot be read, is no journal, of another version, or damaged.
    pub fn read(path: &Path) -> Result<Recovered, JournalError> {
        is_plain(path)?;
        read_from(BufReader::new(File::open(path).map_err(JournalError::io)?))
    }

    /// Where the bytes of a torn last line are put aside.
    pub fn torn(path: &Path) -> PathBuf {
        let mut name = OsString::from(path);
        name.push(".torn");
        name.into()
    }
}

/// The file for reading and writing. What is there is not changed.
fn opened(path: &Path) -> Result<File, JournalError> {
    match File::options().read(true).write(true).create_new(true).open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            is_plain(path)?;
            File::options().read(true).write(true).open(path).map_err(JournalError::io)
        }
        other => other.map_err(JournalError::io),
    }
}

/// Refuses folders, pipes and devices, of which some would never end.
fn is_plain(path: &Path) -> Result<(), JournalError> {
    let found = fs::metadata(path).map_err(JournalError::io)?;
    if found.is_file() { Ok(()) } else { Err(JournalError::NotAJournal) }
}

fn lock(file: &File) -> Result<(), JournalError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => JournalError::InUse,
        TryLockError::Error(error) => JournalError::io(error),
    })
}

/// Puts the torn bytes aside, beside the journal before they are cut off. As long as there is no line, the file's name itself
/// may not be on the disk yet.
fn cut_torn(path: &Path, mut file: File, recovered: &Recovered) -> io::Result<File> {
    if recovered.torn > 0 {
        file.seek(SeekFrom::Start(recovered.whole))?;
        let mut bytes = Vec::new();
        (&file).take(recovered.torn).read_to_end(&mut bytes)?;
        let mut aside = File::options().append(true).create(true).open(JournalFile::torn(path))?;
        aside.write_all(&bytes)?;
        aside.sync_all()?;
        sync_folder(path)?;
        file.set_len(recovered.whole)?;
        file.sync_all()?;
    } else if recovered.whole == 0 {
        sync_folder(path)?;
    }
    Ok(file)
}

/// Writes the names in the file's folder through to the disk.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

/// Other systems do not let a folder be opened; they keep names by themselves.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Whether the file can be found when it is closed. One that somebody has deleted is written without a complaint, and gone
/// with the program.
#[cfg(unix)]
fn has_a_name(file: &File) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    if file.metadata()?.nlink() > 0 { Ok(()) } else { Err(io::Error::other("somebody has deleted it")) }
}

/// Other systems do not let a file be deleted that is open.
#[cfg(not(unix))]
fn has_a_name(_: &File) -> io::Result<()> {
    Ok(())
}

impl Disk for File {
    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<usize> {
        self.seek(SeekFrom::Start(at))?;
        Write::write(self, bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()?;
        has_a_name(self)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }
}
