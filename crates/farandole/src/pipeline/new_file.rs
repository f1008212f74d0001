//! Atomic file replacement: a file is written under a temporary name and renamed when it is
//! complete.
//!
//! Only regular files are replaced. Devices and named pipes are written to directly. If the path is
//! a symbolic link, the file to which it points is replaced, and the link stays. An unrelated file
//! that has the temporary name is not touched.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Maximum number of temporary names to try.
const MOST_NAMES: usize = 1000;

/// A file in progress. Until [`commit`](Self::commit) is called, the file with the final name is
/// unchanged.
///
/// ```
/// use farandole::pipeline::NewFile;
/// use std::io::Write;
///
/// let path = std::env::temp_dir().join(format!("farandole-{}", std::process::id()));
/// let mut file = NewFile::create(&path, b"")?;
/// file.write_all(b"whole")?;
/// assert!(!path.exists());
/// file.commit()?;
/// assert_eq!(std::fs::read(&path)?, b"whole");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct NewFile {
    file: File,
    /// The temporary name and the final name, or `None` if the bytes are written directly to the
    /// target.
    rename: Option<(PathBuf, PathBuf)>,
}

impl NewFile {
    /// Creates the temporary file. If `title` is not empty, an existing temporary file that is
    /// empty or begins with the title is treated as left by an interrupted run and is overwritten.
    ///
    /// # Errors
    /// If no temporary file can be created next to the target, or the target exists and cannot be
    /// written to.
    pub fn create(path: &Path, title: &[u8]) -> io::Result<Self> {
        let (target, permissions) = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => (path.canonicalize()?, Some(metadata.permissions())),
            Ok(_) => {
                let file = OpenOptions::new().write(true).open(path)?;
                return Ok(Self { file, rename: None });
            }
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            // The path is a symbolic link to a file that does not exist.
            Err(_) if path.symlink_metadata().is_ok() => {
                return Ok(Self { file: File::create(path)?, rename: None });
            }
            Err(_) => (path.to_owned(), None),
        };
        for number in 1..=MOST_NAMES {
            let partial = partial_name(&target, number);
            match OpenOptions::new().write(true).create_new(true).open(&partial) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    if !is_left_over(&partial, title) {
                        continue;
                    }
                    let file = OpenOptions::new().write(true).truncate(true).open(&partial)?;
                    return Ok(Self { file, rename: Some((partial, target)) });
                }
                Err(error) => return Err(error),
                Ok(file) => {
                    if let Some(permissions) = permissions {
                        fs::set_permissions(&partial, permissions)?;
                    }
                    return Ok(Self { file, rename: Some((partial, target)) });
                }
            }
        }
        Err(io::Error::new(ErrorKind::AlreadyExists, "too many files with extension `.part`"))
    }

    /// Syncs the file to disk and renames it to its final name.
    ///
    /// # Errors
    /// If writing or renaming fails. An existing file with the final name is then unchanged.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some((partial, target)) = &self.rename else { return Ok(()) };
        self.file.sync_all()?;
        fs::rename(partial, target)?;
        self.rename = None;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some((partial, _)) = &self.rename {
            // A file that cannot be removed is as harmless as one left by an interrupted run.
            let _ = fs::remove_file(partial);
        }
    }
}

/// Returns the name with `.part` appended, or with `.part2` and so on for later attempts.
fn partial_name(target: &Path, number: usize) -> PathBuf {
    let mut name = OsString::from(target);
    name.push(".part");
    if number > 1 {
        name.push(number.to_string());
    }
    name.into()
}

/// Returns true if a temporary file was left by an interrupted run.
fn is_left_over(partial: &Path, title: &[u8]) -> bool {
    if title.is_empty() || !partial.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
        return false;
    }
    let mut head = Vec::new();
    let read = File::open(partial).and_then(|file| file.take(title.len() as u64).read_to_end(&mut head));
    read.is_ok() && (head.is_empty() || head == title)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("farandole-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    fn write(path: &Path, title: &[u8], text: &[u8]) {
        let mut file = NewFile::create(path, title).unwrap();
        file.write_all(text).unwrap();
        file.commit().unwrap();
    }

    #[test]
    fn a_file_of_the_other_name_is_left_alone_unless_it_was_left_over() {
        let folder = folder("part");
        let path = folder.join("a");
        fs::write(folder.join("a.part"), "not ours").unwrap();
        write(&path, b"title", b"title 1");
        assert_eq!(fs::read(folder.join("a.part")).unwrap(), b"not ours");
        assert_eq!(fs::read(&path).unwrap(), b"title 1");
        assert!(!folder.join("a.part2").exists());
        fs::write(folder.join("a.part"), "title 0, cut o").unwrap();
        write(&path, b"title", b"title 2");
        assert!(!folder.join("a.part").exists());
        assert_eq!(fs::read(&path).unwrap(), b"title 2");
        drop(NewFile::create(&path, b"title").unwrap());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let folder = folder("link");
        let (file, link, loose) = (folder.join("file"), folder.join("link"), folder.join("loose"));
        fs::write(&file, "before").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        std::os::unix::fs::symlink("later", &loose).unwrap();
        write(&link, b"", b"through the link");
        write(&loose, b"", b"new");
        assert!(link.is_symlink() && loose.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"through the link");
        assert_eq!(fs::read(folder.join("later")).unwrap(), b"new");
        write(Path::new("/dev/null"), b"", b"nothing");
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        fs::remove_dir_all(folder).unwrap();
    }
}
