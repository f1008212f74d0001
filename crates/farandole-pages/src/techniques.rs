//! Writes the pages about techniques from the catalogue, and their pictures.

use farandole_draw::page_scene;
use farandole_draw::{Theme, svg};
use farandole_logic::catalogue::{self, PAGES, TOPIC_PAGES};
use farandole_logic::practice::{self, Topic};
use std::path::Path;

/// Writes the pages and the pictures into `docs`.
///
/// # Errors
///
/// Returns the file that could not be written, or the page without an example.
pub(crate) fn write_all() -> Result<(), String> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let (folder, pictures) = (docs.join("techniques"), docs.join("pictures/techniques"));
    let write = |path: &Path, text: &str| {
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    for folder in [&folder, &pictures] {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    write(&folder.join("README.md"), &catalogue::index())?;
    for page in PAGES {
        write(&folder.join(format!("{}.md", page.name)), &catalogue::markdown(page))?;
    }
    for topic in Topic::ALL {
        write(&folder.join(format!("{}.md", topic.id())), &practice::markdown(topic))?;
    }
    for page in PAGES.iter().chain(TOPIC_PAGES) {
        let scene = page_scene(page).ok_or_else(|| format!("{}: no example", page.name))?;
        write(&pictures.join(format!("{}.svg", page.name)), &svg::write(&scene, Theme::Light))?;
    }
    Ok(())
}
