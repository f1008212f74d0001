//! Finds cycles between the modules of a crate. These are the strongly connected components of the
//! graph "uses an item of".
//!
//! Each folder has a separate graph. The nodes are its modules, its subfolders, and its own
//! `mod.rs` (or `lib.rs`). A `use` line counts as a use of the imported items, but a `pub use` line
//! does not. The use of a name that a parent re-exports counts as a use of the module that defines
//! it.
//!
//! Macros are expanded. A comment `// cycle: NAME: REASON` in a file permits uses of one of its
//! items. This is for enums whose variants each have a module that must name the enum.

use std::collections::{BTreeMap, BTreeSet};

use super::source::Crate;

/// The names that each node uses of each other node.
type Edges = BTreeMap<usize, BTreeMap<usize, BTreeSet<String>>>;

/// Returns the cycles of a crate, each as lines of text.
pub(crate) fn circles(of: &Crate) -> Vec<String> {
    let uses = uses(of);
    let mut found = Vec::new();
    for folder in 0..of.modules.len() {
        if of.modules[folder].children.is_empty() {
            continue;
        }
        let mut edges = Edges::new();
        for (&from, targets) in &uses {
            for (&to, names) in targets {
                if let (Some(a), Some(b)) = (node(of, folder, from), node(of, folder, to))
                    && a != b
                {
                    edges.entry(a).or_default().entry(b).or_default().extend(names.iter().cloned());
                }
            }
        }
        for circle in components(&edges) {
            found.push(describe(of, &circle, &edges));
        }
    }
    found
}

/// Returns the names that each module uses of each other module.
fn uses(of: &Crate) -> Edges {
    let mut uses = Edges::new();
    for (from, module) in of.modules.iter().enumerate() {
        let imported = module.imports.iter().filter(|import| !import.is_reexport && import.name != "*");
        for path in imported.map(|import| &import.target).chain(&module.paths) {
            if let Some((to, name)) = of.resolve(from, path)
                && !of.modules[to].permitted.contains(&name)
            {
                uses.entry(from).or_default().entry(to).or_default().insert(name);
            }
        }
    }
    uses
}

/// Returns the node of a folder to which a module belongs, which is the folder itself or one of its
/// modules. Returns `None` if the module is outside the folder.
fn node(of: &Crate, folder: usize, module: usize) -> Option<usize> {
    let mut at = module;
    while at != folder {
        let parent = of.modules[at].parent?;
        if parent == folder {
            return Some(at);
        }
        at = parent;
    }
    Some(folder)
}

