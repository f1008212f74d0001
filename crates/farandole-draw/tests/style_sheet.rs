//! Tests that the style sheet of the web page has the colours of the themes, and that the page knows all roles. Set
//! `UPDATE_SNAPSHOTS` to rewrite the files.

use farandole_draw::Theme;
use farandole_draw::scene::Role;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/");

/// Compares a generated text with the file, which it rewrites first if this is requested.
fn is_current(name: &str, text: &str) {
    let path = format!("{FOLDER}{name}");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap() == text, "{path} is out of date: set UPDATE_SNAPSHOTS");
}

#[test]
fn the_page_has_the_colours_of_the_themes() {
    let sheet = Theme::style_sheet();
    for role in Role::all() {
        assert!(sheet.contains(&format!(".drawn.{} {{", role.class())), "{role:?}");
    }
    is_current("drawn.css", &sheet);
}

/// The page accepts only these roles in drawings from links.
#[test]
fn the_page_knows_all_roles() {
    let roles: Vec<String> = Role::all().map(|role| format!("  \"{}\"", role.class())).collect();
    is_current("model/roles.json", &format!("[\n{}\n]\n", roles.join(",\n")));
}
