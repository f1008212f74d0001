//! Converts classic puzzles in any known format, from standard input, to one line each.
//!
//! ```text
//! cargo run -p farandole-formats --example to_lines < puzzles.sdk
//! ```

use farandole_formats::{Dialect, Format, ReadConfig, WriteConfig, write_puzzle};
use std::io::{Read, Write, stdin, stdout};

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let mut text = Vec::new();
    stdin().read_to_end(&mut text)?;
    let dialect = Dialect::detect(&text, &ReadConfig::default())?;
    let mut parser = dialect.parser();
    let config = WriteConfig::new(Format::Line);
    for (record, ordinal) in dialect.records(&text).zip(0..) {
        match parser.parse_classic(record) {
            Ok(entry) => {
                let mut line = Vec::new();
                write_puzzle(&mut line, &entry.puzzle, &config, ordinal)?;
                stdout().write_all(&line)?;
            }
            // The message names the line and the column; the next record is read nevertheless.
            Err(error) => eprintln!("{error}"),
        }
    }
    Ok(())
}
