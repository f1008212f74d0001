//! The modules of a crate, parsed from its sources, with the file, the defined items and the used
//! paths of each module.
//!
//! Test modules (`#[cfg(test)]`) are left out. Macros of the crate are expanded; see
//! [`super::macros`]. Paths inside macro calls are found token by token, so `assert!(a::b())`
//! counts as a use. Method calls are not included, because they contain no path.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::macros::Macros;
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, UseTree, Visibility};

/// A path as a list of names, such as `crate::a::b`.
pub(crate) type Names = Vec<String>;

/// A module of a crate.
#[derive(Default)]
pub(crate) struct Module {
    /// Source file of the module.
    pub(crate) file: PathBuf,
    /// Child modules by name.
    pub(crate) children: BTreeMap<String, usize>,
    pub(crate) parent: Option<usize>,
    /// True if the module is visible in other crates, provided that its parent is visible.
    pub(crate) is_pub: bool,
    /// Names of the items that it defines, except modules.
    pub(crate) defined: BTreeSet<String>,
    /// Names that it imports with `use`, with their targets.
    pub(crate) imports: Vec<Import>,
    /// Paths that its items contain outside `use` lines.
    pub(crate) paths: BTreeSet<Names>,
    /// Items except test modules and child modules.
    pub(crate) items: Vec<Item>,
    /// Items whose uses are permitted by a comment `// cycle: NAME: REASON`.
    pub(crate) permitted: BTreeSet<String>,
}

/// A name in a `use` line.
pub(crate) struct Import {
    /// The local name, or `*`.
    pub(crate) name: String,
    pub(crate) target: Names,
    /// True for a re-export, that is, a `pub use` of any visibility.
    pub(crate) is_reexport: bool,
    /// True if the name is visible in other crates.
    pub(crate) is_pub: bool,
}

/// The modules of a crate. The first module is the root.
pub(crate) struct Crate {
    pub(crate) modules: Vec<Module>,
}

/// Prefix of a comment that permits other modules to use an item of a file without forming a cycle:
/// `// cycle: NAME: REASON`.
const PERMITTED: &str = "// cycle: ";

impl Crate {
    /// Reads a crate, starting at its root file.
    ///
    /// # Errors
    ///
    /// Returns the file that could not be read or parsed, and the reason.
    pub(crate) fn read(root: &Path) -> Result<Self, String> {
        let load = |path: &Path| {
            std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
        };
        Self::load(root, root.parent().unwrap_or(Path::new(".")), load)
    }

    /// Creates a crate from texts, for tests. The first text is the root, and the others are
    /// modules with their paths (`a/b.rs`).
    #[cfg(test)]
    pub(crate) fn from_texts(texts: &[(&str, &str)]) -> Self {
        let of = |path: &Path| {
            let text = texts.iter().find(|(name, _)| Path::new(name) == path).map(|(_, text)| *text);
            text.map(str::to_owned).ok_or_else(|| path.display().to_string())
        };
        Self::load(Path::new(texts[0].0), Path::new(""), of).unwrap()
    }

    /// Loads a crate in two passes, because macros may be defined after their use.
    fn load(
        root: &Path,
        folder: &Path,
        load: impl Fn(&Path) -> Result<String, String>,
    ) -> Result<Self, String> {
        let mut macros = Macros::default();
        let (files, read) = (BTreeMap::new(), Self { modules: Vec::new() });
        let mut first = Reader { read, macros: None, load: &load, files };
        first.add_file(None, root, folder, true, &load(root)?)?;
        for module in &first.read.modules {
            module.items.iter().try_for_each(|item| macros.add(&module.file, item))?;
        }
        let (files, read) = (first.files, Self { modules: Vec::new() });
        let mut second = Reader { read, macros: Some(&macros), load: &load, files };
        second.add_file(None, root, folder, true, &load(root)?)?;
        Ok(second.read)
    }

    /// Returns the module that defines the item to which a path in a module refers, and the name of
    /// the item there. Returns `None` for items of other crates and for paths that end at a module.
    pub(crate) fn resolve(&self, from: usize, path: &[String]) -> Option<(usize, String)> {
        self.follow(from, path, true, 0)
    }

