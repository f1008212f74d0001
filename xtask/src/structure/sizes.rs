//! Checks that no file has more than 600 lines and no function has more than 60, unless a comment
//! gives a reason.
//!
//! The comment is `// long: REASON`. It is directly above the function (among its attributes and
//! documentation), or in the first lines of the file, before the first item. Comments within a
//! function are not counted, so explanations never force it to be split. Test functions may be
//! long.

use std::path::Path;

use syn::Signature;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::source::is_test;

/// Maximum number of lines of a file.
const FILE: usize = 600;
/// Maximum number of lines of a function, from `fn` to its last brace, without lines that contain
/// only a comment.
const FUNCTION: usize = 60;
/// Prefix of a reason.
const REASON: &str = "// long: ";

/// Returns the file and functions that are too long.
///
/// # Errors
///
/// Returns the location at which the text could not be parsed.
pub(crate) fn too_long(path: &Path, text: &str) -> Result<Vec<String>, String> {
    let lines: Vec<&str> = text.lines().collect();
    let name = path.display();
    let mut found = Vec::new();
    let head = lines.iter().take_while(|line| line.is_empty() || line.starts_with("//"));
    if lines.len() > FILE && !head.into_iter().any(|line| line.starts_with(REASON)) {
        found.push(format!("{name}: {} lines", lines.len()));
    }
    let file = syn::parse_file(text).map_err(|error| format!("{name}: {error}"))?;
    let is_test_file = path.components().any(|part| part.as_os_str() == "tests")
        || path.file_stem().is_some_and(|stem| stem == "tests");
    if !is_test_file {
        let mut functions = Functions { lines: &lines, found: Vec::new() };
        functions.visit_file(&file);
        found.extend(functions.found.into_iter().map(|(line, text)| format!("{name}:{line}: {text}")));
    }
    Ok(found)
}

struct Functions<'a> {
    lines: &'a [&'a str],
    found: Vec<(usize, String)>,
}

impl Functions<'_> {
    fn look(&mut self, signature: &Signature, block: &syn::Block) {
        let (first, last) = (signature.span().start().line, block.span().end().line);
        let body = self.lines.get(first - 1..last).unwrap_or_default();
        let length = body.iter().filter(|line| !line.trim_start().starts_with("//")).count();
        let above = self.lines[..first.saturating_sub(1)].iter().rev();
        let mut above = above
            .map(|line| line.trim_start())
            .take_while(|line| line.starts_with("//") || line.starts_with('#') || line.ends_with(")]"));
        if length > FUNCTION && !above.any(|line| line.starts_with(REASON)) {
            self.found.push((first, format!("fn {} has {length} lines", signature.ident)));
        }
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            self.look(&item.sig, &item.block);
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            self.look(&item.sig, &item.block);
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.look(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        too_long(Path::new(path), text).unwrap()
    }

    #[test]
    fn long_functions_and_files_are_named() {
        let body = "    x();\n".repeat(59);
        let long = format!("/// Doc.\nfn f() {{\n{body}}}\n");
        assert_eq!(found("a.rs", &long), ["a.rs:2: fn f has 61 lines"]);
        assert_eq!(found("tests/a.rs", &long), [""; 0]);
        assert_eq!(found("a.rs", &format!("// long: a table\n{long}")), [""; 0]);
        assert_eq!(found("a.rs", &format!("#[cfg(test)]\nmod tests {{\n{long}}}\n")), [""; 0]);
        let commented = format!("fn f() {{\n    // Why.\n{}}}\n", "    x();\n".repeat(58));
        assert_eq!(found("a.rs", &commented), [""; 0]);
        let short = format!("fn f() {{\n{}}}\n", "    x();\n".repeat(58));
        assert_eq!(found("a.rs", &short), [""; 0]);
        assert_eq!(found("a.rs", &format!("//! A.\n{}", "\n".repeat(600))), ["a.rs: 601 lines"]);
        assert_eq!(found("a.rs", &format!("//! A.\n// long: data\n{}", "\n".repeat(600))), [""; 0]);
    }
}
