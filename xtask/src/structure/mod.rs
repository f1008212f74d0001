//! Structure checks (see CONTRIBUTING.md): no cycles between modules, no long files or functions, no
//! files that only forward names, decisions made in one file only, no machine-specific paths, and no test files that
//! no program contains.

mod circles;
mod macros;
mod places;
mod rules;
mod sizes;
pub(crate) mod source;

use std::path::{Path, PathBuf};

use source::Crate;

/// The available checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    Circles,
    Sizes,
    Forwarding,
    Rules,
    Places,
    Unlisted,
}

impl Check {
    pub(crate) const ALL: [Self; 6] =
        [Self::Circles, Self::Sizes, Self::Forwarding, Self::Rules, Self::Places, Self::Unlisted];

    const fn name(self) -> &'static str {
        match self {
            Self::Circles => "cycles between modules",
            Self::Sizes => "long files and functions",
            Self::Forwarding => "files that only forward names",
            Self::Rules => "decisions that are made in several places",
            Self::Places => "machine-specific paths",
            Self::Unlisted => "test files that no program contains",
        }
    }
}

/// The crates that may read the clock: the facade, the crates above it, and test tools.
const ABOVE_THE_FACADE: [&str; 5] =
    ["farandole", "farandole-cli", "farandole-python", "farandole-wasm", "farandole-testkit"];

/// The root of a crate's integration tests, which lists its modules.
const TESTS: &str = "tests/it/main.rs";

/// Folders with hand-written sources.
const FOLDERS: [&str; 4] = ["crates", "xtask", "bench", "fuzz"];

/// Checks the whole workspace.
///
/// # Errors
///
/// Returns the findings, or a file that could not be read.
pub(crate) fn run(checks: &[Check]) -> Result<(), String> {
    let mut text = String::new();
    // Reading the crates takes longer than all checks.
    let needs_crates = checks.iter().any(|it| matches!(it, Check::Circles | Check::Rules));
    let crates = if needs_crates { crates()? } else { Vec::new() };
    for &check in checks {
        let found = match check {
            Check::Circles => all_circles(&crates),
            Check::Sizes => all_sizes()?,
            Check::Forwarding => all_forwarding()?,
            Check::Rules => all_rules(&crates)?,
            Check::Places => all_places()?,
            Check::Unlisted => all_unlisted()?,
        };
        if !found.is_empty() {
            text.push_str(&format!("{} {}:\n", found.len(), check.name()));
            for line in found {
                text.push_str(&format!("  {}\n", line.replace('\n', "\n  ")));
            }
        }
    }
    if text.is_empty() { Ok(()) } else { Err(text) }
}

/// Returns the root files of the crates, libraries and programs.
pub(crate) fn roots() -> Result<Vec<(String, PathBuf)>, String> {
    let mut roots = Vec::new();
    let mut folders: Vec<PathBuf> = list(Path::new("crates"))?;
    folders.push(PathBuf::from("xtask"));
    for folder in folders {
        for file in ["src/lib.rs", "src/main.rs"] {
            let path = folder.join(file);
            if path.is_file() {
                let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
                roots.push((name, path));
            }
        }
    }
    Ok(roots)
}

/// A crate with its name and its root file.
struct Named {
    name: String,
    root: PathBuf,
    modules: Crate,
}

/// Reads all crates.
fn crates() -> Result<Vec<Named>, String> {
    let read = |(name, root): (String, PathBuf)| Ok(Named { modules: Crate::read(&root)?, name, root });
    roots()?.into_iter().map(read).collect()
}

fn all_circles(crates: &[Named]) -> Vec<String> {
    let of_crate = |it: &Named| {
        let found = circles::circles(&it.modules).into_iter();
        found.map(|found| format!("{}: {found}", it.name)).collect::<Vec<_>>()
    };
    crates.iter().flat_map(of_crate).collect()
}

fn all_sizes() -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        for path in sources(Path::new(folder))? {
            found.extend(sizes::too_long(&path, &read(&path)?)?);
        }
    }
    Ok(found)
}

