//! The header `include/farandole.h` belongs to the sources.
//!
//! `cargo xtask header` writes it with cbindgen. That program is not a dependency, because it would compile
//! the whole workspace with other features of its dependencies. Instead, the header contains a hash of the
//! sources that it was written from.

use std::fs;
use std::path::Path;

/// Returns the sources in the order of their names.
fn sources() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| format!("src/{}", name.to_str().unwrap())).collect();
    names.sort();
    names
}

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap().replace("\r\n", "\n")
}

/// Returns a 64-bit FNV-1a hash. `cargo xtask header` computes the same.
fn hash() -> u64 {
    let files = ["cbindgen.toml".to_owned()].into_iter().chain(sources());
    files.fold(0xcbf2_9ce4_8422_2325, |hash, name| {
        read(&name).bytes().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    })
}

#[test]
fn the_header_was_written_from_these_sources() {
    let line = format!("// Hash of the sources: {:016x}", hash());
    assert!(read("include/farandole.h").contains(&line), "expected {line:?}; run cargo xtask header");
}

#[test]
fn the_header_has_the_version_of_the_library() {
    let version = env!("CARGO_PKG_VERSION");
    let header = read("include/farandole.h");
    assert!(header.contains(&format!("#define FARANDOLE_VERSION \"{version}\"\n")), "run cargo xtask header");
    for (name, number) in ["MAJOR", "MINOR", "PATCH"].iter().zip(version.split('.')) {
        assert!(header.contains(&format!("#define FARANDOLE_VERSION_{name} {number}\n")), "{name}");
    }
}

#[test]
fn the_header_declares_every_exported_function() {
    let header = read("include/farandole.h");
    let mut count = 0;
    for text in sources().iter().map(|name| read(name)) {
        for (at, _) in text.match_indices("extern \"C\" fn farandole_") {
            let name = &text[at + "extern \"C\" fn ".len()..];
            let name = &name[..name.find('(').unwrap()];
            assert!(header.contains(&format!("{name}(")), "{name}");
            count += 1;
        }
    }
    assert!(count > 25, "{count}");
}
