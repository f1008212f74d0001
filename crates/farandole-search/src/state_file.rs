//! State files of long runs: opened only if they are regular files, and read in full only if they
//! begin with the expected title.
//!
//! A device may be endless, and reading a named pipe may block forever. Neither can hold a state. A state is
//! used by one run at a time, which [locks](lock) it, and carries [checksums](sealed), so that a damaged state
//! is not continued.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Maximum number of bytes read after the title. The largest state files have about ten thousand
/// bytes.
const MOST: u64 = 1 << 20;

/// Checks that the path is a regular file or does not exist.
///
/// # Errors
/// Returns an error if the path is another kind of file, or if its metadata cannot be read.
pub fn check_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(metadata) if metadata.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(_) => Err(io::Error::new(ErrorKind::InvalidInput, "expected a regular file for the state")),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Opens a regular file for reading and writing, and creates it if it is missing.
///
/// # Errors
/// Returns an error if the file cannot be opened or is not a regular file.
pub fn open_or_create(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

/// Locks an open file until it is closed, so that a second run does not use it at the same time. Devices, pipes
/// and file systems without locks are accepted.
///
/// # Errors
/// Returns an error of the kind [`ErrorKind::WouldBlock`] if another run has locked the file.
pub fn lock(file: &File) -> io::Result<()> {
    if !file.metadata()?.is_file() {
        return Ok(());
    }
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(ErrorKind::WouldBlock, "in use by another run, which must end first"))
        }
        Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => Err(error),
        _ => Ok(()),
    }
}

/// Returns the FNV-1a hash of the bytes, which is the same on every machine and in every version. Accidental
/// damage almost always changes it.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash Algorithm".
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns a line of a state file with its checksum. The checksum also covers the title of the file, so that
/// lines of different files cannot be exchanged.
///
/// ```
/// use farandole_search::{sealed, unsealed};
///
/// let line = sealed("ledger 7", ". 12");
/// assert_eq!(unsealed("ledger 7", &line), Some(". 12"));
/// assert_eq!(unsealed("ledger 7", &line.replace("12", "13")), None);
/// assert_eq!(unsealed("ledger 8", &line), None);
/// ```
pub fn sealed(title: &str, line: &str) -> String {
    format!("{line} #{:016x}", checksum(format!("{title}\n{line}").as_bytes()))
}

/// Returns a [sealed] line without its checksum, or `None` if the checksum does not match.
pub fn unsealed<'a>(title: &str, text: &'a str) -> Option<&'a str> {
    let (line, _) = text.rsplit_once(" #")?;
    (sealed(title, line) == text).then_some(line)
}

/// Returns the text of a state file. If the file does not begin with `title`, returns only as many
/// bytes as `title` has, so that a wrong file is not read in full. Returns `None` if there is no
/// file. Invalid UTF-8 is replaced.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a regular file.
pub fn read_state(path: &Path, title: &str) -> io::Result<Option<String>> {
    check_regular(path)?;
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut bytes = Vec::new();
    (&file).take(title.len() as u64).read_to_end(&mut bytes)?;
    if bytes == title.as_bytes() {
        file.take(MOST).read_to_end(&mut bytes)?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn devices_without_end_are_refused_and_other_files_hardly_read() {
        for device in ["/dev/zero", "/dev/null"] {
            let path = Path::new(device);
            assert_eq!(read_state(path, "title").unwrap_err().kind(), ErrorKind::InvalidInput);
            assert_eq!(open_or_create(path).unwrap_err().kind(), ErrorKind::InvalidInput);
        }
        assert!(open_or_create(&std::env::temp_dir()).is_err());
        let path = std::env::temp_dir().join(format!("farandole-state-file-{}", std::process::id()));
        assert_eq!(read_state(&path, "title").unwrap(), None);
        fs::write(&path, "another\n".repeat(1000)).unwrap();
        assert_eq!(read_state(&path, "title").unwrap().unwrap().len(), 5);
        fs::write(&path, "title 1\nmore\n").unwrap();
        assert_eq!(read_state(&path, "title").unwrap().unwrap(), "title 1\nmore\n");
        fs::remove_file(&path).unwrap();
    }
}
