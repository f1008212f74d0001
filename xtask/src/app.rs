//! The library for apps: `farandole-uniffi`, compiled for size together with the standard library if its sources are
//! installed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::{host, succeed};
use crate::library_sources::Compiler;

/// Folder of the build. Its options would replace what other builds compiled.
const FOLDER: &str = "target/app-library";

/// The options for a library that is compiled together with the standard library. A panic ends the app without a message,
/// which phones would discard. The outliner shares equal sequences of instructions; for phones, it is on by default.
const SMALL: &str = "-Zunstable-options -Cpanic=immediate-abort -Cforce-unwind-tables=no \
    -Cllvm-args=-enable-machine-outliner=always";

/// Maximum number of bytes of a shared library without features that is compiled together with the standard library.
const MOST: u64 = 3_000_000;

/// The form of the library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Form {
    /// The shared library that Android and the JVM load.
    #[default]
    Shared,
    /// The static library that Swift links.
    Static,
}

/// The arguments of a build.
#[derive(Debug, Default)]
struct Arguments<'a> {
    form: Form,
    /// The features of the library.
    features: Vec<&'a str>,
    /// The target, or `None` for this machine.
    target: Option<&'a str>,
}

/// Builds the library: `--static` for Swift, `--import` with the formats of editors, and the name of another target. Returns
/// its path.
///
/// # Errors
///
/// Returns an error if an argument is unknown, a crate does not compile, or a shared library is too large.
pub(crate) fn build(arguments: &[&str]) -> Result<PathBuf, String> {
    let Arguments { form, features, target } = read(arguments)?;
    let target = target.map_or_else(host, |target| Ok(target.to_owned()))?;
    let compiler = Compiler::find(&target, None)?;
    let mut cargo = compiler.cargo("rustc");
    cargo.args(["--locked", "--profile", "app", "--package", "farandole-uniffi", "--lib"]);
    // Only a library in a single form is optimized as a whole.
    cargo.args(["--crate-type", if form == Form::Shared { "cdylib" } else { "staticlib" }]);
    cargo.args(["--features", &features.join(","), "--target", &target, "--target-dir", FOLDER]);
    if compiler.compiles_library() {
        cargo.env("RUSTFLAGS", SMALL);
    }
    succeed(&format!("library for apps on {target}, some minutes"), &mut cargo)?;
    let library = Path::new(FOLDER).join(&target).join("app").join(file_name(form, &target));
    let size = fs::metadata(&library).map_err(|error| format!("{}: {error}", library.display()))?.len();
    println!("{}: {size} bytes", library.display());
    let has_limit = compiler.compiles_library() && form == Form::Shared && features.is_empty();
    if has_limit && size > MOST {
        return Err(format!("{}: {size} bytes, expected at most {MOST}", library.display()));
    }
    Ok(library)
}

/// Reads the arguments of a build.
fn read<'a>(arguments: &[&'a str]) -> Result<Arguments<'a>, String> {
    let mut read = Arguments::default();
    for argument in arguments {
        match *argument {
            "--static" => read.form = Form::Static,
            "--import" => read.features.push("import"),
            other if other.starts_with('-') || read.target.is_some() => {
                return Err(format!("unknown argument {other:?}, expected --static, --import or a target"));
            }
            target => read.target = Some(target),
        }
    }
    Ok(read)
}

/// Returns the name of the library on a target.
fn file_name(form: Form, target: &str) -> &'static str {
    match form {
        Form::Static if target.contains("-windows-msvc") => "farandole_app.lib",
        Form::Static => "libfarandole_app.a",
        Form::Shared if target.contains("-windows") => "farandole_app.dll",
        Form::Shared if target.contains("-apple-") => "libfarandole_app.dylib",
        Form::Shared => "libfarandole_app.so",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_in_any_order() {
        let found = read(&["aarch64-apple-ios", "--static", "--import"]).unwrap();
        let expected = (Form::Static, vec!["import"], Some("aarch64-apple-ios"));
        assert_eq!((found.form, found.features, found.target), expected);
        assert!(read(&["--debug"]).is_err());
    }

    #[test]
    fn libraries_have_the_names_of_their_systems() {
        assert_eq!(file_name(Form::Shared, "aarch64-linux-android"), "libfarandole_app.so");
        assert_eq!(file_name(Form::Static, "aarch64-apple-ios"), "libfarandole_app.a");
        assert_eq!(file_name(Form::Shared, "aarch64-apple-darwin"), "libfarandole_app.dylib");
        assert_eq!(file_name(Form::Shared, "x86_64-pc-windows-msvc"), "farandole_app.dll");
    }
}
