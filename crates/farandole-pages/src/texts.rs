//! The guide, the techniques and the constraints as pages with a common frame, and the list of them for the service
//! worker.

use farandole_draw::{Theme, step_scene, svg};
use farandole_logic::catalogue::{PAGES, Page as TechniquePage, example};
use farandole_logic::explain::english::Depth;
use farandole_logic::hint::Step;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::path::Path;

use crate::constraints;
use crate::search::{self, Index};

/// Folders of the texts that become pages, with their folders in the site.
const TEXTS: [(&str, &str); 2] = [("docs/guide", "guide"), ("docs/techniques", "techniques")];

/// Folder of the pictures of the guide in the site.
const PICTURES: &str = "pictures";

/// Writes the pages below the folder of the site, in which the files that they refer to already are.
///
/// # Errors
///
/// Returns the file that could not be read or written, and the reason.
pub(crate) fn write_all(site: &Path) -> Result<(), String> {
    write(&site.join(STYLE_FILE), STYLE.as_bytes())?;
    let mut index = Index::default();
    for (from, to) in TEXTS {
        create(&site.join(to))?;
        for name in markdown_files(Path::new(from))? {
            let path = Path::new(from).join(&name);
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let stem = name.trim_end_matches(".md");
            let figures = if to == "techniques" { figures(stem, &site.join(to))? } else { String::new() };
            let (title, body) = rendered(&text, to);
            index.add(&format!("{to}/{}", html_name(&name)), &body);
            let page = framed(&title, &format!("{body}{figures}"));
            write(&site.join(to).join(html_name(&name)), page.as_bytes())?;
        }
    }
    let folder = site.join(constraints::FOLDER);
    create(&folder)?;
    let (title, body) = rendered(&constraints::page(&folder)?, constraints::FOLDER);
    index.add(&format!("{}/index.html", constraints::FOLDER), &body);
    write(&folder.join("index.html"), framed(&title, &body).as_bytes())?;
    let folder = site.join(search::FOLDER);
    create(&folder)?;
    write(&folder.join("index.html"), framed("Search", &index.write(&folder)?).as_bytes())?;
    let texts = [STYLE_FILE, TEXTS[0].1, TEXTS[1].1, PICTURES, constraints::FOLDER, search::FOLDER];
    write(&site.join("texts.js"), texts_to_keep(site, &texts)?.as_bytes())
}

/// Returns a script with the texts that the service worker stores for offline use, and a version
/// derived from their contents.
fn texts_to_keep(site: &Path, parts: &[&str]) -> Result<String, String> {
    let mut files = Vec::new();
    for part in parts {
        list(&site.join(part), part, &mut files)?;
    }
    files.sort();
    let mut hasher = std::hash::DefaultHasher::new();
    for name in &files {
        let path = site.join(name);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        (name, bytes).hash(&mut hasher);
    }
    // The names of the site's files need no escapes.
    let names: Vec<String> = files.iter().map(|name| format!("\"{name}\"")).collect();
    let version = hasher.finish();
    Ok(format!("self.TEXTS = {{ version: \"{version:016x}\", files: [{}] }};\n", names.join(", ")))
}

/// Adds the files at and below a path, with their names in the site.
fn list(path: &Path, name: &str, files: &mut Vec<String>) -> Result<(), String> {
    if !path.is_dir() {
        files.push(name.to_owned());
        return Ok(());
    }
    let entries = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
    for entry in entries.flatten() {
        list(&entry.path(), &format!("{name}/{}", entry.file_name().to_string_lossy()), files)?;
    }
    Ok(())
}

/// Draws an example of each technique of a page except the first one, whose picture the text has, and returns the
/// figures.
fn figures(name: &str, folder: &Path) -> Result<String, String> {
    let mut out = String::new();
    let Some(page) = PAGES.iter().find(|page: &&TechniquePage| page.name == name) else { return Ok(out) };
    let examples = page.techniques().filter_map(|technique| Some((technique, example(technique)?)));
    for (technique, (state, deduction)) in examples.skip(1) {
        let step = Step::classic(state, deduction);
        let text = step.text(Depth::Why);
        let drawn = svg::write(&step_scene(&step, &text), Theme::Light);
        let file = format!("{}.svg", technique.id());
        write(&folder.join(&file), drawn.as_bytes())?;
        let (title, alt) = (escape(technique.title()), escape(text.trim_end()));
        out += &format!(
            "<figure id=\"{}\"><figcaption>{title}</figcaption><img src=\"{file}\" alt=\"{alt}\" width=\"588\" \
             loading=\"lazy\"></figure>\n",
            technique.id()
        );
    }
    Ok(out)
}

/// Renders a text. Returns its title and its HTML.
fn rendered(text: &str, folder: &str) -> (String, String) {
    let mut title = String::from("Farandole");
    let mut in_title = false;
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| {
        match &event {
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => {
                in_title = true;
                title.clear();
            }
            Event::End(TagEnd::Heading(HeadingLevel::H1)) => in_title = false,
            Event::Text(text) | Event::Code(text) if in_title => title += text,
            _ => {}
        }
        linked(event, folder)
    });
    let mut body = String::new();
    html::push_html(&mut body, events);
    // Links refer to the ids of headings.
    (title, with_places(&body))
}

