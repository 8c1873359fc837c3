//! A journal in a file: locked while it is open, cut back to its last whole line, and written through to disk.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{self, Path, PathBuf};

use blake3::Hasher;

use super::reading::read_from;
use super::{Appending, Disk, Journal, JournalError, Recovered};

/// Journals in files: opens one to go on with it, or reads one and changes nothing.
pub struct JournalFile;

impl JournalFile {
    /// Opens a journal for writing, or makes it. A torn last line is cut off; its bytes are added to the file of the same
    /// name with `.torn` behind it. The file stays locked until the journal is dropped. A record is refused as
    /// [`JournalError::Lost`] while the file is not what others find under its name: while it was replaced, renamed, deleted,
    /// cut or written over, for which it is read again around each record. On Windows, where a file that is open can be neither replaced nor renamed nor deleted, the system refuses that.
    ///
    /// ```
    /// use assize::journal::JournalFile;
    /// use assize::{Engine, Session};
    ///
    /// # let folder = std::env::temp_dir().join(format!("assize-open-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// let path = folder.join("evening.journal");
    /// let (journal, recovered) = JournalFile::open(&path)?;
    /// let mut session = match recovered.records.as_slice() {
    ///     [] => Session::begin(Engine::default(), 7, Some(journal))?,
    ///     records => Session::resume(Engine::default(), records, Some(journal))?.0,
    /// };
    /// session.enter("note \"a knock\"", None)?;
    /// # drop(session);
    /// # assert!(JournalFile::open(&path)?.1.records.len() > 1);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When another program has it open, it cannot be read or written, is no journal, of another version, or damaged.
    /// Nothing in it has changed then.
    pub fn open(path: &Path) -> Result<(Journal, Recovered), JournalError> {
        let file = opened(path)?;
        lock(&file)?;
        let recovered = read_from(BufReader::new(&file))?;
        let file = cut_torn(path, file, &recovered).map_err(JournalError::io)?;
        let path = path::absolute(path).map_err(JournalError::io)?;
        let file = NamedFile::new(file, path, recovered.whole).map_err(JournalError::io)?;
        let store = Appending::after(recovered.whole, file);
        Ok((Journal::go_on(Box::new(store), &recovered), recovered))
    }

    /// Reads a journal and changes nothing, whoever is writing it.
    ///
    /// ```
    /// use assize::journal::JournalFile;
    /// use assize::{Engine, Session};
    ///
    /// # let folder = std::env::temp_dir().join(format!("assize-read-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// let path = folder.join("evening.journal");
    /// let session = Session::begin(Engine::default(), 7, Some(JournalFile::open(&path)?.0))?;
    /// // While it is open, others may read it, and nobody else may go on with it.
    /// assert_eq!(JournalFile::read(&path)?.records.len(), 1);
    /// assert!(JournalFile::open(&path).is_err());
    /// # drop(session);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it cannot be read, is no journal, of another version, or damaged.
    pub fn read(path: &Path) -> Result<Recovered, JournalError> {
        is_plain(path)?;
        read_from(BufReader::new(File::open(path).map_err(JournalError::io)?))
    }

    /// Where the bytes of a torn last line are put aside.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// let torn = assize::JournalFile::torn(Path::new("evening.journal"));
    /// assert_eq!(torn, Path::new("evening.journal.torn"));
    /// ```
    pub fn torn(path: &Path) -> PathBuf {
        let mut name = OsString::from(path);
        name.push(".torn");
        name.into()
    }
}

/// The file for reading and writing. What is there is not changed.
fn opened(path: &Path) -> Result<File, JournalError> {
    match for_us().create_new(true).open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            is_plain(path)?;
            for_us().open(path).map_err(JournalError::io)
        }
        other => other.map_err(JournalError::io),
    }
}

/// How a file is opened that only we write.
#[cfg(not(windows))]
fn for_us() -> OpenOptions {
    let mut options = File::options();
    options.read(true).write(true);
    options
}

/// The same: others may read it, and nobody may rename or delete it as long as it is open.
#[cfg(windows)]
fn for_us() -> OpenOptions {
    use std::os::windows::fs::OpenOptionsExt;
    /// `FILE_SHARE_READ | FILE_SHARE_WRITE`, without `FILE_SHARE_DELETE`.
    const SHARED: u32 = 3;
    let mut options = File::options();
    options.read(true).write(true).share_mode(SHARED);
    options
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
        put_aside(&JournalFile::torn(path), &bytes)?;
        sync_folder(path)?;
        file.set_len(recovered.whole)?;
        file.sync_all()?;
    } else if recovered.whole == 0 {
        sync_folder(path)?;
    }
    Ok(file)
}