/// Returns the strongly connected components with more than one node.
fn components(edges: &Edges) -> Vec<Vec<usize>> {
    // The graphs are small, so reachability is computed directly. Two nodes are in one component if
    // each reaches the other.
    let reach = |from: usize| {
        let (mut seen, mut todo) = (BTreeSet::new(), vec![from]);
        while let Some(at) = todo.pop() {
            for &to in edges.get(&at).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(to) {
                    todo.push(to);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<usize, BTreeSet<usize>> = edges.keys().map(|&from| (from, reach(from))).collect();
    let mut done: BTreeSet<usize> = BTreeSet::new();
    let mut found = Vec::new();
    for (&from, far) in &reached {
        if far.contains(&from) && !done.contains(&from) {
            let back = |to: &&usize| reached.get(to).is_some_and(|far| far.contains(&from));
            let component: Vec<usize> = far.iter().filter(back).copied().collect();
            done.extend(&component);
            found.push(component);
        }
    }
    found
}

/// Describes a cycle: its nodes, and each of its edges with some of the names.
fn describe(of: &Crate, circle: &[usize], edges: &Edges) -> String {
    let names: Vec<String> = circle.iter().map(|&module| of.name(module)).collect();
    let mut text = format!("cycle of {}: {}", circle.len(), names.join(", "));
    for &from in circle {
        for (to, names) in edges.get(&from).into_iter().flatten().filter(|(to, _)| circle.contains(to)) {
            let some: Vec<&str> = names.iter().take(6).map(String::as_str).collect();
            let more = if names.len() > some.len() { ", ..." } else { "" };
            let [from, to] = [from, *to].map(|module| of.modules[module].file.display());
            text.push_str(&format!("\n    {from} -> {to} ({}{more})", some.join(", ")));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[(&str, &str)]) -> Vec<String> {
        circles(&Crate::from_texts(texts))
    }

    #[test]
    fn two_files_that_use_each_other_are_a_circle() {
        let found = of(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "pub struct B; fn f() -> super::a::A { loop {} }"),
        ]);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("a.rs -> b.rs (B)") && found[0].contains("b.rs -> a.rs (A)"), "{found:?}");
    }

    #[test]
    fn parents_may_use_children_and_pass_their_names_on() {
        let tree = [
            ("lib.rs", "mod a; mod b; pub use a::A; fn f() { b::g() }"),
            ("a.rs", "pub struct A;"),
            ("b.rs", "use crate::A; pub fn g() {}"),
        ];
        assert_eq!(of(&tree), [""; 0]);
    }

    #[test]
    fn a_child_that_uses_a_parent_that_uses_it_is_a_circle() {
        let tree =
            [("lib.rs", "mod a; pub struct E; fn f() { a::g() }"), ("a.rs", "pub fn g() -> crate::E {}")];
        assert_eq!(of(&tree).len(), 1);
        let tree = [("lib.rs", "mod a; pub use a::g; pub struct E;"), ("a.rs", "pub fn g() -> crate::E {}")];
        assert_eq!(of(&tree).len(), 0);
    }

    #[test]
    fn a_folder_is_one_module_from_outside() {
        let found = of(&[
            ("lib.rs", "mod a; mod b;"),
            ("a/mod.rs", "mod x; mod y;"),
            ("a/x.rs", "use crate::b::B;"),
            ("a/y.rs", "pub fn y() {}"),
            ("b.rs", "pub struct B; fn f() { assert!(crate::a::y::y()) }"),
        ]);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("cycle of 2: crate::a, crate::b"), "{found:?}");
    }

    #[test]
    fn items_that_macros_generate_count() {
        let tree = [
            ("lib.rs", "#[macro_use] mod m; mod a; mod b;"),
            (
                "m.rs",
                "macro_rules! kinds { ($Name:ident: $($Kind:ident),+) => { pub enum $Name { $($Kind($Kind)),+ } }; }
                macro_rules! uses { ($name:ident) => { fn $name() -> super::b::B { loop {} } }; }",
            ),
            ("a.rs", "uses!(f); pub struct A;"),
            ("b.rs", "use crate::a::A; kinds!(B: A);"),
        ];
        let found = of(&tree);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("a.rs -> b.rs (B)") && found[0].contains("b.rs -> a.rs (A)"), "{found:?}");
        let permitted = tree.map(|(name, text)| match name {
            "b.rs" => (name, "// cycle: B: a kind may contain others\nuse crate::a::A; kinds!(B: A);"),
            _ => (name, text),
        });
        assert_eq!(of(&permitted), [""; 0]);
    }

    #[test]
    fn calls_of_macros_in_functions_count() {
        let found = of(&[
            ("lib.rs", "mod a; mod b;"),
            (
                "a.rs",
                "pub struct A; macro_rules! run { ($f:ident) => { crate::b::B::$f() } } fn f() { run!(g) }",
            ),
            ("b.rs", "pub struct B; fn f() -> crate::a::A { loop {} }"),
        ]);
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn tests_do_not_count() {
        let tree = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "pub struct A; #[cfg(test)] mod tests { use crate::b::B; }"),
            ("b.rs", "pub struct B; use crate::a::A;"),
        ];
        assert_eq!(of(&tree).len(), 0);
    }
}
