//! Listings of the public API of each library in `testdata/api`, one line per item. They make every
//! change visible in reviews.
//!
//! A listing contains the items that other crates can name from the root of the crate, with fields,
//! variants, methods and implemented traits. It is generated from the sources alone, with the
//! macros of the crate expanded. Derives are listed by name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Fields, ImplItem, Item, TraitItem, Visibility};

use crate::structure::roots;
use crate::structure::source::{Crate, attributes, is_test};

/// Libraries that only tests use.
const UNLISTED: [&str; 1] = ["farandole-testkit"];

/// Writes the listings.
///
/// # Errors
///
/// Returns the file that could not be read or written, and the reason.
pub(crate) fn write() -> Result<(), String> {
    for (path, text) in listings()? {
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(failed)?;
        std::fs::write(&path, text).map_err(failed)?;
    }
    Ok(())
}

/// Compares the current listings with the stored ones.
///
/// # Errors
///
/// Returns the lines that differ.
pub(crate) fn check() -> Result<(), String> {
    let mut differences = String::new();
    for (path, text) in listings()? {
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        let [old, new]: [BTreeSet<&str>; 2] = [&kept, &text].map(|text| text.lines().collect());
        for (sign, lines) in [('-', old.difference(&new)), ('+', new.difference(&old))] {
            for line in lines {
                differences.push_str(&format!("{sign} {line}\n"));
            }
        }
    }
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!("{differences}the public interface has changed; if it was meant to, run cargo xtask api"))
}

/// Returns the file name and the contents of each listing.
fn listings() -> Result<Vec<(PathBuf, String)>, String> {
    let mut listings = Vec::new();
    for (name, root) in roots()? {
        if root.ends_with("lib.rs") && !UNLISTED.contains(&name.as_str()) {
            let lines = listing(&Crate::read(&root)?, &name.replace('-', "_"));
            listings.push((Path::new("testdata/api").join(format!("{name}.txt")), lines.join("\n") + "\n"));
        }
    }
    Ok(listings)
}

/// Returns the lines of a crate, in order.
fn listing(of: &Crate, name: &str) -> Vec<String> {
    let mut list = List { of, lines: BTreeSet::new(), seen: BTreeSet::new(), impls: impls(of) };
    list.module(0, name);
    list.lines.into_iter().collect()
}

/// A module and the name of an item in it.
type Place = (usize, String);

/// Implementations for each type: the trait, if any, and the public items of inherent ones.
type Impls = BTreeMap<Place, Vec<(Option<String>, Vec<String>)>>;

/// Returns the implementations for each type of the crate: the trait, if any, and the public items.
fn impls(of: &Crate) -> Impls {
    let mut found: Impls = Impls::new();
    for (number, module) in of.modules.iter().enumerate() {
        for item in &module.items {
            let Item::Impl(block) = item else { continue };
            let syn::Type::Path(own) = &*block.self_ty else { continue };
            let names: Vec<String> = own.path.segments.iter().map(|part| part.ident.to_string()).collect();
            let Some(place) = of.resolve(number, &names) else { continue };
            let of_trait = block.trait_.as_ref().map(|(path, ..)| text(path));
            let items = if of_trait.is_some() { Vec::new() } else { methods(&block.items) };
            found.entry(place).or_default().push((of_trait, items));
        }
    }
    found
}

/// Returns the public functions and constants of an `impl`.
fn methods(items: &[ImplItem]) -> Vec<String> {
    let is_pub = |vis: &Visibility| matches!(vis, Visibility::Public(_));
    let line = |item: &ImplItem| match item {
        ImplItem::Fn(item) if is_pub(&item.vis) && !is_test(&item.attrs) => Some(text(&item.sig)),
        ImplItem::Const(item) if is_pub(&item.vis) => {
            Some(format!("const {}: {}", item.ident, text(&item.ty)))
        }
        _ => None,
    };
    items.iter().filter_map(line).collect()
}

struct List<'a> {
    of: &'a Crate,
    lines: BTreeSet<String>,
    /// Modules already listed, with their paths.
    seen: BTreeSet<(usize, String)>,
    impls: Impls,
}