/// Returns the files that contain only `use` and `mod` lines, except the roots of crates, tests and
/// folders.
fn all_forwarding() -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        for path in sources(Path::new(folder))? {
            let is_root = path.file_name().is_some_and(|name| name == "lib.rs" || name == "mod.rs")
                || path.ends_with(TESTS);
            if !is_root && is_forwarding(&source::parse(&path, &read(&path)?)?) {
                found.push(path.display().to_string());
            }
        }
    }
    Ok(found)
}

/// Returns true if a file contains only `use` and `mod` lines.
fn is_forwarding(file: &syn::File) -> bool {
    file.items.iter().all(|item| match item {
        syn::Item::Use(_) => true,
        syn::Item::Mod(module) => module.content.is_none(),
        _ => false,
    })
}

fn all_rules(crates: &[Named]) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut asked = Vec::new();
    for Named { name, root, modules } in crates.iter().filter(|it| it.name != "xtask") {
        for path in sources(root.parent().unwrap_or(Path::new(".")))? {
            asked.extend(rules::asks_for_classic(name, &path, &read(&path)?));
        }
        if !ABOVE_THE_FACADE.contains(&name.as_str()) {
            found.extend(rules::reads_of_the_clock(modules));
        }
        if name == "farandole-cli" {
            found.extend(rules::calls_of_the_checker(modules));
        }
    }
    if asked.len() > 1 {
        found.push(format!("is_classic is asked for {} times: {}", asked.len(), asked.join(", ")));
    }
    Ok(found)
}

fn all_places() -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for path in files(Path::new("."))? {
        // Binary files such as archives are not UTF-8.
        if let Ok(text) = std::fs::read_to_string(&path) {
            found.extend(places::named(&path, &text));
        }
    }
    Ok(found)
}

/// Returns the files and folders of integration tests that their root does not list. The compiler ignores such files
/// without a message.
fn all_unlisted() -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for folder in list(Path::new("crates"))? {
        let root = folder.join(TESTS);
        if root.is_file() {
            let names = modules(&source::parse(&root, &read(&root)?)?);
            let modules =
                list(root.parent().unwrap_or(Path::new(".")))?.into_iter().filter(|path| *path != root);
            found.extend(modules.filter(|path| is_unlisted(path, &names)).map(|it| it.display().to_string()));
        }
    }
    Ok(found)
}

/// Returns the names of the modules that a file declares.
fn modules(file: &syn::File) -> Vec<String> {
    let modules = file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(module) => Some(module.ident.to_string()),
        _ => None,
    });
    modules.collect()
}

/// Returns true if a path is a module that is not among these names.
fn is_unlisted(path: &Path, names: &[String]) -> bool {
    let is_module = path.extension().is_some_and(|it| it == "rs") || path.join("mod.rs").is_file();
    is_module && path.file_stem().is_some_and(|stem| names.iter().all(|name| stem != name.as_str()))
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the contents of a folder, sorted.
fn list(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(failed)?;
    paths.sort();
    Ok(paths)
}

/// Returns the Rust files below a folder.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = files(folder)?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    Ok(files)
}

/// Returns the files below a folder, except build output, fuzzing output, git data and lock files.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    const LEFT_OUT: [&str; 7] =
        ["target", "corpus", "artifacts", "node_modules", "dist", ".git", "Cargo.lock"];
    let mut found = Vec::new();
    for path in list(folder)? {
        if path.file_name().is_some_and(|name| LEFT_OUT.iter().any(|it| *it == name)) {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{is_forwarding, is_unlisted, modules};
    use std::path::Path;

    #[test]
    fn test_files_without_a_line_in_their_root_are_found() {
        let names = modules(&syn::parse_file("//! Doc.\nmod a;\n#[cfg(unix)]\nmod b;\n").unwrap());
        assert_eq!(names, ["a", "b"]);
        let unlisted = |path: &str| is_unlisted(Path::new(path), &names);
        assert!(unlisted("tests/it/c.rs") && !unlisted("tests/it/a.rs") && !unlisted("tests/it/c.txt"));
    }

    #[test]
    fn files_without_items_of_their_own_forward() {
        let forwards = |text: &str| is_forwarding(&syn::parse_file(text).unwrap());
        assert!(forwards("//! Doc.\nmod a;\npub use a::A;") && forwards(""));
        assert!(!forwards("pub use a::A; fn f() {}") && !forwards("mod a { fn f() {} }"));
    }
}
