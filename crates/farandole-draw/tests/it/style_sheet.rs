//! Tests that the style sheet of the web page has the colours of the themes, and that the page knows all roles. Set
//! `UPDATE_SNAPSHOTS` to rewrite the files.

use farandole_draw::Theme;
use farandole_draw::scene::Role;
use farandole_puzzle::constraint::{Figure, KindStyle, LineEnds, LineLook, styles};

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

/// The palette shows the names and the colours of the kinds.
#[test]
fn the_page_knows_the_names_and_colours_of_kinds() {
    let role = |look: LineLook| match look.ends {
        LineEnds::Bulb | LineEnds::Ring => Role::Thermo,
        LineEnds::Shaft => Role::Shaft,
        _ => Role::Path(look.hue),
    };
    let entry = |(name, style): (&str, &KindStyle)| {
        let mut fields = vec![("button", style.button.to_owned())];
        fields.extend((!style.synonyms.is_empty()).then(|| ("also", style.synonyms.to_owned())));
        fields.extend(style.look().map(|look| ("line", role(look).class())));
        let has_start =
            |look: LineLook| matches!(look.ends, LineEnds::Bulb | LineEnds::Ring | LineEnds::Start);
        fields.extend(style.look().filter(|look| has_start(*look)).map(|_| ("start", "first".to_owned())));
        if let Figure::Clue(clue) = style.figure {
            fields.push(("clue", clue.to_owned()));
        }
        let fields: Vec<String> = fields.iter().map(|(key, text)| format!("\"{key}\": \"{text}\"")).collect();
        format!("  \"{name}\": {{ {} }}", fields.join(", "))
    };
    let kinds: Vec<String> = styles().filter(|(_, style)| !style.button.is_empty()).map(entry).collect();
    is_current("model/kinds.json", &format!("{{\n{}\n}}\n", kinds.join(",\n")));
}

/// The page accepts only these roles in drawings from links.
#[test]
fn the_page_knows_all_roles() {
    let roles: Vec<String> = Role::all().map(|role| format!("  \"{}\"", role.class())).collect();
    is_current("model/roles.json", &format!("[\n{}\n]\n", roles.join(",\n")));
}
