//! ClassicPuzzle files.

use std::io::Read;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// A named list of puzzles.
pub struct Set {
    pub name: String,
    /// SHA-256 of the file's bytes, in hexadecimal.
    pub hash: String,
    pub puzzles: Vec<[u8; 81]>,
}

impl Set {
    /// Reads a file with one puzzle of 81 characters per line. The rest of a line is ignored. So
    /// are lines that do not start with 81 digits or symbols of empty cells.
    pub fn read(path: &Path) -> Result<Self, String> {
        let fail = |error| format!("{}: {error}", path.display());
        let raw = std::fs::read(path).map_err(fail)?;
        let hash = Sha256::digest(&raw).iter().map(|byte| format!("{byte:02x}")).collect();
        let mut data = Vec::new();
        if raw.starts_with(&[0x1f, 0x8b]) {
            flate2::read::MultiGzDecoder::new(&raw[..]).read_to_end(&mut data).map_err(fail)?;
        } else {
            data = raw;
        }
        let puzzles: Vec<[u8; 81]> = data
            .split(|&byte| byte == b'\n')
            .filter_map(|line| line.first_chunk::<81>().copied())
            .filter(|puzzle| puzzle.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.'))
            .collect();
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let name = name.trim_end_matches(".gz").trim_end_matches(".txt").to_string();
        Ok(Self { name, hash, puzzles })
    }
}

/// Returns the named files and the files in the named folders, sorted by name within a folder.
pub fn files(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in arguments {
        if path.is_dir() {
            let entries = std::fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
            let mut inside: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            inside.retain(|path| path.is_file());
            inside.sort();
            found.extend(inside);
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}