    fn follow(&self, at: usize, path: &[String], is_start: bool, depth: usize) -> Option<(usize, String)> {
        let (first, rest) = path.split_first()?;
        let module = &self.modules[at];
        // Re-exports may form a cycle.
        if depth > 16 {
            return None;
        }
        match first.as_str() {
            "crate" if is_start => return self.follow(0, rest, false, depth),
            "self" => return self.follow(at, rest, is_start, depth),
            "super" => return self.follow(module.parent?, rest, false, depth),
            _ => {}
        }
        if let Some(&child) = module.children.get(first) {
            return self.follow(child, rest, false, depth);
        }
        if module.defined.contains(first) {
            return Some((at, first.clone()));
        }
        for import in module.imports.iter().filter(|import| import.name == *first) {
            let path = [&import.target[..], rest].concat();
            // A `use` path starts at its module or at the name of a different crate.
            if let Some(found) = self.follow(at, &path, true, depth + 1) {
                return Some(found);
            }
        }
        for import in module.imports.iter().filter(|import| import.name == "*") {
            let path = [&import.target[..], path].concat();
            if import.target.first() != Some(first)
                && let Some(found) = self.follow(at, &path, true, depth + 1)
            {
                return Some(found);
            }
        }
        None
    }

    /// Returns the path of a module, `crate` for the root.
    pub(crate) fn name(&self, module: usize) -> String {
        let Some(parent) = self.modules[module].parent else { return "crate".into() };
        let own = self.modules[parent].children.iter().find(|(_, child)| **child == module);
        format!("{}::{}", self.name(parent), own.map_or("?", |(name, _)| name))
    }
}

/// Reads the modules of a crate.
struct Reader<'a> {
    read: Crate,
    /// The macros to expand, if they are known.
    macros: Option<&'a Macros>,
    load: &'a dyn Fn(&Path) -> Result<String, String>,
    /// The files that the first pass parsed, for the second.
    files: BTreeMap<PathBuf, File>,
}

impl Reader<'_> {
    /// Adds the module of a file and its descendants. Returns the index of the module.
    fn add_file(
        &mut self,
        parent: Option<usize>,
        file: &Path,
        folder: &Path,
        is_pub: bool,
        text: &str,
    ) -> Result<usize, String> {
        let parsed = match self.files.remove(file) {
            Some(parsed) => parsed,
            None => parse(file, text)?,
        };
        if self.macros.is_none() {
            self.files.insert(file.to_owned(), parsed.clone());
        }
        let number = self.add(parent, file, folder, is_pub, parsed.items)?;
        let permitted = text.lines().filter_map(|line| line.trim().strip_prefix(PERMITTED)?.split_once(": "));
        self.read.modules[number].permitted = permitted.map(|(name, _)| name.to_owned()).collect();
        Ok(number)
    }

    /// Adds a module and its descendants. Returns the index of the module.
    fn add(
        &mut self,
        parent: Option<usize>,
        file: &Path,
        folder: &Path,
        is_pub: bool,
        mut items: Vec<Item>,
    ) -> Result<usize, String> {
        let number = self.read.modules.len();
        self.read.modules.push(Module { file: file.to_path_buf(), parent, is_pub, ..Module::default() });
        items.retain(|item| !is_test(attributes(item)));
        if let Some(macros) = self.macros {
            items = macros.items(file, items)?;
        }
        for item in items {
            if is_test(attributes(&item)) {
                continue;
            }
            let Item::Mod(module) = item else {
                self.read.modules[number].take(item, self.macros);
                continue;
            };
            let name = module.ident.to_string();
            let below = folder.join(&name);
            let is_pub = matches!(module.vis, Visibility::Public(_));
            let child = match module.content {
                Some((_, items)) => self.add(Some(number), file, &below, is_pub, items)?,
                None => {
                    let next = folder.join(format!("{name}.rs"));
                    let (file, text) = match (self.load)(&next) {
                        Ok(text) => (next, text),
                        Err(first) => {
                            let inside = below.join("mod.rs");
                            let text = (self.load)(&inside).map_err(|second| format!("{first}; {second}"))?;
                            (inside, text)
                        }
                    };
                    self.add_file(Some(number), &file, &below, is_pub, &text)?
                }
            };
            self.read.modules[number].children.insert(name, child);
        }
        Ok(number)
    }
}

