//! The search of the site: an index of all sections, and a page with a script that uses it.
//!
//! The index is one file, which allows the search to work offline and without a server.

use serde_json::json;
use std::fs;
use std::path::Path;

/// Folder of the search page in the site.
pub(crate) const FOLDER: &str = "search";

/// The sections of all pages. Each section begins with a heading.
#[derive(Default)]
pub(crate) struct Index {
    sections: Vec<Section>,
}

struct Section {
    /// The path of the page in the site, with the id of the heading.
    url: String,
    /// The title of the page.
    page: String,
    heading: String,
    text: String,
}

impl Index {
    /// Adds the sections of a page. `body` is HTML whose headings have ids.
    pub(crate) fn add(&mut self, url: &str, body: &str) {
        let parts: Vec<&str> = body.split("<h").collect();
        let mut page = String::new();
        for part in &parts[1..] {
            let Some((id, rest)) = part.split_once("id=\"").and_then(|(_, rest)| rest.split_once("\">"))
            else {
                continue;
            };
            let (heading, text) = rest.split_once("</h").unwrap_or((rest, ""));
            let heading = words(heading);
            if page.is_empty() {
                page.clone_from(&heading);
            }
            let text = words(text.split_once('>').map_or("", |(_, text)| text));
            self.sections.push(Section { url: format!("{url}#{id}"), page: page.clone(), heading, text });
        }
    }

    /// Writes the index, the script and the page without its frame.
    ///
    /// # Errors
    ///
    /// Returns the file that could not be written, and the reason.
    pub(crate) fn write(&self, folder: &Path) -> Result<String, String> {
        let sections: Vec<_> =
            self.sections.iter().map(|it| json!([it.url, it.page, it.heading, it.text])).collect();
        for (name, text) in [("index.json", json!(sections).to_string()), ("search.js", SCRIPT.to_owned())] {
            let path = folder.join(name);
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(PAGE.to_owned())
    }
}

/// Returns the text in HTML, with single spaces.
fn words(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut in_tag = false;
    // There is no white space between table cells.
    for c in html.replace("</t", " </t").chars() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            c if !in_tag => text.push(c),
            _ => {}
        }
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const PAGE: &str = "<h1>Search</h1>\n<form><input type=\"search\" name=\"q\" aria-label=\"Search\" autofocus> \
    <button>Search</button></form>\n<p role=\"status\"></p>\n<ol></ol>\n<script src=\"search.js\"></script>\n";

/// Sections that contain all words are listed. Matches in headings come first, and whole words before
/// beginnings of words.
const SCRIPT: &str = r#"// Finds sections of the site. Written by cargo xtask site.
"use strict";
const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";
document.querySelector("input[name=q]").value = query;
const words = query.toLowerCase().split(/\s+/).filter(Boolean);

function score(text, word) {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const starts = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);
    const ends = !/[\p{L}\p{N}]/u.test(text[at + word.length] ?? " ");
    best = Math.max(best, starts && ends ? 3 : starts ? 2 : 1);
  }
  return best;
}

function rank([, page, heading, text]) {
  let sum = 0;
  for (const word of words) {
    const [h, p, t] = [heading, page, text].map((part) => score(part.toLowerCase(), word));
    const best = 100 * h + 10 * p + t;
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

function excerpt(text) {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
  return (at > 0 ? "… " : "") + text.slice(at, at + 200) + (text.length > at + 200 ? " …" : "");
}

function show(sections) {
  const found = sections.map((section) => [rank(section), section]).filter(([value]) => value > 0);
  found.sort(([a], [b]) => b - a);
  document.querySelector("[role=status]").textContent =
    found.length === 1 ? "1 section" : `${found.length} sections`;
  const list = document.querySelector("ol");
  for (const [, [url, page, heading, text]] of found.slice(0, 50)) {
    const link = document.createElement("a");
    link.href = `../${url}`;
    link.textContent = heading === page ? page : `${page}: ${heading}`;
    const item = document.createElement("li");
    item.append(link, document.createElement("br"), excerpt(text));
    list.append(item);
  }
}

if (words.length > 0) {
  fetch("index.json")
    .then((response) => response.json())
    .then(show)
    .catch(() => { document.querySelector("[role=status]").textContent = "the index cannot be loaded"; });
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_their_page_and_text() {
        let mut index = Index::default();
        index.add(
            "guide/a.html",
            "<h1 id=\"fish\">Fish</h1>\n<p>All <b>fish</b> &amp; &lt;x&gt;.</p><h2 id=\"x-wing\"><code>X</code>-wing</h2>two rows",
        );
        let found: Vec<_> =
            index.sections.iter().map(|it| [&it.url[..], &it.page, &it.heading, &it.text]).collect();
        assert_eq!(
            found,
            [
                ["guide/a.html#fish", "Fish", "Fish", "All fish & <x>."],
                ["guide/a.html#x-wing", "Fish", "X-wing", "two rows"]
            ]
        );
    }
}
