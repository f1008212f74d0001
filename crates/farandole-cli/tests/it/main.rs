//! The integration tests of the crate as one program, because every program has to be linked and contains generic code of the
//! libraries. A filter selects the tests of a file: `cargo test -p farandole-cli --test it certificates::`.

mod book_pages;
mod certificates;
mod conversions;
mod cover_brute;
mod dataset;
mod files;
mod full_disk;
mod guide;
mod help;
mod hostile_texts;
mod inputs;
mod json;
mod listen;
mod mcp;
mod options;
mod page_reader;
mod requests;
mod resume;
mod snapshots;
mod state_files;
mod streams;
mod stress;
mod stress_support;
mod terminal;