/// Parses the text of a file.
pub(crate) fn parse(path: &Path, text: &str) -> Result<File, String> {
    syn::parse_file(text)
        .map_err(|error| format!("{}:{}: {error}", path.display(), error.span().start().line))
}

impl Module {
    /// Adds an item to the tables. Expands the macro calls inside the item.
    fn take(&mut self, item: Item, macros: Option<&Macros>) {
        if let Item::Use(line) = &item {
            self.take_use(&line.tree, &mut Vec::new(), &line.vis);
        } else {
            self.defined.extend(defined_name(&item));
            let mut found = Found { module: self, macros };
            found.visit_item(&item);
        }
        self.items.push(item);
    }

    fn take_use(&mut self, tree: &UseTree, path: &mut Names, vis: &Visibility) {
        let (name, own) = match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                self.take_use(&part.tree, path, vis);
                path.pop();
                return;
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.take_use(tree, path, vis);
                }
                return;
            }
            UseTree::Name(name) => (name.ident.to_string(), Some(name.ident.to_string())),
            UseTree::Rename(rename) => (rename.rename.to_string(), Some(rename.ident.to_string())),
            UseTree::Glob(_) => ("*".into(), None),
        };
        let mut target = path.clone();
        let own = own.filter(|own| own != "self");
        let name = if name == "self" { target.last().cloned().unwrap_or_default() } else { name };
        target.extend(own);
        let is_reexport = !matches!(vis, Visibility::Inherited);
        self.imports.push(Import { name, target, is_reexport, is_pub: matches!(vis, Visibility::Public(_)) });
    }
}

/// Returns the name that an item defines in its module.
fn defined_name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    };
    Some(ident.to_string())
}

/// Collects the paths in items.
struct Found<'a> {
    module: &'a mut Module,
    macros: Option<&'a Macros>,
}

impl Found<'_> {
    /// Adds a path of at least two names, or a single name of a type, constant or called function.
    /// A single lower-case name that is not called may be a variable.
    fn take(&mut self, names: Names, is_called: bool) {
        let first_is_small = |name: &String| name.starts_with(|c: char| c.is_lowercase() || c == '_');
        if names.len() > 1 || is_called || !names.first().is_none_or(first_is_small) {
            self.module.paths.insert(names);
        }
    }

    fn take_tokens(&mut self, tokens: TokenStream) {
        let mut names = Names::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons < 2 {
                        self.take(std::mem::take(&mut names), false);
                    }
                    names.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                other => {
                    let mut is_called = false;
                    if let TokenTree::Group(group) = &other {
                        is_called = group.delimiter() == proc_macro2::Delimiter::Parenthesis;
                        self.take_tokens(group.stream());
                    }
                    self.take(std::mem::take(&mut names), is_called);
                    colons = 0;
                }
            }
        }
        self.take(names, false);
    }
}

fn names(path: &syn::Path) -> Names {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.take(names(path), false);
        visit::visit_path(self, path);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func {
            self.take(names(&path.path), true);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.take(names(&call.path), true);
        self.take_tokens(call.tokens.clone());
        // A call in an expression may match no rule here, because its macro is defined in a function.
        if let Some(Ok(Some(tokens))) = self.macros.map(|macros| macros.expand(&self.module.file, call)) {
            self.take_tokens(tokens);
        }
    }

    fn visit_item_use(&mut self, line: &'ast syn::ItemUse) {
        self.module.take_use(&line.tree, &mut Vec::new(), &line.vis);
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

/// Returns true if an item exists only for tests.
pub(crate) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return attribute.path().is_ident("test") };
        attribute.path().is_ident("cfg") && has_test(list.tokens.clone())
    })
}

/// Returns true if `test` occurs in a condition outside `not`.
fn has_test(tokens: TokenStream) -> bool {
    let mut is_negated = false;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if ident == "test" => return true,
            TokenTree::Ident(ident) => is_negated = ident == "not",
            TokenTree::Group(group) if !is_negated && has_test(group.stream()) => return true,
            _ => {}
        }
    }
    false
}

/// Returns the attributes of an item.
pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