impl List<'_> {
    fn module(&mut self, number: usize, path: &str) {
        if !self.seen.insert((number, path.to_string())) {
            return;
        }
        let of = self.of;
        let module = &of.modules[number];
        for item in &module.items {
            if is_public(item) {
                self.item(number, item, path, None);
            }
        }
        for (name, &child) in &module.children {
            if of.modules[child].is_pub {
                self.lines.insert(format!("{path}::{name}: mod"));
                self.module(child, &format!("{path}::{name}"));
            }
        }
        for import in module.imports.iter().filter(|import| import.is_pub) {
            if let Some((home, name)) = of.resolve(number, &import.target) {
                let items = of.modules[home].items.iter();
                for item in items.filter(|item| item_name(item).is_some_and(|own| own == name)) {
                    self.item(home, item, path, Some(&import.name));
                }
            } else {
                let at = if import.name == "*" { ": " } else { " = " };
                self.lines.insert(format!("{path}::{}{at}use {}", import.name, import.target.join("::")));
            }
        }
    }

    /// Lists an item of a module. A re-exported item is listed under its new name.
    fn item(&mut self, home: usize, item: &Item, path: &str, rename: Option<&str>) {
        let Some(own) = item_name(item) else { return };
        let path = format!("{path}::{}", rename.unwrap_or(&own));
        match item {
            Item::Fn(item) => self.line(&path, &text(&item.sig)),
            Item::Const(item) => self.line(&path, &format!("const {}", text(&item.ty))),
            Item::Static(item) => self.line(&path, &format!("static {}", text(&item.ty))),
            Item::Type(item) => {
                self.line(&path, &format!("type {} = {}", text(&item.generics), text(&item.ty)))
            }
            Item::Macro(_) => self.line(&path, "macro"),
            Item::Struct(item) => {
                self.line(&path, &format!("struct{}{}", text(&item.generics), derived(&item.attrs)));
                self.fields(&path, &item.fields, false);
            }
            Item::Enum(item) => {
                self.line(&path, &format!("enum{}{}", text(&item.generics), derived(&item.attrs)));
                for variant in &item.variants {
                    self.line(&format!("{path}::{}", variant.ident), "variant");
                    self.fields(&format!("{path}::{}", variant.ident), &variant.fields, true);
                }
            }
            Item::Trait(item) => {
                self.line(&path, &format!("trait{}", text(&item.generics)));
                for part in &item.items {
                    match part {
                        TraitItem::Fn(part) => self.line(&path, &text(&part.sig)),
                        TraitItem::Const(part) => {
                            self.line(&path, &format!("const {}: {}", part.ident, text(&part.ty)))
                        }
                        TraitItem::Type(part) => self.line(&path, &format!("type {}", part.ident)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        for (of_trait, methods) in self.impls.get(&(home, own)).cloned().unwrap_or_default() {
            if let Some(of_trait) = of_trait {
                self.line(&path, &format!("impl {of_trait}"));
            }
            for method in methods {
                self.line(&path, &method);
            }
        }
    }

    fn line(&mut self, path: &str, what: &str) {
        self.lines.insert(format!("{path}: {}", what.trim()));
    }

    fn fields(&mut self, path: &str, fields: &Fields, all: bool) {
        for (i, field) in fields.iter().enumerate() {
            if all || matches!(field.vis, Visibility::Public(_)) {
                let name = field.ident.as_ref().map_or_else(|| i.to_string(), ToString::to_string);
                self.line(&format!("{path}.{name}"), &text(&field.ty));
            }
        }
    }
}

/// Returns the traits that are derived for a type.
fn derived(attributes: &[syn::Attribute]) -> String {
    let lists = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
    lists
        .filter_map(|it| it.meta.require_list().ok())
        .map(|it| format!(" derive({})", text(&it.tokens)))
        .collect()
}

fn is_public(item: &Item) -> bool {
    let vis = match item {
        Item::Const(item) => &item.vis,
        Item::Enum(item) => &item.vis,
        Item::Fn(item) => &item.vis,
        Item::Static(item) => &item.vis,
        Item::Struct(item) => &item.vis,
        Item::Trait(item) => &item.vis,
        Item::Type(item) => &item.vis,
        Item::Macro(item) => return item.attrs.iter().any(|it| it.path().is_ident("macro_export")),
        _ => return false,
    };
    matches!(vis, Visibility::Public(_)) && !is_test(attributes(item))
}

fn item_name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    };
    Some(ident.to_string())
}

/// Formats tokens of the source with conventional spacing.
fn text(tokens: &impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string().replace('\n', " ");
    for (from, to) in [
        (" :: ", "::"),
        (":: ", "::"),
        (" ::", "::"),
        (" < ", "<"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        ("- >", "->"),
        (" ,", ","),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        ("& ", "&"),
        (" :", ":"),
        (" ;", ";"),
        ("[ ", "["),
        (" ]", "]"),
        ("->(", "-> ("),
        ("mut(", "mut ("),
        (",)", ")"),
        (", >", ">"),
        (",>", ">"),
    ] {
        text = text.replace(from, to);
    }
    text.replace("->", " -> ").replace("  ", " ").replace("  ", " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_can_name_is_listed() {
        let tree = Crate::from_texts(&[
            (
                "lib.rs",
                "mod a; pub mod b; mod c; pub use a::{S, hidden as shown}; pub use core::fmt; struct Own; pub fn f(n: &[u8], o: Option<u8>) -> u8 {}",
            ),
            (
                "a.rs",
                "#[derive(Clone, Copy)] pub struct S { pub x: u8, y: u8 } impl S { pub const fn new() -> Self {} fn own() {} } impl Iterator for S {} pub fn hidden() {} pub fn unseen() {}",
            ),
            ("b.rs", "pub enum E { A, B(u8) } #[cfg(test)] pub fn t() {} made!(M: new);"),
            (
                "c.rs",
                "macro_rules! made { ($M:ident: $f:ident) => { pub struct $M; impl $M { pub fn $f() {} } } }",
            ),
        ]);
        let expected = [
            "x::S.x: u8",
            "x::S: const fn new() -> Self",
            "x::S: impl Iterator",
            "x::S: struct derive(Clone, Copy)",
            "x::b: mod",
            "x::b::E: enum",
            "x::b::E::A: variant",
            "x::b::E::B.0: u8",
            "x::b::E::B: variant",
            "x::b::M: fn new()",
            "x::b::M: struct",
            "x::f: fn f(n: &[u8], o: Option<u8>) -> u8",
            "x::fmt = use core::fmt",
            "x::shown: fn hidden()",
        ];
        assert_eq!(listing(&tree, "x"), expected);
    }
}
