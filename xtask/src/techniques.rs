//! Writes the pages about techniques from the catalogue.

use farandole_logic::catalogue;
use std::path::Path;

pub(crate) fn run() -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/techniques");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(failed)?;
    std::fs::write(folder.join("README.md"), catalogue::index()).map_err(failed)?;
    for page in catalogue::PAGES {
        std::fs::write(folder.join(format!("{}.md", page.name)), catalogue::markdown(page))
            .map_err(failed)?;
    }
    Ok(())
}