/// Adds bytes to the end of a file, all of them or none.
fn put_aside(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link may lead to somebody else's file, and a pipe blocks until it is read.
    if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::new(ErrorKind::AlreadyExists, format!("{} is not a file", path.display())));
    }
    let mut aside = File::options().append(true).create(true).open(path)?;
    let before = aside.metadata()?.len();
    aside.write_all(bytes).and_then(|()| aside.sync_all()).inspect_err(|_| {
        // A part of them is of no use; the error itself is told.
        let _ = aside.set_len(before);
    })
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

/// So many bytes of a file are looked at together.
const PIECE: usize = 64 * 1024;

/// A file, and the name under which others look for it.
struct NamedFile {
    file: File,
    path: PathBuf,
    /// What its whole lines are known by.
    lines: Hasher,
    /// The same, with what was written of the line behind them.
    written: Hasher,
}

impl NamedFile {
    /// A file whose whole lines are so many bytes, behind which nothing lies.
    fn new(mut file: File, path: PathBuf, whole: u64) -> io::Result<Self> {
        let lines = hashed(&mut file, whole)?;
        Ok(Self { file, path, written: lines.clone(), lines })
    }

    /// What has become of the file or its name.
    fn changed(&mut self, whole: u64) -> io::Result<Option<String>> {
        if let Some(change) = name_changed(&self.file, &self.path)? {
            return Ok(Some(change.to_owned()));
        }
        let length = self.file.metadata()?.len();
        if length != whole {
            let change = if length < whole { "cut" } else { "added to" };
            return Ok(Some(format!("it was {change}, and has {length} bytes instead of {whole}")));
        }
        // Nothing less than reading it tells: a write leaves the times of a file as they are where it follows another within the
        // same tick of the system's clock, and somebody who only touches a file changes them.
        let is_same = hashed(&mut self.file, whole)?.finalize() == self.written.finalize();
        Ok((!is_same).then(|| "something else wrote to it".to_owned()))
    }
}

/// What so many bytes at the beginning of a file are known by.
fn hashed(file: &mut File, length: u64) -> io::Result<Hasher> {
    file.seek(SeekFrom::Start(0))?;
    let mut bytes = BufReader::with_capacity(PIECE, file.take(length));
    let mut hasher = Hasher::new();
    loop {
        let piece = bytes.fill_buf()?;
        if piece.is_empty() {
            return Ok(hasher);
        }
        hasher.update(piece);
        let read = piece.len();
        bytes.consume(read);
    }
}

/// Whether others find the file under its name. One that somebody has moved or deleted is written without a complaint, and is
/// not where it is looked for, or gone with the program.
#[cfg(unix)]
fn name_changed(file: &File, path: &Path) -> io::Result<Option<&'static str>> {
    use std::os::unix::fs::MetadataExt;
    let ours = file.metadata()?;
    if ours.nlink() == 0 {
        return Ok(Some(if path.exists() { "it was replaced" } else { "it was deleted" }));
    }
    Ok(match fs::metadata(path) {
        Ok(found) if (found.dev(), found.ino()) == (ours.dev(), ours.ino()) => None,
        Ok(_) => Some("it was moved, and another file is in its place"),
        Err(error) if error.kind() == ErrorKind::NotFound => Some("it was moved"),
        Err(error) => return Err(error),
    })
}

/// Windows does not let that happen to a file that was opened as [`for_us`] opens it; elsewhere nothing can be known.
#[cfg(not(unix))]
fn name_changed(_: &File, _: &Path) -> io::Result<Option<&'static str>> {
    Ok(None)
}

impl Disk for NamedFile {
    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<usize> {
        self.file.seek(SeekFrom::Start(at))?;
        let written = Write::write(&mut self.file, bytes)?;
        self.written.update(&bytes[..written]);
        Ok(written)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.written = self.lines.clone();
        self.file.set_len(length)
    }

    fn check(&mut self, whole: u64, _: &[u8]) -> io::Result<()> {
        if let Some(change) = self.changed(whole)? {
            return Err(io::Error::other(JournalError::Lost(change)));
        }
        self.lines = self.written.clone();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Disk, NamedFile, opened};

    #[test]
    fn what_was_written_in_part_is_cut_off_and_written_anew() {
        let path = std::env::temp_dir().join(format!("assize-{}-cut.journal", std::process::id()));
        let mut file = NamedFile::new(opened(&path).expect("it opens"), path.clone(), 0).expect("it is empty");
        file.write(0, b"half a li").expect("it is written");
        file.cut(0).expect("it is cut off");
        let length_of = |file: &NamedFile| file.file.metadata().map(|found| found.len()).ok();
        assert_eq!(length_of(&file), Some(0));
        file.write(0, b"a line\n").expect("it is written");
        file.check(7, b"a line\n").expect("nobody else has written there");
        assert_eq!(length_of(&file), Some(7));
        std::fs::remove_file(path).expect("it is there");
    }
}
