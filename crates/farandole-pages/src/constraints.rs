//! The catalogue of constraints on the site, with the meaning, the arguments and a drawn example of
//! each kind.

use farandole_draw::{Theme, VariantBoard, svg};
use farandole_puzzle::constraint::{KindInfo, catalogue, style_of};
use farandole_puzzle::format::iss;
use std::fmt::Write as _;
use std::path::Path;

/// Folder of the catalogue in the site.
pub(crate) const FOLDER: &str = "constraints";

/// Draws the examples into the folder and returns the page as Markdown.
///
/// # Errors
///
/// Returns the example that cannot be parsed, or the file that cannot be written.
pub(crate) fn page(folder: &Path) -> Result<String, String> {
    let mut out = String::from(
        "# Constraints\n\nAll that a variant may say, by the names of constraint text. \
         Each example opens in [the page](../index.html).\n\n",
    );
    for about in catalogue() {
        let _ = writeln!(out, "- [{0}](#{1})", about.name(), about.name().to_lowercase());
    }
    for about in catalogue() {
        out += &section(about, folder)?;
    }
    Ok(out)
}

fn section(about: KindInfo, folder: &Path) -> Result<String, String> {
    let name = about.name();
    let text = style_of(name).ok_or(format!("{name}: no example"))?.example;
    let variant = iss::read(text).map_err(|errors| format!("{text}: {errors}"))?;
    let drawn = svg::write(&VariantBoard::new(&variant).scene(), Theme::Light);
    let path = folder.join(format!("{name}.svg"));
    std::fs::write(&path, drawn).map_err(|error| format!("{}: {error}", path.display()))?;
    let arguments = about.arguments();
    let written = if arguments.is_empty() { format!(".{name}") } else { format!(".{name}~{arguments}") };
    let mut out = format!("\n## {name}\n\n{}\n\n`{written}`\n\n", about.meaning());
    if !about.details().is_empty() {
        let _ = writeln!(out, "{}\n", about.details());
    }
    let _ =
        writeln!(out, "[![An example of {name}]({name}.svg)](../index.html#p={})\n\n`{text}`", escaped(text));
    Ok(out)
}

/// Escapes a text for use in a link.
fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".~_-".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_section_and_picture() {
        let folder = std::env::temp_dir().join(format!("farandole-constraints-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let text = page(&folder).unwrap();
        assert_eq!(text.matches("\n## ").count(), catalogue().count());
        assert!(text.contains("(../index.html#p=.Shape~6x6.Thermo~R5C2"), "{text}");
        assert!(folder.join("Thermo.svg").is_file());
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(escaped("a=b c~"), "a%3Db%20c~");
    }
}