/// Returns a page with a title and a body.
fn framed(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title} - Farandole</title>\n\
         <link rel=\"icon\" href=\"../icon.svg\">\n<link rel=\"stylesheet\" href=\"../pages.css\">\n</head>\n<body>\n\
         <nav><a href=\"../index.html\">Page</a> \
         <a href=\"../guide/index.html\">Guide</a> <a href=\"../techniques/index.html\">Techniques</a> \
         <a href=\"../constraints/index.html\">Constraints</a> <a href=\"../search/index.html\">Search</a></nav>\n<main>\n\
         {body}</main>\n</body>\n</html>\n"
    )
}

/// Rewrites a link. A link to another text of the site is directed to its page, and a link to any
/// other text to the start page.
fn linked<'a>(event: Event<'a>, folder: &str) -> Event<'a> {
    let Event::Start(Tag::Link { link_type, dest_url, title, id }) = event else { return event };
    let dest_url = target(&dest_url, folder).map_or(dest_url, CowStr::from);
    Event::Start(Tag::Link { link_type, dest_url, title, id })
}

/// Returns the destination in the site of a link to a text.
fn target(link: &str, folder: &str) -> Option<String> {
    let (path, place) = link.split_once('#').map_or((link, ""), |(path, place)| (path, place));
    if path.contains("://") || !path.ends_with(".md") {
        return None;
    }
    let mut parts: Vec<&str> = vec![folder];
    for part in path.split('/') {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    let place = if place.is_empty() { String::new() } else { format!("#{place}") };
    let known = TEXTS.iter().any(|(_, to)| parts.first() == Some(to)) && parts.len() == 2;
    let name = parts.last().map(|name| html_name(name))?;
    Some(if known { format!("../{}/{name}{place}", parts[0]) } else { format!("../index.html{place}") })
}

/// Adds ids to headings. The ids are derived from the words, as expected by the links between the
/// texts.
fn with_places(body: &str) -> String {
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find("<h") {
        let (before, heading) = rest.split_at(at);
        out += before;
        let level = heading.as_bytes().get(2).copied().unwrap_or(0);
        let end = heading
            .find("</h")
            .filter(|_| level.is_ascii_digit() && heading.as_bytes().get(3) == Some(&b'>'));
        let Some(end) = end else {
            out += &heading[..2];
            rest = &heading[2..];
            continue;
        };
        let inner = &heading[4..end];
        out += &format!("<h{} id=\"{}\">{inner}", char::from(level), place_of(inner));
        rest = &heading[end..];
    }
    out + rest
}

/// Returns the id of a heading: lower case, hyphens for blanks, without other punctuation.
fn place_of(heading: &str) -> String {
    let mut text = String::new();
    let mut in_tag = false;
    for c in heading.chars() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            _ if in_tag => {}
            ' ' => text.push('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => text.extend(c.to_lowercase()),
            _ => {}
        }
    }
    text
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn html_name(name: &str) -> String {
    if name == "README.md" { "index.html".into() } else { name.replace(".md", ".html") }
}

fn markdown_files(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".md")).collect();
    names.sort();
    Ok(names)
}

fn create(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Style sheet of the texts.
const STYLE_FILE: &str = "pages.css";
const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:100%/1.5 system-ui,sans-serif;margin:0 auto;max-width:52rem;padding:0 1rem 3rem}\
nav{display:flex;gap:1.2rem;padding:.9rem 0}a{color:LinkText}\
pre{overflow:auto;padding:.7rem 1rem;border:1px solid GrayText;border-radius:8px}code{font-size:.9em}\
table{border-collapse:collapse;display:block;overflow:auto}th,td{border:1px solid GrayText;padding:.25rem .6rem;text-align:left}\
figure{margin:1.5rem 0}figcaption{font-weight:600;margin-bottom:.4rem}\
img{max-width:100%;height:auto;background:#fff;border-radius:8px}\
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_of_the_site() {
        let lead = |link: &str| target(link, "guide");
        assert_eq!(lead("formats.md").as_deref(), Some("../guide/formats.html"));
        assert_eq!(lead("../techniques/README.md#x").as_deref(), Some("../techniques/index.html#x"));
        assert_eq!(lead("../benchmarks.md").as_deref(), Some("../index.html"));
        assert_eq!(lead("https://example.org/a.md"), None);
        assert_eq!(lead("#place"), None);
    }

    #[test]
    fn texts_are_listed_for_the_service_worker() {
        let site = std::env::temp_dir().join(format!("farandole-site-{}", std::process::id()));
        create(&site.join("guide")).unwrap();
        write(&site.join(STYLE_FILE), b"a{}").unwrap();
        write(&site.join("guide/index.html"), b"one").unwrap();
        let list = || texts_to_keep(&site, &[STYLE_FILE, "guide"]).unwrap();
        let before = list();
        assert!(before.starts_with("self.TEXTS = { version: \""), "{before}");
        assert!(before.ends_with("files: [\"guide/index.html\", \"pages.css\"] };\n"), "{before}");
        write(&site.join("guide/index.html"), b"two").unwrap();
        assert_ne!(list(), before, "the version is that of the contents");
        fs::remove_dir_all(&site).unwrap();
    }

    #[test]
    fn texts_become_pages_with_places() {
        let (title, body) = rendered("# A *title*\n\n## What is `it`?\n\n[x](fish.md)\n", "techniques");
        assert!(body.contains("<h2 id=\"what-is-it\">What is <code>it</code>?</h2>"), "{body}");
        assert!(body.contains("href=\"../techniques/fish.html\""), "{body}");
        assert!(framed(&title, &body).contains("<title>A title - Farandole</title>"), "{title}");
    }
}
