//! Oracle for imports: read, write, read again, and write again.

use farandole_formats::editor::{
    Colours, Drawings, ImportErrorKind, Keyless, ImportConfig, ExportConfig, fpuzzles_link, read, write_fpuzzles,
};

/// Returns an f-puzzles grid with these bytes as further keys, or `None` if they are not UTF-8.
pub fn puzzle_with(data: &[u8]) -> Option<String> {
    let keys = std::str::from_utf8(data).ok()?;
    let row = format!("[{}]", vec!["{}"; 4].join(","));
    let grid = vec![row; 4].join(",");
    Some(format!(r#"{{"size":4,"grid":[{grid}],{keys}}}"#))
}

/// Reads a text. An error must have a message. A puzzle must be read back from its written form and
/// then be written in the same form.
pub fn check_import(data: &[u8]) {
    let strict = ImportConfig::default();
    let loose = ImportConfig { drawings: Drawings::Ignore, colours: Colours::Read, ..strict.clone() };
    let imported = match (read(data, &strict), read(data, &loose)) {
        (Ok(imported), Ok(_)) => imported,
        (Ok(_), Err(error)) => panic!("refused only where less is refused: {error}"),
        (Err(error), _) => {
            assert!(!error.to_string().is_empty());
            if let ImportErrorKind::Unsupported(unsupported) = error.kind() {
                assert!(!unsupported.items().is_empty());
            }
            return;
        }
    };
    let config = ExportConfig { keyless: Keyless::Describe, ..ExportConfig::default() };
    let Ok(text) = write_fpuzzles(&imported.variant, &config) else { return };
    let again = read(text.as_bytes(), &strict).expect("what is written is read");
    let whole = ExportConfig { rules: again.rules.as_deref(), ..ExportConfig::default() };
    assert_eq!(write_fpuzzles(&again.variant, &whole).expect("it was written before"), text);
    let link = fpuzzles_link(&again.variant, &whole).expect("it was written before");
    assert_eq!(read(link.as_bytes(), &strict).expect("a link is read").variant, again.variant);
}
