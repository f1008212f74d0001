//! Tests that the style sheet of the web page has the colours of the themes. Set `UPDATE_SNAPSHOTS`
//! to rewrite the file.

use farandole_draw::{Role, Theme};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/drawn.css");

#[test]
fn the_page_has_the_colours_of_the_themes() {
    let sheet = Theme::style_sheet();
    for role in Role::all() {
        assert!(sheet.contains(&format!(".drawn.{} {{", role.class())), "{role:?}");
    }
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(PATH, &sheet).unwrap();
    }
    assert!(std::fs::read_to_string(PATH).unwrap() == sheet, "{PATH} is out of date: set UPDATE_SNAPSHOTS");
}
